//! The looping condition: what must hold if the body ran κ times (the papers' φ^κ), in several strengths and prices.
//!
//! The t-th iteration along path i (counted from 0) satisfied the path's guard with the values the variables had at its start, which
//! are the iterated values at counters τ with τᵢ = t and some τⱼ ≤ κⱼ for the other paths. That is an *instance* of the guard. The
//! paper's formula says it for every t below κᵢ; the forms here say it for some of them:
//! - [`Summary::endpoints`]: the first and the last iteration of each path and of the loop. For guards that are linear in the
//!   counters that is all there is to say, and no unfolding is needed.
//! - [`Summary::unfold`]: the first K iterations of each path, as in the paper's φ̂^K, with what a real order of the iterations
//!   implies about the numbers of other iterations in between.
//! - [`Summary::unfold_exactly`]: all iterations, for given counters. This is exact, not only necessary, as far as the values are
//!   known.
//! - [`Summary::quantified`](crate::Summary::quantified): the paper's formula, with bounded quantifiers.
//!
//! Conjuncts that mention an unknown value are dropped, unless facts bound that value: then a fresh variable with these bounds takes
//! its place.

use lariat_term::{Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{LoopBody, count, counter_sort, positive, predecessor, symbol_of, total};
use crate::memory::{Iterated, IteratedMemory};

/// At most this many conditions relate the orders of two unfolded paths.
const MOST_ORDER_CONDITIONS: u64 = 1000;

/// A loop's body with its iterated memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The loop.
    pub body: LoopBody,
    /// Its variables' values.
    pub memory: IteratedMemory,
}

/// Which free variables of a condition stand for what of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstanceRecord {
    /// The path whose guard it is.
    pub path: usize,
    /// Which iteration along the path, a term over the counters.
    pub at: TermId,
    /// How often each path ran before it. The entry for the path itself is `at`.
    pub counters: Vec<TermId>,
    /// The locals of that iteration.
    pub locals: Vec<TermId>,
    /// What the memory's choices were at its start.
    pub choices: Vec<TermId>,
    /// What the unknown variables were at its start, one per variable.
    pub stars: Vec<TermId>,
}

impl Default for Conditions {
    fn default() -> Conditions {
        let (terms, instances, taken) = Default::default();
        Conditions { terms, instances, taken, with_locals: true }
    }
}

/// Conditions that every execution with these counters satisfies for some values of the fresh variables in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The conditions.
    pub terms: Vec<TermId>,
    /// What the fresh variables stand for.
    pub instances: Vec<InstanceRecord>,
    /// Per position of [`Summary::unfold_exactly`]: the variable that says which path was taken.
    pub taken: Vec<TermId>,
    /// Whether conjuncts are there that mention locals.
    with_locals: bool,
}

impl Conditions {
    /// The conjuncts of an instance that are wanted.
    fn kept(&self, store: &TermStore, guard: Vec<TermId>, record: &InstanceRecord) -> Vec<TermId> {
        if self.with_locals {
            return guard;
        }
        let locals: Vec<_> =
            record.locals.iter().filter_map(|&local| symbol_of(store, local)).collect();
        let is_wanted = |conjunct: &TermId| {
            !store.free_vars(*conjunct).iter().any(|symbol| locals.contains(symbol))
        };
        guard.into_iter().filter(is_wanted).collect()
    }

    fn add(&mut self, condition: TermId) {
        self.terms.push(condition);
    }
}

impl Summary {
    /// A summary of the body.
    pub fn new(body: LoopBody, memory: IteratedMemory) -> Summary {
        Summary { body, memory }
    }

    /// Fresh variables in place of a path's locals.
    pub fn fresh_locals(&self, store: &TermStore, path: usize) -> Vec<TermId> {
        let locals = self.body.paths[path].locals.iter();
        locals.map(|&local| renamed(store, local)).collect()
    }

    /// The guard of path `path` in its iteration number `at` with `others[j]` iterations along each other path j before it (the
    /// entry for the path itself is not read) and these locals. Choices are fresh.
    pub fn instance(
        &self,
        store: &TermStore,
        path: usize,
        at: TermId,
        others: &[TermId],
        locals: &[TermId],
    ) -> Vec<TermId> {
        let mut counters = others.to_vec();
        counters.resize(self.memory.counters.len(), count(store, 0));
        counters[path] = at;
        self.guard_at(store, path, counters, locals.to_vec()).0
    }

