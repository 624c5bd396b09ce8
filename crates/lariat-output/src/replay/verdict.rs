//! Whether a native run shows the bug that was predicted.
//!
//! A bug is confirmed if the run has a symptom of its kind ([`words`]) *at its place*, and got exactly the inputs that are reported with
//! the bug ([`delivery`]). The predicted line must be on the stack of the symptom. Bugs inside a C library model are looked for at the call
//! in the program, since natively the machine's own library runs. The place of a leak is that of the allocation, that of a failed
//! assertion also the one which the program itself gives for it. An uninitialised value is noticed natively where it is handed on, so any line of
//! the predicted stack will do. The place does not count where there is none to compare: exhausted stacks are noticed
//! anywhere, and poison is noticed where it is made, not where it is used.
//!
//! A symptom of the bug's kind at another place is a bug too, but another one.
//!
//! [`words`]: crate::replay::words
//! [`delivery`]: crate::replay::delivery

use std::path::{Path, PathBuf};
use std::time::Duration;

use lariat_exec::BugKind;

use crate::bugs::{BugReport, MODELS, Place, Verdict};
use crate::replay::process::{NativeEnd, NativeRun};
use crate::replay::symptoms::{self, Symptom, SymptomKind};
use crate::replay::words::{Fit, fit};

/// The exit status with which the replay library refuses a test.
const BAD_TEST: i32 = 71;

/// The exit status of a program that a sanitizer ends.
pub(crate) const SANITIZER_END: i32 = 86;

/// What a run shows of a bug that was predicted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Judgement {
    /// The bug.
    Confirmed { evidence: String },
    /// A bug of this kind at another place.
    Elsewhere { evidence: String, place: Place },
    /// Nothing of the kind, for this reason.
    No { reason: String },
}

impl From<Judgement> for Verdict {
    fn from(judgement: Judgement) -> Verdict {
        match judgement {
            Judgement::Confirmed { evidence } => Verdict::Confirmed { evidence },
            Judgement::Elsewhere { evidence, .. } => {
                Verdict::Unconfirmed { reason: format!("it happens at another place: {evidence}") }
            }
            Judgement::No { reason } => Verdict::Unconfirmed { reason },
        }
    }
}

/// Whether the run shows the bug. The directories are those the program was compiled in.
pub(crate) fn judge(
    report: &BugReport,
    run: &NativeRun,
    time: Duration,
    directories: &[PathBuf],
) -> Judgement {
    let symptoms = symptoms::read(&run.messages);
    let expected = expected_places(report);
    let is_expected = |seen: &Place| expected.iter().any(|place| is_same(place, seen, directories));
    let is_at_place = |symptom: &Symptom| {
        if report.jumps_to.is_some() && symptom.jumped_to() == report.jumps_to {
            return true;
        }
        if expected.is_empty() || !place_counts(report.kind) {
            return fit(report.kind, symptom) == Fit::Own;
        }
        match fit(report.kind, symptom) {
            Fit::Own if symptom.frames.is_empty() => is_stated(report, symptom, directories),
            Fit::Own => symptom.frames.iter().any(|(_, frame)| is_expected(frame)),
            Fit::AtThePlace => symptom.place().is_some_and(is_expected),
            Fit::No => false,
        }
    };
    let mut objection = None;
    for symptom in symptoms.iter().filter(|symptom| is_at_place(symptom)) {
        match run.delivery.objection(&run.messages, symptom.line) {
            None => return Judgement::Confirmed { evidence: symptom.describe() },
            Some(reason) => objection = objection.or(Some(reason)),
        }
    }
    if let Some(reason) = objection {
        return Judgement::No { reason };
    }
    for symptom in &symptoms {
        let is_sure =
            fit(report.kind, symptom) == Fit::Own && is_sure_anywhere(report.kind, symptom);
        // Inputs that the program would have asked for later are no matter for what it does before.
        if is_sure
            && run.delivery.surprise(&run.messages, symptom.line).is_none()
            && run.delivery.is_repeatable()
            && let Some(place) = symptom.place()
        {
            return Judgement::Elsewhere { evidence: symptom.describe(), place: place.clone() };
        }
    }
    Judgement::No { reason: describe_end(run, time, &symptoms, "crashed elsewhere") }
}

