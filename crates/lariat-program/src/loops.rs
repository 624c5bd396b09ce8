//! The loops of a function as a forest, with irreducible cycles as members that say what they are.
//!
//! A *natural loop* has one header, which dominates all its blocks; its back edges go from the latches to the header. All back
//! edges to one header make one loop. C also allows cycles that can be entered at several places (a `goto` into a loop); no block
//! dominates them, so what belongs to such a cycle depends on where it was entered. Techniques must know where they are, even inside or
//! around natural loops.
//!
//! Both kinds are found without recursion. First come the natural loops, from the back edges whose target dominates their
//! source. Without those edges a reducible graph has no cycle left, so each strongly connected component that is left
//! is an irreducible cycle. If such a component contains the header of a natural loop, it surrounds that loop (a loop that
//! contained the component would have its header outside of it), so the loop's blocks become part of the cycle. Any two members
//! are then disjoint or nested, and every cycle of the function lies in one of them; the outermost members are exactly the
//! strongly connected components of the whole graph.
//!
//! Irreducible cycles within irreducible cycles are not taken apart further.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, packed_option::PackedOption};
use fixedbitset::FixedBitSet;

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::graph::strongly_connected_components;
use crate::ids::{BlockId, EdgeId, FileId, LocationId, LoopId};
use crate::inst::Phi;
use crate::program::{Body, Program};

/// What kind of cycle a loop is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LoopKind {
    /// All ways into it lead to the header.
    Natural,
    /// It can be entered at several blocks.
    Irreducible,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Natural or not.
    pub kind: LoopKind,
    /// The block where it is entered; for an irreducible cycle the entry that comes first in reverse post order.
    pub header: BlockId,
    /// All blocks where it is entered, in reverse post order; for a natural loop only the header.
    pub entries: Vec<BlockId>,
    /// The blocks inside with an edge to the header, in reverse post order.
    pub latches: Vec<BlockId>,
    /// All blocks, those of inner loops included, in reverse post order.
    pub blocks: Vec<BlockId>,
    /// The edges that leave it.
    pub exit_edges: Vec<EdgeId>,
    /// The blocks outside that it leaves to, each once, in reverse post order.
    pub exit_blocks: Vec<BlockId>,
    /// The only block that leads into it, if there is one and it leads nowhere else.
    pub preheader: Option<BlockId>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// The loops directly inside.
    pub children: Vec<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    members: FixedBitSet,
}

impl Loop {
    /// Whether a block is in it.
    pub fn contains(&self, block: BlockId) -> bool {
        self.members.contains(block.index())
    }

    /// The header's phis of a body: what the loop carries from one iteration to the next in values.
    pub fn state<'b>(&self, body: &'b Body) -> &'b [Phi] {
        &body.blocks[self.header].phis
    }

    /// The only latch, if there is one.
    pub fn single_latch(&self) -> Option<BlockId> {
        match self.latches[..] {
            [latch] => Some(latch),
            _ => None,
        }
    }
}

/// The lines of a source file that a loop takes up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LoopLines {
    /// The file.
    pub file: FileId,
    /// The first line.
    pub start: u32,
    /// Where on the first line; 0 if unknown.
    pub column: u32,
    /// The last line.
    pub end: u32,
}

/// All loops of a function.
#[derive(Clone, Debug, Default)]
pub struct LoopForest {
    /// Outer loops come before inner ones, otherwise in reverse post order of the headers.
    loops: PrimaryMap<LoopId, Loop>,
    innermost: SecondaryMap<BlockId, PackedOption<LoopId>>,
}

impl LoopForest {
    /// Finds the loops.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> LoopForest {
        let natural = natural_loops(cfg, dominators);
        let irreducible = irreducible_cycles(cfg, dominators, &natural);
        let mut found: Vec<(LoopKind, BlockId, FixedBitSet)> = Vec::new();
        found.extend(
            natural.into_iter().map(|(header, blocks)| (LoopKind::Natural, header, blocks)),
        );
        for blocks in irreducible {
            // The first block in this order was reached from outside, so it is an entry.
            let first = blocks.ones().map(BlockId::new).min_by_key(|block| cfg.order(*block));
            found.extend(first.map(|header| (LoopKind::Irreducible, header, blocks)));
        }
        found.sort_by_cached_key(|(_, header, blocks)| {
            (cfg.order(*header), std::cmp::Reverse(blocks.count_ones(..)))
        });