    /// The guard of a path at counters, with the record of the fresh variables.
    pub(crate) fn guard_at(
        &self,
        store: &TermStore,
        path: usize,
        counters: Vec<TermId>,
        locals: Vec<TermId>,
    ) -> (Vec<TermId>, InstanceRecord) {
        let memory = &self.memory;
        let choices: Vec<TermId> =
            memory.choices.iter().map(|choice| renamed(store, choice.term)).collect();
        let stars: Vec<TermId> =
            memory.values.iter().map(|value| self.star_at(store, value)).collect();
        let conjuncts = self.guard_with(store, path, &counters, &locals, &choices, &stars);
        let at = counters[path];
        (conjuncts, InstanceRecord { path, at, counters, locals, choices, stars })
    }

    fn star_at(&self, store: &TermStore, value: &Iterated) -> TermId {
        match value {
            Iterated::Unknown { star, .. } => renamed(store, *star),
            Iterated::Known { value, .. } => *value,
        }
    }

    /// The guard's conjuncts, without those that mention an unbounded unknown, and the facts about choices and bounded unknowns.
    pub(crate) fn guard_with(
        &self,
        store: &TermStore,
        path: usize,
        counters: &[TermId],
        locals: &[TermId],
        choices: &[TermId],
        stars: &[TermId],
    ) -> Vec<TermId> {
        let memory = &self.memory;
        let at_counters = memory.replacements(store, counters, choices);
        let values = memory.values_at(store, counters, choices);
        let mut replacements: FxHashMap<_, _> = FxHashMap::default();
        let mut star_replacements = at_counters.clone();
        for (((variable, iterated), value), &star) in
            self.body.variables.iter().zip(&memory.values).zip(values).zip(stars)
        {
            let known = iterated.is_known();
            if let Some(symbol) = symbol_of(store, variable.symbol) {
                replacements.insert(symbol, if known { value } else { star });
            }
            if let (false, Some(symbol)) = (known, symbol_of(store, iterated.term())) {
                star_replacements.insert(symbol, star);
            }
        }
        for (&local, &by) in self.body.paths[path].locals.iter().zip(locals) {
            if let Some(symbol) = symbol_of(store, local) {
                replacements.insert(symbol, by);
            }
        }
        // Facts that say something about a choice or an unknown value.
        let said: Vec<TermId> = (memory.facts.iter().copied())
            .filter(|&fact| self.mentions_history(store, fact))
            .map(|fact| store.substitute(fact, &star_replacements))
            .collect();
        let bounded: FxHashSet<_> = store.free_vars_of(&said).into_iter().collect();
        let unbounded: FxHashSet<_> = (stars.iter())
            .filter_map(|&star| symbol_of(store, star))
            .filter(|symbol| !bounded.contains(symbol))
            .collect();
        let stars: FxHashSet<_> = (memory.values.iter().zip(stars))
            .filter(|(value, _)| !value.is_known())
            .filter_map(|(_, &star)| symbol_of(store, star))
            .collect();
        let guard = conjuncts(store, &self.body.paths[path].guard);
        let mut result: Vec<TermId> = (store.substitute_all(&guard, &replacements).into_iter())
            .filter(|&term| {
                let free = store.free_vars(term);
                !free.iter().any(|symbol| stars.contains(symbol) && unbounded.contains(symbol))
            })
            .filter(|&term| store.as_bool(term) != Some(true))
            .collect();
        // Only the facts that matter for what is left.
        let mut relevant: FxHashSet<_> = store.free_vars_of(&result).into_iter().collect();
        let history: FxHashSet<_> = (choices.iter())
            .filter_map(|&choice| symbol_of(store, choice))
            .chain(stars.iter().copied())
            .collect();
        relevant.retain(|symbol| history.contains(symbol));
        let mut left = said;
        loop {
            let (used, unused): (Vec<TermId>, Vec<TermId>) = left
                .into_iter()
                .partition(|&fact| store.free_vars(fact).iter().any(|s| relevant.contains(s)));
            left = unused;
            if used.is_empty() {
                break;
            }
            let more = store.free_vars_of(&used);
            relevant.extend(more.into_iter().filter(|symbol| history.contains(symbol)));
            result.extend(used);
        }
        result
    }

