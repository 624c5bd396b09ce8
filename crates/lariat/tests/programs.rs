//! The one runner of `tests/programs/`: every C, LLVM or JSON file there that carries `//@` comments is a test. What the
//! comments mean is written in `runner/mod.rs`; a new case is one file.

mod runner;

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Trial};

fn main() {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let root = root.canonicalize().expect("tests/programs is part of the repository");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut trials: Vec<Trial> = files
        .into_iter()
        .filter_map(|file| {
            let text = std::fs::read_to_string(&file).ok()?;
            let name = file.strip_prefix(&root).expect("below the root").display().to_string();
            let cases = match runner::parse(&text) {
                Ok(cases) if cases.is_empty() => return None,
                other => other,
            };
            Some(Trial::test(name, move || runner::check(&file, &cases?).map_err(Into::into)))
        })
        .collect();
    trials.extend(runner::self_tests());
    libtest_mimic::run(&args, trials).exit();
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
