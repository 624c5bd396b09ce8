//! Range facts: what a term's structure says about its value.
//!
//! Intervals (unsigned and signed) and known bits are computed by looking at a bounded number of nodes below the term, so a
//! rule may ask for them at every comparison. Nothing is remembered: the bound makes a question cheaper than a table would
//! be. [`Facts`] adds what is known from elsewhere (the assumptions of [`TermStore::simplify_under`]).
//!
//! Terms wider than 128 bits have no facts.

use std::cell::Cell;

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::{Rewriter, mask, signed};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};

/// How many nodes one question may look at.
const BUDGET: u32 = 24;

/// An inclusive interval of integers, open where there is no bound.
pub(super) type IntRange = (Option<i128>, Option<i128>);

/// Bits of a term that have the same value whatever its variables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Bits that are surely 0.
    pub zeros: u128,
    /// Bits that are surely 1.
    pub ones: u128,
}

/// Bounds of terms that come from assumptions.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) unsigned: FxHashMap<TermId, (u128, u128)>,
    pub(super) signed: FxHashMap<TermId, (i128, i128)>,
    pub(super) int: FxHashMap<TermId, IntRange>,
}

/// One question.
pub(super) struct Ranges<'a> {
    store: &'a TermStore,
    facts: Option<&'a Facts>,
    budget: Cell<u32>,
}

