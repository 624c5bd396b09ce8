//! Bitcode and LLVM assembly into LLVM's memory.
//!
//! LLVM reads the bitcode of every version before its own and upgrades it. What it cannot read it reports through the
//! context's handler, and the report names the version that wrote the file if it got that far.

use std::ffi::CString;
use std::path::Path;
use std::ptr;

use inkwell::llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use inkwell::llvm_sys::core::{LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMDisposeMemoryBuffer};
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext;
use inkwell::llvm_sys::prelude::{LLVMMemoryBufferRef, LLVMModuleRef};
use inkwell::module::Module;

use crate::diagnostics::{Session, owned_message};
use crate::error::FrontendError;

/// Our LLVM's major version.
const LLVM_VERSION: u32 = 19;

/// Parses bitcode.
pub(crate) fn bitcode<'s>(
    session: &'s Session,
    path: &Path,
    content: &[u8],
) -> Result<Module<'s>, FrontendError> {
    let buffer = buffer(path, content);
    let mut module: LLVMModuleRef = ptr::null_mut();
    // SAFETY: the buffer is ours and stays alive over the call, which copies what it needs; the module is used only on success.
    let failed = unsafe {
        let failed = LLVMParseBitcodeInContext2(session.context().raw(), buffer, &mut module);
        LLVMDisposeMemoryBuffer(buffer);
        failed != 0
    };
    if failed || module.is_null() {
        return Err(bitcode_error(path, &session.take_errors()));
    }
    // SAFETY: LLVM hands the module over to us; its context lives as long as the session.
    Ok(unsafe { Module::new(module) })
}

/// Parses LLVM assembly.
pub(crate) fn assembly<'s>(
    session: &'s Session,
    path: &Path,
    content: &[u8],
) -> Result<Module<'s>, FrontendError> {
    let bad = |message: String| FrontendError::BadAssembly { path: path.to_owned(), message };
    let buffer = buffer(path, content);
    let mut module: LLVMModuleRef = ptr::null_mut();
    let mut message = ptr::null_mut();
    // SAFETY: LLVM takes the buffer over; the message, if any, is ours to dispose of.
    let (failed, message) = unsafe {
        let failed =
            LLVMParseIRInContext(session.context().raw(), buffer, &mut module, &mut message);
        (failed != 0, owned_message(message))
    };
    if failed || module.is_null() {
        return Err(bad(if message.is_empty() { session.take_errors() } else { message }));
    }
    // SAFETY: as above.
    Ok(unsafe { Module::new(module) })
}

/// Checks a module that somebody else wrote: passes may crash on what the verifier rejects. Debug information that is
/// broken, or of a version before LLVM 3.5, costs the module its names and lines but not more.
pub(crate) fn verify(module: &Module<'_>, path: &Path) -> Result<(), FrontendError> {
    const DEBUG_VERSION: u32 = 3;
    if module.get_debug_metadata_version() != DEBUG_VERSION {
        module.strip_debug_info();
    }
    let Err(_) = module.verify() else { return Ok(()) };
    module.strip_debug_info();
    module.verify().map_err(|message| {
        let message = message.to_string_lossy().trim().to_owned();
        FrontendError::InvalidModule { path: path.to_owned(), message }
    })
}

/// A copy, because LLVM's text parser wants a zero byte behind the end.
fn buffer(path: &Path, content: &[u8]) -> LLVMMemoryBufferRef {
    let name = CString::new(path.to_string_lossy().replace('\0', "?")).unwrap_or_default();
    // SAFETY: the range is a valid slice and the name a valid string; LLVM copies both.
    unsafe {
        LLVMCreateMemoryBufferWithMemoryRangeCopy(
            content.as_ptr().cast(),
            content.len(),
            name.as_ptr(),
        )
    }
}

fn bitcode_error(path: &Path, message: &str) -> FrontendError {
    let path = path.to_owned();
    // LLVM appends: (Producer: 'LLVM20.1.0' Reader: 'LLVM 19.1.7')
    let producer = message.split_once("Producer: '").and_then(|(_, rest)| rest.split_once('\''));
    let reason = message.split(" (Producer:").next().unwrap_or(message).to_owned();
    match producer {
        Some((producer, _))
            if major_version(producer).is_some_and(|version| version > LLVM_VERSION) =>
        {
            FrontendError::BitcodeTooNew { path, producer: producer.to_owned(), message: reason }
        }
        // The number of the format's generation is not ours: LLVM stops before it knows who wrote the file.
        _ if reason.contains("Incompatible epoch") => {
            let producer = "an LLVM with another bitcode format".to_owned();
            FrontendError::BitcodeTooNew { path, producer, message: reason }
        }
        _ => FrontendError::BadBitcode { path, message: reason },
    }
}

/// The number after the name: `LLVM20.1.0` and `APPLE_1_1600.0.26_0` have different ideas about it, and only the first counts.
fn major_version(producer: &str) -> Option<u32> {
    let digits = producer.strip_prefix("LLVM")?.trim_start();
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_producer_is_named() {
        let message = "Unknown attribute kind (103) (Producer: 'LLVM21.1.0' Reader: 'LLVM 19.1.7')";
        let error = bitcode_error(Path::new("a.bc"), message).to_string();
        assert!(
            error.contains("written by LLVM21.1.0")
                && error.contains("Unknown attribute kind (103)"),
            "{error}"
        );
        assert!(!error.contains("Reader"), "{error}");
    }

    #[test]
    fn our_own_version_or_none_means_damage() {
        for message in
            ["Invalid record (Producer: 'LLVM19.1.7' Reader: 'LLVM 19.1.7')", "file too small"]
        {
            let error = bitcode_error(Path::new("a.bc"), message);
            assert!(matches!(error, FrontendError::BadBitcode { .. }), "{error}");
        }
    }
}
