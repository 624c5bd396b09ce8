//! Constructors: one method per operation, each simplifying as it builds.
//!
//! Every constructor goes through [`TermStore::mk`], which is where simplification happens;
//! [`TermStore::raw`] builds the same node untouched.

use crate::op::{Op, RoundingMode};
use crate::sort::{FloatFormat, Sort};
use crate::store::{TermId, TermStore};

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),+) = $op:expr;)+) => {
        impl TermStore {$(
            $(#[$doc])*
            pub fn $name(&self, $($arg: TermId),+) -> TermId {
                self.mk($op, &[$($arg),+])
            }
        )+}
    };
}

constructors! {
    /// Negation.
    not(a) = Op::Not;
    /// Exclusive or.
    xor(a, b) = Op::Xor;
    /// Implication.
    implies(a, b) = Op::Implies;
    /// Equality of two terms of one sort.
    eq(a, b) = Op::Eq;
    /// If-then-else of any sort.
    ite(condition, then, otherwise) = Op::Ite;
    /// Bitwise complement.
    bv_not(a) = Op::BvNot;
    /// Negation.
    bv_neg(a) = Op::BvNeg;
    /// Bitwise and.
    bv_and(a, b) = Op::BvAnd;
    /// Bitwise or.
    bv_or(a, b) = Op::BvOr;
    /// Bitwise exclusive or.
    bv_xor(a, b) = Op::BvXor;
    /// Wrapping sum.
    bv_add(a, b) = Op::BvAdd;
    /// Wrapping product.
    bv_mul(a, b) = Op::BvMul;
    /// Unsigned quotient.
    bv_udiv(a, b) = Op::BvUdiv;
    /// Unsigned remainder.
    bv_urem(a, b) = Op::BvUrem;
    /// Signed quotient.
    bv_sdiv(a, b) = Op::BvSdiv;
    /// Signed remainder, sign of the dividend.
    bv_srem(a, b) = Op::BvSrem;
    /// Signed remainder, sign of the divisor.
    bv_smod(a, b) = Op::BvSmod;
    /// Shift left.
    bv_shl(a, b) = Op::BvShl;
    /// Logical shift right.
    bv_lshr(a, b) = Op::BvLshr;
    /// Arithmetic shift right.
    bv_ashr(a, b) = Op::BvAshr;
    /// Concatenation, `a` the more significant.
    concat(a, b) = Op::Concat;
    /// Unsigned less-than.
    bv_ult(a, b) = Op::BvUlt;
    /// Unsigned less-or-equal.
    bv_ule(a, b) = Op::BvUle;
    /// Signed less-than.
    bv_slt(a, b) = Op::BvSlt;
    /// Signed less-or-equal.
    bv_sle(a, b) = Op::BvSle;
    /// Unsigned multiplication overflows.
    bv_umul_overflow(a, b) = Op::BvUmulOverflow;
    /// Signed multiplication overflows.
    bv_smul_overflow(a, b) = Op::BvSmulOverflow;
    /// Integer sum.
    int_add(a, b) = Op::IntAdd;
    /// Integer product.
    int_mul(a, b) = Op::IntMul;
    /// Integer quotient, remainder never negative.
    int_div(a, b) = Op::IntDiv;
    /// Integer remainder, never negative.
    int_mod(a, b) = Op::IntMod;
    /// Integer less-or-equal.
    int_le(a, b) = Op::IntLe;
    /// Integer less-than.
    int_lt(a, b) = Op::IntLt;
    /// Unsigned value as an integer.
    bv_to_nat(a) = Op::BvToNat;
    /// Signed value as an integer.
    bv_to_int(a) = Op::BvToInt;
    /// Element at an index.
    select(array, index) = Op::Select;
    /// Array with one element replaced.
    store(array, index, element) = Op::Store;
    /// Absolute value.
    fp_abs(a) = Op::FpAbs;
    /// Negation.
    fp_neg(a) = Op::FpNeg;
    /// Sum.
    fp_add(rounding, a, b) = Op::FpAdd;
    /// Difference.
    fp_sub(rounding, a, b) = Op::FpSub;
    /// Product.
    fp_mul(rounding, a, b) = Op::FpMul;
    /// Quotient.
    fp_div(rounding, a, b) = Op::FpDiv;
    /// Fused multiply and add.
    fp_fma(rounding, a, b, c) = Op::FpFma;
    /// Square root.
    fp_sqrt(rounding, a) = Op::FpSqrt;
    /// IEEE remainder.
    fp_rem(a, b) = Op::FpRem;
    /// Rounding to an integral value.
    fp_round_to_integral(rounding, a) = Op::FpRoundToIntegral;
    /// Smaller of two.
    fp_min(a, b) = Op::FpMin;
    /// Larger of two.
    fp_max(a, b) = Op::FpMax;
    /// Less-or-equal.
    fp_le(a, b) = Op::FpLe;
    /// Less-than.
    fp_lt(a, b) = Op::FpLt;
    /// IEEE equality.
    fp_eq(a, b) = Op::FpEq;
    /// Is normal.
    fp_is_normal(a) = Op::FpIsNormal;
    /// Is subnormal.
    fp_is_subnormal(a) = Op::FpIsSubnormal;
    /// Is a zero.
    fp_is_zero(a) = Op::FpIsZero;
    /// Is an infinity.
    fp_is_infinite(a) = Op::FpIsInfinite;
    /// Is NaN.
    fp_is_nan(a) = Op::FpIsNan;
    /// Is negative.
    fp_is_negative(a) = Op::FpIsNegative;
    /// Is positive.
    fp_is_positive(a) = Op::FpIsPositive;
    /// The register bits.
    fp_to_bits(a) = Op::FpToBits;
}

