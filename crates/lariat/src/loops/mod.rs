//! `lariat loops`: what is known about each loop of a program — type, automaton, exact cases, bounds.

mod arrivals;
mod json;
mod people;
mod types;
mod verbose;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Context;
use lariat_exec::{Assumption, Environment, ExecutorConfig, PlanLimits, START_FUNCTIONS, Start};
use lariat_frontend::{Library, Loaded};
use lariat_loop::{
    Bound, Case, End, ExitInfo, Interleaving, JoinedIteration, Leaves, LoopAnalysis, LoopInput,
    LoopReport, LoopType, NO_WRAP, Residue, analyse_with, approximation, infix, multiplies, report,
    ways_out,
};
use lariat_program::loops::{LoopForest, LoopKind};
use lariat_program::{
    BlockId, Body, DataModel, FunctionId, LocationId, LoopId, Param, Passing, Program, Type,
};
use lariat_solver::{CancelToken, Solver, SolverConfig};
use lariat_summary::{
    Code, CodeGround, ExactStudy, Explorer, ExplorerConfig, Ground, Keep, StudiedBug, StudiedLoop,
    TRUSTED, returns_of,
};
use lariat_term::{Op, TermId, TermStore};
use parking_lot::Mutex;

use crate::args::LoopsArgs;
use crate::guide::place_of;
use crate::limits::{Cause, Limits};
use crate::session::find_function;
use crate::{EXIT_LIMIT, EXIT_SUCCESS, Printed};

/// The work for one question, in the solver's unit: the same on every machine, so that answers are.
const MOST_WORK: u32 = 100_000;

/// More errors than a line has room for are not listed.
const MOST_BUGS: usize = 3;

/// A loop with all that can be said about it.
struct Analysed {
    found: StudiedLoop,
    analysis: LoopAnalysis,
    approximated: Option<Approximated>,
    chosen: Option<Chosen>,
    /// What ends it where its cases say that nothing does.
    ends: Option<String>,
    store: Arc<TermStore>,
    /// When questions about it end.
    deadline: Instant,
}

/// A loop with what it is for people.
struct Told {
    loop_: Box<Analysed>,
    /// The same loop as it is reached in other ways.
    others: Vec<Analysed>,
    /// When it is reached in each of them, this one first; empty if there is one only.
    arrivals: Vec<Vec<String>>,
    report: LoopReport,
}

/// What is said of a loop in which data decides what iterations do: the iteration with choices, or why a necessary condition is all there is.
type Chosen = Result<ByChoices, String>;

/// One iteration, whichever way it goes.
#[derive(Clone)]
struct ByChoices {
    /// The loop goes round until one of these holds.
    until: Vec<String>,
    /// What variables become.
    update: Vec<(String, String)>,
}

/// What is said of a loop without exact cases for all entries: for bounds and to prune.
#[derive(Clone)]
struct Approximated {
    after: Vec<(String, String)>,
    unknown: Vec<(String, String)>,
    exits: Vec<Vec<String>>,
}

/// A loop with what was found out about it.
struct Report {
    id: FunctionId,
    function: String,
    place: String,
    header: BlockId,
    time: Duration,
    /// Whether it was read from the code alone, and then whether it is sliced.
    from_code: Option<Sliced>,
    /// Why it was not met in an execution, if there was one.
    not_met: Option<String>,
    outcome: Result<Told, String>,
    /// 1 for a loop that is in no other one.
    depth: u32,
}

impl Report {
    /// One without anything.
    fn not_analysed(program: &Program, id: FunctionId, why: &str) -> Report {
        let named = &program.functions[id];
        Report {
            id,
            function: named.source_name.as_ref().unwrap_or(&named.name).clone(),
            place: String::new(),
            header: BlockId::from_u32(0),
            time: Duration::ZERO,
            from_code: None,
            not_met: None,
            outcome: Err(why.to_owned()),
            depth: 1,
        }
    }
}

/// Whether parts of a loop were left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sliced {
    Yes,
    No,
}

/// What is known so far, for whoever ends the command.
#[derive(Default)]
struct SoFar {
    program: OnceLock<Program>,
    functions: OnceLock<Vec<FunctionId>>,
    reports: Mutex<Vec<Report>>,
}

