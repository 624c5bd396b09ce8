//! The looping condition as the papers write it, with bounded quantifiers:
//!
//! ```text
//! ⋀ᵢ ∀τᵢ. 0 ≤ τᵢ < κᵢ → ∃τⱼ (j ≠ i). 0 ≤ τⱼ ≤ κⱼ ∧ ∃locals. guardᵢ at τ
//! ```
//!
//! Quantified variables are integers and are converted to counters, because a bit-vector range without its last value cannot say "all
//! values". What Table 1 of the long version says about the path that set a variable last is there in this form, too. Locals of a sort without such a range (arrays, floats) are left out together with the conjuncts that mention them.

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::body::{COUNTER_BITS, positive, symbol_of};
use crate::memory::ChoiceMeaning;
use crate::summary::Summary;

impl Summary {
    /// The papers' looping condition, one conjunct per path; then what holds behind the last iterations that set variables.
    pub fn quantified(&self, store: &TermStore) -> Vec<TermId> {
        let paths = (0..self.body.paths.len()).map(|path| self.quantified_path(store, path));
        paths.chain(self.behind_last_writers(store)).collect()
    }

    /// The conditions ψ of Table 1: after the last iteration along one of the setting paths, no other of them was taken any more. Where one
    /// path is left, that is to say that its guard held in every iteration from then on.
    fn behind_last_writers(&self, store: &TermStore) -> Vec<TermId> {
        let memory = &self.memory;
        let mut conditions = Vec::new();
        for choice in &memory.choices {
            let ChoiceMeaning::CountBeforeLastWrite { setters, path } = &choice.meaning else {
                continue;
            };
            if setters.len() + 1 != memory.counters.len() {
                continue;
            }
            let mut counters = memory.counters.clone();
            counters[*path] = store.fresh_var("tau", Sort::BitVec(COUNTER_BITS));
            let variable = counters[*path];
            let locals = self.fresh_locals(store, *path);
            let (guard, record) = self.guard_at(store, *path, counters, locals);
            let unknown: Vec<TermId> =
                record.locals.iter().chain(&record.choices).chain(&record.stars).copied().collect();
            let occurs = |conjunct: TermId, term: TermId| {
                symbol_of(store, term)
                    .is_some_and(|symbol| store.free_vars(conjunct).binary_search(&symbol).is_ok())
            };
            let known: Vec<TermId> = (guard.into_iter())
                .filter(|&conjunct| !unknown.iter().any(|&term| occurs(conjunct, term)))
                .filter(|&conjunct| occurs(conjunct, variable))
                .collect();
            if known.is_empty() {
                continue;
            }
            let ran: Vec<TermId> =
                setters.iter().map(|&setter| positive(store, memory.counters[setter])).collect();
            let formula = store.and(&known);
            let (low, high) =
                (store.bv_to_nat(choice.term), store.bv_to_nat(memory.counters[*path]));
            let all = store.forall(low, high, |number| replaced(store, formula, variable, number));
            conditions.push(store.implies(store.or(&ran), all));
        }
        conditions
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
