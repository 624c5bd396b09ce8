//! The simplifier: rewriting a node while it is built.
//!
//! # How it is organised
//!
//! [`TermStore::mk`] gives a [`Rewriter`] the operation and the arguments, which have been simplified already. The rewriter
//! looks at the top of the term only: at the operation, the arguments, and a fixed number of levels below them. The rules
//! are grouped by what they are about, one file each. Each rule has a name in [`Rule`], is counted when it fires, and has
//! an example in the tests that makes it fire; all of them are checked against the evaluator on random terms.
//!
//! Three more ways in: [`TermStore::simplify`] rebuilds a term that came from [`TermStore::raw`] or from a file bottom-up;
//! [`TermStore::simplify_under`] also uses what a conjunction of assumptions says; and the range and bit facts that the rules
//! use are public ([`TermStore::unsigned_range`], [`TermStore::signed_range`], [`TermStore::known_bits`]).
//!
//! # Normal forms
//!
//! The rules work towards one way of writing a value, so that equal values meet in one node:
//!
//! * Commutative operations have their arguments in the order of ids, a constant always first.
//! * Sums are flat lists `constant + c₁·t₁ + … + cₙ·tₙ` with distinct tᵢ. Negation is the coefficient -1 and a left shift by
//!   a constant is a power of two (see [`linear`]). Right shifts by constants are extracts that are extended again.
//! * Zeros above a term are a `ZeroExtend`, never a `Concat`; concatenations nest to the right and have no two neighbours
//!   that could be one term.
//! * Of the comparisons only `BvUlt`, `BvSlt` and `IntLe` remain; the others are their negations. Integer inequalities are
//!   `constant ≤ sum` with a positive first coefficient and no common divisor.
//! * `Implies` and `Xor` are written with `Or`, `Not` and `Eq`. Conjunctions and disjunctions are flat up to a size.
//! * A truth value made into a number is `ite(c, 1, 0)`, and operations with constants move into it.
//!
//! # Why it ends
//!
//! A rule may build new nodes, which are simplified in turn. Nearly all rules make the term smaller or move an operation
//! strictly downwards; the others only move towards the normal forms above. On top of that argument, which is easy to break
//! with one careless rule, every call of `mk` carries a supply of [`FUEL`]: each nested node takes one unit, and with none left
//! nodes are built as they are. So the work and the stack depth for one node are bounded whatever the rules do, and so is
//! the number of nodes that one call can add. Lists (sums, conjunctions, chains of stores) are cut off at fixed lengths for
//! the same reason: a chain of 100 000 additions costs 100 000 times a constant.

mod array;
mod bitvector;
mod boolean;
mod bytes;
mod compare;
mod deep;
mod float;
mod fold;
mod int;
mod ite;
mod linear;
mod quantifier;
mod range;
mod rules;
mod under;

use std::cell::Cell;

use num_traits::ToPrimitive;
use smallvec::SmallVec;

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};

pub use range::KnownBits;
pub use rules::Rule;
pub(crate) use rules::RuleCounters;

/// How many nested nodes the simplification of one node may build.
const FUEL: u32 = 256;

/// Arguments under construction.
type ArgVec = SmallVec<[TermId; 8]>;

/// Simplifies one node. Holds what is left of the supply that bounds the work.
pub(crate) struct Rewriter<'s> {
    store: &'s TermStore,
    fuel: Cell<u32>,
}

