//! The tests of this crate from outside, in one program, but for `missing_compiler.rs`, which changes the environment.

mod loading;
mod lowering;
