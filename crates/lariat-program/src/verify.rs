//! Checks that a program is well formed: what every analysis and every executor takes for granted.
//!
//! A front end is large and its mistakes surface far away, as a wrong path or a panic. So its output is checked against the rules
//! in one place, independently of how it was made: ids name something, the instructions of the blocks tile the body, every
//! use is dominated by its definition, phis have exactly one entry per incoming edge, operand and result types fit together.
//!
//! The check goes from the outside in. If ids are wrong, the parts that would have to follow them are skipped, so the verifier
//! itself never fails on a broken program. Blocks that the entry does not reach are checked for everything but dominance.

use std::fmt;

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::cfg::Cfg;
use crate::constant::ConstantData;
use crate::dominators::Dominators;
use crate::ids::*;
use crate::inst::{Callee, Inst, Operand, OperandKind, Passing, Terminator};
use crate::program::{Block, Body, Bound, Definition, Function, Program};
use crate::types::Type;
use crate::verify_types::check_inst_types;

/// A broken rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function it is in, if it is in one.
    pub function: Option<FunctionId>,
    /// Where it is, in words: function, block, instruction.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// All broken rules of a program, in program order; none if it is well formed.
pub fn verify(program: &Program) -> Vec<VerifyError> {
    let mut errors = verify_tables(program);
    // Functions refer to the tables; with broken tables their checks would say the same things again, or go wrong.
    if errors.is_empty() {
        for id in program.functions.keys() {
            errors.extend(verify_function(program, id));
        }
    }
    errors
}

/// All broken rules of one function of a program whose tables are well formed.
pub fn verify_function(program: &Program, id: FunctionId) -> Vec<VerifyError> {
    let function = &program.functions[id];
    let mut checker = Checker {
        program,
        function: Some(id),
        place: format!("function `{}`", function.name),
        errors: Vec::new(),
    };
    checker.signature(function);
    if let Some(body) = &function.body {
        checker.structure(function, body);
        if checker.errors.is_empty() {
            checker.types(function, body);
            checker.flow(function, body);
        }
    }
    checker.errors
}

/// Checks everything that is not inside a function: types, constants, globals, aliases, constructors.
fn verify_tables(program: &Program) -> Vec<VerifyError> {
    let mut checker = Checker { program, function: None, place: String::new(), errors: Vec::new() };
    for (id, info) in program.types.iter() {
        checker.place = format!("type {id}");
        match &info.ty {
            Type::Vector { element, .. } | Type::Array { element, .. } => checker.ty(*element),
            Type::Struct { fields, .. } => fields.iter().for_each(|field| checker.ty(field.ty)),
            _ => {}
        }
        checker.require(info.store_size <= info.alloc_size, || {
            "a store writes more than the type takes in an array".into()
        });
    }
    for (id, constant) in program.constants.iter() {
        checker.place = format!("constant {id}");
        checker.ty(constant.ty);
        if checker.errors.is_empty() {
            checker.constant_data(constant.ty, &constant.data);
        }
    }
    for (id, global) in program.globals.iter() {
        checker.place = format!("global {id} `{}`", global.name);
        checker.ty(global.ty);
        checker.location(global.location);
        checker.source_type(global.source_type);
        let Some(initializer) = &global.initializer else { continue };
        checker.require(initializer.bytes.len() as u64 <= global.size, || {
            format!(
                "the initial content has {} bytes, the variable {}",
                initializer.bytes.len(),
                global.size
            )
        });
        let mut end = 0;
        for relocation in &initializer.relocations {
            checker.constant(relocation.value);
            checker.require(relocation.offset >= end, || "relocations overlap".into());
            end = relocation.offset.saturating_add(u64::from(relocation.size));
        }
        checker.require(end <= global.size, || "a relocation ends behind the variable".into());
        let mut end = 0;
        for range in &initializer.undefined {
            checker.require(range.start >= end && range.start <= range.end, || {
                "undefined ranges are not ascending".into()
            });
            end = range.end;
        }
        checker.require(end <= global.size, || "an undefined range ends behind it".into());
    }
    for alias in &program.aliases {
        checker.place = format!("alias `{}`", alias.name);
        checker.constant(alias.target);
    }
    checker.place = "program".into();
    for function in program.constructors.iter().chain(&program.destructors) {
        checker.require(program.functions.is_valid(*function), || {
            format!("constructor or destructor {function} does not exist")
        });
    }
    checker.errors
}

