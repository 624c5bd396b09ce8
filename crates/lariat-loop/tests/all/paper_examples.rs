//! The scalar examples of both papers. What a formula means is asked of the solver, never read off its text.

use crate::common::Loop;
use lariat_loop::{Iterated, Rule, linear_inner_count};
use lariat_term::{Sort, TermId};

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

/// The paper's Theorem 2: `while (i < 3) if (i == 2) i = 1; else i = 2;` never ends.
#[test]
fn endless_loop_is_not_left() {
    let mut example = Loop::new();
    let i = example.variable("i", 32);
    let s = example.store.clone();
    let number = |value| s.bv_const(32, value);
    let below = s.bv_slt(i, number(3));
    let two = s.eq(i, number(2));
    example.path(&[below, two], &[number(1)]);
    example.path(&[below, s.not(two)], &[number(2)]);
    let summary = example.summary();
    // The paper has ⋆ here; a choice of the last path is enough to see that the loop is never left.
    let mut condition = vec![s.eq(i, number(1))];
    condition.extend(&summary.memory.facts);
    condition.push(s.bv_sle(number(3), summary.memory.values[0].term()));
    assert!(!example.satisfiable(&condition));
}

/// Section 3.6, left: both branches add.
#[test]
fn both_branches_add() {
    let mut example = Loop::new();
    let (i, j) = (example.variable("i", 32), example.variable("j", 32));
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(32));
    let number = |value| s.bv_const(32, value);
    let negative = s.bv_slt(i, number(0));
    // Nothing is known about i.
    example.path_with(&[negative], &[input, s.bv_add(j, number(1))], &[input]);
    example.path_with(&[s.not(negative)], &[input, s.bv_add(j, number(2))], &[input]);
    let summary = example.summary();
    let [first, second] = summary.memory.counters[..] else { panic!("two paths") };
    let low = |c| s.extract(31, 0, c);
    let expected = s.bv_add(s.bv_add(j, low(first)), s.bv_mul(number(2), low(second)));
    example.same(summary.memory.values[1].term(), expected);
    assert!(!summary.memory.values[0].is_known());
}

/// Section 3.6, right: `j + 1` and `j * 2`, with an unknown i and with an i that grows by a constant.
#[test]
fn one_branch_adds_and_one_doubles() {
    for grows in [false, true] {
        let mut example = Loop::new();
        let (i, j) = (example.variable("i", 8), example.variable("j", 8));
        let s = example.store.clone();
        let input = s.var("input", Sort::BitVec(8));
        let number = |value| s.bv_const(8, value);
        let negative = s.bv_slt(i, number(0));
        let below = s.bv_slt(i, number(100));
        let next = if grows { s.bv_add(i, number(3)) } else { input };
        example.path_with(&[below, negative], &[next, s.bv_add(j, number(1))], &[input]);
        let doubled = s.bv_mul(j, number(2));
        example.path_with(&[below, s.not(negative)], &[next, doubled], &[input]);
        let summary = example.summary();
        assert_eq!(summary.memory.values[1].is_known(), grows);
        if grows {
            // (j + κ1)·2^κ2
            let [first, second] = summary.memory.counters[..] else { panic!("two paths") };
            let low = |c| s.extract(7, 0, c);
            let sum = s.bv_add(j, low(first));
            let few = s.bv_ult(second, s.bv_const(80, 8));
            let shifted = s.ite(few, s.bv_shl(sum, low(second)), number(0));
            example.same(summary.memory.values[1].term(), shifted);
        }
    }
}

