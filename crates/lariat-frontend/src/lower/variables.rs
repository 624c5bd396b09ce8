//! Which value belongs to which variable of the source.
//!
//! Debug calls say it: `dbg.declare` that a variable lives at an address, `dbg.value` that it has a value from here on.
//! A phi that no call names was made by a pass: it takes the name that all its incoming values agree on, or that of the phi
//! it flows into. A value that is not the variable's on every way (`a ? a : 5`) has no name.

use cranelift_entity::packed_option::PackedOption;
use lariat_program::{
    Binding, BlockId, Body, Bound, Definition, Inst, Operand, ValueId, Variable, VariableId,
};
use rustc_hash::FxHashMap;

use super::function::FunctionLowering;
use super::raw::{self, Metadata, MetadataKind, Value, ValueKind};

// Positions of operands of a `DILocalVariable` and a `DILabel`.
const LOCAL_SCOPE: usize = 0;
const LOCAL_NAME: usize = 1;
const LOCAL_FILE: usize = 2;
const LOCAL_TYPE: usize = 3;
const LABEL_NAME: usize = 1;

/// How often names are passed on along phis. Chains longer than this in the wrong direction are rare and only lose a name.
const NAMING_ROUNDS: usize = 8;

/// The variables of a function met so far.
pub(super) struct Variables {
    known: FxHashMap<(Metadata, Metadata), VariableId>,
    subprogram: Metadata,
    /// Numbers of parameters that were not met yet, the next one expected first.
    open_parameters: Vec<u32>,
}

impl Variables {
    pub(super) fn new(subprogram: Metadata, parameters: u32) -> Variables {
        Variables {
            known: FxHashMap::default(),
            subprogram,
            open_parameters: (1..=parameters).collect(),
        }
    }
}

