//! SMT-LIB: what is printed is read back as the same term, every operator of the standard means what it should, and wrong
//! texts are refused at the right place.

use lariat_term::smtlib::{Command, Script, parse_script, parse_term};
use lariat_term::testing::{Generator, TermShape};
use lariat_term::{
    BitVec, Float, FloatFormat, Model, Op, RoundingMode, Sort, TermId, TermStore, Value, eval,
};
use num_bigint::BigInt;
use proptest::prelude::*;

/// Whether the term's printed form is another term with the same meaning, because SMT-LIB leaves the value open.
fn is_written_out(store: &TermStore, term: TermId) -> bool {
    store.parts(&[term]).into_iter().any(|part| {
        let (op, args) = store.view(part);
        match op {
            Op::IntDiv | Op::IntMod => {
                !store.op(args[1]).is_const() || store.op(args[1]) == Op::IntConst(0)
            }
            Op::FpMin | Op::FpMax | Op::FpToUnsigned(_) | Op::FpToSigned(_) | Op::FpToBits => true,
            Op::FpFromBits(format) => format == FloatFormat::X87,
            _ => false,
        }
    })
}

fn read_back(store: &TermStore, term: TermId) -> TermId {
    let script = store.smtlib_script(None, &[term]);
    match parse_script(store, &script) {
        Ok(script) => script.assertions()[0],
        Err(error) => panic!("{error}\n{script}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(3000)))]

    #[test]
    fn printed_terms_are_read_back(seed in any::<u64>()) {
        let store = TermStore::new();
        let mut generator = Generator::new(&store, TermShape { depth: 6, ..TermShape::default() }, seed);
        let term = generator.term(Sort::Bool);
        let again = read_back(&store, term);
        if is_written_out(&store, term) {
            for _ in 0..3 {
                let model = generator.model(&[term]);
                if let Ok(value) = eval(&store, &model, term) {
                    prop_assert_eq!(eval(&store, &model, again), Ok(value));
                }
            }
        } else {
            prop_assert_eq!(again, term, "{}", store.to_smtlib(term));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[()a-z0-9#|\" _.!:=+;-]{0,60}") {
        let store = TermStore::new();
        let _ = parse_script(&store, &text);
    }

    #[test]
    fn any_shuffled_script_is_read_or_refused(seed in any::<u64>()) {
        let store = TermStore::new();
        let mut generator = Generator::new(&store, TermShape { depth: 4, ..TermShape::default() }, seed);
        let term = generator.term(Sort::Bool);
        let mut words: Vec<String> = store
            .smtlib_script(None, &[term])
            .replace('(', " ( ")
            .replace(')', " ) ")
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        for _ in 0..3 {
            let (a, b) = (generator.below(words.len() as u64), generator.below(words.len() as u64));
            words.swap(a as usize, b as usize);
        }
        let _ = parse_script(&store, &words.join(" "));
    }
}

fn value(text: &str) -> Value {
    let store = TermStore::new();
    let variables = [
        store.var("x", Sort::BitVec(8)),
        store.var("y", Sort::BitVec(8)),
        store.var("n", Sort::Int),
        store.var("m", Sort::Int),
    ];
    let term =
        parse_term(&store, &variables, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut model = Model::new();
    let values = [
        Value::BitVec(BitVec::new(8, 0x93)),
        Value::BitVec(BitVec::new(8, 0x0f)),
        Value::Int(BigInt::from(-7)),
        Value::Int(BigInt::from(3)),
    ];
    for (variable, value) in variables.into_iter().zip(values) {
        let Op::Var(symbol) = store.op(variable) else { panic!("a variable") };
        model.set(&store, symbol, value);
    }
    eval(&store, &model, term).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks that each expression has the value that the literal after it has. x is #x93, y is #x0f, n is -7 and m is 3.
fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(value(text), value(expected), "{text}");
    }
}

#[test]
fn core_operators() {
    check(&[
        ("(or true)", "true"),
        ("(and true false true)", "false"),
        ("(xor true true true)", "true"),
        ("(=> false false false)", "true"),
        ("(=> true true false)", "false"),
        ("(= x x #x93)", "true"),
        ("(= x x y)", "false"),
        ("(distinct x y #x00)", "true"),
        ("(distinct x y x)", "false"),
        ("(ite (= x y) x y)", "y"),
        ("(let ((x y) (y x)) (bvsub x y))", "(bvsub #x0f #x93)"),
        ("(let ((z x)) (let ((z (bvadd z z))) z))", "#x26"),
        ("(! (= x y) :named same)", "false"),
    ]);
}

#[test]
fn bit_vector_operators() {
    check(&[
        ("(bvsub x y)", "#x84"),
        ("(bvnand x y)", "#xfc"),
        ("(bvnor x y)", "#x60"),
        ("(bvxnor x y)", "#x63"),
        ("(bvcomp x y)", "#b0"),
        ("(bvcomp x x)", "#b1"),
        ("(bvuge x y)", "true"),
        ("(bvugt x x)", "false"),
        ("(bvsge x y)", "false"),
        ("(bvsgt y x)", "true"),
        ("((_ rotate_left 3) x)", "#x9c"),
        ("((_ rotate_right 11) x)", "#x72"),
        ("((_ repeat 3) y)", "#x0f0f0f"),
        ("((_ zero_extend 4) x)", "#x093"),
        ("((_ sign_extend 4) x)", "#xf93"),
        ("((_ zero_extend 0) x)", "x"),
        ("((_ extract 4 1) x)", "#x9"),
        ("(concat x y #b1)", "(concat #x930f #b1)"),
        ("(bvadd x y x)", "#x35"),
        ("(bvmul x y #x02)", "#x3a"),
        ("(bvudiv x #x00)", "#xff"),
        ("(bvsrem x y)", "#xfc"),
        ("(bvsmod x y)", "#x0b"),
        ("(bvnego #x80)", "true"),
        ("(bvnego x)", "false"),
        ("(bvuaddo x x)", "true"),
        ("(bvuaddo x y)", "false"),
        ("(bvsaddo x x)", "true"),
        ("(bvsaddo x y)", "false"),
        ("(bvsaddo #x7f #x01)", "true"),
        ("(bvusubo y x)", "true"),
        ("(bvusubo x y)", "false"),
        ("(bvssubo x #x7f)", "true"),
        ("(bvssubo x y)", "false"),
        ("(bvssubo #x00 #x80)", "true"),
        ("(bvumulo x y)", "true"),
        ("(bvsmulo y y)", "true"),
        ("(bvsmulo y #x08)", "false"),
        ("(bvsdivo #x80 #xff)", "true"),
        ("(bvsdivo x y)", "false"),
        ("(bvredor x)", "#b1"),
        ("(bvredand x)", "#b0"),
        ("(_ bv10 8)", "#x0a"),
        ("(_ bv300 8)", "#x2c"),
        ("(bv2nat x)", "147"),
        ("(ubv_to_int x)", "147"),
        ("(sbv_to_int x)", "(- 109)"),
        ("((_ int2bv 8) n)", "#xf9"),
        ("((_ int_to_bv 4) n)", "#x9"),
    ]);
}

#[test]
fn integer_operators() {
    check(&[
        ("(- n)", "7"),
        ("(- n m 1)", "(- 11)"),
        ("(+ n m 1)", "(- 3)"),
        ("(* n m 2)", "(- 42)"),
        ("(div n m)", "(- 3)"),
        ("(mod n m)", "2"),
        ("(div n (- m))", "3"),
        ("(mod n 0)", "n"),
        ("(abs n)", "7"),
        ("(abs m)", "3"),
        ("((_ divisible 7) n)", "true"),
        ("((_ divisible 2) n)", "false"),
        ("(< n m 4)", "true"),
        ("(<= n m 2)", "false"),
        ("(> m n)", "true"),
        ("(>= m m n)", "true"),
        ("123456789012345678901234567890", "(* 123456789012345678901234567890 1)"),
    ]);
}

#[test]
fn float_operators() {
    check(&[
        ("(fp #b0 #x7f #b10000000000000000000000)", "((_ to_fp 8 24) RNE 1.5)"),
        ("((_ to_fp 8 24) RNE (/ 3 2))", "((_ to_fp 8 24) #x3fc00000)"),
        ("((_ to_fp 11 53) RTZ (- 0.1))", "((_ to_fp 11 53) #xbfb9999999999999)"),
        ("((_ to_fp 11 53) RNE (- (/ 1 10)))", "((_ to_fp 11 53) #xbfb999999999999a)"),
        ("((_ to_fp 5 11) roundNearestTiesToEven 3)", "((_ to_fp 5 11) #x4200)"),
        ("((_ to_fp 8 24) RNE x)", "((_ to_fp 8 24) RNE (- 109))"),
        ("((_ to_fp_unsigned 8 24) RNE x)", "((_ to_fp 8 24) RNE 147)"),
        ("((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE 0.5))", "((_ to_fp 11 53) RNE 0.5)"),
        ("(fp.gt (_ +oo 8 24) (_ -oo 8 24))", "true"),
        ("(fp.geq (_ -zero 8 24) (_ +zero 8 24))", "true"),
        ("(= (_ -zero 8 24) (_ +zero 8 24))", "false"),
        ("(fp.eq (_ NaN 8 24) (_ NaN 8 24))", "false"),
        ("(fp.isNaN (fp #b1 #xff #b00000000000000000000001))", "true"),
        ("(fp.to_ieee_bv ((_ to_fp 8 24) RNE 1.0))", "#x3f800000"),
        ("((_ fp.to_sbv 8) RTZ ((_ to_fp 8 24) RNE (- 2.5)))", "#xfe"),
        ("((_ fp.to_ubv 8) roundTowardPositive ((_ to_fp 8 24) RNE 2.5))", "#x03"),
        ("(fp.lt ((_ to_fp 15 64) RNE 1) ((_ to_fp 15 64) RNE 2) ((_ to_fp 15 64) RNE 3))", "true"),
        // In SMT-LIB's form x87 has 79 bits: the integer bit is not stored.
        ("((_ to_fp 15 64) (concat #x3fff (_ bv0 63)))", "((_ to_fp 15 64) RNE 1)"),
        ("(fp.to_ieee_bv ((_ to_fp 15 64) RNE 1))", "(concat #x3fff (_ bv0 63))"),
    ]);
}

#[test]
fn arrays_lambdas_and_quantifiers() {
    check(&[
        ("(select ((as const (Array (_ BitVec 8) Int)) 5) x)", "5"),
        ("(select (store ((as const (Array Int Int)) 5) n 6) (- 7))", "6"),
        ("(select (lambda ((i Int)) (* i i)) n)", "49"),
        ("(forall ((i Int)) (=> (and (<= 0 i) (< i m)) (< i 3)))", "true"),
        ("(forall ((i Int)) (=> (and (< i m) (> i n)) (< (- 7) i)))", "true"),
        ("(forall ((i Int)) (=> (and (<= i m) (>= i 0)) (< i 3)))", "false"),
        ("(exists ((i Int)) (and (<= 0 i) (< i 10) (= (* i i) 49)))", "true"),
        (
            "(forall ((i Int) (j Int)) (=> (and (<= 0 i) (< i 3) (<= i j) (< j 3)) (<= i j)))",
            "true",
        ),
        (
            "(exists ((i Int) (j Int)) (and (<= 0 i) (< i 3) (<= i j) (< j 3) (= (+ i j) 5)))",
            "false",
        ),
        ("(forall ((v (_ BitVec 8))) (= (bvadd v y) (bvadd y v)))", "true"),
        ("(exists ((v (_ BitVec 8))) (= v #xff))", "true"),
        ("(forall ((v (_ BitVec 8))) (bvult v #xff))", "false"),
        ("(forall ((v (_ BitVec 8))) (=> (bvule v #x10) (bvult v #x11)))", "true"),
        ("(forall ((v (_ BitVec 8))) (=> (bvult #xff v) false))", "true"),
        ("(forall ((p Bool)) (or p (not p)))", "true"),
        ("(exists ((p Bool) (q Bool)) (and p (not q)))", "true"),
    ]);
}

#[test]
fn scripts() {
    let store = TermStore::new();
    let text = "
        (set-logic QF_BV) ; a comment with ( brackets
        (set-info :status sat)
        (declare-const x (_ BitVec 8))
        (declare-fun |a b| () Int)
        (define-sort Byte () (_ BitVec 8))
        (define-const two Byte #x02)
        (define-fun twice ((v Byte)) Byte (bvmul v two))
        (assert (! (= (twice x) #x08) :named first))
        (push 1)
        (assert false)
        (pop 1)
        (assert (< |a b| 3))
        (check-sat)
        (check-sat-assuming (first))
        (get-model)";
    let script = parse_script(&store, text).expect("a correct script");
    assert_eq!(script.logic(), Some("QF_BV"));
    let x = store.var("x", Sort::BitVec(8));
    let doubled = store.raw(Op::BvMul, &[x, store.bv_const(8, 2)]);
    let first = store.raw(Op::Eq, &[doubled, store.bv_const(8, 8)]);
    let second = store.raw(Op::IntLt, &[store.var("a b", Sort::Int), store.int_const(3)]);
    assert_eq!(script.assertions(), [first, second]);
    assert!(script.commands.contains(&Command::Assert(first, Some("first".into()))));
    assert!(script.commands.contains(&Command::CheckSatAssuming(vec![first])));
    assert_eq!(script.commands.last(), Some(&Command::Other("get-model".into())));
    assert_eq!(parse_script(&store, "").expect("an empty script"), Script::default());
}

#[test]
fn errors_say_where() {
    let cases = [
        ("(assert\n  (= x 1))", (2, 6), "'x' is not declared"),
        ("(assert true", (1, 1), "never closed"),
        ("(assert true))", (1, 14), "closes nothing"),
        ("(assert (= #x1 #x01))", (1, 9), "does not take arguments of sorts"),
        ("(assert #x1)", (1, 9), "expected a term of sort Bool"),
        ("(assert (bvfoo #x1))", (1, 9), "unknown function"),
        ("(declare-const x (_ BitVec 0))", (1, 28), "at least one bit"),
        ("(declare-const x Real)", (1, 18), "unknown sort"),
        ("(declare-fun f (Int) Int)", (1, 16), "cannot be declared"),
        ("(assert (forall ((i Int)) (< i 3)))", (1, 9), "needs bounds"),
        ("(assert |x)", (1, 9), "does not end"),
        ("(assert #b012)", (1, 9), "not a literal"),
        ("(assert 1x)", (1, 9), "is not a number"),
        ("(assert (let ((x)) true))", (1, 15), "a name and a term"),
        ("(assert ())", (1, 9), "found ()"),
        ("(declare-const f (_ FloatingPoint 3 4))", (1, 18), "not supported"),
        ("(assert ((_ extract 8 0) #x00))", (1, 9), "does not take"),
        ("(frob", (1, 1), "never closed"),
        ("true", (1, 1), "a command in brackets"),
        ("(assert (= (_ bv0 4000000000) (_ bv0 4000000000)))", (1, 12), "unknown constant"),
        ("(assert (= #b1 ((_ zero_extend 4294967294) #b1)))", (1, 16), "is not supported"),
    ];
    for (text, (line, column), message) in cases {
        let store = TermStore::new();
        let error = parse_script(&store, text).expect_err(text);
        assert!(error.message.contains(message), "{text}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
    }
}

#[test]
fn printed_text_is_linear_in_the_graph() {
    let store = TermStore::new();
    let mut term = store.var("x", Sort::BitVec(32));
    for _ in 0..1000 {
        term = store.raw(Op::BvMul, &[term, term]);
    }
    let equation = store.raw(Op::Eq, &[term, store.bv_const(32, 1)]);
    let text = store.to_smtlib(equation);
    assert!(text.len() < 60_000, "{}", text.len());
    assert_eq!(read_back(&store, equation), equation);
    // A guard mentions its argument several times; that must not multiply either.
    let mut float = store.var("f", Sort::Float(FloatFormat::Double));
    for _ in 0..100 {
        let bits = store.raw(Op::FpToBits, &[float]);
        float = store.raw(Op::FpFromBits(FloatFormat::Double), &[bits]);
    }
    assert!(store.to_smtlib(float).len() < 30_000);
    // Sharing inside binders too.
    let lambda =
        store.lambda(Sort::Int, |i| (0..100).fold(i, |sum, _| store.raw(Op::IntAdd, &[sum, sum])));
    assert!(store.to_smtlib(lambda).len() < 10_000);
    let array = store.var("a", Sort::array(Sort::Int, Sort::Int));
    let equation = store.raw(Op::Eq, &[lambda, array]);
    assert_eq!(read_back(&store, equation), equation);
}

#[test]
fn deep_terms_are_printed_and_read_without_recursion() {
    let store = TermStore::new();
    let x = store.var("x", Sort::BitVec(8));
    let mut term = x;
    for _ in 0..100_000 {
        term = store.raw(Op::BvNot, &[store.raw(Op::BvAdd, &[term, x])]);
    }
    let equation = store.raw(Op::Eq, &[term, x]);
    assert_eq!(read_back(&store, equation), equation);
}

#[test]
fn awkward_names() {
    let store = TermStore::new();
    let names =
        ["div", "a b", "x|y", "", "let", "lariat:x", "7up", "bvadd", "?1", "select", "true", "i!0"];
    let variables: Vec<TermId> = names
        .iter()
        .flat_map(|name| [Sort::Int, Sort::BitVec(8)].map(|sort| store.var(name, sort)))
        .collect();
    let doubled: Vec<TermId> = (variables.iter())
        .map(|&v| match store.sort(v) {
            Sort::Int => {
                let sum = store.raw(Op::IntAdd, &[v, store.int_const(1)]);
                store.raw(Op::Eq, &[sum, sum])
            }
            _ => store.raw(Op::BvUlt, &[v, store.bv_const(8, 3)]),
        })
        .collect();
    let term = store.raw(Op::And, &doubled);
    assert_eq!(read_back(&store, term), term);
}

#[test]
fn constants_of_every_kind() {
    let store = TermStore::new();
    let mut terms = vec![
        store.int_const(i64::MIN),
        store.int_value(&-(BigInt::from(1) << 100u32)),
        store.bv_const(3, 5),
        store.bv_value(&BitVec::ones(129)),
        store.tt(),
    ];
    terms.extend(RoundingMode::ALL.map(|mode| store.rounding(mode)));
    for format in FloatFormat::ALL {
        terms.extend(
            [
                Float::nan(format),
                Float::infinity(format, true),
                Float::zero(format, true),
                Float::largest(format, false),
                Float::from_bits(format, 1),
                Float::from_int(format, RoundingMode::NearestEven, &BigInt::from(-3)),
            ]
            .map(|value| store.float_value(value)),
        );
    }
    for term in terms {
        let text = store.to_smtlib(term);
        assert_eq!(parse_term(&store, &[], &text), Ok(term), "{text}");
    }
}