pub(crate) fn run(limits: &'static Limits, args: &'static LoopsArgs) -> anyhow::Result<Printed> {
    let so_far: &'static SoFar = Box::leak(Box::default());
    let done = limits.watch(limits.everything(), move || find(limits, args, so_far));
    let stopped = match done {
        Ok(done) => {
            done?;
            limits.cause()
        }
        Err(cause) => Some(cause),
    };
    let Some(program) = so_far.program.get() else {
        let why = stopped.map_or_else(String::new, Cause::before_reading);
        let text = match args.json {
            true => format!("{:#}\n", serde_json::json!({ "loops": [], "stopped": why })),
            false => format!("stopped: {why}\n"),
        };
        return Ok(Printed { text, code: EXIT_LIMIT });
    };
    let mut reports = std::mem::take(&mut *so_far.reports.lock());
    if let Some(cause) = stopped {
        let functions = so_far.functions.get().map_or(&[][..], Vec::as_slice);
        for &function in functions {
            let known: Vec<BlockId> =
                reports.iter().filter(|one| one.id == function).map(|one| one.header).collect();
            let of_function = not_analysed(program, function, cause.clause());
            let missing = of_function.into_iter().filter(|one| !known.contains(&one.header));
            reports.extend(missing);
        }
        reports.sort_by_key(|report| functions.iter().position(|id| *id == report.id));
    }
    let late = |report: &Report| matches!(&report.outcome, Err(why) if is_late(why));
    let stopped = match reports.iter().any(late) {
        true => Some(stopped.unwrap_or(Cause::Time)),
        false => None,
    };
    if let Some(directory) = &args.dot {
        write_automata(directory, &reports)?;
    }
    let mut text = match (args.json, args.verbose) {
        (true, _) => json::document(program, &reports, stopped.map(Cause::clause)),
        (false, true) => verbose::text(program, &reports),
        (false, false) => people::text(program, &reports),
    };
    let Some(cause) = stopped else { return Ok(Printed { text, code: EXIT_SUCCESS }) };
    if !args.json {
        let count = reports.iter().filter(|report| late(report)).count();
        let what = if count == 1 { "1 loop was" } else { &format!("{count} loops were") };
        let _ = writeln!(text, "stopped: {}; {what} not analysed", cause.clause());
    }
    Ok(Printed { text, code: EXIT_LIMIT })
}

/// Whether a loop was not looked at because the command had to end.
fn is_late(why: &str) -> bool {
    [Cause::Time, Cause::Memory, Cause::Interrupted].iter().any(|cause| cause.clause() == why)
}

/// The loops of a function that was not looked at.
fn not_analysed(program: &Program, function: FunctionId, why: &str) -> Vec<Report> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let forest = LoopForest::of_body(body);
    nested(&forest)
        .into_iter()
        .map(|id| Report {
            place: place_of(program, location_of(body, forest.get(id).header)),
            header: forest.get(id).header,
            depth: forest.get(id).depth,
            ..Report::not_analysed(program, function, why)
        })
        .collect()
}

/// Where a loop is.
fn location_of(body: &Body, header: BlockId) -> Option<LocationId> {
    let block = &body.blocks[header];
    block.insts().find_map(|inst| body.location(inst)).or(block.terminator_location)
}

/// Loads the program and analyses its loops.
fn find(limits: &Limits, args: &LoopsArgs, so_far: &'static SoFar) -> anyhow::Result<()> {
    let mut request = args.input.request()?;
    request.options.defines.push("__NO_CTYPE".into());
    request.options.library = Some(Library {
        lp64: lariat_runtime::bitcode(DataModel::Lp64),
        ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
        roots: &START_FUNCTIONS,
    });
    let Loaded { program, warnings, .. } = lariat_frontend::load(&request.options)?;
    if !args.quiet {
        for warning in warnings.iter().filter(|warning| warning.is_shown()) {
            // Nothing sensible can be done if standard error is closed.
            let _ = writeln!(io::stderr(), "lariat: warning: {warning}");
        }
    }
    let functions: Vec<FunctionId> = match &args.function {
        Some(name) => {
            let found = find_function(&program, name);
            vec![found.with_context(|| format!("there is no function `{name}`"))?]
        }
        None => (program.functions.iter())
            .filter(|(_, function)| !function.library && function.body.is_some())
            .map(|(id, _)| id)
            .collect(),
    };
    let program = so_far.program.get_or_init(|| program);
    let functions = so_far.functions.get_or_init(|| functions);
    let ground = CodeGround::new(program);
    let code = Code::new(program, &ground);
    for &function in functions {
        of_function(program, &code, function, (limits, args), &so_far.reports)?;
    }
    Ok(())
}

