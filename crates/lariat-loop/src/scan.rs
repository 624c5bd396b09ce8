//! Exact cases of loops that go through data with one step: strlen, memchr, skip blanks, `while (v[i] > key) i--`, strcmp.
//!
//! Where every iteration changes what the guards depend on in the same way, its values X(τ) after τ iterations are known, and the loop goes round exactly k
//! times iff `(∀τ<k. G(X(τ))) ∧ ¬G(X(k))`, G being the disjunction of the paths' guards. `repeated_guard.rs` writes this down with a quantifier, for people and
//! for any k. A search needs it for the data it has, and objects are finite: the accesses are checked, and a check is part of the guard, so there is an N
//! such that `G(X(N))` is impossible, which a few questions find. Then the quantifier is N instances, and so is `¬G(X(k))`: `k = τ → ¬G(X(τ))`. Every one of them reads
//! the data at a known place, so that they are conditions on single bytes, of the kind that unrolling gives. `¬G(X(k))` is added as it is too: the executor will ask
//! exactly this in the last iteration, and to conclude it from the instances takes solvers a case distinction over k.
//!
//! All of this is on bit-vectors as they are; no number is taken to stay within its range.

use lariat_solver::Solver;
use lariat_term::{Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{COUNTER_BITS, LoopBody, symbol_of};
use crate::exact::{ExactCase, ExactCases, NOT_DEEP, value_by_rules, values_at_entry};
use crate::memory::{IteratedMemory, iterate_part};
use crate::repeated_guard::step;

/// Loops that may go round more often are left to unrolling: so many conditions would be a burden on every later question.
const MOST_ITERATIONS: u64 = 1 << 12;

/// How a variable changes from iteration to iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Never,
    /// By an invariant amount.
    By(TermId),
    /// In another way, of which no guard depends.
    Otherwise,
}

/// The case in which the loop goes round, if it is of this kind and can go round at least so often.
///
/// # Errors
/// The reason if there is none.
pub(crate) fn cases(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    entry: &[TermId],
    at_least: u64,
) -> Result<ExactCases, String> {
    let scan = Scan::new(store, body, entry).ok_or("what a condition depends on has no form")?;
    let limit = scan.limit(solver, context, at_least)?;
    let width = 64 - limit.leading_zeros();
    let count = store.fresh_var("count", Sort::BitVec(width));
    let number = |value: u64| store.bv_const(width, value);
    let mut condition = vec![store.bv_ule(number(1), count), store.bv_ule(count, number(limit))];
    for tau in 0..=limit {
        let stays = scan.stays_after(tau);
        if tau < limit {
            condition.push(store.or(&[store.bv_ule(count, number(tau)), stays]));
        }
        if tau > 0 {
            condition.push(store.or(&[store.ne(count, number(tau)), store.not(stays)]));
        }
    }
    let as_width = |width: u32| resized(store, count, width);
    condition.push(store.not(scan.stays_at(as_width)));
    let after = scan.values(count, solver, context)?;
    let case = ExactCase {
        condition,
        counters: vec![count],
        after: Some(after),
        quotients: Vec::new(),
        taken: vec![true; body.paths.len()],
        all_taken: body.paths.len() == 1,
        iterations: Some(store.bv_to_nat(count)),
        goes_on_after: None,
        by_choices: false,
    };
    Ok(ExactCases { cases: vec![case], complete: true })
}

/// A number as a bit-vector of another width, modulo 2^width.
fn resized(store: &TermStore, number: TermId, width: u32) -> TermId {
    let own = store.sort(number).width();
    match width < own {
        true => store.extract(width - 1, 0, number),
        false => store.zero_extend(width - own, number),
    }
}

struct Scan<'a> {
    store: &'a TermStore,
    body: &'a LoopBody,
    entry: &'a [TermId],
    changes: Vec<Change>,
    /// When the loop goes round once more.
    stays: TermId,
}

