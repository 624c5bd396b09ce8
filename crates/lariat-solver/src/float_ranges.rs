//! Questions about floating-point numbers that ranges refute.
//!
//! Programs scale whole numbers: `(int)(6.0 * rand() / (RAND_MAX + 1.0))`. Whether such a number can leave the range of a type takes a
//! backend minutes on the bits, and a few operations on ranges. Rounding never changes an order, so what an operation gives for the
//! ends of its arguments' ranges are the ends of its result's. A constraint that is false for all values in the ranges makes the query
//! unsatisfiable; nothing else is said.

use lariat_term::{FloatFormat, Op, RoundingMode, Sort, TermId, TermStore, word_of_value};
use rustc_hash::FxHashMap;

use crate::intervals::Intervals;

/// Where the values of a term are.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Range {
    /// Whether it can be true, and false.
    Truth(bool, bool),
    /// A bit-vector read as a signed number, both ends included.
    Number(i128, i128),
    /// A float, both ends included, and never NaN.
    Float(f64, f64),
    /// Anywhere.
    Unknown,
}

/// Whether ranges show that constraints cannot hold together. No more than `most` terms are looked at.
pub(crate) fn refute(
    store: &TermStore,
    intervals: &mut Intervals,
    constraints: &[TermId],
    most: usize,
) -> bool {
    let mut known: FxHashMap<TermId, Range> = FxHashMap::default();
    for &constraint in constraints {
        let mut stack = vec![(constraint, false)];
        while let Some((term, ready)) = stack.pop() {
            if known.contains_key(&term) {
                continue;
            }
            let args = store.args(term);
            if !ready && !args.is_empty() && store.loose_bound(term) == 0 {
                stack.push((term, true));
                stack.extend(args.iter().map(|arg| (*arg, false)));
                continue;
            }
            let range = match store.op(term) {
                Op::Var(symbol) => match store.sort(term) {
                    Sort::BitVec(width @ 1..=64) => {
                        let all = u64::MAX >> (64 - width);
                        let left = intervals.left_for(store, constraints, symbol, all);
                        hull(width, &left)
                    }
                    _ => Range::Unknown,
                },
                op if op.is_const() => constant(store, term),
                _ if store.loose_bound(term) > 0 => Range::Unknown,
                op => of_operation(store, term, op, &known),
            };
            known.insert(term, range);
            if known.len() > most {
                return false;
            }
        }
        if let Some(Range::Truth(false, _)) = known.get(&constraint) {
            return true;
        }
    }
    false
}

fn signed(width: u32, word: u64) -> i128 {
    i128::from(((word << (64 - width)) as i64) >> (64 - width))
}

/// All numbers of a width.
fn whole(width: u32) -> Range {
    let half = 1i128 << (width - 1);
    Range::Number(-half, half - 1)
}

/// The range around words.
fn hull(width: u32, words: &[(u64, u64)]) -> Range {
    let half = 1u64 << (width - 1);
    let mut ends: Option<(i128, i128)> = None;
    for &(low, high) in words {
        // An interval of words in which the sign changes has both extremes.
        let (least, most) = match low < half && high >= half {
            true => (-i128::from(half), i128::from(half) - 1),
            false => (signed(width, low), signed(width, high)),
        };
        ends = Some(ends.map_or((least, most), |(a, b)| (a.min(least), b.max(most))));
    }
    ends.map_or(whole(width), |(least, most)| Range::Number(least, most))
}

fn constant(store: &TermStore, term: TermId) -> Range {
    let Some(value) = store.value_of(term) else { return Range::Unknown };
    match (store.sort(term), word_of_value(&value)) {
        (Sort::Bool, Some(word)) => Range::Truth(word == 1, word == 0),
        (Sort::BitVec(width), Some(word)) => {
            Range::Number(signed(width, word), signed(width, word))
        }
        (Sort::Float(FloatFormat::Single | FloatFormat::Double), _) => match value.as_float() {
            Some(float) if !float.is_nan() => Range::Float(float.to_f64(), float.to_f64()),
            _ => Range::Unknown,
        },
        _ => Range::Unknown,
    }
}

/// A range of floats, if both ends are numbers; infinities may come of them.
fn floats(least: f64, most: f64) -> Range {
    if least.is_nan() || most.is_nan() { Range::Unknown } else { Range::Float(least, most) }
}

/// The range around the results for all ends of two ranges.
fn around(a: (f64, f64), b: (f64, f64), f: impl Fn(f64, f64) -> f64) -> Range {
    let results = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    if results.iter().any(|result| result.is_nan()) {
        return Range::Unknown;
    }
    let least = results.iter().copied().fold(f64::INFINITY, f64::min);
    let most = results.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Range::Float(least, most)
}

