//! SMT-LIB's functions applied to terms: those that are an [`Op`] and those that are built from several.
//!
//! Everything goes through [`make`], which checks sorts and does not simplify, so wrong scripts are errors and the
//! printer's output comes back node for node.

use num_bigint::BigInt;

use crate::bitvec::BitVec;
use crate::float::Float;
use crate::op::{Op, RoundingMode};
use crate::sort::{FloatFormat, Sort};
use crate::store::{TermId, TermStore};

/// A function with the numbers in its brackets.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) name: String,
    pub(super) numbers: Vec<u32>,
}

/// Longer bit-vectors are taken for a mistake; they would take gigabytes.
pub(super) const WIDEST: u32 = 1 << 24;

type Result<T> = std::result::Result<T, String>;

/// A node, if the arguments fit.
fn make(store: &TermStore, op: Op, args: &[TermId]) -> Result<TermId> {
    let sorts: Vec<Sort> = args.iter().map(|&arg| store.sort(arg)).collect();
    match op.result_sort(&sorts) {
        Some(Sort::BitVec(width)) if width > WIDEST => {
            Err(format!("a bit-vector of {width} bits is not supported"))
        }
        Some(_) => Ok(store.raw(op, args)),
        None => {
            let sorts: Vec<String> = sorts.iter().map(Sort::to_string).collect();
            Err(format!("'{}' does not take arguments of sorts {}", op.name(), sorts.join(", ")))
        }
    }
}

fn left_associative(store: &TermStore, op: Op, args: &[TermId]) -> Result<TermId> {
    let (&first, rest) = args.split_first().ok_or("arguments are missing")?;
    if rest.is_empty() {
        return Err(format!("'{}' needs two arguments", op.name()));
    }
    rest.iter().try_fold(first, |result, &arg| make(store, op, &[result, arg]))
}

fn conjunction(store: &TermStore, op: Op, terms: &[TermId]) -> Result<TermId> {
    match terms {
        [] => Ok(store.bool_const(op == Op::And)),
        [one] if store.sort(*one) == Sort::Bool => Ok(*one),
        _ => make(store, op, terms),
    }
}

/// `(< a b c)` is `(and (< a b) (< b c))`.
fn chain(
    store: &TermStore,
    args: &[TermId],
    link: impl Fn(TermId, TermId) -> Result<TermId>,
) -> Result<TermId> {
    if args.len() < 2 {
        return Err("a comparison needs two arguments".into());
    }
    let links: Vec<TermId> =
        args.windows(2).map(|pair| link(pair[0], pair[1])).collect::<Result<_>>()?;
    conjunction(store, Op::And, &links)
}

fn negated(store: &TermStore, a: TermId) -> Result<TermId> {
    match store.as_int(a) {
        Some(value) => Ok(store.int_value(&-value)),
        None => make(store, Op::IntMul, &[store.int_const(-1), a]),
    }
}

fn bits_of(store: &TermStore, a: TermId) -> Result<u32> {
    match store.sort(a) {
        Sort::BitVec(width) => Ok(width),
        other => Err(format!("expected a bit-vector, found sort {other}")),
    }
}

fn is_negative(store: &TermStore, a: TermId) -> Result<TermId> {
    let zero = store.bv_const(bits_of(store, a)?, 0);
    make(store, Op::BvSlt, &[a, zero])
}

/// The format with so many exponent and significand bits.
pub(super) fn format_of(exponent: u32, significand: u32) -> Result<FloatFormat> {
    (FloatFormat::ALL.into_iter())
        .find(|f| (f.exponent_bits(), f.significand_bits()) == (exponent, significand))
        .ok_or_else(|| format!("(_ FloatingPoint {exponent} {significand}) is not supported"))
}

/// The rounding mode of this name, short or long.
pub(super) fn rounding_mode(name: &str) -> Option<RoundingMode> {
    Some(match name {
        "RNE" | "roundNearestTiesToEven" => RoundingMode::NearestEven,
        "RNA" | "roundNearestTiesToAway" => RoundingMode::NearestAway,
        "RTP" | "roundTowardPositive" => RoundingMode::TowardPositive,
        "RTN" | "roundTowardNegative" => RoundingMode::TowardNegative,
        "RTZ" | "roundTowardZero" => RoundingMode::TowardZero,
        _ => return None,
    })
}

