//! Takes loops of the search in one step: at a loop's head a state is replaced by one state per exact case, and one for the rest.
//!
//! The successor of a case is the state after all the iterations that come back to the head, with the case's condition on its path; it goes on there, and
//! the executor itself executes the last iteration, with all its checks. The rest is unrolled as if nothing had been asked, and asked about again later.
//! Cases are exact, so the states they give are as good as those that unrolling gives, and say nothing in `approximations`.
//!
//! An analysis costs dozens of solver questions, too many for short loops. So a loop is asked about
//! only when a state has split in several of its iterations, or has executed very many
//! instructions; the hook is not even called before (it [waits for news](State::has_news)). A loop
//! without a result is analysed less and less often. And cases are only taken if one of them goes
//! round [often](DEEP): otherwise unrolling ends soon, with simpler conditions.
//!
//! Loops that go through data with one step (`strlen`) have one case, whose number of iterations is a variable, with conditions for every place. Unrolling has a
//! path per length instead, of simple conditions, and ten thousand of those take as long as a few dozen states with such a variable. So these loops are taken where they can
//! go round [a thousand times](FAR), and where the search has asked very many questions and has come to the same loop very often: that is where several of them, or ways
//! through one of them, multiply.
//!
//! Loops that count what they find, or do something else about it, would split in every iteration. Their case has a choice per iteration in its values
//! (`choices.rs` of `lariat-loop`), and so many [iterations](CHOICES) are taken at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lariat_exec::{AtBlock, BlockHook, ExecutorConfig, HookContext, News, State};
use lariat_loop::{Choices, FEW_PATHS, NOT_DEEP, NOT_ROUND};
use lariat_program::{BlockId, FunctionId, Program};
use lariat_term::TermStore;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::taker::{Purpose, SHORT, Taken, Taker, UNCOVERED};

/// Iterations in which a state has split before the loop is asked about.
const FIRST_QUESTION: u32 = 6;

/// The same for loops whose iterations can go several ways: each of them may double the paths.
const FIRST_OF_WAYS: u32 = 3;

/// The same where the splits are about inputs with few values together: unrolling soon ends, and the solver tries these values,
/// which closed forms with variables of their own would keep it from.
const FIRST_OF_FEW_VALUES: u32 = 64;

/// Instructions without a split after which the loop is asked about.
const FIRST_STEPS: u64 = 20_000;

/// Limit of counted failures that are specific to a state.
const PASSING: u32 = 3;

/// Never ask again.
const NEVER: u32 = u32::MAX;

/// Factor by which the wait grows each time.
const PATIENCE: u32 = 4;

/// Cases are taken if one can go round so often where unrolling would split each time, …
const DEEP: i64 = 32;

/// … and so often where it would not: executing an iteration is much cheaper then.
const VERY_DEEP: i64 = 5_000;

/// Loops through data are taken at once if they can go round so often, the others only when the search has asked very many questions, …
const FAR: u64 = 1_000;

/// … so many, …
const SCANS_FROM: u64 = 100_000;

/// … and there were so many occasions to ask about the loop.
const MANY_OCCASIONS: u32 = 64;

/// Where data decides which way each iteration goes, unrolling has at least 2^n paths. Choices are better from so many paths on, as asking takes as long as
/// those; and so many iterations are taken at once.
const CHOICES: Choices = Choices { paths: 256, at_most: 64 };

/// How many iterations whose ways data decides are one exact case for the search.
pub const CHOICES_AT_ONCE: u64 = CHOICES.at_most;

/// The same where loops are always taken.
const EAGER_CHOICES: Choices = Choices { paths: 4, at_most: 5 };

/// Headers that are looked at after a question that a long time without a split has led to: the loop that goes on and on may be one around.
const LOOK_AROUND: u32 = 256;

/// Questions to the solver that may lead to nothing before the search has asked any, …
const ADVANCE: u64 = 300;

/// … and of how many of the search there may be one more. Most of those need no solver, and these do.
const SHARE: u64 = 1_000;

/// Every loop that is taken earns so many.
const EARNED: u64 = 200;

