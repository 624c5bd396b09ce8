//! Rebuilding whole terms: for terms that were not simplified when they were built.

use rustc_hash::FxHashMap;

use super::ArgVec;
use crate::store::{TermId, TermStore};

impl TermStore {
    /// The term rebuilt from the leaves up, every node simplified. For terms from [`TermStore::raw`] or from a file; a term
    /// that was built by the constructors comes out as it is. Does nothing in a store that does not simplify.
    pub fn simplify(&self, term: TermId) -> TermId {
        if !self.simplifies() {
            return term;
        }
        self.rebuild_with(term, |_| None, |_, rebuilt| rebuilt)
    }

    /// Rebuilds a term bottom-up without recursion. `before` may give a node's result right away; `after` may change what was
    /// rebuilt and sees the original, too.
    pub(super) fn rebuild_with(
        &self,
        term: TermId,
        before: impl Fn(TermId) -> Option<TermId>,
        after: impl Fn(TermId, TermId) -> TermId,
    ) -> TermId {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut open = vec![(term, false)];
        while let Some((current, children_done)) = open.pop() {
            if done.contains_key(&current) {
                continue;
            }
            let (op, args) = self.view(current);
            if let Some(result) = before(current) {
                done.insert(current, result);
            } else if op.is_leaf() {
                done.insert(current, after(current, current));
            } else if children_done {
                let new: ArgVec = args.iter().map(|arg| done[arg]).collect();
                done.insert(current, after(current, self.rebuild(current, &new)));
            } else {
                open.push((current, true));
                open.extend(args.iter().filter(|arg| !done.contains_key(arg)).map(|&a| (a, false)));
            }
        }
        done[&term]
    }
}
