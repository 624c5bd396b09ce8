//! The iterated symbolic memory: every variable's value after κ iterations (the papers' θ^κ, Algorithm 2).
//!
//! All variables start unknown. A rule gives a variable a value from the paths' values and from what is already known about
//! other variables; that is repeated until no rule applies any more. A value is exact for every order of the iterations with
//! these counters, or it is not given.
//!
//! One thing is between known and unknown: a variable that several paths set to different values has the value of the path
//! that ran last, and the counters do not say which one that was. Such a value contains a [`Choice`], a free variable of the
//! memory that says it. Every real execution has one value of the choices with which the values are exact and the facts hold.

use lariat_solver::Solver;
use lariat_term::{Sort, TermId, TermStore};
use rustc_hash::FxHashMap;

use crate::body::{LoopBody, counter_sort, symbol_of};
use crate::progress::Progress;
use crate::rules::{self, Rule};

/// What is known about a variable after κ iterations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Iterated {
    /// The value, over the symbols (now: values at loop entry), invariants, counters and choices.
    Known {
        /// The value.
        value: TermId,
        /// The rule that gave it.
        rule: Rule,
    },
    /// No rule applies (the papers' ⋆).
    Unknown {
        /// Why, for people.
        reason: String,
        /// A free variable that stands for the value; facts may bound it.
        star: TermId,
    },
}

impl Iterated {
    /// The value; for an unknown one the variable that stands for it.
    pub fn term(&self) -> TermId {
        match self {
            Iterated::Known { value, .. } => *value,
            Iterated::Unknown { star, .. } => *star,
        }
    }

    /// Whether the value is known.
    pub fn is_known(&self) -> bool {
        matches!(self, Iterated::Known { .. })
    }
}

/// What a choice stands for in an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChoiceMeaning {
    /// The number of the path that set a variable last; anything if none of them ran.
    LastWriter {
        /// The paths that set the variable.
        setters: Vec<usize>,
    },
    /// How many iterations along a path came before the last one along one of the setting paths.
    CountBeforeLastWrite {
        /// The paths that set the variable.
        setters: Vec<usize>,
        /// The path that is counted.
        path: usize,
    },
}

impl ChoiceMeaning {
    /// The paths that set the variable.
    pub fn setters(&self) -> &[usize] {
        match self {
            ChoiceMeaning::LastWriter { setters }
            | ChoiceMeaning::CountBeforeLastWrite { setters, .. } => setters,
        }
    }
}

/// A free variable of an iterated memory: part of an execution's history that counters forget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The free variable.
    pub term: TermId,
    /// What it stands for.
    pub meaning: ChoiceMeaning,
}

/// The values of all variables after κ iterations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IteratedMemory {
    /// One per path: how often it ran.
    pub counters: Vec<TermId>,
    /// One per variable.
    pub values: Vec<Iterated>,
    /// Free variables of values and facts that say what the counters do not. They belong to one execution of the loop, like
    /// the counters.
    pub choices: Vec<Choice>,
    /// What holds after every real execution with these counters, over symbols, counters, choices and the variables that stand
    /// for unknown values.
    pub facts: Vec<TermId>,
    /// If the paths can only run one after the other: their order. All iterations along the first come before all along the
    /// second, and so on.
    pub order: Option<Vec<usize>>,
}

impl IteratedMemory {
    /// The values at the start of the iteration before which path number j has run `counters[j]` times, with these terms for
    /// the choices; unknown values are the variables that stand for them.
    pub fn values_at(
        &self,
        store: &TermStore,
        counters: &[TermId],
        choices: &[TermId],
    ) -> Vec<TermId> {
        let terms: Vec<TermId> = self.values.iter().map(Iterated::term).collect();
        store.substitute_all(&terms, &self.replacements(store, counters, choices))
    }

    /// Adds conditions over the variables' symbols that hold whenever the header is reached.
    pub fn add_invariants(&mut self, store: &TermStore, body: &LoopBody, invariants: &[TermId]) {
        let now: FxHashMap<_, _> = (body.variables.iter().zip(&self.values))
            .filter_map(|(variable, value)| {
                Some((symbol_of(store, variable.symbol)?, value.term()))
            })
            .collect();
        let facts = store.substitute_all(invariants, &now);
        self.facts.extend(facts.into_iter().filter(|&fact| store.as_bool(fact) != Some(true)));
    }

    /// The replacements of counters and choices by other terms.
    pub(crate) fn replacements(
        &self,
        store: &TermStore,
        counters: &[TermId],
        choices: &[TermId],
    ) -> FxHashMap<lariat_term::SymbolId, TermId> {
        let own = self.counters.iter().copied().chain(self.choices.iter().map(|c| c.term));
        let others = counters.iter().chain(choices).copied();
        own.zip(others)
            .filter_map(|(own, other)| symbol_of(store, own).map(|symbol| (symbol, other)))
            .collect()
    }
}

/// The memory after κ iterations. `context` holds when the loop is entered; conditions in it that mention a loop variable are about
/// its value at entry and are not used. `counters` are the variables to use for κ, one per path of sort `BitVec(COUNTER_BITS)`, or
/// fewer, and the rest is made here. The solver is asked a few questions per variable and path; one that it does not answer within
/// its own limits counts as one that was not proved.
pub fn iterate(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    counters: &[TermId],
) -> IteratedMemory {
    let mut progress = started(store, solver, context, body, counters);
    rules::improve_until_stable(&mut progress);
    rules::settle(&mut progress);
    finish(progress)
}

/// The values alone, for a part of a loop: without choices, and without facts about unknown values.
pub(crate) fn iterate_part(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    counters: &[TermId],
) -> IteratedMemory {
    let mut progress = started(store, solver, context, body, counters);
    rules::improve_until_stable(&mut progress);
    finish(progress)
}

fn started<'a>(
    store: &'a TermStore,
    solver: &'a mut Solver,
    context: &'a [TermId],
    body: &'a LoopBody,
    counters: &[TermId],
) -> Progress<'a> {
    let counters: Vec<TermId> = (0..body.paths.len())
        .map(|path| match counters.get(path) {
            Some(&counter) => counter,
            None => store.fresh_var("kappa", counter_sort()),
        })
        .collect();
    Progress::new(store, solver, context, body, counters)
}

fn finish(progress: Progress<'_>) -> IteratedMemory {
    let reasons = progress.reasons;
    let stars = progress.stars;
    let values = (progress.known.into_iter().zip(stars).zip(reasons))
        .map(|((known, star), reason)| match known {
            Some((value, rule)) => Iterated::Known { value, rule },
            None => Iterated::Unknown { reason: reason.unwrap_or_default(), star },
        })
        .collect();
    IteratedMemory {
        counters: progress.counters,
        values,
        choices: progress.choices,
        facts: progress.facts,
        order: progress.order,
    }
}

/// A free variable for the value of a variable of this sort that is not known.
pub(crate) fn fresh_star(store: &TermStore, name: &str, sort: Sort) -> TermId {
    store.fresh_var(&format!("star.{name}"), sort)
}
