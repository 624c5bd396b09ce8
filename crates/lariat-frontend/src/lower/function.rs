//! Bodies of functions.
//!
//! A body is walked twice: first every parameter, phi and instruction with a result gets its number, because a phi can use
//! values that come later, and so can an instruction of a block that LLVM keeps before the one that dominates it; then
//! the instructions are lowered one by one.

use cranelift_entity::packed_option::PackedOption;
use lariat_program::{
    Block, BlockId, Body, Constant, ConstantData, Definition, FunctionId, Incoming, Inst, InstData,
    InstId, LocationId, Operand, Phi, PoolRange, Terminator, Type, TypeId, ValueData, ValueId,
};
use rustc_hash::FxHashMap;

use super::Lowering;
use super::blocks::kept_blocks;
use super::raw::{self, Metadata, Opcode, RawBlock, Value, ValueKind};
use super::variables::Variables;

/// Where the lowering of a body has got to.
pub(super) struct FunctionLowering<'lowering> {
    pub(super) lowering: &'lowering mut Lowering,
    pub(super) id: FunctionId,
    pub(super) body: Body,
    pub(super) values: FxHashMap<Value, ValueId>,
    pub(super) blocks: FxHashMap<RawBlock, BlockId>,
    pub(super) variables: Variables,
    /// The block being lowered.
    pub(super) block: BlockId,
    /// Labels of the source seen in it.
    pub(super) labels: Vec<String>,
    /// Where the code lowered last comes from, at first the function: code that the compiler added has no place of its own
    /// and belongs to what is around it.
    near: Option<LocationId>,
    void: TypeId,
}

impl Lowering {
    /// Lowers the bodies of all functions that have one.
    pub(super) fn lower_bodies(&mut self) {
        let mut function = raw::first_function(self.module);
        while !function.is_null() {
            if !raw::is_declaration(function)
                && let Some(&id) = self.functions.get(&function)
            {
                self.lower_body(function, id);
            }
            function = raw::next_function(function);
        }
    }

    fn lower_body(&mut self, function: Value, id: FunctionId) {
        let void = self.program.types.intern(lariat_program::TypeInfo {
            ty: Type::Void,
            alloc_size: 0,
            store_size: 0,
            align: 1,
        });
        let kept = kept_blocks(function);
        let blocks = kept.iter().copied().zip((0..).map(BlockId::from_u32)).collect();
        let parameters = self.program.functions[id].source_params.len() as u32;
        let mut lowering = FunctionLowering {
            lowering: self,
            id,
            body: Body::default(),
            values: FxHashMap::default(),
            blocks,
            variables: Variables::new(raw::subprogram(function), parameters),
            block: BlockId::from_u32(0),
            labels: Vec::new(),
            near: None,
            void,
        };
        lowering.number_values(function, &kept);
        for (block, id) in kept.into_iter().zip((0..).map(BlockId::from_u32)) {
            lowering.lower_block(block, id);
        }
        lowering.name_phis();
        lowering.locate_allocas();
        lowering.locate_edges();
        lowering.name_parameters(function);
        let body = lowering.body;
        self.program.functions[id].body = Some(body);
    }
}

