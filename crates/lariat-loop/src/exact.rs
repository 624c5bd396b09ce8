//! Cases to be put into the state of an executor: how often a loop goes round, and with what it is then at its head for the last time.
//!
//! The last iteration is left to the executor. So what it does there — leaving along one edge or another, a failed check, a bug — needs no
//! description: an iteration that does not come back to the head is one for which no iteration path's guard holds, and the complement of
//! the guards is all that has to be known of it. A loop that finds bugs when it is unrolled finds the same ones when it is taken in this way.

use lariat_solver::Solver;
use lariat_term::{Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::automaton::Automaton;
use crate::bits::{Quotient, with_exact_quotients, without_integers};
use crate::body::{COUNTER_BITS, ExitPath, LoopBody, symbol_of};
use crate::cases::{Case, End, Walk};
use crate::lift::Lifter;
use crate::memory::{Iterated, IteratedMemory, iterate_part};
use crate::scan;

/// Conditions that are looked at besides those of the loop.
const MOST_CONTEXT: usize = 24;

/// Under its condition the loop goes round exactly so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactCase {
    /// When it applies, over the values at the entry, what is invariant, and the counters. There are no integers in it.
    pub condition: Vec<TermId>,
    /// Numbers of iterations without a closed form, as bit-vector variables: where the case applies, the condition holds for one value of each.
    pub counters: Vec<TermId>,
    /// The value of each variable when the head is reached for the last time; none for a case that never ends.
    pub after: Option<Vec<TermId>>,
    /// Variables that stand for parts of these values; none if they are [written out](Quotients::WrittenOut).
    pub quotients: Vec<Quotient>,
    /// Which iteration paths are taken; the others are not.
    pub taken: Vec<bool>,
    /// Whether each of them is taken at least once. If not, some are not taken for some inputs.
    pub all_taken: bool,
    /// All iterations together, as an integer; none if they have no closed form or never end.
    pub iterations: Option<TermId>,
    /// Where a case stops in the middle of the loop: its values are those after so many iterations, and there is at least one more.
    pub goes_on_after: Option<u64>,
    /// Whether its values contain the [choices](crate::Choices) of the iterations.
    pub by_choices: bool,
}

/// Why there are no cases where the loop is left at once.
pub const NOT_ROUND: &str = "the loop does not go round";

/// Why there are no cases where the loop cannot go round as often as was asked for.
pub const NOT_DEEP: &str = "the loop does not go round often";

/// Why there are no cases where loops through data are not asked about.
pub const THROUGH_DATA: &str = "a condition depends on more than induction variables";

/// What cases are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How quotients in values are expressed.
    pub quotients: Quotients,
    /// Whether loops that go through data (`scan.rs`) are taken too, with a number of iterations that has no closed form: those that can go round
    /// at least so often.
    pub scans: Option<u64>,
}

/// How quotients in the values after a loop are expressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quotients {
    /// As variables where they are exact, which solvers prefer.
    Named,
    /// As divisions.
    WrittenOut,
}

/// The exact cases of a loop in which it goes round at least once. They exclude each other.
#[derive(Clone, Debug)]
pub struct ExactCases {
    /// The cases.
    pub cases: Vec<ExactCase>,
    /// Whether one of them applies whenever the loop goes round. Where none of them applies nothing is said.
    pub complete: bool,
}

impl ExactCases {
    /// When the loop is left to itself: no case applies. It is more if it cannot be said exactly, as some case's condition is about a counter.
    pub fn rest(&self, store: &TermStore, body: &LoopBody, entry: &[TermId]) -> TermId {
        if self.complete {
            let at_entry = values_at_entry(store, body, entry);
            let guard = |path: &crate::IterationPath| store.and(&path.guard);
            let guards: Vec<TermId> = body.paths.iter().map(guard).collect();
            return store.not(store.substitute(store.or(&guards), &at_entry));
        }
        let plain = self.cases.iter().filter(|case| case.counters.is_empty());
        let conditions: Vec<TermId> = plain.map(|case| store.and(&case.condition)).collect();
        store.not(store.or(&conditions))
    }
}

pub(crate) fn values_at_entry(
    store: &TermStore,
    body: &LoopBody,
    entry: &[TermId],
) -> FxHashMap<SymbolId, TermId> {
    (body.variables.iter().zip(entry))
        .filter_map(|(variable, &value)| Some((symbol_of(store, variable.symbol)?, value)))
        .collect()
}

