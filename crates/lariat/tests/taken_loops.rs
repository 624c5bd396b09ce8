//! Loops that are taken in one step behave as unrolled ones: for every program file with a loop, a search with summaries and one without
//! find the same bugs and cover the same code.
//!
//! Searches are limited by paths, questions and instructions; what takes long all the same is not compared. Where the one without summaries gets through, the results must be equal; where
//! it does not, the one with summaries must have found all that it has.

mod files;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use lariat_exec::{
    BlockHook, Coverage, EndReason, EngineConfig, Environment, Executed, ExecutorConfig, Finding,
    Hooks, Incomplete, Machine, PlanLimits, Progress, START_FUNCTIONS, Sink, Start, State, explore,
};
use lariat_frontend::{Library, LoadOptions, Loaded};
use lariat_program::loops::LoopForest;
use lariat_program::{DataModel, Program};
use lariat_solver::{SolverConfig, UnknownReason};
use lariat_summary::Taking;
use lariat_term::TermStore;
use libtest_mimic::{Arguments, Trial};
use rustix::time::{ClockId, clock_gettime};

/// Paths after which a search ends.
const MOST_PATHS: u64 = 60;

/// Questions to the solver after which a search ends.
const MOST_QUERIES: u64 = 120;

/// Work of the solver on one question, in its own unit.
const MOST_WORK: u32 = 150_000;

/// A search that takes longer is not compared with another one, nor is one with a question that takes
/// longer: the solver's count does not see all that it does. A busy machine compares less, and never
/// finds a difference.
const LONGEST_SEARCH: Duration = Duration::from_secs(1);
const LONGEST_QUESTION: Duration = Duration::from_millis(500);

/// The same where it is counted how many loops are taken: it only ends what hangs.
const LONGEST_COUNTED: Duration = Duration::from_secs(120);

/// A file with so many functions whose searches take longer is left alone after them.
const MOST_LATE: usize = 3;

/// Loops of `programs/taken` that were taken, and how many of them end never.
static TAKEN: AtomicU64 = AtomicU64::new(0);
static ENDLESS: AtomicU64 = AtomicU64::new(0);

/// Symbolic branches of a path.
const MOST_BRANCHES: u32 = 100;

/// Instructions of a path.
const MOST_STEPS: u64 = 25_000;

/// Where `klee/klee.h` and the others are found.
const HEADERS: &str = concat!("-idirafter", env!("CARGO_MANIFEST_DIR"), "/../../runtime/include");

/// Programs with loops that are taken.
const WITH_LOOPS_TO_TAKE: &str = "programs/taken";

fn main() {
    let args = Arguments::from_args();
    let mut trials = files::trials("", |file, text| {
        let is_c = file.extension().is_some_and(|extension| extension == "c");
        let has_loop = ["for", "while", "goto"].iter().any(|word| text.contains(word));
        let file = file.to_owned();
        (is_c && has_loop).then_some(move || check(&file).map_err(Into::into))
    });
    trials.push(Trial::test("scans are taken", || scans_are_taken().map_err(Into::into)));
    let all = args.filter.is_none() && args.skip.is_empty() && !args.list;
    let conclusion = libtest_mimic::run(&args, trials);
    // The comparison would say nothing if no loop were taken.
    let (taken, endless) = (TAKEN.load(Ordering::Relaxed), ENDLESS.load(Ordering::Relaxed));
    let files = files::below(WITH_LOOPS_TO_TAKE).len() as u64;
    let some = taken >= files && endless > 0;
    assert!(!all || some, "{taken} loops of {files} files taken, {endless} endless");
    conclusion.exit();
}

/// What a search found.
struct Found {
    bugs: BTreeSet<String>,
    executed: Executed,
    summary: String,
    complete: bool,
    late: bool,
    queries: u64,
    taken: u64,
    endless: u64,
}

