//! Integers of known size as bit-vectors.
//!
//! Closed forms and the conditions of cases are computed over ℤ. What they are about are bit-vectors, so every integer in them has a least and
//! a greatest value, and bit-vectors that are wide enough say the same. That keeps the mixture of both theories, which solvers are slow at, out
//! of the questions that follow. Only the result modulo 2^width is needed of a value that is put into a register, so sums and products are
//! computed in that width; comparisons and quotients get as many bits as their operands can need.

use lariat_term::{BitVec, Op, Sort, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One, Signed, ToPrimitive as _, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

/// Wider bit-vectors are not made.
const WIDEST: u32 = 256;

/// A term without integers that is equal to this one; none if an integer in it has no known limits, or is divided by something that is not
/// a positive constant.
pub fn without_integers(store: &TermStore, term: TermId) -> Option<TermId> {
    Bits::of(store, &[term])?.plain(term)
}

/// A quotient without remainder as a variable of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    /// The variable.
    pub variable: TermId,
    /// What it is.
    pub value: TermId,
    /// What defines it: these hold together for that value and for no other.
    pub definition: [TermId; 2],
}

/// The same for several terms, where the quotients that are exact are variables of their own: what is returned besides defines them. Closed forms of
/// sums are full of such quotients, and `2·h = n·n - n` says more to a solver than the bits of a product does.
pub(crate) fn with_exact_quotients(
    store: &TermStore,
    terms: &[TermId],
) -> Option<(Vec<TermId>, Vec<Quotient>)> {
    let mut bits = Bits::of(store, terms)?;
    bits.definitions = Some(Vec::new());
    let plain = terms.iter().map(|&term| bits.plain(term)).collect::<Option<Vec<TermId>>>()?;
    Some((plain, bits.definitions.unwrap_or_default()))
}

struct Bits<'s> {
    store: &'s TermStore,
    /// What defines the quotients that are variables; none if they are to be written out.
    definitions: Option<Vec<Quotient>>,
    /// The terms in which integers occur.
    mixed: FxHashSet<TermId>,
    /// The least and the greatest value of each integer.
    ranges: FxHashMap<TermId, (BigInt, BigInt)>,
    known: FxHashMap<TermId, TermId>,
    known_modulo: FxHashMap<(TermId, u32), TermId>,
}

/// The bits a number needs in two's complement.
fn signed_width(value: &BigInt) -> u32 {
    let size = if value.is_negative() { value + 1 } else { value.clone() };
    size.bits() as u32 + 1
}

fn floor(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    if (a % b).is_negative() { quotient - 1 } else { quotient }
}

