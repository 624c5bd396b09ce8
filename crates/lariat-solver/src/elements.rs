//! Arrays that are read at many known places, as one variable per place.
//!
//! Unfolded loops read an input at index 0, 1, 2 and so on, thousands of times. A theory of arrays compares all those indexes with each
//! other and takes quadratic time to find that they differ, which is plain to see. So where an array variable is only read, and each
//! read is closed (its index does not mention the variable of a quantifier), every read at a constant becomes a variable of its own. A read at
//! an index that is not known becomes a variable too, and for each pair with another read it is added that equal indexes mean equal elements
//! (Ackermann's reduction); there are as many such pairs as known places, so this is done only for a few of them.
//!
//! Query and form are satisfiable together: the elements of an array that satisfies the query satisfy the form, and values of the variables,
//! put at their places, are such an array. The caller checks that by evaluation all the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use lariat_term::{ArrayValue, Evaluator, Model, Op, SymbolId, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::backend::Features;
use crate::evaluate::put;
use crate::facts::TermFacts;

/// Most pairs of reads that are told to agree where their indexes do, per array.
const MOST_PAIRS: usize = 4096;

/// How often values found by putting known values in are put in again.
const MOST_ROUNDS: usize = 8;

/// A query in which some arrays have been replaced by variables for their elements.
pub(crate) struct ElementForm {
    /// What is to be decided: the query's constraints in their order, then what ties the elements together.
    pub(crate) constraints: Vec<TermId>,
    /// Whether each constraint of the form says the same as the query's one, or only all of them together do.
    pub(crate) one_by_one: bool,
    elements: Vec<Element>,
}

struct Element {
    array: SymbolId,
    /// The index in the form.
    index: TermId,
    variable: TermId,
}

/// The reads of an array in a query.
#[derive(Default)]
struct Reads {
    constant: Vec<TermId>,
    /// Selections at indexes that are not constants.
    symbolic: Vec<TermId>,
    /// Whether it occurs in another way, too.
    otherwise: bool,
}

/// Makes the forms, and remembers which variable stands for which element, so that queries that follow each other stay alike.
#[derive(Default)]
pub(crate) struct Elements {
    variables: FxHashMap<TermId, TermId>,
}

impl Elements {
    /// Forgets the variables once there are more than `capacity`.
    pub(crate) fn make_room(&mut self, capacity: usize) {
        if self.variables.len() > capacity {
            self.variables = FxHashMap::default();
        }
    }

    /// The form of a query in which some array is read at no fewer than `least` constant places; `None` if there is none.
    pub(crate) fn of(
        &mut self,
        store: &TermStore,
        facts: &mut TermFacts,
        constraints: &[TermId],
        least: usize,
    ) -> Option<ElementForm> {
        let mut reads = reads_of(store, facts, constraints);
        let mut settled = None;
        let many = |reads: &Reads| reads.constant.len() >= least.max(1);
        if reads.values().any(|reads| many(reads) && !reads.symbolic.is_empty()) {
            // An index may be known after all: conditions say so, and terms are not rewritten by what conditions say.
            settled = with_known_values(store, constraints);
            if let Some(settled) = &settled {
                reads = reads_of(store, facts, settled);
            }
        }
        let one_by_one = settled.is_none();
        let constraints = settled.as_deref().unwrap_or(constraints);
        let chosen: BTreeMap<SymbolId, Reads> = (reads.into_iter())
            .filter(|(_, reads)| {
                let (constant, symbolic) = (reads.constant.len(), reads.symbolic.len());
                !reads.otherwise
                    && many(reads)
                    && symbolic.saturating_mul(constant + symbolic) <= MOST_PAIRS
            })
            .collect();
        if chosen.is_empty() {
            return None;
        }
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut form: Vec<TermId> = (constraints.iter())
            .map(|&constraint| self.rewrite(store, facts, &chosen, &mut done, constraint))
            .collect();
        let mut elements = Vec::new();
        for (&array, reads) in &chosen {
            let first = elements.len();
            for &read in reads.symbolic.iter().chain(&reads.constant) {
                let index = store.args(read)[1];
                let index = self.rewrite(store, facts, &chosen, &mut done, index);
                elements.push(Element { array, index, variable: done[&read] });
            }
            let of_array = &elements[first..];
            for (number, one) in of_array.iter().enumerate().take(reads.symbolic.len()) {
                for other in &of_array[number + 1..] {
                    let same = store.eq(one.index, other.index);
                    let agree = store.eq(one.variable, other.variable);
                    form.push(store.or(&[store.not(same), agree]));
                }
            }
        }
        Some(ElementForm { constraints: form, one_by_one, elements })
    }

