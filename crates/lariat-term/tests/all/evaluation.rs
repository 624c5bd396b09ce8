//! The evaluator against a plain one that expands every binder, and the laws of substitution.

use std::collections::BTreeMap;
use std::sync::Arc;

use lariat_term::testing::{Generator, TermShape};
use lariat_term::{
    ArrayValue, BitVec, EvalError, Evaluator, Model, Op, Sort, TermId, TermStore, Value, apply,
    eval,
};
use num_bigint::BigInt;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// Evaluates by the book: arguments first, binders by instantiating the body. `None` where an array is too large.
fn plain(store: &TermStore, model: &Model, term: TermId) -> Option<Value> {
    let (op, args) = store.view(term);
    match op {
        Op::Var(symbol) => Some(model.value(store, symbol)),
        _ if op.is_leaf() => store.value_of(term),
        Op::Lambda => {
            let (index, element) = store.sort(term).array_parts()?;
            let Sort::BitVec(width @ 1..=8) = index else { return None };
            let mut entries = BTreeMap::new();
            for n in 0..1u64 << width {
                let body = store.instantiate(args[0], store.bv_const(width, n));
                let value = plain(store, model, body)?;
                entries.insert(Value::BitVec(BitVec::new(width, n)), value);
            }
            Some(Value::Array(ArrayValue::new(index, Value::default_of(element), entries)))
        }
        Op::ForAll | Op::Exists => {
            let (low, high) = (plain(store, model, args[0])?, plain(store, model, args[1])?);
            let sort = store.sort(args[0]);
            let number = |value: &Value| match value {
                Value::Int(n) => i64::try_from(n).ok(),
                Value::BitVec(bits) => bits.to_u64().map(|n| n as i64),
                _ => None,
            };
            let mut values = Vec::new();
            for n in number(&low)?..number(&high)? {
                let at = match sort {
                    Sort::Int => store.int_const(n),
                    _ => store.bv_const(sort.width(), n as u64),
                };
                values.push(plain(store, model, store.instantiate(args[2], at))?.as_bool()?);
            }
            Some(Value::Bool(match op {
                Op::ForAll => values.iter().all(|&v| v),
                _ => values.iter().any(|&v| v),
            }))
        }
        _ => {
            let values: Option<Vec<Value>> =
                args.iter().map(|&arg| plain(store, model, arg)).collect();
            Some(apply(op, store.sort(term), &values?))
        }
    }
}

/// One substitution after the other is the substitution of their composition.
fn check_that_substitutions_compose(seed: u64) {
    let store = TermStore::new();
    let shape = TermShape { depth: 4, ..TermShape::default() };
    let mut generator = Generator::new(&store, shape, seed);
    let sort = generator.scalar_sort();
    let term = generator.term(sort);
    let first: FxHashMap<_, _> = (store.free_vars(term).into_iter())
        .map(|symbol| (symbol, generator.term(store.symbol_sort(symbol))))
        .collect();
    let once = store.substitute(term, &first);
    let second: FxHashMap<_, _> = (store.free_vars(once).into_iter())
        .map(|symbol| (symbol, generator.term(store.symbol_sort(symbol))))
        .collect();
    let twice = store.substitute(once, &second);
    let composed = first.iter().map(|(&s, &t)| (s, store.substitute(t, &second))).collect();
    let at_once = store.substitute(term, &composed);
    let model = generator.model(&[twice, at_once]);
    if let (Ok(a), Ok(b)) = (eval(&store, &model, twice), eval(&store, &model, at_once)) {
        assert_eq!(a, b);
    }
    assert_eq!(store.substitute(term, &FxHashMap::default()), term);
}

