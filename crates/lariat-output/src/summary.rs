//! What a run found, for a person and as a document for programs.
//!
//! The order is that of a reader's questions: is something wrong; how much was looked at; what did it cost; what was left out.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::bugs::{BugReport, Place, Verdict};
use crate::paint::Paint;
use crate::replay::FileCoverage;
use crate::time_split::TimeSplit;

/// Some of a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CoverageCount {
    /// How many are covered.
    pub covered: u64,
    /// How many there are.
    pub total: u64,
}

impl CoverageCount {
    /// Adds another count.
    pub fn add(&mut self, other: CoverageCount) {
        self.covered += other.covered;
        self.total += other.total;
    }
}

impl std::fmt::Display for CoverageCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.total == 0 {
            return write!(f, "none there");
        }
        let percent = self.covered as f64 * 100.0 / self.total as f64;
        // Not everything must never look like everything.
        let percent = if self.covered < self.total { percent.min(99.9) } else { percent };
        write!(f, "{} of {} ({percent:.1} %)", self.covered, self.total)
    }
}

/// A bug in the summary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BugLine {
    /// The kind's name.
    pub kind: String,
    /// What happened.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// Whether the natively compiled program shows it.
    pub verdict: Verdict,
    /// Where the report is.
    pub directory: Option<String>,
}

impl BugLine {
    /// The summary of a report.
    pub fn new(report: &BugReport, directory: Option<String>) -> BugLine {
        BugLine {
            kind: report.kind.name().to_owned(),
            message: report.message.clone(),
            place: report.place.clone(),
            verdict: report.verdict.clone(),
            directory,
        }
    }
}

/// How questions to the solver were answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct QueryCounts {
    /// All questions.
    pub asked: u64,
    /// Those that reached a solver backend.
    pub backend: u64,
    /// Those without an answer.
    pub unknown: u64,
}

/// What the search did about loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LoopCounts {
    /// How often a loop was asked about.
    pub asked: u64,
    /// How often one was taken in one step.
    pub taken: u64,
    /// The cases that were.
    pub cases: u64,
    /// Paths that were proved to run for ever.
    pub endless: u64,
}

impl LoopCounts {
    fn is_empty(&self) -> bool {
        *self == LoopCounts::default()
    }
}

/// Something that was not explored, and how often.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// The stable name of the reason.
    pub name: String,
    /// Why, as a clause.
    pub reason: String,
    /// What could be done about it, as a clause; empty if nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub advice: String,
    /// How many paths.
    pub paths: u64,
}

/// What a run found.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// The program.
    pub program: String,
    /// Where it started.
    pub entry: String,
    /// The bugs, in the order of their numbers.
    pub bugs: Vec<BugLine>,
    /// Lines, if they were measured.
    pub lines: Option<CoverageCount>,
    /// Sides of branches, if they were measured.
    pub branches: Option<CoverageCount>,
    /// What the tests cover of each file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileCoverage>,
    /// Why coverage was not measured, or not all of it, as a clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage_note: Option<String>,
    /// Paths that were followed to their end.
    pub paths: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Tests written.
    pub tests: u64,
    /// Whether the answer was found without a search, loops being taken in one step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_search: bool,
    /// Loops that the search took in one step.
    #[serde(default, skip_serializing_if = "LoopCounts::is_empty")]
    pub loops: LoopCounts,
    /// Places that the search left uncovered and that a necessary condition gave an input for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub jumps: u64,
    /// Places that the search left uncovered and that were proved unreachable.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proved_unreachable: Vec<String>,
    /// Where they are.
    pub directory: Option<String>,
    /// Questions to the solver.
    pub queries: QueryCounts,
    /// Where the time went.
    pub time: TimeSplit,
    /// What stopped the run before its end, as a clause.
    pub stopped: Option<String>,
    /// Paths that ended at a bug, or went on without the inputs that show it: what follows was not explored.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub behind_bugs: u64,
    /// What was not explored, the most frequent first.
    pub left_out: Vec<LeftOut>,
    /// What the results rest on, a sentence each.
    pub assumptions: Vec<String>,
}

impl Summary {
    /// Whether everything was explored.
    pub fn is_complete(&self) -> bool {
        self.is_complete_up_to_bugs() && self.behind_bugs == 0 && self.suspicions() == 0
    }

    /// Bugs that no native run shows. Each is a run of which the engine and the machine do not think the same.
    pub fn suspicions(&self) -> u64 {
        self.bugs.iter().filter(|bug| !bug.verdict.is_confirmed()).count() as u64
    }

    /// Whether nothing is left out but what may follow bugs.
    pub fn is_complete_up_to_bugs(&self) -> bool {
        self.stopped.is_none() && self.left_out.is_empty() && self.queries.unknown == 0
    }

