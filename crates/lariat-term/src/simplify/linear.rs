//! Linear normal form of sums, over bit-vectors (wrapping) and over integers.
//!
//! A sum is a constant and a list of distinct terms with coefficients. As a node it is a flat `BvAdd`/`IntAdd`: the constant
//! first, unless it is zero, then the monomials in the order of their terms' ids; a monomial is the term itself or
//! `Mul(coefficient, term)`. So `a - a` is 0, and `x + 1 + y` and `y + x + 1` are one node. Sums longer than
//! [`LONGEST_SUM`] are not merged any more but nested, which keeps the work for one node bounded.
//!
//! Coefficients are 128-bit words: bit-vectors that are wider are only folded when constant, and integer sums whose
//! coefficients would overflow are left alone.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use smallvec::SmallVec;

use super::{ArgVec, Rewriter, Rule, ite, mask, signed};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

/// More monomials than this are not merged into one list.
const LONGEST_SUM: usize = 16;

/// `c · (a + b + …)` is multiplied out for sums with at most this many parts.
const LONGEST_DISTRIBUTED: usize = 4;

/// So many times the parts of a sum are looked at again after they have changed.
const MOST_OPENED: usize = 4;

/// The numbers that coefficients are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ring {
    /// Modulo 2^width, width at most 128; values are kept as unsigned.
    Bv(u32),
    /// The integers, as far as they fit.
    Int,
}

impl Ring {
    pub(super) fn of(sort: Sort) -> Option<Ring> {
        match sort {
            Sort::BitVec(width) if width <= 128 => Some(Ring::Bv(width)),
            Sort::Int => Some(Ring::Int),
            _ => None,
        }
    }

    fn add(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Ring::Bv(width) => Some(reduce(width, a.wrapping_add(b))),
            Ring::Int => a.checked_add(b).filter(|&sum| is_moderate(sum)),
        }
    }

    fn mul(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Ring::Bv(width) => Some(reduce(width, a.wrapping_mul(b))),
            Ring::Int => a.checked_mul(b).filter(|&product| is_moderate(product)),
        }
    }

    fn neg(self, a: i128) -> Option<i128> {
        self.mul(self.minus_one(), a)
    }

    fn minus_one(self) -> i128 {
        match self {
            Ring::Bv(width) => reduce(width, -1),
            Ring::Int => -1,
        }
    }

    /// Whether a coefficient is best written on the other side of an equation. The smallest number is its own negation, so
    /// it is not better on either side.
    fn is_negative(self, a: i128) -> bool {
        match self {
            Ring::Bv(width) => signed(width, a as u128) < 0 && !self.is_own_negation(a),
            Ring::Int => a < 0,
        }
    }

    /// Whether a coefficient, which is not zero, is the same with the other sign.
    fn is_own_negation(self, a: i128) -> bool {
        match self {
            Ring::Bv(width) => a as u128 == 1 << (width - 1),
            Ring::Int => false,
        }
    }

    fn sort(self) -> Sort {
        match self {
            Ring::Bv(width) => Sort::BitVec(width),
            Ring::Int => Sort::Int,
        }
    }

    fn add_op(self) -> Op {
        if self == Ring::Int { Op::IntAdd } else { Op::BvAdd }
    }

    fn mul_op(self) -> Op {
        if self == Ring::Int { Op::IntMul } else { Op::BvMul }
    }

    pub(super) fn value(self, rw: &Rewriter<'_>, term: TermId) -> Option<i128> {
        match self {
            Ring::Bv(_) => rw.word(term).map(|value| value as i128),
            Ring::Int => rw.int(term).filter(|&value| is_moderate(value)),
        }
    }

    fn constant(self, rw: &Rewriter<'_>, value: i128) -> TermId {
        match self {
            Ring::Bv(width) => rw.bv(width, value as u128),
            Ring::Int => rw.int_const(value),
        }
    }
}

/// Integers far enough from the ends of the word that negating, dividing and adding one cannot overflow.
fn is_moderate(value: i128) -> bool {
    value.unsigned_abs() < 1 << 126
}

fn reduce(width: u32, value: i128) -> i128 {
    (value as u128 & mask(width)) as i128
}

