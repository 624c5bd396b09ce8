//! What all states of a run share: the program made ready, its constants as register contents, the memory at the start.

use std::sync::{Arc, OnceLock};

use cranelift_entity::{EntityRef, SecondaryMap};
use lariat_program::lives::Lives;
use lariat_program::{
    BinaryOp, CastOp, Constant, ConstantData, ConstantId, ConstantOp, FunctionId, GlobalId, Inst,
    IntPredicate, Program, Type, TypeId,
};
use lariat_term::{BitVec, Op as TermOp, Sort, TermStore, Value as TermValue, apply};
use rustc_hash::FxHashMap;

use crate::addresses::{Derived, Holds};
use crate::builtins::{self, Builtin};
use crate::code::{CodeTable, scalar_width};
use crate::hooks::Hooks;
use crate::indeterminate::UninitialisedInputs;
use crate::memory::{Handle, Layout, Memory, Region};
use crate::object::{Byte, Bytes, Object, Origin};
use crate::state::State;
use crate::value::Value;

/// A program made ready to run.
pub struct Machine {
    /// The program.
    pub program: Arc<Program>,
    /// The terms of the run.
    pub store: Arc<TermStore>,
    /// Decoded functions.
    pub code: CodeTable,
    /// What plugs in.
    pub hooks: Hooks,
    /// Width of an address.
    pub pointer_bits: u32,
    /// Memory before the first instruction.
    pub initial_memory: Memory,
    /// Inputs of at most so many bytes are a variable for each scalar in them; larger ones are one array variable, which formulas about
    /// all its elements need and questions about single ones do not like. By default there is no limit.
    pub largest_input_in_parts: u64,
    /// Which uninitialised local variables are inputs. By default none is.
    pub uninitialised_inputs: UninitialisedInputs,
    /// Whether the program makes pointers of integers.
    pub(crate) makes_pointers: bool,
    /// Which local variables are another object each time they are declared.
    pub(crate) lives: Lives,
    /// The values that may be numbers made of addresses.
    pub(crate) derived: Derived,
    /// Constants as register contents; undefined values are poison's place holder, see [`Machine::is_undef`].
    constants: Vec<Value>,
    undef: Vec<bool>,
    global_handles: SecondaryMap<GlobalId, Option<Handle>>,
    function_addresses: SecondaryMap<FunctionId, u64>,
    functions_at: FxHashMap<u64, FunctionId>,
    blocks_at: FxHashMap<u64, (FunctionId, lariat_program::BlockId)>,
    labels: FxHashMap<FunctionId, Vec<u64>>,
    builtins: SecondaryMap<FunctionId, Option<Builtin>>,
    /// The state the run started with.
    start: OnceLock<State>,
}

/// Why a program cannot be made ready.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    /// The globals do not fit.
    #[error("the global variables of the program do not fit into its address space")]
    AddressSpace,
}

/// Whether some function of the program's own makes a pointer of an integer.
fn makes_pointers(program: &Program) -> bool {
    let own = program.functions.values().filter(|function| !function.library);
    own.filter_map(|function| function.body.as_ref()).any(|body| {
        let mut insts = body.blocks.values().flat_map(|block| block.insts());
        insts.any(|inst| matches!(body.inst(inst), Inst::Cast { op: CastOp::IntToPtr, .. }))
    })
}

/// Bytes from one label to the next.
const BETWEEN_LABELS: u64 = 16;

/// So many labels have addresses that belong to one object where objects have 4096 of them.
const MOST_NEAR_LABELS: usize = 128;

