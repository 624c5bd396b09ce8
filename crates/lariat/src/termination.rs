//! `lariat verify --property termination`: `true` if every loop on every path has a quantity that forbids endless iterations, and every call comes back.
//!
//! What is not proved is `false` if there is an input for which it is proved that no end is reachable ([`crate::endless`]), and `unknown` otherwise, with a
//! loop that may not end.

use std::sync::Arc;
use std::time::Duration;

use lariat_exec::AnySize;
use lariat_loop::terminates;
use lariat_output::{OutputDirectory, Paint, Place};
use lariat_solver::CancelToken;
use lariat_summary::{Explorer, ExplorerConfig, Goal, Ground};

use crate::args::VerifyArgs;
use crate::endless::{self, Endless};
use crate::limits::{Cause, Limits};
use crate::session::Session;
use crate::{EXIT_BUG, EXIT_LIMIT, EXIT_SUCCESS, Printed, test};

/// What is kept of the time for watching a native run.
const WATCHING: Duration = Duration::from_secs(3);

/// Why it is not shown that the program ends, nothing if it is; an input on which it does not; and what a proof rests on.
type Decided = (Option<String>, Option<Endless>, Vec<String>);

pub(crate) fn run(
    limits: &'static Limits,
    args: &'static VerifyArgs,
    paint: Paint,
) -> anyhow::Result<Printed> {
    let loaded = Session::load(limits, &args.input, &args.run, |program| {
        program.runs_error_functions = true;
        Ok(())
    })?;
    let (session, ()) = match loaded {
        Ok(loaded) => loaded,
        Err(cause) => {
            return test::not_read(limits, (&args.input, &args.run), cause, Some("unknown"), paint);
        }
    };
    let output: &'static OutputDirectory =
        Box::leak(Box::new(OutputDirectory::create(&args.run.out, &session.saved, None)?));
    session.log_start(output)?;
    let decided = session.work(limits.deciding(), output, move || {
        session.timed(|| -> anyhow::Result<Decided> {
            let mut assumptions = Vec::new();
            let reason = why_not(args, session, &mut assumptions)?;
            let endless = match reason {
                Some(_) => {
                    let kept = WATCHING.min(args.run.time / 2);
                    endless::find(session, session.search_ends().min(limits.ends() - kept))?
                }
                None => None,
            };
            Ok((reason, endless, assumptions))
        })
    });
    let (mut reason, endless, mut assumptions) = match decided {
        Ok(decided) => decided?,
        Err(cause) => (Some(cause.clause().to_owned()), None, Vec::new()),
    };
    if let Some(cause) = limits.cause().filter(|cause| *cause != Cause::Time)
        && let Some(reason) = &mut reason
    {
        *reason = cause.clause().to_owned();
    }
    let mut trouble = None;
    let mut summary = session.summary_without_search();
    summary.assumptions.append(&mut assumptions);
    let (verdict, code) = match (reason, endless) {
        (None, _) => ("true".to_owned(), EXIT_SUCCESS),
        (Some(_), Some(endless)) => {
            // What a proof of the opposite would rest on does not matter any more.
            summary.assumptions.clear();
            let written = output.write_test(&endless.test, true);
            summary.tests = u64::from(written.is_ok());
            trouble = written.err();
            summary.assumptions.push(never_ends(session, &endless));
            ("false".to_owned(), EXIT_BUG)
        }
        (Some(reason), None) => (format!("unknown ({reason})"), EXIT_LIMIT),
    };
    summary.directory = Some(args.run.out.display().to_string());
    test::finish(session, output, &mut summary, trouble);
    let complete = code != EXIT_LIMIT;
    let text = test::answer(&summary, complete, Some(&verdict), args.run.json, paint)?;
    Ok(Printed { text, code })
}

/// What is claimed about an input.
fn never_ends(session: &Session, endless: &Endless) -> String {
    let from = match endless.location {
        Some(location) => {
            format!(" (the first loop is at {})", Place::new(&session.program, location))
        }
        None => String::new(),
    };
    let rest = match endless.zeros {
        true => "with zero for every input that a loop reads",
        false => "whatever inputs loops read",
    };
    format!(
        "on the test the program never ends{from}: with these inputs no end is reachable, {rest}"
    )
}

/// The part of the time for showing that it ends.
const SHARE_OF_PROOF: u32 = 2;

/// Why it is not shown that the program ends; nothing if it is.
fn why_not(
    args: &VerifyArgs,
    session: &Session,
    assumptions: &mut Vec<String>,
) -> anyhow::Result<Option<String>> {
    let end = session.within(args.run.time / SHARE_OF_PROOF);
    let ground = Ground::new(&session.program, &session.store, &Goal::default())?;
    let initial = session.initial_state(ground.machine())?;
    let mut config = ExplorerConfig {
        deadline: Some(end),
        interrupted: Some(session.interrupted()),
        ..session.explorer_config()
    };
    config.executor.any_size = AnySize::All;
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let clauses = match explorer.clauses(&initial, true) {
        Ok(clauses) => clauses,
        Err(reason) => return Ok(Some(reason)),
    };
    let place = |location| Place::new(&session.program, location).to_string();
    let undefined = explorer.undefined().map(|(kind, location)| match location {
        Some(location) => format!("{kind} at {}", place(location)),
        None => kind.to_owned(),
    });
    if let Some(first) = undefined {
        if explorer.surely_undefined() {
            return Ok(Some(format!("undefined behaviour on the way: {first}")));
        }
        assumptions.push(format!(
            "assuming that the program's behaviour is not undefined on the way (it may be: {first})"
        ));
    }
    let store = Arc::clone(explorer.store());
    Ok(match terminates(&store, explorer.solver(), &clauses.system, end) {
        Ok(()) => None,
        Err(number) => Some(match clauses.locations.get(number).copied().flatten() {
            Some(location) => format!("the loop at {} may not end", place(location)),
            None => "a loop may not end".to_owned(),
        }),
    })
}
