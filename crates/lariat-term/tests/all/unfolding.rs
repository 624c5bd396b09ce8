//! A quantifier taken apart says what it said before, for all bounds, also at the ends of the bit-vectors.

use std::collections::BTreeMap;

use lariat_term::{ArrayValue, BitVec, Model, Op, Sort, TermId, TermStore, Value, eval};

fn truth(store: &TermStore, model: &Model, term: TermId) -> bool {
    eval(store, model, term).expect("small ranges").as_bool().expect("a truth value")
}

/// Values of a sort, each with its place.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::BitVec(width) => {
            (0..1 << width).map(|value| Value::BitVec(BitVec::new(width, value))).collect()
        }
        _ => (-3..4).map(|value| Value::Int(value.into())).collect(),
    }
}

#[test]
fn unfolded_quantifiers_keep_their_value() {
    for sort in [Sort::BitVec(1), Sort::BitVec(2), Sort::BitVec(3), Sort::Int] {
        let store = TermStore::new();
        let flags = store.var("flags", Sort::array(sort, Sort::Bool));
        let (lo, hi) = (store.var("lo", sort), store.var("hi", sort));
        let symbol = |term| match store.op(term) {
            Op::Var(symbol) => symbol,
            _ => unreachable!("a variable"),
        };
        let all = store.forall(lo, hi, |i| store.select(flags, i));
        let some = store.exists(lo, hi, |i| store.select(flags, i));
        for count in [0, 1, 2, 5, 300] {
            let unfolded = [all, some].map(|term| store.unfold(term, count).expect("closed"));
            for first in values(sort) {
                for end in values(sort) {
                    for set in 0..1u32 << values(sort).len().min(4) {
                        let mut model = Model::new();
                        let entries: BTreeMap<Value, Value> =
                            (values(sort).into_iter().enumerate())
                                .map(|(at, index)| (index, Value::Bool(set >> (at % 4) & 1 == 1)))
                                .collect();
                        let array = ArrayValue::new(sort, Value::Bool(false), entries);
                        model.set(&store, symbol(flags), Value::Array(array));
                        model.set(&store, symbol(lo), first.clone());
                        model.set(&store, symbol(hi), end.clone());
                        let value = |term| truth(&store, &model, term);
                        let [a, s] = &unfolded;
                        let shown = || format!("{count} of\n{}", model.display(&store));
                        assert_eq!(value(all), value(a.instances) && value(a.rest), "{}", shown());
                        assert_eq!(value(some), value(s.instances) || value(s.rest), "{}", shown());
                        for (whole, part) in [(all, a), (some, s)] {
                            if value(part.complete) {
                                assert_eq!(value(whole), value(part.instances), "{}", shown());
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn only_closed_quantifiers_are_unfolded() {
    let store = TermStore::new();
    let n = store.var("n", Sort::Int);
    let zero = store.int_const(0);
    assert_eq!(store.unfold(store.int_lt(zero, n), 3), None);
    let nested = store.forall(zero, n, |i| store.exists(zero, i, |j| store.int_lt(j, n)));
    let inner = store.args(nested)[2];
    if matches!(store.op(inner), Op::Exists) {
        assert_eq!(store.unfold(inner, 3), None);
    }
    let outer = store.unfold(nested, 2).expect("closed");
    assert_eq!(store.loose_bound(outer.instances), 0);
    // A constant range that is unfolded as a whole leaves nothing.
    let array = store.var("a", Sort::array(Sort::Int, Sort::Bool));
    let whole = store.forall(zero, store.int_const(2), |i| store.select(array, i));
    let unfolded = store.unfold(whole, 2).expect("closed");
    assert_eq!(unfolded.rest, store.tt());
    assert_eq!(unfolded.complete, store.tt());
}
