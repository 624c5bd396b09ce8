//! If-then-else: absorption, and moving operations into choices between constants.
//!
//! C turns truth values into numbers and back at every step (`icmp`, `zext`, `icmp ne 0`, …). A truth value as a number is
//! `ite(c, 1, 0)`; an operation on it and constants is a choice between two other constants, and a comparison of it is `c` or
//! `¬c` again.

use super::{Rewriter, Rule};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

pub(super) fn ite(
    rw: &Rewriter<'_>,
    sort: Sort,
    condition: TermId,
    then: TermId,
    otherwise: TermId,
) -> TermId {
    match rw.view(condition) {
        (Op::BoolConst(value), _) => {
            return rw.rule(Rule::IteConstant, if value { then } else { otherwise });
        }
        (Op::Not, &[inner]) => return rw.rule(Rule::IteNot, rw.ite(inner, otherwise, then)),
        _ => {}
    }
    if then == otherwise {
        return rw.rule(Rule::IteSame, then);
    }
    if sort == Sort::Bool
        && let Some(result) = ite_bool(rw, condition, then, otherwise)
    {
        return result;
    }
    if let Some(result) = ite_nested(rw, condition, then, otherwise) {
        return result;
    }
    match ite_shape(rw, sort, condition, then, otherwise) {
        Some(result) => result,
        None => rw.intern(Op::Ite, sort, &[condition, then, otherwise]),
    }
}

fn ite_bool(
    rw: &Rewriter<'_>,
    condition: TermId,
    then: TermId,
    otherwise: TermId,
) -> Option<TermId> {
    let result = match (rw.store.as_bool(then), rw.store.as_bool(otherwise)) {
        (Some(true), _) => rw.or(condition, otherwise),
        (Some(false), _) => rw.and(rw.not(condition), otherwise),
        (_, Some(true)) => rw.or(rw.not(condition), then),
        (_, Some(false)) => rw.and(condition, then),
        _ if then == condition => rw.or(condition, otherwise),
        _ if otherwise == condition => rw.and(condition, then),
        _ => match (rw.view(then), rw.view(otherwise)) {
            ((Op::Not, &[a]), _) if a == otherwise => rw.not(rw.eq(condition, otherwise)),
            (_, (Op::Not, &[b])) if b == then => rw.eq(condition, then),
            _ => return None,
        },
    };
    Some(rw.rule(Rule::IteBool, result))
}

/// A branch that is a choice itself, with the same condition or a common branch.
fn ite_nested(
    rw: &Rewriter<'_>,
    condition: TermId,
    then: TermId,
    otherwise: TermId,
) -> Option<TermId> {
    if let (Op::Ite, &[inner, a, b]) = rw.view(then) {
        if inner == condition {
            return Some(rw.rule(Rule::IteNested, rw.ite(condition, a, otherwise)));
        }
        if b == otherwise {
            let both = rw.and(condition, inner);
            return Some(rw.rule(Rule::IteCommonBranch, rw.ite(both, a, b)));
        }
        if a == otherwise {
            let both = rw.and(condition, rw.not(inner));
            return Some(rw.rule(Rule::IteCommonBranch, rw.ite(both, b, a)));
        }
    }
    if let (Op::Ite, &[inner, a, b]) = rw.view(otherwise) {
        if inner == condition {
            return Some(rw.rule(Rule::IteNested, rw.ite(condition, then, b)));
        }
        if a == then {
            let either = rw.or(condition, inner);
            return Some(rw.rule(Rule::IteCommonBranch, rw.ite(either, a, b)));
        }
        if b == then {
            let either = rw.or(condition, rw.not(inner));
            return Some(rw.rule(Rule::IteCommonBranch, rw.ite(either, b, a)));
        }
    }
    None
}

fn ite_shape(
    rw: &Rewriter<'_>,
    sort: Sort,
    condition: TermId,
    then: TermId,
    otherwise: TermId,
) -> Option<TermId> {
    // ite(x = y, x, y) is y.
    if let (Op::Eq, &[x, y]) = rw.view(condition)
        && ((then, otherwise) == (x, y) || (then, otherwise) == (y, x))
    {
        return Some(rw.rule(Rule::IteEqBranches, otherwise));
    }
    if sort == Sort::BitVec(1)
        && let (Op::Eq, &[one, bit]) = rw.view(condition)
        && rw.store.as_word(one) == Some(1)
        && rw.sort(bit) == sort
    {
        match (rw.store.as_word(then), rw.store.as_word(otherwise)) {
            (Some(1), Some(0)) => return Some(rw.rule(Rule::IteBit, bit)),
            (Some(0), Some(1)) => return Some(rw.rule(Rule::IteBit, rw.mk(Op::BvNot, &[bit]))),
            _ => {}
        }
    }
    match (rw.view(then), rw.view(otherwise)) {
        ((op @ (Op::ZeroExtend(_) | Op::SignExtend(_)), &[a]), (other, &[b])) if op == other => {
            Some(rw.rule(Rule::IteExtended, rw.mk(op, &[rw.ite(condition, a, b)])))
        }
        _ => None,
    }
}

