//! What is known when a loop is entered, as conditions on integers, and questions about it.
//!
//! Each machine number that cases are about is an integer variable here, in the range of its type.
//! What the solver does not answer is not known, and then a text stays longer.

use lariat_solver::Solver;
use lariat_term::{Op, Sort, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::TypeOf;
use super::ranges::{Interval, common, solved};
use super::reading::Readings;
use crate::infix::plain_name;
use crate::integers::{Assignment, Constraint, Form};
use crate::lift::Lifter;

/// Addresses of programs have fewer bits on all machines: a larger number is no distance within an object, but comes from the end of all addresses.
const ADDRESS_BITS: u64 = 48;

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
    /// Pointers by their bytes, and the same counted in what they point to: the variable for that, and the size.
    elements: Vec<(TermId, TermId, u64)>,
    /// Conditions that are part of every case.
    pub(crate) arrival: Vec<TermId>,
    /// Those of them that are conditions on integers.
    pub(crate) arrival_constraints: Vec<Constraint>,
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

/// A form in which pointers count what they point to.
pub(crate) fn counted(store: &TermStore, elements: &[(TermId, TermId, u64)], form: Form) -> Form {
    if elements.is_empty() {
        return form;
    }
    let by: Assignment = (elements.iter())
        .map(|&(bytes, own, size)| (bytes, Form::atom(own).scaled(&size.into())))
        .collect();
    form.substitute(store, &by).map_or(form, |form| divided_out(store, &form))
}

/// A form in which quotients of multiples of their divisor are no quotients any more.
pub(crate) fn divided_out(store: &TermStore, form: &Form) -> Form {
    let factor = |atom: TermId| -> Form {
        let (Op::IntDiv, &[numerator, divisor]) = (store.op(atom), store.args(atom)) else {
            return Form::atom(atom);
        };
        let numerator = divided_out(store, &Form::of(store, numerator));
        let by = store.as_int(divisor).filter(|by| *by > BigInt::zero());
        let Some(by) = by else {
            return numerator.quotient(store, &Form::of(store, divisor));
        };
        // floor((d·q + r) / d) is q + floor(r / d).
        let part = |of: &dyn Fn(&BigInt) -> BigInt| {
            let monomials = numerator.monomials();
            Form::of_monomials(monomials.map(|(monomial, number)| (monomial.to_vec(), of(number))))
        };
        let whole = part(&|number| match number.is_multiple_of(&by) {
            true => number / &by,
            false => BigInt::zero(),
        });
        let rest = numerator.sub(&whole.scaled(&by));
        let constant = rest.constant_part();
        let others = rest.sub(&Form::constant(constant.clone()));
        // floor((g·a + r) / (g·d)) is floor((a + floor(r / g)) / d).
        let shared = others.monomials().fold(by.clone(), |shared, (_, number)| shared.gcd(number));
        let others = Form::of_monomials(
            others.monomials().map(|(monomial, number)| (monomial.to_vec(), number / &shared)),
        );
        let rest = others.add(&Form::constant(constant.div_floor(&shared)));
        whole.add(&match rest.as_constant() {
            Some(rest) => Form::constant(rest.div_floor(&(by / shared))),
            None => rest.quotient(store, &Form::constant(by / shared)),
        })
    };
    let mut sum = Form::default();
    for (monomial, by) in form.monomials() {
        let product = (monomial.iter())
            .try_fold(Form::constant(by.clone()), |product, atom| product.mul(&factor(*atom)));
        match product {
            Some(product) => sum = sum.add(&product),
            None => return form.clone(),
        }
    }
    sum
}

/// The pointers in some terms to what has a size other than 1, in both readings, with a variable that counts.
pub(crate) fn elements(
    store: &TermStore,
    terms: &[TermId],
    types: TypeOf<'_>,
) -> Vec<(TermId, TermId, u64)> {
    let mut found = Vec::new();
    for symbol in store.free_vars_of(terms) {
        let name = plain_name(store.symbol_name(symbol)).replace("[]", "");
        let term = store.symbol_term(symbol);
        if let (Some(size), Sort::BitVec(_)) =
            (types(&name).and_then(|ty| ty.element).filter(|size| *size > 1), store.sort(term))
        {
            let own = store.fresh_var(&name, Sort::Int);
            found.push((store.bv_to_nat(term), own, size));
            found.push((store.bv_to_int(term), own, size));
        }
    }
    found
}

impl<'a> Facts<'a> {
    /// With what holds when the loop is entered, and terms that tell which numbers have signs.
    pub(crate) fn new(
        store: &'a TermStore,
        solver: &'a mut Solver,
        context: &[TermId],
        terms: &[TermId],
        types: TypeOf<'_>,
    ) -> Facts<'a> {
        let mut facts = Facts {
            store,
            readings: Readings::default(),
            solver,
            variables: FxHashMap::default(),
            known: Vec::new(),
            single: Vec::new(),
            arrival: Vec::new(),
            arrival_constraints: Vec::new(),
            elements: Vec::new(),
            questions: MOST_QUESTIONS,
        };
        let all: Vec<TermId> = context.iter().chain(terms).copied().collect();
        facts.readings = Readings::new(store, &all, types);
        facts.elements = elements(store, &all, types);
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

    /// Makes conditions a part of every case: as conditions on integers, if they are one such each, or as they are.
    pub(crate) fn arrive(&mut self, conditions: &[TermId]) {
        let store = self.store;
        let mut lifter = Lifter::new(store, conditions, FxHashSet::default(), FxHashSet::default());
        let mut several = Vec::new();
        for &condition in conditions {
            let alternatives = lifter.condition(condition, true).map(|all| {
                let readings = lifter.readings();
                let read = |constraint: &Constraint| {
                    constraint.map(|form| {
                        Some(Form::of(store, store.substitute(form.term(store), &readings)))
                    })
                };
                let all = all.iter().map(|one| one.iter().map(read).collect::<Option<Vec<_>>>());
                all.collect::<Option<Vec<_>>>()
            });
            match alternatives.flatten().as_deref() {
                Some([one]) => self.arrival_constraints.extend(one.iter().cloned()),
                Some(alternatives) => several.push((condition, alternatives.to_vec())),
                None => self.arrival.push(condition),
            }
        }
        for (condition, mut alternatives) in several {
            let known = self.arrival_constraints.clone();
            let known = self.all(&known);
            alternatives.retain(|one| match (known, self.all(one)) {
                (Some(known), Some(one)) => !self.follows(&[known, one], store.ff()),
                _ => true,
            });
            match alternatives.as_slice() {
                [one] => self.arrival_constraints.extend(one.iter().cloned()),
                _ => self.arrival.push(condition),
            }
        }
    }

    /// A form in which pointers count what they point to, as in C. Pointers that are compared point into one array, whose elements are all at a multiple
    /// of their size from each other; and no object reaches into the upper half of all addresses.
    pub(crate) fn in_elements(&self, form: Form) -> Form {
        counted(self.store, &self.elements, form)
    }

    /// A condition in which pointers count what they point to. One on where a pointer is, and not on how far it is from another one, is about numbers that
    /// wrap around: objects are neither at the start nor at the end of all addresses.
    pub(crate) fn constraint_in_elements(&self, constraint: Constraint) -> Constraint {
        let counted = constraint.map(|form| Some(self.in_elements(form.clone())));
        let constraint = counted.map_or(constraint, Constraint::tightened);
        let Constraint::NonNegative(form) = &constraint else { return constraint };
        let pointers: BigInt = (form.monomials())
            .filter(|(monomial, _)| match monomial {
                [one] => self.elements.iter().any(|(_, own, _)| own == one),
                _ => false,
            })
            .map(|(_, by)| by.clone())
            .sum();
        if pointers.is_zero() {
            return constraint;
        }
        let far = form.constant_part();
        let far = if far.bits() < ADDRESS_BITS { BigInt::zero() } else { far };
        let holds = if far.is_zero() { pointers > far } else { far > BigInt::zero() };
        Constraint::NonNegative(Form::constant(if holds { 0 } else { -1 }))
    }

    /// A term with pointers as the machine has them again.
    pub(crate) fn in_bytes(&self, term: TermId) -> TermId {
        let store = self.store;
        let by = self.elements.iter().filter_map(|&(bytes, own, size)| {
            let Op::Var(symbol) = store.op(own) else { return None };
            Some((symbol, store.int_div(bytes, store.int_value(&size.into()))))
        });
        store.substitute(term, &by.collect())
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
        if let Some((bytes, _, size)) = self.elements.iter().find(|(_, own, _)| *own == atom) {
            let width = self.store.sort(self.store.args(*bytes)[0]).width();
            return (BigInt::zero(), (one << (width - 1)) / *size);
        }
        let (op, args) = self.store.view(atom);
        match op {
            Op::BvToInt => {
                let half = &one << (self.store.sort(args[0]).width() - 1);
                (-&half, half - 1)
            }
            Op::BvToNat => (BigInt::zero(), (&one << self.store.sort(args[0]).width()) - 1),
            Op::Ite => match (self.store.as_int(args[1]), self.store.as_int(args[2])) {
                (Some(a), Some(b)) if a < b => (a, b),
                (Some(a), Some(b)) => (b, a),
                _ => (-&one << 128, one << 128),
            },
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
