//! Instructions as JSON: what they do in fields, so that a reader need not take the text apart.

use serde::Serialize;

use crate::ids::{InstId, TypeId};
use crate::inst::{Access, Callee, Flags, Inst, Operand, Phi};
use crate::json::{Context, LocationJson};
use crate::names::{Names, type_text};
use crate::print_inst::{InstPrinter, kind_name, terminator_kind};
use crate::program::{Block, Body};

/// An instruction, a phi or a terminator. Fields that do not apply are left out.
#[derive(Serialize)]
pub(crate) struct InstJson<'p> {
    /// `phi`, `add`, `load`, `call`, `branch`, …
    kind: &'static str,
    /// Which comparison, intrinsic or atomic operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<&'static str>,
    /// As in the text listing.
    text: String,
    /// The name of the value it makes.
    result: Option<String>,
    /// The value's machine type.
    #[serde(rename = "type")]
    ty: Option<String>,
    /// Promises: `nsw`, `inbounds`, …
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
    /// In the order of the text listing; the callee of an indirect call comes first.
    operands: Vec<OperandJson>,
    /// Alignment in bytes of the memory accessed or made.
    #[serde(skip_serializing_if = "Option::is_none")]
    align: Option<u32>,
    #[serde(skip_serializing_if = "is_false")]
    volatile: bool,
    #[serde(skip_serializing_if = "is_false")]
    atomic: bool,
    /// The function called directly.
    #[serde(skip_serializing_if = "Option::is_none")]
    callee: Option<&'p str>,
    /// Of a call of a variadic function, how many arguments are declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed_args: Option<u32>,
    location: Option<LocationJson<'p>>,
}

#[derive(Serialize)]
struct OperandJson {
    text: String,
    #[serde(rename = "type")]
    ty: String,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// Writes the instructions of one body.
pub(crate) struct InstWriter<'p, 'n> {
    pub(crate) context: Context<'p>,
    pub(crate) body: &'p Body,
    pub(crate) names: &'n Names,
}

impl<'p> InstWriter<'p, '_> {
    fn printer(&self) -> InstPrinter<'_> {
        InstPrinter { program: self.context.program, body: self.body, names: self.names }
    }

    fn ty(&self, ty: TypeId) -> String {
        type_text(self.context.program, ty)
    }

    fn operand(&self, operand: Operand) -> OperandJson {
        let program = self.context.program;
        let ty = self.ty(program.operand_type(self.body, operand));
        OperandJson { text: self.names.operand(program, operand), ty }
    }

    fn plain(&self, kind: &'static str, text: String) -> InstJson<'p> {
        InstJson {
            kind,
            operation: None,
            text,
            result: None,
            ty: None,
            flags: Vec::new(),
            operands: Vec::new(),
            align: None,
            volatile: false,
            atomic: false,
            callee: None,
            fixed_args: None,
            location: None,
        }
    }

    pub(crate) fn phi(&self, phi: &Phi) -> InstJson<'p> {
        InstJson {
            result: Some(self.names.value(phi.result).to_owned()),
            ty: Some(self.ty(self.body.values[phi.result].ty)),
            operands: phi.incoming.iter().map(|incoming| self.operand(incoming.value)).collect(),
            location: self.context.location(phi.location),
            ..self.plain("phi", self.printer().phi(phi))
        }
    }

    pub(crate) fn terminator(&self, block: &Block) -> InstJson<'p> {
        let terminator = &block.terminator;
        InstJson {
            operands: terminator
                .operand()
                .map(|operand| self.operand(operand))
                .into_iter()
                .collect(),
            location: self.context.location(block.terminator_location),
            ..self.plain(
                terminator_kind(terminator),
                self.printer().terminator(terminator).join("\n"),
            )
        }
    }

    pub(crate) fn inst(&self, id: InstId) -> InstJson<'p> {
        let inst = self.body.inst(id);
        let result = self.body.result(id);
        let mut operands = Vec::new();
        self.body.for_each_operand(id, |operand| operands.push(self.operand(operand)));
        let mut json = InstJson {
            result: result.map(|value| self.names.value(value).to_owned()),
            ty: result.map(|value| self.ty(self.body.values[value].ty)),
            operands,
            location: self.context.location(self.body.location(id)),
            ..self.plain(kind_name(inst), self.printer().inst(id))
        };
        self.details(inst, &mut json);
        json
    }

    fn details(&self, inst: Inst, json: &mut InstJson<'p>) {
        let flags = |flags: Flags| flags.names().collect();
        let mut accessed = |access: Access| {
            json.align = Some(access.align);
            (json.volatile, json.atomic) = (access.volatile, access.atomic);
        };
        match inst {
            Inst::Load { access, .. } | Inst::Store { access, .. } => accessed(access),
            Inst::AtomicUpdate { op, access, .. } => {
                accessed(access);
                json.operation = Some(op.name());
            }
            Inst::CompareExchange { align, .. } => {
                json.align = Some(align);
                json.atomic = true;
            }
            Inst::Alloca { align, .. } => json.align = Some(align),
            Inst::Binary { flags: promised, .. }
            | Inst::Cast { flags: promised, .. }
            | Inst::PointerAdd { flags: promised, .. } => json.flags = flags(promised),
            Inst::Compare { predicate, .. } => json.operation = Some(predicate.name()),
            Inst::FloatCompare { predicate, flags: promised, .. } => {
                json.operation = Some(predicate.name());
                json.flags = flags(promised);
            }
            Inst::Intrinsic { op, flags: promised, .. } => {
                json.operation = Some(op.name());
                json.flags = flags(promised);
            }
            Inst::MemoryCopy { volatile, .. } | Inst::MemorySet { volatile, .. } => {
                json.volatile = volatile;
            }
            Inst::Call(call) => {
                let call = &self.body.calls[call];
                json.fixed_args = call.fixed_args;
                if let Callee::Direct(function) = call.callee {
                    json.callee = Some(&self.context.program.functions[function].name);
                }
            }
            _ => {}
        }
    }
}
