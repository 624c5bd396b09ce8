//! Types as the source wrote them, from debug information: what a parameter is called, what a `struct` has inside, which
//! pointers point to `char`.

use cranelift_entity::PrimaryMap;

use crate::ids::SourceTypeId;

/// How a basic type is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SourceEncoding {
    /// `_Bool`.
    Bool,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// `char`, where it is signed.
    SignedChar,
    /// `char` or `unsigned char`, where it is unsigned.
    UnsignedChar,
    /// `float`, `double`, `long double`.
    Float,
    /// `_Complex` numbers.
    ComplexFloat,
    /// Anything else.
    Other,
}

/// A type as the source wrote it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SourceType {
    /// `void`.
    Void,
    /// `int`, `unsigned char`, `double`, …
    Basic {
        /// The source's spelling.
        name: String,
        /// Size in bits.
        bits: u64,
        /// What the bits mean.
        encoding: SourceEncoding,
    },
    /// A pointer.
    Pointer(SourceTypeId),
    /// An array; the outermost dimension first, `None` for an unknown one (`[]` or variable length).
    Array {
        /// The element type.
        element: SourceTypeId,
        /// The dimensions.
        dimensions: Vec<Option<u64>>,
    },
    /// A `struct`.
    Struct {
        /// The tag.
        name: Option<String>,
        /// Size in bytes; 0 if only declared.
        size: u64,
        /// The members in order; empty if only declared.
        members: Vec<Member>,
    },
    /// A `union`.
    Union {
        /// The tag.
        name: Option<String>,
        /// Size in bytes.
        size: u64,
        /// The members in order.
        members: Vec<Member>,
    },
    /// An `enum`.
    Enum {
        /// The tag.
        name: Option<String>,
        /// Size in bits.
        bits: u64,
        /// The enumerators in order.
        enumerators: Vec<Enumerator>,
    },
    /// A `typedef` of another type.
    Typedef {
        /// Its name.
        name: String,
        /// What it stands for.
        target: SourceTypeId,
    },
    /// `const`, `volatile`, `restrict` or `_Atomic` of another type.
    Qualified {
        /// The keyword.
        qualifier: &'static str,
        /// What is qualified.
        target: SourceTypeId,
    },
    /// A function type: the parameter types and whether more may follow.
    Function {
        /// What it returns.
        result: SourceTypeId,
        /// The declared parameters.
        parameters: Vec<SourceTypeId>,
        /// Whether the list ends in `...`.
        variadic: bool,
    },
}

/// A member of a `struct` or `union`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// Its name; none for an anonymous struct or union.
    pub name: Option<String>,
    /// Its type.
    pub ty: SourceTypeId,
    /// Bits from the start.
    pub bit_offset: u64,
    /// Size in bits; smaller than the type's for a bit-field.
    pub bits: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
}

/// A named value of an `enum`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
}

/// All source types of a program. Types may refer to each other in cycles (`struct list { struct list *next; }`), so an id is
/// reserved first and defined later.
#[derive(Clone, Default, Debug)]
pub struct SourceTypeTable {
    types: PrimaryMap<SourceTypeId, SourceType>,
}

impl SourceTypeTable {
    /// A new id, `void` until it is defined.
    pub fn reserve(&mut self) -> SourceTypeId {
        self.types.push(SourceType::Void)
    }

    /// Says what a reserved id is.
    pub fn define(&mut self, id: SourceTypeId, ty: SourceType) {
        self.types[id] = ty;
    }

    /// The type of an id.
    pub fn get(&self, id: SourceTypeId) -> &SourceType {
        &self.types[id]
    }

    /// Whether there is a source type of this id.
    pub fn contains(&self, id: SourceTypeId) -> bool {
        self.types.is_valid(id)
    }

    /// The type with typedefs and qualifiers taken off.
    pub fn strip(&self, mut id: SourceTypeId) -> SourceTypeId {
        while let SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } =
            self.get(id)
        {
            id = *target;
        }
        id
    }

    /// The type in C's words, e.g. `const char *` or `struct list *[4]`.
    pub fn spelling(&self, id: SourceTypeId) -> String {
        let name_or = |keyword: &str, name: &Option<String>| match name {
            Some(name) => format!("{keyword} {name}"),
            None => format!("{keyword} {{…}}"),
        };
        match self.get(id) {
            SourceType::Void => "void".into(),
            SourceType::Basic { name, .. } | SourceType::Typedef { name, .. } => name.clone(),
            SourceType::Pointer(target) => match self.get(*target) {
                SourceType::Function { .. } => {
                    let function = self.spelling(*target);
                    match function.split_once(" (") {
                        Some((result, rest)) => format!("{result} (*)({rest}"),
                        None => function + " *",
                    }
                }
                SourceType::Pointer(_) => self.spelling(*target) + "*",
                _ => self.spelling(*target) + " *",
            },
            SourceType::Array { element, dimensions } => {
                let mut text = self.spelling(*element);
                for dimension in dimensions {
                    match dimension {
                        Some(length) => text += &format!("[{length}]"),
                        None => text += "[]",
                    }
                }
                text
            }
            SourceType::Struct { name, .. } => name_or("struct", name),
            SourceType::Union { name, .. } => name_or("union", name),
            SourceType::Enum { name, .. } => name_or("enum", name),
            SourceType::Qualified { qualifier, target } => match self.get(*target) {
                SourceType::Pointer(_) => format!("{} {qualifier}", self.spelling(*target)),
                _ => format!("{qualifier} {}", self.spelling(*target)),
            },
            SourceType::Function { result, parameters, variadic } => {
                let mut list: Vec<String> = parameters.iter().map(|p| self.spelling(*p)).collect();
                if *variadic {
                    list.push("...".into());
                }
                format!("{} ({})", self.spelling(*result), list.join(", "))
            }
        }
    }
}
