//! Programs, functions and their bodies.

use cranelift_entity::{PrimaryMap, SecondaryMap, packed_option::PackedOption};
use rustc_hash::FxHashMap;

use crate::constant::ConstantTable;
use crate::ids::*;
use crate::inst::{
    Call, Inst, Operand, OperandKind, Passing, Phi, PoolRange, ScaledIndex, Terminator,
};
use crate::location::{LocationTable, SourceFile};
use crate::source_type::SourceTypeTable;
use crate::types::TypeTable;

/// Which sizes C's integer types have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    Lp64,
}

/// The machine a program is for. All supported ones are little endian.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The compiler's name of it.
    pub triple: String,
    /// The compiler's description of sizes and alignments.
    pub data_layout: String,
    /// Sizes of C's types.
    pub data_model: DataModel,
    /// Width of an address.
    pub pointer_bits: u32,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// A name for reports: the main file's.
    pub name: String,
    /// The machine it is for.
    pub target: Target,
    /// Machine types.
    pub types: TypeTable,
    /// Types as the source wrote them.
    pub source_types: SourceTypeTable,
    /// Constants.
    pub constants: ConstantTable,
    /// Source files.
    pub files: PrimaryMap<FileId, SourceFile>,
    /// Source locations.
    pub locations: LocationTable,
    /// Global variables.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// Functions, declared ones included.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// Functions to be run before `main`, in order.
    pub constructors: Vec<FunctionId>,
    /// Functions to be run after `main`, in order.
    pub destructors: Vec<FunctionId>,
    /// Assembly outside of functions, which Lariat ignores and reports.
    pub module_assembly: String,
    /// Other names of functions and variables.
    pub aliases: Vec<Alias>,
    /// Whether the program's own definitions of error functions (`reach_error` and the like) are run as any other function.
    /// Otherwise their call is what matters, and whatever they do themselves is not looked at.
    pub runs_error_functions: bool,
}

/// Another name for a function or variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// What it stands for: the address of a global or function.
    pub target: ConstantId,
    /// How it is seen from outside.
    pub linkage: Linkage,
}

/// How a symbol is seen from outside its file and what others may do about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Visible everywhere.
    External,
    /// Only in its file (`static`).
    Internal,
    /// Another definition may replace it, or, for a declaration, it may be missing (its address is then null).
    Weak,
    /// One of several equal definitions, or one to be merged (`inline`, tentative definitions).
    Shared,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// The linker's name.
    pub name: String,
    /// The source's name; a `static` local's differs from the linker's.
    pub source_name: Option<String>,
    /// Its type in the source.
    pub source_type: Option<SourceTypeId>,
    /// Its machine type.
    pub ty: TypeId,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Whether writing it is an error.
    pub constant: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// How it is seen from outside.
    pub linkage: Linkage,
    /// What is in it at the start; none if it is only declared.
    pub initializer: Option<Initializer>,
    /// Where it is defined.
    pub location: Option<LocationId>,
}

/// The memory image of a global variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Initializer {
    /// The bytes from the start; zero where a relocation or undefined bytes stand. All bytes after the last one given are
    /// zero: the tail of a very large variable is left out.
    pub bytes: Vec<u8>,
    /// Places that depend on addresses, by ascending offset.
    pub relocations: Vec<Relocation>,
    /// Ranges of bytes that are undefined, by ascending offset.
    pub undefined: Vec<std::ops::Range<u64>>,
}

/// A place in a memory image that the loader fills in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Bytes from the start.
    pub offset: u64,
    /// Number of bytes filled in.
    pub size: u32,
    /// What with.
    pub value: ConstantId,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The linker's name.
    pub name: String,
    /// The source's name.
    pub source_name: Option<String>,
    /// What it returns.
    pub result: TypeId,
    /// Whether the upper bits of a small result are those of its sign, or zero; none where nobody looks at them.
    pub result_extension: Option<Extension>,
    /// What it returns in the source; none if unknown, `void` if nothing.
    pub source_result: Option<SourceTypeId>,
    /// Its parameters as the machine sees them.
    pub params: Vec<Param>,
    /// Its parameters as the source declares them; the machine may pass one in several pieces or through memory.
    pub source_params: Vec<SourceParam>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// How it is seen from outside.
    pub linkage: Linkage,
    /// Whether it never returns.
    pub no_return: bool,
    /// Whether it is a model of a library function that came with Lariat, not code of the user's.
    pub library: bool,
    /// Where it is defined.
    pub location: Option<LocationId>,
    /// What it does; none if it is only declared.
    pub body: Option<Body>,
}

