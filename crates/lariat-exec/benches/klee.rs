//! The programs of `bench/klee` beside KLEE's figures: what was found, how fast, and what it cost.
//!
//! `cargo bench -p lariat-exec --bench klee [-- PROGRAM…]`. KLEE's column was measured with KLEE 3.3 and STP; times are those of the
//! search, without the front end. Lines with a limit run for that long. Seconds of processor time are printed beside those on the clock:
//! on a machine that does something else as well, they are the ones to compare.
//!
//! `-- --hooks none` and `-- --hooks idle` run only the arithmetic loop, without hooks and with hooks that watch nothing, to be
//! counted by `valgrind --tool=callgrind`, which gives the number of instructions exactly. See `bench/klee/README.md`.

#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lariat_exec::{
    AtBlock, BlockHook, BugKind, Coverage, EndReason, EngineConfig, Finding, HookContext, Hooks,
    Machine, Sink, State, Totals, explore, initial_state,
};
use lariat_frontend::LoadOptions;
use lariat_program::{BlockId, FunctionId, Program};
use lariat_term::TermStore;

/// One line of the table.
struct Case {
    program: &'static str,
    klee: &'static str,
    wanted: &'static str,
    /// How long it may take.
    limit: Duration,
    /// Whether the first error ends it.
    until_found: bool,
    /// Whether signed overflow is looked for.
    overflow: bool,
    threads: usize,
}

const CASE: Case = Case {
    program: "",
    klee: "",
    wanted: "",
    limit: Duration::from_secs(60),
    until_found: false,
    overflow: true,
    threads: 1,
};

const SEARCH_LIMIT: Duration = Duration::from_secs(10);

fn cases() -> Vec<Case> {
    let merge = || Case {
        program: "merge",
        klee: "91 paths in 120 s",
        wanted: ">= 15 paths/s, <= 4 KB/state",
        limit: SEARCH_LIMIT,
        ..CASE
    };
    let selection = || Case {
        program: "selection",
        klee: "3 paths in 120 s",
        wanted: ">= 0.5 paths/s",
        limit: SEARCH_LIMIT,
        ..CASE
    };
    vec![
        Case { program: "arithmetic", klee: "2-4.5 M instr/s", wanted: ">= 60 M instr/s", ..CASE },
        Case {
            program: "tritype",
            klee: "12 paths, 18 queries",
            wanted: "all, <= 18 queries",
            ..CASE
        },
        Case {
            program: "tritype",
            klee: "(no overflow checks)",
            wanted: "all, <= 18 queries",
            overflow: false,
            ..CASE
        },
        Case { program: "bsearch", klee: "41 paths, 0.38 s", wanted: "41 paths, < 0.38 s", ..CASE },
        Case {
            program: "multivar",
            klee: "1025 paths, 17.8 s",
            wanted: "1025 paths, <= 3.5 s",
            ..CASE
        },
        merge(),
        Case { threads: 2, ..merge() },
        selection(),
        Case { threads: 2, ..selection() },
        Case {
            program: "hello",
            klee: "found, 0.05 s",
            wanted: "found, <= 0.1 s",
            until_found: true,
            ..CASE
        },
        Case {
            program: "hello_world",
            klee: "found, 0.12 s",
            wanted: "found, <= 1 s",
            until_found: true,
            ..CASE
        },
        Case {
            program: "count",
            klee: "found, 6.3 s",
            wanted: "found, <= 1.26 s",
            until_found: true,
            ..CASE
        },
    ]
}

/// Notes when the error function was reached.
struct Found {
    start: Instant,
    at: OnceLock<Duration>,
    reached: AtomicBool,
}

impl Sink for Found {
    fn found(&self, finding: Finding) -> bool {
        if finding.bug.kind != BugKind::ErrorReached {
            return true;
        }
        self.reached.store(true, Ordering::Relaxed);
        self.at.get_or_init(|| self.start.elapsed());
        false
    }

    fn ended(&self, _state: &State, _reason: &EndReason) {}
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

/// Processor time of this process, in seconds, as the system has it.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in parentheses; user and system time are the 12th and 13th field there, in hundredths.
    let fields: Vec<&str> =
        text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0
}

fn run(program: &Arc<Program>, case: &Case, hooks: Hooks) -> (Totals, Option<Duration>) {
    let machine =
        Machine::new(Arc::clone(program), Arc::new(TermStore::new()), hooks).expect("ready");
    let coverage = Coverage::new(program);
    let main = program.function_named("main").expect("main");
    let initial = initial_state(&machine, main, Vec::new()).expect("a body");
    let mut config = EngineConfig {
        time: Some(case.limit),
        threads: case.threads,
        stop_at_first: case.until_found,
        ..EngineConfig::default()
    };
    config.executor.check_overflow = case.overflow;
    let sink =
        Found { start: Instant::now(), at: OnceLock::new(), reached: AtomicBool::new(false) };
    let totals = explore(&machine, &coverage, initial, &config, &AtomicBool::new(false), &sink);
    (totals, sink.at.get().copied())
}

fn line(case: &Case) {
    let program = load(case.program);
    let before = processor_seconds();
    let size_before = size_of_process("VmHWM");
    let (totals, found) = run(&program, case, Hooks::default());
    let processor = processor_seconds() - before;
    // All the process grew by, terms and caches included, for each state of the time when there were most.
    let grown = size_of_process("VmHWM").saturating_sub(size_before);
    let bytes_per_state = if totals.most_states > 1000 { grown / totals.most_states } else { 0 };
    let seconds = totals.time.as_secs_f64();
    let result = match (case.until_found, found) {
        (true, Some(at)) => format!("found {:.3} s", at.as_secs_f64()),
        (true, None) => "not found".to_owned(),
        (false, _) if totals.complete => "complete".to_owned(),
        (false, _) => format!("{} left", totals.left),
    };
    println!(
        "{:<12} {:>2} {:<22} {:<30} {:<14} {:>7} {:>8.3} {:>8.2} {:>8.1} {:>9.1} {:>8} {:>8} {:>6}",
        case.program,
        case.threads,
        case.klee,
        case.wanted,
        result,
        totals.paths,
        seconds,
        processor,
        totals.steps as f64 / processor.max(0.01) / 1e6,
        totals.paths as f64 / seconds,
        totals.solver.queries,
        totals.backend_queries(),
        bytes_per_state,
    );
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, which] = arguments.as_slice()
        && flag == "--hooks"
    {
        let mut hooks = Hooks::default();
        if which == "idle" {
            hooks.block.push(Arc::new(Idle));
        }
        let program = load("arithmetic");
        // Under callgrind the loop takes minutes; a limit would end the two runs at different places.
        let whole = Case { program: "arithmetic", limit: Duration::from_secs(3600), ..CASE };
        let (totals, _) = run(&program, &whole, hooks);
        println!("{} instructions with hooks: {which}", totals.steps);
        return;
    }
    let load_average = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load of the machine: {}", load_average.trim());
    println!(
        "{:<12} {:>2} {:<22} {:<30} {:<14} {:>7} {:>8} {:>8} {:>8} {:>9} {:>8} {:>8} {:>6}",
        "program",
        "th",
        "KLEE",
        "wanted",
        "result",
        "paths",
        "s",
        "cpu s",
        "M ins/s",
        "paths/s",
        "queries",
        "backend",
        "B/st"
    );
    for case in cases() {
        if arguments.is_empty() || arguments.iter().any(|wanted| wanted == case.program) {
            line(&case);
        }
    }
}
