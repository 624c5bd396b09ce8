//! Deciding Lariat's terms.
//!
//! A [`Solver`] answers whether a path condition and a question can hold together. In front of the backend stand layers that
//! answer most questions without it; each has a switch in [`SolverConfig`] and a line in [`Statistics`], and none changes an
//! answer. A `sat` always comes with a model that the evaluator has checked.

mod approximate;
mod backend;
mod cache;
mod cancel;
mod config;
mod contexts;
mod cuts;
mod decide;
mod elements;
mod evaluate;
mod explain;
mod facts;
mod few_values;
mod float_ranges;
mod integer_form;
mod intervals;
mod log;
mod models;
mod orders;
mod quantifiers;
mod questions;
mod race;
mod repair;
mod samples;
mod slice;
mod solver;
mod statistics;
mod survivors;
mod z3;

pub use backend::{
    Answer, Backend, BackendKind, BackendStatistics, Features, Limits, UnknownReason,
};
pub use cancel::{CancelToken, is_stopped, stop_all};
pub use config::{Incremental, SolverConfig};
pub use explain::{ExplainMethod, Explanation, Tagged, explain};
pub use few_values::JointValues;
pub use log::QueryLog;
pub use questions::{Range, Signedness};
pub use race::{RaceTask, race};
pub use solver::{CheckResult, Solver};
pub use statistics::{Layer, LayerStatistics, Statistics};
pub use z3::{Z3Backend, check_smtlib, horn_model, set_memory_limit, z3_version};
