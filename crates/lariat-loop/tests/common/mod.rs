//! Loops written down in a few lines, and questions about their summaries.
#![allow(dead_code, unreachable_pub, reason = "each test file uses some of it")]

use std::sync::Arc;

use lariat_loop::{IterationPath, LoopBody, Summary, Variable, iterate};
use lariat_solver::{Solver, SolverConfig};
use lariat_term::{Sort, TermId, TermStore};

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
