//! A way whose condition has models, and whose first instances have none: φ̂^K refutes it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use lariat_exec::{Environment, START_FUNCTIONS, Start};
use lariat_frontend::{Library, LoadOptions};
use lariat_program::DataModel;
use lariat_solver::CancelToken;
use lariat_summary::{Candidates, Explorer, ExplorerConfig, Goal, Ground, Way};
use lariat_term::TermStore;

/// Six ones are needed, and the fourth element is none: the first and the last iteration do not see it.
const PROGRAM: &str = r#"
#include <klee/klee.h>
void goal(void) {}
int main(void) {
  unsigned char data[64];
  unsigned n, ones = 0;
  klee_make_symbolic(data, sizeof data, "data");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n == 6);
  if (data[MIDDLE] == 1) return 1;
  for (unsigned i = 0; i < n; i++)
    if (data[i] == 1) ones++;
  if (ones == 6) goal();
  return 0;
}
"#;

/// For every way to the goal whether it was refuted.
fn refuted(middle: u32) -> Vec<bool> {
    let directory = tempfile::tempdir().expect("a directory");
    lariat_runtime::write_headers(directory.path()).expect("headers are written");
    let file = directory.path().join("program.c");
    std::fs::write(&file, PROGRAM.replace("MIDDLE", &middle.to_string())).expect("it is written");
    let options = LoadOptions {
        inputs: vec![file],
        defines: vec!["__NO_CTYPE".into()],
        cflags: vec!["-w".into(), format!("-idirafter{}", directory.path().display())],
        library: Some(Library {
            lp64: lariat_runtime::bitcode(DataModel::Lp64),
            ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
            roots: &START_FUNCTIONS,
        }),
        ..LoadOptions::default()
    };
    let mut program = lariat_frontend::load(&options).expect("it is loaded").program;
    let start = Start::at_main(&mut program, Environment::default()).expect("it has a main");
    let target = program.function_named("goal").expect("it has a goal");
    let body = program.functions[target].body.as_mut().expect("it has a body");
    let (entry, first) = (body.entry(), body.blocks[body.entry()].first);
    let block = body.split_block(entry, first);
    let (program, store) = (Arc::new(program), Arc::new(TermStore::new()));
    let goal = Goal { blocks: vec![(target, block)], ..Goal::default() };
    let ground = Ground::new(&program, &store, &goal).expect("it fits");
    let mut config = ExplorerConfig::default();
    config.solver.time_limit = Some(Duration::from_secs(60));
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let initial = start.state(ground.machine()).expect("it starts");
    let mut all = Vec::new();
    let mut visit = |explorer: &mut Explorer<'_>, way: Way| {
        let store = Arc::clone(explorer.store());
        let mut candidates = Candidates::new(&way);
        while candidates.next(&store, explorer.solver()).is_some() {}
        all.push(candidates.is_dead());
        ControlFlow::Continue(())
    };
    let gaps = explorer.explore(initial, &mut visit);
    assert_eq!(gaps, []);
    all
}

#[test]
fn instances_in_the_middle_refute_a_way() {
    let all = refuted(3);
    assert!(!all.is_empty(), "the condition alone decides it");
    assert!(all.iter().all(|dead| *dead), "{all:?}");
}

#[test]
fn a_way_that_inputs_go_is_not_refuted() {
    let all = refuted(20);
    assert!(all.iter().any(|dead| !*dead), "{all:?}");
}
