//! Substitution of variables by terms.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::op::Op;
use crate::store::{SymbolId, TermId, TermStore};

impl TermStore {
    /// The term with every variable in `replacements` replaced, all at once: a replacement is not replaced again.
    ///
    /// Bound variables are numbers, not names, so nothing is captured under a binder.
    ///
    /// # Panics
    /// If a replacement is not of its variable's sort, or has bound variables without their binder.
    pub fn substitute(&self, term: TermId, replacements: &FxHashMap<SymbolId, TermId>) -> TermId {
        self.substitute_all(&[term], replacements)[0]
    }

    /// [`substitute`](TermStore::substitute) in several terms, sharing the work.
    pub fn substitute_all(
        &self,
        terms: &[TermId],
        replacements: &FxHashMap<SymbolId, TermId>,
    ) -> Vec<TermId> {
        self.substitute_with(terms, replacements, |term, args| self.rebuild(term, args))
    }

    /// Terms in which a closed part is replaced by another one of its sort, and what that makes possible is simplified.
    ///
    /// # Panics
    /// If the two are not of the same sort.
    pub fn replace(&self, terms: &[TermId], part: TermId, by: TermId) -> Vec<TermId> {
        assert_eq!(self.sort(part), self.sort(by), "sort of a replacement");
        let mut changed: FxHashMap<TermId, TermId> = FxHashMap::default();
        changed.insert(part, by);
        for inner in self.parts(terms) {
            let args = self.args(inner);
            if inner != part && args.iter().any(|arg| changed.contains_key(arg)) {
                let new: SmallVec<[TermId; 4]> =
                    args.iter().map(|arg| changed.get(arg).copied().unwrap_or(*arg)).collect();
                changed.insert(inner, self.rebuild(inner, &new));
            }
        }
        terms.iter().map(|term| changed.get(term).copied().unwrap_or(*term)).collect()
    }

    /// [`substitute`](TermStore::substitute) without simplification.
    pub(crate) fn substitute_raw(
        &self,
        term: TermId,
        replacements: &FxHashMap<SymbolId, TermId>,
    ) -> TermId {
        self.substitute_with(&[term], replacements, |term, args| self.rebuild_raw(term, args))[0]
    }

    fn substitute_with(
        &self,
        terms: &[TermId],
        replacements: &FxHashMap<SymbolId, TermId>,
        rebuild: impl Fn(TermId, &[TermId]) -> TermId,
    ) -> Vec<TermId> {
        for (&symbol, &replacement) in replacements {
            assert_eq!(self.sort(replacement), self.symbol_sort(symbol), "sort of a replacement");
            assert_eq!(self.loose_bound(replacement), 0, "a replacement is a closed term");
        }
        let mut changed: FxHashMap<TermId, TermId> = FxHashMap::default();
        for part in self.parts(terms) {
            let (op, args) = self.view(part);
            let result = match op {
                Op::Var(symbol) => replacements.get(&symbol).copied().unwrap_or(part),
                _ if args.iter().any(|arg| changed.contains_key(arg)) => {
                    let new: SmallVec<[TermId; 4]> = (args.iter())
                        .map(|arg| changed.get(arg).copied().unwrap_or(*arg))
                        .collect();
                    rebuild(part, &new)
                }
                _ => part,
            };
            if result != part {
                changed.insert(part, result);
            }
        }
        terms.iter().map(|term| changed.get(term).copied().unwrap_or(*term)).collect()
    }
}
