//! What C becomes: each kind of instruction, constant, symbol and debug information.

mod instructions;
mod support;
