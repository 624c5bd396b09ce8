//! Bounded quantifiers with symbolic ends, asked about by their first instances.
//!
//! A backend that meets `∀ i. 0 ≤ i < n → a[2·i + 1] = 0` has to guess which `i` matter, and gives up where no pattern tells it. Two
//! queries without quantifiers are within its reach. In the *weaker* one a quantifier is replaced by what its first instances say:
//! if that is unsatisfiable, so is the query. In the *stronger* one the range is also required to end there: a model of that is a
//! model of the query. Which replacement is weaker depends on the number of negations around the quantifier; one that is used as a value
//! (compared with another truth value, say) stays, and then nothing is gained.

use lariat_term::{Op, TermId, TermStore, Unfolded};
use rustc_hash::FxHashMap;

use crate::backend::Features;
use crate::facts::TermFacts;

/// How many quantifiers may be unfolded for one query, those in instances of others included.
const MOST_UNFOLDED: u32 = 256;

/// What is inside of more connectives than this stays as it is.
const MOST_NESTED: u32 = 64;

/// Which side of the query the replacement is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    /// It holds wherever the query does.
    Weaker,
    /// The query holds wherever it does.
    Stronger,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Weaker => Side::Stronger,
            Side::Stronger => Side::Weaker,
        }
    }
}

/// Replaces quantifiers by their first instances.
pub(crate) struct Approximation<'s> {
    store: &'s TermStore,
    facts: &'s mut TermFacts,
    instances: u32,
    unfolded: u32,
    done: FxHashMap<(TermId, Side), TermId>,
}

impl<'s> Approximation<'s> {
    pub(crate) fn new(store: &'s TermStore, facts: &'s mut TermFacts, instances: u32) -> Self {
        Approximation { store, facts, instances, unfolded: 0, done: FxHashMap::default() }
    }

    /// The constraints on one side; `None` if a quantifier is left.
    pub(crate) fn of(&mut self, constraints: &[TermId], side: Side) -> Option<Vec<TermId>> {
        self.unfolded = 0;
        let mut result = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            let term = self.term(constraint, side, MOST_NESTED);
            if self.is_quantified(term) {
                return None;
            }
            result.push(term);
        }
        Some(result)
    }

    fn is_quantified(&mut self, term: TermId) -> bool {
        self.facts.features(self.store, term).intersects(Features::QUANTIFIERS)
    }

    fn term(&mut self, term: TermId, side: Side, depth: u32) -> TermId {
        if depth == 0 || !self.is_quantified(term) {
            return term;
        }
        if let Some(&known) = self.done.get(&(term, side)) {
            return known;
        }
        let store = self.store;
        let below = depth - 1;
        let result = match store.view(term) {
            (Op::Not, &[inner]) => store.not(self.term(inner, side.other(), below)),
            (op @ (Op::And | Op::Or), args) => {
                let args: Vec<TermId> =
                    args.iter().map(|&arg| self.term(arg, side, below)).collect();
                store.mk(op, &args)
            }
            (Op::Implies, &[a, b]) => {
                let a = self.term(a, side.other(), below);
                let b = self.term(b, side, below);
                store.or(&[store.not(a), b])
            }
            (Op::Ite, &[condition, a, b]) if !self.is_quantified(condition) => {
                let (a, b) = (self.term(a, side, below), self.term(b, side, below));
                store.ite(condition, a, b)
            }
            (op @ (Op::ForAll | Op::Exists), _) if self.unfolded < MOST_UNFOLDED => {
                self.unfolded += 1;
                match store.unfold(term, self.instances) {
                    Some(Unfolded { instances, complete, .. }) => {
                        let instances = self.term(instances, side, below);
                        match (op, side) {
                            (Op::ForAll, Side::Stronger) => store.and(&[instances, complete]),
                            (Op::Exists, Side::Weaker) => {
                                store.or(&[instances, store.not(complete)])
                            }
                            _ => instances,
                        }
                    }
                    None => term,
                }
            }
            _ => term,
        };
        self.done.insert((term, side), result);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::testing::{Generator, TermShape, seeds};
    use lariat_term::{Sort, eval};

    /// Wherever a term holds its weaker form does, and wherever its stronger form holds the term does.
    #[test]
    fn both_sides_are_on_their_side() {
        let shape = TermShape {
            depth: 4,
            floats: false,
            lambdas: false,
            nonlinear: false,
            widths: vec![3, 8],
            variables: 2,
            ..TermShape::default()
        };
        let mut changed = 0;
        for seed in seeds(0..1500) {
            let store = TermStore::new();
            let mut facts = TermFacts::default();
            let mut generator = Generator::new(&store, shape.clone(), seed);
            let term = generator.term(Sort::Bool);
            let instances = generator.below(4) as u32;
            let mut approximation = Approximation::new(&store, &mut facts, instances);
            let weaker = approximation.term(term, Side::Weaker, MOST_NESTED);
            let stronger = approximation.term(term, Side::Stronger, MOST_NESTED);
            changed += u32::from(weaker != term || stronger != term);
            for _ in 0..6 {
                let model = generator.model(&[term]);
                let value = |term| eval(&store, &model, term).ok().and_then(|v| v.as_bool());
                let (Some(low), Some(exact), Some(high)) =
                    (value(stronger), value(term), value(weaker))
                else {
                    continue;
                };
                assert!(low <= exact && exact <= high, "seed {seed}: {low} {exact} {high}");
            }
        }
        assert!(changed > 50, "only {changed} terms have quantifiers that could be replaced");
    }
}
