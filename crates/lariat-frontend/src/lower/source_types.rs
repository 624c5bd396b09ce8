//! Types as the source wrote them, from debug information.
//!
//! Types refer to each other in cycles, and chains of them can be long, so an id is given out at once and its definition
//! is read later from a work list. What the C interface does not tell (how a basic type is encoded, the value of an
//! enumerator) is read from the printed node: once per node, and such nodes are used by no instruction, so printing one
//! does not number the whole module.

use lariat_program::{Enumerator, Member, SourceEncoding, SourceType, SourceTypeId};

use super::Lowering;
use super::debug::Node;
use super::raw::{self, Metadata, MetadataKind};

// Positions of a node's operands.
const TYPE_BASE: usize = 3;
const COMPOSITE_ELEMENTS: usize = 4;
const SUBROUTINE_TYPES: usize = 3;
const SUBRANGE_COUNT: usize = 0;
const SUBRANGE_UPPER: usize = 2;

const FLAG_BIT_FIELD: i32 = 1 << 19;

// DWARF's numbers of kinds of types.
const TAG_ARRAY: u16 = 0x01;
const TAG_ENUMERATION: u16 = 0x04;
const TAG_MEMBER: u16 = 0x0d;
const TAG_POINTER: u16 = 0x0f;
const TAG_STRUCTURE: u16 = 0x13;
const TAG_TYPEDEF: u16 = 0x16;
const TAG_UNION: u16 = 0x17;
const TAG_CONST: u16 = 0x26;
const TAG_VOLATILE: u16 = 0x35;
const TAG_RESTRICT: u16 = 0x37;
const TAG_ATOMIC: u16 = 0x47;

/// A function's type in the source.
pub(super) struct Signature {
    pub(super) result: SourceTypeId,
    pub(super) parameters: Vec<SourceTypeId>,
    pub(super) variadic: bool,
}

impl Lowering {
    /// The source type of a node; null is `void`.
    pub(super) fn source_type(&mut self, ty: Metadata) -> SourceTypeId {
        if ty.is_null() {
            let types = &mut self.program.source_types;
            return *self.debug.void.get_or_insert_with(|| types.reserve());
        }
        if let Some(&id) = self.debug.source_types.get(&ty) {
            return id;
        }
        let id = self.program.source_types.reserve();
        self.debug.source_types.insert(ty, id);
        self.debug.pending_types.push((ty, id));
        id
    }

    /// Reads the definitions of all types that were asked for, and of those they refer to.
    pub(super) fn define_source_types(&mut self) {
        while let Some((ty, id)) = self.debug.pending_types.pop() {
            let definition = self.define(ty);
            self.program.source_types.define(id, definition);
        }
    }

    fn define(&mut self, ty: Metadata) -> SourceType {
        match raw::metadata_kind(ty) {
            MetadataKind::LLVMDIBasicTypeMetadataKind => self.basic(ty),
            MetadataKind::LLVMDIDerivedTypeMetadataKind => self.derived(ty),
            MetadataKind::LLVMDICompositeTypeMetadataKind => self.composite(ty),
            MetadataKind::LLVMDISubroutineTypeMetadataKind => {
                let Signature { result, parameters, variadic } = self.signature(ty);
                SourceType::Function { result, parameters, variadic }
            }
            _ => other_type(ty),
        }
    }

    fn basic(&mut self, ty: Metadata) -> SourceType {
        let text = raw::print_value(raw::metadata_value(self.context, ty));
        let encoding = match printed_field(&text, "encoding: DW_ATE_") {
            Some("boolean") => SourceEncoding::Bool,
            Some("signed") => SourceEncoding::Signed,
            Some("unsigned" | "UTF") => SourceEncoding::Unsigned,
            Some("signed_char") => SourceEncoding::SignedChar,
            Some("unsigned_char") => SourceEncoding::UnsignedChar,
            Some("float") => SourceEncoding::Float,
            Some("complex_float") => SourceEncoding::ComplexFloat,
            _ => SourceEncoding::Other,
        };
        let bits = raw::type_bits(ty);
        // clang calls all complex types by one name; their sizes tell them apart.
        let name = match (encoding, bits) {
            (SourceEncoding::ComplexFloat, 64) => "float _Complex".to_owned(),
            (SourceEncoding::ComplexFloat, 128) => "double _Complex".to_owned(),
            (SourceEncoding::ComplexFloat, 192 | 256) => "long double _Complex".to_owned(),
            _ => raw::source_type_name(ty),
        };
        SourceType::Basic { name, bits, encoding }
    }

    fn derived(&mut self, ty: Metadata) -> SourceType {
        let base = self.node(ty).metadata(TYPE_BASE);
        let target = self.source_type(base);
        let qualified = |qualifier| SourceType::Qualified { qualifier, target };
        match raw::metadata_tag(ty) {
            TAG_POINTER => SourceType::Pointer(target),
            TAG_TYPEDEF => SourceType::Typedef { name: raw::source_type_name(ty), target },
            TAG_CONST => qualified("const"),
            TAG_VOLATILE => qualified("volatile"),
            TAG_RESTRICT => qualified("restrict"),
            TAG_ATOMIC => qualified("_Atomic"),
            _ => other_type(ty),
        }
    }

