//! Functions that the engine itself provides: inputs, assumptions, errors, allocation, the end of the program, and the primitives the C
//! models of `runtime/` are written with.
//!
//! A program's own definition of such a function counts, except for the functions that mean an error: tasks of verification
//! competitions define `reach_error` for native use. Where their call is not what is asked about
//! ([`Program::runs_error_functions`]) they are functions like others: they may come back. Of the functions that have a C model too, the engine does itself
//! what it does better or faster, and leaves alone what has to call back into the program, as `exit` does.

use std::sync::Arc;

use lariat_program::{Call, Function, FunctionId, Passing, Program};
use lariat_term::{TermId, Value as TermValue};

use crate::allocation;
use crate::assumption::Assumption;
use crate::bug::{Bug, BugKind, EndReason};
use crate::executor::{Access, Executor, Halt, Offset, SamePlace, Step};
use crate::inputs;
use crate::klee;
use crate::mathematics;
use crate::memory::Place;
use crate::model_support;
use crate::object::{Byte, Origin};
use crate::printed::PrintedByte;
use crate::state::State;
use crate::totals::Gap;
use crate::value::Value;

/// A function of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `lariat_make_symbolic(address, size, name)`.
    MakeSymbolic,
    /// `klee_make_symbolic(address, size, name)`, of whole objects only.
    MakeObjectSymbolic,
    /// `__VERIFIER_nondet_memory(address, size)`: the same without a name.
    NondetMemory,
    /// `__VERIFIER_assume(condition)`, `lariat_assume`.
    Assume,
    /// `klee_assume(condition)`, which must be possible.
    AssumePossible,
    /// `klee_range(start, end, name)`, the end excluded.
    Range,
    /// `lariat_range(lowest, highest, name)`, both included.
    ClosedRange,
    /// `klee_choose(count)`.
    Choose,
    /// `klee_int(name)`, `lariat_int(name)`, `lariat_double(name)` and so on: the result type is the input's.
    Named,
    /// `__VERIFIER_nondet_T()`: called after the function.
    Nondet,
    /// Accepted and without effect: `klee_posix_prefer_cex`, which KLEE heeds with an option only, and merging, likewise.
    Ignore,
    /// `klee_prefer_cex(object, condition)`.
    PreferAbout,
    /// `lariat_prefer(condition)`.
    Prefer,
    /// `klee_set_forking(enable)`.
    SetForking,
    /// `klee_define_fixed_object(address, size)`.
    DefineFixedObject,
    /// `klee_mark_global(object)`.
    MarkGlobal,
    /// `klee_get_obj_size(object)`.
    WholeObjectSize,
    /// `klee_warning(message)`, `klee_warning_once`.
    Warn,
    /// `klee_print_expr(message, value)`, `klee_print_range`.
    Print,
    /// `klee_stack_trace()`.
    PrintStack,
    /// `klee_silent_exit(status)`.
    SilentExit,
    /// `klee_report_error(file, line, message, suffix)`.
    ReportError,
    /// `klee_is_symbolic(value)`.
    IsSymbolic,
    /// `reach_error()`, `__VERIFIER_error()`.
    Error,
    /// `__assert_fail(expression, file, line, function)` and its relatives.
    AssertFail,
    /// `__assert_rtn(function, file, line, expression)`.
    AssertFailLast,
    /// `klee_assert(condition)`, `lariat_assert` as functions.
    Assert,
    /// `abort()`.
    Abort,
    /// `exit(status)` after the handlers have run.
    Exit,
    /// `malloc(size)`.
    Malloc,
    /// `calloc(count, size)`.
    Calloc,
    /// `realloc(pointer, size)`.
    Realloc,
    /// `free(pointer)`.
    Free,
    /// `aligned_alloc(alignment, size)`, `memalign`.
    AlignedAlloc,
    /// `posix_memalign(address, alignment, size)`.
    PosixMemalign,
    /// `lariat_report(kind, message)`.
    Report,
    /// `lariat_report_at(kind, message, file, line)`.
    ReportAt,
    /// `lariat_pick(value)`, `klee_get_value_*`.
    Pick,
    /// `lariat_object_size(pointer)`.
    ObjectSize,
    /// `lariat_each(value)`.
    Each,
    /// `lariat_select(condition, value, otherwise)`.
    Select,
    /// `lariat_is_readable(address)`.
    IsReadable,
    /// `lariat_require_readable(address, size)`.
    RequireReadable,
    /// `lariat_require_disjoint(target, target_size, source, source_size)`.
    RequireDisjoint,
    /// `lariat_distance(address, other)`.
    Distance,
    /// `lariat_output(descriptor, bytes, count)`.
    Output,
    /// `lariat_output_is_kept()`.
    OutputIsKept,
    /// `lariat_result_is_used()`.
    ResultIsUsed,
    /// `lariat_declared(what)`.
    Declared,
    /// `lariat_fixed(what, instead)`.
    Fixed,
    /// `lariat_shown(value)`.
    Shown,
    /// `lariat_math1(which, x)`, `lariat_math2(which, x, y)`.
    Mathematics,
}

