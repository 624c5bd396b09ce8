//! The loop technique: takes loops with the formulas of `lariat-loop` instead of walking them.
//!
//! `lariat-loop` knows terms only. This crate gives it what it needs from a program by running the executor itself: one *generic* iteration
//! of a loop, in which everything the loop changes is a fresh variable, gives the body's paths with their guards and effects, with exactly
//! the semantics the executor has (checks, library models, memory). What comes back is put into states again.
//!
//! [`Explorer`] computes necessary conditions in this way: it walks the backbones of a program from a state to a target
//! (Strejček and Trtík, ISSTA 2012), with every loop on the way replaced by its summary.

mod ahead;
mod applying;
mod body;
mod candidates;
mod cases;
mod clauses;
mod exact_study;
mod explorer;
mod fields;
mod flow;
mod found;
mod from_code;
mod headers;
mod inner_counts;
mod iteration;
mod leaving;
mod naming;
mod self_check;
mod stops;
mod strengthen;
mod study;
mod taker;
mod taking;
mod tangle;
mod traces;
mod unfolding;
mod unrolled;
mod way;

pub use candidates::{Candidate, Candidates};
pub use clauses::Clauses;
pub use exact_study::ExactStudy;
pub use explorer::{Explorer, Ground, LARGEST_INPUT_IN_PARTS};
pub use flow::Goal;
pub use from_code::{Code, CodeGround, Keep, TRUSTED};
pub use leaving::Leaving;
pub use study::{StudiedBug, StudiedLoop, returns_of};
pub use taking::{CHOICES_AT_ONCE, TakenLoops, Taking};
pub use unfolding::AppliedLoop;
pub use unrolled::{Unrolled, Unrolling, nesting, unrolled};
pub use way::{ExplorerConfig, Gap, Way};
