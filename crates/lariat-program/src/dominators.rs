//! Dominators and post-dominators: what must have happened before a block, and what must still happen after it.
//!
//! The trees are computed with the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"),
//! which on the graphs of real functions needs two or three passes over the blocks. Afterwards every tree node gets the numbers
//! of a depth-first walk, and "does a dominate b" is two comparisons.
//!
//! Post-dominators need one exit. A function may have several returns, so there is a virtual exit behind all blocks without
//! successors. A function may also have blocks from which no exit can be reached (`for (;;) { … }`). A set of such blocks that
//! control can never leave gets one virtual edge to the exit, from its block that comes first in reverse post order, which for a
//! loop is its header. So every reachable block has a place in the tree, and code before an endless loop is post-dominated
//! by the loop's header.

use cranelift_entity::EntityRef;

use crate::cfg::Cfg;
use crate::graph::strongly_connected_components;
use crate::ids::BlockId;

const NONE: u32 = u32::MAX;

/// A dominator tree over nodes `0..n`.
#[derive(Clone, Debug)]
struct Tree {
    /// Immediate dominator; the root's is itself, unreachable nodes have none.
    parent: Vec<u32>,
    /// Numbers of a depth-first walk: when a node was entered and left.
    enter: Vec<u32>,
    leave: Vec<u32>,
    children: Vec<Vec<u32>>,
}

impl Tree {
    /// `order` is a reverse post order that starts with the root; `predecessors` lists what comes right before a node.
    fn new(nodes: usize, order: &[u32], predecessors: &[Vec<u32>]) -> Tree {
        let mut place = vec![NONE; nodes];
        for (index, node) in order.iter().enumerate() {
            place[*node as usize] = index as u32;
        }
        let mut parent = vec![NONE; nodes];
        let Some(&root) = order.first() else {
            return Tree { parent, enter: Vec::new(), leave: Vec::new(), children: Vec::new() };
        };
        parent[root as usize] = root;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &order[1..] {
                let mut candidate = NONE;
                for &before in &predecessors[node as usize] {
                    if parent[before as usize] == NONE {
                        continue;
                    }
                    candidate = match candidate {
                        NONE => before,
                        other => nearest_common(&parent, &place, other, before),
                    };
                }
                if parent[node as usize] != candidate {
                    parent[node as usize] = candidate;
                    changed = true;
                }
            }
        }
        let mut children = vec![Vec::new(); nodes];
        for &node in &order[1..] {
            children[parent[node as usize] as usize].push(node);
        }
        let (enter, leave) = number(root, &children);
        Tree { parent, enter, leave, children }
    }

    fn dominates(&self, above: usize, below: usize) -> bool {
        self.parent[above] != NONE
            && self.parent[below] != NONE
            && self.enter[above] <= self.enter[below]
            && self.leave[below] <= self.leave[above]
    }
}

fn nearest_common(parent: &[u32], place: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while place[a as usize] > place[b as usize] {
            a = parent[a as usize];
        }
        while place[b as usize] > place[a as usize] {
            b = parent[b as usize];
        }
    }
    a
}

fn number(root: u32, children: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut enter = vec![0; children.len()];
    let mut leave = vec![0; children.len()];
    let mut clock = 0;
    let mut stack = vec![(root, 0)];
    while let Some((node, next)) = stack.last_mut() {
        if *next == 0 {
            enter[*node as usize] = clock;
            clock += 1;
        }
        match children[*node as usize].get(*next) {
            Some(child) => {
                *next += 1;
                stack.push((*child, 0));
            }
            None => {
                leave[*node as usize] = clock;
                stack.pop();
            }
        }
    }
    (enter, leave)
}

/// The dominator tree of a function. Blocks that the entry does not reach are in no relation to any block.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    /// Computes the tree.
    pub fn new(cfg: &Cfg) -> Dominators {
        let order: Vec<u32> = cfg.reverse_post_order().iter().map(|b| b.as_u32()).collect();
        let predecessors: Vec<Vec<u32>> = cfg
            .blocks()
            .map(|block| cfg.predecessors(block).map(|b| b.as_u32()).collect())
            .collect();
        Dominators { tree: Tree::new(cfg.block_count(), &order, &predecessors) }
    }

    /// The closest block that every path to this block passes before; none for the entry and unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.tree.parent[block.index()];
        (parent != NONE && parent != block.as_u32()).then(|| BlockId::from_u32(parent))
    }

    /// Whether every path from the entry to `below` passes `above`. A reachable block dominates itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.tree.dominates(above.index(), below.index())
    }

    /// The blocks immediately dominated by a block.
    pub fn children(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.tree.children[block.index()].iter().map(|b| BlockId::from_u32(*b))
    }

    /// For each block the blocks where its dominance ends: those with a predecessor it dominates that it does not itself
    /// strictly dominate. Sorted by id.
    pub fn frontiers(&self, cfg: &Cfg) -> Vec<Vec<BlockId>> {
        let mut frontiers = vec![Vec::new(); cfg.block_count()];
        for &block in cfg.reverse_post_order() {
            for before in cfg.predecessors(block).filter(|b| cfg.is_reachable(*b)) {
                let mut runner = Some(before);
                while let Some(above) = runner {
                    if above != block && self.dominates(above, block) {
                        break;
                    }
                    frontiers[above.index()].push(block);
                    runner = self.immediate(above);
                }
            }
        }
        for frontier in &mut frontiers {
            frontier.sort_unstable();
            frontier.dedup();
        }
        frontiers
    }
}

/// The post-dominator tree of a function. Blocks that the entry does not reach are in no relation to any block.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    exits: Vec<BlockId>,
}

