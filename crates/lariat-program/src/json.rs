//! Programs and loops as JSON, for tools. Fields are only ever added.
//!
//! A location is `{"file", "line", "column"}`; a missing thing is `null`. Blocks and values go by the names of the text listing,
//! which are unique in a function. See the structs below for the fields of each object.

use serde::Serialize;

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::{FunctionId, LocationId, LoopId};
use crate::inst::{Inst, Passing, Terminator};
use crate::json_inst::{InstJson, InstWriter};
use crate::loops::{Loop, LoopForest, LoopKind};
use crate::names::{Names, constant_text, declared_type, type_text};
use crate::print::{PrintOptions, exit_line, state_names};
use crate::print_inst::InstPrinter;
use crate::program::{Body, DataModel, Function, Initializer, Linkage, Program};

#[derive(Serialize)]
struct ProgramJson<'p> {
    name: &'p str,
    target: TargetJson<'p>,
    /// Empty if one function was asked for.
    globals: Vec<GlobalJson<'p>>,
    functions: Vec<FunctionJson<'p>>,
    aliases: Vec<AliasJson<'p>>,
    /// Functions run before `main`, in order.
    constructors: Vec<&'p str>,
    /// Functions run after `main`, in order.
    destructors: Vec<&'p str>,
    /// Assembly outside of functions, which is ignored.
    module_assembly: &'p str,
    /// Everything in a listed function that cannot be executed.
    unsupported: Vec<UnsupportedJson<'p>>,
}

#[derive(Serialize)]
struct TargetJson<'p> {
    triple: &'p str,
    data_model: &'static str,
    pointer_bits: u32,
}

#[derive(Serialize)]
pub(crate) struct LocationJson<'p> {
    file: &'p str,
    line: u32,
    /// 0 if unknown.
    column: u32,
}

#[derive(Serialize)]
struct AliasJson<'p> {
    name: &'p str,
    /// The symbol it stands for, as in the text listing.
    target: String,
    linkage: &'static str,
}

#[derive(Serialize)]
struct GlobalJson<'p> {
    name: &'p str,
    source_name: Option<&'p str>,
    #[serde(rename = "type")]
    ty: String,
    size: u64,
    align: u32,
    linkage: &'static str,
    constant: bool,
    thread_local: bool,
    /// Whether the program says what is in it.
    defined: bool,
    initializer: Option<InitializerJson>,
    location: Option<LocationJson<'p>>,
}

#[derive(Serialize)]
struct InitializerJson {
    /// Hexadecimal, up to the last byte that is not zero: what follows, up to the global's size, is zero.
    bytes: String,
    relocations: Vec<RelocationJson>,
    /// Ranges of undefined bytes: the first one and the one after the last.
    undefined: Vec<(u64, u64)>,
}

#[derive(Serialize)]
struct RelocationJson {
    offset: u64,
    size: u32,
    value: String,
}

#[derive(Serialize)]
struct FunctionJson<'p> {
    name: &'p str,
    source_name: Option<&'p str>,
    /// In C's words where the source is known.
    result: String,
    parameters: Vec<ParameterJson<'p>>,
    /// What the machine passes, which can be pieces of the parameters or addresses of them.
    machine_parameters: Vec<MachineParameterJson<'p>>,
    variadic: bool,
    no_return: bool,
    linkage: &'static str,
    /// Whether it has a body.
    defined: bool,
    location: Option<LocationJson<'p>>,
    /// The source's local variables and parameters.
    variables: Vec<VariableJson<'p>>,
    blocks: Vec<BlockJson<'p>>,
    loops: Vec<LoopJson<'p>>,
}

#[derive(Serialize)]
struct ParameterJson<'p> {
    name: Option<&'p str>,
    #[serde(rename = "type")]
    ty: String,
}

#[derive(Serialize)]
struct MachineParameterJson<'p> {
    name: Option<&'p str>,
    #[serde(rename = "type")]
    ty: String,
    /// `direct`, `copy` (of what it points to) or `result` (the callee's result is put there).
    passing: &'static str,
    /// The type copied or put there.
    memory: Option<String>,
}

#[derive(Serialize)]
struct VariableJson<'p> {
    name: &'p str,
    #[serde(rename = "type")]
    ty: Option<String>,
    location: Option<LocationJson<'p>>,
    /// Counted from 0.
    parameter: Option<u32>,
}

