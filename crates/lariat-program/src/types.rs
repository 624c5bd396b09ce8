//! Machine types: what the program model's values are made of, with size and alignment.
//!
//! A front end fills in sizes, alignments and field offsets from the target's data layout, so nobody else computes layout.

use cranelift_entity::PrimaryMap;
pub use lariat_term::FloatFormat;
use rustc_hash::FxHashMap;

use crate::ids::TypeId;

/// A machine type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of so many bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatFormat),
    /// An address; its width is the target's.
    Pointer,
    /// So many elements of a scalar type, handled at once.
    Vector {
        /// Number of elements.
        length: u32,
        /// A scalar type.
        element: TypeId,
    },
    /// So many elements of one type, one after the other.
    Array {
        /// Number of elements.
        length: u64,
        /// Their type.
        element: TypeId,
    },
    /// Fields at given offsets.
    Struct {
        /// The tag, if it has one.
        name: Option<String>,
        /// The fields in order.
        fields: Vec<Field>,
    },
    /// A type Lariat does not handle, with the compiler's spelling; values of it only appear in unsupported instructions.
    Other(String),
}

/// A field of a struct type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Its type.
    pub ty: TypeId,
    /// Bytes from the start of the struct.
    pub offset: u64,
}

/// A type with its layout.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeInfo {
    /// The type.
    pub ty: Type,
    /// Bytes from one element to the next in an array of this type.
    pub alloc_size: u64,
    /// Bytes a store of this type writes; at most `alloc_size`.
    pub store_size: u64,
    /// Alignment in bytes that the ABI asks for.
    pub align: u32,
}

/// All types of a program, each stored once.
#[derive(Clone, Default, Debug)]
pub struct TypeTable {
    types: PrimaryMap<TypeId, TypeInfo>,
    known: FxHashMap<TypeInfo, TypeId>,
}

impl TypeTable {
    /// The id of a type.
    pub fn intern(&mut self, info: TypeInfo) -> TypeId {
        if let Some(&id) = self.known.get(&info) {
            return id;
        }
        let id = self.types.push(info.clone());
        self.known.insert(info, id);
        id
    }

    /// A type and its layout.
    pub fn info(&self, id: TypeId) -> &TypeInfo {
        &self.types[id]
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id].ty
    }

    /// Whether there is a type of this id.
    pub fn contains(&self, id: TypeId) -> bool {
        self.types.is_valid(id)
    }

    /// All types in order.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &TypeInfo)> {
        self.types.iter()
    }

    /// The width of an integer type.
    pub fn int_width(&self, id: TypeId) -> Option<u32> {
        match self.get(id) {
            Type::Int(width) => Some(*width),
            _ => None,
        }
    }
}