    /// A term with the elements of the chosen arrays replaced.
    fn rewrite(
        &mut self,
        store: &TermStore,
        facts: &mut TermFacts,
        chosen: &BTreeMap<SymbolId, Reads>,
        done: &mut FxHashMap<TermId, TermId>,
        root: TermId,
    ) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((term, arguments_done)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            if !facts.features(store, term).intersects(Features::ARRAYS) {
                done.insert(term, term);
                continue;
            }
            let (op, args) = store.view(term);
            if !arguments_done {
                stack.push((term, true));
                stack.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            }
            let result = match selected(store, term) {
                Some((array, _)) if chosen.contains_key(&array) => {
                    *self.variables.entry(term).or_insert_with(|| {
                        let name = store.symbol_name(array);
                        store.fresh_var(&format!("{name}.element"), store.sort(term))
                    })
                }
                _ if matches!(op, Op::Var(_)) => term,
                _ => {
                    let new: SmallVec<[TermId; 4]> = args.iter().map(|arg| done[arg]).collect();
                    if new[..] == *args { term } else { store.rebuild(term, &new) }
                }
            };
            done.insert(term, result);
        }
        done[&root]
    }
}

impl ElementForm {
    /// A model of the form as one of the query.
    pub(crate) fn model(&self, store: &TermStore, model: &Arc<Model>) -> Option<Model> {
        let mut evaluator = Evaluator::new(Arc::clone(model));
        let mut arrays: BTreeMap<SymbolId, BTreeMap<Value, Value>> = BTreeMap::new();
        for element in &self.elements {
            let index = evaluator.eval(store, element.index).ok()?;
            let value = evaluator.eval(store, element.variable).ok()?;
            arrays.entry(element.array).or_default().insert(index, value);
        }
        let mut result = Model::clone(model);
        for element in &self.elements {
            if let Op::Var(symbol) = store.op(element.variable) {
                result.remove(symbol);
            }
        }
        for (array, entries) in arrays {
            let (index, element) = store.symbol_sort(array).array_parts()?;
            let value = ArrayValue::new(index, Value::default_of(element), entries);
            put(store, &mut result, array, Value::Array(value));
        }
        Some(result)
    }
}

/// The array variable and the index, if the term is a selection from a variable.
fn selected(store: &TermStore, term: TermId) -> Option<(SymbolId, TermId)> {
    let (Op::Select, &[array, index]) = store.view(term) else { return None };
    match store.op(array) {
        Op::Var(symbol) if store.sort(term).array_parts().is_none() => Some((symbol, index)),
        _ => None,
    }
}

/// The constraints with variables replaced by the values that some of them give to them, which are kept; `None` if none does.
fn with_known_values(store: &TermStore, constraints: &[TermId]) -> Option<Vec<TermId>> {
    let mut result = constraints.to_vec();
    let mut known: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    for _ in 0..MOST_ROUNDS {
        let mut new: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut says: FxHashMap<TermId, SymbolId> = FxHashMap::default();
        for &constraint in &result {
            if let Some((symbol, value)) = given_value(store, constraint)
                && !known.contains_key(&symbol)
            {
                new.entry(symbol).or_insert_with(|| {
                    says.insert(constraint, symbol);
                    value
                });
            }
        }
        if new.is_empty() {
            break;
        }
        let replaced = store.substitute_all(&result, &new);
        for (constraint, replaced) in result.iter_mut().zip(replaced) {
            if !says.contains_key(constraint) {
                *constraint = replaced;
            }
        }
        known.extend(new);
    }
    (!known.is_empty()).then_some(result)
}

/// The variable a constraint is about and its value, if there is only one.
fn given_value(store: &TermStore, constraint: TermId) -> Option<(SymbolId, TermId)> {
    let (Op::Eq, &[left, right]) = store.view(constraint) else { return None };
    [(left, right), (right, left)].into_iter().find_map(|(variable, value)| {
        let Op::Var(symbol) = store.op(variable) else { return None };
        (store.value_of(value).is_some() && store.sort(variable).array_parts().is_none())
            .then_some((symbol, value))
    })
}

