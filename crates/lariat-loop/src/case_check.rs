//! An independent check of exact cases: run the loop on concrete values and compare with the case that applies.
//!
//! For an entry state exactly one case holds, or none and then the residue; the case's exit, final values and counts are those of the execution.
//! Nothing here uses a solver.

use std::sync::Arc;

use lariat_term::{BitVec, EvalError, Evaluator, Model, Sort, TermId, TermStore, Value};
use num_bigint::BigInt;

use crate::analysis::{Bound, LoopAnalysis, SOME_END};
use crate::approximation::Approximation;
use crate::body::{ExitPath, LoopBody, symbol_of};
use crate::cases::{Case, End};
use crate::check::{CheckError, execute};
use crate::exact::{ExactCase, ExactCases};

/// How many values quantifiers may run through before a condition is left undecided.
const QUANTIFIER_BUDGET: u64 = 50_000;

/// What an entry state turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applies {
    /// This case applies.
    Case(usize),
    /// The residue does.
    Residue,
    /// A condition could not be evaluated.
    Undecided,
    /// The execution ends within the loop, which the analysis is not about: no path and no exit was possible in the end.
    Inside,
}

/// Checks exact cases for one entry state, given as values of what the variables' entry values are made of. The loop is run for at most `bound`
/// iterations. The case that applies, if one does.
///
/// # Errors
/// If a case is wrong, or something could not be evaluated.
pub fn check_exact(
    store: &TermStore,
    body: &LoopBody,
    entry: &[TermId],
    exact: &ExactCases,
    model: &Model,
    bound: usize,
) -> Result<Option<usize>, CheckError> {
    let ExactCases { cases, complete } = exact;
    let complete = *complete;
    let wrong = |what: String| Err(CheckError::Wrong(what));
    let value = |model: &Model, term: TermId| {
        let value = Evaluator::new(Arc::new(model.clone())).eval(store, term);
        value.map_err(|error| CheckError::Evaluation(error.to_string()))
    };
    let mut start = model.clone();
    for (variable, &entry) in body.variables.iter().zip(entry) {
        if let Some(symbol) = symbol_of(store, variable.symbol) {
            start.set(store, symbol, value(model, entry)?);
        }
    }
    let execution = execute(store, body, &start, bound, &mut |sort| match sort {
        Sort::BitVec(width) => Value::BitVec(BitVec::zero(width)),
        _ => Value::Bool(false),
    })?;
    let done = execution.taken.len();
    let mut applying: Option<(usize, Model)> = None;
    let mut counted = false;
    for (place, case) in cases.iter().enumerate() {
        counted |= !case.counters.is_empty();
        for model in counted_models(store, model, case, done) {
            if holds(store, &model, &case.condition)? == Some(true) {
                if let Some((other, _)) = applying {
                    return wrong(format!("cases {other} and {place} both apply"));
                }
                applying = Some((place, model));
            }
        }
    }
    let Some((place, model)) = applying else {
        // Counters are only tried as far as the execution went.
        return match complete && done > 0 && !(counted && done == bound) {
            true => wrong(format!("no case applies, but there are {done} iterations")),
            false => Ok(None),
        };
    };
    let (case, applying, model) = (&cases[place], Some(place), &model);
    if let Some(count) = case.iterations {
        let count = number(store, model, count)?;
        let less = count < BigInt::from(done);
        if less || (done < bound && count != BigInt::from(done)) {
            return wrong(format!("case {place} says {count} iterations, but there are {done}"));
        }
    }
    if let Some(path) = execution.taken.iter().find(|path| !case.taken[**path]) {
        return wrong(format!("case {place} does not take path {path}, but the loop does"));
    }
    let middle = case.goes_on_after.and_then(|middle| usize::try_from(middle).ok());
    if middle.is_some_and(|middle| done <= middle && done < bound) {
        return wrong(format!("case {place} says that there are more than {done} iterations"));
    }
    let at = middle.unwrap_or(done);
    if done == bound && at >= done {
        return Ok(applying);
    }
    let missing =
        |path: &usize| case.all_taken && case.taken[*path] && !execution.taken[..at].contains(path);
    if let Some(path) = (0..case.taken.len()).find(missing) {
        return wrong(format!("case {place} takes path {path}, but the loop does not"));
    }
    let Some(after) = &case.after else {
        return wrong(format!("case {place} never ends, but the loop does"));
    };
    let mut end = model.clone();
    for quotient in &case.quotients {
        if let Some(symbol) = symbol_of(store, quotient.variable) {
            let value = value(&end, quotient.value)?;
            end.set(store, symbol, value);
        }
        if holds(store, &end, &quotient.definition)? != Some(true) {
            return wrong(format!("a quotient of case {place} is not what defines it"));
        }
    }
    for (variable, &term) in after.iter().enumerate() {
        let (said, real) = (value(&end, term)?, &execution.states[at][variable]);
        if said != *real {
            let name = &body.variables[variable].name;
            return wrong(format!("case {place} says {name} = {said:?}, but it is {real:?}"));
        }
    }
    Ok(applying)
}

