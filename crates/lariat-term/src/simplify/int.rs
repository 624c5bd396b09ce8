//! Integers and their conversions from and to bit-vectors.
//!
//! Every integer inequality becomes `constant ≤ sum` (see [`super::linear`]). Where all there is to an inequality is the value
//! of bit-vectors, it becomes a comparison of those: solvers are far better at that than at conversions.

use num_bigint::BigInt;

use super::linear::{Inequality, Ring, Sum, inequality, is_linear};
use super::{Rewriter, Rule, mask};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

/// Equality of integers: conversions on both sides, or one and a constant.
pub(super) fn eq(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<TermId> {
    match (rw.view(a), rw.view(b)) {
        ((Op::BvToNat, &[x]), (Op::BvToNat, &[y])) => {
            let width = rw.width(x).max(rw.width(y));
            let sides = [x, y].map(|side| rw.zero_extend(width - rw.width(side), side));
            return Some(rw.rule(Rule::IntCompareBits, rw.eq(sides[0], sides[1])));
        }
        ((Op::BvToInt, &[x]), (Op::BvToInt, &[y])) => {
            let width = rw.width(x).max(rw.width(y));
            let sides = [x, y].map(|side| rw.sign_extend(width - rw.width(side), side));
            return Some(rw.rule(Rule::IntCompareBits, rw.eq(sides[0], sides[1])));
        }
        (_, (conversion @ (Op::BvToNat | Op::BvToInt), &[x])) if rw.width(x) <= 64 => {
            let value = rw.int(a)?;
            let result = match in_range(conversion, rw.width(x), value) {
                Position::Inside => rw.eq(rw.bv(rw.width(x), value as u128), x),
                _ => rw.bool(false),
            };
            return Some(rw.rule(Rule::IntCompareBits, result));
        }
        _ => {}
    }
    let (x, y) = (rw.int_range(a), rw.int_range(b));
    let below =
        |high: Option<i128>, low: Option<i128>| high.zip(low).is_some_and(|(high, low)| high < low);
    (below(x.1, y.0) || below(y.1, x.0)).then(|| rw.rule(Rule::IntRange, rw.bool(false)))
}

enum Position {
    Below,
    Inside,
    Above,
}

/// Where a number is relative to the values that a conversion gives; widths up to 64.
fn in_range(conversion: Op, width: u32, value: i128) -> Position {
    let (low, high) = match conversion {
        Op::BvToNat => (0, mask(width) as i128),
        _ => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
    };
    if value < low {
        Position::Below
    } else if value > high {
        Position::Above
    } else {
        Position::Inside
    }
}

pub(super) fn le(rw: &Rewriter<'_>, a: TermId, b: TermId) -> TermId {
    normal_le(rw, a, b).unwrap_or_else(|| rw.intern(Op::IntLe, Sort::Bool, &[a, b]))
}

/// `None` if the inequality is in normal form already, or has numbers that are too large.
fn normal_le(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        return Some(rw.rule(Rule::LessSame, rw.bool(true)));
    }
    let sum = Sum::difference(rw, Ring::Int, b, a)?;
    if sum.parts.is_empty() {
        return Some(rw.rule(Rule::IntLeSum, rw.bool(sum.constant >= 0)));
    }
    let Inequality { bound, sum, negated } = inequality(&sum)?;
    let signed = |term: TermId| if negated { rw.not(term) } else { term };
    if let Some(result) = compare_bits(rw, bound, &sum) {
        return Some(rw.rule(Rule::IntCompareBits, signed(result)));
    }
    let right = sum.build(rw);
    let (low, high) = rw.int_range(right);
    if low.is_some_and(|low| bound <= low) {
        return Some(rw.rule(Rule::IntRange, signed(rw.bool(true))));
    }
    if high.is_some_and(|high| bound > high) {
        return Some(rw.rule(Rule::IntRange, signed(rw.bool(false))));
    }
    let left = rw.int_const(bound);
    if (left, right) == (a, b) && !negated {
        return None;
    }
    // What is left may be a choice between constants, or no sum any more.
    let result = rw.mk(Op::IntLe, &[left, right]);
    Some(rw.rule(Rule::IntLeSum, signed(result)))
}

