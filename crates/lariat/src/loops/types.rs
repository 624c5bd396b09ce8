//! The types of the places that a report names: whether a number has a sign, and how large the elements behind a pointer are.

use lariat_loop::NumberType;
use lariat_program::{Body, Program, SourceEncoding, SourceType, SourceTypeId};

/// The type of a place as C writes it, `n`, `it.qty`, `v->len`, `s[k]`, `*p`; none if it is not known.
pub(super) fn number_type(
    program: &Program,
    code: Option<&Body>,
    place: &str,
) -> Option<NumberType> {
    let types = &program.source_types;
    let ty = types.strip(type_of(program, code, place)?);
    let number = |signed: bool| NumberType { signed, element: None, float: false };
    match types.get(ty) {
        SourceType::Basic { encoding, .. } => match encoding {
            SourceEncoding::Unsigned | SourceEncoding::UnsignedChar | SourceEncoding::Bool => {
                Some(number(false))
            }
            SourceEncoding::Signed | SourceEncoding::SignedChar => Some(number(true)),
            SourceEncoding::Float => Some(NumberType { float: true, ..number(true) }),
            _ => None,
        },
        // The compiler has a sign for those that need one.
        SourceType::Enum { enumerators, .. } => {
            Some(number(enumerators.iter().any(|enumerator| enumerator.value < 0)))
        }
        SourceType::Pointer(target) => {
            Some(NumberType { element: bytes(program, *target), ..number(false) })
        }
        _ => None,
    }
}

/// The size of an object of a type; none if it has no constant one.
fn bytes(program: &Program, ty: SourceTypeId) -> Option<u64> {
    let types = &program.source_types;
    match types.get(types.strip(ty)) {
        SourceType::Basic { bits, .. } | SourceType::Enum { bits, .. } => Some(bits / 8),
        SourceType::Pointer(_) => Some(u64::from(program.target.pointer_bits) / 8),
        SourceType::Struct { size, .. } | SourceType::Union { size, .. } => Some(*size),
        SourceType::Array { element, dimensions } => {
            let length = dimensions.iter().try_fold(1_u64, |all, one| all.checked_mul((*one)?));
            bytes(program, *element)?.checked_mul(length?)
        }
        _ => None,
    }
    .filter(|size| *size > 0)
}

fn type_of(program: &Program, code: Option<&Body>, place: &str) -> Option<SourceTypeId> {
    let types = &program.source_types;
    let (dereferenced, place) = match place.strip_prefix('*') {
        Some(pointer) => (true, pointer),
        None => (false, place),
    };
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let end = place.find(|c: char| !is_name(c)).unwrap_or(place.len());
    let (name, mut rest) = place.split_at(end);
    let mut named = code.into_iter().flat_map(|code| code.variables.values());
    // A name that stands for variables of several types stands for none.
    let mut own = named.by_ref().filter(|variable| variable.name == name).map(|v| v.ty);
    let mut ty = match own.next() {
        Some(first) if own.all(|other| other == first) => first?,
        Some(_) => return None,
        None => {
            let is_it = |global: &&lariat_program::Global| {
                global.source_name.as_deref().unwrap_or(&global.name) == name
            };
            program.globals.values().find(is_it)?.source_type?
        }
    };
    let behind = |ty: SourceTypeId| match types.get(types.strip(ty)) {
        SourceType::Pointer(target) => Some(*target),
        SourceType::Array { element, dimensions } if dimensions.len() == 1 => Some(*element),
        _ => None,
    };
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let mut open = 1_usize;
            let close = inside.char_indices().find(|(_, c)| {
                match c {
                    '[' => open += 1,
                    ']' => open -= 1,
                    _ => {}
                }
                open == 0
            })?;
            (ty, rest) = (behind(ty)?, &inside[close.0 + 1..]);
            continue;
        }
        let (member, through) = match rest.strip_prefix("->") {
            Some(member) => (member, true),
            None => (rest.strip_prefix('.')?, false),
        };
        let end = member.find(|c: char| !is_name(c)).unwrap_or(member.len());
        let (name, left) = member.split_at(end);
        let object = if through { behind(ty)? } else { ty };
        let (SourceType::Struct { members, .. } | SourceType::Union { members, .. }) =
            types.get(types.strip(object))
        else {
            return None;
        };
        let own = members.iter().find(|member| member.name.as_deref() == Some(name))?;
        (ty, rest) = (own.ty, left);
    }
    if dereferenced { behind(ty) } else { Some(ty) }
}