    fn mentions_history(&self, store: &TermStore, fact: TermId) -> bool {
        let free = store.free_vars(fact);
        let occurs = |term: TermId| {
            symbol_of(store, term).is_some_and(|symbol| free.binary_search(&symbol).is_ok())
        };
        self.memory.choices.iter().any(|choice| occurs(choice.term))
            || self.memory.values.iter().any(|value| !value.is_known() && occurs(value.term()))
    }

    /// An instance with fresh numbers of other iterations, and the conditions that these are between 0 and the counters.
    fn fresh_instance(
        &self,
        store: &TermStore,
        path: usize,
        at: TermId,
        conditions: &mut Conditions,
    ) -> TermId {
        let mut counters = self.memory.counters.clone();
        let mut conjuncts = Vec::new();
        for (other, counter) in counters.iter_mut().enumerate() {
            if other == path {
                *counter = at;
            } else {
                let before = self.fresh_before(store, path, other, at);
                conjuncts.extend(before.1);
                *counter = before.0;
            }
        }
        let locals = self.fresh_locals(store, path);
        let (guard, record) = self.guard_at(store, path, counters, locals);
        conjuncts.extend(conditions.kept(store, guard, &record));
        conditions.instances.push(record);
        store.and(&conjuncts)
    }

    /// How often `other` ran before an iteration along `path`: exactly known if the paths have an order, otherwise a fresh variable
    /// with its bound.
    fn fresh_before(
        &self,
        store: &TermStore,
        path: usize,
        other: usize,
        _at: TermId,
    ) -> (TermId, Option<TermId>) {
        let counter = self.memory.counters[other];
        if let Some(order) = &self.memory.order {
            let place = |wanted: usize| order.iter().position(|&path| path == wanted);
            return match place(other) < place(path) {
                true => (counter, None),
                false => (count(store, 0), None),
            };
        }
        let before = store.fresh_var("tau", counter_sort());
        (before, Some(store.bv_ule(before, counter)))
    }

    /// What the first and the last iteration along each path, and the first and the last of all, must satisfy.
    pub fn endpoints(&self, store: &TermStore) -> Conditions {
        self.endpoints_with(store, true)
    }

    /// The same, but without what mentions locals, like the counters of inner loops: for bodies with loops inside that is little of the condition.
    pub fn endpoints_without_locals(&self, store: &TermStore) -> Conditions {
        self.endpoints_with(store, false)
    }

    fn endpoints_with(&self, store: &TermStore, with_locals: bool) -> Conditions {
        let mut conditions = Conditions { with_locals, ..Conditions::default() };
        let counters = self.memory.counters.clone();
        for (path, &counter) in counters.iter().enumerate() {
            for at in [count(store, 0), predecessor(store, counter)] {
                let instance = self.fresh_instance(store, path, at, &mut conditions);
                conditions.add(store.implies(positive(store, counter), instance));
            }
        }
        if counters.len() > 1 {
            let first = vec![count(store, 0); counters.len()];
            let first = self.some_path(store, |_| first.clone(), &mut conditions);
            conditions.add(first);
            let last = |path: usize| {
                let mut before = counters.clone();
                before[path] = predecessor(store, before[path]);
                before
            };
            let last = self.some_path(store, last, &mut conditions);
            conditions.add(last);
        }
        conditions
    }

    /// If the loop ran at all, some path that ran satisfies its guard at the given counters.
    fn some_path(
        &self,
        store: &TermStore,
        before: impl Fn(usize) -> Vec<TermId>,
        conditions: &mut Conditions,
    ) -> TermId {
        let counters = &self.memory.counters;
        let mut possible = Vec::new();
        for (path, &counter) in counters.iter().enumerate() {
            let locals = self.fresh_locals(store, path);
            let (guard, record) = self.guard_at(store, path, before(path), locals);
            let mut guard = conditions.kept(store, guard, &record);
            conditions.instances.push(record);
            guard.push(positive(store, counter));
            possible.push(store.and(&guard));
        }
        store.implies(positive(store, total(store, counters)), store.or(&possible))
    }

