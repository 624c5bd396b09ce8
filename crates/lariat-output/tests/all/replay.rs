//! Programs with known bugs, built and run natively: the input with the bug confirms it, another one does not.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lariat_exec::{BugKind, TestInput, TestObject};
use lariat_output::replay::{CoverageRequest, NativeEnd, ProgramSources, Replayer, TestRun, Unit};
use lariat_output::{BugReport, KTest, Place, Verdict};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn sources(files: &[&str], is_32_bit: bool) -> ProgramSources {
    let unit = |file: &&str| Unit {
        path: file.into(),
        directory: programs(),
        flags: Vec::new(),
        inline: Vec::new(),
        wraps: false,
    };
    ProgramSources { units: files.iter().map(unit).collect(), is_32_bit, ..Default::default() }
}

fn replayer(files: &[&str], is_32_bit: bool) -> Replayer {
    Replayer::new(sources(files, is_32_bit), None, Duration::from_secs(20)).unwrap()
}

fn int(name: &str, value: i32) -> TestObject {
    TestObject { name: name.into(), bytes: value.to_le_bytes().to_vec() }
}

fn test(which: i32, x: i32) -> KTest {
    KTest::new(Vec::new(), TestInput { objects: vec![int("which", which), int("x", x)] })
}

/// A report of a kind of bug at the line of `bugs.c` that ends with a comment.
fn report(kind: BugKind, comment: &str) -> BugReport {
    let text = std::fs::read_to_string(programs().join("bugs.c")).unwrap();
    let comment = format!("/* {comment} */");
    let line = text.lines().position(|line| line.ends_with(&comment)).expect(&comment);
    BugReport {
        kind,
        message: String::new(),
        place: Some(Place { file: "bugs.c".into(), line: line as u32 + 1, column: 1 }),
        stack: Vec::new(),
        stated: None,
        jumps_to: None,
        inputs: Vec::new(),
        verdict: Verdict::Unconfirmed { reason: String::new() },
    }
}

/// Which bug, its line's comment, and values of `x` with and without it.
const CASES: [(BugKind, &str, i32, i32, i32); 28] = [
    (BugKind::OutOfBoundsRead, "out-of-bounds-read", 0, 4, 3),
    (BugKind::OutOfBoundsRead, "out-of-bounds-read", 0, 0x0fff_ffff, 0),
    (BugKind::OutOfBoundsWrite, "out-of-bounds-write", 1, -1, 0),
    (BugKind::NullDereference, "null-dereference", 2, 1, 0),
    (BugKind::InvalidPointer, "invalid-pointer", 3, 0x20_0000, 0),
    (BugKind::WriteToConstant, "write-to-constant", 4, 1, 0),
    (BugKind::UseAfterFree, "use-after-free", 5, 1, 0),
    (BugKind::UseAfterScope, "use-after-scope", 6, 1, 0),
    (BugKind::DoubleFree, "double-free", 7, 1, 0),
    (BugKind::InvalidFree, "invalid-free", 8, 1, 0),
    (BugKind::DivisionByZero, "division-by-zero", 10, 0, 1),
    (BugKind::SignedOverflow, "signed-overflow", 11, 1, 0),
    (BugKind::InvalidShift, "invalid-shift", 12, 32, 30),
    (BugKind::InvalidShift, "invalid-shift", 12, -1, 0),
    (BugKind::UnreachableReached, "unreachable-reached", 13, 1, 0),
    (BugKind::AssertionFailure, "assertion-failure", 14, 1, 0),
    (BugKind::ErrorReached, "error-reached", 15, 1, 0),
    (BugKind::Abort, "abort", 16, 1, 0),
    (BugKind::MemoryLeak, "memory-leak", 17, 1, 0),
    (BugKind::StackExhaustion, "stack-exhaustion", 18, 1, 0),
    (BugKind::InvalidCall, "invalid-call", 19, 1, 0),
    (BugKind::Reported, "reported", 20, 1, 0),
    (BugKind::OutOfBoundsRead, "out-of-bounds-read of a global", 21, 4, 3),
    (BugKind::OutOfBoundsRead, "out-of-bounds-read in the library", 22, 0, 1),
    (BugKind::AssertionFailure, "assertion-failure of lariat.h", 23, 1, 0),
    (BugKind::Abort, "abort by a trap", 24, 1, 0),
    (BugKind::ErrorReached, "error-reached without a body", 25, 1, 0),
    (BugKind::OutOfBoundsWrite, "out-of-bounds-write after an overflow", 27, 1, 0),
];