#[derive(Serialize)]
struct BlockJson<'p> {
    name: String,
    labels: &'p [String],
    /// One per incoming edge.
    predecessors: Vec<String>,
    /// One per outgoing edge, with the decision that takes it (`T`, `F`, a case's value, `default`, or empty).
    successors: Vec<SuccessorJson>,
    /// Phis first, the terminator last.
    instructions: Vec<InstJson<'p>>,
}

#[derive(Serialize)]
struct SuccessorJson {
    block: String,
    label: String,
}

#[derive(Serialize)]
struct UnsupportedJson<'p> {
    function: &'p str,
    block: String,
    reason: &'p str,
    location: Option<LocationJson<'p>>,
}

#[derive(Serialize)]
struct LoopJson<'p> {
    function: &'p str,
    /// The number of this loop in its function.
    id: u32,
    header: String,
    file: Option<&'p str>,
    /// The first line.
    line: Option<u32>,
    end_line: Option<u32>,
    column: Option<u32>,
    /// 1 for an outermost loop.
    depth: u32,
    /// The number of the loop around it.
    parent: Option<u32>,
    latches: Vec<String>,
    preheader: Option<String>,
    exits: Vec<ExitJson>,
    /// Names of what is carried from one iteration to the next in values.
    state: Vec<String>,
    blocks: Vec<String>,
    /// Whether it can be entered at several blocks, which `entries` lists.
    irreducible: bool,
    entries: Vec<String>,
    /// Pragmas, with their number if they have one.
    properties: Vec<(String, Option<i64>)>,
    /// Whether the language lets the compiler assume that the loop ends or does something visible.
    must_progress: bool,
}

#[derive(Serialize)]
struct ExitJson {
    from: String,
    to: String,
    line: Option<u32>,
}

/// The program, or the function asked for, as one JSON document.
pub fn program(program: &Program, options: &PrintOptions) -> String {
    let context = Context { program };
    let wanted = |function: &Function| match &options.function {
        Some(name) => function.name == *name || function.source_name.as_ref() == Some(name),
        None => true,
    };
    let selected = || program.functions.iter().filter(|(_, function)| wanted(function));
    let globals = match options.function {
        None => context.globals(),
        Some(_) => Vec::new(),
    };
    to_text(&ProgramJson {
        name: &program.name,
        target: TargetJson {
            triple: &program.target.triple,
            data_model: match program.target.data_model {
                DataModel::Ilp32 => "ILP32",
                DataModel::Lp64 => "LP64",
            },
            pointer_bits: program.target.pointer_bits,
        },
        globals,
        functions: selected().map(|(id, _)| context.function(id)).collect(),
        aliases: context.aliases(),
        constructors: context.names(&program.constructors),
        destructors: context.names(&program.destructors),
        module_assembly: &program.module_assembly,
        unsupported: selected().flat_map(|(id, _)| context.unsupported(id)).collect(),
    })
}

/// The loops of all functions, or of the one asked for: a JSON array, outer loops before inner ones.
pub fn loops(program: &Program, options: &PrintOptions) -> String {
    let context = Context { program };
    let loops: Vec<LoopJson<'_>> = options
        .selected(program)
        .flat_map(|(_, function, body)| context.loops(function, body, &Names::new(body)))
        .collect();
    to_text(&loops)
}

