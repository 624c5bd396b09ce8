//! `lariat verify`: true, false with a replayed input, or unknown with the reason.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lariat_exec::{
    AnySize, BlockHook, Bug, BugKind, EndReason, Hooks, Sink, Site, StackEntry, State, TestInput,
    UninitialisedInputs,
};
use lariat_loop::{HornEffort, prove};
use lariat_output::{OutputDirectory, Paint, Place, Verdict};
use lariat_program::{BlockId, FunctionId, Program};
use lariat_solver::CancelToken;
use lariat_summary::{Explorer, ExplorerConfig, Goal, Ground, LARGEST_INPUT_IN_PARTS, Way};

use crate::args::{InputArgs, Property, RunArgs, VerifyArgs};
use crate::collector::{Collector, FoundBug, Tests};
use crate::guide::{Guidance, Guide, Pruning, Show, assumptions};
use crate::limits::Limits;
use crate::rehearsal::Rehearsal;
use crate::session::{Explored, SearchLimits, Session};
use crate::target::error_calls;
use crate::{EXIT_BUG, EXIT_LIMIT, EXIT_SUCCESS, Printed, termination, test};

/// The last line for a person.
pub(crate) fn verdict_line(verdict: &str, paint: Paint) -> String {
    let line = format!("verdict: {verdict}");
    match verdict {
        "true" | "unreachable" | "reached" => paint.good(&line),
        "false" => paint.bad(&line),
        _ => paint.doubtful(&line),
    }
}

/// What a command that gives a verdict begins with: the program, what came of changing it, and where results are written.
pub(crate) type Begun<T> = (&'static Session, T, &'static OutputDirectory);

/// Loads the program and makes the output directory. If there is not enough time to read the program, what is printed is all there is.
pub(crate) fn begin<T: Send + 'static>(
    limits: &'static Limits,
    (input, run): (&'static InputArgs, &'static RunArgs),
    paint: Paint,
    change: impl FnOnce(&mut Program) -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<Result<Begun<T>, Printed>> {
    let (session, changed) = match Session::load(limits, input, run, change)? {
        Ok(loaded) => loaded,
        Err(cause) => {
            let printed = test::not_read(limits, (input, run), cause, Some("unknown"), paint)?;
            return Ok(Err(printed));
        }
    };
    let output = OutputDirectory::create(&run.out, &session.saved, None)?;
    let output: &'static OutputDirectory = Box::leak(Box::new(output));
    session.log_start(output)?;
    Ok(Ok((session, changed, output)))
}

/// The kinds of bugs that violate a property.
fn violations(property: Property) -> Vec<BugKind> {
    match property {
        Property::UnreachCall => vec![BugKind::ErrorReached, BugKind::AssertionFailure],
        Property::NoOverflow => vec![BugKind::SignedOverflow],
        // This one is no bug that a run could show.
        Property::Termination => Vec::new(),
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
            BugKind::OverlappingCopy,
        ],
    }
}

/// How long the program is searched before a condition is computed: loops iteration by iteration, then with exact cases.
const FIRST_SEARCHES: [(Duration, bool); 2] =
    [(Duration::from_millis(100), true), (Duration::from_millis(250), false)];

