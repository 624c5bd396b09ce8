//! The interpreter: runs a state until it forks, ends or has used its fuel.
//!
//! One worker has one executor with its own solver. The loop in `words.rs` does what needs only machine words; one operation of any
//! other kind is done here and in the files beside this one, and then it goes on there.

mod access;
mod addressed;
mod arguments;
mod blocks;
mod branch;
mod call;
mod computed;
mod conditions;
mod determined;
mod general;
mod lives;
mod offer;
mod resolve;
mod scalars;
mod sizes;
mod vectors;
mod wild;
mod words;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lariat_program::{
    BlockId, CastOp, FunctionId, Inst, LocationId, Operand, OperandKind, Terminator, Type, ValueId,
};
use lariat_solver::Solver;
use lariat_term::{Evaluator, Model, TermId, TermStore};
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use crate::assumption::{Assumption, Assumptions};
use crate::bug::{Bug, BugKind, EndReason, Site, StackEntry};
use crate::code::{Code, Edge, Op, Slot, case_word};
use crate::coverage::{ConditionSide, Coverage};
use crate::engine::Work;
use crate::ints;
use crate::machine::Machine;
use crate::memory::Hints;
use crate::state::{Frame, Input, State};
use crate::totals::Gap;
use crate::tree::ExecutionTree;
use crate::value::Value;

pub(crate) use blocks::SamePlace;
pub use general::VOLATILE_INPUT;
pub(crate) use resolve::{Access, Offset, Resolved, bytes};
pub use sizes::AnySize;
pub(crate) use wild::Aim;
use words::Pause;

/// What the executor may do.
#[derive(Clone, Debug)]
pub struct ExecutorConfig {
    /// Longest path, in instructions.
    pub max_steps: u64,
    /// Most symbolic branches on a path.
    pub max_depth: u32,
    /// Deepest call stack.
    pub max_call_depth: usize,
    /// Largest object of symbolic size, in bytes.
    pub capacity: u64,
    /// Largest object at all, in bytes.
    pub max_object: u64,
    /// Whether signed overflow and bad shifts are bugs.
    pub check_overflow: bool,
    /// Whether a state goes on behind a signed overflow with what the machine computes, for all its inputs. Otherwise only those
    /// inputs go on that do not overflow. A division is always the end.
    pub goes_on_behind_overflow: bool,
    /// Where that has happened.
    pub wrapping: Wrapping,
    /// Whether the result of an operation that overflows may be anything, where overflow is no bug. Otherwise it wraps.
    pub arbitrary_overflow: bool,
    /// Whether a variable length array of length zero is a bug, as C has it, or empty, as compilers make it.
    pub check_empty_arrays: bool,
    /// Whether a call of a function as another type is a bug, behind which a state goes on.
    pub check_call_types: bool,
    /// Whether a branch on uninitialised memory is a bug.
    pub check_uninitialised: bool,
    /// Whether memory lost at exit is a bug.
    pub check_leaks: bool,
    /// Whether an unknown function returns an arbitrary value instead of ending the path.
    pub havoc_unknown: bool,
    /// Whether `malloc`, `calloc` and `realloc` may fail.
    pub failing_malloc: bool,
    /// Whether states are offered to block hooks.
    pub offer_to_hooks: bool,
    /// Whether states keep what they write to their standard streams.
    pub keep_printed: bool,
    /// Whether a bug is reported each time, with the conditions under which it happens, and not once per kind and place.
    pub report_all: bool,
    /// Whether what is an array stays one, however few its elements are.
    pub keep_arrays: bool,
    /// Which objects of symbolic size may have any size, and not only those up to the capacity.
    pub any_size: AnySize,
    /// So many bytes that nobody has written get a value on a path because they are copied. 10 000 take 16 ms; a loop that
    /// copies a struct of 37 such bytes 20 000 times was 29 times slower without a limit.
    pub most_named_by_copies: usize,
    /// Whether paths end where a wild address is used; for searches only, in which variables are inputs.
    pub wild_ends: bool,
    /// How often the solver is asked for an input that takes a side of a condition which is no branch, before it is asked more
    /// and more rarely. A side that is possible at all is nearly always possible in one of the first states that come to it.
    pub condition_questions: u32,
    /// Whether each read of a volatile object is an input.
    pub volatile_inputs: bool,
    /// What the models are to make inputs of, see [`Declared`](crate::Declared).
    pub declared: crate::environment::Declared,
    /// Whether inputs for which a path leaves one value become numbers; for searches only, others want paths as they are.
    pub determines: bool,
    /// Where it is noted what the engine fixed. All executors of a run share it.
    pub assumptions: Assumptions,
}

