//! Which objects an instruction, block, loop, call or function may read and write.
//!
//! Direct accesses follow from the points-to sets of their pointers. Functions are summarised callees first; the functions of a
//! component of the call graph share one summary. Unknown code reads and writes everything that has escaped and may call back
//! every function it knows, so its summary contains theirs.
//!
//! Stack objects die with their function, so a caller does not see what a callee does with its own. This holds only if the caller
//! cannot run inside an earlier activation of that callee, that is, if both are in different components.
//!
//! In all sets the external object stands for all escaped objects, see [`PointsTo::expand`]. Ending an object's life (`free`, the
//! end of a scope) counts as writing it.

use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;

use crate::callgraph::{CallGraph, call_targets};
use crate::ids::*;
use crate::inst::{Call, Inst, Passing};
use crate::library::LibraryEffect;
use crate::loops::Loop;
use crate::points_to::{Object, ObjectId, ObjectSet, PointsTo, known_effects};
use crate::program::{Body, Program};

/// What is read and written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Objects that may be read.
    pub reads: ObjectSet,
    /// Objects that may be written or end their life.
    pub writes: ObjectSet,
}

impl Effect {
    fn outside() -> Effect {
        let external = ObjectSet::of(&[ObjectId::EXTERNAL]);
        Effect { reads: external.clone(), writes: external }
    }

    /// Adds another effect.
    pub fn add(&mut self, other: &Effect) {
        self.reads.union(&other.reads);
        self.writes.union(&other.writes);
    }
}

/// The effects of all functions of a program, and with their help of everything in them.
#[derive(Clone, Debug)]
pub struct Effects<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    graph: &'p CallGraph,
    /// By component: what its functions do, their own stack objects included.
    inside: Vec<Effect>,
    /// By component: what callers see.
    visible: Vec<Effect>,
}

