//! Floating point: where Z3 (as SMT-LIB) leaves a value open or has no such format, the choice is written out.
//!
//! The x87 format is Z3's `(_ FloatingPoint 15 64)`; only the register encoding differs, by the stored integer bit.

use lariat_term::{BitVec, FloatFormat, Op, RoundingMode, Sort};
use num_bigint::BigUint;
use num_traits::One;
use z3_sys::*;

use super::context::{Ast, Z3Error};
use super::translate::{Translator, z3_call};

impl Translator {
    pub(super) fn rounding(&mut self, mode: RoundingMode) -> Result<Ast, Z3Error> {
        match mode {
            RoundingMode::NearestEven => z3_call!(self, Z3_mk_fpa_rne),
            RoundingMode::NearestAway => z3_call!(self, Z3_mk_fpa_rna),
            RoundingMode::TowardPositive => z3_call!(self, Z3_mk_fpa_rtp),
            RoundingMode::TowardNegative => z3_call!(self, Z3_mk_fpa_rtn),
            RoundingMode::TowardZero => z3_call!(self, Z3_mk_fpa_rtz),
        }
    }

    /// A constant from its register bits.
    pub(super) fn float_constant(
        &mut self,
        format: FloatFormat,
        bits: &BitVec,
    ) -> Result<Ast, Z3Error> {
        let sort = Sort::BitVec(format.bits());
        let bits = self.numeral(sort, &bits.to_biguint().to_string())?;
        self.float_from_bits(format, &bits)
    }

    fn bits_of(&mut self, ast: &Ast, hi: u32, lo: u32) -> Result<Ast, Z3Error> {
        z3_call!(self, Z3_mk_extract, hi, lo, ast.raw)
    }

    fn bv(&mut self, width: u32, value: &BigUint) -> Result<Ast, Z3Error> {
        self.numeral(Sort::BitVec(width), &value.to_string())
    }

    fn float_from_bits(&mut self, format: FloatFormat, bits: &Ast) -> Result<Ast, Z3Error> {
        let sort = self.sort(Sort::Float(format))?;
        if format != FloatFormat::X87 {
            return z3_call!(self, Z3_mk_fpa_to_fp_bv, bits.raw, sort);
        }
        let sign = self.bits_of(bits, 79, 79)?;
        let exponent = self.bits_of(bits, 78, 64)?;
        let integer = self.bits_of(bits, 63, 63)?;
        let fraction = self.bits_of(bits, 62, 0)?;
        let one_bit = self.bv(1, &BigUint::one())?;
        let zero_exponent = self.bv(15, &BigUint::ZERO)?;
        let one_exponent = self.bv(15, &BigUint::one())?;
        let has_integer = self.eq(&integer, &one_bit)?;
        let is_tiny = self.eq(&exponent, &zero_exponent)?;
        // A set integer bit at exponent zero counts as exponent one: the weights are the same.
        let pseudo_denormal = self.and(&[is_tiny.clone(), has_integer.clone()])?;
        let exponent = self.ite(&pseudo_denormal, &one_exponent, &exponent)?;
        let value = z3_call!(self, Z3_mk_fpa_fp, sign.raw, exponent.raw, fraction.raw)?;
        let valid = self.or(&[is_tiny, has_integer])?;
        let nan = z3_call!(self, Z3_mk_fpa_nan, sort)?;
        self.ite(&valid, &value, &nan)
    }

