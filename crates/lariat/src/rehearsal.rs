//! Inputs that necessary conditions give are run by the engine before anything else is done with them.

use std::sync::Arc;

use lariat_exec::{
    Assumptions, ConcreteRunner, ExecutorConfig, Hooks, Machine, State, UninitialisedInputs,
};
use lariat_program::{BlockId, FunctionId};

use crate::session::Session;

/// Instructions of a run by the engine; what takes longer is run natively.
const MOST_STEPS: u64 = 10_000_000;

/// What is needed to run inputs.
pub(crate) struct Rehearsal {
    machine: Machine,
    start: State,
    config: ExecutorConfig,
}

impl Rehearsal {
    pub(crate) fn new(
        session: &Session,
        uninitialised: UninitialisedInputs,
    ) -> anyhow::Result<Rehearsal> {
        let (program, store) = (Arc::clone(&session.program), Arc::clone(&session.store));
        let mut machine = Machine::new(program, store, Hooks::default())?;
        machine.uninitialised_inputs = uninitialised;
        let start = session.initial_state(&machine)?;
        let mut config = session.explorer_config().executor;
        config.max_steps = config.max_steps.min(MOST_STEPS);
        Ok(Rehearsal { machine, start, config })
    }

    /// Runs inputs for so many instructions.
    pub(crate) fn runner_for(&self, steps: u64) -> ConcreteRunner<'_> {
        let config = ExecutorConfig { max_steps: steps, ..self.config.clone() };
        ConcreteRunner::new(&self.machine, self.start.clone(), Vec::new(), config)
    }

    /// The same, with assumptions of its own, and it stops at a signed overflow.
    pub(crate) fn runner_without_overflow(
        &self,
        steps: u64,
        assumptions: &Assumptions,
    ) -> ConcreteRunner<'_> {
        let config = ExecutorConfig {
            max_steps: steps,
            check_overflow: true,
            goes_on_behind_overflow: false,
            assumptions: assumptions.clone(),
            ..self.config.clone()
        };
        ConcreteRunner::new(&self.machine, self.start.clone(), Vec::new(), config)
    }

    /// Runs inputs until they get to one of the blocks.
    pub(crate) fn runner(&self, blocks: Vec<(FunctionId, BlockId)>) -> ConcreteRunner<'_> {
        ConcreteRunner::new(&self.machine, self.start.clone(), blocks, self.config.clone())
    }
}
