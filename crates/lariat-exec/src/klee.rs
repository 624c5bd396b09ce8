//! KLEE's functions that are more than inputs and assumptions, with the meaning that KLEE gives them.
//!
//! `klee_make_symbolic` takes a whole object from its start, and anything else is the program's mistake, which is reported where it
//! is made; so is a `klee_assume` that cannot hold and a `klee_range` without a number in it. Preferences do not change which paths
//! there are, only which input of a path becomes the test. While forking is switched off a state goes one way where it
//! could go several, and the run says that the others were left out.

use std::fmt::Write as _;
use std::sync::Arc;

use lariat_program::{Body, Call, Definition, Inst, Operand, OperandKind};
use lariat_term::{Model, TermId};

use crate::allocation;
use crate::bug::{BugKind, EndReason, StackEntry};
use crate::builtins;
use crate::executor::{Executor, Halt, Offset, Resolved, Step};
use crate::inputs;
use crate::memory::{Handle, Place};
use crate::object::Bytes;
use crate::state::State;
use crate::value::{Value, signed};

/// The program does not use a function as it must.
fn misused(executor: &mut Executor<'_>, state: &State, message: &str) -> Halt {
    let bug = executor.bug(state, BugKind::Reported, message.to_owned());
    executor.fatal(state, bug)
}

/// The object that starts at an address.
fn exact(
    executor: &mut Executor<'_>,
    state: &mut State,
    address: &Value,
    function: &str,
) -> Step<Handle> {
    let bits = executor.machine.pointer_bits;
    let address = executor.one_word(state, address, bits)?;
    let problem = match state.memory.find(address) {
        Place::Inside(handle) => match state.memory.get(handle) {
            Some(object) if object.out_of_scope => "a local variable that is gone",
            Some(object) if object.base == address => return Ok(handle),
            _ => "a pointer to no object's start",
        },
        Place::Null => "a null pointer",
        Place::Gone { .. } => "memory that is gone",
        Place::Beyond(_) | Place::Nowhere => "a pointer to no object",
    };
    Err(misused(executor, state, &format!("{function} is given {problem}")))
}

/// `klee_make_symbolic(address, size, name)`.
pub(crate) fn make_symbolic(
    executor: &mut Executor<'_>,
    state: &mut State,
    [address, size]: [&Value; 2],
    name: &str,
) -> Step<()> {
    const FUNCTION: &str = "klee_make_symbolic";
    let handle = exact(executor, state, address, FUNCTION)?;
    let bits = executor.machine.pointer_bits;
    let size = executor.one_word(state, size, bits)?;
    let store = Arc::clone(&executor.store);
    let Some(object) = state.memory.get(handle) else { return Ok(()) };
    if !object.writable {
        // A native run asks for the input and then fails to write it.
        if size <= executor.config.capacity {
            let units = builtins::units(executor, state, handle, size);
            inputs::make(executor.machine, state, name, &units);
        }
        return Err(misused(executor, state, &format!("{FUNCTION} is given a constant")));
    }
    let whole = object.bytes.size();
    let different = match object.symbolic_size {
        Some(term) => store.ne(term, store.bv_const(bits, size)),
        None if whole == size => store.ff(),
        None => store.tt(),
    };
    let message = format!("{FUNCTION} is given {size} bytes, and the object has another size");
    executor.forbid(state, different, BugKind::Reported, || message)?;
    let units = builtins::units(executor, state, handle, size);
    let bytes = inputs::make(executor.machine, state, name, &units);
    let content = inputs::contents(&store, &bytes);
    executor.write_bytes(state, Resolved { handle, offset: Offset::Concrete(0) }, &content)
}

/// `klee_assume(condition)`: what cannot hold is a mistake. Not so where the path has decided about a part of the condition, as
/// it does for `a && b`: the condition as a whole may hold, and such a path is cut off, though KLEE reports it. Nor in a run
/// on a given input, for which alone it does not hold.
pub(crate) fn assume(
    executor: &mut Executor<'_>,
    state: &mut State,
    call: &Call,
    condition: TermId,
) -> Step<()> {
    executor.ask_pending(state)?;
    match executor.feasible(state, condition) {
        Ok(None)
            if state.given.is_some()
                || is_decided_by_path(executor.body(state.frame.function), call) =>
        {
            Err(EndReason::AssumptionFailed.into())
        }
        Ok(None) => {
            Err(misused(executor, state, "klee_assume is given a condition that cannot hold"))
        }
        Ok(Some(_)) => executor.require(state, condition, EndReason::AssumptionFailed),
        Err(reason) => Err(EndReason::SolverUnknown(reason).into()),
    }
}

/// Whether the first argument of a call is one thing or another depending on where the path comes from.
fn is_decided_by_path(body: &Body, call: &Call) -> bool {
    let mut operand = call.args.first().copied();
    while let Some(OperandKind::Value(value)) = operand.map(Operand::kind) {
        operand = match body.values[value].definition {
            Definition::Phi(..) => return true,
            Definition::Param(_) => return false,
            Definition::Inst(inst) => match body.inst(inst) {
                Inst::Cast { arg, .. } => Some(arg),
                Inst::Compare { lhs, .. } => Some(lhs),
                _ => None,
            },
        };
    }
    false
}

