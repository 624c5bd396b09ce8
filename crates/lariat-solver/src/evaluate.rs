//! Checking by evaluation.

use lariat_term::{Evaluator, Model, SymbolId, TermId, TermStore};

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
        model.set(store, symbol, by.value(store, symbol));
    }
    model
}
