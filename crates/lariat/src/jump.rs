//! Helps `lariat test` when the search is stuck: it aims at uncovered code with necessary
//! conditions.
//!
//! "When a tool detects difficulties to cover a particular program location" (section 5 of the
//! paper) means here: the search has worked for a while without entering a new block, and some
//! blocks are still uncovered. Each of them becomes a goal. Its condition may prove that no input
//! reaches it. Then it is pruned: the search no longer looks for it, nor for what lies only behind
//! it. Or the condition gives inputs, which the engine runs. An input that reaches the goal becomes
//! a test, and what else it covers is no goal any more. What stays open is left to the search.
//!
//! "A while" is work, not time, so that a busier machine gives the same run. Necessary conditions
//! get a share of the search's work, in which a question costs what its backend counts. A block
//! that takes too much is tried again when the search has done more. In the last part of the time
//! limit there is no such share: all that is left goes to uncovered code, and the search resumes
//! afterwards.
//!
//! When no block is left, the goals are untaken sides of branches: `if (x > 5) y = 1;` is covered
//! when both sides are. The edge gets a block of its own in a copy of the program, and that block
//! is the goal.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_exec::{
    ConcreteRunner, Coverage, EndReason, Finding, FlowEdge, Hooks, Machine, Sink, State, TestInput,
    UninitialisedInputs, Witness, Work,
};
use lariat_output::Place;
use lariat_program::cfg::Cfg;
use lariat_program::dominators::Dominators;
use lariat_program::{BlockId, FunctionId, Program};
use lariat_solver::CancelToken;
use lariat_summary::{Candidates, Explorer, ExplorerConfig, Goal, Ground, Way};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::collector::Collector;
use crate::session::Session;
use crate::unrolling::Unrolls;

/// The results.
#[derive(Default)]
pub(crate) struct Jumps {
    /// Blocks that were reached.
    pub(crate) reached: u64,
    /// Places of unreachable blocks, without those behind them.
    pub(crate) unreachable: Vec<String>,
}

/// The last part of the time limit, as a divisor.
pub(crate) const LAST_PART: u32 = 4;

/// Work without new coverage before the search counts as stuck.
const A_WHILE: u64 = 2_000;

/// The share of necessary conditions in the search's work, as a divisor.
const SHARE_OF_WORK: u64 = 4;

/// Questions that come to a backend which may be asked about one block at first. What is not decided then is tried again later with twice as many.
const FIRST_HARD: u64 = 24;

/// The backend's work per such question. One question may use half of the sum.
const EFFORT_EACH: u64 = 40_000;

/// Time cap per target.
const EACH: Duration = Duration::from_secs(8);

/// Loops are unrolled from an attempt with so many questions on.
const UNROLLED: u64 = 2 * FIRST_HARD;

/// The work for integers, which are asked after the bits.
const INTEGERS_WORK: u32 = 2_000_000;

/// Stops on the ways to one block.
const MOST_STOPS: usize = 1_000;

/// Candidates of one way that are tried.
const MOST_CANDIDATES: usize = 6;

/// Ways to one block that are tried.
const MOST_WAYS: usize = 8;

/// Instructions of a run on a candidate.
const MOST_STEPS: u64 = 20_000_000;

/// What is to be covered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Aim {
    Block(FunctionId, BlockId),
    Side(FunctionId, FlowEdge),
}

impl Aim {
    /// Whether a run got there.
    fn is_covered(self, program: &Program, coverage: &Coverage) -> bool {
        match self {
            Aim::Block(function, block) => coverage.is_covered(function, block),
            Aim::Side(function, edge) => coverage.is_taken(program, function, edge),
        }
    }

    /// Whether nobody needs to aim at it any more.
    fn is_done(self, program: &Program, coverage: &Coverage) -> bool {
        match self {
            Aim::Block(function, block) => coverage.is_covered(function, block),
            Aim::Side(function, edge) => coverage.is_tested(program, function, edge),
        }
    }
}

/// Tells a collector what a search finds, and helps the search.
pub(crate) struct Jumper<'a> {
    pub(crate) session: &'a Session,
    pub(crate) collector: &'a Collector<'a>,
    /// Whether it helps at all.
    pub(crate) active: bool,
    /// Whether candidates keep what they print.
    pub(crate) keeps_output: bool,
    /// When the last part of the time begins.
    pub(crate) late: Instant,
    pub(crate) progress: Mutex<Progress>,
}

/// The progress of the search.
#[derive(Default)]
pub(crate) struct Progress {
    /// Blocks that were entered when it was looked at last.
    covered: usize,
    /// Work since a block was entered or aimed at.
    waited: u64,
    /// All work of the search.
    searched: u64,
    /// All work of necessary conditions.
    aimed: u64,
    /// Goals so far, and how many questions the next attempt may ask; none if another attempt is
    /// pointless.
    tried: FxHashMap<Aim, Option<u64>>,
    /// Why it cannot be done at all.
    trouble: Option<anyhow::Error>,
    pub(crate) jumps: Jumps,
}

