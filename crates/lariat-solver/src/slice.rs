//! Which constraints of a path a question depends on.
//!
//! Two constraints belong together if they share a variable, directly or through others. The classes are kept in a
//! union–find over variables and constraints that can undo its last steps, so following a path that grows by a constraint
//! costs that constraint only, and going back to an earlier branch costs what is taken back. The members of a class hang
//! on a ring: joining two classes exchanges two successors, and exchanging them again takes it back.

use lariat_term::{SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

use crate::facts::TermFacts;

#[derive(Clone, Copy)]
struct Element {
    parent: u32,
    size: u32,
    next: u32,
    /// The position in the path, if the element is a constraint.
    position: Option<u32>,
}

/// One step that can be undone.
enum Step {
    /// `child` was put below `root`.
    Union { child: u32, root: u32 },
    /// An element was added for this variable.
    Symbol(SymbolId),
    /// An element was added for a constraint.
    Constraint,
}

/// The classes of the path followed last.
#[derive(Default)]
pub(crate) struct Slicer {
    path: Vec<TermId>,
    /// For each constraint of the path, the number of steps before it.
    marks: Vec<usize>,
    steps: Vec<Step>,
    elements: Vec<Element>,
    symbols: FxHashMap<SymbolId, u32>,
    /// Positions of constraints without variables: they belong to every slice.
    closed: Vec<u32>,
}

impl Slicer {
    /// Makes `path` the current path, taking back and adding only where it differs. Returns the length of the part that
    /// stayed.
    pub(crate) fn follow(
        &mut self,
        store: &TermStore,
        facts: &mut TermFacts,
        path: &[TermId],
    ) -> usize {
        let common = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.truncate(common);
        for &constraint in &path[common..] {
            self.push(store, facts, constraint);
        }
        common
    }

    /// The constraints of the path that `symbols` depend on, in the order of the path.
    pub(crate) fn slice(&self, symbols: &[SymbolId]) -> Vec<TermId> {
        let mut positions: Vec<u32> = self.closed.clone();
        let mut roots: Vec<u32> = Vec::new();
        for symbol in symbols {
            let Some(&element) = self.symbols.get(symbol) else { continue };
            let root = self.find(element);
            if roots.contains(&root) {
                continue;
            }
            roots.push(root);
            let mut member = root;
            loop {
                positions.extend(self.elements[member as usize].position);
                member = self.elements[member as usize].next;
                if member == root {
                    break;
                }
            }
        }
        positions.sort_unstable();
        positions.into_iter().map(|position| self.path[position as usize]).collect()
    }

    /// The whole path in its independent parts, in the order of their first constraints.
    pub(crate) fn parts(&self) -> Vec<Vec<TermId>> {
        let mut of_root: FxHashMap<u32, usize> = FxHashMap::default();
        let mut parts: Vec<Vec<TermId>> = Vec::new();
        if !self.closed.is_empty() {
            parts.push(self.closed.iter().map(|&at| self.path[at as usize]).collect());
        }
        let constraints: Vec<(u32, u32)> = (self.elements.iter().enumerate())
            .filter_map(|(i, element)| Some((element.position?, i as u32)))
            .collect();
        for (position, element) in constraints {
            let part = *of_root.entry(self.find(element)).or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            parts[part].push(self.path[position as usize]);
        }
        parts
    }

    fn push(&mut self, store: &TermStore, facts: &mut TermFacts, constraint: TermId) {
        self.marks.push(self.steps.len());
        let position = self.path.len() as u32;
        self.path.push(constraint);
        let symbols = facts.symbols(store, constraint);
        if symbols.is_empty() {
            self.closed.push(position);
            return;
        }
        let element = self.add(Some(position), Step::Constraint);
        for &symbol in symbols.iter() {
            let other = match self.symbols.get(&symbol) {
                Some(&known) => known,
                None => {
                    let new = self.add(None, Step::Symbol(symbol));
                    self.symbols.insert(symbol, new);
                    new
                }
            };
            self.union(element, other);
        }
    }

    fn add(&mut self, position: Option<u32>, step: Step) -> u32 {
        let number = self.elements.len() as u32;
        self.elements.push(Element { parent: number, size: 1, next: number, position });
        self.steps.push(step);
        number
    }

    // No path compression: it could not be undone. Joining by size keeps the trees low.
    fn find(&self, mut element: u32) -> u32 {
        while self.elements[element as usize].parent != element {
            element = self.elements[element as usize].parent;
        }
        element
    }

    fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let smaller = self.elements[a as usize].size < self.elements[b as usize].size;
        let (root, child) = if smaller { (b, a) } else { (a, b) };
        self.elements[child as usize].parent = root;
        self.elements[root as usize].size += self.elements[child as usize].size;
        self.exchange_successors(root, child);
        self.steps.push(Step::Union { child, root });
    }

    fn exchange_successors(&mut self, a: u32, b: u32) {
        let (after_a, after_b) = (self.elements[a as usize].next, self.elements[b as usize].next);
        self.elements[a as usize].next = after_b;
        self.elements[b as usize].next = after_a;
    }

    fn truncate(&mut self, length: usize) {
        let Some(&mark) = self.marks.get(length) else { return };
        while self.steps.len() > mark {
            match self.steps.pop() {
                Some(Step::Union { child, root }) => {
                    self.exchange_successors(root, child);
                    self.elements[root as usize].size -= self.elements[child as usize].size;
                    self.elements[child as usize].parent = child;
                }
                Some(Step::Symbol(symbol)) => {
                    self.symbols.remove(&symbol);
                    self.elements.pop();
                }
                Some(Step::Constraint) => {
                    self.elements.pop();
                }
                None => break,
            }
        }
        self.marks.truncate(length);
        self.path.truncate(length);
        while self.closed.last().is_some_and(|&position| position as usize >= length) {
            self.closed.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::Sort;
    use proptest::prelude::*;

    /// The classes computed afresh, for comparison.
    fn plain_slice(path: &[(TermId, Vec<usize>)], wanted: &[usize]) -> Vec<TermId> {
        let mut symbols: Vec<usize> = wanted.to_vec();
        let mut taken = vec![false; path.len()];
        loop {
            let mut grew = false;
            for (i, (_, of_constraint)) in path.iter().enumerate() {
                if !taken[i] && of_constraint.iter().any(|s| symbols.contains(s)) {
                    taken[i] = true;
                    grew = true;
                    symbols.extend_from_slice(of_constraint);
                }
            }
            if !grew {
                break;
            }
        }
        (path.iter().zip(taken)).filter(|(_, taken)| *taken).map(|((term, _), _)| *term).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(200)))]
        #[test]
        fn following_paths_gives_the_same_slices_as_starting_afresh(
            paths in prop::collection::vec(
                prop::collection::vec(prop::collection::vec(0usize..8, 1..3), 0..10), 1..8),
            wanted in prop::collection::vec(0usize..8, 1..3),
        ) {
            let store = TermStore::new();
            let mut facts = TermFacts::default();
            let mut slicer = Slicer::default();
            let variables: Vec<TermId> =
                (0..8).map(|i| store.var(&format!("v{i}"), Sort::BitVec(8))).collect();
            let wanted_symbols: Vec<SymbolId> = wanted
                .iter()
                .flat_map(|&i| facts.symbols(&store, variables[i]).to_vec())
                .collect();
            for path in paths {
                let path: Vec<(TermId, Vec<usize>)> = path
                    .into_iter()
                    .map(|symbols| {
                        let sum = symbols.iter().fold(store.bv_const(8, 7), |sum, &i| {
                            store.raw(lariat_term::Op::BvXor, &[sum, variables[i]])
                        });
                        let term =
                            store.raw(lariat_term::Op::BvUlt, &[sum, store.bv_const(8, 100)]);
                        (term, symbols)
                    })
                    .collect();
                let terms: Vec<TermId> = path.iter().map(|(term, _)| *term).collect();
                slicer.follow(&store, &mut facts, &terms);
                prop_assert_eq!(slicer.slice(&wanted_symbols), plain_slice(&path, &wanted));
                prop_assert_eq!(slicer.parts().concat().len(), terms.len());
            }
        }
    }
}
