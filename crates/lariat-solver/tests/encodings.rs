//! Queries that only one of the two encodings decides with the work it is given: bits, or mathematical integers.

use std::sync::Arc;
use std::time::Duration;

use lariat_solver::{Answer, Layer, Solver, SolverConfig};
use lariat_term::{Sort, TermId, TermStore};

/// What the bits may take before integers are asked, too.
const WORK: u32 = 300_000;

fn solver(store: &Arc<TermStore>, integers: bool) -> Solver {
    let config = SolverConfig {
        time_limit: Some(Duration::from_secs(120)),
        integers_after: integers.then_some(WORK),
        // Without the integers, that is all.
        resource_limit: (!integers).then_some(WORK),
        ..SolverConfig::default()
    };
    Solver::new(Arc::clone(store), config)
}

/// 21x + 35y = 14z + 100 has no solution, since 7 divides all but the last, and below 2^40 nothing wraps.
fn divisible(store: &Arc<TermStore>) -> Vec<TermId> {
    let s = store;
    let number = |value| s.bv_const(64, value);
    let [x, y, z] = ["x", "y", "z"].map(|name| s.var(name, Sort::BitVec(64)));
    let times = |factor, term| s.bv_mul(number(factor), term);
    let mut query: Vec<TermId> =
        [x, y, z].iter().map(|term| s.bv_ult(*term, number(1 << 40))).collect();
    let sum = s.bv_add(times(21, x), times(35, y));
    query.push(s.eq(sum, s.bv_add(times(14, z), number(100))));
    query
}

#[test]
fn divisibility_is_for_integers() {
    let store = Arc::new(TermStore::new());
    let query = divisible(&store);
    let alone = solver(&store, false).check_sat(&query);
    assert!(matches!(alone.answer, Answer::Unknown(_)), "the bits decide it: {}", alone.answer);
    let raced = solver(&store, true).check_sat(&query);
    assert_eq!(raced.answer, Answer::Unsat);
    assert_eq!(raced.answered_by, Layer::Integers);
}

#[test]
fn masks_are_for_bits() {
    // Clearing the lowest set bit, twice, of a number in which bits alternate with zeros, and the products that hide it.
    let store = Arc::new(TermStore::new());
    let s = &store;
    let number = |value| s.bv_const(32, value);
    let [x, y] = ["x", "y"].map(|name| s.var(name, Sort::BitVec(32)));
    let cleared = |term| s.bv_and(term, s.bv_sub(term, number(1)));
    let query = [
        s.eq(s.bv_xor(s.bv_mul(x, y), cleared(x)), number(0x5a5a_1234)),
        s.eq(s.bv_or(cleared(y), number(0xff)), s.bv_xor(x, number(0x0f0f_00ff))),
        s.bv_ult(number(1 << 20), s.bv_and(x, y)),
    ];
    let raced = solver(&store, true).check_sat(&query);
    assert_ne!(raced.answered_by, Layer::Integers);
    assert!(raced.answer.is_definite(), "{}", raced.answer);
}

/// The digits of a number, and the number itself: its value, if nothing wraps.
fn digits(store: &Arc<TermStore>, count: u32, value: u64) -> Vec<TermId> {
    let s = store;
    let mut query = Vec::new();
    let mut sum = s.bv_const(32, 0);
    for position in 0..count {
        let digit = s.var(&format!("b[{position}]"), Sort::BitVec(8));
        query.push(s.bv_sle(s.bv_const(8, u64::from(b'0')), digit));
        query.push(s.bv_sle(digit, s.bv_const(8, u64::from(b'9'))));
        let number = s.bv_sub(s.sign_extend(24, digit), s.bv_const(32, u64::from(b'0')));
        sum = s.bv_add(s.bv_mul(sum, s.bv_const(32, 10)), number);
    }
    query.push(s.eq(sum, s.bv_const(32, value)));
    query
}

#[test]
fn in_turn_the_answer_is_the_same_every_time() {
    let ask = |work: u32, count: u32, value: u64| {
        let store = Arc::new(TermStore::new());
        let config = SolverConfig {
            time_limit: Some(Duration::from_secs(120)),
            integers_after: Some(work),
            integers_in_turn: Some(2_000_000),
            ..SolverConfig::default()
        };
        let query = digits(&store, count, value);
        let result = Solver::new(Arc::clone(&store), config).check_sat(&query);
        let model = result.model.as_ref().map(|model| {
            let values = (0..count).map(|position| {
                let digit = store.var(&format!("b[{position}]"), Sort::BitVec(8));
                let lariat_term::Op::Var(symbol) = store.op(digit) else { unreachable!() };
                model.value(&store, symbol).to_string()
            });
            values.collect::<Vec<_>>()
        });
        (result.answer, result.answered_by, model)
    };
    // Seven digits are never as much as that, and eight are in many ways modulo 2^32, but not as they are.
    let none = ask(20_000, 8, 0xfff3_cb00);
    assert_eq!((&none.0, none.1), (&Answer::Unsat, Layer::Integers));
    let found = ask(20_000, 10, 2_147_483_647);
    assert_eq!(found.0, Answer::Sat);
    for _ in 0..2 {
        assert_eq!(ask(20_000, 10, 2_147_483_647), found);
    }
    // Integers that get no work at all do not keep the bits from it.
    let store = Arc::new(TermStore::new());
    let config = SolverConfig {
        integers_after: Some(1),
        integers_in_turn: Some(1),
        ..SolverConfig::default()
    };
    let result = Solver::new(Arc::clone(&store), config).check_sat(&digits(&store, 3, 512));
    assert_eq!((result.answer, result.answered_by), (Answer::Sat, Layer::Backend));
}
