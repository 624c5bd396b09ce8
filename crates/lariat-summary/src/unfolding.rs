//! A summary at a place of a backbone, and its instances.
//!
//! The looping condition says that every iteration's guard holds for some admissible numbers of the iterations before it. A quantified formula
//! is no help for a solver that decides bit-vectors, so it is weakened to instances, as in section 4 of the paper: those of the first K iterations along
//! each path, and, which the paper does not have, those of the first and the last. The numbers of the other paths' iterations before them are fresh variables
//! that grow with the iterations; variables that belong to one iteration (inputs, counters of inner loops, values that are not known) are fresh in
//! each instance.
//!
//! A *plan* fixes some counters to zero. Where only one path of a loop is left its instances have no free variables of this kind at all. Where
//! several are left and all numbers are fixed, a plan can also fix an order: first all iterations along one path, then all along the next.

use std::sync::Arc;

use lariat_loop::{COUNTER_BITS, Conditions, MAX_COUNT, Summary};
use lariat_program::{BlockId, FunctionId, LocationId};
use lariat_term::{BitVec, Op, Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::found::{Replacements, symbol_of};
use crate::traces::{PathTrace, Taken};

/// A loop on a backbone, taken with its summary.
#[derive(Clone, Debug)]
pub struct AppliedLoop {
    /// What `lariat-loop` made of it.
    pub summary: Arc<Summary>,
    /// How often each path runs, on this backbone.
    pub counters: Vec<TermId>,
    /// What the first and the last iterations satisfy.
    pub(crate) endpoints: Conditions,
    /// The values of its variables when it is entered.
    pub(crate) entry: Replacements,
    /// The loops inside each path of its body.
    pub inner: Vec<Vec<AppliedLoop>>,
    /// Whether iterations read inputs.
    pub(crate) reads: bool,
    /// What traces need to know of each path.
    pub(crate) traces: Vec<PathTrace>,
    /// When it was taken.
    pub(crate) taken: Taken,
    /// The function it is in.
    pub function: FunctionId,
    /// Its header.
    pub header: BlockId,
    /// Where it is in the source.
    pub location: Option<LocationId>,
}

/// How far loops are unfolded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unfolding {
    /// Instances per path.
    pub(crate) instances: u64,
    /// Instances per path of a loop inside another one.
    pub(crate) inner_instances: u64,
    /// Counters that are zero.
    pub(crate) zero: FxHashSet<TermId>,
    /// Counters with a known value, whose paths get as many instances.
    pub(crate) fixed: FxHashMap<TermId, u64>,
    /// In which order paths run whose numbers are all known.
    pub(crate) order: Order,
    /// Whether only paths without loops inside are unfolded, which is cheap.
    pub(crate) simple_only: bool,
}

/// In which order the iterations along different paths come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Order {
    /// In any.
    #[default]
    Any,
    /// Path by path, the first one first.
    Forward,
    /// Path by path, the last one first.
    Backward,
}

impl AppliedLoop {
    /// Conditions that every real execution of the loop satisfies with its counters, in terms of what was before it.
    pub(crate) fn necessary(&self, store: &TermStore) -> Vec<TermId> {
        let mut terms: Vec<TermId> =
            self.counters.iter().map(|counter| at_most_maximum(store, *counter)).collect();
        terms.extend(&self.summary.memory.facts);
        terms.extend(&self.endpoints.terms);
        self.at_entry(store, terms)
    }

    /// The first instances of every path's guard.
    pub(crate) fn unfold(&self, store: &TermStore, unfolding: &Unfolding) -> Vec<TermId> {
        let mut terms = Vec::new();
        for path in 0..self.counters.len() {
            let skipped = unfolding.simple_only && !self.inner[path].is_empty();
            if !skipped && !unfolding.zero.contains(&self.counters[path]) {
                self.unfold_path(store, path, unfolding, &mut terms);
            }
        }
        terms.extend(self.ordered_endpoints(store, unfolding));
        self.at_entry(store, terms)
    }

    /// How often each path has run before one of them, if the order is settled. The entry for the path itself says nothing.
    fn ordered(&self, path: usize, unfolding: &Unfolding) -> Option<Vec<u64>> {
        let before = |other: usize| match unfolding.order {
            Order::Any => None,
            Order::Forward => Some(other < path),
            Order::Backward => Some(other > path),
        };
        let counts = self.counters.iter().enumerate().map(|(other, counter)| {
            let count = match unfolding.zero.contains(counter) {
                true => 0,
                false => *unfolding.fixed.get(counter)?,
            };
            Some(if before(other)? { count } else { 0 })
        });
        counts.collect()
    }

