//! Operations: what a term's node does with its arguments.

use crate::sort::{FloatFormat, Sort};
use crate::store::{SymbolId, WideId};

/// IEEE 754 rounding modes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    /// RNE, what C programs use unless they change it.
    NearestEven,
    /// RNA.
    NearestAway,
    /// RTP.
    TowardPositive,
    /// RTN.
    TowardNegative,
    /// RTZ.
    TowardZero,
}

/// An operation with its parameters. The arguments are the node's.
///
/// SMT-LIB operations that are missing here (`bvsub`, `bvnand`, `bvugt`, `rotate_left`, `distinct`, `fp.gt`, …) are built
/// from these by the constructors of [`TermStore`](crate::TermStore) and accepted by the SMT-LIB reader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    // Leaves.
    /// A free variable.
    Var(SymbolId),
    /// A variable bound by an enclosing binder: 0 is the innermost (de Bruijn index).
    Bound(u32),
    /// The truth value.
    BoolConst(bool),
    /// A bit-vector constant of at most 64 bits; higher bits are zero.
    BvConst(u64),
    /// A bit-vector constant of more than 64 bits.
    WideBvConst(WideId),
    /// An integer constant that fits.
    IntConst(i64),
    /// An integer constant that does not fit in 64 bits.
    BigIntConst(WideId),
    /// A floating-point constant: its bits in the format's register encoding. There is one NaN per format.
    FloatConst(WideId),
    /// A rounding mode.
    RoundingConst(RoundingMode),

    // Core.
    /// Negation.
    Not,
    /// Conjunction of two or more.
    And,
    /// Disjunction of two or more.
    Or,
    /// Exclusive or of two.
    Xor,
    /// Implication.
    Implies,
    /// Equality of two terms of one sort. On floats this is SMT-LIB's `=`: NaN equals NaN, +0 differs from -0.
    Eq,
    /// `(ite condition then else)` of any sort.
    Ite,

    // Bit-vectors: SMT-LIB's meaning, division by zero included (`bvudiv x 0` is all ones, `bvurem x 0` is x).
    /// Bitwise complement.
    BvNot,
    /// Two's-complement negation.
    BvNeg,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Wrapping sum of two or more.
    BvAdd,
    /// Wrapping product.
    BvMul,
    /// Unsigned quotient.
    BvUdiv,
    /// Unsigned remainder.
    BvUrem,
    /// Signed quotient, truncating.
    BvSdiv,
    /// Signed remainder with the dividend's sign.
    BvSrem,
    /// Signed remainder with the divisor's sign.
    BvSmod,
    /// Shift left; amounts of the width or more give zero.
    BvShl,
    /// Logical shift right.
    BvLshr,
    /// Arithmetic shift right.
    BvAshr,
    /// Concatenation of two, the first being the more significant.
    Concat,
    /// Bits `hi` down to `lo`.
    Extract {
        /// The most significant bit taken.
        hi: u32,
        /// The least significant bit taken.
        lo: u32,
    },
    /// Zero extension by so many bits.
    ZeroExtend(u32),
    /// Sign extension by so many bits.
    SignExtend(u32),
    /// Unsigned less-than.
    BvUlt,
    /// Unsigned less-or-equal.
    BvUle,
    /// Signed less-than.
    BvSlt,
    /// Signed less-or-equal.
    BvSle,
    /// Whether an unsigned product overflows.
    BvUmulOverflow,
    /// Whether a signed product overflows.
    BvSmulOverflow,

    // Integers.
    /// Sum of two or more.
    IntAdd,
    /// Product of two or more.
    IntMul,
    /// SMT-LIB's `div` (the remainder is never negative); division by zero gives 0.
    IntDiv,
    /// SMT-LIB's `mod`; modulo zero gives the dividend.
    IntMod,
    /// Less-or-equal.
    IntLe,
    /// Less-than.
    IntLt,

    // Conversions.
    /// A bit-vector's unsigned value.
    BvToNat,
    /// A bit-vector's signed value.
    BvToInt,
    /// An integer modulo 2^width.
    IntToBv(u32),

    // Arrays.
    /// The element at an index.
    Select,
    /// The array with one element replaced: `(store array index element)`.
    Store,
    /// The array of the node's sort with the same element everywhere.
    ConstArray,
    /// `λ index. body`, an array; the argument is the body and binds `Bound(0)`.
    Lambda,

    // Bounded quantifiers: arguments `lo`, `hi`, `body`; `body` binds `Bound(0)`, which ranges over lo ≤ i < hi.
    // Bounds are integers, or bit-vectors compared unsigned.
    /// Every value in the range satisfies the body.
    ForAll,
    /// Some value in the range satisfies the body.
    Exists,

    // Floating point; `r` means that the first argument is a rounding mode.
    /// Absolute value.
    FpAbs,
    /// Negation (NaN stays NaN).
    FpNeg,
    /// r: sum.
    FpAdd,
    /// r: difference.
    FpSub,
    /// r: product.
    FpMul,
    /// r: quotient.
    FpDiv,
    /// r: `x * y + z`, rounded once.
    FpFma,
    /// r: square root.
    FpSqrt,
    /// IEEE remainder (x - y·n, n nearest to x/y).
    FpRem,
    /// r: rounding to an integral value.
    FpRoundToIntegral,
    /// Smaller one; a NaN argument gives the other; of zeros of different sign the second.
    FpMin,
    /// Larger one; a NaN argument gives the other; of zeros of different sign the second.
    FpMax,
    /// Less-or-equal, false on NaN.
    FpLe,
    /// Less-than, false on NaN.
    FpLt,
    /// IEEE equality: false on NaN, zeros are equal.
    FpEq,
    /// Is normal.
    FpIsNormal,
    /// Is subnormal.
    FpIsSubnormal,
    /// Is a zero.
    FpIsZero,
    /// Is an infinity.
    FpIsInfinite,
    /// Is NaN.
    FpIsNan,
    /// Is negative, and not NaN.
    FpIsNegative,
    /// Is positive, and not NaN.
    FpIsPositive,
    /// Reads register bits as a float. For x87, encodings with a wrong integer bit are NaN, except that an integer bit set
    /// with a zero exponent (a pseudo-denormal) reads as the number it denotes.
    FpFromBits(FloatFormat),
    /// The register bits; NaN gives the format's positive quiet NaN with no other payload.
    FpToBits,
    /// r: conversion to another format.
    FpToFp(FloatFormat),
    /// r: conversion of a signed bit-vector.
    FpFromSigned(FloatFormat),
    /// r: conversion of an unsigned bit-vector.
    FpFromUnsigned(FloatFormat),
    /// r: conversion to an unsigned bit-vector of the width; NaN and values out of range give 0.
    FpToUnsigned(u32),
    /// r: conversion to a signed bit-vector of the width; NaN and values out of range give 0.
    FpToSigned(u32),
}

