//! Native replay: programs linked with the replay library take their inputs from a test file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{clang, run, runtime_directory};

/// A test in KLEE's format, version 3: everything big endian.
fn ktest(objects: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"KTEST".to_vec();
    let number = |bytes: &mut Vec<u8>, value: usize| {
        bytes.extend(u32::try_from(value).expect("a small number").to_be_bytes());
    };
    number(&mut bytes, 3);
    number(&mut bytes, 1);
    number(&mut bytes, 4);
    bytes.extend(b"prog");
    number(&mut bytes, 0);
    number(&mut bytes, 0);
    number(&mut bytes, objects.len());
    for (name, contents) in objects {
        number(&mut bytes, name.len());
        bytes.extend(name.as_bytes());
        number(&mut bytes, contents.len());
        bytes.extend(*contents);
    }
    bytes
}

fn compile(directory: &Path, source: &str, flags: &[&str]) -> PathBuf {
    let file = directory.join("program.c");
    let program = directory.join("program");
    fs::write(&file, source).expect("the program");
    let mut command = clang();
    command.args(flags).arg("-I").arg(runtime_directory().join("include"));
    command.arg(file).arg(runtime_directory().join("native/replay.c"));
    run(command.arg("-o").arg(&program));
    program
}

fn replay(source: &str, test: Option<&[u8]>) -> Output {
    replay_with(source, test, &["-m64"])
}

fn replay_with(source: &str, test: Option<&[u8]>, flags: &[&str]) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let program = compile(directory.path(), source, flags);
    let mut command = Command::new(program);
    command.env_remove("LARIAT_TEST").env("LARIAT_TEST_DIR", directory.path());
    if let Some(test) = test {
        let path = directory.path().join("test.ktest");
        fs::write(&path, test).expect("the test");
        command.env("LARIAT_TEST", path);
    }
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

const INPUTS: &str = r#"
#include <stdio.h>
#include <klee/klee.h>
#include <lariat.h>
#include <lariat_verifier.h>
int main(void) {
    int first = 1, second = 2;
    char word[4];
    klee_make_symbolic(&first, sizeof first, "x");
    lariat_make_symbolic(word, sizeof word, "word");
    klee_make_symbolic(&second, sizeof second, "x");
    printf("%d %d %.4s %d ", first, second, word, lariat_int("y"));
    printf("%d %d %u ", __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_bool());
    printf("%d %d %g", klee_range(5, 10, "r"), lariat_range(-3, 3, "q"), lariat_double("d"));
    return klee_is_replay() && !lariat_is_symbolic(1) ? 0 : 9;
}
"#;

#[test]
fn inputs_come_from_the_test_by_name_and_order() {
    let test = ktest(&[
        ("x", &7i32.to_le_bytes()),
        ("__VERIFIER_nondet_int", &(-1i32).to_le_bytes()),
        ("x", &8i32.to_le_bytes()),
        ("word", b"abcd"),
        ("r", &6i32.to_le_bytes()),
        ("__VERIFIER_nondet_int", &40i32.to_le_bytes()),
        ("__VERIFIER_nondet_bool", &[1]),
        ("q", &(-2i32).to_le_bytes()),
        ("d", &1.5f64.to_le_bytes()),
    ]);
    for flags in [&["-m64"], &["-m32"]] {
        let output = replay_with(INPUTS, Some(&test), flags);
        // Arguments of one call are evaluated in the order clang chooses on these targets: left to right.
        assert_eq!(text(&output.stdout), "7 8 abcd 0 -1 40 1 6 -2 1.5");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn without_a_test_inputs_are_zero_or_the_lowest_allowed() {
    let output = replay(INPUTS, None);
    assert_eq!(text(&output.stdout), "0 0 \0 0 0 0 0 5 -3 0".replace('\0', ""));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_false_assumption_ends_quietly() {
    for function in ["__VERIFIER_assume", "lariat_assume"] {
        let source = format!(
            "void {function}();\n#include <stdio.h>\nint main(void) {{ {function}(1L); puts(\"one\"); {function}(0L); puts(\"two\"); return 3; }}"
        );
        let output = replay_with(&source, None, &["-std=gnu89", "-w"]);
        assert_eq!((text(&output.stdout), text(&output.stderr)), ("one\n", ""));
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn errors_are_recognisable() {
    let cases = [
        (
            "#include <lariat_verifier.h>\nint main(void) { reach_error(); }",
            "lariat: reached reach_error\n",
        ),
        (
            "#include <klee/klee.h>\nint main(void) { klee_assume(0); }",
            "lariat: reported error: klee_assume is given a condition that does not hold\n",
        ),
        (
            "#include <klee/klee.h>\nint main(void) { return klee_range(3, 3, \"x\"); }",
            "lariat: reported error: klee_range is given a range without a number\n",
        ),
        (
            "#include <lariat_verifier.h>\nint main(void) { __VERIFIER_error(); }",
            "lariat: reached __VERIFIER_error\n",
        ),
    ];
    for (source, message) in cases {
        let output = replay(source, None);
        assert_eq!(text(&output.stderr), message);
        assert_eq!(output.status.code(), Some(70));
    }
    let output = replay("#include <lariat.h>\nint main(void) { lariat_assert(1 == 2); }", None);
    assert!(text(&output.stderr).starts_with("lariat: assertion failed: 1 == 2 ("));
    assert_eq!(output.status.code(), Some(70));
    // A program that brings its own keeps it.
    let own = "void reach_error(void) {}\nint main(void) { reach_error(); return 5; }";
    assert_eq!(replay(own, None).status.code(), Some(5));
}

#[test]
fn standard_input_files_and_the_clock_come_from_the_test() {
    let source = r#"
#include <stdio.h>
#include <time.h>
int main(void) {
    char line[20] = "", word[20] = "";
    FILE *file = fopen("data.txt", "r");
    if (file == NULL || fgets(line, sizeof line, stdin) == NULL || fscanf(file, "%19s", word) != 1) return 1;
    printf("%s|%s|%lld|%d", line, word, (long long)time(NULL), time(NULL) > 1600000000);
    return 0;
}
"#;
    let test = ktest(&[
        ("stdin", b"hello world"),
        ("stdin-size", &5u64.to_le_bytes()),
        ("file:data.txt", b"content"),
        ("time", &1234567890i64.to_le_bytes()),
    ]);
    let output = replay(source, Some(&test));
    assert_eq!(text(&output.stdout), "hello|content|1234567890|1");
}

#[test]
fn a_broken_test_file_is_refused() {
    let program = "int main(void) { return 0; }";
    let good = ktest(&[("x", &[1, 2, 3, 4])]);
    let mut version = good.clone();
    version[8] = 9;
    let cases = [
        (b"nonsense".to_vec(), "it is not a .ktest file"),
        (good[..good.len() - 1].to_vec(), "it ends too early"),
        (version, "its version is not 1, 2 or 3"),
    ];
    for (test, message) in cases {
        let output = replay(program, Some(&test));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(71));
    }
}
