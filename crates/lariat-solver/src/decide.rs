//! What becomes of a query that no cache knows: other forms of it, which are easier to decide.
//!
//! Arrays become their elements where that pays, bounded quantifiers their instances, and where it is not clear which form is easier they
//! are raced. In the end every form goes to a backend, and every model comes back to the query and is evaluated.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use lariat_term::{Evaluator, Model, SymbolId, TermId};
use rustc_hash::FxHashMap;

use crate::approximate::{Approximation, Side};
use crate::backend::{Answer, Features, Limits, UnknownReason};
use crate::config::Incremental;
use crate::contexts::{BackendAnswer, check_fresh};
use crate::evaluate::{holds, trial};
use crate::few_values::JointValues;
use crate::integer_form::IntegerForm;
use crate::intervals::Decided;
use crate::quantifiers::Expander;
use crate::race::{RaceTask, race};
use crate::slice::Slicer;
use crate::solver::{CheckResult, Solver};
use crate::statistics::Layer;
use crate::survivors::Left;

/// The work to see whether a query contradicts itself without its arrays: where it does that is quick.
const WITHOUT_ARRAYS: u32 = 200_000;

/// What parts of a query come to.
enum Parts {
    /// One has no model.
    Unsat,
    /// Constraints left over, and a model of the others.
    Open(Vec<TermId>, Model),
}

impl Solver {
    /// Arrays read at known places, then the rest.
    pub(crate) fn decide(
        &mut self,
        constraints: &[TermId],
        limits: Limits,
    ) -> (CheckResult, Option<Vec<TermId>>) {
        let features = self.facts.features_of_all(&self.store, constraints);
        if self.config.elements == 0 || !features.intersects(Features::ARRAYS) {
            return self.decide_form(constraints, limits);
        }
        let start = Instant::now();
        let least = self.config.elements;
        let form = self.elements.of(&self.store, &mut self.facts, constraints, least);
        self.statistics[Layer::Elements].hits += u64::from(form.is_some());
        self.spent(Layer::Elements, start);
        let Some(form) = form else { return self.decide_form(constraints, limits) };
        let (rest, mut found) = match self.decide_parts(&form.constraints) {
            Parts::Unsat => return (CheckResult::unsat(Layer::Intervals), None),
            Parts::Open(rest, found) => (rest, found),
        };
        let (result, core) = match rest.is_empty() {
            true => (CheckResult::sat(Arc::default(), Layer::Intervals), None),
            false => self.decide_form(&rest, limits),
        };
        match (&result.answer, &result.model) {
            (Answer::Unsat, _) => {
                // What ties elements together holds for every array, so it is no part of a core.
                let position: FxHashMap<TermId, TermId> =
                    form.constraints.iter().copied().zip(constraints.iter().copied()).collect();
                let core = core.filter(|_| form.one_by_one).map(|core| {
                    core.iter().filter_map(|term| position.get(term).copied()).collect()
                });
                (result, core)
            }
            (Answer::Sat, Some(model)) => {
                for (symbol, value) in model.iter() {
                    found.set(&self.store, symbol, value.clone());
                }
                let model = form.model(&self.store, &Arc::new(found)).map(Arc::new);
                let holding = model.filter(|model| {
                    let mut evaluator = Evaluator::new(Arc::clone(model));
                    constraints.iter().all(|&term| holds(&self.store, &mut evaluator, term))
                });
                match holding {
                    Some(model) => (CheckResult::sat(model, result.answered_by), None),
                    None => {
                        self.statistics.models_rejected += 1;
                        tracing::error!("elements of arrays do not satisfy the query as arrays");
                        self.decide_form(constraints, limits)
                    }
                }
            }
            _ => (result, None),
        }
    }

