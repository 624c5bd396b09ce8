//! New inputs: variables of their own, under a name that people recognise.
//!
//! An input has the name the program gave it, and several may have the same one; a test lists them in order, and the native
//! replay takes them in order. The variables of the terms must differ, though, in whatever way a program calls its inputs. A
//! variable's name is the input's, with `#1`, `#2`, … for the second and third of the name and `[5]` for a single byte, and
//! the characters that this uses are doubled where the input's own name has them.

use std::sync::Arc;

use lariat_program::{Program, Type, TypeId};
use lariat_term::{Model, Sort, TermId, TermStore};

use crate::code::scalar_width;
use crate::indeterminate;
use crate::machine::Machine;
use crate::object::{Byte, join};
use crate::state::{Input, State};
use crate::test_input::{TestInput, TestObject};
use crate::value::Value;

/// How many inputs are called `name`. A loop may read a great many, of one name or a few: the last of that name knows.
fn count_of(inputs: &[Input], name: &str) -> usize {
    inputs.iter().rev().find(|input| input.name == name).map_or(0, |input| input.number + 1)
}

/// The variable name of input number `number` called `name`.
fn variable_name(number: usize, name: &str) -> String {
    let mut variable = String::with_capacity(name.len());
    for character in name.chars() {
        variable.push(character);
        if matches!(character, '#' | '[' | '!') {
            variable.push(character);
        }
    }
    match number {
        0 => variable,
        number => format!("{variable}#{number}"),
    }
}

/// A new input made of variables of these sizes in bytes, recorded under its name. Gives its bytes in memory order.
pub(crate) fn add(
    machine: &Machine,
    inputs: &mut Arc<Vec<Input>>,
    name: &str,
    units: &[u64],
) -> Vec<TermId> {
    let whole = Whole { above: machine.largest_input_in_parts, index: machine.pointer_sort() };
    variables(&machine.store, whole, inputs, name, units)
}

/// Which inputs are one array variable: those of more bytes than this, with an index of this sort.
#[derive(Clone, Copy)]
struct Whole {
    above: u64,
    index: Sort,
}

fn variables(
    store: &TermStore,
    whole: Whole,
    inputs: &mut Arc<Vec<Input>>,
    name: &str,
    units: &[u64],
) -> Vec<TermId> {
    let number = count_of(inputs, name);
    let variable = variable_name(number, name);
    let size = units.iter().sum::<u64>();
    let mut bytes = Vec::with_capacity(size as usize);
    if size > whole.above {
        let index = whole.index;
        let whole = store.var(&format!("{variable}[]"), Sort::array(index, Sort::BitVec(8)));
        let byte = |offset| store.select(whole, store.bv_const(index.width(), offset));
        bytes.extend((0..size).map(byte));
        Arc::make_mut(inputs).push(Input { name: name.to_owned(), number, bytes: bytes.clone() });
        return bytes;
    }
    for (part, unit) in units.iter().enumerate() {
        let sort = Sort::BitVec(*unit as u32 * 8);
        let term = match units {
            [_] => store.var(&variable, sort),
            _ => store.var(&format!("{variable}[{part}]"), sort),
        };
        bytes.extend((0..*unit as u32).map(|byte| store.extract(byte * 8 + 7, byte * 8, term)));
    }
    Arc::make_mut(inputs).push(Input { name: name.to_owned(), number, bytes: bytes.clone() });
    bytes
}

/// The objects of a test.
#[derive(Clone, Debug)]
pub struct GivenTest {
    /// What uninitialised variables in memory hold.
    in_memory: Vec<TestObject>,
    /// All others, in the order in which they are read.
    ordered: Vec<TestObject>,
}

impl From<&TestInput> for GivenTest {
    fn from(test: &TestInput) -> GivenTest {
        let is_in_memory = |object: &TestObject| indeterminate::is_in_memory(&object.name);
        let (in_memory, ordered) = test.objects.iter().cloned().partition(is_in_memory);
        GivenTest { in_memory, ordered }
    }
}

