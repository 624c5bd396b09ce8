//! What instructions compute: operations, predicates and intrinsics by name, and the promises that come with them.
//!
//! They are lists without data, apart from [`Inst`](crate::Inst), which says what each instruction works on.

use std::fmt;

/// Promises the compiler made about an instruction; breaking one makes the result poison, if nothing else is said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub u16);

impl Flags {
    /// No promise.
    pub const NONE: Flags = Flags(0);
    /// No signed wrap.
    pub const NSW: Flags = Flags(1);
    /// No unsigned wrap.
    pub const NUW: Flags = Flags(2);
    /// No remainder is lost (`udiv`, `sdiv`, `lshr`, `ashr`).
    pub const EXACT: Flags = Flags(4);
    /// The pointer stays inside its object.
    pub const INBOUNDS: Flags = Flags(8);
    /// The operands have no bit in common (`or`).
    pub const DISJOINT: Flags = Flags(16);
    /// The operand is not negative (`zext`, `uitofp`).
    pub const NNEG: Flags = Flags(32);
    /// The offset computation does not wrap, its indexes being signed.
    pub const NUSW: Flags = Flags(64);
    /// No NaN (fast-math).
    pub const NO_NAN: Flags = Flags(128);
    /// No infinity (fast-math).
    pub const NO_INF: Flags = Flags(256);
    /// Reassociation, contraction, reciprocals, approximations or ignored zero signs are allowed (fast-math).
    pub const RELAXED: Flags = Flags(512);
    /// What C demands of a left shift of a signed number: it is not negative, and its value fits. A number that is shifted
    /// anyway gives what the machine computes, not poison.
    pub const FITS: Flags = Flags(1024);

    /// All names, in bit order.
    const NAMES: [&'static str; 11] = [
        "nsw", "nuw", "exact", "inbounds", "disjoint", "nneg", "nusw", "nnan", "ninf", "relaxed",
        "fits",
    ];

    /// Whether all of `other` is promised.
    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both promises.
    #[must_use]
    pub fn union(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// The names of the promises made.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().enumerate().filter(move |(i, _)| self.0 >> i & 1 == 1).map(|(_, n)| *n)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $name {$($(#[$vdoc])* $variant,)+}

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The short name used in listings.
            pub fn name(self) -> &'static str {
                match self {$($name::$variant => $text,)+}
            }
        }
    };
}

named_enum! {
    /// A binary operation on integers or floats.
    BinaryOp {
        /// Integer sum.
        Add = "add",
        /// Integer difference.
        Sub = "sub",
        /// Integer product.
        Mul = "mul",
        /// Unsigned quotient.
        UDiv = "udiv",
        /// Signed quotient.
        SDiv = "sdiv",
        /// Unsigned remainder.
        URem = "urem",
        /// Signed remainder.
        SRem = "srem",
        /// Shift left.
        Shl = "shl",
        /// Logical shift right.
        LShr = "lshr",
        /// Arithmetic shift right.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Floating-point sum.
        FAdd = "fadd",
        /// Floating-point difference.
        FSub = "fsub",
        /// Floating-point product.
        FMul = "fmul",
        /// Floating-point quotient.
        FDiv = "fdiv",
        /// Floating-point remainder, C's `fmod`.
        FRem = "frem",
    }
}

named_enum! {
    /// A comparison of integers or pointers.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Different.
        Ne = "ne",
        /// Unsigned less-than.
        Ult = "ult",
        /// Unsigned less-or-equal.
        Ule = "ule",
        /// Unsigned greater-than.
        Ugt = "ugt",
        /// Unsigned greater-or-equal.
        Uge = "uge",
        /// Signed less-than.
        Slt = "slt",
        /// Signed less-or-equal.
        Sle = "sle",
        /// Signed greater-than.
        Sgt = "sgt",
        /// Signed greater-or-equal.
        Sge = "sge",
    }
}

