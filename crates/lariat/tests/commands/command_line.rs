//! What users type and what they get: the files a run leaves behind, replay from elsewhere, every way to give a program and its
//! inputs, the two forms of output.

use std::process::Command;

use crate::support::{Place, Ran};

const SMALL: &str = r#"
#include <klee/klee.h>
int main(void)
{
    int size;
    char name[3];
    klee_make_symbolic(&size, sizeof size, "size");
    klee_make_symbolic(name, sizeof name, "name");
    if (size == 42 && name[0] == 'x')
        return 100 / (size - 42);
    return 0;
}
"#;

/// Reads a file as KLEE's `ktest-tool` does, byte by byte; the objects by name.
fn ktest_tool(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut at = 0;
    let mut take = |count: usize| {
        at += count;
        &bytes[at - count..at]
    };
    assert_eq!(take(5), b"KTEST");
    let number = |four: &[u8]| {
        assert_eq!(four.len(), 4);
        four.iter().fold(0usize, |number, byte| number * 256 + usize::from(*byte))
    };
    assert_eq!(number(take(4)), 3, "the version");
    for _ in 0..number(take(4)) {
        let size = number(take(4));
        take(size);
    }
    number(take(4));
    number(take(4));
    let mut objects = Vec::new();
    for _ in 0..number(take(4)) {
        let size = number(take(4));
        let name = String::from_utf8(take(size).to_vec()).expect("a name");
        let size = number(take(4));
        objects.push((name, take(size).to_vec()));
    }
    assert_eq!(at, bytes.len(), "nothing follows");
    objects
}

#[test]
fn a_run_leaves_everything_behind() {
    let place = Place::new();
    place.write("small.c", SMALL);
    let ran = place.lariat("test small.c").exits(1);
    // Bugs first, then what was covered, what it cost, what was left out.
    let order = [
        "1 bug",
        "division-by-zero at small.c:10",
        "confirmed: ",
        "coverage   lines",
        "branches",
        "paths  ",
        "tests  ",
        "queries  ",
        "time  ",
        "everything was explored",
    ];
    let mut rest = ran.out.as_str();
    for part in order {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part}:\n{}", ran.out)).1;
    }
    assert!(!ran.out.contains('\x1b') && ran.err.is_empty(), "{}{}", ran.out, ran.err);
    let bug = "lariat-out/bug-001-division-by-zero";
    let report = place.read(&format!("{bug}/report.txt"));
    for part in ["division-by-zero", "small.c:10:", "confirmed natively", "#0 main", "size = 42"] {
        assert!(report.contains(part), "{part}:\n{report}");
    }
    let report = place.json(&format!("{bug}/report.json"));
    assert_eq!(report["kind"], "division-by-zero");
    assert_eq!(report["place"]["line"], 10);
    let input = std::fs::read(place.path().join(bug).join("input.ktest")).expect("a file");
    let objects = ktest_tool(&input);
    let names: Vec<&str> = objects.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["size", "name"]);
    assert_eq!(objects[0].1, [42, 0, 0, 0]);
    assert_eq!(objects[1].1[0], b'x');
    assert_eq!(objects[1].1.len(), 3);
    let log = place.read("lariat-out/run.log");
    assert!(log.contains("test small.c") && log.contains("everything was explored"), "{log}");
    let stats = place.json("lariat-out/stats.json");
    assert_eq!(stats["bugs"].as_array().map(Vec::len), Some(1));
    // A Test-Comp suite beside the .ktest files, test for test.
    let tests = place.files("lariat-out/tests");
    assert_eq!(Some(tests.len() as u64), stats["tests"].as_u64());
    let metadata = place.read("lariat-out/test-suite/metadata.xml");
    let elements = [
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "entryfunction",
        "architecture",
        "creationtime",
    ];
    let mut rest = metadata.as_str();
    for element in elements {
        rest = rest.split_once(&format!("</{element}>")).expect("in the order of the DTD").1;
    }
    for (number, test) in tests.iter().enumerate() {
        let case = place.read(&format!("lariat-out/test-suite/testcase-{}.xml", number + 1));
        assert!(case.starts_with("<?xml") && case.trim_end().ends_with("</testcase>"), "{case}");
        let bytes = std::fs::read(place.path().join("lariat-out/tests").join(test)).expect("it");
        // An integer and three bytes are four values.
        let values = if ktest_tool(&bytes).len() == 2 { 4 } else { 1 };
        assert_eq!(case.matches("<input>").count(), values, "{case}");
    }
}

