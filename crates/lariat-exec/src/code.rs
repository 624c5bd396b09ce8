//! Functions made ready to run.
//!
//! The program model is decoded once into operations with everything the interpreter would otherwise look up at each step:
//! widths, sizes, the moves of each edge. Scalar operations of at most 64 bits, which are nearly all, get operations of their own;
//! the rest is [`Op::General`], which the interpreter takes from the program model.

use cranelift_entity::PrimaryMap;
use lariat_program::{
    BinaryOp, BlockId, Body, CallId, CastOp, ConstantData, ConstantId, Flags, FunctionId, Inst,
    InstId, IntPredicate, Operand, OperandKind, Program, Terminator, Type, TypeId, ValueId,
};
use lariat_term::{BitVec, FloatFormat};
use rustc_hash::FxHashMap;

use crate::addresses::{Derived, lost_in};
use crate::conditions::Conditions;
use crate::coverage::distinct_successors;
use crate::value::Value;

/// What an operation works on: a register of the frame or, numbered after the registers, a constant of the function. So the check
/// that a register is there is also the question whether it is a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot(pub u32);

/// An integer operation on two operands of at most 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Binary {
    /// Of how many bits.
    pub width: u8,
    /// Promises.
    pub flags: Flags,
    /// Result.
    pub target: ValueId,
    /// Left operand.
    pub lhs: Slot,
    /// Right operand.
    pub rhs: Slot,
}

/// A comparison of integers or pointers of at most 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// Of how many bits.
    pub width: u8,
    /// Result.
    pub target: ValueId,
    /// Left operand.
    pub lhs: Slot,
    /// Right operand.
    pub rhs: Slot,
}

/// How a load can read an address that is in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// As a pointer, or where it is watched from here on.
    Pointer,
    /// As an integer of the same size.
    Number,
    /// In pieces.
    Part,
}

/// An operation. `width`s are in bits and at most 64.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Sum.
    Add(Binary),
    /// Difference.
    Sub(Binary),
    /// Product.
    Mul(Binary),
    /// Unsigned quotient.
    UDiv(Binary),
    /// Signed quotient.
    SDiv(Binary),
    /// Unsigned remainder.
    URem(Binary),
    /// Signed remainder.
    SRem(Binary),
    /// Shift left.
    Shl(Binary),
    /// Logical shift right.
    LShr(Binary),
    /// Arithmetic shift right.
    AShr(Binary),
    /// Bitwise and.
    And(Binary),
    /// Bitwise or.
    Or(Binary),
    /// Bitwise exclusive or.
    Xor(Binary),
    /// Equality.
    Equal(Comparison),
    /// Inequality.
    NotEqual(Comparison),
    /// Unsigned less; the greater ones are this with their operands exchanged.
    Below(Comparison),
    /// Unsigned less or equal.
    BelowOrEqual(Comparison),
    /// Signed less.
    Less(Comparison),
    /// Signed less or equal.
    LessOrEqual(Comparison),
    /// Integer conversion.
    Convert {
        /// Truncation, zero or sign extension; anything else that keeps the bits is a truncation of equal width.
        op: CastOp,
        /// From how many bits.
        from: u8,
        /// To how many bits.
        to: u8,
        /// Result.
        target: ValueId,
        /// What is converted.
        arg: Slot,
    },
    /// `condition ? then : otherwise` with a scalar condition.
    Select {
        /// Result.
        target: ValueId,
        /// One bit.
        condition: Slot,
        /// If it is set.
        then: Slot,
        /// If not.
        otherwise: Slot,
        /// The [condition](crate::conditions) of the source that it is.
        number: Option<u32>,
    },
    /// An integer operation on a number that may be [made of an address](crate::addresses).
    AddressBinary(BinaryOp, Binary),
    /// A comparison of pointers, or of numbers that may be made of addresses.
    AddressCompare(IntPredicate, Comparison),
    /// Constants that the linker computes of addresses are used from here on; the instruction uses one.
    AddressConstants,
    /// A load of a scalar.
    Load {
        /// Result.
        target: ValueId,
        /// Address.
        pointer: Slot,
        /// Bytes in memory, 1 to 8.
        bytes: u8,
        /// Bits in the register.
        width: u8,
        /// How it can read an address.
        reads: Reads,
    },
    /// A store of a scalar.
    Store {
        /// Address.
        pointer: Slot,
        /// What.
        value: Slot,
        /// Bytes in memory, 1 to 8.
        bytes: u8,
        /// Bits in the register.
        width: u8,
    },
    /// `base + offset + index·scale`.
    PointerAdd {
        /// Result.
        target: ValueId,
        /// Pointer.
        base: Slot,
        /// The index; the base again, and a scale of 0, if there is none.
        index: Slot,
        /// Bits of the index.
        index_width: u8,
        /// Bytes per step.
        scale: i32,
        /// Constant bytes.
        offset: i32,
    },
    /// A call.
    Call(CallId),
    /// Any other instruction.
    General(InstId),
    /// Goes on.
    Jump(EdgeId),
    /// Goes one of two ways.
    Branch {
        /// One bit.
        condition: Slot,
        /// If it is set.
        then: EdgeId,
        /// If not.
        otherwise: EdgeId,
    },
    /// Goes one of many ways; the cases are the block's terminator's.
    Switch(BlockId),
    /// Goes to a computed block.
    IndirectJump(BlockId),
    /// Returns.
    Return(Option<Operand>),
    /// Undefined behaviour.
    Unreachable,
    /// A terminator Lariat cannot execute.
    Unsupported(BlockId),
}

