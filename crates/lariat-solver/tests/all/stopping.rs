//! Checks that are too hard end when they are told to.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_solver::{
    Answer, Backend, CancelToken, Features, Limits, Solver, SolverConfig, UnknownReason, Z3Backend,
};
use lariat_term::{Op, Sort, TermId, TermStore};

/// Far longer than the machine needs, far shorter than the query would take.
const GUARD: Duration = Duration::from_secs(120);

/// A factorisation nobody finds soon: the product of two 40-bit primes.
fn hard_query(store: &TermStore) -> Vec<TermId> {
    let width = 96;
    let (x, y) = (store.var("x", Sort::BitVec(width)), store.var("y", Sort::BitVec(width)));
    let product = lariat_term::BitVec::from_biguint(
        width,
        &(num_bigint::BigUint::from(1_099_511_627_689u64)
            * num_bigint::BigUint::from(1_099_511_627_563u64)),
    );
    let limit = store.bv_const(width, 1 << 41);
    let one = store.bv_const(width, 1);
    vec![
        store.raw(Op::Eq, &[store.raw(Op::BvMul, &[x, y]), store.bv_value(&product)]),
        store.bv_ult(x, limit),
        store.bv_ult(y, limit),
        store.bv_ult(one, x),
        store.bv_ult(one, y),
    ]
}

fn backend(store: &Arc<TermStore>) -> Z3Backend {
    let mut backend =
        Z3Backend::new(Arc::clone(store), Features::BIT_VECTORS).expect("Z3 is there");
    for term in hard_query(store) {
        backend.assert(term);
    }
    backend
}

#[test]
fn a_running_check_is_cancelled_from_another_thread() {
    let store = Arc::new(TermStore::new());
    let mut backend = backend(&store);
    let token = CancelToken::new();
    backend.set_cancel(token.clone());
    let start = Instant::now();
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        token.cancel();
    });
    assert_eq!(backend.check(&[]), Answer::Unknown(UnknownReason::Cancelled));
    assert!(start.elapsed() < GUARD);
    canceller.join().unwrap();
    // The backend is usable afterwards.
    backend.set_cancel(CancelToken::new());
    backend.reset();
    backend.assert(store.bv_ult(store.var("x", Sort::BitVec(96)), store.bv_const(96, 2)));
    assert_eq!(backend.check(&[]), Answer::Sat);
}

#[test]
fn cancelling_before_the_check_is_not_lost_nor_while_it_starts() {
    let store = Arc::new(TermStore::new());
    let mut backend = backend(&store);
    let start = Instant::now();
    for delay in 0..8 {
        let token = CancelToken::new();
        backend.set_cancel(token.clone());
        if delay == 0 {
            token.cancel();
        }
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_micros(40 * delay));
            token.cancel();
        });
        assert_eq!(backend.check(&[]), Answer::Unknown(UnknownReason::Cancelled));
        canceller.join().unwrap();
    }
    assert!(start.elapsed() < GUARD);
}

#[test]
fn a_deadline_ends_a_check() {
    let store = Arc::new(TermStore::new());
    let mut backend = backend(&store);
    let start = Instant::now();
    backend.set_limits(Limits::within(Duration::from_millis(100)));
    assert_eq!(backend.check(&[]), Answer::Unknown(UnknownReason::Timeout));
    // One that has passed already.
    assert_eq!(backend.check(&[]), Answer::Unknown(UnknownReason::Timeout));
    assert!(start.elapsed() < GUARD);
}

#[test]
fn a_level_opened_after_the_deadline_costs_nothing_but_the_backend() {
    let store = Arc::new(TermStore::new());
    let x = store.var("x", Sort::BitVec(32));
    let mut backend =
        Z3Backend::new(Arc::clone(&store), Features::BIT_VECTORS).expect("Z3 is there");
    backend.set_limits(Limits::within(Duration::ZERO));
    for limit in 1..100 {
        backend.push();
        backend.assert(store.bv_ult(x, store.bv_const(32, 1000 - limit)));
    }
    assert_eq!(backend.check(&[]), Answer::Unknown(UnknownReason::Timeout));
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
    let y = store.var("y", Sort::BitVec(32));
    let mut path =
        vec![store.raw(Op::Eq, &[store.raw(Op::BvMul, &[x, y]), store.bv_const(32, 77)])];
    for number in 2..40 {
        let unequal = store.raw(Op::Eq, &[store.bv_xor(x, y), store.bv_const(32, number)]);
        path.push(store.not(unequal));
        solver.set_deadline(Some(Instant::now() + Duration::from_micros(number * 20)));
        assert_ne!(solver.check_sat(&path).answer, Answer::Unsat);
    }
    solver.set_deadline(None);
    assert_eq!(solver.check_sat(&path).answer, Answer::Sat);
}

#[test]
fn a_resource_limit_ends_a_check_with_its_own_reason() {
    let store = Arc::new(TermStore::new());
    let mut backend = backend(&store);
    let start = Instant::now();
    backend.set_limits(Limits { deadline: None, resource: Some(200_000) });
    assert_eq!(backend.check(&[]), Answer::Unknown(UnknownReason::ResourceOut));
    assert!(start.elapsed() < GUARD);
}

#[test]
fn the_layered_solver_passes_limits_and_cancellation_on() {
    let store = Arc::new(TermStore::new());
    let query = hard_query(&store);
    let start = Instant::now();
    let config =
        SolverConfig { time_limit: Some(Duration::from_millis(100)), ..SolverConfig::default() };
    let mut solver = Solver::new(Arc::clone(&store), config);
    assert_eq!(solver.check_sat(&query).answer, Answer::Unknown(UnknownReason::Timeout));
    let token = CancelToken::new();
    token.cancel();
    solver.set_cancel(token);
    assert_eq!(solver.check_sat(&query).answer, Answer::Unknown(UnknownReason::Cancelled));
    // What is known without a backend is still answered.
    let contradiction = [query[0], store.ff()];
    assert_eq!(solver.check_sat(&contradiction).answer, Answer::Unsat);
    assert!(start.elapsed() < GUARD);
}

#[test]
fn a_term_far_deeper_than_the_stack_is_translated_and_decided() {
    let store = Arc::new(TermStore::new());
    let x = store.var("x", Sort::BitVec(8));
    let mut term = x;
    for i in 0..50_000u64 {
        let constant = store.bv_const(8, i % 255 + 1);
        let mixed = store.raw(Op::BvXor, &[x, constant]);
        term = store.raw(Op::BvAnd, &[store.raw(Op::BvOr, &[term, constant]), mixed]);
    }
    let query = store.raw(Op::Eq, &[term, store.bv_const(8, 0)]);
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::plain());
    let result = solver.check_sat(&[query]);
    assert_eq!(result.answer, Answer::Sat);
    let mut layered = Solver::new(Arc::clone(&store), SolverConfig::default());
    assert_eq!(layered.check_sat(&[query]).answer, Answer::Sat);
}
