//! Z3 objects that count their own references, and errors as values.
//!
//! Z3's C API reports an error by a code kept in the context; without a handler of ours it would end the process. The
//! wrappers here make every call that can fail a `Result`.

use std::ffi::{CStr, CString};
use std::rc::Rc;
use std::sync::OnceLock;

use z3_sys::*;

use crate::backend::UnknownReason;

/// The oldest Z3 this crate is written for.
const OLDEST: (u32, u32) = (5, 4);

// The bindings give these two functions Rust enums as results, which would be undefined behaviour for a kind that a newer
// library added. They are declared again with plain numbers.
mod plain {
    use z3_sys::{Z3_ast, Z3_context, Z3_func_decl};
    unsafe extern "C" {
        pub(super) fn Z3_get_decl_kind(c: Z3_context, d: Z3_func_decl) -> u32;
        pub(super) fn Z3_get_ast_kind(c: Z3_context, a: Z3_ast) -> u32;
        pub(super) fn Z3_get_error_code(c: Z3_context) -> u32;
        pub(super) fn Z3_get_error_msg(c: Z3_context, code: u32) -> z3_sys::Z3_string;
    }
}

/// An error of Z3, as its text.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Z3Error(pub(crate) String);

impl From<Z3Error> for UnknownReason {
    fn from(error: Z3Error) -> UnknownReason {
        reason_from_text(&error.0)
    }
}

/// What Z3's words for giving up mean.
pub(crate) fn reason_from_text(text: &str) -> UnknownReason {
    let lower = text.to_lowercase();
    if lower.contains("memory") || lower.contains("memout") {
        UnknownReason::Memory
    } else if lower.contains("resource limit") || lower.contains("rlimit") {
        UnknownReason::ResourceOut
    } else if lower.contains("timeout") {
        UnknownReason::Timeout
    } else if lower.contains("cancel") || lower.contains("interrupt") {
        UnknownReason::Cancelled
    } else if lower.contains("incomplete") || lower.contains("unknown") {
        UnknownReason::Incomplete(text.to_owned())
    } else {
        UnknownReason::Backend(text.to_owned())
    }
}

/// A logical context. Everything made in it may be used by one thread at a time only.
pub(crate) struct Context {
    pub(crate) raw: Z3_context,
}

extern "C" fn keep_the_error_code(_: Z3_context, _: Z3_error_code) {}