impl Default for ExecutorConfig {
    fn default() -> Self {
        ExecutorConfig {
            max_steps: u64::MAX,
            max_depth: u32::MAX,
            max_call_depth: 20_000,
            capacity: 64,
            max_object: 1 << 30,
            check_overflow: true,
            goes_on_behind_overflow: false,
            wrapping: Wrapping::default(),
            arbitrary_overflow: false,
            check_empty_arrays: true,
            check_call_types: false,
            check_uninitialised: false,
            check_leaks: false,
            havoc_unknown: false,
            failing_malloc: false,
            offer_to_hooks: true,
            keep_printed: false,
            report_all: false,
            keep_arrays: false,
            any_size: AnySize::No,
            most_named_by_copies: 10_000,
            wild_ends: false,
            condition_questions: 32,
            volatile_inputs: false,
            declared: crate::environment::Declared::default(),
            determines: false,
            assumptions: Assumptions::default(),
        }
    }
}

/// What the names of variables start with that stand for the results of overflows.
pub const OVERFLOWED: &str = "overflow!";

/// Where signed arithmetic wraps because an overflow there was reported. Copies share their content, so that techniques know
/// what the search knows.
#[derive(Clone, Debug, Default)]
pub struct Wrapping(Arc<Mutex<FxHashSet<Site>>>);

impl Wrapping {
    fn add(&self, site: Site) {
        self.0.lock().insert(site);
    }

    fn is_at(&self, site: Site) -> bool {
        self.0.lock().contains(&site)
    }
}

/// Why a state stopped running for now.
#[derive(Debug)]
pub enum Outcome {
    /// It ended.
    Ended(EndReason),
    /// Other states were made; they are in [`Executor::forks`].
    Forked,
    /// A hook took it.
    Taken,
    /// The fuel is used up.
    OutOfFuel,
}

/// Leaves the interpreter loop.
pub enum Halt {
    /// The state ended.
    End(EndReason),
    /// A hook took the state.
    Taken,
}

impl From<EndReason> for Halt {
    fn from(reason: EndReason) -> Halt {
        Halt::End(reason)
    }
}

/// A result of a step that may end the state.
pub(crate) type Step<T> = Result<T, Halt>;

/// Something found on the way, which does not end the state by itself.
#[derive(Debug)]
pub struct Finding {
    /// The bug.
    pub bug: Bug,
    /// An input that shows it.
    pub model: Arc<Model>,
    /// The inputs made until then.
    pub inputs: Arc<Vec<crate::state::Input>>,
    /// What the state had been through.
    pub approximations: crate::state::Approximations,
    /// The execution tree's node.
    pub node: u32,
    /// The path there, and what is violated; empty unless [all](ExecutorConfig::report_all) bugs are reported.
    pub conditions: Vec<TermId>,
    /// Whether its objects are so large that the native program may have no room for them.
    pub needs_room: bool,
}

/// An input that takes a side of a condition which is no branch.
#[derive(Debug)]
pub struct Witness {
    /// An input that takes it.
    pub model: Arc<Model>,
    /// The inputs made until then.
    pub inputs: Arc<Vec<Input>>,
    /// What it takes.
    pub side: ConditionSide,
}

/// Where a path ends: its conditions and inputs.
pub type PathEnd = (Vec<TermId>, Arc<Vec<Input>>);

