//! One generic iteration of a loop, run exactly: nothing is summarised, abstracted or left out in it.
//!
//! The [explorer](crate::Explorer) may forget things on the way through a body, because what it computes is a necessary condition. Here the paths are to be put
//! in place of executions, so whatever could make them differ from one is a reason to give up: new inputs, objects that are
//! made or freed, anything the solver did not decide, anything printed that is kept.
//!
//! An execution that does not come back to the header — it leaves the loop, ends, or runs into a bug — is no iteration, and nothing has to be known of it.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Weak};
use std::time::Duration;

use lariat_exec::{
    AtBlock, BlockHook, Bug, Coverage, EndReason, Executed, ExecutionTree, Executor,
    ExecutorConfig, HookContext, Hooks, Machine, MachineError, Outcome, Region, Reported, Shared,
    State,
};
use lariat_loop::{IterationPath, LoopBody, NOT_ROUND};
use lariat_program::{BlockId, FunctionId, Program, ValueId};
use lariat_solver::{CancelToken, Solver, SolverConfig};
use lariat_term::{Model, Op, TermId, TermStore};
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use crate::body::{After, Changes, Generic, Parts, Place};
use crate::found::symbol_of;
use crate::headers::Headers;
use crate::taker::{Purpose, Taken, Taker};

/// More ways through a body are too many to be cases of.
const MOST_PATHS: usize = 12;

/// Instructions of all paths through a body together.
const MOST_STEPS: u64 = 20_000;

/// Questions about one body.
const MOST_QUESTIONS: u64 = 150;

/// How often the body is run to find out what it changes.
const MOST_ROUNDS: usize = 6;

/// The work on one question about a loop, in the solver's own unit. What takes more is not worth it.
const QUESTION_WORK: u32 = 200_000;

/// The time for one question, which only ends what hangs.
const QUESTION_TIME: Duration = Duration::from_secs(1);

/// Loops this deep in others that are asked about are not taken.
const DEEPEST: u32 = 3;

/// A loop in a call.
pub(crate) struct Scope {
    pub(crate) function: FunctionId,
    pub(crate) header: BlockId,
    /// The blocks of the loop, in order.
    pub(crate) blocks: Vec<BlockId>,
    /// The number of calls around it.
    pub(crate) depth: usize,
}

/// What an iteration does.
pub(crate) struct Iteration {
    pub(crate) generic: Generic,
    pub(crate) body: LoopBody,
    /// For each path an input that takes it.
    models: Vec<Arc<Model>>,
    /// For each path how often the loops within go round.
    pub(crate) inner: Vec<InnerCounts>,
    /// States that have left the loop, if they are wanted, with their paths from the head.
    pub(crate) left: Vec<(State, Vec<TermId>)>,
    /// What goes wrong in the iteration, each with a model in which it does.
    pub(crate) bugs: Vec<ShownBug>,
}

/// Stops states where an iteration ends: at the header, or outside of the loop. An execution that comes to a block where another hook of the
/// search must be asked is no iteration either: the search executes it.
///
/// Loops within the body are taken by their exact cases where they have some: these are ways through the body like others.
struct Border {
    headers: Arc<Headers>,
    /// Who takes the loops within, and how many loops deep this one is.
    taker: (Weak<Taker>, u32),
    others: Arc<[Arc<dyn BlockHook>]>,
    scope: Mutex<Option<Arc<Scope>>>,
    back: Mutex<Vec<State>>,
    /// States that have left the loop, if they are wanted.
    left: Mutex<Option<Vec<State>>>,
    /// Loops within that have no cases.
    hopeless: Mutex<FxHashSet<(FunctionId, BlockId)>>,
}

