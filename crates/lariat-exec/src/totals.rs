//! What a run did, and why its answer may not be the whole one.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use lariat_solver::{Layer, Statistics, UnknownReason};

use crate::bug::{EndReason, Site};
use crate::coverage::CoverageReport;
use crate::state::State;
use crate::tree::ExecutionTree;

/// Why something was left out. A run without any of these has explored everything.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Incomplete {
    /// Time was up; the count is the states left.
    Time,
    /// The work that was allowed was done; the count is the states left.
    Work,
    /// The run was stopped from outside; the count is the states left.
    Interrupted,
    /// Enough was found; the count is the states left.
    Enough,
    /// States were dropped because memory ran low.
    Memory,
    /// Paths longer than allowed.
    StepLimit,
    /// Paths with more symbolic branches than allowed.
    DepthLimit,
    /// Paths that needed more memory than the address space has, or a larger object than is allowed.
    AddressSpace,
    /// The solver did not answer a question.
    SolverUnknown {
        /// Where the question came from.
        site: Site,
        /// What the solver said.
        reason: String,
    },
    /// An instruction Lariat cannot execute.
    Unsupported {
        /// What.
        what: String,
        /// Where.
        site: Site,
    },
    /// A function without body and model was called.
    NoModel {
        /// Which.
        function: String,
    },
    /// Something was left out on the way.
    Gap {
        /// Where.
        site: Site,
        /// What.
        gap: Gap,
    },
    /// Paths on which something was left out on the way by a technique that does not say more.
    UnderApproximated,
    /// States that a technique took and did not give back.
    Kept,
}

/// What can be left out on the way of a path, so that it may accuse and not prove.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// Sizes of an allocation beyond the capacity.
    LargerSizes,
    /// Values other than the one that was picked.
    OtherValues,
    /// Ways other than the one taken while the program had forking switched off.
    NotForked,
    /// What a function does that has no body and no model: its result and the memory behind its arguments are arbitrary.
    UnknownEffects {
        /// Which.
        function: String,
    },
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::LargerSizes => f.write_str("sizes above the capacity were left out"),
            Gap::OtherValues => f.write_str("values other than the one picked were left out"),
            Gap::NotForked => {
                f.write_str("the program switched forking off, and other ways were left out")
            }
            Gap::UnknownEffects { function } => {
                write!(f, "{function} has no body and no model, and was taken to do anything")
            }
        }
    }
}

impl Incomplete {
    /// The stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Incomplete::Time => "time",
            Incomplete::Work => "work",
            Incomplete::Interrupted => "interrupted",
            Incomplete::Enough => "enough",
            Incomplete::Memory => "memory",
            Incomplete::StepLimit => "step-limit",
            Incomplete::DepthLimit => "depth-limit",
            Incomplete::AddressSpace => "address-space",
            Incomplete::SolverUnknown { .. } => "solver-unknown",
            Incomplete::Unsupported { .. } => "unsupported",
            Incomplete::NoModel { .. } => "no-model",
            Incomplete::Gap { .. } => "gap",
            Incomplete::UnderApproximated => "under-approximated",
            Incomplete::Kept => "kept",
        }
    }

    /// Why a state that ended so was not followed to its end; none if it was.
    pub fn of_end(state: &State, reason: &EndReason) -> Option<Incomplete> {
        let here = Site { function: state.frame.function, pc: state.frame.pc };
        Some(match reason {
            EndReason::Exit(_)
            | EndReason::SilentExit
            | EndReason::Bug(_)
            | EndReason::AssumptionFailed
            | EndReason::Endless
            | EndReason::Covered
            | EndReason::Pruned => {
                return state.approximations.under.then_some(Incomplete::UnderApproximated);
            }
            EndReason::Unsupported { what, site } => {
                Incomplete::Unsupported { what: what.clone(), site: *site }
            }
            EndReason::NoModel { function, .. } => {
                Incomplete::NoModel { function: function.clone() }
            }
            EndReason::SolverUnknown(reason) => {
                Incomplete::SolverUnknown { site: here, reason: reason.to_string() }
            }
            EndReason::StepLimit => Incomplete::StepLimit,
            EndReason::DepthLimit => Incomplete::DepthLimit,
            EndReason::MemoryLimit => Incomplete::Memory,
            EndReason::AddressSpace => Incomplete::AddressSpace,
            EndReason::Stopped => Incomplete::Interrupted,
        })
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Incomplete::Time => f.write_str("the time was up"),
            Incomplete::Work => f.write_str("the limit of work was reached"),
            Incomplete::Interrupted => f.write_str("the run was interrupted"),
            Incomplete::Enough => f.write_str("enough was found"),
            Incomplete::Memory => f.write_str("memory ran low"),
            Incomplete::StepLimit => f.write_str("the limit of steps on a path was reached"),
            Incomplete::DepthLimit => f.write_str("the limit of branches on a path was reached"),
            Incomplete::AddressSpace => f.write_str("the address space was full"),
            Incomplete::SolverUnknown { reason, .. } => {
                write!(f, "the solver did not decide a question: {reason}")
            }
            Incomplete::Unsupported { what, .. } => write!(f, "{what} is not supported"),
            Incomplete::NoModel { function } => write!(f, "{function} has no body and no model"),
            Incomplete::Gap { gap, .. } => gap.fmt(f),
            Incomplete::UnderApproximated => {
                f.write_str("cases beyond a bound were left out on the way")
            }
            Incomplete::Kept => f.write_str("a technique put states aside and did not go on"),
        }
    }
}

