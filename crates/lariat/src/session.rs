//! A run of the engine from the command line's point of view: load, make ready, explore, replay.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use lariat_exec::{
    Assumption, Assumptions, BlockHook, Coverage, Declared, EngineConfig, Environment,
    ExecutorConfig, Hooks, Incomplete, Machine, PlanLimits, Progress, START_FUNCTIONS, Search,
    Sink, Start, SymbolicArguments, Totals, explore, is_provided,
};
use lariat_frontend::{Library, LoadOptions, Loaded};
use lariat_output::replay::{DeclaredInput, EntryDriver, ProgramSources, Replayer, Unit};
use lariat_output::{
    InputTypes, LeftOut, LoopCounts, OutputDirectory, OutputError, Place, QueryCounts, SavedRun,
    Summary, TimeSplit,
};
use lariat_program::callgraph::CallGraph;
use lariat_program::{DataModel, FunctionId, LocationId, Program};
use lariat_solver::{QueryLog, SolverConfig};
use lariat_summary::{ExplorerConfig, TakenLoops, Taking};
use lariat_term::TermStore;

use crate::args::{External, InputArgs, RunArgs};
use crate::folded;
use crate::limits::{Cause, Limits, Phase};
use crate::stopwatch::{Searched, Stage, Stopwatch};

/// A question of the search over bit-vectors that takes more work than this is asked over mathematical integers, too: a number that is read digit by
/// digit is a long sum of products.
const INTEGERS_AFTER: u32 = 500_000;

/// The work that they may take.
const INTEGERS_WORK: u32 = 2_000_000;

/// How far a search may go.
#[derive(Clone, Copy)]
pub(crate) struct SearchLimits {
    /// When it ends, counted from the beginning of the run.
    pub(crate) end: Duration,
    /// Whether loops are always walked iteration by iteration.
    pub(crate) plain: bool,
    /// The work it may do besides, in the unit of the engine.
    pub(crate) work: Option<u64>,
}

/// The work of a search through a program whose inputs have few values together, loops iteration by iteration, before anything
/// else is tried with it: 65 536 paths that split twenty times are less.
const FEW_INPUTS_WORK: u64 = 4_000_000;

/// And its part of the time.
const SHARE_OF_FEW_INPUTS: u32 = 2;

/// What exploring gave.
pub(crate) struct Explored {
    pub(crate) totals: Totals,
    /// What was not explored, in words, the most frequent first.
    pub(crate) left_out: Vec<LeftOut>,
    /// Loops that were taken in one step.
    pub(crate) loops: TakenLoops,
}

impl Explored {
    /// Whether everything was explored, what follows bugs included.
    pub(crate) fn is_complete(&self) -> bool {
        self.totals.complete && self.totals.behind_bugs == 0
    }

    /// Why the run is not complete, as one clause.
    pub(crate) fn why_incomplete(&self) -> String {
        let reasons: Vec<&str> = self.left_out.iter().map(|left| left.reason.as_str()).collect();
        reasons.join("; ")
    }
}

/// A program ready to be explored.
pub(crate) struct Session {
    pub(crate) program: Arc<Program>,
    pub(crate) store: Arc<TermStore>,
    pub(crate) saved: SavedRun,
    start: Start,
    run: &'static RunArgs,
    pub(crate) limits: &'static Limits,
    pub(crate) stopwatch: Stopwatch,
    front_end: Duration,
    warnings: Vec<String>,
    /// Where constant expressions are whose value C does not define.
    undefined_constants: Vec<String>,
    /// Where the queries of the search and of necessary conditions are written.
    log_queries: Option<Arc<QueryLog>>,
    /// What the engine fixed, in the search and in proofs.
    assumed: Assumptions,
    /// How far the search is.
    progress: Arc<Progress>,
    /// Whether the user says that signed arithmetic wraps.
    wraps: bool,
}

