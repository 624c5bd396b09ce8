//! Turns a program into inclusion constraints, and answers what the solver finds out about calls and escaping objects.
//!
//! Each value has a node, each function one for what it returns and, if it takes variable arguments, an object that they are in.
//! An instruction that hands on one address unchanged (adding an offset, casting) shares the node of its operand.

use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::solver::{Discover, Node, Solver, Through};
use super::{Object, ObjectId, ObjectSet, PointsTo, World};
use crate::constant::{ConstantData, ConstantOp};
use crate::ids::*;
use crate::inst::*;
use crate::library::{LibraryEffect, format_writes, library_effects};
use crate::program::{Body, Linkage, Program};
use crate::types::Type;

/// What later questions need to know about places that make objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    pub(super) globals: u32,
    pub(super) made: FxHashMap<(FunctionId, InstId), Vec<ObjectId>>,
}

struct CallSite {
    function: FunctionId,
    inst: InstId,
    call: CallId,
}

struct Builder<'p> {
    program: &'p Program,
    objects: PrimaryMap<ObjectId, Object>,
    first_value: PrimaryMap<FunctionId, Node>,
    /// What a function returns.
    returned: PrimaryMap<FunctionId, Node>,
    variable_arguments: FxHashMap<FunctionId, ObjectId>,
    constants: PrimaryMap<ConstantId, ObjectSet>,
    call_sites: Vec<CallSite>,
    connected: FxHashSet<(u32, FunctionId)>,
    given_away: FxHashSet<u32>,
    sites: Sites,
}

pub(super) fn analyse(program: &Program, world: &World) -> PointsTo {
    let mut solver = Solver::new();
    let mut builder = Builder {
        program,
        objects: PrimaryMap::new(),
        first_value: PrimaryMap::new(),
        returned: PrimaryMap::new(),
        variable_arguments: FxHashMap::default(),
        constants: PrimaryMap::new(),
        call_sites: Vec::new(),
        connected: FxHashSet::default(),
        given_away: FxHashSet::default(),
        sites: Sites { globals: program.globals.len() as u32, ..Sites::default() },
    };
    builder.objects.push(Object::External);
    builder.tables(&mut solver);
    builder.outside(&mut solver, world);
    for (id, function) in program.functions.iter() {
        if let Some(body) = &function.body {
            builder.body(&mut solver, id, body);
        }
    }
    solver.solve(&mut builder);
    PointsTo {
        objects: builder.objects,
        solver,
        first_value: builder.first_value,
        constants: builder.constants,
        sites: builder.sites,
    }
}

/// Integers so close to zero are no addresses of objects: null, error codes, and markers like `(void *)-1`.
fn is_marker(bits: &lariat_term::BitVec) -> bool {
    bits.to_i64().is_some_and(|value| (-4096..4096).contains(&value))
}

