//! The cells of Table 1 of the long version, one by one: the value that the paths so far give (the row) meets what one more path does (the column). What
//! the paper gives is compared, by the solver or on all sequences of paths; where it gives up, so is it expected here.

use std::sync::Arc;

use crate::common::Loop;
use lariat_loop::{COUNTER_BITS, ChoiceMeaning, Iterated, Rule, Summary};
use lariat_term::{ArrayValue, BitVec, Evaluator, Model, Sort, TermId, Value};

const WIDTH: u32 = 8;

/// What a path does with the variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    Keeps,
    Adds(u64),
    Sets(u64),
}
use Does::{Adds, Keeps, Sets};

/// A loop over an array: an iteration goes along the path whose number is the element, and along the last path for all other numbers.
struct Table {
    example: Loop,
    summary: Summary,
    array: TermId,
    does: Vec<Does>,
}

impl Table {
    fn new(does: &[Does]) -> Table {
        let mut example = Loop::new();
        let s = example.store.clone();
        let number = |value: u64| s.bv_const(WIDTH, value);
        let i = example.variable("i", WIDTH);
        let a = example.variable("a", WIDTH);
        let n = example.invariant("n", WIDTH);
        let array = s.var("A", Sort::array(Sort::BitVec(WIDTH), Sort::BitVec(WIDTH)));
        let is = |path: usize| s.eq(s.select(array, i), number(path as u64));
        let (goes_on, next) = (s.bv_ult(i, n), s.bv_add(i, number(1)));
        let last = does.len() - 1;
        for (path, does) in does.iter().enumerate() {
            let mut guard = vec![goes_on];
            match path == last {
                true => guard.extend((0..last).map(|other| s.not(is(other)))),
                false => guard.push(is(path)),
            }
            let after = match *does {
                Keeps => a,
                Adds(step) => s.bv_add(a, number(step)),
                Sets(value) => number(value),
            };
            example.path(&guard, &[next, after]);
        }
        let summary = example.summary();
        Table { example, summary, array, does: does.to_vec() }
    }

    fn value(&self) -> &Iterated {
        &self.summary.memory.values[1]
    }

    /// The rule that gave the value.
    fn rule(&self) -> Option<Rule> {
        match self.value() {
            Iterated::Known { rule, .. } => Some(*rule),
            Iterated::Unknown { .. } => None,
        }
    }

    /// Asserts that the value is the entry value plus every step times its counter.
    fn is_progression(&mut self) {
        let s = self.example.store.clone();
        let mut sum = self.example.symbol("a");
        for (does, counter) in self.does.iter().zip(&self.summary.memory.counters) {
            if let Adds(step) = does {
                let count = s.extract(WIDTH - 1, 0, *counter);
                sum = s.bv_add(sum, s.bv_mul(s.bv_const(WIDTH, *step), count));
            }
        }
        let value = self.value().term();
        self.example.same(value, sum);
    }

    /// What the variable is in the end if the array holds these paths' numbers and it was `entry` first.
    fn really(&self, elements: &[usize], entry: u64) -> u64 {
        elements.iter().fold(entry, |value, &path| match self.does[path] {
            Keeps => value,
            Adds(step) => (value + step) % (1 << WIDTH),
            Sets(set) => set,
        })
    }

