//! Operations on many values at once: one call computes what an operation gives for every row of its arguments.
//!
//! Truth values, bit-vectors of at most 64 bits and floats of at most 64 bits are machine words; a column has the word of
//! one term in each row. What operations mean is said by [`apply`]: the ones that programs use most are written out here on
//! words, and tests compare them with it on random terms; all others go through it row by row.

use crate::bitvec::BitVec;
use crate::float::Float;
use crate::op::{Op, RoundingMode};
use crate::semantics::apply;
use crate::sort::{FloatFormat, Sort};
use crate::store::{TermId, TermStore};
use crate::value::Value;

/// The words of an argument.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// One per row.
    Column(&'a [u64]),
    /// The same in all rows.
    Constant(u64),
}

impl Words<'_> {
    /// The word of a row.
    pub fn at(self, row: usize) -> u64 {
        match self {
            Words::Column(words) => words[row],
            Words::Constant(word) => word,
        }
    }
}

/// What [`words_of_operation`] found.
pub struct Computed {
    /// The words of the result.
    pub words: Vec<u64>,
    /// Roughly what a row took, in operations on words.
    pub cost: u64,
}

/// What a row takes that goes through the general definition of an operation.
const GENERAL: u64 = 32;

/// Whether values of the sort are words here.
pub fn is_word_sort(sort: Sort) -> bool {
    match sort {
        Sort::Bool | Sort::BitVec(..=64) => true,
        Sort::Float(format) => format.bits() <= 64,
        _ => false,
    }
}

/// A value as a word.
pub fn word_of_value(value: &Value) -> Option<u64> {
    match value {
        Value::Bool(value) => Some(u64::from(*value)),
        Value::BitVec(bits) => bits.as_word(),
        Value::Float(float) => u64::try_from(float.bits()).ok(),
        _ => None,
    }
}

/// A word as a value of a sort.
///
/// # Panics
/// If the sort's values are no words.
pub fn value_of_word(sort: Sort, word: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(word != 0),
        Sort::BitVec(width) => Value::BitVec(BitVec::new(width, word)),
        Sort::Float(format) => Value::Float(Float::from_bits(format, u128::from(word))),
        other => panic!("values of sort {other:?} are no words"),
    }
}

/// Whether a term is an operation on words that gives a word. Its arguments are words then, or rounding modes that are known.
pub fn is_operation_on_words(store: &TermStore, term: TermId) -> bool {
    let (op, args) = store.view(term);
    let suits = |arg: &TermId| {
        is_word_sort(store.sort(*arg))
            || (store.sort(*arg) == Sort::RoundingMode && store.as_rounding(*arg).is_some())
    };
    !op.is_leaf()
        && is_word_sort(store.sort(term))
        && !matches!(op, Op::ForAll | Op::Exists | Op::Lambda)
        && args.iter().all(suits)
}

