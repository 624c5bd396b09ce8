//! `lariat verify` on programs whose every input can be tried.

use std::path::Path;
use std::process::Command;

use lariat_exec::BugKind;
use lariat_program::DataModel;

use crate::compare::{Compared, enumerate};
use crate::native;
use crate::program::Program;

/// The verdict is `true` only if no input fails an assertion, and `false` only if one does. Other undefined behaviour on the
/// way is a reason for `unknown`; if there is none the verdict must be the right one.
pub(crate) fn compare(
    file: &Path,
    model: DataModel,
    program: &Program,
) -> Result<Compared, String> {
    let binary = file.with_extension("native");
    let build = native::compile(file, &binary, model, &["-DWRAPS".to_owned()])?;
    let name = match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .arg("verify")
        .arg(file)
        .args(["--cflags=-w", "--quiet", "--data-model", name, "--out"])
        .arg(file.with_extension("out"))
        .output();
    build.finish()?;
    let output = output.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let verdict = text.lines().last().unwrap_or_default().to_owned();
    let Some(native) = enumerate(&binary, program.inputs)? else { return Ok(Compared::Left) };
    let fails = native.bugs.iter().any(|(kind, _)| *kind == BugKind::AssertionFailure);
    // Overflow wraps in both worlds when it is not what is asked for.
    let others = native
        .bugs
        .iter()
        .any(|(kind, _)| !matches!(kind, BugKind::AssertionFailure | BugKind::SignedOverflow));
    let right = match (verdict.as_str(), output.status.code()) {
        ("verdict: true", Some(0)) => !fails,
        ("verdict: false", Some(1)) => fails,
        (unknown, Some(3)) if unknown.starts_with("verdict: unknown (") => {
            let solver = unknown.contains("solver") || unknown.contains("time");
            if solver {
                return Ok(Compared::Open);
            }
            others && !fails
        }
        _ => false,
    };
    if right {
        return Ok(Compared::Yes);
    }
    Err(format!(
        "`{verdict}`, status {:?}; trying all inputs shows {:?}\n{text}{}",
        output.status.code(),
        native.bugs,
        String::from_utf8_lossy(&output.stderr)
    ))
}
