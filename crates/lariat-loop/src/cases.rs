//! The exact cases of a loop: the words its path dependency automaton accepts.
//!
//! The automaton is walked depth first from the values at the entry, with the conditions collected on the way. A word that ends in an exit
//! is a case; one that stays in a state, or a cycle, for ever is a case too; where the walk gives up, what was collected so far goes to
//! the residue. So cases and residue partition the entry states by construction, and nothing is ever negated.
//!
//! A cycle whose repetition counts do not depend on how often it was passed is folded: if it leads from V + p·D to V + (p+1)·D for
//! a symbolic p, it does so for every p, and its conditions, affine in p, hold throughout if they hold in the first and in the last period.

use std::collections::BTreeMap;

use lariat_solver::Solver;
use lariat_term::{Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Origin, Plan, Values};
use crate::body::{ExitPath, LoopBody};
use crate::integers::{Constraint, Form};

/// The longest word of states.
const LONGEST_WORD: usize = 14;
/// The most cases and pieces of the residue.
const MOST_CASES: usize = 48;
/// How often a state may come again before its cycles are called irregular.
const MOST_VISITS: usize = 3;

/// How an execution of a loop ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Along the exit path with this number.
    Exit(usize),
    /// Never.
    Endless,
}

/// One case of a loop: under its condition the loop does exactly this.
#[derive(Clone, Debug)]
pub struct Case {
    /// When the case applies, over the values at the entry and the counters.
    pub condition: Vec<TermId>,
    /// Integers that the condition determines; none if everything has a closed form.
    pub counters: Vec<TermId>,
    /// What the counters are certainly below, if that is known.
    pub counter_limit: Option<BigInt>,
    /// How it ends.
    pub end: End,
    /// The value of each variable afterwards, where it is known.
    pub after: Vec<Option<TermId>>,
    /// How often each iteration path is taken, as an integer; none if the loop does not end.
    pub counts: Vec<Option<TermId>>,
    /// Which iteration paths are taken at least once; where their number is a counter's value, those that may be.
    pub taken: Vec<bool>,
    /// All iterations together.
    pub iterations: Option<TermId>,
    /// The case in words.
    pub text: CaseText,
}

/// A case for people.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CaseText {
    /// The word of the automaton.
    pub word: String,
    /// The conjuncts of the condition.
    pub condition: Vec<String>,
    /// What variables are afterwards, those that change or are not known.
    pub after: Vec<(String, String)>,
    /// How often each iteration path is taken.
    pub counts: Vec<String>,
    /// The number of iterations.
    pub iterations: Option<String>,
}

/// Entry states for which nothing is said.
#[derive(Clone, Debug)]
pub struct Residue {
    /// When, over the values at the entry and the counters.
    pub condition: Vec<TermId>,
    /// Integers that may be chosen freely.
    pub counters: Vec<TermId>,
    /// Why.
    pub reason: String,
    /// The condition in words.
    pub text: Vec<String>,
}

/// A part of a word.
#[derive(Clone, Debug)]
enum Part {
    Run { state: usize, count: Form, variant: usize },
    Cycle { runs: Vec<(usize, Form)>, periods: Form },
}

/// A walk so far.
#[derive(Clone, Debug)]
struct Trace {
    conditions: Vec<Constraint>,
    word: Vec<Part>,
    values: Values,
    /// The cycle that was folded, as states and variants; it must not be completed once more.
    folded: Option<Vec<(usize, usize)>>,
    /// The number of periods, as long as it has no closed form.
    periods: Option<TermId>,
    /// How often the last state was passed, if that has no closed form; and what it is below.
    counter: Option<(TermId, BigInt)>,
}

