//! An LLVM context whose messages come to us.
//!
//! By default LLVM prints its errors to standard error and, for some of them, ends the process. With a handler on the
//! context it does neither; the functions report failure and the handler has the reason.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::sync::Once;

use inkwell::context::Context;
use inkwell::llvm_sys::LLVMDiagnosticSeverity;
use inkwell::llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription,
    LLVMGetDiagInfoSeverity,
};
use inkwell::llvm_sys::prelude::LLVMDiagnosticInfoRef;
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;

#[derive(Default)]
struct Messages {
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// One LLVM context. Contexts share nothing, so several programs can be loaded at once, each in its own thread.
pub(crate) struct Session {
    // Declared, and so dropped, before the messages its handler writes to.
    context: Context,
    messages: Box<RefCell<Messages>>,
}

impl Session {
    pub(crate) fn new() -> Self {
        configure_llvm();
        let context = Context::create();
        let messages = Box::<RefCell<Messages>>::default();
        let place: *const RefCell<Messages> = &*messages;
        // SAFETY: the handler gets the address of a boxed cell that lives as long as the context.
        unsafe {
            LLVMContextSetDiagnosticHandler(
                context.raw(),
                Some(take_message),
                place as *mut c_void,
            );
        }
        Session { context, messages }
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// The errors since the last call, as one text; something readable even if LLVM said nothing.
    pub(crate) fn take_errors(&self) -> String {
        let errors = std::mem::take(&mut self.messages.borrow_mut().errors);
        if errors.is_empty() { "LLVM gives no reason".to_owned() } else { errors.join("; ") }
    }

    /// The warnings since the last call.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.messages.borrow_mut().warnings)
    }
}

/// Keeps LLVM's readers from verifying what they read: they print to standard error and abort if it is broken. We verify
/// modules ourselves, where it is needed. LLVM offers this only as a command-line option, which is of the whole process.
fn configure_llvm() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let arguments = [c"lariat".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
        // SAFETY: the arguments are C strings and LLVM copies what it keeps; `Once` keeps other threads out.
        unsafe { LLVMParseCommandLineOptions(2, arguments.as_ptr(), std::ptr::null()) };
    });
}

extern "C" fn take_message(info: LLVMDiagnosticInfoRef, place: *mut c_void) {
    // SAFETY: LLVM calls this with a valid diagnostic and with the pointer that `Session::new` registered.
    let (messages, severity, text) = unsafe {
        let text = owned_message(LLVMGetDiagInfoDescription(info));
        (&*(place as *const RefCell<Messages>), LLVMGetDiagInfoSeverity(info), text)
    };
    let mut messages = messages.borrow_mut();
    match severity {
        LLVMDiagnosticSeverity::LLVMDSError => messages.errors.push(text),
        LLVMDiagnosticSeverity::LLVMDSWarning => messages.warnings.push(text),
        LLVMDiagnosticSeverity::LLVMDSRemark | LLVMDiagnosticSeverity::LLVMDSNote => {}
    }
}

/// Copies a message that LLVM allocated and frees it.
///
/// # Safety
/// `message` is null or a string that LLVM handed out to be disposed of.
pub(crate) unsafe fn owned_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: see above; it is not used after it was disposed of.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().trim().to_owned();
        LLVMDisposeMessage(message);
        text
    }
}
