//! The integer types of generated programs, and their constants.

use crate::random::Random;

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) bits: u32,
    pub(crate) signed: bool,
}

impl Type {
    pub(crate) const INT: Type = Type { bits: 32, signed: true };
    pub(crate) const WORD: Type = Type { bits: 64, signed: false };

    pub(crate) fn any(random: &mut Random) -> Type {
        let bits = *random.pick(&[8, 8, 16, 16, 32, 32, 32, 64]);
        Type { bits, signed: random.percent(50) }
    }

    /// The name in generated programs.
    pub(crate) fn name(self) -> String {
        format!("{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }

    /// The unsigned type in which arithmetic on this one wraps and is not promoted to `int`.
    pub(crate) fn wrapping(self) -> Type {
        Type { bits: self.bits.max(32), signed: false }
    }

    /// A constant: often one at which something changes.
    pub(crate) fn constant(self, random: &mut Random) -> String {
        let word = match random.below(10) {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => 1 << (self.bits - 1),
            4 => (1 << (self.bits - 1)) - 1,
            5 => 1 << random.below(self.bits as usize),
            6 => random.word(),
            _ => random.below(20) as u64,
        };
        let word = if self.bits == 64 { word } else { word & ((1 << self.bits) - 1) };
        format!("({})0x{word:x}u{}", self.name(), if self.bits == 64 { "ll" } else { "" })
    }
}
