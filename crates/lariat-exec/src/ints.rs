//! Integer arithmetic: on words, on terms, and the conditions under which it is undefined.

use lariat_program::{BinaryOp, CastOp, Flags, IntPredicate};
use lariat_term::{Op as TermOp, TermId, TermStore};

use crate::bug::BugKind;
use crate::value::{mask, signed};

/// How C writes an operation on integers.
pub(crate) fn sign(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        _ => return None,
    })
}

/// The term operation of an integer operation; none for subtraction, which terms write as a sum, and for floats.
pub(crate) fn term_op(op: BinaryOp) -> Option<TermOp> {
    Some(match op {
        BinaryOp::Add => TermOp::BvAdd,
        BinaryOp::Mul => TermOp::BvMul,
        BinaryOp::UDiv => TermOp::BvUdiv,
        BinaryOp::SDiv => TermOp::BvSdiv,
        BinaryOp::URem => TermOp::BvUrem,
        BinaryOp::SRem => TermOp::BvSrem,
        BinaryOp::Shl => TermOp::BvShl,
        BinaryOp::LShr => TermOp::BvLshr,
        BinaryOp::AShr => TermOp::BvAshr,
        BinaryOp::And => TermOp::BvAnd,
        BinaryOp::Or => TermOp::BvOr,
        BinaryOp::Xor => TermOp::BvXor,
        _ => return None,
    })
}

/// The operation on terms.
pub(crate) fn term(store: &TermStore, op: BinaryOp, lhs: TermId, rhs: TermId) -> TermId {
    match term_op(op) {
        Some(op) => store.mk(op, &[lhs, rhs]),
        None => store.bv_sub(lhs, rhs),
    }
}

/// The operation on terms; none for floats.
pub fn integer_operation(
    store: &TermStore,
    op: BinaryOp,
    lhs: TermId,
    rhs: TermId,
) -> Option<TermId> {
    let integer = op == BinaryOp::Sub || term_op(op).is_some();
    integer.then(|| term(store, op, lhs, rhs))
}

/// When a sum or difference of signed numbers is undefined.
pub fn signed_overflow(
    store: &TermStore,
    op: BinaryOp,
    flags: Flags,
    lhs: TermId,
    rhs: TermId,
) -> Option<TermId> {
    let linear = matches!(op, BinaryOp::Add | BinaryOp::Sub) && flags.contains(Flags::NSW);
    linear.then(|| violation(store, op, flags, lhs, rhs))?.map(|(condition, _)| condition)
}