/// The words of an [operation on words](is_operation_on_words) for so many rows. `args` has the words of its arguments; what is there
/// for a rounding mode is ignored.
pub fn words_of_operation(
    store: &TermStore,
    term: TermId,
    args: &[Words<'_>],
    rows: usize,
) -> Computed {
    let plain = of_bits(store, term, args, rows).or_else(|| of_floats(store, term, args, rows));
    match plain {
        Some(words) => Computed { words, cost: args.len() as u64 },
        None => Computed { words: in_general(store, term, args, rows), cost: GENERAL },
    }
}

/// Row by row, by the definition.
fn in_general(store: &TermStore, term: TermId, args: &[Words<'_>], rows: usize) -> Vec<u64> {
    let (op, terms) = store.view(term);
    let sort = store.sort(term);
    let value = |position: usize, row| match store.as_rounding(terms[position]) {
        Some(mode) => Value::Rounding(mode),
        None => value_of_word(store.sort(terms[position]), args[position].at(row)),
    };
    let of_row = |row| {
        let values: Vec<Value> = (0..terms.len()).map(|position| value(position, row)).collect();
        word_of_value(&apply(op, sort, &values)).expect("an operation on words gives a word")
    };
    (0..rows).map(of_row).collect()
}

fn unary(a: Words<'_>, rows: usize, f: impl Fn(u64) -> u64) -> Vec<u64> {
    match a {
        Words::Column(a) => a.iter().map(|&a| f(a)).collect(),
        Words::Constant(a) => vec![f(a); rows],
    }
}

fn binary(a: Words<'_>, b: Words<'_>, rows: usize, f: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    match (a, b) {
        (Words::Column(a), Words::Column(b)) => a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect(),
        (Words::Column(a), Words::Constant(b)) => a.iter().map(|&a| f(a, b)).collect(),
        (Words::Constant(a), Words::Column(b)) => b.iter().map(|&b| f(a, b)).collect(),
        (Words::Constant(a), Words::Constant(b)) => vec![f(a, b); rows],
    }
}

/// An operation of two or more arguments, from the first to the last.
fn folded(args: &[Words<'_>], rows: usize, f: impl Fn(u64, u64) -> u64 + Copy) -> Vec<u64> {
    let mut words = binary(args[0], args[1], rows, f);
    for &arg in &args[2..] {
        words = binary(Words::Column(&words), arg, rows, f);
    }
    words
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn signed(width: u32, word: u64) -> i64 {
    ((word << (64 - width)) as i64) >> (64 - width)
}

/// Logic and bit-vectors.
fn of_bits(store: &TermStore, term: TermId, args: &[Words<'_>], rows: usize) -> Option<Vec<u64>> {
    use Op::*;
    let (op, terms) = store.view(term);
    let width = match store.sort(*terms.first()?) {
        Sort::BitVec(width) => width,
        _ => 1,
    };
    let all = mask(width);
    let number = move |word: u64| signed(width, word);
    Some(match (op, args) {
        (Not, [a]) => unary(*a, rows, |a| a ^ 1),
        (And, args) => folded(args, rows, |a, b| a & b),
        (Or, args) => folded(args, rows, |a, b| a | b),
        (Xor, [a, b]) => binary(*a, *b, rows, |a, b| a ^ b),
        (Implies, [a, b]) => binary(*a, *b, rows, |a, b| (a ^ 1) | b),
        // Floats are kept in one form each, so equal words are equal floats.
        (Eq, [a, b]) => binary(*a, *b, rows, |a, b| u64::from(a == b)),
        (Ite, [condition, then, otherwise]) => (0..rows)
            .map(|row| if condition.at(row) != 0 { then.at(row) } else { otherwise.at(row) })
            .collect(),
        (BvNot, [a]) => unary(*a, rows, |a| !a & all),
        (BvNeg, [a]) => unary(*a, rows, |a| a.wrapping_neg() & all),
        (BvAnd, [a, b]) => binary(*a, *b, rows, |a, b| a & b),
        (BvOr, [a, b]) => binary(*a, *b, rows, |a, b| a | b),
        (BvXor, [a, b]) => binary(*a, *b, rows, |a, b| a ^ b),
        (BvAdd, args) => folded(args, rows, |a, b| a.wrapping_add(b) & all),
        (BvMul, [a, b]) => binary(*a, *b, rows, |a, b| a.wrapping_mul(b) & all),
        (BvUdiv, [a, b]) => binary(*a, *b, rows, |a, b| a.checked_div(b).unwrap_or(all)),
        (BvUrem, [a, b]) => binary(*a, *b, rows, |a, b| a.checked_rem(b).unwrap_or(a)),
        (BvSdiv, [a, b]) => binary(*a, *b, rows, |a, b| match (number(a), number(b)) {
            (a, 0) if a < 0 => 1,
            (_, 0) => all,
            (a, b) => a.wrapping_div(b) as u64 & all,
        }),
        (BvSrem, [a, b]) => binary(*a, *b, rows, |a, b| match (number(a), number(b)) {
            (a, 0) => a as u64 & all,
            (a, b) => a.wrapping_rem(b) as u64 & all,
        }),
        (BvShl, [a, b]) => {
            binary(*a, *b, rows, |a, b| if b < u64::from(width) { (a << b) & all } else { 0 })
        }
        (BvLshr, [a, b]) => {
            binary(*a, *b, rows, |a, b| if b < u64::from(width) { a >> b } else { 0 })
        }
        (BvAshr, [a, b]) => {
            binary(*a, *b, rows, |a, b| (number(a) >> b.min(u64::from(width) - 1)) as u64 & all)
        }
        (Concat, [a, b]) => {
            let low = store.sort(terms[1]).width();
            binary(*a, *b, rows, |a, b| (a << low) | b)
        }
        (Extract { hi, lo }, [a]) => {
            let all = mask(hi - lo + 1);
            unary(*a, rows, |a| (a >> lo) & all)
        }
        (ZeroExtend(_), [a]) => unary(*a, rows, |a| a),
        (SignExtend(more), [a]) => {
            let all = mask(width + more);
            unary(*a, rows, |a| number(a) as u64 & all)
        }
        (BvUlt, [a, b]) => binary(*a, *b, rows, |a, b| u64::from(a < b)),
        (BvUle, [a, b]) => binary(*a, *b, rows, |a, b| u64::from(a <= b)),
        (BvSlt, [a, b]) => binary(*a, *b, rows, |a, b| u64::from(number(a) < number(b))),
        (BvSle, [a, b]) => binary(*a, *b, rows, |a, b| u64::from(number(a) <= number(b))),
        (BvUmulOverflow, [a, b]) => {
            binary(*a, *b, rows, |a, b| u64::from(u128::from(a) * u128::from(b) > u128::from(all)))
        }
        (BvSmulOverflow, [a, b]) => binary(*a, *b, rows, |a, b| {
            let product = i128::from(number(a)) * i128::from(number(b));
            let limit = 1i128 << (width - 1);
            u64::from(product < -limit || product >= limit)
        }),
        _ => return None,
    })
}

fn double(word: u64) -> f64 {
    f64::from_bits(word)
}

/// The word of a `double`; there is one NaN.
fn of_double(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

fn single(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

fn of_single(value: f32) -> u64 {
    if value.is_nan() { 0x7fc0_0000 } else { u64::from(value.to_bits()) }
}

/// `double` and `float` as the machine computes with them: rounding to nearest, and towards zero in conversions to integers.
fn of_floats(store: &TermStore, term: TermId, args: &[Words<'_>], rows: usize) -> Option<Vec<u64>> {
    use FloatFormat::{Double, Single};
    use Op::*;
    let (op, terms) = store.view(term);
    let last = *terms.last()?;
    let format = match (op, store.sort(last)) {
        (FpFromBits(format), _) | (_, Sort::Float(format)) => Some(format),
        _ => None,
    };
    let mode = store.as_rounding(terms[0]);
    let nearest = mode == Some(RoundingMode::NearestEven);
    let to_zero = mode == Some(RoundingMode::TowardZero);
    macro_rules! arithmetic {
        ($a:expr, $b:expr, $operator:tt) => {
            match format? {
                Double if nearest => {
                    binary(*$a, *$b, rows, |a, b| of_double(double(a) $operator double(b)))
                }
                Single if nearest => {
                    binary(*$a, *$b, rows, |a, b| of_single(single(a) $operator single(b)))
                }
                _ => return None,
            }
        };
    }
    macro_rules! comparison {
        ($a:expr, $b:expr, $operator:tt) => {
            match format? {
                Double => binary(*$a, *$b, rows, |a, b| u64::from(double(a) $operator double(b))),
                Single => binary(*$a, *$b, rows, |a, b| u64::from(single(a) $operator single(b))),
                _ => return None,
            }
        };
    }
    Some(match (op, args) {
        (FpAdd, [_, a, b]) => arithmetic!(a, b, +),
        (FpSub, [_, a, b]) => arithmetic!(a, b, -),
        (FpMul, [_, a, b]) => arithmetic!(a, b, *),
        (FpDiv, [_, a, b]) => arithmetic!(a, b, /),
        (FpLt, [a, b]) => comparison!(a, b, <),
        (FpLe, [a, b]) => comparison!(a, b, <=),
        (FpEq, [a, b]) => comparison!(a, b, ==),
        (FpIsNan, [a]) if format? == Double => unary(*a, rows, |a| u64::from(double(a).is_nan())),
        (FpIsNan, [a]) if format? == Single => unary(*a, rows, |a| u64::from(single(a).is_nan())),
        (FpFromBits(Double), [a]) => unary(*a, rows, |a| of_double(double(a))),
        (FpFromBits(Single), [a]) => unary(*a, rows, |a| of_single(single(a))),
        (FpToBits, [a]) => unary(*a, rows, |a| a),
        (FpToFp(Double), [_, a]) if format? == Single => {
            unary(*a, rows, |a| of_double(f64::from(single(a))))
        }
        (FpToFp(Single), [_, a]) if format? == Double && nearest => {
            unary(*a, rows, |a| of_single(double(a) as f32))
        }
        (FpFromSigned(Double), [_, a]) if nearest => {
            let width = store.sort(last).width();
            unary(*a, rows, |a| of_double(signed(width, a) as f64))
        }
        (FpFromUnsigned(Double), [_, a]) if nearest => unary(*a, rows, |a| of_double(a as f64)),
        (FpToSigned(width @ ..=64), [_, a]) if format? == Double && to_zero => {
            let limit = 2f64.powi(width as i32 - 1);
            unary(*a, rows, |a| {
                let whole = double(a).trunc();
                let fits = whole >= -limit && whole < limit;
                if fits { whole as i64 as u64 & mask(width) } else { 0 }
            })
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Generator, TermShape, cases};

    /// Random operations on random words, row by row against the definition.
    #[test]
    fn columns_are_what_the_definition_says() {
        let mut on_words = 0;
        for seed in 0..u64::from(cases(400)) {
            let store = TermStore::with_simplifier(false);
            let shape = TermShape {
                depth: 4,
                widths: vec![1, 7, 8, 32, 33, 64],
                formats: vec![FloatFormat::Double, FloatFormat::Single, FloatFormat::Half],
                ..TermShape::default()
            };
            let mut generator = Generator::new(&store, shape, seed);
            let sort = generator.pick(&[Sort::Bool, Sort::BitVec(32), Sort::BitVec(64)]);
            let root = generator.term(sort);
            for term in store.parts(&[root]) {
                if !is_operation_on_words(&store, term) {
                    continue;
                }
                on_words += 1;
                let sorts: Vec<Sort> =
                    store.args(term).iter().map(|arg| store.sort(*arg)).collect();
                let columns: Vec<Vec<u64>> = sorts
                    .iter()
                    .map(|sort| match is_word_sort(*sort) {
                        true => {
                            (0..5).filter_map(|_| word_of_value(&generator.value(*sort))).collect()
                        }
                        false => vec![0; 5],
                    })
                    .collect();
                let words: Vec<Words<'_>> = columns
                    .iter()
                    .map(|column| match generator.below(4) {
                        0 => Words::Constant(column[0]),
                        _ => Words::Column(column),
                    })
                    .collect();
                let found = words_of_operation(&store, term, &words, 5).words;
                let expected = in_general(&store, term, &words, 5);
                assert_eq!(found, expected, "{:?} of {words:x?}", store.op(term));
            }
        }
        assert!(on_words > 1_000, "{on_words} operations on words");
    }
}
