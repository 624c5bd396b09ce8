//! The state of the computation of an iterated memory: what is known so far, and substitution of it.

use lariat_solver::Solver;
use lariat_term::{SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{LoopBody, symbol_of};
use crate::memory::{Choice, fresh_star};
use crate::rules::Rule;

/// What a question may take that is hard as a rule, in the backend's own unit.
const LITTLE_EFFORT: u32 = 400_000;

/// What is known so far.
pub(crate) struct Progress<'a> {
    pub(crate) store: &'a TermStore,
    pub(crate) solver: &'a mut Solver,
    /// What holds in every iteration, because it mentions no variable of the loop.
    pub(crate) context: Vec<TermId>,
    pub(crate) body: &'a LoopBody,
    pub(crate) counters: Vec<TermId>,
    /// Per variable: value and rule.
    pub(crate) known: Vec<Option<(TermId, Rule)>>,
    /// Per variable: what stands for its value while that is unknown.
    pub(crate) stars: Vec<TermId>,
    /// Per variable: why the last attempt gave nothing.
    pub(crate) reasons: Vec<Option<String>>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) facts: Vec<TermId>,
    pub(crate) order: Option<Vec<usize>>,
    /// Per variable: it is a progression that does not wrap as a signed, as an unsigned number.
    pub(crate) no_wrap: Vec<[bool; 2]>,
    /// Per variable that is a progression: the paths that add something, with what they add.
    pub(crate) steps: Vec<Option<Vec<(usize, TermId)>>>,
    locals: FxHashSet<SymbolId>,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(
        store: &'a TermStore,
        solver: &'a mut Solver,
        context: &'a [TermId],
        body: &'a LoopBody,
        counters: Vec<TermId>,
    ) -> Progress<'a> {
        let stars = (body.variables.iter())
            .map(|variable| fresh_star(store, &variable.name, store.sort(variable.symbol)))
            .collect();
        let locals = (body.paths.iter())
            .flat_map(|path| path.locals.iter())
            .filter_map(|&local| symbol_of(store, local))
            .collect();
        let variables = body.variables.len();
        // What is known about values at loop entry says nothing about later iterations.
        let context = (context.iter().copied())
            .filter(|&condition| {
                let free = store.free_vars(condition);
                !body.variables.iter().any(|variable| {
                    symbol_of(store, variable.symbol)
                        .is_some_and(|symbol| free.binary_search(&symbol).is_ok())
                })
            })
            .collect();
        Progress {
            store,
            solver,
            context,
            body,
            counters,
            known: vec![None; variables],
            stars,
            reasons: vec![None; variables],
            choices: Vec::new(),
            facts: Vec::new(),
            order: None,
            no_wrap: vec![[false; 2]; variables],
            steps: vec![None; variables],
            locals,
        }
    }

    /// The symbols of the variables with their values after κ iterations, or what stands for these.
    pub(crate) fn start_map(&self) -> FxHashMap<SymbolId, TermId> {
        (self.body.variables.iter().zip(&self.known).zip(&self.stars))
            .filter_map(|((variable, known), &star)| {
                let value = known.as_ref().map_or(star, |(value, _)| *value);
                symbol_of(self.store, variable.symbol).map(|symbol| (symbol, value))
            })
            .collect()
    }

    /// A term over an iteration's symbols as a term over the values at loop entry and the counters of the iterations before.
    /// The reason if it depends on something that the counters do not determine.
    pub(crate) fn at_start(&self, term: TermId) -> Result<TermId, String> {
        self.at_start_with(term, &self.start_map())
    }

    /// [`at_start`](Progress::at_start) with other values for some symbols.
    pub(crate) fn at_start_with(
        &self,
        term: TermId,
        map: &FxHashMap<SymbolId, TermId>,
    ) -> Result<TermId, String> {
        let value = self.store.substitute(term, map);
        self.determined(value)?;
        Ok(value)
    }

    /// [`at_start`](Progress::at_start) of an iteration after which, and in which, no path of `setters` is taken: what is chosen among them stays as it is.
    pub(crate) fn at_start_behind(
        &self,
        term: TermId,
        setters: &[usize],
    ) -> Result<TermId, String> {
        let value = self.store.substitute(term, &self.start_map());
        self.determined_but(value, |choice| {
            choice.meaning.setters().iter().all(|setter| setters.contains(setter))
        })?;
        Ok(value)
    }

    /// That the term contains nothing the counters do not determine.
    pub(crate) fn determined(&self, value: TermId) -> Result<(), String> {
        self.determined_but(value, |_| false)
    }

    /// That the term contains nothing the counters do not determine, but some choices.
    fn determined_but(&self, value: TermId, known: impl Fn(&Choice) -> bool) -> Result<(), String> {
        for symbol in self.store.free_vars(value) {
            let term = self.store.symbol_term(symbol);
            if let Some(variable) = self.stars.iter().position(|&star| star == term) {
                return Err(format!("depends on {}", self.body.variables[variable].name));
            }
            if self.locals.contains(&symbol) {
                let name = self.store.symbol_name(symbol);
                return Err(format!("depends on {name}, which is new in each iteration"));
            }
            if self.choices.iter().any(|choice| choice.term == term && !known(choice)) {
                return Err("depends on the order of the paths".to_owned());
            }
        }
        Ok(())
    }

    /// The numbers of the counters that the term contains.
    pub(crate) fn counters_in(&self, term: TermId) -> Vec<usize> {
        let free = self.store.free_vars(term);
        let contains = |counter: TermId| {
            symbol_of(self.store, counter).is_some_and(|symbol| free.binary_search(&symbol).is_ok())
        };
        (0..self.counters.len()).filter(|&path| contains(self.counters[path])).collect()
    }

    /// Whether the term contains this free variable.
    pub(crate) fn mentions(&self, term: TermId, variable: TermId) -> bool {
        let Some(symbol) = symbol_of(self.store, variable) else { return false };
        self.store.free_vars(term).binary_search(&symbol).is_ok()
    }

    /// The term with other terms for some counters.
    pub(crate) fn with_counters(
        &self,
        term: TermId,
        replaced: impl IntoIterator<Item = (usize, TermId)>,
    ) -> TermId {
        let map = (replaced.into_iter())
            .filter_map(|(path, by)| symbol_of(self.store, self.counters[path]).map(|s| (s, by)))
            .collect();
        self.store.substitute(term, &map)
    }

    /// The variable's value at the end of an iteration along the path.
    pub(crate) fn after(&self, path: usize, variable: usize) -> TermId {
        self.body.paths[path].after[variable]
    }

    /// What a path adds to a variable, in terms of the iteration's symbols.
    ///
    /// # Errors
    /// If it does something else.
    pub(crate) fn added_on(&self, path: usize, variable: usize) -> Result<TermId, String> {
        let symbol = self.symbol(variable);
        let step = self.store.bv_sub(self.after(path, variable), symbol);
        match self.mentions(step, symbol) {
            true => Err("a path does something else than adding to it".to_owned()),
            false => Ok(step),
        }
    }

    /// The variable's symbol.
    pub(crate) fn symbol(&self, variable: usize) -> TermId {
        self.body.variables[variable].symbol
    }

    /// The paths that change the variable.
    pub(crate) fn setters(&self, variable: usize) -> Vec<usize> {
        let symbol = self.symbol(variable);
        (0..self.body.paths.len()).filter(|&path| self.after(path, variable) != symbol).collect()
    }

    /// Whether it is easily seen that the condition holds in every iteration along the path.
    pub(crate) fn holds_cheaply_on(&mut self, path: usize, condition: TermId) -> bool {
        self.solver.set_effort(Some(LITTLE_EFFORT));
        let holds = self.holds_on(path, condition);
        self.solver.set_effort(None);
        holds
    }

    /// Whether the condition holds in every iteration along the path.
    pub(crate) fn holds_on(&mut self, path: usize, condition: TermId) -> bool {
        let mut constraints = self.context.clone();
        constraints.extend(&self.body.paths[path].guard);
        self.solver.must_be_true(&constraints, condition).unwrap_or(false)
    }
}
