//! The tests of this crate from outside, in one program: fewer programs are built and linked.

mod cases;
mod common;
mod horn;
mod paper_examples;
mod random_cases;
mod random_loops;
mod rules;
mod tables;