/// A constant, such as `true`, `RNE`, `(_ bv10 32)` or `(_ +oo 8 24)`; `None` if it is not one.
pub(super) fn constant(store: &TermStore, head: &Head) -> Option<Result<TermId>> {
    let float = |make: fn(FloatFormat) -> Float| match head.numbers[..] {
        [e, s] => format_of(e, s).map(|format| store.float_value(make(format))),
        _ => Err(format!("'{}' needs two numbers", head.name)),
    };
    Some(match (head.name.as_str(), &head.numbers[..]) {
        ("true", []) => Ok(store.bool_const(true)),
        ("false", []) => Ok(store.bool_const(false)),
        ("+oo", _) => float(|format| Float::infinity(format, false)),
        ("-oo", _) => float(|format| Float::infinity(format, true)),
        ("+zero", _) => float(|format| Float::zero(format, false)),
        ("-zero", _) => float(|format| Float::zero(format, true)),
        ("NaN", _) => float(Float::nan),
        (name, [width]) if name.starts_with("bv") && *width <= WIDEST => {
            let value = BitVec::parse_decimal(*width, &name[2..])?;
            Ok(store.bv_value(&value))
        }
        (name, []) => Ok(store.rounding(rounding_mode(name)?)),
        _ => return None,
    })
}

/// Operations with one SMT-LIB name, no numbers and exactly as many arguments as the node takes.
fn plain(name: &str) -> Option<Op> {
    use Op::*;
    Some(match name {
        "not" => Not,
        "ite" | "if" => Ite,
        "bvnot" => BvNot,
        "bvneg" => BvNeg,
        "bvudiv" => BvUdiv,
        "bvurem" => BvUrem,
        "bvsdiv" => BvSdiv,
        "bvsrem" => BvSrem,
        "bvsmod" => BvSmod,
        "bvshl" => BvShl,
        "bvlshr" => BvLshr,
        "bvashr" => BvAshr,
        "bvult" => BvUlt,
        "bvule" => BvUle,
        "bvslt" => BvSlt,
        "bvsle" => BvSle,
        "bvumulo" => BvUmulOverflow,
        "bvsmulo" => BvSmulOverflow,
        "bv2nat" | "ubv_to_int" | "bv2int" => BvToNat,
        "sbv_to_int" => BvToInt,
        "select" => Select,
        "store" => Store,
        "fp.abs" => FpAbs,
        "fp.neg" => FpNeg,
        "fp.add" => FpAdd,
        "fp.sub" => FpSub,
        "fp.mul" => FpMul,
        "fp.div" => FpDiv,
        "fp.fma" => FpFma,
        "fp.sqrt" => FpSqrt,
        "fp.rem" => FpRem,
        "fp.roundToIntegral" => FpRoundToIntegral,
        "fp.min" => FpMin,
        "fp.max" => FpMax,
        "fp.isNormal" => FpIsNormal,
        "fp.isSubnormal" => FpIsSubnormal,
        "fp.isZero" => FpIsZero,
        "fp.isInfinite" => FpIsInfinite,
        "fp.isNaN" => FpIsNan,
        "fp.isNegative" => FpIsNegative,
        "fp.isPositive" => FpIsPositive,
        _ => return None,
    })
}

/// A function applied to terms.
pub(super) fn apply(store: &TermStore, head: &Head, args: &[TermId]) -> Result<TermId> {
    if !head.numbers.is_empty() {
        return indexed(store, head, args);
    }
    if let Some(op) = plain(&head.name) {
        return make(store, op, args);
    }
    core_or_integer(store, &head.name, args)
        .or_else(|| bit_vectors(store, &head.name, args))
        .or_else(|| floats(store, &head.name, args))
        .unwrap_or_else(|| Err(format!("unknown function '{}'", head.name)))
}

