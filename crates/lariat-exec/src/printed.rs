//! What a state has written to its standard streams.
//!
//! Bytes are kept as they are: known ones as numbers, symbolic ones as terms, so that what a test prints follows from its own
//! input. States that split share what was written before; a state that nobody shares with writes on where it was.

use std::sync::Arc;

use lariat_term::{Evaluator, Model, TermId, TermStore, Value};

/// A byte that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintedByte {
    /// One that is known.
    Known(u8),
    /// A term of 8 bits.
    Symbolic(TermId),
}

/// Bytes written since states last split, and those before.
#[derive(Debug, Default)]
struct Part {
    bytes: Vec<(u8, PrintedByte)>,
    earlier: Option<Arc<Part>>,
}

impl Drop for Part {
    /// One after the other: a chain of parts can be longer than the stack is deep.
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut part) = next.and_then(Arc::into_inner) {
            next = part.earlier.take();
        }
    }
}

/// What a state has written to its standard output (stream 1) and standard error (stream 2), in order.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    last: Option<Arc<Part>>,
}

impl Printed {
    /// The number of standard output.
    pub const STANDARD_OUTPUT: u8 = 1;
    /// The number of standard error.
    pub const STANDARD_ERROR: u8 = 2;

    /// Adds a byte.
    pub(crate) fn push(&mut self, stream: u8, byte: PrintedByte) {
        if let Some(part) = self.last.as_mut().and_then(Arc::get_mut) {
            part.bytes.push((stream, byte));
            return;
        }
        let part = Part { bytes: vec![(stream, byte)], earlier: self.last.take() };
        self.last = Some(Arc::new(part));
    }

    /// Whether something was written since a copy was made that is still there.
    pub fn is_longer_than(&self, earlier: &Printed) -> bool {
        match (&self.last, &earlier.last) {
            (Some(last), Some(earlier)) => !Arc::ptr_eq(last, earlier),
            (last, earlier) => last.is_some() != earlier.is_some(),
        }
    }

    /// The bytes of a stream in the order in which they were written.
    pub fn stream(&self, stream: u8) -> Vec<PrintedByte> {
        let mut parts = Vec::new();
        let mut next = self.last.as_ref();
        while let Some(part) = next {
            parts.push(part);
            next = part.earlier.as_ref();
        }
        let bytes = parts.into_iter().rev().flat_map(|part| &part.bytes);
        bytes.filter(|(of, _)| *of == stream).map(|(_, byte)| *byte).collect()
    }

    /// The bytes of a stream as a model has them.
    pub fn under(&self, store: &TermStore, model: &Arc<Model>, stream: u8) -> Vec<u8> {
        let mut evaluator = Evaluator::new(Arc::clone(model));
        let byte = |byte| match byte {
            PrintedByte::Known(byte) => byte,
            PrintedByte::Symbolic(term) => match evaluator.eval(store, term) {
                Ok(Value::BitVec(bits)) => bits.to_u64().unwrap_or(0) as u8,
                _ => 0,
            },
        };
        self.stream(stream).into_iter().map(byte).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(printed: &Printed) -> Vec<u8> {
        let byte = |byte| match byte {
            PrintedByte::Known(byte) => byte,
            PrintedByte::Symbolic(_) => 255,
        };
        printed.stream(1).into_iter().map(byte).collect()
    }

    #[test]
    fn states_share_what_was_written_before_they_split() {
        let mut first = Printed::default();
        first.push(1, PrintedByte::Known(1));
        first.push(2, PrintedByte::Known(9));
        let mut second = first.clone();
        first.push(1, PrintedByte::Known(2));
        second.push(1, PrintedByte::Known(3));
        second.push(1, PrintedByte::Known(4));
        assert_eq!(known(&first), [1, 2]);
        assert_eq!(known(&second), [1, 3, 4]);
    }

    #[test]
    fn a_long_chain_of_parts_is_dropped() {
        let mut printed = Printed::default();
        for _ in 0..300_000 {
            let before = printed.clone();
            printed.push(1, PrintedByte::Known(0));
            drop(before);
        }
        assert_eq!(known(&printed).len(), 300_000);
    }
}
