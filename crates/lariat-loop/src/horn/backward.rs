//! From the goal backwards: whether every way there becomes impossible a few ways before it.
//!
//! A way to the goal starts at the head of a loop in some state that satisfies the invariants. If there is such a state, it must have been reached:
//! by entering the loop, or by one of the ways back to its head, each from a head in a state that satisfies the invariants. If all these are
//! impossible, k ways back at most, the goal is not reached. The ways back are what k-induction unrolls: that the goal was not
//! reached earlier is part of their conditions, as the ways from a head exclude each other.

use lariat_term::{SymbolId, TermId};
use rustc_hash::FxHashMap;

use super::{LastStep, Prover};
use crate::body::symbol_of;

/// Most questions per goal.
const MOST_QUESTIONS: usize = 150;

pub(super) fn is_impossible(prover: &mut Prover<'_>, goal: &LastStep, depth: usize) -> bool {
    let mut left = MOST_QUESTIONS;
    let mark = goal.source.map_or(0, |source| prover.system.loops[source].mark);
    // What is read on the last way must not be mixed up with what was read on an earlier one and has the same name.
    let mut conditions = goal.conditions.clone();
    conditions.extend(prover.instances(goal.source, (&goal.conditions, &[]), &[]));
    if goal.source.is_some() {
        conditions = renamed(prover, &conditions, mark, &goal.locals);
    }
    impossible(prover, goal.source, conditions, depth, &mut left)
}

/// Whether no run comes to a loop's head in a state that satisfies the conditions. Conditions may have symbols of their own.
fn impossible(
    prover: &mut Prover<'_>,
    source: Option<usize>,
    conditions: Vec<TermId>,
    depth: usize,
    left: &mut usize,
) -> bool {
    if *left == 0 || prover.late() {
        return false;
    }
    *left -= 1;
    let store = prover.store;
    let all = store.and(&conditions);
    match prover.solver.check(&prover.facts(source), all).into_model() {
        Ok(None) => return true,
        Ok(Some(_)) if depth == 0 => return false,
        Ok(Some(_)) => {}
        Err(_) => return false,
    }
    let (Some(number), system) = (source, prover.system) else { return false };
    let entered = &system.loops[number];
    // Entered just now. What was new on the way here is something else each time.
    let mut before = entered.context[entered.known..].to_vec();
    let becomes = system.becomes(store, number, &entered.entry);
    before.extend(store.substitute_all(&conditions, &becomes));
    let mark = entered.source.map_or(0, |source| system.loops[source].mark);
    if entered.source.is_some() {
        before = renamed(prover, &before, mark, &entered.locals);
    }
    if !impossible(prover, entered.source, before, depth - 1, left) {
        return false;
    }
    for step in system.steps.iter().filter(|step| step.target == number) {
        let mark = system.loops[step.source].mark;
        let count = step.values.len();
        let mut terms: Vec<TermId> = step.values.iter().chain(&step.conditions).copied().collect();
        let way = (&step.conditions[..], &step.values[..]);
        terms.extend(prover.instances(Some(step.source), way, &[]));
        let terms = renamed(prover, &terms, mark, &step.locals);
        let becomes = system.becomes(store, number, &terms[..count]);
        let mut before = terms[count..].to_vec();
        before.extend(store.substitute_all(&conditions, &becomes));
        if !impossible(prover, Some(step.source), before, depth - 1, left) {
            return false;
        }
    }
    true
}

/// The terms with new names for what was made after the mark and for the locals.
fn renamed(prover: &Prover<'_>, terms: &[TermId], mark: usize, locals: &[TermId]) -> Vec<TermId> {
    let store = prover.store;
    let locals: Vec<SymbolId> = locals.iter().filter_map(|&term| symbol_of(store, term)).collect();
    let renaming: FxHashMap<SymbolId, TermId> = (store.free_vars_of(terms).into_iter())
        .filter(|symbol| prover.system.made(*symbol) > mark || locals.contains(symbol))
        .map(|symbol| (symbol, store.fresh_var("before", store.symbol_sort(symbol))))
        .collect();
    store.substitute_all(terms, &renaming)
}
