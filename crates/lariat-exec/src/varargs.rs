//! Variable arguments, as the machine's calling convention lays them out: clang reads them through the list itself.
//!
//! On x86-64 the list has an area with the argument registers as they were at the call, and an area with what did not fit into
//! them. Both are filled as the convention says, because how clang passes and reads a struct depends on how many registers are
//! left. On 32-bit x86 the list is a pointer to the arguments, one after the other.

use lariat_program::{Passing, Type, TypeId};
use lariat_term::FloatFormat;

use crate::bug::EndReason;
use crate::code::scalar_width;
use crate::executor::{Access, Executor, Offset, Resolved, Step};
use crate::memory::Region;
use crate::object::{Byte, Bytes, Origin, split};
use crate::state::{State, VariableArg};
use crate::value::Value;

/// Bytes of the saved general registers, and of all saved registers.
const GENERAL: u64 = 48;
const SAVED: u64 = 176;

/// Size of a `va_list`.
pub(crate) fn list_size(pointer_bits: u32) -> u64 {
    if pointer_bits == 64 { 24 } else { 4 }
}

/// What an argument is passed in on x86-64.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// So many general registers.
    General(u64),
    /// A vector register.
    Vector,
    /// Memory, with an alignment.
    Memory(u64),
}

fn class(executor: &Executor<'_>, ty: TypeId, by_value: Option<u32>) -> Class {
    if let Some(align) = by_value {
        return Class::Memory(u64::from(align));
    }
    let info = executor.machine.program.types.info(ty);
    match info.ty {
        Type::Int(width) if width <= 64 => Class::General(1),
        Type::Pointer => Class::General(1),
        Type::Int(width) if width <= 128 => Class::General(2),
        Type::Float(format) if format != FloatFormat::X87 => Class::Vector,
        Type::Vector { .. } if info.store_size <= 16 => Class::Vector,
        _ => Class::Memory(u64::from(info.align)),
    }
}

/// The registers still free: offsets into the area of saved registers.
struct Registers {
    general: u64,
    vector: u64,
}

impl Registers {
    /// Where an argument is among the saved registers; none if it is in memory.
    fn take(&mut self, class: Class) -> Option<u64> {
        match class {
            Class::General(count) if self.general + count * 8 <= GENERAL => {
                self.general += count * 8;
                Some(self.general - count * 8)
            }
            Class::Vector if self.vector < SAVED => {
                self.vector += 16;
                Some(self.vector - 16)
            }
            _ => None,
        }
    }
}

/// `va_start`: lays the arguments out in memory and makes the list point there.
pub(crate) fn start(executor: &mut Executor<'_>, state: &mut State, list: &Value) -> Step<()> {
    let bits = executor.machine.pointer_bits;
    let word = u64::from(bits / 8);
    let args = state.frame.variable_args.clone().unwrap_or_default();
    let mut registers = Registers { general: 0, vector: GENERAL };
    if bits == 64 {
        for param in &executor.machine.program.functions[state.frame.function].params {
            let by_value = match param.passing {
                Passing::ByValue { align, .. } => Some(align),
                _ => None,
            };
            registers.take(class(executor, param.ty, by_value));
        }
    }
    let (general, vector) = (registers.general, registers.vector);
    let mut saved: Vec<Byte> = vec![Byte::Uninitialised; SAVED as usize];
    let mut rest: Vec<Byte> = Vec::new();
    for arg in args.iter() {
        let content = argument_bytes(executor, state, arg)?;
        let class = class(executor, arg.ty, arg.by_value);
        match (bits == 64).then(|| registers.take(class)).flatten() {
            Some(offset) => {
                let at = offset as usize;
                saved[at..at + content.len()].copy_from_slice(&content);
            }
            None => {
                let align = match class {
                    _ if bits != 64 => word,
                    Class::Memory(align) => align.max(8),
                    Class::General(count) => 8 * count,
                    Class::Vector => (content.len() as u64).clamp(8, 16),
                };
                pad(&mut rest, align);
                rest.extend(content);
                pad(&mut rest, word);
            }
        }
    }
    let rest = area(executor, state, &rest)?;
    let resolved = executor.resolve(state, list, list_size(bits), Access::Write)?;
    let mut fields: Vec<(u64, u64, u64)> = Vec::new();
    if bits == 64 {
        let saved = area(executor, state, &saved)?;
        fields.extend([(0, 4, general), (4, 4, vector), (8, 8, rest), (16, 8, saved)]);
    } else {
        fields.push((0, 4, rest));
    }
    for (offset, size, number) in fields {
        let place = executor.moved(resolved, offset);
        executor.write_bytes(state, place, &number_bytes(number, size))?;
    }
    Ok(())
}

