//! `lariat verify --property termination`: a program whose every path comes to an end.
//!
//! A search that is complete has followed each run of the program, on whatever input, along one of its paths, and each path has ended. So each run ends, and no loop needs
//! a ranking function, which loops over tables, lists, floating-point numbers and flags often do not have. The argument has these parts:
//!
//! 1. *Every input is on a path.* The search is complete: nothing was given up for lack of time, work or memory, no question was left open, no value and no size was left
//!    out, every function that was called has a body or a model. These are the same conditions as for `true` of the other properties.
//! 2. *Every path is a finite run.* Loops are walked iteration by iteration (`plain`): no technique ends a state that goes round for ever, as
//!    [`Goes::Nowhere`](lariat_exec::Goes::Nowhere) does, or puts it aside. This is checked once more with the numbers of the search. A path that does not end comes to a limit of
//!    instructions, and the search is not complete.
//! 3. *Every path ends as the program does.* It returned from `main` and ran the handlers, called `exit`, `abort` or an error function, or an assertion or an assumption failed: what
//!    [`BugKind::is_defined_end`](lariat_exec::BugKind::is_defined_end) says. Anything undefined on the way, signed overflow and an exhausted stack included, leaves the question to
//!    the proof, which knows what a run can do then.
//! 4. *The models come back where the functions do.* A model must not return where the function waits for ever; what waits for another process or thread has no model, and what the
//!    environment decides is an assumption, which is printed.
//!
//! Paths that are still running when the search stops are what an endless run looks like. Their inputs are given to [`crate::endless`], which has to prove it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use lariat_exec::{
    AnySize, Assumptions, Coverage, EndReason, Finding, Hooks, Input, Sink, State, TestInput,
    UninitialisedInputs, Work,
};
use lariat_term::Model;
use parking_lot::Mutex;

use crate::args::VerifyArgs;
use crate::session::{Explored, SearchLimits, Session};

/// The work of the first search: a program with a few hundred branches is searched through, and the proof is not held up for others.
const FIRST_SEARCH: u64 = 1_000;

/// The part of the time that searches may take which are to take little, where a machine is too slow or what it does costs more than usual.
const SMALL_SHARE: u32 = 20;

/// Instructions of a path: one that is longer may never end. The engine executes so many in some thousandths of a second where nothing is symbolic, and in some
/// seconds where each branch is a question.
const LONGEST_PATH: u64 = 200_000;

/// The work that a search goes on for when it is known that not every path has a defined end: for others of these paths.
const WORK_FOR_OTHERS: u64 = 20_000;

/// Most inputs that are taken from paths which have not ended.
const MOST_RUNNING: usize = 32;

/// The work of a search through a program that reads no input: 25 million instructions, which take half a second.
const WORK_WITHOUT_INPUTS: u64 = 5_000;

/// Why a search is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    FewInputs,
    WithoutInputs,
}

/// What a search gave.
pub(crate) struct Searched {
    explored: Box<Explored>,
    through: bool,
    /// Inputs whose runs go on for long.
    pub(crate) running: Vec<TestInput>,
}

impl Searched {
    /// What was explored, if every path has come to a defined end.
    pub(crate) fn through(self) -> Option<Box<Explored>> {
        self.through.then_some(self.explored)
    }

    /// The same, without giving it away.
    pub(crate) fn is_through(&self) -> bool {
        self.through
    }
}

/// A state that has not ended: its instructions, and its input.
type Left = (u64, Arc<Model>, Arc<Vec<Input>>);

/// Notes what is undefined, and what goes on for long.
struct Ends {
    undefined: AtomicBool,
    /// Those that came to the limit of instructions, and those that were left when the search stopped.
    long: Mutex<Vec<Left>>,
    left: Mutex<Vec<Left>>,
    /// The work that there is once not every path has a defined end.
    work: AtomicU64,
}

impl Ends {
    /// Whether every path so far has come to a defined end.
    fn all_defined(&self) -> bool {
        !self.undefined.load(Ordering::Relaxed) && self.long.lock().is_empty()
    }
}

