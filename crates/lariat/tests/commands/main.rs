//! Tests of the command line that need more than a program file with comments: files, signals, terminals.

mod command_line;
mod determinism;
mod faults;
mod keep_output;
mod limits;
mod loops;
mod printed;
mod readme;
mod sandbox;
mod support;
