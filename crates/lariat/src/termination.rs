//! `lariat verify --property termination`: `true` if every loop on every path has a quantity that forbids endless iterations, and every call comes back.
//!
//! There is no `false`: a run that has not ended shows nothing, however long it was watched, so that a program goes on forever is never claimed. What is
//! not proved is `unknown`, with the loop for which it was not.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use lariat_exec::AnySize;
use lariat_loop::terminates;
use lariat_output::{OutputDirectory, Paint, Place};
use lariat_solver::CancelToken;
use lariat_summary::{Explorer, ExplorerConfig, Goal, Ground};

use crate::args::VerifyArgs;
use crate::session::Session;
use crate::verify::verdict_line;
use crate::{EXIT_LIMIT, Printed, test};

pub(crate) fn run(args: &VerifyArgs, paint: Paint) -> anyhow::Result<Printed> {
    let (session, ()) = Session::load(&args.input, &args.run, |_| Ok(()))?;
    let output = OutputDirectory::create(&args.run.out, &session.saved, None)?;
    session.log_start(&output)?;
    let mut summary = session.summary_without_search();
    let (verdict, code) = match why_not(args, &session, &mut summary.assumptions)? {
        None => ("true".to_owned(), ExitCode::SUCCESS),
        Some(reason) => (format!("unknown ({reason})"), ExitCode::from(EXIT_LIMIT)),
    };
    summary.directory = Some(args.run.out.display().to_string());
    test::finish(&session, &output, &mut summary, None);
    let text = if args.run.json {
        test::document(&summary, code == ExitCode::SUCCESS, Some(&verdict))?
    } else {
        format!("{}{}\n", summary.text(paint), verdict_line(&verdict, paint))
    };
    Ok(Printed { text, code })
}

/// Why it is not shown that the program ends; nothing if it is.
fn why_not(
    args: &VerifyArgs,
    session: &Session,
    assumptions: &mut Vec<String>,
) -> anyhow::Result<Option<String>> {
    let end = Instant::now() + args.run.time;
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