impl Session {
    /// Loads the program with the models of the C library. The program can be changed before it is used. If there is not enough time for
    /// that, what is printed is all there is.
    pub(crate) fn load<T: Send + 'static>(
        limits: &'static Limits,
        input: &'static InputArgs,
        run: &'static RunArgs,
        change: impl FnOnce(&mut Program) -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<Result<(&'static Session, T), Cause>> {
        let loaded = limits
            .watch(limits.searching(), move || Session::load_here(limits, input, run, change));
        let (session, changed) = match loaded {
            Ok(loaded) => loaded?,
            Err(cause) => return Ok(Err(cause)),
        };
        session.stopwatch.take_over();
        // Nobody waits for it to be let go of, and a thread that is left behind may still use it.
        Ok(Ok((Box::leak(Box::new(session)), changed)))
    }

    fn load_here<T>(
        limits: &'static Limits,
        input: &InputArgs,
        run: &'static RunArgs,
        change: impl FnOnce(&mut Program) -> anyhow::Result<T>,
    ) -> anyhow::Result<(Session, T)> {
        let began = limits.began;
        let mut request = input.request()?;
        let options = &mut request.options;
        // Without the tables behind them, isalpha and friends are comparisons.
        options.defines.push("__NO_CTYPE".into());
        options.library = Some(Library {
            lp64: lariat_runtime::bitcode(DataModel::Lp64),
            ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
            roots: &START_FUNCTIONS,
        });
        options.provided = Some(is_provided);
        let Loaded { mut program, warnings, inline_bodies, .. } = lariat_frontend::load(options)?;
        if !run.quiet {
            for warning in warnings.iter().filter(|warning| warning.is_shown()) {
                // Nothing sensible can be done if standard error is closed.
                let _ = writeln!(io::stderr(), "lariat: warning: {warning}");
            }
        }
        let start = match &input.entry {
            Some(name) if name != "main" => {
                let entry = find_function(&program, name)
                    .with_context(|| format!("there is no function `{name}`"))?;
                let limits = PlanLimits {
                    capacity: run.capacity,
                    null_pointers: run.null_pointers,
                    depth: run.pointer_depth,
                    aliases: run.aliases,
                    globals: run.symbolic_globals,
                    ..PlanLimits::default()
                };
                Start::at_function(&mut program, entry, limits)?
            }
            _ => {
                let environment = environment(&program, run)?;
                Start::at_main(&mut program, environment)?
            }
        };
        let mut sources = sources(&request.as_given, &program, run)?;
        for file in inline_bodies {
            sources.define_inline(&file.path, file.functions);
        }
        let entry = start.plan.as_ref().and_then(|plan| EntryDriver::new(&program, plan));
        let wraps = lariat_frontend::wraps(&request.as_given.cflags);
        let undefined_constants = folded::undefined_constants(&program, &warnings, wraps);
        let shown = warnings.iter().filter(|warning| warning.is_shown());
        let warnings = shown.map(ToString::to_string).collect();
        let changed = change(&mut program)?;
        sources.runs_error_functions = program.runs_error_functions;
        let functions = called_from(&program, start.function)
            .into_iter()
            .map(|id| &program.functions[id])
            .map(|function| function.source_name.as_ref().unwrap_or(&function.name).clone())
            .collect();
        let log = |directory: &PathBuf| {
            QueryLog::create(directory)
                .with_context(|| format!("cannot write queries to {}", directory.display()))
        };
        let session = Session {
            program: Arc::new(program),
            store: Arc::new(TermStore::new()),
            saved: SavedRun { sources, entry, functions },
            start,
            run,
            limits,
            stopwatch: Stopwatch::new(Stage::FrontEnd, began),
            front_end: began.elapsed(),
            warnings,
            undefined_constants,
            log_queries: run.log_queries.as_ref().map(log).transpose()?.map(Arc::new),
            assumed: Assumptions::default(),
            progress: Arc::default(),
            wraps,
        };
        Ok((session, changed))
    }

    /// Does something that the command is about. What is said instead if it had to be left behind is what the rest of the command goes on with.
    pub(crate) fn work<T: Send + 'static>(
        &'static self,
        phase: Phase,
        output: &OutputDirectory,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Cause> {
        let done = self.limits.watch(phase, move || {
            self.stopwatch.take_over();
            work()
        });
        self.stopwatch.take_over();
        if done.is_err() {
            output.seal();
        }
        done
    }

