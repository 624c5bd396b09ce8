//! From C, LLVM bitcode or LLVM assembly to [`lariat_program::Program`].
//!
//! The way of a program: clang compiles each C file to bitcode, LLVM parses and links the modules, a few LLVM passes
//! bring the result into the normal form that the analyses rely on, and the lowering reads it into the program model.
//! This crate knows nothing of solvers or execution, and no LLVM type leaves it.

mod compile;
mod compile_commands;
mod diagnostics;
mod error;
mod files;
mod flags;
mod inline;
mod library;
mod link;
mod load;
mod lower;
mod normalise;
mod options;
mod read;
mod suggest;
mod target;
mod units;

pub use error::FrontendError;
pub use flags::wraps;
pub use inline::InlineBodies;
pub use load::{check_function, load};
pub use options::{Library, LoadOptions, Loaded, Timings, Warning};
pub use units::{CompileUnit, compile_units, user_flags};
