//! Sums of what are sums themselves: `s += i; t += s;`.
//!
//! A sum over iterations has halves in it: s is κ(κ − 1)/2. On machine integers a half is not a number one can multiply by, so s is no polynomial in
//! the counters modulo 2^width, and cannot be summed as one. Over *binomial coefficients* it can: every value that arises from
//! invariants by adding, multiplying and summing over iterations is Σ c·C(κ₁, k₁)·C(κ₂, k₂)·… with invariant c, and
//!
//! ```text
//! Σ_{t < κ} C(t, k) = C(κ, k + 1)        C(κ + 1, k) = C(κ, k) + C(κ, k − 1)
//! C(κ, a)·C(κ, b) = Σₖ k! / ((k − a)! (k − b)! (a + b − k)!) · C(κ, k)
//! ```
//!
//! The factors in the last line are whole numbers, so all of this is exact modulo 2^width. As with plain polynomials the total must not depend on the
//! order of the paths: dᵢ(κ) + dⱼ(κ + eᵢ) = dⱼ(κ) + dᵢ(κ + eⱼ) for every pair, which is compared coefficient by coefficient.

use std::collections::BTreeMap;

use lariat_term::{Sort, TermId};

use super::polynomial_sum::binomial;
use super::{Attempt, Rule};
use crate::body::counter_as;
use crate::polynomial::Polynomial;
use crate::progress::Progress;

/// Sums of sums of sums … of a higher degree are left alone.
const HIGHEST_DEGREE: u32 = 6;

/// How many sums may be in one another.
const DEEPEST: u32 = 6;

/// The rule.
pub(super) fn sum_of_sums(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let Sort::BitVec(width) = store.sort(symbol) else {
        return Err("is not a number".to_owned());
    };
    let sum = summed(progress, variable, width, DEEPEST)?;
    Ok((sum.term(progress, width), Rule::SumOfSums))
}

/// A variable that adds something on each path, over binomial coefficients.
fn summed(
    progress: &mut Progress<'_>,
    variable: usize,
    width: u32,
    depth: u32,
) -> Result<Newton, String> {
    let symbol = progress.symbol(variable);
    let paths = progress.counters.len();
    let mut added = Vec::new();
    for path in 0..paths {
        let step = progress.added_on(path, variable)?;
        added.push(form(progress, path, step, width, depth)?);
    }
    for i in 0..paths {
        for j in i + 1..paths {
            let i_first = added[i].add(&added[j].next(i));
            let j_first = added[j].add(&added[i].next(j));
            if i_first != j_first {
                return Err("the sum depends on the order of the paths".to_owned());
            }
        }
    }
    let mut sum = Newton::invariant(Polynomial::atom(width, symbol), paths);
    for (path, step) in added.iter().enumerate() {
        // All iterations along this path come before those along later ones.
        sum = sum.add(&step.without_later(path).summed(path));
    }
    if sum.degree() > HIGHEST_DEGREE {
        return Err("is a sum of too high a degree".to_owned());
    }
    Ok(sum)
}

/// A term over an iteration's symbols, over binomial coefficients of the counters before it.
fn form(
    progress: &mut Progress<'_>,
    path: usize,
    term: TermId,
    width: u32,
    depth: u32,
) -> Result<Newton, String> {
    let none = || "what a path adds is not a sum".to_owned();
    let paths = progress.counters.len();
    let polynomial = Polynomial::of(progress.store, term, width).ok_or_else(none)?;
    let mut atoms: BTreeMap<TermId, Newton> = BTreeMap::new();
    for atom in polynomial.atoms() {
        let of_atom = form_of_atom(progress, path, atom, width, depth)?;
        atoms.insert(atom, of_atom);
    }
    let mut sum = Newton::default();
    for (monomial, coefficient) in polynomial.monomials() {
        let mut product = Newton::invariant(Polynomial::constant(width, coefficient), paths);
        for (atom, power) in monomial {
            for _ in 0..*power {
                product = product.mul(&atoms[atom]).ok_or_else(none)?;
            }
        }
        sum = sum.add(&product);
    }
    Ok(sum)
}

