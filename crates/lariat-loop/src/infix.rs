//! Terms as C programmers write them: infix, names without decoration, casts that change nothing left out. For reading, not for tools.

use lariat_term::{Op, Sort, TermId, TermStore};

/// Deeper parts are cut short.
const DEPTH: u32 = 9;

/// Names that nobody gave: two of them are two things.
const INVENTED: [&str; 4] = ["new", "entry", "value", "address"];

/// Names of bound variables.
const BOUND: [&str; 4] = ["t", "u", "v", "w"];

/// A term in infix form.
pub fn infix(store: &TermStore, term: TermId) -> String {
    show(store, term, DEPTH)
}

fn show(store: &TermStore, term: TermId, depth: u32) -> String {
    let (op, args) = store.view(term);
    if depth == 0 && !op.is_leaf() {
        return "…".to_owned();
    }
    let part = |index: usize| inner(store, args[index], depth - 1);
    let all = |between: &str| {
        let parts: Vec<String> = args.iter().map(|arg| inner(store, *arg, depth - 1)).collect();
        parts.join(between)
    };
    let call = |name: &str| {
        let parts: Vec<String> =
            args.iter().map(|arg| show(store, *arg, depth.saturating_sub(1))).collect();
        format!("{name}({})", parts.join(", "))
    };
    match op {
        Op::Var(symbol) => plain_name(store.symbol_name(symbol)).replace("[]", ""),
        Op::BoolConst(truth) => truth.to_string(),
        Op::BvConst(_) | Op::WideBvConst(_) => store.as_bv(term).map_or_else(String::new, |bits| {
            let (signed, unsigned) = (bits.to_bigint(), bits.to_biguint());
            // Numbers just below the end of the range are negative ones.
            if signed.bits() <= 20 || bits.width() > 40 && signed.bits() <= 33 {
                signed.to_string()
            } else {
                unsigned.to_string()
            }
        }),
        Op::IntConst(number) => number.to_string(),
        Op::Not => negated(store, args[0], depth),
        Op::And => all(" && "),
        Op::Or => all(" || "),
        Op::Implies => format!("{} implies {}", part(0), part(1)),
        Op::Eq => format!("{} == {}", part(0), part(1)),
        Op::Ite => format!("{} ? {} : {}", part(0), part(1), part(2)),
        Op::BvAdd | Op::IntAdd => all(" + ").replace("+ -", "- "),
        Op::BvMul | Op::IntMul => all(" * "),
        Op::BvUdiv | Op::BvSdiv | Op::IntDiv => all(" / "),
        Op::BvUrem | Op::BvSrem | Op::IntMod => all(" % "),
        Op::BvAnd => all(" & "),
        Op::BvOr => all(" | "),
        Op::BvXor => all(" ^ "),
        Op::BvShl => all(" << "),
        Op::BvLshr | Op::BvAshr => all(" >> "),
        Op::BvNeg => format!("-{}", part(0)),
        Op::BvNot => format!("~{}", part(0)),
        Op::BvSlt | Op::IntLt => all(" < "),
        Op::BvSle | Op::IntLe => all(" <= "),
        Op::BvUlt => all(" <u "),
        Op::BvUle => all(" <=u "),
        Op::Concat => match consecutive(store, term) {
            Some(first) => show(store, first, depth),
            None => call(op.name()),
        },
        Op::Select => format!("{}[{}]", part(0), show(store, args[1], depth - 1)),
        // The low bits of a counter, and numbers in wider types.
        Op::Extract { lo: 0, .. }
        | Op::ZeroExtend(_)
        | Op::SignExtend(_)
        | Op::BvToNat
        | Op::BvToInt
        | Op::IntToBv(_) => show(store, args[0], depth),
        Op::ForAll | Op::Exists => {
            let name = BOUND[(DEPTH - depth) as usize % BOUND.len()];
            let variable = store.var(name, store.sort(args[0]));
            let body = store.instantiate(args[2], variable);
            let word = if op == Op::ForAll { "for all" } else { "for some" };
            let (low, high) = (part(0), part(1));
            format!("{word} {low} <= {name} < {high}: {}", show(store, body, depth - 1))
        }
        Op::Lambda => store.display(term).to_string(),
        _ => call(op.name()),
    }
}

/// The name a symbol was given, without what makes it unique.
pub(crate) fn plain_name(name: &str) -> &str {
    let name = name.trim_end_matches('\'');
    match name.rsplit_once('!') {
        Some((plain, number))
            if !plain.is_empty()
                && !INVENTED.contains(&plain)
                && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            plain
        }
        // The counters of cases, in the width they are used in.
        _ => match name.split_once('.') {
            Some((counter @ ("k" | "t"), _)) => counter,
            _ => name,
        },
    }
}

/// The lowest of the bytes of a number in memory, if a term puts such together.
fn consecutive(store: &TermStore, term: TermId) -> Option<TermId> {
    let mut bytes = Vec::new();
    let mut work = vec![term];
    while let Some(part) = work.pop() {
        let (op, args) = store.view(part);
        match op {
            Op::Concat => work.extend(args.iter().copied()),
            Op::Select => bytes.push((args[0], args[1], part)),
            _ => return None,
        }
    }
    // The last argument is the lowest part, and was taken first.
    let &(array, lowest, first) = bytes.first()?;
    let width = store.sort(lowest).width();
    let follows = |(number, &(other, address, _)): (usize, &(TermId, TermId, TermId))| {
        let expected = store.bv_add(lowest, store.bv_const(width, number as u64));
        other == array && address == expected
    };
    bytes.iter().enumerate().all(follows).then_some(first)
}

/// A part of a larger term, in brackets if it needs them.
fn inner(store: &TermStore, term: TermId, depth: u32) -> String {
    let text = show(store, term, depth);
    let plain = |character: char| character.is_alphanumeric() || "_#.[]!…'".contains(character);
    if text.chars().all(plain) || text.starts_with('-') && text[1..].chars().all(plain) {
        text
    } else {
        format!("({text})")
    }
}

/// The negation of a condition without a sign in front of it.
fn negated(store: &TermStore, term: TermId, depth: u32) -> String {
    let (op, args) = store.view(term);
    let sign = match op {
        Op::Eq if store.sort(args[0]) != Sort::Bool => "!=",
        Op::BvSlt => ">=",
        Op::BvSle => ">",
        Op::BvUlt => ">=u",
        Op::BvUle => ">u",
        _ => return format!("!{}", inner(store, term, depth.saturating_sub(1))),
    };
    let part = |index: usize| inner(store, args[index], depth.saturating_sub(1));
    format!("{} {sign} {}", part(0), part(1))
}
