//! Answers of earlier queries, found by the exact set of constraints or by a subset or superset.
//!
//! A superset of an unsatisfiable set is unsatisfiable; the model of a superset satisfies the set; the model of a subset may
//! satisfy it, which evaluation tells. Sets are sorted lists of term ids. A stored set is filed under its newest term: a
//! subset of a query is then found by looking under each of the query's terms once, and the newest term of a path condition
//! is usually the one that decides. Supersets are found under the query's rarest term.

use std::sync::Arc;

use lariat_term::{Model, TermId};
use rustc_hash::FxHashMap;

/// A set of constraints: sorted, without repetitions.
pub(crate) type ConstraintSet = Arc<[TermId]>;

/// Makes a set of a list.
pub(crate) fn constraint_set(constraints: &[TermId]) -> ConstraintSet {
    let mut sorted = constraints.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    Arc::from(sorted)
}

/// An answer that was stored.
#[derive(Clone)]
pub(crate) enum Cached {
    /// Satisfied by this model.
    Sat(Arc<Model>),
    /// Unsatisfiable.
    Unsat,
}

/// How many stored supersets, or models of subsets, are looked at per query.
const CANDIDATES: usize = 16;

/// See the module's description.
#[derive(Default)]
pub(crate) struct QueryCache {
    exact: FxHashMap<ConstraintSet, Cached>,
    unsat_by_newest: FxHashMap<TermId, Vec<ConstraintSet>>,
    sat_sets: Vec<(ConstraintSet, Arc<Model>)>,
    sat_by_newest: FxHashMap<TermId, Vec<u32>>,
    sat_by_member: FxHashMap<TermId, Vec<u32>>,
    stored: usize,
}

impl QueryCache {
    /// The answer for exactly this set.
    pub(crate) fn exact(&self, set: &ConstraintSet) -> Option<Cached> {
        self.exact.get(set).cloned()
    }

    /// Whether a subset is known to be unsatisfiable.
    pub(crate) fn has_unsat_subset(&self, set: &ConstraintSet) -> bool {
        (set.iter().rev()).any(|newest| {
            self.unsat_by_newest
                .get(newest)
                .is_some_and(|cores| cores.iter().any(|core| is_subset(core, set)))
        })
    }

    /// The model of a superset.
    pub(crate) fn superset_model(&self, set: &ConstraintSet) -> Option<Arc<Model>> {
        let mut rarest: Option<&Vec<u32>> = None;
        for term in set.iter() {
            let entries = self.sat_by_member.get(term)?;
            if rarest.is_none_or(|known| entries.len() < known.len()) {
                rarest = Some(entries);
            }
        }
        (rarest?.iter().rev().take(CANDIDATES))
            .map(|&entry| &self.sat_sets[entry as usize])
            .find(|(superset, _)| is_subset(set, superset))
            .map(|(_, model)| Arc::clone(model))
    }

    /// Models of subsets, of large ones first.
    pub(crate) fn subset_models(&self, set: &ConstraintSet) -> Vec<Arc<Model>> {
        let mut found: Vec<u32> = Vec::new();
        for newest in set.iter().rev() {
            let Some(entries) = self.sat_by_newest.get(newest) else { continue };
            found.extend(
                (entries.iter().rev().take(CANDIDATES))
                    .filter(|&&entry| is_subset(&self.sat_sets[entry as usize].0, set)),
            );
            if found.len() >= CANDIDATES {
                break;
            }
        }
        found.sort_by_key(|&entry| {
            std::cmp::Reverse((self.sat_sets[entry as usize].0.len(), entry))
        });
        found.truncate(4);
        found.iter().map(|&entry| Arc::clone(&self.sat_sets[entry as usize].1)).collect()
    }

    /// Stores an answer under its exact set.
    pub(crate) fn store_exact(&mut self, set: ConstraintSet, answer: Cached, capacity: usize) {
        self.make_room(capacity);
        self.exact.insert(set, answer);
    }

    /// Stores a satisfiable set for queries about its subsets and supersets.
    pub(crate) fn store_sat(&mut self, set: ConstraintSet, model: Arc<Model>, capacity: usize) {
        self.make_room(capacity);
        let Some(&newest) = set.last() else { return };
        let entry = self.sat_sets.len() as u32;
        self.sat_by_newest.entry(newest).or_default().push(entry);
        for &term in set.iter() {
            self.sat_by_member.entry(term).or_default().push(entry);
        }
        self.sat_sets.push((set, model));
    }

    /// Stores an unsatisfiable set, the smaller the better, for queries about its supersets.
    pub(crate) fn store_unsat(&mut self, core: ConstraintSet, capacity: usize) {
        self.make_room(capacity);
        let Some(&newest) = core.last() else { return };
        self.unsat_by_newest.entry(newest).or_default().push(core);
    }

    // Emptying everything at once is simple, happens at the same query in every run, and is rare.
    fn make_room(&mut self, capacity: usize) {
        self.stored += 1;
        if self.stored > capacity {
            *self = QueryCache { stored: 1, ..QueryCache::default() };
        }
    }
}

/// Whether a sorted list is contained in another.
fn is_subset(small: &[TermId], large: &[TermId]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large;
    small.iter().all(|term| match rest.binary_search(term) {
        Ok(at) => {
            rest = &rest[at + 1..];
            true
        }
        Err(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::{Sort, TermStore};

    fn terms() -> Vec<TermId> {
        let store = TermStore::new();
        (0..8).map(|i| store.var(&format!("b{i}"), Sort::Bool)).collect()
    }

    #[test]
    fn supersets_of_cores_are_found_and_others_are_not() {
        let t = terms();
        let mut cache = QueryCache::default();
        cache.store_unsat(constraint_set(&[t[1], t[4]]), 100);
        assert!(cache.has_unsat_subset(&constraint_set(&[t[4], t[0], t[1], t[7]])));
        assert!(cache.has_unsat_subset(&constraint_set(&[t[1], t[4]])));
        assert!(!cache.has_unsat_subset(&constraint_set(&[t[1], t[5]])));
        assert!(!cache.has_unsat_subset(&constraint_set(&[t[4]])));
    }

    #[test]
    fn models_of_supersets_and_subsets() {
        let t = terms();
        let mut cache = QueryCache::default();
        let model = Arc::new(Model::new());
        cache.store_sat(constraint_set(&[t[0], t[2], t[3]]), Arc::clone(&model), 100);
        assert!(cache.superset_model(&constraint_set(&[t[0], t[3]])).is_some());
        assert!(cache.superset_model(&constraint_set(&[t[0], t[4]])).is_none());
        assert_eq!(cache.subset_models(&constraint_set(&[t[0], t[2], t[3], t[5]])).len(), 1);
        assert!(cache.subset_models(&constraint_set(&[t[0], t[2], t[5]])).is_empty());
    }

    #[test]
    fn a_full_cache_is_emptied() {
        let t = terms();
        let mut cache = QueryCache::default();
        let first = constraint_set(&[t[0]]);
        cache.store_exact(Arc::clone(&first), Cached::Unsat, 2);
        cache.store_exact(constraint_set(&[t[1]]), Cached::Unsat, 2);
        assert!(cache.exact(&first).is_some());
        cache.store_exact(constraint_set(&[t[2]]), Cached::Unsat, 2);
        assert!(cache.exact(&first).is_none());
        assert!(cache.exact(&constraint_set(&[t[2]])).is_some());
    }
}
