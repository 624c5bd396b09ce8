//! Where a polynomial in one number is not negative: exactly, as intervals of integers.
//!
//! Between two changes of sign of its differences `p(x + 1) - p(x)`, a polynomial only grows or
//! only shrinks, and the differences have a lower degree. So the places where the sign changes are
//! found by halving, degree by degree, and nothing has to be proved.

use lariat_term::{Op, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::integers::{Constraint, Form};

/// The numbers from the first to the second.
pub(crate) type Interval = (BigInt, BigInt);

/// Polynomials of a higher degree are not solved.
const MOST_DEGREE: usize = 4;

/// The places in an interval where a polynomial, lowest coefficient first, is not negative.
pub(crate) fn non_negative(polynomial: &[BigInt], within: &Interval) -> Vec<Interval> {
    let (low, high) = within;
    if low > high {
        return Vec::new();
    }
    let at = |x: &BigInt| polynomial.iter().rev().fold(BigInt::zero(), |sum, by| sum * x + by);
    if polynomial.iter().skip(1).all(Zero::is_zero) {
        let holds = polynomial.first().is_none_or(|constant| !constant.is_negative());
        return if holds { vec![within.clone()] } else { Vec::new() };
    }
    let steps = (low.clone(), high - 1);
    let growing = non_negative(&differences(polynomial), &steps);
    let shrinking = complement(&growing, &steps);
    let mut found = Vec::new();
    if low == high && !at(low).is_negative() {
        found.push(within.clone());
    }
    for (runs, grows) in [(growing, true), (shrinking, false)] {
        for (first, last) in runs {
            let last = last + 1;
            let (start, end) = if grows { (&last, &first) } else { (&first, &last) };
            if at(start).is_negative() {
                continue;
            }
            // The sign changes at most once between `start`, where it is not negative, and `end`.
            let (mut good, mut bad) = (start.clone(), end.clone());
            if !at(end).is_negative() {
                good = end.clone();
            } else {
                while (&good - &bad).abs() > BigInt::one() {
                    let middle = (&good + &bad).div_floor(&BigInt::from(2));
                    if at(&middle).is_negative() { bad = middle } else { good = middle }
                }
            }
            found.push(if grows { (good, last) } else { (first, good) });
        }
    }
    joined(found)
}

/// The coefficients of `p(x + 1) - p(x)`.
fn differences(polynomial: &[BigInt]) -> Vec<BigInt> {
    let mut moved = vec![BigInt::zero(); polynomial.len()];
    for (power, by) in polynomial.iter().enumerate() {
        let mut binomial = BigInt::one();
        for (lower, moved) in moved.iter_mut().enumerate().take(power + 1) {
            *moved += by * &binomial;
            binomial = binomial * (power - lower) / (lower + 1);
        }
    }
    for (moved, by) in moved.iter_mut().zip(polynomial) {
        *moved -= by;
    }
    moved.pop();
    moved
}

/// Intervals in order, those that touch made one.
pub(crate) fn joined(mut intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.sort();
    let mut result: Vec<Interval> = Vec::new();
    for (low, high) in intervals {
        match result.last_mut() {
            Some((_, end)) if low <= &*end + 1 => *end = high.max(end.clone()),
            _ => result.push((low, high)),
        }
    }
    result
}

/// What intervals in order leave of another one.
pub(crate) fn complement(intervals: &[Interval], within: &Interval) -> Vec<Interval> {
    let mut rest = Vec::new();
    let mut next = within.0.clone();
    for (low, high) in intervals {
        if *low > next {
            rest.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= within.1 {
        rest.push((next, within.1.clone()));
    }
    rest
}

/// What two sets of intervals have in common.
pub(crate) fn common(one: &[Interval], other: &[Interval]) -> Vec<Interval> {
    let mut result = Vec::new();
    for (a, b) in one {
        for (c, d) in other {
            let (low, high) = (a.max(c).clone(), b.min(d).clone());
            if low <= high {
                result.push((low, high));
            }
        }
    }
    joined(result)
}

/// The numbers that an atom may be for a constraint that is about nothing else; none if it is about
/// more, or not solved.
pub(crate) fn solved(
    store: &TermStore,
    constraint: &Constraint,
    atom: TermId,
    within: &Interval,
) -> Option<Vec<Interval>> {
    let form = constraint.form();
    let at_least = solved_form(store, form, atom, within)?;
    match constraint {
        Constraint::NonNegative(_) => Some(at_least),
        Constraint::Zero(_) => {
            let at_most = solved_form(store, &form.negated(), atom, within)?;
            Some(common(&at_least, &at_most))
        }
    }
}

/// The same condition, that a form is not negative, without its only quotient: of integers, `floor(g / c) ≥ h` is `g ≥ c·h`.
pub(crate) fn without_quotient(store: &TermStore, form: &Form) -> Option<Form> {
    let quotient = |monomial: &[TermId]| monomial.iter().any(|one| store.op(*one) == Op::IntDiv);
    let mut quotients = form.monomials().filter(|(monomial, _)| quotient(monomial));
    let (Some((&[one], by)), None) = (quotients.next(), quotients.next()) else { return None };
    let args = store.args(one);
    let divisor = store.as_int(args[1]).filter(BigInt::is_positive)?;
    let numerator = Form::of(store, args[0]);
    let rest = form.sub(&Form::atom(one).scaled(by));
    // `n(n-1)/2` is said better as it is.
    let linear = |form: &Form| form.monomials().all(|(monomial, _)| monomial.len() < 2);
    if !linear(&numerator) || !linear(&rest) {
        return None;
    }
    match by {
        by if by.is_one() => Some(numerator.add(&rest.scaled(&divisor))),
        by if (-by).is_one() => {
            Some(rest.scaled(&divisor).add(&Form::constant(&divisor - 1)).sub(&numerator))
        }
        _ => None,
    }
}

fn solved_form(
    store: &TermStore,
    form: &Form,
    atom: TermId,
    within: &Interval,
) -> Option<Vec<Interval>> {
    let quotient = |monomial: &[TermId]| matches!(monomial, [one] if *one != atom && store.op(*one) == Op::IntDiv);
    let mut quotients = form.monomials().filter(|(monomial, _)| quotient(monomial));
    let form = match (quotients.next(), quotients.next()) {
        (None, _) => form.clone(),
        (Some(_), Some(_)) => return None,
        (Some((monomial, by)), None) => {
            let args = store.args(monomial[0]);
            let divisor = store.as_int(args[1]).filter(BigInt::is_positive)?;
            let numerator = Form::of(store, args[0]);
            let rest = form.sub(&Form::atom(monomial[0]).scaled(by));
            let (size, up) = (by.abs(), by.is_positive());
            // Of integers, `a·q + h ≥ 0` is `q ≥ ceil(-h / a)` and `-a·q + h ≥ 0` is `q ≤ floor(h /
            // a)`.
            let rest = match size.is_one() {
                true => rest,
                false => {
                    let number = rest.as_constant()?;
                    Form::constant(number.div_floor(&size))
                }
            };
            match up {
                // floor(g / c) ≥ -h is g + c·h ≥ 0.
                true => numerator.add(&rest.scaled(&divisor)),
                // floor(g / c) ≤ h is g ≤ c·h + c - 1.
                false => rest.scaled(&divisor).add(&Form::constant(&divisor - 1)).sub(&numerator),
            }
        }
    };
    let powers = form.powers(store, atom)?;
    if powers.len() > MOST_DEGREE + 1 {
        return None;
    }
    let polynomial: Vec<BigInt> = powers.iter().map(Form::as_constant).collect::<Option<_>>()?;
    Some(non_negative(&polynomial, within))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::Sort;

    /// All polynomials with small coefficients against looking at every place.
    #[test]
    fn signs_are_those_of_every_place() {
        let within = (BigInt::from(-9), BigInt::from(9));
        let range = || -3..=3;
        for (a, b, c, d) in range().flat_map(|a| {
            range().flat_map(move |b| range().flat_map(move |c| range().map(move |d| (a, b, c, d))))
        }) {
            let polynomial = [5 * a, b, c, d].map(BigInt::from);
            let found = non_negative(&polynomial, &within);
            for x in -9..=9 {
                let value = 5 * a + b * x + c * x * x + d * x * x * x;
                let x = BigInt::from(x);
                let inside = found.iter().any(|(low, high)| *low <= x && x <= *high);
                assert_eq!(inside, value >= 0, "{polynomial:?} at {x}: {found:?}");
            }
            assert!(found.windows(2).all(|pair| pair[0].1.clone() + 1 < pair[1].0), "{found:?}");
        }
    }

    #[test]
    fn quotients_are_solved() {
        let store = TermStore::new();
        let n = store.var("n", Sort::Int);
        let form = Form::atom(n);
        let within = (BigInt::from(-40), BigInt::from(40));
        let holds = |number: i64, constraint: &Constraint| {
            let at = constraint.map(|form| form.with(&store, n, &Form::constant(number)));
            at.and_then(|at| at.decided()) == Some(true)
        };
        let square = form.mul(&form).expect("small").plus(-7);
        for by in [-2, -1, 1, 3] {
            for divisor in [1, 2, 5] {
                for numerator in [form.plus(3), square.clone()] {
                    let quotient = numerator.quotient(&store, &Form::constant(divisor));
                    let constraint = Constraint::NonNegative(quotient.scaled(&by.into()).plus(11));
                    let found = solved(&store, &constraint, n, &within).expect("solved");
                    for number in -40..=40 {
                        let x = BigInt::from(number);
                        let inside = found.iter().any(|(low, high)| *low <= x && x <= *high);
                        assert_eq!(inside, holds(number, &constraint), "{number} {by} {divisor}");
                    }
                }
            }
        }
    }
}
