//! The run: workers that take states, run them and put them back, until nothing is left or a limit is reached.
//!
//! Each worker has its own executor, solver and waiting states, so workers do not meet while all have something to do. One that runs
//! out says so; the others see it in a shared counter between two states, and one of them gives part of its own away. The run is over
//! when all are out of states and no technique gives back any that it kept.
//!
//! A watcher looks after time, memory and the caller's stop flag. It ends a run by one flag that executors look at between blocks and a token that
//! stops the queries being asked, so a run ends within milliseconds wherever it is. When memory runs low, workers drop the deepest
//! quarter of their states; memory that states leave is used again by others, so the next drop comes only if memory grew further.
//! That begins well below the limit, because what is dropped is not given back to the system at once; at the limit the run ends.
//!
//! Hundreds of thousands of states, and a solver that has seen as many questions, take seconds to be let go. Nobody waits for that: a thread
//! of its own does it, which ends with the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lariat_program::FunctionId;
use lariat_solver::{CancelToken, Solver, SolverConfig};
use parking_lot::{Condvar, Mutex};
use rustc_hash::FxHashSet;

use crate::bug::EndReason;
use crate::coverage::Coverage;
use crate::distance::FlowMap;
use crate::executor::{Executor, ExecutorConfig, Finding, Outcome, Shared, Witness};
use crate::machine::Machine;
use crate::printed::Printed;
use crate::search::{Search, Searcher};
use crate::state::State;
use crate::totals::{Incomplete, Totals};
use crate::tree::ExecutionTree;

/// Settings of a run.
#[derive(Clone)]
pub struct EngineConfig {
    /// What executors may do.
    pub executor: ExecutorConfig,
    /// How queries are decided.
    pub solver: SolverConfig,
    /// Which state runs next.
    pub search: Search,
    /// Number of workers.
    pub threads: usize,
    /// Decides what is left to chance.
    pub seed: u64,
    /// How long the run may take.
    pub time: Option<Duration>,
    /// How much the run may do, in [units](Work::units): the same on every machine.
    pub most_work: Option<u64>,
    /// Memory the process may take, in bytes; states are dropped to stay below.
    pub memory: Option<usize>,
    /// Whether to end at the first finding the sink says is enough.
    pub stop_at_first: bool,
    /// How often a state that was chosen by a random walk may split before another one is chosen. Following one state for a while
    /// ends paths, and questions about a path that grows are cheaper than questions about many paths in turn.
    pub batch: u32,
    /// Whether the execution tree keeps the parts in which nothing lives any more.
    pub keep_tree: bool,
    /// Where the run says how far it is.
    pub progress: Arc<Progress>,
}

/// How far a run is, to be looked at while it goes on.
#[derive(Debug, Default)]
pub struct Progress {
    /// States that wait or run.
    pub states: AtomicUsize,
    /// Paths that ended.
    pub paths: AtomicU64,
    /// Questions asked.
    pub queries: AtomicU64,
}

impl Default for EngineConfig {
    fn default() -> Self {
        EngineConfig {
            executor: ExecutorConfig::default(),
            solver: SolverConfig {
                time_limit: Some(Duration::from_secs(10)),
                ..SolverConfig::default()
            },
            search: Search::Interleaved,
            threads: 1,
            seed: 0,
            time: None,
            most_work: None,
            memory: None,
            stop_at_first: false,
            batch: 64,
            keep_tree: false,
            progress: Arc::default(),
        }
    }
}

/// Hears what happens in a run. Called by all workers.
pub trait Sink: Sync {
    /// A bug was found; whether to go on.
    fn found(&self, finding: Finding) -> bool;

    /// A state ended. States that are left when the run stops are told too if they took a way that no test takes.
    fn ended(&self, state: &State, reason: &EndReason, coverage: &Coverage);

    /// An input takes a side of a condition that no test takes, and no state of its own will show it.
    fn witnessed(&self, _witness: &Witness, _coverage: &Coverage) {}

    /// Whether it wants tests: inputs are looked for then that no path needs.
    fn wants_tests(&self) -> bool {
        false
    }