impl<'s> Rewriter<'s> {
    pub(crate) fn new(store: &'s TermStore) -> Rewriter<'s> {
        Rewriter { store, fuel: Cell::new(FUEL) }
    }

    /// Builds a node, simplified.
    pub(crate) fn mk(&self, op: Op, args: &[TermId]) -> TermId {
        use Op::*;
        if let &[a, b] = args
            && let Some(term) = self.on_variables(op, a, b)
        {
            return term;
        }
        let sort = self.store.sort_of(op, args);
        let fuel = self.fuel.get();
        if fuel == 0 {
            return self.intern(op, sort, args);
        }
        self.fuel.set(fuel - 1);
        if args.iter().all(|&arg| self.op(arg).is_const())
            && let Some(value) = fold::fold(self, op, sort, args)
        {
            return self.rule(Rule::ConstantFold, value);
        }
        match (op, args) {
            (Not, &[a]) => boolean::not(self, a),
            (And | Or, _) => boolean::and_or(self, op, args),
            (Xor, &[a, b]) => boolean::xor(self, a, b),
            (Implies, &[a, b]) => boolean::implies(self, a, b),
            (Ite, &[condition, then, otherwise]) => {
                ite::ite(self, sort, condition, then, otherwise)
            }
            (Select, &[array, index]) => array::select(self, sort, array, index),
            (Store, &[array, index, element]) => array::store(self, sort, array, index, element),
            (ForAll | Exists, &[lo, hi, body]) => quantifier::quantifier(self, op, lo, hi, body),
            _ => match ite::lift(self, op, args) {
                Some(term) => term,
                None => self.arithmetic(op, sort, args),
            },
        }
    }

    /// Operations on two different variables or reads, which no rule applies to. A large part of all terms is of this kind.
    #[inline]
    fn on_variables(&self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let (left, sort) = self.store.op_and_sort(a);
        if !is_opaque(left) {
            return None;
        }
        let (right, right_sort) = self.store.op_and_sort(b);
        if !is_opaque(right) || a == b || sort != right_sort || !matches!(sort, Sort::BitVec(_)) {
            return None;
        }
        let ordered = [a.min(b), a.max(b)];
        match op {
            Op::BvAdd | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvMul => {
                Some(self.intern(op, sort, &ordered))
            }
            Op::Eq => Some(self.intern(op, Sort::Bool, &ordered)),
            Op::BvUlt | Op::BvSlt => Some(self.intern(op, Sort::Bool, &[a, b])),
            _ => None,
        }
    }

    /// The operations on numbers, which move into an `ite` of constants before anything else is tried.
    fn arithmetic(&self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        use Op::*;
        match (op, args) {
            (Eq, &[a, b]) => compare::eq(self, a, b),
            (BvUlt, &[a, b]) => compare::ult(self, a, b),
            (BvSlt, &[a, b]) => compare::slt(self, a, b),
            (BvUle, &[a, b]) => self.rule(Rule::UleToUlt, self.not(self.mk(BvUlt, &[b, a]))),
            (BvSle, &[a, b]) => self.rule(Rule::SleToSlt, self.not(self.mk(BvSlt, &[b, a]))),
            (BvNot, &[a]) => bitvector::bv_not(self, a),
            (BvNeg, &[a]) => linear::negate(self, a),
            (BvAnd | BvOr | BvXor, &[a, b]) => bitvector::bitwise(self, op, a, b),
            (BvAdd | IntAdd, _) => linear::add(self, op, sort, args),
            (BvMul | IntMul, _) => linear::mul(self, op, sort, args),
            (BvUdiv | BvUrem | BvSdiv | BvSrem | BvSmod, &[a, b]) => {
                bitvector::divide(self, op, a, b)
            }
            (BvShl | BvLshr | BvAshr, &[a, b]) => bitvector::shift(self, op, a, b),
            (BvUmulOverflow | BvSmulOverflow, &[a, b]) => compare::mul_overflow(self, op, a, b),
            (Concat, &[a, b]) => bytes::concat(self, a, b),
            (Extract { hi, lo }, &[a]) => bytes::extract(self, hi, lo, a),
            (ZeroExtend(bits), &[a]) => bytes::zero_extend(self, bits, a),
            (SignExtend(bits), &[a]) => bytes::sign_extend(self, bits, a),
            (IntLe, &[a, b]) => int::le(self, a, b),
            (IntLt, &[a, b]) => self.rule(Rule::IntLtToLe, self.not(self.mk(IntLe, &[b, a]))),
            (IntDiv | IntMod, &[a, b]) => int::divide(self, op, a, b),
            (BvToNat | BvToInt, &[a]) => int::from_bv(self, op, a),
            (IntToBv(width), &[a]) => int::to_bv(self, width, a),
            _ => float::float(self, op, sort, args),
        }
    }

    /// Counts the rule and passes its result on.
    #[inline]
    fn rule(&self, rule: Rule, result: TermId) -> TermId {
        self.store.counters.hit(rule);
        result
    }

    fn intern(&self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        self.store.intern(op, sort, args)
    }

    /// The node of a commutative operation: constant first, then by id.
    fn intern_sorted(&self, op: Op, sort: Sort, a: TermId, b: TermId) -> TermId {
        if self.comes_first(a, b) {
            self.intern(op, sort, &[a, b])
        } else {
            self.intern(op, sort, &[b, a])
        }
    }

    fn comes_first(&self, a: TermId, b: TermId) -> bool {
        (!self.is_const(a), a) <= (!self.is_const(b), b)
    }

    fn op(&self, term: TermId) -> Op {
        self.store.op(term)
    }

    fn view(&self, term: TermId) -> (Op, &'s [TermId]) {
        self.store.view(term)
    }

    fn sort(&self, term: TermId) -> Sort {
        self.store.sort(term)
    }

    fn width(&self, term: TermId) -> u32 {
        self.sort(term).width()
    }

    fn is_const(&self, term: TermId) -> bool {
        self.op(term).is_const()
    }

    /// The value of a bit-vector constant of at most 128 bits.
    fn word(&self, term: TermId) -> Option<u128> {
        self.store.as_u128(term)
    }

    /// A bit-vector constant, modulo 2^width.
    fn bv(&self, width: u32, value: u128) -> TermId {
        if width <= 64 {
            self.store.bv_const(width, value as u64)
        } else {
            self.store.bv_value(&BitVec::from_words(width, &[value as u64, (value >> 64) as u64]))
        }
    }

    fn bool(&self, value: bool) -> TermId {
        self.store.bool_const(value)
    }

    fn not(&self, a: TermId) -> TermId {
        self.mk(Op::Not, &[a])
    }

    fn and(&self, a: TermId, b: TermId) -> TermId {
        self.mk(Op::And, &[a, b])
    }

    fn or(&self, a: TermId, b: TermId) -> TermId {
        self.mk(Op::Or, &[a, b])
    }

    fn eq(&self, a: TermId, b: TermId) -> TermId {
        self.mk(Op::Eq, &[a, b])
    }

    fn ite(&self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        self.mk(Op::Ite, &[condition, then, otherwise])
    }

    fn extract(&self, hi: u32, lo: u32, a: TermId) -> TermId {
        self.mk(Op::Extract { hi, lo }, &[a])
    }

    fn zero_extend(&self, bits: u32, a: TermId) -> TermId {
        if bits == 0 { a } else { self.mk(Op::ZeroExtend(bits), &[a]) }
    }

    fn sign_extend(&self, bits: u32, a: TermId) -> TermId {
        if bits == 0 { a } else { self.mk(Op::SignExtend(bits), &[a]) }
    }
}

/// Whether nothing can be said of the values of terms with this operation.
fn is_opaque(op: Op) -> bool {
    matches!(op, Op::Var(_) | Op::Bound(_) | Op::Select)
}

/// The lowest `width` bits set; all of them from 128 on.
fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The two's-complement value of the lowest `width` bits, for widths up to 128.
fn signed(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

impl TermStore {
    /// Builds a term, simplified. The general form of all constructors.
    pub fn mk(&self, op: Op, args: &[TermId]) -> TermId {
        if self.simplifies() { Rewriter::new(self).mk(op, args) } else { self.raw(op, args) }
    }

    /// A constant array or a lambda of the given sort, simplified.
    pub(crate) fn mk_array(&self, op: Op, sort: Sort, body: TermId) -> TermId {
        if self.simplifies() {
            array::whole_array(&Rewriter::new(self), op, sort, body)
        } else {
            self.intern(op, sort, &[body])
        }
    }

    /// The value of a bit-vector constant of at most 128 bits.
    fn as_u128(&self, term: TermId) -> Option<u128> {
        match self.op(term) {
            Op::BvConst(value) => Some(u128::from(value)),
            Op::WideBvConst(_) => self.as_bv(term)?.to_biguint().to_u128(),
            _ => None,
        }
    }
}
