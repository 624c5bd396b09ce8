//! What values, blocks, types and constants are called in listings.
//!
//! A reader knows the source, so a value carries the name of the variable it is a value of. SSA gives a variable many values, so
//! they are numbered in program order: `i.1`, `i.2`, … A variable with one value keeps its bare name. Variables of
//! the same name (in different scopes) share one numbering, so a text always means one value. The address of a variable that lives
//! in memory is `&name`. Everything else is `%1`, `%2`, …

use std::fmt::Write;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use lariat_term::{BitVec, FloatFormat};
use rustc_hash::FxHashMap;

use crate::constant::{ConstantData, ConstantOp};
use crate::ids::*;
use crate::inst::{Inst, Operand, OperandKind};
use crate::location::Location;
use crate::program::{Body, Definition, Function, Program};
use crate::types::Type;

/// The names of one function's values and blocks.
#[derive(Clone, Debug)]
pub struct Names {
    values: SecondaryMap<ValueId, String>,
    blocks: PrimaryMap<BlockId, String>,
}

impl Names {
    /// Chooses the names.
    pub fn new(body: &Body) -> Names {
        let order = values_in_program_order(body);
        let mut uses: FxHashMap<String, u32> = FxHashMap::default();
        let bases: Vec<Option<String>> =
            order.iter().map(|value| source_name(body, *value)).collect();
        for base in bases.iter().flatten() {
            *uses.entry(base.clone()).or_default() += 1;
        }
        let mut values = SecondaryMap::new();
        let mut next: FxHashMap<&str, u32> = FxHashMap::default();
        let mut temporaries = 0;
        for (value, base) in order.iter().zip(&bases) {
            values[*value] = match base {
                None => {
                    temporaries += 1;
                    format!("%{temporaries}")
                }
                Some(base) if uses[base] == 1 => base.clone(),
                Some(base) => {
                    let number = next.entry(base.as_str()).or_default();
                    *number += 1;
                    format!("{base}.{number}")
                }
            };
        }
        Names { values, blocks: block_names(body) }
    }

    /// The name of a value.
    pub fn value(&self, value: ValueId) -> &str {
        &self.values[value]
    }

    /// The name of a block.
    pub fn block(&self, block: BlockId) -> &str {
        &self.blocks[block]
    }

    /// An operand: a value's name or a constant.
    pub fn operand(&self, program: &Program, operand: Operand) -> String {
        self.operand_as(program, operand, false)
    }

    /// An operand; integer constants are read as unsigned if asked for.
    pub fn operand_as(&self, program: &Program, operand: Operand, unsigned: bool) -> String {
        match operand.kind() {
            OperandKind::Value(value) => self.values[value].clone(),
            OperandKind::Constant(constant) => constant_text(program, constant, unsigned),
        }
    }
}

fn values_in_program_order(body: &Body) -> Vec<ValueId> {
    let params = body
        .values
        .iter()
        .take_while(|(_, value)| matches!(value.definition, Definition::Param(_)))
        .map(|(id, _)| id);
    let mut order: Vec<ValueId> = params.collect();
    for block in body.blocks.values() {
        order.extend(block.phis.iter().map(|phi| phi.result));
        order.extend(block.insts().filter_map(|inst| body.result(inst)));
    }
    order
}

fn source_name(body: &Body, value: ValueId) -> Option<String> {
    let name = body.value_name(value).filter(|name| !name.is_empty())?;
    let in_memory = match body.values[value].definition {
        Definition::Inst(inst) => matches!(body.inst(inst), Inst::Alloca { .. }),
        _ => false,
    };
    Some(if in_memory { format!("&{name}") } else { name.to_owned() })
}

fn block_names(body: &Body) -> PrimaryMap<BlockId, String> {
    let mut seen: FxHashMap<&str, u32> = FxHashMap::default();
    for block in body.blocks.values() {
        *seen.entry(block.name.as_str()).or_default() += 1;
    }
    let mut names = PrimaryMap::new();
    for (id, block) in body.blocks.iter() {
        names.push(match block.name.as_str() {
            "" => id.to_string(),
            name if seen[name] > 1 => format!("{name}.{id}"),
            name => name.to_owned(),
        });
    }
    names
}

