//! Replaces a state at a loop's head by one state per exact case, and one for the rest.
//!
//! When to ask is somebody else's business: the [search](crate::taking) asks about loops that are long, and a generic [iteration](crate::iteration) about the
//! loops within it, whose cases are then ways through the outer body like others.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use lariat_exec::{
    BlockHook, Executed, ExecutorConfig, Goes, HookContext, State, Successor, Value,
};
use lariat_loop::case_check::check_exact;
use lariat_loop::check::CheckError;
use lariat_loop::{
    Choices, ExactCase, ExactCases, LoopBody, Quotients, Wanted, choice_cases, exact_cases,
    goes_through_data, without_integers,
};
use lariat_program::Program;
use lariat_term::{Evaluator, Model, TermId, TermStore};
use parking_lot::Mutex;

use crate::body::{Generic, LEAVES_ADDRESSES, Place, put_number};
use crate::found::symbol_of;
use crate::headers::Headers;
use crate::iteration::{Iteration, Laboratory, Scope};
use crate::naming;

/// Iterations that are executed to check a case.
const CHECKED_ITERATIONS: usize = 300;

/// Running an iteration for nothing costs as much as so many questions.
const ATTEMPT: u64 = 40;

/// Why cases are not taken that have few iterations.
pub(crate) const SHORT: &str = "unrolling is as good";

/// Why cases are not taken that may go new ways and may not.
pub(crate) const UNCOVERED: &str = "which ways are taken is not known, and some are new";

/// What the cases are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To go on with. They are worth it if one of them can go round so often, for loops through data as often as the second number says. Where
    /// the state splits, what data decides in each iteration may become choices in its values.
    Search { at_least: i64, scans: u64, choices: Option<Choices> },
    /// To be parts of the ways through a loop around, which is the given number of loops deep in others that are asked about.
    Body { level: u32 },
}

impl Purpose {
    fn level(self) -> u32 {
        match self {
            Purpose::Search { .. } => 0,
            Purpose::Body { level } => level,
        }
    }
}

/// The states that take another one's place.
pub(crate) struct Taken {
    pub(crate) successors: Vec<Successor>,
    /// For each how often the loop has gone round, as an integer, as far as that has a closed form.
    pub(crate) iterations: Vec<Option<TermId>>,
    /// Whether their values contain choices.
    pub(crate) by_choices: bool,
}

/// What is needed to take loops.
pub(crate) struct Taker {
    program: Arc<Program>,
    store: Arc<TermStore>,
    pub(crate) headers: Arc<Headers>,
    /// The other hooks of the search.
    others: Arc<[Arc<dyn BlockHook>]>,
    config: OnceLock<ExecutorConfig>,
    /// Where iterations are run, by how many loops deep.
    laboratories: Mutex<Vec<(u32, Laboratory)>>,
    /// Cases that were taken by the search.
    pub(crate) cases: AtomicU64,
    /// Questions to the solver that led to nothing.
    pub(crate) questions: AtomicU64,
    /// Whether cases are compared with executions.
    checks: bool,
    wrong: Mutex<Vec<String>>,
    /// Itself.
    this: Weak<Taker>,
}

impl Taker {
    pub(crate) fn new(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        others: &[Arc<dyn BlockHook>],
        checks: bool,
    ) -> Arc<Taker> {
        Arc::new_cyclic(|this| Taker {
            program: Arc::clone(program),
            store: Arc::clone(store),
            headers: Arc::new(Headers::new(program)),
            others: others.into(),
            config: OnceLock::new(),
            laboratories: Mutex::default(),
            cases: AtomicU64::new(0),
            questions: AtomicU64::new(0),
            checks,
            wrong: Mutex::default(),
            this: Weak::clone(this),
        })
    }

    /// Says how the search executes. The first time counts.
    pub(crate) fn configure(&self, config: ExecutorConfig) {
        // An overflow is the end of a case; the search goes on behind it as it executes the last iteration. From then on it is none.
        let config = ExecutorConfig { goes_on_behind_overflow: false, ..config };
        self.config.get_or_init(|| config);
    }

    /// What the comparison with executions found: each is a bug of Lariat.
    pub(crate) fn wrong_cases(&self) -> Vec<String> {
        self.wrong.lock().clone()
    }

    fn check(&self, body: &LoopBody, entry: &[TermId], cases: &ExactCases, model: &Model) {
        if let Err(error @ CheckError::Wrong(_)) =
            check_exact(&self.store, body, entry, cases, model, CHECKED_ITERATIONS)
        {
            self.wrong.lock().push(error.to_string());
        }
    }

