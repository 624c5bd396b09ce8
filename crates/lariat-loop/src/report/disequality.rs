//! `while (a != b) a += 3;` on numbers that wrap around: when it ends is a question of divisors.
//!
//! The distance d = b - a changes by a constant c in each iteration, modulo 2^w. With g = gcd(c,
//! 2^w), a power of two, there is a t with t·c ≡ d iff g divides d, and the least one is (d / g)·(c
//! / g)⁻¹ modulo 2^w / g. The automaton splits such loops at each wrap and says the same at great
//! length.

use lariat_term::{BitVec, Op, Sort, TermId};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{counted, divided_out, elements};
use super::reading::Readings;
use super::words::{is_whole, unbracketed};
use super::{Leaves, LoopInput, Outcome, ReportedCase};
use crate::body::symbol_of;
use crate::integers::Form;
use crate::repeated_guard::step;

/// The loop in these words, if it is of this kind.
pub(crate) fn described(input: &LoopInput<'_>) -> Option<(Option<String>, Vec<ReportedCase>)> {
    let LoopInput { store, body, exits, .. } = *input;
    let ([path], [exit]) = (body.paths.as_slice(), exits) else { return None };
    let &[guard] = path.guard.as_slice() else { return None };
    let equal = store.not(guard);
    let (Op::Eq, &[one, other]) = (store.op(equal), store.args(equal)) else { return None };
    let Sort::BitVec(width) = store.sort(one) else { return None };
    let info = &input.leaving[0];
    let before = matches!(info.leaves, Leaves::BeforeBody | Leaves::WithinBody);
    if exit.guard != [equal] || !before || !path.locals.is_empty() {
        return None;
    }
    let changing: FxHashSet<_> =
        body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
    let change_of = |term: TermId| -> Option<BigInt> {
        let free = store.free_vars(term);
        if !free.iter().any(|symbol| changing.contains(symbol)) {
            return Some(BigInt::zero());
        }
        let number = body.variables.iter().position(|v| v.symbol == term)?;
        let step = step(store, term, path.after[number], &changing)?;
        Some(store.as_bv(step)?.to_bigint())
    };
    // Which of them moves, and what it moves to.
    let (by_one, by_other) = (change_of(one)?, change_of(other)?);
    let both_move = !by_one.is_zero() && !by_other.is_zero();
    let (from, to, change) = match by_one >= by_other {
        true => (one, other, by_one - by_other),
        false => (other, one, by_other - by_one),
    };
    // A number with a sign that leaves its range does not wrap around: the execution ends there.
    let has_sign = |term: &TermId| {
        let number = body.variables.iter().position(|v| v.symbol == *term);
        number.is_some_and(|number| input.signed[number])
    };
    if input.ends_inside && [one, other].iter().any(has_sign) {
        return None;
    }
    let all = BigInt::one() << width;
    let divisor = change.gcd(&all);
    if change.is_zero() || divisor == all {
        return None;
    }
    let [from, to] = [from, to].map(|term| input.at_entry(term));
    let distance = store.bv_sub(to, from);
    let range = &all / &divisor;
    let inverse = (&change / &divisor).extended_gcd(&range).x.mod_floor(&range);
    let wide = |term: TermId| store.bv_to_nat(term);
    let parts = store.int_div(wide(distance), store.int_value(&divisor));
    let times = store.int_mul(parts, store.int_value(&inverse));
    let iterations = store.mk(Op::IntMod, &[times, store.int_value(&range)]);
    let (condition, never) = match divisor.is_one() {
        true => (Vec::new(), None),
        false => {
            let low = store.bv_value(&BitVec::from_bigint(width, &(&divisor - 1)));
            let left = store.bv_and(distance, low);
            let divides = store.eq(left, store.bv_const(width, 0));
            (vec![divides], Some(store.not(divides)))
        }
    };
    let words = input.words();
    let readings = Readings::new(store, &[from, to], input.types);
    let bracketed = |text: String| if is_whole(&text) { text } else { format!("({text})") };
    let difference = words.form(&readings.congruent(store, distance, false));
    let distance_text = words.form(&Form::of(store, wide(distance)));
    // The number of iterations, if that is easier said than what follows from it.
    let (times, count) = match (inverse.is_one(), divisor.is_one()) {
        (true, true) => (Some(Form::of(store, wide(distance))), distance_text),
        (true, false) => (None, format!("{}/{divisor}", bracketed(distance_text))),
        (false, true) => {
            (None, format!("{}*{inverse} mod {}", bracketed(difference.clone()), power(&range)))
        }
        (false, false) => {
            let parts = format!("{}/{divisor}", bracketed(distance_text));
            (None, format!("{parts}*{inverse} mod {}", power(&range)))
        }
    };
    let times =
        times.unwrap_or_else(|| Form::atom(store.var("the number of iterations", Sort::Int)));
    // What the variables are at the head for the last time: as terms, and as numbers modulo 2^width.
    let mut moved = FxHashMap::default();
    let mut numbers = FxHashMap::default();
    for (number, variable) in body.variables.iter().enumerate() {
        let by = step(store, variable.symbol, path.after[number], &changing);
        let (Some(by), Some(symbol), Sort::BitVec(own)) =
            (by, symbol_of(store, variable.symbol), store.sort(variable.symbol))
        else {
            continue;
        };
        let by = input.at_entry(by);
        let change = store.bv_mul(store.int_to_bv(own, iterations), by);
        moved.insert(symbol, store.bv_add(input.entry[number], change));
        let signed = input.signed[number];
        let form = |term: TermId| {
            Readings::new(store, &[term], input.types).congruent(store, term, signed)
        };
        let end = match variable.symbol {
            symbol if symbol == one && !both_move => Some(form(input.at_entry(other))),
            symbol if symbol == other && !both_move => Some(form(input.at_entry(one))),
            _ => form(by).mul(&times).map(|change| form(input.entry[number]).add(&change)),
        };
        numbers.extend(end.map(|end| (symbol, end)));
    }
    let (mut after, mut values) = (Vec::new(), Vec::new());
    for (number, variable) in body.variables.iter().enumerate() {
        if !input.is_shown(number, info) {
            continue;
        }
        // The last pass may have changed it before the test.
        let last = step(store, variable.symbol, exit.after[number], &changing);
        let symbol = symbol_of(store, variable.symbol);
        let (Some(last), Some(end)) = (last, symbol.and_then(|symbol| numbers.get(&symbol))) else {
            continue;
        };
        after.push((number, input.at_entry(store.substitute(exit.after[number], &moved))));
        if path.after[number] == variable.symbol && exit.after[number] == variable.symbol {
            continue;
        }
        let last = input.at_entry(last);
        let signed = input.signed[number];
        let last = Readings::new(store, &[last], input.types).congruent(store, last, signed);
        let end = end.add(&last);
        // What is one number without a sign, or the number of iterations, is in the range of its type.
        let own = store.sort(variable.symbol).width();
        let is_number = |&atom: &TermId| match store.view(atom) {
            (Op::BvToNat, args) => store.sort(args[0]).width() <= own,
            (Op::Var(_), _) => width <= own,
            _ => false,
        };
        let element = (input.types)(&variable.name).and_then(|ty| ty.element);
        let end = match element {
            Some(size) => {
                let own = elements(store, &[input.entry[number]], input.types);
                let end = counted(store, &own, end).quotient(store, &Form::constant(size));
                divided_out(store, &end)
            }
            None => end,
        };
        let stays = signed
            || element.is_some()
            || end.as_constant().is_some_and(|end| !end.is_negative())
            || matches!(end.atoms()[..], [atom] if end == Form::atom(atom) && is_number(&atom));
        let text = match stays {
            true => words.form(&end),
            false => words.modulo(&end, own),
        };
        values.push((variable.name.clone(), unbracketed(&text).to_owned()));
    }
    // Whether a difference is even is a question of its last bits only.
    let parity = readings.congruent(store, distance, false).modulo(store, 1);
    let rest = parity.sub(&Form::constant(parity.constant_part()));
    let divides = match divisor == BigInt::from(2) && !rest.is_zero() {
        true => {
            let what = if parity.constant_part().is_one() { "odd" } else { "even" };
            format!("{} is {what}", words.form(&rest))
        }
        false => format!("{difference} is a multiple of {divisor}"),
    };
    let full = if input.begins(0) { " full" } else { "" };
    let mut cases = vec![ReportedCase {
        when: if condition.is_empty() { String::new() } else { divides },
        condition,
        counters: Vec::new(),
        iterations: Some(iterations),
        last_pass: false,
        count: format!("{}{full} iterations", unbracketed(&count)),
        outcome: Outcome::Leaves(info.place.clone()),
        after,
        values,
    }];
    cases.extend(never.map(|never| ReportedCase {
        condition: vec![never],
        counters: Vec::new(),
        when: "otherwise".to_owned(),
        iterations: None,
        last_pass: false,
        count: "never ends".to_owned(),
        outcome: Outcome::Never,
        after: Vec::new(),
        values: Vec::new(),
    }));
    let sentence = match divisor.is_one() {
        true if change.is_one() => None,
        true => Some("numbers wrap around, and the step is odd: it always ends".to_owned()),
        false => {
            Some(format!("numbers wrap around: it ends only if steps of {change} lead to the end"))
        }
    };
    Some((sentence, cases))
}

fn power(number: &BigInt) -> String {
    match number.bits() {
        bits if *number == BigInt::one() << (bits - 1) && bits > 11 => format!("2^{}", bits - 1),
        _ => number.to_string(),
    }
}