    /// Elements have little to do with each other. Those that are compared with constants only need no backend.
    fn decide_parts(&mut self, constraints: &[TermId]) -> Parts {
        let store = Arc::clone(&self.store);
        let mut slicer = Slicer::default();
        slicer.follow(&store, &mut self.facts, constraints);
        let mut found = Model::new();
        let mut rest: Vec<TermId> = Vec::new();
        for part in slicer.parts() {
            match self.intervals.decide(&store, &part) {
                Some(Decided::Unsat) => return Parts::Unsat,
                Some(Decided::Sat(model)) => {
                    for (symbol, value) in model.iter() {
                        found.set(&store, symbol, value.clone());
                    }
                }
                None => rest.extend(part.iter().filter(|&&term| term != store.tt())),
            }
        }
        Parts::Open(rest, found)
    }

    /// Bounded quantifiers, race, backend.
    fn decide_form(
        &mut self,
        constraints: &[TermId],
        limits: Limits,
    ) -> (CheckResult, Option<Vec<TermId>>) {
        let features = self.facts.features_of_all(&self.store, constraints);
        let symbols = self.facts.symbols_of_all(&self.store, constraints);
        if !features.intersects(Features::QUANTIFIERS) {
            let (outcome, layer) = self.ask_encodings(constraints, features, &symbols, limits);
            return self.believe(constraints, outcome, layer);
        }
        let start = Instant::now();
        let small = self.expanded(constraints, self.config.expand_quantifiers);
        let changed = small != constraints;
        self.statistics[Layer::BoundedQuantifiers].hits += u64::from(changed);
        self.spent(Layer::BoundedQuantifiers, start);
        if let Some(result) = self.decide_instances(&small, &symbols, limits) {
            return (result, None);
        }
        let features = self.facts.features_of_all(&self.store, &small);
        if self.config.race && features.intersects(Features::QUANTIFIERS) {
            let large = self.expanded(&small, self.config.race_expansion);
            if large != small {
                let outcome = self.race_forms(&small, &large, &symbols, limits);
                return self.believe(constraints, outcome, Layer::Race);
            }
        }
        let (mut outcome, layer) = self.ask_encodings(&small, features, &symbols, limits);
        if changed {
            outcome.core = None;
        }
        self.believe(constraints, outcome, layer)
    }

