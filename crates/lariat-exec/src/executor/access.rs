//! Reading and writing memory at places in bounds: scalars, values of any type, and bytes at symbolic offsets.

use std::sync::Arc;

use lariat_program::{Type, TypeId};
use lariat_term::{Sort, TermId};

use super::{Access, Executor, Offset, Resolved, Step};
use crate::code::scalar_width;
use crate::indeterminate;
use crate::memory::Handle;
use crate::object::{Byte, MOST_PLACES, Object, join, split};
use crate::state::State;
use crate::value::{Value, mask};

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
        let mut value = self.read_scalar(state, resolved, bytes, width)?;
        self.settle(state, &mut value);
        Ok(value)
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
        self.needs_own_address(state, value)?;
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
                let content = if width.is_multiple_of(8) {
                    // An undefined element is one that nobody has written; the others are not.
                    parts
                        .iter()
                        .flat_map(|part| scalar(part, width, u64::from(width / 8)))
                        .collect()
                } else {
                    let packed = crate::aggregate::pack(&self.store, parts, width);
                    scalar(&packed, total, u64::from(total.div_ceil(8)))
                };
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
        self.read_named(state, (handle, offset), count, true)
    }

    /// The same; what is uninitialised in a local variable may become an input.
    pub(super) fn read_named(
        &mut self,
        state: &mut State,
        (handle, offset): (Handle, u64),
        count: u64,
        as_input: bool,
    ) -> Vec<Byte> {
        let index = self.machine.pointer_sort();
        let mut content = Vec::with_capacity(count as usize);
        for position in offset..offset + count {
            let byte = |state: &State| match state.memory.get(handle) {
                Some(object) => object.bytes.byte(&self.store, index, position),
                None => Byte::Uninitialised,
            };
            let mut found = byte(state);
            if as_input
                && found == Byte::Uninitialised
                && indeterminate::object(self.machine, state, handle)
            {
                found = byte(state);
            }
            content.push(match found {
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
        let place = match at.offset {
            Offset::Concrete(offset) => Some(offset),
            Offset::Term(_) => None,
        };
        self.watch_write(state, at.handle, place, content);
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
        if object.bytes.is_plain_array(&self.store, self.machine.pointer_sort())
            || (self.config.keep_arrays && object.bytes.array().is_some())
        {
            return None;
        }
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
        indeterminate::object(self.machine, state, handle);
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
        indeterminate::object(self.machine, state, handle);
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
