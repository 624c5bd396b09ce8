//! Programs whose loops all end after few iterations: all their runs at once.
//!
//! Such a program needs no invariants, and often none can be found: that two loops count the same
//! letters is shown by counting them. But it has too many paths to follow one by one. So the
//! clauses are followed from loop head to loop head, and runs that come to the same head are
//! *joined*: each variable has one value, which chooses among those of the ways there by truth
//! values that say which way was taken. Counters mostly agree, and stay constants. When no run can
//! go on any more, one question tells whether some run has come to the goal.
//!
//! The truth values are free: a way's value implies that its conditions hold and that the run came to where it starts. So for every run of the program there are truth
//! values that describe it, and what cannot be satisfied happens in no run. What is satisfiable says nothing here.
//!
//! A symbol that is new on a way is made anew each time the way is gone. One that is not known to be fixed is made anew as well, which only adds runs.

use std::time::Instant;

use lariat_solver::Solver;
use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::HornSystem;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patience {
    /// Only if the ends of loops are seen without a question.
    Little,
    /// Whatever ends soon.
    Much,
}

impl Patience {
    /// The most visits of heads.
    fn visits(self) -> usize {
        match self {
            Patience::Little => 250,
            Patience::Much => 2_000,
        }
    }
}

/// Conditions that are made at most.
const MOST_CONDITIONS: usize = 20_000;

/// Writes between two versions of an array that are joined one by one.
const MOST_WRITES: usize = 300;

/// The work for a question on the way, in the backend's own unit.
const EFFORT_PER_QUESTION: u32 = 1_000_000;

/// Visits of a head before it is asked whether a run can come there again, and from then on between two such questions. Where counters are constants it
/// is seen without a question when a loop ends.
const VISITS_BEFORE_QUESTION: usize = 8;
const VISITS_PER_QUESTION: usize = 3;

/// All runs that come to a head at one time.
#[derive(Clone)]
struct Visit {
    /// Whether the run is among them.
    here: TermId,
    /// What symbols of the clauses stand for.
    now: FxHashMap<SymbolId, TermId>,
}

/// A way on from a head.
struct Way {
    /// The loop it leads to, or the goal.
    target: Option<usize>,
    conditions: Vec<TermId>,
    /// What the target's variables become.
    values: Vec<TermId>,
}

/// Whether no run reaches the goal. Returns false on timeout, or if runs are too long.
pub(super) fn is_unreachable(
    store: &TermStore,
    solver: &mut Solver,
    system: &HornSystem,
    patience: Patience,
    end: Instant,
) -> bool {
    let mut runs = Runs::new(store, solver, system, (patience, end));
    let unreachable = runs.follow().is_some() && runs.none_reaches();
    let Runs { visits, patience, .. } = &runs;
    tracing::debug!("all runs, {patience:?} patience: {visits} visits, proved: {unreachable}");
    unreachable
}

struct Runs<'r> {
    store: &'r TermStore,
    solver: &'r mut Solver,
    system: &'r HornSystem,
    patience: Patience,
    end: Instant,
    /// The number of paths to the goal at the last question whether one can be taken.
    asked: usize,
    /// What holds of the truth values.
    conditions: Vec<TermId>,
    /// Per loop the runs that are at its head now.
    pending: Vec<Vec<Visit>>,
    /// Per loop those that have to go on first.
    first: Vec<Vec<usize>>,
    /// Symbols that are new on a way from some head.
    locals: FxHashSet<SymbolId>,
    /// The runs that get to the goal.
    reached: Vec<TermId>,
    visits: usize,
    /// Visits of each head since its loop was entered.
    since_entry: Vec<usize>,
}

