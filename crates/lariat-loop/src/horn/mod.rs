//! All loops of a program at once, and invariants that prove its goal unreachable.
//!
//! Closed forms and necessary conditions take one loop after the other, each from what is known before it. What loops have to do with each other —
//! an inner loop that starts where the last iteration of the outer one has left it, three loops that share a counter — is a fixpoint over all
//! of them. So the program is written as Horn clauses: one unknown condition per loop, over the loop's variables and over everything that was fixed before
//! the loop; a clause for every way from one loop's head to the next one, and one for every way to the goal.
//!
//! Whatever is guessed, from templates or by Spacer on integers, is proved in the end by one rule: candidates are thrown
//! away until the rest hold when their loop is entered and are kept by every way back to its head, on machine integers (Houdini). With what is left, every
//! way to the goal must be impossible, or become impossible a few ways back from it ([`backward`]), which is what k-induction shows.
//! So nothing depends on how well the guesses were made.
//!
//! Programs whose loops end soon need no invariants: all their runs are followed at once ([`bounded`]).

mod backward;
mod bounded;
mod cells;
mod guess;
mod ideal;
mod machine;
mod ranking;
mod spacer;

pub use ranking::terminates;

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_solver::Solver;
use lariat_term::{Evaluator, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Variable, symbol_of};
use bounded::Patience;

/// A loop, as it is entered on one way.
#[derive(Clone, Debug)]
pub struct HornLoop {
    /// What it may change.
    pub variables: Vec<Variable>,
    /// The values of these when it is entered.
    pub entry: Vec<TermId>,
    /// What holds from then on: conditions about what is fixed, those about earlier and surrounding loops among them.
    pub context: Vec<TermId>,
    /// How many of these held at the head of the source already.
    pub known: usize,
    /// The loop at whose head the way to this one started.
    pub source: Option<usize>,
    /// Symbols made later than this one (by their number) are made anew on every way from the head.
    pub mark: usize,
    /// Further symbols that are new on the way here from the source.
    pub locals: Vec<TermId>,
}

/// A way from the head of one loop to the head of one that is entered already: the same, or one around it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where it starts.
    pub source: usize,
    /// Where it ends.
    pub target: usize,
    /// What holds if it is taken.
    pub conditions: Vec<TermId>,
    /// What the target's variables become.
    pub values: Vec<TermId>,
    /// Symbols that are new on it, apart from those made later than the source's mark.
    pub locals: Vec<TermId>,
}

/// A way from the head of a loop, or from the start, to the goal.
#[derive(Clone, Debug)]
pub struct LastStep {
    /// Where it starts.
    pub source: Option<usize>,
    /// What holds if it is taken.
    pub conditions: Vec<TermId>,
    /// Symbols that are new on it, apart from those made later than the source's mark.
    pub locals: Vec<TermId>,
}

/// A program as clauses.
#[derive(Clone, Debug, Default)]
pub struct HornSystem {
    /// The loops; a loop's source comes before it.
    pub loops: Vec<HornLoop>,
    /// The ways between their heads.
    pub steps: Vec<Step>,
    /// The ways to the goal.
    pub goals: Vec<LastStep>,
    /// Symbols that count as made earlier than their number says, and when.
    pub since: FxHashMap<SymbolId, usize>,
    /// Candidates for invariants, per loop, to be tried with those from templates. May be empty.
    pub hints: Vec<Vec<TermId>>,
    /// Symbols for elements of arrays that are read, and what must be put for what so that a statement about any element is about this one. What is
    /// proved holds for any element.
    pub elements: FxHashMap<SymbolId, Vec<FxHashMap<SymbolId, TermId>>>,
}

impl HornSystem {
    /// A loop and those before it on the way to it, the nearest first.
    fn chain(&self, source: Option<usize>) -> Vec<usize> {
        std::iter::successors(source, |&number| self.loops[number].source).collect()
    }

