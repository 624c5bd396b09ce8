//! An independent check of reports: run the loop on concrete values and compare with the line that
//! applies. Nothing here uses a solver.

use std::sync::Arc;

use lariat_term::{EvalError, Evaluator, Model, Sort, TermId, TermStore, Value};
use num_bigint::BigInt;

use super::{LoopInput, LoopReport, Outcome, ReportedCase};
use crate::body::symbol_of;
use crate::check::{CheckError, execute};

/// How many values quantifiers may run through before a condition is left undecided.
const QUANTIFIER_BUDGET: u64 = 50_000;

fn wrong<T>(what: String) -> Result<T, CheckError> {
    Err(CheckError::Wrong(what))
}

/// Whether all conditions hold; none if that takes too long to tell.
fn holds(store: &TermStore, model: &Model, terms: &[TermId]) -> Result<Option<bool>, CheckError> {
    let mut evaluator = Evaluator::new(Arc::new(model.clone())).with_budget(QUANTIFIER_BUDGET);
    let mut decided = true;
    for &term in terms {
        match evaluator.eval(store, term) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Ok(Some(false)),
            Err(EvalError::Budget) => decided = false,
            Err(error) => return Err(CheckError::Evaluation(error.to_string())),
        }
    }
    Ok(decided.then_some(true))
}

/// Checks what is reported for one entry state, given as the values of the inputs: exactly one line
/// applies, and it is true. The loop is run for at most `bound` iterations. The line that applies,
/// if one does.
///
/// # Errors
/// If a line is wrong, or something could not be evaluated.
pub fn check_report(
    input: &LoopInput<'_>,
    report: &LoopReport,
    inputs: &Model,
    bound: usize,
    new_value: &mut dyn FnMut(Sort) -> Value,
) -> Result<Option<usize>, CheckError> {
    let LoopInput { store, body, exits, .. } = *input;
    let value = |model: &Model, term: TermId| {
        let value = Evaluator::new(Arc::new(model.clone())).eval(store, term);
        value.map_err(|error| CheckError::Evaluation(error.to_string()))
    };
    let mut entry = inputs.clone();
    for (variable, &term) in body.variables.iter().zip(input.entry) {
        if let Some(symbol) = symbol_of(store, variable.symbol) {
            entry.set(store, symbol, value(inputs, term)?);
        }
    }
    let execution = execute(store, body, &entry, bound, new_value)?;
    let done = execution.taken.len();
    let ended = done < bound;
    let mut applying: Option<(usize, Model)> = None;
    let mut undecided = false;
    for (place, case) in report.cases.iter().enumerate() {
        for model in models(store, inputs, case, done) {
            match holds(store, &model, &case.condition)? {
                Some(false) => {}
                None => undecided = true,
                Some(true) => {
                    if let Some((other, _)) = applying {
                        return wrong(format!("lines {other} and {place} both apply"));
                    }
                    applying = Some((place, model));
                }
            }
        }
    }
    let mut last = entry.clone();
    for (variable, value) in body.variables.iter().zip(&execution.states[done]) {
        if let Some(symbol) = symbol_of(store, variable.symbol) {
            last.set(store, symbol, value.clone());
        }
    }
    let mut left = None;
    for (number, exit) in exits.iter().enumerate() {
        if ended && holds(store, &last, &exit.guard)? == Some(true) {
            left = Some(number);
        }
    }
    let Some((place, model)) = applying else {
        let whole = report.exact && report.unreadable == 0 && !undecided;
        return match whole && left.is_some() {
            true => wrong(format!("no line applies to {done} iterations")),
            false => Ok(None),
        };
    };
    let case = &report.cases[place];
    let count = match case.iterations {
        Some(term) => match value(&model, term)? {
            Value::Int(count) => Some(count),
            _ => return wrong(format!("the count of line {place} is no number")),
        },
        None => None,
    };
    if !ended {
        return match (&case.outcome, count) {
            (Outcome::Leaves(_) | Outcome::Fails(_), Some(count))
                if count < BigInt::from(bound) =>
            {
                wrong(format!("line {place} says {count} iterations, but there are more"))
            }
            _ => Ok(Some(place)),
        };
    }
    let Some(exit) = left else { return Ok(None) };
    let real = &input.leaving[exit];
    let right = match &case.outcome {
        Outcome::Leaves(to) => *to == real.place && real.leaves != super::Leaves::Fails,
        Outcome::Fails(what) => *what == real.place && real.leaves == super::Leaves::Fails,
        Outcome::Never | Outcome::NeverUnlessFails | Outcome::NeverUnlessError => false,
    };
    if !right {
        return wrong(format!("line {place} ends as {:?}, the loop by exit {exit}", case.outcome));
    }
    if count.as_ref().is_some_and(|count| *count != BigInt::from(done)) {
        return wrong(format!("line {place} says {count:?} iterations, but there are {done}"));
    }
    for &(variable, term) in &case.after {
        let (said, real) = (value(&model, term)?, value(&last, exits[exit].after[variable])?);
        if said != real {
            let name = &body.variables[variable].name;
            return wrong(format!("line {place}: {name} is {real:?} and not {said:?}"));
        }
    }
    Ok(Some(place))
}

/// The models in which a line may apply: one per value of its counter, if it has one.
fn models(store: &TermStore, inputs: &Model, case: &ReportedCase, done: usize) -> Vec<Model> {
    let [counter] = case.counters.as_slice() else { return vec![inputs.clone()] };
    let with = |count: usize| {
        let mut model = inputs.clone();
        if let Some(symbol) = symbol_of(store, *counter) {
            model.set(store, symbol, Value::Int(BigInt::from(count)));
        }
        model
    };
    (0..=done + 2).map(with).collect()
}