impl Op {
    /// As an integer operation on two operands, if it is one.
    pub fn binary(&self) -> Option<(BinaryOp, Binary)> {
        Some(match *self {
            Op::Add(binary) => (BinaryOp::Add, binary),
            Op::Sub(binary) => (BinaryOp::Sub, binary),
            Op::Mul(binary) => (BinaryOp::Mul, binary),
            Op::UDiv(binary) => (BinaryOp::UDiv, binary),
            Op::SDiv(binary) => (BinaryOp::SDiv, binary),
            Op::URem(binary) => (BinaryOp::URem, binary),
            Op::SRem(binary) => (BinaryOp::SRem, binary),
            Op::Shl(binary) => (BinaryOp::Shl, binary),
            Op::LShr(binary) => (BinaryOp::LShr, binary),
            Op::AShr(binary) => (BinaryOp::AShr, binary),
            Op::And(binary) => (BinaryOp::And, binary),
            Op::Or(binary) => (BinaryOp::Or, binary),
            Op::Xor(binary) => (BinaryOp::Xor, binary),
            Op::AddressBinary(op, binary) => (op, binary),
            _ => return None,
        })
    }

    /// As a comparison, if it is one.
    pub fn comparison(&self) -> Option<(IntPredicate, Comparison)> {
        Some(match *self {
            Op::Equal(comparison) => (IntPredicate::Eq, comparison),
            Op::NotEqual(comparison) => (IntPredicate::Ne, comparison),
            Op::Below(comparison) => (IntPredicate::Ult, comparison),
            Op::BelowOrEqual(comparison) => (IntPredicate::Ule, comparison),
            Op::Less(comparison) => (IntPredicate::Slt, comparison),
            Op::LessOrEqual(comparison) => (IntPredicate::Sle, comparison),
            Op::AddressCompare(predicate, comparison) => (predicate, comparison),
            _ => return None,
        })
    }

    fn from_binary(op: BinaryOp, binary: Binary) -> Option<Op> {
        Some(match op {
            BinaryOp::Add => Op::Add(binary),
            BinaryOp::Sub => Op::Sub(binary),
            BinaryOp::Mul => Op::Mul(binary),
            BinaryOp::UDiv => Op::UDiv(binary),
            BinaryOp::SDiv => Op::SDiv(binary),
            BinaryOp::URem => Op::URem(binary),
            BinaryOp::SRem => Op::SRem(binary),
            BinaryOp::Shl => Op::Shl(binary),
            BinaryOp::LShr => Op::LShr(binary),
            BinaryOp::AShr => Op::AShr(binary),
            BinaryOp::And => Op::And(binary),
            BinaryOp::Or => Op::Or(binary),
            BinaryOp::Xor => Op::Xor(binary),
            _ => return None,
        })
    }