impl FunctionLowering<'_> {
    /// `dbg.declare`: the variable lives at an address.
    pub(super) fn lower_declare(&mut self, call: Value) {
        let address = self.described_value(call);
        let plain = self.expression(call) == self.lowering.debug.plain;
        let bound = match address {
            Some(address) if plain => Bound::Memory(address),
            _ => Bound::Unknown,
        };
        self.bind(call, bound, true);
    }

    /// `dbg.value`: the variable has a value.
    pub(super) fn lower_debug_value(&mut self, call: Value) {
        let expression = self.expression(call);
        let bound = match self.described_value(call) {
            Some(value) if expression == self.lowering.debug.plain => Bound::Value(value),
            Some(address) if expression == self.lowering.debug.dereference => {
                Bound::Memory(address)
            }
            _ => Bound::Unknown,
        };
        self.bind(call, bound, false);
    }

    /// `dbg.label`: a label of the source is here.
    pub(super) fn lower_label(&mut self, call: Value) {
        let label = raw::value_metadata(raw::operand(call, 0));
        self.labels.extend(self.lowering.node(label).string(LABEL_NAME));
    }

    fn expression(&self, call: Value) -> Metadata {
        raw::value_metadata(raw::operand(call, 2))
    }

    /// The value a debug call speaks of; nothing if it is undefined or a list.
    fn described_value(&mut self, call: Value) -> Option<Operand> {
        let wrapped = raw::operand(call, 0);
        let value = match raw::metadata_kind(raw::value_metadata(wrapped)) {
            MetadataKind::LLVMLocalAsMetadataMetadataKind
            | MetadataKind::LLVMConstantAsMetadataMetadataKind => {
                *raw::node_operands(wrapped).first()?
            }
            _ => return None,
        };
        if value.is_null() {
            return None;
        }
        match raw::value_kind(value) {
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => None,
            ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind => {
                self.values.get(&value).map(|&id| id.into())
            }
            _ => Some(self.lowering.constant(value).into()),
        }
    }

    fn bind(&mut self, call: Value, bound: Bound, declares: bool) {
        let variable = self.variable(call, declares);
        if let Bound::Value(operand) | Bound::Memory(operand) = bound
            && let Some(value) = operand.value()
        {
            let is_home = matches!(bound, Bound::Memory(_));
            let data = &mut self.body.values[value];
            let is_named = !self.body.variables[variable].name.is_empty();
            if data.variable.is_none() && is_named && (declares || !is_home) {
                data.variable = variable.into();
            }
        }
        let before = self.body.insts.next_key();
        self.body.bindings.push(Binding { block: self.block, before, variable, bound });
    }

    fn variable(&mut self, call: Value, declares: bool) -> VariableId {
        let local = raw::value_metadata(raw::operand(call, 1));
        let key = (local, self.inlined_at(call));
        if let Some(&id) = self.variables.known.get(&key) {
            return id;
        }
        let node = self.lowering.node(local);
        let name = node.string(LOCAL_NAME).unwrap_or_default();
        let line = raw::variable_line(local);
        let scope = node.metadata(LOCAL_SCOPE);
        let file = node.metadata(LOCAL_FILE);
        let ty = node.metadata(LOCAL_TYPE);
        let mut parameter = None;
        if scope == self.variables.subprogram && key.1.is_null() {
            let builder = &self.lowering.debug.builder;
            let open = &mut self.variables.open_parameters;
            let found = open.iter().position(|&number| {
                builder.parameter(scope, &name, number, file, line, ty) == local
            });
            parameter = found.map(|position| open.remove(position) - 1);
        }
        // The call has the column of the declaration, the variable only the line.
        let declared = if declares { self.lowering.location(call) } else { None };
        let location = declared
            .filter(|&id| self.lowering.program.locations.get(id).line == line)
            .or_else(|| self.lowering.line(file, line));
        let ty = (!ty.is_null()).then(|| self.lowering.source_type(ty));
        let id = self.body.variables.push(Variable { name, ty, location, parameter });
        self.variables.known.insert(key, id);
        id
    }

    /// Gives phis without a name the one their incoming values agree on, or the one of the phi they are merged into.
    pub(super) fn name_phis(&mut self) {
        for _ in 0..NAMING_ROUNDS {
            let mut changed = false;
            for block in 0..self.body.blocks.len() as u32 {
                let block = BlockId::from_u32(block);
                for index in 0..self.body.blocks[block].phis.len() {
                    let result = self.body.blocks[block].phis[index].result;
                    if let Some(variable) = self.body.values[result].variable.expand() {
                        changed |= self.name_merged(block, index, variable);
                        continue;
                    }
                    if let Some(variable) = agreed_variable(&self.body, block, index) {
                        self.body.values[result].variable = variable.into();
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// What a variable's phi takes from a predecessor is the variable's value there, so a phi without a name is one of it.
    fn name_merged(&mut self, block: BlockId, index: usize, variable: VariableId) -> bool {
        let mut changed = false;
        for incoming in &self.body.blocks[block].phis[index].incoming {
            let Some(value) = incoming.value.value() else { continue };
            let data = &mut self.body.values[value];
            if data.variable.is_none() && matches!(data.definition, Definition::Phi(..)) {
                data.variable = variable.into();
                changed = true;
            }
        }
        changed
    }

    /// An alloca has no location of its own: it takes the variable's, or the function's if the compiler made it up.
    pub(super) fn locate_allocas(&mut self) {
        for (value, data) in self.body.values.iter() {
            let Definition::Inst(inst) = data.definition else { continue };
            let has_location = self.body.inst_locations[inst].is_some();
            if has_location || !matches!(self.body.insts[inst].inst, Inst::Alloca { .. }) {
                continue;
            }
            let variable = self.body.values[value].variable.expand();
            let location = variable.and_then(|id| self.body.variables[id].location).or(self
                .lowering
                .program
                .functions[self.id]
                .location);
            if location.is_some() {
                self.body.inst_locations[inst] = PackedOption::from(location);
            }
        }
    }

    /// Tells the function what its parameters are called.
    pub(super) fn name_parameters(&mut self, function: Value) {
        let count = self.lowering.program.functions[self.id].params.len();
        for variable in self.body.variables.values() {
            let function = &mut self.lowering.program.functions[self.id];
            if let Some(parameter) = variable.parameter
                && let Some(source) = function.source_params.get_mut(parameter as usize)
            {
                source.name = Some(variable.name.clone()).filter(|name| !name.is_empty());
            }
        }
        for index in 0..count {
            let name = self.parameter_name(raw::parameter(function, index as u32), index);
            self.lowering.program.functions[self.id].params[index].name = name;
        }
    }

    /// The source's name of a parameter: that of its variable; for a piece of a struct, the struct's.
    fn parameter_name(&self, parameter: Value, index: usize) -> Option<String> {
        let value = ValueId::from_u32(index as u32);
        if let Some(name) = self.body.value_name(value) {
            return Some(name.to_owned());
        }
        let name = raw::value_name(parameter);
        // A piece of a struct is called `struct.coerce0` or `struct.0`; no name of C has a dot.
        let name = name.split('.').next().unwrap_or(&name);
        let source = &self.lowering.program.functions[self.id].source_params;
        source.iter().any(|param| param.name.as_deref() == Some(name)).then(|| name.to_owned())
    }
}

/// The variable that all incoming values of a phi belong to.
fn agreed_variable(body: &Body, block: BlockId, index: usize) -> Option<VariableId> {
    let phi = &body.blocks[block].phis[index];
    let mut agreed = None;
    for incoming in &phi.incoming {
        let value = incoming.value.value()?;
        if value == phi.result {
            continue;
        }
        let variable = body.values[value].variable.expand()?;
        if agreed.is_some_and(|known| known != variable) {
            return None;
        }
        agreed = Some(variable);
    }
    agreed
}