    /// Asserts that facts and the conditions ψ leave one value only if the array holds these numbers, the real one: of all values of the choices some satisfy
    /// them, and with all of those the variable is what it really is.
    fn is_determined(&self, elements: &[usize]) {
        let entry = 77;
        let store = &self.example.store;
        let memory = &self.summary.memory;
        let number = |value: u64| Value::BitVec(BitVec::new(WIDTH, value));
        let mut model = Model::new();
        let mut set = |term: TermId, value: Value| {
            let [symbol] = store.free_vars(term)[..] else { panic!("a variable") };
            model.set(store, symbol, value);
        };
        set(self.example.symbol("a"), number(entry));
        set(self.example.symbol("i"), number(0));
        set(store.var("n", Sort::BitVec(WIDTH)), number(elements.len() as u64));
        let mut array = ArrayValue::constant(Sort::BitVec(WIDTH), number(200));
        for (place, element) in elements.iter().enumerate() {
            array = array.set(number(place as u64), number(*element as u64));
        }
        set(self.array, Value::Array(array));
        let count = |path: usize| elements.iter().filter(|&&taken| taken == path).count() as u64;
        for (path, counter) in memory.counters.iter().enumerate() {
            set(*counter, Value::BitVec(BitVec::new(COUNTER_BITS, count(path))));
        }
        let mut conditions = memory.facts.clone();
        conditions.extend(&self.summary.quantified(store)[memory.counters.len()..]);
        let most = |meaning: &ChoiceMeaning| match meaning {
            ChoiceMeaning::LastWriter { .. } => memory.counters.len() as u64 - 1,
            ChoiceMeaning::CountBeforeLastWrite { path, .. } => count(*path),
        };
        let real = number(self.really(elements, entry));
        let mut possible = vec![model];
        for choice in &memory.choices {
            let [symbol] = store.free_vars(choice.term)[..] else { panic!("a variable") };
            let width = store.sort(choice.term).width();
            let with = |model: &Model, value| {
                let mut model = model.clone();
                model.set(store, symbol, Value::BitVec(BitVec::new(width, value)));
                model
            };
            let all = |model: &Model| (0..=most(&choice.meaning)).map(|v| with(model, v)).collect();
            possible = possible.iter().flat_map(|model| -> Vec<Model> { all(model) }).collect();
        }
        let mut satisfied = 0;
        for model in possible {
            let mut evaluator = Evaluator::new(Arc::new(model));
            let mut value = |term| evaluator.eval(store, term).expect("it can be evaluated");
            if conditions.iter().all(|&condition| value(condition) == Value::Bool(true)) {
                satisfied += 1;
                assert_eq!(value(self.value().term()), real, "{:?} {elements:?}", self.does);
            }
        }
        assert!(satisfied > 0, "{:?} {elements:?}", self.does);
    }
}

/// All sequences of so many numbers below `paths`.
fn sequences(paths: usize, length: u32) -> impl Iterator<Item = Vec<usize>> {
    (0..paths.pow(length))
        .map(move |code| (0..length).map(|at| code / paths.pow(at) % paths).collect())
}

#[test]
fn nothing_so_far() {
    let mut kept = Table::new(&[Keeps, Keeps]);
    assert_eq!(kept.rule(), Some(Rule::Unchanged));
    kept.is_progression();
    let mut added = Table::new(&[Keeps, Adds(3)]);
    assert_eq!(added.rule(), Some(Rule::Progression));
    added.is_progression();
    let set = Table::new(&[Keeps, Sets(5)]);
    assert_eq!(set.rule(), Some(Rule::SetInvariant));
    sequences(2, 3).for_each(|elements| set.is_determined(&elements));
}

#[test]
fn a_progression_so_far() {
    for last in [Keeps, Adds(9)] {
        let mut table = Table::new(&[Adds(3), Adds(250), last]);
        assert_eq!(table.rule(), Some(Rule::Progression));
        table.is_progression();
    }
    assert_eq!(Table::new(&[Adds(3), Adds(250), Sets(5)]).rule(), None);
}

#[test]
fn set_so_far() {
    assert_eq!(Table::new(&[Sets(5), Sets(6), Adds(1)]).rule(), None);
    // Where every path sets it, the last iteration of all did, and its element says which path that was.
    let merged = Some(Rule::MergedPaths);
    for (last, rule) in [(Keeps, Some(Rule::LastWriter)), (Sets(7), merged)] {
        let table = Table::new(&[Sets(5), Sets(6), last]);
        assert_eq!(table.rule(), rule);
        sequences(3, 3).for_each(|elements| table.is_determined(&elements));
    }
}

/// The conditions ψ where several paths leave the flag alone: each iteration behind the last one that set it went along one of those.
#[test]
fn set_by_several_paths_and_left_alone_by_several() {
    for does in [&[Sets(5), Sets(6), Keeps, Keeps][..], &[Keeps, Sets(5), Keeps, Sets(6), Keeps]] {
        let table = Table::new(does);
        assert_eq!(table.rule(), Some(Rule::LastWriter));
        let quantified = table.summary.quantified(&table.example.store).len();
        assert_eq!(
            quantified,
            does.len() + 1,
            "a condition per path, and what holds behind the last"
        );
        sequences(does.len(), 4).for_each(|elements| table.is_determined(&elements));
    }
}
