//! `lariat reach`: an input that gets to a place, or a proof that none does.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lariat_exec::{
    AtBlock, BlockHook, ConcreteRun, Coverage, EndReason, ExecutorConfig, Finding, HookContext,
    Hooks, Machine, Search, Sink, State, TestInput, UninitialisedInputs, Work,
};
use lariat_output::replay::Replayer;
use lariat_output::{KTest, NamedValue, OutputDirectory, Paint, Place, Summary};
use lariat_program::{BlockId, FunctionId, Program};
use lariat_summary::{LARGEST_INPUT_IN_PARTS, Way};
use lariat_term::TermStore;

use crate::args::ReachArgs;
use crate::guide::{Guidance, Guide, Pruning, Show};
use crate::limits::Limits;
use crate::rehearsal::Rehearsal;
use crate::session::{Explored, SearchLimits, Session};
use crate::target::Target;
use crate::{EXIT_LIMIT, EXIT_SUCCESS, Printed, test, verify};

/// Stops at the target's blocks and tries the input natively.
struct Watch {
    session: &'static Session,
    target: Target,
    replayer: Replayer,
    store: Arc<TermStore>,
    /// What the program is started with.
    arguments: Vec<Vec<u8>>,
    /// The input that gets there, and where that is.
    reached: Mutex<Option<(KTest, Place)>>,
    /// Inputs that should get there and natively did not, with what was seen.
    failed: Mutex<Vec<String>>,
    done: AtomicBool,
}

/// Inputs tried natively before the search gives up on confirming.
const MOST_TRIES: usize = 20;

impl BlockHook for Watch {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.target.blocks.contains(&(function, block))
    }

    fn at_block(&self, state: &mut State, _context: &mut HookContext<'_>) -> AtBlock {
        self.run_natively(TestInput::new(&self.store, &state.model, &state.inputs));
        AtBlock::GoOn
    }
}

impl Watch {
    /// Runs an input that should get there.
    fn run_natively(&self, input: TestInput) {
        if self.done.load(Ordering::Relaxed) || self.tries() >= MOST_TRIES {
            return;
        }
        let test = KTest::new(self.arguments.clone(), input);
        let runs = || self.replayer.reaches(&self.target.places, &test);
        let outcome = self.session.replaying(runs);
        match outcome {
            Ok(Some(place)) => {
                if let Ok(mut reached) = self.reached.lock() {
                    reached.get_or_insert((test, place));
                }
                self.done.store(true, Ordering::Relaxed);
            }
            Ok(None) => self.note("running the program does not get there".to_owned()),
            Err(error) => self.note(error.to_string()),
        }
    }

    /// How many inputs failed.
    fn tries(&self) -> usize {
        self.failed.lock().map_or(0, |failed| failed.len())
    }

    fn note(&self, what: String) {
        if let Ok(mut failed) = self.failed.lock() {
            failed.push(what);
        }
    }
}

/// Bugs do not matter here, unless the program could go on after one in a way that was not explored.
struct Quiet<'a> {
    watch: &'a Watch,
    program: Arc<Program>,
    undefined: Mutex<Option<String>>,
}

impl Sink for Quiet<'_> {
    fn found(&self, finding: Finding) -> bool {
        let kind = finding.bug.kind;
        if !finding.bug.ends_program()
            && let Ok(mut undefined) = self.undefined.lock()
        {
            undefined.get_or_insert_with(|| match finding.bug.location {
                Some(location) => {
                    format!("{} at {}", kind.name(), Place::new(&self.program, location))
                }
                None => kind.name().to_owned(),
            });
        }
        true
    }

    fn ended(&self, _: &State, _: &EndReason, _: &Coverage) {}

    fn enough(&self) -> bool {
        self.watch.done.load(Ordering::Relaxed)
    }
}

/// Ends a search that has done enough for a first one.
struct Short<'a, 'w> {
    sink: &'a Quiet<'w>,
    left: AtomicU64,
}

/// What the search may do before a condition is computed, in questions that need no backend: what is found so is found at once. Work, not time:
/// a busy machine finds the same.
const FIRST_SEARCH: u64 = 160;

/// How many of those a question for a backend is worth, and how many instructions one is.
const HARD: u64 = 20;
const STEPS: u64 = 200;

/// Instructions of one path in it: a loop that does not end asks no questions.
const LONGEST_PATH: u64 = 5_000;

/// The part of the time limit it may take on a machine that is too slow for that.
const SHARE_OF_FIRST_SEARCH: u32 = 20;

impl Sink for Short<'_, '_> {
    fn found(&self, finding: Finding) -> bool {
        self.sink.found(finding)
    }

    fn ended(&self, state: &State, reason: &EndReason, coverage: &Coverage) {
        self.sink.ended(state, reason, coverage);
    }

    fn enough(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0 || self.sink.enough()
    }

