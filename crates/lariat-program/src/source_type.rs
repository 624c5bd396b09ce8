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

    /// All types with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (SourceTypeId, &SourceType)> {
        self.types.iter()
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

    /// The type in C's words, e.g. `const char *` or `int (*)[4]`.
    pub fn spelling(&self, id: SourceTypeId) -> String {
        self.declaration(id, "")
    }

    /// The declaration of a name of this type. C writes a type around the name: what is nearer to it is applied first, and a
    /// pointer to an array or function needs parentheses to come before what stands behind the name.
    pub fn declaration(&self, id: SourceTypeId, name: &str) -> String {
        match self.get(id) {
            SourceType::Void => before_name("void", name),
            SourceType::Basic { name: base, .. } | SourceType::Typedef { name: base, .. } => {
                before_name(base, name)
            }
            SourceType::Struct { name: tag, .. } => before_name(&tagged("struct", tag), name),
            SourceType::Union { name: tag, .. } => before_name(&tagged("union", tag), name),
            SourceType::Enum { name: tag, .. } => before_name(&tagged("enum", tag), name),
            SourceType::Pointer(target) => self.pointer(*target, "", name),
            SourceType::Array { element, dimensions } => {
                let dimension = |length: &Option<u64>| match length {
                    Some(length) => format!("[{length}]"),
                    None => "[]".to_owned(),
                };
                let dimensions: String = dimensions.iter().map(dimension).collect();
                self.declaration(*element, &format!("{name}{dimensions}"))
            }
            SourceType::Qualified { .. } => self.qualified(id, name),
            SourceType::Function { result, parameters, variadic } => {
                let mut list: Vec<String> = parameters.iter().map(|p| self.spelling(*p)).collect();
                match (parameters.is_empty(), *variadic) {
                    (true, false) => list.push("void".into()),
                    // Nothing is known of the parameters: a declaration without a prototype.
                    (true, true) => {}
                    (false, true) => list.push("...".into()),
                    (false, false) => {}
                }
                self.declaration(*result, &format!("{name}({})", list.join(", ")))
            }
        }
    }

    /// Qualifiers stand before the type, but behind the star of a pointer.
    fn qualified(&self, id: SourceTypeId, name: &str) -> String {
        let mut qualifiers = Vec::new();
        let mut inner = id;
        while let SourceType::Qualified { qualifier, target } = self.get(inner) {
            qualifiers.push(*qualifier);
            inner = *target;
        }
        let qualifiers = qualifiers.join(" ");
        match self.get(inner) {
            SourceType::Pointer(target) => self.pointer(*target, &qualifiers, name),
            _ => format!("{qualifiers} {}", self.declaration(inner, name)),
        }
    }

    fn pointer(&self, target: SourceTypeId, qualifiers: &str, name: &str) -> String {
        let star = match qualifiers {
            "" => format!("*{name}"),
            qualifiers => before_name(&format!("*{qualifiers}"), name),
        };
        match self.get(target) {
            SourceType::Array { .. } | SourceType::Function { .. } => {
                self.declaration(target, &format!("({star})"))
            }
            _ => self.declaration(target, &star),
        }
    }
}

fn tagged(keyword: &str, tag: &Option<String>) -> String {
    match tag {
        Some(tag) => format!("{keyword} {tag}"),
        None => format!("{keyword} {{…}}"),
    }
}

/// A type's own word and what is declared with it; an array's brackets without a name follow directly.
fn before_name(base: &str, name: &str) -> String {
    match name.chars().next() {
        None => base.to_owned(),
        Some('[') => format!("{base}{name}"),
        Some(_) => format!("{base} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_written_around_the_name() {
        let mut table = SourceTypeTable::default();
        let mut add = |ty| {
            let id = table.reserve();
            table.define(id, ty);
            id
        };
        let encoding = SourceEncoding::Signed;
        let int = add(SourceType::Basic { name: "int".into(), bits: 32, encoding });
        let constant = |target| SourceType::Qualified { qualifier: "const", target };
        let const_int = add(constant(int));
        let pointer = add(SourceType::Pointer(const_int));
        let const_pointer = add(constant(pointer));
        let row = add(SourceType::Array { element: int, dimensions: vec![Some(4)] });
        let row_pointer = add(SourceType::Pointer(row));
        let function =
            add(SourceType::Function { result: int, parameters: vec![pointer], variadic: true });
        let function_pointer = add(SourceType::Pointer(function));
        let table_of = |element| SourceType::Array { element, dimensions: vec![Some(3), None] };
        let functions = add(table_of(function_pointer));
        let pointers = add(table_of(pointer));
        let const_pointers = add(table_of(const_pointer));
        let returns_function = add(SourceType::Function {
            result: function_pointer,
            parameters: vec![],
            variadic: false,
        });
        for (ty, spelling, declaration) in [
            (int, "int", "int x"),
            (const_int, "const int", "const int x"),
            (pointer, "const int *", "const int *x"),
            (const_pointer, "const int *const", "const int *const x"),
            (row, "int[4]", "int x[4]"),
            (row_pointer, "int (*)[4]", "int (*x)[4]"),
            (function_pointer, "int (*)(const int *, ...)", "int (*x)(const int *, ...)"),
            (functions, "int (*[3][])(const int *, ...)", "int (*x[3][])(const int *, ...)"),
            (pointers, "const int *[3][]", "const int *x[3][]"),
            (const_pointers, "const int *const[3][]", "const int *const x[3][]"),
            (
                returns_function,
                "int (*(void))(const int *, ...)",
                "int (*x(void))(const int *, ...)",
            ),
        ] {
            assert_eq!(table.spelling(ty), spelling);
            assert_eq!(table.declaration(ty, "x"), declaration);
        }
    }
}
