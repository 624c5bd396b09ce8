//! Turning a model of the path into one of the question by changing little.
//!
//! A state comes to a branch with an input that takes one side. For the other side it is often enough to change the one number that is
//! compared: `a < b` is wanted, `a` is 5 and `b` is 3, so `b` becomes 6, or `a` becomes 2, and if nothing else on the path minds,
//! that is the model. Each candidate is evaluated on the question and on the constraints that mention what changed; a model that survives is
//! right, and if none does, nothing is known and the next layer is asked.

use std::sync::Arc;

use lariat_term::{BitVec, Evaluator, Model, Op, Sort, SymbolId, TermId, TermStore, Value};

use crate::evaluate::{holds, put, trial};
use crate::facts::TermFacts;
use crate::intervals::assignment;

/// So many alternatives of a disjunction are tried.
const MOST_ALTERNATIVES: usize = 4;

/// So many parts of a condition are looked at to find them.
const MOST_PARTS: usize = 64;

/// A model of path and question, if one is near to the given model of the path. `slice` is what the question depends on.
pub(crate) fn repaired(
    store: &TermStore,
    facts: &mut TermFacts,
    model: &Arc<Model>,
    slice: &[TermId],
    question: &[TermId],
) -> Option<Arc<Model>> {
    let mut evaluator = trial(model);
    let broken = *question.iter().find(|term| !holds(store, &mut evaluator, **term))?;
    for (atom, wanted) in atoms(store, broken) {
        for values in candidates(store, &mut evaluator, atom, wanted) {
            let mut changed = (**model).clone();
            for (symbol, value) in &values {
                put(store, &mut changed, *symbol, Value::BitVec(value.clone()));
            }
            let changed = Arc::new(changed);
            let mut check = trial(&changed);
            let mut concerned = |term: &TermId| {
                let symbols = facts.symbols(store, *term);
                values.iter().any(|(symbol, _)| symbols.binary_search(symbol).is_ok())
            };
            if question.iter().all(|term| holds(store, &mut check, *term))
                && (slice.iter().rev())
                    .all(|term| !concerned(term) || holds(store, &mut check, *term))
            {
                return Some(changed);
            }
        }
    }
    None
}

/// The first comparisons in a condition, and whether they have to hold or not for the condition to hold. Changing one of them is enough
/// where one of several is wanted; where all are needed, it may be the one that is missing.
fn atoms(store: &TermStore, condition: TermId) -> Vec<(TermId, bool)> {
    let mut atoms = Vec::new();
    let mut stack = vec![(condition, true)];
    // Conditions can be as large as the program likes; what is deep inside is not worth the search.
    for _ in 0..MOST_PARTS {
        let Some((term, wanted)) = stack.pop() else { break };
        match store.view(term) {
            (Op::Not, [inner]) => stack.push((*inner, !wanted)),
            (Op::And | Op::Or, args) => {
                stack.extend(args.iter().take(MOST_PARTS).rev().map(|arg| (*arg, wanted)));
            }
            _ => atoms.push((term, wanted)),
        }
        if atoms.len() == MOST_ALTERNATIVES {
            break;
        }
    }
    atoms
}

/// Values of variables with which a comparison comes out as wanted, the smallest change first.
fn candidates(
    store: &TermStore,
    evaluator: &mut Evaluator,
    atom: TermId,
    wanted: bool,
) -> Vec<Vec<(SymbolId, BitVec)>> {
    let (op, [a, b]) = store.view(atom) else { return Vec::new() };
    if !matches!(op, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle) {
        return Vec::new();
    }
    let Sort::BitVec(width @ 1..=64) = store.sort(*a) else { return Vec::new() };
    let mut word = |term: TermId| match evaluator.eval(store, term) {
        Ok(Value::BitVec(bits)) => bits.to_u64(),
        _ => None,
    };
    let (Some(left), Some(right)) = (word(*a), word(*b)) else { return Vec::new() };
    let mask = u64::MAX >> (64 - width);
    let sign = 1u64 << (width - 1);
    let near = |other: u64| {
        [other, other.wrapping_add(1) & mask, other.wrapping_sub(1) & mask, 0, mask, sign, sign - 1]
    };
    let truth = |x: u64, y: u64| match op {
        Op::Eq => x == y,
        Op::BvUlt => x < y,
        Op::BvUle => x <= y,
        // With the sign bit turned over the signed order is the unsigned one.
        Op::BvSlt => x ^ sign < y ^ sign,
        _ => x ^ sign <= y ^ sign,
    };
    let mut found = Vec::new();
    let mut offer = |term: TermId, value: u64| {
        let (term, value) = without_constant(store, term, value, mask);
        found.extend(assignment(store, term, width, value).filter(|values| !values.is_empty()));
    };
    // The right side first: in a loop over data it is as often as not the newer one.
    for value in near(left).into_iter().filter(|value| truth(left, *value) == wanted) {
        offer(*b, value);
    }
    for value in near(right).into_iter().filter(|value| truth(*value, right) == wanted) {
        offer(*a, value);
    }
    found
}

/// `term + c = value` as `term = value - c`.
fn without_constant(store: &TermStore, term: TermId, value: u64, mask: u64) -> (TermId, u64) {
    if let (Op::BvAdd, [a, b]) = store.view(term) {
        match (store.as_word(*a), store.as_word(*b)) {
            (Some(constant), None) => return (*b, value.wrapping_sub(constant) & mask),
            (None, Some(constant)) => return (*a, value.wrapping_sub(constant) & mask),
            _ => {}
        }
    }
    (term, value)
}
