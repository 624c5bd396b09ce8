//! The program's own input functions, as it declares them.
//!
//! The competitions' functions `__VERIFIER_nondet_X` have the type that a program's declaration gives them, be it an integer, a
//! pointer or a struct. The engine goes by the declaration, and so must the native run: for each such function that nobody
//! defines, this writes a definition in LLVM assembly that takes the next value of that name out of the test. In LLVM's words
//! a declaration says all that the machine has to know, registers and memory for the result included, so it is the same
//! for C and for bitcode.

use std::collections::HashMap;
use std::fmt::Write as _;

use lariat_program::{
    DataModel, Extension, FloatFormat, Function, Passing, Program, SourceEncoding, SourceType,
    SourceTypeTable, Type, TypeId,
};
use serde::{Deserialize, Serialize};

/// How the names of input functions start that have no other meaning.
pub(crate) const PREFIX: &str = "__VERIFIER_nondet_";

/// This one is given the memory to fill, and the replay library has it.
const FILLS_MEMORY: &str = "__VERIFIER_nondet_memory";

/// How a value is written for people and for test suites.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InputKind {
    /// An integer with a sign.
    Signed,
    /// An integer without, a truth value or an address.
    Unsigned,
    /// A `float`.
    Single,
    /// A `double`.
    Double,
    /// A `long double` of 80 bits.
    Extended,
    /// Anything else, byte by byte.
    Bytes,
}

/// An input function that the program declares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeclaredInput {
    /// Its name, which is that of the inputs too.
    pub name: String,
    /// What its result is.
    pub kind: InputKind,
    /// Its definition in LLVM assembly.
    definition: String,
}

impl DeclaredInput {
    /// All input functions that a program declares and does not define.
    pub fn all(program: &Program) -> Vec<DeclaredInput> {
        let is_input = |function: &&Function| {
            function.body.is_none()
                && function.name.starts_with(PREFIX)
                && function.name != FILLS_MEMORY
        };
        let functions = program.functions.values().filter(is_input);
        functions.filter_map(|function| DeclaredInput::new(program, function)).collect()
    }

    /// None if the function returns nothing, or something that Lariat has no name for.
    fn new(program: &Program, function: &Function) -> Option<DeclaredInput> {
        let definition = definition(program, function)?;
        Some(DeclaredInput {
            name: function.name.clone(),
            kind: kind(program, function),
            definition,
        })
    }
}

/// The kinds of inputs by their names.
pub(crate) fn kinds(inputs: &[DeclaredInput]) -> HashMap<String, InputKind> {
    inputs.iter().map(|input| (input.name.clone(), input.kind)).collect()
}

/// LLVM assembly with definitions of all of them.
pub(crate) fn assembly(inputs: &[DeclaredInput], is_32_bit: bool, attribute: &str) -> String {
    let size_type = size_type(is_32_bit);
    let mut text = format!("declare void @lariat_make_symbolic(ptr, {size_type}, ptr)\n");
    for input in inputs {
        text.push_str(&input.definition.replace(ATTRIBUTE, attribute));
    }
    text
}

/// Stands in a definition for what a sanitizer wants to find there.
const ATTRIBUTE: &str = "#attribute#";

fn size_type(is_32_bit: bool) -> &'static str {
    if is_32_bit { "i32" } else { "i64" }
}

/// A definition that asks for an input of the function's name and returns it.
fn definition(program: &Program, function: &Function) -> Option<String> {
    let size_type = size_type(program.target.data_model == DataModel::Ilp32);
    let name = &function.name;
    let symbol = format!("@\"{name}\"");
    let mut parameters = Vec::new();
    for (number, parameter) in function.params.iter().enumerate() {
        let ty = assembly_type(program, parameter.ty)?;
        parameters.push(match parameter.passing {
            Passing::Direct => format!("{ty} %{number}"),
            Passing::ByValue { ty, .. } => {
                format!("ptr byval({}) %{number}", assembly_type(program, ty)?)
            }
            Passing::Result { ty } => {
                format!("ptr sret({}) %{number}", assembly_type(program, ty)?)
            }
        });
    }
    if function.variadic {
        parameters.push("...".to_owned());
    }
    let parameters = parameters.join(", ");
    let mut text = String::new();
    let length = name.len() + 1;
    let _ = writeln!(
        text,
        "@\"{name}.lariat\" = private unnamed_addr constant [{length} x i8] c\"{name}\\00\""
    );
    let fill = |place: &str, size: u64| {
        format!(
            "  call void @lariat_make_symbolic(ptr {place}, {size_type} {size}, ptr @\"{name}.lariat\")\n"
        )
    };
    if let Some((number, ty)) = function.params.iter().enumerate().find_map(result_in_memory) {
        let size = program.types.info(ty).alloc_size;
        let fill = fill(&format!("%{number}"), size);
        let _ = write!(
            text,
            "define weak void {symbol}({parameters}) {ATTRIBUTE} {{\n{fill}  ret void\n}}\n"
        );
        return Some(text);
    }
    let info = program.types.info(function.result);
    let ty = assembly_type(program, function.result)?;
    if info.store_size == 0 {
        return None;
    }
    let extension = match function.result_extension {
        Some(Extension::Sign) => "signext ",
        Some(Extension::Zero) => "zeroext ",
        None => "",
    };
    let _ = writeln!(text, "define weak {extension}{ty} {symbol}({parameters}) {ATTRIBUTE} {{");
    // In memory an integer has whole bytes, and a truth value is all of its byte.
    let (in_memory, narrowed) = match program.types.get(function.result) {
        Type::Int(1) => ("i8".to_owned(), Some("icmp ne i8 %whole, 0".to_owned())),
        Type::Int(width) if u64::from(*width) != info.store_size * 8 => {
            let whole = format!("i{}", info.store_size * 8);
            let narrowed = format!("trunc {whole} %whole to {ty}");
            (whole, Some(narrowed))
        }
        _ => (ty.clone(), None),
    };
    let _ = writeln!(text, "  %place = alloca {in_memory}, align 16");
    text.push_str(&fill("%place", info.store_size));
    let _ = writeln!(text, "  %whole = load {in_memory}, ptr %place, align 16");
    let result = match narrowed {
        Some(narrowed) => {
            let _ = writeln!(text, "  %narrowed = {narrowed}");
            "%narrowed"
        }
        None => "%whole",
    };
    let _ = write!(text, "  ret {ty} {result}\n}}\n");
    Some(text)
}

