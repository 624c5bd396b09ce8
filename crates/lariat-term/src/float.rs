//! Floating-point values of every [`FloatFormat`], under every rounding mode.
//!
//! Sums, products, quotients and fused multiply-add come from `rustc_apfloat`. What it lacks or bounds to 128 bits (square
//! root, remainder, conversions from and to integers of any width, conversions between formats) is computed exactly on
//! integers and rounded once by [`round_pack`].
//!
//! A value is kept as its register bits in canonical form: one NaN per format, and for x87 no encoding the processor would
//! not produce itself. So equality of values is equality of bits.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rustc_apfloat::{Float as _, Round, ieee};

use crate::bitvec::BitVec;
use crate::op::RoundingMode;
use crate::sort::{FloatFormat, Sort};
use crate::store::{TermId, TermStore};

/// A floating-point value. Equality is SMT-LIB's `=`: NaN equals NaN, +0 differs from -0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Float {
    format: FloatFormat,
    bits: u128,
}

/// A value taken apart; a finite one is ±significand·2^exponent.
enum Parts {
    Nan,
    Infinite { negative: bool },
    Finite { negative: bool, significand: u128, exponent: i64 },
}

impl FloatFormat {
    /// Every format.
    pub const ALL: [FloatFormat; 6] = [
        FloatFormat::Half,
        FloatFormat::BFloat,
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::Quad,
        FloatFormat::X87,
    ];

    fn bias(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The exponent of the last place of subnormal numbers.
    fn least_exponent(self) -> i64 {
        1 - self.bias() - (i64::from(self.significand_bits()) - 1)
    }

    /// Number of significand bits stored in a register.
    fn stored_bits(self) -> u32 {
        match self {
            FloatFormat::X87 => 64,
            _ => self.significand_bits() - 1,
        }
    }

    fn exponent_mask(self) -> u128 {
        (1 << self.exponent_bits()) - 1
    }

    /// The stored bits of an infinity's significand: x87 stores the integer bit.
    fn infinity_significand(self) -> u128 {
        match self {
            FloatFormat::X87 => 1 << 63,
            _ => 0,
        }
    }
}

impl RoundingMode {
    /// Every rounding mode.
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];

    fn to_apfloat(self) -> Round {
        match self {
            RoundingMode::NearestEven => Round::NearestTiesToEven,
            RoundingMode::NearestAway => Round::NearestTiesToAway,
            RoundingMode::TowardPositive => Round::TowardPositive,
            RoundingMode::TowardNegative => Round::TowardNegative,
            RoundingMode::TowardZero => Round::TowardZero,
        }
    }

    /// Whether the magnitude goes up, given the bit below the last place, whether anything is below that bit, and
    /// whether the last place is odd.
    fn rounds_up(self, negative: bool, half: bool, rest: bool, odd: bool) -> bool {
        match self {
            RoundingMode::NearestEven => half && (rest || odd),
            RoundingMode::NearestAway => half,
            RoundingMode::TowardPositive => !negative && (half || rest),
            RoundingMode::TowardNegative => negative && (half || rest),
            RoundingMode::TowardZero => false,
        }
    }
}

/// `significand / 2^shift`, rounded to an integer.
fn round_shift(significand: &BigUint, shift: u64, negative: bool, mode: RoundingMode) -> BigUint {
    let quotient = significand >> shift;
    if shift == 0 {
        return quotient;
    }
    let half = significand.bit(shift - 1);
    let rest = significand.trailing_zeros().is_some_and(|zeros| zeros < shift - 1);
    let up = mode.rounds_up(negative, half, rest, quotient.bit(0));
    if up { quotient + 1u32 } else { quotient }
}