named_enum! {
    /// A comparison of floats: `O` is false and `U` true if an operand is NaN.
    FloatPredicate {
        /// Never.
        False = "false",
        /// Equal.
        Oeq = "oeq",
        /// Greater.
        Ogt = "ogt",
        /// Greater or equal.
        Oge = "oge",
        /// Less.
        Olt = "olt",
        /// Less or equal.
        Ole = "ole",
        /// Different.
        One = "one",
        /// No NaN.
        Ord = "ord",
        /// A NaN.
        Uno = "uno",
        /// Equal, or a NaN.
        Ueq = "ueq",
        /// Greater, or a NaN.
        Ugt = "ugt",
        /// Greater or equal, or a NaN.
        Uge = "uge",
        /// Less, or a NaN.
        Ult = "ult",
        /// Less or equal, or a NaN.
        Ule = "ule",
        /// Different, or a NaN.
        Une = "une",
        /// Always.
        True = "true",
    }
}

named_enum! {
    /// A conversion; the target type is the result's.
    CastOp {
        /// Drops high bits.
        Trunc = "trunc",
        /// Zero extension.
        ZExt = "zext",
        /// Sign extension.
        SExt = "sext",
        /// Float to a smaller format.
        FpTrunc = "fptrunc",
        /// Float to a larger format.
        FpExt = "fpext",
        /// Float to unsigned integer.
        FpToUi = "fptoui",
        /// Float to signed integer.
        FpToSi = "fptosi",
        /// Unsigned integer to float.
        UiToFp = "uitofp",
        /// Signed integer to float.
        SiToFp = "sitofp",
        /// Pointer to integer.
        PtrToInt = "ptrtoint",
        /// Integer to pointer.
        IntToPtr = "inttoptr",
        /// The same bits as another type.
        Bitcast = "bitcast",
        /// A pointer of another address space.
        AddressSpace = "addrspacecast",
    }
}

