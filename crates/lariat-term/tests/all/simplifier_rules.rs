//! One example per rewrite rule: the rule fires, and the term keeps its value. A rule without an example fails the test.

use lariat_term::testing::{Generator, TermShape};
use lariat_term::{EvalError, FloatFormat, Op, RoundingMode, Rule, Sort, TermId, TermStore, eval};

/// Short names for building raw terms.
struct Raw<'a>(&'a TermStore);

impl Raw<'_> {
    fn r(&self, op: Op, args: &[TermId]) -> TermId {
        self.0.raw(op, args)
    }

    fn v(&self, name: &str, width: u32) -> TermId {
        self.0.var(name, Sort::BitVec(width))
    }

    fn x(&self, width: u32) -> TermId {
        self.v("x", width)
    }

    fn y(&self, width: u32) -> TermId {
        self.v("y", width)
    }

    fn c(&self, width: u32, value: u64) -> TermId {
        self.0.bv_const(width, value)
    }

    fn p(&self) -> TermId {
        self.0.var("p", Sort::Bool)
    }

    fn q(&self) -> TermId {
        self.0.var("q", Sort::Bool)
    }

    fn t(&self, value: bool) -> TermId {
        self.0.bool_const(value)
    }

    fn n(&self) -> TermId {
        self.0.var("n", Sort::Int)
    }

    fn m(&self) -> TermId {
        self.0.var("m", Sort::Int)
    }

    fn k(&self, value: i64) -> TermId {
        self.0.int_const(value)
    }

    fn f(&self) -> TermId {
        self.0.var("f", Sort::Float(FloatFormat::Half))
    }

    fn g(&self) -> TermId {
        self.0.var("g", Sort::Float(FloatFormat::Half))
    }

    fn mode(&self) -> TermId {
        self.0.rounding(RoundingMode::NearestEven)
    }

    fn array(&self) -> TermId {
        self.0.var("a", Sort::array(Sort::BitVec(3), Sort::BitVec(8)))
    }

    /// `ite(condition, one, other)` of constants.
    fn choice(&self, condition: TermId, width: u32, one: u64, other: u64) -> TermId {
        self.r(Op::Ite, &[condition, self.c(width, one), self.c(width, other)])
    }

    fn zext(&self, bits: u32, a: TermId) -> TermId {
        self.r(Op::ZeroExtend(bits), &[a])
    }

    fn sext(&self, bits: u32, a: TermId) -> TermId {
        self.r(Op::SignExtend(bits), &[a])
    }

    fn ext(&self, hi: u32, lo: u32, a: TermId) -> TermId {
        self.r(Op::Extract { hi, lo }, &[a])
    }

    fn cat(&self, a: TermId, b: TermId) -> TermId {
        self.r(Op::Concat, &[a, b])
    }

    fn nat(&self, a: TermId) -> TermId {
        self.r(Op::BvToNat, &[a])
    }
}

