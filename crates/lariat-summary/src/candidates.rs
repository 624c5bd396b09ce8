//! Inputs to try: models of a way's condition, strengthened step by step.
//!
//! The condition of a way is necessary, not sufficient, so its model is only a candidate. The more instances of the looping conditions it has to
//! satisfy, the better it is. When no counter exceeds the number of instances, nothing of the looping conditions is left out but the order of
//! the iterations along different paths; and where one path does everything there is no order. So the plans are, in this turn: few
//! iterations of one path per loop, more iterations of one path, then all paths. Many iterations are only looked for with settled numbers and a settled
//! order: then every instance is about known places of the inputs, and thousands of them are decided quickly.

use std::sync::Arc;
use std::time::Instant;

use lariat_exec::TestInput;
use lariat_loop::COUNTER_BITS;
use lariat_solver::{Answer, Solver};
use lariat_term::{Model, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::found::{Replacements, symbol_of};
use crate::traces::{TraceCandidates, Traced, Traces};
use crate::unfolding::{AppliedLoop, Order, Unfolding};
use crate::way::Way;

/// An input that may reach the goal.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Values of all inputs.
    pub input: TestInput,
    /// A model of the condition it comes from.
    pub model: Arc<Model>,
    /// How many instances of each looping condition it satisfies.
    pub instances: u64,
}

/// The numbers of instances that are tried.
const INSTANCES: [u64; 8] = [2, 8, 25, 100, 400, 1600, 6400, 25_600];

/// With more instances than this, the numbers and the order of the iterations are settled before anything is unfolded.
const FEW: u64 = 25;

/// How many conditions the instances of settled iterations may have together.
const MOST_CONDITIONS: u64 = 400_000;

/// The numbers of instances with which it is tried to show that no input goes this way.
const PROOFS: [u64; 3] = [25, 50, 100];

/// How many conditions instances of any number and order of iterations may have together.
const MOST_FREE_CONDITIONS: u64 = 2_000;

/// Plans that are tried: one path per loop, all paths, and any number of iterations.
const PLANS: usize = 2 * INSTANCES.len() + 1;

/// The candidates of a way, best guess first.
pub struct Candidates<'w> {
    way: &'w Way,
    /// What was tried.
    step: usize,
    plan: Option<FxHashSet<TermId>>,
    dead: bool,
    /// Runs of the way iteration by iteration.
    traces: TraceCandidates<'w>,
    /// When to give up looking for them.
    until: Option<Instant>,
    /// Whether only what is found quickly counts.
    easy: bool,
}

/// The work a question about an easy candidate may take, in the backend's own unit.
const EASY: u32 = 400_000;

impl<'w> Candidates<'w> {
    /// The candidates of this way.
    pub fn new(way: &'w Way) -> Candidates<'w> {
        let traces = TraceCandidates::new(way);
        Candidates { way, step: 0, plan: None, dead: false, traces, until: None, easy: false }
    }

    /// The same, but long searches end at this time.
    #[must_use]
    pub fn until(self, until: Option<Instant>) -> Candidates<'w> {
        Candidates { until, ..self }
    }

