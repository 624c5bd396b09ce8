//! Variables that paths set to a value that does not depend on what they were.
//!
//! Such a variable has the value of the last iteration along one of the setting paths. Say that was one along path j, and that S
//! are the setting paths. All other iterations along paths in S were before it, so at its start the counters of S were κ, less
//! one for j; of the paths that leave the variable alone an unknown number between 0 and κ had run. Hence:
//! - the same invariant on all setting paths: that one if any of them ran (the paper's third case);
//! - one setting path, and a value that depends on no other counters than those of S: its value at κⱼ − 1 (the fourth case);
//! - several setting paths whose values at these counters are the same term: that one (`prev = i; i++` on every path);
//! - otherwise a choice says which path it was and, if needed, how often each of the others had run by then (Table 1 of the long
//!   version: its conditions ψ describe this choice; here they are facts about it).

use lariat_term::{Sort, TermId};

use super::{Attempt, Rule};
use crate::body::{counter_sort, positive, predecessor, symbol_of};
use crate::memory::{Choice, ChoiceMeaning};
use crate::progress::Progress;
use crate::summary::conjuncts;

/// The setting paths with the values they set, in terms of the counters at the start of the iteration.
fn values_set(progress: &Progress<'_>, variable: usize) -> Result<Vec<(usize, TermId)>, String> {
    (progress.setters(variable).into_iter())
        .map(|path| Ok((path, progress.at_start(progress.after(path, variable))?)))
        .collect()
}

/// Whether any of the paths ran.
fn any_ran(progress: &Progress<'_>, paths: &[usize]) -> TermId {
    let ran: Vec<TermId> =
        paths.iter().map(|&path| positive(progress.store, progress.counters[path])).collect();
    progress.store.or(&ran)
}

/// The rule where the counters determine the value.
pub(super) fn determined(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let values = values_set(progress, variable)?;
    let setters: Vec<usize> = values.iter().map(|(path, _)| *path).collect();
    let invariant = values.iter().all(|(_, value)| progress.counters_in(*value).is_empty());
    let mut last = Vec::new();
    for &(path, value) in &values {
        if progress.counters_in(value).iter().any(|counter| !setters.contains(counter)) {
            return Err("depends on how often other paths ran before".to_owned());
        }
        let before = predecessor(store, progress.counters[path]);
        last.push(progress.with_counters(value, [(path, before)]));
    }
    if last.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err("depends on which path ran last".to_owned());
    }
    let value = store.ite(any_ran(progress, &setters), last[0], symbol);
    let copied = |path: &usize| {
        let after = progress.after(*path, variable);
        symbol_of(store, after).is_some() && progress.body.variable_of(after).is_some()
    };
    let rule = match invariant {
        true => Rule::SetInvariant,
        false if setters.iter().all(copied) => Rule::Copy,
        false => Rule::LastValue,
    };
    Ok((value, rule))
}

/// The rule with a choice of the last path.
pub(super) fn with_choice(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    if store.sort(symbol).array_parts().is_some() {
        return Err("is an array that several paths replace".to_owned());
    }
    let values = values_set(progress, variable)?;
    let setters: Vec<usize> = values.iter().map(|(path, _)| *path).collect();
    let name = &progress.body.variables[variable].name;
    let paths = progress.body.paths.len();
    let width = (paths as u32).ilog2() + 1;
    let last = store.fresh_var(&format!("last.{name}"), Sort::BitVec(width));
    let is_last = |path: usize| store.eq(last, store.bv_const(width, path as u64));
    let mut choices = Vec::new();
    let mut facts = Vec::new();
    if setters.len() > 1 {
        let meaning = ChoiceMeaning::LastWriter { setters: setters.clone() };
        choices.push(Choice { term: last, meaning });
        let possible: Vec<TermId> = (setters.iter())
            .map(|&path| store.and(&[is_last(path), positive(store, progress.counters[path])]))
            .collect();
        facts.push(store.implies(any_ran(progress, &setters), store.or(&possible)));
    }
    // How often the other paths had run by then.
    let mut before: Vec<(usize, TermId)> = Vec::new();
    for other in (0..paths).filter(|path| !setters.contains(path)) {
        if values.iter().all(|(_, value)| !progress.counters_in(*value).contains(&other)) {
            continue;
        }
        let term = store.fresh_var(&format!("before.{name}.{other}"), counter_sort());
        let setters = setters.clone();
        let meaning = ChoiceMeaning::CountBeforeLastWrite { setters, path: other };
        choices.push(Choice { term, meaning });
        facts.push(store.bv_ule(term, progress.counters[other]));
        before.push((other, term));
    }
    let mut value = symbol;
    for (position, &(path, set)) in values.iter().enumerate() {
        let own = (path, predecessor(store, progress.counters[path]));
        let counters = before.iter().copied().chain([own]);
        let set = progress.with_counters(set, counters);
        value = if position == 0 { set } else { store.ite(is_last(path), set, value) };
    }
    let value = store.ite(any_ran(progress, &setters), value, symbol);
    progress.choices.extend(choices);
    progress.facts.extend(facts);
    Ok((value, Rule::LastWriter))
}

/// The variable for how many iterations along a path came before the last one along one of the setting paths, with its fact if it is new.
fn count_before(progress: &mut Progress<'_>, setters: &[usize], path: usize) -> TermId {
    let meaning = ChoiceMeaning::CountBeforeLastWrite { setters: setters.to_vec(), path };
    if let Some(known) = progress.choices.iter().find(|choice| choice.meaning == meaning) {
        return known.term;
    }
    let store = progress.store;
    let term = store.fresh_var(&format!("before.{path}"), counter_sort());
    progress.choices.push(Choice { term, meaning });
    progress.facts.push(store.bv_ule(term, progress.counters[path]));
    term
}

