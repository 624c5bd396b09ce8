//! Looking into a state, and changing it, from outside of the interpreter: registers and memory as terms.
//!
//! Techniques read what a loop starts with and write what it ends with. A register is a bit-vector of its type's width. The content of
//! an object is one array from addresses' numbers (counted from the object's start) to bytes, or a scalar at an offset.

use lariat_program::{Type, ValueId};
use lariat_term::{Sort, TermId};

use crate::code::scalar_width;
use crate::indeterminate;
use crate::machine::Machine;
use crate::memory::Handle;
use crate::object::{Byte, join, split};
use crate::state::State;
use crate::value::Value;

/// A term of another sort than the place it is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a value of sort {wanted} is needed, not {given}")]
pub struct WrongSort {
    /// The sort the place has.
    pub wanted: Sort,
    /// The sort of the term.
    pub given: Sort,
}

/// Arrays for objects of up to so many bytes are written byte by byte, which keeps array theory away from the solver.
const WRITTEN_OUT: u64 = 512;

impl State {
    /// A register of the function being executed as a bit-vector of its type's width; none if it is poison or no scalar.
    pub fn register_term(&self, machine: &Machine, value: ValueId) -> Option<TermId> {
        let width = self.register_width(machine, value)?;
        self.frame.registers.get(value.as_u32() as usize)?.bits(&machine.store, width)
    }

    /// Sets a register of the function being executed, which must be a scalar. One bit may be given as a Boolean.
    pub fn set_register(
        &mut self,
        machine: &Machine,
        value: ValueId,
        term: TermId,
    ) -> Result<(), WrongSort> {
        let wanted = Sort::BitVec(self.register_width(machine, value).unwrap_or(0));
        let given = machine.store.sort(term);
        if given != wanted && (wanted, given) != (Sort::BitVec(1), Sort::Bool) {
            return Err(WrongSort { wanted, given });
        }
        self.frame.registers[value.as_u32() as usize] = Value::from_term(&machine.store, term);
        Ok(())
    }

    fn register_width(&self, machine: &Machine, value: ValueId) -> Option<u32> {
        let body = machine.program.functions[self.frame.function].body.as_ref()?;
        scalar_width(&machine.program, body.values.get(value)?.ty)
    }

    /// The object an address points into, or just past, and the offset there.
    pub fn object_at(&self, address: u64) -> Option<(Handle, u64)> {
        let crate::memory::Place::Inside(handle) = self.memory.find(address) else { return None };
        let object = self.memory.get(handle)?;
        Some((handle, address - object.base))
    }

    /// The content of an object as an array of bytes. Bytes never written become variables, and stay them.
    pub fn content(&mut self, machine: &Machine, handle: Handle) -> Option<TermId> {
        let index = machine.pointer_sort();
        let store = &machine.store;
        indeterminate::object(machine, self, handle);
        let object = self.memory.get(handle)?;
        if object.bytes.has_uninitialised() {
            self.approximations.uninitialised = true;
            let object = self.memory.get_mut(handle)?;
            object.bytes.name_uninitialised(store, index);
        }
        // A copy becomes the array, so that the object stays as simple as it is.
        Some(self.memory.get(handle)?.bytes.clone().as_array_term(store, index))
    }

    /// Replaces the content of an object by an array of bytes.
    pub fn set_content(
        &mut self,
        machine: &Machine,
        handle: Handle,
        array: TermId,
    ) -> Result<(), WrongSort> {
        let index = machine.pointer_sort();
        let store = &machine.store;
        let wanted = Sort::array(index, Sort::BitVec(8));
        let given = store.sort(array);
        if given != wanted {
            return Err(WrongSort { wanted, given });
        }
        let Some(object) = self.memory.get_mut(handle) else { return Ok(()) };
        if object.bytes.size() > WRITTEN_OUT {
            object.bytes.set_array(array);
            return Ok(());
        }
        for offset in 0..object.bytes.size() {
            let term = store.select(array, store.bv_const(index.width(), offset));
            let byte = store.as_word(term).map_or(Byte::Term(term), |w| Byte::Concrete(w as u8));
            object.bytes.set_byte(store, index, offset, byte);
        }
        Ok(())
    }

    /// The scalar of so many bytes at an offset of an object; none if it is out of bounds or not all of it was written.
    pub fn scalar_at(
        &self,
        machine: &Machine,
        handle: Handle,
        offset: u64,
        bytes: u64,
    ) -> Option<TermId> {
        let object = self.memory.get(handle)?;
        if bytes == 0 || offset.checked_add(bytes)? > object.bytes.size() {
            return None;
        }
        let index = machine.pointer_sort();
        let content: Vec<Byte> = (offset..offset + bytes)
            .map(|position| object.bytes.byte(&machine.store, index, position))
            .collect();
        let width = u32::try_from(bytes * 8).ok()?;
        join(&machine.store, &content, width)?.bits(&machine.store, width)
    }

    /// Writes a scalar of whole bytes at an offset of an object; false if it is out of bounds or no such scalar.
    pub fn set_scalar_at(
        &mut self,
        machine: &Machine,
        handle: Handle,
        offset: u64,
        term: TermId,
    ) -> bool {
        let store = &machine.store;
        let Sort::BitVec(width) = store.sort(term) else { return false };
        let count = u64::from(width / 8);
        let Some(object) = self.memory.get_mut(handle) else { return false };
        let fits = offset.checked_add(count).is_some_and(|end| end <= object.bytes.size());
        if !width.is_multiple_of(8) || !fits {
            return false;
        }
        let value = Value::from_term(store, term);
        let Some(content) = split(store, &value, width, count as usize) else { return false };
        for (position, byte) in content.into_iter().enumerate() {
            let at = offset + position as u64;
            object.bytes.set_byte(store, machine.pointer_sort(), at, byte);
        }
        true
    }

    /// The scalar registers of the function being executed that have a value in the source, with their names.
    pub fn named_registers<'m>(
        &self,
        machine: &'m Machine,
    ) -> impl Iterator<Item = (ValueId, &'m str)> + use<'m> {
        let body = machine.program.functions[self.frame.function].body.as_ref();
        body.into_iter().flat_map(move |body| {
            body.values.iter().filter_map(move |(id, value)| {
                let scalar = !matches!(
                    machine.program.types.get(value.ty),
                    Type::Struct { .. } | Type::Array { .. } | Type::Vector { .. }
                );
                Some((id, body.value_name(id).filter(|_| scalar)?))
            })
        })
    }
}