/// The engine's function behind a function of the program, if there is one.
pub(crate) fn named(program: &Program, function: &Function) -> Option<Builtin> {
    let name = function.name.as_str();
    let is_users = function.body.is_some() && !function.library;
    if is_users && program.runs_error_functions {
        return None;
    }
    if let Some(error) = error_function(name) {
        return Some(error);
    }
    if is_users {
        return None;
    }
    by_engine(name).or_else(|| if function.body.is_none() { without_model(name) } else { None })
}

/// Whether a function has neither a body, nor a model, nor a meaning to the engine.
pub fn is_unknown(program: &Program, function: &Function) -> bool {
    function.body.is_none() && named(program, function).is_none()
}

/// Whether a function of this name needs no body.
pub fn is_provided(name: &str) -> bool {
    error_function(name).is_some() || by_engine(name).is_some() || without_model(name).is_some()
}

/// Functions that mean an error whoever defines them.
fn error_function(name: &str) -> Option<Builtin> {
    Some(match name {
        "reach_error" | "__VERIFIER_error" => Builtin::Error,
        "__assert_fail" | "__assert" | "lariat_assertion_failed" => Builtin::AssertFail,
        "__assert_rtn" => Builtin::AssertFailLast,
        _ => return None,
    })
}

/// Functions that the engine provides even where there is a model.
fn by_engine(name: &str) -> Option<Builtin> {
    use Builtin as B;
    Some(match name {
        "lariat_make_symbolic" => B::MakeSymbolic,
        "klee_make_symbolic" => B::MakeObjectSymbolic,
        "__VERIFIER_nondet_memory" => B::NondetMemory,
        "__VERIFIER_assume" | "lariat_assume" => B::Assume,
        "klee_assume" => B::AssumePossible,
        "klee_range" => B::Range,
        "lariat_range" => B::ClosedRange,
        "klee_choose" => B::Choose,
        "klee_int" | "lariat_bool" | "lariat_char" | "lariat_uchar" | "lariat_short"
        | "lariat_ushort" | "lariat_int" | "lariat_uint" | "lariat_long" | "lariat_ulong"
        | "lariat_longlong" | "lariat_ulonglong" | "lariat_size" | "lariat_float"
        | "lariat_double" => B::Named,
        "klee_silent_exit" | "lariat_silent_exit" => B::SilentExit,
        "klee_report_error" => B::ReportError,
        "klee_is_symbolic" | "lariat_is_symbolic" => B::IsSymbolic,
        "klee_assert" | "lariat_assert" => B::Assert,
        "klee_prefer_cex" => B::PreferAbout,
        "lariat_prefer" => B::Prefer,
        "klee_set_forking" => B::SetForking,
        "klee_define_fixed_object" => B::DefineFixedObject,
        "klee_mark_global" => B::MarkGlobal,
        "klee_get_obj_size" => B::WholeObjectSize,
        "klee_warning" | "klee_warning_once" => B::Warn,
        "klee_print_expr" | "klee_print_range" => B::Print,
        "klee_stack_trace" => B::PrintStack,
        "klee_posix_prefer_cex"
        | "klee_open_merge"
        | "klee_close_merge"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end" => B::Ignore,
        "klee_abort" | "lariat_abort_now" => B::Abort,
        "lariat_exit_now" => B::Exit,
        "malloc" | "__VERIFIER_alloc" | "valloc" => B::Malloc,
        "calloc" => B::Calloc,
        "realloc" => B::Realloc,
        "free" | "cfree" => B::Free,
        "aligned_alloc" | "memalign" => B::AlignedAlloc,
        "posix_memalign" => B::PosixMemalign,
        "lariat_report" => B::Report,
        "lariat_report_at" => B::ReportAt,
        "lariat_pick" | "klee_get_valuef" | "klee_get_valued" | "klee_get_valuel"
        | "klee_get_valuell" | "klee_get_value_i32" | "klee_get_value_i64" => B::Pick,
        "lariat_object_size" | "malloc_usable_size" => B::ObjectSize,
        "lariat_each" => B::Each,
        "lariat_select" => B::Select,
        "lariat_is_readable" => B::IsReadable,
        "lariat_require_readable" => B::RequireReadable,
        "lariat_require_disjoint" => B::RequireDisjoint,
        "lariat_distance" => B::Distance,
        "lariat_output" => B::Output,
        "lariat_output_is_kept" => B::OutputIsKept,
        "lariat_result_is_used" => B::ResultIsUsed,
        "lariat_declared" => B::Declared,
        "lariat_fixed" => B::Fixed,
        "lariat_shown" => B::Shown,
        "lariat_math1" | "lariat_math2" => B::Mathematics,
        _ if name.starts_with("__VERIFIER_nondet_") => B::Nondet,
        _ => return None,
    })
}