/// Fails with advice if the library that was linked is too old.
fn check_version() -> Result<(), UnknownReason> {
    static CHECKED: OnceLock<Result<(), String>> = OnceLock::new();
    let checked = CHECKED.get_or_init(|| {
        let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
        // SAFETY: the four pointers are valid for writes.
        unsafe { Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
        version_verdict(major, minor)
    });
    checked.clone().map_err(UnknownReason::Backend)
}

fn version_verdict(major: u32, minor: u32) -> Result<(), String> {
    if (major, minor) >= OLDEST {
        return Ok(());
    }
    Err(format!(
        "the linked Z3 is {major}.{minor}, Lariat needs {}.{} or newer: run `make setup`, which fetches it, and build \
         again (a Z3 from the system's packages may have been found first)",
        OLDEST.0, OLDEST.1
    ))
}

impl Context {
    pub(crate) fn new() -> Result<Rc<Context>, UnknownReason> {
        check_version()?;
        // SAFETY: a configuration is made, used once and deleted; the context keeps nothing of it. The handler is a plain
        // function that outlives the context.
        let raw = unsafe {
            let config = Z3_mk_config()
                .ok_or_else(|| UnknownReason::Backend("Z3 cannot be configured".into()))?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            raw
        };
        let raw = raw.ok_or_else(|| UnknownReason::Backend("Z3 made no context".into()))?;
        // SAFETY: the context was made above.
        unsafe { Z3_set_error_handler(raw, Some(keep_the_error_code)) };
        Ok(Rc::new(Context { raw }))
    }

    /// The error of the last call that failed.
    pub(crate) fn error(&self) -> Z3Error {
        // SAFETY: the context lives; the text is copied before anything else is called.
        unsafe {
            let code = plain::Z3_get_error_code(self.raw);
            let text = plain::Z3_get_error_msg(self.raw, code);
            Z3Error(text_of(text).unwrap_or_else(|| format!("Z3 error {code}")))
        }
    }

    /// Whether the last call failed, for calls without a result.
    pub(crate) fn status(&self) -> Result<(), Z3Error> {
        // SAFETY: the context lives.
        if unsafe { plain::Z3_get_error_code(self.raw) } == 0 { Ok(()) } else { Err(self.error()) }
    }

    pub(crate) fn sort(&self, raw: Option<Z3_sort>) -> Result<Z3_sort, Z3Error> {
        raw.ok_or_else(|| self.error())
    }

    pub(crate) fn symbol(&self, text: &str) -> Result<Z3_symbol, Z3Error> {
        let text = c_string(text)?;
        // SAFETY: the context lives and the string is copied by Z3.
        unsafe { Z3_mk_string_symbol(self.raw, text.as_ptr()) }.ok_or_else(|| self.error())
    }

    /// The kind of a node: numeral, application, variable, quantifier.
    pub(crate) fn ast_kind(&self, ast: &Ast) -> u32 {
        // SAFETY: the context lives and the node belongs to it.
        unsafe { plain::Z3_get_ast_kind(self.raw, ast.raw) }
    }

    /// The kind of an application's operation, as a number of `DeclKind`.
    pub(crate) fn decl_kind(&self, decl: Z3_func_decl) -> u32 {
        // SAFETY: the context lives and the declaration belongs to it.
        unsafe { plain::Z3_get_decl_kind(self.raw, decl) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: every object made in the context holds an `Rc` of it, so this is the last use.
        unsafe { Z3_del_context(self.raw) }
    }
}

pub(crate) fn c_string(text: &str) -> Result<CString, Z3Error> {
    CString::new(text).map_err(|_| Z3Error("a name with a zero byte".into()))
}

/// Copies a text of Z3's.
///
/// # Safety
/// `text` is null or a string that is valid during the call.
pub(crate) unsafe fn text_of(text: Z3_string) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: by the function's own condition.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// A term of Z3, counted.
pub(crate) struct Ast {
    pub(crate) context: Rc<Context>,
    pub(crate) raw: Z3_ast,
}

impl Ast {
    /// Takes a reference to what a call returned.
    pub(crate) fn new(context: &Rc<Context>, raw: Option<Z3_ast>) -> Result<Ast, Z3Error> {
        let raw = raw.ok_or_else(|| context.error())?;
        // SAFETY: the node was just made in this context and nothing was made since that could have collected it.
        unsafe { Z3_inc_ref(context.raw, raw) };
        Ok(Ast { context: Rc::clone(context), raw })
    }
}

impl Clone for Ast {
    fn clone(&self) -> Ast {
        // SAFETY: the node is alive, for `self` holds a reference.
        unsafe { Z3_inc_ref(self.context.raw, self.raw) };
        Ast { context: Rc::clone(&self.context), raw: self.raw }
    }
}

impl Drop for Ast {
    fn drop(&mut self) {
        // SAFETY: this gives back the reference taken when the value was made; the context is alive.
        unsafe { Z3_dec_ref(self.context.raw, self.raw) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_library_is_refused_with_advice() {
        assert!(version_verdict(5, 4).is_ok() && version_verdict(6, 0).is_ok());
        let message = version_verdict(4, 8).unwrap_err();
        assert!(message.contains("4.8") && message.contains("make setup"), "{message}");
    }

    #[test]
    fn errors_are_values() {
        let context = Context::new().unwrap();
        // SAFETY: the context lives; the arguments are terms of it. The sorts do not fit, which Z3 reports.
        let wrong = unsafe {
            let truth = Z3_mk_true(context.raw).unwrap();
            Z3_mk_bvadd(context.raw, truth, truth)
        };
        assert!(Ast::new(&context, wrong).is_err());
    }

    #[test]
    fn reasons_are_recognised() {
        assert_eq!(reason_from_text("canceled"), UnknownReason::Cancelled);
        assert_eq!(reason_from_text("timeout"), UnknownReason::Timeout);
        assert_eq!(reason_from_text("max. resource limit exceeded"), UnknownReason::ResourceOut);
        assert_eq!(reason_from_text("out of memory"), UnknownReason::Memory);
        assert!(matches!(
            reason_from_text("(incomplete quantifiers)"),
            UnknownReason::Incomplete(_)
        ));
    }
}