/// Runs states.
pub struct Executor<'m> {
    /// What all states share.
    pub machine: &'m Machine,
    /// Terms.
    pub store: Arc<TermStore>,
    /// This worker's solver.
    pub solver: Solver,
    /// What it may do.
    pub config: ExecutorConfig,
    /// States made by forking since they were last taken.
    pub forks: Vec<State>,
    /// States made by forking that ended at once, since they were last taken.
    pub ended: Vec<(State, EndReason)>,
    /// Bugs found since they were last taken.
    pub findings: Vec<Finding>,
    /// What the program wants to be said to its user, since it was last taken.
    pub messages: Vec<String>,
    /// Inputs that take sides of conditions, found since they were last taken.
    pub witnesses: Vec<Witness>,
    /// What was covered.
    pub coverage: &'m Coverage,
    /// Set from outside to stop.
    pub stop: &'m AtomicBool,
    /// Numbers for new states.
    pub ids: &'m std::sync::atomic::AtomicU64,
    /// Bugs already reported, for all workers.
    pub reported: &'m Reported,
    /// The execution tree.
    pub tree: &'m parking_lot::Mutex<ExecutionTree>,
    /// The evaluator of the model used last.
    evaluator: Option<(Arc<Model>, Evaluator)>,
    /// Questions the solver did not answer, and where: what lies behind them is left out.
    pub undecided: Vec<(Site, lariat_solver::UnknownReason)>,
    /// What was left out on the way, and where.
    pub gaps: Vec<(Site, Gap)>,
    /// How often inputs that show a bug were left behind it while the others went on.
    pub behind_bugs: u64,
    /// Where paths end, those that an assumption cuts off included: conditions and inputs. Collected if there is a list.
    pub ends: Option<Vec<PathEnd>>,
    /// Whether lengths of local arrays were left out for which no address space has room.
    pub left_out_arrays: bool,
    /// Instructions executed in total.
    pub steps: u64,
    scratch: Vec<Value>,
    /// The arguments of the call being made.
    args: Vec<Value>,
    /// Frames of calls that returned.
    spare_frames: Vec<Arc<Frame>>,
    /// Where objects were found last.
    hints: Hints,
    /// Which results of calls are used, of those that were asked about.
    pub(crate) uses: RefCell<rustc_hash::FxHashMap<(FunctionId, ValueId), bool>>,
}

/// Bugs already reported: kind, place, and whether the state had been through something that makes it a weak witness.
pub type Reported = parking_lot::Mutex<rustc_hash::FxHashSet<(BugKind, Site, bool)>>;

/// What workers share.
pub struct Shared<'m> {
    /// What all states share.
    pub machine: &'m Machine,
    /// What was covered.
    pub coverage: &'m Coverage,
    /// Set from outside to stop.
    pub stop: &'m AtomicBool,
    /// Numbers for new states.
    pub ids: &'m std::sync::atomic::AtomicU64,
    /// Bugs already reported.
    pub reported: &'m Reported,
    /// The execution tree.
    pub tree: &'m parking_lot::Mutex<ExecutionTree>,
}

/// How many instructions are executed between two looks at the stop flag.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 18;

