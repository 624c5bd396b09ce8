//! Which values are still needed where.
//!
//! A value is live at a point if some path from there uses it. A phi uses its operand on the edge, that is at the end of the
//! predecessor; its result is there from the start of its own block on. So `live_in` of a block is meant after its phis: it
//! holds their results if they are needed, and not what they choose from.
//!
//! Backward data flow over bit sets with a worklist, blocks taken in post order, so acyclic code is done in one pass.

use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;

use crate::cfg::Cfg;
use crate::ids::{BlockId, InstId, ValueId};
use crate::inst::Operand;
use crate::program::Body;

/// Live values of a function at the start and end of every block.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<FixedBitSet>,
    live_out: Vec<FixedBitSet>,
}

impl Liveness {
    /// Computes the live values. Blocks that the entry does not reach have none.
    pub fn new(body: &Body, cfg: &Cfg) -> Liveness {
        let values = body.values.len();
        let empty = vec![FixedBitSet::with_capacity(values); cfg.block_count()];
        let mut liveness = Liveness { live_in: empty.clone(), live_out: empty };
        let mut queued = vec![false; cfg.block_count()];
        // Taken from the end, so this starts with the last block in reverse post order.
        let mut work: Vec<BlockId> = cfg.reverse_post_order().to_vec();
        work.iter().for_each(|block| queued[block.index()] = true);
        while let Some(block) = work.pop() {
            queued[block.index()] = false;
            let out = liveness.at_end(body, cfg, block);
            let mut live = out.clone();
            walk_back(body, block, body.blocks[block].first, &mut live);
            liveness.live_out[block.index()] = out;
            if live != liveness.live_in[block.index()] {
                liveness.live_in[block.index()] = live;
                for before in cfg.predecessors(block).filter(|b| cfg.is_reachable(*b)) {
                    if !std::mem::replace(&mut queued[before.index()], true) {
                        work.push(before);
                    }
                }
            }
        }
        liveness
    }

    fn at_end(&self, body: &Body, cfg: &Cfg, block: BlockId) -> FixedBitSet {
        // A successor's phis are assigned on the way there: first none of their results is needed here, then all they take.
        // A value that is a result of one successor's phi may be needed by another successor, hence the sets per successor.
        let mut exact = FixedBitSet::with_capacity(body.values.len());
        for target in cfg.successors(block) {
            let phis = &body.blocks[target].phis;
            let mut through = self.live_in[target.index()].clone();
            phis.iter().for_each(|phi| through.set(phi.result.index(), false));
            exact.union_with(&through);
            for incoming in phis.iter().flat_map(|phi| &phi.incoming) {
                if incoming.block == block
                    && let Some(value) = incoming.value.value()
                {
                    exact.insert(value.index());
                }
            }
        }
        exact
    }

    /// The values needed at a block's start, after its phis.
    pub fn live_in(&self, block: BlockId) -> impl Iterator<Item = ValueId> {
        self.live_in[block.index()].ones().map(ValueId::new)
    }

    /// The values needed at a block's end, after its terminator and before the phis of the next block.
    pub fn live_out(&self, block: BlockId) -> impl Iterator<Item = ValueId> {
        self.live_out[block.index()].ones().map(ValueId::new)
    }

    /// Whether a value is needed at a block's start, after its phis.
    pub fn is_live_in(&self, block: BlockId, value: ValueId) -> bool {
        self.live_in[block.index()].contains(value.index())
    }

    /// Whether a value is needed at a block's end.
    pub fn is_live_out(&self, block: BlockId, value: ValueId) -> bool {
        self.live_out[block.index()].contains(value.index())
    }

    /// The values needed just before an instruction of a block, its own operands included.
    pub fn live_before(&self, body: &Body, block: BlockId, inst: InstId) -> FixedBitSet {
        let mut live = self.live_out[block.index()].clone();
        walk_back(body, block, inst, &mut live);
        live
    }
}