/// Functions of programs that are run without the models.
fn without_model(name: &str) -> Option<Builtin> {
    Some(match name {
        "abort" => Builtin::Abort,
        "exit" | "_exit" | "_Exit" => Builtin::Exit,
        _ => return None,
    })
}

/// Runs a function of the engine.
pub(crate) fn run(
    executor: &mut Executor<'_>,
    state: &mut State,
    builtin: Builtin,
    (callee, call): (FunctionId, &Call),
    args: &[Value],
) -> Step<Option<Value>> {
    let bits = executor.machine.pointer_bits;
    let arg = |position: usize| args.get(position).cloned().unwrap_or(Value::Word(0));
    match builtin {
        Builtin::Ignore => Ok(Some(Value::Word(0))),
        Builtin::MakeSymbolic => {
            let name = text(executor, state, &arg(2)).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| "unnamed".into());
            make_symbolic(executor, state, &arg(0), &arg(1), &name).map(|()| None)
        }
        Builtin::MakeObjectSymbolic => {
            let name = text(executor, state, &arg(2)).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| "unnamed".into());
            klee::make_symbolic(executor, state, [&arg(0), &arg(1)], &name).map(|()| None)
        }
        Builtin::AssumePossible => {
            let condition = non_zero(executor, state, call, 0, &arg(0))?;
            klee::assume(executor, state, call, condition).map(|()| None)
        }
        Builtin::Prefer | Builtin::PreferAbout => {
            let position = usize::from(builtin == Builtin::PreferAbout);
            let condition = non_zero(executor, state, call, position, &arg(position))?;
            Arc::make_mut(&mut state.preferences).push(condition);
            Ok(None)
        }
        Builtin::SetForking => klee::set_forking(executor, state, &arg(0)).map(|()| None),
        Builtin::DefineFixedObject => {
            klee::define_fixed_object(executor, state, &arg(0), &arg(1)).map(|()| None)
        }
        Builtin::MarkGlobal => klee::mark_global(executor, state, &arg(0)).map(|()| None),
        Builtin::WholeObjectSize => klee::object_size(executor, state, &arg(0)).map(Some),
        Builtin::Warn => {
            klee::warn(executor, state, &arg(0));
            Ok(None)
        }
        Builtin::Print => {
            klee::print(executor, state, call, [&arg(0), &arg(1)]);
            Ok(None)
        }
        Builtin::PrintStack => {
            klee::print_stack(executor, state);
            Ok(None)
        }
        Builtin::Declared => {
            let what = text(executor, state, &arg(0)).unwrap_or_default();
            Ok(Some(Value::Word(executor.config.declared.get(&what))))
        }
        Builtin::Fixed => {
            let what = text(executor, state, &arg(0)).unwrap_or_default();
            let instead = text(executor, state, &arg(1)).unwrap_or_default();
            executor.assume_fixed(state, Assumption::Environment { what, instead });
            Ok(None)
        }
        Builtin::NondetMemory => {
            let name = "__VERIFIER_nondet_memory";
            make_symbolic(executor, state, &arg(0), &arg(1), name).map(|()| None)
        }
        Builtin::Assume => {
            let condition = non_zero(executor, state, call, 0, &arg(0))?;
            executor.ask_pending(state)?;
            executor.require(state, condition, EndReason::AssumptionFailed)?;
            Ok(None)
        }
        Builtin::Assert => {
            let condition = non_zero(executor, state, call, 0, &arg(0))?;
            let violation = executor.store.not(condition);
            executor.forbid(state, violation, BugKind::AssertionFailure, String::new)?;
            Ok(None)
        }
        Builtin::Range | Builtin::ClosedRange => {
            let name = text(executor, state, &arg(2)).unwrap_or_else(|| "range".into());
            if builtin == Builtin::Range
                && let Some(only) = klee::only_of_range(executor, state, &arg(0), &arg(1))?
            {
                return Ok(Some(only));
            }
            range(executor, state, &name, &arg(0), &arg(1), builtin == Builtin::ClosedRange)
                .map(Some)
        }
        Builtin::Choose => choose(executor, state, &arg(0)).map(Some),
        Builtin::Named => {
            let is_bool = executor.machine.program.functions[callee].name == "lariat_bool";
            let name = text(executor, state, &arg(0)).unwrap_or_else(|| "unnamed".into());
            scalar_input(executor, state, call, &name, is_bool)
        }
        Builtin::Nondet => {
            let name = executor.machine.program.functions[callee].name.clone();
            // The competitions' rules say what these two return, whatever a program declares.
            let is_bool =
                matches!(name.as_str(), "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool");
            match call.passing.first() {
                Some(&Passing::Result { ty }) => {
                    let size = executor.machine.program.types.info(ty).alloc_size;
                    make_symbolic(executor, state, &arg(0), &Value::Word(size), &name)?;
                    Ok(None)
                }
                _ => scalar_input(executor, state, call, &name, is_bool),
            }
        }
        Builtin::SilentExit => Err(EndReason::SilentExit.into()),
        Builtin::ReportError => {
            executor.ask_pending(state)?;
            let message = text(executor, state, &arg(2)).unwrap_or_default();
            let stated = stated(executor, state, &arg(0), &arg(1));
            report(executor, state, "reported", message, stated)
        }
        Builtin::Report => {
            executor.ask_pending(state)?;
            let kind = text(executor, state, &arg(0)).unwrap_or_default();
            let message = text(executor, state, &arg(1)).unwrap_or_default();
            report(executor, state, &kind, message, None)
        }
        Builtin::ReportAt => {
            executor.ask_pending(state)?;
            let kind = text(executor, state, &arg(0)).unwrap_or_default();
            let message = text(executor, state, &arg(1)).unwrap_or_default();
            let stated = stated(executor, state, &arg(2), &arg(3));
            report(executor, state, &kind, message, stated)
        }
        Builtin::IsSymbolic => Ok(Some(Value::Word(u64::from(arg(0).is_symbolic())))),
        Builtin::Error => {
            executor.ask_pending(state)?;
            Err(found(executor, state, BugKind::ErrorReached, String::new()))
        }
        Builtin::AssertFail | Builtin::AssertFailLast => {
            executor.ask_pending(state)?;
            let position = if builtin == Builtin::AssertFail { 0 } else { 3 };
            let message = text(executor, state, &arg(position)).unwrap_or_default();
            let stated = stated(executor, state, &arg(1), &arg(2));
            report(executor, state, "assertion", message, stated)
        }
        Builtin::Abort => {
            executor.ask_pending(state)?;
            Err(found(executor, state, BugKind::Abort, String::new()))
        }
        Builtin::Exit => {
            let status = arg(0).word().map(|word| word as i32);
            executor.end_of_program(state, EndReason::Exit(status)).map(|()| None)
        }
        Builtin::Malloc => allocation::allocate(executor, state, &arg(0), false, 0).map(Some),
        Builtin::Calloc => allocation::allocate_zeroed(executor, state, &arg(0), &arg(1)).map(Some),
        Builtin::Realloc => allocation::reallocate(executor, state, &arg(0), &arg(1)).map(Some),
        Builtin::Free => allocation::free(executor, state, &arg(0)).map(|()| None),
        // Every object starts at a multiple of more than anybody may ask for.
        Builtin::AlignedAlloc => allocation::allocate(executor, state, &arg(1), false, 0).map(Some),
        Builtin::PosixMemalign => {
            let failure = allocation::ENOMEM;
            let pointer = allocation::allocate(executor, state, &arg(2), false, failure)?;
            if pointer.word() == Some(0) {
                return Ok(Some(Value::Word(failure)));
            }
            executor.store_scalar(state, &arg(0), &pointer, u64::from(bits / 8), bits)?;
            Ok(Some(Value::Word(0)))
        }
        Builtin::Pick => pick(executor, state, call, &arg(0)).map(Some),
        Builtin::ObjectSize => {
            let address = executor.one_word(state, &arg(0), bits)?;
            Ok(Some(object_size(executor, state, address)))
        }
        Builtin::Each => executor.one_word(state, &arg(0), 64).map(Value::Word).map(Some),
        Builtin::Select => {
            model_support::select(executor, state, &arg(0), &arg(1), &arg(2)).map(Some)
        }
        Builtin::IsReadable => {
            let readable = model_support::is_readable(executor, state, &arg(0));
            Ok(Some(Value::Word(u64::from(readable))))
        }
        Builtin::RequireReadable => {
            executor.require_readable(state, &arg(0), &arg(1))?;
            Ok(None)
        }
        Builtin::RequireDisjoint => {
            let (to, from) = ((&arg(0), &arg(1)), (&arg(2), &arg(3)));
            executor.forbid_overlap(state, to, from, bits, SamePlace::Forbidden)?;
            Ok(None)
        }
        Builtin::Distance => {
            Ok(Some(Value::Word(model_support::distance(state, bits, &arg(0), &arg(1)))))
        }
        Builtin::OutputIsKept => Ok(Some(Value::Word(u64::from(executor.config.keep_printed)))),
        Builtin::ResultIsUsed => {
            let used = model_support::result_is_used(executor, state);
            Ok(Some(Value::Word(u64::from(used))))
        }
        Builtin::Shown => {
            if let Value::Term(term) = arg(0) {
                executor.check_initialised(state, term);
            }
            Ok(None)
        }
        Builtin::Output => {
            output(executor, state, &arg(0), &arg(1), &arg(2))?;
            Ok(None)
        }
        Builtin::Mathematics => {
            let args = args.get(1..).unwrap_or_default();
            mathematics::call(executor, state, call, &arg(0), args).map(Some)
        }
    }
}

