//! Small C programs with one or two bytes of input, of many features, with a mistake planted that few inputs make, or none.
//!
//! A program computes a number `key` from its inputs with pieces that are always defined. Then comes a piece that is wrong
//! where `key == WANT`. `WANT` is chosen after a native run on all inputs has shown which keys there are: the rarest one, or one
//! that no input has.

use crate::fragments::{Filled, Piece, pieces};
use crate::random::Random;

/// What `lariat verify` can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Property {
    UnreachCall,
    NoOverflow,
    ValidMemsafety,
    Termination,
}

impl Property {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::NoOverflow => "no-overflow",
            Property::ValidMemsafety => "valid-memsafety",
            Property::Termination => "termination",
        }
    }

    /// The pieces that violate it.
    fn planted(self) -> Vec<Piece> {
        pieces(match self {
            Property::UnreachCall => include_str!("parts/errors.c"),
            Property::NoOverflow => include_str!("parts/overflow.c"),
            Property::ValidMemsafety => include_str!("parts/access.c"),
            Property::Termination => include_str!("parts/endless.c"),
        })
    }
}

/// A program, with `WANT` still open.
pub(crate) struct Planted {
    pub(crate) text: String,
    /// The name of the function at which it starts.
    pub(crate) entry: &'static str,
    /// Number of input bytes.
    pub(crate) inputs: usize,
}

/// Ways to get the inputs: the bytes, and statements that make `a` and perhaps `b`.
const INPUTS: [(usize, &str); 7] = [
    (1, "unsigned char a = __VERIFIER_nondet_uchar();"),
    (1, "signed char a = __VERIFIER_nondet_char();"),
    (1, "unsigned char in[2] = { __VERIFIER_nondet_uchar(), 7 }; unsigned short a = in[0] * 3u;"),
    (1, "int a = __VERIFIER_nondet_uchar() - 100;"),
    (2, "unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();"),
    (
        2,
        "unsigned short both = __VERIFIER_nondet_ushort(); unsigned char a = both & 15, b = both >> 12;",
    ),
    (2, "short both = __VERIFIER_nondet_short(); int a = both & 63; signed char b = both >> 10;"),
];

pub(crate) fn program(seed: u64, property: Property) -> Planted {
    let mut random = Random::new(seed * 4 + property as u64);
    let random = &mut random;
    // Two bytes are 65 536 native runs.
    let ways = if random.percent(70) { 4 } else { INPUTS.len() };
    let (inputs, mut reading) = INPUTS[random.below(ways)];
    let by_entry = inputs == 1 && random.percent(10);
    let mut neutral = pieces(include_str!("parts/integers.c"));
    neutral.extend(pieces(include_str!("parts/memory.c")));
    neutral.extend(pieces(include_str!("parts/text.c")));
    neutral.extend(pieces(include_str!("parts/control.c")));
    let mut top = String::new();
    let mut before = String::new();
    let mut after = String::new();
    let variables = if reading.contains(" b = ") { 2 } else { 1 };
    let mut add = |filled: Filled, statements: &mut String| {
        top.push_str(&filled.top);
        statements.push_str("    ");
        statements.push_str(filled.statements.trim_end());
        statements.push('\n');
    };
    let count = 1 + random.below(3);
    for number in 0..count {
        let piece = *random.pick(&neutral);
        add(piece.fill(random, number + 1, variables), &mut before);
    }
    let planted = *random.pick(&property.planted());
    add(planted.fill(random, count + 1, variables), &mut after);
    if random.percent(30) {
        let piece = *random.pick(&neutral);
        add(piece.fill(random, count + 2, variables), &mut after);
    }
    let key = *random.pick(&[
        "acc & 0xffff",
        "(acc ^ acc >> 16) & 0xffff",
        "(unsigned short)acc",
        "acc % 65521",
        "(acc >> 3) & 0xffff",
    ]);
    let (entry, head) = if by_entry {
        reading = "";
        ("work", *random.pick(&["int work(unsigned char a)", "int work(signed char a)"]))
    } else {
        ("main", "int main(void)")
    };
    let prelude = include_str!("planted.h");
    let name = planted.name;
    let text = format!(
        "{prelude}\n/* planted: {name} */\n{top}\n{head}\n{{\n    {reading}\n    unsigned acc = a{}, key;\n{before}    \
         key = {key};\n    KEY(key);\n{after}    return (int)(acc & 1);\n}}\n",
        if variables > 1 { " * 259u + b" } else { "" }
    );
    Planted { text, entry, inputs }
}
