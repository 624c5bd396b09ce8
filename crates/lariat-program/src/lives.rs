//! Which local variables may have pointers to them that outlast their lives.
//!
//! A variable of a loop's body is another one in each round. What pointed to the one of the round before points to nothing, though
//! the next one usually has the same address. Whoever executes the program has to tell them apart, but only if such a
//! pointer can be left: in memory that is still there when the variable begins to live again, or in a value that is used
//! after that. Most variables have neither.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::callgraph::CallGraph;
use crate::cfg::Cfg;
use crate::ids::*;
use crate::inst::{Inst, Operand};
use crate::liveness::Liveness;
use crate::points_to::{Object, PointsTo, World};
use crate::program::{Body, Program};

/// Answers about local variables, found when they are asked for.
#[derive(Debug, Default)]
pub struct Lives {
    answers: Mutex<FxHashMap<(FunctionId, InstId), bool>>,
    ground: OnceLock<(PointsTo, CallGraph)>,
}

impl Lives {
    /// Whether a pointer to an earlier life of a local variable may be left when the variable begins to live again.
    pub fn may_be_outlasted(
        &self,
        program: &Program,
        function: FunctionId,
        variable: InstId,
    ) -> bool {
        let key = (function, variable);
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(key).or_insert_with(|| self.find_out(program, function, variable))
    }

    fn find_out(&self, program: &Program, function: FunctionId, variable: InstId) -> bool {
        let Some(body) = &program.functions[function].body else { return false };
        let Some(address) = body.result(variable) else { return false };
        let pointers = match pointers_in(body, address) {
            Some(own) => own,
            None => {
                let (points_to, graph) = self.ground.get_or_init(|| {
                    let points_to = PointsTo::new(program, &World::Open);
                    let graph = CallGraph::new(program, &points_to);
                    (points_to, graph)
                });
                match pointers_anywhere(body, points_to, graph, (function, variable)) {
                    Some(own) => own,
                    None => return true,
                }
            }
        };
        is_used_in_next_life(body, address, &pointers)
    }
}

/// The values computed from a variable's address. None if the address is also stored, or given to other functions.
fn pointers_in(body: &Body, address: ValueId) -> Option<FxHashSet<ValueId>> {
    let mut found = FxHashSet::default();
    found.insert(address);
    loop {
        let before = found.len();
        for block in body.blocks.values() {
            for phi in &block.phis {
                if phi.incoming.iter().any(|from| is_one(&found, from.value)) {
                    found.insert(phi.result);
                }
            }
            for inst in block.insts() {
                let mut takes = false;
                body.for_each_operand(inst, |operand| takes |= is_one(&found, operand));
                if !takes {
                    continue;
                }
                match body.inst(inst) {
                    // These access the variable, or look at its address.
                    Inst::Load { .. }
                    | Inst::Compare { .. }
                    | Inst::Lifetime { .. }
                    | Inst::MemoryCopy { .. }
                    | Inst::MemorySet { .. }
                    | Inst::Assume { .. }
                    | Inst::StackRestore { .. } => {}
                    Inst::Store { value, .. } if !is_one(&found, value) => {}
                    Inst::Binary { .. }
                    | Inst::Cast { .. }
                    | Inst::Freeze { .. }
                    | Inst::Select { .. }
                    | Inst::PointerAdd { .. }
                    | Inst::ExtractValue { .. }
                    | Inst::InsertValue { .. }
                    | Inst::ExtractElement { .. }
                    | Inst::InsertElement { .. }
                    | Inst::Shuffle { .. } => found.extend(body.result(inst)),
                    _ => return None,
                }
            }
        }
        if found.len() == before {
            return Some(found);
        }
    }
}

fn is_one(values: &FxHashSet<ValueId>, operand: Operand) -> bool {
    operand.value().is_some_and(|value| values.contains(&value))
}

/// The values of a variable's function that may point to it. None if memory may that is there when the variable's life begins again.
fn pointers_anywhere(
    body: &Body,
    points_to: &PointsTo,
    graph: &CallGraph,
    (function, variable): (FunctionId, InstId),
) -> Option<FxHashSet<ValueId>> {
    let this = points_to.made_by(function, variable).next()?;
    if points_to.escapes(this) {
        return None;
    }
    // What belongs to a call is gone again, unless the call is one of the function itself or of a function that leads to it.
    let leads_here = |other: FunctionId| {
        other == function || graph.reachable(&[other]).binary_search(&function).is_ok()
    };
    let is_kept = |(id, object): (_, Object)| {
        points_to.may_contain(points_to.content(id), this)
            && match object {
                Object::Stack(other, _) => leads_here(other),
                // Made before the function that has the variable is called.
                Object::VariableArguments(_) => false,
                _ => true,
            }
    };
    if points_to.objects().any(is_kept) {
        return None;
    }
    let may_point =
        |value: &ValueId| points_to.may_contain(points_to.of_value(function, *value), this);
    Some(body.values.keys().filter(may_point).collect())
}

/// Whether one of the values is computed before a variable begins to live and used after that.
fn is_used_in_next_life(body: &Body, address: ValueId, pointers: &FxHashSet<ValueId>) -> bool {
    let others: Vec<ValueId> = pointers.iter().copied().filter(|value| *value != address).collect();
    if others.is_empty() {
        return false;
    }
    let liveness = Liveness::new(body, &Cfg::new(body));
    body.blocks.iter().any(|(id, block)| {
        block.insts().any(|inst| {
            let Inst::Lifetime { pointer, start: true } = body.inst(inst) else { return false };
            pointer.value() == Some(address) && {
                let live = liveness.live_before(body, id, inst);
                others.iter().any(|value| live.contains(value.as_u32() as usize))
            }
        })
    })
}