impl Rewriter<'_> {
    /// The value of an integer constant that fits.
    pub(super) fn int(&self, term: TermId) -> Option<i128> {
        match self.op(term) {
            Op::IntConst(value) => Some(i128::from(value)),
            Op::BigIntConst(_) => self.store.as_int(term)?.to_i128(),
            _ => None,
        }
    }

    pub(super) fn int_const(&self, value: i128) -> TermId {
        match i64::try_from(value) {
            Ok(small) => self.store.int_const(small),
            Err(_) => self.store.int_value(&BigInt::from(value)),
        }
    }
}

/// `constant + Σ coefficient · term`.
pub(super) struct Sum {
    pub(super) ring: Ring,
    pub(super) constant: i128,
    /// By id, each term once, no coefficient zero; after [`Sum::normalise`].
    pub(super) parts: SmallVec<[(TermId, i128); LONGEST_SUM]>,
}

impl Sum {
    fn new(ring: Ring) -> Sum {
        Sum { ring, constant: 0, parts: SmallVec::new() }
    }

    /// Adds `coefficient · term`, looking into sums and products with constants. `None` if a number gets too large.
    fn add(&mut self, rw: &Rewriter<'_>, coefficient: i128, term: TermId) -> Option<()> {
        match rw.view(term) {
            (Op::BvAdd | Op::IntAdd, args) => {
                args.iter().try_for_each(|&arg| self.add_part(rw, coefficient, arg))
            }
            _ => self.add_part(rw, coefficient, term),
        }
    }

    fn add_part(&mut self, rw: &Rewriter<'_>, coefficient: i128, term: TermId) -> Option<()> {
        let ring = self.ring;
        match rw.view(term) {
            // ¬x is -x - 1.
            (Op::BvNot, &[inner]) => {
                let negative = ring.neg(coefficient)?;
                self.constant = ring.add(self.constant, negative)?;
                match rw.view(inner) {
                    // The complement of a long sum. One level only: they can be inside of each other without end.
                    (Op::BvAdd, args) => {
                        args.iter().try_for_each(|&arg| self.add_monomial(rw, negative, arg))?;
                    }
                    _ => self.parts.push((inner, negative)),
                }
            }
            _ => self.add_monomial(rw, coefficient, term)?,
        }
        Some(())
    }

    /// Adds `coefficient · term`, looking into products with constants only.
    fn add_monomial(&mut self, rw: &Rewriter<'_>, coefficient: i128, term: TermId) -> Option<()> {
        let ring = self.ring;
        if let Some(value) = ring.value(rw, term) {
            self.constant = ring.add(self.constant, ring.mul(coefficient, value)?)?;
            return Some(());
        }
        let part = match rw.view(term) {
            (Op::BvMul | Op::IntMul, &[first, rest]) if rw.is_const(first) => {
                (rest, ring.mul(coefficient, ring.value(rw, first)?)?)
            }
            _ => (term, coefficient),
        };
        self.parts.push(part);
        Some(())
    }

    fn normalise(&mut self) -> Option<()> {
        self.parts.sort_unstable_by_key(|part| part.0);
        let mut kept = 0;
        for i in 0..self.parts.len() {
            let (term, coefficient) = self.parts[i];
            if kept > 0 && self.parts[kept - 1].0 == term {
                self.parts[kept - 1].1 = self.ring.add(self.parts[kept - 1].1, coefficient)?;
            } else {
                self.parts[kept] = (term, coefficient);
                kept += 1;
            }
        }
        self.parts.truncate(kept);
        self.parts.retain(|part| part.1 != 0);
        Some(())
    }

    /// `left - right`, normalised.
    pub(super) fn difference(
        rw: &Rewriter<'_>,
        ring: Ring,
        left: TermId,
        right: TermId,
    ) -> Option<Sum> {
        let mut sum = Sum::new(ring);
        sum.add(rw, 1, left)?;
        sum.add(rw, ring.minus_one(), right)?;
        sum.normalise()?;
        Some(sum)
    }