    /// When a symbol was made, to be compared with marks.
    fn made(&self, symbol: SymbolId) -> usize {
        self.since.get(&symbol).copied().unwrap_or_else(|| symbol.index())
    }

    /// Whether a symbol gets its value on a way that starts at the head of this loop, or of one that is entered after it. Then nothing that is said at
    /// this loop's head may be about it.
    fn is_new_after(&self, store: &TermStore, number: usize, symbol: SymbolId) -> bool {
        let term = store.symbol_term(symbol);
        let later = |source: Option<usize>| self.chain(source).contains(&number);
        self.made(symbol) > self.loops[number].mark
            || (self.loops.iter().any(|l| l.locals.contains(&term) && later(l.source)))
            || (self.steps.iter().any(|s| s.locals.contains(&term) && later(Some(s.source))))
            || (self.goals.iter().any(|g| g.locals.contains(&term) && later(g.source)))
    }

    fn becomes(
        &self,
        store: &TermStore,
        target: usize,
        values: &[TermId],
    ) -> FxHashMap<SymbolId, TermId> {
        let variables = self.loops[target].variables.iter();
        variables
            .zip(values)
            .filter_map(|(variable, &value)| Some((symbol_of(store, variable.symbol)?, value)))
            .collect()
    }
}

/// How the goal was shown to be unreachable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornProof {
    /// Per loop what holds whenever its head is reached.
    pub invariants: Vec<Vec<TermId>>,
    /// Whether Spacer helped to find them.
    pub by_spacer: bool,
    /// The number of ways back from the goal that had to be looked at.
    pub depth: usize,
}

/// Most statements about elements that are read, per way, and most elements of which two are put together.
const MOST_INSTANCES: usize = 400;
const MOST_PAIRED: usize = 3;

/// Steps back from the goal.
const DEPTHS: [usize; 3] = [1, 3, 8];

fn depths_of(effort: HornEffort) -> &'static [usize] {
    match effort {
        HornEffort::Little => &DEPTHS[..2],
        HornEffort::Full => &DEPTHS,
    }
}

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HornEffort {
    /// What is quick, or tells quickly that it is of no use.
    Little,
    /// Everything.
    Full,
}

/// The part of the time for Spacer before anything else, if little is tried, and the longest such time.
const SHARE_OF_FIRST_TRY: u32 = 4;
const LONGEST_FIRST_TRY: Duration = Duration::from_millis(700);

/// The time for a question about what Spacer has found then.
const LONGEST_QUICK_QUESTION: Duration = Duration::from_millis(400);

/// The part of the time for templates, and the part that is left for the goal where they are the last thing.
const SHARE_OF_TEMPLATES: u32 = 2;
const SHARE_OF_GOAL: u32 = 5;

/// The part of the time for all runs at once, and the time for them before anything else is tried.
const SHARE_OF_RUNS: u32 = 4;
const LONGEST_WITHOUT_QUESTIONS: Duration = Duration::from_millis(150);

/// The part of the time for arrays as they are.
const SHARE_OF_ARRAYS: u32 = 3;

/// Tries to show that the goal is unreachable.
pub fn prove(
    store: &TermStore,
    solver: &mut Solver,
    system: &HornSystem,
    effort: HornEffort,
    end: Instant,
) -> Option<HornProof> {
    let bounded = |solver: &mut Solver, patience: Patience, limit: Duration| {
        let limit = end.min(Instant::now() + limit);
        bounded::is_unreachable(store, solver, system, patience, limit).then(|| HornProof {
            invariants: vec![Vec::new(); system.loops.len()],
            by_spacer: false,
            depth: 0,
        })
    };
    let numbers = cells::system(store, system);
    if numbers.is_some() {
        tracing::debug!("arrays as cells");
    }
    let without_arrays = numbers.as_ref().unwrap_or(system);
    if effort == HornEffort::Little {
        // Questions about arrays are hard, and their elements are any value for Spacer: only if cells do not do.
        return bounded(solver, Patience::Little, LONGEST_WITHOUT_QUESTIONS)
            .or_else(|| prove_with(store, solver, without_arrays, effort, end));
    }
    let left = end.saturating_duration_since(Instant::now());
    let time = left / SHARE_OF_RUNS;
    if numbers.is_none() {
        return prove_with(store, solver, system, effort, end - time)
            .or_else(|| bounded(solver, Patience::Much, time));
    }
    let until = end - left / SHARE_OF_ARRAYS;
    prove_with(store, solver, without_arrays, effort, until)
        .or_else(|| bounded(solver, Patience::Much, time))
        .or_else(|| prove_with(store, solver, system, effort, end))
}

