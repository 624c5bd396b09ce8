//! What a function that nobody knows may do to memory.
//!
//! With `--external warn-havoc` a call of such a function gives an arbitrary result, and everything that can be reached through
//! its arguments gets arbitrary content, over any number of pointers. Pointers found there stay as they are, and so do
//! global variables that no argument leads to: a function could change those too, but with pointers that point anywhere
//! nothing sensible could follow. So a state that was through this has too much in one place and may have too little in
//! another: it neither accuses nor proves.

use std::collections::BTreeSet;

use lariat_term::Sort;

use crate::executor::Executor;
use crate::memory::{Handle, Memory, Place};
use crate::object::{Byte, Origin};
use crate::state::State;
use crate::totals::Gap;
use crate::value::Value;

/// Gives arbitrary content to all that can be reached from the arguments of a call of the function `name`.
pub(crate) fn forget_reachable(
    executor: &mut Executor<'_>,
    state: &mut State,
    name: &str,
    args: &[Value],
) {
    state.approximations.over = true;
    executor.leave_out(state, Gap::UnknownEffects { function: name.to_owned() });
    let word_size = u64::from(executor.machine.pointer_bits / 8);
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<Handle> =
        args.iter().filter_map(|arg| target(&state.memory, arg.word()?)).collect();
    while let Some(handle) = waiting.pop() {
        if reached.insert(handle) {
            let pointers = pointers_in(&state.memory, handle, word_size);
            waiting.extend(pointers.into_iter().map(|(_, target)| target));
        }
    }
    for handle in reached {
        forget(executor, state, name, handle, word_size);
    }
}

/// The object with content that an address points to.
fn target(memory: &Memory, address: u64) -> Option<Handle> {
    let Place::Inside(handle) = memory.find(address) else { return None };
    let object = memory.get(handle)?;
    let has_content = !matches!(object.origin, Origin::Function(_) | Origin::Block(..));
    (has_content && !object.out_of_scope).then_some(handle)
}

/// The offsets of the pointers in an object, and what they point to.
fn pointers_in(memory: &Memory, handle: Handle, word_size: u64) -> Vec<(u64, Handle)> {
    let Some(object) = memory.get(handle) else { return Vec::new() };
    let words = object.bytes.size() / word_size;
    (0..words)
        .filter_map(|word| {
            let offset = word * word_size;
            let address = object.bytes.read_word(offset, word_size as usize)?;
            Some((offset, target(memory, address)?))
        })
        .collect()
}

fn forget(executor: &Executor<'_>, state: &mut State, name: &str, handle: Handle, word_size: u64) {
    let kept: BTreeSet<u64> = pointers_in(&state.memory, handle, word_size)
        .into_iter()
        .flat_map(|(offset, _)| offset..offset + word_size)
        .collect();
    let index = executor.machine.pointer_sort();
    let Some(object) = state.memory.get_mut(handle).filter(|object| object.writable) else {
        return;
    };
    for offset in (0..object.bytes.size()).filter(|offset| !kept.contains(offset)) {
        let byte = Byte::Term(executor.store.fresh_var(name, Sort::BitVec(8)));
        object.bytes.set_byte(&executor.store, index, offset, byte);
    }
}
