//! Equality and order.
//!
//! Comparisons are what path conditions are made of, so this is where most of the other rules pay: an extension on both
//! sides goes away, a comparison that the ranges of its sides decide is a constant, an equation over a concatenation is one
//! per piece. Equality of sums is in [`super::linear`], of truth values in [`super::boolean`].

use super::{Rewriter, Rule, boolean, int, is_opaque, ite, linear, mask, signed};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

pub(super) fn eq(rw: &Rewriter<'_>, a: TermId, b: TermId) -> TermId {
    if a == b {
        return rw.rule(Rule::EqSame, rw.bool(true));
    }
    let (a, b) = if rw.comes_first(a, b) { (a, b) } else { (b, a) };
    let sort = rw.sort(a);
    if sort == Sort::Bool {
        return boolean::iff(rw, a, b);
    }
    let by_rule = ite::eq_ite(rw, a, b).or_else(|| match sort {
        Sort::BitVec(width) if width <= 128 => {
            eq_bits(rw, width, a, b).or_else(|| linear::equation(rw, a, b))
        }
        Sort::Int => int::eq(rw, a, b).or_else(|| linear::equation(rw, a, b)),
        _ => None,
    });
    by_rule.unwrap_or_else(|| rw.intern(Op::Eq, Sort::Bool, &[a, b]))
}

fn eq_bits(rw: &Rewriter<'_>, width: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(value) = rw.word(a) {
        return eq_constant(rw, width, a, value, b);
    }
    match (rw.view(a), rw.view(b)) {
        ((Op::ZeroExtend(n), &[x]), (Op::ZeroExtend(m), &[y])) => {
            let common = n.min(m);
            let result = rw.eq(rw.zero_extend(n - common, x), rw.zero_extend(m - common, y));
            Some(rw.rule(Rule::EqExtended, result))
        }
        ((Op::SignExtend(n), &[x]), (Op::SignExtend(m), &[y])) => {
            let common = n.min(m);
            let result = rw.eq(rw.sign_extend(n - common, x), rw.sign_extend(m - common, y));
            Some(rw.rule(Rule::EqExtended, result))
        }
        ((Op::BvNot, &[x]), (Op::BvNot, &[y])) => Some(rw.rule(Rule::EqNotBoth, rw.eq(x, y))),
        ((Op::Concat, &[x1, x2]), (Op::Concat, &[y1, y2])) if rw.width(x2) == rw.width(y2) => {
            Some(rw.rule(Rule::EqConcat, rw.and(rw.eq(x1, y1), rw.eq(x2, y2))))
        }
        ((Op::BvXor, &[x, y]), _) if x == b || y == b => {
            let other = if x == b { y } else { x };
            Some(rw.rule(Rule::EqXor, rw.eq(rw.bv(width, 0), other)))
        }
        (_, (Op::BvXor, &[x, y])) if x == a || y == a => {
            let other = if x == a { y } else { x };
            Some(rw.rule(Rule::EqXor, rw.eq(rw.bv(width, 0), other)))
        }
        _ => {
            let (a, b) = (rw.unsigned_range(a)?, rw.unsigned_range(b)?);
            (a.1 < b.0 || b.1 < a.0).then(|| rw.rule(Rule::EqRange, rw.bool(false)))
        }
    }
}

