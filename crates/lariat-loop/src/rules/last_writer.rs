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

/// The path that set a variable last satisfied its guard at the counters of that iteration, as far as these are known.
pub(super) fn add_guards_of_choices(progress: &mut Progress<'_>) {
    let store = progress.store;
    for choice in progress.choices.clone() {
        let ChoiceMeaning::LastWriter { setters } = &choice.meaning else { continue };
        let Sort::BitVec(width) = store.sort(choice.term) else { continue };
        for &path in setters {
            let counter = progress.counters[path];
            let is_last = store.eq(choice.term, store.bv_const(width, path as u64));
            let was_last = store.and(&[is_last, positive(store, counter)]);
            for conjunct in conjuncts(store, &progress.body.paths[path].guard) {
                let Ok(held) = progress.at_start(conjunct) else { continue };
                if progress.counters_in(held).iter().all(|other| setters.contains(other)) {
                    let held = progress.with_counters(held, [(path, predecessor(store, counter))]);
                    progress.facts.push(store.implies(was_last, held));
                }
            }
        }
    }
}