    /// The register bits of a float, NaN being the format's one quiet NaN.
    pub(super) fn float_to_bits(
        &mut self,
        format: FloatFormat,
        float: &Ast,
    ) -> Result<Ast, Z3Error> {
        let fraction_bits = format.significand_bits() - 1;
        let exponent_bits = format.exponent_bits();
        let ieee = z3_call!(self, Z3_mk_fpa_to_ieee_bv, float.raw)?;
        let exponent_ones = (BigUint::one() << exponent_bits) - BigUint::one();
        let quiet = BigUint::one() << (fraction_bits - 1);
        let (bits, nan) = if format == FloatFormat::X87 {
            let top = self.bits_of(&ieee, 78, 63)?;
            let exponent = self.bits_of(&ieee, 77, 63)?;
            let fraction = self.bits_of(&ieee, 62, 0)?;
            let zero_exponent = self.bv(15, &BigUint::ZERO)?;
            let (zero, one) = (self.bv(1, &BigUint::ZERO)?, self.bv(1, &BigUint::one())?);
            let is_tiny = self.eq(&exponent, &zero_exponent)?;
            let integer = self.ite(&is_tiny, &zero, &one)?;
            let significand = z3_call!(self, Z3_mk_concat, integer.raw, fraction.raw)?;
            let bits = z3_call!(self, Z3_mk_concat, top.raw, significand.raw)?;
            (bits, (exponent_ones << 64u32) + (BigUint::one() << 63u32) + quiet)
        } else {
            (ieee, (exponent_ones << fraction_bits) + quiet)
        };
        let nan = self.bv(format.bits(), &nan)?;
        let is_nan = z3_call!(self, Z3_mk_fpa_is_nan, float.raw)?;
        self.ite(&is_nan, &nan, &bits)
    }

    /// ±2^exponent, which the format must be able to hold as a normal number.
    fn power_of_two(
        &mut self,
        format: FloatFormat,
        negative: bool,
        exponent: u32,
    ) -> Result<Ast, Z3Error> {
        let bias = (1u64 << (format.exponent_bits() - 1)) - 1;
        let sign = self.bv(1, &BigUint::from(u8::from(negative)))?;
        let biased = self.bv(format.exponent_bits(), &BigUint::from(bias + u64::from(exponent)))?;
        let fraction = self.bv(format.significand_bits() - 1, &BigUint::ZERO)?;
        z3_call!(self, Z3_mk_fpa_fp, sign.raw, biased.raw, fraction.raw)
    }

    /// Conversion to an integer of some width: SMT-LIB leaves NaN, infinities and values out of range open, here they are 0.
    fn float_to_integer(
        &mut self,
        format: FloatFormat,
        width: u32,
        signed: bool,
        rounding: &Ast,
        float: &Ast,
    ) -> Result<Ast, Z3Error> {
        let integral = z3_call!(self, Z3_mk_fpa_round_to_integral, rounding.raw, float.raw)?;
        let is_nan = z3_call!(self, Z3_mk_fpa_is_nan, float.raw)?;
        let is_infinite = z3_call!(self, Z3_mk_fpa_is_infinite, float.raw)?;
        let mut in_range = vec![self.not(&is_nan)?, self.not(&is_infinite)?];
        let magnitude_bits = if signed { width - 1 } else { width };
        let largest_exponent = (1u32 << (format.exponent_bits() - 1)) - 1;
        // A bound the format cannot hold is larger than all its finite values.
        let bound_fits = magnitude_bits <= largest_exponent;
        if bound_fits {
            let above = self.power_of_two(format, false, magnitude_bits)?;
            in_range.push(z3_call!(self, Z3_mk_fpa_lt, integral.raw, above.raw)?);
        }
        if !signed {
            let sort = self.sort(Sort::Float(format))?;
            let zero = z3_call!(self, Z3_mk_fpa_zero, sort, false)?;
            in_range.push(z3_call!(self, Z3_mk_fpa_leq, zero.raw, integral.raw)?);
        } else if bound_fits {
            let least = self.power_of_two(format, true, magnitude_bits)?;
            in_range.push(z3_call!(self, Z3_mk_fpa_leq, least.raw, integral.raw)?);
        }
        let in_range = self.and(&in_range)?;
        let value = if signed {
            z3_call!(self, Z3_mk_fpa_to_sbv, rounding.raw, float.raw, width)?
        } else {
            z3_call!(self, Z3_mk_fpa_to_ubv, rounding.raw, float.raw, width)?
        };
        let zero = self.bv(width, &BigUint::ZERO)?;
        self.ite(&in_range, &value, &zero)
    }

