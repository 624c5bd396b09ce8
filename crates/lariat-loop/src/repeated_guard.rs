//! Loops that repeat one update under a guard that reads data: strlen, memchr, skip blanks.
//!
//! If every iteration changes the variables that guards depend on in the same way, the values after τ iterations are known, and the loop is left after k
//! iterations along an exit ε iff `0 ≤ k ∧ (∀τ. 0 ≤ τ < k → G(X(τ))) ∧ G_ε(X(k))`, G being the disjunction of the paths' guards.
//! This is exact on bit-vectors as they are, wrap-around included, and k is unique.

use lariat_term::{Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{ExitPath, LoopBody, symbol_of};
use crate::cases::{Case, CaseText, End};
use crate::infix::{KAPPA, TAU, infix};
use crate::polynomial::Polynomial;

/// A value after κ steps.
fn after_steps(start: &str, step: &str) -> String {
    let (sign, size) = match step.strip_prefix('-') {
        Some(size) => ('-', size),
        None => ('+', step),
    };
    let change = if size == "1" { KAPPA.to_owned() } else { format!("{size}*{KAPPA}") };
    match (start, sign) {
        ("0", '+') => change,
        ("0", _) => format!("-{change}"),
        _ => format!("{start} {sign} {change}"),
    }
}

/// What an update adds to a number, if that is invariant.
pub(crate) fn step(
    store: &TermStore,
    symbol: TermId,
    after: TermId,
    changing: &FxHashSet<SymbolId>,
) -> Option<TermId> {
    let Sort::BitVec(width) = store.sort(symbol) else { return None };
    let change = Polynomial::of(store, after, width)?.sub(&Polynomial::of(store, symbol, width)?);
    let change = change.term(store);
    let free = store.free_vars(change);
    free.iter().all(|symbol| !changing.contains(symbol)).then_some(change)
}

/// The cases, if the loop is of this kind. The last one is that it never ends.
pub(crate) fn cases(
    store: &TermStore,
    body: &LoopBody,
    exits: &[ExitPath],
    entry: &[TermId],
) -> Option<Vec<Case>> {
    let mut changing: FxHashSet<SymbolId> =
        body.variables.iter().filter_map(|v| symbol_of(store, v.symbol)).collect();
    let locals = crate::automaton::locals(store, body, exits);
    changing.extend(&locals);
    let mut guards: Vec<TermId> = Vec::new();
    for path in &body.paths {
        guards.push(store.and(&path.guard));
    }
    guards.extend(exits.iter().map(|exit| store.and(&exit.guard)));
    let needed = store.free_vars_of(&guards);
    if body.paths.is_empty() || needed.iter().any(|symbol| locals.contains(symbol)) {
        return None;
    }
    // What each variable becomes per iteration: nothing, or the same step on all paths.
    let mut steps: Vec<Option<TermId>> = Vec::new();
    let mut fixed: Vec<bool> = Vec::new();
    for (number, variable) in body.variables.iter().enumerate() {
        let kept = body.paths.iter().all(|path| path.after[number] == variable.symbol);
        let own: Vec<Option<TermId>> = (body.paths.iter())
            .map(|path| step(store, variable.symbol, path.after[number], &changing))
            .collect();
        let same = own.iter().all(|step| step.is_some() && *step == own[0]);
        let matters = symbol_of(store, variable.symbol)
            .is_some_and(|symbol| needed.binary_search(&symbol).is_ok());
        if matters && !kept && !same {
            return None;
        }
        steps.push(if same { own[0] } else { None });
        fixed.push(kept);
    }
    let entry_of = |number: usize| entry[number];
    let values = |count: TermId| -> FxHashMap<SymbolId, TermId> {
        let mut map = FxHashMap::default();
        for (number, variable) in body.variables.iter().enumerate() {
            let Some(symbol) = symbol_of(store, variable.symbol) else { continue };
            let value = match (steps[number], store.sort(variable.symbol)) {
                (Some(step), Sort::BitVec(width)) if !fixed[number] => {
                    let times = store.int_to_bv(width, count);
                    store.bv_add(entry_of(number), store.bv_mul(times, step))
                }
                _ => entry_of(number),
            };
            map.insert(symbol, value);
        }
        map
    };
    let stay = store.or(&guards[..body.paths.len()]);
    let zero = store.int_const(0);
    let print = |term: TermId| infix(store, term);
    // For reading: what the variables are before the loop, if those are numbers.
    let starts: Vec<TermId> = (body.variables.iter().zip(entry))
        .map(|(variable, &start)| match store.as_bv(start) {
            Some(_) => start,
            None => variable.symbol,
        })
        .collect();
    let mut cases = Vec::new();
    for (number, exit) in exits.iter().enumerate() {
        let count = store.fresh_var("kappa", Sort::Int);
        let before = store.forall(zero, count, |tau| store.substitute(stay, &values(tau)));
        let now = values(count);
        let mut condition = vec![store.int_le(zero, count), before];
        condition.extend(exit.guard.iter().map(|&term| store.substitute(term, &now)));
        let after: Vec<Option<TermId>> = (body.variables.iter().enumerate())
            .map(|(v, _)| {
                let unknown = |w: usize| steps[w].is_none() && !fixed[w];
                let free = store.free_vars(exit.after[v]);
                let blocked = body.variables.iter().enumerate().any(|(w, variable)| {
                    unknown(w)
                        && symbol_of(store, variable.symbol)
                            .is_some_and(|symbol| free.binary_search(&symbol).is_ok())
                });
                let local = free.iter().any(|symbol| locals.contains(symbol));
                (!blocked && !local).then(|| store.substitute(exit.after[v], &now))
            })
            .collect();
        let single = body.paths.len() == 1;
        let text = CaseText {
            word: format!(
                "{}^{KAPPA} s{}",
                if single { "s1" } else { "(any)" },
                body.paths.len() + number + 1
            ),
            condition: vec![
                format!("{KAPPA} ≥ 0"),
                format!(
                    "for all 0 ≤ {TAU} < {KAPPA}: {}",
                    print(
                        store.substitute(stay, &stepped(store, body, &starts, &steps, &fixed, TAU))
                    )
                ),
                format!(
                    "at {KAPPA}: {}",
                    print(store.substitute(
                        guards[body.paths.len() + number],
                        &stepped(store, body, &starts, &steps, &fixed, KAPPA)
                    ))
                ),
            ],
            after: (body.variables.iter().enumerate())
                .filter(|(v, variable)| after[*v] != Some(variable.symbol) && !fixed[*v])
                .map(|(v, variable)| {
                    let start = match starts[v] == variable.symbol {
                        true => variable.name.clone(),
                        false => signed_text(store, starts[v]),
                    };
                    let text = match (after[v], steps[v]) {
                        (Some(_), Some(step)) => after_steps(&start, &signed_text(store, step)),
                        _ => "?".to_owned(),
                    };
                    (variable.name.clone(), text)
                })
                .collect(),
            counts: if single { vec![KAPPA.to_owned()] } else { Vec::new() },
            iterations: Some(KAPPA.to_owned()),
        };
        cases.push(Case {
            condition,
            counters: vec![count],
            counter_limit: None,
            end: End::Exit(number),
            after,
            counts: if single { vec![Some(count)] } else { vec![None; body.paths.len()] },
            taken: vec![true; body.paths.len()],
            iterations: Some(count),
            text,
        });
    }
    // Numbers come again after 2^width iterations.
    let width = (body.variables.iter())
        .filter_map(|variable| match store.sort(variable.symbol) {
            Sort::BitVec(width) => Some(width),
            _ => None,
        })
        .max()
        .unwrap_or(1);
    let all = store.int_value(&(BigInt::one() << width));
    let condition = vec![store.forall(zero, all, |tau| store.substitute(stay, &values(tau)))];
    cases.push(Case {
        condition,
        counters: Vec::new(),
        counter_limit: None,
        end: End::Endless,
        after: vec![None; body.variables.len()],
        counts: vec![None; body.paths.len()],
        taken: vec![true; body.paths.len()],
        iterations: None,
        text: CaseText {
            word: "(any)^∞".to_owned(),
            condition: vec![format!(
                "for all {TAU}: {}",
                print(store.substitute(stay, &stepped(store, body, &starts, &steps, &fixed, TAU)))
            )],
            ..CaseText::default()
        },
    });
    Some(cases)
}

/// A number as people write it.
fn signed_text(store: &TermStore, term: TermId) -> String {
    store.as_bv(term).map_or_else(|| infix(store, term), |value| value.to_bigint().to_string())
}

/// The values with a counter of that name, for people.
fn stepped(
    store: &TermStore,
    body: &LoopBody,
    starts: &[TermId],
    steps: &[Option<TermId>],
    fixed: &[bool],
    counter: &str,
) -> FxHashMap<SymbolId, TermId> {
    let mut map = FxHashMap::default();
    for (number, variable) in body.variables.iter().enumerate() {
        if let (Some(symbol), Some(step), Sort::BitVec(width), false) = (
            symbol_of(store, variable.symbol),
            steps[number],
            store.sort(variable.symbol),
            fixed[number],
        ) {
            let name = store.var(&format!("{counter}.{width}"), Sort::BitVec(width));
            map.insert(symbol, store.bv_add(starts[number], store.bv_mul(name, step)));
        }
    }
    map
}
