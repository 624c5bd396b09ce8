//! Where techniques plug in. Each hook point is a small trait; the executor calls whatever is registered and does not know
//! what it is.
//!
//! | hook point | trait |
//! | --- | --- |
//! | at a branch, before the solver is asked | [`BranchHook::can_hold`] |
//! | at a loop head, at a merge point | [`BlockHook`] |
//! | when a path proves infeasible | [`BranchHook::proved_infeasible`] |
//! | when a state ends | [`EndHook`] |
//!
//! Unused hooks cost nothing. Which blocks are watched is asked once, when the program is decoded, and becomes a mark at the edges that
//! lead there; the interpreter reads it with the edge. So a hook that watches nothing leaves the decoded program as it is, bit for bit,
//! which a test checks, and with the same operations the interpreter executes the same machine instructions. The other points
//! lie on ways that ask the solver or end a state. `bench/klee/README.md` says how to count instructions.

use std::sync::Arc;

use lariat_program::{BlockId, FunctionId};
use lariat_solver::Solver;
use lariat_term::TermId;

use crate::bug::EndReason;
use crate::state::State;

/// Decides a branch before the solver is asked.
pub trait BranchHook: Send + Sync {
    /// Whether the condition can hold in this state; `None` if the hook does not know. A wrong answer makes wrong verdicts.
    fn can_hold(&self, state: &State, condition: TermId) -> Option<bool>;

    /// Told when the solver has proved that the condition cannot hold in this state.
    fn proved_infeasible(&self, state: &State, condition: TermId);
}

/// What becomes of a state at a block somebody watches.
pub enum AtBlock {
    /// The executor goes on with the state.
    GoOn,
    /// These states take its place; together they behave exactly as it.
    Replace(Vec<State>),
    /// The state waits with the hook, which gives it back later or covers it in another way.
    Taken,
}

/// Takes over at loop heads and merge points.
pub trait BlockHook: Send + Sync {
    /// Whether this block is one to stop at. Asked once, before the run.
    fn watches(&self, function: FunctionId, block: BlockId) -> bool;

    /// The state is about to execute the block's first instruction, its phis being assigned.
    fn at_block(&self, state: &mut State, solver: &mut Solver) -> AtBlock;

    /// Gives back states that were taken and shall go on. Called when no worker has anything else to run; the run is over
    /// when every hook gives back nothing.
    fn release(&self) -> Vec<State> {
        Vec::new()
    }

    /// Number of states that were taken and not given back, nor covered in another way: the run has left them out.
    fn kept(&self) -> usize {
        0
    }
}

/// Told when a state ends.
pub trait EndHook: Send + Sync {
    /// The state and why it ended.
    fn state_ended(&self, state: &State, reason: &EndReason);
}

/// All registered hooks.
#[derive(Clone, Default)]
pub struct Hooks {
    /// At branches.
    pub branch: Vec<Arc<dyn BranchHook>>,
    /// At loop heads and merge points.
    pub block: Vec<Arc<dyn BlockHook>>,
    /// At the end of states.
    pub end: Vec<Arc<dyn EndHook>>,
}

impl Hooks {
    /// Whether any hook wants to know when this block is entered.
    pub fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.block.iter().any(|hook| hook.watches(function, block))
    }
}