impl GivenTest {
    /// Whether a run has read all of it, so that what it reads from now on is zero. Variables in memory are not read in order.
    pub(crate) fn is_used_up(&self, state: &State) -> bool {
        state.inputs.len() - state.inputs_in_memory >= self.ordered.len()
    }
}

/// Where a run that is not symbolic takes its inputs from.
#[derive(Clone, Debug)]
pub enum Given {
    /// The objects of a test; what it does not have is zero.
    Test(GivenTest),
    /// What a model has for the variables; what it leaves open is zero.
    Model(Arc<Model>),
}

/// The object of a test that is a run's next input. What an uninitialised variable in memory holds is found by its name, because it does not matter when
/// it is read first; all other inputs have the order in which they are read.
fn given_object<'t>(test: &'t GivenTest, state: &State, name: &str) -> Option<&'t TestObject> {
    if indeterminate::is_in_memory(name) {
        let number = count_of(&state.inputs, name);
        return test.in_memory.iter().filter(|object| object.name == name).nth(number);
    }
    test.ordered.get(state.inputs.len() - state.inputs_in_memory)
}

/// A new input of a state: [variables](add), or numbers where the state's inputs are given.
pub(crate) fn make(machine: &Machine, state: &mut State, name: &str, units: &[u64]) -> Vec<TermId> {
    let store = &machine.store;
    let number = state.inputs.len();
    let byte = |number: u8| store.bv_const(8, u64::from(number));
    let in_memory = usize::from(indeterminate::is_in_memory(name));
    let model = match state.given.as_deref() {
        None => {
            state.inputs_in_memory += in_memory;
            return add(machine, &mut state.inputs, name, units);
        }
        Some(Given::Test(test)) => {
            // No variable is needed, and a run may read a great many inputs.
            let object = given_object(test, state, name);
            let object = object.map_or(&[][..], |object| &object.bytes);
            let numbers = object.iter().copied().chain(std::iter::repeat(0));
            let size = units.iter().sum::<u64>() as usize;
            let bytes: Vec<TermId> = numbers.take(size).map(byte).collect();
            let number = count_of(&state.inputs, name);
            let input = Input { name: name.to_owned(), number, bytes: bytes.clone() };
            Arc::make_mut(&mut state.inputs).push(input);
            state.inputs_in_memory += in_memory;
            return bytes;
        }
        Some(Given::Model(model)) => Arc::clone(model),
    };
    add(machine, &mut state.inputs, name, units);
    state.inputs_in_memory += in_memory;
    let values = TestInput::new(store, &model, &state.inputs[number..]);
    let bytes: Vec<TermId> = values.objects[0].bytes.iter().copied().map(byte).collect();
    if let Some(input) = Arc::make_mut(&mut state.inputs).last_mut() {
        input.bytes.clone_from(&bytes);
    }
    bytes
}

/// Sizes of the variables for `size` bytes of a buffer whose elements have so many bytes.
pub(crate) fn equal_units(size: u64, element: u64) -> Vec<u64> {
    let element = if (1..=16).contains(&element) { element } else { 1 };
    let mut units = vec![element; (size / element) as usize];
    if !size.is_multiple_of(element) {
        units.push(size % element);
    }
    units
}

/// Sizes of the variables for memory of a type: one for each scalar and each byte of padding, so that a number read back is a
/// variable and not glued bytes, and characters next to each other have nothing to do with each other.
pub(crate) fn units_of(program: &Program, ty: TypeId, units: &mut Vec<u64>) {
    let info = program.types.info(ty);
    let mut have = 0;
    match &info.ty {
        Type::Int(_) | Type::Float(_) | Type::Pointer if info.store_size <= 16 => {
            units.push(info.store_size);
            have = info.store_size;
        }
        Type::Array { length, element } => {
            for _ in 0..*length {
                units_of(program, *element, units);
            }
            have = info.alloc_size;
        }
        Type::Struct { fields, .. } => {
            for field in fields {
                units.extend(std::iter::repeat_n(1, field.offset.saturating_sub(have) as usize));
                units_of(program, field.ty, units);
                have = field.offset + program.types.info(field.ty).alloc_size;
            }
        }
        _ => {}
    }
    units.extend(std::iter::repeat_n(1, info.alloc_size.saturating_sub(have) as usize));
}