impl Op {
    /// Whether the operation is a leaf, which has no arguments.
    pub fn is_leaf(self) -> bool {
        use Op::*;
        matches!(
            self,
            Var(_)
                | Bound(_)
                | BoolConst(_)
                | BvConst(_)
                | WideBvConst(_)
                | IntConst(_)
                | BigIntConst(_)
                | FloatConst(_)
                | RoundingConst(_)
        )
    }

    /// Whether the operation is a constant.
    pub fn is_const(self) -> bool {
        self.is_leaf() && !matches!(self, Op::Var(_) | Op::Bound(_))
    }

    /// Whether argument number `position` stands below one more binder than the node itself.
    pub fn binds(self, position: usize) -> bool {
        match self {
            Op::Lambda => position == 0,
            Op::ForAll | Op::Exists => position == 2,
            _ => false,
        }
    }

    /// The sort of a node with this operation and arguments of these sorts, or `None` if they do not fit. Leaves and
    /// operations whose sort is not determined by their arguments (`ConstArray`, `Lambda`) are `None` too: their builders
    /// give the sort.
    pub fn result_sort(self, args: &[Sort]) -> Option<Sort> {
        use Op::*;
        use Sort::{BitVec, Bool, Float, Int};
        let same = |sort: Sort| args.iter().all(|&s| s == sort);
        let bv = || args.first().copied().filter(|s| matches!(s, BitVec(_)) && same(*s));
        let rounded = |n: usize| match args {
            [Sort::RoundingMode, rest @ ..] if rest.len() == n => rest
                .first()
                .copied()
                .filter(|s| matches!(s, Float(_)) && rest.iter().all(|r| r == s)),
            _ => None,
        };
        let float = |n: usize| {
            args.first().copied().filter(|s| args.len() == n && matches!(s, Float(_)) && same(*s))
        };
        match (self, args) {
            (Not, [Bool]) => Some(Bool),
            (And | Or, [_, _, ..]) if same(Bool) => Some(Bool),
            (Xor | Implies, [Bool, Bool]) => Some(Bool),
            (Eq, [a, b]) if a == b => Some(Bool),
            (Ite, [Bool, a, b]) if a == b => Some(*a),
            (BvNot | BvNeg, [_]) => bv(),
            (BvAdd, [_, _, ..]) => bv(),
            (
                BvAnd | BvOr | BvXor | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvSmod | BvShl
                | BvLshr | BvAshr,
                [_, _],
            ) => bv(),
            (Concat, [BitVec(a), BitVec(b)]) => Some(BitVec(a.checked_add(*b)?)),
            (Extract { hi, lo }, [BitVec(w)]) if lo <= hi && hi < *w => Some(BitVec(hi - lo + 1)),
            (ZeroExtend(n) | SignExtend(n), [BitVec(w)]) => Some(BitVec(w.checked_add(n)?)),
            (BvUlt | BvUle | BvSlt | BvSle | BvUmulOverflow | BvSmulOverflow, [_, _]) => {
                bv().map(|_| Bool)
            }
            (IntAdd | IntMul, [_, _, ..]) if same(Int) => Some(Int),
            (IntDiv | IntMod, [Int, Int]) => Some(Int),
            (IntLe | IntLt, [Int, Int]) => Some(Bool),
            (BvToNat | BvToInt, [BitVec(_)]) => Some(Int),
            (IntToBv(width), [Int]) if width > 0 => Some(BitVec(width)),
            (Select, [array, index]) => {
                array.array_parts().filter(|(i, _)| i == index).map(|(_, element)| element)
            }
            (Store, [array, index, element]) => {
                array.array_parts().filter(|pair| *pair == (*index, *element)).map(|_| *array)
            }
            (ForAll | Exists, [lo @ (Int | BitVec(_)), hi, Bool]) if lo == hi => Some(Bool),
            (FpAbs | FpNeg, _) => float(1),
            (FpAdd | FpSub | FpMul | FpDiv, _) => rounded(2),
            (FpFma, _) => rounded(3),
            (FpSqrt | FpRoundToIntegral, _) => rounded(1),
            (FpRem | FpMin | FpMax, _) => float(2),
            (FpLe | FpLt | FpEq, _) => float(2).map(|_| Bool),
            (
                FpIsNormal | FpIsSubnormal | FpIsZero | FpIsInfinite | FpIsNan | FpIsNegative
                | FpIsPositive,
                _,
            ) => float(1).map(|_| Bool),
            (FpFromBits(format), [BitVec(w)]) if *w == format.bits() => Some(Float(format)),
            (FpToBits, [Float(format)]) => Some(BitVec(format.bits())),
            (FpToFp(format), [Sort::RoundingMode, Float(_)]) => Some(Float(format)),
            (FpFromSigned(format) | FpFromUnsigned(format), [Sort::RoundingMode, BitVec(_)]) => {
                Some(Float(format))
            }
            (FpToUnsigned(w) | FpToSigned(w), [Sort::RoundingMode, Float(_)]) if w > 0 => {
                Some(BitVec(w))
            }
            _ => None,
        }
    }
}