fn to_text(value: &impl Serialize) -> String {
    // Strings and numbers always have a JSON form, so there is no error to report.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

fn linkage_name(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "external",
        Linkage::Internal => "internal",
        Linkage::Weak => "weak",
        Linkage::Shared => "shared",
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Context<'p> {
    pub(crate) program: &'p Program,
}

impl<'p> Context<'p> {
    pub(crate) fn location(&self, location: Option<LocationId>) -> Option<LocationJson<'p>> {
        let location = self.program.locations.get(location?);
        let file = &self.program.files[location.file].path;
        Some(LocationJson { file, line: location.line, column: location.column })
    }

    fn names(&self, functions: &[FunctionId]) -> Vec<&'p str> {
        functions.iter().map(|id| self.program.functions[*id].name.as_str()).collect()
    }

    fn aliases(&self) -> Vec<AliasJson<'p>> {
        let one = |alias: &'p crate::program::Alias| AliasJson {
            name: &alias.name,
            target: constant_text(self.program, alias.target, false),
            linkage: linkage_name(alias.linkage),
        };
        self.program.aliases.iter().map(one).collect()
    }

    fn initializer(&self, initializer: &Initializer) -> InitializerJson {
        let length =
            initializer.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        InitializerJson {
            bytes: initializer.bytes[..length].iter().map(|byte| format!("{byte:02x}")).collect(),
            relocations: initializer
                .relocations
                .iter()
                .map(|relocation| RelocationJson {
                    offset: relocation.offset,
                    size: relocation.size,
                    value: constant_text(self.program, relocation.value, false),
                })
                .collect(),
            undefined: initializer.undefined.iter().map(|range| (range.start, range.end)).collect(),
        }
    }

    fn machine_parameters(&self, function: &'p Function) -> Vec<MachineParameterJson<'p>> {
        let one = |param: &'p crate::program::Param| {
            let (passing, memory) = match param.passing {
                Passing::Direct => ("direct", None),
                Passing::ByValue { ty, .. } => ("copy", Some(type_text(self.program, ty))),
                Passing::Result { ty } => ("result", Some(type_text(self.program, ty))),
            };
            let ty = type_text(self.program, param.ty);
            MachineParameterJson { name: param.name.as_deref(), ty, passing, memory }
        };
        function.params.iter().map(one).collect()
    }

    fn variables(&self, body: &'p Body) -> Vec<VariableJson<'p>> {
        let one = |variable: &'p crate::program::Variable| VariableJson {
            name: &variable.name,
            ty: variable.ty.map(|ty| self.program.source_types.spelling(ty)),
            location: self.location(variable.location),
            parameter: variable.parameter,
        };
        body.variables.values().map(one).collect()
    }

    fn globals(&self) -> Vec<GlobalJson<'p>> {
        let program = self.program;
        program
            .globals
            .values()
            .map(|global| GlobalJson {
                name: &global.name,
                source_name: global.source_name.as_deref(),
                ty: declared_type(program, global.source_type, global.ty),
                size: global.size,
                align: global.align,
                linkage: linkage_name(global.linkage),
                constant: global.constant,
                thread_local: global.thread_local,
                defined: global.initializer.is_some(),
                initializer: global.initializer.as_ref().map(|i| self.initializer(i)),
                location: self.location(global.location),
            })
            .collect()
    }

    fn function(&self, id: FunctionId) -> FunctionJson<'p> {
        let program = self.program;
        let function = &program.functions[id];
        let parameters = if function.source_params.is_empty() {
            let of_machine = |param: &'p crate::program::Param| ParameterJson {
                name: param.name.as_deref(),
                ty: type_text(program, param.ty),
            };
            function.params.iter().map(of_machine).collect()
        } else {
            let of_source = |param: &'p crate::program::SourceParam| ParameterJson {
                name: param.name.as_deref(),
                ty: program.source_types.spelling(param.ty),
            };
            function.source_params.iter().map(of_source).collect()
        };
        let (variables, blocks, loops) = match &function.body {
            Some(body) => {
                let names = Names::new(body);
                let loops = self.loops(function, body, &names);
                (self.variables(body), self.blocks(body, &names), loops)
            }
            None => (Vec::new(), Vec::new(), Vec::new()),
        };
        FunctionJson {
            name: &function.name,
            source_name: function.source_name.as_deref(),
            result: declared_type(program, function.source_result, function.result),
            parameters,
            machine_parameters: self.machine_parameters(function),
            variadic: function.variadic,
            no_return: function.no_return,
            linkage: linkage_name(function.linkage),
            defined: function.body.is_some(),
            location: self.location(function.location),
            variables,
            blocks,
            loops,
        }
    }

    fn blocks(&self, body: &'p Body, names: &Names) -> Vec<BlockJson<'p>> {
        let cfg = Cfg::new(body);
        let printer = InstPrinter { program: self.program, body, names };
        let name = |block| names.block(block).to_owned();
        let writer = InstWriter { context: *self, body, names };
        let one = |(id, block): (_, &'p crate::program::Block)| {
            let phis = block.phis.iter().map(|phi| writer.phi(phi));
            let insts = block.insts().map(|inst| writer.inst(inst));
            let instructions = phis.chain(insts).chain([writer.terminator(block)]).collect();
            let labels = printer.edge_labels(&block.terminator);
            let successors = cfg.successors(id).zip(labels);
            BlockJson {
                name: name(id),
                labels: &block.labels,
                predecessors: cfg.predecessors(id).map(name).collect(),
                successors: successors
                    .map(|(block, label)| SuccessorJson { block: name(block), label })
                    .collect(),
                instructions,
            }
        };
        body.blocks.iter().map(one).collect()
    }

    fn loops(&self, function: &'p Function, body: &Body, names: &Names) -> Vec<LoopJson<'p>> {
        let cfg = Cfg::new(body);
        let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
        let name = |block| names.block(block).to_owned();
        let one = |(id, this): (LoopId, &Loop)| {
            let lines = forest.lines(self.program, body, id);
            let hints = this.latches.iter().find_map(|b| body.blocks[*b].loop_hints.clone());
            let hints = hints.unwrap_or_default();
            let exits = this.exit_edges.iter().map(|edge| {
                let edge = cfg.edge(*edge);
                ExitJson {
                    from: name(edge.source),
                    to: name(edge.target),
                    line: exit_line(self.program, body, edge.source),
                }
            });
            LoopJson {
                function: &function.name,
                id: id.as_u32(),
                header: name(this.header),
                file: lines.map(|lines| self.program.files[lines.file].path.as_str()),
                line: lines.map(|lines| lines.start),
                end_line: lines.map(|lines| lines.end),
                column: lines.map(|lines| lines.column),
                depth: this.depth,
                parent: this.parent.map(|parent| parent.as_u32()),
                latches: this.latches.iter().map(|block| name(*block)).collect(),
                preheader: this.preheader.map(name),
                exits: exits.collect(),
                state: state_names(body, names, this),
                blocks: this.blocks.iter().map(|block| name(*block)).collect(),
                irreducible: this.kind == LoopKind::Irreducible,
                entries: this.entries.iter().map(|block| name(*block)).collect(),
                properties: hints.properties,
                must_progress: hints.must_progress,
            }
        };
        forest.iter().map(one).collect()
    }

    fn unsupported(&self, id: FunctionId) -> Vec<UnsupportedJson<'p>> {
        let function = &self.program.functions[id];
        let Some(body) = &function.body else { return Vec::new() };
        let names = Names::new(body);
        let mut list = Vec::new();
        for (block_id, block) in body.blocks.iter() {
            let mut add = |reason: &'p str, location| {
                list.push(UnsupportedJson {
                    function: &function.name,
                    block: names.block(block_id).to_owned(),
                    reason,
                    location: self.location(location),
                });
            };
            for inst in block.insts() {
                if let Inst::Unsupported { reason, .. } = body.inst(inst) {
                    add(&body.reasons[reason as usize], body.location(inst));
                }
            }
            if let Terminator::Unsupported { reason, .. } = &block.terminator {
                add(reason, block.terminator_location);
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::sum;

    #[test]
    fn loops_have_the_documented_fields() {
        let text = loops(&sum(), &PrintOptions::default());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let this = &value[0];
        assert_eq!(this["function"], "sum");
        assert_eq!(this["header"], "for.cond");
        assert_eq!((&this["line"], &this["end_line"]), (&3.into(), &4.into()));
        assert_eq!(this["parent"], serde_json::Value::Null);
        assert_eq!(this["state"], serde_json::json!(["i", "s"]));
        let exits = serde_json::json!([{"from": "for.cond", "to": "for.end", "line": 3}]);
        assert_eq!(this["exits"], exits);
        assert_eq!(this["irreducible"], false);
    }

    #[test]
    fn program_has_instructions_with_locations() {
        let text = program(&sum(), &PrintOptions::default());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let block = &value["functions"][0]["blocks"][2];
        assert_eq!(block["instructions"][0]["kind"], "add");
        assert_eq!(block["instructions"][0]["text"], "s.2 = add nsw s.1, i.1");
        assert_eq!(block["instructions"][0]["location"]["line"], 4);
        assert_eq!(value["functions"][0]["parameters"][0]["name"], "n");
        assert_eq!(value["unsupported"], serde_json::json!([]));
    }
}
