//! Bounded quantifiers: ranges with no or one element, bodies that do not depend on the bound variable.

use super::{Rewriter, Rule, linear};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

pub(super) fn quantifier(
    rw: &Rewriter<'_>,
    op: Op,
    lo: TermId,
    hi: TermId,
    body: TermId,
) -> TermId {
    let for_all = op == Op::ForAll;
    let less = if rw.sort(lo) == Sort::Int { Op::IntLt } else { Op::BvUlt };
    if rw.store.as_bool(body) == Some(for_all) {
        return rw.rule(Rule::QuantifierBody, body);
    }
    let not_empty = rw.mk(less, &[lo, hi]);
    if rw.store.as_bool(not_empty) == Some(false) {
        return rw.rule(Rule::QuantifierEmpty, rw.bool(for_all));
    }
    if rw.store.loose_bound(body) == 0 {
        let result = if for_all { rw.or(rw.not(not_empty), body) } else { rw.and(not_empty, body) };
        return rw.rule(Rule::QuantifierUnused, result);
    }
    if rw.store.as_bool(not_empty) == Some(true)
        && linear::constant_difference(rw, hi, lo) == Some(1)
        && rw.store.loose_bound(lo) == 0
    {
        return rw.rule(Rule::QuantifierOne, rw.store.instantiate(body, lo));
    }
    rw.intern(op, Sort::Bool, &[lo, hi, body])
}