fn prove_with(
    store: &TermStore,
    solver: &mut Solver,
    system: &HornSystem,
    effort: HornEffort,
    end: Instant,
) -> Option<HornProof> {
    let start = Instant::now();
    let left = end.saturating_duration_since(start);
    let proved = vec![Vec::new(); system.loops.len()];
    let mut prover = Prover { store, solver, system, proved, end, instances: false };
    if let Some(depth) = prover.goals_refuted(&DEPTHS[..1]) {
        return Some(prover.proof(false, depth));
    }
    // With hints, templates are tried first.
    if effort == HornEffort::Little && system.hints.is_empty() {
        let limit = start + (left / SHARE_OF_FIRST_TRY).min(LONGEST_FIRST_TRY);
        // What it finds may be hard to check: templates shall have their time, too.
        prover.end = end - left / SHARE_OF_TEMPLATES;
        let before = prover.solver.set_time_limit(Some(LONGEST_QUICK_QUESTION));
        let found = prover.by_spacer(false, limit, effort);
        prover.solver.set_time_limit(before);
        if let Some(depth) = found? {
            return Some(prover.proof(true, depth));
        }
    }
    // With arrays, few candidates first: each about one arbitrary element, then about those that are read as well.
    let attempts: &[(bool, bool)] = match system.elements.is_empty() {
        true => &[(false, false)],
        false => &[(true, false), (true, true), (false, true)],
    };
    for &(few, instances) in attempts {
        prover.instances = instances;
        let left = end.saturating_duration_since(Instant::now());
        // If little is tried and there are no arrays, nothing comes after them but the question about the goal.
        let is_last = effort == HornEffort::Little && attempts.len() == 1;
        let share = if is_last { left - left / SHARE_OF_GOAL } else { left / SHARE_OF_TEMPLATES };
        prover.end = Instant::now() + share;
        prover.keep_inductive(guess::candidates(store, system, few));
        let count = prover.proved.iter().map(Vec::len).sum::<usize>();
        tracing::debug!("templates: {count} invariants");
        if let Some(depth) = prover.goals_refuted(depths_of(effort)) {
            return Some(prover.proof(false, depth));
        }
    }
    for wraps in [false, true] {
        if effort == HornEffort::Full {
            let left = end.saturating_duration_since(Instant::now());
            prover.end = end;
            if let Some(depth) = prover.by_spacer(wraps, Instant::now() + left / 2, effort)? {
                return Some(prover.proof(true, depth));
            }
        }
    }
    None
}

/// What is proved so far.
struct Prover<'p> {
    store: &'p TermStore,
    solver: &'p mut Solver,
    system: &'p HornSystem,
    /// Per loop what holds whenever its head is reached.
    proved: Vec<Vec<TermId>>,
    end: Instant,
    /// Whether what holds for any element is used for each element that is read.
    instances: bool,
}

