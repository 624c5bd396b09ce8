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

/// Answers stored within the same period.
#[derive(Default)]
struct Generation {
    exact: FxHashMap<ConstraintSet, Cached>,
    unsat_by_newest: FxHashMap<TermId, Vec<ConstraintSet>>,
    sat_sets: Vec<(ConstraintSet, Arc<Model>)>,
    sat_by_newest: FxHashMap<TermId, Vec<u32>>,
    sat_by_member: FxHashMap<TermId, Vec<u32>>,
    /// Constraints and values of models stored.
    size: usize,
}

impl Generation {
    fn has_unsat_subset(&self, set: &ConstraintSet) -> bool {
        (set.iter().rev()).any(|newest| {
            self.unsat_by_newest
                .get(newest)
                .is_some_and(|cores| cores.iter().any(|core| is_subset(core, set)))
        })
    }

    fn superset_model(&self, set: &ConstraintSet) -> Option<Arc<Model>> {
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

    /// Stored satisfiable subsets with their models, the newest first.
    fn subsets(&self, set: &ConstraintSet) -> Vec<&(ConstraintSet, Arc<Model>)> {
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
        found.sort_unstable();
        found.iter().rev().map(|&entry| &self.sat_sets[entry as usize]).collect()
    }
}

/// See the module's description.
#[derive(Default)]
pub(crate) struct QueryCache {
    /// What is being filled, and what was filled before it.
    generations: [Generation; 2],
}

impl QueryCache {
    /// The answer for exactly this set.
    pub(crate) fn exact(&self, set: &ConstraintSet) -> Option<Cached> {
        self.generations.iter().find_map(|generation| generation.exact.get(set).cloned())
    }

    /// Whether a subset is known to be unsatisfiable.
    pub(crate) fn has_unsat_subset(&self, set: &ConstraintSet) -> bool {
        self.generations.iter().any(|generation| generation.has_unsat_subset(set))
    }

    /// The model of a superset.
    pub(crate) fn superset_model(&self, set: &ConstraintSet) -> Option<Arc<Model>> {
        self.generations.iter().find_map(|generation| generation.superset_model(set))
    }

    /// Models of subsets, of large ones first.
    pub(crate) fn subset_models(&self, set: &ConstraintSet) -> Vec<Arc<Model>> {
        let mut found: Vec<&(ConstraintSet, Arc<Model>)> =
            self.generations.iter().flat_map(|generation| generation.subsets(set)).collect();
        // Of those of the same size the newest stays in front.
        found.sort_by_key(|(subset, _)| std::cmp::Reverse(subset.len()));
        found.iter().take(4).map(|(_, model)| Arc::clone(model)).collect()
    }

    /// Stores an answer under its exact set.
    pub(crate) fn store_exact(&mut self, set: ConstraintSet, answer: Cached, capacity: usize) {
        let values = match &answer {
            Cached::Sat(model) => model.len(),
            Cached::Unsat => 0,
        };
        self.current(set.len() + values, capacity).exact.insert(set, answer);
    }

    /// Stores a satisfiable set for queries about its subsets and supersets.
    pub(crate) fn store_sat(&mut self, set: ConstraintSet, model: Arc<Model>, capacity: usize) {
        let Some(&newest) = set.last() else { return };
        let current = self.current(set.len() + model.len(), capacity);
        let entry = current.sat_sets.len() as u32;
        current.sat_by_newest.entry(newest).or_default().push(entry);
        for &term in set.iter() {
            current.sat_by_member.entry(term).or_default().push(entry);
        }
        current.sat_sets.push((set, model));
    }

    /// Stores an unsatisfiable set, the smaller the better, for queries about its supersets.
    pub(crate) fn store_unsat(&mut self, core: ConstraintSet, capacity: usize) {
        let Some(&newest) = core.last() else { return };
        let current = self.current(core.len(), capacity);
        current.unsat_by_newest.entry(newest).or_default().push(core);
    }

    /// Where something of this size is stored. When half of the capacity is used up a new generation begins and the one before
    /// the last is forgotten: that happens at the same query in every run, and takes no time at any other.
    fn current(&mut self, size: usize, capacity: usize) -> &mut Generation {
        // What an entry costs without its contents counts as well.
        let size = size + 4;
        if self.generations[0].size + size > capacity / 2 {
            let filled = std::mem::take(&mut self.generations[0]);
            self.generations[1] = filled;
        }
        self.generations[0].size += size;
        &mut self.generations[0]
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
    fn a_full_cache_forgets_the_oldest_half() {
        let t = terms();
        let mut cache = QueryCache::default();
        // Each of these counts as five; two of them fit into half of the capacity.
        let set = |at: usize| constraint_set(&[t[at]]);
        for (at, _) in t.iter().enumerate().take(5) {
            cache.store_exact(set(at), Cached::Unsat, 20);
            cache.store_unsat(set(at), 20);
        }
        let known: Vec<bool> = (0..5).map(|at| cache.exact(&set(at)).is_some()).collect();
        assert_eq!(known, [false, false, false, true, true]);
        let known: Vec<bool> = (0..5).map(|at| cache.has_unsat_subset(&set(at))).collect();
        assert_eq!(known, [false, false, false, true, true]);
        assert!(cache.generations.iter().all(|generation| generation.size <= 10));
    }

    #[test]
    fn models_of_both_halves_are_found() {
        let t = terms();
        let mut cache = QueryCache::default();
        let model = Arc::new(Model::new());
        cache.store_sat(constraint_set(&[t[0], t[1]]), Arc::clone(&model), 12);
        cache.store_sat(constraint_set(&[t[2], t[3]]), Arc::clone(&model), 12);
        assert_eq!(cache.subset_models(&constraint_set(&t[..4])).len(), 2);
        assert!(cache.superset_model(&constraint_set(&[t[1]])).is_some());
        assert!(cache.superset_model(&constraint_set(&[t[3]])).is_some());
    }
}
