//! Exact cases of loops in which data decides what an iteration does: count, maximum, filter, a state machine over a text.
//!
//! Which way an iteration goes is a choice, and the choices of n iterations are 2^n paths where a loop is unrolled. But what an iteration leaves can be written down for all
//! ways at once: a variable becomes `if g then v₁ else v₂`, g being the decision between them, or, if it is a number that something is added to, `v + (if g then d₁ else d₂)`.
//! So n iterations are n choices in one term, and the loop is one case instead of many paths. That is exact for every number of iterations, on bit-vectors as they are.
//!
//! How many iterations there are is known where the last one is (`i < 20`). Otherwise it is a variable k, and what iteration τ does is done only if `τ < k`; that there are k is
//! `stays(τ)` for all τ below k and `¬stays(k)`, each at a place that is known. Where no end is found the case is about up to so many iterations, and another one about
//! those that have more: it stops in the middle of the loop, with all choices made so far in its values.
//!
//! Sums of many choices are hard for solvers: which of them are equal is not seen on bits. But a number that constants are added to is one of few after n iterations, and which of
//! them it is can be said by a truth value each: `c = 3` after iteration τ iff `c = 2` before it and the choice is for the path that counts, or `c = 3` and it is not. So a
//! counter is [one of a few numbers](Few), and what is written at places that it counts is written at known places. With that, questions that took a solver longer than a
//! minute for 18 choices take a tenth of a second for 64.
//!
//! The price is that later questions are about many choices at once. `lariat-summary` decides when that is worth it.

use lariat_solver::Solver;
use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{LoopBody, symbol_of};
use crate::exact::{ExactCase, ExactCases, NOT_ROUND, relevant, ways_out};
use crate::polynomial::Polynomial;
use crate::repeated_guard::step;
use crate::rules::chain;

/// Values that need more terms than this are a burden on every later question.
const MOST_TERMS: usize = 20_000;

/// For how many iterations choices are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Unrolling must be able to have so many paths, taking every iteration to go every way.
    pub paths: u64,
    /// So many iterations are one case.
    pub at_most: u64,
}

/// Why there are no cases by choices where unrolling does not have many paths.
pub const FEW_PATHS: &str = "unrolling has few paths";

/// What an iteration does to a variable, whichever way it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Update {
    /// It adds this, which is the same in every iteration.
    Step(TermId),
    /// It adds this, which does not depend on the variable itself.
    Add(TermId),
    /// It makes it this.
    Becomes(TermId),
}

/// A number that is a base plus one of a few constants; of the conditions exactly one holds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Few {
    base: TermId,
    cases: Vec<(u64, TermId)>,
}

/// More numbers than these are not told apart.
const MOST_NUMBERS: usize = 130;

impl Few {
    fn new(store: &TermStore, base: TermId) -> Few {
        Few { base, cases: vec![(0, store.tt())] }
    }

    /// The number for one of the constants.
    fn number(&self, store: &TermStore, constant: u64) -> TermId {
        let width = store.sort(self.base).width();
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        store.bv_add(self.base, store.bv_const(width, constant & mask))
    }

    fn term(&self, store: &TermStore) -> TermId {
        let mut cases = self.cases.iter().rev();
        let last = cases.next().map_or(self.base, |(constant, _)| self.number(store, *constant));
        cases.fold(last, |rest, (constant, condition)| {
            store.ite(*condition, self.number(store, *constant), rest)
        })
    }

    /// After adding what is chosen between constants; none if it is something else.
    fn plus(&self, store: &TermStore, change: TermId) -> Option<Vec<(u64, TermId)>> {
        if let Some(constant) = store.as_word(change) {
            let width = store.sort(change).width();
            let shift = 64 - width.min(64);
            // Constants are numbers with a sign, so that those of a narrow counter do not run away.
            let constant = ((constant << shift) as i64 >> shift) as u64;
            let moved = |(old, condition): &(u64, TermId)| (old.wrapping_add(constant), *condition);
            let mut moved: Vec<(u64, TermId)> = self.cases.iter().map(moved).collect();
            moved.sort_unstable_by_key(|(number, _)| *number as i64);
            return Some(moved);
        }
        let (Op::Ite, &[condition, then, otherwise]) = (store.op(change), store.args(change))
        else {
            return None;
        };
        let (then, otherwise) = (self.plus(store, then)?, self.plus(store, otherwise)?);
        Some(either(store, condition, &then, &otherwise))
    }
}

