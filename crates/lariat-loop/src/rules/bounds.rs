//! What can be said about variables without a value: they only grow, or only shrink (`if (x > max) max = x`).
//!
//! If no path makes a variable smaller, it is at least what it was at loop entry. The solver says so for each path from its guard. The
//! bound is a fact about the variable that stands for the unknown value.

use lariat_term::{Sort, TermId};

use crate::progress::Progress;

/// Adds bounds of unknown numbers to the facts.
pub(super) fn add_bounds(progress: &mut Progress<'_>) {
    let store = progress.store;
    for variable in 0..progress.body.variables.len() {
        let symbol = progress.symbol(variable);
        if progress.known[variable].is_some() || !matches!(store.sort(symbol), Sort::BitVec(_)) {
            continue;
        }
        let orders: [&dyn Fn(TermId, TermId) -> TermId; 4] = [
            &|a, b| store.bv_sle(a, b),
            &|a, b| store.bv_sle(b, a),
            &|a, b| store.bv_ule(a, b),
            &|a, b| store.bv_ule(b, a),
        ];
        for order in orders {
            let keeps = (0..progress.body.paths.len()).all(|path| {
                let kept = order(symbol, progress.after(path, variable));
                progress.holds_on(path, kept)
            });
            if keeps {
                progress.facts.push(order(symbol, progress.stars[variable]));
            }
        }
    }
}
