//! Invariants of a loop: what holds whenever its header is reached.
//!
//! Where no rule gives a variable's value after κ iterations, something can still be said about it: bounds, relations to other
//! variables, the values of a state machine. Candidates are guessed from the constants and terms the body compares with, and from
//! conditions the caller is interested in. Then those are thrown away that do not hold when the loop is entered, or that an iteration does not
//! preserve when all that are left hold before it, until nothing is thrown away any more (Houdini). What is left is proved by induction.
//!
//! One question to the solver is about all candidates at once, and its model throws away all candidates that are false in it: there are few
//! questions, however many candidates.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_solver::Solver;
use lariat_term::{Evaluator, Model, Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{LoopBody, symbol_of};

/// Most candidates.
const MOST_CANDIDATES: usize = 700;

/// Most constants, and most invariant terms, that a variable is compared with.
const MOST_TERMS: usize = 12;

/// Most values of a variable that is only ever set to constants.
const MOST_MODES: usize = 8;

/// Most conditions in the values at entry that candidates are told apart by.
const MOST_CASES: usize = 2;

/// Longest time per loop.
const LONGEST: Duration = Duration::from_millis(2500);

/// Most invariants that are given back.
const MOST_KEPT: usize = 40;

/// What the invariants of a loop are looked for with.
#[derive(Clone, Copy, Debug)]
pub struct InvariantQuestion<'q> {
    /// What holds in every iteration, over anything but the loop's variables.
    pub context: &'q [TermId],
    /// The loop.
    pub body: &'q LoopBody,
    /// The values of its variables when it is entered, one per variable.
    pub entry: &'q [TermId],
    /// Conditions over the variables' symbols that would be good to have.
    pub wanted: &'q [TermId],
}

/// Conditions over the variables' symbols that hold whenever the header is reached.
pub fn invariants(
    store: &TermStore,
    solver: &mut Solver,
    question: &InvariantQuestion<'_>,
) -> Vec<TermId> {
    let candidates = Guess::new(store, question).candidates();
    let mut search = Search { store, solver, question, end: Instant::now() + LONGEST };
    search.run(candidates).map_or_else(Vec::new, |proved| search.without_repetitions(proved))
}

/// The candidates alone, those that are the most useful first. None of them need hold.
pub(crate) fn guesses(store: &TermStore, question: &InvariantQuestion<'_>) -> Vec<TermId> {
    Guess::new(store, question).candidates()
}

/// The search for the candidates that hold.
struct Search<'s> {
    store: &'s TermStore,
    solver: &'s mut Solver,
    question: &'s InvariantQuestion<'s>,
    end: Instant,
}

impl Search<'_> {
    /// The candidates that are inductive together; none if that could not be settled.
    fn run(&mut self, mut candidates: Vec<TermId>) -> Option<Vec<TermId>> {
        let question = self.question;
        let store = self.store;
        let symbols = || question.body.variables.iter().map(|variable| variable.symbol);
        // What an iteration, or the entry, makes of the variables.
        let becomes = |values: &[TermId]| -> FxHashMap<SymbolId, TermId> {
            symbols()
                .zip(values)
                .filter_map(|(symbol, &value)| Some((symbol_of(store, symbol)?, value)))
                .collect()
        };
        let entry = becomes(question.entry);
        self.keep_true(&mut candidates, question.context, &entry, false)?;
        loop {
            let before = candidates.len();
            for path in &question.body.paths {
                let mut holds = question.context.to_vec();
                holds.extend(&path.guard);
                self.keep_true(&mut candidates, &holds, &becomes(&path.after), true)?;
            }
            if candidates.is_empty() || candidates.len() == before {
                return Some(candidates);
            }
        }
    }

    /// Keeps the candidates that are true in all models of the conditions after the substitution. If the step is inductive, the candidates
    /// themselves are among the conditions.
    fn keep_true(
        &mut self,
        candidates: &mut Vec<TermId>,
        holds: &[TermId],
        becomes: &FxHashMap<SymbolId, TermId>,
        inductive: bool,
    ) -> Option<()> {
        let store = self.store;
        let mut after = store.substitute_all(candidates, becomes);
        loop {
            // Cheap ones first: what is false or unchanged needs no question.
            let mut keep = Vec::with_capacity(candidates.len());
            for (&candidate, &then) in candidates.iter().zip(&after) {
                if store.as_bool(then) != Some(false) {
                    keep.push((candidate, then));
                }
            }
            let shrunk = keep.len() != candidates.len();
            (*candidates, after) = keep.into_iter().unzip();
            let open: Vec<TermId> = (candidates.iter().zip(&after))
                .filter(|&(&candidate, &then)| {
                    store.as_bool(then) != Some(true) && !(inductive && candidate == then)
                })
                .map(|(_, &then)| then)
                .collect();
            if open.is_empty() {
                return Some(());
            }
            if Instant::now() > self.end {
                return None;
            }
            let mut path = holds.to_vec();
            if inductive {
                path.extend(candidates.iter());
            }
            let some_fails = store.not(store.and(&open));
            let Some(model) = self.solver.check(&path, some_fails).into_model().ok()? else {
                return Some(());
            };
            let mut evaluator = Evaluator::new(Arc::clone(&model));
            let mut keep = Vec::with_capacity(candidates.len());
            for (&candidate, &then) in candidates.iter().zip(&after) {
                if evaluator.eval_bool(store, then).ok()? {
                    keep.push((candidate, then));
                }
            }
            if keep.len() == candidates.len() && !shrunk {
                // A model in which nothing fails would be asked for again and again.
                return None;
            }
            (*candidates, after) = keep.into_iter().unzip();
        }
    }

    /// Those that do not follow from the others that are kept. Stronger ones come first.
    fn without_repetitions(&mut self, proved: Vec<TermId>) -> Vec<TermId> {
        let mut kept: Vec<TermId> = Vec::new();
        for candidate in proved {
            if kept.len() >= MOST_KEPT || Instant::now() > self.end + LONGEST {
                break;
            }
            let mut known = self.question.context.to_vec();
            known.extend(&kept);
            if self.solver.must_be_true(&known, candidate) != Ok(true) {
                kept.push(candidate);
            }
        }
        kept
    }
}