/// The cases of one number or another.
fn either(
    store: &TermStore,
    condition: TermId,
    then: &[(u64, TermId)],
    otherwise: &[(u64, TermId)],
) -> Vec<(u64, TermId)> {
    let of = |cases: &[(u64, TermId)], number: u64| {
        let own = cases.iter().find(|(other, _)| *other == number);
        own.map_or_else(|| store.ff(), |(_, condition)| *condition)
    };
    let mut numbers: Vec<u64> = then.iter().chain(otherwise).map(|(number, _)| *number).collect();
    numbers.sort_unstable_by_key(|number| *number as i64);
    numbers.dedup();
    let case =
        |number: u64| (number, store.ite(condition, of(then, number), of(otherwise, number)));
    let cases = numbers.into_iter().map(case);
    cases.filter(|(_, condition)| store.as_bool(*condition) != Some(false)).collect()
}

/// One iteration as if it had a single path.
pub struct JoinedIteration {
    /// When the loop goes round once more.
    pub stays: TermId,
    updates: Vec<Update>,
}

impl JoinedIteration {
    /// Joins the paths of a body.
    ///
    /// # Errors
    /// If they may exclude each other or not, or if something is new in each iteration.
    pub fn new(
        store: &TermStore,
        solver: &mut Solver,
        context: &[TermId],
        body: &LoopBody,
    ) -> Result<JoinedIteration, String> {
        if body.paths.iter().any(|path| !path.locals.is_empty()) {
            return Err("an iteration reads something new".into());
        }
        // That the guards exclude each other is found out here too.
        let out: Vec<TermId> = ways_out(store, solver, context, body)?
            .iter()
            .map(|exit| store.and(&exit.guard))
            .collect();
        let changing: FxHashSet<SymbolId> =
            body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
        let mut updates = Vec::new();
        for (number, variable) in body.variables.iter().enumerate() {
            let after: Vec<TermId> = body.paths.iter().map(|path| path.after[number]).collect();
            let steps: Option<Vec<TermId>> =
                after.iter().map(|&after| step(store, variable.symbol, after, &changing)).collect();
            if let Some(steps) = &steps
                && steps.iter().all(|step| *step == steps[0])
            {
                updates.push(Update::Step(steps[0]));
                continue;
            }
            let guards = body.paths.iter().map(|path| path.guard.as_slice());
            let added: Option<Vec<TermId>> =
                after.iter().map(|&after| difference(store, variable.symbol, after)).collect();
            let values = added.as_ref().unwrap_or(&after);
            let joined = decided(store, guards.zip(values.iter().copied()).collect());
            let joined = joined.ok_or("the loop has no way round")?;
            updates.push(if added.is_some() {
                Update::Add(joined)
            } else {
                Update::Becomes(joined)
            });
        }
        Ok(JoinedIteration { stays: store.not(store.or(&out)), updates })
    }

    /// The value of each variable after an iteration.
    pub fn after(&self, store: &TermStore, body: &LoopBody) -> Vec<TermId> {
        let value = |(variable, update): (&crate::Variable, &Update)| match *update {
            Update::Step(change) | Update::Add(change) => store.bv_add(variable.symbol, change),
            Update::Becomes(value) => value,
        };
        body.variables.iter().zip(&self.updates).map(value).collect()
    }
}

/// What is added to a number, if that does not depend on the number.
fn difference(store: &TermStore, symbol: TermId, after: TermId) -> Option<TermId> {
    let Sort::BitVec(width) = store.sort(symbol) else { return None };
    let change = Polynomial::of(store, after, width)?.sub(&Polynomial::of(store, symbol, width)?);
    let change = change.term(store);
    let own = symbol_of(store, symbol)?;
    store.free_vars(change).binary_search(&own).is_err().then_some(change)
}

/// What is left of a path's guard, and its value.
type Decided<'a> = (&'a [TermId], TermId);