/// Whether a symptom is a bug wherever it is. Leaks are looked for with more zeal than the sanitizer's own, because the
/// engine has said which memory is lost.
fn is_sure_anywhere(kind: BugKind, symptom: &Symptom) -> bool {
    place_counts(kind) && kind != BugKind::MemoryLeak && symptom.kind != SymptomKind::NullArgument
}

/// Whether the program gives the predicted place for a failure without a stack. Without a prediction of that, the line of the
/// call must do.
fn is_stated(report: &BugReport, symptom: &Symptom, directories: &[PathBuf]) -> bool {
    let expected = report.stated.as_ref().or(expected_place(report));
    match (expected, &symptom.stated) {
        (Some(expected), Some(seen)) => is_same(expected, seen, directories),
        _ => false,
    }
}

/// How a run ended, as a clause, with a word for crashes.
pub(crate) fn describe_end(
    run: &NativeRun,
    time: Duration,
    symptoms: &[Symptom],
    crash: &str,
) -> String {
    let last = symptoms.last();
    match (run.end, last) {
        (NativeEnd::TimedOut, _) => format!("timed out after {} s", time.as_secs_f64()),
        (NativeEnd::Excess(what), _) => format!("was stopped, because it {what}"),
        (NativeEnd::Exit(BAD_TEST), _) if run.messages.starts_with("lariat: ") => {
            run.messages.lines().next().unwrap_or_default().to_owned()
        }
        (_, Some(symptom)) if symptom.kind == SymptomKind::OutOfMemory => {
            "this machine has too little memory for it".to_owned()
        }
        (NativeEnd::Exit(SANITIZER_END), None) => {
            "was ended by a sanitizer, whose message is lost".to_owned()
        }
        (NativeEnd::Exit(status), None) => format!("ran to the end with status {status}"),
        (NativeEnd::Exit(0), Some(symptom)) => {
            format!("ran to the end with status 0, but on the way: {}", symptom.describe())
        }
        (NativeEnd::Exit(_) | NativeEnd::Signal(_), Some(symptom)) => {
            format!("{crash}: {}", symptom.describe())
        }
        (NativeEnd::Signal(signal), None) => format!("ended by signal {signal}"),
    }
}

/// Whether a run ended by an error, so that it says nothing about what would have come later.
pub(crate) fn is_crash(run: &NativeRun) -> bool {
    // With a sanitizer a program needs more of both.
    let is_room = |kind| matches!(kind, SymptomKind::OutOfMemory | SymptomKind::StackOverflow);
    let is_fatal = |symptom: &Symptom| symptom.is_fatal && !is_room(symptom.kind);
    symptoms::read(&run.messages).iter().any(is_fatal)
}

/// The bug's place in the program itself.
fn expected_place(report: &BugReport) -> Option<&Place> {
    let stack = report.stack.iter().filter_map(|site| site.place.as_ref());
    report.place.iter().chain(stack).find(|place| !Path::new(&place.file).starts_with(MODELS))
}