/// What was done about loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TakenLoops {
    /// How often a loop was asked about.
    pub asked: u64,
    /// How often one was taken.
    pub taken: u64,
    /// The cases that were.
    pub cases: u64,
    /// How long all of that took.
    pub time: Duration,
    /// What of it the search's own solver took.
    pub search_solver: Duration,
}

/// The hook.
pub struct Taking {
    taker: Arc<Taker>,
    /// Time for questions about loops, and what of it the search's own solver took.
    spent: Mutex<(Duration, Duration)>,
    standing: Mutex<FxHashMap<(FunctionId, BlockId), Standing>>,
    /// Whether loops through data are taken at the first occasion.
    eager: bool,
    asked: AtomicU64,
    taken: AtomicU64,
}

/// How asking about a loop went.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// Questions in a row that gave nothing.
    failures: u32,
    /// Occasions to ask that are passed over.
    skip: u32,
    /// Whether it was taken the last time.
    taken: bool,
    /// Whether it was taken with choices the last time. Then every state in it that splits is one too many.
    by_choices: bool,
    /// For a loop that goes through data: the occasions to ask about it so far.
    through_data: Option<u32>,
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

impl Round {
    /// In a loop of the current call.
    fn new(function: FunctionId, header: BlockId, state: &State) -> Round {
        Round {
            function,
            header,
            depth: state.callers.len(),
            visits: 0,
            ask_at: FIRST_QUESTION,
            ask_at_steps: state.steps + FIRST_STEPS,
            since: state.steps,
            path_length: state.path.len(),
        }
    }
}

/// The loops a state is in, the outermost first.
#[derive(Clone, Debug, Default)]
struct Rounds {
    rounds: Vec<Round>,
    /// Headers that may still be looked at without news.
    look_around: u32,
}

impl Rounds {
    /// Notes in a state where it is, and when there is news.
    fn remember(self, state: &mut State) {
        let next = self.rounds.last().map_or(u64::MAX, |round| round.ask_at_steps);
        let steps = if self.look_around > 0 { 0 } else { next };
        state.news = News { path_length: state.path.len(), steps };
        state.set_note(self);
    }

    /// Has the loop that a state is in asked about when it has split so often.
    fn ask_again(state: &mut State, splits: u32) {
        let Some(mut rounds) = state.note::<Rounds>().cloned() else { return };
        if let Some(round) = rounds.rounds.last_mut() {
            round.ask_at = round.visits.saturating_add(splits);
        }
        rounds.remember(state);
    }
}

/// Whether an occasion to ask is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    Now,
    /// Not yet: wait for a later occasion.
    Later,
    /// No result is expected.
    Hardly,
}

/// Whether a failure is specific to the state, so that the next state may succeed.
fn is_passing(reason: &str) -> bool {
    [NOT_ROUND, NOT_DEEP, SHORT, UNCOVERED, FEW_PATHS].contains(&reason)
}

/// Why a loop is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The state splits in it.
    Splits,
    /// It runs very long.
    Long,
}

impl Taking {
    /// For the loops of a program. No visit of a block that one of the other hooks must see is left out.
    pub fn new(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        others: &[Arc<dyn BlockHook>],
    ) -> Taking {
        Taking::with(Taker::new(program, store, others, false))
    }

    /// The same, comparing every case with concrete executions of the loop.
    pub fn checking(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        others: &[Arc<dyn BlockHook>],
    ) -> Taking {
        Taking::with(Taker::new(program, store, others, true))
    }

    /// The same, but loops through data are always taken at once.
    #[must_use]
    pub fn eager(self) -> Taking {
        Taking { eager: true, ..self }
    }

    fn with(taker: Arc<Taker>) -> Taking {
        Taking {
            taker,
            spent: Mutex::default(),
            standing: Mutex::default(),
            eager: false,
            asked: AtomicU64::new(0),
            taken: AtomicU64::new(0),
        }
    }

    /// Sets how the search executes. No loop is taken before; later calls are ignored.
    pub fn configure(&self, config: ExecutorConfig) {
        self.taker.configure(config);
    }

    /// What the comparison found: each is a bug of Lariat.
    pub fn wrong_cases(&self) -> Vec<String> {
        self.taker.wrong_cases()
    }

