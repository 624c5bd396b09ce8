//! Reading what sanitizers, the C library and the replay library print when something goes wrong.
//!
//! A run may have several symptoms: undefined behaviour is reported and the program goes on, and a crash comes last. Each is
//! read with its kind, its headline and the stack at that moment.

use std::sync::LazyLock;

use regex::Regex;

use crate::bugs::Place;

/// What went wrong natively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SymptomKind {
    /// Outside of an object, on the heap, the stack or among the global variables.
    Overflow {
        write: Option<bool>,
    },
    /// An access to an address that is not there; none if the processor does not say which.
    BadAddress {
        address: Option<u64>,
        write: Option<bool>,
    },
    UseAfterFree,
    UseAfterScope,
    DoubleFree,
    BadFree,
    Leak,
    StackOverflow,
    ArithmeticTrap,
    IllegalInstruction,
    Abort,
    Assertion,
    ErrorReached,
    Reported,
    Uninitialised,
    DivisionByZero,
    SignedOverflow,
    Shift,
    Unreachable,
    NullUse,
    WrongFunctionType,
    /// An address computed outside of an object.
    PointerOverflow,
    /// Undefined behaviour that Lariat has no name for.
    Other,
}

/// Something that went wrong natively, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symptom {
    pub(crate) kind: SymptomKind,
    pub(crate) headline: String,
    /// The functions and places on the stack, the innermost first, as far as they are known.
    pub(crate) frames: Vec<(String, Place)>,
}

impl Symptom {
    /// Whether the replay library's own code is on the stack.
    pub(crate) fn is_of_the_replay_library(&self) -> bool {
        self.frames.iter().any(|(_, place)| place.file.ends_with("lariat_replay.c"))
    }

    /// The headline and the first place that is the program's.
    pub(crate) fn describe(&self) -> String {
        match self.frames.iter().find(|(_, place)| !is_foreign(&place.file)) {
            Some((_, place)) => format!("{} at {place}", self.headline),
            None => self.headline.clone(),
        }
    }
}

/// Whether a file belongs to the C library, a sanitizer or the replay library.
fn is_foreign(file: &str) -> bool {
    ["lariat_replay.c", "/sysdeps/", "csu/", "compiler-rt"].iter().any(|part| file.contains(part))
        || ["nptl/", "signal/", "stdlib/", "assert/", "string/"].iter().any(|d| file.starts_with(d))
}

fn pattern(text: &str) -> Regex {
    // The patterns are constants; a wrong one is found by the first test.
    Regex::new(text).expect("a pattern of this file is not a regular expression")
}