fn of_function(
    program: &Program,
    code: &Code<'_>,
    function: FunctionId,
    (limits, args): (&Limits, &LoopsArgs),
    reports: &Mutex<Vec<Report>>,
) -> anyhow::Result<()> {
    let Some(body) = &program.functions[function].body else { return Ok(()) };
    let forest = LoopForest::of_body(body);
    if forest.is_empty() {
        return Ok(());
    }
    let began = Instant::now();
    if let Some(why) = why_late(limits) {
        reports.lock().extend(not_analysed(program, function, why));
        return Ok(());
    }
    let deadline = limits.search_ends().min(began + args.function_time);
    let named = &program.functions[function];
    let name = named.source_name.as_ref().unwrap_or(&named.name).clone();
    let only_code = args.from_code || args.slice.is_some();
    // An execution that starts in a function speaks of the memory it starts with, which is one of many.
    let is_pointer = |p: &Param| {
        p.passing == Passing::Direct && matches!(program.types.get(p.ty), Type::Pointer)
    };
    let pointers = named.params.iter().any(is_pointer);
    let of_any_start =
        !only_code && name != "main" && (pointers || code.uses_memory_of_others(function));
    let mut execution = match only_code || of_any_start {
        true => None,
        false => Some(executed(program, function, &name, deadline)?),
    };
    let mut shared = began.elapsed();
    let id_of_function = function;
    for id in nested(&forest) {
        let this = forest.get(id);
        let began = Instant::now();
        let own = location_of(body, this.header);
        if let Some(why) = why_late(limits) {
            let place = place_of(program, own);
            let (header, depth) = (this.header, this.depth);
            let late = Report::not_analysed(program, function, why);
            reports.lock().push(Report { place, header, depth, ..late });
            continue;
        }
        // Several ways to read a loop ask much the same.
        let store = Arc::new(TermStore::new());
        let solver = RefCell::new(solver_for(&store, deadline));
        let read = |keep: Keep<'_>| {
            let found = code.read(&store, function, &forest, id, keep)?;
            Ok(analysed(found, &store, (&mut solver.borrow_mut(), deadline), !only_code))
        };
        let from_execution = |execution: &Option<Executed>| {
            let (studied, _) = execution.as_ref()?;
            let met: Vec<&Met> =
                studied.iter().filter(|met| met.found.header == this.header).collect();
            let natural = this.kind == LoopKind::Natural;
            let told = |met| arrivals::told(program, function, met, this.depth > 1);
            (natural && !met.is_empty()).then(|| told(&met))?
        };
        let mut from_code = None;
        let mut outcome = match from_execution(&execution) {
            Some(found) => Ok(found),
            None => {
                let (outcome, sliced) = from_the_code(args.slice.as_deref(), &read);
                from_code = Some(sliced);
                outcome.map(|loop_| {
                    let report = told(program, function, &loop_, &[]);
                    Told {
                        loop_: Box::new(loop_),
                        others: Vec::new(),
                        arrivals: Vec::new(),
                        report,
                    }
                })
            }
        };
        if outcome.is_err() && of_any_start {
            if execution.is_none() {
                execution = Some(executed(program, function, &name, deadline)?);
            }
            if let Some(found) = from_execution(&execution) {
                (outcome, from_code) = (Ok(found), None);
            }
        }
        let why = execution.as_ref().map_or("", |(_, why)| why);
        let outcome = outcome.map_err(|reason: String| match why.is_empty() {
            true => reason,
            false => format!("{why}; from the code alone: {reason}"),
        });
        let met = outcome.as_ref().ok().and_then(|told| told.loop_.found.location);
        let place = place_of(program, own.or(met));
        let time = began.elapsed() + std::mem::take(&mut shared);
        let function = name.clone();
        let not_met = from_code.is_some().then(|| why.to_owned()).filter(|why| !why.is_empty());
        let (header, depth) = (this.header, this.depth);
        let id = id_of_function;
        let report =
            Report { id, function, place, header, time, from_code, not_met, outcome, depth };
        reports.lock().push(report);
    }
    Ok(())
}

/// Why nothing more can be looked at.
fn why_late(limits: &Limits) -> Option<&'static str> {
    let late = Instant::now() >= limits.search_ends();
    limits.cause().or(late.then_some(Cause::Time)).map(Cause::clause)
}

