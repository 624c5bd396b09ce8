//! Who calls whom.
//!
//! Calls through pointers go where the points-to analysis says. Calls to functions outside the program whose behaviour is not
//! known (see [`library`](crate::library)) lead to one *outside* node, and from there to every function whose address unknown
//! code may have: it may call back. So a function can be entered again through unknown code although no chain of calls in the
//! program shows it; [`CallGraph::may_be_reentered`] says so, while [`CallGraph::is_recursive`] looks at the program's own calls.
//!
//! Components come callees first, which is the order summaries of functions are computed in.

use cranelift_entity::{EntityRef, PrimaryMap};
use fixedbitset::FixedBitSet;

use crate::constant::ConstantData;
use crate::graph::strongly_connected_components;
use crate::ids::*;
use crate::inst::{Call, Callee, Inst};
use crate::points_to::{Callees, PointsTo, known_effects};
use crate::program::Program;

/// The calls of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: PrimaryMap<FunctionId, Vec<FunctionId>>,
    callers: PrimaryMap<FunctionId, Vec<FunctionId>>,
    calls_outside: FixedBitSet,
    called_back: Vec<FunctionId>,
    components: Vec<Component>,
    component_of: Vec<usize>,
    recursive: FixedBitSet,
}

/// Functions that may call each other in a cycle, or a single one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Component {
    /// The functions, in order.
    pub functions: Vec<FunctionId>,
    /// Whether unknown code is part of the cycle.
    pub outside: bool,
}

impl CallGraph {
    /// The graph with indirect calls resolved.
    pub fn new(program: &Program, points_to: &PointsTo) -> CallGraph {
        let called_back = program
            .functions
            .iter()
            .filter(|(id, function)| {
                function.body.is_some() && points_to.escapes(points_to.function_object(*id))
            })
            .map(|(id, _)| id)
            .collect();
        CallGraph::build(program, called_back, |function, call| {
            call_targets(program, points_to, function, call)
        })
    }

    /// The graph where an indirect call may go to every function whose address is taken anywhere, and outside. For
    /// programs too large for a points-to analysis.
    pub fn without_points_to(program: &Program) -> CallGraph {
        let taken = address_taken(program);
        let called_back: Vec<FunctionId> = program
            .functions
            .iter()
            .filter(|(id, function)| {
                let visible = function.linkage != crate::program::Linkage::Internal;
                function.body.is_some() && (visible || taken.contains(id))
            })
            .map(|(id, _)| id)
            .collect();
        CallGraph::build(program, called_back, |_, call| match call.callee {
            Callee::Direct(callee) => direct(program, call, callee),
            Callee::Indirect(_) => Callees { functions: taken.clone(), external: true },
        })
    }

    fn build(
        program: &Program,
        called_back: Vec<FunctionId>,
        targets: impl Fn(FunctionId, &Call) -> Callees,
    ) -> CallGraph {
        let count = program.functions.len();
        let mut callees: PrimaryMap<FunctionId, Vec<FunctionId>> = PrimaryMap::new();
        let mut calls_outside = FixedBitSet::with_capacity(count);
        for (id, function) in program.functions.iter() {
            let mut all = Vec::new();
            for block in function.body.iter().flat_map(|body| body.blocks.values()) {
                for inst in block.insts() {
                    let Some(body) = &function.body else { continue };
                    match body.inst(inst) {
                        Inst::Call(call) => {
                            let found = targets(id, &body.calls[call]);
                            all.extend(found.functions);
                            calls_outside
                                .set(id.index(), found.external || calls_outside[id.index()]);
                        }
                        Inst::Unsupported { .. } => calls_outside.insert(id.index()),
                        _ => {}
                    }
                }
            }
            all.sort_unstable();
            all.dedup();
            callees.push(all);
        }
        let mut callers: PrimaryMap<FunctionId, Vec<FunctionId>> = PrimaryMap::new();
        (0..count).for_each(|_| {
            callers.push(Vec::new());
        });
        for (caller, list) in callees.iter() {
            list.iter().for_each(|callee| callers[*callee].push(caller));
        }

        // The node behind the last function is unknown code.
        let successors = |node: usize| -> Vec<usize> {
            if node == count {
                return called_back.iter().map(|f| f.index()).collect();
            }
            let own = callees[FunctionId::new(node)].iter().map(|f| f.index());
            own.chain(calls_outside[node].then_some(count)).collect()
        };
        let found = strongly_connected_components(count + 1, |node| successors(node).into_iter());
        let mut component_of = vec![0; count + 1];
        let mut components = Vec::new();
        for (index, nodes) in found.into_iter().enumerate() {
            nodes.iter().for_each(|node| component_of[*node] = index);
            components.push(Component {
                outside: nodes.last() == Some(&count),
                functions: nodes.into_iter().filter(|n| *n < count).map(FunctionId::new).collect(),
            });
        }
        let own = |node: usize| callees[FunctionId::new(node)].iter().map(|f| f.index());
        let mut recursive = FixedBitSet::with_capacity(count);
        for nodes in strongly_connected_components(count, own) {
            if nodes.len() > 1 || own(nodes[0]).any(|callee| callee == nodes[0]) {
                recursive.extend(nodes);
            }
        }
        CallGraph {
            callees,
            callers,
            calls_outside,
            called_back,
            components,
            component_of,
            recursive,
        }
    }

