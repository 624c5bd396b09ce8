//! Queries that only one of the encodings decides with the work it is given: bits or mathematical integers, quantifiers or their first instances. With the
//! other one switched off each stays open, so that a test fails if either of them is lost.

use std::sync::Arc;
use std::time::Duration;

use lariat_solver::{Answer, Layer, Solver, SolverConfig};
use lariat_term::{Sort, TermId, TermStore};

/// What the bits may take before integers are asked, too.
const WORK: u32 = 300_000;

/// A solver that works on the bits, on integers, or on both.
fn solver(store: &Arc<TermStore>, bits: bool, integers: bool) -> Solver {
    let config = SolverConfig {
        time_limit: Some(Duration::from_secs(120)),
        bits,
        integers_after: integers.then_some(WORK),
        // One alone gets no more than that.
        resource_limit: (!integers || !bits).then_some(WORK),
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

/// Clearing the lowest set bit of numbers, and a product that hides it.
fn masks(store: &Arc<TermStore>) -> Vec<TermId> {
    let s = store;
    let number = |value| s.bv_const(32, value);
    let [x, y] = ["x", "y"].map(|name| s.var(name, Sort::BitVec(32)));
    let cleared = |term| s.bv_and(term, s.bv_sub(term, number(1)));
    vec![
        s.eq(s.bv_xor(s.bv_mul(x, y), cleared(x)), number(0x5a5a_1234)),
        s.eq(s.bv_or(cleared(y), number(0xff)), s.bv_xor(x, number(0x0f0f_00ff))),
        s.bv_ult(number(1 << 20), s.bv_and(x, y)),
    ]
}

#[test]
fn divisibility_is_for_integers() {
    let store = Arc::new(TermStore::new());
    let query = divisible(&store);
    let alone = solver(&store, true, false).check_sat(&query);
    assert!(matches!(alone.answer, Answer::Unknown(_)), "the bits decide it: {}", alone.answer);
    for bits in [true, false] {
        let found = solver(&store, bits, true).check_sat(&query);
        assert_eq!(found.answer, Answer::Unsat);
        assert_eq!(found.answered_by, Layer::Integers);
    }
}

#[test]
fn masks_are_for_bits() {
    let store = Arc::new(TermStore::new());
    let query = masks(&store);
    let alone = solver(&store, false, true).check_sat(&query);
    assert!(matches!(alone.answer, Answer::Unknown(_)), "integers decide it: {}", alone.answer);
    let raced = solver(&store, true, true).check_sat(&query);
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

/// Counters that contradict each other whatever an array holds, and elements at places that depend on them.
#[test]
fn contradictions_of_counters_are_for_integers_without_arrays() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let array = s.var("A", Sort::array(Sort::BitVec(64), Sort::BitVec(8)));
    let mut query = divisible(&store);
    for name in ["x", "y", "z"] {
        let counter = s.var(name, Sort::BitVec(64));
        let place = s.bv_mul(counter, s.zero_extend(56, s.select(array, counter)));
        query.push(s.ne(s.select(array, place), s.bv_const(8, 0)));
    }
    assert_eq!(solver(&store, true, true).check_sat(&query).answer, Answer::Unsat);
}

/// A string that has no zero before position n, for any n, read before n: no number of instances contradicts that.
fn zero_inside(s: &TermStore) -> Vec<TermId> {
    let text = s.var("text", Sort::array(Sort::Int, Sort::BitVec(8)));
    let [n, k] = ["n", "k"].map(|name| s.var(name, Sort::Int));
    let (zero, none) = (s.int_const(0), s.bv_const(8, 0));
    let nonzero = s.forall(zero, n, |i| s.ne(s.select(text, i), none));
    vec![nonzero, s.int_le(zero, k), s.int_lt(k, n), s.eq(s.select(text, k), none)]
}

/// Every number up to some one is mixed into some element, as in a looping condition of two paths: for each iteration along one there is a number of those along the other.
fn mixed_elements(s: &TermStore) -> Vec<TermId> {
    let text = s.var("text", Sort::array(Sort::Int, Sort::BitVec(32)));
    let [n, m] = ["n", "m"].map(|name| s.var(name, Sort::Int));
    let number = |value| s.int_const(value);
    let mixed = |i: TermId| {
        let wanted = s.int_to_bv(32, s.int_add(s.int_mul(i, i), number(7)));
        s.exists(number(0), m, |j| {
            let element = s.select(text, s.int_add(j, i));
            s.eq(
                s.bv_and(s.bv_mul(element, element), s.bv_const(32, 0xff)),
                s.bv_and(s.bv_mul(wanted, wanted), s.bv_const(32, 0xff)),
            )
        })
    };
    let within =
        |term: TermId, low, high| [s.int_le(number(low), term), s.int_le(term, number(high))];
    let mut query = vec![s.forall(number(0), n, mixed)];
    query.extend(within(n, 6, 12));
    query.extend(within(m, 2, 4));
    query
}

/// The papers' formula and its first instances.
#[test]
fn quantifiers_and_instances() {
    let store = Arc::new(TermStore::new());
    let solver = |instances: bool| {
        let config = SolverConfig {
            resource_limit: Some(40 * WORK),
            unfold_quantifiers: if instances { 25 } else { 0 },
            ..SolverConfig::default()
        };
        Solver::new(Arc::clone(&store), config)
    };
    let inside = solver(true).check_sat(&zero_inside(&store));
    assert_eq!(inside.answer, Answer::Unsat);
    assert_ne!(inside.answered_by, Layer::Instances, "the instances alone do not contradict");
    let alone = solver(false).check_sat(&mixed_elements(&store));
    assert!(matches!(alone.answer, Answer::Unknown(_)), "no instances needed: {}", alone.answer);
    let mixed = solver(true).check_sat(&mixed_elements(&store));
    assert_eq!((mixed.answer, mixed.answered_by), (Answer::Sat, Layer::Instances));
}
