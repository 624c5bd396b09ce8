//! How the parameters of an entry function are made from inputs.
//!
//! With `--entry f` the arguments of `f` are inputs. The plan says which inputs there are, how they are called, and where
//! their bytes go. Two sides follow it: the engine, which makes the initial state from it (`entry.rs`), and the generator of
//! native drivers, which makes the same arguments from the bytes of a test. It is plain data, in terms of bytes and offsets, so
//! that neither side has to look at types again.
//!
//! # From plan to inputs
//!
//! A *layout* is memory made of *leaves* at offsets; bytes that no leaf covers are padding and zero. Every parameter is a layout of
//! its own size. Walking the parameters in order, and the leaves of a layout in order, gives the inputs in the order in
//! which a test has them:
//!
//! - [`Leaf::Bytes`]: one input of the leaf's name and size, whose bytes are at the leaf's offset.
//! - [`Leaf::Pointer`], called `p`: at most two inputs that describe the pointer, then what it points to.
//!   1. If it may be null, the input `p.null` of one byte: 1 if the pointer is null, 0 if not. The inputs below are there in any case.
//!      If it may be the same as other pointers, the input `p.alias` of one byte: 0 if it is not, else the number of the other
//!      pointer in its list, from 1. What it would point to otherwise is made in any case.
//!   2. If the length is not fixed, the input `p.length` of the size of an address: the number of elements, of a text the number
//!      of characters before its end.
//!   3. What it points to: of elements the leaves of their memory; of a text one input with the name of the pointer, with all
//!      characters and the zero byte of the longest text.
//!
//! A target of `n` elements is memory of exactly `n · element_size` bytes, and a text of `n` characters one of `n + 1` bytes.
//! The leaves describe the largest such memory; bytes beyond the end are of no meaning.
//!
//! # Names
//!
//! Names are C expressions: the parameter `count`, the member `options.depth`, through a pointer to one element
//! `list->next->value`, of one of several elements `points[2].x`. A buffer of numbers is one input with the pointer's name, e.g.
//! `buffer`, and so is a text. A parameter without name number 3 (from 0) is `arg3`.

use lariat_program::{
    Function, Member, Passing, Program, SourceEncoding, SourceType, SourceTypeId,
};
use serde::Serialize;

/// Bounds of what a plan makes.
#[derive(Clone, Copy, Debug)]
pub struct PlanLimits {
    /// Most elements of a buffer, and most characters of a text.
    pub capacity: u64,
    /// Most elements of a buffer of structs.
    pub structs: u64,
    /// How many pointers are followed one after the other; behind that they are null.
    pub depth: u32,
    /// Whether every pointer may be null. The links of recursive structures always may.
    pub null_pointers: bool,
    /// Whether a pointer argument may point to what another one points to.
    pub aliases: bool,
    /// Whether variables outside of functions are inputs, too.
    pub globals: bool,
}

impl Default for PlanLimits {
    fn default() -> Self {
        PlanLimits {
            capacity: 64,
            structs: 4,
            depth: 3,
            null_pointers: false,
            aliases: false,
            globals: false,
        }
    }
}

/// Most leaves of a plan; pointers of a structure that would have more are null.
const MOST_LEAVES: usize = 4096;

/// How the parameters of a function are made from inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EntryPlan {
    /// The function's linker name.
    pub function: String,
    /// Its parameters, as the source declares them; as the machine sees them if the source is not known.
    pub parameters: Vec<ParameterPlan>,
    /// Variables outside of functions that are inputs, as if they were parameters; the names are those of the linker.
    pub globals: Vec<ParameterPlan>,
    /// How many pointers are followed one after the other.
    pub depth: u32,
    /// Whether the parameters are those of the source.
    pub from_source: bool,
    /// What the plan leaves out, in words.
    pub notes: Vec<String>,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParameterPlan {
    /// Its name.
    pub name: String,
    /// Its type in C's words, if it is known.
    pub spelling: Option<String>,
    /// Its type in the program's table of source types, if it is known.
    #[serde(skip)]
    pub source_type: Option<SourceTypeId>,
    /// Its own memory.
    pub layout: MemoryPlan,
}