/// Collects errors at a current place.
pub(crate) struct Checker<'p> {
    pub(crate) program: &'p Program,
    function: Option<FunctionId>,
    place: String,
    errors: Vec<VerifyError>,
}

impl Checker<'_> {
    pub(crate) fn error(&mut self, message: impl Into<String>) {
        self.errors.push(VerifyError {
            function: self.function,
            place: self.place.clone(),
            message: message.into(),
        });
    }

    pub(crate) fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.error(message());
        }
    }

    fn ty(&mut self, ty: TypeId) {
        self.require(self.program.types.contains(ty), || format!("type {ty} does not exist"));
    }

    fn constant(&mut self, constant: ConstantId) {
        self.require(self.program.constants.contains(constant), || {
            format!("constant {constant} does not exist")
        });
    }

    fn location(&mut self, location: Option<LocationId>) {
        if let Some(location) = location {
            self.require(self.program.locations.contains(location), || {
                format!("location {location} does not exist")
            });
        }
    }

    fn source_type(&mut self, ty: Option<SourceTypeId>) {
        if let Some(ty) = ty {
            self.require(self.program.source_types.contains(ty), || {
                format!("source type {ty} does not exist")
            });
        }
    }

    fn constant_data(&mut self, ty: TypeId, data: &ConstantData) {
        let program = self.program;
        match data {
            ConstantData::Int(bits) => {
                let width = program.types.int_width(ty);
                self.require(width == Some(bits.width()), || {
                    format!("an integer of {} bits has another type", bits.width())
                });
            }
            ConstantData::Float(bits) => {
                let fits =
                    matches!(program.types.get(ty), Type::Float(f) if f.bits() == bits.width());
                self.require(fits, || format!("a float of {} bits has another type", bits.width()));
            }
            ConstantData::Null => {
                let fits = matches!(program.types.get(ty), Type::Pointer);
                self.require(fits, || "null is not of pointer type".into());
            }
            ConstantData::Aggregate(parts) => parts.iter().for_each(|part| self.constant(*part)),
            ConstantData::Expression { args, .. } => args.iter().for_each(|a| self.constant(*a)),
            ConstantData::Global { global, .. } => self
                .require(program.globals.is_valid(*global), || format!("{global} does not exist")),
            ConstantData::Function { function, .. } => {
                self.require(program.functions.is_valid(*function), || {
                    format!("{function} does not exist")
                });
            }
            ConstantData::Block { function, block } => {
                let body = program.functions.get(*function).and_then(|f| f.body.as_ref());
                self.require(body.is_some_and(|body| body.blocks.is_valid(*block)), || {
                    format!("{block} of {function} does not exist")
                });
            }
            ConstantData::Zero
            | ConstantData::Undef
            | ConstantData::Poison
            | ConstantData::Bytes(_)
            | ConstantData::Unsupported(_) => {}
        }
    }

    fn signature(&mut self, function: &Function) {
        self.ty(function.result);
        self.location(function.location);
        self.source_type(function.source_result);
        for param in &function.params {
            self.ty(param.ty);
            self.passing(param.passing);
        }
        function.source_params.iter().for_each(|param| self.source_type(Some(param.ty)));
    }

    fn passing(&mut self, passing: Passing) {
        match passing {
            Passing::Direct => {}
            Passing::ByValue { ty, .. } | Passing::Result { ty } => self.ty(ty),
        }
    }

    fn at_block(&mut self, function: &Function, id: BlockId, block: &Block) {
        self.place = format!("function `{}`, block {id} ({})", function.name, block.name);
    }

    /// Ids and ranges: nothing here follows an id before it is known to be good.
    fn structure(&mut self, function: &Function, body: &Body) {
        if body.blocks.is_empty() {
            self.error("the body has no block");
            return;
        }
        self.values(function, body);
        // A block that was split has its second half at the end of the list.
        let mut blocks: Vec<_> = body.blocks.iter().collect();
        blocks.sort_by_key(|(_, block)| (block.first, block.end));
        let mut next = 0;
        for (id, block) in blocks {
            self.at_block(function, id, block);
            self.require(block.first.as_u32() == next && block.first <= block.end, || {
                format!(
                    "instructions {}..{} do not follow the block before",
                    block.first, block.end
                )
            });
            next = block.end.as_u32();
            self.location(block.terminator_location);
            if let Some(hints) = &block.loop_hints {
                self.location(hints.start);
                self.location(hints.end);
            }
            for target in block.terminator.successors() {
                self.require(body.blocks.is_valid(target), || {
                    format!("the terminator leads to {target}, which does not exist")
                });
            }
            if let Some(operand) = block.terminator.operand() {
                self.operand(body, operand);
            }
            for (number, phi) in block.phis.iter().enumerate() {
                self.location(phi.location);
                let definition = Definition::Phi(id, number as u32);
                let good = body.values.get(phi.result).is_some_and(|v| v.definition == definition);
                self.require(good, || {
                    format!("phi {number}: its value {} is not defined by it", phi.result)
                });
                for incoming in &phi.incoming {
                    self.operand(body, incoming.value);
                    self.require(body.blocks.is_valid(incoming.block), || {
                        format!("phi {number}: predecessor {} does not exist", incoming.block)
                    });
                }
            }
        }
        self.place = format!("function `{}`", function.name);
        self.require(next as usize == body.insts.len(), || {
            format!("the blocks hold {next} instructions, the body {}", body.insts.len())
        });
        let entry_predecessors =
            body.blocks.values().any(|b| b.terminator.successors().contains(&body.entry()));
        self.require(!entry_predecessors, || "the entry block has a predecessor".into());
        for id in body.insts.keys() {
            self.place = format!("function `{}`, instruction {id}", function.name);
            self.inst_structure(body, id);
        }
        self.place = format!("function `{}`", function.name);
        self.bindings(body);
    }

    fn values(&mut self, function: &Function, body: &Body) {
        for (index, param) in function.params.iter().enumerate() {
            let value = body.values.get(ValueId::new(index));
            let good = value.is_some_and(|value| {
                value.definition == Definition::Param(index as u32) && value.ty == param.ty
            });
            self.require(good, || {
                format!("value {index} is not parameter {index}, or of another type")
            });
        }
        for (id, value) in body.values.iter() {
            self.ty(value.ty);
            if let Some(variable) = value.variable.expand() {
                self.require(body.variables.is_valid(variable), || {
                    format!("the variable {variable} of value {id} does not exist")
                });
            }
            let good = match value.definition {
                Definition::Param(n) => {
                    n as usize == id.index() && (n as usize) < function.params.len()
                }
                Definition::Phi(block, n) => body
                    .blocks
                    .get(block)
                    .and_then(|block| block.phis.get(n as usize))
                    .is_some_and(|phi| phi.result == id),
                Definition::Inst(inst) => {
                    body.insts.get(inst).is_some_and(|data| data.result.expand() == Some(id))
                }
            };
            self.require(good, || {
                format!("value {id} says {:?} defines it, which does not", value.definition)
            });
        }
        for variable in body.variables.values() {
            self.location(variable.location);
            self.source_type(variable.ty);
        }
    }

    fn operand(&mut self, body: &Body, operand: Operand) {
        let exists = match operand.kind() {
            OperandKind::Value(value) => body.values.is_valid(value),
            OperandKind::Constant(constant) => self.program.constants.contains(constant),
        };
        self.require(exists, || format!("operand {operand:?} does not exist"));
    }

    fn inst_structure(&mut self, body: &Body, id: InstId) {
        self.location(body.location(id));
        if let Some(result) = body.result(id) {
            let good =
                body.values.get(result).is_some_and(|v| v.definition == Definition::Inst(id));
            self.require(good, || format!("its value {result} is not defined by it"));
        }
        let inst = body.inst(id);
        let (range, pool) = match inst {
            Inst::Intrinsic { args, .. } => (Some(args), body.operands.len()),
            Inst::Unsupported { args, reason } => {
                self.require((reason as usize) < body.reasons.len(), || "no such reason".into());
                (Some(args), body.operands.len())
            }
            Inst::PointerAdd { indexes, .. } => (Some(indexes), body.scaled_indexes.len()),
            Inst::ExtractValue { path, .. } | Inst::InsertValue { path, .. } => {
                (Some(path), body.indexes.len())
            }
            Inst::Shuffle { mask, .. } => (Some(mask), body.indexes.len()),
            Inst::Call(call) => {
                let Some(call) = body.calls.get(call) else {
                    return self.error(format!("{call} does not exist"));
                };
                self.ty(call.result);
                if let Callee::Direct(callee) = call.callee {
                    self.require(self.program.functions.is_valid(callee), || {
                        format!("the function called, {callee}, does not exist")
                    });
                }
                self.require(call.args.len() == call.passing.len(), || {
                    "as many ways of passing as arguments are needed".into()
                });
                let fixed = call.fixed_args.unwrap_or(0) as usize;
                self.require(fixed <= call.args.len(), || "fewer arguments than fixed ones".into());
                call.passing.iter().for_each(|passing| self.passing(*passing));
                (None, 0)
            }
            Inst::Alloca { element, .. } => {
                self.ty(element);
                (None, 0)
            }
            _ => (None, 0),
        };
        if let Some(range) = range
            && u64::from(range.start) + u64::from(range.length) > pool as u64
        {
            return self.error(format!("its list {range:?} ends behind the pool of {pool}"));
        }
        body.for_each_operand(id, |operand| self.operand(body, operand));
    }

    fn bindings(&mut self, body: &Body) {
        for binding in &body.bindings {
            if let Bound::Value(operand) | Bound::Memory(operand) = binding.bound {
                self.operand(body, operand);
            }
            self.require(body.variables.is_valid(binding.variable), || {
                format!("a binding names {}, which does not exist", binding.variable)
            });
            let inside = body
                .blocks
                .get(binding.block)
                .is_some_and(|block| block.first <= binding.before && binding.before <= block.end);
            self.require(inside, || {
                format!("a binding before {} is not in {}", binding.before, binding.block)
            });
        }
        let mut last: SecondaryMap<BlockId, u32> = SecondaryMap::new();
        let in_order = body.bindings.iter().all(|binding| {
            let earlier = std::mem::replace(&mut last[binding.block], binding.before.as_u32());
            earlier <= binding.before.as_u32()
        });
        self.require(in_order, || "the bindings of a block are not in program order".into());
    }

    fn types(&mut self, function: &Function, body: &Body) {
        let program = self.program;
        for (id, block) in body.blocks.iter() {
            self.at_block(function, id, block);
            for (number, phi) in block.phis.iter().enumerate() {
                let ty = body.values[phi.result].ty;
                for incoming in &phi.incoming {
                    self.require(program.operand_type(body, incoming.value) == ty, || {
                        format!("phi {number}: {:?} is of another type", incoming.value)
                    });
                }
            }
            self.terminator_types(function, body, &block.terminator);
            let place = std::mem::take(&mut self.place);
            for inst in block.insts() {
                self.place = format!("{place}, instruction {inst}");
                check_inst_types(self, body, inst);
            }
        }
    }

    fn terminator_types(&mut self, function: &Function, body: &Body, terminator: &Terminator) {
        let program = self.program;
        let type_of = |operand: Operand| program.operand_type(body, operand);
        match terminator {
            Terminator::Branch { condition, .. } => {
                let bit = program.types.int_width(type_of(*condition)) == Some(1);
                self.require(bit, || "the branch condition is not one bit".into());
            }
            Terminator::Switch { value, cases, .. } => {
                let width = program.types.int_width(type_of(*value));
                self.require(width.is_some(), || {
                    "a switch over something else than integers".into()
                });
                let fits = cases.iter().all(|case| Some(case.value.width()) == width);
                self.require(fits, || "a case has another width than the switch value".into());
                let mut values: Vec<_> = cases.iter().map(|case| case.value.to_biguint()).collect();
                values.sort_unstable();
                values.dedup();
                self.require(values.len() == cases.len(), || "two cases have one value".into());
            }
            Terminator::IndirectJump { address, .. } => {
                let pointer = matches!(program.types.get(type_of(*address)), Type::Pointer);
                self.require(pointer, || "the jump's address is not a pointer".into());
            }
            Terminator::Return(value) => {
                let returned = value.map(type_of);
                let fits = match program.types.get(function.result) {
                    Type::Void => returned.is_none(),
                    _ => returned == Some(function.result),
                };
                self.require(fits, || "returns another type than the function".into());
            }
            Terminator::Jump(_) | Terminator::Unreachable | Terminator::Unsupported { .. } => {}
        }
    }

    /// Phis against predecessors, and definitions before uses.
    fn flow(&mut self, function: &Function, body: &Body) {
        let cfg = Cfg::new(body);
        let dominators = Dominators::new(&cfg);
        let order = Order { cfg: &cfg, dominators: &dominators, blocks: &blocks_of(body) };
        let function_place = format!("function `{}`", function.name);
        for (id, block) in body.blocks.iter() {
            self.place = format!("{function_place}, block {id} ({})", block.name);
            let mut predecessors: Vec<BlockId> = cfg.predecessors(id).collect();
            predecessors.sort_unstable();
            for (number, phi) in block.phis.iter().enumerate() {
                let mut incoming: Vec<BlockId> = phi.incoming.iter().map(|i| i.block).collect();
                incoming.sort_unstable();
                self.require(incoming == predecessors, || {
                    format!(
                        "phi {number} has entries for {incoming:?}, the edges come from {predecessors:?}"
                    )
                });
                let mut entries = phi.incoming.clone();
                entries.sort_by_key(|entry| entry.block);
                let differ = entries
                    .windows(2)
                    .any(|w| w[0].block == w[1].block && w[0].value != w[1].value);
                self.require(!differ, || {
                    format!("phi {number} takes different values from edges of one block")
                });
                for entry in &phi.incoming {
                    let end = Point { block: entry.block, inst: body.blocks[entry.block].end };
                    self.dominated(body, &order, entry.value, end);
                }
            }
            for inst in block.insts() {
                self.place =
                    format!("{function_place}, block {id} ({}), instruction {inst}", block.name);
                let point = Point { block: id, inst };
                body.for_each_operand(inst, |operand| {
                    self.dominated(body, &order, operand, point);
                });
            }
            self.place = format!("{function_place}, block {id} ({})", block.name);
            if let Some(operand) = block.terminator.operand() {
                let end = Point { block: id, inst: block.end };
                self.dominated(body, &order, operand, end);
            }
        }
        self.place = function_place;
    }

    fn dominated(&mut self, body: &Body, order: &Order<'_>, operand: Operand, used: Point) {
        let Order { cfg, dominators, blocks } = order;
        let Some(value) = operand.value() else { return };
        if !cfg.is_reachable(used.block) {
            return;
        }
        let good = match body.values[value].definition {
            Definition::Param(_) => true,
            Definition::Phi(block, _) => dominators.dominates(block, used.block),
            Definition::Inst(inst) => match blocks[inst] {
                Some(block) if block == used.block => inst < used.inst,
                Some(block) => dominators.dominates(block, used.block),
                None => false,
            },
        };
        self.require(good, || format!("{value} is used where it may not be defined yet"));
    }
}

