//! `lariat replay`: the tests and bugs of an earlier run on the natively compiled program.

use std::process::ExitCode;

use anyhow::Context;
use lariat_output::replay::Replayer;
use lariat_output::{KTest, OutputDirectory};
use serde_json::json;

use crate::args::ReplayArgs;
use crate::test::REPLAY_TIME;
use crate::{EXIT_BUG, Printed};

pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<Printed> {
    let output = OutputDirectory::open(&args.directory)?;
    let saved = output.run()?;
    let replayer = Replayer::new(saved.sources, saved.entry, REPLAY_TIME)?;
    let mut text = String::new();
    let bugs = output.bugs()?;
    let pairs: Vec<_> =
        bugs.iter().map(|(_, report, test)| (report.clone(), test.clone())).collect();
    let verdicts = replayer.confirm_all(&pairs);
    let mut confirmed = 0;
    let mut bug_documents = Vec::new();
    for ((directory, report, _), verdict) in bugs.iter().zip(verdicts) {
        let mut report = report.clone();
        report.verdict = verdict;
        confirmed += usize::from(report.verdict.is_confirmed());
        output.rewrite_bug(directory, &report)?;
        let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let state = if report.verdict.is_confirmed() { "confirmed" } else { "not confirmed" };
        text += &format!("{name}: {state}\n");
        bug_documents.push(json!({ "directory": name, "report": report }));
    }
    let tests: Vec<KTest> = output.tests()?.into_iter().map(|(_, test)| test).collect();
    let mut coverage_document = serde_json::Value::Null;
    if !tests.is_empty() {
        let runs = replayer.run_all(&tests)?;
        let errors = runs.iter().filter(|run| run.shows_error).count();
        text += &format!("{} tests run, {errors} of them show an error\n", runs.len());
        let coverage = replayer.coverage(&tests)?;
        for file in &coverage.files {
            text += &format!("{}: lines {}, branches {}\n", file.file, file.lines, file.branches);
        }
        text += &format!("all: lines {}, branches {}\n", coverage.lines, coverage.branches);
        if let Some(path) = &args.lcov {
            std::fs::write(path, &coverage.lcov)
                .with_context(|| format!("{} cannot be written", path.display()))?;
        }
        coverage_document = json!({ "lines": coverage.lines, "branches": coverage.branches });
    } else if bugs.is_empty() {
        text += "there are no tests and no bugs to run\n";
    }
    if args.json {
        let document = json!({
            "bugs": bug_documents,
            "tests": tests.len(),
            "coverage": coverage_document,
        });
        text = serde_json::to_string_pretty(&document)? + "\n";
    }
    let code = if confirmed > 0 { ExitCode::from(EXIT_BUG) } else { ExitCode::SUCCESS };
    Ok(Printed { text, code })
}
