//! Loops that stop at a value: `while (i != n) i += d`.
//!
//! Such a guard is not monotone, so what holds in the first and in the last iteration does not bound the counters. But the first time at
//! which i + d·t is n can be computed on machine integers: with d = 2ᵉ·d′ for an odd d′ there is one exactly if 2ᵉ divides n − i, and it
//! is (n − i)/2ᵉ·d′⁻¹ modulo 2^(width − e). The loop cannot have gone past it. That is a fact about the counters if every path has the
//! guard and takes the step.

use lariat_term::{BitVec, Op, Sort, TermId};

use super::progression::constant_step;
use crate::body::{COUNTER_BITS, total};
use crate::polynomial::inverse;
use crate::progress::Progress;
use crate::summary::conjuncts;

/// Adds the facts that disequalities in the guards imply.
pub(super) fn add_stops(progress: &mut Progress<'_>) {
    let store = progress.store;
    let Some(first) = progress.body.paths.first() else { return };
    let guards: Vec<Vec<TermId>> =
        progress.body.paths.iter().map(|path| conjuncts(store, &path.guard)).collect();
    let mut facts = Vec::new();
    for conjunct in conjuncts(store, &first.guard) {
        if !guards.iter().all(|guard| guard.contains(&conjunct)) {
            continue;
        }
        if let (Op::Not, &[equal]) = store.view(conjunct)
            && let (Op::Eq, &[a, b]) = store.view(equal)
            && let Sort::BitVec(_) = store.sort(a)
        {
            facts.extend(stop(progress, a, b).or_else(|| stop(progress, b, a)));
        }
    }
    progress.facts.extend(facts);
}

/// That the loop has not gone past the first time at which `moving` is `fixed`.
fn stop(progress: &Progress<'_>, moving: TermId, fixed: TermId) -> Option<TermId> {
    let store = progress.store;
    let width = store.sort(moving).width();
    let step = constant_step(progress, moving).filter(|&step| step != 0)?;
    if constant_step(progress, fixed)? != 0 || width > COUNTER_BITS {
        return None;
    }
    // Only what has the same value in every iteration, and at loop entry.
    if progress.determined(fixed).is_err() || progress.determined(moving).is_err() {
        return None;
    }
    let step = BitVec::from_u128(width, step as u128);
    let twos = step.trailing_zeros();
    if twos >= width {
        return None;
    }
    let way = store.bv_sub(fixed, moving);
    let odd = step.extract(width - 1, twos);
    let part = store.extract(width - 1, twos, way);
    let times = store.bv_mul(part, store.bv_value(&inverse(&odd)));
    let times = store.zero_extend(COUNTER_BITS - (width - twos), times);
    let not_past = store.bv_ule(total(store, &progress.counters), times);
    if twos == 0 {
        return Some(not_past);
    }
    let reached = store.eq(store.extract(twos - 1, 0, way), store.bv_const(twos, 0));
    Some(store.implies(reached, not_past))
}
