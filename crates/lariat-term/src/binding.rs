//! Binders: turning a free variable into a bound one and putting a term in its place again.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::op::Op;
use crate::store::{TermId, TermStore};

impl TermStore {
    /// The term with `variable` replaced by the index of a binder about to be put around it.
    pub(crate) fn abstract_var(&self, term: TermId, variable: TermId) -> TermId {
        self.rebind(term, 0, &mut FxHashMap::default(), &|store, leaf, depth| {
            (leaf == variable).then(|| store.intern(Op::Bound(depth), store.sort(leaf), &[]))
        })
    }

    /// The body of a binder with `argument`, a closed term, in place of the bound variable.
    pub fn instantiate(&self, body: TermId, argument: TermId) -> TermId {
        assert_eq!(self.loose_bound(argument), 0, "only closed terms can be put under a binder");
        if self.loose_bound(body) == 0 {
            return body;
        }
        self.rebind(
            body,
            0,
            &mut FxHashMap::default(),
            &|store, leaf, depth| match store.op(leaf) {
                Op::Bound(index) if index == depth => Some(argument),
                Op::Bound(index) if index > depth => {
                    Some(store.intern(Op::Bound(index - 1), store.sort(leaf), &[]))
                }
                _ => None,
            },
        )
    }

    /// Rebuilds a term with leaves replaced; `replace` sees each leaf with the number of binders above it.
    fn rebind(
        &self,
        term: TermId,
        depth: u32,
        done: &mut FxHashMap<(TermId, u32), TermId>,
        replace: &impl Fn(&TermStore, TermId, u32) -> Option<TermId>,
    ) -> TermId {
        if let Some(&result) = done.get(&(term, depth)) {
            return result;
        }
        let (op, args) = self.view(term);
        let result = if op.is_leaf() {
            replace(self, term, depth).unwrap_or(term)
        } else {
            let new: SmallVec<[TermId; 4]> = (args.iter().enumerate())
                .map(|(i, &arg)| self.rebind(arg, depth + u32::from(op.binds(i)), done, replace))
                .collect();
            if new[..] == *args { term } else { self.rebuild(term, &new) }
        };
        done.insert((term, depth), result);
        result
    }

    /// The term with other arguments of the same sorts, simplified.
    pub fn rebuild(&self, term: TermId, args: &[TermId]) -> TermId {
        match self.op(term) {
            op @ (Op::ConstArray | Op::Lambda) => self.intern(op, self.sort(term), args),
            op => self.mk(op, args),
        }
    }
}
