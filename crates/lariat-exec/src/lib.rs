//! Runs programs symbolically: states, memory, interpreter, search, checks, and the hook points that techniques plug into.
//!
//! The engine without any technique is a plain, fast, correct symbolic executor. It knows the program model, terms and the solver;
//! it knows no particular technique, no file formats and no command line.

mod addresses;
mod aggregate;
mod allocation;
mod assumption;
mod bug;
mod builtins;
mod code;
mod concrete;
mod conditions;
mod coverage;
mod cow;
mod distance;
mod engine;
mod entry;
mod environment;
mod executor;
mod floats;
mod havoc;
mod hooks;
mod indeterminate;
mod inputs;
mod inspect;
mod intrinsics;
mod ints;
mod klee;
mod leaks;
mod machine;
mod mathematics;
mod memory;
mod model_support;
mod object;
mod plan;
mod printed;
mod repetition;
mod search;
mod state;
mod test_input;
mod totals;
mod tree;
mod value;
mod varargs;
mod walk;

pub use assumption::{Assumption, Assumptions};
pub use bug::{Bug, BugKind, EndReason, Site, StackEntry};
pub use builtins::{is_provided, is_unknown};
pub use code::{Watched, scalar_width};
pub use concrete::{ConcreteRun, ConcreteRunner};
pub use coverage::{
    ConditionSide, Coverage, CoverageReport, Executed, FlowEdge, LinesByFile, Share, Untested,
};
pub use engine::{EngineConfig, Progress, Sink, Work, explore, initial_state, resident_bytes};
pub use environment::{
    Declared, Environment, START_FUNCTIONS, Start, StartError, SymbolicArguments,
};
pub use executor::VOLATILE_INPUT;
pub use executor::{
    AnySize, Executor, ExecutorConfig, Finding, Halt, OVERFLOWED, Outcome, PathEnd, Reported,
    Shared, Witness, Wrapping,
};
pub use hooks::{AtBlock, BlockHook, BranchHook, EndHook, Goes, HookContext, Hooks, Successor};
pub use indeterminate::{UNINITIALISED_INPUT, UninitialisedInputs, name_as_later};
pub use inputs::{Given, GivenTest};
pub use inspect::WrongSort;
pub use ints::{compare_terms as compare_integers, integer_operation, signed_overflow};
pub use machine::{Machine, MachineError};
pub use memory::{Freed, Handle, Memory, Place, Region};
pub use object::{Byte, Bytes, Object, Origin, object_name};
pub use plan::{
    ByteKind, EntryPlan, Leaf, MemoryPlan, ParameterPlan, PlanLimits, PointerPlan, Target,
};
pub use printed::{Printed, PrintedByte};
pub use repetition::ComesBack;
pub use search::Search;
pub use state::{
    Approximations, Frame, Input, News, Notes, Operation, Pending, State, VariableArg,
};
pub use test_input::{TestInput, TestObject};
pub use totals::{Gap, Incomplete, Totals};
pub use tree::{ExecutionTree, Node, Split, Standing};
pub use value::Value;