/// Bytes in memory order as one term.
pub(crate) fn whole(store: &TermStore, bytes: &[TermId]) -> Option<TermId> {
    let (first, rest) = bytes.split_first()?;
    Some(rest.iter().fold(*first, |low, high| store.concat(*high, low)))
}

/// Terms as the content of memory.
pub(crate) fn contents(store: &TermStore, terms: &[TermId]) -> Vec<Byte> {
    terms
        .iter()
        .map(|term| match store.as_word(*term) {
            Some(number) => Byte::Concrete(number as u8),
            None => Byte::Term(*term),
        })
        .collect()
}

/// A value of a machine type from bytes at an offset; bytes behind the end are zero.
pub(crate) fn typed(machine: &Machine, bytes: &[Byte], offset: u64, ty: TypeId) -> Value {
    let program = &machine.program;
    let size = program.types.info(ty).store_size;
    let byte = |position: u64| bytes.get(position as usize).copied().unwrap_or(Byte::Concrete(0));
    if let Some(width) = scalar_width(program, ty) {
        let bytes: Vec<Byte> = (offset..offset + size).map(byte).collect();
        return join(&machine.store, &bytes, width).unwrap_or(Value::Word(0));
    }
    let parts: Vec<(u64, TypeId)> = match program.types.get(ty) {
        Type::Vector { length, element } => {
            let each = program.types.info(*element).store_size;
            (0..u64::from(*length)).map(|index| (index * each, *element)).collect()
        }
        Type::Array { length, element } => {
            let each = program.types.info(*element).alloc_size;
            (0..*length).map(|index| (index * each, *element)).collect()
        }
        Type::Struct { fields, .. } => {
            fields.iter().map(|field| (field.offset, field.ty)).collect()
        }
        _ => return Value::Poison,
    };
    let parts = parts.into_iter().map(|(at, ty)| typed(machine, bytes, offset + at, ty)).collect();
    Value::Many(Arc::new(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: Whole = Whole { above: u64::MAX, index: Sort::BitVec(64) };

    /// All variables that the inputs of these names and sizes are made of.
    fn made(list: &[(&str, u64)]) -> Vec<TermId> {
        let store = TermStore::new();
        let mut inputs = Arc::default();
        let mut all = Vec::new();
        for (name, size) in list {
            let bytes = variables(&store, PARTS, &mut inputs, name, &equal_units(*size, 1));
            all.extend(bytes.iter().map(|byte| {
                let symbols = store.free_vars(*byte);
                assert_eq!(symbols.len(), 1);
                store.symbol_term(symbols[0])
            }));
        }
        all
    }

    #[test]
    fn inputs_never_share_a_variable() {
        // One byte each, so that nothing but the names can tell them apart.
        let lists: [&[(&str, u64)]; 3] = [
            &[("a", 1), ("a", 1), ("a#1", 1), ("a##1", 1), ("a#1", 1)],
            &[("a", 3), ("a[0]", 1), ("a[[0]", 1), ("a[", 3), ("a", 3)],
            &[("a!0", 1), ("a!!0", 1)],
        ];
        for list in lists {
            let mut all = made(list);
            let bytes: u64 = list.iter().map(|(_, size)| size).sum();
            all.sort();
            all.dedup();
            assert_eq!(all.len() as u64, bytes, "{list:?}");
        }
    }

    #[test]
    fn a_number_read_back_is_its_variable() {
        let store = TermStore::new();
        let mut inputs = Arc::default();
        for size in [1, 2, 4, 8, 16] {
            let bytes = variables(&store, PARTS, &mut inputs, "x", &[size]);
            let term = whole(&store, &bytes).unwrap();
            assert_eq!(store.free_vars(term).len(), 1);
            assert_eq!(store.symbol_term(store.free_vars(term)[0]), term);
        }
        let bytes = variables(&store, PARTS, &mut inputs, "numbers", &equal_units(24, 4));
        for unit in bytes.chunks(4) {
            let term = whole(&store, unit).unwrap();
            assert_eq!(store.symbol_term(store.free_vars(term)[0]), term);
        }
    }
}
