//! What the layers want to know about a term again and again: its free variables and what theories it needs.
//!
//! Both are remembered per node. A set of variables is remembered at a node only while it is small; for larger terms the
//! sets of all nodes together would be quadratic in size, so there only the roots that were asked about are remembered,
//! and a new root is walked down to the nearest nodes with small sets.

use std::sync::Arc;

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::Features;

/// The largest set of variables remembered at every node.
const SMALL: usize = 24;

/// A set of symbols, in order.
pub(crate) type Symbols = Arc<[SymbolId]>;

struct NodeFacts {
    features: Features,
    /// `None` if there are more than [`SMALL`].
    symbols: Option<Symbols>,
}

/// The memory of facts about the terms of one store.
#[derive(Default)]
pub(crate) struct TermFacts {
    nodes: FxHashMap<TermId, NodeFacts>,
    large: FxHashMap<TermId, Symbols>,
    /// Whether everything was forgotten before the last query.
    forgot: bool,
    /// How many terms the first query after that needed.
    needed: usize,
}

impl TermFacts {
    /// Forgets everything once more than `capacity` terms are known. It is found out again where it is needed; if a single query needs
    /// that many, they are kept until there are twice as many.
    pub(crate) fn make_room(&mut self, capacity: usize) {
        if std::mem::take(&mut self.forgot) {
            self.needed = self.nodes.len();
        }
        if self.nodes.len() > capacity.max(2 * self.needed) {
            *self = TermFacts { forgot: true, ..TermFacts::default() };
        }
    }

    /// What theories a term needs.
    pub(crate) fn features(&mut self, store: &TermStore, term: TermId) -> Features {
        self.visit(store, term);
        self.nodes[&term].features
    }

    /// A term's free variables, in order.
    pub(crate) fn symbols(&mut self, store: &TermStore, term: TermId) -> Symbols {
        self.visit(store, term);
        if let Some(symbols) = &self.nodes[&term].symbols {
            return Arc::clone(symbols);
        }
        if let Some(symbols) = self.large.get(&term) {
            return Arc::clone(symbols);
        }
        let symbols = self.collect(store, term);
        self.large.insert(term, Arc::clone(&symbols));
        symbols
    }

