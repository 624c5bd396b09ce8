//! The programs of `bench/klee` beside KLEE's figures: what was found, how fast, and what it cost.
//!
//! `cargo bench -p lariat-exec --bench klee [-- PROGRAM… memory threads]`. KLEE's column was measured with KLEE 3.3 and STP on the same kind
//! of machine. Times are processor time of the search, without the front end. Every check is on, as for a user.
//!
//! `-- --hooks none` and `-- --hooks idle` run only the arithmetic loop, without hooks and with hooks that watch nothing, to be
//! counted by `valgrind --tool=callgrind`, which gives the number of instructions exactly. See `bench/klee/README.md`.

#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lariat_exec::{
    AtBlock, BlockHook, BugKind, Coverage, EndReason, EngineConfig, Finding, HookContext, Hooks,
    Machine, Sink, State, Totals, explore, initial_state,
};
use lariat_frontend::LoadOptions;
use lariat_program::{BlockId, FunctionId, Program};
use lariat_term::TermStore;

/// What KLEE 3.3 with STP does, and how many times better Lariat must be.
#[derive(Clone, Copy)]
enum Goal {
    /// Millions of instructions per second; KLEE does 2 to 4.5.
    Instructions { klee: f64, at_least: f64 },
    /// Queries that reach a solver backend, all paths being explored.
    Queries { klee: u64 },
    /// Seconds until everything is explored, and the number of paths then.
    Complete { paths: u64, klee: f64, times: f64 },
    /// Paths per second.
    Paths { klee: f64, times: f64 },
    /// Seconds until the error is found.
    Found { klee: f64, at_most: f64 },
}

/// One line of the table.
struct Case {
    program: &'static str,
    goal: Goal,
    /// How long it may take.
    limit: Duration,
    /// Whether signed overflow is looked for.
    overflow: bool,
}

const LIMIT: Duration = Duration::from_secs(60);
const SEARCH_LIMIT: Duration = Duration::from_secs(10);

/// How often a program is measured; the best counts, since others use the machine too.
const ROUNDS: usize = 3;

const KLEE_MERGE: f64 = 91.0 / 120.0;
const KLEE_SELECTION: f64 = 3.0 / 120.0;

fn cases() -> Vec<Case> {
    let case = |program, goal| Case { program, goal, limit: LIMIT, overflow: true };
    let search = |program, goal| Case { limit: SEARCH_LIMIT, ..case(program, goal) };
    vec![
        case("arithmetic", Goal::Instructions { klee: 4.5, at_least: 60.0 }),
        case("tritype", Goal::Queries { klee: 18 }),
        Case { overflow: false, ..case("tritype", Goal::Queries { klee: 18 }) },
        case("bsearch", Goal::Complete { paths: 41, klee: 0.38, times: 1.0 }),
        case("multivar", Goal::Complete { paths: 1025, klee: 17.8, times: 5.0 }),
        search("merge", Goal::Paths { klee: KLEE_MERGE, times: 20.0 }),
        search("selection", Goal::Paths { klee: KLEE_SELECTION, times: 20.0 }),
        case("hello", Goal::Found { klee: 0.05, at_most: 0.1 }),
        case("hello_world", Goal::Found { klee: 0.12, at_most: 1.0 }),
        case("count", Goal::Found { klee: 6.3, at_most: 6.3 / 5.0 }),
    ]
}

/// Notes when the error function was reached.
struct Found {
    start: f64,
    at: OnceLock<f64>,
}

impl Sink for Found {
    fn found(&self, finding: Finding) -> bool {
        if finding.bug.kind != BugKind::ErrorReached {
            return true;
        }
        self.at.get_or_init(|| processor_seconds() - self.start);
        false
    }

    fn ended(&self, _state: &State, _reason: &EndReason, _: &lariat_exec::Coverage) {}
}

/// A hook that is there and wants nothing.
struct Idle;

impl BlockHook for Idle {
    fn watches(&self, _function: FunctionId, _block: BlockId) -> bool {
        false
    }

