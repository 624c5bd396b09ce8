//! Programs by csmith. It takes great care not to do anything undefined, except that with `--float` it converts floats that do
//! not fit to integers. What a program prints is a checksum.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where csmith's own headers are.
pub(crate) fn include_directory() -> Result<PathBuf, String> {
    ["/usr/include/csmith", "/usr/local/include/csmith", "/usr/include/csmith-2.3.0"]
        .iter()
        .map(PathBuf::from)
        .find(|path| path.join("csmith.h").is_file())
        .ok_or_else(|| "csmith is missing: run scripts/setup.sh dev".to_owned())
}

/// Writes a program. Sizes are small, and what programs are made of depends on the seed.
pub(crate) fn generate(seed: u64, directory: &Path, file: &Path) -> Result<(), String> {
    let size: &[&str] = match seed % 4 {
        0 => &["--max-funcs", "2", "--max-block-depth", "2", "--max-expr-complexity", "4"],
        1 => &["--max-funcs", "3", "--max-block-depth", "3", "--max-expr-complexity", "6"],
        2 => &["--max-funcs", "4", "--max-block-depth", "2", "--max-expr-complexity", "8"],
        _ => &["--max-funcs", "2", "--max-block-depth", "3", "--max-expr-complexity", "5"],
    };
    let kind: &[&str] = match seed / 4 % 6 {
        0 => &[],
        1 => &["--float"],
        2 => &["--no-arrays", "--max-pointer-depth", "3"],
        3 => &["--no-structs", "--no-unions"],
        4 => &["--no-pointers", "--max-struct-fields", "6"],
        _ => &["--no-volatiles", "--max-union-fields", "3"],
    };
    let output = Command::new("csmith")
        .args([
            "--seed",
            &seed.to_string(),
            "--max-block-size",
            "3",
            "--max-array-len-per-dim",
            "5",
        ])
        .args(["--max-array-dim", "2", "--concise"])
        .args(size)
        .args(kind)
        .arg("-o")
        .arg(file)
        // csmith leaves a file where it is started.
        .current_dir(directory)
        .output()
        .map_err(|error| format!("csmith cannot be started ({error}): run scripts/setup.sh dev"))?;
    if output.status.success() && file.is_file() {
        return Ok(());
    }
    Err(format!("csmith fails: {}", String::from_utf8_lossy(&output.stderr)))
}
