//! Bounds that no linear quantity gives: halving and doubling, strings, lists, inputs.
//!
//! - A number that every iteration makes smaller as an unsigned one: at most its value; if it is halved at least, the number of its bits. So
//!   for `x >>= 1`, `x /= 10`, `x &= x - 1`, Euclid's algorithm. The number of its bits too if it is doubled at least and does not wrap.
//! - An address that every iteration reads or writes at and then moves by a constant: at most the size of the object, as an access beyond its
//!   end is undefined. So for strings and sentinels.
//! - A pointer that is replaced by what is found where it points, or by what a function makes of it: the length of the list, should it end.
//! - A function of the library that every iteration calls, and that has delivered something each time: as much as there is to deliver.

use lariat_solver::Solver;
use lariat_term::{BitVec, Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{Bound, NO_WRAP};
use crate::body::{IterationPath, LoopBody, symbol_of};
use crate::hints::{CallResult, Hints, ends_of};
use crate::infix::infix;

/// What bounds by objects need.
const INSIDE: &str = "every access is inside its object";

/// A bound by one of these ways.
pub(crate) fn bound(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    hints: &Hints,
    entry: &[TermId],
) -> Option<Bound> {
    if body.paths.is_empty() {
        return None;
    }
    let variables = || 0..body.variables.len();
    variables()
        .find_map(|v| shrinking(store, solver, body, entry, v))
        .or_else(|| variables().find_map(|v| doubling(store, solver, body, entry, v)))
        .or_else(|| walking(store, solver, body, hints, entry))
        .or_else(|| variables().find_map(|v| list(store, body, hints, v)))
        .or_else(|| delivered(store, solver, body, hints))
}

/// A bound by a number that is halved, or by a distance that is.
pub(crate) fn halved(store: &TermStore, solver: &mut Solver, body: &LoopBody) -> Option<Bound> {
    let after: Vec<TermId> = body.paths.iter().flat_map(|path| path.after.clone()).collect();
    let divides = |part: &TermId| {
        matches!(store.op(*part), Op::BvSdiv | Op::BvUdiv | Op::BvAshr | Op::BvLshr)
    };
    if !store.parts(&after).iter().any(divides) {
        return None;
    }
    (0..body.variables.len())
        .find_map(|v| {
            let bits = |bound: &Bound| bound.text.contains(" (the ");
            shrinking(store, solver, body, &[], v).filter(bits)
        })
        .or_else(|| (0..body.variables.len()).find_map(|v| towards_zero(store, solver, body, v)))
        .or_else(|| approaching(store, solver, body))
}

/// Whether something holds on every path, of a variable's next value.
fn always(
    solver: &mut Solver,
    body: &LoopBody,
    v: usize,
    holds: &dyn Fn(TermId) -> TermId,
) -> bool {
    body.paths.iter().all(|path| solver.must_be_true(&path.guard, holds(path.after[v])) == Ok(true))
}

fn changes(body: &LoopBody, v: usize) -> bool {
    let symbol = body.variables[v].symbol;
    body.paths.iter().all(|path| path.after[v] != symbol)
}

fn bits_of(store: &TermStore, width: u32, name: &str, given: Option<String>) -> Bound {
    Bound {
        text: format!("{width} (the bits of {name})"),
        term: Some(store.int_const(i64::from(width))),
        exact: false,
        given,
        by_type: false,
    }
}

/// What all paths divide a number by at least, if that is more than two: then it has fewer digits than bits.
fn divisor(store: &TermStore, body: &LoopBody, v: usize) -> Option<BigInt> {
    let symbol = body.variables[v].symbol;
    let by = body.paths.iter().map(|path| {
        let (op, &[number, by]) = store.view(path.after[v]) else { return None };
        let by = BigInt::from(store.as_bv(by).filter(|_| number == symbol)?.to_biguint());
        match op {
            Op::BvUdiv | Op::BvSdiv => Some(by),
            Op::BvLshr => by.to_u32().filter(|by| *by < 64).map(|by| BigInt::from(1) << by),
            _ => None,
        }
    });
    let least = by.collect::<Option<Vec<BigInt>>>()?.into_iter().min()?;
    (least > BigInt::from(2)).then_some(least)
}

/// A bound by the digits of a number whose size is at most this one, where every iteration takes one away.
fn digits_of(store: &TermStore, name: &str, by: &BigInt, most: &BigInt) -> Bound {
    let (mut digits, mut power) = (0_u32, BigInt::from(1));
    while power <= *most {
        (digits, power) = (digits + 1, power * by);
    }
    let what = match *by == BigInt::from(10) {
        true => format!("the decimal digits of {name}"),
        false => format!("the digits of {name} in base {by}"),
    };
    Bound { text: format!("{digits} ({what})"), ..bits_of(store, digits, name, None) }
}

/// A number with a sign whose distance from zero is halved, as by `n /= 10`.
fn towards_zero(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    v: usize,
) -> Option<Bound> {
    let symbol = body.variables[v].symbol;
    let Sort::BitVec(width) = store.sort(symbol) else { return None };
    let divided = |path: &IterationPath| {
        matches!(store.op(path.after[v]), Op::BvSdiv | Op::BvUdiv | Op::BvAshr | Op::BvLshr)
    };
    if !body.paths.iter().any(divided) || !changes(body, v) {
        return None;
    }
    let zero = store.bv_const(width, 0);
    let size = |term: TermId| store.ite(store.bv_slt(term, zero), store.bv_neg(term), term);
    let half = store.mk(Op::BvLshr, &[size(symbol), store.bv_const(width, 1)]);
    let holds =
        |after: TermId| store.and(&[store.ne(symbol, zero), store.bv_ule(size(after), half)]);
    let name = &body.variables[v].name;
    let least = BigInt::from(1) << (width - 1);
    always(solver, body, v, &holds).then(|| match divisor(store, body, v) {
        Some(by) => digits_of(store, name, &by, &least),
        None => bits_of(store, width, name, None),
    })
}

/// Whether a term is a product of two numbers that are not known.
fn is_product(store: &TermStore, term: TermId) -> bool {
    let (op, args) = store.view(term);
    op == Op::BvMul && args.iter().filter(|arg| store.as_bv(**arg).is_none()).count() > 1
}

/// Two numbers whose distance is halved, as by a binary search.
fn approaching(store: &TermStore, solver: &mut Solver, body: &LoopBody) -> Option<Bound> {
    let number = |term: TermId| body.variables.iter().position(|v| v.symbol == term);
    let pair = body.paths.first()?.guard.iter().find_map(|&guard| {
        let inner = match store.view(guard) {
            (Op::Not, args) => args[0],
            _ => guard,
        };
        let signed = match store.op(inner) {
            Op::BvSlt | Op::BvSle => true,
            Op::BvUlt | Op::BvUle => false,
            _ => return None,
        };
        let args = store.args(inner);
        let (a, b) = (number(args[0])?, number(args[1])?);
        Some(if inner == guard { (a, b, signed) } else { (b, a, signed) })
    })?;
    let (low, high, signed) = pair;
    let [a, b] = [low, high].map(|v| body.variables[v].symbol);
    let Sort::BitVec(width) = store.sort(a) else { return None };
    let at_most = |a: TermId, b: TermId| match signed {
        true => store.bv_sle(a, b),
        false => store.bv_ule(a, b),
    };
    let half = store.mk(Op::BvLshr, &[store.bv_sub(b, a), store.bv_const(width, 1)]);
    let halved = body.paths.iter().all(|path| {
        let (a_next, b_next) = (path.after[low], path.after[high]);
        let distance = store.bv_sub(b_next, a_next);
        let nearer =
            store.and(&[store.bv_ult(distance, store.bv_sub(b, a)), store.bv_ule(distance, half)]);
        let passed = store.not(at_most(a_next, b_next));
        let holds = store.and(&[at_most(a, b), store.or(&[passed, nearer])]);
        // Products decide where the search goes on, not how far: they would only make the question hard.
        let easy = |part: &TermId| {
            let parts = store.parts(&[*part]);
            !parts.into_iter().any(|part| is_product(store, part))
        };
        let guard: Vec<TermId> = path.guard.iter().copied().filter(easy).collect();
        solver.must_be_true(&guard, holds) == Ok(true)
    });
    let [low, high] = [low, high].map(|v| &body.variables[v].name);
    halved.then(|| Bound {
        text: format!("{} (the bits of {high} - {low}, and one more)", width + 1),
        ..bits_of(store, width + 1, "", None)
    })
}

fn shrinking(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    entry: &[TermId],
    v: usize,
) -> Option<Bound> {
    let symbol = body.variables[v].symbol;
    let Sort::BitVec(width) = store.sort(symbol) else { return None };
    if !changes(body, v) || !always(solver, body, v, &|after| store.bv_ult(after, symbol)) {
        return None;
    }
    let half = store.mk(Op::BvLshr, &[symbol, store.bv_const(width, 1)]);
    let name = &body.variables[v].name;
    if always(solver, body, v, &|after| store.bv_ule(after, half)) {
        let most = (BigInt::from(1) << width) - 1;
        return Some(match divisor(store, body, v) {
            Some(by) => digits_of(store, name, &by, &most),
            None => bits_of(store, width, name, None),
        });
    }
    // What loses bits and gets none, like `x &= x - 1`, has lost them all after as many iterations.
    let gets = |after: TermId| store.bv_and(after, store.bv_not(symbol));
    if always(solver, body, v, &|after| store.eq(gets(after), store.bv_const(width, 0))) {
        return Some(bits_of(store, width, name, None));
    }
    let at_entry = *entry.get(v)?;
    let text = match store.as_bv(at_entry) {
        Some(value) => value.to_biguint().to_string(),
        None => format!("{name} as an unsigned number"),
    };
    let term = store.mk(Op::BvToNat, &[at_entry]);
    Some(Bound { text, term: Some(term), exact: false, given: None, by_type: false })
}

/// A number that is at least doubled by every iteration, without wrapping around: it has no more doublings than bits, unless it is zero, or negative.
fn doubling(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    entry: &[TermId],
    v: usize,
) -> Option<Bound> {
    let symbol = body.variables[v].symbol;
    let Sort::BitVec(width) = store.sort(symbol) else { return None };
    if !changes(body, v) || width < 3 {
        return None;
    }
    let zero = store.bv_const(width, 0);
    let power = |bit: u32| store.bv_value(&BitVec::from_bigint(width, &(BigInt::from(1) << bit)));
    let twice = store.bv_add(symbol, symbol);
    let (top, half) = (power(width - 1), power(width - 2));
    let name = &body.variables[v].name;
    let at_entry = entry.get(v).and_then(|&at| store.as_bv(at)).map(|value| value.to_bigint());
    let never = |solver: &mut Solver, condition: TermId| {
        let not = store.not(condition);
        body.paths.iter().all(|path| solver.must_be_true(&path.guard, not) == Ok(true))
    };
    let unsigned = |after: TermId| {
        let doubled = store.and(&[store.bv_ult(symbol, top), store.bv_ule(twice, after)]);
        store.or(&[store.eq(symbol, zero), doubled])
    };
    let signed = |after: TermId| {
        let doubled = store.and(&[store.bv_slt(symbol, half), store.bv_sle(twice, after)]);
        store.or(&[store.bv_sle(symbol, zero), doubled])
    };
    if always(solver, body, v, &unsigned) {
        let starts_above = at_entry.as_ref().is_some_and(|value| *value != BigInt::from(0));
        let sure = starts_above || never(solver, store.eq(symbol, zero));
        return Some(bits_of(store, width, name, (!sure).then(|| format!("{name} is not 0"))));
    }
    if always(solver, body, v, &signed) {
        let starts_above = at_entry.as_ref().is_some_and(|value| *value > BigInt::from(0));
        let sure = starts_above || never(solver, store.bv_sle(symbol, zero));
        return Some(bits_of(store, width, name, (!sure).then(|| format!("{name} is positive"))));
    }
    // A multiple of itself, which may wrap around.
    let multiple = |path: &IterationPath| {
        let (op, args) = store.view(path.after[v]);
        let factor = args.iter().find_map(|&arg| store.as_bv(arg)).map(|by| by.to_bigint());
        match op {
            Op::BvMul if args.contains(&symbol) => factor.is_some_and(|by| by > BigInt::from(1)),
            Op::BvShl => args[0] == symbol && factor.is_some_and(|by| by > BigInt::from(0)),
            _ => path.after[v] == twice,
        }
    };
    if !body.paths.iter().all(multiple) {
        return None;
    }
    let starts_above = at_entry.is_some_and(|value| value != BigInt::from(0));
    let zero_too = if starts_above { String::new() } else { format!(" and {name} is not 0") };
    let given = format!("{NO_WRAP}{zero_too}");
    Some(bits_of(store, width, name, Some(given)))
}

/// The addresses of reads that are made whenever a term is evaluated, however lazily.
fn reads(store: &TermStore, term: TermId, seen: &mut FxHashSet<TermId>, found: &mut Vec<TermId>) {
    if !seen.insert(term) {
        return;
    }
    let (op, args) = store.view(term);
    let each = |args: &[TermId]| -> Vec<TermId> {
        let mut all = args.iter().map(|&arg| {
            let mut own = Vec::new();
            reads(store, arg, &mut FxHashSet::default(), &mut own);
            own
        });
        let first = all.next().unwrap_or_default();
        all.fold(first, |common, own| common.into_iter().filter(|a| own.contains(a)).collect())
    };
    match op {
        Op::And | Op::Or | Op::Implies => found.extend(each(args)),
        Op::Ite => {
            reads(store, args[0], seen, found);
            found.extend(each(&args[1..]));
        }
        Op::ForAll | Op::Exists | Op::Lambda => {}
        _ => {
            if op == Op::Select && store.loose_bound(term) == 0 {
                found.push(args[1]);
            }
            args.iter().for_each(|&arg| reads(store, arg, seen, found));
        }
    }
}

/// The places a path surely reads or writes.
fn accesses(store: &TermStore, path: &IterationPath, known: Option<&Vec<TermId>>) -> Vec<TermId> {
    let mut found = known.cloned().unwrap_or_default();
    for &conjunct in &path.guard {
        reads(store, conjunct, &mut FxHashSet::default(), &mut found);
    }
    let mut unique = Vec::new();
    let mut seen = FxHashSet::default();
    for address in found {
        if matches!(store.sort(address), Sort::BitVec(_)) && seen.insert(address) {
            unique.push(address);
        }
    }
    unique
}

/// A bound by the object that every iteration reads from or writes to, at a place that moves.
pub(crate) fn walking(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    hints: &Hints,
    entry: &[TermId],
) -> Option<Bound> {
    let touched: Vec<Vec<TermId>> = (body.paths.iter().enumerate())
        .map(|(number, path)| accesses(store, path, hints.accesses.get(number)))
        .collect();
    let locals: FxHashSet<SymbolId> = (body.paths.iter().flat_map(|path| &path.locals))
        .filter_map(|&local| symbol_of(store, local))
        .collect();
    let at_entry: FxHashMap<SymbolId, TermId> = (body.variables.iter().zip(entry))
        .filter_map(|(variable, &value)| Some((symbol_of(store, variable.symbol)?, value)))
        .collect();
    for &address in touched.first()? {
        // A place that is another one in each iteration for reasons of its own says nothing.
        if store.free_vars(address).iter().any(|symbol| locals.contains(symbol))
            || !touched.iter().all(|places| places.contains(&address))
        {
            continue;
        }
        let moved: Option<Vec<bool>> =
            body.paths.iter().map(|path| moves_up(store, solver, body, path, address)).collect();
        let Some(moved) = moved else { continue };
        if moved.windows(2).all(|pair| pair[0] == pair[1]) {
            let start = infix(store, store.substitute(address, &at_entry));
            return Some(Bound {
                text: format!("size of the object at {start}"),
                term: None,
                exact: false,
                given: Some(INSIDE.to_owned()),
                by_type: false,
            });
        }
    }
    None
}

/// The most bytes an address moves by in an iteration: far from around the end of memory.
const FARTHEST: u64 = 1 << 40;

/// Whether a path moves an address up by a positive number of bytes, or down; nothing if neither is sure. The next access is in the same object, so how
/// far it is may differ from iteration to iteration.
fn moves_up(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    path: &IterationPath,
    address: TermId,
) -> Option<bool> {
    let next: FxHashMap<SymbolId, TermId> = (body.variables.iter().zip(&path.after))
        .filter_map(|(variable, &after)| Some((symbol_of(store, variable.symbol)?, after)))
        .collect();
    let step = store.bv_sub(store.substitute(address, &next), address);
    let zero = BigInt::from(0);
    if let Some(step) = store.as_bv(step).map(|step| step.to_bigint()) {
        return (step != zero).then_some(step > zero);
    }
    let width = store.sort(step).width();
    if width < 42 {
        return None;
    }
    let (far, nothing) = (store.bv_const(width, FARTHEST), store.bv_const(width, 0));
    let then = store.bv_add(address, step);
    let mut surely = |low: TermId, high: TermId, further: TermId| {
        let within = store.and(&[store.bv_slt(low, step), store.bv_slt(step, high)]);
        solver.must_be_true(&path.guard, store.or(&[within, further])) == Ok(true)
    };
    if surely(nothing, far, store.bv_ult(address, then)) {
        Some(true)
    } else if surely(store.bv_sub(nothing, far), nothing, store.bv_ult(then, address)) {
        Some(false)
    } else {
        None
    }
}

/// A pointer that every iteration replaces by what is found where it points, or by what a function gives for it.
fn list(store: &TermStore, body: &LoopBody, hints: &Hints, v: usize) -> Option<Bound> {
    let symbol = body.variables[v].symbol;
    let id = symbol_of(store, symbol)?;
    let about = |term: TermId| store.free_vars(term).binary_search(&id).is_ok();
    let (mut by, mut relative) = (None, false);
    for path in &body.paths {
        if !path.guard.iter().any(|&term| about(term)) {
            return None;
        }
        match follows(store, &hints.calls, path.after[v], &about) {
            Some(found) => by = by.or(found),
            None if is_relative_link(store, symbol, path.after[v]) => relative = true,
            None => return None,
        }
    }
    let name = &body.variables[v].name;
    let (text, given) = match by {
        _ if relative => (format!("length of the chain at {name}"), "the chain ends"),
        Some(function) => {
            (format!("length of the list at {name} that {function} walks along"), "the list ends")
        }
        None => (format!("length of the list at {name}"), "the list ends"),
    };
    let given = Some(given.to_owned());
    Some(Bound { text, term: None, exact: false, given, by_type: false })
}

/// Whether a pointer is moved by what is found where it points, and by nothing else: a record with its length, code with jumps.
fn is_relative_link(store: &TermStore, symbol: TermId, after: TermId) -> bool {
    let (op, args) = store.view(after);
    if op != Op::BvAdd || !args.contains(&symbol) || store.sort(symbol) != Sort::BitVec(64) {
        return false;
    }
    let found_there = |&term: &TermId| {
        let mut places = Vec::new();
        reads(store, term, &mut FxHashSet::default(), &mut places);
        let fixed = |&place: &TermId| store.as_bv(store.bv_sub(place, symbol)).is_some();
        !places.is_empty() && places.iter().all(fixed)
    };
    let mut rest = args.iter().filter(|&&arg| arg != symbol && store.as_bv(arg).is_none());
    let first = rest.next();
    first.is_some_and(found_there) && rest.all(found_there)
}

/// Whether a value was found at another one, or given by a function for it, whose name it is then.
fn follows<'h>(
    store: &TermStore,
    calls: &'h [CallResult],
    value: TermId,
    about: &dyn Fn(TermId) -> bool,
) -> Option<Option<&'h str>> {
    let (op, args) = store.view(value);
    match op {
        Op::Select if about(args[1]) => Some(None),
        Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => {
            follows(store, calls, args[0], about)
        }
        // The address of a part of what was found.
        Op::BvAdd => {
            let rest = args.iter().filter(|&&arg| store.as_bv(arg).is_none());
            match rest.collect::<Vec<_>>().as_slice() {
                [only] => follows(store, calls, **only, about),
                _ => None,
            }
        }
        Op::Concat => args.iter().find_map(|&arg| follows(store, calls, arg, about)),
        Op::Ite => {
            let one = follows(store, calls, args[1], about)?;
            let other = follows(store, calls, args[2], about)?;
            Some(one.or(other))
        }
        Op::Var(_) => {
            let call = calls.iter().find(|call| call.result == value)?;
            let on_it = call.pointer && call.args.iter().any(|&arg| about(arg));
            on_it.then_some(Some(call.name.as_str()))
        }
        _ => None,
    }
}

