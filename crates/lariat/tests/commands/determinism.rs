//! The same seed and one thread: the same tests and the same statistics, byte for byte.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run left behind, by file. Times are kept apart from everything else, so only these files may differ.
fn left_behind(program: &Path, flags: &[&str], directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .arg("test")
        .arg(program)
        .args(flags)
        .args(["--quiet", "--out", "out"])
        .current_dir(directory)
        .output()
        .expect("lariat runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = BTreeMap::new();
    let mut directories = vec![directory.join("out")];
    while let Some(next) = directories.pop() {
        for entry in std::fs::read_dir(&next).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            let name = path.strip_prefix(directory).expect("inside").to_owned();
            let mut content = std::fs::read(&path).expect("a file");
            match name.to_string_lossy().as_ref() {
                "out/time.json" | "out/run.log" => continue,
                "out/test-suite/metadata.xml" => {
                    // The format wants the time of creation in it.
                    let text = String::from_utf8(content).expect("text");
                    let kept = text.lines().filter(|line| !line.contains("<creationtime>"));
                    content = kept.collect::<Vec<_>>().join("\n").into_bytes();
                }
                _ => {}
            }
            files.insert(name, content);
        }
    }
    files
}

fn check(program: &str, flags: &[&str]) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(program);
    let program = program.canonicalize().expect("the program is there");
    // The same directory, since what a replay needs says where the program was compiled.
    let directory = tempfile::tempdir().expect("a temporary directory");
    let run = || left_behind(&program, flags, directory.path());
    let (first, second) = (run(), run());
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&first), names(&second), "{program:?} {flags:?}");
    for (name, content) in &first {
        let text = |content: &[u8]| String::from_utf8_lossy(content).into_owned();
        assert_eq!(text(content), text(&second[name]), "{name:?} of {program:?} {flags:?}");
    }
    let stats = &first[Path::new("out/stats.json")];
    let stats: serde_json::Value = serde_json::from_slice(stats).expect("JSON");
    assert!(stats["paths"].as_u64() > Some(0), "{stats}");
    assert!(first.keys().any(|name| name.starts_with("out/tests")), "tests are written");
}

#[test]
fn branches_of_arithmetic() {
    check("bench/klee/tritype.c", &["--all-paths"]);
    check("bench/klee/bsearch.c", &["--all-paths", "--seed", "7", "--search", "random-path"]);
}

#[test]
fn searches_that_leave_states_behind() {
    check("bench/klee/selection.c", &["--all-paths", "--max-tests", "40", "--seed", "3"]);
    check("bench/klee/merge.c", &["--all-paths", "--max-tests", "200", "--search", "covnew"]);
    check("bench/klee/count.c", &["--all-paths", "--max-tests", "100", "--search", "bfs"]);
}

#[test]
fn bugs_and_their_native_replay() {
    check("bench/klee/tritype.c", &["--seed", "5"]);
    check("tests/programs/checks/heap_write_bad.c", &[]);
}