/// The float nearest to ±significand·2^exponent in the sense of the rounding mode. `sticky` says that the true value is a
/// little larger in magnitude, by less than one unit of the significand; the significand must then have at least two bits
/// more than the format.
fn round_pack(
    format: FloatFormat,
    negative: bool,
    significand: &BigUint,
    exponent: i64,
    sticky: bool,
    mode: RoundingMode,
) -> Float {
    if sticky {
        let longer = (significand << 1u32) | BigUint::one();
        return round_pack(format, negative, &longer, exponent - 1, false, mode);
    }
    if significand.is_zero() {
        return Float::zero(format, negative);
    }
    let precision = i64::from(format.significand_bits());
    let top = exponent + significand.bits() as i64 - 1;
    let mut last = (top - (precision - 1)).max(format.least_exponent());
    let shift = last - exponent;
    let mut rounded = if shift > 0 {
        round_shift(significand, shift as u64, negative, mode)
    } else {
        significand << (-shift) as u64
    };
    if rounded.bits() as i64 > precision {
        rounded >>= 1u32;
        last += 1;
    }
    if last + precision - 1 > format.bias() {
        let to_infinity = mode.rounds_up(negative, true, true, true);
        return if to_infinity {
            Float::infinity(format, negative)
        } else {
            Float::largest(format, negative)
        };
    }
    let rounded = rounded.to_u128().expect("a significand of at most 113 bits");
    let normal = rounded >> (precision - 1) == 1;
    let field = if normal { last + precision - 1 + format.bias() } else { 0 };
    Float::pack(format, negative, field as u128, rounded)
}

/// Runs an operation of `rustc_apfloat` in the format at hand.
macro_rules! in_format {
    ($format:expr, $F:ident => $body:expr) => {
        match $format {
            FloatFormat::Half => {
                type $F = ieee::Half;
                $body
            }
            FloatFormat::BFloat => {
                type $F = ieee::BFloat;
                $body
            }
            FloatFormat::Single => {
                type $F = ieee::Single;
                $body
            }
            FloatFormat::Double => {
                type $F = ieee::Double;
                $body
            }
            FloatFormat::Quad => {
                type $F = ieee::Quad;
                $body
            }
            FloatFormat::X87 => {
                type $F = ieee::X87DoubleExtended;
                $body
            }
        }
    };
}

macro_rules! arithmetic {
    ($($(#[$doc:meta])* $name:ident = $method:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name(self, mode: RoundingMode, other: Float) -> Float {
            let (a, b, round) = (self.bits, self.operand(other), mode.to_apfloat());
            let bits = in_format!(self.format, F => {
                F::from_bits(a).$method(F::from_bits(b), round).value.to_bits()
            });
            Float::from_bits(self.format, bits)
        }
    )+};
}

impl Float {
    /// Reads register bits; see [`Op::FpFromBits`](crate::Op::FpFromBits) for the odd encodings of x87. Bits above the
    /// format's are ignored.
    pub fn from_bits(format: FloatFormat, bits: u128) -> Float {
        let stored = format.stored_bits();
        let negative = (bits >> (format.bits() - 1)) & 1 == 1;
        let field = (bits >> stored) & format.exponent_mask();
        let significand = bits & ((1 << stored) - 1);
        if field == format.exponent_mask() {
            return if significand == format.infinity_significand() {
                Float::infinity(format, negative)
            } else {
                Float::nan(format)
            };
        }
        if format == FloatFormat::X87 {
            let integer_bit = significand >> 63 == 1;
            return match (field, integer_bit) {
                // A pseudo-denormal is the smallest normal exponent's number.
                (0, true) => Float::pack(format, negative, 1, significand),
                (0, false) | (_, true) => Float::pack(format, negative, field, significand),
                (_, false) => Float::nan(format),
            };
        }
        Float::pack(format, negative, field, significand)
    }

    /// Reads register bits from a bit-vector of the format's width.
    pub fn from_bitvec(format: FloatFormat, bits: &BitVec) -> Float {
        assert_eq!(bits.width(), format.bits(), "a register of the format");
        Float::from_bits(format, bits.to_u128().expect("no format has more than 128 bits"))
    }

