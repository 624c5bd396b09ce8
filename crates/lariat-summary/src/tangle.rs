//! Loops as a backbone meets them, also where cycles can be entered at several places.
//!
//! With a `goto` into a loop no block is the header once and for all: which cycles belong to which entry depends on the way that led there. The paper's
//! definition says how. A backbone visits no node twice; the loop at a node consists of all cycles through it that avoid the nodes visited
//! before. These cycles make up the node's strongly connected component in the graph without those nodes. Nodes that were visited and were on no
//! cycle then are on none later, when even fewer nodes are left, so only the headers of the loops met before have to be taken away.
//!
//! A *tangle* is an outermost cycle with several entries. All its blocks are treated in this way, natural loops inside it too: they are what the
//! definition gives once the headers around them have been visited. Loops around a tangle are natural, and each of their iterations meets
//! the tangle anew.
//!
//! What an iteration carries to the next one: memory and the header's phis, as always. A register that is defined by another block of the
//! cycle and is needed at the header without a phi has a definition that dominates the header. On a backbone that definition was visited before, so
//! it is on no cycle that is left. But the walk may have executed some iterations before it makes a loop of them, or may have started inside;
//! then such a definition is on the cycle, and the register is carried too.

use std::sync::Arc;

use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;
use lariat_program::cfg::Cfg;
use lariat_program::dominators::Dominators;
use lariat_program::liveness::Liveness;
use lariat_program::loops::{LoopForest, LoopKind};
use lariat_program::{BlockId, Body, Definition, ValueId};

/// A loop at a place of a backbone.
#[derive(Clone, Debug)]
pub(crate) struct MetLoop {
    /// Where it is entered, and where its iterations start.
    pub(crate) header: BlockId,
    members: Arc<FixedBitSet>,
    /// Whether it is a natural loop with all its blocks.
    pub(crate) natural: bool,
    /// Whether it is in a tangle.
    pub(crate) tangled: bool,
}

impl MetLoop {
    /// Whether a block is in it.
    pub(crate) fn contains(&self, block: BlockId) -> bool {
        self.members.contains(block.index())
    }

    /// The registers that may differ between two visits of the header.
    pub(crate) fn registers(&self, body: &Body) -> Vec<ValueId> {
        let mut registers: Vec<ValueId> =
            body.blocks[self.header].phis.iter().map(|phi| phi.result).collect();
        if self.tangled {
            let liveness = Liveness::new(body, &Cfg::new(body));
            let changed = |value: &ValueId| {
                let block = match body.values[*value].definition {
                    Definition::Param(_) => return false,
                    Definition::Phi(block, _) => block,
                    Definition::Inst(inst) => {
                        let mut blocks = body.blocks.iter();
                        match blocks.find(|(_, block)| block.first <= inst && inst < block.end) {
                            Some((block, _)) => block,
                            None => return false,
                        }
                    }
                };
                block != self.header && self.contains(block)
            };
            registers.extend(liveness.live_in(self.header).filter(changed));
        }
        registers
    }
}

/// The loops of one function.
#[derive(Clone, Default)]
pub(crate) struct Loops {
    forest: LoopForest,
    tangles: Vec<Tangle>,
}

/// An outermost cycle with several entries.
#[derive(Clone)]
struct Tangle {
    members: FixedBitSet,
    /// The edges inside.
    edges: Vec<(BlockId, BlockId)>,
}

impl Loops {
    pub(crate) fn new(cfg: &Cfg) -> Loops {
        let forest = LoopForest::new(cfg, &Dominators::new(cfg));
        let mut tangles: Vec<Tangle> = Vec::new();
        // Outer loops come first.
        for (_, found) in forest.iter() {
            let known = tangles.iter().any(|tangle| tangle.members.contains(found.header.index()));
            if found.kind == LoopKind::Natural || known {
                continue;
            }
            let inside = |block: BlockId| found.contains(block);
            let edges = found.blocks.iter().flat_map(|from| {
                cfg.successors(*from).filter(|to| inside(*to)).map(|to| (*from, to))
            });
            tangles.push(Tangle {
                members: bits(cfg.block_count(), &found.blocks),
                edges: edges.collect(),
            });
        }
        Loops { forest, tangles }
    }

    /// The blocks where something may have to be decided: where loops are entered and left.
    pub(crate) fn stops(&self) -> impl Iterator<Item = BlockId> {
        let ends = self
            .forest
            .iter()
            .flat_map(|(_, found)| found.entries.iter().chain(&found.exit_blocks).copied());
        let tangled = self.tangles.iter().flat_map(|tangle| tangle.members.ones());
        ends.chain(tangled.map(BlockId::new))
    }

    /// The loop at a block, if there is one when the blocks that were `passed` are not visited again.
    pub(crate) fn at(&self, block: BlockId, passed: &dyn Fn(BlockId) -> bool) -> Option<MetLoop> {
        let natural = self.forest.headed_by(block).map(|id| self.forest.get(id));
        let tangle = self.tangles.iter().find(|tangle| tangle.members.contains(block.index()));
        let Some(tangle) = tangle else {
            let found = natural?;
            let last = found.blocks.iter().map(|block| block.index() + 1).max().unwrap_or(0);
            let members = Arc::new(bits(last, &found.blocks));
            return Some(MetLoop { header: block, members, natural: true, tangled: false });
        };
        let members = tangle.component(block, passed)?;
        let natural = natural.is_some_and(|found| {
            found.blocks.len() == members.count_ones(..)
                && found.blocks.iter().all(|block| members.contains(block.index()))
        });
        Some(MetLoop { header: block, members: Arc::new(members), natural, tangled: true })
    }
}

