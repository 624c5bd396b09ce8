//! Bounds by a quantity that every iteration makes smaller.
//!
//! If something is not negative in every iteration and becomes smaller by at least d, there are at most floor(something / d) + 1 iterations.
//! This asks about one iteration only, so it works for loops whose order of paths is not known and whose steps are inputs.
//!
//! What does not hold of machine integers may hold under [assumptions](Assumed), which the bound then names: that nothing wraps around, that what
//! is compared for equality is not passed by, that an invariant step is positive.

use lariat_solver::Solver;
use lariat_term::{SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use rustc_hash::FxHashSet;

use crate::automaton::locals;
use crate::body::{ExitPath, LoopBody, symbol_of};
use crate::integers::{Assignment, Constraint, Form};
use crate::lift::{Lifter, crossed};

/// What is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Assumed {
    /// No sum leaves the range of its type.
    pub(crate) no_wrap: bool,
    /// What must not be reached is not passed by: for `i != n`, that `i` stays on its side.
    pub(crate) not_passed: bool,
    /// Steps that are the same in all iterations go in the right direction.
    pub(crate) steps: bool,
}

/// Questions to the solver for one bound.
const MOST_QUESTIONS: usize = 120;

/// A question that is not answered counts as so many.
const UNANSWERED: usize = 15;

/// One way through an iteration: its guard and the next values of some variables.
struct Piece {
    guard: Vec<Constraint>,
    next: Assignment,
}

/// A bound of the number of iterations, over the entry values.
pub(crate) struct Ranked<'s> {
    pub(crate) lifter: Lifter<'s>,
    /// What becomes smaller, at the entry.
    pub(crate) quantity: Form,
    /// By how much at least.
    pub(crate) step: BigInt,
    /// What must hold of invariants for that.
    pub(crate) needed: Vec<Constraint>,
}

/// Looks for a quantity among the conditions of the first path.
pub(crate) fn ranked<'s>(
    store: &'s TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    exits: &[ExitPath],
    assumed: Assumed,
) -> Option<Ranked<'s>> {
    let variables: Vec<TermId> = body.variables.iter().map(|v| v.symbol).collect();
    let locals = locals(store, body, exits);
    let mut changing: FxHashSet<SymbolId> = locals.clone();
    changing.extend(variables.iter().filter_map(|&v| symbol_of(store, v)));
    let mut terms: Vec<TermId> = context.to_vec();
    for path in &body.paths {
        terms.extend(path.guard.iter().chain(&path.after));
    }
    let mut lifter = Lifter::new(store, &terms, changing, FxHashSet::default());
    lifter.read_quotients();
    if assumed.no_wrap {
        lifter.assume_no_wrap();
    }
    let first = body.paths.first()?;
    let mut candidates: Vec<Form> = Vec::new();
    for &conjunct in &first.guard {
        for constraint in lifter.condition(conjunct, true).into_iter().flatten().flatten() {
            if let Constraint::NonNegative(form) = constraint
                && !candidates.contains(&form)
            {
                candidates.push(form);
            }
        }
    }
    // The limits of types say little; conditions that people wrote come first.
    candidates.sort_by_key(|form| form.constant_part().abs() > BigInt::from(i32::MAX / 2));
    let integers: Vec<(TermId, usize)> = (variables.iter().enumerate())
        .filter_map(|(number, &v)| Some((lifter.atom(v)?.integer, number)))
        .collect();
    let inputs: Vec<TermId> = (locals.iter())
        .filter_map(|&local| Some(lifter.atom(store.symbol_term(local))?.integer))
        .collect();
    // What is compared is often what an inner loop made of a variable: the variable itself is on the same side.
    let mut of_variables: Vec<Form> = Vec::new();
    for candidate in &candidates {
        let about: Vec<TermId> =
            inputs.iter().copied().filter(|&input| candidate.mentions(store, input)).collect();
        if let [input] = about.as_slice() {
            for &(integer, _) in &integers {
                let instead = candidate.with(store, *input, &Form::atom(integer));
                of_variables.extend(instead.filter(|form| form.mentions(store, integer)));
            }
        }
    }
    let by_inputs = |form: &Form| inputs.iter().any(|&input| form.mentions(store, input));
    candidates.retain(|candidate| !by_inputs(candidate));
    candidates.truncate(6);
    for candidate in of_variables {
        if !candidates.contains(&candidate) && candidates.len() < 10 {
            candidates.push(candidate);
        }
    }
    let mut questions = MOST_QUESTIONS;
    for candidate in candidates {
        let inside: Vec<(TermId, usize)> = (integers.iter().copied())
            .filter(|(integer, _)| candidate.mentions(store, *integer))
            .collect();
        if inside.is_empty() {
            continue;
        }
        let mut needed = Vec::new();
        let question = Question {
            context,
            body,
            variables: &variables,
            quantity: &candidate,
            inside: &inside,
        };
        if let Some(step) =
            smallest_step(&mut lifter, solver, &question, assumed, &mut needed, &mut questions)
        {
            return Some(Ranked { lifter, quantity: candidate, step, needed });
        }
    }
    None
}

