//! Compares summaries of a program's own loops with concrete executions of their bodies.
//!
//! The entry states are the one the explorer's model has, and that one with random numbers for the loop's variables: a summary may rest on what holds for
//! everything else, but on nothing about them except the invariants that were proved.

use std::sync::Arc;

use lariat_loop::Summary;
use lariat_loop::check::{CheckError, paths_imply_summary};
use lariat_term::{BitVec, Evaluator, Model, Sort, TermId, TermStore, Value};

use crate::body::Generic;
use crate::found::symbol_of;

/// Entry states that are tried.
const ENTRIES: u64 = 24;

/// Iterations that are executed from each.
const ITERATIONS: usize = 8;

/// Whether the summary agrees with all executions tried, and from how many entry states there were any. What cannot be executed is not compared.
pub(crate) fn check(
    store: &TermStore,
    summary: &Summary,
    generic: &Generic,
    model: &Arc<Model>,
    invariants: &[TermId],
) -> Result<usize, CheckError> {
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    let mut evaluator = Evaluator::new(Arc::clone(model));
    let mut entries = Vec::new();
    for number in 0..ENTRIES {
        let mut entry = Model::clone(model);
        for carrier in &generic.carriers {
            let value = match store.sort(carrier.symbol) {
                sort @ (Sort::BitVec(_) | Sort::Bool) if number > 0 && next() % 4 > 0 => {
                    random_value(sort, number, next())
                }
                _ => match evaluator.eval(store, carrier.entry) {
                    Ok(value) => value,
                    Err(_) => return Ok(0),
                },
            };
            entry.set(store, symbol_of(store, carrier.symbol), value);
        }
        // The real entry state must satisfy the invariants; others that do not are none of the loop's.
        let holds = |entry: &Model| {
            let mut evaluator = Evaluator::new(entry.clone());
            invariants.iter().all(|term| evaluator.eval_bool(store, *term) == Ok(true))
        };
        if number == 0 || holds(&entry) {
            entries.push(entry);
        }
    }
    let mut new_value = |sort: Sort| random_value(sort, 1, next());
    let mut compared = 0;
    for entry in entries {
        match paths_imply_summary(store, summary, [entry], ITERATIONS, &mut new_value) {
            Ok(()) => compared += 1,
            Err(CheckError::Evaluation(_) | CheckError::Overlap(..)) => {}
            Err(wrong) => return Err(wrong),
        }
    }
    Ok(compared)
}

/// A value of a sort: small numbers, those near the ends, or any.
fn random_value(sort: Sort, number: u64, bits: u64) -> Value {
    match sort {
        Sort::BitVec(width) => {
            let bits = match number % 4 {
                0 => bits,
                1 | 2 => bits % 16,
                _ => (bits % 16).wrapping_sub(8),
            };
            Value::BitVec(BitVec::new(
                width,
                if width < 64 { bits & ((1 << width) - 1) } else { bits },
            ))
        }
        Sort::Bool => Value::Bool(bits & 1 == 1),
        sort => Value::default_of(sort),
    }
}
