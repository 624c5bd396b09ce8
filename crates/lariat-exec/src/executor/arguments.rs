//! The arguments of the calls that lead to a bug, by name and as a person reads them.

use std::sync::Arc;

use lariat_program::{Function, SourceEncoding, SourceType};
use lariat_term::{Evaluator, Model, Value as TermValue};

use super::Executor;
use crate::bug::Bug;
use crate::memory::Place;
use crate::object::object_name;
use crate::state::{Frame, State};
use crate::value::{Value, signed};

impl Executor<'_> {
    /// Notes the arguments of the calls that lead to a bug, as the input that shows it has them. Those of calls that the state has
    /// returned from since are given.
    pub(super) fn note_arguments(
        &self,
        state: &State,
        left: &[Box<[Value]>],
        bug: &mut Bug,
        model: &Arc<Model>,
    ) {
        let frames: Vec<&Frame> = std::iter::once(&state.frame)
            .chain(state.callers.iter().rev().map(|frame| &**frame))
            .collect();
        let count = left.len().min(bug.stack.len());
        let (ended, there) = bug.stack.split_at_mut(count);
        let is_there = there.len() == frames.len()
            && frames.iter().zip(&*there).all(|(frame, entry)| frame.function == entry.function);
        if !is_there {
            return;
        }
        let mut evaluator = Evaluator::new(Arc::clone(model));
        let ended = ended.iter_mut().zip(left.iter().map(|values| (&values[..], true)));
        let there = there.iter_mut().zip(frames.iter().map(|frame| (&frame.registers[..], false)));
        for (entry, (values, has_ended)) in ended.chain(there) {
            let function = &self.machine.program.functions[entry.function];
            for (param, value) in function.params.iter().zip(values) {
                let Some(name) = &param.name else { continue };
                let word = match value {
                    Value::Word(word) => Some(*word),
                    Value::Term(term) => match evaluator.eval(&self.store, *term) {
                        Ok(TermValue::BitVec(bits)) => bits.to_u64(),
                        Ok(TermValue::Bool(truth)) => Some(u64::from(truth)),
                        _ => None,
                    },
                    _ => None,
                };
                let written =
                    word.and_then(|word| self.argument(state, function, name, word, has_ended));
                entry.arguments.extend(written.map(|written| (name.clone(), written)));
            }
        }
    }

    /// Before a state returns from a call: the arguments are kept for the checks of this call that are still to be asked. They are
    /// the last ones of the list.
    pub(super) fn keep_arguments(&self, state: &mut State) {
        let depth = state.callers.len();
        let arguments = self.machine.program.functions[state.frame.function].params.len();
        let values = state.frame.registers.get(..arguments).unwrap_or_default();
        for check in state.pending.iter_mut().rev() {
            if check.callers.len() != depth + check.left.len() {
                break;
            }
            check.left.push(values.into());
        }
    }

    /// An argument by its type in the source. An address is what is there.
    fn argument(
        &self,
        state: &State,
        function: &Function,
        name: &str,
        word: u64,
        has_ended: bool,
    ) -> Option<String> {
        let types = &self.machine.program.source_types;
        let mut params = function.source_params.iter();
        let ty = params.find(|param| param.name.as_deref() == Some(name))?.ty;
        match types.get(types.strip(ty)) {
            // What was there when the call was made may be gone by now.
            SourceType::Pointer(_)
                if has_ended && matches!(state.memory.find(word), Place::Gone { .. }) =>
            {
                None
            }
            SourceType::Pointer(_) => Some(self.pointer_argument(state, word)),
            SourceType::Enum { bits, enumerators, .. } => {
                let value = signed(word, *bits as u32);
                let named = enumerators.iter().find(|known| known.value == value);
                Some(named.map_or(value.to_string(), |known| known.name.clone()))
            }
            SourceType::Basic { bits, encoding, .. } => match (encoding, bits) {
                (SourceEncoding::Float, 32) => Some(format!("{:?}", f32::from_bits(word as u32))),
                (SourceEncoding::Float, 64) => Some(format!("{:?}", f64::from_bits(word))),
                (SourceEncoding::Bool, _) => Some((word & 1 == 1).to_string()),
                (SourceEncoding::Unsigned | SourceEncoding::UnsignedChar, 1..=64) => {
                    Some(word.to_string())
                }
                (SourceEncoding::Signed | SourceEncoding::SignedChar, 1..=64) => {
                    Some(signed(word, *bits as u32).to_string())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn pointer_argument(&self, state: &State, address: u64) -> String {
        match state.memory.find(address) {
            Place::Null if address == 0 => "NULL".to_owned(),
            Place::Inside(handle) | Place::Beyond(handle) => match state.memory.get(handle) {
                Some(object) => {
                    let name = object_name(&self.machine.program, object.origin);
                    match address.wrapping_sub(object.base) {
                        0 => name,
                        offset => format!("{name} + {offset}"),
                    }
                }
                None => "freed memory".to_owned(),
            },
            Place::Gone { .. } => "freed memory".to_owned(),
            Place::Nowhere if state.memory.is_internal(address) => "far from every object".into(),
            Place::Null | Place::Nowhere => format!("{address:#x}"),
        }
    }
}
