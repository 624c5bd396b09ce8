//! The loops of a function with their bodies, for an analysis of each of them.
//!
//! The function is walked from a state to its returns as for a necessary condition, and the body of every loop met on the way is kept: with
//! the values of its variables when it is entered, and with the ways out of it. A loop within another one is met in the other's
//! generic iteration, so its entry values are those of any iteration.

use std::ops::ControlFlow;
use std::sync::Arc;

use lariat_exec::{BugKind, State};
use lariat_loop::{ExitPath, Hints, LoopBody};
use lariat_program::{BlockId, FunctionId, LocationId, Program, Terminator};
use lariat_term::TermId;

use crate::explorer::Explorer;
use crate::flow::Goal;
use crate::leaving::Leaving;
use crate::way::Gap;

/// A loop as it was met.
#[derive(Clone, Debug)]
pub struct StudiedLoop {
    /// Its function.
    pub function: FunctionId,
    /// Its header.
    pub header: BlockId,
    /// Where it is.
    pub location: Option<LocationId>,
    /// Its variables and the ways through an iteration.
    pub body: LoopBody,
    /// The ways out of it.
    pub exits: Vec<ExitPath>,
    /// Where each way out leads.
    pub exit_locations: Vec<Option<LocationId>>,
    /// What else is known of each way out.
    pub leaving: Vec<Leaving>,
    /// The variables' values when it is entered.
    pub entry: Vec<TermId>,
    /// What holds when it is entered.
    pub context: Vec<TermId>,
    /// Whether some executions end within it: in a bug, or because the program is ended. These are no exits here.
    pub ends_inside: bool,
    /// Whether there are loops within it.
    pub inner_loops: bool,
    /// What else is known about its iterations.
    pub hints: Hints,
    /// Whether ways with the same effect were made one.
    pub merged_ways: bool,
    /// The exits from this one on are no ways out but the ends of executions within the loop, which [these](StudiedLoop::bugs) are the reasons of.
    pub first_end: usize,
    /// What goes wrong within the loop, where that was looked at.
    pub bugs: Vec<StudiedBug>,
    /// Variables that are no variables of the program: how often loops within have gone round since this one was entered.
    pub inner_totals: Vec<(Option<LocationId>, usize)>,
    /// The state in which it was met.
    pub(crate) at_head: Option<Arc<State>>,
}

/// Something that goes wrong within a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudiedBug {
    /// What.
    pub kind: BugKind,
    /// Where.
    pub location: Option<LocationId>,
    /// The exits that an execution with it belongs to.
    pub exits: Vec<usize>,
}

/// The goal to walk a whole function: its returns, or where else it ends.
pub fn returns_of(program: &Program, function: FunctionId) -> Goal {
    let mut blocks = Vec::new();
    if let Some(body) = &program.functions[function].body {
        let ends = |wanted: &dyn Fn(&Terminator) -> bool| -> Vec<(FunctionId, BlockId)> {
            let all = body.blocks.iter();
            let ends = all.filter(|(_, block)| wanted(&block.terminator));
            ends.map(|(id, _)| (function, id)).collect()
        };
        blocks = ends(&|terminator| matches!(terminator, Terminator::Return(_)));
        if blocks.is_empty() {
            blocks = ends(&|terminator| terminator.successors().is_empty());
        }
    }
    Goal { blocks, ..Goal::default() }
}

impl Explorer<'_> {
    /// The loops on the ways from a state to the goal, each as often as it is met, up to a limit, and what could not be followed.
    pub fn loops_on_the_way(&mut self, initial: State) -> (Vec<StudiedLoop>, Vec<Gap>) {
        self.studied = Some(Vec::new());
        let gaps = self.explore(initial, &mut |_, _| ControlFlow::Continue(()));
        (self.studied.take().unwrap_or_default(), gaps)
    }
}