impl<'s> Bits<'s> {
    fn of(store: &'s TermStore, terms: &[TermId]) -> Option<Bits<'s>> {
        let mut bits = Bits {
            store,
            definitions: None,
            mixed: FxHashSet::default(),
            ranges: FxHashMap::default(),
            known: FxHashMap::default(),
            known_modulo: FxHashMap::default(),
        };
        for part in store.parts(terms) {
            let (op, args) = store.view(part);
            if store.sort(part) == Sort::Int {
                let range = bits.range(part)?;
                bits.ranges.insert(part, range);
                bits.mixed.insert(part);
            } else if args.iter().any(|arg| bits.mixed.contains(arg)) {
                // What binds variables would need more care.
                if matches!(op, Op::ForAll | Op::Exists | Op::Lambda) {
                    return None;
                }
                bits.mixed.insert(part);
            }
        }
        Some(bits)
    }

    /// The least and the greatest value of an integer whose parts are known.
    fn range(&self, term: TermId) -> Option<(BigInt, BigInt)> {
        let store = self.store;
        if let Some(value) = store.as_int(term) {
            return Some((value.clone(), value));
        }
        let (op, args) = store.view(term);
        let of = |arg: &TermId| self.ranges.get(arg).cloned();
        match op {
            Op::BvToInt | Op::BvToNat => {
                // These are put into the result as they are.
                if self.mixed.contains(&args[0]) {
                    return None;
                }
                let width = store.sort(args[0]).width();
                Some(match op {
                    Op::BvToInt => {
                        let half = BigInt::one() << (width - 1);
                        (-&half, half - 1)
                    }
                    _ => (BigInt::zero(), (BigInt::one() << width) - 1),
                })
            }
            Op::IntAdd => args.iter().try_fold((BigInt::zero(), BigInt::zero()), |sum, arg| {
                let (low, high) = of(arg)?;
                Some((sum.0 + low, sum.1 + high))
            }),
            Op::IntMul => args.iter().try_fold((BigInt::one(), BigInt::one()), |product, arg| {
                let (low, high) = of(arg)?;
                let ends =
                    [&product.0 * &low, &product.0 * &high, &product.1 * &low, &product.1 * &high];
                Some((ends.iter().min().cloned()?, ends.iter().max().cloned()?))
            }),
            Op::IntDiv => {
                let divisor = self.divisor(args[1])?;
                let (low, high) = of(&args[0])?;
                Some((floor(&low, &divisor), floor(&high, &divisor)))
            }
            Op::IntMod => Some((BigInt::zero(), self.divisor(args[1])? - 1)),
            Op::Ite => {
                let ((a, b), (c, d)) = (of(&args[1])?, of(&args[2])?);
                Some((a.min(c), b.max(d)))
            }
            _ => None,
        }
    }

    fn divisor(&self, term: TermId) -> Option<BigInt> {
        self.store.as_int(term).filter(BigInt::is_positive)
    }

    /// The bits in which two's complement has all values of an integer.
    fn width(&self, term: TermId) -> Option<u32> {
        let (low, high) = self.ranges.get(&term)?;
        let width = signed_width(low).max(signed_width(high));
        (width <= WIDEST).then_some(width)
    }

    /// A truth value, bit-vector or array without integers.
    fn plain(&mut self, term: TermId) -> Option<TermId> {
        if !self.mixed.contains(&term) {
            return Some(term);
        }
        if let Some(&known) = self.known.get(&term) {
            return Some(known);
        }
        let store = self.store;
        let (op, args) = store.view(term);
        let integers = args.first().is_some_and(|&arg| store.sort(arg) == Sort::Int);
        let result = match op {
            Op::IntLe | Op::IntLt | Op::Eq if integers => {
                let width = self.width(args[0])?.max(self.width(args[1])?);
                let (a, b) = (self.modulo(args[0], width)?, self.modulo(args[1], width)?);
                match op {
                    Op::IntLe => store.bv_sle(a, b),
                    Op::IntLt => store.bv_slt(a, b),
                    _ => store.eq(a, b),
                }
            }
            Op::IntToBv(width) => self.modulo(args[0], width)?,
            _ => {
                let mut plain = Vec::with_capacity(args.len());
                for &arg in args {
                    if store.sort(arg) == Sort::Int {
                        return None;
                    }
                    plain.push(self.plain(arg)?);
                }
                store.mk(op, &plain)
            }
        };
        self.known.insert(term, result);
        Some(result)
    }

    /// An integer modulo 2^width.
    fn modulo(&mut self, term: TermId, width: u32) -> Option<TermId> {
        if width > WIDEST {
            return None;
        }
        if let Some(&known) = self.known_modulo.get(&(term, width)) {
            return Some(known);
        }
        let store = self.store;
        let (op, args) = store.view(term);
        let result = if let Some(value) = store.as_int(term) {
            store.bv_value(&BitVec::from_bigint(width, &value))
        } else {
            match op {
                Op::BvToInt | Op::BvToNat => resized(store, args[0], width, op == Op::BvToInt),
                Op::IntAdd | Op::IntMul => {
                    let op = if op == Op::IntAdd { Op::BvAdd } else { Op::BvMul };
                    let mut result = self.modulo(args[0], width)?;
                    for &arg in &args[1..] {
                        let next = self.modulo(arg, width)?;
                        result = store.mk(op, &[result, next]);
                    }
                    result
                }
                Op::IntDiv => {
                    let divisor = self.divisor(args[1])?;
                    match power_of_two(&divisor) {
                        _ if self.definitions.is_some() && self.divides(&divisor, args[0]) => {
                            self.exact_quotient(args[0], &divisor, width)?
                        }
                        Some(by) => {
                            let dividend = self.modulo(args[0], width + by)?;
                            store.extract(width + by - 1, by, dividend)
                        }
                        None => {
                            let (quotient, _) = self.divided(args[0], &divisor)?;
                            resized(store, quotient, width, true)
                        }
                    }
                }
                Op::IntMod => {
                    let divisor = self.divisor(args[1])?;
                    match power_of_two(&divisor) {
                        Some(0) => store.bv_const(width, 0),
                        Some(bits) => {
                            let rest = self.modulo(args[0], bits)?;
                            resized(store, rest, width, false)
                        }
                        None => {
                            let (_, rest) = self.divided(args[0], &divisor)?;
                            resized(store, rest, width, true)
                        }
                    }
                }
                Op::Ite => {
                    let condition = self.plain(args[0])?;
                    let (then, otherwise) =
                        (self.modulo(args[1], width)?, self.modulo(args[2], width)?);
                    store.ite(condition, then, otherwise)
                }
                _ => return None,
            }
        };
        self.known_modulo.insert((term, width), result);
        Some(result)
    }

    /// Whether a polynomial is a multiple of a small number wherever its variables are.
    fn divides(&self, divisor: &BigInt, polynomial: TermId) -> bool {
        let store = self.store;
        let Some(divisor) = divisor.to_u64().filter(|divisor| (2..=24).contains(divisor)) else {
            return false;
        };
        let leaves: Vec<TermId> = (store.parts(&[polynomial]).into_iter())
            .filter(|&part| matches!(store.op(part), Op::BvToInt | Op::BvToNat))
            .collect();
        let Some(all) = divisor.checked_pow(leaves.len() as u32).filter(|all| *all <= 4096) else {
            return false;
        };
        (0..all).all(|number| {
            let mut rest = number;
            let residues = leaves.iter().map(|&leaf| {
                let residue = rest % divisor;
                rest /= divisor;
                (leaf, residue)
            });
            residue(store, polynomial, divisor, &residues.collect()) == Some(0)
        })
    }

    /// A quotient without remainder, modulo 2^width. Division by the odd part of the divisor is multiplication by its inverse; what is left is shifted, and
    /// the result is a variable h with 2^j·h = x of which the bits that this leaves open are given.
    fn exact_quotient(&mut self, dividend: TermId, divisor: &BigInt, width: u32) -> Option<TermId> {
        let store = self.store;
        let by = divisor.trailing_zeros().unwrap_or(0) as u32;
        let wide = width + by;
        let modulus = BigInt::one() << wide;
        let inverse = (divisor >> by).modinv(&modulus)?;
        let mut divided = |width: u32| {
            let inverse = store.bv_value(&BitVec::from_bigint(width, &inverse));
            Some(store.bv_mul(inverse, self.modulo(dividend, width)?))
        };
        // Once with all bits, and once in the width of what the program computes, which its own terms meet.
        let (shifted, narrow) = (divided(wide)?, divided(width)?);
        if by == 0 || store.as_bv(shifted).is_some() || by >= width {
            return Some(store.extract(wide - 1, by, shifted));
        }
        let quotient = store.fresh_var("quotient", Sort::BitVec(width));
        let power = store.bv_const(width, 1 << by);
        let low = store.eq(store.bv_mul(power, quotient), narrow);
        let high = store.eq(
            store.extract(width - 1, width - by, quotient),
            store.extract(wide - 1, width, shifted),
        );
        let value = store.extract(wide - 1, by, shifted);
        let definition = [low, high];
        self.definitions.as_mut()?.push(Quotient { variable: quotient, value, definition });
        Some(quotient)
    }

    /// Quotient and remainder by a positive number, the remainder never negative, in as many bits as both need.
    fn divided(&mut self, dividend: TermId, divisor: &BigInt) -> Option<(TermId, TermId)> {
        let store = self.store;
        let width = self.width(dividend)?.max(signed_width(divisor));
        let never_negative = !self.ranges.get(&dividend)?.0.is_negative();
        let number = self.modulo(dividend, width)?;
        let by = store.bv_value(&BitVec::from_bigint(width, divisor));
        if never_negative {
            return Some((store.bv_udiv(number, by), store.bv_urem(number, by)));
        }
        // Machines round to zero.
        let (quotient, rest) = (store.bv_sdiv(number, by), store.bv_srem(number, by));
        let negative = store.bv_slt(rest, store.bv_const(width, 0));
        let one = store.bv_const(width, 1);
        Some((
            store.ite(negative, store.bv_sub(quotient, one), quotient),
            store.ite(negative, store.bv_add(rest, by), rest),
        ))
    }
}

/// A polynomial modulo a number, given its variables modulo that number.
fn residue(
    store: &TermStore,
    term: TermId,
    modulus: u64,
    leaves: &FxHashMap<TermId, u64>,
) -> Option<u64> {
    if let Some(&residue) = leaves.get(&term) {
        return Some(residue);
    }
    if let Some(value) = store.as_int(term) {
        return value.mod_floor(&BigInt::from(modulus)).to_u64();
    }
    let (op, args) = store.view(term);
    let mut residues = args.iter().map(|&arg| residue(store, arg, modulus, leaves));
    match op {
        Op::IntAdd => residues.try_fold(0, |sum, next| Some((sum + next?) % modulus)),
        Op::IntMul => residues.try_fold(1, |product, next| Some(product * next? % modulus)),
        _ => None,
    }
}

/// The exponent of a power of two.
fn power_of_two(value: &BigInt) -> Option<u32> {
    let exponent = value.bits().checked_sub(1)? as u32;
    (value == &(BigInt::one() << exponent)).then_some(exponent)
}

/// A bit-vector in another width.
fn resized(store: &TermStore, term: TermId, width: u32, signed: bool) -> TermId {
    let own = store.sort(term).width();
    if width <= own {
        store.extract(width - 1, 0, term)
    } else if signed {
        store.sign_extend(width - own, term)
    } else {
        store.zero_extend(width - own, term)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lariat_term::testing::seeds;
    use lariat_term::{Evaluator, Model, Value};

    use super::*;

    /// A small source of numbers.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % limit
        }
    }

