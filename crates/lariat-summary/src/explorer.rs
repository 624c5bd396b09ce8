//! Walks the backbones from a state to a goal, every loop on the way replaced by its summary.
//!
//! This is Algorithm 1 of "Abstracting Path Conditions", driven by the executor: it runs a state from one stop to the next, forking where
//! the program branches. At the header of a loop the state is *abstracted*: the loop's variables get their iterated values, the looping
//! condition joins the path condition, and from there on the way must not come to that header again, as a backbone visits no node twice.
//! The body's own backbones are found in the same way, from the [generic state](crate::body), which is how nested loops are treated.
//!
//! What comes out is a disjunction: every real path to the goal satisfies the path condition of one of the [ways](Way), for some values of its
//! counters, or it goes through one of the [gaps](Gap). Without gaps and ways the goal cannot be reached.
//!
//! Beyond the paper: as long as nothing in an iteration is symbolic, it is simply executed (constant loops are exact), and a value that cannot be expressed
//! is a fresh variable, so that later conditions on it still have to agree with each other.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use lariat_exec::{
    BugKind, Coverage, ExecutionTree, Executor, Hooks, Incomplete, Input, Machine, MachineError,
    Outcome, Reported, Shared, State, UninitialisedInputs, Work, name_as_later,
};
use lariat_loop::{ExitPath, Hints, IterationPath, LoopBody};
use lariat_program::{BlockId, FunctionId, LocationId, Program};
use lariat_solver::{CancelToken, Solver};
use lariat_term::{TermId, TermStore};
use parking_lot::Mutex;

use crate::ahead::Ahead;
use crate::body::{After, Changes, Generic, Parts};
use crate::flow::{Flow, Goal};
use crate::found::{FoundBody, FoundPath, last_symbol, locals, merged};
use crate::inner_counts::ClosedCounts;
use crate::leaving::{Leaving, LoopExits};
use crate::stops::Stops;
use crate::study::StudiedLoop;
use crate::tangle::MetLoop;
use crate::traces::PathTrace;
use crate::unfolding::AppliedLoop;
use crate::way::{ExplorerConfig, Gap, Way};

/// What explorers of one program and goal share.
pub struct Ground {
    pub(crate) machine: Machine,
    coverage: Coverage,
    pub(crate) flow: Flow,
    pub(crate) ahead: Ahead,
    pub(crate) bugs: Vec<BugKind>,
    stops: Arc<Stops>,
    stop: AtomicBool,
    ids: AtomicU64,
    pub(crate) reported: Reported,
    tree: Mutex<ExecutionTree>,
}

impl Ground {
    /// Makes a program ready to be explored.
    ///
    /// # Errors
    /// If it does not fit into its address space.
    pub fn new(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        goal: &Goal,
    ) -> Result<Ground, MachineError> {
        let flow = Flow::new(program, goal);
        let stops = Arc::new(Stops::new(flow.stops(program)));
        let hooks = Hooks { block: vec![Arc::clone(&stops) as _], ..Hooks::default() };
        let mut machine = Machine::new(Arc::clone(program), Arc::clone(store), hooks)?;
        machine.largest_input_in_parts = LARGEST_INPUT_IN_PARTS;
        Ok(Ground {
            machine,
            coverage: Coverage::of_functions(program, &[]),
            ahead: Ahead::new(program, &flow),
            flow,
            bugs: goal.bugs.clone(),
            stops,
            stop: AtomicBool::new(false),
            ids: AtomicU64::new(0),
            reported: Reported::default(),
            tree: Mutex::new(ExecutionTree::new(false)),
        })
    }

    /// Uninitialised variables are inputs on the ways. Those in memory that a loop uses are inputs before it, so that they are not made anew in each iteration.
    pub fn name_uninitialised(&mut self) {
        self.machine.uninitialised_inputs = UninitialisedInputs::All;
    }

    /// The machine the states run on; a state of another machine of the same program can be explored too.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }
}

