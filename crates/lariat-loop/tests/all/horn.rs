//! Programs as Horn clauses: what is proved about small random ones is compared with all their runs.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_loop::{HornEffort, HornLoop, HornSystem, LastStep, Step, Variable, prove, terminates};
use lariat_solver::{Solver, SolverConfig};
use lariat_term::{Evaluator, Model, Op, Sort, SymbolId, TermId, TermStore, Value};

const WIDTH: u32 = 3;

/// Names of counters of iterations, of the outer and of the inner loop.
const COUNTS: [&str; 2] = ["outer count", "inner count"];

fn symbol(store: &TermStore, term: TermId) -> SymbolId {
    match store.op(term) {
        Op::Var(symbol) => symbol,
        _ => panic!("not a variable"),
    }
}

fn solver(store: &Arc<TermStore>) -> Solver {
    let limit = Some(Duration::from_secs(5));
    Solver::new(Arc::clone(store), SolverConfig { time_limit: limit, ..SolverConfig::default() })
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// An outer loop over x and y, an inner one over z, and an input that is read on every way.
struct Random {
    store: Arc<TermStore>,
    system: HornSystem,
    outer: Vec<TermId>,
    inner: Vec<TermId>,
    input: TermId,
}

impl Random {
    fn new(seed: u64) -> Random {
        let store = Arc::new(TermStore::new());
        let mut numbers = Numbers(seed);
        let sort = Sort::BitVec(WIDTH);
        // The input has the same name on every way, as inputs have.
        let input = store.var("input", sort);
        let outer = [store.fresh_var("x", sort), store.fresh_var("y", sort)];
        // They are variables of loops in some tests, and such are made before their loop's mark.
        let _ = COUNTS.map(|name| store.var(name, sort));
        let mark = symbol(&store, store.fresh_var("mark", Sort::Bool)).index();
        let inner = store.fresh_var("z", sort);
        let inner_mark = symbol(&store, store.fresh_var("mark", Sort::Bool)).index();
        let [x, y] = outer;
        let known = [x, y, input];
        let inside = [x, y, inner, input];
        let mut number = |over: &[TermId]| {
            let variable = over[numbers.below(over.len() as u64) as usize];
            let constant = store.bv_const(WIDTH, numbers.below(8));
            match numbers.below(4) {
                0 => constant,
                1 => variable,
                _ => store.bv_add(variable, store.bv_const(WIDTH, 1 + numbers.below(2) * 6)),
            }
        };
        let mut pairs = Vec::new();
        for over in [&known[..], &inside[..]] {
            for _ in 0..8 {
                pairs.push((number(over), number(over)));
            }
        }
        let condition = |kind: u64, (a, b): (TermId, TermId)| match kind {
            0 => store.bv_ult(a, b),
            1 => store.bv_slt(a, b),
            2 => store.ne(a, b),
            _ => store.eq(a, b),
        };
        let mut kinds = Numbers(seed ^ 77);
        let mut pick = |from: usize| {
            let at = from + kinds.below(8) as usize;
            condition(kinds.below(4), pairs[at])
        };
        let enters = pick(0);
        let locals = vec![input];
        let variable = |name: &str, symbol| Variable { name: name.into(), symbol };
        let outer_loop = HornLoop {
            variables: vec![variable("x", x), variable("y", y)],
            entry: vec![store.bv_const(WIDTH, 0), store.bv_const(WIDTH, seed % 8)],
            context: Vec::new(),
            known: 0,
            source: None,
            mark,
            locals: Vec::new(),
        };
        let inner_loop = HornLoop {
            variables: vec![variable("z", inner)],
            entry: vec![pairs[1].0],
            context: vec![enters],
            known: 0,
            source: Some(0),
            mark: inner_mark,
            locals: locals.clone(),
        };
        // Inputs read on the way to the inner loop are fixed inside of it, so what is read there has another name.
        let later = store.var("later", sort);
        let renamed = |term: TermId| {
            store.substitute(term, &[(symbol(&store, input), later)].into_iter().collect())
        };
        let steps = vec![
            Step {
                source: 0,
                target: 0,
                conditions: vec![store.not(enters), pick(0)],
                values: vec![pairs[2].0, pairs[3].1],
                locals: locals.clone(),
            },
            Step {
                source: 1,
                target: 1,
                conditions: vec![renamed(pick(8)), renamed(pick(8))],
                values: vec![renamed(pairs[9].0)],
                locals: vec![later],
            },
            Step {
                source: 1,
                target: 0,
                conditions: vec![renamed(pick(8))],
                values: vec![renamed(pairs[10].1), renamed(pairs[11].0)],
                locals: vec![later],
            },
        ];
        let goals = vec![LastStep { source: Some(0), conditions: vec![pick(0), pick(0)], locals }];
        let system = HornSystem {
            loops: vec![outer_loop, inner_loop],
            steps,
            goals,
            ..HornSystem::default()
        };
        Random { store, system, outer: outer.to_vec(), inner: vec![inner], input }
    }

    /// The same with a limit on the iterations of each loop, which makes all runs end.
    fn ending(seed: u64, most: [u64; 2]) -> Random {
        let mut random = Random::new(seed);
        let store = Arc::clone(&random.store);
        let sort = Sort::BitVec(WIDTH);
        let number = |value| store.bv_const(WIDTH, value);
        let counts = COUNTS.map(|name| store.var(name, sort));
        random.outer.push(counts[0]);
        random.inner.push(counts[1]);
        for (entered, count) in random.system.loops.iter_mut().zip(counts) {
            entered.variables.push(Variable { name: "count".into(), symbol: count });
            entered.entry.push(number(0));
        }
        for step in &mut random.system.steps {
            step.conditions.push(store.bv_ult(counts[step.target], number(most[step.target])));
            step.values.push(store.bv_add(counts[step.target], number(1)));
        }
        random
    }

    fn eval(&self, values: &[(TermId, u64)], term: TermId) -> u64 {
        let mut model = Model::new();
        for &(variable, value) in values {
            let value = Value::BitVec(lariat_term::BitVec::new(WIDTH, value));
            model.set(&self.store, symbol(&self.store, variable), value);
        }
        match Evaluator::new(Arc::new(model)).eval(&self.store, term).expect("a small term") {
            Value::Bool(truth) => u64::from(truth),
            Value::BitVec(bits) => bits.to_u64().expect("few bits"),
            other => panic!("{other:?}"),
        }
    }

    fn hold(&self, values: &[(TermId, u64)], conditions: &[TermId]) -> bool {
        conditions.iter().all(|&condition| self.eval(values, condition) == 1)
    }

    /// All runs: whether the goal is reached, and whether one goes on forever.
    fn runs(&self) -> (bool, bool) {
        let later = self.store.var("later", Sort::BitVec(WIDTH));
        let all = || 0..1u64 << WIDTH;
        let width = self.outer.len();
        let with = |symbols: &[TermId], values: &[u64]| -> Vec<(TermId, u64)> {
            symbols.iter().copied().zip(values.iter().copied()).collect()
        };
        let mut seen: BTreeSet<Vec<u64>> = BTreeSet::new();
        let mut edges: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
        let start: Vec<u64> =
            self.system.loops[0].entry.iter().map(|&e| self.eval(&[], e)).collect();
        let mut work = vec![start];
        let mut reached = false;
        while let Some(state) = work.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            let mut next = Vec::new();
            let mut values = with(&self.outer, &state);
            if state.len() == width {
                for read in all() {
                    values.truncate(width);
                    values.push((self.input, read));
                    reached |= self.hold(&values, &self.system.goals[0].conditions);
                    let step = &self.system.steps[0];
                    if self.hold(&values, &step.conditions) {
                        next.push(step.values.iter().map(|&v| self.eval(&values, v)).collect());
                    }
                    let inner = &self.system.loops[1];
                    if self.hold(&values, &inner.context) {
                        let mut to = state.clone();
                        to.push(read);
                        to.extend(inner.entry.iter().map(|&entry| self.eval(&values, entry)));
                        next.push(to);
                    }
                }
            } else {
                values.push((self.input, state[width]));
                values.extend(with(&self.inner, &state[width + 1..]));
                for read in all() {
                    values.truncate(state.len());
                    values.push((later, read));
                    for step in &self.system.steps[1..] {
                        if self.hold(&values, &step.conditions) {
                            let mut to: Vec<u64> =
                                step.values.iter().map(|&v| self.eval(&values, v)).collect();
                            if step.target == 1 {
                                to.splice(0..0, state[..=width].iter().copied());
                            }
                            next.push(to);
                        }
                    }
                }
            }
            for to in next {
                edges.push((state.clone(), to.clone()));
                work.push(to);
            }
        }
        // Taking away states without successors leaves the cycles and what leads to them.
        let mut left = seen;
        loop {
            let alive: BTreeSet<Vec<u64>> = (edges.iter())
                .filter(|(from, to)| left.contains(from) && left.contains(to))
                .map(|(from, _)| from.clone())
                .collect();
            if alive.len() == left.len() {
                return (reached, !left.is_empty());
            }
            left = alive;
        }
    }
}

