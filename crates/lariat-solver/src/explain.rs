//! Why constraints contradict each other: a minimal subset that does.
//!
//! Two ways to the same kind of result. *Deletion* starts from the backend's own core and leaves out one constraint after
//! the other; each time the rest is still contradictory the backend's new core replaces it. *QuickXplain* (Junker, 2004)
//! divides the constraints in halves and needs fewer checks where few of many constraints matter; it prefers to blame
//! constraints that come late in the list. Both return tags, so a caller gets back what it knows its constraints by.
//!
//! When the time is over, or the backend gives up on a subset, the result is still contradictory but perhaps not minimal,
//! and says so.

use std::sync::Arc;

use lariat_term::{TermId, TermStore};

use crate::backend::{Answer, Backend, BackendKind, Limits, UnknownReason};
use crate::cancel::CancelToken;
use crate::facts::TermFacts;

/// A constraint and what the caller knows it by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tagged<T> {
    /// The caller's name for it.
    pub tag: T,
    /// The constraint.
    pub term: TermId,
}

/// How a contradiction is made minimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExplainMethod {
    /// The backend's core, then one constraint after the other is left out.
    Deletion,
    /// QuickXplain.
    QuickXplain,
}

/// A subset of the constraints that is contradictory together with the background.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation<T> {
    /// The tags of its members, in the order in which the constraints were given.
    pub tags: Vec<T>,
    /// Whether leaving out any member makes the rest satisfiable. If false, that is not known for all.
    pub minimal: bool,
    /// How many checks it took.
    pub checks: u64,
}

/// Finds out why the constraints contradict each other on the background, which is blamed for nothing. `None` if they do
/// not contradict each other.
pub fn explain<T: Clone>(
    store: &Arc<TermStore>,
    background: &[TermId],
    constraints: &[Tagged<T>],
    method: ExplainMethod,
    limits: Limits,
    cancel: &CancelToken,
) -> Result<Option<Explanation<T>>, UnknownReason> {
    let terms: Vec<TermId> = constraints.iter().map(|constraint| constraint.term).collect();
    let mut facts = TermFacts::default();
    let features = facts.features_of_all(store, background) | facts.features_of_all(store, &terms);
    let mut backend = BackendKind::for_features(features)?.create(store, features)?;
    backend.set_limits(limits);
    backend.set_cancel(cancel.clone());
    for &term in background {
        backend.assert(term);
    }
    let mut search = Search { backend, terms, minimal: true, checks: 0 };
    let all: Vec<usize> = (0..constraints.len()).collect();
    let core = match search.check(&all) {
        Subset::Satisfiable => return Ok(None),
        Subset::NotDecided(reason) => return Err(reason),
        Subset::Contradictory(core) => core,
    };
    let mut members = match method {
        ExplainMethod::Deletion => search.deletion(core),
        ExplainMethod::QuickXplain => search.quick_xplain(&all),
    };
    members.sort_unstable();
    Ok(Some(Explanation {
        tags: members.iter().map(|&member| constraints[member].tag.clone()).collect(),
        minimal: search.minimal,
        checks: search.checks,
    }))
}

enum Subset {
    Satisfiable,
    /// With the members of it that the backend needed.
    Contradictory(Vec<usize>),
    NotDecided(UnknownReason),
}

struct Search {
    backend: Box<dyn Backend>,
    terms: Vec<TermId>,
    minimal: bool,
    checks: u64,
}

impl Search {
    fn check(&mut self, members: &[usize]) -> Subset {
        self.checks += 1;
        let assumptions: Vec<TermId> = members.iter().map(|&member| self.terms[member]).collect();
        match self.backend.check(&assumptions) {
            Answer::Sat => Subset::Satisfiable,
            Answer::Unsat => {
                let core = self.backend.unsat_core();
                Subset::Contradictory(core.into_iter().map(|at| members[at]).collect())
            }
            Answer::Unknown(reason) => Subset::NotDecided(reason),
        }
    }