    fn composite(&mut self, ty: Metadata) -> SourceType {
        let node = self.node(ty);
        let elements = match node.metadata(COMPOSITE_ELEMENTS) {
            elements if elements.is_null() => Node(Vec::new()),
            elements => self.node(elements),
        };
        let name = Some(raw::source_type_name(ty)).filter(|name| !name.is_empty());
        let bits = raw::type_bits(ty);
        match raw::metadata_tag(ty) {
            TAG_STRUCTURE => {
                SourceType::Struct { name, size: bits / 8, members: self.members(&elements) }
            }
            TAG_UNION => {
                SourceType::Union { name, size: bits / 8, members: self.members(&elements) }
            }
            TAG_ENUMERATION => {
                SourceType::Enum { name, bits, enumerators: self.enumerators(&elements) }
            }
            TAG_ARRAY => SourceType::Array {
                element: self.source_type(node.metadata(TYPE_BASE)),
                dimensions: (0..elements.0.len())
                    .map(|index| self.dimension(elements.metadata(index)))
                    .collect(),
            },
            _ => other_type(ty),
        }
    }

    fn members(&mut self, elements: &Node) -> Vec<Member> {
        let mut members = Vec::new();
        for index in 0..elements.0.len() {
            let member = elements.metadata(index);
            let is_member = !member.is_null()
                && matches!(
                    raw::metadata_kind(member),
                    MetadataKind::LLVMDIDerivedTypeMetadataKind
                )
                && raw::metadata_tag(member) == TAG_MEMBER;
            if !is_member {
                continue;
            }
            let base = self.node(member).metadata(TYPE_BASE);
            members.push(Member {
                name: Some(raw::source_type_name(member)).filter(|name| !name.is_empty()),
                ty: self.source_type(base),
                bit_offset: raw::type_bit_offset(member),
                bits: raw::type_bits(member),
                bit_field: raw::type_flags(member) & FLAG_BIT_FIELD != 0,
            });
        }
        members
    }

    fn enumerators(&mut self, elements: &Node) -> Vec<Enumerator> {
        let mut enumerators = Vec::new();
        for index in 0..elements.0.len() {
            let enumerator = elements.metadata(index);
            if enumerator.is_null()
                || !matches!(
                    raw::metadata_kind(enumerator),
                    MetadataKind::LLVMDIEnumeratorMetadataKind
                )
            {
                continue;
            }
            let Some(name) = self.node(enumerator).string(0) else { continue };
            let text = raw::print_value(raw::metadata_value(self.context, enumerator));
            let value = printed_field(&text, ", value: ").and_then(|text| text.parse().ok());
            enumerators.push(Enumerator { name, value: value.unwrap_or(0_i128) as i64 });
        }
        enumerators
    }

    /// The length of one dimension of an array.
    fn dimension(&self, range: Metadata) -> Option<u64> {
        if range.is_null()
            || !matches!(raw::metadata_kind(range), MetadataKind::LLVMDISubrangeMetadataKind)
        {
            return None;
        }
        let node = self.node(range);
        let number = |index| {
            let value = node.value(index)?;
            (!raw::is_a_constant_int(value).is_null()).then(|| raw::constant_signed_word(value))
        };
        let count = number(SUBRANGE_COUNT).or_else(|| Some(number(SUBRANGE_UPPER)? + 1))?;
        u64::try_from(count).ok()
    }

    /// The parts of a function type.
    pub(super) fn signature(&mut self, ty: Metadata) -> Signature {
        let list = if ty.is_null() { ty } else { self.node(ty).metadata(SUBROUTINE_TYPES) };
        let types = if list.is_null() { Node(Vec::new()) } else { self.node(list) };
        let result = self.source_type(types.metadata(0));
        let mut parameters = Vec::new();
        let mut variadic = false;
        for index in 1..types.0.len() {
            match types.metadata(index) {
                // An empty entry stands for `...`.
                parameter if parameter.is_null() => variadic = true,
                parameter => parameters.push(self.source_type(parameter)),
            }
        }
        Signature { result, parameters, variadic }
    }
}

/// A type C has no word for.
fn other_type(ty: Metadata) -> SourceType {
    SourceType::Basic {
        name: raw::source_type_name(ty),
        bits: raw::type_bits(ty),
        encoding: SourceEncoding::Other,
    }
}

/// The word after a field's name in a printed node.
fn printed_field<'text>(text: &'text str, field: &str) -> Option<&'text str> {
    let start = text.rfind(field)? + field.len();
    let rest = &text[start..];
    Some(&rest[..rest.find([',', ')']).unwrap_or(rest.len())])
}
