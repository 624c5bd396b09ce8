//! One generic iteration of a loop, run exactly: nothing is summarised, abstracted or left out in it.
//!
//! The [explorer](crate::Explorer) may forget things on the way through a body, because what it computes is a necessary condition. Here the paths are to be put
//! in place of executions, so whatever could make them differ from one is a reason to give up: new inputs, objects that are
//! made or freed, anything the solver did not decide, anything printed that is kept.
//!
//! An execution that does not come back to the header — it leaves the loop, ends, or runs into a bug — is no iteration, and nothing has to be known of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use lariat_exec::{
    AtBlock, BlockHook, Coverage, Executed, ExecutionTree, Executor, ExecutorConfig, HookContext,
    Hooks, Machine, MachineError, Outcome, Region, Reported, Shared, State,
};
use lariat_loop::{IterationPath, LoopBody};
use lariat_program::{BlockId, FunctionId, Program, ValueId};
use lariat_solver::{CancelToken, Solver, SolverConfig};
use lariat_term::{Model, Op, TermId, TermStore};
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use crate::body::{After, Changes, Generic, Place, changed_objects};
use crate::found::symbol_of;
use crate::headers::Headers;

/// More ways through a body are too many to be cases of.
const MOST_PATHS: usize = 12;

/// Instructions of all paths through a body together.
const MOST_STEPS: u64 = 20_000;

/// Questions about one body.
const MOST_QUESTIONS: u64 = 150;

/// How often the body is run to find out what it changes.
const MOST_ROUNDS: usize = 6;

/// The time for one question about a loop. What takes longer is not worth it.
const QUESTION_TIME: Duration = Duration::from_secs(1);

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
}

/// Stops states where an iteration ends: at the header, or outside of the loop. An execution that comes to a block where another hook of the
/// search must be asked is no iteration either: the search executes it.
struct Border {
    headers: Arc<Headers>,
    others: Arc<[Arc<dyn BlockHook>]>,
    scope: Mutex<Option<Arc<Scope>>>,
    back: Mutex<Vec<State>>,
}

impl BlockHook for Border {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.headers.is_header_or_exit(function, block) || self.is_seen(function, block)
    }

    fn at_block(&self, state: &mut State, _: &mut HookContext<'_>) -> AtBlock {
        if self.is_seen(state.frame.function, state.block) {
            return AtBlock::Taken;
        }
        let scope = self.scope.lock().clone();
        match scope {
            Some(scope)
                if state.frame.function == scope.function && state.callers.len() == scope.depth =>
            {
                if state.block == scope.header {
                    self.back.lock().push(state.clone());
                    AtBlock::Taken
                } else if scope.blocks.binary_search(&state.block).is_err() {
                    AtBlock::Taken
                } else {
                    AtBlock::GoOn
                }
            }
            _ => AtBlock::GoOn,
        }
    }
}

impl Border {
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
    stop: AtomicBool,
    ids: AtomicU64,
    reported: Reported,
    tree: Mutex<ExecutionTree>,
}

impl Laboratory {
    pub(crate) fn new(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        headers: &Arc<Headers>,
        others: &Arc<[Arc<dyn BlockHook>]>,
        config: ExecutorConfig,
    ) -> Result<Laboratory, MachineError> {
        let border = Arc::new(Border {
            headers: Arc::clone(headers),
            others: Arc::clone(others),
            scope: Mutex::new(None),
            back: Mutex::default(),
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
            stop: AtomicBool::new(false),
            ids: AtomicU64::new(0),
            reported: Reported::default(),
            tree: Mutex::new(ExecutionTree::new(false)),
        })
    }

    /// The solver for questions about loops. It is another one than that of the search, which remembers what paths have in common.
    pub(crate) fn solver(&mut self, cancel: &CancelToken) -> &mut Solver {
        let store = &self.machine.store;
        let solver = self.solver.get_or_insert_with(|| {
            let config =
                SolverConfig { time_limit: Some(QUESTION_TIME), ..SolverConfig::default() };
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
            if let Some((paths, models)) = found {
                let body = LoopBody { variables: generic.variables(), paths };
                return Ok(Iteration { generic, body, models });
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
            // Every decision is in the guard, so there is one way.
            let outcome = executor.run(&mut state, MOST_STEPS);
            let alone = executor.forks.is_empty() && executor.undecided.is_empty();
            matches!(outcome, Outcome::Taken) && alone && border.back.lock().len() == 1
        });
        match back {
            true => Ok(self.coverage.executed()),
            false => Err("a path could not be followed again".into()),
        }
    }
}

type Found = Option<(Vec<IterationPath>, Vec<Arc<Model>>)>;

/// The paths from the header back to it; none if more is changed than was thought, which is then noted.
fn paths(
    executor: &mut Executor<'_>,
    border: &Border,
    generic: &Generic,
    changes: &mut Changes,
) -> Result<Found, String> {
    let store = Arc::clone(&executor.store);
    // Variables that are made from here on are made anew in every iteration.
    let mark = symbol_of(&store, store.fresh_var("mark", lariat_term::Sort::Bool)).index();
    let known = generic.state.path.len();
    let asked = executor.solver.query_count();
    let before = executor.steps;
    let (mut paths, mut models) = (Vec::new(), Vec::new());
    let mut again = false;
    let mut work = vec![generic.state.clone()];
    while let Some(mut state) = work.pop() {
        if paths.len() + work.len() >= MOST_PATHS {
            return Err("there are too many ways through the loop".into());
        }
        if executor.solver.query_count() - asked > MOST_QUESTIONS {
            return Err("an iteration asks too much".into());
        }
        let fuel = MOST_STEPS.saturating_sub(executor.steps - before);
        let outcome = executor.run(&mut state, fuel.max(1));
        executor.findings.clear();
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
            if executor.ask_pending(&mut done).is_err() {
                executor.findings.clear();
                continue;
            }
            executor.findings.clear();
            match path(executor, generic, changes, &mut done, (mark, known))? {
                Some(path) => {
                    paths.push(path);
                    models.push(done.model);
                }
                None => again = true,
            }
        }
    }
    if again {
        return Ok(None);
    }
    if paths.is_empty() {
        return Err("the loop does not go round".into());
    }
    Ok(Some((paths, models)))
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
    let changed = changed_objects(machine, start, done).ok_or("the loop makes or frees objects")?;
    let mut again = false;
    for handle in changed {
        if !changes.objects.contains(&handle) {
            changes.objects.push(handle);
            again = true;
        }
    }
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