/// Where a large result goes, and its type.
fn result_in_memory(
    (number, parameter): (usize, &lariat_program::Param),
) -> Option<(usize, TypeId)> {
    match parameter.passing {
        Passing::Result { ty } => Some((number, ty)),
        _ => None,
    }
}

/// A type in LLVM assembly.
fn assembly_type(program: &Program, ty: TypeId) -> Option<String> {
    Some(match program.types.get(ty) {
        Type::Void => "void".to_owned(),
        Type::Int(width) => format!("i{width}"),
        Type::Float(format) => match format {
            FloatFormat::Half => "half",
            FloatFormat::BFloat => "bfloat",
            FloatFormat::Single => "float",
            FloatFormat::Double => "double",
            FloatFormat::Quad => "fp128",
            FloatFormat::X87 => "x86_fp80",
        }
        .to_owned(),
        Type::Pointer => "ptr".to_owned(),
        Type::Vector { length, element } => {
            format!("<{length} x {}>", assembly_type(program, *element)?)
        }
        Type::Array { length, element } => {
            format!("[{length} x {}]", assembly_type(program, *element)?)
        }
        Type::Struct { fields, .. } => {
            let fields: Option<Vec<String>> =
                fields.iter().map(|field| assembly_type(program, field.ty)).collect();
            format!("{{ {} }}", fields?.join(", "))
        }
        Type::Other(_) => return None,
    })
}

/// What the result is. Registers do not tell signed numbers from unsigned ones, but the type's name does: it is part of the function's.
fn kind(program: &Program, function: &Function) -> InputKind {
    if function.params.iter().any(|parameter| matches!(parameter.passing, Passing::Result { .. })) {
        return InputKind::Bytes;
    }
    match program.types.get(function.result) {
        Type::Float(FloatFormat::Single) => InputKind::Single,
        Type::Float(FloatFormat::Double) => InputKind::Double,
        Type::Float(FloatFormat::X87) => InputKind::Extended,
        Type::Pointer | Type::Int(1) => InputKind::Unsigned,
        Type::Int(_) => match function.result_extension {
            Some(Extension::Zero) => InputKind::Unsigned,
            Some(Extension::Sign) => InputKind::Signed,
            None if is_unsigned(&program.source_types, &function.name[PREFIX.len()..]) => {
                InputKind::Unsigned
            }
            None => InputKind::Signed,
        },
        _ => InputKind::Bytes,
    }
}

/// Whether a type of this name is unsigned: a `typedef` of the program, or a name that says so.
fn is_unsigned(types: &SourceTypeTable, name: &str) -> bool {
    let typedef = types.iter().find_map(|(_, ty)| match ty {
        SourceType::Typedef { name: known, target } if known == name => Some(*target),
        _ => None,
    });
    if let Some(target) = typedef
        && let SourceType::Basic { encoding, .. } = types.get(types.strip(target))
    {
        return matches!(
            encoding,
            SourceEncoding::Unsigned | SourceEncoding::UnsignedChar | SourceEncoding::Bool
        );
    }
    name.starts_with(['u', 'U'])
        || matches!(name, "size_t" | "bool" | "_Bool" | "sector_t" | "pthread_t" | "gfp_t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_say_whether_they_are_unsigned() {
        let none = SourceTypeTable::default();
        for name in ["unsigned_long_long", "ulong", "U32", "uint64_t", "size_t"] {
            assert!(is_unsigned(&none, name), "{name}");
        }
        for name in ["int", "long_long", "loff_t", "S8", "ssize_t"] {
            assert!(!is_unsigned(&none, name), "{name}");
        }
    }
}