/// The loop of Figure 4: `for (; i < m; ++i) for (j = i; j < n; ++j) ;`, and Example 6, which has the same loops.
#[test]
fn nested_loop_with_a_closed_inner_count() {
    let mut inner = Loop::new();
    let j = inner.variable("j", 32);
    let s = inner.store.clone();
    let n = inner.invariant("n", 32);
    let one = s.bv_const(32, 1);
    let stay = s.bv_slt(j, n);
    inner.path(&[stay], &[s.bv_add(j, one)]);
    let summary = inner.summary();
    let count =
        linear_inner_count(&s, &mut inner.solver, &[], &summary, &[vec![s.not(stay)]]).unwrap();
    // max(0, n - j) over the integers.
    let wide = |x| s.sign_extend(48, x);
    let gap = s.bv_sub(wide(n), wide(j));
    let zero = s.bv_const(80, 0);
    inner.same(count, s.ite(s.bv_slt(gap, zero), zero, gap));

    // The outer loop: j is i + max(0, n - i), that is max(n, i), in the iteration before.
    let mut outer =
        Loop { body: lariat_loop::LoopBody { variables: vec![], paths: vec![] }, ..inner };
    let i = outer.variable("i", 32);
    let j = outer.variable("j", 32);
    let m = outer.invariant("m", 32);
    let to = |term, from, by| {
        let lariat_term::Op::Var(symbol) = s.op(from) else { panic!("a variable") };
        s.substitute(term, &[(symbol, by)].into_iter().collect())
    };
    let inner_count = to(count, j, i);
    let j_after = s.bv_add(i, s.extract(31, 0, inner_count));
    outer.path(&[s.bv_slt(i, m)], &[s.bv_add(i, one), j_after]);
    let summary = outer.summary();
    let kappa = summary.memory.counters[0];
    let before = s.bv_add(i, s.extract(31, 0, s.bv_sub(kappa, s.bv_const(80, 1))));
    let larger = s.ite(s.bv_slt(n, before), before, n);
    let expected = s.ite(s.eq(kappa, zero), j, larger);
    outer.same(summary.memory.values[1].term(), expected);
}

/// Example 5: an inner loop from 0 to n runs max(0, n) times.
#[test]
fn inner_count_from_zero() {
    let mut inner = Loop::new();
    let j = inner.variable("j", 32);
    let s = inner.store.clone();
    let n = inner.invariant("n", 32);
    let stay = s.bv_slt(j, n);
    inner.path(&[stay], &[s.bv_add(j, s.bv_const(32, 1))]);
    let summary = inner.summary();
    let exit = vec![s.not(stay)];
    let count = linear_inner_count(&s, &mut inner.solver, &[], &summary, &[exit]).unwrap();
    let zero = s.bv_const(80, 0);
    let wide = s.sign_extend(48, n);
    let expected = s.ite(s.bv_slt(wide, zero), zero, wide);
    inner.same_if(&[s.eq(j, s.bv_const(32, 0))], count, expected);
}

/// Inner counts with other steps and comparisons, and one that has none because the loop can be left early.
#[test]
fn inner_counts_of_other_loops() {
    let mut inner = Loop::new();
    let j = inner.variable("j", 16);
    let s = inner.store.clone();
    let n = inner.invariant("n", 16);
    let number = |value| s.bv_const(16, value);
    // while (j >= n) j -= 3, with room below.
    let stay = s.bv_sle(n, j);
    inner.context.push(s.bv_slt(number(3u64.wrapping_neg() & 0xffff), n));
    inner.path(&[stay], &[s.bv_sub(j, number(3))]);
    let summary = inner.summary();
    let context = inner.context.clone();
    let exit = vec![s.not(stay)];
    let exits = [exit];
    let count = linear_inner_count(&s, &mut inner.solver, &context, &summary, &exits).unwrap();
    let at = |j_value, n_value, expected| {
        let mut conditions = context.clone();
        conditions.extend([s.eq(j, number(j_value)), s.eq(n, number(n_value))]);
        (conditions, s.bv_const(80, expected))
    };
    for (j_value, n_value, expected) in [(10, 0, 4), (9, 0, 4), (8, 0, 3), (0, 5, 0), (5, 5, 1)] {
        let (conditions, expected) = at(j_value, n_value, expected);
        inner.same_if(&conditions, count, expected);
    }
    // A second way out, whenever the input says so.
    let input = s.var("input", Sort::BitVec(16));
    let early = vec![stay, s.eq(input, number(7))];
    let exits = [vec![s.not(stay)], early];
    assert_eq!(linear_inner_count(&s, &mut inner.solver, &context, &summary, &exits), None);
}