    /// Minimum and maximum with the choice between zeros of different sign written out: the second.
    fn float_extremum(&mut self, op: Op, args: &[Ast]) -> Result<Ast, Z3Error> {
        let (a, b) = (args[0].raw, args[1].raw);
        let a_zero = z3_call!(self, Z3_mk_fpa_is_zero, a)?;
        let b_zero = z3_call!(self, Z3_mk_fpa_is_zero, b)?;
        let both = self.and(&[a_zero, b_zero])?;
        let value = if op == Op::FpMin {
            z3_call!(self, Z3_mk_fpa_min, a, b)?
        } else {
            z3_call!(self, Z3_mk_fpa_max, a, b)?
        };
        self.ite(&both, &args[1], &value)
    }

    /// A floating-point operation on (or, for conversions, into) a format.
    pub(super) fn float(
        &mut self,
        op: Op,
        format: FloatFormat,
        args: &[Ast],
    ) -> Result<Ast, Z3Error> {
        use Op::*;
        let a = args[0].raw;
        let b = args.get(1).map_or(a, |b| b.raw);
        let c = args.get(2).map_or(a, |c| c.raw);
        match op {
            FpAbs => z3_call!(self, Z3_mk_fpa_abs, a),
            FpNeg => z3_call!(self, Z3_mk_fpa_neg, a),
            FpAdd => z3_call!(self, Z3_mk_fpa_add, a, b, c),
            FpSub => z3_call!(self, Z3_mk_fpa_sub, a, b, c),
            FpMul => z3_call!(self, Z3_mk_fpa_mul, a, b, c),
            FpDiv => z3_call!(self, Z3_mk_fpa_div, a, b, c),
            FpFma => z3_call!(self, Z3_mk_fpa_fma, a, b, c, args[3].raw),
            FpSqrt => z3_call!(self, Z3_mk_fpa_sqrt, a, b),
            FpRem => z3_call!(self, Z3_mk_fpa_rem, a, b),
            FpRoundToIntegral => z3_call!(self, Z3_mk_fpa_round_to_integral, a, b),
            FpMin | FpMax => self.float_extremum(op, args),
            FpLe => z3_call!(self, Z3_mk_fpa_leq, a, b),
            FpLt => z3_call!(self, Z3_mk_fpa_lt, a, b),
            FpEq => z3_call!(self, Z3_mk_fpa_eq, a, b),
            FpIsNormal => z3_call!(self, Z3_mk_fpa_is_normal, a),
            FpIsSubnormal => z3_call!(self, Z3_mk_fpa_is_subnormal, a),
            FpIsZero => z3_call!(self, Z3_mk_fpa_is_zero, a),
            FpIsInfinite => z3_call!(self, Z3_mk_fpa_is_infinite, a),
            FpIsNan => z3_call!(self, Z3_mk_fpa_is_nan, a),
            FpIsNegative => z3_call!(self, Z3_mk_fpa_is_negative, a),
            FpIsPositive => z3_call!(self, Z3_mk_fpa_is_positive, a),
            FpFromBits(format) => self.float_from_bits(format, &args[0]),
            FpToBits => self.float_to_bits(format, &args[0]),
            FpToFp(target) => {
                let sort = self.sort(Sort::Float(target))?;
                z3_call!(self, Z3_mk_fpa_to_fp_float, a, b, sort)
            }
            FpFromSigned(target) => {
                let sort = self.sort(Sort::Float(target))?;
                z3_call!(self, Z3_mk_fpa_to_fp_signed, a, b, sort)
            }
            FpFromUnsigned(target) => {
                let sort = self.sort(Sort::Float(target))?;
                z3_call!(self, Z3_mk_fpa_to_fp_unsigned, a, b, sort)
            }
            FpToUnsigned(width) => self.float_to_integer(format, width, false, &args[0], &args[1]),
            FpToSigned(width) => self.float_to_integer(format, width, true, &args[0], &args[1]),
            other => Err(Z3Error(format!("{other:?} is no floating-point operation"))),
        }
    }
}
