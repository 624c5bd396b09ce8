//! SMT-LIB 2.6: printing terms and scripts, and reading them back.
//!
//! What is printed means the same to every solver that follows the standard: where SMT-LIB leaves a value open and
//! [`Op`](crate::Op) does not, the choice is written out with an `ite`. Two extensions are used because there is no
//! standard way to say it: `lambda` for λ-arrays and `fp.to_ieee_bv` for a float's bits; Z3 knows both.
//!
//! The reader takes the whole standard for the sorts that exist here, builds terms without simplifying them, and
//! reports errors with line and column.

mod bounds;
mod lexer;
mod names;
mod operators;
mod print;
mod reader;
mod terms;
mod written_out;

pub use lexer::ParseError;
pub use print::ScriptPrinter;
pub use reader::{Command, Script, parse_script, parse_term};
