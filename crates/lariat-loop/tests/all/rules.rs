//! One loop for each rule, and loops it must not apply to.

use crate::common::{Loop, Random};
use lariat_loop::{Iterated, Rule, Summary};
use lariat_term::{Sort, TermId};

/// The rules that gave the variables their values; `None` for an unknown one.
fn rules(summary: &Summary) -> Vec<Option<Rule>> {
    (summary.memory.values.iter())
        .map(|value| match value {
            Iterated::Known { rule, .. } => Some(*rule),
            Iterated::Unknown { .. } => None,
        })
        .collect()
}

/// Asserts that these rules apply, and that the summary agrees with executions.
fn expect(example: &mut Loop, expected: &[Option<Rule>]) -> Summary {
    let summary = example.summary();
    let reasons: Vec<&Iterated> = summary.memory.values.iter().collect();
    assert_eq!(rules(&summary), expected, "{reasons:?}");
    example.check(&summary, 150, 12, &mut Random(7), "executions");
    summary
}

/// A loop over i below n with other variables of the same width.
fn counting(width: u32, names: &[&str]) -> (Loop, TermId, TermId, Vec<TermId>) {
    let mut example = Loop::new();
    let i = example.variable("i", width);
    let others = names.iter().map(|name| example.variable(name, width)).collect();
    let n = example.invariant("n", width);
    let guard = example.store.bv_slt(i, n);
    (example, i, guard, others)
}

#[test]
fn progression_with_negative_and_zero_steps() {
    let (mut example, i, guard, others) = counting(4, &["x", "y"]);
    let s = example.store.clone();
    let n = example.invariant("n", 4);
    let (x, y) = (others[0], others[1]);
    let minus = s.bv_const(4, 13);
    let even = s.eq(s.extract(0, 0, i), s.bv_const(1, 0));
    let next = s.bv_add(i, s.bv_const(4, 1));
    example.path(&[guard, even], &[next, s.bv_add(x, minus), s.bv_add(y, n)]);
    example.path(&[guard, s.not(even)], &[next, x, s.bv_add(y, n)]);
    expect(&mut example, &[Some(Rule::Progression); 3]);
}

#[test]
fn no_wrap_bounds_the_counters() {
    let (mut example, i, guard, _) = counting(32, &[]);
    let s = example.store.clone();
    let n = example.invariant("n", 32);
    example.path(&[guard], &[s.bv_add(i, s.bv_const(32, 1))]);
    let summary = example.summary();
    let mut conditions = summary.memory.facts.clone();
    conditions.extend(summary.endpoints(&s).terms);
    conditions.extend([s.eq(i, s.bv_const(32, 0)), s.eq(n, s.bv_const(32, 10))]);
    let kappa = summary.memory.counters[0];
    assert!(example.satisfiable(&conditions));
    conditions.push(s.bv_ult(s.bv_const(80, 10), kappa));
    assert!(!example.satisfiable(&conditions));
}

#[test]
fn wrapping_is_carried_in_the_value() {
    // unsigned x = 10; while (x >= 10) x += 2;
    let mut example = Loop::new();
    let x = example.variable("x", 32);
    let s = example.store.clone();
    let ten = s.bv_const(32, 10);
    example.path(&[s.bv_ule(ten, x)], &[s.bv_add(x, s.bv_const(32, 2))]);
    let summary = example.summary();
    let end = summary.memory.values[0].term();
    let mut left = summary.memory.facts.clone();
    left.extend(summary.endpoints(&s).terms);
    left.extend([s.eq(x, ten), s.bv_ult(end, ten)]);
    assert!(example.satisfiable(&left));
    left.push(s.eq(s.extract(0, 0, end), s.bv_const(1, 1)));
    assert!(!example.satisfiable(&left));
}

#[test]
fn stopping_at_a_value_bounds_the_counters() {
    for (step, start, stop, times) in [(1u64, 250, 3, 9), (3, 0, 1, 171), (2, 10, 4, 125)] {
        let mut example = Loop::new();
        let x = example.variable("x", 8);
        let s = example.store.clone();
        let n = example.invariant("n", 8);
        example.path(&[s.ne(x, n)], &[s.bv_add(x, s.bv_const(8, step))]);
        let summary = expect(&mut example, &[Some(Rule::Progression)]);
        let mut left = summary.memory.facts.clone();
        let number = |value| s.bv_const(8, value);
        left.extend([s.eq(x, number(start)), s.eq(n, number(stop))]);
        left.push(s.eq(summary.memory.values[0].term(), n));
        example.same_if(&left, summary.memory.counters[0], s.bv_const(80, times));
    }
}

