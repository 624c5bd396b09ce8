//! Expectations in comments. A file may hold several runs; each starts with `run:` and what follows belongs to it.
//!
//! ```text
//! //@ run: show --loops %s       the command line; %s is this file, %d its directory, %t an empty directory
//! //@ exit: 2                    the exit code; 0 if not given
//! //@ stdout: text               standard output contains this text
//! //@ stdout~: regex             … matches this regular expression (multi-line mode)
//! //@ stdout!: text              … does not contain this text
//! //@ stderr: text               the same for standard error (also stderr~ and stderr!)
//! //@ count: 3 text              standard output contains this text exactly so often
//! //@ one line: stderr           standard error is exactly one line (or stdout)
//! //@ empty: stdout              standard output is empty (or stderr)
//! //@ json: path == value        standard output is JSON and has this value there (see `json_path.rs`)
//! //@ before: command            a command to run first, in the file's directory; words as for `run:`
//! ```
//!
//! For runs of the engine there are shorter words: see `engine.rs`. Those that do not say how long they may take get two
//! minutes, so that a busy machine gives the same answers; what needs a limit gets one of work (`--max-work`, `--query-work`,
//! `--max-steps`, `--max-depth`, `--max-tests`).
//!
//! Comments start with `//@` in C, `;@` in LLVM's text form. A comment `//~` after code says which instructions come from
//! this line (see `on_lines.rs`). It is about the file's first run with `--json` of `%s`; there is such a run if
//! none is written.

mod engine;
mod json_path;
mod on_lines;

use std::path::Path;
use std::process::Command;

use engine::{EngineRun, Leftovers};
use libtest_mimic::Trial;
use on_lines::LineExpectation;
use regex::Regex;

/// The time of a run that does not say one. No run takes so long, not even on a busy machine. It is
/// not longer because some stages of `reach` and `verify` take a share of the time.
const LONGEST: &str = "2m";

/// One run of `lariat` and what must come out.
pub(crate) struct Case {
    line: usize,
    args: String,
    before: Vec<String>,
    exit: Option<i32>,
    expectations: Vec<(usize, Expectation)>,
    engine: Option<EngineRun>,
}

enum Stream {
    Out,
    Err,
}

enum Expectation {
    Contains(Stream, String),
    Matches(Stream, Box<Regex>),
    Lacks(Stream, String),
    Count(usize, String),
    OneLine(Stream),
    Empty(Stream),
    Json(String),
    Lines(Vec<LineExpectation>),
}

/// Reads the expectations of a file.
pub(crate) fn parse(text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut on_lines = Vec::new();
    let mut marks = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let trimmed = line.trim_start();
        on_lines.extend(on_lines::parse(line_number, line)?);
        marks.extend(engine::marks(line_number, line));
        let Some(directive) = trimmed.strip_prefix("//@").or(trimmed.strip_prefix(";@")) else {
            continue;
        };
        let error = |what: &str| format!("line {line_number}: {what}: `{}`", directive.trim());
        let (key, value) =
            directive.trim().split_once(':').ok_or_else(|| error("no colon in expectation"))?;
        let value = value.trim();
        if key == "run" {
            cases.push(Case::new(line_number, value));
            continue;
        }
        if engine::COMMANDS.contains(&key) {
            let mut case = Case::new(line_number, &engine::command_line(key, value));
            case.engine = Some(EngineRun::new(key));
            cases.push(case);
            continue;
        }
        let case = cases.last_mut().ok_or_else(|| error("expectation before the first run"))?;
        if let Some(engine) = &mut case.engine
            && engine.expect(key, value).map_err(|what| error(&what))?
        {
            continue;
        }
        let regex = || {
            Regex::new(&format!("(?m){value}"))
                .map(Box::new)
                .map_err(|e| error(&format!("bad regular expression ({e})")))
        };
        let stream = || match value {
            "stdout" => Ok(Stream::Out),
            "stderr" => Ok(Stream::Err),
            _ => Err(error("neither stdout nor stderr")),
        };
        let expectation = match key {
            "before" => {
                case.before.push(value.to_owned());
                continue;
            }
            "exit" => {
                case.exit = Some(value.parse().map_err(|_| error("not an exit code"))?);
                continue;
            }
            "stdout" => Expectation::Contains(Stream::Out, value.to_owned()),
            "stdout~" => Expectation::Matches(Stream::Out, regex()?),
            "stdout!" => Expectation::Lacks(Stream::Out, value.to_owned()),
            "stderr" => Expectation::Contains(Stream::Err, value.to_owned()),
            "stderr~" => Expectation::Matches(Stream::Err, regex()?),
            "stderr!" => Expectation::Lacks(Stream::Err, value.to_owned()),
            "count" => {
                let (number, text) = value.split_once(' ').ok_or_else(|| error("no text"))?;
                let number = number.parse().map_err(|_| error("not a number"))?;
                Expectation::Count(number, text.trim().to_owned())
            }
            "one line" => Expectation::OneLine(stream()?),
            "empty" => Expectation::Empty(stream()?),
            "json" => Expectation::Json(value.to_owned()),
            _ => return Err(error("unknown expectation")),
        };
        case.expectations.push((line_number, expectation));
    }
    for engine in cases.iter_mut().filter_map(|case| case.engine.as_mut()) {
        engine.set_marks(&marks);
    }
    if let Some(first) = on_lines.first() {
        let line = first.line;
        let about_this = |case: &Case| case.args.contains("--json") && case.args.contains("%s");
        let case = match cases.iter_mut().position(|case| about_this(case)) {
            Some(index) => &mut cases[index],
            None => {
                cases.push(Case::new(line, "show --json %s"));
                cases.last_mut().ok_or("a case was just added")?
            }
        };
        case.expectations.push((line, Expectation::Lines(on_lines)));
    }
    Ok(cases)
}

