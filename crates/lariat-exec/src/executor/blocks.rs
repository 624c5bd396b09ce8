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

/// Whether a block may be copied to itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SamePlace {
    /// By an assignment, and by `memcpy`, where no implementation minds.
    Allowed,
    /// Not by functions that look for the end of a string.
    Forbidden,
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
        if let Offset::Concrete(offset) = from.offset {
            self.watch_copy(state, from.handle, offset, length);
        }
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

    /// Whether all bytes of a block are there, as for the source of a copy, though not all of them may be looked at.
    pub(crate) fn require_readable(
        &mut self,
        state: &mut State,
        pointer: &Value,
        length: &Value,
    ) -> Step<()> {
        let width = self.machine.pointer_bits;
        if let (Value::Term(_), Value::Word(address)) = (length, pointer)
            && let Some(Room { room, .. }) = room(state, *address)
            && let Some(length) = length.bits(&self.store, width)
        {
            self.ask_pending(state)?;
            let beyond = self.store.bv_ult(self.store.bv_const(width, room), length);
            let detail = move || format!("{room} bytes are there");
            return self.forbid(state, beyond, BugKind::OutOfBoundsRead, detail);
        }
        match self.one_word(state, length, width)? {
            0 => Ok(()),
            length => self.resolve(state, pointer, length, Access::Read).map(|_| ()),
        }
    }

    /// Two blocks, each a pointer and a size, that a function must not get if they have bytes in common.
    pub(crate) fn forbid_overlap(
        &mut self,
        state: &mut State,
        (to, to_size): (&Value, &Value),
        (from, from_size): (&Value, &Value),
        size_width: u32,
        same_place: SamePlace,
    ) -> Step<()> {
        let bits = self.machine.pointer_bits;
        let store = Arc::clone(&self.store);
        let violation = match (to, to_size, from, from_size) {
            (Value::Word(to), Value::Word(to_size), Value::Word(from), Value::Word(from_size)) => {
                let is_same = to == from && same_place == SamePlace::Allowed;
                let first = to.checked_sub(*from).is_some_and(|distance| distance < *from_size);
                let second = from.checked_sub(*to).is_some_and(|distance| distance < *to_size);
                let is_empty = *to_size == 0 || *from_size == 0;
                if is_same || is_empty || !(first || second) {
                    return Ok(());
                }
                store.tt()
            }
            _ => {
                let sized = |size: &Value| {
                    let size = size.bits(&store, size_width)?;
                    Some(if size_width < bits {
                        store.zero_extend(bits - size_width, size)
                    } else {
                        size
                    })
                };
                let (Some(to), Some(from)) = (to.bits(&store, bits), from.bits(&store, bits))
                else {
                    return Ok(());
                };
                let (Some(to_size), Some(from_size)) = (sized(to_size), sized(from_size)) else {
                    return Ok(());
                };
                let inside =
                    |address, start, size| store.bv_ult(store.bv_sub(address, start), size);
                let zero = store.bv_const(bits, 0);
                let mut parts = vec![
                    store.or(&[inside(to, from, from_size), inside(from, to, to_size)]),
                    store.ne(to_size, zero),
                    store.ne(from_size, zero),
                ];
                if same_place == SamePlace::Allowed {
                    parts.push(store.ne(to, from));
                }
                store.and(&parts)
            }
        };
        self.ask_pending(state)?;
        self.forbid(state, violation, BugKind::OverlappingCopy, String::new)
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
