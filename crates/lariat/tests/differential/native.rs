//! Generated programs compiled natively.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use lariat_program::DataModel;

/// A native build on its way, so that the engine can run meanwhile.
pub(crate) struct Build(Child);

/// Starts to compile a program.
pub(crate) fn compile(
    file: &Path,
    binary: &Path,
    model: DataModel,
    flags: &[String],
) -> Result<Build, String> {
    let machine = match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    // As the intermediate language has it: no fused operations, and floats as wide as their type, which the older
    // floating-point unit of 32-bit machines does not give.
    let fixed = [machine, "-O0", "-w", "-fwrapv", "-DNATIVE"];
    let child = Command::new("clang-19")
        .args(fixed)
        .args(["-ffp-contract=off", "-msse2", "-mfpmath=sse"])
        .args(flags)
        .arg("-o")
        .arg(binary)
        .arg(file)
        .arg("-lm")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    child.map(Build).map_err(|error| format!("clang-19 cannot be started: {error}"))
}

impl Build {
    /// Waits until it is done.
    pub(crate) fn finish(self) -> Result<(), String> {
        let output = self.0.wait_with_output().map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("clang-19 fails: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// Runs a program: what it prints and its exit status. None if it takes too long.
pub(crate) fn run(binary: &Path, seconds: u32) -> Result<Option<(Vec<u8>, i32)>, String> {
    let output = Command::new("timeout")
        .arg(seconds.to_string())
        .arg(binary)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(124) => Ok(None),
        Some(code) => Ok(Some((output.stdout, code))),
        None => Err(format!("the native program ends with {}", output.status)),
    }
}
