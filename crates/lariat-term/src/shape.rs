//! The shape of a term: a hash that ignores constants.
//!
//! Merging looks for states whose branch conditions have the same form and differ in constants only (`s[0] != 0`,
//! `s[1] != 0`, …); equal shapes are how such conditions are found. A shape depends on operations, their widths, the
//! sorts of constants and the names of variables, never on ids, so it is the same in every store and every run.

use rustc_hash::FxHashMap;

use crate::op::Op;
use crate::store::{TermId, TermStore};

/// A term's shape. Terms that differ in constants only have the same one; other terms have the same one by accident only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Shape(pub u64);

/// Computes shapes and remembers those of parts.
#[derive(Default)]
pub struct Shapes {
    known: FxHashMap<TermId, Shape>,
}

/// The hash is written out here because it must not change with a library's version.
struct StableHasher(u64);

impl StableHasher {
    fn new() -> StableHasher {
        StableHasher(0xcbf2_9ce4_8422_2325)
    }

    fn word(&mut self, word: u64) {
        // The finaliser of splitmix64 on top of what is there.
        let mut z = self.0.rotate_left(5) ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = z ^ (z >> 31);
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for chunk in text.as_bytes().chunks(8) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(bytes));
        }
    }
}

impl Shapes {
    /// Nothing computed yet.
    pub fn new() -> Shapes {
        Shapes::default()
    }

    /// The term's shape. Always pass the same store.
    pub fn shape(&mut self, store: &TermStore, term: TermId) -> Shape {
        if let Some(&shape) = self.known.get(&term) {
            return shape;
        }
        let mut stack = vec![(term, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.known.contains_key(&term) {
                continue;
            }
            if ready {
                let shape = self.combine(store, term);
                self.known.insert(term, shape);
            } else {
                stack.push((term, true));
                stack.extend(store.args(term).iter().map(|&arg| (arg, false)));
            }
        }
        self.known[&term]
    }

    fn combine(&self, store: &TermStore, term: TermId) -> Shape {
        let (op, args) = store.view(term);
        let mut hasher = StableHasher::new();
        hasher.text(op.name());
        hasher.text(&store.sort(term).to_string());
        match op {
            Op::Var(symbol) => hasher.text(store.symbol_name(symbol)),
            _ => op.parameters().into_iter().for_each(|n| hasher.word(u64::from(n))),
        }
        hasher.word(args.len() as u64);
        for arg in args {
            hasher.word(self.known[arg].0);
        }
        Shape(hasher.0)
    }
}

impl TermStore {
    /// The term's shape; [`Shapes`] is cheaper for many terms.
    pub fn shape(&self, term: TermId) -> Shape {
        Shapes::new().shape(self, term)
    }
}