impl Progress {
    /// What to aim at next, and how many questions may be asked: first what was not aimed at yet, then what took too long with the fewest.
    fn next(&self, frontier: Vec<Aim>) -> Option<(Aim, u64)> {
        let most = |aim: &Aim| self.tried.get(aim).copied().unwrap_or(Some(FIRST_HARD));
        let open = frontier.into_iter().filter_map(|aim| Some((aim, most(&aim)?)));
        open.min_by_key(|(_, most)| *most)
    }
}

impl Sink for Jumper<'_> {
    fn found(&self, finding: Finding) -> bool {
        self.collector.found(finding)
    }

    fn ended(&self, state: &State, reason: &EndReason, coverage: &Coverage) {
        self.collector.ended(state, reason, coverage);
    }

    fn witnessed(&self, witness: &Witness, coverage: &Coverage) {
        self.collector.witnessed(witness, coverage);
    }

    fn wants_tests(&self) -> bool {
        self.collector.wants_tests()
    }

    fn said(&self, message: &str) {
        self.collector.said(message);
    }

    fn enough(&self) -> bool {
        self.collector.enough()
    }

    fn worked(&self, work: Work, coverage: &Coverage) {
        // While one worker aims at something the others go on.
        let Some(mut progress) = self.progress.try_lock().filter(|_| self.active) else { return };
        let covered = coverage.covered_count();
        progress.searched += work.units();
        progress.waited =
            if covered > progress.covered { 0 } else { progress.waited + work.units() };
        progress.covered = covered;
        let waits = progress.waited < A_WHILE || progress.aimed > progress.searched / SHARE_OF_WORK;
        let late = Instant::now() >= self.late;
        if waits && !late || progress.trouble.is_some() {
            return;
        }
        let Some((aim, most)) = progress.next(self.frontier(coverage)) else { return };
        // What is tried again is known to take long.
        let next = Work { effort: most.saturating_mul(EFFORT_EACH), ..Work::default() };
        let price = progress.aimed.saturating_add(next.units());
        if most > FIRST_HARD && price > progress.searched / SHARE_OF_WORK && !late {
            return;
        }
        let until = self.session.search_ends();
        let aimed =
            self.session.timed(|| self.aim(aim, coverage, &mut progress, (until, Some(most))));
        if let Err(error) = aimed {
            progress.trouble = Some(error);
        }
        progress.covered = coverage.covered_count();
    }
}

