//! Expectations on runs of the engine, in fewer words than conditions on its JSON.
//!
//! ```text
//! //@ test: --check-leaks        run: test %s --out %t/out --json --quiet, and these options
//! //@ verify: --property …       the same for `verify`
//! //@ reach: --target …          the same for `reach`
//!     x = a[i]; //! out-of-bounds-read
//! ```
//!
//! What `//!` comments say is all that a `test` finds, no more and no less: kinds of bugs at their lines, each confirmed natively unless
//! `unconfirmed` stands behind it. Everything but what follows bugs must be explored, and the exit code follows from what is expected. More can be said:
//!
//! ```text
//! //@ bugs: none                 the comments are not about this run; or how many there are, wherever
//! //@ found: memory-leak         a confirmed bug that has no line
//! //@ paths: 12                  so many paths
//! //@ tests: 3                   so many tests
//! //@ left out: text             something is left out, and a reason contains this text
//! //@ input: name == value       an input of a bug has this value: a number, or a text in double quotes; also `!=`
//! //@ message: text              a bug's message contains this text
//! //@ verdict: false             the verdict starts with this text, and the exit code is that of the verdict
//! //@ verdict: not true          there is a violation: `false` is right, and `unknown` is what little time may give
//! //@ native: clean              all tests run natively without an error
//! //@ coverage: 12 of 12         so many sides of branches are covered
//! ```
//!
//! Where the last two are said, the tests are replayed, and what the replay measures must be what the run has said. Where nothing
//! is said about coverage it is not measured.

use std::path::Path;

use serde_json::Value;

/// A command of the engine that can be written shortly.
pub(crate) const COMMANDS: [&str; 3] = ["test", "verify", "reach"];

/// What is said of a verdict that must not be a proof.
const NOT_TRUE: &str = "not true";

/// What a `//!` comment says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    line: u64,
    kind: String,
    confirmed: bool,
}

/// What must come out of a run.
#[derive(Default)]
pub(crate) struct EngineRun {
    is_test: bool,
    marks: Vec<Mark>,
    number_of_bugs: Option<usize>,
    found: Vec<String>,
    numbers: Vec<(&'static str, u64)>,
    left_out: Vec<String>,
    inputs: Vec<String>,
    messages: Vec<String>,
    verdict: Option<String>,
    coverage: Option<String>,
    /// Whether the tests are to be run natively.
    pub(crate) native: bool,
}

/// What a run left behind.
pub(crate) struct Leftovers<'a> {
    pub(crate) summary: &'a Value,
    pub(crate) directory: &'a Path,
    pub(crate) native: Option<&'a str>,
}

/// The whole command line of a command written shortly.
pub(crate) fn command_line(command: &str, options: &str) -> String {
    format!("{command} %s --out %t/out --json --quiet {options}")
}

/// What is added to the command line of a `test` that is not about coverage.
pub(crate) const WITHOUT_COVERAGE: &str = "--no-coverage";

/// Reads the comment at the end of a line of code, if it has one.
pub(crate) fn marks(line_number: usize, line: &str) -> Vec<Mark> {
    let Some((code, comment)) = line.split_once("//!") else { return Vec::new() };
    if code.trim().is_empty() || code.contains("//") {
        return Vec::new();
    }
    let mut marks: Vec<Mark> = Vec::new();
    for word in comment.split([' ', ',']).filter(|word| !word.is_empty()) {
        match (word, marks.last_mut()) {
            ("unconfirmed", Some(last)) => last.confirmed = false,
            _ => {
                marks.push(Mark { line: line_number as u64, kind: word.into(), confirmed: true });
            }
        }
    }
    marks
}

impl EngineRun {
    pub(crate) fn new(command: &str) -> EngineRun {
        EngineRun { is_test: command == "test", ..EngineRun::default() }
    }

    pub(crate) fn set_marks(&mut self, marks: &[Mark]) {
        if self.is_test && self.number_of_bugs.is_none() {
            self.marks = marks.to_vec();
        }
    }

