//! Every operation means the same to Z3 as to the evaluator: on constants, which Z3 folds, and on variables held at the same
//! values by assumptions, which it decides by search.

use std::sync::Arc;

use lariat_solver::{Answer, Backend, Features, Z3Backend};
use lariat_term::{
    BitVec, Evaluator, Float, FloatFormat, Model, Op, RoundingMode, Sort, SymbolId, TermId,
    TermStore, Value, apply,
};
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

fn runner(seed: u8) -> TestRunner {
    TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]),
    )
}

/// A value of the sort, special ones often.
fn value(sort: Sort) -> BoxedStrategy<Value> {
    match sort {
        Sort::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Sort::BitVec(width) => bit_vector(width).prop_map(Value::BitVec).boxed(),
        Sort::Int => prop_oneof![
            3 => (-4i64..5).prop_map(BigInt::from),
            2 => any::<i64>().prop_map(BigInt::from),
            1 => (any::<i128>(), 0u32..100).prop_map(|(n, shift)| BigInt::from(n) << shift),
        ]
        .prop_map(Value::Int)
        .boxed(),
        Sort::RoundingMode => rounding().prop_map(Value::Rounding).boxed(),
        Sort::Float(format) => float(format).prop_map(Value::Float).boxed(),
        Sort::Array(_) => unreachable!("arrays have tests of their own"),
    }
}

fn rounding() -> impl Strategy<Value = RoundingMode> {
    prop_oneof![
        Just(RoundingMode::NearestEven),
        Just(RoundingMode::NearestAway),
        Just(RoundingMode::TowardPositive),
        Just(RoundingMode::TowardNegative),
        Just(RoundingMode::TowardZero),
    ]
}

fn bit_vector(width: u32) -> BoxedStrategy<BitVec> {
    prop_oneof![
        2 => prop::collection::vec(any::<u64>(), width.div_ceil(64) as usize)
            .prop_map(move |words| BitVec::from_words(width, &words)),
        2 => (-3i64..4).prop_map(move |n| BitVec::from_bigint(width, &BigInt::from(n))),
        1 => (0..width, -1i64..2).prop_map(move |(bit, off)| {
            BitVec::from_bigint(width, &((BigInt::from(1) << bit) + BigInt::from(off)))
        }),
    ]
    .boxed()
}

/// Any encoding, small integers, and numbers around the special ones.
fn float(format: FloatFormat) -> BoxedStrategy<Float> {
    let bits = format.bits();
    let exponent_bits = format.exponent_bits();
    let fraction_bits = format.significand_bits() - 1;
    let special_exponent = prop_oneof![
        Just(0u64),
        Just(1),
        Just((1 << exponent_bits) - 1),
        Just((1 << exponent_bits) - 2),
        (0u64..80).prop_map(
            move |n| (1 << (exponent_bits - 1)) - 1 + n.min((1 << (exponent_bits - 1)) - 1)
        ),
        (0u64..80).prop_map(move |n| (1 << (exponent_bits - 1))
            - 1
            - n.min((1 << (exponent_bits - 1)) - 1)),
    ];
    let fraction = prop_oneof![
        Just(BigUint::ZERO),
        Just(BigUint::from(1u8)),
        Just((BigUint::from(1u8) << fraction_bits) - BigUint::from(1u8)),
        Just(BigUint::from(1u8) << (fraction_bits - 1)),
        any::<u128>().prop_map(move |n| BigUint::from(n) % (BigUint::from(1u8) << fraction_bits)),
    ];
    prop_oneof![
        2 => bit_vector(bits).prop_map(move |b| Float::from_bitvec(format, &b)),
        4 => (any::<bool>(), special_exponent, fraction).prop_map(move |(negative, exponent, fraction)| {
            let mut all = BigUint::from(u8::from(negative)) << exponent_bits;
            all += BigUint::from(exponent);
            if format == FloatFormat::X87 {
                all = (all << 1u32) + BigUint::from(u8::from(exponent != 0));
            }
            let all = (all << fraction_bits) + fraction;
            Float::from_bitvec(format, &BitVec::from_biguint(bits, &all))
        }),
        1 => (-9i64..10).prop_map(move |n| {
            Float::from_int(format, RoundingMode::NearestEven, &BigInt::from(n))
        }),
    ]
    .boxed()
}

