//! Gives the content of large objects a name, an array variable, before a loop through them is asked about.
//!
//! The search keeps the bytes of inputs apart, which is best as long as they are read at known places. Read at a place that may be any of hundreds, they are
//! hundreds of alternatives in one term, or as many stores in an array, and a question about such a term takes a solver longer than all the paths
//! that a loop would save. So for a loop through data the content is one array variable `A` of which it is known that `A[0]`, `A[1]`, … are the bytes there were.

use std::collections::BTreeMap;
use std::sync::Arc;

use lariat_exec::{Byte, Handle, Machine, State};
use lariat_loop::LoopBody;
use lariat_term::{ArrayValue, BitVec, Evaluator, Op, Sort, TermId, Value};
use rustc_hash::FxHashSet;

use crate::found::symbol_of;

/// Objects with fewer symbolic bytes are read place by place.
const LEAST: usize = 32;

/// Objects of more bytes stay as they are.
const MOST: u64 = 1 << 12;

/// An object with a name for its content.
pub(crate) struct Named {
    handle: Handle,
    array: TermId,
    definition: Vec<TermId>,
}

/// A copy of a state in which the content of large symbolic objects is a variable. What defines it is not on the path yet.
pub(crate) fn with_names(machine: &Machine, state: &State) -> (State, Vec<Named>) {
    let (store, index) = (&machine.store, machine.pointer_sort());
    let mut copy = state.clone();
    let mut named = Vec::new();
    let handles: Vec<Handle> = state.memory.live_handles().collect();
    for handle in handles {
        let Some(object) = state.memory.get(handle) else { continue };
        let size = object.bytes.size();
        let plain = object.symbolic_size.is_none() && object.bytes.array().is_none();
        if size < LEAST as u64 || size > MOST || !plain || object.bytes.is_concrete() {
            continue;
        }
        let bytes: Option<Vec<TermId>> = (0..size)
            .map(|offset| match object.bytes.byte(store, index, offset) {
                Byte::Concrete(number) => Some(store.bv_const(8, u64::from(number))),
                Byte::Term(term) => Some(term),
                Byte::Uninitialised => None,
            })
            .collect();
        let Some(bytes) = bytes else { continue };
        if bytes.iter().filter(|byte| store.as_word(**byte).is_none()).count() < LEAST {
            continue;
        }
        let mut evaluator = Evaluator::new(Arc::clone(&state.model));
        let values: Option<Vec<Value>> =
            bytes.iter().map(|byte| evaluator.eval(store, *byte).ok()).collect();
        let Some(values) = values else { continue };
        let name = lariat_exec::object_name(&machine.program, object.origin);
        let array = store.fresh_var(&name, Sort::array(index, Sort::BitVec(8)));
        let place = |offset: usize| BitVec::new(index.width(), offset as u64);
        let entries: BTreeMap<Value, Value> = (values.into_iter().enumerate())
            .map(|(offset, value)| (Value::BitVec(place(offset)), value))
            .collect();
        let value = ArrayValue::new(index, Value::BitVec(BitVec::zero(8)), entries);
        Arc::make_mut(&mut copy.model).set(store, symbol_of(store, array), Value::Array(value));
        let element = |offset: usize| store.select(array, store.bv_value(&place(offset)));
        let definition: Vec<TermId> = (bytes.into_iter().enumerate())
            .map(|(offset, byte)| store.eq(element(offset), byte))
            .collect();
        if let Some(object) = copy.memory.get_mut(handle) {
            object.bytes.set_array(array);
        }
        named.push(Named { handle, array, definition });
    }
    (copy, named)
}

/// Adds what defines the names that are used, and takes the others back.
pub(crate) fn keep_used(
    machine: &Machine,
    state: &mut State,
    original: &State,
    named: Vec<Named>,
    body: &LoopBody,
) {
    let store = &machine.store;
    let terms = body.paths.iter().flat_map(|path| path.guard.iter().chain(&path.after));
    let terms: Vec<TermId> = terms.copied().collect();
    let symbols: FxHashSet<_> = store.free_vars_of(&terms).into_iter().collect();
    for Named { handle, array, definition } in named {
        if symbols.contains(&symbol_of(store, array)) {
            state.path.extend(definition);
        } else if let (Some(object), Some(old)) =
            (state.memory.get_mut(handle), original.memory.get(handle))
        {
            object.bytes = old.bytes.clone();
        }
    }
}

/// Whether a body's conditions read something that got a name at places that change from iteration to iteration.
pub(crate) fn goes_through(machine: &Machine, named: &[Named], body: &LoopBody) -> bool {
    let store = &machine.store;
    let changing: Vec<_> = body.variables.iter().map(|v| symbol_of(store, v.symbol)).collect();
    let guards: Vec<TermId> = body.paths.iter().flat_map(|path| path.guard.clone()).collect();
    store.parts(&guards).into_iter().any(|part| match (store.op(part), store.args(part)) {
        (Op::Select, &[array, place]) => {
            named.iter().any(|named| named.array == array)
                && store.free_vars(place).iter().any(|symbol| changing.contains(symbol))
        }
        _ => false,
    })
}
