//! Random loops over small numbers, where wrap-around is frequent: every summary agrees with running the loop.
//!
//! A body is made of a few branch conditions; each combination of their outcomes is a path with updates of its own, so guards
//! are exclusive by construction. Updates are drawn from everything there is a rule for, and from things there is none for.

mod common;

use std::collections::BTreeMap;

use common::Loop;
use lariat_loop::Iterated;
use lariat_loop::check::{CheckError, paths_imply_summary};
use lariat_term::testing::seeds;
use lariat_term::{BitVec, Model, Op, Sort, TermId, Value};

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// A loop under construction.
struct Generator {
    random: Random,
    example: Loop,
    width: u32,
    numbers: Vec<TermId>,
    invariants: Vec<TermId>,
    array: Option<TermId>,
    local: TermId,
    /// A variable that mostly counts.
    main: TermId,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut random = Random(seed);
        random.next();
        let mut example = Loop::new();
        let width = 3 + random.below(4) as u32;
        let count = 1 + random.below(4);
        let numbers: Vec<TermId> =
            (0..count).map(|n| example.variable(&format!("x{n}"), width)).collect();
        let invariants: Vec<TermId> =
            (0..2).map(|n| example.invariant(&format!("n{n}"), width)).collect();
        let array = random
            .chance(45)
            .then(|| example.variable_of("A", Sort::array(Sort::BitVec(width), Sort::BitVec(8))));
        let local = example.store.var("input", Sort::BitVec(width));
        let main = numbers[0];
        Generator { random, example, width, numbers, invariants, array, local, main }
    }

    fn constant(&mut self) -> TermId {
        let value = match self.random.below(4) {
            0 => self.random.next(),
            1 => self.random.below(3).wrapping_neg(),
            _ => self.random.below(5),
        };
        self.example.store.bv_const(self.width, value)
    }

    fn invariant(&mut self) -> TermId {
        match self.random.chance(60) {
            true => self.constant(),
            false => self.random.pick(&self.invariants),
        }
    }

    fn condition(&mut self) -> TermId {
        let s = self.example.store.clone();
        let subject = match self.random.below(10) {
            0 => self.local,
            1..=6 => self.main,
            _ => self.random.pick(&self.numbers),
        };
        let bound = self.invariant();
        match self.random.below(8) {
            0 => s.bv_slt(subject, bound),
            1 => s.bv_ult(subject, bound),
            2 => s.bv_ult(bound, subject),
            3 => s.bv_sle(bound, subject),
            4 => s.ne(subject, bound),
            5 => s.eq(s.extract(0, 0, subject), s.bv_const(1, 0)),
            6 => match self.array {
                Some(array) => s.eq(s.select(array, subject), s.bv_const(8, 1)),
                None => s.bv_ule(subject, bound),
            },
            _ => s.bv_slt(bound, subject),
        }
    }

    /// What a path does with a variable, mostly of the variable's own kind.
    fn update(&mut self, symbol: TermId, kind: u64) -> TermId {
        let s = self.example.store.clone();
        let kind = if self.random.chance(12) { self.random.below(12) } else { kind };
        match kind {
            0 | 1 => {
                let step = self.invariant();
                s.bv_add(symbol, step)
            }
            2 => self.invariant(),
            3 => self.random.pick(&self.numbers),
            4 => {
                let other = self.random.pick(&self.numbers);
                s.bv_add(symbol, other)
            }
            5 => {
                let factor = self.constant();
                s.bv_mul(symbol, factor)
            }
            6 => {
                let (factor, step) = (self.constant(), self.invariant());
                s.bv_add(s.bv_mul(symbol, factor), step)
            }
            7 => {
                let (other, factor) = (self.random.pick(&self.numbers), self.constant());
                s.bv_add(symbol, s.bv_mul(other, s.bv_add(other, factor)))
            }
            8 => s.bv_add(symbol, self.local),
            9 => {
                let other = self.random.pick(&self.numbers);
                s.ite(s.bv_slt(symbol, other), other, symbol)
            }
            10 => {
                let (other, factor) = (self.random.pick(&self.numbers), self.constant());
                s.bv_mul(other, factor)
            }
            _ => s.bv_shl(symbol, s.bv_const(self.width, 1)),
        }
    }

    fn array_update(&mut self, array: TermId) -> TermId {
        let s = self.example.store.clone();
        let mut after = array;
        let writes = 1 + self.random.below(3);
        let base = if self.random.chance(80) { self.main } else { self.random.pick(&self.numbers) };
        let scale = self.random.pick(&[1, 1, 1, 2, 3, 4]);
        let scale = s.bv_const(self.width, scale);
        let index = s.bv_mul(base, scale);
        let wide = |term: TermId| s.zero_extend(8 - self.width, term);
        for _ in 0..writes {
            let offset = match self.random.chance(50) {
                true => index,
                false => s.bv_add(index, s.bv_const(self.width, self.random.below(4))),
            };
            let value = match self.random.below(6) {
                0 => s.bv_const(8, self.random.below(256)),
                1 => wide(self.random.pick(&self.numbers)),
                2 => {
                    let shift = s.bv_const(self.width, self.random.below(6).wrapping_sub(3));
                    let read = s.select(array, s.bv_add(offset, shift));
                    s.bv_add(read, s.bv_const(8, self.random.below(3)))
                }
                3 => wide(self.local),
                _ => wide(base),
            };
            after = s.store(after, offset, value);
        }
        after
    }

    fn build(mut self) -> (Loop, Random) {
        let s = self.example.store.clone();
        let branches = self.random.pick(&[0, 0, 1, 1, 1, 2]);
        let stay = match self.random.chance(85) {
            true => {
                let bound = self.invariant();
                match self.random.below(4) {
                    0 => s.bv_slt(self.main, bound),
                    1 => s.bv_ult(self.main, bound),
                    2 => s.ne(self.main, bound),
                    _ => s.bv_ult(bound, self.main),
                }
            }
            false => s.tt(),
        };
        let conditions: Vec<TermId> = (0..branches).map(|_| self.condition()).collect();
        let kinds: Vec<u64> = (0..self.numbers.len())
            .map(|n| if n == 0 { self.random.below(2) } else { self.random.below(12) })
            .collect();
        for outcome in 0..1u32 << branches {
            if branches == 2 && outcome == 3 && self.random.chance(50) {
                continue;
            }
            let mut guard = vec![stay];
            for (number, &condition) in conditions.iter().enumerate() {
                let taken = outcome >> number & 1 == 1;
                guard.push(if taken { condition } else { s.not(condition) });
            }
            guard.retain(|&term| term != s.tt());
            let numbers = self.numbers.clone();
            let mut after: Vec<TermId> = (numbers.iter().zip(&kinds))
                .map(|(&symbol, &kind)| match self.random.chance(20) {
                    true => symbol,
                    false => self.update(symbol, kind),
                })
                .collect();
            if let Some(array) = self.array {
                after.push(match self.random.chance(35) {
                    true => array,
                    false => self.array_update(array),
                });
            }
            let locals = [self.local];
            self.example.path_with(&guard, &after, &locals);
        }
        (self.example, self.random)
    }
}