impl Builder<'_> {
    fn object(&mut self, solver: &mut Solver, object: Object) -> ObjectId {
        solver.object();
        self.objects.push(object)
    }

    fn function_object(&self, function: FunctionId) -> ObjectId {
        ObjectId::new(1 + self.program.globals.len() + function.index())
    }

    /// Objects of globals and functions, nodes of values, constants, initial contents.
    fn tables(&mut self, solver: &mut Solver) {
        let program = self.program;
        for global in program.globals.keys() {
            self.object(solver, Object::Global(global));
        }
        for function in program.functions.keys() {
            self.object(solver, Object::Function(function));
        }
        for (id, function) in program.functions.iter() {
            self.returned.push(solver.node());
            let values = function.body.as_ref().map_or(0, |body| body.values.len());
            let nodes: Vec<Node> = (0..values).map(|_| solver.node()).collect();
            self.first_value.push(nodes.first().copied().unwrap_or(0));
            if function.variadic && function.body.is_some() {
                let object = self.object(solver, Object::VariableArguments(id));
                self.variable_arguments.insert(id, object);
            }
        }
        for (_, constant) in program.constants.iter() {
            let mut set = ObjectSet::default();
            self.addresses(&constant.data, &mut set);
            self.constants.push(set);
        }
        for (id, global) in program.globals.iter() {
            let content = solver.content(ObjectId::new(1 + id.index()));
            for relocation in global.initializer.iter().flat_map(|i| &i.relocations) {
                for object in self.constants[relocation.value].iter() {
                    solver.point_to(content, object);
                }
            }
        }
    }

    /// The objects whose addresses a constant contains.
    fn addresses(&self, data: &ConstantData, set: &mut ObjectSet) {
        let inner = |id: &ConstantId| &self.program.constants.get(*id).data;
        match data {
            ConstantData::Global { global, .. } => {
                set.insert(ObjectId::new(1 + global.index()));
            }
            ConstantData::Function { function, .. } => {
                set.insert(self.function_object(*function));
            }
            ConstantData::Aggregate(parts) => {
                parts.iter().for_each(|part| self.addresses(inner(part), set));
            }
            ConstantData::Expression { op, args } => {
                args.iter().for_each(|arg| self.addresses(inner(arg), set));
                let number = args.first().map(inner);
                if *op == ConstantOp::Cast(CastOp::IntToPtr)
                    && !matches!(number, Some(ConstantData::Int(bits)) if is_marker(bits))
                {
                    set.insert(ObjectId::EXTERNAL);
                }
            }
            // What Lariat cannot read may be any address that is known outside.
            ConstantData::Unsupported(_) => {
                set.insert(ObjectId::EXTERNAL);
            }
            ConstantData::Int(_)
            | ConstantData::Float(_)
            | ConstantData::Null
            | ConstantData::Zero
            | ConstantData::Undef
            | ConstantData::Poison
            | ConstantData::Bytes(_)
            | ConstantData::Block { .. } => {}
        }
    }

    /// What unknown code knows from the start.
    fn outside(&mut self, solver: &mut Solver, world: &World) {
        let program = self.program;
        let external = solver.external_content();
        for (id, global) in program.globals.iter() {
            let declared_only = global.initializer.is_none();
            let open = *world == World::Open && global.linkage != Linkage::Internal;
            if declared_only || open {
                solver.point_to(external, ObjectId::new(1 + id.index()));
            }
        }
        for (id, function) in program.functions.iter() {
            if function.body.is_some() && world.calls(program, id) {
                self.called_from_outside(solver, id);
                // In an open world the caller may also pass the function on.
                if *world == World::Open && function.linkage != Linkage::Internal {
                    solver.point_to(external, self.function_object(id));
                }
            }
        }
        if *world == World::Open {
            for alias in program.aliases.iter().filter(|a| a.linkage != Linkage::Internal) {
                for object in self.constants[alias.target].iter() {
                    solver.point_to(external, object);
                }
            }
        }
        if !program.module_assembly.is_empty() {
            // Assembly can name every symbol that is not optimised away.
            (1..self.objects.len()).map(ObjectId::new).for_each(|object| {
                solver.point_to(external, object);
            });
        }
    }

    /// Parameters come from outside and the result goes there.
    fn called_from_outside(&mut self, solver: &mut Solver, function: FunctionId) {
        let external = solver.external_content();
        let data = &self.program.functions[function];
        for (index, param) in data.params.iter().enumerate() {
            if self.holds_addresses(param.ty) {
                solver.copy(external, self.first_value[function] + index as u32);
            }
        }
        if self.holds_addresses(data.result) {
            solver.copy(self.returned[function], external);
        }
        if let Some(area) = self.variable_arguments.get(&function) {
            solver.copy(external, solver.content(*area));
        }
    }

    /// Whether a value of this type is wide enough for an address. Narrower ones can hold parts of one, which is followed
    /// inside the program but not through unknown code.
    fn holds_addresses(&self, ty: TypeId) -> bool {
        let width = match self.program.types.get(ty) {
            Type::Int(width) => *width,
            Type::Float(format) => format.bits(),
            _ => return true,
        };
        width >= self.program.target.pointer_bits
    }

    fn value(&self, function: FunctionId, value: ValueId) -> Node {
        self.first_value[function] + value.as_u32()
    }

    /// `to` holds what the operand holds.
    fn flow(&self, solver: &mut Solver, function: FunctionId, from: Operand, to: Node) {
        match from.kind() {
            OperandKind::Value(value) => solver.copy(self.value(function, value), to),
            OperandKind::Constant(constant) => {
                for object in self.constants[constant].iter() {
                    solver.point_to(to, object);
                }
            }
        }
    }

    /// A node that holds what the operand holds.
    fn node_of(&self, solver: &mut Solver, function: FunctionId, operand: Operand) -> Node {
        match operand.value() {
            Some(value) => self.value(function, value),
            None => {
                let node = solver.node();
                self.flow(solver, function, operand, node);
                node
            }
        }
    }

    fn load(&self, solver: &mut Solver, function: FunctionId, pointer: Operand, to: Node) {
        let pointer = self.node_of(solver, function, pointer);
        solver.through(pointer, Through::Load { to });
    }

    fn store(&self, solver: &mut Solver, function: FunctionId, pointer: Operand, from: Node) {
        let pointer = self.node_of(solver, function, pointer);
        solver.through(pointer, Through::Store { from });
    }

    /// What is behind `source` may get behind `target`.
    fn copy_memory(
        &self,
        solver: &mut Solver,
        function: FunctionId,
        target: Operand,
        source: Operand,
    ) {
        let content = solver.node();
        self.load(solver, function, source, content);
        self.store(solver, function, target, content);
    }

    fn body(&mut self, solver: &mut Solver, function: FunctionId, body: &Body) {
        for block in body.blocks.values() {
            for phi in &block.phis {
                let to = self.value(function, phi.result);
                phi.incoming.iter().for_each(|i| self.flow(solver, function, i.value, to));
            }
            for inst in block.insts() {
                self.inst(solver, function, body, inst);
            }
            match &block.terminator {
                Terminator::Return(Some(value)) => {
                    self.flow(solver, function, *value, self.returned[function]);
                }
                Terminator::Unsupported { .. }
                | Terminator::Return(None)
                | Terminator::Jump(_)
                | Terminator::Branch { .. }
                | Terminator::Switch { .. }
                | Terminator::IndirectJump { .. }
                | Terminator::Unreachable => {}
            }
        }
    }

    fn inst(&mut self, solver: &mut Solver, function: FunctionId, body: &Body, id: InstId) {
        let Some(result) = body.result(id).map(|value| self.value(function, value)) else {
            return self.effect(solver, function, body, id, None);
        };
        match body.inst(id) {
            Inst::Binary { op, lhs, rhs, .. } => match op {
                BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::UDiv
                | BinaryOp::SDiv
                | BinaryOp::URem
                | BinaryOp::SRem => self.flow(solver, function, lhs, result),
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => {
                    self.flow(solver, function, lhs, result);
                    self.flow(solver, function, rhs, result);
                }
                BinaryOp::FAdd
                | BinaryOp::FSub
                | BinaryOp::FMul
                | BinaryOp::FDiv
                | BinaryOp::FRem => {}
            },
            Inst::Cast { op, arg, .. } => self.cast(solver, function, op, arg, result),
            Inst::Intrinsic { op, args, .. } => {
                if hands_on_operands(op) {
                    for arg in body.operands(args) {
                        self.flow(solver, function, *arg, result);
                    }
                }
                if matches!(op, Intrinsic::FrameAddress | Intrinsic::ReturnAddress) {
                    solver.point_to(result, ObjectId::EXTERNAL);
                }
            }
            Inst::Select { then, otherwise, .. } => {
                self.flow(solver, function, then, result);
                self.flow(solver, function, otherwise, result);
            }
            Inst::Freeze { arg } | Inst::ExtractValue { aggregate: arg, .. } => {
                self.same(solver, function, arg, result);
            }
            Inst::ExtractElement { vector, .. } => self.same(solver, function, vector, result),
            Inst::PointerAdd { base, indexes, .. } => {
                self.same(solver, function, base, result);
                // Some programs spell a cast as an offset from null.
                if base.constant().is_some_and(|c| self.constants[c].is_empty()) {
                    for scaled in body.scaled_indexes(indexes) {
                        self.flow(solver, function, scaled.index, result);
                    }
                    if indexes.length > 0 {
                        solver.point_to(result, ObjectId::EXTERNAL);
                    }
                }
            }
            Inst::InsertValue { aggregate: whole, value, .. }
            | Inst::InsertElement { vector: whole, value, .. } => {
                self.flow(solver, function, whole, result);
                self.flow(solver, function, value, result);
            }
            Inst::Shuffle { lhs, rhs, .. } => {
                self.flow(solver, function, lhs, result);
                self.flow(solver, function, rhs, result);
            }
            Inst::Alloca { .. } => {
                let object = self.object(solver, Object::Stack(function, id));
                self.sites.made.entry((function, id)).or_default().push(object);
                solver.point_to(result, object);
            }
            Inst::Load { pointer, .. } => self.load(solver, function, pointer, result),
            Inst::VaArg { list } => {
                let area = solver.node();
                self.load(solver, function, list, area);
                solver.through(area, Through::Load { to: result });
            }
            Inst::Compare { .. }
            | Inst::FloatCompare { .. }
            | Inst::Uninitialised
            | Inst::StackSave => {}
            _ => self.effect(solver, function, body, id, Some(result)),
        }
    }

    /// The result holds exactly what the operand holds.
    fn same(&self, solver: &mut Solver, function: FunctionId, from: Operand, to: Node) {
        match from.value() {
            Some(value) => {
                solver.unify(self.value(function, value), to);
            }
            None => self.flow(solver, function, from, to),
        }
    }

    fn cast(&self, solver: &mut Solver, function: FunctionId, op: CastOp, arg: Operand, to: Node) {
        match op {
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::SExt
            | CastOp::PtrToInt
            | CastOp::Bitcast
            | CastOp::AddressSpace => self.same(solver, function, arg, to),
            CastOp::IntToPtr => {
                self.flow(solver, function, arg, to);
                let constant = arg.constant().map(|c| &self.program.constants.get(c).data);
                if !matches!(constant, Some(ConstantData::Int(bits)) if is_marker(bits)) {
                    solver.point_to(to, ObjectId::EXTERNAL);
                }
            }
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => {}
        }
    }

    /// Instructions that work on memory or call.
    fn effect(
        &mut self,
        solver: &mut Solver,
        function: FunctionId,
        body: &Body,
        id: InstId,
        result: Option<Node>,
    ) {
        match body.inst(id) {
            Inst::Store { pointer, value, .. } => {
                let value = self.node_of(solver, function, value);
                self.store(solver, function, pointer, value);
            }
            Inst::AtomicUpdate { pointer, value, .. }
            | Inst::CompareExchange { pointer, new: value, .. } => {
                let value = self.node_of(solver, function, value);
                self.store(solver, function, pointer, value);
                if let Some(result) = result {
                    self.load(solver, function, pointer, result);
                }
            }
            Inst::MemoryCopy { target, source, .. } | Inst::VaCopy { target, source } => {
                self.copy_memory(solver, function, target, source);
            }
            Inst::VaStart { list } => {
                let area = solver.node();
                match self.variable_arguments.get(&function) {
                    Some(object) => solver.point_to(area, *object),
                    None => solver.point_to(area, ObjectId::EXTERNAL),
                }
                // On x86-64 the list holds addresses of areas; in any case the list may be the area's only name.
                self.store(solver, function, list, area);
            }
            Inst::Unsupported { args, .. } => {
                let external = solver.external_content();
                for arg in body.operands(args) {
                    self.flow(solver, function, *arg, external);
                }
                if let Some(result) = result {
                    solver.copy(external, result);
                }
            }
            Inst::Call(call) => self.call(solver, function, body, id, call, result),
            _ => {}
        }
    }

    fn call(
        &mut self,
        solver: &mut Solver,
        function: FunctionId,
        body: &Body,
        inst: InstId,
        call: CallId,
        result: Option<Node>,
    ) {
        let site = self.call_sites.len() as u32;
        self.call_sites.push(CallSite { function, inst, call });
        let data = &body.calls[call];
        for (number, passing) in data.passing.iter().enumerate() {
            if let Passing::ByValue { .. } = passing {
                let made = Object::ArgumentCopy(function, inst, number as u32);
                let object = self.object(solver, made);
                self.sites.made.entry((function, inst)).or_default().push(object);
                self.load(solver, function, data.args[number], solver.content(object));
            }
        }
        match data.callee {
            Callee::Direct(callee) => self.connect(solver, site, callee, result),
            Callee::Indirect(pointer) => {
                let pointer = self.node_of(solver, function, pointer);
                solver.through(pointer, Through::Call { site });
            }
        }
    }

    fn result_of(&self, site: u32) -> Option<Node> {
        let CallSite { function, inst, .. } = self.call_sites[site as usize];
        let body = self.program.functions[function].body.as_ref()?;
        body.result(inst).map(|value| self.value(function, value))
    }

    /// The copy made for an argument passed by value.
    fn argument_copy(&self, site: u32, number: usize) -> Option<ObjectId> {
        let CallSite { function, inst, .. } = self.call_sites[site as usize];
        let wanted = Object::ArgumentCopy(function, inst, number as u32);
        let made = self.sites.made.get(&(function, inst))?;
        made.iter().copied().find(|object| self.objects[*object] == wanted)
    }

    /// `to` holds what an argument of a call holds.
    fn argument(&self, solver: &mut Solver, site: u32, number: usize, to: Node) {
        let CallSite { function, call, .. } = self.call_sites[site as usize];
        let Some(body) = &self.program.functions[function].body else { return };
        match self.argument_copy(site, number) {
            Some(copy) => solver.point_to(to, copy),
            None => self.flow(solver, function, body.calls[call].args[number], to),
        }
    }

    /// A call may go to a function.
    fn connect(
        &mut self,
        solver: &mut Solver,
        site: u32,
        callee: FunctionId,
        result: Option<Node>,
    ) {
        if !self.connected.insert((site, callee)) {
            return;
        }
        let CallSite { function, call, .. } = self.call_sites[site as usize];
        let Some(body) = &self.program.functions[function].body else { return };
        let target = &self.program.functions[callee];
        if target.body.is_none() {
            match known_effects(self.program, &target.name, &body.calls[call]) {
                Some(effects) => self.library_call(solver, site, effects, result),
                None => self.give_away(solver, site, result),
            }
            return;
        }
        let params = target.params.len();
        for number in 0..body.calls[call].args.len() {
            if number < params {
                let to = self.first_value[callee] + number as u32;
                self.argument(solver, site, number, to);
            } else if let Some(area) = self.variable_arguments.get(&callee) {
                let content = solver.content(*area);
                self.argument(solver, site, number, content);
                // An aggregate passed by value lies in the area itself.
                if let Some(copy) = self.argument_copy(site, number) {
                    solver.copy(solver.content(copy), content);
                }
            }
        }
        if let Some(result) = result {
            solver.copy(self.returned[callee], result);
        }
    }

    /// Unknown code gets all arguments.
    fn give_away(&mut self, solver: &mut Solver, site: u32, result: Option<Node>) {
        if !self.given_away.insert(site) {
            return;
        }
        let CallSite { function, call, .. } = self.call_sites[site as usize];
        let Some(body) = &self.program.functions[function].body else { return };
        let external = solver.external_content();
        for (number, arg) in body.calls[call].args.iter().enumerate() {
            if self.holds_addresses(self.program.operand_type(body, *arg)) {
                self.argument(solver, site, number, external);
            }
        }
        if let Some(result) = result.filter(|_| self.holds_addresses(body.calls[call].result)) {
            solver.copy(external, result);
        }
    }

    fn library_call(
        &mut self,
        solver: &mut Solver,
        site: u32,
        effects: &[LibraryEffect],
        result: Option<Node>,
    ) {
        let CallSite { function, inst, call } = self.call_sites[site as usize];
        let Some(body) = &self.program.functions[function].body else { return };
        let arguments = body.calls[call].args.len();
        let makes_object = |effect: &LibraryEffect| {
            use LibraryEffect::*;
            matches!(effect, ReturnNew | ReturnCopy(_) | StoreNew(_))
        };
        let new_object = effects.iter().any(makes_object).then(|| {
            let object = self.object(solver, Object::Heap(function, inst));
            self.sites.made.entry((function, inst)).or_default().push(object);
            object
        });
        // Only the effects that need a new object ask for it.
        let new_object = new_object.unwrap_or(ObjectId::EXTERNAL);
        let argument = |solver: &mut Solver, number: u8| {
            let node = solver.node();
            if (number as usize) < arguments {
                self.argument(solver, site, number as usize, node);
            }
            node
        };
        let external = solver.external_content();
        for effect in effects {
            match *effect {
                LibraryEffect::Read(_) | LibraryEffect::Write(_) | LibraryEffect::Format(_) => {}
                LibraryEffect::WriteExternal(target) => {
                    let target = argument(solver, target);
                    solver.through(target, Through::Store { from: external });
                }
                LibraryEffect::ScanArguments => {
                    for number in 0..arguments {
                        let target = argument(solver, number as u8);
                        solver.through(target, Through::Store { from: external });
                    }
                }
                LibraryEffect::Copy { target, source } => {
                    let content = solver.node();
                    let (target, source) = (argument(solver, target), argument(solver, source));
                    solver.through(source, Through::Load { to: content });
                    solver.through(target, Through::Store { from: content });
                }
                LibraryEffect::StoreArgument { target, value } => {
                    let (target, from) = (argument(solver, target), argument(solver, value));
                    solver.through(target, Through::Store { from });
                }
                LibraryEffect::StoreNew(target) => {
                    let target = argument(solver, target);
                    let from = solver.node();
                    solver.point_to(from, new_object);
                    solver.through(target, Through::Store { from });
                }
                LibraryEffect::ReturnArgument(number) => {
                    let from = argument(solver, number);
                    if let Some(result) = result {
                        solver.copy(from, result);
                    }
                }
                LibraryEffect::ReturnNew => {
                    if let Some(result) = result {
                        solver.point_to(result, new_object);
                    }
                }
                LibraryEffect::ReturnCopy(number) => {
                    let from = argument(solver, number);
                    solver.through(from, Through::Load { to: solver.content(new_object) });
                    if let Some(result) = result {
                        solver.point_to(result, new_object);
                    }
                }
                LibraryEffect::ReturnExternal => {
                    if let Some(result) = result {
                        solver.copy(external, result);
                    }
                }
            }
        }
    }
}

