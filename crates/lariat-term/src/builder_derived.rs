//! SMT-LIB operations that are built from others.

use crate::op::Op;
use crate::store::{TermId, TermStore};

impl TermStore {
    /// Complement of the bitwise and.
    pub fn bv_nand(&self, a: TermId, b: TermId) -> TermId {
        self.bv_not(self.bv_and(a, b))
    }

    /// Complement of the bitwise or.
    pub fn bv_nor(&self, a: TermId, b: TermId) -> TermId {
        self.bv_not(self.bv_or(a, b))
    }

    /// Complement of the bitwise exclusive or.
    pub fn bv_xnor(&self, a: TermId, b: TermId) -> TermId {
        self.bv_not(self.bv_xor(a, b))
    }

    /// One bit: 1 if both are equal.
    pub fn bv_comp(&self, a: TermId, b: TermId) -> TermId {
        self.ite(self.eq(a, b), self.bv_const(1, 1), self.bv_const(1, 0))
    }

    /// Rotation to the left by a fixed amount.
    pub fn rotate_left(&self, amount: u32, a: TermId) -> TermId {
        let width = self.sort(a).width();
        match amount % width {
            0 => a,
            amount => {
                let split = width - amount;
                self.concat(self.extract(split - 1, 0, a), self.extract(width - 1, split, a))
            }
        }
    }

    /// Rotation to the right by a fixed amount.
    pub fn rotate_right(&self, amount: u32, a: TermId) -> TermId {
        let width = self.sort(a).width();
        self.rotate_left(width - amount % width, a)
    }

    /// The bit-vector written so many times, at least once.
    pub fn repeat(&self, count: u32, a: TermId) -> TermId {
        assert!(count > 0, "a bit-vector is repeated at least once");
        (1..count).fold(a, |repeated, _| self.concat(a, repeated))
    }

    fn signed_min(&self, width: u32) -> TermId {
        self.bv_value(&crate::bitvec::BitVec::signed_min(width))
    }

    fn is_negative(&self, a: TermId) -> TermId {
        self.bv_slt(a, self.bv_const(self.sort(a).width(), 0))
    }

    /// Whether a negation overflows.
    pub fn bv_neg_overflow(&self, a: TermId) -> TermId {
        self.eq(a, self.signed_min(self.sort(a).width()))
    }

    /// Whether an unsigned sum overflows.
    pub fn bv_uadd_overflow(&self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(self.bv_add(a, b), a)
    }

    /// Whether a signed sum overflows: both have the sign that the sum has not.
    pub fn bv_sadd_overflow(&self, a: TermId, b: TermId) -> TermId {
        let sum = self.is_negative(self.bv_add(a, b));
        let (a, b) = (self.is_negative(a), self.is_negative(b));
        self.and(&[self.eq(a, b), self.xor(a, sum)])
    }

    /// Whether an unsigned difference overflows.
    pub fn bv_usub_overflow(&self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(a, b)
    }

    /// Whether a signed difference overflows: the signs differ and the difference has not the first one's.
    pub fn bv_ssub_overflow(&self, a: TermId, b: TermId) -> TermId {
        let difference = self.is_negative(self.bv_sub(a, b));
        let (a, b) = (self.is_negative(a), self.is_negative(b));
        self.and(&[self.xor(a, b), self.xor(a, difference)])
    }

    /// Whether a signed quotient overflows.
    pub fn bv_sdiv_overflow(&self, a: TermId, b: TermId) -> TermId {
        let width = self.sort(a).width();
        let minus_one = self.bv_value(&crate::bitvec::BitVec::ones(width));
        self.and(&[self.eq(a, self.signed_min(width)), self.eq(b, minus_one)])
    }

    /// All terms are different from each other.
    pub fn distinct(&self, terms: &[TermId]) -> TermId {
        let mut different = Vec::new();
        for (position, &a) in terms.iter().enumerate() {
            different.extend(terms[position + 1..].iter().map(|&b| self.ne(a, b)));
        }
        self.and(&different)
    }

    /// IEEE greater-than.
    pub fn fp_gt(&self, a: TermId, b: TermId) -> TermId {
        self.fp_lt(b, a)
    }

    /// IEEE greater-or-equal.
    pub fn fp_ge(&self, a: TermId, b: TermId) -> TermId {
        self.fp_le(b, a)
    }

    /// Integer greater-than.
    pub fn int_gt(&self, a: TermId, b: TermId) -> TermId {
        self.int_lt(b, a)
    }

    /// Integer greater-or-equal.
    pub fn int_ge(&self, a: TermId, b: TermId) -> TermId {
        self.int_le(b, a)
    }

    /// Absolute value of an integer.
    pub fn int_abs(&self, a: TermId) -> TermId {
        self.ite(self.int_le(self.int_const(0), a), a, self.int_neg(a))
    }

    /// A sum of any number of integers.
    pub fn int_sum(&self, terms: &[TermId]) -> TermId {
        match terms {
            [] => self.int_const(0),
            [one] => *one,
            _ => self.mk(Op::IntAdd, terms),
        }
    }
}
