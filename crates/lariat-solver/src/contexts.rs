//! Backends that follow paths.
//!
//! Consecutive queries of an exploration share most of their constraints. Each backend here keeps what it was asked last on
//! its stack; a query goes to the one that shares the longest beginning with it, which then takes back and adds only where
//! they differ. The number of backends is bounded, the one unused for longest is taken over.
//!
//! A level of a backend's stack costs time in itself. So constraints that come one by one get a level each, but many at once share levels: half of
//! them the first, half of the others the second, and so on. Going back to a constraint in the middle of a level takes the whole level back. And
//! thousands at once go to a backend of their own, which need not be able to take anything back.

use std::sync::Arc;

use lariat_term::{Model, SymbolId, TermId, TermStore};

use crate::backend::{Answer, Backend, BackendKind, Features, Limits, UnknownReason};
use crate::cancel::CancelToken;
use crate::config::{Incremental, SolverConfig};

/// An answer as it comes from a backend, the model not yet checked.
pub(crate) struct BackendAnswer {
    pub(crate) answer: Answer,
    pub(crate) model: Option<Model>,
    /// A subset of the constraints that is unsatisfiable already, if the backend says so.
    pub(crate) core: Option<Vec<TermId>>,
    /// What it took, in the backend's own unit.
    pub(crate) work: u64,
}

impl BackendAnswer {
    pub(crate) fn unknown(reason: UnknownReason) -> BackendAnswer {
        BackendAnswer { answer: Answer::Unknown(reason), model: None, core: None, work: 0 }
    }
}

/// So many constraints at once still get a level each.
const SINGLE_LEVELS: usize = 8;

/// So many at once are no path that somebody follows: on a stack they cost far more than alone.
const MOST_AT_ONCE: usize = 3_000;

struct PathContext {
    backend: Box<dyn Backend>,
    asserted: Vec<TermId>,
    /// How many constraints were asserted before each level.
    levels: Vec<usize>,
    last_used: u64,
}

impl PathContext {
    /// Makes these constraints the asserted ones.
    fn follow(&mut self, constraints: &[TermId]) {
        let common = common_prefix(&self.asserted, constraints);
        // A level ends where the next one begins, so all but the last of those that begin within the common part end there too.
        let kept = match self.asserted.len() == common {
            true => self.levels.len(),
            false => self.levels.partition_point(|&start| start <= common) - 1,
        };
        self.backend.pop(self.levels.len() - kept);
        if let Some(&start) = self.levels.get(kept) {
            self.asserted.truncate(start);
        }
        self.levels.truncate(kept);
        let mut rest = &constraints[self.asserted.len()..];
        while !rest.is_empty() {
            let count = if rest.len() <= SINGLE_LEVELS { 1 } else { rest.len() / 2 };
            self.backend.push();
            self.levels.push(self.asserted.len());
            for &constraint in &rest[..count] {
                self.backend.assert(constraint);
                self.asserted.push(constraint);
            }
            rest = &rest[count..];
        }
    }
}

/// See the module's description.
pub(crate) struct Contexts {
    store: Arc<TermStore>,
    contexts: Vec<PathContext>,
    clock: u64,
    pub(crate) created: u64,
}

impl Contexts {
    pub(crate) fn new(store: Arc<TermStore>) -> Contexts {
        Contexts { store, contexts: Vec::new(), clock: 0, created: 0 }
    }

    /// Decides the constraints.
    pub(crate) fn check(
        &mut self,
        config: &SolverConfig,
        features: Features,
        constraints: &[TermId],
        symbols: &[SymbolId],
        limits: Limits,
        cancel: &CancelToken,
    ) -> BackendAnswer {
        // Opening levels is work already, and a backend that is interrupted there is lost.
        if cancel.is_cancelled() {
            return BackendAnswer::unknown(UnknownReason::Cancelled);
        }
        if limits.expired() {
            return BackendAnswer::unknown(UnknownReason::Timeout);
        }
        if config.incremental == Incremental::PushPop && constraints.len() > MOST_AT_ONCE {
            let suitable =
                self.contexts.iter().filter(|context| context.backend.supports(features));
            let known = suitable.map(|context| common_prefix(&context.asserted, constraints)).max();
            if constraints.len() - known.unwrap_or(0) > MOST_AT_ONCE {
                self.created += 1;
                return check_fresh(&self.store, features, constraints, symbols, limits, cancel);
            }
        }
        let chosen = match self.choose(config, features, constraints) {
            Ok(chosen) => chosen,
            Err(reason) => return BackendAnswer::unknown(reason),
        };
        let context = &mut self.contexts[chosen];
        context.backend.set_limits(limits);
        context.backend.set_cancel(cancel.clone());
        let outcome = match config.incremental {
            Incremental::Off => {
                context.backend.reset();
                ask(context.backend.as_mut(), constraints, &[], symbols)
            }
            Incremental::PushPop => {
                context.follow(constraints);
                ask(context.backend.as_mut(), &[], &[], symbols)
            }
            Incremental::Assumptions => ask(context.backend.as_mut(), &[], constraints, symbols),
        };
        // A backend that failed, rather than gave up, may not be in the state it should be in.
        if context.backend.is_broken()
            || matches!(
                outcome.answer,
                Answer::Unknown(UnknownReason::Memory | UnknownReason::Backend(_))
            )
        {
            self.contexts.remove(chosen);
        }
        outcome
    }