    /// Members before `sure` are known to be needed; the others are tried.
    fn deletion(&mut self, mut members: Vec<usize>) -> Vec<usize> {
        let mut sure = 0;
        while sure < members.len() {
            // The last one is tried first: on a path that is the newest constraint.
            let last = members.len() - 1;
            let candidate = members[last];
            let rest: Vec<usize> = members[..last].to_vec();
            match self.check(&rest) {
                Subset::Contradictory(core) => {
                    // Everything needed before is needed still, so it is in every core of the rest.
                    let needed = &members[..sure];
                    let new: Vec<usize> =
                        core.into_iter().filter(|m| !needed.contains(m)).collect();
                    members = needed.iter().copied().chain(new).collect();
                }
                outcome => {
                    self.minimal &= matches!(outcome, Subset::Satisfiable);
                    members = std::iter::once(candidate).chain(rest).collect();
                    sure += 1;
                }
            }
        }
        members
    }

    /// A contradictory subset of `all`, which is contradictory itself.
    fn quick_xplain(&mut self, all: &[usize]) -> Vec<usize> {
        match self.check(&[]) {
            Subset::Contradictory(_) => return Vec::new(),
            Subset::Satisfiable => {}
            Subset::NotDecided(_) => self.minimal = false,
        }
        self.divide(&[], false, all)
    }

    /// `fixed` and `candidates` contradict each other; returns what of the candidates is enough for that. `grown` says that
    /// `fixed` has something in it that it had not when it was checked last.
    fn divide(&mut self, fixed: &[usize], grown: bool, candidates: &[usize]) -> Vec<usize> {
        if grown {
            match self.check(fixed) {
                Subset::Contradictory(_) => return Vec::new(),
                Subset::Satisfiable => {}
                Subset::NotDecided(_) => self.minimal = false,
            }
        }
        if candidates.len() <= 1 {
            return candidates.to_vec();
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let with_first = [fixed, first].concat();
        let from_second = self.divide(&with_first, !first.is_empty(), second);
        let with_second = [fixed, &from_second].concat();
        let mut result = self.divide(&with_second, !from_second.is_empty(), first);
        result.extend(from_second);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{BackendStatistics, Features};
    use lariat_term::{Model, Sort, SymbolId};

    /// Knows that the first two constraints contradict each other, and answers only so many checks.
    struct Tiring {
        answers_left: u32,
        contradictory: [TermId; 2],
        asked: Vec<TermId>,
    }

    impl Backend for Tiring {
        fn kind(&self) -> BackendKind {
            BackendKind::Z3
        }
        fn supports(&self, _: Features) -> bool {
            true
        }
        fn assert(&mut self, _: TermId) {}
        fn push(&mut self) {}
        fn pop(&mut self, _: usize) {}
        fn depth(&self) -> usize {
            0
        }
        fn check(&mut self, assumptions: &[TermId]) -> Answer {
            self.asked = assumptions.to_vec();
            if self.answers_left == 0 {
                return Answer::Unknown(UnknownReason::Timeout);
            }
            self.answers_left -= 1;
            let both = self.contradictory.iter().all(|term| assumptions.contains(term));
            if both { Answer::Unsat } else { Answer::Sat }
        }
        fn model(&mut self, _: &[SymbolId]) -> Result<Model, UnknownReason> {
            Ok(Model::new())
        }
        fn unsat_core(&mut self) -> Vec<usize> {
            (0..self.asked.len()).collect()
        }
        fn reset(&mut self) {}
        fn remembered_terms(&self) -> usize {
            0
        }
        fn set_limits(&mut self, _: Limits) {}
        fn set_cancel(&mut self, _: CancelToken) {}
        fn statistics(&self) -> BackendStatistics {
            BackendStatistics::default()
        }
    }

    #[test]
    fn running_out_of_time_leaves_a_contradiction_that_admits_it_may_not_be_minimal() {
        let store = TermStore::new();
        let terms: Vec<TermId> = (0..6).map(|i| store.var(&format!("p{i}"), Sort::Bool)).collect();
        let all: Vec<usize> = (0..terms.len()).collect();
        for answers_left in 0..30 {
            let search = || Search {
                backend: Box::new(Tiring {
                    answers_left,
                    contradictory: [terms[1], terms[4]],
                    asked: Vec::new(),
                }),
                terms: terms.clone(),
                minimal: true,
                checks: 0,
            };
            let (mut deletion, mut divided) = (search(), search());
            let results = [
                (deletion.deletion(all.clone()), deletion.minimal),
                (divided.quick_xplain(&all), divided.minimal),
            ];
            for (mut members, minimal) in results {
                members.sort_unstable();
                assert!(members.contains(&1) && members.contains(&4), "{members:?}");
                assert_eq!(minimal, members == [1, 4], "{answers_left} answers: {members:?}");
                assert!(minimal || answers_left < 12);
            }
        }
    }
}