#[test]
fn flag_set_by_some_paths() {
    let (mut example, i, guard, others) = counting(4, &["found"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(4));
    let hit = s.eq(input, s.bv_const(4, 5));
    let next = s.bv_add(i, s.bv_const(4, 1));
    example.path_with(&[guard, hit], &[next, s.bv_const(4, 1)], &[input]);
    example.path_with(&[guard, s.not(hit)], &[next, others[0]], &[input]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::SetInvariant)]);
}

#[test]
fn last_value_and_copy() {
    let (mut example, i, guard, others) = counting(4, &["previous", "tripled", "older"]);
    let s = example.store.clone();
    let next = s.bv_add(i, s.bv_const(4, 1));
    let tripled = s.bv_mul(i, s.bv_const(4, 3));
    example.path(&[guard], &[next, i, tripled, others[0]]);
    let expected =
        [Some(Rule::Progression), Some(Rule::Copy), Some(Rule::LastValue), Some(Rule::Copy)];
    expect(&mut example, &expected);
}

#[test]
fn copies_on_several_paths() {
    let (mut example, i, guard, others) = counting(4, &["previous", "older"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(4));
    let hit = s.eq(input, s.bv_const(4, 5));
    let next = s.bv_add(i, s.bv_const(4, 1));
    // On both paths, so that the order does not matter.
    for guards in [[guard, hit], [guard, s.not(hit)]] {
        example.path_with(&guards, &[next, i, others[0]], &[input]);
    }
    let merged = Some(Rule::MergedPaths);
    expect(&mut example, &[Some(Rule::Progression), merged, merged]);
}

#[test]
fn last_writer_is_a_choice() {
    let (mut example, i, guard, others) = counting(4, &["state", "at"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(4));
    let next = s.bv_add(i, s.bv_const(4, 1));
    let number = |value| s.bv_const(4, value);
    let one = s.eq(input, number(1));
    let two = s.eq(input, number(2));
    example.path_with(&[guard, one], &[next, number(1), i], &[input]);
    example.path_with(&[guard, two], &[next, number(2), others[1]], &[input]);
    let neither = [guard, s.not(one), s.not(two)];
    example.path_with(&neither, &[next, others[0], others[1]], &[input]);
    let expected = [Some(Rule::Progression), Some(Rule::LastWriter), Some(Rule::LastWriter)];
    let summary = expect(&mut example, &expected);
    // Only paths that ran can be the last: with none along the second the state is not 2.
    let [_, second, _] = summary.memory.counters[..] else { panic!("three paths") };
    let mut conditions = summary.memory.facts.clone();
    conditions.push(s.eq(second, s.bv_const(80, 0)));
    conditions.push(s.ne(others[0], number(2)));
    conditions.push(s.eq(summary.memory.values[1].term(), number(2)));
    assert!(!example.satisfiable(&conditions));
}

/// The conditions ψ of the long version's Table 1: which path set a flag last depends on what an array holds at the place that the numbers of all
/// iterations give, those of the path that leaves the flag alone included.
#[test]
fn the_last_writer_satisfied_its_guard_and_no_other_came_behind_it() {
    let (mut example, i, guard, others) = counting(4, &["flag"]);
    let s = example.store.clone();
    let number = |value| s.bv_const(4, value);
    let array = s.var("A", Sort::array(Sort::BitVec(4), Sort::BitVec(4)));
    let next = s.bv_add(i, number(1));
    let is = |value| s.eq(s.select(array, i), number(value));
    example.path(&[guard, is(1)], &[next, number(1)]);
    example.path(&[guard, is(2)], &[next, number(2)]);
    example.path(&[guard, s.not(is(1)), s.not(is(2))], &[next, others[0]]);
    let summary = expect(&mut example, &[Some(Rule::Progression), Some(Rule::LastWriter)]);
    let one_each = summary.memory.counters.iter().map(|counter| s.eq(*counter, s.bv_const(80, 1)));
    let mut conditions: Vec<TermId> = one_each.chain(summary.memory.facts.clone()).collect();
    conditions.push(s.eq(i, number(0)));
    let flag = summary.memory.values[1].term();
    for (elements, last) in [([1, 2, 0], 2), ([0, 1, 2], 2), ([0, 2, 1], 1), ([2, 0, 1], 1)] {
        let mut conditions = conditions.clone();
        for (place, element) in (0..).zip(elements) {
            conditions.push(s.eq(s.select(array, number(place)), number(element)));
        }
        let is_last = s.eq(flag, number(last));
        conditions.push(is_last);
        assert!(example.satisfiable(&conditions), "{elements:?}");
        *conditions.last_mut().expect("it was put there") = s.not(is_last);
        assert!(!example.satisfiable(&conditions), "{elements:?}");
    }
    // Three paths, and what holds behind the last one that set the flag.
    assert_eq!(summary.quantified(&s).len(), 4);
}

#[test]
fn polynomial_sums() {
    let (mut example, i, guard, others) = counting(5, &["sum", "squares"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(5));
    let hit = s.eq(input, s.bv_const(5, 5));
    let next = s.bv_add(i, s.bv_const(5, 3));
    let (sum, squares) = (s.bv_add(others[0], i), s.bv_add(others[1], s.bv_mul(i, i)));
    for guards in [[guard, hit], [guard, s.not(hit)]] {
        example.path_with(&guards, &[next, sum, squares], &[input]);
    }
    let expected = [Some(Rule::Progression), Some(Rule::PolynomialSum), Some(Rule::PolynomialSum)];
    expect(&mut example, &expected);
}

/// `sum += i; total += sum; grand += total;`, in widths where the factorials below the fractions do not have inverses.
#[test]
fn sums_of_sums() {
    for width in [4, 5] {
        let (mut example, i, guard, others) = counting(width, &["sum", "total", "grand", "mixed"]);
        let s = example.store.clone();
        let input = s.var("input", Sort::BitVec(width));
        let hit = s.eq(input, s.bv_const(width, 5));
        let next = s.bv_add(i, s.bv_const(width, 3));
        let [sum, total, grand, mixed] = others[..] else { panic!("four variables") };
        let after = [
            next,
            s.bv_add(sum, i),
            s.bv_add(total, sum),
            s.bv_add(grand, total),
            s.bv_add(mixed, s.bv_mul(sum, i)),
        ];
        for guards in [[guard, hit], [guard, s.not(hit)]] {
            example.path_with(&guards, &after, &[input]);
        }
        let sums = Some(Rule::SumOfSums);
        let expected = [Some(Rule::Progression), Some(Rule::PolynomialSum), sums, sums, sums];
        expect(&mut example, &expected);
    }
}

/// A sum of sums that only one of two paths adds to depends on when that path runs.
#[test]
fn sum_of_sums_that_depends_on_the_order_is_unknown() {
    let (mut example, i, guard, others) = counting(5, &["sum", "total"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(5));
    let hit = s.eq(input, s.bv_const(5, 5));
    let next = s.bv_add(i, s.bv_const(5, 1));
    let sum = s.bv_add(others[0], i);
    let total = s.bv_add(others[1], others[0]);
    example.path_with(&[guard, hit], &[next, sum, total], &[input]);
    example.path_with(&[guard, s.not(hit)], &[next, sum, others[1]], &[input]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::PolynomialSum), None]);
}

#[test]
fn sum_that_depends_on_the_order_is_unknown() {
    let (mut example, i, guard, others) = counting(5, &["sum"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(5));
    let hit = s.eq(input, s.bv_const(5, 5));
    let next = s.bv_add(i, s.bv_const(5, 1));
    example.path_with(&[guard, hit], &[next, s.bv_add(others[0], i)], &[input]);
    example.path_with(&[guard, s.not(hit)], &[next, others[0]], &[input]);
    expect(&mut example, &[Some(Rule::Progression), None]);
}

#[test]
fn sum_of_extended_numbers() {
    // long sum += i, with int i.
    let mut example = Loop::new();
    let i = example.variable("i", 4);
    let sum = example.variable("sum", 8);
    let n = example.invariant("n", 4);
    let s = example.store.clone();
    let after = s.bv_add(sum, s.sign_extend(4, i));
    example.path(&[s.bv_slt(i, n)], &[s.bv_add(i, s.bv_const(4, 1)), after]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::PolynomialSum)]);
    // Without a guard i wraps, and the extended value is not a polynomial.
    let mut example = Loop::new();
    let i = example.variable("i", 4);
    let sum = example.variable("sum", 8);
    let s = example.store.clone();
    let after = s.bv_add(sum, s.sign_extend(4, i));
    example.path(&[], &[s.bv_add(i, s.bv_const(4, 1)), after]);
    expect(&mut example, &[Some(Rule::Progression), None]);
}

#[test]
fn geometric_progressions() {
    for factor in [0, 2, 3, 6, 31] {
        let (mut example, i, guard, others) = counting(5, &["product", "affine"]);
        let s = example.store.clone();
        let n = example.invariant("n", 5);
        let scaled = |x| s.bv_mul(x, s.bv_const(5, factor));
        let next = s.bv_add(i, s.bv_const(5, 1));
        let after = [next, scaled(others[0]), s.bv_add(scaled(others[1]), n)];
        example.path(&[guard], &after);
        let summary = example.summary();
        assert!(rules(&summary).iter().all(Option::is_some));
        example.check(&summary, 150, 12, &mut Random(factor), "executions");
    }
}

#[test]
fn factors_on_several_paths_commute() {
    let (mut example, i, guard, others) = counting(5, &["product"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(5));
    let hit = s.eq(s.extract(0, 0, input), s.bv_const(1, 1));
    let next = s.bv_add(i, s.bv_const(5, 1));
    let scaled = |by| s.bv_mul(others[0], s.bv_const(5, by));
    example.path_with(&[guard, hit], &[next, scaled(3)], &[input]);
    example.path_with(&[guard, s.not(hit)], &[next, scaled(5)], &[input]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::Recurrence)]);
}

