//! What the tests of the interpreter share: programs loaded, run natively, and run in the engine.
#![allow(dead_code)]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use lariat_exec::{
    Coverage, EndReason, ExecutionTree, Executor, ExecutorConfig, Hooks, Machine, Outcome, Shared,
    State, Value, initial_state,
};
use lariat_frontend::LoadOptions;
use lariat_program::{DataModel, FunctionId, Program};
use lariat_solver::{Solver, SolverConfig};
use lariat_term::TermStore;
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

/// A program ready to run.
pub(crate) struct Loaded {
    pub program: Arc<Program>,
    pub machine: Machine,
    pub coverage: Coverage,
}

/// How one path of a run ended.
pub(crate) struct Run {
    pub reason: EndReason,
    pub output: Vec<u8>,
    /// Bugs by kind, line and detail.
    pub findings: Vec<String>,
    pub state: State,
    /// Other paths there are.
    pub forks: usize,
    pub steps: u64,
}

impl Loaded {
    pub(crate) fn new(path: &Path, model: DataModel) -> Loaded {
        let options = LoadOptions {
            inputs: vec![path.to_owned()],
            data_model: Some(model),
            cflags: vec!["-w".into(), "-fno-math-errno".into()],
            ..LoadOptions::default()
        };
        let loaded = lariat_frontend::load(&options).expect("the program loads");
        let program = Arc::new(loaded.program);
        let store = Arc::new(TermStore::new());
        let machine = Machine::new(Arc::clone(&program), store, Hooks::default())
            .expect("the program is made ready");
        let coverage = Coverage::new(&program);
        Loaded { program, machine, coverage }
    }

    /// A program given as text.
    pub(crate) fn from_text(text: &str, model: DataModel) -> Loaded {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("program.c");
        std::fs::write(&path, text).expect("the program is written");
        Loaded::new(&path, model)
    }

    pub(crate) fn function(&self, name: &str) -> FunctionId {
        self.program.function_named(name).expect("the function is there")
    }

    /// Runs one function, following the state's own model; other paths are counted and dropped.
    pub(crate) fn run(&self, entry: &str) -> Run {
        let state = initial_state(&self.machine, self.function(entry), Vec::new());
        self.run_state(state.expect("the function has a body"), ExecutorConfig::default())
    }

    pub(crate) fn run_state(&self, state: State, config: ExecutorConfig) -> Run {
        self.run_with(state, config, SolverConfig::default())
    }

    pub(crate) fn run_with(
        &self,
        mut state: State,
        mut config: ExecutorConfig,
        solver: SolverConfig,
    ) -> Run {
        config.keep_printed = true;
        let stop = AtomicBool::new(false);
        let ids = AtomicU64::new(1);
        let reported = Mutex::new(FxHashSet::default());
        let tree = Mutex::new(ExecutionTree::new(false));
        let shared = Shared {
            machine: &self.machine,
            coverage: &self.coverage,
            stop: &stop,
            ids: &ids,
            reported: &reported,
            tree: &tree,
        };
        let solver = Solver::new(Arc::clone(&self.machine.store), solver);
        let mut executor = Executor::new(&shared, solver, config);
        let mut forks = 0;
        loop {
            let outcome = executor.run(&mut state, 10_000_000);
            forks += executor.forks.drain(..).count();
            let reason = match outcome {
                Outcome::Ended(reason) => reason,
                Outcome::Forked | Outcome::OutOfFuel => continue,
                Outcome::Taken => EndReason::Covered,
            };
            let findings = executor
                .findings
                .iter()
                .map(|finding| {
                    let line = finding
                        .bug
                        .location
                        .map_or(0, |location| self.program.locations.get(location).line);
                    format!("{}:{line} {}", finding.bug.kind.name(), finding.bug.detail)
                })
                .collect();
            let output = state.printed.under(&self.machine.store, &state.model, 1);
            return Run { reason, output, findings, forks, steps: executor.steps, state };
        }
    }
}

/// Compiles a program natively and runs it: what it prints, and its exit status.
pub(crate) fn native_output(path: &Path, model: DataModel, args: &[String]) -> (Vec<u8>, i32) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let binary = directory.path().join("program");
    let machine = match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let compiled = Command::new("clang-19")
        .args([machine, "-msse2", "-mfpmath=sse", "-O1", "-w", "-fwrapv", "-DNATIVE", "-o"])
        .arg(&binary)
        .arg(path)
        .output()
        .expect("clang-19 runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&binary).args(args).output().expect("the program runs");
    (ran.stdout, ran.status.code().expect("the program ends by itself"))
}

/// A register content of a width.
pub(crate) fn word(value: u64) -> Value {
    Value::Word(value)
}
