//! `lariat verify --property termination`: an input on which the program never ends.
//!
//! That a run has not ended shows nothing, however long it was watched. So three things are asked for before anything is claimed. The engine runs the
//! program on the input, and it does not end soon. It is *proved* that with this input no end can be reached, in one of two ways. The engine's run comes back to
//! a state that it has been in. Or everything that ends a run (an exit, a bug, an assumption that does not hold) is a goal of the clauses of the whole program, the
//! inputs that are read before the first loop have their numbers, and invariants show that no goal is reachable. And the natively compiled program, run on the
//! input, is still running when its time is up.
//!
//! Inputs to try are those of paths that a search has followed for long ([`crate::ending`]). If inputs have few values together, the search goes through all of
//! them. Others are models of staying in a loop.
//!
//! Inputs that are read in loops may have any value in the proof, or else all of them are zero, which is what the native run gives them. An endless run for which
//! other values have to be chosen again and again is not claimed. Signed overflow counts as an end: nothing rests on what happens after it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lariat_exec::{
    AnySize, Assumption, Assumptions, BugKind, ComesBack, ConcreteRunner, EndReason, Input,
    TestInput, TestObject, UninitialisedInputs,
};
use lariat_loop::{HornEffort, HornSystem, Step, prove};
use lariat_output::KTest;
use lariat_program::LocationId;
use lariat_solver::{CancelToken, Solver};
use lariat_summary::{Clauses, Explorer, ExplorerConfig, Goal, Ground};
use lariat_term::{SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

use crate::rehearsal::Rehearsal;
use crate::session::Session;

/// Most inputs that are looked at closely.
const MOST_CANDIDATES: usize = 12;

/// Most inputs of a search that are looked at: those whose runs go on, and those that were watched natively in vain.
const MOST_GOING: usize = 6;
const MOST_WATCHED: usize = 3;

/// Iterations that a candidate is to do.
const ITERATIONS: usize = 6;

/// Instructions after which a run by the engine has not ended soon.
const STEPS: u64 = 200_000;

/// The longest time for one proof, and the time the native program is watched.
const LONGEST_PROOF: Duration = Duration::from_secs(4);
const WATCHED: Duration = Duration::from_secs(2);

/// An input on which the program never ends.
pub(crate) struct Endless {
    pub(crate) test: KTest,
    /// The first loop it comes to, or where the state is the same again.
    pub(crate) location: Option<LocationId>,
    pub(crate) shown: Shown,
}

/// How it is shown that the program does not end, and whether the inputs that loops read must be zero.
#[derive(Clone, Copy)]
pub(crate) enum Shown {
    ByProof { zeros: bool },
    ByRepetition { zeros: bool },
}

/// What came of running inputs until the program comes back to a state.
#[derive(Default)]
pub(crate) struct Rounds {
    /// One on which it does, without anything undefined on the way.
    pub(crate) endless: Option<Endless>,
    /// Those whose runs did not end.
    pub(crate) going: Vec<TestInput>,
}

impl Rounds {
    /// Runs inputs.
    pub(crate) fn new(
        session: &Session,
        inputs: &[TestInput],
        end: Instant,
    ) -> anyhow::Result<Rounds> {
        let rehearsal = Rehearsal::new(session, UninitialisedInputs::All)?;
        let mut rounds = Rounds::default();
        let mut natively = 0;
        for input in inputs {
            if Instant::now() >= end || natively >= MOST_WATCHED {
                break;
            }
            let assumed = Assumptions::default();
            let mut runner = rehearsal.runner_without_overflow(STEPS, &assumed);
            let run = runner.run_in_circles(input, &session.interrupted());
            let sees_addresses = |known: &Assumption| matches!(known, Assumption::Addresses { .. });
            if !run.exact || !run.findings.is_empty() {
                continue;
            }
            if let Some(comes_back) = run.comes_back
                && assumed.take(sees_addresses).is_none()
            {
                natively += 1;
                let test = KTest::new(session.arguments(), input.clone());
                let shown = Shown::ByRepetition { zeros: comes_back == ComesBack::WithZeros };
                if is_running_still(session, &test)? {
                    rounds.endless = Some(Endless { test, location: run.location, shown });
                    break;
                }
            } else if matches!(run.end, Some(EndReason::StepLimit) | None) {
                rounds.going.push(input.clone());
                // Proofs about others are more useful than more of the same.
                if rounds.going.len() >= MOST_GOING {
                    break;
                }
            }
        }
        Ok(rounds)
    }
}

/// Whether the native program is still running when its time is up.
fn is_running_still(session: &Session, test: &KTest) -> anyhow::Result<bool> {
    let replayer = session.replayer_for(WATCHED)?;
    // A run that was cut short shows nothing.
    Ok(matches!(session.replaying(|| replayer.goes_on(test)), Ok(true)))
}

/// Looks for an input on which no end is reachable, first among those whose runs go on for long.
pub(crate) fn find(
    session: &Session,
    running: &[TestInput],
    end: Instant,
) -> anyhow::Result<Option<Endless>> {
    let goal = Goal { bugs: BugKind::ALL.to_vec(), ..Goal::default() };
    let mut ground = Ground::new(&session.program, &session.store, &goal)?;
    ground.name_uninitialised();
    let initial = session.initial_state(ground.machine())?;
    let mut config = ExplorerConfig {
        deadline: Some(end),
        interrupted: Some(session.interrupted()),
        ..session.explorer_config()
    };
    config.executor.any_size = AnySize::All;
    config.executor.check_overflow = true;
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let clauses = match explorer.clauses_of_ends(&initial) {
        Ok(clauses) => clauses,
        Err(reason) => {
            tracing::debug!("no clauses: {reason}");
            return Ok(None);
        }
    };
    let store = Arc::clone(explorer.store());
    let rehearsal = Rehearsal::new(session, UninitialisedInputs::All)?;
    let mut runner = rehearsal.runner_for(STEPS);
    let mut all = from_search(&store, explorer.solver(), &clauses, running);
    for other in candidates(&store, explorer.solver(), &clauses) {
        if all.iter().all(|known| known.input != other.input) {
            all.push(other);
        }
    }
    for candidate in all {
        if Instant::now() >= end {
            break;
        }
        if !goes_on(&mut runner, &candidate.input) {
            continue;
        }
        let reads = reads_in_loops(&clauses.system);
        for zeros in [false, true].into_iter().filter(|zeros| reads || !zeros) {
            let system = fixed(&store, &clauses, &candidate, zeros);
            let until = end.min(Instant::now() + LONGEST_PROOF);
            if prove(&store, explorer.solver(), &system, HornEffort::Full, until).is_none() {
                continue;
            }
            let test = KTest::new(session.arguments(), candidate.input.clone());
            if is_running_still(session, &test)? {
                let location = clauses.locations[candidate.root];
                return Ok(Some(Endless { test, location, shown: Shown::ByProof { zeros } }));
            }
            break;
        }
    }
    Ok(None)
}

/// Whether inputs are read behind the first loop: only then it matters what they are.
fn reads_in_loops(system: &HornSystem) -> bool {
    let inner = system.loops.iter().filter(|entered| entered.source.is_some());
    let last = system.goals.iter().filter(|goal| goal.source.is_some());
    inner
        .map(|entered| &entered.locals)
        .chain(system.steps.iter().map(|step| &step.locals))
        .chain(last.map(|goal| &goal.locals))
        .any(|locals| !locals.is_empty())
}

/// Whether the engine has not come to an end on an input, and every decision followed from it.
fn goes_on(runner: &mut ConcreteRunner<'_>, input: &TestInput) -> bool {
    let run = runner.run_test(input, &AtomicBool::new(false));
    run.exact && run.findings.is_empty() && matches!(run.end, Some(EndReason::StepLimit))
}

/// An input to try.
struct Candidate {
    /// The loop it comes to first.
    root: usize,
    input: TestInput,
}

/// Inputs that the search has, each with the loop that it comes to first.
fn from_search(
    store: &TermStore,
    solver: &mut Solver,
    clauses: &Clauses,
    running: &[TestInput],
) -> Vec<Candidate> {
    let system = &clauses.system;
    let roots: Vec<usize> =
        (0..system.loops.len()).filter(|number| system.loops[*number].source.is_none()).collect();
    let mut found = Vec::new();
    for input in running {
        let comes_to = |root: &&usize| {
            let inputs = &clauses.inputs[**root];
            let fits = inputs.len() <= input.objects.len()
                && inputs.iter().zip(&input.objects).all(|(input, object)| {
                    input.name == object.name && input.bytes.len() == object.bytes.len()
                });
            let numbers = store.and(&numbers(store, inputs, input));
            fits && matches!(
                solver.check(&system.loops[**root].context, numbers).into_model(),
                Ok(Some(_))
            )
        };
        if let Some(&root) = roots.iter().find(comes_to) {
            found.push(Candidate { root, input: input.clone() });
        }
    }
    found
}

/// The bytes of inputs have their numbers.
fn numbers(store: &TermStore, inputs: &[Input], given: &TestInput) -> Vec<TermId> {
    let mut numbers: Vec<TermId> = Vec::new();
    for (input, TestObject { bytes, .. }) in inputs.iter().zip(&given.objects) {
        for (&term, &byte) in input.bytes.iter().zip(bytes) {
            numbers.push(store.eq(term, store.bv_const(8, byte.into())));
        }
    }
    numbers
}

/// Inputs that come to a loop and stay in it for a while, or have a value that is special for machine integers.
fn candidates(store: &TermStore, solver: &mut Solver, clauses: &Clauses) -> Vec<Candidate> {
    let system = &clauses.system;
    let mut found: Vec<Candidate> = Vec::new();
    for number in 0..system.loops.len() {
        let root = root_of(system, number);
        let inputs = &clauses.inputs[root];
        let mut add = |solver: &mut Solver, stays: &[TermId], more: &[TermId]| {
            let all: Vec<TermId> = stays.iter().chain(more).copied().collect();
            if let Ok(Some(model)) = solver.check(&[], store.and(&all)).into_model() {
                let input = TestInput::new(store, &model, inputs);
                if found.len() < MOST_CANDIDATES && found.iter().all(|other| other.input != input) {
                    found.push(Candidate { root, input });
                }
            }
        };
        // Each way round may be the one that goes on for ever.
        let is_own = |step: &&Step| step.source == number && step.target == number;
        let ways = system.steps.iter().filter(is_own).count().clamp(1, MOST_CANDIDATES);
        let stays: Vec<Vec<TermId>> =
            (0..ways).map(|first| staying(store, solver, system, number, first)).collect();
        stays.iter().for_each(|stays| add(solver, stays, &[]));
        for special in SPECIAL {
            let same: Vec<TermId> =
                inputs.iter().flat_map(|input| equal_to(store, input, special)).collect();
            stays.iter().for_each(|stays| add(solver, stays, &same));
        }
    }
    found
}

/// Values by their lowest byte, those between, and the highest one.
const SPECIAL: [(u8, u8, u8); 6] =
    [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0xff, 0xff, 0xff), (0xff, 0xff, 0x7f), (0, 0, 0x80)];