/// What came of the walk.
pub(crate) struct Walked {
    pub(crate) cases: Vec<Case>,
    pub(crate) residue: Vec<Residue>,
    /// Whether a cycle was folded.
    pub(crate) periodic: bool,
    /// Whether cycles were met that could not be.
    pub(crate) irregular: bool,
    /// The conditions and numbers of iterations of the cases, as forms.
    pub(crate) iterations: Vec<(Vec<Constraint>, Option<Form>)>,
    /// Variables in these that are no values at the entry.
    pub(crate) counters: Vec<TermId>,
}

/// A walk through the automaton.
pub(crate) struct Walk<'a, 's> {
    pub(crate) automaton: &'a mut Automaton<'s>,
    pub(crate) solver: &'a mut Solver,
    pub(crate) body: &'a LoopBody,
    pub(crate) exits: &'a [ExitPath],
    names: Vec<String>,
    readings: FxHashMap<SymbolId, TermId>,
    walked: Walked,
}

impl<'a, 's> Walk<'a, 's> {
    pub(crate) fn new(
        automaton: &'a mut Automaton<'s>,
        solver: &'a mut Solver,
        body: &'a LoopBody,
        exits: &'a [ExitPath],
    ) -> Walk<'a, 's> {
        let names = body.variables.iter().map(|variable| variable.name.clone()).collect();
        let readings = automaton.lifter.readings();
        let walked = Walked {
            cases: Vec::new(),
            residue: Vec::new(),
            periodic: false,
            irregular: false,
            iterations: Vec::new(),
            counters: Vec::new(),
        };
        Walk { automaton, solver, body, exits, names, readings, walked }
    }