/// The conditions under which a check fails, and the inputs read until then.
pub(crate) type FailedCheck = (Vec<TermId>, Arc<Vec<Input>>);

/// A call stack: function and place of each call, the outermost first.
pub(crate) type Stack = Vec<(FunctionId, u32)>;

pub(crate) fn stack_of(state: &State) -> Stack {
    state.callers.iter().map(|frame| (frame.function, frame.pc)).collect()
}

/// A state on a backbone.
#[derive(Clone)]
pub(crate) struct Walker {
    pub(crate) state: State,
    pub(crate) loops: Vec<AppliedLoop>,
    /// For each conjunct of the path condition about where it comes from.
    pub(crate) origins: Vec<Option<LocationId>>,
    /// Headers the backbone has visited, with the stack they were visited in.
    entered: Vec<(Stack, BlockId)>,
    /// Instructions of loops that were simply executed, as nothing in them was symbolic, since the last loop was summarised.
    peeled: u64,
    /// The loop that is being executed in this way, and the state before it.
    unpeeled: Option<Arc<Unpeeled>>,
    /// Instructions that were executed in this way in all.
    peeled_in_all: u64,
    /// The number of inputs before the first loop that reads some.
    pub(crate) certain_inputs: Option<usize>,
    /// Loops on the way that it may still be in, by their number among all.
    pub(crate) open: Vec<(usize, Arc<Scope>)>,
}

/// A loop that is executed for a while, before anything of it was executed.
struct Unpeeled {
    stack: Stack,
    found: MetLoop,
    state: State,
    entered: Vec<(Stack, BlockId)>,
}

/// The loop whose body is walked.
pub(crate) struct Scope {
    stack: Stack,
    pub(crate) function: FunctionId,
    pub(crate) header: BlockId,
    found: MetLoop,
}

impl Scope {
    /// Whether a state with this stack at this block is outside the loop.
    pub(crate) fn is_left(&self, stack: &Stack, block: BlockId) -> bool {
        stack.len() < self.stack.len() || (*stack == self.stack && !self.found.contains(block))
    }
}

/// What becomes of a walker at a stop.
enum Decision {
    /// It goes on.
    Resume(Walker),
    /// It is at another stop already, where something has to be decided.
    Again(Walker),
    /// It has come back to the header of the scope.
    Iteration(Walker),
    /// It has reached the goal.
    Goal(Walker),
    /// It does not matter any more.
    Drop,
}

/// The result of running a walker to its next stops.
pub(crate) struct Advance {
    pub(crate) stopped: Vec<State>,
    /// Whether it split or ended on the way.
    pub(crate) branched: bool,
    /// Why a part of it could not be followed.
    pub(crate) gave_up: Option<String>,
}

/// Why a loop has no summary.
pub(crate) type GiveUp = String;

/// Walks backbones.
pub struct Explorer<'g> {
    pub(crate) ground: &'g Ground,
    pub(crate) executor: Executor<'g>,
    pub(crate) config: ExplorerConfig,
    pub(crate) stops_left: usize,
    /// Summaries that concrete executions contradict.
    pub(crate) wrong: Vec<String>,
    /// The loops whose summaries were compared with executions.
    pub(crate) checked: Vec<(FunctionId, BlockId)>,
    /// The first thing on a path that leaves the behaviour undefined.
    pub(crate) undefined: Option<(BugKind, Option<LocationId>)>,
    /// Whether there is such a path that a run takes.
    pub(crate) surely_undefined: bool,
    /// The loops met, if they are collected.
    pub(crate) studied: Option<Vec<StudiedLoop>>,
    /// Bugs that are goals, if these are collected.
    pub(crate) checks: Option<Vec<FailedCheck>>,
    /// Whether a path has ended on the way.
    ended: bool,
    /// Whether one has ended in the loop whose body was walked last.
    ended_inside: bool,
    /// The ways out of that loop, while loops are collected.
    left: Vec<(ExitPath, Option<LocationId>)>,
}

