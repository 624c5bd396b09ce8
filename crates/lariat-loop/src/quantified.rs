//! The looping condition as the papers write it, with bounded quantifiers:
//!
//! ```text
//! ⋀ᵢ ∀τᵢ. 0 ≤ τᵢ < κᵢ → ∃τⱼ (j ≠ i). 0 ≤ τⱼ ≤ κⱼ ∧ ∃locals. guardᵢ at τ
//! ```
//!
//! Quantified variables are integers and are converted to counters, because a bit-vector range without its last value cannot say "all
//! values". Locals of a sort without such a range (arrays, floats) are left out together with the conjuncts that mention them.

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::body::{COUNTER_BITS, symbol_of};
use crate::summary::Summary;

impl Summary {
    /// The papers' looping condition, one conjunct per path.
    pub fn quantified(&self, store: &TermStore) -> Vec<TermId> {
        (0..self.body.paths.len()).map(|path| self.quantified_path(store, path)).collect()
    }

    fn quantified_path(&self, store: &TermStore, path: usize) -> TermId {
        let zero = store.int_const(0);
        let upper = store.bv_to_nat(self.memory.counters[path]);
        // The guard with free variables, which become bound ones from the inside out.
        let counters: Vec<TermId> = (self.memory.counters.iter())
            .map(|_| store.fresh_var("tau", Sort::BitVec(COUNTER_BITS)))
            .collect();
        let locals = self.fresh_locals(store, path);
        let (guard, record) = self.guard_at(store, path, counters.clone(), locals);
        let mut bound: Vec<TermId> = record.locals.clone();
        bound.extend(&record.choices);
        bound.extend(
            (self.memory.values.iter().zip(&record.stars))
                .filter_map(|(value, &star)| (!value.is_known()).then_some(star)),
        );
        let ranges: Vec<(TermId, Option<BigInt>)> =
            bound.iter().map(|&variable| (variable, values_of(store.sort(variable)))).collect();
        let guard: Vec<TermId> = (guard.into_iter())
            .filter(|&conjunct| {
                let free = store.free_vars(conjunct);
                let occurs = |term: TermId| {
                    symbol_of(store, term).is_some_and(|s| free.binary_search(&s).is_ok())
                };
                !ranges.iter().any(|(term, range)| range.is_none() && occurs(*term))
            })
            .collect();
        let mut formula = store.and(&guard);
        for (variable, range) in ranges {
            if let Some(range) = range {
                formula = exists(store, variable, zero, store.int_value(&range), formula);
            }
        }
        for (other, &variable) in counters.iter().enumerate() {
            if other != path {
                let most = store.bv_to_nat(self.memory.counters[other]);
                let end = store.int_add(most, store.int_const(1));
                formula = exists(store, variable, zero, end, formula);
            }
        }
        store.forall(zero, upper, |number| replaced(store, formula, counters[path], number))
    }
}

/// How many values a sort has, if its values can be numbered.
fn values_of(sort: Sort) -> Option<BigInt> {
    match sort {
        Sort::Bool => Some(BigInt::from(2)),
        Sort::BitVec(width) => Some(BigInt::from(1) << width),
        _ => None,
    }
}

fn exists(
    store: &TermStore,
    variable: TermId,
    low: TermId,
    high: TermId,
    formula: TermId,
) -> TermId {
    let mentioned = symbol_of(store, variable)
        .is_some_and(|symbol| store.free_vars(formula).binary_search(&symbol).is_ok());
    if !mentioned {
        // The range is never empty.
        return formula;
    }
    store.exists(low, high, |number| replaced(store, formula, variable, number))
}

/// The formula with the number's value of the variable's sort in its place.
fn replaced(store: &TermStore, formula: TermId, variable: TermId, number: TermId) -> TermId {
    let value = match store.sort(variable) {
        Sort::BitVec(width) => store.int_to_bv(width, number),
        _ => store.ne(number, store.int_const(0)),
    };
    let map: FxHashMap<SymbolId, TermId> = match store.op(variable) {
        Op::Var(symbol) => [(symbol, value)].into_iter().collect(),
        _ => FxHashMap::default(),
    };
    store.substitute(formula, &map)
}