named_enum! {
    /// A computation without memory effects that C reaches through a builtin.
    Intrinsic {
        /// `{sum, overflowed}`, signed.
        SAddOverflow = "sadd.with.overflow",
        /// `{sum, overflowed}`, unsigned.
        UAddOverflow = "uadd.with.overflow",
        /// `{difference, overflowed}`, signed.
        SSubOverflow = "ssub.with.overflow",
        /// `{difference, overflowed}`, unsigned.
        USubOverflow = "usub.with.overflow",
        /// `{product, overflowed}`, signed.
        SMulOverflow = "smul.with.overflow",
        /// `{product, overflowed}`, unsigned.
        UMulOverflow = "umul.with.overflow",
        /// Saturating signed sum.
        SAddSat = "sadd.sat",
        /// Saturating unsigned sum.
        UAddSat = "uadd.sat",
        /// Saturating signed difference.
        SSubSat = "ssub.sat",
        /// Saturating unsigned difference.
        USubSat = "usub.sat",
        /// Saturating signed shift left.
        SShlSat = "sshl.sat",
        /// Saturating unsigned shift left.
        UShlSat = "ushl.sat",
        /// Smaller, signed.
        SMin = "smin",
        /// Larger, signed.
        SMax = "smax",
        /// Smaller, unsigned.
        UMin = "umin",
        /// Larger, unsigned.
        UMax = "umax",
        /// Absolute value; the second operand says whether the minimum is poison.
        Abs = "abs",
        /// Number of set bits.
        CtPop = "ctpop",
        /// Number of leading zeros; the second operand says whether zero is poison.
        CtLz = "ctlz",
        /// Number of trailing zeros; the second operand says whether zero is poison.
        CtTz = "cttz",
        /// Bytes in reverse order.
        BSwap = "bswap",
        /// Bits in reverse order.
        BitReverse = "bitreverse",
        /// Funnel shift left.
        FShl = "fshl",
        /// Funnel shift right.
        FShr = "fshr",
        /// Floating-point negation.
        FNeg = "fneg",
        /// Absolute value.
        FAbs = "fabs",
        /// Magnitude of the first, sign of the second.
        CopySign = "copysign",
        /// Fused multiply and add.
        Fma = "fma",
        /// Multiply and add, fused or not.
        FMulAdd = "fmuladd",
        /// Smaller; a NaN operand gives the other.
        MinNum = "minnum",
        /// Larger; a NaN operand gives the other.
        MaxNum = "maxnum",
        /// Smaller; NaN if an operand is.
        Minimum = "minimum",
        /// Larger; NaN if an operand is.
        Maximum = "maximum",
        /// Square root.
        Sqrt = "sqrt",
        /// Toward minus infinity.
        Floor = "floor",
        /// Toward plus infinity.
        Ceil = "ceil",
        /// Toward zero.
        FTrunc = "ftrunc",
        /// In the current rounding mode, may raise inexact.
        Rint = "rint",
        /// In the current rounding mode.
        NearbyInt = "nearbyint",
        /// Half away from zero.
        Round = "round",
        /// Half to even.
        RoundEven = "roundeven",
        /// Rounded half away from zero, as an integer.
        LRound = "lround",
        /// Rounded in the current mode, as an integer.
        LRint = "lrint",
        /// Sine.
        Sin = "sin",
        /// Cosine.
        Cos = "cos",
        /// Tangent.
        Tan = "tan",
        /// e^x.
        Exp = "exp",
        /// 2^x.
        Exp2 = "exp2",
        /// 10^x.
        Exp10 = "exp10",
        /// Natural logarithm.
        Log = "log",
        /// Logarithm to base 2.
        Log2 = "log2",
        /// Logarithm to base 10.
        Log10 = "log10",
        /// x^y.
        Pow = "pow",
        /// x^n for an integer n.
        PowI = "powi",
        /// x·2^n.
        LdExp = "ldexp",
        /// `{fraction, exponent}`.
        FrExp = "frexp",
        /// Saturating conversion to signed.
        FpToSiSat = "fptosi.sat",
        /// Saturating conversion to unsigned.
        FpToUiSat = "fptoui.sat",
        /// Class test; the second operand is the mask of classes.
        IsFpClass = "is.fpclass",
        /// The same value in canonical encoding.
        Canonicalize = "canonicalize",
        /// The first operand; the others are hints.
        Expect = "expect",
        /// Size of the object pointed to, if known; operands: pointer, minimum instead of maximum, null is unknown, dynamic.
        ObjectSize = "objectsize",
        /// Whether the operand is known to be constant; false is always right.
        IsConstant = "is.constant",
        /// Pointer and mask.
        PtrMask = "ptrmask",
        /// Address of a thread-local variable in this thread.
        ThreadLocalAddress = "threadlocal.address",
        /// Address of a stack frame of the caller number given.
        FrameAddress = "frameaddress",
        /// Return address of the caller number given.
        ReturnAddress = "returnaddress",
        /// A clock that never goes back.
        CycleCounter = "readcyclecounter",
        /// The current rounding mode.
        GetRounding = "get.rounding",
        /// Sum of a vector's elements.
        ReduceAdd = "vector.reduce.add",
        /// Product of a vector's elements.
        ReduceMul = "vector.reduce.mul",
        /// And of a vector's elements.
        ReduceAnd = "vector.reduce.and",
        /// Or of a vector's elements.
        ReduceOr = "vector.reduce.or",
        /// Exclusive or of a vector's elements.
        ReduceXor = "vector.reduce.xor",
        /// Largest element, signed.
        ReduceSMax = "vector.reduce.smax",
        /// Smallest element, signed.
        ReduceSMin = "vector.reduce.smin",
        /// Largest element, unsigned.
        ReduceUMax = "vector.reduce.umax",
        /// Smallest element, unsigned.
        ReduceUMin = "vector.reduce.umin",
        /// Start value plus the elements in order.
        ReduceFAdd = "vector.reduce.fadd",
        /// Start value times the elements in order.
        ReduceFMul = "vector.reduce.fmul",
        /// Largest element.
        ReduceFMax = "vector.reduce.fmax",
        /// Smallest element.
        ReduceFMin = "vector.reduce.fmin",
    }
}

named_enum! {
    /// What an atomic read-modify-write does with the old value and its operand.
    AtomicOp {
        /// Stores the operand.
        Exchange = "xchg",
        /// Sum.
        Add = "add",
        /// Difference.
        Sub = "sub",
        /// Bitwise and.
        And = "and",
        /// Complement of the bitwise and.
        Nand = "nand",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Larger, signed.
        Max = "max",
        /// Smaller, signed.
        Min = "min",
        /// Larger, unsigned.
        UMax = "umax",
        /// Smaller, unsigned.
        UMin = "umin",
        /// Floating-point sum.
        FAdd = "fadd",
        /// Floating-point difference.
        FSub = "fsub",
        /// Larger float.
        FMax = "fmax",
        /// Smaller float.
        FMin = "fmin",
        /// Increment that wraps at the operand.
        UIncWrap = "uinc_wrap",
        /// Decrement that wraps at the operand.
        UDecWrap = "udec_wrap",
    }
}