#[test]
fn test_suites_have_numbers_as_the_program_declares_them() {
    let place = Place::new();
    place.write(
        "declared.c",
        "typedef unsigned long handle;
         extern unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
         extern handle __VERIFIER_nondet_handle(void);
         extern short __VERIFIER_nondet_signed(void);
         handle last;
         int main(void) {
             last = __VERIFIER_nondet_handle();
             if (last != 18446744073709551614ul) return 1;
             if (__VERIFIER_nondet_unsigned_long_long() != 18446744073709551615ull) return 2;
             if (__VERIFIER_nondet_signed() != -7) return 3;
             return 0;
         }",
    );
    place.lariat("test declared.c").exits(0);
    let inputs = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("<input>"));
        lines.filter_map(|line| line.strip_suffix("</input>")).map(str::to_owned).collect()
    };
    let files = place.files("lariat-out/test-suite");
    let cases = files.iter().filter(|file| file.starts_with("testcase"));
    let mut all = cases.map(|file| inputs(&place.read(&format!("lariat-out/test-suite/{file}"))));
    let deepest = ["18446744073709551614", "18446744073709551615", "-7"];
    assert!(all.any(|inputs| inputs == deepest));
}

#[test]
fn json_is_one_document_for_programs() {
    let place = Place::new();
    place.write("small.c", SMALL);
    let ran = place.lariat("test small.c --json").exits(1);
    let document = ran.json();
    assert_eq!(document["complete"], true);
    assert_eq!(document["bugs"][0]["kind"], "division-by-zero");
    assert_eq!(document["bugs"][0]["verdict"]["result"], "confirmed");
    assert!(ran.err.is_empty(), "{}", ran.err);
    let document = place.lariat("reach small.c --target small.c:10 --json").exits(0).json();
    assert_eq!(document["verdict"], "reached");
    let document = place.lariat("verify small.c --json").exits(3).json();
    let verdict = document["verdict"].as_str().expect("a verdict");
    assert!(verdict.starts_with("unknown (undefined behaviour on the way"), "{verdict}");
    place.lariat("test small.c -q").exits(1);
    let document = place.lariat("replay --json").exits(1).json();
    assert_eq!(document["bugs"][0]["report"]["verdict"]["result"], "confirmed");
    assert!(document["coverage"]["lines"]["covered"].as_u64() > Some(0));
}

#[test]
fn all_paths_writes_a_test_for_each() {
    let place = Place::new();
    place.write(
        "paths.c",
        "#include <klee/klee.h>\nint main(void) {\n unsigned char b[3]; int n = 0;\n klee_make_symbolic(b, 3, \"b\");\n \
         for (int i = 0; i < 3; i++)\n if (b[i] > 7)\n n++;\n return n; }\n",
    );
    place.lariat("test paths.c").exits(0);
    assert!(place.files("lariat-out/tests").len() < 8);
    place.lariat("test paths.c --all-paths").exits(0);
    assert_eq!(place.files("lariat-out/tests").len(), 8);
    // Asked to stop earlier, it does, and says that this is not all.
    place.lariat("test paths.c --all-paths --max-tests 3").exits(3);
    assert_eq!(place.files("lariat-out/tests").len(), 3);
}

/// Runs a program with a bug that needs everything the user said to be compiled, and replays it from another directory.
fn found_and_replayed(place: &Place, words: &str, bug: &str) -> Ran {
    place.lariat(&format!("test {words} --quiet")).exits(1);
    let elsewhere = Place::new();
    let directory = place.path().join("lariat-out");
    let ran = elsewhere.lariat(&format!("replay '{}' --lcov cov.info", directory.display()));
    let ran = ran.exits(1);
    assert!(ran.out.contains(&format!("bug-001-{bug}: confirmed")), "{}", ran.out);
    ran
}

