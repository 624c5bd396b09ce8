//! Which blocks of a function are kept and what their numbers are.
//!
//! Blocks that nothing leads to are dropped: their instructions need not be in an order that makes sense. A block whose
//! address is taken is kept, because the address is a constant that names it.

use std::rc::Rc;

use lariat_program::BlockId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowering;
use super::raw::{self, RawBlock, Value};

impl Lowering {
    /// The numbers of a function's blocks, for constants that refer to them.
    pub(super) fn block_numbers(&mut self, function: Value) -> Rc<FxHashMap<RawBlock, BlockId>> {
        let numbers = self.block_numbers.entry(function).or_insert_with(|| {
            Rc::new(kept_blocks(function).into_iter().zip((0..).map(BlockId::from_u32)).collect())
        });
        Rc::clone(numbers)
    }
}

/// The blocks that are kept, in LLVM's order, the entry first.
pub(super) fn kept_blocks(function: Value) -> Vec<RawBlock> {
    let mut all = Vec::new();
    let mut block = raw::first_block(function);
    while !block.is_null() {
        all.push(block);
        block = raw::next_block(block);
    }
    let mut kept = FxHashSet::with_capacity_and_hasher(all.len(), Default::default());
    keep_from(all.first().copied(), &mut kept);
    if kept.len() < all.len() {
        for &block in &all {
            if !kept.contains(&block) && has_address(block) {
                keep_from(Some(block), &mut kept);
            }
        }
        all.retain(|block| kept.contains(block));
    }
    all
}

/// Keeps everything that can be reached from a block.
fn keep_from(start: Option<RawBlock>, kept: &mut FxHashSet<RawBlock>) {
    let mut pending: Vec<RawBlock> =
        start.into_iter().filter(|block| kept.insert(*block)).collect();
    while let Some(block) = pending.pop() {
        for successor in successors(block) {
            if kept.insert(successor) {
                pending.push(successor);
            }
        }
    }
}

/// The blocks a block can go to, one entry per edge.
pub(super) fn successors(block: RawBlock) -> impl Iterator<Item = RawBlock> {
    let terminator = raw::block_terminator(block);
    let count = if terminator.is_null() { 0 } else { raw::successor_count(terminator) };
    (0..count).map(move |index| raw::successor(terminator, index))
}

fn has_address(block: RawBlock) -> bool {
    let mut edge = raw::first_use(raw::block_value(block));
    while !edge.is_null() {
        if !raw::is_a_block_address(raw::use_user(edge)).is_null() {
            return true;
        }
        edge = raw::next_use(edge);
    }
    false
}