/// A backend that is used again for many small checks.
struct Checker {
    store: Arc<TermStore>,
    backend: Z3Backend,
}

impl Checker {
    fn new(features: Features) -> Checker {
        let store = Arc::new(TermStore::new());
        let backend = Z3Backend::new(Arc::clone(&store), features).expect("Z3 is there");
        Checker { store, backend }
    }

    /// The operation applied to constants has the evaluator's value, and applied to variables too.
    fn check(&mut self, op: Op, args: &[Value], by_search: bool) {
        let store = Arc::clone(&self.store);
        let constants: Vec<TermId> = args.iter().map(|v| store.constant(v, v.sort())).collect();
        let sorts: Vec<Sort> = args.iter().map(Value::sort).collect();
        let sort = op.result_sort(&sorts).expect("the arguments fit");
        let expected = apply(op, sort, args);
        let result = store.constant(&expected, sort);
        let folded = store.raw(op, &constants);
        let different = store.raw(Op::Not, &[store.raw(Op::Eq, &[folded, result])]);
        self.backend.reset();
        self.backend.assert(different);
        let answer = self.backend.check(&[]);
        assert_eq!(answer, Answer::Unsat, "{op:?} of {args:?} is {expected:?} (constants)");
        if !by_search {
            return;
        }
        let variables: Vec<TermId> = (sorts.iter().enumerate())
            .map(|(i, &sort)| store.var(&format!("x{i}"), sort))
            .collect();
        let mut assumptions: Vec<TermId> = (variables.iter().zip(&constants))
            .map(|(&variable, &constant)| store.raw(Op::Eq, &[variable, constant]))
            .collect();
        let applied = store.raw(op, &variables);
        assumptions.push(store.raw(Op::Not, &[store.raw(Op::Eq, &[applied, result])]));
        self.backend.reset();
        let answer = self.backend.check(&assumptions);
        assert_eq!(answer, Answer::Unsat, "{op:?} of {args:?} is {expected:?} (variables)");
    }

    fn check_many(&mut self, seed: u8, op: Op, sorts: &[Sort], cases: usize, by_search: bool) {
        let mut runner = runner(seed);
        let strategy: Vec<BoxedStrategy<Value>> = sorts.iter().map(|&s| value(s)).collect();
        for _ in 0..cases {
            let args = strategy.new_tree(&mut runner).expect("values").current();
            self.check(op, &args, by_search);
        }
    }
}

#[test]
fn core_operations() {
    let mut checker = Checker::new(Features::BIT_VECTORS);
    let truth = Sort::Bool;
    for (op, count) in
        [(Op::Not, 1), (Op::And, 2), (Op::And, 4), (Op::Or, 2), (Op::Or, 4), (Op::Xor, 2)]
    {
        checker.check_many(1, op, &vec![truth; count], 16, true);
    }
    checker.check_many(2, Op::Implies, &[truth, truth], 8, true);
    for sort in [truth, Sort::BitVec(7)] {
        checker.check_many(3, Op::Eq, &[sort, sort], 12, true);
        checker.check_many(4, Op::Ite, &[truth, sort, sort], 12, true);
    }
}

#[test]
fn bit_vector_operations() {
    use Op::*;
    let mut checker = Checker::new(Features::BIT_VECTORS);
    for width in [1, 2, 7, 8, 32, 64, 65, 128] {
        let bv = Sort::BitVec(width);
        for op in [BvNot, BvNeg, ZeroExtend(3), SignExtend(3), ZeroExtend(70), SignExtend(70)] {
            checker.check_many(5, op, &[bv], 2, true);
        }
        for op in
            [BvAnd, BvOr, BvXor, BvAdd, BvShl, BvLshr, BvAshr, Concat, BvUlt, BvUle, BvSlt, BvSle]
        {
            checker.check_many(6, op, &[bv, bv], 4, true);
        }
        checker.check_many(7, BvAdd, &[bv; 4], 6, true);
        // Multiplication and division of wide numbers are slow to search.
        for op in [BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvSmod, BvUmulOverflow, BvSmulOverflow] {
            checker.check_many(8, op, &[bv, bv], 8, width <= 8);
        }
        for (hi, lo) in [(width - 1, 0), (width - 1, width - 1), (0, 0), (width / 2, width / 4)] {
            checker.check_many(9, Extract { hi, lo }, &[bv], 4, true);
        }
    }
}

