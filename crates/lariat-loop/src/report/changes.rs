//! What iterations do and what is known of variables where there are no cases: updates, steps,
//! directions.

use lariat_solver::Solver;
use lariat_term::{Op, Sort, SymbolId, TermId};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashSet;

use super::LoopInput;
use super::data::{condition_text, conjuncts};
use super::reading::Readings;
use crate::body::symbol_of;
use crate::infix::infix;
use crate::repeated_guard::step;

/// More ways through an iteration are not listed.
const MOST_WAYS: usize = 5;

/// Longer texts are not shown.
const LONGEST: usize = 90;

/// The names that a text must not contain: they are of nothing in the source.
fn is_clear(text: &str) -> bool {
    text.chars().count() <= LONGEST && !text.contains(['…', '!', '?', 'κ']) && !text.contains("new")
}

/// What each way through an iteration does, as sentences.
pub(crate) fn ways(input: &LoopInput<'_>) -> Vec<String> {
    let (store, body) = (input.store, input.body);
    if body.paths.is_empty() || body.paths.len() > MOST_WAYS {
        return Vec::new();
    }
    let words = input.words();
    let update = |path: usize, variable: usize| -> Option<String> {
        let (own, after) = (&body.variables[variable], body.paths[path].after[variable]);
        if own.symbol == after || input.hidden.contains(&variable) {
            return None;
        }
        let (name, value) = match (store.op(after), store.args(after)) {
            (Op::Store, &[array, place, element]) if array == own.symbol => {
                (infix(store, store.select(array, place)), words.other(element))
            }
            _ if matches!(store.sort(after), Sort::Array(_)) => return None,
            _ => (own.name.clone(), value_text(input, variable, after)),
        };
        let local = |term: TermId| body.paths[path].locals.contains(&term);
        let text = match store.free_vars(after).into_iter().any(|s| local(store.symbol_term(s))) {
            true => format!("{name} = a new value"),
            false => format!("{name} = {value}"),
        };
        is_clear(&text).then_some(text)
    };
    let all = 0..body.variables.len();
    let shared: Vec<usize> = (all.clone())
        .filter(|&v| body.paths.iter().all(|path| path.after[v] == body.paths[0].after[v]))
        .collect();
    let mut lines = Vec::new();
    let (order, one_by_one) = ordered(input, 0, &shared);
    let common: Vec<String> = order.iter().filter_map(|&v| update(0, v)).collect();
    // Updates of single ways come first, so nothing that all do may read what these change.
    let own: Vec<TermId> = (all.clone())
        .filter(|variable| !shared.contains(variable))
        .map(|variable| body.variables[variable].symbol)
        .collect();
    let in_order = one_by_one
        && shared.iter().all(|&v| {
            let free = store.free_vars(body.paths[0].after[v]).into_iter();
            let changed = body.paths[0].after[v] != body.variables[v].symbol;
            !changed || !free.map(|symbol| store.symbol_term(symbol)).any(|t| own.contains(&t))
        });
    let each = match in_order {
        true => format!("each iteration: {}", common.join(", ")),
        false => format!("each iteration, at once: {}", common.join(", ")),
    };
    if body.paths.len() == 1 {
        lines.extend((!common.is_empty()).then_some(each));
        return lines;
    }
    let guards: Vec<Vec<TermId>> =
        body.paths.iter().map(|path| conjuncts(store, &path.guard)).collect();
    let mut nothing = 0;
    for (number, guard) in guards.iter().enumerate() {
        let mut own: Vec<String> = (guard.iter())
            .filter(|term| !guards.iter().all(|other| other.contains(term)))
            .map(|term| condition_text(&words, *term))
            .collect();
        let complete = own.len();
        own.retain(|text| is_clear(text));
        if !own.is_empty() && own.len() < complete {
            own.push("more".to_owned());
        }
        let others: Vec<usize> =
            all.clone().filter(|variable| !shared.contains(variable)).collect();
        let (order, one_by_one) = ordered(input, number, &others);
        let updates: Vec<String> = order.iter().filter_map(|&v| update(number, v)).collect();
        let at_once = if one_by_one { "" } else { " at once" };
        match (own.is_empty(), updates.is_empty()) {
            (_, true) => nothing += 1,
            (true, false) => lines.push(format!("sometimes{at_once}: {}", updates.join(", "))),
            (false, false) => {
                let when = own.join(" and ");
                lines.push(format!("when {when}:{at_once} {}", updates.join(", ")));
            }
        }
    }
    let decides = !lines.is_empty();
    lines.extend((!common.is_empty()).then_some(each));
    // Where nothing else happens is clear if something always does.
    if nothing > 0 && decides && common.is_empty() {
        lines.push("otherwise: nothing changes".to_owned());
    }
    lines
}

