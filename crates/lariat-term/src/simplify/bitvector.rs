//! Bitwise operations, division and shifts.

use super::{Rewriter, Rule, bytes, is_opaque, ite, linear, mask, signed};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

pub(super) fn bv_not(rw: &Rewriter<'_>, a: TermId) -> TermId {
    match rw.view(a) {
        (Op::BvNot, &[inner]) => rw.rule(Rule::BvNotNot, inner),
        // ¬(x + c) is -x - c - 1: sums absorb the complement.
        (Op::BvAdd, args) if args.len() <= 3 && linear::Ring::of(rw.sort(a)).is_some() => {
            let ones = rw.bv(rw.width(a), u128::MAX);
            let negated = rw.mk(Op::BvMul, &[ones, a]);
            rw.rule(Rule::BvNotSum, rw.mk(Op::BvAdd, &[ones, negated]))
        }
        (Op::BvMul, &[first, _])
            if rw.is_const(first) && linear::Ring::of(rw.sort(a)).is_some() =>
        {
            let ones = rw.bv(rw.width(a), u128::MAX);
            let negated = rw.mk(Op::BvMul, &[ones, a]);
            rw.rule(Rule::BvNotSum, rw.mk(Op::BvAdd, &[ones, negated]))
        }
        _ => rw.intern(Op::BvNot, rw.sort(a), &[a]),
    }
}

