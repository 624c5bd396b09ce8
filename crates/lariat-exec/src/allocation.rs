//! Memory the program allocates: `malloc` and its relatives.
//!
//! Sizes may be symbolic up to the capacity; the object then is as large as the capacity and knows its size as a term. An
//! allocation succeeds unless its size is one that no machine has; with [`ExecutorConfig::failing_malloc`] those of the program
//! itself may also fail. Whether one does is an input, so that the native program can do the same; allocations inside
//! library functions are out of its reach and are assumed to succeed. `strdup` and its like count as the program's own.
//!
//! The program's own allocations have numbers. What their memory holds before it is written may be an input, and the native program
//! finds the memory by that number.
//!
//! [`ExecutorConfig::failing_malloc`]: crate::ExecutorConfig::failing_malloc

use std::sync::Arc;

use lariat_program::{FunctionId, InstId};
use lariat_term::TermId;

use crate::assumption::Assumption;
use crate::bug::{BugKind, EndReason};
use crate::builtins::poison;
use crate::executor::{Aim, AnySize, Executor, Offset, Resolved, Step};
use crate::inputs;
use crate::memory::{Place, Region};
use crate::object::{Byte, Bytes, Object, Origin, Supply};
use crate::state::State;
use crate::totals::Gap;
use crate::value::Value;

/// Most bytes that are copied from and to memory of symbolic size.
const MOST_COPIED: u64 = 1 << 16;

/// Library functions that do nothing else with memory than to allocate it once, so that the native program can count them.
const ALLOCATING: [&str; 3] = ["reallocarray", "strdup", "strndup"];

/// What `posix_memalign` returns if there is no memory.
pub(crate) const ENOMEM: u64 = 12;

/// `calloc(count, size)`: a product that does not fit is no memory.
pub(crate) fn allocate_zeroed(
    executor: &mut Executor<'_>,
    state: &mut State,
    count: &Value,
    size: &Value,
) -> Step<Value> {
    let bits = executor.machine.pointer_bits;
    let store = Arc::clone(&executor.store);
    if let (Value::Word(count), Value::Word(size)) = (count, size) {
        let total = count.checked_mul(*size).filter(|total| *total <= crate::value::mask(bits));
        return match total {
            Some(total) => allocate(executor, state, &Value::Word(total), true, 0),
            None => {
                count_one(executor, state);
                Ok(Value::Word(0))
            }
        };
    }
    let (Some(count), Some(size)) = (count.bits(&store, bits), size.bits(&store, bits)) else {
        return Err(poison(executor, state));
    };
    let product = store.bv_mul(store.zero_extend(bits, count), store.zero_extend(bits, size));
    let high = store.extract(2 * bits - 1, bits, product);
    if executor.decide(state, store.ne(high, store.bv_const(bits, 0)))? {
        count_one(executor, state);
        return Ok(Value::Word(0));
    }
    let total = Value::from_term(&store, store.extract(bits - 1, 0, product));
    allocate(executor, state, &total, true, 0)
}

/// Whether the allocation that is being made is the program's own.
fn is_programs(executor: &Executor<'_>, state: &State) -> bool {
    let functions = &executor.machine.program.functions;
    let function = &functions[state.frame.function];
    let is_called =
        || state.callers.last().is_some_and(|caller| !functions[caller.function].library);
    !function.library || (ALLOCATING.contains(&function.name.as_str()) && is_called())
}

/// Counts an allocation of the program. It is done when nothing can make the state come here again.
fn count_one(executor: &Executor<'_>, state: &mut State) {
    state.allocations += u32::from(is_programs(executor, state));
}

/// Heap memory of a size that may be symbolic, up to the capacity. A call that fails returns `failure`.
pub(crate) fn allocate(
    executor: &mut Executor<'_>,
    state: &mut State,
    size: &Value,
    zero: bool,
    failure: u64,
) -> Step<Value> {
    let base = always(executor, state, size, zero)?;
    count_one(executor, state);
    may_fail(executor, state, base, failure)?;
    Ok(Value::Word(base))
}

