//! `lariat test`: tests that cover the program, bugs with inputs that trigger them.

use std::path::Path;
use std::time::Instant;

use lariat_exec::{Hooks, UninitialisedInputs};
use lariat_output::replay::{Confirmation, CoverageRequest, Replayer};
use lariat_output::{
    BugLine, LeftOut, OutputDirectory, OutputError, Paint, Summary, TestSuiteMetadata, Verdict,
    files_below, program_hash,
};
use parking_lot::Mutex;

use crate::args::{InputArgs, RunArgs, TestArgs};
use crate::collector::{Collector, FoundBug, Tests};
use crate::jump::{self, Jumper};
use crate::limits::{Cause, Limits};
use crate::session::{SearchLimits, Session};
use crate::verify::verdict_line;
use crate::{EXIT_BUG, EXIT_LIMIT, EXIT_SUCCESS, Printed};

/// Measuring what tests cover may take so many times what a single run may take.
const MEASURING: u32 = 2;

pub(crate) fn run(
    limits: &'static Limits,
    args: &'static TestArgs,
    paint: Paint,
) -> anyhow::Result<Printed> {
    let (session, ()) = match Session::load(limits, &args.input, &args.run, |_| Ok(()))? {
        Ok(loaded) => loaded,
        Err(cause) => return not_read(limits, (&args.input, &args.run), cause, None, paint),
    };
    let output: &'static OutputDirectory = Box::leak(Box::new(OutputDirectory::create(
        &args.run.out,
        &session.saved,
        Some(&metadata(args, session)),
    )?));
    session.log_start(output)?;
    let mut collector = Collector::new(
        session,
        output,
        if args.all_paths { Tests::All } else { Tests::Covering },
        args.max_tests,
        Vec::new(),
    );
    if args.stop_at_first_bug {
        collector.stop_at_first_bug(session.replayer()?);
    }
    let collector: &'static Collector<'static> = Box::leak(Box::new(collector));
    let jumper: &'static Jumper<'static> = Box::leak(Box::new(Jumper {
        session,
        collector,
        active: !args.run.no_summaries,
        keeps_output: args.keep_output,
        late: session.search_ends() - args.run.time / jump::LAST_PART,
        progress: Mutex::default(),
    }));
    let measuring: Option<&'static Replayer> = match args.no_coverage {
        true => None,
        false => Some(Box::leak(Box::new(session.replayer()?))),
    };
    if let Some(replayer) = measuring {
        // While the program is explored it is built for what comes then, or else later.
        let prepare = || replayer.prepare_coverage();
        let _ = std::thread::Builder::new().name("build".to_owned()).spawn(prepare);
    }
    let search = move || {
        let progress = || format!("{} tests  {} bugs", collector.written(), collector.bug_count());
        session.explore_for(
            SearchLimits { end: session.search_time(), plain: false, work: None },
            Hooks::default(),
            args.run.search.clone(),
            |executor, machine| {
                executor.keep_printed = args.keep_output;
                executor.check_call_types = true;
                machine.uninitialised_inputs = UninitialisedInputs::All;
            },
            jumper,
            &progress,
        )
    };
    let explored = match session.work(limits.searching(), output, search) {
        Ok(explored) => explored?,
        Err(cause) => session.left_behind(cause),
    };
    let jumped = jumper.finish()?;
    let mut summary = session.summary(&explored);
    summary.directory = Some(args.run.out.display().to_string());
    let bugs = collector.bugs();
    last_words(session, output, &bugs, &mut summary, (args.run.json, None), paint);
    // A person wants to know the bugs first.
    let replayed = report_bugs(session, output, bugs, &mut summary);
    if let Some(replayer) = measuring {
        session.replaying(|| measure(session, replayer, output, &mut summary));
    }
    summary.jumps = jumped.reached;
    summary.proved_unreachable = jumped.unreachable;
    summary.tests = collector.written();
    let trouble = collector.trouble().or(replayed.trouble);
    finish(session, output, &mut summary, trouble);
    let complete = explored.is_complete() && summary.suspicions() == 0;
    let clean = complete && summary.stopped.is_none() && summary.bugs.is_empty();
    let code = match (replayed.confirmed, clean) {
        (true, _) => EXIT_BUG,
        (false, true) => EXIT_SUCCESS,
        (false, false) => EXIT_LIMIT,
    };
    let text =
        if args.run.json { document(&summary, complete, None)? } else { summary.text(paint) };
    Ok(Printed { text, code })
}