pub(super) fn bitwise(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> TermId {
    let sort = rw.sort(a);
    let (a, b) = if rw.comes_first(a, b) { (a, b) } else { (b, a) };
    if a == b {
        let result = if op == Op::BvXor { rw.store.bv_const(sort.width(), 0) } else { a };
        return rw.rule(Rule::BitwiseSame, result);
    }
    if sort.width() > 128 {
        return rw.intern(op, sort, &[a, b]);
    }
    if let Some(value) = rw.word(a) {
        if let Some(result) = bitwise_constant(rw, op, a, value, b) {
            return result;
        }
        return rw.intern(op, sort, &[a, b]);
    }
    match bitwise_terms(rw, op, a, b).or_else(|| ite::bitwise_bits(rw, op, a, b)) {
        Some(result) => result,
        None => rw.intern(op, sort, &[a, b]),
    }
}

fn bitwise_constant(
    rw: &Rewriter<'_>,
    op: Op,
    constant: TermId,
    value: u128,
    b: TermId,
) -> Option<TermId> {
    let width = rw.width(b);
    let ones = mask(width);
    match (op, value) {
        (Op::BvAnd, 0) => return Some(rw.rule(Rule::BitwiseConstant, constant)),
        (Op::BvOr | Op::BvXor, 0) => return Some(rw.rule(Rule::BitwiseConstant, b)),
        (Op::BvAnd, value) if value == ones => return Some(rw.rule(Rule::BitwiseConstant, b)),
        (Op::BvOr, value) if value == ones => {
            return Some(rw.rule(Rule::BitwiseConstant, constant));
        }
        (Op::BvXor, value) if value == ones => {
            return Some(rw.rule(Rule::BitwiseConstant, rw.mk(Op::BvNot, &[b])));
        }
        _ => {}
    }
    match rw.view(b) {
        (inner, _) if is_opaque(inner) => {
            return if op == Op::BvAnd { bytes::and_mask(rw, value, b) } else { None };
        }
        (inner, &[c, x]) if inner == op && rw.is_const(c) => {
            let merged = rw.mk(op, &[constant, c]);
            return Some(rw.rule(Rule::BitwiseNested, rw.mk(op, &[merged, x])));
        }
        (Op::ZeroExtend(bits), &[x]) if op == Op::BvAnd || value <= mask(width - bits) => {
            let low = rw.bv(width - bits, value);
            let inner = rw.mk(op, &[low, x]);
            return Some(rw.rule(Rule::BitwiseExtended, rw.zero_extend(bits, inner)));
        }
        (Op::Concat, &[upper, lower]) => {
            let split = rw.width(lower);
            let (high, low) = (value >> split, value & mask(split));
            let trivial = |value: u128, width: u32| value == 0 || value == mask(width);
            if trivial(high, width - split) || trivial(low, split) {
                let upper = rw.mk(op, &[rw.bv(width - split, high), upper]);
                let lower = rw.mk(op, &[rw.bv(split, low), lower]);
                return Some(rw.rule(Rule::BitwiseConcat, rw.mk(Op::Concat, &[upper, lower])));
            }
        }
        _ => {}
    }
    if op == Op::BvXor {
        return match rw.view(b) {
            (Op::BvNot, &[x]) => {
                let flipped = rw.bv(width, !value);
                Some(rw.rule(Rule::XorNot, rw.mk(Op::BvXor, &[flipped, x])))
            }
            _ => None,
        };
    }
    let known = rw.store.known_bits(b)?;
    let result = match op {
        Op::BvAnd if ones & !value & !known.zeros == 0 => b,
        Op::BvAnd if value & !known.zeros == 0 => rw.bv(width, 0),
        Op::BvOr if value & !known.ones == 0 => b,
        Op::BvAnd => return bytes::and_mask(rw, value, b),
        _ => return None,
    };
    Some(rw.rule(Rule::BitwiseKnown, result))
}

fn bitwise_terms(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    for (one, other) in [(a, b), (b, a)] {
        match (op, rw.view(one)) {
            (_, (Op::BvNot, &[x])) if x == other => {
                let value = if op == Op::BvAnd { 0 } else { u128::MAX };
                let result = rw.bv(rw.width(a), value);
                return Some(rw.rule(Rule::BitwiseComplement, result));
            }
            (Op::BvXor, (Op::BvNot, &[x])) => {
                let inner = rw.mk(Op::BvXor, &[x, other]);
                return Some(rw.rule(Rule::XorNot, rw.mk(Op::BvNot, &[inner])));
            }
            (Op::BvXor, (Op::BvXor, &[x, y])) if x == other || y == other => {
                return Some(rw.rule(Rule::XorCancel, if x == other { y } else { x }));
            }
            // x & (x & y) is x & y, and x & (x | y) is x.
            (Op::BvAnd | Op::BvOr, (inner @ (Op::BvAnd | Op::BvOr), &[x, y]))
                if x == other || y == other =>
            {
                let result = if inner == op { one } else { other };
                return Some(rw.rule(Rule::BitwiseAbsorb, result));
            }
            _ => {}
        }
    }
    if let ((Op::ZeroExtend(n), &[x]), (Op::ZeroExtend(m), &[y])) = (rw.view(a), rw.view(b)) {
        let common = n.min(m);
        let inner = rw.mk(op, &[rw.zero_extend(n - common, x), rw.zero_extend(m - common, y)]);
        return Some(rw.rule(Rule::BitwiseExtended, rw.zero_extend(common, inner)));
    }
    if op != Op::BvAnd
        && let Some(result) = bytes::merge_pieces(rw, a, b)
    {
        return Some(rw.rule(Rule::OrPieces, result));
    }
    None
}

pub(super) fn divide(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> TermId {
    let sort = rw.sort(a);
    let plain = || rw.intern(op, sort, &[a, b]);
    if sort.width() > 128 {
        return plain();
    }
    let result = match op {
        Op::BvUdiv => udiv(rw, a, b),
        Op::BvUrem => urem(rw, a, b),
        _ => signed_divide(rw, op, a, b),
    };
    result.unwrap_or_else(plain)
}

fn udiv(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<TermId> {
    let width = rw.width(a);
    match rw.word(b) {
        Some(0) => return Some(rw.rule(Rule::DivByConstant, rw.bv(width, u128::MAX))),
        Some(1) => return Some(rw.rule(Rule::DivByConstant, a)),
        Some(value) if value.is_power_of_two() => {
            let high = rw.extract(width - 1, value.trailing_zeros(), a);
            let result = rw.zero_extend(value.trailing_zeros(), high);
            return Some(rw.rule(Rule::DivPowerOfTwo, result));
        }
        Some(value) => {
            if let (Op::ZeroExtend(bits), &[x]) = rw.view(a)
                && value <= mask(width - bits)
            {
                let inner = rw.mk(Op::BvUdiv, &[x, rw.bv(width - bits, value)]);
                return Some(rw.rule(Rule::DivExtended, rw.zero_extend(bits, inner)));
            }
        }
        None => {}
    }
    let (x, y) = (rw.unsigned_range(a)?, rw.unsigned_range(b)?);
    (x.1 < y.0).then(|| rw.rule(Rule::DivRange, rw.bv(width, 0)))
}

fn urem(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<TermId> {
    let width = rw.width(a);
    if a == b {
        return Some(rw.rule(Rule::RemSame, rw.bv(width, 0)));
    }
    match rw.word(b) {
        Some(0) => return Some(rw.rule(Rule::DivByConstant, a)),
        Some(1) => return Some(rw.rule(Rule::DivByConstant, rw.bv(width, 0))),
        Some(value) if value.is_power_of_two() => {
            let kept = value.trailing_zeros();
            let result = rw.zero_extend(width - kept, rw.extract(kept - 1, 0, a));
            return Some(rw.rule(Rule::DivPowerOfTwo, result));
        }
        Some(value) => {
            if let (Op::ZeroExtend(bits), &[x]) = rw.view(a)
                && value <= mask(width - bits)
            {
                let inner = rw.mk(Op::BvUrem, &[x, rw.bv(width - bits, value)]);
                return Some(rw.rule(Rule::DivExtended, rw.zero_extend(bits, inner)));
            }
        }
        None => {}
    }
    let (x, y) = (rw.unsigned_range(a)?, rw.unsigned_range(b)?);
    (x.1 < y.0).then(|| rw.rule(Rule::DivRange, a))
}

fn signed_divide(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let width = rw.width(a);
    let constant = rw.word(b).map(|value| signed(width, value));
    match (op, constant) {
        // One bit has no 1 as a signed number, so -1 must come first.
        (Op::BvSdiv, Some(-1)) => {
            return Some(rw.rule(Rule::DivByConstant, rw.mk(Op::BvNeg, &[a])));
        }
        (Op::BvSdiv, Some(1)) => return Some(rw.rule(Rule::DivByConstant, a)),
        (Op::BvSrem | Op::BvSmod, Some(1 | -1)) => {
            return Some(rw.rule(Rule::DivByConstant, rw.bv(width, 0)));
        }
        (Op::BvSrem | Op::BvSmod, Some(0)) => return Some(rw.rule(Rule::DivByConstant, a)),
        _ => {}
    }
    if op != Op::BvSdiv && a == b {
        return Some(rw.rule(Rule::RemSame, rw.bv(width, 0)));
    }
    let (x, y) = (rw.signed_range(a)?, rw.signed_range(b)?);
    if x.0 >= 0 && y.0 >= 0 {
        let unsigned = if op == Op::BvSdiv { Op::BvUdiv } else { Op::BvUrem };
        return Some(rw.rule(Rule::DivSignedToUnsigned, rw.mk(unsigned, &[a, b])));
    }
    None
}

pub(super) fn shift(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> TermId {
    let width = rw.width(a);
    let sort = Sort::BitVec(width);
    if width > 128 {
        return rw.intern(op, sort, &[a, b]);
    }
    let limit = u128::from(width);
    if let Some(amount) = rw.word(b) {
        let result = match (op, amount) {
            (_, 0) => a,
            (Op::BvAshr, _) => {
                let amount = amount.min(limit - 1) as u32;
                rw.sign_extend(amount, rw.extract(width - 1, amount, a))
            }
            (_, amount) if amount >= limit => rw.bv(width, 0),
            (Op::BvShl, amount) => rw.mk(Op::BvMul, &[rw.bv(width, 1 << amount), a]),
            (_, amount) => {
                let high = rw.extract(width - 1, amount as u32, a);
                rw.zero_extend(amount as u32, high)
            }
        };
        return rw.rule(Rule::ShiftConstant, result);
    }
    match rw.word(a) {
        Some(0) => return rw.rule(Rule::ShiftOfConstant, a),
        Some(value) if op == Op::BvAshr && value == mask(width) => {
            return rw.rule(Rule::ShiftOfConstant, a);
        }
        _ => {}
    }
    if op != Op::BvAshr && rw.unsigned_range(b).is_some_and(|(low, _)| low >= limit) {
        return rw.rule(Rule::ShiftRange, rw.bv(width, 0));
    }
    if op == Op::BvAshr && rw.signed_range(a).is_some_and(|(low, _)| low >= 0) {
        return rw.rule(Rule::ShiftPositive, rw.mk(Op::BvLshr, &[a, b]));
    }
    rw.intern(op, sort, &[a, b])
}
