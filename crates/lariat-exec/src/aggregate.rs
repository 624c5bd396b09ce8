//! Vectors, arrays and structs in registers.

use std::sync::Arc;

use lariat_program::{Program, Type, TypeId};
use lariat_term::{BitVec, TermStore};

use crate::value::Value;

/// The types of an aggregate's elements.
pub(crate) fn element_types(program: &Program, ty: TypeId) -> Vec<TypeId> {
    match program.types.get(ty) {
        Type::Vector { length, element } => vec![*element; *length as usize],
        Type::Array { length, element } => vec![*element; *length as usize],
        Type::Struct { fields, .. } => fields.iter().map(|field| field.ty).collect(),
        _ => Vec::new(),
    }
}

/// The elements of a vector as one scalar, the first in the lowest bits.
pub(crate) fn pack(store: &TermStore, parts: &[Value], width: u32) -> Value {
    let mut packed: Option<lariat_term::TermId> = None;
    for part in parts {
        let Some(high) = part.bits(store, width) else { return Value::Poison };
        packed = Some(packed.map_or(high, |low| store.concat(high, low)));
    }
    packed.map_or(Value::Poison, |term| Value::from_term(store, term))
}

/// One scalar as the elements of a vector.
pub(crate) fn unpack(store: &TermStore, value: &Value, length: u32, width: u32) -> Value {
    let total = length * width;
    let part = |index: u32| match value {
        Value::Word(word) => {
            let shifted = word.checked_shr(index * width).unwrap_or(0);
            Value::Word(shifted & crate::value::mask(width))
        }
        Value::Wide(bits) => {
            let shifted = bits.to_biguint() >> (index * width);
            Value::concrete(&BitVec::from_biguint(width, &shifted))
        }
        Value::Term(_) => match value.bits(store, total) {
            Some(term) => {
                let low = index * width;
                Value::from_term(store, store.extract(low + width - 1, low, term))
            }
            None => Value::Poison,
        },
        Value::Many(_) | Value::Poison => Value::Poison,
    };
    Value::Many(Arc::new((0..length).map(part).collect()))
}

/// The part of an aggregate at a path.
pub(crate) fn extract(value: &Value, path: &[u32]) -> Value {
    let mut current = value;
    for index in path {
        match current {
            Value::Many(parts) => match parts.get(*index as usize) {
                Some(part) => current = part,
                None => return Value::Poison,
            },
            _ => return Value::Poison,
        }
    }
    current.clone()
}

/// The aggregate with the part at a path replaced.
pub(crate) fn insert(value: &Value, path: &[u32], part: Value) -> Value {
    let Some((first, rest)) = path.split_first() else { return part };
    let Value::Many(parts) = value else { return Value::Poison };
    let mut parts = (**parts).clone();
    if let Some(slot) = parts.get_mut(*first as usize) {
        *slot = insert(slot, rest, part);
    }
    Value::Many(Arc::new(parts))
}
