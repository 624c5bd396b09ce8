//! The path dependency automaton of a loop (Xie and others, *Proteus*, FSE 2016), exact for machine integers.
//!
//! Its states are the ways through one iteration and the ways out, split until every update is
//! linear over ℤ: wrap-around is a state of its own. From a state with values X the same way is
//! taken exactly k times and then another one iff the guard holds at X and k − 1 iterations later,
//! and the other guard holds after k: along repetitions every constraint is affine, so what holds
//! at both ends holds in between. The same holds for quadratics (sums of counters) that are
//! monotone on the interval. A variable that is set rather than stepped is affine from the second
//! iteration on, so "once" and "more often" are two [plans](Plan).

use lariat_solver::Solver;
use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashSet;

use crate::body::{ExitPath, LoopBody, symbol_of};
use crate::infix::{infix, plain_name};
use crate::integers::{Assignment, Constraint, Form};
use crate::lift::{Lifter, crossed};

/// Questions to the solver about one loop.
const MOST_QUESTIONS: usize = 200;

/// The cost of a question that is not answered in time.
const UNANSWERED: usize = 20;

/// Unanswered questions about paths after which all other paths count as possible.
const MOST_UNANSWERED: usize = 3;

/// Limit of states.
const MOST_STATES: usize = 40;

/// Paths that are split without asking whether they are possible.
const FEW_PATHS: usize = 4;

/// Limit of pieces of paths, most of which are impossible.
const MOST_PIECES: usize = 160;

/// What a state of the automaton is in the loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The iteration path with this number.
    Iteration(usize),
    /// The exit path with this number.
    Exit(usize),
}

/// What a path does with a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Adds something invariant.
    Add(Form),
    /// Sets it to what grows by something invariant from one iteration to the next.
    Set { to: Form, slope: Form },
    /// Adds something that changes. Only for variables nothing depends on.
    Sum(Form),
    /// No closed form.
    Unknown,
}

/// A state of the automaton.
#[derive(Clone, Debug)]
pub(crate) struct PathState {
    pub(crate) origin: Origin,
    pub(crate) guard: Vec<Constraint>,
    pub(crate) steps: Vec<Step>,
    /// The guard's conjuncts that are not about induction variables.
    pub(crate) other: Vec<TermId>,
}

/// The values of the variables; none where they are not known.
pub(crate) type Values = Vec<Option<Form>>;

/// One way to stay in a state and leave it for another one.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// How often the state is passed.
    pub(crate) count: Form,
    pub(crate) conditions: Vec<Constraint>,
    pub(crate) after: Values,
    /// Which of the alternatives it is: once, or more often.
    pub(crate) variant: usize,
    /// Whether the count is a variable of its own, as it has no closed form.
    pub(crate) open: bool,
}

/// A transition of the automaton.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// None if the number of repetitions has no closed form.
    pub(crate) plans: Option<Vec<Plan>>,
}

/// The automaton.
pub(crate) struct Automaton<'s> {
    pub(crate) lifter: Lifter<'s>,
    pub(crate) variables: Vec<TermId>,
    /// The integer variable of each loop variable that has one.
    pub(crate) integers: Vec<Option<TermId>>,
    /// The variables that guards depend on.
    pub(crate) relevant: Vec<bool>,
    pub(crate) states: Vec<PathState>,
    pub(crate) transitions: Vec<Transition>,
    /// Conditions outside of the fragment: path, conjunct.
    pub(crate) outside: Vec<(Origin, TermId)>,
    /// What holds all the time.
    pub(crate) base: Vec<TermId>,
    /// What holds of the values when the loop is entered.
    pub(crate) at_entry: Vec<TermId>,
    /// The values when the loop is entered.
    pub(crate) entry: Values,
    /// Questions that may still be asked.
    pub(crate) questions: usize,
}

/// The paths of a loop one after the other: iteration paths, exit paths.
struct Path<'b> {
    origin: Origin,
    guard: &'b [TermId],
    after: &'b [TermId],
}

