//! Candidates from templates: per loop what [`invariants`](fn@crate::invariants) would guess, with the ways to the goal as what is wanted.

use lariat_term::{Sort, SymbolId, TermId, TermStore};

use super::HornSystem;
use crate::body::{IterationPath, LoopBody};
use crate::invariants::{InvariantQuestion, guesses};

/// Most candidates of one loop.
const MOST_CANDIDATES: usize = 300;

/// Candidates per loop. Few of them: about cells of arrays only the hints.
pub(super) fn candidates(store: &TermStore, system: &HornSystem, few: bool) -> Vec<Vec<TermId>> {
    (0..system.loops.len()).map(|number| candidates_of(store, system, number, few)).collect()
}

fn candidates_of(store: &TermStore, system: &HornSystem, number: usize, few: bool) -> Vec<TermId> {
    let entered = &system.loops[number];
    let mut paths = Vec::new();
    for step in system.steps.iter().filter(|step| step.target == number) {
        let mut locals = step.locals.clone();
        // The way may go through loops inside this one.
        for inner in system.chain(Some(step.source)) {
            if inner == number {
                break;
            }
            locals.extend(system.loops[inner].variables.iter().map(|variable| variable.symbol));
            locals.extend(&system.loops[inner].locals);
        }
        let guard = step.conditions.clone();
        paths.push(IterationPath { guard, after: step.values.clone(), locals });
    }
    let mut wanted = Vec::new();
    for goal in &system.goals {
        // A way that starts in a loop further on is of interest too, as far as it is about what is fixed here.
        if !system.chain(goal.source).contains(&number) {
            continue;
        }
        let about: Vec<TermId> = (goal.conditions.iter().copied())
            .filter(|&term| {
                let free = store.free_vars(term);
                !free.iter().any(|symbol| system.is_new_after(store, number, *symbol))
            })
            .collect();
        if !about.is_empty() {
            wanted.push(store.not(store.and(&about)));
            // Without what led to it, that is stronger, and kept more often.
            wanted.extend(about.iter().map(|&term| store.not(term)));
        }
    }
    // What the ways out and into further loops ask for: no more than that is often needed.
    wanted.retain(|&term| is_plain(store, term));
    let body = LoopBody { variables: entered.variables.clone(), paths };
    let question = InvariantQuestion {
        context: &entered.context,
        body: &body,
        entry: &entered.entry,
        wanted: &wanted,
    };
    let mut found = guesses(store, &question);
    found.retain(|&candidate| is_plain(store, candidate));
    if few {
        let is_cell = |symbol: &SymbolId| system.since.contains_key(symbol);
        found.retain(|&candidate| !store.free_vars(candidate).iter().any(is_cell));
    }
    found.truncate(MOST_CANDIDATES);
    let mut all = system.hints.get(number).cloned().unwrap_or_default();
    all.extend(found);
    all
}

/// Arrays are too much for questions about everything at once.
fn is_plain(store: &TermStore, term: TermId) -> bool {
    !store.parts(&[term]).into_iter().any(|part| matches!(store.sort(part), Sort::Array(_)))
}
