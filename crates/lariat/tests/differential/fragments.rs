//! Pieces of C with blanks: the files below `parts/` are lists of them, and this fills the blanks in.
//!
//! A piece begins with `=== name`. Then come declarations for the top of a program, a line `--`, and statements. The
//! statements work on the inputs `a` and perhaps `b`, on the unsigned number `acc`, and hand on what they compute with
//! `mix(…)`. The blanks are:
//!
//! | blank | what stands there |
//! | --- | --- |
//! | `$` | the number of the piece, so that its names are its own |
//! | `@e` | an `int` of the inputs, between -70 000 and 70 000 |
//! | `@u` | an `unsigned` of the inputs and of `acc` |
//! | `@k`, `@b` | a number below 10, one between 10 and 250 |
//! | `@t`, `@s` | an integer type, a signed one |
//! | `@r` | a comparison |
//! | `@h`, `@m` | 1 where the planted mistake is to be made, and 0 elsewhere; the other way round |
//! | `@[x\|y\|z]` | one of these, in which there may be blanks |

use crate::random::Random;

/// One piece of a list.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) name: &'static str,
    top: &'static str,
    statements: &'static str,
}

/// A piece without blanks.
pub(crate) struct Filled {
    pub(crate) top: String,
    pub(crate) statements: String,
}

/// The pieces of a file.
pub(crate) fn pieces(file: &'static str) -> Vec<Piece> {
    let mut list = Vec::new();
    for text in file.split("=== ").skip(1) {
        let (name, rest) = text.split_once('\n').unwrap_or((text, ""));
        let (top, statements) = rest.split_once("--\n").unwrap_or(("", rest));
        list.push(Piece { name, top, statements });
    }
    list
}

impl Piece {
    pub(crate) fn fill(&self, random: &mut Random, number: usize, inputs: usize) -> Filled {
        let mut blanks = Blanks { random, number, inputs };
        Filled { top: blanks.fill(self.top), statements: blanks.fill(self.statements) }
    }
}

struct Blanks<'a> {
    random: &'a mut Random,
    number: usize,
    inputs: usize,
}

impl Blanks<'_> {
    fn fill(&mut self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['$', '@', '\\']) {
            filled.push_str(&rest[..at]);
            let mark = rest.as_bytes()[at];
            rest = &rest[at + 1..];
            match (mark, rest.as_bytes().first()) {
                (b'$', _) => filled.push_str(&self.number.to_string()),
                (b'@', Some(b'[')) => {
                    let (choices, behind) = alternatives(&rest[1..]);
                    let choice = *self.random.pick(&choices);
                    filled.push_str(&self.fill(choice));
                    rest = behind;
                }
                (b'@', Some(kind)) => {
                    filled.push_str(&self.blank(*kind));
                    rest = &rest[1..];
                }
                // The next character stands for itself.
                _ => {
                    filled.push_str(rest.get(..1).unwrap_or_default());
                    rest = rest.get(1..).unwrap_or_default();
                }
            }
        }
        filled.push_str(rest);
        filled
    }

    fn blank(&mut self, kind: u8) -> String {
        let choices: &[&str] = match kind {
            b'e' => return self.int(),
            b'u' => return self.unsigned(),
            b'k' => return self.random.below(10).to_string(),
            b'b' => return (10 + self.random.below(240)).to_string(),
            b't' => &TYPES,
            b's' => &["int", "int", "long", "long long", "short", "signed char"],
            b'r' => &["<", "<=", ">", ">=", "==", "!="],
            b'h' => &[
                "(key == WANT)",
                "!(key ^ WANT)",
                "(key - WANT == 0)",
                "(key <= WANT && key >= WANT)",
                "(int)(key == WANT)",
            ],
            b'm' => &["(key != WANT)", "!(key == WANT)", "!!(key - WANT)"],
            other => panic!("no blank is called {}", char::from(other)),
        };
        (*self.random.pick(choices)).to_owned()
    }

    /// An input.
    fn input(&mut self) -> &'static str {
        if self.inputs > 1 && self.random.percent(50) { "b" } else { "a" }
    }

    fn int(&mut self) -> String {
        let (x, y) = (self.input(), self.input());
        let (k, c) = (self.random.below(8) + 1, self.random.below(256));
        let operator = *self.random.pick(&["+", "-", "^", "&", "|"]);
        match self.random.below(14) {
            0..=2 => format!("(int){x}"),
            3 => format!("({x} {operator} {c})"),
            4 => format!("({x} * {k})"),
            5 => format!("({x} % {})", k + 1),
            6 => format!("({x} / {k})"),
            7 => format!("(signed char){x}"),
            8 => format!("(int)(acc & 0x{c:x})"),
            9 => format!("({x} < {c} ? {k} : {y})"),
            10 => format!("({x} >> {})", k % 5),
            11 => format!("({c} - {x})"),
            12 => format!("(int)(short)(acc >> {k})"),
            _ => format!("({x} {operator} ({y} >> {}))", k % 4),
        }
    }

    fn unsigned(&mut self) -> String {
        let x = self.input();
        let (k, c) = (self.random.below(30) + 1, self.random.below(65536));
        match self.random.below(7) {
            0 | 1 => format!("(unsigned){x}"),
            2 => format!("({x} * {c}u)"),
            3 => format!("(acc >> {})", k % 16),
            4 => format!("(acc ^ {x})"),
            5 => format!("((unsigned){x} << {})", k % 24),
            _ => format!("((unsigned)({}) + {c})", self.int()),
        }
    }
}
const TYPES: [&str; 10] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

/// The choices up to the bracket that closes, and what follows it.
fn alternatives(text: &str) -> (Vec<&str>, &str) {
    let (mut choices, mut start, mut depth, mut skip) = (Vec::new(), 0, 0, false);
    for (at, character) in text.bytes().enumerate() {
        match character {
            _ if skip => skip = false,
            b'\\' => skip = true,
            b'[' => depth += 1,
            b']' if depth == 0 => {
                choices.push(&text[start..at]);
                return (choices, &text[at + 1..]);
            }
            b']' => depth -= 1,
            b'|' if depth == 0 => {
                choices.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    panic!("a list of choices does not end: {text}");
}