/// The places at which a symptom may be.
fn expected_places(report: &BugReport) -> Vec<&Place> {
    if report.kind != BugKind::UninitialisedBranch {
        return expected_place(report).into_iter().collect();
    }
    let stack = report.stack.iter().filter_map(|site| site.place.as_ref());
    let is_program = |place: &&Place| !Path::new(&place.file).starts_with(MODELS);
    report.place.iter().chain(stack).filter(is_program).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bugs::CallSite;
    use crate::replay::words::{TABLE, Word, words};

    fn report(kind: BugKind, file: &str, line: u32) -> BugReport {
        BugReport {
            kind,
            place: Some(Place { file: file.into(), line, column: 1 }),
            ..crate::bugs::tests::example()
        }
    }

    fn judged(report: &BugReport, end: NativeEnd, messages: &str) -> Verdict {
        let run = NativeRun { end, messages: messages.into(), delivery: Default::default() };
        judge(report, &run, Duration::from_secs(5), &[PathBuf::from("/nowhere")]).into()
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
            (BugKind::DoubleFree, "a.c", 14),
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
            CallSite {
                function: "memcpy".into(),
                place: place("lariat-runtime/string.c", 30),
                arguments: Vec::new(),
            },
            CallSite { function: "main".into(), place: place("a.c", 14), arguments: Vec::new() },
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
        // At the very place any bad address will do; in a function that is called there it will not.
        assert!(judged(&null, end, &crash("0x602000000010 ")).is_confirmed());
        assert!(judged(&null, end, &crash("")).is_confirmed());
        let inside =
            crash("").replace("#0 0x1 in main", "#0 0x1 in f /src/a.c:9:1\n    #1 0x1 in main");
        assert!(!judged(&null, end, &inside).is_confirmed());
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

    /// What is printed when a symptom with this word happens in `copy`, called in line 9 of a.c.
    fn sample(word: Word) -> String {
        let stack = "    #0 0x1 in copy /src/a.c:5:3\n    #1 0x2 in main /src/a.c:9:1\n";
        let address = |words: &str| format!("==1==ERROR: AddressSanitizer: {words}\n");
        let access = |words: &str, access: &str| {
            format!("{}{access} of size 4 at 0x1 thread T0\n{stack}", address(words))
        };
        let signal = |address: &str, access: &str| {
            format!(
                "==1==ERROR: AddressSanitizer: SEGV on unknown address {address} (pc 0x1 T0)\n\
                 ==1==The signal is caused by a {access} memory access.\n{stack}"
            )
        };
        let plain = |words: &str| format!("{}{stack}", address(words));
        let undefined = |words: &str| format!("a.c:5:3: runtime error: {words}\n{stack}");
        match word {
            Word::ReadOutside => access("heap-buffer-overflow on address 0x1", "READ"),
            Word::WriteOutside => access("stack-buffer-overflow on address 0x1", "WRITE"),
            Word::ReadOfBadAddress => signal("0x602000000010", "READ"),
            Word::WriteToBadAddress => signal("0x602000000010", "WRITE"),
            Word::NullAddress => signal("0x000000000008", "READ"),
            Word::HighAddress => signal("", "READ"),
            Word::NullUse => undefined("load of null pointer of type 'int'"),
            Word::NullArgument => undefined("null pointer passed as argument 1, which is declared"),
            Word::UseAfterFree => access("heap-use-after-free on address 0x1", "READ"),
            Word::UseAfterScope => access("stack-use-after-return on address 0x1", "READ"),
            Word::DoubleFree => plain("attempting double-free on 0x1 in thread T0:"),
            Word::BadFree => plain("attempting free on address which was not malloc()-ed: 0x1"),
            Word::WrongDeallocator => plain("alloc-dealloc-mismatch (INVALID vs free) on 0x1"),
            Word::Overlap => plain("memcpy-param-overlap: memory ranges [0x1,0x2) and [0x1, 0x3)"),
            Word::NegativeSize => plain("negative-size-param: (size=-1)"),
            Word::Leak => {
                let head = "==1==ERROR: LeakSanitizer: detected memory leaks\n\n";
                format!("{head}Direct leak of 8 byte(s) in 1 object(s) allocated from:\n{stack}")
            }
            Word::StackOverflow => plain("stack-overflow on address 0x1 (pc 0x1 T0)"),
            Word::ArithmeticTrap => plain("FPE on unknown address 0x1 (pc 0x1 T0)"),
            Word::IllegalInstruction => plain("ILL on unknown address 0x1 (pc 0x1 T0)"),
            Word::Abort => plain("ABRT on unknown address 0x1 (pc 0x1 T0)"),
            Word::Assertion => format!("lariat: assertion failed: x (a.c:5 in copy)\n{stack}"),
            Word::ErrorReached => format!("lariat: reached reach_error\n{stack}"),
            Word::Reported => format!("lariat: reported error: no (a.c:5)\n{stack}"),
            Word::Uninitialised => {
                format!("==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n{stack}")
            }
            Word::DivisionByZero => undefined("division by zero"),
            Word::SignedOverflow => undefined("signed integer overflow: 1 + 2147483647"),
            Word::Shift => undefined("shift exponent 32 is too large for 32-bit type 'int'"),
            Word::Unreachable => undefined("execution reached an unreachable program point"),
            Word::WrongFunctionType => {
                undefined("call to function f through pointer to incorrect function type")
            }
            Word::PointerOverflow => undefined("pointer index expression with base 0x1 overflowed"),
            Word::ArrayLength => undefined("variable length array bound evaluates to -1"),
            Word::BuiltinArgument => {
                undefined("passing zero to clz(), which is not a valid argument")
            }
            Word::Alignment => {
                undefined("assumption of 4 byte alignment for pointer of type 'char *' failed")
            }
        }
    }

    #[test]
    fn the_table_says_what_confirms_what() {
        let all: Vec<Word> =
            TABLE.iter().flat_map(|row| row.own.iter().chain(row.at_the_place)).copied().collect();
        for row in &TABLE {
            for word in &all {
                let messages = sample(*word);
                let words = words(&symptoms::read(&messages)[0]);
                assert!(words.contains(word), "{word:?} is read as {words:?}");
                let has = |list: &[Word]| words.iter().any(|word| list.contains(word));
                // In line 5, in line 9, which calls it, and in line 7, which has nothing to do with it.
                let is_anywhere = !place_counts(row.kind);
                for (line, wanted) in [
                    (5, has(row.own) || (has(row.at_the_place) && !is_anywhere)),
                    (9, has(row.own)),
                    (7, has(row.own) && is_anywhere),
                ] {
                    let verdict =
                        judged(&report(row.kind, "a.c", line), NativeEnd::Exit(86), &messages);
                    assert_eq!(verdict.is_confirmed(), wanted, "{:?} {word:?} {line}", row.kind);
                }
            }
        }
    }

    #[test]
    fn the_same_kind_at_another_place_is_another_bug() {
        let run = |messages: &str| NativeRun {
            end: NativeEnd::Exit(86),
            messages: messages.into(),
            delivery: Default::default(),
        };
        let judge = |report: &BugReport, messages: &str| {
            judge(report, &run(messages), Duration::from_secs(5), &[PathBuf::from("/nowhere")])
        };
        let elsewhere = judge(&report(BugKind::OutOfBoundsWrite, "a.c", 30), OVERFLOW);
        let Judgement::Elsewhere { place, .. } = elsewhere else { panic!("{elsewhere:?}") };
        assert_eq!((place.file.as_str(), place.line), ("/src/a.c", 14));
        // The sanitizer was told to take more for lost than there is.
        let leak = report(BugKind::MemoryLeak, "a.c", 30);
        assert!(matches!(judge(&leak, &sample(Word::Leak)), Judgement::No { .. }));
        let null = report(BugKind::NullDereference, "a.c", 30);
        assert!(matches!(judge(&null, &sample(Word::NullArgument)), Judgement::No { .. }));
    }

    #[test]
    fn an_uninitialised_value_may_be_noticed_where_it_is_handed_on() {
        let mut bug = report(BugKind::UninitialisedBranch, "a.c", 40);
        assert!(!judged(&bug, NativeEnd::Exit(86), &sample(Word::Uninitialised)).is_confirmed());
        let place = Some(Place { file: "a.c".into(), line: 5, column: 0 });
        bug.stack = vec![CallSite { function: "copy".into(), place, arguments: Vec::new() }];
        assert!(judged(&bug, NativeEnd::Exit(86), &sample(Word::Uninitialised)).is_confirmed());
    }

    #[test]
    fn the_place_an_assertion_gives_counts_where_there_is_no_stack() {
        let mut bug = report(BugKind::AssertionFailure, "a.c", 20);
        let message = "prog: a.c:23: int main(void): Assertion `x==3' failed.\n";
        assert!(!judged(&bug, NativeEnd::Exit(0), message).is_confirmed());
        bug.stated = Some(Place { file: "a.c".into(), line: 23, column: 0 });
        assert!(judged(&bug, NativeEnd::Exit(0), message).is_confirmed());
        let abort = "==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1 (pc 0x1 T0)\n\
                     \x20   #0 0x1 in abort stdlib/abort.c:79:7\n\
                     \x20   #1 0x1 in __assert_fail assert/assert.c:103:3\n\
                     \x20   #2 0x1 in main /src/a.c:20:3\n";
        bug.stated = None;
        let both = format!("{message}{abort}");
        assert!(judged(&bug, NativeEnd::Exit(86), &both).is_confirmed());
        assert!(
            !judged(&report(BugKind::Abort, "a.c", 21), NativeEnd::Exit(86), &both).is_confirmed()
        );
    }
}