fn core_or_integer(store: &TermStore, name: &str, args: &[TermId]) -> Option<Result<TermId>> {
    let compare =
        |op, swap| chain(store, args, |a, b| make(store, op, &if swap { [b, a] } else { [a, b] }));
    Some(match (name, args) {
        ("and", _) => conjunction(store, Op::And, args),
        ("or", _) => conjunction(store, Op::Or, args),
        ("xor", _) => left_associative(store, Op::Xor, args),
        ("=>" | "implies", [rest @ .., last]) if !rest.is_empty() => {
            rest.iter().rev().try_fold(*last, |result, &a| make(store, Op::Implies, &[a, result]))
        }
        ("=" | "iff", _) => compare(Op::Eq, false),
        ("distinct", _) => distinct(store, args),
        ("+", [one]) if store.sort(*one) == Sort::Int => Ok(*one),
        ("+", _) => make(store, Op::IntAdd, args),
        ("*", _) => make(store, Op::IntMul, args),
        ("-", [one]) if store.sort(*one) == Sort::Int => negated(store, *one),
        ("-", [first, rest @ ..]) if !rest.is_empty() => (rest.iter())
            .map(|&arg| {
                if store.sort(arg) == Sort::Int {
                    negated(store, arg)
                } else {
                    Err("'-' takes integers".into())
                }
            })
            .collect::<Result<Vec<_>>>()
            .and_then(|rest| make(store, Op::IntAdd, &[&[*first][..], &rest].concat())),
        ("div", _) => left_associative(store, Op::IntDiv, args),
        ("mod", _) => left_associative(store, Op::IntMod, args),
        ("abs", &[a]) => make(store, Op::IntLe, &[store.int_const(0), a])
            .and_then(|condition| make(store, Op::Ite, &[condition, a, negated(store, a)?])),
        ("<=", _) => compare(Op::IntLe, false),
        ("<", _) => compare(Op::IntLt, false),
        (">=", _) => compare(Op::IntLe, true),
        (">", _) => compare(Op::IntLt, true),
        _ => return None,
    })
}

fn distinct(store: &TermStore, args: &[TermId]) -> Result<TermId> {
    if args.len() < 2 {
        return Err("'distinct' needs two arguments".into());
    }
    let mut different = Vec::new();
    for (position, &a) in args.iter().enumerate() {
        for &b in &args[position + 1..] {
            different.push(make(store, Op::Not, &[make(store, Op::Eq, &[a, b])?])?);
        }
    }
    conjunction(store, Op::And, &different)
}

