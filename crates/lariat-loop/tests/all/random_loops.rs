//! Random loops over small numbers, where wrap-around is frequent: every summary agrees with running the loop.
//!
//! A body is made of a few branch conditions; each combination of their outcomes is a path with updates of its own, so guards
//! are exclusive by construction. Updates are drawn from everything there is a rule for, and from things there is none for.

use std::collections::BTreeMap;

use crate::common::{Loop, Random};
use lariat_loop::{Iterated, Rule};
use lariat_term::testing::seeds;
use lariat_term::{Sort, TermId};

/// What a loop is to look like.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// Anything.
    Any,
    /// It walks over an array.
    Walking,
    /// Its variables sum each other up.
    Summing,
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
    /// Whether the loop is to look like one that walks over an array.
    walking: bool,
    /// Whether each variable is to be a sum of the one before it.
    summing: bool,
}

impl Generator {
    fn new(seed: u64, shape: Shape) -> Generator {
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
        let (walking, summing) = (shape == Shape::Walking, shape == Shape::Summing);
        Generator {
            random,
            example,
            width,
            numbers,
            invariants,
            array,
            local,
            main,
            walking,
            summing,
        }
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
        let writes =
            if self.walking { self.random.pick(&[1, 1, 2]) } else { 1 + self.random.below(3) };
        let base = if self.random.chance(80) { self.main } else { self.random.pick(&self.numbers) };
        let scale = self.random.pick(if self.walking { &[1, 1, 1, 2] } else { &[1, 1, 2, 3, 4] });
        let scale = s.bv_const(self.width, scale);
        let index = s.bv_mul(base, scale);
        let wide = |term: TermId| s.zero_extend(8 - self.width, term);
        if self.random.chance(25) {
            // A piece at once, as an inner loop leaves it.
            let size = s.bv_const(self.width, 1 + self.random.below(4));
            let value = match self.random.below(3) {
                0 => s.bv_const(8, self.random.below(256)),
                1 => wide(self.random.pick(&self.invariants)),
                _ => wide(base),
            };
            return s.lambda(Sort::BitVec(self.width), |cell| {
                let hit = s.bv_ult(s.bv_sub(cell, index), size);
                s.ite(hit, value, s.select(array, cell))
            });
        }
        for _ in 0..writes {
            let offset = match self.random.chance(50) {
                true => index,
                false => s.bv_add(index, s.bv_const(self.width, self.random.below(4))),
            };
            let kind = if self.walking {
                self.random.pick(&[0, 1, 2, 2, 4])
            } else {
                self.random.below(6)
            };
            let value = match kind {
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

    /// The condition for staying in a loop that walks over an array without leaving it, and its step.
    fn walk(&mut self) -> (TermId, TermId) {
        let s = self.example.store.clone();
        let size = 1u64 << self.width;
        let (low, high) = (self.random.below(4), size / 4 + self.random.below(size / 2));
        let (low, high) = (s.bv_const(self.width, low), s.bv_const(self.width, high));
        let bound = self.random.pick(&self.invariants);
        let step = self.random.pick(&[1, 1, 2, 1u64.wrapping_neg()]);
        let inside = s.and(&[s.bv_ule(low, self.main), s.bv_ult(self.main, high)]);
        let stay = s.and(&[inside, s.bv_ult(self.main, bound)]);
        (stay, s.bv_add(self.main, s.bv_const(self.width, step)))
    }

    fn build(mut self) -> (Loop, Random) {
        let s = self.example.store.clone();
        let branches = match self.walking {
            true => self.random.pick(&[0, 0, 0, 1]),
            false => self.random.pick(&[0, 0, 1, 1, 1, 2]),
        };
        let walk = self.walking.then(|| self.walk());
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
        let stay = walk.map_or(stay, |(stay, _)| stay);
        let conditions: Vec<TermId> = (0..branches).map(|_| self.condition()).collect();
        let kinds: Vec<u64> = (0..self.numbers.len())
            .map(|n| if n == 0 { self.random.below(2) } else { self.random.below(12) })
            .collect();
        let links = if self.summing { self.numbers.len() } else { 1 };
        let summed: Vec<TermId> = (1..links)
            .map(|n| {
                let (factor, step) = (self.constant(), self.invariant());
                let before = self.random.pick(&self.numbers[..n]);
                let other = self.random.pick(&[step, self.numbers[n - 1], before]);
                let step = s.bv_add(s.bv_mul(self.numbers[n - 1], factor), other);
                s.bv_add(self.numbers[n], step)
            })
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
            for (n, &sum) in summed.iter().enumerate() {
                if self.random.chance(95) {
                    after[n + 1] = sum;
                }
            }
            if let Some((_, next)) = walk {
                after[0] = next;
            }
            if let Some(array) = self.array {
                let untouched = if self.walking { 10 } else { 35 };
                after.push(match self.random.chance(untouched) {
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

/// Checks one random loop; says how each variable came out.
fn check(seed: u64, shape: Shape) -> Vec<String> {
    let (mut example, mut random) = Generator::new(seed, shape).build();
    // Sometimes the summary is made from weaker guards than those that decide, as if something had been unknown.
    let whole = example.body.clone();
    if random.chance(25) {
        for path in &mut example.body.paths {
            path.guard.retain(|_| random.chance(60));
        }
    }
    let summary = example.summary();
    example.body = whole;
    example.check(&summary, 20, 12, &mut random, &format!("seed {seed}"));
    (summary.memory.values.iter())
        .map(|value| match value {
            Iterated::Known { rule, .. } => rule.name().to_owned(),
            Iterated::Unknown { .. } => "unknown".to_owned(),
        })
        .collect()
}

/// The outcomes of the loops with these seeds.
fn outcomes(seeds: std::ops::Range<u64>, shape: Shape) -> BTreeMap<String, usize> {
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds {
        for outcome in check(seed, shape) {
            *outcomes.entry(outcome).or_default() += 1;
        }
    }
    outcomes
}

/// Asserts that the rules are reached, unless the seeds are other ones than usual.
fn expect_rules(outcomes: &BTreeMap<String, usize>, rules: &[Rule]) {
    if std::env::var_os("FUZZ_SEED").is_some() {
        return;
    }
    for rule in rules {
        assert!(outcomes.contains_key(rule.name()), "no loop reaches {rule}: {outcomes:?}");
    }
}

#[test]
fn summaries_agree_with_executions() {
    let reached = [
        Rule::Unchanged,
        Rule::Progression,
        Rule::SetInvariant,
        Rule::LastValue,
        Rule::Copy,
        Rule::LastWriter,
        Rule::PolynomialSum,
        Rule::Recurrence,
        Rule::MergedPaths,
        Rule::Phases,
    ];
    expect_rules(&outcomes(seeds(0..300), Shape::Any), &reached);
}

#[test]
fn array_summaries_agree_with_executions() {
    let reached = [Rule::ArrayWrite, Rule::ArrayProgression, Rule::ArrayOverlay];
    expect_rules(&outcomes(seeds(1000..1150), Shape::Walking), &reached);
}

#[test]
fn sums_agree_with_executions() {
    let reached = [Rule::PolynomialSum, Rule::SumOfSums];
    expect_rules(&outcomes(seeds(2000..2120), Shape::Summing), &reached);
}
