//! Programs made by hand: for tests of analyses and executors, and for tools that make programs without a compiler.
//!
//! A body numbers the instructions of a block one after the other. While building, one jumps between blocks, so the
//! builder collects instructions per block and numbers them when the function is finished. Values, in contrast, have their id at
//! once. Types are given the layout of the x86 targets.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use lariat_term::{BitVec, FloatFormat};

use crate::constant::{Constant, ConstantData, ConstantTable};
use crate::ids::*;
use crate::inst::*;
use crate::location::{Location, LocationTable, SourceFile};
use crate::program::*;
use crate::source_type::SourceTypeTable;
use crate::types::{Field, Type, TypeInfo, TypeTable};

/// Makes a program.
#[derive(Debug)]
pub struct ProgramBuilder {
    /// The program so far.
    pub program: Program,
}

impl ProgramBuilder {
    /// An empty program for a 64-bit target, with one source file of this name.
    pub fn new(file: &str) -> ProgramBuilder {
        let mut files = PrimaryMap::new();
        files.push(SourceFile { path: file.into(), directory: ".".into() });
        ProgramBuilder {
            program: Program {
                name: file.into(),
                target: Target {
                    triple: "x86_64-unknown-linux-gnu".into(),
                    data_layout: String::new(),
                    data_model: DataModel::Lp64,
                    pointer_bits: 64,
                },
                types: TypeTable::default(),
                source_types: SourceTypeTable::default(),
                constants: ConstantTable::default(),
                files,
                locations: LocationTable::default(),
                globals: PrimaryMap::new(),
                functions: PrimaryMap::new(),
                constructors: Vec::new(),
                runs_error_functions: false,
                destructors: Vec::new(),
                module_assembly: String::new(),
                aliases: Vec::new(),
            },
        }
    }

    fn intern(&mut self, ty: Type, size: u64, align: u32) -> TypeId {
        let alloc_size = size.next_multiple_of(u64::from(align.max(1)));
        self.program.types.intern(TypeInfo { ty, alloc_size, store_size: size, align })
    }

    /// An integer type.
    pub fn int(&mut self, bits: u32) -> TypeId {
        let size = u64::from(bits.div_ceil(8));
        self.intern(Type::Int(bits), size, size.next_power_of_two().min(16) as u32)
    }

    /// `double`.
    pub fn double(&mut self) -> TypeId {
        self.intern(Type::Float(FloatFormat::Double), 8, 8)
    }

    /// The pointer type.
    pub fn pointer(&mut self) -> TypeId {
        self.intern(Type::Pointer, 8, 8)
    }

    /// No value.
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void, 0, 1)
    }

    /// An array type.
    pub fn array(&mut self, element: TypeId, length: u64) -> TypeId {
        let info = self.program.types.info(element);
        let (size, align) = (info.alloc_size * length, info.align);
        self.intern(Type::Array { length, element }, size, align)
    }

    /// A struct type with C's layout.
    pub fn structure(&mut self, name: Option<&str>, parts: &[TypeId]) -> TypeId {
        let (mut offset, mut align) = (0u64, 1);
        let mut fields = Vec::new();
        for &ty in parts {
            let info = self.program.types.info(ty);
            offset = offset.next_multiple_of(u64::from(info.align.max(1)));
            fields.push(Field { ty, offset });
            offset += info.alloc_size;
            align = align.max(info.align);
        }
        let size = offset.next_multiple_of(u64::from(align));
        self.intern(Type::Struct { name: name.map(Into::into), fields }, size, align)
    }

    /// A constant.
    pub fn constant(&mut self, ty: TypeId, data: ConstantData) -> ConstantId {
        self.program.constants.intern(Constant { ty, data })
    }

    /// An integer constant.
    pub fn number(&mut self, bits: u32, value: i64) -> Operand {
        let ty = self.int(bits);
        let bits = BitVec::from_bigint(bits, &value.into());
        self.constant(ty, ConstantData::Int(bits)).into()
    }

    /// The null pointer.
    pub fn null(&mut self) -> Operand {
        let ty = self.pointer();
        self.constant(ty, ConstantData::Null).into()
    }

    /// The address of a global variable.
    pub fn address_of(&mut self, global: GlobalId) -> Operand {
        let ty = self.pointer();
        self.constant(ty, ConstantData::Global { global, offset: 0 }).into()
    }

    /// The address of a function.
    pub fn address_of_function(&mut self, function: FunctionId) -> Operand {
        let ty = self.pointer();
        self.constant(ty, ConstantData::Function { function, offset: 0 }).into()
    }

    /// A global variable that is zero at the start and visible only in its file.
    pub fn global(&mut self, name: &str, ty: TypeId) -> GlobalId {
        let info = self.program.types.info(ty);
        let (size, align) = (info.alloc_size, info.align);
        self.program.globals.push(Global {
            name: name.into(),
            source_name: Some(name.into()),
            source_type: None,
            ty,
            size,
            align,
            constant: false,
            thread_local: false,
            linkage: Linkage::Internal,
            initializer: Some(Initializer { bytes: vec![0; size as usize], ..Default::default() }),
            location: None,
        })
    }

    /// A place in the source file.
    pub fn location(&mut self, line: u32, column: u32) -> LocationId {
        let file = FileId::from_u32(0);
        self.program.locations.intern(Location { file, line, column, inlined_at: None })
    }

    /// Declares a function; [`ProgramBuilder::define`] gives it a body.
    pub fn declare(
        &mut self,
        name: &str,
        result: TypeId,
        params: &[(&str, TypeId)],
        linkage: Linkage,
    ) -> FunctionId {
        let params = params
            .iter()
            .map(|(name, ty)| Param {
                ty: *ty,
                name: Some((*name).into()),
                passing: Passing::Direct,
            })
            .collect();
        self.program.functions.push(Function {
            name: name.into(),
            source_name: Some(name.into()),
            result,
            result_extension: None,
            source_result: None,
            params,
            source_params: Vec::new(),
            variadic: false,
            linkage,
            no_return: false,
            library: false,
            location: None,
            body: None,
        })
    }

    /// Starts the body of a declared function.
    pub fn define(&mut self, function: FunctionId) -> FunctionBuilder<'_> {
        let mut body = Body::default();
        for (index, param) in self.program.functions[function].params.iter().enumerate() {
            let variable = body.variables.push(Variable {
                name: param.name.clone().unwrap_or_default(),
                ty: None,
                location: None,
                parameter: Some(index as u32),
            });
            body.values.push(ValueData {
                ty: param.ty,
                definition: Definition::Param(index as u32),
                variable: param.name.as_ref().map(|_| variable).into(),
            });
        }
        FunctionBuilder {
            builder: self,
            function,
            body,
            pending: Vec::new(),
            current: 0,
            location: None,
        }
    }
}

