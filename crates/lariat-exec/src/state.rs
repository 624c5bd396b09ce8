//! A state: one way through the program, with everything that is true on it.

use std::sync::Arc;

use lariat_program::{BinaryOp, BlockId, FunctionId, TypeId, ValueId};
use lariat_term::{Model, SymbolId, TermId};

use crate::bug::{BugKind, Site};
use crate::coverage::Untested;
use crate::inputs::Given;
use crate::memory::Memory;
use crate::printed::Printed;
use crate::value::Value;

/// A function being executed.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which.
    pub function: FunctionId,
    /// The operation being executed.
    pub pc: u32,
    /// The registers.
    pub registers: Vec<Value>,
    /// Stack objects before the call.
    pub stack_mark: usize,
    /// The variable arguments of a variadic call.
    pub variable_args: Option<Arc<Vec<VariableArg>>>,
    /// Where the caller wants the result.
    pub result: Option<ValueId>,
}

impl Default for Frame {
    /// A frame to be filled.
    fn default() -> Frame {
        Frame {
            function: FunctionId::from_u32(0),
            pc: 0,
            registers: Vec::new(),
            stack_mark: 0,
            variable_args: None,
            result: None,
        }
    }
}

/// A variable argument of a call.
#[derive(Clone, Debug)]
pub struct VariableArg {
    /// What was passed.
    pub value: Value,
    /// Its type; for an argument passed by value that of the object.
    pub ty: TypeId,
    /// If the value is a pointer to the callee's copy of an object, the alignment of that object among the arguments.
    pub by_value: Option<u32>,
}

/// A symbolic input a state has made.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// How many inputs of this name were made before it.
    pub number: usize,
    /// Its bytes in memory order, each a term of 8 bits.
    pub bytes: Vec<TermId>,
}

/// An operation on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Which.
    pub op: BinaryOp,
    /// Of how many bits.
    pub width: u32,
    /// What with.
    pub operands: [TermId; 2],
}

/// A check that is asked later: the program goes on natively when it is violated.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The condition under which it is a bug.
    pub condition: TermId,
    /// What bug.
    pub kind: BugKind,
    /// What is computed there.
    pub operation: Operation,
    /// Where.
    pub site: Site,
    /// Where the calls stood then, the innermost first: the state may have returned from them when the check is asked.
    pub callers: Arc<[Site]>,
    /// The arguments of those calls that the state has returned from since, the innermost first.
    pub left: Vec<Box<[Value]>>,
}

/// What a state has been through that a verdict must know of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Approximations {
    /// Something was added that no concrete run does: the state may prune and prove, never accuse.
    pub over: bool,
    /// Something was left out: the state may accuse, never prove.
    pub under: bool,
    /// The path depends on uninitialised memory.
    pub uninitialised: bool,
}

/// A state of the program.
#[derive(Clone, Debug)]
pub struct State {
    /// Its number, unique in a run.
    pub id: u64,
    /// The function being executed.
    pub frame: Frame,
    /// Its callers, the outermost first.
    pub callers: Vec<Arc<Frame>>,
    /// Memory.
    pub memory: Memory,
    /// The path condition, a conjunction.
    pub path: Vec<TermId>,
    /// An input that goes this way: a model of the path condition.
    pub model: Arc<Model>,
    /// The inputs made so far.
    pub inputs: Arc<Vec<Input>>,
    /// How many of them are what uninitialised variables in memory hold, which have no place in the order of the inputs.
    pub inputs_in_memory: usize,
    /// Checks not asked yet.
    pub pending: Vec<Pending>,
    /// Instructions executed.
    pub steps: u64,
    /// Symbolic branches taken.
    pub depth: u32,
    /// What the verdict must know.
    pub approximations: Approximations,
    /// Node of the execution tree.
    pub node: u32,
    /// Whether code was covered that no other state had, since the last test was written.
    pub covered_new: bool,
    /// What it took that no test takes yet.
    pub untested: Untested,
    /// What was written to standard output and standard error, if that is kept.
    pub printed: Printed,
    /// The block entered last.
    pub block: BlockId,
    /// The block before it, if that is in the same function.
    pub came_from: BlockId,
    /// What techniques remember about it.
    pub notes: Notes,
    /// Where inputs come from in a run on given inputs; none where they are symbolic.
    pub given: Option<Arc<Given>>,
    /// When hooks that wait for news are asked again.
    pub news: News,
    /// Conditions that the state's test should fulfil if it can, the more important ones first.
    pub preferences: Arc<Vec<TermId>>,
    /// How many bytes that nobody has written got a value because they were copied.
    pub named_by_copies: usize,
    /// How many allocations the program has made itself.
    pub allocations: u32,
    /// Whether it goes one way only where it could go several, because the program wants that.
    pub stays_whole: bool,
    /// Inputs for which the path leaves one value, that of the model, in order.
    pub determined: Arc<[SymbolId]>,
}

/// When there is something new to tell hooks that wait for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct News {
    /// The length of the path condition that is no news.
    pub path_length: usize,
    /// The number of instructions from which on it is news that the state still runs.
    pub steps: u64,
}

impl News {
    /// Whether there is something new when the path and the number of instructions are so long.
    #[inline(always)]
    pub fn since(self, path_length: usize, steps: u64) -> bool {
        path_length != self.path_length || steps >= self.steps
    }
}

impl Default for News {
    /// The first branch is news.
    fn default() -> News {
        News { path_length: 0, steps: 0 }
    }
}

/// What techniques remember about a state: at most one thing of each type. Copies of the state share it until they set another.
#[derive(Clone, Debug, Default)]
pub struct Notes(Option<Arc<Vec<Note>>>);

type Note = (std::any::TypeId, Arc<dyn std::any::Any + Send + Sync>);

impl State {
    /// Whether the path condition is another one than when news were last [settled](State::news), or a long time has passed.
    #[inline(always)]
    pub fn has_news(&self) -> bool {
        self.news.since(self.path.len(), self.steps)
    }

    /// What a technique has noted, by its type.
    pub fn note<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let wanted = std::any::TypeId::of::<T>();
        let (_, note) = self.notes.0.as_ref()?.iter().find(|(ty, _)| *ty == wanted)?;
        note.downcast_ref()
    }

    /// Notes something, instead of what was noted of the same type.
    pub fn set_note<T: Send + Sync + 'static>(&mut self, note: T) {
        let ty = std::any::TypeId::of::<T>();
        let notes = Arc::make_mut(self.notes.0.get_or_insert_default());
        notes.retain(|(known, _)| *known != ty);
        notes.push((ty, Arc::new(note)));
    }

    /// The blocks being executed, the innermost first.
    pub fn places(
        &self,
        machine: &crate::machine::Machine,
    ) -> impl Iterator<Item = (FunctionId, BlockId)> {
        let inner = std::iter::once((self.frame.function, self.block));
        inner.chain(self.callers.iter().rev().filter_map(|frame| {
            let code = machine.code.get(frame.function)?;
            Some((frame.function, code.blocks[frame.pc as usize]))
        }))
    }

    /// Memory the state takes on its own, roughly: what a clone would copy.
    pub fn footprint(&self) -> usize {
        size_of::<State>()
            + self.frame.registers.len() * size_of::<Value>()
            + self.callers.len() * size_of::<usize>()
            + self.path.len() * size_of::<TermId>()
            + self.pending.len() * size_of::<Pending>()
    }
}
