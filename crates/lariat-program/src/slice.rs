//! What of a loop matters for some of its values.
//!
//! A slice keeps what decides how often the loop runs and where it is left, and what the values of interest are made from. Everything else
//! is left out: branches between which it makes no difference are passed by, straight to where their ways meet again. A loop that copies,
//! prints and counts, with ten branches on the way, is sliced to the few lines that move its counter.
//!
//! The notion is Weiser's, on SSA form: a value depends on its operands, a phi also on the branches that decide through which edge its block is
//! entered, and a branch on the branches that decide whether it is come to. The graph that decides this is that of *one iteration*: all
//! ways back to the header and all ways out lead to its end. As always with slices, a loop inside that never ends is not noticed once
//! it is left out.

use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;

use crate::cfg::Cfg;
use crate::dominators::PostDominators;
use crate::ids::{BlockId, InstId, ValueId};
use crate::inst::{Inst, Operand, Phi, Terminator};
use crate::loops::Loop;
use crate::program::{Body, Definition};

/// The part of a loop that matters.
#[derive(Clone, Debug)]
pub struct LoopSlice {
    values: FixedBitSet,
    stores: FixedBitSet,
    branches: FixedBitSet,
    /// By block of the loop: where all ways through the rest of the iteration meet again; none if that is its end.
    meet: Vec<Option<BlockId>>,
}

impl LoopSlice {
    /// Slices a natural loop to what decides its exits, and to some more values.
    ///
    /// `stores` tells for an instruction that reads memory which instructions of the loop write what it reads.
    pub fn new(
        body: &Body,
        this: &Loop,
        interest: &[ValueId],
        stores: &dyn Fn(InstId) -> Vec<InstId>,
    ) -> LoopSlice {
        let graph = Iteration::new(body, this);
        let mut work = Work {
            body,
            this,
            graph: &graph,
            stores,
            decided: FixedBitSet::with_capacity(body.blocks.len()),
            slice: LoopSlice {
                values: FixedBitSet::with_capacity(body.values.len()),
                stores: FixedBitSet::with_capacity(body.insts.len()),
                branches: FixedBitSet::with_capacity(body.blocks.len()),
                meet: graph.meet(body),
            },
            pending: Vec::new(),
        };
        for &block in &this.blocks {
            let successors = body.blocks[block].terminator.successors();
            if successors.iter().any(|&target| !this.contains(target)) {
                work.branch(block);
            }
        }
        work.pending.extend_from_slice(interest);
        work.run();
        work.slice
    }

    /// Nothing is left out.
    pub fn whole(body: &Body, this: &Loop) -> LoopSlice {
        let graph = Iteration::new(body, this);
        let mut values = FixedBitSet::with_capacity(body.values.len());
        values.insert_range(..);
        let mut branches = FixedBitSet::with_capacity(body.blocks.len());
        branches.insert_range(..);
        let mut stores = FixedBitSet::with_capacity(body.insts.len());
        stores.insert_range(..);
        LoopSlice { values, stores, branches, meet: graph.meet(body) }
    }

    /// Whether a value matters.
    pub fn has_value(&self, value: ValueId) -> bool {
        self.values.contains(value.index())
    }

    /// Whether what an instruction writes to memory matters.
    pub fn has_store(&self, inst: InstId) -> bool {
        self.stores.contains(inst.index())
    }

    /// Whether it matters which way a block's end goes.
    pub fn has_branch(&self, block: BlockId) -> bool {
        self.branches.contains(block.index())
    }

    /// Where the ways from a block meet again; none if that is the end of the iteration.
    pub fn meeting_point(&self, block: BlockId) -> Option<BlockId> {
        self.meet[block.index()]
    }
}

/// The graph of one iteration: the loop's blocks, and behind them an end that stands for the header's next visit and for all exits.
struct Iteration {
    /// The header is number 0, the end the last.
    blocks: Vec<BlockId>,
    number: Vec<usize>,
    after: PostDominators,
}

impl Iteration {
    fn new(body: &Body, this: &Loop) -> Iteration {
        let mut blocks = vec![this.header];
        blocks.extend(this.blocks.iter().copied().filter(|&block| block != this.header));
        let mut number = vec![usize::MAX; body.blocks.len()];
        for (index, block) in blocks.iter().enumerate() {
            number[block.index()] = index;
        }
        let end = blocks.len();
        let cfg = Cfg::from_successors(end + 1, |node| {
            let Some(&block) = blocks.get(node.index()) else { return Vec::new() };
            let target = |target: BlockId| {
                let inside = this.contains(target) && target != this.header;
                BlockId::new(if inside { number[target.index()] } else { end })
            };
            body.blocks[block].terminator.successors().into_iter().map(target).collect()
        });
        Iteration { after: PostDominators::new(&cfg), blocks, number }
    }

    fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let node = self.after.immediate(BlockId::new(self.number[block.index()]))?;
        self.blocks.get(node.index()).copied()
    }

    fn meet(&self, body: &Body) -> Vec<Option<BlockId>> {
        let mut meet = vec![None; body.blocks.len()];
        for &block in &self.blocks {
            meet[block.index()] = self.immediate(block);
        }
        meet
    }

    /// Whether coming to `block` is decided at the end of `branch`: one of its ways must come there, and not all do.
    fn decides(&self, body: &Body, this: &Loop, branch: BlockId, block: BlockId) -> bool {
        let passes = |from: BlockId| {
            let node = |block: BlockId| BlockId::new(self.number[block.index()]);
            from == block || self.after.post_dominates(node(block), node(from))
        };
        let inside = |target: &BlockId| this.contains(*target) && *target != this.header;
        let targets = body.blocks[branch].terminator.successors();
        let some = targets.iter().filter(|target| inside(target)).any(|&target| passes(target));
        // A block that decides whether it is come to again itself is the branch of a loop inside.
        some && (branch == block || !passes(branch))
    }
}

struct Work<'a> {
    body: &'a Body,
    this: &'a Loop,
    graph: &'a Iteration,
    stores: &'a dyn Fn(InstId) -> Vec<InstId>,
    /// Blocks whose deciders are known to matter.
    decided: FixedBitSet,
    slice: LoopSlice,
    pending: Vec<ValueId>,
}

impl Work<'_> {
    fn run(&mut self) {
        while let Some(value) = self.pending.pop() {
            if self.slice.values.put(value.index()) {
                continue;
            }
            match self.body.values[value].definition {
                Definition::Param(_) => {}
                Definition::Phi(block, number) if self.this.contains(block) => {
                    let body = self.body;
                    self.phi(&body.blocks[block].phis[number as usize]);
                }
                Definition::Phi(..) => {}
                Definition::Inst(inst) => {
                    let mut operands = Vec::new();
                    self.body.for_each_operand(inst, |operand| operands.push(operand));
                    operands.into_iter().for_each(|operand| self.operand(operand));
                    if matches!(self.body.inst(inst), Inst::Load { .. }) {
                        (self.stores)(inst).into_iter().for_each(|store| self.store(store));
                    }
                }
            }
        }
    }

    fn operand(&mut self, operand: Operand) {
        self.pending.extend(operand.value());
    }

    fn store(&mut self, inst: InstId) {
        if self.slice.stores.put(inst.index()) {
            return;
        }
        let mut operands = Vec::new();
        self.body.for_each_operand(inst, |operand| operands.push(operand));
        operands.into_iter().for_each(|operand| self.operand(operand));
        let block = self.this.blocks.iter().find(|&&block| {
            let block = &self.body.blocks[block];
            (block.first.as_u32()..block.end.as_u32()).contains(&inst.as_u32())
        });
        if let Some(&block) = block {
            self.deciders(block);
        }
    }

    fn phi(&mut self, phi: &Phi) {
        let this = self.this;
        let inside: Vec<_> =
            phi.incoming.iter().filter(|incoming| this.contains(incoming.block)).collect();
        for incoming in &inside {
            self.operand(incoming.value);
        }
        if inside.windows(2).all(|pair| pair[0].value == pair[1].value) {
            return;
        }
        for incoming in inside {
            let from = incoming.block;
            if self.body.blocks[from].terminator.successors().len() > 1 {
                self.branch(from);
            }
            self.deciders(from);
        }
    }

    fn branch(&mut self, block: BlockId) {
        if self.slice.branches.put(block.index()) {
            return;
        }
        if let Some(operand) = self.body.blocks[block].terminator.operand() {
            self.operand(operand);
        }
        self.deciders(block);
    }

    /// The branches that decide whether a block is come to.
    fn deciders(&mut self, block: BlockId) {
        if self.decided.put(block.index()) {
            return;
        }
        for &other in &self.this.blocks {
            let several = !matches!(
                self.body.blocks[other].terminator,
                Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable
            );
            if several && self.graph.decides(self.body, self.this, other, block) {
                self.branch(other);
            }
        }
    }
}
