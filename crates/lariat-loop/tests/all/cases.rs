//! The loops of the Proteus paper: type, automaton, cases and bounds. What a formula means is asked of concrete executions.

use crate::common::{Loop, Random, value};
use lariat_loop::case_check::{Applies, check_entry};
use lariat_loop::{End, ExitPath, Interleaving, LoopAnalysis, LoopType, Origin, analyse};
use lariat_term::{BitVec, Model, Op, Sort, TermId, Value};

/// A loop with its exits.
struct Example {
    inner: Loop,
    exits: Vec<ExitPath>,
}

impl Example {
    fn new() -> Example {
        Example { inner: Loop::new(), exits: Vec::new() }
    }

    /// Adds an exit that changes nothing.
    fn exit(&mut self, guard: &[TermId], locals: &[TermId]) {
        let after = self.inner.body.variables.iter().map(|v| v.symbol).collect();
        let (guard, locals) = (guard.to_vec(), locals.to_vec());
        self.exits.push(ExitPath { guard, after, locals, exit: 0 });
    }

    fn analyse(&mut self) -> LoopAnalysis {
        let entry: Vec<TermId> = self.inner.body.variables.iter().map(|v| v.symbol).collect();
        self.analyse_from(&entry)
    }

    fn analyse_from(&mut self, entry: &[TermId]) -> LoopAnalysis {
        let Loop { store, solver, body, context } = &mut self.inner;
        let store = store.clone();
        analyse(&store, solver, context, body, &self.exits, entry)
    }

    /// Checks entry states with these values of the numbers in the order of `names`.
    fn check(&self, analysis: &LoopAnalysis, names: &[TermId], values: &[i64]) -> Applies {
        let s = &self.inner.store;
        let mut random = Random(7);
        let mut model = Model::new();
        for (&name, &number) in names.iter().zip(values) {
            if let (Op::Var(symbol), Sort::BitVec(width)) = (s.op(name), s.sort(name)) {
                model.set(s, symbol, Value::BitVec(BitVec::new(width, number as u64)));
            }
        }
        let mut new_value = |sort: Sort| value(sort, &mut random);
        let body = &self.inner.body;
        match check_entry(s, body, &self.exits, analysis, &model, 3000, &mut new_value) {
            Ok(applies) => applies,
            Err(error) => panic!("{error} at {values:?}"),
        }
    }
}

fn words(analysis: &LoopAnalysis) -> Vec<String> {
    let mut words: Vec<String> = analysis.cases.iter().map(|case| case.text.word.clone()).collect();
    words.sort();
    words
}

/// Figure 1(a): `while (x < n) if (z > x) x++; else z++;`, also Figures 2 and 5 and Table 2.
fn figure_1a(width: u32) -> Example {
    let mut example = Example::new();
    let (x, z) = (example.inner.variable("x", width), example.inner.variable("z", width));
    let n = example.inner.invariant("n", width);
    let s = example.inner.store.clone();
    let next = |v| s.bv_add(v, s.bv_const(width, 1));
    let (below, above) = (s.bv_slt(x, n), s.bv_slt(x, z));
    example.inner.path(&[below, above], &[next(x), z]);
    example.inner.path(&[below, s.not(above)], &[x, next(z)]);
    example.exit(&[s.not(below)], &[]);
    example
}

#[test]
fn figure_1a_is_periodic() {
    let mut example = figure_1a(32);
    let analysis = example.analyse();
    assert_eq!(analysis.loop_type, LoopType::Type1, "{}", analysis.reason);
    assert_eq!(analysis.interleaving, Interleaving::Periodic);
    // Figure 2(b): three states; 1 -> 2, 1 -> 3, 2 -> 1.
    let edges: Vec<(usize, usize)> = analysis.transitions.iter().map(|t| (t.from, t.to)).collect();
    assert_eq!(analysis.states.len(), 3);
    assert_eq!(edges, [(0, 1), (0, 2), (1, 0)]);
    assert!(analysis.residue.is_empty());
    assert!(analysis.dot("figure 1a").contains("s1 -> s2"));
    let (x, z) = (example.inner.symbol("x"), example.inner.symbol("z"));
    let n = example.inner.invariant("n", 32);
    for values in [[5, 9, 3], [0, 50, 20], [0, 10, 20], [10, 0, 20], [-5, -5, 7], [3, 3, 4]] {
        assert!(matches!(example.check(&analysis, &[x, z, n], &values), Applies::Case(_)));
    }
}

