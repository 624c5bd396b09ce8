//! Bit-vector values of any width, with a fast path for machine words.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

/// A value of a fixed number of bits. Values of at most 64 bits are a machine word and cost no allocation.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BitVec {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Repr {
    /// The value, when the width is at most 64; higher bits are zero.
    Word(u64),
    /// The value, when the width is more than 64.
    Wide(BigUint),
}

/// The lowest `width` bits set, for widths up to 64.
pub(crate) fn word_mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl BitVec {
    /// The value modulo 2^width.
    pub fn new(width: u32, value: u64) -> BitVec {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            BitVec { width, repr: Repr::Word(value & word_mask(width)) }
        } else {
            BitVec { width, repr: Repr::Wide(BigUint::from(value)) }
        }
    }

    /// The value modulo 2^width.
    pub fn from_biguint(width: u32, value: &BigUint) -> BitVec {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            let low = value.iter_u64_digits().next().unwrap_or(0);
            BitVec::new(width, low)
        } else if value.bits() <= u64::from(width) {
            BitVec { width, repr: Repr::Wide(value.clone()) }
        } else {
            let modulus = BigUint::one() << width;
            BitVec { width, repr: Repr::Wide(value % modulus) }
        }
    }

    /// The value modulo 2^width, in two's complement.
    pub fn from_bigint(width: u32, value: &BigInt) -> BitVec {
        let modulus = BigInt::one() << width;
        let reduced = ((value % &modulus) + &modulus) % &modulus;
        BitVec::from_biguint(width, reduced.magnitude())
    }

    /// From 64-bit digits, the least significant first, modulo 2^width.
    pub fn from_words(width: u32, words: &[u64]) -> BitVec {
        let halves = words.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
        BitVec::from_biguint(width, &BigUint::new(halves))
    }

    /// Zero.
    pub fn zero(width: u32) -> BitVec {
        BitVec::new(width, 0)
    }

    /// All bits set: the largest unsigned value, or -1.
    pub fn ones(width: u32) -> BitVec {
        if width <= 64 {
            return BitVec::new(width, u64::MAX);
        }
        BitVec::from_biguint(width, &((BigUint::one() << width) - BigUint::one()))
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value, if the width is at most 64.
    #[inline]
    pub fn as_word(&self) -> Option<u64> {
        match self.repr {
            Repr::Word(word) => Some(word),
            Repr::Wide(_) => None,
        }
    }

    /// The unsigned value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.repr {
            Repr::Word(word) => Some(*word),
            Repr::Wide(value) => value.to_u64(),
        }
    }

    /// The signed value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.repr {
            Repr::Word(word) => Some(((*word << (64 - self.width)) as i64) >> (64 - self.width)),
            Repr::Wide(_) => self.to_bigint().to_i64(),
        }
    }

    /// The unsigned value.
    pub fn to_biguint(&self) -> BigUint {
        match &self.repr {
            Repr::Word(word) => BigUint::from(*word),
            Repr::Wide(value) => value.clone(),
        }
    }

    /// The signed value.
    pub fn to_bigint(&self) -> BigInt {
        let magnitude = self.to_biguint();
        if self.bit(self.width - 1) {
            BigInt::from_biguint(Sign::Plus, magnitude) - (BigInt::one() << self.width)
        } else {
            BigInt::from_biguint(Sign::Plus, magnitude)
        }
    }

    /// Bit number `index`, 0 being the least significant.
    pub fn bit(&self, index: u32) -> bool {
        match &self.repr {
            Repr::Word(word) => index < 64 && (word >> index) & 1 == 1,
            Repr::Wide(value) => value.bit(u64::from(index)),
        }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Word(word) => *word == 0,
            Repr::Wide(value) => value.is_zero(),
        }
    }
}
