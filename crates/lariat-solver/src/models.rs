//! Models of recent queries, tried before anything is asked again.
//!
//! For each model it is known how much of the current path it satisfies, so a path that grows by a constraint costs one
//! evaluation per model, and none at all once a model has failed on an earlier constraint.

use std::collections::VecDeque;
use std::sync::Arc;

use lariat_term::{Evaluator, Model, TermId, TermStore};

use crate::evaluate::{holds, trial};

struct Tracked {
    model: Arc<Model>,
    evaluator: Evaluator,
    /// So many constraints at the start of the current path are known to hold.
    holds: usize,
    /// A position of the current path whose constraint is known not to hold.
    fails: Option<usize>,
}

/// The most recent models, the last one first.
#[derive(Default)]
pub(crate) struct RecentModels {
    ring: VecDeque<Tracked>,
}

impl RecentModels {
    /// The current path has changed from this position on.
    pub(crate) fn path_changed(&mut self, common: usize) {
        for tracked in &mut self.ring {
            tracked.holds = tracked.holds.min(common);
            tracked.fails = tracked.fails.filter(|&position| position < common);
        }
    }

    /// Forgets what was evaluated in each model once that is more than `capacity` values.
    pub(crate) fn make_room(&mut self, capacity: usize) {
        for tracked in &mut self.ring {
            if tracked.evaluator.remembered_values() > capacity {
                tracked.evaluator = trial(&tracked.model);
            }
        }
    }

    /// Adds a model, or moves it to the front; `holds` constraints of the current path are known to hold in it.
    pub(crate) fn add(&mut self, model: &Arc<Model>, holds: usize, capacity: usize) {
        let known = self.ring.iter().position(|tracked| Arc::ptr_eq(&tracked.model, model));
        let mut tracked = known.and_then(|at| self.ring.remove(at)).unwrap_or_else(|| Tracked {
            model: Arc::clone(model),
            evaluator: trial(model),
            holds: 0,
            fails: None,
        });
        tracked.holds = tracked.holds.max(holds);
        self.ring.push_front(tracked);
        self.ring.truncate(capacity.max(1));
    }

    /// A model of the whole path.
    pub(crate) fn of_path(&mut self, store: &TermStore, path: &[TermId]) -> Option<Arc<Model>> {
        for tracked in &mut self.ring {
            if tracked.satisfies(store, path) {
                return Some(Arc::clone(&tracked.model));
            }
        }
        None
    }

    /// A model in which all of the question holds: one of the whole path (second value true) or, failing that, one of the
    /// part of the path the question depends on.
    pub(crate) fn of_question(
        &mut self,
        store: &TermStore,
        path: &[TermId],
        slice: &[TermId],
        question: &[TermId],
    ) -> Option<(Arc<Model>, bool)> {
        let mut of_slice = None;
        for tracked in &mut self.ring {
            if !question.iter().all(|&term| holds(store, &mut tracked.evaluator, term)) {
                continue;
            }
            if tracked.satisfies(store, path) {
                return Some((Arc::clone(&tracked.model), true));
            }
            if of_slice.is_none()
                && slice.len() < path.len()
                && slice.iter().all(|&term| holds(store, &mut tracked.evaluator, term))
            {
                of_slice = Some((Arc::clone(&tracked.model), false));
            }
        }
        of_slice
    }
}

impl Tracked {
    fn satisfies(&mut self, store: &TermStore, path: &[TermId]) -> bool {
        if self.fails.is_some() {
            return false;
        }
        while let Some(&constraint) = path.get(self.holds) {
            if !holds(store, &mut self.evaluator, constraint) {
                self.fails = Some(self.holds);
                return false;
            }
            self.holds += 1;
        }
        true
    }
}
