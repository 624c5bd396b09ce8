//! What an explorer is told and what it gives: limits, ways to the goal, gaps.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use lariat_exec::{ExecutorConfig, State};
use lariat_loop::COUNTER_BITS;
use lariat_program::LocationId;
use lariat_solver::{Solver, SolverConfig};
use lariat_term::{TermId, TermStore};

use crate::unfolding::AppliedLoop;

/// What the explorer may do.
#[derive(Clone, Debug)]
pub struct ExplorerConfig {
    /// How the executor runs.
    pub executor: ExecutorConfig,
    /// How questions are answered.
    pub solver: SolverConfig,
    /// Most paths through the body of a loop.
    pub max_paths: usize,
    /// Most stops on all ways together.
    pub max_stops: usize,
    /// Instructions that may be executed without forking at the same loop, before it is summarised.
    pub peel_steps: u64,
    /// Ways that lead to a loop of which each is kept, if loops are collected.
    pub max_arrivals: usize,
    /// Whether every summary is compared with concrete executions of the loop's body.
    pub self_check: bool,
    /// Whether invariants of loops are looked for. That takes time, and is worth it where closed forms do not decide.
    pub invariants: bool,
    /// Whether loops get closed forms. Without them a walk finds the loops' bodies and the ways to the goal, and says nothing about them.
    pub closed_forms: bool,
    /// Whether loops with loops inside say less about their first and last iterations, so that what follows them is easier to decide.
    pub light: bool,
    /// Whether a walk goes on where it has left a gap.
    pub whole: bool,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Questions that come to a backend after which to give up: the same on every machine, unlike time.
    pub most_hard: Option<u64>,
    /// What the backends may do in all, in their own unit.
    pub most_effort: Option<u64>,
    /// Set from outside to give up.
    pub interrupted: Option<Arc<AtomicBool>>,
}

/// Bit by bit most conditions are decided with less work than this.
const INTEGERS_AFTER: u32 = 4_000_000;

impl Default for ExplorerConfig {
    fn default() -> Self {
        ExplorerConfig {
            // A run that overflows natively goes on, and so does this one: the condition is about what the machine does.
            executor: ExecutorConfig { check_overflow: false, ..ExecutorConfig::default() },
            solver: SolverConfig {
                time_limit: Some(std::time::Duration::from_secs(5)),
                integers_after: Some(INTEGERS_AFTER),
                ..SolverConfig::default()
            },
            max_paths: 32,
            max_stops: 5_000,
            peel_steps: 10_000,
            // Each way is analysed and shown on its own. Of the 66 loops of `tests/loops/printed.c`, 49 are told exactly as they are met with one
            // way each, 56 with two, 57 with four, and no more with eight; the time is 2.5 s in all cases.
            max_arrivals: 4,
            self_check: false,
            invariants: false,
            closed_forms: true,
            light: false,
            whole: true,
            deadline: None,
            most_hard: None,
            most_effort: None,
            interrupted: None,
        }
    }
}

/// A backbone that ends at the goal.
#[derive(Clone, Debug)]
pub struct Way {
    /// The state at the goal; its path condition is necessary to go this way, and its model is an input to try.
    pub state: State,
    /// The loops on the way.
    pub loops: Vec<AppliedLoop>,
    /// For each conjunct of the path condition about where it comes from.
    pub origins: Vec<Option<LocationId>>,
    /// How many of the state's inputs are those that a run along this way reads first. A loop that reads inputs has left out some of them,
    /// so that what is called the sixth input in the condition may be any later one.
    pub certain_inputs: usize,
}

/// A place where the explorer had to give up: whether a way to the goal leads through it is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Why.
    pub reason: String,
    /// Where.
    pub location: Option<LocationId>,
}

impl Way {
    /// Whether it may be gone with so few iterations of each loop on it, as far as its condition tells and this much work shows.
    pub fn may_take(
        &self,
        store: &TermStore,
        solver: &mut Solver,
        iterations: usize,
        effort: u32,
    ) -> bool {
        let most = store.bv_const(COUNTER_BITS, iterations as u64);
        let few = |applied: &AppliedLoop| {
            // Counters are small enough for their sum to be one, too.
            let mut counters = applied.counters.iter().copied();
            let first = counters.next().unwrap_or_else(|| store.bv_const(COUNTER_BITS, 0));
            store.bv_ule(counters.fold(first, |sum, next| store.bv_add(sum, next)), most)
        };
        let bounds: Vec<TermId> = self.loops.iter().map(few).collect();
        solver.set_effort(Some(effort));
        let result = solver.check(&self.state.path, store.and(&bounds)).into_model();
        solver.set_effort(None);
        !matches!(result, Ok(None))
    }
}
