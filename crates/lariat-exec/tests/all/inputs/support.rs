//! Programs from text, run to their end.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lariat_exec::{
    Coverage, EndReason, EngineConfig, Environment, Finding, Hooks, Machine, PlanLimits,
    START_FUNCTIONS, Sink, Start, State, TestInput, Totals, explore,
};
use lariat_frontend::{Library, LoadOptions};
use lariat_program::{DataModel, Program};
use lariat_term::TermStore;
use parking_lot::Mutex;

/// A bug as a test looks at it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
    pub(crate) line: u32,
    pub(crate) input: TestInput,
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) bugs: Vec<Found>,
    /// The ends that are no bugs, each with the input that leads there.
    pub(crate) ends: Vec<(String, TestInput)>,
    pub(crate) totals: Totals,
}

impl Run {
    /// The kinds of the bugs and their lines, sorted, each once.
    pub(crate) fn bug_list(&self) -> Vec<(&'static str, u32)> {
        let mut list: Vec<_> = self.bugs.iter().map(|bug| (bug.kind, bug.line)).collect();
        list.sort();
        list.dedup();
        list
    }

    /// How often each end happened.
    pub(crate) fn end_counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for (end, _) in &self.ends {
            *counts.entry(end.as_str()).or_default() += 1;
        }
        counts
    }

    /// A run without bugs in which everything was explored and ended with these ends.
    #[track_caller]
    pub(crate) fn assert_ends(&self, expected: &[(&str, usize)]) {
        assert!(self.bugs.is_empty(), "{:?}", self.bugs);
        let expected: BTreeMap<&str, usize> = expected.iter().copied().collect();
        assert_eq!(self.end_counts(), expected);
        assert!(self.totals.complete, "{:?}", self.totals);
    }

    /// A complete run in which these bugs were found.
    #[track_caller]
    pub(crate) fn assert_bugs(&self, expected: &[(&'static str, u32)]) {
        assert_eq!(self.bug_list(), expected, "{:?}", self.ends);
        assert!(self.totals.complete, "{:?}", self.totals);
    }
}

struct Collector<'m> {
    machine: &'m Machine,
    bugs: Mutex<Vec<Found>>,
    ends: Mutex<Vec<(String, TestInput)>>,
}

impl Sink for Collector<'_> {
    fn found(&self, finding: Finding) -> bool {
        let program = &self.machine.program;
        self.bugs.lock().push(Found {
            kind: finding.bug.kind.name(),
            detail: finding.bug.detail,
            line: finding.bug.location.map_or(0, |location| program.locations.get(location).line),
            input: TestInput::new(&self.machine.store, &finding.model, &finding.inputs),
        });
        true
    }

    fn ended(&self, state: &State, reason: &EndReason, _: &lariat_exec::Coverage) {
        let text = match reason {
            EndReason::Bug(_) => return,
            EndReason::Exit(Some(status)) => format!("exit {status}"),
            EndReason::Exit(None) => "exit".to_owned(),
            EndReason::NoModel { function, .. } => format!("no model: {function}"),
            EndReason::Unsupported { what, .. } => format!("unsupported: {what}"),
            other => format!("{other:?}"),
        };
        let input = TestInput::new(&self.machine.store, &state.model, &state.inputs);
        self.ends.lock().push((text, input));
    }
}

/// How a program is run.
pub(crate) struct Case {
    pub(crate) source: String,
    pub(crate) data_model: Option<DataModel>,
    pub(crate) environment: Environment,
    pub(crate) config: EngineConfig,
    pub(crate) limits: PlanLimits,
    pub(crate) debug_info: bool,
}

impl Case {
    pub(crate) fn new(source: &str) -> Case {
        let config = EngineConfig { time: Some(Duration::from_secs(60)), ..Default::default() };
        Case {
            source: source.to_owned(),
            data_model: None,
            environment: Environment { program_name: "program".into(), ..Environment::default() },
            config,
            limits: PlanLimits { capacity: 6, ..PlanLimits::default() },
            debug_info: true,
        }
    }

    pub(crate) fn load(&self) -> Program {
        let directory = tempfile::tempdir().unwrap();
        lariat_runtime::write_headers(directory.path()).unwrap();
        let path = directory.path().join("program.c");
        std::fs::write(&path, &self.source).unwrap();
        let options = LoadOptions {
            inputs: vec![path],
            include_dirs: vec![directory.path().to_owned()],
            defines: vec!["__NO_CTYPE".into()],
            data_model: self.data_model,
            library: Some(Library {
                lp64: lariat_runtime::bitcode(DataModel::Lp64),
                ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
                roots: &START_FUNCTIONS,
            }),
            ..LoadOptions::default()
        };
        let loaded = lariat_frontend::load(&options).unwrap_or_else(|error| panic!("{error}"));
        let mut program = loaded.program;
        if !self.debug_info {
            for function in program.functions.values_mut() {
                function.source_params.clear();
                function.params.iter_mut().for_each(|param| param.name = None);
            }
        }
        program
    }

    /// Runs `main`.
    pub(crate) fn run(&self) -> Run {
        let mut program = self.load();
        let start = Start::at_main(&mut program, self.environment.clone()).unwrap();
        self.explore(program, &start)
    }

    /// Runs a function with its parameters as inputs.
    pub(crate) fn enter(&self, function: &str) -> Run {
        let mut program = self.load();
        let id = program.function_named(function).unwrap();
        let start = Start::at_function(&mut program, id, self.limits).unwrap();
        self.explore(program, &start)
    }

    fn explore(&self, program: Program, start: &Start) -> Run {
        let program = Arc::new(program);
        let store = Arc::new(TermStore::new());
        let machine = Machine::new(Arc::clone(&program), store, Hooks::default()).unwrap();
        let coverage = Coverage::new(&program);
        let state = start.state(&machine).unwrap();
        let sink = Collector { machine: &machine, bugs: Mutex::default(), ends: Mutex::default() };
        let stop = AtomicBool::new(false);
        let totals = explore(&machine, &coverage, state, &self.config, &stop, &sink);
        Run { bugs: sink.bugs.into_inner(), ends: sink.ends.into_inner(), totals }
    }
}

/// Runs a program's `main`.
pub(crate) fn run(source: &str) -> Run {
    Case::new(source).run()
}

/// The bytes of an input.
pub(crate) fn bytes<'i>(input: &'i TestInput, name: &str) -> &'i [u8] {
    let object = input.objects.iter().find(|object| object.name == name);
    &object.unwrap_or_else(|| panic!("no input {name} in {input:?}")).bytes
}

/// An input as a number.
pub(crate) fn number(input: &TestInput, name: &str) -> i64 {
    let bytes = bytes(input, name);
    let mut word = [if bytes.last().is_some_and(|byte| *byte > 127) { 255 } else { 0 }; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    i64::from_le_bytes(word)
}
