//! What every decision procedure offers: one trait, and the closed list of reasons for which one may give up.
//!
//! Callers talk to `dyn Backend` and choose by [`Features`], never by name, so a second backend (one that is quicker on
//! quantifier-free work, say) is added by a new [`BackendKind`] and nothing else changes.

use std::fmt;
use std::ops::BitOr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_term::{Model, SymbolId, TermId, TermStore};

use crate::cancel::CancelToken;
use crate::z3::Z3Backend;

/// What a query came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Some values satisfy it.
    Sat,
    /// None do.
    Unsat,
    /// It was not decided.
    Unknown(UnknownReason),
}

impl Answer {
    /// Whether the answer decides the query.
    pub fn is_definite(&self) -> bool {
        !matches!(self, Answer::Unknown(_))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Sat => write!(f, "sat"),
            Answer::Unsat => write!(f, "unsat"),
            Answer::Unknown(reason) => write!(f, "unknown ({reason})"),
        }
    }
}

/// Why a query was not decided.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownReason {
    /// The deadline passed.
    #[error("the time limit was reached")]
    Timeout,
    /// Somebody asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The deterministic step limit was reached.
    #[error("the resource limit was reached")]
    ResourceOut,
    /// Memory ran out.
    #[error("out of memory")]
    Memory,
    /// The procedure is not complete for this kind of query.
    #[error("the solver gave up: {0}")]
    Incomplete(String),
    /// The backend failed.
    #[error("the solver failed: {0}")]
    Backend(String),
    /// The backend gave a model that does not satisfy the query, or one that could not be read.
    #[error("the solver's model does not satisfy the query")]
    ModelRejected,
    /// No backend takes queries of this kind.
    #[error("no solver supports {0}")]
    Unsupported(Features),
}

/// What occurs in a query, as far as the choice of a procedure depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Features(u16);

impl Features {
    /// Nothing but truth values.
    pub const NONE: Features = Features(0);
    /// Bit-vectors.
    pub const BIT_VECTORS: Features = Features(1);
    /// Variables, reads and writes of arrays.
    pub const ARRAYS: Features = Features(2);
    /// Constant arrays, and equality between arrays.
    pub const CONST_ARRAYS: Features = Features(4);
    /// λ-arrays.
    pub const LAMBDAS: Features = Features(8);
    /// Quantifiers.
    pub const QUANTIFIERS: Features = Features(16);
    /// Integers.
    pub const INTEGERS: Features = Features(32);
    /// Floating-point numbers.
    pub const FLOATS: Features = Features(64);
    /// Everything.
    pub const ALL: Features = Features(127);

    /// Whether all of `other` is in `self`.
    pub fn contains(self, other: Features) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether something of `other` is in `self`.
    pub fn intersects(self, other: Features) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Features {
    type Output = Features;
    fn bitor(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Features::BIT_VECTORS, "bit-vectors"),
            (Features::ARRAYS, "arrays"),
            (Features::CONST_ARRAYS, "constant arrays"),
            (Features::LAMBDAS, "lambdas"),
            (Features::QUANTIFIERS, "quantifiers"),
            (Features::INTEGERS, "integers"),
            (Features::FLOATS, "floating point"),
        ];
        let present: Vec<&str> =
            names.iter().filter(|(one, _)| self.contains(*one)).map(|(_, name)| *name).collect();
        write!(f, "{}", if present.is_empty() { "truth values".into() } else { present.join(", ") })
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Features({self})")
    }
}

/// How far a check may go.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// A limit in the backend's own deterministic unit of work.
    pub resource: Option<u32>,
}

impl Limits {
    /// A limit of time from now.
    pub fn within(time: Duration) -> Limits {
        Limits { deadline: Instant::now().checked_add(time), resource: None }
    }

    /// The same with one of `parts` parts of the time that is left.
    pub(crate) fn part(&self, parts: u32) -> Limits {
        let now = Instant::now();
        let deadline = self.deadline.map(|end| now + end.saturating_duration_since(now) / parts);
        Limits { deadline, ..*self }
    }

    /// Whether the time is over.
    pub fn expired(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a backend has done since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BackendStatistics {
    /// Checks run.
    pub checks: u64,
    /// Checks that ended satisfiable.
    pub sat: u64,
    /// Checks that ended unsatisfiable.
    pub unsat: u64,
    /// Checks that ended without an answer.
    pub unknown: u64,
    /// Time inside checks.
    pub time: Duration,
    /// Term nodes translated.
    pub translated: u64,
    /// Work inside checks, in the backend's own unit, which is that of [`Limits::resource`].
    pub work: u64,
}

/// A decision procedure with a stack of assertions. It belongs to one thread at a time.
pub trait Backend: Send {
    /// Which one it is.
    fn kind(&self) -> BackendKind;

    /// Whether it decides queries with these features, in the configuration it was made with.
    fn supports(&self, features: Features) -> bool;

    /// Adds a closed truth-valued term to the top of the stack. A term the backend cannot take makes every check
    /// `Unknown` until the level it was asserted at is popped.
    fn assert(&mut self, term: TermId);

    /// Opens a level of assertions.
    fn push(&mut self);

    /// Closes `levels` levels and forgets what was asserted in them.
    fn pop(&mut self, levels: usize);

    /// Number of open levels.
    fn depth(&self) -> usize;

    /// Decides the assertions together with the assumptions, which hold for this check only.
    fn check(&mut self, assumptions: &[TermId]) -> Answer;

    /// Values for these symbols that satisfy what the last check decided to be satisfiable.
    fn model(&mut self, symbols: &[SymbolId]) -> Result<Model, UnknownReason>;

    /// Positions of the last check's assumptions that, with the assertions, are unsatisfiable. Not necessarily minimal.
    fn unsat_core(&mut self) -> Vec<usize>;

    /// Forgets all assertions and levels, but not what it has translated.
    fn reset(&mut self);

    /// How many terms it remembers; what that costs is given back when it is dropped.
    fn remembered_terms(&self) -> usize;

    /// Whether it can answer nothing any more, not even after a reset.
    fn is_broken(&self) -> bool {
        false
    }

    /// Limits for the following checks.
    fn set_limits(&mut self, limits: Limits);

    /// The token that can stop the following checks.
    fn set_cancel(&mut self, token: CancelToken);

    /// Numbers since the backend was made.
    fn statistics(&self) -> BackendStatistics;
}

/// The backends there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BackendKind {
    /// Z3, linked as a library.
    Z3,
}

impl BackendKind {
    /// All of them, the preferred one first.
    pub const ALL: &'static [BackendKind] = &[BackendKind::Z3];

    /// What it can be asked.
    pub fn capabilities(self) -> Features {
        match self {
            BackendKind::Z3 => Features::ALL,
        }
    }

    /// A new backend of this kind, set up for queries with these features.
    pub fn create(
        self,
        store: &Arc<TermStore>,
        features: Features,
    ) -> Result<Box<dyn Backend>, UnknownReason> {
        match self {
            BackendKind::Z3 => Ok(Box::new(Z3Backend::new(Arc::clone(store), features)?)),
        }
    }

    /// The preferred kind for queries with these features.
    pub fn for_features(features: Features) -> Result<BackendKind, UnknownReason> {
        (BackendKind::ALL.iter().copied())
            .find(|kind| kind.capabilities().contains(features))
            .ok_or(UnknownReason::Unsupported(features))
    }
}