/// Condition and branches of a choice between constants.
pub(super) fn constant_choice(rw: &Rewriter<'_>, term: TermId) -> Option<(TermId, TermId, TermId)> {
    match rw.view(term) {
        (Op::Ite, &[condition, a, b]) if rw.is_const(a) && rw.is_const(b) => {
            Some((condition, a, b))
        }
        _ => None,
    }
}

/// Whether two terms are choices between constants with one condition.
pub(super) fn same_choice(rw: &Rewriter<'_>, a: TermId, b: TermId) -> bool {
    match (constant_choice(rw, a), constant_choice(rw, b)) {
        (Some(x), Some(y)) => x.0 == y.0,
        _ => false,
    }
}

/// Moves an operation into a choice between constants: one argument is such a choice and the others are constants, or both
/// are choices with one condition.
pub(super) fn lift(rw: &Rewriter<'_>, op: Op, args: &[TermId]) -> Option<TermId> {
    if let &[a] = args {
        let (condition, x, y) = constant_choice(rw, a)?;
        let result = rw.ite(condition, rw.mk(op, &[x]), rw.mk(op, &[y]));
        return Some(rw.rule(Rule::LiftUnary, result));
    }
    let &[a, b] = args else { return None };
    if rw.op(a) != Op::Ite && rw.op(b) != Op::Ite {
        return None;
    }
    let (condition, first, second) = match (constant_choice(rw, a), constant_choice(rw, b)) {
        (Some((c, x, y)), None) if rw.is_const(b) => (c, [x, b], [y, b]),
        (None, Some((c, x, y))) if rw.is_const(a) => (c, [a, x], [a, y]),
        (Some((c, x, y)), Some((d, v, w))) if c == d => (c, [x, v], [y, w]),
        _ => return None,
    };
    let result = rw.ite(condition, rw.mk(op, &first), rw.mk(op, &second));
    Some(rw.rule(Rule::LiftBinary, result))
}

/// Equality with a choice one of whose branches is decided.
pub(super) fn eq_ite(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<TermId> {
    if let ((Op::Ite, &[c, x1, x2]), (Op::Ite, &[d, y1, y2])) = (rw.view(a), rw.view(b))
        && c == d
    {
        if x1 == y1 {
            return Some(rw.rule(Rule::EqIteSame, rw.or(c, rw.eq(x2, y2))));
        }
        if x2 == y2 {
            return Some(rw.rule(Rule::EqIteSame, rw.or(rw.not(c), rw.eq(x1, y1))));
        }
    }
    for (one, other) in [(a, b), (b, a)] {
        let (Op::Ite, &[condition, x, y]) = rw.view(one) else { continue };
        if x == other {
            return Some(rw.rule(Rule::EqIteBranch, rw.or(condition, rw.eq(y, other))));
        }
        if y == other {
            let result = rw.or(rw.not(condition), rw.eq(x, other));
            return Some(rw.rule(Rule::EqIteBranch, result));
        }
        if rw.is_const(other) && rw.is_const(x) {
            let result = rw.and(rw.not(condition), rw.eq(y, other));
            return Some(rw.rule(Rule::EqIteConstant, result));
        }
        if rw.is_const(other) && rw.is_const(y) {
            return Some(rw.rule(Rule::EqIteConstant, rw.and(condition, rw.eq(x, other))));
        }
    }
    None
}

/// Bitwise operations on two truth values as numbers: `ite(c, 1, 0) & ite(d, 1, 0)` is `ite(c ∧ d, 1, 0)`.
pub(super) fn bitwise_bits(rw: &Rewriter<'_>, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let truth = |term: TermId| {
        let (condition, x, y) = constant_choice(rw, term)?;
        match (rw.word(x)?, rw.word(y)?) {
            (1, 0) => Some(condition),
            (0, 1) => Some(rw.not(condition)),
            _ => None,
        }
    };
    let (c, d) = (truth(a)?, truth(b)?);
    let combined = match op {
        Op::BvAnd => rw.and(c, d),
        Op::BvOr => rw.or(c, d),
        _ => rw.not(rw.eq(c, d)),
    };
    let width = rw.width(a);
    let result = rw.ite(combined, rw.bv(width, 1), rw.bv(width, 0));
    Some(rw.rule(Rule::BitwiseTruth, result))
}
