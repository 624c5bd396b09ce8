//! Instructions and terminators.
//!
//! An [`Inst`] is small and `Copy`; lists of operands live in pools of the [`Body`](crate::Body). An instruction's result
//! type is its value's type. Operations on vectors work element by element unless they say otherwise.

use std::fmt;

use lariat_term::BitVec;

use crate::ids::{BlockId, CallId, ConstantId, FunctionId, LocationId, TypeId, ValueId};
pub use crate::operation::*;

/// What an instruction works on: a value of the function or a constant of the program, in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operand(u32);

/// An [`Operand`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandKind {
    /// A value of the function.
    Value(ValueId),
    /// A constant of the program.
    Constant(ConstantId),
}

const CONSTANT_BIT: u32 = 1 << 31;

impl Operand {
    /// What it is.
    pub fn kind(self) -> OperandKind {
        if self.0 & CONSTANT_BIT == 0 {
            OperandKind::Value(ValueId::from_u32(self.0))
        } else {
            OperandKind::Constant(ConstantId::from_u32(self.0 & !CONSTANT_BIT))
        }
    }

    /// The value, if it is one.
    pub fn value(self) -> Option<ValueId> {
        match self.kind() {
            OperandKind::Value(value) => Some(value),
            OperandKind::Constant(_) => None,
        }
    }

    /// The constant, if it is one.
    pub fn constant(self) -> Option<ConstantId> {
        match self.kind() {
            OperandKind::Value(_) => None,
            OperandKind::Constant(constant) => Some(constant),
        }
    }
}

impl From<ValueId> for Operand {
    fn from(value: ValueId) -> Operand {
        assert!(value.as_u32() < CONSTANT_BIT, "fewer than 2^31 values in a function");
        Operand(value.as_u32())
    }
}

impl From<ConstantId> for Operand {
    fn from(constant: ConstantId) -> Operand {
        assert!(constant.as_u32() < CONSTANT_BIT, "fewer than 2^31 constants in a program");
        Operand(constant.as_u32() | CONSTANT_BIT)
    }
}

impl fmt::Debug for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            OperandKind::Value(value) => write!(f, "{value}"),
            OperandKind::Constant(constant) => write!(f, "{constant}"),
        }
    }
}

/// A run of entries in one of a body's pools.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PoolRange {
    /// The first entry.
    pub start: u32,
    /// How many.
    pub length: u32,
}

impl PoolRange {
    /// As a range of indexes.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// How a memory access is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// Alignment in bytes that the compiler promises.
    pub align: u32,
    /// Whether the access itself is an effect.
    pub volatile: bool,
    /// Whether the access is atomic.
    pub atomic: bool,
}

/// An index of a pointer computation: `index * scale` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScaledIndex {
    /// A signed integer of any width.
    pub index: Operand,
    /// Bytes per step.
    pub scale: i64,
}

