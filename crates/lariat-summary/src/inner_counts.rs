//! How often the loops inside an iteration run, where that has a closed form (the long version's section 5.1.2).
//!
//! An inner loop's counter is new in each iteration of the loop around it, and so is every value that depends on it: no rule can say what
//! such a value is after many iterations. Often the counter is determined, though: the inner loop ran until its guard failed, which happens after `max(0, n - i)`
//! iterations. The path condition of the outer iteration contains that the inner loop was left, and how; so the question whether the counter has
//! to have the value that the guard suggests is a question about this path condition alone. If so, the values at the end of the
//! iteration are told without the counter. Nothing is lost or added by that, as the equation follows from the condition.

use std::sync::Arc;
use std::time::Duration;

use lariat_exec::{State, Value};
use lariat_loop::{COUNTER_BITS, count_candidates};
use lariat_solver::Solver;
use lariat_term::{Evaluator, Op, TermId, TermStore};

use crate::found::{Replacements, symbol_of};
use crate::unfolding::AppliedLoop;

/// A question is about a sum or two; one that takes longer has other reasons, and the answer is not worth the wait.
const LONGEST_QUESTION: Duration = Duration::from_secs(2);

/// Closed forms of counters, and the equations that say so.
#[derive(Default)]
pub(crate) struct ClosedCounts {
    replacements: Replacements,
    pub(crate) equations: Vec<TermId>,
}

impl ClosedCounts {
    /// The closed forms for the loops on the way of a state through a body, which follow from its path condition. Only loops whose counters
    /// occur in `values` are looked at.
    pub(crate) fn new(
        store: &TermStore,
        solver: &mut Solver,
        state: &State,
        loops: &[AppliedLoop],
        values: &[TermId],
    ) -> ClosedCounts {
        let former = solver.set_time_limit(Some(LONGEST_QUESTION));
        let closed = ClosedCounts::asked(store, solver, state, loops, values);
        solver.set_time_limit(former);
        closed
    }

    fn asked(
        store: &TermStore,
        solver: &mut Solver,
        state: &State,
        loops: &[AppliedLoop],
        values: &[TermId],
    ) -> ClosedCounts {
        let mut closed = ClosedCounts::default();
        let path = &state.path;
        // Most wrong candidates are seen to be wrong without a question.
        let mut evaluator = Evaluator::new(Arc::clone(&state.model));
        for applied in loops {
            let used = store.free_vars_of(values);
            let occurs = |counter: &TermId| used.contains(&symbol_of(store, *counter));
            if !applied.counters.iter().any(occurs) {
                continue;
            }
            for candidate in count_candidates(store, solver, &applied.summary) {
                let is_right = store.substitute(candidate.is_right, &applied.entry);
                if evaluator.eval_bool(store, is_right) != Ok(false)
                    && solver.must_be_true(path, is_right) == Ok(true)
                {
                    let count = store.substitute(candidate.count, &applied.entry);
                    let count = decided(store, solver, path, count);
                    closed.add(store, &applied.counters, count);
                    break;
                }
            }
        }
        closed
    }

    /// The counters add up to the count: the first is what the others leave.
    fn add(&mut self, store: &TermStore, counters: &[TermId], count: TermId) {
        let Some((first, others)) = counters.split_first() else { return };
        let zero = store.bv_const(COUNTER_BITS, 0);
        let rest = others.iter().fold(zero, |sum, counter| store.bv_add(sum, *counter));
        let own = store.bv_sub(count, rest);
        self.equations.push(store.eq(*first, own));
        let own = self.in_closed_form(store, own);
        self.replacements.insert(symbol_of(store, *first), own);
    }

    /// A term without the counters that have closed forms.
    pub(crate) fn in_closed_form(&self, store: &TermStore, term: TermId) -> TermId {
        store.substitute(term, &self.replacements)
    }
}

/// Whether one of these counters is in a product of things that are not constant.
pub(crate) fn is_multiplied<'v>(
    store: &TermStore,
    registers: impl Iterator<Item = &'v Value>,
    counters: &[TermId],
) -> bool {
    let terms: Vec<TermId> = registers
        .filter_map(|value| match value {
            Value::Term(term) => Some(*term),
            _ => None,
        })
        .collect();
    let counters: Vec<_> = counters.iter().map(|counter| symbol_of(store, *counter)).collect();
    store.parts(&terms).into_iter().any(|part| {
        let (op, args) = store.view(part);
        op == Op::BvMul
            && args.iter().all(|arg| !store.op(*arg).is_const())
            && store.free_vars(part).iter().any(|symbol| counters.contains(symbol))
    })
}

/// A choice between two numbers, of which the path condition may exclude one: that the loop does not run at all, mostly.
fn decided(store: &TermStore, solver: &mut Solver, path: &[TermId], count: TermId) -> TermId {
    let (Op::Ite, &[condition, yes, no]) = store.view(count) else { return count };
    if solver.must_be_true(path, condition) == Ok(true) {
        yes
    } else if solver.must_be_true(path, store.not(condition)) == Ok(true) {
        no
    } else {
        count
    }
}