/// The value of the path whose guard holds, if one of them does. Guards are the decisions on the ways through a body, so they form a tree.
fn decided(store: &TermStore, paths: Vec<Decided<'_>>) -> Option<TermId> {
    let first = paths.first()?.1;
    if paths.iter().all(|(_, value)| *value == first) {
        return Some(first);
    }
    let mut subtrees: Vec<(TermId, Vec<Decided<'_>>)> = Vec::new();
    for (guard, value) in paths {
        let (&decision, rest) = guard.split_first()?;
        match subtrees.iter_mut().find(|(other, _)| *other == decision) {
            Some((_, paths)) => paths.push((rest, value)),
            None => subtrees.push((decision, vec![(rest, value)])),
        }
    }
    // One of the decisions was taken, so the last one needs no question.
    let (_, last) = subtrees.pop()?;
    let mut value = decided(store, last)?;
    for (decision, paths) in subtrees.into_iter().rev() {
        value = chosen(store, decision, decided(store, paths)?, value);
    }
    Some(value)
}

/// One value or another. Arrays that differ in what was written to one of them are written to in both cases, because solvers do not like choices between arrays.
fn chosen(store: &TermStore, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
    if then == otherwise {
        return then;
    }
    match store.sort(then) {
        Sort::Array(_) => written(store, condition, then, otherwise)
            .or_else(|| written(store, store.not(condition), otherwise, then))
            .unwrap_or_else(|| store.ite(condition, then, otherwise)),
        _ => store.ite(condition, then, otherwise),
    }
}

/// An array that is written to under a condition; none if the first one is not the second with something written to it.
fn written(store: &TermStore, condition: TermId, array: TermId, base: TermId) -> Option<TermId> {
    let writes = chain(store, base, array)?;
    let write = |array: TermId, (place, element): (TermId, TermId)| {
        let kept = store.select(base, place);
        store.store(array, place, store.ite(condition, element, kept))
    };
    Some(writes.into_iter().fold(base, write))
}

/// The cases of a loop that goes round, by the choices of its first iterations.
///
/// # Errors
/// If there are none: the reason.
pub fn choice_cases(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    entry: &[TermId],
    wanted: Choices,
) -> Result<ExactCases, String> {
    let context = &relevant(store, context, body, entry);
    let joined = JoinedIteration::new(store, solver, context, body)?;
    let (ways, mut at_least, mut paths) = (body.paths.len().max(2) as u64, 0, 1u64);
    while paths < wanted.paths {
        (at_least, paths) = (at_least + 1, paths.saturating_mul(ways));
    }
    let mut run = Run::new(store, body, entry, &joined);
    let mut stays = Vec::new();
    let mut limit = None;
    while limit.is_none() {
        let goes_on = run.now(joined.stays);
        let iterations = run.done;
        let mut asks = || {
            let mut terms = context.to_vec();
            terms.push(goes_on);
            matches!(solver.model_for(&terms), Ok(None))
        };
        let ends = match store.as_bool(goes_on) {
            Some(truth) => !truth,
            None => {
                let now = iterations + 1 == at_least
                    || (iterations >= at_least && iterations.is_power_of_two());
                now && asks()
            }
        };
        if ends {
            limit = Some(iterations);
        } else if iterations == wanted.at_most {
            stays.push(goes_on);
            break;
        } else {
            if iterations.is_power_of_two() && store.parts(&run.values).len() > MOST_TERMS {
                return Err("the choices are too many".into());
            }
            stays.push(goes_on);
            run.step(None);
        }
    }
    match limit {
        Some(0) => return Err(NOT_ROUND.into()),
        Some(found) if found < at_least => return Err(FEW_PATHS.into()),
        _ => {}
    }
    let mut cases = Vec::new();
    let case = |condition, counters, after, iterations| ExactCase {
        condition,
        counters,
        after: Some(after),
        quotients: Vec::new(),
        taken: vec![true; body.paths.len()],
        all_taken: body.paths.len() == 1,
        iterations,
        goes_on_after: None,
        by_choices: true,
    };
    let most = limit.unwrap_or(wanted.at_most);
    // The first moment after the entry at which the loop may be left.
    let first = (1..stays.len()).find(|&tau| store.as_bool(stays[tau]) != Some(true));
    match (first, limit) {
        (None, Some(limit)) => {
            let after = run_to(store, body, entry, &joined, limit);
            let count = store.int_const(limit as i64);
            cases.push(case(vec![stays[0]], Vec::new(), after, Some(count)));
        }
        (None, None) => {}
        (Some(first), _) => {
            let width = 64 - most.leading_zeros();
            let count = store.fresh_var("count", Sort::BitVec(width));
            let number = |value: u64| store.bv_const(width, value);
            let mut condition = vec![
                stays[0],
                store.bv_ule(number(first as u64), count),
                store.bv_ule(count, number(most)),
            ];
            for (tau, &goes_on) in stays.iter().enumerate().skip(first) {
                let now = number(tau as u64);
                if (tau as u64) < most {
                    condition.push(store.or(&[store.bv_ule(count, now), goes_on]));
                }
                condition.push(store.or(&[store.ne(count, now), store.not(goes_on)]));
            }
            let mut masked = Run::new(store, body, entry, &joined);
            while masked.done < most {
                let tau = masked.done;
                let within = (tau >= first as u64).then(|| store.bv_ult(number(tau), count));
                masked.step(within);
            }
            let after = masked.at(count);
            // What the executor will ask next.
            let end: FxHashMap<SymbolId, TermId> = (body.variables.iter().zip(&after))
                .filter_map(|(variable, &value)| Some((symbol_of(store, variable.symbol)?, value)))
                .collect();
            condition.push(store.not(store.substitute(joined.stays, &end)));
            cases.push(case(condition, vec![count], after, Some(store.bv_to_nat(count))));
        }
    }
    if limit.is_none() {
        let after = run_to(store, body, entry, &joined, wanted.at_most);
        let goes_on_after = Some(wanted.at_most);
        cases.push(ExactCase { goes_on_after, ..case(stays, Vec::new(), after, None) });
    }
    Ok(ExactCases { cases, complete: true })
}

/// The values after so many iterations.
fn run_to(
    store: &TermStore,
    body: &LoopBody,
    entry: &[TermId],
    joined: &JoinedIteration,
    iterations: u64,
) -> Vec<TermId> {
    let mut run = Run::new(store, body, entry, joined);
    while run.done < iterations {
        run.step(None);
    }
    run.values
}

/// The loop after some iterations.
struct Run<'a> {
    store: &'a TermStore,
    body: &'a LoopBody,
    entry: &'a [TermId],
    joined: &'a JoinedIteration,
    /// The values of the variables; those with a step are as if every iteration had been one.
    values: Vec<TermId>,
    /// Those that are one of a few numbers.
    few: Vec<Option<Few>>,
    done: u64,
}