/// A condition at the start of an iteration with all iterations along the setting paths behind it but one along `current`, if that is one of
/// them; of the other paths, as many as had run when the variable was set last. None if the condition is not known there.
fn held_at(
    progress: &mut Progress<'_>,
    setters: &[usize],
    current: Option<usize>,
    condition: TermId,
) -> Option<TermId> {
    let held = progress.at_start(condition).ok()?;
    let mut counters: Vec<(usize, TermId)> = Vec::new();
    for other in progress.counters_in(held) {
        if !setters.contains(&other) {
            counters.push((other, count_before(progress, setters, other)));
        }
    }
    let own = current.map(|path| (path, predecessor(progress.store, progress.counters[path])));
    Some(progress.with_counters(held, counters.into_iter().chain(own)))
}

/// More paths than this that leave a variable alone are not counted.
const MOST_OTHERS: usize = 3;

/// The setting paths that choices are about, with the choice of the last one where there are several.
fn groups(progress: &Progress<'_>) -> Vec<(Vec<usize>, Option<TermId>)> {
    let mut groups: Vec<(Vec<usize>, Option<TermId>)> = Vec::new();
    for choice in &progress.choices {
        match &choice.meaning {
            ChoiceMeaning::LastWriter { setters } => {
                groups.push((setters.clone(), Some(choice.term)));
            }
            ChoiceMeaning::CountBeforeLastWrite { setters, .. } => {
                let alone = setters.len() == 1;
                if alone && !groups.iter().any(|(known, _)| known == setters) {
                    groups.push((setters.clone(), None));
                }
            }
        }
    }
    groups
}

/// What the conditions ψ of Table 1 say about the path that set a variable last: it satisfied its guard in its last iteration, and behind it
/// only paths came that leave the variable alone. Each iteration behind it satisfied the guard of one of those; that is said here for the first
/// and the last of them, and for all of them in the quantified form.
pub(super) fn add_guards_of_choices(progress: &mut Progress<'_>) {
    let store = progress.store;
    let paths = progress.body.paths.len();
    for (setters, last) in groups(progress) {
        let others: Vec<usize> = (0..paths).filter(|path| !setters.contains(path)).collect();
        for &path in &setters {
            let counter = progress.counters[path];
            let is_last = match last.map(|last| (last, store.sort(last))) {
                Some((last, Sort::BitVec(width))) => {
                    store.eq(last, store.bv_const(width, path as u64))
                }
                _ => store.tt(),
            };
            let was_last = store.and(&[is_last, positive(store, counter)]);
            for conjunct in conjuncts(store, &progress.body.paths[path].guard) {
                let Ok(held) = progress.at_start(conjunct) else { continue };
                let counted =
                    progress.counters_in(held).iter().all(|other| setters.contains(other));
                if !counted && others.len() > MOST_OTHERS {
                    continue;
                }
                if let Some(held) = held_at(progress, &setters, Some(path), conjunct) {
                    progress.facts.push(store.implies(was_last, held));
                }
            }
        }
        if (1..=MOST_OTHERS).contains(&others.len()) {
            add_iterations_behind(progress, &setters, &others);
        }
    }
}

/// The first and the last iteration behind the last one that set a variable, which went along one of the paths that leave it alone.
fn add_iterations_behind(progress: &mut Progress<'_>, setters: &[usize], others: &[usize]) {
    let store = progress.store;
    let guards: Vec<Vec<TermId>> =
        others.iter().map(|&path| guard_behind(progress, setters, others, path)).collect();
    if guards.iter().all(Vec::is_empty) {
        return;
    }
    let before: Vec<(usize, TermId)> =
        others.iter().map(|&path| (path, count_before(progress, setters, path))).collect();
    let runs_behind: Vec<TermId> = (before.iter())
        .map(|&(path, before)| store.bv_ult(before, progress.counters[path]))
        .collect();
    let one_of = |at: &dyn Fn(usize) -> Vec<(usize, TermId)>| {
        let paths = others.iter().zip(&guards).zip(&runs_behind);
        let possible: Vec<TermId> = paths
            .map(|((&path, guard), &runs)| {
                let held = guard.iter().map(|&held| progress.with_counters(held, at(path)));
                store.and(&held.chain([runs]).collect::<Vec<_>>())
            })
            .collect();
        store.or(&possible)
    };
    let first = one_of(&|_| before.clone());
    let last = one_of(&|path| vec![(path, predecessor(store, progress.counters[path]))]);
    let behind = store.and(&[any_ran(progress, setters), store.or(&runs_behind)]);
    for one in [first, last] {
        progress.facts.push(store.implies(behind, one));
    }
}

/// What the guard of a path that leaves a variable alone says behind the last iteration that set it. Choices about paths that set it are what
/// they are at the end, because none of these paths runs any more.
fn guard_behind(
    progress: &Progress<'_>,
    setters: &[usize],
    others: &[usize],
    path: usize,
) -> Vec<TermId> {
    let store = progress.store;
    let guard_of = |path: usize| conjuncts(store, &progress.body.paths[path].guard);
    // What every path asks for says nothing about which one it was, and its first and last time are known anyhow.
    let all: Vec<Vec<TermId>> = (0..progress.body.paths.len()).map(guard_of).collect();
    let common = |conjunct: &TermId| all.iter().all(|guard| guard.contains(conjunct));
    (guard_of(path).into_iter())
        .filter(|conjunct| others.len() == 1 || !common(conjunct))
        .filter_map(|conjunct| progress.at_start_behind(conjunct, setters).ok())
        .filter(|&held| {
            progress.counters_in(held).iter().any(|counter| others.contains(counter))
                || progress.choices.iter().any(|choice| progress.mentions(held, choice.term))
        })
        .collect()
}
