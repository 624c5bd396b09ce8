//! A loop that is reached in several ways: by branches before it, or with values that were chosen there, as in `i = flag ? 10 : 0`.
//!
//! Each way is analysed on its own, as what holds on it decides what the loop does. What does not hold on all of them is a condition of every case.

use std::sync::Arc;

use lariat_loop::{LoopReport, PASSES, conjuncts, infix, joined, say_the_same};
use lariat_program::{FunctionId, Program};
use lariat_summary::{ExplorerConfig, StudiedLoop};
use lariat_term::{Op, TermId, TermStore};

use super::{Analysed, Met, Told, analysed_exactly};

/// The ways to a loop that the choices before it make, as many as are told apart.
pub(super) fn split(met: Met) -> Vec<Met> {
    let most = ExplorerConfig::default().max_arrivals;
    let mut ways = vec![met];
    // Every choice makes two ways of one.
    while ways.len() * 2 <= most && ways.iter().any(|way| choice(way).is_some()) {
        let mut next = Vec::new();
        for way in ways {
            match choice(&way) {
                Some(condition) => {
                    next.extend([true, false].map(|holds| chosen(&way, condition, holds)));
                }
                None => next.push(way),
            }
        }
        ways = next;
    }
    ways
}

/// All terms of a loop.
fn terms(found: &mut StudiedLoop) -> Vec<&mut TermId> {
    let paths = found.body.paths.iter_mut();
    let paths = paths.flat_map(|path| path.guard.iter_mut().chain(&mut path.after));
    let exits = found.exits.iter_mut();
    let exits = exits.flat_map(|exit| exit.guard.iter_mut().chain(&mut exit.after));
    found.entry.iter_mut().chain(paths).chain(exits).collect()
}

/// A condition that was decided before the loop and that numbers in it depend on.
fn choice(met: &Met) -> Option<TermId> {
    let store: &TermStore = &met.store;
    let mut found = met.exact.as_ref().ok().unwrap_or(&met.found).clone();
    let own: Vec<TermId> = found.body.variables.iter().map(|variable| variable.symbol).collect();
    let locals = found.body.paths.iter().flat_map(|path| path.locals.clone());
    let own: Vec<TermId> = own.into_iter().chain(locals).collect();
    let all: Vec<TermId> = terms(&mut found).into_iter().map(|term| *term).collect();
    let is_before = |condition: TermId| {
        let free = store.free_vars(condition);
        !free.is_empty() && !free.iter().any(|symbol| own.contains(&store.symbol_term(*symbol)))
    };
    let mut parts = store.parts(&all).into_iter();
    parts.find_map(|part| match store.view(part) {
        (Op::Ite, args) if store.loose_bound(part) == 0 && is_before(args[0]) => Some(args[0]),
        _ => None,
    })
}

/// A loop where a condition holds, or does not.
fn chosen(met: &Met, condition: TermId, holds: bool) -> Met {
    let store = &met.store;
    let (known, value) = match holds {
        true => (condition, store.tt()),
        false => (store.not(condition), store.ff()),
    };
    let with = |mut found: StudiedLoop| {
        let old: Vec<TermId> = terms(&mut found).into_iter().map(|term| *term).collect();
        let new = store.replace(&old, condition, value);
        for (place, new) in terms(&mut found).into_iter().zip(new) {
            *place = new;
        }
        found.context.push(known);
        found
    };
    Met {
        found: with(met.found.clone()),
        exact: met.exact.clone().map(with),
        store: Arc::clone(store),
        deadline: met.deadline,
    }
}

/// The conjuncts of what holds on each way that do not hold on all of them.
fn differences(store: &TermStore, contexts: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let all: Vec<Vec<TermId>> = contexts.iter().map(|own| conjuncts(store, own)).collect();
    let own = |conditions: &Vec<TermId>| {
        let differs = |term: &&TermId| !all.iter().all(|others| others.contains(term));
        conditions.iter().filter(differs).copied().collect()
    };
    all.iter().map(own).collect()
}

/// What a loop does whichever way it is reached; none if that cannot be told. A loop `inside` another one is met in iterations of that one, which have
/// names of their own, so nothing can be said of what differs.
pub(super) fn told(
    program: &Program,
    function: FunctionId,
    met: &[&Met],
    inside: bool,
) -> Option<Told> {
    if met.len() > ExplorerConfig::default().max_arrivals {
        return None;
    }
    // What a loop before it has left is known by the number of that loop's iterations, which has no name in the source.
    let is_after_a_loop = |met: &&Met| {
        let mut found = met.found.clone();
        let terms: Vec<TermId> = terms(&mut found).into_iter().map(|term| *term).collect();
        // Loops within have such numbers as well, which are none of before.
        let before = [found.entry.as_slice(), &found.context].concat();
        let before = met.store.free_vars_of(&before);
        let mut free = met.store.free_vars_of(&terms).into_iter();
        free.any(|symbol| {
            before.contains(&symbol) && met.store.symbol_name(symbol).starts_with(PASSES)
        })
    };
    if met.iter().any(is_after_a_loop) {
        return None;
    }
    let mut analysed: Vec<Analysed> =
        met.iter().map(|met| analysed_exactly(program, met)).collect();
    for (number, one) in analysed.iter_mut().enumerate() {
        one.found.context = conjuncts(&met[number].store, &one.found.context);
    }
    let contexts: Vec<Vec<TermId>> = analysed.iter().map(|one| one.found.context.clone()).collect();
    let arrivals = match analysed.len() {
        1 => vec![Vec::new()],
        _ => differences(&met[0].store, &contexts),
    };
    let plain = |number: usize| super::told(program, function, &analysed[number], &[]);
    let reports: Vec<LoopReport> = match inside {
        true => {
            let reports: Vec<LoopReport> = (0..analysed.len()).map(plain).collect();
            let same = say_the_same(&reports);
            reports.into_iter().take(1).filter(|_| same).collect()
        }
        false => (analysed.iter().zip(&arrivals))
            .map(|(one, arrival)| super::told(program, function, one, arrival))
            .collect(),
    };
    let report = if reports.is_empty() { None } else { joined(reports, &plain) }?;
    let mut analysed = analysed.into_iter();
    let mut first = analysed.next()?;
    let others: Vec<Analysed> = analysed.collect();
    first.found.ends_inside |= others.iter().any(|other| other.found.ends_inside);
    for other in &others {
        first.analysis.loop_type = first.analysis.loop_type.max(other.analysis.loop_type);
    }
    let text = |arrival: &Vec<TermId>| {
        arrival.iter().map(|term| infix(&met[0].store, *term)).collect::<Vec<_>>()
    };
    let arrivals = match others.is_empty() {
        true => Vec::new(),
        false => arrivals.iter().map(text).collect(),
    };
    Some(Told { loop_: Box::new(first), others, arrivals, report })
}