    /// The states that take this one's place.
    pub(crate) fn take(
        &self,
        state: &State,
        context: &mut HookContext<'_>,
        purpose: Purpose,
    ) -> Result<Taken, String> {
        let config = self.config.get().ok_or("how the search executes is not known")?;
        let (function, header) = (state.frame.function, state.block);
        let blocks = self.headers.loop_at(function, header).ok_or("no loop")?;
        if self.others.iter().any(|hook| hook.must_see(function, header)) {
            return Err("every visit of the header counts".into());
        }
        let scope = Arc::new(Scope {
            function,
            header,
            blocks: blocks.to_vec(),
            depth: state.callers.len(),
        });
        let level = purpose.level();
        let spare = {
            let mut laboratories = self.laboratories.lock();
            let place = laboratories.iter().position(|(own, _)| *own == level);
            place.map(|place| laboratories.swap_remove(place).1)
        };
        let mut laboratory = match spare {
            Some(laboratory) => laboratory,
            None => Laboratory::new(
                &self.program,
                &self.store,
                &self.others,
                config.clone(),
                (Weak::clone(&self.this), level),
            )
            .map_err(|error| error.to_string())?,
        };
        let cancel = context.solver.cancel_token();
        let before = laboratory.solver(&cancel).query_count();
        let result = self.successors(&mut laboratory, &scope, state, context, purpose);
        if result.is_err() {
            let asked = laboratory.solver(&cancel).query_count() - before;
            self.questions.fetch_add(asked + ATTEMPT, Ordering::Relaxed);
        }
        self.laboratories.lock().push((level, laboratory));
        result
    }

    fn successors(
        &self,
        laboratory: &mut Laboratory,
        scope: &Arc<Scope>,
        state: &State,
        context: &mut HookContext<'_>,
        purpose: Purpose,
    ) -> Result<Taken, String> {
        let store = Arc::clone(&self.store);
        let cancel = context.solver.cancel_token();
        let unanswered = |reason| format!("the solver did not decide a question: {reason}");
        let (mut iteration, mut renamed) = (None, None);
        if let Purpose::Search { .. } = purpose {
            let (mut copy, named) = naming::with_names(context.machine, state);
            if !named.is_empty() {
                let found = laboratory.iteration(&copy, scope, &cancel)?;
                if naming::goes_through(context.machine, &named, &found.body) {
                    naming::keep_used(context.machine, &mut copy, state, named, &found.body);
                    (iteration, renamed) = (Some(found), Some(copy));
                }
            }
        }
        let original = state;
        let mut state = renamed.as_ref().unwrap_or(original);
        let mut iteration = match iteration {
            Some(iteration) => iteration,
            None => laboratory.iteration(state, scope, &cancel)?,
        };
        let mut entry = entry_of(&iteration);
        let solver = laboratory.solver(&cancel);
        // In a loop around, every iteration would have variables of its own for quotients and for numbers of iterations.
        let wanted = match purpose {
            Purpose::Search { scans, .. } => {
                Wanted { quotients: Quotients::Named, scans: Some(scans) }
            }
            Purpose::Body { .. } => Wanted { quotients: Quotients::WrittenOut, scans: None },
        };
        let mut exact = exact_cases(&store, solver, &state.path, &iteration.body, &entry, wanted);
        let splits = iteration.body.paths.len() > 1 && goes_through_data(&store, &iteration.body);
        if let (Purpose::Search { choices: Some(choices), .. }, Err(_), true) =
            (purpose, &exact, splits)
        {
            // The places that are read are known then, so contents need no names.
            if renamed.is_some() {
                state = original;
                iteration = laboratory.iteration(state, scope, &cancel)?;
                entry = entry_of(&iteration);
            }
            let solver = laboratory.solver(&cancel);
            exact = choice_cases(&store, solver, &state.path, &iteration.body, &entry, choices);
        }
        let (exact, body) = (exact?, &iteration.body);
        let by_choices = exact.cases.iter().any(|case| case.by_choices);
        let mut successors = Vec::new();
        let mut applying: Vec<(TermId, ExactCase)> = Vec::new();
        for case in exact.cases.iter().cloned() {
            let condition = store.and(&case.condition);
            let goes = if case.after.is_some() { Goes::On } else { Goes::Nowhere };
            let successor = context.successor(state, condition, goes).map_err(unanswered)?;
            let Some(mut successor) = successor else { continue };
            define(&store, &case, &mut successor.state)?;
            put(context, &iteration.generic, &case, &mut successor.state)?;
            successor.state.depth += 1;
            successors.push(successor);
            applying.push((condition, case));
        }
        if self.checks {
            let models = std::iter::once(&state.model)
                .chain(successors.iter().map(|successor| &successor.state.model));
            for model in models {
                self.check(body, &entry, &exact, model);
            }
        }
        if let (Purpose::Search { at_least, .. }, false) = (purpose, by_choices) {
            let mut deep = false;
            for ((_, case), successor) in applying.iter().zip(&successors) {
                let often = is_often(&store, case, at_least);
                let model = context.feasible(&successor.state, often).map_err(unanswered)?;
                deep = deep || model.is_some();
            }
            if !deep {
                return Err(SHORT.into());
            }
        }
        let rest = exact.rest(&store, body, &entry);
        let rest = context.successor(state, rest, Goes::On).map_err(unanswered)?;
        // Nothing may fail any more when it is said what is covered.
        let mut executed: Vec<Option<Executed>> = vec![None; body.paths.len()];
        for (path, executed) in executed.iter_mut().enumerate() {
            if applying.iter().any(|(_, case)| case.taken[path]) {
                *executed = Some(laboratory.executed(&iteration, path, &cancel)?);
            }
        }
        // What may be executed or not counts only if other paths have executed it.
        let covered = context.coverage.executed();
        for (_, case) in applying.iter().filter(|(_, case)| !case.all_taken) {
            let mut own = executed.iter().zip(&case.taken).filter(|(_, taken)| **taken);
            if own.any(|(path, _)| path.as_ref().is_none_or(|path| !covered.contains(path))) {
                return Err(UNCOVERED.into());
            }
        }
        let certain = applying.iter().zip(&mut successors).filter(|((_, case), _)| case.all_taken);
        for ((_, case), successor) in certain {
            for (path, executed) in executed.iter().enumerate() {
                if let (true, Some(executed)) = (case.taken[path], executed) {
                    let state = &mut successor.state;
                    state.covered_new |= context.coverage.add_said(executed, &mut state.untested);
                }
            }
        }
        if let Purpose::Search { .. } = purpose {
            self.cases.fetch_add(successors.len() as u64, Ordering::Relaxed);
        }
        let mut iterations: Vec<Option<TermId>> =
            applying.iter().map(|(_, case)| case.iterations).collect();
        // The rest has not gone round yet.
        iterations.extend(rest.as_ref().map(|_| Some(store.int_const(0))));
        successors.extend(rest);
        Ok(Taken { successors, iterations, by_choices })
    }
}