/// The operation on words of `width` bits, or why it is undefined. [`BugKind::PoisonUse`] means that a promise is broken that makes the
/// result poison, which is no bug before it is used.
pub(crate) fn word(op: BinaryOp, width: u32, flags: Flags, a: u64, b: u64) -> Result<u64, BugKind> {
    let all = mask(width);
    let wraps = |exact: i128| exact != i128::from(signed(exact as u64 & all, width));
    let check = |exact: i128| {
        if flags.contains(Flags::NSW) && wraps(exact) {
            Err(BugKind::SignedOverflow)
        } else {
            Ok(())
        }
    };
    let promise = |flag: Flags, kept: bool| {
        if flags.contains(flag) && !kept { Err(BugKind::PoisonUse) } else { Ok(()) }
    };
    let unsigned = |exact: u128| promise(Flags::NUW, exact <= u128::from(all));
    let (sa, sb) = (signed(a, width), signed(b, width));
    Ok(match op {
        BinaryOp::Add => {
            check(i128::from(sa) + i128::from(sb))?;
            unsigned(u128::from(a) + u128::from(b))?;
            a.wrapping_add(b) & all
        }
        BinaryOp::Sub => {
            check(i128::from(sa) - i128::from(sb))?;
            unsigned(if a < b { u128::MAX } else { 0 })?;
            a.wrapping_sub(b) & all
        }
        BinaryOp::Mul => {
            check(i128::from(sa) * i128::from(sb))?;
            unsigned(u128::from(a) * u128::from(b))?;
            a.wrapping_mul(b) & all
        }
        BinaryOp::UDiv => {
            let quotient = a.checked_div(b).ok_or(BugKind::DivisionByZero)?;
            promise(Flags::EXACT, quotient * b == a)?;
            quotient
        }
        BinaryOp::URem => a.checked_rem(b).ok_or(BugKind::DivisionByZero)?,
        BinaryOp::SDiv | BinaryOp::SRem if b == 0 => return Err(BugKind::DivisionByZero),
        BinaryOp::SDiv | BinaryOp::SRem if sb == -1 && a == 1 << (width - 1) => {
            return Err(BugKind::SignedOverflow);
        }
        BinaryOp::SDiv => {
            promise(Flags::EXACT, sa % sb == 0)?;
            (sa / sb) as u64 & all
        }
        BinaryOp::SRem => (sa % sb) as u64 & all,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b >= u64::from(width) => {
            return Err(BugKind::InvalidShift);
        }
        BinaryOp::Shl => {
            let result = (a << b) & all;
            if flags.contains(Flags::FITS) && a >> (u64::from(width) - 1 - b) != 0 {
                return Err(BugKind::SignedOverflow);
            }
            promise(Flags::NSW, signed(result, width) >> b == sa)?;
            promise(Flags::NUW, result >> b == a)?;
            result
        }
        BinaryOp::LShr => {
            promise(Flags::EXACT, (a >> b) << b == a)?;
            a >> b
        }
        BinaryOp::AShr => {
            promise(Flags::EXACT, (sa >> b) << b == sa)?;
            (sa >> b) as u64 & all
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => {
            promise(Flags::DISJOINT, a & b == 0)?;
            a | b
        }
        BinaryOp::Xor => a ^ b,
        _ => unreachable!("floating-point operations are not integer operations"),
    })
}

/// The condition under which an operation on terms is undefined, with the kind of bug that is.
pub(crate) fn violation(
    store: &TermStore,
    op: BinaryOp,
    flags: Flags,
    lhs: TermId,
    rhs: TermId,
) -> Option<(TermId, BugKind)> {
    let width = store.sort(lhs).width();
    let zero = || store.bv_const(width, 0);
    match op {
        BinaryOp::Add if flags.contains(Flags::NSW) => {
            let sum = store.bv_add(store.sign_extend(1, lhs), store.sign_extend(1, rhs));
            Some((out_of_range(store, sum, width), BugKind::SignedOverflow))
        }
        BinaryOp::Sub if flags.contains(Flags::NSW) => {
            let difference = store.bv_sub(store.sign_extend(1, lhs), store.sign_extend(1, rhs));
            Some((out_of_range(store, difference, width), BugKind::SignedOverflow))
        }
        BinaryOp::Mul if flags.contains(Flags::NSW) => {
            Some((store.bv_smul_overflow(lhs, rhs), BugKind::SignedOverflow))
        }
        BinaryOp::UDiv | BinaryOp::URem => Some((store.eq(rhs, zero()), BugKind::DivisionByZero)),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            // Widths up to 2^width - 1 fit; for one-bit values every non-zero amount is too large.
            let limit = store.bv_const(width, u64::from(width));
            let bound = if u64::from(width) > mask(width.min(64)) && width <= 64 {
                return Some((store.ne(rhs, zero()), BugKind::InvalidShift));
            } else {
                limit
            };
            Some((store.bv_ule(bound, rhs), BugKind::InvalidShift))
        }
        _ => None,
    }
}

/// The condition under which C does not define what a left shift of a signed number gives: the number is negative, or the value
/// does not fit. Where the amount is too large it does not hold: that is a bug of its own.
pub(crate) fn shift_overflow(
    store: &TermStore,
    op: BinaryOp,
    flags: Flags,
    lhs: TermId,
    rhs: TermId,
) -> Option<TermId> {
    if op != BinaryOp::Shl || !flags.contains(Flags::FITS) {
        return None;
    }
    let width = store.sort(lhs).width();
    let number = |value: u64| store.bv_const(width, value);
    let (amount, base) = match width <= 64 {
        true => (store.as_word(rhs), store.as_word(lhs)),
        false => (None, None),
    };
    // Bounds of the operand that varies are easier to reason about than bits that are shifted out.
    if let Some(by) = amount {
        return Some(match by < u64::from(width) {
            true => store.bv_ule(number(1 << (u64::from(width) - 1 - by)), lhs),
            false => store.ff(),
        });
    }
    if let Some(word) = base {
        // A negative number has all bits, and every amount is too large for it.
        let length = 64 - u64::from(word.leading_zeros());
        let beyond = store.bv_sub(rhs, number(u64::from(width) - length));
        return Some(store.bv_ult(beyond, number(length)));
    }
    let above = store.bv_sub(number(u64::from(width) - 1), rhs);
    let out = store.mk(TermOp::BvLshr, &[lhs, above]);
    let in_range = store.bv_ult(rhs, number(u64::from(width)));
    Some(store.and(&[in_range, store.ne(out, number(0))]))
}