/// An input with a special value.
fn equal_to(store: &TermStore, input: &Input, (low, middle, high): (u8, u8, u8)) -> Vec<TermId> {
    let last = input.bytes.len().saturating_sub(1);
    let bytes = input.bytes.iter().enumerate().map(|(position, &term)| {
        let byte = match position {
            0 if last == 0 => low | high,
            0 => low,
            _ if position == last => high,
            _ => middle,
        };
        store.eq(term, store.bv_const(8, byte.into()))
    });
    bytes.collect()
}

fn root_of(system: &HornSystem, number: usize) -> usize {
    let mut root = number;
    while let Some(source) = system.loops[root].source {
        root = source;
    }
    root
}

/// Conditions under which a loop is entered and does some iterations, as many as can be found one by one. They go a certain way
/// round where that is possible.
fn staying(
    store: &TermStore,
    solver: &mut Solver,
    system: &HornSystem,
    number: usize,
    first: usize,
) -> Vec<TermId> {
    let entered = &system.loops[number];
    let mut conditions = entered.context.clone();
    let mut values = entered.entry.clone();
    'iterations: for _ in 0..ITERATIONS {
        let mut becomes: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        for (variable, &value) in entered.variables.iter().zip(&values) {
            becomes.extend(store.free_vars(variable.symbol).first().map(|&symbol| (symbol, value)));
        }
        let is_own = |step: &&Step| step.source == number && step.target == number;
        let own = system.steps.iter().filter(is_own);
        for step in own.clone().skip(first).chain(own.take(first)) {
            let mut becomes = becomes.clone();
            for &local in &step.locals {
                let fresh = store.fresh_var("local", store.sort(local));
                becomes.extend(store.free_vars(local).first().map(|&symbol| (symbol, fresh)));
            }
            let more = store.substitute_all(&step.conditions, &becomes);
            if matches!(solver.check(&conditions, store.and(&more)).into_model(), Ok(Some(_))) {
                conditions.extend(more);
                values = store.substitute_all(&step.values, &becomes);
                continue 'iterations;
            }
        }
        break;
    }
    conditions
}