    fn negated(&self) -> Option<Sum> {
        let ring = self.ring;
        let mut sum = Sum::new(ring);
        sum.constant = ring.neg(self.constant)?;
        for &(term, coefficient) in &self.parts {
            sum.parts.push((term, ring.neg(coefficient)?));
        }
        Some(sum)
    }

    /// The sum after its parts have been looked at with the coefficients they have now. A choice between constants takes its
    /// coefficient into its branches, where it may become a constant or another part; a sum that was a part with another
    /// coefficient is not one any more when that is 1. `None` if nothing changes.
    fn with_opened_parts(&self, rw: &Rewriter<'_>) -> Option<Sum> {
        let opens = |part: &(TermId, i128)| match part.1 {
            1 => is_linear(rw, part.0),
            _ => rw.op(part.0) == Op::Ite,
        };
        if let Some((one, other)) = self.two_choices(rw) {
            return self.with_one_choice(rw, one, other);
        }
        if !self.parts.iter().any(opens) {
            return None;
        }
        let mut sum = Sum { ring: self.ring, constant: self.constant, parts: SmallVec::new() };
        for part in &self.parts {
            if opens(part) {
                sum.add(rw, 1, monomial(rw, self.ring, part.1, part.0))?;
            } else {
                sum.parts.push(*part);
            }
        }
        sum.normalise()?;
        (sum.parts.len() <= LONGEST_SUM && sum.parts != self.parts).then_some(sum)
    }

    /// The positions of two choices between constants that have one condition.
    fn two_choices(&self, rw: &Rewriter<'_>) -> Option<(usize, usize)> {
        let choices = || self.parts.iter().enumerate().filter(|(_, part)| rw.op(part.0) == Op::Ite);
        choices().nth(1)?;
        choices().find_map(|(i, one)| {
            let same = |(_, other): &(usize, &(TermId, i128))| ite::same_choice(rw, one.0, other.0);
            choices().filter(|(j, _)| i < *j).find(same).map(|(j, _)| (i, j))
        })
    }

    /// The sum with two such choices as one.
    fn with_one_choice(&self, rw: &Rewriter<'_>, one: usize, other: usize) -> Option<Sum> {
        let scaled = |at: usize| monomial(rw, self.ring, self.parts[at].1, self.parts[at].0);
        let together = rw.mk(self.ring.add_op(), &[scaled(one), scaled(other)]);
        let mut sum = Sum { ring: self.ring, constant: self.constant, parts: self.parts.clone() };
        sum.parts.remove(other);
        sum.parts.remove(one);
        sum.add(rw, 1, together)?;
        sum.normalise()?;
        (sum.parts.len() < self.parts.len()).then_some(sum)
    }

    /// The node.
    pub(super) fn build(&self, rw: &Rewriter<'_>) -> TermId {
        let Some(mut sum) = self.with_opened_parts(rw) else { return self.build_parts(rw) };
        // Once is nearly always enough; what was never simplified may be nested without end.
        for _ in 0..MOST_OPENED {
            match sum.with_opened_parts(rw) {
                Some(opened) => sum = opened,
                None => break,
            }
        }
        sum.build_parts(rw)
    }

    fn build_parts(&self, rw: &Rewriter<'_>) -> TermId {
        let ring = self.ring;
        let minus_one = ring.minus_one();
        match self.parts[..] {
            [] => return ring.constant(rw, self.constant),
            [(term, coefficient)] if self.constant == 0 => {
                return monomial(rw, ring, coefficient, term);
            }
            [(term, coefficient)]
                if ring != Ring::Int && coefficient == minus_one && self.constant == minus_one =>
            {
                return rw.mk(Op::BvNot, &[term]);
            }
            [(term, coefficient)] if ite::constant_choice(rw, term).is_some() => {
                let constant = ring.constant(rw, self.constant);
                return rw.mk(ring.add_op(), &[constant, monomial(rw, ring, coefficient, term)]);
            }
            [(one, c), (other, d)] if self.constant == 0 && ite::same_choice(rw, one, other) => {
                let parts = [monomial(rw, ring, c, one), monomial(rw, ring, d, other)];
                return rw.mk(ring.add_op(), &parts);
            }
            _ => {}
        }
        let mut args = ArgVec::new();
        args.extend(self.parts.iter().map(|&(term, c)| monomial(rw, ring, c, term)));
        args.sort_unstable_by_key(|&arg| base(rw, arg));
        if self.constant != 0 {
            args.insert(0, ring.constant(rw, self.constant));
        }
        rw.intern(ring.add_op(), ring.sort(), &args)
    }
}

