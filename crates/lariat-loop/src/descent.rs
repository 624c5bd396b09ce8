//! Bounds that no linear quantity gives: halving, strings, lists.
//!
//! - A number that every iteration makes smaller as an unsigned one: at most its value; if it is halved at least, the number of its bits. So
//!   for `x >>= 1`, `x /= 10`, `x &= x - 1`, Euclid's algorithm.
//! - An address that every iteration reads at and then moves by a constant: at most the size of the object, as a read beyond its end is
//!   undefined. So for strings and sentinels.
//! - A pointer that is replaced by what is found where it points: the length of the list, should it end.

use lariat_solver::Solver;
use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

use crate::analysis::Bound;
use crate::body::{LoopBody, symbol_of};
use crate::infix::infix;

/// A bound by one of these ways.
pub(crate) fn bound(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    entry: &[TermId],
) -> Option<Bound> {
    if body.paths.is_empty() {
        return None;
    }
    let variables = || 0..body.variables.len();
    variables()
        .find_map(|v| shrinking(store, solver, body, entry, v))
        .or_else(|| walking(store, solver, body, entry))
        .or_else(|| variables().find_map(|v| list(store, body, v)))
}

fn shrinking(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    entry: &[TermId],
    v: usize,
) -> Option<Bound> {
    let symbol = body.variables[v].symbol;
    let Sort::BitVec(width) = store.sort(symbol) else { return None };
    let changes = |path: &crate::IterationPath| path.after[v] != symbol;
    if !body.paths.iter().all(changes) {
        return None;
    }
    let mut always = |holds: &dyn Fn(TermId) -> TermId| {
        body.paths
            .iter()
            .all(|path| solver.must_be_true(&path.guard, holds(path.after[v])) == Ok(true))
    };
    if !always(&|after| store.bv_ult(after, symbol)) {
        return None;
    }
    let half = store.mk(Op::BvLshr, &[symbol, store.bv_const(width, 1)]);
    let name = &body.variables[v].name;
    if always(&|after| store.bv_ule(after, half)) {
        let text = format!("{width} (the bits of {name})");
        return Some(Bound {
            text,
            term: Some(store.int_const(i64::from(width))),
            exact: false,
            given: None,
        });
    }
    let at_entry = *entry.get(v)?;
    let text = match store.as_bv(at_entry) {
        Some(value) => value.to_biguint().to_string(),
        None => format!("{name} as an unsigned number"),
    };
    let term = store.mk(Op::BvToNat, &[at_entry]);
    Some(Bound { text, term: Some(term), exact: false, given: None })
}

/// The reads in a path's guard, by address.
fn reads(store: &TermStore, guard: &[TermId]) -> Vec<TermId> {
    store
        .parts(guard)
        .into_iter()
        .filter(|&part| store.op(part) == Op::Select && store.loose_bound(part) == 0)
        .map(|part| store.view(part).1[1])
        .collect()
}

/// A bound by the object that every iteration reads from, at a place that moves.
pub(crate) fn walking(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    entry: &[TermId],
) -> Option<Bound> {
    let first = body.paths.first()?;
    let at_entry: FxHashMap<SymbolId, TermId> = (body.variables.iter().zip(entry))
        .filter_map(|(variable, &value)| Some((symbol_of(store, variable.symbol)?, value)))
        .collect();
    for address in reads(store, &first.guard) {
        let mut moved = |path: &crate::IterationPath| {
            let next: FxHashMap<SymbolId, TermId> = (body.variables.iter().zip(&path.after))
                .filter_map(|(variable, &after)| Some((symbol_of(store, variable.symbol)?, after)))
                .collect();
            if !reads(store, &path.guard).contains(&address) {
                return None;
            }
            let step = store.bv_sub(store.substitute(address, &next), address);
            if let Some(step) = store.as_bv(step) {
                return Some(step.to_bigint());
            }
            // An index of another width moves the address by a constant as long as nothing overflows: guessed at zero, then proved.
            let zeros: FxHashMap<SymbolId, TermId> = (store.free_vars(step).into_iter())
                .filter_map(|symbol| match store.sort(store.symbol_term(symbol)) {
                    Sort::BitVec(width) => Some((symbol, store.bv_const(width, 0))),
                    _ => None,
                })
                .collect();
            let guess = store.substitute(step, &zeros);
            let value = store.as_bv(guess)?.to_bigint();
            let holds = solver.must_be_true(&path.guard, store.eq(step, guess)) == Ok(true);
            holds.then_some(value)
        };
        let steps: Option<Vec<num_bigint::BigInt>> = body.paths.iter().map(&mut moved).collect();
        let Some(steps) = steps else { continue };
        let zero = num_bigint::BigInt::from(0);
        if steps.iter().all(|step| *step > zero) || steps.iter().all(|step| *step < zero) {
            let start = infix(store, store.substitute(address, &at_entry));
            return Some(Bound {
                text: format!("size of the object at {start}"),
                term: None,
                exact: false,
                given: Some("every read is inside its object"),
            });
        }
    }
    None
}

fn list(store: &TermStore, body: &LoopBody, v: usize) -> Option<Bound> {
    let symbol = body.variables[v].symbol;
    let id = symbol_of(store, symbol)?;
    let follows = |path: &crate::IterationPath| {
        let read = store.parts(&[path.after[v]]).into_iter().any(|part| {
            store.op(part) == Op::Select
                && store.free_vars(store.view(part).1[1]).binary_search(&id).is_ok()
        });
        let tested =
            path.guard.iter().any(|&term| store.free_vars(term).binary_search(&id).is_ok());
        read && tested && path.after[v] != symbol
    };
    body.paths.iter().all(follows).then(|| Bound {
        text: format!("length of the list at {}", body.variables[v].name),
        term: None,
        exact: false,
        given: Some("the list ends"),
    })
}