/// What a run did.
#[derive(Debug)]
pub struct Totals {
    /// States that ended by themselves.
    pub paths: u64,
    /// Instructions executed.
    pub steps: u64,
    /// Times a state split.
    pub forks: u64,
    /// States still there when the run stopped.
    pub left: usize,
    /// States dropped for lack of memory.
    pub dropped: u64,
    /// States that were proved to run for ever.
    pub endless: u64,
    /// States a technique ended because nothing from there on mattered.
    pub pruned: u64,
    /// Branches and checks the solver did not decide.
    pub undecided: u64,
    /// Paths that ended at a bug, or went on without the inputs that show it, where a run could go on in some way.
    pub behind_bugs: u64,
    /// Whether the states that were looked at have inputs with few values together, all of them.
    pub few_inputs: Option<bool>,
    /// The largest number of states at once.
    pub most_states: usize,
    /// Bytes of the states left, and of what chooses among them, without what they share.
    pub state_bytes: usize,
    /// Whether everything was explored: nothing is in [`Totals::incomplete`].
    pub complete: bool,
    /// Why it was not, and how often each.
    pub incomplete: BTreeMap<Incomplete, u64>,
    /// What was executed of the functions that count.
    pub coverage: CoverageReport,
    /// The execution tree.
    pub tree: ExecutionTree,
    /// The solvers' numbers.
    pub solver: Statistics,
    /// Time it took.
    pub time: Duration,
    /// Time the workers ran states, solvers included, added up.
    pub busy: Duration,
}

impl Totals {
    pub(crate) fn new(keep_tree: bool) -> Totals {
        Totals {
            paths: 0,
            steps: 0,
            forks: 0,
            left: 0,
            dropped: 0,
            pruned: 0,
            endless: 0,
            undecided: 0,
            behind_bugs: 0,
            few_inputs: None,
            most_states: 1,
            state_bytes: 0,
            complete: false,
            incomplete: BTreeMap::new(),
            coverage: CoverageReport::default(),
            tree: ExecutionTree::new(keep_tree),
            solver: Statistics::default(),
            time: Duration::ZERO,
            busy: Duration::ZERO,
        }
    }

    /// The numbers of a run that did not come to its end.
    pub fn unfinished(reason: Incomplete, left: usize) -> Totals {
        let mut totals = Totals::new(false);
        totals.left = left;
        totals.add(reason, left.max(1) as u64);
        totals
    }

    /// Another reason is the better one.
    pub fn blame(&mut self, reason: &Incomplete, better: Incomplete) {
        if let Some(count) = self.incomplete.remove(reason) {
            self.add(better, count);
        }
    }

    /// Queries that came to a backend.
    pub fn backend_queries(&self) -> u64 {
        self.solver[Layer::Backend].asked + self.solver[Layer::Race].asked
    }

    /// Adds a worker's numbers.
    pub(crate) fn absorb(&mut self, other: Totals) {
        self.paths += other.paths;
        self.steps += other.steps;
        self.forks += other.forks;
        self.left += other.left;
        self.dropped += other.dropped;
        self.pruned += other.pruned;
        self.endless += other.endless;
        self.undecided += other.undecided;
        self.behind_bugs += other.behind_bugs;
        self.add_inputs(other.few_inputs);
        self.state_bytes += other.state_bytes;
        self.busy += other.busy;
        self.solver.merge(&other.solver);
        for (reason, count) in other.incomplete {
            self.add(reason, count);
        }
    }

    /// Notes whether the inputs of a state have few values together; nothing if it has none.
    pub(crate) fn add_inputs(&mut self, few: Option<bool>) {
        if let Some(few) = few {
            self.few_inputs = Some(few && self.few_inputs != Some(false));
        }
    }

    pub(crate) fn add(&mut self, reason: Incomplete, count: u64) {
        *self.incomplete.entry(reason).or_default() += count;
    }

    /// What was left out on the way.
    pub(crate) fn add_gaps(&mut self, gaps: Vec<(Site, Gap)>) {
        for (site, gap) in gaps {
            self.add(Incomplete::Gap { site, gap }, 1);
        }
    }

    /// At the end: a reason that says nothing is kept only if there is no better one.
    pub(crate) fn drop_vague_reason(&mut self) {
        if self.incomplete.len() > 1 {
            self.incomplete.remove(&Incomplete::UnderApproximated);
        }
    }

    /// Questions the solver left open. One that was cancelled is a consequence of stopping.
    pub(crate) fn add_undecided(&mut self, questions: Vec<(Site, UnknownReason)>) {
        for (site, reason) in questions {
            if reason != UnknownReason::Cancelled {
                self.undecided += 1;
                self.add(Incomplete::SolverUnknown { site, reason: reason.to_string() }, 1);
            }
        }
    }
}