#[test]
fn figure_1a_on_every_small_number() {
    let mut example = figure_1a(4);
    let analysis = example.analyse();
    assert!(analysis.residue.is_empty(), "{:?}", analysis.residue);
    let names =
        [example.inner.symbol("x"), example.inner.symbol("z"), example.inner.invariant("n", 4)];
    for number in 0..1 << 12 {
        let values = [number & 15, number >> 4 & 15, number >> 8 & 15];
        let applies = example.check(&analysis, &names, &values);
        assert!(matches!(applies, Applies::Case(_)), "{values:?}: {applies:?}");
    }
}

/// Figure 1(b): two independent cycles.
#[test]
fn figure_1b_is_irregular() {
    let mut example = Example::new();
    let (a, j, i) = (
        example.inner.variable("a", 32),
        example.inner.variable("j", 32),
        example.inner.variable("i", 32),
    );
    let s = example.inner.store.clone();
    let number = |value: i64| s.bv_const(32, value as u64);
    let add = |v, by: i64| s.bv_add(v, number(by));
    let below = s.bv_slt(i, number(100));
    let (small_a, small_j) = (s.bv_sle(a, number(5)), s.bv_slt(j, number(8)));
    for (first, a_next) in [(small_a, add(a, 1)), (s.not(small_a), add(a, -4))] {
        for (second, j_next) in [(small_j, add(j, 1)), (s.not(small_j), add(j, -3))] {
            example.inner.path(&[below, first, second], &[a_next, j_next, add(i, 1)]);
        }
    }
    example.exit(&[s.not(below)], &[]);
    let analysis = example.analyse();
    assert_eq!(analysis.loop_type, LoopType::Type2, "{}", analysis.reason);
    // Irregular or not, i counts.
    let bound = analysis.bound.as_ref().expect("a bound");
    assert_eq!(bound.text, "-i + 100");
    for values in [[0, 0, 0], [9, 9, 90], [1, 1, 100], [7, 20, 3]] {
        example.check(&analysis, &[a, j, i], &values);
    }
}

/// Figure 1(c): `while (i < LINT) { j = nondet(); assume(1 <= j && j < LINT); i += j; k++; }`.
#[test]
fn figure_1c_has_a_bound() {
    let mut example = Example::new();
    let (i, k) = (example.inner.variable("i", 32), example.inner.variable("k", 32));
    let s = example.inner.store.clone();
    let j = s.var("j", Sort::BitVec(32));
    let number = |value| s.bv_const(32, value);
    let large = number(1_000_000);
    let below = s.bv_slt(i, large);
    let range = [s.bv_sle(number(1), j), s.bv_slt(j, large)];
    let after = [s.bv_add(i, j), s.bv_add(k, number(1))];
    example.inner.path_with(&[below, range[0], range[1]], &after, &[j]);
    example.exit(&[s.not(below)], &[]);
    let analysis = example.analyse();
    assert_eq!(analysis.loop_type, LoopType::Type3, "{}", analysis.reason);
    assert_eq!(analysis.bound.as_ref().expect("a bound").text, "-i + 1000000");
    assert!(analysis.cases.is_empty() && !analysis.residue.is_empty());
}

/// Figure 1(d): three counters, inputs choose (also Figure 4(a): connected cycles).
#[test]
fn figure_1d_is_irregular() {
    let mut example = Example::new();
    let xs: Vec<TermId> = (1..=3).map(|n| example.inner.variable(&format!("x{n}"), 32)).collect();
    let s = example.inner.store.clone();
    let cs: Vec<TermId> =
        (1..=2).map(|n| example.inner.variable_of(&format!("c{n}"), Sort::Bool)).collect();
    let inputs: Vec<TermId> = (1..=2).map(|n| s.var(&format!("nondet{n}"), Sort::Bool)).collect();
    let zero = s.bv_const(32, 0);
    let positive: Vec<TermId> = xs.iter().map(|&x| s.bv_slt(zero, x)).collect();
    let less = |x| s.bv_sub(x, s.bv_const(32, 1));
    let choices = [vec![cs[0]], vec![s.not(cs[0]), cs[1]], vec![s.not(cs[0]), s.not(cs[1])]];
    for (number, choice) in choices.iter().enumerate() {
        let mut after = xs.clone();
        after[number] = less(xs[number]);
        after.extend(&inputs);
        let guard = [positive.as_slice(), choice].concat();
        example.inner.path_with(&guard, &after, &inputs);
    }
    example.exit(&[s.not(s.and(&positive))], &[]);
    let analysis = example.analyse();
    assert_eq!(analysis.loop_type, LoopType::Type4, "{}", analysis.reason);
}

