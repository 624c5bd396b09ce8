//! An independent check of summaries: run the body on concrete values and compare.
//!
//! For an entry state the body is executed iteration by iteration, the guards deciding. After each iteration the loop might have
//! been left, so each prefix of the execution must agree with the summary: known values are the real ones, facts hold, and every
//! form of the looping condition holds when its fresh variables have the values that the real order of the iterations gives them.
//! Nothing here uses a solver or a rule.

use std::sync::Arc;

use lariat_term::{BitVec, EvalError, Evaluator, Model, Sort, TermId, TermStore, Value};

use crate::body::{COUNTER_BITS, LoopBody, symbol_of};
use crate::memory::{ChoiceMeaning, Iterated, IteratedMemory};
use crate::summary::{Conditions, InstanceRecord, Summary};

/// Why an execution and a summary do not agree, or could not be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// A term could not be evaluated.
    Evaluation(String),
    /// Two guards hold at once: the body is not one of a deterministic loop.
    Overlap(usize, usize),
    /// The summary is wrong.
    Wrong(String),
}

impl std::fmt::Display for CheckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CheckError::Evaluation(error) => write!(f, "a term could not be evaluated: {error}"),
            CheckError::Overlap(a, b) => write!(f, "the guards of paths {a} and {b} both hold"),
            CheckError::Wrong(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for CheckError {}

/// A concrete execution of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The values when the loop was entered.
    pub entry: Model,
    /// The path each iteration took.
    pub taken: Vec<usize>,
    /// The variables' values at the start of each iteration, and after the last one.
    pub states: Vec<Vec<Value>>,
    /// Per iteration the values of the locals of the path it took.
    pub locals: Vec<Vec<Value>>,
}

/// Runs the body from an entry state, at most `bound` iterations. `new_value` gives the locals their values.
pub fn execute(
    store: &TermStore,
    body: &LoopBody,
    entry: &Model,
    bound: usize,
    new_value: &mut dyn FnMut(Sort) -> Value,
) -> Result<Execution, CheckError> {
    let mut model = entry.clone();
    let state = |model: &Model| -> Vec<Value> {
        let symbols = body.variables.iter().filter_map(|v| symbol_of(store, v.symbol));
        symbols.map(|symbol| model.value(store, symbol)).collect()
    };
    let mut execution = Execution {
        entry: entry.clone(),
        taken: Vec::new(),
        states: vec![state(&model)],
        locals: Vec::new(),
    };
    for _ in 0..bound {
        for local in body.paths.iter().flat_map(|path| &path.locals) {
            if let Some(symbol) = symbol_of(store, *local) {
                model.set(store, symbol, new_value(store.sort(*local)));
            }
        }
        let mut evaluator = Evaluator::new(Arc::new(model.clone()));
        let mut chosen = None;
        for (number, path) in body.paths.iter().enumerate() {
            if all_hold(store, &mut evaluator, &path.guard)? {
                if let Some(first) = chosen {
                    return Err(CheckError::Overlap(first, number));
                }
                chosen = Some(number);
            }
        }
        let Some(chosen) = chosen else { break };
        let path = &body.paths[chosen];
        let evaluated = |evaluator: &mut Evaluator, terms: &[TermId]| {
            terms
                .iter()
                .map(|&term| value_of(store, evaluator, term))
                .collect::<Result<Vec<_>, _>>()
        };
        execution.locals.push(evaluated(&mut evaluator, &path.locals)?);
        let after = evaluated(&mut evaluator, &path.after)?;
        for (variable, value) in body.variables.iter().zip(&after) {
            if let Some(symbol) = symbol_of(store, variable.symbol) {
                model.set(store, symbol, value.clone());
            }
        }
        execution.taken.push(chosen);
        execution.states.push(after);
    }
    Ok(execution)
}

fn value_of(
    store: &TermStore,
    evaluator: &mut Evaluator,
    term: TermId,
) -> Result<Value, CheckError> {
    evaluator.eval(store, term).map_err(|error| CheckError::Evaluation(error.to_string()))
}

