//! Whether a run on given inputs comes back to a state that it has been in.
//!
//! What a state does next depends on nothing but the state, if its numbers are known and no input is read. So a run that is in the same state a second time goes
//! round for ever. Inputs that a loop reads behind the end of the test are all zero: where the test has no more, one that is read is like the other.
//!
//! The state is the whole of it: registers, callers, memory. Only where the next object will be does not count, because each of them gets a place of its own. A
//! program may look at addresses; whoever asks has to make sure that it does not ([`Assumption::Addresses`](crate::Assumption)).
//!
//! Brent's algorithm finds it: the state is compared with the one that the run was in after the last power of two of instructions.

use std::sync::Arc;

use crate::inputs::Given;
use crate::state::{Frame, State};

/// How a run came back to a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComesBack {
    /// It reads no inputs in between.
    WithoutInputs,
    /// It reads inputs in between, and each of them is zero.
    WithZeros,
}

/// Compares the states that a run goes through.
#[derive(Default)]
pub(crate) struct Repetition {
    earlier: Option<Box<State>>,
    looks: u64,
}

impl Repetition {
    /// Looks at the next state of the run.
    pub(crate) fn look(&mut self, state: &State) -> Option<ComesBack> {
        let found = self.earlier.as_ref().and_then(|earlier| comes_back(earlier, state));
        self.looks += 1;
        if self.looks.is_power_of_two() {
            self.earlier = Some(Box::new(state.clone()));
        }
        found
    }
}

fn comes_back(earlier: &State, now: &State) -> Option<ComesBack> {
    let is_same = earlier.block == now.block
        && earlier.came_from == now.came_from
        && earlier.callers.len() == now.callers.len()
        && is_same_frame(&earlier.frame, &now.frame)
        && earlier.path.is_empty()
        && now.path.is_empty()
        && earlier.pending.is_empty()
        && now.pending.is_empty()
        && earlier.inputs_in_memory == now.inputs_in_memory
        && earlier.named_by_copies == now.named_by_copies
        && earlier.allocations == now.allocations
        && earlier.stays_whole == now.stays_whole
        && earlier
            .callers
            .iter()
            .zip(&now.callers)
            .all(|(earlier, now)| Arc::ptr_eq(earlier, now) || is_same_frame(earlier, now))
        && earlier.memory.has_same_content(&now.memory);
    if !is_same {
        return None;
    }
    match (earlier.inputs.len() == now.inputs.len(), earlier.given.as_deref()) {
        (true, _) => Some(ComesBack::WithoutInputs),
        (false, Some(Given::Test(test))) if test.is_used_up(earlier) => Some(ComesBack::WithZeros),
        _ => None,
    }
}

fn is_same_frame(earlier: &Frame, now: &Frame) -> bool {
    let same_arguments = match (&earlier.variable_args, &now.variable_args) {
        (None, None) => true,
        (Some(earlier), Some(now)) => Arc::ptr_eq(earlier, now),
        _ => false,
    };
    same_arguments
        && earlier.pc == now.pc
        && earlier.function == now.function
        && earlier.stack_mark == now.stack_mark
        && earlier.result == now.result
        && earlier.registers == now.registers
}