pub(crate) fn run(
    limits: &'static Limits,
    args: &'static VerifyArgs,
    paint: Paint,
) -> anyhow::Result<Printed> {
    if args.property == Property::Termination {
        return termination::run(limits, args, paint);
    }
    let by_conditions = args.property == Property::UnreachCall && !args.run.no_summaries;
    let begun = begin(limits, (&args.input, &args.run), paint, move |program| {
        program.runs_error_functions = args.property != Property::UnreachCall;
        Ok(if by_conditions { error_calls(program) } else { Vec::new() })
    })?;
    let (session, errors, output) = match begun {
        Ok(begun) => begun,
        Err(printed) => return Ok(printed),
    };
    let wanted = violations(args.property);
    let collector: &'static Collector<'static> =
        Box::leak(Box::new(Collector::new(session, output, Tests::None, None, wanted.clone())));
    let kinds = wanted.clone();
    let decided = session.work(limits.searching(), output, move || {
        decide(args, session, &errors, collector, &kinds)
    });
    let (explored, proof) = match decided {
        Ok(decided) => decided?,
        Err(cause) => (Some(session.left_behind(cause)), None),
    };
    let mut summary = match &explored {
        Some(explored) => session.summary(explored),
        None => session.summary_without_search(),
    };
    summary.assumptions.extend(proof.iter().flatten().cloned());
    let complete = explored.as_ref().is_none_or(Explored::is_complete);
    let (mut violating, other): (Vec<_>, Vec<_>) =
        collector.bugs().into_iter().partition(|bug| wanted.contains(&bug.report.kind));
    let other: Vec<String> = other
        .iter()
        .filter(|bug| !bug.report.kind.is_defined_end())
        .map(|bug| match &bug.report.place {
            Some(place) => format!("{} at {place}", bug.report.kind.name()),
            None => bug.report.kind.name().to_owned(),
        })
        .collect();
    let found = !violating.is_empty();
    summary.directory = Some(args.run.out.display().to_string());
    if found {
        let verdict = Some("unknown (the time is up)");
        test::last_words(
            session,
            output,
            &violating,
            &mut summary,
            (args.run.json, verdict),
            paint,
        );
    }
    session.replaying(|| confirm_quickly(session, &mut violating));
    let replayed = test::report_bugs(session, output, violating, &mut summary);
    let complete = complete && summary.suspicions() == 0;
    test::finish(session, output, &mut summary, collector.trouble().or(replayed.trouble));
    let (verdict, code) = if replayed.confirmed {
        ("false".to_owned(), EXIT_BUG)
    } else if found {
        let reason = match Instant::now() >= limits.native_ends() {
            true => "the time is up before a native run shows the violation that was found",
            false => "a violation was found, but running the program does not show it",
        };
        (format!("unknown ({reason})"), EXIT_LIMIT)
    } else if let Some(explored) = explored.as_ref().filter(|explored| !explored.totals.complete) {
        (format!("unknown ({})", explored.why_incomplete()), EXIT_LIMIT)
    } else if let Some(first) = other.first() {
        (format!("unknown (undefined behaviour on the way: {first})"), EXIT_LIMIT)
    } else if !complete {
        ("unknown (a path ended at undefined behaviour)".to_owned(), EXIT_LIMIT)
    } else if args.property == Property::NoOverflow
        && let Some(place) = session.undefined_constant()
    {
        let reason = format!("C does not define the constant expression at {place}");
        (format!("unknown ({reason})"), EXIT_LIMIT)
    } else {
        ("true".to_owned(), EXIT_SUCCESS)
    };
    let text = test::answer(&summary, complete, Some(&verdict), args.run.json, paint)?;
    Ok(Printed { text, code })
}

/// What a search gave, if there was one, and what a proof rests on, if there is one.
type Decided = (Option<Explored>, Option<Vec<String>>);

/// Searches and proves. What violates the property is with the collector.
fn decide(
    args: &VerifyArgs,
    session: &Session,
    errors: &[(FunctionId, BlockId)],
    collector: &Collector<'_>,
    wanted: &[BugKind],
) -> anyhow::Result<Decided> {
    let by_conditions = args.property == Property::UnreachCall && !args.run.no_summaries;
    let progress = || format!("{} bugs", collector.bug_count());
    let overflow = args.property == Property::NoOverflow;
    let search = |limits: SearchLimits, pruning: Option<Pruning>| {
        let mut hooks = Hooks::default();
        let prunes = pruning.is_some();
        hooks.block.extend(pruning.map(|pruning| Arc::new(pruning) as Arc<dyn BlockHook>));
        session.explore_for(
            limits,
            hooks,
            args.run.search.clone(),
            |executor, machine| {
                // Elsewhere signed arithmetic wraps, as it does on the machine a counterexample is replayed on.
                executor.check_overflow = overflow;
                executor.check_empty_arrays = false;
                executor.goes_on_behind_overflow = false;
                executor.any_size = AnySize::Heap;
                machine.uninitialised_inputs = UninitialisedInputs::All;
                if prunes {
                    machine.largest_input_in_parts = LARGEST_INPUT_IN_PARTS;
                }
            },
            collector,
            &progress,
        )
    };
    let mut guidance = Guidance::Open(None);
    if !args.run.no_summaries {
        // Small programs, and loops with exact cases, are searched through at once.
        for (time, plain) in FIRST_SEARCHES {
            let end = session.spent() + time.min(args.run.time / 20);
            let mut first = search(SearchLimits { end, plain, work: None }, None)?;
            if !first.totals.complete
                && !collector.enough()
                && plain
                && let Some(limits) = session.search_of_few_inputs(&first)
            {
                let few = search(limits, None)?;
                // Undefined behaviour may be behind what is asked about, which a proof sees.
                if few.is_complete() || collector.enough() {
                    first = few;
                }
            }
            if first.totals.complete || collector.enough() {
                return Ok((Some(first), None));
            }
        }
        if by_conditions {
            guidance = session.timed(|| guide(args, session, errors, collector, wanted))?;
        } else if let Some(assumptions) = session.timed(|| checks_hold(args, session, wanted))? {
            guidance = Guidance::Unreachable { assumptions };
        }
    }
    Ok(match guidance {
        Guidance::Unreachable { assumptions } => (None, Some(assumptions)),
        Guidance::Reached => (None, None),
        Guidance::Open(pruning) => {
            let end = session.search_time();
            (Some(search(SearchLimits { end, plain: false, work: None }, pruning)?), None)
        }
    })
}

