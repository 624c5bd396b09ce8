//! One iteration as a whole: where ways meet they become one.
//!
//! A body with a dozen branches one after the other has thousands of ways through it. For a bound it is enough to know what is true of all of
//! them, so ways that meet are joined: a value is the one or the other, which of them is new in each iteration, and only conditions that hold
//! on all ways are kept. So there are as many ways as there are jumps back to the header, and nothing is said about the order of the rest.

use lariat_program::{BlockId, Phi};
use lariat_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{At, Reader, Ways};

/// More conditions that hold on one of two ways are not kept.
const MOST_SIDE_CONDITIONS: usize = 12;

impl Reader<'_> {
    /// Walks every block once.
    pub(super) fn walk_joined(&mut self, start: At, kept: &[&Phi]) -> Result<Ways, String> {
        let order = self.blocks_in_order();
        let mut waiting: FxHashMap<BlockId, Vec<At>> = FxHashMap::default();
        waiting.insert(start.block, vec![start]);
        let mut ways = Ways::default();
        for block in order {
            let Some(met) = waiting.remove(&block) else { continue };
            let mut met = met.into_iter();
            let Some(mut at) = met.next() else { continue };
            for other in met {
                at = self.joined(at, other);
            }
            let mut next = Vec::new();
            self.step(at, kept, &mut next, &mut ways)?;
            for at in next {
                waiting.entry(at.block).or_default().push(at);
            }
        }
        Ok(ways)
    }

    /// The blocks such that each comes after those that lead to it, jumps back apart.
    fn blocks_in_order(&self) -> Vec<BlockId> {
        let goes_back = |from: BlockId, to: BlockId| {
            to == self.this.header
                || self.forest.headed_by(to).is_some_and(|id| self.forest.get(id).contains(from))
        };
        let next = |from: BlockId| -> Vec<BlockId> {
            let targets = self.body.blocks[from].terminator.successors();
            targets
                .into_iter()
                .filter(|&to| self.this.contains(to) && !goes_back(from, to))
                .collect()
        };
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack = vec![(self.this.header, next(self.this.header))];
        seen.insert(self.this.header);
        while let Some((block, targets)) = stack.last_mut() {
            match targets.pop() {
                Some(target) => {
                    if seen.insert(target) {
                        let targets = next(target);
                        stack.push((target, targets));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// What is true whichever of two ways was taken.
    fn joined(&mut self, one: At, other: At) -> At {
        let store = self.store;
        let first = self.new_truth();
        let second = store.not(first);
        let choose = |a: TermId, b: TermId| if a == b { a } else { store.ite(first, a, b) };
        let mut values = one.values;
        for (value, term) in other.values {
            let joined = match values.get(&value) {
                Some(&own) if store.sort(own) == store.sort(term) => choose(own, term),
                _ => term,
            };
            values.insert(value, joined);
        }
        let mut cells = FxHashMap::default();
        for (cell, before) in &self.cell_symbols {
            let of = |at: &FxHashMap<_, TermId>| at.get(cell).copied().unwrap_or(*before);
            cells.insert(cell.clone(), choose(of(&one.cells), of(&other.cells)));
        }
        let common = |a: &[TermId], b: &[TermId]| -> Vec<TermId> {
            a.iter().copied().filter(|term| b.contains(term)).collect()
        };
        let mut checks = common(&one.checks, &other.checks);
        for (own, taken) in [(&one.checks, first), (&other.checks, second)] {
            let rest: Vec<TermId> =
                own.iter().copied().filter(|check| !checks.contains(check)).collect();
            for check in rest.into_iter().take(MOST_SIDE_CONDITIONS) {
                checks.push(store.or(&[store.not(taken), check]));
            }
        }
        At {
            block: one.block,
            values,
            cells,
            guard: common(&one.guard, &other.guard),
            checks,
            inner: all_blocks(&one.inner, &other.inner),
            accesses: common(&one.accesses, &other.accesses),
            writes: one.writes.clone().filter(|own| Some(own) == other.writes.as_ref()),
        }
    }
}

fn all_blocks(one: &[BlockId], other: &[BlockId]) -> Vec<BlockId> {
    let mut all = one.to_vec();
    all.extend(other.iter().filter(|block| !one.contains(block)));
    all
}