impl<'m> Executor<'m> {
    /// An executor with its own solver.
    pub fn new(shared: &Shared<'m>, solver: Solver, config: ExecutorConfig) -> Executor<'m> {
        Executor {
            machine: shared.machine,
            store: Arc::clone(&shared.machine.store),
            solver,
            config,
            forks: Vec::new(),
            ended: Vec::new(),
            findings: Vec::new(),
            messages: Vec::new(),
            witnesses: Vec::new(),
            coverage: shared.coverage,
            stop: shared.stop,
            ids: shared.ids,
            reported: shared.reported,
            tree: shared.tree,
            evaluator: None,
            undecided: Vec::new(),
            left_out_arrays: false,
            ends: None,
            gaps: Vec::new(),
            steps: 0,
            scratch: Vec::new(),
            args: Vec::new(),
            spare_frames: Vec::new(),
            hints: Hints::default(),
            behind_bugs: 0,
            uses: RefCell::default(),
        }
    }

    /// What was done so far.
    pub fn work(&self) -> Work {
        Work {
            steps: self.steps,
            queries: self.solver.query_count(),
            hard: self.solver.hard_query_count(),
            effort: self.solver.backend_work(),
        }
    }

    /// Runs a state until it forks, ends, or about `fuel` instructions were executed.
    pub fn run(&mut self, state: &mut State, fuel: u64) -> Outcome {
        let limit = state.steps.saturating_add(fuel).min(self.config.max_steps);
        let before = state.steps;
        let result = self.interpret(state, limit);
        self.steps += state.steps - before;
        if matches!(result, Err(Halt::End(EndReason::Bug(_)))) {
            // What was put off happened before the bug that ends the path; it can only add to what is reported.
            let _ = self.ask_pending(state);
        }
        match result {
            Err(Halt::End(reason)) => {
                self.note_end(state, None);
                Outcome::Ended(reason)
            }
            Err(Halt::Taken) => Outcome::Taken,
            Ok(()) if !self.forks.is_empty() => Outcome::Forked,
            Ok(()) if state.steps >= self.config.max_steps => Outcome::Ended(EndReason::StepLimit),
            Ok(()) => Outcome::OutOfFuel,
        }
    }

    /// The interpreter loop. Comes back without error when there are forks or the limit is reached.
    fn interpret(&mut self, state: &mut State, limit: u64) -> Step<()> {
        let mut function = state.frame.function;
        let mut code = self.code(function);
        loop {
            let until = limit.min(state.steps.saturating_add(STEPS_BETWEEN_LOOKS));
            let pause = self.words(state, code, until);
            if self.stop.load(Ordering::Relaxed) {
                return Err(EndReason::Stopped.into());
            }
            if pause == Pause::Care {
                self.careful(state, code)?;
                if !self.forks.is_empty() {
                    return Ok(());
                }
                if state.frame.function != function {
                    function = state.frame.function;
                    code = self.code(function);
                }
            }
            if state.steps >= limit {
                return Ok(());
            }
        }
    }

    /// Executes one operation of any kind.
    fn careful(&mut self, state: &mut State, code: &'m Code) -> Step<()> {
        let op = code.ops[state.frame.pc as usize];
        let is_watched = matches!(op, Op::AddressBinary(..) | Op::AddressCompare(..));
        if let Some((op, binary)) = op.binary() {
            let (a, b) =
                (self.content(state, code, binary.lhs), self.content(state, code, binary.rhs));
            let width = u32::from(binary.width);
            let value = self.integer(state, op, width, binary.flags, &a, &b)?;
            if is_watched {
                self.watch_binary(state, op, (&a, &b), &value);
            }
            set(state, binary.target, value);
            state.frame.pc += 1;
            return Ok(());
        }
        if let Some((predicate, comparison)) = op.comparison() {
            let width = u32::from(comparison.width);
            let a = self.content(state, code, comparison.lhs);
            let b = self.content(state, code, comparison.rhs);
            self.needs_own_address(state, &a)?;
            self.needs_own_address(state, &b)?;
            if is_watched {
                let ty = self
                    .machine
                    .program
                    .operand_type(self.body(state.frame.function), code.operand(comparison.lhs));
                let is_pointer = *self.machine.program.types.get(ty) == Type::Pointer;
                self.watch_compare(state, predicate, is_pointer, (&a, &b));
            }
            let value = self.compare(predicate, width, &a, &b);
            set(state, comparison.target, value);
            state.frame.pc += 1;
            return Ok(());
        }
        match op {
            Op::Convert { op, from, to, target, arg } => {
                let content = self.content(state, code, arg);
                let value = self.convert(op, u32::from(from), u32::from(to), &content);
                set(state, target, value);
            }
            Op::Select { target, condition, then, otherwise, number } => {
                let condition = self.content(state, code, condition);
                self.cover_condition(state, number, &condition)?;
                let then = self.content(state, code, then);
                let otherwise = self.content(state, code, otherwise);
                let ty = self.body(state.frame.function).values[target].ty;
                let value = self.choose(state, &condition, &then, &otherwise, ty)?;
                set(state, target, value);
            }
            Op::AddressConstants => self.watch_constants(state, code),
            Op::Load { target, pointer, bytes, width, reads } => {
                let pointer = self.content(state, code, pointer);
                let bytes = u64::from(bytes);
                let at = self.resolve(state, &pointer, bytes, Access::Read)?;
                let mut value = self.read_scalar(state, at, bytes, u32::from(width))?;
                self.settle(state, &mut value);
                let offset = match at.offset {
                    Offset::Concrete(offset) => Some(offset),
                    Offset::Term(_) => None,
                };
                self.watch_load(state, code, reads, (at.handle, offset, bytes), &value);
                self.watch_end(state, at.handle, offset, bytes);
                set(state, target, value);
            }
            Op::Store { pointer, value, bytes, width } => {
                let pointer = self.content(state, code, pointer);
                let value = self.content(state, code, value);
                let (bytes, width) = (u64::from(bytes), u32::from(width));
                self.store_scalar(state, &pointer, &value, bytes, width)?;
            }
            Op::PointerAdd { target, base, index, index_width, scale, offset } => {
                let index = (code.operand(index), u32::from(index_width), i64::from(scale));
                let base = code.operand(base);
                let value = self.symbolic_pointer_add(state, base, &[index], i64::from(offset))?;
                set(state, target, value);
            }
            Op::General(inst) => self.general(state, inst)?,
            // What follows goes somewhere else than to the next operation.
            Op::Jump(edge) => return self.follow(state, code.edge(edge)),
            Op::Branch { condition, then, otherwise } => {
                let condition = self.content(state, code, condition);
                let condition = self.branch_condition(state, &condition)?;
                let taken = self.symbolic_branch(state, condition, code, then, otherwise)?;
                return self.follow(state, code.edge(if taken { then } else { otherwise }));
            }
            Op::Switch(block) => return self.switch(state, code, block),
            Op::IndirectJump(block) => return self.indirect_jump(state, code, block),
            Op::Call(call) => return self.call(state, call),
            Op::Return(value) => return self.return_from(state, value),
            Op::Unreachable => {
                let bug = self.bug(state, BugKind::UnreachableReached, String::new());
                return Err(self.fatal(state, bug));
            }
            Op::Unsupported(block) => {
                let terminator = &self.body(state.frame.function).blocks[block].terminator;
                let what = match terminator {
                    Terminator::Unsupported { reason, .. } => reason.clone(),
                    _ => "an unknown terminator".to_owned(),
                };
                return Err(EndReason::Unsupported { what, site: self.site(state) }.into());
            }
            _ => unreachable!("integer operations and comparisons are done above"),
        }
        state.frame.pc += 1;
        Ok(())
    }

    /// Goes along an edge: assigns the target's phis and enters it.
    fn follow(&mut self, state: &mut State, edge: &Edge) -> Step<()> {
        let code = self.code(state.frame.function);
        for (source, number) in &edge.conditions {
            let condition = self.content(state, code, *source);
            self.cover_condition(state, *number, &condition)?;
        }
        let mut values = std::mem::take(&mut self.scratch);
        values.extend(edge.moves.iter().map(|(_, source)| self.content(state, code, *source)));
        for ((target, _), value) in edge.moves.iter().zip(values.drain(..)) {
            set(state, *target, value);
        }
        self.scratch = values;
        state.frame.pc = edge.pc;
        state.steps += u64::from(edge.steps);
        state.came_from = edge.from;
        state.block = edge.to;
        if self.coverage.enter_edge(state.frame.function, edge, &mut state.untested) {
            state.covered_new = true;
        }
        self.at_block(state, edge.watched)
    }

    fn switch(&mut self, state: &mut State, code: &'m Code, block: BlockId) -> Step<()> {
        let Terminator::Switch { value, cases, .. } =
            &self.body(state.frame.function).blocks[block].terminator
        else {
            unreachable!("a switch operation comes from a switch");
        };
        let content = self.fetch(state, *value);
        if self.machine.derived.is_derived(&self.machine.program, state.frame.function, *value) {
            self.watch_number(state, &content);
        }
        if let Some(first) = code.first_case[block] {
            self.cover_cases(state, first, &content, cases)?;
        }
        let successor = match &content {
            Value::Word(word) => cases
                .iter()
                .position(|case| case_word(&case.value) == Some(*word))
                .unwrap_or(cases.len()),
            Value::Wide(bits) => {
                cases.iter().position(|case| case.value == **bits).unwrap_or(cases.len())
            }
            Value::Term(_) => self.symbolic_switch(state, code, block, &content, cases)?,
            Value::Poison | Value::Many(_) => return Err(self.poison_used(state)),
        };
        self.follow(state, code.edge(code.edge_of(block, successor)))
    }

    fn indirect_jump(&mut self, state: &mut State, code: &'m Code, block: BlockId) -> Step<()> {
        let Terminator::IndirectJump { address, targets } =
            &self.body(state.frame.function).blocks[block].terminator
        else {
            unreachable!("an indirect jump comes from one");
        };
        let address = self.fetch(state, *address);
        let function = state.frame.function;
        let machine = self.machine;
        let position = |label: u64| match machine.block_at(label) {
            Some((owner, label)) if owner == function => {
                targets.iter().position(|target| *target == label)
            }
            _ => None,
        };
        let labels = |_: &Self, _: &State| {
            let labels = machine.labels(function).iter().copied();
            labels.filter(|label| position(*label).is_some()).collect()
        };
        match self.aim(state, &address, labels)? {
            Aim::At(label) => {
                let successor = position(label).unwrap_or(0);
                self.follow(state, code.edge(code.edge_of(block, successor)))
            }
            Aim::Astray { address, .. } => {
                let bug = self.bug_of_jump(state, code, block, address);
                Err(self.fatal(state, bug))
            }
        }
    }

    /// A jump to no label. All computed jumps of a function share one, to which each `goto` leads; the bug is where that is.
    fn bug_of_jump(&self, state: &State, code: &Code, block: BlockId, address: u64) -> Bug {
        let mut site = self.place(state);
        let body = self.body(site.function);
        let mut location = None;
        if body.blocks[block].insts().next().is_none()
            && let Some(pc) = code.blocks.iter().rposition(|from| *from == state.came_from)
            && body.blocks[state.came_from].terminator.successors().contains(&block)
        {
            site.pc = pc as u32;
            location = body.blocks[state.came_from].terminator_location;
        }
        let detail = "a jump to no label".to_owned();
        let callers = self.places_of_callers(state);
        let mut bug = self.bug_at(BugKind::InvalidPointer, detail, site, callers);
        if location.is_some() {
            bug.location = location;
            bug.stack[0].location = location;
        }
        Bug { jumps_to: Some(address), ..bug }
    }

    /// A function's code.
    pub fn code(&self, function: FunctionId) -> &'m Code {
        self.machine.code.get(function).expect("only functions with a body are entered")
    }