fn ints(example: &mut Loop, name: &str) -> TermId {
    example.variable_of(name, Sort::array(Sort::BitVec(32), Sort::BitVec(32)))
}

/// Example 1: `for (i = 0; i < n; ++i) A[i] = i;`
#[test]
fn array_of_its_own_indexes() {
    let mut example = Loop::new();
    let i = example.variable("i", 32);
    let array = ints(&mut example, "A");
    let n = example.invariant("n", 32);
    let s = example.store.clone();
    let next = s.bv_add(i, s.bv_const(32, 1));
    example.path(&[s.bv_slt(i, n)], &[next, s.store(array, i, i)]);
    let summary = example.summary();
    let kappa = summary.memory.counters[0];
    let cell = s.var("cell", Sort::BitVec(32));
    let within = s.bv_ult(s.zero_extend(48, s.bv_sub(cell, i)), kappa);
    let expected = s.ite(within, cell, s.select(array, cell));
    example.same(s.select(summary.memory.values[1].term(), cell), expected);
}

/// Example 2: `for (i = 1; i < n; ++i) { A[i-1] = i; A[i] = i; }`
#[test]
fn array_written_twice() {
    let mut example = Loop::new();
    let i = example.variable("i", 32);
    let array = ints(&mut example, "A");
    let n = example.invariant("n", 32);
    let s = example.store.clone();
    let one = s.bv_const(32, 1);
    let after = s.store(s.store(array, s.bv_sub(i, one), i), i, i);
    example.path(&[s.bv_slt(i, n)], &[s.bv_add(i, one), after]);
    let summary = example.summary();
    let kappa = summary.memory.counters[0];
    let cell = s.var("cell", Sort::BitVec(32));
    let ran = s.ne(kappa, s.bv_const(80, 0));
    // The last cell holds its own index, those before it the next one's.
    let last = s.bv_add(i, s.extract(31, 0, s.bv_sub(kappa, s.bv_const(80, 1))));
    let way = s.zero_extend(48, s.bv_sub(cell, s.bv_sub(i, one)));
    let before = s.ite(s.bv_ult(way, kappa), s.bv_add(cell, one), s.select(array, cell));
    let expected = s.ite(s.and(&[ran, s.eq(cell, last)]), cell, before);
    let facts = summary.memory.facts.clone();
    example.same_if(&facts, s.select(summary.memory.values[1].term(), cell), expected);
}

/// Example 3: `if (i % 2 == 0) A[i] = 2*i + 1; else A[i] = 5;`
#[test]
fn array_written_on_two_paths() {
    let mut example = Loop::new();
    let i = example.variable("i", 32);
    let array = ints(&mut example, "A");
    let n = example.invariant("n", 32);
    let s = example.store.clone();
    let number = |value| s.bv_const(32, value);
    let below = s.bv_slt(i, n);
    let even = s.eq(s.bv_srem(i, number(2)), number(0));
    let next = s.bv_add(i, number(1));
    let value = |i| s.bv_add(s.bv_mul(number(2), i), number(1));
    example.path(&[below, even], &[next, s.store(array, i, value(i))]);
    example.path(&[below, s.not(even)], &[next, s.store(array, i, number(5))]);
    let summary = example.summary();
    let [first, second] = summary.memory.counters[..] else { panic!("two paths") };
    let cell = s.var("cell", Sort::BitVec(32));
    let within = s.bv_ult(s.zero_extend(48, s.bv_sub(cell, i)), s.bv_add(first, second));
    let even_cell = s.eq(s.bv_srem(cell, number(2)), number(0));
    let written = s.ite(even_cell, value(cell), number(5));
    let expected = s.ite(within, written, s.select(array, cell));
    example.same(s.select(summary.memory.values[1].term(), cell), expected);
}