/// The term that a monomial is sorted by.
fn base(rw: &Rewriter<'_>, monomial: TermId) -> TermId {
    match rw.view(monomial) {
        (Op::BvMul | Op::IntMul, &[first, rest]) if rw.is_const(first) => rest,
        _ => monomial,
    }
}

fn monomial(rw: &Rewriter<'_>, ring: Ring, coefficient: i128, term: TermId) -> TermId {
    let factor = ring.constant(rw, coefficient);
    match coefficient {
        1 => term,
        _ if rw.op(term) == Op::Ite => rw.mk(ring.mul_op(), &[factor, term]),
        _ => rw.intern(ring.mul_op(), ring.sort(), &[factor, term]),
    }
}

/// Whether the term has more to it than a coefficient 1 and itself.
pub(super) fn is_linear(rw: &Rewriter<'_>, term: TermId) -> bool {
    match rw.view(term) {
        (Op::BvAdd | Op::IntAdd | Op::BvNot, _) => true,
        (Op::BvMul | Op::IntMul, &[first, _]) => rw.is_const(first),
        _ => false,
    }
}

pub(super) fn add(rw: &Rewriter<'_>, op: Op, sort: Sort, args: &[TermId]) -> TermId {
    if let &[a, b] = args
        && let Some(sum) = simple_sum(rw, op, sort, a, b)
    {
        return sum;
    }
    match merged_sum(rw, sort, args) {
        Some(sum) => {
            let result = sum.build(rw);
            if rw.view(result) == (op, args) { result } else { rw.rule(Rule::SumMerge, result) }
        }
        None => unmerged_sum(rw, op, sort, args),
    }
}

/// The sums that are built most, without the detour over coefficients: of two terms that are not sums themselves, one of
/// which may be a constant.
fn simple_sum(rw: &Rewriter<'_>, op: Op, sort: Sort, a: TermId, b: TermId) -> Option<TermId> {
    let (a, b) = if rw.comes_first(a, b) { (a, b) } else { (b, a) };
    if a == b || is_linear(rw, b) || rw.is_const(b) {
        return None;
    }
    match rw.op(a) {
        Op::BvConst(0) | Op::IntConst(0) => Some(rw.rule(Rule::SumMerge, b)),
        Op::BvConst(_) | Op::IntConst(_) => Some(rw.intern(op, sort, &[a, b])),
        other if other.is_const() || is_linear(rw, a) => None,
        _ => Some(rw.intern(op, sort, &[a, b])),
    }
}

fn merged_sum(rw: &Rewriter<'_>, sort: Sort, args: &[TermId]) -> Option<Sum> {
    let mut sum = Sum::new(Ring::of(sort)?);
    for &arg in args {
        sum.add(rw, 1, arg)?;
        if sum.parts.len() > 4 * LONGEST_SUM {
            return None;
        }
    }
    sum.normalise()?;
    (sum.parts.len() <= LONGEST_SUM).then_some(sum)
}

/// A sum that cannot be merged: only the order of its arguments is normal, and zeros are dropped.
fn unmerged_sum(rw: &Rewriter<'_>, op: Op, sort: Sort, args: &[TermId]) -> TermId {
    let is_zero = |term: TermId| match sort {
        Sort::Int => rw.int(term) == Some(0),
        _ => rw.store.as_bv(term).is_some_and(|value| value.is_zero()),
    };
    let mut list: ArgVec = args.iter().copied().filter(|&arg| !is_zero(arg)).collect();
    if list.len() < args.len() {
        rw.store.counters.hit(Rule::SumZero);
    }
    list.sort_unstable_by_key(|&arg| (!rw.is_const(arg), arg));
    match list[..] {
        [] => args[0],
        [one] => one,
        _ => rw.intern(op, sort, &list),
    }
}

