//! Which kind of place in memory an address is, from the source's types.
//!
//! A number that is added to a pointer is an index or leads to a member; which, the type says that the pointer was declared with. Memory is split by kinds
//! of places, so that conditions can be written as the source has them. Places of two kinds may be one place: then no equality is known between them.

use lariat_loop::{PlaceKind, linear_parts};
use lariat_program::{Member, SourceType, SourceTypeId, ValueId, VariableId};
use lariat_term::{Sort, TermId};

use super::Reader;
use super::cells::{Address, Base as AddressBase};

/// What an address is taken from.
#[derive(Clone)]
pub(super) struct Base {
    /// The source's name; none if it was read from memory.
    pub(super) name: Option<String>,
    /// What is there.
    pub(super) ty: SourceTypeId,
    /// Whether there may be more of that behind it: so for pointers, not for variables.
    pub(super) many: bool,
}

/// A way into a type.
struct Way {
    path: String,
    sizes: Vec<u64>,
    offset: i64,
    leaf: SourceTypeId,
}

impl Reader<'_> {
    /// The symbol of a value from outside or of the header, with what it points to.
    pub(super) fn named_symbol(&mut self, value: ValueId, sort: Sort) -> TermId {
        let data = &self.body.values[value];
        let variable = data.variable.expand();
        let name = self.body.value_name(value).unwrap_or("value");
        let is_place = self.is_alloca(value);
        let shown = if is_place && variable.is_some() { format!("&{name}") } else { name.into() };
        let symbol = self.store.fresh_var(&shown, sort);
        if let Some(base) = variable.and_then(|variable| self.base_of(variable, is_place)) {
            self.bases.insert(symbol, base);
        }
        symbol
    }

    fn base_of(&self, variable: VariableId, is_place: bool) -> Option<Base> {
        let variable = &self.body.variables[variable];
        let declared = variable.ty?;
        if is_place {
            return Some(Base {
                name: Some(format!("&{}", variable.name)),
                ty: declared,
                many: false,
            });
        }
        let ty = self.pointee(declared)?;
        Some(Base { name: Some(variable.name.clone()), ty, many: true })
    }

    /// What a pointer type points to. Parameters that are declared as arrays are pointers.
    fn pointee(&self, ty: SourceTypeId) -> Option<SourceTypeId> {
        let types = &self.program.source_types;
        match types.get(types.strip(ty)) {
            SourceType::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// The kind of place that so many bytes are read at, with the type of what is there.
    pub(super) fn place_kind(
        &self,
        address: TermId,
        size: u64,
    ) -> Option<(PlaceKind, SourceTypeId)> {
        let (parts, constant) = linear_parts(self.store, address);
        let mut bases =
            parts.iter().filter(|(factor, term)| *factor == 1 && self.bases.contains_key(term));
        let (_, start) = bases.next()?;
        if bases.next().is_some() {
            return None;
        }
        let factors: Vec<i64> =
            parts.iter().filter(|(_, term)| term != start).map(|(factor, _)| *factor).collect();
        self.kind_in(&self.bases[start], factors, constant, size)
    }

    /// The kind of place at so many bytes from a base, and at multiples of these numbers more.
    fn kind_in(
        &self,
        base: &Base,
        mut factors: Vec<i64>,
        constant: i64,
        size: u64,
    ) -> Option<(PlaceKind, SourceTypeId)> {
        let mut way = Way { path: String::new(), sizes: Vec::new(), offset: 0, leaf: base.ty };
        let mut offset = constant;
        if base.many {
            let own = self.size_of(base.ty).filter(|own| *own > 0)?;
            offset = constant.rem_euclid(i64::try_from(own).ok()?);
            factors.retain(|factor| factor % own as i64 != 0);
            way.sizes.push(own);
        }
        self.walk_type(base.ty, offset, factors, size, &mut way)?;
        let Way { path, sizes, offset, leaf } = way;
        Some((PlaceKind { base: base.name.clone(), path, sizes, offset }, leaf))
    }

    fn walk_type(
        &self,
        ty: SourceTypeId,
        offset: i64,
        mut factors: Vec<i64>,
        size: u64,
        way: &mut Way,
    ) -> Option<()> {
        let types = &self.program.source_types;
        let ty = types.strip(ty);
        match types.get(ty) {
            SourceType::Array { element, dimensions } => {
                let own = self.size_of(*element)?;
                let mut offset = offset;
                // The first dimension's elements are what all others hold together.
                for rest in 1..=dimensions.len() {
                    let inner: Option<u64> = dimensions[rest..]
                        .iter()
                        .copied()
                        .try_fold(own, |all, one| one.map(|one| all * one));
                    let inner = inner.filter(|inner| *inner > 0)?;
                    let stride = i64::try_from(inner).ok()?;
                    offset = offset.rem_euclid(stride);
                    factors.retain(|factor| factor % stride != 0);
                    way.path += "[]";
                    way.sizes.push(inner);
                }
                self.walk_type(*element, offset, factors, size, way)
            }
            SourceType::Struct { members, .. } | SourceType::Union { members, .. } => {
                members.iter().find_map(|member| {
                    let (path, sizes, before) = (way.path.len(), way.sizes.len(), way.offset);
                    let found = self.walk_member(member, offset, factors.clone(), size, way);
                    if found.is_none() {
                        way.path.truncate(path);
                        way.sizes.truncate(sizes);
                        way.offset = before;
                    }
                    found
                })
            }
            SourceType::Basic { .. } | SourceType::Pointer(_) | SourceType::Enum { .. } => {
                way.leaf = ty;
                (offset == 0 && factors.is_empty() && self.size_of(ty) == Some(size)).then_some(())
            }
            _ => None,
        }
    }

    fn walk_member(
        &self,
        member: &Member,
        offset: i64,
        factors: Vec<i64>,
        size: u64,
        way: &mut Way,
    ) -> Option<()> {
        let start = i64::try_from(member.bit_offset / 8).ok()?;
        let end = start + i64::try_from(member.bits / 8).ok()?;
        if member.bit_field || !(start..end).contains(&offset) {
            return None;
        }
        if let Some(name) = &member.name {
            way.path.push('.');
            way.path += name;
        }
        way.offset += start;
        self.walk_type(member.ty, offset - start, factors, size, way)
    }

    /// The size of a type in bytes.
    fn size_of(&self, ty: SourceTypeId) -> Option<u64> {
        let types = &self.program.source_types;
        match types.get(types.strip(ty)) {
            SourceType::Basic { bits, .. } | SourceType::Enum { bits, .. } => Some(bits / 8),
            SourceType::Pointer(_) => Some(u64::from(self.program.target.pointer_bits) / 8),
            SourceType::Struct { size, .. } | SourceType::Union { size, .. } => Some(*size),
            SourceType::Array { element, dimensions } => {
                let own = self.size_of(*element)?;
                dimensions.iter().try_fold(own, |all, one| one.map(|one| all * one))
            }
            _ => None,
        }
    }

    /// What the source calls a place that is the same in every iteration.
    pub(super) fn place_name(&self, address: &Address, size: u64) -> Option<String> {
        self.named_place(address, size).map(|(name, _)| name)
    }

    fn named_place(&self, address: &Address, size: u64) -> Option<(String, SourceTypeId)> {
        let base = match &address.base {
            AddressBase::Value(value) => {
                self.base_of(self.body.values[*value].variable.expand()?, self.is_alloca(*value))?
            }
            AddressBase::Global(global) => {
                let global = &self.program.globals[*global];
                let name = format!("&{}", global.source_name.as_ref()?);
                Base { name: Some(name), ty: global.source_type?, many: false }
            }
            AddressBase::Loaded(from) => {
                let pointer = u64::from(self.program.target.pointer_bits) / 8;
                let (name, ty) = self.named_place(from, pointer)?;
                Base { name: Some(name), ty: self.pointee(ty)?, many: true }
            }
        };
        let (kind, leaf) = self.kind_in(&base, Vec::new(), address.offset, size)?;
        Some((kind.at_constant(address.offset)?, leaf))
    }

    /// Remembers what a pointer that was read from memory points to.
    pub(super) fn remember_pointer(&mut self, read: TermId, ty: SourceTypeId) {
        if let Some(ty) = self.pointee(ty) {
            self.bases.insert(read, Base { name: None, ty, many: true });
        }
    }
}