impl Tangle {
    /// The blocks on cycles through a block that avoid those that were passed; none if there is no such cycle.
    fn component(&self, block: BlockId, passed: &dyn Fn(BlockId) -> bool) -> Option<FixedBitSet> {
        let edges: Vec<_> =
            self.edges.iter().filter(|(from, to)| !passed(*from) && !passed(*to)).collect();
        // What one edge or more lead to, in one direction or the other.
        let reached = |forward: bool| {
            let mut seen = FixedBitSet::with_capacity(self.members.len());
            let mut work = vec![block];
            while let Some(from) = work.pop() {
                for (start, end) in &edges {
                    let (start, end) = if forward { (*start, *end) } else { (*end, *start) };
                    if start == from && !seen.put(end.index()) {
                        work.push(end);
                    }
                }
            }
            seen
        };
        let mut members = reached(true);
        members.intersect_with(&reached(false));
        members.contains(block.index()).then_some(members)
    }
}

fn bits(count: usize, blocks: &[BlockId]) -> FixedBitSet {
    let mut bits = FixedBitSet::with_capacity(count);
    bits.extend(blocks.iter().map(|block| block.index()));
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph(successors: &[Vec<u32>]) -> Cfg {
        Cfg::from_successors(successors.len(), |block| {
            successors[block.index()].iter().map(|next| BlockId::from_u32(*next)).collect()
        })
    }

    fn members(loops: &Loops, block: u32, passed: &[u32]) -> Option<Vec<usize>> {
        let passed = |block: BlockId| passed.contains(&block.as_u32());
        loops.at(BlockId::from_u32(block), &passed).map(|met| met.members.ones().collect())
    }

    #[test]
    fn figure_3_of_the_paper() {
        // The start leads to a and b; a → b, b ⇄ c, b → d, d → a, and d leads to the target.
        let [a, b, c, d, target] = [1, 2, 3, 4, 5];
        let edges = [vec![a, b], vec![b], vec![c, d], vec![b], vec![a, target], vec![]];
        let loops = Loops::new(&graph(&edges));
        let all = Some(vec![1, 2, 3, 4]);
        // The first backbone enters at b, and there is one loop on it.
        assert_eq!(members(&loops, b, &[]), all);
        assert_eq!(members(&loops, d, &[b]), None);
        // The second one enters at a, and has the loop of b and c on its way.
        assert_eq!(members(&loops, a, &[]), all);
        assert_eq!(members(&loops, b, &[a]), Some(vec![2, 3]));
        assert_eq!(members(&loops, d, &[a, b]), None);
        let met = loops.at(BlockId::from_u32(b), &|block| block.as_u32() == a).unwrap();
        assert!(met.natural && met.tangled);
    }

    #[test]
    fn cycle_without_an_entry_of_its_tangle() {
        // 0 leads to 1 and 2, which lead to each other and to 3 and 4, which do so too and lead back to 1.
        let edges = [vec![1, 2], vec![2, 3], vec![1, 4], vec![4], vec![3, 1, 5], vec![]];
        let loops = Loops::new(&graph(&edges));
        assert_eq!(members(&loops, 1, &[]), Some(vec![1, 2, 3, 4]));
        assert_eq!(members(&loops, 2, &[1]), None);
        assert_eq!(members(&loops, 3, &[1]), Some(vec![3, 4]));
        assert_eq!(members(&loops, 4, &[1, 3]), None);
    }

    #[test]
    fn block_that_leads_to_itself() {
        let edges = [vec![1, 2], vec![2], vec![1, 2, 3], vec![]];
        let loops = Loops::new(&graph(&edges));
        assert_eq!(members(&loops, 2, &[1]), Some(vec![2]));
        assert_eq!(members(&loops, 1, &[2]), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(2048)))]

        /// A real path is followed as the explorer follows it: at a loop it goes on from the last visit of the header, everything between
        /// was in the loop, and nothing that was passed comes again.
        #[test]
        fn every_path_has_a_backbone(
            edges in prop::collection::vec(prop::collection::vec(0u32..9, 1..3), 9),
            turns in prop::collection::vec(any::<u8>(), 60),
        ) {
            let cfg = graph(&edges);
            let loops = Loops::new(&cfg);
            let mut path = vec![BlockId::from_u32(0)];
            for turn in turns {
                let last = path[path.len() - 1];
                let next: Vec<BlockId> = cfg.successors(last).collect();
                path.push(next[usize::from(turn) % next.len()]);
            }
            let stops: Vec<BlockId> = loops.stops().collect();
            let mut passed: Vec<BlockId> = Vec::new();
            let mut place = 0;
            while place < path.len() {
                let block = path[place];
                prop_assert!(!passed.contains(&block), "{block} comes again in {path:?}");
                if let Some(met) = loops.at(block, &|block| passed.contains(&block)) {
                    prop_assert!(stops.contains(&block));
                    passed.retain(|block| !met.contains(*block));
                    let inside = path[place..].iter().take_while(|block| met.contains(**block));
                    let stay = inside.count();
                    let back = path[place..place + stay].iter().rposition(|other| *other == block);
                    // Where the loop is left must be seen.
                    if let Some(left) = path.get(place + stay) {
                        prop_assert!(stops.contains(left), "{left}");
                    }
                    passed.push(block);
                    place += back.unwrap_or(0);
                }
                place += 1;
            }
        }
    }
}