impl<'a> Scan<'a> {
    /// None if the values that guards depend on are not known after every iteration.
    fn new(store: &'a TermStore, body: &'a LoopBody, entry: &'a [TermId]) -> Option<Scan<'a>> {
        let changing: FxHashSet<SymbolId> =
            body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
        let guards: Vec<TermId> = body.paths.iter().map(|path| store.and(&path.guard)).collect();
        let needed = store.free_vars_of(&guards);
        let mut changes = Vec::new();
        for (number, variable) in body.variables.iter().enumerate() {
            let mut own =
                body.paths.iter().map(|path| match path.after[number] == variable.symbol {
                    true => Change::Never,
                    false => step(store, variable.symbol, path.after[number], &changing)
                        .map_or(Change::Otherwise, Change::By),
                });
            let first = own.next()?;
            let change = if own.all(|other| other == first) { first } else { Change::Otherwise };
            let matters = needed.binary_search(&symbol_of(store, variable.symbol)?).is_ok();
            if matters && change == Change::Otherwise {
                return None;
            }
            changes.push(change);
        }
        Some(Scan { store, body, entry, changes, stays: store.or(&guards) })
    }

    /// The value of a variable after so many iterations, if it changes by a step or not at all.
    fn value(&self, number: usize, count: impl Fn(u32) -> TermId) -> Option<TermId> {
        let store = self.store;
        match (self.changes[number], store.sort(self.entry[number])) {
            (Change::Never, _) => Some(self.entry[number]),
            (Change::By(step), Sort::BitVec(width)) => {
                Some(store.bv_add(self.entry[number], store.bv_mul(count(width), step)))
            }
            _ => None,
        }
    }

    /// Whether the loop goes round once more after so many iterations.
    fn stays_after(&self, iterations: u64) -> TermId {
        self.stays_at(|width: u32| match width {
            64.. => self.store.bv_const(width, iterations),
            _ => self.store.bv_const(width, iterations & ((1 << width) - 1)),
        })
    }

    /// The same for a number of iterations as a bit-vector of any width.
    fn stays_at(&self, count: impl Fn(u32) -> TermId) -> TermId {
        let mut values = FxHashMap::default();
        for (number, variable) in self.body.variables.iter().enumerate() {
            if let (Some(symbol), Some(value)) =
                (symbol_of(self.store, variable.symbol), self.value(number, &count))
            {
                values.insert(symbol, value);
            }
        }
        self.store.substitute(self.stays, &values)
    }

    /// A number of iterations after which the loop cannot go on.
    fn limit(&self, solver: &mut Solver, context: &[TermId], at_least: u64) -> Result<u64, String> {
        let mut goes_on = |iterations: u64| {
            let mut terms = context.to_vec();
            terms.push(self.stays_after(iterations));
            !matches!(solver.model_for(&terms), Ok(None))
        };
        let mut least = at_least.max(1);
        if !goes_on(least) {
            return Err(NOT_DEEP.into());
        }
        let mut most = least * 2;
        while goes_on(most) {
            if most >= MOST_ITERATIONS {
                return Err("it goes through very much data, or no end is known".into());
            }
            (least, most) = (most, most * 2);
        }
        // Fewer instances are better, but they need not be as few as possible: whatever stops the loop once is good.
        while most - least > 1 {
            let middle = least + (most - least) / 2;
            match goes_on(middle) {
                true => least = middle,
                false => most = middle,
            }
        }
        Ok(most)
    }

    /// The values of all variables after a number of iterations.
    fn values(
        &self,
        count: TermId,
        solver: &mut Solver,
        context: &[TermId],
    ) -> Result<Vec<TermId>, String> {
        let store = self.store;
        let as_width = |width: u32| resized(store, count, width);
        let at_entry = values_at_entry(store, self.body, self.entry);
        // What changes in another way, arrays above all, the rules for counted iterations may know.
        let mut by_rules: Option<IteratedMemory> = None;
        let mut values = Vec::new();
        for number in 0..self.entry.len() {
            if let Some(value) = self.value(number, as_width) {
                values.push(value);
                continue;
            }
            let known = match self.body.paths.len() {
                1 => {
                    let memory = by_rules.get_or_insert_with(|| {
                        iterate_part(store, solver, context, self.body, &[])
                    });
                    value_by_rules(store, memory, number, &[as_width(COUNTER_BITS)])
                }
                _ => None,
            };
            let value = known.ok_or("the values after the loop have no closed form")?;
            values.push(store.substitute(value, &at_entry));
        }
        Ok(values)
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

    /// `while (text[i] != 0) i += step`, with an object of so many bytes.
    fn strlen(store: &TermStore, size: u64, step: u64) -> (LoopBody, TermId) {
        let byte = Sort::BitVec(8);
        let text = store.var("text", Sort::array(Sort::BitVec(16), byte));
        let i = store.var("i", Sort::BitVec(16));
        let inside = store.bv_ult(i, store.bv_const(16, size));
        let goes_on = store.ne(store.select(text, i), store.bv_const(8, 0));
        let next = store.bv_add(i, store.bv_const(16, step));
        let path =
            IterationPath { guard: vec![inside, goes_on], after: vec![next], locals: Vec::new() };
        let variables = vec![Variable { name: "i".to_owned(), symbol: i }];
        (LoopBody { variables, paths: vec![path] }, text)
    }

    #[test]
    fn the_case_is_what_an_execution_does() {
        let store = Arc::new(TermStore::new());
        for step in [1, 3] {
            let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
            let (body, text) = strlen(&store, 40, step);
            let entry = [store.bv_const(16, 2)];
            let exact = cases(&store, &mut solver, &[], &body, &entry, 8).expect("a case");
            // Every length is one, and so is a text without an end.
            for end in 0..60 {
                let entries: BTreeMap<Value, Value> = (0..end)
                    .map(|place| {
                        let place = Value::BitVec(BitVec::new(16, place));
                        (place, Value::BitVec(BitVec::new(8, 7)))
                    })
                    .collect();
                let zero = Value::BitVec(BitVec::zero(8));
                let mut model = Model::new();
                let array = ArrayValue::new(Sort::BitVec(16), zero, entries);
                let symbol = symbol_of(&store, text).expect("a variable");
                model.set(&store, symbol, Value::Array(array));
                let applying = check_exact(&store, &body, &entry, &exact, &model, 100);
                let applying = applying.expect("an execution that agrees");
                assert_eq!(applying.is_some(), end > 2, "{end} bytes");
            }
        }
    }

    #[test]
    fn short_loops_and_loops_without_an_end_are_left() {
        let store = Arc::new(TermStore::new());
        let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
        let entry = [store.bv_const(16, 0)];
        let (body, _) = strlen(&store, 20, 1);
        let short = cases(&store, &mut solver, &[], &body, &entry, 32);
        assert_eq!(short.expect_err("it is short"), NOT_DEEP);
        let (body, _) = strlen(&store, 0xffff, 1);
        assert!(cases(&store, &mut solver, &[], &body, &entry, 32).is_err());
    }

    #[test]
    fn what_a_condition_depends_on_must_have_a_form() {
        let store = Arc::new(TermStore::new());
        let mut solver = Solver::new(Arc::clone(&store), SolverConfig::default());
        let (mut body, text) = strlen(&store, 40, 1);
        // A list: the next place is read from the object.
        let i = body.variables[0].symbol;
        body.paths[0].after = vec![store.zero_extend(8, store.select(text, i))];
        let entry = [store.bv_const(16, 0)];
        assert!(cases(&store, &mut solver, &[], &body, &entry, 8).is_err());
    }
}