/// The state's poison was used.
pub(crate) fn poison(executor: &mut Executor<'_>, state: &State) -> Halt {
    found(executor, state, BugKind::PoisonUse, String::new())
}

fn found(executor: &mut Executor<'_>, state: &State, kind: BugKind, detail: String) -> Halt {
    let bug = executor.bug(state, kind, detail);
    executor.fatal(state, bug)
}

/// What a model reports, in its own words.
fn report(
    executor: &mut Executor<'_>,
    state: &State,
    kind: &str,
    message: String,
    stated: Option<(String, u32)>,
) -> Step<Option<Value>> {
    let kind = match kind {
        "assertion" => BugKind::AssertionFailure,
        "buffer-overflow" => BugKind::OutOfBoundsWrite,
        // Not the program's fault.
        "setup" => {
            let site = executor.site(state);
            return Err(EndReason::Unsupported { what: message, site }.into());
        }
        _ => BugKind::ALL
            .iter()
            .copied()
            .find(|known| known.name() == kind)
            .unwrap_or(BugKind::Reported),
    };
    let bug = Bug { stated, ..executor.bug(state, kind, message) };
    Err(executor.fatal(state, bug))
}

/// The file and line that are given to a function for failed assertions.
fn stated(
    executor: &mut Executor<'_>,
    state: &State,
    file: &Value,
    line: &Value,
) -> Option<(String, u32)> {
    Some((text(executor, state, file)?, u32::try_from(line.word()?).ok()?))
}