fn bit_vectors(store: &TermStore, name: &str, args: &[TermId]) -> Option<Result<TermId>> {
    let not = |op, a, b| make(store, Op::BvNot, &[make(store, op, &[a, b])?]);
    let minus = |a, b| make(store, Op::BvAdd, &[a, make(store, Op::BvNeg, &[b])?]);
    let negative = |a| is_negative(store, a);
    let is = |a, value: fn(u32) -> BitVec| {
        let value = store.bv_value(&value(bits_of(store, a)?));
        make(store, Op::Eq, &[a, value])
    };
    let bit =
        |condition| make(store, Op::Ite, &[condition, store.bv_const(1, 1), store.bv_const(1, 0)]);
    let negation = |condition| make(store, Op::Not, &[condition]);
    Some((|| match (name, args) {
        ("bvand", _) => left_associative(store, Op::BvAnd, args),
        ("bvor", _) => left_associative(store, Op::BvOr, args),
        ("bvxor", _) => left_associative(store, Op::BvXor, args),
        ("bvmul", _) => left_associative(store, Op::BvMul, args),
        ("concat", _) => left_associative(store, Op::Concat, args),
        ("bvadd", _) => make(store, Op::BvAdd, args),
        ("bvsub", &[a, b]) => minus(a, b),
        ("bvnand", &[a, b]) => not(Op::BvAnd, a, b),
        ("bvnor", &[a, b]) => not(Op::BvOr, a, b),
        ("bvxnor", &[a, b]) => not(Op::BvXor, a, b),
        ("bvcomp", &[a, b]) if bits_of(store, a).is_ok() => bit(make(store, Op::Eq, &[a, b])?),
        ("bvugt", &[a, b]) => make(store, Op::BvUlt, &[b, a]),
        ("bvuge", &[a, b]) => make(store, Op::BvUle, &[b, a]),
        ("bvsgt", &[a, b]) => make(store, Op::BvSlt, &[b, a]),
        ("bvsge", &[a, b]) => make(store, Op::BvSle, &[b, a]),
        ("bvredor", &[a]) => bit(negation(is(a, BitVec::zero)?)?),
        ("bvredand", &[a]) => bit(is(a, BitVec::ones)?),
        ("bvnego", &[a]) => is(a, BitVec::signed_min),
        ("bvuaddo", &[a, b]) => make(store, Op::BvUlt, &[make(store, Op::BvAdd, &[a, b])?, a]),
        ("bvsaddo", &[a, b]) => {
            let sum = negative(make(store, Op::BvAdd, &[a, b])?)?;
            let (a, b) = (negative(a)?, negative(b)?);
            let same = make(store, Op::Eq, &[a, b])?;
            make(store, Op::And, &[same, make(store, Op::Xor, &[a, sum])?])
        }
        ("bvusubo", &[a, b]) => make(store, Op::BvUlt, &[a, b]),
        ("bvssubo", &[a, b]) => {
            let difference = negative(minus(a, b)?)?;
            let (a, b) = (negative(a)?, negative(b)?);
            let other = make(store, Op::Xor, &[a, b])?;
            make(store, Op::And, &[other, make(store, Op::Xor, &[a, difference])?])
        }
        ("bvsdivo", &[a, b]) => {
            make(store, Op::And, &[is(a, BitVec::signed_min)?, is(b, BitVec::ones)?])
        }
        ("bvumul_noovfl", &[a, b]) => negation(make(store, Op::BvUmulOverflow, &[a, b])?),
        _ => Err(format!("unknown function '{name}' of {} arguments", args.len())),
    })())
    .filter(|_| name.starts_with("bv") || name == "concat")
}

fn floats(store: &TermStore, name: &str, args: &[TermId]) -> Option<Result<TermId>> {
    let compare =
        |op, swap| chain(store, args, |a, b| make(store, op, &if swap { [b, a] } else { [a, b] }));
    Some(match (name, args) {
        ("fp.leq", _) => compare(Op::FpLe, false),
        ("fp.lt", _) => compare(Op::FpLt, false),
        ("fp.geq", _) => compare(Op::FpLe, true),
        ("fp.gt", _) => compare(Op::FpLt, true),
        ("fp.eq", _) => compare(Op::FpEq, false),
        ("fp", &[sign, exponent, fraction]) => from_fields(store, sign, exponent, fraction),
        ("fp.to_ieee_bv", &[a]) => to_ieee_bits(store, a),
        _ => return None,
    })
}

/// `(fp sign exponent fraction)` of any terms. x87 stores the integer bit, which is 1 unless the exponent is zero.
fn from_fields(
    store: &TermStore,
    sign: TermId,
    exponent: TermId,
    fraction: TermId,
) -> Result<TermId> {
    if bits_of(store, sign)? != 1 {
        return Err("the sign of 'fp' has one bit".into());
    }
    let width = bits_of(store, exponent)?;
    let format = format_of(width, bits_of(store, fraction)?.saturating_add(1))?;
    if let (Some(sign), Some(exponent), Some(fraction)) =
        (store.as_bv(sign), store.as_bv(exponent), store.as_bv(fraction))
        && let (Some(exponent), Some(fraction)) = (exponent.to_u128(), fraction.to_u128())
    {
        let value = Float::from_fields(format, !sign.is_zero(), exponent, fraction);
        return Ok(store.float_value(value));
    }
    let significand = if format == FloatFormat::X87 {
        make(store, Op::Concat, &[integer_bit(store, exponent)?, fraction])?
    } else {
        fraction
    };
    let low = make(store, Op::Concat, &[exponent, significand])?;
    let bits = make(store, Op::Concat, &[sign, low])?;
    make(store, Op::FpFromBits(format), &[bits])
}

fn integer_bit(store: &TermStore, exponent: TermId) -> Result<TermId> {
    let zero = store.bv_const(bits_of(store, exponent)?, 0);
    let is_zero = make(store, Op::Eq, &[exponent, zero])?;
    make(store, Op::Ite, &[is_zero, store.bv_const(1, 0), store.bv_const(1, 1)])
}

