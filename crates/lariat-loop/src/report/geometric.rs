//! `for (i = 1; i < n; i *= 2)` and `while (n > 0) n /= 10`: how often is a logarithm.
//!
//! Both kinds ask one number that no iteration changes, the *measure*: `n` above, and the value of `n` at the entry below. With an
//! increasing sequence A₀, A₁, … of numbers, iteration j begins iff the measure is at least A_j. So the number of iterations is how
//! many of them are at most the measure. There are no more of them than a number has digits, so each is looked at: what goes wrong
//! in an iteration, an overflow say, is asked of all of them.

use lariat_solver::Solver;
use lariat_term::{BitVec, Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::data::conjuncts;
use super::ranges::Interval;
use super::words::unbracketed;
use super::{Leaves, LoopInput, Outcome, ReportedBound, ReportedCase};
use crate::body::{LoopBody, symbol_of};
use crate::integers::Form;
use crate::repeated_guard::step;

/// The loop's number grows or shrinks by this factor.
struct Change {
    variable: usize,
    grows: bool,
    by: BigInt,
    signed: bool,
    /// By how many iterations the test is ahead of the number at the loop's head.
    ahead: usize,
}

/// What decides how often a loop of this kind runs.
struct Measure {
    /// The number of the machine.
    bits: TermId,
    /// How it is written in a logarithm.
    name: String,
    /// Where its own values are, before the absolute value is taken.
    range: Interval,
    /// Whether the absolute value of it counts.
    absolute: bool,
    /// What the powers of the factor are multiplied with.
    start: BigInt,
    /// 1 if the measure has to be more than that, otherwise 0.
    more: BigInt,
    /// The condition that keeps the loop going.
    goes_on: TermId,
    /// What else holds where the loop is left.
    besides: Vec<TermId>,
}

impl Measure {
    /// That it is at least a positive number.
    fn at_least(&self, store: &TermStore, limit: &BigInt, signed: bool) -> TermId {
        let width = store.sort(self.bits).width();
        let constant = |number: &BigInt| store.bv_value(&BitVec::from_bigint(width, number));
        let above = match (*limit > self.range.1, signed) {
            (true, _) => store.ff(),
            (false, true) => store.bv_sle(constant(limit), self.bits),
            (false, false) => store.bv_ule(constant(limit), self.bits),
        };
        match self.absolute {
            true => store.or(&[above, store.bv_sle(self.bits, constant(&-limit))]),
            false => above,
        }
    }
}

/// Whether a loop may be of this kind: one way through an iteration, which multiplies or divides a number by a constant.
pub fn multiplies(store: &TermStore, body: &LoopBody) -> bool {
    let [path] = body.paths.as_slice() else { return false };
    let changes = (0..body.variables.len()).filter(|&v| factor(store, body, v).is_some());
    path.locals.is_empty() && changes.count() > 0
}

/// What a variable is multiplied with, or divided by: whether it grows, and the number.
fn factor(store: &TermStore, body: &LoopBody, variable: usize) -> Option<(bool, BigInt)> {
    let symbol = body.variables[variable].symbol;
    let Sort::BitVec(width) = store.sort(symbol) else { return None };
    let after = body.paths.first()?.after[variable];
    let (op, args) = store.view(after);
    if after == store.bv_add(symbol, symbol) {
        return Some((true, BigInt::from(2)));
    }
    let &[one, other] = args else { return None };
    let (number, constant) = match store.as_bv(one) {
        Some(constant) => (other, constant),
        None => (one, store.as_bv(other)?),
    };
    let constant = BigInt::from(constant.to_biguint());
    let power = || constant.to_u32().filter(|by| *by < width - 1).map(|by| BigInt::one() << by);
    let (grows, by) = match op {
        Op::BvMul => (true, constant),
        Op::BvShl if number == one => (true, power()?),
        Op::BvUdiv | Op::BvSdiv if number == one => (false, constant),
        Op::BvLshr | Op::BvAshr if number == one => (false, power()?),
        _ => return None,
    };
    let most = BigInt::one() << (width - 2);
    (number == symbol && by > BigInt::one() && by < most).then_some((grows, by))
}

/// A comparison that keeps the loop going: what is compared, and whether the first is at most, below or unequal to the second.
fn comparison(store: &TermStore, goes_on: TermId) -> Option<(Op, TermId, TermId)> {
    let (negated, inner) = match store.view(goes_on) {
        (Op::Not, args) => (true, args[0]),
        _ => (false, goes_on),
    };
    let (op, &[a, b]) = store.view(inner) else { return None };
    match (op, negated) {
        (Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle, false) => Some((op, a, b)),
        (Op::BvSlt, true) => Some((Op::BvSle, b, a)),
        (Op::BvSle, true) => Some((Op::BvSlt, b, a)),
        (Op::BvUlt, true) => Some((Op::BvUle, b, a)),
        (Op::BvUle, true) => Some((Op::BvUlt, b, a)),
        (Op::Eq, true) => Some((Op::Eq, a, b)),
        _ => None,
    }
}

/// The values of a term's type, as far as extensions tell.
fn range_of(store: &TermStore, term: TermId, signed: bool) -> Interval {
    let width = |term: TermId| store.sort(term).width();
    let (inner, signed) = match store.view(term) {
        (Op::SignExtend(_), args) if signed => (args[0], true),
        (Op::ZeroExtend(_), args) => (args[0], false),
        _ => (term, signed),
    };
    let all: BigInt = BigInt::one() << width(inner);
    let half: BigInt = &all >> 1;
    match signed {
        true => (-&half, half - 1),
        false => (BigInt::zero(), all - 1),
    }
}

/// What the loop's number and its measure are.
fn measure(input: &LoopInput<'_>, exit: usize) -> Option<(Change, Measure)> {
    let all = conjuncts(input.store, &input.exits[exit].guard);
    all.iter().enumerate().find_map(|(place, &stops)| {
        let mut besides = all.clone();
        besides.remove(place);
        measure_of(input, stops, besides)
    })
}

fn measure_of(
    input: &LoopInput<'_>,
    stops: TermId,
    besides: Vec<TermId>,
) -> Option<(Change, Measure)> {
    let LoopInput { store, body, .. } = *input;
    let goes_on = store.not(stops);
    let (op, low, high) = comparison(store, goes_on)?;
    let changing: FxHashSet<SymbolId> =
        body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
    let fixed = |term: TermId| !store.free_vars(term).iter().any(|s| changing.contains(s));
    let path = &body.paths[0];
    let of = |term: TermId| {
        let at = |v: usize| body.variables[v].symbol == term || path.after[v] == term;
        let variable = (0..body.variables.len()).find(|&v| at(v))?;
        let (grows, by) = factor(store, body, variable)?;
        // The test may be of the next value already.
        let ahead = if body.variables[variable].symbol == term { 0 } else { 1 };
        Some((variable, grows, by, ahead))
    };
    let signed = match op {
        Op::Eq => {
            let variable = of(low).or_else(|| of(high))?.0;
            matches!(store.op(path.after[variable]), Op::BvSdiv | Op::BvAshr)
        }
        _ => matches!(op, Op::BvSlt | Op::BvSle),
    };
    let value = |term: TermId| {
        let bits = store.as_bv(term)?;
        Some(if signed { bits.to_bigint() } else { BigInt::from(bits.to_biguint()) })
    };
    let words = input.words();
    // What grows is at the low end of the comparison, what shrinks at the high one, and zero at either.
    let (variable, grows, by, ahead, other) = match op {
        Op::Eq => match (of(low), of(high)) {
            (Some((v, grows, by, ahead)), _) if fixed(high) => (v, grows, by, ahead, high),
            (_, Some((v, grows, by, ahead))) if fixed(low) => (v, grows, by, ahead, low),
            _ => return None,
        },
        _ => match (of(low), of(high)) {
            (Some((v, true, by, ahead)), _) if fixed(high) => (v, true, by, ahead, high),
            (_, Some((v, false, by, ahead))) if fixed(low) => (v, false, by, ahead, low),
            _ => return None,
        },
    };
    let strict = matches!(op, Op::BvSlt | Op::BvUlt);
    let mut start = BigInt::one();
    let (bits, more, absolute) = if grows {
        // An unequal number may be jumped over.
        let first = value(input.entry[variable]).filter(|_| op != Op::Eq)?;
        start = first;
        (input.at_entry(other), BigInt::from(u8::from(strict)), false)
    } else {
        let least = value(other)?;
        let zero = op == Op::Eq;
        if zero && !least.is_zero() {
            return None;
        }
        start *= if zero { BigInt::one() } else { least + BigInt::from(u8::from(strict)) };
        // Numbers below zero: a shift never gets to zero, and a division without a sign is another one. Where the test keeps them
        // out it does not matter.
        let own = match store.op(path.after[variable]) {
            Op::BvSdiv => signed,
            Op::BvUdiv | Op::BvLshr => !signed || !zero && ahead == 0,
            _ => signed && !zero && ahead == 0,
        };
        if !own {
            return None;
        }
        (input.entry[variable], BigInt::zero(), zero && signed)
    };
    if !start.is_positive() || store.as_bv(bits).is_some() {
        return None;
    }
    for _ in 0..ahead {
        start *= &by;
    }
    let range = range_of(store, bits, signed);
    let read = words.read(bits, signed);
    let name = if absolute { format!("|{}|", unbracketed(&read)) } else { read };
    let change = Change { variable, grows, by, signed, ahead };
    Some((change, Measure { bits, name, range, absolute, start, more, goes_on, besides }))
}

/// The loop in these words, if it is of this kind, and how often it runs at most.
pub(crate) fn described(
    input: &LoopInput<'_>,
    solver: &mut Solver,
) -> Option<(Vec<ReportedCase>, ReportedBound)> {
    let LoopInput { store, body, exits, .. } = *input;
    let [path] = body.paths.as_slice() else { return None };
    let mut leaving = (0..exits.len()).filter(|&e| input.leaving[e].leaves != Leaves::Fails);
    let (exit, None) = (leaving.next()?, leaving.next()) else { return None };
    let info = &input.leaving[exit];
    if !path.locals.is_empty() || !exits[exit].locals.is_empty() || !multiplies(store, body) {
        return None;
    }
    let (change, measure) = measure(input, exit)?;
    if change.grows && wraps(input, &change, change.ahead) {
        return None;
    }
    let (low, high) = measure.range.clone();
    let most = if measure.absolute { -&low } else { high.clone() };
    // The numbers that the measure must be at least for an iteration, and the first iteration that goes wrong.
    let mut limits: Vec<BigInt> = Vec::new();
    let mut wrong = None;
    let mut power = measure.start.clone();
    while &power + &measure.more <= most {
        let limit = &power + &measure.more;
        let begins = measure.at_least(store, &limit, change.signed);
        limits.push(limit);
        match iteration(input, solver, (&change, &measure), limits.len() - 1, begins)? {
            Iteration::Done => {}
            Iteration::Fails(what, sure) => wrong = Some(Some((what, sure))),
            Iteration::Stuck => wrong = Some(None),
        }
        if wrong.is_some() {
            break;
        }
        power *= &change.by;
    }
    let first = limits.first()?.clone();
    let full = limits.len() - usize::from(wrong.is_some());
    for iterations in 0..=full {
        let values = head(input, &change, iterations);
        let holds = |part: &TermId| {
            known(input, store.substitute(*part, &values))
                .map_or(input.ends_inside, |at| solver.must_be_true(&[], at) == Ok(true))
        };
        if !measure.besides.iter().all(holds) {
            return None;
        }
    }
    let cases = Cases { input, exit, change: &change, measure: &measure, limits: &limits[..full] };
    let last_pass = info.leaves == Leaves::AfterBody;
    let places = |from: &BigInt, to: &BigInt| match measure.absolute {
        true if from.is_zero() => vec![(-to, to.clone())],
        true => vec![(low.clone(), -from), (from.clone(), high.clone())],
        false => vec![(from.clone(), to.clone())],
    };
    let least = if measure.absolute { BigInt::zero() } else { low.clone() };
    let mut found = Vec::new();
    if least < first {
        found.push(cases.leaving(&places(&least, &(&first - 1)), false));
    }
    let end = if wrong.is_some() { limits[full].clone() - 1 } else { most };
    if full > 0 {
        found.push(cases.leaving(&places(&first, &end), true));
    }
    let most = (full + usize::from(last_pass)) as u64;
    let mut bound = ReportedBound { full: input.begins(exit), ..ReportedBound::number(most) };
    if full > 0 && info.leaves == Leaves::BeforeBody {
        let (_, count) = cases.iterations(true);
        bound.if_entered = Some(input.words().form(&count));
    }
    if let Some(wrong) = wrong {
        if wrong.is_none() {
            bound.given = Some("none of the cases that never end applies".to_owned());
        }
        let (outcome, sure) = match wrong {
            Some((what, sure)) => (Outcome::Fails(what), sure),
            None => (Outcome::Never, true),
        };
        let count = sure.then_some(full);
        found.push(cases.failing(&places(&limits[full], &high), count, outcome));
    }
    Some((found, bound))
}

/// A condition in which no variable of the loop is left; otherwise nothing is known of it.
fn known(input: &LoopInput<'_>, condition: TermId) -> Option<TermId> {
    let store = input.store;
    let mut own = input.body.variables.iter().filter_map(|v| symbol_of(store, v.symbol));
    let free = store.free_vars(condition);
    (!own.any(|symbol| free.contains(&symbol))).then_some(condition)
}

/// What becomes of an iteration.
enum Iteration {
    Done,
    /// Goes wrong: what, and whether nothing else may have gone wrong before.
    Fails(String, bool),
    /// The number is zero from here on.
    Stuck,
}

/// What becomes of the iteration after so many others, if it begins.
fn iteration(
    input: &LoopInput<'_>,
    solver: &mut Solver,
    (change, measure): (&Change, &Measure),
    number: usize,
    begins: TermId,
) -> Option<Iteration> {
    let LoopInput { store, body, exits, .. } = *input;
    let path = &body.paths[0];
    let values = head(input, change, number);
    let context = super::relevant(store, input.context, body, input.entry);
    let context = [context.as_slice(), &[begins]].concat();
    let (mut goes_on, mut fails) = (true, false);
    for part in conjuncts(store, &path.guard) {
        // That the test lets it begin is what its limit says.
        if part == measure.goes_on {
            continue;
        }
        let Some(at) = known(input, store.substitute(part, &values)) else {
            // An error that is no way out is left out of all that is said.
            if input.ends_inside {
                continue;
            }
            return None;
        };
        if solver.must_be_true(&context, at) != Ok(true) {
            goes_on = false;
            fails |= solver.must_be_true(&context, store.not(at)) == Ok(true);
        }
    }
    let unnamed = || Iteration::Fails(input.ends.unwrap_or_default().to_owned(), false);
    if goes_on {
        if !change.grows || !wraps(input, change, number + 1 + change.ahead) {
            return Some(Iteration::Done);
        }
        let next = store.substitute(path.after[change.variable], &values);
        let zero = store.as_bv(next).is_some_and(|next| next.to_biguint().is_zero());
        return match change.signed {
            true => input.ends_inside.then(unnamed),
            // Zero stays zero, and is below what the number before it was below.
            false => (zero && change.ahead == 0).then_some(Iteration::Stuck),
        };
    }
    if !fails {
        return None;
    }
    let failing = (0..exits.len()).filter(|&exit| input.leaving[exit].leaves == Leaves::Fails);
    for exit in failing {
        let mut parts = conjuncts(store, &exits[exit].guard);
        parts.retain(|part| *part != measure.goes_on);
        let guard = known(input, store.substitute(store.and(&parts), &values));
        if guard.is_some_and(|guard| solver.must_be_true(&context, guard) == Ok(true)) {
            return Some(Iteration::Fails(input.leaving[exit].place.clone(), true));
        }
    }
    input.ends_inside.then(unnamed)
}

/// Whether a number that grows leaves its type's range after so many iterations.
fn wraps(input: &LoopInput<'_>, change: &Change, iterations: usize) -> bool {
    let symbol = input.body.variables[change.variable].symbol;
    let Some(first) = input.store.as_bv(input.entry[change.variable]) else { return true };
    let first = if change.signed { first.to_bigint() } else { first.to_biguint().into() };
    let value = first * pow(&change.by, iterations);
    let width = input.store.sort(symbol).width() - u32::from(change.signed);
    value.bits() > u64::from(width)
}

fn pow(by: &BigInt, times: usize) -> BigInt {
    (0..times).fold(BigInt::one(), |power, _| power * by)
}

/// The variables that are known after so many iterations.
fn head(input: &LoopInput<'_>, change: &Change, iterations: usize) -> FxHashMap<SymbolId, TermId> {
    let LoopInput { store, body, entry, .. } = *input;
    let changing: FxHashSet<SymbolId> =
        body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
    let mut values = FxHashMap::default();
    for (number, variable) in body.variables.iter().enumerate() {
        let (Some(symbol), Sort::BitVec(width)) =
            (symbol_of(store, variable.symbol), store.sort(variable.symbol))
        else {
            continue;
        };
        if number == change.variable {
            values.insert(symbol, after(input, change, iterations));
        } else if let Some(by) =
            step(store, variable.symbol, body.paths[0].after[number], &changing)
        {
            let times = store.bv_const(width, iterations as u64);
            let moved = store.bv_mul(times, input.at_entry(by));
            values.insert(symbol, store.bv_add(entry[number], moved));
        }
    }
    values
}

/// The number that decides, after so many iterations.
fn after(input: &LoopInput<'_>, change: &Change, iterations: usize) -> TermId {
    let (store, entry) = (input.store, input.entry[change.variable]);
    let width = store.sort(entry).width();
    let power = pow(&change.by, iterations);
    let constant = |number: &BigInt| store.bv_value(&BitVec::from_bigint(width, number));
    match change.grows {
        true => store.bv_mul(entry, constant(&power)),
        // The least number has one digit more than the others.
        false if change.signed && power == BigInt::one() << (width - 1) => {
            let (one, none) = (constant(&BigInt::from(-1)), store.bv_const(width, 0));
            store.ite(store.eq(entry, constant(&-power)), one, none)
        }
        // All digits are gone.
        false if power.bits() > u64::from(width - u32::from(change.signed)) => {
            store.bv_const(width, 0)
        }
        false if change.signed => store.mk(Op::BvSdiv, &[entry, constant(&power)]),
        false => store.mk(Op::BvUdiv, &[entry, constant(&power)]),
    }
}

/// What the lines are made from.
struct Cases<'a, 'i> {
    input: &'a LoopInput<'i>,
    exit: usize,
    change: &'a Change,
    measure: &'a Measure,
    /// What the measure must be at least for each iteration that is done.
    limits: &'a [BigInt],
}

impl Cases<'_, '_> {
    /// The condition that the measure is in one of some intervals, and its text.
    fn condition(&self, places: &[Interval]) -> (Vec<TermId>, String) {
        let store = self.input.store;
        let number = |end: &BigInt| store.int_value(end);
        let own = match self.change.signed {
            true => store.bv_to_int(self.measure.bits),
            false => store.bv_to_nat(self.measure.bits),
        };
        let inside = places.iter().map(|(from, to)| {
            store.and(&[store.int_le(number(from), own), store.int_le(own, number(to))])
        });
        let inside: Vec<TermId> = inside.collect();
        let text = self.input.words().in_places(own, places, &self.measure.range);
        (vec![store.or(&inside)], text)
    }

    /// How often the loop runs, as a term and in words.
    fn iterations(&self, enters: bool) -> (TermId, Form) {
        let store = self.input.store;
        if !enters {
            return (store.int_const(0), Form::default());
        }
        let one = |limit: &BigInt| {
            let reached = self.measure.at_least(store, limit, self.change.signed);
            store.ite(reached, store.int_const(1), store.int_const(0))
        };
        let all: Vec<TermId> = self.limits.iter().map(one).collect();
        let count = all.into_iter().reduce(|a, b| store.int_add(a, b));
        let count = count.unwrap_or_else(|| store.int_const(0));
        let (text, offset) = self.logarithm();
        (count, Form::atom(store.var(&text, Sort::Int)).plus(offset))
    }

    /// The logarithm that says how often the loop runs if it is entered, and what is to be added to it.
    fn logarithm(&self) -> (String, i64) {
        let Measure { start, more, name, .. } = self.measure;
        let by = &self.change.by;
        // A power of the factor need not stand in the logarithm.
        let (mut rest, mut times) = (start.clone(), 0_i64);
        while rest.is_multiple_of(by) {
            rest /= by;
            times += 1;
        }
        let of = match rest.is_one() {
            true => name.clone(),
            false => {
                times = 0;
                let name = self.input.words().bracketed(name);
                format!("{name}/{start}")
            }
        };
        match more.is_one() {
            true => (format!("⌈log{by}({of})⌉"), -times),
            false => (format!("⌊log{by}({of})⌋"), 1 - times),
        }
    }

    /// The line for a loop that is left.
    fn leaving(&self, places: &[Interval], enters: bool) -> ReportedCase {
        let Cases { input, exit, change, .. } = *self;
        let LoopInput { store, body, exits, .. } = *input;
        let words = input.words();
        let info = &input.leaving[exit];
        let last_pass = info.leaves == Leaves::AfterBody;
        let (condition, when) = self.condition(places);
        let (iterations, form) = self.iterations(enters);
        let changing: FxHashSet<SymbolId> =
            body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
        let (mut after, mut values) = (Vec::new(), Vec::new());
        for (number, variable) in body.variables.iter().enumerate() {
            let (symbol, at_exit) = (variable.symbol, exits[exit].after[number]);
            let by = body.paths[0].after[number];
            if !input.is_shown(number, info) || by == symbol && at_exit == symbol {
                continue;
            }
            let said = match number == change.variable {
                // The last pass may have changed it once more, as the test has seen it.
                true => {
                    let seen = if change.ahead == 0 { symbol } else { by };
                    (at_exit == seen).then(|| self.number(enters, &form))
                }
                false => self.stepped(number, (at_exit, iterations, &form), &changing),
            };
            let Some((term, text)) = said else { continue };
            after.push((number, term));
            if text != variable.name {
                values.push((variable.name.clone(), text));
            }
        }
        let passes = form.plus(i64::from(last_pass));
        let full = if input.begins(exit) { " full" } else { "" };
        let count = match passes.as_constant() {
            Some(none) if none.is_zero() && info.leaves == Leaves::BeforeBody => {
                "not entered".to_owned()
            }
            Some(one) if one.is_one() => format!("1{full} iteration"),
            _ => format!("{}{full} iterations", unbracketed(&words.form(&passes))),
        };
        ReportedCase {
            condition,
            counters: Vec::new(),
            when,
            iterations: Some(iterations),
            last_pass,
            count,
            outcome: Outcome::Leaves(info.place.clone()),
            after,
            values,
        }
    }

    /// A variable to which every iteration adds the same, when the loop is left: as a term and in words.
    fn stepped(
        &self,
        number: usize,
        (at_exit, iterations, form): (TermId, TermId, &Form),
        changing: &FxHashSet<SymbolId>,
    ) -> Option<(TermId, String)> {
        let LoopInput { store, body, entry, .. } = *self.input;
        let symbol = body.variables[number].symbol;
        let Sort::BitVec(width) = store.sort(symbol) else { return None };
        let constant = |term: TermId| store.as_bv(self.input.at_entry(term));
        let by = step(store, symbol, body.paths[0].after[number], changing)?;
        let by = constant(by)?.to_bigint();
        let last = constant(step(store, symbol, at_exit, changing)?)?.to_bigint();
        let (first, ends) = match self.input.signed[number] {
            true => (constant(entry[number])?.to_bigint(), range_of(store, symbol, true)),
            false => (constant(entry[number])?.to_biguint().into(), range_of(store, symbol, false)),
        };
        // It stays in the range of its type.
        let start = first + last;
        let end = &start + &by * self.limits.len();
        if [&start, &end].into_iter().any(|number| *number < ends.0 || *number > ends.1) {
            return None;
        }
        let moved = store.int_mul(iterations, store.int_value(&by));
        let term = store.int_to_bv(width, store.int_add(moved, store.int_value(&start)));
        let value = form.scaled(&by).add(&Form::constant(start));
        Some((term, self.input.words().form(&value)))
    }

    /// The number that decides, when the loop is left: as a term and in words.
    fn number(&self, enters: bool, form: &Form) -> (TermId, String) {
        let Cases { input, change, measure, limits, .. } = *self;
        let (store, words) = (input.store, input.words());
        let at = |iterations: usize| after(input, change, iterations + change.ahead);
        let mut term = at(if enters { limits.len() } else { 0 });
        for (place, limit) in limits.iter().enumerate().rev().filter(|_| enters) {
            let reached = measure.at_least(store, limit, change.signed);
            term = store.ite(reached, term, at(place));
        }
        let first = store.as_bv(input.entry[change.variable]).map(|first| first.to_biguint());
        if !enters && (change.grows || change.ahead == 0) {
            let text = words.read(at(0), change.signed);
            return (term, unbracketed(&text).to_owned());
        }
        let exponent = words.form(&form.plus(change.ahead as i64));
        let exponent = if exponent.contains(' ') { format!("({exponent})") } else { exponent };
        let power = format!("{}^{exponent}", change.by);
        let text = match (change.grows, first) {
            (true, Some(first)) if !first.is_one() => format!("{first}*{power}"),
            (true, _) => power,
            // What is left is below what the test compares it with.
            (false, _) => {
                let below = &measure.start / pow(&change.by, change.ahead);
                match below.to_u8() {
                    Some(1) => "0".to_owned(),
                    Some(2) if enters && change.by == BigInt::from(2) => "1".to_owned(),
                    _ if !enters => unbracketed(&words.read(at(0), change.signed)).to_owned(),
                    _ => {
                        let whole = words.read(measure.bits, change.signed);
                        format!("{} / {power}", words.bracketed(&whole))
                    }
                }
            }
        };
        (term, text)
    }

    /// The line for a loop in which something goes wrong, or that never ends.
    fn failing(&self, places: &[Interval], full: Option<usize>, outcome: Outcome) -> ReportedCase {
        let (condition, when) = self.condition(places);
        let never = outcome == Outcome::Never;
        let count = match (full, never) {
            (_, true) => "never ends".to_owned(),
            (None, _) => String::new(),
            (Some(0), _) => "first iteration".to_owned(),
            (Some(1), _) => "1 iteration".to_owned(),
            (Some(more), _) => format!("{more} iterations"),
        };
        let iterations = full.filter(|_| !never);
        let iterations = iterations.map(|full| self.input.store.int_const(full as i64));
        ReportedCase {
            condition,
            counters: Vec::new(),
            when,
            iterations,
            last_pass: false,
            count,
            outcome,
            after: Vec::new(),
            values: Vec::new(),
        }
    }
}
