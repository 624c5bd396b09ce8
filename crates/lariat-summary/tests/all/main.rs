//! The tests of this crate from outside, in one program: fewer programs are built and linked.

mod refutation;
mod self_check;