impl Machine {
    /// Makes a program ready.
    pub fn new(
        program: Arc<Program>,
        store: Arc<TermStore>,
        hooks: Hooks,
    ) -> Result<Machine, MachineError> {
        let pointer_bits = program.target.pointer_bits;
        let derived = Derived::new(&program);
        let watched = |function, block| hooks.watches(function, block);
        let code = CodeTable::new(&program, &derived, &watched);
        let mut machine = Machine {
            derived,
            store,
            code,
            hooks,
            pointer_bits,
            initial_memory: Memory::new(Layout::new(pointer_bits)),
            largest_input_in_parts: u64::MAX,
            uninitialised_inputs: UninitialisedInputs::None,
            makes_pointers: makes_pointers(&program),
            lives: Lives::default(),
            constants: Vec::new(),
            undef: Vec::new(),
            global_handles: SecondaryMap::new(),
            function_addresses: SecondaryMap::new(),
            functions_at: FxHashMap::default(),
            blocks_at: FxHashMap::default(),
            labels: FxHashMap::default(),
            builtins: SecondaryMap::new(),
            start: OnceLock::new(),
            program,
        };
        for (id, function) in &machine.program.functions {
            machine.builtins[id] = builtins::named(&machine.program, function);
        }
        machine.place()?;
        machine.evaluate_constants();
        machine.fill_globals();
        let (constants, undef) = (&machine.constants, &machine.undef);
        machine.code.fill_constants(&|id| (constants[id.index()].clone(), undef[id.index()]));
        Ok(machine)
    }

    /// Whether a variable is another object each time it is declared, because pointers to the one before may be left.
    pub fn is_new_each_time(&self, object: &Object) -> bool {
        match object.origin {
            Origin::Stack(function, variable) => {
                self.lives.may_be_outlasted(&self.program, function, variable)
            }
            _ => false,
        }
    }

    /// The state the run started with, for techniques that try an input from the start; none before the run.
    pub fn start(&self) -> Option<&State> {
        self.start.get()
    }

    /// Remembers the state a run starts with. The first one counts.
    pub(crate) fn set_start(&self, state: &State) {
        self.start.get_or_init(|| state.clone());
    }

    /// The sort of addresses.
    pub fn pointer_sort(&self) -> Sort {
        Sort::BitVec(self.pointer_bits)
    }

    /// A constant as a register content.
    #[inline]
    pub fn constant(&self, constant: ConstantId) -> &Value {
        &self.constants[constant.index()]
    }

    /// Whether a constant is `undef`, or has `undef` inside: an arbitrary value at each use.
    pub fn is_undef(&self, constant: ConstantId) -> bool {
        self.undef[constant.index()]
    }

    /// The object of a global variable.
    pub fn global(&self, global: GlobalId) -> Option<Handle> {
        self.global_handles[global]
    }

    /// A global variable in the initial memory.
    pub(crate) fn global_handle(&self, global: GlobalId) -> Option<Handle> {
        self.global_handles[global]
    }

    /// The address of a function.
    pub fn function_address(&self, function: FunctionId) -> u64 {
        self.function_addresses[function]
    }

    /// What the engine does when this function is called.
    #[inline]
    pub fn builtin(&self, function: FunctionId) -> Option<Builtin> {
        self.builtins[function]
    }

    /// The function at an address.
    pub fn function_at(&self, address: u64) -> Option<FunctionId> {
        self.functions_at.get(&address).copied()
    }

    /// The block at an address, for computed gotos.
    pub fn block_at(&self, address: u64) -> Option<(FunctionId, lariat_program::BlockId)> {
        self.blocks_at.get(&address).copied()
    }

    /// The addresses of a function's labels, as far as the program takes them.
    pub(crate) fn labels(&self, function: FunctionId) -> &[u64] {
        self.labels.get(&function).map_or(&[], Vec::as_slice)
    }