/// The part of the time for proving that no check fails.
const SHARE_OF_CHECKS: u32 = 4;

/// Tries to prove, with invariants of all loops, that nothing of some kinds goes wrong. What the proof rests on.
fn checks_hold(
    args: &VerifyArgs,
    session: &Session,
    wanted: &[BugKind],
) -> anyhow::Result<Option<Vec<String>>> {
    let goal = Goal { bugs: wanted.to_vec(), ..Goal::default() };
    let ground = Ground::new(&session.program, &session.store, &goal)?;
    let initial = session.initial_state(ground.machine())?;
    let end = session.within(args.run.time / SHARE_OF_CHECKS);
    let mut config = ExplorerConfig {
        deadline: Some(end),
        interrupted: Some(session.interrupted()),
        ..session.explorer_config()
    };
    config.executor.any_size = AnySize::All;
    config.executor.check_overflow = args.property == Property::NoOverflow;
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let system = match explorer.clauses_of_checks(&initial) {
        Ok(clauses) => clauses.system,
        Err(reason) => {
            tracing::debug!("no clauses: {reason}");
            return Ok(None);
        }
    };
    if explorer.surely_undefined() {
        return Ok(None);
    }
    let undefined = explorer.undefined().map(|(kind, location)| match location {
        Some(location) => format!("{kind} at {}", Place::new(&session.program, location)),
        None => kind.to_owned(),
    });
    let store = Arc::clone(explorer.store());
    let proof = prove(&store, explorer.solver(), &system, HornEffort::Full, end);
    Ok(proof.map(|_| assumptions(undefined)))
}

/// Calls of error functions need no sanitizer to be seen, and any of them is a violation. What is not seen in this way is looked at as other bugs are.
fn confirm_quickly(session: &Session, bugs: &mut [FoundBug]) {
    for bug in bugs {
        if bug.report.kind == BugKind::ErrorReached
            && !bug.report.verdict.is_confirmed()
            && let Ok(replayer) = session.replayer()
            && let Ok(Some(evidence)) = replayer.calls_error(&bug.test)
        {
            bug.report.verdict = Verdict::Confirmed { evidence };
        }
    }
}

/// Tries to decide with necessary conditions: whether an error function can be called at all, and with which input. An input that does is
/// run by the engine, which tells the collector.
fn guide(
    args: &VerifyArgs,
    session: &Session,
    errors: &[(FunctionId, BlockId)],
    collector: &Collector<'_>,
    wanted: &[BugKind],
) -> anyhow::Result<Guidance> {
    let rehearsal = Rehearsal::new(session, UninitialisedInputs::All)?;
    let mut runner = rehearsal.runner(Vec::new());
    let never = AtomicBool::new(false);
    let mut replayer = None;
    let mut native_runs = 0;
    let mut tries = |input: &TestInput, way: &Way| {
        let mut violated = false;
        let run = runner.run_test(input, &never);
        for finding in run.findings {
            if wanted.contains(&finding.bug.kind) {
                violated = true;
                collector.found(finding);
            }
        }
        if !violated
            && matches!(run.end, Some(EndReason::StepLimit))
            && native_runs < MOST_NATIVE_RUNS
        {
            native_runs += 1;
            let replayer = replayer.get_or_insert_with(|| session.replayer());
            let test = collector.test(input.clone());
            if let Ok(replayer) = replayer
                && let Ok(Some(evidence)) = session.replaying(|| replayer.calls_error(&test))
                && let Some(bug) = bug_at(&session.program, &way.state)
            {
                violated = true;
                collector.confirmed(&bug, input.clone(), evidence);
            }
        }
        violated
    };
    let show = Show::default();
    Guide { session, time: args.run.time, blocks: errors, bugs: wanted, show }.run(&mut tries)
}

/// Native runs of inputs that the engine did not run to the end. Each may take as long as a replay may.
const MOST_NATIVE_RUNS: usize = 3;

/// The call of an error function that a state is about to execute.
fn bug_at(program: &Program, state: &State) -> Option<Bug> {
    let function = state.frame.function;
    let body = program.functions[function].body.as_ref()?;
    let inst = body.blocks[state.block].insts().next()?;
    let location = body.location(inst);
    Some(Bug {
        kind: BugKind::ErrorReached,
        detail: String::new(),
        site: Site { function, pc: state.frame.pc },
        inst: Some(inst),
        location,
        stack: vec![StackEntry { function, location, arguments: Vec::new() }],
        stated: None,
        jumps_to: None,
        may_go_on: false,
    })
}
