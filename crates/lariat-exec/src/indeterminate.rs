//! Uninitialised local variables and memory of the heap as inputs.
//!
//! The program does not determine what an uninitialised local variable holds. So a verdict about
//! all executions covers all such values, and an execution that depends on one is shown by choosing
//! it. Verification tasks leave variables uninitialised on purpose, to have an arbitrary value.
//! Here such a value is an input with a name of its own, `uninitialised:FUNCTION:VARIABLE`: it is
//! in the test, concrete runs take it from there, and the native replay fills the variable with it
//! where it is declared.
//!
//! A scalar in a register becomes an input where its life begins. A variable in memory becomes one
//! when its first unwritten byte is read, with all its unwritten bytes together: the others were
//! overwritten natively, too. Its name ends in ` in memory`. Two variables of one function may have
//! the same name; their inputs are told apart by a number. Scalars must keep their numbers where
//! only scalars are inputs, so the two kinds have different names. A run on a test finds it by that
//! name, whenever it is first read. A loop summary needs it before the loop ([`name_as_later`]).
//!
//! Memory of the heap is called after the allocation that brought it, `uninitialised:heap:3 in memory` for the program's third;
//! the native allocation functions count as well. What a library function allocates for itself is called
//! `uninitialised:heap:library in memory`, and the native program cannot be told what is in there.

use lariat_program::{Inst, InstId, Program, Type, TypeId};
use lariat_term::TermId;

use crate::code::scalar_width;
use crate::inputs;
use crate::machine::Machine;
use crate::memory::Handle;
use crate::object::{Byte, Object, Origin, Supply, object_name};
use crate::state::State;
use crate::value::Value;

/// What the names of such inputs begin with.
pub const UNINITIALISED_INPUT: &str = "uninitialised:";

/// What the names of those in memory end with.
const IN_MEMORY: &str = " in memory";

/// Which uninitialised local variables are inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UninitialisedInputs {
    /// None: they have arbitrary values that are in no test.
    #[default]
    None,
    /// Those that are not in memory.
    Scalars,
    /// All of them.
    All,
}

/// Size in bytes up to which a variable becomes an input.
const LARGEST: u64 = 1 << 16;

/// Nobody knows the types of what will be on the heap; most of it is numbers of so many bytes, or made of them.
const HEAP_UNIT: u64 = 4;

/// Whether an input is what an uninitialised variable in memory holds.
pub(crate) fn is_in_memory(input: &str) -> bool {
    input.starts_with(UNINITIALISED_INPUT) && input.ends_with(IN_MEMORY)
}

/// Turns uninitialised locals in memory into inputs: those that `later`, a successor of this state,
/// reads as inputs. Returns whether there are any.
pub fn name_as_later(machine: &Machine, state: &mut State, later: &State) -> bool {
    let Some(made) = later.inputs.get(state.inputs.len()..) else { return false };
    if !made.iter().any(|input| is_in_memory(&input.name)) {
        return false;
    }
    let read = |handle: &Handle| {
        let open = |state: &State| {
            state.memory.get(*handle).is_some_and(|object| object.bytes.has_uninitialised())
        };
        open(state) && !open(later)
    };
    let handles: Vec<Handle> = state.memory.live_handles().filter(read).collect();
    let mut named = false;
    for handle in handles {
        named |= object(machine, state, handle);
    }
    named
}

fn input_name(machine: &Machine, function: lariat_program::FunctionId, variable: &str) -> String {
    // A `static` function may have another name in a program of several files.
    let function = &machine.program.functions[function];
    let function = function.source_name.as_ref().unwrap_or(&function.name);
    format!("{UNINITIALISED_INPUT}{function}:{variable}")
}

/// The value of an uninitialised scalar as an input; none if scalars are no inputs, or if it has no
/// name.
pub(crate) fn scalar(
    machine: &Machine,
    state: &mut State,
    inst: InstId,
    ty: TypeId,
) -> Option<Value> {
    if machine.uninitialised_inputs == UninitialisedInputs::None {
        return None;
    }
    let function = state.frame.function;
    let body = machine.program.functions[function].body.as_ref()?;
    let name = input_name(machine, function, body.value_name(body.result(inst)?)?);
    let is_vector = matches!(machine.program.types.get(ty), Type::Vector { .. });
    if scalar_width(&machine.program, ty).is_none() && !is_vector {
        return None;
    }
    let size = machine.program.types.info(ty).store_size;
    let bytes = inputs::make(machine, state, &name, &[size]);
    let bytes = inputs::contents(&machine.store, &bytes);
    Some(inputs::typed(machine, &bytes, 0, ty))
}

