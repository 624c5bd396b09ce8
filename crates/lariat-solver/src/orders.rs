//! Questions about the order of numbers.
//!
//! Sorting, merging and searching compare inputs with each other and with nothing else: `a < b`, `b <= c`, `c < a`. Such constraints say
//! that one number is at least, or more than, another. Each number gets a level, at least that of the numbers below it and one more than
//! that of the numbers strictly below it; levels are raised until all fit. If they do, they are values that satisfy everything. If
//! they still rise after as many rounds as there are numbers, some number is strictly below itself: a contradiction, whatever
//! the other constraints are. So `unsat` needs only some constraints to be of this kind, `sat` needs all of them to be, and the
//! numbers to be different variables.

use lariat_term::{Model, Op, Sort, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::evaluate::put;
use crate::intervals::{Decided, assignment};

/// More numbers than this are left to the backend.
const MOST_NUMBERS: usize = 128;

/// `low <= high`, or `low < high`.
struct Below {
    low: TermId,
    high: TermId,
    strict: bool,
}

/// What a constraint is about.
struct Comparison {
    below: [Option<Below>; 2],
    /// None for an equality, which is the same in both orders.
    signed: Option<bool>,
    width: u32,
}

fn read(store: &TermStore, constraint: TermId) -> Option<Comparison> {
    let (term, negated) = match store.view(constraint) {
        (Op::Not, [inner]) => (*inner, true),
        _ => (constraint, false),
    };
    let (op, [a, b]) = store.view(term) else { return None };
    let (a, b) = (*a, *b);
    let (strict, signed) = match op {
        Op::BvUlt => (true, Some(false)),
        Op::BvUle => (false, Some(false)),
        Op::BvSlt => (true, Some(true)),
        Op::BvSle => (false, Some(true)),
        Op::Eq if !negated => (false, None),
        _ => return None,
    };
    let Sort::BitVec(width @ 8..=64) = store.sort(a) else { return None };
    if store.as_word(a).is_some() || store.as_word(b).is_some() {
        return None;
    }
    let below = match (op, negated) {
        (Op::Eq, _) => [
            Some(Below { low: a, high: b, strict: false }),
            Some(Below { low: b, high: a, strict: false }),
        ],
        (_, false) => [Some(Below { low: a, high: b, strict }), None],
        // Not a < b is b <= a, and not a <= b is b < a.
        (_, true) => [Some(Below { low: b, high: a, strict: !strict }), None],
    };
    Some(Comparison { below, signed, width })
}

/// Decides constraints about the order of numbers. The last one says which order and how wide the numbers are.
pub(crate) fn decide(store: &TermStore, constraints: &[TermId]) -> Option<Decided> {
    let last = read(store, *constraints.last()?)?;
    let (signed, width) = (last.signed?, last.width);
    let mut numbers: Vec<TermId> = Vec::new();
    let mut known: FxHashMap<TermId, usize> = FxHashMap::default();
    let mut edges: Vec<(usize, usize, u32)> = Vec::new();
    let mut all_read = true;
    for constraint in constraints {
        let fits = |comparison: &Comparison| {
            comparison.width == width && comparison.signed.is_none_or(|kind| kind == signed)
        };
        let Some(comparison) = read(store, *constraint).filter(fits) else {
            all_read = false;
            continue;
        };
        for Below { low, high, strict } in comparison.below.into_iter().flatten() {
            let mut number = |term: TermId| {
                *known.entry(term).or_insert_with(|| {
                    numbers.push(term);
                    numbers.len() - 1
                })
            };
            edges.push((number(low), number(high), u32::from(strict)));
        }
    }
    if numbers.len() > MOST_NUMBERS {
        return None;
    }
    let Some(levels) = levels(numbers.len(), &edges) else { return Some(Decided::Unsat) };
    if !all_read {
        return None;
    }
    let mut model = Model::new();
    let mut used = FxHashSet::default();
    for (term, level) in numbers.iter().zip(levels) {
        // Levels are less than the number of numbers, so they are not negative in either order.
        for (symbol, value) in assignment(store, *term, width, u64::from(level))? {
            if !used.insert(symbol) {
                return None;
            }
            put(store, &mut model, symbol, Value::BitVec(value));
        }
    }
    Some(Decided::Sat(model))
}

/// The least levels that fit all edges; none if there are no such levels.
fn levels(count: usize, edges: &[(usize, usize, u32)]) -> Option<Vec<u32>> {
    let mut levels = vec![0u32; count];
    for _ in 0..=count {
        let mut changed = false;
        for &(low, high, step) in edges {
            if levels[high] < levels[low] + step {
                levels[high] = levels[low] + step;
                changed = true;
            }
        }
        if !changed {
            return Some(levels);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::eval;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_trying_all_orders(
            comparisons in prop::collection::vec((0usize..4, 0usize..4, 0u8..6), 1..8),
            signed in any::<bool>(),
        ) {
            let store = TermStore::new();
            let numbers: Vec<TermId> =
                (0..4).map(|i| store.var(&format!("n{i}"), Sort::BitVec(8))).collect();
            let (less, at_most) =
                if signed { (Op::BvSlt, Op::BvSle) } else { (Op::BvUlt, Op::BvUle) };
            let mut constraints: Vec<TermId> = comparisons
                .into_iter()
                .filter(|(a, b, _)| a != b)
                .map(|(a, b, kind)| {
                    let op = [less, at_most, Op::Eq][usize::from(kind % 3)];
                    let compared = store.raw(op, &[numbers[a], numbers[b]]);
                    let negated = kind >= 3 && op != Op::Eq;
                    if negated { store.raw(Op::Not, &[compared]) } else { compared }
                })
                .collect();
            constraints.push(store.raw(less, &[numbers[0], numbers[1]]));
            let holds = |model: &Model| constraints.iter().all(|constraint| {
                eval(&store, model, *constraint).expect("closed").as_bool() == Some(true)
            });
            // Four numbers have at most four different places in an order.
            let possible = (0..256u32).any(|choice| {
                let mut model = Model::new();
                for (place, number) in numbers.iter().enumerate() {
                    let (_, value) = assignment(&store, *number, 8, u64::from(choice >> (2 * place) & 3))
                        .expect("a variable")[0].clone();
                    let symbol = match store.op(*number) { Op::Var(symbol) => symbol, _ => unreachable!() };
                    model.set(&store, symbol, Value::BitVec(value));
                }
                holds(&model)
            });
            match decide(&store, &constraints) {
                Some(Decided::Unsat) => prop_assert!(!possible),
                Some(Decided::Sat(model)) => prop_assert!(holds(&model)),
                None => prop_assert!(false, "all of these are about the order"),
            }
        }
    }
}
