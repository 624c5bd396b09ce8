//! Running a program on one given input, at the speed of the word interpreter: whether it gets to a place, and how it ends.
//!
//! The inputs a state starts with are replaced by their numbers in registers and memory, and inputs made later are numbers from the
//! start. So nothing symbolic is left but what the input does not say: uninitialised memory and `undef`. Where that decides
//! the way, the run follows one possible choice and says that it is not exact.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use lariat_program::{BlockId, FunctionId, LocationId};
use lariat_solver::{Solver, SolverConfig};
use lariat_term::{BitVec, Evaluator, Model, Op, SymbolId, TermId, TermStore, Value as TermValue};
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use crate::bug::EndReason;
use crate::coverage::Coverage;
use crate::executor::{Executor, ExecutorConfig, Finding, Outcome, Shared};
use crate::inputs::Given;
use crate::machine::Machine;
use crate::printed::Printed;
use crate::repetition::{ComesBack, Repetition};
use crate::state::{Input, State};
use crate::test_input::TestInput;
use crate::tree::ExecutionTree;
use crate::value::Value;

/// How a run on a given input went.
#[derive(Debug)]
pub struct ConcreteRun {
    /// The target it got to; none if it got to none of them.
    pub reached: Option<(FunctionId, BlockId)>,
    /// How it ended; none if it was stopped at a target.
    pub end: Option<EndReason>,
    /// How it came back to a state, where that was looked at; it was stopped then.
    pub comes_back: Option<ComesBack>,
    /// Where in the user's code it was then.
    pub location: Option<LocationId>,
    /// Instructions executed.
    pub steps: u64,
    /// Whether every decision followed from the input alone.
    pub exact: bool,
    /// What was found on the way.
    pub findings: Vec<Finding>,
    /// What the program wrote to its standard output.
    pub output: Vec<u8>,
}

/// Runs a program on given inputs.
pub struct ConcreteRunner<'m> {
    machine: &'m Machine,
    start: State,
    targets: Vec<(FunctionId, BlockId)>,
    config: ExecutorConfig,
    coverage: Coverage,
    solver: Option<Solver>,
}

/// Instructions between two looks at whether a target was reached.
const SLICE: u64 = 100_000;

/// Most decisions that the input does not say anything about; with more of them each takes longer.
const MOST_OPEN: usize = 2000;

/// Longest run unless the caller says otherwise.
const MOST_STEPS: u64 = 100_000_000;

impl<'m> ConcreteRunner<'m> {
    /// Runs from a state that no symbolic decision has been made in, such as the one a search starts with, until one of the
    /// targets is reached. Checks and limits are those of the configuration.
    pub fn new(
        machine: &'m Machine,
        start: State,
        targets: Vec<(FunctionId, BlockId)>,
        config: ExecutorConfig,
    ) -> ConcreteRunner<'m> {
        let max_steps = config.max_steps.min(MOST_STEPS);
        ConcreteRunner {
            machine,
            start,
            targets,
            config: ExecutorConfig { offer_to_hooks: false, max_steps, ..config },
            coverage: Coverage::new(&machine.program),
            solver: None,
        }
    }

    /// What the last run executed.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Runs on a test; what it does not have is zero.
    pub fn run_test(&mut self, test: &TestInput, stop: &AtomicBool) -> ConcreteRun {
        let model = model_of(&self.machine.store, &self.start.inputs, test);
        self.run(Arc::new(model), Given::Test(test.into()), None, stop)
    }

    /// The same, and the run stops when it comes back to a state that it has been in. That takes several times as long.
    pub fn run_in_circles(&mut self, test: &TestInput, stop: &AtomicBool) -> ConcreteRun {
        let model = model_of(&self.machine.store, &self.start.inputs, test);
        let repetition = Some(Repetition::default());
        self.run(Arc::new(model), Given::Test(test.into()), repetition, stop)
    }

    /// Runs on what a model has for the input variables; what it leaves open is zero.
    pub fn run_model(&mut self, model: &Arc<Model>, stop: &AtomicBool) -> ConcreteRun {
        self.run(Arc::clone(model), Given::Model(Arc::clone(model)), None, stop)
    }

    fn run(
        &mut self,
        model: Arc<Model>,
        given: Given,
        mut repetition: Option<Repetition>,
        stop: &AtomicBool,
    ) -> ConcreteRun {
        let machine = self.machine;
        let store = &machine.store;
        let mut evaluator = Evaluator::new(model);
        let mut state = self.start.clone();
        let assumed = state.path.iter().all(|term| evaluator.eval_bool(store, *term) == Ok(true));
        state.path.clear();
        state.model = Arc::default();
        state.given = Some(Arc::new(given));
        let mut left_open = concretise(machine, &mut state, &mut evaluator);
        self.coverage.clear();
        self.coverage.enter(state.frame.function, state.block);
        let (ids, reported) = (AtomicU64::new(1), Mutex::new(FxHashSet::default()));
        let tree = Mutex::new(ExecutionTree::new(false));
        let shared = Shared {
            machine,
            coverage: &self.coverage,
            stop,
            ids: &ids,
            reported: &reported,
            tree: &tree,
        };
        let solver = self
            .solver
            .take()
            .unwrap_or_else(|| Solver::new(Arc::clone(store), SolverConfig::default()));
        let config = ExecutorConfig { keep_printed: true, ..self.config.clone() };
        let mut executor = Executor::new(&shared, solver, config);
        let mut end = (!assumed).then_some(EndReason::AssumptionFailed);
        let mut reached = None;
        let mut comes_back = None;
        let fuel = if repetition.is_some() { 1 } else { SLICE };
        while end.is_none() {
            let outcome = executor.run(&mut state, fuel);
            left_open |= !executor.forks.is_empty();
            executor.forks.clear();
            executor.ended.clear();
            let met =
                |target: &&(FunctionId, BlockId)| self.coverage.is_covered(target.0, target.1);
            reached = self.targets.iter().find(met).copied();
            match outcome {
                Outcome::Ended(reason) => end = Some(reason),
                _ if state.path.len() > MOST_OPEN => end = Some(EndReason::StepLimit),
                _ if reached.is_some() => break,
                Outcome::Forked | Outcome::OutOfFuel => {}
                Outcome::Taken => end = Some(EndReason::Covered),
            }
            if let Some(repetition) = repetition.as_mut().filter(|_| end.is_none()) {
                comes_back = repetition.look(&state);
                if comes_back.is_some() {
                    break;
                }
            }
        }
        let exact = !left_open && state.path.is_empty() && executor.undecided.is_empty();
        let findings = std::mem::take(&mut executor.findings);
        let output = state.printed.under(store, &state.model, Printed::STANDARD_OUTPUT);
        let steps = executor.steps;
        let location = executor.location(executor.site(&state));
        self.solver = Some(executor.solver);
        ConcreteRun { reached, end, comes_back, location, steps, exact, findings, output }
    }
}