/// Equality with a constant, which comes first.
fn eq_constant(
    rw: &Rewriter<'_>,
    width: u32,
    constant: TermId,
    value: u128,
    b: TermId,
) -> Option<TermId> {
    let never = |rule: Rule| Some(rw.rule(rule, rw.bool(false)));
    if width == 1 && value == 0 {
        return Some(rw.rule(Rule::EqBitZero, rw.not(rw.eq(rw.bv(1, 1), b))));
    }
    match rw.view(b) {
        (op, _) if is_opaque(op) => None,
        (Op::ZeroExtend(_), &[x]) => {
            let inner = rw.width(x);
            if value > mask(inner) {
                return never(Rule::EqExtendedConstant);
            }
            Some(rw.rule(Rule::EqExtendedConstant, rw.eq(rw.bv(inner, value), x)))
        }
        (Op::SignExtend(_), &[x]) => {
            let inner = rw.width(x);
            let back = signed(inner, value & mask(inner)) as u128 & mask(width);
            if back != value {
                return never(Rule::EqExtendedConstant);
            }
            Some(rw.rule(Rule::EqExtendedConstant, rw.eq(rw.bv(inner, value), x)))
        }
        (Op::Concat, &[upper, lower]) => {
            let split = rw.width(lower);
            let upper_equal = rw.eq(rw.bv(width - split, value >> split), upper);
            let lower_equal = rw.eq(rw.bv(split, value), lower);
            Some(rw.rule(Rule::EqConcat, rw.and(upper_equal, lower_equal)))
        }
        (Op::BvXor, &[c, x]) if rw.is_const(c) => {
            let target = rw.bv(width, rw.word(c)? ^ value);
            Some(rw.rule(Rule::EqXor, rw.eq(target, x)))
        }
        (Op::BvXor, &[x, y]) if value == 0 => Some(rw.rule(Rule::EqXor, rw.eq(x, y))),
        (Op::BvAnd, &[c, x]) if rw.is_const(c) => {
            let kept = rw.word(c)?;
            if value & !kept != 0 {
                return never(Rule::EqMasked);
            }
            // Such a mask is there only in terms that were not simplified, or not to the end.
            if kept == 0 {
                return Some(rw.rule(Rule::EqMasked, rw.bool(true)));
            }
            // One run of ones is compared as that run.
            let (low, run) = (kept.trailing_zeros(), kept.count_ones());
            if kept >> low != mask(run) {
                return None;
            }
            let bits = rw.extract(low + run - 1, low, x);
            Some(rw.rule(Rule::EqMasked, rw.eq(rw.bv(run, value >> low), bits)))
        }
        (Op::BvOr, &[c, _]) if rw.is_const(c) && rw.word(c)? & !value != 0 => never(Rule::EqMasked),
        (Op::BvOr, &[x, y]) if value == 0 => {
            let zero = |term| rw.eq(constant, term);
            Some(rw.rule(Rule::EqOrZero, rw.and(zero(x), zero(y))))
        }
        _ => {
            let (low, high) = rw.unsigned_range(b)?;
            if value < low || value > high {
                return never(Rule::EqRange);
            }
            let known = rw.store.known_bits(b)?;
            if value & known.zeros != 0 || !value & known.ones != 0 {
                return never(Rule::EqKnownBits);
            }
            None
        }
    }
}

