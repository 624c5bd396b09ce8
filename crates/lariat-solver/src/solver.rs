//! The solver the rest of Lariat talks to: layers in front of backends.
//!
//! A query is a path, a list of constraints, and a question. It goes through the layers in a fixed order; the first one that
//! knows the answer gives it:
//!
//! 1. *simplify*: a question that is a constant is answered; the path's constraints are flattened into conjuncts.
//! 2. *slice*: only the constraints that share variables with the question, directly or not, are asked about.
//! 3. *few values*: variables that backends find hard, and that have few values together, are decided by trying these.
//! 4. *intervals*: a question about one number is decided by where the number can be.
//! 5. *recent models*: a model of an earlier query may satisfy this one.
//! 6. *repair*: a model of the path, changed a little, may be one of the question.
//! 7. *orders*: comparisons of numbers with each other are decided by levels.
//! 8. *float ranges*, *samples*: floating-point arithmetic is refuted by ranges, or fulfilled by one of a few hundred values.
//! 9. *caches*: the same set, a superset with a model, a subset without one.
//! 10. *elements*: an array read at many known places becomes a variable for each.
//! 11. *bounded quantifiers* over small constant ranges are expanded; over larger ones both forms are raced.
//! 12. *instances*: quantifiers with symbolic ends are asked about by their first instances.
//! 13. *cuts*: a question about the value of a number that many inputs make is asked with a variable for it.
//! 14. the *backend*, which keeps following the path.
//!
//! Slicing leaves the rest of the path out, so a `sat` needs a model of the rest as well. It is usually known, from the
//! caller or from an earlier query; if it is not, the rest is solved part by part. So the answer is right even if the path
//! itself is unsatisfiable.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_term::{Evaluator, Model, Op, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::{Answer, Features, Limits, UnknownReason};
use crate::cache::{Cached, ConstraintSet, QueryCache, constraint_set};
use crate::cancel::CancelToken;
use crate::config::SolverConfig;
use crate::contexts::{Contexts, check_fresh};
use crate::cuts::Cuts;
use crate::elements::Elements;
use crate::evaluate::{holds, overridden, trial};
use crate::facts::TermFacts;
use crate::float_ranges;
use crate::intervals::{Decided, Intervals};
use crate::models::RecentModels;
use crate::orders;
use crate::repair::repaired;
use crate::samples::{self, Effort};
use crate::slice::Slicer;
use crate::statistics::{Layer, Statistics};
use crate::survivors::{Enumerated, Survivors};

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// Whether path and question can hold together.
    pub answer: Answer,
    /// If they can: values with which they do, checked by evaluation.
    pub model: Option<Arc<Model>>,
    /// Which layer knew.
    pub answered_by: Layer,
}

impl CheckResult {
    pub(crate) fn sat(model: Arc<Model>, answered_by: Layer) -> CheckResult {
        CheckResult { answer: Answer::Sat, model: Some(model), answered_by }
    }

    pub(crate) fn unsat(answered_by: Layer) -> CheckResult {
        CheckResult { answer: Answer::Unsat, model: None, answered_by }
    }

    pub(crate) fn unknown(reason: UnknownReason, answered_by: Layer) -> CheckResult {
        CheckResult { answer: Answer::Unknown(reason), model: None, answered_by }
    }

    /// The model, or the reason why there is none for certain; `Ok(None)` if the query is unsatisfiable.
    pub fn into_model(self) -> Result<Option<Arc<Model>>, UnknownReason> {
        match self.answer {
            Answer::Sat => Ok(self.model),
            Answer::Unsat => Ok(None),
            Answer::Unknown(reason) => Err(reason),
        }
    }
}

impl Decided {
    /// The answer of a layer.
    fn by(self, layer: Layer) -> CheckResult {
        match self {
            Decided::Unsat => CheckResult::unsat(layer),
            Decided::Sat(model) => CheckResult::sat(Arc::new(model), layer),
        }
    }
}