    /// The same, but only those with few iterations that the solver finds with little work.
    #[must_use]
    pub fn easy(self) -> Candidates<'w> {
        Candidates { easy: true, ..self }
    }

    /// Whether it was found that no input goes this way.
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// The next candidate, if there is one.
    pub fn next(&mut self, store: &TermStore, solver: &mut Solver) -> Option<Candidate> {
        solver.set_effort(self.easy.then_some(EASY));
        let next = self.find_next(store, solver);
        solver.set_effort(None);
        next
    }

    fn find_next(&mut self, store: &TermStore, solver: &mut Solver) -> Option<Candidate> {
        if self.way.loops.is_empty() {
            // Nothing was abstracted: the model is exact.
            let first = self.step == 0;
            self.step += 1;
            return first
                .then(|| self.candidate(store, Arc::clone(&self.way.state.model), u64::MAX));
        }
        if self.plan.is_none() {
            self.plan = Some(self.zeros(store, solver));
        }
        let plan = self.plan.clone().unwrap_or_default();
        // What is read in loops only traces know.
        while self.step < PLANS && !self.dead && !Traces::matter(self.way) {
            let plan = plan.clone();
            let (zero, instances, bounded) = match self.step {
                step if step < INSTANCES.len() => (plan, INSTANCES[step], true),
                step if step < PLANS - 1 => {
                    let instances = INSTANCES[step - INSTANCES.len()];
                    if plan.is_empty() {
                        self.step += 1;
                        continue;
                    }
                    (FxHashSet::default(), instances, true)
                }
                _ => (plan, FEW, false),
            };
            self.step += 1;
            if self.easy && (instances > FEW || !bounded) {
                continue;
            }
            if let Some(model) = self.model_of(store, solver, instances, zero, bounded) {
                return Some(self.candidate(store, model, instances));
            }
        }
        if self.easy {
            return None;
        }
        if self.step == PLANS {
            self.step += 1;
            self.dead = !Traces::matter(self.way) && self.is_refuted(store, solver);
        }
        if self.dead {
            return None;
        }
        // The order of iterations is known to traces only.
        let Traced { input, model } = self.traces.next(store, solver, &plan, self.until)?;
        Some(Candidate { input, model, instances: u64::MAX })
    }

    fn candidate(&self, store: &TermStore, model: Arc<Model>, instances: u64) -> Candidate {
        let input = TestInput::new(store, &model, &self.way.state.inputs);
        Candidate { input, model, instances }
    }

    /// Whether the first instances of the looping conditions cannot hold, however often the loops run. Every execution satisfies
    /// them, so then none goes this way.
    fn is_refuted(&self, store: &TermStore, solver: &mut Solver) -> bool {
        for instances in PROOFS {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                return false;
            }
            let unfolding = Unfolding {
                instances,
                inner_instances: instances.min(INNER),
                ..Unfolding::default()
            };
            if self.conditions_of(&unfolding) > MOST_FREE_CONDITIONS {
                return false;
            }
            let mut path = self.way.state.path.clone();
            for applied in &self.way.loops {
                path.extend(applied.unfold(store, &unfolding));
            }
            match solver.check_sat(&path).answer {
                Answer::Unsat => return true,
                Answer::Sat => {}
                Answer::Unknown(_) => return false,
            }
        }
        false
    }

    /// A model in which no counter exceeds the number of instances, if they are bounded.
    fn model_of(
        &mut self,
        store: &TermStore,
        solver: &mut Solver,
        instances: u64,
        zero: FxHashSet<TermId>,
        bounded: bool,
    ) -> Option<Arc<Model>> {
        let mut path = self.way.state.path.clone();
        path.extend(zeros(store, &zero));
        let most = store.bv_const(COUNTER_BITS, instances);
        let bounds: Vec<TermId> = self
            .way
            .loops
            .iter()
            .flat_map(AppliedLoop::counters)
            .filter(|_| bounded)
            .map(|counter| store.bv_ule(*counter, most))
            .collect();
        let bounds = store.and(&bounds);
        // Whether so few iterations are enough is cheaper to ask before anything is unfolded.
        let mut rough = solver.check(&path, bounds).into_model().ok().flatten()?;
        let mut unfolding = Unfolding {
            instances,
            inner_instances: instances.min(INNER),
            zero,
            ..Unfolding::default()
        };
        if instances <= FEW {
            // Loops without loops inside cost little, and say much about the others' counters.
            unfolding.simple_only = true;
            rough = self.unfolded(store, solver, &path, bounds, &unfolding)?;
            unfolding.simple_only = false;
        }
        if bounded {
            // Instances are easy to satisfy if it is settled how many there are, and a rough model is often right about that.
            unfolding.fixed = self.counts(store, &rough);
            let orders: &[Order] = match (self.has_orders(&unfolding), instances > FEW) {
                (false, _) | (true, false) => &[Order::Any],
                (true, true) => &[Order::Forward, Order::Backward],
            };
            if instances > FEW && self.conditions(&unfolding) > MOST_CONDITIONS {
                return None;
            }
            for &order in orders {
                unfolding.order = order;
                let model = self.unfolded(store, solver, &path, bounds, &unfolding);
                if model.is_some() {
                    return model;
                }
            }
            if instances > FEW {
                return None;
            }
            unfolding.fixed.clear();
        }
        self.unfolded(store, solver, &path, bounds, &unfolding)
    }

    /// Whether iterations along several paths of a loop can be ordered in several ways.
    fn has_orders(&self, unfolding: &Unfolding) -> bool {
        let runs = |counter: &&TermId| {
            !unfolding.zero.contains(*counter) && unfolding.fixed.get(*counter) != Some(&0)
        };
        self.way.loops.iter().any(|applied| applied.counters.iter().filter(runs).count() > 1)
    }

    /// About how many conditions there are if every path is unfolded.
    fn conditions_of(&self, unfolding: &Unfolding) -> u64 {
        let counters = self.way.loops.iter().flat_map(AppliedLoop::counters);
        let fixed = counters.map(|counter| (*counter, unfolding.instances)).collect();
        self.conditions(&Unfolding { fixed, ..unfolding.clone() })
    }

    /// About how many conditions there are if loops are unfolded as often as they run.
    fn conditions(&self, unfolding: &Unfolding) -> u64 {
        let of_loop = |applied: &AppliedLoop| -> u64 {
            let paths = applied.counters.iter().enumerate();
            paths
                .filter(|(_, counter)| !unfolding.zero.contains(*counter))
                .map(|(path, counter)| {
                    let guard = applied.summary.body.paths[path].guard.len() as u64;
                    // Loops inside are unfolded in each instance.
                    let inner = 100 * applied.inner[path].len() as u64;
                    let count = unfolding.fixed.get(counter).copied().unwrap_or(0);
                    count.saturating_mul(guard + inner)
                })
                .fold(0, u64::saturating_add)
        };
        self.way.loops.iter().map(of_loop).fold(0, u64::saturating_add)
    }

    /// A model of a path condition with the instances of its loops.
    fn unfolded(
        &self,
        store: &TermStore,
        solver: &mut Solver,
        path: &[TermId],
        bounds: TermId,
        unfolding: &Unfolding,
    ) -> Option<Arc<Model>> {
        let mut path = path.to_vec();
        let mut known = Replacements::default();
        for (counter, value) in &unfolding.fixed {
            known.insert(symbol_of(store, *counter), store.bv_const(COUNTER_BITS, *value));
        }
        for applied in &self.way.loops {
            path.extend(applied.unfold(store, unfolding));
        }
        path.push(bounds);
        let path = store.substitute_all(&path, &known);
        solver.check_sat(&path).into_model().ok().flatten()
    }

    /// The values of all counters in a model.
    fn counts(&self, store: &TermStore, model: &Model) -> FxHashMap<TermId, u64> {
        let counters = self.way.loops.iter().flat_map(AppliedLoop::counters);
        counters
            .filter_map(|counter| match model.value(store, symbol_of(store, *counter)) {
                Value::BitVec(bits) => Some((*counter, bits.to_u64()?)),
                _ => None,
            })
            .collect()
    }

    /// Counters that can be zero together: for each loop all but one, if possible.
    fn zeros(&self, store: &TermStore, solver: &mut Solver) -> FxHashSet<TermId> {
        let mut zero = FxHashSet::default();
        for applied in &self.way.loops {
            if applied.counters.len() < 2 {
                continue;
            }
            for alone in &applied.counters {
                let mut tried = zero.clone();
                tried.extend(applied.counters.iter().copied().filter(|counter| counter != alone));
                if self.can_be_zero(store, solver, &tried) {
                    zero = tried;
                    break;
                }
            }
        }
        // Fewer iterations mean fewer conditions: what can be zero is.
        for counter in self.way.loops.iter().flat_map(AppliedLoop::counters) {
            let mut tried = zero.clone();
            if tried.insert(*counter) && self.can_be_zero(store, solver, &tried) {
                zero = tried;
            }
        }
        zero
    }

    fn can_be_zero(
        &self,
        store: &TermStore,
        solver: &mut Solver,
        counters: &FxHashSet<TermId>,
    ) -> bool {
        let question = store.and(&zeros(store, counters));
        matches!(solver.check(&self.way.state.path, question).into_model(), Ok(Some(_)))
    }
}

fn zeros(store: &TermStore, counters: &FxHashSet<TermId>) -> Vec<TermId> {
    let zero = store.bv_const(COUNTER_BITS, 0);
    let mut counters: Vec<TermId> = counters.iter().copied().collect();
    counters.sort();
    counters.into_iter().map(|counter| store.eq(counter, zero)).collect()
}

/// Most instances of loops inside loops.
const INNER: u64 = 12;
