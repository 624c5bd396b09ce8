//! Constant expressions that clang computes itself: initialisers of globals, enumerators, labels of cases, sizes.
//!
//! Of an overflow in them no instruction is left, and no sanitizer looks at them. But clang warns. A warning at a place where there is code is
//! about code, which the executor looks at; any other one is about such an expression.

use std::path::Path;

use lariat_frontend::Warning;
use lariat_program::Program;

/// What tells of a signed overflow, which is none where signed arithmetic wraps.
const OVERFLOW: [&str; 5] = [
    "[-Winteger-overflow]",
    "[-Wshift-overflow]",
    "[-Wshift-sign-overflow]",
    "[-Wshift-negative-value]",
    ": note: left shift of negative value",
];

/// What tells of other things that C does not define.
const OTHERS: [&str; 5] = [
    "[-Wshift-count-overflow]",
    "[-Wshift-count-negative]",
    "[-Wdivision-by-zero]",
    ": note: shift count ",
    ": note: negative shift count ",
];

/// The places of constant expressions whose value C does not define.
pub(crate) fn undefined_constants(
    program: &Program,
    warnings: &[Warning],
    wraps: bool,
) -> Vec<String> {
    let texts = warnings.iter().filter_map(|warning| match warning {
        Warning::Compiler { text, .. } | Warning::Unasked { text, .. } => Some(text),
        _ => None,
    });
    let lines = texts.flat_map(|text| text.lines());
    let lines = lines.filter(|line| {
        (!wraps && OVERFLOW.iter().any(|text| line.contains(text)))
            || OTHERS.iter().any(|text| line.contains(text))
    });
    let places = lines.filter_map(|line| {
        [": warning: ", ": note: "].iter().find_map(|kind| line.split_once(kind))
    });
    let places = places.map(|(place, _)| place).filter(|place| !has_code(program, place));
    let mut places: Vec<String> = places.map(str::to_owned).collect();
    places.dedup();
    places
}

/// Whether there is an instruction of a place, which is written `file:line:column`.
fn has_code(program: &Program, place: &str) -> bool {
    let mut words = place.rsplitn(3, ':');
    let mut number = || words.next().and_then(|word| word.parse::<u32>().ok());
    let (column, line) = (number(), number());
    let file = words.next().map(Path::new).and_then(Path::file_name);
    program.locations.iter().any(|location| {
        (Some(location.line), Some(location.column)) == (line, column)
            && Path::new(&program.files[location.file].path).file_name() == file
    })
}