    fn from_comparison(predicate: IntPredicate, comparison: Comparison) -> Op {
        let exchanged = Comparison { lhs: comparison.rhs, rhs: comparison.lhs, ..comparison };
        match predicate {
            IntPredicate::Eq => Op::Equal(comparison),
            IntPredicate::Ne => Op::NotEqual(comparison),
            IntPredicate::Ult => Op::Below(comparison),
            IntPredicate::Ule => Op::BelowOrEqual(comparison),
            IntPredicate::Ugt => Op::Below(exchanged),
            IntPredicate::Uge => Op::BelowOrEqual(exchanged),
            IntPredicate::Slt => Op::Less(comparison),
            IntPredicate::Sle => Op::LessOrEqual(comparison),
            IntPredicate::Sgt => Op::Less(exchanged),
            IntPredicate::Sge => Op::LessOrEqual(exchanged),
        }
    }
}

/// An edge of the control flow of one function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EdgeId(pub u32);

/// An edge made ready.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it comes from.
    pub from: BlockId,
    /// Where it leads.
    pub to: BlockId,
    /// The first operation there.
    pub pc: u32,
    /// What the target's phis become, all at once.
    pub moves: Vec<(ValueId, Slot)>,
    /// Of them those that are [conditions](crate::conditions) of the source, and which.
    pub conditions: Vec<(Slot, u32)>,
    /// Whether a move reads what an earlier one wrote.
    pub overlapping: bool,
    /// Whether a move takes an `undef`, which must be chosen each time.
    pub takes_undef: bool,
    /// Its number among the edges of the function, see [`Coverage`](crate::coverage::Coverage).
    pub number: u32,
    /// Number of instructions in the target block, phis and terminator included.
    pub steps: u32,
    /// Whether somebody wants to know when the target is entered.
    pub watched: Watched,
}

/// Whether somebody wants to know when a block is entered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Watched {
    /// Nobody.
    Never,
    /// Somebody, if there is [news](crate::State::has_news).
    WithNews,
    /// Somebody, always.
    Always,
}

/// A function made ready.
#[derive(Clone, Debug)]
pub struct Code {
    /// The operations of all blocks.
    pub ops: Vec<Op>,
    /// For each operation the instruction it comes from; none for terminators.
    pub insts: Vec<Option<InstId>>,
    /// For each operation its block.
    pub blocks: Vec<BlockId>,
    /// The first operation of each block.
    pub starts: PrimaryMap<BlockId, u32>,
    /// Edges; those of a block in the order of its terminator's successors.
    pub edges: Vec<Edge>,
    /// The first edge of each block.
    pub first_edge: PrimaryMap<BlockId, EdgeId>,
    /// The [condition](crate::conditions) of each block's first case, if its cases count one by one.
    pub first_case: PrimaryMap<BlockId, Option<u32>>,
    /// Number of registers.
    pub registers: usize,
    /// The constants its operations use.
    pub constants: Vec<ConstantId>,
    /// Their contents. An `undef`, which is another value at each use, is poison here, so that nobody takes it for a number.
    pub constant_values: Vec<Value>,
    /// Number of instructions of the entry block.
    pub entry_steps: u32,
    /// Whether somebody wants to know when the function is called.
    pub entry_watched: Watched,
}

impl Code {
    /// A slot as an operand of the program.
    pub fn operand(&self, slot: Slot) -> Operand {
        match (slot.0 as usize).checked_sub(self.registers) {
            Some(constant) => self.constants[constant].into(),
            None => ValueId::from_u32(slot.0).into(),
        }
    }

    /// An edge.
    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.0 as usize]
    }

    /// Edge number `successor` of a block.
    pub fn edge_of(&self, block: BlockId, successor: usize) -> EdgeId {
        EdgeId(self.first_edge[block].0 + successor as u32)
    }
}

/// The register width of a scalar type, if it is one: integers, pointers and floats.
pub fn scalar_width(program: &Program, ty: TypeId) -> Option<u32> {
    match program.types.get(ty) {
        Type::Int(width) => Some(*width),
        Type::Pointer => Some(program.target.pointer_bits),
        Type::Float(format) => Some(format.bits()),
        _ => None,
    }
}

/// The format of a floating-point type.
pub(crate) fn float_format(program: &Program, ty: TypeId) -> Option<FloatFormat> {
    match program.types.get(ty) {
        Type::Float(format) => Some(*format),
        _ => None,
    }
}

/// All functions with a body, made ready.
#[derive(Debug)]
pub struct CodeTable {
    codes: PrimaryMap<FunctionId, Option<Code>>,
}

