//! How many terms per second are built.
//!
//! Each line is one kind of work: new terms ("misses"), terms that exist already ("hits"), with the simplifier and without,
//! on one thread and on two that share a store. The machine this runs on may be busy with other things, so time is what the
//! thread spent on a processor (on Linux; elsewhere wall-clock time), and every figure is the best of several runs. With `--quick`, runs are short: enough to see that everything works.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use lariat_term::{Sort, TermId, TermStore};

/// A binary constructor.
type Build = fn(&TermStore, TermId, TermId) -> TermId;

struct Setup {
    store: TermStore,
    variables: Vec<TermId>,
    others: Vec<TermId>,
    constants: Vec<TermId>,
}

/// A store with three lists of as many leaves.
fn setup(simplifying: bool, leaves: usize) -> Setup {
    let store = TermStore::with_simplifier(simplifying);
    let variable = |name: &str, i: usize| store.var(&format!("{name}{i}"), Sort::BitVec(32));
    let variables = (0..leaves).map(|i| variable("x", i)).collect();
    let others = (0..leaves).map(|i| variable("y", i)).collect();
    let constants = (0..leaves).map(|i| store.bv_const(32, 0x1_0005 * (i as u64 + 3))).collect();
    Setup { store, variables, others, constants }
}

/// How much is built in one run: so many terms in each of so many stores.
#[derive(Clone, Copy)]
struct Size {
    name: &'static str,
    leaves: usize,
    terms: usize,
    stores: usize,
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
    let runs = if quick { 1 } else { 9 };
    let sizes = [
        Size { name: "small store (10 000 terms)", leaves: 100, terms: 10_000, stores: 20 },
        Size { name: "large store (400 000 terms)", leaves: 1000, terms: 400_000, stores: 1 },
    ];
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
    println!("millions of binary operations per second and thread, best of {runs} runs");
    for mut size in sizes {
        if quick {
            (size.terms, size.stores) = (10_000, 1);
        }
        println!("{:<28}{:>8}{:>10}{:>10}{:>8}", size.name, "new", "existing", "new, raw", "ratio");
        let mut all = Vec::new();
        for (name, with_constants, build) in kinds {
            let (mut new, mut existing, mut raw) = (0f64, 0f64, 0f64);
            for _ in 0..runs {
                let (first, second) = build_twice(size, true, with_constants, build);
                new = new.max(first);
                existing = existing.max(second);
                raw = raw.max(build_twice(size, false, with_constants, build).0);
            }
            println!("  {name:<26}{new:>8.1}{existing:>10.1}{raw:>10.1}{:>8.2}", new / raw);
            all.extend([new, existing]);
        }
        let mean = all.len() as f64 / all.iter().map(|rate| 1.0 / rate).sum::<f64>();
        let slowest = all.iter().copied().fold(f64::INFINITY, f64::min);
        println!("  all of these in equal parts: {mean:.1}, the slowest {slowest:.1} (goal: 5)");
        println!(
            "  two threads on one store, x + y, new, the slower one: {:.1}",
            two_threads(size, runs)
        );
        println!("  a rule at every node (x ^ x): {:.1}", cancelling(size, runs));
    }
}

/// Rates of building everything, and of building it again.
fn build_twice(size: Size, simplifying: bool, with_constants: bool, build: Build) -> (f64, f64) {
    let (mut new, mut existing) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..size.stores {
        let setup = setup(simplifying, size.leaves);
        let right = if with_constants { &setup.constants } else { &setup.others };
        let work = pairs(&setup.variables, right, 0, size.terms);
        new += build_all(&setup.store, build, &work);
        existing += build_all(&setup.store, build, &work);
    }
    (rate(size.terms * size.stores, new), rate(size.terms * size.stores, existing))
}

fn two_threads(size: Size, runs: usize) -> f64 {
    let half = size.terms / 2;
    best(runs, || {
        let mut slowest = Duration::ZERO;
        for _ in 0..size.stores {
            let setup = setup(true, size.leaves);
            let halves = [0, half].map(|from| pairs(&setup.variables, &setup.others, from, half));
            let add: Build = |s, a, b| s.bv_add(a, b);
            std::thread::scope(|scope| {
                let store = &setup.store;
                let threads =
                    halves.each_ref().map(|work| scope.spawn(move || build_all(store, add, work)));
                // Each thread's own time: what sharing costs shows in it.
                let times = threads.map(|thread| thread.join().unwrap_or_default());
                slowest += times[0].max(times[1]);
            });
        }
        rate(half * size.stores, slowest)
    })
}

fn cancelling(size: Size, runs: usize) -> f64 {
    best(runs, || {
        let setup = setup(true, size.leaves);
        let count = size.terms * size.stores;
        let work: Vec<_> = setup.variables.iter().cycle().take(count).map(|&x| (x, x)).collect();
        rate(count, build_all(&setup.store, |s, a, b| s.bv_xor(a, b), &work))
    })
}
