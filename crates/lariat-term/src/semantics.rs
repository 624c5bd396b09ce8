//! What every operation means: the one definition that the evaluator, constant folding and the tests share.

use num_bigint::{BigInt, Sign};

use crate::bitvec::BitVec;
use crate::bitvec_ops::{int_div, int_mod};
use crate::float::Float;
use crate::op::{Op, RoundingMode};
use crate::sort::Sort;
use crate::value::{ArrayValue, Value};

fn boolean(value: &Value) -> bool {
    value.as_bool().unwrap_or_else(|| panic!("{value} is not a truth value"))
}

fn bits(value: &Value) -> &BitVec {
    value.as_bitvec().unwrap_or_else(|| panic!("{value} is not a bit-vector"))
}

fn int(value: &Value) -> &BigInt {
    value.as_int().unwrap_or_else(|| panic!("{value} is not an integer"))
}

fn float(value: &Value) -> Float {
    value.as_float().unwrap_or_else(|| panic!("{value} is not a float"))
}

fn array(value: &Value) -> &ArrayValue {
    value.as_array().unwrap_or_else(|| panic!("{value} is not an array"))
}

fn mode(value: &Value) -> RoundingMode {
    match value {
        Value::Rounding(mode) => *mode,
        other => panic!("{other} is not a rounding mode"),
    }
}

/// The value of an operation on values; `sort` is the node's sort. Leaves and binders are not operations on values.
///
/// # Panics
/// If the arguments do not fit the operation, or it is a leaf or a binder.
pub fn apply(op: Op, sort: Sort, args: &[Value]) -> Value {
    use Op::*;
    match (op, args) {
        (Not, [a]) => Value::Bool(!boolean(a)),
        (And, _) => Value::Bool(args.iter().all(boolean)),
        (Or, _) => Value::Bool(args.iter().any(boolean)),
        (Xor, [a, b]) => Value::Bool(boolean(a) != boolean(b)),
        (Implies, [a, b]) => Value::Bool(!boolean(a) || boolean(b)),
        (Eq, [a, b]) => Value::Bool(a == b),
        (Ite, [condition, then, otherwise]) => {
            if boolean(condition) {
                then.clone()
            } else {
                otherwise.clone()
            }
        }
        (IntAdd, _) => Value::Int(args.iter().map(int).sum()),
        (IntMul, _) => Value::Int(args.iter().map(int).product()),
        (IntDiv, [a, b]) => Value::Int(int_div(int(a), int(b))),
        (IntMod, [a, b]) => Value::Int(int_mod(int(a), int(b))),
        (IntLe, [a, b]) => Value::Bool(int(a) <= int(b)),
        (IntLt, [a, b]) => Value::Bool(int(a) < int(b)),
        (BvToNat, [a]) => Value::Int(BigInt::from_biguint(Sign::Plus, bits(a).to_biguint())),
        (BvToInt, [a]) => Value::Int(bits(a).to_bigint()),
        (IntToBv(width), [a]) => Value::BitVec(BitVec::from_bigint(width, int(a))),
        (Select, [a, index]) => array(a).get(index).clone(),
        (Store, [a, index, element]) => Value::Array(array(a).set(index.clone(), element.clone())),
        (ConstArray, [element]) => {
            let (index, _) = sort.array_parts().expect("a constant array has an array sort");
            Value::Array(ArrayValue::constant(index, element.clone()))
        }
        (FpFromBits(format), [a]) => Value::Float(Float::from_bitvec(format, bits(a))),
        (FpToBits, [a]) => Value::BitVec(float(a).to_bitvec()),
        (FpFromSigned(format), [r, a]) => {
            Value::Float(Float::from_int(format, mode(r), &bits(a).to_bigint()))
        }
        (FpFromUnsigned(format), [r, a]) => {
            let value = BigInt::from_biguint(Sign::Plus, bits(a).to_biguint());
            Value::Float(Float::from_int(format, mode(r), &value))
        }
        (FpToUnsigned(width), [r, a]) => Value::BitVec(float(a).to_unsigned(mode(r), width)),
        (FpToSigned(width), [r, a]) => Value::BitVec(float(a).to_signed(mode(r), width)),
        _ => apply_bits(op, args)
            .or_else(|| apply_float(op, args))
            .unwrap_or_else(|| panic!("{op:?} is not an operation on {} values", args.len())),
    }
}

