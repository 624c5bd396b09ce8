//! Inputs that are found by unrolling all loops on the ways to a place, a few iterations of each.

use std::ops::ControlFlow;
use std::sync::Arc;

use lariat_exec::{State, TestInput};
use lariat_solver::CancelToken;
use lariat_summary::{
    Explorer, ExplorerConfig, Gap, Ground, Unrolled, Unrolling, Way, nesting, unrolled,
};

/// How many iterations of each loop are tried.
const ITERATIONS: [usize; 5] = [3, 8, 20, 50, 150];

/// The most iterations of the innermost loops that are tried, in all iterations of those around them together.
const MOST_ITERATIONS: usize = 1600;

/// The work the question about them may take, in the backend's own unit.
const EFFORT: u32 = 5_000_000;

/// After so much of it mathematical integers are tried, too: sums of many elements are easier for them.
const INTEGERS_AFTER: u32 = 500_000;

/// Ways that are looked for, and places to decide something on them.
const MOST_WAYS: usize = 48;
const MOST_STOPS: usize = 600;

/// The work a question about how many are needed at least may take.
const EASY: u32 = 400_000;

/// How many iterations of a loop that is inside no other one it takes to get to the goal, as far as the conditions of the ways tell: unless
/// there are gaps, these are all ways there are.
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

/// Looks for an input that gets to the goal with few iterations of each loop, but no fewer of some of the outermost ones than the least number that is needed.
pub(crate) fn by_unrolling(
    ground: &Ground,
    initial: &State,
    config: ExplorerConfig,
    least: usize,
    tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
) -> Option<TestInput> {
    if least > ITERATIONS[ITERATIONS.len() - 1] {
        return None;
    }
    let mut config = ExplorerConfig { closed_forms: false, max_stops: MOST_STOPS, ..config };
    config.solver.integers_after = Some(INTEGERS_AFTER);
    let mut explorer = Explorer::new(ground, config, CancelToken::new());
    let mut ways = Vec::new();
    explorer.explore(initial.clone(), &mut |_, way| {
        ways.push(way);
        if ways.len() < MOST_WAYS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    tracing::debug!("{} ways to unroll", ways.len());
    let store = Arc::clone(explorer.store());
    let mut plans = plans(nesting(&ways));
    plans.retain(|plan| plan.first().is_none_or(|outermost| *outermost >= least));
    for iterations in plans {
        if explorer.is_late() {
            break;
        }
        let unrolling = Unrolling { iterations, effort: EFFORT };
        let found = unrolled(&ways, &store, explorer.solver(), &unrolling);
        tracing::debug!("unrolled {:?} times: {found}", unrolling.iterations);
        if let Unrolled::Input(input, way) = found
            && tries(&input, &ways[way])
        {
            return Some(input);
        }
    }
    None
}

/// Numbers of iterations for loops nested so deep, few first.
fn plans(depth: usize) -> Vec<Vec<usize>> {
    let mut plans: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..depth {
        let longer = |plan: Vec<usize>| {
            ITERATIONS.map(|most| plan.iter().copied().chain([most]).collect::<Vec<_>>())
        };
        plans = plans.into_iter().flat_map(longer).collect();
    }
    let size = |plan: &Vec<usize>| plan.iter().product::<usize>();
    plans.retain(|plan| size(plan) <= MOST_ITERATIONS);
    plans.sort_by_key(size);
    plans
}