/// What is printed if there was not even enough time to read the program.
pub(crate) fn not_read(
    limits: &Limits,
    (input, run): (&InputArgs, &RunArgs),
    cause: Cause,
    verdict: Option<&str>,
    paint: Paint,
) -> anyhow::Result<Printed> {
    let reason = cause.incomplete();
    let names: Vec<String> = input.inputs.iter().map(|path| path.display().to_string()).collect();
    let mut summary = Summary {
        program: names.join(" "),
        entry: input.entry.clone().unwrap_or_else(|| "main".to_owned()),
        stopped: Some(cause.before_reading()),
        left_out: vec![LeftOut {
            name: reason.name().to_owned(),
            reason: reason.to_string(),
            paths: 1,
            ..LeftOut::default()
        }],
        ..Summary::default()
    };
    summary.time.front_end = limits.began.elapsed().as_secs_f64();
    summary.time.close(summary.time.front_end);
    let verdict = verdict.map(|verdict| format!("{verdict} ({})", cause.clause()));
    let text = answer(&summary, false, verdict.as_deref(), run.json, paint)?;
    Ok(Printed { text, code: EXIT_LIMIT })
}

/// The summary, and the verdict if there is one.
pub(crate) fn answer(
    summary: &Summary,
    complete: bool,
    verdict: Option<&str>,
    json: bool,
    paint: Paint,
) -> anyhow::Result<String> {
    if json {
        return document(summary, complete, verdict);
    }
    let line = verdict.map(|verdict| verdict_line(verdict, paint) + "\n").unwrap_or_default();
    Ok(summary.text(paint) + &line)
}

/// Says what is known before anything is run natively, should that be the last thing that there is time for.
pub(crate) fn last_words(
    session: &'static Session,
    output: &OutputDirectory,
    bugs: &[FoundBug],
    summary: &mut Summary,
    (json, verdict): (bool, Option<&str>),
    paint: Paint,
) {
    let mut words = summary.clone();
    for bug in bugs {
        let mut report = bug.report.clone();
        if !report.verdict.is_confirmed() {
            report.verdict = Verdict::Unconfirmed { reason: "the time is up".to_owned() };
        }
        let directory = bug.directory.as_ref().map(|directory| directory.display().to_string());
        words.bugs.push(BugLine::new(&report, directory));
    }
    words.stopped = Some("the time is up".to_owned());
    words.time = session.time();
    let confirmed = words.bugs.iter().any(|bug| bug.verdict.is_confirmed());
    let code = if confirmed && verdict.is_none() { EXIT_BUG } else { EXIT_LIMIT };
    // What cannot be written is said when everything is written again.
    let _ = output.write_summary(&words);
    if let Ok(text) = answer(&words, false, verdict, json, paint) {
        session.limits.set_last_words(Printed { text, code });
    }
}

/// Measures natively what the tests cover: the numbers are those that a replay gives.
fn measure(
    session: &Session,
    replayer: &Replayer,
    output: &OutputDirectory,
    summary: &mut Summary,
) {
    let started = Instant::now();
    // LLVM's tools need some of the time.
    let left = session.limits.native_ends().saturating_duration_since(started);
    let until = started + (MEASURING * session.replay_time()).min(left / 2);
    let tests = match output.tests() {
        Ok(tests) => tests.into_iter().map(|(_, test)| test).collect::<Vec<_>>(),
        Err(_) => Vec::new(),
    };
    if tests.is_empty() {
        summary.coverage_note = Some("not measured: there are no tests".to_owned());
        return;
    }
    let request =
        CoverageRequest { functions: &session.saved.functions, lcov: false, until: Some(until) };
    match replayer.coverage(&tests, &request) {
        Ok(measured) => {
            summary.lines = Some(measured.lines);
            summary.branches = Some(measured.branches);
            summary.files = measured.files;
            if measured.tests < tests.len() {
                let (run, all) = (measured.tests, tests.len());
                let note = format!("of {run} of the {all} tests, which take long to run");
                summary.coverage_note = Some(note);
            }
        }
        Err(error) => summary.coverage_note = Some(format!("not measured: {error}")),
    }
}

/// What came of running bugs natively.
pub(crate) struct Replayed {
    /// Whether one is confirmed.
    pub(crate) confirmed: bool,
    /// The first report that could not be written.
    pub(crate) trouble: Option<OutputError>,
}