impl FunctionLowering<'_> {
    fn number_values(&mut self, function: Value, blocks: &[RawBlock]) {
        let count = raw::parameter_count(raw::global_value_type(function));
        for index in 0..count {
            self.number(raw::parameter(function, index), Definition::Param(index));
        }
        for &block in blocks {
            let mut instruction = raw::first_instruction(block);
            while !instruction.is_null() {
                // The true definition is filled in when the instruction is lowered.
                self.number(instruction, Definition::Param(u32::MAX));
                instruction = raw::next_instruction(instruction);
            }
        }
    }

    fn number(&mut self, value: Value, definition: Definition) {
        let ty = self.lowering.ty(raw::type_of(value));
        if ty != self.void {
            let data = ValueData { ty, definition, variable: None.into() };
            let id = self.body.values.push(data);
            self.values.insert(value, id);
        }
    }

    /// Gives jumps and phis, which the compiler adds without a place, the place they belong to: a jump goes on from the code before
    /// it, in its block or in the one that leads there; a phi stands before the code of its block.
    fn locate_edges(&mut self) {
        let function = self.lowering.program.functions[self.id].location;
        let mut before: FxHashMap<BlockId, LocationId> = FxHashMap::default();
        // Blocks come in an order in which nearly all follow one of their predecessors.
        for id in self.body.blocks.keys().collect::<Vec<_>>() {
            let block = &self.body.blocks[id];
            let located = |inst| self.body.location(inst);
            let last = block.insts().rev().find_map(located);
            let end = block.terminator_location.or(last).or(before.get(&id).copied()).or(function);
            let first = block.insts().find_map(located).or(end);
            for successor in block.terminator.successors() {
                if let Some(end) = end {
                    before.entry(successor).or_insert(end);
                }
            }
            let block = &mut self.body.blocks[id];
            block.terminator_location = end;
            for phi in &mut block.phis {
                phi.location = phi.location.or(first);
            }
        }
    }

    fn lower_block(&mut self, block: RawBlock, id: BlockId) {
        self.block = id;
        self.near = self.lowering.program.functions[self.id].location;
        let first = self.body.insts.next_key();
        let mut phis = Vec::new();
        let mut instruction = raw::first_instruction(block);
        let mut terminator = (Terminator::Unreachable, None);
        let mut loop_hints = None;
        while !instruction.is_null() {
            let next = raw::next_instruction(instruction);
            let opcode = raw::opcode(instruction);
            if opcode == Opcode::LLVMPHI {
                phis.extend(self.lower_phi(instruction, id, phis.len() as u32));
            } else if next.is_null() {
                let mut location = self.lowering.location(instruction);
                if raw::successor_count(instruction) != 1 {
                    location = location.or(self.near);
                }
                terminator = (self.lower_terminator(instruction, opcode, location), location);
                loop_hints = self.lowering.loop_hints(instruction);
            } else {
                self.lower_instruction(instruction, opcode);
            }
            instruction = next;
        }
        let (terminator, terminator_location) = terminator;
        self.body.blocks.push(Block {
            name: raw::block_name(block),
            labels: std::mem::take(&mut self.labels),
            phis,
            first,
            end: self.body.insts.next_key(),
            terminator,
            terminator_location,
            loop_hints,
        });
    }

    fn lower_phi(&mut self, phi: Value, block: BlockId, index: u32) -> Option<Phi> {
        let result = *self.values.get(&phi)?;
        self.body.values[result].definition = Definition::Phi(block, index);
        let mut incoming = Vec::new();
        for edge in 0..raw::incoming_count(phi) {
            // An edge from a block that was dropped is never taken.
            if let Some(&block) = self.blocks.get(&raw::incoming_block(phi, edge)) {
                let value = self.operand(raw::incoming_value(phi, edge));
                incoming.push(Incoming { block, value });
            }
        }
        Some(Phi { result, incoming, location: self.lowering.location(phi) })
    }

    /// An operand of an instruction.
    pub(super) fn operand(&mut self, value: Value) -> Operand {
        if let Some(&id) = self.values.get(&value) {
            return id.into();
        }
        match raw::value_kind(value) {
            // A value of a block that was dropped: what uses it cannot be reached either.
            ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind
                if !raw::is_constant(value) =>
            {
                let ty = self.lowering.ty(raw::type_of(value));
                let poison = Constant { ty, data: ConstantData::Poison };
                self.lowering.program.constants.intern(poison).into()
            }
            _ => self.lowering.constant(value).into(),
        }
    }

    /// The operand of this number of an instruction.
    pub(super) fn operand_at(&mut self, instruction: Value, index: u32) -> Operand {
        self.operand(raw::operand(instruction, index))
    }

    /// Appends an instruction; `source` is the LLVM instruction whose result it makes.
    pub(super) fn emit(
        &mut self,
        inst: Inst,
        source: Value,
        location: Option<LocationId>,
    ) -> InstId {
        let result = self.values.get(&source).copied();
        let id = self.body.insts.push(InstData { inst, result: result.into() });
        // An alloca takes its variable's place later.
        let is_alloca = matches!(inst, Inst::Alloca { .. });
        if location.is_some() {
            self.near = location;
        }
        let location = location.or(self.near.filter(|_| !is_alloca));
        if location.is_some() {
            self.body.inst_locations[id] = PackedOption::from(location);
        }
        if let Some(result) = result {
            self.body.values[result].definition = Definition::Inst(id);
        }
        id
    }

    /// An instruction that Lariat cannot execute.
    pub(super) fn unsupported(&mut self, reason: impl Into<String>, source: Value) -> Inst {
        let args = self.value_operands(source);
        let reason = self.reason(reason.into());
        Inst::Unsupported { reason, args }
    }

    fn reason(&mut self, reason: String) -> u32 {
        let known = self.body.reasons.iter().position(|known| *known == reason);
        known.unwrap_or_else(|| {
            self.body.reasons.push(reason);
            self.body.reasons.len() - 1
        }) as u32
    }

    /// All operands that are values.
    fn value_operands(&mut self, source: Value) -> PoolRange {
        let mut operands = Vec::new();
        for index in 0..raw::operand_count(source).max(0) as u32 {
            let operand = raw::operand(source, index);
            let is_value = !operand.is_null()
                && !matches!(
                    raw::value_kind(operand),
                    ValueKind::LLVMBasicBlockValueKind
                        | ValueKind::LLVMMetadataAsValueValueKind
                        | ValueKind::LLVMInlineAsmValueKind
                )
                && !self.lowering.intrinsics.contains_key(&operand);
            if is_value {
                operands.push(self.operand(operand));
            }
        }
        self.operand_list(&operands)
    }

    /// Puts operands into the pool.
    pub(super) fn operand_list(&mut self, operands: &[Operand]) -> PoolRange {
        let start = self.body.operands.len() as u32;
        self.body.operands.extend_from_slice(operands);
        PoolRange { start, length: operands.len() as u32 }
    }

    /// Puts numbers into the pool.
    pub(super) fn index_list(&mut self, indexes: impl Iterator<Item = u32>) -> PoolRange {
        let start = self.body.indexes.len() as u32;
        self.body.indexes.extend(indexes);
        PoolRange { start, length: self.body.indexes.len() as u32 - start }
    }

    /// The scope of a variable's declaration that belongs to this function.
    pub(super) fn inlined_at(&self, call: Value) -> Metadata {
        let location = raw::debug_location(call);
        if location.is_null() { location } else { raw::location_inlined_at(location) }
    }
}