impl Prover<'_> {
    fn proof(self, by_spacer: bool, depth: usize) -> HornProof {
        HornProof { invariants: self.proved, by_spacer, depth }
    }

    fn late(&self) -> bool {
        Instant::now() >= self.end
    }

    /// What holds at the head of a loop.
    fn facts(&self, source: Option<usize>) -> Vec<TermId> {
        let Some(number) = source else { return Vec::new() };
        let mut facts = self.system.loops[number].context.clone();
        for other in self.system.chain(source) {
            facts.extend(&self.proved[other]);
        }
        facts
    }

    /// What holds for the elements that are read on a way, because it holds for any element.
    fn instances(
        &self,
        source: Option<usize>,
        (conditions, values): (&[TermId], &[TermId]),
        candidates: &[Vec<TermId>],
    ) -> Vec<TermId> {
        let (store, system) = (self.store, self.system);
        if !self.instances || system.elements.is_empty() {
            return Vec::new();
        }
        let mut holds: Vec<TermId> = Vec::new();
        for number in system.chain(source) {
            holds.extend(&self.proved[number]);
            holds.extend(candidates.get(number).into_iter().flatten());
        }
        let terms: Vec<TermId> = conditions.iter().chain(values).copied().collect();
        let read: Vec<_> = (store.free_vars_of(&terms).into_iter())
            .filter_map(|symbol| system.elements.get(&symbol))
            .collect();
        let mut maps: Vec<FxHashMap<SymbolId, TermId>> = Vec::new();
        for (position, one) in read.iter().enumerate() {
            maps.extend(one.iter().cloned());
            for (other, two) in read.iter().enumerate().filter(|(other, _)| *other != position) {
                // One cell here and the other one there.
                if let ([first, ..], Some(second)) = (&one[..], two.get(1))
                    && position.max(other) < MOST_PAIRED
                {
                    let both = first.iter().chain(second).map(|(&symbol, &term)| (symbol, term));
                    maps.push(both.collect());
                }
            }
        }
        let mut result = Vec::new();
        let mut seen: FxHashSet<TermId> = holds.iter().copied().collect();
        for map in maps {
            for instance in store.substitute_all(&holds, &map) {
                if store.as_bool(instance) != Some(true)
                    && result.len() < MOST_INSTANCES
                    && seen.insert(instance)
                {
                    result.push(instance);
                }
            }
        }
        result
    }

    /// Whether Spacer's invariants prove it, and how far back the goal had to be followed. None at all if Spacer says that the goal can be
    /// reached, it has understood everything, and little shall be tried.
    fn by_spacer(
        &mut self,
        wraps: bool,
        limit: Instant,
        effort: HornEffort,
    ) -> Option<Option<usize>> {
        match spacer::candidates(self.store, self.system, wraps, limit) {
            spacer::Answer::Candidates(candidates) => {
                self.keep_inductive(candidates);
                let count = self.proved.iter().map(Vec::len).sum::<usize>();
                tracing::debug!("Spacer: {count} invariants");
                Some(self.goals_refuted(depths_of(effort)))
            }
            spacer::Answer::Reachable if effort == HornEffort::Little => None,
            spacer::Answer::Reachable | spacer::Answer::Unknown => Some(None),
        }
    }

    /// Whether no way leads to the goal, and how far back that had to be followed.
    fn goals_refuted(&mut self, depths: &[usize]) -> Option<usize> {
        let mut deepest = 0;
        for goal in &self.system.goals {
            let depth =
                depths.iter().copied().find(|&depth| backward::is_impossible(self, goal, depth))?;
            deepest = deepest.max(depth);
        }
        Some(deepest)
    }

    /// Keeps the candidates that are inductive together with what is proved, and adds them to it. Nothing if that could not be settled in time.
    fn keep_inductive(&mut self, mut candidates: Vec<Vec<TermId>>) {
        let seen: Vec<FxHashSet<TermId>> =
            self.proved.iter().map(|proved| proved.iter().copied().collect()).collect();
        for (number, list) in candidates.iter_mut().enumerate() {
            let is_fixed = |candidate: &TermId| {
                let free = self.store.free_vars(*candidate);
                !free.iter().any(|symbol| self.system.is_new_after(self.store, number, *symbol))
            };
            list.retain(|candidate| !seen[number].contains(candidate) && is_fixed(candidate));
        }
        tracing::debug!("{} candidates", candidates.iter().map(Vec::len).sum::<usize>());
        if self.settle(&mut candidates).is_none() {
            tracing::debug!("not settled");
            return;
        }
        for (proved, more) in self.proved.iter_mut().zip(candidates) {
            proved.extend(more);
        }
    }

    fn settle(&mut self, candidates: &mut [Vec<TermId>]) -> Option<()> {
        let system = self.system;
        let store = self.store;
        loop {
            let before: usize = candidates.iter().map(Vec::len).sum();
            for (number, entered) in system.loops.iter().enumerate() {
                let mut holds = self.facts(entered.source);
                for other in system.chain(entered.source) {
                    holds.extend(&candidates[other]);
                }
                let new = &entered.context[entered.known..];
                holds.extend(new);
                holds.extend(self.instances(entered.source, (new, &entered.entry), candidates));
                let becomes = system.becomes(store, number, &entered.entry);
                self.keep_true(&mut candidates[number], &holds, &becomes)?;
            }
            for step in &system.steps {
                let mut holds = self.facts(Some(step.source));
                for other in system.chain(Some(step.source)) {
                    holds.extend(&candidates[other]);
                }
                holds.extend(&step.conditions);
                let way = (&step.conditions[..], &step.values[..]);
                holds.extend(self.instances(Some(step.source), way, candidates));
                let becomes = system.becomes(store, step.target, &step.values);
                self.keep_true(&mut candidates[step.target], &holds, &becomes)?;
            }
            if candidates.iter().map(Vec::len).sum::<usize>() == before {
                return Some(());
            }
        }
    }

    /// Keeps the candidates that are true in all models of the conditions after the substitution.
    fn keep_true(
        &mut self,
        candidates: &mut Vec<TermId>,
        holds: &[TermId],
        becomes: &FxHashMap<SymbolId, TermId>,
    ) -> Option<()> {
        let store = self.store;
        let given: FxHashSet<TermId> = holds.iter().copied().collect();
        let after = store.substitute_all(candidates, becomes);
        let mut pairs: Vec<(TermId, TermId)> = candidates.iter().copied().zip(after).collect();
        loop {
            pairs.retain(|&(_, then)| store.as_bool(then) != Some(false));
            let open: Vec<TermId> = (pairs.iter().map(|&(_, then)| then))
                .filter(|then| store.as_bool(*then) != Some(true) && !given.contains(then))
                .collect();
            if open.is_empty() {
                break;
            }
            if self.late() {
                return None;
            }
            let some_fails = store.not(store.and(&open));
            match self.solver.check(holds, some_fails).into_model() {
                Ok(None) => break,
                Ok(Some(model)) => {
                    let mut evaluator = Evaluator::new(Arc::clone(&model));
                    let before = pairs.len();
                    pairs.retain(|&(_, then)| evaluator.eval_bool(store, then) == Ok(true));
                    if pairs.len() == before {
                        // A model in which nothing fails would be asked for again and again.
                        return None;
                    }
                }
                Err(_) => self.keep_decided(&mut pairs, holds, &given)?,
            }
        }
        *candidates = pairs.into_iter().map(|(candidate, _)| candidate).collect();
        Some(())
    }

    /// All at once was too much: one after the other, without those that are too much alone.
    fn keep_decided(
        &mut self,
        pairs: &mut Vec<(TermId, TermId)>,
        holds: &[TermId],
        given: &FxHashSet<TermId>,
    ) -> Option<()> {
        let mut kept = Vec::with_capacity(pairs.len());
        for &(candidate, then) in pairs.iter() {
            if self.late() {
                return None;
            }
            if given.contains(&then) || self.solver.must_be_true(holds, then) == Ok(true) {
                kept.push((candidate, then));
            }
        }
        *pairs = kept;
        Some(())
    }
}
