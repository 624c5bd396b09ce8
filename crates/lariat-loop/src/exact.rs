//! Cases to be put into the state of an executor: how often a loop goes round, and with what it is then at its head for the last time.
//!
//! The last iteration is left to the executor. So what it does there — leaving along one edge or another, a failed check, a bug — needs no
//! description: an iteration that does not come back to the head is one for which no iteration path's guard holds, and the complement of
//! the guards is all that has to be known of it. A loop that finds bugs when it is unrolled finds the same ones when it is taken in this way.

use lariat_solver::Solver;
use lariat_term::{SymbolId, TermId, TermStore};
use rustc_hash::FxHashSet;

use crate::automaton::Automaton;
use crate::bits::{Quotient, with_exact_quotients, without_integers};
use crate::body::{COUNTER_BITS, ExitPath, LoopBody, symbol_of};
use crate::cases::{End, Walk};
use crate::memory::{Iterated, IteratedMemory, iterate_part};

/// Conditions that are looked at besides those of the loop.
const MOST_CONTEXT: usize = 24;

/// Under its condition the loop goes round exactly so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactCase {
    /// When it applies, over the values at the entry and what is invariant. There are no integers in it.
    pub condition: Vec<TermId>,
    /// The value of each variable when the head is reached for the last time; none for a case that never ends.
    pub after: Option<Vec<TermId>>,
    /// Variables that stand for parts of these values.
    pub quotients: Vec<Quotient>,
    /// Which iteration paths are taken, each at least once; the others are not.
    pub taken: Vec<bool>,
    /// All iterations together, as an integer; none if they have no closed form or never end.
    pub iterations: Option<TermId>,
}

/// The exact cases of a loop in which it goes round at least once. They exclude each other; where none of them applies nothing is said.
///
/// # Errors
/// If the loop has no such cases: the reason.
pub fn exact_cases(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    entry: &[TermId],
) -> Result<Vec<ExactCase>, String> {
    if body.paths.iter().any(|path| !path.locals.is_empty()) {
        return Err("an iteration reads something new".into());
    }
    let context = &relevant(store, context, body, entry);
    let exits = ways_out(store, solver, context, body)?;
    let mut automaton = Automaton::new(store, solver, context, body, &exits, entry)?;
    if !automaton.outside.is_empty() {
        return Err("a condition depends on more than induction variables".into());
    }
    let walked = Walk::new(&mut automaton, solver, body, &exits).run();
    let at_entry = (body.variables.iter().zip(entry))
        .filter_map(|(variable, &value)| Some((symbol_of(store, variable.symbol)?, value)))
        .collect();
    let plain = |term: &TermId| without_integers(store, store.substitute(*term, &at_entry));
    let mut cases = Vec::new();
    // What the automaton has no form for, arrays above all, the rules for counted iterations may know.
    let mut by_rules: Option<IteratedMemory> = None;
    for case in walked.cases {
        if !case.counters.is_empty() {
            continue;
        }
        let Some(condition) = case.condition.iter().map(plain).collect() else { continue };
        let mut quotients = Vec::new();
        let after = match case.end {
            End::Endless => None,
            End::Exit(_) => {
                if case.after.contains(&None) && by_rules.is_none() {
                    by_rules = Some(iterate_part(store, solver, context, body, &[]));
                }
                let counters: Option<Vec<TermId>> = (case.counts.iter())
                    .map(|count| plain(&store.int_to_bv(COUNTER_BITS, (*count)?)))
                    .collect();
                let value = |(variable, value): (usize, &Option<TermId>)| match (value, &by_rules) {
                    (Some(value), _) => Some(store.substitute(*value, &at_entry)),
                    (None, Some(memory)) => {
                        let value = value_by_rules(store, memory, variable, counters.as_ref()?)?;
                        Some(store.substitute(value, &at_entry))
                    }
                    (None, None) => None,
                };
                let values: Option<Vec<TermId>> =
                    case.after.iter().enumerate().map(value).collect();
                let Some((values, defined)) =
                    values.and_then(|values| with_exact_quotients(store, &values))
                else {
                    continue;
                };
                quotients = defined;
                Some(values)
            }
        };
        if case.taken.iter().any(|&taken| taken) {
            let iterations = case.iterations.map(|count| store.substitute(count, &at_entry));
            let taken = case.taken;
            cases.push(ExactCase { condition, after, quotients, taken, iterations });
        }
    }
    match (cases.is_empty(), walked.residue.first()) {
        (false, _) => Ok(cases),
        (true, Some(residue)) => Err(residue.reason.clone()),
        (true, None) => Err("the values after the loop have no closed form".into()),
    }
}

/// What is known that has to do with the loop, directly or through other conditions; the latest first, and not too much of it. Nothing is
/// wrong without the rest.
fn relevant(
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
fn value_by_rules(
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
