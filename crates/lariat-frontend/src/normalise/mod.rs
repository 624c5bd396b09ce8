//! Bringing a module into the normal form that every later analysis relies on.
//!
//! After [`normalise`], in every function:
//!
//! - scalar locals whose address is not taken are SSA values (mem2reg), with their names in debug values;
//! - every natural loop has a preheader and dedicated exits (each exit block's predecessors are all in the loop), and a
//!   single latch (loop-simplify; a loop entered or closed by a computed `goto` keeps what it has, because such an edge
//!   cannot be split; cycles with several entries are no natural loops and stay as they are);
//! - a value made in a loop is used outside of it only through a phi at the exit (LCSSA);
//! - an uninitialised scalar local is one `freeze undef`, see [`uninitialised`];
//! - leaving a scope early is a jump and not a detour through a switch, see [`cleanups`];
//! - objects that clang gives no lives have them, see [`scopes`];
//! - variables that may be accessed after their lives are in memory, see [`lifetimes`];
//! - checks that clang was asked to make are marks of operations again, or rules, see [`checks`];
//! - promises about pointers are rules, see [`promises`].
//!
//! # Which passes, and why no others
//!
//! `loop-simplify, mem2reg, lcssa`, after small passes of our own. A pass is welcome only if it neither removes an undefined operation nor
//! assumes that it does not happen, since finding those is our work. Three that look harmless are not:
//!
//! - *instcombine* turns `x + 1 > x` into `true` because signed overflow is undefined, and drops a store to null;
//! - *simplifycfg* deletes the branch into a block that is certain to dereference null or to divide by zero, and turns
//!   branches into selects, which hides paths;
//! - *sroa* splits a struct into scalars and turns a read of bytes never written into `undef`; it also shrinks an
//!   access beyond the object's end to nothing. Objects in memory stay in memory here: the executor checks them byte by byte.
//!
//! mem2reg touches only whole, non-volatile loads and stores of a local scalar, none of which can go wrong, except that a value
//! may be uninitialised. There it does exploit undefined behaviour: with the one assignment of
//! `int x; if (c) x = 5; return x;` it returns 5 always. The freezes we insert first leave it nothing to exploit.
//!
//! loop-simplify goes *before* mem2reg. While variables are still in memory a loop header has no phis, and so
//! loop-simplify has no reason to
//!
//! - split a `while` loop with a `continue` into two nested loops, which it does where a phi does not change along one
//!   of the back edges; a `while` loop with two kinds of iterations should stay one loop with two paths;
//! - merge two exit tests into one branch, speculating the second, which needs both to be free of loads.
//!
//! It also makes an exit branch on a literal `undef` leave the loop, and cuts edges from unreachable blocks into the middle of a loop;
//! neither comes from C as compiled here. In bitcode that an optimiser wrote before, the phis are there already, all
//! of the above can happen, and what the optimiser removed is gone: such a module is checked as it is.
//!
//! mem2reg does not change the control flow, so loops stay simple, and LCSSA comes last because it is about values.

mod bodies;
pub(crate) mod checks;
mod cleanups;
mod instructions;
mod lifetimes;
mod promises;
mod scopes;
pub(crate) mod shift_base;
mod uninitialised;
pub(crate) mod wrapping;

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::core::{LLVMIsNewDbgInfoFormat, LLVMSetIsNewDbgInfoFormat};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use inkwell::module::Module;

use crate::error::FrontendError;

const PASSES: &std::ffi::CStr = c"function(loop-simplify,mem2reg,lcssa)";

/// Brings a verified module into normal form.
pub(crate) fn normalise(module: &Module<'_>) -> Result<(), FrontendError> {
    // Functions compiled at -O0 without our flags are marked to be left alone by passes.
    let optnone = Attribute::get_named_enum_kind_id("optnone");
    for function in module.get_functions() {
        function.remove_enum_attribute(AttributeLoc::Function, optnone);
    }
    with_debug_calls(module, || {
        checks::read(module);
        for function in module.get_functions() {
            promises::write_out(module.as_mut_ptr(), function);
            cleanups::straighten(function);
            lifetimes::mark_declarations(module.as_mut_ptr(), function);
            scopes::mark_blocks(module.as_mut_ptr(), function);
            lifetimes::keep_in_memory(module.as_mut_ptr(), function);
            uninitialised::insert_freezes(function);
        }
    });
    check(module, "our own passes")?;
    run_passes(module)?;
    lifetimes::forget_kept(module);
    for function in module.get_functions() {
        uninitialised::remove_unused_freezes(function);
    }
    check(module, "LLVM's passes")
}

/// Does something while debug information is in calls. Records hang on instructions, cannot be found from here, and stay behind when
/// instructions move.
fn with_debug_calls(module: &Module<'_>, work: impl FnOnce()) {
    let raw = module.as_mut_ptr();
    // SAFETY: the module is alive.
    unsafe {
        let records = LLVMIsNewDbgInfoFormat(raw);
        LLVMSetIsNewDbgInfoFormat(raw, 0);
        work();
        LLVMSetIsNewDbgInfoFormat(raw, records);
    }
}

fn run_passes(module: &Module<'_>) -> Result<(), FrontendError> {
    // SAFETY: the module and the options live over the call; no target machine is needed by these passes; an error is
    // consumed by taking its message, which is copied and freed.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error =
            LLVMRunPasses(module.as_mut_ptr(), PASSES.as_ptr(), std::ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let text = LLVMGetErrorMessage(error);
        let message = std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(text);
        Err(FrontendError::Normalise { message })
    }
}

/// In builds for development, makes sure that the module is still well-formed.
fn check(module: &Module<'_>, after: &str) -> Result<(), FrontendError> {
    if cfg!(debug_assertions)
        && let Err(message) = module.verify()
    {
        let message = format!("the module is broken after {after}: {}", message.to_string_lossy());
        return Err(FrontendError::Normalise { message });
    }
    Ok(())
}

#[cfg(test)]
mod loop_shape;
#[cfg(test)]
mod tests;