impl<'g> Explorer<'g> {
    /// An explorer with its own solver.
    pub fn new(ground: &'g Ground, config: ExplorerConfig, cancel: CancelToken) -> Explorer<'g> {
        let shared = Shared {
            machine: &ground.machine,
            coverage: &ground.coverage,
            stop: &ground.stop,
            ids: &ground.ids,
            reported: &ground.reported,
            tree: &ground.tree,
        };
        let mut solver = Solver::new(Arc::clone(&ground.machine.store), config.solver.clone());
        solver.set_cancel(cancel);
        solver.set_deadline(config.deadline);
        let executor = Executor::new(&shared, solver, config.executor.clone());
        Explorer {
            ground,
            executor,
            stops_left: config.max_stops,
            config,
            undefined: None,
            surely_undefined: false,
            wrong: Vec::new(),
            checked: Vec::new(),
            studied: None,
            checks: None,
            ended: false,
            ended_inside: false,
            left: Vec::new(),
        }
    }

    /// The solver, for questions about what was found.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.executor.solver
    }

    /// What was done so far.
    pub fn work(&self) -> Work {
        self.executor.work()
    }

    /// The first thing found on a way, real or not, after which the behaviour of the program is undefined; ways end there.
    pub fn undefined(&self) -> Option<(&'static str, Option<LocationId>)> {
        let arrays = self.executor.left_out_arrays;
        (self.undefined.map(|(kind, location)| (kind.name(), location)))
            .or(arrays.then_some(("a local array larger than the address space", None)))
    }

    /// Whether the behaviour is undefined on a path that a run takes: no loop was abstracted on it.
    pub fn surely_undefined(&self) -> bool {
        self.surely_undefined
    }

    /// What the self-check found: each is a bug of Lariat.
    pub fn wrong_summaries(&self) -> &[String] {
        &self.wrong
    }

    /// The headers of the loops that the self-check has compared with at least one execution.
    pub fn checked_loops(&self) -> &[(FunctionId, BlockId)] {
        &self.checked
    }

    /// The terms.
    pub fn store(&self) -> &Arc<TermStore> {
        &self.ground.machine.store
    }

    /// Visits the ways from a state to the goal, until the visitor has seen enough. The gaps that were left.
    pub fn explore(
        &mut self,
        initial: State,
        visit: &mut dyn FnMut(&mut Explorer<'g>, Way) -> ControlFlow<()>,
    ) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let start = Walker {
            state: initial,
            loops: Vec::new(),
            origins: Vec::new(),
            entered: Vec::new(),
            peeled: 0,
            unpeeled: None,
            peeled_in_all: 0,
            certain_inputs: None,
            open: Vec::new(),
        };
        let mut work = vec![start];
        while let Some(walker) = work.pop() {
            if !gaps.is_empty() && !self.config.whole {
                break;
            }
            let place = self.location(&walker.state);
            let (walkers, gave_up) = self.advance_all(walker);
            if let Some(reason) = gave_up {
                gaps.push(Gap { reason, location: place });
            }
            let mut at_stops = walkers;
            while let Some(walker) = at_stops.pop() {
                let place = self.location(&walker.state);
                match self.decide(walker, None) {
                    Ok(Decision::Resume(walker)) => work.push(walker),
                    Ok(Decision::Again(walker)) => at_stops.push(walker),
                    Ok(Decision::Goal(walker)) => {
                        let certain_inputs =
                            walker.certain_inputs.unwrap_or(walker.state.inputs.len());
                        let way = Way {
                            certain_inputs,
                            state: walker.state,
                            loops: walker.loops,
                            origins: walker.origins,
                        };
                        if visit(self, way).is_break() {
                            return gaps;
                        }
                    }
                    Ok(Decision::Drop | Decision::Iteration(_)) => {}
                    Err(reason) => gaps.push(Gap { reason, location: place }),
                }
            }
        }
        gaps
    }

