//! Takes loops of the search in one step: at a loop's head a state is replaced by one state per exact case, and one for the rest.
//!
//! The successor of a case is the state after all the iterations that come back to the head, with the case's condition on its path; it goes on there, and
//! the executor itself executes the last iteration, with all its checks. The rest is unrolled as if nothing had been asked, and asked about again later.
//! Cases are exact, so the states they give are as good as those that unrolling gives, and say nothing in `approximations`.
//!
//! Asking costs dozens of questions to the solver, which short loops are not worth. So a loop is asked about only when a state has split in
//! several of its iterations, or has executed very many instructions; the hook is not even called before (it [waits for news](State::has_news)). A loop that
//! gave nothing is asked about less and less often. And cases are only taken if one of them goes round [often](DEEP): otherwise unrolling ends
//! soon, with simpler conditions. Cases with quantifiers are not taken: they are about data that the loop reads, so the objects' sizes bound
//! the unrolling, and every later question on the path would have to cope with the quantifier.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use lariat_exec::{
    AtBlock, BlockHook, Executed, ExecutorConfig, Goes, HookContext, News, State, Successor, Value,
};
use lariat_loop::case_check::check_exact;
use lariat_loop::check::CheckError;
use lariat_loop::{ExactCase, LoopBody, exact_cases, without_integers};
use lariat_program::{BlockId, FunctionId, Program};
use lariat_term::{Evaluator, Model, TermId, TermStore};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::body::{Generic, Place, put_number};
use crate::found::symbol_of;
use crate::headers::Headers;
use crate::iteration::{Laboratory, Scope};

/// Iterations in which a state has split before the loop is asked about.
const FIRST_QUESTION: u32 = 6;

/// Instructions without a split after which the loop is asked about.
const FIRST_STEPS: u64 = 20_000;

/// How much longer the next question waits each time.
const PATIENCE: u32 = 4;

/// Cases are taken if one can go round so often where unrolling would split each time, …
const DEEP: i64 = 32;

/// … and so often where it would not: executing an iteration is much cheaper then.
const VERY_DEEP: i64 = 5_000;

/// Headers that are looked at after a question that a long time without a split has led to: the loop that goes on and on may be one around.
const LOOK_AROUND: u32 = 256;

/// Questions to the solver that may be asked in advance of those of the search, which they shall not outnumber.
const ADVANCE: u64 = 1_500;

/// Iterations that are executed to check a case.
const CHECKED_ITERATIONS: usize = 300;

/// What was done about loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TakenLoops {
    /// How often a loop was asked about.
    pub asked: u64,
    /// How often one was taken.
    pub taken: u64,
    /// The cases that were.
    pub cases: u64,
}

/// The hook.
pub struct Taking {
    program: Arc<Program>,
    store: Arc<TermStore>,
    headers: Arc<Headers>,
    /// The other hooks of the search.
    others: Arc<[Arc<dyn BlockHook>]>,
    config: OnceLock<ExecutorConfig>,
    laboratories: Mutex<Vec<Laboratory>>,
    standing: Mutex<FxHashMap<(FunctionId, BlockId), Standing>>,
    asked: AtomicU64,
    taken: AtomicU64,
    cases: AtomicU64,
    questions: AtomicU64,
    /// Whether cases are compared with executions.
    checks: bool,
    wrong: Mutex<Vec<String>>,
}

/// How asking about a loop went.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// Questions in a row that gave nothing.
    failures: u32,
    /// Occasions to ask that are passed over.
    skip: u32,
}

/// A loop that a state is in.
#[derive(Clone, Copy, Debug)]
struct Round {
    function: FunctionId,
    header: BlockId,
    depth: usize,
    /// Iterations with news.
    visits: u32,
    /// When to ask: after so many.
    ask_at: u32,
    /// When to ask: after so many instructions.
    ask_at_steps: u64,
    /// The instructions when it was entered.
    since: u64,
    /// The length of the path condition at the last visit.
    path_length: usize,
}

/// The loops a state is in, the outermost first.
#[derive(Clone, Debug, Default)]
struct Rounds {
    rounds: Vec<Round>,
    /// Headers that may still be looked at without news.
    look_around: u32,
}

/// Why a loop is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The state splits in it.
    Splits,
    /// It goes on and on.
    Long,
}

impl Taking {
    /// For the loops of a program. No visit of a block that one of the other hooks must see is left out.
    pub fn new(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        others: &[Arc<dyn BlockHook>],
    ) -> Taking {
        Taking {
            program: Arc::clone(program),
            store: Arc::clone(store),
            headers: Arc::new(Headers::new(program)),
            others: others.into(),
            config: OnceLock::new(),
            laboratories: Mutex::default(),
            standing: Mutex::default(),
            asked: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            cases: AtomicU64::new(0),
            questions: AtomicU64::new(0),
            checks: false,
            wrong: Mutex::default(),
        }
    }

