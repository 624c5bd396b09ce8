//! Generated programs in the engine, loaded as `lariat test` loads them.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lariat_exec::{
    BugKind, Coverage, EndReason, EngineConfig, Environment, ExecutorConfig, Finding, Hooks,
    Incomplete, Machine, Printed, PrintedByte, START_FUNCTIONS, Search, Sink, Start, State,
    explore,
};
use lariat_frontend::{Library, LoadOptions};
use lariat_program::{DataModel, Program};
use lariat_term::{TermId, TermStore};

/// A path that ended.
pub(crate) struct ExploredPath {
    pub(crate) reason: EndReason,
    pub(crate) printed: Vec<PrintedByte>,
    pub(crate) condition: Vec<TermId>,
}

/// What the engine makes of a program.
pub(crate) struct Explored {
    pub(crate) store: Arc<TermStore>,
    pub(crate) paths: Vec<ExploredPath>,
    /// Kinds and lines of bugs.
    pub(crate) bugs: Vec<(BugKind, u32)>,
    /// The bytes of the input `in`, if a path has it.
    pub(crate) input: Vec<TermId>,
    pub(crate) incomplete: Vec<Incomplete>,
}

struct Collected {
    program: Arc<Program>,
    result: Mutex<Explored>,
}

impl Sink for Collected {
    fn found(&self, finding: Finding) -> bool {
        let line = finding.bug.location.map_or(0, |at| self.program.locations.get(at).line);
        let mut result = self.result.lock().expect("no worker panics");
        result.bugs.push((finding.bug.kind, line));
        true
    }

    fn ended(&self, state: &State, reason: &EndReason, _: &lariat_exec::Coverage) {
        let mut result = self.result.lock().expect("no worker panics");
        if let Some(input) = state.inputs.iter().find(|input| input.name == "in") {
            result.input.clone_from(&input.bytes);
        }
        result.paths.push(ExploredPath {
            reason: reason.clone(),
            printed: state.printed.stream(Printed::STANDARD_OUTPUT),
            condition: state.path.clone(),
        });
    }
}

/// Limits of a run.
pub(crate) struct Limits {
    pub(crate) time: Duration,
    pub(crate) steps: u64,
    /// Decides what must not change the result: the search, the number of threads.
    pub(crate) seed: u64,
}

/// Runs a program on all its paths.
pub(crate) fn run(
    file: &Path,
    model: DataModel,
    flags: &[String],
    limits: &Limits,
) -> Result<Explored, String> {
    let options = LoadOptions {
        inputs: vec![file.to_owned()],
        data_model: Some(model),
        cflags: flags.to_vec(),
        defines: vec!["__NO_CTYPE".into()],
        library: Some(Library {
            lp64: lariat_runtime::bitcode(DataModel::Lp64),
            ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
            roots: &START_FUNCTIONS,
        }),
        ..LoadOptions::default()
    };
    let mut program = lariat_frontend::load(&options).map_err(|error| error.to_string())?.program;
    let start = Start::at_main(&mut program, Environment::default()).map_err(|e| e.to_string())?;
    let program = Arc::new(program);
    let store = Arc::new(TermStore::new());
    let machine = Machine::new(Arc::clone(&program), Arc::clone(&store), Hooks::default())
        .map_err(|error| error.to_string())?;
    let coverage = Coverage::new(&program);
    let initial = start.state(&machine).map_err(|error| error.to_string())?;
    let result = Explored {
        store,
        paths: Vec::new(),
        bugs: Vec::new(),
        input: Vec::new(),
        incomplete: Vec::new(),
    };
    let sink = Collected { program, result: Mutex::new(result) };
    let config = EngineConfig {
        time: Some(limits.time),
        search: Search::ALL[limits.seed as usize % Search::ALL.len()].1.clone(),
        threads: if limits.seed % 7 == 3 { 2 } else { 1 },
        seed: limits.seed,
        executor: ExecutorConfig {
            max_steps: limits.steps,
            keep_printed: true,
            ..ExecutorConfig::default()
        },
        ..EngineConfig::default()
    };
    let totals = explore(&machine, &coverage, initial, &config, &AtomicBool::new(false), &sink);
    let mut result = sink.result.into_inner().map_err(|error| error.to_string())?;
    result.incomplete = totals.incomplete.into_keys().collect();
    result.bugs.sort();
    result.bugs.dedup();
    Ok(result)
}