/// How an integer that is smaller than its register fills it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extension {
    /// With its sign (`signext`).
    Sign,
    /// With zeros (`zeroext`).
    Zero,
}

/// A parameter as the machine sees it. In a body, parameter number n is value number n.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its type.
    pub ty: TypeId,
    /// Its name in the source.
    pub name: Option<String>,
    /// How it is passed.
    pub passing: Passing,
}

/// A parameter as the source declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceParam {
    /// Its name; none if it has none.
    pub name: Option<String>,
    /// Its type.
    pub ty: SourceTypeId,
}

/// What a function does.
#[derive(Clone, Default, Debug)]
pub struct Body {
    /// Basic blocks; the first one is the entry.
    pub blocks: PrimaryMap<BlockId, Block>,
    /// Instructions, those of a block one after the other, and every one in exactly one block.
    pub insts: PrimaryMap<InstId, InstData>,
    /// Where instructions come from.
    pub inst_locations: SecondaryMap<InstId, PackedOption<LocationId>>,
    /// Values: parameters first.
    pub values: PrimaryMap<ValueId, ValueData>,
    /// Calls.
    pub calls: PrimaryMap<CallId, Call>,
    /// Lists of operands.
    pub operands: Vec<Operand>,
    /// Lists of scaled indexes.
    pub scaled_indexes: Vec<ScaledIndex>,
    /// Lists of numbers: paths into aggregates, shuffle masks.
    pub indexes: Vec<u32>,
    /// Why something is unsupported.
    pub reasons: Vec<String>,
    /// Local variables and parameters of the source.
    pub variables: PrimaryMap<VariableId, Variable>,
    /// Which value a source variable has from which point on, in program order per block.
    pub bindings: Vec<Binding>,
}

/// An instruction and the value it makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstData {
    /// The instruction.
    pub inst: Inst,
    /// Its result.
    pub result: PackedOption<ValueId>,
}

/// A straight piece of code.
#[derive(Clone, Debug)]
pub struct Block {
    /// The compiler's name for it.
    pub name: String,
    /// Labels of the source that lead here.
    pub labels: Vec<String>,
    /// Values chosen by the edge taken.
    pub phis: Vec<Phi>,
    /// The first instruction.
    pub first: InstId,
    /// The one after the last.
    pub end: InstId,
    /// How it ends.
    pub terminator: Terminator,
    /// Where the end comes from.
    pub terminator_location: Option<LocationId>,
    /// What the source said about the loop whose back edge starts here.
    pub loop_hints: Option<LoopHints>,
}

impl Block {
    /// The block's instructions.
    pub fn insts(&self) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        (self.first.as_u32()..self.end.as_u32()).map(InstId::from_u32)
    }
}

/// What the compiler recorded about a loop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopHints {
    /// Where the loop statement starts.
    pub start: Option<LocationId>,
    /// Where it ends.
    pub end: Option<LocationId>,
    /// Whether the language lets the compiler assume that it ends or does something visible.
    pub must_progress: bool,
    /// Pragmas, by name, with their number if they have one.
    pub properties: Vec<(String, Option<i64>)>,
}

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Parameter number n.
    Param(u32),
    /// Phi number n of a block.
    Phi(BlockId, u32),
    /// An instruction.
    Inst(InstId),
}

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: TypeId,
    /// What defines it.
    pub definition: Definition,
    /// The source variable it is a value of; for an alloca, the variable that lives there.
    pub variable: PackedOption<VariableId>,
}

/// A local variable or parameter of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Option<SourceTypeId>,
    /// Where it is declared.
    pub location: Option<LocationId>,
    /// If it is a parameter, which one.
    pub parameter: Option<u32>,
}

/// What a source variable is from some point on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// This value.
    Value(Operand),
    /// What is in memory at this address.
    Memory(Operand),
    /// A part or a computation of a value, or nothing any more.
    Unknown,
}

/// A source variable gets a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The block.
    pub block: BlockId,
    /// The instruction before which it happens; the block's end for the last point.
    pub before: InstId,
    /// The variable.
    pub variable: VariableId,
    /// What it is from here on.
    pub bound: Bound,
}

impl Body {
    /// The entry block.
    pub fn entry(&self) -> BlockId {
        BlockId::from_u32(0)
    }

    /// A list of operands.
    pub fn operands(&self, range: PoolRange) -> &[Operand] {
        &self.operands[range.range()]
    }

    /// A list of scaled indexes.
    pub fn scaled_indexes(&self, range: PoolRange) -> &[ScaledIndex] {
        &self.scaled_indexes[range.range()]
    }

