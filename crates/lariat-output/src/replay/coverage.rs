//! Line and branch coverage of a natively compiled program, from LLVM's own tools.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::replay::process::{finish, tool};
use crate::summary::CoverageCount;

/// How much of a file was executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Its lines.
    pub lines: CoverageCount,
    /// The sides of its branches.
    pub branches: CoverageCount,
    /// Its functions.
    pub functions: CoverageCount,
}

/// How much of a program was executed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CoverageReport {
    /// Each file, in alphabetical order.
    pub files: Vec<FileCoverage>,
    /// All lines.
    pub lines: CoverageCount,
    /// All sides of branches.
    pub branches: CoverageCount,
    /// All functions.
    pub functions: CoverageCount,
    /// Every line and branch in the `lcov` format.
    pub lcov: String,
}

/// The part of `llvm-cov export` that is needed.
#[derive(Deserialize)]
struct Export {
    data: Vec<ExportData>,
}

#[derive(Deserialize)]
struct ExportData {
    files: Vec<ExportFile>,
}

#[derive(Deserialize)]
struct ExportFile {
    filename: String,
    summary: ExportSummary,
}

#[derive(Deserialize)]
struct ExportSummary {
    lines: ExportCount,
    branches: ExportCount,
    functions: ExportCount,
}

#[derive(Deserialize)]
struct ExportCount {
    count: u64,
    covered: u64,
}

impl From<&ExportCount> for CoverageCount {
    fn from(count: &ExportCount) -> Self {
        CoverageCount { covered: count.covered, total: count.count }
    }
}

/// Merges what the runs recorded and reads it. Generated files are in the directory given and are left out.
pub(crate) fn read(
    executable: &Path,
    profiles: &[PathBuf],
    directory: &Path,
) -> Result<CoverageReport, String> {
    let merged = directory.join("merged.profdata");
    let list = directory.join("profiles.txt");
    let names: String = profiles.iter().map(|path| format!("{}\n", path.display())).collect();
    std::fs::write(&list, names).map_err(|error| format!("{}: {error}", list.display()))?;
    let mut command = tool("llvm-profdata");
    // A run that was killed in the middle may have left a file that cannot be read; the others count.
    command.args(["merge", "-sparse", "-failure-mode=all", "-f"]).arg(&list);
    finish(command.arg("-o").arg(&merged))?;
    let export = |format: &str| {
        let mut command = tool("llvm-cov");
        command.arg("export").arg(format!("-format={format}")).arg("-instr-profile").arg(&merged);
        if format == "text" {
            command.arg("-summary-only");
        }
        let generated = regex::escape(&directory.to_string_lossy());
        command.arg(format!("-ignore-filename-regex=^{generated}/"));
        finish(command.arg(executable)).map(|output| output.stdout)
    };
    let export_text = export("text")?;
    let parsed: Export = serde_json::from_slice(&export_text)
        .map_err(|error| format!("llvm-cov's report cannot be read: {error}"))?;
    let mut report = CoverageReport {
        lcov: String::from_utf8_lossy(&export("lcov")?).into_owned(),
        ..CoverageReport::default()
    };
    for file in parsed.data.iter().flat_map(|data| &data.files) {
        let coverage = FileCoverage {
            file: file.filename.clone(),
            lines: (&file.summary.lines).into(),
            branches: (&file.summary.branches).into(),
            functions: (&file.summary.functions).into(),
        };
        report.lines.add(coverage.lines);
        report.branches.add(coverage.branches);
        report.functions.add(coverage.functions);
        report.files.push(coverage);
    }
    report.files.sort_by(|one, other| one.file.cmp(&other.file));
    Ok(report)
}