/// Decides queries about the terms of one store. Each thread has its own; the store is shared.
pub struct Solver {
    pub(crate) store: Arc<TermStore>,
    pub(crate) config: SolverConfig,
    pub(crate) facts: TermFacts,
    pub(crate) slicer: Slicer,
    pub(crate) survivors: Survivors,
    pub(crate) enumerated: Enumerated,
    models: RecentModels,
    pub(crate) intervals: Intervals,
    cache: QueryCache,
    pub(crate) contexts: Contexts,
    pub(crate) elements: Elements,
    pub(crate) cuts: Cuts,
    pub(crate) statistics: Statistics,
    pub(crate) cancel: CancelToken,
    /// When its queries end at the latest.
    deadline: Option<Instant>,
    effort: Option<u32>,
    /// Constraints as they were given, and the conjuncts they became.
    prepared: FxHashMap<TermId, Arc<[TermId]>>,
}

impl Solver {
    /// A solver for terms of this store.
    pub fn new(store: Arc<TermStore>, config: SolverConfig) -> Solver {
        Solver {
            contexts: Contexts::new(Arc::clone(&store)),
            store,
            config,
            facts: TermFacts::default(),
            slicer: Slicer::default(),
            survivors: Survivors::default(),
            enumerated: Enumerated::default(),
            models: RecentModels::default(),
            intervals: Intervals::default(),
            cache: QueryCache::default(),
            elements: Elements::default(),
            cuts: Cuts::default(),
            statistics: Statistics::default(),
            cancel: CancelToken::new(),
            deadline: None,
            effort: None,
            prepared: FxHashMap::default(),
        }
    }

    /// The token that stops the queries of this solver from any thread.
    pub fn set_cancel(&mut self, token: CancelToken) {
        self.cancel = token;
    }