#[test]
fn negated_flag() {
    let mut example = Loop::new();
    let i = example.variable("i", 4);
    let flag = example.variable_of("flag", Sort::Bool);
    let n = example.invariant("n", 4);
    let s = example.store.clone();
    example.path(&[s.bv_slt(i, n)], &[s.bv_add(i, s.bv_const(4, 1)), s.not(flag)]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::Recurrence)]);
}

/// A loop over i with an array of bytes.
fn walking(width: u32) -> (Loop, TermId, TermId) {
    let mut example = Loop::new();
    let i = example.variable("i", width);
    let sort = Sort::array(Sort::BitVec(width), Sort::BitVec(8));
    let array = example.variable_of("A", sort);
    (example, i, array)
}

#[test]
fn elements_of_several_bytes() {
    // A[i] = 0x0100 * n + i, two bytes each, with an extended index, upwards and downwards.
    for step in [1u64, 15] {
        let mut example = Loop::new();
        let i = example.variable("i", 4);
        let sort = Sort::array(Sort::BitVec(6), Sort::BitVec(8));
        let array = example.variable_of("A", sort);
        let s = example.store.clone();
        let n = example.invariant("n", 8);
        let value = s.concat(n, s.sign_extend(4, i));
        let offset = s.bv_mul(s.sign_extend(2, i), s.bv_const(6, 2));
        let low = s.store(array, offset, s.extract(7, 0, value));
        let high_offset = s.bv_add(offset, s.bv_const(6, 1));
        let after = s.store(low, high_offset, s.extract(15, 8, value));
        let number = |value| s.bv_const(4, value);
        let inside = s.and(&[s.bv_sle(number(1), i), s.bv_slt(i, number(7))]);
        example.path(&[inside], &[s.bv_add(i, number(step)), after]);
        expect(&mut example, &[Some(Rule::Progression), Some(Rule::ArrayWrite)]);
    }
}

