//! Where the loops of a program are.

use std::sync::Arc;

use lariat_program::loops::{LoopForest, LoopKind};
use lariat_program::{BlockId, FunctionId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The loops with one entry, by their headers.
pub(crate) struct Headers {
    loops: FxHashMap<(FunctionId, BlockId), Arc<[BlockId]>>,
    /// Those in which an iteration can go several ways.
    forking: FxHashSet<(FunctionId, BlockId)>,
    exits: FxHashSet<(FunctionId, BlockId)>,
}

impl Headers {
    pub(crate) fn new(program: &Program) -> Headers {
        let mut headers = Headers {
            loops: FxHashMap::default(),
            forking: FxHashSet::default(),
            exits: FxHashSet::default(),
        };
        for (id, function) in &program.functions {
            let Some(body) = &function.body else { continue };
            let forest = LoopForest::of_body(body);
            for (_, found) in forest.iter() {
                if found.kind == LoopKind::Irreducible {
                    continue;
                }
                let mut blocks = found.blocks.clone();
                blocks.sort_unstable();
                let forks = blocks.iter().any(|&block| {
                    let next = body.blocks[block].terminator.successors();
                    let stays = |next: &BlockId| blocks.binary_search(next).is_ok();
                    next.iter().all(stays) && next.iter().any(|other| *other != next[0])
                });
                if forks {
                    headers.forking.insert((id, found.header));
                }
                headers.loops.insert((id, found.header), blocks.into());
                headers.exits.extend(found.exit_blocks.iter().map(|&block| (id, block)));
            }
        }
        headers
    }

    /// The headers of the loops around a block of a function, other than the block itself, the outermost first.
    pub(crate) fn around(&self, function: FunctionId, block: BlockId) -> Vec<BlockId> {
        let own = self.loops.iter().filter(|((other, header), blocks)| {
            *other == function && *header != block && blocks.binary_search(&block).is_ok()
        });
        let mut found: Vec<(usize, BlockId)> =
            own.map(|((_, header), blocks)| (blocks.len(), *header)).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.into_iter().map(|(_, header)| header).collect()
    }

    /// Whether an iteration of the loop with this header can go several ways, all of which stay in the loop.
    pub(crate) fn forks(&self, function: FunctionId, header: BlockId) -> bool {
        self.forking.contains(&(function, header))
    }

    /// The blocks of the loop with this header, in order.
    pub(crate) fn loop_at(&self, function: FunctionId, block: BlockId) -> Option<&Arc<[BlockId]>> {
        self.loops.get(&(function, block))
    }

    pub(crate) fn is_header_or_exit(&self, function: FunctionId, block: BlockId) -> bool {
        self.loops.contains_key(&(function, block)) || self.exits.contains(&(function, block))
    }
}