    fn at_block(&self, _state: &mut State, _context: &mut HookContext<'_>) -> AtBlock {
        AtBlock::GoOn
    }
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/klee")
}

fn load(program: &str) -> Arc<Program> {
    let options = LoadOptions {
        inputs: vec![directory().join(format!("{program}.c"))],
        ..LoadOptions::default()
    };
    Arc::new(lariat_frontend::load(&options).expect("the program loads").program)
}

/// A size of this process, in bytes: `VmRSS` is what it has now, `VmHWM` the most it ever had.
fn size_of_process(which: &str) -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(which));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Processor time of this process, all threads together, in seconds.
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// A run and what it took.
struct Measured {
    totals: Totals,
    /// When the error was found, in seconds of processor time.
    found: Option<f64>,
    processor: f64,
}

impl Measured {
    fn seconds(&self) -> f64 {
        self.totals.time.as_secs_f64()
    }

    fn paths_per_second(&self) -> f64 {
        self.totals.paths as f64 / self.seconds()
    }
}

/// How a program is run.
struct Settings {
    limit: Duration,
    steps: u64,
    overflow: bool,
    threads: usize,
    until_found: bool,
}

const SETTINGS: Settings =
    Settings { limit: LIMIT, steps: u64::MAX, overflow: true, threads: 1, until_found: false };

fn run(program: &Arc<Program>, settings: &Settings, hooks: Hooks) -> Measured {
    let machine =
        Machine::new(Arc::clone(program), Arc::new(TermStore::new()), hooks).expect("ready");
    let coverage = Coverage::new(program);
    let main = program.function_named("main").expect("main");
    let initial = initial_state(&machine, main, Vec::new()).expect("a body");
    let mut config = EngineConfig {
        time: Some(settings.limit),
        threads: settings.threads,
        stop_at_first: settings.until_found,
        ..EngineConfig::default()
    };
    config.executor.check_overflow = settings.overflow;
    config.executor.max_steps = settings.steps;
    let start = processor_seconds();
    let sink = Found { start, at: OnceLock::new() };
    let totals = explore(&machine, &coverage, initial, &config, &AtomicBool::new(false), &sink);
    let processor = processor_seconds() - start;
    Measured { totals, found: sink.at.get().copied(), processor }
}

/// A line: KLEE's figure, what is wanted, ours, and how many times KLEE's that is.
fn line(case: &Case) {
    let program = load(case.program);
    let until_found = matches!(case.goal, Goal::Found { .. });
    let rounds = if case.limit == LIMIT { ROUNDS } else { 1 };
    let settings = Settings { limit: case.limit, overflow: case.overflow, until_found, ..SETTINGS };
    let measure = || run(&program, &settings, Hooks::default());
    let runs: Vec<Measured> = (0..rounds).map(|_| measure()).collect();
    let best = runs
        .iter()
        .min_by(|a, b| a.processor.total_cmp(&b.processor))
        .expect("there is at least one round");
    let totals = &best.totals;
    let all = totals.complete;
    let (klee, wanted, ours, ratio, met) = match case.goal {
        Goal::Instructions { klee, at_least } => {
            let rate = totals.steps as f64 / best.processor / 1e6;
            let texts = (format!("{klee} M instr/s"), format!(">= {at_least} M/s"));
            (texts.0, texts.1, format!("{rate:.0} M instr/s"), rate / klee, all && rate >= at_least)
        }
        Goal::Queries { klee } => {
            let queries = totals.backend_queries();
            let ours = format!("{queries} queries");
            let ratio = klee as f64 / queries.max(1) as f64;
            let wanted = format!("all paths, <= {klee}");
            (format!("{klee} queries"), wanted, ours, ratio, all && queries <= klee)
        }
        Goal::Complete { paths, klee, times } => {
            let ours = format!("{:.4} s", best.processor);
            let ratio = klee / best.processor;
            let met = all && totals.paths == paths && ratio >= times;
            let texts = (format!("{paths} paths, {klee} s"), format!("all, >= {times} x"));
            (texts.0, texts.1, ours, ratio, met)
        }
        Goal::Paths { klee, times } => {
            let rate = totals.paths as f64 / best.processor;
            let ratio = rate / klee;
            let ours = format!("{rate:.0} paths/s");
            (format!("{klee:.3} paths/s"), format!(">= {times} x"), ours, ratio, ratio >= times)
        }
        Goal::Found { klee, at_most } => {
            let texts = (format!("found, {klee} s"), format!("found, <= {at_most} s"));
            match best.found {
                Some(at) => {
                    let ours = format!("found, {at:.4} s");
                    (texts.0, texts.1, ours, klee / at, at <= at_most)
                }
                None => (texts.0, texts.1, "not found".to_owned(), 0.0, false),
            }
        }
    };
    let name = match case.overflow {
        true => case.program.to_owned(),
        false => format!("{}, plain", case.program),
    };
    println!(
        "{name:<15} {klee:<20} {wanted:<17} {ours:<17} {ratio:>10.1} {:>5} {:>8} {:>8} {:>9} {:>8}",
        if met { "yes" } else { "NO" },
        totals.paths,
        totals.left,
        totals.solver.queries,
        totals.backend_queries(),
    );
}

