//! How many terms per second are built.
//!
//! Each line is one kind of work: new terms ("misses"), terms that exist already ("hits"), with the simplifier and without,
//! on one thread and on two that share a store. The machine this runs on may be busy with other things, so time is what the
//! thread spent on a processor (on Linux; elsewhere wall-clock time), and every figure is the best of several runs. With `--quick`, runs are short: enough to see that everything works.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use lariat_term::{Sort, TermId, TermStore};

const VARIABLES: usize = 1000;

/// A binary constructor.
type Build = fn(&TermStore, TermId, TermId) -> TermId;

struct Setup {
    store: TermStore,
    variables: Vec<TermId>,
    constants: Vec<TermId>,
}

fn setup(simplifying: bool) -> Setup {
    let store = TermStore::with_simplifier(simplifying);
    let variables = (0..VARIABLES).map(|i| store.var(&format!("x{i}"), Sort::BitVec(32))).collect();
    let constants = (0..VARIABLES).map(|i| store.bv_const(32, 0x1_0005 * (i as u64 + 3))).collect();
    Setup { store, variables, constants }
}

/// The pairs of different elements of two lists, spread so that neighbours in time are not neighbours in memory.
fn pairs(left: &[TermId], right: &[TermId], from: usize, count: usize) -> Vec<(TermId, TermId)> {
    let n = left.len();
    (from..from + count)
        .map(|k| {
            let k = k.wrapping_mul(7_919) % (n * n);
            (left[k / n], right[k % n])
        })
        .collect()
}

/// Time this thread has spent running, if the system tells.
fn processor_time() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn build_all(store: &TermStore, build: Build, work: &[(TermId, TermId)]) -> Duration {
    // Giving the processor up brings the system's account up to date.
    std::thread::yield_now();
    let (start, wall) = (processor_time(), Instant::now());
    for &(a, b) in work {
        black_box(build(store, a, b));
    }
    std::thread::yield_now();
    match (start, processor_time()) {
        (Some(start), Some(end)) if end > start => end - start,
        _ => wall.elapsed(),
    }
}

fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}

fn best(runs: usize, mut run: impl FnMut() -> f64) -> f64 {
    (0..runs).map(|_| run()).fold(0.0, f64::max)
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick" || arg == "--test");
    let (count, runs) = if quick { (20_000, 1) } else { (400_000, 9) };
    let kinds: [(&str, bool, Build); 8] = [
        ("x + y", false, |s, a, b| s.bv_add(a, b)),
        ("x + constant", true, |s, a, b| s.bv_add(a, b)),
        ("x & y", false, |s, a, b| s.bv_and(a, b)),
        ("x & constant", true, |s, a, b| s.bv_and(a, b)),
        ("x < y unsigned", false, |s, a, b| s.bv_ult(a, b)),
        ("x < constant signed", true, |s, a, b| s.bv_slt(a, b)),
        ("x = y", false, |s, a, b| s.eq(a, b)),
        ("x = constant", true, |s, a, b| s.eq(a, b)),
    ];
    println!("millions of binary operations per second, best of {runs} runs of {count}");
    println!("{:<22}{:>10}{:>10}{:>12}{:>12}", "", "new", "existing", "new, raw", "ratio");
    let mut slowest = f64::INFINITY;
    for (name, with_constants, build) in kinds {
        let mut rates = [0.0; 3];
        for (simplifying, new, existing) in [(true, 0, Some(1)), (false, 2, None)] {
            rates[new] = best(runs, || {
                let setup = setup(simplifying);
                let right = if with_constants { &setup.constants } else { &setup.variables };
                let work = pairs(&setup.variables, right, 0, count);
                let fresh = rate(count, build_all(&setup.store, build, &work));
                if let Some(slot) = existing {
                    let again = rate(count, build_all(&setup.store, build, &work));
                    rates[slot] = again.max(rates[slot]);
                }
                fresh
            });
        }
        slowest = rates[..2].iter().copied().fold(slowest, f64::min);
        println!(
            "{name:<22}{:>10.1}{:>10.1}{:>12.1}{:>12.2}",
            rates[0],
            rates[1],
            rates[2],
            rates[0] / rates[2]
        );
    }
    println!("slowest of all: {slowest:.1} (goal: 5)");
    println!(
        "two threads on one store, x + y, new terms, the slower one: {:.1}",
        two_threads(count, runs)
    );
    println!("with a rule at every node (x - x), existing: {:.1}", cancelling(count, runs));
}

fn two_threads(count: usize, runs: usize) -> f64 {
    best(runs, || {
        let setup = setup(true);
        let halves = [0, 1]
            .map(|half| pairs(&setup.variables, &setup.variables, half * (count / 2), count / 2));
        let add: Build = |s, a, b| s.bv_add(a, b);
        std::thread::scope(|scope| {
            let store = &setup.store;
            let threads =
                halves.each_ref().map(|work| scope.spawn(move || build_all(store, add, work)));
            // Each thread's own rate: what sharing costs shows in the time it takes.
            (threads.into_iter())
                .map(|thread| rate(count / 2, thread.join().unwrap_or_default()))
                .fold(f64::INFINITY, f64::min)
        })
    })
}

fn cancelling(count: usize, runs: usize) -> f64 {
    best(runs, || {
        let setup = setup(true);
        let work: Vec<_> = setup.variables.iter().cycle().take(count).map(|&x| (x, x)).collect();
        rate(count, build_all(&setup.store, |s, a, b| s.bv_xor(a, b), &work))
    })
}