/// Replays bugs natively and completes their reports.
pub(crate) fn report_bugs(
    session: &Session,
    output: &OutputDirectory,
    bugs: Vec<FoundBug>,
    summary: &mut Summary,
) -> Replayed {
    let mut replayed = Replayed { confirmed: false, trouble: None };
    if bugs.is_empty() {
        return replayed;
    }
    let pairs: Vec<_> = bugs.iter().map(|bug| (bug.report.clone(), bug.test.clone())).collect();
    let runs: Vec<Confirmation> = match session.replayer() {
        Ok(_) if bugs.iter().all(|bug| bug.report.verdict.is_confirmed()) => {
            let known = |bug: &FoundBug| Confirmation::without_run(bug.report.verdict.clone());
            bugs.iter().map(known).collect()
        }
        Ok(replayer) => session.replaying(|| replayer.confirm_all(&pairs)),
        Err(error) => {
            let verdict = Verdict::Unconfirmed { reason: error.to_string() };
            pairs.iter().map(|_| Confirmation::without_run(verdict.clone())).collect()
        }
    };
    let mut bugs: Vec<FoundBug> = bugs
        .into_iter()
        .zip(&runs)
        .map(|(mut bug, run)| {
            bug.report.verdict = run.verdict.clone();
            bug
        })
        .collect();
    for (number, run) in runs.into_iter().enumerate() {
        let Some((place, evidence)) = run.elsewhere else { continue };
        // What happened is a bug, too, unless another report is about it already.
        let kind = bugs[number].report.kind;
        let place = bugs[number].report.same_file(place);
        let is_known = |bug: &FoundBug| {
            let there = bug.report.place.as_ref();
            bug.report.kind == kind
                && there.is_some_and(|there| there.file == place.file && there.line == place.line)
        };
        if !bugs.iter().any(is_known) {
            bugs[number].report.move_to(place, evidence);
        }
    }
    for bug in bugs {
        replayed.confirmed |= bug.report.verdict.is_confirmed();
        if let Some(directory) = &bug.directory
            && let Err(error) = output.rewrite_bug(directory, &bug.report)
        {
            replayed.trouble.get_or_insert(error);
        }
        let directory = bug.directory.map(|directory| directory.display().to_string());
        summary.bugs.push(BugLine::new(&bug.report, directory));
    }
    replayed
}

/// Writes the last files. What could not be written is part of the summary and does not keep the rest from being told.
pub(crate) fn finish(
    session: &Session,
    output: &OutputDirectory,
    summary: &mut Summary,
    mut trouble: Option<OutputError>,
) {
    summary.time = session.time();
    if let Err(error) = output.log(&summary.text(Paint::PLAIN)) {
        trouble.get_or_insert(error);
    }
    summary.stopped = trouble.as_ref().map(ToString::to_string);
    if let Err(error) = output.write_summary(summary) {
        summary.stopped.get_or_insert(error.to_string());
    }
}

/// The summary as one JSON document.
pub(crate) fn document(
    summary: &Summary,
    complete: bool,
    verdict: Option<&str>,
) -> anyhow::Result<String> {
    let mut value = serde_json::to_value(summary)?;
    if let Some(members) = value.as_object_mut() {
        members.insert("complete".into(), complete.into());
        if let Some(directory) = &summary.directory {
            let files = files_below(Path::new(directory)).into_iter();
            let names: Vec<String> = files.map(|file| file.display().to_string()).collect();
            members.insert("output_files".into(), names.into());
        }
        if let Some(verdict) = verdict {
            members.insert("verdict".into(), verdict.into());
        }
    }
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

fn metadata(args: &TestArgs, session: &Session) -> TestSuiteMetadata {
    let first = args.input.inputs.first();
    let contents = first.and_then(|path| std::fs::read(path).ok()).unwrap_or_default();
    TestSuiteMetadata {
        producer: format!("Lariat {}", env!("CARGO_PKG_VERSION")),
        specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".to_owned(),
        program_file: first.map(|path| path.display().to_string()).unwrap_or_default(),
        program_hash: program_hash(&contents),
        entry_function: session.entry_name().to_owned(),
        data_model: session.program.target.data_model,
        creation_time: humantime(std::time::SystemTime::now()),
    }
}

/// ISO 8601 in UTC, to the second.
fn humantime(time: std::time::SystemTime) -> String {
    let seconds = time.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days since 0000-03-01, so that the leap day is the last of a year.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use super::humantime;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn dates() {
        let at = |seconds| humantime(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(at(4_102_444_799), "2099-12-31T23:59:59Z");
    }
}
