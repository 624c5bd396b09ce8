//! The names of the rewrite rules, and how often each fired.
//!
//! Counting must not slow building down, and a store is shared by threads: the first threads of the process have a stripe of
//! counters each, which nobody else writes, so that counting is an ordinary addition. All later threads share the last
//! stripe and add atomically. The stripes are added up when somebody asks.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::store::TermStore;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)+) => {
        /// A rewrite rule of the simplifier.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rule {$(
            $(#[$doc])*
            $name,
        )+}

        impl Rule {
            /// Every rule, in the order of declaration.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),+];

            /// The rule's name, as statistics print it.
            pub fn name(self) -> &'static str {
                match self {$(Rule::$name => $text),+}
            }
        }
    };
}

rules! {
    /// An operation on constants is its value.
    ConstantFold = "constant-fold";
    /// `a ≤ b` (unsigned) is `¬(b < a)`.
    UleToUlt = "ule-to-ult";
    /// `a ≤ b` (signed) is `¬(b < a)`.
    SleToSlt = "sle-to-slt";
    /// `a < b` on integers is `¬(b ≤ a)`.
    IntLtToLe = "int-lt-to-le";
    /// `¬¬a` is `a`.
    NotNot = "not-not";
    /// `a xor b` is `¬(a = b)`.
    XorToEq = "xor-to-eq";
    /// `a → b` is `¬a ∨ b`.
    ImpliesToOr = "implies-to-or";
    /// Equality with a truth constant.
    EqTruth = "eq-truth";
    /// `¬a = b` is `¬(a = b)`.
    EqNot = "eq-not";
    /// Neutral members of a conjunction or disjunction go away.
    ListNeutral = "list-neutral";
    /// A member that decides a conjunction or disjunction.
    ListAbsorbing = "list-absorbing";
    /// Members that occur twice.
    ListDouble = "list-double";
    /// `a ∧ ¬a`, `a ∨ ¬a`.
    ListComplement = "list-complement";
    /// A conjunction in a conjunction, a disjunction in a disjunction.
    ListFlatten = "list-flatten";
    /// A conjunction that gives one term two values.
    TwoValues = "two-values";
    /// `a ∧ (a ∨ b)` is `a`.
    ListAbsorb = "list-absorb";
    /// `a ∧ (¬a ∨ b)` is `a ∧ b`.
    ListStrengthen = "list-strengthen";
    /// The condition is constant.
    IteConstant = "ite-constant";
    /// A negated condition exchanges the branches.
    IteNot = "ite-not";
    /// Both branches are the same.
    IteSame = "ite-same";
    /// A choice between truth values, with a constant or the condition among them.
    IteBool = "ite-bool";
    /// A branch that is a choice with the same condition.
    IteNested = "ite-nested";
    /// A branch that is a choice and shares a branch.
    IteCommonBranch = "ite-common-branch";
    /// `ite(x = y, x, y)` is `y`.
    IteEqBranches = "ite-eq-branches";
    /// `ite(x = 1, 1, 0)` of one bit is `x`.
    IteBit = "ite-bit";
    /// Extensions in both branches move out.
    IteExtended = "ite-extended";
    /// An operation moves into a choice between constants.
    LiftUnary = "lift-unary";
    /// An operation with a constant moves into a choice between constants.
    LiftBinary = "lift-binary";
    /// Choices with one condition and a common branch are compared by the other branch.
    EqIteSame = "eq-ite-same";
    /// A choice compared with one of its branches.
    EqIteBranch = "eq-ite-branch";
    /// A choice compared with a constant that one branch cannot be.
    EqIteConstant = "eq-ite-constant";
    /// Bitwise operations on truth values as numbers.
    BitwiseTruth = "bitwise-truth";
    /// `a = a`.
    EqSame = "eq-same";
    /// Equality of two extended terms.
    EqExtended = "eq-extended";
    /// Equality of two complements.
    EqNotBoth = "eq-not-both";
    /// Equality of concatenations, piece by piece.
    EqConcat = "eq-concat";
    /// Equality with an exclusive or.
    EqXor = "eq-xor";
    /// Equality of terms whose ranges do not meet.
    EqRange = "eq-range";
    /// A bit is 0 if it is not 1.
    EqBitZero = "eq-bit-zero";
    /// Equality of an extended term and a constant.
    EqExtendedConstant = "eq-extended-constant";
    /// Equality of a masked term and a constant.
    EqMasked = "eq-masked";
    /// An `or` is zero if both sides are.
    EqOrZero = "eq-or-zero";
    /// A constant that contradicts the known bits.
    EqKnownBits = "eq-known-bits";
    /// An unsigned comparison that the ranges decide.
    UltRange = "ult-range";
    /// A comparison of a term with itself.
    LessSame = "less-same";
    /// An unsigned comparison with a constant at the edge of the range.
    UltEdge = "ult-edge";
    /// An unsigned comparison of extended terms.
    UltExtended = "ult-extended";
    /// An unsigned bound of a sum that cannot wrap.
    UltSum = "ult-sum";
    /// A signed comparison that the ranges decide.
    SltRange = "slt-range";
    /// A signed comparison with a constant at the edge of the range.
    SltEdge = "slt-edge";
    /// A signed comparison of terms that are not negative is unsigned.
    SltToUlt = "slt-to-ult";
    /// A signed comparison of extended terms.
    SltExtended = "slt-extended";
    /// A signed bound of a sum that cannot wrap.
    SltSum = "slt-sum";
    /// A product that cannot overflow.
    MulOverflowNever = "mul-overflow-never";
    /// Sums are merged into linear normal form.
    SumMerge = "sum-merge";
    /// Zeros in a sum that has no normal form.
    SumZero = "sum-zero";
    /// `-x` is `-1 · x`.
    NegToMul = "neg-to-mul";
    /// `--x` is `x`, where there is no linear form.
    NegNeg = "neg-neg";
    /// Products of several integers are nested products of two.
    MulBinary = "mul-binary";
    /// Constants move out of products.
    MulConstantOut = "mul-constant-out";
    /// `0 · x`.
    MulZero = "mul-zero";
    /// `1 · x`.
    MulOne = "mul-one";
    /// A constant times a short sum is multiplied out.
    MulDistribute = "mul-distribute";
    /// A product with the sum of a constant and something.
    MulAffine = "mul-affine";
    /// Equations of sums: common parts cancel.
    EqSum = "eq-sum";
    /// The complement of a complement.
    BvNotNot = "bv-not-not";
    /// The complement of a sum is a sum.
    BvNotSum = "bv-not-sum";
    /// `x & x`, `x | x`, `x ^ x`.
    BitwiseSame = "bitwise-same";
    /// Bitwise operations with all zeros or all ones.
    BitwiseConstant = "bitwise-constant";
    /// Constants of nested bitwise operations are combined.
    BitwiseNested = "bitwise-nested";
    /// Bitwise operations move under zero extension.
    BitwiseExtended = "bitwise-extended";
    /// A bitwise constant is applied to the pieces of a concatenation.
    BitwiseConcat = "bitwise-concat";
    /// Complements move out of exclusive or.
    XorNot = "xor-not";
    /// A mask that the known bits make redundant or total.
    BitwiseKnown = "bitwise-known";
    /// `x & ¬x`, `x | ¬x`, `x ^ ¬x`.
    BitwiseComplement = "bitwise-complement";
    /// `x ^ (x ^ y)` is `y`.
    XorCancel = "xor-cancel";
    /// `x & (x | y)` is `x`, `x & (x & y)` is `x & y`.
    BitwiseAbsorb = "bitwise-absorb";
    /// Pieces at different places of a word are concatenated.
    OrPieces = "or-pieces";
    /// Division by 0, 1 or -1.
    DivByConstant = "div-by-constant";
    /// Unsigned division by a power of two.
    DivPowerOfTwo = "div-power-of-two";
    /// Division of a zero-extended term.
    DivExtended = "div-extended";
    /// Division by something larger.
    DivRange = "div-range";
    /// `x rem x`.
    RemSame = "rem-same";
    /// Signed division of terms that are not negative.
    DivSignedToUnsigned = "div-signed-to-unsigned";
    /// A shift by a constant is an extraction or a product.
    ShiftConstant = "shift-constant";
    /// Zero shifted, all ones shifted arithmetically.
    ShiftOfConstant = "shift-of-constant";
    /// A shift by at least the width.
    ShiftRange = "shift-range";
    /// An arithmetic shift of a term that is not negative.
    ShiftPositive = "shift-positive";
    /// All bits are extracted.
    ExtractAll = "extract-all";
    /// Bits of bits.
    ExtractExtract = "extract-extract";
    /// Bits of a concatenation.
    ExtractConcat = "extract-concat";
    /// Bits of a zero-extended term.
    ExtractZeroExtend = "extract-zero-extend";
    /// Bits of a sign-extended term.
    ExtractSignExtend = "extract-sign-extend";
    /// Bits of a complement.
    ExtractNot = "extract-not";
    /// Bits of a bitwise operation, where that is smaller.
    ExtractBitwise = "extract-bitwise";
    /// Bits of a choice, where that is smaller.
    ExtractIte = "extract-ite";
    /// Low bits of a sum or product of smaller terms.
    ExtractArithmetic = "extract-arithmetic";
    /// Bits of a term times a power of two.
    ExtractShifted = "extract-shifted";
    /// Zeros in front are a zero extension.
    ConcatZeros = "concat-zeros";
    /// A zero extension in front moves out.
    ConcatZeroExtend = "concat-zero-extend";
    /// Concatenations nest to the right.
    ConcatRight = "concat-right";
    /// Neighbouring constants or bits of one term are joined.
    ConcatJoin = "concat-join";
    /// Extension by no bits.
    ExtendByNothing = "extend-by-nothing";
    /// An extension of an extension.
    ExtendExtend = "extend-extend";
    /// Sign extension of a term that is not negative.
    SignExtendPositive = "sign-extend-positive";
    /// A mask that keeps the lowest bits.
    AndLowMask = "and-low-mask";
    /// A mask that drops the lowest bits.
    AndHighMask = "and-high-mask";
    /// Reading what was just written there.
    SelectStoreSame = "select-store-same";
    /// Reading past writes elsewhere.
    SelectStoreOther = "select-store-other";
    /// Reading a constant array.
    SelectConstArray = "select-const-array";
    /// Reading a λ-array: beta reduction.
    SelectLambda = "select-lambda";
    /// Reading a choice between arrays that can be read directly.
    SelectIte = "select-ite";
    /// A write over a write.
    StoreStoreSame = "store-store-same";
    /// A write of what is there already.
    StoreNothingNew = "store-nothing-new";
    /// A λ-array that does not use its index.
    LambdaConstant = "lambda-constant";
    /// `λ i. a[i]` is `a`.
    LambdaEta = "lambda-eta";
    /// A constant body.
    QuantifierBody = "quantifier-body";
    /// An empty range.
    QuantifierEmpty = "quantifier-empty";
    /// A body without the bound variable.
    QuantifierUnused = "quantifier-unused";
    /// A range of one element.
    QuantifierOne = "quantifier-one";
    /// A comparison of integers that are bit-vectors' values.
    IntCompareBits = "int-compare-bits";
    /// A comparison of integers that their ranges decide.
    IntRange = "int-range";
    /// Inequalities in linear normal form.
    IntLeSum = "int-le-sum";
    /// Integer division by 0, 1 or -1.
    IntDivTrivial = "int-div-trivial";
    /// Integer division by something larger.
    IntDivRange = "int-div-range";
    /// A remainder of a remainder.
    IntModMod = "int-mod-mod";
    /// Coefficients of a sum are reduced by the modulus.
    IntModSum = "int-mod-sum";
    /// The value of an extended bit-vector.
    ConvertExtended = "convert-extended";
    /// The value of the bits of an integer.
    NatOfInt = "nat-of-int";
    /// The signed value of a term that is not negative is its unsigned value.
    ConvertPositive = "convert-positive";
    /// The bits of a bit-vector's value.
    BitsOfNat = "bits-of-nat";
    /// The bits of sums and products of bit-vectors' values.
    BitsOfSum = "bits-of-sum";
    /// The bits of a remainder modulo a power of two.
    BitsOfMod = "bits-of-mod";
    /// Minimum and maximum of a term and itself.
    FpMinMaxSame = "fp-min-max-same";
    /// Arguments of commutative operations are put in order.
    FpOrder = "fp-order";
    /// A float read from its own bits.
    FpBitsAndBack = "fp-bits-and-back";
    /// Conversion to the same format.
    FpSameFormat = "fp-same-format";
    /// Signs changed twice.
    FpSignTwice = "fp-sign-twice";
    /// A comparison with NaN.
    FpCompareNan = "fp-compare-nan";
    /// A comparison of a float with itself.
    FpCompareSame = "fp-compare-same";
    /// A comparison of two negated floats.
    FpCompareNegated = "fp-compare-negated";
    /// The class of a float whose sign was changed.
    FpClassSigned = "fp-class-signed";
    /// The class of a converted integer.
    FpClassOfInt = "fp-class-of-int";
    /// Conversion and rounding keep NaN.
    FpNanKept = "fp-nan-kept";
    /// A term that the assumptions equate with a simpler one.
    UnderEqual = "under-equal";
    /// A comparison that the assumptions decide.
    UnderRange = "under-range";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

const STRIPES: usize = 16;

/// The stripe that is shared.
const SHARED: usize = STRIPES - 1;

#[repr(align(128))]
struct Stripe([AtomicU64; Rule::ALL.len()]);

/// Counters of all rules of one store.
pub(crate) struct RuleCounters(Box<[Stripe]>);

impl Default for RuleCounters {
    fn default() -> Self {
        let stripe = |_| Stripe(std::array::from_fn(|_| AtomicU64::new(0)));
        RuleCounters((0..STRIPES).map(stripe).collect())
    }
}

static NEXT_STRIPE: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static STRIPE: Cell<usize> = const { Cell::new(usize::MAX) };
}

fn own_stripe() -> usize {
    STRIPE.with(|stripe| {
        if stripe.get() == usize::MAX {
            stripe.set(NEXT_STRIPE.fetch_add(1, Ordering::Relaxed).min(SHARED));
        }
        stripe.get()
    })
}

impl RuleCounters {
    #[inline]
    pub(crate) fn hit(&self, rule: Rule) {
        let stripe = own_stripe();
        let counter = &self.0[stripe].0[rule as usize];
        if stripe == SHARED {
            counter.fetch_add(1, Ordering::Relaxed);
        } else {
            counter.store(counter.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
    }
}

impl TermStore {
    /// How often each rule fired while terms of this store were built.
    pub fn rule_hits(&self) -> Vec<(Rule, u64)> {
        let total = |rule: Rule| {
            (self.counters.0.iter())
                .map(|stripe| stripe.0[rule as usize].load(Ordering::Relaxed))
                .sum()
        };
        Rule::ALL.iter().map(|&rule| (rule, total(rule))).collect()
    }
}
