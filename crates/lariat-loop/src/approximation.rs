//! What is known of loops that have no exact cases, or not for all entries: the values after so many iterations along each path, in whatever order.
//!
//! This is what the papers call an approximation of irregular orders and of conditions that are not on induction variables: which paths are taken, and when, is left
//! open, and only how often each of them was counts. Whatever the loop does satisfies it, and so may what it never does. So it may be used for bounds and to prune ways
//! that contradict it, and never to make a test or to accuse; [`USES`] says so wherever it is shown.

use lariat_solver::Solver;
use lariat_term::{SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{ExitPath, LoopBody, counter_sort, symbol_of};
use crate::infix::{KAPPA, infix};
use crate::memory::{Iterated, iterate_part};

/// What an approximation may be used for.
pub const USES: [&str; 2] = ["bound", "prune"];

/// What holds after a loop's iterations, whatever their order.
#[derive(Clone, Debug)]
pub struct Approximation {
    /// How often each path was taken, as variables.
    pub counters: Vec<TermId>,
    /// The value of each variable, over those at the entry and the counters; none if counting does not tell it.
    pub after: Vec<Option<TermId>>,
    /// Why counting does not tell the value of a variable, for people.
    pub unknown: Vec<(String, String)>,
    /// For each exit what must hold for the loop to be left there, as far as counting tells it.
    pub exits: Vec<Vec<TermId>>,
}

impl Approximation {
    /// The values of variables that change and are known, for people.
    pub fn after_text(&self, store: &TermStore, body: &LoopBody) -> Vec<(String, String)> {
        let variables = body.variables.iter().zip(&self.after);
        let changed = variables.filter_map(|(variable, &after)| {
            let after = after.filter(|after| *after != variable.symbol)?;
            Some((variable.name.clone(), infix(store, after)))
        });
        changed.collect()
    }

    /// What must hold to leave by an exit, for people.
    pub fn exit_text(&self, store: &TermStore, exit: usize) -> Vec<String> {
        self.exits[exit].iter().map(|&term| infix(store, term)).collect()
    }
}

/// The approximation of a loop.
pub fn approximation(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    exits: &[ExitPath],
) -> Approximation {
    let counters: Vec<TermId> = (1..=body.paths.len())
        .map(|number| store.fresh_var(&format!("{KAPPA}{number}"), counter_sort()))
        .collect();
    let memory = iterate_part(store, solver, context, body, &counters);
    // What the counters forget, and what is new in every iteration, may be anything.
    let open = memory.choices.iter().map(|choice| choice.term);
    let stars = memory.values.iter().filter(|value| !value.is_known()).map(Iterated::term);
    let locals = exits.iter().flat_map(|exit| exit.locals.iter().copied());
    let open: FxHashSet<SymbolId> =
        open.chain(stars).chain(locals).filter_map(|term| symbol_of(store, term)).collect();
    let is_open = |term: TermId| store.free_vars(term).iter().any(|symbol| open.contains(symbol));
    let mut after = Vec::new();
    let mut unknown = Vec::new();
    for (variable, value) in body.variables.iter().zip(&memory.values) {
        let known = match value {
            Iterated::Known { value, .. } if !is_open(*value) => Ok(*value),
            Iterated::Known { .. } => Err("it depends on which path was the last".to_owned()),
            Iterated::Unknown { reason, .. } => Err(reason.clone()),
        };
        unknown.extend(known.as_ref().err().map(|why| (variable.name.clone(), why.clone())));
        after.push(known.ok());
    }
    let now: FxHashMap<SymbolId, TermId> = (body.variables.iter().zip(&memory.values))
        .filter_map(|(variable, value)| Some((symbol_of(store, variable.symbol)?, value.term())))
        .collect();
    let exits = exits
        .iter()
        .map(|exit| {
            let conditions = exit.guard.iter().map(|&term| store.substitute(term, &now));
            conditions.filter(|term| !is_open(*term)).collect()
        })
        .collect();
    Approximation { counters, after, unknown, exits }
}