fn lowest(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

fn highest(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

/// All bits up to the highest one set.
fn smear(value: u128) -> u128 {
    mask(128 - value.leading_zeros())
}

impl<'a> Ranges<'a> {
    pub(super) fn new(store: &'a TermStore, facts: Option<&'a Facts>) -> Ranges<'a> {
        Ranges { store, facts, budget: Cell::new(BUDGET) }
    }

    /// Takes one node from the budget.
    fn spend(&self) -> bool {
        let left = self.budget.get();
        self.budget.set(left.saturating_sub(1));
        left > 0
    }

    /// Smallest and largest unsigned value of a term of at most 128 bits.
    pub(super) fn unsigned(&self, term: TermId) -> (u128, u128) {
        let structural = self.unsigned_structure(term);
        match self.facts.and_then(|facts| facts.unsigned.get(&term)) {
            Some(&(low, high)) if structural.0.max(low) <= structural.1.min(high) => {
                (structural.0.max(low), structural.1.min(high))
            }
            _ => structural,
        }
    }

    fn unsigned_structure(&self, term: TermId) -> (u128, u128) {
        let (op, args) = self.store.view(term);
        let width = self.store.sort(term).width();
        let full = (0, mask(width));
        match op {
            Op::BvConst(value) => return (u128::from(value), u128::from(value)),
            Op::Var(_) | Op::Bound(_) => return full,
            _ if !self.spend() => return full,
            _ => {}
        }
        match (op, args) {
            (Op::WideBvConst(_), _) => self.store.as_u128(term).map_or(full, |v| (v, v)),
            (Op::ZeroExtend(_), &[inner]) => self.unsigned(inner),
            (Op::SignExtend(_), &[inner]) => {
                let (low, high) = self.signed(inner);
                if (low < 0) == (high < 0) {
                    (low as u128 & mask(width), high as u128 & mask(width))
                } else {
                    full
                }
            }
            (Op::Concat, &[upper, lower]) => {
                let bits = self.store.sort(lower).width();
                let (upper, lower) = (self.unsigned(upper), self.unsigned(lower));
                (upper.0 << bits | lower.0, upper.1 << bits | lower.1)
            }
            (Op::Extract { hi, lo }, &[inner]) if self.store.sort(inner).width() <= 128 => {
                let (low, high) = self.unsigned(inner);
                if high <= mask(hi + 1) { (low >> lo, high >> lo) } else { full }
            }
            (Op::BvAnd, &[a, b]) => (0, self.unsigned(a).1.min(self.unsigned(b).1)),
            (Op::BvOr, &[a, b]) => {
                let (a, b) = (self.unsigned(a), self.unsigned(b));
                (a.0.max(b.0), smear(a.1 | b.1))
            }
            (Op::BvXor, &[a, b]) => (0, smear(self.unsigned(a).1 | self.unsigned(b).1)),
            (Op::BvNot, &[a]) => {
                let (low, high) = self.unsigned(a);
                (mask(width) - high, mask(width) - low)
            }
            (Op::BvUrem, &[a, b]) => {
                let (a, b) = (self.unsigned(a), self.unsigned(b));
                if a.1 < b.0 {
                    a
                } else if b.0 > 0 {
                    (0, a.1.min(b.1 - 1))
                } else {
                    (0, a.1)
                }
            }
            (Op::BvUdiv, &[a, b]) => {
                let (a, b) = (self.unsigned(a), self.unsigned(b));
                (a.1.checked_div(b.0)).map_or(full, |high| (a.0 / b.1, high))
            }
            (Op::BvLshr, &[a, b]) => {
                let (a, b) = (self.unsigned(a), self.unsigned(b));
                let shift = u32::try_from(b.0).unwrap_or(128);
                (0, a.1.checked_shr(shift).unwrap_or(0))
            }
            (Op::BvAdd, args) => {
                let add = |sum: (u128, u128), &arg: &TermId| {
                    let next = self.unsigned(arg);
                    let high = sum.1.checked_add(next.1).filter(|&high| high <= mask(width))?;
                    Some((sum.0 + next.0, high))
                };
                args.iter().try_fold((0, 0), add).unwrap_or(full)
            }
            (Op::BvMul, &[a, b]) => {
                let (a, b) = (self.unsigned(a), self.unsigned(b));
                match a.1.checked_mul(b.1).filter(|&high| high <= mask(width)) {
                    Some(high) => (a.0 * b.0, high),
                    None => full,
                }
            }
            (Op::Ite, &[_, a, b]) => {
                let (a, b) = (self.unsigned(a), self.unsigned(b));
                (a.0.min(b.0), a.1.max(b.1))
            }
            (Op::IntToBv(_), &[a]) => match self.int(a) {
                (Some(low), Some(high)) if low >= 0 && high as u128 <= mask(width) => {
                    (low as u128, high as u128)
                }
                _ => full,
            },
            _ => full,
        }
    }

    /// Smallest and largest signed value of a term of at most 128 bits.
    pub(super) fn signed(&self, term: TermId) -> (i128, i128) {
        let structural = self.signed_structure(term);
        match self.facts.and_then(|facts| facts.signed.get(&term)) {
            Some(&(low, high)) if structural.0.max(low) <= structural.1.min(high) => {
                (structural.0.max(low), structural.1.min(high))
            }
            _ => structural,
        }
    }

    fn signed_structure(&self, term: TermId) -> (i128, i128) {
        let (op, args) = self.store.view(term);
        let width = self.store.sort(term).width();
        let full = (lowest(width), highest(width));
        let fits = |range: (i128, i128)| range.0 >= full.0 && range.1 <= full.1;
        match (op, args) {
            (Op::BvConst(value), _) => {
                let value = signed(width, u128::from(value));
                return (value, value);
            }
            (Op::Var(_) | Op::Bound(_), _) if self.facts.is_none() => return full,
            _ if !self.spend() => return full,
            (Op::SignExtend(_), &[inner]) => return self.signed(inner),
            (Op::BvAdd, args) => {
                let add = |sum: (i128, i128), &arg: &TermId| {
                    let next = self.signed(arg);
                    Some((sum.0.checked_add(next.0)?, sum.1.checked_add(next.1)?))
                };
                // Partial sums may leave the range as long as the whole does not: the exact sum is what counts.
                if let Some(range) = args.iter().try_fold((0, 0), add)
                    && fits(range)
                {
                    return range;
                }
            }
            (Op::BvMul, &[a, b]) => {
                let (a, b) = (self.signed(a), self.signed(b));
                if let Some(range) = product(a, b)
                    && fits(range)
                {
                    return range;
                }
            }
            (Op::BvSrem, &[a, b]) => {
                let (a, b) = (self.signed(a), self.signed(b));
                // |r| is at most |a|, has a's sign, and is below |b| if b is not 0.
                let mut range = (a.0.min(0), a.1.max(0));
                if (b.0 > 0 || b.1 < 0) && b.0 != i128::MIN {
                    let largest = b.0.abs().max(b.1.abs()) - 1;
                    range = (range.0.max(-largest), range.1.min(largest));
                }
                return range;
            }
            (Op::Ite, &[_, a, b]) => {
                let (a, b) = (self.signed(a), self.signed(b));
                return (a.0.min(b.0), a.1.max(b.1));
            }
            (Op::BvAshr, &[a, _]) => {
                let a = self.signed(a);
                return (a.0.min(0), a.1.max(-1));
            }
            (Op::BvNot, &[a]) => {
                let a = self.signed(a);
                return (!a.1, !a.0);
            }
            _ => {}
        }
        let (low, high) = self.unsigned(term);
        let (low, high) = (signed(width, low), signed(width, high));
        if (low < 0) == (high < 0) { (low, high) } else { full }
    }

    /// Bounds of an integer.
    pub(super) fn int(&self, term: TermId) -> IntRange {
        let structural = self.int_structure(term);
        match self.facts.and_then(|facts| facts.int.get(&term)) {
            Some(&(low, high)) => {
                let tightest =
                    |a: Option<i128>, b: Option<i128>, pick: fn(i128, i128) -> i128| match (a, b) {
                        (Some(a), Some(b)) => Some(pick(a, b)),
                        (a, b) => a.or(b),
                    };
                (tightest(structural.0, low, i128::max), tightest(structural.1, high, i128::min))
            }
            None => structural,
        }
    }

    fn int_structure(&self, term: TermId) -> IntRange {
        let (op, args) = self.store.view(term);
        let open = (None, None);
        if !self.spend() {
            return open;
        }
        match (op, args) {
            (Op::IntConst(value), _) => (Some(i128::from(value)), Some(i128::from(value))),
            (Op::BigIntConst(_), _) => {
                let value = self.store.as_int(term).and_then(|value| value.to_i128());
                (value, value)
            }
            (Op::BvToNat, &[a]) if self.store.sort(a).width() < 127 => {
                let (low, high) = self.unsigned(a);
                (Some(low as i128), Some(high as i128))
            }
            (Op::BvToNat, _) => (Some(0), None),
            (Op::BvToInt, &[a]) if self.store.sort(a).width() <= 128 => {
                let (low, high) = self.signed(a);
                (Some(low), Some(high))
            }
            (Op::IntMod, &[a, b]) => match self.int(b) {
                (Some(low), Some(high)) if low > 0 => match self.int(a) {
                    (Some(from), Some(to)) if from >= 0 && to < low => (Some(from), Some(to)),
                    (Some(from), Some(to)) if from >= 0 => (Some(0), Some(to.min(high - 1))),
                    _ => (Some(0), Some(high - 1)),
                },
                _ => open,
            },
            (Op::IntDiv, &[a, b]) => match self.int(b) {
                (Some(by), Some(same)) if by == same && by > 0 => {
                    let (low, high) = self.int(a);
                    (low.map(|v| v.div_euclid(by)), high.map(|v| v.div_euclid(by)))
                }
                _ => open,
            },
            (Op::IntAdd, args) => args.iter().fold((Some(0), Some(0)), |sum: IntRange, &arg| {
                if sum == open {
                    return sum;
                }
                let next = self.int(arg);
                let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
                (add(sum.0, next.0), add(sum.1, next.1))
            }),
            (Op::IntMul, &[a, b]) => match self.int(a) {
                (Some(factor), Some(same)) if factor == same => {
                    let (low, high) = self.int(b);
                    let scale = |v: Option<i128>| v?.checked_mul(factor);
                    if factor >= 0 { (scale(low), scale(high)) } else { (scale(high), scale(low)) }
                }
                (Some(0..), _) if matches!(self.int(b), (Some(0..), _)) => (Some(0), None),
                _ => open,
            },
            (Op::Ite, &[_, a, b]) => {
                let (a, b) = (self.int(a), self.int(b));
                (a.0.zip(b.0).map(|(x, y)| x.min(y)), a.1.zip(b.1).map(|(x, y)| x.max(y)))
            }
            _ => open,
        }
    }

    /// Known bits of a term of at most 128 bits.
    pub(super) fn bits(&self, term: TermId) -> KnownBits {
        let (op, args) = self.store.view(term);
        let width = self.store.sort(term).width();
        let all = mask(width);
        let unknown = KnownBits { zeros: 0, ones: 0 };
        if !self.spend() {
            return unknown;
        }
        match (op, args) {
            (Op::BvConst(_) | Op::WideBvConst(_), _) => match self.store.as_u128(term) {
                Some(value) => KnownBits { zeros: !value & all, ones: value },
                None => unknown,
            },
            (Op::BvNot, &[a]) => {
                let a = self.bits(a);
                KnownBits { zeros: a.ones, ones: a.zeros }
            }
            (Op::BvAnd, &[a, b]) => {
                let (a, b) = (self.bits(a), self.bits(b));
                KnownBits { zeros: a.zeros | b.zeros, ones: a.ones & b.ones }
            }
            (Op::BvOr, &[a, b]) => {
                let (a, b) = (self.bits(a), self.bits(b));
                KnownBits { zeros: a.zeros & b.zeros, ones: a.ones | b.ones }
            }
            (Op::BvXor, &[a, b]) => {
                let (a, b) = (self.bits(a), self.bits(b));
                KnownBits {
                    zeros: (a.zeros & b.zeros) | (a.ones & b.ones),
                    ones: (a.zeros & b.ones) | (a.ones & b.zeros),
                }
            }
            (Op::ZeroExtend(_), &[a]) => {
                let above = all & !mask(self.store.sort(a).width());
                let a = self.bits(a);
                KnownBits { zeros: a.zeros | above, ones: a.ones }
            }
            (Op::SignExtend(_), &[a]) => {
                let inner = self.store.sort(a).width();
                let (above, sign) = (all & !mask(inner), 1 << (inner - 1));
                let a = self.bits(a);
                let spread = |bits: u128| if bits & sign != 0 { bits | above } else { bits };
                KnownBits { zeros: spread(a.zeros), ones: spread(a.ones) }
            }
            (Op::Concat, &[upper, lower]) => {
                let bits = self.store.sort(lower).width();
                let (upper, lower) = (self.bits(upper), self.bits(lower));
                KnownBits {
                    zeros: upper.zeros << bits | lower.zeros,
                    ones: upper.ones << bits | lower.ones,
                }
            }
            (Op::Extract { lo, .. }, &[a]) if self.store.sort(a).width() <= 128 => {
                let a = self.bits(a);
                KnownBits { zeros: (a.zeros >> lo) & all, ones: (a.ones >> lo) & all }
            }
            (Op::Ite, &[_, a, b]) => {
                let (a, b) = (self.bits(a), self.bits(b));
                KnownBits { zeros: a.zeros & b.zeros, ones: a.ones & b.ones }
            }
            (Op::BvMul, &[a, b]) => {
                let zeros = self.bits(a).zeros.trailing_ones() + self.bits(b).zeros.trailing_ones();
                KnownBits { zeros: mask(zeros.min(128)) & all, ones: 0 }
            }
            (Op::BvAdd, args) => {
                let zeros = args.iter().map(|&arg| self.bits(arg).zeros.trailing_ones()).min();
                KnownBits { zeros: mask(zeros.unwrap_or(0)) & all, ones: 0 }
            }
            _ => unknown,
        }
    }
}

/// The range of a product of two ranges.
fn product(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let corners = [
        a.0.checked_mul(b.0)?,
        a.0.checked_mul(b.1)?,
        a.1.checked_mul(b.0)?,
        a.1.checked_mul(b.1)?,
    ];
    Some((*corners.iter().min()?, *corners.iter().max()?))
}

impl Rewriter<'_> {
    pub(super) fn unsigned_range(&self, term: TermId) -> Option<(u128, u128)> {
        self.store.unsigned_range(term)
    }

    pub(super) fn signed_range(&self, term: TermId) -> Option<(i128, i128)> {
        self.store.signed_range(term)
    }

    pub(super) fn int_range(&self, term: TermId) -> IntRange {
        Ranges::new(self.store, None).int(term)
    }
}

