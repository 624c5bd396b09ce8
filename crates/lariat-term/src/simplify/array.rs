//! Arrays: reading what was written, λ-arrays by beta reduction, writes that change nothing.

use super::{Rewriter, Rule, linear};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

/// A read looks through at most this many writes.
const LONGEST_WALK: usize = 4096;

/// Whether two indexes differ whatever the variables are.
fn surely_different(rw: &Rewriter<'_>, a: TermId, b: TermId) -> bool {
    if rw.is_const(a) && rw.is_const(b) {
        return a != b;
    }
    if let Some(difference) = linear::constant_difference(rw, a, b) {
        return difference != 0;
    }
    match rw.sort(a) {
        Sort::BitVec(_) => match (rw.unsigned_range(a), rw.unsigned_range(b)) {
            (Some(x), Some(y)) => x.1 < y.0 || y.1 < x.0,
            _ => false,
        },
        Sort::Int => {
            let (x, y) = (rw.int_range(a), rw.int_range(b));
            let below = |high: Option<i128>, low: Option<i128>| {
                high.zip(low).is_some_and(|(high, low)| high < low)
            };
            below(x.1, y.0) || below(y.1, x.0)
        }
        _ => false,
    }
}

pub(super) fn select(rw: &Rewriter<'_>, sort: Sort, array: TermId, index: TermId) -> TermId {
    let mut reached = array;
    for _ in 0..LONGEST_WALK {
        let (Op::Store, &[below, at, element]) = rw.view(reached) else { break };
        if at == index {
            return rw.rule(Rule::SelectStoreSame, element);
        }
        if !surely_different(rw, at, index) {
            break;
        }
        reached = below;
    }
    if reached != array {
        rw.store.counters.hit(Rule::SelectStoreOther);
    }
    match rw.view(reached) {
        (Op::ConstArray, &[element]) => rw.rule(Rule::SelectConstArray, element),
        (Op::Lambda, &[body]) if rw.store.loose_bound(index) == 0 => {
            rw.rule(Rule::SelectLambda, rw.store.instantiate(body, index))
        }
        (Op::Ite, &[condition, a, b]) if readable(rw, a) && readable(rw, b) => {
            let result =
                rw.ite(condition, rw.mk(Op::Select, &[a, index]), rw.mk(Op::Select, &[b, index]));
            rw.rule(Rule::SelectIte, result)
        }
        _ => rw.intern(Op::Select, sort, &[reached, index]),
    }
}

/// Whether a read of the array gives an element without a read.
fn readable(rw: &Rewriter<'_>, array: TermId) -> bool {
    matches!(rw.op(array), Op::ConstArray | Op::Lambda)
}

pub(super) fn store(
    rw: &Rewriter<'_>,
    sort: Sort,
    array: TermId,
    index: TermId,
    element: TermId,
) -> TermId {
    match rw.view(array) {
        (Op::Store, &[below, at, _]) if at == index => {
            return rw.rule(Rule::StoreStoreSame, rw.mk(Op::Store, &[below, index, element]));
        }
        (Op::ConstArray, &[everywhere]) if everywhere == element => {
            return rw.rule(Rule::StoreNothingNew, array);
        }
        _ => {}
    }
    if let (Op::Select, &[from, at]) = rw.view(element)
        && from == array
        && at == index
    {
        return rw.rule(Rule::StoreNothingNew, array);
    }
    rw.intern(Op::Store, sort, &[array, index, element])
}

/// Constant arrays and lambdas.
pub(super) fn whole_array(rw: &Rewriter<'_>, op: Op, sort: Sort, body: TermId) -> TermId {
    if op == Op::Lambda {
        if rw.store.loose_bound(body) == 0 {
            return rw.rule(Rule::LambdaConstant, rw.intern(Op::ConstArray, sort, &[body]));
        }
        // λ i. a[i] is a.
        if let (Op::Select, &[array, index]) = rw.view(body)
            && rw.op(index) == Op::Bound(0)
            && rw.store.loose_bound(array) == 0
            && rw.sort(array) == sort
        {
            return rw.rule(Rule::LambdaEta, array);
        }
    }
    rw.intern(op, sort, &[body])
}