impl Case {
    fn new(line: usize, args: &str) -> Case {
        Case {
            line,
            args: args.to_owned(),
            before: Vec::new(),
            exit: None,
            expectations: Vec::new(),
            engine: None,
        }
    }

    fn exits(&self) -> Vec<i32> {
        match (self.exit, &self.engine) {
            (Some(exit), _) => vec![exit],
            (None, Some(engine)) => engine.exits(),
            (None, None) => vec![0],
        }
    }
}

/// What a run left behind.
struct Outcome {
    exit: Option<i32>,
    stdout: String,
    stderr: String,
    /// What is not as an engine's run should be.
    engine: Vec<String>,
}

/// Runs all cases of a file.
pub(crate) fn check(file: &Path, cases: &[Case]) -> Result<(), String> {
    for case in cases {
        let outcome = run(file, case)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let failures = failures(case, &outcome, &name);
        if !failures.is_empty() {
            return Err(format!(
                "lariat {}\n{}\n--- exit code {:?}\n--- stdout\n{}\n--- stderr\n{}",
                case.args,
                failures.join("\n"),
                outcome.exit,
                clip(&outcome.stdout),
                clip(&outcome.stderr)
            ));
        }
    }
    Ok(())
}

fn clip(text: &str) -> String {
    const MOST: usize = 12_000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}\n… cut", &text[..end]),
        None => text.to_owned(),
    }
}

fn run(file: &Path, case: &Case) -> Result<Outcome, String> {
    let scratch = tempfile::tempdir().map_err(|e| format!("no temporary directory: {e}"))?;
    let directory = file.parent().ok_or("a file has a directory")?;
    let expand = |word: &str| {
        word.replace("%s", &file.file_name().unwrap_or_default().to_string_lossy())
            .replace("%d", &directory.to_string_lossy())
            .replace("%t", &scratch.path().to_string_lossy())
    };
    let words = |line: &str| -> Result<Vec<String>, String> {
        let words = shell_words::split(line).map_err(|e| format!("`{line}`: {e}"))?;
        Ok(words.iter().map(|word| expand(word)).collect())
    };
    for line in &case.before {
        let words = words(line)?;
        let (program, args) = words.split_first().ok_or("an empty command")?;
        let output = Command::new(program)
            .args(args)
            .current_dir(directory)
            .output()
            .map_err(|e| format!("cannot run `{line}`: {e}"))?;
        if !output.status.success() {
            return Err(format!(
                "`{line}`: {}\n{}",
                output.status,
                String::from_utf8_lossy(&output.stderr)
            ));
        }
    }
    let mut args = words(&case.args)?;
    let runs_engine = args.first().is_some_and(|name| engine::COMMANDS.contains(&name.as_str()));
    if runs_engine && !args.iter().any(|word| word == "--time") {
        args.extend(["--time", LONGEST].map(str::to_owned));
    }
    let measures = case.engine.as_ref().is_none_or(EngineRun::measures);
    args.extend((!measures).then(|| engine::WITHOUT_COVERAGE.to_owned()));
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(args)
        .current_dir(directory)
        .env("NO_COLOR", "1")
        .output()
        .map_err(|e| format!("cannot run lariat: {e}"))?;
    let mut outcome = Outcome {
        exit: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        engine: Vec::new(),
    };
    if let Some(engine) = &case.engine {
        outcome.engine = engine_failures(engine, &outcome, &scratch.path().join("out"));
    }
    Ok(outcome)
}