fn to_ieee_bits(store: &TermStore, a: TermId) -> Result<TermId> {
    let bits = make(store, Op::FpToBits, &[a])?;
    if store.sort(a) != Sort::Float(FloatFormat::X87) {
        return Ok(bits);
    }
    let high = make(store, Op::Extract { hi: 79, lo: 64 }, &[bits])?;
    let low = make(store, Op::Extract { hi: 62, lo: 0 }, &[bits])?;
    make(store, Op::Concat, &[high, low])
}

fn indexed(store: &TermStore, head: &Head, args: &[TermId]) -> Result<TermId> {
    let op = match (head.name.as_str(), &head.numbers[..], args) {
        ("extract", &[hi, lo], _) => Op::Extract { hi, lo },
        ("zero_extend" | "sign_extend", [0], &[a]) if bits_of(store, a).is_ok() => return Ok(a),
        ("zero_extend", &[n], _) => Op::ZeroExtend(n),
        ("sign_extend", &[n], _) => Op::SignExtend(n),
        ("int2bv" | "int_to_bv" | "nat2bv", &[n], _) => Op::IntToBv(n),
        ("fp.to_ubv", &[n], _) => Op::FpToUnsigned(n),
        ("fp.to_sbv", &[n], _) => Op::FpToSigned(n),
        ("rotate_left", &[n], &[a]) => return rotate(store, n, a),
        ("rotate_right", &[n], &[a]) => {
            let width = bits_of(store, a)?;
            return rotate(store, width - n % width, a);
        }
        ("repeat", &[n], &[a]) if n > 0 => {
            let width = bits_of(store, a)?;
            if width.checked_mul(n).is_none_or(|bits| bits > WIDEST) {
                return Err("'repeat' makes the bit-vector too long".into());
            }
            return (1..n).try_fold(a, |result, _| make(store, Op::Concat, &[a, result]));
        }
        ("divisible", &[n], &[a]) if n > 0 => {
            let divisor = store.int_value(&BigInt::from(n));
            let rest = make(store, Op::IntMod, &[a, divisor])?;
            return make(store, Op::Eq, &[rest, store.int_const(0)]);
        }
        ("to_fp_unsigned", &[e, s], _) => Op::FpFromUnsigned(format_of(e, s)?),
        ("to_fp", &[e, s], _) => return to_float(store, format_of(e, s)?, args),
        (name, _, _) => return Err(format!("unknown indexed function '{name}'")),
    };
    make(store, op, args)
}

fn rotate(store: &TermStore, amount: u32, a: TermId) -> Result<TermId> {
    let width = bits_of(store, a)?;
    match amount % width {
        0 => Ok(a),
        amount => {
            let split = width - amount;
            let high = make(store, Op::Extract { hi: split - 1, lo: 0 }, &[a])?;
            let low = make(store, Op::Extract { hi: width - 1, lo: split }, &[a])?;
            make(store, Op::Concat, &[high, low])
        }
    }
}

/// `to_fp` of bits, or with a rounding mode of a float or a signed bit-vector.
fn to_float(store: &TermStore, format: FloatFormat, args: &[TermId]) -> Result<TermId> {
    match *args {
        [bits] if format == FloatFormat::X87 && bits_of(store, bits)? == 79 => {
            let sign = make(store, Op::Extract { hi: 78, lo: 78 }, &[bits])?;
            let exponent = make(store, Op::Extract { hi: 77, lo: 63 }, &[bits])?;
            let fraction = make(store, Op::Extract { hi: 62, lo: 0 }, &[bits])?;
            from_fields(store, sign, exponent, fraction)
        }
        [_] if format == FloatFormat::X87 => Err("'to_fp' of x87 takes 79 bits".into()),
        [_] => make(store, Op::FpFromBits(format), args),
        [_, from] if matches!(store.sort(from), Sort::Float(_)) => {
            make(store, Op::FpToFp(format), args)
        }
        _ => make(store, Op::FpFromSigned(format), args),
    }
}
