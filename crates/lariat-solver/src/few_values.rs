//! Queries whose variables have few values together: they are decided by trying all of them.
//!
//! Arithmetic that a backend finds hard (repeated products and quotients, floating point) is easy to evaluate. Where the
//! variables of a query have few joint values, being narrow or held between constants by the query itself, and backends have
//! worked on queries about them for a while, each of the values is tried (`survivors.rs`), then and from then on. Both answers
//! are final: a value that fulfils the query is its model, and there is no other value to look at. What this costs is counted
//! in operations, so the same queries are decided on every machine.

use lariat_term::{BitVec, Model, Sort, SymbolId, TermId, TermStore, Value};

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

    /// The variables.
    pub(crate) fn symbols(&self) -> Vec<SymbolId> {
        self.domains.iter().map(|domain| domain.symbol).collect()
    }

    /// Whether all of the others, which are of the same variables, are among these.
    pub(crate) fn contains(&self, others: &JointValues) -> bool {
        let within = |(low, high): &(u64, u64), domain: &Domain| {
            domain.intervals.iter().any(|(least, most)| least <= low && high <= most)
        };
        self.domains.iter().zip(&others.domains).all(|(domain, other)| {
            domain.symbol == other.symbol
                && other.intervals.iter().all(|interval| within(interval, domain))
        })
    }

    /// The word of a variable in each of some of them; none if it is no variable of them.
    pub(crate) fn column(&self, symbol: SymbolId, numbers: &[u32]) -> Option<Vec<u64>> {
        let position = self.domains.iter().position(|domain| domain.symbol == symbol)?;
        let below: u64 = self.domains[position + 1..].iter().map(|domain| domain.size).product();
        let domain = &self.domains[position];
        let word = |number: &u32| domain.value(u64::from(*number) / below % domain.size);
        Some(numbers.iter().map(word).collect())
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
