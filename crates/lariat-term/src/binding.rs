//! Binders: turning a free variable into a bound one and putting a term in its place again.
//!
//! Both rebuild a term with some leaves replaced. Terms can be deeper than the stack, so the rebuilding keeps its own.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::op::Op;
use crate::store::{TermId, TermStore};

impl TermStore {
    /// The term with `variable` replaced by the index of a binder about to be put around it.
    pub(crate) fn abstract_var(&self, term: TermId, variable: TermId) -> TermId {
        self.replace_leaves(
            term,
            |_, _| false,
            |leaf, depth| {
                (leaf == variable).then(|| self.intern(Op::Bound(depth), self.sort(leaf), &[]))
            },
        )
    }

    /// The body of a binder with `argument`, a closed term, in place of the bound variable.
    pub fn instantiate(&self, body: TermId, argument: TermId) -> TermId {
        assert_eq!(self.loose_bound(argument), 0, "only closed terms can be put under a binder");
        self.replace_leaves(
            body,
            |term, depth| self.loose_bound(term) <= depth,
            |leaf, depth| match self.op(leaf) {
                Op::Bound(index) if index == depth => Some(argument),
                Op::Bound(index) if index > depth => {
                    Some(self.intern(Op::Bound(index - 1), self.sort(leaf), &[]))
                }
                _ => None,
            },
        )
    }

    /// Rebuilds a term with leaves replaced; `replace` sees each leaf with the number of binders above it, and `keep` says
    /// which terms have nothing to replace.
    fn replace_leaves(
        &self,
        term: TermId,
        keep: impl Fn(TermId, u32) -> bool,
        replace: impl Fn(TermId, u32) -> Option<TermId>,
    ) -> TermId {
        let mut done: FxHashMap<(TermId, u32), TermId> = FxHashMap::default();
        let mut stack = vec![(term, 0, false)];
        while let Some((term, depth, ready)) = stack.pop() {
            if done.contains_key(&(term, depth)) {
                continue;
            }
            let (op, args) = self.view(term);
            let below = |position: usize| depth + u32::from(op.binds(position));
            let result = if op.is_leaf() {
                replace(term, depth).unwrap_or(term)
            } else if keep(term, depth) {
                term
            } else if ready {
                let new: SmallVec<[TermId; 4]> = (args.iter().enumerate())
                    .map(|(position, &arg)| done[&(arg, below(position))])
                    .collect();
                if new[..] == *args { term } else { self.rebuild(term, &new) }
            } else {
                stack.push((term, depth, true));
                let parts = args.iter().enumerate();
                stack.extend(parts.map(|(position, &arg)| (arg, below(position), false)));
                continue;
            };
            done.insert((term, depth), result);
        }
        done[&(term, 0)]
    }

    /// The term with other arguments of the same sorts, simplified.
    pub fn rebuild(&self, term: TermId, args: &[TermId]) -> TermId {
        match self.op(term) {
            op @ (Op::ConstArray | Op::Lambda) => self.intern(op, self.sort(term), args),
            op => self.mk(op, args),
        }
    }
}