impl<'r> Runs<'r> {
    fn new(
        store: &'r TermStore,
        solver: &'r mut Solver,
        system: &'r HornSystem,
        (patience, end): (Patience, Instant),
    ) -> Runs<'r> {
        let count = system.loops.len();
        let symbol = |&term: &TermId| crate::body::symbol_of(store, term);
        let mut locals: FxHashSet<SymbolId> = FxHashSet::default();
        for entered in system.loops.iter().filter(|entered| entered.source.is_some()) {
            locals.extend(entered.locals.iter().filter_map(symbol));
        }
        locals.extend(system.steps.iter().flat_map(|step| &step.locals).filter_map(symbol));
        for goal in system.goals.iter().filter(|goal| goal.source.is_some()) {
            locals.extend(goal.locals.iter().filter_map(symbol));
        }
        Runs {
            store,
            solver,
            system,
            patience,
            end,
            asked: 0,
            conditions: Vec::new(),
            pending: vec![Vec::new(); count],
            first: (0..count).map(|number| goes_first(system, number)).collect(),
            locals,
            reached: Vec::new(),
            visits: 0,
            since_entry: vec![0; count],
        }
    }

    /// Follows all runs to their ends.
    fn follow(&mut self) -> Option<()> {
        let start = Visit { here: self.store.tt(), now: FxHashMap::default() };
        self.go_on(None, &start);
        loop {
            let waiting = |number: &usize| !self.pending[*number].is_empty();
            let next = (0..self.pending.len())
                .filter(waiting)
                .find(|&number| !self.first[number].iter().any(waiting));
            let Some(number) = next else {
                // Loops that wait for each other in a cycle are not handled.
                return self.pending.iter().all(Vec::is_empty).then_some(());
            };
            let visits = std::mem::take(&mut self.pending[number]);
            let visit = self.joined(visits);
            self.visits += 1;
            self.since_entry[number] += 1;
            let again = self.since_entry[number].checked_sub(VISITS_BEFORE_QUESTION);
            if self.patience == Patience::Much
                && again.is_some_and(|again| again % VISITS_PER_QUESTION == 0)
                && self.store.as_bool(visit.here).is_none()
                && self.cannot_be(visit.here) == Some(true)
            {
                continue;
            }
            if self.visits > self.patience.visits()
                || self.conditions.len() > MOST_CONDITIONS
                || Instant::now() >= self.end
            {
                return None;
            }
            self.go_on(Some(number), &visit);
            // A run reaches the goal, so there is nothing to prove.
            if self.patience == Patience::Much && self.reached.len() > 2 * self.asked {
                self.asked = self.reached.len();
                let some = self.store.or(&self.reached);
                if self.cannot_be(some) == Some(false) {
                    return None;
                }
            }
        }
    }

    /// Whether something is false in all runs, if that is not hard to tell.
    fn cannot_be(&mut self, what: TermId) -> Option<bool> {
        self.solver.set_effort(Some(EFFORT_PER_QUESTION));
        let answer = self.solver.check(&self.conditions, what).into_model();
        self.solver.set_effort(None);
        answer.ok().map(|model| model.is_none())
    }

    fn none_reaches(&mut self) -> bool {
        let some = self.store.or(&self.reached);
        if self.store.as_bool(some) == Some(false) {
            return true;
        }
        if self.patience == Patience::Little {
            return self.cannot_be(some) == Some(true);
        }
        matches!(self.solver.check(&self.conditions, some).into_model(), Ok(None))
    }

    /// Every way from a head.
    fn go_on(&mut self, source: Option<usize>, visit: &Visit) {
        let system = self.system;
        let mut ways: Vec<(Option<usize>, &[TermId], &[TermId])> = Vec::new();
        for (number, entered) in system.loops.iter().enumerate() {
            if entered.source == source {
                self.since_entry[number] = 0;
                ways.push((Some(number), &entered.context[entered.known..], &entered.entry));
            }
        }
        for step in system.steps.iter().filter(|step| Some(step.source) == source) {
            ways.push((Some(step.target), &step.conditions, &step.values));
        }
        for goal in system.goals.iter().filter(|goal| goal.source == source) {
            ways.push((None, &goal.conditions, &[]));
        }
        // The same symbols on all ways, so that these exclude each other as they do in the program.
        let mut known = visit.now.clone();
        for (_, conditions, values) in &ways {
            self.rename(source, &mut known, conditions);
            self.rename(source, &mut known, values);
        }
        let mut possible: Vec<Way> = Vec::new();
        for (target, conditions, values) in ways {
            let mut conditions = self.store.substitute_all(conditions, &known);
            conditions.retain(|&condition| self.store.as_bool(condition) != Some(true));
            conditions.sort_unstable();
            conditions.dedup();
            if conditions.iter().all(|&condition| self.store.as_bool(condition) != Some(false)) {
                let values = self.store.substitute_all(values, &known);
                possible.push(Way { target, conditions, values });
            }
        }
        while let Some((one, other, way)) = self.two_as_one(&possible) {
            possible.swap_remove(one.max(other));
            possible[one.min(other)] = way;
        }
        let only = possible.len() == 1;
        for Way { target, mut conditions, values } in possible {
            let here = if only && conditions.is_empty() {
                visit.here
            } else {
                conditions.push(visit.here);
                let taken = self.store.fresh_var("taken", Sort::Bool);
                self.conditions.push(self.store.implies(taken, self.store.and(&conditions)));
                taken
            };
            match target {
                Some(target) => self.arrive(target, here, &known, &values),
                None => self.reached.push(here),
            }
        }
    }

    /// Two ways that part at one condition and come together again. Joined by the condition itself they give the same terms wherever the same is computed.
    fn two_as_one(&self, ways: &[Way]) -> Option<(usize, usize, Way)> {
        let store = self.store;
        for (number, one) in ways.iter().enumerate() {
            for (other_number, other) in ways.iter().enumerate().skip(number + 1) {
                if one.target != other.target || one.conditions.len() != other.conditions.len() {
                    continue;
                }
                let is_own = |condition: &&TermId| !other.conditions.contains(condition);
                let mut own = one.conditions.iter().filter(is_own);
                let (Some(&when), None) = (own.next(), own.next()) else { continue };
                if !other.conditions.contains(&store.not(when)) {
                    continue;
                }
                let mut conditions = one.conditions.clone();
                conditions.retain(|&condition| condition != when);
                let both = one.values.iter().zip(&other.values);
                let values = both.map(|(&one, &other)| self.either(when, one, other)).collect();
                let way = Way { target: one.target, conditions, values };
                return Some((number, other_number, way));
            }
        }
        None
    }

    /// Runs that come to a head.
    fn arrive(
        &mut self,
        target: usize,
        here: TermId,
        known: &FxHashMap<SymbolId, TermId>,
        values: &[TermId],
    ) {
        let (store, system) = (self.store, self.system);
        // Symbols created after the target's head are unknown there.
        let mut now = known.clone();
        now.retain(|&symbol, _| !system.is_new_after(store, target, symbol));
        now.extend(system.becomes(store, target, values));
        self.pending[target].push(Visit { here, now });
    }

    /// Makes new symbols for those of some terms that are neither known nor fixed.
    fn rename(
        &self,
        source: Option<usize>,
        known: &mut FxHashMap<SymbolId, TermId>,
        terms: &[TermId],
    ) {
        // Before the first loop everything happens once.
        let Some(source) = source else { return };
        let (store, system) = (self.store, self.system);
        let outermost = system.chain(Some(source)).last().copied().unwrap_or(source);
        for symbol in store.free_vars_of(terms) {
            let is_fixed = system.made(symbol) <= system.loops[outermost].mark
                && !self.locals.contains(&symbol)
                && !is_variable(store, system, symbol);
            if !is_fixed {
                known.entry(symbol).or_insert_with(|| {
                    store.fresh_var(store.symbol_name(symbol), store.symbol_sort(symbol))
                });
            }
        }
    }

    /// Runs that come to a head at the same time.
    fn joined(&mut self, visits: Vec<Visit>) -> Visit {
        let store = self.store;
        let mut visits = visits.into_iter();
        let Some(first) = visits.next() else {
            return Visit { here: store.ff(), now: FxHashMap::default() };
        };
        let mut all = first;
        let mut ways = vec![all.here];
        for visit in visits {
            ways.push(visit.here);
            let mut now = FxHashMap::default();
            let mut symbols: Vec<SymbolId> = all.now.keys().copied().collect();
            symbols.sort_by_key(|symbol| symbol.index());
            for symbol in symbols {
                // A value that one side does not know is arbitrary.
                if let Some(&other) = visit.now.get(&symbol) {
                    now.insert(symbol, self.either(visit.here, other, all.now[&symbol]));
                }
            }
            all = Visit { here: all.here, now };
        }
        if ways.len() > 1 {
            all.here = store.fresh_var("here", Sort::Bool);
            self.conditions.push(store.implies(all.here, store.or(&ways)));
        }
        all
    }

    /// One value or the other. Of arrays that differ in few elements, these elements.
    fn either(&self, when: TermId, then: TermId, otherwise: TermId) -> TermId {
        let store = self.store;
        if then == otherwise || !matches!(store.sort(then), Sort::Array(_)) {
            return store.ite(when, then, otherwise);
        }
        let (mut one, mut other) = (versions(store, then), versions(store, otherwise));
        let base = other.iter().position(|version| one.contains(version));
        let Some(base) = base.map(|position| other[position]) else {
            return store.ite(when, then, otherwise);
        };
        let mut places: Vec<TermId> = Vec::new();
        for list in [&mut one, &mut other] {
            list.truncate(list.iter().position(|&version| version == base).unwrap_or(0));
            for &version in list.iter() {
                let (Op::Store, &[_, place, _]) = store.view(version) else { continue };
                if store.as_word(place).is_none() {
                    return store.ite(when, then, otherwise);
                }
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places.sort_by_key(|&place| store.as_word(place));
        places.into_iter().fold(base, |array, place| {
            let [then, otherwise] = [then, otherwise].map(|array| store.select(array, place));
            store.store(array, place, store.ite(when, then, otherwise))
        })
    }
}

/// An array and what it was before each of its last writes.
fn versions(store: &TermStore, array: TermId) -> Vec<TermId> {
    let before = |&array: &TermId| match store.view(array) {
        (Op::Store, &[before, _, _]) => Some(before),
        _ => None,
    };
    std::iter::successors(Some(array), before).take(MOST_WRITES).collect()
}

fn is_variable(store: &TermStore, system: &HornSystem, symbol: SymbolId) -> bool {
    let term = store.symbol_term(symbol);
    let mut variables = system.loops.iter().flat_map(|entered| &entered.variables);
    variables.any(|variable| variable.symbol == term)
}

/// The loops that have to come to their ends before a loop goes on: those inside it, and those that it comes after.
fn goes_first(system: &HornSystem, number: usize) -> Vec<usize> {
    (0..system.loops.len())
        .filter(|&other| {
            let comes_after =
                |one: usize, other: usize| one != other && system.chain(Some(one)).contains(&other);
            (comes_after(other, number) && is_inside(system, other, number))
                || (comes_after(number, other) && !is_inside(system, number, other))
        })
        .collect()
}

/// Whether one loop comes back to another one before it, without leaving it.
fn is_inside(system: &HornSystem, inner: usize, outer: usize) -> bool {
    let around: FxHashSet<usize> = system.chain(system.loops[outer].source).into_iter().collect();
    let mut seen: FxHashSet<usize> = [inner].into_iter().collect();
    let mut work = vec![inner];
    while let Some(number) = work.pop() {
        let entered = (system.loops.iter().enumerate())
            .filter(|(_, entered)| entered.source == Some(number))
            .map(|(next, _)| next);
        let back =
            (system.steps.iter()).filter(|step| step.source == number).map(|step| step.target);
        for next in entered.chain(back) {
            if next == outer {
                return true;
            }
            if !around.contains(&next) && seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}