fn engine_failures(engine: &EngineRun, outcome: &Outcome, directory: &Path) -> Vec<String> {
    let summary = match document(outcome) {
        Ok(summary) => summary,
        Err(what) => return vec![what],
    };
    let native = engine.replays().then(|| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_lariat")).arg("replay").arg(directory).output();
        output.map_or_else(
            |error| error.to_string(),
            |output| String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    });
    engine.failures(&Leftovers { summary: &summary, directory, native: native.as_deref() })
}

fn failures(case: &Case, outcome: &Outcome, file_name: &str) -> Vec<String> {
    let mut failures = Vec::new();
    let exits = case.exits();
    if !outcome.exit.is_some_and(|exit| exits.contains(&exit)) {
        failures.push(format!("line {}: exit code is not in {exits:?}", case.line));
    }
    failures.extend(outcome.engine.iter().cloned());
    for (line, expectation) in &case.expectations {
        if let Err(what) = holds(expectation, outcome, file_name) {
            failures.push(format!("line {line}: {what}"));
        }
    }
    failures
}

fn holds(expectation: &Expectation, outcome: &Outcome, file_name: &str) -> Result<(), String> {
    let text = |stream: &Stream| match stream {
        Stream::Out => ("stdout", &outcome.stdout),
        Stream::Err => ("stderr", &outcome.stderr),
    };
    let ensure = |condition: bool, what: String| if condition { Ok(()) } else { Err(what) };
    match expectation {
        Expectation::Contains(stream, wanted) => {
            let (name, text) = text(stream);
            ensure(text.contains(wanted), format!("{name} does not contain `{wanted}`"))
        }
        Expectation::Matches(stream, regex) => {
            let (name, text) = text(stream);
            ensure(regex.is_match(text), format!("{name} does not match /{regex}/"))
        }
        Expectation::Lacks(stream, unwanted) => {
            let (name, text) = text(stream);
            ensure(!text.contains(unwanted), format!("{name} contains `{unwanted}`"))
        }
        Expectation::Count(number, wanted) => {
            let found = outcome.stdout.matches(wanted).count();
            ensure(
                found == *number,
                format!("stdout contains `{wanted}` {found} times, not {number}"),
            )
        }
        Expectation::OneLine(stream) => {
            let (name, text) = text(stream);
            ensure(text.lines().count() == 1, format!("{name} is not one line"))
        }
        Expectation::Empty(stream) => {
            let (name, text) = text(stream);
            ensure(text.is_empty(), format!("{name} is not empty"))
        }
        Expectation::Json(condition) => json_path::holds(&document(outcome)?, condition),
        Expectation::Lines(lines) => {
            let failures = on_lines::failures(lines, file_name, &document(outcome)?);
            ensure(failures.is_empty(), failures.join("\n"))
        }
    }
}

fn document(outcome: &Outcome) -> Result<serde_json::Value, String> {
    serde_json::from_str(&outcome.stdout).map_err(|e| format!("stdout is not JSON: {e}"))
}

