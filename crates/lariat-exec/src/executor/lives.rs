//! Where the lives of local variables begin and end.

use lariat_program::{Definition, Inst, Operand};

use super::{Executor, Step};
use crate::bug::EndReason;
use crate::memory::{Place, Region};
use crate::object::{Bytes, Origin};
use crate::state::State;
use crate::value::Value;

impl Executor<'_> {
    /// A variable comes into scope or leaves it. One that comes again is another object now, if pointers to the old one may be left:
    /// natively they would point to the new one, but C says that they point to nothing. One whose declaration is reached
    /// again, by a `goto` in its block, is the same object.
    pub(super) fn mark_life(
        &mut self,
        state: &mut State,
        operand: Operand,
        start: bool,
    ) -> Step<()> {
        let pointer = self.fetch(state, operand);
        let address = self.one_word(state, &pointer, self.machine.pointer_bits)?;
        match state.memory.find(address) {
            // The marker is about a whole local variable; a pointer to anything else says nothing.
            Place::Inside(handle) => {
                let Some(object) = state.memory.get(handle) else { return Ok(()) };
                if object.base != address || !matches!(object.origin, Origin::Stack(..)) {
                    return Ok(());
                }
                if start && object.out_of_scope && self.machine.is_new_each_time(object) {
                    state.memory.free(handle, None);
                    return self.live_anew(state, operand);
                }
                if let Some(object) = state.memory.get_mut(handle) {
                    object.out_of_scope = !start;
                    object.bytes.forget();
                }
                Ok(())
            }
            // It went with the arrays of variable length that were there when it was made anew.
            Place::Gone { region: Region::Stack } if start => self.live_anew(state, operand),
            _ => Ok(()),
        }
    }

    fn live_anew(&mut self, state: &mut State, operand: Operand) -> Step<()> {
        let function = state.frame.function;
        let body = self.body(function);
        let Some(value) = operand.value() else { return Ok(()) };
        let Definition::Inst(variable) = body.values[value].definition else { return Ok(()) };
        let Inst::Alloca { element, count, .. } = body.inst(variable) else { return Ok(()) };
        let Value::Word(count) = self.fetch(state, count) else { return Ok(()) };
        let size = self.machine.program.types.info(element).alloc_size.saturating_mul(count);
        let origin = Origin::Stack(function, variable);
        let handle = state
            .memory
            .allocate(Region::Stack, Bytes::uninitialised(size), origin, true)
            .ok_or(EndReason::AddressSpace)?;
        let base = state.memory.get(handle).map_or(0, |object| object.base);
        state.frame.registers[value.as_u32() as usize] = Value::Word(base);
        Ok(())
    }
}