impl CodeTable {
    /// Decodes a program. `watched` says which blocks somebody wants to know about.
    pub(crate) fn new(
        program: &Program,
        derived: &Derived,
        watched: &dyn Fn(FunctionId, BlockId) -> Watched,
    ) -> CodeTable {
        let codes = program
            .functions
            .iter()
            .map(|(id, function)| {
                function.body.as_ref().map(|body| {
                    let conditions = Conditions::new(program, function);
                    let whose = (id, function.library);
                    let decoder = Decoder::new(program, derived, whose, body, conditions);
                    decoder.decode(&|block| watched(id, block))
                })
            })
            .collect();
        CodeTable { codes }
    }

    /// Puts the contents of constants in place: content, and whether it is `undef`.
    pub fn fill_constants(&mut self, content: &dyn Fn(ConstantId) -> (Value, bool)) {
        for code in self.codes.values_mut().flatten() {
            let contents: Vec<(Value, bool)> =
                code.constants.iter().map(|constant| content(*constant)).collect();
            let first = code.registers;
            for edge in &mut code.edges {
                edge.takes_undef = edge.moves.iter().any(|(_, source)| {
                    (source.0 as usize).checked_sub(first).is_some_and(|number| contents[number].1)
                });
            }
            let plain = |(value, undef)| if undef { Value::Poison } else { value };
            code.constant_values = contents.into_iter().map(plain).collect();
        }
    }

    /// A function's code; none if it is only declared.
    pub fn get(&self, function: FunctionId) -> Option<&Code> {
        self.codes[function].as_ref()
    }
}

struct Decoder<'a> {
    program: &'a Program,
    derived: &'a Derived,
    function: FunctionId,
    is_library: bool,
    body: &'a Body,
    constants: Vec<ConstantId>,
    known: FxHashMap<ConstantId, Slot>,
    conditions: Conditions,
}