    /// Gives up the backends unused for longest while all of them remember more terms than they may.
    fn make_room(&mut self, capacity: usize) {
        let mut remembered: usize =
            self.contexts.iter().map(|context| context.backend.remembered_terms()).sum();
        while remembered > capacity
            && let Some((oldest, _)) =
                (self.contexts.iter().enumerate()).min_by_key(|(_, context)| context.last_used)
        {
            remembered -= self.contexts.remove(oldest).backend.remembered_terms();
        }
    }

    /// The number of the context that is to decide the constraints.
    fn choose(
        &mut self,
        config: &SolverConfig,
        features: Features,
        constraints: &[TermId],
    ) -> Result<usize, UnknownReason> {
        self.clock += 1;
        self.make_room(config.backend_capacity);
        let mut best: Option<(usize, usize)> = None;
        let mut suitable = 0;
        for (number, context) in self.contexts.iter().enumerate() {
            if !context.backend.supports(features) {
                continue;
            }
            suitable += 1;
            let common = common_prefix(&context.asserted, constraints);
            if best.is_none_or(|(_, known)| common > known) {
                best = Some((number, common));
            }
        }
        let limit =
            if config.incremental == Incremental::PushPop { config.contexts.max(1) } else { 1 };
        let chosen = match best {
            Some((number, common)) if common > 0 => number,
            Some(_) if suitable >= limit => (self.contexts.iter().enumerate())
                .filter(|(_, context)| context.backend.supports(features))
                .min_by_key(|(_, context)| context.last_used)
                .map_or(0, |(number, _)| number),
            _ => {
                let kind = BackendKind::for_features(features)?;
                let backend = kind.create(&self.store, features)?;
                self.created += 1;
                self.contexts.push(PathContext {
                    backend,
                    asserted: Vec::new(),
                    levels: Vec::new(),
                    last_used: self.clock,
                });
                self.contexts.len() - 1
            }
        };
        self.contexts[chosen].last_used = self.clock;
        Ok(chosen)
    }
}

fn common_prefix(a: &[TermId], b: &[TermId]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// Asserts, checks, and fetches what the answer comes with.
pub(crate) fn ask(
    backend: &mut dyn Backend,
    assertions: &[TermId],
    assumptions: &[TermId],
    symbols: &[SymbolId],
) -> BackendAnswer {
    for &term in assertions {
        backend.assert(term);
    }
    let before = backend.statistics().work;
    let answer = backend.check(assumptions);
    let work = backend.statistics().work.saturating_sub(before);
    match answer {
        Answer::Sat => match backend.model(symbols) {
            Ok(model) => BackendAnswer { answer, model: Some(model), core: None, work },
            Err(reason) => {
                tracing::warn!("a model could not be read: {reason}");
                BackendAnswer { work, ..BackendAnswer::unknown(UnknownReason::ModelRejected) }
            }
        },
        Answer::Unsat if !assumptions.is_empty() => {
            let core = backend.unsat_core().into_iter().map(|at| assumptions[at]).collect();
            BackendAnswer { answer, model: None, core: Some(core), work }
        }
        _ => BackendAnswer { answer, model: None, core: None, work },
    }
}

/// Decides the constraints with a backend made for this one query.
pub(crate) fn check_fresh(
    store: &Arc<TermStore>,
    features: Features,
    constraints: &[TermId],
    symbols: &[SymbolId],
    limits: Limits,
    cancel: &CancelToken,
) -> BackendAnswer {
    let created = BackendKind::for_features(features).and_then(|kind| kind.create(store, features));
    match created {
        Ok(mut backend) => {
            backend.set_limits(limits);
            backend.set_cancel(cancel.clone());
            ask(backend.as_mut(), constraints, &[], symbols)
        }
        Err(reason) => BackendAnswer::unknown(reason),
    }
}
