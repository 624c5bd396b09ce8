//! `lariat verify`: true, false with a replayed input, or unknown with the reason.

use std::process::ExitCode;

use lariat_exec::{BugKind, Hooks};
use lariat_output::OutputDirectory;

use crate::args::{Property, VerifyArgs};
use crate::collector::{Collector, Tests};
use crate::session::Session;
use crate::{EXIT_BUG, EXIT_LIMIT, Printed, test};

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

pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<Printed> {
    let session = Session::load(&args.input, &args.run)?;
    let output = OutputDirectory::create(&args.run.out, &session.saved, None)?;
    let wanted = violations(args.property);
    let collector = Collector::new(
        session.program.clone(),
        session.store.clone(),
        Some(&output),
        Tests::None,
        None,
        wanted.clone(),
    );
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
    let (bugs, _) = collector.finish();
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
    let confirmed = test::report_bugs(&session, &output, violating, &mut summary)?;
    let (verdict, code) = if confirmed {
        ("false".to_owned(), ExitCode::from(EXIT_BUG))
    } else if found {
        let reason = "a violation was found but the native program does not show it";
        (format!("unknown ({reason})"), ExitCode::from(EXIT_LIMIT))
    } else if !explored.totals.complete {
        (format!("unknown ({})", explored.why_incomplete()), ExitCode::from(EXIT_LIMIT))
    } else if let Some(first) = other.first() {
        (format!("unknown (undefined behaviour on the way: {first})"), ExitCode::from(EXIT_LIMIT))
    } else {
        ("true".to_owned(), ExitCode::SUCCESS)
    };
    summary.time.total = session.elapsed().as_secs_f64();
    output.write_document("stats.json", &summary)?;
    let text = if args.run.json {
        test::document(&summary, explored.totals.complete, Some(&verdict))?
    } else {
        format!("{}verdict: {verdict}\n", summary.text())
    };
    Ok(Printed { text, code })
}