    /// The summary for a person.
    pub fn text(&self, paint: Paint) -> String {
        let mut text = String::new();
        self.bugs_text(&mut text, paint);
        if let (Some(lines), Some(branches)) = (self.lines, self.branches) {
            coverage_text(&mut text, lines, branches, &self.files);
        }
        if let Some(note) = &self.coverage_note {
            let _ = writeln!(text, "coverage   {}", paint.doubtful(note));
        }
        if self.without_search {
            let _ = writeln!(text, "loops were taken in one step, no search was needed");
            let _ = writeln!(text, "time       {}", self.time.text(&["front end"]));
            for assumption in &self.assumptions {
                let _ = writeln!(text, "note: {assumption}");
            }
            return text;
        }
        let _ = writeln!(
            text,
            "paths      {} ({} executed)",
            grouped(self.paths),
            counted(self.instructions, "instruction")
        );
        if self.loops.taken > 0 {
            let endless = match self.loops.endless {
                0 => String::new(),
                count => format!(", {} for ever", counted(count, "path")),
            };
            let _ = writeln!(
                text,
                "loops      {} taken in one step ({}{endless})",
                grouped(self.loops.taken),
                counted(self.loops.cases, "case")
            );
        }
        let place = self.directory.as_ref().map_or(String::new(), |path| format!(" in {path}"));
        let _ = writeln!(text, "tests      {}{place}", grouped(self.tests));
        let queries = &self.queries;
        let _ = write!(
            text,
            "queries    {}, {} decided by the solver",
            grouped(queries.asked),
            grouped(queries.backend)
        );
        if queries.unknown > 0 {
            let _ = write!(text, ", {} without an answer", grouped(queries.unknown));
        }
        let always = ["front end", "execution", "solver", "replay"];
        let _ = writeln!(text, "\ntime       {}", self.time.text(&always));
        self.left_out_text(&mut text, paint);
        for assumption in &self.assumptions {
            let _ = writeln!(text, "note: {assumption}");
        }
        text
    }

    fn bugs_text(&self, text: &mut String, paint: Paint) {
        let confirmed = || self.bugs.iter().filter(|bug| bug.verdict.is_confirmed());
        let unconfirmed = || self.bugs.iter().filter(|bug| !bug.verdict.is_confirmed());
        let headline = match (confirmed().count(), unconfirmed().count()) {
            (0, 0) => paint.good("no bugs found"),
            (0, _) => "no confirmed bugs".to_owned(),
            (count, _) => paint.bad(&counted(count as u64, "bug")),
        };
        let _ = writeln!(text, "{headline}");
        confirmed().for_each(|bug| bug_text(text, bug, paint));
        let count = unconfirmed().count() as u64;
        if count > 0 {
            let suspicions = counted(count, "suspicion");
            let headline = format!("{suspicions} not confirmed by running the program");
            let _ = writeln!(text, "{}", paint.doubtful(&headline));
        }
        unconfirmed().for_each(|bug| bug_text(text, bug, paint));
        text.push('\n');
    }

    /// What was done about places that the search did not get to.
    fn jumps_text(&self, text: &mut String) {
        if self.jumps > 0 {
            let places = counted(self.jumps, "place");
            let _ = writeln!(text, "{places} reached by a necessary condition");
        }
        for place in &self.proved_unreachable {
            let _ = writeln!(text, "unreachable: {place}");
        }
    }

    fn left_out_text(&self, text: &mut String, paint: Paint) {
        self.jumps_text(text);
        if self.is_complete() {
            let _ = writeln!(text, "{}", paint.good("everything was explored"));
            return;
        }
        if self.behind_bugs > 0 {
            let paths = counted(self.behind_bugs, "path");
            let _ = writeln!(text, "{paths} ended at a bug; what follows it was not explored");
        }
        if self.suspicions() > 0 {
            let reason =
                "a native run does not show what was predicted, so the run is not complete";
            let _ = writeln!(text, "{}", paint.doubtful(reason));
        }
        if self.is_complete_up_to_bugs() {
            if self.behind_bugs > 0 {
                let _ = writeln!(text, "everything else was explored");
            }
            return;
        }
        if let Some(reason) = &self.stopped {
            let _ = writeln!(text, "{}", paint.doubtful(&format!("stopped: {reason}")));
        }
        if !self.left_out.is_empty() {
            text.push_str("left out:\n");
        }
        for LeftOut { reason, advice, paths, .. } in &self.left_out {
            let advice = if advice.is_empty() { String::new() } else { format!(" ({advice})") };
            let _ = writeln!(text, "  {}: {reason}{advice}", counted(*paths, "path"));
        }
    }
}

/// What tests cover: one row for each file, and one for all of them if there are several.
pub(crate) fn coverage_text(
    text: &mut String,
    lines: CoverageCount,
    branches: CoverageCount,
    files: &[FileCoverage],
) {
    let _ = writeln!(text, "coverage   lines {lines}, branches {branches}");
    for file in files.iter().filter(|_| files.len() > 1) {
        let _ = writeln!(text, "  {}: lines {}, branches {}", file.file, file.lines, file.branches);
    }
}

