//! The simplifier against the evaluator: whatever is built, simplified or not, has the same value under every model.
//!
//! Most mistakes in a rule show at very small widths already, so the main test makes many small terms over variables of
//! one to four bits and tries all models where there are not too many. The terms share subterms and are full of constants
//! at the edges of their sorts, because that is what rules look for.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use lariat_term::testing::{Generator, TermShape, seeds};
use lariat_term::{
    ArrayValue, BitVec, EvalError, Evaluator, Model, Op, Rule, Sort, SymbolId, TermId, TermStore,
    Value, eval,
};

/// Makes small raw terms that look like the left-hand sides of rules.
struct Small<'a> {
    store: &'a TermStore,
    state: u64,
    /// Terms made so far, to be used again.
    pool: BTreeMap<Sort, Vec<TermId>>,
}

const NARROW: Sort = Sort::BitVec(2);

fn small_array() -> Sort {
    Sort::array(NARROW, NARROW)
}

impl<'a> Small<'a> {
    fn new(store: &'a TermStore, seed: u64) -> Small<'a> {
        Small {
            store,
            state: seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(1),
            pool: BTreeMap::new(),
        }
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 33) % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn leaf(&mut self, sort: Sort) -> TermId {
        let store = self.store;
        match sort {
            Sort::Bool if self.below(5) == 0 => store.bool_const(self.below(2) == 0),
            Sort::BitVec(width) if width > 4 || self.below(3) == 0 => {
                let edge = self.below(1 << width.min(20));
                let value = self.pick(&[0, 1, u64::MAX, 1 << (width - 1), edge, edge]);
                store.bv_const(width, value)
            }
            Sort::Int if self.below(3) == 0 => store.int_const(self.below(9) as i64 - 3),
            Sort::Array(_) if self.below(3) == 0 => {
                let element = self.leaf(NARROW);
                store.const_array(NARROW, element)
            }
            _ => {
                let name = self.pick(&["x", "y"]);
                store.var(name, sort)
            }
        }
    }

    fn term(&mut self, sort: Sort, depth: u32) -> TermId {
        if depth == 0 || self.below(7) == 0 {
            return self.leaf(sort);
        }
        if self.below(4) == 0
            && let Some(known) = self.pool.get(&sort)
        {
            let known = known.clone();
            return self.pick(&known);
        }
        let term = match sort {
            _ if self.below(8) == 0 => {
                let condition = self.term(Sort::Bool, depth - 1);
                let (a, b) = (self.term(sort, depth - 1), self.term(sort, depth - 1));
                self.store.raw(Op::Ite, &[condition, a, b])
            }
            Sort::Bool => self.bool_term(depth - 1),
            Sort::BitVec(width) => self.bits_term(width, depth - 1),
            Sort::Int => self.int_term(depth - 1),
            _ => self.array_term(depth - 1),
        };
        self.pool.entry(sort).or_default().push(term);
        term
    }

    fn apply(&mut self, op: Op, sorts: &[Sort], depth: u32) -> TermId {
        let args: Vec<TermId> = sorts.iter().map(|&sort| self.term(sort, depth)).collect();
        self.store.raw(op, &args)
    }

    fn bool_term(&mut self, depth: u32) -> TermId {
        let width = Sort::BitVec(1 + self.below(6) as u32);
        match self.below(14) {
            0 => self.apply(Op::Not, &[Sort::Bool], depth),
            1 | 2 => {
                let op = self.pick(&[Op::And, Op::Or]);
                let count = 2 + self.below(3) as usize;
                self.apply(op, &vec![Sort::Bool; count], depth)
            }
            3 => {
                let op = self.pick(&[Op::Xor, Op::Implies, Op::Eq]);
                self.apply(op, &[Sort::Bool; 2], depth)
            }
            4 => {
                let op = self.pick(&[Op::IntLe, Op::IntLt, Op::Eq]);
                self.apply(op, &[Sort::Int; 2], depth)
            }
            5 => self.quantifier(depth),
            6 => {
                let op = self.pick(&[Op::BvUmulOverflow, Op::BvSmulOverflow]);
                self.apply(op, &[width; 2], depth)
            }
            7..=9 => self.apply(Op::Eq, &[width; 2], depth),
            _ => {
                let op = self.pick(&[Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]);
                self.apply(op, &[width; 2], depth)
            }
        }
    }

    fn quantifier(&mut self, depth: u32) -> TermId {
        let (lo, hi) = (self.term(NARROW, depth), self.term(NARROW, depth));
        let (lo, hi) = match self.below(3) {
            0 => (lo, self.store.raw(Op::BvAdd, &[lo, self.store.bv_const(2, 1)])),
            _ => (lo, hi),
        };
        let body = self.term(Sort::Bool, depth);
        let variable = self.pick(&["x", "y"]);
        let variable = self.store.var(variable, NARROW);
        let for_all = self.below(2) == 0;
        let build = |i: TermId| replace(self.store, body, variable, i);
        if for_all { self.store.forall(lo, hi, build) } else { self.store.exists(lo, hi, build) }
    }

    fn bits_term(&mut self, width: u32, depth: u32) -> TermId {
        let sort = Sort::BitVec(width);
        match self.below(16) {
            0 | 1 => {
                let op = self.pick(&[Op::BvNot, Op::BvNeg]);
                self.apply(op, &[sort], depth)
            }
            2 | 3 => {
                let lo = self.below(3) as u32;
                let more = lo + self.below(3) as u32;
                self.apply(
                    Op::Extract { hi: lo + width - 1, lo },
                    &[Sort::BitVec(width + more)],
                    depth,
                )
            }
            4 | 5 if width > 1 => {
                let high = 1 + self.below(u64::from(width) - 1) as u32;
                let sorts = [Sort::BitVec(high), Sort::BitVec(width - high)];
                self.apply(Op::Concat, &sorts, depth)
            }
            6 | 7 if width > 1 => {
                let more = 1 + self.below(u64::from(width) - 1) as u32;
                let op = self.pick(&[Op::ZeroExtend(more), Op::SignExtend(more)]);
                self.apply(op, &[Sort::BitVec(width - more)], depth)
            }
            8 => self.apply(Op::IntToBv(width), &[Sort::Int], depth),
            9 if width == 2 => self.apply(Op::Select, &[small_array(), NARROW], depth),
            10 | 11 => {
                let count = 2 + self.below(2) as usize;
                self.apply(Op::BvAdd, &vec![sort; count], depth)
            }
            _ => {
                let op = self.pick(&[
                    Op::BvAnd,
                    Op::BvAnd,
                    Op::BvOr,
                    Op::BvOr,
                    Op::BvXor,
                    Op::BvAdd,
                    Op::BvMul,
                    Op::BvUdiv,
                    Op::BvUrem,
                    Op::BvSdiv,
                    Op::BvSrem,
                    Op::BvSmod,
                    Op::BvShl,
                    Op::BvLshr,
                    Op::BvAshr,
                ]);
                self.apply(op, &[sort; 2], depth)
            }
        }
    }

    fn int_term(&mut self, depth: u32) -> TermId {
        let width = 1 + self.below(5) as u32;
        match self.below(6) {
            0 | 1 => {
                let op = self.pick(&[Op::BvToNat, Op::BvToInt]);
                self.apply(op, &[Sort::BitVec(width)], depth)
            }
            2 => {
                let op = self.pick(&[Op::IntDiv, Op::IntMod, Op::IntMod]);
                self.apply(op, &[Sort::Int; 2], depth)
            }
            3 => {
                let count = 2 + self.below(2) as usize;
                self.apply(Op::IntMul, &vec![Sort::Int; count], depth)
            }
            _ => {
                let count = 2 + self.below(2) as usize;
                self.apply(Op::IntAdd, &vec![Sort::Int; count], depth)
            }
        }
    }

    fn array_term(&mut self, depth: u32) -> TermId {
        match self.below(4) {
            0 => {
                let body = self.term(NARROW, depth);
                let variable = self.store.var("x", NARROW);
                self.store.lambda(NARROW, |i| replace(self.store, body, variable, i))
            }
            _ => self.apply(Op::Store, &[small_array(), NARROW, NARROW], depth),
        }
    }
}

/// The term with a variable replaced, nothing simplified where nothing is replaced.
fn replace(store: &TermStore, term: TermId, variable: TermId, by: TermId) -> TermId {
    let Op::Var(symbol) = store.op(variable) else { panic!("not a variable") };
    store.substitute(term, &[(symbol, by)].into_iter().collect())
}

/// Values that a variable takes.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => {
            (0..1 << width).map(|value| Value::BitVec(BitVec::new(width, value))).collect()
        }
        Sort::Int => [-9, -3, -2, -1, 0, 1, 2, 3, 8].map(|v| Value::Int(v.into())).to_vec(),
        Sort::Array(_) => (0..16)
            .map(|n: u64| {
                let element = |value: u64| Value::BitVec(BitVec::new(2, value));
                let entries = (0..3).map(|i| (element(i), element(n >> i))).collect();
                Value::Array(ArrayValue::new(NARROW, element(n >> 2), entries))
            })
            .collect(),
        other => panic!("no variables of sort {other}"),
    }
}

