//! Loops that run until data says so: `stops at the first k with s[k] = 0`.

use lariat_solver::Solver;
use lariat_term::{BitVec, Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use rustc_hash::FxHashMap;

use super::facts::{counted, divided_out, elements};
use super::reading::Readings;
use super::words::{Words, compared as in_comparison};
use super::{Leaves, LoopInput, Outcome, ReportedCase};
use crate::analysis::Bound;
use crate::body::symbol_of;
use crate::cases::{Case, End};
use crate::infix::infix;
use crate::integers::Form;

/// Letters for the number of the last iteration.
const LETTERS: [&str; 6] = ["k", "t", "p", "q", "r", "kk"];

/// A letter that no variable of the loop has for a name.
pub(crate) fn letter(input: &LoopInput<'_>) -> &'static str {
    let store = input.store;
    let guards = input.body.paths.iter().flat_map(|path| path.guard.iter().chain(&path.after));
    let exits = input.exits.iter().flat_map(|exit| &exit.guard);
    let terms: Vec<TermId> = guards.chain(exits).chain(input.entry).copied().collect();
    let symbols = store.free_vars_of(&terms);
    let mut names: Vec<String> = (symbols.into_iter())
        .map(|symbol| infix(store, store.symbol_term(symbol)))
        .chain(input.body.variables.iter().map(|variable| variable.name.clone()))
        .collect();
    names.sort_unstable();
    let free = |letter: &&&str| names.binary_search_by(|name| name.as_str().cmp(letter)).is_err();
    LETTERS.iter().find(free).copied().unwrap_or("k'")
}

/// Whether a case says what all iterations read.
pub(crate) fn is_quantified(store: &TermStore, case: &Case) -> bool {
    store.parts(&case.condition).into_iter().any(|part| store.op(part) == Op::ForAll)
}

/// The conjuncts of a condition.
pub fn conjuncts(store: &TermStore, terms: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for &term in terms {
        match store.view(term) {
            (Op::And, args) => found.extend(conjuncts(store, args)),
            _ if !found.contains(&term) => found.push(term),
            _ => {}
        }
    }
    found
}

/// A condition on machine numbers, in words; characters as C writes them.
pub(crate) fn condition_text(words: &Words<'_>, term: TermId) -> String {
    let store = words.store;
    let (negated, inner) = match store.view(term) {
        (Op::Not, args) => (true, args[0]),
        _ => (false, term),
    };
    let (op, args) = store.view(inner);
    match op {
        Op::And | Op::Or => {
            let part = |&part: &TermId| {
                let part = if negated { store.not(part) } else { part };
                let text = condition_text(words, part);
                let mixed = text.contains(" or ") || text.contains(" and ");
                if mixed { format!("({text})") } else { text }
            };
            let parts: Vec<String> = args.iter().map(part).collect();
            parts.join(if (op == Op::And) != negated { " and " } else { " or " })
        }
        Op::Eq if halved(store, args).is_some() => {
            let (number, even) = halved(store, args).unwrap_or((args[0], true));
            let signed = words.own_sign(number).unwrap_or(true);
            let what = if even != negated { "even" } else { "odd" };
            format!("{} is {what}", words.read(number, signed))
        }
        Op::BvSmulOverflow => overflow_text(words, args, negated),
        Op::Eq if matches!(store.sort(args[0]), Sort::BitVec(2..)) => {
            let sign = if negated { "≠" } else { "=" };
            // What is read comes first, and numbers last.
            let key = |side: &TermId| (store.as_bv(*side).is_some(), !is_read(store, *side));
            let (left, right) = match key(&args[0]) <= key(&args[1]) {
                true => (args[0], args[1]),
                false => (args[1], args[0]),
            };
            let signed = words.own_sign(left).or(words.own_sign(right)).unwrap_or(true);
            let right = number_text(words, right, left, signed);
            format!("{} {sign} {right}", in_comparison(words.read(left, signed)))
        }
        Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle => {
            between(words, op, args, negated).unwrap_or_else(|| compared(words, op, args, negated))
        }
        _ => in_words(&infix(store, term)),
    }
}

/// The number of which an equation says that it is even, or that it is odd: by its remainder, or by its last bit.
fn halved(store: &TermStore, sides: &[TermId]) -> Option<(TermId, bool)> {
    let (rest, number) = match (store.as_bv(sides[0]), store.as_bv(sides[1])) {
        (Some(number), None) => (sides[1], BigInt::from(number.to_biguint())),
        (None, Some(number)) => (sides[0], BigInt::from(number.to_biguint())),
        _ => return None,
    };
    let constant = |term: TermId| store.as_bv(term).and_then(|bits| bits.to_bigint().to_u8());
    let number = number.to_u8()?;
    match store.view(rest) {
        (Op::Extract { hi: 0, lo: 0 }, &[of]) => Some((of, number == 0)),
        (Op::BvAnd, &[one, other]) if number < 2 => match (constant(one), constant(other)) {
            (Some(1), None) => Some((other, number == 0)),
            (None, Some(1)) => Some((one, number == 0)),
            _ => None,
        },
        // What is left of a negative number is one below zero.
        (Op::BvSrem, &[of, by]) if number == 0 && constant(by) == Some(2) => Some((of, true)),
        (Op::BvUrem, &[of, by]) if number < 2 && constant(by) == Some(2) => Some((of, number == 0)),
        _ => None,
    }
}

/// That a product leaves the range of its type, or that it does not.
fn overflow_text(words: &Words<'_>, sides: &[TermId], negated: bool) -> String {
    let store = words.store;
    let form =
        |term: TermId| Readings::new(store, &[term], words.types).congruent(store, term, true);
    let (a, b) = (form(sides[0]), form(sides[1]));
    let half = BigInt::from(1) << (store.sort(sides[0]).width() - 1);
    let product = a.mul(&b).map(|product| words.form(&product));
    match product {
        // A square is not below zero.
        Some(square) if a == b => {
            let sign = if negated { "≤" } else { ">" };
            format!("{square} {sign} {}", words.number(&(half - 1)))
        }
        Some(product) if negated => {
            let (low, high) = (words.number(&-&half), words.number(&(half - 1)));
            format!("{low} ≤ {product} ≤ {high}")
        }
        Some(product) => {
            let (low, high) = (words.number(&-&half), words.number(&(half - 1)));
            format!("({product} < {low} or {product} > {high})")
        }
        None => "…".to_owned(),
    }
}

fn compared(words: &Words<'_>, op: Op, sides: &[TermId], negated: bool) -> String {
    let store = words.store;
    let signs = match (matches!(op, Op::BvSlt | Op::BvUlt), negated) {
        (true, false) => ["<", ">"],
        (false, false) => ["≤", "≥"],
        (true, true) => ["≥", "≤"],
        (false, true) => [">", "<"],
    };
    let (left, right, sign) = match store.as_bv(sides[0]).is_some() {
        true => (sides[1], sides[0], signs[1]),
        false => (sides[0], sides[1], signs[0]),
    };
    let signed = matches!(op, Op::BvSlt | Op::BvSle);
    let left_text = in_comparison(words.read(left, signed));
    format!("{left_text} {sign} {}", number_text(words, right, left, signed))
}

/// `x - 9 ≤ 4` of numbers without a sign: what compilers and macros make of `9 ≤ x ≤ 13`.
fn between(words: &Words<'_>, op: Op, sides: &[TermId], negated: bool) -> Option<String> {
    let store = words.store;
    if store.as_bv(sides[0]).is_some() {
        // A number is at most another one if that one is not below it.
        let turned = match op {
            Op::BvUle => Op::BvUlt,
            Op::BvUlt => Op::BvUle,
            _ => return None,
        };
        let sides = [sides[1], sides[0]];
        let again = store.as_bv(sides[0]).is_none();
        return again.then(|| between(words, turned, &sides, !negated))?;
    }
    let (Op::BvAdd, parts) = store.view(sides[0]) else { return None };
    let &[one, other] = parts else { return None };
    let (offset, number) = match store.as_bv(one) {
        Some(offset) => (offset, other),
        None => (store.as_bv(other)?, one),
    };
    let low = -offset.to_bigint();
    let mut high = &low + BigInt::from(store.as_bv(sides[1])?.to_biguint());
    match op {
        Op::BvUlt => high -= 1,
        Op::BvUle => {}
        _ => return None,
    }
    let width = store.sort(number).width();
    if low.is_negative() || high < low || high.bits() >= u64::from(width) {
        return None;
    }
    let [low, high] = [low, high].map(|end| {
        let end = store.bv_value(&BitVec::from_bigint(width, &end));
        number_text(words, end, number, false)
    });
    let name = words.read(number, false);
    Some(match negated {
        false => format!("{low} ≤ {name} ≤ {high}"),
        true => format!("({name} < {low} or {name} > {high})"),
    })
}

/// What something is compared with: as a character if it is one, and with the sign that the
/// comparison has.
fn number_text(words: &Words<'_>, number: TermId, other: TermId, signed: bool) -> String {
    match character(words.store, number, other) {
        Some(letter) => letter,
        None => in_comparison(words.read(number, signed)),
    }
}

/// A term in which bytes at a place behind a pointer are elements, as for C.
pub(crate) fn read_text(store: &TermStore, term: TermId) -> String {
    let text = infix(store, term);
    let mut reads = store.parts(&[term]).into_iter().filter(|part| store.op(*part) == Op::Select);
    if !reads.all(|read| store.sort(read) == Sort::BitVec(8)) {
        return text;
    }
    match text.split_once("memory[") {
        Some((before, rest)) => match rest.split_once(" + ") {
            Some((pointer, rest))
                if pointer.chars().all(|c| c.is_alphanumeric() || "_.->".contains(c)) =>
            {
                format!("{before}{pointer}[{rest}")
            }
            _ => text,
        },
        None => text,
    }
}

fn is_read(store: &TermStore, term: TermId) -> bool {
    store.parts(&[term]).into_iter().any(|part| store.op(part) == Op::Select)
}

/// The signs of C that have a better one, or none for numbers without a sign.
pub(crate) fn in_words(text: &str) -> String {
    let signs = [
        (" >=u ", " ≥ "),
        (" <=u ", " ≤ "),
        (" <u ", " < "),
        (" >u ", " > "),
        (" >= ", " ≥ "),
        (" <= ", " ≤ "),
        (" == ", " = "),
        (" != ", " ≠ "),
        (" && ", " and "),
        (" || ", " or "),
    ];
    signs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// A number that is compared with a character, as a character.
fn character(store: &TermStore, number: TermId, other: TermId) -> Option<String> {
    let value = store.as_bv(number)?.to_bigint().to_u8()?;
    let mut read = other;
    while let (Op::SignExtend(_) | Op::ZeroExtend(_), args) = store.view(read) {
        read = args[0];
    }
    let is_character = store.op(read) == Op::Select && store.sort(read) == Sort::BitVec(8);
    let letter = char::from(value);
    match letter {
        '\n' => Some("'\\n'".to_owned()),
        '\t' => Some("'\\t'".to_owned()),
        '\'' | '\\' => Some(format!("'\\{letter}'")),
        ' '..='~' => Some(format!("'{letter}'")),
        _ => None,
    }
    .filter(|_| is_character)
}

/// The conjuncts that all alternatives of a condition have.
fn shared_conjuncts(store: &TermStore, term: TermId) -> Vec<TermId> {
    let (Op::Or, parts) = store.view(term) else { return conjuncts(store, &[term]) };
    let mut alternatives = parts.iter().map(|&part| conjuncts(store, &[part]));
    let mut shared = alternatives.next().unwrap_or_default();
    for alternative in alternatives {
        shared.retain(|term| alternative.contains(term));
    }
    shared
}

/// The value of a variable when the loop is left. One that has a sign stays in its range, as there would be an overflow otherwise.
pub(crate) fn value_text(input: &LoopInput<'_>, variable: usize, value: TermId) -> String {
    let (store, words) = (input.store, input.words());
    let Sort::BitVec(width) = store.sort(value) else { return words.other(value) };
    let signed = input.signed[variable];
    let form = Readings::new(store, &[value], input.types).congruent(store, value, signed);
    let element = (input.types)(&input.body.variables[variable].name).and_then(|ty| ty.element);
    if let Some(size) = element {
        let elements = elements(store, &[value], input.types);
        let form = counted(store, &elements, form).quotient(store, &Form::constant(size));
        return words.form(&divided_out(store, &form));
    }
    // A number of iterations that is counted in a type is one of its numbers.
    let shrinks = form.monomials().any(|(_, by)| by.is_negative());
    match shrinks && !signed {
        true => format!("({}) mod 2^{width}", words.form(&form)),
        false => words.form(&form),
    }
}

/// Makes one line of those that say the same, but for the condition.
fn joined(store: &TermStore, cases: Vec<ReportedCase>) -> Option<Vec<ReportedCase>> {
    let mut lines: Vec<ReportedCase> = Vec::new();
    for case in cases {
        let same = lines.iter_mut().find(|line| {
            line.outcome == case.outcome && line.values == case.values && line.count == case.count
        });
        match (same, case.counters.as_slice()) {
            (Some(line), &[counter]) => {
                let by: FxHashMap<_, _> =
                    [(symbol_of(store, counter)?, *line.counters.first()?)].into_iter().collect();
                let other = store.substitute(store.and(&case.condition), &by);
                line.condition = vec![store.or(&[store.and(&line.condition), other])];
                let other = |case: &ReportedCase| {
                    let value = |&(v, value): &(usize, TermId)| (v, store.substitute(value, &by));
                    case.after.iter().map(value).collect::<Vec<_>>()
                };
                let agreed = other(&case);
                line.after.retain(|value| agreed.contains(value));
                let part = |text: &str| match text.contains(" and ") && !text.contains(" or ") {
                    true => format!("({text})"),
                    false => text.to_owned(),
                };
                line.when = format!("{} or {}", part(&line.when), part(&case.when));
            }
            _ => lines.push(case),
        }
    }
    Some(lines)
}

/// A loop that data stops: where, its cases, and a number of iterations after which it has stopped, if one was looked for and found.
pub(crate) struct Stopped {
    pub(crate) sentence: String,
    pub(crate) cases: Vec<ReportedCase>,
    pub(crate) at_most: Option<u64>,
}

/// A way out: its case, its number, and its conditions on the number of the last iteration.
type WayOut<'a> = (&'a Case, usize, Vec<TermId>, FxHashMap<SymbolId, TermId>);

/// The number of an iteration that is never gone through, as small as it is easily found.
fn last(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    goes_on: &dyn Fn(TermId) -> TermId,
) -> Option<u64> {
    let mut stops = |number: u64| {
        let there = goes_on(store.int_value(&number.into()));
        matches!(solver.model_for(&[context, &[there]].concat()), Ok(None))
    };
    let ends = [u64::from(u8::MAX), u64::from(u16::MAX), i32::MAX as u64, u64::from(u32::MAX)];
    let mut high = ends.into_iter().find(|&end| stops(end))?;
    let mut low = ends.into_iter().filter(|end| *end < high).max().map_or(0, |end| end + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if stops(middle) { high = middle } else { low = middle + 1 }
    }
    Some(high)
}

/// Conditions in words. A product in the range of its type that is compared is one comparison: `n < k² ≤ INT_MAX`.
fn conditions_text(words: &Words<'_>, guards: &[TermId], with_ranges: bool) -> Vec<String> {
    let store = words.store;
    let is_range = |guard: &TermId| store.op(store.not(*guard)) == Op::BvSmulOverflow;
    let text = |guard: &TermId| condition_text(words, *guard);
    let mut texts: Vec<String> = guards.iter().filter(|guard| !is_range(guard)).map(text).collect();
    for range in guards.iter().filter(|guard| with_ranges && is_range(guard)).map(text) {
        let (product, most) = range.split_once(" ≤ ").unwrap_or((&range, ""));
        let below = |text: &String| text.ends_with(&format!(" < {product}"));
        let above = |text: &String| {
            text.ends_with(&format!(" ≥ {product}")) || text.starts_with(&format!("{product} ≤ "))
        };
        if texts.iter().any(above) {
            continue;
        }
        match texts.iter_mut().find(|text| below(text)) {
            Some(text) => *text += &format!(" ≤ {most}"),
            None => texts.push(range),
        }
    }
    texts
}

/// The sentence that says where the loop stops, and its cases.
pub(crate) fn described(input: &LoopInput<'_>, solver: &mut Solver) -> Option<Stopped> {
    let (store, letter, words) = (input.store, letter(input), input.words());
    let place = store.var(&format!("{letter}!0"), Sort::Int);
    let symbol = symbol_of(store, place)?;
    let mut exits: Vec<WayOut<'_>> = Vec::new();
    let mut endless = None;
    for case in &input.analysis.cases {
        match (case.end, case.counters.as_slice()) {
            (End::Endless, _) => endless = Some(case),
            (End::Exit(exit), &[counter]) => {
                let by: FxHashMap<_, _> =
                    [(symbol_of(store, counter)?, place)].into_iter().collect();
                // The first two say that the number is none below zero, and that all before go on.
                let guards: Vec<TermId> = (case.condition.get(2..)?.iter())
                    .map(|&term| store.substitute(term, &by))
                    .collect();
                exits.push((case, exit, conjuncts(store, &guards), by));
            }
            _ => return None,
        }
    }
    // What every way out and every way round needs holds as long as nothing goes wrong.
    let (case, _, _, by) = exits.first()?;
    let stays = match store.view(*case.condition.get(1)?) {
        (Op::ForAll, args) => store.instantiate(args[2], place),
        _ => return None,
    };
    let stays = store.substitute(stays, by);
    let at = |term: TermId, number: TermId| {
        store.substitute(term, &[(symbol, number)].into_iter().collect())
    };
    let known = |bound: &Bound| {
        let number = bound.term.and_then(|term| store.as_int(term));
        let small = number.is_none_or(|number| number <= BigInt::from(u16::MAX));
        bound.given.is_none() && !bound.by_type && small
    };
    let at_most = match input.analysis.bound.as_ref().is_some_and(known) {
        true => None,
        false => last(store, solver, input.context, &|number| at(stays, number)),
    };
    // Some ways out are never taken, as another one comes before: questions about bits are easier than those about integers.
    let bits = store.fresh_var("place", Sort::BitVec(64));
    let number = store.bv_to_nat(bits);
    let in_bits =
        |terms: &[TermId]| -> Vec<TermId> { terms.iter().map(|&term| at(term, number)).collect() };
    let mut limits = Vec::new();
    if let Some(most) = at_most {
        limits.push(store.bv_ule(bits, store.bv_value(&BitVec::from_bigint(64, &most.into()))));
    }
    let before = at(stays, store.int_sub(number, store.int_const(1)));
    let [first, zero] = [store.bv_const(64, 1), store.bv_const(64, 0)];
    exits.retain(|(_, _, guards, _)| {
        let here = [input.context, &limits, &in_bits(guards)].concat();
        let mut impossible = |more: &[TermId]| {
            let terms = [here.as_slice(), more].concat();
            matches!(solver.model_for(&terms), Ok(None))
        };
        !impossible(&[store.eq(bits, zero)]) || !impossible(&[store.bv_ule(first, bits), before])
    });
    let mut needed = shared_conjuncts(store, stays);
    needed.retain(|term| exits.iter().all(|(_, _, guards, _)| guards.contains(term)));
    for (_, _, guards, _) in &mut exits {
        guards.retain(|guard| !needed.contains(guard));
    }
    for (_, _, guards, _) in &mut exits {
        // What the others imply need not be said.
        for place in (0..guards.len()).rev() {
            let mut rest = guards.clone();
            let removed = rest.remove(place);
            let from = [input.context, &limits, &in_bits(&rest)].concat();
            let enough = !rest.is_empty() || at_most.is_some();
            if enough && solver.must_be_true(&from, at(removed, number)) == Ok(true) {
                *guards = rest;
            }
        }
    }
    let all = exits.clone();
    for (place, (_, _, guards, _)) in exits.iter_mut().enumerate() {
        // Either `a` or `not a and b` is the same as either `a` or `b`. Products that leave their range are beyond all numbers that they are compared with.
        guards.retain(|guard| {
            let is_range = store.op(store.not(*guard)) == Op::BvSmulOverflow;
            let alone = |(other, (_, _, guards, _)): (usize, &WayOut<'_>)| {
                other != place && guards.as_slice() == [store.not(*guard)]
            };
            is_range || !all.iter().enumerate().any(alone)
        });
    }
    let mut stops: Vec<String> = Vec::new();
    let mut cases = Vec::new();
    for (case, exit, guards, by) in &exits {
        let info = &input.leaving[*exit];
        let fails = info.leaves == Leaves::Fails;
        let texts = conditions_text(&words, guards, true);
        let when = if texts.is_empty() { "otherwise".to_owned() } else { texts.join(" and ") };
        let stop = conditions_text(&words, guards, false).join(" and ");
        let several = [" or ", " and "].iter().any(|word| stop.contains(word));
        let stop = if several && exits.len() > 1 { format!("({stop})") } else { stop };
        if !stop.is_empty() && !stops.contains(&stop) {
            stops.push(stop);
        }
        let mut values = Vec::new();
        let mut after = Vec::new();
        for (variable, value) in case.after.iter().enumerate() {
            let shown = !fails && input.is_shown(variable, info);
            let Some(value) = value.filter(|_| shown) else { continue };
            let changes = input
                .body
                .paths
                .iter()
                .any(|path| path.after[variable] != input.body.variables[variable].symbol);
            let value = input.at_entry(value);
            if changes && !matches!(store.sort(value), Sort::Array(_)) {
                let text = value_text(input, variable, store.substitute(value, by));
                if super::is_readable(&text) {
                    values.push((input.body.variables[variable].name.clone(), text));
                }
            }
            after.push((variable, value));
        }
        let count = match info.leaves {
            Leaves::AfterBody => format!("{letter} + 1 iterations"),
            _ if input.begins(*exit) => format!("{letter} full iterations"),
            _ => format!("{letter} iterations"),
        };
        cases.push(ReportedCase {
            condition: case.condition.clone(),
            counters: case.counters.clone(),
            when,
            count,
            iterations: case.iterations,
            outcome: match fails {
                true => Outcome::Fails(info.place.clone()),
                false => Outcome::Leaves(info.place.clone()),
            },
            after,
            values,
            last_pass: info.leaves == Leaves::AfterBody,
        });
    }
    let mut texts = cases.iter().map(|case| &case.when).chain(&stops);
    if stops.is_empty() || texts.any(|text| !super::is_readable(text)) {
        return None;
    }
    let mut cases = joined(store, cases)?;
    if let [only] = cases.as_mut_slice() {
        only.when = format!("at that {letter}");
    }
    if let Some(case) = endless.filter(|_| at_most.is_none()) {
        cases.push(ReportedCase {
            condition: case.condition.clone(),
            counters: Vec::new(),
            when: format!("no such {letter}"),
            count: "never ends".to_owned(),
            iterations: None,
            outcome: match is_read(store, stays) {
                true => Outcome::NeverUnlessFails,
                false => super::never(input),
            },
            after: Vec::new(),
            values: Vec::new(),
            last_pass: false,
        });
    }
    let sentence = format!("stops at the first {letter} ≥ 0 with {}", stops.join(" or "));
    Some(Stopped { sentence, cases, at_most })
}
