//! Queries as summaries of loops make them: numbers of rounds as integers beside bit-vectors, products with them, and quantifiers over
//! the rounds with reads at places that depend on the round.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_solver::{Answer, CancelToken, Signedness, Solver, SolverConfig, UnknownReason};
use lariat_term::{BitVec, Evaluator, Op, Sort, TermId, TermStore, Value};

const WORD: Sort = Sort::BitVec(32);

fn solver(store: &Arc<TermStore>) -> Solver {
    let config =
        SolverConfig { time_limit: Some(Duration::from_secs(60)), ..SolverConfig::default() };
    Solver::new(Arc::clone(store), config)
}

/// The answer, after the model has been evaluated here as well.
fn answer(store: &Arc<TermStore>, constraints: &[TermId]) -> Answer {
    let result = solver(store).check_sat(constraints);
    if let Some(model) = &result.model {
        let mut evaluator = Evaluator::new(Arc::clone(model));
        for &constraint in constraints {
            assert_eq!(evaluator.eval(store, constraint), Ok(Value::Bool(true)));
        }
    }
    result.answer
}

#[test]
fn linear_integers() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let (n, m) = (s.var("n", Sort::Int), s.var("m", Sort::Int));
    let int = |value| s.int_const(value);
    // 3n + 5m = 41 with both positive: (12, 1), (7, 4), (2, 7).
    let sum = s.eq(s.int_add(s.int_mul(int(3), n), s.int_mul(int(5), m)), int(41));
    let positive = s.and(&[s.int_le(int(1), n), s.int_le(int(1), m)]);
    assert_eq!(answer(s, &[sum, positive]), Answer::Sat);
    assert_eq!(answer(s, &[sum, positive, s.eq(n, int(7))]), Answer::Sat);
    assert_eq!(answer(s, &[sum, positive, s.eq(n, int(8))]), Answer::Unsat);
    let range = solver(s).range(&[sum, positive], n, Signedness::Signed).unwrap().unwrap();
    assert_eq!(range.least, Some(Value::Int(2.into())));
    assert_eq!(range.greatest, Some(Value::Int(12.into())));
    // Even and odd.
    let even = s.eq(s.int_mul(int(2), n), m);
    assert_eq!(answer(s, &[even, s.eq(s.int_mod(m, int(2)), int(1))]), Answer::Unsat);
}

#[test]
fn products_of_integers() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let (n, m) = (s.var("n", Sort::Int), s.var("m", Sort::Int));
    let int = |value| s.int_const(value);
    let product = s.eq(s.int_mul(n, m), int(391));
    let between = s.and(&[s.int_lt(int(1), n), s.int_lt(n, m)]);
    assert_eq!(answer(s, &[product, between]), Answer::Sat);
    assert_eq!(answer(s, &[product, between, s.int_lt(n, int(17))]), Answer::Unsat);
    // The sum of the first n numbers, twice.
    let triangle = s.eq(s.int_mul(n, s.int_add(n, int(1))), int(110));
    assert_eq!(answer(s, &[triangle, s.int_le(int(0), n)]), Answer::Sat);
    assert_eq!(answer(s, &[triangle, s.int_lt(int(10), n)]), Answer::Unsat);
}

