//! The control-flow graph of a function, with edges as things of their own.
//!
//! A block can lead to another in several ways (two cases of a switch, both sides of a branch). Phis, loop exits and flowgraph
//! labels care which way was taken, so every way is an [`EdgeId`] and "which edge" never has to be guessed from two blocks.
//!
//! Edges are numbered by source block and then in the order of [`Terminator::successors`](crate::Terminator::successors), so the
//! edges that leave a block are consecutive. Everything here is computed once; the graph is not updated when a body changes.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

use crate::ids::{BlockId, EdgeId};
use crate::program::Body;

/// One way a block can be left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// The block left.
    pub source: BlockId,
    /// The block entered.
    pub target: BlockId,
    /// Its place among the terminator's successors.
    pub index: u32,
}

/// The control-flow graph of one function.
#[derive(Clone, Debug)]
pub struct Cfg {
    edges: PrimaryMap<EdgeId, Edge>,
    /// For each block the first edge that leaves it; one entry more than there are blocks.
    first_edge: Vec<u32>,
    /// Edges by target block.
    incoming: Vec<EdgeId>,
    /// For each block the start of its edges in `incoming`; one entry more than there are blocks.
    first_incoming: Vec<u32>,
    reverse_post_order: Vec<BlockId>,
    /// Place in `reverse_post_order`; `u32::MAX` for blocks that the entry does not reach.
    order: SecondaryMap<BlockId, u32>,
}

const UNREACHED: u32 = u32::MAX;

impl Cfg {
    /// The graph of a body.
    pub fn new(body: &Body) -> Cfg {
        Cfg::from_successors(body.blocks.len(), |block| body.blocks[block].terminator.successors())
    }

    /// A graph of so many blocks given by the successors of each. Block 0 is the entry.
    pub fn from_successors(
        blocks: usize,
        mut successors: impl FnMut(BlockId) -> Vec<BlockId>,
    ) -> Cfg {
        let mut edges = PrimaryMap::new();
        let mut first_edge = Vec::with_capacity(blocks + 1);
        let mut first_incoming = vec![0u32; blocks + 1];
        for block in (0..blocks).map(BlockId::new) {
            first_edge.push(edges.len() as u32);
            for (index, target) in successors(block).into_iter().enumerate() {
                edges.push(Edge { source: block, target, index: index as u32 });
                first_incoming[target.index() + 1] += 1;
            }
        }
        first_edge.push(edges.len() as u32);
        for block in 0..blocks {
            first_incoming[block + 1] += first_incoming[block];
        }
        let mut place = first_incoming.clone();
        let mut incoming = vec![EdgeId::from_u32(0); edges.len()];
        for (id, edge) in edges.iter() {
            let slot = &mut place[edge.target.index()];
            incoming[*slot as usize] = id;
            *slot += 1;
        }
        let mut cfg = Cfg {
            edges,
            first_edge,
            incoming,
            first_incoming,
            reverse_post_order: Vec::new(),
            order: SecondaryMap::with_default(UNREACHED),
        };
        cfg.number_blocks();
        cfg
    }

    /// Depth-first search without recursion, since generated code nests deeply. Successors are taken last first, so that
    /// the order has the first one first: the body of a loop before what follows the loop.
    fn number_blocks(&mut self) {
        let blocks = self.block_count();
        self.order.resize(blocks);
        if blocks == 0 {
            return;
        }
        let mut seen = vec![false; blocks];
        let mut post_order = Vec::with_capacity(blocks);
        let entry = BlockId::from_u32(0);
        seen[0] = true;
        let mut stack = vec![(entry, self.first_edge[1])];
        while let Some((block, end)) = stack.last_mut() {
            if *end == self.first_edge[block.index()] {
                post_order.push(*block);
                stack.pop();
                continue;
            }
            *end -= 1;
            let target = self.edges[EdgeId::from_u32(*end)].target;
            if !seen[target.index()] {
                seen[target.index()] = true;
                stack.push((target, self.first_edge[target.index() + 1]));
            }
        }
        post_order.reverse();
        for (place, block) in post_order.iter().enumerate() {
            self.order[*block] = place as u32;
        }
        self.reverse_post_order = post_order;
    }

