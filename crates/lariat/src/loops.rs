//! `lariat loops`: what is known about each loop of a program — type, automaton, exact cases, bounds.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use lariat_exec::{Environment, PlanLimits, START_FUNCTIONS, Start};
use lariat_frontend::{Library, Loaded};
use lariat_loop::{
    Bound, Case, End, Interleaving, JoinedIteration, LoopAnalysis, LoopType, NO_WRAP, Origin,
    Residue, USES, analyse_with, approximation, infix, ways_out,
};
use lariat_program::loops::{LoopForest, LoopKind};
use lariat_program::{BlockId, DataModel, FunctionId, LocationId, Program};
use lariat_solver::{CancelToken, Solver, SolverConfig};
use lariat_summary::{
    CHOICES_AT_ONCE, Code, CodeGround, ExactStudy, Explorer, ExplorerConfig, Ground, Keep,
    StudiedBug, StudiedLoop, TRUSTED, returns_of,
};
use lariat_term::{Op, TermStore};
use serde_json::json;

use crate::args::LoopsArgs;
use crate::guide::place_of;
use crate::session::find_function;

/// Lines are no longer than this, as far as words can be broken.
const COLUMNS: usize = 100;

/// Conditions are shown up to so many characters.
const LONGEST_CONDITION: usize = 160;

/// The work for one question, in the solver's unit: the same on every machine, so that answers are.
const MOST_WORK: u32 = 100_000;

/// A loop with all that can be said about it.
type Analysed = Box<(StudiedLoop, LoopAnalysis, Option<Approximated>, Option<Chosen>)>;

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
    function: String,
    place: String,
    header: BlockId,
    time: Duration,
    /// Whether it was read from the code alone, and then whether it is sliced.
    from_code: Option<Sliced>,
    /// Why it was not met in an execution, if there was one.
    not_met: Option<String>,
    outcome: Result<Analysed, String>,
}

/// Whether parts of a loop were left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sliced {
    Yes,
    No,
}

