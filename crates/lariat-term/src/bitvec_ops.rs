//! SMT-LIB's bit-vector operations on values.
//!
//! Every operation first tries machine words, which need no allocation, and falls back to big integers. Both ways must
//! agree; the property tests run them against each other.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::bitvec::{BitVec, word_mask};

/// The word's lowest `width` bits read as a signed number.
fn signed_word(width: u32, word: u64) -> i64 {
    ((word << (64 - width)) as i64) >> (64 - width)
}

impl BitVec {
    /// The words of two values of at most 64 bits. The widths must be the same.
    fn words(&self, other: &BitVec) -> Option<(u64, u64)> {
        assert_eq!(self.width(), other.width(), "bit-vectors of one width");
        Some((self.as_word()?, other.as_word()?))
    }

    fn word_or(
        &self,
        other: &BitVec,
        word: impl FnOnce(u64, u64) -> u64,
        wide: impl FnOnce(BigUint, BigUint) -> BigUint,
    ) -> BitVec {
        match self.words(other) {
            Some((a, b)) => BitVec::new(self.width(), word(a, b)),
            None => {
                BitVec::from_biguint(self.width(), &wide(self.to_biguint(), other.to_biguint()))
            }
        }
    }

    fn modulus(&self) -> BigUint {
        BigUint::one() << self.width()
    }