/// The values of the variables when the loop is entered.
fn entry_of(iteration: &Iteration) -> Vec<TermId> {
    iteration.generic.carriers.iter().map(|carrier| carrier.entry).collect()
}

/// Adds what defines the variables in a case's values, and gives them values.
fn define(store: &TermStore, case: &ExactCase, state: &mut State) -> Result<(), String> {
    for quotient in &case.quotients {
        let value = Evaluator::new(Arc::clone(&state.model)).eval(store, quotient.value);
        let value = value.map_err(|error| error.to_string())?;
        let model = Arc::make_mut(&mut state.model);
        model.set(store, symbol_of(store, quotient.variable), value);
        state.path.extend(quotient.definition);
    }
    Ok(())
}

/// When a case goes round at least so often.
fn is_often(store: &TermStore, case: &ExactCase, limit: i64) -> TermId {
    let often = case.iterations.map(|count| store.int_le(store.int_const(limit), count));
    // What has no closed form may be much, and what never ends is.
    often.and_then(|often| without_integers(store, often)).unwrap_or_else(|| store.tt())
}

/// Puts the values a case says into a state.
fn put(
    context: &HookContext<'_>,
    generic: &Generic,
    case: &ExactCase,
    state: &mut State,
) -> Result<(), String> {
    let Some(after) = &case.after else { return Ok(()) };
    let (store, machine) = (context.store(), context.machine);
    for (carrier, &value) in generic.carriers.iter().zip(after) {
        if value == carrier.entry {
            continue;
        }
        let from = carrier.place.starts_from();
        let whole = |value| from.map_or(value, |from| store.bv_add(from, value));
        if !state.memory.keeps_object(store, whole(carrier.entry), whole(value)) {
            return Err(LEAVES_ADDRESSES.to_owned());
        }
        match &carrier.place {
            Place::Register { value: register, .. } => {
                let term = whole(value);
                state.frame.registers[register.as_u32() as usize] = Value::from_term(store, term);
            }
            Place::Number { handle, offset, bytes } => {
                let object = state.memory.get_mut(*handle).ok_or("an object is gone")?;
                put_number(machine, &mut object.bytes, *offset, *bytes, value);
            }
            Place::Array { handle } => {
                let object = state.memory.get(*handle).ok_or("an object is gone")?;
                state.approximations.uninitialised |= object.bytes.has_uninitialised();
                state.set_content(machine, *handle, value).map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(())
}