/// A rule of C that no other instruction stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// A promise to the compiler (`__builtin_assume`).
    Promise,
    /// A signed operation on constants does not overflow.
    SignedOverflow,
    /// A constant is not divided by zero.
    DivisionByZero,
    /// A constant is not shifted too far.
    Shift,
    /// The length of a variable length array is not negative.
    ArrayLength,
    /// A variable length array has an element.
    EmptyArray,
    /// A builtin function gets an argument that it is defined for (`__builtin_clz`).
    BuiltinArgument,
    /// A constant floating-point value fits the integer that it is converted to.
    Conversion,
    /// A pointer is aligned as the compiler was promised (`__builtin_assume_aligned`).
    Alignment,
    /// The block is known that a variable lives in. Never so: it marks where it is not.
    Block,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 10] = [
        Rule::Promise,
        Rule::SignedOverflow,
        Rule::DivisionByZero,
        Rule::Shift,
        Rule::ArrayLength,
        Rule::EmptyArray,
        Rule::BuiltinArgument,
        Rule::Conversion,
        Rule::Alignment,
        Rule::Block,
    ];

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Promise => "promise",
            Rule::SignedOverflow => "signed_overflow",
            Rule::DivisionByZero => "division_by_zero",
            Rule::Shift => "shift",
            Rule::ArrayLength => "array_length",
            Rule::EmptyArray => "empty_array",
            Rule::BuiltinArgument => "builtin_argument",
            Rule::Conversion => "conversion",
            Rule::Alignment => "alignment",
            Rule::Block => "block",
        }
    }
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// Arithmetic and bitwise operations.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Promises.
        flags: Flags,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// Comparison of integers or pointers.
    Compare {
        /// Which.
        predicate: IntPredicate,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// Comparison of floats.
    FloatCompare {
        /// Which.
        predicate: FloatPredicate,
        /// Promises.
        flags: Flags,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// Conversion to the result's type.
    Cast {
        /// Which.
        op: CastOp,
        /// Promises.
        flags: Flags,
        /// What is converted.
        arg: Operand,
    },
    /// A computation without memory effects.
    Intrinsic {
        /// Which.
        op: Intrinsic,
        /// Promises.
        flags: Flags,
        /// Operands, in the operand pool.
        args: PoolRange,
    },
    /// `condition ? then : otherwise`.
    Select {
        /// One bit, or a vector of them.
        condition: Operand,
        /// If it is set.
        then: Operand,
        /// If not.
        otherwise: Operand,
    },
    /// The operand, or an arbitrary but fixed value if it is undef or poison.
    Freeze {
        /// The operand.
        arg: Operand,
    },
    /// The content of a local variable that was not initialised: arbitrary, but one value until the instruction runs again.
    Uninitialised,
    /// A new object on the stack, gone when the function returns.
    Alloca {
        /// The element type.
        element: TypeId,
        /// Number of elements.
        count: Operand,
        /// Alignment in bytes.
        align: u32,
    },
    /// Reads memory.
    Load {
        /// Where.
        pointer: Operand,
        /// How.
        access: Access,
    },
    /// Writes memory.
    Store {
        /// Where.
        pointer: Operand,
        /// What.
        value: Operand,
        /// How.
        access: Access,
    },
    /// `base + offset + Σ index·scale`, in bytes.
    PointerAdd {
        /// The pointer started from.
        base: Operand,
        /// Constant bytes.
        offset: i64,
        /// Variable parts, in the scaled-index pool.
        indexes: PoolRange,
        /// Promises.
        flags: Flags,
    },
    /// Copies memory.
    MemoryCopy {
        /// Where to.
        target: Operand,
        /// Where from.
        source: Operand,
        /// How many bytes.
        length: Operand,
        /// Whether the two may overlap (`memmove`).
        may_overlap: bool,
        /// Whether the access itself is an effect.
        volatile: bool,
    },
    /// Fills memory.
    MemorySet {
        /// Where.
        target: Operand,
        /// With which byte.
        value: Operand,
        /// How many bytes.
        length: Operand,
        /// Whether the access itself is an effect.
        volatile: bool,
    },
    /// A stack object comes into scope or leaves it; its content is undefined afterwards.
    Lifetime {
        /// The object.
        pointer: Operand,
        /// Whether it comes or leaves.
        start: bool,
    },
    /// Remembers the stack, for variable-length arrays.
    StackSave,
    /// Frees the stack objects made since.
    StackRestore {
        /// What [`Inst::StackSave`] gave.
        saved: Operand,
    },
    /// Calls a function.
    Call(CallId),
    /// `va_start`.
    VaStart {
        /// Address of the list.
        list: Operand,
    },
    /// `va_end`.
    VaEnd {
        /// Address of the list.
        list: Operand,
    },
    /// `va_copy`.
    VaCopy {
        /// Address of the new list.
        target: Operand,
        /// Address of the old one.
        source: Operand,
    },
    /// `va_arg` of the result's type.
    VaArg {
        /// Address of the list.
        list: Operand,
    },
    /// A part of an aggregate.
    ExtractValue {
        /// The aggregate.
        aggregate: Operand,
        /// The path to the part, in the index pool.
        path: PoolRange,
    },
    /// An aggregate with one part replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// The new part.
        value: Operand,
        /// The path to the part, in the index pool.
        path: PoolRange,
    },
    /// An element of a vector.
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// Which element.
        index: Operand,
    },
    /// A vector with one element replaced.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// The new element.
        value: Operand,
        /// Which element.
        index: Operand,
    },
    /// A vector of elements of two others.
    Shuffle {
        /// The first.
        lhs: Operand,
        /// The second.
        rhs: Operand,
        /// For each element which one of both it is, in the index pool; `u32::MAX` is poison.
        mask: PoolRange,
    },
    /// Reads, computes and writes in one step; the result is the old value.
    AtomicUpdate {
        /// What to compute.
        op: AtomicOp,
        /// Where.
        pointer: Operand,
        /// The operand.
        value: Operand,
        /// How.
        access: Access,
    },
    /// Writes if the old value is the expected one; the result is `{old value, whether written}`.
    CompareExchange {
        /// Where.
        pointer: Operand,
        /// The expected value.
        expected: Operand,
        /// The new value.
        new: Operand,
        /// Alignment in bytes.
        align: u32,
        /// Whether it may fail without cause.
        weak: bool,
    },
    /// Orders memory accesses between threads.
    Fence,
    /// States that a condition holds; the behaviour is undefined if not.
    Assume {
        /// One bit.
        condition: Operand,
        /// What is broken if it does not.
        rule: Rule,
    },
    /// Stops the program (`__builtin_trap`).
    Trap,
    /// Something Lariat cannot execute.
    Unsupported {
        /// Index into the body's list of reasons.
        reason: u32,
        /// The operands it has, in the operand pool.
        args: PoolRange,
    },
}