    /// Says how the search executes; nothing is taken before. The first time counts.
    pub fn configure(&self, config: ExecutorConfig) {
        self.config.get_or_init(|| config);
    }

    /// Compares every case with concrete executions of the loop.
    #[must_use]
    pub fn checking(mut self) -> Taking {
        self.checks = true;
        self
    }

    /// What the comparison found: each is a bug of Lariat.
    pub fn wrong_cases(&self) -> Vec<String> {
        self.wrong.lock().clone()
    }

    fn check(&self, body: &LoopBody, entry: &[TermId], cases: &[ExactCase], model: &Model) {
        if let Err(error @ CheckError::Wrong(_)) =
            check_exact(&self.store, body, entry, cases, model, CHECKED_ITERATIONS)
        {
            self.wrong.lock().push(error.to_string());
        }
    }

    /// What was done so far.
    pub fn statistics(&self) -> TakenLoops {
        TakenLoops {
            asked: self.asked.load(Ordering::Relaxed),
            taken: self.taken.load(Ordering::Relaxed),
            cases: self.cases.load(Ordering::Relaxed),
        }
    }

    /// The loops a state is in when it visits a header, the last one being that of the header, and whether to ask about it.
    fn visit(&self, state: &State) -> (Rounds, Option<Reason>) {
        let (function, header, depth) = (state.frame.function, state.block, state.callers.len());
        let mut rounds = state.note::<Rounds>().cloned().unwrap_or_default();
        let blocks = |round: &Round| self.headers.loop_at(round.function, round.header);
        // What is left is forgotten: calls that have returned, and loops of this call that do not contain the header or are entered anew.
        rounds.rounds.retain(|round| {
            let around = || {
                blocks(round).is_some_and(|blocks| blocks.binary_search(&header).is_ok())
                    && round.function == function
            };
            round.depth < depth || (round.depth == depth && around())
        });
        let same = |round: &Round| round.depth == depth && round.header == header;
        if !rounds.rounds.last().is_some_and(same) {
            rounds.rounds.push(Round {
                function,
                header,
                depth,
                visits: 0,
                ask_at: FIRST_QUESTION,
                ask_at_steps: state.steps + FIRST_STEPS,
                since: state.steps,
                path_length: state.path.len(),
            });
        }
        let Some(round) = rounds.rounds.last_mut() else { unreachable!("one was just added") };
        if state.path.len() != round.path_length {
            round.visits += 1;
            round.path_length = state.path.len();
        }
        let mut reason = None;
        if round.visits >= round.ask_at {
            round.ask_at = round.visits.saturating_mul(PATIENCE);
            reason = Some(Reason::Splits);
        } else if state.steps >= round.ask_at_steps {
            reason = Some(Reason::Long);
            rounds.look_around = LOOK_AROUND;
        }
        if reason.is_some() {
            let taken = state.steps - round.since;
            round.ask_at_steps = state.steps.saturating_add(taken * u64::from(PATIENCE));
        }
        (rounds, reason)
    }

    /// Whether an occasion to ask about the loop at this header is used.
    fn is_worth_a_question(&self, state: &State, asked_by_search: u64) -> bool {
        if self.questions.load(Ordering::Relaxed) > ADVANCE + asked_by_search {
            return false;
        }
        let mut standing = self.standing.lock();
        let standing = standing.entry((state.frame.function, state.block)).or_default();
        if standing.skip > 0 {
            standing.skip -= 1;
            return false;
        }
        true
    }

    fn note_outcome(&self, state: &State, taken: bool) {
        let mut standing = self.standing.lock();
        let standing = standing.entry((state.frame.function, state.block)).or_default();
        if taken {
            *standing = Standing::default();
        } else {
            standing.failures = (standing.failures + 1).min(12);
            standing.skip = (1 << standing.failures) - 1;
        }
    }

    /// The states that take this one's place.
    fn take(
        &self,
        state: &State,
        context: &mut HookContext<'_>,
        reason: Reason,
    ) -> Result<Vec<Successor>, String> {
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
        let spare = self.laboratories.lock().pop();
        let mut laboratory = match spare {
            Some(laboratory) => laboratory,
            None => Laboratory::new(
                &self.program,
                &self.store,
                &self.headers,
                &self.others,
                config.clone(),
            )
            .map_err(|error| error.to_string())?,
        };
        let cancel = context.solver.cancel_token();
        let before = laboratory.solver(&cancel).query_count();
        let result = self.successors(&mut laboratory, &scope, state, context, reason);
        let asked = laboratory.solver(&cancel).query_count() - before;
        self.questions.fetch_add(asked, Ordering::Relaxed);
        self.laboratories.lock().push(laboratory);
        result
    }