    fn pack(format: FloatFormat, negative: bool, field: u128, significand: u128) -> Float {
        let stored = format.stored_bits();
        let significand = significand & ((1 << stored) - 1);
        let sign = u128::from(negative) << (format.bits() - 1);
        Float { format, bits: sign | (field << stored) | significand }
    }

    /// A zero.
    pub fn zero(format: FloatFormat, negative: bool) -> Float {
        Float::pack(format, negative, 0, 0)
    }

    /// An infinity.
    pub fn infinity(format: FloatFormat, negative: bool) -> Float {
        Float::pack(format, negative, format.exponent_mask(), format.infinity_significand())
    }

    /// The format's NaN: positive, quiet, no other payload.
    pub fn nan(format: FloatFormat) -> Float {
        let quiet = match format {
            FloatFormat::X87 => 0b11 << 62,
            _ => 1 << (format.stored_bits() - 1),
        };
        Float::pack(format, false, format.exponent_mask(), quiet)
    }

    /// The finite value of largest magnitude.
    pub fn largest(format: FloatFormat, negative: bool) -> Float {
        Float::pack(format, negative, format.exponent_mask() - 1, u128::MAX)
    }

    /// A `double`.
    pub fn from_f64(value: f64) -> Float {
        Float::from_bits(FloatFormat::Double, u128::from(value.to_bits()))
    }

    /// A `float`.
    pub fn from_f32(value: f32) -> Float {
        Float::from_bits(FloatFormat::Single, u128::from(value.to_bits()))
    }

    /// The nearest `double`.
    pub fn to_f64(self) -> f64 {
        let double = self.convert(RoundingMode::NearestEven, FloatFormat::Double);
        f64::from_bits(double.bits as u64)
    }

    /// The format.
    pub fn format(self) -> FloatFormat {
        self.format
    }

    /// The register bits.
    pub fn bits(self) -> u128 {
        self.bits
    }

    /// The register bits as a bit-vector.
    pub fn to_bitvec(self) -> BitVec {
        BitVec::from_u128(self.format.bits(), self.bits)
    }

    /// Sign, biased exponent and significand without integer bit, the three parts of SMT-LIB's `fp` literal.
    pub fn fields(self) -> (bool, BitVec, BitVec) {
        let format = self.format;
        let fraction = format.significand_bits() - 1;
        (
            self.sign_bit(),
            BitVec::from_u128(
                format.exponent_bits(),
                (self.bits >> format.stored_bits()) & format.exponent_mask(),
            ),
            BitVec::from_u128(fraction, self.bits & ((1 << fraction) - 1)),
        )
    }

    /// The value of an SMT-LIB literal `(fp sign exponent significand)`.
    pub fn from_fields(
        format: FloatFormat,
        negative: bool,
        exponent: u128,
        fraction: u128,
    ) -> Float {
        if exponent == format.exponent_mask() {
            return if fraction == 0 {
                Float::infinity(format, negative)
            } else {
                Float::nan(format)
            };
        }
        let integer_bit = u128::from(exponent != 0) << (format.significand_bits() - 1);
        Float::pack(format, negative, exponent, integer_bit | fraction)
    }

    fn operand(self, other: Float) -> u128 {
        assert_eq!(self.format, other.format, "floats of one format");
        other.bits
    }

    fn sign_bit(self) -> bool {
        (self.bits >> (self.format.bits() - 1)) & 1 == 1
    }

    fn magnitude(self) -> u128 {
        self.bits & ((1 << (self.format.bits() - 1)) - 1)
    }

    fn parts(self) -> Parts {
        let format = self.format;
        let negative = self.sign_bit();
        if self.is_nan() {
            return Parts::Nan;
        }
        if self.is_infinite() {
            return Parts::Infinite { negative };
        }
        let field = (self.bits >> format.stored_bits()) & format.exponent_mask();
        let fraction = self.bits & ((1 << (format.significand_bits() - 1)) - 1);
        let integer_bit = u128::from(field != 0) << (format.significand_bits() - 1);
        let exponent = format.least_exponent() + (field as i64 - 1).max(0);
        Parts::Finite { negative, significand: integer_bit | fraction, exponent }
    }