    /// Where a state is in the source.
    pub(crate) fn location(&self, state: &State) -> Option<LocationId> {
        let body = self.ground.machine.program.functions[state.frame.function].body.as_ref()?;
        let block = &body.blocks[state.block];
        block.insts().find_map(|inst| body.location(inst)).or(block.terminator_location)
    }

    /// Sets another deadline.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.config.deadline = deadline;
        self.executor.solver.set_deadline(deadline);
    }

    /// Whether its time is up.
    pub fn is_late(&self) -> bool {
        self.late()
    }

    pub(crate) fn late(&self) -> bool {
        let interrupted = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.config.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.config.most_hard.is_some_and(|most| self.work().hard >= most)
            || self.config.most_effort.is_some_and(|most| self.work().effort >= most)
            || self.config.interrupted.as_ref().is_some_and(interrupted)
    }

    /// Runs a walker to its next stops.
    fn advance_all(&mut self, walker: Walker) -> (Vec<Walker>, Option<GiveUp>) {
        let from = self.location(&walker.state);
        let Walker {
            state,
            loops,
            mut origins,
            entered,
            peeled,
            unpeeled,
            peeled_in_all,
            certain_inputs,
            open,
        } = walker;
        origins.resize(state.path.len(), None);
        let advance = self.advance(state);
        let walkers = advance
            .stopped
            .into_iter()
            .map(|state| {
                let mut origins = origins.clone();
                origins.resize(state.path.len(), from);
                let (loops, entered) = (loops.clone(), entered.clone());
                // Each part of a split walker would walk this again.
                let unpeeled = unpeeled.clone().filter(|_| !advance.branched);
                Walker {
                    state,
                    loops,
                    origins,
                    entered,
                    peeled,
                    unpeeled,
                    peeled_in_all,
                    certain_inputs,
                    open: open.clone(),
                }
            })
            .collect();
        (walkers, advance.gave_up)
    }

    /// Runs a state until it and what it splits into have stopped or ended.
    pub(crate) fn advance(&mut self, state: State) -> Advance {
        let mut advance = Advance { stopped: Vec::new(), branched: false, gave_up: None };
        let limit = state.steps.saturating_add(STEPS_BETWEEN_STOPS);
        let mut work = vec![state];
        while let Some(mut state) = work.pop() {
            if self.stops_left == 0 || self.late() {
                advance.gave_up =
                    Some("the way to the goal is too long to be followed in time".into());
                break;
            }
            // The executor tells a bug of one kind and place once; here each state counts, the more as what this finds may be thrown away, and
            // as another walk may have been told.
            self.ground.reported.lock().clear();
            let outcome = self.executor.run(&mut state, FUEL);
            // What the executor finds wrong is found by the search too, with real inputs; here it only ends paths.
            for finding in self.executor.findings.drain(..) {
                if let Some(checks) = &mut self.checks
                    && self.ground.bugs.contains(&finding.bug.kind)
                {
                    checks.push((finding.conditions, finding.inputs));
                    continue;
                }
                if self.ground.bugs.contains(&finding.bug.kind) {
                    advance.gave_up =
                        Some(format!("{} in another way", finding.bug.kind.sentence()));
                }
                if finding.bug.kind == BugKind::StackExhaustion {
                    // Real stacks may be larger.
                    advance.gave_up = Some("calls are nested too deeply".into());
                }
                if !finding.bug.ends_program() {
                    self.surely_undefined |= !finding.approximations.over;
                    self.undefined.get_or_insert((finding.bug.kind, finding.bug.location));
                }
            }
            if let Some((_, reason)) = self.executor.undecided.pop() {
                self.executor.undecided.clear();
                advance.gave_up = Some(format!("the solver did not decide a question: {reason}"));
            }
            let forks = std::mem::take(&mut self.executor.forks);
            advance.branched |= !forks.is_empty();
            work.extend(forks);
            let taken = self.ground.stops.take();
            advance.branched |= taken.len() > 1;
            self.stops_left = self.stops_left.saturating_sub(taken.len());
            advance.stopped.extend(taken);
            match outcome {
                Outcome::Forked => work.push(state),
                Outcome::OutOfFuel if state.steps < limit => work.push(state),
                Outcome::OutOfFuel => {
                    advance.gave_up = Some("a path goes on and on without a loop".into());
                }
                Outcome::Taken => {}
                Outcome::Ended(reason) => {
                    advance.branched = true;
                    self.ended = true;
                    if let Some(why) = Incomplete::of_end(&state, &reason) {
                        advance.gave_up = Some(format!("a path could not be followed: {why}"));
                    }
                }
            }
        }
        if advance.stopped.iter().any(|state| state.approximations.under) {
            advance.gave_up = Some("something was left out on a path".into());
        }
        advance
    }

    /// What becomes of a walker at a stop.
    fn decide(&mut self, mut walker: Walker, scope: Option<&Scope>) -> Result<Decision, GiveUp> {
        let (function, block) = (walker.state.frame.function, walker.state.block);
        let stack = stack_of(&walker.state);
        walker.entered.retain(|(entered, _)| stack.starts_with(entered));
        let flow = &self.ground.flow;
        if let Some(scope) = scope {
            if stack == scope.stack && block == scope.header {
                return Ok(Decision::Iteration(walker));
            }
            if scope.is_left(&stack, block) {
                return Ok(Decision::Drop);
            }
        }
        if flow.is_goal(function, block) {
            // A first visit of the goal is enough: iterations before it do not pass it.
            return Ok(Decision::Goal(walker));
        }
        let machine = &self.ground.machine;
        let passed =
            |block| walker.entered.iter().any(|entered| entered.1 == block && entered.0 == stack);
        let callers = || {
            let mut callers = walker.state.callers.iter();
            callers.any(|frame| flow.leads_after_call(machine, frame))
        };
        let lost = || {
            !flow.can_reach(machine, &walker.state)
                || flow.is_shut_off(machine, &walker.state, &passed, (None, callers()))
                || self.ground.ahead.is_lost(machine, flow, &walker.state)
        };
        // Collected loops need their exits, too.
        let idle = |scope: &Scope| {
            let back_to = Some(scope.header).filter(|_| stack == scope.stack);
            let returning = stack != scope.stack;
            self.studied.is_none()
                && flow.is_shut_off(machine, &walker.state, &passed, (back_to, returning))
        };
        if scope.map_or_else(lost, idle) {
            return Ok(Decision::Drop);
        }
        if passed(block) {
            return Ok(Decision::Drop);
        }
        if scope.is_none() {
            self.close_counts(&mut walker, &stack);
        }
        let passed =
            |block| walker.entered.iter().any(|entered| entered.1 == block && entered.0 == stack);
        match flow.loop_at(function, block, &passed) {
            None => Ok(Decision::Resume(walker)),
            Some(found) => self.enter_loop(walker, stack, found),
        }
    }

    /// A walker at the header of a loop it has not visited.
    fn enter_loop(
        &mut self,
        mut walker: Walker,
        mut stack: Stack,
        mut found: MetLoop,
    ) -> Result<Decision, GiveUp> {
        // If the loop was entered before, by executing iterations, its inner loops start anew.
        walker.entered.retain(|(entered, block)| *entered != stack || !found.contains(*block));
        let nest = peeled_nest(&walker, &stack, &found);
        if nest.is_none() {
            walker.peeled = 0;
            walker.unpeeled = Some(Arc::new(Unpeeled {
                stack: stack.clone(),
                found: found.clone(),
                state: walker.state.clone(),
                entered: walker.entered.clone(),
            }));
        }
        if walker.peeled < self.config.peel_steps
            && walker.peeled_in_all < PEELED_IN_ALL * self.config.peel_steps
        {
            let asked = self.executor.solver.statistics().queries;
            let stops_left = self.stops_left;
            let advance = self.advance(walker.state.clone());
            self.stops_left = stops_left;
            if !advance.branched
                && advance.gave_up.is_none()
                && self.executor.solver.statistics().queries == asked
                && let [state] = advance.stopped.as_slice()
            {
                walker.peeled += state.steps - walker.state.steps;
                walker.peeled_in_all += state.steps - walker.state.steps;
                walker.state = state.clone();
                return Ok(Decision::Again(walker));
            }
        } else if let Some(nest) = nest {
            // It runs very long: summarise the whole loop, from the state before its first
            // iteration.
            stack.clone_from(&nest.stack);
            found = nest.found.clone();
            walker.state = nest.state.clone();
            walker.entered.clone_from(&nest.entered);
        }
        let function = walker.state.frame.function;
        walker.unpeeled = None;
        walker.peeled = 0;
        let header = walker.state.block;
        walker.entered.push((stack.clone(), header));
        let scope = Scope { stack, function, header, found };
        if self.studied.is_some() {
            // Loops are looked at one by one, and what goes wrong before one is no part of it.
            let fails = self.executor.ask_pending(&mut walker.state).is_err();
            self.ended |= !self.executor.findings.is_empty();
            self.executor.findings.clear();
            if fails {
                return Ok(Decision::Drop);
            }
        }
        let Some((applied, generic)) = self.summarise(&mut walker, &scope)? else {
            // No iteration is possible: the loop is left at once.
            return Ok(Decision::Resume(walker));
        };
        walker.open.push((walker.loops.len(), Arc::new(scope)));
        Ok(match self.apply(walker, applied, &generic)? {
            Some(walker) => Decision::Resume(walker),
            None => Decision::Drop,
        })
    }

    /// The summary of the loop a walker is about to enter; none if no iteration can come back to the header.
    fn summarise(
        &mut self,
        walker: &mut Walker,
        scope: &Scope,
    ) -> Result<Option<(AppliedLoop, Generic)>, GiveUp> {
        let ground = self.ground;
        let program = &ground.machine.program;
        let body = program.functions[scope.function].body.as_ref().ok_or("no body")?;
        if !walker.state.pending.is_empty() {
            return Err("checks are open before a loop".into());
        }
        let registers = scope.found.registers(body);
        let mut changes = Changes::default();
        for _ in 0..MOST_ROUNDS {
            let generic = Generic::new(&ground.machine, body, &registers, &walker.state, &changes)?;
            let studied = self.studied.as_ref().map_or(0, Vec::len);
            let found = self.body_paths(walker, scope, &generic, &mut changes)?;
            if let (None, Some(all)) = (&found, &mut self.studied) {
                // Loops within were met in a state that leaves something out.
                all.truncate(studied);
            }
            if let Some(found) = &found {
                self.study(walker, scope, &generic, &found.paths);
            }
            match found {
                None => {
                    if let Some(later) = changes.uninitialised.take() {
                        name_as_later(&ground.machine, &mut walker.state, &later);
                    }
                }
                Some(body) if body.paths.is_empty() => return Ok(None),
                Some(body) => {
                    let (generic, body) = self.strengthened(walker, scope, generic, body)?;
                    if body.paths.is_empty() {
                        return Ok(None);
                    }
                    let applied = self.make_summary(walker, scope, &generic, body);
                    return Ok(Some((applied, generic)));
                }
            }
        }
        Err("what the loop changes could not be told".into())
    }

    /// The paths through a loop's body from its header back to it; none if more is changed than was thought, which is then noted.
    pub(crate) fn body_paths(
        &mut self,
        walker: &Walker,
        scope: &Scope,
        generic: &Generic,
        changes: &mut Changes,
    ) -> Result<Option<FoundBody>, GiveUp> {
        let store = Arc::clone(self.store());
        let machine = &self.ground.machine;
        // Variables that are made from here on are made anew in every iteration.
        let mark = last_symbol(&store);
        let known = generic.state.path.len();
        let mut paths = Vec::new();
        let mut goals = Vec::new();
        let mut restart = false;
        let (mut left, ended_before) = (Vec::new(), std::mem::take(&mut self.ended));
        let mut work = vec![Walker {
            state: generic.state.clone(),
            loops: Vec::new(),
            origins: Vec::new(),
            entered: walker.entered.clone(),
            peeled: 0,
            unpeeled: None,
            peeled_in_all: 0,
            certain_inputs: None,
            open: Vec::new(),
        }];
        while let Some(next) = work.pop() {
            let (mut at_stops, gave_up) = self.advance_all(next);
            if let Some(reason) = gave_up {
                return Err(reason);
            }
            while let Some(stopped) = at_stops.pop() {
                if self.studied.is_some() {
                    let exit = self.exit_path(scope, generic, &stopped, (mark, known));
                    left.extend(exit);
                }
                match self.decide(stopped, Some(scope))? {
                    Decision::Resume(walker) => work.push(walker),
                    Decision::Again(walker) => at_stops.push(walker),
                    Decision::Drop => {}
                    Decision::Goal(there) => {
                        let read = &there.state.inputs[generic.state.inputs.len()..];
                        let is_fixed = |condition: &TermId| {
                            locals(&store, mark, read, std::slice::from_ref(condition)).is_empty()
                        };
                        let conditions = there.state.path[known..].iter().copied();
                        goals.push(conditions.filter(is_fixed).collect());
                    }
                    Decision::Iteration(mut done) => {
                        if name_as_later(machine, &mut generic.state.clone(), &done.state) {
                            changes.uninitialised = Some(done.state);
                            restart = true;
                            continue;
                        }
                        let states = (&generic.state, &done.state);
                        restart |= changes.add(machine, states, Parts::Fields)?;
                        let mut guard = done.state.path[known..].to_vec();
                        let mut after = match generic.after(machine, &mut done.state) {
                            Ok(after) => after,
                            Err(After::Wanders(value)) => {
                                changes.wandering.push(value);
                                restart = true;
                                continue;
                            }
                            Err(After::GiveUp(reason)) => return Err(reason),
                        };
                        let solver = &mut self.executor.solver;
                        let (state, inner) = (&done.state, &done.loops);
                        let closed = ClosedCounts::new(&store, solver, state, inner, &after);
                        after.iter_mut().for_each(|v| *v = closed.in_closed_form(&store, *v));
                        guard.extend(closed.equations);
                        let read = &done.state.inputs[generic.state.inputs.len()..];
                        let terms: Vec<TermId> = guard.iter().chain(&after).copied().collect();
                        let locals = locals(&store, mark, read, &terms);
                        let reads = !read.is_empty() || done.certain_inputs.is_some();
                        let start = (known, generic.state.inputs.len());
                        let trace = PathTrace::new(&store, mark, start, read, &terms, &done.loops);
                        let path = IterationPath { guard, after, locals };
                        paths.push(FoundPath { path, inner: done.loops, reads, trace });
                        if paths.len() > self.config.max_paths {
                            return Err("the body of a loop has too many paths".into());
                        }
                    }
                }
            }
        }
        self.left = left;
        self.ended_inside = self.ended;
        self.ended |= ended_before;
        Ok((!restart).then(|| FoundBody {
            paths: merged(&store, paths),
            goals,
            invariants: Vec::new(),
        }))
    }

    /// The way out of a loop that a walker has taken, if it is outside.
    fn exit_path(
        &self,
        scope: &Scope,
        generic: &Generic,
        stopped: &Walker,
        (mark, known): (usize, usize),
    ) -> Option<(ExitPath, Option<LocationId>)> {
        let stack = stack_of(&stopped.state);
        if !scope.is_left(&stack, stopped.state.block) {
            return None;
        }
        let store = self.store();
        let mut state = stopped.state.clone();
        let guard = state.path[known..].to_vec();
        let after = match generic.after(&self.ground.machine, &mut state) {
            Ok(after) if stack == scope.stack => after,
            _ => generic.variables().iter().map(|variable| variable.symbol).collect(),
        };
        let read = &state.inputs[generic.state.inputs.len()..];
        let terms: Vec<TermId> = guard.iter().chain(&after).copied().collect();
        let locals = locals(store, mark, read, &terms);
        let exit = state.block.as_u32() as usize;
        Some((ExitPath { guard, after, locals, exit }, self.location(&state)))
    }

    /// Notes a loop with its body, if loops are collected.
    fn study(&mut self, walker: &Walker, scope: &Scope, generic: &Generic, paths: &[FoundPath]) {
        let location = self.location(&walker.state);
        let (exits, exit_locations): (Vec<ExitPath>, _) =
            std::mem::take(&mut self.left).into_iter().unzip();
        let Some(studied) = self.studied.as_mut().filter(|_| scope.found.natural) else { return };
        let known =
            |other: &StudiedLoop| other.function == scope.function && other.header == scope.header;
        // One more than are of use says that there are too many.
        if studied.iter().filter(|other| known(other)).count() > self.config.max_arrivals {
            return;
        }
        let code = self.ground.machine.program.functions[scope.function].body.as_ref();
        let leaving = code.map_or_else(Vec::new, |code| {
            let blocks = code.blocks.keys().filter(|&block| scope.found.contains(block));
            let ways_out = LoopExits::new(code, scope.header, blocks);
            let names: Vec<String> = generic.variables().into_iter().map(|v| v.name).collect();
            let leaving = exits.iter().map(|exit| {
                let target = BlockId::from_u32(exit.exit as u32);
                let unknown = ways_out.changed(target, &names);
                Leaving { leaves: ways_out.leaves(target), unknown }
            });
            leaving.collect()
        });
        studied.push(StudiedLoop {
            function: scope.function,
            header: scope.header,
            location,
            body: LoopBody {
                variables: generic.variables(),
                paths: paths.iter().map(|found| found.path.clone()).collect(),
            },
            exits,
            exit_locations,
            leaving,
            entry: generic.carriers.iter().map(|carrier| carrier.entry).collect(),
            context: walker.state.path.clone(),
            ends_inside: self.ended_inside,
            inner_loops: paths.iter().any(|found| !found.inner.is_empty()),
            hints: Hints::default(),
            merged_ways: false,
            first_end: usize::MAX,
            bugs: Vec::new(),
            inner_totals: Vec::new(),
            at_head: Some(Arc::new(walker.state.clone())),
        });
    }
}

/// The loop that is being executed, if this one is it or is inside it.
fn peeled_nest(walker: &Walker, stack: &Stack, found: &MetLoop) -> Option<Arc<Unpeeled>> {
    let nest = walker.unpeeled.as_ref()?;
    let inside = if *stack == nest.stack {
        nest.found.contains(found.header)
    } else {
        stack.len() > nest.stack.len() && stack.starts_with(&nest.stack)
    };
    inside.then(|| Arc::clone(nest))
}

/// The limit of executed steps on a path, as a multiple of that for one loop.
const PEELED_IN_ALL: u64 = 50;

/// How often the body is walked to find out what it changes.
const MOST_ROUNDS: usize = 8;

/// Inputs of more bytes are arrays, because loops speak of elements at counted places.
pub const LARGEST_INPUT_IN_PARTS: u64 = 16;

/// Instructions between two looks at the clock.
const FUEL: u64 = 200_000;

/// Instructions a path may execute between two stops: recursion, mostly.
const STEPS_BETWEEN_STOPS: u64 = 20_000_000;
