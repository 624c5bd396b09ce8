//! Terms as C programmers write them: infix, names without decoration, casts that change nothing left out. For reading, not for tools.

use lariat_term::{Op, Sort, TermId, TermStore};

use crate::places::{element, is_kind, place, sum_text};

/// Deeper parts are cut short.
const DEPTH: u32 = 9;

/// Names that nobody gave: two of them are two things.
const INVENTED: [&str; 4] = ["new", "entry", "value", "address"];

/// The number of iterations, in texts: as in the papers, and no name that a program has.
pub(crate) const KAPPA: &str = "κ";

/// The number of an iteration.
pub(crate) const TAU: &str = "τ";

/// The number of iterations of a loop that was left before, on one of its paths: no name that a program has.
pub const PASSES: &str = "π";

/// Names of bound variables.
const BOUND: [&str; 4] = [TAU, "τ₂", "τ₃", "τ₄"];

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
        Op::Var(symbol) => match store.symbol_name(symbol) {
            name if is_kind(name) => "memory".to_owned(),
            name => plain_name(name).replace("[]", ""),
        },
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
        Op::Eq => match one_bit(store, args, depth) {
            Some((bit, true)) => format!("({bit}) != 0"),
            Some((bit, false)) => format!("({bit}) == 0"),
            None => compared(store, args, "==", depth),
        },
        Op::Ite => format!("{} ? {} : {}", part(0), part(1), part(2)),
        Op::BvAdd | Op::BvMul if store.sort(term).width() <= 64 => {
            let part = |part: TermId| match part == term {
                true => all(" * "),
                false => show(store, part, depth - 1),
            };
            sum_text(store, term, &part).unwrap_or_else(|| "0".to_owned())
        }
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
        Op::BvSlt | Op::IntLt => compared(store, args, "<", depth),
        Op::BvSle | Op::IntLe => compared(store, args, "<=", depth),
        Op::BvUlt => compared(store, args, "<u", depth),
        Op::BvUle => compared(store, args, "<=u", depth),
        Op::Concat => match consecutive(store, term) {
            Some(first) => {
                let parts = store.args(first);
                let bytes = (store.sort(term).width() / 8) as usize;
                let show = |term: TermId| show(store, term, depth - 1);
                match element(store, parts[1], bytes, &show) {
                    Some(index) => format!("{}[{index}]", show(parts[0])),
                    None => show(first),
                }
            }
            None => call(op.name()),
        },
        Op::Select => place(store, args[0], args[1], &|term| show(store, term, depth - 1))
            .unwrap_or_else(|| format!("{}[{}]", part(0), show(store, args[1], depth - 1))),
        Op::Extract { hi, lo } => {
            let width = store.sort(args[0]).width();
            let mask = (u128::MAX >> (127 - (hi - lo).min(127))).to_string();
            match (lo, hi + 1 == width) {
                // The low bits of a counter.
                (0, _) if counts(store, args[0]) => show(store, args[0], depth),
                (0, _) => format!("{} & {mask}", part(0)),
                (_, true) => format!("{} >> {lo}", part(0)),
                (_, false) => format!("({} >> {lo}) & {mask}", part(0)),
            }
        }
        // Numbers in wider types.
        Op::ZeroExtend(_) | Op::SignExtend(_) | Op::BvToNat | Op::BvToInt | Op::IntToBv(_) => {
            show(store, args[0], depth)
        }
        Op::ForAll | Op::Exists => {
            let name = BOUND[(DEPTH - depth) as usize % BOUND.len()];
            let variable = store.var(name, store.sort(args[0]));
            let body = store.instantiate(args[2], variable);
            let word = if op == Op::ForAll { "for all" } else { "for some" };
            let (low, high) = (part(0), part(1));
            format!("{word} {low} <= {name} < {high}: {}", show(store, body, depth - 1))
        }
        Op::Lambda => store.display(term).to_string(),
        Op::FloatConst(_) => match store.as_float_value(term) {
            Some(number) => number.to_f64().to_string(),
            None => call(op.name()),
        },
        Op::FpFromBits(_) | Op::FpToBits => show(store, args[0], depth),
        // The first argument says how to round.
        Op::FpToFp(_) | Op::FpFromSigned(_) | Op::FpFromUnsigned(_) => show(store, args[1], depth),
        Op::FpAdd => format!("{} + {}", part(1), part(2)),
        Op::FpSub => format!("{} - {}", part(1), part(2)),
        Op::FpMul => format!("{} * {}", part(1), part(2)),
        Op::FpDiv => format!("{} / {}", part(1), part(2)),
        Op::FpNeg => format!("-{}", part(0)),
        Op::FpLt => format!("{} < {}", part(0), part(1)),
        Op::FpLe => format!("{} <= {}", part(0), part(1)),
        Op::FpEq => format!("{} == {}", part(0), part(1)),
        _ => call(op.name()),
    }
}

