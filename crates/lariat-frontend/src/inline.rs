//! Bodies of inline functions that clang leaves out.
//!
//! In C99 `inline int f(void) { … }` without `extern` is a body for optimisers only: at `-O0` clang writes a call of a function that
//! nobody defines. In gnu89, and with the attribute `gnu_inline`, the same is so of `extern inline`. The program still means this
//! body. If functions are missing after linking, the C files are compiled once more, so that clang writes such bodies
//! (`available_externally`), and those that are missed are made ordinary definitions, of which the linker keeps one.

use std::path::PathBuf;

use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::{
    LLVMCountBasicBlocks, LLVMGetFirstFunction, LLVMGetFirstUse, LLVMGetLinkage,
    LLVMGetNextFunction, LLVMGetValueName2, LLVMSetLinkage,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

/// Makes clang write the bodies and change nothing else: no pass runs, and headers see a compiler that does not optimise.
pub(crate) const FLAGS: [&str; 4] =
    ["-O1", "-fno-strict-aliasing", "-U__OPTIMIZE__", "-D__NO_INLINE__=1"];

/// Inline functions of a file that have no other definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineBodies {
    /// The file, as the user names it.
    pub path: PathBuf,
    /// The functions.
    pub functions: Vec<String>,
}

/// Functions that are used and have no body. The engine's own and LLVM's are among them.
pub(crate) fn missing(module: &Module<'_>) -> FxHashSet<String> {
    functions(module)
        .filter(|function| {
            // SAFETY: the value is a function.
            unsafe { LLVMCountBasicBlocks(*function) == 0 && !LLVMGetFirstUse(*function).is_null() }
        })
        .map(name)
        .filter(|name| !name.starts_with("llvm."))
        .collect()
}

/// Turns the bodies into definitions that give way to any other one. Returns the names of those that are missed.
pub(crate) fn keep(module: &Module<'_>, missing: &FxHashSet<String>) -> Vec<String> {
    let mut kept = Vec::new();
    for function in functions(module) {
        // SAFETY: the value is a function.
        unsafe {
            if LLVMGetLinkage(function) == LLVMLinkage::LLVMAvailableExternallyLinkage {
                LLVMSetLinkage(function, LLVMLinkage::LLVMLinkOnceODRLinkage);
                kept.extend(Some(name(function)).filter(|name| missing.contains(name)));
            }
        }
    }
    kept
}

fn functions(module: &Module<'_>) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: walks the module's own list.
    let first = unsafe { LLVMGetFirstFunction(module.as_mut_ptr()) };
    std::iter::successors((!first.is_null()).then_some(first), |function| {
        // SAFETY: as above.
        let next = unsafe { LLVMGetNextFunction(*function) };
        (!next.is_null()).then_some(next)
    })
}

fn name(function: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the name belongs to the function and is copied at once.
    unsafe {
        let name = LLVMGetValueName2(function, &mut length);
        String::from_utf8_lossy(std::slice::from_raw_parts(name.cast::<u8>(), length)).into_owned()
    }
}