impl TermStore {
    /// Bounds of a bit-vector's unsigned value, as far as a quick look at the term tells. `None` for terms that are not
    /// bit-vectors of at most 128 bits.
    pub fn unsigned_range(&self, term: TermId) -> Option<(u128, u128)> {
        self.has_facts(term).then(|| Ranges::new(self, None).unsigned(term))
    }

    /// Bounds of a bit-vector's signed value; see [`TermStore::unsigned_range`].
    pub fn signed_range(&self, term: TermId) -> Option<(i128, i128)> {
        self.has_facts(term).then(|| Ranges::new(self, None).signed(term))
    }

    /// Bounds of an integer, open where nothing is known.
    pub fn int_range(&self, term: TermId) -> (Option<i128>, Option<i128>) {
        match self.sort(term) {
            Sort::Int => Ranges::new(self, None).int(term),
            _ => (None, None),
        }
    }

    /// Bits of a bit-vector that are always 0 or always 1; see [`TermStore::unsigned_range`].
    pub fn known_bits(&self, term: TermId) -> Option<KnownBits> {
        self.has_facts(term).then(|| Ranges::new(self, None).bits(term))
    }

    fn has_facts(&self, term: TermId) -> bool {
        matches!(self.sort(term), Sort::BitVec(width) if width <= 128)
    }
}
