//! Arrays as variables for their elements: the answers are those about arrays.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_solver::{Answer, Layer, Solver, SolverConfig};
use lariat_term::testing::{Generator, TermShape, seeds};
use lariat_term::{Evaluator, Sort, TermId, TermStore, Value};

/// A number made of reads of two arrays, at known places, at unknown ones and at elements of themselves.
fn number(store: &TermStore, generator: &mut Generator<'_>, depth: u32) -> TermId {
    let width = Sort::BitVec(4);
    match generator.below(if depth == 0 { 2 } else { 7 }) {
        0 => store.bv_const(4, generator.below(16)),
        1 => store.var(generator.pick(&["i", "j"]), width),
        2 => store.bv_add(number(store, generator, depth - 1), number(store, generator, depth - 1)),
        3 | 4 => {
            let array = store.var(generator.pick(&["a", "b"]), Sort::array(width, width));
            store.select(array, store.bv_const(4, generator.below(5)))
        }
        _ => {
            let array = store.var(generator.pick(&["a", "b"]), Sort::array(width, width));
            store.select(array, number(store, generator, depth - 1))
        }
    }
}

fn condition(store: &TermStore, generator: &mut Generator<'_>) -> TermId {
    let (left, right) = (number(store, generator, 3), number(store, generator, 3));
    match generator.below(4) {
        0 => store.eq(left, right),
        1 => store.ne(left, right),
        2 => store.bv_ult(left, right),
        _ => {
            let other = store.eq(number(store, generator, 2), number(store, generator, 2));
            store.or(&[store.bv_ult(left, right), other])
        }
    }
}

#[test]
fn random_reads_are_answered_as_arrays_are() {
    let (mut sat, mut unsat, mut changed) = (0, 0, 0);
    for seed in seeds(0..150) {
        let store = Arc::new(TermStore::new());
        let mut generator = Generator::new(&store, TermShape::default(), seed);
        let count = 3 + generator.below(14) as usize;
        let query: Vec<TermId> = (0..count).map(|_| condition(&store, &mut generator)).collect();
        let plain =
            SolverConfig { time_limit: Some(Duration::from_secs(120)), ..SolverConfig::plain() };
        let expected = Solver::new(Arc::clone(&store), plain.clone()).check_sat(&query).answer;
        let config = SolverConfig { elements: 1, ..plain };
        let mut solver = Solver::new(Arc::clone(&store), config);
        let result = solver.check_sat(&query);
        assert_eq!(result.answer, expected, "seed {seed}");
        let statistics = solver.statistics();
        assert_eq!(statistics.models_rejected, 0, "seed {seed}");
        changed += statistics[Layer::Elements].hits;
        match result.answer {
            Answer::Sat => sat += 1,
            _ => unsat += 1,
        }
        if let Some(model) = result.model {
            let mut evaluator = Evaluator::new(model);
            for &term in &query {
                assert_eq!(evaluator.eval(&store, term), Ok(Value::Bool(true)), "seed {seed}");
            }
        }
    }
    assert!(sat > 20 && unsat > 20 && changed > 60, "{sat} sat, {unsat} unsat, {changed} changed");
}

/// What a loop unfolded 2500 times says about an array of integers, given as bytes.
#[test]
fn thousands_of_elements_take_little_time() {
    let store = Arc::new(TermStore::new());
    let bytes = store.var("a", Sort::array(Sort::BitVec(64), Sort::BitVec(8)));
    let integer = |at: u64| {
        let byte = |offset: u64| store.select(bytes, store.bv_const(64, 4 * at + offset));
        store.concat(store.concat(byte(3), byte(2)), store.concat(byte(1), byte(0)))
    };
    let mut query: Vec<TermId> =
        (3..2503).map(|at| store.bv_slt(store.bv_const(32, at % 7), integer(at))).collect();
    query.push(store.eq(integer(7), store.bv_add(integer(2000), store.bv_const(32, 5))));
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
    let start = Instant::now();
    let result = solver.check_sat(&query);
    assert_eq!(result.answer, Answer::Sat);
    // Far more than it takes on a busy machine, far less than a theory of arrays needs.
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
    assert_eq!(solver.statistics()[Layer::Elements].hits, 1);
}