impl Jumper<'_> {
    /// All results; none if somebody still aims at something and does not stop.
    pub(crate) fn finish(&self) -> anyhow::Result<Jumps> {
        let Some(mut progress) = self.progress.try_lock() else { return Ok(Jumps::default()) };
        let Progress { trouble, jumps, .. } = std::mem::take(&mut *progress);
        trouble.map_or(Ok(jumps), Err)
    }

    /// The blocks that nobody has entered, first those that follow one that was; then the sides of branches that nobody has taken.
    fn frontier(&self, coverage: &Coverage) -> Vec<Aim> {
        let program = &self.session.program;
        let is_next = |&(function, block): &(FunctionId, BlockId)| {
            program.functions[function].body.as_ref().is_some_and(|body| {
                body.blocks.iter().any(|(id, from)| {
                    coverage.is_covered(function, id)
                        && from.terminator.successors().contains(&block)
                })
            })
        };
        let mut blocks = coverage.unentered();
        blocks.sort_by_key(|place| !is_next(place));
        let blocks = blocks.into_iter().map(|(function, block)| Aim::Block(function, block));
        let sides = coverage.untaken(program).into_iter();
        blocks.chain(sides.map(|(function, edge)| Aim::Side(function, edge))).collect()
    }

    /// The program in which the aim is a block, and that block.
    fn goal_of(&self, aim: Aim) -> Option<(Arc<Program>, (FunctionId, BlockId))> {
        match aim {
            Aim::Block(function, block) => {
                Some((Arc::clone(&self.session.program), (function, block)))
            }
            Aim::Side(function, FlowEdge { from, to }) => {
                let mut program = Program::clone(&self.session.program);
                let block = program.functions[function].body.as_mut()?.split_edge(from, to)?;
                Some((Arc::new(program), (function, block)))
            }
        }
    }

    /// Proves that nothing covers what is aimed at, or looks for an input that does.
    fn aim(
        &self,
        aim: Aim,
        coverage: &Coverage,
        progress: &mut Progress,
        (until, most_hard): (Instant, Option<u64>),
    ) -> anyhow::Result<()> {
        progress.tried.insert(aim, None);
        progress.waited = 0;
        let session = self.session;
        let Some((aimed_at, block)) = self.goal_of(aim) else { return Ok(()) };
        let goal = Goal { blocks: vec![block], ..Goal::default() };
        let ground = Ground::new(&aimed_at, &session.store, &goal)?;
        let hooks = Hooks::default();
        let (program, store) = (Arc::clone(&session.program), Arc::clone(&session.store));
        let mut machine = Machine::new(program, store, hooks)?;
        machine.uninitialised_inputs = UninitialisedInputs::All;
        let until = until.min(Instant::now() + EACH);
        let most_effort = most_hard.map(|most| most.saturating_mul(EFFORT_EACH));
        let initial = session.initial_state(ground.machine())?;
        let start = session.initial_state(&machine)?;
        let run = Candidate { machine: &machine, start: &start, aim, coverage };
        let mut config = ExplorerConfig {
            deadline: Some(until),
            interrupted: Some(session.interrupted()),
            ..session.explorer_config()
        };
        config.solver.integers_in_turn = Some(INTEGERS_WORK);
        if most_hard == Some(UNROLLED) {
            let mut unrolls = Unrolls::new(&ground, &initial, config.clone());
            let mut tries = |input: &TestInput, _: &Way| self.gets_there(input, &run);
            unrolls.quickly(0, Some(until), &mut tries);
            progress.aimed += unrolls.work().units();
            if aim.is_done(&session.program, coverage) {
                progress.jumps.reached += 1;
                return Ok(());
            }
        }
        config.max_stops = MOST_STOPS;
        config.most_hard = most_hard;
        config.most_effort = most_effort;
        if let Some(most) = most_effort {
            config.solver.limit_work(u32::try_from(most / 2).unwrap_or(u32::MAX));
        }
        for invariants in [false, true] {
            config.invariants = invariants;
            let mut explorer = Explorer::new(&ground, config.clone(), CancelToken::new());
            let mut ways = 0;
            let mut loops = false;
            let mut visit = |explorer: &mut Explorer<'_>, way: Way| {
                ways += 1;
                loops |= !way.loops.is_empty();
                let reached = self.try_candidates(explorer, &way, &run, until);
                let enough = reached || ways >= MOST_WAYS;
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let gaps = explorer.explore(initial.clone(), &mut visit);
            progress.aimed += explorer.work().units();
            let undecided = explorer.solver().statistics().unknown > 0;
            let work = explorer.work();
            let used_up = most_effort.is_some_and(|most| work.effort >= most);
            let cut_off = most_hard.filter(|most| undecided || used_up || work.hard >= *most);
            if let [first, ..] = explorer.wrong_summaries() {
                anyhow::bail!("a loop's summary is wrong, please report this: {first}");
            }
            if aim.is_done(&session.program, coverage) {
                progress.jumps.reached += 1;
                return Ok(());
            }
            // Nothing is known about a run after undefined behaviour.
            if ways == 0 && gaps.is_empty() && explorer.undefined().is_none() {
                let place = self.prune(aim, coverage);
                progress.jumps.unreachable.extend(place);
                return Ok(());
            }
            if let Some(most) = cut_off {
                progress.tried.insert(aim, Some(most.saturating_mul(2)));
                return Ok(());
            }
            if !loops {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Runs the inputs that a way suggests; whether one gets there.
    fn try_candidates(
        &self,
        explorer: &mut Explorer<'_>,
        way: &Way,
        run: &Candidate<'_>,
        until: Instant,
    ) -> bool {
        let store = Arc::clone(explorer.store());
        let mut candidates = Candidates::new(way).until(Some(until));
        for _ in 0..MOST_CANDIDATES {
            let Some(candidate) = candidates.next(&store, explorer.solver()) else { break };
            if self.gets_there(&candidate.input, run) {
                return true;
            }
        }
        false
    }

    /// Runs an input; if it gets to what is aimed at it becomes a test.
    fn gets_there(&self, input: &TestInput, run: &Candidate<'_>) -> bool {
        let mut config = self.session.executor_config();
        config.keep_printed = self.keeps_output;
        config.max_steps = config.max_steps.min(MOST_STEPS);
        let mut runner = ConcreteRunner::new(run.machine, run.start.clone(), Vec::new(), config);
        let ran = runner.run_test(input, &self.session.interrupted());
        let covered = run.aim.is_covered(&self.session.program, runner.coverage());
        if covered {
            self.collector.jumped(input);
            for finding in ran.findings {
                self.collector.found(finding);
            }
            run.coverage.settle_executed(&runner.coverage().executed());
        }
        covered
    }

    /// Nothing reaches this block, nor what only it leads to. Where it is. A side of a branch that nothing takes is no place.
    fn prune(&self, aim: Aim, coverage: &Coverage) -> Option<String> {
        let program = &self.session.program;
        let (function, block) = match aim {
            Aim::Block(function, block) => (function, block),
            Aim::Side(function, edge) => {
                coverage.prove_never_taken(program, function, edge);
                return None;
            }
        };
        let body = program.functions[function].body.as_ref()?;
        let dominators = Dominators::new(&Cfg::new(body));
        for behind in body.blocks.keys().filter(|behind| dominators.dominates(block, *behind)) {
            coverage.prove_unreachable(function, behind);
        }
        let first = &body.blocks[block];
        let location =
            first.insts().find_map(|inst| body.location(inst)).or(first.terminator_location)?;
        Some(Place::new(program, location).to_string())
    }
}

/// Where candidates are run, and to what end.
struct Candidate<'a> {
    machine: &'a Machine,
    start: &'a State,
    aim: Aim,
    coverage: &'a Coverage,
}