/// A piece of memory.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct MemoryPlan {
    /// Its size in bytes.
    pub size: u64,
    /// What is in it, by ascending offset.
    pub leaves: Vec<Leaf>,
}

/// Something in a piece of memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Leaf {
    /// Bytes that are an input.
    Bytes {
        /// The input's name.
        name: String,
        /// Bytes from the start of the memory.
        offset: u64,
        /// Number of bytes.
        size: u64,
        /// What they are.
        kind: ByteKind,
    },
    /// A pointer, as large as an address.
    Pointer(Box<PointerPlan>),
}

/// What the bytes of a leaf are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum ByteKind {
    /// An integer or enumeration; any value of its type.
    Integer,
    /// A floating-point number; any bits.
    Float,
    /// `_Bool`s, one byte each, which are 0 or 1.
    Bool,
    /// A buffer, a union or bit-fields.
    Block,
}

/// A pointer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PointerPlan {
    /// The pointer as an expression, which its inputs are called after.
    pub name: String,
    /// Bytes from the start of the memory it is in.
    pub offset: u64,
    /// Whether it may be null.
    pub may_be_null: bool,
    /// The names of pointers before it that it may be the same as.
    pub aliases: Vec<String>,
    /// What it points to if it is not null.
    pub target: Target,
}

/// What a pointer points to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Target {
    /// Nothing: the pointer is always null.
    Null,
    /// Elements of one type.
    Elements {
        /// Bytes of one.
        element_size: u64,
        /// The smallest number.
        fewest: u64,
        /// The largest number; if it is also the smallest there is no input for the length.
        most: u64,
        /// The memory when it is largest.
        memory: MemoryPlan,
    },
    /// Characters up to a zero byte.
    Text {
        /// The largest number of characters before the end.
        most: u64,
        /// Whether no character before the end is zero.
        no_zero_inside: bool,
    },
    /// A function of the caller's that Lariat knows nothing about.
    Function {
        /// What it is called in reports.
        symbol: String,
    },
}

impl EntryPlan {
    /// The plan of a function.
    pub fn new(program: &Program, function: &Function, limits: PlanLimits) -> EntryPlan {
        let mut planner = Planner { program, limits, notes: Vec::new(), leaves: 0 };
        let from_source = !function.source_params.is_empty() || function.params.is_empty();
        let parameters = if from_source {
            planner.source_parameters(function)
        } else {
            planner.machine_parameters(function)
        };
        let mut parameters = parameters;
        if limits.aliases {
            let_alias(&mut parameters);
        }
        let globals = if limits.globals { planner.globals(function) } else { Vec::new() };
        EntryPlan {
            function: function.name.clone(),
            parameters,
            globals,
            depth: limits.depth,
            from_source,
            notes: planner.notes,
        }
    }
}

/// Says which arguments may be the same: those before them that point to elements of the same size.
fn let_alias(parameters: &mut [ParameterPlan]) {
    for number in 1..parameters.len() {
        let (before, rest) = parameters.split_at_mut(number);
        let [Leaf::Pointer(pointer)] = rest[0].layout.leaves.as_mut_slice() else { continue };
        let others = before.iter().filter_map(|other| match other.layout.leaves.as_slice() {
            [Leaf::Pointer(other)] if are_compatible(other, pointer) => Some(other.name.clone()),
            _ => None,
        });
        pointer.aliases = others.collect();
    }
}

/// Whether two pointers may point to the same object.
pub(crate) fn are_compatible(a: &PointerPlan, b: &PointerPlan) -> bool {
    match (&a.target, &b.target) {
        (Target::Elements { element_size: a, .. }, Target::Elements { element_size: b, .. }) => {
            a == b
        }
        (Target::Text { .. }, Target::Text { .. }) => true,
        _ => false,
    }
}