fn pad(content: &mut Vec<Byte>, align: u64) {
    content.resize((content.len() as u64).next_multiple_of(align) as usize, Byte::Concrete(0));
}

fn number_bytes(number: u64, size: u64) -> Vec<Byte> {
    number.to_le_bytes()[..size as usize].iter().map(|byte| Byte::Concrete(*byte)).collect()
}

/// An argument as bytes in memory.
fn argument_bytes(
    executor: &mut Executor<'_>,
    state: &mut State,
    arg: &VariableArg,
) -> Step<Vec<Byte>> {
    let info = executor.machine.program.types.info(arg.ty).clone();
    if arg.by_value.is_some() {
        let from = executor.resolve(state, &arg.value, info.alloc_size, Access::Read)?;
        return executor.bytes_at(state, from, info.alloc_size);
    }
    let size = info.store_size as usize;
    let program = &executor.machine.program;
    let value = match (&info.ty, &arg.value) {
        (Type::Vector { element, .. }, Value::Many(parts)) => {
            let width = scalar_width(program, *element).unwrap_or(8);
            crate::aggregate::pack(&executor.store, parts, width)
        }
        _ => arg.value.clone(),
    };
    let width = scalar_width(program, arg.ty).unwrap_or(size as u32 * 8);
    let bytes = split(&executor.store, &value, width, size);
    Ok(bytes.unwrap_or_else(|| vec![Byte::Uninitialised; size]))
}

/// An object of the call with this content; its address.
fn area(executor: &mut Executor<'_>, state: &mut State, content: &[Byte]) -> Step<u64> {
    let origin = Origin::Argument(state.frame.function);
    let handle = state
        .memory
        .allocate(Region::Stack, Bytes::uninitialised(content.len() as u64), origin, true)
        .ok_or(EndReason::AddressSpace)?;
    let start = Resolved { handle, offset: Offset::Concrete(0) };
    executor.write_bytes(state, start, content)?;
    Ok(state.memory.get(handle).map_or(0, |object| object.base))
}

/// `va_arg` as an instruction: takes the next argument and moves the list on.
pub(crate) fn next(
    executor: &mut Executor<'_>,
    state: &mut State,
    list: &Value,
    ty: TypeId,
) -> Step<Value> {
    let bits = executor.machine.pointer_bits;
    let word = u64::from(bits / 8);
    let at = executor.resolve(state, list, list_size(bits), Access::Write)?;
    let class = class(executor, ty, None);
    if bits == 64 {
        let mut registers = Registers {
            general: field(executor, state, at, 0, 4)?,
            vector: field(executor, state, at, 4, 4)?,
        };
        if let Some(offset) = registers.take(class) {
            let saved = field(executor, state, at, 16, 8)?;
            let value = executor.load(state, &Value::Word(saved + offset), ty)?;
            let counters = [number_bytes(registers.general, 4), number_bytes(registers.vector, 4)];
            executor.write_bytes(state, at, &counters.concat())?;
            return Ok(value);
        }
    }
    let info = executor.machine.program.types.info(ty).clone();
    let position = if bits == 64 { 8 } else { 0 };
    let mut cursor = field(executor, state, at, position, word)?;
    if bits == 64 && info.align > 8 {
        cursor = cursor.next_multiple_of(16);
    }
    let value = executor.load(state, &Value::Word(cursor), ty)?;
    let moved = cursor + info.store_size.next_multiple_of(word);
    let place = executor.moved(at, position);
    executor.write_bytes(state, place, &number_bytes(moved, word))?;
    Ok(value)
}

/// A number in the list.
fn field(
    executor: &mut Executor<'_>,
    state: &mut State,
    list: Resolved,
    offset: u64,
    size: u64,
) -> Step<u64> {
    let place = executor.moved(list, offset);
    let width = size as u32 * 8;
    let value = executor.read_scalar(state, place, size, width)?;
    executor.one_word(state, &value, width)
}
