//! The small programs of `bench/klee` as tests: all paths, few questions for the backend, and every answer of the solver's layers
//! checked against a plain backend. These are counts; times are for the benchmark.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lariat_exec::{
    Coverage, EndReason, EngineConfig, Finding, Hooks, Machine, Sink, State, Totals, explore,
    initial_state,
};
use lariat_frontend::LoadOptions;
use lariat_solver::SolverConfig;
use lariat_term::TermStore;

/// Goes on whatever is found.
struct Everything;

impl Sink for Everything {
    fn found(&self, _finding: Finding) -> bool {
        true
    }

    fn ended(&self, _state: &State, _reason: &EndReason, _: &lariat_exec::Coverage) {}
}

fn run(name: &str, cross_check: bool) -> Totals {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/klee").join(name);
    let options = LoadOptions { inputs: vec![path], ..LoadOptions::default() };
    let program = Arc::new(lariat_frontend::load(&options).expect("the program loads").program);
    let store = Arc::new(TermStore::new());
    let machine = Machine::new(Arc::clone(&program), store, Hooks::default()).expect("ready");
    let main = program.function_named("main").expect("main");
    let initial = initial_state(&machine, main, Vec::new()).expect("a body");
    let config = EngineConfig {
        solver: SolverConfig { cross_check, ..SolverConfig::default() },
        ..EngineConfig::default()
    };
    let coverage = Coverage::new(&program);
    let totals =
        explore(&machine, &coverage, initial, &config, &AtomicBool::new(false), &Everything);
    assert!(totals.complete, "{name} is not complete");
    assert_eq!(totals.solver.models_rejected, 0, "{name}");
    assert_eq!(totals.solver.unknown, 0, "{name}");
    if cross_check {
        assert_eq!(totals.solver.cross_checked, totals.solver.queries, "{name}");
    }
    totals
}

#[test]
fn tritype_takes_all_paths_with_few_questions_for_the_backend() {
    let totals = run("tritype.c", true);
    assert_eq!(totals.paths, 14);
    // KLEE asks 18.
    assert!(totals.backend_queries() <= 18, "{} questions", totals.backend_queries());
}

#[test]
fn bsearch_takes_all_paths_without_the_backend() {
    let totals = run("bsearch.c", true);
    assert_eq!(totals.paths, 41);
    assert!(totals.backend_queries() <= 2, "{} questions", totals.backend_queries());
}

/// The path grows by a constraint with every round; the layers must not need the backend for it.
#[test]
fn multivar_takes_all_paths_without_the_backend() {
    let totals = run("multivar.c", false);
    assert_eq!(totals.paths, 1025);
    assert!(totals.backend_queries() <= 2, "{} questions", totals.backend_queries());
}