/// A quantity with what it is about.
struct Question<'a> {
    context: &'a [TermId],
    body: &'a LoopBody,
    variables: &'a [TermId],
    quantity: &'a Form,
    /// The variables in it.
    inside: &'a [(TermId, usize)],
}

/// By how much every iteration makes the quantity smaller at least, if it does and it is never negative at the start of one.
fn smallest_step(
    lifter: &mut Lifter<'_>,
    solver: &mut Solver,
    question: &Question<'_>,
    assumed: Assumed,
    needed: &mut Vec<Constraint>,
    questions: &mut usize,
) -> Option<BigInt> {
    let store = lifter.store;
    // Whether something follows; unknown counts as no.
    let mut follows = |solver: &mut Solver, terms: &[TermId], conclusion: TermId| {
        let answer = solver.must_be_true(terms, conclusion);
        let cost = if answer.is_err() { UNANSWERED } else { 1 };
        *questions = questions.checked_sub(cost)?;
        Some(answer == Ok(true))
    };
    let Question { context, body, variables, quantity, inside } = *question;
    let mut least: Option<BigInt> = None;
    for path in &body.paths {
        let mut guards = vec![Vec::new()];
        for &conjunct in &path.guard {
            // A condition that cannot be read only makes the question harder.
            if let Some(lifted) = lifter.condition(conjunct, true)
                && let Some(next) = crossed(&guards, &lifted)
            {
                guards = next;
            }
        }
        let mut pieces: Vec<Piece> = (guards.into_iter())
            .map(|guard| Piece { guard, next: Assignment::default() })
            .collect();
        for &(integer, number) in inside {
            let values = lifter.next(variables[number], path.after[number])?;
            let mut next = Vec::new();
            for piece in &pieces {
                for value in &values {
                    let guard = [piece.guard.as_slice(), &value.when].concat();
                    let mut assignment = piece.next.clone();
                    assignment.insert(integer, value.value.clone());
                    next.push(Piece { guard, next: assignment });
                }
            }
            pieces = next;
            if pieces.len() > 64 {
                return None;
            }
        }
        let mut base: Vec<TermId> = lifter.ranges().iter().map(|range| range.term(store)).collect();
        for &conjunct in context {
            let free = store.free_vars(conjunct);
            let about = |v: &TermId| {
                symbol_of(store, *v).is_some_and(|symbol| free.binary_search(&symbol).is_ok())
            };
            if variables.iter().any(about) {
                continue;
            }
            for alternatives in lifter.condition(conjunct, true).into_iter() {
                if let [only] = alternatives.as_slice() {
                    base.extend(only.iter().map(|constraint| constraint.term(store)));
                }
            }
        }
        if assumed.not_passed {
            base.push(Constraint::NonNegative(quantity.plus(1)).term(store));
        }
        for piece in pieces {
            let mut terms = base.clone();
            terms.extend(piece.guard.iter().map(|constraint| constraint.term(store)));
            terms.extend(needed.iter().map(|constraint| constraint.term(store)));
            if follows(solver, &terms, store.ff())? {
                continue;
            }
            let decrease = quantity.sub(&quantity.substitute(store, &piece.next)?);
            let constant = decrease.as_constant();
            let step = match constant {
                Some(step) if step.is_positive() => step,
                Some(_) => return None,
                None => BigInt::one(),
            };
            let enough = Constraint::le(&Form::constant(step.clone()), &decrease);
            let decreases = enough.term(store);
            let stays = Constraint::NonNegative(quantity.clone()).term(store);
            let both = store.and(&[decreases, stays]);
            if !follows(solver, &terms, both)? {
                // A step that is the same in all iterations may be assumed to be one.
                let invariant = !lifter.changes(&decrease);
                if !assumed.steps || !invariant || needed.contains(&enough) {
                    return None;
                }
                terms.push(decreases);
                if follows(solver, &terms, store.ff())? || !follows(solver, &terms, stays)? {
                    return None;
                }
                needed.push(enough);
            }
            least = Some(least.map_or(step.clone(), |least| least.min(step)));
        }
    }
    least
}
