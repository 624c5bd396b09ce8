//! Finding the bounds of a quantifier.
//!
//! `(forall ((i Int)) (=> (and (<= lo i) (< i hi)) body))` is a bounded quantifier, and so is what other tools write with
//! the conjuncts in another order, with `<` for `<=`, or with more conjuncts. A bit-vector is bounded by its width. Only
//! quantifiers over unbounded integers cannot be expressed.

use num_bigint::BigInt;
use num_traits::One;

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quantifier {
    ForAll,
    Exists,
}

impl Quantifier {
    fn op(self) -> Op {
        match self {
            Quantifier::ForAll => Op::ForAll,
            Quantifier::Exists => Op::Exists,
        }
    }

    /// What joins the instances of the body.
    fn junction(self) -> Op {
        match self {
            Quantifier::ForAll => Op::And,
            Quantifier::Exists => Op::Or,
        }
    }
}

/// The range found so far, and what of the body is left.
struct Range {
    low: Option<TermId>,
    high: Option<TermId>,
    rest: Vec<TermId>,
}

fn conjuncts(store: &TermStore, term: TermId) -> Vec<TermId> {
    match store.view(term) {
        (Op::And, args) => args.to_vec(),
        _ => vec![term],
    }
}

/// One more than a bound; `None` if it could wrap around.
fn next(store: &TermStore, bound: TermId) -> Option<TermId> {
    if store.sort(bound) == Sort::Int {
        return Some(match store.as_int(bound) {
            Some(value) => store.int_value(&(value + BigInt::one())),
            None => store.raw(Op::IntAdd, &[bound, store.int_const(1)]),
        });
    }
    let value = store.as_bv(bound)?;
    (!value.is_ones()).then(|| store.bv_value(&value.add(&BitVec::new(value.width(), 1))))
}

impl Range {
    /// Sorts the conjuncts into bounds of the variable, the first of each kind, and the rest.
    fn find(store: &TermStore, variable: TermId, conjuncts: Vec<TermId>) -> Range {
        let mut range = Range { low: None, high: None, rest: Vec::new() };
        let bounds = |term: TermId| !store.parts(&[term]).contains(&variable);
        for conjunct in conjuncts {
            let (op, args) = store.view(conjunct);
            let strict = matches!(op, Op::IntLt | Op::BvUlt);
            let compares = strict || matches!(op, Op::IntLe | Op::BvUle);
            if compares && args[1] == variable && range.low.is_none() && bounds(args[0]) {
                range.low = if strict { next(store, args[0]) } else { Some(args[0]) };
                if range.low.is_some() {
                    continue;
                }
            }
            if compares && args[0] == variable && range.high.is_none() && bounds(args[1]) {
                range.high = if strict { Some(args[1]) } else { next(store, args[1]) };
                if range.high.is_some() {
                    continue;
                }
            }
            range.rest.push(conjunct);
        }
        range
    }
}

fn joined(store: &TermStore, terms: &[TermId]) -> TermId {
    match terms {
        [] => store.bool_const(true),
        [one] => *one,
        _ => store.raw(Op::And, terms),
    }
}

/// A quantifier over several variables as bounded ones, one inside the other.
pub(super) fn bounded(
    store: &TermStore,
    quantifier: Quantifier,
    variables: &[TermId],
    body: TermId,
) -> Result<TermId, String> {
    let Some((&outermost, inner)) = variables.split_first() else { return Ok(body) };
    let body = inner.iter().rev().try_fold(body, |body, &variable| {
        // What does not concern the inner variable stays outside, where the outer ones look for their bounds.
        let (outside, inside) = split(store, quantifier, variable, body);
        let result = over_one(store, quantifier, variable, inside)?;
        Ok::<TermId, String>(match (&outside[..], quantifier) {
            ([], _) => result,
            (guards, Quantifier::ForAll) => {
                store.raw(Op::Implies, &[joined(store, guards), result])
            }
            (guards, Quantifier::Exists) => store.raw(Op::And, &[guards, &[result]].concat()),
        })
    })?;
    over_one(store, quantifier, outermost, body)
}

/// The conjuncts in front of a body that do not mention the variable, and the body without them.
fn split(
    store: &TermStore,
    quantifier: Quantifier,
    variable: TermId,
    body: TermId,
) -> (Vec<TermId>, TermId) {
    let mentions = |term: &TermId| store.parts(&[*term]).contains(&variable);
    match (quantifier, store.view(body)) {
        (Quantifier::ForAll, (Op::Implies, &[guard, conclusion])) => {
            let (inside, outside): (Vec<_>, Vec<_>) =
                conjuncts(store, guard).into_iter().partition(mentions);
            match inside[..] {
                [] => (outside, conclusion),
                _ => (outside, store.raw(Op::Implies, &[joined(store, &inside), conclusion])),
            }
        }
        (Quantifier::ForAll, _) => (Vec::new(), body),
        (Quantifier::Exists, _) => {
            let (inside, outside): (Vec<_>, Vec<_>) =
                conjuncts(store, body).into_iter().partition(mentions);
            (outside, joined(store, &inside))
        }
    }
}

/// The quantifier over one variable as a bounded one.
fn over_one(
    store: &TermStore,
    quantifier: Quantifier,
    variable: TermId,
    body: TermId,
) -> Result<TermId, String> {
    let sort = store.sort(variable);
    let at = |value: TermId| {
        let Op::Var(symbol) = store.op(variable) else { unreachable!("a quantified variable") };
        store.substitute_raw(body, &[(symbol, value)].into_iter().collect())
    };
    if sort == Sort::Bool {
        let instances = [at(store.bool_const(false)), at(store.bool_const(true))];
        return Ok(store.raw(quantifier.junction(), &instances));
    }
    let (range, rest) = match (quantifier, store.view(body)) {
        (Quantifier::ForAll, (Op::Implies, &[guard, conclusion])) => {
            let range = Range::find(store, variable, conjuncts(store, guard));
            let rest = match &range.rest[..] {
                [] => conclusion,
                guards => store.raw(Op::Implies, &[joined(store, guards), conclusion]),
            };
            (range, rest)
        }
        (Quantifier::ForAll, _) => (Range { low: None, high: None, rest: Vec::new() }, body),
        (Quantifier::Exists, _) => {
            let range = Range::find(store, variable, conjuncts(store, body));
            let rest = joined(store, &range.rest);
            (range, rest)
        }
    };
    match (sort, range.low, range.high) {
        (Sort::Int, Some(low), Some(high)) => {
            Ok(bind(store, quantifier, variable, low, high, rest))
        }
        (Sort::BitVec(width), low, Some(high)) => {
            let low = low.unwrap_or_else(|| store.bv_const(width, 0));
            Ok(bind(store, quantifier, variable, low, high, rest))
        }
        (Sort::BitVec(width), _, None) => {
            // All values below the largest one, and the largest one on its own.
            let largest = store.bv_value(&BitVec::ones(width));
            let zero = store.bv_const(width, 0);
            let below = bind(store, quantifier, variable, zero, largest, body);
            Ok(store.raw(quantifier.junction(), &[below, at(largest)]))
        }
        (Sort::Int, ..) => {
            Err("a quantifier over integers needs bounds: lo <= i and i < hi".into())
        }
        _ => Err(format!("quantifiers over {sort} are not supported")),
    }
}

fn bind(
    store: &TermStore,
    quantifier: Quantifier,
    variable: TermId,
    low: TermId,
    high: TermId,
    body: TermId,
) -> TermId {
    let body = store.abstract_var_raw(body, variable);
    store.raw(quantifier.op(), &[low, high, body])
}
