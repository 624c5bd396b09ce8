//! Values that are one of a few constants, each with a truth value that says whether it is this one.
//!
//! What a program counts in few iterations, and where it is in a text after them, is one of few numbers. A solver that works on the bits of such a number
//! learns little from a condition on it; told which numbers are possible, and when, it has truth values to decide and clauses between them. So a value of this kind is
//! a variable here that is never told to the solver: a condition about it becomes one for each number it may be. Elements of arrays at such a place are
//! then elements at known places, too.
//!
//! Where there are too many numbers, or a condition is about too many such values at once, the value is a term like any other, a choice between the
//! numbers.

use std::sync::Arc;

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

use crate::found::Replacements;

/// Values with more numbers are terms.
const MOST_NUMBERS: usize = 40;

/// Conditions that would become more than this are about terms.
const MOST_EXPANDED: usize = 160;

/// One case of a term.
pub(crate) struct Case {
    /// It applies if all of these are true.
    pub(crate) guards: Vec<TermId>,
    /// The term then.
    pub(crate) term: TermId,
    /// Which number each value is.
    chosen: Vec<(SymbolId, usize)>,
}

/// The numbers a value may be.
struct Numbers {
    /// With the truth value that says so.
    numbers: Vec<(TermId, TermId)>,
    /// The choice between them.
    term: TermId,
}

/// All values of this kind.
pub(crate) struct Cases<'a> {
    store: &'a TermStore,
    values: FxHashMap<SymbolId, Arc<Numbers>>,
}