#[derive(Debug, Default)]
struct PendingBlock {
    name: String,
    phis: Vec<Phi>,
    insts: Vec<(Inst, Option<ValueId>, Option<LocationId>)>,
    terminator: Option<(Terminator, Option<LocationId>)>,
}

/// Makes a function's body. Instructions go to the end of the current block.
#[derive(Debug)]
pub struct FunctionBuilder<'p> {
    /// The program the function is part of, for types and constants.
    pub builder: &'p mut ProgramBuilder,
    function: FunctionId,
    /// The body so far, for pools; its blocks and instructions are made at the end.
    pub body: Body,
    pending: Vec<PendingBlock>,
    current: usize,
    location: Option<LocationId>,
}

impl FunctionBuilder<'_> {
    /// A parameter's value.
    pub fn param(&self, index: u32) -> Operand {
        ValueId::from_u32(index).into()
    }

    /// A new block; the first one is the entry. The first one also becomes the current block.
    pub fn block(&mut self, name: &str) -> BlockId {
        self.pending.push(PendingBlock { name: name.into(), ..Default::default() });
        BlockId::new(self.pending.len() - 1)
    }

    /// Makes a block the current one.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block.index();
    }

    /// What follows comes from this place.
    pub fn at(&mut self, line: u32, column: u32) {
        self.location = Some(self.builder.location(line, column));
    }

    /// A new source variable.
    pub fn variable(&mut self, name: &str) -> VariableId {
        self.body.variables.push(Variable {
            name: name.into(),
            ty: None,
            location: self.location,
            parameter: None,
        })
    }

    /// Says which source variable a value belongs to.
    pub fn name(&mut self, value: Operand, variable: VariableId) {
        if let Some(value) = value.value() {
            self.body.values[value].variable = variable.into();
        }
    }

    fn value(&mut self, ty: TypeId, definition: Definition) -> ValueId {
        self.body.values.push(ValueData { ty, definition, variable: None.into() })
    }

    /// A phi of a block, to be completed by [`FunctionBuilder::incoming`].
    pub fn phi(&mut self, block: BlockId, ty: TypeId) -> Operand {
        let number = self.pending[block.index()].phis.len() as u32;
        let result = self.value(ty, Definition::Phi(block, number));
        let location = self.location;
        self.pending[block.index()].phis.push(Phi { result, incoming: Vec::new(), location });
        result.into()
    }

    /// What a phi gets from a predecessor.
    pub fn incoming(&mut self, phi: Operand, block: BlockId, value: Operand) {
        let definition = phi.value().map(|value| self.body.values[value].definition);
        if let Some(Definition::Phi(of, number)) = definition {
            let phi = &mut self.pending[of.index()].phis[number as usize];
            phi.incoming.push(Incoming { block, value });
        }
    }

    /// An instruction with a value.
    pub fn inst(&mut self, inst: Inst, ty: TypeId) -> Operand {
        // The real number of the instruction is known at the end.
        let result = self.value(ty, Definition::Inst(InstId::from_u32(0)));
        self.pending[self.current].insts.push((inst, Some(result), self.location));
        result.into()
    }

    /// An instruction without a value.
    pub fn effect(&mut self, inst: Inst) {
        self.pending[self.current].insts.push((inst, None, self.location));
    }

    /// The type of an operand.
    pub fn type_of(&self, operand: Operand) -> TypeId {
        self.builder.program.operand_type(&self.body, operand)
    }

    /// A binary operation.
    pub fn binary(&mut self, op: BinaryOp, flags: Flags, lhs: Operand, rhs: Operand) -> Operand {
        let ty = self.type_of(lhs);
        self.inst(Inst::Binary { op, flags, lhs, rhs }, ty)
    }

    /// A comparison of scalars.
    pub fn compare(&mut self, predicate: IntPredicate, lhs: Operand, rhs: Operand) -> Operand {
        let bit = self.builder.int(1);
        self.inst(Inst::Compare { predicate, lhs, rhs }, bit)
    }

    /// A conversion.
    pub fn cast(&mut self, op: CastOp, arg: Operand, ty: TypeId) -> Operand {
        self.inst(Inst::Cast { op, flags: Flags::NONE, arg }, ty)
    }

    /// A stack object of one element.
    pub fn alloca(&mut self, element: TypeId) -> Operand {
        let count = self.builder.number(32, 1);
        let align = self.builder.program.types.info(element).align;
        let pointer = self.builder.pointer();
        self.inst(Inst::Alloca { element, count, align }, pointer)
    }

    /// A plain load.
    pub fn load(&mut self, pointer: Operand, ty: TypeId) -> Operand {
        let align = self.builder.program.types.info(ty).align;
        let access = Access { align, volatile: false, atomic: false };
        self.inst(Inst::Load { pointer, access }, ty)
    }

    /// A plain store.
    pub fn store(&mut self, pointer: Operand, value: Operand) {
        let ty = self.type_of(value);
        let align = self.builder.program.types.info(ty).align;
        let access = Access { align, volatile: false, atomic: false };
        self.effect(Inst::Store { pointer, value, access });
    }

    /// A pointer plus a constant and scaled indexes.
    pub fn pointer_add(
        &mut self,
        base: Operand,
        offset: i64,
        indexes: &[(Operand, i64)],
    ) -> Operand {
        let start = self.body.scaled_indexes.len() as u32;
        let scaled =
            indexes.iter().map(|(index, scale)| ScaledIndex { index: *index, scale: *scale });
        self.body.scaled_indexes.extend(scaled);
        let indexes = PoolRange { start, length: indexes.len() as u32 };
        let pointer = self.builder.pointer();
        self.inst(Inst::PointerAdd { base, offset, indexes, flags: Flags::INBOUNDS }, pointer)
    }

    /// A computation of several operands.
    pub fn intrinsic(&mut self, op: Intrinsic, args: &[Operand], ty: TypeId) -> Operand {
        let start = self.body.operands.len() as u32;
        self.body.operands.extend_from_slice(args);
        let args = PoolRange { start, length: args.len() as u32 };
        self.inst(Inst::Intrinsic { op, flags: Flags::NONE, args }, ty)
    }

    /// A call; gives a value unless the result type is void.
    pub fn call(&mut self, callee: Callee, args: &[Operand], result: TypeId) -> Option<Operand> {
        let call = self.body.calls.push(Call {
            callee,
            args: args.to_vec(),
            passing: vec![Passing::Direct; args.len()],
            result,
            fixed_args: None,
            no_return: false,
            returns_twice: false,
        });
        if matches!(self.builder.program.types.get(result), Type::Void) {
            self.effect(Inst::Call(call));
            return None;
        }
        Some(self.inst(Inst::Call(call), result))
    }

    /// Ends the current block.
    pub fn terminate(&mut self, terminator: Terminator) {
        self.pending[self.current].terminator = Some((terminator, self.location));
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, target: BlockId) {
        self.terminate(Terminator::Jump(target));
    }

    /// Ends the current block with a branch.
    pub fn branch(&mut self, condition: Operand, then: BlockId, otherwise: BlockId) {
        self.terminate(Terminator::Branch { condition, then, otherwise });
    }

    /// Ends the current block with a return.
    pub fn ret(&mut self, value: Option<Operand>) {
        self.terminate(Terminator::Return(value));
    }

    /// Numbers the instructions and puts the body into the program. A block without terminator ends unreachably.
    pub fn finish(self) -> FunctionId {
        let FunctionBuilder { builder, function, mut body, pending, .. } = self;
        body.inst_locations = SecondaryMap::new();
        for block in pending {
            let first = InstId::new(body.insts.len());
            for (inst, result, location) in block.insts {
                let id = body.insts.push(InstData { inst, result: result.into() });
                body.inst_locations[id] = location.into();
                if let Some(result) = result {
                    body.values[result].definition = Definition::Inst(id);
                }
            }
            let (terminator, terminator_location) =
                block.terminator.unwrap_or((Terminator::Unreachable, None));
            body.blocks.push(Block {
                name: block.name,
                labels: Vec::new(),
                phis: block.phis,
                first,
                end: InstId::new(body.insts.len()),
                terminator,
                terminator_location,
                loop_hints: None,
            });
        }
        builder.program.functions[function].body = Some(body);
        function
    }
}
