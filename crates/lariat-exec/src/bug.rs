//! What can go wrong in a program, and why a state ended. Both are closed lists with stable names.

use lariat_program::{FunctionId, InstId, LocationId};
use lariat_solver::UnknownReason;

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $sentence:literal;)+) => {
        /// What is wrong. The names are part of the interface: reports and tests use them.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum BugKind {$($(#[$doc])* $variant,)+}

        impl BugKind {
            /// All kinds.
            pub const ALL: &'static [BugKind] = &[$(BugKind::$variant,)+];

            /// The stable name.
            pub fn name(self) -> &'static str {
                match self {$(BugKind::$variant => $name,)+}
            }

            /// What happened, as a sentence without its end.
            pub fn sentence(self) -> &'static str {
                match self {$(BugKind::$variant => $sentence,)+}
            }
        }
    };
}

kinds! {
    /// A read outside of an object.
    OutOfBoundsRead = "out-of-bounds-read", "a read outside of the object";
    /// A write outside of an object.
    OutOfBoundsWrite = "out-of-bounds-write", "a write outside of the object";
    /// An access through a null pointer.
    NullDereference = "null-dereference", "an access through a null pointer";
    /// An access through a pointer to nothing.
    InvalidPointer = "invalid-pointer", "an access through a pointer to no object";
    /// A write to a constant.
    WriteToConstant = "write-to-constant", "a write to a constant object";
    /// An access to freed memory.
    UseAfterFree = "use-after-free", "an access to freed memory";
    /// An access to a local variable that is gone.
    UseAfterScope = "use-after-scope", "an access to a local variable that is gone";
    /// Memory freed twice.
    DoubleFree = "double-free", "memory is freed a second time";
    /// Something freed that was not allocated.
    InvalidFree = "invalid-free", "a pointer is freed that was not returned by an allocation";
    /// A branch on memory never written, or another use that shows what is in there.
    UninitialisedBranch = "uninitialised-branch", "an uninitialised value decides what happens";
    /// A division by zero.
    DivisionByZero = "division-by-zero", "a division by zero";
    /// A signed operation that overflows.
    SignedOverflow = "signed-overflow", "a signed operation overflows";
    /// A shift by a negative amount, or by the width or more.
    InvalidShift = "invalid-shift", "a shift by a negative amount, or by the width or more";
    /// Code that must not be reached.
    UnreachableReached = "unreachable-reached", "code marked as unreachable is reached";
    /// A failed assertion.
    AssertionFailure = "assertion-failure", "an assertion fails";
    /// A call of an error function (`reach_error`, `__VERIFIER_error`).
    ErrorReached = "error-reached", "an error function is called";
    /// A call of `abort`, or a trap.
    Abort = "abort", "the program aborts";
    /// Memory not freed at exit.
    MemoryLeak = "memory-leak", "allocated memory is lost at exit";
    /// Recursion without end.
    StackExhaustion = "stack-exhaustion", "the stack is exhausted";
    /// Poison in a branch, an address or a division.
    PoisonUse = "poison-use", "the result of an undefined operation is used";
    /// A call through something that is no function, or with arguments that do not fit.
    InvalidCall = "invalid-call", "a call through a pointer to no function of this type";
    /// A variable length array without elements, or with less than none.
    InvalidLength = "invalid-array-length", "the length of an array is not positive";
    /// A function called with an argument that it is not defined for.
    InvalidArgument = "invalid-argument", "a function gets an argument for which it is undefined";
    /// A copy between places that overlap, by a function that must not get such.
    OverlappingCopy = "overlapping-copy", "the source and the target of a copy overlap";
    /// Reported by the program (`klee_report_error`).
    Reported = "reported", "the program reports an error";
}

impl BugKind {
    /// Whether this is an end that the program or C's library asks for: a failed assertion, `abort`, a trap instruction
    /// (`__builtin_trap`), an error function. Nothing is undefined about it, and nothing of the program comes after it.
    pub fn is_defined_end(self) -> bool {
        matches!(
            self,
            BugKind::AssertionFailure | BugKind::ErrorReached | BugKind::Abort | BugKind::Reported
        )
    }