/// Loads the program and analyses its loops.
pub(crate) fn run(args: &LoopsArgs) -> anyhow::Result<String> {
    let mut request = args.input.request()?;
    request.options.defines.push("__NO_CTYPE".into());
    request.options.library = Some(Library {
        lp64: lariat_runtime::bitcode(DataModel::Lp64),
        ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
        roots: &START_FUNCTIONS,
    });
    let Loaded { program, warnings, .. } = lariat_frontend::load(&request.options)?;
    if !args.quiet {
        for warning in &warnings {
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
    let ground = CodeGround::new(&program);
    let code = Code::new(&program, &ground);
    let mut reports = Vec::new();
    for function in functions {
        reports.extend(of_function(&program, &code, function, args)?);
    }
    if let Some(directory) = &args.dot {
        write_automata(directory, &reports)?;
    }
    let shown = if args.json { as_json(&program, &reports) } else { as_text(&program, &reports) };
    Ok(shown)
}

fn of_function(
    program: &Program,
    code: &Code<'_>,
    function: FunctionId,
    args: &LoopsArgs,
) -> anyhow::Result<Vec<Report>> {
    let Some(body) = &program.functions[function].body else { return Ok(Vec::new()) };
    let forest = LoopForest::of_body(body);
    if forest.is_empty() {
        return Ok(Vec::new());
    }
    let began = Instant::now();
    let named = &program.functions[function];
    let name = named.source_name.as_ref().unwrap_or(&named.name).clone();
    let only_code = args.from_code || args.slice.is_some();
    // An execution that starts in a function speaks of the memory it starts with, which is one of many.
    let of_any_start = !only_code && name != "main" && code.uses_memory_of_others(function);
    let mut execution = match only_code || of_any_start {
        true => None,
        false => Some(executed(program, function, &name, began + args.time)?),
    };
    let mut reports = Vec::new();
    let mut shared = began.elapsed();
    for (id, this) in forest.iter() {
        let began = Instant::now();
        let block = &body.blocks[this.header];
        let own = block.insts().find_map(|inst| body.location(inst)).or(block.terminator_location);
        // Several ways to read a loop ask much the same.
        let store = Arc::new(TermStore::new());
        let solver = RefCell::new(solver_for(&store));
        let read = |keep: Keep<'_>| {
            let found = code.read(&store, function, &forest, id, keep)?;
            Ok(analysed(found, &store, &mut solver.borrow_mut(), !only_code))
        };
        let from_execution = |execution: &Option<Executed>| {
            let (studied, _) = execution.as_ref()?;
            let met = studied.iter().find(|met| met.found.header == this.header)?;
            (this.kind == LoopKind::Natural).then(|| analysed_exactly(met))
        };
        let mut from_code = None;
        let mut outcome = match from_execution(&execution) {
            Some(found) => Ok(found),
            None => {
                let (outcome, sliced) = from_the_code(args.slice.as_deref(), &read);
                from_code = Some(sliced);
                outcome
            }
        };
        if outcome.is_err() && of_any_start {
            if execution.is_none() {
                execution = Some(executed(program, function, &name, began + args.time)?);
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
        let met = outcome.as_ref().ok().and_then(|found| found.0.location);
        let place = place_of(program, own.or(met));
        let time = began.elapsed() + std::mem::take(&mut shared);
        let function = name.clone();
        let not_met = from_code.is_some().then(|| why.to_owned()).filter(|why| !why.is_empty());
        let header = this.header;
        reports.push(Report { function, place, header, time, from_code, not_met, outcome });
    }
    Ok(reports)
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
    found.2 = None;
    let analysis = &mut found.1;
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
        if worth(&found.1.bound) >= if trusts { 2 } else { 3 } {
            break;
        }
        let Some(mut bound) = read(keep).ok().and_then(|other| other.1.bound) else { continue };
        bound.exact = false;
        if trusts {
            let given = bound.given.map_or_else(String::new, |given| format!(" and {given}"));
            bound.given = Some(format!("{TRUSTED}{given}"));
        }
        let bound = Some(bound);
        if worth(&bound) > worth(&found.1.bound) {
            found.1.bound = bound;
        }
    }
    found
}

/// What is asked about a loop seldom begins as what was asked before: several backends would cost more than they save.
fn solver_for(store: &Arc<TermStore>) -> Solver {
    let config = SolverConfig {
        resource_limit: Some(MOST_WORK),
        race: false,
        contexts: 1,
        ..SolverConfig::default()
    };
    Solver::new(Arc::clone(store), config)
}

/// Finds out all that can be said about a loop. An approximation takes questions that are not worth it for thousands of loops.
fn analysed(
    found: StudiedLoop,
    store: &Arc<TermStore>,
    solver: &mut Solver,
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
    Box::new((found, analysis, approximated, chosen))
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
struct Met {
    found: StudiedLoop,
    exact: Result<StudiedLoop, String>,
    store: Arc<TermStore>,
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
    let executor = config.executor.clone();
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let (studied, gaps) = explorer.loops_on_the_way(initial);
    let own = studied.into_iter().filter(|found| found.function == function);
    let why = gaps.into_iter().next().map(|gap| gap.reason).unwrap_or_default();
    let mut exactly = ExactStudy::new(&program, &store, executor);
    let met = own.map(|found| {
        let exact = match &mut exactly {
            Ok(exactly) => exactly.study(&found),
            Err(reason) => Err(reason.clone()),
        };
        Met { found, exact, store: Arc::clone(&store) }
    });
    Ok((met.collect(), why))
}

/// What is said about a loop that was met: by its exact iteration if that has cases for all entries, or if there are loops within, of which nothing
/// exact is known otherwise.
fn analysed_exactly(met: &Met) -> Analysed {
    let Met { found, exact, store } = met;
    let mut solver = solver_for(store);
    let mut plain = analysed(found.clone(), store, &mut solver, true);
    let exact = match exact {
        Ok(exact) => exact,
        Err(reason) => {
            for residue in plain.1.residue.iter_mut().filter(|_| found.inner_loops) {
                residue.reason = format!("its body has no exact form: {reason}");
            }
            return plain;
        }
    };
    let mut exact = analysed(exact.clone(), store, &mut solver, true);
    let is_whole = exact.1.residue.is_empty() && !exact.1.cases.is_empty();
    if !is_whole && (!found.inner_loops || exact.1.cases.is_empty()) {
        plain.0.ends_inside |= exact.0.exits.len() > exact.0.first_end;
        if plain.3.is_some() && matches!(exact.3, Some(Ok(_))) {
            plain.3 = exact.3;
        }
        return plain;
    }
    if !found.inner_loops && plain.1.loop_type < exact.1.loop_type {
        // Checks are no conditions of the program.
        exact.1.loop_type = plain.1.loop_type;
        exact.1.interleaving = plain.1.interleaving;
        exact.1.reason = plain.1.reason;
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
        std::fs::write(&file, found.1.dot(&title))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// A line, broken between words; what follows is indented more.
fn wrapped(text: &mut String, indent: usize, line: &str) {
    let mut column = indent;
    let _ = write!(text, "{}", " ".repeat(indent));
    for (number, word) in line.split(' ').enumerate() {
        let width = word.chars().count();
        if number > 0 && column + 1 + width > COLUMNS {
            let _ = write!(text, "\n{}", " ".repeat(indent + 4));
            column = indent + 4;
        } else if number > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}

/// Conditions on memory can be as long as the memory; people want to see that there is one.
fn shortened(part: &str) -> String {
    if part.chars().count() <= LONGEST_CONDITION {
        return part.to_owned();
    }
    let start: String = part.chars().take(LONGEST_CONDITION).collect();
    format!("{start}…")
}

fn joined(parts: &[String]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| shortened(part)).collect();
    if parts.is_empty() { "always".to_owned() } else { parts.join(" and ") }
}

fn exit_place(program: &Program, found: &StudiedLoop, exit: usize) -> String {
    if exit >= found.first_end {
        let places = |wanted: &dyn Fn(&StudiedBug) -> bool| {
            let mut places: Vec<String> = (found.bugs.iter().filter(|bug| wanted(bug)))
                .map(|bug| format!("{} at {}", bug.kind.name(), place_of(program, bug.location)))
                .collect();
            places.sort();
            places.dedup();
            places
        };
        // Every bug is looked at once, so where there is only one it is this one.
        let (own, all) = (places(&|bug| bug.exits.contains(&exit)), places(&|_| true));
        return match (own.is_empty(), all.as_slice()) {
            (false, _) => format!("in a bug, {}", own.join(" or ")),
            (true, [only]) => format!("in a bug, {only}"),
            (true, _) => "in a bug, or in the end of the program".to_owned(),
        };
    }
    match found.exit_locations.get(exit).copied().flatten() {
        Some(location) => format!("to {}", place_of(program, Some(location))),
        None => "out of the loop".to_owned(),
    }
}

fn as_text(program: &Program, reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        let _ = writeln!(text, "{} in {}", report.place, report.function);
        match &report.outcome {
            Err(why) => wrapped(&mut text, 2, &format!("not analysed: {why}")),
            Ok(found) => {
                let note = match report.from_code {
                    None => None,
                    Some(Sliced::No) => Some("read from the code: what calls return is unknown"),
                    Some(Sliced::Yes) => {
                        Some("read from the code, and sliced: what calls return is unknown")
                    }
                };
                let why = report.not_met.as_ref();
                if let Some(note) = note {
                    let why = why.map_or_else(String::new, |why| format!(" ({why})"));
                    wrapped(&mut text, 2, &format!("{note}{why}"));
                }
                loop_text(program, found, &mut text);
            }
        }
        let _ = writeln!(text, "  time {:.3} s\n", report.time.as_secs_f64());
    }
    if reports.is_empty() {
        text.push_str("no loops\n");
    }
    text
}

fn loop_text(program: &Program, report: &Analysed, text: &mut String) {
    let (found, analysis, approximated, chosen) = &**report;
    let order = analysis.interleaving.name();
    let kind = analysis.loop_type.number();
    wrapped(text, 2, &format!("type {kind}, {order}: {}", analysis.reason));
    for (number, state) in analysis.states.iter().enumerate() {
        let what = match state.origin {
            Origin::Iteration(path) => format!("path {}", path + 1),
            Origin::Exit(exit) => format!("exit {}", exit_place(program, found, exit)),
        };
        let updates: Vec<String> = (state.update.iter())
            .filter(|(name, _)| !is_total(found, name))
            .map(|(name, value)| format!("{name} := {value}"))
            .collect();
        let updates = match updates.is_empty() {
            true => String::new(),
            false => format!("; {}", updates.join(", ")),
        };
        let guard = joined(&state.guard);
        let endless = if state.terminal { "; may stay for ever" } else { "" };
        wrapped(text, 2, &format!("s{} = {what}: {guard}{updates}{endless}", number + 1));
    }
    for transition in &analysis.transitions {
        let (from, to) = (transition.from + 1, transition.to + 1);
        let count = match &transition.counts {
            Some(counts) => format!("after {}", counts.join(" or ")),
            None => "after 1 or more".to_owned(),
        };
        wrapped(text, 2, &format!("s{from} -> s{to} {count}"));
    }
    for case in &analysis.cases {
        let end = match case.end {
            End::Exit(exit) => exit_place(program, found, exit),
            End::Endless => "never ends".to_owned(),
        };
        let after: Vec<String> = (case.text.after.iter())
            .filter(|(name, _)| !is_total(found, name))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let after =
            if after.is_empty() { String::new() } else { format!("; {}", after.join(", ")) };
        let condition = joined(&case.text.condition);
        wrapped(text, 2, &format!("case {}: {condition} => {end}{after}", case.text.word));
        if let Some(iterations) = &case.text.iterations {
            let mut line = format!("iterations: {iterations}");
            for (place, total) in case_totals(program, found, case) {
                let _ = write!(line, "; of the loop at {place} in all: {total}");
            }
            wrapped(text, 6, &line);
        }
    }
    for residue in &analysis.residue {
        let condition = joined(&residue.text);
        let reason = match chosen {
            Some(Ok(_)) => residue.reason.split(';').next().unwrap_or_default(),
            _ => &residue.reason,
        };
        let what = if matches!(chosen, Some(Ok(_))) { "no closed form" } else { "not summarised" };
        wrapped(text, 2, &format!("{what}: {condition} ({reason})"));
    }
    match chosen {
        Some(Ok(ByChoices { until, update })) => {
            let update: Vec<String> =
                update.iter().map(|(name, value)| format!("{name} := {value}")).collect();
            let (most, update) = (CHOICES_AT_ONCE, update.join(", "));
            let until = if until.is_empty() { "for ever".to_owned() } else { until.join(" or ") };
            let line = format!("exact up to {most} iterations by choices: {update}, until {until}");
            wrapped(text, 2, &line);
        }
        Some(Err(why)) => wrapped(text, 2, &format!("a necessary condition only: {why}")),
        None => {}
    }
    if let Some(approximated) = approximated {
        approximated_text(program, found, approximated, text);
    }
    match &analysis.bound {
        Some(bound) if bound.exact => wrapped(text, 2, &format!("iterations: {}", bound.text)),
        Some(bound) => {
            let given =
                bound.given.as_ref().map_or_else(String::new, |given| format!(", if {given}"));
            wrapped(text, 2, &format!("iterations: at most {}{given}", bound.text));
        }
        None => wrapped(text, 2, "iterations: no bound known"),
    }
    for (place, total) in inner_totals(program, found, analysis) {
        wrapped(text, 2, &format!("iterations of the loop at {place} in all: at most {total}"));
    }
    if found.inner_loops {
        wrapped(text, 2, "executions that stay in an inner loop for ever are no part of this");
    }
    if found.ends_inside {
        wrapped(
            text,
            2,
            "executions that end within the loop, in a bug or by exit, are no part of this",
        );
    }
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

/// How often the loops within go round at most, in executions without a bug, where the cases say it.
fn inner_totals(
    program: &Program,
    found: &StudiedLoop,
    analysis: &LoopAnalysis,
) -> Vec<(String, String)> {
    let in_bug = |case: &&Case| matches!(case.end, End::Exit(exit) if exit >= found.first_end);
    if !analysis.residue.is_empty() || analysis.cases.iter().any(|case| case.end == End::Endless) {
        return Vec::new();
    }
    let mut totals = Vec::new();
    for (number, (place, _)) in found.inner_totals.iter().enumerate() {
        let mut values: Vec<String> = Vec::new();
        for case in analysis.cases.iter().filter(|case| !in_bug(case)) {
            let (_, value) = case_totals(program, found, case).swap_remove(number);
            if value != "0" && !values.contains(&value) {
                values.push(value);
            }
        }
        let value = match values.as_slice() {
            [] => "0".to_owned(),
            [only] => only.clone(),
            _ => format!("max({})", values.join(", ")),
        };
        if values.len() <= 3 && !value.contains(['?', 'κ']) {
            totals.push((place_of(program, *place), value));
        }
    }
    totals
}

fn approximated_text(
    program: &Program,
    found: &StudiedLoop,
    approximated: &Approximated,
    text: &mut String,
) {
    let counts: Vec<String> = (1..=found.body.paths.len())
        .map(|path| format!("κ{path} iterations along path {path}"))
        .collect();
    let after: Vec<String> =
        approximated.after.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let after = if after.is_empty() { "nothing is known".to_owned() } else { after.join(", ") };
    let uses = USES.join(" and ");
    let counts = counts.join(", ");
    wrapped(text, 2, &format!("approximation (for {uses} only): after {counts}: {after}"));
    for (name, reason) in &approximated.unknown {
        wrapped(text, 6, &format!("{name} may be anything: {reason}"));
    }
    for (exit, conditions) in approximated.exits.iter().enumerate() {
        if !conditions.is_empty() {
            let place = exit_place(program, found, exit);
            wrapped(text, 6, &format!("left {place} only if {}", joined(conditions)));
        }
    }
}

fn as_json(program: &Program, reports: &[Report]) -> String {
    let loops: Vec<serde_json::Value> = reports
        .iter()
        .map(|report| {
            let mut value = json!({
                "function": report.function,
                "location": report.place,
                "header": report.header.to_string(),
                "seconds": report.time.as_secs_f64(),
                "fromCode": report.from_code.is_some(),
                "sliced": report.from_code == Some(Sliced::Yes),
                "notMet": report.not_met,
            });
            match &report.outcome {
                Err(why) => value["notAnalysed"] = json!(why),
                Ok(found) => value["analysis"] = loop_json(program, found),
            }
            value
        })
        .collect();
    format!("{:#}\n", json!({ "program": program.name, "loops": loops }))
}

fn loop_json(program: &Program, report: &Analysed) -> serde_json::Value {
    let (found, analysis, approximated, chosen) = &**report;
    let named = |pairs: &[(String, String)]| -> serde_json::Value {
        pairs
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let end = |end: End| match end {
        End::Exit(exit) => exit_place(program, found, exit),
        End::Endless => "never".to_owned(),
    };
    json!({
        "type": analysis.loop_type.number(),
        "order": analysis.interleaving.name(),
        "reason": analysis.reason,
        "endsInside": found.ends_inside,
        "innerLoops": found.inner_loops,
        "mergedWays": found.merged_ways,
        "variables": analysis.variables.iter().map(|variable| json!({
            "name": variable.name,
            "induction": variable.induction,
            "inConditions": variable.relevant,
        })).collect::<Vec<_>>(),
        "states": analysis.states.iter().map(|state| json!({
            "exit": matches!(state.origin, Origin::Exit(_)),
            "guard": state.guard,
            "update": named(&state.update),
            "terminal": state.terminal,
        })).collect::<Vec<_>>(),
        "transitions": analysis.transitions.iter().map(|transition| json!({
            "from": transition.from,
            "to": transition.to,
            "counts": transition.counts,
        })).collect::<Vec<_>>(),
        "cases": analysis.cases.iter().map(|case| json!({
            "word": case.text.word,
            "condition": case.text.condition,
            "end": end(case.end),
            "after": named(&case.text.after),
            "pathCounts": case.text.counts,
            "iterations": case.text.iterations,
        })).collect::<Vec<_>>(),
        "residue": analysis.residue.iter().map(|residue| json!({
            "condition": residue.text,
            "reason": residue.reason,
        })).collect::<Vec<_>>(),
        "approximation": approximated.as_ref().map(|approximated| json!({
            "uses": USES,
            "after": named(&approximated.after),
            "unknown": named(&approximated.unknown),
            "exits": approximated.exits.iter().enumerate().map(|(exit, conditions)| json!({
                "end": end(End::Exit(exit)),
                "onlyIf": conditions,
            })).collect::<Vec<_>>(),
        })),
        "choices": chosen.as_ref().map(|chosen| match chosen {
            Ok(ByChoices { until, update }) => json!({
                "exactUpTo": CHOICES_AT_ONCE,
                "until": until,
                "update": named(update),
            }),
            Err(why) => json!({ "necessaryOnly": why }),
        }),
        "innerTotals": inner_totals(program, found, analysis).iter().map(|(place, total)| json!({
            "loop": place,
            "iterations": total,
        })).collect::<Vec<_>>(),
        "bound": analysis.bound.as_ref().map(|bound| json!({
            "iterations": bound.text,
            "exact": bound.exact,
            "given": bound.given,
            "byType": bound.by_type,
        })),
    })
}