/// The condition that an argument is not zero.
fn non_zero(
    executor: &mut Executor<'_>,
    state: &State,
    call: &Call,
    position: usize,
    value: &Value,
) -> Step<TermId> {
    let width = executor.argument_width(state, call, position).unwrap_or(64);
    let store = Arc::clone(&executor.store);
    match value.bits(&store, width) {
        Some(bits) => Ok(store.ne(bits, store.bv_const(width, 0))),
        None => Err(poison(executor, state)),
    }
}

/// An input that is the result of a call. What comes back in several registers is one input, too.
fn scalar_input(
    executor: &mut Executor<'_>,
    state: &mut State,
    call: &Call,
    name: &str,
    is_bool: bool,
) -> Step<Option<Value>> {
    let size = executor.machine.program.types.info(call.result).store_size;
    let store = Arc::clone(&executor.store);
    if size == 0 {
        let what = format!("`{name}` without a result as an input");
        return Err(EndReason::Unsupported { what, site: executor.site(state) }.into());
    }
    let mut units = vec![size];
    if executor.value_width(call.result).is_none() {
        units.clear();
        inputs::units_of(&executor.machine.program, call.result, &mut units);
    }
    let bytes = inputs::make(executor.machine, state, name, &units);
    if is_bool || executor.value_width(call.result) == Some(1) {
        let whole = inputs::whole(&store, &bytes).unwrap_or(bytes[0]);
        let condition = store.bv_ule(whole, store.bv_const(size as u32 * 8, 1));
        executor.require(state, condition, EndReason::AssumptionFailed)?;
    }
    let content = inputs::contents(&store, &bytes);
    Ok(Some(inputs::typed(executor.machine, &content, 0, call.result)))
}

