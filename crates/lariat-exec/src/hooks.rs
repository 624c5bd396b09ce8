//! Where techniques plug in. Each hook point is a small trait; the executor calls whatever is registered and does not know
//! what it is.
//!
//! | hook point | trait |
//! | --- | --- |
//! | at a branch, before the solver is asked | [`BranchHook::can_hold`] |
//! | at a loop head, at a merge point, at a function's start | [`BlockHook`] |
//! | when a path proves infeasible | [`BranchHook::proved_infeasible`] |
//! | when a state ends | [`EndHook`] |
//!
//! A block hook sees the whole state: registers and memory as terms ([`State::register_term`], [`State::content`]), the path
//! condition and its model. It may replace the state by successors with more conditions and other contents that go on at
//! this block, another one, or along an edge ([`Successor`]); what it invents on the way it says in [`State::approximations`]. What it
//! wants to remember about a state travels with it ([`State::note`]).
//!
//! Unused hooks cost nothing. Which blocks are watched is asked once, when the program is decoded, and becomes a mark at the edges that
//! lead there; the interpreter reads it with the edge. So a hook that watches nothing leaves the decoded program as it is, bit for bit,
//! which a test checks, and with the same operations the interpreter executes the same machine instructions. The other points
//! lie on ways that ask the solver or end a state. `bench/klee/README.md` says how to count instructions.

use std::sync::Arc;

use lariat_program::{BlockId, FunctionId};
use lariat_solver::{Solver, UnknownReason};
use lariat_term::{Evaluator, Model, Sort, TermId, TermStore};

use crate::bug::EndReason;
use crate::code::Watched;
use crate::coverage::Coverage;
use crate::machine::Machine;
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
    /// The executor goes on with the state, changed or not.
    GoOn,
    /// These states take its place. Together they must do all that it does, or say in [`State::approximations`] that they do more or less.
    Replace(Vec<Successor>),
    /// The state waits with the hook, which gives it back later or covers it in another way.
    Taken,
    /// Nothing the state does from here on matters for what the run is to answer, for instance because it cannot get to the
    /// target: it ends, and the answer is complete without it.
    Prune,
}

/// A state that takes the place of another one.
pub struct Successor {
    /// The state. Its model must be one of its path condition, and `covered_new` says whether it covers what the state it comes from
    /// has not covered; [`HookContext::successor`] makes such states.
    pub state: State,
    /// What holds in it beyond what held in the state it comes from.
    pub condition: TermId,
    /// Where it goes on.
    pub goes: Goes,
}

/// Where a state goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goes {
    /// At the first instruction of the watched block, without being offered to hooks again on this visit. So an unrolling goes on.
    On,
    /// At the first instruction of a block of the same function; its phis are as the registers have them.
    To(BlockId),
    /// Nowhere: it goes round and round for ever, and nothing new happens. It ends as [endless](EndReason::Endless).
    Nowhere,
    /// Along the edge to this successor of a block, as if that block's terminator had just chosen it: phis are assigned from the
    /// registers, and hooks that watch the target are asked. So a loop is left.
    Along {
        /// The block whose terminator it is.
        from: BlockId,
        /// Which of the terminator's successors.
        successor: usize,
    },
}

/// What a hook has to work with.
pub struct HookContext<'a> {
    /// The program and what all states share.
    pub machine: &'a Machine,
    /// What was covered, to be told of code that a summarised loop executes.
    pub coverage: &'a Coverage,
    /// The solver of the worker that runs the state.
    pub solver: &'a mut Solver,
}

impl HookContext<'_> {
    /// The terms of the run.
    pub fn store(&self) -> &TermStore {
        &self.machine.store
    }

    /// A new variable that nobody else has: a counter of sort `Int`, an arbitrary bit-vector, an arbitrary array.
    pub fn fresh(&self, name: &str, sort: Sort) -> TermId {
        self.machine.store.fresh_var(name, sort)
    }

    /// Whether a condition can hold in a state: a model of path and condition, if it can.
    pub fn feasible(
        &mut self,
        state: &State,
        condition: TermId,
    ) -> Result<Option<Arc<Model>>, UnknownReason> {
        let store = &self.machine.store;
        match store.as_bool(condition) {
            Some(true) => return Ok(Some(Arc::clone(&state.model))),
            Some(false) => return Ok(None),
            None => {}
        }
        if Evaluator::new(Arc::clone(&state.model)).eval_bool(store, condition) == Ok(true) {
            return Ok(Some(Arc::clone(&state.model)));
        }
        self.solver.check_extending(&state.path, condition, &state.model).into_model()
    }

    /// A copy of a state under one more condition, with a model of both; none if the condition cannot hold there.
    pub fn successor(
        &mut self,
        state: &State,
        condition: TermId,
        goes: Goes,
    ) -> Result<Option<Successor>, UnknownReason> {
        let Some(model) = self.feasible(state, condition)? else { return Ok(None) };
        let mut state = state.clone();
        // What the state that is replaced has covered is told when it ends, which it then does.
        state.covered_new = false;
        if self.store().as_bool(condition) != Some(true) {
            state.path.push(condition);
        }
        state.model = model;
        Ok(Some(Successor { state, condition, goes }))
    }

    /// Whether a state may be [pruned](AtBlock::Prune): whether a condition that every way from here to the target needs cannot hold.
    /// A question the solver leaves open is a no.
    pub fn rules_out(&mut self, state: &State, necessary: TermId) -> bool {
        matches!(self.feasible(state, necessary), Ok(None))
    }
}

/// Takes over at loop heads, merge points and the starts of functions.
pub trait BlockHook: Send + Sync {
    /// Whether this block is one to stop at. Asked once, before the run, and again when a state comes to a watched block.
    fn watches(&self, function: FunctionId, block: BlockId) -> bool;

    /// The state is about to execute the block's first instruction, its phis being assigned. The first block of a function is offered
    /// when the function is called; that of the function the run starts in is not.
    fn at_block(&self, state: &mut State, context: &mut HookContext<'_>) -> AtBlock;

    /// Whether the hook has to be asked at every visit of this block. Techniques that take several steps at once then leave out no visit.
    fn must_see(&self, function: FunctionId, block: BlockId) -> bool {
        self.watches(function, block)
    }

    /// Whether the hook is only asked if a state has [news](State::has_news): loops in which nothing is symbolic then run at full speed,
    /// which heads of loops would otherwise keep them from.
    fn waits_for_news(&self) -> bool {
        false
    }

    /// Whether checks that were put off are asked before the state is offered, so that what it goes on with is settled.
    fn wants_checks_asked(&self, state: &State) -> bool {
        let _ = state;
        false
    }

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
    /// At blocks.
    pub block: Vec<Arc<dyn BlockHook>>,
    /// At the end of states.
    pub end: Vec<Arc<dyn EndHook>>,
}

impl Hooks {
    /// Whether any hook wants to know when this block is entered.
    pub fn watches(&self, function: FunctionId, block: BlockId) -> Watched {
        let watching = self.block.iter().filter(|hook| hook.watches(function, block));
        let kinds = watching.map(|hook| match hook.waits_for_news() {
            true => Watched::WithNews,
            false => Watched::Always,
        });
        kinds.max().unwrap_or(Watched::Never)
    }
}
