//! Tests of the C library models: the bitcode, its agreement with the machine's C library, native replay.

mod bitcode;
mod differential;
mod replay;
mod support;