impl BlockHook for Border {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.headers.is_header_or_exit(function, block) || self.is_seen(function, block)
    }

    fn wants_checks_asked(&self, state: &State) -> bool {
        self.enters_inner(state).is_some()
    }

    fn at_block(&self, state: &mut State, context: &mut HookContext<'_>) -> AtBlock {
        if self.is_seen(state.frame.function, state.block) {
            return AtBlock::Taken;
        }
        let scope = self.scope.lock().clone();
        if let Some(scope) = scope
            && state.frame.function == scope.function
            && state.callers.len() == scope.depth
        {
            if state.block == scope.header {
                self.back.lock().push(state.clone());
                return AtBlock::Taken;
            }
            if scope.blocks.binary_search(&state.block).is_err() {
                if let Some(left) = &mut *self.left.lock() {
                    left.push(state.clone());
                }
                return AtBlock::Taken;
            }
        }
        let Some(inner) = self.enters_inner(state) else {
            let place = (state.frame.function, state.block);
            if self.headers.loop_at(place.0, place.1).is_some() {
                InnerCounts::add(state, place, Some(context.store().int_const(1)));
            }
            return AtBlock::GoOn;
        };
        let entered = inner.last().copied();
        state.set_note(Inner(inner));
        if !state.pending.is_empty() {
            return AtBlock::GoOn;
        }
        let place = entered.map(|(function, header, _)| (function, header));
        let (taker, level) = &self.taker;
        let Some(taker) = taker.upgrade() else { return AtBlock::GoOn };
        if *level >= DEEPEST || place.is_none_or(|place| self.hopeless.lock().contains(&place)) {
            return AtBlock::GoOn;
        }
        match taker.take(state, context, Purpose::Body { level: level + 1 }) {
            Ok(Taken { mut successors, iterations, .. }) => {
                if let Some(place) = place {
                    for (next, iterations) in successors.iter_mut().zip(iterations) {
                        InnerCounts::add(&mut next.state, place, iterations);
                    }
                }
                AtBlock::Replace(successors)
            }
            Err(reason) => {
                tracing::debug!(%reason, block = %state.block, "a loop within is not taken");
                // Another way may lead round it.
                if reason != NOT_ROUND {
                    self.hopeless.lock().extend(place);
                }
                AtBlock::GoOn
            }
        }
    }
}

/// The loops within the body that a state is in, the innermost last: function, header, calls around.
#[derive(Clone, Debug, Default)]
struct Inner(Vec<(FunctionId, BlockId, usize)>);

/// How often loops within the body have gone round so far, as integers; none where that has no closed form.
#[derive(Clone, Debug, Default)]
pub(crate) struct InnerCounts(pub(crate) Vec<(LoopPlace, Vec<Option<TermId>>)>);

/// The function and the header of a loop.
pub(crate) type LoopPlace = (FunctionId, BlockId);

impl InnerCounts {
    fn add(state: &mut State, place: (FunctionId, BlockId), iterations: Option<TermId>) {
        let mut counts = state.note::<InnerCounts>().cloned().unwrap_or_default();
        match counts.0.iter_mut().find(|(other, _)| *other == place) {
            Some((_, all)) => all.push(iterations),
            None => counts.0.push((place, vec![iterations])),
        }
        state.set_note(counts);
    }
}

impl Border {
    /// The loops within the body that the state is in when it visits a block, if that is the head of one that it has just entered.
    fn enters_inner(&self, state: &State) -> Option<Vec<(FunctionId, BlockId, usize)>> {
        let (function, block, depth) = (state.frame.function, state.block, state.callers.len());
        self.headers.loop_at(function, block)?;
        let mut inside = state.note::<Inner>().map(|inner| inner.0.clone()).unwrap_or_default();
        inside.retain(|&(own, header, calls)| {
            let around = || {
                let blocks = self.headers.loop_at(own, header);
                own == function && blocks.is_some_and(|all| all.binary_search(&block).is_ok())
            };
            calls < depth || (calls == depth && around())
        });
        if inside.last() == Some(&(function, block, depth)) {
            return None;
        }
        inside.push((function, block, depth));
        Some(inside)
    }

    fn is_seen(&self, function: FunctionId, block: BlockId) -> bool {
        self.others.iter().any(|hook| hook.must_see(function, block))
    }
}

/// Where iterations are run, apart from the states of the search. Each thread that asks has its own.
pub(crate) struct Laboratory {
    machine: Machine,
    coverage: Coverage,
    border: Arc<Border>,
    config: ExecutorConfig,
    solver: Option<Solver>,
    /// How many times the usual work a question may take.
    patience: u32,
    stop: AtomicBool,
    ids: AtomicU64,
    reported: Reported,
    tree: Mutex<ExecutionTree>,
}