/// All models of some variables, or an even choice of `limit` of them.
fn models(store: &TermStore, symbols: &[SymbolId], limit: u64) -> Vec<Model> {
    let lists: Vec<Vec<Value>> = symbols.iter().map(|&s| values(store.symbol_sort(s))).collect();
    let total: u64 = lists.iter().map(|list| list.len() as u64).product();
    let step = total.div_ceil(limit).max(1) | 1;
    (0..total)
        .step_by(step as usize)
        .map(|mut number| {
            let mut model = Model::new();
            for (&symbol, list) in symbols.iter().zip(&lists) {
                model.set(store, symbol, list[(number % list.len() as u64) as usize].clone());
                number /= list.len() as u64;
            }
            model
        })
        .collect()
}

fn show(store: &TermStore, term: TermId) -> String {
    let (op, args) = store.view(term);
    if let Op::Var(symbol) = op {
        return format!("{}:{}", store.symbol_name(symbol), store.sort(term));
    }
    if let Some(value) = store.value_of(term) {
        return value.to_string();
    }
    let args: Vec<String> = args.iter().map(|&arg| show(store, arg)).collect();
    format!("({op:?} {})", args.join(" "))
}

/// Panics if the two terms differ under a model.
fn assert_same(store: &TermStore, raw: TermId, simplified: TermId, models: &[Model], seed: u64) {
    assert_eq!(store.sort(raw), store.sort(simplified), "seed {seed}");
    for model in models {
        let (expected, got) = (eval(store, model, raw), eval(store, model, simplified));
        if expected.is_err() {
            continue;
        }
        assert!(
            expected == got,
            "seed {seed}\nterm {}\nsimplified {}\nunder\n{}is {expected:?} and {got:?}",
            show(store, raw),
            show(store, simplified),
            model.display(store),
        );
    }
}

