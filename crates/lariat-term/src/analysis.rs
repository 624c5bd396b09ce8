//! Questions about a term as a graph: what it contains, how large it is, how deep.
//!
//! A term's arguments exist before the term does, so ids grow from arguments to terms, and the parts of a term sorted by
//! id are in an order in which every part comes after its own parts. That makes every pass here a plain loop.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::sort::Sort;
use crate::store::{SymbolId, TermId, TermStore};

/// What kinds of things occur in some terms: enough to choose a logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// A bounded quantifier.
    pub quantifiers: bool,
    /// A λ-array.
    pub lambdas: bool,
    /// Something of a floating-point sort.
    pub floats: bool,
    /// Something of sort Int.
    pub integers: bool,
    /// Something of an array sort.
    pub arrays: bool,
    /// Something of a bit-vector sort.
    pub bit_vectors: bool,
    /// A constant array.
    pub constant_arrays: bool,
    /// A product, quotient or remainder of integers whose right-hand side, or for a product more than one factor, is not
    /// a constant.
    pub nonlinear_integers: bool,
}

impl TermStore {
    /// All parts of the terms, themselves included, each once and after its own parts.
    pub fn parts(&self, terms: &[TermId]) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack: Vec<TermId> = terms.to_vec();
        let mut parts = Vec::new();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                parts.push(term);
                stack.extend(self.args(term).iter().filter(|arg| !seen.contains(arg)));
            }
        }
        parts.sort_unstable();
        parts
    }

    /// The free variables of a term, in order.
    pub fn free_vars(&self, term: TermId) -> Vec<SymbolId> {
        self.free_vars_of(&[term])
    }

    /// The free variables of several terms, in order.
    pub fn free_vars_of(&self, terms: &[TermId]) -> Vec<SymbolId> {
        let mut symbols: Vec<SymbolId> = (self.parts(terms).into_iter())
            .filter_map(|part| match self.op(part) {
                Op::Var(symbol) => Some(symbol),
                _ => None,
            })
            .collect();
        symbols.sort_unstable();
        symbols
    }

    /// The number of different parts of a term.
    pub fn dag_size(&self, term: TermId) -> usize {
        self.parts(&[term]).len()
    }

    /// The length of the longest way from the term to a leaf; 0 for a leaf.
    pub fn depth(&self, term: TermId) -> usize {
        let mut depths: FxHashMap<TermId, usize> = FxHashMap::default();
        for part in self.parts(&[term]) {
            let depth = self.args(part).iter().map(|arg| depths[arg] + 1).max().unwrap_or(0);
            depths.insert(part, depth);
        }
        depths[&term]
    }

    /// What occurs in the terms.
    pub fn features(&self, terms: &[TermId]) -> Features {
        let mut features = Features::default();
        for part in self.parts(terms) {
            let (op, args) = self.view(part);
            match self.sort(part) {
                Sort::BitVec(_) => features.bit_vectors = true,
                Sort::Int => features.integers = true,
                Sort::Float(_) | Sort::RoundingMode => features.floats = true,
                Sort::Array(_) => features.arrays = true,
                Sort::Bool => {}
            }
            match op {
                Op::ForAll | Op::Exists => features.quantifiers = true,
                Op::Lambda => features.lambdas = true,
                Op::ConstArray => features.constant_arrays = true,
                Op::IntMul => {
                    let symbolic = args.iter().filter(|&&arg| !self.op(arg).is_const()).count();
                    features.nonlinear_integers |= symbolic > 1;
                }
                Op::IntDiv | Op::IntMod => {
                    features.nonlinear_integers |= !self.op(args[1]).is_const();
                }
                _ => {}
            }
        }
        features
    }
}
