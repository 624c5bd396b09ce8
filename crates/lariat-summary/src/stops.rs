//! Stops states at the blocks where the explorer has something to decide.

use lariat_exec::{AtBlock, BlockHook, HookContext, State};
use lariat_program::{BlockId, FunctionId};
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

/// Takes every state that enters one of its blocks.
pub(crate) struct Stops {
    blocks: FxHashSet<(FunctionId, BlockId)>,
    stopped: Mutex<Vec<State>>,
}

impl Stops {
    pub(crate) fn new(blocks: FxHashSet<(FunctionId, BlockId)>) -> Stops {
        Stops { blocks, stopped: Mutex::default() }
    }

    /// The states that were stopped since they were last taken, in the order in which they came.
    pub(crate) fn take(&self) -> Vec<State> {
        std::mem::take(&mut *self.stopped.lock())
    }
}

impl BlockHook for Stops {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.blocks.contains(&(function, block))
    }

    fn at_block(&self, state: &mut State, _: &mut HookContext<'_>) -> AtBlock {
        self.stopped.lock().push(state.clone());
        AtBlock::Taken
    }
}