    /// Is NaN.
    pub fn is_nan(self) -> bool {
        self.bits == Float::nan(self.format).bits
    }

    /// Is an infinity.
    pub fn is_infinite(self) -> bool {
        self.magnitude() == Float::infinity(self.format, false).bits
    }

    /// Is a zero.
    pub fn is_zero(self) -> bool {
        self.magnitude() == 0
    }

    /// Is subnormal.
    pub fn is_subnormal(self) -> bool {
        !self.is_zero() && self.magnitude() >> self.format.stored_bits() == 0
    }

    /// Is normal.
    pub fn is_normal(self) -> bool {
        let field = self.magnitude() >> self.format.stored_bits();
        field != 0 && field != self.format.exponent_mask()
    }

    /// Is negative, and not NaN.
    pub fn is_negative(self) -> bool {
        self.sign_bit() && !self.is_nan()
    }

    /// Is positive, and not NaN.
    pub fn is_positive(self) -> bool {
        !self.sign_bit() && !self.is_nan()
    }

    /// Negation; NaN stays NaN.
    pub fn negate(self) -> Float {
        if self.is_nan() {
            return self;
        }
        Float { bits: self.bits ^ (1 << (self.format.bits() - 1)), ..self }
    }

    /// Absolute value.
    pub fn abs(self) -> Float {
        Float { bits: self.magnitude(), ..self }
    }

    arithmetic! {
        /// Sum.
        add = add_r;
        /// Difference.
        sub = sub_r;
        /// Product.
        mul = mul_r;
        /// Quotient.
        div = div_r;
    }

