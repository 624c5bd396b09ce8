//! Whether a native run shows the bug that was predicted.
//!
//! A bug is confirmed if the run has a symptom of its kind *at its place*: the predicted line must be on the stack of the symptom. Bugs
//! inside a C library model are looked for at the call in the program, since natively the machine's own library runs. The
//! place of a leak is that of the allocation. The place does not count where there is none to compare: exhausted stacks are
//! noticed anywhere, and poison is noticed where it is made, not where it is used.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lariat_exec::BugKind;

use crate::bugs::{BugReport, MODELS, Place, Verdict};
use crate::replay::process::{NativeEnd, NativeRun};
use crate::replay::symptoms::{self, Symptom, SymptomKind};

/// This near to zero an address is that of a member of an object at address zero, or of what the sanitizer looks for in front of a
/// function there.
const NULL_PAGES: u64 = 0x10000;

fn is_near_null(address: u64) -> bool {
    address < NULL_PAGES || address.wrapping_neg() < NULL_PAGES
}

/// The exit status with which the replay library refuses a test.
const BAD_TEST: i32 = 71;

/// Whether the run shows the bug. The directories are those the program was compiled in.
pub(crate) fn judge(
    report: &BugReport,
    run: &NativeRun,
    time: Duration,
    directories: &[PathBuf],
) -> Verdict {
    let symptoms = symptoms::read(&run.messages);
    let same_kind = || symptoms.iter().filter(|symptom| shows(report.kind, symptom));
    let expected = expected_place(report);
    let at_place = |symptom: &&Symptom| match &expected {
        Some(place) if place_counts(report.kind) => {
            symptom.frames.iter().any(|(_, frame)| is_same(place, frame, directories))
        }
        _ => true,
    };
    if let Some(symptom) = same_kind().find(at_place) {
        return Verdict::Confirmed { evidence: symptom.describe() };
    }
    let elsewhere = same_kind()
        .next()
        .map(|symptom| format!("it happens at another place: {}", symptom.describe()));
    Verdict::Unconfirmed { reason: elsewhere.unwrap_or_else(|| describe_end(run, time, &symptoms)) }
}

/// How a run ended, as a clause.
pub(crate) fn describe_end(run: &NativeRun, time: Duration, symptoms: &[Symptom]) -> String {
    let last = symptoms.last();
    match (run.end, last) {
        (NativeEnd::TimedOut, _) => format!("timed out after {} s", time.as_secs_f64()),
        (NativeEnd::Exit(BAD_TEST), _) if run.messages.starts_with("lariat: ") => {
            run.messages.lines().next().unwrap_or_default().to_owned()
        }
        (NativeEnd::Exit(status), None) => format!("ran to the end with status {status}"),
        (NativeEnd::Exit(0), Some(symptom)) => {
            format!("ran to the end with status 0, but on the way: {}", symptom.describe())
        }
        (NativeEnd::Exit(_) | NativeEnd::Signal(_), Some(symptom)) => {
            format!("crashed elsewhere: {}", symptom.describe())
        }
        (NativeEnd::Signal(signal), None) => format!("ended by signal {signal}"),
    }
}

/// The bug's place in the program itself.
fn expected_place(report: &BugReport) -> Option<&Place> {
    let stack = report.stack.iter().filter_map(|site| site.place.as_ref());
    report.place.iter().chain(stack).find(|place| !Path::new(&place.file).starts_with(MODELS))
}

fn place_counts(kind: BugKind) -> bool {
    !matches!(kind, BugKind::StackExhaustion | BugKind::PoisonUse)
}

/// The same line of the same file, however each of the two is written.
pub(crate) fn is_same(expected: &Place, seen: &Place, directories: &[PathBuf]) -> bool {
    let (one, other) = (Path::new(&expected.file), Path::new(&seen.file));
    if expected.line != seen.line || one.file_name() != other.file_name() {
        return false;
    }
    let resolve = |path: &Path| -> Vec<PathBuf> {
        directories
            .iter()
            .filter_map(|directory| directory.join(path).canonicalize().ok())
            .collect()
    };
    let (one, other) = (resolve(one), resolve(other));
    // Files that are no longer there can be compared by name only.
    one.is_empty() || other.is_empty() || one.iter().any(|path| other.contains(path))
}