    fn store(&self) -> &'s TermStore {
        self.automaton.lifter.store
    }

    /// Walks from the entry.
    pub(crate) fn run(mut self) -> Walked {
        let values = self.automaton.entry.clone();
        for state in 0..self.automaton.states.len() {
            let guard = self.automaton.states[state].guard.clone();
            let trace = Trace {
                conditions: Vec::new(),
                word: Vec::new(),
                values: values.clone(),
                folded: None,
                periods: None,
                counter: None,
            };
            match self.automaton.all_at(&guard, &values) {
                Some(conditions) => {
                    if let Some(trace) = self.extended(&trace, conditions) {
                        self.visit(state, trace);
                    }
                }
                None => {
                    // The conditions that can be told still say when another state is first.
                    let told = |condition: &Constraint| {
                        self.automaton.all_at(std::slice::from_ref(condition), &values)
                    };
                    let conditions = guard.iter().filter_map(told).flatten().collect();
                    if let Some(trace) = self.extended(&trace, conditions) {
                        self.give_up(&trace, "a value at the entry is not a number");
                    }
                }
            }
        }
        self.walked
    }

    /// The trace under further conditions; none if they cannot hold.
    fn extended(&mut self, trace: &Trace, conditions: Vec<Constraint>) -> Option<Trace> {
        let mut trace = trace.clone();
        for condition in conditions {
            if condition.decided() != Some(true) && !trace.conditions.contains(&condition) {
                trace.conditions.push(condition);
            }
        }
        let entry = self.automaton.at_entry.clone();
        self.automaton.feasible(self.solver, &entry, &trace.conditions).then_some(trace)
    }

    fn visit(&mut self, state: usize, trace: Trace) {
        if let Origin::Exit(exit) = self.automaton.states[state].origin {
            return self.finish(state, trace, End::Exit(exit));
        }
        if trace.word.len() >= LONGEST_WORD || self.automaton.questions == 0 {
            return self.give_up(&trace, "the order of the paths is too long to be followed");
        }
        let seen: Vec<usize> = trace
            .word
            .iter()
            .enumerate()
            .filter(|(_, part)| matches!(part, Part::Run { state: other, .. } if *other == state))
            .map(|(place, _)| place)
            .collect();
        if let (Some(&last), None) = (seen.last(), &trace.folded) {
            let (cases, residue) = (self.walked.cases.len(), self.walked.residue.len());
            if let Some(()) = self.fold(state, &trace, last) {
                if self.walked.residue.len() > residue {
                    // What is given up within a cycle cannot be told from its other periods, so all of it is.
                    self.walked.cases.truncate(cases);
                    self.walked.iterations.truncate(cases);
                    let reason = self.walked.residue[residue].reason.clone();
                    self.walked.residue.truncate(residue);
                    self.give_up(&trace, &reason);
                }
                return;
            }
            if seen.len() >= MOST_VISITS {
                self.walked.irregular = true;
                return self.give_up(&trace, "the paths follow each other in no regular order");
            }
        } else if trace.folded.is_some() {
            let after_fold = trace.word.iter().rposition(|part| matches!(part, Part::Cycle { .. }));
            if seen.iter().any(|&place| after_fold.is_some_and(|fold| place > fold)) {
                self.walked.irregular = true;
                return self.give_up(&trace, "cycles of paths are connected");
            }
        }
        self.leave(state, trace);
    }

    /// Goes on from a state that is passed as often as possible.
    fn leave(&mut self, state: usize, trace: Trace) {
        let targets: Vec<usize> = (self.automaton.transitions.iter())
            .filter(|transition| transition.from == state)
            .map(|transition| transition.to)
            .collect();
        let mut next: Vec<(usize, Plan)> = Vec::new();
        for to in targets {
            match self.automaton.plans(state, to, &trace.values) {
                Some(plans) if self.may_count(state, to, &trace) => {
                    next.extend(plans.into_iter().map(|plan| (to, plan)));
                }
                Some(plans) if !self.stuck(&trace, &plans) => {
                    next.extend(plans.into_iter().filter(|p| !p.open).map(|plan| (to, plan)));
                }
                _ => {
                    return self.give_up(&trace, "how often a path is taken has no closed form");
                }
            }
        }
        let Some(forever) = self.automaton.forever(state, &trace.values) else {
            return self.give_up(&trace, "a condition is not linear");
        };
        if let Some(mut endless) = self.extended(&trace, forever) {
            let count = Form::default();
            endless.word.push(Part::Run { state, count, variant: 0 });
            self.finish(state, endless, End::Endless);
        }
        for (to, plan) in next {
            if self.completes(&trace, state, to, plan.variant) {
                continue;
            }
            let Some(mut trace) = self.extended(&trace, plan.conditions) else { continue };
            let (count, variant) = (plan.count, plan.variant);
            if let (true, &[counter], Some(limit)) =
                (plan.open, count.atoms().as_slice(), self.automaton.most_repetitions(state))
            {
                trace.counter = Some((counter, limit));
            }
            trace.word.push(Part::Run { state, count, variant });
            trace.values = plan.after;
            self.visit(to, trace);
        }
    }

    /// Whether a plan without a closed form is as good: the number of repetitions is then a variable that the conditions determine.
    fn may_count(&self, state: usize, to: usize, trace: &Trace) -> bool {
        matches!(self.automaton.states[to].origin, Origin::Exit(_))
            && trace.folded.is_none()
            && trace.periods.is_none()
            && self.automaton.most_repetitions(state).is_some()
    }

    /// Whether a plan without a closed form can apply.
    fn stuck(&mut self, trace: &Trace, plans: &[Plan]) -> bool {
        let mut open = plans.iter().filter(|plan| plan.open);
        open.any(|plan| self.extended(trace, plan.conditions.clone()).is_some())
    }

    /// Whether a step would complete the folded cycle once more, which its number of periods has counted already.
    fn completes(&self, trace: &Trace, state: usize, to: usize, variant: usize) -> bool {
        let Some(cycle) = &trace.folded else { return false };
        let start = trace.word.iter().rposition(|part| matches!(part, Part::Cycle { .. }));
        let tail = &trace.word[start.map_or(0, |start| start + 1)..];
        let runs = tail.iter().map(|part| match part {
            Part::Run { state, variant, .. } => (*state, *variant),
            Part::Cycle { .. } => (usize::MAX, 0),
        });
        let runs: Vec<(usize, usize)> = runs.chain([(state, variant)]).collect();
        runs == *cycle && to == cycle[0].0
    }

    /// Folds the cycle that has led back to a state; none if it is not periodic.
    fn fold(&mut self, state: usize, trace: &Trace, since: usize) -> Option<()> {
        let store = self.store();
        let cycle: Vec<(usize, usize)> = (trace.word[since..].iter())
            .map(|part| match part {
                Part::Run { state, variant, .. } => Some((*state, *variant)),
                Part::Cycle { .. } => None,
            })
            .collect::<Option<_>>()?;
        let (after, ..) = self.period(&cycle, &trace.values)?;
        let mut distance: Values = Vec::new();
        for (variable, (before, after)) in trace.values.iter().zip(&after).enumerate() {
            distance.push(match (before, after) {
                (Some(before), Some(after)) => Some(after.sub(before)),
                _ if self.automaton.relevant[variable] => return None,
                _ => None,
            });
        }
        let period = store.fresh_var("p", Sort::Int);
        let relevant = self.automaton.relevant.clone();
        let at = |number: &Form| -> Option<Values> {
            (trace.values.iter().zip(&distance))
                .enumerate()
                .map(|(variable, (value, distance))| {
                    if !relevant[variable] {
                        // These get fresh names, and are summed up below.
                        return Some(None);
                    }
                    let (value, distance) = (value.as_ref()?, distance.as_ref()?);
                    Some(Some(value.add(&distance.mul(number)?)))
                })
                .collect()
        };
        let mut start = at(&Form::atom(period))?;
        let mut stand_ins: Vec<Option<TermId>> = vec![None; start.len()];
        for (variable, value) in start.iter_mut().enumerate() {
            if !self.automaton.relevant[variable] && trace.values[variable].is_some() {
                let name = store.fresh_var("y", Sort::Int);
                stand_ins[variable] = Some(name);
                *value = Some(Form::atom(name));
            }
        }
        let (after, conditions, counts) = self.period(&cycle, &start)?;
        let end = at(&Form::atom(period).plus(1))?;
        for (variable, end) in end.iter().enumerate() {
            if self.automaton.relevant[variable] && after[variable] != *end {
                return None;
            }
        }
        if counts.iter().any(|(_, count)| count.mentions(store, period)) {
            return None;
        }
        let mut slopes = Vec::new();
        for condition in &conditions {
            let powers = condition.form().powers(store, period)?;
            if powers.len() > 2 {
                return None;
            }
            let slope = powers.get(1).cloned().unwrap_or_default();
            slopes.push(condition.map(|_| Some(slope))?);
        }
        let conditions_at = |number: &Form| -> Option<Vec<Constraint>> {
            conditions.iter().map(|c| c.map(|form| form.with(store, period, number))).collect()
        };
        let first = conditions_at(&Form::default())?;
        let number = store.fresh_var("periods", Sort::Int);
        let periods = Form::atom(number);
        let before_last = conditions_at(&periods.plus(-1))?;
        let after_some = at(&periods)?;
        // From here on nothing fails: what is found is kept.
        self.walked.periodic = true;
        // For ever.
        let endless = [first.as_slice(), slopes.as_slice()].concat();
        if let Some(mut endless) = self.extended(trace, endless) {
            let periods = Form::default();
            endless.word.push(Part::Cycle { runs: counts.clone(), periods });
            self.finish(state, endless, End::Endless);
        }
        // Not once more.
        let mut none = trace.clone();
        none.folded = Some(cycle.clone());
        none.word.push(Part::Cycle { runs: counts.clone(), periods: Form::default() });
        self.leave(state, none);
        // Some times more.
        let mut more = vec![Constraint::le(&Form::constant(1), &periods)];
        more.extend(first);
        more.extend(before_last);
        let Some(mut some) = self.extended(trace, more) else { return Some(()) };
        some.values = after_some;
        for (variable, stand_in) in stand_ins.iter().enumerate() {
            let Some(stand_in) = stand_in else { continue };
            some.values[variable] = (|| {
                let value = trace.values[variable].as_ref()?;
                let after = after[variable].as_ref()?;
                let change = after.sub(&Form::atom(*stand_in));
                let clean = |form: &Form| {
                    !stand_ins.iter().flatten().any(|&name| form.mentions(store, name))
                };
                if clean(&change) {
                    return Some(value.add(&change.sum(store, period, &periods)?));
                }
                clean(after).then(|| after.with(store, period, &periods.plus(-1)))?
            })();
        }
        some.folded = Some(cycle);
        some.periods = Some(number);
        some.word.push(Part::Cycle { runs: counts, periods });
        self.leave(state, some);
        Some(())
    }

    /// One period of a cycle: the values after it, its conditions and how often each state is passed.
    #[allow(clippy::type_complexity, reason = "three results of one computation")]
    fn period(
        &self,
        cycle: &[(usize, usize)],
        values: &Values,
    ) -> Option<(Values, Vec<Constraint>, Vec<(usize, Form)>)> {
        let mut values = values.clone();
        let (mut conditions, mut counts) = (Vec::new(), Vec::new());
        for (place, &(state, variant)) in cycle.iter().enumerate() {
            let to = cycle[(place + 1) % cycle.len()].0;
            let plans = self.automaton.plans(state, to, &values)?;
            let plan = plans.into_iter().find(|plan| plan.variant == variant && !plan.open)?;
            for condition in plan.conditions {
                if condition.decided() != Some(true) && !conditions.contains(&condition) {
                    conditions.push(condition);
                }
            }
            counts.push((state, plan.count));
            values = plan.after;
        }
        Some((values, conditions, counts))
    }

    /// Solves for the number of periods.
    fn solve_periods(&mut self, trace: &mut Trace) -> bool {
        let store = self.store();
        let Some(periods) = trace.periods else { return true };
        let entry = self.automaton.at_entry.clone();
        let mut candidates: Vec<Form> = Vec::new();
        for condition in trace.conditions.iter().rev() {
            let Some(powers) = condition.form().powers(store, periods) else { continue };
            let [constant, slope] = powers.as_slice() else { continue };
            let Some(slope) = slope.as_constant() else { continue };
            let divisor = Form::constant(slope.abs());
            // slope·P + constant ≥ 0, or = 0: the least or the greatest P.
            let candidate = if slope.is_positive() {
                let up = constant.negated().add(&Form::constant(slope - BigInt::one()));
                up.quotient(store, &divisor)
            } else {
                constant.quotient(store, &divisor)
            };
            if !candidates.contains(&candidate) {
                match condition {
                    Constraint::Zero(_) => candidates.insert(0, candidate),
                    Constraint::NonNegative(_) => candidates.push(candidate),
                }
            }
        }
        for candidate in candidates {
            let equal = store.eq(periods, candidate.term(store));
            if self.automaton.implied(self.solver, &entry, &trace.conditions, equal)
                && replace(store, trace, periods, &candidate).is_some()
            {
                trace.periods = None;
                return true;
            }
        }
        false
    }

    fn finish(&mut self, state: usize, mut trace: Trace, end: End) {
        if self.walked.cases.len() >= MOST_CASES {
            return self.give_up(&trace, "the loop has too many cases");
        }
        if !self.solve_periods(&mut trace) {
            return self.give_up(&trace, "how often the paths repeat has no closed form");
        }
        let conditions = self.reduced(&trace.conditions);
        let store = self.store();
        let mut counts: BTreeMap<usize, Form> = BTreeMap::new();
        let mut known = matches!(end, End::Exit(_));
        for part in &trace.word {
            match part {
                Part::Run { state, count, .. } => {
                    let path = self.path_of(*state);
                    let sum = counts.entry(path).or_default();
                    *sum = sum.add(count);
                }
                Part::Cycle { runs, periods } => {
                    for (state, count) in runs {
                        let path = self.path_of(*state);
                        let sum = counts.entry(path).or_default();
                        match count.mul(periods) {
                            Some(product) => *sum = sum.add(&product),
                            None => known = false,
                        }
                    }
                }
            }
        }
        let mut taken = vec![false; self.body.paths.len()];
        for part in &trace.word {
            match part {
                Part::Run { state, .. } => taken[self.path_of(*state)] = true,
                Part::Cycle { runs, periods } => {
                    // A cycle that is passed for ever has no number of periods.
                    let last = std::ptr::eq(part, &trace.word[trace.word.len() - 1]);
                    if !periods.is_zero() || (last && end == End::Endless) {
                        runs.iter().for_each(|(state, _)| taken[self.path_of(*state)] = true);
                    }
                }
            }
        }
        let total = counts.values().fold(Form::default(), |sum, count| sum.add(count));
        let counts: Vec<Option<Form>> = (0..self.body.paths.len())
            .map(|path| known.then(|| counts.get(&path).cloned().unwrap_or_default()))
            .collect();
        let iterations = known.then_some(total);
        let after = match end {
            End::Exit(_) => self.automaton.once(state, &trace.values),
            End::Endless => vec![None; self.body.variables.len()],
        };
        let integer = |form: &Form| store.substitute(form.term(store), &self.readings);
        let mut finals = Vec::new();
        for (variable, value) in after.iter().enumerate() {
            let symbol = self.body.variables[variable].symbol;
            finals.push(match (value, store.sort(symbol), end) {
                (Some(value), Sort::BitVec(width), _) => {
                    Some(store.int_to_bv(width, integer(value)))
                }
                (Some(value), Sort::Bool, _) => Some(store.ne(integer(value), store.int_const(0))),
                (_, _, End::Exit(exit)) if self.untouched(&trace.word, exit, variable) => {
                    Some(symbol)
                }
                _ => None,
            });
        }
        let name = |atom: TermId| self.automaton.name_of(atom, &self.names);
        let text_of = |form: &Form| form.text(store, &name);
        let text = CaseText {
            word: self.word_text(&trace.word, state, end, &name),
            condition: conditions.iter().map(|c| c.text(store, &name)).collect(),
            after: self.after_text(&after, &finals, end, &name),
            counts: counts.iter().flatten().map(text_of).collect(),
            iterations: iterations.as_ref().map(text_of),
        };
        let case = Case {
            condition: (conditions.iter())
                .map(|c| store.substitute(c.term(store), &self.readings))
                .collect(),
            counters: trace.counter.iter().map(|(counter, _)| *counter).collect(),
            counter_limit: trace.counter.as_ref().map(|(_, limit)| limit.clone()),
            end,
            after: finals,
            counts: counts.iter().map(|count| count.as_ref().map(integer)).collect(),
            taken,
            iterations: iterations.as_ref().map(integer),
            text,
        };
        self.walked.counters.extend(&case.counters);
        self.walked.iterations.push((conditions, iterations));
        self.walked.cases.push(case);
    }

    fn path_of(&self, state: usize) -> usize {
        match self.automaton.states[state].origin {
            Origin::Iteration(path) | Origin::Exit(path) => path,
        }
    }

    /// Whether no path of the word changes the variable.
    fn untouched(&self, word: &[Part], exit: usize, variable: usize) -> bool {
        let symbol = self.body.variables[variable].symbol;
        let kept = |state: usize| self.body.paths[self.path_of(state)].after[variable] == symbol;
        self.exits[exit].after[variable] == symbol
            && word.iter().all(|part| match part {
                Part::Run { state, .. } => kept(*state),
                Part::Cycle { runs, .. } => runs.iter().all(|(state, _)| kept(*state)),
            })
    }

    /// The conditions without those that follow from the others.
    fn reduced(&mut self, conditions: &[Constraint]) -> Vec<Constraint> {
        let store = self.store();
        let entry = self.automaton.at_entry.clone();
        let mut kept: Vec<Constraint> =
            conditions.iter().filter(|c| c.decided() != Some(true)).cloned().collect();
        let mut place = kept.len();
        while place > 0 {
            place -= 1;
            let mut rest = kept.clone();
            let condition = rest.remove(place);
            if self.automaton.implied(self.solver, &entry, &rest, condition.term(store)) {
                kept = rest;
            }
        }
        kept
    }

    fn give_up(&mut self, trace: &Trace, reason: &str) {
        let store = self.store();
        let name = |atom: TermId| self.automaton.name_of(atom, &self.names);
        self.walked.residue.push(Residue {
            condition: (trace.conditions.iter())
                .map(|c| store.substitute(c.term(store), &self.readings))
                .collect(),
            counters: trace.periods.into_iter().collect(),
            reason: reason.to_owned(),
            text: trace.conditions.iter().map(|c| c.text(store, &name)).collect(),
        });
    }

    fn word_text(
        &self,
        word: &[Part],
        last: usize,
        end: End,
        name: &dyn Fn(TermId) -> String,
    ) -> String {
        let store = self.store();
        let power = |count: &Form| match count.as_constant() {
            Some(count) if count.is_one() => String::new(),
            Some(count) => format!("^{count}"),
            None => format!("^({})", count.text(store, name)),
        };
        let mut parts = Vec::new();
        for (place, part) in word.iter().enumerate() {
            let forever = end == End::Endless && place + 1 == word.len();
            match part {
                Part::Run { state, .. } if forever => parts.push(format!("s{}^∞", state + 1)),
                Part::Run { state, count, .. } => {
                    parts.push(format!("s{}{}", state + 1, power(count)));
                }
                Part::Cycle { runs, periods } => {
                    let runs: Vec<String> = (runs.iter())
                        .map(|(state, count)| format!("s{}{}", state + 1, power(count)))
                        .collect();
                    if forever {
                        parts.push(format!("({})^∞", runs.join(" ")));
                    } else if !periods.is_zero() {
                        parts.push(format!("({}){}", runs.join(" "), power(periods)));
                    }
                }
            }
        }
        if matches!(end, End::Exit(_)) {
            parts.push(format!("s{}", last + 1));
        }
        parts.join(" ")
    }

    fn after_text(
        &self,
        after: &Values,
        finals: &[Option<TermId>],
        end: End,
        name: &dyn Fn(TermId) -> String,
    ) -> Vec<(String, String)> {
        if end == End::Endless {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for (variable, value) in after.iter().enumerate() {
            let own = self.names[variable].clone();
            match value {
                Some(value) if Some(value) == self.automaton.entry[variable].as_ref() => {}
                Some(value) => lines.push((own, value.text(self.store(), name))),
                None if finals[variable].is_some() => {}
                None => lines.push((own, "?".to_owned())),
            }
        }
        lines
    }
}

/// Puts a form in place of a variable everywhere in a trace.
fn replace(store: &TermStore, trace: &mut Trace, variable: TermId, by: &Form) -> Option<()> {
    let mut changed = trace.clone();
    for condition in &mut changed.conditions {
        *condition = condition.map(|form| form.with(store, variable, by))?;
    }
    for value in changed.values.iter_mut().flatten() {
        *value = value.with(store, variable, by)?;
    }
    for part in &mut changed.word {
        match part {
            Part::Run { count, .. } => *count = count.with(store, variable, by)?,
            Part::Cycle { runs, periods } => {
                *periods = periods.with(store, variable, by)?;
                for (_, count) in runs {
                    *count = count.with(store, variable, by)?;
                }
            }
        }
    }
    *trace = changed;
    Some(())
}