#[test]
fn integer_operations_and_conversions() {
    use Op::*;
    let mut checker = Checker::new(Features::ALL);
    let int = Sort::Int;
    // Searching for products of integers may not end.
    for op in [IntAdd, IntMul, IntDiv, IntMod, IntLe, IntLt] {
        let by_search = matches!(op, IntAdd | IntLe | IntLt);
        checker.check_many(10, op, &[int, int], 40, by_search);
    }
    checker.check_many(11, IntAdd, &[int; 3], 10, true);
    checker.check_many(12, IntMul, &[int; 3], 10, false);
    for width in [1, 8, 64, 90] {
        checker.check_many(13, BvToNat, &[Sort::BitVec(width)], 10, width <= 8);
        checker.check_many(14, BvToInt, &[Sort::BitVec(width)], 10, width <= 8);
        checker.check_many(15, IntToBv(width), &[int], 15, false);
    }
}

#[test]
fn float_operations_on_constants() {
    use Op::*;
    let mut checker = Checker::new(Features::BIT_VECTORS | Features::FLOATS);
    for format in FloatFormat::ALL {
        let fp = Sort::Float(format);
        let rm = Sort::RoundingMode;
        for op in [FpAbs, FpNeg, FpToBits] {
            checker.check_many(20, op, &[fp], 30, false);
        }
        let predicates = [
            FpIsNormal,
            FpIsSubnormal,
            FpIsZero,
            FpIsInfinite,
            FpIsNan,
            FpIsNegative,
            FpIsPositive,
        ];
        for op in predicates {
            checker.check_many(21, op, &[fp], 15, false);
        }
        for op in [FpMin, FpMax, FpLe, FpLt, FpEq, Eq] {
            checker.check_many(22, op, &[fp, fp], 40, false);
        }
        for op in [FpAdd, FpSub, FpMul, FpDiv] {
            checker.check_many(23, op, &[rm, fp, fp], 40, false);
        }
        checker.check_many(24, FpFma, &[rm, fp, fp, fp], 40, false);
        checker.check_many(25, FpSqrt, &[rm, fp], 30, false);
        checker.check_many(26, FpRoundToIntegral, &[rm, fp], 40, false);
        checker.check_many(27, FpFromBits(format), &[Sort::BitVec(format.bits())], 40, false);
        for target in FloatFormat::ALL {
            checker.check_many(28, FpToFp(target), &[rm, fp], 15, false);
        }
        for width in [1, 8, 32, 64, 100] {
            checker.check_many(29, FpFromSigned(format), &[rm, Sort::BitVec(width)], 10, false);
            checker.check_many(30, FpFromUnsigned(format), &[rm, Sort::BitVec(width)], 10, false);
            checker.check_many(31, FpToSigned(width), &[rm, fp], 25, false);
            checker.check_many(32, FpToUnsigned(width), &[rm, fp], 25, false);
        }
    }
}

#[test]
fn float_remainders_on_constants() {
    let mut checker = Checker::new(Features::BIT_VECTORS | Features::FLOATS);
    for format in FloatFormat::ALL {
        let fp = Sort::Float(format);
        checker.check_many(33, Op::FpRem, &[fp, fp], 40, false);
    }
}