    /// Whether it wants to be told of all states that are left when the run stops.
    fn wants_left(&self) -> bool {
        false
    }

    /// Whether everything wanted is there, such as the number of tests asked for. Asked after each of the above.
    fn enough(&self) -> bool {
        false
    }

    /// The program wants something to be said to its user.
    fn said(&self, _message: &str) {}

    /// Told between two states what a worker has done since it told last, so that somebody may help a search that does not get on. The worker waits.
    fn worked(&self, _work: Work, _coverage: &Coverage) {}
}

/// What a search has done: the same for the same program, whatever the machine, unlike time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Instructions executed.
    pub steps: u64,
    /// Questions asked.
    pub queries: u64,
    /// Those of them that came to a backend.
    pub hard: u64,
    /// What the backends did, in their own unit.
    pub effort: u64,
}

/// Gives a state that has ended the input that its program would like best.
fn prefer(executor: &mut Executor<'_>, state: &mut State) {
    if !state.preferences.is_empty() {
        state.model = crate::klee::preferred(executor, state, None, Arc::clone(&state.model));
    }
}

/// Inputs of more bytes than this are not looked at more closely.
const MOST_BYTES: usize = 64;

/// Notes whether the inputs of a state have few values together on its path. One state with many is enough to know.
fn note_inputs(executor: &mut Executor<'_>, state: &State, mine: &mut Totals) {
    if mine.few_inputs == Some(false) || state.inputs.is_empty() {
        return;
    }
    let most = executor.solver.most_tried();
    let few_bytes = state.inputs.iter().map(|input| input.bytes.len()).sum::<usize>() <= MOST_BYTES;
    let few = few_bytes && {
        let bytes = state.inputs.iter().flat_map(|input| input.bytes.iter().copied());
        let symbols = executor.store.free_vars_of(&bytes.collect::<Vec<_>>());
        symbols.is_empty() || executor.solver.joint_values(&state.path, &symbols, most).is_some()
    };
    mine.add_inputs(Some(few));
}

/// So many instructions are as much work as a question.
const STEPS_PER_QUERY: u64 = 5_000;

/// A question that comes to a backend is as much work as so many that do not, before the backend has done anything.
const HARD: u64 = 50;

/// So much of what a backend counts is as much work as a question that does not come to one.
const EFFORT_PER_QUERY: u64 = 40;

impl Work {
    /// All of it as one number: a unit is a question that is answered without a backend.
    pub fn units(self) -> u64 {
        let steps = self.steps / STEPS_PER_QUERY;
        self.queries + self.hard * HARD + self.effort / EFFORT_PER_QUERY + steps
    }

    /// What was done after this much.
    pub fn since(self, earlier: Work) -> Work {
        Work {
            steps: self.steps - earlier.steps,
            queries: self.queries - earlier.queries,
            hard: self.hard - earlier.hard,
            effort: self.effort - earlier.effort,
        }
    }
}

/// Instructions a state runs before another one may be chosen.
const FUEL: u64 = 1_000_000;

/// How often the watcher looks.
const WATCH_INTERVAL: Duration = Duration::from_millis(5);

/// Free memory below which states are dropped, as a part of the limit. With 300 MB and a program of 64 symbolic bytes that forks without end, the process
/// has 311 MB at most so.
const RESERVE: usize = 8;

/// States that are left when a run stops and are asked about how many values their inputs have: the answer only chooses a strategy.
const MOST_ASKED: usize = 1_000;

/// After a run stopped because of the clock or its user, tests are made of states that are left for so long.
const LEAVING: Duration = Duration::from_millis(300);

/// Fewer states than this are let go at once.
const FEW_STATES: usize = 1_000;

/// States waiting for a worker that has none.
#[derive(Default)]
struct Pool {
    states: Vec<State>,
    idle: usize,
    over: bool,
}