    /// What a settled order says about the first and the last iterations.
    fn ordered_endpoints(&self, store: &TermStore, unfolding: &Unfolding) -> Vec<TermId> {
        let mut terms = Vec::new();
        for record in &self.endpoints.instances {
            let Some(before) = self.ordered(record.path, unfolding) else { continue };
            for (other, (&count, number)) in record.counters.iter().zip(before).enumerate() {
                // Where the numbers are not free they are counters or constants.
                let free = matches!(store.op(count), Op::Var(_)) && !self.counters.contains(&count);
                if other != record.path && free {
                    terms.push(store.eq(count, store.bv_const(COUNTER_BITS, number)));
                }
            }
        }
        terms
    }

    fn unfold_path(
        &self,
        store: &TermStore,
        path: usize,
        unfolding: &Unfolding,
        terms: &mut Vec<TermId>,
    ) {
        let inner = Unfolding {
            instances: unfolding.inner_instances,
            inner_instances: unfolding.inner_instances.min(1),
            ..Unfolding::default()
        };
        let counter = self.counters[path];
        let zero = store.bv_const(COUNTER_BITS, 0);
        let mut before = vec![zero; self.counters.len()];
        let fixed = unfolding.fixed.get(&counter).copied();
        let ordered = self.ordered(path, unfolding);
        for number in 0..fixed.unwrap_or(unfolding.instances) {
            let now = store.bv_const(COUNTER_BITS, number);
            let runs = match fixed {
                Some(_) => store.tt(),
                None => store.bv_ult(now, counter),
            };
            let mut order = Vec::new();
            for (other, count) in self.counters.iter().enumerate() {
                if other == path {
                    before[other] = now;
                } else if let Some(ordered) = &ordered {
                    before[other] = store.bv_const(COUNTER_BITS, ordered[other]);
                } else if !unfolding.zero.contains(count) {
                    let fresh = store.fresh_var("before", Sort::BitVec(COUNTER_BITS));
                    order.push(store.bv_ule(before[other], fresh));
                    order.push(store.bv_ule(fresh, *count));
                    before[other] = fresh;
                }
            }
            let mut holds = self.instance(store, path, &before, &inner);
            holds.extend(order);
            let all = store.and(&holds);
            terms.push(store.implies(runs, all));
        }
    }

    /// The guard of a path after so many iterations along each path, with the first instances of the loops inside it.
    fn instance(
        &self,
        store: &TermStore,
        path: usize,
        before: &[TermId],
        inner: &Unfolding,
    ) -> Vec<TermId> {
        let body = &self.summary.body;
        let memory = &self.summary.memory;
        let mut terms = body.paths[path].guard.clone();
        for applied in &self.inner[path] {
            terms.extend(applied.unfold(store, inner));
        }
        let choices: Vec<TermId> =
            memory.choices.iter().map(|choice| like(store, choice.term)).collect();
        let values = memory.values_at(store, before, &choices);
        let mut replacements = Replacements::default();
        for ((variable, iterated), value) in body.variables.iter().zip(&memory.values).zip(values) {
            let value = if iterated.is_known() { value } else { like(store, variable.symbol) };
            replacements.insert(symbol_of(store, variable.symbol), value);
        }
        for local in &body.paths[path].locals {
            replacements.insert(symbol_of(store, *local), like(store, *local));
        }
        terms.iter().map(|term| store.substitute(*term, &replacements)).collect()
    }

    /// Terms over the loop's symbols, which mean the values at its entry, in terms of what was before it.
    fn at_entry(&self, store: &TermStore, terms: Vec<TermId>) -> Vec<TermId> {
        terms.into_iter().map(|term| store.substitute(term, &self.entry)).collect()
    }

    /// The looping condition's first instances for every path, in terms of what was before the loop.
    pub fn instances(&self, store: &TermStore, count: u64) -> Vec<TermId> {
        let unfolding =
            Unfolding { instances: count, inner_instances: count, ..Unfolding::default() };
        self.unfold(store, &unfolding)
    }

    /// All counters, those of this loop only.
    pub fn counters(&self) -> &[TermId] {
        &self.counters
    }
}

/// Counters are naturals that no real execution exceeds.
fn at_most_maximum(store: &TermStore, counter: TermId) -> TermId {
    let most = BitVec::from_biguint(COUNTER_BITS, &MAX_COUNT.into());
    store.bv_ule(counter, store.bv_value(&most))
}

/// A fresh variable named like this one.
pub(crate) fn like(store: &TermStore, variable: TermId) -> TermId {
    let name = store.symbol_name(symbol_of(store, variable));
    let stem = name.split('!').next().unwrap_or(name);
    store.fresh_var(stem, store.sort(variable))
}