/// Example 4, the inner loop: `for (j = 0; j < n; ++j) A[id][j] = B[id*(n+1)+j+2];`, rows of 100 elements.
#[test]
fn row_of_a_matrix() {
    let mut example = Loop::new();
    let j = example.variable("j", 32);
    let array = ints(&mut example, "A");
    let (n, id) = (example.invariant("n", 32), example.invariant("id", 32));
    let s = example.store.clone();
    let from = s.var("B", Sort::array(Sort::BitVec(32), Sort::BitVec(32)));
    let number = |value| s.bv_const(32, value);
    let row = s.bv_mul(id, number(100));
    let source = |j| s.bv_add(s.bv_mul(id, s.bv_add(n, number(1))), s.bv_add(j, number(2)));
    let after = s.store(array, s.bv_add(row, j), s.select(from, source(j)));
    example.path(&[s.bv_slt(j, n)], &[s.bv_add(j, number(1)), after]);
    let summary = example.summary();
    let kappa = summary.memory.counters[0];
    let cell = s.var("cell", Sort::BitVec(32));
    let column = s.bv_sub(cell, row);
    let within = s.bv_ult(s.zero_extend(48, s.bv_sub(column, j)), kappa);
    let expected = s.ite(within, s.select(from, source(column)), s.select(array, cell));
    example.same(s.select(summary.memory.values[1].term(), cell), expected);
}

