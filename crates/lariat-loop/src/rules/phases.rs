//! Paths that can only run one after the other.
//!
//! The solver says for each pair of paths whether an iteration along one can be followed at once by one along the other. If there is an
//! order of the paths in which nothing goes back, all iterations along one path are next to each other, and the loop's effect is that of
//! its first path alone, then of its second alone, and so on. Each of them has one path only, for which far more is known. (Section
//! 3.6 of the paper has an example: `if (i < 0) j = j + 1; else j = j * 2;` with a growing i.)

use lariat_term::{SymbolId, TermId};
use rustc_hash::FxHashMap;

use super::Rule;
use crate::body::{LoopBody, symbol_of};
use crate::memory::{Iterated, iterate_part};
use crate::progress::Progress;

/// Loops with more paths are not asked about: the number of questions grows with the square.
const MOST_PATHS: usize = 5;

/// An order in which the paths run, if there is one.
pub(super) fn order(progress: &mut Progress<'_>) -> Option<Vec<usize>> {
    let paths = progress.body.paths.len();
    if !(2..=MOST_PATHS).contains(&paths) {
        return None;
    }
    let mut follows: Vec<Vec<bool>> = Vec::new();
    for from in 0..paths {
        let mut row = vec![false; paths];
        for (to, follow) in row.iter_mut().enumerate().filter(|(to, _)| *to != from) {
            *follow = can_follow(progress, from, to);
            if *follow && follows.get(to).is_some_and(|back| back[from]) {
                return None;
            }
        }
        follows.push(row);
    }
    // Repeatedly take a path that no other remaining one leads to.
    let mut order = Vec::new();
    while order.len() < paths {
        let free = (0..paths).find(|&path| {
            !order.contains(&path)
                && (0..paths).all(|from| order.contains(&from) || !follows[from][path])
        })?;
        order.push(free);
    }
    Some(order)
}

/// Whether an iteration along `to` can come right after one along `from`, as far as the solver knows.
fn can_follow(progress: &mut Progress<'_>, from: usize, to: usize) -> bool {
    let store = progress.store;
    let mut next: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    for (variable, &after) in progress.body.variables.iter().zip(&progress.body.paths[from].after) {
        next.extend(symbol_of(store, variable.symbol).map(|symbol| (symbol, after)));
    }
    for &local in &progress.body.paths[to].locals {
        let fresh = store.fresh_var("next", store.sort(local));
        next.extend(symbol_of(store, local).map(|symbol| (symbol, fresh)));
    }
    let mut conditions = progress.context.clone();
    conditions.extend(&progress.body.paths[from].guard);
    conditions.extend(store.substitute_all(&progress.body.paths[to].guard, &next));
    !matches!(progress.solver.model_for(&conditions), Ok(None))
}

/// Gives unknown variables the values after the paths in this order. Whether there was one.
pub(super) fn compose(progress: &mut Progress<'_>, order: &[usize]) -> bool {
    let store = progress.store;
    let mut state: Vec<Option<TermId>> =
        progress.body.variables.iter().map(|variable| Some(variable.symbol)).collect();
    for &path in order {
        let body = LoopBody {
            variables: progress.body.variables.clone(),
            paths: vec![progress.body.paths[path].clone()],
        };
        let counter = progress.counters[path];
        let memory = iterate_part(store, progress.solver, &progress.context, &body, &[counter]);
        let lost = |term: TermId| {
            let free = store.free_vars(term);
            let occurs = |term: TermId| {
                symbol_of(store, term).is_some_and(|symbol| free.binary_search(&symbol).is_ok())
            };
            (state.iter().zip(&progress.body.variables))
                .any(|(value, variable)| value.is_none() && occurs(variable.symbol))
                || memory.values.iter().any(|value| !value.is_known() && occurs(value.term()))
                || memory.choices.iter().any(|choice| occurs(choice.term))
        };
        let map: FxHashMap<SymbolId, TermId> = (state.iter().zip(&progress.body.variables))
            .filter_map(|(value, variable)| Some((symbol_of(store, variable.symbol)?, (*value)?)))
            .collect();
        let facts: Vec<TermId> = (memory.facts.iter().copied())
            .filter(|&fact| !lost(fact))
            .map(|fact| store.substitute(fact, &map))
            .collect();
        let next = (memory.values.iter())
            .map(|value| match value {
                Iterated::Known { value, .. } if !lost(*value) => {
                    Some(store.substitute(*value, &map))
                }
                _ => None,
            })
            .collect();
        progress.facts.extend(facts);
        state = next;
    }
    let mut changed = false;
    for (variable, value) in state.into_iter().enumerate() {
        if let (None, Some(value)) = (&progress.known[variable], value) {
            progress.known[variable] = Some((value, Rule::Phases));
            changed = true;
        }
    }
    changed
}