/// Whether a number is about counters: those are wider than what they count for.
fn counts(store: &TermStore, term: TermId) -> bool {
    // Where there are several they are κ1, κ2, ….
    let is_counter = |symbol| {
        let name = plain_name(store.symbol_name(symbol));
        let number = name.strip_prefix(KAPPA);
        name == TAU || number.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    matches!(store.op(term), Op::IntToBv(_)) || store.free_vars(term).into_iter().any(is_counter)
}

/// A comparison of one bit of a number with 0 or 1: the bit as C has it, and whether it is set.
fn one_bit(store: &TermStore, sides: &[TermId], depth: u32) -> Option<(String, bool)> {
    if store.sort(sides[0]) != Sort::BitVec(1) {
        return None;
    }
    let (value, bit) = match (store.as_word(sides[0]), store.as_word(sides[1])) {
        (Some(value), _) => (value, sides[1]),
        (_, Some(value)) => (value, sides[0]),
        _ => return None,
    };
    let (Op::Extract { lo, .. }, args) = store.view(bit) else { return None };
    let number = inner(store, args[0], depth.saturating_sub(1));
    Some((format!("{number} & {}", 1_u128 << lo.min(127)), value == 1))
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
            if plain == "kappa" {
                KAPPA
            } else {
                plain
            }
        }
        // The counters of cases, in the width they are used in.
        _ => match name.split_once('.') {
            Some((counter @ (KAPPA | TAU), _)) => counter,
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
    if is_one_thing(&text) { text } else { format!("({text})") }
}

/// Whether a text is a name, a number or a place, and so needs no brackets whatever stands around it.
pub(crate) fn is_one_thing(text: &str) -> bool {
    let text = match text.strip_prefix("(*").and_then(|rest| rest.split_once(')')) {
        Some((pointer, rest)) => format!("{pointer}{rest}"),
        None => text.strip_prefix(['-', '*']).unwrap_or(text).to_owned(),
    };
    let text = text.replace("->", ".");
    let mut open = 0_usize;
    text.chars().all(|letter| {
        match letter {
            '[' => open += 1,
            ']' => open = open.saturating_sub(1),
            _ => {}
        }
        open > 0 || letter.is_alphanumeric() || "_#.]!…'".contains(letter)
    })
}

/// An equation or the like; C programmers have the constant behind.
fn compared(store: &TermStore, sides: &[TermId], sign: &str, depth: u32) -> String {
    let is_number = |term: TermId| {
        matches!(store.op(term), Op::BvConst(_) | Op::WideBvConst(_) | Op::IntConst(_))
    };
    let turned = match sign {
        "==" | "!=" => sign,
        "<" => ">",
        "<=" => ">=",
        "<u" => ">u",
        "<=u" => ">=u",
        ">" => "<",
        ">=" => "<=",
        ">u" => "<u",
        _ => "<=u",
    };
    let signed = matches!(sign, "<" | "<=" | ">" | ">=");
    let part = |index: usize| match store.as_bv(sides[index]) {
        Some(bits) if signed => bits.to_bigint().to_string(),
        Some(bits) if sign.ends_with('u') => bits.to_biguint().to_string(),
        _ => inner(store, sides[index], depth.saturating_sub(1)),
    };
    if is_number(sides[0]) && !is_number(sides[1]) {
        format!("{} {turned} {}", part(1), part(0))
    } else {
        format!("{} {sign} {}", part(0), part(1))
    }
}

/// The negation of a condition without a sign in front of it.
fn negated(store: &TermStore, term: TermId, depth: u32) -> String {
    let (op, args) = store.view(term);
    if op == Op::Eq
        && let Some((bit, set)) = one_bit(store, args, depth)
    {
        return format!("({bit}) {} 0", if set { "==" } else { "!=" });
    }
    let sign = match op {
        Op::Eq if store.sort(args[0]) != Sort::Bool => "!=",
        Op::BvSlt => ">=",
        Op::BvSle => ">",
        Op::BvUlt => ">=u",
        Op::BvUle => ">u",
        _ => return format!("!{}", inner(store, term, depth.saturating_sub(1))),
    };
    compared(store, args, sign, depth)
}
