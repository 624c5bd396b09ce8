//! `lariat verify`: true, false with a replayed input, or unknown with the reason.

use std::process::ExitCode;

use lariat_exec::{BugKind, Hooks};
use lariat_output::{OutputDirectory, Paint};

use crate::args::{Property, VerifyArgs};
use crate::collector::{Collector, Tests};
use crate::session::Session;
use crate::{EXIT_BUG, EXIT_LIMIT, Printed, test};

/// The last line for a person.
pub(crate) fn verdict_line(verdict: &str, paint: Paint) -> String {
    let line = format!("verdict: {verdict}");
    match verdict {
        "true" | "unreachable" | "reached" => paint.good(&line),
        "false" => paint.bad(&line),
        _ => paint.doubtful(&line),
    }
}

/// The kinds of bugs that violate a property.
fn violations(property: Property) -> Vec<BugKind> {
    match property {
        Property::UnreachCall => vec![BugKind::ErrorReached, BugKind::AssertionFailure],
        Property::NoOverflow => vec![BugKind::SignedOverflow],
        Property::ValidMemsafety => vec![
            BugKind::OutOfBoundsRead,
            BugKind::OutOfBoundsWrite,
            BugKind::NullDereference,
            BugKind::InvalidPointer,
            BugKind::WriteToConstant,
            BugKind::UseAfterFree,
            BugKind::UseAfterScope,
            BugKind::DoubleFree,
            BugKind::InvalidFree,
        ],
    }
}

pub(crate) fn run(args: &VerifyArgs, paint: Paint) -> anyhow::Result<Printed> {
    let (session, ()) = Session::load(&args.input, &args.run, |_| Ok(()))?;
    let output = OutputDirectory::create(&args.run.out, &session.saved, None)?;
    session.log_start(&output)?;
    let wanted = violations(args.property);
    let collector = Collector::new(&session, &output, Tests::None, None, wanted.clone());
    let progress = || format!("{} bugs", collector.bug_count());
    let overflow = args.property == Property::NoOverflow;
    let explored = session.explore(
        Hooks::default(),
        args.run.search.clone(),
        // Elsewhere signed arithmetic wraps, as it does on the machine a counterexample is replayed on.
        |executor| executor.check_overflow = overflow,
        &collector,
        &progress,
    )?;
    let mut summary = session.summary(&explored);
    let (bugs, trouble) = collector.finish();
    let (violating, other): (Vec<_>, Vec<_>) =
        bugs.into_iter().partition(|bug| wanted.contains(&bug.report.kind));
    let other: Vec<String> = other
        .iter()
        .filter(|bug| bug.report.kind != BugKind::Abort)
        .map(|bug| match &bug.report.place {
            Some(place) => format!("{} at {place}", bug.report.kind.name()),
            None => bug.report.kind.name().to_owned(),
        })
        .collect();
    let found = !violating.is_empty();
    let replayed = test::report_bugs(&session, &output, violating, &mut summary);
    summary.directory = Some(args.run.out.display().to_string());
    test::finish(&session, &output, &mut summary, trouble.or(replayed.trouble));
    let (verdict, code) = if replayed.confirmed {
        ("false".to_owned(), ExitCode::from(EXIT_BUG))
    } else if found {
        let reason = "a violation was found, but running the program does not show it";
        (format!("unknown ({reason})"), ExitCode::from(EXIT_LIMIT))
    } else if !explored.totals.complete {
        (format!("unknown ({})", explored.why_incomplete()), ExitCode::from(EXIT_LIMIT))
    } else if let Some(first) = other.first() {
        (format!("unknown (undefined behaviour on the way: {first})"), ExitCode::from(EXIT_LIMIT))
    } else {
        ("true".to_owned(), ExitCode::SUCCESS)
    };
    let text = if args.run.json {
        test::document(&summary, explored.totals.complete, Some(&verdict))?
    } else {
        format!("{}{}\n", summary.text(paint), verdict_line(&verdict, paint))
    };
    Ok(Printed { text, code })
}
