//! Queries whose variables have few values together: they are decided by trying all of them.
//!
//! Arithmetic that a backend finds hard (repeated products and quotients, floating point) is easy to evaluate. Where the
//! variables of a query have few joint values, being narrow or held between constants by the query itself, and the backend has
//! given up after a little work, each of the values is tried. Both answers are final: a value that fulfils the query is its
//! model, and there is no other value to look at. What this costs is counted in evaluated terms, so the same queries are decided
//! on every machine.

use std::sync::Arc;

use lariat_term::{BitVec, Evaluator, Model, Sort, SymbolId, TermId, TermStore, Value};

use crate::backend::{Answer, Limits};
use crate::cancel::CancelToken;
use crate::contexts::BackendAnswer;
use crate::evaluate::put;
use crate::intervals::Intervals;

/// The values that some variables may have together: the product of what each of them may be.
#[derive(Clone, Debug)]
pub struct JointValues {
    domains: Vec<Domain>,
    count: u64,
}

#[derive(Clone, Debug)]
struct Domain {
    symbol: SymbolId,
    sort: Sort,
    /// Disjoint, in ascending order, both ends included.
    intervals: Vec<(u64, u64)>,
    size: u64,
}

impl JointValues {
    /// The values that constraints about single variables leave; none if there are more than `most`, or a variable has a sort
    /// whose values cannot be listed.
    pub(crate) fn of(
        store: &TermStore,
        intervals: &mut Intervals,
        constraints: &[TermId],
        symbols: &[SymbolId],
        most: u64,
    ) -> Option<JointValues> {
        let mut domains = Vec::with_capacity(symbols.len());
        let mut count: u64 = 1;
        for &symbol in symbols {
            let sort = store.symbol_sort(symbol);
            let all = match sort {
                Sort::Bool => 1,
                Sort::BitVec(width @ 1..=64) => u64::MAX >> (64 - width),
                _ => return None,
            };
            let intervals = if all < most {
                vec![(0, all)]
            } else {
                intervals.left_for(store, constraints, symbol, all)
            };
            let sizes = intervals.iter().map(|(low, high)| (high - low).saturating_add(1));
            let size = sizes.fold(0, u64::saturating_add);
            count = count.saturating_mul(size);
            if count > most {
                return None;
            }
            domains.push(Domain { symbol, sort, intervals, size });
        }
        Some(JointValues { domains, count })
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The values of the variables in one of them, as words, in the order of the variables.
    pub fn words(&self, mut number: u64) -> Vec<u64> {
        let mut words = vec![0; self.domains.len()];
        // The last variable changes fastest, so that numbers and the words side by side have the same order.
        for (domain, word) in self.domains.iter().zip(&mut words).rev() {
            *word = domain.value(number % domain.size);
            number /= domain.size;
        }
        words
    }

    /// One of them as a model.
    pub fn model(&self, store: &TermStore, number: u64) -> Model {
        let mut model = Model::new();
        for (domain, word) in self.domains.iter().zip(self.words(number)) {
            let value = match domain.sort {
                Sort::BitVec(width) => Value::BitVec(BitVec::new(width, word)),
                _ => Value::Bool(word != 0),
            };
            put(store, &mut model, domain.symbol, value);
        }
        model
    }

    /// Tries all values, evaluating no more than `most` terms. None if that is not enough to tell.
    pub(crate) fn decide(
        &self,
        store: &TermStore,
        constraints: &[TermId],
        most: u64,
        limits: Limits,
        cancel: &CancelToken,
    ) -> Option<BackendAnswer> {
        let mut work = 0;
        for number in 0..self.count {
            if number % 256 == 0 && (cancel.is_cancelled() || limits.expired()) {
                return None;
            }
            let model = Arc::new(self.model(store, number));
            let mut evaluator = Evaluator::new(Arc::clone(&model));
            let mut fulfilled = true;
            for &constraint in constraints {
                // A value for which the query cannot be evaluated decides nothing.
                fulfilled = evaluator.eval_bool(store, constraint).ok()?;
                if !fulfilled {
                    break;
                }
            }
            if fulfilled {
                let model = Some(Model::clone(&model));
                return Some(BackendAnswer { answer: Answer::Sat, model, core: None, work: 0 });
            }
            work += evaluator.remembered_values() as u64 + 1;
            if work > most {
                return None;
            }
        }
        Some(BackendAnswer { answer: Answer::Unsat, model: None, core: None, work: 0 })
    }
}

impl Domain {
    fn value(&self, mut number: u64) -> u64 {
        for (low, high) in &self.intervals {
            if number <= high - low {
                return low + number;
            }
            number -= high - low + 1;
        }
        0
    }
}
