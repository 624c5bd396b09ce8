//! Names of operations.

use crate::op::Op;

impl Op {
    /// The operation's name: SMT-LIB's where SMT-LIB has one, without the numbers in its brackets.
    pub fn name(self) -> &'static str {
        use Op::*;
        match self {
            Var(_) => "variable",
            Bound(_) => "bound",
            BoolConst(_) | BvConst(_) | WideBvConst(_) | IntConst(_) | BigIntConst(_)
            | FloatConst(_) | RoundingConst(_) => "constant",
            Not => "not",
            And => "and",
            Or => "or",
            Xor => "xor",
            Implies => "=>",
            Eq => "=",
            Ite => "ite",
            BvNot => "bvnot",
            BvNeg => "bvneg",
            BvAnd => "bvand",
            BvOr => "bvor",
            BvXor => "bvxor",
            BvAdd => "bvadd",
            BvMul => "bvmul",
            BvUdiv => "bvudiv",
            BvUrem => "bvurem",
            BvSdiv => "bvsdiv",
            BvSrem => "bvsrem",
            BvSmod => "bvsmod",
            BvShl => "bvshl",
            BvLshr => "bvlshr",
            BvAshr => "bvashr",
            Concat => "concat",
            Extract { .. } => "extract",
            ZeroExtend(_) => "zero_extend",
            SignExtend(_) => "sign_extend",
            BvUlt => "bvult",
            BvUle => "bvule",
            BvSlt => "bvslt",
            BvSle => "bvsle",
            BvUmulOverflow => "bvumulo",
            BvSmulOverflow => "bvsmulo",
            IntAdd => "+",
            IntMul => "*",
            IntDiv => "div",
            IntMod => "mod",
            IntLe => "<=",
            IntLt => "<",
            BvToNat => "ubv_to_int",
            BvToInt => "sbv_to_int",
            IntToBv(_) => "int_to_bv",
            Select => "select",
            Store => "store",
            ConstArray => "const",
            Lambda => "lambda",
            ForAll => "forall",
            Exists => "exists",
            FpAbs => "fp.abs",
            FpNeg => "fp.neg",
            FpAdd => "fp.add",
            FpSub => "fp.sub",
            FpMul => "fp.mul",
            FpDiv => "fp.div",
            FpFma => "fp.fma",
            FpSqrt => "fp.sqrt",
            FpRem => "fp.rem",
            FpRoundToIntegral => "fp.roundToIntegral",
            FpMin => "fp.min",
            FpMax => "fp.max",
            FpLe => "fp.leq",
            FpLt => "fp.lt",
            FpEq => "fp.eq",
            FpIsNormal => "fp.isNormal",
            FpIsSubnormal => "fp.isSubnormal",
            FpIsZero => "fp.isZero",
            FpIsInfinite => "fp.isInfinite",
            FpIsNan => "fp.isNaN",
            FpIsNegative => "fp.isNegative",
            FpIsPositive => "fp.isPositive",
            FpFromBits(_) => "fp.from_bits",
            FpToBits => "fp.to_bits",
            FpToFp(_) => "to_fp",
            FpFromSigned(_) => "to_fp_signed",
            FpFromUnsigned(_) => "to_fp_unsigned",
            FpToUnsigned(_) => "fp.to_ubv",
            FpToSigned(_) => "fp.to_sbv",
        }
    }

    /// The numbers that belong to the operation: widths and positions of bits.
    pub(crate) fn parameters(self) -> [u32; 2] {
        match self {
            Op::Bound(index) => [index, 0],
            Op::Extract { hi, lo } => [hi, lo],
            Op::ZeroExtend(n)
            | Op::SignExtend(n)
            | Op::IntToBv(n)
            | Op::FpToUnsigned(n)
            | Op::FpToSigned(n) => [n, 0],
            Op::FpFromBits(format)
            | Op::FpToFp(format)
            | Op::FpFromSigned(format)
            | Op::FpFromUnsigned(format) => [format.exponent_bits(), format.significand_bits()],
            _ => [0, 0],
        }
    }
}