    /// Ends every query from now on at this time at the latest.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Gives every query from now on at most this time; what it was before.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) -> Option<Duration> {
        std::mem::replace(&mut self.config.time_limit, limit)
    }

    /// Changes what the configuration says about the work a single query may take.
    pub fn set_resource_limit(&mut self, limit: Option<u32>) {
        self.config.resource_limit = limit;
    }

    /// What ends its questions from outside.
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// Numbers since the solver was made.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.statistics.clone();
        statistics.backends_created += self.contexts.created;
        statistics
    }

    /// Number of questions so far; cheaper than all numbers.
    pub fn query_count(&self) -> u64 {
        self.statistics.queries
    }

    /// How many of them came to a backend.
    pub fn hard_query_count(&self) -> u64 {
        self.statistics[Layer::Backend].asked
    }

    /// What the backends did so far, in their own unit.
    pub fn backend_work(&self) -> u64 {
        self.statistics.work
    }

    /// The work a single question may take from now on, in the backend's own unit; what the configuration says if none is given.
    pub fn set_effort(&mut self, most: Option<u32>) {
        self.effort = most;
    }

    /// The store of its terms.
    pub fn store(&self) -> &Arc<TermStore> {
        &self.store
    }

    /// Whether all constraints can hold together.
    pub fn check_sat(&mut self, constraints: &[TermId]) -> CheckResult {
        match constraints.split_last() {
            None => self.check(&[], self.store.tt()),
            Some((&last, path)) => self.check(path, last),
        }
    }

    /// Whether the question can hold together with the path.
    pub fn check(&mut self, path: &[TermId], question: TermId) -> CheckResult {
        self.check_with_model(path, question, None)
    }

    /// The same, with a model the caller believes to satisfy the path; it is a hint and is checked.
    pub fn check_with_model(
        &mut self,
        path: &[TermId],
        question: TermId,
        model: Option<&Arc<Model>>,
    ) -> CheckResult {
        self.check_with(path, question, model, false)
    }

    /// The same, with a model that satisfies the path for certain, such as the answer to an earlier query about it. It is not checked
    /// again, which would take time in proportion to the path.
    pub fn check_extending(
        &mut self,
        path: &[TermId],
        question: TermId,
        model: &Arc<Model>,
    ) -> CheckResult {
        self.check_with(path, question, Some(model), true)
    }

    fn check_with(
        &mut self,
        path: &[TermId],
        question: TermId,
        model: Option<&Arc<Model>>,
        certain: bool,
    ) -> CheckResult {
        let start = Instant::now();
        let limits = Limits {
            deadline: (self.config.time_limit.and_then(|limit| start.checked_add(limit)))
                .into_iter()
                .chain(self.deadline)
                .min(),
            resource: self.effort.into_iter().chain(self.config.resource_limit).min(),
        };
        let result = self.answer(path, question, (model, certain), limits);
        let elapsed = start.elapsed();
        self.count(&result, elapsed);
        if self.config.cross_check {
            self.cross_check(path, question, &result);
        }
        if let Some(log) = self.config.log_queries.clone() {
            let mut constraints = path.to_vec();
            constraints.push(question);
            let layer = result.answered_by.to_string();
            log.write(&self.store, &constraints, "query", &result.answer, &layer, elapsed);
        }
        result
    }

    fn count(&mut self, result: &CheckResult, elapsed: Duration) {
        self.statistics.queries += 1;
        self.statistics.time += elapsed;
        self.statistics[result.answered_by].hits += 1;
        match result.answer {
            Answer::Sat => self.statistics.sat += 1,
            Answer::Unsat => self.statistics.unsat += 1,
            Answer::Unknown(_) => self.statistics.unknown += 1,
        }
    }

    fn answer(
        &mut self,
        path: &[TermId],
        question: TermId,
        (hint, certain): (Option<&Arc<Model>>, bool),
        limits: Limits,
    ) -> CheckResult {
        let start = Instant::now();
        self.make_room();
        let question = self.prepare(question);
        let conjuncts = self.conjuncts(path);
        self.spent(Layer::Simplify, start);
        let falsum = self.store.ff();
        if question.contains(&falsum) || conjuncts.contains(&falsum) {
            return CheckResult::unsat(Layer::Simplify);
        }

        let start = Instant::now();
        self.follow_conjuncts(&conjuncts);
        if let Some(model) = hint
            && self.config.recent_models > 0
        {
            let holding = if certain { conjuncts.len() } else { 0 };
            self.models.add(model, holding, self.config.recent_models);
        }
        let slice = if self.config.slice {
            let symbols = self.facts.symbols_of_all(&self.store, &question);
            self.slicer.slice(&symbols)
        } else {
            conjuncts.clone()
        };
        let cut = (conjuncts.len() - slice.len()) as u64;
        self.statistics.constraints_sliced_away += cut;
        self.statistics[Layer::Slice].hits += u64::from(cut > 0);
        self.spent(Layer::Slice, start);

        let mut constraints = slice.clone();
        constraints.extend(question.iter().filter(|term| !slice.contains(term)));
        if let Some(part) = self.ask_enumerated(&constraints, limits) {
            return match part.answer {
                Answer::Sat => self.complete(&conjuncts, &slice, &question, part, limits),
                _ => part,
            };
        }
        if self.config.intervals {
            let start = Instant::now();
            let decided = self.intervals.decide(&self.store, &constraints);
            self.spent(Layer::Intervals, start);
            if let Some(part) = decided.map(|decided| decided.by(Layer::Intervals)) {
                return match part.answer {
                    Answer::Sat => self.complete(&conjuncts, &slice, &question, part, limits),
                    _ => part,
                };
            }
        }
        if self.config.recent_models > 0 {
            let start = Instant::now();
            let known = self.models.of_question(&self.store, &conjuncts, &slice, &question);
            self.spent(Layer::RecentModels, start);
            match known {
                Some((model, true)) => {
                    let holding = conjuncts.len();
                    self.models.add(&model, holding, self.config.recent_models);
                    return CheckResult::sat(model, Layer::RecentModels);
                }
                Some((model, false)) => {
                    let part = CheckResult::sat(model, Layer::RecentModels);
                    return self.complete(&conjuncts, &slice, &question, part, limits);
                }
                None => {}
            }
        }
        if let Some(model) = self.repair(&conjuncts, &slice, &question) {
            return CheckResult::sat(model, Layer::Repair);
        }
        if self.config.orders {
            let start = Instant::now();
            let decided = orders::decide(&self.store, &constraints);
            self.spent(Layer::Orders, start);
            if let Some(part) = decided.map(|decided| decided.by(Layer::Orders)) {
                return match part.answer {
                    Answer::Sat => self.complete(&conjuncts, &slice, &question, part, limits),
                    _ => part,
                };
            }
        }
        let known =
            self.config.exact_cache.then(|| self.cache.exact(&constraint_set(&constraints)));
        if known.flatten().is_none()
            && let Some(part) = self.try_floats(&conjuncts, &constraints)
        {
            return match part.answer {
                Answer::Sat => self.complete(&conjuncts, &slice, &question, part, limits),
                _ => part,
            };
        }
        let part = self.solve(&constraints, limits);
        match part.answer {
            Answer::Sat => self.complete(&conjuncts, &slice, &question, part, limits),
            _ => part,
        }
    }

    /// Questions about floating-point numbers that ranges refute or a few values answer.
    fn try_floats(&mut self, path: &[TermId], constraints: &[TermId]) -> Option<CheckResult> {
        if !self.config.float_ranges && self.config.samples == 0 {
            return None;
        }
        let store = Arc::clone(&self.store);
        let features = self.facts.features_of_all(&store, constraints);
        if !features.intersects(Features::FLOATS) || features.intersects(Features::QUANTIFIERS) {
            return None;
        }
        if self.config.float_ranges {
            let start = Instant::now();
            let most = self.config.samples_work as usize;
            let refuted = float_ranges::refute(&store, &mut self.intervals, constraints, most);
            self.spent(Layer::FloatRanges, start);
            if refuted {
                return Some(CheckResult::unsat(Layer::FloatRanges));
            }
        }
        if self.config.samples == 0 {
            return None;
        }
        let start = Instant::now();
        let symbols = self.facts.symbols_of_all(&store, constraints);
        let base = self.models.of_path(&store, path);
        let effort = Effort { samples: self.config.samples, work: self.config.samples_work };
        let base = base.as_deref();
        let found =
            samples::find(&store, &mut self.intervals, constraints, &symbols, base, &effort);
        self.spent(Layer::Samples, start);
        Some(CheckResult::sat(Arc::new(found?), Layer::Samples))
    }

    /// The conjuncts of a path.
    fn conjuncts(&mut self, path: &[TermId]) -> Vec<TermId> {
        let mut conjuncts: Vec<TermId> = Vec::with_capacity(path.len());
        for &constraint in path {
            match self.prepared.get(&constraint) {
                Some(known) => conjuncts.extend_from_slice(known),
                None => conjuncts.extend_from_slice(&self.prepare(constraint)),
            }
        }
        conjuncts
    }

    fn follow_conjuncts(&mut self, conjuncts: &[TermId]) {
        let common = self.slicer.follow(&self.store, &mut self.facts, conjuncts);
        self.models.path_changed(common);
    }

    /// Makes a path the current one.
    pub(crate) fn follow(&mut self, path: &[TermId]) {
        let conjuncts = self.conjuncts(path);
        self.follow_conjuncts(&conjuncts);
    }

    /// Keeps the tables of what is known about terms from growing for as long as the program runs. Between queries nothing points
    /// into them, and since sizes depend only on the queries so far, every run forgets at the same places.
    fn make_room(&mut self) {
        let capacity = self.config.fact_capacity;
        self.facts.make_room(capacity);
        self.intervals.make_room(capacity);
        self.models.make_room(capacity / 2);
        self.elements.make_room(capacity);
        self.cuts.make_room(capacity);
        self.survivors.make_room(self.config.few_values_capacity);
        if self.prepared.len() > capacity {
            self.prepared = FxHashMap::default();
        }
    }

    /// A model of path and question near to a known one of the path.
    fn repair(
        &mut self,
        path: &[TermId],
        slice: &[TermId],
        question: &[TermId],
    ) -> Option<Arc<Model>> {
        if !self.config.repair || self.config.recent_models == 0 {
            return None;
        }
        let start = Instant::now();
        let known = self.models.of_path(&self.store, path);
        let model =
            known.and_then(|known| repaired(&self.store, &mut self.facts, &known, slice, question));
        self.spent(Layer::Repair, start);
        if let Some(model) = &model {
            self.models.add(model, path.len(), self.config.recent_models);
        }
        model
    }

    /// The conjuncts of a constraint, simplified.
    fn prepare(&mut self, constraint: TermId) -> Arc<[TermId]> {
        if let Some(known) = self.prepared.get(&constraint) {
            return Arc::clone(known);
        }
        let store = &self.store;
        let term = if self.config.simplify { store.simplify(constraint) } else { constraint };
        let mut conjuncts: Vec<TermId> = Vec::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            match store.view(term) {
                (Op::And, args) => stack.extend(args.iter().rev()),
                (Op::BoolConst(true), _) => {}
                _ if conjuncts.contains(&term) => {}
                _ => conjuncts.push(term),
            }
        }
        let conjuncts: Arc<[TermId]> = Arc::from(conjuncts);
        self.prepared.insert(constraint, Arc::clone(&conjuncts));
        conjuncts
    }

    pub(crate) fn spent(&mut self, layer: Layer, since: Instant) {
        self.statistics[layer].asked += 1;
        self.statistics[layer].time += since.elapsed();
    }

    /// Turns a model of the question and the constraints it depends on into one of the whole path.
    fn complete(
        &mut self,
        path: &[TermId],
        slice: &[TermId],
        question: &[TermId],
        part: CheckResult,
        limits: Limits,
    ) -> CheckResult {
        let Some(partial) = part.model.clone() else { return part };
        let model = if slice.len() == path.len() {
            partial
        } else {
            match self.rest_of_path(path, slice, limits) {
                Ok(Some(base)) => {
                    let mut symbols = self.facts.symbols_of_all(&self.store, slice);
                    symbols.extend(self.facts.symbols_of_all(&self.store, question));
                    Arc::new(overridden(&self.store, &base, &partial, &symbols))
                }
                Ok(None) => return CheckResult::unsat(part.answered_by),
                Err(reason) => return CheckResult::unknown(reason, part.answered_by),
            }
        };
        // The parts have disjoint variables and each was checked; what is checked again here is that the question and
        // what it depends on survived being put together.
        let mut evaluator = Evaluator::new(Arc::clone(&model));
        let all_hold =
            slice.iter().chain(question).all(|&term| holds(&self.store, &mut evaluator, term));
        if !all_hold {
            self.statistics.models_rejected += 1;
            tracing::error!("a model put together from parts does not satisfy the query");
            return CheckResult::unknown(UnknownReason::ModelRejected, part.answered_by);
        }
        if self.config.recent_models > 0 {
            self.models.add(&model, path.len(), self.config.recent_models);
        }
        CheckResult::sat(model, part.answered_by)
    }

    /// A model of the constraints of the path that are not in the slice; it may say anything about the slice's variables.
    fn rest_of_path(
        &mut self,
        path: &[TermId],
        slice: &[TermId],
        limits: Limits,
    ) -> Result<Option<Arc<Model>>, UnknownReason> {
        if let Some(model) = self.models.of_path(&self.store, path) {
            return Ok(Some(model));
        }
        let in_slice: FxHashSet<TermId> = slice.iter().copied().collect();
        let mut base = Model::new();
        for part in self.slicer.parts() {
            if part.iter().all(|term| in_slice.contains(term)) {
                continue;
            }
            match self.solve(&part, limits).into_model()? {
                Some(model) => {
                    let symbols = self.facts.symbols_of_all(&self.store, &part);
                    base = overridden(&self.store, &base, &model, &symbols);
                }
                None => return Ok(None),
            }
        }
        Ok(Some(Arc::new(base)))
    }

    /// Caches, then backends. The model of a `sat` has been checked.
    fn solve(&mut self, constraints: &[TermId], limits: Limits) -> CheckResult {
        if constraints.is_empty() {
            return CheckResult::sat(Arc::default(), Layer::Simplify);
        }
        let set = constraint_set(constraints);
        if let Some(known) = self.look_up(&set) {
            return known;
        }
        let (result, core) = self.decide(constraints, limits);
        self.remember(set, &result, core);
        result
    }

    fn look_up(&mut self, set: &ConstraintSet) -> Option<CheckResult> {
        if self.config.exact_cache {
            let start = Instant::now();
            let known = self.cache.exact(set);
            self.spent(Layer::ExactCache, start);
            match known {
                Some(Cached::Sat(model)) => {
                    return Some(CheckResult::sat(model, Layer::ExactCache));
                }
                Some(Cached::Unsat) => return Some(CheckResult::unsat(Layer::ExactCache)),
                None => {}
            }
        }
        if !self.config.subset_cache {
            return None;
        }
        let start = Instant::now();
        let known = self.look_up_related(set);
        self.spent(Layer::SubsetCache, start);
        known
    }

    fn look_up_related(&mut self, set: &ConstraintSet) -> Option<CheckResult> {
        if self.cache.has_unsat_subset(set) {
            return Some(CheckResult::unsat(Layer::SubsetCache));
        }
        if let Some(model) = self.cache.superset_model(set) {
            return Some(CheckResult::sat(model, Layer::SubsetCache));
        }
        for model in self.cache.subset_models(set) {
            let mut evaluator = trial(&model);
            // The newest constraint is the one most likely to fail.
            if set.iter().rev().all(|&term| holds(&self.store, &mut evaluator, term)) {
                return Some(CheckResult::sat(model, Layer::SubsetCache));
            }
        }
        None
    }

    fn remember(&mut self, set: ConstraintSet, result: &CheckResult, core: Option<Vec<TermId>>) {
        let capacity = self.config.cache_capacity;
        let answer = match (&result.answer, &result.model) {
            (Answer::Sat, Some(model)) => Cached::Sat(Arc::clone(model)),
            (Answer::Unsat, _) => Cached::Unsat,
            _ => return,
        };
        if self.config.subset_cache {
            match &answer {
                Cached::Sat(model) => {
                    self.cache.store_sat(Arc::clone(&set), Arc::clone(model), capacity);
                }
                Cached::Unsat => {
                    let core = core.map_or_else(|| Arc::clone(&set), |core| constraint_set(&core));
                    self.cache.store_unsat(core, capacity);
                }
            }
        }
        if self.config.exact_cache {
            self.cache.store_exact(set, answer, capacity);
        }
    }

    /// Compares an answer with that of a plain backend.
    ///
    /// # Panics
    /// If the answers differ: one of them is wrong.
    fn cross_check(&mut self, path: &[TermId], question: TermId, result: &CheckResult) {
        let mut constraints = path.to_vec();
        constraints.push(question);
        self.statistics.cross_checked += 1;
        let limits = self.config.time_limit.map_or_else(Limits::default, Limits::within);
        let cancel = &self.cancel;
        let plain = check_fresh(&self.store, Features::ALL, &constraints, &[], limits, cancel);
        assert!(
            !plain.answer.is_definite()
                || !result.answer.is_definite()
                || plain.answer == result.answer,
            "layer {} answers {}, the plain backend {}",
            result.answered_by,
            result.answer,
            plain.answer
        );
        if let Some(model) = &result.model {
            let mut evaluator = Evaluator::new(Arc::clone(model));
            let all_hold = constraints.iter().all(|&term| holds(&self.store, &mut evaluator, term));
            assert!(all_hold, "the model of layer {} does not hold", result.answered_by);
        }
    }
}
