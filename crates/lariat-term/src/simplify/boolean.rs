//! Truth values: negation, flat conjunctions and disjunctions, equality of truth values.

use smallvec::SmallVec;

use super::{ArgVec, Rewriter, Rule};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

/// Conjunctions grow by flattening up to this many members; a longer one becomes a member of the next.
const LONGEST_LIST: usize = 32;

/// Absorption looks into members with at most this many members of their own.
const LONGEST_ABSORBED: usize = 8;

pub(super) fn not(rw: &Rewriter<'_>, a: TermId) -> TermId {
    match rw.view(a) {
        (Op::Not, &[inner]) => rw.rule(Rule::NotNot, inner),
        _ => rw.intern(Op::Not, Sort::Bool, &[a]),
    }
}

pub(super) fn xor(rw: &Rewriter<'_>, a: TermId, b: TermId) -> TermId {
    rw.rule(Rule::XorToEq, rw.not(rw.eq(a, b)))
}

pub(super) fn implies(rw: &Rewriter<'_>, a: TermId, b: TermId) -> TermId {
    rw.rule(Rule::ImpliesToOr, rw.or(rw.not(a), b))
}

/// Equality of truth values that are not the same term.
pub(super) fn iff(rw: &Rewriter<'_>, a: TermId, b: TermId) -> TermId {
    for (one, other) in [(a, b), (b, a)] {
        match rw.view(one) {
            (Op::BoolConst(true), _) => return rw.rule(Rule::EqTruth, other),
            (Op::BoolConst(false), _) => return rw.rule(Rule::EqTruth, rw.not(other)),
            (Op::Not, &[inner]) => return rw.rule(Rule::EqNot, rw.not(rw.eq(inner, other))),
            _ => {}
        }
    }
    rw.intern_sorted(Op::Eq, Sort::Bool, a, b)
}

/// A term and whether it is meant as it is, or negated.
type Literal = (TermId, bool);

fn literal(rw: &Rewriter<'_>, term: TermId) -> Literal {
    match rw.view(term) {
        (Op::Not, &[inner]) => (inner, false),
        _ => (term, true),
    }
}

/// Removes the neutral element and doubles from a list and puts it in order. `None` if the list decides the value.
fn tidy(rw: &Rewriter<'_>, op: Op, list: &mut ArgVec) -> Option<()> {
    let neutral = rw.bool(op == Op::And);
    let absorbing = rw.bool(op == Op::Or);
    let before = list.len();
    list.retain(|term| *term != neutral);
    if list.len() < before {
        rw.store.counters.hit(Rule::ListNeutral);
    }
    if list.contains(&absorbing) {
        rw.store.counters.hit(Rule::ListAbsorbing);
        return None;
    }
    list.sort_unstable();
    let before = list.len();
    list.dedup();
    if list.len() < before {
        rw.store.counters.hit(Rule::ListDouble);
    }
    for &term in &*list {
        if let (Op::Not, &[inner]) = rw.view(term)
            && list.binary_search(&inner).is_ok()
        {
            rw.store.counters.hit(Rule::ListComplement);
            return None;
        }
    }
    Some(())
}

pub(super) fn and_or(rw: &Rewriter<'_>, op: Op, args: &[TermId]) -> TermId {
    let absorbing = rw.bool(op == Op::Or);
    let mut list = ArgVec::from_slice(args);
    if tidy(rw, op, &mut list).is_none() {
        return absorbing;
    }
    let flat_length: usize =
        list.iter().map(|&t| if rw.op(t) == op { rw.store.args(t).len() } else { 1 }).sum();
    if flat_length > list.len() && flat_length <= LONGEST_LIST {
        rw.store.counters.hit(Rule::ListFlatten);
        list = (list.iter())
            .flat_map(|term| match rw.view(*term) {
                (inner_op, inner) if inner_op == op => inner,
                _ => std::slice::from_ref(term),
            })
            .copied()
            .collect();
        if tidy(rw, op, &mut list).is_none() {
            return absorbing;
        }
    }
    if list.len() <= LONGEST_LIST && absorb(rw, op, &mut list) {
        return match list[..] {
            [] => rw.bool(op == Op::And),
            [one] => one,
            _ => rw.mk(op, &list),
        };
    }
    if op == Op::And && contradicting_constants(rw, &list) {
        return rw.rule(Rule::TwoValues, absorbing);
    }
    match list[..] {
        [] => rw.bool(op == Op::And),
        [one] => one,
        _ => rw.intern(op, Sort::Bool, &list),
    }
}

/// `x = 1 ∧ x = 2`.
fn contradicting_constants(rw: &Rewriter<'_>, list: &[TermId]) -> bool {
    let mut values: SmallVec<[(TermId, TermId); 8]> = SmallVec::new();
    for &term in list {
        if let (Op::Eq, &[value, of]) = rw.view(term)
            && rw.is_const(value)
            && !matches!(rw.sort(value), Sort::Float(_))
        {
            if values.iter().any(|&(v, t)| t == of && v != value) {
                return true;
            }
            if values.len() < 8 {
                values.push((value, of));
            }
        }
    }
    false
}

/// In `a ∧ (¬a ∨ b)` the `¬a` is dropped, and `a ∧ (a ∨ b)` is `a`; dually for disjunctions. Whether anything changed.
fn absorb(rw: &Rewriter<'_>, op: Op, list: &mut ArgVec) -> bool {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    let known: SmallVec<[Literal; 8]> = list.iter().map(|&term| literal(rw, term)).collect();
    for position in 0..list.len() {
        // Members of the dual list: directly, or those of a negated list of our own kind, negated.
        let (members, polarity) = match rw.view(list[position]) {
            (inner, members) if inner == dual => (members, true),
            (Op::Not, &[inner]) if rw.op(inner) == op => (rw.store.args(inner), false),
            _ => continue,
        };
        if members.len() > LONGEST_ABSORBED {
            continue;
        }
        let own = known[position];
        let mut kept = ArgVec::new();
        let mut redundant = false;
        for &member in members {
            let (term, positive) = literal(rw, member);
            let meant = (term, positive == polarity);
            let opposite = (term, positive != polarity);
            if meant != own && known.contains(&meant) {
                redundant = true;
            } else if opposite == own || !known.contains(&opposite) {
                kept.push(member);
            }
        }
        if redundant {
            rw.store.counters.hit(Rule::ListAbsorb);
            list.remove(position);
            return true;
        }
        if kept.len() < members.len() {
            rw.store.counters.hit(Rule::ListStrengthen);
            let inner_op = if polarity { dual } else { op };
            let inner = match kept[..] {
                [] => rw.bool(inner_op == Op::And),
                [one] => one,
                _ => rw.mk(inner_op, &kept),
            };
            list[position] = if polarity { inner } else { rw.not(inner) };
            return true;
        }
    }
    false
}