/// Tests of the runner: an expectation that does not hold must fail.
pub(crate) fn self_tests() -> Vec<Trial> {
    let outcome = |stdout: &str| Outcome {
        exit: Some(0),
        stdout: stdout.to_owned(),
        stderr: "a warning\n".to_owned(),
        engine: Vec::new(),
    };
    let verdict = move |directives: &str, stdout: &str| -> usize {
        let cases = parse(directives).expect("readable expectations");
        cases.iter().map(|case| failures(case, &outcome(stdout), "a.c").len()).sum()
    };
    let table: &[(&str, &str, usize)] = &[
        ("//@ run: show\n//@ stdout: b", "abc", 0),
        ("//@ run: show\n//@ stdout: x", "abc", 1),
        ("//@ run: show\n//@ exit: 2", "abc", 1),
        ("//@ run: show\n//@ stdout~: ^b$", "a\nb\nc", 0),
        ("//@ run: show\n//@ stdout~: ^b$", "abc", 1),
        ("//@ run: show\n//@ stdout!: b", "abc", 1),
        ("//@ run: show\n//@ stderr: warning", "", 0),
        ("//@ run: show\n//@ stderr!: warning", "", 1),
        ("//@ run: show\n//@ count: 2 a", "banana", 1),
        ("//@ run: show\n//@ count: 3 a", "banana", 0),
        ("//@ run: show\n//@ json: a/b == 1", r#"{"a": {"b": 1}}"#, 0),
        ("//@ run: show\n//@ json: a/b == 2", r#"{"a": {"b": 1}}"#, 1),
        ("//@ run: show\n//@ json: a/c == 1", r#"{"a": {"b": 1}}"#, 1),
        ("//@ run: show\n//@ json: a == 1", "not json", 1),
        (
            "//@ run: show\n//@ json: a[n=y]/v == true",
            r#"{"a": [{"n":"x","v":false},{"n":"y","v":true}]}"#,
            0,
        ),
        (
            "//@ run: show\n//@ json: a[n=x]/v == true",
            r#"{"a": [{"n":"x","v":false},{"n":"y","v":true}]}"#,
            1,
        ),
        ("//@ run: show\n//@ json: a/# == 2", r#"{"a": [1, 2]}"#, 0),
        ("//@ run: show\n//@ json: a/# == 3", r#"{"a": [1, 2]}"#, 1),
        ("//@ run: show\n//@ json: a/1 == 2", r#"{"a": [1, 2]}"#, 0),
        ("//@ run: show\n//@ json: a has 3", r#"{"a": [1, 2]}"#, 1),
        ("//@ run: show\n//@ one line: stderr", "", 0),
        ("//@ run: show\n//@ one line: stdout", "a\nb\n", 1),
        ("//@ run: show\n//@ empty: stdout", "", 0),
        ("//@ run: show\n//@ empty: stdout", "a", 1),
        ("//@ run: show\n//@ json: a has 2", r#"{"a": [1, 2]}"#, 0),
    ];
    let runs: &[(&str, &str, usize)] = &[
        ("//@ test:\nx; //! abort", r#"{"complete": true, "bugs": [ABORT]}"#, 0),
        ("//@ test:\nx; //! abort", r#"{"complete": true, "bugs": []}"#, 1),
        ("//@ test:\nx; //! abort unconfirmed", r#"{"complete": true, "bugs": [ABORT]}"#, 2),
        ("//@ test:\n\nx; //! abort", r#"{"complete": true, "bugs": [ABORT]}"#, 2),
        ("//@ test:\n", r#"{"complete": true, "bugs": [ABORT]}"#, 1),
        ("//@ test:\n//@ bugs: 1", r#"{"complete": true, "bugs": [ABORT]}"#, 0),
        ("//@ test:\n//@ bugs: none", r#"{"complete": true, "bugs": [ABORT]}"#, 1),
        ("//@ test:\n//@ found: abort", r#"{"complete": true, "bugs": [ABORT]}"#, 0),
        ("//@ test:\n//@ found: leak", r#"{"complete": true, "bugs": []}"#, 1),
        ("//@ test:\n", r#"{"complete": false, "bugs": []}"#, 1),
        ("//@ test:\n//@ paths: 2", r#"{"complete": true, "bugs": [], "paths": 2}"#, 0),
        ("//@ test:\n//@ paths: 2", r#"{"complete": true, "bugs": [], "paths": 3}"#, 1),
        (
            "//@ test:\n//@ left out: time",
            r#"{"complete": false, "bugs": [], "left_out": [{"reason": "no time"}]}"#,
            0,
        ),
        ("//@ test:\n//@ left out: time", r#"{"complete": true, "bugs": []}"#, 2),
        ("//@ test:\n//@ message: full\n//@ bugs: 1", r#"{"complete": true, "bugs": [ABORT]}"#, 1),
        ("//@ test:\n//@ input: x == 1", r#"{"complete": true, "bugs": []}"#, 1),
        ("//@ test:\n//@ native: clean", r#"{"complete": true, "bugs": []}"#, 1),
        (
            "//@ test:\n//@ coverage: 3 of 4",
            r#"{"complete": true, "bugs": [], "branches": {"covered": 4, "total": 4}}"#,
            2,
        ),
        ("//@ verify:\n//@ verdict: true", r#"{"verdict": "true"}"#, 0),
        ("//@ verify:\n//@ verdict: unknown (time", r#"{"verdict": "unknown (time was up)"}"#, 0),
        ("//@ verify:\n//@ verdict: not true", r#"{"verdict": "true"}"#, 1),
        ("//@ verify:\n//@ verdict: un", r#"{"verdict": "unknown (time)"}"#, 1),
        ("//@ reach:\n//@ verdict: reached", r#"{"verdict": "unreachable"}"#, 1),
    ];
    let program = r#"{"functions": [{"blocks": [{"instructions": [
        {"kind": "add", "text": "s = add nsw a, b", "type": "i32", "location": {"file": "x/a.c", "line": 1}},
        {"kind": "store", "text": "store i32 s → p", "align": 4, "location": {"file": "x/a.c", "line": 1}},
        {"kind": "load", "text": "load i32 p", "location": {"file": "x/b.c", "line": 1}}]}]}]}"#;
    let on_lines: &[(&str, usize)] = &[
        ("c //~ add nsw i32", 0),
        ("c //~ add nsw i64", 1),
        ("c //~ add !nsw", 1),
        ("c //~ add !nuw | store align=4", 0),
        ("c //~ store align=8", 1),
        ("c //~ load", 1),
        ("c //~ !load", 0),
        ("c //~ !nsw", 1),
        ("c //~ i32 | i32", 0),
        ("c //~ i32 | i32 | i32", 1),
        ("c //~ \"s = add\"", 0),
        ("c //~ \"t = add\"", 1),
        ("\nc //~ add", 1),
    ];
    let mut trials =
        vec![Trial::test("runner: an unknown expectation is an error", || {
            match parse("//@ run: show\n//@ stduot: x") {
                Ok(_) => Err("accepted".into()),
                Err(_) => Ok(()),
            }
        })];
    trials.extend(table.iter().enumerate().map(|(index, (directives, stdout, wanted))| {
        Trial::test(format!("runner: case {index}"), move || {
            let found = verdict(directives, stdout);
            if found == *wanted {
                Ok(())
            } else {
                Err(format!("{found} failures instead of {wanted}: {directives}").into())
            }
        })
    }));
    trials.extend(runs.iter().map(|(directives, summary, wanted)| {
        Trial::test(format!("runner: engine: {}", directives.replace('\n', " ")), move || {
            let bug =
                r#"{"kind": "abort", "place": {"line": 2}, "verdict": {"result": "confirmed"}}"#;
            let summary = serde_json::from_str(&summary.replace("ABORT", bug))?;
            let left = Leftovers { summary: &summary, directory: Path::new("/"), native: None };
            let cases = parse(directives)?;
            let run = cases.first().and_then(|case| case.engine.as_ref()).ok_or("no run")?;
            let found = run.failures(&left);
            if found.len() == *wanted {
                Ok(())
            } else {
                Err(format!("{found:?} instead of {wanted} failures").into())
            }
        })
    }));
    trials.extend(on_lines.iter().map(|(directives, wanted)| {
        Trial::test(format!("runner: on a line: {}", directives.trim()), move || {
            let found = verdict(directives, program);
            if found == *wanted {
                Ok(())
            } else {
                Err(format!("{found} failures instead of {wanted}").into())
            }
        })
    }));
    trials
}
