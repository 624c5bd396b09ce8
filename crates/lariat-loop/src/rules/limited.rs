//! Numbers without a value that are limited all the same: what is added to them is, or what they are set to.
//!
//! If every path adds something between lᵢ and uᵢ to a variable a (`s += A[i]` for bytes), then after κ iterations it is between a + Σ lᵢ·κᵢ and a + Σ uᵢ·κᵢ, unless
//! it has gone round. It has not if a + Σ min(lᵢ, 0)·κᵢ and a + Σ max(uᵢ, 0)·κᵢ are in the type's range, because then all that was in between is. That is
//! written in bit-vectors wide enough not to wrap. If every path leaves the variable alone or sets it to something between l and u (`if (A[i] > m) m = A[i]`), it is
//! what it was at first, or between l and u.
//!
//! Limits come from the shape of a term (an extended byte), or from what the guard says about it, which the solver is asked about with the numbers that occur there.

use lariat_term::{Op, Sort, TermId, TermStore};

use crate::body::COUNTER_BITS;
use crate::progress::Progress;

/// Numbers of more bits have no limits.
const MOST_BITS: u32 = 64;

/// Numbers in a guard that are tried as limits.
const MOST_TRIED: usize = 6;

/// Adds the limits of unknown numbers to the facts.
pub(super) fn add_limits(progress: &mut Progress<'_>) {
    for variable in 0..progress.body.variables.len() {
        let sort = progress.store.sort(progress.symbol(variable));
        let Sort::BitVec(width @ 2..=MOST_BITS) = sort else { continue };
        if progress.known[variable].is_some() {
            continue;
        }
        let fact = match limited_values(progress, variable, width) {
            Some(fact) => Some(fact),
            None => limited_steps(progress, variable, width),
        };
        progress.facts.extend(fact);
    }
}

/// The values among which a term chooses.
fn leaves(store: &TermStore, term: TermId, found: &mut Vec<TermId>) {
    match store.view(term) {
        (Op::Ite, &[_, then, otherwise]) if found.len() < MOST_TRIED => {
            leaves(store, then, found);
            leaves(store, otherwise, found);
        }
        _ => found.push(term),
    }
}

/// That the variable is what it was, or one of the values it is set to, in the widest of their ranges.
fn limited_values(progress: &mut Progress<'_>, variable: usize, width: u32) -> Option<TermId> {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let mut limits: Option<(i128, i128)> = None;
    for path in progress.setters(variable) {
        let mut values = Vec::new();
        leaves(store, progress.after(path, variable), &mut values);
        values.retain(|&value| value != symbol);
        for value in values {
            if progress.mentions(value, symbol) {
                return None;
            }
            let (least, greatest) = range_on(progress, path, value, width)?;
            limits = Some(match limits {
                Some((low, high)) => (low.min(least), high.max(greatest)),
                None => (least, greatest),
            });
        }
    }
    let (least, greatest) = limits?;
    let star = progress.stars[variable];
    let number = |value: i128| signed(store, width, value);
    let within =
        store.and(&[store.bv_sle(number(least), star), store.bv_sle(star, number(greatest))]);
    Some(store.or(&[store.eq(star, symbol), within]))
}

/// That the variable is as far from what it was as its steps allow, if it cannot have gone round.
fn limited_steps(progress: &mut Progress<'_>, variable: usize, width: u32) -> Option<TermId> {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let mut steps = Vec::new();
    for path in progress.setters(variable) {
        let step = progress.added_on(path, variable).ok()?;
        let (least, greatest) = range_on(progress, path, step, width)?;
        steps.push((progress.counters[path], least, greatest));
    }
    // Counters are at most 2^64, steps less than 2^63, and there are not so many paths.
    let wide = COUNTER_BITS + width + 16;
    let extended = |term: TermId| store.sign_extend(wide - store.sort(term).width(), term);
    let at = |limit: &dyn Fn(i128, i128) -> i128| {
        steps.iter().fold(extended(symbol), |sum, &(counter, least, greatest)| {
            let counter = store.zero_extend(wide - COUNTER_BITS, counter);
            let step = signed(store, wide, limit(least, greatest));
            store.bv_add(sum, store.bv_mul(step, counter))
        })
    };
    let most = (1i128 << (width - 1)) - 1;
    let lowest = store.bv_sle(signed(store, wide, -most - 1), at(&|least, _| least.min(0)));
    let highest = store.bv_sle(at(&|_, greatest| greatest.max(0)), signed(store, wide, most));
    let now = extended(progress.stars[variable]);
    let least = store.bv_sle(at(&|least, _| least), now);
    let greatest = store.bv_sle(now, at(&|_, greatest| greatest));
    Some(store.implies(store.and(&[lowest, highest]), store.and(&[least, greatest])))
}

/// The constant with this signed value.
fn signed(store: &TermStore, width: u32, value: i128) -> TermId {
    store.bv_value(&lariat_term::BitVec::from_bigint(width, &value.into()))
}

/// Between which numbers a term is in each iteration along a path, as a signed number; none if nothing limits it.
fn range_on(
    progress: &mut Progress<'_>,
    path: usize,
    term: TermId,
    width: u32,
) -> Option<(i128, i128)> {
    let store = progress.store;
    let most = (1i128 << (width - 1)) - 1;
    let (least, greatest) = store.signed_range(term).unwrap_or((-most - 1, most));
    if least > -most - 1 && greatest < most {
        return Some((least, greatest));
    }
    // What the guard says about numbers of the iteration itself: what inner loops leave, and inputs.
    let locals = &progress.body.paths[path].locals;
    if !locals.iter().any(|&local| progress.mentions(term, local)) {
        return None;
    }
    let mut tried: Vec<i128> = Vec::new();
    for part in store.parts(&progress.body.paths[path].guard) {
        let constants = store.args(part).iter().filter_map(|&arg| match store.op(arg) {
            Op::BvConst(_) => store.signed_range(arg).map(|(value, _)| value),
            _ => None,
        });
        if matches!(store.op(part), Op::BvSle | Op::BvSlt | Op::BvUle | Op::BvUlt) {
            tried.extend(constants.filter(|value| value.abs() < most));
        }
    }
    tried.sort_unstable();
    tried.dedup();
    tried.truncate(MOST_TRIED);
    let at_least = |value: i128| store.bv_sle(signed(store, width, value), term);
    let at_most = |value: i128| store.bv_sle(term, signed(store, width, value));
    let least = tried.iter().rev().copied().find(|&value| progress.holds_on(path, at_least(value)));
    let greatest = tried.iter().copied().find(|&value| progress.holds_on(path, at_most(value)));
    Some((least?, greatest?))
}