static ERROR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^==\d+==(?:ERROR|WARNING): (Address|Leak|Memory)Sanitizer: (.*)$"));
static RUNTIME_ERROR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(.+?):(\d+):(\d+): runtime error: (.*)$"));
static ASSERTION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\S+: (.+?):(\d+): (.*): (Assertion `.*' failed)\.$"));
static FRAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s+#\d+ 0x[0-9a-f]+ in (\S+) (.+?):(\d+)(?::(\d+))?$"));
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| pattern(r"unknown address 0x([0-9a-f]+)"));
static ACCESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:==\d+==The signal is caused by a )?(READ|WRITE) (?:of size|memory access)")
});
static LEAK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^((?:Direct|Indirect) leak of .*) allocated from:$"));
static IN_PARENTHESES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(.*) \((.*?):(\d+)(?: in (\S+))?\)$"));

/// Everything that went wrong, in the order in which it was printed.
pub(crate) fn read(messages: &str) -> Vec<Symptom> {
    let mut symptoms: Vec<Symptom> = Vec::new();
    let mut in_stack = false;
    for line in messages.lines() {
        if let Some(symptom) = headline(line) {
            symptoms.push(symptom);
            in_stack = true;
        } else if line.is_empty() {
            // Later stacks say where memory came from.
            in_stack = false;
        } else if let (true, Some(symptom)) = (in_stack, symptoms.last_mut()) {
            if let Some(frame) = FRAME.captures(line) {
                symptom.frames.push((frame[1].to_owned(), place(&frame, 2, 3, 4)));
            } else if let Some(access) = ACCESS.captures(line) {
                let is_write = &access[1] == "WRITE";
                match &mut symptom.kind {
                    SymptomKind::Overflow { write } | SymptomKind::BadAddress { write, .. } => {
                        *write = Some(is_write);
                    }
                    _ => {}
                }
            }
        }
    }
    symptoms
}

fn place(captures: &regex::Captures<'_>, file: usize, line: usize, column: usize) -> Place {
    let number =
        |group| captures.get(group).and_then(|text| text.as_str().parse().ok()).unwrap_or(0);
    let file = captures.get(file).map_or("", |text| text.as_str()).to_owned();
    Place { file, line: number(line), column: number(column) }
}

/// The first line of a report.
fn headline(line: &str) -> Option<Symptom> {
    if let Some(found) = RUNTIME_ERROR.captures(line) {
        let message = found[4].to_owned();
        let kind = undefined_behaviour(&message);
        let frames = vec![(String::new(), place(&found, 1, 2, 3))];
        return Some(Symptom { kind, headline: message, frames });
    }
    if let Some(found) = ERROR.captures(line) {
        let kind = match &found[1] {
            // What is lost is listed below, each piece with its own stack.
            "Leak" => return None,
            "Memory" if found[2].starts_with("use-of-uninit") => SymptomKind::Uninitialised,
            _ => address_error(&found[2]),
        };
        return Some(Symptom { kind, headline: short(&found[2]), frames: Vec::new() });
    }
    if let Some(found) = LEAK.captures(line) {
        let headline = found[1].to_owned();
        return Some(Symptom { kind: SymptomKind::Leak, headline, frames: Vec::new() });
    }
    if let Some(found) = ASSERTION.captures(line) {
        let frames = vec![(String::new(), place(&found, 1, 2, usize::MAX))];
        return Some(Symptom {
            kind: SymptomKind::Assertion,
            headline: found[4].to_owned(),
            frames,
        });
    }
    let message = line.strip_prefix("lariat: ")?;
    let kind = if message.starts_with("reached ") {
        SymptomKind::ErrorReached
    } else if message.starts_with("assertion failed: ") {
        SymptomKind::Assertion
    } else if message.starts_with("reported error: ") {
        SymptomKind::Reported
    } else {
        return None;
    };
    let (headline, frames) = match IN_PARENTHESES.captures(message) {
        Some(found) => {
            (found[1].to_owned(), vec![(String::new(), place(&found, 2, 3, usize::MAX))])
        }
        None => (message.to_owned(), Vec::new()),
    };
    Some(Symptom { kind, headline, frames })
}

/// What AddressSanitizer found.
fn address_error(message: &str) -> SymptomKind {
    let starts = |prefix: &str| message.starts_with(prefix);
    if starts("heap-buffer-overflow")
        || starts("stack-buffer-overflow")
        || starts("stack-buffer-underflow")
        || starts("global-buffer-overflow")
        || starts("dynamic-stack-buffer-overflow")
        || starts("container-overflow")
        // What the replay library leaves around objects at fixed addresses.
        || starts("use-after-poison")
        || starts("negative-size-param")
    {
        SymptomKind::Overflow { write: None }
    } else if starts("heap-use-after-free") {
        SymptomKind::UseAfterFree
    } else if starts("stack-use-after") {
        SymptomKind::UseAfterScope
    } else if starts("attempting double-free") {
        SymptomKind::DoubleFree
    } else if starts("attempting free on address")
        || starts("attempting to call malloc_usable_size")
    {
        SymptomKind::BadFree
    } else if starts("stack-overflow") {
        SymptomKind::StackOverflow
    } else if starts("FPE") {
        SymptomKind::ArithmeticTrap
    } else if starts("ILL") || starts("TRAP") {
        SymptomKind::IllegalInstruction
    } else if starts("ABRT") {
        SymptomKind::Abort
    } else if starts("SEGV") || starts("BUS") || starts("unknown-crash") {
        let address =
            ADDRESS.captures(message).and_then(|found| u64::from_str_radix(&found[1], 16).ok());
        SymptomKind::BadAddress { address, write: None }
    } else {
        SymptomKind::Other
    }
}

/// What UndefinedBehaviorSanitizer found.
fn undefined_behaviour(message: &str) -> SymptomKind {
    let has = |part: &str| message.contains(part);
    if has("division by zero") {
        SymptomKind::DivisionByZero
    } else if has("signed integer overflow")
        || (message.starts_with("negation of") && has("cannot be represented"))
        || (message.starts_with("division of") && has("cannot be represented"))
        // A floating-point number converted to an integer that it does not fit.
        || has("outside the range of representable values of type")
    {
        SymptomKind::SignedOverflow
    } else if has("shift exponent") {
        SymptomKind::Shift
    } else if has("unreachable program point") || has("end of a value-returning function") {
        SymptomKind::Unreachable
    } else if has("null pointer of type") || has("null pointer passed as argument") {
        SymptomKind::NullUse
    } else if has("out of bounds for type") || has("with insufficient space") {
        SymptomKind::Overflow { write: None }
    } else if has("pointer index expression") || has("offset to null pointer") {
        SymptomKind::PointerOverflow
    } else if has("incorrect function type") {
        SymptomKind::WrongFunctionType
    } else {
        SymptomKind::Other
    }
}

/// A headline without the addresses, which differ from run to run.
fn short(message: &str) -> String {
    let end = [" on address 0x", " (pc", " on unknown address", " on 0x", ": 0x"]
        .iter()
        .filter_map(|mark| message.find(mark))
        .min()
        .unwrap_or(message.len());
    message[..end].trim_end_matches([':', ' ']).to_owned()
}