impl<'p> Effects<'p> {
    /// Summarises all functions.
    pub fn new(program: &'p Program, points_to: &'p PointsTo, graph: &'p CallGraph) -> Effects<'p> {
        let mut effects =
            Effects { program, points_to, graph, inside: Vec::new(), visible: Vec::new() };
        for component in graph.components() {
            let mut inside = if component.outside { Effect::outside() } else { Effect::default() };
            if component.outside {
                // What unknown code may call back and is not in the cycle was summarised before.
                for function in graph.called_back() {
                    let index = graph.component_index(*function);
                    if let Some(summary) = effects.visible.get(index) {
                        inside.add(&summary.clone());
                    }
                }
            }
            for function in &component.functions {
                let Some(body) = &program.functions[*function].body else { continue };
                for inst in body.insts.keys() {
                    // A call into this very component has no summary yet and adds nothing new.
                    inside.add(&effects.inst_in(*function, body, inst));
                }
            }
            let visible = effects.seen_by_callers(&inside, &component.functions);
            effects.inside.push(inside);
            effects.visible.push(visible);
        }
        effects
    }

    fn seen_by_callers(&self, effect: &Effect, component: &[FunctionId]) -> Effect {
        let mut members = FixedBitSet::with_capacity(self.program.functions.len());
        members.extend(component.iter().map(|function| function.index()));
        let without_own = |set: &ObjectSet| {
            let own = set.iter().filter(|object| match self.points_to.object(*object) {
                Object::Stack(owner, _)
                | Object::ArgumentCopy(owner, _, _)
                | Object::VariableArguments(owner) => members[owner.index()],
                Object::External | Object::Global(_) | Object::Function(_) | Object::Heap(..) => {
                    false
                }
            });
            let own: Vec<ObjectId> = own.collect();
            set.minus(&ObjectSet::of(&own))
        };
        Effect { reads: without_own(&effect.reads), writes: without_own(&effect.writes) }
    }

    /// What a call of a function may do, as its caller sees it. A caller in the same component sees more; ask for the call.
    pub fn function(&self, function: FunctionId) -> &Effect {
        &self.visible[self.graph.component_index(function)]
    }

    /// What an instruction may do.
    pub fn inst(&self, function: FunctionId, inst: InstId) -> Effect {
        match &self.program.functions[function].body {
            Some(body) => self.inst_in(function, body, inst),
            None => Effect::default(),
        }
    }

    /// The objects an instruction may write.
    pub fn may_write(&self, function: FunctionId, inst: InstId) -> ObjectSet {
        self.inst(function, inst).writes
    }

    /// The objects an instruction may read.
    pub fn may_read(&self, function: FunctionId, inst: InstId) -> ObjectSet {
        self.inst(function, inst).reads
    }

    /// What a block may do.
    pub fn block(&self, function: FunctionId, block: BlockId) -> Effect {
        let mut effect = Effect::default();
        if let Some(body) = &self.program.functions[function].body {
            for inst in body.blocks[block].insts() {
                effect.add(&self.inst_in(function, body, inst));
            }
        }
        effect
    }

    /// What a loop may do.
    pub fn of_loop(&self, function: FunctionId, this: &Loop) -> Effect {
        let mut effect = Effect::default();
        this.blocks.iter().for_each(|block| effect.add(&self.block(function, *block)));
        effect
    }

    fn inst_in(&self, function: FunctionId, body: &Body, inst: InstId) -> Effect {
        let of = |operand| self.points_to.of_operand(function, operand).clone();
        let none = ObjectSet::default;
        match body.inst(inst) {
            Inst::Load { pointer, .. } => Effect { reads: of(pointer), writes: none() },
            Inst::Store { pointer, .. }
            | Inst::MemorySet { target: pointer, .. }
            | Inst::Lifetime { pointer, .. } => Effect { reads: none(), writes: of(pointer) },
            Inst::MemoryCopy { target, source, .. } => {
                Effect { reads: of(source), writes: of(target) }
            }
            Inst::AtomicUpdate { pointer, .. } | Inst::CompareExchange { pointer, .. } => {
                Effect { reads: of(pointer), writes: of(pointer) }
            }
            Inst::VaStart { list } | Inst::VaEnd { list } => {
                Effect { reads: none(), writes: of(list) }
            }
            Inst::VaCopy { target, source } => Effect { reads: of(source), writes: of(target) },
            Inst::VaArg { list } => self.variable_argument(of(list)),
            // A new object of a site that made one before: its content is undefined now.
            Inst::Alloca { .. } => Effect { reads: none(), writes: self.made(function, inst) },
            // Frees what variable-length arrays this function made; which ones is not tracked.
            Inst::StackRestore { .. } => {
                Effect { reads: none(), writes: self.stack_of(function, body) }
            }
            Inst::Call(call) => self.call(function, inst, &body.calls[call]),
            Inst::Unsupported { .. } => self.outside(),
            Inst::Binary { .. }
            | Inst::Compare { .. }
            | Inst::FloatCompare { .. }
            | Inst::Cast { .. }
            | Inst::Intrinsic { .. }
            | Inst::Select { .. }
            | Inst::Freeze { .. }
            | Inst::Uninitialised
            | Inst::PointerAdd { .. }
            | Inst::StackSave
            | Inst::ExtractValue { .. }
            | Inst::InsertValue { .. }
            | Inst::ExtractElement { .. }
            | Inst::InsertElement { .. }
            | Inst::Shuffle { .. }
            | Inst::Fence
            | Inst::Assume { .. }
            | Inst::Trap => Effect::default(),
        }
    }

    fn made(&self, function: FunctionId, inst: InstId) -> ObjectSet {
        let objects: Vec<ObjectId> = self.points_to.made_by(function, inst).collect();
        ObjectSet::of(&objects)
    }

    fn stack_of(&self, function: FunctionId, body: &Body) -> ObjectSet {
        let mut set = ObjectSet::default();
        for inst in body.insts.keys() {
            if let Inst::Alloca { .. } = body.inst(inst) {
                set.union(&self.made(function, inst));
            }
        }
        set
    }

    /// Reads the list, moves it on, and reads what it leads to.
    fn variable_argument(&self, list: ObjectSet) -> Effect {
        let mut reads = list.clone();
        for object in self.points_to.expand(&list).iter() {
            reads.union(self.points_to.content(object));
        }
        Effect { reads, writes: list }
    }

    /// What unknown code may do.
    pub fn outside(&self) -> Effect {
        let index = self.graph.outside_component();
        // While the summaries are made it may be missing; then the component being made contains unknown code itself.
        self.visible.get(index).cloned().unwrap_or_else(Effect::outside)
    }

    fn call(&self, function: FunctionId, inst: InstId, call: &Call) -> Effect {
        let mut effect = Effect::default();
        for (arg, passing) in call.args.iter().zip(&call.passing) {
            if let Passing::ByValue { .. } = passing {
                effect.reads.union(self.points_to.of_operand(function, *arg));
            }
        }
        // Objects made by the call: copies of arguments are written; new heap objects stand for earlier ones of this site, too.
        effect.writes.union(&self.made(function, inst));
        let targets = call_targets(self.program, self.points_to, function, call);
        for callee in &targets.functions {
            let data = &self.program.functions[*callee];
            if data.body.is_none() {
                if let Some(known) = known_effects(self.program, &data.name, call) {
                    effect.add(&self.library(function, call, known));
                }
                continue;
            }
            let index = self.graph.component_index(*callee);
            let same = self.graph.same_component(function, *callee);
            let summaries = if same { &self.inside } else { &self.visible };
            if let Some(summary) = summaries.get(index) {
                effect.add(summary);
            }
        }
        if targets.external {
            effect.add(&self.outside());
            if self.graph.component(function).outside
                && let Some(summary) = self.inside.get(self.graph.component_index(function))
            {
                effect.add(summary);
            }
        }
        effect
    }

    fn library(&self, function: FunctionId, call: &Call, effects: &[LibraryEffect]) -> Effect {
        let mut effect = Effect::default();
        let of = |number: u8| {
            call.args.get(number as usize).map(|arg| self.points_to.of_operand(function, *arg))
        };
        let read = |effect: &mut Effect, number| {
            if let Some(set) = of(number) {
                effect.reads.union(set);
            }
        };
        let write = |effect: &mut Effect, number| {
            if let Some(set) = of(number) {
                effect.writes.union(set);
            }
        };
        for this in effects {
            match *this {
                LibraryEffect::Read(number) => read(&mut effect, number),
                LibraryEffect::Write(number)
                | LibraryEffect::StoreNew(number)
                | LibraryEffect::StoreArgument { target: number, .. } => {
                    write(&mut effect, number);
                }
                // A stream is read and written; reading a buffer that is written costs nothing in precision.
                LibraryEffect::WriteExternal(number) => {
                    read(&mut effect, number);
                    write(&mut effect, number);
                }
                LibraryEffect::Copy { target, source } => {
                    read(&mut effect, source);
                    write(&mut effect, target);
                }
                LibraryEffect::ReturnCopy(number) => read(&mut effect, number),
                LibraryEffect::Format(_) => {
                    // `%s` reads what the arguments point to.
                    (0..call.args.len() as u8).for_each(|number| read(&mut effect, number));
                }
                LibraryEffect::ScanArguments => (0..call.args.len() as u8).for_each(|number| {
                    read(&mut effect, number);
                    write(&mut effect, number);
                }),
                LibraryEffect::ReturnArgument(_)
                | LibraryEffect::ReturnNew
                | LibraryEffect::ReturnExternal => {}
            }
        }
        effect
    }

    /// Whether a call goes to a function of the program or a known library function in every case.
    pub fn is_known_call(&self, function: FunctionId, call: &Call) -> bool {
        !call_targets(self.program, self.points_to, function, call).external
    }
}