fn all_hold(
    store: &TermStore,
    evaluator: &mut Evaluator,
    conditions: &[TermId],
) -> Result<bool, CheckError> {
    for &condition in conditions {
        if value_of(store, evaluator, condition)? != Value::Bool(true) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Execution {
    /// How often each path ran in the first `iterations` iterations.
    fn counts(&self, paths: usize, iterations: usize) -> Vec<u64> {
        let mut counts = vec![0; paths];
        for &path in &self.taken[..iterations] {
            counts[path] += 1;
        }
        counts
    }

    /// Which iteration of all was number `number` along the path, of the first `iterations`.
    fn iteration(&self, path: usize, number: u64, iterations: usize) -> Option<usize> {
        (0..iterations)
            .filter(|&iteration| self.taken[iteration] == path)
            .nth(usize::try_from(number).ok()?)
    }

    /// What a choice is after the first `iterations` iterations.
    fn choice(&self, meaning: &ChoiceMeaning, paths: usize, iterations: usize) -> u64 {
        let last = |setters: &[usize]| {
            (0..iterations).rev().find(|&iteration| setters.contains(&self.taken[iteration]))
        };
        match meaning {
            ChoiceMeaning::LastWriter { setters } => {
                last(setters).map_or(0, |iteration| self.taken[iteration] as u64)
            }
            ChoiceMeaning::CountBeforeLastWrite { setters, path } => {
                last(setters).map_or(0, |iteration| self.counts(paths, iteration)[*path])
            }
        }
    }
}

fn counter_value(count: u64) -> Value {
    Value::BitVec(BitVec::new(COUNTER_BITS, count))
}

/// One summary checked against executions. The conditions are built once.
pub struct Checker<'a> {
    store: &'a TermStore,
    summary: &'a Summary,
    conditions: Vec<(&'static str, Conditions)>,
    quantified: Vec<TermId>,
}

/// How many values quantifiers may run through before their check is left out.
const QUANTIFIER_BUDGET: u64 = 5_000;

impl<'a> Checker<'a> {
    /// A checker that unfolds up to `bound` iterations of each path.
    pub fn new(store: &'a TermStore, summary: &'a Summary, bound: u64) -> Checker<'a> {
        let conditions = vec![
            ("endpoints", summary.endpoints(store)),
            ("unfolding", summary.unfold(store, bound)),
        ];
        let quantified = summary.quantified(store);
        Checker { store, summary, conditions, quantified }
    }

    /// Checks every prefix of an execution.
    pub fn check(&self, execution: &Execution) -> Result<(), CheckError> {
        let paths = self.summary.body.paths.len();
        for iterations in 0..=execution.taken.len() {
            self.check_values(execution, iterations)?;
            for (what, conditions) in &self.conditions {
                self.check_conditions(execution, iterations, what, conditions)?;
            }
        }
        let all = execution.taken.len();
        let exact = self.summary.unfold_exactly(self.store, &execution.counts(paths, all));
        self.check_conditions(execution, all, "exact unfolding", &exact)?;
        self.check_quantified(execution, all)
    }

    /// The papers' formula, where its ranges are small enough.
    fn check_quantified(&self, execution: &Execution, iterations: usize) -> Result<(), CheckError> {
        let model = Arc::new(self.model(execution, iterations));
        let mut evaluator = Evaluator::new(model).with_budget(QUANTIFIER_BUDGET);
        for (path, &formula) in self.quantified.iter().enumerate() {
            match evaluator.eval(self.store, formula) {
                Ok(Value::Bool(true)) | Err(EvalError::Budget) => {}
                Ok(_) => {
                    return Err(CheckError::Wrong(format!(
                        "the quantified condition of path {path} does not hold after {:?}",
                        execution.taken
                    )));
                }
                Err(error) => return Err(CheckError::Evaluation(error.to_string())),
            }
        }
        Ok(())
    }

    /// The model of a prefix: entry values, counters, choices, and the real values for unknown ones.
    fn model(&self, execution: &Execution, iterations: usize) -> Model {
        let (store, memory) = (self.store, &self.summary.memory);
        let mut model = execution.entry.clone();
        let paths = memory.counters.len();
        let counts = execution.counts(paths, iterations);
        for (&counter, &count) in memory.counters.iter().zip(&counts) {
            set(store, &mut model, counter, counter_value(count));
        }
        for choice in &memory.choices {
            let value = execution.choice(&choice.meaning, paths, iterations);
            set(store, &mut model, choice.term, number(store.sort(choice.term), value));
        }
        for (value, real) in memory.values.iter().zip(&execution.states[iterations]) {
            if let Iterated::Unknown { star, .. } = value {
                set(store, &mut model, *star, real.clone());
            }
        }
        model
    }

    fn check_values(&self, execution: &Execution, iterations: usize) -> Result<(), CheckError> {
        let (store, memory): (_, &IteratedMemory) = (self.store, &self.summary.memory);
        let mut evaluator = Evaluator::new(Arc::new(self.model(execution, iterations)));
        let real = &execution.states[iterations];
        for ((variable, value), real) in
            self.summary.body.variables.iter().zip(&memory.values).zip(real)
        {
            let Iterated::Known { value, rule } = value else { continue };
            let found = value_of(store, &mut evaluator, *value)?;
            if found != *real {
                let name = &variable.name;
                return Err(CheckError::Wrong(format!(
                    "{name} is {real} after {:?}, not {found} (rule: {rule})",
                    &execution.taken[..iterations]
                )));
            }
        }
        for (position, &fact) in memory.facts.iter().enumerate() {
            if !all_hold(store, &mut evaluator, &[fact])? {
                return Err(CheckError::Wrong(format!(
                    "fact number {position} does not hold after {:?}",
                    &execution.taken[..iterations]
                )));
            }
        }
        Ok(())
    }

    fn check_conditions(
        &self,
        execution: &Execution,
        iterations: usize,
        what: &str,
        conditions: &Conditions,
    ) -> Result<(), CheckError> {
        let store = self.store;
        let mut model = self.model(execution, iterations);
        for (&variable, &path) in conditions.taken.iter().zip(&execution.taken) {
            set(store, &mut model, variable, number(store.sort(variable), path as u64));
        }
        let mut evaluator = Evaluator::new(Arc::new(model.clone()));
        for record in &conditions.instances {
            let at = value_of(store, &mut evaluator, record.at)?;
            let at = at.as_bitvec().and_then(BitVec::to_u64);
            self.set_witnesses(execution, iterations, record, at, &mut model);
        }
        let mut evaluator = Evaluator::new(Arc::new(model));
        for (position, &condition) in conditions.terms.iter().enumerate() {
            if !all_hold(store, &mut evaluator, &[condition])? {
                return Err(CheckError::Wrong(format!(
                    "{what}: condition number {position} does not hold after {:?}",
                    &execution.taken[..iterations]
                )));
            }
        }
        Ok(())
    }

    /// Gives an instance's fresh variables the values of the iteration it talks about.
    fn set_witnesses(
        &self,
        execution: &Execution,
        iterations: usize,
        record: &InstanceRecord,
        at: Option<u64>,
        model: &mut Model,
    ) {
        let (store, memory) = (self.store, &self.summary.memory);
        let paths = memory.counters.len();
        let iteration = at.and_then(|at| execution.iteration(record.path, at, iterations));
        // An iteration that did not take place comes after all others.
        let start = iteration.unwrap_or(iterations);
        let counts = execution.counts(paths, start);
        for (path, &counter) in record.counters.iter().enumerate() {
            if path != record.path && !memory.counters.contains(&counter) {
                set(store, model, counter, counter_value(counts[path]));
            }
        }
        for (choice, &fresh) in memory.choices.iter().zip(&record.choices) {
            let value = execution.choice(&choice.meaning, paths, start);
            set(store, model, fresh, number(store.sort(fresh), value));
        }
        for ((value, &fresh), real) in
            memory.values.iter().zip(&record.stars).zip(&execution.states[start])
        {
            if !value.is_known() {
                set(store, model, fresh, real.clone());
            }
        }
        if let Some(iteration) = iteration {
            for (&fresh, value) in record.locals.iter().zip(&execution.locals[iteration]) {
                set(store, model, fresh, value.clone());
            }
        }
    }
}

/// Checks the summary on executions from these entry states, each of at most `bound` iterations.
pub fn paths_imply_summary(
    store: &TermStore,
    summary: &Summary,
    entries: impl IntoIterator<Item = Model>,
    bound: usize,
    new_value: &mut dyn FnMut(Sort) -> Value,
) -> Result<(), CheckError> {
    let checker = Checker::new(store, summary, 3);
    for entry in entries {
        checker.check(&execute(store, &summary.body, &entry, bound, new_value)?)?;
    }
    Ok(())
}

fn set(store: &TermStore, model: &mut Model, variable: TermId, value: Value) {
    if let Some(symbol) = symbol_of(store, variable) {
        model.set(store, symbol, value);
    }
}

fn number(sort: Sort, value: u64) -> Value {
    match sort {
        Sort::BitVec(width) => Value::BitVec(BitVec::new(width, value)),
        _ => Value::Bool(value != 0),
    }
}