    /// Number of blocks, reachable or not.
    pub fn block_count(&self) -> usize {
        self.first_edge.len() - 1
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// All blocks in order of their ids, reachable or not.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.block_count()).map(BlockId::new)
    }

    /// An edge.
    pub fn edge(&self, edge: EdgeId) -> Edge {
        self.edges[edge]
    }

    /// All edges in order.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, Edge)> {
        self.edges.iter().map(|(id, edge)| (id, *edge))
    }

    /// The edges that leave a block, in the terminator's order.
    pub fn outgoing(&self, block: BlockId) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        (self.first_edge[block.index()]..self.first_edge[block.index() + 1]).map(EdgeId::from_u32)
    }

    /// The edge that leaves a block as its terminator's successor number `index`.
    pub fn edge_at(&self, block: BlockId, index: u32) -> Option<EdgeId> {
        self.outgoing(block).nth(index as usize)
    }

    /// The edges that enter a block.
    pub fn incoming(&self, block: BlockId) -> &[EdgeId] {
        let range = self.first_incoming[block.index()]..self.first_incoming[block.index() + 1];
        &self.incoming[range.start as usize..range.end as usize]
    }

    /// The blocks a block can lead to, one entry per edge.
    pub fn successors(&self, block: BlockId) -> impl DoubleEndedIterator<Item = BlockId> {
        self.outgoing(block).map(|edge| self.edges[edge].target)
    }

    /// The blocks that can lead to a block, one entry per edge.
    pub fn predecessors(&self, block: BlockId) -> impl DoubleEndedIterator<Item = BlockId> {
        self.incoming(block).iter().map(|edge| self.edges[*edge].source)
    }

    /// The blocks the entry reaches, each before its successors except along back edges.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.reverse_post_order
    }

    /// A block's place in the reverse post order, if the entry reaches it.
    pub fn order(&self, block: BlockId) -> Option<u32> {
        Some(self.order[block]).filter(|order| *order != UNREACHED)
    }

    /// Whether the entry reaches a block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.order[block] != UNREACHED
    }

    /// Whether an edge leaves a block with several successors for one with several predecessors, so that code for this edge
    /// alone has no block to live in. Parallel edges count as several.
    pub fn is_critical(&self, edge: EdgeId) -> bool {
        let Edge { source, target, .. } = self.edges[edge];
        self.outgoing(source).count() > 1 && self.incoming(target).len() > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(successors: &[&[u32]]) -> Cfg {
        Cfg::from_successors(successors.len(), |block| {
            successors[block.index()].iter().map(|b| BlockId::from_u32(*b)).collect()
        })
    }

    #[test]
    fn parallel_edges_stay_apart() {
        let cfg = graph(&[&[1, 1, 2], &[2], &[]]);
        assert_eq!(cfg.edge_count(), 4);
        assert_eq!(cfg.incoming(BlockId::from_u32(1)).len(), 2);
        let second = cfg.edge_at(BlockId::from_u32(0), 1).unwrap();
        assert_eq!(cfg.edge(second).index, 1);
        assert_eq!(cfg.edge_at(BlockId::from_u32(1), 1), None);
    }

    #[test]
    fn order_starts_at_the_entry_and_leaves_out_dead_blocks() {
        let cfg = graph(&[&[2, 1], &[3], &[3], &[1], &[3]]);
        assert_eq!(cfg.reverse_post_order()[0], BlockId::from_u32(0));
        assert_eq!(cfg.reverse_post_order().len(), 4);
        assert!(!cfg.is_reachable(BlockId::from_u32(4)));
        assert!(cfg.order(BlockId::from_u32(2)) < cfg.order(BlockId::from_u32(3)));
    }

    #[test]
    fn critical_edges() {
        let cfg = graph(&[&[1, 2], &[2], &[]]);
        assert!(!cfg.is_critical(cfg.edge_at(BlockId::from_u32(0), 0).unwrap()));
        assert!(cfg.is_critical(cfg.edge_at(BlockId::from_u32(0), 1).unwrap()));
        assert!(!cfg.is_critical(cfg.edge_at(BlockId::from_u32(1), 0).unwrap()));
    }
}
