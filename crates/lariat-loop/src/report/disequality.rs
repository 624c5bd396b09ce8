//! `while (a != b) a += 3;` on numbers that wrap around: when it ends is a question of divisors.
//!
//! The distance d = b - a changes by a constant c in each iteration, modulo 2^w. With g = gcd(c,
//! 2^w), a power of two, there is a t with t·c ≡ d iff g divides d, and the least one is (d / g)·(c
//! / g)⁻¹ modulo 2^w / g. The automaton splits such loops at each wrap and says the same at great
//! length.

use lariat_term::{BitVec, Op, Sort, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::data::in_words;
use super::{Leaves, LoopInput, Outcome, ReportedCase};
use crate::body::symbol_of;
use crate::infix::infix;
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
    let counted = matches!(info.leaves, Leaves::BeforeBody | Leaves::WithinBody);
    if exit.guard != [equal] || !counted || !path.locals.is_empty() {
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
    let distance_text = difference(store, from, to);
    let exactly = match (inverse.is_one(), divisor.is_one()) {
        (true, true) => distance_text.clone(),
        (true, false) => format!("{distance_text}/{divisor}"),
        (false, true) => format!("{distance_text}*{inverse}"),
        (false, false) => format!("{distance_text}/{divisor}*{inverse}"),
    };
    let count = match inverse.is_one() && !divisor.is_one() {
        // The distance is one of this width already.
        true => format!("({distance_text} mod 2^{width})/{divisor} iterations"),
        // A number of this width as it is.
        false if inverse.is_one() && store.as_word(from) == Some(0) => {
            format!("{distance_text} iterations")
        }
        false => format!("{exactly} mod {} iterations", power(&range)),
    };
    let times_text = match inverse.is_one() && divisor.is_one() && store.as_word(from) == Some(0) {
        true => distance_text.clone(),
        false => "the number of iterations".to_owned(),
    };
    // What the variables are at the head for the last time.
    let mut moved = FxHashMap::default();
    for (number, variable) in body.variables.iter().enumerate() {
        let by = step(store, variable.symbol, path.after[number], &changing);
        if let (Some(by), Some(symbol), Sort::BitVec(own)) =
            (by, symbol_of(store, variable.symbol), store.sort(variable.symbol))
        {
            let change = store.bv_mul(store.int_to_bv(own, iterations), input.at_entry(by));
            moved.insert(symbol, store.bv_add(input.entry[number], change));
        }
    }
    let (mut after, mut values) = (Vec::new(), Vec::new());
    for (number, variable) in body.variables.iter().enumerate() {
        let free = store.free_vars(exit.after[number]);
        let open = free.iter().any(|s| changing.contains(s) && !moved.contains_key(s));
        if open || !input.is_shown(number, info) {
            continue;
        }
        after.push((number, input.at_entry(store.substitute(exit.after[number], &moved))));
        let by = step(store, variable.symbol, path.after[number], &changing);
        let by = by.and_then(|by| store.as_word(by)).unwrap_or(0);
        if by == 0 || exit.after[number] != variable.symbol {
            continue;
        }
        let start = in_words(&infix(store, input.entry[number]));
        let text = match [one, other].contains(&variable.symbol) && !both_move {
            true => in_words(&infix(store, to)),
            false if by == 1 && start == "0" => times_text.clone(),
            false if by == 1 => format!("{start} + {times_text}"),
            false => continue,
        };
        values.push((variable.name.clone(), text));
    }
    let plain = distance_text.trim_start_matches('(').trim_end_matches(')');
    let divides = format!("{plain} is a multiple of {divisor}");
    let mut cases = vec![ReportedCase {
        when: if condition.is_empty() { String::new() } else { divides },
        condition,
        counters: Vec::new(),
        iterations: Some(iterations),
        last_pass: false,
        count,
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

fn difference(store: &TermStore, from: TermId, to: TermId) -> String {
    let text = |term: TermId| in_words(&infix(store, term));
    let bracket = |text: String| if text.contains(' ') { format!("({text})") } else { text };
    match (store.as_word(from), store.as_word(to)) {
        (Some(0), _) => bracket(text(to)),
        (_, Some(0)) => format!("-{}", bracket(text(from))),
        _ => format!("({} - {})", text(to), bracket(text(from))),
    }
}

fn power(number: &BigInt) -> String {
    match number.bits() {
        bits if *number == BigInt::one() << (bits - 1) && bits > 11 => format!("2^{}", bits - 1),
        _ => number.to_string(),
    }
}
