//! `lariat test` when the search does not get on: code that it left uncovered is aimed at with necessary conditions.
//!
//! "When a tool detects difficulties to cover a particular program location" (section 5 of the paper) is here: the search has used up its share of the
//! time, and there are blocks nobody has entered. Each of them is a goal: its condition proves that it cannot be reached, or gives inputs, which
//! are run by the engine. One that gets there becomes a test, and what else it covers need not be aimed at.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_exec::{ConcreteRunner, Coverage, ExecutorConfig, Hooks, Machine, Sink};
use lariat_solver::CancelToken;
use lariat_summary::{Candidates, Explorer, ExplorerConfig, Goal, Ground, Way};

use crate::collector::Collector;
use crate::session::Session;

/// What came of it.
#[derive(Default)]
pub(crate) struct Jumps {
    /// Blocks that were reached.
    pub(crate) reached: usize,
    /// Blocks that nothing reaches.
    pub(crate) unreachable: usize,
}

/// Of the time limit, the search gets all but one part in so many.
pub(crate) const SHARE: u32 = 4;

/// The time for one block.
const EACH: Duration = Duration::from_secs(5);

/// Candidates of one way that are tried.
const MOST_CANDIDATES: usize = 6;

/// Ways to one block that are tried.
const MOST_WAYS: usize = 8;

/// Aims at what is uncovered until the time is up.
pub(crate) fn jump(
    session: &Session,
    coverage: &Coverage,
    collector: &Collector<'_>,
    checks: &dyn Fn(&mut ExecutorConfig),
    until: Instant,
) -> anyhow::Result<Jumps> {
    let mut jumps = Jumps::default();
    let machine =
        Machine::new(Arc::clone(&session.program), Arc::clone(&session.store), Hooks::default())?;
    let mut config = session.executor_config();
    checks(&mut config);
    let mut runner =
        ConcreteRunner::new(&machine, session.initial_state(&machine)?, Vec::new(), config);
    let interrupted = session.interrupted();
    for place in coverage.unentered() {
        let over =
            || Instant::now() >= until || interrupted.load(std::sync::atomic::Ordering::Relaxed);
        if over() || collector.enough() {
            break;
        }
        if coverage.is_covered(place.0, place.1) {
            continue;
        }
        let goal = Goal { blocks: vec![place], ..Goal::default() };
        let ground = Ground::new(&session.program, &session.store, &goal)?;
        let config = ExplorerConfig {
            deadline: Some(until.min(Instant::now() + EACH)),
            interrupted: Some(Arc::clone(&interrupted)),
            ..session.explorer_config()
        };
        let mut explorer = Explorer::new(&ground, config, CancelToken::new());
        let initial = session.initial_state(ground.machine())?;
        let mut ways = 0;
        let mut visit = |explorer: &mut Explorer<'_>, way: Way| {
            ways += 1;
            let store = Arc::clone(explorer.store());
            let mut candidates = Candidates::new(&way);
            for _ in 0..MOST_CANDIDATES {
                let Some(candidate) = candidates.next(&store, explorer.solver()) else { break };
                let run = runner.run_test(&candidate.input, &interrupted);
                if runner.coverage().is_covered(place.0, place.1) {
                    collector.jumped(&candidate.input);
                    run.findings.into_iter().for_each(|finding| {
                        collector.found(finding);
                    });
                    coverage.absorb(runner.coverage());
                    return ControlFlow::Break(());
                }
            }
            if ways >= MOST_WAYS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let gaps = explorer.explore(initial, &mut visit);
        if coverage.is_covered(place.0, place.1) {
            jumps.reached += 1;
        } else if ways == 0 && gaps.is_empty() {
            jumps.unreachable += 1;
        }
    }
    Ok(jumps)
}
