//! The members of `struct` objects: a loop changes `r.lo`, not the eight bytes of `r`.

use lariat_exec::{Machine, Object, Origin, State, Value};
use lariat_program::{Member, Passing, Program, SourceType, SourceTypeId};

/// A number or pointer within an object.
pub(crate) struct Field {
    /// Its first byte.
    pub(crate) start: u64,
    /// Its size.
    pub(crate) bytes: u64,
    /// The object's name, and the way to it: `r.lo`.
    pub(crate) name: String,
}

/// The member of a `struct` object that a byte belongs to. None if the object was not declared as a `struct`, or if the byte may
/// belong to several members or to none: in a union, a bit-field or padding.
pub(crate) fn field_at(
    machine: &Machine,
    state: &State,
    object: &Object,
    offset: u64,
) -> Option<Field> {
    let (name, ty) = declaration(machine, state, object)?;
    let program: &Program = &machine.program;
    let types = &program.source_types;
    match types.get(types.strip(ty)) {
        SourceType::Struct { size, .. } if *size == object.bytes.size() => {
            leaf(program, ty, offset, Field { start: 0, bytes: 0, name })
        }
        _ => None,
    }
}

/// The name and the type that an object was declared with.
fn declaration(
    machine: &Machine,
    state: &State,
    object: &Object,
) -> Option<(String, SourceTypeId)> {
    let program = &machine.program;
    match object.origin {
        Origin::Global(global) => {
            let global = &program.globals[global];
            Some((global.source_name.as_ref()?.clone(), global.source_type?))
        }
        Origin::Stack(function, inst) => {
            let body = program.functions[function].body.as_ref()?;
            let variable = body.values[body.result(inst)?].variable.expand()?;
            let variable = &body.variables[variable];
            Some((variable.name.clone(), variable.ty?))
        }
        // The parameter whose register has its address.
        Origin::Argument(function) if function == state.frame.function => {
            let function = &program.functions[function];
            let mut params = function.params.iter().zip(&state.frame.registers);
            let (param, _) = params.find(|(param, register)| {
                matches!(param.passing, Passing::ByValue { .. })
                    && matches!(register, Value::Word(base) if *base == object.base)
            })?;
            let name = param.name.as_ref()?;
            let declared =
                function.source_params.iter().find(|own| own.name.as_ref() == Some(name))?;
            Some((name.clone(), declared.ty))
        }
        _ => None,
    }
}

fn leaf(program: &Program, ty: SourceTypeId, offset: u64, so_far: Field) -> Option<Field> {
    let types = &program.source_types;
    match types.get(types.strip(ty)) {
        SourceType::Struct { members, .. } => {
            let inside = |member: &&Member| {
                let start = member.bit_offset / 8;
                (start..start + member.bits / 8).contains(&offset) && !member.bit_field
            };
            let member = members.iter().find(inside)?;
            let start = member.bit_offset / 8;
            let name = match &member.name {
                Some(own) => format!("{}.{own}", so_far.name),
                None => so_far.name,
            };
            let field = Field { start: so_far.start + start, bytes: member.bits / 8, name };
            leaf(program, member.ty, offset - start, field)
        }
        SourceType::Basic { .. } | SourceType::Enum { .. } | SourceType::Pointer(_) => Some(so_far),
        _ => None,
    }
}
