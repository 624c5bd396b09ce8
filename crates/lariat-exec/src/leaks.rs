//! Memory that is lost when the program ends: allocated by the program, not freed, and nothing leads to it any more.
//!
//! What leads to an object is what a leak checker sees natively: global variables, the local variables of the calls the program ends in,
//! and other objects that are not lost. A pointer into the middle of an object counts. Pointers that are symbolic count
//! as they are for the state's own input, which is the one a report shows.

use rustc_hash::FxHashSet;

use lariat_program::{FunctionId, InstId};
use lariat_term::{TermId, Value as TermValue};

use crate::bug::{BugKind, EndReason, Site};
use crate::executor::{Executor, Step, bytes};
use crate::memory::{Place, Region};
use crate::object::{Byte, Object, Origin};
use crate::state::State;
use crate::value::Value;

/// Reports lost memory, once for each place that allocated some.
pub(crate) fn check(executor: &mut Executor<'_>, state: &mut State) -> Step<()> {
    let reached = reached(executor, state);
    let lost: Vec<(FunctionId, InstId, u64, Option<TermId>)> = state
        .memory
        .heap_objects()
        .filter(|object| !reached.contains(&object.base))
        .filter_map(|object| match object.origin {
            // Files and the like were made before the program started.
            Origin::Heap(function, inst) if !is_setup(executor, function) => {
                Some((function, inst, object.bytes.size(), object.symbolic_size))
            }
            _ => None,
        })
        .collect();
    let mut first = None;
    for (function, inst, most, symbolic) in lost {
        let code = executor.code(function);
        let Some(pc) = code.insts.iter().position(|at| *at == Some(inst)) else { continue };
        let site = Site { function, pc: pc as u32 };
        let size = match symbolic.and_then(|size| executor.evaluate(state, size)) {
            Some(TermValue::BitVec(size)) => size.to_u64().unwrap_or(most),
            _ => most,
        };
        let detail = format!("{} allocated here", bytes(size));
        let bug = executor.bug_at(BugKind::MemoryLeak, detail, site, std::iter::empty());
        executor.report(state, bug.clone(), std::sync::Arc::clone(&state.model));
        first.get_or_insert(bug);
    }
    match first {
        Some(bug) => Err(EndReason::Bug(Box::new(bug)).into()),
        None => Ok(()),
    }
}

fn is_setup(executor: &Executor<'_>, function: FunctionId) -> bool {
    let name = &executor.machine.program.functions[function].name;
    name == "lariat_start" || name.starts_with("lariat_setup_")
}

/// The bases of the heap objects that something leads to.
fn reached(executor: &mut Executor<'_>, state: &State) -> FxHashSet<u64> {
    let mut found = Found { reached: FxHashSet::default(), waiting: Vec::new() };
    for frame in state.callers.iter().map(|frame| &**frame).chain([&state.frame]) {
        for register in &frame.registers {
            values_in(executor, state, register, &mut found);
        }
        for argument in frame.variable_args.iter().flat_map(|list| list.iter()) {
            values_in(executor, state, &argument.value, &mut found);
        }
    }
    let roots = state.memory.live_objects().filter(|object| {
        !matches!(object.origin, Origin::Heap(..) | Origin::Function(_) | Origin::Block(..))
    });
    for object in roots {
        words_in(executor, state, object, &mut found);
    }
    while let Some(base) = found.waiting.pop() {
        if let Place::Inside(handle) = state.memory.find(base)
            && let Some(object) = state.memory.get(handle)
        {
            words_in(executor, state, object, &mut found);
        }
    }
    found.reached
}

struct Found {
    reached: FxHashSet<u64>,
    waiting: Vec<u64>,
}

impl Found {
    fn address(&mut self, state: &State, address: u64) {
        if let Place::Inside(handle) = state.memory.find(address)
            && handle.region() == Region::Heap
            && let Some(object) = state.memory.get(handle)
            && self.reached.insert(object.base)
        {
            self.waiting.push(object.base);
        }
    }
}

fn values_in(executor: &mut Executor<'_>, state: &State, value: &Value, found: &mut Found) {
    match value {
        Value::Word(word) => found.address(state, *word),
        Value::Term(term) => {
            if let Some(TermValue::BitVec(bits)) = executor.evaluate(state, *term)
                && let Some(word) = bits.to_u64()
            {
                found.address(state, word);
            }
        }
        Value::Many(parts) => {
            parts.iter().for_each(|part| values_in(executor, state, part, found));
        }
        Value::Wide(_) | Value::Poison => {}
    }
}

/// The aligned words of an object.
fn words_in(executor: &mut Executor<'_>, state: &State, object: &Object, found: &mut Found) {
    let size = u64::from(executor.machine.pointer_bits / 8);
    for index in 0..object.bytes.size() / size {
        let offset = index * size;
        let word = match object.bytes.read_word(offset, size as usize) {
            Some(word) => Some(word),
            None => symbolic_word(executor, state, object, offset, size),
        };
        if let Some(word) = word {
            found.address(state, word);
        }
    }
}

/// A word with symbolic bytes, as it is for the state's own input; none if part of it was never written.
fn symbolic_word(
    executor: &mut Executor<'_>,
    state: &State,
    object: &Object,
    offset: u64,
    size: u64,
) -> Option<u64> {
    let index = executor.machine.pointer_sort();
    let mut word = 0;
    for position in (0..size).rev() {
        let byte = match object.bytes.byte(&executor.store, index, offset + position) {
            Byte::Concrete(byte) => u64::from(byte),
            Byte::Term(term) => match executor.evaluate(state, term)? {
                TermValue::BitVec(bits) => bits.to_u64()?,
                _ => return None,
            },
            Byte::Uninitialised => return None,
        };
        word = word << 8 | byte;
    }
    Some(word)
}
