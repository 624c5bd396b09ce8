//! The scalar examples of both papers. What a formula means is asked of the solver, never read off its text.

mod common;

use common::Loop;
use lariat_loop::{Iterated, Rule};
use lariat_term::Sort;

/// `for (i = 3; i < n; ++i) if (A[i] == 1) ++k;` — section 2.
fn running_example() -> Loop {
    let mut example = Loop::new();
    let (k, i) = (example.variable("k", 32), example.variable("i", 32));
    let n = example.invariant("n", 32);
    let s = example.store.clone();
    let array = s.var("A", Sort::array(Sort::BitVec(32), Sort::BitVec(8)));
    let cell = s.eq(s.select(array, i), s.bv_const(8, 1));
    let below = s.bv_slt(i, n);
    let next = |x| s.bv_add(x, s.bv_const(32, 1));
    example.path(&[below, cell], &[next(k), next(i)]);
    example.path(&[below, s.not(cell)], &[k, next(i)]);
    example
}

#[test]
fn running_example_values() {
    let mut example = running_example();
    let summary = example.summary();
    let s = example.store.clone();
    let (k, i) = (example.symbol("k"), example.symbol("i"));
    let low = |c| s.extract(31, 0, c);
    let [first, second] = summary.memory.counters[..] else { panic!("two paths") };
    example.same(summary.memory.values[0].term(), s.bv_add(k, low(first)));
    example.same(summary.memory.values[1].term(), s.bv_add(i, low(s.bv_add(first, second))));
    for value in &summary.memory.values {
        assert!(matches!(value, Iterated::Known { rule: Rule::Progression, .. }));
    }
}

#[test]
fn running_example_needs_thirteen_ones() {
    let mut example = running_example();
    let summary = example.summary();
    let s = example.store.clone();
    let (k, i, n) = (example.symbol("k"), example.symbol("i"), s.var("n", Sort::BitVec(32)));
    let number = |value| s.bv_const(32, value);
    let mut condition = vec![s.eq(k, number(0)), s.eq(i, number(3))];
    condition.extend(&summary.memory.facts);
    condition.extend(summary.endpoints(&s).terms);
    let left = s.bv_sle(n, summary.memory.values[1].term());
    let reached = s.bv_slt(number(12), summary.memory.values[0].term());
    condition.extend([left, reached]);
    // n is at least 16, and 16 is enough.
    let mut with = |extra| {
        let all: Vec<_> = condition.iter().copied().chain([extra]).collect();
        example.satisfiable(&all)
    };
    assert!(!with(s.bv_slt(n, number(16))));
    assert!(with(s.eq(n, number(16))));
    assert!(with(s.bv_sle(number(1200), n)));
    // Unfolded, thirteen cells hold a one.
    let mut unfolded = condition.clone();
    unfolded.extend(summary.unfold(&s, 13).terms);
    unfolded.push(s.eq(n, number(16)));
    assert!(example.satisfiable(&unfolded));
    let array = s.var("A", Sort::array(Sort::BitVec(32), Sort::BitVec(8)));
    unfolded.push(s.ne(s.select(array, number(7)), s.bv_const(8, 1)));
    assert!(!example.satisfiable(&unfolded));
}