    /// The sign bit.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width() - 1)
    }

    /// Whether all bits are set.
    pub fn is_ones(&self) -> bool {
        match self.as_word() {
            Some(word) => word == word_mask(self.width()),
            None => self.to_biguint().count_ones() == u64::from(self.width()),
        }
    }

    /// The smallest signed value: only the sign bit set.
    pub fn signed_min(width: u32) -> BitVec {
        BitVec::from_biguint(width, &(BigUint::one() << (width - 1)))
    }

    /// Bitwise complement.
    pub fn not(&self) -> BitVec {
        match self.as_word() {
            Some(word) => BitVec::new(self.width(), !word),
            None => {
                BitVec::from_biguint(self.width(), &(self.modulus() - 1u32 - self.to_biguint()))
            }
        }
    }

    /// Two's-complement negation.
    pub fn neg(&self) -> BitVec {
        match self.as_word() {
            Some(word) => BitVec::new(self.width(), word.wrapping_neg()),
            None => BitVec::from_biguint(self.width(), &(self.modulus() - self.to_biguint())),
        }
    }

    /// Bitwise and.
    pub fn and(&self, other: &BitVec) -> BitVec {
        self.word_or(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &BitVec) -> BitVec {
        self.word_or(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &BitVec) -> BitVec {
        self.word_or(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Wrapping sum.
    pub fn add(&self, other: &BitVec) -> BitVec {
        self.word_or(other, u64::wrapping_add, |a, b| a + b)
    }

    /// Wrapping difference.
    pub fn sub(&self, other: &BitVec) -> BitVec {
        self.word_or(other, u64::wrapping_sub, |a, b| self.modulus() + a - b)
    }

    /// Wrapping product.
    pub fn mul(&self, other: &BitVec) -> BitVec {
        self.word_or(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones for a zero divisor.
    pub fn udiv(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return BitVec::ones(self.width());
        }
        self.word_or(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend for a zero divisor.
    pub fn urem(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return self.clone();
        }
        self.word_or(other, |a, b| a % b, |a, b| a % b)
    }

    /// The value's magnitude read as a signed number, as bits.
    fn magnitude(&self) -> BitVec {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    fn negate_if(self, negate: bool) -> BitVec {
        if negate { self.neg() } else { self }
    }

    /// Signed quotient, truncating; for a zero divisor 1 if the dividend is negative and -1 if not.
    pub fn sdiv(&self, other: &BitVec) -> BitVec {
        let negate = self.is_negative() != other.is_negative();
        self.magnitude().udiv(&other.magnitude()).negate_if(negate)
    }

    /// Signed remainder with the dividend's sign; the dividend for a zero divisor.
    pub fn srem(&self, other: &BitVec) -> BitVec {
        self.magnitude().urem(&other.magnitude()).negate_if(self.is_negative())
    }

    /// Signed remainder with the divisor's sign; the dividend for a zero divisor.
    pub fn smod(&self, other: &BitVec) -> BitVec {
        let remainder = self.srem(other);
        if !remainder.is_zero() && self.is_negative() != other.is_negative() {
            remainder.add(other)
        } else {
            remainder
        }
    }

    /// The value as a shift amount, or `None` if it is the width or more.
    fn amount(&self) -> Option<u32> {
        self.to_u64().and_then(|n| u32::try_from(n).ok()).filter(|&n| n < self.width())
    }

    /// Shift left; amounts of the width or more give zero.
    pub fn shl(&self, other: &BitVec) -> BitVec {
        let Some(amount) = other.amount() else { return BitVec::zero(self.width()) };
        self.word_or(other, |a, _| a << amount, |a, _| a << amount)
    }

    /// Logical shift right; amounts of the width or more give zero.
    pub fn lshr(&self, other: &BitVec) -> BitVec {
        let Some(amount) = other.amount() else { return BitVec::zero(self.width()) };
        self.word_or(other, |a, _| a >> amount, |a, _| a >> amount)
    }

    /// Arithmetic shift right; amounts of the width or more give copies of the sign bit.
    pub fn ashr(&self, other: &BitVec) -> BitVec {
        let amount = other.amount().unwrap_or(self.width() - 1);
        match self.as_word() {
            Some(word) => {
                BitVec::new(self.width(), (signed_word(self.width(), word) >> amount) as u64)
            }
            None => BitVec::from_bigint(self.width(), &(self.to_bigint() >> amount)),
        }
    }

    /// Concatenation, `self` being the more significant.
    pub fn concat(&self, low: &BitVec) -> BitVec {
        let width = self.width() + low.width();
        match (self.as_word(), low.as_word()) {
            (Some(a), Some(b)) if width <= 64 => BitVec::new(width, (a << low.width()) | b),
            _ => BitVec::from_biguint(
                width,
                &((self.to_biguint() << low.width()) | low.to_biguint()),
            ),
        }
    }

    /// Bits `hi` down to `lo`.
    pub fn extract(&self, hi: u32, lo: u32) -> BitVec {
        assert!(lo <= hi && hi < self.width(), "bits {hi}..{lo} of {} bits", self.width());
        match self.as_word() {
            Some(word) => BitVec::new(hi - lo + 1, word >> lo),
            None => BitVec::from_biguint(hi - lo + 1, &(self.to_biguint() >> lo)),
        }
    }

    /// Zero extension by so many bits.
    pub fn zero_extend(&self, bits: u32) -> BitVec {
        let width = self.width() + bits;
        match self.as_word() {
            Some(word) => BitVec::new(width, word),
            None => BitVec::from_biguint(width, &self.to_biguint()),
        }
    }

    /// Sign extension by so many bits.
    pub fn sign_extend(&self, bits: u32) -> BitVec {
        let width = self.width() + bits;
        match self.as_word() {
            Some(word) if width <= 64 => BitVec::new(width, signed_word(self.width(), word) as u64),
            _ => BitVec::from_bigint(width, &self.to_bigint()),
        }
    }

    /// Unsigned order.
    pub fn ucmp(&self, other: &BitVec) -> Ordering {
        match self.words(other) {
            Some((a, b)) => a.cmp(&b),
            None => self.to_biguint().cmp(&other.to_biguint()),
        }
    }

    /// Signed order.
    pub fn scmp(&self, other: &BitVec) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
    }

    /// Unsigned less-than.
    pub fn ult(&self, other: &BitVec) -> bool {
        self.ucmp(other).is_lt()
    }

    /// Unsigned less-or-equal.
    pub fn ule(&self, other: &BitVec) -> bool {
        self.ucmp(other).is_le()
    }

    /// Signed less-than.
    pub fn slt(&self, other: &BitVec) -> bool {
        self.scmp(other).is_lt()
    }

    /// Signed less-or-equal.
    pub fn sle(&self, other: &BitVec) -> bool {
        self.scmp(other).is_le()
    }

    /// Whether the unsigned product needs more bits.
    pub fn umul_overflow(&self, other: &BitVec) -> bool {
        match self.words(other) {
            Some((a, b)) => u128::from(a) * u128::from(b) > u128::from(word_mask(self.width())),
            None => (self.to_biguint() * other.to_biguint()).bits() > u64::from(self.width()),
        }
    }

    /// Whether the signed product needs more bits.
    pub fn smul_overflow(&self, other: &BitVec) -> bool {
        match self.words(other) {
            Some((a, b)) => {
                let product = i128::from(signed_word(self.width(), a))
                    * i128::from(signed_word(self.width(), b));
                let limit = 1i128 << (self.width() - 1);
                product < -limit || product >= limit
            }
            None => {
                let product = self.to_bigint() * other.to_bigint();
                let limit = BigInt::one() << (self.width() - 1);
                product < -&limit || product >= limit
            }
        }
    }

    /// Rotation to the left; any amount.
    pub fn rotate_left(&self, amount: u32) -> BitVec {
        let amount = amount % self.width();
        if amount == 0 {
            return self.clone();
        }
        let split = self.width() - amount;
        self.extract(split - 1, 0).concat(&self.extract(self.width() - 1, split))
    }

    /// Number of one bits.
    pub fn count_ones(&self) -> u32 {
        match self.as_word() {
            Some(word) => word.count_ones(),
            None => self.to_biguint().count_ones() as u32,
        }
    }

    /// The number of zeros below the lowest one bit; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        match self.as_word() {
            Some(0) => self.width(),
            Some(word) => word.trailing_zeros(),
            None => self.to_biguint().trailing_zeros().map_or(self.width(), |n| n as u32),
        }
    }

    /// The exponent if the value is a power of two.
    pub fn power_of_two(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    /// The 64-bit digits, the least significant first, as many as the width needs.
    pub fn to_words(&self) -> Vec<u64> {
        let mut words = match self.as_word() {
            Some(word) => vec![word],
            None => self.to_biguint().to_u64_digits(),
        };
        words.resize(self.width().div_ceil(64) as usize, 0);
        words
    }

    /// The value as a 128-bit word, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self.as_word() {
            Some(word) => Some(u128::from(word)),
            None => self.to_biguint().to_u128(),
        }
    }

    /// From a 128-bit word, modulo 2^width.
    pub fn from_u128(width: u32, value: u128) -> BitVec {
        if width <= 64 {
            BitVec::new(width, value as u64)
        } else {
            BitVec::from_biguint(width, &BigUint::from(value))
        }
    }

    /// Reads hexadecimal digits; each stands for four bits.
    pub fn parse_hex(digits: &str) -> Option<BitVec> {
        BitVec::parse_digits(digits, 16, 4)
    }

    /// Reads binary digits; each stands for one bit.
    pub fn parse_binary(digits: &str) -> Option<BitVec> {
        BitVec::parse_digits(digits, 2, 1)
    }

    fn parse_digits(digits: &str, radix: u32, bits_each: u32) -> Option<BitVec> {
        // The big-number parser would accept signs and underscores, which are no digits here.
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            return None;
        }
        let width = u32::try_from(digits.len()).ok()?.checked_mul(bits_each)?;
        Some(BitVec::from_biguint(width, &BigUint::parse_bytes(digits.as_bytes(), radix)?))
    }

    /// Reads a decimal number, modulo 2^width.
    pub fn parse_decimal(width: u32, digits: &str) -> Option<BitVec> {
        if width == 0 || digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        Some(BitVec::from_biguint(width, &BigUint::parse_bytes(digits.as_bytes(), 10)?))
    }
}

/// SMT-LIB's literal: hexadecimal where the width allows it, else binary.
impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, value) = (self.width() as usize, self.to_biguint());
        if width.is_multiple_of(4) {
            write!(f, "#x{:0>1$}", value.to_str_radix(16), width / 4)
        } else {
            write!(f, "#b{:0>1$}", value.to_str_radix(2), width)
        }
    }
}

/// SMT-LIB's `div`: the quotient whose remainder is not negative; 0 for a zero divisor.
pub(crate) fn int_div(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() {
        return BigInt::zero();
    }
    let quotient = a.div_floor(&b.abs());
    if b.is_negative() { -quotient } else { quotient }
}

/// SMT-LIB's `mod`: never negative; the dividend for a zero divisor.
pub(crate) fn int_mod(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() { a.clone() } else { a.mod_floor(&b.abs()) }
}