    /// Takes an expectation; false if it is none of these.
    pub(crate) fn expect(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let number = || value.parse::<u64>().map_err(|_| "not a number".to_owned());
        match key {
            "bugs" if value == "none" => self.number_of_bugs = Some(0),
            "bugs" => self.number_of_bugs = Some(number()? as usize),
            "found" => self.found.push(value.into()),
            "paths" => self.numbers.push(("paths", number()?)),
            "tests" => self.numbers.push(("tests", number()?)),
            "left out" => self.left_out.push(value.into()),
            "input" => self.inputs.push(value.into()),
            "message" => self.messages.push(value.into()),
            "verdict" => self.verdict = Some(value.into()),
            "native" if value == "clean" => self.native = true,
            "coverage" => self.coverage = Some(value.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The exit codes that belong to what is expected.
    pub(crate) fn exits(&self) -> Vec<i32> {
        if self.verdict.as_deref() == Some(NOT_TRUE) { vec![1, 3] } else { vec![self.exit()] }
    }

    fn exit(&self) -> i32 {
        let confirmed = self.marks.iter().any(|mark| mark.confirmed)
            || !self.found.is_empty()
            || self.number_of_bugs.is_some_and(|number| number > 0);
        match self.verdict.as_deref().map(|verdict| verdict.split(' ').next().unwrap_or("")) {
            Some("false") => 1,
            Some("unknown") => 3,
            Some(_) => 0,
            None if confirmed => 1,
            // A suspicion that no native run shows is neither a bug nor the all-clear.
            None if self.left_out.is_empty() && self.marks.is_empty() => 0,
            None => 3,
        }
    }

    /// What is not as expected.
    pub(crate) fn failures(&self, left: &Leftovers<'_>) -> Vec<String> {
        let mut failures = Vec::new();
        let summary = left.summary;
        let bugs = summary["bugs"].as_array().map_or(&[][..], Vec::as_slice);
        if self.is_test {
            self.check_bugs(bugs, &mut failures);
            // What follows a bug need not be explored, but the run must not claim that it was.
            let behind_bugs = summary["behind_bugs"].as_u64().unwrap_or(0) > 0;
            let nothing_left = summary["left_out"].as_array().is_none_or(Vec::is_empty);
            let complete = summary["complete"].as_bool();
            // Where no native run shows a bug, the engine is not right about everything.
            let is_suspicion = |bug: &Value| bug["verdict"]["result"] != "confirmed";
            let agreed = !bugs.iter().any(is_suspicion);
            if complete != Some(nothing_left && !behind_bugs && agreed)
                || nothing_left != self.left_out.is_empty()
            {
                failures.push(format!("`complete` is {complete:?}"));
            }
            if behind_bugs && bugs.is_empty() {
                failures.push("paths ended at a bug, and there is none".into());
            }
        }
        for (name, wanted) in &self.numbers {
            let found = &summary[*name];
            if found.as_u64() != Some(*wanted) {
                failures.push(format!("{found} {name} instead of {wanted}"));
            }
        }
        let contains = |value: &Value, text: &str| value.as_str().is_some_and(|v| v.contains(text));
        let reasons = summary["left_out"].as_array().map_or(&[][..], Vec::as_slice);
        for wanted in &self.left_out {
            if !reasons.iter().any(|reason| contains(&reason["reason"], wanted)) {
                failures.push(format!("no reason contains `{wanted}`"));
            }
        }
        for wanted in &self.messages {
            if !bugs.iter().any(|bug| contains(&bug["message"], wanted)) {
                failures.push(format!("no message contains `{wanted}`"));
            }
        }
        if let Some(wanted) = &self.verdict {
            let found = summary["verdict"].as_str().unwrap_or("none");
            let starts = match wanted.as_str() {
                NOT_TRUE => found.strip_prefix("false").or(found.strip_prefix("unknown")),
                wanted => found.strip_prefix(wanted),
            };
            if starts.is_none_or(|rest| rest.starts_with(char::is_alphanumeric)) {
                failures.push(format!("the verdict is `{found}`, not `{wanted}`"));
            }
        }
        if !self.inputs.is_empty() {
            let inputs = inputs_of_bugs(left.directory);
            failures.extend(self.inputs.iter().filter_map(|wanted| input(&inputs, wanted).err()));
        }
        if self.native {
            let said = left.native.unwrap_or("");
            if !said.contains(", 0 of them show an error") {
                failures.push(format!("natively: {said}"));
            }
        }
        if self.replays() {
            self.check_coverage(left, &mut failures);
        }
        failures
    }

    /// Whether the sides of branches are as many as expected, and a replay of the tests measures what the run said.
    fn check_coverage(&self, left: &Leftovers<'_>, failures: &mut Vec<String>) {
        let count = |name: &str| {
            let number = |part: &str| left.summary[name][part].as_u64().unwrap_or(0);
            format!("{} of {}", number("covered"), number("total"))
        };
        if let Some(wanted) = self.coverage.as_ref().filter(|wanted| **wanted != count("branches"))
        {
            failures.push(format!("branches {} instead of {wanted}", count("branches")));
        }
        // A program without branches has none there.
        let is_there = |name: &str| left.summary[name]["total"].as_u64() > Some(0);
        let said = left.native.unwrap_or("");
        for name in ["lines", "branches"].into_iter().filter(|name| is_there(name)) {
            if !said.contains(&format!("{name} {} ", count(name))) {
                failures.push(format!("{name} {} are said, but natively: {said}", count(name)));
            }
        }
    }

    /// Whether tests are run natively after the run.
    pub(crate) fn replays(&self) -> bool {
        self.native || self.coverage.is_some()
    }

    /// Whether the run measures coverage.
    pub(crate) fn measures(&self) -> bool {
        !self.is_test || self.replays()
    }

    fn check_bugs(&self, bugs: &[Value], failures: &mut Vec<String>) {
        if let Some(wanted) = self.number_of_bugs.filter(|wanted| *wanted != bugs.len()) {
            failures.push(format!("{} bugs instead of {wanted}", bugs.len()));
        }
        let kind = |bug: &Value| bug["kind"].as_str().unwrap_or("").to_owned();
        let confirmed = |bug: &Value| bug["verdict"]["result"] == "confirmed";
        for wanted in &self.found {
            if !bugs.iter().any(|bug| kind(bug) == *wanted && confirmed(bug)) {
                failures.push(format!("no confirmed {wanted}"));
            }
        }
        if self.number_of_bugs.is_some() {
            return;
        }
        let mut missing = self.marks.clone();
        for bug in bugs {
            let line = bug["place"]["line"].as_u64().unwrap_or(0);
            let mark = Mark { line, kind: kind(bug), confirmed: confirmed(bug) };
            match missing.iter().position(|wanted| *wanted == mark) {
                Some(position) => {
                    missing.remove(position);
                }
                None if self.found.contains(&mark.kind) => {}
                None => failures.push(format!("found, but not expected: {}", mark.describe())),
            }
        }
        failures.extend(missing.iter().map(|mark| format!("not found: {}", mark.describe())));
    }
}

impl Mark {
    fn describe(&self) -> String {
        let state = if self.confirmed { "" } else { " (unconfirmed)" };
        format!("{} at line {}{state}", self.kind, self.line)
    }
}

/// The inputs in the reports of a run's bugs.
fn inputs_of_bugs(directory: &Path) -> Vec<Value> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let reports = entries.filter_map(|entry| {
        let text = std::fs::read_to_string(entry.ok()?.path().join("report.json")).ok()?;
        serde_json::from_str::<Value>(&text).ok()
    });
    reports.flat_map(|report| report["inputs"].as_array().cloned().unwrap_or_default()).collect()
}

fn input(inputs: &[Value], condition: &str) -> Result<(), String> {
    let (name, equal, wanted) = match (condition.split_once(" == "), condition.split_once(" != ")) {
        (Some((name, wanted)), _) => (name.trim(), true, wanted.trim()),
        (None, Some((name, wanted))) => (name.trim(), false, wanted.trim()),
        _ => return Err(format!("no operator in `{condition}`")),
    };
    let quoted = wanted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let is = |input: &&Value| match quoted {
        Some(text) => input["text"] == text,
        None => input["signed"] == wanted || input["unsigned"] == wanted,
    };
    let named: Vec<&Value> = inputs.iter().filter(|input| input["name"] == name).collect();
    let holds = match equal {
        true => named.iter().any(&is),
        false => !named.is_empty() && !named.iter().any(is),
    };
    if holds { Ok(()) } else { Err(format!("`{condition}` does not hold: {named:?}")) }
}