impl Discover for Builder<'_> {
    fn called(&mut self, solver: &mut Solver, site: u32, object: ObjectId) {
        let result = self.result_of(site);
        match self.objects[object] {
            Object::Function(function) => self.connect(solver, site, function, result),
            // Escaped functions take their parameters from outside and return there, so this covers them all.
            Object::External => self.give_away(solver, site, result),
            _ => {}
        }
    }

    fn escaped(&mut self, solver: &mut Solver, object: ObjectId) {
        if let Object::Function(function) = self.objects[object]
            && self.program.functions[function].body.is_some()
        {
            self.called_from_outside(solver, function);
        }
    }
}

/// What a call of a function outside the program does, if that is known.
pub(crate) fn known_effects(
    program: &Program,
    name: &str,
    call: &Call,
) -> Option<&'static [LibraryEffect]> {
    // A pointer to a copy of an aggregate is nothing the functions of the table expect.
    if call.passing.iter().any(|passing| matches!(passing, Passing::ByValue { .. })) {
        return None;
    }
    let effects = library_effects(name)?;
    let harmless = effects.iter().all(|effect| match effect {
        LibraryEffect::Format(number) => {
            call.args.get(*number as usize).is_some_and(|format| harmless_format(program, *format))
        }
        _ => true,
    });
    harmless.then_some(effects)
}

