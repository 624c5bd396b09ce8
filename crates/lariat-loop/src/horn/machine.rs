//! Conditions on integers as conditions on machine integers, with the same meaning.
//!
//! Sums of machine integers are computed in as many bits as no value of theirs exceeds.

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;

use super::ideal::Ideal;

/// A sum in enough bits.
const MOST_BITS: u32 = 200;

/// The condition on the symbols that the integers stand for; none if it has parts without such a meaning.
pub(super) fn condition(store: &TermStore, ideal: &Ideal<'_>, term: TermId) -> Option<TermId> {
    let (op, args) = store.view(term);
    match (op, args) {
        (Op::BoolConst(_), _) => Some(term),
        (Op::Var(symbol), _) => Some(store.symbol_term(*ideal.machine.get(&symbol)?)),
        (Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies, args) => {
            let args: Option<Vec<TermId>> =
                args.iter().map(|&arg| condition(store, ideal, arg)).collect();
            Some(store.mk(op, &args?))
        }
        (Op::Ite, &[a, b, c]) if store.sort(b) == Sort::Bool => {
            let [a, b, c] = [a, b, c].map(|arg| condition(store, ideal, arg));
            Some(store.ite(a?, b?, c?))
        }
        (Op::Eq, &[a, b]) if store.sort(a) == Sort::Bool => {
            Some(store.eq(condition(store, ideal, a)?, condition(store, ideal, b)?))
        }
        (Op::Eq | Op::IntLe | Op::IntLt, &[a, b]) => comparison(store, ideal, op, a, b),
        _ => None,
    }
}

fn comparison(
    store: &TermStore,
    ideal: &Ideal<'_>,
    op: Op,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    if let Some(simple) = simple(store, ideal, op, a, b) {
        return Some(simple);
    }
    let largest = largest(store, ideal, a)?.max(largest(store, ideal, b)?);
    let width = u32::try_from(largest.bits()).ok()? + 2;
    if width > MOST_BITS {
        return None;
    }
    let (a, b) = (wide(store, ideal, a, width)?, wide(store, ideal, b, width)?);
    Some(match op {
        Op::Eq => store.eq(a, b),
        Op::IntLe => store.bv_sle(a, b),
        _ => store.bv_slt(a, b),
    })
}

/// A variable compared with a variable or constant needs no more bits than it has.
fn simple(store: &TermStore, ideal: &Ideal<'_>, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let variable = |term: TermId| -> Option<(SymbolId, u32)> {
        let Op::Var(integer) = store.op(term) else { return None };
        let symbol = *ideal.machine.get(&integer)?;
        let Sort::BitVec(width) = store.symbol_sort(symbol) else { return None };
        Some((symbol, width))
    };
    let (symbol, width) = variable(a).or_else(|| variable(b))?;
    let unsigned = ideal.is_unsigned(symbol);
    let side = |term: TermId| -> Option<TermId> {
        if let Some((symbol, other_width)) = variable(term) {
            let fits = other_width == width && ideal.is_unsigned(symbol) == unsigned;
            return fits.then(|| store.symbol_term(symbol));
        }
        let value = store.as_int(term)?;
        let half = BigInt::from(1) << (width - 1);
        let (low, high) =
            if unsigned { (BigInt::from(0), &half << 1) } else { (-half.clone(), half.clone()) };
        let fits = low <= value && value < high;
        fits.then(|| {
            let value: BigInt = if value < BigInt::from(0) { value + (half << 1) } else { value };
            u64::try_from(value)
                .ok()
                .filter(|_| width <= 64)
                .map(|word| store.bv_const(width, word))
        })?
    };
    let (a, b) = (side(a)?, side(b)?);
    Some(match (op, unsigned) {
        (Op::Eq, _) => store.eq(a, b),
        (Op::IntLe, true) => store.bv_ule(a, b),
        (Op::IntLe, false) => store.bv_sle(a, b),
        (_, true) => store.bv_ult(a, b),
        (_, false) => store.bv_slt(a, b),
    })
}

/// No value of the term, or of a part of it, is larger than this, whatever its sign.
fn largest(store: &TermStore, ideal: &Ideal<'_>, term: TermId) -> Option<BigInt> {
    if let Some(value) = store.as_int(term) {
        return Some(BigInt::from(value.magnitude().clone()));
    }
    let (op, args) = store.view(term);
    let mut parts = Vec::with_capacity(args.len());
    match op {
        Op::Var(integer) => {
            let Sort::BitVec(width) = store.symbol_sort(*ideal.machine.get(&integer)?) else {
                return None;
            };
            return Some(BigInt::from(1) << width);
        }
        Op::Ite => {
            for &arg in &args[1..] {
                parts.push(largest(store, ideal, arg)?);
            }
            return parts.into_iter().max();
        }
        _ => {
            for &arg in args {
                parts.push(largest(store, ideal, arg)?);
            }
        }
    }
    Some(match op {
        Op::IntAdd => parts.into_iter().sum(),
        Op::IntMul => parts.into_iter().product(),
        // Neither a quotient nor a remainder is larger than what is divided and the divisor together.
        Op::IntDiv | Op::IntMod => parts.into_iter().sum(),
        _ => return None,
    })
}

/// The term in so many bits, which are enough.
fn wide(store: &TermStore, ideal: &Ideal<'_>, term: TermId, width: u32) -> Option<TermId> {
    if store.as_int(term).is_some() {
        return Some(store.int_to_bv(width, term));
    }
    let (op, args) = store.view(term);
    match (op, args) {
        (Op::Var(integer), _) => {
            let symbol = *ideal.machine.get(&integer)?;
            let machine = store.symbol_term(symbol);
            let more = width.checked_sub(store.sort(machine).width())?;
            Some(if ideal.is_unsigned(symbol) {
                store.zero_extend(more, machine)
            } else {
                store.sign_extend(more, machine)
            })
        }
        (Op::IntAdd, args) => {
            let mut parts = args.iter().map(|&arg| wide(store, ideal, arg, width));
            let first = parts.next()??;
            parts.try_fold(first, |sum, part| Some(store.bv_add(sum, part?)))
        }
        (Op::IntMul, args) => {
            let mut parts = args.iter().map(|&arg| wide(store, ideal, arg, width));
            let first = parts.next()??;
            parts.try_fold(first, |product, part| Some(store.bv_mul(product, part?)))
        }
        (Op::Ite, &[when, then, otherwise]) => {
            let when = condition(store, ideal, when)?;
            let (then, otherwise) =
                (wide(store, ideal, then, width)?, wide(store, ideal, otherwise, width)?);
            Some(store.ite(when, then, otherwise))
        }
        (Op::IntMod | Op::IntDiv, &[a, b]) => {
            let divisor = store.as_int(b).filter(|divisor| *divisor > BigInt::from(0))?;
            let divisor = store.int_to_bv(width, store.int_value(&divisor));
            let a = wide(store, ideal, a, width)?;
            let remainder = store.bv_smod(a, divisor);
            Some(match op {
                Op::IntMod => remainder,
                _ => store.bv_sdiv(store.bv_sub(a, remainder), divisor),
            })
        }
        _ => None,
    }
}
