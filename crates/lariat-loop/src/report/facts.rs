//! What is known when a loop is entered, as conditions on integers, and questions about it.
//!
//! Each machine number that cases are about is an integer variable here, in the range of its type.
//! What the solver does not answer is not known, and then a text stays longer.

use lariat_solver::Solver;
use lariat_term::{Op, Sort, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ranges::{Interval, common, solved};
use super::reading::Readings;
use crate::integers::{Assignment, Constraint, Form};
use crate::lift::Lifter;

/// The most questions about one loop.
const MOST_QUESTIONS: usize = 600;

pub(crate) struct Facts<'a> {
    pub(crate) store: &'a TermStore,
    /// Which numbers have signs.
    pub(crate) readings: Readings,
    solver: &'a mut Solver,
    /// The variable that stands for each machine number.
    variables: FxHashMap<TermId, TermId>,
    /// The ranges of those variables.
    known: Vec<TermId>,
    /// Conditions on one number that hold at the entry.
    single: Vec<Constraint>,
    /// What is asked of the whole.
    questions: usize,
}

/// The atoms of a form that are no quotients, also those inside of quotients.
pub(crate) fn numbers_in(store: &TermStore, form: &Form) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut work = form.atoms();
    while let Some(atom) = work.pop() {
        match store.view(atom) {
            (Op::IntDiv, args) => {
                work.extend(args.iter().flat_map(|&arg| Form::of(store, arg).atoms()));
            }
            _ if !found.contains(&atom) => found.push(atom),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

impl<'a> Facts<'a> {
    /// With what holds when the loop is entered, and terms that tell which numbers have signs.
    pub(crate) fn new(
        store: &'a TermStore,
        solver: &'a mut Solver,
        context: &[TermId],
        terms: &[TermId],
        unsigned: &[String],
    ) -> Facts<'a> {
        let mut facts = Facts {
            store,
            readings: Readings::default(),
            solver,
            variables: FxHashMap::default(),
            known: Vec::new(),
            single: Vec::new(),
            questions: MOST_QUESTIONS,
        };
        let all: Vec<TermId> = context.iter().chain(terms).copied().collect();
        facts.readings = Readings::new(store, &all, unsigned);
        let mut lifter = Lifter::new(store, &all, FxHashSet::default(), FxHashSet::default());
        for &condition in context {
            let Some(alternatives) = lifter.condition(condition, true) else { continue };
            let readings = lifter.readings();
            let read = |constraint: &Constraint| {
                constraint.map(|form| {
                    Some(Form::of(store, store.substitute(form.term(store), &readings)))
                })
            };
            let alternatives: Option<Vec<Vec<Constraint>>> = (alternatives.iter())
                .map(|constraints| constraints.iter().map(read).collect())
                .collect();
            let Some(alternatives) = alternatives else { continue };
            if let [constraints] = alternatives.as_slice() {
                let single = |c: &&Constraint| numbers_in(store, c.form()).len() == 1;
                facts.single.extend(constraints.iter().filter(single).cloned());
            }
            let terms: Option<Vec<TermId>> =
                alternatives.iter().map(|constraints| facts.all(constraints)).collect();
            facts.known.extend(terms.map(|terms| store.or(&terms)));
        }
        facts
    }

    /// The range of a number: that of its type, and what holds at the entry.
    pub(crate) fn range(&self, atom: TermId) -> Interval {
        let own = self.type_range(atom);
        let mut within = vec![own.clone()];
        for constraint in &self.single {
            if let Some(found) = solved(self.store, constraint, atom, &own) {
                within = common(&within, &found);
            }
        }
        match (within.first(), within.last()) {
            (Some((low, _)), Some((_, high))) => (low.clone(), high.clone()),
            _ => own,
        }
    }

    fn type_range(&self, atom: TermId) -> Interval {
        let one = BigInt::one();
        let (op, args) = self.store.view(atom);
        match op {
            Op::BvToInt => {
                let half = &one << (self.store.sort(args[0]).width() - 1);
                (-&half, half - 1)
            }
            Op::BvToNat => (BigInt::zero(), (&one << self.store.sort(args[0]).width()) - 1),
            Op::Ite => (BigInt::zero(), one),
            // Counters, which are not negative.
            _ => (BigInt::zero(), one << 128),
        }
    }

    /// A form over the variables.
    pub(crate) fn term(&mut self, form: &Form) -> Option<TermId> {
        let mut by = Assignment::default();
        for atom in numbers_in(self.store, form) {
            let variable = match self.variables.get(&atom) {
                Some(&variable) => variable,
                None => {
                    let variable = self.store.fresh_var("number", Sort::Int);
                    let (low, high) = self.type_range(atom);
                    let store = self.store;
                    self.known.push(store.int_le(store.int_value(&low), variable));
                    self.known.push(store.int_le(variable, store.int_value(&high)));
                    self.variables.insert(atom, variable);
                    variable
                }
            };
            by.insert(atom, Form::atom(variable));
        }
        Some(form.substitute(self.store, &by)?.term(self.store))
    }

    pub(crate) fn constraint(&mut self, constraint: &Constraint) -> Option<TermId> {
        let term = self.term(constraint.form())?;
        let zero = self.store.int_const(0);
        Some(match constraint {
            Constraint::NonNegative(_) => self.store.int_le(zero, term),
            Constraint::Zero(_) => self.store.eq(term, zero),
        })
    }

    /// All of these.
    pub(crate) fn all(&mut self, constraints: &[Constraint]) -> Option<TermId> {
        let terms: Option<Vec<TermId>> =
            constraints.iter().map(|constraint| self.constraint(constraint)).collect();
        Some(self.store.and(&terms?))
    }

    /// Whether something follows; no if it is not known.
    pub(crate) fn follows(&mut self, from: &[TermId], conclusion: TermId) -> bool {
        if self.store.as_bool(conclusion) == Some(true) {
            return true;
        }
        if self.questions == 0 {
            return false;
        }
        self.questions -= 1;
        let terms = [self.known.as_slice(), from].concat();
        self.solver.must_be_true(&terms, conclusion) == Ok(true)
    }
}
