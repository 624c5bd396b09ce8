//! The tests of this crate from outside, in one program: fewer programs are built and linked.

mod elements;
mod encodings;
mod explanations;
mod layers;
mod loop_queries;
mod operations;
mod quantifiers;
mod single_layers;
mod stopping;
mod terms;
