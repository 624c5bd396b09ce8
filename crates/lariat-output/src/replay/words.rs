//! Which words of the sanitizers stand for which kinds of bugs.
//!
//! A sanitizer has its own words for what Lariat predicts, and not always the same one for the same mistake: a bad pointer given to
//! `free` may be "not malloc()-ed" or a SEGV, a copy that is too long may be a "negative-size-param". [`TABLE`] lists them for
//! every kind of bug. A word of the kind's *own* is looked for anywhere on the stack. Another word counts only where the program's own
//! innermost line is the predicted one. `docs/confirmation.md` shows the table to users, and a test compares the two.

use lariat_exec::BugKind;

use crate::replay::symptoms::{Symptom, SymptomKind};

/// This near to zero an address is that of a member of an object at address zero, or of what the sanitizer looks for in front of a
/// function there.
const NULL_PAGES: u64 = 0x10000;

fn is_near_null(address: u64) -> bool {
    address < NULL_PAGES || address.wrapping_neg() < NULL_PAGES
}

/// What a symptom may be called. A symptom can have several words: an access of unknown direction is a read and a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    ReadOutside,
    WriteOutside,
    ReadOfBadAddress,
    WriteToBadAddress,
    NullAddress,
    HighAddress,
    NullUse,
    NullArgument,
    UseAfterFree,
    UseAfterScope,
    DoubleFree,
    BadFree,
    WrongDeallocator,
    Overlap,
    NegativeSize,
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
    WrongFunctionType,
    PointerOverflow,
    ArrayLength,
    BuiltinArgument,
    Alignment,
}

impl Word {
    /// How the documentation writes it.
    #[cfg(test)]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Word::ReadOutside => "buffer-overflow (read)",
            Word::WriteOutside => "buffer-overflow (write)",
            Word::ReadOfBadAddress => "SEGV (read)",
            Word::WriteToBadAddress => "SEGV (write)",
            Word::NullAddress => "SEGV near address 0",
            Word::HighAddress => "SEGV at a high address",
            Word::NullUse => "null pointer",
            Word::NullArgument => "null pointer passed as argument",
            Word::UseAfterFree => "heap-use-after-free",
            Word::UseAfterScope => "stack-use-after-scope, stack-use-after-return",
            Word::DoubleFree => "attempting double-free",
            Word::BadFree => "attempting free on address which was not malloc()-ed",
            Word::WrongDeallocator => "alloc-dealloc-mismatch",
            Word::Overlap => "*-param-overlap",
            Word::NegativeSize => "negative-size-param",
            Word::Leak => "leak",
            Word::StackOverflow => "stack-overflow",
            Word::ArithmeticTrap => "FPE",
            Word::IllegalInstruction => "ILL, TRAP",
            Word::Abort => "ABRT",
            Word::Assertion => "a failed assertion's message",
            Word::ErrorReached => "a call of the error function",
            Word::Reported => "a call of klee_report_error",
            Word::Uninitialised => "use-of-uninitialized-value",
            Word::DivisionByZero => "division by zero",
            Word::SignedOverflow => "signed integer overflow",
            Word::Shift => "shift exponent",
            Word::Unreachable => "unreachable program point",
            Word::WrongFunctionType => "incorrect function type",
            Word::PointerOverflow => "pointer overflow",
            Word::ArrayLength => "non-positive array length",
            Word::BuiltinArgument => "not a valid argument",
            Word::Alignment => "assumption of alignment",
        }
    }
}

/// The words for a kind of bug.
pub(crate) struct Row {
    pub(crate) kind: BugKind,
    /// Those that mean this kind.
    pub(crate) own: &'static [Word],
    /// Those that mean it where the innermost line is the predicted one.
    pub(crate) at_the_place: &'static [Word],
}

const fn row(kind: BugKind, own: &'static [Word], at_the_place: &'static [Word]) -> Row {
    Row { kind, own, at_the_place }
}