/// Figure 1(f): a state machine that an input can stop.
#[test]
fn figure_1f_is_periodic() {
    let mut example = Example::new();
    let names = ["s", "x1", "x2"];
    let [state, x1, x2] = names.map(|name| example.inner.variable(name, 32));
    let s = example.inner.store.clone();
    let go = s.var("nondet", Sort::Bool);
    let number = |value| s.bv_const(32, value);
    let next = |v| s.bv_add(v, number(1));
    let is = |value| s.eq(state, number(value));
    let go_on = [go];
    example.inner.path_with(&[go, is(1)], &[number(2), next(x1), x2], &go_on);
    example.inner.path_with(&[go, is(2)], &[number(3), x1, next(x2)], &go_on);
    let others = [s.not(is(1)), s.not(is(2))];
    example.inner.path_with(
        &[go, others[0], others[1], s.not(is(4))],
        &[next(state), x1, x2],
        &go_on,
    );
    example.inner.path_with(&[go, is(4)], &[number(1), x1, x2], &go_on);
    example.exit(&[s.not(go)], &[go]);
    example.inner.context.push(is(1));
    let analysis = example.analyse();
    assert_eq!(analysis.loop_type, LoopType::Type3, "{}", analysis.reason);
    assert_eq!(analysis.interleaving, Interleaving::Periodic);
}

/// Figure 6(a): `while (i < n && nondet) if (j < m) j++; else { j = 0; i++; }` with 0 < m < n.
#[test]
fn figure_6a_has_the_bound_of_the_paper() {
    for stoppable in [true, false] {
        let mut example = Example::new();
        let (i, j) = (example.inner.variable("i", 32), example.inner.variable("j", 32));
        let (n, m) = (example.inner.invariant("n", 32), example.inner.invariant("m", 32));
        let s = example.inner.store.clone();
        let go = s.var("nondet", Sort::Bool);
        let number = |value| s.bv_const(32, value);
        let next = |v| s.bv_add(v, number(1));
        let (below, inner) = (s.bv_slt(i, n), s.bv_slt(j, m));
        let mut go_on = vec![below];
        let locals = if stoppable { vec![go] } else { Vec::new() };
        go_on.extend(&locals);
        let with = |extra| [go_on.as_slice(), &[extra]].concat();
        example.inner.path_with(&with(inner), &[i, next(j)], &locals);
        example.inner.path_with(&with(s.not(inner)), &[next(i), number(0)], &locals);
        example.exit(&[s.not(below)], &[]);
        if stoppable {
            example.exit(&[below, s.not(go)], &locals);
        }
        example.inner.context = vec![s.bv_slt(number(0), m), s.bv_slt(m, n)];
        let analysis = example.analyse_from(&[number(0), number(0)]);
        let expected = if stoppable { LoopType::Type3 } else { LoopType::Type1 };
        assert_eq!(analysis.loop_type, expected, "{}", analysis.reason);
        assert_eq!(analysis.interleaving, Interleaving::Periodic);
        let bound = analysis.bound.as_ref().expect("a bound");
        assert!(bound.text == "n*m + n" || bound.text == "n + n*m", "{}", bound.text);
        assert_eq!(bound.exact, !stoppable);
        if !stoppable {
            // Two periods, or more.
            assert_eq!(analysis.cases.len(), 2);
            assert!(analysis.cases.iter().all(|case| case.end == End::Exit(0)));
            for values in [[7, 3], [2, 1], [9, 8]] {
                let applies = example.check(&analysis, &[n, m], &values);
                assert!(matches!(applies, Applies::Case(_)));
            }
        }
    }
}

/// Figure 6(b): `while (j < SIZE && a[j] != 3) j++;`.
#[test]
fn figure_6b_has_quantified_cases() {
    let mut example = Example::new();
    let j = example.inner.variable("j", 4);
    let size = example.inner.invariant("SIZE", 4);
    let s = example.inner.store.clone();
    let array = s.var("a", Sort::array(Sort::BitVec(4), Sort::BitVec(8)));
    let below = s.bv_slt(j, size);
    let three = s.eq(s.select(array, j), s.bv_const(8, 3));
    example.inner.path(&[below, s.not(three)], &[s.bv_add(j, s.bv_const(4, 1))]);
    example.exit(&[s.not(below)], &[]);
    example.exit(&[below, three], &[]);
    let analysis = example.analyse();
    assert_eq!(analysis.loop_type, LoopType::Type3, "{}", analysis.reason);
    // One for each exit; with a bound there is none that never ends.
    assert_eq!(analysis.cases.len(), 2);
    assert_eq!(analysis.bound.as_ref().expect("a bound").text, "SIZE - j");
    let mut random = Random(11);
    for number in 0..256 {
        let mut model = example.inner.entry(&mut random);
        for (name, bits) in [(j, number & 15), (size, number >> 4)] {
            if let Op::Var(symbol) = s.op(name) {
                model.set(&s, symbol, Value::BitVec(BitVec::new(4, bits)));
            }
        }
        let mut new_value = |sort: Sort| value(sort, &mut random);
        let body = &example.inner.body;
        let applies = check_entry(&s, body, &example.exits, &analysis, &model, 40, &mut new_value);
        assert!(matches!(applies, Ok(Applies::Case(_))), "{number}: {applies:?}");
    }
}

