//! Inputs for which a path leaves one value.
//!
//! The solver decides inputs with few values by [trying them](lariat_solver::Solver::decide_by_values), and so knows when only one is left.
//! From there on what the inputs decide is a number: the state goes on with it at the interpreter's speed, and asks nothing
//! more about them. Registers change at once, memory when it is read.

use std::sync::Arc;

use lariat_term::{SymbolId, TermId, Value as TermValue};

use super::Executor;
use crate::state::State;
use crate::value::Value;

impl Executor<'_> {
    /// Whether the path leaves one value for the inputs that a term depends on. Then they are numbers from here on.
    pub(super) fn is_determined(&mut self, state: &mut State, term: TermId) -> bool {
        if !self.config.determines {
            return false;
        }
        if self.follows(&state.determined, term) {
            return true;
        }
        let Some(mut symbols) = self.solver.determined(&state.path, term) else {
            return false;
        };
        symbols.extend(state.determined.iter().copied());
        symbols.sort_unstable();
        symbols.dedup();
        state.determined = symbols.into();
        let mut registers = std::mem::take(&mut state.frame.registers);
        for register in &mut registers {
            self.settle(state, register);
        }
        state.frame.registers = registers;
        let mut callers = std::mem::take(&mut state.callers);
        for frame in &mut callers {
            if frame.registers.iter().any(Value::is_symbolic) {
                for register in &mut Arc::make_mut(frame).registers {
                    self.settle(state, register);
                }
            }
        }
        state.callers = callers;
        true
    }

    /// Whether a term has variables, and all of them are among these.
    fn follows(&mut self, determined: &[SymbolId], term: TermId) -> bool {
        !determined.is_empty() && {
            let symbols = self.solver.variables(term);
            symbols.iter().all(|symbol| determined.binary_search(symbol).is_ok())
        }
    }

    /// Replaces a scalar by the number it is, if inputs with one value decide it.
    pub(super) fn settle(&mut self, state: &State, value: &mut Value) {
        if let Value::Term(term) = *value
            && self.follows(&state.determined, term)
        {
            match self.evaluate(state, term) {
                Some(TermValue::BitVec(bits)) => *value = Value::concrete(&bits),
                Some(TermValue::Bool(truth)) => *value = Value::Word(u64::from(truth)),
                _ => {}
            }
        }
    }
}