pub(super) fn negate(rw: &Rewriter<'_>, a: TermId) -> TermId {
    match Ring::of(rw.sort(a)) {
        Some(ring) => {
            let minus_one = ring.constant(rw, ring.minus_one());
            rw.rule(Rule::NegToMul, rw.mk(Op::BvMul, &[minus_one, a]))
        }
        None => match rw.view(a) {
            (Op::BvNeg, &[inner]) => rw.rule(Rule::NegNeg, inner),
            _ => rw.intern(Op::BvNeg, rw.sort(a), &[a]),
        },
    }
}

pub(super) fn mul(rw: &Rewriter<'_>, op: Op, sort: Sort, args: &[TermId]) -> TermId {
    match (Ring::of(sort), args) {
        (Some(ring), &[a, b]) => mul_two(rw, ring, a, b),
        // Products of several integers are products of products.
        (Some(Ring::Int), &[first, second, ref rest @ ..]) => {
            let start = rw.mk(op, &[first, second]);
            let product = rest.iter().fold(start, |product, &next| rw.mk(op, &[product, next]));
            rw.rule(Rule::MulBinary, product)
        }
        (_, &[a, b]) => rw.intern_sorted(op, sort, a, b),
        _ => rw.intern(op, sort, args),
    }
}

fn mul_two(rw: &Rewriter<'_>, ring: Ring, a: TermId, b: TermId) -> TermId {
    let op = ring.mul_op();
    let (a, b) = if rw.comes_first(a, b) { (a, b) } else { (b, a) };
    if let Some(factor) = ring.value(rw, a) {
        return mul_by_constant(rw, ring, a, factor, b);
    }
    // Constants move outwards: (c·x)·y is c·(x·y).
    for (one, other) in [(a, b), (b, a)] {
        if let (Op::BvMul | Op::IntMul, &[factor, rest]) = rw.view(one)
            && rw.is_const(factor)
        {
            let product = rw.mk(op, &[rest, other]);
            return rw.rule(Rule::MulConstantOut, rw.mk(op, &[factor, product]));
        }
    }
    // (c + x)·y is c·y + x·y: there is one product of variables before and after, and the sum meets others that are written so.
    for (one, other) in [(a, b), (b, a)] {
        if let (Op::BvAdd, &[constant, rest]) = rw.view(one)
            && rw.is_const(constant)
        {
            let parts = [rw.mk(op, &[constant, other]), rw.mk(op, &[rest, other])];
            return rw.rule(Rule::MulAffine, rw.mk(Op::BvAdd, &parts));
        }
    }
    rw.intern_sorted(op, ring.sort(), a, b)
}

fn mul_by_constant(
    rw: &Rewriter<'_>,
    ring: Ring,
    constant: TermId,
    factor: i128,
    term: TermId,
) -> TermId {
    match factor {
        0 => return rw.rule(Rule::MulZero, constant),
        1 => return rw.rule(Rule::MulOne, term),
        _ => {}
    }
    if is_linear(rw, term) && rw.store.args(term).len() <= LONGEST_DISTRIBUTED {
        let mut sum = Sum::new(ring);
        if sum.add(rw, factor, term).and_then(|()| sum.normalise()).is_some() {
            return rw.rule(Rule::MulDistribute, sum.build(rw));
        }
    }
    rw.intern(ring.mul_op(), ring.sort(), &[constant, term])
}

/// The difference `a - b` of two terms if it is a constant that can be read off without building anything.
pub(super) fn constant_difference(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<i128> {
    let ring = Ring::of(rw.sort(a))?;
    let (left, left_rest) = split_constant(rw, ring, &a)?;
    let (right, right_rest) = split_constant(rw, ring, &b)?;
    (left_rest == right_rest).then(|| ring.add(left, ring.neg(right)?)).flatten()
}

fn split_constant<'t>(
    rw: &Rewriter<'t>,
    ring: Ring,
    term: &'t TermId,
) -> Option<(i128, &'t [TermId])> {
    if let Some(value) = ring.value(rw, *term) {
        return Some((value, &[]));
    }
    match rw.view(*term) {
        (Op::BvAdd | Op::IntAdd, [first, rest @ ..]) if rw.is_const(*first) => {
            Some((ring.value(rw, *first)?, rest))
        }
        (Op::BvAdd | Op::IntAdd, all) => Some((0, all)),
        _ => Some((0, std::slice::from_ref(term))),
    }
}