    /// The free variables of several terms, in order.
    pub(crate) fn symbols_of_all(&mut self, store: &TermStore, terms: &[TermId]) -> Vec<SymbolId> {
        let mut all = Vec::new();
        for &term in terms {
            all.extend_from_slice(&self.symbols(store, term));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What theories several terms need together.
    pub(crate) fn features_of_all(&mut self, store: &TermStore, terms: &[TermId]) -> Features {
        terms.iter().fold(Features::NONE, |all, &term| all | self.features(store, term))
    }

    fn visit(&mut self, store: &TermStore, root: TermId) {
        if self.nodes.contains_key(&root) {
            return;
        }
        let mut stack = vec![(root, false)];
        while let Some((term, arguments_done)) = stack.pop() {
            if self.nodes.contains_key(&term) {
                continue;
            }
            let (op, args) = store.view(term);
            if !arguments_done && !args.is_empty() {
                stack.push((term, true));
                stack.extend(
                    args.iter()
                        .filter(|arg| !self.nodes.contains_key(arg))
                        .map(|&arg| (arg, false)),
                );
                continue;
            }
            let mut features = own_features(store, op, store.sort(term), args);
            for arg in args {
                features = features | self.nodes[arg].features;
            }
            let symbols = match op {
                Op::Var(symbol) => Some(Arc::from([symbol])),
                _ => self.small_union(args),
            };
            self.nodes.insert(term, NodeFacts { features, symbols });
        }
    }

    fn small_union(&self, args: &[TermId]) -> Option<Symbols> {
        let mut largest: Option<&Symbols> = None;
        for arg in args {
            let symbols = self.nodes[arg].symbols.as_ref()?;
            if largest.is_none_or(|known| known.len() < symbols.len()) {
                largest = Some(symbols);
            }
        }
        let Some(largest) = largest else { return Some(Arc::from([])) };
        let sets = || args.iter().filter_map(|arg| self.nodes[arg].symbols.as_ref());
        // Most nodes have the variables of one argument; they share its set.
        let covered = sets().all(|set| {
            Arc::ptr_eq(set, largest) || set.iter().all(|s| largest.binary_search(s).is_ok())
        });
        if covered {
            return Some(Arc::clone(largest));
        }
        let mut union: Vec<SymbolId> = sets().flat_map(|set| set.iter().copied()).collect();
        union.sort_unstable();
        union.dedup();
        (union.len() <= SMALL).then(|| Arc::from(union))
    }

    fn collect(&self, store: &TermStore, root: TermId) -> Symbols {
        let mut found: FxHashSet<SymbolId> = FxHashSet::default();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(symbols) =
                self.nodes[&term].symbols.as_ref().or_else(|| self.large.get(&term))
            {
                found.extend(symbols.iter().copied());
            } else {
                stack.extend_from_slice(store.args(term));
            }
        }
        let mut symbols: Vec<SymbolId> = found.into_iter().collect();
        symbols.sort_unstable();
        Arc::from(symbols)
    }
}

fn own_features(store: &TermStore, op: Op, sort: Sort, args: &[TermId]) -> Features {
    let operation = match op {
        Op::ConstArray => Features::CONST_ARRAYS,
        Op::Lambda => Features::LAMBDAS,
        Op::ForAll | Op::Exists => Features::QUANTIFIERS,
        Op::Eq if store.sort(args[0]).array_parts().is_some() => Features::CONST_ARRAYS,
        _ => Features::NONE,
    };
    operation | sort_features(sort)
}

fn sort_features(sort: Sort) -> Features {
    match sort {
        Sort::Bool => Features::NONE,
        Sort::BitVec(_) => Features::BIT_VECTORS,
        Sort::Int => Features::INTEGERS,
        Sort::RoundingMode | Sort::Float(_) => Features::FLOATS,
        Sort::Array(array) => {
            let (index, element) = array.parts();
            let parts = sort_features(index) | sort_features(element);
            // Arrays of arrays are compared as elements.
            let nested = element.array_parts().is_some() || index.array_parts().is_some();
            parts | Features::ARRAYS | if nested { Features::CONST_ARRAYS } else { Features::NONE }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_small_and_large_terms() {
        let store = TermStore::new();
        let mut facts = TermFacts::default();
        let byte = Sort::BitVec(8);
        let variables: Vec<TermId> = (0..100).map(|i| store.var(&format!("v{i}"), byte)).collect();
        let symbol = |term: TermId| match store.op(term) {
            Op::Var(symbol) => symbol,
            _ => unreachable!("a variable"),
        };
        let mut sum = store.bv_const(8, 1);
        for (i, &variable) in variables.iter().enumerate() {
            sum = store.bv_add(store.bv_mul(sum, variable), variable);
            let expected: Vec<SymbolId> = variables[..=i].iter().map(|&v| symbol(v)).collect();
            assert_eq!(*facts.symbols(&store, sum), *expected);
        }
    }

    #[test]
    fn tables_stay_within_their_capacity_but_hold_what_one_query_needs() {
        let store = TermStore::new();
        let mut facts = TermFacts::default();
        let byte = |name: &str| store.var(name, Sort::BitVec(8));
        for i in 0..100 {
            facts.make_room(10);
            facts.symbols(&store, byte(&format!("v{i}")));
            assert!(facts.nodes.len() <= 11);
        }
        let large = (0..50).fold(byte("x"), |term, i| {
            let term = store.raw(Op::BvXor, &[term, byte(&format!("w{i}"))]);
            store.raw(Op::BvNot, &[term])
        });
        let mut forgotten = 0;
        for _ in 0..20 {
            facts.make_room(10);
            forgotten += usize::from(facts.nodes.is_empty());
            facts.symbols(&store, large);
        }
        assert!(forgotten <= 2, "forgotten {forgotten} times");
    }

    #[test]
    fn features_of_terms() {
        let store = TermStore::new();
        let mut facts = TermFacts::default();
        let byte = Sort::BitVec(8);
        let array = store.var("a", Sort::array(Sort::BitVec(32), byte));
        let index = store.var("i", Sort::BitVec(32));
        let read = store.eq(store.select(array, index), store.bv_const(8, 3));
        assert_eq!(facts.features(&store, read), Features::BIT_VECTORS | Features::ARRAYS);
        let zeros = store.const_array(Sort::BitVec(32), store.bv_const(8, 0));
        let same = store.eq(array, store.raw(Op::Store, &[zeros, index, store.bv_const(8, 1)]));
        assert!(facts.features(&store, same).contains(Features::CONST_ARRAYS));
        let n = store.var("n", Sort::Int);
        let lower = store.int_const(0);
        let all = store.forall(lower, n, |i| store.int_lt(i, store.var("m", Sort::Int)));
        let features = facts.features(&store, all);
        assert_eq!(features, Features::QUANTIFIERS | Features::INTEGERS);
        assert_eq!(facts.symbols(&store, all).len(), 2);
    }
}