fn form_of_atom(
    progress: &mut Progress<'_>,
    path: usize,
    atom: TermId,
    width: u32,
    depth: u32,
) -> Result<Newton, String> {
    let store = progress.store;
    let variable = progress.body.variable_of(atom);
    // A known sum, whose value as a term is not a polynomial.
    if let Some(variable) = variable
        && let Some((_, Rule::PolynomialSum | Rule::SumOfSums)) = progress.known[variable]
        && depth > 0
    {
        return summed(progress, variable, width, depth - 1);
    }
    let paths = progress.counters.len();
    let counters: Vec<TermId> =
        progress.counters.iter().map(|&counter| counter_as(store, width, counter)).collect();
    let value = progress.widened_at_start(path, atom, None)?;
    let none = || "what a path adds is not a sum".to_owned();
    let value = Polynomial::of(store, value, width).ok_or_else(none)?;
    let mut sum = Newton::default();
    for (monomial, coefficient) in value.monomials() {
        let mut product = Newton::invariant(Polynomial::constant(width, coefficient), paths);
        for &(factor, power) in monomial {
            let factor = match counters.iter().position(|&counter| counter == factor) {
                Some(counter) => Newton::counter(width, counter, paths),
                None if progress.counters_in(factor).is_empty() => {
                    Newton::invariant(Polynomial::atom(width, factor), paths)
                }
                None => return Err(none()),
            };
            for _ in 0..power {
                product = product.mul(&factor).ok_or_else(none)?;
            }
        }
        sum = sum.add(&product);
    }
    Ok(sum)
}

/// Σ c·C(κ₁, k₁)·C(κ₂, k₂)·…: the kᵢ with the invariant c, which is not zero.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Newton {
    coefficients: BTreeMap<Vec<u32>, Polynomial>,
}

impl Newton {
    fn invariant(value: Polynomial, paths: usize) -> Newton {
        let mut result = Newton::default();
        result.put(vec![0; paths], &value);
        result
    }

    fn counter(width: u32, path: usize, paths: usize) -> Newton {
        let mut chosen = vec![0; paths];
        chosen[path] = 1;
        let mut result = Newton::default();
        result.put(chosen, &Polynomial::constant(width, 1));
        result
    }

    fn put(&mut self, chosen: Vec<u32>, coefficient: &Polynomial) {
        let sum = match self.coefficients.get(&chosen) {
            Some(known) => known.add(coefficient),
            None => coefficient.clone(),
        };
        if sum.as_constant() == Some(0) {
            self.coefficients.remove(&chosen);
        } else {
            self.coefficients.insert(chosen, sum);
        }
    }

    fn add(&self, other: &Newton) -> Newton {
        let mut result = self.clone();
        for (chosen, coefficient) in &other.coefficients {
            result.put(chosen.clone(), coefficient);
        }
        result
    }

    fn degree(&self) -> u32 {
        self.coefficients.keys().map(|chosen| chosen.iter().sum()).max().unwrap_or(0)
    }

    fn mul(&self, other: &Newton) -> Option<Newton> {
        if self.degree() + other.degree() > HIGHEST_DEGREE {
            return None;
        }
        let mut result = Newton::default();
        for (a, left) in &self.coefficients {
            for (b, right) in &other.coefficients {
                let coefficient = left.mul(right)?;
                // Counter by counter.
                let mut products = vec![(Vec::new(), 1u128)];
                for (&a, &b) in a.iter().zip(b) {
                    let factors: Vec<(u32, u128)> =
                        (a.max(b)..=a + b).map(|k| (k, product_factor(a, b, k))).collect();
                    products = (products.iter())
                        .flat_map(|(chosen, factor)| {
                            factors.iter().map(move |&(k, more)| {
                                let mut chosen: Vec<u32> = chosen.clone();
                                chosen.push(k);
                                (chosen, factor * more)
                            })
                        })
                        .collect();
                }
                for (chosen, factor) in products {
                    result.put(chosen, &coefficient.scaled(factor));
                }
            }
        }
        Some(result)
    }

