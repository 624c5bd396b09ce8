//! Models of library functions, added to a program that calls them.
//!
//! LLVM's linker takes a `linkonce` definition only if the program refers to it and has no definition of its own, as a linker
//! does with an archive. The models are read lazily: their bodies stay bitcode until the linker asks for one, so that a
//! program which calls three functions does not pay for the other six hundred.

use std::ffi::CStr;
use std::ptr;

use inkwell::attributes::AttributeLoc;
use inkwell::llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use inkwell::llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRange;
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use inkwell::module::Module;
use lariat_program::DataModel;

use crate::diagnostics::Session;
use crate::error::FrontendError;
use crate::options::Library;
use crate::target;

/// Marks the functions that come from the library.
pub(crate) const ATTRIBUTE: &str = "lariat-library";

const NAME: &CStr = c"the library models";

/// Adds what a program needs of the library.
pub(crate) fn add<'s>(
    session: &'s Session,
    program: &Module<'s>,
    library: &Library,
) -> Result<(), FrontendError> {
    let path = std::path::Path::new("the library models");
    let target = target::settle(program, path, &mut Vec::new())?;
    let content = match target.data_model {
        DataModel::Lp64 => library.lp64,
        DataModel::Ilp32 => library.ilp32,
    };
    let fail =
        || FrontendError::CannotLink { path: path.to_owned(), message: session.take_errors() };
    let models = read(session, content).ok_or_else(fail)?;
    target::adopt(&models, &target);
    let mark = session.context().create_string_attribute(ATTRIBUTE, "");
    for function in models.get_functions() {
        function.add_attribute(AttributeLoc::Function, mark);
    }
    let void = session.context().void_type().fn_type(&[], false);
    for root in library.roots {
        // A declaration is what makes the linker look for a definition; what it says about the type does not matter.
        if program.get_function(root).is_none() {
            program.add_function(root, void, None);
        }
    }
    let source = models.as_mut_ptr();
    // The linker destroys the source module, so it must not be dropped again.
    std::mem::forget(models);
    // SAFETY: both modules are of the session's context, and the source is not used afterwards.
    let failed = unsafe { LLVMLinkModules2(program.as_mut_ptr(), source) } != 0;
    // Warnings about the models are nothing that a user could do anything about.
    session.take_warnings();
    if failed { Err(fail()) } else { Ok(()) }
}

fn read<'s>(session: &'s Session, content: &'static [u8]) -> Option<Module<'s>> {
    let mut module: LLVMModuleRef = ptr::null_mut();
    // SAFETY: the content is never freed, so LLVM may read from it whenever it likes; it takes the buffer over.
    let failed = unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRange(
            content.as_ptr().cast(),
            content.len(),
            NAME.as_ptr(),
            0,
        );
        LLVMGetBitcodeModuleInContext2(session.context().raw(), buffer, &mut module) != 0
    };
    if failed || module.is_null() {
        return None;
    }
    // SAFETY: LLVM hands the module over to us; its context lives as long as the session.
    Some(unsafe { Module::new(module) })
}
