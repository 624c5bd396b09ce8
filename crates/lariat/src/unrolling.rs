//! Finds inputs by unrolling all loops on the paths to a place, a few iterations of each.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use lariat_exec::{State, TestInput, Work};
use lariat_solver::CancelToken;
use lariat_summary::{
    Explorer, ExplorerConfig, Gap, Ground, Unrolled, Unrolling, Way, nesting, unrolled,
};

/// How many iterations of each loop are tried.
const ITERATIONS: [usize; 8] = [3, 6, 10, 16, 24, 50, 100, 200];

/// Iterations to try at most in the first round: for nested loops, and for others, which more often
/// have closed forms.
const FEW_NESTED: usize = 600;
const FEW: usize = 50;

/// The most iterations of the innermost loops that are tried, in all iterations of those around them together.
const MOST_ITERATIONS: usize = 1600;

/// Factor by which a plan with equal counts for all loops counts as cheaper.
const WORTH_OF_EVEN: usize = 2;

/// The work the question about them may take, in the backend's own unit: first, and at last.
const LITTLE_EFFORT: u32 = 6_000_000;
const MOST_EFFORT: u32 = 10_000_000;

/// The work a question on the ways may take.
const EASY_TO_FOLLOW: u32 = 500_000;

/// Work after which mathematical integers are tried, too: they are better at sums of many elements.
const INTEGERS_AFTER: u32 = 500_000;

/// Limits of the walk: paths, and decisions on them.
const MOST_WAYS: usize = 48;
const MOST_STOPS: usize = 300;

/// The work a question about how many iterations are needed at least may take.
const EASY: u32 = 400_000;

/// The least number of iterations that an outermost loop needs to reach the goal, by the conditions
/// of the paths. Without gaps, these are all paths.
pub(crate) fn least_iterations(explorer: &mut Explorer<'_>, ways: &[Way], gaps: &[Gap]) -> usize {
    if !gaps.is_empty() {
        return 0;
    }
    let store = Arc::clone(explorer.store());
    let mut least = 0;
    for most in ITERATIONS {
        if ways.iter().any(|way| way.may_take(&store, explorer.solver(), most, EASY)) {
            break;
        }
        least = most + 1;
    }
    least
}

/// Looks for inputs that get to the goal with few iterations of each loop.
pub(crate) struct Unrolls<'g> {
    explorer: Explorer<'g>,
    ways: Vec<Way>,
    /// Numbers of iterations that are still to be tried, few first.
    plans: Vec<Vec<usize>>,
}

impl<'g> Unrolls<'g> {
    /// Looks for the ways to unroll.
    pub(crate) fn new(ground: &'g Ground, initial: &State, config: ExplorerConfig) -> Unrolls<'g> {
        let mut config = ExplorerConfig { closed_forms: false, max_stops: MOST_STOPS, ..config };
        config.solver.integers_after = Some(INTEGERS_AFTER);
        let most_work = config.solver.resource_limit;
        config.solver.limit_work(EASY_TO_FOLLOW);
        let mut explorer = Explorer::new(ground, config, CancelToken::new());
        let mut ways = Vec::new();
        explorer.explore(initial.clone(), &mut |_, way| {
            ways.push(way);
            if ways.len() < MOST_WAYS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        explorer.solver().set_resource_limit(most_work);
        let plans = plans(nesting(&ways));
        Unrolls { explorer, ways, plans }
    }

    /// Whether loops are inside each other. Then closed forms are hard to find, and hard to decide.
    pub(crate) fn nested(&self) -> bool {
        nesting(&self.ways) > 1
    }

    /// The work so far.
    pub(crate) fn work(&self) -> Work {
        self.explorer.work()
    }

    /// Tries plans that little work decides. Some outermost loops are known to need at least so
    /// many iterations.
    pub(crate) fn quickly(
        &mut self,
        least: usize,
        until: Option<Instant>,
        tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
    ) -> Option<TestInput> {
        self.plans.retain(|plan| plan.first().is_some_and(|outermost| *outermost >= least));
        self.explorer.set_deadline(until);
        let most = if self.nested() { FEW_NESTED } else { FEW };
        // Stop at the first undecided question.
        while let Some(plan) = self.plans.first().cloned()
            && size(&plan) <= most
            && !self.explorer.is_late()
        {
            match self.unroll(&plan, LITTLE_EFFORT, tries) {
                Unrolled::Input(input, _) => return Some(input),
                // Fewer iterations do not help either.
                Unrolled::None => self.plans.retain(|other| !is_within(other, &plan)),
                Unrolled::Open => break,
            }
        }
        None
    }

    /// Tries what is left, until some time.
    pub(crate) fn thoroughly(
        mut self,
        until: Option<Instant>,
        tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
    ) -> Option<TestInput> {
        self.explorer.set_deadline(until);
        while !self.plans.is_empty() && !self.explorer.is_late() {
            let plan = self.plans.remove(0);
            match self.unroll(&plan, MOST_EFFORT, tries) {
                Unrolled::Input(input, _) => return Some(input),
                Unrolled::None => self.plans.retain(|other| !is_within(other, &plan)),
                Unrolled::Open => {}
            }
        }
        None
    }

    /// Tries one plan. Returns an input that reaches the goal.
    fn unroll(
        &mut self,
        plan: &[usize],
        effort: u32,
        tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
    ) -> Unrolled {
        let store = Arc::clone(self.explorer.store());
        let unrolling = Unrolling { iterations: plan.to_vec(), effort };
        match unrolled(&self.ways, &store, self.explorer.solver(), &unrolling) {
            // The input failed; more effort on this plan will not help.
            Unrolled::Input(input, way) if !tries(&input, &self.ways[way]) => Unrolled::None,
            found => found,
        }
    }
}

/// Whether a plan has no more iterations of any loop than another one.
fn is_within(plan: &[usize], other: &[usize]) -> bool {
    plan.iter().zip(other).all(|(own, most)| own <= most)
}

/// Iterations of the innermost loops, all together.
fn size(plan: &[usize]) -> usize {
    plan.iter().product()
}

/// A rough cost of a plan. Plans with equal counts for all loops count as cheaper, because they
/// settle all plans with smaller counts.
fn cost(plan: &[usize]) -> (usize, bool) {
    let even = plan.len() > 1 && plan.windows(2).all(|pair| pair[0] == pair[1]);
    (if even { size(plan) / WORTH_OF_EVEN } else { size(plan) }, !even)
}

/// Numbers of iterations for loops nested so deep, few first.
fn plans(depth: usize) -> Vec<Vec<usize>> {
    let mut plans: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..depth {
        let longer = |plan: Vec<usize>| {
            ITERATIONS.map(|most| plan.iter().copied().chain([most]).collect::<Vec<_>>())
        };
        plans = plans.into_iter().flat_map(longer).collect();
        plans.retain(|plan| size(plan) <= MOST_ITERATIONS);
    }
    plans.sort_by_key(|plan| cost(plan));
    plans
}