/// The function a call goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A function of the program, perhaps only declared.
    Direct(FunctionId),
    /// A computed address.
    Indirect(Operand),
}

/// A call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// Where it goes.
    pub callee: Callee,
    /// What it passes.
    pub args: Vec<Operand>,
    /// How each argument is passed.
    pub passing: Vec<Passing>,
    /// The result type; void if there is none.
    pub result: TypeId,
    /// If the call's type is variadic, the number of arguments that are not variable.
    pub fixed_args: Option<u32>,
    /// Whether it never comes back.
    pub no_return: bool,
    /// Whether it may come back twice (`setjmp`).
    pub returns_twice: bool,
}

/// How a parameter or argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Passing {
    /// As it is.
    #[default]
    Direct,
    /// The pointer's target is copied for the callee (`byval`).
    ByValue {
        /// What is copied.
        ty: TypeId,
        /// Alignment of the copy.
        align: u32,
    },
    /// Where the callee puts its result (`sret`).
    Result {
        /// What is put there.
        ty: TypeId,
    },
}

/// What a phi takes from one predecessor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Incoming {
    /// The predecessor.
    pub block: BlockId,
    /// What it brings.
    pub value: Operand,
}

/// A value chosen by the edge a block is entered through. All phis of a block are assigned at once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Phi {
    /// The value.
    pub result: ValueId,
    /// One entry per incoming edge.
    pub incoming: Vec<Incoming>,
    /// Where it comes from.
    pub location: Option<LocationId>,
}

/// A case of a switch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SwitchCase {
    /// The value.
    pub value: BitVec,
    /// Where it goes.
    pub target: BlockId,
}

/// The end of a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Terminator {
    /// Goes on.
    Jump(BlockId),
    /// Goes one of two ways.
    Branch {
        /// One bit.
        condition: Operand,
        /// If it is set.
        then: BlockId,
        /// If not.
        otherwise: BlockId,
    },
    /// Goes one of many ways.
    Switch {
        /// The value decided on.
        value: Operand,
        /// The cases, in source order; their values differ.
        cases: Vec<SwitchCase>,
        /// If none applies.
        default: BlockId,
    },
    /// Goes to a computed block.
    IndirectJump {
        /// The address.
        address: Operand,
        /// Where it can lead; anything else is undefined.
        targets: Vec<BlockId>,
    },
    /// Returns.
    Return(Option<Operand>),
    /// Cannot be reached; the behaviour is undefined if it is.
    Unreachable,
    /// Something Lariat cannot execute.
    Unsupported {
        /// What.
        reason: String,
        /// Where it could lead.
        successors: Vec<BlockId>,
    },
}

impl Terminator {
    /// The blocks control can go to, one entry per edge: a block can appear more than once.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Jump(target) => vec![*target],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.target).chain([*default]).collect()
            }
            Terminator::IndirectJump { targets, .. } => targets.clone(),
            Terminator::Unsupported { successors, .. } => successors.clone(),
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// The operand the terminator decides on or returns.
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Terminator::Branch { condition: operand, .. }
            | Terminator::Switch { value: operand, .. }
            | Terminator::IndirectJump { address: operand, .. } => Some(*operand),
            Terminator::Return(operand) => *operand,
            _ => None,
        }
    }
}

const _: () = assert!(size_of::<Inst>() <= 32, "an instruction fits in half a cache line");