#[test]
fn rounds_beside_machine_words() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let (k, byte) = (s.var("k", Sort::Int), s.var("b", Sort::BitVec(8)));
    let int = |value| s.int_const(value);
    let counted = s.int_le(int(0), k);
    // A counter that goes up by three k times from a byte: it is 10 after some number of rounds.
    let value = s.bv_add(byte, s.bv_mul(s.bv_const(8, 3), s.int_to_bv(8, k)));
    let reached = s.eq(value, s.bv_const(8, 10));
    assert_eq!(answer(s, &[counted, reached, s.int_lt(k, int(300))]), Answer::Sat);
    let from_one = s.eq(byte, s.bv_const(8, 1));
    let few = s.int_lt(k, int(4));
    assert_eq!(answer(s, &[counted, from_one, reached, few]), Answer::Sat);
    let fewer = s.int_lt(k, int(3));
    assert_eq!(answer(s, &[counted, from_one, reached, fewer]), Answer::Unsat);
    // As many rounds as the value of the byte.
    let as_many = s.eq(k, s.bv_to_nat(byte));
    assert_eq!(answer(s, &[as_many, s.int_lt(int(254), k)]), Answer::Sat);
    assert_eq!(answer(s, &[as_many, s.int_lt(int(255), k)]), Answer::Unsat);
    let double = s.eq(s.int_mul(int(2), k), s.int_add(s.bv_to_nat(byte), int(1)));
    assert_eq!(answer(s, &[double, s.eq(byte, s.bv_const(8, 4))]), Answer::Unsat);
    assert_eq!(answer(s, &[double, s.eq(byte, s.bv_const(8, 5))]), Answer::Sat);
    // Signed.
    let negative = s.eq(k, s.bv_to_int(byte));
    assert_eq!(answer(s, &[negative, s.int_lt(k, int(-127))]), Answer::Sat);
    assert_eq!(answer(s, &[negative, s.int_lt(k, int(-128))]), Answer::Unsat);
    // There and back again.
    let back = s.ne(s.int_to_bv(8, s.bv_to_nat(byte)), byte);
    assert_eq!(answer(s, &[back]), Answer::Unsat);
    let wide = s.var("w", WORD);
    let back = s.ne(s.bv_to_nat(s.int_to_bv(32, k)), k);
    let small = s.and(&[s.int_le(int(0), k), s.int_le(k, s.bv_to_nat(wide))]);
    assert_eq!(answer(s, &[small, back]), Answer::Unsat);
}

#[test]
fn quantified_rounds_with_reads_at_affine_places() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let int = |value| s.int_const(value);
    let array = s.var("a", Sort::array(Sort::Int, Sort::BitVec(8)));
    let n = s.var("n", Sort::Int);
    let zero = s.bv_const(8, 0);
    // Every second element, from the second one on, is zero.
    let at = |i| s.int_add(s.int_mul(int(2), i), int(1));
    let zeros = s.forall(int(0), n, |i| s.eq(s.select(array, at(i)), zero));
    let seventh = s.ne(s.select(array, int(7)), zero);
    assert_eq!(answer(s, &[zeros, seventh, s.int_le(int(4), n)]), Answer::Unsat);
    assert_eq!(answer(s, &[zeros, seventh, s.eq(n, int(3))]), Answer::Sat);
    let eighth = s.ne(s.select(array, int(8)), zero);
    assert_eq!(answer(s, &[zeros, eighth, s.int_le(int(4), n), s.int_lt(n, int(40))]), Answer::Sat);
}

#[test]
fn quantified_rounds_over_memory() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let int = |value| s.int_const(value);
    let memory = s.var("memory", Sort::array(WORD, Sort::BitVec(8)));
    let (start, k) = (s.var("start", WORD), s.var("k", Sort::Int));
    let read = |i| s.select(memory, s.bv_add(start, s.int_to_bv(32, i)));
    let letter = s.bv_const(8, 65);
    // A scan went past k letters and stopped at something else; k is at most as many as the machine counts.
    let scanned = s.forall(int(0), k, |i| s.eq(read(i), letter));
    let stopped = s.ne(read(k), letter);
    let counted = s.and(&[s.int_le(int(0), k), s.int_lt(k, int(100))]);
    let path = [counted, scanned, stopped];
    assert_eq!(answer(s, &path), Answer::Sat);
    let many: Vec<TermId> = path.iter().copied().chain([s.int_lt(int(5), k)]).collect();
    assert_eq!(answer(s, &many), Answer::Sat);
    let third = s.ne(read(int(3)), letter);
    let contradiction: Vec<TermId> = many.iter().copied().chain([third]).collect();
    assert_eq!(answer(s, &contradiction), Answer::Unsat);
}