/// Operations on bit-vectors only.
fn apply_bits(op: Op, args: &[Value]) -> Option<Value> {
    use Op::*;
    Some(match (op, args) {
        (BvAdd, [first, rest @ ..]) => {
            Value::BitVec(rest.iter().fold(bits(first).clone(), |sum, a| sum.add(bits(a))))
        }
        (BvNot, [a]) => Value::BitVec(bits(a).not()),
        (BvNeg, [a]) => Value::BitVec(bits(a).neg()),
        (BvAnd, [a, b]) => Value::BitVec(bits(a).and(bits(b))),
        (BvOr, [a, b]) => Value::BitVec(bits(a).or(bits(b))),
        (BvXor, [a, b]) => Value::BitVec(bits(a).xor(bits(b))),
        (BvMul, [a, b]) => Value::BitVec(bits(a).mul(bits(b))),
        (BvUdiv, [a, b]) => Value::BitVec(bits(a).udiv(bits(b))),
        (BvUrem, [a, b]) => Value::BitVec(bits(a).urem(bits(b))),
        (BvSdiv, [a, b]) => Value::BitVec(bits(a).sdiv(bits(b))),
        (BvSrem, [a, b]) => Value::BitVec(bits(a).srem(bits(b))),
        (BvSmod, [a, b]) => Value::BitVec(bits(a).smod(bits(b))),
        (BvShl, [a, b]) => Value::BitVec(bits(a).shl(bits(b))),
        (BvLshr, [a, b]) => Value::BitVec(bits(a).lshr(bits(b))),
        (BvAshr, [a, b]) => Value::BitVec(bits(a).ashr(bits(b))),
        (Concat, [a, b]) => Value::BitVec(bits(a).concat(bits(b))),
        (Extract { hi, lo }, [a]) => Value::BitVec(bits(a).extract(hi, lo)),
        (ZeroExtend(n), [a]) => Value::BitVec(bits(a).zero_extend(n)),
        (SignExtend(n), [a]) => Value::BitVec(bits(a).sign_extend(n)),
        (BvUlt, [a, b]) => Value::Bool(bits(a).ult(bits(b))),
        (BvUle, [a, b]) => Value::Bool(bits(a).ule(bits(b))),
        (BvSlt, [a, b]) => Value::Bool(bits(a).slt(bits(b))),
        (BvSle, [a, b]) => Value::Bool(bits(a).sle(bits(b))),
        (BvUmulOverflow, [a, b]) => Value::Bool(bits(a).umul_overflow(bits(b))),
        (BvSmulOverflow, [a, b]) => Value::Bool(bits(a).smul_overflow(bits(b))),
        _ => return None,
    })
}

/// Operations on floats only, with a rounding mode or without.
fn apply_float(op: Op, args: &[Value]) -> Option<Value> {
    use Op::*;
    Some(match (op, args) {
        (FpAbs, [a]) => Value::Float(float(a).abs()),
        (FpNeg, [a]) => Value::Float(float(a).negate()),
        (FpAdd, [r, a, b]) => Value::Float(float(a).add(mode(r), float(b))),
        (FpSub, [r, a, b]) => Value::Float(float(a).sub(mode(r), float(b))),
        (FpMul, [r, a, b]) => Value::Float(float(a).mul(mode(r), float(b))),
        (FpDiv, [r, a, b]) => Value::Float(float(a).div(mode(r), float(b))),
        (FpFma, [r, a, b, c]) => Value::Float(float(a).fma(mode(r), float(b), float(c))),
        (FpSqrt, [r, a]) => Value::Float(float(a).sqrt(mode(r))),
        (FpRem, [a, b]) => Value::Float(float(a).remainder(float(b))),
        (FpRoundToIntegral, [r, a]) => Value::Float(float(a).round_to_integral(mode(r))),
        (FpToFp(format), [r, a]) => Value::Float(float(a).convert(mode(r), format)),
        (FpMin, [a, b]) => Value::Float(float(a).min(float(b))),
        (FpMax, [a, b]) => Value::Float(float(a).max(float(b))),
        (FpLe, [a, b]) => Value::Bool(float(a).compare(float(b)).is_some_and(|o| o.is_le())),
        (FpLt, [a, b]) => Value::Bool(float(a).compare(float(b)).is_some_and(|o| o.is_lt())),
        (FpEq, [a, b]) => Value::Bool(float(a).compare(float(b)).is_some_and(|o| o.is_eq())),
        (FpIsNormal, [a]) => Value::Bool(float(a).is_normal()),
        (FpIsSubnormal, [a]) => Value::Bool(float(a).is_subnormal()),
        (FpIsZero, [a]) => Value::Bool(float(a).is_zero()),
        (FpIsInfinite, [a]) => Value::Bool(float(a).is_infinite()),
        (FpIsNan, [a]) => Value::Bool(float(a).is_nan()),
        (FpIsNegative, [a]) => Value::Bool(float(a).is_negative()),
        (FpIsPositive, [a]) => Value::Bool(float(a).is_positive()),
        _ => return None,
    })
}
