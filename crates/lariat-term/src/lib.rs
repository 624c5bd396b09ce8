//! Values of Lariat: sorts, hash-consed terms, and everything that can be done with a term without knowing about
//! programs or solvers: building, simplifying, evaluating, substituting, printing and reading SMT-LIB.
//!
//! A term is a [`TermId`], a `Copy` number that means something together with the [`TermStore`] that made it. Two terms of
//! one store are structurally equal exactly if their ids are equal. A store can be shared between threads; it only grows.
//!
//! Every operation is total and has one defined value for every argument, so the evaluator, the simplifier and the printed
//! SMT-LIB can be checked against each other. Where SMT-LIB leaves a value open (integer division by zero, conversion of an
//! out-of-range float), [`Op`] says which value it is here, and printing writes the choice out.

mod analysis;
mod binding;
mod bitvec;
mod bitvec_ops;
mod builder;
mod builder_derived;
mod columns;
mod eval;
mod float;
mod model;
mod op;
mod op_name;
mod semantics;
mod shape;
mod simplify;
pub mod smtlib;
mod sort;
mod store;
mod subst;
mod table;
#[doc(hidden)]
pub mod testing;
mod unfold;
mod value;

pub use analysis::Features;
pub use bitvec::BitVec;
pub use columns::{
    Computed, Words, is_operation_on_words, is_word_sort, value_of_word, word_of_value,
    words_of_operation,
};
pub use eval::{EvalError, Evaluator, eval};
pub use float::Float;
pub use model::Model;
pub use op::{Op, RoundingMode};
pub use semantics::apply;
pub use shape::{Shape, Shapes};
pub use simplify::{KnownBits, Rule};
pub use sort::{ArraySort, FloatFormat, Sort};
pub use store::{SymbolId, TermId, TermStore};
pub use unfold::Unfolded;
pub use value::{ArrayValue, Value};
