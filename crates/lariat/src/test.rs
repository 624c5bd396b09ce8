//! `lariat test`: tests that cover the program, bugs with inputs that trigger them.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use lariat_exec::Hooks;
use lariat_output::replay::Replayer;
use lariat_output::{BugLine, OutputDirectory, Summary, TestSuiteMetadata, program_hash};

use crate::args::TestArgs;
use crate::collector::{Collector, FoundBug, Tests};
use crate::session::Session;
use crate::{EXIT_BUG, EXIT_LIMIT, Printed};

/// How long a test may take natively.
pub(crate) const REPLAY_TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &TestArgs) -> anyhow::Result<Printed> {
    let session = Session::load(&args.input, &args.run)?;
    let output =
        OutputDirectory::create(&args.run.out, &session.saved, Some(&metadata(args, &session)))?;
    let collector = Collector::new(
        session.program.clone(),
        session.store.clone(),
        Some(&output),
        if args.all_paths { Tests::All } else { Tests::Covering },
        args.max_tests,
        Vec::new(),
    );
    let progress = || format!("{} tests, {} bugs", collector.written(), collector.bug_count());
    let search = args.run.search.clone();
    let explored = session.explore(
        Hooks::default(),
        search,
        |executor| executor.keep_printed = args.keep_output,
        &collector,
        &progress,
    )?;
    let complete = explored.totals.complete;
    let mut summary = session.summary(&explored);
    summary.tests = collector.written();
    summary.directory = Some(args.run.out.display().to_string());
    let (bugs, error) = collector.finish();
    let replay_started = Instant::now();
    let confirmed = report_bugs(&session, &output, bugs, &mut summary)?;
    summary.time.replay = replay_started.elapsed().as_secs_f64();
    summary.time.total = session.elapsed().as_secs_f64();
    output.write_document("stats.json", &summary)?;
    output.log(&summary.text())?;
    if let Some(error) = error {
        return Err(error.into());
    }
    let code = match (confirmed, complete) {
        (true, _) => ExitCode::from(EXIT_BUG),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(EXIT_LIMIT),
    };
    let text = if args.run.json { document(&summary, complete, None)? } else { summary.text() };
    Ok(Printed { text, code })
}

/// Replays bugs natively and writes their reports; whether one is confirmed.
pub(crate) fn report_bugs(
    session: &Session,
    output: &OutputDirectory,
    bugs: Vec<FoundBug>,
    summary: &mut Summary,
) -> anyhow::Result<bool> {
    if bugs.is_empty() {
        return Ok(false);
    }
    let replayer =
        Replayer::new(session.saved.sources.clone(), session.saved.entry.clone(), REPLAY_TIME)?;
    let pairs: Vec<_> = bugs.into_iter().map(|bug| (bug.report, bug.test)).collect();
    let verdicts = replayer.confirm_all(&pairs);
    let mut confirmed = false;
    for ((mut report, test), verdict) in pairs.into_iter().zip(verdicts) {
        confirmed |= verdict.is_confirmed();
        report.verdict = verdict;
        let directory = output.write_bug(&report, &test)?;
        summary.bugs.push(BugLine::new(&report, Some(directory.display().to_string())));
    }
    Ok(confirmed)
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