    /// `self · factor + addend`, rounded once.
    pub fn fma(self, mode: RoundingMode, factor: Float, addend: Float) -> Float {
        let (a, b, c) = (self.bits, self.operand(factor), self.operand(addend));
        let round = mode.to_apfloat();
        let bits = in_format!(self.format, F => {
            F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), round).value.to_bits()
        });
        Float::from_bits(self.format, bits)
    }

    /// Square root: the integer square root of the significand, scaled so that it has two bits more than needed, decides
    /// every rounding.
    pub fn sqrt(self, mode: RoundingMode) -> Float {
        let (significand, exponent) = match self.parts() {
            Parts::Nan | Parts::Infinite { negative: true } => return Float::nan(self.format),
            Parts::Infinite { negative: false } => return self,
            Parts::Finite { significand: 0, .. } => return self,
            Parts::Finite { negative: true, .. } => return Float::nan(self.format),
            Parts::Finite { significand, exponent, .. } => (significand, exponent),
        };
        let mut shift = 2 * (i64::from(self.format.significand_bits()) + 2);
        if (exponent - shift) % 2 != 0 {
            shift += 1;
        }
        let square = BigUint::from(significand) << shift as u64;
        let root = square.sqrt();
        let sticky = &root * &root != square;
        round_pack(self.format, false, &root, (exponent - shift) / 2, sticky, mode)
    }

    /// IEEE remainder: `self - other·n` with n the integer nearest to `self/other`, even on ties. It is always exact.
    pub fn remainder(self, other: Float) -> Float {
        self.operand(other);
        let (negative, x, x_exponent, y, y_exponent) = match (self.parts(), other.parts()) {
            (Parts::Nan | Parts::Infinite { .. }, _) | (_, Parts::Nan) => {
                return Float::nan(self.format);
            }
            (_, Parts::Finite { significand: 0, .. }) => return Float::nan(self.format),
            (Parts::Finite { significand: 0, .. }, _) | (_, Parts::Infinite { .. }) => return self,
            (
                Parts::Finite { negative, significand: x, exponent: x_exponent },
                Parts::Finite { significand: y, exponent: y_exponent, .. },
            ) => (negative, BigUint::from(x), x_exponent, BigUint::from(y), y_exponent),
        };
        // With y at least four times x the nearest integer is 0; this also keeps the shift below small.
        let x_top = x_exponent + x.bits() as i64;
        let y_top = y_exponent + y.bits() as i64;
        if y_top > x_top + 2 {
            return self;
        }
        // The quotient's parity decides ties, so x is first reduced modulo 2y.
        let (exponent, y, reduced) = if x_exponent >= y_exponent {
            let twice = &y << 1u32;
            let power = BigUint::from(2u32)
                .modpow(&BigUint::from((x_exponent - y_exponent) as u64), &twice);
            (y_exponent, y, (x * power) % twice)
        } else {
            let y = y << (y_exponent - x_exponent) as u64;
            let twice = &y << 1u32;
            (x_exponent, y, x % twice)
        };
        let twice_reduced = &reduced << 1u32;
        let (flip, result) = if twice_reduced <= y {
            (false, reduced)
        } else if reduced <= y {
            (true, &y - &reduced)
        } else if twice_reduced < &y * 3u32 {
            (false, &reduced - &y)
        } else {
            (true, (&y << 1u32) - &reduced)
        };
        if result.is_zero() {
            return Float::zero(self.format, negative);
        }
        round_pack(
            self.format,
            negative != flip,
            &result,
            exponent,
            false,
            RoundingMode::TowardZero,
        )
    }

    /// Rounding to an integral value; the sign stays even if the result is zero.
    pub fn round_to_integral(self, mode: RoundingMode) -> Float {
        match self.parts() {
            Parts::Finite { negative, significand, exponent } if exponent < 0 => {
                let whole = round_shift(
                    &BigUint::from(significand),
                    exponent.unsigned_abs(),
                    negative,
                    mode,
                );
                round_pack(self.format, negative, &whole, 0, false, mode)
            }
            _ => self,
        }
    }

    /// IEEE order; `None` if one is NaN. Zeros are equal.
    pub fn compare(self, other: Float) -> Option<Ordering> {
        self.operand(other);
        if self.is_nan() || other.is_nan() {
            return None;
        }
        // Magnitudes order like their bits, in the canonical x87 encodings too.
        let key = |value: Float| {
            let magnitude = value.magnitude() as i128;
            if value.sign_bit() { -magnitude } else { magnitude }
        };
        Some(key(self).cmp(&key(other)))
    }

    /// Smaller one; a NaN argument gives the other; of zeros of different sign the second.
    pub fn min(self, other: Float) -> Float {
        match self.compare(other) {
            Some(Ordering::Less) => self,
            Some(_) => other,
            None if self.is_nan() => other,
            None => self,
        }
    }

    /// Larger one; a NaN argument gives the other; of zeros of different sign the second.
    pub fn max(self, other: Float) -> Float {
        match self.compare(other) {
            Some(Ordering::Greater) => self,
            Some(_) => other,
            None if self.is_nan() => other,
            None => self,
        }
    }

    /// Conversion to another format.
    pub fn convert(self, mode: RoundingMode, format: FloatFormat) -> Float {
        match self.parts() {
            Parts::Nan => Float::nan(format),
            Parts::Infinite { negative } => Float::infinity(format, negative),
            Parts::Finite { negative, significand, exponent } => {
                round_pack(format, negative, &BigUint::from(significand), exponent, false, mode)
            }
        }
    }

    /// The float of an integer.
    pub fn from_int(format: FloatFormat, mode: RoundingMode, value: &BigInt) -> Float {
        let negative = value.sign() == Sign::Minus;
        round_pack(format, negative, value.magnitude(), 0, false, mode)
    }

    /// The float nearest to a fraction in the sense of the rounding mode; the denominator must not be zero.
    pub fn from_ratio(
        format: FloatFormat,
        mode: RoundingMode,
        numerator: &BigInt,
        denominator: &BigInt,
    ) -> Float {
        assert!(!denominator.is_zero(), "a fraction's denominator is not zero");
        let negative = !numerator.is_zero() && (numerator.sign() != denominator.sign());
        let (numerator, denominator) = (numerator.magnitude(), denominator.magnitude());
        // Enough bits that the quotient has two more than the format, whatever the sizes of both.
        let shift = denominator.bits() + u64::from(format.significand_bits()) + 3;
        let (quotient, rest) = (numerator << shift).div_rem(denominator);
        round_pack(format, negative, &quotient, -(shift as i64), !rest.is_zero(), mode)
    }

    /// The integer it rounds to; `None` for NaN and infinities.
    pub fn to_int(self, mode: RoundingMode) -> Option<BigInt> {
        let Parts::Finite { negative, significand, exponent } = self.parts() else { return None };
        let significand = BigUint::from(significand);
        let magnitude = if exponent >= 0 {
            significand << exponent as u64
        } else {
            round_shift(&significand, exponent.unsigned_abs(), negative, mode)
        };
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        Some(BigInt::from_biguint(sign, magnitude))
    }

    /// Conversion to an unsigned bit-vector; NaN and values out of range give 0.
    pub fn to_unsigned(self, mode: RoundingMode, width: u32) -> BitVec {
        match self.to_int(mode) {
            Some(value) if value.sign() != Sign::Minus && value.bits() <= u64::from(width) => {
                BitVec::from_bigint(width, &value)
            }
            _ => BitVec::zero(width),
        }
    }

    /// Conversion to a signed bit-vector; NaN and values out of range give 0.
    pub fn to_signed(self, mode: RoundingMode, width: u32) -> BitVec {
        let Some(value) = self.to_int(mode) else { return BitVec::zero(width) };
        let limit = BigInt::one() << (width - 1);
        if value >= -&limit && value < limit {
            BitVec::from_bigint(width, &value)
        } else {
            BitVec::zero(width)
        }
    }
}

