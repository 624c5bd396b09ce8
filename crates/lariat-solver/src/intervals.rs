//! Questions about one number.
//!
//! Many branches compare one input, or one input plus a constant, with constants: `x + 7 < 1024`, `c == 'H'`. When all constraints a
//! question depends on are of this kind and about the same term, each of them says that the term is in a set of intervals, and the
//! question is decided by intersecting these: nothing left is `unsat`, and any value left makes a model if the term is a variable or made of
//! variables side by side. Exact in both directions; anything else is left to the next layer.

use std::sync::Arc;

use lariat_term::{BitVec, Model, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

use crate::evaluate::put;

/// Disjoint intervals in ascending order, both ends included.
type Set = Vec<(u64, u64)>;

/// A set of more intervals than this is not followed.
const MOST_INTERVALS: usize = 64;

/// A constraint in which more connectives than this are inside of each other is not followed.
const MOST_NESTED: u32 = 4;

/// What a constraint says about a term.
#[derive(Clone)]
struct Restriction {
    term: TermId,
    width: u32,
    set: Arc<Set>,
}

/// What the intervals say about constraints.
pub(crate) enum Decided {
    /// No value is left.
    Unsat,
    /// A value of every variable involved.
    Sat(Model),
}

/// Remembers what constraints say.
#[derive(Default)]
pub(crate) struct Intervals {
    known: FxHashMap<TermId, Option<Restriction>>,
}

impl Intervals {
    /// Forgets everything once there is more than `capacity`.
    pub(crate) fn make_room(&mut self, capacity: usize) {
        if self.known.len() > capacity {
            self.known = FxHashMap::default();
        }
    }

    /// Decides constraints that are all about one term.
    pub(crate) fn decide(&mut self, store: &TermStore, constraints: &[TermId]) -> Option<Decided> {
        // The last one is the question, most likely to be about something else.
        let (last, rest) = constraints.split_last()?;
        let Restriction { term, width, set } = self.restriction(store, *last)?;
        let mut left: Set = set.to_vec();
        for constraint in rest {
            let other = self.restriction(store, *constraint)?;
            if other.term != term {
                return None;
            }
            left = intersection(&left, &other.set);
            if left.len() > MOST_INTERVALS {
                return None;
            }
        }
        let Some((value, _)) = left.first() else { return Some(Decided::Unsat) };
        let mut model = Model::new();
        for (symbol, value) in assignment(store, term, width, *value)? {
            put(store, &mut model, symbol, Value::BitVec(value));
        }
        Some(Decided::Sat(model))
    }

    /// The words up to `all` that constraints about a single variable leave for it.
    pub(crate) fn left_for(
        &mut self,
        store: &TermStore,
        constraints: &[TermId],
        symbol: SymbolId,
        all: u64,
    ) -> Vec<(u64, u64)> {
        let mut left = vec![(0, all)];
        for constraint in constraints {
            let Some(found) = self.restriction(store, *constraint) else { continue };
            if store.view(found.term).0 == Op::Var(symbol) {
                left = intersection(&left, &found.set);
            }
        }
        left
    }

    fn restriction(&mut self, store: &TermStore, constraint: TermId) -> Option<Restriction> {
        if let Some(known) = self.known.get(&constraint) {
            return known.clone();
        }
        let found = read(store, constraint, MOST_NESTED);
        self.known.insert(constraint, found.clone());
        found
    }
}

fn largest(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The interval from one word upwards to another, around the end if need be.
fn around(width: u32, from: u64, to: u64) -> Set {
    if from <= to { vec![(from, to)] } else { vec![(0, to), (from, largest(width))] }
}

fn intersection(a: &[(u64, u64)], b: &[(u64, u64)]) -> Set {
    let mut result = Set::new();
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (low, high) = (x.0.max(y.0), x.1.min(y.1));
        if low <= high {
            result.push((low, high));
        }
        if x.1 < y.1 { i += 1 } else { j += 1 }
    }
    result
}

fn complement(set: &[(u64, u64)], width: u32) -> Set {
    let mut result = Set::new();
    let mut next = Some(0);
    for (low, high) in set {
        if let Some(start) = next
            && start < *low
        {
            result.push((start, low - 1));
        }
        next = (*high < largest(width)).then(|| high + 1);
    }
    result.extend(next.map(|start| (start, largest(width))));
    result
}

/// What a constraint says, if it is about one term.
fn read(store: &TermStore, constraint: TermId, depth: u32) -> Option<Restriction> {
    let (op, args) = store.view(constraint);
    match (op, args) {
        (Op::Not, [inner]) if depth > 0 => {
            let inner = read(store, *inner, depth - 1)?;
            let set = complement(&inner.set, inner.width);
            Some(Restriction { set: Arc::new(set), ..inner })
        }
        (Op::And | Op::Or, args) if depth > 0 && args.len() <= 8 => {
            let mut parts = args.iter().map(|arg| read(store, *arg, depth - 1));
            let Restriction { term, width, set } = parts.next()??;
            let mut all = set.to_vec();
            for part in parts {
                let part = part.filter(|part| part.term == term)?;
                all = match op {
                    Op::And => intersection(&all, &part.set),
                    // a ∪ b is what is neither outside of a nor outside of b.
                    _ => complement(
                        &intersection(&complement(&all, width), &complement(&part.set, width)),
                        width,
                    ),
                };
            }
            Some(Restriction { term, width, set: Arc::new(all) })
        }
        (Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, [a, b]) => {
            let Sort::BitVec(width @ 1..=64) = store.sort(*a) else { return None };
            let (term, set) = match (store.as_word(*a), store.as_word(*b)) {
                (None, Some(bound)) => (*a, compared(op, width, bound, true)),
                (Some(bound), None) => (*b, compared(op, width, bound, false)),
                _ => return None,
            };
            Some(unwrapped(store, term, width, set))
        }
        _ => None,
    }
}

/// The words that compare with a bound, from the left or from the right.
fn compared(op: Op, width: u32, bound: u64, left: bool) -> Set {
    let all = largest(width);
    let (least, most) = match op {
        Op::BvSlt | Op::BvSle => (1 << (width - 1), (1 << (width - 1)) - 1),
        _ => (0, all),
    };
    let before = |word: u64| word.wrapping_sub(1) & all;
    let after = |word: u64| word.wrapping_add(1) & all;
    match (op, left) {
        (Op::Eq, _) => vec![(bound, bound)],
        (Op::BvUle | Op::BvSle, true) => around(width, least, bound),
        (Op::BvUle | Op::BvSle, false) => around(width, bound, most),
        (_, true) if bound == least => Set::new(),
        (_, true) => around(width, least, before(bound)),
        (_, false) if bound == most => Set::new(),
        (_, false) => around(width, after(bound), most),
    }
}

/// Follows a term through what can be undone, with the set of its values: added constants and extensions.
fn unwrapped(store: &TermStore, term: TermId, width: u32, set: Set) -> Restriction {
    let whole = |set: Set| Restriction { term, width, set: Arc::new(set) };
    match store.view(term) {
        (Op::BvAdd, [a, b]) => {
            let (inner, constant) = match (store.as_word(*a), store.as_word(*b)) {
                (Some(constant), None) => (*b, constant),
                (None, Some(constant)) => (*a, constant),
                _ => return whole(set),
            };
            let back = |word: u64| word.wrapping_sub(constant) & largest(width);
            let mut moved: Set =
                set.iter().flat_map(|(low, high)| around(width, back(*low), back(*high))).collect();
            moved.sort_unstable();
            unwrapped(store, inner, width, moved)
        }
        (Op::ZeroExtend(bits), [inner]) => {
            let narrow = width - bits;
            let set = intersection(&set, &[(0, largest(narrow))]);
            unwrapped(store, *inner, narrow, set)
        }
        (Op::SignExtend(bits), [inner]) => {
            let narrow = width - bits;
            let half = 1u64 << (narrow - 1);
            let mut low = intersection(&set, &[(0, half - 1)]);
            let negative = (largest(width) - (half - 1), largest(width));
            let high = intersection(&set, &[negative]);
            low.extend(high.iter().map(|(a, b)| (a & largest(narrow), b & largest(narrow))));
            unwrapped(store, *inner, narrow, low)
        }
        _ => whole(set),
    }
}

/// The values of variables that give a term this value; none if the term is not made of different variables side by side.
pub(crate) fn assignment(
    store: &TermStore,
    term: TermId,
    width: u32,
    value: u64,
) -> Option<Vec<(SymbolId, BitVec)>> {
    let mut values: Vec<(SymbolId, BitVec)> = Vec::new();
    let mut parts = vec![term];
    let mut done = 0;
    // The least significant part is last.
    while let Some(part) = parts.pop() {
        let Sort::BitVec(bits) = store.sort(part) else { return None };
        match store.view(part) {
            (Op::Concat, args) => parts.extend_from_slice(args),
            (Op::Var(symbol), _) if bits + done <= width => {
                if values.iter().any(|(known, _)| *known == symbol) {
                    return None;
                }
                values.push((symbol, BitVec::new(bits, (value >> done) & largest(bits))));
                done += bits;
            }
            _ => return None,
        }
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::eval;
    use proptest::prelude::*;

    /// Any comparison of a term with a constant, possibly negated.
    fn comparison(store: &TermStore, term: TermId, (kind, bound, shape): (u8, u8, u8)) -> TermId {
        let plus = |term, constant| store.raw(Op::BvAdd, &[term, constant]);
        let (term, width) = match shape % 4 {
            0 => (term, 6),
            1 => (plus(term, store.bv_const(6, u64::from(shape) >> 2)), 6),
            2 => (store.raw(Op::ZeroExtend(2), &[term]), 8),
            _ => (store.raw(Op::SignExtend(2), &[term]), 8),
        };
        let bound = store.bv_const(width, u64::from(bound));
        let op = [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle][usize::from(kind % 5)];
        let args = if kind & 32 == 0 { [term, bound] } else { [bound, term] };
        let compared = store.raw(op, &args);
        if kind & 64 == 0 { compared } else { store.raw(Op::Not, &[compared]) }
    }

    proptest! {
        #[test]
        fn agrees_with_trying_all_values(
            comparisons in prop::collection::vec(any::<(u8, u8, u8)>(), 1..6),
            joined in any::<bool>(),
        ) {
            let store = TermStore::new();
            let (high, low) = (store.var("h", Sort::BitVec(2)), store.var("l", Sort::BitVec(4)));
            let term = store.raw(Op::Concat, &[high, low]);
            let mut constraints: Vec<TermId> =
                comparisons.into_iter().map(|which| comparison(&store, term, which)).collect();
            if joined && constraints.len() > 2 {
                let either = store.raw(Op::Or, &[constraints[0], constraints[1]]);
                constraints[0] = either;
            }
            let holds = |model: &Model| constraints.iter().all(|constraint| {
                eval(&store, model, *constraint).expect("closed").as_bool() == Some(true)
            });
            let possible = (0..64u64).any(|value| {
                let mut model = Model::new();
                for (symbol, value) in assignment(&store, term, 6, value).expect("variables") {
                    model.set(&store, symbol, Value::BitVec(value));
                }
                holds(&model)
            });
            match Intervals::default().decide(&store, &constraints) {
                Some(Decided::Unsat) => prop_assert!(!possible),
                Some(Decided::Sat(model)) => prop_assert!(holds(&model)),
                None => prop_assert!(false, "all of these are about one term"),
            }
        }
    }
}