/// Panics if simplifying the term of a seed changes its value, or if there is something left to simplify.
fn check_small_term(seed: u64) {
    let store = TermStore::new();
    let mut small = Small::new(&store, seed);
    let sort = match small.below(6) {
        0 | 1 => Sort::Bool,
        2 => Sort::Int,
        _ => Sort::BitVec(1 + small.below(4) as u32),
    };
    let depth = 2 + small.below(3) as u32;
    let raw = small.term(sort, depth);
    let simplified = store.simplify(raw);
    let models = models(&store, &store.free_vars(raw), 128);
    assert_same(&store, raw, simplified, &models, seed);
    let again = store.simplify(simplified);
    assert!(
        again == simplified,
        "seed {seed}\nterm {}\nsimplified {}\nsimplified again {}",
        show(&store, raw),
        show(&store, simplified),
        show(&store, again)
    );
}

#[test]
fn small_terms_keep_their_value_under_all_models() {
    for seed in seeds(0..12_000) {
        check_small_term(seed);
    }
}

/// Equations whose coefficients are their own negations, sums in which choices become constants or one choice, complements of long
/// sums.
#[test]
fn terms_that_were_not_simplified_to_the_end_once() {
    for seed in [
        31_337_124_448,
        5_551_228_653_833,
        5_551_228_660_715,
        5_551_228_667_658,
        1_044_035,
        2_036_487,
        2_038_859,
        2_040_608,
        2_083_201,
        8_012_572,
        10_058_627,
    ] {
        check_small_term(seed);
    }
}

#[test]
fn large_terms_of_all_sorts_keep_their_value() {
    for seed in seeds(0..1500) {
        let store = TermStore::new();
        let mut generator = Generator::new(&store, TermShape::default(), seed);
        let sort = generator.sort();
        let raw = generator.term(sort);
        let simplified = store.simplify(raw);
        let models: Vec<Model> = (0..4).map(|_| generator.model(&[raw, simplified])).collect();
        for model in models {
            let expected = eval(&store, &model, raw);
            if let Err(EvalError::Undecided | EvalError::Budget) = expected {
                continue;
            }
            assert_eq!(
                expected,
                eval(&store, &model, simplified),
                "seed {seed}\n{}\n{}",
                show(&store, raw),
                show(&store, simplified)
            );
        }
    }
}

