//! Elements of vectors, and choices in which one side is undefined.
//!
//! An index that a vector does not have is a bug where it is used: natively another element is read, or overwritten. An undefined
//! element makes no other element undefined.

use std::sync::Arc;

use lariat_program::{Operand, Type, TypeId};
use lariat_term::TermId;

use super::{Executor, Step};
use crate::aggregate;
use crate::bug::BugKind;
use crate::code::scalar_width;
use crate::state::State;
use crate::value::Value;

/// Where an element is.
enum ElementIndex {
    Known(usize),
    /// One of those that the vector has.
    Any {
        index: TermId,
        width: u32,
    },
}

impl Executor<'_> {
    /// `vector[index]`.
    pub(super) fn extract_element(
        &mut self,
        state: &mut State,
        (vector, ty): (Value, TypeId),
        index: Operand,
    ) -> Step<Value> {
        let parts = self.elements(&vector, ty);
        let element = self.element_type(ty);
        match self.element_index(state, index, parts.len(), BugKind::OutOfBoundsRead)? {
            ElementIndex::Known(index) => Ok(parts.get(index).cloned().unwrap_or(Value::Poison)),
            ElementIndex::Any { index, width } => {
                let mut result = parts.last().cloned().unwrap_or(Value::Poison);
                for (number, part) in parts.iter().enumerate().rev().skip(1) {
                    let is_it = self.is_element(index, width, number);
                    result = self.choose(state, &is_it, part, &result, element)?;
                }
                Ok(result)
            }
        }
    }

    /// The vector with `vector[index]` replaced.
    pub(super) fn insert_element(
        &mut self,
        state: &mut State,
        (vector, ty): (Value, TypeId),
        value: &Value,
        index: Operand,
    ) -> Step<Value> {
        let mut parts = self.elements(&vector, ty);
        let element = self.element_type(ty);
        match self.element_index(state, index, parts.len(), BugKind::OutOfBoundsWrite)? {
            ElementIndex::Known(index) => {
                if let Some(slot) = parts.get_mut(index) {
                    *slot = value.clone();
                }
            }
            ElementIndex::Any { index, width } => {
                for (number, slot) in parts.iter_mut().enumerate() {
                    let is_it = self.is_element(index, width, number);
                    *slot = self.choose(state, &is_it, value, slot, element)?;
                }
            }
        }
        Ok(Value::Many(Arc::new(parts)))
    }

    /// Elements of two vectors by their numbers; one that neither has is undefined, and no other.
    pub(super) fn shuffle(&self, (a, b): (Value, Value), ty: TypeId, mask: &[u32]) -> Value {
        let (a, b) = (self.elements(&a, ty), self.elements(&b, ty));
        let element = |&index: &u32| {
            let index = index as usize;
            let part = a.get(index).or_else(|| b.get(index.checked_sub(a.len())?));
            part.cloned().unwrap_or(Value::Poison)
        };
        Value::Many(Arc::new(mask.iter().map(element).collect()))
    }

    /// `condition ? then : otherwise` where one side may be undefined: then a state of its own goes on with each. To take the other side's value
    /// for the undefined one is what a compiler may do, but not what it must.
    pub(super) fn choose(
        &mut self,
        state: &mut State,
        condition: &Value,
        then: &Value,
        otherwise: &Value,
        ty: TypeId,
    ) -> Step<Value> {
        if let Some(truth) = condition.truth(&self.store)
            && self.store.as_bool(truth).is_none()
            && differ_in_poison(then, otherwise)
        {
            return Ok(if self.decide(state, truth)? { then } else { otherwise }.clone());
        }
        Ok(self.select(condition, then, otherwise, ty))
    }

    fn is_element(&self, index: TermId, width: u32, number: usize) -> Value {
        let number = self.store.bv_const(width, number as u64);
        Value::from_term(&self.store, self.store.eq(index, number))
    }

    /// The elements of a vector. Where the whole is undefined each of them is.
    fn elements(&self, vector: &Value, ty: TypeId) -> Vec<Value> {
        match vector {
            Value::Many(parts) => (**parts).clone(),
            _ => {
                let types = aggregate::element_types(&self.machine.program, ty);
                vec![Value::Poison; types.len()]
            }
        }
    }

    fn element_type(&self, ty: TypeId) -> TypeId {
        match self.machine.program.types.get(ty) {
            Type::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    /// An index into a vector of so many elements; one that it does not have is a bug.
    fn element_index(
        &mut self,
        state: &mut State,
        index: Operand,
        length: usize,
        kind: BugKind,
    ) -> Step<ElementIndex> {
        let width = scalar_width(&self.machine.program, self.type_of(state, index)).unwrap_or(64);
        let index = self.fetch(state, index);
        let Some(term) = index.bits(&self.store, width) else {
            return Err(self.poison_used(state));
        };
        let is_possible_length = width >= 64 || (length as u64) >> width == 0;
        if is_possible_length {
            let first_beyond = self.store.bv_const(width, length as u64);
            let beyond = self.store.bv_ule(first_beyond, term);
            self.forbid(state, beyond, kind, || format!("a vector of {length} elements"))?;
        }
        Ok(match index {
            Value::Word(word) => ElementIndex::Known(usize::try_from(word).unwrap_or(usize::MAX)),
            _ => ElementIndex::Any { index: term, width },
        })
    }
}

/// Whether something is undefined in one of them only.
fn differ_in_poison(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Poison, Value::Poison) => false,
        (Value::Poison, _) | (_, Value::Poison) => true,
        (Value::Many(a), Value::Many(b)) => {
            a.iter().zip(b.iter()).any(|(a, b)| differ_in_poison(a, b))
        }
        _ => false,
    }
}