impl MemoryPlan {
    /// The pointers in it and behind it, in order.
    pub(crate) fn pointers(&self) -> Vec<&PointerPlan> {
        let mut found = Vec::new();
        for leaf in &self.leaves {
            if let Leaf::Pointer(pointer) = leaf {
                found.push(&**pointer);
                if let Target::Elements { memory, .. } = &pointer.target {
                    found.extend(memory.pointers());
                }
            }
        }
        found
    }

    /// Where the pointers are that are null because they are too deep.
    pub(crate) fn ends(&self) -> Vec<u64> {
        let ends = self.leaves.iter().filter_map(|leaf| match leaf {
            Leaf::Pointer(pointer) if pointer.target == Target::Null => Some(pointer.offset),
            _ => None,
        });
        ends.collect()
    }
}

struct Planner<'p> {
    program: &'p Program,
    limits: PlanLimits,
    notes: Vec<String>,
    leaves: usize,
}

/// Where a layout is: how its pointers are counted and which types are around it.
#[derive(Clone, Default)]
struct Context {
    depth: u32,
    inside: Vec<SourceTypeId>,
}

/// The members of a struct are written `x.member`, those behind a pointer to one `x->member`.
#[derive(Clone, Copy)]
enum Joint {
    Dot,
    Arrow,
}