/// The loops of a function, each followed by those within it.
fn nested(forest: &LoopForest) -> Vec<LoopId> {
    let outermost = forest.iter().filter(|(_, this)| this.parent.is_none());
    let mut work: Vec<LoopId> = outermost.map(|(id, _)| id).collect();
    work.reverse();
    let mut order = Vec::new();
    while let Some(id) = work.pop() {
        order.push(id);
        work.extend(forest.get(id).children.iter().rev());
    }
    order
}

/// What a loop does, for people.
fn told(
    program: &Program,
    function: FunctionId,
    analysed: &Analysed,
    arrival: &[TermId],
) -> LoopReport {
    let Analysed { found, analysis, store, deadline, .. } = analysed;
    let line = |location| people::line_of(&place_of(program, location));
    let place = |exit: usize| match found.leaving[exit].leaves {
        Leaves::Fails => bugs_at(program, found, exit),
        _ => match found.exit_locations.get(exit).copied().flatten() {
            // The line of the loop itself is where every loop is left.
            Some(location) if line(Some(location)) != line(found.location) => line(Some(location)),
            _ => String::new(),
        },
    };
    let leaving: Vec<ExitInfo> = (found.leaving.iter().enumerate())
        .map(|(exit, leaving)| ExitInfo {
            leaves: leaving.leaves,
            place: place(exit),
            unknown: leaving.unknown.clone(),
        })
        .collect();
    let hidden: Vec<usize> = found.inner_totals.iter().map(|(_, variable)| *variable).collect();
    let code = program.functions[function].body.as_ref();
    let types = |place: &str| types::number_type(program, code, place);
    let has_sign = |name: &str| types(name).is_none_or(|ty| ty.signed);
    let signed: Vec<bool> = found.body.variables.iter().map(|v| has_sign(&v.name)).collect();
    let input = LoopInput {
        store,
        context: &found.context,
        arrival,
        body: &found.body,
        exits: &found.exits,
        entry: &found.entry,
        analysis,
        leaving: &leaving,
        writes: &found.hints.writes,
        hidden: &hidden,
        ends_inside: found.ends_inside,
        ends: analysed.ends.as_deref(),
        signed: &signed,
        types: &types,
        long_is_64: program.target.pointer_bits == 64,
    };
    report(&input, &mut solver_for(store, *deadline))
}

