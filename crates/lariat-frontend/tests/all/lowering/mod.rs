//! What C becomes: each kind of instruction, constant, symbol and debug information.

mod calls;
mod constants;
mod globals;
mod instructions;
mod memory;
mod names;
mod support;