/// The condition under which an operation on terms breaks a promise that makes its result poison. Signed overflow of sums,
/// differences and products is not among them: it is a bug of its own.
pub(crate) fn broken_promise(
    store: &TermStore,
    op: BinaryOp,
    flags: Flags,
    lhs: TermId,
    rhs: TermId,
) -> Option<TermId> {
    let width = store.sort(lhs).width();
    let zero = || store.bv_const(width, 0);
    let wide = |term: TermId, more: u32| store.zero_extend(more, term);
    let high_bits = |term: TermId, total: u32| {
        let high = store.extract(total - 1, width, term);
        store.ne(high, store.bv_const(total - width, 0))
    };
    let has = |flag: Flags| flags.contains(flag);
    let shifted_back = |back: BinaryOp| {
        let shifted = store.bv_shl(lhs, rhs);
        store.ne(term(store, back, shifted, rhs), lhs)
    };
    let shifted_forth = |forth: BinaryOp| {
        let shifted = term(store, forth, lhs, rhs);
        store.ne(store.bv_shl(shifted, rhs), lhs)
    };
    let mut broken = Vec::new();
    match op {
        BinaryOp::Add if has(Flags::NUW) => {
            broken.push(high_bits(store.bv_add(wide(lhs, 1), wide(rhs, 1)), width + 1));
        }
        BinaryOp::Sub if has(Flags::NUW) => broken.push(store.bv_ult(lhs, rhs)),
        BinaryOp::Mul if has(Flags::NUW) => {
            let product = store.mk(TermOp::BvMul, &[wide(lhs, width), wide(rhs, width)]);
            broken.push(high_bits(product, 2 * width));
        }
        BinaryOp::UDiv if has(Flags::EXACT) => {
            broken.push(store.ne(term(store, BinaryOp::URem, lhs, rhs), zero()));
        }
        BinaryOp::SDiv if has(Flags::EXACT) => {
            broken.push(store.ne(term(store, BinaryOp::SRem, lhs, rhs), zero()));
        }
        BinaryOp::Shl => {
            if has(Flags::NSW) {
                broken.push(shifted_back(BinaryOp::AShr));
            }
            if has(Flags::NUW) {
                broken.push(shifted_back(BinaryOp::LShr));
            }
        }
        BinaryOp::LShr | BinaryOp::AShr if has(Flags::EXACT) => broken.push(shifted_forth(op)),
        BinaryOp::Or if has(Flags::DISJOINT) => {
            broken.push(store.ne(term(store, BinaryOp::And, lhs, rhs), zero()));
        }
        _ => {}
    }
    if broken.is_empty() { None } else { Some(store.or(&broken)) }
}

/// The condition under which a conversion breaks a promise that makes its result poison.
pub(crate) fn broken_cast(
    store: &TermStore,
    op: CastOp,
    flags: Flags,
    bits: TermId,
    to: u32,
) -> Option<TermId> {
    let from = store.sort(bits).width();
    match op {
        CastOp::ZExt | CastOp::UiToFp if flags.contains(Flags::NNEG) => {
            Some(store.bv_slt(bits, store.bv_const(from, 0)))
        }
        CastOp::Trunc if to < from => {
            let narrow = store.extract(to - 1, 0, bits);
            let mut broken = Vec::new();
            if flags.contains(Flags::NUW) {
                broken.push(store.ne(store.zero_extend(from - to, narrow), bits));
            }
            if flags.contains(Flags::NSW) {
                broken.push(store.ne(store.sign_extend(from - to, narrow), bits));
            }
            if broken.is_empty() { None } else { Some(store.or(&broken)) }
        }
        _ => None,
    }
}

/// For signed division: overflow is a violation next to division by zero.
pub(crate) fn division_overflow(store: &TermStore, lhs: TermId, rhs: TermId) -> TermId {
    let width = store.sort(lhs).width();
    let minimum =
        store.bv_shl(store.bv_const(width, 1), store.bv_const(width, u64::from(width - 1)));
    let minus_one = store.bv_not(store.bv_const(width, 0));
    store.and(&[store.eq(lhs, minimum), store.eq(rhs, minus_one)])
}

/// Whether a value of `width + 1` bits is outside of what `width` bits can hold, signed.
fn out_of_range(store: &TermStore, wide: TermId, width: u32) -> TermId {
    let one = store.bv_const(width + 1, 1);
    let largest =
        store.bv_sub(store.bv_shl(one, store.bv_const(width + 1, u64::from(width - 1))), one);
    let smallest = store.bv_not(largest);
    store.or(&[store.bv_slt(wide, smallest), store.bv_slt(largest, wide)])
}

/// A comparison of words.
#[inline]
pub(crate) fn compare_words(predicate: IntPredicate, width: u32, a: u64, b: u64) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
    }
}

/// A comparison of terms.
pub fn compare_terms(store: &TermStore, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
    match predicate {
        IntPredicate::Eq => store.eq(a, b),
        IntPredicate::Ne => store.ne(a, b),
        IntPredicate::Ult => store.bv_ult(a, b),
        IntPredicate::Ule => store.bv_ule(a, b),
        IntPredicate::Ugt => store.bv_ugt(a, b),
        IntPredicate::Uge => store.bv_uge(a, b),
        IntPredicate::Slt => store.bv_slt(a, b),
        IntPredicate::Sle => store.bv_sle(a, b),
        IntPredicate::Sgt => store.bv_sgt(a, b),
        IntPredicate::Sge => store.bv_sge(a, b),
    }
}