/// Around the widths where a machine word, the simplifier's own words, and both of them end.
#[test]
fn wide_terms_keep_their_value() {
    for seed in seeds(0..600) {
        let store = TermStore::new();
        let widths = vec![63, 64, 65, 127, 128, 129];
        let shape =
            TermShape { widths, floats: false, depth: 4, variables: 2, ..TermShape::default() };
        let mut generator = Generator::new(&store, shape, seed);
        let raw = generator.term(Sort::Bool);
        let simplified = store.simplify(raw);
        for _ in 0..4 {
            let model = generator.model(&[raw, simplified]);
            assert_same(&store, raw, simplified, &[model], seed);
        }
    }
}

/// Integer constants at the ends of the simplifier's words must not make it overflow.
#[test]
fn huge_integers_do_not_overflow() {
    let store = TermStore::new();
    let n = store.var("n", Sort::Int);
    let huge: Vec<TermId> = [126u32, 127, 128]
        .iter()
        .flat_map(|&bits| [BigInt::from(1) << bits, -(BigInt::from(1) << bits)])
        .map(|value| store.int_value(&value))
        .collect();
    for &a in &huge {
        for &b in &huge {
            let sum = store.raw(Op::IntAdd, &[a, store.raw(Op::IntMul, &[b, n])]);
            for op in [Op::Eq, Op::IntLe, Op::IntLt] {
                let raw = store.raw(op, &[sum, store.raw(Op::IntMul, &[a, n])]);
                let models = models(&store, &store.free_vars(raw), 16);
                assert_same(&store, raw, store.simplify(raw), &models, 0);
            }
            for op in [Op::IntDiv, Op::IntMod] {
                let raw = store.raw(op, &[sum, b]);
                let models = models(&store, &store.free_vars(raw), 16);
                assert_same(&store, raw, store.simplify(raw), &models, 0);
            }
        }
    }
}

#[test]
fn simplified_under_assumptions_terms_agree_where_the_assumptions_hold() {
    let mut held = 0;
    for seed in seeds(0..4000) {
        let store = TermStore::new();
        let mut small = Small::new(&store, seed);
        let assumptions = [small.term(Sort::Bool, 2), small.term(Sort::Bool, 2)];
        let term = small.term(Sort::Bool, 3);
        let simplified = store.simplify_under(&assumptions, term);
        let symbols = store.free_vars_of(&[assumptions[0], assumptions[1], term]);
        for model in models(&store, &symbols, 128) {
            let mut evaluator = Evaluator::new(model.clone());
            let mut holds = |assumption| evaluator.eval_bool(&store, assumption) == Ok(true);
            if assumptions.iter().all(|&assumption| holds(assumption)) {
                held += 1;
                assert_same(&store, term, simplified, &[model], seed);
            }
        }
    }
    assert!(held > 10_000, "the assumptions held only {held} times");
}

#[test]
fn range_facts_contain_every_value() {
    for seed in seeds(0..3000) {
        let store = TermStore::new();
        let mut small = Small::new(&store, seed);
        let width = 1 + small.below(5) as u32;
        let raw = small.term(Sort::BitVec(width), 3);
        for term in [raw, store.simplify(raw)] {
            let (low, high) = store.unsigned_range(term).expect("a narrow term");
            let (least, most) = store.signed_range(term).expect("a narrow term");
            let known = store.known_bits(term).expect("a narrow term");
            for model in models(&store, &store.free_vars(term), 64) {
                let Ok(Value::BitVec(value)) = eval(&store, &model, term) else { continue };
                let unsigned = u128::from(value.to_u64().expect("narrow"));
                let signed = i128::from(value.to_i64().expect("narrow"));
                let shown = || format!("seed {seed}: {} is {value}", show(&store, term));
                assert!(low <= unsigned && unsigned <= high, "{} not in {low}..{high}", shown());
                assert!(least <= signed && signed <= most, "{} not in {least}..{most}", shown());
                assert_eq!(unsigned & known.zeros, 0, "{}", shown());
                assert_eq!(!unsigned & known.ones, 0, "{}", shown());
            }
        }
    }
}

