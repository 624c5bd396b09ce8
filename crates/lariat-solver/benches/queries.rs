//! Queries per second with all layers against Z3 alone, on the queries of small programs.
//!
//! Each program is explored as a symbolic executor would: at every branch both sides are asked about, and every side that
//! can be taken is followed. The queries are recorded first, then the same recording is answered in several ways in one
//! run. Times are CPU time of the answering thread, so another load on the machine disturbs the ratios little.

#![allow(clippy::print_stdout, missing_docs)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_solver::{
    Answer, Backend, Features, Incremental, Solver, SolverConfig, Statistics, Z3Backend,
};
use lariat_term::{Sort, TermId, TermStore};

/// One query: a path and a question.
struct Query {
    path: Vec<TermId>,
    question: TermId,
}

/// A run of a program along given decisions, then onwards.
struct Run<'a> {
    store: &'a TermStore,
    solver: &'a mut Solver,
    decisions: Vec<bool>,
    taken: usize,
    path: Vec<TermId>,
    queries: &'a mut Vec<Query>,
    pending: &'a mut Vec<Vec<bool>>,
    dead: bool,
}

impl Run<'_> {
    /// A branch: replayed, or asked about and followed. The side not followed is left for later.
    fn branch(&mut self, condition: TermId) -> bool {
        let negated = self.store.not(condition);
        if self.dead {
            return false;
        }
        let side = if let Some(&side) = self.decisions.get(self.taken) {
            side
        } else if let Some(known) = self.store.as_bool(condition) {
            // An executor decides constants itself.
            self.decisions.push(known);
            known
        } else {
            let mut feasible = [false; 2];
            for (at, question) in [(0, negated), (1, condition)] {
                self.queries.push(Query { path: self.path.clone(), question });
                feasible[at] = self.solver.check(&self.path, question).answer == Answer::Sat;
            }
            if feasible == [true, true] {
                let mut other = self.decisions.clone();
                other.push(false);
                self.pending.push(other);
            }
            self.decisions.push(feasible[1]);
            feasible[1]
        };
        self.taken += 1;
        self.assume(if side { condition } else { negated });
        side
    }

    fn assume(&mut self, condition: TermId) {
        if self.store.as_bool(condition) != Some(true) {
            self.path.push(condition);
        }
    }
}

