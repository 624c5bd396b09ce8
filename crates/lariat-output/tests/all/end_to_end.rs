//! What the engine finds is confirmed by the natively compiled program, on the way that `lariat test` goes: the names of the
//! inputs, their order and the places must mean the same to both.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lariat_exec::{
    BugKind, Coverage, EndReason, EngineConfig, Environment, Finding, Hooks, Machine, PlanLimits,
    START_FUNCTIONS, Sink, Start, State, TestInput, explore,
};
use lariat_frontend::{Library, LoadOptions, compile_units, load, user_flags};
use lariat_output::replay::{DeclaredInput, EntryDriver, ProgramSources, Replayer, Unit};
use lariat_output::{BugReport, InputTypes, KTest};
use lariat_program::{DataModel, Program};
use lariat_term::TermStore;

struct Collected {
    program: Arc<Program>,
    store: Arc<TermStore>,
    bugs: Mutex<Vec<(BugReport, KTest)>>,
    tests: Mutex<Vec<KTest>>,
}

impl Sink for Collected {
    fn found(&self, finding: Finding) -> bool {
        let input = TestInput::new(&self.store, &finding.model, &finding.inputs);
        let report = {
            let types = InputTypes::new(&self.program, None);
            BugReport::new(&self.program, &finding.bug, &input, &types)
        };
        self.bugs.lock().unwrap().push((report, KTest::new(Vec::new(), input)));
        true
    }

    fn ended(&self, state: &State, reason: &EndReason, _: &lariat_exec::Coverage) {
        if matches!(reason, EndReason::Exit(_)) {
            let input = TestInput::new(&self.store, &state.model, &state.inputs);
            self.tests.lock().unwrap().push(KTest::new(Vec::new(), input));
        }
    }
}

/// Explores a program and makes a replayer for it.
fn run(model: DataModel, entry: Option<&str>) -> (Collected, Replayer) {
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/search.c");
    let library = Library {
        lp64: lariat_runtime::bitcode(DataModel::Lp64),
        ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
        roots: &START_FUNCTIONS,
    };
    let options = LoadOptions {
        inputs: vec![file],
        data_model: Some(model),
        library: Some(library),
        ..LoadOptions::default()
    };
    let mut program = load(&options).unwrap().program;
    let start = match entry {
        Some(entry) => {
            let function = program.function_named(entry).unwrap();
            let limits = PlanLimits { capacity: 4, ..PlanLimits::default() };
            Start::at_function(&mut program, function, limits).unwrap()
        }
        None => Start::at_main(&mut program, Environment::default()).unwrap(),
    };
    let driver = start.plan.as_ref().map(|plan| EntryDriver::new(&program, plan).unwrap());
    let program = Arc::new(program);
    let store = Arc::new(TermStore::new());
    let machine = Machine::new(Arc::clone(&program), Arc::clone(&store), Hooks::default()).unwrap();
    let coverage = Coverage::new(&program);
    let initial = start.state(&machine).unwrap();
    let collected = Collected { program, store, bugs: Mutex::default(), tests: Mutex::default() };
    let config = EngineConfig { time: Some(Duration::from_secs(60)), ..EngineConfig::default() };
    explore(&machine, &coverage, initial, &config, &AtomicBool::new(false), &collected);
    let units = compile_units(&options).unwrap();
    let unit = |unit: lariat_frontend::CompileUnit| Unit {
        path: unit.path,
        directory: unit.directory,
        flags: unit.flags,
        inline: Vec::new(),
        wraps: false,
    };
    let sources = ProgramSources {
        units: units.into_iter().map(unit).collect(),
        flags: user_flags(&options),
        is_32_bit: model == DataModel::Ilp32,
        inputs: DeclaredInput::all(&collected.program),
        ..Default::default()
    };
    let replayer = Replayer::new(sources, driver, Duration::from_secs(20)).unwrap();
    (collected, replayer)
}

fn check(model: DataModel, entry: Option<&str>, expected: &[BugKind]) {
    let (collected, replayer) = run(model, entry);
    let bugs = collected.bugs.into_inner().unwrap();
    let verdicts = replayer.confirm_all(&bugs);
    for ((report, _), verdict) in bugs.iter().zip(&verdicts) {
        assert!(verdict.verdict.is_confirmed(), "{verdict:?}\n{}", report.text());
    }
    let mut kinds: Vec<BugKind> = bugs.iter().map(|(report, _)| report.kind).collect();
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds, expected);
    let tests = collected.tests.into_inner().unwrap();
    for run in replayer.run_all(&tests).unwrap().into_iter().flatten() {
        assert!(!run.shows_error, "{}", run.description);
    }
}

#[test]
fn bugs_of_main_are_confirmed_and_other_tests_are_clean() {
    let expected =
        [BugKind::OutOfBoundsWrite, BugKind::DivisionByZero, BugKind::ErrorReached, BugKind::Abort];
    check(DataModel::Lp64, None, &expected);
    check(DataModel::Ilp32, None, &expected);
}

#[test]
fn bugs_of_an_entry_function_are_confirmed() {
    check(DataModel::Lp64, Some("checksum"), &[BugKind::OutOfBoundsRead]);
}

#[test]
fn bugs_inside_library_models_are_confirmed_at_the_call() {
    check(DataModel::Lp64, Some("copied_length"), &[BugKind::OutOfBoundsWrite]);
}