    /// Whether a run could go on behind this in some way, which the engine does not follow.
    pub(crate) fn has_rest(self) -> bool {
        let is_last = matches!(self, BugKind::MemoryLeak | BugKind::StackExhaustion);
        !is_last && !self.ends_program()
    }

    /// Whether nothing of the program is executed after this: it asked for its end, or the machine ends it.
    fn ends_program(self) -> bool {
        self.is_defined_end() || self.is_trap()
    }

    /// Whether the machine ends a program that does this: an access to the first page, an integer division by zero.
    pub(crate) fn is_trap(self) -> bool {
        matches!(self, BugKind::NullDereference | BugKind::DivisionByZero)
    }
}

/// A place in a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    /// The function.
    pub function: FunctionId,
    /// The operation in its code.
    pub pc: u32,
}

/// A bug as the engine finds it, with what is needed to report it.
#[derive(Clone, Debug)]
pub struct Bug {
    /// What.
    pub kind: BugKind,
    /// More words, e.g. the size of the object or the assertion's text.
    pub detail: String,
    /// Where.
    pub site: Site,
    /// The instruction, none for a terminator.
    pub inst: Option<InstId>,
    /// Where in the source.
    pub location: Option<LocationId>,
    /// The calls that lead there, the innermost first.
    pub stack: Vec<StackEntry>,
    /// The file and line that the program itself gives, as an argument of the function that is called when an assertion fails.
    pub stated: Option<(String, u32)>,
    /// Where a jump leads that leads to no label.
    pub jumps_to: Option<u64>,
    /// Whether a run may go on behind this although the kind says that the machine ends it: the kind is that of one input, and
    /// the bug stands for others too, or nobody uses the result, so that a compiler may leave the operation out.
    pub may_go_on: bool,
}

impl Bug {
    /// Whether a run could go on behind this in some way, which the engine does not follow.
    pub fn has_rest(&self) -> bool {
        self.may_go_on || self.kind.has_rest()
    }

    /// Whether nothing of the program is executed after this: it asked for its end, or the machine ends it.
    pub fn ends_program(&self) -> bool {
        !self.may_go_on && self.kind.ends_program()
    }
}

/// A call on the way to a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackEntry {
    /// The function.
    pub function: FunctionId,
    /// Where it was.
    pub location: Option<LocationId>,
    /// Its arguments: names and values in C's words, as far as they are known.
    pub arguments: Vec<(String, String)>,
}

/// Why a state ended.
#[derive(Clone, Debug)]
pub enum EndReason {
    /// The program ended with an exit status, or the entry function returned.
    Exit(Option<i32>),
    /// The program asked for a silent end.
    SilentExit,
    /// A bug: nothing sensible can follow.
    Bug(Box<Bug>),
    /// No input fulfils the assumptions.
    AssumptionFailed,
    /// An instruction Lariat cannot execute.
    Unsupported {
        /// What.
        what: String,
        /// Where.
        site: Site,
    },
    /// A function without body and model was called.
    NoModel {
        /// Which.
        function: String,
        /// Where.
        site: Site,
    },
    /// The solver did not answer a question the path depends on.
    SolverUnknown(UnknownReason),
    /// The path is longer than allowed.
    StepLimit,
    /// The path has more symbolic branches than allowed.
    DepthLimit,
    /// Dropped because memory ran low.
    MemoryLimit,
    /// More objects than the address space holds, or one larger than allowed.
    AddressSpace,
    /// The run was stopped.
    Stopped,
    /// It never ends: a loop that it cannot leave.
    Endless,
    /// A technique covered what is left of this state in another way.
    Covered,
    /// A technique proved that nothing from here on matters for what the run is to answer.
    Pruned,
}

impl EndReason {
    /// Whether the state's behaviour was followed to its end, so that nothing is left out.
    pub fn is_complete(&self) -> bool {
        matches!(
            self,
            EndReason::Exit(_)
                | EndReason::SilentExit
                | EndReason::Bug(_)
                | EndReason::AssumptionFailed
                | EndReason::Endless
                | EndReason::Covered
                | EndReason::Pruned
        )
    }
}
