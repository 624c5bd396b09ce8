//! Bounded quantifiers: expanded, raced or left to the backend, the answer is the same.

use std::sync::Arc;

use lariat_solver::{Answer, Layer, Solver, SolverConfig};
use lariat_term::{Evaluator, Sort, TermId, TermStore, Value};

/// "The string has no zero before position n, and position n is zero" with n fixed, and a contradicting or fitting question.
fn string_of_length(store: &TermStore, length: u64) -> (TermId, TermId, TermId) {
    let word = Sort::BitVec(32);
    let text = store.var("text", Sort::array(word, Sort::BitVec(8)));
    let zero = store.bv_const(8, 0);
    let end = store.bv_const(32, length);
    let nonzero =
        store.forall(store.bv_const(32, 0), end, |i| store.ne(store.select(text, i), zero));
    let path = store.and(&[nonzero, store.eq(store.select(text, end), zero)]);
    let index = store.var("index", word);
    let read = store.eq(store.select(text, index), zero);
    let inside = store.and(&[read, store.bv_ult(index, end)]);
    let at_end = store.and(&[read, store.bv_ule(index, end)]);
    (path, inside, at_end)
}

fn answers(config: SolverConfig, length: u64) -> (Answer, Answer, Vec<Layer>) {
    let store = Arc::new(TermStore::new());
    let (path, inside, at_end) = string_of_length(&store, length);
    let mut solver = Solver::new(Arc::clone(&store), config);
    let contradiction = solver.check(&[path], inside);
    let fitting = solver.check(&[path], at_end);
    if let Some(model) = &fitting.model {
        let mut evaluator = Evaluator::new(Arc::clone(model));
        for term in [path, at_end] {
            assert_eq!(evaluator.eval(&store, term), Ok(Value::Bool(true)));
        }
    }
    let layers = vec![contradiction.answered_by, fitting.answered_by];
    (contradiction.answer, fitting.answer, layers)
}

#[test]
fn small_ranges_are_expanded() {
    let (contradiction, fitting, layers) = answers(SolverConfig::default(), 5);
    assert_eq!((contradiction, fitting), (Answer::Unsat, Answer::Sat));
    assert!(!layers.contains(&Layer::Race));
}

#[test]
fn larger_ranges_are_raced() {
    let config = SolverConfig { expand_quantifiers: 4, ..SolverConfig::default() };
    let (contradiction, fitting, layers) = answers(config, 24);
    assert_eq!((contradiction, fitting), (Answer::Unsat, Answer::Sat));
    assert!(layers.contains(&Layer::Race));
}

#[test]
fn without_expansion_and_race_the_backend_decides() {
    let config = SolverConfig {
        expand_quantifiers: 0,
        unfold_quantifiers: 0,
        race: false,
        ..SolverConfig::default()
    };
    let (contradiction, fitting, layers) = answers(config, 6);
    assert_eq!((contradiction, fitting), (Answer::Unsat, Answer::Sat));
    assert_eq!(layers, [Layer::Backend, Layer::Backend]);
}

#[test]
fn ranges_with_symbolic_ends_are_left_to_the_backend() {
    let store = Arc::new(TermStore::new());
    let array = store.var("a", Sort::array(Sort::Int, Sort::Int));
    let (zero, n) = (store.int_const(0), store.var("n", Sort::Int));
    let positive = store.forall(zero, n, |i| store.int_lt(zero, store.select(array, i)));
    let k = store.var("k", Sort::Int);
    let counter = store.and(&[
        store.int_le(zero, k),
        store.int_lt(k, n),
        store.int_lt(store.select(array, k), zero),
    ]);
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
    assert_eq!(solver.check(&[positive], counter).answer, Answer::Unsat);
    let beyond = store.int_lt(store.select(array, n), zero);
    assert_eq!(solver.check(&[positive], beyond).answer, Answer::Sat);
}