/// As often as a function delivers something: it is called in every iteration, and what it gave was not the sign that there is no more. That is asked of
/// what it gave in the same iteration, or in the one before.
fn delivered(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    hints: &Hints,
) -> Option<Bound> {
    let mut names: Vec<&str> = Vec::new();
    for call in &hints.calls {
        if ends_of(&call.name).is_some() && !names.contains(&call.name.as_str()) {
            names.push(&call.name);
        }
    }
    for name in names {
        let ends = ends_of(name)?;
        let results: Vec<TermId> =
            hints.calls.iter().filter(|call| call.name == name).map(|call| call.result).collect();
        let carried: Vec<usize> = (0..body.variables.len())
            .filter(|&v| body.paths.iter().all(|path| results.contains(&path.after[v])))
            .collect();
        let mut more = |path: &IterationPath, given: TermId| {
            let Sort::BitVec(width) = store.sort(given) else { return false };
            let is_end = |&end: &i64| {
                let end = store.bv_value(&BitVec::from_bigint(width, &BigInt::from(end)));
                store.ne(given, end)
            };
            let goes_on: Vec<TermId> = ends.iter().map(is_end).collect();
            solver.must_be_true(&path.guard, store.and(&goes_on)) == Ok(true)
        };
        let now = |path: &IterationPath| -> Vec<TermId> {
            results.iter().copied().filter(|result| path.locals.contains(result)).collect()
        };
        let same = (body.paths.iter()).all(|path| now(path).into_iter().any(|r| more(path, r)));
        let before = !same
            && carried
                .iter()
                .any(|&v| body.paths.iter().all(|path| more(path, body.variables[v].symbol)));
        if same || before {
            let text = match same {
                true => format!("as often as {name} delivers something"),
                false => format!("as often as {name} delivers something, and once more"),
            };
            return Some(Bound {
                text,
                term: None,
                exact: false,
                given: Some(format!("what {name} reads ends")),
                by_type: false,
            });
        }
    }
    None
}