/// An `int` between two bounds.
fn range(
    executor: &mut Executor<'_>,
    state: &mut State,
    name: &str,
    low: &Value,
    high: &Value,
    closed: bool,
) -> Step<Value> {
    let store = Arc::clone(&executor.store);
    let (Some(low), Some(high)) = (low.bits(&store, 32), high.bits(&store, 32)) else {
        return Err(poison(executor, state));
    };
    let bytes = inputs::make(executor.machine, state, name, &[4]);
    let term = inputs::whole(&store, &bytes).unwrap_or(low);
    let below = if closed { store.bv_sle(term, high) } else { store.bv_slt(term, high) };
    let condition = store.and(&[store.bv_sle(low, term), below]);
    executor.require(state, condition, EndReason::AssumptionFailed)?;
    Ok(Value::from_term(&store, term))
}

/// A number below another one.
fn choose(executor: &mut Executor<'_>, state: &mut State, count: &Value) -> Step<Value> {
    let bits = executor.machine.pointer_bits;
    let store = Arc::clone(&executor.store);
    let Some(count) = count.bits(&store, bits) else { return Err(poison(executor, state)) };
    let bytes = inputs::make(executor.machine, state, "klee_choose", &[u64::from(bits / 8)]);
    let term = inputs::whole(&store, &bytes).unwrap_or(count);
    executor.require(state, store.bv_ult(term, count), EndReason::AssumptionFailed)?;
    Ok(Value::from_term(&store, term))
}

/// One possible value, for which alone the path goes on.
fn pick(executor: &mut Executor<'_>, state: &mut State, call: &Call, value: &Value) -> Step<Value> {
    if !value.is_symbolic() {
        return Ok(value.clone());
    }
    let width = executor.value_width(call.result).unwrap_or(64);
    let store = Arc::clone(&executor.store);
    let Some(term) = value.bits(&store, width) else { return Err(poison(executor, state)) };
    executor.ask_pending(state)?;
    let Some(TermValue::BitVec(chosen)) = executor.evaluate(state, term) else {
        let reason = lariat_solver::UnknownReason::ModelRejected;
        return Err(EndReason::SolverUnknown(reason).into());
    };
    let equal = store.eq(term, store.bv_value(&chosen));
    if !matches!(executor.feasible(state, store.not(equal)), Ok(None)) {
        executor.leave_out(state, Gap::OtherValues);
    }
    let model = Arc::clone(&state.model);
    executor.assume(state, equal, model);
    Ok(Value::concrete(&chosen))
}