    /// What is known of a search that was left behind.
    pub(crate) fn left_behind(&self, cause: Cause) -> Explored {
        let reason = cause.incomplete();
        let left = self.progress.states.load(Ordering::Relaxed);
        let left_out = LeftOut {
            name: reason.name().to_owned(),
            reason: reason.to_string(),
            advice: self.advice(&reason).to_owned(),
            paths: left.max(1) as u64,
        };
        let mut totals = Totals::unfinished(reason, left);
        totals.paths = self.progress.paths.load(Ordering::Relaxed);
        totals.solver.queries = self.progress.queries.load(Ordering::Relaxed);
        Explored { totals, left_out: vec![left_out], loops: TakenLoops::default() }
    }

    /// Says in the log what this run is.
    pub(crate) fn log_start(&self, output: &OutputDirectory) -> Result<(), OutputError> {
        let words: Vec<String> =
            std::env::args().map(|word| shell_words::quote(&word).into_owned()).collect();
        output.log(&format!("Lariat {}", env!("CARGO_PKG_VERSION")))?;
        output.log(&format!("command: {}", words.join(" ")))?;
        let counts = format!(
            "{} functions, {} of them of the C library",
            self.program.functions.len(),
            self.program.functions.values().filter(|function| function.library).count()
        );
        let name = &self.program.name;
        output
            .log(&format!("{name}: {counts}, loaded in {:.2} s", self.front_end.as_secs_f64()))?;
        for warning in &self.warnings {
            output.log(&format!("warning: {warning}"))?;
        }
        Ok(())
    }

    /// How long a native run may take.
    pub(crate) fn replay_time(&self) -> Duration {
        self.run.replay_time
    }

    /// Native runs of this program; interrupts end them.
    pub(crate) fn replayer(&self) -> anyhow::Result<Replayer> {
        self.replayer_for(self.run.replay_time)
    }

    /// Runs tests natively for so long.
    pub(crate) fn replayer_for(&self, time: Duration) -> anyhow::Result<Replayer> {
        let saved = self.saved.clone();
        let mut replayer = Replayer::new(saved.sources, saved.entry, time)?;
        if self.run.unsandboxed {
            replayer.without_sandbox();
        }
        replayer.limit_memory(self.run.memory);
        replayer.end_with(self.limits.native(&self.limits.interrupts.replay));
        Ok(replayer)
    }