#[test]
fn what_is_proved_holds_in_all_runs() {
    let (mut proofs, mut ends) = (0, 0);
    for seed in 1..=60 {
        let random = Random::new(seed);
        let (reached, endless) = random.runs();
        let mut solver = solver(&random.store);
        let until = || Instant::now() + Duration::from_secs(2);
        let proof = prove(&random.store, &mut solver, &random.system, HornEffort::Full, until());
        assert!(!(reached && proof.is_some()), "seed {seed}: the goal is reached");
        proofs += usize::from(proof.is_some());
        let shown = terminates(&random.store, &mut solver, &random.system, until()).is_ok();
        assert!(!(endless && shown), "seed {seed}: a run goes on forever");
        ends += usize::from(shown);
    }
    // Otherwise nothing was tested.
    assert!(proofs >= 5 && ends >= 3, "{proofs} proofs, {ends} that end");
}

/// Where all runs end soon, nothing is left open: the goal is proved unreachable just where no run reaches it.
#[test]
fn all_runs_of_programs_that_end_are_followed() {
    let mut proofs = 0;
    for seed in 1..=80 {
        let random = Random::ending(seed, [2 + seed % 2, 1 + seed % 3]);
        let (reached, endless) = random.runs();
        assert!(!endless, "seed {seed}: all runs end");
        let mut solver = solver(&random.store);
        let until = Instant::now() + Duration::from_secs(20);
        let effort = if seed % 2 == 0 { HornEffort::Little } else { HornEffort::Full };
        let proof = prove(&random.store, &mut solver, &random.system, effort, until);
        assert_eq!(proof.is_some(), !reached, "seed {seed}");
        proofs += usize::from(proof.is_some());
    }
    assert!((20..=60).contains(&proofs), "{proofs} proofs");
}

