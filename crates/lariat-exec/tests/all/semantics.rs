//! The programs of `semantics/` run natively and in the engine, and must print the same bytes: once on concrete values, once on
//! symbolic inputs that are assumed to be these values. So every instruction is compared with the machine twice, as a word
//! and as a term.

use crate::common::{Loaded, native_output};
use lariat_exec::EndReason;
use lariat_program::DataModel;
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("the directory of programs is there")
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files
}

/// What differs between native run and engine; empty if nothing does.
fn differences(path: &Path, model: DataModel) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (expected, status) = native_output(path, model, &[]);
    let loaded = Loaded::new(path, model);
    let mut problems = Vec::new();
    for entry in ["main", "symbolic_main"] {
        let run = loaded.run(entry);
        let exit = matches!(run.reason, EndReason::Exit(Some(code)) if code == status)
            || (entry != "main" && matches!(run.reason, EndReason::Exit(_)));
        if run.output != expected || !exit || !run.findings.is_empty() {
            let words = run.output.iter().zip(&expected).take_while(|(a, b)| a == b).count();
            problems.push(format!(
                "{name} {model:?} {entry}: {:?}, {:?}, bytes equal until {words} of {} (have {}): {:?} instead of {:?}",
                run.reason,
                run.findings,
                expected.len(),
                run.output.len(),
                &run.output[words..run.output.len().min(words + 16)],
                &expected[words..expected.len().min(words + 16)],
            ));
        }
    }
    problems
}

fn compare_all(model: DataModel) {
    let problems: Vec<String> =
        programs().iter().flat_map(|path| differences(path, model)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn programs_behave_as_natively_on_64_bits() {
    compare_all(DataModel::Lp64);
}

#[test]
fn programs_behave_as_natively_on_32_bits() {
    compare_all(DataModel::Ilp32);
}