/// Lets an allocation that gave `base` fail in a copy of the state, which goes on behind the call without the memory.
fn may_fail(executor: &mut Executor<'_>, state: &mut State, base: u64, failure: u64) -> Step<()> {
    if !executor.config.failing_malloc {
        return Ok(());
    }
    if !is_programs(executor, state) {
        let functions = &executor.machine.program.functions;
        if state.callers.iter().any(|caller| !functions[caller.function].library) {
            let what = "allocations inside library functions succeeded".to_owned();
            executor.assume_fixed(state, Assumption::Environment { what, instead: String::new() });
        }
        return Ok(());
    }
    let store = Arc::clone(&executor.store);
    let fails = inputs::make(executor.machine, state, "malloc_fails", &[1]);
    if base == 0 {
        return Ok(());
    }
    let fails = store.ne(fails[0], store.bv_const(8, 0));
    match executor.feasible(state, fails) {
        Ok(Some(model)) => {
            let mut other = executor.fork(state, fails, model);
            if let Place::Inside(handle) = other.memory.find(base) {
                other.memory.free(handle, None);
            }
            executor.finish_builtin(&mut other, Some(Value::Word(failure)));
            executor.forks.push(other);
        }
        Ok(None) => {}
        Err(reason) => executor.leave_undecided(state, reason),
    }
    executor.require(state, store.not(fails), EndReason::AssumptionFailed)
}

/// The address of new heap memory; 0 if no machine has so much.
fn always(executor: &mut Executor<'_>, state: &mut State, size: &Value, zero: bool) -> Step<u64> {
    let bits = executor.machine.pointer_bits;
    let store = Arc::clone(&executor.store);
    let (capacity, symbolic) = match size {
        Value::Word(word) => (*word, None),
        other => {
            let Some(term) = other.bits(&store, bits) else { return Err(poison(executor, state)) };
            // A program may declare the function with a narrower argument.
            let term = match store.sort(term).width() {
                width if width < bits => store.zero_extend(bits - width, term),
                _ => store.extract(bits - 1, 0, term),
            };
            let capacity = executor.config.capacity;
            let fits = store.bv_ule(term, store.bv_const(bits, capacity));
            let is_any = match executor.config.any_size {
                AnySize::No => false,
                AnySize::Heap => !executor.decide(state, fits)?,
                AnySize::All => true,
            };
            if is_any {
                return of_any_size(executor, state, term, zero);
            }
            match executor.feasible(state, fits) {
                Ok(Some(model)) => {
                    if !matches!(executor.feasible(state, store.not(fits)), Ok(None)) {
                        executor.leave_out(state, Gap::LargerSizes);
                    }
                    executor.assume(state, fits, model);
                    (capacity, Some(term))
                }
                // No size within the capacity: one concrete size at a time.
                _ => (executor.one_word(state, other, bits)?, None),
            }
        }
    };
    if capacity > crate::value::mask(bits - 1) {
        // No object can be larger than half of the address space.
        return Ok(0);
    }
    if capacity > executor.config.max_object {
        return Err(EndReason::AddressSpace.into());
    }
    let bytes = if zero { Bytes::zero(capacity) } else { Bytes::uninitialised(capacity) };
    let origin = origin(executor, state);
    let handle =
        state.memory.allocate(Region::Heap, bytes, origin, true).ok_or(EndReason::AddressSpace)?;
    let mut base = 0;
    let supply = supply(executor, state, 0);
    if let Some(object) = state.memory.get_mut(handle) {
        object.symbolic_size = symbolic;
        object.supplies = Some(Arc::new([supply]));
        base = object.base;
    }
    Ok(base)
}

/// What the allocation that is being made brings.
fn supply(executor: &Executor<'_>, state: &State, from: u64) -> Supply {
    let allocation = is_programs(executor, state).then_some(state.allocations + 1);
    Supply { from, allocation }
}

/// The user's call: that is where a report about this memory should point to.
pub(crate) fn origin(executor: &Executor<'_>, state: &State) -> Origin {
    let caller = caller(executor, state);
    caller.map_or(Origin::Input, |(function, inst)| Origin::Heap(function, inst))
}

/// The user's call that is being executed.
fn caller(executor: &Executor<'_>, state: &State) -> Option<(FunctionId, InstId)> {
    let site = executor.site(state);
    let inst = executor.code(site.function).insts[site.pc as usize];
    inst.map(|inst| (site.function, inst))
}

/// The address of new heap memory of any size; 0 where no machine has so much.
fn of_any_size(
    executor: &mut Executor<'_>,
    state: &mut State,
    size: TermId,
    zero: bool,
) -> Step<u64> {
    let bits = executor.machine.pointer_bits;
    let store = Arc::clone(&executor.store);
    let most = store.bv_const(bits, crate::value::mask(bits - 1));
    if executor.decide(state, store.bv_ult(most, size))? {
        return Ok(0);
    }
    let origin = origin(executor, state);
    let handle = executor.allocate_any(state, Region::Heap, size, zero, origin)?;
    Ok(state.memory.get(handle).map_or(0, |object| object.base))
}