    /// The addresses of the functions whose address the program takes.
    pub(crate) fn callable(&self) -> Vec<u64> {
        let taken = self.program.constants.iter().filter_map(|(_, constant)| match constant.data {
            ConstantData::Function { function, .. } => Some(self.function_addresses[function]),
            _ => None,
        });
        let mut taken: Vec<u64> = taken.filter(|address| *address != 0).collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    /// Gives every global, function and block an address.
    fn place(&mut self) -> Result<(), MachineError> {
        let program = Arc::clone(&self.program);
        let memory = &mut self.initial_memory;
        for (id, global) in &program.globals {
            let weak_and_missing =
                global.initializer.is_none() && global.linkage == lariat_program::Linkage::Weak;
            if weak_and_missing {
                continue;
            }
            let bytes = match &global.initializer {
                Some(_) => Bytes::zero(global.size),
                None => Bytes::uninitialised(global.size),
            };
            let handle = memory
                .allocate(Region::Static, bytes, Origin::Global(id), true)
                .ok_or(MachineError::AddressSpace)?;
            self.global_handles[id] = Some(handle);
        }
        for (id, function) in &program.functions {
            let weak_and_missing =
                function.body.is_none() && function.linkage == lariat_program::Linkage::Weak;
            if weak_and_missing {
                continue;
            }
            let address = Self::place_code(memory, Origin::Function(id))?;
            self.function_addresses[id] = address;
            self.functions_at.insert(address, id);
        }
        for (_, constant) in program.constants.iter() {
            if let ConstantData::Block { function, block } = constant.data {
                // Labels of a function are near to each other: programs keep their differences in small numbers.
                let room = if self.pointer_bits == 32 { MOST_NEAR_LABELS } else { usize::MAX };
                let address = match self.labels.get(&function).map(Vec::as_slice) {
                    Some(labels) if labels.len() % room != 0 => {
                        labels.last().map_or(0, |last| last + BETWEEN_LABELS)
                    }
                    _ => Self::place_code(memory, Origin::Block(function, block))?,
                };
                self.blocks_at.insert(address, (function, block));
                self.labels.entry(function).or_default().push(address);
            }
        }
        Ok(())
    }

    fn place_code(memory: &mut Memory, origin: Origin) -> Result<u64, MachineError> {
        let handle = memory
            .allocate(Region::Static, Bytes::concrete(Vec::new()), origin, false)
            .ok_or(MachineError::AddressSpace)?;
        memory.get(handle).map(|object| object.base).ok_or(MachineError::AddressSpace)
    }

    fn evaluate_constants(&mut self) {
        let program = Arc::clone(&self.program);
        let blocks: FxHashMap<_, _> = self.blocks_at.iter().map(|(a, b)| (*b, *a)).collect();
        // Operands of a constant come before it in no particular order, so each is computed when it is first needed.
        let count = program.constants.iter().count();
        let mut done: Vec<Option<(Value, bool)>> = vec![None; count];
        for (id, _) in program.constants.iter() {
            self.constant_value(&program, &blocks, id, &mut done);
        }
        for entry in done {
            let (value, undef) = entry.unwrap_or((Value::Poison, false));
            self.constants.push(value);
            self.undef.push(undef);
        }
    }

    fn constant_value(
        &self,
        program: &Program,
        blocks: &FxHashMap<(FunctionId, lariat_program::BlockId), u64>,
        id: ConstantId,
        done: &mut Vec<Option<(Value, bool)>>,
    ) -> (Value, bool) {
        if let Some(known) = &done[id.index()] {
            return known.clone();
        }
        let Constant { ty, data } = program.constants.get(id);
        let offset_by = |base: u64, offset: i64| {
            Value::Word(base.wrapping_add(offset as u64) & crate::value::mask(self.pointer_bits))
        };
        let result = match data {
            ConstantData::Int(bits) | ConstantData::Float(bits) => (Value::concrete(bits), false),
            ConstantData::Null => (Value::Word(0), false),
            ConstantData::Zero => (self.zero(*ty), false),
            ConstantData::Undef => (self.zero(*ty), true),
            ConstantData::Poison => (self.poison(*ty), false),
            ConstantData::Bytes(bytes) => {
                let values = bytes.iter().map(|byte| Value::Word(u64::from(*byte))).collect();
                (Value::Many(Arc::new(values)), false)
            }
            ConstantData::Aggregate(parts) => {
                let parts: Vec<(Value, bool)> = parts
                    .iter()
                    .map(|part| self.constant_value(program, blocks, *part, done))
                    .collect();
                let undef = parts.iter().any(|(_, undef)| *undef);
                let values = parts.into_iter().map(|(value, _)| value).collect();
                (Value::Many(Arc::new(values)), undef)
            }
            ConstantData::Global { global, offset } => {
                let base = self.global_handles[*global]
                    .and_then(|handle| self.initial_memory.get(handle))
                    .map_or(0, |object| object.base);
                (offset_by(base, *offset), false)
            }
            ConstantData::Function { function, offset } => {
                (offset_by(self.function_addresses[*function], *offset), false)
            }
            ConstantData::Block { function, block } => {
                (Value::Word(blocks.get(&(*function, *block)).copied().unwrap_or(0)), false)
            }
            ConstantData::Expression { op, args } => {
                let args: Vec<(Value, TypeId)> = args
                    .iter()
                    .map(|arg| {
                        let (value, _) = self.constant_value(program, blocks, *arg, done);
                        (value, program.constants.get(*arg).ty)
                    })
                    .collect();
                (self.constant_expression(*op, *ty, &args).unwrap_or(Value::Poison), false)
            }
            ConstantData::Unsupported(_) => (self.poison(*ty), false),
        };
        done[id.index()] = Some(result.clone());
        result
    }

    fn constant_expression(
        &self,
        op: ConstantOp,
        ty: TypeId,
        args: &[(Value, TypeId)],
    ) -> Option<Value> {
        let bits = |position: usize| -> Option<BitVec> {
            let (value, ty) = args.get(position)?;
            let width = scalar_width(&self.program, *ty)?;
            match value {
                Value::Word(word) => Some(BitVec::new(width, *word)),
                Value::Wide(bits) => Some((**bits).clone()),
                _ => None,
            }
        };
        let width = scalar_width(&self.program, ty)?;
        let resized = |bits: BitVec, sign: bool| {
            if sign {
                BitVec::from_bigint(width, &bits.to_bigint())
            } else {
                BitVec::from_biguint(width, &bits.to_biguint())
            }
        };
        let binary = |op: TermOp| -> Option<TermValue> {
            let (a, b) = (bits(0)?, bits(1)?);
            let sort = match op {
                TermOp::BvUlt | TermOp::BvUle | TermOp::BvSlt | TermOp::BvSle | TermOp::Eq => {
                    Sort::Bool
                }
                _ => Sort::BitVec(a.width()),
            };
            Some(apply(op, sort, &[TermValue::BitVec(a), TermValue::BitVec(b)]))
        };
        let number = |value: TermValue| match value {
            TermValue::BitVec(bits) => Some(Value::concrete(&bits)),
            TermValue::Bool(truth) => Some(Value::Word(u64::from(truth))),
            _ => None,
        };
        let flipped = |value: TermValue| match value {
            TermValue::Bool(truth) => Some(Value::Word(u64::from(!truth))),
            _ => None,
        };
        match op {
            ConstantOp::Cast(CastOp::SExt) => Some(Value::concrete(&resized(bits(0)?, true))),
            ConstantOp::Cast(
                CastOp::Trunc
                | CastOp::ZExt
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::Bitcast
                | CastOp::AddressSpace,
            ) => Some(Value::concrete(&resized(bits(0)?, false))),
            ConstantOp::Cast(_) => None,
            ConstantOp::PointerAdd => {
                let offset = bits(1)?.to_bigint();
                let sum = num_bigint::BigInt::from(bits(0)?.to_biguint()) + offset;
                Some(Value::concrete(&BitVec::from_bigint(width, &sum)))
            }
            ConstantOp::Binary(BinaryOp::Sub) => {
                let difference = bits(0)?.to_bigint() - bits(1)?.to_bigint();
                Some(Value::concrete(&BitVec::from_bigint(width, &difference)))
            }
            ConstantOp::Binary(op) => number(binary(crate::ints::term_op(op)?)?),
            ConstantOp::Compare(predicate) => match predicate {
                IntPredicate::Eq => number(binary(TermOp::Eq)?),
                IntPredicate::Ne => flipped(binary(TermOp::Eq)?),
                IntPredicate::Ult => number(binary(TermOp::BvUlt)?),
                IntPredicate::Ule => number(binary(TermOp::BvUle)?),
                IntPredicate::Uge => flipped(binary(TermOp::BvUlt)?),
                IntPredicate::Ugt => flipped(binary(TermOp::BvUle)?),
                IntPredicate::Slt => number(binary(TermOp::BvSlt)?),
                IntPredicate::Sle => number(binary(TermOp::BvSle)?),
                IntPredicate::Sge => flipped(binary(TermOp::BvSlt)?),
                IntPredicate::Sgt => flipped(binary(TermOp::BvSle)?),
            },
            ConstantOp::Select => {
                let chosen = if bits(0)?.is_zero() { 2 } else { 1 };
                args.get(chosen).map(|(value, _)| value.clone())
            }
        }
    }

    /// A value of all zero bits.
    pub fn zero(&self, ty: TypeId) -> Value {
        self.filled(ty, &|width| Value::concrete(&BitVec::zero(width)))
    }

    /// Poison in every scalar.
    pub fn poison(&self, ty: TypeId) -> Value {
        self.filled(ty, &|_| Value::Poison)
    }

    /// A value of a type whose scalars of a width are all the given.
    pub fn filled(&self, ty: TypeId, scalar: &dyn Fn(u32) -> Value) -> Value {
        if let Some(width) = scalar_width(&self.program, ty) {
            return scalar(width);
        }
        let many = |types: Vec<TypeId>| {
            Value::Many(Arc::new(types.into_iter().map(|ty| self.filled(ty, scalar)).collect()))
        };
        match self.program.types.get(ty) {
            Type::Vector { length, element } => many(vec![*element; *length as usize]),
            Type::Array { length, element } => many(vec![*element; *length as usize]),
            Type::Struct { fields, .. } => many(fields.iter().map(|field| field.ty).collect()),
            _ => Value::Poison,
        }
    }

    /// Writes initial contents, which may hold addresses.
    fn fill_globals(&mut self) {
        let program = Arc::clone(&self.program);
        let index = self.pointer_sort();
        for (id, global) in &program.globals {
            let (Some(handle), Some(initializer)) = (self.global_handles[id], &global.initializer)
            else {
                continue;
            };
            // What the initialiser leaves out at its end is zero, and so is what it leaves open: padding, the rest of a
            // union. The compiler may choose there, and zero is what it puts into the program.
            let mut bytes = Bytes::zero(global.size);
            if initializer.bytes.len() as u64 == global.size {
                bytes = Bytes::concrete(initializer.bytes.clone());
            } else {
                bytes.write_slice(&self.store, index, 0, &initializer.bytes);
            }
            for relocation in &initializer.relocations {
                let word = match self.constant(relocation.value) {
                    Value::Word(word) => *word,
                    _ => continue,
                };
                for position in 0..u64::from(relocation.size) {
                    let number = if position < 8 { (word >> (position * 8)) as u8 } else { 0 };
                    let offset = relocation.offset + position;
                    bytes.set_byte(&self.store, index, offset, Byte::Concrete(number));
                }
            }
            if let Some(object) = self.initial_memory.get_mut(handle) {
                object.bytes = bytes;
                object.writable = !global.constant;
                if !initializer.relocations.is_empty() {
                    object.holds = Holds::Aligned;
                }
            }
        }
    }
}
