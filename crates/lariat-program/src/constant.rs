//! Constants: operands that are not computed by an instruction.

use cranelift_entity::PrimaryMap;
use lariat_term::BitVec;
use rustc_hash::FxHashMap;

use crate::ids::{BlockId, ConstantId, FunctionId, GlobalId, TypeId};
use crate::inst::{BinaryOp, CastOp, IntPredicate};

/// A constant with its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constant {
    /// The type.
    pub ty: TypeId,
    /// The value.
    pub data: ConstantData,
}

/// What a constant is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantData {
    /// An integer of the type's width.
    Int(BitVec),
    /// A floating-point number: the bits of its register encoding, NaN payloads kept.
    Float(BitVec),
    /// The null pointer.
    Null,
    /// All bytes zero, for vectors, arrays and structs.
    Zero,
    /// Any value, chosen anew at each use.
    Undef,
    /// The result of an operation whose rules were broken.
    Poison,
    /// The elements of a vector, array or struct.
    Aggregate(Vec<ConstantId>),
    /// The elements of an array of bytes.
    Bytes(Vec<u8>),
    /// The address of a global variable plus an offset.
    Global {
        /// The variable.
        global: GlobalId,
        /// Bytes from its start.
        offset: i64,
    },
    /// The address of a function plus an offset (which is 0 in all sane programs).
    Function {
        /// The function.
        function: FunctionId,
        /// Bytes from its start.
        offset: i64,
    },
    /// The address of a block (`&&label`), for computed gotos.
    Block {
        /// The block's function.
        function: FunctionId,
        /// The block.
        block: BlockId,
    },
    /// Something computed from addresses that only the loader knows.
    Expression {
        /// The operation.
        op: ConstantOp,
        /// Its operands.
        args: Vec<ConstantId>,
    },
    /// A constant Lariat does not handle, with the reason. Instructions that use it are unsupported.
    Unsupported(String),
}

/// An operation of a constant expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstantOp {
    /// A binary operation.
    Binary(BinaryOp),
    /// A cast.
    Cast(CastOp),
    /// A comparison.
    Compare(IntPredicate),
    /// `condition ? a : b`.
    Select,
    /// A pointer plus a number of bytes.
    PointerAdd,
}

/// All constants of a program, each stored once.
#[derive(Clone, Default, Debug)]
pub struct ConstantTable {
    constants: PrimaryMap<ConstantId, Constant>,
    known: FxHashMap<Constant, ConstantId>,
}

impl ConstantTable {
    /// The id of a constant.
    pub fn intern(&mut self, constant: Constant) -> ConstantId {
        if let Some(&id) = self.known.get(&constant) {
            return id;
        }
        let id = self.constants.push(constant.clone());
        self.known.insert(constant, id);
        id
    }

    /// The constant of an id.
    pub fn get(&self, id: ConstantId) -> &Constant {
        &self.constants[id]
    }

    /// Whether there is a constant of this id.
    pub fn contains(&self, id: ConstantId) -> bool {
        self.constants.is_valid(id)
    }

    /// All constants in order.
    pub fn iter(&self) -> impl Iterator<Item = (ConstantId, &Constant)> {
        self.constants.iter()
    }
}