/// A machine type in words.
pub fn type_text(program: &Program, ty: TypeId) -> String {
    match program.types.get(ty) {
        Type::Void => "void".into(),
        Type::Int(bits) => format!("i{bits}"),
        Type::Float(FloatFormat::Half) => "half".into(),
        Type::Float(FloatFormat::BFloat) => "bfloat".into(),
        Type::Float(FloatFormat::Single) => "float".into(),
        Type::Float(FloatFormat::Double) => "double".into(),
        Type::Float(FloatFormat::Quad) => "fp128".into(),
        Type::Float(FloatFormat::X87) => "fp80".into(),
        Type::Pointer => "ptr".into(),
        Type::Vector { length, element } => {
            format!("<{length} x {}>", type_text(program, *element))
        }
        Type::Array { length, element } => format!("[{length} x {}]", type_text(program, *element)),
        Type::Struct { name: Some(name), .. } => name.clone(),
        Type::Struct { name: None, fields } => {
            let fields: Vec<_> = fields.iter().map(|field| type_text(program, field.ty)).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Type::Other(spelling) => spelling.clone(),
    }
}

/// The type of a value in C's words if the source says it, else the machine type.
pub fn declared_type(program: &Program, source: Option<SourceTypeId>, machine: TypeId) -> String {
    match source {
        Some(source) => program.source_types.spelling(source),
        None => type_text(program, machine),
    }
}

/// A function's head as C would declare it.
pub fn signature(program: &Program, function: &Function) -> String {
    let mut params: Vec<String> = if function.source_params.is_empty() {
        let params = function.params.iter();
        params.map(|param| declaration(program, None, param.ty, param.name.as_deref())).collect()
    } else {
        let declare = |p: &crate::program::SourceParam| {
            program.source_types.declaration(p.ty, p.name.as_deref().unwrap_or(""))
        };
        function.source_params.iter().map(declare).collect()
    };
    if function.variadic {
        params.push("...".into());
    }
    if params.is_empty() {
        params.push("void".into());
    }
    let name = format!("{}({})", function.name, params.join(", "));
    declaration(program, function.source_result, function.result, Some(&name))
}

/// A declaration of a name, in C's words if the source says its type, else with the machine type.
pub fn declaration(
    program: &Program,
    source: Option<SourceTypeId>,
    machine: TypeId,
    name: Option<&str>,
) -> String {
    match (source, name) {
        (Some(source), name) => program.source_types.declaration(source, name.unwrap_or("")),
        (None, Some(name)) => format!("{} {name}", type_text(program, machine)),
        (None, None) => type_text(program, machine),
    }
}

/// A constant in words.
pub fn constant_text(program: &Program, id: ConstantId, unsigned: bool) -> String {
    let constant = program.constants.get(id);
    let list = |parts: &[ConstantId]| {
        let parts: Vec<_> = parts.iter().map(|p| constant_text(program, *p, unsigned)).collect();
        parts.join(", ")
    };
    match &constant.data {
        ConstantData::Int(bits) if bits.width() == 1 => {
            if bits.is_zero() {
                "false".into()
            } else {
                "true".into()
            }
        }
        ConstantData::Int(bits) if unsigned => bits.to_biguint().to_string(),
        ConstantData::Int(bits) => bits.to_bigint().to_string(),
        ConstantData::Float(bits) => match program.types.get(constant.ty) {
            Type::Float(format) => float_text(*format, bits),
            _ => format!("{:#x}", bits.to_biguint()),
        },
        ConstantData::Null => "null".into(),
        ConstantData::Zero => "zero".into(),
        ConstantData::Undef => "undef".into(),
        ConstantData::Poison => "poison".into(),
        ConstantData::Aggregate(parts) => format!("{{{}}}", list(parts)),
        ConstantData::Bytes(bytes) => string_text(bytes, 60),
        ConstantData::Global { global, offset } => {
            plus(format!("@{}", program.globals[*global].name), *offset)
        }
        ConstantData::Function { function, offset } => {
            plus(format!("@{}", program.functions[*function].name), *offset)
        }
        ConstantData::Block { function, block } => {
            let function = &program.functions[*function];
            let name = function.body.as_ref().map(|body| body.blocks[*block].name.as_str());
            format!("&&{}:{}", function.name, name.filter(|n| !n.is_empty()).unwrap_or("block"))
        }
        ConstantData::Expression { op, args } => {
            let name = match op {
                ConstantOp::Binary(op) => op.name(),
                ConstantOp::Cast(op) => op.name(),
                ConstantOp::Compare(predicate) => predicate.name(),
                ConstantOp::Select => "select",
                ConstantOp::PointerAdd => "pointer_add",
            };
            format!("{name}({})", list(args))
        }
        ConstantData::Unsupported(reason) => format!("unsupported({reason})"),
    }
}

fn plus(base: String, offset: i64) -> String {
    match offset {
        0 => base,
        offset if offset < 0 => format!("{base} - {}", offset.unsigned_abs()),
        offset => format!("{base} + {offset}"),
    }
}

/// A float as C would write it if a `double` holds it exactly, else its bits.
fn float_text(format: FloatFormat, bits: &BitVec) -> String {
    let value = match format {
        FloatFormat::Single => {
            bits.to_u64().map(|bits| format!("{:?}", f32::from_bits(bits as u32)))
        }
        FloatFormat::Double => bits.to_u64().map(|bits| format!("{:?}", f64::from_bits(bits))),
        FloatFormat::X87 => extended_to_double(bits).map(|value| format!("{value:?}")),
        _ => None,
    };
    value.filter(|text| text != "NaN").unwrap_or_else(|| format!("{:#x}", bits.to_biguint()))
}

/// The value of an x87 number, if a normal `double` holds it exactly.
fn extended_to_double(bits: &BitVec) -> Option<f64> {
    let words = bits.to_biguint().to_u64_digits();
    let significand = words.first().copied().unwrap_or(0);
    let high = words.get(1).copied().unwrap_or(0);
    let sign = if high >> 15 & 1 == 1 { -1.0 } else { 1.0 };
    let exponent = (high & 0x7fff) as i32;
    if exponent == 0 && significand == 0 {
        return Some(sign * 0.0);
    }
    let exact = significand >> 63 == 1 && significand.trailing_zeros() >= 11;
    let exponent = exponent - 16383 - 63;
    (exact && (-1000..900).contains(&exponent))
        .then(|| sign * significand as f64 * 2f64.powi(exponent))
}

/// Bytes as a C string, cut after so many.
pub fn string_text(bytes: &[u8], limit: usize) -> String {
    let mut text = String::from("\"");
    for &byte in bytes.iter().take(limit) {
        match byte {
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'\r' => text += "\\r",
            b'"' => text += "\\\"",
            b'\\' => text += "\\\\",
            0x20..0x7f => text.push(byte as char),
            // Three octal digits, so that a digit after it is not taken for part of it.
            _ => write!(text, "\\{byte:03o}").unwrap_or_default(),
        }
    }
    text.push('"');
    if bytes.len() > limit {
        write!(text, "… ({} bytes)", bytes.len()).unwrap_or_default();
    }
    text
}

/// The last part of a file's path.
pub fn file_name(program: &Program, file: FileId) -> &str {
    let path = &program.files[file].path;
    path.rsplit('/').next().unwrap_or(path)
}

/// `file:line:column`.
pub fn location_text(program: &Program, location: Location) -> String {
    let path = &program.files[location.file].path;
    match location.column {
        0 => format!("{path}:{}", location.line),
        column => format!("{path}:{}:{column}", location.line),
    }
}
