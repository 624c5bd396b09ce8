//! Arithmetic progressions, and what it means for the counters that they do not wrap.
//!
//! If every path adds a loop invariant dᵢ to a variable a, or leaves it alone, then after κ iterations it is a + Σ dᵢ·κᵢ. That is
//! an equation modulo 2^width: it holds on machine integers whatever wraps on the way.
//!
//! Modulo 2^width nothing bounds the counters, though: `i < n` can hold again after i has gone round. If the guards imply that no
//! single step wraps — `i < n` implies that i + 1 does not overflow — then the sum taken over the integers stays in the type's range
//! after every iteration, because each value is the one before plus a step that did not wrap. That fact is added, computed in
//! bit-vectors wide enough not to wrap, and it is what ties the counters to the values.

use lariat_term::{Sort, TermId};
use num_traits::ToPrimitive;

use super::{Attempt, Rule};
use crate::body::{COUNTER_BITS, counter_as, symbol_of};
use crate::progress::Progress;

/// The paths that add something, with what they add: in terms of the iteration's symbols, and at loop entry.
fn steps(progress: &Progress<'_>, variable: usize) -> Result<Vec<(usize, TermId, TermId)>, String> {
    let mut steps = Vec::new();
    for path in progress.setters(variable) {
        let step = progress.added_on(path, variable)?;
        let invariant = progress.at_start(step)?;
        if !progress.counters_in(invariant).is_empty() {
            return Err("what a path adds changes from iteration to iteration".to_owned());
        }
        steps.push((path, step, invariant));
    }
    Ok(steps)
}

/// The rule: `a + Σ dᵢ·κᵢ`.
pub(super) fn progression(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let Sort::BitVec(width) = store.sort(symbol) else {
        return Err("is not a number".to_owned());
    };
    let steps = steps(progress, variable)?;
    let value = steps.iter().fold(symbol, |sum, &(path, _, step)| {
        let counter = counter_as(store, width, progress.counters[path]);
        store.bv_add(sum, store.bv_mul(step, counter))
    });
    for (position, signed) in [true, false].into_iter().enumerate() {
        if never_wraps(progress, symbol, &steps, signed) {
            progress.no_wrap[variable][position] = true;
            let fact = stays_in_range(progress, symbol, &steps, signed);
            progress.facts.push(fact);
        }
    }
    progress.steps[variable] = Some(steps.iter().map(|&(path, _, step)| (path, step)).collect());
    Ok((value, Rule::Progression))
}

/// Whether no step of a path wraps if the path's guard holds.
fn never_wraps(
    progress: &mut Progress<'_>,
    symbol: TermId,
    steps: &[(usize, TermId, TermId)],
    signed: bool,
) -> bool {
    let store = progress.store;
    steps.iter().all(|&(path, step, _)| {
        let overflow = if signed {
            store.bv_sadd_overflow(symbol, step)
        } else {
            // As an unsigned number a step is read as signed: `i - 1` is not `i + 0xffffffff`.
            unsigned_step_wraps(progress, symbol, step)
        };
        progress.holds_on(path, store.not(overflow))
    })
}

/// Whether adding a signed step leaves the unsigned range.
fn unsigned_step_wraps(progress: &Progress<'_>, symbol: TermId, step: TermId) -> TermId {
    let store = progress.store;
    let width = store.sort(symbol).width();
    let sum = store.bv_add(symbol, step);
    let negative = store.bv_slt(step, store.bv_const(width, 0));
    store.ite(negative, store.bv_ult(symbol, sum), store.bv_ult(sum, symbol))
}

/// A number of bits in which the sum of the entry value and all steps does not wrap.
fn wide_enough(progress: &Progress<'_>, width: u32, steps: &[(usize, TermId, TermId)]) -> u32 {
    let step_bits = (steps.iter())
        .map(|&(_, _, step)| match progress.store.as_bv(step) {
            Some(value) => u32::try_from(value.to_bigint().bits()).unwrap_or(width) + 1,
            None => width,
        })
        .max()
        .unwrap_or(1);
    // A product has a sign, the step's bits and those of a counter of at most 2^64; a sum of n + 1 numbers has log₂(n + 1) more.
    let carries = (steps.len() as u32 + 1).ilog2() + 1;
    (step_bits + 66).max(width + 1).max(COUNTER_BITS) + carries
}

/// The entry value plus all steps, as integers, is in the type's range.
fn stays_in_range(
    progress: &Progress<'_>,
    symbol: TermId,
    steps: &[(usize, TermId, TermId)],
    signed: bool,
) -> TermId {
    let store = progress.store;
    let width = store.sort(symbol).width();
    let wide = wide_enough(progress, width, steps);
    let extend = |term: TermId, signed: bool| match signed {
        true => store.sign_extend(wide - width, term),
        false => store.zero_extend(wide - width, term),
    };
    let sum = steps.iter().fold(extend(symbol, signed), |sum, &(path, _, step)| {
        let counter = counter_as(store, wide, progress.counters[path]);
        store.bv_add(sum, store.bv_mul(extend(step, true), counter))
    });
    let zero = store.bv_const(wide, 0);
    let one = store.bv_const(wide, 1);
    let power = |bits: u32| store.bv_shl(one, store.bv_const(wide, u64::from(bits)));
    if signed {
        let half = power(width - 1);
        store.and(&[store.bv_sle(store.bv_neg(half), sum), store.bv_slt(sum, half)])
    } else {
        store.and(&[store.bv_sle(zero, sum), store.bv_slt(sum, power(width))])
    }
}

/// What every iteration adds to a term, if that is one constant on all paths: 0 for an invariant.
pub(crate) fn constant_step(progress: &Progress<'_>, term: TermId) -> Option<i128> {
    let store = progress.store;
    let body = progress.body;
    if body.variables.iter().all(|variable| !progress.mentions(term, variable.symbol)) {
        return Some(0);
    }
    let mut common = None;
    for path in &body.paths {
        let next = (body.variables.iter().zip(&path.after))
            .filter_map(|(variable, &after)| Some((symbol_of(store, variable.symbol)?, after)))
            .collect();
        let step = store.as_bv(store.bv_sub(store.substitute(term, &next), term))?;
        let step = step.to_bigint().to_i128()?;
        if common.is_some_and(|common| common != step) {
            return None;
        }
        common = Some(step);
    }
    common
}
