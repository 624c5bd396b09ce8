//! Running the compilers the tests need, with the output shown when something fails.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The directory with the models.
pub(crate) fn runtime_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime")
}

/// The clang that the models are compiled with.
pub(crate) fn clang() -> Command {
    Command::new(std::env::var("LARIAT_CLANG").unwrap_or_else(|_| "clang-19".to_owned()))
}

/// Runs a command that must succeed.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed with {}\n{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}
