//! Loops written down in a few lines, and questions about their summaries.
#![allow(unreachable_pub, reason = "it is used all over the tests")]

use std::sync::Arc;

use lariat_loop::check::{Checker, execute};
use lariat_loop::{IterationPath, LoopBody, Summary, Variable, iterate};
use lariat_solver::{Solver, SolverConfig};
use lariat_term::{ArrayValue, BitVec, Evaluator, Model, Sort, TermId, TermStore, Value};

/// A loop with its terms and a solver.
pub struct Loop {
    pub store: Arc<TermStore>,
    pub solver: Solver,
    pub body: LoopBody,
    pub context: Vec<TermId>,
}

impl Loop {
    /// A loop without variables and paths.
    pub fn new() -> Loop {
        let store = Arc::new(TermStore::new());
        let solver = Solver::new(Arc::clone(&store), SolverConfig::default());
        let body = LoopBody { variables: Vec::new(), paths: Vec::new() };
        Loop { store, solver, body, context: Vec::new() }
    }

    /// Adds a variable of any sort.
    pub fn variable_of(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.store.var(name, sort);
        self.body.variables.push(Variable { name: name.to_owned(), symbol });
        symbol
    }

    /// Adds a number.
    pub fn variable(&mut self, name: &str, width: u32) -> TermId {
        self.variable_of(name, Sort::BitVec(width))
    }

    /// A number the loop does not change.
    pub fn invariant(&self, name: &str, width: u32) -> TermId {
        self.store.var(name, Sort::BitVec(width))
    }

    /// The symbol of a variable.
    pub fn symbol(&self, name: &str) -> TermId {
        self.body.variables.iter().find(|v| v.name == name).expect("a variable").symbol
    }

    /// Adds a path without locals.
    pub fn path(&mut self, guard: &[TermId], after: &[TermId]) {
        self.path_with(guard, after, &[]);
    }

    /// Adds a path.
    pub fn path_with(&mut self, guard: &[TermId], after: &[TermId], locals: &[TermId]) {
        let (guard, after, locals) = (guard.to_vec(), after.to_vec(), locals.to_vec());
        self.body.paths.push(IterationPath { guard, after, locals });
    }

    /// The loop's summary, with counters κ1, κ2, …
    pub fn summary(&mut self) -> Summary {
        let counters: Vec<TermId> = (0..self.body.paths.len())
            .map(|path| {
                let sort = Sort::BitVec(lariat_loop::COUNTER_BITS);
                self.store.var(&format!("kappa{}", path + 1), sort)
            })
            .collect();
        let memory = iterate(&self.store, &mut self.solver, &self.context, &self.body, &counters);
        Summary::new(self.body.clone(), memory)
    }

    /// Whether the conditions can hold together.
    pub fn satisfiable(&mut self, conditions: &[TermId]) -> bool {
        self.solver.model_for(conditions).expect("the solver decides").is_some()
    }

    /// Asserts that two terms are equal whatever the variables are.
    pub fn same(&mut self, a: TermId, b: TermId) {
        self.same_if(&[], a, b);
    }

    /// Asserts that two terms are equal under the conditions.
    pub fn same_if(&mut self, conditions: &[TermId], a: TermId, b: TermId) {
        let equal = self.store.eq(a, b);
        assert_eq!(self.solver.must_be_true(conditions, equal), Ok(true), "the terms differ");
    }
}

/// A small generator of random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// A random value of a sort.
pub fn value(sort: Sort, random: &mut Random) -> Value {
    match sort {
        Sort::BitVec(width) => Value::BitVec(BitVec::new(width, random.next())),
        Sort::Bool => Value::Bool(random.chance(50)),
        _ => {
            let (index, element) = sort.array_parts().expect("an array");
            let mut array = ArrayValue::constant(index, Value::default_of(element));
            for _ in 0..5 {
                let at = value(index, random);
                let stored = match (random.chance(50), element) {
                    (true, Sort::BitVec(width)) => Value::BitVec(BitVec::new(width, 1)),
                    _ => value(element, random),
                };
                array = array.set(at, stored);
            }
            Value::Array(array)
        }
    }
}

impl Loop {
    /// Random values of everything the loop reads.
    pub fn entry(&self, random: &mut Random) -> Model {
        let mut terms: Vec<TermId> = self.body.variables.iter().map(|v| v.symbol).collect();
        for path in &self.body.paths {
            terms.extend(path.guard.iter().chain(&path.after));
        }
        let mut model = Model::new();
        for symbol in self.store.free_vars_of(&terms) {
            let sort = self.store.symbol_sort(symbol);
            model.set(&self.store, symbol, value(sort, random));
        }
        model
    }

    /// Checks the summary against executions from random states that satisfy the context.
    pub fn check(
        &self,
        summary: &Summary,
        entries: usize,
        bound: usize,
        random: &mut Random,
        what: &str,
    ) {
        let entries: Vec<Model> = (0..entries)
            .map(|_| self.entry(random))
            .filter(|model| {
                let mut evaluator = Evaluator::new(model.clone());
                let mut holds = |&term: &TermId| evaluator.eval_bool(&self.store, term);
                self.context.iter().all(|term| holds(term) == Ok(true))
            })
            .collect();
        let mut new_value = |sort: Sort| value(sort, random);
        // The summary's own guards may be weaker than those that decide.
        let checker = Checker::new(&self.store, summary, 3);
        let result = entries.iter().try_for_each(|entry| {
            checker.check(&execute(&self.store, &self.body, entry, bound, &mut new_value)?)
        });
        if let Err(error) = result {
            let print = |term: TermId| self.store.display(term).to_string();
            let mut text = String::new();
            for path in &summary.body.paths {
                let guard: Vec<String> = path.guard.iter().map(|&t| print(t)).collect();
                let after: Vec<String> = path.after.iter().map(|&t| print(t)).collect();
                text += &format!("path if {guard:?}: {after:?}\n");
            }
            for value in &summary.memory.values {
                text += &format!("value {}\n", print(value.term()));
            }
            panic!("{what}: {error}\n{text}");
        }
    }
}
