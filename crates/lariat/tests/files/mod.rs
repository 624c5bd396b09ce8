//! The programs of `tests/`, for those tests that have a case for each of them.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

/// All files below a directory of `tests/`, in order.
pub(crate) fn below(directory: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&root().join(directory), &mut files);
    files.sort();
    files
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    root.canonicalize().expect("tests is part of the repository")
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

/// A test for each file below a directory of `tests/`, named by its path there, that a case is made of.
pub(crate) fn trials<Case>(
    directory: &str,
    case: impl Fn(&Path, &str) -> Option<Case>,
) -> Vec<Trial>
where
    Case: FnOnce() -> Result<(), Failed> + Send + 'static,
{
    let root = root().join(directory);
    (below(directory).iter())
        .filter_map(|file| {
            let text = std::fs::read_to_string(file).ok()?;
            let name = file.strip_prefix(&root).expect("below the root").display().to_string();
            Some(Trial::test(name, case(file, &text)?))
        })
        .collect()
}
