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
        /// Where the program was.
        pc: Option<u64>,
        write: Option<bool>,
    },
    UseAfterFree,
    UseAfterScope,
    DoubleFree,
    BadFree,
    /// Freed by another function than the one that belongs to the allocation.
    WrongDeallocator,
    /// Memory is copied to itself, partly.
    Overlap,
    /// A size that is negative as a signed number.
    NegativeSize,
    /// The machine has less memory than the program asks for.
    OutOfMemory,
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
    /// A null pointer for a parameter that must not be null.
    NullArgument,
    WrongFunctionType,
    /// An address computed outside of an object.
    PointerOverflow,
    /// A variable length array without elements.
    ArrayLength,
    /// A builtin function called with an argument that it is not defined for.
    BuiltinArgument,
    /// A pointer that is not aligned as the compiler was promised.
    Alignment,
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
    /// The place that the program itself gave, as an argument of the function for failed assertions.
    pub(crate) stated: Option<Place>,
    /// The line of the messages it begins at.
    pub(crate) line: usize,
    /// Whether the program ended there.
    pub(crate) is_fatal: bool,
}

/// Whether a function is one of the replay library's for allocations of the program.
fn is_allocation(function: &str) -> bool {
    let name = function.strip_prefix(lariat_runtime::REPLAYED_PREFIX);
    name.is_some_and(|name| lariat_runtime::REPLAYED_ALLOCATIONS.contains(&name))
}

impl Symptom {
    /// Whether the replay library does this for itself, and not for the program.
    pub(crate) fn is_of_the_replay_library(&self) -> bool {
        self.frames.iter().any(|(function, place)| {
            place.file.ends_with("lariat_replay.c") && !is_allocation(function)
        })
    }

    /// The innermost place that is the program's.
    pub(crate) fn place(&self) -> Option<&Place> {
        let frames = self.frames.iter().map(|(_, place)| place);
        frames.chain(&self.stated).find(|place| !is_foreign(&place.file))
    }

    /// The address that the program jumped to, if nothing can be executed there. A jump leaves no trace on the stack, so where
    /// it came from is not known.
    pub(crate) fn jumped_to(&self) -> Option<u64> {
        match self.kind {
            SymptomKind::BadAddress { address, pc, .. } if address == pc => pc,
            _ => None,
        }
    }

    /// The headline and the first place that is the program's.
    pub(crate) fn describe(&self) -> String {
        match self.place() {
            Some(place) => format!("{} at {place}", self.headline),
            None => self.headline.clone(),
        }
    }
}

/// Whether a file belongs to the C library, a sanitizer or the replay library.
fn is_foreign(file: &str) -> bool {
    ["lariat_replay.c", "/sysdeps/", "csu/", "compiler-rt"].iter().any(|part| file.contains(part))
        || C_LIBRARY.iter().any(|directory| file.starts_with(directory))
}

/// Directories of the C library's source. The program's own files have their whole path on a stack.
const C_LIBRARY: [&str; 14] = [
    "assert/",
    "ctype/",
    "io/",
    "libio/",
    "malloc/",
    "misc/",
    "nptl/",
    "posix/",
    "signal/",
    "stdio-common/",
    "stdlib/",
    "string/",
    "time/",
    "wcsmbs/",
];

fn pattern(text: &str) -> Regex {
    // The patterns are constants; a wrong one is found by the first test.
    Regex::new(text).expect("a pattern of this file is not a regular expression")
}