#[test]
fn float_operations_by_search() {
    use Op::*;
    let mut checker = Checker::new(Features::BIT_VECTORS | Features::FLOATS);
    for format in FloatFormat::ALL {
        let fp = Sort::Float(format);
        let rm = Sort::RoundingMode;
        let narrow = matches!(format, FloatFormat::Half | FloatFormat::BFloat);
        for op in [FpAbs, FpNeg, FpToBits, FpIsNormal, FpIsSubnormal, FpIsNan, FpIsNegative] {
            checker.check_many(40, op, &[fp], 2, true);
        }
        for op in [FpMin, FpMax, FpLe, FpLt, FpEq, Eq] {
            checker.check_many(41, op, &[fp, fp], 3, true);
        }
        checker.check_many(42, FpFromBits(format), &[Sort::BitVec(format.bits())], 10, true);
        // Arithmetic is searched in the narrow formats only: in the wide ones a single case may take minutes.
        if narrow {
            checker.check_many(43, FpRoundToIntegral, &[rm, fp], 3, true);
            for width in [1, 8, 20] {
                checker.check_many(45, FpToSigned(width), &[rm, fp], 2, true);
                checker.check_many(46, FpToUnsigned(width), &[rm, fp], 2, true);
                checker.check_many(47, FpFromSigned(format), &[rm, Sort::BitVec(width)], 1, true);
                checker.check_many(48, FpFromUnsigned(format), &[rm, Sort::BitVec(width)], 1, true);
            }
            for op in [FpAdd, FpSub, FpMul] {
                checker.check_many(49, op, &[rm, fp, fp], 2, true);
            }
        }
    }
}

/// A term with no free variables has the evaluator's value in Z3.
fn closed_term_agrees(store: &Arc<TermStore>, term: TermId) {
    let value = Evaluator::new(Model::new()).eval(store, term).expect("a small term");
    let mut backend = Z3Backend::new(Arc::clone(store), Features::ALL).expect("Z3 is there");
    let expected = store.constant(&value, store.sort(term));
    backend.assert(store.raw(Op::Not, &[store.raw(Op::Eq, &[term, expected])]));
    assert_eq!(backend.check(&[]), Answer::Unsat, "{value:?}");
}

#[test]
fn arrays_lambdas_and_quantifiers() {
    let store = Arc::new(TermStore::new());
    let byte = Sort::BitVec(8);
    let mut runner = runner(60);
    for _ in 0..10 {
        let (a, b, c) = (bit_vector(8), bit_vector(8), bit_vector(8))
            .new_tree(&mut runner)
            .expect("values")
            .current();
        let (a, b, c) = (store.bv_value(&a), store.bv_value(&b), store.bv_value(&c));
        let constant = store.const_array(byte, a);
        let stored = store.raw(Op::Store, &[constant, b, c]);
        let twice = store.raw(Op::Store, &[stored, a, b]);
        closed_term_agrees(&store, store.raw(Op::Select, &[twice, c]));
        closed_term_agrees(&store, store.raw(Op::Eq, &[twice, stored]));
        let lambda = store.lambda(byte, |i| {
            store.raw(
                Op::BvAdd,
                &[store.raw(Op::Select, &[twice, i]), store.raw(Op::BvMul, &[i, c])],
            )
        });
        closed_term_agrees(&store, store.raw(Op::Select, &[lambda, b]));
        let (lo, hi) = (store.bv_const(8, 2), store.bv_const(8, 9));
        let below = |i| {
            let sum = store.raw(Op::BvAdd, &[i, c]);
            store.raw(Op::BvUlt, &[store.raw(Op::Select, &[twice, i]), sum])
        };
        closed_term_agrees(&store, store.forall(lo, hi, below));
        closed_term_agrees(&store, store.exists(lo, hi, below));
        closed_term_agrees(&store, store.forall(hi, lo, below));
    }
}