impl Laboratory {
    pub(crate) fn new(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        others: &Arc<[Arc<dyn BlockHook>]>,
        config: ExecutorConfig,
        (taker, level): (Weak<Taker>, u32),
    ) -> Result<Laboratory, MachineError> {
        let headers = taker.upgrade().map(|taker| Arc::clone(&taker.headers));
        let border = Arc::new(Border {
            headers: headers.unwrap_or_else(|| Arc::new(Headers::new(program))),
            taker: (taker, level),
            others: Arc::clone(others),
            scope: Mutex::new(None),
            back: Mutex::default(),
            left: Mutex::new(None),
            hopeless: Mutex::default(),
        });
        let hooks = Hooks { block: vec![Arc::clone(&border) as _], ..Hooks::default() };
        Ok(Laboratory {
            machine: Machine::new(Arc::clone(program), Arc::clone(store), hooks)?,
            coverage: Coverage::of_functions(program, &[]),
            border,
            config: ExecutorConfig {
                max_steps: u64::MAX,
                max_depth: u32::MAX,
                offer_to_hooks: true,
                ..config
            },
            solver: None,
            patience: 1,
            stop: AtomicBool::new(false),
            ids: AtomicU64::new(0),
            reported: Reported::default(),
            tree: Mutex::new(ExecutionTree::new(false)),
        })
    }