pub(super) fn ult(rw: &Rewriter<'_>, a: TermId, b: TermId) -> TermId {
    let decided = |value: bool| rw.rule(Rule::UltRange, rw.bool(value));
    if a == b {
        return rw.rule(Rule::LessSame, rw.bool(false));
    }
    let width = rw.width(a);
    if width > 128 {
        return rw.intern(Op::BvUlt, Sort::Bool, &[a, b]);
    }
    let (left, right) = (rw.word(a), rw.word(b));
    match (left, right) {
        (_, Some(0)) => return decided(false),
        (Some(value), _) if value == mask(width) => return decided(false),
        (_, Some(1)) => return rw.rule(Rule::UltEdge, rw.eq(rw.bv(width, 0), a)),
        (Some(0), _) => return rw.rule(Rule::UltEdge, rw.not(rw.eq(a, b))),
        (_, Some(value)) if value == mask(width) => {
            return rw.rule(Rule::UltEdge, rw.not(rw.eq(b, a)));
        }
        (Some(value), _) if value == mask(width) - 1 => {
            return rw.rule(Rule::UltEdge, rw.eq(rw.bv(width, mask(width)), b));
        }
        (None, Some(_)) if is_opaque(rw.op(a)) => return rw.intern(Op::BvUlt, Sort::Bool, &[a, b]),
        (Some(_), None) if is_opaque(rw.op(b)) => return rw.intern(Op::BvUlt, Sort::Bool, &[a, b]),
        _ => {}
    }
    let ranges = (rw.unsigned_range(a), rw.unsigned_range(b));
    if let (Some(x), Some(y)) = ranges {
        if x.1 < y.0 {
            return decided(true);
        }
        if x.0 >= y.1 {
            return decided(false);
        }
    }
    match (rw.view(a), rw.view(b)) {
        ((Op::ZeroExtend(n), &[x]), (Op::ZeroExtend(m), &[y])) => {
            let common = n.min(m);
            let sides = [rw.zero_extend(n - common, x), rw.zero_extend(m - common, y)];
            rw.rule(Rule::UltExtended, rw.mk(Op::BvUlt, &sides))
        }
        // Sign extension keeps the unsigned order, too.
        ((Op::SignExtend(n), &[x]), (Op::SignExtend(m), &[y])) if n == m => {
            rw.rule(Rule::UltExtended, rw.mk(Op::BvUlt, &[x, y]))
        }
        ((Op::ZeroExtend(_), &[x]), _) if right.is_some_and(|v| v <= mask(rw.width(x))) => {
            let bound = rw.bv(rw.width(x), right.unwrap_or_default());
            rw.rule(Rule::UltExtended, rw.mk(Op::BvUlt, &[x, bound]))
        }
        (_, (Op::ZeroExtend(_), &[y])) if left.is_some_and(|v| v <= mask(rw.width(y))) => {
            let bound = rw.bv(rw.width(y), left.unwrap_or_default());
            rw.rule(Rule::UltExtended, rw.mk(Op::BvUlt, &[bound, y]))
        }
        _ => match shift_bound(rw, Op::BvUlt, width, a, b) {
            Some(result) => rw.rule(Rule::UltSum, result),
            None => rw.intern(Op::BvUlt, Sort::Bool, &[a, b]),
        },
    }
}

pub(super) fn slt(rw: &Rewriter<'_>, a: TermId, b: TermId) -> TermId {
    let decided = |value: bool| rw.rule(Rule::SltRange, rw.bool(value));
    if a == b {
        return rw.rule(Rule::LessSame, rw.bool(false));
    }
    let width = rw.width(a);
    if width > 128 {
        return rw.intern(Op::BvSlt, Sort::Bool, &[a, b]);
    }
    let smallest = 1u128 << (width - 1);
    let largest = smallest - 1;
    let (left, right) = (rw.word(a), rw.word(b));
    match (left, right) {
        (_, Some(value)) if value == smallest => return decided(false),
        (Some(value), _) if value == largest => return decided(false),
        (_, Some(value)) if width > 1 && value == smallest + 1 => {
            return rw.rule(Rule::SltEdge, rw.eq(rw.bv(width, smallest), a));
        }
        (Some(value), _) if value == smallest => {
            return rw.rule(Rule::SltEdge, rw.not(rw.eq(a, b)));
        }
        (_, Some(value)) if value == largest => {
            return rw.rule(Rule::SltEdge, rw.not(rw.eq(b, a)));
        }
        (Some(value), _) if width > 1 && value == largest - 1 => {
            return rw.rule(Rule::SltEdge, rw.eq(rw.bv(width, largest), b));
        }
        (None, Some(_)) if is_opaque(rw.op(a)) => return rw.intern(Op::BvSlt, Sort::Bool, &[a, b]),
        (Some(_), None) if is_opaque(rw.op(b)) => return rw.intern(Op::BvSlt, Sort::Bool, &[a, b]),
        _ => {}
    }
    if let (Some(x), Some(y)) = (rw.signed_range(a), rw.signed_range(b)) {
        if x.1 < y.0 {
            return decided(true);
        }
        if x.0 >= y.1 {
            return decided(false);
        }
        if x.0 >= 0 && y.0 >= 0 {
            return rw.rule(Rule::SltToUlt, rw.mk(Op::BvUlt, &[a, b]));
        }
    }
    let fits = |value: Option<u128>, inner: u32| {
        value.filter(|&v| {
            let v = signed(width, v);
            signed(inner, v as u128 & mask(inner)) == v
        })
    };
    match (rw.view(a), rw.view(b)) {
        ((Op::SignExtend(n), &[x]), (Op::SignExtend(m), &[y])) => {
            let common = n.min(m);
            let sides = [rw.sign_extend(n - common, x), rw.sign_extend(m - common, y)];
            rw.rule(Rule::SltExtended, rw.mk(Op::BvSlt, &sides))
        }
        ((Op::SignExtend(_), &[x]), _) if fits(right, rw.width(x)).is_some() => {
            let bound = rw.bv(rw.width(x), right.unwrap_or_default());
            rw.rule(Rule::SltExtended, rw.mk(Op::BvSlt, &[x, bound]))
        }
        (_, (Op::SignExtend(_), &[y])) if fits(left, rw.width(y)).is_some() => {
            let bound = rw.bv(rw.width(y), left.unwrap_or_default());
            rw.rule(Rule::SltExtended, rw.mk(Op::BvSlt, &[bound, y]))
        }
        _ => match shift_bound(rw, Op::BvSlt, width, a, b) {
            Some(result) => rw.rule(Rule::SltSum, result),
            None => rw.intern(Op::BvSlt, Sort::Bool, &[a, b]),
        },
    }
}