#[test]
fn bounds_of_inner_quantifiers_may_use_outer_variables() {
    let store = Arc::new(TermStore::new());
    let (zero, ten) = (store.int_const(0), store.int_const(10));
    for limit in 0..25 {
        // For every i below 10 some j from i to below 2i+1 has i + j ≥ limit ∨ i < 5: only i = 9 matters at the end.
        let term = store.forall(zero, ten, |i| {
            let end = store.raw(Op::IntAdd, &[i, i, store.int_const(1)]);
            store.exists(i, end, |j| {
                store.forall(j, store.raw(Op::IntAdd, &[j, store.int_const(2)]), |k| {
                    let sum = store.raw(Op::IntAdd, &[i, j, k]);
                    store.raw(
                        Op::Or,
                        &[
                            store.raw(Op::IntLe, &[store.int_const(limit), sum]),
                            store.raw(Op::IntLt, &[i, store.int_const(5)]),
                        ],
                    )
                })
            })
        });
        closed_term_agrees(&store, term);
    }
}

#[test]
fn models_of_every_sort_are_read_back() {
    let store = Arc::new(TermStore::new());
    let mut runner = runner(70);
    let mut sorts = vec![Sort::Bool, Sort::BitVec(1), Sort::BitVec(64), Sort::BitVec(200)];
    sorts.extend([Sort::Int, Sort::RoundingMode]);
    sorts.extend(FloatFormat::ALL.map(Sort::Float));
    for sort in sorts {
        for case in 0..6 {
            let wanted = value(sort).new_tree(&mut runner).expect("values").current();
            let variable = store.var(&format!("v{case}"), sort);
            let equal = store.raw(Op::Eq, &[variable, store.constant(&wanted, sort)]);
            let mut backend = Z3Backend::new(Arc::clone(&store), Features::ALL).expect("Z3");
            backend.assert(equal);
            assert_eq!(backend.check(&[]), Answer::Sat);
            let symbol = symbol_of(&store, variable);
            let model = backend.model(&[symbol]).expect("a model");
            assert_eq!(model.get(symbol), Some(&wanted));
        }
    }
}

fn symbol_of(store: &TermStore, variable: TermId) -> SymbolId {
    match store.op(variable) {
        Op::Var(symbol) => symbol,
        other => panic!("{other:?} is no variable"),
    }
}

#[test]
fn models_of_arrays_are_read_back() {
    let store = Arc::new(TermStore::new());
    let word = Sort::BitVec(32);
    let array_sort = Sort::array(word, Sort::BitVec(8));
    let nested_sort = Sort::array(Sort::Int, array_sort);
    let (a, b) = (store.var("a", array_sort), store.var("b", array_sort));
    let nested = store.var("n", nested_sort);
    let floats = store.var("f", Sort::array(Sort::Int, Sort::Float(FloatFormat::X87)));
    let index = store.var("i", word);
    let byte = |n| store.bv_const(8, n);
    let at = |n| store.bv_const(32, n);
    let read = |array, i| store.raw(Op::Select, &[array, i]);
    let one_and_a_half = store
        .float_value(Float::from_f64(1.5).convert(RoundingMode::NearestEven, FloatFormat::X87));
    let queries: Vec<Vec<TermId>> = vec![
        vec![store.eq(read(a, at(3)), byte(7)), store.eq(read(a, index), byte(9))],
        vec![store.eq(a, store.raw(Op::Store, &[b, index, byte(1)])), store.ne(a, b)],
        vec![
            store.eq(a, store.raw(Op::Store, &[store.const_array(word, byte(5)), at(2), byte(6)])),
        ],
        vec![store.eq(a, store.lambda(word, |_| byte(3)))],
        vec![
            store.eq(read(read(nested, store.int_const(4)), index), byte(2)),
            store.ne(read(nested, store.int_const(4)), read(nested, store.int_const(-1))),
        ],
        vec![store.eq(read(floats, store.int_const(1)), one_and_a_half)],
    ];
    for query in queries {
        let mut backend = Z3Backend::new(Arc::clone(&store), Features::ALL).expect("Z3");
        for &term in &query {
            backend.assert(term);
        }
        assert_eq!(backend.check(&[]), Answer::Sat);
        let symbols = store.free_vars_of(&query);
        let model = backend.model(&symbols).expect("a model");
        let mut evaluator = Evaluator::new(model);
        for &term in &query {
            let value = evaluator.eval(&store, term);
            assert_eq!(value, Ok(Value::Bool(true)), "{}", evaluator.model().display(&store));
        }
    }
}