/// `free(pointer)`.
pub(crate) fn free(executor: &mut Executor<'_>, state: &mut State, pointer: &Value) -> Step<()> {
    let address = freeable(executor, state, pointer)?;
    if address == 0 {
        return Ok(());
    }
    let problem = match state.memory.find(address) {
        Place::Inside(handle) => match state.memory.get(handle) {
            Some(object) if object.base == address && handle.region() == Region::Heap => {
                let by = caller(executor, state);
                state.memory.free(handle, by);
                return Ok(());
            }
            Some(object) => (BugKind::InvalidFree, executor.describe(object)),
            None => (BugKind::DoubleFree, executor.describe_address(state, address)),
        },
        Place::Gone { region: Region::Heap } => {
            (BugKind::DoubleFree, executor.describe_address(state, address))
        }
        _ => (BugKind::InvalidFree, executor.describe_address(state, address)),
    };
    let bug = executor.bug(state, problem.0, problem.1);
    Err(executor.fatal(state, bug))
}

/// What a pointer that is to be freed is: null, a block of the heap, or the wrong address that the state's input shows.
fn freeable(executor: &mut Executor<'_>, state: &mut State, pointer: &Value) -> Step<u64> {
    if let Value::Word(address) = pointer {
        return Ok(*address);
    }
    let blocks = |_: &Executor<'_>, state: &State| {
        std::iter::once(0).chain(state.memory.heap_objects().map(|object| object.base)).collect()
    };
    let (Aim::At(address) | Aim::Astray { address, .. }) = executor.aim(state, pointer, blocks)?;
    Ok(address)
}

/// `realloc(pointer, size)`, as glibc does it: no size frees.
pub(crate) fn reallocate(
    executor: &mut Executor<'_>,
    state: &mut State,
    pointer: &Value,
    size: &Value,
) -> Step<Value> {
    let bits = executor.machine.pointer_bits;
    let address = freeable(executor, state, pointer)?;
    if address == 0 {
        return allocate(executor, state, size, false, 0);
    }
    let old = match state.memory.find(address) {
        Place::Inside(handle) => state.memory.get(handle).map(|object| (handle, object.clone())),
        _ => None,
    };
    let Some((old_handle, old)) =
        old.filter(|(handle, object)| object.base == address && handle.region() == Region::Heap)
    else {
        // Whatever is wrong with it is wrong with freeing it.
        free(executor, state, &Value::Word(address))?;
        return Ok(Value::Word(0));
    };
    let is_none = match size.bits(&executor.store, bits) {
        Some(term) => executor.store.eq(term, executor.store.bv_const(bits, 0)),
        None => return Err(poison(executor, state)),
    };
    if executor.decide(state, is_none)? {
        let by = caller(executor, state);
        state.memory.free(old_handle, by);
        count_one(executor, state);
        return Ok(Value::Word(0));
    }
    let base = always(executor, state, size, false)?;
    let mut rest = supply(executor, state, old.bytes.size());
    count_one(executor, state);
    may_fail(executor, state, base, 0)?;
    if base == 0 {
        // The old memory stays where it was.
        return Ok(Value::Word(0));
    }
    if let Place::Inside(handle) = state.memory.find(base) {
        let count =
            state.memory.get(handle).map_or(0, |object| object.bytes.size().min(old.bytes.size()));
        let is_any = |object: &Object| object.symbolic_size.is_some();
        let is_any = is_any(&old) || state.memory.get(handle).is_some_and(is_any);
        if is_any && count > MOST_COPIED {
            return Err(EndReason::AddressSpace.into());
        }
        let index = executor.machine.pointer_sort();
        let content: Vec<Byte> =
            (0..count).map(|offset| old.bytes.byte(&executor.store, index, offset)).collect();
        let place = Resolved { handle, offset: Offset::Concrete(0) };
        executor.write_bytes(state, place, &content)?;
        if old.symbolic_size.is_some() {
            // Where the old memory ends natively is not known here.
            rest.allocation = None;
        }
        if let Some(object) = state.memory.get_mut(handle) {
            let size = object.bytes.size();
            let kept = old.supplies.iter().flat_map(|list| list.iter()).copied();
            let all = kept.chain([rest]).filter(|supply| supply.from < size);
            object.supplies = Some(all.collect());
        }
    }
    let by = caller(executor, state);
    state.memory.free(old_handle, by);
    Ok(Value::Word(base))
}
