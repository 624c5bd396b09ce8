//! Conditions on the way to the goal that are decided already.
//!
//! Loops that search for something leave a flag, and the goal asks for all flags at the end. A backbone that left one of the flags unset
//! is lost, but walking it to the end means summarising all loops that follow. So the branches that every way to the goal must take are looked up once; at
//! a stop those are evaluated whose operands have their final values: registers whose definition cannot be executed again on the way.

use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;
use lariat_exec::{Machine, State};
use lariat_program::cfg::Cfg;
use lariat_program::dominators::Dominators;
use lariat_program::{
    BinaryOp, BlockId, Body, CastOp, Definition, FunctionId, Inst, IntPredicate, Operand,
    OperandKind, Program, Terminator, ValueId,
};
use rustc_hash::FxHashMap;

use crate::flow::Flow;

/// A branch that must go one way.
struct Needed {
    condition: Operand,
    holds: bool,
}

/// The branches of one function.
struct Branches {
    needed: Vec<Needed>,
    /// For each block the blocks that can still be executed after it is entered, itself not included unless it is on a cycle.
    later: Vec<FixedBitSet>,
    dominators: Dominators,
}

/// What is known about ways to the goal from inside the functions that lead there.
pub(crate) struct Ahead {
    branches: FxHashMap<FunctionId, Branches>,
}

impl Ahead {
    pub(crate) fn new(program: &Program, flow: &Flow) -> Ahead {
        let mut branches = FxHashMap::default();
        for (function, data) in &program.functions {
            let Some(body) = &data.body else { continue };
            // Getting to the goal means getting to it here, or to a call that leads there.
            let goals: Vec<BlockId> = body
                .blocks
                .keys()
                .filter(|block| flow.enters_goal(function, body, *block))
                .collect();
            if !goals.is_empty() {
                branches.insert(function, Branches::new(body, &goals));
            }
        }
        Ahead { branches }
    }

    /// Whether the state cannot get to the goal because of something that is settled in the innermost function, and its callers do not lead there once
    /// it has returned.
    pub(crate) fn is_lost(&self, machine: &Machine, flow: &Flow, state: &State) -> bool {
        let function = state.frame.function;
        let Some(branches) = self.branches.get(&function) else { return false };
        if branches.needed.is_empty()
            || state.callers.iter().any(|frame| flow.leads_after_call(machine, frame))
        {
            return false;
        }
        let Some(body) = &machine.program.functions[function].body else { return false };
        let later = &branches.later[state.block.index()];
        let settled = Settled { machine, body, state, later, dominators: &branches.dominators };
        branches
            .needed
            .iter()
            .any(|needed| settled.truth(needed.condition, 8) == Some(!needed.holds))
    }
}

impl Branches {
    fn new(body: &Body, goals: &[BlockId]) -> Branches {
        let cfg = Cfg::new(body);
        let dominators = Dominators::new(&cfg);
        let count = body.blocks.len();
        let mut reaches_goal = FixedBitSet::with_capacity(count);
        let mut work = goals.to_vec();
        while let Some(block) = work.pop() {
            if !reaches_goal.put(block.index()) {
                work.extend(cfg.predecessors(block));
            }
        }
        let mut needed = Vec::new();
        for (block, data) in &body.blocks {
            let Terminator::Branch { condition, then, otherwise } = data.terminator else {
                continue;
            };
            let (there, not) =
                (reaches_goal.contains(then.index()), reaches_goal.contains(otherwise.index()));
            if there != not && goals.iter().all(|goal| dominators.dominates(block, *goal)) {
                needed.push(Needed { condition, holds: there });
            }
        }
        let later = body
            .blocks
            .keys()
            .map(|start| {
                let mut seen = FixedBitSet::with_capacity(count);
                let mut work: Vec<BlockId> = cfg.successors(start).collect();
                while let Some(block) = work.pop() {
                    if !seen.put(block.index()) {
                        work.extend(cfg.successors(block));
                    }
                }
                seen
            })
            .collect();
        Branches { needed, later, dominators }
    }
}

/// Values of a state that do not change any more.
struct Settled<'s> {
    machine: &'s Machine,
    body: &'s Body,
    state: &'s State,
    later: &'s FixedBitSet,
    dominators: &'s Dominators,
}

impl Settled<'_> {
    /// The truth of a one-bit operand.
    fn truth(&self, operand: Operand, depth: u32) -> Option<bool> {
        if let Some(inst) = self.made_by(operand)
            && depth > 0
        {
            match inst {
                Inst::Compare { predicate, lhs, rhs } => {
                    let (a, b) = (self.word(lhs, depth - 1)?, self.word(rhs, depth - 1)?);
                    match predicate {
                        IntPredicate::Eq => return Some(a == b),
                        IntPredicate::Ne => return Some(a != b),
                        _ => {}
                    }
                }
                Inst::Binary { op: BinaryOp::And, lhs, rhs, .. } => {
                    let (a, b) = (self.truth(lhs, depth - 1), self.truth(rhs, depth - 1));
                    if a == Some(false) || b == Some(false) {
                        return Some(false);
                    }
                }
                Inst::Select { condition, then, otherwise } => {
                    let chosen = match self.truth(condition, depth - 1) {
                        Some(true) => then,
                        Some(false) => otherwise,
                        None => {
                            let (a, b) =
                                (self.truth(then, depth - 1), self.truth(otherwise, depth - 1));
                            return a.filter(|a| Some(*a) == b);
                        }
                    };
                    return self.truth(chosen, depth - 1);
                }
                _ => {}
            }
        }
        self.word(operand, depth).map(|word| word & 1 == 1)
    }

    /// The value of an operand, if it is concrete and final.
    fn word(&self, operand: Operand, depth: u32) -> Option<u64> {
        match operand.kind() {
            OperandKind::Constant(constant) if self.machine.is_undef(constant) => None,
            OperandKind::Constant(constant) => self.machine.constant(constant).word(),
            OperandKind::Value(value) => {
                if self.is_final(value) {
                    return self.state.frame.registers[value.as_u32() as usize].word();
                }
                match self.made_by(operand)? {
                    // A flag that is widened before it is compared.
                    Inst::Cast { op: CastOp::ZExt, arg, .. } if depth > 0 => {
                        self.word(arg, depth - 1)
                    }
                    _ => None,
                }
            }
        }
    }

    fn made_by(&self, operand: Operand) -> Option<Inst> {
        match self.body.values[operand.value()?].definition {
            Definition::Inst(inst) => Some(self.body.inst(inst)),
            _ => None,
        }
    }

    /// Whether a value was computed and will not be computed again: its block was left behind for good. The state is at the start of a block, so
    /// what that block computes itself is still to come, apart from its phis.
    fn is_final(&self, value: ValueId) -> bool {
        let here = self.state.block;
        let block = match self.body.values[value].definition {
            Definition::Param(_) => return true,
            Definition::Phi(block, _) if block == here => {
                return !self.later.contains(here.index());
            }
            Definition::Phi(block, _) => block,
            Definition::Inst(inst) => match self.block_of(inst) {
                Some(block) if block != here => block,
                _ => return false,
            },
        };
        // A block that dominates this one was executed; any other may not have been, and its registers hold nothing.
        !self.later.contains(block.index()) && self.dominators.dominates(block, here)
    }

    fn block_of(&self, inst: lariat_program::InstId) -> Option<BlockId> {
        self.body
            .blocks
            .iter()
            .find(|(_, block)| block.first <= inst && inst < block.end)
            .map(|(id, _)| id)
    }
}