        let mut forest = LoopForest::default();
        forest.innermost.resize(cfg.block_count());
        for (kind, header, members) in found {
            let parent = forest.innermost[header].expand();
            let depth = parent.map_or(1, |parent| forest.loops[parent].depth + 1);
            let id = forest.loops.push(describe(cfg, kind, header, members, parent, depth));
            if let Some(parent) = parent {
                forest.loops[parent].children.push(id);
            }
            for block in &forest.loops[id].blocks {
                forest.innermost[*block] = id.into();
            }
        }
        forest
    }

    /// Finds the loops of a body.
    pub fn of_body(body: &Body) -> LoopForest {
        let cfg = Cfg::new(body);
        LoopForest::new(&cfg, &Dominators::new(&cfg))
    }

    /// A loop.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }

    /// All loops, outer ones before inner ones.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (LoopId, &Loop)> {
        self.loops.iter()
    }

    /// All loops, inner ones before outer ones.
    pub fn innermost_first(&self) -> impl Iterator<Item = (LoopId, &Loop)> {
        self.loops.iter().rev()
    }

    /// Number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there is no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The loops that are in no other loop.
    pub fn roots(&self) -> impl Iterator<Item = LoopId> {
        self.loops.iter().filter(|(_, l)| l.parent.is_none()).map(|(id, _)| id)
    }

    /// The innermost loop a block is in.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block].expand()
    }

    /// How many loops a block is in.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// The natural loop that has this block as its header.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        let mut current = self.innermost(block);
        while let Some(id) = current {
            let candidate = &self.loops[id];
            if candidate.header == block && candidate.kind == LoopKind::Natural {
                return Some(id);
            }
            current = candidate.parent;
        }
        None
    }

    /// The loop and all loops around it, inner ones first.
    pub fn ancestors(&self, id: LoopId) -> impl Iterator<Item = LoopId> {
        std::iter::successors(Some(id), |id| self.loops[*id].parent)
    }

    /// The lines a loop takes up: what the compiler recorded, otherwise the lines of its instructions.
    pub fn lines(&self, program: &Program, body: &Body, id: LoopId) -> Option<LoopLines> {
        let this = &self.loops[id];
        let hints = self.loops[id]
            .latches
            .iter()
            // A latch of two loops carries the hints of one of them, most likely the inner one.
            .filter(|latch| self.innermost(**latch) == Some(id) || this.latches.len() == 1)
            .filter_map(|latch| body.blocks[*latch].loop_hints.as_ref())
            .find_map(|hints| Some((hints.start?, hints.end)));
        if let Some((start, end)) = hints {
            let start = program.locations.get(start);
            let end = end
                .map(|end| program.locations.get(end))
                .filter(|end| end.file == start.file && end.line >= start.line);
            let lines =
                |end| LoopLines { file: start.file, start: start.line, column: start.column, end };
            let end = match end {
                Some(end) => end.line,
                None => self.instruction_lines(program, body, id).map_or(start.line, |l| l.end),
            };
            return Some(lines(end.max(start.line)));
        }
        self.instruction_lines(program, body, id)
    }

    fn instruction_lines(&self, program: &Program, body: &Body, id: LoopId) -> Option<LoopLines> {
        let this = &self.loops[id];
        let in_block = |block: BlockId| {
            let block = &body.blocks[block];
            let insts = block.insts().filter_map(|inst| body.location(inst));
            insts.chain(block.terminator_location).collect::<Vec<LocationId>>()
        };
        let known = |location: &LocationId| program.locations.get(*location).line != 0;
        let all: Vec<_> = this.blocks.iter().flat_map(|b| in_block(*b)).filter(known).collect();
        let file = program.locations.get(*all.first()?).file;
        let mut places: Vec<_> = all
            .into_iter()
            .map(|location| program.locations.get(location))
            .filter(|location| location.file == file)
            .map(|location| (location.line, location.column))
            .collect();
        places.sort_unstable();
        let (start, column) = *places.first()?;
        Some(LoopLines { file, start, column, end: places.last()?.0 })
    }
}

/// Headers with the blocks of their loops.
fn natural_loops(cfg: &Cfg, dominators: &Dominators) -> Vec<(BlockId, FixedBitSet)> {
    let mut loops = Vec::new();
    for &header in cfg.reverse_post_order() {
        let latches = cfg.predecessors(header).filter(|b| dominators.dominates(header, *b));
        let mut work: Vec<BlockId> = latches.collect();
        if work.is_empty() {
            continue;
        }
        let mut blocks = FixedBitSet::with_capacity(cfg.block_count());
        blocks.insert(header.index());
        while let Some(block) = work.pop() {
            if !blocks.put(block.index()) {
                // Unreachable blocks may lead into a loop; they are in no loop.
                work.extend(cfg.predecessors(block).filter(|b| cfg.is_reachable(*b)));
            }
        }
        loops.push((header, blocks));
    }
    loops
}