/// Checks an approximation for one entry state, running the loop for at most `bound` iterations: after each of them the values are those that counting
/// says, and where the loop is left what must hold does. How many values were compared.
///
/// # Errors
/// If the approximation is wrong, or something could not be evaluated.
pub fn check_approximation(
    store: &TermStore,
    body: &LoopBody,
    exits: &[ExitPath],
    approximation: &Approximation,
    entry: &Model,
    bound: usize,
    new_value: &mut dyn FnMut(Sort) -> Value,
) -> Result<usize, CheckError> {
    let execution = execute(store, body, entry, bound, new_value)?;
    let mut counts = vec![0u64; body.paths.len()];
    let mut compared = 0;
    for (done, state) in execution.states.iter().enumerate() {
        let mut model = entry.clone();
        for (counter, &count) in approximation.counters.iter().zip(&counts) {
            if let Some(symbol) = symbol_of(store, *counter) {
                let width = store.sort(*counter).width();
                model.set(store, symbol, Value::BitVec(BitVec::new(width, count)));
            }
        }
        let mut evaluator = Evaluator::new(Arc::new(model.clone()));
        for (variable, after) in approximation.after.iter().enumerate() {
            let Some(after) = after else { continue };
            let said = evaluator.eval(store, *after);
            let said = said.map_err(|error| CheckError::Evaluation(error.to_string()))?;
            if said != state[variable] {
                let name = &body.variables[variable].name;
                let real = &state[variable];
                return Err(CheckError::Wrong(format!(
                    "after {done} iterations {name} is {real:?}, but the approximation says {said:?}"
                )));
            }
            compared += 1;
        }
        match execution.taken.get(done) {
            Some(&path) => counts[path] += 1,
            None if done < bound => {
                let mut last = entry.clone();
                for (variable, value) in body.variables.iter().zip(state) {
                    if let Some(symbol) = symbol_of(store, variable.symbol) {
                        last.set(store, symbol, value.clone());
                    }
                }
                for (number, exit) in exits.iter().enumerate() {
                    if exit.locals.is_empty()
                        && holds(store, &last, &exit.guard)? == Some(true)
                        && holds(store, &model, &approximation.exits[number])? == Some(false)
                    {
                        return Err(CheckError::Wrong(format!(
                            "the loop is left by exit {number} against the approximation"
                        )));
                    }
                }
            }
            None => {}
        }
    }
    Ok(compared)
}

/// The models in which an exact case may apply: one per value of its counter, if it has one.
fn counted_models(
    store: &TermStore,
    entry: &Model,
    case: &ExactCase,
    iterations: usize,
) -> Vec<Model> {
    let [counter] = case.counters.as_slice() else { return vec![entry.clone()] };
    let width = store.sort(*counter).width();
    let most = (iterations as u64 + 2).min((1u64 << width.min(32)) - 1);
    let with = |count: u64| {
        let mut model = entry.clone();
        if let Some(symbol) = symbol_of(store, *counter) {
            model.set(store, symbol, Value::BitVec(BitVec::new(width, count)));
        }
        model
    };
    (0..=most).map(with).collect()
}

fn holds(
    store: &TermStore,
    model: &Model,
    conditions: &[TermId],
) -> Result<Option<bool>, CheckError> {
    let mut evaluator = Evaluator::new(Arc::new(model.clone())).with_budget(QUANTIFIER_BUDGET);
    let mut undecided = false;
    for &condition in conditions {
        match evaluator.eval(store, condition) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Ok(Some(false)),
            Err(EvalError::Budget) => undecided = true,
            Err(error) => return Err(CheckError::Evaluation(error.to_string())),
        }
    }
    Ok(if undecided { None } else { Some(true) })
}

fn number(store: &TermStore, model: &Model, term: TermId) -> Result<BigInt, CheckError> {
    let value = Evaluator::new(Arc::new(model.clone())).eval(store, term);
    match value {
        Ok(Value::Int(number)) => Ok(number),
        Ok(_) => Err(CheckError::Wrong("a count is not an integer".into())),
        Err(error) => Err(CheckError::Evaluation(error.to_string())),
    }
}

/// The models in which a case applies: one per value of its counter, if it has one.
fn models(
    store: &TermStore,
    entry: &Model,
    case: &Case,
    iterations: usize,
) -> Result<Vec<Model>, CheckError> {
    match case.counters.as_slice() {
        [] => Ok(vec![entry.clone()]),
        [counter] => Ok((0..=iterations + 2)
            .map(|count| {
                let mut model = entry.clone();
                if let Some(symbol) = symbol_of(store, *counter) {
                    model.set(store, symbol, Value::Int(BigInt::from(count)));
                }
                model
            })
            .collect()),
        _ => Err(CheckError::Wrong("a case with several open counters".into())),
    }
}