#[test]
fn several_files_with_flags_are_replayed_from_anywhere() {
    let place = Place::new();
    place.write("include/limit.h", "int check(int x);\n");
    place.write("main.c", "#include <klee/klee.h>\n#include <limit.h>\nint main(void) {\n int x; klee_make_symbolic(&x, sizeof x, \"x\");\n return check(x);\n}\n");
    place.write("check.c", "#include <limit.h>\nstatic int table[SIZE];\nint check(int x)\n{\n    return x >= FIRST && x <= LAST ? table[x] : 0;\n}\n");
    let words = "main.c check.c -I include -D SIZE=4 -DFIRST=0 --cflags='-DLAST=4 -std=c11'";
    let ran = found_and_replayed(&place, words, "out-of-bounds-read");
    assert!(ran.out.contains("coverage   lines"), "{}", ran.out);
    assert!(ran.out.contains("check.c: lines"), "{}", ran.out);

    // The same from a compilation database with a directory of its own.
    place.write(
        "build/compile_commands.json",
        &serde_json::json!([
            { "directory": place.path().join("build"), "file": "../main.c",
              "arguments": ["cc", "-I../include", "-c", "../main.c"] },
            { "directory": place.path().join("build"), "file": "../check.c",
              "command": "gcc -I../include -DSIZE=4 -DFIRST=0 -DLAST=4 -o check.o -c ../check.c" },
        ])
        .to_string(),
    );
    let words = "--compile-commands build/compile_commands.json";
    found_and_replayed(&place, words, "out-of-bounds-read");
    assert_eq!(place.json("lariat-out/stats.json")["bugs"][0]["place"]["file"], "check.c");
}

