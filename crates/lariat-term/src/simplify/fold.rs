//! Constant folding: the shared definition of the operations, behind a fast path for machine words.

use smallvec::SmallVec;

use super::{Rewriter, mask, signed};
use crate::op::Op;
use crate::semantics::apply;
use crate::sort::Sort;
use crate::store::TermId;
use crate::value::Value;

/// The value of an operation on constants. `None` for binders, which are not operations on values.
pub(super) fn fold(rw: &Rewriter<'_>, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
    if let Some(term) = fold_words(rw, op, sort, args) {
        return Some(term);
    }
    if matches!(op, Op::ForAll | Op::Exists | Op::Lambda | Op::ConstArray) {
        return None;
    }
    let values: SmallVec<[Value; 4]> =
        args.iter().map(|&arg| rw.store.value_of(arg)).collect::<Option<_>>()?;
    Some(rw.store.constant(&apply(op, sort, &values), sort))
}

/// Bit-vectors of at most 64 bits.
fn fold_words(rw: &Rewriter<'_>, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
    use Op::*;
    let &[first, ref rest @ ..] = args else { return None };
    let Sort::BitVec(width) = rw.sort(first) else { return None };
    let a = u128::from(rw.store.as_word(first)?);
    if let Sort::BitVec(result) = sort
        && result > 64
    {
        return None;
    }
    let value = match (op, rest) {
        (BvNot, []) => !a,
        (BvNeg, []) => a.wrapping_neg(),
        (Extract { lo, .. }, []) => a >> lo,
        (ZeroExtend(_), []) => a,
        (SignExtend(_), []) => signed(width, a) as u128,
        (_, &[second]) => {
            let b = u128::from(rw.store.as_word(second)?);
            let truth = |value: bool| Some(rw.bool(value));
            match op {
                Eq => return truth(a == b),
                BvUlt => return truth(a < b),
                BvUle => return truth(a <= b),
                BvSlt => return truth(signed(width, a) < signed(width, b)),
                BvSle => return truth(signed(width, a) <= signed(width, b)),
                BvAnd => a & b,
                BvOr => a | b,
                BvXor => a ^ b,
                BvAdd => a + b,
                BvMul => a * b,
                BvUdiv => a.checked_div(b).unwrap_or(u128::MAX),
                BvUrem => a.checked_rem(b).unwrap_or(a),
                BvShl if b < u128::from(width) => a << b,
                BvLshr if b < u128::from(width) => a >> b,
                BvShl | BvLshr => 0,
                Concat => a << rw.width(second) | b,
                _ => return None,
            }
        }
        _ => return None,
    };
    let width = sort.width();
    Some(rw.bv(width, value & mask(width)))
}