/// A place between instructions: before `inst`, or at the block's end.
#[derive(Clone, Copy)]
struct Point {
    block: BlockId,
    inst: InstId,
}

/// What says whether a value is defined before its use.
struct Order<'o> {
    cfg: &'o Cfg,
    dominators: &'o Dominators,
    blocks: &'o SecondaryMap<InstId, Option<BlockId>>,
}

/// The block each instruction is in. Blocks that were cut are not in the order of their instructions.
fn blocks_of(body: &Body) -> SecondaryMap<InstId, Option<BlockId>> {
    let mut blocks = SecondaryMap::new();
    for (id, block) in body.blocks.iter() {
        block.insts().for_each(|inst| blocks[inst] = Some(id));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::sum;

    fn broken(change: impl FnOnce(&mut Program, &mut Body)) -> String {
        let mut program = sum();
        let mut body = program.functions[FunctionId::from_u32(0)].body.take().unwrap();
        change(&mut program, &mut body);
        program.functions[FunctionId::from_u32(0)].body = Some(body);
        verify(&program).iter().map(|error| format!("{error}\n")).collect()
    }

    #[test]
    fn a_good_program_has_no_errors() {
        assert_eq!(broken(|_, _| {}), "");
    }

    #[test]
    fn use_before_definition() {
        let text = broken(|_, body| {
            let next = body.blocks[BlockId::from_u32(1)].phis[0].incoming[1].value;
            body.blocks[BlockId::from_u32(3)].terminator = Terminator::Return(Some(next));
        });
        assert!(text.contains("block bb3 (for.end): v5 is used where"), "{text}");
    }

    #[test]
    fn phi_without_an_entry_for_an_edge() {
        let text = broken(|_, body| {
            body.blocks[BlockId::from_u32(1)].phis[0].incoming.pop();
        });
        assert!(
            text.contains("phi 0 has entries for [bb0], the edges come from [bb0, bb2]"),
            "{text}"
        );
    }

    #[test]
    fn both_sides_of_a_branch_are_two_edges() {
        let text = broken(|_, body| {
            let condition = body.result(InstId::from_u32(0)).unwrap().into();
            let head = BlockId::from_u32(1);
            body.blocks[BlockId::from_u32(2)].terminator =
                Terminator::Branch { condition, then: head, otherwise: head };
        });
        assert!(text.contains("the edges come from [bb0, bb2, bb2]"), "{text}");
    }

    #[test]
    fn wrong_types() {
        let text = broken(|program, body| {
            let narrow = program.types.intern(crate::types::TypeInfo {
                ty: Type::Int(8),
                alloc_size: 1,
                store_size: 1,
                align: 1,
            });
            body.values[ValueId::from_u32(4)].ty = narrow;
        });
        assert!(text.contains("operands and result have different types"), "{text}");
        assert!(text.contains("phi 1: v4 is of another type"), "{text}");
    }

    #[test]
    fn bad_ids_do_not_crash_the_verifier() {
        let text = broken(|_, body| {
            body.blocks[BlockId::from_u32(1)].terminator = Terminator::Jump(BlockId::from_u32(77));
            body.blocks[BlockId::from_u32(2)].end = InstId::from_u32(99);
            body.blocks[BlockId::from_u32(3)].terminator =
                Terminator::Return(Some(ValueId::from_u32(1000).into()));
        });
        for part in ["bb77", "do not follow", "operand v1000 does not exist"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn wrong_return_type() {
        let text = broken(|_, body| {
            body.blocks[BlockId::from_u32(3)].terminator = Terminator::Return(None);
        });
        assert!(text.contains("returns another type"), "{text}");
    }
}