#[test]
fn bitcode_and_the_32_bit_machine_are_replayed() {
    let place = Place::new();
    place.write("small.c", SMALL);
    let clang = Command::new("clang-19")
        .args(["-g", "-O0", "-c", "-emit-llvm", "small.c", "-o", "small.bc", "-idirafter"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/include"))
        .current_dir(place.path())
        .status();
    assert!(clang.expect("clang runs").success());
    place.lariat("test small.bc --quiet").exits(1);
    let ran = place.lariat("replay lariat-out").exits(1);
    assert!(ran.out.contains("bug-001-division-by-zero: confirmed"), "{}", ran.out);
    let ran = place.lariat("reach small.bc --target small.c:10").exits(0);
    assert!(ran.out.ends_with("verdict: reached\n"), "{}", ran.out);
    found_and_replayed(&place, "small.c --data-model ILP32", "division-by-zero");
}

#[test]
fn lcov_has_the_program_and_its_lines() {
    let place = Place::new();
    place.write("small.c", SMALL);
    place.lariat("test small.c --quiet").exits(1);
    place.lariat("replay lariat-out --lcov cov.info").exits(1);
    let lcov = place.read("cov.info");
    let file = place.path().join("small.c");
    assert!(lcov.contains(&format!("SF:{}", file.display())), "{lcov}");
    assert!(lcov.contains("DA:9,") && lcov.contains("end_of_record"), "{lcov}");
    let ran = place.lariat("replay lariat-out --lcov /proc/no/such").exits(2);
    assert!(ran.err.contains("/proc/no/such cannot be written"), "{}", ran.err);
    let ran = place.lariat("replay nothing").exits(2);
    assert!(ran.err.contains("nothing: there are no results"), "{}", ran.err);
}

#[test]
fn entry_functions_arguments_and_files_are_replayed() {
    let place = Place::new();
    place.write(
        "lib.c",
        "#include <stddef.h>\nstruct point { int x, y; };\nstatic int inside(const struct point *p, const char *name, size_t n)\n{\n    \
         if (n == 3 && name[0] == 'q' && p->x == 5)\n        return 10 / (p->y - 7);\n    return 0;\n}\n\
         int unused(void) { return inside(NULL, NULL, 0); }\n",
    );
    found_and_replayed(&place, "lib.c --entry inside", "division-by-zero");
    let ran = place.lariat("test lib.c --entry inside --null-pointers --quiet").exits(1);
    assert!(ran.out.contains("null-dereference"), "{}", ran.out);

    place.write(
        "tool.c",
        "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv)\n{\n    char line[8]; char word[4] = \"\";\n    \
         FILE *file = fopen(\"settings\", \"r\");\n    if (argc != 2 || strcmp(argv[1], \"-v\") != 0 || !file)\n        return 0;\n    \
         if (!fgets(line, sizeof line, stdin) || strcmp(line, \"go\\n\") != 0)\n        return 1;\n    \
         if (fread(word, 1, 3, file) == 3 && memcmp(word, \"abc\", 3) == 0)\n        word[strlen(word) + (size_t)argc] = 'x';\n    \
         return 0;\n}\n",
    );
    let words = "tool.c --sym-args 0 2 3 --sym-stdin 4 --sym-file settings 4 --time 5m";
    found_and_replayed(&place, words, "out-of-bounds-write");
}

#[test]
fn headers_are_found_and_work_natively() {
    let place = Place::new();
    place.write(
        "both.c",
        "#include \"lariat.h\"\n#include \"klee/klee.h\"\nint main(void) {\n int a, b;\n lariat_make_symbolic(&a, sizeof a, \"a\");\n \
         klee_make_symbolic(&b, sizeof b, \"b\");\n lariat_assume(a > 3);\n if (a == b)\n return 1;\n return 0; }\n",
    );
    place.lariat("test both.c --quiet").exits(0);
    let ran = place.lariat("replay").exits(0);
    assert!(ran.out.contains("0 of them show an error"), "{}", ran.out);
    place.lariat("show both.c").exits(0);
}

#[test]
fn functions_without_models_are_counted_or_arbitrary() {
    let place = Place::new();
    place.write(
        "calls.c",
        "int frobnicate(int);\nint main(void) {\n if (frobnicate(3) == 4)\n return 1;\n return 0; }\n",
    );
    let ran = place.lariat("test calls.c").exits(3);
    assert!(ran.out.contains("1 path: frobnicate has no body and no model"), "{}", ran.out);
    assert!(ran.out.contains("--external warn-havoc"), "{}", ran.out);
    let ran = place.lariat("test calls.c --external warn-havoc");
    assert!(ran.out.contains("paths      2 "), "{}", ran.out);
    assert!(ran.out.contains("frobnicate"), "the run is marked:\n{}", ran.out);
    let ran = place.lariat("verify calls.c --external warn-havoc");
    assert!(ran.out.contains("verdict: "), "{}", ran.out);
}

#[test]
fn queries_are_logged_as_smtlib() {
    let place = Place::new();
    place.write("small.c", SMALL);
    place.lariat("test small.c --log-queries queries").exits(1);
    let files = place.files("queries");
    assert!(!files.is_empty());
    let all: String = files.iter().map(|file| place.read(&format!("queries/{file}"))).collect();
    assert!(all.contains("(check-sat"), "{all}");
}

#[test]
fn lines_are_reached_exactly() {
    let place = Place::new();
    place.write(
        "line.c",
        r#"#include <klee/klee.h>
#include <stdlib.h>
static void validate(int x) { if (x < 10) exit(3); if (x > 12) exit(4); }
static void process(int x) { validate(x); }
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    validate(x);
    process(x);
    if (x == 40)
        process(1);
    if (x == 11)
        goto fail;
    return 0;
fail:
    return 2;
}
"#,
    );
    let verdict = |target: &str| {
        let ran = place.lariat(&format!("reach line.c --target {target}")).exits(0);
        ran.out.lines().last().expect("a verdict").to_owned()
    };
    // Line 9 comes after a call in the same block that often does not come back.
    for target in
        ["line.c:9", "./line.c:12", "process", "validate", "main", "label:fail", "line.c:3"]
    {
        assert_eq!(verdict(target), "verdict: reached", "{target}");
    }
    assert_eq!(verdict("line.c:11"), "verdict: unreachable");
    for (target, message) in [
        ("line.c:6", "there is no code at line.c:6; the next line with code is 7"),
        ("line.c:99", "there is no code at line.c:99 or behind it"),
        ("other.c:1", "other.c is not a file of the program"),
        ("exit", "`exit`"),
        ("nothing", "`nothing` is neither FILE:LINE, a function nor label:NAME"),
        ("label:nothing", "there is no label `nothing`"),
    ] {
        let ran = place.lariat(&format!("reach line.c --target {target} --out none")).exits(2);
        assert!(ran.err.contains(message), "{target}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(!place.path().join("none").exists(), "nothing is left behind");
    }
}

#[test]
fn undefined_behaviour_on_the_way_proves_nothing() {
    let place = Place::new();
    place.write(
        "way.c",
        "#include <klee/klee.h>\nint main(void) {\n unsigned i; int a[4] = {0}; int b = 0;\n klee_make_symbolic(&i, sizeof i, \"i\");\n \
         a[i % 8] = 1;\n if (b)\n return 1;\n return 0; }\n",
    );
    let ran = place.lariat("reach way.c --target way.c:7").exits(3);
    assert!(ran.out.contains("verdict: unknown (undefined behaviour on the way"), "{}", ran.out);
}

#[test]
fn every_command_has_an_example_in_its_help() {
    let place = Place::new();
    for command in ["test", "reach", "verify", "replay", "show"] {
        let ran = place.lariat(&format!("{command} --help")).exits(0);
        assert!(ran.out.contains(&format!("  lariat {command} ")), "{}", ran.out);
        assert!(ran.out.contains("Exit codes:"), "{}", ran.out);
    }
    let ran = place.lariat("").exits(2);
    assert!(ran.err.contains("Usage:"), "{}", ran.err);
}

/// Runs in a terminal that `script` makes.
fn in_terminal(place: &Place, words: &str, variables: &[(&str, &str)]) -> String {
    let lariat = env!("CARGO_BIN_EXE_lariat");
    let output = Command::new("script")
        .args(["-qec", &format!("'{lariat}' {words}"), "/dev/null"])
        .current_dir(place.path())
        .env_remove("NO_COLOR")
        .envs(variables.iter().copied())
        .stdin(std::process::Stdio::null())
        .output()
        .expect("script runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn terminals_get_progress_and_colours_unless_not_wanted() {
    let place = Place::new();
    // Long enough for the progress line to appear.
    place.write(
        "long.c",
        "#include <klee/klee.h>\nint main(void) {\n unsigned char b[64]; unsigned n = 0;\n klee_make_symbolic(b, 64, \"b\");\n \
         for (int i = 0; i < 64; i++)\n if (b[i] > 7)\n n = n * 3 + 1;\n return n % 2; }\n",
    );
    let out = in_terminal(&place, "test long.c --time 2s", &[]);
    for part in ["states", "paths", "% covered", "queries", "tests", "bugs"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(out.contains("\x1b[32mno bugs found"), "{out}");
    let out = in_terminal(&place, "test long.c --time 2s --quiet", &[("NO_COLOR", "1")]);
    assert!(!out.contains('\x1b') && out.contains("no bugs found"), "{out}");
}

/// The necessary condition as SMT-LIB: it can be read back, it names the inputs and the lines, and it has no solution where nothing gets there.
#[test]
fn conditions_are_written_and_explained() {
    let place = Place::new();
    let program = |step: u32, wanted: u32| {
        format!(
            "#include <klee/klee.h>\nvoid goal(void) {{}}\nint main(void) {{\n  int n;\n  \
             klee_make_symbolic(&n, sizeof n, \"n\");\n  int sum = 0;\n  for (int i = 0; i < n; i++)\n    \
             sum += {step};\n  if (sum == {wanted}) goal();\n  return 0;\n}}\n"
        )
    };
    place.write("odd.c", &program(4, 15));
    place.write("even.c", &program(4, 16));
    let ran =
        place.lariat("reach odd.c --target goal --emit-condition odd.smt2 --explain").exits(0);
    assert!(ran.out.contains("verdict: unreachable"), "{}", ran.out);
    let ran = place
        .lariat("reach even.c --target goal --emit-condition even.smt2 --unfold 3 --explain")
        .exits(0);
    assert!(ran.out.contains("verdict: reached"), "{}", ran.out);
    for text in ["loop at even.c:7", "if i < n", "sum = ", "arithmetic progression"] {
        assert!(ran.err.contains(text), "{text} is not in:\n{}", ran.err);
    }
    for (file, satisfiable) in [("odd.smt2", false), ("even.smt2", true)] {
        let text = place.read(file);
        let store = std::sync::Arc::new(lariat_term::TermStore::new());
        let script = lariat_term::smtlib::parse_script(&store, &text).expect("it can be read");
        let mut solver = lariat_solver::Solver::new(store, lariat_solver::SolverConfig::default());
        let answer = solver.check_sat(&script.assertions()).into_model().expect("it is decided");
        assert_eq!(answer.is_some(), satisfiable, "{file}:\n{text}");
    }
    assert!(place.read("even.smt2").contains("even.c:7"), "lines are named");
    assert!(place.read("even.smt2").contains("(declare-const n "), "inputs are named");
}
