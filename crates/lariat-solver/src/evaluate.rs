//! Checking by evaluation.

use std::sync::Arc;

use lariat_term::{Evaluator, Model, SymbolId, TermId, TermStore, Value};

/// How many values the quantifiers of a term may run through where a model is only tried.
const TRIAL_BUDGET: u64 = 1 << 14;

/// An evaluator for finding out whether a model happens to fit. A quantifier over a large range takes longer than the backend would
/// need; a model that was found for a query is checked with the whole budget.
pub(crate) fn trial(model: &Arc<Model>) -> Evaluator {
    Evaluator::new(Arc::clone(model)).with_budget(TRIAL_BUDGET)
}

/// Whether a truth-valued term holds in an evaluator's model. A term that cannot be evaluated does not hold: what is not
/// checked is not believed.
pub(crate) fn holds(store: &TermStore, evaluator: &mut Evaluator, term: TermId) -> bool {
    evaluator.eval(store, term).is_ok_and(|value| value.as_bool() == Some(true))
}

/// The first model with the values the second one has for these symbols.
pub(crate) fn overridden(
    store: &TermStore,
    base: &Model,
    by: &Model,
    symbols: &[SymbolId],
) -> Model {
    let mut model = base.clone();
    for &symbol in symbols {
        put(store, &mut model, symbol, by.value(store, symbol));
    }
    model
}

/// Gives a variable a value. The default is not written down: models of many inputs, most of them zero, stay small, and every
/// waiting state has one.
pub(crate) fn put(store: &TermStore, model: &mut Model, symbol: SymbolId, value: Value) {
    if value == Value::default_of(store.symbol_sort(symbol)) {
        model.remove(symbol);
    } else {
        model.set(store, symbol, value);
    }
}
