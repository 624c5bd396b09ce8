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
use crate::summary::{Summary, conjuncts};

impl Summary {
    /// The papers' looping condition, one conjunct per path; then what holds behind the last iterations that set variables.
    pub fn quantified(&self, store: &TermStore) -> Vec<TermId> {
        let paths = (0..self.body.paths.len()).map(|path| self.quantified_path(store, path));
        paths.chain(self.behind_last_writers(store)).collect()
    }

    /// The conditions ψ of Table 1: after the last iteration along one of the setting paths, no other of them was taken any more. That is to say that each
    /// iteration from then on satisfied the guard of a path that leaves the variable alone, with numbers of these that add up to its own number:
    ///
    /// ```text
    /// ∀m. Σ before ≤ m < Σ κ → ∃τ. before ≤ τ ≤ κ ∧ Σ τ = m ∧ ⋁ᵢ (τᵢ < κᵢ ∧ guardᵢ at τ)
    /// ```
    ///
    /// The paper's formula asks for this of every τ in the box, also of numbers that no execution has. Where guards depend on the sum of the numbers
    /// only, which is what an index over all iterations is, both are the same.
    fn behind_last_writers(&self, store: &TermStore) -> Vec<TermId> {
        let memory = &self.memory;
        let mut groups: Vec<&[usize]> = Vec::new();
        for choice in &memory.choices {
            let setters = choice.meaning.setters();
            if !groups.contains(&setters) {
                groups.push(setters);
            }
        }
        groups.into_iter().filter_map(|setters| self.behind_last_of(store, setters)).collect()
    }

    /// What holds behind the last iteration along one of these paths, if it is known how often the others had run by then.
    fn behind_last_of(&self, store: &TermStore, setters: &[usize]) -> Option<TermId> {
        let memory = &self.memory;
        let counted = |other: usize| {
            let is_count = |choice: &&crate::memory::Choice| {
                matches!(&choice.meaning, ChoiceMeaning::CountBeforeLastWrite { setters: own, path }
                    if own == setters && *path == other)
            };
            memory.choices.iter().find(is_count).map(|choice| choice.term)
        };
        let others: Vec<usize> =
            (0..memory.counters.len()).filter(|path| !setters.contains(path)).collect();
        let before: Vec<TermId> =
            others.iter().map(|&other| counted(other)).collect::<Option<_>>()?;
        let counter_sort = Sort::BitVec(COUNTER_BITS);
        let number = store.fresh_var("behind", counter_sort);
        let taus: Vec<TermId> =
            others.iter().map(|_| store.fresh_var("tau", counter_sort)).collect();
        let (_, free) = taus.split_last()?;
        // The last one is what is left of the sum.
        let rest = free.iter().fold(number, |rest, &tau| store.bv_sub(rest, tau));
        let taus: Vec<TermId> = free.iter().copied().chain([rest]).collect();
        let mut counters = memory.counters.clone();
        for (&other, &tau) in others.iter().zip(&taus) {
            counters[other] = tau;
        }
        let mut says_something = false;
        let mut possible = Vec::new();
        for (&other, &tau) in others.iter().zip(&taus) {
            let mut held = self.known_guard_behind(store, setters, other, &counters);
            says_something |= !held.is_empty();
            held.push(store.bv_ult(tau, memory.counters[other]));
            possible.push(store.and(&held));
        }
        if !says_something {
            return None;
        }
        let within =
            (others.iter().zip(&taus).zip(&before)).flat_map(|((&other, &tau), &before)| {
                [store.bv_ule(before, tau), store.bv_ule(tau, memory.counters[other])]
            });
        let mut formula = store.and(&within.chain([store.or(&possible)]).collect::<Vec<_>>());
        let one = store.int_const(1);
        for ((&other, &tau), &before) in others.iter().zip(free).zip(&before) {
            let end = store.int_add(store.bv_to_nat(memory.counters[other]), one);
            formula = exists(store, tau, store.bv_to_nat(before), end, formula);
        }
        let sum = |terms: Vec<TermId>| {
            let numbers = terms.into_iter().map(|term| store.bv_to_nat(term));
            numbers.fold(store.int_const(0), |sum, number| store.int_add(sum, number))
        };
        let high = sum(others.iter().map(|&other| memory.counters[other]).collect());
        let all = store.forall(sum(before), high, |at| replaced(store, formula, number, at));
        let ran: Vec<TermId> =
            setters.iter().map(|&setter| positive(store, memory.counters[setter])).collect();
        Some(store.implies(store.or(&ran), all))
    }

    /// The conjuncts of a path's guard at these counters that mention no unknowns of the iteration. Choices among the setting paths are those of the end.
    fn known_guard_behind(
        &self,
        store: &TermStore,
        setters: &[usize],
        path: usize,
        counters: &[TermId],
    ) -> Vec<TermId> {
        let memory = &self.memory;
        let mut unknown: Vec<TermId> = self.fresh_locals(store, path);
        let locals = unknown.clone();
        let choices: Vec<TermId> = (memory.choices.iter())
            .map(|choice| {
                let stays = choice.meaning.setters().iter().all(|path| setters.contains(path));
                if stays {
                    return choice.term;
                }
                let fresh = store.fresh_var("choice", store.sort(choice.term));
                unknown.push(fresh);
                fresh
            })
            .collect();
        let values = memory.values_at(store, counters, &choices);
        let mut now: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        for ((variable, iterated), value) in
            self.body.variables.iter().zip(&memory.values).zip(values)
        {
            if !iterated.is_known() {
                unknown.push(value);
            }
            now.extend(symbol_of(store, variable.symbol).map(|symbol| (symbol, value)));
        }
        for (&local, fresh) in self.body.paths[path].locals.iter().zip(locals) {
            now.extend(symbol_of(store, local).map(|symbol| (symbol, fresh)));
        }
        let guard = store.substitute_all(&conjuncts(store, &self.body.paths[path].guard), &now);
        let unknown: Vec<SymbolId> =
            unknown.iter().filter_map(|&term| symbol_of(store, term)).collect();
        let is_known = |conjunct: &TermId| {
            !store.free_vars(*conjunct).iter().any(|symbol| unknown.contains(symbol))
        };
        guard
            .into_iter()
            .filter(is_known)
            .filter(|&held| store.as_bool(held) != Some(true))
            .collect()
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
