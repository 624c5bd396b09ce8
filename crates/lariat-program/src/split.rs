//! Cutting a block in two, so that a place in its middle becomes one that is entered.
//!
//! Someone who waits for a line to be reached waits for a block. A line may stand in the middle of one, behind a call that does
//! not come back on every path; entering the block is not reaching the line then.

use crate::ids::{BlockId, InstId};
use crate::inst::Terminator;
use crate::program::{Block, Body};

impl Body {
    /// Cuts a block before an instruction; what is before it goes on to the new block, which is returned. Nothing is cut, and the block
    /// itself is returned, if the instruction is not in it. What is before may be nothing: a function's entry, where only calls lead,
    /// becomes a block that a jump leads to.
    pub fn split_block(&mut self, block: BlockId, before: InstId) -> BlockId {
        let old = &self.blocks[block];
        if before < old.first || before > old.end {
            return block;
        }
        let rest = Block {
            name: format!("{}.rest", old.name),
            labels: Vec::new(),
            phis: Vec::new(),
            first: before,
            end: old.end,
            terminator: old.terminator.clone(),
            terminator_location: old.terminator_location,
            loop_hints: old.loop_hints.clone(),
        };
        let successors = rest.terminator.successors();
        let location = self.location(before).or(rest.terminator_location);
        let new = self.blocks.push(rest);
        let old = &mut self.blocks[block];
        old.end = before;
        old.terminator = Terminator::Jump(new);
        old.terminator_location = location;
        old.loop_hints = None;
        for successor in successors {
            for phi in &mut self.blocks[successor].phis {
                for incoming in phi.incoming.iter_mut().filter(|incoming| incoming.block == block) {
                    incoming.block = new;
                }
            }
        }
        for binding in self.bindings.iter_mut().filter(|binding| binding.block == block) {
            if binding.before >= before {
                binding.block = new;
            }
        }
        new
    }

    /// Puts a block without instructions on the way from one block to another. None if there is no such way, or if it cannot be
    /// led elsewhere, as that of a computed jump.
    pub fn split_edge(&mut self, from: BlockId, to: BlockId) -> Option<BlockId> {
        let old = &self.blocks[from];
        let fixed = matches!(
            old.terminator,
            Terminator::IndirectJump { .. } | Terminator::Unsupported { .. }
        );
        if fixed || !old.terminator.successors().contains(&to) {
            return None;
        }
        let between = Block {
            name: format!("{}.to.{}", old.name, self.blocks[to].name),
            labels: Vec::new(),
            phis: Vec::new(),
            first: old.end,
            end: old.end,
            terminator: Terminator::Jump(to),
            terminator_location: old.terminator_location,
            loop_hints: None,
        };
        let new = self.blocks.push(between);
        let lead = |target: &mut BlockId| {
            if *target == to {
                *target = new;
            }
        };
        match &mut self.blocks[from].terminator {
            Terminator::Jump(target) => lead(target),
            Terminator::Branch { then, otherwise, .. } => {
                lead(then);
                lead(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|case| lead(&mut case.target));
                lead(default);
            }
            _ => {}
        }
        for phi in &mut self.blocks[to].phis {
            // Several cases of a switch were several ways; now they are one.
            let mut seen = false;
            phi.incoming
                .retain(|incoming| incoming.block != from || !std::mem::replace(&mut seen, true));
            for incoming in phi.incoming.iter_mut().filter(|incoming| incoming.block == from) {
                incoming.block = new;
            }
        }
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use crate::test_programs;
    use crate::verify::verify;

    #[test]
    fn every_edge_can_have_a_block_of_its_own() {
        let mut program = test_programs::sum();
        let mut cut = 0;
        let bodies = program.functions.values_mut().filter_map(|function| function.body.as_mut());
        for body in bodies {
            let blocks: Vec<_> = body.blocks.keys().collect();
            for &from in &blocks {
                for to in body.blocks[from].terminator.successors() {
                    let Some(new) = body.split_edge(from, to) else { continue };
                    assert_eq!(body.blocks[new].terminator.successors(), [to]);
                    assert!(!body.blocks[from].terminator.successors().contains(&to));
                    assert_eq!(body.split_edge(from, to), None, "there is no such edge any more");
                    cut += 1;
                }
            }
        }
        assert!(cut > 0);
        assert_eq!(verify(&program), []);
    }

    #[test]
    fn every_block_can_be_cut_everywhere() {
        let mut program = test_programs::sum();
        let mut cut = 0;
        let bodies = program.functions.values_mut().filter_map(|function| function.body.as_mut());
        for body in bodies {
            let blocks: Vec<_> = body.blocks.keys().collect();
            for block in blocks {
                let insts: Vec<_> = body.blocks[block].insts().collect();
                // From the back, so that the block keeps what is before.
                for inst in insts.into_iter().rev() {
                    let new = body.split_block(block, inst);
                    assert_ne!(new, block);
                    assert_eq!(body.blocks[new].first, inst);
                    cut += 1;
                }
                assert_eq!(body.blocks[block].insts().count(), 0);
            }
        }
        assert!(cut > 0);
        let body = program.functions.values_mut().find_map(|function| function.body.as_mut());
        let body = body.expect("a function");
        let last = body.insts.keys().next_back().expect("an instruction");
        let entry = body.entry();
        assert_eq!(body.split_block(entry, last), entry, "it is in another block");
        assert_eq!(verify(&program), []);
    }
}