/// From what is live at a block's end to what is live before `until`.
fn walk_back(body: &Body, block: BlockId, until: InstId, live: &mut FixedBitSet) {
    let block = &body.blocks[block];
    let need = |live: &mut FixedBitSet, operand: Operand| {
        if let Some(value) = operand.value() {
            live.insert(value.index());
        }
    };
    if let Some(operand) = block.terminator.operand() {
        need(live, operand);
    }
    for inst in block.insts().rev().take_while(|inst| *inst >= until) {
        if let Some(result) = body.result(inst) {
            live.set(result.index(), false);
        }
        body.for_each_operand(inst, |operand| need(live, operand));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::ProgramBuilder;
    use crate::ids::FunctionId;
    use crate::inst::{BinaryOp, Flags, Terminator};
    use crate::program::Linkage;
    use proptest::prelude::*;

    /// A random function: per block its successors, how many phis and instructions it has, and numbers that pick operands.
    /// Uses need not be dominated by definitions: liveness does not care.
    type Shape = Vec<(Vec<u32>, usize, usize, Vec<usize>)>;

    fn shapes() -> impl Strategy<Value = Shape> {
        (1..8usize).prop_flat_map(|n| {
            prop::collection::vec(
                (
                    prop::collection::vec(0..n as u32, 0..3),
                    0..3usize,
                    0..3usize,
                    prop::collection::vec(any::<usize>(), 24),
                ),
                n..=n,
            )
        })
    }

    fn build(shape: &Shape) -> Body {
        let mut builder = ProgramBuilder::new("random.c");
        let int = builder.int(32);
        let void = builder.void();
        let function = builder.declare("f", void, &[("a", int), ("b", int)], Linkage::External);
        let mut f = builder.define(function);
        let blocks: Vec<BlockId> = shape.iter().map(|_| f.block("b")).collect();
        let total = 2 + shape.iter().map(|(_, phis, insts, _)| phis + insts).sum::<usize>();
        let mut phis = Vec::new();
        for (block, (_, count, insts, picks)) in blocks.iter().zip(shape) {
            f.switch_to(*block);
            for number in 0..*count {
                phis.push((*block, f.phi(*block, int), number));
            }
            for number in 0..*insts {
                let pick = |at: usize| Operand::from(ValueId::new(picks[at] % total));
                f.inst(
                    crate::inst::Inst::Binary {
                        op: BinaryOp::Add,
                        flags: Flags::NONE,
                        lhs: pick(2 * number),
                        rhs: pick(2 * number + 1),
                    },
                    int,
                );
            }
        }
        for (block, (successors, ..)) in blocks.iter().zip(shape) {
            f.switch_to(*block);
            f.terminate(Terminator::Unsupported {
                reason: "test".into(),
                successors: successors.iter().map(|b| BlockId::from_u32(*b)).collect(),
            });
        }
        for (block, phi, number) in phis {
            for (at, (successors, ..)) in shape.iter().enumerate() {
                for _ in successors.iter().filter(|target| **target == block.as_u32()) {
                    let pick = shape[block.index()].3[8 + (at + 3 * number) % 16];
                    f.incoming(phi, blocks[at], ValueId::new(pick % total).into());
                }
            }
        }
        f.finish();
        builder.program.functions[FunctionId::from_u32(0)].body.take().unwrap()
    }

    /// Whether some path from before `inst` uses `value` before defining it anew, by search.
    fn live_by_search(body: &Body, block: BlockId, inst: InstId, value: ValueId) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        let mut work = vec![(block, inst)];
        while let Some((block, inst)) = work.pop() {
            if !seen.insert((block, inst)) {
                continue;
            }
            let data = &body.blocks[block];
            if inst < data.end {
                let mut used = false;
                body.for_each_operand(inst, |operand| used |= operand.value() == Some(value));
                if used {
                    return true;
                }
                if body.result(inst) != Some(value) {
                    work.push((block, InstId::from_u32(inst.as_u32() + 1)));
                }
                continue;
            }
            for target in data.terminator.successors() {
                let phis = &body.blocks[target].phis;
                let taken = phis.iter().flat_map(|phi| &phi.incoming);
                if taken.into_iter().any(|i| i.block == block && i.value.value() == Some(value)) {
                    return true;
                }
                if phis.iter().all(|phi| phi.result != value) {
                    work.push((target, body.blocks[target].first));
                }
            }
        }
        false
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(256)))]

        #[test]
        fn liveness_matches_path_search(shape in shapes()) {
            let body = build(&shape);
            let cfg = Cfg::new(&body);
            let liveness = Liveness::new(&body, &cfg);
            for &block in cfg.reverse_post_order() {
                let data = &body.blocks[block];
                for value in body.values.keys() {
                    prop_assert_eq!(
                        liveness.is_live_in(block, value),
                        live_by_search(&body, block, data.first, value)
                    );
                    prop_assert_eq!(
                        liveness.is_live_out(block, value),
                        live_by_search(&body, block, data.end, value)
                    );
                    for inst in data.insts() {
                        let live = liveness.live_before(&body, block, inst);
                        prop_assert_eq!(
                            live.contains(value.index()),
                            live_by_search(&body, block, inst, value)
                        );
                    }
                }
            }
        }
    }
}
