//! Several modules into one.
//!
//! LLVM's linker knows weak, common, static and shared definitions. Before it gets to a clash of two strong definitions we
//! look ourselves, because its message does not say which files they are in.

use std::path::{Path, PathBuf};

use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::{
    LLVMGetFirstFunction, LLVMGetFirstGlobal, LLVMGetFirstGlobalAlias, LLVMGetFirstGlobalIFunc,
    LLVMGetLinkage, LLVMGetNextFunction, LLVMGetNextGlobal, LLVMGetNextGlobalAlias,
    LLVMGetNextGlobalIFunc, LLVMGetValueName2, LLVMIsDeclaration,
};
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use rustc_hash::FxHashMap;

use crate::diagnostics::Session;
use crate::error::FrontendError;
use crate::options::Warning;
use crate::target::{self, ModuleTarget};

/// A module with the file it came from.
pub(crate) struct Part<'s> {
    pub(crate) path: PathBuf,
    pub(crate) module: Module<'s>,
    pub(crate) target: ModuleTarget,
}

/// Links all parts into the first.
pub(crate) fn link<'s>(
    session: &'s Session,
    parts: Vec<Part<'s>>,
    warnings: &mut Vec<Warning>,
) -> Result<Module<'s>, FrontendError> {
    check_targets(&parts)?;
    if parts.len() > 1 {
        check_duplicates(&parts)?;
    }
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else {
        return Err(FrontendError::NoInput);
    };
    for part in parts {
        target::adopt(&part.module, &first.target);
        let source = part.module.as_mut_ptr();
        // The linker destroys the source module, so it must not be dropped again.
        std::mem::forget(part.module);
        // SAFETY: both modules are of the session's context, and the source is not used afterwards.
        let failed = unsafe { LLVMLinkModules2(first.module.as_mut_ptr(), source) } != 0;
        if failed {
            return Err(FrontendError::CannotLink {
                path: part.path,
                message: session.take_errors(),
            });
        }
        warnings.extend(
            session
                .take_warnings()
                .into_iter()
                .map(|text| Warning::Llvm { path: part.path.clone(), text }),
        );
    }
    Ok(first.module)
}

fn check_targets(parts: &[Part<'_>]) -> Result<(), FrontendError> {
    let Some((first, others)) = parts.split_first() else {
        return Ok(());
    };
    match others.iter().find(|part| !part.target.agrees_with(&first.target)) {
        None => Ok(()),
        Some(other) => Err(FrontendError::MixedTargets {
            first: first.path.clone(),
            first_target: first.target.describe(&other.target),
            second: other.path.clone(),
            second_target: other.target.describe(&first.target),
        }),
    }
}

fn check_duplicates(parts: &[Part<'_>]) -> Result<(), FrontendError> {
    let mut defined: FxHashMap<Vec<u8>, &Path> = FxHashMap::default();
    for part in parts {
        for symbol in strong_definitions(&part.module) {
            if let Some(first) = defined.get(&symbol) {
                return Err(FrontendError::DuplicateSymbol {
                    symbol: String::from_utf8_lossy(&symbol).into_owned(),
                    first: first.to_path_buf(),
                    second: part.path.clone(),
                });
            }
            defined.insert(symbol, &part.path);
        }
    }
    Ok(())
}

/// Names of the definitions that no other definition may stand beside.
fn strong_definitions(module: &Module<'_>) -> Vec<Vec<u8>> {
    type First = unsafe extern "C" fn(inkwell::llvm_sys::prelude::LLVMModuleRef) -> LLVMValueRef;
    type Next = unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef;
    let lists: [(First, Next); 4] = [
        (LLVMGetFirstFunction, LLVMGetNextFunction),
        (LLVMGetFirstGlobal, LLVMGetNextGlobal),
        (LLVMGetFirstGlobalAlias, LLVMGetNextGlobalAlias),
        (LLVMGetFirstGlobalIFunc, LLVMGetNextGlobalIFunc),
    ];
    let mut names = Vec::new();
    for (first, next) in lists {
        // SAFETY: these walk the module's own lists, which nobody changes meanwhile.
        unsafe {
            let mut value = first(module.as_mut_ptr());
            while !value.is_null() {
                if LLVMIsDeclaration(value) == 0
                    && LLVMGetLinkage(value) == LLVMLinkage::LLVMExternalLinkage
                {
                    let mut length = 0;
                    let name = LLVMGetValueName2(value, &mut length);
                    names.push(std::slice::from_raw_parts(name.cast::<u8>(), length).to_vec());
                }
                value = next(value);
            }
        }
    }
    names
}