/// The words for each kind of bug.
pub(crate) const TABLE: [Row; BugKind::ALL.len()] = {
    use BugKind as K;
    use Word as W;
    [
        row(
            K::OutOfBoundsRead,
            &[W::ReadOutside, W::ReadOfBadAddress, W::HighAddress],
            // A copy is looked at as a whole before it begins, and what is behind an object may be something that is gone.
            &[W::Overlap, W::NegativeSize, W::UseAfterFree, W::UseAfterScope],
        ),
        row(
            K::OutOfBoundsWrite,
            &[W::WriteOutside, W::WriteToBadAddress, W::HighAddress],
            &[W::Overlap, W::NegativeSize, W::UseAfterFree, W::UseAfterScope],
        ),
        row(
            K::NullDereference,
            &[W::NullUse, W::NullArgument, W::NullAddress],
            // Far from zero where the index is large.
            &[W::ReadOfBadAddress, W::WriteToBadAddress, W::HighAddress],
        ),
        row(
            K::InvalidPointer,
            &[W::ReadOfBadAddress, W::WriteToBadAddress, W::ReadOutside, W::WriteOutside],
            // What a wild pointer hits is a matter of luck.
            &[W::NullUse, W::UseAfterFree, W::UseAfterScope, W::Overlap, W::NegativeSize],
        ),
        row(K::WriteToConstant, &[W::WriteToBadAddress], &[W::WriteOutside]),
        row(
            K::UseAfterFree,
            &[W::UseAfterFree],
            // The memory may belong to something else by now, or to nobody; giving it to `realloc` is freeing it.
            &[
                W::ReadOutside,
                W::WriteOutside,
                W::ReadOfBadAddress,
                W::WriteToBadAddress,
                W::DoubleFree,
                W::BadFree,
            ],
        ),
        row(
            K::UseAfterScope,
            &[W::UseAfterScope],
            &[W::ReadOutside, W::WriteOutside, W::ReadOfBadAddress, W::WriteToBadAddress],
        ),
        row(
            K::DoubleFree,
            &[W::DoubleFree],
            &[W::BadFree, W::UseAfterFree, W::ReadOfBadAddress, W::WriteToBadAddress],
        ),
        row(
            K::InvalidFree,
            &[W::BadFree],
            // The allocator looks for its notes in front of the address, wherever that is.
            &[W::WrongDeallocator, W::DoubleFree, W::ReadOfBadAddress, W::WriteToBadAddress],
        ),
        row(K::UninitialisedBranch, &[W::Uninitialised], &[]),
        row(K::DivisionByZero, &[W::DivisionByZero, W::ArithmeticTrap], &[]),
        // The one overflow that traps is that of a division.
        // Of a narrow number that is shifted in its place (`s <<= 20`), UBSan says that the amount is too large for its own type.
        row(K::SignedOverflow, &[W::SignedOverflow, W::ArithmeticTrap], &[W::Shift]),
        row(K::InvalidShift, &[W::Shift], &[]),
        row(K::UnreachableReached, &[W::Unreachable], &[W::IllegalInstruction]),
        row(K::AssertionFailure, &[W::Assertion], &[]),
        row(K::ErrorReached, &[W::ErrorReached], &[]),
        row(K::Abort, &[W::Abort, W::IllegalInstruction], &[]),
        row(K::MemoryLeak, &[W::Leak], &[]),
        row(K::StackExhaustion, &[W::StackOverflow], &[]),
        row(
            K::PoisonUse,
            &[W::SignedOverflow, W::Shift, W::ReadOutside, W::WriteOutside, W::PointerOverflow],
            &[],
        ),
        row(
            K::InvalidCall,
            &[W::ReadOfBadAddress, W::WriteToBadAddress, W::WrongFunctionType],
            &[W::NullUse],
        ),
        row(K::InvalidLength, &[W::ArrayLength], &[]),
        // The functions of <ctype.h> look into a table.
        row(
            K::InvalidArgument,
            &[W::BuiltinArgument, W::Alignment, W::ReadOfBadAddress, W::ReadOutside],
            &[],
        ),
        // A copy of a symbolic length may be too long as well, and strings that overlap may lose their end.
        row(
            K::OverlappingCopy,
            &[W::Overlap],
            &[W::ReadOutside, W::WriteOutside, W::ReadOfBadAddress, W::WriteToBadAddress],
        ),
        row(
            K::Reported,
            &[W::Reported],
            // What cannot be made symbolic cannot be written natively.
            &[W::ReadOfBadAddress, W::WriteToBadAddress],
        ),
    ]
};

/// How well a symptom fits a kind of bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fit {
    /// It is of this kind.
    Own,
    /// It is of this kind if it is at the predicted place.
    AtThePlace,
    /// It is something else.
    No,
}

