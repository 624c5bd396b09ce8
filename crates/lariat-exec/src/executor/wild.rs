//! Addresses that count as a whole: where to jump, what to call, what to free.
//!
//! Such an address must be one of a few: the labels of the function whose address was taken, the functions of the program, the
//! blocks of the heap. A symbolic one gives a path for each of these that it can be, and all other addresses together are one bug.
//!
//! An address is *wild* if nothing in it comes from an address of the program: an input, or what an uninitialised pointer
//! holds. It may be the address of an object by accident only, so unless the path's conditions say that it is, its use is a
//! bug, and the path ends there. Going on with each object that it might hit would be a path for everything in memory.
//! Variables that a technique puts in the place of what a loop leaves say nothing about where a value comes from, so they
//! are never wild, and techniques that do so have this switched off altogether.

use std::sync::Arc;

use lariat_solver::UnknownReason;
use lariat_term::{Evaluator, Model, Op as TermOp, TermId, Value as TermValue};
use rustc_hash::FxHashSet;

use super::{Executor, Step};
use crate::bug::EndReason;
use crate::memory::Place;
use crate::state::State;
use crate::value::Value;

/// Terms looked at to find an address in one. In larger terms some address is taken for granted.
const MOST_TERMS: usize = 2_000;

/// What an address turned out to be.
pub(crate) enum Aim {
    /// One of those that are allowed.
    At(u64),
    /// Something else; the state's own input shows this address.
    Astray {
        /// The address.
        address: u64,
        /// Whether it can be another one, too.
        or_others: bool,
    },
}

impl Executor<'_> {
    /// Whether an address is made of inputs and of what nobody has written only, and that matters here.
    pub(super) fn is_wild(&self, state: &State, address: TermId) -> bool {
        if !self.config.wild_ends || state.approximations.over {
            return false;
        }
        let store = &self.store;
        let mut variables = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![address];
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > MOST_TERMS {
                return false;
            }
            let (op, args) = store.view(term);
            match op {
                // The bytes of addresses may be in there.
                TermOp::Store | TermOp::ConstArray | TermOp::Lambda => return false,
                // What decides is not part of what is decided.
                TermOp::Ite => work.extend(&args[1..]),
                TermOp::Select => work.push(args[0]),
                TermOp::BvConst(word) => {
                    if !matches!(state.memory.find(word), Place::Null | Place::Nowhere) {
                        return false;
                    }
                }
                TermOp::Var(symbol) => variables.push(symbol),
                _ => work.extend(args),
            }
        }
        let mut inputs = FxHashSet::default();
        for byte in state.inputs.iter().flat_map(|input| &input.bytes) {
            inputs.extend(store.free_vars(*byte));
        }
        variables.into_iter().all(|symbol| {
            inputs.contains(&symbol) || super::branch::is_nobodys(store.symbol_name(symbol))
        })
    }

    /// Goes on with one of the addresses that an address may be, or with all others at once. Copies of the state, which will
    /// come here again, stand for what else is possible; there are none for a wild address that may lead astray.
    pub(crate) fn aim(
        &mut self,
        state: &mut State,
        address: &Value,
        allowed: impl FnOnce(&Self, &State) -> Vec<u64>,
    ) -> Step<Aim> {
        let bits = self.machine.pointer_bits;
        let store = Arc::clone(&self.store);
        if let Value::Word(word) = address {
            let is_allowed = allowed(self, state).contains(word);
            return Ok(if is_allowed {
                Aim::At(*word)
            } else {
                Aim::Astray { address: *word, or_others: false }
            });
        }
        let Some(term) = address.bits(&store, bits) else { return Err(self.poison_used(state)) };
        self.ask_pending(state)?;
        let allowed = allowed(self, state);
        let is = |word: u64| store.eq(term, store.bv_const(bits, word));
        let any = store.or(&allowed.iter().map(|word| is(*word)).collect::<Vec<_>>());
        if self.is_wild(state, term)
            && let Some(model) = self.possibly(state, store.not(any))
        {
            // Those that are allowed are left behind as well.
            let word = self.word_in(&model, term)?;
            let or_others = self.may_hold(state, store.not(is(word)));
            self.assume(state, store.not(any), model);
            return Ok(Aim::Astray { address: word, or_others });
        }
        let word = self.model_word(state, term)?;
        let is_allowed = allowed.contains(&word);
        let (here, elsewhere) =
            if is_allowed { (is(word), store.not(is(word))) } else { (store.not(any), any) };
        if let Some(model) = self.possibly(state, elsewhere) {
            let other = self.split(state, elsewhere, model);
            self.forks.extend(other);
        }
        let model = Arc::clone(&state.model);
        self.assume(state, here, model);
        if is_allowed {
            return Ok(Aim::At(word));
        }
        Ok(Aim::Astray { address: word, or_others: self.may_hold(state, store.not(is(word))) })
    }

    /// Whether a condition can hold, as far as the solver can say.
    pub(super) fn may_hold(&mut self, state: &State, condition: TermId) -> bool {
        self.feasible(state, condition).map_or(true, |model| model.is_some())
    }

    /// What a term is for the input of a model.
    fn word_in(&self, model: &Arc<Model>, term: TermId) -> Step<u64> {
        let word = match Evaluator::new(Arc::clone(model)).eval(&self.store, term) {
            Ok(TermValue::BitVec(bits)) => bits.to_u64(),
            _ => None,
        };
        Ok(word.ok_or(EndReason::SolverUnknown(UnknownReason::ModelRejected))?)
    }

    /// A model of a condition, if the solver has one; if it cannot say, that is left out.
    pub(super) fn possibly(&mut self, state: &mut State, condition: TermId) -> Option<Arc<Model>> {
        match self.feasible(state, condition) {
            Ok(found) => found,
            Err(reason) => {
                self.leave_undecided(state, reason);
                None
            }
        }
    }

    /// What a term is for the state's own input.
    pub(super) fn model_word(&mut self, state: &State, term: TermId) -> Step<u64> {
        let word = match self.evaluate(state, term) {
            Some(TermValue::BitVec(bits)) => bits.to_u64(),
            _ => None,
        };
        Ok(word.ok_or(EndReason::SolverUnknown(UnknownReason::ModelRejected))?)
    }
}