/// `bound ≤ nat(x)` and `bound ≤ nat(x) - nat(y)`, the latter for bounds 0 and 1; the same for signed values.
fn compare_bits(rw: &Rewriter<'_>, bound: i128, sum: &Sum) -> Option<TermId> {
    let less = |conversion: Op| if conversion == Op::BvToNat { Op::BvUlt } else { Op::BvSlt };
    match sum.parts[..] {
        [(term, 1)] => {
            let (conversion @ (Op::BvToNat | Op::BvToInt), &[x]) = rw.view(term) else {
                return None;
            };
            let width = rw.width(x);
            if width > 64 {
                return None;
            }
            Some(match in_range(conversion, width, bound) {
                Position::Below => rw.bool(true),
                Position::Above => rw.bool(false),
                Position::Inside => {
                    let constant = rw.bv(width, bound as u128);
                    rw.not(rw.mk(less(conversion), &[x, constant]))
                }
            })
        }
        [(first, 1), (second, -1)] if bound == 0 || bound == 1 => {
            match (rw.view(first), rw.view(second)) {
                ((c @ (Op::BvToNat | Op::BvToInt), &[x]), (d, &[y]))
                    if c == d && rw.width(x) == rw.width(y) =>
                {
                    Some(if bound == 0 {
                        rw.not(rw.mk(less(c), &[x, y]))
                    } else {
                        rw.mk(less(c), &[y, x])
                    })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

pub(super) fn divide(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> TermId {
    divide_by_constant(rw, op, a, b).unwrap_or_else(|| rw.intern(op, Sort::Int, &[a, b]))
}

fn divide_by_constant(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let by = rw.int(b)?;
    let zero = rw.int_const(0);
    match (op, by) {
        (Op::IntDiv, 0) | (Op::IntMod, 1 | -1) => {
            return Some(rw.rule(Rule::IntDivTrivial, zero));
        }
        (Op::IntDiv, 1) | (Op::IntMod, 0) => return Some(rw.rule(Rule::IntDivTrivial, a)),
        _ => {}
    }
    if by < 0 {
        return None;
    }
    let (low, high) = rw.int_range(a);
    if low.is_some_and(|low| low >= 0) && high.is_some_and(|high| high < by) {
        return Some(rw.rule(Rule::IntDivRange, if op == Op::IntDiv { zero } else { a }));
    }
    if op == Op::IntMod {
        if let (Op::IntMod, &[x, inner]) = rw.view(a)
            && rw.int(inner).is_some_and(|inner| inner > 0 && inner % by == 0)
        {
            return Some(rw.rule(Rule::IntModMod, rw.mk(Op::IntMod, &[x, b])));
        }
        if is_linear(rw, a) {
            return mod_of_sum(rw, a, b, by);
        }
    }
    None
}

/// `(c·x + d·y + e) mod n` with the coefficients reduced modulo n.
fn mod_of_sum(rw: &Rewriter<'_>, a: TermId, b: TermId, by: i128) -> Option<TermId> {
    let mut sum = Sum::difference(rw, Ring::Int, a, rw.int_const(0))?;
    let within = |value: i128| value > -by && value < by;
    if within(sum.constant) && sum.constant >= 0 && sum.parts.iter().all(|part| within(part.1)) {
        return None;
    }
    sum.constant = sum.constant.rem_euclid(by);
    // A coefficient keeps its sign: x - y stays x - y.
    sum.parts.iter_mut().for_each(|part| part.1 %= by);
    sum.parts.retain(|part| part.1 != 0);
    Some(rw.rule(Rule::IntModSum, rw.mk(Op::IntMod, &[sum.build(rw), b])))
}

pub(super) fn from_bv(rw: &Rewriter<'_>, op: Op, a: TermId) -> TermId {
    match (op, rw.view(a)) {
        (Op::BvToNat, (Op::ZeroExtend(_), &[x])) => {
            rw.rule(Rule::ConvertExtended, rw.mk(Op::BvToNat, &[x]))
        }
        (Op::BvToInt, (Op::SignExtend(_), &[x])) => {
            rw.rule(Rule::ConvertExtended, rw.mk(Op::BvToInt, &[x]))
        }
        (Op::BvToNat, (Op::IntToBv(width), &[x])) => {
            let modulus = rw.store.int_value(&(BigInt::from(1) << width));
            rw.rule(Rule::NatOfInt, rw.mk(Op::IntMod, &[x, modulus]))
        }
        (Op::BvToInt, (Op::IntToBv(width), &[x])) if width <= 64 && fits(rw, width, x) => {
            rw.rule(Rule::NatOfInt, x)
        }
        (Op::BvToInt, _) if rw.signed_range(a).is_some_and(|(low, _)| low >= 0) => {
            rw.rule(Rule::ConvertPositive, rw.mk(Op::BvToNat, &[a]))
        }
        _ => rw.intern(op, Sort::Int, &[a]),
    }
}

/// Whether an integer is surely a signed number of so many bits.
fn fits(rw: &Rewriter<'_>, width: u32, term: TermId) -> bool {
    let inside = |end: Option<i128>| {
        end.is_some_and(|value| matches!(in_range(Op::BvToInt, width, value), Position::Inside))
    };
    let (low, high) = rw.int_range(term);
    inside(low) && inside(high)
}

pub(super) fn to_bv(rw: &Rewriter<'_>, width: u32, a: TermId) -> TermId {
    let is_conversion =
        |term: TermId| matches!(rw.op(term), Op::BvToNat | Op::BvToInt) || rw.is_const(term);
    match rw.view(a) {
        (conversion @ (Op::BvToNat | Op::BvToInt), &[x]) => {
            let from = rw.width(x);
            let result = if width <= from {
                rw.extract(width - 1, 0, x)
            } else if conversion == Op::BvToNat {
                rw.zero_extend(width - from, x)
            } else {
                rw.sign_extend(width - from, x)
            };
            rw.rule(Rule::BitsOfNat, result)
        }
        // Conversion to bits is a ring homomorphism.
        (op @ (Op::IntAdd | Op::IntMul), args)
            if (op == Op::IntAdd || args.len() == 2)
                && args.iter().all(|&arg| {
                    is_conversion(arg)
                        || op == Op::IntAdd
                            && rw.op(arg) == Op::IntMul
                            && rw.store.args(arg).iter().all(|&factor| is_conversion(factor))
                }) =>
        {
            let parts: super::ArgVec =
                args.iter().map(|&arg| rw.mk(Op::IntToBv(width), &[arg])).collect();
            let bv_op = if op == Op::IntAdd { Op::BvAdd } else { Op::BvMul };
            rw.rule(Rule::BitsOfSum, rw.mk(bv_op, &parts))
        }
        (Op::IntMod, &[x, modulus]) if is_multiple_of_power(rw, modulus, width) => {
            rw.rule(Rule::BitsOfMod, rw.mk(Op::IntToBv(width), &[x]))
        }
        _ => rw.intern(Op::IntToBv(width), Sort::BitVec(width), &[a]),
    }
}

/// Whether a constant is a positive multiple of 2^width.
fn is_multiple_of_power(rw: &Rewriter<'_>, term: TermId, width: u32) -> bool {
    width < 127 && rw.int(term).is_some_and(|value| value > 0 && value % (1i128 << width) == 0)
}