fn record(
    store: &Arc<TermStore>,
    limit: usize,
    program: &dyn Fn(&TermStore, &mut Run<'_>),
) -> Vec<Query> {
    let mut solver = Solver::new(Arc::clone(store), SolverConfig::default());
    let mut queries = Vec::new();
    let mut pending = vec![Vec::new()];
    while let Some(decisions) = pending.pop() {
        let mut run = Run {
            store,
            solver: &mut solver,
            decisions,
            taken: 0,
            path: Vec::new(),
            queries: &mut queries,
            pending: &mut pending,
            dead: false,
        };
        program(store, &mut run);
        if queries.len() >= limit {
            break;
        }
    }
    queries.truncate(limit);
    queries
}

fn bytes(store: &TermStore, name: &str, count: usize) -> Vec<TermId> {
    (0..count).map(|i| store.var(&format!("{name}{i}"), Sort::BitVec(8))).collect()
}

fn words(store: &TermStore, name: &str, count: usize) -> Vec<TermId> {
    (0..count).map(|i| store.var(&format!("{name}{i}"), Sort::BitVec(32))).collect()
}

fn character(store: &TermStore, c: u8) -> TermId {
    store.bv_const(8, u64::from(c))
}

/// `strtok`-like: fields separated by commas, digits summed up, the sum compared at the end.
fn scan_string(store: &TermStore, run: &mut Run<'_>) {
    let text = bytes(store, "s", 10);
    let mut sum = store.bv_const(32, 0);
    let mut fields = 0;
    for &c in &text {
        if run.branch(store.eq(c, character(store, 0))) {
            break;
        }
        if run.branch(store.eq(c, character(store, b','))) {
            fields += 1;
            if fields > 2 {
                return;
            }
            continue;
        }
        let digit = store.bv_sub(c, character(store, b'0'));
        if !run.branch(store.bv_ult(digit, store.bv_const(8, 10))) {
            return;
        }
        let ten_times = store.bv_mul(sum, store.bv_const(32, 10));
        sum = store.bv_add(ten_times, store.zero_extend(24, digit));
    }
    run.branch(store.bv_ult(sum, store.bv_const(32, 500)));
    run.branch(store.eq(store.bv_and(sum, store.bv_const(32, 1)), store.bv_const(32, 0)));
}

/// Insertion sort of symbolic numbers.
fn insertion_sort(store: &TermStore, run: &mut Run<'_>) {
    let mut a = words(store, "n", 5);
    for i in 1..a.len() {
        let mut j = i;
        while j > 0 && run.branch(store.bv_slt(a[j], a[j - 1])) {
            a.swap(j, j - 1);
            j -= 1;
        }
    }
    for pair in a.windows(2) {
        // The assertion after the sort: never false.
        run.branch(store.bv_sle(pair[0], pair[1]));
    }
}

/// Merging two sorted symbolic arrays, and looking for a duplicate.
fn merge(store: &TermStore, run: &mut Run<'_>) {
    let (a, b) = (words(store, "l", 4), words(store, "r", 4));
    for list in [&a, &b] {
        for pair in list.windows(2) {
            run.assume(store.bv_slt(pair[0], pair[1]));
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut last: Option<TermId> = None;
    while i < a.len() && j < b.len() {
        let next = if run.branch(store.bv_sle(a[i], b[j])) {
            i += 1;
            a[i - 1]
        } else {
            j += 1;
            b[j - 1]
        };
        if let Some(last) = last
            && run.branch(store.eq(last, next))
        {
            return;
        }
        last = Some(next);
    }
}

/// The triangle classifier.
fn tritype(store: &TermStore, run: &mut Run<'_>) {
    let sides = words(store, "t", 3);
    let zero = store.bv_const(32, 0);
    for &side in &sides {
        if run.branch(store.bv_sle(side, zero)) {
            return;
        }
        run.assume(store.bv_slt(side, store.bv_const(32, 100_000)));
    }
    let mut kind = 0;
    for (weight, i, j) in [(1, 0, 1), (2, 0, 2), (3, 1, 2)] {
        if run.branch(store.eq(sides[i], sides[j])) {
            kind += weight;
        }
    }
    let short =
        |i: usize, j: usize, k: usize| store.bv_sle(store.bv_add(sides[i], sides[j]), sides[k]);
    match kind {
        0 => {
            if run.branch(short(0, 1, 2)) || run.branch(short(1, 2, 0)) {
                return;
            }
            run.branch(short(0, 2, 1));
        }
        1 => drop(run.branch(short(0, 1, 2))),
        2 => drop(run.branch(short(0, 2, 1))),
        3 => drop(run.branch(short(1, 2, 0))),
        _ => {}
    }
}

/// A recursive-descent parser of sums in brackets over symbolic bytes.
fn parser(store: &TermStore, run: &mut Run<'_>) {
    let text = bytes(store, "p", 9);
    let mut depth = 0;
    let mut expects_operand = true;
    for &c in &text {
        let is = |run: &mut Run<'_>, wanted: u8| run.branch(store.eq(c, character(store, wanted)));
        if expects_operand {
            if is(run, b'(') {
                depth += 1;
                if depth > 3 {
                    return;
                }
            } else if is(run, b'-') {
                continue;
            } else {
                let offset = store.bv_sub(c, character(store, b'a'));
                if !run.branch(store.bv_ult(offset, store.bv_const(8, 26))) {
                    return;
                }
                expects_operand = false;
            }
        } else if is(run, b'+') || is(run, b'*') {
            expects_operand = true;
        } else if depth > 0 && is(run, b')') {
            depth -= 1;
        } else {
            return;
        }
    }
}

/// Binary search in a sorted symbolic array for a symbolic key, and a read through a table at a symbolic index.
fn binary_search(store: &TermStore, run: &mut Run<'_>) {
    let word = Sort::BitVec(32);
    let array = store.var("sorted", Sort::array(word, word));
    let table = store.var("table", Sort::array(word, Sort::BitVec(8)));
    let at = |i: u64| store.select(array, store.bv_const(32, i));
    let length = 12;
    for i in 1..length {
        run.assume(store.bv_slt(at(i - 1), at(i)));
    }
    let key = store.var("key", word);
    let (mut low, mut high) = (0, length);
    while low < high {
        let middle = (low + high) / 2;
        if run.branch(store.eq(at(middle), key)) {
            let index = store.var("index", word);
            run.assume(store.bv_ult(index, store.bv_const(32, middle + 1)));
            let entry = store.select(table, index);
            if run.branch(store.bv_ult(entry, store.bv_const(8, 16))) {
                let next = store.select(table, store.zero_extend(24, entry));
                run.branch(store.eq(next, entry));
            }
            run.branch(store.bv_slt(store.select(array, index), key));
            return;
        }
        if run.branch(store.bv_slt(at(middle), key)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
}

/// CPU time of this thread.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

struct Measured {
    time: Duration,
    answers: Vec<Answer>,
}

fn measure(queries: &[Query], mut ask: impl FnMut(&Query) -> Answer) -> Measured {
    let (wall, cpu) = (Instant::now(), cpu_time());
    let answers = queries.iter().map(&mut ask).collect();
    let time = match (cpu, cpu_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => wall.elapsed(),
    };
    Measured { time, answers }
}

/// A new solver for every query, terms translated once.
fn z3_alone(store: &Arc<TermStore>, queries: &[Query]) -> Measured {
    let mut backend = new_backend(store);
    measure(queries, |query| {
        backend.reset();
        for &term in query.path.iter().chain([&query.question]) {
            backend.assert(term);
        }
        backend.check(&[])
    })
}

/// One solver that keeps the levels consecutive queries have in common.
fn z3_push_pop(store: &Arc<TermStore>, queries: &[Query]) -> Measured {
    let mut backend = new_backend(store);
    let mut asserted: Vec<TermId> = Vec::new();
    measure(queries, |query| {
        let all: Vec<TermId> = query.path.iter().copied().chain([query.question]).collect();
        let common = asserted.iter().zip(&all).take_while(|(a, b)| a == b).count();
        backend.pop(asserted.len() - common);
        asserted.truncate(common);
        for &term in &all[common..] {
            backend.push();
            backend.assert(term);
            asserted.push(term);
        }
        backend.check(&[])
    })
}

fn new_backend(store: &Arc<TermStore>) -> Z3Backend {
    Z3Backend::new(Arc::clone(store), Features::BIT_VECTORS | Features::ARRAYS)
        .expect("Z3 is there; run `make setup`")
}

fn layered(
    store: &Arc<TermStore>,
    queries: &[Query],
    config: SolverConfig,
) -> (Measured, Statistics) {
    let mut solver = Solver::new(Arc::clone(store), config);
    let measured = measure(queries, |query| solver.check(&query.path, query.question).answer);
    (measured, solver.statistics())
}

/// A program to explore.
type Program = fn(&TermStore, &mut Run<'_>);

fn main() {
    let programs: [(&str, Program); 6] = [
        ("string scan", scan_string),
        ("insertion sort", insertion_sort),
        ("merge", merge),
        ("tritype", tritype),
        ("parser", parser),
        ("binary search", binary_search),
    ];
    // `cargo test` runs benchmarks too, briefly.
    let quick = std::env::args().any(|argument| argument == "--test");
    let limit = if quick { 20 } else { 600 };
    let modes = [Incremental::Off, Incremental::PushPop, Incremental::Assumptions];
    println!("Z3 {}", lariat_solver::z3_version());
    println!("CPU milliseconds; in brackets, how many times faster than Z3 alone");
    println!(
        "{:<16} {:>7} {:>9} {:>16} {:>16} {:>16} {:>16}",
        "program",
        "queries",
        "Z3 alone",
        "Z3 push/pop",
        "layers+fresh",
        "layers+push/pop",
        "layers+assume"
    );
    let mut totals = [Duration::ZERO; 5];
    let mut statistics = Statistics::default();
    let mut count = 0;
    for (name, program) in programs {
        let store = Arc::new(TermStore::new());
        let queries = record(&store, limit, &program);
        count += queries.len();
        let alone = z3_alone(&store, &queries);
        let mut times = vec![alone.time];
        let push_pop = z3_push_pop(&store, &queries);
        assert_eq!(push_pop.answers, alone.answers, "{name}: push and pop changed an answer");
        times.push(push_pop.time);
        for mode in modes {
            let config = SolverConfig { incremental: mode, ..SolverConfig::default() };
            let (measured, numbers) = layered(&store, &queries, config);
            assert_eq!(measured.answers, alone.answers, "{name}: layers changed an answer");
            if mode == SolverConfig::default().incremental {
                statistics.merge(&numbers);
            }
            times.push(measured.time);
        }
        row(name, queries.len(), &times);
        for (total, time) in totals.iter_mut().zip(&times) {
            *total += *time;
        }
    }
    row("all", count, &totals);
    let per_second = |time: Duration| count as f64 / time.as_secs_f64();
    println!(
        "queries per second: Z3 alone {:.0}, Z3 push/pop {:.0}, layers (default) {:.0}",
        per_second(totals[0]),
        per_second(totals[1]),
        per_second(totals[3])
    );
    println!("{statistics}");
}

fn row(name: &str, queries: usize, times: &[Duration]) {
    let base = times[0].as_secs_f64();
    print!("{name:<16} {queries:>7} {:>9.1}", base * 1e3);
    for time in &times[1..] {
        let seconds = time.as_secs_f64();
        print!(" {:>8.1} ({:>4.1}x)", seconds * 1e3, base / seconds.max(1e-9));
    }
    println!();
}
