//! Operations built from others against their definition on integers, and questions about terms.

use lariat_term::{BitVec, Features, FloatFormat, Model, Op, Sort, TermId, TermStore, Value, eval};
use num_bigint::BigInt;
use num_traits::One;
use proptest::prelude::*;

fn truth(store: &TermStore, term: TermId) -> bool {
    eval(store, &Model::new(), term).ok().and_then(|value| value.as_bool()).expect("a truth value")
}

fn bits(store: &TermStore, term: TermId) -> BitVec {
    match eval(store, &Model::new(), term) {
        Ok(Value::BitVec(bits)) => bits,
        other => panic!("{other:?} is not a bit-vector"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(1000)))]

    #[test]
    fn overflow_is_leaving_the_range(
        width in 1u32..80,
        words in prop::collection::vec(prop_oneof![any::<u64>(), 0u64..3, Just(u64::MAX), Just(1 << 63)], 4),
        simplify in any::<bool>(),
    ) {
        let store = TermStore::with_simplifier(simplify);
        let (a, b) = (BitVec::from_words(width, &words[..2]), BitVec::from_words(width, &words[2..]));
        let (x, y) = (store.bv_value(&a), store.bv_value(&b));
        let limit = BigInt::one() << (width - 1);
        let signed_out = |value: BigInt| value < -&limit || value >= limit;
        let unsigned_out = |value: BigInt| value < BigInt::from(0) || value >= BigInt::one() << width;
        let (sa, sb) = (a.to_bigint(), b.to_bigint());
        let (ua, ub) = (BigInt::from(a.to_biguint()), BigInt::from(b.to_biguint()));
        prop_assert_eq!(truth(&store, store.bv_neg_overflow(x)), signed_out(-&sa));
        prop_assert_eq!(truth(&store, store.bv_uadd_overflow(x, y)), unsigned_out(&ua + &ub));
        prop_assert_eq!(truth(&store, store.bv_sadd_overflow(x, y)), signed_out(&sa + &sb));
        prop_assert_eq!(truth(&store, store.bv_usub_overflow(x, y)), unsigned_out(&ua - &ub));
        prop_assert_eq!(truth(&store, store.bv_ssub_overflow(x, y)), signed_out(&sa - &sb));
        if !b.is_zero() {
            prop_assert_eq!(truth(&store, store.bv_sdiv_overflow(x, y)), signed_out(&sa / &sb));
        }
        prop_assert_eq!(bits(&store, store.bv_comp(x, y)).is_zero(), a != b);
        prop_assert_eq!(bits(&store, store.bv_nand(x, y)), a.and(&b).not());
        prop_assert_eq!(bits(&store, store.bv_nor(x, y)), a.or(&b).not());
        prop_assert_eq!(bits(&store, store.bv_xnor(x, y)), a.xor(&b).not());
        let amount = words[0] as u32 % 200;
        prop_assert_eq!(bits(&store, store.rotate_left(amount, x)), a.rotate_left(amount));
        let there_and_back = store.rotate_right(amount, store.rotate_left(amount, x));
        prop_assert_eq!(bits(&store, there_and_back), a.clone());
        prop_assert_eq!(bits(&store, store.repeat(3, x)), a.concat(&a).concat(&a));
        prop_assert_eq!(truth(&store, store.distinct(&[x, y, x])), false);
        prop_assert_eq!(truth(&store, store.distinct(&[x, y])), a != b);
    }
}

#[test]
fn what_a_term_contains() {
    let store = TermStore::with_simplifier(false);
    let (x, n) = (store.var("x", Sort::BitVec(8)), store.var("n", Sort::Int));
    let sum = store.bv_add(x, x);
    let small = store.bv_ult(sum, store.bv_const(8, 9));
    assert_eq!(store.features(&[small]), Features { bit_vectors: true, ..Features::default() });
    assert_eq!(store.dag_size(small), 4);
    assert_eq!(store.depth(small), 2);
    assert_eq!(store.depth(x), 0);

    let square = store.int_mul(n, n);
    let array = store.lambda(Sort::Int, |i| store.int_mul(i, store.int_const(2)));
    let all = store.forall(store.int_const(0), n, |i| store.int_le(store.select(array, i), square));
    let features = store.features(&[all]);
    assert!(features.quantifiers && features.lambdas && features.integers && features.arrays);
    assert!(features.nonlinear_integers && !features.floats && !features.bit_vectors);
    let linear = store.int_le(store.int_mul(store.int_const(3), n), n);
    assert!(!store.features(&[linear]).nonlinear_integers);
    let float = store.fp_is_nan(store.var("f", Sort::Float(FloatFormat::X87)));
    assert!(store.features(&[float]).floats);
    assert!(store.features(&[store.const_array(Sort::Int, n)]).constant_arrays);

    let names = |term: TermId| -> Vec<String> {
        let symbols = store.free_vars(term);
        symbols.into_iter().map(|symbol| store.symbol_name(symbol).to_owned()).collect()
    };
    assert_eq!(names(store.and(&[all, small])), ["x", "n"]);
    assert_eq!(names(array), Vec::<String>::new());
    // Every part comes after its own parts.
    let parts = store.parts(&[all]);
    for (position, &part) in parts.iter().enumerate() {
        for arg in store.args(part) {
            assert!(parts[..position].contains(arg));
        }
    }
}

#[test]
fn substitution_goes_under_binders_without_capture() {
    let store = TermStore::new();
    let (n, m) = (store.var("n", Sort::Int), store.var("m", Sort::Int));
    let array = store.lambda(Sort::Int, |i| store.int_add(i, n));
    let Op::Var(symbol) = store.op(n) else { panic!("a variable") };
    let replacement = store.int_add(m, store.int_const(1));
    let replaced = store.substitute(array, &[(symbol, replacement)].into_iter().collect());
    assert_eq!(replaced, store.lambda(Sort::Int, |i| store.int_add(i, replacement)));
}

#[test]
fn models_print_their_values() {
    let store = TermStore::new();
    let mut model = Model::new();
    for (name, value) in [("x", 3), ("y", 255)] {
        let Op::Var(symbol) = store.op(store.var(name, Sort::BitVec(8))) else {
            panic!("a variable")
        };
        model.set(&store, symbol, Value::BitVec(BitVec::new(8, value)));
    }
    assert_eq!(model.display(&store).to_string(), "x = #x03\ny = #xff\n");
}
