//! Models: a value for every free variable.

use std::collections::BTreeMap;
use std::fmt;

use crate::store::{SymbolId, TermStore};
use crate::value::Value;

/// Values of free variables. A variable without one has its sort's [default](Value::default_of).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Model {
    values: BTreeMap<SymbolId, Value>,
}

impl Model {
    /// The model in which every variable has its default.
    pub fn new() -> Model {
        Model::default()
    }

    /// Gives a variable a value.
    ///
    /// # Panics
    /// If the value is not of the variable's sort.
    pub fn set(&mut self, store: &TermStore, symbol: SymbolId, value: Value) {
        assert_eq!(value.sort(), store.symbol_sort(symbol), "the sort of a variable and its value");
        self.values.insert(symbol, value);
    }

    /// The value given to a variable.
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(&symbol)
    }

    /// The value of a variable, the default if none was given.
    pub fn value(&self, store: &TermStore, symbol: SymbolId) -> Value {
        self.get(symbol).cloned().unwrap_or_else(|| Value::default_of(store.symbol_sort(symbol)))
    }

    /// Forgets the value given to a variable.
    pub fn remove(&mut self, symbol: SymbolId) -> Option<Value> {
        self.values.remove(&symbol)
    }

    /// The given values in the order of the symbols.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.values.iter().map(|(&symbol, value)| (symbol, value))
    }

    /// Number of values given.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no value was given.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The model with names, one `name = value` per line, for people.
    pub fn display<'a>(&'a self, store: &'a TermStore) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            for (symbol, value) in self.iter() {
                writeln!(f, "{} = {value}", store.symbol_name(symbol))?;
            }
            Ok(())
        })
    }
}