/// What the workers of a run share.
struct Run<'a> {
    machine: &'a Machine,
    coverage: &'a Coverage,
    config: &'a EngineConfig,
    sink: &'a dyn Sink,
    map: Option<Arc<FlowMap>>,
    pool: Mutex<Pool>,
    changed: Condvar,
    /// Workers without states, to be seen without locking.
    hungry: AtomicUsize,
    /// Set to end the run.
    halt: AtomicBool,
    cause: Mutex<Option<Incomplete>>,
    cancel: CancelToken,
    live: AtomicUsize,
    most: AtomicUsize,
    /// What the workers have done, in units.
    done: AtomicU64,
    /// Counts the times memory ran low.
    pressure: AtomicUsize,
    totals: Mutex<Totals>,
    tree: Mutex<ExecutionTree>,
}

/// Runs states from the initial one until nothing is left or a limit is reached. The flag ends it from outside.
pub fn explore(
    machine: &Machine,
    coverage: &Coverage,
    initial: State,
    config: &EngineConfig,
    stop: &AtomicBool,
    sink: &dyn Sink,
) -> Totals {
    let start = Instant::now();
    let ids = AtomicU64::new(initial.id + 1);
    let reported = Mutex::new(FxHashSet::default());
    machine.set_start(&initial);
    coverage.enter(initial.frame.function, initial.block);
    let run = Run {
        machine,
        coverage,
        config,
        sink,
        map: config.search.uses_distance().then(|| Arc::new(FlowMap::new(&machine.program))),
        pool: Mutex::new(Pool { states: vec![initial], ..Pool::default() }),
        changed: Condvar::new(),
        hungry: AtomicUsize::new(0),
        halt: AtomicBool::new(false),
        cause: Mutex::new(None),
        cancel: CancelToken::new(),
        live: AtomicUsize::new(1),
        most: AtomicUsize::new(1),
        done: AtomicU64::new(0),
        pressure: AtomicUsize::new(0),
        totals: Mutex::new(Totals::new(config.keep_tree)),
        tree: Mutex::new(ExecutionTree::new(config.keep_tree)),
    };
    let shared = Shared {
        machine,
        coverage,
        stop: &run.halt,
        ids: &ids,
        reported: &reported,
        tree: &run.tree,
    };
    let over = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        let (run, shared, over) = (&run, &shared, &over);
        scope.spawn(move || run.watch(start, stop, over));
        let others: Vec<_> = (1..config.threads)
            .map(|number| scope.spawn(move || run.work(shared, number as u64)))
            .collect();
        let _over = WhenDropped(|| {
            *over.0.lock() = true;
            over.1.notify_all();
        });
        run.work(shared, 0);
        for other in others {
            // A worker that panicked is a bug of the engine; the panic goes on here.
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    run.sum_up(start)
}

/// Does something when it goes out of scope, also in a panic.
struct WhenDropped<F: Fn()>(F);

impl<F: Fn()> Drop for WhenDropped<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl Run<'_> {
    /// Ends the run; the first cause counts.
    fn stop(&self, cause: Incomplete) {
        self.cause.lock().get_or_insert(cause);
        self.halt.store(true, Ordering::SeqCst);
        self.cancel.cancel();
        let _pool = self.pool.lock();
        self.changed.notify_all();
    }

    fn stopping(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Looks after time, memory and the caller's flag until the run is over.
    fn watch(&self, start: Instant, stop: &AtomicBool, over: &(Mutex<bool>, Condvar)) {
        let mut highest = 0usize;
        let mut done = over.0.lock();
        while !*done {
            if stop.load(Ordering::Relaxed) {
                return self.stop(Incomplete::Interrupted);
            }
            let left = self.config.time.map(|limit| limit.saturating_sub(start.elapsed()));
            if left == Some(Duration::ZERO) {
                return self.stop(Incomplete::Time);
            }
            if let Some(limit) = self.config.memory {
                highest = self.watch_memory(limit, highest);
                if self.stopping() {
                    return;
                }
            }
            let pause = left.map_or(WATCH_INTERVAL, |left| left.min(WATCH_INTERVAL));
            over.1.wait_for(&mut done, pause);
        }
    }

    /// Asks the workers to drop states if little memory is left and the process has grown since they did; ends the run if there is none.
    /// The size at which they were asked last.
    fn watch_memory(&self, limit: usize, highest: usize) -> usize {
        let Some(size) = resident_bytes() else { return highest };
        if size >= limit {
            self.stop(Incomplete::Memory);
            return size;
        }
        if size <= limit - limit / RESERVE || size <= highest + limit / 64 {
            return highest;
        }
        self.pressure.fetch_add(1, Ordering::Relaxed);
        size
    }

    /// One worker.
    fn work(&self, shared: &Shared<'_>, number: u64) {
        let mut solver = Solver::new(Arc::clone(&self.machine.store), self.config.solver.clone());
        solver.set_cancel(self.cancel.clone());
        let mut executor = Executor::new(shared, solver, self.config.executor.clone());
        let seed = self.config.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9));
        let map = self.map.clone();
        let mut searcher =
            Searcher::new(self.machine, &self.config.search, seed, map, self.coverage);
        let mut mine = Totals::new(false);
        let mut pressure = 0;
        let mut told_paths = 0;
        let mut told = Work::default();
        // A panic here must not leave the others waiting.
        let _release = WhenDropped(|| {
            if std::thread::panicking() {
                self.stop(Incomplete::Interrupted);
            }
        });
        while !self.stopping() {
            let Some(state) = searcher.take(self.coverage) else {
                if self.fetch(&mut searcher) {
                    continue;
                }
                break;
            };
            let started = Instant::now();
            let mut running = Some(state);
            let batch = if searcher.follows() { self.config.batch.max(1) } else { 1 };
            for _ in 0..batch {
                let Some(state) = running.take() else { break };
                running = self.run_one(&mut executor, &mut searcher, state, &mut mine);
                if self.stopping() || self.hungry.load(Ordering::Relaxed) > 0 {
                    break;
                }
            }
            searcher.finish(running);
            mine.busy += started.elapsed();
            let progress = &self.config.progress;
            progress.states.store(self.live.load(Ordering::Relaxed), Ordering::Relaxed);
            progress.paths.fetch_add(mine.paths - told_paths, Ordering::Relaxed);
            told_paths = mine.paths;
            let all = executor.work();
            let work = all.since(told);
            let units = all.units() - told.units();
            told = all;
            let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
            progress.queries.fetch_add(work.queries, Ordering::Relaxed);
            if !self.stopping() {
                self.sink.worked(work, self.coverage);
                if self.sink.enough() {
                    self.stop(Incomplete::Enough);
                } else if self.config.most_work.is_some_and(|most| done >= most) {
                    self.stop(Incomplete::Work);
                }
            }
            if self.hungry.load(Ordering::Relaxed) > 0 {
                self.share(&mut searcher);
            }
            let now = self.pressure.load(Ordering::Relaxed);
            // Whoever has one state only drops some as soon as there are others.
            if now != pressure && searcher.len() > 1 {
                pressure = now;
                self.relieve(&mut searcher, &mut mine);
            }
        }
        mine.steps = executor.steps;
        mine.add_undecided(std::mem::take(&mut executor.undecided));
        mine.add_gaps(std::mem::take(&mut executor.gaps));
        mine.behind_bugs += std::mem::take(&mut executor.behind_bugs);
        mine.solver = executor.solver.statistics();
        let until = self.leaves_until();
        if until.is_none() {
            mine.state_bytes = searcher.footprint();
        }
        for state in searcher.states().take(MOST_ASKED) {
            note_inputs(&mut executor, state, &mut mine);
        }
        for state in searcher.states() {
            self.leave(state, &mut mine, until);
        }
        self.totals.lock().absorb(mine);
        let many = searcher.len() >= FEW_STATES;
        let left = (searcher.into_states(), executor.solver);
        if many {
            let_go(left);
        }
    }

    /// When nothing more is made of states that are left. Other causes than these are the same on every machine, and so is what follows.
    fn leaves_until(&self) -> Option<Instant> {
        let cause = self.cause.lock();
        let hurries = matches!(
            &*cause,
            Some(Incomplete::Time | Incomplete::Interrupted | Incomplete::Memory)
        );
        hurries.then(|| Instant::now() + LEAVING)
    }

    /// A state that is left when the run stops.
    fn leave(&self, state: &State, mine: &mut Totals, until: Option<Instant>) {
        mine.left += 1;
        if until.is_none_or(|until| Instant::now() < until)
            && (self.sink.wants_left() || self.coverage.is_wanted(&state.untested))
        {
            self.sink.ended(state, &EndReason::Stopped, self.coverage);
        }
    }

    /// Runs a state until it splits, ends or has run for long; it is given back if it goes on.
    fn run_one(
        &self,
        executor: &mut Executor<'_>,
        searcher: &mut Searcher<'_>,
        mut state: State,
        mine: &mut Totals,
    ) -> Option<State> {
        let outcome = executor.run(&mut state, FUEL);
        let mut go_on = true;
        for finding in executor.findings.drain(..) {
            go_on &= self.sink.found(finding);
        }
        for message in executor.messages.drain(..) {
            self.sink.said(&message);
        }
        for witness in executor.witnesses.drain(..) {
            self.sink.witnessed(&witness, self.coverage);
        }
        if !go_on && self.config.stop_at_first {
            self.stop(Incomplete::Enough);
        }
        let forks = executor.forks.len();
        let all = forks + executor.ended.len();
        mine.forks += all as u64;
        let live = self.live.fetch_add(all, Ordering::Relaxed) + all;
        self.most.fetch_max(live, Ordering::Relaxed);
        let kept = match outcome {
            Outcome::Ended(EndReason::Stopped) => Some(state),
            Outcome::Ended(reason) => {
                note_inputs(executor, &state, mine);
                prefer(executor, &mut state);
                self.end(&state, &reason, mine);
                None
            }
            Outcome::Forked | Outcome::OutOfFuel => Some(state),
            Outcome::Taken => {
                self.live.fetch_sub(1, Ordering::Relaxed);
                None
            }
        };
        for (mut ended, reason) in std::mem::take(&mut executor.ended) {
            prefer(executor, &mut ended);
            self.end(&ended, &reason, mine);
        }
        searcher.split_off(executor.forks.drain(..));
        if self.sink.enough() {
            self.stop(Incomplete::Enough);
        }
        kept
    }

    fn end(&self, state: &State, reason: &EndReason, mine: &mut Totals) {
        self.live.fetch_sub(1, Ordering::Relaxed);
        for hook in &self.machine.hooks.end {
            hook.state_ended(state, reason);
        }
        self.sink.ended(state, reason, self.coverage);
        self.tree.lock().end(state.node, reason.into());
        match reason {
            EndReason::Covered | EndReason::MemoryLimit => {}
            EndReason::Pruned => mine.pruned += 1,
            EndReason::Endless => {
                mine.endless += 1;
                mine.paths += 1;
            }
            _ => mine.paths += 1,
        }
        if let EndReason::Bug(bug) = reason {
            mine.behind_bugs += u64::from(bug.has_rest());
        }
        if let Some(reason) = Incomplete::of_end(state, reason) {
            mine.add(reason, 1);
        }
    }

    /// Waits for states from other workers; whether there are any.
    fn fetch(&self, searcher: &mut Searcher<'_>) -> bool {
        let mut pool = self.pool.lock();
        pool.idle += 1;
        self.hungry.store(pool.idle, Ordering::Relaxed);
        loop {
            if self.stopping() || pool.over {
                return false;
            }
            if !pool.states.is_empty() {
                pool.idle -= 1;
                self.hungry.store(pool.idle, Ordering::Relaxed);
                // Others that wait get their share.
                let count = pool.states.len().div_ceil(pool.idle + 1);
                let rest = pool.states.len() - count;
                pool.states.drain(rest..).for_each(|state| searcher.add(state));
                return true;
            }
            if pool.idle == self.config.threads.max(1) {
                // Nobody runs anything, so nothing can come any more but what techniques kept.
                let kept: Vec<State> =
                    (self.machine.hooks.block.iter()).flat_map(|hook| hook.release()).collect();
                if kept.is_empty() {
                    pool.over = true;
                    self.changed.notify_all();
                    return false;
                }
                self.live.fetch_add(kept.len(), Ordering::Relaxed);
                pool.states = kept;
                continue;
            }
            self.changed.wait(&mut pool);
        }
    }

    /// Gives part of the waiting states to workers that have none.
    fn share(&self, searcher: &mut Searcher<'_>) {
        if searcher.len() < 2 {
            return;
        }
        let Some(mut pool) = self.pool.try_lock() else { return };
        if pool.idle == 0 || !pool.states.is_empty() {
            return;
        }
        let count = (searcher.len() / (pool.idle + 1)).clamp(1, 64 * pool.idle);
        pool.states = searcher.give_away(count);
        self.changed.notify_all();
    }

    /// Drops the deepest quarter of the waiting states.
    fn relieve(&self, searcher: &mut Searcher<'_>, mine: &mut Totals) {
        // One is left to go on with: whoever needs all the memory for one path is told so by the watcher.
        let count = searcher.len().div_ceil(4).min(searcher.len().saturating_sub(1));
        for state in searcher.drop_deepest(count) {
            mine.dropped += 1;
            self.end(&state, &EndReason::MemoryLimit, mine);
        }
    }

    fn sum_up(self, start: Instant) -> Totals {
        let mut totals = self.totals.into_inner();
        let mut pool = self.pool.into_inner();
        for state in pool.states.drain(..) {
            totals.left += 1;
            if self.sink.wants_left() || self.coverage.is_wanted(&state.untested) {
                self.sink.ended(&state, &EndReason::Stopped, self.coverage);
            }
        }
        let kept = self.machine.hooks.block.iter().map(|hook| hook.kept()).sum::<usize>();
        if kept > 0 {
            totals.left += kept;
            totals.add(Incomplete::Kept, kept as u64);
        }
        // Questions that are given up because the whole process stops are a cause, too.
        let stopped = || lariat_solver::is_stopped().then_some(Incomplete::Interrupted);
        if let Some(cause) = self.cause.into_inner().or_else(stopped) {
            // Stopped just when the last state ended: the question being asked then may have been given up.
            totals.add(cause, totals.left.max(1) as u64);
        }
        totals.tree = self.tree.into_inner();
        totals.most_states = self.most.into_inner();
        totals.coverage = self.coverage.report(&self.machine.program);
        totals.drop_vague_reason();
        totals.complete = totals.incomplete.is_empty() && totals.left == 0;
        totals.time = start.elapsed();
        totals
    }
}