#[test]
fn substitutions_compose_for_a_seed_that_failed_once() {
    check_that_substitutions_compose(14_660_793_101_679_899_921);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(3000)))]

    #[test]
    fn agrees_with_plain_evaluation(seed in any::<u64>()) {
        let store = TermStore::new();
        let mut generator = Generator::new(&store, TermShape::default(), seed);
        let sort = generator.sort();
        let terms: Vec<TermId> = (0..3).map(|_| generator.term(sort)).collect();
        let model = generator.model(&terms);
        let mut evaluator = Evaluator::new(model.clone());
        for &term in &terms {
            let value = evaluator.eval(&store, term);
            prop_assert_eq!(&value, &eval(&store, &model, term));
            if let Some(expected) = plain(&store, &model, term) {
                prop_assert_eq!(value, Ok(expected));
            } else if let Ok(value) = value {
                prop_assert_eq!(value.sort(), sort);
            }
        }
    }

    #[test]
    fn substitution_is_evaluation_under_a_changed_model(seed in any::<u64>()) {
        let store = TermStore::new();
        let mut generator = Generator::new(&store, TermShape { depth: 4, ..TermShape::default() }, seed);
        let sort = generator.scalar_sort();
        let term = generator.term(sort);
        let mut replacements = FxHashMap::default();
        for symbol in store.free_vars(term) {
            if generator.below(2) == 0 {
                let replacement = generator.term(store.symbol_sort(symbol));
                replacements.insert(symbol, replacement);
            }
        }
        let result = store.substitute(term, &replacements);
        let everything: Vec<TermId> = replacements.values().copied().chain([term, result]).collect();
        let model = generator.model(&everything);
        let mut changed = model.clone();
        for (&symbol, &replacement) in &replacements {
            let Ok(value) = eval(&store, &model, replacement) else { return Ok(()) };
            changed.set(&store, symbol, value);
        }
        // A λ that was put in may make undecidable what a written-out array does not, never change the value.
        if let (Ok(expected), Ok(value)) = (eval(&store, &changed, term), eval(&store, &model, result)) {
            prop_assert_eq!(expected, value);
        }
    }

    #[test]
    fn substitutions_compose(seed in any::<u64>()) {
        check_that_substitutions_compose(seed);
    }

    #[test]
    fn constants_are_their_values(seed in any::<u64>()) {
        let store = TermStore::new();
        let mut generator = Generator::new(&store, TermShape::default(), seed);
        let sort = generator.sort();
        let value = generator.value(sort);
        prop_assert_eq!(value.sort(), sort);
        let term = store.constant(&value, sort);
        prop_assert_eq!(store.value_of(term), Some(value.clone()));
        prop_assert_eq!(eval(&store, &Model::new(), term), Ok(value));
    }

    /// Two ways to write the same function are the same value.
    #[test]
    fn array_equality_is_extensional(
        writes in prop::collection::vec((0u64..4, 0u64..3), 0..12),
        other in prop::collection::vec((0u64..4, 0u64..3), 0..12),
        (default, other_default) in (0u64..3, 0u64..3),
    ) {
        let bits = |width, n| Value::BitVec(BitVec::new(width, n));
        let build = |default: u64, writes: &[(u64, u64)]| {
            let start = ArrayValue::constant(Sort::BitVec(2), bits(8, default));
            writes.iter().fold(start, |array, &(i, v)| array.set(bits(2, i), bits(8, v)))
        };
        let (a, b) = (build(default, &writes), build(other_default, &other));
        let same = (0..4).all(|i| a.get(&bits(2, i)) == b.get(&bits(2, i)));
        prop_assert_eq!(a == b, same);
        for i in 0..4 {
            let expected = writes.iter().rev().find(|w| w.0 == i).map_or(default, |w| w.1);
            prop_assert_eq!(a.get(&bits(2, i)), &bits(8, expected));
        }
    }
}