/// Variables in an order in which their updates can be done one after the other, as each reads what
/// is updated later; false if there is none.
fn ordered(input: &LoopInput<'_>, path: usize, variables: &[usize]) -> (Vec<usize>, bool) {
    let (store, body) = (input.store, input.body);
    let after = &body.paths[path].after;
    let mut rest: Vec<usize> =
        variables.iter().copied().filter(|&v| after[v] != body.variables[v].symbol).collect();
    let reads = |reader: usize, read: usize| {
        let symbol = symbol_of(store, body.variables[read].symbol);
        symbol.is_some_and(|symbol| store.free_vars(after[reader]).binary_search(&symbol).is_ok())
    };
    let mut order = Vec::new();
    while !rest.is_empty() {
        let next = (0..rest.len()).find(|&place| {
            let others = rest.iter().enumerate().filter(|(other, _)| *other != place);
            !others.into_iter().any(|(_, &other)| reads(other, rest[place]))
        });
        match next {
            Some(next) => order.push(rest.remove(next)),
            None => return (variables.to_vec(), false),
        }
    }
    (order, true)
}

/// A value, as a sum if it is one.
fn value_text(input: &LoopInput<'_>, variable: usize, value: TermId) -> String {
    let store = input.store;
    if !matches!(store.op(value), Op::BvAdd | Op::BvMul | Op::BvNeg) {
        return input.words().other(value);
    }
    let readings = Readings::new(store, &[value], input.types);
    input.words().form(&readings.congruent(store, value, input.signed[variable]))
}

/// What is known of each variable that changes.
pub(crate) fn variables(input: &LoopInput<'_>, solver: &mut Solver) -> Vec<String> {
    let (store, body) = (input.store, input.body);
    let mut changing: FxHashSet<SymbolId> =
        body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
    let locals = body.paths.iter().flat_map(|path| &path.locals);
    changing.extend(locals.filter_map(|local| symbol_of(store, *local)));
    let mut found = Vec::new();
    for (number, variable) in body.variables.iter().enumerate() {
        let changes = body.paths.iter().any(|path| path.after[number] != variable.symbol);
        let Sort::BitVec(width) = store.sort(variable.symbol) else { continue };
        if !changes || input.hidden.contains(&number) || body.paths.is_empty() {
            continue;
        }
        let steps: Option<Vec<BigInt>> = (body.paths.iter())
            .map(|path| {
                let step = step(store, variable.symbol, path.after[number], &changing)?;
                Some(store.as_bv(step)?.to_bigint())
            })
            .collect();
        let text = match steps {
            Some(mut steps) => {
                steps.sort();
                steps.dedup();
                stepped(&steps)
            }
            None => direction(input, solver, number, width).map(str::to_owned),
        };
        found.extend(text.map(|text| format!("{} {text}", variable.name)));
    }
    found
}

/// A variable to which iterations add numbers.
fn stepped(steps: &[BigInt]) -> Option<String> {
    let sizes = |steps: &[BigInt]| {
        let sizes: Vec<String> = steps.iter().map(|step| step.abs().to_string()).collect();
        match sizes.as_slice() {
            [one] => one.clone(),
            [start @ .., last] => format!("{} or {last}", start.join(", ")),
            [] => String::new(),
        }
    };
    if steps.len() > 4 {
        return None;
    }
    let down: Vec<BigInt> = steps.iter().rev().cloned().collect();
    match (steps.first()?, steps.last()?) {
        (least, _) if !least.is_negative() => Some(format!("grows by {}", sizes(steps))),
        (_, most) if *most <= BigInt::zero() => Some(format!("shrinks by {}", sizes(&down))),
        _ => None,
    }
}

/// Whether a variable only grows or only shrinks.
fn direction(
    input: &LoopInput<'_>,
    solver: &mut Solver,
    number: usize,
    width: u32,
) -> Option<&'static str> {
    let (store, body) = (input.store, input.body);
    let symbol = body.variables[number].symbol;
    let signed = input.signed[number];
    let at_most = |a: TermId, b: TermId| match signed {
        true => store.bv_sle(a, b),
        false => store.bv_ule(a, b),
    };
    let mut always = |holds: &dyn Fn(TermId) -> TermId| {
        body.paths
            .iter()
            .all(|path| solver.must_be_true(&path.guard, holds(path.after[number])) == Ok(true))
    };
    if !signed && width > 1 {
        let half = store.mk(Op::BvLshr, &[symbol, store.bv_const(width, 1)]);
        if always(&|after| store.bv_ule(after, half)) {
            return Some("is halved at least");
        }
    }
    if always(&|after| at_most(symbol, after)) {
        return Some("never gets smaller");
    }
    always(&|after| at_most(after, symbol)).then_some("never gets larger")
}