impl TermStore {
    /// True.
    pub fn tt(&self) -> TermId {
        self.bool_const(true)
    }

    /// False.
    pub fn ff(&self) -> TermId {
        self.bool_const(false)
    }

    /// Conjunction of any number of terms; true if there is none.
    pub fn and(&self, terms: &[TermId]) -> TermId {
        match terms {
            [] => self.tt(),
            [one] => *one,
            _ => self.mk(Op::And, terms),
        }
    }

    /// Disjunction of any number of terms; false if there is none.
    pub fn or(&self, terms: &[TermId]) -> TermId {
        match terms {
            [] => self.ff(),
            [one] => *one,
            _ => self.mk(Op::Or, terms),
        }
    }

    /// Disequality.
    pub fn ne(&self, a: TermId, b: TermId) -> TermId {
        self.not(self.eq(a, b))
    }

    /// Wrapping difference.
    pub fn bv_sub(&self, a: TermId, b: TermId) -> TermId {
        self.bv_add(a, self.bv_neg(b))
    }

    /// Unsigned greater-than.
    pub fn bv_ugt(&self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(b, a)
    }

    /// Unsigned greater-or-equal.
    pub fn bv_uge(&self, a: TermId, b: TermId) -> TermId {
        self.bv_ule(b, a)
    }

    /// Signed greater-than.
    pub fn bv_sgt(&self, a: TermId, b: TermId) -> TermId {
        self.bv_slt(b, a)
    }

    /// Signed greater-or-equal.
    pub fn bv_sge(&self, a: TermId, b: TermId) -> TermId {
        self.bv_sle(b, a)
    }

    /// Bits `hi` down to `lo`.
    pub fn extract(&self, hi: u32, lo: u32, a: TermId) -> TermId {
        self.mk(Op::Extract { hi, lo }, &[a])
    }

    /// Zero extension by `bits`.
    pub fn zero_extend(&self, bits: u32, a: TermId) -> TermId {
        if bits == 0 { a } else { self.mk(Op::ZeroExtend(bits), &[a]) }
    }

    /// Sign extension by `bits`.
    pub fn sign_extend(&self, bits: u32, a: TermId) -> TermId {
        if bits == 0 { a } else { self.mk(Op::SignExtend(bits), &[a]) }
    }

    /// Integer difference.
    pub fn int_sub(&self, a: TermId, b: TermId) -> TermId {
        self.int_add(a, self.int_neg(b))
    }

    /// Integer negation.
    pub fn int_neg(&self, a: TermId) -> TermId {
        self.int_mul(self.int_const(-1), a)
    }

    /// An integer modulo 2^width.
    pub fn int_to_bv(&self, width: u32, a: TermId) -> TermId {
        self.mk(Op::IntToBv(width), &[a])
    }

    /// A rounding mode.
    pub fn rounding(&self, mode: RoundingMode) -> TermId {
        self.intern(Op::RoundingConst(mode), Sort::RoundingMode, &[])
    }

    /// The array of sort `array` with `element` everywhere.
    pub fn const_array(&self, index: Sort, element: TermId) -> TermId {
        let sort = Sort::array(index, self.sort(element));
        self.mk_array(Op::ConstArray, sort, element)
    }

    /// The array `λ index. body(index)`.
    pub fn lambda(&self, index: Sort, body: impl FnOnce(TermId) -> TermId) -> TermId {
        let body = self.bind(index, body);
        self.mk_array(Op::Lambda, Sort::array(index, self.sort(body)), body)
    }

    /// `∀ i. lo ≤ i < hi → body(i)`.
    pub fn forall(&self, lo: TermId, hi: TermId, body: impl FnOnce(TermId) -> TermId) -> TermId {
        let body = self.bind(self.sort(lo), body);
        self.mk(Op::ForAll, &[lo, hi, body])
    }

    /// `∃ i. lo ≤ i < hi ∧ body(i)`.
    pub fn exists(&self, lo: TermId, hi: TermId, body: impl FnOnce(TermId) -> TermId) -> TermId {
        let body = self.bind(self.sort(lo), body);
        self.mk(Op::Exists, &[lo, hi, body])
    }

    /// Reads register bits as a float.
    pub fn fp_from_bits(&self, format: FloatFormat, bits: TermId) -> TermId {
        self.mk(Op::FpFromBits(format), &[bits])
    }

    /// Conversion between formats.
    pub fn fp_to_fp(&self, format: FloatFormat, rounding: TermId, a: TermId) -> TermId {
        self.mk(Op::FpToFp(format), &[rounding, a])
    }

    /// Conversion of a signed bit-vector.
    pub fn fp_from_signed(&self, format: FloatFormat, rounding: TermId, a: TermId) -> TermId {
        self.mk(Op::FpFromSigned(format), &[rounding, a])
    }

    /// Conversion of an unsigned bit-vector.
    pub fn fp_from_unsigned(&self, format: FloatFormat, rounding: TermId, a: TermId) -> TermId {
        self.mk(Op::FpFromUnsigned(format), &[rounding, a])
    }

    /// Conversion to an unsigned bit-vector.
    pub fn fp_to_unsigned(&self, width: u32, rounding: TermId, a: TermId) -> TermId {
        self.mk(Op::FpToUnsigned(width), &[rounding, a])
    }

    /// Conversion to a signed bit-vector.
    pub fn fp_to_signed(&self, width: u32, rounding: TermId, a: TermId) -> TermId {
        self.mk(Op::FpToSigned(width), &[rounding, a])
    }
}
