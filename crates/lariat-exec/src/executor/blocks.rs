//! Blocks of memory: `memcpy`, `memmove` and `memset`, of known and of symbolic length.

use std::sync::Arc;

use lariat_term::Sort;

use super::{Access, Executor, Offset, Resolved, Step};
use crate::bug::BugKind;
use crate::indeterminate;
use crate::memory::Place;
use crate::object::{Byte, split};
use crate::state::State;
use crate::value::Value;

/// Most bytes a copy of symbolic length may reach to be done in one state.
const MOST_GUARDED: u64 = 256;

/// What a block of memory is filled with.
#[derive(Clone, Copy)]
pub(super) enum Filling<'a> {
    /// The bytes at a pointer.
    Copy(&'a Value),
    /// One byte.
    Set(&'a Value),
}

/// A place in a live object and the bytes from there to its end.
#[derive(Clone, Copy)]
struct Room {
    place: Resolved,
    room: u64,
    writable: bool,
}

/// The room behind an address in an object of known size.
fn room(state: &State, address: u64) -> Option<Room> {
    let Place::Inside(handle) = state.memory.find(address) else { return None };
    let object = state.memory.get(handle)?;
    if object.out_of_scope || object.symbolic_size.is_some() {
        return None;
    }
    let offset = address - object.base;
    Some(Room {
        place: Resolved { handle, offset: Offset::Concrete(offset) },
        room: object.bytes.size() - offset,
        writable: object.writable,
    })
}

impl Executor<'_> {
    /// `memcpy` and `memmove` of a known number of bytes.
    pub fn copy_memory(
        &mut self,
        state: &mut State,
        target: &Value,
        source: &Value,
        length: u64,
    ) -> Step<()> {
        if length == 0 {
            return Ok(());
        }
        let from = self.resolve(state, source, length, Access::Read)?;
        let to = self.resolve(state, target, length, Access::Write)?;
        let content = self.bytes_at(state, from, length)?;
        self.write_bytes(state, to, &content)
    }

    /// `memcpy`, `memmove` and `memset` of a symbolic number of bytes between known places, without a path for each length: every
    /// byte that can be reached becomes `position < length ? new : old`. False if the places are not that simple, or far too
    /// many bytes can be reached; nothing was done then.
    pub(super) fn fill_guarded(
        &mut self,
        state: &mut State,
        target: &Value,
        filling: Filling<'_>,
        length: &Value,
        width: u32,
    ) -> Step<bool> {
        let (Value::Term(_), Value::Word(to)) = (length, target) else { return Ok(false) };
        let Some(to) = room(state, *to) else { return Ok(false) };
        let from = match filling {
            Filling::Copy(Value::Word(from)) => match room(state, *from) {
                Some(from) => Some(from),
                None => return Ok(false),
            },
            Filling::Copy(_) => return Ok(false),
            Filling::Set(_) => None,
        };
        let store = Arc::clone(&self.store);
        let Some(length) = length.bits(&store, width) else { return Ok(false) };
        let limit = from.map_or(to.room, |from| from.room.min(to.room));
        let most = store.unsigned_range(length).map_or(u128::MAX, |(_, high)| high);
        let reached = u64::try_from(most).unwrap_or(u64::MAX).min(limit);
        if reached > MOST_GUARDED || !to.writable {
            return Ok(false);
        }
        self.ask_pending(state)?;
        let beyond = |room: u64| {
            if width < 64 && room >> width != 0 {
                return store.ff();
            }
            store.bv_ult(store.bv_const(width, room), length)
        };
        let detail = |room: u64| move || format!("{room} bytes are there");
        if let Some(from) = from {
            let room = from.room;
            self.forbid(state, beyond(room), BugKind::OutOfBoundsRead, detail(room))?;
        }
        self.forbid(state, beyond(to.room), BugKind::OutOfBoundsWrite, detail(to.room))?;
        let new: Vec<Byte> = match (filling, from) {
            (Filling::Set(value), _) => {
                let byte = split(&store, value, 8, 1).and_then(|bytes| bytes.first().copied());
                vec![byte.unwrap_or(Byte::Uninitialised); reached as usize]
            }
            (Filling::Copy(_), Some(from)) => self.bytes_at(state, from.place, reached)?,
            (Filling::Copy(_), None) => return Ok(false),
        };
        let old = self.bytes_at(state, to.place, reached)?;
        let term = |byte: &Byte| match byte {
            Byte::Concrete(number) => store.bv_const(8, u64::from(*number)),
            Byte::Term(term) => *term,
            Byte::Uninitialised => store.fresh_var("uninitialised", Sort::BitVec(8)),
        };
        let mixed: Vec<Byte> = new
            .iter()
            .zip(&old)
            .enumerate()
            .map(|(position, (new, old))| {
                if new == old {
                    return *new;
                }
                let guard = store.bv_ult(store.bv_const(width, position as u64), length);
                let merged = store.ite(guard, term(new), term(old));
                store.as_word(merged).map_or(Byte::Term(merged), |w| Byte::Concrete(w as u8))
            })
            .collect();
        self.write_bytes(state, to.place, &mixed)?;
        Ok(true)
    }

    /// Bytes at a place in bounds. What nobody has written gets a value when it is copied, one that the original has from now
    /// on, too: a copy is equal to its original. A path that has copied a great many such bytes leaves them as they are,
    /// arbitrary here and there, because each costs a variable.
    pub fn bytes_at(&mut self, state: &mut State, at: Resolved, length: u64) -> Step<Vec<Byte>> {
        let index = self.machine.pointer_sort();
        match at.offset {
            Offset::Concrete(offset) => {
                let Some(object) = state.memory.get(at.handle) else { return Ok(Vec::new()) };
                let content: Vec<Byte> = (offset..offset + length)
                    .map(|position| object.bytes.byte(&self.store, index, position))
                    .collect();
                let open = content.iter().filter(|byte| **byte == Byte::Uninitialised).count();
                if open > 0 && state.named_by_copies + open <= self.config.most_named_by_copies {
                    state.named_by_copies += open;
                    let as_input =
                        !indeterminate::is_open_in_padding_only(self.machine, state, at.handle);
                    return Ok(self.read_named(state, (at.handle, offset), length, as_input));
                }
                Ok(content)
            }
            Offset::Term(_) => {
                let mut content = Vec::with_capacity(length as usize);
                for position in 0..length {
                    let value = self.read_scalar(state, self.moved(at, position), 1, 8)?;
                    content.extend(split(&self.store, &value, 8, 1).unwrap_or_default());
                }
                Ok(content)
            }
        }
    }

    /// `memset` of a known number of bytes.
    pub fn set_memory(
        &mut self,
        state: &mut State,
        target: &Value,
        value: &Value,
        length: u64,
    ) -> Step<()> {
        if length == 0 {
            return Ok(());
        }
        let to = self.resolve(state, target, length, Access::Write)?;
        let byte = split(&self.store, value, 8, 1)
            .and_then(|bytes| bytes.first().copied())
            .unwrap_or(Byte::Uninitialised);
        self.write_bytes(state, to, &vec![byte; length as usize])
    }
}