/// How well a symptom fits a kind of bug.
pub(crate) fn fit(kind: BugKind, symptom: &Symptom) -> Fit {
    let Some(row) = TABLE.iter().find(|row| row.kind == kind) else { return Fit::No };
    let words = words(symptom);
    if words.iter().any(|word| row.own.contains(word)) {
        Fit::Own
    } else if words.iter().any(|word| row.at_the_place.contains(word)) {
        Fit::AtThePlace
    } else {
        Fit::No
    }
}

/// The words for a symptom.
pub(crate) fn words(symptom: &Symptom) -> Vec<Word> {
    use SymptomKind as S;
    let directed = |write: Option<bool>, read_word, write_word| {
        let mut words = Vec::new();
        if write != Some(true) {
            words.push(read_word);
        }
        if write != Some(false) {
            words.push(write_word);
        }
        words
    };
    let one = match symptom.kind {
        S::Overflow { write } => return directed(write, Word::ReadOutside, Word::WriteOutside),
        S::BadAddress { address, write, .. } => {
            let mut words = directed(write, Word::ReadOfBadAddress, Word::WriteToBadAddress);
            match address {
                Some(address) if is_near_null(address) => words.push(Word::NullAddress),
                Some(_) => {}
                // The processor says neither which address it was nor what was to be done there.
                None => words.push(Word::HighAddress),
            }
            return words;
        }
        // What was lost by the replay library is not the program's.
        S::Leak if symptom.is_of_the_replay_library() => return Vec::new(),
        S::OutOfMemory | S::Other => return Vec::new(),
        S::Leak => Word::Leak,
        S::UseAfterFree => Word::UseAfterFree,
        S::UseAfterScope => Word::UseAfterScope,
        S::DoubleFree => Word::DoubleFree,
        S::BadFree => Word::BadFree,
        S::WrongDeallocator => Word::WrongDeallocator,
        S::Overlap => Word::Overlap,
        S::NegativeSize => Word::NegativeSize,
        S::StackOverflow => Word::StackOverflow,
        S::ArithmeticTrap => Word::ArithmeticTrap,
        S::IllegalInstruction => Word::IllegalInstruction,
        S::Abort => Word::Abort,
        S::Assertion => Word::Assertion,
        S::ErrorReached => Word::ErrorReached,
        S::Reported => Word::Reported,
        S::Uninitialised => Word::Uninitialised,
        S::DivisionByZero => Word::DivisionByZero,
        S::SignedOverflow => Word::SignedOverflow,
        S::Shift => Word::Shift,
        S::Unreachable => Word::Unreachable,
        S::NullUse => Word::NullUse,
        S::NullArgument => Word::NullArgument,
        S::WrongFunctionType => Word::WrongFunctionType,
        S::PointerOverflow => Word::PointerOverflow,
        S::ArrayLength => Word::ArrayLength,
        S::BuiltinArgument => Word::BuiltinArgument,
        S::Alignment => Word::Alignment,
    };
    vec![one]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_the_same_table() {
        let page = include_str!("../../../../docs/confirmation.md");
        let page: Vec<&str> = page.split_whitespace().collect();
        let page = page.join(" ");
        let list = |words: &[Word]| {
            let names: Vec<String> =
                words.iter().map(|word| format!("`{}`", word.name())).collect();
            names.join("; ")
        };
        for row in &TABLE {
            let mut item = format!("- **{}**: {}.", row.kind.name(), list(row.own));
            if !row.at_the_place.is_empty() {
                item += &format!(" At the very place: {}.", list(row.at_the_place));
            }
            // What follows is the next item or the next heading, so nothing more is said.
            let is_there =
                ["- **", "##"].iter().any(|next| page.contains(&format!("{item} {next}")));
            assert!(is_there, "docs/confirmation.md lacks\n{item}");
        }
    }

    #[test]
    fn each_kind_has_one_row() {
        for kind in BugKind::ALL {
            assert_eq!(TABLE.iter().filter(|row| row.kind == *kind).count(), 1, "{kind:?}");
        }
        for row in &TABLE {
            assert!(!row.own.is_empty());
            assert!(row.at_the_place.iter().all(|word| !row.own.contains(word)), "{:?}", row.kind);
        }
    }
}