/// `klee_range(begin, end, name)` where both are known: the number if there is only one; none if there are more.
pub(crate) fn only_of_range(
    executor: &mut Executor<'_>,
    state: &State,
    begin: &Value,
    end: &Value,
) -> Step<Option<Value>> {
    let (Value::Word(begin), Value::Word(end)) = (begin, end) else { return Ok(None) };
    let (first, last) = (*begin as i32, *end as i32);
    if first >= last {
        return Err(misused(executor, state, "klee_range is given a range without a number"));
    }
    Ok((i64::from(first) + 1 == i64::from(last)).then_some(Value::Word(*begin)))
}

/// `klee_mark_global(object)`: there is nothing to mark, but the object must be one.
pub(crate) fn mark_global(
    executor: &mut Executor<'_>,
    state: &mut State,
    object: &Value,
) -> Step<()> {
    exact(executor, state, object, "klee_mark_global").map(drop)
}

/// `klee_get_obj_size(object)`.
pub(crate) fn object_size(
    executor: &mut Executor<'_>,
    state: &mut State,
    object: &Value,
) -> Step<Value> {
    let handle = exact(executor, state, object, "klee_get_obj_size")?;
    Ok(match state.memory.get(handle) {
        None => Value::Word(0),
        Some(object) => match object.symbolic_size {
            Some(size) => Value::from_term(&executor.store, size),
            None => Value::Word(object.bytes.size()),
        },
    })
}

/// `klee_set_forking(enable)`.
pub(crate) fn set_forking(
    executor: &mut Executor<'_>,
    state: &mut State,
    enable: &Value,
) -> Step<()> {
    match enable {
        Value::Word(word) => {
            state.stays_whole = *word == 0;
            Ok(())
        }
        _ => Err(misused(executor, state, "klee_set_forking is given a number that is not known")),
    }
}

/// `klee_define_fixed_object(address, size)`: memory at an address of the program's choosing, all zero.
pub(crate) fn define_fixed_object(
    executor: &mut Executor<'_>,
    state: &mut State,
    address: &Value,
    size: &Value,
) -> Step<()> {
    let bits = executor.machine.pointer_bits;
    let address = executor.one_word(state, address, bits)?;
    let size = executor.one_word(state, size, bits)?;
    if size > executor.config.max_object {
        return Err(EndReason::AddressSpace.into());
    }
    let origin = allocation::origin(executor, state);
    if state.memory.allocate_at(address, Bytes::zero(size), origin).is_none() {
        let what = format!("an object at address {address:#x}, where others may be");
        return Err(EndReason::Unsupported { what, site: executor.site(state) }.into());
    }
    Ok(())
}

/// A model of a path that fulfils as many of the state's preferences as possible, the earlier ones first.
pub(crate) fn preferred(
    executor: &mut Executor<'_>,
    state: &State,
    condition: Option<TermId>,
    model: Arc<Model>,
) -> Arc<Model> {
    let mut state = state.clone();
    state.path.extend(condition);
    state.model = model;
    for preference in Arc::clone(&state.preferences).iter() {
        if let Ok(Some(model)) = executor.feasible(&state, *preference) {
            executor.assume(&mut state, *preference, model);
        }
    }
    state.model
}

/// `klee_print_expr(message, value)` and `klee_print_range`.
pub(crate) fn print(
    executor: &mut Executor<'_>,
    state: &State,
    call: &Call,
    [message, value]: [&Value; 2],
) {
    let mut text = builtins::text(executor, state, message).unwrap_or_default();
    let width = executor.argument_width(state, call, 1).unwrap_or(64);
    match value.bits(&executor.store, width) {
        Some(term) => {
            let _ = match value {
                Value::Word(word) => write!(text, ": {}", signed(*word, width)),
                _ => write!(text, ": {}", executor.store.display(term)),
            };
        }
        None => text.push_str(": undefined"),
    }
    executor.messages.push(text);
}

/// `klee_warning(message)` and `klee_warning_once`.
pub(crate) fn warn(executor: &mut Executor<'_>, state: &State, message: &Value) {
    let function = &executor.machine.program.functions[state.frame.function];
    let name = function.source_name.as_ref().unwrap_or(&function.name).clone();
    let text = builtins::text(executor, state, message).unwrap_or_default();
    executor.messages.push(format!("{name}: {text}"));
}

/// `klee_stack_trace()`.
pub(crate) fn print_stack(executor: &mut Executor<'_>, state: &State) {
    let program = Arc::clone(&executor.machine.program);
    let bug = executor.bug(state, BugKind::Reported, String::new());
    let users = |entry: &&StackEntry| !program.functions[entry.function].library;
    for (number, entry) in bug.stack.iter().filter(users).enumerate() {
        let function = &program.functions[entry.function];
        let mut line =
            format!("#{number} {}", function.source_name.as_ref().unwrap_or(&function.name));
        if let Some(location) = entry.location {
            let location = program.locations.get(location);
            let _ = write!(line, " {}:{}", program.files[location.file].path, location.line);
        }
        executor.messages.push(line);
    }
}
