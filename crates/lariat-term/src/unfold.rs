//! Bounded quantifiers taken apart: the first instances, and the rest.
//!
//! `∀ i. lo ≤ i < hi → φ(i)` is `φ(lo)` if the range has a value at all, `φ(lo + 1)` if it has two, and so on, and the same quantifier
//! from there on. A solver that cannot deal with the quantifier is asked about the instances: together with the condition that
//! the range has no more values they say the same, and without the rest a universal quantifier is weaker, an existential one stronger.

use crate::op::Op;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};

/// What [`TermStore::unfold`] makes of a quantifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfolded {
    /// The first instances, each as far as the range has that many values.
    pub instances: TermId,
    /// The quantifier over what is left of the range. A universal quantifier is the conjunction of `instances` and `rest`, an existential
    /// one their disjunction.
    pub rest: TermId,
    /// The range has no more values than were unfolded, so the quantifier is `instances` alone.
    pub complete: TermId,
}

impl TermStore {
    /// Takes the first `count` instances of a bounded quantifier out. `None` if the term is not a quantifier, or depends on
    /// the bound variable of a quantifier around it.
    pub fn unfold(&self, quantifier: TermId, count: u32) -> Option<Unfolded> {
        let (op @ (Op::ForAll | Op::Exists), &[lo, hi, body]) = self.view(quantifier) else {
            return None;
        };
        if self.loose_bound(quantifier) > 0 {
            return None;
        }
        let sort = self.sort(lo);
        // A range of bit-vectors never has all values: its end is not in it.
        let count = match sort {
            Sort::BitVec(width @ 0..=31) => count.min((1 << width) - 1),
            _ => count,
        };
        let number = |value: u32| match sort {
            Sort::BitVec(width) => self.bv_const(width, u64::from(value)),
            _ => self.int_const(i64::from(value)),
        };
        let after = |value: u32| match sort {
            Sort::BitVec(_) => self.bv_add(lo, number(value)),
            _ => self.int_add(lo, number(value)),
        };
        // Whether the range has more than so many values. The difference of bit-vectors does not wrap where it is looked at.
        let has_more = |than: u32| match sort {
            Sort::BitVec(_) => {
                self.and(&[self.bv_ult(lo, hi), self.bv_ult(number(than), self.bv_sub(hi, lo))])
            }
            _ => self.int_lt(after(than), hi),
        };
        let instance = |at: u32| {
            let instance = self.instantiate(body, after(at));
            match op {
                Op::ForAll => self.or(&[self.not(has_more(at)), instance]),
                _ => self.and(&[has_more(at), instance]),
            }
        };
        let instances: Vec<TermId> = (0..count).map(instance).collect();
        let instances = match op {
            Op::ForAll => self.and(&instances),
            _ => self.or(&instances),
        };
        let more = has_more(count);
        // Where nothing is left the sum may have wrapped.
        let start = match sort {
            Sort::BitVec(_) => self.ite(more, after(count), hi),
            _ => after(count),
        };
        let rest = self.mk(op, &[start, hi, body]);
        Some(Unfolded { instances, rest, complete: self.not(more) })
    }
}