/// Section 5.1.1: `a[i] = a[i-5] + 1` makes five lines.
#[test]
fn five_lines() {
    let mut example = Loop::new();
    let i = example.variable("i", 8);
    let array = example.variable_of("a", Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
    let n = example.invariant("n", 8);
    let s = example.store.clone();
    let number = |value| s.bv_const(8, value);
    let read = s.select(array, s.bv_sub(i, number(5)));
    let after = s.store(array, i, s.bv_add(read, number(1)));
    example.path(&[s.bv_ult(i, n), s.bv_ule(number(5), i)], &[s.bv_add(i, number(1)), after]);
    let summary = example.summary();
    let Iterated::Known { value, rule } = summary.memory.values[1] else { panic!("known") };
    assert_eq!(rule, Rule::ArrayProgression);
    // From i = 5, after 12 iterations: cell 16 is in the line of cell 1, three steps on.
    let kappa = summary.memory.counters[0];
    let started = [s.eq(i, number(5)), s.eq(kappa, s.bv_const(80, 12))];
    for (cell, start, steps) in [(5, 0, 1), (9, 4, 1), (10, 0, 2), (16, 1, 3), (17, 17, 0)] {
        let expected = s.bv_add(s.select(array, number(start)), number(steps));
        example.same_if(&started, s.select(value, number(cell)), expected);
    }
}

/// Example 5, the array: `for (i = 0; i < m; ++i) for (j = 0; j < n; ++j) A[i][j] = 0;`, rows of eight elements, the inner loop first.
#[test]
fn matrix_of_zeros() {
    let sort = Sort::array(Sort::BitVec(16), Sort::BitVec(8));
    let mut example = Loop::new();
    let s = example.store.clone();
    let j = example.variable("j", 16);
    let array = example.variable_of("A", sort);
    let (m, n, i) =
        (example.invariant("m", 16), example.invariant("n", 16), example.invariant("i", 16));
    let number = |value| s.bv_const(16, value);
    let one = number(1);
    let row = s.bv_mul(i, number(8));
    let written = s.store(array, s.bv_add(row, j), s.bv_const(8, 0));
    let stay = s.bv_slt(j, n);
    example.path(&[stay], &[s.bv_add(j, one), written]);
    let inner = example.summary();
    let exit = vec![s.not(stay)];
    let count = linear_inner_count(&s, &mut example.solver, &[], &inner, &[exit]).unwrap();
    let symbol = |term| match s.op(term) {
        lariat_term::Op::Var(symbol) => symbol,
        _ => panic!("a variable"),
    };
    let counter = symbol(inner.memory.counters[0]);
    let closed = [(symbol(j), number(0)), (counter, count)].into_iter().collect();
    let row_of_zeros = s.substitute(inner.memory.values[1].term(), &closed);
    let row_of_zeros = s.substitute(row_of_zeros, &[(symbol(j), number(0))].into_iter().collect());

    for columns in [8, 9] {
        let body = lariat_loop::LoopBody { variables: vec![], paths: vec![] };
        let mut outer = Loop { body, context: vec![], ..example };
        let i = outer.variable("i", 16);
        let array = outer.variable_of("A", sort);
        // With rows that do not overlap, and with such that do.
        let few = s.bv_sle(n, number(columns));
        let inside = s.and(&[s.bv_sle(number(0), i), s.bv_slt(i, number(100))]);
        outer.context.push(few);
        outer.path(&[s.bv_slt(i, m), inside], &[s.bv_add(i, one), row_of_zeros]);
        let summary = outer.summary();
        let Iterated::Known { value, rule } = summary.memory.values[1] else { panic!("known") };
        assert_eq!(rule, Rule::ArrayOverlay);
        let kappa = summary.memory.counters[0];
        // Three rows of five, from row 2 on.
        let start = [s.eq(i, number(2)), s.eq(n, number(5)), s.eq(kappa, s.bv_const(80, 3))];
        for (cell, zero) in
            [(15, false), (16, true), (20, true), (21, false), (36, true), (40, false)]
        {
            let cell = number(cell);
            let expected = if zero { s.bv_const(8, 0) } else { s.select(array, cell) };
            outer.same_if(&start, s.select(value, cell), expected);
        }
        example = outer;
    }
}

/// Example 4, the outer loop: `id = B[i*(n+1)+1]`, and row number id gets `B[id*(n+1)+j+2]` for j below n; rows of 16 elements.
#[test]
fn rows_chosen_by_data() {
    let sort = Sort::array(Sort::BitVec(16), Sort::BitVec(8));
    let mut example = Loop::new();
    let s = example.store.clone();
    let i = example.variable("i", 16);
    let array = example.variable_of("A", sort);
    let (m, n) = (example.invariant("m", 16), example.invariant("n", 16));
    let from = s.var("B", sort);
    let number = |value| s.bv_const(16, value);
    let columns = s.bv_add(n, number(1));
    let id = s.zero_extend(8, s.select(from, s.bv_add(s.bv_mul(i, columns), number(1))));
    let after = s.lambda(Sort::BitVec(16), |cell| {
        let column = s.bv_sub(cell, s.bv_mul(number(16), id));
        let source = s.bv_add(s.bv_mul(id, columns), s.bv_add(column, number(2)));
        let inside = s.bv_ult(column, n);
        s.ite(inside, s.select(from, source), s.select(array, cell))
    });
    example.context.push(s.bv_ule(n, number(16)));
    let guard = [s.bv_ult(i, m), s.bv_ult(id, number(64))];
    example.path(&guard, &[s.bv_add(i, number(1)), after]);
    let summary = example.summary();
    let Iterated::Known { value, rule } = summary.memory.values[1] else { panic!("known") };
    assert_eq!(rule, Rule::ArrayOverlay);
    // Two iterations with rows of three, which are numbers 5 and 2.
    let kappa = summary.memory.counters[0];
    let cell_of_b = |cell| s.select(from, number(cell));
    let start = [
        s.eq(i, number(0)),
        s.eq(n, number(3)),
        s.eq(kappa, s.bv_const(80, 2)),
        s.eq(cell_of_b(1), s.bv_const(8, 5)),
        s.eq(cell_of_b(5), s.bv_const(8, 2)),
    ];
    for (row, column, source) in
        [(5, 1, Some(23)), (2, 2, Some(12)), (2, 0, Some(10)), (2, 3, None), (7, 0, None)]
    {
        let cell = number(row * 16 + column);
        let expected = source.map_or_else(|| s.select(array, cell), cell_of_b);
        example.same_if(&start, s.select(value, cell), expected);
    }
}
