//! Numbers that many inputs make together, as variables.
//!
//! A number read from text is a deep term over all its digits. Most questions about it are questions about its value: whether an
//! index that was checked can be too large does not depend on digits. A backend works on the digits all the same, for seconds. Here such
//! terms become variables of their own. Any value of the query's variables gives values to these, so a query that is unsatisfiable in this
//! form is unsatisfiable; a model of the form says nothing.
//!
//! What becomes a variable: a choice (`ite`) between numbers that depends on more than a few other variables, and is not merely one of two
//! constants. What is made of it (sums, comparisons, choices by its value) stays, so that all constraints speak of the same variable.

use lariat_term::{Op, Sort, TermId, TermStore};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::facts::TermFacts;

/// A choice that depends on more variables and cuts than this is cut. Numbers of one to three digits are easy as they are, and a value
/// that is computed from a few numbers must not hide them.
const FEW: usize = 3;

/// What a term depends on: variables, and terms that become variables.
#[derive(Clone, Debug)]
enum Sources {
    Few(SmallVec<[TermId; FEW]>),
    Many,
}

/// Finds the terms, and remembers what they became, so that all queries have the same variable for one of them.
#[derive(Default)]
pub(crate) struct Cuts {
    sources: FxHashMap<TermId, Sources>,
    /// Terms with variables for what is cut.
    forms: FxHashMap<TermId, TermId>,
}

impl Cuts {
    /// Forgets everything once more than `capacity` terms are known.
    pub(crate) fn make_room(&mut self, capacity: usize) {
        if self.sources.len() > capacity {
            *self = Cuts::default();
        }
    }

    /// The constraints with variables for numbers that many inputs make; none if that does not make any of them simpler.
    pub(crate) fn of(
        &mut self,
        store: &TermStore,
        facts: &mut TermFacts,
        constraints: &[TermId],
    ) -> Option<Vec<TermId>> {
        let wide = |facts: &mut TermFacts, term| facts.symbols(store, term).len() > FEW;
        if !constraints.iter().any(|&term| wide(facts, term)) {
            return None;
        }
        for &constraint in constraints {
            self.find(store, constraint);
            self.rewrite(store, constraint);
        }
        let form: Vec<TermId> = constraints.iter().map(|term| self.forms[term]).collect();
        (form != constraints).then_some(form)
    }

    /// What the parts of a term depend on.
    fn find(&mut self, store: &TermStore, root: TermId) {
        let mut stack = vec![(root, false)];
        while let Some((term, arguments_done)) = stack.pop() {
            if self.sources.contains_key(&term) {
                continue;
            }
            let (op, args) = store.view(term);
            if !arguments_done {
                stack.push((term, true));
                stack.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            }
            let sources = match op {
                Op::Var(_) => Sources::Few(SmallVec::from_elem(term, 1)),
                _ => match self.union(args) {
                    Sources::Many if is_choice(store, term) => {
                        Sources::Few(SmallVec::from_elem(term, 1))
                    }
                    sources => sources,
                },
            };
            self.sources.insert(term, sources);
        }
    }

    fn union(&self, args: &[TermId]) -> Sources {
        let mut all: SmallVec<[TermId; FEW]> = SmallVec::new();
        for arg in args {
            let Sources::Few(sources) = &self.sources[arg] else { return Sources::Many };
            for source in sources {
                if !all.contains(source) {
                    if all.len() == FEW {
                        return Sources::Many;
                    }
                    all.push(*source);
                }
            }
        }
        Sources::Few(all)
    }

    fn is_cut(&self, store: &TermStore, term: TermId) -> bool {
        match &self.sources[&term] {
            Sources::Few(sources) => sources[..] == [term] && !matches!(store.op(term), Op::Var(_)),
            Sources::Many => false,
        }
    }

    fn rewrite(&mut self, store: &TermStore, root: TermId) {
        let mut stack = vec![(root, false)];
        while let Some((term, arguments_done)) = stack.pop() {
            if self.forms.contains_key(&term) {
                continue;
            }
            let args = store.args(term);
            let form = if self.is_cut(store, term) {
                store.fresh_var("number", store.sort(term))
            } else if args.is_empty() {
                term
            } else if !arguments_done {
                stack.push((term, true));
                stack.extend(args.iter().map(|&arg| (arg, false)));
                continue;
            } else {
                let new: SmallVec<[TermId; 4]> = args.iter().map(|arg| self.forms[arg]).collect();
                if new[..] == *args { term } else { store.rebuild(term, &new) }
            };
            self.forms.insert(term, form);
        }
    }
}

/// A choice between numbers of which not both are constants.
fn is_choice(store: &TermStore, term: TermId) -> bool {
    let (Op::Ite, &[_, value, otherwise]) = store.view(term) else { return false };
    matches!(store.sort(term), Sort::BitVec(_))
        && store.loose_bound(term) == 0
        && (store.value_of(value).is_none() || store.value_of(otherwise).is_none())
}