    /// Whether nothing but the result is to be printed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.run.quiet
    }

    /// What the program is started with.
    pub(crate) fn arguments(&self) -> Vec<Vec<u8>> {
        match &self.start.plan {
            Some(_) => Vec::new(),
            None => vec![self.start.environment.program_name.clone().into_bytes()],
        }
    }

    /// The types of the program's inputs.
    pub(crate) fn input_types(&self) -> InputTypes<'_> {
        let entry = self.start.plan.as_ref().map(|_| &self.program.functions[self.start.entry]);
        InputTypes::new(&self.program, entry)
    }

    /// The name of the function the user starts at.
    pub(crate) fn entry_name(&self) -> &str {
        let function = &self.program.functions[self.start.entry];
        function.source_name.as_ref().unwrap_or(&function.name)
    }

    /// The state at the start.
    pub(crate) fn initial_state(&self, machine: &Machine) -> anyhow::Result<lariat_exec::State> {
        Ok(self.start.state(machine)?)
    }

    /// Does something about necessary conditions; its time counts as theirs.
    pub(crate) fn timed<T>(&self, work: impl FnOnce() -> T) -> T {
        self.stopwatch.during(Stage::Conditions, work)
    }

    /// Runs something natively; its time counts as replay.
    pub(crate) fn replaying<T>(&self, work: impl FnOnce() -> T) -> T {
        self.stopwatch.during(Stage::Replay, work)
    }

    /// Where the time went until now.
    pub(crate) fn time(&self) -> TimeSplit {
        self.stopwatch.split(self.limits.began)
    }

    /// When searching and proving ends.
    pub(crate) fn search_ends(&self) -> Instant {
        self.limits.search_ends()
    }

    /// The same, counted from the beginning.
    pub(crate) fn search_time(&self) -> Duration {
        self.search_ends().duration_since(self.limits.began)
    }

    /// A part of the time from now on, as far as there is as much.
    pub(crate) fn within(&self, time: Duration) -> Instant {
        self.search_ends().min(Instant::now() + time)
    }

    /// Set when the search shall end.
    pub(crate) fn interrupted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.limits.interrupts.search)
    }

    /// A summary without a search.
    pub(crate) fn summary_without_search(&self) -> Summary {
        Summary {
            program: self.program.name.clone(),
            entry: self.entry_name().to_owned(),
            assumptions: self.assumptions(),
            without_search: true,
            ..Summary::default()
        }
    }

    /// How programs are run.
    pub(crate) fn executor_config(&self) -> ExecutorConfig {
        ExecutorConfig {
            max_steps: self.run.max_steps.unwrap_or(u64::MAX),
            max_depth: self.run.max_depth.unwrap_or(u32::MAX),
            capacity: self.run.capacity,
            check_overflow: !self.run.no_overflow_check,
            goes_on_behind_overflow: true,
            check_uninitialised: self.run.check_uninitialised,
            check_leaks: self.run.check_leaks,
            havoc_unknown: self.run.external == External::WarnHavoc,
            failing_malloc: self.run.failing_malloc,
            volatile_inputs: self.run.volatile_inputs,
            declared: self.declared(),
            assumptions: self.assumed.clone(),
            ..ExecutorConfig::default()
        }
    }

    /// What the models are to make inputs of.
    fn declared(&self) -> Declared {
        Declared {
            process: self.run.sym_pid,
            user: self.run.sym_uid,
            directory: self.run.sym_cwd,
            host: self.run.sym_hostname,
            any_time: self.run.any_time,
        }
    }

    /// How necessary conditions are computed in this run.
    pub(crate) fn explorer_config(&self) -> ExplorerConfig {
        let mut config = ExplorerConfig::default();
        config.executor.capacity = self.run.capacity;
        config.executor.havoc_unknown = self.run.external == External::WarnHavoc;
        config.executor.failing_malloc = self.run.failing_malloc;
        config.executor.volatile_inputs = self.run.volatile_inputs;
        config.executor.declared = self.declared();
        config.executor.check_empty_arrays = false;
        config.executor.assumptions = self.assumed.clone();
        config.self_check = self.run.self_check;
        config.solver.time_limit = Some(self.run.query_time.min(Duration::from_secs(5)));
        config.solver.resource_limit = self.run.query_work;
        config.solver.log_queries = self.log_queries.clone();
        config
    }

    /// The time since the run began.
    pub(crate) fn spent(&self) -> Duration {
        self.limits.began.elapsed()
    }

    /// How far a search goes before loops are analysed, if an earlier one has shown that the inputs have few values together:
    /// the solver tries these, and has next to nothing to do.
    pub(crate) fn search_of_few_inputs(&self, earlier: &Explored) -> Option<SearchLimits> {
        (earlier.totals.few_inputs == Some(true)).then(|| SearchLimits {
            end: self.spent() + self.run.time / SHARE_OF_FEW_INPUTS,
            plain: true,
            work: Some(FEW_INPUTS_WORK),
        })
    }

    /// Explores until nothing is left or a limit is reached.
    pub(crate) fn explore_for(
        &self,
        limits: SearchLimits,
        hooks: Hooks,
        search: Search,
        checks: impl FnOnce(&mut ExecutorConfig, &mut Machine),
        sink: &dyn Sink,
        progress: &(dyn Fn() -> String + Sync),
    ) -> anyhow::Result<Explored> {
        let mut hooks = hooks;
        let taking = (!self.run.no_summaries && !limits.plain).then(|| {
            let make = if self.run.self_check { Taking::checking } else { Taking::new };
            Arc::new(make(&self.program, &self.store, &hooks.block))
        });
        hooks.block.extend(taking.clone().map(|taking| taking as Arc<dyn BlockHook>));
        let mut machine = Machine::new(Arc::clone(&self.program), Arc::clone(&self.store), hooks)?;
        // Only what can be called from the start counts; the rest of a large library is not asked about.
        let own = called_from(&self.program, self.start.function);
        let mut coverage = Coverage::of_functions(&self.program, &own);
        if !sink.wants_tests() {
            coverage.forgo_tests();
        }
        let initial = self.start.state(&machine)?;
        let mut executor = self.executor_config();
        checks(&mut executor, &mut machine);
        if let Some(taking) = &taking {
            taking.configure(executor.clone());
        }
        executor.wild_ends = true;
        executor.determines = true;
        let counts = Arc::clone(&self.progress);
        counts.states.store(1, Ordering::Relaxed);
        let config = EngineConfig {
            executor,
            solver: SolverConfig {
                integers_after: Some(INTEGERS_AFTER),
                integers_in_turn: Some(INTEGERS_WORK),
                time_limit: Some(self.run.query_time),
                resource_limit: self.run.query_work,
                log_queries: self.log_queries.clone(),
                ..SolverConfig::default()
            },
            search,
            threads: usize::from(self.run.threads),
            seed: self.run.seed,
            time: Some(limits.end.min(self.search_time()).saturating_sub(self.spent())),
            most_work: self.run.max_work.into_iter().chain(limits.work).min(),
            memory: usize::try_from(self.run.memory).ok(),
            stop_at_first: true,
            progress: Arc::clone(&counts),
            ..EngineConfig::default()
        };
        let done = AtomicBool::new(false);
        let show = !self.run.quiet && !self.run.json && io::stderr().is_terminal();
        let line = || {
            let (covered, all) = coverage.blocks();
            let percent = (covered * 100).checked_div(all).unwrap_or(100);
            let states = counts.states.load(Ordering::Relaxed);
            let paths = counts.paths.load(Ordering::Relaxed);
            let queries = counts.queries.load(Ordering::Relaxed);
            let more = progress();
            format!(
                "{states} states  {paths} paths  {percent} % covered  {queries} queries  {more}"
            )
        };
        let stop = &self.limits.interrupts.search;
        let search = || {
            let mut totals = explore(&machine, &coverage, initial, &config, stop, sink);
            done.store(true, Ordering::Relaxed);
            let loops = taking.as_ref().map(|taking| taking.statistics()).unwrap_or_default();
            totals.solver.time = totals.solver.time.saturating_sub(loops.search_solver);
            let (busy, solver) = (totals.busy, totals.solver.time);
            let searched = Searched { busy, solver, loops: loops.time };
            ((totals, loops), searched)
        };
        let (mut totals, loops) = std::thread::scope(|scope| {
            if show {
                scope.spawn(|| self.show_progress(&done, &line));
            }
            self.stopwatch.search(search)
        });
        if let Some(cause) = self.limits.cause() {
            totals.blame(&Incomplete::Interrupted, cause.incomplete());
        }
        let mut left_out: Vec<LeftOut> = totals
            .incomplete
            .iter()
            .map(|(reason, paths)| LeftOut {
                name: reason.name().to_owned(),
                reason: self.reason(&machine, reason),
                advice: self.advice(reason).to_owned(),
                paths: *paths,
            })
            .collect();
        if left_out.iter().any(|left| left.name == "solver-unknown") {
            // What the solver left open is the bound, not a size.
            left_out.iter_mut().filter(|left| left.name == "under-approximated").for_each(|left| {
                left.advice.clear();
            });
        }
        left_out.sort_by_key(|left| std::cmp::Reverse(left.paths));
        if let Some(wrong) = taking.as_ref().and_then(|taking| taking.wrong_cases().pop()) {
            anyhow::bail!("a loop's case is wrong, please report this: {wrong}");
        }
        Ok(Explored { totals, left_out, loops })
    }

    /// A line that is written again and again on the terminal.
    fn show_progress(&self, done: &AtomicBool, progress: &(dyn Fn() -> String + Sync)) {
        let mut ticks = 0u32;
        while !done.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
            ticks += 1;
            if ticks.is_multiple_of(5) {
                let line = format!("{:>5.1} s  {}", self.spent().as_secs_f64(), progress());
                // A line that is wider than the terminal would not be overwritten.
                let _ = write!(io::stderr(), "\r\x1b[?7l{line}\x1b[K\x1b[?7h");
            }
        }
        let _ = write!(io::stderr(), "\r\x1b[K");
    }

    /// The part of a summary that comes from the engine.
    pub(crate) fn summary(&self, explored: &Explored) -> Summary {
        let totals = &explored.totals;
        Summary {
            program: self.program.name.clone(),
            entry: self.entry_name().to_owned(),
            paths: totals.paths,
            instructions: totals.steps,
            queries: QueryCounts {
                asked: totals.solver.queries,
                backend: totals.backend_queries(),
                unknown: totals.solver.unknown,
            },
            loops: LoopCounts {
                asked: explored.loops.asked,
                taken: explored.loops.taken,
                cases: explored.loops.cases,
                endless: totals.endless,
            },
            behind_bugs: totals.behind_bugs,
            left_out: explored.left_out.clone(),
            assumptions: self.assumptions(),
            ..Summary::default()
        }
    }

    /// Notes what a result rests on.
    pub(crate) fn assume(&self, assumption: Assumption, place: Option<LocationId>) {
        self.assumed.add(assumption, place);
    }

    /// Notes what a search or a proof with assumptions of its own rests on.
    pub(crate) fn adopt(&self, assumed: &Assumptions) {
        for (assumption, places) in assumed.all() {
            if places.is_empty() {
                self.assume(assumption, None);
            } else {
                places.iter().for_each(|place| self.assume(assumption.clone(), Some(*place)));
            }
        }
    }

    /// The first constant expression whose value C does not define.
    pub(crate) fn undefined_constant(&self) -> Option<&str> {
        self.undefined_constants.first().map(String::as_str)
    }

    /// Whether the user says that signed arithmetic wraps.
    pub(crate) fn wraps(&self) -> bool {
        self.wraps
    }

    /// What the results rest on.
    fn assumptions(&self) -> Vec<String> {
        let mut assumptions = Vec::new();
        if self.run.external == External::WarnHavoc {
            let names: Vec<&str> = self
                .program
                .functions
                .values()
                .filter(|function| function.body.is_none() && !function.library)
                .map(|function| function.name.as_str())
                .collect();
            let what = "functions without body and model return arbitrary values";
            assumptions.push(format!("{what} (declared: {})", names.join(", ")));
        }
        if let Some(place) = self.start.fixes_arguments(&self.program) {
            let fixed = Assumption::Environment {
                what: "the program was started without arguments".to_owned(),
                instead: "--sym-args MIN MAX N makes them inputs".to_owned(),
            };
            assumptions.push(self.assumed_where(&fixed, &place));
        }
        if let Some(place) = self.start.fixes_variables(&self.program) {
            let fixed = Assumption::Environment {
                what: "environment variables that were not declared did not exist".to_owned(),
                instead: "--sym-env NAME N makes one an input".to_owned(),
            };
            assumptions.push(self.assumed_where(&fixed, &place));
        }
        for (assumption, place) in self.start.fixes_entry(&self.program) {
            assumptions.push(self.assumed_where(&assumption, &place));
        }
        for place in &self.undefined_constants {
            assumptions.push(format!("C does not define the constant expression at {place}"));
        }
        for (assumption, places) in self.assumed.all() {
            assumptions.push(self.assumed_where(&assumption, &places));
        }
        assumptions
    }

    /// An assumption with its first place in the source, and what a user can do about it.
    fn assumed_where(&self, assumption: &Assumption, places: &[LocationId]) -> String {
        let mut sentence = assumption.to_string();
        if let Some(first) = places.first() {
            let _ = write!(sentence, " at {}", Place::new(&self.program, *first));
        }
        match places.len() {
            0 | 1 => {}
            2 => sentence.push_str(" and at another place"),
            count => {
                let _ = write!(sentence, " and at {} other places", count - 1);
            }
        }
        if !assumption.advice().is_empty() {
            let _ = write!(sentence, "; {}", assumption.advice());
        }
        sentence
    }

    /// A reason with its place in the source.
    fn reason(&self, machine: &Machine, reason: &Incomplete) -> String {
        let site = match reason {
            Incomplete::SolverUnknown { site, .. }
            | Incomplete::Unsupported { site, .. }
            | Incomplete::Gap { site, .. } => Some(*site),
            _ => None,
        };
        let location = site.and_then(|site| {
            let body = self.program.functions[site.function].body.as_ref()?;
            let code = machine.code.get(site.function)?;
            match code.insts.get(site.pc as usize)? {
                Some(inst) => body.location(*inst),
                None => body.blocks[*code.blocks.get(site.pc as usize)?].terminator_location,
            }
        });
        match location {
            Some(location) => format!("{reason} at {}", Place::new(&self.program, location)),
            None => reason.to_string(),
        }
    }

    /// What a user can do about something that was left out.
    fn advice(&self, reason: &Incomplete) -> &'static str {
        match reason {
            Incomplete::Time => "--time gives more",
            Incomplete::Work => "--max-work gives more",
            Incomplete::Memory => "--memory gives more",
            Incomplete::StepLimit => "--max-steps",
            Incomplete::DepthLimit => "--max-depth",
            Incomplete::SolverUnknown { .. } if self.run.query_work.is_some() => {
                "--query-work and --query-time give more"
            }
            Incomplete::SolverUnknown { .. } => "--query-time gives more",
            Incomplete::NoModel { .. } => "--external warn-havoc goes on with arbitrary values",
            Incomplete::Gap { gap: lariat_exec::Gap::LargerSizes, .. } => "--capacity gives more",
            Incomplete::Gap { .. }
            | Incomplete::UnderApproximated
            | Incomplete::Interrupted
            | Incomplete::Enough
            | Incomplete::Kept
            | Incomplete::AddressSpace
            | Incomplete::Unsupported { .. } => "",
        }
    }
}

