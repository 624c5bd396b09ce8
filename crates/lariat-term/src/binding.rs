//! Binders: turning a free variable into a bound one and putting a term in its place again.
//!
//! Both rebuild a term with some leaves replaced. Terms can be deeper than the stack, so the rebuilding keeps its own.
//!
//! Bodies of binders are built with a free variable in place of the bound one. That variable is not fresh for every binder,
//! which would fill the symbol table: it is reserved for its sort and for the number of binders being built around it, and
//! no finished term contains it.

use std::cell::Cell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::op::Op;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};

thread_local! {
    /// How many binders this thread is building right now, each in the body of the one before.
    static NESTING: Cell<u32> = const { Cell::new(0) };
}

/// Takes one level of nesting back, also when the builder of a body panics.
struct Nested;

impl Drop for Nested {
    fn drop(&mut self) {
        NESTING.set(NESTING.get() - 1);
    }
}

impl TermStore {
    /// The body of a binder over `sort`: what `body` gives for a variable, with the variable bound.
    pub(crate) fn bind(&self, sort: Sort, body: impl FnOnce(TermId) -> TermId) -> TermId {
        let depth = NESTING.get();
        NESTING.set(depth + 1);
        let nested = Nested;
        let variable = self.binder_var(depth, sort);
        let body = body(variable);
        drop(nested);
        self.abstract_var(body, variable)
    }

    /// The term with `variable` replaced by the index of a binder about to be put around it.
    pub(crate) fn abstract_var(&self, term: TermId, variable: TermId) -> TermId {
        self.abstract_var_with(term, variable, |term, args| self.rebuild(term, args))
    }

    /// The same without simplification.
    pub(crate) fn abstract_var_raw(&self, term: TermId, variable: TermId) -> TermId {
        self.abstract_var_with(term, variable, |term, args| self.rebuild_raw(term, args))
    }

    fn abstract_var_with(
        &self,
        term: TermId,
        variable: TermId,
        rebuild: impl Fn(TermId, &[TermId]) -> TermId,
    ) -> TermId {
        self.replace_leaves(
            term,
            |_, _| false,
            |leaf, depth| {
                (leaf == variable).then(|| self.intern(Op::Bound(depth), self.sort(leaf), &[]))
            },
            rebuild,
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
            |term, args| self.rebuild(term, args),
        )
    }

    /// Rebuilds a term with leaves replaced; `replace` sees each leaf with the number of binders above it, and `keep` says
    /// which terms have nothing to replace.
    fn replace_leaves(
        &self,
        term: TermId,
        keep: impl Fn(TermId, u32) -> bool,
        replace: impl Fn(TermId, u32) -> Option<TermId>,
        rebuild: impl Fn(TermId, &[TermId]) -> TermId,
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
                if new[..] == *args { term } else { rebuild(term, &new) }
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
            op @ (Op::ConstArray | Op::Lambda) => self.mk_array(op, self.sort(term), args[0]),
            op => self.mk(op, args),
        }
    }

    /// The term with other arguments of the same sorts, as it is.
    pub(crate) fn rebuild_raw(&self, term: TermId, args: &[TermId]) -> TermId {
        self.intern(self.op(term), self.sort(term), args)
    }
}
