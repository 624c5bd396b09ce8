//! What an answer rests on because the engine fixed it: where a path consults something outside of the program, or a number that
//! only the machine decides, the engine has one answer and a machine may have another.
//!
//! A run that assumed something may still accuse: its inputs are run natively. A proof must say what it assumed. All
//! executors of a run share one [`Assumptions`], those of proofs included, so that no strategy can forget one.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use lariat_program::LocationId;
use parking_lot::Mutex;

/// Something that the engine fixed.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Assumption {
    /// The model of a library function has one answer to a question about the environment.
    Environment {
        /// What the answer was, as a clause: `standard input was empty`.
        what: String,
        /// What a user can do about it, as a clause; may be empty.
        instead: String,
    },
    /// Something depends on the numbers that the engine gave to addresses, and C does not say what comes out.
    Addresses {
        /// Of what.
        of: String,
        /// Whether these are several.
        many: bool,
    },
    /// What follows a signed overflow was explored with the result that the machine computes.
    Wraps,
    /// A signed overflow makes the result of its operation arbitrary, and nothing else.
    ArbitraryOverflow,
    /// An array of length zero is there and empty.
    EmptyArray,
    /// It is not known which block of the source a variable lives in.
    Block,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::Environment { what, .. } => f.write_str(what),
            Assumption::Addresses { of, many: false } => {
                write!(f, "the address of {of} was a fixed number")
            }
            Assumption::Addresses { of, many: true } => {
                write!(f, "the addresses of {of} were fixed numbers")
            }
            Assumption::Wraps => f.write_str("signed arithmetic wraps behind the overflow"),
            Assumption::ArbitraryOverflow => {
                f.write_str("a signed overflow makes nothing but its result arbitrary")
            }
            Assumption::EmptyArray => f.write_str("an array of length zero is empty"),
            Assumption::Block => f.write_str("a variable lived as long as its uses suggest"),
        }
    }
}

impl Assumption {
    /// What a user can do about it, as a clause; empty if there is nothing.
    pub fn advice(&self) -> &str {
        match self {
            Assumption::Environment { instead, .. } => instead,
            Assumption::Addresses { .. } => "a machine may have others, and C does not say which",
            Assumption::Wraps => "`-fwrapv` makes a compiler keep to that",
            Assumption::ArbitraryOverflow => "--wrapv makes signed arithmetic wrap",
            Assumption::Block => "the compiler does not tell the block it is declared in",
            Assumption::EmptyArray => "C leaves that undefined, and compilers make it so",
        }
    }
}

/// What was assumed, each with its place.
type Assumed = BTreeSet<(Assumption, Option<LocationId>)>;

/// What the executors of a run have assumed, and where. Copies share their content.
#[derive(Clone, Debug, Default)]
pub struct Assumptions(Arc<Mutex<Assumed>>);

impl Assumptions {
    /// Notes one.
    pub fn add(&self, assumption: Assumption, location: Option<LocationId>) {
        self.0.lock().insert((assumption, location));
    }

    /// Takes one out. Its places, if it was there.
    pub fn take(&self, wanted: impl Fn(&Assumption) -> bool) -> Option<Vec<LocationId>> {
        let mut assumed = self.0.lock();
        let is_wanted = |(assumption, _): &(Assumption, Option<LocationId>)| wanted(assumption);
        let found: Vec<Option<LocationId>> =
            assumed.iter().filter(|known| is_wanted(known)).map(|(_, place)| *place).collect();
        assumed.retain(|known| !is_wanted(known));
        (!found.is_empty()).then(|| found.into_iter().flatten().collect())
    }

    /// All of them so far, each with its places, in a fixed order.
    pub fn all(&self) -> Vec<(Assumption, Vec<LocationId>)> {
        let mut all: Vec<(Assumption, Vec<LocationId>)> = Vec::new();
        for (assumption, location) in self.0.lock().iter() {
            match all.last_mut() {
                Some((last, places)) if last == assumption => places.extend(location),
                _ => all.push((assumption.clone(), location.iter().copied().collect())),
            }
        }
        all
    }
}
