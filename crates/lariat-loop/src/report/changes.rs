//! What iterations do and what is known of variables where there are no cases: updates, steps,
//! directions.

use lariat_solver::Solver;
use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashSet;

use super::data::{self, condition_text, conjuncts};
use super::reading::Readings;
use super::{LoopInput, is_readable};
use crate::body::symbol_of;
use crate::infix::infix;
use crate::repeated_guard::step;

/// More ways through an iteration are not listed.
const MOST_WAYS: usize = 5;

/// Longer texts are not shown.
const LONGEST: usize = 90;

/// The names that a text must not contain: they are of nothing in the source.
fn is_clear(text: &str) -> bool {
    text.chars().count() <= LONGEST && is_readable(text) && !text.contains('?')
}

/// Whether an iteration writes to memory that is no variable.
pub(crate) fn writes(input: &LoopInput<'_>) -> bool {
    let array = |&value: &TermId| input.store.op(value) == Op::Store;
    let stores = input.body.paths.iter().any(|path| path.after.iter().any(array));
    stores || input.writes.iter().flatten().any(|writes| !writes.is_empty())
}

/// What a way through an iteration writes to memory, as assignments.
fn written(input: &LoopInput<'_>, path: usize) -> Vec<String> {
    let (store, words) = (input.store, input.words());
    let Some(Some(writes)) = input.writes.get(path) else { return Vec::new() };
    let text = |&(address, value): &(TermId, TermId)| {
        let sorts = (store.sort(address), store.sort(value));
        let (Sort::BitVec(_), Sort::BitVec(_)) = sorts else { return None };
        let memory = store.fresh_var("memory", Sort::array(sorts.0, sorts.1));
        let element = words.other(store.select(memory, address));
        let local = |term: TermId| input.body.paths[path].locals.contains(&term);
        let new = store.free_vars(value).into_iter().any(|s| local(store.symbol_term(s)));
        let value = words.other(value);
        let text = format!("{element} = {value}");
        Some(match (is_clear(&text) && !new, is_clear(&element)) {
            (true, _) => text,
            (false, true) => format!("{element} changes"),
            (false, false) => "memory changes".to_owned(),
        })
    };
    let mut texts: Vec<String> = writes.iter().filter_map(text).collect();
    texts.dedup();
    texts
}

/// Whether the order of what is written and read matters: several writes, or one and a read.
fn writes_at_once(input: &LoopInput<'_>, path: usize) -> bool {
    let Some(Some(writes)) = input.writes.get(path) else { return false };
    let after = &input.body.paths[path].after;
    let mut parts = input.store.parts(after).into_iter();
    writes.len() > 1 || writes.len() == 1 && parts.any(|part| input.store.op(part) == Op::Select)
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
            true => format!("{name} changes"),
            false => format!("{name} = {value}"),
        };
        match is_clear(&text) {
            true => Some(text),
            false => (is_clear(&name) && name != "value").then(|| format!("{name} changes")),
        }
    };
    let all = 0..body.variables.len();
    let shared: Vec<usize> = (all.clone())
        .filter(|&v| body.paths.iter().all(|path| path.after[v] == body.paths[0].after[v]))
        .collect();
    let mut lines = Vec::new();
    let (order, one_by_one) = ordered(input, 0, &shared);
    let same_writes =
        (0..body.paths.len()).all(|path| input.writes.get(path) == input.writes.first());
    let all_write = if same_writes { written(input, 0) } else { Vec::new() };
    // What is written is said of the values before the variables change, as are those.
    let common: Vec<String> =
        all_write.into_iter().chain(order.iter().filter_map(|&v| update(0, v))).collect();
    // Updates of single ways come first, so nothing that all do may read what these change.
    let own: Vec<TermId> = (all.clone())
        .filter(|variable| !shared.contains(variable))
        .map(|variable| body.variables[variable].symbol)
        .collect();
    let in_order = one_by_one
        && !(0..body.paths.len()).any(|path| writes_at_once(input, path))
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
            .map(|term| condition_text(&words, strict(store, *term, guard)))
            .collect();
        let complete = own.len();
        own.retain(|text| is_clear(text));
        if !own.is_empty() && own.len() < complete {
            own.push("more".to_owned());
        }
        let others: Vec<usize> =
            all.clone().filter(|variable| !shared.contains(variable)).collect();
        let (order, one_by_one) = ordered(input, number, &others);
        let own_writes = if same_writes { Vec::new() } else { written(input, number) };
        let updates: Vec<String> =
            own_writes.into_iter().chain(order.iter().filter_map(|&v| update(number, v))).collect();
        let one_by_one = one_by_one && !writes_at_once(input, number);
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

/// What is at most something else, and not that, is below it.
fn strict(store: &TermStore, term: TermId, all: &[TermId]) -> TermId {
    let (negated, inner) = match store.view(term) {
        (Op::Not, args) => (true, args[0]),
        _ => (false, term),
    };
    let (op, args) = store.view(inner);
    let (low, high) = match (op, negated) {
        (Op::BvSle | Op::BvUle, false) => (args[0], args[1]),
        (Op::BvSlt | Op::BvUlt, true) => (args[1], args[0]),
        _ => return term,
    };
    match (all.contains(&store.ne(low, high)), op) {
        (true, Op::BvSle | Op::BvSlt) => store.bv_slt(low, high),
        (true, _) => store.bv_ult(low, high),
        (false, _) => term,
    }
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

/// A value, as a sum if it is one. Pointers count what they point to.
fn value_text(input: &LoopInput<'_>, variable: usize, value: TermId) -> String {
    let store = input.store;
    let element = (input.types)(&input.body.variables[variable].name).and_then(|ty| ty.element);
    if element.is_some() && matches!(store.op(value), Op::BvAdd) {
        return data::value_text(input, variable, value);
    }
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
        let size = (input.types)(&variable.name).and_then(|ty| ty.element);
        let size = BigInt::from(size.unwrap_or(1));
        let steps = steps.map(|steps| {
            let whole = steps.iter().all(|step| step.is_multiple_of(&size));
            (whole, steps.into_iter().map(|step| step / &size).collect::<Vec<_>>())
        });
        let text = match steps {
            Some((false, _)) => None,
            Some((true, mut steps)) => {
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