/// `while (i < n) i += 2;` from 0.
#[test]
fn steps_of_two_round_up() {
    let mut example = Example::new();
    let i = example.inner.variable("i", 32);
    let n = example.inner.invariant("n", 32);
    let s = example.inner.store.clone();
    let below = s.bv_slt(i, n);
    let largest = s.bv_const(32, 0x7fff_fff0);
    example.inner.path(&[below], &[s.bv_add(i, s.bv_const(32, 2))]);
    example.exit(&[s.not(below)], &[]);
    example.inner.context = vec![s.bv_sle(n, largest)];
    let analysis = example.analyse_from(&[s.bv_const(32, 0)]);
    assert_eq!(analysis.loop_type, LoopType::Type1);
    assert_eq!(analysis.bound.as_ref().expect("a bound").text, "ceil(n/2)");
    assert_eq!(words(&analysis), ["s1^(ceil(n/2)) s2", "s2"]);
}

/// `unsigned x = 10; while (x >= 10) x += 2;` wraps once and ends.
#[test]
fn wrap_around_is_a_state() {
    let mut example = Example::new();
    let x = example.inner.variable("x", 8);
    let s = example.inner.store.clone();
    let large = s.bv_ule(s.bv_const(8, 10), x);
    example.inner.path(&[large], &[s.bv_add(x, s.bv_const(8, 2))]);
    example.exit(&[s.not(large)], &[]);
    let analysis = example.analyse();
    let iterations = analysis.states.iter().filter(|s| matches!(s.origin, Origin::Iteration(_)));
    assert_eq!(iterations.count(), 2);
    assert!(analysis.residue.is_empty());
    for number in 0..256 {
        assert!(matches!(example.check(&analysis, &[x], &[number]), Applies::Case(_)));
    }
}

/// `while (i < 10) i = 0;` never ends: the paper's terminal state.
#[test]
fn terminal_states_are_endless_cases() {
    let mut example = Example::new();
    let i = example.inner.variable("i", 32);
    let s = example.inner.store.clone();
    let below = s.bv_slt(i, s.bv_const(32, 10));
    example.inner.path(&[below], &[s.bv_const(32, 0)]);
    example.exit(&[s.not(below)], &[]);
    let analysis = example.analyse();
    assert!(analysis.states[0].terminal);
    assert!(analysis.transitions.is_empty());
    assert_eq!(analysis.cases.len(), 2);
    assert!(analysis.cases.iter().any(|case| case.end == End::Endless));
    assert!(analysis.bound.is_none());
}

/// `for (i = 0; i < n; i++) sum += i;` gives the sum of an arithmetic series.
#[test]
fn sums_have_closed_forms() {
    let mut example = Example::new();
    let (i, sum) = (example.inner.variable("i", 8), example.inner.variable("sum", 8));
    let n = example.inner.invariant("n", 8);
    let s = example.inner.store.clone();
    let below = s.bv_ult(i, n);
    example.inner.path(&[below], &[s.bv_add(i, s.bv_const(8, 1)), s.bv_add(sum, i)]);
    example.exit(&[s.not(below)], &[]);
    let analysis = example.analyse();
    assert!(analysis.cases.iter().all(|case| case.after.iter().all(Option::is_some)));
    for number in 0..256 {
        example.check(&analysis, &[i, sum, n], &[3, 5, number]);
    }
}

/// A string is read until it ends, and beyond its memory nothing is known: no exit bounds the loop.
#[test]
fn executions_that_end_inside_are_not_bounded_by_exits() {
    let mut example = Example::new();
    let j = example.inner.variable("j", 32);
    let size = example.inner.invariant("size", 32);
    let s = example.inner.store.clone();
    let array = s.var("a", Sort::array(Sort::BitVec(32), Sort::BitVec(8)));
    let inside = s.bv_ult(j, size);
    let end = s.eq(s.select(array, j), s.bv_const(8, 0));
    example.inner.path(&[inside, s.not(end)], &[s.bv_add(j, s.bv_const(32, 1))]);
    example.exit(&[inside, end], &[]);
    let analysis = example.analyse();
    assert_eq!(analysis.bound.as_ref().expect("a bound").text, "size - j");
}