    fn integer(store: &TermStore, random: &mut Random, leaves: &[TermId], depth: u32) -> TermId {
        let leaf = leaves[random.below(leaves.len() as u64) as usize];
        if depth == 0 {
            return match random.below(3) {
                0 => store.int_const(random.below(9) as i64 - 4),
                1 => store.bv_to_nat(leaf),
                _ => store.bv_to_int(leaf),
            };
        }
        let a = integer(store, random, leaves, depth - 1);
        let b = integer(store, random, leaves, depth - 1);
        let divisor = store.int_const(1 + random.below(7) as i64);
        match random.below(6) {
            0 | 1 => store.int_add(a, b),
            2 => store.int_mul(a, b),
            3 => store.int_div(a, divisor),
            4 => store.int_mod(a, divisor),
            _ => store.ite(store.int_lt(a, b), a, b),
        }
    }

    #[test]
    fn says_the_same_as_the_integers() {
        for seed in seeds(0..300) {
            // Without simplifications, so that everything is met.
            let store = TermStore::with_simplifier(seed % 2 == 0);
            let mut random = Random(seed.wrapping_mul(2).wrapping_add(1));
            let leaves: Vec<TermId> = (0..3)
                .map(|number| store.var(&format!("x{number}"), Sort::BitVec(3 + number)))
                .collect();
            let a = integer(&store, &mut random, &leaves, 3);
            let b = integer(&store, &mut random, &leaves, 2);
            let bits = store.int_to_bv(5, a);
            let all = [store.int_le(a, b), store.eq(a, b), store.eq(bits, store.bv_const(5, 3))];
            for term in all {
                let Some(plain) = without_integers(&store, term) else {
                    panic!("everything here has limits");
                };
                let parts = store.parts(&[plain]);
                assert!(parts.iter().all(|&part| store.sort(part) != Sort::Int));
                for _ in 0..20 {
                    let mut model = Model::default();
                    for &leaf in &leaves {
                        let Op::Var(symbol) = store.op(leaf) else { panic!("a variable") };
                        let width = store.sort(leaf).width();
                        let value = BitVec::new(width, random.below(1 << width));
                        model.set(&store, symbol, Value::BitVec(value));
                    }
                    let mut evaluator = Evaluator::new(Arc::new(model));
                    assert_eq!(evaluator.eval(&store, term), evaluator.eval(&store, plain));
                }
            }
        }
    }