/// Bytes the process grows by for each state of the time when there were most: terms, models and caches included.
fn memory() {
    let program = load("merge");
    let before = size_of_process("VmRSS");
    let measured = run(&program, &Settings { limit: SEARCH_LIMIT, ..SETTINGS }, Hooks::default());
    let grown = size_of_process("VmHWM").saturating_sub(before);
    let states = measured.totals.most_states;
    println!(
        "memory for merge: {} bytes for each of {states} states at once (wanted: <= 4096)",
        grown / states.max(1)
    );
}

/// Paths per second with two threads as times those with one, in turns.
fn threads(name: &str) {
    let program = load(name);
    let mut by_clock = Vec::new();
    let mut by_processor = Vec::new();
    for _ in 0..ROUNDS {
        let of = |threads| {
            let settings = Settings { limit: SEARCH_LIMIT / 2, threads, ..SETTINGS };
            run(&program, &settings, Hooks::default())
        };
        let (one, two) = (of(1), of(2));
        by_clock.push(two.paths_per_second() / one.paths_per_second());
        let each = |run: &Measured| run.totals.paths as f64 / run.processor;
        by_processor.push(2.0 * each(&two) / each(&one));
    }
    let middle = |mut ratios: Vec<f64>| {
        ratios.sort_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    };
    println!(
        "two threads on {name}: {:.2} x the paths per second on the clock, {:.2} x if both cores were ours (wanted: >= 1.6)",
        middle(by_clock),
        middle(by_processor)
    );
}

fn count_instructions(which: &str) {
    let mut hooks = Hooks::default();
    if which == "idle" {
        hooks.block.push(Arc::new(Idle));
    }
    let program = load("arithmetic");
    // Under callgrind all of the loop takes minutes; a limit of time would end the two runs at different places.
    let settings = Settings { limit: Duration::from_secs(3600), steps: 6_000_000, ..SETTINGS };
    let measured = run(&program, &settings, hooks);
    println!("{} instructions with hooks: {which}", measured.totals.steps);
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, which] = arguments.as_slice()
        && flag == "--hooks"
    {
        return count_instructions(which);
    }
    let wants = |name: &str| arguments.is_empty() || arguments.iter().any(|wanted| wanted == name);
    // First, while the process is small: memory that was used once is not given back.
    if wants("memory") {
        memory();
    }
    let load_average = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("seconds are those of the processor; load of the machine: {}", load_average.trim());
    println!(
        "{:<15} {:<20} {:<17} {:<17} {:>10} {:>5} {:>8} {:>8} {:>9} {:>8}",
        "program",
        "KLEE 3.3",
        "wanted",
        "Lariat",
        "times KLEE",
        "met",
        "paths",
        "left",
        "queries",
        "backend"
    );
    for case in cases() {
        if wants(case.program) {
            line(&case);
        }
    }
    for name in ["merge", "selection"] {
        if wants("threads") {
            threads(name);
        }
    }
}
