//! What the C models ask the engine so that they need not fork: values without a branch, looks at memory ahead of where a
//! text may end, and whether anybody will see a result.

use std::sync::Arc;

use lariat_program::{FunctionId, ValueId};

use crate::executor::{Executor, Step};
use crate::memory::Place;
use crate::object::Byte;
use crate::state::State;
use crate::value::Value;

/// `lariat_select(condition, value, otherwise)`: one or the other, as one term where the condition depends on inputs.
pub(crate) fn select(
    executor: &mut Executor<'_>,
    state: &State,
    condition: &Value,
    value: &Value,
    otherwise: &Value,
) -> Step<Value> {
    let store = Arc::clone(&executor.store);
    let chosen = match condition {
        Value::Word(0) => Some(otherwise.clone()),
        Value::Word(_) => Some(value.clone()),
        _ => condition.bits(&store, 32).and_then(|condition| {
            let holds = store.ne(condition, store.bv_const(32, 0));
            let (value, otherwise) = (value.bits(&store, 64)?, otherwise.bits(&store, 64)?);
            Some(Value::from_term(&store, store.ite(holds, value, otherwise)))
        }),
    };
    chosen.ok_or_else(|| crate::builtins::poison(executor, state))
}

/// `lariat_is_readable(address)`: the byte is certainly there, and what it holds was put there by somebody.
pub(crate) fn is_readable(executor: &Executor<'_>, state: &State, address: &Value) -> bool {
    let Some(address) = address.word() else { return false };
    let Place::Inside(handle) = state.memory.find(address) else { return false };
    let Some(object) = state.memory.get(handle) else { return false };
    let offset = address - object.base;
    if object.symbolic_size.is_some() || object.out_of_scope || offset >= object.bytes.size() {
        return false;
    }
    let index = executor.machine.pointer_sort();
    match object.bytes.byte(&executor.store, index, offset) {
        Byte::Concrete(_) => true,
        Byte::Term(term) => !executor.depends_on_nobodys(term),
        Byte::Uninitialised => false,
    }
}

/// `lariat_distance(address, other)`: how far apart two places in one object are, the largest number if they are not known
/// to be in one.
pub(crate) fn distance(state: &State, bits: u32, address: &Value, other: &Value) -> u64 {
    let place = |address: u64| match state.memory.find(address) {
        Place::Inside(handle) => Some(handle),
        _ => None,
    };
    match (address.word(), other.word()) {
        (Some(address), Some(other))
            if place(address).is_some_and(|at| place(other) == Some(at)) =>
        {
            address.abs_diff(other)
        }
        _ => u64::MAX >> (64 - bits),
    }
}

/// `lariat_result_is_used()`: whether the program does anything with the result of the library function that it called.
///
/// The call is the outermost one of those that are inside the library now. What has a call but no caller counts as used.
pub(crate) fn result_is_used(executor: &Executor<'_>, state: &State) -> bool {
    let program = &executor.machine.program;
    let mut inner = &state.frame;
    for outer in state.callers.iter().rev() {
        if !program.functions[outer.function].library {
            let (function, result) = (outer.function, inner.result);
            return result.is_some_and(|result| executor.has_uses(function, result));
        }
        inner = outer;
    }
    true
}

impl Executor<'_> {
    /// Whether something in the function uses the value.
    fn has_uses(&self, function: FunctionId, value: ValueId) -> bool {
        let known = self.uses.borrow().get(&(function, value)).copied();
        known.unwrap_or_else(|| {
            let found = self.body(function).is_used(value);
            self.uses.borrow_mut().insert((function, value), found);
            found
        })
    }
}
