//! Sums of polynomials: `s += i` where i itself grows.
//!
//! Each path i adds dᵢ(κ) to a variable, a polynomial in the counters of the iterations before (zero if the path leaves the variable
//! alone). The total does not depend on the order of the iterations exactly if going along path i and then along path j adds as much as
//! the other way round, for every pair:
//!
//! ```text
//! dᵢ(κ) + dⱼ(κ + eᵢ) = dⱼ(κ) + dᵢ(κ + eⱼ)
//! ```
//!
//! Then any order may be taken for the sum, and the simplest has all iterations along the first path before all along the second, and
//! so on. Each of these sums has one running index t below κᵢ, and with the differences cₖ = Δᵏd(0) it is Σ cₖ·C(κᵢ, k + 1). A binomial
//! coefficient is a product divided by a factorial: the division by its power of two needs that many more bits in the product, the one
//! by its odd part is a multiplication by the inverse. So everything is exact modulo 2^width.

use lariat_term::{BitVec, Sort, TermId, TermStore};

use super::{Attempt, Rule};
use crate::body::counter_as;
use crate::polynomial::{Polynomial, inverse};
use crate::progress::Progress;

/// Higher powers of a counter are not summed.
const HIGHEST_DEGREE: u32 = 4;

/// The rule.
pub(super) fn polynomial_sum(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let symbol = progress.symbol(variable);
    let Sort::BitVec(width) = store.sort(symbol) else {
        return Err("is not a number".to_owned());
    };
    let counters: Vec<TermId> =
        progress.counters.iter().map(|&counter| counter_as(store, width, counter)).collect();
    let mut added = Vec::new();
    for path in 0..counters.len() {
        added.push(added_on(progress, variable, path, width, &counters)?);
    }
    let sum = independent_of_order(&added, &counters)
        .and_then(|independent| independent.then(|| sum_of(progress, width, &added, &counters))?)
        .ok_or_else(|| "the sum depends on the order of the paths".to_owned())?;
    Ok((store.bv_add(symbol, sum), Rule::PolynomialSum))
}

/// What a path adds, as a polynomial in the counters.
fn added_on(
    progress: &mut Progress<'_>,
    variable: usize,
    path: usize,
    width: u32,
    counters: &[TermId],
) -> Result<Polynomial, String> {
    let store = progress.store;
    let step = progress.added_on(path, variable)?;
    let step = progress.widened_at_start(path, step, None)?;
    let polynomial = Polynomial::of(store, step, width)
        .ok_or_else(|| "what a path adds is not a polynomial".to_owned())?;
    let hidden = (polynomial.atoms().into_iter())
        .any(|atom| !counters.contains(&atom) && !progress.counters_in(atom).is_empty());
    if hidden || counters.iter().any(|&counter| polynomial.degree(counter) > HIGHEST_DEGREE) {
        return Err("what a path adds is not a polynomial in the counters".to_owned());
    }
    Ok(polynomial)
}

/// The polynomial after one more iteration along the path with this counter.
fn next(polynomial: &Polynomial, counter: TermId, width: u32) -> Option<Polynomial> {
    let one_more = Polynomial::atom(width, counter).add(&Polynomial::constant(width, 1));
    polynomial.substitute(counter, &one_more)
}

fn independent_of_order(added: &[Polynomial], counters: &[TermId]) -> Option<bool> {
    for i in 0..added.len() {
        for j in i + 1..added.len() {
            let width = added[i].width();
            let i_first = added[i].add(&next(&added[j], counters[i], width)?);
            let j_first = added[j].add(&next(&added[i], counters[j], width)?);
            if i_first != j_first {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// The sum over all iterations, path after path.
fn sum_of(
    progress: &Progress<'_>,
    width: u32,
    added: &[Polynomial],
    counters: &[TermId],
) -> Option<TermId> {
    let store = progress.store;
    let mut sum = store.bv_const(width, 0);
    for (path, polynomial) in added.iter().enumerate() {
        let mut now = polynomial.clone();
        for &later in &counters[path + 1..] {
            now = now.substitute(later, &Polynomial::constant(width, 0))?;
        }
        // Values at 0, 1, 2, … and their differences at 0.
        let degree = now.degree(counters[path]);
        let mut values: Vec<Polynomial> = (0..=degree)
            .map(|at| now.substitute(counters[path], &Polynomial::constant(width, u128::from(at))))
            .collect::<Option<_>>()?;
        for order in 0..=degree {
            let coefficient = values.first()?.term(store);
            let chosen = binomial(store, width, progress.counters[path], order + 1);
            sum = store.bv_add(sum, store.bv_mul(coefficient, chosen));
            values = values.windows(2).map(|pair| pair[1].sub(&pair[0])).collect();
        }
    }
    Some(sum)
}

/// The number of ways to choose `chosen` of `counter` things, modulo 2^width.
pub(super) fn binomial(store: &TermStore, width: u32, counter: TermId, chosen: u32) -> TermId {
    let factorial: u64 = (1..=u64::from(chosen)).product();
    let twos = factorial.trailing_zeros();
    let wide = width + twos;
    let counter = counter_as(store, wide, counter);
    let product = (0..chosen).fold(store.bv_const(wide, 1), |product, less| {
        let factor = store.bv_sub(counter, store.bv_const(wide, u64::from(less)));
        store.bv_mul(product, factor)
    });
    let halved = store.extract(wide - 1, twos, product);
    store.bv_mul(halved, store.bv_value(&inverse(&BitVec::new(width, factorial >> twos))))
}

#[cfg(test)]
mod tests {
    use lariat_term::{Model, Value, eval};

    use super::*;
    use crate::body::{COUNTER_BITS, counter_sort, symbol_of};

    #[test]
    fn binomials_are_exact_in_few_bits() {
        let store = TermStore::new();
        let k = store.var("k", counter_sort());
        for width in [3, 5, 8] {
            for chosen in 1..=5u32 {
                let term = binomial(&store, width, k, chosen);
                for value in 0..40u64 {
                    let mut model = Model::new();
                    let symbol = symbol_of(&store, k).unwrap();
                    model.set(&store, symbol, Value::BitVec(BitVec::new(COUNTER_BITS, value)));
                    let real = (0..u64::from(chosen))
                        .fold(1u64, |product, less| product * value.saturating_sub(less))
                        / (1..=u64::from(chosen)).product::<u64>();
                    let found = eval(&store, &model, term).unwrap();
                    assert_eq!(found, Value::BitVec(BitVec::new(width, real)), "{value} {chosen}");
                }
            }
        }
    }
}