impl Planner<'_> {
    fn source_parameters(&mut self, function: &Function) -> Vec<ParameterPlan> {
        let parameters = function.source_params.iter().enumerate().map(|(index, param)| {
            let name = param.name.clone().unwrap_or_else(|| format!("arg{index}"));
            let mut leaves = Vec::new();
            let context = Context::default();
            self.place(&name, Joint::Dot, param.ty, 0, &context, &mut leaves);
            ParameterPlan {
                name,
                spelling: Some(self.program.source_types.spelling(param.ty)),
                source_type: Some(param.ty),
                layout: MemoryPlan { size: self.size(param.ty), leaves },
            }
        });
        parameters.collect()
    }

    /// The variables outside of functions that a native driver can name: not those inside of functions, nor `static` ones of
    /// another file than the entry function's.
    fn globals(&mut self, function: &Function) -> Vec<ParameterPlan> {
        let program = self.program;
        let file = |location: Option<lariat_program::LocationId>| {
            location.map(|location| program.locations.get(location).file)
        };
        let here = file(function.location);
        // The C library's own variables are no inputs.
        let library: Vec<_> = program
            .functions
            .values()
            .filter(|function| function.library)
            .filter_map(|function| file(function.location))
            .collect();
        let mut globals = Vec::new();
        for global in program.globals.values() {
            let (Some(name), Some(ty)) = (&global.source_name, global.source_type) else {
                continue;
            };
            if global.constant || global.initializer.is_none() || global.location.is_none() {
                continue;
            }
            if file(global.location).is_some_and(|file| library.contains(&file)) {
                continue;
            }
            let is_visible = global.linkage != lariat_program::Linkage::Internal
                || file(global.location) == here;
            let is_written = !program.source_types.declaration(ty, name).contains('…');
            if *name != global.name || !is_visible || !is_written || self.is_const(ty) {
                self.notes.push(format!("{name} had its initial value"));
                continue;
            }
            let mut leaves = Vec::new();
            self.place(name, Joint::Dot, ty, 0, &Context::default(), &mut leaves);
            globals.push(ParameterPlan {
                name: name.clone(),
                spelling: Some(program.source_types.spelling(ty)),
                source_type: Some(ty),
                layout: MemoryPlan { size: global.size, leaves },
            });
        }
        globals
    }

    fn machine_parameters(&mut self, function: &Function) -> Vec<ParameterPlan> {
        let mut parameters = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let name = param.name.clone().unwrap_or_else(|| format!("arg{index}"));
            let (size, pointer) = match param.passing {
                Passing::Result { .. } => continue,
                Passing::ByValue { ty, .. } => (self.program.types.info(ty).alloc_size, false),
                Passing::Direct => {
                    let info = self.program.types.info(param.ty);
                    (info.store_size, matches!(info.ty, lariat_program::Type::Pointer))
                }
            };
            let leaf = if pointer {
                let target = self.buffer(&name, 1);
                self.pointer(&name, 0, self.limits.null_pointers, target)
            } else {
                let kind = match self.program.types.get(param.ty) {
                    lariat_program::Type::Int(_) => ByteKind::Integer,
                    lariat_program::Type::Float(_) => ByteKind::Float,
                    _ => ByteKind::Block,
                };
                Leaf::Bytes { name: name.clone(), offset: 0, size, kind }
            };
            let layout = MemoryPlan { size, leaves: vec![leaf] };
            parameters.push(ParameterPlan { name, spelling: None, source_type: None, layout });
        }
        parameters
    }

    fn pointer_size(&self) -> u64 {
        u64::from(self.program.target.pointer_bits / 8)
    }

    /// Size of a type in bytes; 0 if it is incomplete.
    fn size(&self, ty: SourceTypeId) -> u64 {
        match self.program.source_types.get(self.program.source_types.strip(ty)) {
            SourceType::Basic { bits, .. } | SourceType::Enum { bits, .. } => bits / 8,
            SourceType::Pointer(_) => self.pointer_size(),
            SourceType::Array { element, dimensions } => {
                dimensions.iter().fold(self.size(*element), |size, dimension| {
                    size.saturating_mul(dimension.unwrap_or(0))
                })
            }
            SourceType::Struct { size, .. } | SourceType::Union { size, .. } => *size,
            SourceType::Void
            | SourceType::Function { .. }
            | SourceType::Typedef { .. }
            | SourceType::Qualified { .. } => 0,
        }
    }

    /// Adds the leaves of a type at an offset.
    fn place(
        &mut self,
        name: &str,
        joint: Joint,
        ty: SourceTypeId,
        offset: u64,
        context: &Context,
        leaves: &mut Vec<Leaf>,
    ) {
        let stripped = self.program.source_types.strip(ty);
        let size = self.size(stripped);
        let bytes = |kind| Leaf::Bytes { name: name.to_owned(), offset, size, kind };
        let leaf = match self.program.source_types.get(stripped) {
            SourceType::Basic { encoding, bits, .. } => match encoding {
                SourceEncoding::Bool => bytes(ByteKind::Bool),
                // The rest of a `long double` is padding.
                SourceEncoding::Float if *bits == 96 || *bits == 128 => {
                    let kind = ByteKind::Float;
                    Leaf::Bytes { name: name.to_owned(), offset, size: 10, kind }
                }
                SourceEncoding::Float => bytes(ByteKind::Float),
                SourceEncoding::ComplexFloat | SourceEncoding::Other => bytes(ByteKind::Block),
                _ => bytes(ByteKind::Integer),
            },
            SourceType::Enum { .. } => bytes(ByteKind::Integer),
            SourceType::Pointer(target) => self.follow(name, *target, offset, context),
            SourceType::Array { element, .. } => {
                let element = *element;
                return self.place_elements(name, element, size, offset, context, leaves);
            }
            SourceType::Struct { members, .. } => {
                let members: Vec<Member> = members.clone();
                let mut inner = context.clone();
                inner.inside.push(stripped);
                return self.place_members(name, joint, &members, offset, &inner, leaves);
            }
            SourceType::Union { members, .. } => {
                let first = members.first().cloned();
                match first {
                    Some(first) if self.has_pointer(stripped) => {
                        self.notes.push(format!(
                            "{name}: of the union only its first member is an input, because it holds pointers"
                        ));
                        let mut inner = context.clone();
                        inner.inside.push(stripped);
                        return self.place_members(name, joint, &[first], offset, &inner, leaves);
                    }
                    _ => bytes(ByteKind::Block),
                }
            }
            _ => return,
        };
        self.leaves += 1;
        if !matches!(leaf, Leaf::Bytes { size: 0, .. }) {
            leaves.push(leaf);
        }
    }

    fn place_elements(
        &mut self,
        name: &str,
        element: SourceTypeId,
        size: u64,
        offset: u64,
        context: &Context,
        leaves: &mut Vec<Leaf>,
    ) {
        let each = self.size(element);
        let count = size.checked_div(each).unwrap_or(0);
        let is_structured = self.is_structured(element);
        if is_structured && count <= self.limits.capacity {
            for index in 0..count {
                let name = format!("{name}[{index}]");
                self.place(&name, Joint::Dot, element, offset + index * each, context, leaves);
            }
            return;
        }
        if self.has_pointer(element) {
            self.notes.push(format!("{name}: its pointers are null, because they are too many"));
            return;
        }
        if size > 0 {
            let kind = if self.is_bool(element) { ByteKind::Bool } else { ByteKind::Block };
            self.leaves += 1;
            leaves.push(Leaf::Bytes { name: name.to_owned(), offset, size, kind });
        }
    }

    fn place_members(
        &mut self,
        name: &str,
        joint: Joint,
        members: &[Member],
        offset: u64,
        context: &Context,
        leaves: &mut Vec<Leaf>,
    ) {
        let mut rest = members;
        while let Some(member) = rest.first() {
            if member.bit_field {
                rest = self.place_bit_fields(name, joint, rest, offset, leaves);
                continue;
            }
            rest = &rest[1..];
            // Members of an anonymous struct or union are written as if they were the outer one's.
            let (member_name, member_joint) = match &member.name {
                Some(member) => (joined(name, joint, member), Joint::Dot),
                None => (name.to_owned(), joint),
            };
            let at = offset + member.bit_offset / 8;
            self.place(&member_name, member_joint, member.ty, at, context, leaves);
        }
    }

    /// Neighbouring bit-fields share bytes: they are one input, called after all of them.
    fn place_bit_fields<'m>(
        &mut self,
        name: &str,
        joint: Joint,
        members: &'m [Member],
        offset: u64,
        leaves: &mut Vec<Leaf>,
    ) -> &'m [Member] {
        let count = members.iter().take_while(|member| member.bit_field).count();
        let (fields, rest) = members.split_at(count);
        let start = fields.iter().map(|field| field.bit_offset / 8).min().unwrap_or(0);
        let end = fields.iter().map(|field| (field.bit_offset + field.bits).div_ceil(8)).max();
        let names: Vec<&str> = fields.iter().filter_map(|field| field.name.as_deref()).collect();
        let size = end.unwrap_or(start) - start;
        if size > 0 {
            self.leaves += 1;
            leaves.push(Leaf::Bytes {
                name: joined(name, joint, &names.join("+")),
                offset: offset + start,
                size,
                kind: ByteKind::Block,
            });
        }
        rest
    }

    /// A pointer to a type.
    fn follow(&mut self, name: &str, target: SourceTypeId, offset: u64, context: &Context) -> Leaf {
        let stripped = self.program.source_types.strip(target);
        let recursive = context.inside.contains(&stripped);
        let may_be_null = recursive || self.limits.null_pointers;
        let target = match self.program.source_types.get(stripped) {
            SourceType::Function { .. } => {
                return self.pointer(
                    name,
                    offset,
                    self.limits.null_pointers,
                    Target::Function { symbol: format!("callback {name}") },
                );
            }
            _ if context.depth >= self.limits.depth || self.leaves >= MOST_LEAVES => {
                if !recursive {
                    self.notes.push(format!("{name} is always null, because it is too deep"));
                }
                Target::Null
            }
            SourceType::Basic { name: basic, .. } if basic == "char" => Target::Text {
                most: self.limits.capacity.saturating_sub(1),
                no_zero_inside: self.is_const(target),
            },
            _ if self.size(stripped) == 0 => self.buffer(name, 1),
            _ if self.is_structured(stripped) => self.structs(name, stripped, context),
            _ => self.buffer_of(name, stripped),
        };
        let may_be_null = may_be_null && target != Target::Null;
        self.pointer(name, offset, may_be_null, target)
    }

    fn pointer(&self, name: &str, offset: u64, may_be_null: bool, target: Target) -> Leaf {
        Leaf::Pointer(Box::new(PointerPlan {
            name: name.to_owned(),
            offset,
            may_be_null,
            aliases: Vec::new(),
            target,
        }))
    }

    /// A buffer of numbers, or of bytes if nothing is known about it.
    fn buffer(&self, name: &str, element_size: u64) -> Target {
        let most = self.limits.capacity.max(1);
        let size = element_size * most;
        let kind = ByteKind::Block;
        let leaves = vec![Leaf::Bytes { name: name.to_owned(), offset: 0, size, kind }];
        Target::Elements { element_size, fewest: 1, most, memory: MemoryPlan { size, leaves } }
    }

    fn buffer_of(&self, name: &str, element: SourceTypeId) -> Target {
        let mut target = self.buffer(name, self.size(element));
        if let Target::Elements { memory, .. } = &mut target
            && self.is_bool(element)
            && let Some(Leaf::Bytes { kind, .. }) = memory.leaves.first_mut()
        {
            *kind = ByteKind::Bool;
        }
        target
    }

    /// One or a few elements whose parts have names. Those with pointers inside are one: mostly they are nodes of something.
    fn structs(&mut self, name: &str, element: SourceTypeId, context: &Context) -> Target {
        let element_size = self.size(element);
        let most = if self.has_pointer(element) { 1 } else { self.limits.structs.max(1) };
        let inner = Context { depth: context.depth + 1, inside: context.inside.clone() };
        let mut leaves = Vec::new();
        if most == 1 {
            let is_struct = matches!(
                self.program.source_types.get(element),
                SourceType::Struct { .. } | SourceType::Union { .. }
            );
            let (name, joint) = match is_struct {
                true => (name.to_owned(), Joint::Arrow),
                false => (format!("{name}[0]"), Joint::Dot),
            };
            self.place(&name, joint, element, 0, &inner, &mut leaves);
        } else {
            for index in 0..most {
                let name = format!("{name}[{index}]");
                self.place(&name, Joint::Dot, element, index * element_size, &inner, &mut leaves);
            }
        }
        let memory = MemoryPlan { size: element_size * most, leaves };
        Target::Elements { element_size, fewest: 1, most, memory }
    }

    /// Whether a type has parts with names, or pointers.
    fn is_structured(&self, ty: SourceTypeId) -> bool {
        match self.program.source_types.get(self.program.source_types.strip(ty)) {
            SourceType::Struct { .. } | SourceType::Pointer(_) => true,
            SourceType::Union { .. } => self.has_pointer(ty),
            SourceType::Array { element, .. } => self.is_structured(*element),
            _ => false,
        }
    }

    fn has_pointer(&self, ty: SourceTypeId) -> bool {
        match self.program.source_types.get(self.program.source_types.strip(ty)) {
            SourceType::Pointer(_) => true,
            SourceType::Array { element, .. } => self.has_pointer(*element),
            SourceType::Struct { members, .. } | SourceType::Union { members, .. } => {
                members.iter().any(|member| self.has_pointer(member.ty))
            }
            _ => false,
        }
    }

    fn is_bool(&self, ty: SourceTypeId) -> bool {
        match self.program.source_types.get(self.program.source_types.strip(ty)) {
            SourceType::Basic { encoding, .. } => *encoding == SourceEncoding::Bool,
            SourceType::Array { element, .. } => self.is_bool(*element),
            _ => false,
        }
    }

    fn is_const(&self, mut ty: SourceTypeId) -> bool {
        loop {
            match self.program.source_types.get(ty) {
                SourceType::Qualified { qualifier: "const", .. } => return true,
                SourceType::Qualified { target, .. } | SourceType::Typedef { target, .. } => {
                    ty = *target;
                }
                _ => return false,
            }
        }
    }
}

fn joined(name: &str, joint: Joint, member: &str) -> String {
    match joint {
        Joint::Dot => format!("{name}.{member}"),
        Joint::Arrow => format!("{name}->{member}"),
    }
}