/// Drops something large while others go on.
fn let_go(large: impl Send + 'static) {
    // If there is no thread for it, it is dropped here.
    let _ = std::thread::Builder::new().name("letting-go".to_owned()).spawn(move || drop(large));
}

/// Memory of the process that is in use, as the system has it; none where it does not say.
pub fn resident_bytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = text.split_whitespace().nth(1)?.parse().ok()?;
    // The size of a page on every system that has this file and that Lariat runs on.
    Some(pages * 4096)
}

/// The state at the start of a function, with the given arguments.
pub fn initial_state(
    machine: &Machine,
    function: FunctionId,
    args: Vec<crate::value::Value>,
) -> Option<State> {
    let code = machine.code.get(function)?;
    let body = machine.program.functions[function].body.as_ref()?;
    let mut registers = args;
    registers.resize(code.registers, crate::value::Value::Word(0));
    Some(State {
        id: 0,
        frame: crate::state::Frame {
            function,
            pc: code.starts[body.entry()],
            registers,
            stack_mark: 0,
            variable_args: None,
            result: None,
        },
        callers: Vec::new(),
        memory: machine.initial_memory.clone(),
        path: Vec::new(),
        model: Arc::default(),
        inputs: Arc::default(),
        pending: Vec::new(),
        steps: u64::from(code.entry_steps),
        depth: 0,
        approximations: crate::state::Approximations::default(),
        node: 0,
        covered_new: false,
        untested: crate::coverage::Untested::default(),
        printed: Printed::default(),
        block: body.entry(),
        came_from: body.entry(),
        notes: crate::state::Notes::default(),
        given: None,
        inputs_in_memory: 0,
        news: crate::state::News::default(),
        preferences: Arc::default(),
        named_by_copies: 0,
        allocations: 0,
        stays_whole: false,
        determined: Arc::default(),
    })
}