impl Sink for Ends {
    fn found(&self, finding: Finding) -> bool {
        if !finding.bug.kind.is_defined_end() {
            self.undefined.store(true, Ordering::Relaxed);
        }
        true
    }

    fn ended(&self, state: &State, reason: &EndReason, _: &Coverage) {
        let one = || (state.steps, Arc::clone(&state.model), Arc::clone(&state.inputs));
        match reason {
            EndReason::StepLimit => self.long.lock().push(one()),
            EndReason::Stopped => self.left.lock().push(one()),
            _ => {}
        }
    }

    fn wants_left(&self) -> bool {
        true
    }

    fn enough(&self) -> bool {
        self.work.load(Ordering::Relaxed) == 0 || self.long.lock().len() >= MOST_RUNNING
    }

    fn worked(&self, work: Work, _: &Coverage) {
        if !self.all_defined() {
            // Every worker takes its share; what is left never grows.
            let rest = |left: u64| Some(left.saturating_sub(work.units().max(1)));
            let _ = self.work.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        }
    }
}

/// Searches a program a little.
pub(crate) fn first(args: &VerifyArgs, session: &Session) -> anyhow::Result<Searched> {
    let end = session.spent() + args.run.time / SMALL_SHARE;
    let limits = SearchLimits { end, plain: true, work: Some(FIRST_SEARCH) };
    search(args, session, limits, Stage::First)
}

/// Searches a program further if its inputs have few values together.
pub(crate) fn of_few_inputs(
    args: &VerifyArgs,
    session: &Session,
    first: &Searched,
) -> anyhow::Result<Option<Searched>> {
    let limits = session.search_of_few_inputs(&first.explored);
    limits.map(|limits| search(args, session, limits, Stage::FewInputs)).transpose()
}

/// Searches a program further if it reads no inputs: there is one path, and it is executed quickly.
pub(crate) fn without_inputs(
    args: &VerifyArgs,
    session: &Session,
    first: &Searched,
) -> anyhow::Result<Option<Searched>> {
    if first.explored.totals.few_inputs.is_some() {
        return Ok(None);
    }
    let end = session.spent() + args.run.time / SMALL_SHARE;
    let limits = SearchLimits { end, plain: true, work: Some(WORK_WITHOUT_INPUTS) };
    search(args, session, limits, Stage::WithoutInputs).map(Some)
}

fn search(
    args: &VerifyArgs,
    session: &Session,
    limits: SearchLimits,
    stage: Stage,
) -> anyhow::Result<Searched> {
    let ends = Ends {
        undefined: AtomicBool::new(false),
        long: Mutex::default(),
        left: Mutex::default(),
        work: AtomicU64::new(WORK_FOR_OTHERS),
    };
    // What a search that is thrown away assumed is nobody's business.
    let assumed = Assumptions::default();
    let explored = session.explore_for(
        limits,
        Hooks::default(),
        args.run.search.clone(),
        |executor, machine| {
            executor.check_overflow = true;
            executor.goes_on_behind_overflow = false;
            executor.check_empty_arrays = false;
            // Nothing is undefined about memory that is lost.
            executor.check_leaks = false;
            executor.any_size = AnySize::Heap;
            if stage != Stage::WithoutInputs {
                executor.max_steps = executor.max_steps.min(LONGEST_PATH);
            }
            executor.assumptions = assumed.clone();
            machine.uninitialised_inputs = UninitialisedInputs::All;
        },
        &ends,
        &String::new,
    )?;
    let followed = explored.totals.endless == 0 && explored.totals.pruned == 0;
    let through = explored.is_complete() && followed && ends.all_defined();
    if through {
        session.adopt(&assumed);
    }
    let (long, mut left) = (ends.long.into_inner(), ends.left.into_inner());
    // The longest path may be the one that never ends.
    left.sort_by_key(|(steps, ..)| std::cmp::Reverse(*steps));
    let mut running: Vec<TestInput> = Vec::new();
    for (_, model, inputs) in long.iter().chain(&left).take(MOST_RUNNING) {
        let input = TestInput::new(&session.store, model, inputs);
        if !running.contains(&input) {
            running.push(input);
        }
    }
    Ok(Searched { explored: Box::new(explored), through, running })
}