#[derive(Default)]
struct Notes {
    bugs: Mutex<BTreeSet<String>>,
    paths: AtomicU64,
}

struct Listener<'a> {
    program: &'a Program,
    notes: Notes,
    progress: Arc<Progress>,
    most_queries: u64,
    /// The time of the processor at the start.
    began: Duration,
}

impl Sink for Listener<'_> {
    fn found(&self, finding: Finding) -> bool {
        let place = finding.bug.location.map(|location| {
            let location = self.program.locations.get(location);
            format!("{}:{}", location.line, location.column)
        });
        let bug = format!("{} at {}", finding.bug.kind.name(), place.unwrap_or_default());
        self.notes.bugs.lock().expect("no panic").insert(bug);
        true
    }

    fn ended(&self, _: &State, reason: &EndReason, _: &lariat_exec::Coverage) {
        if !matches!(reason, EndReason::Covered) {
            self.notes.paths.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn enough(&self) -> bool {
        self.notes.paths.load(Ordering::Relaxed) >= MOST_PATHS
            || self.progress.queries.load(Ordering::Relaxed) >= self.most_queries
            || self.is_late()
    }
}

impl Listener<'_> {
    fn is_late(&self) -> bool {
        processor_time() - self.began > LONGEST_SEARCH
    }
}

/// What this thread, in which a search with one worker runs, has taken of the processor's time.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let part = |number: i64| u64::try_from(number).unwrap_or(0);
    Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
}

fn load(file: &Path) -> Result<Program, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let options = LoadOptions {
        inputs: vec![file.to_owned()],
        defines: vec!["__NO_CTYPE".into()],
        cflags: vec![HEADERS.into()],
        // Verification tasks are for 32 bits.
        data_model: (text.contains("--data-model ILP32") || text.contains("//@ verify: "))
            .then_some(DataModel::Ilp32),
        library: Some(Library {
            lp64: lariat_runtime::bitcode(DataModel::Lp64),
            ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
            roots: &START_FUNCTIONS,
        }),
        ..LoadOptions::default()
    };
    let Loaded { program, .. } = lariat_frontend::load(&options).map_err(|e| e.to_string())?;
    Ok(program)
}

/// Where a program is started: at `main`, and at each of its own functions with a loop.
fn entries(program: &Program) -> Vec<Option<String>> {
    let mut entries = Vec::new();
    for function in program.functions.values().filter(|function| !function.library) {
        let Some(body) = &function.body else { continue };
        if function.name == "main" {
            entries.push(None);
        } else if !LoopForest::of_body(body).is_empty() {
            entries.push(Some(function.name.clone()));
        }
    }
    entries
}

