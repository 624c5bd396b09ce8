//! Which layers are on, and how far they go.

use std::sync::Arc;
use std::time::Duration;

use crate::log::QueryLog;

/// How the backend follows a path from one query to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Incremental {
    /// Every query starts with an empty solver.
    Off,
    /// Levels of assertions are kept as far as consecutive queries agree.
    PushPop,
    /// Every constraint is asserted once behind a literal, and a query assumes the literals of its constraints.
    Assumptions,
}

/// Settings of a [`Solver`](crate::Solver). Every layer has a switch, and every combination gives the same answers.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Simplify constraints before anything else is done with them.
    pub simplify: bool,
    /// Ask only about the constraints the question depends on.
    pub slice: bool,
    /// How many models of earlier queries to try; 0 switches the layer off.
    pub recent_models: usize,
    /// Decide questions about one number by intersecting intervals.
    pub intervals: bool,
    /// Change a model of the path a little to make it one of the question. Needs recent models.
    pub repair: bool,
    /// Decide questions about the order of numbers by giving them levels.
    pub orders: bool,
    /// Refute questions about floating-point numbers by the ranges of their terms.
    pub float_ranges: bool,
    /// Before a backend is asked about floating-point numbers, try the corner values of the variables and so many pseudo-random ones; 0
    /// switches it off.
    pub samples: usize,
    /// But evaluate no more terms than that. They take some ten milliseconds; what a backend needs for a product of two `double`s
    /// is seconds.
    pub samples_work: u64,
    /// Remember answers by the exact set of constraints.
    pub exact_cache: bool,
    /// Use answers of subsets and supersets of the constraints.
    pub subset_cache: bool,
    /// How much the caches hold, in constraints of stored queries and values of their models. The newest half is
    /// kept when they are full.
    pub cache_capacity: usize,
    /// For how many terms the layers remember what they found out about them before they start afresh.
    pub fact_capacity: usize,
    /// Replace an array that is only read, at no fewer constant places than this, by a variable for each place; 0 switches it off.
    pub elements: usize,
    /// Replace a quantifier whose bounds are constants at most this far apart by its instances; 0 switches it off.
    pub expand_quantifiers: u64,
    /// Before a backend is asked about a quantifier with symbolic ends, ask about so many of its first instances; 0 switches it off.
    pub unfold_quantifiers: u32,
    /// How the backend follows a path.
    pub incremental: Incremental,
    /// How many paths the backend can follow at once.
    pub contexts: usize,
    /// How many translated terms the backends may remember together; then those unused for longest are given up.
    pub backend_capacity: usize,
    /// Race the general procedure against the expanded form of a quantified query on a second thread.
    pub race: bool,
    /// The largest constant range a quantifier is expanded to for the race.
    pub race_expansion: u64,
    /// Try all values where the variables of a query have no more than so many together; 0 switches it off.
    pub few_values: u64,
    /// But only after backends have done so much work on such queries about a variable, in their own unit: most are easy for
    /// them. From then on they are not asked about it. With 0 they never are. A backend needs about a fifth of a second for it.
    pub few_values_after: u32,
    /// And with no more operations on machine words than that in one query. They take about a second.
    pub few_values_work: u64,
    /// How many words are kept for the queries that follow: 64 MB.
    pub few_values_capacity: usize,
    /// Before a backend works on numbers that many inputs make together, ask with variables in their place, with so much work; 0 switches it
    /// off. It takes some milliseconds. Of the questions about an index read with `atoi` from 16 characters, 72 of 190 are decided so, in 10 ms each instead of up to 10 s.
    pub cuts: u32,
    /// After so much work without an answer, in the backend's own unit, race the query as it is with one over mathematical integers; `None` switches
    /// it off. Work, not time: a busy machine asks the same questions.
    pub integers_after: Option<u32>,
    /// Instead of the race, ask over the integers with so much work first, and then go on with the query as it is. That takes longer where the integers do
    /// not help, but the same questions get the same answers every time.
    pub integers_in_turn: Option<u32>,
    /// Whether queries about bit-vectors are decided on their bits at all; without that there are only the integers, for comparison.
    pub bits: bool,
    /// The time a single query may take.
    pub time_limit: Option<Duration>,
    /// The work a single query may take, in the backend's own unit.
    pub resource_limit: Option<u32>,
    /// Answer every query with a plain backend too, and panic if the answers differ. For tests.
    pub cross_check: bool,
    /// Write every query that is asked, and every one that reaches a backend, to a file.
    pub log_queries: Option<Arc<QueryLog>>,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            simplify: true,
            slice: true,
            recent_models: 8,
            intervals: true,
            repair: true,
            orders: true,
            float_ranges: true,
            samples: 300,
            samples_work: 1 << 16,
            exact_cache: true,
            subset_cache: true,
            cache_capacity: 1 << 22,
            fact_capacity: 1 << 19,
            elements: 16,
            expand_quantifiers: 16,
            unfold_quantifiers: 16,
            incremental: Incremental::PushPop,
            contexts: 4,
            backend_capacity: 1 << 20,
            race: true,
            race_expansion: 512,
            few_values: 1 << 16,
            few_values_after: 200_000,
            few_values_work: 1 << 28,
            few_values_capacity: 1 << 23,
            cuts: 100_000,
            integers_after: None,
            integers_in_turn: None,
            bits: true,
            time_limit: None,
            resource_limit: None,
            cross_check: false,
            log_queries: None,
        }
    }
}

impl SolverConfig {
    /// Lets a single query take at most so much work, or less where less was allowed before.
    pub fn limit_work(&mut self, most: u32) {
        self.resource_limit = Some(self.resource_limit.map_or(most, |limit| limit.min(most)));
    }

    /// Every layer off: each query goes to a new backend as it is.
    pub fn plain() -> SolverConfig {
        SolverConfig {
            simplify: false,
            slice: false,
            recent_models: 0,
            intervals: false,
            repair: false,
            orders: false,
            float_ranges: false,
            samples: 0,
            exact_cache: false,
            subset_cache: false,
            elements: 0,
            expand_quantifiers: 0,
            unfold_quantifiers: 0,
            few_values: 0,
            cuts: 0,
            incremental: Incremental::Off,
            race: false,
            ..SolverConfig::default()
        }
    }
}