    fn worked(&self, work: Work, _: &Coverage) {
        let done = work.queries + HARD * work.hard + work.steps / STEPS;
        // Every worker takes its share; what is left never grows.
        let rest = |left: u64| Some(left.saturating_sub(done));
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
    }
}

/// What came of looking for a way.
enum Looked {
    /// A search, and undefined behaviour that it met.
    Searched(Box<Explored>, Option<String>),
    /// A proof that there is none, and what it rests on.
    Proved(Vec<String>),
}

pub(crate) fn run(
    limits: &'static Limits,
    args: &'static ReachArgs,
    paint: Paint,
) -> anyhow::Result<Printed> {
    let begun = verify::begin(limits, (&args.input, &args.run), paint, |program| {
        // The place may be in an error function, or behind its call.
        program.runs_error_functions = true;
        Target::find(program, &args.target)
    })?;
    let (session, target, output) = match begun {
        Ok(begun) => begun,
        Err(printed) => return Ok(printed),
    };
    let watch = Arc::new(Watch {
        session,
        target,
        replayer: session.replayer()?,
        store: Arc::clone(&session.store),
        arguments: session.arguments(),
        reached: Mutex::default(),
        failed: Mutex::default(),
        done: AtomicBool::new(false),
    });
    let looks = Arc::clone(&watch);
    let looked = session.work(limits.deciding(), output, move || look(args, session, &looks));
    let (explored, undefined) = match looked {
        Ok(looked) => match looked? {
            Looked::Searched(explored, undefined) => (*explored, undefined),
            Looked::Proved(assumptions) => {
                return answer_unreachable(args, paint, session, output, &assumptions);
            }
        },
        Err(cause) => (session.left_behind(cause), None),
    };
    let mut summary = session.summary(&explored);
    let reached = watch.reached.lock().map_or(None, |mut reached| reached.take());
    let failed = watch.failed.lock().map_or_else(|_| Vec::new(), |failed| failed.clone());
    // An input that natively leads elsewhere says that the engine is not right about everything.
    let complete = explored.is_complete() && failed.is_empty();
    let mut text = String::new();
    let mut trouble = None;
    let (verdict, code) = match (reached, failed.first()) {
        (Some((test, place)), _) => {
            match output.write_test(&test, false) {
                Ok(_) => summary.tests = 1,
                Err(error) => trouble = Some(error),
            }
            text += &format!("an input that reaches {place}:\n");
            for input in NamedValue::of_input(&test.input, &session.input_types()) {
                text += &format!("  {} = {}\n", input.title(), input.line());
            }
            ("reached".to_owned(), EXIT_SUCCESS)
        }
        (None, Some(reason)) => {
            (format!("unknown (an input was found, but: {reason})"), EXIT_LIMIT)
        }
        (None, None) if !explored.totals.complete => {
            (format!("unknown ({})", explored.why_incomplete()), EXIT_LIMIT)
        }
        (None, None) => match undefined {
            Some(first) => {
                let reason = format!("undefined behaviour on the way: {first}");
                (format!("unknown ({reason})"), EXIT_LIMIT)
            }
            None if !complete => {
                let reason = "a path ended at undefined behaviour";
                (format!("unknown ({reason})"), EXIT_LIMIT)
            }
            None => (UNREACHABLE.to_owned(), EXIT_SUCCESS),
        },
    };
    summary.directory = Some(args.run.out.display().to_string());
    test::finish(session, output, &mut summary, trouble);
    if let Some(trouble) = &summary.stopped {
        text += &format!("not everything could be written: {trouble}\n");
    }
    let text = if args.run.json {
        test::document(&summary, complete, Some(&verdict))?
    } else {
        // An input that gets there rests on nothing: it was run natively.
        if verdict == UNREACHABLE {
            text += &notes(&summary);
        }
        format!("{text}{}\n", verify::verdict_line(&verdict, paint))
    };
    Ok(Printed { text, code })
}