    /// A function's body.
    pub fn body(&self, function: FunctionId) -> &'m lariat_program::Body {
        self.machine.program.functions[function].body.as_ref().expect("a body is there")
    }

    /// The content of a slot; `undef` becomes a fresh variable.
    fn content(&self, state: &mut State, code: &Code, slot: Slot) -> Value {
        self.fetch(state, code.operand(slot))
    }

    /// The content of an operand; `undef` becomes a fresh variable, and what follows depends on it.
    pub fn fetch(&self, state: &mut State, source: Operand) -> Value {
        match source.kind() {
            OperandKind::Value(value) => state.frame.registers[value.as_u32() as usize].clone(),
            OperandKind::Constant(constant) if self.machine.is_undef(constant) => {
                let ty = self.machine.program.constants.get(constant).ty;
                state.approximations.uninitialised = true;
                self.arbitrary(ty, "uninitialised")
            }
            OperandKind::Constant(constant) => self.machine.constant(constant).clone(),
        }
    }

    /// An arbitrary value of a type.
    pub fn arbitrary(&self, ty: lariat_program::TypeId, prefix: &str) -> Value {
        self.machine.filled(ty, &|width| {
            let sort = lariat_term::Sort::BitVec(width);
            Value::from_term(&self.store, self.store.fresh_var(prefix, sort))
        })
    }

    /// The place being executed; inside a model of a library function, the place of the user's code that called it.
    pub fn site(&self, state: &State) -> Site {
        self.users_site(self.place(state), self.places_of_callers(state))
    }

    /// The place being executed, whosever code it is.
    pub(super) fn place(&self, state: &State) -> Site {
        Site { function: state.frame.function, pc: state.frame.pc }
    }

    /// Where the calls stand, the innermost first.
    pub(super) fn places_of_callers<'s>(
        &self,
        state: &'s State,
    ) -> impl Iterator<Item = Site> + use<'s> {
        state.callers.iter().rev().map(|frame| Site { function: frame.function, pc: frame.pc })
    }

    /// The innermost place that is in the user's code.
    fn users_site(&self, place: Site, mut callers: impl Iterator<Item = Site>) -> Site {
        let is_users = |site: &Site| !self.machine.program.functions[site.function].library;
        if is_users(&place) { place } else { callers.find(is_users).unwrap_or(place) }
    }

    /// Notes that the engine fixed something at the place being executed.
    pub(crate) fn assume_fixed(&self, state: &State, assumption: Assumption) {
        self.config.assumptions.add(assumption, self.location(self.site(state)));
    }

    /// Where a place is in the source.
    pub(crate) fn location(&self, Site { function, pc }: Site) -> Option<LocationId> {
        let code = self.code(function);
        let body = self.body(function);
        match code.insts[pc as usize] {
            Some(inst) => body.location(inst),
            None => body.blocks[code.blocks[pc as usize]].terminator_location,
        }
    }

    /// A bug at the place being executed.
    pub fn bug(&self, state: &State, kind: BugKind, detail: String) -> Bug {
        self.bug_at(kind, detail, self.place(state), self.places_of_callers(state))
    }

    /// A bug at a place, with the calls that led there, the innermost first.
    pub(crate) fn bug_at(
        &self,
        kind: BugKind,
        detail: String,
        place: Site,
        callers: impl Iterator<Item = Site>,
    ) -> Bug {
        let places: Vec<Site> = std::iter::once(place).chain(callers).collect();
        let site = self.users_site(place, places.iter().copied());
        let inst = self.code(site.function).insts[site.pc as usize];
        let may_go_on = kind.is_trap() && self.is_idle(place);
        let location = self.location(site);
        let stack = places
            .iter()
            .map(|place| StackEntry {
                function: place.function,
                location: self.location(*place),
                arguments: Vec::new(),
            })
            .collect();
        Bug { kind, detail, site, inst, location, stack, stated: None, jumps_to: None, may_go_on }
    }

    /// Whether an operation only computes a value that nobody uses and no variable holds: a compiler leaves it out, so that it
    /// does not end a run.
    fn is_idle(&self, place: Site) -> bool {
        let body = self.body(place.function);
        let Some(inst) = self.code(place.function).insts[place.pc as usize] else { return false };
        let Some(result) = body.result(inst) else { return false };
        let only_computes = match body.inst(inst) {
            Inst::Load { access, .. } => !access.volatile && !access.atomic,
            Inst::Binary { .. } => true,
            _ => false,
        };
        only_computes && body.value_name(result).is_none() && !body.is_used(result)
    }

    /// Whether a run could go on behind a bug of this kind at the place being executed.
    pub(super) fn has_rest(&self, state: &State, kind: BugKind) -> bool {
        kind.has_rest() || (kind.is_trap() && self.is_idle(self.place(state)))
    }

    /// The value of a term in the state's model.
    pub fn evaluate(&mut self, state: &State, term: TermId) -> Option<lariat_term::Value> {
        let fresh = match &self.evaluator {
            Some((model, _)) => !Arc::ptr_eq(model, &state.model),
            None => true,
        };
        if fresh {
            self.evaluator =
                Some((Arc::clone(&state.model), Evaluator::new(Arc::clone(&state.model))));
        }
        let (_, evaluator) = self.evaluator.as_mut()?;
        evaluator.eval(&self.store, term).ok()
    }

    /// A comparison of integers or pointers.
    pub(super) fn compare(
        &self,
        predicate: lariat_program::IntPredicate,
        width: u32,
        a: &Value,
        b: &Value,
    ) -> Value {
        if let (Value::Word(a), Value::Word(b)) = (a, b)
            && width <= 64
        {
            return Value::Word(u64::from(ints::compare_words(predicate, width, *a, *b)));
        }
        match (a.bits(&self.store, width), b.bits(&self.store, width)) {
            (Some(a), Some(b)) => {
                Value::from_term(&self.store, ints::compare_terms(&self.store, predicate, a, b))
            }
            _ => Value::Poison,
        }
    }

    /// An integer conversion between widths of at most 64 bits.
    fn convert(&self, op: CastOp, from: u32, to: u32, content: &Value) -> Value {
        if let Value::Word(word) = content {
            return Value::Word(words::convert(op, from, to, *word));
        }
        let store = &self.store;
        // A Boolean extended to an integer is the integer 1 or 0 (or -1), which comparisons see through.
        if from == 1
            && to > 1
            && let Some(truth) = content.truth(store)
        {
            let one = if op == CastOp::SExt { u64::MAX } else { 1 };
            let term = store.ite(truth, store.bv_const(to, one), store.bv_const(to, 0));
            return Value::from_term(store, term);
        }
        let Some(bits) = content.bits(store, from) else { return Value::Poison };
        let term = match op {
            CastOp::SExt => store.sign_extend(to - from, bits),
            CastOp::ZExt => store.zero_extend(to - from, bits),
            _ if to < from => store.extract(to - 1, 0, bits),
            _ => bits,
        };
        Value::from_term(store, term)
    }
}

#[inline]
fn set(state: &mut State, target: ValueId, value: Value) {
    state.frame.registers[target.as_u32() as usize] = value;
}