/// The program's own functions that can be called from the start.
fn called_from(program: &Program, start: FunctionId) -> Vec<FunctionId> {
    CallGraph::without_points_to(program)
        .reachable(&[start])
        .into_iter()
        .filter(|id| *id != start)
        .filter(|id| !program.functions[*id].library && program.functions[*id].body.is_some())
        .collect()
}

/// The function of a source or linker name.
pub(crate) fn find_function(program: &Program, name: &str) -> Option<FunctionId> {
    program.function_named(name).or_else(|| {
        program
            .functions
            .iter()
            .find(|(_, function)| function.source_name.as_deref() == Some(name))
            .map(|(id, _)| id)
    })
}

fn environment(program: &Program, run: &RunArgs) -> anyhow::Result<Environment> {
    let symbolic_arguments = match run.sym_args.as_slice() {
        [fewest, most, length] => Some(SymbolicArguments {
            fewest: u64::from(*fewest),
            most: u64::from(*most),
            length: u64::from(*length),
        }),
        _ => None,
    };
    let mut files = Vec::new();
    for pair in run.sym_file.chunks(2) {
        if let [name, size] = pair {
            let size = size
                .parse()
                .with_context(|| format!("--sym-file {name}: `{size}` is not a number of bytes"))?;
            files.push((name.clone(), size));
        }
    }
    let mut variables = Vec::new();
    for pair in run.sym_env.chunks(2) {
        if let [name, size] = pair {
            let size = size.parse().with_context(|| {
                format!("--sym-env {name}: `{size}` is not a number of characters")
            })?;
            variables.push((name.clone(), size));
        }
    }
    Ok(Environment {
        variables,
        program_name: program.name.trim_end_matches(".c").to_owned(),
        symbolic_arguments,
        standard_input: run.sym_stdin,
        files,
        ..Environment::default()
    })
}

/// How the program is compiled natively.
fn sources(
    options: &LoadOptions,
    program: &Program,
    run: &RunArgs,
) -> anyhow::Result<ProgramSources> {
    let units = lariat_frontend::compile_units(options)?
        .into_iter()
        .map(|unit| Unit {
            wraps: lariat_frontend::wraps(unit.flags.iter().chain(&options.cflags)),
            path: unit.path,
            directory: unit.directory,
            flags: unit.flags,
            inline: Vec::new(),
        })
        .collect();
    Ok(ProgramSources {
        units,
        flags: lariat_frontend::user_flags(options),
        is_32_bit: program.target.data_model == DataModel::Ilp32,
        link_flags: vec!["-lm".to_owned()],
        failing_allocations: run.failing_malloc,
        inputs: DeclaredInput::all(program),
        runs_error_functions: false,
    })
}