impl<'a> Cases<'a> {
    pub(crate) fn new(store: &'a TermStore) -> Cases<'a> {
        Cases { store, values: FxHashMap::default() }
    }

    /// The values a term is about.
    fn in_term(&self, term: TermId) -> Vec<SymbolId> {
        let mut symbols = self.store.free_vars(term);
        symbols.retain(|symbol| self.values.contains_key(symbol));
        symbols
    }

    /// The term with every value as a choice between its numbers.
    pub(crate) fn flat(&self, term: TermId) -> TermId {
        let chosen = |symbol: SymbolId| Some((symbol, self.values.get(&symbol)?.term));
        let by: Replacements = self.in_term(term).into_iter().filter_map(chosen).collect();
        if by.is_empty() { term } else { self.store.substitute(term, &by) }
    }

    /// The cases of a term, without such values; none if there are too many.
    pub(crate) fn expanded(&self, term: TermId) -> Option<Vec<Case>> {
        let symbols = self.in_term(term);
        let count = |symbol: &SymbolId| self.values[symbol].numbers.len();
        let product = symbols.iter().map(count).try_fold(1usize, |all, one| all.checked_mul(one));
        if product.is_none_or(|product| product > MOST_EXPANDED) {
            return None;
        }
        let mut cases = vec![Case { guards: Vec::new(), term, chosen: Vec::new() }];
        for symbol in symbols {
            let numbers = &self.values[&symbol].numbers;
            let mut more = Vec::new();
            for case in cases {
                if self.store.free_vars(case.term).binary_search(&symbol).is_err() {
                    more.push(case);
                    continue;
                }
                for (number, (constant, guard)) in numbers.iter().enumerate() {
                    let by = Replacements::from_iter([(symbol, *constant)]);
                    let mut guards = case.guards.clone();
                    guards.push(*guard);
                    let mut chosen = case.chosen.clone();
                    chosen.push((symbol, number));
                    more.push(Case { guards, term: self.store.substitute(case.term, &by), chosen });
                }
            }
            cases = more;
        }
        Some(cases)
    }

    /// The values that a condition with these cases leaves fewer numbers, and what they are then.
    pub(crate) fn left(&mut self, condition: TermId, cases: &[Case]) -> Vec<(SymbolId, TermId)> {
        let mut result = Vec::new();
        for symbol in self.in_term(condition) {
            let Some(known) = self.values.get(&symbol).cloned() else { continue };
            let possible = |number: usize| {
                cases.iter().any(|case| {
                    self.store.as_bool(case.term) != Some(false)
                        && case.chosen.iter().all(|one| one.0 != symbol || one.1 == number)
                })
            };
            let numbers: Vec<(TermId, TermId)> = known
                .numbers
                .iter()
                .enumerate()
                .filter(|(number, _)| possible(*number))
                .map(|(_, one)| *one)
                .collect();
            if !numbers.is_empty() && numbers.len() < known.numbers.len() {
                result.push((symbol, self.value(numbers)));
            }
        }
        result
    }

    /// A value that is one of these numbers.
    fn value(&mut self, numbers: Vec<(TermId, TermId)>) -> TermId {
        if let [(number, _)] = numbers.as_slice() {
            return *number;
        }
        let store = self.store;
        let mut chosen = numbers[numbers.len() - 1].0;
        for (number, guard) in numbers.iter().rev().skip(1) {
            chosen = store.ite(*guard, *number, chosen);
        }
        let variable = store.fresh_var("case", store.sort(chosen));
        if let Op::Var(symbol) = store.op(variable) {
            self.values.insert(symbol, Arc::new(Numbers { numbers, term: chosen }));
        }
        variable
    }

    fn is_number(&self, term: TermId) -> bool {
        matches!(self.store.sort(term), Sort::BitVec(_) | Sort::Bool)
            && self.store.free_vars(term).is_empty()
    }

    /// The value where several runs meet, of which one at most comes here, and what has to hold for that.
    pub(crate) fn joined(&mut self, runs: &[(TermId, TermId)]) -> (TermId, Vec<TermId>) {
        let store = self.store;
        if let [(_, first), rest @ ..] = runs
            && rest.iter().all(|(_, value)| value == first)
        {
            return (*first, Vec::new());
        }
        match self.numbers_of(runs) {
            Some(sources) => {
                let (mut numbers, mut definitions) = (Vec::new(), Vec::new());
                for (number, ways) in sources {
                    let guard = match ways.as_slice() {
                        [only] => *only,
                        _ => {
                            let guard = store.fresh_var("is", Sort::Bool);
                            definitions.push(store.eq(guard, store.or(&ways)));
                            guard
                        }
                    };
                    numbers.push((number, guard));
                }
                (self.value(numbers), definitions)
            }
            None => {
                let values: Vec<(TermId, TermId)> =
                    runs.iter().map(|(active, value)| (*active, self.term(*value))).collect();
                let mut joined = None;
                for (active, value) in values.into_iter().rev() {
                    joined = Some(match joined {
                        None => value,
                        Some(other) => store.ite(active, value, other),
                    });
                }
                (joined.unwrap_or_else(|| store.tt()), Vec::new())
            }
        }
    }

    /// The numbers that runs come with, each with when that is; none if they come with anything else, or with too many.
    fn numbers_of(&self, runs: &[(TermId, TermId)]) -> Option<Vec<(TermId, Vec<TermId>)>> {
        let mut places: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut sources: Vec<(TermId, Vec<TermId>)> = Vec::new();
        for (active, value) in runs {
            for mut case in self.expanded(*value)? {
                if !self.is_number(case.term) {
                    return None;
                }
                case.guards.push(*active);
                let way = self.store.and(&case.guards);
                let place = *places.entry(case.term).or_insert_with(|| {
                    sources.push((case.term, Vec::new()));
                    sources.len() - 1
                });
                sources[place].1.push(way);
            }
            if sources.len() > MOST_NUMBERS {
                return None;
            }
        }
        Some(sources)
    }

    /// The value as a term. What is read at one of a few places is a choice between elements.
    fn term(&self, value: TermId) -> TermId {
        if !self.reads_at_cases(value) {
            return self.flat(value);
        }
        let Some(cases) = self.expanded(value) else { return self.flat(value) };
        let mut chosen = None;
        for case in cases.into_iter().rev() {
            chosen = Some(match chosen {
                None => case.term,
                Some(other) => self.store.ite(self.store.and(&case.guards), case.term, other),
            });
        }
        chosen.unwrap_or(value)
    }

    fn reads_at_cases(&self, value: TermId) -> bool {
        self.store.parts(&[value]).into_iter().any(|part| {
            matches!(self.store.op(part), Op::Select)
                && self.store.args(part).get(1).is_some_and(|at| !self.in_term(*at).is_empty())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lariat_solver::{Solver, SolverConfig};

    use super::*;

    fn numbers(cases: &[Case], store: &TermStore) -> Vec<Option<u64>> {
        cases.iter().map(|case| store.as_word(case.term)).collect()
    }

    /// A value that is 1 or 4, depending on which of two runs came.
    fn one_or_four(store: &TermStore) -> (Cases<'_>, [TermId; 2], TermId) {
        let mut cases = Cases::new(store);
        let runs = [store.var("first", Sort::Bool), store.var("second", Sort::Bool)];
        let constants = [store.bv_const(8, 1), store.bv_const(8, 4)];
        let (value, definitions) =
            cases.joined(&[(runs[0], constants[0]), (runs[1], constants[1])]);
        assert!(definitions.is_empty());
        (cases, runs, value)
    }

    #[test]
    fn values_of_runs_are_kept_apart() {
        let store = TermStore::new();
        let (cases, runs, value) = one_or_four(&store);
        let doubled = store.bv_add(value, value);
        let expanded = cases.expanded(doubled).unwrap();
        assert_eq!(numbers(&expanded, &store), [Some(2), Some(8)]);
        assert_eq!(expanded[1].guards, [runs[1]]);
        let flat = cases.flat(doubled);
        assert_eq!(store.free_vars(flat).len(), 1, "the choice is by the first run alone");
    }

    #[test]
    fn runs_that_agree_leave_the_value_alone() {
        let store = TermStore::new();
        let (mut cases, runs, value) = one_or_four(&store);
        assert_eq!(cases.joined(&[(runs[0], value), (runs[1], value)]), (value, Vec::new()));
    }

    #[test]
    fn a_condition_leaves_the_numbers_that_satisfy_it() {
        let store = TermStore::new();
        let (mut cases, _, value) = one_or_four(&store);
        let large = store.bv_ult(store.bv_const(8, 2), value);
        let expanded = cases.expanded(large).unwrap();
        let left = cases.left(large, &expanded);
        let [(_, only)] = left.as_slice() else { panic!("the value is settled") };
        assert_eq!(store.as_word(*only), Some(4));
    }

    #[test]
    fn equal_numbers_of_several_runs_are_one_case() {
        let store = Arc::new(TermStore::new());
        let (mut cases, runs, value) = one_or_four(&store);
        let third = store.var("third", Sort::Bool);
        let next = store.bv_add(value, store.bv_const(8, 3));
        let before = store.or(&runs);
        let (joined, definitions) = cases.joined(&[(before, next), (third, value)]);
        let expanded = cases.expanded(joined).unwrap();
        let mut found = numbers(&expanded, &store);
        found.sort_unstable();
        assert_eq!(found, [Some(1), Some(4), Some(7)]);
        // Four comes from the first run with three more, or from the second one as it is.
        let four = expanded.iter().find(|case| store.as_word(case.term) == Some(4)).unwrap();
        let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
        let mut facts = definitions;
        facts.extend([four.guards[0], store.not(runs[0]), store.not(third)]);
        assert!(solver.check_sat(&facts).into_model().unwrap().is_none());
    }

    #[test]
    fn elements_at_one_of_a_few_places_are_a_choice_between_elements() {
        let store = TermStore::new();
        let (mut cases, runs, value) = one_or_four(&store);
        let array = store.var("a", Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
        let read = store.select(array, value);
        let other = store.select(array, store.bv_const(8, 9));
        let (joined, _) = cases.joined(&[(runs[0], read), (store.not(runs[0]), other)]);
        let places = store.parts(&[joined]).into_iter().filter_map(|part| match store.op(part) {
            Op::Select => Some(store.as_word(store.args(part)[1])),
            _ => None,
        });
        assert!(places.into_iter().all(|place| place.is_some()), "all places are known");
    }
}