/// Whether a symptom is one that a kind of bug has.
fn shows(kind: BugKind, symptom: &Symptom) -> bool {
    use SymptomKind as S;
    let seen = symptom.kind;
    let is_write = |write: Option<bool>, wanted: bool| write.is_none_or(|write| write == wanted);
    let bad_address = matches!(seen, S::BadAddress { .. });
    match kind {
        BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite => {
            let wanted = kind == BugKind::OutOfBoundsWrite;
            match seen {
                S::Overflow { write } | S::BadAddress { write, .. } => is_write(write, wanted),
                _ => false,
            }
        }
        BugKind::NullDereference => match seen {
            S::NullUse => true,
            S::BadAddress { address, .. } => address.is_some_and(is_near_null),
            _ => false,
        },
        BugKind::InvalidPointer => bad_address || matches!(seen, S::Overflow { .. }),
        BugKind::WriteToConstant => {
            matches!(seen, S::BadAddress { write, .. } if is_write(write, true))
        }
        BugKind::UseAfterFree => seen == S::UseAfterFree,
        BugKind::UseAfterScope => seen == S::UseAfterScope,
        BugKind::DoubleFree => seen == S::DoubleFree,
        BugKind::InvalidFree => seen == S::BadFree,
        BugKind::UninitialisedBranch => seen == S::Uninitialised,
        BugKind::DivisionByZero => matches!(seen, S::DivisionByZero | S::ArithmeticTrap),
        // The one overflow that traps is that of a division.
        BugKind::SignedOverflow => matches!(seen, S::SignedOverflow | S::ArithmeticTrap),
        BugKind::InvalidShift => seen == S::Shift,
        BugKind::UnreachableReached => seen == S::Unreachable,
        BugKind::AssertionFailure => seen == S::Assertion,
        BugKind::ErrorReached => seen == S::ErrorReached,
        BugKind::Abort => matches!(seen, S::Abort | S::IllegalInstruction),
        BugKind::MemoryLeak => seen == S::Leak && !symptom.is_of_the_replay_library(),
        BugKind::StackExhaustion => seen == S::StackOverflow,
        BugKind::PoisonUse => {
            matches!(seen, S::SignedOverflow | S::Shift | S::Overflow { .. } | S::PointerOverflow)
        }
        BugKind::InvalidCall => bad_address || seen == S::WrongFunctionType,
        BugKind::Reported => seen == S::Reported,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bugs::CallSite;

    fn report(kind: BugKind, file: &str, line: u32) -> BugReport {
        BugReport {
            kind,
            place: Some(Place { file: file.into(), line, column: 1 }),
            ..crate::bugs::tests::example()
        }
    }

    fn judged(report: &BugReport, end: NativeEnd, messages: &str) -> Verdict {
        let run = NativeRun { end, messages: messages.into() };
        judge(report, &run, Duration::from_secs(5), &[PathBuf::from("/nowhere")])
    }

    const OVERFLOW: &str = "\
=================================================================
==16869==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x504000000078 at pc 0x55a4b0b1dbbf bp 0x7ffd978d9430 sp 0x7ffd978d9428
WRITE of size 4 at 0x504000000078 thread T0
    #0 0x55a4b0b1dbbe in memcpy (/tmp/a+0x2c3f0) (BuildId: 7f0e1ac6)
    #1 0x55a4b0b1dbbe in main /src/a.c:14:31
    #2 0x7f45bdd87249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16

0x504000000078 is located 0 bytes after 40-byte region [0x504000000050,0x504000000078)
allocated by thread T0 here:
    #0 0x55a4b0ada68f in malloc (/tmp/a+0xcb68f) (BuildId: 7f0e1ac6)
    #1 0x55a4b0b1dac9 in main /src/a.c:13:15
";

    #[test]
    fn kind_direction_and_line_must_agree() {
        let end = NativeEnd::Exit(86);
        let confirmed =
            Verdict::Confirmed { evidence: "heap-buffer-overflow at /src/a.c:14:31".into() };
        assert_eq!(judged(&report(BugKind::OutOfBoundsWrite, "a.c", 14), end, OVERFLOW), confirmed);
        for (kind, file, line) in [
            (BugKind::OutOfBoundsRead, "a.c", 14),
            (BugKind::OutOfBoundsWrite, "b.c", 14),
            // Where the memory came from is not where the error is.
            (BugKind::OutOfBoundsWrite, "a.c", 13),
            (BugKind::UseAfterFree, "a.c", 14),
        ] {
            assert!(
                !judged(&report(kind, file, line), end, OVERFLOW).is_confirmed(),
                "{kind:?} {file}:{line}"
            );
        }
    }

    #[test]
    fn bugs_in_a_model_are_looked_for_at_its_call() {
        let mut bug = report(BugKind::OutOfBoundsWrite, "lariat-runtime/string.c", 30);
        let place = |file: &str, line| Some(Place { file: file.into(), line, column: 0 });
        bug.stack = vec![
            CallSite { function: "memcpy".into(), place: place("lariat-runtime/string.c", 30) },
            CallSite { function: "main".into(), place: place("a.c", 14) },
        ];
        assert!(judged(&bug, NativeEnd::Exit(86), OVERFLOW).is_confirmed());
    }

    #[test]
    fn an_error_before_the_bug_does_not_hide_it() {
        let messages = format!(
            "a.c:20:28: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n\
             \x20   #0 0x55b1065f1e11 in main /src/a.c:20:28\n\n{OVERFLOW}"
        );
        for (kind, line) in [(BugKind::SignedOverflow, 20), (BugKind::OutOfBoundsWrite, 14)] {
            assert!(
                judged(&report(kind, "a.c", line), NativeEnd::Exit(86), &messages).is_confirmed()
            );
        }
    }

    #[test]
    fn null_is_told_from_other_addresses() {
        let crash = |address: &str| {
            format!(
                "==1==ERROR: AddressSanitizer: SEGV on unknown address {address}(pc 0x1 bp 0x2 sp 0x3 T0)\n\
                 ==1==The signal is caused by a READ memory access.\n    #0 0x1 in main /src/a.c:5:3\n"
            )
        };
        let end = NativeEnd::Exit(86);
        let null = report(BugKind::NullDereference, "a.c", 5);
        assert!(judged(&null, end, &crash("0x000000000010 ")).is_confirmed());
        assert!(!judged(&null, end, &crash("0x602000000010 ")).is_confirmed());
        assert!(!judged(&null, end, &crash("")).is_confirmed());
        let wild = report(BugKind::InvalidPointer, "a.c", 5);
        assert!(judged(&wild, end, &crash("")).is_confirmed());
        assert!(
            !judged(&report(BugKind::WriteToConstant, "a.c", 5), end, &crash("")).is_confirmed()
        );
    }

    #[test]
    fn assertions_and_error_functions_are_told_by_their_messages() {
        let end = NativeEnd::Signal(6);
        let message = "prog: a.c:23: int main(void): Assertion `x==3' failed.\n";
        assert!(judged(&report(BugKind::AssertionFailure, "a.c", 23), end, message).is_confirmed());
        assert!(
            !judged(&report(BugKind::AssertionFailure, "a.c", 24), end, message).is_confirmed()
        );
        let message = "lariat: assertion failed: f(x) (a.c:7 in main)\n";
        assert!(judged(&report(BugKind::AssertionFailure, "a.c", 7), end, message).is_confirmed());
        let message = "lariat: reported error: no way (a.c:8)\n";
        assert!(judged(&report(BugKind::Reported, "a.c", 8), end, message).is_confirmed());
    }

    #[test]
    fn reasons_say_what_happened_instead() {
        let bug = report(BugKind::DivisionByZero, "a.c", 3);
        let reason = |end, messages| match judged(&bug, end, messages) {
            Verdict::Unconfirmed { reason } => reason,
            Verdict::Confirmed { evidence } => panic!("confirmed by {evidence}"),
        };
        assert_eq!(reason(NativeEnd::Exit(0), "hello\n"), "ran to the end with status 0");
        assert_eq!(reason(NativeEnd::TimedOut, ""), "timed out after 5 s");
        assert_eq!(reason(NativeEnd::Signal(9), ""), "ended by signal 9");
        assert_eq!(
            reason(NativeEnd::Exit(86), OVERFLOW),
            "crashed elsewhere: heap-buffer-overflow at /src/a.c:14:31"
        );
        assert_eq!(
            reason(NativeEnd::Exit(0), "x.c:9:1: runtime error: division by zero\n"),
            "it happens at another place: division by zero at x.c:9:1"
        );
        let refused = "lariat: the test t.ktest cannot be used: it ends too early\n";
        assert_eq!(reason(NativeEnd::Exit(71), refused), refused.trim());
    }
}