/// How arrays are used, in the order in which the reads are found.
fn reads_of(
    store: &TermStore,
    facts: &mut TermFacts,
    constraints: &[TermId],
) -> BTreeMap<SymbolId, Reads> {
    let mut all: BTreeMap<SymbolId, Reads> = BTreeMap::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<TermId> = constraints.iter().rev().copied().collect();
    while let Some(term) = stack.pop() {
        if !facts.features(store, term).intersects(Features::ARRAYS) || !seen.insert(term) {
            continue;
        }
        if let Some((array, index)) = selected(store, term) {
            let reads = all.entry(array).or_default();
            if store.value_of(index).is_some() {
                reads.constant.push(term);
            } else if store.loose_bound(index) == 0 {
                reads.symbolic.push(term);
                stack.push(index);
            } else {
                reads.otherwise = true;
                stack.push(index);
            }
            continue;
        }
        match store.view(term) {
            (Op::Var(symbol), _) => all.entry(symbol).or_default().otherwise = true,
            (_, args) => stack.extend(args.iter().rev()),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::{Sort, eval};

    fn byte_array(store: &TermStore, name: &str) -> TermId {
        store.var(name, Sort::array(Sort::BitVec(32), Sort::BitVec(8)))
    }

    fn has_arrays(store: &TermStore, terms: &[TermId]) -> bool {
        let mut facts = TermFacts::default();
        facts.features_of_all(store, terms).intersects(Features::ARRAYS)
    }

    #[test]
    fn reads_at_constants_become_variables_and_models_become_arrays() {
        let store = TermStore::new();
        let array = byte_array(&store, "a");
        let read = |at: u64| store.select(array, store.bv_const(32, at));
        let constraints: Vec<TermId> = (0..20)
            .map(|at| store.eq(store.bv_add(read(at), read(at + 1)), store.bv_const(8, 9)))
            .collect();
        let mut elements = Elements::default();
        let mut facts = TermFacts::default();
        assert!(elements.of(&store, &mut facts, &constraints, 22).is_none());
        let form = elements.of(&store, &mut facts, &constraints, 21).expect("enough reads");
        assert!(!has_arrays(&store, &form.constraints));
        assert_eq!(form.constraints.len(), constraints.len());
        let again = elements.of(&store, &mut facts, &constraints, 21).expect("enough reads");
        assert_eq!(form.constraints, again.constraints, "the same variables");
        let mut model = Model::new();
        for element in &form.elements {
            let Op::Var(symbol) = store.op(element.variable) else { panic!("a variable") };
            let at = store.as_word(element.index).expect("a constant");
            let value = lariat_term::BitVec::new(8, if at.is_multiple_of(2) { 4 } else { 5 });
            model.set(&store, symbol, Value::BitVec(value));
        }
        let mapped = form.model(&store, &Arc::new(model)).expect("a model");
        for &constraint in &constraints {
            assert_eq!(eval(&store, &mapped, constraint), Ok(Value::Bool(true)));
        }
    }

    #[test]
    fn reads_at_unknown_places_agree_with_the_others() {
        let store = TermStore::new();
        let array = byte_array(&store, "a");
        let (i, j) = (store.var("i", Sort::BitVec(32)), store.var("j", Sort::BitVec(32)));
        let small = |index| store.bv_ult(index, store.bv_const(32, 2));
        let constraints = [
            small(i),
            small(j),
            store.ne(i, j),
            store.ne(
                store.bv_add(store.select(array, i), store.select(array, j)),
                store.bv_add(
                    store.select(array, store.bv_const(32, 0)),
                    store.select(array, store.bv_const(32, 1)),
                ),
            ),
        ];
        let mut facts = TermFacts::default();
        let form = Elements::default().of(&store, &mut facts, &constraints, 1).expect("a form");
        assert!(!has_arrays(&store, &form.constraints));
        // Two symbolic reads: each with both constants, and with one another.
        assert_eq!(form.constraints.len(), constraints.len() + 5);
    }

    #[test]
    fn indexes_that_conditions_settle_are_constants() {
        let store = TermStore::new();
        let array = byte_array(&store, "a");
        let word = |name: &str| store.var(name, Sort::BitVec(32));
        let number = |value: u64| store.bv_const(32, value);
        let mut constraints: Vec<TermId> = (0..3000)
            .map(|at| store.eq(store.select(array, number(at)), store.bv_const(8, 1)))
            .collect();
        constraints.extend([
            store.eq(store.select(array, word("i")), store.select(array, word("j"))),
            store.eq(store.bv_add(word("i"), word("j")), number(5)),
        ]);
        let mut facts = TermFacts::default();
        // Two unknown places among 3000 known ones are too many pairs.
        assert!(Elements::default().of(&store, &mut facts, &constraints, 16).is_none());
        constraints.push(store.eq(word("i"), number(2)));
        // The value of one settles that of the other.
        let form = Elements::default().of(&store, &mut facts, &constraints, 16).expect("a form");
        assert!(!has_arrays(&store, &form.constraints) && !form.one_by_one);
        assert_eq!(form.constraints.len(), constraints.len());
    }

    #[test]
    fn arrays_used_in_another_way_stay() {
        let store = TermStore::new();
        let array = byte_array(&store, "a");
        let zero = store.bv_const(32, 0);
        let first = store.eq(store.select(array, zero), store.bv_const(8, 1));
        let n = store.var("n", Sort::BitVec(32));
        let quantified = store.forall(zero, n, |index| {
            store.ne(store.select(array, index), store.select(array, zero))
        });
        let other = store.var("b", store.sort(array));
        let compared = store.raw(Op::Eq, &[array, other]);
        let mut facts = TermFacts::default();
        for extra in [quantified, compared] {
            let form = Elements::default().of(&store, &mut facts, &[first, extra], 1);
            assert!(form.is_none());
        }
        assert!(Elements::default().of(&store, &mut facts, &[first], 1).is_some());
    }
}