    #[test]
    fn exact_quotients_are_variables() {
        let store = TermStore::new();
        let n = store.var("n", Sort::BitVec(6));
        let number = store.bv_to_nat(n);
        let less = store.int_sub(number, store.int_const(1));
        let odd = store.int_add(number, less);
        let pairs = store.int_mul(number, less);
        let squares = store.int_mul(store.int_add(pairs, store.int_const(0)), odd);
        for (dividend, divisor) in [(pairs, 2), (squares, 6), (squares, 3)] {
            let quotient = store.int_div(dividend, store.int_const(divisor));
            let bits = store.int_to_bv(8, quotient);
            let Some((plain, definitions)) = with_exact_quotients(&store, &[bits]) else {
                panic!("everything here has limits");
            };
            assert_eq!(definitions.is_empty(), divisor == 3);
            let plain = plain[0];
            for value in 0..64 {
                let mut model = Model::default();
                let Op::Var(symbol) = store.op(n) else { panic!("a variable") };
                model.set(&store, symbol, Value::BitVec(BitVec::new(6, value)));
                let wanted = Evaluator::new(Arc::new(model.clone())).eval(&store, bits);
                let Op::Var(own) = store.op(plain) else {
                    let found = Evaluator::new(Arc::new(model)).eval(&store, plain);
                    assert_eq!(found, wanted);
                    continue;
                };
                // The definitions hold for the quotient and for nothing else.
                let definitions: Vec<TermId> =
                    definitions.iter().flat_map(|quotient| quotient.definition).collect();
                let fitting: Vec<Value> = (0..256)
                    .map(|guess| Value::BitVec(BitVec::new(8, guess)))
                    .filter(|guess| {
                        model.set(&store, own, guess.clone());
                        let mut evaluator = Evaluator::new(Arc::new(model.clone()));
                        let mut holds = |&term| evaluator.eval_bool(&store, term) == Ok(true);
                        definitions.iter().all(&mut holds)
                    })
                    .collect();
                assert_eq!(fitting, [wanted.expect("it has a value")]);
            }
        }
    }

    #[test]
    fn an_integer_without_limits_is_given_up() {
        let store = TermStore::new();
        let (k, x) = (store.var("k", Sort::Int), store.var("x", Sort::BitVec(8)));
        assert_eq!(without_integers(&store, store.int_le(store.bv_to_nat(x), k)), None);
        let divided = store.int_div(store.bv_to_nat(x), store.bv_to_int(x));
        assert_eq!(without_integers(&store, store.int_le(divided, store.int_const(3))), None);
    }
}