/// `rest + c < d` as `rest < d - c`, and the same with the sides exchanged, where neither `rest + c` nor `d - c` wraps.
fn shift_bound(rw: &Rewriter<'_>, op: Op, width: u32, a: TermId, b: TermId) -> Option<TermId> {
    let (sum, bound, sum_first) = match (rw.word(a), rw.word(b)) {
        (None, Some(bound)) => (a, bound, true),
        (Some(bound), None) => (b, bound, false),
        _ => return None,
    };
    let (Op::BvAdd, &[first, ref rest @ ..]) = rw.view(sum) else { return None };
    let constant = rw.word(first)?;
    let rest = match *rest {
        [one] => one,
        _ => rw.intern(Op::BvAdd, Sort::BitVec(width), rest),
    };
    let shifted = if op == Op::BvUlt {
        let (_, high) = rw.unsigned_range(rest)?;
        high.checked_add(constant).filter(|&top| top <= mask(width))?;
        bound.checked_sub(constant)?
    } else {
        let (low, high) = rw.signed_range(rest)?;
        let (constant, bound) = (signed(width, constant), signed(width, bound));
        let within = |value: i128| value == signed(width, value as u128 & mask(width));
        let ends = [low, high].map(|end| end.checked_add(constant).filter(|&v| within(v)));
        ends[0].and(ends[1])?;
        bound.checked_sub(constant).filter(|&v| within(v))? as u128
    };
    let shifted = rw.bv(width, shifted & mask(width));
    Some(if sum_first { rw.mk(op, &[rest, shifted]) } else { rw.mk(op, &[shifted, rest]) })
}

pub(super) fn mul_overflow(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> TermId {
    let width = rw.width(a);
    if width <= 64 {
        let never = if op == Op::BvUmulOverflow {
            let largest = |term| rw.unsigned_range(term).map_or(mask(width), |range| range.1);
            largest(a) * largest(b) <= mask(width)
        } else {
            let full = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
            let (x, y) = (rw.signed_range(a).unwrap_or(full), rw.signed_range(b).unwrap_or(full));
            let corners = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
            corners.iter().all(|&corner| corner >= full.0 && corner <= full.1)
        };
        if never {
            return rw.rule(Rule::MulOverflowNever, rw.bool(false));
        }
    }
    rw.intern_sorted(op, Sort::Bool, a, b)
}
