//! Line and branch coverage of a natively compiled program, from LLVM's own tools.
//!
//! What counts are the files the user gave and, in them, the functions that can be called from where the program starts. The rest
//! of a library that is tested in part, and headers of the system, would only blur the numbers.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::replay::process::{Until, finish, tool};
use crate::replay::sources::Unit;
use crate::summary::{CoverageCount, coverage_text};

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
    /// Every line and branch in the `lcov` format, if asked for.
    pub lcov: String,
    /// How many tests were run.
    pub tests: usize,
}

impl CoverageReport {
    /// The numbers for a person: one row for each file, and one for all of them if there are several.
    pub fn text(&self) -> String {
        let mut text = String::new();
        coverage_text(&mut text, self.lines, self.branches, &self.files);
        text
    }
}

/// What is to be measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoverageRequest<'a> {
    /// The functions that count, by their names in the source; all if there are none.
    pub functions: &'a [String],
    /// Whether the `lcov` format is wanted.
    pub lcov: bool,
    /// No test is begun after this.
    pub until: Option<Instant>,
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
}

/// Where the tools find what they need.
pub(crate) struct Recorded<'a> {
    /// The program that was run.
    pub(crate) executable: &'a Path,
    /// What the runs recorded.
    pub(crate) profiles: &'a [PathBuf],
    /// For temporary files.
    pub(crate) directory: &'a Path,
    /// The user's files.
    pub(crate) units: &'a [Unit],
    /// When the tools end.
    pub(crate) until: &'a Until,
}

/// Merges what the runs recorded and reads it.
pub(crate) fn read(
    recorded: &Recorded<'_>,
    request: &CoverageRequest<'_>,
) -> Result<CoverageReport, String> {
    let merged = recorded.directory.join("merged.profdata");
    let list = recorded.directory.join("profiles.txt");
    let names: String =
        recorded.profiles.iter().map(|path| format!("{}\n", path.display())).collect();
    std::fs::write(&list, names).map_err(|error| format!("{}: {error}", list.display()))?;
    let mut command = tool("llvm-profdata");
    // A run that was killed in the middle may have left a file that cannot be read; the others count.
    command.args(["merge", "-sparse", "-failure-mode=all", "-f"]).arg(&list);
    finish(command.arg("-o").arg(&merged), recorded.until)?;
    let llvm_cov = |words: &[&str], files: &[&str]| {
        let mut command = tool("llvm-cov");
        command.args(words).arg("-instr-profile").arg(&merged).arg(recorded.executable);
        finish(command.args(files), recorded.until).map(|output| output.stdout)
    };
    let export = llvm_cov(&["export", "-format=text", "-summary-only"], &[])?;
    let parsed: Export = serde_json::from_slice(&export)
        .map_err(|error| format!("llvm-cov's report cannot be read: {error}"))?;
    let known = parsed.data.iter().flat_map(|data| &data.files);
    let files: Vec<(&Unit, &str)> = known
        .filter_map(|file| {
            let unit = recorded.units.iter().find(|unit| is_file(unit, &file.filename))?;
            Some((unit, file.filename.as_str()))
        })
        .collect();
    let names: Vec<&str> = files.iter().map(|(_, name)| *name).collect();
    let mut report = CoverageReport { tests: recorded.profiles.len(), ..Default::default() };
    if !names.is_empty() {
        let table = llvm_cov(&["report", "-show-functions"], &names)?;
        report.files = files_of(&String::from_utf8_lossy(&table), &files, request.functions);
    }
    for file in &report.files {
        report.lines.add(file.lines);
        report.branches.add(file.branches);
        report.functions.add(file.functions);
    }
    report.files.sort_by(|one, other| one.file.cmp(&other.file));
    if request.lcov {
        let generated = regex::escape(&recorded.directory.to_string_lossy());
        let ignored = format!("-ignore-filename-regex=^{generated}/");
        let lcov = llvm_cov(&["export", "-format=lcov", &ignored], &[])?;
        report.lcov = String::from_utf8_lossy(&lcov).into_owned();
    }
    Ok(report)
}

/// Whether a file that the compiler names is the user's.
fn is_file(unit: &Unit, name: &str) -> bool {
    let path = unit.directory.join(&unit.path);
    path == Path::new(name)
        || std::fs::canonicalize(path)
            .is_ok_and(|path| std::fs::canonicalize(name).is_ok_and(|name| path == name))
}

/// Sums up the functions that count, file by file. The table has a headline for each file, and for each function its name and
/// three numbers about regions, lines and branches: how many there are, how many were missed, and the share.
fn files_of(table: &str, files: &[(&Unit, &str)], functions: &[String]) -> Vec<FileCoverage> {
    let mut rows: Vec<FileCoverage> = Vec::new();
    for line in table.lines() {
        let headline = line.strip_prefix("File '").and_then(|rest| rest.strip_suffix("':"));
        if let Some(name) = headline {
            let unit = files.iter().find(|(_, known)| *known == name);
            rows.push(FileCoverage {
                file: unit.map_or(name.to_owned(), |(unit, _)| unit.path.display().to_string()),
                lines: CoverageCount::default(),
                branches: CoverageCount::default(),
                functions: CoverageCount::default(),
            });
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let ([name, numbers @ ..], Some(row)) = (words.as_slice(), rows.last_mut()) else {
            continue;
        };
        // A function that other files cannot see has the name of its file in front.
        let own_name = name.rsplit([':', ';']).next().unwrap_or(name);
        let counts = functions.is_empty() || functions.iter().any(|known| known == own_name);
        if *name == "TOTAL" || !counts {
            continue;
        }
        let count = |first: usize| {
            let number = |at: usize| numbers.get(at)?.parse::<u64>().ok();
            let (total, missed) = (number(first)?, number(first + 1)?);
            Some(CoverageCount { covered: total.saturating_sub(missed), total })
        };
        if let (Some(regions), Some(lines), Some(branches)) = (count(0), count(3), count(6)) {
            row.lines.add(lines);
            row.branches.add(branches);
            row.functions.add(CoverageCount { covered: u64::from(regions.covered > 0), total: 1 });
        }
    }
    rows.retain(|row| row.functions.total > 0);
    rows
}