#[test]
fn a_store_without_simplifier_builds_what_it_is_told() {
    let store = TermStore::with_simplifier(false);
    let x = store.var("x", Sort::BitVec(8));
    let sum = store.bv_add(x, store.bv_const(8, 0));
    assert_eq!(store.view(sum), (Op::BvAdd, &[x, store.bv_const(8, 0)][..]));
    assert_eq!(store.simplify(sum), sum);
    assert!(store.rule_hits().iter().all(|&(_, hits)| hits == 0));
    let simplifying = TermStore::new();
    let x = simplifying.var("x", Sort::BitVec(8));
    assert_eq!(simplifying.bv_add(x, simplifying.bv_const(8, 0)), x);
    let hits = simplifying.rule_hits();
    assert!(hits.contains(&(Rule::SumMerge, 1)), "{hits:?}");
}

#[test]
fn deep_chains_do_not_overflow_the_stack() {
    let store = TermStore::new();
    let word = Sort::BitVec(32);
    let (x, y) = (store.var("x", word), store.var("y", word));
    let mut sum = x;
    let mut product = x;
    let mut choice = x;
    let mut raw = x;
    let mut condition = store.var("c", Sort::Bool);
    let mut bytes = store.var("b", Sort::BitVec(8));
    let array = store.var("a", Sort::array(word, word));
    let mut written = array;
    for i in 0..100_000u64 {
        let fresh = store.var(&format!("v{}", i % 1000), word);
        sum = store.bv_add(sum, store.bv_mul(fresh, y));
        product = store.bv_mul(store.bv_xor(product, fresh), y);
        choice = store.ite(store.eq(fresh, y), store.bv_const(32, i), choice);
        raw = store.raw(Op::BvAdd, &[raw, fresh]);
        condition = store.and(&[store.bv_ult(store.bv_const(32, i), fresh), condition]);
        written = store.store(written, store.bv_add(y, store.bv_const(32, i)), fresh);
        if i < 2000 {
            bytes = store.concat(bytes, store.var(&format!("b{i}"), Sort::BitVec(8)));
        }
    }
    store.eq(choice, store.bv_const(32, 5));
    store.extract(7, 0, bytes);
    store.select(written, store.bv_add(y, store.bv_const(32, 200_000)));
    store.simplify(raw);
    assert_eq!(
        store.select(written, store.bv_add(y, store.bv_const(32, 99_999))),
        store.var("v999", word)
    );
    let _ = (sum, product, condition);
}

/// Rules meet arguments that are not in normal form: raw ones, and those of nodes that used up their fuel.
#[test]
fn rules_take_arguments_that_were_not_simplified() {
    let store = TermStore::new();
    for width in [1, 2, 32, 64, 65, 127, 128, 129] {
        let x = store.var("x", Sort::BitVec(width));
        let y = store.var("y", Sort::BitVec(width));
        let zero = store.bv_const(width, 0);
        let nothing = store.raw(Op::BvAnd, &[zero, x]);
        let times_zero = store.raw(Op::BvMul, &[zero, x]);
        let times_one = store.raw(Op::BvMul, &[store.bv_const(width, 1), x]);
        let not_extended = |a| store.raw(Op::ZeroExtend(0), &[a]);
        let not_signed = |a| store.raw(Op::SignExtend(0), &[a]);
        let whole = |a| store.raw(Op::Extract { hi: width - 1, lo: 0 }, &[a]);
        let odd = [nothing, times_zero, times_one, not_extended(x), not_signed(x), whole(x)];
        let others = [zero, y, not_extended(y), not_signed(y), store.raw(Op::BvAnd, &[zero, y])];
        let binary = [
            Op::Eq,
            Op::BvUlt,
            Op::BvSlt,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvAdd,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
            Op::Concat,
        ];
        for (&a, &b) in odd.iter().flat_map(|a| others.iter().map(move |b| (a, b))) {
            for args in [[a, b], [b, a], [a, a]] {
                for op in binary {
                    let (raw, simplified) = (store.raw(op, &args), store.mk(op, &args));
                    let mut generator = Generator::new(&store, TermShape::default(), 7);
                    for _ in 0..3 {
                        let model = generator.model(&[raw, simplified]);
                        assert_same(&store, raw, simplified, &[model], 7);
                    }
                }
            }
        }
    }
}