impl<'a> Decoder<'a> {
    fn new(
        program: &'a Program,
        derived: &'a Derived,
        (function, is_library): (FunctionId, bool),
        body: &'a Body,
        conditions: Conditions,
    ) -> Decoder<'a> {
        let (known, constants) = (FxHashMap::default(), Vec::new());
        Decoder { program, derived, function, is_library, body, constants, known, conditions }
    }

    /// Whether an operand may be a number made of an address.
    fn is_derived(&self, operand: Operand) -> bool {
        self.derived.is_derived(self.program, self.function, operand)
    }

    /// Whether the numbers that two compared operands are may be addresses of which C does not say how they compare.
    fn compares_addresses(&self, lhs: Operand, rhs: Operand) -> bool {
        let ty = self.program.operand_type(self.body, lhs);
        if *self.program.types.get(ty) != Type::Pointer {
            return self.is_derived(lhs) || self.is_derived(rhs);
        }
        let is_null = |operand: Operand| {
            operand.constant().is_some_and(|constant| {
                self.program.constants.get(constant).data == ConstantData::Null
            })
        };
        !self.is_library && !is_null(lhs) && !is_null(rhs)
    }

    /// An instruction of a block that uses a constant computed of addresses; the block's first if a phi behind it does.
    fn lost_address(&self, block: BlockId) -> Option<InstId> {
        let is_lost = |operand: Operand| {
            operand.constant().is_some_and(|constant| !lost_in(self.program, constant).is_empty())
        };
        let data = &self.body.blocks[block];
        let uses = |inst: &InstId| {
            let mut found = false;
            self.body.for_each_operand(*inst, |operand| found |= is_lost(operand));
            found
        };
        let behind = |successor: BlockId| {
            let phis = &self.body.blocks[successor].phis;
            let mut incoming = phis.iter().flat_map(|phi| &phi.incoming);
            incoming.any(|from| from.block == block && is_lost(from.value))
        };
        data.insts().find(uses).or_else(|| {
            let last = data.terminator.operand().is_some_and(is_lost);
            let is_behind = data.terminator.successors().into_iter().any(behind);
            (last || is_behind).then(|| data.insts().last()).flatten()
        })
    }

    /// Where an operand is found at run time.
    fn slot(&mut self, operand: Operand) -> Slot {
        match operand.kind() {
            OperandKind::Value(value) => Slot(value.as_u32()),
            OperandKind::Constant(constant) => {
                let next = Slot((self.body.values.len() + self.constants.len()) as u32);
                let constants = &mut self.constants;
                *self.known.entry(constant).or_insert_with(|| {
                    constants.push(constant);
                    next
                })
            }
        }
    }

    fn decode(mut self, watched: &dyn Fn(BlockId) -> Watched) -> Code {
        let body = self.body;
        let mut code = Code {
            ops: Vec::with_capacity(body.insts.len() + body.blocks.len()),
            insts: Vec::new(),
            blocks: Vec::new(),
            starts: PrimaryMap::new(),
            edges: Vec::new(),
            first_edge: PrimaryMap::new(),
            first_case: PrimaryMap::new(),
            registers: body.values.len(),
            constants: Vec::new(),
            constant_values: Vec::new(),
            entry_steps: 0,
            entry_watched: watched(body.entry()),
        };
        let steps = |block: BlockId| {
            let block = &body.blocks[block];
            (block.phis.len() + block.insts().count() + 1) as u32
        };
        let mut numbered = 0;
        let has_lost =
            (self.program.constants.iter()).any(|(id, _)| !lost_in(self.program, id).is_empty());
        for (id, block) in &body.blocks {
            code.starts.push(code.ops.len() as u32);
            if has_lost && let Some(inst) = self.lost_address(id) {
                code.ops.push(Op::AddressConstants);
                code.insts.push(Some(inst));
                code.blocks.push(id);
            }
            for inst in block.insts() {
                let op = self.scalar_op(inst).unwrap_or(Op::General(inst));
                code.ops.push(op);
                code.insts.push(Some(inst));
                code.blocks.push(id);
            }
            let first = code.edges.len() as u32;
            code.first_edge.push(EdgeId(first));
            code.first_case.push(self.conditions.of_cases(id));
            let distinct = distinct_successors(&block.terminator);
            for to in block.terminator.successors() {
                let place = distinct.iter().position(|known| *known == to).unwrap_or(0);
                let number = numbered + place as u32;
                let edge = self.edge(id, to, steps(to), watched(to));
                code.edges.push(Edge { number, ..edge });
            }
            numbered += distinct.len() as u32;
            let terminator = self.terminator(&block.terminator, id, first);
            code.ops.push(terminator);
            code.insts.push(None);
            code.blocks.push(id);
        }
        for edge in &mut code.edges {
            edge.pc = code.starts[edge.to];
        }
        code.entry_steps = steps(body.entry());
        code.constants = self.constants;
        code
    }

    fn edge(&mut self, from: BlockId, to: BlockId, steps: u32, watched: Watched) -> Edge {
        let moves: Vec<(ValueId, Slot)> = self.body.blocks[to]
            .phis
            .iter()
            .filter_map(|phi| {
                let incoming = phi.incoming.iter().find(|incoming| incoming.block == from)?;
                Some((phi.result, self.slot(incoming.value)))
            })
            .collect();
        let overlapping = moves.iter().enumerate().any(|(position, (_, source))| {
            moves[..position].iter().any(|(target, _)| source.0 == target.as_u32())
        });
        let condition = |(phi, source): &(ValueId, Slot)| {
            Some((*source, self.conditions.of_input(*phi, from)?))
        };
        let conditions = moves.iter().filter_map(condition).collect();
        Edge {
            from,
            to,
            pc: 0,
            moves,
            conditions,
            overlapping,
            takes_undef: false,
            number: 0,
            steps,
            watched,
        }
    }

    fn width(&self, operand: Operand) -> Option<u8> {
        let ty = self.program.operand_type(self.body, operand);
        scalar_width(self.program, ty).filter(|width| *width <= 64).map(|width| width as u8)
    }

    /// The operation of its own for a scalar instruction; `None` if there is none.
    fn scalar_op(&mut self, id: InstId) -> Option<Op> {
        let result = self.body.result(id);
        match self.body.inst(id) {
            Inst::Binary { op, flags, lhs, rhs } if (op as usize) < BinaryOp::FAdd as usize => {
                let (width, target) = (self.width(lhs)?, result?);
                let is_derived = self.is_derived(lhs) || self.is_derived(rhs);
                let (lhs, rhs) = (self.slot(lhs), self.slot(rhs));
                let binary = Binary { width, flags, target, lhs, rhs };
                match is_derived {
                    true => Some(Op::AddressBinary(op, binary)),
                    false => Op::from_binary(op, binary),
                }
            }
            Inst::Compare { predicate, lhs, rhs } => {
                let (width, target) = (self.width(lhs)?, result?);
                let compares_addresses = self.compares_addresses(lhs, rhs);
                let (lhs, rhs) = (self.slot(lhs), self.slot(rhs));
                let comparison = Comparison { width, target, lhs, rhs };
                Some(match compares_addresses {
                    true => Op::AddressCompare(predicate, comparison),
                    false => Op::from_comparison(predicate, comparison),
                })
            }
            Inst::Cast { op, arg, flags } => {
                let from = self.width(arg)?;
                let target = result?;
                let to = scalar_width(self.program, self.body.values[target].ty)
                    .filter(|width| *width <= 64)? as u8;
                let is_derived = op == CastOp::PtrToInt || self.is_derived(arg);
                if to != from && op != CastOp::IntToPtr && is_derived {
                    return None;
                }
                let op = match op {
                    CastOp::SExt => op,
                    // Promises are looked at with more care.
                    CastOp::Trunc | CastOp::ZExt if flags == Flags::NONE => op,
                    CastOp::PtrToInt | CastOp::IntToPtr if to > from => CastOp::ZExt,
                    CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddressSpace => CastOp::Trunc,
                    CastOp::Bitcast if from == to => CastOp::Trunc,
                    _ => return None,
                };
                Some(Op::Convert { op, from, to, target, arg: self.slot(arg) })
            }
            Inst::Select { condition, then, otherwise } => {
                self.width(condition)?;
                Some(Op::Select {
                    target: result?,
                    condition: self.slot(condition),
                    then: self.slot(then),
                    otherwise: self.slot(otherwise),
                    number: self.conditions.of_select(id),
                })
            }
            Inst::Load { pointer, access } if !access.volatile => {
                let target = result?;
                let ty = self.body.values[target].ty;
                let width = scalar_width(self.program, ty).filter(|width| *width <= 64)? as u8;
                let bytes = self.program.types.info(ty).store_size as u8;
                let reads = match self.program.types.get(ty) {
                    Type::Int(bits) if *bits == self.program.target.pointer_bits => {
                        match self.is_derived(target.into()) {
                            true => Reads::Pointer,
                            false => Reads::Number,
                        }
                    }
                    Type::Int(_) => Reads::Part,
                    _ => Reads::Pointer,
                };
                Some(Op::Load { target, pointer: self.slot(pointer), bytes, width, reads })
            }
            Inst::Store { pointer, value, .. } => {
                let width = self.width(value)?;
                let ty = self.program.operand_type(self.body, value);
                let bytes = self.program.types.info(ty).store_size as u8;
                let (pointer, value) = (self.slot(pointer), self.slot(value));
                Some(Op::Store { pointer, value, bytes, width })
            }
            Inst::PointerAdd { base, offset, indexes, .. } => {
                let offset = i32::try_from(offset).ok()?;
                let target = result?;
                let body = self.body;
                match body.scaled_indexes(indexes) {
                    [] => Some(Op::PointerAdd {
                        target,
                        base: self.slot(base),
                        index: self.slot(base),
                        index_width: 64,
                        scale: 0,
                        offset,
                    }),
                    [one] => Some(Op::PointerAdd {
                        target,
                        base: self.slot(base),
                        index_width: self.width(one.index)?,
                        index: self.slot(one.index),
                        scale: i32::try_from(one.scale).ok().filter(|scale| *scale != 0)?,
                        offset,
                    }),
                    _ => None,
                }
            }
            Inst::Call(call) => Some(Op::Call(call)),
            _ => None,
        }
    }

    fn terminator(&mut self, terminator: &Terminator, block: BlockId, first: u32) -> Op {
        match terminator {
            Terminator::Jump(_) => Op::Jump(EdgeId(first)),
            Terminator::Branch { condition, .. } => Op::Branch {
                condition: self.slot(*condition),
                then: EdgeId(first),
                otherwise: EdgeId(first + 1),
            },
            Terminator::Switch { .. } => Op::Switch(block),
            Terminator::IndirectJump { .. } => Op::IndirectJump(block),
            Terminator::Return(value) => Op::Return(*value),
            Terminator::Unreachable => Op::Unreachable,
            Terminator::Unsupported { .. } => Op::Unsupported(block),
        }
    }
}

/// The bits of a switch case as a word, for scalars of at most 64 bits.
pub(crate) fn case_word(value: &BitVec) -> Option<u64> {
    value.to_u64().filter(|_| value.width() <= 64)
}
