//! Geometric progressions: a path replaces a by c·a + d with a constant c and an invariant d (`y *= 3`, `y <<= 1`, `b = !b`).
//!
//! The n-fold map a ↦ cⁿ·a + d·(1 + c + … + cⁿ⁻¹) is not something a solver can be told with an exponent, but it can be composed by the bits
//! of n: the 2ᵇ-fold maps have constant factors, found by squaring, and each bit of the counter says whether its map is applied. That
//! is exact modulo 2^width, and short: for an odd c the 2ᵇ-fold map becomes the identity, for an even one it becomes constant after
//! log₂(width) bits.
//!
//! Several paths may do it if their maps are the same (the counter is then their sum) or are all products (which commute).

use lariat_term::{BitVec, Sort, TermId};

use super::{Attempt, Rule};
use crate::body::{COUNTER_BITS, total};
use crate::polynomial::Polynomial;
use crate::progress::Progress;

/// A chain of maps longer than this is not built for wide numbers.
const LONGEST_WIDE_CHAIN: u32 = 8;

/// Up to this width every chain is built.
const NARROW: u32 = 32;

/// The rule.
pub(super) fn recurrence(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let setters = progress.setters(variable);
    let running = |paths: &[usize]| {
        let counters: Vec<TermId> = paths.iter().map(|&path| progress.counters[path]).collect();
        total(store, &counters)
    };
    let width = match store.sort(symbol) {
        Sort::BitVec(width) => width,
        Sort::Bool => {
            let flipped = store.not(symbol);
            if setters.iter().any(|&path| progress.after(path, variable) != flipped) {
                return Err("a path does something else than negating it".to_owned());
            }
            let odd = store.eq(store.extract(0, 0, running(&setters)), store.bv_const(1, 1));
            return Ok((store.xor(symbol, odd), Rule::Recurrence));
        }
        _ => return Err("is not a number".to_owned()),
    };
    let mut maps = Vec::new();
    for &path in &setters {
        maps.push(affine_map(progress, variable, path, width)?);
    }
    let zero = store.bv_const(width, 0);
    let value = if maps.windows(2).all(|pair| pair[0] == pair[1]) {
        power(progress, symbol, maps[0], running(&setters))?
    } else if maps.iter().all(|(_, added)| *added == zero) {
        let mut value = symbol;
        for (&path, &map) in setters.iter().zip(&maps) {
            value = power(progress, value, map, progress.counters[path])?;
        }
        value
    } else {
        return Err("the paths' maps do not commute".to_owned());
    };
    Ok((value, Rule::Recurrence))
}

/// What a path does with the variable, as a factor and a summand.
fn affine_map(
    progress: &Progress<'_>,
    variable: usize,
    path: usize,
    width: u32,
) -> Result<(u128, TermId), String> {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let not_affine = || "a path does something else than multiplying and adding".to_owned();
    let after =
        Polynomial::of(store, progress.after(path, variable), width).ok_or_else(not_affine)?;
    if after.degree(symbol) > 1 {
        return Err(not_affine());
    }
    let factor = after.coefficient(symbol, 1).as_constant().ok_or_else(not_affine)?;
    let added = after.coefficient(symbol, 0).term(store);
    if progress.mentions(added, symbol) {
        return Err(not_affine());
    }
    let added = progress.at_start(added)?;
    if !progress.counters_in(added).is_empty() {
        return Err("what a path adds changes from iteration to iteration".to_owned());
    }
    Ok((factor, added))
}

/// The map a ↦ factor·a + added applied `times` times.
fn power(
    progress: &Progress<'_>,
    start: TermId,
    (factor, added): (u128, TermId),
    times: TermId,
) -> Result<TermId, String> {
    let store = progress.store;
    let width = store.sort(start).width();
    let constant = |value: &BitVec| store.bv_value(value);
    let one = BitVec::new(width, 1);
    let nothing_added = added == store.bv_const(width, 0);
    // The 2ᵇ-fold map is a ↦ factor·a + added·sum.
    let mut factor = BitVec::from_u128(width, factor);
    let mut sum = one.clone();
    let mut value = start;
    for bit in 0..COUNTER_BITS {
        if width > NARROW && bit > LONGEST_WIDE_CHAIN {
            return Err("is a geometric progression that is too wide to write out".to_owned());
        }
        if factor == one && (nothing_added || sum.is_zero()) {
            return Ok(value);
        }
        let mapped = |value: TermId| {
            let scaled = store.bv_mul(constant(&factor), value);
            store.bv_add(scaled, store.bv_mul(added, constant(&sum)))
        };
        if factor.is_zero() {
            // All further maps are this constant, and the maps commute: any of them decides.
            let small = store.bv_ult(times, power_of_two(store, bit));
            return Ok(store.ite(small, value, mapped(value)));
        }
        let applied = store.eq(store.extract(bit, bit, times), store.bv_const(1, 1));
        value = store.ite(applied, mapped(value), value);
        sum = sum.mul(&one.add(&factor));
        factor = factor.mul(&factor);
    }
    Ok(value)
}

fn power_of_two(store: &lariat_term::TermStore, bit: u32) -> TermId {
    store.bv_value(&BitVec::from_u128(COUNTER_BITS, 1 << bit))
}
