//! Questions about floating-point numbers that a few values answer.
//!
//! Finding numbers with which floating-point arithmetic goes one way is hard on the bits, and often most numbers do. So before a backend
//! is asked, the query is evaluated with values of its variables that suggest themselves: the ends of their ranges, constants of the
//! query and their neighbours, each put into a model of the path if there is one, and then pseudo-random numbers, the same ones every
//! time. One that fulfils the query is its model; that none does says nothing.

use std::sync::Arc;

use lariat_term::{BitVec, Model, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashSet;

use crate::evaluate::{holds, put, trial};
use crate::intervals::Intervals;

/// The corner values of one variable are no more than this.
const MOST_CORNERS: usize = 64;

/// Queries about more variables than this are left alone.
const MOST_VARIABLES: usize = 8;

/// A deterministic source of numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// A variable and where its words are.
struct Variable {
    symbol: SymbolId,
    width: u32,
    left: Vec<(u64, u64)>,
    corners: Vec<u64>,
}

impl Variable {
    fn random(&self, numbers: &mut Numbers) -> u64 {
        let (low, high) = self.left[(numbers.next() % self.left.len() as u64) as usize];
        match (high - low).checked_add(1) {
            Some(size) => low + numbers.next() % size,
            None => numbers.next(),
        }
    }
}

/// How far to go.
pub(crate) struct Effort {
    /// Random values tried.
    pub(crate) samples: usize,
    /// Terms evaluated.
    pub(crate) work: u64,
}

/// A model of constraints about few bit-vectors, if a sample is one. `base` is a model of most of them.
pub(crate) fn find(
    store: &TermStore,
    intervals: &mut Intervals,
    constraints: &[TermId],
    symbols: &[SymbolId],
    base: Option<&Model>,
    effort: &Effort,
) -> Option<Model> {
    if symbols.is_empty() || symbols.len() > MOST_VARIABLES {
        return None;
    }
    let constants = constants(store, constraints, effort.work);
    let mut variables = Vec::with_capacity(symbols.len());
    for &symbol in symbols {
        let Sort::BitVec(width @ 1..=64) = store.symbol_sort(symbol) else { return None };
        let all = u64::MAX >> (64 - width);
        let left = intervals.left_for(store, constraints, symbol, all);
        let inside = |word: &u64| left.iter().any(|(low, high)| low <= word && word <= high);
        let mut corners: Vec<u64> = left.iter().flat_map(|(low, high)| [*low, *high]).collect();
        let near = |word: &u64| [*word, word.wrapping_sub(1), word.wrapping_add(1)];
        corners.extend(constants.iter().flat_map(near).map(|word| word & all));
        corners.retain(inside);
        let mut seen = FxHashSet::default();
        corners.retain(|word| seen.insert(*word));
        corners.truncate(MOST_CORNERS);
        if left.is_empty() {
            return None;
        }
        variables.push(Variable { symbol, width, left, corners });
    }
    let mut work = effort.work;
    let mut attempt = |words: &[(usize, u64)], base: &Model| -> Option<Option<Model>> {
        let mut model = base.clone();
        for &(at, word) in words {
            let Variable { symbol, width, .. } = variables[at];
            put(store, &mut model, symbol, Value::BitVec(BitVec::new(width, word)));
        }
        let model = Arc::new(model);
        let mut evaluator = trial(&model);
        // The question is the last one, and the one most likely to fail.
        let fits = constraints.iter().rev().all(|term| holds(store, &mut evaluator, *term));
        if fits {
            return Some(Some(Model::clone(&model)));
        }
        work = work.checked_sub(evaluator.remembered_values() as u64 + 1)?;
        Some(None)
    };
    let nothing = Model::new();
    let base = base.unwrap_or(&nothing);
    for (at, variable) in variables.iter().enumerate() {
        for &corner in &variable.corners {
            if let Some(model) = attempt(&[(at, corner)], base)? {
                return Some(model);
            }
        }
    }
    let mut numbers = Numbers(0);
    for round in 0..effort.samples {
        // One variable at a time, then all of them.
        let changed = round % (variables.len() + 1);
        let words: Vec<(usize, u64)> = (variables.iter().enumerate())
            .filter(|(at, _)| changed == *at || changed == variables.len())
            .map(|(at, variable)| (at, variable.random(&mut numbers)))
            .collect();
        if let Some(model) = attempt(&words, base)? {
            return Some(model);
        }
    }
    None
}

/// Constants in the constraints: bit-vectors as they are, floats as their bits and as whole numbers.
fn constants(store: &TermStore, constraints: &[TermId], most: u64) -> Vec<u64> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<TermId> = constraints.to_vec();
    let mut found = Vec::new();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) || seen.len() as u64 > most {
            continue;
        }
        match store.op(term) {
            Op::BvConst(word) => found.push(word),
            Op::FloatConst(_) => {
                if let Some(float) = store.as_float_value(term) {
                    found.extend(u64::try_from(float.bits()));
                    found.push(float.to_f64() as i64 as u64);
                }
            }
            _ => stack.extend_from_slice(store.args(term)),
        }
    }
    found
}
