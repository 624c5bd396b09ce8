//! What the explorer knows of control flow: the loops of every function, and from where a goal can be reached at all.

use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use lariat_exec::{BugKind, Frame, Machine, State, is_unknown};
use lariat_program::cfg::Cfg;
use lariat_program::{BlockId, Body, Callee, ConstantData, FunctionId, Inst, InstId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tangle::{Loops, MetLoop};

/// The blocks to be reached.
#[derive(Clone, Debug, Default)]
pub struct Goal {
    /// Any of these.
    pub blocks: Vec<(FunctionId, BlockId)>,
    /// Bugs that are as good as reaching the goal. They are not looked for, but where one may happen apart from the blocks is a gap.
    pub bugs: Vec<BugKind>,
    /// Functions whose call may be such a bug.
    pub reporters: Vec<FunctionId>,
}

/// Loops, and ways to the goal.
pub(crate) struct Flow {
    loops: SecondaryMap<FunctionId, Loops>,
    goal: FxHashSet<(FunctionId, BlockId)>,
    /// For each function with a body the blocks from which the goal may be reached without returning.
    leading: FxHashMap<FunctionId, FixedBitSet>,
    /// The functions that have such blocks.
    leads: Leads,
}

/// Functions that lead to the goal.
#[derive(Default)]
struct Leads {
    functions: FxHashSet<FunctionId>,
    /// Functions whose address somebody has: only these can be called through a pointer.
    addressed: FxHashSet<FunctionId>,
    /// Whether one of the former is one of the latter.
    by_pointer: bool,
}

impl Leads {
    fn new(program: &Program) -> Leads {
        let addressed = program
            .constants
            .iter()
            .filter_map(|(_, constant)| match constant.data {
                ConstantData::Function { function, .. } => Some(function),
                _ => None,
            })
            .collect();
        Leads { addressed, ..Leads::default() }
    }

    fn insert(&mut self, function: FunctionId) {
        self.functions.insert(function);
        self.by_pointer |= self.addressed.contains(&function);
    }

    /// Whether an instruction may call one of the functions.
    fn called_by(&self, body: &Body, inst: InstId) -> bool {
        match body.inst(inst) {
            Inst::Call(call) => match body.calls[call].callee {
                Callee::Direct(callee) => self.functions.contains(&callee),
                Callee::Indirect(_) => self.by_pointer,
            },
            _ => false,
        }
    }
}

impl Flow {
    pub(crate) fn new(program: &Program, goal: &Goal) -> Flow {
        let reporters = &goal.reporters;
        let goal: FxHashSet<_> = goal.blocks.iter().copied().collect();
        let mut loops: SecondaryMap<FunctionId, Loops> = SecondaryMap::new();
        for (id, function) in &program.functions {
            if let Some(body) = &function.body {
                loops[id] = Loops::new(&Cfg::new(body));
            }
        }
        let (leading, leads) = leading_blocks(program, &goal, reporters);
        Flow { loops, goal, leading, leads }
    }

    /// The blocks at which the explorer decides something: where loops are entered and left, and the goal.
    pub(crate) fn stops(&self, program: &Program) -> FxHashSet<(FunctionId, BlockId)> {
        let mut stops = self.goal.clone();
        for (id, function) in &program.functions {
            if function.body.is_some() {
                stops.extend(self.loops[id].stops().map(|block| (id, block)));
            }
        }
        stops
    }

    /// The loop that is entered at a block, when the blocks that were `passed` are not visited again.
    pub(crate) fn loop_at(
        &self,
        function: FunctionId,
        block: BlockId,
        passed: &dyn Fn(BlockId) -> bool,
    ) -> Option<MetLoop> {
        self.loops[function].at(block, passed)
    }

    pub(crate) fn is_goal(&self, function: FunctionId, block: BlockId) -> bool {
        self.goal.contains(&(function, block))
    }

    /// Whether a call may get to the goal before it comes back.
    fn call_leads(&self, body: &Body, inst: InstId) -> bool {
        self.leads.called_by(body, inst)
    }

    /// Whether the goal is entered from this block itself: it is the goal, or it has a call that leads there.
    pub(crate) fn enters_goal(&self, function: FunctionId, body: &Body, block: BlockId) -> bool {
        self.is_goal(function, block)
            || body.blocks[block].insts().any(|inst| self.call_leads(body, inst))
    }

    /// Whether the goal may be reached from a caller after the call it waits for has come back.
    pub(crate) fn leads_after_call(&self, machine: &Machine, frame: &Frame) -> bool {
        let waiting = || {
            let code = machine.code.get(frame.function)?;
            let body = machine.program.functions[frame.function].body.as_ref()?;
            let block = *code.blocks.get(frame.pc as usize)?;
            Some((body, block, (*code.insts.get(frame.pc as usize)?)?))
        };
        let Some((body, block, call)) = waiting() else { return true };
        let data = &body.blocks[block];
        let marks = self.leading.get(&frame.function);
        data.insts().any(|inst| inst > call && self.call_leads(body, inst))
            || data
                .terminator
                .successors()
                .iter()
                .any(|next| marks.is_some_and(|marks| marks.contains(next.index())))
    }

    /// Whether every way from where the state is visits a block again that was `passed` before: the ways to the goal, to this block of its function, and,
    /// where that is of interest, back to its caller.
    pub(crate) fn is_shut_off(
        &self,
        machine: &Machine,
        state: &State,
        passed: &dyn Fn(BlockId) -> bool,
        (back_to, returning): (Option<BlockId>, bool),
    ) -> bool {
        let function = state.frame.function;
        let Some(body) = &machine.program.functions[function].body else { return false };
        let headers: Vec<BlockId> = body.blocks.keys().filter(|block| passed(*block)).collect();
        // Entering a loop that was not passed as a whole makes the loops inside it new.
        let renewed = |header: BlockId| {
            let around = |other: BlockId| {
                let found = self.loops[function].at(other, &|_| false);
                found.is_some_and(|found| found.contains(header))
            };
            body.blocks.keys().any(|other| !passed(other) && around(other))
        };
        let shut: Vec<BlockId> = headers.into_iter().filter(|header| !renewed(*header)).collect();
        if shut.is_empty() {
            return false;
        }
        let mut seen = FixedBitSet::with_capacity(body.blocks.len());
        let mut work = vec![state.block];
        while let Some(block) = work.pop() {
            if seen.put(block.index()) {
                continue;
            }
            let next = body.blocks[block].terminator.successors();
            let interesting = self.enters_goal(function, body, block)
                || (returning && next.is_empty())
                || next.iter().any(|next| Some(*next) == back_to);
            if interesting {
                return false;
            }
            work.extend(next.into_iter().filter(|next| !shut.contains(next)));
        }
        true
    }

    /// Whether the control flow leads from where the state is to the goal.
    pub(crate) fn can_reach(&self, machine: &Machine, state: &State) -> bool {
        state.places(machine).any(|(function, block)| {
            self.leading.get(&function).is_some_and(|blocks| blocks.contains(block.index()))
        })
    }
}

/// Per function the blocks from which a goal block can be entered, in the function itself or in one it calls. A call through a
/// pointer may go to any function whose address is taken.
fn leading_blocks(
    program: &Program,
    goal: &FxHashSet<(FunctionId, BlockId)>,
    reporters: &[FunctionId],
) -> (FxHashMap<FunctionId, FixedBitSet>, Leads) {
    let bodies: Vec<(FunctionId, &Body)> = program
        .functions
        .iter()
        .filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
        .collect();
    let mut leading: FxHashMap<FunctionId, FixedBitSet> = bodies
        .iter()
        .map(|(id, body)| (*id, FixedBitSet::with_capacity(body.blocks.len())))
        .collect();
    let mut leads = Leads::new(program);
    for reporter in reporters {
        leads.insert(*reporter);
    }
    // A function that nobody knows may call back any other. The walk goes there and notes the gap.
    let unknown = program.functions.iter().filter(|(_, function)| is_unknown(program, function));
    unknown.for_each(|(id, _)| leads.insert(id));
    loop {
        let before = leads.functions.len();
        for (id, body) in &bodies {
            let calls_there =
                |block: BlockId| body.blocks[block].insts().any(|inst| leads.called_by(body, inst));
            let mut work: Vec<BlockId> = body
                .blocks
                .keys()
                .filter(|block| goal.contains(&(*id, *block)) || calls_there(*block))
                .collect();
            let cfg = Cfg::new(body);
            let Some(marks) = leading.get_mut(id) else { continue };
            while let Some(block) = work.pop() {
                if !marks.put(block.index()) {
                    work.extend(cfg.predecessors(block));
                }
            }
            if marks.count_ones(..) > 0 {
                leads.insert(*id);
            }
        }
        if leads.functions.len() == before {
            return (leading, leads);
        }
    }
}
