//! Polynomials over terms, modulo 2^width.
//!
//! Sums that do not depend on the order of iterations are recognised by comparing polynomials, which the simplifier's normal form of
//! sums does not multiply out. An atom is any term that is not a sum, a product or a constant. Two equal polynomials are equal
//! functions; unequal ones may still be equal functions, which only costs a rule its chance.

use std::collections::BTreeMap;

use lariat_term::{BitVec, Op, TermId, TermStore};

/// Polynomials with more monomials than this are not worked with.
const MOST_MONOMIALS: usize = 64;

/// Products of atoms with their powers, in order.
type Monomial = Vec<(TermId, u32)>;

/// A polynomial with coefficients modulo 2^width, width at most 128.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Polynomial {
    width: u32,
    monomials: BTreeMap<Monomial, u128>,
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl Polynomial {
    pub(crate) fn constant(width: u32, value: u128) -> Polynomial {
        let mut result = Polynomial { width, monomials: BTreeMap::new() };
        result.put(Vec::new(), value);
        result
    }

    pub(crate) fn atom(width: u32, atom: TermId) -> Polynomial {
        let mut result = Polynomial { width, monomials: BTreeMap::new() };
        result.put(vec![(atom, 1)], 1);
        result
    }

    fn put(&mut self, monomial: Monomial, coefficient: u128) {
        let entry = self.monomials.entry(monomial.clone()).or_default();
        *entry = entry.wrapping_add(coefficient) & mask(self.width);
        if *entry == 0 {
            self.monomials.remove(&monomial);
        }
    }

    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    #[cfg(test)]
    pub(crate) fn is_zero(&self) -> bool {
        self.monomials.is_empty()
    }

    /// The value, if there is no atom.
    pub(crate) fn as_constant(&self) -> Option<u128> {
        match self.monomials.len() {
            0 => Some(0),
            1 => self.monomials.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub(crate) fn add(&self, other: &Polynomial) -> Polynomial {
        let mut result = self.clone();
        for (monomial, &coefficient) in &other.monomials {
            result.put(monomial.clone(), coefficient);
        }
        result
    }

    pub(crate) fn scaled(&self, by: u128) -> Polynomial {
        let mut result = Polynomial { width: self.width, monomials: BTreeMap::new() };
        for (monomial, &coefficient) in &self.monomials {
            result.put(monomial.clone(), coefficient.wrapping_mul(by));
        }
        result
    }

    pub(crate) fn sub(&self, other: &Polynomial) -> Polynomial {
        self.add(&other.scaled(u128::MAX))
    }

    pub(crate) fn mul(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut result = Polynomial { width: self.width, monomials: BTreeMap::new() };
        for (a, &left) in &self.monomials {
            for (b, &right) in &other.monomials {
                result.put(times(a, b), left.wrapping_mul(right));
            }
        }
        (result.monomials.len() <= MOST_MONOMIALS).then_some(result)
    }

    /// The low `width` bits of a bit-vector term, as a polynomial.
    pub(crate) fn of(store: &TermStore, term: TermId, width: u32) -> Option<Polynomial> {
        if width > 128 {
            return None;
        }
        let (op, args) = store.view(term);
        let own = store.sort(term).width();
        match op {
            Op::BvConst(_) | Op::WideBvConst(_) => {
                let low = store.as_bv(term)?.extract(width - 1, 0);
                Some(Polynomial::constant(width, low.to_u128()?))
            }
            Op::BvAdd => args.iter().try_fold(Polynomial::constant(width, 0), |sum, &arg| {
                Some(sum.add(&Polynomial::of(store, arg, width)?))
            }),
            Op::BvMul => {
                Polynomial::of(store, args[0], width)?.mul(&Polynomial::of(store, args[1], width)?)
            }
            Op::BvNeg => Some(Polynomial::of(store, args[0], width)?.scaled(u128::MAX)),
            Op::BvNot => {
                let negated = Polynomial::of(store, args[0], width)?.scaled(u128::MAX);
                Some(negated.sub(&Polynomial::constant(width, 1)))
            }
            Op::BvShl => {
                let by = store.as_word(args[1]).filter(|&by| by < u64::from(own.min(128)))?;
                Some(Polynomial::of(store, args[0], width)?.scaled(1 << by))
            }
            Op::Extract { lo: 0, .. } => Polynomial::of(store, args[0], width),
            _ if own == width => Some(Polynomial::atom(width, term)),
            _ => Some(Polynomial::atom(width, store.extract(width - 1, 0, term))),
        }
    }

    /// The polynomial as a term.
    pub(crate) fn term(&self, store: &TermStore) -> TermId {
        let constant = |value: u128| store.bv_value(&BitVec::from_u128(self.width, value));
        self.monomials.iter().fold(constant(0), |sum, (monomial, &coefficient)| {
            let product = monomial.iter().fold(constant(coefficient), |product, &(atom, power)| {
                (0..power).fold(product, |product, _| store.bv_mul(product, atom))
            });
            store.bv_add(sum, product)
        })
    }

    /// The highest power of the atom.
    pub(crate) fn degree(&self, atom: TermId) -> u32 {
        let power = |monomial: &Monomial| {
            monomial.iter().find(|(factor, _)| *factor == atom).map_or(0, |(_, power)| *power)
        };
        self.monomials.keys().map(power).max().unwrap_or(0)
    }

    /// The products of atoms with their coefficients.
    pub(crate) fn monomials(&self) -> impl Iterator<Item = (&[(TermId, u32)], u128)> {
        self.monomials.iter().map(|(monomial, coefficient)| (monomial.as_slice(), *coefficient))
    }

    /// The atoms.
    pub(crate) fn atoms(&self) -> Vec<TermId> {
        let mut atoms: Vec<TermId> =
            self.monomials.keys().flatten().map(|(atom, _)| *atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// The coefficient of the atom's power, a polynomial in the other atoms.
    pub(crate) fn coefficient(&self, atom: TermId, power: u32) -> Polynomial {
        let mut result = Polynomial { width: self.width, monomials: BTreeMap::new() };
        for (monomial, &coefficient) in &self.monomials {
            let own = monomial.iter().find(|(factor, _)| *factor == atom).map_or(0, |(_, p)| *p);
            if own == power {
                let rest = monomial.iter().filter(|(factor, _)| *factor != atom).copied();
                result.put(rest.collect(), coefficient);
            }
        }
        result
    }

    /// The polynomial with another one in place of an atom.
    pub(crate) fn substitute(&self, atom: TermId, by: &Polynomial) -> Option<Polynomial> {
        let mut result = Polynomial::constant(self.width, 0);
        let mut power = Polynomial::constant(self.width, 1);
        for exponent in 0..=self.degree(atom) {
            result = result.add(&self.coefficient(atom, exponent).mul(&power)?);
            power = power.mul(by)?;
        }
        Some(result)
    }
}

fn times(a: &Monomial, b: &Monomial) -> Monomial {
    let mut powers: BTreeMap<TermId, u32> = BTreeMap::new();
    for &(atom, power) in a.iter().chain(b) {
        *powers.entry(atom).or_default() += power;
    }
    powers.into_iter().collect()
}

/// The inverse of an odd number modulo 2^width.
pub(crate) fn inverse(odd: &BitVec) -> BitVec {
    let width = odd.width();
    let two = BitVec::new(width, 2);
    // Each step doubles the number of correct low bits, of which there are three at first.
    (0..width.ilog2() + 1).fold(odd.clone(), |inverse, _| inverse.mul(&two.sub(&odd.mul(&inverse))))
}

#[cfg(test)]
mod tests {
    use lariat_term::Sort;

    use super::*;

    #[test]
    fn products_are_multiplied_out() {
        let store = TermStore::new();
        let x = store.var("x", Sort::BitVec(8));
        let y = store.var("y", Sort::BitVec(8));
        let one = store.bv_const(8, 1);
        // (x + 1)(x - 1) + y is x² - 1 + y.
        let product = store.bv_mul(store.bv_add(x, one), store.bv_sub(x, one));
        let polynomial = Polynomial::of(&store, store.bv_add(product, y), 8).unwrap();
        let square = Polynomial::atom(8, x).mul(&Polynomial::atom(8, x)).unwrap();
        let expected = square.add(&Polynomial::atom(8, y)).sub(&Polynomial::constant(8, 1));
        assert_eq!(polynomial, expected);
        assert_eq!(polynomial.degree(x), 2);
        assert_eq!(polynomial.coefficient(x, 0).as_constant(), None);
        // x² at x = 16 is 0 modulo 256.
        let at = square.substitute(x, &Polynomial::constant(8, 16)).unwrap();
        assert!(at.is_zero());
    }

    #[test]
    fn low_bits_of_sums_are_sums_of_low_bits() {
        let store = TermStore::new();
        let k = store.var("k", Sort::BitVec(80));
        let less = store.extract(7, 0, store.bv_sub(k, store.bv_const(80, 1)));
        let polynomial = Polynomial::of(&store, less, 8).unwrap();
        let low = Polynomial::of(&store, store.extract(7, 0, k), 8).unwrap();
        assert_eq!(polynomial, low.sub(&Polynomial::constant(8, 1)));
    }
}