type Example = fn(&Raw<'_>) -> TermId;

#[rustfmt::skip]
const EXAMPLES: &[(Rule, Example)] = &[
    (Rule::ConstantFold, |s| s.r(Op::BvAdd, &[s.c(8, 200), s.c(8, 100)])),
    (Rule::UleToUlt, |s| s.r(Op::BvUle, &[s.x(4), s.y(4)])),
    (Rule::SleToSlt, |s| s.r(Op::BvSle, &[s.x(4), s.y(4)])),
    (Rule::IntLtToLe, |s| s.r(Op::IntLt, &[s.n(), s.m()])),
    (Rule::NotNot, |s| s.r(Op::Not, &[s.r(Op::Not, &[s.p()])])),
    (Rule::XorToEq, |s| s.r(Op::Xor, &[s.p(), s.q()])),
    (Rule::ImpliesToOr, |s| s.r(Op::Implies, &[s.p(), s.q()])),
    (Rule::EqTruth, |s| s.r(Op::Eq, &[s.p(), s.t(false)])),
    (Rule::EqNot, |s| s.r(Op::Eq, &[s.p(), s.r(Op::Not, &[s.q()])])),
    (Rule::ListNeutral, |s| s.r(Op::And, &[s.p(), s.t(true), s.q()])),
    (Rule::ListAbsorbing, |s| s.r(Op::Or, &[s.p(), s.t(true), s.q()])),
    (Rule::ListDouble, |s| s.r(Op::And, &[s.p(), s.q(), s.p()])),
    (Rule::ListComplement, |s| s.r(Op::Or, &[s.p(), s.q(), s.r(Op::Not, &[s.p()])])),
    (Rule::ListFlatten, |s| {
        let inner = s.r(Op::And, &[s.q(), s.r(Op::BvUlt, &[s.x(4), s.y(4)])]);
        s.r(Op::And, &[s.p(), inner])
    }),
    (Rule::TwoValues, |s| {
        let is = |value| s.r(Op::Eq, &[s.x(4), s.c(4, value)]);
        s.r(Op::And, &[is(3), s.p(), is(5)])
    }),
    (Rule::ListAbsorb, |s| s.r(Op::And, &[s.p(), s.r(Op::Or, &[s.p(), s.q()])])),
    (Rule::ListStrengthen, |s| {
        s.r(Op::And, &[s.p(), s.r(Op::Or, &[s.r(Op::Not, &[s.p()]), s.q()])])
    }),
    (Rule::IteConstant, |s| s.r(Op::Ite, &[s.t(true), s.x(4), s.y(4)])),
    (Rule::IteNot, |s| s.r(Op::Ite, &[s.r(Op::Not, &[s.p()]), s.x(4), s.y(4)])),
    (Rule::IteSame, |s| s.r(Op::Ite, &[s.p(), s.x(4), s.x(4)])),
    (Rule::IteBool, |s| s.r(Op::Ite, &[s.p(), s.t(false), s.q()])),
    (Rule::IteNested, |s| {
        s.r(Op::Ite, &[s.p(), s.r(Op::Ite, &[s.p(), s.x(4), s.y(4)]), s.v("z", 4)])
    }),
    (Rule::IteCommonBranch, |s| {
        s.r(Op::Ite, &[s.p(), s.x(4), s.r(Op::Ite, &[s.q(), s.y(4), s.x(4)])])
    }),
    (Rule::IteEqBranches, |s| {
        s.r(Op::Ite, &[s.r(Op::Eq, &[s.x(4), s.y(4)]), s.y(4), s.x(4)])
    }),
    (Rule::IteBit, |s| s.r(Op::Ite, &[s.r(Op::Eq, &[s.x(1), s.c(1, 1)]), s.c(1, 0), s.c(1, 1)])),
    (Rule::IteExtended, |s| s.r(Op::Ite, &[s.p(), s.sext(2, s.x(4)), s.sext(2, s.y(4))])),
    (Rule::LiftUnary, |s| s.sext(3, s.choice(s.p(), 1, 1, 0))),
    (Rule::LiftBinary, |s| s.r(Op::BvUdiv, &[s.choice(s.p(), 4, 9, 3), s.c(4, 2)])),
    (Rule::EqIteSame, |s| {
        let one = s.r(Op::Ite, &[s.p(), s.x(4), s.y(4)]);
        s.r(Op::Eq, &[one, s.r(Op::Ite, &[s.p(), s.v("z", 4), s.y(4)])])
    }),
    (Rule::EqIteBranch, |s| s.r(Op::Eq, &[s.y(4), s.r(Op::Ite, &[s.p(), s.x(4), s.y(4)])])),
    (Rule::EqIteConstant, |s| {
        s.r(Op::Eq, &[s.c(4, 3), s.r(Op::Ite, &[s.p(), s.x(4), s.c(4, 7)])])
    }),
    (Rule::BitwiseTruth, |s| s.r(Op::BvXor, &[s.choice(s.p(), 4, 1, 0), s.choice(s.q(), 4, 0, 1)])),
    (Rule::EqSame, |s| s.r(Op::Eq, &[s.array(), s.array()])),
    (Rule::EqExtended, |s| s.r(Op::Eq, &[s.zext(3, s.x(2)), s.zext(2, s.y(3))])),
    (Rule::EqNotBoth, |s| s.r(Op::Eq, &[s.r(Op::BvNot, &[s.x(4)]), s.r(Op::BvNot, &[s.y(4)])])),
    (Rule::EqConcat, |s| s.r(Op::Eq, &[s.cat(s.x(2), s.y(3)), s.c(5, 0b10_011)])),
    (Rule::EqXor, |s| s.r(Op::Eq, &[s.r(Op::BvXor, &[s.x(4), s.y(4)]), s.c(4, 0)])),
    (Rule::EqRange, |s| {
        s.r(Op::Eq, &[s.r(Op::BvUrem, &[s.x(4), s.c(4, 5)]), s.c(4, 9)])
    }),
    (Rule::EqBitZero, |s| s.r(Op::Eq, &[s.x(1), s.c(1, 0)])),
    (Rule::EqExtendedConstant, |s| s.r(Op::Eq, &[s.sext(3, s.x(3)), s.c(6, 0b111_101)])),
    (Rule::EqMasked, |s| s.r(Op::Eq, &[s.r(Op::BvAnd, &[s.x(4), s.c(4, 0b0110)]), s.c(4, 2)])),
    (Rule::EqOrZero, |s| s.r(Op::Eq, &[s.r(Op::BvOr, &[s.x(4), s.y(4)]), s.c(4, 0)])),
    (Rule::EqKnownBits, |s| {
        let even = s.r(Op::BvMul, &[s.c(4, 6), s.r(Op::BvMul, &[s.x(4), s.y(4)])]);
        s.r(Op::Eq, &[s.r(Op::BvXor, &[even, s.r(Op::BvMul, &[s.c(4, 2), s.x(4)])]), s.c(4, 5)])
    }),
    (Rule::UltRange, |s| s.r(Op::BvUlt, &[s.zext(4, s.x(4)), s.c(8, 16)])),
    (Rule::LessSame, |s| s.r(Op::BvUlt, &[s.x(4), s.x(4)])),
    (Rule::UltEdge, |s| s.r(Op::BvUlt, &[s.x(4), s.c(4, 1)])),
    (Rule::UltExtended, |s| s.r(Op::BvUlt, &[s.zext(4, s.x(4)), s.c(8, 9)])),
    (Rule::UltSum, |s| {
        s.r(Op::BvUlt, &[s.r(Op::BvAdd, &[s.zext(2, s.x(3)), s.c(5, 3)]), s.c(5, 7)])
    }),
    (Rule::SltRange, |s| s.r(Op::BvSle, &[s.c(8, 0), s.zext(4, s.x(4))])),
    (Rule::SltEdge, |s| s.r(Op::BvSlt, &[s.c(4, 6), s.x(4)])),
    (Rule::SltToUlt, |s| s.r(Op::BvSlt, &[s.zext(1, s.x(4)), s.zext(2, s.y(3))])),
    (Rule::SltExtended, |s| s.r(Op::BvSlt, &[s.sext(4, s.x(4)), s.c(8, 0xfd)])),
    (Rule::SltSum, |s| {
        s.r(Op::BvSlt, &[s.r(Op::BvAdd, &[s.sext(2, s.x(3)), s.c(5, 1)]), s.c(5, 2)])
    }),
    (Rule::MulOverflowNever, |s| {
        s.r(Op::BvSmulOverflow, &[s.sext(3, s.x(3)), s.sext(3, s.y(3))])
    }),
    (Rule::SumMerge, |s| {
        s.r(Op::BvAdd, &[s.x(4), s.r(Op::BvAdd, &[s.y(4), s.r(Op::BvNeg, &[s.x(4)])])])
    }),
    (Rule::SumZero, |s| s.r(Op::BvAdd, &[s.x(150), s.c(150, 0)])),
    (Rule::NegToMul, |s| s.r(Op::BvNeg, &[s.x(4)])),
    (Rule::NegNeg, |s| s.r(Op::BvNeg, &[s.r(Op::BvNeg, &[s.x(150)])])),
    (Rule::MulBinary, |s| s.r(Op::IntMul, &[s.n(), s.m(), s.k(3)])),
    (Rule::MulConstantOut, |s| {
        s.r(Op::BvMul, &[s.r(Op::BvMul, &[s.x(4), s.c(4, 3)]), s.y(4)])
    }),
    (Rule::MulZero, |s| s.r(Op::BvMul, &[s.x(4), s.c(4, 0)])),
    (Rule::MulOne, |s| s.r(Op::IntMul, &[s.k(1), s.n()])),
    (Rule::MulAffine, |s| {
        let sum = s.r(Op::BvAdd, &[s.c(4, 1), s.x(4)]);
        s.r(Op::BvMul, &[sum, s.y(4)])
    }),
    (Rule::MulDistribute, |s| {
        s.r(Op::BvMul, &[s.c(4, 3), s.r(Op::BvAdd, &[s.x(4), s.c(4, 5)])])
    }),
    (Rule::EqSum, |s| s.r(Op::Eq, &[s.r(Op::BvAdd, &[s.x(4), s.c(4, 5)]), s.c(4, 2)])),
    (Rule::BvNotNot, |s| s.r(Op::BvNot, &[s.r(Op::BvNot, &[s.x(4)])])),
    (Rule::BvNotSum, |s| s.r(Op::BvNot, &[s.r(Op::BvAdd, &[s.x(4), s.c(4, 5)])])),
    (Rule::BitwiseSame, |s| s.r(Op::BvXor, &[s.x(4), s.x(4)])),
    (Rule::BitwiseConstant, |s| s.r(Op::BvXor, &[s.x(4), s.c(4, 15)])),
    (Rule::BitwiseNested, |s| {
        s.r(Op::BvXor, &[s.c(4, 5), s.r(Op::BvXor, &[s.c(4, 6), s.x(4)])])
    }),
    (Rule::BitwiseExtended, |s| s.r(Op::BvOr, &[s.zext(2, s.x(4)), s.zext(3, s.y(3))])),
    (Rule::BitwiseConcat, |s| s.r(Op::BvAnd, &[s.c(6, 0b000_101), s.cat(s.x(3), s.y(3))])),
    (Rule::XorNot, |s| s.r(Op::BvXor, &[s.r(Op::BvNot, &[s.x(4)]), s.y(4)])),
    (Rule::BitwiseKnown, |s| {
        s.r(Op::BvAnd, &[s.c(6, 0b111_110), s.r(Op::BvMul, &[s.c(6, 2), s.x(6)])])
    }),
    (Rule::BitwiseComplement, |s| s.r(Op::BvOr, &[s.r(Op::BvNot, &[s.x(4)]), s.x(4)])),
    (Rule::XorCancel, |s| s.r(Op::BvXor, &[s.x(4), s.r(Op::BvXor, &[s.y(4), s.x(4)])])),
    (Rule::BitwiseAbsorb, |s| s.r(Op::BvAnd, &[s.x(4), s.r(Op::BvOr, &[s.y(4), s.x(4)])])),
    (Rule::OrPieces, |s| {
        let shifted = s.r(Op::BvShl, &[s.zext(4, s.x(4)), s.c(8, 4)]);
        s.r(Op::BvOr, &[shifted, s.zext(4, s.y(4))])
    }),
    (Rule::DivByConstant, |s| s.r(Op::BvSdiv, &[s.x(4), s.c(4, 15)])),
    (Rule::DivPowerOfTwo, |s| s.r(Op::BvUrem, &[s.x(4), s.c(4, 4)])),
    (Rule::DivExtended, |s| s.r(Op::BvUdiv, &[s.zext(3, s.x(4)), s.c(7, 3)])),
    (Rule::DivRange, |s| s.r(Op::BvUdiv, &[s.zext(3, s.x(3)), s.c(6, 9)])),
    (Rule::RemSame, |s| s.r(Op::BvSmod, &[s.x(4), s.x(4)])),
    (Rule::DivSignedToUnsigned, |s| s.r(Op::BvSrem, &[s.zext(2, s.x(4)), s.zext(2, s.y(4))])),
    (Rule::ShiftConstant, |s| s.r(Op::BvAshr, &[s.x(4), s.c(4, 2)])),
    (Rule::ShiftOfConstant, |s| s.r(Op::BvAshr, &[s.c(4, 15), s.x(4)])),
    (Rule::ShiftRange, |s| s.r(Op::BvShl, &[s.x(4), s.r(Op::BvOr, &[s.y(4), s.c(4, 4)])])),
    (Rule::ShiftPositive, |s| s.r(Op::BvAshr, &[s.zext(2, s.x(2)), s.y(4)])),
    (Rule::ExtractAll, |s| s.ext(3, 0, s.x(4))),
    (Rule::ExtractExtract, |s| s.ext(1, 1, s.ext(3, 1, s.x(4)))),
    (Rule::ExtractConcat, |s| s.ext(4, 1, s.cat(s.x(3), s.y(3)))),
    (Rule::ExtractZeroExtend, |s| s.ext(4, 1, s.zext(3, s.x(3)))),
    (Rule::ExtractSignExtend, |s| s.ext(5, 4, s.sext(3, s.x(3)))),
    (Rule::ExtractNot, |s| s.ext(2, 1, s.r(Op::BvNot, &[s.x(4)]))),
    (Rule::ExtractBitwise, |s| s.ext(1, 0, s.r(Op::BvXor, &[s.x(4), s.cat(s.y(2), s.v("z", 2))]))),
    (Rule::ExtractIte, |s| s.ext(2, 0, s.r(Op::Ite, &[s.p(), s.zext(3, s.x(3)), s.c(6, 5)]))),
    (Rule::ExtractArithmetic, |s| {
        s.ext(3, 0, s.r(Op::BvAdd, &[s.sext(4, s.x(4)), s.zext(4, s.y(4))]))
    }),
    (Rule::ExtractShifted, |s| s.ext(4, 1, s.r(Op::BvMul, &[s.c(6, 4), s.x(6)]))),
    (Rule::ConcatZeros, |s| s.cat(s.c(3, 0), s.x(3))),
    (Rule::ConcatZeroExtend, |s| s.cat(s.zext(2, s.x(2)), s.y(3))),
    (Rule::ConcatRight, |s| s.cat(s.cat(s.x(2), s.y(2)), s.v("z", 2))),
    (Rule::ConcatJoin, |s| s.cat(s.ext(3, 2, s.x(4)), s.cat(s.ext(1, 1, s.x(4)), s.y(2)))),
    (Rule::ExtendByNothing, |s| s.zext(0, s.x(4))),
    (Rule::ExtendExtend, |s| s.sext(2, s.sext(1, s.x(3)))),
    (Rule::SignExtendPositive, |s| s.sext(2, s.zext(1, s.x(3)))),
    (Rule::AndLowMask, |s| s.r(Op::BvAnd, &[s.x(6), s.c(6, 7)])),
    (Rule::AndHighMask, |s| s.r(Op::BvAnd, &[s.x(6), s.c(6, 0b111_100)])),
    (Rule::SelectStoreSame, |s| {
        let stored = s.r(Op::Store, &[s.array(), s.x(3), s.y(8)]);
        s.r(Op::Select, &[stored, s.x(3)])
    }),
    (Rule::SelectStoreOther, |s| {
        let next = s.r(Op::BvAdd, &[s.x(3), s.c(3, 1)]);
        s.r(Op::Select, &[s.r(Op::Store, &[s.array(), next, s.y(8)]), s.x(3)])
    }),
    (Rule::SelectConstArray, |s| {
        s.r(Op::Select, &[s.0.const_array(Sort::BitVec(3), s.y(8)), s.x(3)])
    }),
    (Rule::SelectLambda, |s| {
        let lambda = s.0.lambda(Sort::BitVec(3), |i| s.r(Op::BvXor, &[s.zext(5, i), s.y(8)]));
        s.r(Op::Select, &[lambda, s.x(3)])
    }),
    (Rule::SelectIte, |s| {
        let constant = |value| s.0.const_array(Sort::BitVec(3), s.c(8, value));
        s.r(Op::Select, &[s.r(Op::Ite, &[s.p(), constant(1), constant(2)]), s.x(3)])
    }),
    (Rule::StoreStoreSame, |s| {
        let stored = s.r(Op::Store, &[s.array(), s.x(3), s.y(8)]);
        s.r(Op::Select, &[s.r(Op::Store, &[stored, s.x(3), s.c(8, 1)]), s.y(3)])
    }),
    (Rule::StoreNothingNew, |s| {
        s.r(Op::Store, &[s.array(), s.x(3), s.r(Op::Select, &[s.array(), s.x(3)])])
    }),
    (Rule::LambdaConstant, |s| s.0.lambda(Sort::BitVec(3), |_| s.x(8))),
    (Rule::LambdaEta, |s| s.0.lambda(Sort::BitVec(3), |i| s.r(Op::Select, &[s.array(), i]))),
    (Rule::QuantifierBody, |s| s.r(Op::ForAll, &[s.x(3), s.y(3), s.t(true)])),
    (Rule::QuantifierEmpty, |s| {
        s.0.exists(s.c(3, 5), s.c(3, 5), |i| s.r(Op::BvUlt, &[i, s.x(3)]))
    }),
    (Rule::QuantifierUnused, |s| s.r(Op::Exists, &[s.x(3), s.y(3), s.p()])),
    (Rule::QuantifierOne, |s| {
        s.0.forall(s.n(), s.r(Op::IntAdd, &[s.k(1), s.n()]), |i| s.r(Op::IntLe, &[i, s.m()]))
    }),
    (Rule::IntCompareBits, |s| s.r(Op::IntLe, &[s.nat(s.x(4)), s.nat(s.y(4))])),
    (Rule::IntRange, |s| {
        s.r(Op::IntLe, &[s.r(Op::IntAdd, &[s.nat(s.x(4)), s.nat(s.y(3))]), s.k(30)])
    }),
    (Rule::IntLeSum, |s| {
        s.r(Op::IntLe, &[s.r(Op::IntMul, &[s.k(2), s.n()]), s.r(Op::IntAdd, &[s.m(), s.m(), s.k(3)])])
    }),
    (Rule::IntDivTrivial, |s| s.r(Op::IntDiv, &[s.n(), s.k(0)])),
    (Rule::IntDivRange, |s| s.r(Op::IntMod, &[s.nat(s.x(4)), s.k(16)])),
    (Rule::IntModMod, |s| s.r(Op::IntMod, &[s.r(Op::IntMod, &[s.n(), s.k(12)]), s.k(4)])),
    (Rule::IntModSum, |s| {
        let sum = s.r(Op::IntAdd, &[s.r(Op::IntMul, &[s.k(-7), s.n()]), s.m(), s.k(11)]);
        s.r(Op::IntMod, &[sum, s.k(5)])
    }),
    (Rule::ConvertExtended, |s| s.r(Op::BvToInt, &[s.sext(3, s.x(4))])),
    (Rule::NatOfInt, |s| s.nat(s.r(Op::IntToBv(4), &[s.n()]))),
    (Rule::ConvertPositive, |s| s.r(Op::BvToInt, &[s.zext(3, s.x(4))])),
    (Rule::BitsOfNat, |s| s.r(Op::IntToBv(6), &[s.r(Op::BvToInt, &[s.x(4)])])),
    (Rule::BitsOfSum, |s| {
        s.r(Op::IntToBv(4), &[s.r(Op::IntAdd, &[s.nat(s.x(4)), s.nat(s.y(4)), s.k(1)])])
    }),
    (Rule::BitsOfMod, |s| s.r(Op::IntToBv(4), &[s.r(Op::IntMod, &[s.n(), s.k(48)])])),
    (Rule::FpMinMaxSame, |s| s.r(Op::FpMin, &[s.f(), s.f()])),
    (Rule::FpOrder, |s| {
        let (f, g) = (s.f(), s.g());
        s.r(Op::FpAdd, &[s.mode(), g, f])
    }),
    (Rule::FpBitsAndBack, |s| s.r(Op::FpFromBits(FloatFormat::Half), &[s.r(Op::FpToBits, &[s.f()])])),
    (Rule::FpSameFormat, |s| s.r(Op::FpToFp(FloatFormat::Half), &[s.mode(), s.f()])),
    (Rule::FpSignTwice, |s| s.r(Op::FpAbs, &[s.r(Op::FpNeg, &[s.f()])])),
    (Rule::FpCompareNan, |s| {
        s.r(Op::FpLe, &[s.f(), s.0.float_const(FloatFormat::Half, 0x7e00)])
    }),
    (Rule::FpCompareSame, |s| s.r(Op::FpEq, &[s.f(), s.f()])),
    (Rule::FpCompareNegated, |s| {
        s.r(Op::FpLt, &[s.r(Op::FpNeg, &[s.f()]), s.r(Op::FpNeg, &[s.g()])])
    }),
    (Rule::FpClassSigned, |s| s.r(Op::FpIsPositive, &[s.r(Op::FpAbs, &[s.f()])])),
    (Rule::FpClassOfInt, |s| {
        s.r(Op::FpIsNan, &[s.r(Op::FpFromSigned(FloatFormat::Half), &[s.mode(), s.x(20)])])
    }),
    (Rule::FpNanKept, |s| {
        s.r(Op::FpIsNan, &[s.r(Op::FpToFp(FloatFormat::Single), &[s.mode(), s.f()])])
    }),
];

fn hits(store: &TermStore, rule: Rule) -> u64 {
    store.rule_hits().iter().find(|(other, _)| *other == rule).map_or(0, |&(_, hits)| hits)
}

#[test]
fn every_rule_fires_on_its_example_and_keeps_the_value() {
    let mut silent = Vec::new();
    for &(rule, example) in EXAMPLES {
        let store = TermStore::new();
        let raw = example(&Raw(&store));
        let simplified = store.simplify(raw);
        if hits(&store, rule) == 0 {
            silent.push(rule);
        }
        let mut generator = Generator::new(&store, TermShape::default(), rule as u64);
        for _ in 0..200 {
            let model = generator.model(&[raw, simplified]);
            let expected = eval(&store, &model, raw);
            if expected == Err(EvalError::Undecided) {
                continue;
            }
            assert_eq!(
                eval(&store, &model, simplified),
                expected,
                "{rule} under\n{}",
                model.display(&store)
            );
        }
    }
    assert_eq!(silent, [], "these do not fire on their examples");
}

#[test]
fn every_rule_has_an_example() {
    let under = [Rule::UnderEqual, Rule::UnderRange];
    for &rule in Rule::ALL {
        let listed = EXAMPLES.iter().any(|&(other, _)| other == rule) || under.contains(&rule);
        assert!(listed, "{rule} has no example");
    }
}

#[test]
fn rules_for_assumptions_fire() {
    let store = TermStore::new();
    let word = Sort::BitVec(32);
    let (x, y) = (store.var("x", word), store.var("y", word));
    let five = store.bv_const(32, 5);
    let small = store.bv_ult(x, store.bv_const(32, 10));
    let large = store.bv_ult(store.bv_const(32, 20), x);
    assert_eq!(store.simplify_under(&[small], large), store.ff());
    assert_eq!(store.simplify_under(&[small], small), store.tt());
    assert_eq!(store.simplify_under(&[small], store.not(small)), store.ff());
    assert_eq!(
        store.simplify_under(&[store.eq(x, five)], store.bv_add(x, y)),
        store.bv_add(five, y)
    );
    assert!(hits(&store, Rule::UnderEqual) > 0 && hits(&store, Rule::UnderRange) > 0);
}

/// Names are what statistics are printed and compared by.
#[test]
fn names_are_distinct() {
    let mut names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Rule::ALL.len());
}
