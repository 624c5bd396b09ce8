//! Random terms and models for property tests of this crate and of those that use it.
//!
//! One seed decides everything, so a failing case is reproduced by its seed. Terms are built node by node without
//! simplification, over a few variables per sort, with constants that sit at the edges of their sorts more often than
//! chance would put them there.

use num_bigint::BigInt;

use crate::bitvec::BitVec;
use crate::float::Float;
use crate::model::Model;
use crate::op::{Op, RoundingMode};
use crate::sort::{FloatFormat, Sort};
use crate::store::{TermId, TermStore};
use crate::value::{ArrayValue, Value};

/// The seeds a test tries: `usual`, or, when fuzzing, others. `FUZZ_SEED` says where those begin, `FUZZ_FACTOR` how many
/// times as many there are.
pub fn seeds(usual: std::ops::Range<u64>) -> std::ops::Range<u64> {
    match number_from_environment("FUZZ_SEED") {
        None => usual,
        Some(seed) => {
            let factor = number_from_environment("FUZZ_FACTOR").unwrap_or(1);
            let start = usual.start.wrapping_add(seed % (1 << 40) * 1_000_003);
            start..start + (usual.end - usual.start) * factor
        }
    }
}

/// How many cases a property test tries: `usual`, or what `PROPTEST_CASES` says.
pub fn cases(usual: u32) -> u32 {
    let wanted = number_from_environment("PROPTEST_CASES");
    wanted.and_then(|cases| cases.try_into().ok()).unwrap_or(usual)
}

fn number_from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What may occur in random terms.
#[derive(Clone, Debug)]
pub struct TermShape {
    /// The longest way from the term to a leaf.
    pub depth: u32,
    /// Integers.
    pub integers: bool,
    /// Floating point.
    pub floats: bool,
    /// Arrays.
    pub arrays: bool,
    /// λ-arrays.
    pub lambdas: bool,
    /// Bounded quantifiers, with ranges of at most five values.
    pub quantifiers: bool,
    /// Products and quotients of integers that are not linear.
    pub nonlinear: bool,
    /// Widths of bit-vectors.
    pub widths: Vec<u32>,
    /// Floating-point formats.
    pub formats: Vec<FloatFormat>,
    /// Number of variables per sort.
    pub variables: u64,
}

impl Default for TermShape {
    fn default() -> TermShape {
        TermShape {
            depth: 5,
            integers: true,
            floats: true,
            arrays: true,
            lambdas: true,
            quantifiers: true,
            nonlinear: true,
            widths: vec![1, 3, 4, 8, 13, 32, 64, 65, 100],
            formats: FloatFormat::ALL.to_vec(),
            variables: 3,
        }
    }
}

/// Makes random terms, sorts, values and models from a seed.
pub struct Generator<'a> {
    store: &'a TermStore,
    shape: TermShape,
    state: u64,
    /// Sorts of the bound variables around the term being made, the innermost last.
    scope: Vec<Sort>,
}

impl<'a> Generator<'a> {
    /// A generator for a seed.
    pub fn new(store: &'a TermStore, shape: TermShape, seed: u64) -> Generator<'a> {
        Generator { store, shape, state: seed, scope: Vec::new() }
    }

    /// A random word (splitmix64).
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.word() % limit
    }