    /// The query as it is; if that takes long, at the same time as one over mathematical integers, or after it. The first definite answer wins.
    fn ask_encodings(
        &mut self,
        constraints: &[TermId],
        features: Features,
        symbols: &[SymbolId],
        limits: Limits,
    ) -> (BackendAnswer, Layer) {
        if self.contradict_with_cuts(constraints, limits) {
            let unsat = BackendAnswer { answer: Answer::Unsat, model: None, core: None, work: 0 };
            return (unsat, Layer::Cuts);
        }
        if let Some(decided) = self.try_few_values(constraints, features, symbols, limits) {
            return decided;
        }
        let wanted = self.config.integers_after;
        let Some(budget) = wanted.filter(|_| features.intersects(Features::BIT_VECTORS)) else {
            return (self.ask_backend(constraints, features, symbols, limits), Layer::Backend);
        };
        if !self.config.bits {
            let outcome = self.ask_integers(constraints, limits);
            return (outcome, Layer::Integers);
        }
        let little = limits.resource.is_some_and(|most| most <= budget);
        let first = if little { limits } else { Limits { resource: Some(budget), ..limits } };
        let outcome = self.ask_backend(constraints, features, symbols, first);
        if outcome.answer != Answer::Unknown(UnknownReason::ResourceOut) {
            return (outcome, Layer::Backend);
        }
        if features.intersects(Features::ARRAYS)
            && self.contradict_without_arrays(constraints, limits)
        {
            let unsat = BackendAnswer { answer: Answer::Unsat, model: None, core: None, work: 0 };
            return (unsat, Layer::Integers);
        }
        if little {
            return (outcome, Layer::Backend);
        }
        let start = Instant::now();
        let store = Arc::clone(&self.store);
        let Some(form) = IntegerForm::of(&store, constraints) else {
            return (self.ask_backend(constraints, features, symbols, limits), Layer::Backend);
        };
        let integers = self.facts.symbols_of_all(&store, &form.constraints);
        if let Some(most) = self.config.integers_in_turn {
            let (terms, work) = (&form.constraints, Limits { resource: Some(most), ..limits });
            self.statistics.backends_created += 1;
            let cancel = &self.cancel;
            let outcome = check_fresh(&store, Features::ALL, terms, &integers, work, cancel);
            self.statistics.work += outcome.work;
            let answer = form.answer(&store, constraints, outcome);
            self.spent(Layer::Integers, start);
            return match answer {
                Some(outcome) => (outcome, Layer::Integers),
                None => (self.ask_backend(constraints, features, symbols, limits), Layer::Backend),
            };
        }
        let work = AtomicU64::new(0);
        let as_it_is: RaceTask<'_, BackendAnswer> = Box::new(|token| {
            let outcome = check_fresh(&store, features, constraints, symbols, limits, token);
            work.fetch_add(outcome.work, Ordering::Relaxed);
            outcome.answer.is_definite().then_some(outcome)
        });
        let over_integers: RaceTask<'_, BackendAnswer> = Box::new(|token| {
            let terms = &form.constraints;
            let outcome = check_fresh(&store, Features::ALL, terms, &integers, limits, token);
            work.fetch_add(outcome.work, Ordering::Relaxed);
            form.answer(&store, constraints, outcome)
        });
        self.statistics.backends_created += 2;
        let (outcome, layer) = match race(&self.cancel, vec![as_it_is, over_integers]) {
            Some((0, outcome)) => (outcome, Layer::Backend),
            Some((_, outcome)) => (outcome, Layer::Integers),
            None if self.cancel.is_cancelled() => {
                (BackendAnswer::unknown(UnknownReason::Cancelled), Layer::Race)
            }
            None => (BackendAnswer::unknown(UnknownReason::Timeout), Layer::Race),
        };
        self.statistics.work += work.into_inner();
        self.spent(Layer::Integers, start);
        (outcome, layer)
    }

    /// Where the variables have few values together: a little work of the backend, then all values. None if the query is not
    /// of this kind, or its values take too long.
    fn try_few_values(
        &mut self,
        constraints: &[TermId],
        features: Features,
        symbols: &[SymbolId],
        limits: Limits,
    ) -> Option<(BackendAnswer, Layer)> {
        if self.enumerated.is_hopeless(symbols) {
            return None;
        }
        let joint = self.joint_values(constraints, symbols, self.config.few_values)?;
        let spent = self.enumerated.spent(symbols);
        let after = match features.intersects(Features::FLOATS) {
            // Evaluating them is far less than what bits of floating-point numbers make of them.
            true => 0,
            false => u64::from(self.config.few_values_after).saturating_sub(spent) as u32,
        };
        if after > 0 {
            let little = limits.resource.map_or(after, |most| most.min(after));
            let first = Limits { resource: Some(little), ..limits };
            let outcome = self.ask_backend(constraints, features, symbols, first);
            self.enumerated.add_work(symbols, outcome.work);
            let gave_up = match &outcome.answer {
                Answer::Unknown(reason) => *reason != UnknownReason::Cancelled,
                _ => false,
            };
            if !gave_up {
                return Some((outcome, Layer::Backend));
            }
        }
        self.enumerated.choose(symbols, true);
        let outcome = self.ask_values(&joint, constraints, symbols, limits)?;
        Some((outcome, Layer::FewValues))
    }

    /// All values of variables that were chosen for it. None for other queries.
    pub(crate) fn ask_enumerated(
        &mut self,
        constraints: &[TermId],
        limits: Limits,
    ) -> Option<CheckResult> {
        if self.enumerated.is_empty() {
            return None;
        }
        let symbols = self.facts.symbols_of_all(&self.store, constraints);
        if !self.enumerated.has_any(&symbols) {
            return None;
        }
        let joint = self.joint_values(constraints, &symbols, self.config.few_values)?;
        let outcome = self.ask_values(&joint, constraints, &symbols, limits)?;
        Some(self.believe(constraints, outcome, Layer::FewValues).0)
    }

    fn ask_values(
        &mut self,
        joint: &JointValues,
        constraints: &[TermId],
        symbols: &[SymbolId],
        limits: Limits,
    ) -> Option<BackendAnswer> {
        let start = Instant::now();
        let left = self.values_left(joint, constraints, symbols, limits);
        self.spent(Layer::FewValues, start);
        let model = left?.first.map(|(joint, row)| joint.model(&self.store, row));
        let answer = if model.is_some() { Answer::Sat } else { Answer::Unsat };
        Some(BackendAnswer { answer, model, core: None, work: 0 })
    }

    fn values_left(
        &mut self,
        joint: &JointValues,
        constraints: &[TermId],
        symbols: &[SymbolId],
        limits: Limits,
    ) -> Option<Left> {
        let (store, cancel) = (Arc::clone(&self.store), self.cancel.clone());
        let most = self.config.few_values_work;
        let left = self.survivors.left(&store, joint, constraints, most, limits, &cancel);
        if left.is_none() && !cancel.is_cancelled() && !limits.expired() {
            self.enumerated.choose(symbols, false);
        }
        left
    }

    /// From now on queries about these variables are decided by trying their values, where there are few.
    pub fn decide_by_values(&mut self, symbols: &[SymbolId]) {
        if self.config.few_values > 0 {
            self.enumerated.choose(symbols, true);
        }
    }

    /// How many joint values are tried.
    pub fn most_tried(&self) -> u64 {
        self.config.few_values
    }

    /// Whether the variables of a term, and those they depend on, have so few values together on a path that they can be tried.
    pub fn has_few_values(&mut self, path: &[TermId], term: TermId) -> bool {
        self.with_what_decides(path, term).is_some()
    }

    /// The constraints of a path about the variables of a term, all their variables, and the values these may have together, if
    /// there are few.
    fn with_what_decides(
        &mut self,
        path: &[TermId],
        term: TermId,
    ) -> Option<(Vec<TermId>, Vec<SymbolId>, JointValues)> {
        self.follow(path);
        let symbols = self.facts.symbols(&self.store, term);
        let slice = self.slicer.slice(&symbols);
        let mut symbols = symbols.to_vec();
        symbols.extend(self.facts.symbols_of_all(&self.store, &slice));
        symbols.sort_unstable();
        symbols.dedup();
        let joint = self.joint_values(&slice, &symbols, self.config.few_values)?;
        Some((slice, symbols, joint))
    }

    /// The free variables of a term, in order.
    pub fn variables(&mut self, term: TermId) -> Arc<[SymbolId]> {
        self.facts.symbols(&self.store, term)
    }

    /// Whether a term has variables that are decided by their values.
    fn is_decided_by_values(&mut self, term: TermId) -> bool {
        !self.enumerated.is_empty() && {
            let symbols = self.facts.symbols(&self.store, term);
            self.enumerated.has_any(&symbols)
        }
    }

    /// The variables of a term that are [decided by their values](Solver::decide_by_values), and those they depend on, if the
    /// path leaves one value for all of them.
    pub fn determined(&mut self, path: &[TermId], term: TermId) -> Option<Vec<SymbolId>> {
        if !self.is_decided_by_values(term) {
            return None;
        }
        let (slice, symbols, joint) = self.with_what_decides(path, term)?;
        let left = self.values_left(&joint, &slice, &symbols, Limits::default())?;
        (left.count == 1).then_some(symbols)
    }

    /// The values that variables may have together where the constraints hold, if there are no more than `most` of them.
    pub fn joint_values(
        &mut self,
        constraints: &[TermId],
        symbols: &[SymbolId],
        most: u64,
    ) -> Option<JointValues> {
        if most == 0 || symbols.is_empty() {
            return None;
        }
        JointValues::of(&self.store, &mut self.intervals, constraints, symbols, most)
    }

    /// The query over mathematical integers only.
    fn ask_integers(&mut self, constraints: &[TermId], limits: Limits) -> BackendAnswer {
        let store = Arc::clone(&self.store);
        let answer = IntegerForm::of(&store, constraints).and_then(|form| {
            let symbols = self.facts.symbols_of_all(&store, &form.constraints);
            self.statistics.backends_created += 1;
            let terms = &form.constraints;
            let outcome = check_fresh(&store, Features::ALL, terms, &symbols, limits, &self.cancel);
            self.statistics.work += outcome.work;
            form.answer(&store, constraints, outcome)
        });
        let unknown = UnknownReason::Incomplete("integers do not decide it".into());
        answer.unwrap_or_else(|| BackendAnswer::unknown(unknown))
    }

    /// Whether constraints contradict each other whatever the numbers are that many inputs make together.
    fn contradict_with_cuts(&mut self, constraints: &[TermId], limits: Limits) -> bool {
        if self.config.cuts == 0 || !self.config.bits {
            return false;
        }
        let start = Instant::now();
        let store = Arc::clone(&self.store);
        let form = self.cuts.of(&store, &mut self.facts, constraints);
        let contradict = form.is_some_and(|form| {
            let symbols = self.facts.symbols_of_all(&store, &form);
            let features = self.facts.features_of_all(&store, &form);
            self.statistics.backends_created += 1;
            let work = limits.resource.map_or(self.config.cuts, |most| most.min(self.config.cuts));
            let limits = Limits { resource: Some(work), ..limits };
            let outcome = check_fresh(&store, features, &form, &symbols, limits, &self.cancel);
            self.statistics.work += outcome.work;
            outcome.answer == Answer::Unsat
        });
        self.spent(Layer::Cuts, start);
        contradict
    }

    /// Whether constraints contradict each other whatever is in the arrays they read.
    fn contradict_without_arrays(&mut self, constraints: &[TermId], limits: Limits) -> bool {
        let start = Instant::now();
        let store = Arc::clone(&self.store);
        let Some(form) = IntegerForm::without_arrays(&store, constraints) else { return false };
        let symbols = self.facts.symbols_of_all(&store, &form.constraints);
        self.statistics.backends_created += 1;
        let terms = &form.constraints;
        let limits = Limits { resource: Some(WITHOUT_ARRAYS), ..limits };
        let outcome = check_fresh(&store, Features::ALL, terms, &symbols, limits, &self.cancel);
        self.statistics.work += outcome.work;
        self.spent(Layer::Integers, start);
        outcome.answer == Answer::Unsat
    }

    /// Decides constraints by the first instances of their quantifiers, if these are enough.
    fn decide_instances(
        &mut self,
        constraints: &[TermId],
        symbols: &[SymbolId],
        limits: Limits,
    ) -> Option<CheckResult> {
        let count = self.config.unfold_quantifiers;
        let features = self.facts.features_of_all(&self.store, constraints);
        if count == 0 || !features.intersects(Features::QUANTIFIERS) {
            return None;
        }
        let start = Instant::now();
        let store = Arc::clone(&self.store);
        let mut approximation = Approximation::new(&store, &mut self.facts, count);
        let forms = [Side::Weaker, Side::Stronger].map(|side| approximation.of(constraints, side));
        let mut found = None;
        for (form, side) in forms.iter().zip([Side::Weaker, Side::Stronger]) {
            let Some(form) = form else { break };
            let features = self.facts.features_of_all(&store, form);
            let outcome = self.ask_backend(form, features, symbols, limits.part(4));
            match (outcome.answer, side, outcome.model) {
                (Answer::Unsat, Side::Weaker, _) => {
                    found = Some(CheckResult::unsat(Layer::Instances));
                    break;
                }
                // The model of the weaker form may be one of the query as well.
                (Answer::Sat, _, Some(model)) => {
                    let model = Arc::new(model);
                    let mut evaluator = match side {
                        Side::Weaker => trial(&model),
                        Side::Stronger => Evaluator::new(Arc::clone(&model)),
                    };
                    if constraints.iter().all(|&term| holds(&store, &mut evaluator, term)) {
                        found = Some(CheckResult::sat(model, Layer::Instances));
                        break;
                    }
                }
                (Answer::Unsat, ..) | (Answer::Sat, ..) | (Answer::Unknown(_), ..) => break,
            }
        }
        self.spent(Layer::Instances, start);
        found
    }

    fn expanded(&self, constraints: &[TermId], limit: u64) -> Vec<TermId> {
        if limit == 0 {
            return constraints.to_vec();
        }
        let mut expander = Expander::new(&self.store, limit);
        constraints.iter().map(|&term| expander.expand(term)).collect()
    }

    fn ask_backend(
        &mut self,
        constraints: &[TermId],
        features: Features,
        symbols: &[SymbolId],
        limits: Limits,
    ) -> BackendAnswer {
        let start = Instant::now();
        let (config, cancel) = (&self.config, &self.cancel);
        let mut outcome =
            self.contexts.check(config, features, constraints, symbols, limits, cancel);
        let gave_up = matches!(
            outcome.answer,
            Answer::Unknown(UnknownReason::Incomplete(_) | UnknownReason::Backend(_))
        );
        if gave_up && (config.incremental != Incremental::Off || features != Features::ALL) {
            // A procedure chosen for speed may be incomplete where the general one is not.
            self.statistics.backends_created += 1;
            self.statistics.work += outcome.work;
            outcome = check_fresh(&self.store, Features::ALL, constraints, symbols, limits, cancel);
        }
        self.statistics.work += outcome.work;
        self.spent(Layer::Backend, start);
        if let Some(log) = &self.config.log_queries {
            let elapsed = start.elapsed();
            log.write(&self.store, constraints, "backend", &outcome.answer, "backend", elapsed);
        }
        outcome
    }

    /// The quantified and the expanded form of a query at once, on two threads.
    fn race_forms(
        &mut self,
        quantified: &[TermId],
        expanded: &[TermId],
        symbols: &[SymbolId],
        limits: Limits,
    ) -> BackendAnswer {
        let start = Instant::now();
        let store = &self.store;
        let features = self.facts.features_of_all(store, expanded);
        let work = &AtomicU64::new(0);
        let run = |constraints: Vec<TermId>, features: Features| -> RaceTask<'_, BackendAnswer> {
            Box::new(move |token| {
                let outcome = check_fresh(store, features, &constraints, symbols, limits, token);
                work.fetch_add(outcome.work, Ordering::Relaxed);
                outcome.answer.is_definite().then_some(outcome)
            })
        };
        let tasks = vec![run(expanded.to_vec(), features), run(quantified.to_vec(), Features::ALL)];
        self.statistics.backends_created += 2;
        let outcome = match race(&self.cancel, tasks) {
            Some((_, outcome)) => BackendAnswer { core: None, ..outcome },
            None if self.cancel.is_cancelled() => BackendAnswer::unknown(UnknownReason::Cancelled),
            None if limits.expired() => BackendAnswer::unknown(UnknownReason::Timeout),
            None => BackendAnswer::unknown(UnknownReason::Incomplete(
                "neither the quantified nor the expanded form was decided".into(),
            )),
        };
        self.statistics.work += work.load(Ordering::Relaxed);
        self.spent(Layer::Race, start);
        outcome
    }

    /// Checks a backend's model by evaluation before it becomes an answer.
    fn believe(
        &mut self,
        constraints: &[TermId],
        outcome: BackendAnswer,
        layer: Layer,
    ) -> (CheckResult, Option<Vec<TermId>>) {
        let result = match outcome.answer {
            Answer::Unsat => CheckResult::unsat(layer),
            Answer::Unknown(reason) => CheckResult::unknown(reason, layer),
            Answer::Sat => {
                let model = Arc::new(outcome.model.unwrap_or_default());
                let mut evaluator = Evaluator::new(Arc::clone(&model));
                if constraints.iter().all(|&term| holds(&self.store, &mut evaluator, term)) {
                    CheckResult::sat(model, layer)
                } else {
                    self.statistics.models_rejected += 1;
                    tracing::error!("a backend's model does not satisfy the query");
                    CheckResult::unknown(UnknownReason::ModelRejected, layer)
                }
            }
        };
        (result, outcome.core)
    }
}
