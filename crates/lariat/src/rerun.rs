//! What a written test executes: the engine runs it again, on numbers.
//!
//! A state's own path says what its test does. That is not so where a technique put the state behind a loop at once, or where an
//! input was found for the side of a condition only, and all that follows is up to the program.

use std::sync::OnceLock;

use lariat_exec::{
    ConcreteRunner, EndReason, Executed, ExecutorConfig, Hooks, Machine, State, TestInput,
};

use crate::session::Session;

/// Instructions of such a run.
const MOST_STEPS: u64 = 20_000_000;

/// Runs tests again.
pub(crate) struct Reruns<'a> {
    session: &'a Session,
    /// Made when the first test is run; none if that is not possible.
    ground: OnceLock<Option<(Machine, State)>>,
}

impl<'a> Reruns<'a> {
    pub(crate) fn new(session: &'a Session) -> Reruns<'a> {
        Reruns { session, ground: OnceLock::new() }
    }

    /// What a test executes; none if that cannot be told, for instance because it runs for too long.
    pub(crate) fn executed(&self, input: &TestInput) -> Option<Executed> {
        let ground = self.ground.get_or_init(|| {
            let session = self.session;
            let (program, store) = (session.program.clone(), session.store.clone());
            let machine = Machine::new(program, store, Hooks::default()).ok()?;
            let start = session.initial_state(&machine).ok()?;
            Some((machine, start))
        });
        let (machine, start) = ground.as_ref()?;
        let config = self.session.executor_config();
        let config = ExecutorConfig { max_steps: config.max_steps.min(MOST_STEPS), ..config };
        let mut runner = ConcreteRunner::new(machine, start.clone(), Vec::new(), config);
        let run = runner.run_test(input, &self.session.interrupted());
        let cut_off = matches!(run.end, None | Some(EndReason::StepLimit | EndReason::Stopped));
        (!cut_off && run.exact).then(|| runner.coverage().executed())
    }
}