/// An equation with a sum on one side at least; `None` if it is in normal form already or cannot be brought into it.
pub(super) fn equation(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<TermId> {
    let ring = Ring::of(rw.sort(a))?;
    if !is_linear(rw, a) && !is_linear(rw, b) {
        return None;
    }
    let mut sum = Sum::difference(rw, ring, a, b)?;
    if sum.parts.len() > 2 * LONGEST_SUM {
        return None;
    }
    // An equation and the one with all signs exchanged say the same. The first coefficient that has a sign is positive.
    let with_sign = sum.parts.iter().find(|part| !ring.is_own_negation(part.1));
    if with_sign.is_some_and(|part| ring.is_negative(part.1)) {
        sum = sum.negated()?;
    }
    let decided = |value: bool| Some(rw.rule(Rule::EqSum, rw.bool(value)));
    match (ring, &sum.parts[..]) {
        (_, []) => return decided(sum.constant == 0),
        (Ring::Bv(width), parts) => {
            let target = ring.neg(sum.constant)? as u128;
            let lowest = |part: &(TermId, i128)| (part.1 as u128).trailing_zeros();
            let zeros = parts.iter().map(lowest).min().unwrap_or(0);
            if target & mask(zeros) != 0 {
                return decided(false);
            }
            if let (0, &[(term, coefficient)]) = (zeros, parts) {
                let value = target.wrapping_mul(inverse(coefficient as u128));
                let result = rw.eq(rw.bv(width, value), term);
                return Some(rw.rule(Rule::EqSum, result));
            }
        }
        (Ring::Int, parts) => {
            let divisor = parts.iter().fold(0i128, |gcd, part| gcd.gcd(&part.1));
            if sum.constant % divisor != 0 {
                return decided(false);
            }
            sum.constant /= divisor;
            sum.parts.iter_mut().for_each(|part| part.1 /= divisor);
        }
    }
    let (left, right) = sides(rw, &sum)?;
    let same = (left, right) == (a, b) || (left, right) == (b, a);
    (!same).then(|| rw.rule(Rule::EqSum, rw.eq(left, right)))
}

/// The equation `sum = 0` with no negative coefficient: parts with a negative one go to the other side.
fn sides(rw: &Rewriter<'_>, sum: &Sum) -> Option<(TermId, TermId)> {
    let ring = sum.ring;
    let mut left = Sum::new(ring);
    let mut right = Sum::new(ring);
    right.constant = ring.neg(sum.constant)?;
    for &(term, coefficient) in &sum.parts {
        if ring.is_negative(coefficient) {
            right.parts.push((term, ring.neg(coefficient)?));
        } else {
            left.parts.push((term, coefficient));
        }
    }
    Some((left.build(rw), right.build(rw)))
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration: each step doubles the number of correct bits.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

/// `0 ≤ sum` as `constant ≤ sum` with a positive first coefficient, under a negation if need be. The sum is not constant.
pub(super) fn inequality(sum: &Sum) -> Option<Inequality> {
    let divisor = sum.parts.iter().fold(0i128, |gcd, part| gcd.gcd(&part.1));
    let mut bound = Integer::div_ceil(&sum.constant.checked_neg()?, &divisor);
    let mut scaled = Sum::new(Ring::Int);
    scaled.parts = sum.parts.iter().map(|&(term, c)| (term, c / divisor)).collect();
    let negated = scaled.parts.first()?.1 < 0;
    if negated {
        scaled = scaled.negated()?;
        bound = 1i128.checked_sub(bound)?;
    }
    Some(Inequality { bound, sum: scaled, negated })
}

/// `bound ≤ sum`, or its negation.
pub(super) struct Inequality {
    pub(super) bound: i128,
    pub(super) sum: Sum,
    pub(super) negated: bool,
}
