//! Each of the layers that answer by themselves, alone, on questions made to look like those it answers: what it says is what Z3
//! says, and its models satisfy the query.
//!
//! The questions are built without simplification and are wrong for the layers in every way that comes to mind: numbers of one bit and
//! of more than a machine word, extensions by nothing, constants on both sides, the same variable twice side by side, comparisons inside
//! of connectives and of quantifiers, paths that cannot be taken.

use std::sync::Arc;
use std::time::Duration;

use lariat_solver::{Answer, Layer, Solver, SolverConfig};
use lariat_term::testing::{Generator, TermShape, seeds};
use lariat_term::{
    Evaluator, FloatFormat, Model, Op, RoundingMode, Sort, TermId, TermStore, Value,
};

const TIME: Duration = Duration::from_secs(5);

/// Makes comparisons.
struct Questions<'a> {
    store: &'a TermStore,
    generator: Generator<'a>,
    widths: Vec<u32>,
    /// How many variables there are of each width.
    variables: u64,
    /// Whether numbers are mostly compared with constants.
    constants: bool,
    /// How far variables are disguised.
    disguise: u32,
    /// One in so many comparisons is of an unusual kind.
    unusual: u64,
}

impl<'a> Questions<'a> {
    fn new(store: &'a TermStore, layer: Layer, seed: u64) -> Questions<'a> {
        let shape = TermShape {
            depth: 2,
            integers: false,
            widths: vec![1, 8, 16],
            variables: 2,
            formats: vec![lariat_term::FloatFormat::Half],
            ..TermShape::default()
        };
        let mut generator = Generator::new(store, shape, seed);
        // Orders are about numbers of at least eight bits.
        let narrowest = if layer == Layer::Orders { 3 } else { 0 };
        let width = generator.pick(&[1, 2, 7, 8, 9, 31, 32, 63, 64, 65, 100][narrowest..]);
        let other = generator.pick(&[8, 16, 64]);
        let widths = if generator.below(5) == 0 { vec![width, other] } else { vec![width] };
        let (variables, constants, disguise) = match layer {
            Layer::Intervals => (1 + generator.below(3) / 2, generator.below(8) > 0, 2),
            Layer::Orders => (3 + generator.below(3), generator.below(8) == 0, 0),
            _ => (1 + generator.below(4), generator.below(2) == 0, 1),
        };
        let disguise = disguise + u32::from(generator.below(4) == 0);
        let unusual = generator.pick(&[4, 20, 1000, 1000]);
        Questions { store, generator, widths, variables, constants, disguise, unusual }
    }

    fn constant(&mut self, width: u32) -> TermId {
        let value = self.generator.value(Sort::BitVec(width));
        self.store.constant(&value, Sort::BitVec(width))
    }

    fn variable(&mut self, width: u32) -> TermId {
        let number = self.generator.below(self.variables);
        self.store.var(&format!("v{width}_{number}"), Sort::BitVec(width))
    }

    /// A number: a variable, a variable in some disguise, or something else.
    fn number(&mut self, width: u32, depth: u32) -> TermId {
        let store = self.store;
        if depth == 0 {
            return self.variable(width);
        }
        match self.generator.below(16) {
            0 | 1 => {
                let (a, b) = (self.number(width, depth - 1), self.constant(width));
                let args = if self.generator.below(2) == 0 { [a, b] } else { [b, a] };
                store.raw(Op::BvAdd, &args)
            }
            2 => {
                let more = self.generator.below(u64::from(width)) as u32;
                let op = self.generator.pick(&[Op::ZeroExtend(more), Op::SignExtend(more)]);
                let inner = self.number(width - more, depth - 1);
                store.raw(op, &[inner])
            }
            3 if width > 1 => {
                let low = 1 + self.generator.below(u64::from(width) - 1) as u32;
                let (a, b) = (self.number(width - low, depth - 1), self.number(low, depth - 1));
                store.raw(Op::Concat, &[a, b])
            }
            4 if width.is_multiple_of(2) => {
                let half = self.variable(width / 2);
                let other = self.variable(width / 2);
                let pair = self.generator.pick(&[[half, half], [half, other]]);
                store.raw(Op::Concat, &pair)
            }
            5 if self.generator.below(self.unusual) < 2 => {
                let op = self.generator.pick(&[
                    Op::BvAdd,
                    Op::BvXor,
                    Op::BvUdiv,
                    Op::BvUrem,
                    Op::BvShl,
                    Op::BvLshr,
                    Op::BvAshr,
                ]);
                let args = [self.number(width, depth - 1), self.number(width, depth - 1)];
                store.raw(op, &args)
            }
            6 if self.generator.below(self.unusual) < 2 => {
                let condition = self.comparison(depth - 1);
                let (a, b) = (self.number(width, depth - 1), self.constant(width));
                store.raw(Op::Ite, &[condition, a, b])
            }
            7 if self.generator.below(self.unusual) < 2 => {
                let wide = self.number(width + 3, depth - 1);
                let lo = self.generator.below(4) as u32;
                store.raw(Op::Extract { hi: lo + width - 1, lo }, &[wide])
            }
            8 if self.generator.below(self.unusual) < 2 => {
                let index = Sort::BitVec(8);
                let array = store.var("array", Sort::array(index, Sort::BitVec(width)));
                let at = self.number(8, depth - 1);
                store.raw(Op::Select, &[array, at])
            }
            9 if self.generator.below(self.unusual) == 0 => self.constant(width),
            _ => self.variable(width),
        }
    }

    fn comparison(&mut self, depth: u32) -> TermId {
        let widths = self.widths.clone();
        let width = self.generator.pick(&widths);
        let op =
            self.generator.pick(&[Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::BvUlt]);
        let a = self.number(width, depth);
        let with_constant = (self.generator.below(8) == 0) != self.constants;
        let b = if with_constant { self.constant(width) } else { self.number(width, depth) };
        let args = if self.generator.below(2) == 0 { [a, b] } else { [b, a] };
        self.store.raw(op, &args)
    }

    fn condition(&mut self, depth: u32) -> TermId {
        let store = self.store;
        match self.generator.below(8) {
            0 if depth > 0 => {
                let op = self.generator.pick(&[Op::And, Op::Or]);
                let count = 2 + self.generator.below(2);
                let args: Vec<TermId> = (0..count).map(|_| self.condition(depth - 1)).collect();
                store.raw(op, &args)
            }
            1 | 2 if depth > 0 => {
                let inner = self.condition(depth - 1);
                store.raw(Op::Not, &[inner])
            }
            3 if depth > 0 && self.generator.below(self.unusual) < 2 => {
                // A quantifier around a comparison of a variable that also occurs elsewhere.
                let limit = store.bv_const(8, self.generator.below(6));
                let (number, bound) = (self.variable(8), self.constant(8));
                let body = |i| {
                    let sum = store.raw(Op::BvAdd, &[number, i]);
                    store.raw(Op::BvUlt, &[sum, bound])
                };
                store.forall(store.bv_const(8, 0), limit, body)
            }
            _ if self.generator.below(self.unusual) == 0 => self.generator.term(Sort::Bool),
            _ => self.comparison(self.disguise),
        }
    }
}

/// What the layers said, for making sure that they were asked at all.
#[derive(Default)]
struct Answered {
    sat: u64,
    unsat: u64,
}

fn assert_holds(store: &TermStore, model: &Arc<Model>, terms: &[TermId], what: &str) {
    let mut evaluator = Evaluator::new(Arc::clone(model));
    for &term in terms {
        assert_eq!(evaluator.eval(store, term), Ok(Value::Bool(true)), "{what}");
    }
}

/// Follows a path of questions and compares the answers of one layer with those of Z3.
fn explore(seed: u64, layer: Layer, config: &SolverConfig, answered: &mut Answered) {
    let store = Arc::new(TermStore::new());
    let mut questions = Questions::new(&store, layer, seed);
    let simplify = questions.generator.below(2) == 0;
    let slice = questions.generator.below(2) == 0;
    let config = SolverConfig { simplify, slice, ..config.clone() };
    let mut alone = Solver::new(Arc::clone(&store), config);
    let mut plain = Solver::new(
        Arc::clone(&store),
        SolverConfig { time_limit: Some(TIME), ..SolverConfig::plain() },
    );
    let mut path: Vec<TermId> = Vec::new();
    let mut model: Option<Arc<Model>> = Some(Arc::default());
    for step in 0..8 {
        let condition = questions.condition(2);
        let negated = store.raw(Op::Not, &[condition]);
        let mut feasible = Vec::new();
        for question in [condition, negated] {
            let result = match &model {
                Some(model) => alone.check_extending(&path, question, model),
                None => alone.check(&path, question),
            };
            let mut query = path.clone();
            query.push(question);
            let what = || {
                format!(
                    "seed {seed}, step {step}, simplify {simplify}, slice {slice}, by {}:\n{}",
                    result.answered_by,
                    store.smtlib_script(None, &query)
                )
            };
            if let Some(model) = &result.model {
                assert_holds(&store, model, &query, &what());
            }
            if result.answered_by == layer {
                match result.answer {
                    Answer::Sat => answered.sat += 1,
                    _ => answered.unsat += 1,
                }
            }
            // A model that holds needs no second opinion.
            if result.answer == Answer::Unsat && result.answered_by != Layer::Backend {
                let expected = plain.check(&path, question).answer;
                assert_ne!(expected, Answer::Sat, "{}", what());
            }
            feasible.extend(result.model.map(|model| (question, model)));
        }
        // Sometimes on with a path that cannot be taken, about which nothing but `unsat` may be said.
        if questions.generator.below(20) == 0 {
            path.push(questions.generator.pick(&[condition, negated]));
            model = None;
        } else if !feasible.is_empty() {
            let (condition, found) = questions.generator.pick(&feasible);
            path.push(condition);
            model = model.map(|_| found);
        }
    }
}

fn rounds(layer: Layer, from: u64, config: &SolverConfig) {
    let mut answered = Answered::default();
    let config = SolverConfig {
        time_limit: Some(TIME),
        fact_capacity: 20,
        cache_capacity: 100,
        ..config.clone()
    };
    for seed in seeds(from..from + 50) {
        explore(seed, layer, &config, &mut answered);
    }
    assert!(answered.sat >= 20, "{layer} said sat {} times", answered.sat);
    // A model near to another one never shows that there is none.
    assert!(
        answered.unsat >= 20 || layer == Layer::Repair,
        "{layer} said unsat {}",
        answered.unsat
    );
}

#[test]
fn intervals_say_what_z3_says() {
    rounds(Layer::Intervals, 0, &SolverConfig { intervals: true, ..SolverConfig::plain() });
}

#[test]
fn orders_say_what_z3_says() {
    rounds(Layer::Orders, 1000, &SolverConfig { orders: true, ..SolverConfig::plain() });
}

#[test]
fn repaired_models_satisfy_the_query() {
    let config = SolverConfig { repair: true, recent_models: 1, ..SolverConfig::plain() };
    rounds(Layer::Repair, 2000, &config);
}

#[test]
fn all_values_say_what_z3_says() {
    let config = SolverConfig { few_values: 1 << 10, few_values_after: 0, ..SolverConfig::plain() };
    rounds(Layer::FewValues, 4000, &config);
    // What was found out about earlier constraints is forgotten all the time.
    rounds(Layer::FewValues, 4000, &SolverConfig { few_values_capacity: 100, ..config });
}

/// A decimal number of eight characters, which ends at the first that is no digit.
fn number_from_text(store: &TermStore, text: &str) -> TermId {
    let word = |value| store.bv_const(32, value);
    let mut open = store.tt();
    let mut number = word(0);
    for position in 0..8 {
        let character = store.var(&format!("{text}[{position}]"), Sort::BitVec(8));
        let digit = store.bv_sub(store.zero_extend(24, character), word(u64::from(b'0')));
        open = store.and(&[open, store.bv_ult(digit, word(10))]);
        let longer = store.bv_add(store.bv_mul(number, word(10)), digit);
        number = store.ite(open, longer, number);
    }
    number
}

/// What is asked about the value of a number does not depend on its digits; what depends on them is left to backends.
#[test]
fn questions_about_numbers_from_text_are_about_their_values() {
    let store = Arc::new(TermStore::new());
    let config = SolverConfig { cuts: 100_000, ..SolverConfig::plain() };
    let mut solver = Solver::new(Arc::clone(&store), config);
    let word = |value| store.bv_const(32, value);
    let (x, y) = (number_from_text(&store, "x"), number_from_text(&store, "y"));
    let small = [store.bv_ult(x, word(10)), store.bv_ult(y, word(10))];
    let of_values = [
        store.bv_ult(word(36), store.bv_mul(word(4), x)),
        store.bv_ult(word(18), store.bv_add(x, y)),
        store.bv_ult(word(81), store.bv_mul(x, y)),
        store.bv_ult(word(9), store.ite(store.bv_ult(x, y), y, x)),
    ];
    for question in of_values {
        let result = solver.check(&small, question);
        assert_eq!((result.answer, result.answered_by), (Answer::Unsat, Layer::Cuts));
    }
    assert_eq!(solver.check(&small, store.eq(x, word(7))).answer, Answer::Sat);
    // Eight digits are not enough for that, and values alone do not tell.
    let large = solver.check(&[], store.bv_ult(word(99_999_999), x));
    assert_eq!((large.answer, large.answered_by), (Answer::Unsat, Layer::Backend));
}

/// Values that backends have worked on are tried from then on, and it is known when one is left.
#[test]
fn variables_are_decided_by_values_once_backends_have_worked_on_them() {
    let store = Arc::new(TermStore::new());
    let config = SolverConfig { few_values_after: 1, ..SolverConfig::default() };
    let mut solver = Solver::new(Arc::clone(&store), config);
    let word = |value| store.bv_const(32, value);
    let x = store.var("x", Sort::BitVec(8));
    let wide = store.zero_extend(24, x);
    let power = (0..5).fold(wide, |power, _| store.bv_mul(power, wide));
    let rest = store.bv_urem(power, word(251));
    let mut path = vec![store.eq(rest, word(192))];
    assert_eq!(solver.check_sat(&path).answered_by, Layer::FewValues);
    assert!(solver.determined(&path, rest).is_none(), "several values have this power");
    let (mut found, all) = (0, 256u64);
    for value in 0..all {
        let is_it = store.eq(x, store.bv_const(8, value));
        let expected = (0..6).fold(1, |power, _| power * value % (1 << 32)) % 251 == 192;
        let result = solver.check(&path, is_it);
        assert_eq!(result.answer == Answer::Sat, expected, "{value}");
        assert_eq!(result.answered_by, Layer::FewValues);
        if expected {
            found += 1;
            let mut longer = path.clone();
            longer.push(is_it);
            assert_eq!(solver.determined(&longer, rest), Some(store.free_vars(x)));
        }
    }
    assert!(found > 1);
    path.push(store.bv_ult(rest, word(192)));
    assert_eq!(solver.check_sat(&path).answer, Answer::Unsat);
    let other = store.var("other", Sort::BitVec(32));
    let both = [store.eq(other, power), store.bv_ult(word(0), other)];
    assert!(!solver.has_few_values(&both, x));
    assert_eq!(solver.check_sat(&both).answered_by, Layer::Backend);
}

/// Whole numbers of a range scaled by floating-point constants, converted back and compared. Ranges never refute what a number fulfils, and
/// samples are models; both are asked often enough to matter.
#[test]
fn ranges_and_samples_of_floats_are_right_about_all_numbers() {
    let (mut refuted, mut sampled) = (0, 0);
    for seed in seeds(6000..6300) {
        let store = Arc::new(TermStore::new());
        let shape = TermShape::default();
        let mut generator = Generator::new(&store, shape, seed);
        let format = generator.pick(&[FloatFormat::Double, FloatFormat::Single]);
        let nearest = store.rounding(RoundingMode::NearestEven);
        let to_zero = store.rounding(RoundingMode::TowardZero);
        let constant = |number: f64| store.fp_to_fp(format, nearest, store.float_from_f64(number));
        let x = store.var("x", Sort::BitVec(16));
        let (low, size) = (generator.below(400), 1 + generator.below(60));
        let path = [
            store.bv_sle(store.bv_const(16, low), x),
            store.bv_slt(x, store.bv_const(16, low + size)),
        ];
        let wide = store.sign_extend(16, x);
        let mut number = store.raw(Op::FpFromSigned(format), &[nearest, wide]);
        for _ in 0..1 + generator.below(4) {
            let by = constant(generator.pick(&[0.1, -3.0, 7.5, 1e-3, 1e30, 64.0, 0.0]));
            let op = generator.pick(&[Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv]);
            let args = if generator.below(4) == 0 { [by, number] } else { [number, by] };
            number = store.raw(op, &[nearest, args[0], args[1]]);
        }
        let whole = store.raw(Op::FpToSigned(16), &[to_zero, number]);
        let bound = store.bv_const(16, generator.below(200));
        let question = match generator.below(4) {
            0 => store.raw(Op::Eq, &[whole, bound]),
            1 => store.raw(Op::BvSlt, &[whole, bound]),
            2 => store.raw(Op::FpLt, &[constant(100.0), number]),
            _ => store.raw(Op::FpLe, &[number, constant(-1.0)]),
        };
        let question =
            if generator.below(2) == 0 { store.raw(Op::Not, &[question]) } else { question };
        let fulfilled = (low..low + size).any(|value| {
            let mut model = Model::new();
            let value = Value::BitVec(lariat_term::BitVec::new(16, value));
            model.set(&store, store.free_vars(x)[0], value);
            Evaluator::new(model).eval(&store, question) == Ok(Value::Bool(true))
        });
        let config = SolverConfig { float_ranges: true, samples: 20, ..SolverConfig::plain() };
        let config = SolverConfig { resource_limit: Some(1), samples_work: 1 << 16, ..config };
        let result = Solver::new(Arc::clone(&store), config).check(&path, question);
        let what = || store.smtlib_script(None, &[path[0], path[1], question]);
        match result.answered_by {
            Layer::FloatRanges => {
                assert!(!fulfilled, "seed {seed}: {}", what());
                refuted += 1;
            }
            Layer::Samples => {
                let model = result.model.expect("a model");
                assert_holds(&store, &model, &[path[0], path[1], question], &what());
                sampled += 1;
            }
            _ => {}
        }
    }
    assert!(refuted >= 30 && sampled >= 50, "refuted {refuted}, sampled {sampled}");
}

/// Tables of constants, as trees of comparisons and as arrays, are looked up.
#[test]
fn tables_are_looked_up() {
    let store = Arc::new(TermStore::new());
    let config = SolverConfig { few_values_after: 0, ..SolverConfig::plain() };
    let config = SolverConfig { few_values: 1 << 16, few_values_work: 1 << 24, ..config };
    let mut solver = Solver::new(Arc::clone(&store), config);
    let key = store.var("key", Sort::BitVec(16));
    let square = |place: u64| store.bv_const(32, place * place);
    let mut chain = square(0);
    let mut array = store.const_array(Sort::BitVec(16), square(0));
    for place in 1..2_000 {
        let before = store.raw(Op::BvUlt, &[key, store.bv_const(16, place)]);
        chain = store.raw(Op::Ite, &[before, chain, square(place)]);
        array = store.raw(Op::Store, &[array, store.bv_const(16, place), square(place)]);
    }
    for table in [chain, store.raw(Op::Select, &[array, key])] {
        for (result, there) in [(1_234u64 * 1_234, true), (1_234 * 1_234 + 1, false)] {
            let question = store.raw(Op::Eq, &[table, store.bv_const(32, result)]);
            let answer = solver.check_sat(&[question]);
            assert_eq!(answer.answered_by, Layer::FewValues);
            assert_eq!(answer.answer == Answer::Sat, there);
            if let Some(model) = answer.model {
                assert_eq!(
                    Evaluator::new(model).eval(&store, key),
                    Ok(Value::BitVec(lariat_term::BitVec::new(16, 1_234)))
                );
            }
        }
    }
}

/// A number of many bits that the query holds between constants has few values; one that it does not has too many.
#[test]
fn joint_values_are_those_that_constants_leave() {
    let store = Arc::new(TermStore::new());
    let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
    let (x, y) = (store.var("x", Sort::BitVec(32)), store.var("y", Sort::BitVec(8)));
    let between = [
        store.bv_sle(store.bv_const(32, 5), x),
        store.bv_slt(x, store.bv_const(32, 12)),
        store.ne(x, store.bv_const(32, 7)),
    ];
    let symbols: Vec<_> = [x, y].iter().flat_map(|term| store.free_vars(*term)).collect();
    let joint = solver.joint_values(&between, &symbols, 1 << 16).expect("few values");
    assert_eq!(joint.count(), 6 * 256);
    assert_eq!(joint.words(0), [5, 0]);
    assert_eq!(joint.words(2 * 256 + 3), [8, 3]);
    assert_eq!(joint.words(6 * 256 - 1), [11, 255]);
    assert!(solver.joint_values(&between, &symbols, 6 * 256 - 1).is_none());
    assert!(solver.joint_values(&between[..2], &symbols, 1 << 10).is_none());
    assert!(solver.joint_values(&[], &symbols, 1 << 16).is_none());
}

#[test]
fn all_three_together_say_what_z3_says() {
    let config = SolverConfig {
        intervals: true,
        orders: true,
        repair: true,
        recent_models: 3,
        exact_cache: true,
        subset_cache: true,
        ..SolverConfig::plain()
    };
    rounds(Layer::Intervals, 3000, &config);
}

/// Conditions as deep as a long loop makes them are left alone, on whatever stack the thread has.
#[test]
fn deep_conditions_do_not_use_up_the_stack() {
    let store = Arc::new(TermStore::new());
    let x = store.var("x", Sort::BitVec(8));
    let y = store.var("y", Sort::BitVec(8));
    let less = store.raw(Op::BvUlt, &[x, y]);
    let mut negated = less;
    let mut alternating = less;
    for i in 0..50_000u64 {
        negated = store.raw(Op::Not, &[negated]);
        let other = store.raw(Op::BvUlt, &[x, store.bv_const(8, 1 + i % 255)]);
        let op = if i % 2 == 0 { Op::And } else { Op::Or };
        alternating = store.raw(op, &[alternating, other]);
    }
    let config = SolverConfig {
        simplify: false,
        incremental: lariat_solver::Incremental::Off,
        // What remains for the backend is not what is asked here.
        time_limit: Some(Duration::ZERO),
        ..SolverConfig::default()
    };
    let mut solver = Solver::new(Arc::clone(&store), config);
    let model = Arc::new(Model::new());
    for question in [negated, alternating, store.raw(Op::Not, &[alternating])] {
        for path in [&[][..], &[less][..]] {
            let result = solver.check_with_model(path, question, Some(&model));
            if let Some(model) = &result.model {
                assert_holds(&store, model, &[question], "deep");
            }
        }
    }
}

/// Numbers as many as their width has values: levels must not run over the end.
#[test]
fn long_orders_of_narrow_numbers() {
    for signed in [false, true] {
        let store = Arc::new(TermStore::new());
        let config = SolverConfig { orders: true, ..SolverConfig::plain() };
        let mut solver = Solver::new(Arc::clone(&store), config);
        let op = if signed { Op::BvSlt } else { Op::BvUlt };
        let numbers: Vec<TermId> =
            (0..258).map(|i| store.var(&format!("n{i}"), Sort::BitVec(8))).collect();
        let rising: Vec<TermId> =
            numbers.windows(2).map(|pair| store.raw(op, &[pair[0], pair[1]])).collect();
        for count in [2, 127, 128, 129, 255, 256, 257] {
            let result = solver.check_sat(&rising[..count - 1]);
            let possible = count <= 256;
            assert_eq!(result.answer == Answer::Sat, possible, "{count} numbers by {op:?}");
            if let Some(model) = &result.model {
                assert_holds(&store, model, &rising[..count - 1], "an order");
            }
        }
    }
}