    /// One of several things.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        let position = self.below(from.len() as u64) as usize;
        from[position].clone()
    }

    fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    /// A random sort without arrays.
    pub fn scalar_sort(&mut self) -> Sort {
        let widths = self.shape.widths.clone();
        match self.below(6) {
            0 => Sort::Bool,
            1 if self.shape.integers => Sort::Int,
            2 if self.shape.floats => {
                let formats = self.shape.formats.clone();
                Sort::Float(self.pick(&formats))
            }
            _ => Sort::BitVec(self.pick(&widths)),
        }
    }

    /// A random sort.
    pub fn sort(&mut self) -> Sort {
        if self.shape.arrays && self.chance(5) { self.array_sort() } else { self.scalar_sort() }
    }

    fn array_sort(&mut self) -> Sort {
        let index = match self.below(4) {
            0 if self.shape.integers => Sort::Int,
            1 => Sort::BitVec(32),
            _ => Sort::BitVec(3),
        };
        let element = match self.below(4) {
            0 => Sort::Bool,
            1 if self.shape.integers => Sort::Int,
            _ => Sort::BitVec(8),
        };
        Sort::array(index, element)
    }

    /// A random value.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.chance(2)),
            Sort::BitVec(width) => Value::BitVec(self.bits(width)),
            Sort::Int => Value::Int(match self.below(8) {
                0 => BigInt::from(self.word() as i64),
                1 => BigInt::from(self.word() as i64) * BigInt::from(self.word()),
                _ => BigInt::from(self.below(9) as i64 - 4),
            }),
            Sort::RoundingMode => Value::Rounding(self.pick(&RoundingMode::ALL)),
            Sort::Float(format) => Value::Float(self.float(format)),
            Sort::Array(array) => {
                let (index, element) = array.parts();
                let default = self.value(element);
                let count = self.below(4);
                let entries = (0..count).map(|_| (self.value(index), self.value(element)));
                let entries = entries.collect();
                Value::Array(ArrayValue::new(index, default, entries))
            }
        }
    }

    fn bits(&mut self, width: u32) -> BitVec {
        match self.below(8) {
            0 => BitVec::zero(width),
            1 => BitVec::ones(width),
            2 => BitVec::signed_min(width),
            3 => BitVec::signed_min(width).not(),
            4 | 5 => BitVec::new(width, self.below(10)),
            _ => {
                let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.word()).collect();
                BitVec::from_words(width, &words)
            }
        }
    }

    fn float(&mut self, format: FloatFormat) -> Float {
        match self.below(8) {
            0 => Float::zero(format, false),
            1 => Float::zero(format, true),
            2 => {
                let negative = self.chance(2);
                Float::infinity(format, negative)
            }
            3 => Float::nan(format),
            4 => {
                let bits = u128::from(self.word()) << 64 | u128::from(self.word());
                Float::from_bits(format, bits)
            }
            _ => {
                let halves = BigInt::from(self.below(41) as i64 - 20);
                let mode = RoundingMode::NearestEven;
                let two = Float::from_int(format, mode, &BigInt::from(2));
                Float::from_int(format, mode, &halves).div(mode, two)
            }
        }
    }

    /// Random values for the free variables of some terms.
    pub fn model(&mut self, terms: &[TermId]) -> Model {
        let mut model = Model::new();
        for symbol in self.store.free_vars_of(terms) {
            let value = self.value(self.store.symbol_sort(symbol));
            model.set(self.store, symbol, value);
        }
        model
    }

    /// A random closed term of a sort.
    pub fn term(&mut self, sort: Sort) -> TermId {
        self.scope.clear();
        let depth = self.shape.depth;
        self.node(sort, depth)
    }

    fn leaf(&mut self, sort: Sort) -> TermId {
        let bound: Vec<u32> = (self.scope.iter().rev().enumerate())
            .filter(|(_, s)| **s == sort)
            .map(|(index, _)| index as u32)
            .collect();
        if !bound.is_empty() && !self.chance(4) {
            let index = self.pick(&bound);
            return self.store.intern(Op::Bound(index), sort, &[]);
        }
        if sort == Sort::RoundingMode && !self.chance(4) || self.chance(3) {
            let value = self.value(sort);
            return self.store.constant(&value, sort);
        }
        let number = self.below(self.shape.variables);
        self.store.var(&format!("{}{number}", prefix(sort)), sort)
    }

    fn node(&mut self, sort: Sort, depth: u32) -> TermId {
        if depth == 0 || self.chance(6) {
            return self.leaf(sort);
        }
        let below = depth - 1;
        if self.chance(10) {
            let condition = self.node(Sort::Bool, below);
            let (then, otherwise) = (self.node(sort, below), self.node(sort, below));
            return self.store.raw(Op::Ite, &[condition, then, otherwise]);
        }
        if self.shape.arrays && !matches!(sort, Sort::Array(_)) && self.chance(8) {
            let index = if self.chance(2) { Sort::BitVec(3) } else { Sort::BitVec(32) };
            let array = self.node(Sort::array(index, sort), below);
            let at = self.node(index, below);
            return self.store.raw(Op::Select, &[array, at]);
        }
        match sort {
            Sort::Bool => self.bool_node(below),
            Sort::BitVec(width) => self.bits_node(width, below),
            Sort::Int => self.int_node(below),
            Sort::RoundingMode => self.leaf(sort),
            Sort::Float(format) => self.float_node(format, below),
            Sort::Array(_) => self.array_node(sort, below),
        }
    }

    fn apply(&mut self, op: Op, sorts: &[Sort], depth: u32) -> TermId {
        let args: Vec<TermId> = sorts.iter().map(|&sort| self.node(sort, depth)).collect();
        self.store.raw(op, &args)
    }

    fn bool_node(&mut self, depth: u32) -> TermId {
        let bool = Sort::Bool;
        match self.below(10) {
            0 => self.apply(Op::Not, &[bool], depth),
            1 => {
                let op = self.pick(&[Op::And, Op::Or]);
                let count = 2 + self.below(2) as usize;
                self.apply(op, &vec![bool; count], depth)
            }
            2 => {
                let op = self.pick(&[Op::Xor, Op::Implies]);
                self.apply(op, &[bool; 2], depth)
            }
            3 => {
                let sort = self.sort();
                self.apply(Op::Eq, &[sort; 2], depth)
            }
            4 if self.shape.integers => {
                let op = self.pick(&[Op::IntLe, Op::IntLt]);
                self.apply(op, &[Sort::Int; 2], depth)
            }
            5 if self.shape.floats => {
                let formats = self.shape.formats.clone();
                let float = Sort::Float(self.pick(&formats));
                if self.chance(2) {
                    let op = self.pick(&[Op::FpLe, Op::FpLt, Op::FpEq]);
                    self.apply(op, &[float; 2], depth)
                } else {
                    let op = self.pick(&[
                        Op::FpIsNormal,
                        Op::FpIsSubnormal,
                        Op::FpIsZero,
                        Op::FpIsInfinite,
                        Op::FpIsNan,
                        Op::FpIsNegative,
                        Op::FpIsPositive,
                    ]);
                    self.apply(op, &[float], depth)
                }
            }
            6 if self.shape.quantifiers => self.quantifier(depth),
            _ => {
                let widths = self.shape.widths.clone();
                let width = Sort::BitVec(self.pick(&widths));
                let op = self.pick(&[
                    Op::BvUlt,
                    Op::BvUle,
                    Op::BvSlt,
                    Op::BvSle,
                    Op::BvUmulOverflow,
                    Op::BvSmulOverflow,
                ]);
                self.apply(op, &[width; 2], depth)
            }
        }
    }

    fn quantifier(&mut self, depth: u32) -> TermId {
        let op = self.pick(&[Op::ForAll, Op::Exists]);
        let wide = self.pick(&[4, 32]);
        let sort =
            if self.shape.integers && self.chance(2) { Sort::Int } else { Sort::BitVec(wide) };
        // A symbolic end is taken modulo 5, so no range has more than a few values.
        let end = self.node(sort, depth.min(2));
        let (low, high) = match sort {
            Sort::BitVec(width) => {
                let low = self.below(3);
                let five = self.store.bv_const(width, 5);
                (self.store.bv_const(width, low), self.store.raw(Op::BvUrem, &[end, five]))
            }
            _ => {
                let low = self.below(4) as i64 - 2;
                let five = self.store.int_const(5);
                (self.store.int_const(low), self.store.raw(Op::IntMod, &[end, five]))
            }
        };
        self.scope.push(sort);
        let body = self.node(Sort::Bool, depth);
        self.scope.pop();
        self.store.raw(op, &[low, high, body])
    }

    fn bits_node(&mut self, width: u32, depth: u32) -> TermId {
        let sort = Sort::BitVec(width);
        match self.below(12) {
            0 => {
                let op = self.pick(&[Op::BvNot, Op::BvNeg]);
                self.apply(op, &[sort], depth)
            }
            1 => {
                let more = self.below(20) as u32;
                let lo = if more == 0 { 0 } else { self.below(u64::from(more) + 1) as u32 };
                let op = Op::Extract { hi: lo + width - 1, lo };
                self.apply(op, &[Sort::BitVec(width + more)], depth)
            }
            2 if width > 1 => {
                let high = 1 + self.below(u64::from(width) - 1) as u32;
                let sorts = [Sort::BitVec(high), Sort::BitVec(width - high)];
                self.apply(Op::Concat, &sorts, depth)
            }
            3 if width > 1 => {
                let more = 1 + self.below(u64::from(width) - 1) as u32;
                let op = self.pick(&[Op::ZeroExtend(more), Op::SignExtend(more)]);
                self.apply(op, &[Sort::BitVec(width - more)], depth)
            }
            4 if self.shape.integers => self.apply(Op::IntToBv(width), &[Sort::Int], depth),
            5 if self.shape.floats => {
                let formats = self.shape.formats.clone();
                let format = self.pick(&formats);
                if format.bits() == width && self.chance(2) {
                    return self.apply(Op::FpToBits, &[Sort::Float(format)], depth);
                }
                let op = self.pick(&[Op::FpToUnsigned(width), Op::FpToSigned(width)]);
                self.apply(op, &[Sort::RoundingMode, Sort::Float(format)], depth)
            }
            6 => {
                let count = 2 + self.below(2) as usize;
                self.apply(Op::BvAdd, &vec![sort; count], depth)
            }
            _ => {
                let op = self.pick(&[
                    Op::BvAnd,
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

    fn int_node(&mut self, depth: u32) -> TermId {
        match self.below(6) {
            0 => {
                let widths = self.shape.widths.clone();
                let width = self.pick(&widths);
                let op = self.pick(&[Op::BvToNat, Op::BvToInt]);
                self.apply(op, &[Sort::BitVec(width)], depth)
            }
            1 if self.shape.nonlinear => self.apply(Op::IntMul, &[Sort::Int; 2], depth),
            2 => {
                let op = self.pick(&[Op::IntDiv, Op::IntMod]);
                let a = self.node(Sort::Int, depth);
                let b = if self.shape.nonlinear {
                    self.node(Sort::Int, depth)
                } else {
                    let divisor = self.below(9) as i64 - 4;
                    self.store.int_const(divisor)
                };
                self.store.raw(op, &[a, b])
            }
            3 => {
                let factor = self.below(9) as i64 - 4;
                let (factor, a) = (self.store.int_const(factor), self.node(Sort::Int, depth));
                self.store.raw(Op::IntMul, &[factor, a])
            }
            _ => {
                let count = 2 + self.below(2) as usize;
                self.apply(Op::IntAdd, &vec![Sort::Int; count], depth)
            }
        }
    }

    fn float_node(&mut self, format: FloatFormat, depth: u32) -> TermId {
        let (float, mode) = (Sort::Float(format), Sort::RoundingMode);
        match self.below(10) {
            0 => {
                let op = self.pick(&[Op::FpAbs, Op::FpNeg]);
                self.apply(op, &[float], depth)
            }
            1 => self.apply(Op::FpFma, &[mode, float, float, float], depth),
            2 => {
                let op = self.pick(&[Op::FpSqrt, Op::FpRoundToIntegral]);
                self.apply(op, &[mode, float], depth)
            }
            3 => {
                let op = self.pick(&[Op::FpRem, Op::FpMin, Op::FpMax]);
                self.apply(op, &[float; 2], depth)
            }
            4 => self.apply(Op::FpFromBits(format), &[Sort::BitVec(format.bits())], depth),
            5 => {
                let formats = self.shape.formats.clone();
                let from = Sort::Float(self.pick(&formats));
                self.apply(Op::FpToFp(format), &[mode, from], depth)
            }
            6 => {
                let widths = self.shape.widths.clone();
                let width = self.pick(&widths);
                let op = self.pick(&[Op::FpFromSigned(format), Op::FpFromUnsigned(format)]);
                self.apply(op, &[mode, Sort::BitVec(width)], depth)
            }
            _ => {
                let op = self.pick(&[Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv]);
                self.apply(op, &[mode, float, float], depth)
            }
        }
    }

    fn array_node(&mut self, sort: Sort, depth: u32) -> TermId {
        let (index, element) = sort.array_parts().expect("an array sort");
        match self.below(4) {
            0 if self.shape.lambdas => {
                self.scope.push(index);
                let body = self.node(element, depth);
                self.scope.pop();
                self.store.intern(Op::Lambda, sort, &[body])
            }
            1 => {
                let element = self.node(element, depth);
                self.store.intern(Op::ConstArray, sort, &[element])
            }
            _ => self.apply(Op::Store, &[sort, index, element], depth),
        }
    }
}

fn prefix(sort: Sort) -> String {
    match sort {
        Sort::Bool => "p".into(),
        Sort::BitVec(width) => format!("b{width}_"),
        Sort::Int => "n".into(),
        Sort::RoundingMode => "r".into(),
        Sort::Float(format) => format!("f{format:?}_"),
        Sort::Array(array) => {
            let (index, element) = array.parts();
            format!("a_{}_{}_", prefix(index), prefix(element))
        }
    }
}

/// The term rebuilt from its leaves through the simplifying constructors.
pub fn rebuilt(store: &TermStore, term: TermId) -> TermId {
    let mut new = rustc_hash::FxHashMap::default();
    for part in store.parts(&[term]) {
        let args: Vec<TermId> = store.args(part).iter().map(|arg| new[arg]).collect();
        let result = if args.is_empty() { part } else { store.rebuild(part, &args) };
        new.insert(part, result);
    }
    new[&term]
}
