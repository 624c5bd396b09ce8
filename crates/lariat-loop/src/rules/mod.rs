//! The rules that give a variable its value after κ iterations, each in a file of its own.
//!
//! A rule looks at what the paths do with one variable and returns the value, or the reason why it does not apply. Every
//! value is exact: on machine integers, for every order of the iterations.

mod array;
mod bounds;
mod disequality;
mod last_writer;
mod limited;
mod merged;
mod overlay;
mod phases;
mod polynomial_sum;
mod progression;
mod recurrence;
mod strided;
mod sum_of_sums;
mod widening;

pub(crate) use array::chain;

use std::fmt;

use lariat_term::{Sort, TermId};

use crate::progress::Progress;

pub(crate) use progression::constant_step;

/// Which rule gave a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// No path changes the variable.
    Unchanged,
    /// Every path adds a loop invariant.
    Progression,
    /// Some paths set it to one loop invariant.
    SetInvariant,
    /// The value of the last iteration that set it, which the counters determine.
    LastValue,
    /// A copy of another variable from the iteration before.
    Copy,
    /// The value of the path that ran last, a choice.
    LastWriter,
    /// Paths add polynomials in the counters.
    PolynomialSum,
    /// Paths add what are sums over the iterations themselves.
    SumOfSums,
    /// A path multiplies it by a constant and adds an invariant.
    Recurrence,
    /// An array written at an affine offset.
    ArrayWrite,
    /// An array written with a step that is no constant.
    StridedWrite,
    /// An array cell, or lines of cells, that follow progressions.
    ArrayProgression,
    /// An array of which pieces are replaced.
    ArrayOverlay,
    /// The paths taken as one, with the number of all iterations.
    MergedPaths,
    /// The paths run one after the other.
    Phases,
}

impl Rule {
    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Unchanged => "unchanged",
            Rule::Progression => "arithmetic progression",
            Rule::SetInvariant => "set to an invariant",
            Rule::LastValue => "last value set",
            Rule::Copy => "copy from the previous iteration",
            Rule::LastWriter => "last path that set it",
            Rule::PolynomialSum => "polynomial sum",
            Rule::SumOfSums => "sum of sums",
            Rule::Recurrence => "geometric progression",
            Rule::ArrayWrite => "array written at an affine offset",
            Rule::StridedWrite => "array written with a symbolic step",
            Rule::ArrayProgression => "progressions in array cells",
            Rule::ArrayOverlay => "pieces of an array replaced",
            Rule::MergedPaths => "paths merged into one",
            Rule::Phases => "paths in a fixed order",
        }
    }

    /// What the rule says, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Rule::Unchanged => "No path changes the variable.",
            Rule::Progression => {
                "Every path adds a loop invariant, so the value grows by each path's step times its counter."
            }
            Rule::SetInvariant => {
                "Some paths set the variable to one loop invariant; it has that value if any of them ran."
            }
            Rule::LastValue => {
                "The last iteration that set the variable had all setting paths but itself behind it."
            }
            Rule::Copy => "The variable holds what another one was one iteration earlier.",
            Rule::LastWriter => {
                "Several paths set different values; a choice says which one ran last."
            }
            Rule::PolynomialSum => {
                "The paths add polynomials in the counters whose sum does not depend on the order."
            }
            Rule::SumOfSums => {
                "The paths add sums over the iterations before, so the value is one over binomial coefficients."
            }
            Rule::Recurrence => {
                "The value is multiplied by a constant and increased by an invariant in each iteration."
            }
            Rule::ArrayWrite => {
                "One path writes the array at offsets that advance by a constant step, each cell at most once."
            }
            Rule::StridedWrite => {
                "One path writes the array at offsets that advance by an invariant, each cell at most once."
            }
            Rule::ArrayProgression => {
                "A written cell is another cell of the array plus an invariant, a constant number of writes earlier."
            }
            Rule::ArrayOverlay => {
                "One path replaces a piece of the array, and the pieces are apart or all hold the same."
            }
            Rule::MergedPaths => {
                "Which path an iteration takes depends only on the number of iterations before it."
            }
            Rule::Phases => "No path can follow a later one, so the paths run one after the other.",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule's result: the value, or why it does not apply.
pub(crate) type Attempt = Result<(TermId, Rule), String>;

type Apply = fn(&mut Progress<'_>, usize) -> Attempt;

/// Applies the rules to unknown variables until nothing changes any more.
pub(crate) fn improve_until_stable(progress: &mut Progress<'_>) {
    apply_rules(progress);
    if progress.body.paths.len() > 1 {
        if let Some(order) = phases::order(progress) {
            if phases::compose(progress, &order) {
                apply_rules(progress);
            }
            progress.order = Some(order);
        }
        if progress.known.iter().any(Option::is_none) && merged::merge_paths(progress) {
            apply_rules(progress);
        }
    }
}

/// What is done once no rule applies any more: choices and bounds. Before that, while a variable may still become known, a choice
/// would be a premature answer.
pub(crate) fn settle(progress: &mut Progress<'_>) {
    for variable in 0..progress.body.variables.len() {
        if progress.known[variable].is_none()
            && let Ok(known) = last_writer::with_choice(progress, variable)
        {
            progress.known[variable] = Some(known);
        }
    }
    last_writer::add_guards_of_choices(progress);
    bounds::add_bounds(progress);
    limited::add_limits(progress);
    disequality::add_stops(progress);
}

/// Applies the rules for single variables until nothing changes any more.
fn apply_rules(progress: &mut Progress<'_>) {
    loop {
        let mut changed = false;
        for variable in 0..progress.body.variables.len() {
            if progress.known[variable].is_some() {
                continue;
            }
            match improved(progress, variable) {
                Ok(known) => {
                    progress.known[variable] = Some(known);
                    changed = true;
                }
                Err(reason) => progress.reasons[variable] = Some(reason),
            }
        }
        if !changed {
            return;
        }
    }
}

fn improved(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let symbol = progress.symbol(variable);
    if progress.setters(variable).is_empty() {
        return Ok((symbol, Rule::Unchanged));
    }
    // The first rule of each list is the one whose refusal tells most.
    let scalar: &[Apply] = &[
        last_writer::determined,
        progression::progression,
        polynomial_sum::polynomial_sum,
        sum_of_sums::sum_of_sums,
        recurrence::recurrence,
    ];
    let array: &[Apply] =
        &[array::array_write, last_writer::determined, overlay::overlay, strided::strided_write];
    let rules = match progress.store.sort(symbol) {
        Sort::Array(_) => array,
        _ => scalar,
    };
    let mut reason = String::new();
    for rule in rules {
        match rule(progress, variable) {
            Ok(known) => return Ok(known),
            Err(why) if reason.is_empty() => reason = why,
            Err(_) => {}
        }
    }
    Err(reason)
}
