//! The paths taken as one.
//!
//! If the guards exclude each other, which the solver has to show, exactly one holds in every iteration, so the value at its end is that of the path whose guard it is: one path whose values
//! are `ite(guard₁, value₁, ite(guard₂, value₂, …))`, counted by the number T of all iterations. Where the guards themselves depend on T
//! alone (`i % 2 == 0`) this is exact for every variable, also for those whose last writer the single counters do not determine. If the
//! guards may overlap, only variables that all paths treat alike have a value at the end of the merged path.

use lariat_term::{Sort, TermId};

use super::{Rule, array};
use crate::body::{IterationPath, LoopBody, counter_sort, symbol_of, total};
use crate::memory::{Iterated, iterate_part};
use crate::progress::Progress;
use crate::summary::conjuncts;
use rustc_hash::FxHashMap;

/// Loops with more paths are not asked about.
const MOST_PATHS: usize = 8;

/// Gives unknown variables the values of the merged body. Whether there was one.
pub(super) fn merge_paths(progress: &mut Progress<'_>) -> bool {
    let store = progress.store;
    let exclusive = exclusive(progress);
    let paths = &progress.body.paths;
    let conditions: Vec<Vec<TermId>> =
        paths.iter().map(|path| conjuncts(store, &path.guard)).collect();
    // What holds on every path does not tell them apart.
    let common: Vec<TermId> = (conditions[0].iter().copied())
        .filter(|conjunct| conditions.iter().all(|guard| guard.contains(conjunct)))
        .collect();
    let guards: Vec<TermId> = (conditions.iter())
        .map(|guard| {
            let own: Vec<TermId> =
                guard.iter().copied().filter(|conjunct| !common.contains(conjunct)).collect();
            store.and(&own)
        })
        .collect();
    let mut locals: Vec<TermId> =
        paths.iter().flat_map(|path| path.locals.iter().copied()).collect();
    let mut after = Vec::new();
    for variable in 0..progress.body.variables.len() {
        let values: Vec<TermId> =
            (0..guards.len()).map(|path| progress.after(path, variable)).collect();
        after.push(if values.iter().all(|&value| value == values[0]) {
            values[0]
        } else if exclusive {
            merged_value(progress, variable, &values, &guards)
        } else {
            // One of the values, but which one is not known.
            let some = store.fresh_var("some", store.sort(values[0]));
            locals.push(some);
            some
        });
    }
    let guard = common.into_iter().chain([store.or(&guards)]).collect();
    let path = IterationPath { guard, after, locals };
    let body = LoopBody { variables: progress.body.variables.clone(), paths: vec![path] };
    let iterations = store.fresh_var("iterations", counter_sort());
    let memory = iterate_part(store, progress.solver, &progress.context, &body, &[iterations]);
    let map: FxHashMap<_, _> = symbol_of(store, iterations)
        .map(|symbol| (symbol, total(store, &progress.counters)))
        .into_iter()
        .collect();
    let mut changed = false;
    for (variable, value) in memory.values.iter().enumerate() {
        let Iterated::Known { value, .. } = value else { continue };
        if progress.known[variable].is_none() && memory.choices.is_empty() {
            let value = store.substitute(*value, &map);
            progress.known[variable] = Some((value, Rule::MergedPaths));
            changed = true;
        }
    }
    changed
}

/// Whether no two guards can hold at once. Guards may have been weakened by their maker, and then they do not tell the paths apart.
fn exclusive(progress: &mut Progress<'_>) -> bool {
    let store = progress.store;
    let paths = &progress.body.paths;
    if paths.len() > MOST_PATHS {
        return false;
    }
    for (number, first) in paths.iter().enumerate() {
        for second in &paths[number + 1..] {
            let fresh: FxHashMap<_, _> = (second.locals.iter())
                .filter_map(|&local| {
                    let symbol = symbol_of(store, local)?;
                    Some((symbol, store.fresh_var("other", store.sort(local))))
                })
                .collect();
            // With locals of their own: one iteration's need not be the other's. A guard that tells paths apart by them is of no
            // use here anyway.
            let mut both = progress.context.clone();
            both.extend(&first.guard);
            both.extend(store.substitute_all(&second.guard, &fresh));
            if !matches!(progress.solver.model_for(&both), Ok(None)) {
                return false;
            }
        }
    }
    true
}

/// The value at the end of an iteration, whichever path it took.
fn merged_value(
    progress: &Progress<'_>,
    variable: usize,
    values: &[TermId],
    guards: &[TermId],
) -> TermId {
    let store = progress.store;
    if let Sort::Array(_) = store.sort(progress.symbol(variable))
        && let Some(merged) = merged_writes(progress, progress.symbol(variable), values, guards)
    {
        return merged;
    }
    by_guard(progress, values, guards)
}

fn by_guard(progress: &Progress<'_>, values: &[TermId], guards: &[TermId]) -> TermId {
    let store = progress.store;
    let last = values.len() - 1;
    (0..last)
        .rev()
        .fold(values[last], |otherwise, path| store.ite(guards[path], values[path], otherwise))
}

/// Writes at the same offsets on all paths that write, as one write of a value that depends on the path. A path that does not write
/// writes what is there.
fn merged_writes(
    progress: &Progress<'_>,
    symbol: TermId,
    values: &[TermId],
    guards: &[TermId],
) -> Option<TermId> {
    let store = progress.store;
    let chains: Vec<Vec<(TermId, TermId)>> =
        (values.iter()).map(|&after| array::chain(store, symbol, after)).collect::<Option<_>>()?;
    let longest = chains.iter().max_by_key(|chain| chain.len())?;
    let offsets: Vec<TermId> = longest.iter().map(|(offset, _)| *offset).collect();
    let mut written = symbol;
    for (place, &offset) in offsets.iter().enumerate() {
        let mut possible = Vec::new();
        for chain in &chains {
            possible.push(match chain.get(place) {
                Some(&(other, value)) if other == offset => value,
                Some(_) => return None,
                None if chain.is_empty() => store.select(symbol, offset),
                None => return None,
            });
        }
        written = store.store(written, offset, by_guard(progress, &possible, guards));
    }
    Some(written)
}
