//! Conditions of the source that are no branches of the program.
//!
//! Clang writes `c ? 1 : 0` as a `select`, the last operand of `a && b` that is used as a value as a phi's input, and labels
//! like `case 1: case 2:` as one way out of a switch. The engine keeps them like that, since a term is cheaper than a fork. To
//! a person, and to LLVM's own coverage, each has sides of its own, and a set of tests covers the program only if it takes them.

use lariat_program::{BlockId, Inst};
use lariat_program::{Body, Function, InstId, Operand, Program, Terminator, Type, ValueId};
use rustc_hash::FxHashMap;

/// The conditions of one function, numbered from 0 in the order of its blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Those of selects.
    selects: FxHashMap<InstId, u32>,
    /// Those that a phi takes when a block is entered from another one.
    inputs: FxHashMap<(ValueId, BlockId), u32>,
    /// The first case of switches in which several cases lead to one block. The others follow.
    cases: FxHashMap<BlockId, u32>,
    /// How many there are.
    pub(crate) count: u32,
}

impl Conditions {
    /// Finds them. Those of the C library's models are nobody's business.
    pub(crate) fn new(program: &Program, function: &Function) -> Conditions {
        let mut found = Conditions::default();
        let Some(body) = function.body.as_ref().filter(|_| !function.library) else { return found };
        for (id, block) in &body.blocks {
            for phi in &block.phis {
                // Only `&&` and `||` make phis of single bits, and one of their inputs is a constant.
                let is_bit = *program.types.get(body.values[phi.result].ty) == Type::Int(1);
                if !is_bit || phi.incoming.iter().all(|incoming| is_open(incoming.value)) {
                    continue;
                }
                for incoming in phi.incoming.iter().filter(|incoming| is_open(incoming.value)) {
                    found.inputs.insert((phi.result, incoming.block), found.count);
                    found.count += 1;
                }
            }
            for inst in block.insts() {
                if is_condition(program, body, inst) {
                    found.selects.insert(inst, found.count);
                    found.count += 1;
                }
            }
            if let Terminator::Switch { cases, default, .. } = &block.terminator {
                let is_shared = |target: BlockId| {
                    let same = cases.iter().filter(|case| case.target == target).count();
                    same + usize::from(*default == target) > 1
                };
                if cases.iter().any(|case| is_shared(case.target)) {
                    found.cases.insert(id, found.count);
                    found.count += cases.len() as u32;
                }
            }
        }
        found
    }

    /// The condition of a select.
    pub(crate) fn of_select(&self, inst: InstId) -> Option<u32> {
        self.selects.get(&inst).copied()
    }

    /// The condition that a phi takes on the way from a block.
    pub(crate) fn of_input(&self, phi: ValueId, from: BlockId) -> Option<u32> {
        self.inputs.get(&(phi, from)).copied()
    }

    /// The condition of a block's first case, if its cases count one by one.
    pub(crate) fn of_cases(&self, block: BlockId) -> Option<u32> {
        self.cases.get(&block).copied()
    }
}

/// Whether the compiler does not know the value.
fn is_open(operand: Operand) -> bool {
    operand.value().is_some()
}

fn is_condition(program: &Program, body: &Body, inst: InstId) -> bool {
    let Inst::Select { condition, .. } = body.inst(inst) else { return false };
    *program.types.get(program.operand_type(body, condition)) == Type::Int(1) && is_open(condition)
}