    /// One that keeps the states that leave the loop, and may take its time.
    pub(crate) fn with_exits(self) -> Laboratory {
        *self.border.left.lock() = Some(Vec::new());
        Laboratory { patience: 10, ..self }
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The solver for questions about loops. It is another one than that of the search, which remembers what paths have in common.
    pub(crate) fn solver(&mut self, cancel: &CancelToken) -> &mut Solver {
        let (store, patience) = (&self.machine.store, self.patience);
        let solver = self.solver.get_or_insert_with(|| {
            let config = SolverConfig {
                time_limit: Some(QUESTION_TIME * patience),
                resource_limit: Some(QUESTION_WORK * patience),
                ..SolverConfig::default()
            };
            Solver::new(Arc::clone(store), config)
        });
        solver.set_cancel(cancel.clone());
        solver
    }

    /// Runs something with an executor.
    fn with_executor<T>(
        &mut self,
        cancel: &CancelToken,
        work: impl FnOnce(&mut Executor<'_>, &Border) -> T,
    ) -> T {
        self.solver(cancel);
        let Some(solver) = self.solver.take() else { unreachable!("it was just made") };
        self.reported.lock().clear();
        self.border.back.lock().clear();
        if let Some(left) = &mut *self.border.left.lock() {
            left.clear();
        }
        let shared = Shared {
            machine: &self.machine,
            coverage: &self.coverage,
            stop: &self.stop,
            ids: &self.ids,
            reported: &self.reported,
            tree: &self.tree,
        };
        let mut executor = Executor::new(&shared, solver, self.config.clone());
        let result = work(&mut executor, &self.border);
        self.solver = Some(executor.solver);
        result
    }

    /// The iteration of the loop at whose header a state is.
    pub(crate) fn iteration(
        &mut self,
        state: &State,
        scope: &Arc<Scope>,
        cancel: &CancelToken,
    ) -> Result<Iteration, String> {
        *self.border.scope.lock() = Some(Arc::clone(scope));
        self.border.hopeless.lock().clear();
        let program = Arc::clone(&self.machine.program);
        let body = program.functions[scope.function].body.as_ref().ok_or("no body")?;
        let phis: Vec<ValueId> =
            body.blocks[scope.header].phis.iter().map(|phi| phi.result).collect();
        let undefined = |phi: &ValueId| {
            let content = &state.frame.registers[phi.as_u32() as usize];
            matches!(content, lariat_exec::Value::Poison)
        };
        if phis.iter().any(undefined) {
            return Err("a value is undefined".into());
        }
        let mut changes = Changes::default();
        for _ in 0..MOST_ROUNDS {
            let mut generic = Generic::new(&self.machine, body, &phis, state, &changes)?;
            generic.state.approximations = state.approximations;
            let found = self.with_executor(cancel, |executor, border| {
                paths(executor, border, &generic, &mut changes)
            })?;
            if let Some(Found { paths, models, inner, left, bugs }) = found {
                let body = LoopBody { variables: generic.variables(), paths };
                return Ok(Iteration { generic, body, models, inner, left, bugs });
            }
        }
        Err("what the loop changes could not be told".into())
    }

    /// What is executed on a path of an iteration.
    pub(crate) fn executed(
        &mut self,
        iteration: &Iteration,
        path: usize,
        cancel: &CancelToken,
    ) -> Result<Executed, String> {
        self.coverage.clear();
        let mut state = iteration.generic.state.clone();
        state.path.extend(&iteration.body.paths[path].guard);
        state.model = Arc::clone(&iteration.models[path]);
        let back = self.with_executor(cancel, |executor, border| {
            loop {
                // Every decision is in the guard, so there is one way.
                let outcome = executor.run(&mut state, MOST_STEPS);
                match (outcome, executor.forks.pop()) {
                    (Outcome::Taken, None) => break border.back.lock().len() == 1,
                    // A loop within was taken.
                    (Outcome::Ended(EndReason::Covered), Some(next)) => state = next,
                    _ => break false,
                }
                if !executor.forks.is_empty() || !executor.undecided.is_empty() {
                    break false;
                }
            }
        });
        match back {
            true => Ok(self.coverage.executed()),
            false => Err("a path could not be followed again".into()),
        }
    }
}

#[derive(Default)]
struct Found {
    paths: Vec<IterationPath>,
    models: Vec<Arc<Model>>,
    inner: Vec<InnerCounts>,
    left: Vec<(State, Vec<TermId>)>,
    bugs: Vec<ShownBug>,
}

/// The paths from the header back to it; none if more is changed than was thought, which is then noted.
fn paths(
    executor: &mut Executor<'_>,
    border: &Border,
    generic: &Generic,
    changes: &mut Changes,
) -> Result<Option<Found>, String> {
    let store = Arc::clone(&executor.store);
    // Variables that are made from here on are made anew in every iteration.
    let mark = symbol_of(&store, store.fresh_var("mark", lariat_term::Sort::Bool)).index();
    let known = generic.state.path.len();
    let asked = executor.solver.query_count();
    let before = executor.steps;
    let mut found = Found::default();
    let mut again = false;
    let mut work = vec![generic.state.clone()];
    while let Some(mut state) = work.pop() {
        if found.paths.len() + work.len() >= MOST_PATHS {
            return Err("there are too many ways through the loop".into());
        }
        if executor.solver.query_count() - asked > MOST_QUESTIONS {
            return Err("an iteration asks too much".into());
        }
        let fuel = MOST_STEPS.saturating_sub(executor.steps - before);
        let outcome = executor.run(&mut state, fuel.max(1));
        found.bugs.extend(shown(executor));
        if !executor.undecided.is_empty() || !executor.gaps.is_empty() {
            return Err("something in the loop could not be decided".into());
        }
        let complete = |ended: &(State, lariat_exec::EndReason)| ended.1.is_complete();
        if !executor.ended.drain(..).all(|ended| complete(&ended)) {
            return Err("a path could not be followed".into());
        }
        work.append(&mut executor.forks);
        match outcome {
            Outcome::Forked => work.push(state),
            Outcome::OutOfFuel => return Err("an iteration is too long".into()),
            Outcome::Taken => {}
            Outcome::Ended(reason) if reason.is_complete() => {}
            Outcome::Ended(_) => return Err("a path could not be followed".into()),
        }
        let back = std::mem::take(&mut *border.back.lock());
        for mut done in back {
            // Where a check that was put off fails, the iteration does not come back: it is a bug.
            let fails = executor.ask_pending(&mut done).is_err();
            found.bugs.extend(shown(executor));
            if fails {
                continue;
            }
            match path(executor, generic, changes, &mut done, (mark, known))? {
                Some(path) => {
                    found.paths.push(path);
                    found.inner.push(done.note::<InnerCounts>().cloned().unwrap_or_default());
                    found.models.push(done.model);
                }
                None => again = true,
            }
        }
        let left = border.left.lock().as_mut().map(std::mem::take);
        for mut left in left.into_iter().flatten() {
            let fails = executor.ask_pending(&mut left).is_err();
            found.bugs.extend(shown(executor));
            if !fails {
                let guard = left.path[known..].to_vec();
                found.left.push((left, guard));
            }
        }
    }
    if again {
        return Ok(None);
    }
    if found.paths.is_empty() {
        return Err(NOT_ROUND.into());
    }
    Ok(Some(found))
}

/// A bug with a model in which it is there, and when it is there, if that is kept.
pub(crate) type ShownBug = (Bug, Arc<Model>, Vec<TermId>);

/// The bugs that were found.
fn shown(executor: &mut Executor<'_>) -> Vec<ShownBug> {
    let all = executor.findings.drain(..);
    all.map(|finding| (finding.bug, finding.model, finding.conditions)).collect()
}

/// The path of a state that has come back to the header; none if more is changed than was thought.
fn path(
    executor: &Executor<'_>,
    generic: &Generic,
    changes: &mut Changes,
    done: &mut State,
    (mark, known): (usize, usize),
) -> Result<Option<IterationPath>, String> {
    let (store, machine) = (&executor.store, executor.machine);
    let start = &generic.state;
    if done.inputs.len() != start.inputs.len() {
        return Err("the loop reads inputs".into());
    }
    if done.printed.is_longer_than(&start.printed) {
        return Err("the loop writes what is kept".into());
    }
    let again = changes.add(machine, (start, done), Parts::Words)?;
    let scopes = |state: &State| -> Vec<bool> {
        state.memory.handles().map(|(_, object)| object.out_of_scope).collect()
    };
    if scopes(start) != scopes(done) {
        return Err("a variable of the loop's body is in another scope before it".into());
    }
    let guard = done.path[known..].to_vec();
    let after = match generic.after(machine, done) {
        Ok(after) => after,
        Err(After::Wanders(value)) => {
            changes.wandering.push(value);
            return Ok(None);
        }
        Err(After::GiveUp(reason)) => return Err(reason),
    };
    if again {
        return Ok(None);
    }
    // Only now: what was not known to change may have been read where it is not initialised.
    if done.approximations != start.approximations || !executor.undecided.is_empty() {
        return Err("something in the loop could not be decided".into());
    }
    let terms: Vec<TermId> = guard.iter().chain(&after).copied().collect();
    if store.free_vars_of(&terms).iter().any(|symbol| symbol.index() > mark) {
        return Err("a value is made anew in every iteration".into());
    }
    points_to_the_past(store, generic, done, &terms)?;
    Ok(Some(IterationPath { guard, after, locals: Vec::new() }))
}

/// Calls in the loop may have made local variables, which are gone. Then no value may be the address of one: it would be another one in each iteration.
fn points_to_the_past(
    store: &TermStore,
    generic: &Generic,
    done: &State,
    terms: &[TermId],
) -> Result<(), String> {
    let start = &generic.state;
    let regions = [Region::Static, Region::Heap, Region::Stack];
    let made: Vec<std::ops::Range<u64>> = (regions.into_iter())
        .map(|region| start.memory.next_address(region)..done.memory.next_address(region))
        .filter(|range| !range.is_empty())
        .collect();
    if made.is_empty() {
        return Ok(());
    }
    let in_array = |place: &Place| matches!(place, Place::Array { .. });
    let constant = |part: &TermId| match store.op(*part) {
        Op::BvConst(_) => store.as_word(*part),
        _ => None,
    };
    let values: FxHashSet<u64> = store.parts(terms).iter().filter_map(constant).collect();
    if generic.carriers.iter().any(|carrier| in_array(&carrier.place))
        || values.iter().any(|value| made.iter().any(|range| range.contains(value)))
    {
        return Err("a value may be the address of a variable that is gone".into());
    }
    Ok(())
}