impl PostDominators {
    /// Computes the tree.
    pub fn new(cfg: &Cfg) -> PostDominators {
        let blocks = cfg.block_count();
        let virtual_exit = blocks as u32;
        let exits = exits(cfg);
        // The graph turned around: what comes before a node here are its successors in the function.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); blocks + 1];
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); blocks + 1];
        for &block in cfg.reverse_post_order() {
            for target in cfg.successors(block) {
                before[block.index()].push(target.as_u32());
                after[target.index()].push(block.as_u32());
            }
        }
        for exit in &exits {
            before[exit.index()].push(virtual_exit);
            after[blocks].push(exit.as_u32());
        }
        let order = reverse_post_order(virtual_exit, &after);
        PostDominators { tree: Tree::new(blocks + 1, &order, &before), exits }
    }

    /// The closest block that every path from this block to the exit passes after it; none if that is the virtual exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.tree.parent[block.index()];
        let virtual_exit = self.tree.parent.len() as u32 - 1;
        (parent != NONE && parent != virtual_exit).then(|| BlockId::from_u32(parent))
    }

    /// Whether every path from `before` to the exit passes `after`. A reachable block post-dominates itself.
    pub fn post_dominates(&self, after: BlockId, before: BlockId) -> bool {
        self.tree.dominates(after.index(), before.index())
    }

    /// The blocks with an edge to the virtual exit: those without successors, and one for each set of blocks that control
    /// never leaves.
    pub fn exits(&self) -> &[BlockId] {
        &self.exits
    }
}

fn exits(cfg: &Cfg) -> Vec<BlockId> {
    let components = strongly_connected_components(cfg.block_count(), |node| {
        let block = BlockId::new(node);
        let leaves = cfg.is_reachable(block).then(|| cfg.successors(block).map(|b| b.index()));
        leaves.into_iter().flatten()
    });
    let mut component_of = vec![0; cfg.block_count()];
    for (index, component) in components.iter().enumerate() {
        component.iter().for_each(|node| component_of[*node] = index);
    }
    let mut exits: Vec<BlockId> = components
        .iter()
        .enumerate()
        .filter(|(index, component)| {
            component.iter().all(|node| {
                let block = BlockId::new(*node);
                cfg.is_reachable(block)
                    && cfg.successors(block).all(|target| component_of[target.index()] == *index)
            })
        })
        .filter_map(|(_, component)| {
            component.iter().map(|node| BlockId::new(*node)).min_by_key(|b| cfg.order(*b))
        })
        .collect();
    exits.sort_unstable();
    exits
}

fn reverse_post_order(root: u32, successors: &[Vec<u32>]) -> Vec<u32> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::with_capacity(successors.len());
    seen[root as usize] = true;
    let mut stack = vec![(root, 0)];
    while let Some((node, next)) = stack.last_mut() {
        match successors[*node as usize].get(*next) {
            Some(&target) => {
                *next += 1;
                if !seen[target as usize] {
                    seen[target as usize] = true;
                    stack.push((target, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{random_graph, reaches_without};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(256)))]

        /// A block dominates another iff cutting it out cuts the other off.
        #[test]
        fn dominators_match_their_definition(cfg in random_graph(12)) {
            let dominators = Dominators::new(&cfg);
            let entry = BlockId::from_u32(0);
            for above in cfg.blocks() {
                for below in cfg.blocks() {
                    let expected = cfg.is_reachable(above)
                        && cfg.is_reachable(below)
                        && (above == below || !reaches_without(&cfg, entry, below, above));
                    prop_assert_eq!(dominators.dominates(above, below), expected, "{} {}", above, below);
                }
            }
            for block in cfg.reverse_post_order().iter().skip(1) {
                let immediate = dominators.immediate(*block).unwrap();
                prop_assert!(dominators.dominates(immediate, *block) && immediate != *block);
                for other in cfg.blocks().filter(|b| b != block && dominators.dominates(*b, *block)) {
                    prop_assert!(dominators.dominates(other, immediate));
                }
            }
        }

        /// A block post-dominates another iff cutting it out cuts the other off from all exits.
        #[test]
        fn post_dominators_match_their_definition(cfg in random_graph(12)) {
            let post_dominators = PostDominators::new(&cfg);
            for after in cfg.blocks() {
                for before in cfg.blocks() {
                    let escapes = || {
                        post_dominators.exits().iter().any(|exit| {
                            *exit != after && reaches_without(&cfg, before, *exit, after)
                        })
                    };
                    let expected = cfg.is_reachable(after)
                        && cfg.is_reachable(before)
                        && (after == before || !escapes());
                    prop_assert_eq!(post_dominators.post_dominates(after, before), expected, "{} {}", after, before);
                }
            }
        }

        /// The frontier of a block are the blocks it half dominates.
        #[test]
        fn frontiers_match_their_definition(cfg in random_graph(10)) {
            let dominators = Dominators::new(&cfg);
            let frontiers = dominators.frontiers(&cfg);
            for block in cfg.blocks() {
                let expected: Vec<BlockId> = cfg.blocks().filter(|other| {
                    cfg.predecessors(*other).any(|p| dominators.dominates(block, p))
                        && (block == *other || !dominators.dominates(block, *other))
                }).collect();
                prop_assert_eq!(&frontiers[block.index()], &expected);
            }
        }
    }

    #[test]
    fn endless_loop_has_its_header_as_exit() {
        // 0 → 1 ⇄ 2
        let cfg = Cfg::from_successors(3, |b| vec![BlockId::from_u32([1, 2, 1][b.index()])]);
        let post_dominators = PostDominators::new(&cfg);
        assert_eq!(post_dominators.exits(), [BlockId::from_u32(1)]);
        assert!(post_dominators.post_dominates(BlockId::from_u32(1), BlockId::from_u32(0)));
        assert_eq!(post_dominators.immediate(BlockId::from_u32(1)), None);
    }
}
