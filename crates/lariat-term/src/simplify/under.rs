//! Simplification under assumptions.
//!
//! A conjunction of assumptions says which terms are constant, which comparisons hold and between which bounds terms lie.
//! The result equals the term wherever all assumptions hold; elsewhere it may be anything. The assumptions are not used on
//! each other, so nothing is assumed that they do not say.

use rustc_hash::FxHashMap;

use super::range::{Facts, IntRange, Ranges};
use super::{Rewriter, Rule, mask, signed};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};

/// What the assumptions say.
#[derive(Default)]
struct Known {
    /// Terms with another term that is equal to them under the assumptions and simpler.
    equal: FxHashMap<TermId, TermId>,
    facts: Facts,
}

impl TermStore {
    /// A term that equals `term` wherever all of `assumptions` hold.
    pub fn simplify_under(&self, assumptions: &[TermId], term: TermId) -> TermId {
        if !self.simplifies() {
            return term;
        }
        let rw = Rewriter::new(self);
        let mut known = Known::default();
        let mut open: Vec<TermId> = assumptions.iter().map(|&a| self.simplify(a)).collect();
        while let Some(assumption) = open.pop() {
            match self.view(assumption) {
                (Op::And, members) => open.extend_from_slice(members),
                _ => known.assume(&rw, assumption),
            }
        }
        self.rebuild_with(
            term,
            |_| None,
            |_, rebuilt| match known.equal.get(&rebuilt) {
                Some(&equal) => rw.rule(Rule::UnderEqual, equal),
                None => match known.decide(self, rebuilt) {
                    Some(value) => rw.rule(Rule::UnderRange, self.bool_const(value)),
                    None => rebuilt,
                },
            },
        )
    }
}

impl Known {
    /// Takes one member of the conjunction in. Open terms say nothing about terms elsewhere.
    fn assume(&mut self, rw: &Rewriter<'_>, assumption: TermId) {
        if rw.store.loose_bound(assumption) > 0 || rw.is_const(assumption) {
            return;
        }
        let (statement, holds) = match rw.view(assumption) {
            (Op::Not, &[inner]) => (inner, false),
            _ => (assumption, true),
        };
        self.equal.insert(statement, rw.bool(holds));
        let &[a, b] = rw.store.args(statement) else { return };
        match (rw.op(statement), holds) {
            (Op::Eq, true) if rw.is_const(a) => {
                self.equal.insert(b, a);
            }
            // Of two variables the older one stays, so that replacing cannot go in circles.
            (Op::Eq, true) => {
                if let (Op::Var(_), Op::Var(_)) = (rw.op(a), rw.op(b)) {
                    self.equal.entry(a.max(b)).or_insert(a.min(b));
                }
            }
            (Op::BvUlt, _) => self.assume_unsigned(rw, a, b, holds),
            (Op::BvSlt, _) => self.assume_signed(rw, a, b, holds),
            (Op::IntLe, _) => self.assume_int(rw, a, b, holds),
            _ => {}
        }
    }

    /// `a < b` or not, one of them a constant.
    fn assume_unsigned(&mut self, rw: &Rewriter<'_>, a: TermId, b: TermId, holds: bool) {
        let width = rw.width(a);
        if width > 128 {
            return;
        }
        let (term, range) = match (rw.word(a), rw.word(b), holds) {
            (None, Some(bound), true) if bound > 0 => (a, (0, bound - 1)),
            (None, Some(bound), false) => (a, (bound, mask(width))),
            (Some(bound), None, true) if bound < mask(width) => (b, (bound + 1, mask(width))),
            (Some(bound), None, false) => (b, (0, bound)),
            _ => return,
        };
        let entry = self.facts.unsigned.entry(term).or_insert((0, mask(width)));
        *entry = (entry.0.max(range.0), entry.1.min(range.1));
    }

    fn assume_signed(&mut self, rw: &Rewriter<'_>, a: TermId, b: TermId, holds: bool) {
        let width = rw.width(a);
        if width > 127 {
            return;
        }
        let full = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        let value = |term: TermId| rw.word(term).map(|value| signed(width, value));
        let (term, range) = match (value(a), value(b), holds) {
            (None, Some(bound), true) => (a, (full.0, bound - 1)),
            (None, Some(bound), false) => (a, (bound, full.1)),
            (Some(bound), None, true) => (b, (bound + 1, full.1)),
            (Some(bound), None, false) => (b, (full.0, bound)),
            _ => return,
        };
        let entry = self.facts.signed.entry(term).or_insert(full);
        *entry = (entry.0.max(range.0), entry.1.min(range.1));
    }

    /// `bound ≤ sum` or not.
    fn assume_int(&mut self, rw: &Rewriter<'_>, a: TermId, b: TermId, holds: bool) {
        let Some(bound) = rw.int(a) else { return };
        let entry = self.facts.int.entry(b).or_insert((None, None));
        if holds {
            entry.0 = Some(entry.0.map_or(bound, |low| low.max(bound)));
        } else if let Some(below) = bound.checked_sub(1) {
            entry.1 = Some(entry.1.map_or(below, |high| high.min(below)));
        }
    }

    /// The value of a comparison, if the bounds of its sides decide it.
    fn decide(&self, store: &TermStore, term: TermId) -> Option<bool> {
        let (op, &[a, b]) = store.view(term) else { return None };
        let ranges = || Ranges::new(store, Some(&self.facts));
        let small = matches!(store.sort(a), Sort::BitVec(width) if width <= 128);
        match op {
            Op::BvUlt if small => less(ranges().unsigned(a), ranges().unsigned(b)),
            Op::BvSlt if small => less(ranges().signed(a), ranges().signed(b)),
            Op::Eq if small => {
                let apart = disjoint(ranges().unsigned(a), ranges().unsigned(b))
                    || disjoint(ranges().signed(a), ranges().signed(b));
                apart.then_some(false)
            }
            Op::IntLe => at_most(ranges().int(a), ranges().int(b)),
            Op::Eq if store.sort(a) == Sort::Int => {
                let (x, y) = (ranges().int(a), ranges().int(b));
                let apart =
                    |x: IntRange, y: IntRange| x.1.zip(y.0).is_some_and(|(high, low)| high < low);
                (apart(x, y) || apart(y, x)).then_some(false)
            }
            _ => None,
        }
    }
}

fn less<T: Ord>(a: (T, T), b: (T, T)) -> Option<bool> {
    if a.1 < b.0 {
        Some(true)
    } else if a.0 >= b.1 {
        Some(false)
    } else {
        None
    }
}

fn disjoint<T: Ord>(a: (T, T), b: (T, T)) -> bool {
    a.1 < b.0 || b.1 < a.0
}

fn at_most(a: IntRange, b: IntRange) -> Option<bool> {
    if a.1.zip(b.0).is_some_and(|(high, low)| high <= low) {
        Some(true)
    } else if a.0.zip(b.1).is_some_and(|(low, high)| low > high) {
        Some(false)
    } else {
        None
    }
}