/// What is decided for the first rounds decides the quantifier where there are no more.
#[test]
fn unfolded_quantifiers_are_decided_like_whole_ones() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let int = |value| s.int_const(value);
    let array = s.var("a", Sort::array(Sort::Int, WORD));
    let n = s.var("n", Sort::Int);
    let sorted = s
        .forall(int(0), n, |i| s.bv_ule(s.select(array, i), s.select(array, s.int_add(i, int(1)))));
    let exchanged = s.bv_ult(s.select(array, int(3)), s.select(array, int(1)));
    let unfolded = s.unfold(sorted, 4).unwrap();
    let enough = s.int_le(int(3), n);
    // Without the rest it is weaker: a contradiction stays one.
    assert_eq!(answer(s, &[unfolded.instances, enough, exchanged]), Answer::Unsat);
    assert_eq!(answer(s, &[sorted, enough, exchanged]), Answer::Unsat);
    // A model of the instances and of there being no more rounds is a model of the whole.
    let query = [unfolded.instances, unfolded.complete, s.int_le(int(2), n), s.ne(n, int(3))];
    let model = solver(s).check_sat(&query).model.expect("satisfiable");
    let mut evaluator = Evaluator::new(model);
    assert_eq!(evaluator.eval(s, sorted), Ok(Value::Bool(true)));
    // Bit-vectors whose range ends at their end.
    let (lo, hi) = (s.var("lo", Sort::BitVec(8)), s.var("hi", Sort::BitVec(8)));
    let table = s.var("t", Sort::array(Sort::BitVec(8), Sort::Bool));
    let all = s.forall(lo, hi, |i| s.select(table, i));
    let parts = s.unfold(all, 3).unwrap();
    let same = s.raw(Op::Eq, &[all, s.and(&[parts.instances, parts.rest])]);
    assert_eq!(answer(s, &[s.raw(Op::Not, &[same])]), Answer::Unsat);
}

/// Something no solver finds: a sum of three cubes, with conditions on an array around it.
fn hard(store: &TermStore) -> Vec<TermId> {
    let int = |value| store.int_const(value);
    let numbers: Vec<TermId> = ["x", "y", "z"].map(|name| store.var(name, Sort::Int)).to_vec();
    let cube = |n| store.int_mul(n, store.int_mul(n, n));
    let sum = store.int_sum(&[cube(numbers[0]), cube(numbers[1]), cube(numbers[2])]);
    let array = store.var("a", Sort::array(Sort::Int, Sort::Int));
    let rising = store.forall(int(0), numbers[0], |i| {
        store.int_lt(store.select(array, i), store.select(array, store.int_mul(i, numbers[1])))
    });
    vec![store.eq(sum, int(42)), rising, store.int_lt(int(1), numbers[1])]
}

#[test]
fn deadlines_and_cancelling_hold_for_integers_and_quantifiers_too() {
    let store = Arc::new(TermStore::new());
    let query = hard(&store);
    // Far longer than the machine needs, far shorter than the query would take.
    let guard = Duration::from_secs(120);
    let start = Instant::now();
    let config =
        SolverConfig { time_limit: Some(Duration::from_millis(200)), ..SolverConfig::default() };
    let result = Solver::new(Arc::clone(&store), config).check_sat(&query);
    assert!(matches!(result.answer, Answer::Unknown(_)), "{}", result.answer);
    assert!(start.elapsed() < guard);
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
    let token = CancelToken::new();
    solver.set_cancel(token.clone());
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        token.cancel();
    });
    let result = solver.check_sat(&query[..1]);
    assert_eq!(result.answer, Answer::Unknown(UnknownReason::Cancelled));
    canceller.join().unwrap();
    assert!(start.elapsed() < guard);
}

/// A model with a huge range is tried, given up and not believed; the query is decided all the same.
#[test]
fn huge_ranges_do_not_hold_up_the_layers() {
    let store = Arc::new(TermStore::new());
    let s = &store;
    let array = s.var("a", Sort::array(WORD, Sort::BitVec(8)));
    let n = s.var("n", WORD);
    let zeros = s.forall(s.bv_const(32, 0), n, |i| s.eq(s.select(array, i), s.bv_const(8, 0)));
    let mut solver = solver(s);
    let huge = s.bv_ule(s.bv_const(32, 1 << 31), n);
    let start = Instant::now();
    for value in 0..20u64 {
        let place = s.select(array, s.bv_const(32, value));
        let result = solver.check(&[zeros, huge], s.ne(place, s.bv_const(8, 0)));
        assert_eq!(result.answer, Answer::Unsat);
    }
    assert!(start.elapsed() < Duration::from_secs(120));
    let small = s.bv_ult(n, s.bv_const(32, 10));
    let result = solver.check(&[zeros], small);
    assert_eq!(result.answer, Answer::Sat);
    let model = result.model.expect("a model");
    let value = Evaluator::new(model).eval(s, n).unwrap();
    let end = value.as_bitvec().and_then(BitVec::to_u64).unwrap();
    assert!(end < 10);
}