/// Explores a program from one of its entries; none if it cannot be started there.
/// With summaries or without, until so many questions were asked.
fn search(
    program: &Program,
    entry: Option<&str>,
    (summaries, most_queries): (bool, u64),
    longest: Duration,
) -> Option<Found> {
    let mut program = program.clone();
    let start = match entry {
        Some(name) => {
            let function = program.function_named(name)?;
            Start::at_function(&mut program, function, PlanLimits::default())
        }
        None => Start::at_main(&mut program, Environment::default()),
    };
    let start = start.ok()?;
    let program = Arc::new(program);
    let store = Arc::new(TermStore::new());
    let taking = Arc::new(Taking::checking(&program, &store, &[]).eager());
    let mut hooks = Hooks::default();
    if summaries {
        hooks.block.push(Arc::clone(&taking) as Arc<dyn BlockHook>);
    }
    let machine = Machine::new(Arc::clone(&program), store, hooks).ok()?;
    let coverage = Coverage::new(&program);
    let initial = start.state(&machine).ok()?;
    let executor = ExecutorConfig {
        max_steps: MOST_STEPS,
        max_depth: MOST_BRANCHES,
        ..ExecutorConfig::default()
    };
    taking.configure(executor.clone());
    let config = EngineConfig {
        executor,
        solver: SolverConfig {
            // Hard questions are not what this is about.
            resource_limit: Some(MOST_WORK),
            time_limit: Some(LONGEST_QUESTION),
            ..SolverConfig::default()
        },
        time: Some(longest),
        ..EngineConfig::default()
    };
    let progress = Arc::clone(&config.progress);
    let notes = Notes::default();
    let began = processor_time();
    let listener = Listener { program: &program, notes, progress, most_queries, began };
    let never = AtomicBool::new(false);
    let totals = explore(&machine, &coverage, initial, &config, &never, &listener);
    assert_eq!(taking.wrong_cases().first(), None, "a case that no execution agrees with");
    let timeout = UnknownReason::Timeout.to_string();
    let timed_out = |reason: &Incomplete| matches!(reason, Incomplete::SolverUnknown { reason, .. } if *reason == timeout);
    let late = listener.is_late()
        || totals.incomplete.contains_key(&Incomplete::Time)
        || totals.incomplete.keys().any(timed_out);
    Some(Found {
        bugs: listener.notes.bugs.into_inner().expect("no panic"),
        executed: coverage.executed(),
        summary: format!("{:?} {:?}", totals.coverage.branches, totals.incomplete),
        complete: totals.complete,
        late,
        queries: listener.progress.queries.load(Ordering::Relaxed),
        taken: taking.statistics().taken,
        endless: totals.endless,
    })
}

fn check(file: &Path) -> Result<(), String> {
    // Files that do not compile on purpose.
    let Ok(program) = load(file) else { return Ok(()) };
    let is_counted = file.parent().is_some_and(|folder| folder.ends_with(WITH_LOOPS_TO_TAKE));
    let longest = if is_counted { LONGEST_COUNTED } else { LONGEST_SEARCH };
    let mut late = 0;
    for entry in entries(&program) {
        if late >= MOST_LATE {
            break;
        }
        let name = entry.as_deref().unwrap_or("main");
        let limit = MOST_QUERIES;
        let Some(unrolled) = search(&program, entry.as_deref(), (false, limit), longest) else {
            continue;
        };
        // A search is cut off after a slice of its work, which may be much. The other one may do as much.
        let limit = limit.max(unrolled.queries);
        let Some(taken) = search(&program, entry.as_deref(), (true, limit), longest) else {
            return Err(format!("{name}: only the search without summaries could start"));
        };
        if is_counted {
            TAKEN.fetch_add(taken.taken, Ordering::Relaxed);
            ENDLESS.fetch_add(taken.endless, Ordering::Relaxed);
        }
        if unrolled.late || taken.late {
            late += 1;
            continue;
        }
        let differ = |what: &str| {
            Err(format!(
                "{name}: {what}\nunrolled: {:?} {}\ntaken:    {:?} {}",
                unrolled.bugs, unrolled.summary, taken.bugs, taken.summary
            ))
        };
        if unrolled.complete {
            if !taken.complete {
                return differ("only the search without summaries got through");
            }
            if unrolled.bugs != taken.bugs {
                return differ("the bugs are not the same");
            }
            if unrolled.executed != taken.executed {
                return differ("the code covered is not the same");
            }
        } else {
            if !unrolled.bugs.is_subset(&taken.bugs) {
                return differ("a bug was missed");
            }
            if !taken.executed.contains(&unrolled.executed) {
                return differ("something is not covered");
            }
        }
    }
    Ok(())
}

/// The comparison would say nothing if no loop through data were taken. One that writes what it reads is not.
fn scans_are_taken() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/taken");
    let program = load(&root.join("scans.c"))?;
    for entry in ["lengths", "blanks", "down", "outside", "same"] {
        let found = search(&program, Some(entry), (true, MOST_QUERIES), LONGEST_COUNTED);
        if found.is_none_or(|found| found.taken == 0) {
            return Err(format!("{entry}: no loop is taken"));
        }
    }
    Ok(())
}