#[test]
fn deep_terms_need_no_stack() {
    let store = TermStore::new();
    let x = store.var("x", Sort::BitVec(64));
    let one = store.bv_const(64, 1);
    let depth = 200_000;
    let mut sum = x;
    for _ in 0..depth {
        sum = store.raw(Op::BvXor, &[store.raw(Op::BvAdd, &[sum, one]), x]);
    }
    assert_eq!(store.depth(sum), 2 * depth);
    assert!(eval(&store, &Model::new(), sum).is_ok());
    let Op::Var(symbol) = store.op(x) else { panic!("a variable") };
    let seven = store.bv_const(64, 7);
    let replaced = store.substitute(sum, &FxHashMap::from_iter([(symbol, seven)]));
    assert!(store.free_vars(replaced).is_empty());
    let mut changed = Model::new();
    changed.set(&store, symbol, Value::BitVec(BitVec::new(64, 7)));
    assert_eq!(eval(&store, &Model::new(), replaced), eval(&store, &changed, sum));
    store.shape(sum);

    let array_sort = Sort::array(Sort::BitVec(32), Sort::BitVec(64));
    let index = store.var("i", Sort::BitVec(32));
    let mut array = store.var("a", array_sort);
    for n in 1..100_000 {
        array = store.raw(Op::Store, &[array, store.bv_const(32, n), x]);
    }
    let read = store.raw(Op::Select, &[array, index]);
    assert_eq!(eval(&store, &changed, read), Ok(Value::BitVec(BitVec::zero(64))));
    let all = store.forall(store.bv_const(32, 0), store.bv_const(32, 3), |i| {
        store.raw(Op::BvUle, &[store.raw(Op::Select, &[array, i]), sum])
    });
    assert!(eval(&store, &Model::new(), all).is_ok());
    let whole = eval(&store, &changed, array).expect("stores into a variable can be written out");
    assert_eq!(whole.as_array().map(|a| a.entries().len()), Some(99_999));

    // Nested binders: ∃ inside ∃ inside …, each using its own variable.
    let zero = store.int_const(0);
    let mut nested = store.tt();
    for _ in 0..2_000 {
        nested = store.exists(zero, store.int_const(1), |i| {
            store.raw(Op::And, &[store.raw(Op::Eq, &[i, zero]), nested])
        });
    }
    assert_eq!(eval(&store, &Model::new(), nested), Ok(Value::Bool(true)));
}

#[test]
fn shared_lambdas_are_not_evaluated_twice() {
    // Each array reads the one before twice: without remembering elements this would take 2^60 steps.
    let store = TermStore::new();
    let mut array = store.const_array(Sort::Int, store.int_const(1));
    for _ in 0..60 {
        array = store.lambda(Sort::Int, |i| {
            let next = store.raw(Op::IntAdd, &[i, store.int_const(1)]);
            let (a, b) =
                (store.raw(Op::Select, &[array, i]), store.raw(Op::Select, &[array, next]));
            store.raw(Op::IntAdd, &[a, b])
        });
    }
    let read = store.raw(Op::Select, &[array, store.int_const(0)]);
    assert_eq!(eval(&store, &Model::new(), read), Ok(Value::Int(BigInt::from(1u64 << 60))));
}

#[test]
fn arrays_that_cannot_be_compared_are_undecided_not_wrong() {
    let store = TermStore::with_simplifier(false);
    let model = Arc::new(Model::new());
    let lambda = |factor: i64| {
        store.lambda(Sort::Int, |i| store.raw(Op::IntMul, &[i, store.int_const(factor)]))
    };
    let shifted = store.lambda(Sort::Int, |i| {
        let half = store.raw(Op::IntDiv, &[i, store.int_const(1)]);
        store.raw(Op::IntMul, &[half, store.int_const(2)])
    });
    let equal = |a, b| {
        let term = store.raw(Op::Eq, &[a, b]);
        Evaluator::new(model.clone()).eval(&store, term)
    };
    assert_eq!(equal(lambda(2), lambda(2)), Ok(Value::Bool(true)));
    assert_eq!(equal(lambda(2), lambda(3)), Ok(Value::Bool(false)), "they differ at 1");
    assert_eq!(equal(lambda(2), shifted), Err(EvalError::Undecided));
    let array = store.var("a", Sort::array(Sort::Int, Sort::Int));
    assert_eq!(equal(lambda(2), array), Ok(Value::Bool(false)));
    assert_eq!(equal(lambda(0), array), Err(EvalError::Undecided));
    let stored = store.raw(Op::Store, &[lambda(0), store.int_const(77), store.int_const(5)]);
    assert_eq!(
        equal(stored, array),
        Ok(Value::Bool(false)),
        "they differ where something is stored"
    );
    assert_eq!(Evaluator::new(model.clone()).eval(&store, lambda(2)), Err(EvalError::Undecided));
}