static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^==\d+==(?:ERROR|WARNING): (Address|Leak|Memory|UndefinedBehavior)Sanitizer: (.*)$")
});
static RUNTIME_ERROR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(.+?):(\d+):(\d+): runtime error: (.*)$"));
static ASSERTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\S+: (.+?):(\d+): (?:.*: )?(Assertion `.*' failed|Unexpected error: .*)\.$")
});
static FRAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s+#\d+ 0x[0-9a-f]+ in (\S+) (.+?):(\d+)(?::(\d+))?$"));
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| pattern(r"unknown address 0x([0-9a-f]+)"));
static PC: LazyLock<Regex> = LazyLock::new(|| pattern(r"\(pc 0x([0-9a-f]+)"));
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
    for (number, line) in messages.lines().enumerate() {
        if let Some(symptom) = headline(line) {
            symptoms.push(Symptom { line: number, ..symptom });
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
    for position in 1..symptoms.len() {
        // The message of a failed assertion comes without a stack, and the abort that follows has it.
        let (before, rest) = symptoms.split_at_mut(position);
        if let (Some(assertion), Some(abort)) = (before.last_mut(), rest.first())
            && assertion.kind == SymptomKind::Assertion
            && abort.kind == SymptomKind::Abort
            && abort.frames.iter().any(|(function, _)| is_assertion(function))
        {
            assertion.frames.clone_from(&abort.frames);
        }
    }
    symptoms
}

/// Whether a function is the C library's for failed assertions, or the replay library's in its place.
fn is_assertion(function: &str) -> bool {
    let name = function.strip_prefix(lariat_runtime::REPLAYED_PREFIX).unwrap_or(function);
    name.starts_with("__assert")
}

/// A symptom of which only the headline is known.
fn symptom(kind: SymptomKind, headline: String, frames: Vec<(String, Place)>) -> Symptom {
    Symptom { kind, headline, frames, stated: None, line: 0, is_fatal: true }
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
        return Some(Symptom { is_fatal: false, ..symptom(kind, message, frames) });
    }
    if let Some(found) = ERROR.captures(line) {
        let kind = match &found[1] {
            // What is lost is listed below, each piece with its own stack.
            "Leak" => return None,
            "Memory" if found[2].starts_with("use-of-uninit") => SymptomKind::Uninitialised,
            _ => address_error(&found[2]),
        };
        let is_fatal = kind != SymptomKind::Uninitialised;
        return Some(Symptom { is_fatal, ..symptom(kind, short(&found[2]), Vec::new()) });
    }
    if let Some(found) = LEAK.captures(line) {
        let headline = found[1].to_owned();
        return Some(symptom(SymptomKind::Leak, headline, Vec::new()));
    }
    if let Some(found) = ASSERTION.captures(line) {
        let stated = Some(place(&found, 1, 2, usize::MAX));
        let assertion = symptom(SymptomKind::Assertion, found[3].to_owned(), Vec::new());
        return Some(Symptom { stated, ..assertion });
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
    let (headline, stated) = match IN_PARENTHESES.captures(message) {
        Some(found) => (found[1].to_owned(), Some(place(&found, 2, 3, usize::MAX))),
        None => (message.to_owned(), None),
    };
    Some(Symptom { stated, ..symptom(kind, headline, Vec::new()) })
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
    {
        SymptomKind::Overflow { write: None }
    } else if starts("negative-size-param") {
        SymptomKind::NegativeSize
    } else if message.split([':', ' ']).next().is_some_and(|word| word.ends_with("-param-overlap"))
    {
        SymptomKind::Overlap
    } else if starts("alloc-dealloc-mismatch") {
        SymptomKind::WrongDeallocator
    } else if starts("requested allocation size")
        || starts("allocation-size-too-big")
        || starts("out-of-memory")
        || starts("out of memory")
        || starts("rss-limit-exceeded")
        || starts("hard rss limit exhausted")
    {
        SymptomKind::OutOfMemory
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
        let number = |pattern: &Regex| {
            pattern.captures(message).and_then(|found| u64::from_str_radix(&found[1], 16).ok())
        };
        SymptomKind::BadAddress { address: number(&ADDRESS), pc: number(&PC), write: None }
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
        || message.starts_with("left shift of")
        // A floating-point number converted to an integer that it does not fit.
        || has("outside the range of representable values of type")
    {
        SymptomKind::SignedOverflow
    } else if has("shift exponent") {
        SymptomKind::Shift
    } else if has("unreachable program point") || has("end of a value-returning function") {
        SymptomKind::Unreachable
    } else if has("null pointer passed as argument") {
        SymptomKind::NullArgument
    } else if has("null pointer of type") {
        SymptomKind::NullUse
    } else if has("out of bounds for type") || has("with insufficient space") {
        SymptomKind::Overflow { write: None }
    } else if has("pointer index expression") || has("offset to null pointer") {
        SymptomKind::PointerOverflow
    } else if has("variable length array bound") {
        SymptomKind::ArrayLength
    } else if has("which is not a valid argument") {
        SymptomKind::BuiltinArgument
    } else if message.starts_with("assumption of") && has("byte alignment") {
        SymptomKind::Alignment
    } else if has("incorrect function type") {
        SymptomKind::WrongFunctionType
    } else {
        SymptomKind::Other
    }
}

/// A headline without the addresses, which differ from run to run.
fn short(message: &str) -> String {
    let end =
        [" on address 0x", " (pc", " on unknown address", " on 0x", ": 0x", ": memory ranges"]
            .iter()
            .filter_map(|mark| message.find(mark))
            .min()
            .unwrap_or(message.len());
    message[..end].trim_end_matches([':', ' ']).to_owned()
}
