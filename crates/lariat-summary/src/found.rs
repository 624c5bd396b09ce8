//! What walking a loop's body finds: the ways back to the header, and what is new in each iteration.

use lariat_exec::Input;
use lariat_loop::IterationPath;
use lariat_term::{Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::traces::PathTrace;
use crate::unfolding::AppliedLoop;

/// The values that replace the symbols of a loop.
pub(crate) type Replacements = FxHashMap<SymbolId, TermId>;

/// A path through a loop's body and the loops on it.
#[derive(Clone)]
pub(crate) struct FoundPath {
    pub(crate) path: IterationPath,
    pub(crate) inner: Vec<AppliedLoop>,
    /// Whether inputs are read on it.
    pub(crate) reads: bool,
    /// What traces need to know.
    pub(crate) trace: PathTrace,
}

/// What walking a loop's body has found.
pub(crate) struct FoundBody {
    /// The ways back to the header.
    pub(crate) paths: Vec<FoundPath>,
    /// The conditions of the ways to the goal, as far as they are not about what is new in the iteration.
    pub(crate) goals: Vec<Vec<TermId>>,
    /// What holds whenever the header is reached.
    pub(crate) invariants: Vec<TermId>,
}

/// Paths with the same effect are one path with either guard. Paths with loops or inputs of their own stay apart.
pub(crate) fn merged(store: &TermStore, paths: Vec<FoundPath>) -> Vec<FoundPath> {
    let mut result: Vec<FoundPath> = Vec::new();
    for found in paths {
        let plain = |found: &FoundPath| {
            found.inner.is_empty() && found.path.locals.is_empty() && !found.reads
        };
        let twin = result
            .iter_mut()
            .find(|other| plain(other) && plain(&found) && other.path.after == found.path.after);
        match twin {
            Some(other) => {
                // What both have in common stays as it is, which keeps simple conditions simple.
                let (mine, theirs) = (&found.path.guard, &other.path.guard);
                let common: Vec<TermId> =
                    theirs.iter().copied().filter(|term| mine.contains(term)).collect();
                let rest = |guard: &[TermId]| {
                    let rest: Vec<TermId> =
                        guard.iter().copied().filter(|term| !common.contains(term)).collect();
                    store.and(&rest)
                };
                let either = store.or(&[rest(theirs), rest(mine)]);
                other.path.guard = common;
                if store.as_bool(either) != Some(true) {
                    other.path.guard.push(either);
                }
            }
            None => result.push(found),
        }
    }
    result
}

/// A number that all variables made later exceed.
pub(crate) fn last_symbol(store: &TermStore) -> usize {
    symbol_of(store, store.fresh_var("mark", Sort::Bool)).index()
}

pub(crate) fn symbol_of(store: &TermStore, variable: TermId) -> SymbolId {
    match store.op(variable) {
        lariat_term::Op::Var(symbol) => symbol,
        _ => unreachable!("the term is a variable"),
    }
}

/// The variables in these terms that are made anew in every iteration: those made after a point in time, and the inputs that the iteration
/// has read. Their names say only how many were read before them, so an earlier walk may have made the very same variables.
pub(crate) fn locals(
    store: &TermStore,
    mark: usize,
    read: &[Input],
    terms: &[TermId],
) -> Vec<TermId> {
    let bytes: Vec<TermId> = read.iter().flat_map(|input| input.bytes.iter().copied()).collect();
    let inputs: FxHashSet<SymbolId> = store.free_vars_of(&bytes).into_iter().collect();
    store
        .free_vars_of(terms)
        .into_iter()
        .filter(|symbol| symbol.index() > mark || inputs.contains(symbol))
        .map(|symbol| store.symbol_term(symbol))
        .collect()
}