#[test]
fn array_that_may_wrap_is_unknown() {
    let (mut example, i, array) = walking(4);
    let s = example.store.clone();
    let value = s.zero_extend(4, i);
    let after = s.store(array, s.bv_mul(i, s.bv_const(4, 3)), value);
    example.path(&[], &[s.bv_add(i, s.bv_const(4, 1)), after]);
    expect(&mut example, &[Some(Rule::Progression), None]);
}

#[test]
fn array_moved_down_is_exact_and_moved_up_is_lines() {
    for (shift, rule) in [(1, Rule::ArrayWrite), (15, Rule::ArrayProgression)] {
        let (mut example, i, array) = walking(4);
        let s = example.store.clone();
        let number = |value| s.bv_const(4, value);
        let read = s.select(array, s.bv_add(i, number(shift)));
        let inside = s.and(&[s.bv_ule(number(2), i), s.bv_ult(i, number(12))]);
        example.path(&[inside], &[s.bv_add(i, number(1)), s.store(array, i, read)]);
        expect(&mut example, &[Some(Rule::Progression), Some(rule)]);
    }
}

#[test]
fn one_cell_written_again_and_again() {
    let (mut example, i, array) = walking(4);
    let s = example.store.clone();
    let n = example.invariant("n", 4);
    let (guard, next) = (s.bv_ult(i, n), s.bv_add(i, s.bv_const(4, 1)));
    example.path(&[guard], &[next, s.store(array, n, s.zero_extend(4, i))]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::ArrayWrite)]);
    let (mut example, i, array) = walking(4);
    let s = example.store.clone();
    let n = example.invariant("n", 4);
    let (guard, next) = (s.bv_ult(i, n), s.bv_add(i, s.bv_const(4, 1)));
    let more = s.bv_add(s.select(array, n), s.bv_const(8, 7));
    example.path(&[guard], &[next, s.store(array, n, more)]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::ArrayProgression)]);
}