/// Two loops, one after the other, that share a counter: only together they have an invariant.
#[test]
fn loops_after_each_other_are_proved_together() {
    let store = Arc::new(TermStore::new());
    let sort = Sort::BitVec(32);
    let number = |value| store.bv_const(32, value);
    let limit = store.fresh_var("n", sort);
    let up = [store.fresh_var("i", sort), store.fresh_var("k", sort)];
    let mark = symbol(&store, store.fresh_var("mark", Sort::Bool)).index();
    let down = [store.fresh_var("j", sort), store.fresh_var("k", sort)];
    let later = symbol(&store, store.fresh_var("mark", Sort::Bool)).index();
    let variables =
        |pair: [TermId; 2]| pair.map(|symbol| Variable { name: "v".into(), symbol }).to_vec();
    let plus = |term, value| store.bv_add(term, number(value));
    let less = 0xffff_ffff;
    let positive = store.bv_slt(number(0), limit);
    let system = HornSystem {
        loops: vec![
            HornLoop {
                variables: variables(up),
                entry: vec![number(0), number(0)],
                context: vec![positive],
                known: 0,
                source: None,
                mark,
                locals: Vec::new(),
            },
            HornLoop {
                variables: variables(down),
                entry: vec![number(0), up[1]],
                context: vec![positive, store.not(store.bv_slt(up[0], limit))],
                known: 1,
                source: Some(0),
                mark: later,
                locals: Vec::new(),
            },
        ],
        steps: vec![
            Step {
                source: 0,
                target: 0,
                conditions: vec![store.bv_slt(up[0], limit)],
                values: vec![plus(up[0], 1), plus(up[1], 1)],
                locals: Vec::new(),
            },
            Step {
                source: 1,
                target: 1,
                conditions: vec![store.bv_slt(down[0], limit)],
                values: vec![plus(down[0], 1), plus(down[1], less)],
                locals: Vec::new(),
            },
        ],
        // The counter is used up too early.
        goals: vec![LastStep {
            source: Some(1),
            conditions: vec![store.bv_slt(down[0], limit), store.bv_sle(down[1], number(0))],
            locals: Vec::new(),
        }],
        ..HornSystem::default()
    };
    let mut solver = solver(&store);
    let until = || Instant::now() + Duration::from_secs(60);
    assert!(prove(&store, &mut solver, &system, HornEffort::Full, until()).is_some());
    assert_eq!(terminates(&store, &mut solver, &system, until()), Ok(()));
    // With one more iteration it is used up.
    let mut wrong = system.clone();
    wrong.goals[0].conditions[0] = store.bv_sle(down[0], limit);
    assert!(prove(&store, &mut solver, &wrong, HornEffort::Full, until()).is_none());
}