/// Makes bytes of memory an input.
fn make_symbolic(
    executor: &mut Executor<'_>,
    state: &mut State,
    address: &Value,
    size: &Value,
    name: &str,
) -> Step<()> {
    let bits = executor.machine.pointer_bits;
    let size = executor.one_word(state, size, bits)?;
    let store = Arc::clone(&executor.store);
    if size == 0 {
        inputs::make(executor.machine, state, name, &[]);
        return Ok(());
    }
    let resolved = executor.resolve(state, address, size, Access::Write)?;
    let units = match resolved.offset {
        Offset::Concrete(0) => units(executor, state, resolved.handle, size),
        _ => inputs::equal_units(size, 1),
    };
    let bytes = inputs::make(executor.machine, state, name, &units);
    let content = inputs::contents(&store, &bytes);
    executor.write_bytes(state, resolved, &content)
}

/// Sizes of the variables for an object that becomes an input as a whole: by its type if it is known.
pub(crate) fn units(
    executor: &Executor<'_>,
    state: &State,
    handle: crate::memory::Handle,
    size: u64,
) -> Vec<u64> {
    let program = &executor.machine.program;
    let ty = state.memory.get(handle).and_then(|object| match object.origin {
        Origin::Global(global) => Some(program.globals[global].ty),
        Origin::Stack(function, inst) => match executor.body(function).inst(inst) {
            lariat_program::Inst::Alloca { element, .. } => Some(element),
            _ => None,
        },
        _ => None,
    });
    match ty {
        Some(ty) if program.types.info(ty).alloc_size == size => {
            let mut units = Vec::new();
            inputs::units_of(program, ty, &mut units);
            units
        }
        // Nothing is known of what is on the heap; a few bytes are mostly one number.
        _ if size <= 8 => vec![size],
        _ => inputs::equal_units(size, 1),
    }
}

/// A concrete NUL-terminated string, if the pointer and the string are concrete.
pub(crate) fn text(executor: &mut Executor<'_>, state: &State, pointer: &Value) -> Option<String> {
    let address = pointer.word()?;
    let Place::Inside(handle) = state.memory.find(address) else { return None };
    let object = state.memory.get(handle)?;
    let index = executor.machine.pointer_sort();
    let mut bytes = Vec::new();
    for offset in address - object.base..object.bytes.size() {
        match object.bytes.byte(&executor.store, index, offset) {
            Byte::Concrete(0) => return Some(String::from_utf8_lossy(&bytes).into_owned()),
            Byte::Concrete(byte) => bytes.push(byte),
            _ => return None,
        }
    }
    None
}

/// Bytes from an address to the end of its object; 0 if there is none.
fn object_size(executor: &Executor<'_>, state: &State, address: u64) -> Value {
    let Place::Inside(handle) = state.memory.find(address) else { return Value::Word(0) };
    let Some(object) = state.memory.get(handle) else { return Value::Word(0) };
    let offset = address - object.base;
    match object.symbolic_size {
        None => Value::Word(object.bytes.size() - offset),
        Some(size) => {
            let store = &executor.store;
            let bits = executor.machine.pointer_bits;
            Value::from_term(store, store.bv_sub(size, store.bv_const(bits, offset)))
        }
    }
}

/// Reads what the program writes to a standard stream, which must be there, and keeps it if that is wanted.
fn output(
    executor: &mut Executor<'_>,
    state: &mut State,
    descriptor: &Value,
    pointer: &Value,
    count: &Value,
) -> Step<()> {
    let bits = executor.machine.pointer_bits;
    let count = executor.one_word(state, count, bits)?;
    for position in 0..count {
        let store = Arc::clone(&executor.store);
        let at = match pointer {
            Value::Word(address) => Value::Word(address + position),
            other => match other.bits(&store, bits) {
                Some(term) => {
                    Value::from_term(&store, store.bv_add(term, store.bv_const(bits, position)))
                }
                None => return Err(poison(executor, state)),
            },
        };
        let byte = executor.load_scalar(state, &at, 1, 8)?;
        if let Value::Term(term) = byte {
            executor.check_initialised(state, term);
        }
        if executor.config.keep_printed
            && let Value::Word(stream) = descriptor
        {
            let byte = match byte {
                Value::Word(word) => PrintedByte::Known(word as u8),
                Value::Term(term) => PrintedByte::Symbolic(term),
                _ => PrintedByte::Known(0),
            };
            state.printed.push(*stream as u8, byte);
        }
    }
    Ok(())
}
