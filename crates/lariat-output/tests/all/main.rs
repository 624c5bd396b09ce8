//! The tests of this crate from outside, in one program: fewer programs are built and linked.

mod directory;
mod end_to_end;
mod entry;
mod replay;
