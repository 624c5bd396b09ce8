//! Floating point: only what holds for every value, NaN, zeros and infinities included.
//!
//! `to_bits(from_bits(x))` is not `x`: the payload of a NaN is lost.

use super::{Rewriter, Rule};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

pub(super) fn float(rw: &Rewriter<'_>, op: Op, sort: Sort, args: &[TermId]) -> TermId {
    let result = match (op, args) {
        (Op::FpNeg | Op::FpAbs, &[a]) => sign(rw, op, a),
        (Op::FpLe | Op::FpLt | Op::FpEq, &[a, b]) => compare(rw, op, a, b),
        (Op::FpMin | Op::FpMax, &[a, b]) if a == b => Some(rw.rule(Rule::FpMinMaxSame, a)),
        (Op::FpAdd | Op::FpMul, &[mode, a, b]) if !rw.comes_first(a, b) => {
            Some(rw.rule(Rule::FpOrder, rw.intern(op, sort, &[mode, b, a])))
        }
        (Op::FpFromBits(_), &[a]) => match rw.view(a) {
            (Op::FpToBits, &[x]) if rw.sort(x) == sort => Some(rw.rule(Rule::FpBitsAndBack, x)),
            _ => None,
        },
        (Op::FpToFp(_), &[_, a]) if rw.sort(a) == sort => Some(rw.rule(Rule::FpSameFormat, a)),
        (
            Op::FpIsNan
            | Op::FpIsInfinite
            | Op::FpIsZero
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsNegative
            | Op::FpIsPositive,
            &[a],
        ) => classify(rw, op, a),
        _ => None,
    };
    result.unwrap_or_else(|| rw.intern(op, sort, args))
}

fn sign(rw: &Rewriter<'_>, op: Op, a: TermId) -> Option<TermId> {
    let result = match (op, rw.view(a)) {
        (Op::FpNeg, (Op::FpNeg, &[x])) => x,
        (Op::FpAbs, (Op::FpAbs, _)) => a,
        (Op::FpAbs, (Op::FpNeg, &[x])) => rw.mk(Op::FpAbs, &[x]),
        _ => return None,
    };
    Some(rw.rule(Rule::FpSignTwice, result))
}

fn is_nan(rw: &Rewriter<'_>, term: TermId) -> bool {
    rw.store.as_float_value(term).is_some_and(|value| value.is_nan())
}

fn compare(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if is_nan(rw, a) || is_nan(rw, b) {
        return Some(rw.rule(Rule::FpCompareNan, rw.bool(false)));
    }
    if a == b {
        let result = match op {
            Op::FpLt => rw.bool(false),
            _ => rw.not(rw.mk(Op::FpIsNan, &[a])),
        };
        return Some(rw.rule(Rule::FpCompareSame, result));
    }
    if let ((Op::FpNeg, &[x]), (Op::FpNeg, &[y])) = (rw.view(a), rw.view(b)) {
        return Some(rw.rule(Rule::FpCompareNegated, rw.mk(op, &[y, x])));
    }
    if op == Op::FpEq && !rw.comes_first(a, b) {
        return Some(rw.rule(Rule::FpOrder, rw.intern(op, Sort::Bool, &[b, a])));
    }
    None
}

fn classify(rw: &Rewriter<'_>, op: Op, a: TermId) -> Option<TermId> {
    let (inner, args) = rw.view(a);
    let same = |x: TermId| rw.rule(Rule::FpClassSigned, rw.mk(op, &[x]));
    match (inner, args) {
        (Op::FpAbs, _) if op == Op::FpIsNegative => {
            Some(rw.rule(Rule::FpClassSigned, rw.bool(false)))
        }
        (Op::FpAbs, &[x]) if op == Op::FpIsPositive => {
            Some(rw.rule(Rule::FpClassSigned, rw.not(rw.mk(Op::FpIsNan, &[x]))))
        }
        (Op::FpNeg, &[x]) if matches!(op, Op::FpIsNegative | Op::FpIsPositive) => {
            let flipped = if op == Op::FpIsNegative { Op::FpIsPositive } else { Op::FpIsNegative };
            Some(rw.rule(Rule::FpClassSigned, rw.mk(flipped, &[x])))
        }
        (Op::FpAbs | Op::FpNeg, &[x]) => Some(same(x)),
        (Op::FpFromSigned(_) | Op::FpFromUnsigned(_), &[_, _]) => match op {
            Op::FpIsNan | Op::FpIsSubnormal => Some(rw.rule(Rule::FpClassOfInt, rw.bool(false))),
            Op::FpIsNegative if matches!(inner, Op::FpFromUnsigned(_)) => {
                Some(rw.rule(Rule::FpClassOfInt, rw.bool(false)))
            }
            _ => None,
        },
        (Op::FpToFp(_) | Op::FpRoundToIntegral, &[_, x]) if op == Op::FpIsNan => {
            Some(rw.rule(Rule::FpNanKept, rw.mk(op, &[x])))
        }
        _ => None,
    }
}