/// Whether an operand is a constant format without `%n`.
fn harmless_format(program: &Program, format: Operand) -> bool {
    let Some(constant) = format.constant() else { return false };
    let ConstantData::Global { global, offset } = program.constants.get(constant).data else {
        return false;
    };
    let global = &program.globals[global];
    let Some(initializer) = global.initializer.as_ref().filter(|_| global.constant) else {
        return false;
    };
    let text = usize::try_from(offset).ok().and_then(|offset| initializer.bytes.get(offset..));
    initializer.relocations.is_empty() && text.is_some_and(|text| !format_writes(text))
}

/// Whether the result of an intrinsic may be or contain an address that is in its operands.
fn hands_on_operands(op: Intrinsic) -> bool {
    use Intrinsic::*;
    match op {
        SAddOverflow | UAddOverflow | SSubOverflow | USubOverflow | SMulOverflow | UMulOverflow
        | SAddSat | UAddSat | SSubSat | USubSat | SShlSat | UShlSat | SMin | SMax | UMin | UMax
        | Abs | BSwap | BitReverse | FShl | FShr | Expect | PtrMask | ThreadLocalAddress
        | ReduceAdd | ReduceMul | ReduceAnd | ReduceOr | ReduceXor | ReduceSMax | ReduceSMin
        | ReduceUMax | ReduceUMin | FNeg | FAbs | CopySign | Canonicalize | MinNum | MaxNum
        | Minimum | Maximum => true,
        CtPop | CtLz | CtTz | Fma | FMulAdd | Sqrt | Floor | Ceil | FTrunc | Rint | NearbyInt
        | Round | RoundEven | LRound | LRint | Sin | Cos | Tan | Exp | Exp2 | Exp10 | Log
        | Log2 | Log10 | Pow | PowI | LdExp | FrExp | FpToSiSat | FpToUiSat | IsFpClass
        | ObjectSize | IsConstant | FrameAddress | ReturnAddress | CycleCounter | GetRounding
        | ReduceFAdd | ReduceFMul | ReduceFMax | ReduceFMin => false,
    }
}