    /// The functions a function may call, declared ones included, in order.
    pub fn callees(&self, function: FunctionId) -> &[FunctionId] {
        &self.callees[function]
    }

    /// The functions that may call a function, in order.
    pub fn callers(&self, function: FunctionId) -> &[FunctionId] {
        &self.callers[function]
    }

    /// Whether a function may call unknown code.
    pub fn calls_outside(&self, function: FunctionId) -> bool {
        self.calls_outside[function.index()]
    }

    /// The functions that unknown code may call.
    pub fn called_back(&self) -> &[FunctionId] {
        &self.called_back
    }

    /// The components, each after all components it calls.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The component a function is in.
    pub fn component(&self, function: FunctionId) -> &Component {
        &self.components[self.component_of[function.index()]]
    }

    /// Whether two functions may call each other in a cycle, through unknown code or not.
    pub fn same_component(&self, a: FunctionId, b: FunctionId) -> bool {
        self.component_of[a.index()] == self.component_of[b.index()]
    }

    /// The component of unknown code.
    pub fn outside_component(&self) -> usize {
        self.component_of[self.component_of.len() - 1]
    }

    /// The place of a function's component in [`CallGraph::components`].
    pub fn component_index(&self, function: FunctionId) -> usize {
        self.component_of[function.index()]
    }

    /// Whether a function may call itself by the program's own calls.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.recursive[function.index()]
    }

    /// Whether a function may be entered again while it runs, through unknown code or not.
    pub fn may_be_reentered(&self, function: FunctionId) -> bool {
        self.is_recursive(function)
            || self.component(function).outside
            || self.component(function).functions.len() > 1
    }

    /// All functions that may run if execution starts in these, themselves included, in order.
    pub fn reachable(&self, entries: &[FunctionId]) -> Vec<FunctionId> {
        let mut seen = FixedBitSet::with_capacity(self.callees.len());
        let mut work = entries.to_vec();
        let mut outside = false;
        while let Some(function) = work.pop() {
            if seen.put(function.index()) {
                continue;
            }
            work.extend(&self.callees[function]);
            if self.calls_outside(function) && !std::mem::replace(&mut outside, true) {
                work.extend(&self.called_back);
            }
        }
        seen.ones().map(FunctionId::new).collect()
    }
}

/// Where a call may go. A declared function whose behaviour is not known is in the list and makes it external.
pub fn call_targets(
    program: &Program,
    points_to: &PointsTo,
    function: FunctionId,
    call: &Call,
) -> Callees {
    match call.callee {
        Callee::Direct(callee) => direct(program, call, callee),
        Callee::Indirect(pointer) => {
            let mut callees = points_to.callees(function, pointer);
            let unknown = |callee: &FunctionId| direct(program, call, *callee).external;
            callees.external |= callees.functions.iter().any(unknown);
            callees
        }
    }
}

fn direct(program: &Program, call: &Call, callee: FunctionId) -> Callees {
    let function = &program.functions[callee];
    let known = function.body.is_some() || known_effects(program, &function.name, call).is_some();
    Callees { functions: vec![callee], external: !known }
}

/// The functions whose address is used for something else than calling them, in order.
pub fn address_taken(program: &Program) -> Vec<FunctionId> {
    // A constant exists because something uses it; a direct call does not need one.
    let mut taken: Vec<FunctionId> = program
        .constants
        .iter()
        .filter_map(|(_, constant)| match constant.data {
            ConstantData::Function { function, .. } => Some(function),
            _ => None,
        })
        .collect();
    taken.sort_unstable();
    taken.dedup();
    taken
}