/// The clauses for one input: what is read before the first loop has its numbers, and the rest is zero or anything.
fn fixed(store: &TermStore, clauses: &Clauses, candidate: &Candidate, zeros: bool) -> HornSystem {
    let mut system = clauses.system.clone();
    let inputs = &clauses.inputs[candidate.root];
    let numbers = numbers(store, inputs, &candidate.input);
    let read: Vec<TermId> = inputs.iter().flat_map(|input| input.bytes.iter().copied()).collect();
    let read: BTreeMap<SymbolId, ()> =
        store.free_vars_of(&read).into_iter().map(|symbol| (symbol, ())).collect();
    let zero = |locals: &[TermId]| -> Vec<TermId> {
        let later = |local: &&TermId| {
            zeros && store.free_vars(**local).iter().all(|symbol| !read.contains_key(symbol))
        };
        let is_zero = |&local: &TermId| match store.sort(local) {
            lariat_term::Sort::BitVec(width) => Some(store.eq(local, store.bv_const(width, 0))),
            _ => None,
        };
        locals.iter().filter(later).filter_map(is_zero).collect()
    };
    for entered in &mut system.loops {
        entered.context.splice(0..0, numbers.iter().copied());
        if entered.source.is_some() {
            entered.known += numbers.len();
            entered.context.extend(zero(&entered.locals));
        }
    }
    for step in &mut system.steps {
        step.conditions.extend(zero(&step.locals));
    }
    for goal in &mut system.goals {
        if goal.source.is_none() {
            goal.conditions.extend(&numbers);
        } else {
            goal.conditions.extend(zero(&goal.locals));
        }
    }
    system
}