fn paths<'b>(body: &'b LoopBody, exits: &'b [ExitPath]) -> Vec<Path<'b>> {
    let iterations = body.paths.iter().enumerate().map(|(number, path)| Path {
        origin: Origin::Iteration(number),
        guard: &path.guard,
        after: &path.after,
    });
    let exits = exits.iter().enumerate().map(|(number, path)| Path {
        origin: Origin::Exit(number),
        guard: &path.guard,
        after: &path.after,
    });
    iterations.chain(exits).collect()
}

/// All symbols of the inputs of iterations.
pub(crate) fn locals(
    store: &TermStore,
    body: &LoopBody,
    exits: &[ExitPath],
) -> FxHashSet<SymbolId> {
    let locals = body.paths.iter().flat_map(|path| &path.locals);
    let locals = locals.chain(exits.iter().flat_map(|path| &path.locals));
    locals.filter_map(|&local| symbol_of(store, local)).collect()
}

impl<'s> Automaton<'s> {
    /// Builds the automaton. Conjuncts outside of the fragment are left out of the guards and listed.
    pub(crate) fn new(
        store: &'s TermStore,
        solver: &mut Solver,
        context: &[TermId],
        body: &LoopBody,
        exits: &[ExitPath],
        entry: &[TermId],
    ) -> Result<Automaton<'s>, String> {
        let variables: Vec<TermId> = body.variables.iter().map(|v| v.symbol).collect();
        let changing: FxHashSet<SymbolId> =
            variables.iter().filter_map(|&v| symbol_of(store, v)).collect();
        let locals = locals(store, body, exits);
        let mut terms: Vec<TermId> = context.to_vec();
        terms.extend(entry);
        for path in paths(body, exits) {
            terms.extend(path.guard.iter().chain(path.after));
        }
        // Drop unsatisfiable paths; they would be split further.
        let mut feasible: Vec<Path<'_>> = paths(body, exits);
        if feasible.len() > FEW_PATHS {
            let mut unanswered = 0;
            feasible.retain(|path| {
                if unanswered == MOST_UNANSWERED {
                    return true;
                }
                match solver.model_for(path.guard) {
                    Ok(model) => model.is_some(),
                    Err(_) => {
                        unanswered += 1;
                        true
                    }
                }
            });
        }
        let mut bad: FxHashSet<SymbolId> = FxHashSet::default();
        for _ in 0..=variables.len() {
            let excluded = locals.union(&bad).copied().collect();
            let mut lifter = Lifter::new(store, &terms, changing.clone(), excluded);
            variables.iter().zip(entry).for_each(|(&v, &start)| lifter.read_alike(v, start));
            let mut automaton = Automaton {
                lifter,
                integers: Vec::new(),
                relevant: vec![false; variables.len()],
                variables: variables.clone(),
                states: Vec::new(),
                transitions: Vec::new(),
                outside: Vec::new(),
                base: Vec::new(),
                at_entry: Vec::new(),
                entry: Vec::new(),
                questions: MOST_QUESTIONS,
            };
            match automaton.make_states(solver, &feasible)? {
                Some(variable) => {
                    bad.extend(symbol_of(store, variables[variable]));
                }
                None => {
                    automaton.make_base(solver, context, entry);
                    automaton.prune(solver);
                    if automaton.states.len() > MOST_STATES {
                        return Err("the loop has too many paths".into());
                    }
                    automaton.make_transitions(solver);
                    return Ok(automaton);
                }
            }
        }
        Err("no variable has a closed form".into())
    }

    /// Lifts the paths; a variable that guards depend on and that has no closed form is the result.
    fn make_states(
        &mut self,
        solver: &mut Solver,
        paths: &[Path<'_>],
    ) -> Result<Option<usize>, String> {
        self.integers = (self.variables.iter())
            .map(|&variable| self.lifter.atom(variable).map(|atom| atom.integer))
            .collect();
        // Guards first: they say which variables matter.
        let mut guards = Vec::new();
        for path in paths {
            let mut alternatives = vec![Vec::new()];
            let mut other = Vec::new();
            for &conjunct in path.guard {
                let lifted = self.lifter.condition(conjunct, true);
                match lifted.and_then(|lifted| crossed(&alternatives, &lifted)) {
                    Some(next) => {
                        self.mark_relevant(conjunct);
                        alternatives = next;
                        if alternatives.len() > FEW_PATHS {
                            self.drop_impossible(solver, &mut alternatives);
                        }
                    }
                    None => {
                        other.push(conjunct);
                        self.outside.push((path.origin, conjunct));
                    }
                }
            }
            guards.push((alternatives, other));
        }
        loop {
            let before = self.relevant.clone();
            for path in paths.iter().filter(|path| matches!(path.origin, Origin::Iteration(_))) {
                for (variable, &after) in path.after.iter().enumerate() {
                    if self.relevant[variable] {
                        self.mark_relevant(after);
                    }
                }
            }
            if before == self.relevant {
                break;
            }
        }
        for (path, (alternatives, other)) in paths.iter().zip(guards) {
            let iteration = matches!(path.origin, Origin::Iteration(_));
            // Each alternative with the new values in it.
            let mut pieces: Vec<(Vec<Constraint>, Values)> =
                alternatives.into_iter().map(|guard| (guard, Vec::new())).collect();
            for (number, &after) in path.after.iter().enumerate() {
                let variable = self.variables[number];
                if self.relevant[number] && iteration {
                    let Some(values) = self.lifter.next(variable, after) else {
                        return Ok(Some(number));
                    };
                    let mut next = Vec::new();
                    for (guard, done) in &pieces {
                        for value in &values {
                            let mut done = done.clone();
                            done.push(Some(value.value.clone()));
                            next.push(([guard.as_slice(), &value.when].concat(), done));
                        }
                    }
                    pieces = next;
                    if pieces.len() > MOST_PIECES {
                        return Err("a path has too many cases of wrap-around".into());
                    }
                } else {
                    let value = self.free_value(variable, after);
                    pieces.iter_mut().for_each(|(_, values)| values.push(value.clone()));
                }
            }
            for (mut guard, values) in pieces {
                guard.retain(|constraint| constraint.decided() != Some(true));
                if guard.iter().any(|constraint| constraint.decided() == Some(false)) {
                    continue;
                }
                let mut unique: Vec<Constraint> = Vec::new();
                for constraint in guard {
                    if !unique.contains(&constraint) {
                        unique.push(constraint);
                    }
                }
                let steps = match iteration {
                    true => match self.steps(&values) {
                        Ok(steps) => steps,
                        Err(variable) => return Ok(Some(variable)),
                    },
                    // Exits are taken once, whatever they do.
                    false => values
                        .into_iter()
                        .map(|value| match value {
                            Some(to) => Step::Set { to, slope: Form::default() },
                            None => Step::Unknown,
                        })
                        .collect(),
                };
                let state =
                    PathState { origin: path.origin, guard: unique, steps, other: other.clone() };
                match self.monotone(state) {
                    Ok(states) => self.states.extend(states),
                    Err(variable) => {
                        let first = self.relevant.iter().position(|&relevant| relevant);
                        let bad = variable.or(first);
                        return bad
                            .map_or(Err("a condition is not linear".into()), |v| Ok(Some(v)));
                    }
                }
                if self.states.len() > MOST_PIECES {
                    return Err("the loop has too many paths".into());
                }
            }
        }
        Ok(None)
    }

    /// Keeps the alternatives that do not contradict themselves.
    fn drop_impossible(&self, solver: &mut Solver, alternatives: &mut Vec<Vec<Constraint>>) {
        let store = self.lifter.store;
        let ranges: Vec<TermId> =
            self.lifter.ranges().iter().map(|range| range.term(store)).collect();
        alternatives.retain(|constraints| {
            let own = constraints.iter().map(|constraint| constraint.term(store));
            let terms: Vec<TermId> = ranges.iter().copied().chain(own).collect();
            possible(constraints) && !matches!(solver.model_for(&terms), Ok(None))
        });
    }

    /// The new value of a variable that is only of interest modulo 2^width.
    fn free_value(&mut self, variable: TermId, after: TermId) -> Option<Form> {
        let values = match self.lifter.store.sort(variable) {
            Sort::BitVec(_) => self.lifter.congruent(after)?,
            _ => self.lifter.next(variable, after)?,
        };
        match values.as_slice() {
            [only] if only.when.is_empty() => Some(only.value.clone()),
            _ => None,
        }
    }

    fn mark_relevant(&mut self, term: TermId) {
        let store = self.lifter.store;
        let free = store.free_vars(term);
        for (variable, relevant) in self.variables.iter().zip(&mut self.relevant) {
            if symbol_of(store, *variable).is_some_and(|s| free.binary_search(&s).is_ok()) {
                *relevant = true;
            }
        }
    }

    /// The loop variables in a form.
    fn variables_in(&self, form: &Form) -> Vec<usize> {
        (0..self.variables.len())
            .filter(|&v| self.integers[v].is_some_and(|z| form.mentions(self.lifter.store, z)))
            .collect()
    }

    /// What a path does with each variable; the number of one that matters and has no closed form.
    fn steps(&self, values: &Values) -> Result<Vec<Step>, usize> {
        let store = self.lifter.store;
        let mut steps: Vec<Step> = vec![Step::Unknown; values.len()];
        for (variable, value) in values.iter().enumerate() {
            if let (Some(value), Some(integer)) = (value, self.integers[variable]) {
                let step = value.sub(&Form::atom(integer));
                if self.variables_in(&step).is_empty() {
                    steps[variable] = Step::Add(step);
                }
            }
        }
        let added: Assignment = (0..values.len())
            .filter_map(|v| match (&steps[v], self.integers[v]) {
                (Step::Add(step), Some(integer)) => Some((integer, Form::atom(integer).add(step))),
                _ => None,
            })
            .collect();
        for (variable, value) in values.iter().enumerate() {
            if steps[variable] != Step::Unknown {
                continue;
            }
            let (Some(value), Some(integer)) = (value, self.integers[variable]) else { continue };
            let inside = self.variables_in(value);
            let stepped = |v: &usize| matches!(steps[*v], Step::Add(_));
            if !inside.contains(&variable) && inside.iter().all(stepped) {
                let slope = value.substitute(store, &added).map(|next| next.sub(value));
                if let Some(slope) = slope.filter(|slope| self.variables_in(slope).is_empty()) {
                    steps[variable] = Step::Set { to: value.clone(), slope };
                    continue;
                }
            }
            let change = value.sub(&Form::atom(integer));
            if self.variables_in(&change).iter().all(|&v| self.relevant[v]) {
                steps[variable] = Step::Sum(change);
            }
        }
        for (variable, step) in steps.iter().enumerate() {
            let closed = match step {
                Step::Add(_) | Step::Set { .. } => true,
                // The sum of what is stepped, and of nothing else.
                Step::Sum(change) => self
                    .variables_in(change)
                    .iter()
                    .all(|&inside| matches!(steps[inside], Step::Add(_))),
                Step::Unknown => false,
            };
            if self.relevant[variable] && !closed {
                return Err(variable);
            }
        }
        Ok(steps)
    }

    /// How much a form over the variables changes per repetition, from the second iteration on.
    pub(crate) fn slope(&self, state: &PathState, form: &Form) -> Option<Form> {
        let store = self.lifter.store;
        let moved: Assignment = (0..self.variables.len())
            .filter_map(|v| {
                let integer = self.integers[v]?;
                let slope = match &state.steps[v] {
                    Step::Add(step) => step,
                    Step::Set { slope, .. } => slope,
                    Step::Sum(change) if self.relevant[v] => change,
                    _ => return None,
                };
                Some((integer, Form::atom(integer).add(slope)))
            })
            .collect();
        Some(form.substitute(store, &moved)?.sub(form))
    }

    /// The pieces of a state along whose repetitions every constraint holds in between if it holds
    /// at both ends: it is affine, or concave, or convex and monotone. Otherwise the state is
    /// split. An error if there are none, with the variable it is due to if that can be told.
    fn monotone(&self, state: PathState) -> Result<Vec<PathState>, Option<usize>> {
        if matches!(state.origin, Origin::Exit(_)) {
            return Ok(vec![state]);
        }
        let mut turning: Vec<Form> = Vec::new();
        for constraint in &state.guard {
            let slope = self.slope(&state, constraint.form()).ok_or(None)?;
            if self.variables_in(&slope).is_empty() {
                continue;
            }
            let summed = |&v: &usize| matches!(state.steps[v], Step::Sum(_));
            let culprit = self.variables_in(constraint.form()).into_iter().find(summed);
            let bend = self.slope(&state, &slope).and_then(|bend| bend.as_constant());
            match (constraint, bend) {
                (Constraint::NonNegative(_), Some(bend)) if !bend.is_positive() => {}
                (Constraint::NonNegative(_), Some(_)) => {
                    if !turning.contains(&slope) {
                        turning.push(slope);
                    }
                }
                _ => return Err(culprit),
            }
        }
        let mut pieces = vec![state];
        for slope in turning {
            let up = Constraint::NonNegative(slope.clone()).tightened();
            let down = Constraint::NonNegative(slope.negated().plus(-1)).tightened();
            let with = |piece: &PathState, constraint: &Constraint| {
                let mut piece = piece.clone();
                piece.guard.push(constraint.clone());
                piece
            };
            pieces = pieces.iter().flat_map(|p| [with(p, &up), with(p, &down)]).collect();
        }
        Ok(pieces)
    }

    /// More repetitions of a state than there can be: a number that is stepped gets to the end of its range.
    pub(crate) fn most_repetitions(&self, state: usize) -> Option<BigInt> {
        let steps = self.states[state].steps.iter().zip(&self.variables).enumerate();
        let limits = steps.filter_map(|(number, (step, _))| {
            let (Step::Add(step), true) = (step, self.relevant[number]) else { return None };
            let pace = step.as_constant().filter(|pace| !pace.is_zero())?.abs();
            let atom = self.lifter.atom_of(self.integers[number]?)?;
            Some((&atom.greatest - &atom.least) / pace + 2)
        });
        limits.min()
    }

    fn make_base(&mut self, solver: &mut Solver, context: &[TermId], entry: &[TermId]) {
        let store = self.lifter.store;
        let symbols: Vec<SymbolId> =
            self.variables.iter().filter_map(|&v| symbol_of(store, v)).collect();
        for &conjunct in context {
            let free = store.free_vars(conjunct);
            let Some(condition) = self.condition_term(conjunct) else { continue };
            if symbols.iter().all(|symbol| free.binary_search(symbol).is_err()) {
                self.base.push(condition);
            } else {
                self.at_entry.push(condition);
            }
        }
        for (variable, &term) in entry.iter().enumerate() {
            let value = match self.integers[variable] {
                Some(integer) if term == self.variables[variable] => Some(Form::atom(integer)),
                Some(_) => self.entry_value(solver, self.variables[variable], term),
                None => None,
            };
            self.entry.push(value);
        }
        let ranges = self.ranges();
        self.base.extend(ranges);
    }

    /// The value of a variable when the loop is entered.
    fn entry_value(&mut self, solver: &mut Solver, variable: TermId, term: TermId) -> Option<Form> {
        let store = self.lifter.store;
        if let Some(values) = self.lifter.next(variable, term) {
            // What is known then may say which of the alternatives it is.
            let known = [self.at_entry.as_slice(), &self.ranges()].concat();
            for value in values {
                let when: Vec<TermId> = value.when.iter().map(|c| c.term(store)).collect();
                if when.is_empty() || self.implied(solver, &known, &[], store.and(&when)) {
                    return Some(value.value);
                }
            }
        }
        if let Some(truth) = self.lifter.store.as_bool(term) {
            return Some(Form::constant(i64::from(truth)));
        }
        let signed = self.lifter.atom(variable)?.signed;
        let atom = self.lifter.atom_read(term, signed)?;
        (atom.signed == signed).then(|| Form::atom(atom.integer))
    }

    fn ranges(&self) -> Vec<TermId> {
        let store = self.lifter.store;
        self.lifter.ranges().iter().map(|range| range.term(store)).collect()
    }

    /// A condition over bit-vectors as one over the integers.
    pub(crate) fn condition_term(&mut self, condition: TermId) -> Option<TermId> {
        let store = self.lifter.store;
        let alternatives = self.lifter.condition(condition, true)?;
        let all = |constraints: &Vec<Constraint>| {
            let terms: Vec<TermId> = constraints.iter().map(|c| c.term(store)).collect();
            store.and(&terms)
        };
        let terms: Vec<TermId> = alternatives.iter().map(all).collect();
        Some(store.or(&terms))
    }

    /// Whether the constraints can hold; yes if it is not known.
    pub(crate) fn feasible(
        &mut self,
        solver: &mut Solver,
        extra: &[TermId],
        constraints: &[Constraint],
    ) -> bool {
        let store = self.lifter.store;
        if constraints.iter().any(|constraint| constraint.decided() == Some(false)) {
            return false;
        }
        if self.questions == 0 {
            return true;
        }
        self.questions -= 1;
        let mut terms = self.base.clone();
        terms.extend(extra);
        terms.extend(constraints.iter().map(|constraint| constraint.term(store)));
        match solver.model_for(&terms) {
            Ok(model) => model.is_some(),
            Err(_) => {
                self.questions = self.questions.saturating_sub(UNANSWERED);
                true
            }
        }
    }

    /// Whether the constraint holds whenever the others do; no if it is not known.
    pub(crate) fn implied(
        &mut self,
        solver: &mut Solver,
        extra: &[TermId],
        constraints: &[Constraint],
        conclusion: TermId,
    ) -> bool {
        let store = self.lifter.store;
        if self.questions == 0 {
            return false;
        }
        self.questions -= 1;
        let mut terms = self.base.clone();
        terms.extend(extra);
        terms.extend(constraints.iter().map(|constraint| constraint.term(store)));
        match solver.must_be_true(&terms, conclusion) {
            Ok(holds) => holds,
            Err(_) => {
                self.questions = self.questions.saturating_sub(UNANSWERED);
                false
            }
        }
    }

    fn prune(&mut self, solver: &mut Solver) {
        let states = std::mem::take(&mut self.states);
        for state in states {
            if self.feasible(solver, &[], &state.guard) {
                self.states.push(state);
            }
        }
    }

    fn make_transitions(&mut self, solver: &mut Solver) {
        let generic: Values = self.integers.iter().map(|integer| integer.map(Form::atom)).collect();
        for from in 0..self.states.len() {
            if matches!(self.states[from].origin, Origin::Exit(_)) {
                continue;
            }
            for to in 0..self.states.len() {
                if from == to {
                    continue;
                }
                let kept = self.plans(from, to, &generic).and_then(|plans| {
                    let mut kept = Vec::new();
                    for plan in plans {
                        if self.feasible(solver, &[], &plan.conditions) {
                            if plan.open {
                                return None;
                            }
                            kept.push(plan);
                        }
                    }
                    Some(kept)
                });
                if kept.as_ref().is_none_or(|plans| !plans.is_empty()) {
                    self.transitions.push(Transition { from, to, plans: kept });
                }
            }
        }
    }

    /// A form over the variables at these values; none if it needs one that is not known.
    pub(crate) fn at(&self, form: &Form, values: &Values) -> Option<Form> {
        let store = self.lifter.store;
        let mut assignment = Assignment::default();
        for (integer, value) in self.integers.iter().zip(values) {
            match (integer, value) {
                (Some(integer), Some(value)) => {
                    assignment.insert(*integer, value.clone());
                }
                (Some(integer), None) if form.mentions(store, *integer) => return None,
                _ => {}
            }
        }
        form.substitute(store, &assignment)
    }

    pub(crate) fn all_at(
        &self,
        constraints: &[Constraint],
        values: &Values,
    ) -> Option<Vec<Constraint>> {
        constraints.iter().map(|c| c.map(|form| self.at(form, values))).collect()
    }

    /// The values after passing a state once.
    pub(crate) fn once(&self, state: usize, values: &Values) -> Values {
        let steps = &self.states[state].steps;
        steps
            .iter()
            .enumerate()
            .map(|(variable, step)| match step {
                Step::Add(step) => Some(values[variable].as_ref()?.add(&self.at(step, values)?)),
                Step::Set { to, .. } => self.at(to, values),
                Step::Sum(change) => {
                    Some(values[variable].as_ref()?.add(&self.at(change, values)?))
                }
                Step::Unknown => None,
            })
            .collect()
    }

    /// The values after passing a state `count` times, at least once, with variables that are set being on their way already.
    fn repeated(&self, state: usize, values: &Values, count: &Form) -> Option<Values> {
        let store = self.lifter.store;
        let steps = &self.states[state].steps;
        let moved = |times: &Form| -> Option<Values> {
            let mut result = values.clone();
            for (variable, step) in steps.iter().enumerate() {
                let slope = match step {
                    Step::Add(slope) => slope,
                    Step::Set { slope, .. } if self.relevant[variable] => slope,
                    _ => continue,
                };
                if let Some(value) = &values[variable] {
                    result[variable] = Some(value.add(&slope.mul(times)?));
                }
            }
            Some(result)
        };
        let summed = |variable: usize, change: &Form, times: &Form| -> Option<Form> {
            // A value that is a sum itself changes differently.
            let inside = self.variables_in(change);
            if inside.iter().any(|&v| matches!(steps[v], Step::Sum(_) | Step::Unknown)) {
                return None;
            }
            let tau = store.fresh_var("tau", Sort::Int);
            let change = self.at(change, &moved(&Form::atom(tau))?)?;
            Some(values[variable].as_ref()?.add(&change.sum(store, tau, times)?))
        };
        let mut result = moved(count)?;
        for (variable, step) in steps.iter().enumerate() {
            match step {
                Step::Set { to, .. } if !self.relevant[variable] => {
                    result[variable] = self.at(to, &moved(&count.plus(-1))?);
                }
                Step::Sum(change) => result[variable] = summed(variable, change, count),
                Step::Unknown => result[variable] = None,
                _ => {}
            }
        }
        Some(result)
    }

    /// Whether a state sets a variable that guards depend on.
    pub(crate) fn sets(&self, state: usize) -> bool {
        let set = |(v, step): (usize, &Step)| self.relevant[v] && matches!(step, Step::Set { .. });
        self.states[state].steps.iter().enumerate().any(set)
    }

    /// The ways to pass a state as often as possible and then go to another one; none if they cannot be expressed.
    pub(crate) fn plans(&self, from: usize, to: usize, values: &Values) -> Option<Vec<Plan>> {
        if !self.sets(from) {
            return Some(vec![self.repeating_plan(from, to, values)?]);
        }
        let guard = self.all_at(&self.states[from].guard, values)?;
        let first = self.once(from, values);
        let mut conditions = guard.clone();
        conditions.extend(self.all_at(&self.states[to].guard, &first)?);
        let mut plans = Vec::new();
        if possible(&conditions) {
            let count = Form::constant(1);
            plans.push(Plan { count, conditions, after: first.clone(), variant: 0, open: false });
        }
        // More often only if the guard still holds.
        let again = self.all_at(&self.states[from].guard, &first)?;
        if possible(&again) {
            let mut plan = self.repeating_plan(from, to, &first)?;
            plan.conditions.splice(0..0, guard);
            plan.count = plan.count.plus(1);
            plan.variant = 1;
            if possible(&plan.conditions) {
                plans.push(plan);
            }
        }
        Some(plans)
    }

    /// The plan to pass a state as often as possible, with variables that are set being on their way already.
    fn repeating_plan(&self, from: usize, to: usize, values: &Values) -> Option<Plan> {
        let closed = self.count(from, to, values);
        let open = closed.is_none();
        let count =
            closed.unwrap_or_else(|| Form::atom(self.lifter.store.fresh_var("kappa", Sort::Int)));
        let mut conditions = self.all_at(&self.states[from].guard, values)?;
        conditions.push(Constraint::le(&Form::constant(1), &count));
        let last = self.repeated(from, values, &count.plus(-1))?;
        conditions.extend(self.all_at(&self.states[from].guard, &last)?);
        let after = self.repeated(from, values, &count)?;
        conditions.extend(self.all_at(&self.states[to].guard, &after)?);
        conditions.retain(|constraint| constraint.decided() != Some(true));
        let mut unique: Vec<Constraint> = Vec::new();
        for condition in conditions {
            if !unique.contains(&condition) {
                unique.push(condition);
            }
        }
        Some(Plan { count, conditions: unique, after, variant: 0, open })
    }

    /// How often a state is passed before another one: a constraint of its guard is passed on the way, at a known pace.
    fn count(&self, from: usize, to: usize, values: &Values) -> Option<Form> {
        let store = self.lifter.store;
        let (here, there) = (&self.states[from], &self.states[to]);
        for constraint in &here.guard {
            // An equation about a changing value holds at most once.
            if let Constraint::Zero(form) = constraint
                && self.slope(here, form)?.as_constant().is_some_and(|slope| !slope.is_zero())
            {
                return Some(Form::constant(1));
            }
        }
        for target in &there.guard {
            if let Constraint::Zero(form) = target
                && let Some(slope) = self.slope(here, form)?.as_constant()
                && !slope.is_zero()
            {
                let (form, slope) = if slope.is_positive() {
                    (form.negated(), slope)
                } else {
                    (form.clone(), -slope)
                };
                return Some(self.at(&form, values)?.quotient(store, &Form::constant(slope)));
            }
        }
        let mut symbolic = None;
        for bound in &here.guard {
            let Constraint::NonNegative(bound) = bound else { continue };
            let slope = self.slope(here, bound)?;
            // A bound that is not approached at a steady pace is passed once, but the iteration has
            // no simple form.
            if !self.variables_in(&slope).is_empty() {
                continue;
            }
            let excludes = |target: &Constraint| {
                let form = target.form();
                let negative =
                    |sum: Form| sum.as_constant().is_some_and(|sum| sum < BigInt::zero());
                negative(bound.add(form))
                    || (matches!(target, Constraint::Zero(_)) && negative(bound.sub(form)))
            };
            if !there.guard.iter().any(excludes) {
                continue;
            }
            // The first k with bound + k·slope < 0.
            let pace = slope.negated();
            let count = self.at(bound, values)?.quotient(store, &pace).plus(1);
            match slope.as_constant() {
                Some(slope) if slope.is_negative() => return Some(count),
                Some(_) => {}
                None => symbolic = symbolic.or(Some(count)),
            }
        }
        symbolic
    }

    /// When a state is passed for ever.
    pub(crate) fn forever(&self, state: usize, values: &Values) -> Option<Vec<Constraint>> {
        let guard = &self.states[state].guard;
        let mut conditions = self.all_at(guard, values)?;
        if self.sets(state) {
            conditions.extend(self.all_at(guard, &self.once(state, values))?);
        }
        for constraint in guard {
            let mut slope = self.slope(&self.states[state], constraint.form())?;
            if !self.variables_in(&slope).is_empty() {
                // A quadratic that is monotone here.
                slope = self.slope(&self.states[state], &slope)?;
            }
            conditions.push(constraint.map(|_| Some(slope))?);
        }
        conditions.retain(|constraint| constraint.decided() != Some(true));
        Some(conditions)
    }

    /// The name of an integer variable, for people.
    pub(crate) fn name_of(&self, integer: TermId, names: &[String]) -> String {
        let store = self.lifter.store;
        if let Some(variable) = self.integers.iter().position(|&z| z == Some(integer)) {
            return names[variable].clone();
        }
        match self.lifter.atom_of(integer).map(|atom| atom.term) {
            Some(term) => match store.op(term) {
                Op::Var(symbol) => plain_name(store.symbol_name(symbol)).to_owned(),
                _ => infix(store, term),
            },
            None => match store.op(integer) {
                Op::Var(symbol) => plain_name(store.symbol_name(symbol)).to_owned(),
                _ => infix(store, integer),
            },
        }
    }
}

/// Whether no constraint is trivially false.
pub(crate) fn possible(constraints: &[Constraint]) -> bool {
    !constraints.iter().any(|constraint| constraint.decided() == Some(false))
}
