//! How often an inner loop runs, as a closed form (the long version's Algorithm 8).
//!
//! The paper asks the solver for the coefficients of a linear relation, under two nested quantifiers. Here candidates come from the
//! guards instead: `x < y` with x advancing by a constant d and y invariant says that the loop runs ⌈(y − x)/d⌉ times, if that is
//! positive. What a candidate is worth, the solver says in one question without quantifiers: whenever the loop ran κ times, the last
//! iteration satisfied its guard, and the loop can be left now, then the counters add up to the candidate.

use lariat_solver::Solver;
use lariat_term::{BitVec, Op, TermId, TermStore};

use crate::body::{COUNTER_BITS, total};
use crate::progress::Progress;
use crate::rules::constant_step;
use crate::summary::{Summary, conjuncts};

/// The number of iterations of a loop that is left by one of `exits` (each a list of conjuncts over the loop variables' symbols), as
/// a counter over the values at loop entry, `max(0, …)` of something linear. `None` if no candidate is right. The context may say
/// something about the loop variables' values at entry.
pub fn linear_inner_count(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    inner: &Summary,
    exits: &[Vec<TermId>],
) -> Option<TermId> {
    let memory = &inner.memory;
    // What every execution that is left here satisfies.
    let mut execution = context.to_vec();
    execution.extend(&memory.facts);
    execution.extend(inner.endpoints(store).terms);
    execution.push(inner.left_by(store, exits));
    let most = store.bv_value(&BitVec::from_u128(COUNTER_BITS, crate::body::MAX_COUNT));
    execution.extend(memory.counters.iter().map(|&counter| store.bv_ule(counter, most)));
    (count_candidates(store, solver, inner).into_iter())
        .find(|candidate| solver.must_be_true(&execution, candidate.is_right) == Ok(true))
        .map(|candidate| candidate.count)
}

/// What may be the number of a loop's iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountCandidate {
    /// The number, over the loop variables' symbols, which stand for their values at entry.
    pub count: TermId,
    /// That the counters add up to it, said without a quotient, which is hard to decide.
    pub is_right: TermId,
}

/// Numbers of iterations that the guards suggest for a loop that is left because one of them fails. Whoever knows how the loop is left can
/// ask whether one is right.
pub fn count_candidates(
    store: &TermStore,
    solver: &mut Solver,
    inner: &Summary,
) -> Vec<CountCandidate> {
    let iterations = total(store, &inner.memory.counters);
    let progress = Progress::new(store, solver, &[], &inner.body, inner.memory.counters.clone());
    candidates(&progress, inner, iterations)
}

/// Candidates from the guards of all paths.
fn candidates(progress: &Progress<'_>, inner: &Summary, iterations: TermId) -> Vec<CountCandidate> {
    let store = progress.store;
    let mut found: Vec<CountCandidate> = Vec::new();
    for path in &inner.body.paths {
        for conjunct in conjuncts(store, &path.guard) {
            if let Some(candidate) = candidate(progress, conjunct, iterations)
                && found.iter().all(|known| known.count != candidate.count)
            {
                found.push(candidate);
            }
        }
    }
    found
}