#[test]
fn budgets_end_long_quantifiers() {
    let store = TermStore::with_simplifier(false);
    let (zero, many) = (store.bv_const(64, 0), store.bv_const(64, u64::MAX));
    let all = store.forall(zero, many, |i| store.raw(Op::BvUle, &[zero, i]));
    let mut evaluator = Evaluator::new(Model::new()).with_budget(1000);
    assert_eq!(evaluator.eval(&store, all), Err(EvalError::Budget));
    let some = store.exists(zero, many, |i| store.raw(Op::Eq, &[store.bv_const(64, 900), i]));
    assert_eq!(evaluator.eval_bool(&store, some), Ok(true));
    // The budget is per term, and an error leaves the evaluator usable.
    assert_eq!(evaluator.eval_bool(&store, store.tt()), Ok(true));
}

#[test]
fn bound_variables_need_their_binder() {
    let store = TermStore::new();
    let lambda = store.lambda(Sort::Int, |i| i);
    let body = store.args(lambda)[0];
    assert_eq!(eval(&store, &Model::new(), body), Err(EvalError::Open));
}

#[test]
fn shapes_ignore_constants_and_nothing_else() {
    let build = |store: &TermStore, name: &str, constant: u64| {
        let array = store.var("s", Sort::array(Sort::BitVec(32), Sort::BitVec(8)));
        let at = store.bv_const(32, constant);
        let x = store.var(name, Sort::BitVec(8));
        store.raw(Op::Eq, &[store.raw(Op::Select, &[array, at]), x])
    };
    let (one, other) = (TermStore::new(), TermStore::new());
    other.var("padding", Sort::Int);
    let shape = one.shape(build(&one, "x", 3));
    assert_eq!(shape, other.shape(build(&other, "x", 1000)));
    assert_ne!(shape, one.shape(build(&one, "y", 3)));
    assert_ne!(shape, one.shape(one.not(build(&one, "x", 3))));
    let narrow = one.raw(Op::Extract { hi: 3, lo: 0 }, &[one.var("x", Sort::BitVec(8))]);
    let shifted = one.raw(Op::Extract { hi: 4, lo: 1 }, &[one.var("x", Sort::BitVec(8))]);
    assert_ne!(one.shape(narrow), one.shape(shifted));
    // The value itself is part of the promise: it must not change between runs or versions.
    assert_eq!(shape.0, 12023336460366636966);
}

#[test]
fn evaluators_can_move_between_threads() {
    let store = TermStore::new();
    let x = store.var("x", Sort::BitVec(8));
    let mut evaluator = Evaluator::new(Model::new());
    assert_eq!(evaluator.eval(&store, x), Ok(Value::BitVec(BitVec::zero(8))));
    let value = std::thread::scope(|scope| {
        let store = &store;
        scope.spawn(move || evaluator.eval(store, x)).join().expect("the thread ends well")
    });
    assert_eq!(value, Ok(Value::BitVec(BitVec::zero(8))));
}

/// The variables that stand for bound ones while a body is built are no variables a caller can get hold of.
#[test]
fn a_binder_binds_no_variable_of_the_callers_whatever_its_name() {
    let store = TermStore::new();
    let fresh = store.fresh_var("binder", Sort::Int);
    let named = store.var("binder!0", Sort::Int);
    let later = store.var("binder!1", Sort::Int);
    let (zero, two) = (store.int_const(0), store.int_const(2));
    let all = store.forall(zero, two, |i| {
        let sum = store.int_sum(&[fresh, named, i]);
        store.exists(zero, two, |j| store.int_le(store.int_add(sum, j), later))
    });
    assert_eq!(store.free_vars(all).len(), if fresh == named { 2 } else { 3 });
    let identity = store.lambda(Sort::Int, |i| store.int_add(i, named));
    assert_eq!(store.select(identity, two), store.int_add(two, named));
}