    /// A list of numbers.
    pub fn indexes(&self, range: PoolRange) -> &[u32] {
        &self.indexes[range.range()]
    }

    /// An instruction.
    pub fn inst(&self, inst: InstId) -> Inst {
        self.insts[inst].inst
    }

    /// An instruction's result.
    pub fn result(&self, inst: InstId) -> Option<ValueId> {
        self.insts[inst].result.expand()
    }

    /// Where an instruction comes from.
    pub fn location(&self, inst: InstId) -> Option<LocationId> {
        self.inst_locations[inst].expand()
    }

    /// The name of the source variable a value belongs to.
    pub fn value_name(&self, value: ValueId) -> Option<&str> {
        self.values[value].variable.expand().map(|v| self.variables[v].name.as_str())
    }

    /// Whether an instruction, a phi or a terminator uses a value.
    pub fn is_used(&self, value: ValueId) -> bool {
        let mut found = false;
        for inst in self.insts.keys() {
            self.for_each_operand(inst, |operand| found |= operand.value() == Some(value));
        }
        let is_it = |operand: Operand| operand.value() == Some(value);
        found
            || self.blocks.values().any(|block| {
                block.terminator.operand().is_some_and(is_it)
                    || block.phis.iter().flat_map(|phi| &phi.incoming).any(|from| is_it(from.value))
            })
    }

    /// Calls `visit` for every operand of an instruction.
    pub fn for_each_operand(&self, inst: InstId, mut visit: impl FnMut(Operand)) {
        match self.inst(inst) {
            Inst::Binary { lhs, rhs, .. }
            | Inst::Compare { lhs, rhs, .. }
            | Inst::FloatCompare { lhs, rhs, .. }
            | Inst::Shuffle { lhs, rhs, .. } => [lhs, rhs].into_iter().for_each(visit),
            Inst::Cast { arg, .. } | Inst::Freeze { arg } => visit(arg),
            Inst::Intrinsic { args, .. } | Inst::Unsupported { args, .. } => {
                self.operands(args).iter().copied().for_each(visit);
            }
            Inst::Select { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(visit)
            }
            Inst::Alloca { count, .. } => visit(count),
            Inst::Load { pointer, .. } | Inst::Lifetime { pointer, .. } => visit(pointer),
            Inst::Store { pointer, value, .. } | Inst::AtomicUpdate { pointer, value, .. } => {
                [pointer, value].into_iter().for_each(visit)
            }
            Inst::PointerAdd { base, indexes, .. } => {
                visit(base);
                self.scaled_indexes(indexes).iter().for_each(|scaled| visit(scaled.index));
            }
            Inst::MemoryCopy { target, source, length, .. } => {
                [target, source, length].into_iter().for_each(visit)
            }
            Inst::MemorySet { target, value, length, .. } => {
                [target, value, length].into_iter().for_each(visit)
            }
            Inst::StackRestore { saved } => visit(saved),
            Inst::Call(call) => {
                let call = &self.calls[call];
                if let crate::inst::Callee::Indirect(callee) = call.callee {
                    visit(callee);
                }
                call.args.iter().copied().for_each(visit);
            }
            Inst::VaStart { list } | Inst::VaEnd { list } | Inst::VaArg { list } => visit(list),
            Inst::VaCopy { target, source } => [target, source].into_iter().for_each(visit),
            Inst::ExtractValue { aggregate, .. } => visit(aggregate),
            Inst::InsertValue { aggregate, value, .. } => {
                [aggregate, value].into_iter().for_each(visit)
            }
            Inst::ExtractElement { vector, index } => [vector, index].into_iter().for_each(visit),
            Inst::InsertElement { vector, value, index } => {
                [vector, value, index].into_iter().for_each(visit)
            }
            Inst::CompareExchange { pointer, expected, new, .. } => {
                [pointer, expected, new].into_iter().for_each(visit)
            }
            Inst::Assume { condition, .. } => visit(condition),
            Inst::Uninitialised | Inst::StackSave | Inst::Fence | Inst::Trap => {}
        }
    }
}

impl Program {
    /// The function of this linker name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    /// The global variable of this linker name.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }

    /// All functions by linker name.
    pub fn functions_by_name(&self) -> FxHashMap<&str, FunctionId> {
        self.functions.iter().map(|(id, function)| (function.name.as_str(), id)).collect()
    }

    /// The type of an operand of a function's body.
    pub fn operand_type(&self, body: &Body, operand: Operand) -> TypeId {
        match operand.kind() {
            OperandKind::Value(value) => body.values[value].ty,
            OperandKind::Constant(constant) => self.constants.get(constant).ty,
        }
    }
}