impl<'a> Run<'a> {
    fn new(
        store: &'a TermStore,
        body: &'a LoopBody,
        entry: &'a [TermId],
        joined: &'a JoinedIteration,
    ) -> Run<'a> {
        let few = |(update, &entry): (&Update, &TermId)| match update {
            Update::Add(_) if store.sort(entry).width() <= 64 => Some(Few::new(store, entry)),
            _ => None,
        };
        let few = joined.updates.iter().zip(entry).map(few).collect();
        Run { store, body, entry, joined, values: entry.to_vec(), few, done: 0 }
    }

    fn replacements(&self) -> FxHashMap<SymbolId, TermId> {
        (self.body.variables.iter().zip(&self.values))
            .filter_map(|(variable, &value)| Some((symbol_of(self.store, variable.symbol)?, value)))
            .collect()
    }

    /// What a term about the variables is now.
    fn now(&self, term: TermId) -> TermId {
        self.store.substitute(term, &self.replacements())
    }

    /// One more iteration, which changes nothing but what has a step if it is not within the loop.
    fn step(&mut self, within: Option<TermId>) {
        let store = self.store;
        let terms: Vec<TermId> = (self.joined.updates.iter())
            .map(|update| match *update {
                Update::Step(term) | Update::Add(term) | Update::Becomes(term) => term,
            })
            .collect();
        let now = self.replacements();
        let terms = store.substitute_all(&terms, &now);
        let writes: Vec<Option<TermId>> = (self.joined.updates.iter().enumerate())
            .map(|(number, update)| match *update {
                Update::Becomes(next) => self.written_at_few(number, next, &now, within),
                _ => None,
            })
            .collect();
        for (number, term) in terms.into_iter().enumerate() {
            let value = self.values[number];
            self.values[number] = match (self.joined.updates[number], within) {
                (Update::Step(_), _) => store.bv_add(value, term),
                (Update::Add(_), _) => {
                    let nothing = store.bv_const(store.sort(term).width(), 0);
                    let change = within.map_or(term, |within| store.ite(within, term, nothing));
                    self.few[number] = (self.few[number].take()).and_then(|few| {
                        let mut cases = few.plus(store, term)?;
                        if let Some(within) = within {
                            cases = either(store, within, &cases, &few.cases);
                        }
                        (cases.len() <= MOST_NUMBERS).then_some(Few { base: few.base, cases })
                    });
                    match &self.few[number] {
                        Some(few) => few.term(store),
                        None => store.bv_add(value, change),
                    }
                }
                (Update::Becomes(_), None) => writes[number].unwrap_or(term),
                (Update::Becomes(_), Some(within)) => {
                    writes[number].unwrap_or_else(|| chosen(store, within, term, value))
                }
            };
        }
        self.done += 1;
    }

    /// An array after writes at places that one of the numbers which are one of a few decides about: it is written at each of them, under a condition. None if it is not like that.
    fn written_at_few(
        &self,
        number: usize,
        next: TermId,
        now: &FxHashMap<SymbolId, TermId>,
        within: Option<TermId>,
    ) -> Option<TermId> {
        let (store, symbol) = (self.store, self.body.variables[number].symbol);
        let mut array = self.values[number];
        for (place, element) in chain(store, symbol, next)? {
            let free = store.free_vars(place);
            let counters =
                self.few.iter().zip(&self.body.variables).filter_map(|(few, variable)| {
                    let own = symbol_of(store, variable.symbol)?;
                    Some((few.as_ref()?, own)).filter(|(_, own)| free.binary_search(own).is_ok())
                });
            let counters: Vec<(&Few, SymbolId)> = counters.collect();
            let [(few, counter)] = counters.as_slice() else { return None };
            for &(constant, condition) in &few.cases {
                let mut here = now.clone();
                here.insert(*counter, few.number(store, constant));
                let place = store.substitute(place, &here);
                store.as_word(place)?;
                let element = store.substitute(element, &here);
                let condition = within.map_or(condition, |within| store.and(&[within, condition]));
                let kept = store.select(array, place);
                array = store.store(array, place, store.ite(condition, element, kept));
            }
        }
        Some(array)
    }

    /// The values after a number of iterations that is at most what was done.
    fn at(&self, count: TermId) -> Vec<TermId> {
        let store = self.store;
        let value =
            |(number, update): (usize, &Update)| match (*update, store.sort(self.entry[number])) {
                (Update::Step(change), Sort::BitVec(width)) => {
                    let own = store.sort(count).width();
                    let count = match width < own {
                        true => store.extract(width - 1, 0, count),
                        false => store.zero_extend(width - own, count),
                    };
                    store.bv_add(self.entry[number], store.bv_mul(count, change))
                }
                _ => self.values[number],
            };
        self.joined.updates.iter().enumerate().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use lariat_solver::SolverConfig;
    use lariat_term::{ArrayValue, BitVec, Model, Value};

    use super::*;
    use crate::body::{IterationPath, Variable};
    use crate::case_check::check_exact;

    const WIDTH: u32 = 8;

    /// `for (; i < n; i++) if (a[i] < limit) { b[k] = a[i]; k += by; }`
    struct Filter {
        store: Arc<TermStore>,
        body: LoopBody,
        a: TermId,
        n: TermId,
        limit: TermId,
    }

    fn filter(by: u64) -> Filter {
        let store = Arc::new(TermStore::new());
        let number = |name: &str| store.var(name, Sort::BitVec(WIDTH));
        let array =
            |name: &str| store.var(name, Sort::array(Sort::BitVec(WIDTH), Sort::BitVec(WIDTH)));
        let (i, k, n, limit) = (number("i"), number("k"), number("n"), number("limit"));
        let (a, b) = (array("a"), array("b"));
        let inside = store.bv_ult(i, n);
        let element = store.select(a, i);
        let small = store.bv_ult(element, limit);
        let next = store.bv_add(i, store.bv_const(WIDTH, 1));
        let counted = store.bv_add(k, store.bv_const(WIDTH, by));
        let paths = vec![
            IterationPath {
                guard: vec![inside, small],
                after: vec![next, counted, store.store(b, k, element)],
                locals: Vec::new(),
            },
            IterationPath {
                guard: vec![inside, store.not(small)],
                after: vec![next, k, b],
                locals: Vec::new(),
            },
        ];
        let variables = [("i", i), ("k", k), ("b", b)];
        let variables = variables.map(|(name, symbol)| Variable { name: name.into(), symbol });
        let body = LoopBody { variables: variables.into(), paths };
        Filter { store, body, a, n, limit }
    }

    fn set(store: &TermStore, model: &mut Model, term: TermId, value: Value) {
        model.set(store, symbol_of(store, term).expect("a variable"), value);
    }

    #[test]
    fn a_filter_is_what_an_execution_does() {
        for (by, at_most, start) in [(1, 16, 0), (1, 5, 3), (255, 16, 2), (100, 9, 1)] {
            let Filter { store, body, a, n, limit } = filter(by);
            let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
            let k = body.variables[1].symbol;
            let context = [store.bv_ule(n, store.bv_const(WIDTH, 12))];
            // The counter starts with a constant, or with anything.
            for first in [store.bv_const(WIDTH, start), k] {
                let entry = [store.bv_const(WIDTH, 0), first, body.variables[2].symbol];
                let wanted = Choices { paths: 1, at_most };
                let exact = choice_cases(&store, &mut solver, &context, &body, &entry, wanted);
                let exact = exact.expect("cases");
                let mut applied = 0;
                for seed in 0..120u64 {
                    let mut model = Model::new();
                    let byte = |value: u64| Value::BitVec(BitVec::new(WIDTH, value));
                    set(&store, &mut model, n, byte(seed % 13));
                    set(&store, &mut model, limit, byte(seed % 5 * 60));
                    set(&store, &mut model, k, byte(seed * 7 % 256));
                    let content: BTreeMap<Value, Value> = (0..12)
                        .map(|at| (byte(at), byte((seed * 37 + at * at * 91) % 251)))
                        .collect();
                    let content = ArrayValue::new(Sort::BitVec(WIDTH), byte(9), content);
                    set(&store, &mut model, a, Value::Array(content));
                    let applying = check_exact(&store, &body, &entry, &exact, &model, 40);
                    applied += usize::from(applying.expect("an execution that agrees").is_some());
                }
                assert!(applied > 90, "a case applies unless the loop is left at once");
            }
        }
    }

    #[test]
    fn places_are_known_where_a_counter_starts_with_a_constant() {
        let Filter { store, body, .. } = filter(1);
        let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
        let zero = store.bv_const(WIDTH, 0);
        let entry = [zero, zero, body.variables[2].symbol];
        let wanted = Choices { paths: 1, at_most: 6 };
        let exact = choice_cases(&store, &mut solver, &[], &body, &entry, wanted).expect("cases");
        let written = |after: &Option<Vec<TermId>>| after.as_ref().map(|after| after[2]);
        let arrays: Vec<TermId> = exact.cases.iter().filter_map(|c| written(&c.after)).collect();
        assert_eq!(arrays.len(), 2, "one that ends, one that goes on");
        for part in store.parts(&arrays) {
            if store.op(part) == Op::Store {
                assert!(store.as_word(store.args(part)[1]).is_some(), "a place is not known");
            }
        }
    }

    #[test]
    fn few_paths_are_left() {
        let Filter { store, body, n, .. } = filter(1);
        let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
        let context = [store.bv_ult(n, store.bv_const(WIDTH, 4))];
        let zero = store.bv_const(WIDTH, 0);
        let entry = [zero, zero, body.variables[2].symbol];
        let wanted = Choices { paths: 16, at_most: 64 };
        let result = choice_cases(&store, &mut solver, &context, &body, &entry, wanted);
        assert_eq!(result.expect_err("eight paths"), FEW_PATHS);
    }
}
