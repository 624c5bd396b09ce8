//! `lariat replay`: the tests and bugs of an earlier run on the natively compiled program.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use lariat_output::replay::{CoverageRequest, Replayer};
use lariat_output::{KTest, OutputDirectory, Paint, Verdict};
use serde_json::json;

use crate::args::ReplayArgs;
use crate::limits::Limits;
use crate::{EXIT_BUG, EXIT_LIMIT, EXIT_SUCCESS, Printed};

pub(crate) fn run(
    limits: &'static Limits,
    args: &'static ReplayArgs,
    paint: Paint,
) -> anyhow::Result<Printed> {
    let output = OutputDirectory::open(&args.directory)?;
    let saved = output.run()?;
    let mut replayer = Replayer::new(saved.sources, saved.entry, args.replay_time)?;
    if args.unsandboxed {
        replayer.without_sandbox();
    }
    // There is nothing but native runs, so the first interrupt is for them.
    let until = limits.native(&limits.interrupts.search);
    replayer.end_with(until.clone());
    replayer.can_run()?;
    let mut text = String::new();
    let (bug_documents, confirmed) = bugs(&output, &replayer, &mut text, paint)?;
    let (paths, tests): (Vec<_>, Vec<KTest>) = output.tests()?.into_iter().unzip();
    let mut test_documents = Vec::new();
    let mut coverage = None;
    let mut all_done = true;
    if !tests.is_empty() {
        for (path, run) in paths.iter().zip(replayer.run_all(&tests)?) {
            let Some(run) = run else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if run.shows_error {
                let _ = writeln!(text, "{}: {}", paint.doubtful(&name), run.description);
            }
            test_documents
                .push(json!({ "test": name, "error": run.shows_error, "end": run.description }));
        }
        let errors = test_documents.iter().filter(|test| test["error"] == true).count();
        let count = match (test_documents.len(), tests.len()) {
            (run, all) if run < all => format!("{run} of {all}"),
            (_, all) => all.to_string(),
        };
        let _ = writeln!(text, "tests      {count} run, {errors} of them show an error");
        let request =
            CoverageRequest { functions: &saved.functions, lcov: args.lcov.is_some(), until: None };
        match replayer.coverage(&tests, &request) {
            Ok(measured) => {
                text += &measured.text();
                if let Some(path) = &args.lcov {
                    std::fs::write(path, &measured.lcov)
                        .with_context(|| format!("{} cannot be written", path.display()))?;
                }
                all_done &= measured.tests == tests.len();
                coverage = Some(measured);
            }
            Err(error) => {
                all_done = false;
                let _ = writeln!(text, "{}", paint.doubtful(&error.to_string()));
            }
        }
    } else if bug_documents.is_empty() {
        text += "there are no tests and no bugs to run\n";
    }
    let stopped = until.over().filter(|_| !all_done || test_documents.len() < tests.len());
    if let Some(why) = stopped {
        all_done = false;
        let _ = writeln!(text, "{}", paint.doubtful(&format!("stopped: {why}")));
    }
    if args.json {
        let coverage = coverage.as_ref().map(|measured| {
            json!({
                "lines": measured.lines,
                "branches": measured.branches,
                "functions": measured.functions,
                "files": measured.files,
            })
        });
        let document = json!({ "bugs": bug_documents, "tests": test_documents, "coverage": coverage, "stopped": stopped });
        text = serde_json::to_string_pretty(&document)? + "\n";
    }
    let code = match (confirmed, all_done) {
        (true, _) => EXIT_BUG,
        (false, true) => EXIT_SUCCESS,
        (false, false) => EXIT_LIMIT,
    };
    Ok(Printed { text, code })
}

/// Runs the bugs again and says whether each is one; whether any is.
fn bugs(
    output: &OutputDirectory,
    replayer: &Replayer,
    text: &mut String,
    paint: Paint,
) -> anyhow::Result<(Vec<serde_json::Value>, bool)> {
    let bugs = output.bugs()?;
    let pairs: Vec<_> =
        bugs.iter().map(|(_, report, test)| (report.clone(), test.clone())).collect();
    let mut any = false;
    let mut documents = Vec::new();
    for ((directory, mut report, _), run) in bugs.into_iter().zip(replayer.confirm_all(&pairs)) {
        let verdict = run.verdict;
        let name = name(&directory);
        let result = match &verdict {
            Verdict::Confirmed { evidence } => {
                any = true;
                paint.bad("confirmed") + ": " + evidence
            }
            Verdict::Unconfirmed { reason } => paint.doubtful("not confirmed") + ": " + reason,
        };
        let _ = writeln!(text, "{name}: {result}");
        report.verdict = verdict;
        output.rewrite_bug(&directory, &report)?;
        documents.push(json!({ "directory": name, "report": report }));
    }
    Ok((documents, any))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