/// Replaces every term in a state by its number; whether one could not be.
fn concretise(machine: &Machine, state: &mut State, evaluator: &mut Evaluator) -> bool {
    let store = &machine.store;
    let mut left_open = false;
    let mut number = |term: TermId| {
        let value = evaluator.eval(store, term).ok();
        left_open |= value.is_none();
        value
    };
    for register in &mut state.frame.registers {
        concretise_value(register, &mut number);
    }
    for frame in &mut state.callers {
        if frame.registers.iter().any(Value::is_symbolic) {
            let frame = Arc::make_mut(frame);
            frame.registers.iter_mut().for_each(|value| concretise_value(value, &mut number));
        }
    }
    let handles: Vec<_> = state
        .memory
        .handles()
        .filter(|(_, object)| object.bytes.has_terms() || object.symbolic_size.is_some())
        .map(|(handle, _)| handle)
        .collect();
    for handle in handles {
        let Some(object) = state.memory.get_mut(handle) else { continue };
        object.bytes.concretise(store, machine.pointer_sort(), &mut |term| match number(term) {
            Some(TermValue::BitVec(bits)) => bits.to_u64().unwrap_or(0) as u8,
            _ => 0,
        });
        if let Some(size) = object.symbolic_size
            && let Some(TermValue::BitVec(bits)) = number(size)
        {
            object.symbolic_size = Some(store.bv_value(&bits));
        }
    }
    left_open
}

fn concretise_value(value: &mut Value, number: &mut impl FnMut(TermId) -> Option<TermValue>) {
    match value {
        Value::Term(term) => match number(*term) {
            Some(TermValue::BitVec(bits)) => *value = Value::concrete(&bits),
            Some(TermValue::Bool(truth)) => *value = Value::Word(u64::from(truth)),
            _ => {}
        },
        Value::Many(parts) if parts.iter().any(Value::is_symbolic) => {
            Arc::make_mut(parts).iter_mut().for_each(|part| concretise_value(part, number));
        }
        _ => {}
    }
}

/// The variables behind the inputs a state has made already, as a test has them. The test's objects come in the order of the inputs.
fn model_of(store: &TermStore, inputs: &[Input], test: &TestInput) -> Model {
    // Variables are put together from their bytes: bits that no byte stands for are zero.
    let mut words: Vec<(SymbolId, Vec<u64>)> = Vec::new();
    for (input, object) in inputs.iter().zip(&test.objects) {
        for (term, byte) in input.bytes.iter().zip(&object.bytes) {
            let Some((symbol, low)) = variable_bits(store, *term, 8) else { continue };
            let place = match words.iter().position(|(known, _)| *known == symbol) {
                Some(place) => place,
                None => {
                    let width = store.symbol_sort(symbol).width();
                    words.push((symbol, vec![0; width.div_ceil(64) as usize]));
                    words.len() - 1
                }
            };
            words[place].1[low as usize / 64] |= u64::from(*byte) << (low % 64);
        }
    }
    let mut model = Model::new();
    for (symbol, words) in words {
        let width = store.symbol_sort(symbol).width();
        let value = TermValue::BitVec(BitVec::from_words(width, &words));
        model.set(store, symbol, value);
    }
    model
}

/// The variable a byte of an input is taken from, and its lowest bit there. A byte that is there only under a condition is its variable too.
fn variable_bits(store: &TermStore, term: TermId, depth: u32) -> Option<(SymbolId, u32)> {
    let (op, args) = store.view(term);
    match op {
        _ if depth == 0 => None,
        Op::Var(symbol) => Some((symbol, 0)),
        Op::Extract { lo, .. } => {
            let (symbol, from) = variable_bits(store, args[0], depth - 1)?;
            Some((symbol, from + lo))
        }
        Op::Ite => args[1..].iter().find_map(|arg| variable_bits(store, *arg, depth - 1)),
        _ => None,
    }
}