/// Guesses candidates.
struct Guess<'g> {
    store: &'g TermStore,
    question: &'g InvariantQuestion<'g>,
    /// Symbols of the loop's variables and of what belongs to one iteration.
    changing: FxHashSet<SymbolId>,
    found: Vec<TermId>,
    seen: FxHashSet<TermId>,
}

impl<'g> Guess<'g> {
    fn new(store: &'g TermStore, question: &'g InvariantQuestion<'g>) -> Guess<'g> {
        let body = question.body;
        let changing = (body.variables.iter().map(|variable| variable.symbol))
            .chain(body.paths.iter().flat_map(|path| path.locals.iter().copied()))
            .filter_map(|term| symbol_of(store, term))
            .collect();
        Guess { store, question, changing, found: Vec::new(), seen: FxHashSet::default() }
    }

    fn add(&mut self, candidate: TermId) {
        if self.store.as_bool(candidate).is_none()
            && self.found.len() < MOST_CANDIDATES
            && self.seen.insert(candidate)
        {
            self.found.push(candidate);
        }
    }

    fn is_invariant(&self, term: TermId) -> bool {
        !self.store.free_vars(term).iter().any(|symbol| self.changing.contains(symbol))
    }

    /// Stronger and more useful ones first.
    fn candidates(mut self) -> Vec<TermId> {
        let store = self.store;
        for &wanted in self.question.wanted {
            self.add(wanted);
        }
        self.preconditions();
        let numbers: Vec<(TermId, TermId)> = (self.question.body.variables.iter())
            .map(|variable| variable.symbol)
            .zip(self.question.entry.iter().copied())
            .filter(|&(symbol, _)| matches!(store.sort(symbol), Sort::BitVec(2..=64)))
            .collect();
        let terms = self.terms();
        self.modes(&numbers, &terms);
        self.relations(&numbers);
        for &(symbol, entry) in &numbers {
            self.comparisons(symbol, entry, &terms);
        }
        self.by_cases();
        self.found
    }

    /// What the values at entry depend on decides what holds later.
    fn by_cases(&mut self) {
        let store = self.store;
        let entry = store.parts(self.question.entry);
        let mut cases: Vec<TermId> = Vec::new();
        for part in entry {
            if let (Op::Ite, args) = store.view(part)
                && !cases.contains(&args[0])
                && cases.len() < MOST_CASES
            {
                cases.push(args[0]);
            }
        }
        let plain = self.found.clone();
        for case in cases {
            for &candidate in &plain {
                self.add(store.implies(case, candidate));
                self.add(store.implies(store.not(case), candidate));
            }
        }
    }

    /// What is known about a variable's value at entry may stay true.
    fn preconditions(&mut self) {
        let store = self.store;
        let variables = self.question.body.variables.iter().map(|variable| variable.symbol);
        let pairs: Vec<(TermId, TermId)> = variables
            .zip(self.question.entry.iter().copied())
            .filter(|&(_, entry)| symbol_of(store, entry).is_some())
            .collect();
        for &condition in self.question.context.iter().rev().take(40) {
            let free = store.free_vars(condition);
            for &(symbol, entry) in &pairs {
                if let Some(known) = symbol_of(store, entry)
                    && free.binary_search(&known).is_ok()
                {
                    let map = [(known, symbol)].into_iter().collect();
                    self.add(store.substitute(condition, &map));
                }
            }
        }
    }

    /// Constants and invariant terms that the body compares or computes with, by width; the constants come first.
    fn terms(&self) -> FxHashMap<u32, Vec<TermId>> {
        let store = self.store;
        let body = self.question.body;
        let mut roots: Vec<TermId> = self.question.wanted.to_vec();
        for path in &body.paths {
            roots.extend(&path.guard);
            roots.extend(&path.after);
        }
        let mut constants: FxHashMap<u32, Vec<TermId>> = FxHashMap::default();
        let mut others: FxHashMap<u32, Vec<TermId>> = FxHashMap::default();
        let mut put = |term: TermId| {
            let Sort::BitVec(width @ 2..=64) = store.sort(term) else { return };
            let list = match store.as_word(term) {
                Some(_) => constants.entry(width).or_default(),
                None => others.entry(width).or_default(),
            };
            if list.len() < MOST_TERMS && !list.contains(&term) {
                list.push(term);
            }
        };
        for (&entry, variable) in self.question.entry.iter().zip(&body.variables) {
            if !matches!(store.sort(variable.symbol), Sort::Array(_)) {
                put(entry);
            }
        }
        for part in store.parts(&roots) {
            let (op, args) = store.view(part);
            if matches!(op, Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle | Op::Eq | Op::BvAdd) {
                // Places in an array are multiples: `4 * i == 4 * m` is about m as `i == m` is.
                let quotients = match args {
                    &[a, b] if op == Op::Eq => without_factor(store, a, b),
                    _ => None,
                };
                for &arg in quotients.iter().flatten().chain(args) {
                    if self.is_invariant(arg) {
                        put(arg);
                    } else if let (Op::BvAdd, summands) = store.view(arg) {
                        // `i + 1 < n` is about n as `i < n` is.
                        let constant = summands.iter().find(|&&part| self.is_invariant(part));
                        constant.into_iter().for_each(|&constant| put(constant));
                    }
                }
            }
        }
        for (width, list) in &mut constants {
            let zero = store.bv_const(*width, 0);
            if !list.contains(&zero) {
                list.push(zero);
            }
            let neighbours: Vec<TermId> = (list.iter())
                .flat_map(|&constant| {
                    let one = store.bv_const(*width, 1);
                    [store.bv_sub(constant, one), store.bv_add(constant, one)]
                })
                .collect();
            for neighbour in neighbours {
                if !list.contains(&neighbour) {
                    list.push(neighbour);
                }
            }
        }
        for (width, list) in others {
            constants.entry(width).or_default().extend(list);
        }
        constants
    }

    /// Variables that are only ever set to constants have one of these values, and others may depend on which one.
    fn modes(&mut self, numbers: &[(TermId, TermId)], terms: &FxHashMap<u32, Vec<TermId>>) {
        let store = self.store;
        let body = self.question.body;
        let variables: Vec<(TermId, TermId)> = (body.variables.iter())
            .map(|variable| variable.symbol)
            .zip(self.question.entry.iter().copied())
            .collect();
        for (index, &(symbol, entry)) in variables.iter().enumerate() {
            if matches!(store.sort(symbol), Sort::Array(_)) {
                continue;
            }
            let mut values = vec![entry];
            let mut constant = self.is_value(entry);
            for path in &body.paths {
                let after = path.after[index];
                if after != symbol && !values.contains(&after) {
                    values.push(after);
                }
                constant &= after == symbol || self.is_value(after);
            }
            if !constant || values.len() > MOST_MODES {
                continue;
            }
            let is: Vec<TermId> = values.iter().map(|&value| store.eq(symbol, value)).collect();
            self.add(store.or(&is));
            for &(other, other_entry) in numbers.iter().filter(|(other, _)| *other != symbol) {
                let width = store.sort(other).width();
                let constants = terms.get(&width).map_or(&[][..], Vec::as_slice);
                let constants = constants.iter().filter(|term| store.as_word(**term).is_some());
                let constants: Vec<TermId> =
                    [other_entry].into_iter().chain(constants.copied()).take(6).collect();
                for &mode in &is {
                    for &value in &constants {
                        self.add(store.implies(mode, store.eq(other, value)));
                        self.add(store.implies(mode, store.bv_sge(other, value)));
                        self.add(store.implies(mode, store.bv_sle(other, value)));
                    }
                }
            }
        }
    }

    fn is_value(&self, term: TermId) -> bool {
        self.store.as_word(term).is_some() || self.store.as_bool(term).is_some()
    }

    /// Relations between two and three variables.
    fn relations(&mut self, numbers: &[(TermId, TermId)]) {
        let store = self.store;
        for (index, &(a, entry_a)) in numbers.iter().enumerate() {
            for &(b, entry_b) in &numbers[index + 1..] {
                if store.sort(a) != store.sort(b) {
                    continue;
                }
                let difference = store.bv_sub(a, b);
                self.add(store.eq(difference, store.bv_sub(entry_a, entry_b)));
                self.add(store.eq(store.bv_add(a, b), store.bv_add(entry_a, entry_b)));
                self.add(store.eq(a, b));
                for (low, high) in [(a, b), (b, a)] {
                    self.add(store.bv_slt(low, high));
                    self.add(store.bv_sle(low, high));
                    self.add(store.bv_ule(low, high));
                }
                for &(c, entry_c) in &numbers[index + 1..] {
                    if c <= b || store.sort(a) != store.sort(c) || numbers.len() > 6 {
                        continue;
                    }
                    for [x, y, z] in [[a, b, c], [a, c, b], [b, c, a]] {
                        let value = |term: TermId| match term {
                            term if term == a => entry_a,
                            term if term == b => entry_b,
                            _ => entry_c,
                        };
                        let sum = store.bv_sub(store.bv_add(x, y), z);
                        let at_entry = store.bv_sub(store.bv_add(value(x), value(y)), value(z));
                        self.add(store.eq(sum, at_entry));
                    }
                }
            }
        }
    }

    /// Comparisons of a variable with what does not change.
    fn comparisons(&mut self, symbol: TermId, entry: TermId, terms: &FxHashMap<u32, Vec<TermId>>) {
        let store = self.store;
        let width = store.sort(symbol).width();
        self.add(store.eq(symbol, entry));
        self.add(store.eq(store.extract(0, 0, symbol), store.extract(0, 0, entry)));
        self.add(store.eq(store.extract(1, 0, symbol), store.extract(1, 0, entry)));
        let list = terms.get(&width).cloned().unwrap_or_default();
        for term in list.into_iter().chain([entry]) {
            self.add(store.eq(symbol, term));
            if store.as_word(term).is_none() {
                self.add(store.bv_slt(symbol, term));
                self.add(store.bv_sgt(symbol, term));
            }
            self.add(store.bv_sle(symbol, term));
            self.add(store.bv_sge(symbol, term));
            self.add(store.bv_ule(symbol, term));
            self.add(store.bv_uge(symbol, term));
        }
    }
}

/// Two multiples of the same constant, without this factor.
fn without_factor(store: &TermStore, a: TermId, b: TermId) -> Option<[TermId; 2]> {
    let split = |term: TermId| match store.view(term) {
        (op @ (Op::BvMul | Op::BvShl), &[x, y]) if store.as_word(y).is_some() => Some((op, x, y)),
        (Op::BvMul, &[x, y]) if store.as_word(x).is_some() => Some((Op::BvMul, y, x)),
        (Op::Concat, &[x, y]) if store.as_word(y) == Some(0) => Some((Op::Concat, x, y)),
        _ => None,
    };
    let ((op, x, factor), (same_op, y, same_factor)) = (split(a)?, split(b)?);
    (op == same_op && factor == same_factor).then_some([x, y])
}

/// The model with the values that the variables have at entry.
pub fn model_at_entry(
    store: &TermStore,
    model: &Arc<Model>,
    variables: impl Iterator<Item = (TermId, TermId)>,
) -> Option<Model> {
    let mut result = Model::clone(model);
    let mut evaluator = Evaluator::new(Arc::clone(model));
    for (symbol, entry) in variables {
        let value = evaluator.eval(store, entry).ok()?;
        result.set(store, symbol_of(store, symbol)?, value);
    }
    Some(result)
}