fn check_cases(replayer: &Replayer, cases: &[(BugKind, &str, i32, i32, i32)]) {
    let mut bugs = Vec::new();
    for (kind, comment, which, bad, good) in cases {
        bugs.push((report(*kind, comment), test(*which, *bad)));
        bugs.push((report(*kind, comment), test(*which, *good)));
    }
    let verdicts = replayer.confirm_all(&bugs);
    let mut wrong = Vec::new();
    for (number, (_, comment, _, bad, good)) in cases.iter().enumerate() {
        let (with, without) = (&verdicts[2 * number], &verdicts[2 * number + 1]);
        if !with.verdict.is_confirmed() {
            wrong.push(format!("{comment}, x = {bad}: {with:?}"));
        }
        match &without.verdict {
            Verdict::Unconfirmed { reason } if reason.starts_with("ran to the end") => {}
            _ => wrong.push(format!("{comment}, x = {good}: {without:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What all tests did, each of which was run.
fn run_all(replayer: &Replayer, tests: &[KTest]) -> Vec<TestRun> {
    let runs = replayer.run_all(tests).unwrap();
    runs.into_iter().map(|run| run.unwrap()).collect()
}

#[test]
fn every_kind_of_bug_is_confirmed_by_its_input_only() {
    let replayer = replayer(&["bugs.c"], false);
    check_cases(&replayer, &CASES);
    check_cases(&replayer, &[(BugKind::UninitialisedBranch, "uninitialised-branch", 9, 1, 0)]);

    // The right kind at the wrong line, and the wrong kind at the right line.
    let verdict = replayer.confirm(&report(BugKind::OutOfBoundsRead, "abort"), &test(0, 4));
    let Verdict::Unconfirmed { reason } = verdict else { panic!("{verdict:?}") };
    assert!(reason.starts_with("it happens at another place: "), "{reason}");
    let verdict = replayer.confirm(&report(BugKind::DoubleFree, "out-of-bounds-read"), &test(0, 4));
    let Verdict::Unconfirmed { reason } = verdict else { panic!("{verdict:?}") };
    assert!(reason.starts_with("crashed elsewhere: heap-buffer-overflow at "), "{reason}");

    // Known arguments are recorded in the test, those behind them are objects.
    let with_arguments = report(BugKind::OutOfBoundsWrite, "out-of-bounds-write with arguments");
    let mut known = test(28, 0);
    known.arguments = ["bugs", "-v", "a"].map(|text| text.as_bytes().to_vec()).to_vec();
    assert!(replayer.confirm(&with_arguments, &known).is_confirmed());
    let mut objects = test(28, 0);
    for (name, bytes) in [("arg00", b"-v\0\0"), ("arg01", b"xyz\0")] {
        objects.input.objects.push(TestObject { name: name.into(), bytes: bytes.to_vec() });
    }
    assert!(replayer.confirm(&with_arguments, &objects).is_confirmed());
    objects.input.objects.push(int("n_args", 1));
    assert!(!replayer.confirm(&with_arguments, &objects).is_confirmed());
    known.arguments.truncate(2);
    known.input.objects.push(TestObject { name: "arg00".into(), bytes: b"q\0".to_vec() });
    assert!(replayer.confirm(&with_arguments, &known).is_confirmed());

    let runs = run_all(&replayer, &[test(10, 1), test(10, 0), test(29, 0)]);
    assert_eq!(runs[0].run.end, NativeEnd::Exit(7));
    assert!(!runs[0].shows_error && runs[1].shows_error && !runs[2].shows_error);
}

#[test]
fn bugs_of_32_bit_programs_are_confirmed() {
    // The cases that differ most between the machines; all kinds are looked at with 64 bits.
    let kinds = [
        BugKind::OutOfBoundsRead,
        BugKind::NullDereference,
        BugKind::SignedOverflow,
        BugKind::ErrorReached,
    ];
    let cases: Vec<_> = CASES.into_iter().filter(|case| kinds.contains(&case.0)).collect();
    let replayer = replayer(&["bugs.c"], true);
    check_cases(&replayer, &cases);
    let uninitialised = report(BugKind::UninitialisedBranch, "uninitialised-branch");
    let verdict = replayer.confirm(&uninitialised, &test(9, 1));
    let Verdict::Unconfirmed { reason } = verdict else { panic!("{verdict:?}") };
    assert!(reason.contains("32-bit"), "{reason}");
}

#[test]
fn a_program_that_does_not_end_is_stopped() {
    let time = Duration::from_millis(700);
    let replayer = Replayer::new(sources(&["bugs.c"], false), None, time).unwrap();
    let verdict = replayer.confirm(&report(BugKind::Abort, "never ends"), &test(26, 1));
    assert_eq!(verdict, Verdict::Unconfirmed { reason: "timed out after 0.7 s".into() });
}

#[test]
fn a_program_that_cannot_be_built_says_why() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("bad.c"), "int main(void) { return x; }\n").unwrap();
    let unit = Unit {
        path: "bad.c".into(),
        directory: directory.path().into(),
        flags: Vec::new(),
        inline: Vec::new(),
        wraps: false,
    };
    let sources = ProgramSources { units: vec![unit], ..Default::default() };
    let replayer = Replayer::new(sources, None, Duration::from_secs(5)).unwrap();
    let verdict = replayer.confirm(&report(BugKind::Abort, "abort"), &test(0, 0));
    let Verdict::Unconfirmed { reason } = verdict else { panic!("{verdict:?}") };
    assert!(reason.contains("undeclared identifier 'x'"), "{reason}");
    assert!(replayer.run_all(&[test(0, 0)]).is_err());
}

#[test]
fn functions_that_nobody_defines_do_not_keep_the_rest_from_running() {
    let directory = tempfile::tempdir().unwrap();
    let text = "int klee_int(const char *);\nvoid unknown(void);\n\
                int main(void) { if (klee_int(\"which\")) unknown(); return 3; }\n";
    std::fs::write(directory.path().join("part.c"), text).unwrap();
    let unit = Unit {
        path: "part.c".into(),
        directory: directory.path().into(),
        flags: Vec::new(),
        inline: Vec::new(),
        wraps: false,
    };
    let sources = ProgramSources { units: vec![unit], ..Default::default() };
    let replayer = Replayer::new(sources, None, Duration::from_secs(20)).unwrap();
    let runs = run_all(&replayer, &[test(0, 0), test(1, 0)]);
    assert_eq!(runs[0].run.end, NativeEnd::Exit(3));
    assert!(runs[1].shows_error, "{:?}", runs[1]);
}

#[test]
fn coverage_counts_lines_and_branches_of_runs_that_crash_too() {
    let directory = tempfile::tempdir().unwrap();
    let text = "#include <stdlib.h>\n\
                int klee_int(const char *);\n\
                int main(void)\n\
                {\n\
                    if (klee_int(\"which\") == 1)\n\
                        abort();\n\
                    if (klee_int(\"x\") == 1)\n\
                        return 1;\n\
                    return 0;\n\
                }\n";
    std::fs::write(directory.path().join("cover.c"), text).unwrap();
    let unit = Unit {
        path: "cover.c".into(),
        directory: directory.path().into(),
        flags: Vec::new(),
        inline: Vec::new(),
        wraps: false,
    };
    let request = CoverageRequest { lcov: true, ..Default::default() };
    for is_32_bit in [false, true] {
        let sources = ProgramSources { units: vec![unit.clone()], is_32_bit, ..Default::default() };
        let replayer = Replayer::new(sources, None, Duration::from_secs(20)).unwrap();
        let one = replayer.coverage(&[test(0, 0)], &request).unwrap();
        assert_eq!((one.branches.covered, one.branches.total), (2, 4));
        let crash = replayer.coverage(&[test(1, 0)], &request).unwrap();
        assert_eq!((crash.branches.covered, crash.branches.total), (1, 4));
        let all = replayer.coverage(&[test(0, 0), test(1, 0), test(0, 1)], &request).unwrap();
        assert_eq!((all.branches.covered, all.branches.total), (4, 4));
        assert_eq!(all.lines.covered, all.lines.total);
        assert!(one.lines.covered < one.lines.total);
        assert_eq!(all.files.len(), 1, "{:?}", all.files);
        assert!(all.files[0].file.ends_with("cover.c"));
        assert!(all.lcov.contains("BRDA:5,0,0,1"), "{}", all.lcov);
    }
}

/// A program in a directory of its own, with one file.
fn written(text: &str) -> (tempfile::TempDir, Unit) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("program.c"), text).unwrap();
    let path = "program.c".into();
    let unit = Unit {
        path,
        directory: directory.path().into(),
        flags: Vec::new(),
        inline: Vec::new(),
        wraps: false,
    };
    (directory, unit)
}

#[test]
fn bitcode_is_instrumented_too() {
    let (directory, unit) = written(
        "#include <stdlib.h>\nint klee_int(const char *);\n\
         int main(void) { char *p = malloc(4); return p[klee_int(\"x\")]; }\n",
    );
    let clang = std::env::var("LARIAT_CLANG").unwrap_or_else(|_| "clang-19".into());
    let status = std::process::Command::new(clang)
        .args(["-g", "-O0", "-emit-llvm", "-c", "program.c", "-o", "program.bc"])
        .current_dir(directory.path())
        .status();
    assert!(status.unwrap().success());
    let unit = Unit { path: "program.bc".into(), ..unit };
    let sources = ProgramSources { units: vec![unit], ..Default::default() };
    let replayer = Replayer::new(sources, None, Duration::from_secs(20)).unwrap();
    let bug = BugReport {
        place: Some(Place { file: "program.c".into(), line: 3, column: 1 }),
        ..report(BugKind::OutOfBoundsRead, "abort")
    };
    let only = |x| KTest::new(Vec::new(), TestInput { objects: vec![int("x", x)] });
    assert!(replayer.confirm(&bug, &only(4)).is_confirmed());
    assert!(!replayer.confirm(&bug, &only(3)).is_confirmed());
    // The program never asks for the other input.
    let Verdict::Unconfirmed { reason } = replayer.confirm(&bug, &test(0, 4)) else {
        panic!("confirmed by a run on another input");
    };
    assert_eq!(reason, "the native run does not ask for the input `which`");
}

#[test]
fn standard_input_and_files_come_from_the_test() {
    let (_directory, unit) = written(
        "#include <stdio.h>\nint main(void)\n{\n    char line[8] = \"\";\n    FILE *file = fopen(\"data\", \"r\");\n\
         \x20   if (file == NULL || fgets(line, 8, stdin) == NULL)\n        return 1;\n\
         \x20   return 10 * (line[0] - '0') + (fgetc(file) - '0');\n}\n",
    );
    let sources = ProgramSources { units: vec![unit], ..Default::default() };
    let replayer = Replayer::new(sources, None, Duration::from_secs(20)).unwrap();
    let object = |name: &str, bytes: &[u8]| TestObject { name: name.into(), bytes: bytes.into() };
    let objects = vec![object("stdin", b"4 and more"), object("file:data", b"2")];
    let with = KTest::new(Vec::new(), TestInput { objects });
    let runs = run_all(&replayer, &[with, KTest::default()]);
    assert_eq!(runs[0].run.end, NativeEnd::Exit(42), "{}", runs[0].description);
    assert_eq!(runs[1].run.end, NativeEnd::Exit(1), "{}", runs[1].description);
}