/// Searches for the place, and tries to prove that there is no way to it.
fn look(args: &ReachArgs, session: &Session, watch: &Arc<Watch>) -> anyhow::Result<Looked> {
    let blocks = watch.target.blocks.as_slice();
    let place = watch.target.describe();
    let search = |limits: SearchLimits, pruning: Option<Pruning>, short: bool| {
        let mut hooks =
            Hooks { block: vec![Arc::clone(watch) as Arc<dyn BlockHook>], ..Hooks::default() };
        let prunes = pruning.is_some();
        hooks.block.extend(pruning.map(|pruning| Arc::new(pruning) as Arc<dyn BlockHook>));
        // Signed arithmetic wraps, as it does on the machine the input is run on.
        let wrapping = |executor: &mut ExecutorConfig, machine: &mut Machine| {
            executor.check_overflow = false;
            executor.check_empty_arrays = false;
            if short {
                executor.max_steps = executor.max_steps.min(LONGEST_PATH);
            }
            machine.uninitialised_inputs = UninitialisedInputs::All;
            if prunes {
                // The condition speaks of large inputs as arrays, and so must the states it is held against.
                machine.largest_input_in_parts = LARGEST_INPUT_IN_PARTS;
            }
        };
        let program = Arc::clone(&session.program);
        let quiet = Quiet { watch, program, undefined: Mutex::default() };
        let search = Search::Directed(Arc::from(blocks));
        let progress = || format!("to {place}");
        let explored = if short {
            let sink = Short { sink: &quiet, left: AtomicU64::new(FIRST_SEARCH) };
            session.explore_for(limits, hooks, search, wrapping, &sink, &progress)
        } else {
            session.explore_for(limits, hooks, search, wrapping, &quiet, &progress)
        };
        anyhow::Ok((explored?, quiet.undefined.into_inner().unwrap_or_default()))
    };
    let mut explored = None;
    let mut pruning = None;
    // The engine does not go into error functions, so no way leads to a place in one.
    let by_conditions = !args.run.no_summaries;
    let shows = args.emit_condition.is_some() || args.explain;
    if by_conditions && !shows {
        let end = session.spent() + args.run.time / SHARE_OF_FIRST_SEARCH;
        let mut first = search(SearchLimits { end, plain: true, work: None }, None, true)?;
        if !first.0.totals.complete
            && !watch.done.load(Ordering::Relaxed)
            && let Some(limits) = session.search_of_few_inputs(&first.0)
        {
            let few = search(limits, None, false)?;
            // Undefined behaviour may be behind the place, which a proof sees.
            if few.1.is_none() || watch.done.load(Ordering::Relaxed) {
                first = few;
            }
        }
        if first.0.totals.complete || watch.done.load(Ordering::Relaxed) {
            explored = Some(first);
        }
    }
    if by_conditions && explored.is_none() {
        let show = Show {
            condition: args.emit_condition.clone(),
            unfold: args.unfold,
            explain: args.explain,
        };
        let guide = Guide { session, time: args.run.time, blocks, bugs: &[], show };
        let rehearsal = Rehearsal::new(session, UninitialisedInputs::All)?;
        let mut runner = rehearsal.runner(blocks.to_vec());
        let never = AtomicBool::new(false);
        let mut tries = |input: &TestInput, _: &Way| {
            // Compiling the program takes longer than the engine's run, which is as good where it is complete.
            if gets_elsewhere(&runner.run_test(input, &never)) {
                return false;
            }
            let test = KTest::new(Vec::new(), input.clone());
            let ran = session.replaying(|| watch.replayer.reaches(&watch.target.places, &test));
            let Ok(Some(place)) = ran else { return false };
            if let Ok(mut reached) = watch.reached.lock() {
                *reached = Some((test, place));
            }
            true
        };
        match session.timed(|| guide.run(&mut tries))? {
            Guidance::Reached => watch.done.store(true, Ordering::Relaxed),
            // An input that should get there and does not means undefined behaviour, which proofs do not know of.
            Guidance::Unreachable { assumptions } if watch.tries() == 0 => {
                return Ok(Looked::Proved(assumptions));
            }
            Guidance::Unreachable { .. } => {}
            Guidance::Open(found) => pruning = found,
        }
    }
    let (explored, undefined) = match explored {
        Some(explored) => explored,
        None => {
            let end = session.search_time();
            search(SearchLimits { end, plain: false, work: None }, pruning, false)?
        }
    };
    Ok(Looked::Searched(Box::new(explored), undefined))
}

/// Whether an input surely does not get there: its run is complete, and nothing in it is left to the compiler.
fn gets_elsewhere(run: &ConcreteRun) -> bool {
    let ended = matches!(
        run.end,
        Some(EndReason::Exit(_) | EndReason::SilentExit | EndReason::AssumptionFailed)
    );
    run.reached.is_none() && run.exact && run.findings.is_empty() && ended
}

const UNREACHABLE: &str = "unreachable";

/// What a proof rests on, a line each.
fn notes(summary: &Summary) -> String {
    summary.assumptions.iter().map(|assumption| format!("note: {assumption}\n")).collect()
}

/// What is printed when the necessary condition is unsatisfiable.
fn answer_unreachable(
    args: &ReachArgs,
    paint: Paint,
    session: &Session,
    output: &OutputDirectory,
    assumptions: &[String],
) -> anyhow::Result<Printed> {
    let mut summary = session.summary_without_search();
    summary.assumptions.extend_from_slice(assumptions);
    summary.directory = Some(args.run.out.display().to_string());
    test::finish(session, output, &mut summary, None);
    let text = if args.run.json {
        test::document(&summary, true, Some(UNREACHABLE))?
    } else {
        format!("{}{}\n", notes(&summary), verify::verdict_line(UNREACHABLE, paint))
    };
    Ok(Printed { text, code: EXIT_SUCCESS })
}
