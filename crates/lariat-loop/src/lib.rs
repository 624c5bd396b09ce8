//! Loops as formulas, on terms.
//!
//! The caller executes one generic iteration of a loop symbolically and hands over its paths as a [`LoopBody`]: per path a
//! guard and the variables' values at the end of the iteration. This crate says what the variables are after κ₁ iterations
//! along the first path, κ₂ along the second and so on, in any order ([`iterate`]), and what must hold if the body ran that
//! often ([`Summary`]). The ideas are those of *Abstracting Path Conditions* (ISSTA'12) and of its long version.
//!
//! The papers' variables are mathematical integers; these are machine integers:
//! - Path counters are naturals, embedded in bit-vectors of [`COUNTER_BITS`] bits. Nothing here counts beyond
//!   [`MAX_COUNT`]: that no loop runs more often than that is the one assumption, and proofs should print it.
//! - Values are exact modulo 2^width whatever wraps. Where a step needs that something does not wrap, the solver has to prove it
//!   from the guards, or the step is not taken.
//! - What is not known is [`Iterated::Unknown`] with the reason; it drops conjuncts and never adds one.
//!
//! The crate knows terms and the solver, and nothing of programs and states.

mod analysis;
mod approximation;
mod automaton;
mod bits;
mod body;
mod bounds;
pub mod case_check;
mod cases;
pub mod check;
mod choices;
mod descent;
mod exact;
mod hints;
mod horn;
mod infix;
mod inner_count;
mod integers;
mod invariants;
mod lift;
mod memory;
mod places;
mod polynomial;
mod progress;
mod quantified;
mod repeated_guard;
mod report;
mod rules;
mod scan;
mod summary;

pub use analysis::{
    Bound, ConditionInfo, ConditionKind, Interleaving, LoopAnalysis, LoopType, NO_WRAP, StateInfo,
    TransitionInfo, VariableInfo, analyse, analyse_with,
};
pub use approximation::{Approximation, USES, approximation};
pub use automaton::Origin;
pub use bits::{Quotient, without_integers};
pub use body::{COUNTER_BITS, ExitPath, IterationPath, LoopBody, MAX_COUNT, Variable};
pub use cases::{Case, CaseText, End, Residue};
pub use choices::{Choices, FEW_PATHS, JoinedIteration, choice_cases};
pub use exact::{
    ExactCase, ExactCases, NOT_DEEP, NOT_ROUND, Quotients, THROUGH_DATA, Wanted, exact_cases,
    goes_through_data, ways_out,
};
pub use hints::{CallResult, Hints, is_reader};
pub use horn::{HornEffort, HornLoop, HornProof, HornSystem, LastStep, Step, prove, terminates};
pub use infix::{PASSES, infix};
pub use inner_count::{CountCandidate, count_candidates, linear_inner_count};
pub use invariants::{InvariantQuestion, invariants, model_at_entry};
pub use memory::{Choice, ChoiceMeaning, Iterated, IteratedMemory, iterate};
pub use places::{PlaceKind, linear_parts};
pub use report::{
    ExitInfo, Leaves, LoopInput, LoopReport, NumberType, Outcome, ReportedBound, ReportedCase,
    TypeOf, check_report, conjuncts, joined, multiplies, report, say_the_same,
};
pub use rules::Rule;
pub use summary::{Conditions, InstanceRecord, Summary};
