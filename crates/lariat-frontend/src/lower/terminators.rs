//! Ends of blocks and what the compiler recorded about loops.

use lariat_program::{BlockId, LocationId, LoopHints, SwitchCase, Terminator};

use super::Lowering;
use super::debug::Node;
use super::function::FunctionLowering;
use super::numbers::int_constant;
use super::raw::{self, Metadata, MetadataKind, Opcode, Value, ValueKind};

/// How deep properties of loops are nested at most; LLVM does not forbid cycles.
const FOLLOW_UP_DEPTH: u32 = 8;

impl FunctionLowering<'_> {
    /// The end of a block. One that makes a value leaves an unsupported instruction that makes it.
    pub(super) fn lower_terminator(
        &mut self,
        terminator: Value,
        opcode: Opcode,
        location: Option<LocationId>,
    ) -> Terminator {
        let lowered = match opcode {
            Opcode::LLVMRet => self.lower_return(terminator),
            Opcode::LLVMBr => self.lower_branch(terminator),
            Opcode::LLVMSwitch => self.lower_switch(terminator),
            Opcode::LLVMIndirectBr => {
                let address = self.operand_at(terminator, 0);
                Some(Terminator::IndirectJump { address, targets: self.successors(terminator) })
            }
            Opcode::LLVMUnreachable => Some(Terminator::Unreachable),
            _ => None,
        };
        let odd_operand = |this: &Self, lowered: &Terminator| {
            let operand = lowered.operand();
            operand.is_some_and(|operand| this.is_odd_operand(operand))
        };
        match lowered {
            Some(lowered) if !odd_operand(self, &lowered) => lowered,
            _ => {
                let reason = format!("the instruction {}", opcode_name(opcode));
                let inst = self.unsupported(reason.clone(), terminator);
                self.emit(inst, terminator, location);
                Terminator::Unsupported { reason, successors: self.successors(terminator) }
            }
        }
    }

    fn lower_return(&mut self, terminator: Value) -> Option<Terminator> {
        let value = (raw::operand_count(terminator) > 0).then(|| self.operand_at(terminator, 0));
        Some(Terminator::Return(value))
    }

    fn lower_branch(&mut self, terminator: Value) -> Option<Terminator> {
        let then = self.successor(terminator, 0)?;
        if !raw::is_conditional(terminator) {
            return Some(Terminator::Jump(then));
        }
        let otherwise = self.successor(terminator, 1)?;
        let condition = self.operand(raw::branch_condition(terminator));
        Some(Terminator::Branch { condition, then, otherwise })
    }

    /// A switch's operands are the value and the default block, then a number and a block for each case.
    fn lower_switch(&mut self, terminator: Value) -> Option<Terminator> {
        let value = self.operand_at(terminator, 0);
        let default = self.successor(terminator, 0)?;
        let mut cases = Vec::new();
        for index in 1..raw::successor_count(terminator) {
            let value = int_constant(raw::operand(terminator, 2 * index))?;
            cases.push(SwitchCase { value, target: self.successor(terminator, index)? });
        }
        Some(Terminator::Switch { value, cases, default })
    }

    fn successor(&self, terminator: Value, index: u32) -> Option<BlockId> {
        self.blocks.get(&raw::successor(terminator, index)).copied()
    }

    fn successors(&self, terminator: Value) -> Vec<BlockId> {
        (0..raw::successor_count(terminator))
            .filter_map(|index| self.successor(terminator, index))
            .collect()
    }
}

impl Lowering {
    /// What the terminator of a latch says about its loop.
    pub(super) fn loop_hints(&mut self, terminator: Value) -> Option<LoopHints> {
        if !raw::has_metadata(terminator) {
            return None;
        }
        let list = raw::instruction_metadata(terminator, self.debug.loop_attachment);
        if list.is_null() {
            return None;
        }
        let mut hints = LoopHints::default();
        let node = Node(raw::node_operands(list));
        // The first operand is the node itself, which makes it different from all others.
        for index in 1..node.0.len() {
            let entry = node.metadata(index);
            if entry.is_null() {
                continue;
            }
            match raw::metadata_kind(entry) {
                MetadataKind::LLVMDILocationMetadataKind => {
                    let location = self.debug_location(entry);
                    if hints.start.is_none() {
                        hints.start = location;
                    } else {
                        hints.end = location;
                    }
                }
                MetadataKind::LLVMMDTupleMetadataKind => {
                    self.add_property(&mut hints, entry, FOLLOW_UP_DEPTH);
                }
                _ => {}
            }
        }
        Some(hints)
    }

    /// Adds a property. One that is for what remains after another transformation has the properties inside.
    fn add_property(&self, hints: &mut LoopHints, entry: Metadata, depth: u32) {
        let node = self.node(entry);
        let name = node.string(0).unwrap_or_default();
        let name = name.strip_prefix("llvm.loop.").unwrap_or(&name);
        if name == "mustprogress" {
            hints.must_progress = true;
        } else if name.is_empty() || name.contains(".followup") {
            // A list, or the name of a list; a list's first operand is itself.
            for inner in (1..node.0.len()).map(|index| node.metadata(index)) {
                let is_node = !inner.is_null()
                    && matches!(raw::metadata_kind(inner), MetadataKind::LLVMMDTupleMetadataKind);
                if is_node && depth > 0 {
                    self.add_property(hints, inner, depth - 1);
                }
            }
        } else {
            let number = node
                .value(1)
                .filter(|&value| raw::value_kind(value) == ValueKind::LLVMConstantIntValueKind)
                .map(raw::constant_signed_word);
            let property = (name.to_owned(), number);
            if !hints.properties.contains(&property) {
                hints.properties.push(property);
            }
        }
    }
}

/// LLVM's word for an instruction.
pub(super) fn opcode_name(opcode: Opcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()
}
