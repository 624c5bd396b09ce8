//! Both sides of conditions that are no branches: a term instead of a fork, and still a test for each side.

use std::sync::Arc;

use lariat_program::SwitchCase;
use lariat_term::TermId;

use super::{Executor, Step, Witness};
use crate::coverage::ConditionSide;
use crate::state::State;
use crate::value::Value;

impl Executor<'_> {
    /// A state comes to a condition. Where its path decides it, the path's test takes that side. Where it does not, an input is
    /// looked for that takes a side no test takes; the state goes on with both.
    pub(super) fn cover_condition(
        &mut self,
        state: &mut State,
        number: impl Into<Option<u32>>,
        condition: &Value,
    ) -> Step<()> {
        let (Some(condition), Some(number)) = (condition.truth(&self.store), number.into()) else {
            return Ok(());
        };
        let function = state.frame.function;
        let side = |holds| ConditionSide { function, condition: number, holds };
        if let Some(holds) = self.store.as_bool(condition) {
            state.covered_new |= self.coverage.decide(side(holds), &mut state.untested);
            return Ok(());
        }
        for holds in [true, false] {
            let wanted = if holds { condition } else { self.store.not(condition) };
            self.cover_side(state, side(holds), wanted)?;
        }
        Ok(())
    }

    /// A state comes to a switch in which several cases lead to one block: each of them wants a test.
    pub(super) fn cover_cases(
        &mut self,
        state: &mut State,
        first: u32,
        content: &Value,
        cases: &[SwitchCase],
    ) -> Step<()> {
        let width = cases.first().map_or(1, |case| case.value.width());
        let Some(value) = content.bits(&self.store, width) else { return Ok(()) };
        let function = state.frame.function;
        for (case, condition) in cases.iter().zip(first..) {
            let side = ConditionSide { function, condition, holds: true };
            let equal = self.store.eq(value, self.store.bv_value(&case.value));
            match self.store.as_bool(equal) {
                Some(true) => {
                    state.covered_new |= self.coverage.decide(side, &mut state.untested);
                }
                Some(false) => {}
                None => self.cover_side(state, side, equal)?,
            }
        }
        Ok(())
    }

    /// Looks for an input that takes a side, if a test is wanted for it.
    fn cover_side(&mut self, state: &mut State, side: ConditionSide, wanted: TermId) -> Step<()> {
        if !self.coverage.wants(side) || state.approximations.over {
            return Ok(());
        }
        // What breaks a rule on the way there is not what a test is for.
        self.ask_pending(state)?;
        let mut model = None;
        if self.holds_in_model(state, wanted) == Some(true) {
            model = Some(Arc::clone(&state.model));
        } else if self.coverage.asks_again(side, self.config.condition_questions) {
            // A question without an answer leaves nothing out: the state goes on with both sides.
            model = self.feasible(state, wanted).unwrap_or(None);
        }
        if let Some(model) = model {
            self.coverage.settle_side(side);
            let inputs = Arc::clone(&state.inputs);
            self.witnesses.push(Witness { model, inputs, side });
        }
        Ok(())
    }
}