fn of_operation(
    store: &TermStore,
    term: TermId,
    op: Op,
    known: &FxHashMap<TermId, Range>,
) -> Range {
    use Range::{Float, Number, Truth, Unknown};
    let args = store.args(term);
    let range = |position: usize| known.get(&args[position]).copied().unwrap_or(Unknown);
    let sort = store.sort(term);
    let mode = args.first().and_then(|first| store.as_rounding(*first));
    let nearest = mode == Some(RoundingMode::NearestEven);
    // Sums, products and quotients rounded to 53 bits and then to 24 are those rounded to 24 at once.
    let rounds = |number: f64| match sort {
        Sort::Float(FloatFormat::Single) => f64::from(number as f32),
        _ => number,
    };
    let is_native = matches!(sort, Sort::Float(FloatFormat::Single | FloatFormat::Double));
    let found = match op {
        Op::Not => match range(0) {
            Truth(can, cannot) => Truth(cannot, can),
            _ => Unknown,
        },
        Op::And | Op::Or => {
            let parts = (0..args.len()).map(|position| match range(position) {
                Truth(can, cannot) => (can, cannot),
                _ => (true, true),
            });
            let parts: Vec<(bool, bool)> = parts.collect();
            match op {
                Op::And => Truth(parts.iter().all(|part| part.0), parts.iter().any(|part| part.1)),
                _ => Truth(parts.iter().any(|part| part.0), parts.iter().all(|part| part.1)),
            }
        }
        Op::Ite => match (range(0), range(1), range(2)) {
            (Truth(false, _), _, otherwise) => otherwise,
            (Truth(_, false), then, _) => then,
            (_, Number(a, b), Number(c, d)) => Number(a.min(c), b.max(d)),
            (_, Float(a, b), Float(c, d)) => Float(a.min(c), b.max(d)),
            _ => Unknown,
        },
        Op::Eq => match (range(0), range(1)) {
            (Number(a, b), Number(c, d)) => Truth(a <= d && c <= b, !(a == b && b == c && c == d)),
            _ => Unknown,
        },
        Op::BvSlt | Op::BvSle => match (range(0), range(1)) {
            (Number(a, b), Number(c, d)) if op == Op::BvSlt => Truth(a < d, b >= c),
            (Number(a, b), Number(c, d)) => Truth(a <= d, b > c),
            _ => Unknown,
        },
        Op::BvAdd => {
            (0..args.len()).fold(Number(0, 0), |sum, position| match (sum, range(position)) {
                (Number(a, b), Number(c, d)) => Number(a + c, b + d),
                _ => Unknown,
            })
        }
        Op::SignExtend(_) => range(0),
        Op::ZeroExtend(_) => match range(0) {
            Number(a, b) if a >= 0 => Number(a, b),
            _ => Unknown,
        },
        Op::FpFromSigned(_) | Op::FpFromUnsigned(_) if is_native && nearest => match range(1) {
            Number(a, b) if a >= 0 || matches!(op, Op::FpFromSigned(_)) => {
                // Numbers of 64 bits are rounded once; to 24 bits through 53 that would be twice.
                match sort {
                    Sort::Float(FloatFormat::Single) => {
                        floats(f64::from(a as f32), f64::from(b as f32))
                    }
                    _ => floats(a as f64, b as f64),
                }
            }
            _ => Unknown,
        },
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv if is_native && nearest => {
            match (range(1), range(2)) {
                // Infinities inside of the ranges may give NaN.
                (Float(a, b), Float(c, d)) if [a, b, c, d].iter().all(|end| end.is_finite()) => {
                    match op {
                        Op::FpAdd => floats(rounds(a + c), rounds(b + d)),
                        Op::FpSub => floats(rounds(a - d), rounds(b - c)),
                        Op::FpMul => around((a, b), (c, d), |x, y| rounds(x * y)),
                        _ if c > 0.0 || d < 0.0 => around((a, b), (c, d), |x, y| rounds(x / y)),
                        _ => Unknown,
                    }
                }
                _ => Unknown,
            }
        }
        Op::FpNeg => match range(0) {
            Float(a, b) => Float(-b, -a),
            _ => Unknown,
        },
        Op::FpToFp(FloatFormat::Double) => match range(1) {
            Float(a, b) => Float(a, b),
            _ => Unknown,
        },
        Op::FpToFp(FloatFormat::Single) if nearest => match range(1) {
            Float(a, b) => Float(f64::from(a as f32), f64::from(b as f32)),
            _ => Unknown,
        },
        Op::FpRoundToIntegral if is_native => match (range(1), mode) {
            (Float(a, b), Some(RoundingMode::TowardZero)) => Float(a.trunc(), b.trunc()),
            (Float(a, b), Some(RoundingMode::TowardNegative)) => Float(a.floor(), b.floor()),
            (Float(a, b), Some(RoundingMode::TowardPositive)) => Float(a.ceil(), b.ceil()),
            _ => Unknown,
        },
        Op::FpLt | Op::FpLe => match (range(0), range(1)) {
            (Float(a, b), Float(c, d)) if op == Op::FpLt => Truth(a < d, b >= c),
            (Float(a, b), Float(c, d)) => Truth(a <= d, b > c),
            _ => Unknown,
        },
        Op::FpEq => match (range(0), range(1)) {
            (Float(a, b), Float(c, d)) => Truth(a <= d && c <= b, !(a == b && b == c && c == d)),
            _ => Unknown,
        },
        Op::FpIsNan => match range(0) {
            Float(..) => Truth(false, true),
            _ => Unknown,
        },
        Op::FpToSigned(width @ 1..=64) if mode == Some(RoundingMode::TowardZero) => {
            let limit = 2f64.powi(width as i32 - 1);
            match range(1) {
                Float(a, b) if a.trunc() >= -limit && b.trunc() < limit => {
                    Number(a.trunc() as i128, b.trunc() as i128)
                }
                _ => Unknown,
            }
        }
        _ => Unknown,
    };
    match (found, sort) {
        (Number(a, b), Sort::BitVec(width @ 1..=64)) => match whole(width) {
            // What is outside has wrapped around.
            Number(least, most) if a >= least && b <= most => found,
            all => all,
        },
        (Unknown, Sort::BitVec(width @ 1..=64)) => whole(width),
        (Unknown, Sort::Bool) => Truth(true, true),
        _ => found,
    }
}