    /// What was done so far.
    pub fn statistics(&self) -> TakenLoops {
        let (time, search_solver) = *self.spent.lock();
        TakenLoops {
            asked: self.asked.load(Ordering::Relaxed),
            taken: self.taken.load(Ordering::Relaxed),
            cases: self.taker.cases.load(Ordering::Relaxed),
            time,
            search_solver,
        }
    }

    /// The loops a state is in when it visits a header, the last one being that of the header, and whether to ask about it.
    fn visit(&self, state: &State) -> (Rounds, Option<Reason>) {
        let (function, header, depth) = (state.frame.function, state.block, state.callers.len());
        let mut rounds = state.note::<Rounds>().cloned().unwrap_or_default();
        let blocks = |round: &Round| self.taker.headers.loop_at(round.function, round.header);
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
            let mut round = Round::new(function, header, state);
            round.ask_at = self.first_question(function, header);
            rounds.rounds.push(round);
        }
        let Some(round) = rounds.rounds.last_mut() else { unreachable!("one was just added") };
        if state.path.len() != round.path_length {
            round.visits += 1;
            round.path_length = state.path.len();
        }
        if round.ask_at > round.visits
            && round.ask_at != NEVER
            && self.has_choices(function, header)
        {
            round.ask_at = round.visits.max(1);
        }
        let mut reason = None;
        if round.visits >= round.ask_at {
            round.ask_at = round.visits.saturating_mul(PATIENCE).max(FIRST_QUESTION);
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

    /// Loops around the one a state splits in are better taken as a whole, before it splits in each of their iterations: they are asked about when the
    /// state comes to their heads.
    fn look_at_loops_around(&self, state: &State, rounds: &mut Rounds) {
        let (function, depth) = (state.frame.function, state.callers.len());
        for header in self.taker.headers.around(function, state.block) {
            let known = |round: &Round| round.header == header && round.depth == depth;
            if !rounds.rounds.iter().any(known) {
                let place = rounds.rounds.len() - 1;
                rounds.rounds.insert(place, Round::new(function, header, state));
            }
        }
        for round in rounds.rounds.iter_mut().rev().skip(1) {
            if [FIRST_QUESTION, FIRST_OF_WAYS].contains(&round.ask_at) {
                round.ask_at = 0;
                rounds.look_around = LOOK_AROUND;
            }
        }
    }

    /// Whether an occasion to ask about the loop at this header is used.
    fn is_worth_a_question(&self, state: &State, asked_by_search: u64) -> Worth {
        let earned = self.taken.load(Ordering::Relaxed) * EARNED;
        let allowed = ADVANCE + earned + asked_by_search / SHARE;
        if self.taker.questions.load(Ordering::Relaxed) > allowed {
            return Worth::Hardly;
        }
        let mut standing = self.standing.lock();
        let standing = standing.entry((state.frame.function, state.block)).or_default();
        if let Some(occasions) = &mut standing.through_data {
            *occasions = occasions.saturating_add(1);
            if !self.scans_are_due(asked_by_search, Some(*occasions)) {
                return Worth::Later;
            }
        }
        if standing.skip > 0 {
            standing.skip -= 1;
            return if standing.failures <= PASSING { Worth::Later } else { Worth::Hardly };
        }
        Worth::Now
    }

    /// Whether a loop through data, if it is one, is taken now.
    fn scans_are_due(&self, asked_by_search: u64, occasions: Option<u32>) -> bool {
        let many = occasions.is_some_and(|occasions| occasions >= MANY_OCCASIONS);
        self.eager || (many && asked_by_search >= SCANS_FROM)
    }

    fn note_outcome(&self, state: &State, result: &Result<Taken, String>) {
        let mut standing = self.standing.lock();
        let standing = standing.entry((state.frame.function, state.block)).or_default();
        match result.as_ref().map_err(String::as_str) {
            Ok(&Taken { by_choices, .. }) => {
                let through_data = standing.through_data;
                *standing =
                    Standing { taken: true, by_choices, through_data, ..Standing::default() };
            }
            Err(NOT_DEEP) if standing.through_data.is_none() => standing.through_data = Some(1),
            // This is usual near the end of the loop, and says nothing about other states.
            Err(FEW_PATHS) if standing.by_choices => {}
            Err(reason) => {
                // These failures may be specific to the state; others are properties of the loop.
                let passing = is_passing(reason) && reason != FEW_PATHS;
                let (more, most) = if passing { (1, PASSING) } else { (PASSING + 1, 15) };
                standing.failures = (standing.failures + more).min(most.max(standing.failures));
                standing.skip = (1 << standing.failures) - 1;
            }
        }
    }

    /// Whether a loop was taken with choices.
    fn has_choices(&self, function: FunctionId, header: BlockId) -> bool {
        self.standing.lock().get(&(function, header)).is_some_and(|standing| standing.by_choices)
    }

    /// After how many iterations with news a loop is asked about first.
    fn first_question(&self, function: FunctionId, header: BlockId) -> u32 {
        let standing = self.standing.lock();
        let taken = standing.get(&(function, header)).is_some_and(|standing| standing.taken);
        match (taken, self.taker.headers.forks(function, header)) {
            (true, _) => 1,
            (false, true) => FIRST_OF_WAYS,
            (false, false) => FIRST_QUESTION,
        }
    }
}

impl BlockHook for Taking {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.taker.headers.loop_at(function, block).is_some()
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
        let mut splits = reason == Some(Reason::Splits);
        if reason.is_some() {
            match self.is_worth_a_question(state, context.solver.query_count()) {
                Worth::Now => {}
                Worth::Later => {
                    reason = None;
                    if let Some(round) = rounds.rounds.last_mut() {
                        round.ask_at = round.ask_at.min(round.visits + FIRST_QUESTION);
                    }
                }
                Worth::Hardly => (reason, splits) = (None, false),
            }
        }
        if splits
            && let Some(round) = rounds.rounds.last_mut()
            && round.visits < FIRST_OF_FEW_VALUES
            // All inputs of the path together: a loop through a text splits on one byte after the other.
            && !state.path.is_empty()
            && context.solver.has_few_values(&state.path, context.machine.store.and(&state.path))
        {
            round.ask_at = FIRST_OF_FEW_VALUES;
            (reason, splits) = (None, false);
        }
        rounds.look_around = rounds.look_around.saturating_sub(1);
        let alone = rounds.clone();
        if splits {
            self.look_at_loops_around(state, &mut rounds);
        }
        rounds.remember(state);
        let Some(reason) = reason else { return AtBlock::GoOn };
        if !state.pending.is_empty() {
            return AtBlock::GoOn;
        }
        self.asked.fetch_add(1, Ordering::Relaxed);
        let at_least = if reason == Reason::Splits { DEEP } else { VERY_DEEP };
        let occasions = self.standing.lock().get(&(state.frame.function, state.block)).copied();
        let occasions = occasions.and_then(|standing| standing.through_data);
        let scans = match self.scans_are_due(context.solver.query_count(), occasions) {
            true => at_least.unsigned_abs(),
            false => FAR.max(at_least.unsigned_abs()),
        };
        let choices = if self.eager { EAGER_CHOICES } else { CHOICES };
        let choices = (reason == Reason::Splits).then_some(choices);
        let purpose = Purpose::Search { at_least, scans, choices };
        let (started, asked) = (Instant::now(), context.solver.statistics().time);
        let result = self.taker.take(state, context, purpose);
        let mut spent = self.spent.lock();
        spent.0 += started.elapsed();
        spent.1 += context.solver.statistics().time.saturating_sub(asked);
        drop(spent);
        self.note_outcome(state, &result);
        match result {
            Ok(Taken { mut successors, by_choices, .. }) => {
                self.taken.fetch_add(1, Ordering::Relaxed);
                if by_choices {
                    // One of them may be in the middle of the loop.
                    successors.iter_mut().for_each(|next| Rounds::ask_again(&mut next.state, 1));
                }
                AtBlock::Replace(successors)
            }
            Err(reason) => {
                if reason == UNCOVERED {
                    // This will change soon, while the successors of this state multiply.
                    Rounds::ask_again(state, 1);
                } else if reason == FEW_PATHS {
                    Rounds::ask_again(state, NEVER);
                }
                if !is_passing(&reason) {
                    // A loop around one without cases usually has none either.
                    alone.remember(state);
                }
                tracing::debug!(%reason, block = %state.block, "a loop is not taken");
                AtBlock::GoOn
            }
        }
    }
}
