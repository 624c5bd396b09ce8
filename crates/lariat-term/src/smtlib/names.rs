//! Names of variables as SMT-LIB symbols.
//!
//! A C variable may be called `div` or `store`; quoting does not help, since `|div|` and `div` are the same symbol. Such
//! names, and those with characters that cannot be quoted, are printed as `|lariat:…|` with the rest percent-encoded.
//! Two variables of one name and different sorts get a number: `|lariat2:…|`. The reader undoes both.

use std::borrow::Cow;
use std::fmt::Write;

/// Words of the syntax, and names of commands, which SMT-LIB reserves too.
const RESERVED: &[&str] = &[
    "assert",
    "echo",
    "exit",
    "pop",
    "push",
    "reset",
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "forall",
    "HEXADECIMAL",
    "lambda",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
];

/// Symbols with a meaning in the theories, apart from those that start with `bv` or `fp.`.
const THEORY: &[&str] = &[
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "=>",
    "=",
    "distinct",
    "ite",
    "select",
    "store",
    "const",
    "concat",
    "extract",
    "zero_extend",
    "sign_extend",
    "rotate_left",
    "rotate_right",
    "repeat",
    "+",
    "-",
    "*",
    "/",
    "div",
    "mod",
    "rem",
    "abs",
    "<",
    "<=",
    ">",
    ">=",
    "divisible",
    "to_real",
    "to_int",
    "is_int",
    "ubv_to_int",
    "sbv_to_int",
    "int_to_bv",
    "int2bv",
    "nat2bv",
    "fp",
    "to_fp",
    "to_fp_unsigned",
    "to_fp_signed",
    "to_ieee_bv",
    "NaN",
    "+oo",
    "-oo",
    "+zero",
    "-zero",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
    "map",
    "default",
    "implies",
    "iff",
    "if",
    "union",
    "intersection",
    "complement",
    "subset",
    "setminus",
    "card",
    "root-obj",
    "pi",
    "euler",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "re",
    "str",
    "seq",
    "char",
    "is",
    "update-field",
    "ext_rotate_left",
    "ext_rotate_right",
    "pble",
    "pbge",
    "pbeq",
    "at-most",
    "at-least",
    "^",
    "^0",
];

const PREFIX: &str = "lariat";

fn has_meaning(name: &str) -> bool {
    RESERVED.contains(&name)
        || THEORY.contains(&name)
        || name.starts_with("bv")
        || name.starts_with("fp.")
        || name.starts_with("re.")
        || name.starts_with("str.")
        || name.starts_with("seq.")
        || name.starts_with("int.")
        || ["check-", "declare-", "define-", "get-", "reset-", "set-"]
            .iter()
            .any(|c| name.starts_with(c))
}

/// Whether a character may stand in a symbol without quotes.
pub(super) fn is_symbol_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c)
}

fn is_simple(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(is_symbol_character)
        && !name.starts_with(|c: char| c.is_ascii_digit() || c == '@' || c == '.')
}

fn can_be_quoted(c: char) -> bool {
    c != '|' && c != '\\' && (!c.is_control() || c == '\n' || c == '\t')
}

/// Whether the name would be read back as another one if printed as it is.
fn looks_encoded(name: &str) -> bool {
    decode(name) != name
}

/// The symbol's text for the `copy`-th variable of this name, counted from 1.
pub(super) fn symbol(name: &str, copy: usize) -> String {
    if copy == 1 && !has_meaning(name) && !looks_encoded(name) && name.chars().all(can_be_quoted) {
        return if is_simple(name) { name.to_owned() } else { format!("|{name}|") };
    }
    let mut text = format!("|{PREFIX}");
    if copy > 1 {
        let _ = write!(text, "{copy}");
    }
    text.push(':');
    for c in name.chars() {
        if c != '%' && can_be_quoted(c) {
            text.push(c);
        } else {
            let _ = write!(text, "%{:x};", c as u32);
        }
    }
    text.push('|');
    text
}

/// The variable's name from the symbol's text without quotes.
pub(super) fn decode(symbol: &str) -> Cow<'_, str> {
    let encoded = symbol
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(':'));
    let Some(encoded) = encoded else { return Cow::Borrowed(symbol) };
    let mut name = String::new();
    let mut rest = encoded;
    while let Some(start) = rest.find('%') {
        name.push_str(&rest[..start]);
        let code = rest[start + 1..].split_once(';').and_then(|(code, after)| {
            Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, after))
        });
        match code {
            Some((c, after)) => {
                name.push(c);
                rest = after;
            }
            None => {
                name.push('%');
                rest = &rest[start + 1..];
            }
        }
    }
    name.push_str(rest);
    Cow::Owned(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for name in [
            "x",
            "div",
            "a b",
            "",
            "|",
            "a\\b",
            "lariat:x",
            "lariat2:%7c;",
            "1x",
            "naïve",
            "bvadd",
            "%",
            "a%",
            "let",
            "push",
            "set-logic",
            "\u{1}",
            "main::i@3",
            ".x",
        ] {
            for copy in 1..3 {
                let text = symbol(name, copy);
                let inner = text.trim_matches('|');
                assert_eq!(decode(inner), name, "{text}");
                assert!(!has_meaning(inner), "{text}");
            }
        }
        assert_eq!(symbol("x", 1), "x");
        assert_eq!(symbol("main::i", 1), "|main::i|");
        assert_ne!(symbol("x", 1), symbol("x", 2));
    }
}
