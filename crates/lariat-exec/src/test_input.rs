//! A concrete input: what a model makes of the inputs of a state.

use std::sync::Arc;

use lariat_term::{Evaluator, Model, TermStore, Value};

use crate::state::Input;

/// An input object by name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TestObject {
    /// Its name.
    pub name: String,
    /// Its bytes in memory order.
    pub bytes: Vec<u8>,
}

/// A concrete input: the objects in the order in which the program asks for them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TestInput {
    /// The objects.
    pub objects: Vec<TestObject>,
}

impl TestInput {
    /// The inputs as a model has them. What the model leaves open is zero.
    pub fn new(store: &TermStore, model: &Arc<Model>, inputs: &[Input]) -> TestInput {
        let mut evaluator = Evaluator::new(Arc::clone(model));
        let mut byte = |term| match evaluator.eval(store, term) {
            Ok(Value::BitVec(bits)) => bits.to_u64().unwrap_or(0) as u8,
            _ => 0,
        };
        let objects = inputs
            .iter()
            .map(|input| TestObject {
                name: input.name.clone(),
                bytes: input.bytes.iter().map(|term| byte(*term)).collect(),
            })
            .collect();
        TestInput { objects }
    }
}