/// The exact cases of a loop.
///
/// # Errors
/// If the loop has no such cases: the reason.
pub fn exact_cases(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    entry: &[TermId],
    wanted: Wanted,
) -> Result<ExactCases, String> {
    if body.paths.iter().any(|path| !path.locals.is_empty()) {
        return Err("an iteration reads something new".into());
    }
    // This is looked at first, because it asks no questions.
    let numbers = is_about_numbers(store, body);
    if !numbers && wanted.scans.is_none() {
        return Err(THROUGH_DATA.into());
    }
    let context = &relevant(store, context, body, entry);
    if let (false, Some(at_least)) = (numbers, wanted.scans) {
        return scan::cases(store, solver, context, body, entry, at_least);
    }
    let exits = ways_out(store, solver, context, body)?;
    let mut automaton = Automaton::new(store, solver, context, body, &exits, entry)?;
    if !automaton.outside.is_empty() {
        return Err("a condition has no form over induction variables".into());
    }
    let walked = Walk::new(&mut automaton, solver, body, &exits).run();
    let at_entry = values_at_entry(store, body, entry);
    let mut exact = ExactCases { cases: Vec::new(), complete: walked.residue.is_empty() };
    // What the automaton has no form for, arrays above all, the rules for counted iterations may know.
    let mut by_rules: Option<IteratedMemory> = None;
    let goes_round = |case: &Case| case.taken.contains(&true);
    if walked.residue.is_empty() && !walked.cases.iter().any(goes_round) {
        return Err(NOT_ROUND.into());
    }
    for case in walked.cases.into_iter().filter(goes_round) {
        let unknown = matches!(case.end, End::Exit(_)) && case.after.contains(&None);
        if unknown && by_rules.is_none() {
            by_rules = Some(iterate_part(store, solver, context, body, &[]));
        }
        match without_form(store, case, &at_entry, by_rules.as_ref(), wanted.quotients) {
            Some(case) => exact.cases.push(case),
            None => exact.complete = false,
        }
    }
    match (exact.cases.is_empty(), walked.residue.first()) {
        (false, _) => Ok(exact),
        (true, Some(residue)) => Err(residue.reason.clone()),
        (true, None) => Err("the values after the loop have no closed form".into()),
    }
}

/// Whether conditions of a loop's paths are about more than numbers that are added up.
pub fn goes_through_data(store: &TermStore, body: &LoopBody) -> bool {
    !is_about_numbers(store, body)
}

/// Whether all conditions of the paths are about numbers that are added up.
fn is_about_numbers(store: &TermStore, body: &LoopBody) -> bool {
    let changing = body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
    let guards: Vec<TermId> = body.paths.iter().flat_map(|p| p.guard.iter().copied()).collect();
    let mut lifter = Lifter::new(store, &guards, changing, FxHashSet::default());
    guards.iter().all(|&guard| lifter.condition(guard, true).is_some())
}

/// A case without integers, if its values are known and all integers have limits.
fn without_form(
    store: &TermStore,
    case: Case,
    at_entry: &FxHashMap<SymbolId, TermId>,
    by_rules: Option<&IteratedMemory>,
    written: Quotients,
) -> Option<ExactCase> {
    let mut replaced = at_entry.clone();
    let mut counters = Vec::new();
    for &counter in &case.counters {
        let width = u32::try_from(case.counter_limit.as_ref()?.bits()).ok()?;
        let own = store.fresh_var("count", Sort::BitVec(width));
        replaced.insert(symbol_of(store, counter)?, store.bv_to_nat(own));
        counters.push(own);
    }
    let at = |term: TermId| store.substitute(term, &replaced);
    let plain = |term: &TermId| without_integers(store, at(*term));
    let condition: Vec<TermId> = case.condition.iter().map(plain).collect::<Option<_>>()?;
    let mut quotients = Vec::new();
    let after = match case.end {
        End::Endless => None,
        End::Exit(_) => {
            let counts: Option<Vec<TermId>> = (case.counts.iter())
                .map(|count| plain(&store.int_to_bv(COUNTER_BITS, (*count)?)))
                .collect();
            let value = |(variable, value): (usize, &Option<TermId>)| match (value, by_rules) {
                (Some(value), _) => Some(at(*value)),
                (None, Some(memory)) => {
                    Some(at(value_by_rules(store, memory, variable, counts.as_ref()?)?))
                }
                (None, None) => None,
            };
            let values: Vec<TermId> =
                case.after.iter().enumerate().map(value).collect::<Option<_>>()?;
            Some(match written {
                Quotients::Named => {
                    let (values, defined) = with_exact_quotients(store, &values)?;
                    quotients = defined;
                    values
                }
                Quotients::WrittenOut => (values.iter())
                    .map(|&value| without_integers(store, value))
                    .collect::<Option<_>>()?,
            })
        }
    };
    let iterations = case.iterations.map(at);
    let taken = case.taken;
    Some(ExactCase {
        condition,
        counters,
        after,
        quotients,
        taken,
        all_taken: true,
        iterations,
        goes_on_after: None,
        by_choices: false,
    })
}