#[test]
fn alternating_paths_are_merged() {
    let (mut example, i, guard, _) = counting(4, &["state"]);
    let s = example.store.clone();
    let number = |value| s.bv_const(4, value);
    let even = s.eq(s.extract(0, 0, i), s.bv_const(1, 0));
    let next = s.bv_add(i, number(1));
    example.path(&[guard, even], &[next, number(3)]);
    example.path(&[guard, s.not(even)], &[next, i]);
    expect(&mut example, &[Some(Rule::Progression), Some(Rule::MergedPaths)]);
}

#[test]
fn paths_one_after_the_other() {
    let (mut example, i, guard, others) = counting(4, &["x"]);
    let s = example.store.clone();
    let number = |value| s.bv_const(4, value);
    let early = s.bv_slt(i, number(2));
    let next = s.bv_add(i, number(1));
    example.path(&[guard, s.not(early)], &[next, s.bv_mul(others[0], number(3))]);
    example.path(&[guard, early], &[next, s.bv_add(others[0], i)]);
    let summary = expect(&mut example, &[Some(Rule::Progression), Some(Rule::Phases)]);
    assert_eq!(summary.memory.order, Some(vec![1, 0]));
}

#[test]
fn maximum_has_a_bound() {
    let (mut example, i, guard, others) = counting(4, &["most"]);
    let s = example.store.clone();
    let input = s.var("input", Sort::BitVec(4));
    let most = others[0];
    let more = s.bv_slt(most, input);
    let next = s.bv_add(i, s.bv_const(4, 1));
    example.path_with(&[guard, more], &[next, input], &[input]);
    example.path_with(&[guard, s.not(more)], &[next, most], &[input]);
    let summary = expect(&mut example, &[Some(Rule::Progression), None]);
    let mut conditions = summary.memory.facts.clone();
    conditions.push(s.bv_slt(summary.memory.values[1].term(), most));
    assert!(!example.satisfiable(&conditions));
}

#[test]
fn wrong_summaries_are_noticed() {
    let (mut example, i, guard, others) = counting(4, &["x"]);
    let s = example.store.clone();
    let next = s.bv_add(i, s.bv_const(4, 1));
    example.path(&[guard], &[next, s.bv_add(others[0], i)]);
    let right = example.summary();
    let entries = |example: &Loop| -> Vec<_> {
        let mut random = Random(3);
        (0..40).map(|_| example.entry(&mut random)).collect()
    };
    let check = |summary: &Summary| {
        let mut random = Random(5);
        let mut new_value = |sort| crate::common::value(sort, &mut random);
        let store = &example.store;
        lariat_loop::check::paths_imply_summary(
            store,
            summary,
            entries(&example),
            8,
            &mut new_value,
        )
    };
    assert_eq!(check(&right), Ok(()));
    // A wrong value, a wrong fact, and a wrong guard.
    let mut wrong = right.clone();
    let value = right.memory.values[1].term();
    let off =
        s.bv_add(value, s.extract(3, 0, s.bv_udiv(right.memory.counters[0], s.bv_const(80, 4))));
    wrong.memory.values[1] = Iterated::Known { value: off, rule: Rule::PolynomialSum };
    assert!(check(&wrong).is_err());
    let mut wrong = right.clone();
    wrong.memory.facts.push(s.bv_ult(right.memory.counters[0], s.bv_const(80, 5)));
    assert!(check(&wrong).is_err());
    let mut wrong = right.clone();
    wrong.memory.values[0] = Iterated::Known { value: next, rule: Rule::Progression };
    assert!(check(&wrong).is_err());
}

#[test]
fn entry_values_say_nothing_about_later_iterations() {
    let mut example = Loop::new();
    let i = example.variable("i", 4);
    let s = example.store.clone();
    // At entry i is 0, but that does not keep it from wrapping.
    example.context.push(s.eq(i, s.bv_const(4, 0)));
    example.path(&[], &[s.bv_add(i, s.bv_const(4, 1))]);
    let summary = example.summary();
    assert_eq!(summary.memory.facts, []);
    let entry = lariat_term::Model::new();
    let mut none = |sort| lariat_term::Value::default_of(sort);
    let result = lariat_loop::check::paths_imply_summary(&s, &summary, [entry], 40, &mut none);
    assert_eq!(result, Ok(()));
}