/// Turns the unwritten bytes of a local variable or of memory from the heap into inputs. Returns whether there are any.
pub(crate) fn object(machine: &Machine, state: &mut State, handle: Handle) -> bool {
    if machine.uninitialised_inputs != UninitialisedInputs::All {
        return false;
    }
    let Some(object) = state.memory.get(handle) else { return false };
    let size = object.bytes.size();
    if size == 0 || size > LARGEST || !object.bytes.has_uninitialised() {
        return false;
    }
    let parts: Vec<(u64, String, Vec<u64>)> = match (object.origin, &object.supplies) {
        (Origin::Stack(function, inst), _) => {
            let Some(units) = units(machine, function, inst, size) else { return false };
            let variable = object_name(&machine.program, object.origin);
            vec![(0, input_name(machine, function, &variable), units)]
        }
        (_, Some(supplies)) => {
            let ends = supplies.iter().skip(1).map(|next| next.from).chain([size]);
            let part = |(supply, end): (&Supply, u64)| {
                let which = supply.allocation.map(|number| number.to_string());
                let name =
                    format!("{UNINITIALISED_INPUT}heap:{}", which.as_deref().unwrap_or("library"));
                (supply.from, name, inputs::equal_units(end - supply.from, HEAP_UNIT))
            };
            supplies.iter().zip(ends).map(part).collect()
        }
        _ => return false,
    };
    let index = machine.pointer_sort();
    for (from, name, units) in parts {
        let end = from + units.iter().sum::<u64>();
        let is_open = |object: &Object, offset: u64| {
            object.bytes.byte(&machine.store, index, offset) == Byte::Uninitialised
        };
        let Some(object) = state.memory.get(handle) else { return false };
        if !(from..end).any(|offset| is_open(object, offset)) {
            continue;
        }
        let terms: Vec<TermId> = inputs::make(machine, state, &(name + IN_MEMORY), &units);
        let input = inputs::contents(&machine.store, &terms);
        let Some(object) = state.memory.get_mut(handle) else { return false };
        for (offset, byte) in (from..end).zip(input) {
            if is_open(object, offset) {
                object.bytes.set_byte(&machine.store, index, offset, byte);
            }
        }
    }
    state.approximations.uninitialised = true;
    true
}

/// Whether all that nobody has written of a local variable is padding. That is copied with its struct and hardly ever looked
/// at, so a test need not speak of it because it is copied.
pub(crate) fn is_open_in_padding_only(machine: &Machine, state: &State, handle: Handle) -> bool {
    let Some(Object { origin: Origin::Stack(function, inst), bytes, .. }) =
        state.memory.get(handle)
    else {
        return false;
    };
    let Some(body) = machine.program.functions[*function].body.as_ref() else { return false };
    let Inst::Alloca { element, .. } = body.inst(*inst) else { return false };
    let program = &machine.program;
    let each = program.types.info(element).alloc_size.max(1);
    let index = machine.pointer_sort();
    (0..bytes.size()).all(|offset| {
        bytes.byte(&machine.store, index, offset) != Byte::Uninitialised
            || is_padding(program, element, offset % each)
    })
}

/// Whether no scalar of a type has the byte at an offset.
fn is_padding(program: &Program, ty: TypeId, offset: u64) -> bool {
    let info = program.types.info(ty);
    match &info.ty {
        Type::Array { element, .. } => {
            is_padding(program, *element, offset % program.types.info(*element).alloc_size.max(1))
        }
        Type::Struct { fields, .. } => {
            let before = fields.iter().rev().find(|field| field.offset <= offset);
            before.is_none_or(|field| {
                let size = program.types.info(field.ty).alloc_size;
                let inside = offset - field.offset;
                inside >= size || is_padding(program, field.ty, inside)
            })
        }
        _ => offset >= info.store_size,
    }
}

/// The sizes of the variable's scalars, for an array of symbolic length as often as they fit.
fn units(
    machine: &Machine,
    function: lariat_program::FunctionId,
    inst: InstId,
    size: u64,
) -> Option<Vec<u64>> {
    let body = machine.program.functions[function].body.as_ref()?;
    let Inst::Alloca { element, .. } = body.inst(inst) else { return None };
    let each = machine.program.types.info(element).alloc_size;
    if each == 0 || !size.is_multiple_of(each) {
        return None;
    }
    let mut one = Vec::new();
    inputs::units_of(&machine.program, element, &mut one);
    (one.iter().sum::<u64>() == each)
        .then(|| one.iter().copied().cycle().take(one.len() * (size / each) as usize).collect())
}