/// The number of iterations after which a guard's conjunct fails, if it is a comparison of a progression with an invariant.
fn candidate(
    progress: &Progress<'_>,
    conjunct: TermId,
    iterations: TermId,
) -> Option<CountCandidate> {
    let store = progress.store;
    let (op, args) = store.view(conjunct);
    if let (Op::Not, &[equal]) = (op, args)
        && let (Op::Eq, &[a, b]) = store.view(equal)
        && matches!(store.sort(a), lariat_term::Sort::BitVec(_))
    {
        let count = distance(progress, a, b).or_else(|| distance(progress, b, a))?;
        return Some(CountCandidate { count, is_right: store.eq(iterations, count) });
    }
    let comparison = |op: Op| match op {
        Op::BvSlt => Some((true, false)),
        Op::BvSle => Some((true, true)),
        Op::BvUlt => Some((false, false)),
        Op::BvUle => Some((false, true)),
        _ => None,
    };
    let (signed, inclusive, args) = match (op, args) {
        // Not less is greater or equal.
        (Op::Not, &[negated]) => {
            let (op, args) = store.view(negated);
            let (signed, inclusive) = comparison(op)?;
            (signed, !inclusive, [args[1], args[0]])
        }
        _ => {
            let (signed, inclusive) = comparison(op)?;
            (signed, inclusive, [args[0], args[1]])
        }
    };
    // The gap closes by one side going up or the other going down.
    let step = |term: TermId| constant_step(progress, term);
    let (up, down) = (step(args[0])?, step(args[1])?);
    let closing = up.checked_sub(down).filter(|&closing| closing > 0)?;
    let width = store.sort(args[0]).width();
    // The products below must fit.
    let closing_bits = 128 - closing.leading_zeros();
    if width + closing_bits + 3 > COUNTER_BITS {
        return None;
    }
    let wide = |term: TermId| match signed {
        true => store.sign_extend(COUNTER_BITS - width, term),
        false => store.zero_extend(COUNTER_BITS - width, term),
    };
    let constant = |value: i128| store.bv_value(&BitVec::from_u128(COUNTER_BITS, value as u128));
    // ⌈gap / closing⌉, where an inclusive comparison holds for a gap of 0 too.
    let gap = store.bv_sub(wide(args[1]), wide(args[0]));
    let gap = store.bv_add(gap, constant(i128::from(inclusive)));
    let rounded = store.bv_add(gap, constant(closing - 1));
    let count = match closing {
        1 => rounded,
        _ => store.bv_udiv(rounded, constant(closing)),
    };
    let none = store.bv_sle(gap, constant(0));
    let count = store.ite(none, constant(0), count);
    let is_right = if closing == 1 {
        store.eq(iterations, count)
    } else {
        // closing·(iterations − 1) < gap ≤ closing·iterations, where nothing wraps.
        let few = store.bv_ule(iterations, constant(1 << (width + 1)));
        let closed = store.bv_mul(constant(closing), iterations);
        let enough = store.bv_sle(gap, closed);
        let not_too_many = store.bv_slt(store.bv_sub(closed, constant(closing)), gap);
        let some = store.and(&[few, enough, not_too_many]);
        store.ite(none, store.eq(iterations, constant(0)), some)
    };
    Some(CountCandidate { count, is_right })
}

/// `x != y` with x advancing by one: the distance, modulo 2^width.
fn distance(progress: &Progress<'_>, moving: TermId, fixed: TermId) -> Option<TermId> {
    let store = progress.store;
    let width = store.sort(moving).width();
    if constant_step(progress, fixed)? != 0 || width > COUNTER_BITS {
        return None;
    }
    let way = match constant_step(progress, moving)? {
        1 => store.bv_sub(fixed, moving),
        -1 => store.bv_sub(moving, fixed),
        _ => return None,
    };
    Some(counter_as_wide(store, way))
}

fn counter_as_wide(store: &TermStore, number: TermId) -> TermId {
    let width = store.sort(number).width();
    store.zero_extend(COUNTER_BITS - width, number)
}

impl Summary {
    /// One of the exits is possible after κ iterations. Conjuncts that mention unknown values are left out.
    pub fn left_by(&self, store: &TermStore, exits: &[Vec<TermId>]) -> TermId {
        let possible: Vec<TermId> =
            (exits.iter()).map(|exit| store.and(&self.at_end(store, exit))).collect();
        store.or(&possible)
    }

    /// Conditions over the loop variables' symbols, after κ iterations; those that mention unknown values are left out.
    pub fn at_end(&self, store: &TermStore, conditions: &[TermId]) -> Vec<TermId> {
        let unknown: Vec<TermId> = (self.memory.values.iter().zip(&self.body.variables))
            .filter(|(value, _)| !value.is_known())
            .map(|(_, variable)| variable.symbol)
            .collect();
        let map = (self.body.variables.iter().zip(&self.memory.values))
            .filter_map(|(variable, value)| match store.op(variable.symbol) {
                Op::Var(symbol) => Some((symbol, value.term())),
                _ => None,
            })
            .collect();
        (conjuncts(store, conditions).into_iter())
            .filter(|&term| {
                let parts = store.parts(&[term]);
                !unknown.iter().any(|symbol| parts.binary_search(symbol).is_ok())
            })
            .map(|term| store.substitute(term, &map))
            .collect()
    }
}
