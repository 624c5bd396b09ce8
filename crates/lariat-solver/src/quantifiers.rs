//! Bounded quantifiers before the backend: those over a small constant range become their instances.
//!
//! A backend decides a conjunction of instances more reliably than a quantifier, and, while there are few, faster. Where
//! the range is larger the caller races both forms. This is the place where the procedure for general bounded
//! quantifiers (strip, instantiate, unfold) will stand too.

use lariat_term::{BitVec, Op, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// How many instances one term may become, nested quantifiers multiplied.
const MOST_INSTANCES: u64 = 1 << 14;

/// Replaces every quantifier whose bounds are constants at most `limit` apart by its instances.
pub(crate) struct Expander<'s> {
    store: &'s TermStore,
    limit: u64,
    instances: u64,
    done: FxHashMap<TermId, TermId>,
}

impl<'s> Expander<'s> {
    pub(crate) fn new(store: &'s TermStore, limit: u64) -> Expander<'s> {
        Expander { store, limit, instances: 0, done: FxHashMap::default() }
    }

    /// The term with small quantifiers expanded; the term itself if there are none.
    pub(crate) fn expand(&mut self, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((term, arguments_done)) = stack.pop() {
            if self.done.contains_key(&term) {
                continue;
            }
            let (op, args) = self.store.view(term);
            if !arguments_done && !args.is_empty() {
                stack.push((term, true));
                stack.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            }
            let new: SmallVec<[TermId; 4]> = args.iter().map(|arg| self.done[arg]).collect();
            let result = match op {
                Op::ForAll | Op::Exists => self.quantifier(term, op, &new),
                _ if new[..] == *args => term,
                _ => self.store.rebuild(term, &new),
            };
            self.done.insert(term, result);
        }
        self.done[&root]
    }

    fn quantifier(&mut self, term: TermId, op: Op, args: &[TermId]) -> TermId {
        let store = self.store;
        let (lo, hi, body) = (args[0], args[1], args[2]);
        let Some(range) = self.small_range(lo, hi) else {
            return if args == store.args(term) { term } else { store.rebuild(term, args) };
        };
        self.instances += range.len() as u64;
        let instances: Vec<TermId> =
            range.into_iter().map(|index| store.instantiate(body, index)).collect();
        if op == Op::ForAll { store.and(&instances) } else { store.or(&instances) }
    }

    /// The constants from `lo` to below `hi`, if there are few enough.
    fn small_range(&self, lo: TermId, hi: TermId) -> Option<Vec<TermId>> {
        let store = self.store;
        let (first, end, width) = match (store.as_int(lo), store.as_int(hi)) {
            (Some(lo), Some(hi)) => (lo, hi, None),
            _ => {
                let (lo, hi) = (store.as_bv(lo)?, store.as_bv(hi)?);
                (BigInt::from(lo.to_biguint()), BigInt::from(hi.to_biguint()), Some(lo.width()))
            }
        };
        let count = if end <= first { 0 } else { (&end - &first).to_u64()? };
        if count > self.limit || self.instances + count > MOST_INSTANCES {
            return None;
        }
        let constant = |offset: u64| {
            let value = &first + BigInt::from(offset);
            match width {
                None => store.int_value(&value),
                Some(width) => store.bv_value(&BitVec::from_bigint(width, &value)),
            }
        };
        Some((0..count).map(constant).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::Sort;

    #[test]
    fn small_constant_ranges_are_expanded_and_others_are_kept() {
        let store = TermStore::new();
        let array = store.var("a", Sort::array(Sort::Int, Sort::Int));
        let zero = store.int_const(0);
        let nonzero = |i| store.ne(store.select(array, i), zero);
        let small = store.forall(zero, store.int_const(3), nonzero);
        let expected = store.and(&[
            nonzero(store.int_const(0)),
            nonzero(store.int_const(1)),
            nonzero(store.int_const(2)),
        ]);
        assert_eq!(Expander::new(&store, 3).expand(small), expected);
        assert_eq!(Expander::new(&store, 2).expand(small), small);
        let open = store.forall(zero, store.var("n", Sort::Int), nonzero);
        assert_eq!(Expander::new(&store, 100).expand(open), open);
    }

    #[test]
    fn nested_quantifiers_are_expanded_from_the_inside() {
        let store = TermStore::new();
        let width = Sort::BitVec(8);
        let table = store.var("t", Sort::array(width, width));
        let (lo, hi) = (store.bv_const(8, 0), store.bv_const(8, 2));
        let nested = store.forall(lo, hi, |i| {
            store.exists(lo, hi, |j| {
                store.bv_ult(store.select(table, i), store.select(table, store.bv_add(i, j)))
            })
        });
        let expanded = Expander::new(&store, 4).expand(nested);
        let mut stack = vec![expanded];
        while let Some(term) = stack.pop() {
            assert!(!matches!(store.op(term), Op::ForAll | Op::Exists | Op::Bound(_)));
            stack.extend_from_slice(store.args(term));
        }
    }
}
