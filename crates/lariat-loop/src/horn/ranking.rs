//! Whether every loop comes to an end: quantities that become smaller from one visit of a loop's head to the next.
//!
//! Machine integers have finitely many values, so anything computed from them without wrap-around that becomes strictly smaller on every way back to a
//! loop's head does so only finitely often; no lower bound has to be shown. Where different ways make different quantities smaller, an order of
//! quantities does as well: each way makes one smaller and leaves those before it as they are or smaller.
//!
//! An endless run visits heads without end. It can leave a loop and enter another one only finitely often without coming back to a head around both, so from some
//! point on it stays in one loop and comes back to its head again and again; that is what the quantities of this loop forbid. The ways
//! back through inner loops are clauses like others, with the outer loop's variables as they were when the head was left.

use std::time::Instant;

use lariat_solver::Solver;
use lariat_term::{Op, Sort, TermId, TermStore};
use rustc_hash::FxHashSet;

use super::{HornSystem, Prover, Step, guess};

/// Most quantities that are tried per loop.
const MOST_QUANTITIES: usize = 60;

/// Shows that every loop ends.
///
/// # Errors
/// The number of a loop for which that could not be shown.
pub fn terminates(
    store: &TermStore,
    solver: &mut Solver,
    system: &HornSystem,
    end: Instant,
) -> Result<(), usize> {
    let proved = vec![Vec::new(); system.loops.len()];
    let mut prover = Prover { store, solver, system, proved, end, instances: false };
    let mut open: Vec<usize> = (0..system.loops.len()).collect();
    for with_invariants in [false, true] {
        if with_invariants {
            prover.keep_inductive(guess::candidates(store, system, false));
        }
        open.retain(|&number| !ends(&mut prover, number));
        if open.is_empty() {
            return Ok(());
        }
    }
    Err(open[0])
}

/// Whether this loop comes back to its head only finitely often.
fn ends(prover: &mut Prover<'_>, number: usize) -> bool {
    let system = prover.system;
    let mut steps: Vec<&Step> = system.steps.iter().filter(|step| step.target == number).collect();
    let mut quantities = quantities(prover.store, system, number);
    while !steps.is_empty() {
        let Some(position) = quantities.iter().position(|&quantity| {
            let smaller = decreased(prover, number, &steps, quantity);
            match smaller {
                Some(smaller) => {
                    steps.retain(|step| !smaller.iter().any(|other| std::ptr::eq(*step, *other)));
                    true
                }
                None => false,
            }
        }) else {
            return false;
        };
        quantities.remove(position);
    }
    true
}

/// The steps that make a quantity smaller, if there are some and no other one makes it larger.
fn decreased<'s>(
    prover: &mut Prover<'_>,
    number: usize,
    steps: &[&'s Step],
    quantity: TermId,
) -> Option<Vec<&'s Step>> {
    let store = prover.store;
    let mut smaller = Vec::new();
    for &step in steps {
        if prover.late() {
            return None;
        }
        let after = store.substitute(quantity, &prover.system.becomes(store, number, &step.values));
        let mut holds = prover.facts(Some(step.source));
        holds.extend(&step.conditions);
        if prover.solver.must_be_true(&holds, store.bv_slt(after, quantity)) == Ok(true) {
            smaller.push(step);
        } else if prover.solver.must_be_true(&holds, store.bv_sle(after, quantity)) != Ok(true) {
            return None;
        }
    }
    (!smaller.is_empty()).then_some(smaller)
}

/// Quantities over a loop's variables and what is fixed at its head, in enough bits: the differences that conditions compare, then the variables.
fn quantities(store: &TermStore, system: &HornSystem, number: usize) -> Vec<TermId> {
    let mut conditions: Vec<TermId> = Vec::new();
    for step in system.steps.iter().filter(|step| step.target == number) {
        conditions.extend(&step.conditions);
        for inner in system.chain(Some(step.source)) {
            if inner == number {
                break;
            }
            conditions.extend(&system.loops[inner].context[system.loops[inner].known..]);
        }
    }
    let is_fixed = |term: TermId| {
        let free = store.free_vars(term);
        !free.iter().any(|symbol| system.is_new_after(store, number, *symbol))
    };
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut add = |quantity: TermId| {
        if store.as_bv(quantity).is_none() && seen.insert(quantity) {
            found.push(quantity);
        }
    };
    let signed = |term: TermId| store.sign_extend(2, term);
    let unsigned = |term: TermId| store.zero_extend(2, term);
    for part in store.parts(&conditions) {
        let (op, args) = store.view(part);
        let &[a, b] = args else { continue };
        let Sort::BitVec(2..=64) = store.sort(a) else { continue };
        if !matches!(op, Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle | Op::Eq)
            || !is_fixed(a)
            || !is_fixed(b)
        {
            continue;
        }
        let is_signed = matches!(op, Op::BvSlt | Op::BvSle | Op::Eq);
        let is_unsigned = matches!(op, Op::BvUlt | Op::BvUle | Op::Eq);
        for (low, high) in [(a, b), (b, a)] {
            if is_signed {
                add(store.bv_sub(signed(high), signed(low)));
            }
            if is_unsigned {
                add(store.bv_sub(unsigned(high), unsigned(low)));
            }
        }
    }
    for variable in &system.loops[number].variables {
        if let Sort::BitVec(2..=64) = store.sort(variable.symbol) {
            for wide in [signed(variable.symbol), unsigned(variable.symbol)] {
                add(wide);
                add(store.bv_neg(wide));
            }
        }
    }
    found.truncate(MOST_QUANTITIES);
    found
}
