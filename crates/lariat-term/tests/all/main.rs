//! The tests of this crate from outside, in one program: fewer programs are built and linked.

mod bit_vectors;
mod derived;
mod evaluation;
mod floats;
mod simplifier;
mod simplifier_idioms;
mod simplifier_rules;
mod smtlib;
mod unfolding;