/// The blocks of each irreducible cycle.
fn irreducible_cycles(
    cfg: &Cfg,
    dominators: &Dominators,
    natural: &[(BlockId, FixedBitSet)],
) -> Vec<FixedBitSet> {
    let forward = |block: usize| {
        let block = BlockId::new(block);
        let reachable = cfg.is_reachable(block);
        let successors = cfg.successors(block);
        successors
            .filter(move |target| reachable && !dominators.dominates(*target, block))
            .map(|target| target.index())
    };
    strongly_connected_components(cfg.block_count(), forward)
        .into_iter()
        .filter(|component| component.len() > 1)
        .map(|component| {
            let mut blocks = FixedBitSet::with_capacity(cfg.block_count());
            blocks.extend(component);
            let cycle = blocks.clone();
            for (header, inner) in natural {
                if cycle.contains(header.index()) {
                    blocks.union_with(inner);
                }
            }
            blocks
        })
        .collect()
}

fn describe(
    cfg: &Cfg,
    kind: LoopKind,
    header: BlockId,
    members: FixedBitSet,
    parent: Option<LoopId>,
    depth: u32,
) -> Loop {
    let inside = |block: BlockId| members.contains(block.index());
    let in_order = |mut blocks: Vec<BlockId>| {
        blocks.sort_unstable_by_key(|block| cfg.order(*block));
        blocks.dedup();
        blocks
    };
    let blocks = in_order(members.ones().map(BlockId::new).collect());
    let entered = |block: BlockId| {
        // The entry of the function is entered from outside although no edge shows it.
        block.index() == 0
            || cfg.predecessors(block).any(|before| cfg.is_reachable(before) && !inside(before))
    };
    let entries: Vec<BlockId> = blocks.iter().copied().filter(|block| entered(*block)).collect();
    let latches = in_order(cfg.predecessors(header).filter(|block| inside(*block)).collect());
    let exit_edges: Vec<EdgeId> = blocks
        .iter()
        .flat_map(|block| cfg.outgoing(*block))
        .filter(|edge| !inside(cfg.edge(*edge).target))
        .collect();
    let exit_blocks = in_order(exit_edges.iter().map(|edge| cfg.edge(*edge).target).collect());
    let mut outside = cfg.predecessors(header).filter(|b| cfg.is_reachable(*b) && !inside(*b));
    let preheader = match (kind, outside.next(), outside.next()) {
        (LoopKind::Natural, Some(block), None) => {
            Some(block).filter(|block| cfg.outgoing(*block).count() == 1)
        }
        _ => None,
    };
    drop(outside);
    Loop {
        kind,
        header,
        entries,
        latches,
        blocks,
        exit_edges,
        exit_blocks,
        preheader,
        parent,
        children: Vec::new(),
        depth,
        members,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{random_graph, reaches_without};
    use proptest::prelude::*;

    fn graph(successors: &[&[u32]]) -> LoopForest {
        let cfg = Cfg::from_successors(successors.len(), |block| {
            successors[block.index()].iter().map(|b| BlockId::from_u32(*b)).collect()
        });
        LoopForest::new(&cfg, &Dominators::new(&cfg))
    }

    fn blocks(numbers: &[u32]) -> Vec<BlockId> {
        numbers.iter().map(|n| BlockId::from_u32(*n)).collect()
    }

    #[test]
    fn nested_loops() {
        // 0 → 1 → 2 → 3 → 2, 2 → 4 → 1, 1 → 5
        let forest = graph(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]);
        let ids: Vec<LoopId> = forest.iter().map(|(id, _)| id).collect();
        let [outer, inner] = ids[..] else { panic!("two loops, not {ids:?}") };
        let (outer_loop, inner_loop) = (forest.get(outer), forest.get(inner));
        assert_eq!((outer_loop.header, inner_loop.header), (blocks(&[1])[0], blocks(&[2])[0]));
        assert_eq!(inner_loop.parent, Some(outer));
        assert_eq!(inner_loop.depth, 2);
        assert_eq!(outer_loop.preheader, Some(BlockId::from_u32(0)));
        assert_eq!(inner_loop.preheader, None, "block 1 also leaves the outer loop");
        assert_eq!(outer_loop.exit_blocks, blocks(&[5]));
        assert_eq!(inner_loop.exit_blocks, blocks(&[4]));
        assert_eq!(forest.innermost(BlockId::from_u32(3)), Some(inner));
        assert_eq!(forest.innermost_first().next().map(|(id, _)| id), Some(inner));
        assert_eq!(forest.ancestors(inner).collect::<Vec<_>>(), [inner, outer]);
    }

    #[test]
    fn two_latches_are_one_loop() {
        let forest = graph(&[&[1], &[2, 3], &[1], &[1, 4], &[]]);
        let (_, only) = forest.iter().next().unwrap();
        assert_eq!(forest.len(), 1);
        assert_eq!(only.latches.len(), 2);
        assert_eq!(only.single_latch(), None);
    }

    #[test]
    fn irreducible_cycle_inside_a_loop() {
        // The loop 1 … 4 contains the cycle 2 ⇄ 3, entered at both.
        let forest = graph(&[&[1], &[2, 3], &[3, 4], &[2], &[1, 5], &[]]);
        assert_eq!(forest.len(), 2);
        let (_, outer) = forest.iter().next().unwrap();
        assert_eq!((outer.kind, outer.header), (LoopKind::Natural, BlockId::from_u32(1)));
        let (_, inner) = forest.iter().nth(1).unwrap();
        assert_eq!(inner.kind, LoopKind::Irreducible);
        let mut entries = inner.entries.clone();
        entries.sort_unstable();
        assert_eq!(entries, blocks(&[2, 3]));
        assert_eq!(inner.parent, Some(LoopId::from_u32(0)));
        assert_eq!(forest.headed_by(inner.header), None);
    }

    #[test]
    fn loop_whose_header_is_an_entry_of_an_irreducible_cycle() {
        // 0 → 1, 0 → 2, 1 ⇄ 2, and 1 ⇄ 3, which 1 dominates.
        let forest = graph(&[&[1, 2], &[2, 3], &[1], &[1]]);
        let kinds: Vec<_> = forest.iter().map(|(_, l)| (l.kind, l.blocks.len())).collect();
        assert_eq!(kinds, [(LoopKind::Irreducible, 3), (LoopKind::Natural, 2)]);
        assert_eq!(forest.get(LoopId::from_u32(1)).parent, Some(LoopId::from_u32(0)));
        assert_eq!(forest.headed_by(BlockId::from_u32(1)), Some(LoopId::from_u32(1)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(512)))]

        #[test]
        fn forest_matches_the_definitions(cfg in random_graph(12)) {
            let dominators = Dominators::new(&cfg);
            let forest = LoopForest::new(&cfg, &dominators);

            // Natural loops by definition: what reaches a latch without the header.
            for &header in cfg.reverse_post_order() {
                let latches: Vec<BlockId> =
                    cfg.predecessors(header).filter(|b| dominators.dominates(header, *b)).collect();
                let expected: Vec<BlockId> = cfg.reverse_post_order().iter().copied().filter(|block| {
                    !latches.is_empty()
                        && (*block == header
                            || latches.iter().any(|latch| reaches_without(&cfg, *block, *latch, header)))
                }).collect();
                let found = forest.headed_by(header).map_or(Vec::new(), |id| forest.get(id).blocks.clone());
                prop_assert_eq!(found, expected);
            }

            // The roots are the components with a cycle.
            let components = strongly_connected_components(cfg.block_count(), |n| {
                let block = BlockId::new(n);
                let reachable = cfg.is_reachable(block);
                cfg.successors(block).filter(move |_| reachable).map(|b| b.index())
            });
            let mut expected: Vec<Vec<usize>> = components.into_iter().filter(|component| {
                let first = BlockId::new(component[0]);
                cfg.is_reachable(first)
                    && (component.len() > 1 || cfg.successors(first).any(|b| b == first))
            }).collect();
            expected.sort();
            let mut roots: Vec<Vec<usize>> = forest.roots()
                .map(|id| forest.get(id).members.ones().collect())
                .collect();
            roots.sort();
            prop_assert_eq!(roots, expected);

            // Members nest; irreducible ones have several entries, natural ones exactly the header.
            for (id, this) in forest.iter() {
                match this.kind {
                    LoopKind::Natural => prop_assert_eq!(&this.entries, &vec![this.header]),
                    LoopKind::Irreducible => prop_assert!(this.entries.len() > 1),
                }
                prop_assert!(this.entries.contains(&this.header));
                for (other_id, other) in forest.iter() {
                    let common = this.members.intersection_count(&other.members);
                    let ancestor = forest.ancestors(id).any(|a| a == other_id);
                    let descendant = forest.ancestors(other_id).any(|a| a == id);
                    prop_assert_eq!(common != 0, ancestor || descendant);
                    if ancestor && id != other_id {
                        prop_assert!(this.members.is_subset(&other.members) && this.members != other.members);
                    }
                }
            }
        }
    }
}