/// SMT-LIB's literal.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (e, s) = (self.format.exponent_bits(), self.format.significand_bits());
        let sign = if self.sign_bit() { '-' } else { '+' };
        if self.is_nan() {
            write!(f, "(_ NaN {e} {s})")
        } else if self.is_infinite() {
            write!(f, "(_ {sign}oo {e} {s})")
        } else if self.is_zero() {
            write!(f, "(_ {sign}zero {e} {s})")
        } else {
            let (negative, exponent, fraction) = self.fields();
            write!(f, "(fp #b{} {exponent} {fraction})", u8::from(negative))
        }
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{:?}", self.format)
    }
}

impl TermStore {
    /// A floating-point constant from register bits, which are made canonical.
    pub fn float_const(&self, format: FloatFormat, bits: u128) -> TermId {
        self.float_value(Float::from_bits(format, bits))
    }

    /// A floating-point constant.
    pub fn float_value(&self, value: Float) -> TermId {
        self.float_canonical(value.format, &value.to_bitvec())
    }

    /// A `double` constant.
    pub fn float_from_f64(&self, value: f64) -> TermId {
        self.float_value(Float::from_f64(value))
    }

    /// A `float` constant.
    pub fn float_from_f32(&self, value: f32) -> TermId {
        self.float_value(Float::from_f32(value))
    }

    /// The value of a floating-point constant.
    pub fn as_float_value(&self, term: TermId) -> Option<Float> {
        let (format, bits) = self.as_float(term)?;
        Some(Float::from_bitvec(format, &bits))
    }

    /// The value of a rounding mode constant.
    pub fn as_rounding(&self, term: TermId) -> Option<RoundingMode> {
        match (self.op(term), self.sort(term)) {
            (crate::op::Op::RoundingConst(mode), Sort::RoundingMode) => Some(mode),
            _ => None,
        }
    }
}