    /// What the first `bound` iterations along each path must satisfy.
    pub fn unfold(&self, store: &TermStore, bound: u64) -> Conditions {
        let mut conditions = Conditions::default();
        let paths = self.memory.counters.len();
        // The records' numbers, by path and iteration.
        let mut unfolded: Vec<Vec<Vec<TermId>>> = Vec::new();
        for path in 0..paths {
            let counter = self.memory.counters[path];
            let mut iterations: Vec<Vec<TermId>> = Vec::new();
            for iteration in 0..bound {
                let at = count(store, iteration);
                let instance = self.fresh_instance(store, path, at, &mut conditions);
                conditions.add(store.implies(store.bv_ult(at, counter), instance));
                let Some(record) = conditions.instances.last() else { break };
                let numbers = record.counters.clone();
                if let Some(earlier) = iterations.last() {
                    for other in (0..paths).filter(|&other| other != path) {
                        // The number of other iterations before the next one along this path only grows.
                        conditions.add(store.bv_ule(earlier[other], numbers[other]));
                    }
                }
                iterations.push(numbers);
            }
            unfolded.push(iterations);
        }
        if self.memory.order.is_none() {
            self.add_orders(store, bound, &unfolded, &mut conditions);
        }
        conditions
    }

    /// That iteration u of path j came before iteration t of path i, or after it, is said by both sides.
    fn add_orders(
        &self,
        store: &TermStore,
        bound: u64,
        unfolded: &[Vec<Vec<TermId>>],
        conditions: &mut Conditions,
    ) {
        let paths = unfolded.len() as u64;
        if bound * bound * paths * paths.saturating_sub(1) / 2 > MOST_ORDER_CONDITIONS {
            return;
        }
        for (i, first) in unfolded.iter().enumerate() {
            for (j, second) in unfolded.iter().enumerate().skip(i + 1) {
                for (t, before_t) in (0..).zip(first) {
                    for (u, before_u) in (0..).zip(second) {
                        let (at_t, at_u) = (count(store, t), count(store, u));
                        let both = store.and(&[
                            store.bv_ult(at_t, self.memory.counters[i]),
                            store.bv_ult(at_u, self.memory.counters[j]),
                        ]);
                        let u_first = store.bv_ult(at_u, before_t[j]);
                        let t_first = store.bv_ult(at_t, before_u[i]);
                        conditions.add(store.implies(both, store.xor(u_first, t_first)));
                    }
                }
            }
        }
    }

    /// What all iterations must satisfy if the paths ran exactly this often, apart from the counters having these values, which
    /// the caller says. With one path that ran there is nothing to choose; otherwise a variable per iteration says which path it
    /// took.
    pub fn unfold_exactly(&self, store: &TermStore, counts: &[u64]) -> Conditions {
        let mut conditions = Conditions::default();
        let running: Vec<usize> = (0..counts.len()).filter(|&path| counts[path] > 0).collect();
        let iterations: u64 = counts.iter().sum();
        let width = (counts.len().max(1) as u32).ilog2() + 1;
        let mut before = vec![count(store, 0); counts.len()];
        for _ in 0..iterations {
            let taken = match running[..] {
                [only] => store.bv_const(width, only as u64),
                _ => {
                    let taken = store.fresh_var("path", Sort::BitVec(width));
                    conditions.taken.push(taken);
                    let is = |&path: &usize| store.eq(taken, store.bv_const(width, path as u64));
                    let possible: Vec<TermId> = running.iter().map(is).collect();
                    conditions.add(store.or(&possible));
                    taken
                }
            };
            let mut after = before.clone();
            for &path in &running {
                let is = store.eq(taken, store.bv_const(width, path as u64));
                let locals = self.fresh_locals(store, path);
                let (guard, record) = self.guard_at(store, path, before.clone(), locals);
                conditions.instances.push(record);
                conditions.add(store.implies(is, store.and(&guard)));
                let next = store.bv_add(before[path], count(store, 1));
                after[path] = store.ite(is, next, before[path]);
            }
            before = after;
        }
        for &path in &running {
            conditions.add(store.eq(before[path], count(store, counts[path])));
        }
        conditions
    }
}

/// The conjuncts of conditions.
pub(crate) fn conjuncts(store: &TermStore, conditions: &[TermId]) -> Vec<TermId> {
    let mut result = Vec::new();
    let mut stack: Vec<TermId> = conditions.iter().rev().copied().collect();
    while let Some(term) = stack.pop() {
        match store.view(term) {
            (lariat_term::Op::And, args) => stack.extend(args.iter().rev()),
            _ => result.push(term),
        }
    }
    result
}

/// A fresh variable named like this one.
fn renamed(store: &TermStore, variable: TermId) -> TermId {
    let name = symbol_of(store, variable).map_or("local", |symbol| store.symbol_name(symbol));
    let stem = name.split('!').next().unwrap_or(name);
    store.fresh_var(stem, store.sort(variable))
}