/// Whether one of the exits is possible.
fn leaves(store: &TermStore, exits: &[ExitPath], last: &Model) -> Result<bool, CheckError> {
    for exit in exits {
        if holds(store, last, &exit.guard)? != Some(false) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks the cases for one entry state, running the loop for at most `bound` iterations.
///
/// # Errors
/// If the analysis is wrong, or something could not be evaluated.
pub fn check_entry(
    store: &TermStore,
    body: &LoopBody,
    exits: &[ExitPath],
    analysis: &LoopAnalysis,
    entry: &Model,
    bound: usize,
    new_value: &mut dyn FnMut(Sort) -> Value,
) -> Result<Applies, CheckError> {
    let wrong = |what: String| Err(CheckError::Wrong(what));
    let execution = execute(store, body, entry, bound, new_value)?;
    let taken = &execution.taken;
    let mut applying: Option<(usize, Model)> = None;
    let mut undecided = false;
    for (place, case) in analysis.cases.iter().enumerate() {
        for model in models(store, entry, case, taken.len())? {
            match holds(store, &model, &case.condition)? {
                Some(false) => {}
                None => undecided = true,
                Some(true) => {
                    if let Some((other, _)) = applying {
                        return wrong(format!("cases {other} and {place} both apply"));
                    }
                    applying = Some((place, model));
                }
            }
        }
    }
    // A bound holds whatever applies, unless it assumes something.
    let ended = taken.len() < bound;
    // The state at the end is where the exit is decided.
    let mut last = entry.clone();
    for (variable, value) in body.variables.iter().zip(&execution.states[taken.len()]) {
        if let Some(symbol) = symbol_of(store, variable.symbol) {
            last.set(store, symbol, value.clone());
        }
    }
    let holds_here = |bound: &&Bound| match bound.given.as_deref() {
        None => true,
        Some(given) => given == SOME_END && ended,
    };
    let limit = analysis.bound.as_ref().filter(holds_here);
    if let Some(limit) = limit.and_then(|bound| bound.term) {
        let limit = number(store, entry, limit)?;
        if limit < BigInt::from(taken.len()) {
            return wrong(format!("{} iterations, but the bound is {limit}", taken.len()));
        }
    }
    let Some((place, model)) = applying else {
        for residue in &analysis.residue {
            if !residue.counters.is_empty()
                || holds(store, entry, &residue.condition)? != Some(false)
            {
                return Ok(Applies::Residue);
            }
        }
        return match undecided {
            true => Ok(Applies::Undecided),
            // An open counter is only tried as far as the execution went.
            false if !ended => Ok(Applies::Undecided),
            false if !leaves(store, exits, &last)? => Ok(Applies::Inside),
            false => wrong("no case applies, and there is no residue".into()),
        };
    };
    for residue in analysis.residue.iter().filter(|residue| residue.counters.is_empty()) {
        if holds(store, entry, &residue.condition)? == Some(true) {
            return wrong(format!("case {place} and the residue both apply"));
        }
    }
    let case = &analysis.cases[place];
    let iterations = match case.iterations {
        Some(term) => Some(number(store, &model, term)?),
        None => None,
    };
    if !ended {
        return match (case.end, iterations) {
            (End::Exit(_), Some(count)) if count < BigInt::from(bound) => {
                wrong(format!("case {place} says {count} iterations, but there are more"))
            }
            _ => Ok(Applies::Case(place)),
        };
    }
    let End::Exit(exit) = case.end else {
        return wrong(format!("case {place} never ends, but the loop does"));
    };
    if holds(store, &last, &exits[exit].guard)? == Some(false) {
        return wrong(format!("case {place} leaves by exit {exit}, the loop does not"));
    }
    if iterations.is_some_and(|count| count != BigInt::from(taken.len())) {
        return wrong(format!(
            "case {place} has another number of iterations than {}",
            taken.len()
        ));
    }
    for (path, count) in case.counts.iter().enumerate() {
        let real = taken.iter().filter(|&&other| other == path).count();
        if let Some(count) = count
            && number(store, &model, *count)? != BigInt::from(real)
        {
            return wrong(format!(
                "case {place} takes path {path} another number of times than {real}"
            ));
        }
    }
    let mut real = Evaluator::new(Arc::new(last));
    let mut said = Evaluator::new(Arc::new(model));
    for (variable, value) in case.after.iter().enumerate() {
        let Some(value) = value else { continue };
        let evaluated = |evaluator: &mut Evaluator, term: TermId| {
            evaluator.eval(store, term).map_err(|error| CheckError::Evaluation(error.to_string()))
        };
        let (said, real) =
            (evaluated(&mut said, *value)?, evaluated(&mut real, exits[exit].after[variable])?);
        if said != real {
            let name = &body.variables[variable].name;
            return wrong(format!("case {place}: {name} is {real:?} and not {said:?}"));
        }
    }
    Ok(Applies::Case(place))
}