fn bug_text(text: &mut String, bug: &BugLine, paint: Paint) {
    let place = bug.place.as_ref().map_or(String::new(), |place| format!(" at {place}"));
    let _ = writeln!(text, "  {}{place}", paint.strong(&bug.kind));
    let _ = writeln!(text, "    {}", bug.message);
    let _ = match &bug.verdict {
        Verdict::Confirmed { evidence } => writeln!(text, "    confirmed: {evidence}"),
        Verdict::Unconfirmed { reason } => writeln!(text, "    not confirmed: {reason}"),
    };
    if let Some(directory) = &bug.directory {
        let _ = writeln!(text, "    {directory}");
    }
}

fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A number with a space after every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_summary_reads_like_this() {
        let mut report = crate::bugs::tests::example();
        let confirmed =
            BugLine::new(&report, Some("lariat-out/bug-001-out-of-bounds-write".into()));
        report.verdict = Verdict::Unconfirmed { reason: "ran to the end with status 0".into() };
        report.place = None;
        let summary = Summary {
            program: "parse.c".into(),
            entry: "main".into(),
            bugs: vec![confirmed, BugLine::new(&report, None)],
            lines: Some(CoverageCount { covered: 45, total: 50 }),
            branches: Some(CoverageCount { covered: 9_999, total: 10_000 }),
            files: Vec::new(),
            coverage_note: None,
            paths: 1_234,
            instructions: 12_345_678,
            tests: 17,
            loops: LoopCounts::default(),
            without_search: false,
            behind_bugs: 0,
            jumps: 0,
            proved_unreachable: Vec::new(),
            directory: Some("lariat-out".into()),
            queries: QueryCounts { asked: 5_000, backend: 321, unknown: 2 },
            time: TimeSplit {
                total: 3.0,
                front_end: 0.1,
                execution: 1.0,
                solver: 1.25,
                loops: 0.0,
                conditions: 0.25,
                replay: 0.15,
                other: 0.25,
            },
            stopped: Some("the time limit of 60 s was reached".into()),
            left_out: vec![
                LeftOut {
                    name: "time".into(),
                    reason: "still waiting when the run stopped".into(),
                    advice: "--time gives more".into(),
                    paths: 2_000,
                },
                LeftOut {
                    name: "no-model".into(),
                    reason: "call of `frob`, which has no body and no model".into(),
                    paths: 1,
                    ..LeftOut::default()
                },
            ],
            assumptions: vec!["`getenv` finds nothing.".into()],
        };
        let expected = "\
1 bug
  out-of-bounds-write at parse.c:12:7
    a write outside of the object: 1 byte at offset 8 of buffer (8 bytes)
    confirmed: heap-buffer-overflow at parse.c:12
    lariat-out/bug-001-out-of-bounds-write
1 suspicion not confirmed by running the program
  out-of-bounds-write
    a write outside of the object: 1 byte at offset 8 of buffer (8 bytes)
    not confirmed: ran to the end with status 0

coverage   lines 45 of 50 (90.0 %), branches 9999 of 10000 (99.9 %)
paths      1 234 (12 345 678 instructions executed)
tests      17 in lariat-out
queries    5 000, 321 decided by the solver, 2 without an answer
time       3.00 s (front end 0.10, execution 1.00, solver 1.25, conditions 0.25, replay 0.15, other 0.25)
a native run does not show what was predicted, so the run is not complete
stopped: the time limit of 60 s was reached
left out:
  2 000 paths: still waiting when the run stopped (--time gives more)
  1 path: call of `frob`, which has no body and no model
note: `getenv` finds nothing.
";
        assert_eq!(summary.text(Paint::PLAIN), expected);
        let coloured = summary.text(Paint { colours: true });
        assert!(coloured.starts_with("\x1b[1;31m1 bug\x1b[0m\n"), "{coloured}");
        let json = serde_json::to_string(&summary).unwrap();
        assert_eq!(serde_json::from_str::<Summary>(&json).unwrap(), summary);
    }

    #[test]
    fn a_clean_summary_is_short() {
        let summary = Summary { paths: 1, instructions: 1, ..Summary::default() };
        let expected = "\
no bugs found

paths      1 (1 instruction executed)
tests      0
queries    0, 0 decided by the solver
time       0.00 s (front end 0.00, execution 0.00, solver 0.00, replay 0.00)
everything was explored
";
        assert_eq!(summary.text(Paint::PLAIN), expected);
        assert!(summary.is_complete());
        assert!(!Summary { stopped: Some("x".into()), ..summary }.is_complete());
    }

    #[test]
    fn nearly_everything_is_not_everything() {
        assert_eq!(CoverageCount { covered: 10, total: 10 }.to_string(), "10 of 10 (100.0 %)");
        assert_eq!(
            CoverageCount { covered: 99_999, total: 100_000 }.to_string(),
            "99999 of 100000 (99.9 %)"
        );
        assert_eq!(CoverageCount::default().to_string(), "none there");
    }
}
