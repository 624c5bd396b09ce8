//! Memory accesses: finding the object, checking bounds, reading and writing.
//!
//! A concrete address finds its object directly. A symbolic one is a base object plus a symbolic offset where its constant part
//! points to an object: leaving that object is a bug, wherever the address leads then. An address that is symbolic altogether
//! is resolved with the state's model: the state goes on inside the object that the model points to, and a copy goes on outside.

use std::sync::Arc;

use lariat_program::{Type, TypeId};
use lariat_solver::UnknownReason;
use lariat_term::{Op as TermOp, Sort, TermId, Value as TermValue};

use super::{Executor, Halt, Step};
use crate::bug::{BugKind, EndReason};
use crate::code::scalar_width;
use crate::memory::{Handle, Place, Region};
use crate::object::{Byte, MOST_PLACES, Object, join, split};
use crate::state::State;
use crate::value::{Value, mask};

/// What is done with the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written.
    Write,
}

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    /// So many bytes from the start.
    Concrete(u64),
    /// A term of an address's width.
    Term(TermId),
}

/// An access that is in bounds on this path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The object.
    pub handle: Handle,
    /// Where in it.
    pub offset: Offset,
}

impl Executor<'_> {
    /// Reads a scalar of `width` bits.
    pub fn load_scalar(
        &mut self,
        state: &mut State,
        pointer: &Value,
        bytes: u64,
        width: u32,
    ) -> Step<Value> {
        let resolved = self.resolve(state, pointer, bytes, Access::Read)?;
        self.read_scalar(state, resolved, bytes, width)
    }

    /// Writes a scalar of `width` bits.
    pub fn store_scalar(
        &mut self,
        state: &mut State,
        pointer: &Value,
        value: &Value,
        bytes: u64,
        width: u32,
    ) -> Step<()> {
        let resolved = self.resolve(state, pointer, bytes, Access::Write)?;
        let content = match split(&self.store, value, width, bytes as usize) {
            Some(content) => content,
            // Poison in memory is as good as nothing written: any value may be read back.
            None => vec![Byte::Uninitialised; bytes as usize],
        };
        self.write_bytes(state, resolved, &content)
    }

    /// Reads a value of any type.
    pub fn load(&mut self, state: &mut State, pointer: &Value, ty: TypeId) -> Step<Value> {
        let info = self.machine.program.types.info(ty).clone();
        if let Some(width) = scalar_width(&self.machine.program, ty) {
            return self.load_scalar(state, pointer, info.store_size, width);
        }
        let resolved = self.resolve(state, pointer, info.store_size, Access::Read)?;
        self.read_typed(state, resolved, 0, ty)
    }

    fn read_typed(
        &mut self,
        state: &mut State,
        at: Resolved,
        offset: u64,
        ty: TypeId,
    ) -> Step<Value> {
        let program = Arc::clone(&self.machine.program);
        if let Some(width) = scalar_width(&program, ty) {
            let place = self.moved(at, offset);
            return self.read_scalar(state, place, program.types.info(ty).store_size, width);
        }
        let mut parts = Vec::new();
        match program.types.get(ty) {
            Type::Vector { length, element } => {
                let width = scalar_width(&program, *element).unwrap_or(8);
                return self.read_vector(state, self.moved(at, offset), *length, width);
            }
            Type::Array { length, element } => {
                let step = program.types.info(*element).alloc_size;
                for index in 0..*length {
                    parts.push(self.read_typed(state, at, offset + index * step, *element)?);
                }
            }
            Type::Struct { fields, .. } => {
                for field in fields {
                    parts.push(self.read_typed(state, at, offset + field.offset, field.ty)?);
                }
            }
            _ => return Ok(Value::Poison),
        }
        Ok(Value::Many(Arc::new(parts)))
    }

    /// Vectors are packed: elements of less than a byte share one.
    fn read_vector(
        &mut self,
        state: &mut State,
        at: Resolved,
        length: u32,
        width: u32,
    ) -> Step<Value> {
        let total = length * width;
        let all = self.read_scalar(state, at, u64::from(total.div_ceil(8)), total)?;
        Ok(crate::aggregate::unpack(&self.store, &all, length, width))
    }

    /// Writes a value of any type.
    pub fn store_value(
        &mut self,
        state: &mut State,
        pointer: &Value,
        value: &Value,
        ty: TypeId,
    ) -> Step<()> {
        let info = self.machine.program.types.info(ty).clone();
        if let Some(width) = scalar_width(&self.machine.program, ty) {
            return self.store_scalar(state, pointer, value, info.store_size, width);
        }
        let resolved = self.resolve(state, pointer, info.store_size, Access::Write)?;
        self.write_typed(state, resolved, 0, value, ty)
    }

    fn write_typed(
        &mut self,
        state: &mut State,
        at: Resolved,
        offset: u64,
        value: &Value,
        ty: TypeId,
    ) -> Step<()> {
        let program = Arc::clone(&self.machine.program);
        let scalar = |value: &Value, width: u32, bytes: u64| {
            split(&self.store, value, width, bytes as usize)
                .unwrap_or_else(|| vec![Byte::Uninitialised; bytes as usize])
        };
        if let Some(width) = scalar_width(&program, ty) {
            let content = scalar(value, width, program.types.info(ty).store_size);
            let place = self.moved(at, offset);
            return self.write_bytes(state, place, &content);
        }
        let Value::Many(parts) = value else {
            let content = vec![Byte::Uninitialised; program.types.info(ty).store_size as usize];
            let place = self.moved(at, offset);
            return self.write_bytes(state, place, &content);
        };
        match program.types.get(ty) {
            Type::Vector { length, element } => {
                let width = scalar_width(&program, *element).unwrap_or(8);
                let total = length * width;
                let packed = crate::aggregate::pack(&self.store, parts, width);
                let content = scalar(&packed, total, u64::from(total.div_ceil(8)));
                let place = self.moved(at, offset);
                self.write_bytes(state, place, &content)
            }
            Type::Array { element, .. } => {
                let step = program.types.info(*element).alloc_size;
                for (index, part) in parts.iter().enumerate() {
                    self.write_typed(state, at, offset + index as u64 * step, part, *element)?;
                }
                Ok(())
            }
            Type::Struct { fields, .. } => {
                for (field, part) in fields.iter().zip(parts.iter()) {
                    self.write_typed(state, at, offset + field.offset, part, field.ty)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The same object, so many bytes further.
    pub fn moved(&self, at: Resolved, bytes: u64) -> Resolved {
        let offset = match at.offset {
            Offset::Concrete(offset) => Offset::Concrete(offset + bytes),
            Offset::Term(term) => {
                let step = self.store.bv_const(self.machine.pointer_bits, bytes);
                Offset::Term(self.store.bv_add(term, step))
            }
        };
        Resolved { handle: at.handle, offset }
    }

    /// Finds the object of an access of `size` bytes and makes sure that it is in bounds on this path.
    pub fn resolve(
        &mut self,
        state: &mut State,
        pointer: &Value,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        match pointer {
            Value::Word(address) => self.resolve_concrete(state, *address, size, access),
            Value::Term(_) => {
                let Some(term) = pointer.bits(&self.store, self.machine.pointer_bits) else {
                    return Err(self.poison_used(state));
                };
                self.ask_pending(state)?;
                match self.base_object(state, term) {
                    Some(handle) => self.resolve_in(state, handle, term, size, access),
                    None => self.resolve_by_model(state, term, size, access),
                }
            }
            _ => Err(self.poison_used(state)),
        }
    }

    fn resolve_concrete(
        &mut self,
        state: &mut State,
        address: u64,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        let (handle, object) = match state.memory.find(address) {
            Place::Inside(handle) | Place::Beyond(handle) => match state.memory.get(handle) {
                Some(object) => (handle, object),
                None => return Err(self.bad_address(state, address, access)),
            },
            _ => return Err(self.bad_address(state, address, access)),
        };
        let offset = address.wrapping_sub(object.base);
        if let Some(kind) = forbidden(object, access) {
            let bug = self.bug(state, kind, self.describe(object));
            return Err(self.fatal(state, bug));
        }
        let total = object.bytes.size();
        if offset > total || size > total - offset {
            let detail = self.describe_access(object, size, offset as i64);
            let bug = self.bug(state, bounds_bug(access), detail);
            return Err(self.fatal(state, bug));
        }
        if let Some(limit) = object.symbolic_size {
            let end = self.store.bv_const(self.machine.pointer_bits, offset + size);
            let detail = self.describe_access(object, size, offset as i64);
            let violation = self.store.bv_ult(limit, end);
            self.forbid(state, violation, bounds_bug(access), || detail)?;
        }
        Ok(Resolved { handle, offset: Offset::Concrete(offset) })
    }

    /// The object that the constant part of an address points to.
    fn base_object(&self, state: &State, address: TermId) -> Option<Handle> {
        let (op, args) = self.store.view(address);
        if op != TermOp::BvAdd {
            return None;
        }
        let constant = args.iter().find_map(|arg| self.store.as_word(*arg))?;
        let handle = state.memory.nearest(constant)?;
        // A part that is an address too, as in `p - q + r`, makes the constant a difference of addresses, which is no base.
        let more = args.iter().any(|arg| self.holds_address(state, *arg, 8));
        (!more).then_some(handle)
    }

    /// Whether a summand is a choice between addresses, or the negation of one.
    fn holds_address(&self, state: &State, term: TermId, depth: u32) -> bool {
        let (op, args) = self.store.view(term);
        match op {
            _ if depth == 0 => false,
            TermOp::Ite => args[1..].iter().any(|arg| match self.store.as_word(*arg) {
                Some(word) => !matches!(state.memory.find(word), Place::Null | Place::Nowhere),
                None => self.holds_address(state, *arg, depth - 1),
            }),
            TermOp::BvMul | TermOp::BvNeg => {
                args.iter().any(|arg| self.holds_address(state, *arg, depth - 1))
            }
            _ => false,
        }
    }

    /// An access at a symbolic place of a known object.
    fn resolve_in(
        &mut self,
        state: &mut State,
        handle: Handle,
        address: TermId,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        let Some(object) = state.memory.get(handle) else {
            return Err(self.gone(state, Region::Heap, access));
        };
        if let Some(kind) = forbidden(object, access) {
            let bug = self.bug(state, kind, self.describe(object));
            return Err(self.fatal(state, bug));
        }
        let bits = self.machine.pointer_bits;
        let base = self.store.bv_const(bits, object.base);
        let offset = self.store.bv_sub(address, base);
        let violation = self.outside(object, offset, size);
        let detail =
            format!("an access of {size} bytes at a symbolic offset of {}", self.describe(object));
        self.forbid(state, violation, bounds_bug(access), || detail)?;
        Ok(Resolved { handle, offset: self.simplest(offset) })
    }

    fn simplest(&self, offset: TermId) -> Offset {
        match self.store.as_word(offset) {
            Some(word) => Offset::Concrete(word),
            None => Offset::Term(offset),
        }
    }

    /// The condition under which an access of `size` bytes at an offset is not inside an object.
    fn outside(&self, object: &Object, offset: TermId, size: u64) -> TermId {
        let store = &self.store;
        let bits = self.machine.pointer_bits;
        match object.symbolic_size {
            None => match object.bytes.size().checked_sub(size) {
                Some(last) => store.bv_ult(store.bv_const(bits, last), offset),
                None => store.tt(),
            },
            Some(limit) => {
                let wanted = store.bv_const(bits, size);
                let last = store.bv_sub(limit, wanted);
                store.or(&[store.bv_ult(limit, wanted), store.bv_ult(last, offset)])
            }
        }
    }

    /// An address that is symbolic altogether: goes on inside the object the state's model points to; a copy of the state,
    /// which will try the access again, stands for all other addresses.
    fn resolve_by_model(
        &mut self,
        state: &mut State,
        address: TermId,
        size: u64,
        access: Access,
    ) -> Step<Resolved> {
        let concrete = match self.evaluate(state, address) {
            Some(TermValue::BitVec(bits)) => bits.to_u64(),
            _ => None,
        };
        let concrete = concrete.ok_or(EndReason::SolverUnknown(UnknownReason::ModelRejected))?;
        let bits = self.machine.pointer_bits;
        let store = Arc::clone(&self.store);
        let inside = match state.memory.find(concrete) {
            Place::Inside(handle) => state.memory.get(handle).and_then(|object| {
                let offset = store.bv_sub(address, store.bv_const(bits, object.base));
                let fine = forbidden(object, access).is_none()
                    && concrete - object.base + size <= object.bytes.size();
                fine.then(|| (handle, offset, store.not(self.outside(object, offset, size))))
            }),
            _ => None,
        };
        let Some((handle, offset, condition)) = inside else {
            return self.stray(state, address, concrete, access);
        };
        if self.holds_in_model(state, condition) != Some(true) {
            return self.stray(state, address, concrete, access);
        }
        let elsewhere = store.not(condition);
        match self.feasible(state, elsewhere) {
            Ok(None) => {}
            Ok(Some(model)) => {
                let other = self.fork(state, elsewhere, model);
                self.forks.push(other);
                let model = Arc::clone(&state.model);
                self.assume(state, condition, model);
            }
            Err(reason) => {
                state.approximations.under = true;
                self.undecided.push((self.site(state), reason));
                let model = Arc::clone(&state.model);
                self.assume(state, condition, model);
            }
        }
        Ok(Resolved { handle, offset: self.simplest(offset) })
    }

    /// The model's address is in no object: a bug. A copy of the state goes on with other addresses.
    fn stray(
        &mut self,
        state: &mut State,
        address: TermId,
        concrete: u64,
        access: Access,
    ) -> Step<Resolved> {
        let site = (self.address_bug(state, concrete, access), self.site(state));
        let known = self.is_reported(state, site.0, site.1);
        // All addresses outside of every object are one bug: exclude the object-free neighbourhood of this one.
        let equal =
            self.store.eq(address, self.store.bv_const(self.machine.pointer_bits, concrete));
        let others = self.other_addresses(state, address, equal);
        match self.feasible(state, others) {
            Ok(None) => {}
            Ok(Some(model)) => {
                let other = self.fork(state, others, model);
                self.forks.push(other);
            }
            Err(reason) => {
                state.approximations.under = true;
                self.undecided.push((self.site(state), reason));
            }
        }
        if known {
            let bug = self.bug(state, site.0, String::new());
            return Err(EndReason::Bug(Box::new(bug)).into());
        }
        Err(self.bad_address(state, concrete, access))
    }

    /// The addresses inside of live objects.
    fn other_addresses(&self, state: &State, address: TermId, not: TermId) -> TermId {
        let bits = self.machine.pointer_bits;
        let inside: Vec<TermId> = state
            .memory
            .live_objects()
            .map(|object| {
                let offset = self.store.bv_sub(address, self.store.bv_const(bits, object.base));
                let size = self.store.bv_const(bits, object.bytes.size().max(1));
                self.store.bv_ult(offset, size)
            })
            .collect();
        self.store.and(&[self.store.not(not), self.store.or(&inside)])
    }

    fn address_bug(&self, state: &State, address: u64, access: Access) -> BugKind {
        match state.memory.find(address) {
            Place::Null => BugKind::NullDereference,
            Place::Gone { region: Region::Stack } => BugKind::UseAfterScope,
            Place::Gone { .. } => BugKind::UseAfterFree,
            Place::Beyond(_) | Place::Inside(_) => bounds_bug(access),
            Place::Nowhere => BugKind::InvalidPointer,
        }
    }

    /// The end of a state that accesses an address outside of every object.
    fn bad_address(&mut self, state: &mut State, address: u64, access: Access) -> Halt {
        let kind = self.address_bug(state, address, access);
        let bug = self.bug(state, kind, format!("address {address:#x}"));
        self.fatal(state, bug)
    }

    fn gone(&mut self, state: &mut State, region: Region, _access: Access) -> Halt {
        let kind =
            if region == Region::Stack { BugKind::UseAfterScope } else { BugKind::UseAfterFree };
        let bug = self.bug(state, kind, String::new());
        self.fatal(state, bug)
    }

    /// An object in words.
    pub fn describe(&self, object: &Object) -> String {
        let program = &self.machine.program;
        use crate::object::Origin;
        let name = match object.origin {
            Origin::Global(global) => {
                let global = &program.globals[global];
                format!("global {}", global.source_name.as_ref().unwrap_or(&global.name))
            }
            Origin::Function(function) => format!("function {}", program.functions[function].name),
            Origin::Block(..) => "a label".to_owned(),
            Origin::Stack(function, inst) => {
                let body = program.functions[function].body.as_ref();
                let name = body
                    .and_then(|body| body.result(inst).and_then(|value| body.value_name(value)));
                match name {
                    Some(name) => format!("local variable {name}"),
                    None => "a local variable".to_owned(),
                }
            }
            Origin::Argument(_) => "an argument passed by value".to_owned(),
            Origin::Heap(..) => "allocated memory".to_owned(),
            Origin::Input => "an input".to_owned(),
        };
        format!("{name} of {} bytes", object.bytes.size())
    }

    fn describe_access(&self, object: &Object, size: u64, offset: i64) -> String {
        format!("{size} bytes at offset {offset} of {}", self.describe(object))
    }

    /// Reads a scalar at a place in bounds.
    pub fn read_scalar(
        &mut self,
        state: &mut State,
        at: Resolved,
        bytes: u64,
        width: u32,
    ) -> Step<Value> {
        match at.offset {
            Offset::Concrete(offset) => {
                if bytes <= 8
                    && let Some(object) = state.memory.get(at.handle)
                    && let Some(word) = object.bytes.read_word(offset, bytes as usize)
                    && width <= 64
                {
                    return Ok(Value::Word(word & mask(width)));
                }
                let content = self.read_bytes(state, at.handle, offset, bytes);
                Ok(join(&self.store, &content, width).unwrap_or(Value::Poison))
            }
            Offset::Term(offset) => self.read_symbolic(state, at.handle, offset, bytes, width),
        }
    }

    /// The bytes at a concrete place in bounds; uninitialised ones become fresh variables, and stay them.
    pub fn read_bytes(
        &mut self,
        state: &mut State,
        handle: Handle,
        offset: u64,
        count: u64,
    ) -> Vec<Byte> {
        let index = self.machine.pointer_sort();
        let mut content = Vec::with_capacity(count as usize);
        for position in offset..offset + count {
            let byte = match state.memory.get(handle) {
                Some(object) => object.bytes.byte(&self.store, index, position),
                None => Byte::Uninitialised,
            };
            content.push(match byte {
                Byte::Uninitialised => {
                    let fresh = Byte::Term(self.store.fresh_var("uninitialised", Sort::BitVec(8)));
                    state.approximations.uninitialised = true;
                    if let Some(object) = state.memory.get_mut(handle) {
                        object.bytes.set_byte(&self.store, index, position, fresh);
                    }
                    fresh
                }
                other => other,
            });
        }
        content
    }

    /// Writes bytes at a place in bounds.
    pub fn write_bytes(&mut self, state: &mut State, at: Resolved, content: &[Byte]) -> Step<()> {
        let index = self.machine.pointer_sort();
        match at.offset {
            Offset::Concrete(offset) => {
                if let Some(object) = state.memory.get_mut(at.handle) {
                    for (position, byte) in content.iter().enumerate() {
                        object.bytes.set_byte(&self.store, index, offset + position as u64, *byte);
                    }
                }
            }
            Offset::Term(offset) => self.write_symbolic(state, at.handle, offset, content),
        }
        Ok(())
    }

    /// Concrete offsets a symbolic one of an access of `count` bytes can have, if they are few.
    fn places(&self, object: &Object, offset: TermId, count: u64) -> Option<Vec<u64>> {
        let last = object.bytes.size().checked_sub(count)?;
        let zeros = self.store.known_bits(offset).map_or(0, |known| known.zeros.trailing_ones());
        let step = 1u64 << zeros.min(12);
        let (low, high) = self.store.unsigned_range(offset).unwrap_or((0, u128::MAX));
        let low = u64::try_from(low).unwrap_or(u64::MAX - step).next_multiple_of(step);
        let high = u64::try_from(high).unwrap_or(u64::MAX).min(last);
        if low > high || (high - low) / step >= MOST_PLACES {
            return None;
        }
        Some((low..=high).step_by(step as usize).collect())
    }

    fn read_symbolic(
        &mut self,
        state: &mut State,
        handle: Handle,
        offset: TermId,
        bytes: u64,
        width: u32,
    ) -> Step<Value> {
        let store = Arc::clone(&self.store);
        let bits = self.machine.pointer_bits;
        let places = state.memory.get(handle).and_then(|object| self.places(object, offset, bytes));
        if let Some(places) = places {
            let mut values = Vec::with_capacity(places.len());
            for place in &places {
                let content = self.read_bytes(state, handle, *place, bytes);
                let value = join(&store, &content, width).unwrap_or(Value::Poison);
                let Some(term) = value.bits(&store, width) else { return Ok(Value::Poison) };
                values.push(term);
            }
            return Ok(Value::from_term(&store, choose(&store, bits, offset, &places, &values)));
        }
        let index = self.machine.pointer_sort();
        let Some(object) = state.memory.get_mut(handle) else { return Ok(Value::Poison) };
        state.approximations.uninitialised |= object.bytes.has_uninitialised();
        let array = object.bytes.as_array_term(&store, index);
        let mut content = Vec::with_capacity(bytes as usize);
        for position in 0..bytes {
            let at = store.bv_add(offset, store.bv_const(bits, position));
            content.push(Byte::Term(store.select(array, at)));
        }
        Ok(join(&store, &content, width).unwrap_or(Value::Poison))
    }

    fn write_symbolic(
        &mut self,
        state: &mut State,
        handle: Handle,
        offset: TermId,
        content: &[Byte],
    ) {
        let store = Arc::clone(&self.store);
        let bits = self.machine.pointer_bits;
        let index = self.machine.pointer_sort();
        let term = |byte: &Byte| match byte {
            Byte::Concrete(number) => store.bv_const(8, u64::from(*number)),
            Byte::Term(term) => *term,
            Byte::Uninitialised => store.fresh_var("uninitialised", Sort::BitVec(8)),
        };
        let new: Vec<TermId> = content.iter().map(term).collect();
        let count = content.len() as u64;
        let places = state.memory.get(handle).and_then(|object| self.places(object, offset, count));
        // Overlapping places would need the old bytes several times: only disjoint ones are written one by one.
        let disjoint = |places: &Vec<u64>| places.windows(2).all(|pair| pair[1] - pair[0] >= count);
        if let Some(places) = places.filter(disjoint) {
            for place in places {
                let here = store.eq(offset, store.bv_const(bits, place));
                let old = self.read_bytes(state, handle, place, count);
                let Some(object) = state.memory.get_mut(handle) else { return };
                for (position, (old, new)) in old.iter().zip(&new).enumerate() {
                    let merged = store.ite(here, *new, term(old));
                    let byte = match store.as_word(merged) {
                        Some(number) => Byte::Concrete(number as u8),
                        None => Byte::Term(merged),
                    };
                    object.bytes.set_byte(&store, index, place + position as u64, byte);
                }
            }
            return;
        }
        let Some(object) = state.memory.get_mut(handle) else { return };
        state.approximations.uninitialised |= object.bytes.has_uninitialised();
        let mut array = object.bytes.as_array_term(&store, index);
        for (position, byte) in new.iter().enumerate() {
            let at = store.bv_add(offset, store.bv_const(bits, position as u64));
            array = store.store(array, at, *byte);
        }
        object.bytes.set_array(array);
    }
}

/// The value that belongs to an offset, by halving the places.
fn choose(
    store: &lariat_term::TermStore,
    bits: u32,
    offset: TermId,
    places: &[u64],
    values: &[TermId],
) -> TermId {
    match values {
        [one] => *one,
        _ => {
            let half = places.len() / 2;
            let low = choose(store, bits, offset, &places[..half], &values[..half]);
            let high = choose(store, bits, offset, &places[half..], &values[half..]);
            let before = store.bv_ult(offset, store.bv_const(bits, places[half]));
            store.ite(before, low, high)
        }
    }
}

/// Why an object must not be accessed at all.
fn forbidden(object: &Object, access: Access) -> Option<BugKind> {
    if object.out_of_scope {
        Some(BugKind::UseAfterScope)
    } else if access == Access::Write && !object.writable {
        Some(BugKind::WriteToConstant)
    } else {
        None
    }
}

fn bounds_bug(access: Access) -> BugKind {
    match access {
        Access::Read => BugKind::OutOfBoundsRead,
        Access::Write => BugKind::OutOfBoundsWrite,
    }
}
