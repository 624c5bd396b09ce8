//! The tests of this crate from outside, in one program, but for `concrete_path.rs`, which counts what the whole program allocates.

mod checks;
mod common;
mod engine;
mod expressions;
mod hooks;
mod inputs;
mod klee_programs;
mod poison;
mod repetition;
mod semantics;