    /// After one more iteration along a path.
    fn next(&self, path: usize) -> Newton {
        let mut result = self.clone();
        for (chosen, coefficient) in &self.coefficients {
            if chosen[path] > 0 {
                let mut fewer = chosen.clone();
                fewer[path] -= 1;
                result.put(fewer, coefficient);
            }
        }
        result
    }

    /// Before any iteration along a path with a higher number.
    fn without_later(&self, path: usize) -> Newton {
        let mut result = Newton::default();
        for (chosen, coefficient) in &self.coefficients {
            if chosen[path + 1..].iter().all(|&k| k == 0) {
                result.put(chosen.clone(), coefficient);
            }
        }
        result
    }

    /// The sum over all iterations along a path.
    fn summed(&self, path: usize) -> Newton {
        let mut result = Newton::default();
        for (chosen, coefficient) in &self.coefficients {
            let mut more = chosen.clone();
            more[path] += 1;
            result.put(more, coefficient);
        }
        result
    }

    fn term(&self, progress: &Progress<'_>, width: u32) -> TermId {
        let store = progress.store;
        let mut sum = store.bv_const(width, 0);
        for (chosen, coefficient) in &self.coefficients {
            let mut product = coefficient.term(store);
            for (&counter, &k) in progress.counters.iter().zip(chosen) {
                if k > 0 {
                    product = store.bv_mul(product, binomial(store, width, counter, k));
                }
            }
            sum = store.bv_add(sum, product);
        }
        sum
    }
}

/// k! / ((k − a)! (k − b)! (a + b − k)!)
fn product_factor(a: u32, b: u32, k: u32) -> u128 {
    let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
    factorial(k) / (factorial(k - a) * factorial(k - b) * factorial(a + b - k))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(newton: &Newton, counters: &[u64]) -> u128 {
        let choose = |n: u64, k: u32| {
            (0..u128::from(k))
                .fold(1, |product, less| product * u128::from(n).saturating_sub(less) / (less + 1))
        };
        (newton.coefficients.iter())
            .map(|(chosen, coefficient)| {
                let product: u128 =
                    counters.iter().zip(chosen).map(|(&n, &k)| choose(n, k)).product();
                coefficient.as_constant().unwrap() * product
            })
            .sum::<u128>()
            & 0xffff_ffff
    }

    #[test]
    fn products_sums_and_steps() {
        let x = Newton::counter(32, 0, 2);
        let y = Newton::counter(32, 1, 2);
        let two = Newton::invariant(Polynomial::constant(32, 2), 2);
        // x²y + 2x
        let square = x.mul(&x).unwrap();
        let polynomial = square.mul(&y).unwrap().add(&two.mul(&x).unwrap());
        let expected = |x: u64, y: u64| u128::from(x * x * y + 2 * x);
        for a in 0..6 {
            for b in 0..6 {
                assert_eq!(value(&polynomial, &[a, b]), expected(a, b));
                assert_eq!(value(&polynomial.next(0), &[a, b]), expected(a + 1, b));
                assert_eq!(value(&polynomial.next(1), &[a, b]), expected(a, b + 1));
                let sum: u128 = (0..a).map(|x| expected(x, b)).sum();
                assert_eq!(value(&polynomial.summed(0), &[a, b]), sum);
                assert_eq!(value(&polynomial.without_later(0), &[a, b]), expected(a, 0));
            }
        }
        // A fourth power of a third power is too much.
        let cube = square.mul(&x).unwrap();
        assert!(cube.mul(&cube).is_some() && cube.mul(&cube).unwrap().mul(&x).is_none());
    }
}