/// A loop as it is read from the code, and whether parts of it were left out.
fn from_the_code(
    slice: Option<&str>,
    read: &dyn Fn(Keep<'_>) -> Result<Analysed, String>,
) -> (Result<Analysed, String>, Sliced) {
    if let Some(names) = slice {
        let names: Vec<String> = names.split(',').map(|name| name.trim().into()).collect();
        return (read(Keep::Variables(&names)), Sliced::Yes);
    }
    if let Ok(whole) = read(Keep::All) {
        // What has nothing to do with the exits may hide how often the loop runs.
        let others = [Keep::Exits, Keep::TrustedExits];
        return (Ok(with_bound(whole, &others, read)), Sliced::No);
    }
    // A body with too many paths may have few that matter, or they can be taken together.
    let sliced = read(Keep::Exits)
        .map(|found| with_bound(found, &[Keep::TrustedExits], read))
        .or_else(|_| read(Keep::JoinedExits).map(without_order))
        .map(|found| {
            let others = [Keep::JoinedExits, Keep::TrustedJoinedExits];
            with_bound(found, &others, read)
        });
    (sliced, Sliced::Yes)
}

/// A loop whose paths were taken together: all that is known is how often it runs.
fn without_order(mut found: Analysed) -> Analysed {
    found.approximated = None;
    let analysis = &mut found.analysis;
    analysis.loop_type = LoopType::Type4;
    analysis.interleaving = Interleaving::Irregular;
    analysis.reason = "it has so many paths that their order was not looked at".to_owned();
    analysis.states.clear();
    analysis.transitions.clear();
    analysis.cases.clear();
    analysis.residue = vec![Residue {
        condition: Vec::new(),
        counters: Vec::new(),
        reason: "it has too many paths".to_owned(),
        text: Vec::new(),
    }];
    if let Some(bound) = &mut analysis.bound {
        bound.exact = false;
    }
    found
}

/// A loop with the bound that other ways to read it give, should it have none that says much. Bounds that hold of machine integers are better than those
/// that do not.
fn with_bound(
    mut found: Analysed,
    others: &[Keep<'_>],
    read: &dyn Fn(Keep<'_>) -> Result<Analysed, String>,
) -> Analysed {
    let worth = |bound: &Option<Bound>| match bound {
        None => 0,
        Some(bound) if bound.by_type => 1,
        Some(bound) if bound.given.as_ref().is_some_and(|given| given.contains(NO_WRAP)) => 2,
        Some(_) => 3,
    };
    for &keep in others {
        let trusts = matches!(keep, Keep::TrustedExits | Keep::TrustedJoinedExits);
        if worth(&found.analysis.bound) >= if trusts { 2 } else { 3 } {
            break;
        }
        let Some(mut bound) = read(keep).ok().and_then(|other| other.analysis.bound) else {
            continue;
        };
        bound.exact = false;
        if trusts {
            let given = bound.given.map_or_else(String::new, |given| format!(" and {given}"));
            bound.given = Some(format!("{TRUSTED}{given}"));
        }
        let bound = Some(bound);
        if worth(&bound) > worth(&found.analysis.bound) {
            found.analysis.bound = bound;
        }
    }
    found
}

/// What is asked about a loop seldom begins as what was asked before: several backends would cost more than they save.
fn solver_for(store: &Arc<TermStore>, deadline: Instant) -> Solver {
    let config = SolverConfig {
        resource_limit: Some(MOST_WORK),
        race: false,
        contexts: 1,
        ..SolverConfig::default()
    };
    let mut solver = Solver::new(Arc::clone(store), config);
    solver.set_deadline(Some(deadline));
    solver
}

/// Finds out all that can be said about a loop. An approximation takes questions that are not worth it for thousands of loops.
fn analysed(
    found: StudiedLoop,
    store: &Arc<TermStore>,
    (solver, deadline): (&mut Solver, Instant),
    approximates: bool,
) -> Analysed {
    let StudiedLoop { body, exits, entry, context, hints, .. } = &found;
    let analysis = analyse_with(store, solver, context, body, exits, entry, hints);
    let open = |case: &Case| case.after.contains(&None) && matches!(case.end, End::Exit(_));
    let incomplete = !analysis.residue.is_empty() || analysis.cases.iter().any(open);
    let approximated = (approximates && incomplete).then(|| {
        let approximation = approximation(store, solver, context, body, exits);
        Approximated {
            after: approximation.after_text(store, body),
            exits: (0..exits.len()).map(|exit| approximation.exit_text(store, exit)).collect(),
            unknown: approximation.unknown,
        }
    });
    let data = matches!(analysis.loop_type, LoopType::Type3 | LoopType::Type4);
    let chosen =
        (data && incomplete && body.paths.len() > 1).then(|| by_choices(&found, store, solver));
    Analysed {
        found,
        analysis,
        approximated,
        chosen,
        ends: None,
        store: Arc::clone(store),
        deadline,
    }
}

/// An iteration of a loop in which data decides what is done, with its choices.
fn by_choices(found: &StudiedLoop, store: &TermStore, solver: &mut Solver) -> Chosen {
    let (body, exits) = (&found.body, &found.exits);
    if exits.iter().any(|exit| !exit.locals.is_empty()) {
        return Err("an iteration reads something new".to_owned());
    }
    let joined = JoinedIteration::new(store, solver, &found.context, body)?;
    let variables = body.variables.iter().zip(joined.after(store, body));
    let changed = variables.filter(|(variable, after)| variable.symbol != *after);
    let update = changed.map(|(variable, after)| match (store.op(after), store.args(after)) {
        (Op::Store, &[array, place, element]) if array == variable.symbol => {
            (infix(store, store.select(array, place)), infix(store, element))
        }
        (Op::Store, _) => (variable.name.clone(), "?".to_owned()),
        _ => (variable.name.clone(), infix(store, after)),
    });
    let update = update.filter(|(name, _)| !is_total(found, name)).collect();
    let mut until = Vec::new();
    for exit in ways_out(store, solver, &found.context, body)? {
        let terms = [found.context.as_slice(), &exit.guard].concat();
        if !matches!(solver.model_for(&terms), Ok(None)) {
            until.push(infix(store, store.and(&exit.guard)));
        }
    }
    Ok(ByChoices { until, update })
}

/// Loops with their terms, and why others were not met.
type Executed = (Vec<Met>, String);

/// A loop that was met, with its terms; and as it is exactly, if that can be told.
#[derive(Clone)]
struct Met {
    found: StudiedLoop,
    exact: Result<StudiedLoop, String>,
    store: Arc<TermStore>,
    deadline: Instant,
}

/// The loops met when a function is executed.
fn executed(
    program: &Program,
    function: FunctionId,
    name: &str,
    deadline: Instant,
) -> anyhow::Result<Executed> {
    let mut started = program.clone();
    let start = match name {
        "main" => Start::at_main(&mut started, Environment::default()),
        _ => Start::at_function(&mut started, function, PlanLimits::default()),
    };
    let (studied, mut why) = match start {
        Ok(start) => study(started, function, &start, deadline)?,
        Err(error) => (Vec::new(), error.to_string()),
    };
    if why.is_empty() {
        why = "it is not met on the way through the function".to_owned();
    }
    Ok((studied, why))
}

/// The loops met in a function, and why others were not.
fn study(
    program: Program,
    function: FunctionId,
    start: &Start,
    deadline: Instant,
) -> anyhow::Result<Executed> {
    let program = Arc::new(program);
    let store = Arc::new(TermStore::new());
    let goal = returns_of(&program, function);
    let ground = Ground::new(&program, &store, &goal)?;
    let initial = start.state(ground.machine())?;
    // Loops with constant bounds are of interest too, so none is simply executed.
    let mut config =
        ExplorerConfig { peel_steps: 0, deadline: Some(deadline), ..ExplorerConfig::default() };
    // People read `i + 1` of a signed variable as C does.
    config.executor.check_overflow = true;
    // Several checks may fail in one iteration, and each is asked about.
    let executor = ExecutorConfig { report_all: true, ..config.executor.clone() };
    let assumed = config.executor.assumptions.clone();
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let (studied, gaps) = explorer.loops_on_the_way(initial);
    let own = studied.into_iter().filter(|found| found.function == function);
    let why = gaps.into_iter().next().map(|gap| gap.reason).unwrap_or_default();
    let mut exactly = ExactStudy::new(&program, &store, executor);
    let met = own.flat_map(|found| {
        let exact = match &mut exactly {
            Ok(exactly) => exactly.study(&found),
            Err(reason) => Err(reason.clone()),
        };
        arrivals::split(Met { found, exact, store: Arc::clone(&store), deadline })
    });
    let met: Vec<Met> = met.collect();
    // A loop in which the environment is asked does other things where that has other answers.
    let environment = |(assumption, _): (Assumption, Vec<LocationId>)| match assumption {
        Assumption::Environment { what, .. } => Some(what),
        _ => None,
    };
    if let Some(what) = assumed.all().into_iter().find_map(environment) {
        return Ok((Vec::new(), format!("in an execution, {what}")));
    }
    Ok((met, why))
}

/// What is said about a loop that was met: by its exact iteration if that has cases for all entries, or if there are loops within, of which nothing
/// exact is known otherwise.
fn analysed_exactly(program: &Program, met: &Met) -> Analysed {
    let Met { found, exact, store, deadline } = met;
    let mut solver = solver_for(store, *deadline);
    let mut plain = analysed(found.clone(), store, (&mut solver, *deadline), true);
    let exact = match exact {
        Ok(exact) => exact,
        Err(reason) => {
            for residue in plain.analysis.residue.iter_mut().filter(|_| found.inner_loops) {
                residue.reason = format!("its body has no exact form: {reason}");
            }
            // Nobody has asked whether a check may fail.
            plain.found.ends_inside = true;
            return plain;
        }
    };
    let mut exact = analysed(exact.clone(), store, (&mut solver, *deadline), true);
    let is_whole = exact.analysis.residue.is_empty() && !exact.analysis.cases.is_empty();
    // How often a number can be doubled or divided is said by the report alone.
    let is_told =
        || multiplies(store, &exact.found.body) && told(program, found.function, &exact, &[]).exact;
    let is_whole = is_whole || is_told();
    if !is_whole && (!found.inner_loops || exact.analysis.cases.is_empty()) {
        plain.found.ends_inside |= exact.found.exits.len() > exact.found.first_end;
        // With its checks it always ends, so an error ends it where nothing else does.
        let bound = exact.analysis.bound.filter(|bound| bound.given.is_none());
        if let Some(bound) = bound.filter(|_| plain.found.ends_inside) {
            plain.ends = Some(all_bugs(program, &exact.found));
            if plain.analysis.bound.as_ref().is_none_or(|own| own.given.is_some()) {
                plain.analysis.bound = Some(Bound { exact: false, ..bound });
            }
        }
        if plain.chosen.is_some() && matches!(exact.chosen, Some(Ok(_))) {
            plain.chosen = exact.chosen;
        }
        return plain;
    }
    if !found.inner_loops && plain.analysis.loop_type < exact.analysis.loop_type {
        // Checks are no conditions of the program.
        exact.analysis.loop_type = plain.analysis.loop_type;
        exact.analysis.interleaving = plain.analysis.interleaving;
        exact.analysis.reason = plain.analysis.reason;
    }
    exact
}

fn write_automata(directory: &Path, reports: &[Report]) -> anyhow::Result<()> {
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    for (number, report) in reports.iter().enumerate() {
        let Ok(found) = &report.outcome else { continue };
        let file = directory.join(format!("{}-{}.dot", report.function, number + 1));
        let title = format!("{} {}", report.function, report.place);
        std::fs::write(&file, found.loop_.analysis.dot(&title))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn exit_place(program: &Program, found: &StudiedLoop, exit: usize) -> String {
    if exit >= found.first_end {
        return match bugs_at(program, found, exit) {
            bugs if bugs.is_empty() => "in a bug, or in the end of the program".to_owned(),
            bugs => format!("in a bug, {bugs}"),
        };
    }
    match found.exit_locations.get(exit).copied().flatten() {
        Some(location) => format!("to {}", place_of(program, Some(location))),
        None => "out of the loop".to_owned(),
    }
}

/// What goes wrong where an execution ends within a loop; empty if that is not known.
fn bugs_at(program: &Program, found: &StudiedLoop, exit: usize) -> String {
    // Every bug is looked at once, so where there is only one it is this one.
    let own = bugs(program, found, &|bug| bug.exits.contains(&exit));
    match (own.is_empty(), bugs(program, found, &|_| true).as_slice()) {
        (false, _) => own.join(" or "),
        (true, [only]) => only.clone(),
        (true, _) => String::new(),
    }
}

/// All that may go wrong within a loop; empty if that is not known, or too much.
fn all_bugs(program: &Program, found: &StudiedLoop) -> String {
    let known = |exit: usize| found.bugs.iter().any(|bug| bug.exits.contains(&exit));
    match bugs(program, found, &|_| true) {
        all if all.len() <= MOST_BUGS && (found.first_end..found.exits.len()).all(known) => {
            all.join(" or ")
        }
        _ => String::new(),
    }
}

/// Some of what may go wrong within a loop, each with its place.
fn bugs(
    program: &Program,
    found: &StudiedLoop,
    wanted: &dyn Fn(&StudiedBug) -> bool,
) -> Vec<String> {
    let mut places: Vec<String> = (found.bugs.iter().filter(|bug| wanted(bug)))
        .map(|bug| format!("{} at {}", bug.kind.name(), place_of(program, bug.location)))
        .collect();
    places.sort();
    places.dedup();
    places
}

/// Whether a variable is none of the program: how often a loop within has gone round.
fn is_total(found: &StudiedLoop, name: &str) -> bool {
    found.inner_totals.iter().any(|(_, total)| found.body.variables[*total].name == name)
}

/// How often the loops within go round in a case.
fn case_totals(program: &Program, found: &StudiedLoop, case: &Case) -> Vec<(String, String)> {
    let total = |(place, variable): &(Option<LocationId>, usize)| {
        let name = &found.body.variables[*variable].name;
        let value = case.text.after.iter().find(|(other, _)| other == name);
        let value = value.map_or("0", |(_, value)| value);
        (place_of(program, *place), value.to_owned())
    };
    found.inner_totals.iter().map(total).collect()
}

/// How often the loops within go round at most, in executions without a bug: where they are, and
/// the number.
fn inner_totals(
    program: &Program,
    found: &StudiedLoop,
    report: &LoopReport,
) -> Vec<(String, String)> {
    let totals = &found.inner_totals;
    let named = report.totals.iter().filter_map(|(variable, total)| {
        let (place, _) = totals.iter().find(|(_, other)| other == variable)?;
        Some((place_of(program, *place), total.text.clone()))
    });
    named.collect()
}
