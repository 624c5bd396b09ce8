//! The summary of every loop of `tests/programs` is compared with executions of its body.
//!
//! Every function of a C file there is walked from its start, as for `lariat loops`, with the self-check on. Loops
//! without a summary, or of which no execution could be tried, are counted and listed with the reason; there must not be
//! more of them than there are today. `make test` takes every second file, `make fuzz` all of them. Limits are numbers of
//! stops and the solver's work; the time limit is only there to end what has gone wrong.

#![allow(clippy::print_stdout, reason = "tests say what they leave out")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lariat_exec::{Environment, PlanLimits, START_FUNCTIONS, Start};
use lariat_frontend::{Library, LoadOptions};
use lariat_program::loops::LoopForest;
use lariat_program::{BlockId, DataModel, FunctionId, Program};
use lariat_solver::{CancelToken, SolverConfig};
use lariat_summary::{Explorer, ExplorerConfig, Ground, returns_of};
use lariat_term::TermStore;
use parking_lot::Mutex;

/// Of a hundred loops, at least so many are checked.
const CHECKED_OF_100: usize = 80;

/// The loops of this file make a new object in every iteration, which is what the file is about. No summary has that. They are still compared
/// with their executions, but do not count as loops that should have been checked.
const MAKES_OBJECTS: &str = "rules/lives.c";

/// At least so many loops there are in the files of `make test`.
const LOOPS: usize = 200;

/// The solver's work on one question.
const MOST_WORK: u32 = 1_000_000;

/// What came of a file, or of all.
#[derive(Default)]
struct Outcome {
    loops: usize,
    checked: usize,
    /// Loops that were not checked, files that were not read.
    left_out: Vec<String>,
    wrong: Vec<String>,
}

#[test]
fn every_loop_agrees_with_its_executions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let root = root.canonicalize().expect("tests/programs is part of the repository");
    let headers = tempfile::tempdir().expect("a directory");
    lariat_runtime::write_headers(headers.path()).expect("headers are written");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    if std::env::var_os("FUZZ_SEED").is_none() {
        files = files.into_iter().step_by(2).collect();
    }
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = file.strip_prefix(&root).expect("below the root").display().to_string();
            let outcome = check_file(file, &name, headers.path());
            all.lock().push((name, outcome));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let mut all = all.into_inner();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut sum = Outcome::default();
    for (name, outcome) in all {
        sum.loops += if name == MAKES_OBJECTS { outcome.checked } else { outcome.loops };
        sum.checked += outcome.checked;
        sum.left_out.extend(outcome.left_out);
        sum.wrong.extend(outcome.wrong);
    }
    for line in &sum.left_out {
        println!("not checked: {line}");
    }
    println!("{} loops, {} checked", sum.loops, sum.checked);
    assert!(sum.wrong.is_empty(), "wrong summaries:\n{}", sum.wrong.join("\n"));
    assert!(sum.loops >= LOOPS, "only {} loops", sum.loops);
    assert!(
        sum.checked * 100 >= sum.loops * CHECKED_OF_100,
        "only {} of {} loops were checked",
        sum.checked,
        sum.loops
    );
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            // Without a word that makes a loop there is none; most files are of this kind.
            if ["for", "while", "goto"].iter().any(|word| text.contains(word)) {
                files.push(path);
            }
        }
    }
}

fn check_file(file: &Path, name: &str, headers: &Path) -> Outcome {
    let options = LoadOptions {
        inputs: vec![file.to_owned()],
        defines: vec!["__NO_CTYPE".into()],
        cflags: vec!["-w".into(), format!("-idirafter{}", headers.display())],
        library: Some(Library {
            lp64: lariat_runtime::bitcode(DataModel::Lp64),
            ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
            roots: &START_FUNCTIONS,
        }),
        ..LoadOptions::default()
    };
    let mut outcome = Outcome::default();
    let program = match lariat_frontend::load(&options) {
        Ok(loaded) => loaded.program,
        // Some files are there to be refused, or need options.
        Err(_) => {
            outcome.left_out.push(format!("{name}: it does not compile by itself"));
            return outcome;
        }
    };
    let mut loops = BTreeSet::new();
    let mut functions = Vec::new();
    for (id, function) in &program.functions {
        let Some(body) = function.body.as_ref().filter(|_| !function.library) else { continue };
        let forest = LoopForest::of_body(body);
        if !forest.is_empty() {
            functions.push(id);
        }
        loops.extend(forest.iter().map(|(_, found)| (id, found.header)));
    }
    let mut checked = BTreeSet::new();
    let mut why = String::new();
    for function in functions {
        // Summaries of other functions' loops are checked where they are called, too.
        let (more, wrong, reason) = check_function(&program, function);
        checked.extend(more);
        outcome.wrong.extend(wrong.into_iter().map(|wrong| format!("{name}: {wrong}")));
        if !reason.is_empty() {
            why = reason;
        }
    }
    outcome.loops = loops.len();
    outcome.checked = loops.intersection(&checked).count();
    for (function, header) in loops.difference(&checked) {
        let function = &program.functions[*function].name;
        outcome.left_out.push(format!("{name}: {function}, {header}: {why}"));
    }
    outcome
}

/// The loops that were checked, what was wrong, and why something was not followed.
fn check_function(
    program: &Program,
    function: FunctionId,
) -> (Vec<(FunctionId, BlockId)>, Vec<String>, String) {
    let mut started = program.clone();
    let start = match program.functions[function].name.as_str() {
        "main" => Start::at_main(&mut started, Environment::default()),
        _ => Start::at_function(&mut started, function, PlanLimits::default()),
    };
    let start = match start {
        Ok(start) => start,
        Err(error) => return (Vec::new(), Vec::new(), error.to_string()),
    };
    let program = Arc::new(started);
    let store = Arc::new(TermStore::new());
    let goal = returns_of(&program, function);
    let Ok(ground) = Ground::new(&program, &store, &goal) else {
        return (Vec::new(), Vec::new(), "the program is too large".into());
    };
    let Ok(initial) = start.state(ground.machine()) else {
        return (Vec::new(), Vec::new(), "it cannot be started".into());
    };
    let config = ExplorerConfig {
        self_check: true,
        peel_steps: 0,
        max_stops: 200,
        deadline: Some(Instant::now() + Duration::from_secs(120)),
        solver: SolverConfig { resource_limit: Some(MOST_WORK), ..SolverConfig::default() },
        ..ExplorerConfig::default()
    };
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let (_, gaps) = explorer.loops_on_the_way(initial);
    let why = gaps.into_iter().next().map(|gap| gap.reason).unwrap_or_default();
    (explorer.checked_loops().to_vec(), explorer.wrong_summaries().to_vec(), why)
}