    fn successors(
        &self,
        laboratory: &mut Laboratory,
        scope: &Arc<Scope>,
        state: &State,
        context: &mut HookContext<'_>,
        reason: Reason,
    ) -> Result<Vec<Successor>, String> {
        let store = Arc::clone(&self.store);
        let cancel = context.solver.cancel_token();
        let unanswered = |reason| format!("the solver did not decide a question: {reason}");
        let iteration = laboratory.iteration(state, scope, &cancel)?;
        let entry: Vec<TermId> =
            iteration.generic.carriers.iter().map(|carrier| carrier.entry).collect();
        let solver = laboratory.solver(&cancel);
        let cases = exact_cases(&store, solver, &state.path, &iteration.body, &entry)?;
        let mut successors = Vec::new();
        let mut applying: Vec<(TermId, ExactCase)> = Vec::new();
        for case in cases {
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
            let cases: Vec<ExactCase> = applying.iter().map(|(_, case)| case.clone()).collect();
            for model in models {
                self.check(&iteration.body, &entry, &cases, model);
            }
        }
        let limit = if reason == Reason::Splits { DEEP } else { VERY_DEEP };
        let mut deep = false;
        for ((_, case), successor) in applying.iter().zip(&successors) {
            let often = is_often(&store, case, limit);
            deep = deep || context.feasible(&successor.state, often).map_err(unanswered)?.is_some();
        }
        if !deep {
            return Err("unrolling is as good".into());
        }
        let conditions: Vec<TermId> = applying.iter().map(|(condition, _)| *condition).collect();
        let rest = store.not(store.or(&conditions));
        let rest = context.successor(state, rest, Goes::On).map_err(unanswered)?;
        // Nothing may fail any more when it is said what is covered.
        let mut executed: Vec<Option<Executed>> = vec![None; iteration.body.paths.len()];
        for (path, executed) in executed.iter_mut().enumerate() {
            if applying.iter().any(|(_, case)| case.taken[path]) {
                *executed = Some(laboratory.executed(&iteration, path, &cancel)?);
            }
        }
        for ((_, case), successor) in applying.iter().zip(&mut successors) {
            for (path, executed) in executed.iter().enumerate() {
                if let (true, Some(executed)) = (case.taken[path], executed) {
                    successor.state.covered_new |= context.coverage.add(executed);
                }
            }
        }
        self.cases.fetch_add(successors.len() as u64, Ordering::Relaxed);
        successors.extend(rest);
        Ok(successors)
    }
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
        match &carrier.place {
            Place::Register { value: register, from, .. } => {
                let term = from.map_or(value, |from| store.bv_add(from, value));
                state.frame.registers[register.as_u32() as usize] = Value::from_term(store, term);
            }
            Place::Number { handle, bytes } => {
                let object = state.memory.get_mut(*handle).ok_or("an object is gone")?;
                put_number(machine, &mut object.bytes, *bytes, value);
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

impl BlockHook for Taking {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.headers.loop_at(function, block).is_some()
    }

    fn must_see(&self, _: FunctionId, _: BlockId) -> bool {
        false
    }

    fn waits_for_news(&self) -> bool {
        true
    }

    fn wants_checks_asked(&self, state: &State) -> bool {
        self.visit(state).1.is_some()
    }

    fn at_block(&self, state: &mut State, context: &mut HookContext<'_>) -> AtBlock {
        let (mut rounds, mut reason) = self.visit(state);
        if reason.is_some() && !self.is_worth_a_question(state, context.solver.query_count()) {
            reason = None;
        }
        rounds.look_around = rounds.look_around.saturating_sub(1);
        let next = rounds.rounds.last().map_or(u64::MAX, |round| round.ask_at_steps);
        let steps = if rounds.look_around > 0 { 0 } else { next };
        state.news = News { path_length: state.path.len(), steps };
        state.set_note(rounds);
        let Some(reason) = reason else { return AtBlock::GoOn };
        if !state.pending.is_empty() {
            return AtBlock::GoOn;
        }
        self.asked.fetch_add(1, Ordering::Relaxed);
        let result = self.take(state, context, reason);
        self.note_outcome(state, result.is_ok());
        match result {
            Ok(successors) => {
                self.taken.fetch_add(1, Ordering::Relaxed);
                AtBlock::Replace(successors)
            }
            Err(reason) => {
                tracing::debug!(%reason, block = %state.block, "a loop is not taken");
                AtBlock::GoOn
            }
        }
    }
}