/// What is known that has to do with the loop, directly or through other conditions; the latest first, and not too much of it. Nothing is
/// wrong without the rest.
pub(crate) fn relevant(
    store: &TermStore,
    context: &[TermId],
    body: &LoopBody,
    entry: &[TermId],
) -> Vec<TermId> {
    let paths = body.paths.iter().flat_map(|path| path.guard.iter().chain(&path.after));
    let terms: Vec<TermId> = paths.chain(entry).copied().collect();
    let mut symbols: FxHashSet<SymbolId> = store.free_vars_of(&terms).into_iter().collect();
    let mut rest: Vec<(TermId, Vec<SymbolId>)> =
        context.iter().rev().map(|&term| (term, store.free_vars(term))).collect();
    let mut kept = Vec::new();
    while kept.len() < MOST_CONTEXT {
        let Some(next) =
            rest.iter().position(|(_, free)| free.iter().any(|symbol| symbols.contains(symbol)))
        else {
            break;
        };
        let (term, free) = rest.remove(next);
        symbols.extend(free);
        kept.push(term);
    }
    kept
}

/// The value of a variable after so many iterations along each path, if it is known whatever their order.
pub(crate) fn value_by_rules(
    store: &TermStore,
    memory: &IteratedMemory,
    variable: usize,
    counters: &[TermId],
) -> Option<TermId> {
    let Iterated::Known { value, .. } = memory.values[variable] else { return None };
    let free = store.free_vars(value);
    let occurs = |term: TermId| {
        symbol_of(store, term).is_some_and(|symbol| free.binary_search(&symbol).is_ok())
    };
    let stars = memory.values.iter().filter(|value| !value.is_known()).map(Iterated::term);
    let open = memory.choices.iter().map(|choice| choice.term).chain(stars).any(occurs);
    (!open).then(|| store.substitute(value, &memory.replacements(store, counters, &[])))
}

/// The ways out of a loop as the complement of the ways round it. Their values are those at the start of the iteration.
///
/// # Errors
/// If the guards may hold at the same time.
pub fn ways_out(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
) -> Result<Vec<ExitPath>, String> {
    let guards: Vec<&[TermId]> = body.paths.iter().map(|path| path.guard.as_slice()).collect();
    let mut complement = Complement { store, solver, context, pieces: Vec::new() };
    complement.add(&mut Vec::new(), guards)?;
    let after: Vec<TermId> = body.variables.iter().map(|variable| variable.symbol).collect();
    let exits = complement.pieces.into_iter().enumerate().map(|(exit, guard)| ExitPath {
        guard,
        after: after.clone(),
        locals: Vec::new(),
        exit,
    });
    Ok(exits.collect())
}

struct Complement<'a> {
    store: &'a TermStore,
    solver: &'a mut Solver,
    context: &'a [TermId],
    /// Conjunctions that exclude each other.
    pieces: Vec<Vec<TermId>>,
}

impl Complement<'_> {
    /// Adds what the guards leave of a conjunction. Guards are the decisions on the ways through a body, so they form a tree: those that begin with the
    /// same decision are one subtree, and a piece is a prefix after which none of the decisions was taken.
    fn add(&mut self, prefix: &mut Vec<TermId>, guards: Vec<&[TermId]>) -> Result<(), String> {
        if guards.iter().any(|guard| guard.is_empty()) {
            return match guards.len() {
                1 => Ok(()),
                _ => Err("the ways round the loop do not exclude each other".into()),
            };
        }
        let mut subtrees: Vec<(TermId, Vec<&[TermId]>)> = Vec::new();
        for guard in guards {
            match subtrees.iter_mut().find(|(first, _)| *first == guard[0]) {
                Some((_, rest)) => rest.push(&guard[1..]),
                None => subtrees.push((guard[0], vec![&guard[1..]])),
            }
        }
        for (number, (first, _)) in subtrees.iter().enumerate() {
            for (second, _) in &subtrees[..number] {
                let both = self.store.and(&[*first, *second]);
                if self.store.as_bool(both) == Some(false) {
                    continue;
                }
                let mut terms = self.context.to_vec();
                terms.extend(prefix.iter());
                terms.push(both);
                if !matches!(self.solver.model_for(&terms), Ok(None)) {
                    return Err("the ways round the loop do not exclude each other".into());
                }
            }
        }
        let none: Vec<TermId> = subtrees.iter().map(|(first, _)| self.store.not(*first)).collect();
        let none = self.store.and(&none);
        if self.store.as_bool(none) != Some(false) {
            self.pieces.push([prefix.as_slice(), &[none]].concat());
        }
        for (first, rest) in subtrees {
            prefix.push(first);
            self.add(prefix, rest)?;
            prefix.pop();
        }
        Ok(())
    }
}