fn entry(example: &Loop, random: &mut Random) -> Model {
    let mut model = Model::new();
    let mut terms: Vec<TermId> = example.body.variables.iter().map(|v| v.symbol).collect();
    let width = example.store.sort(terms[0]).width();
    terms.extend((0..2).map(|n| example.invariant(&format!("n{n}"), width)));
    for term in terms {
        let Op::Var(symbol) = example.store.op(term) else { panic!("a variable") };
        model.set(&example.store, symbol, value(example.store.sort(term), random));
    }
    model
}

fn value(sort: Sort, random: &mut Random) -> Value {
    match sort {
        Sort::BitVec(width) => Value::BitVec(BitVec::new(width, random.next())),
        Sort::Bool => Value::Bool(random.chance(50)),
        _ => {
            let (index, element) = sort.array_parts().expect("an array");
            let mut array = lariat_term::ArrayValue::constant(index, Value::default_of(element));
            for _ in 0..5 {
                let at = value(index, random);
                let stored = match random.chance(50) {
                    true => Value::BitVec(BitVec::new(8, 1)),
                    false => value(element, random),
                };
                array = array.set(at, stored);
            }
            Value::Array(array)
        }
    }
}

/// Checks one random loop; says how each variable came out.
fn check(seed: u64) -> Vec<String> {
    let (mut example, mut random) = Generator::new(seed).build();
    let summary = example.summary();
    let entries: Vec<Model> = (0..20).map(|_| entry(&example, &mut random)).collect();
    let mut new_value = |sort: Sort| value(sort, &mut random);
    let result = paths_imply_summary(&example.store, &summary, entries, 12, &mut new_value);
    match result {
        Ok(()) => {}
        Err(CheckError::Overlap(..)) => panic!("seed {seed}: guards overlap"),
        Err(error) => {
            let print = |term: TermId| example.store.display(term).to_string();
            for path in &summary.body.paths {
                let guard: Vec<String> = path.guard.iter().map(|&t| print(t)).collect();
                let after: Vec<String> = path.after.iter().map(|&t| print(t)).collect();
                eprintln!("path if {guard:?}: {after:?}");
            }
            for value in &summary.memory.values {
                eprintln!("value {}", print(value.term()));
            }
            panic!("seed {seed}: {error}");
        }
    }
    (summary.memory.values.iter())
        .map(|value| match value {
            Iterated::Known { rule, .. } => rule.name().to_owned(),
            Iterated::Unknown { .. } => "unknown".to_owned(),
        })
        .collect()
}

#[test]
fn summaries_agree_with_executions() {
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds(0..400) {
        for outcome in check(seed) {
            *outcomes.entry(outcome).or_default() += 1;
        }
    }
    eprintln!("{outcomes:?}");
    assert!(outcomes.len() > 4, "the generator no longer reaches most rules: {outcomes:?}");
}
