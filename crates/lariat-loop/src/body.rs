//! What the caller says about a loop: its variables and the paths through one iteration.

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};

/// Width of path counters. They are naturals of at most [`MAX_COUNT`], so nothing computed from a few of them wraps.
pub const COUNTER_BITS: u32 = 80;

/// The largest number of iterations along one path that is thought possible: 2^64. A machine does not get there.
pub const MAX_COUNT: u128 = 1 << 64;

/// Something the loop may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name, for people.
    pub name: String,
    /// The value at the start of an iteration: a free variable of sort `BitVec`, `Bool`, or an array for the contents of a
    /// memory object. In results it stands for the value when the loop is entered.
    pub symbol: TermId,
}

/// One way through the loop's body, from the head back to the head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IterationPath {
    /// The conjuncts that hold if the iteration goes this way, over the variables' symbols, invariants and locals.
    pub guard: Vec<TermId>,
    /// The value of each variable at the end of the iteration.
    pub after: Vec<TermId>,
    /// Free variables that are new in each iteration: counters of inner loops, inputs read in the iteration, unknown values.
    pub locals: Vec<TermId>,
}

/// One way from the head out of the loop: the loop condition fails, a `break`, a `return`, a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitPath {
    /// The conjuncts that hold if the loop is left this way.
    pub guard: Vec<TermId>,
    /// The value of each variable when it is left.
    pub after: Vec<TermId>,
    /// Free variables that are new in each iteration.
    pub locals: Vec<TermId>,
    /// Which exit it is; several paths may lead to the same one.
    pub exit: usize,
}

/// A loop: every iteration takes one of the paths, and satisfies its guard. Guards may be weaker than what decides the path; nothing
/// relies on their excluding each other without asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopBody {
    /// What the loop may change. Every other free variable of guards and values is invariant, or local to the iteration.
    pub variables: Vec<Variable>,
    /// The ways through the body.
    pub paths: Vec<IterationPath>,
}

impl LoopBody {
    /// The number of the variable whose symbol this is.
    pub fn variable_of(&self, symbol: TermId) -> Option<usize> {
        self.variables.iter().position(|variable| variable.symbol == symbol)
    }
}

/// The symbol of a term that is a free variable.
pub(crate) fn symbol_of(store: &TermStore, term: TermId) -> Option<SymbolId> {
    match store.op(term) {
        Op::Var(symbol) => Some(symbol),
        _ => None,
    }
}

/// A counter as a bit-vector of another width, modulo 2^width.
pub(crate) fn counter_as(store: &TermStore, width: u32, counter: TermId) -> TermId {
    if width < COUNTER_BITS {
        store.extract(width - 1, 0, counter)
    } else {
        store.zero_extend(width - COUNTER_BITS, counter)
    }
}

/// A constant counter.
pub(crate) fn count(store: &TermStore, value: u64) -> TermId {
    store.bv_const(COUNTER_BITS, value)
}

/// `counter > 0`.
pub(crate) fn positive(store: &TermStore, counter: TermId) -> TermId {
    store.ne(counter, count(store, 0))
}

/// The counter less one.
pub(crate) fn predecessor(store: &TermStore, counter: TermId) -> TermId {
    store.bv_sub(counter, count(store, 1))
}

/// The sum of counters.
pub(crate) fn total(store: &TermStore, counters: &[TermId]) -> TermId {
    counters.iter().fold(count(store, 0), |sum, &counter| store.bv_add(sum, counter))
}

/// The sort of counters.
pub(crate) fn counter_sort() -> Sort {
    Sort::BitVec(COUNTER_BITS)
}
