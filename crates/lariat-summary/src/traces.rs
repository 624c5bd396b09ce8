//! Runs of a way: its loops iteration by iteration, with everything that is read in them in the order of execution.
//!
//! The condition of a way forgets in which order iterations along different paths come, and it has no place for what they read: an input read in a loop is
//! a different one in each iteration. So where that matters, a candidate is not a model of the condition but a *trace*: it says for every loop which path each
//! iteration takes, the loops inside that path included. A trace is an ordinary path condition. Its iterations are instances of the generic one, with
//! variables of their own for what is new in it, and the values at an iteration's start are those at the end of the one before, not closed forms. Its
//! inputs are those of the way and of all iterations, in order.
//!
//! Traces are found by searching: a node is a trace that has come to the head of a loop, and it goes on along each path or leaves the loop. Two nodes
//! whose variables have the same values, under the same conditions as far as they are about these values, have the same future, so one of them is enough.
//! That makes the search one through the states of the program rather than through its paths: a machine that is driven by inputs has few states, be the
//! way to the goal as long as it may. Where a model of the condition says how often each path runs, the search can be told to follow it.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use lariat_exec::{Input, TestInput};
use lariat_loop::{COUNTER_BITS, Iterated};
use lariat_solver::Solver;
use lariat_term::{Model, Op, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::found::{Replacements, locals, symbol_of};
use crate::unfolding::{AppliedLoop, like};
use crate::way::Way;

/// When a loop was taken on a way, or on a path of another loop's body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    /// The conditions that taking it has added; they say what a trace says better.
    pub(crate) conditions: Range<usize>,
    /// How many inputs were read before it.
    pub(crate) inputs: usize,
}

/// What a trace needs to know of a path through a loop's body.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathTrace {
    /// The inputs that are read on it, without those of loops inside it.
    pub(crate) inputs: Vec<Input>,
    /// How many conditions and inputs there were when the iteration started.
    pub(crate) start: (usize, usize),
    /// All variables that are made anew in every iteration, also those that only the loops inside it are about.
    pub(crate) fresh: Vec<TermId>,
}

impl PathTrace {
    /// Of an iteration that has read these inputs and gone through these loops: variables after the mark are new in it.
    pub(crate) fn new(
        store: &TermStore,
        mark: usize,
        start: (usize, usize),
        read: &[Input],
        terms: &[TermId],
        inner: &[AppliedLoop],
    ) -> PathTrace {
        let mut terms = terms.to_vec();
        terms.extend(read.iter().flat_map(|input| input.bytes.iter().copied()));
        let mut bound = FxHashSet::default();
        for applied in inner {
            terms.extend(applied.ties());
            bound.extend(applied.entry.keys().copied());
        }
        let mut fresh = locals(store, mark, read, &terms);
        fresh.retain(|local| !bound.contains(&symbol_of(store, *local)));
        PathTrace { inputs: read.to_vec(), start, fresh }
    }
}

impl AppliedLoop {
    /// The terms by which a loop is tied to what is around it: entry values, counters, values after it.
    pub(crate) fn ties(&self) -> Vec<TermId> {
        let memory = &self.summary.memory;
        let values = memory.values.iter().map(Iterated::term);
        let choices = memory.choices.iter().map(|choice| choice.term);
        let all = self.counters.iter().copied().chain(values).chain(choices);
        all.chain(self.entry.values().copied()).collect()
    }
}

/// Something on a way or a path, in the order of execution.
#[derive(Clone, Copy)]
pub(crate) enum Step<'w> {
    Condition(TermId),
    Read(&'w Input),
    Loop(&'w AppliedLoop),
}

/// The steps of a way or of a path through a body.
pub(crate) fn steps<'w>(
    conditions: &[TermId],
    inputs: &'w [Input],
    loops: &'w [AppliedLoop],
    (first_condition, first_input): (usize, usize),
) -> Vec<Step<'w>> {
    let mut steps = Vec::new();
    let (mut condition, mut input) = (0, 0);
    for applied in loops {
        let taken = &applied.taken;
        let before = taken.conditions.start.saturating_sub(first_condition).min(conditions.len());
        steps.extend(
            conditions.get(condition..before).into_iter().flatten().copied().map(Step::Condition),
        );
        let read = taken.inputs.saturating_sub(first_input).min(inputs.len());
        steps.extend(inputs.get(input..read).into_iter().flatten().map(Step::Read));
        steps.push(Step::Loop(applied));
        condition = taken.conditions.end.saturating_sub(first_condition).min(conditions.len());
        input = read.max(input);
    }
    steps.extend(conditions[condition..].iter().copied().map(Step::Condition));
    steps.extend(inputs[input..].iter().map(Step::Read));
    steps
}

/// A list of steps that is being gone through.
#[derive(Clone)]
struct Frame<'w> {
    steps: Arc<Vec<Step<'w>>>,
    at: usize,
    /// What its variables are in this trace.
    now: Arc<Replacements>,
    /// The loop at whose head it is.
    at_head: Option<Head<'w>>,
}

/// The head of a loop between two iterations.
#[derive(Clone)]
struct Head<'w> {
    applied: &'w AppliedLoop,
    values: Vec<TermId>,
    counts: Vec<u64>,
    /// The path of the iteration that is going on.
    path: usize,
}

/// A trace that is at the head of a loop, or at its end.
#[derive(Clone)]
struct Node<'w> {
    frames: Vec<Frame<'w>>,
    /// All conditions so far.
    conditions: Vec<TermId>,
    /// Those that what comes may still depend on.
    relevant: Vec<TermId>,
    /// Those that were added since the last question.
    added: Vec<TermId>,
    inputs: Vec<Input>,
    /// The variables of iterations, each with the one it stands for.
    renamed: Vec<(TermId, TermId)>,
    model: Arc<Model>,
}

/// How a search goes on at the head of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Leave,
    Path(usize),
}

/// A search for traces of a way.
pub(crate) struct Traces<'w> {
    way: &'w Way,
    /// Steps of every loop's paths, which many nodes share.
    paths: FxHashMap<(usize, usize), Arc<Vec<Step<'w>>>>,
    open: VecDeque<Node<'w>>,
    seen: FxHashSet<Vec<TermId>>,
    found: VecDeque<Traced>,
    /// Variables after this one belong to a trace.
    mark: usize,
    started: bool,
    /// How often each path of the way's loops runs, if the search is told.
    told: Option<FxHashMap<TermId, u64>>,
    /// When to give up.
    until: Option<Instant>,
}

/// A trace's input.
pub(crate) struct Traced {
    pub(crate) input: TestInput,
    pub(crate) model: Arc<Model>,
}

impl<'w> Traces<'w> {
    /// All traces of a way, those with few iterations first.
    pub(crate) fn new(way: &'w Way) -> Traces<'w> {
        Traces {
            way,
            paths: FxHashMap::default(),
            open: VecDeque::new(),
            seen: FxHashSet::default(),
            found: VecDeque::new(),
            mark: 0,
            started: false,
            told: None,
            until: None,
        }
    }

    /// Whether traces are what a way's candidates have to be: it has loops that read inputs.
    pub(crate) fn matter(way: &Way) -> bool {
        way.loops.iter().any(|applied| applied.reads)
    }

    /// The next trace, after looking at no more than so many nodes, which are taken off the number.
    pub(crate) fn next(
        &mut self,
        store: &TermStore,
        solver: &mut Solver,
        nodes: &mut usize,
    ) -> Option<Traced> {
        if !self.started {
            self.started = true;
            self.mark = symbol_of(store, store.fresh_var("mark", Sort::Bool)).index();
            let start = self.start();
            let traced = self.put(store, solver, start);
            self.found.extend(traced);
        }
        if let Some(traced) = self.found.pop_front() {
            return Some(traced);
        }
        while *nodes > 0 && self.until.is_none_or(|until| Instant::now() < until) {
            *nodes -= 1;
            // Told traces are followed to their end; others are found with few iterations first.
            let next =
                if self.told.is_some() { self.open.pop_back() } else { self.open.pop_front() };
            let node = next?;
            for choice in self.choices(&node) {
                let mut next = node.clone();
                self.choose(store, &mut next, choice);
                let traced = self.put(store, solver, next);
                self.found.extend(traced);
            }
            if let Some(traced) = self.found.pop_front() {
                return Some(traced);
            }
        }
        None
    }

    fn start(&self) -> Node<'w> {
        let state = &self.way.state;
        let steps = steps(&state.path, &state.inputs, &self.way.loops, (0, 0));
        Node {
            frames: vec![Frame {
                steps: Arc::new(steps),
                at: 0,
                now: Arc::default(),
                at_head: None,
            }],
            conditions: Vec::new(),
            relevant: Vec::new(),
            added: Vec::new(),
            inputs: Vec::new(),
            renamed: Vec::new(),
            model: Arc::default(),
        }
    }

    /// Goes on to the next head and keeps the node there if it is possible and new; the trace if it is at its end.
    fn put(
        &mut self,
        store: &TermStore,
        solver: &mut Solver,
        mut node: Node<'w>,
    ) -> Option<Traced> {
        let at_end = self.advance(store, &mut node)?;
        let added = std::mem::take(&mut node.added);
        if !added.is_empty() {
            let question = store.and(&added);
            let answer = solver.check_with_model(&node.relevant, question, Some(&node.model));
            match answer.into_model() {
                Ok(Some(model)) => node.model = model,
                // A part that cannot be decided is left out: what is found is run anyway.
                Ok(None) | Err(_) => return None,
            }
            node.conditions.extend(&added);
            node.relevant.extend(added);
        }
        if at_end {
            return traced(store, solver, &node);
        }
        let key = self.key(store, &mut node);
        if self.seen.insert(key) {
            self.open.push_back(node);
        }
        None
    }

    /// Runs to the next head or the end; none if a condition does not hold.
    fn advance(&mut self, store: &TermStore, node: &mut Node<'w>) -> Option<bool> {
        loop {
            let frame = node.frames.last_mut()?;
            let Some(step) = frame.steps.get(frame.at).copied() else {
                if node.frames.len() == 1 {
                    return Some(true);
                }
                self.end_iteration(store, node)?;
                return Some(false);
            };
            frame.at += 1;
            match step {
                Step::Condition(condition) => {
                    let condition = store.substitute(condition, &frame.now);
                    match store.as_bool(condition) {
                        Some(true) => {}
                        Some(false) => return None,
                        None => node.added.push(condition),
                    }
                }
                Step::Read(input) => {
                    let bytes = store.substitute_all(&input.bytes, &frame.now);
                    node.inputs.push(Input {
                        number: input.number,
                        name: input.name.clone(),
                        bytes,
                    });
                }
                Step::Loop(applied) => {
                    let symbols = applied.summary.body.variables.iter();
                    let entry: Vec<TermId> = symbols
                        .map(|variable| {
                            let symbol = symbol_of(store, variable.symbol);
                            applied.entry.get(&symbol).copied().unwrap_or(variable.symbol)
                        })
                        .collect();
                    let values = store.substitute_all(&entry, &frame.now);
                    let counts = vec![0; applied.counters.len()];
                    frame.at_head = Some(Head { applied, values, counts, path: 0 });
                    return Some(false);
                }
            }
        }
    }

    /// The iteration that the last frame is about is over.
    fn end_iteration(&self, store: &TermStore, node: &mut Node<'w>) -> Option<()> {
        let done = node.frames.pop()?;
        let head = node.frames.last_mut()?.at_head.as_mut()?;
        let after = &head.applied.summary.body.paths[head.path].after;
        head.values = store.substitute_all(after, &done.now);
        head.counts[head.path] += 1;
        Some(())
    }

    /// What may come next at the head a node is at.
    fn choices(&self, node: &Node<'w>) -> Vec<Choice> {
        let outermost = node.frames.len() == 1;
        let Some(head) = node.frames.last().and_then(|frame| frame.at_head.as_ref()) else {
            return Vec::new();
        };
        let told = self.told.as_ref().filter(|_| outermost);
        let wanted = |path: usize| {
            told.map(|told| told.get(&head.applied.counters[path]).copied().unwrap_or(0))
        };
        let mut choices = Vec::new();
        if (0..head.counts.len())
            .all(|path| wanted(path).is_none_or(|most| head.counts[path] == most))
        {
            choices.push(Choice::Leave);
        }
        // Of told traces the last is followed first, which is the one that stays on its path.
        let last = head.path;
        let paths = (0..head.counts.len()).filter(|path| *path != last).chain([last]);
        let more = |path: &usize| wanted(*path).is_none_or(|most| head.counts[*path] < most);
        choices.extend(paths.filter(more).map(Choice::Path));
        choices
    }

    fn choose(&mut self, store: &TermStore, node: &mut Node<'w>, choice: Choice) {
        let Some(frame) = node.frames.last_mut() else { return };
        match choice {
            Choice::Leave => {
                if let Some(head) = frame.at_head.take() {
                    let links = leave(store, &head, Arc::make_mut(&mut frame.now));
                    node.added.extend(links);
                }
            }
            Choice::Path(path) => {
                let Some(head) = &mut frame.at_head else { return };
                head.path = path;
                let applied = head.applied;
                let mut now = Replacements::clone(&frame.now);
                let body = &applied.summary.body;
                for (variable, value) in body.variables.iter().zip(&head.values) {
                    now.insert(symbol_of(store, variable.symbol), *value);
                }
                for local in &applied.traces[path].fresh {
                    let own = like(store, *local);
                    now.insert(symbol_of(store, *local), own);
                    node.renamed.push((*local, own));
                }
                let known = self.paths.entry((std::ptr::from_ref(applied).addr(), path));
                let known = known.or_insert_with(|| {
                    let trace = &applied.traces[path];
                    let guard = &body.paths[path].guard;
                    Arc::new(steps(guard, &trace.inputs, &applied.inner[path], trace.start))
                });
                let steps = Arc::clone(known);
                node.frames.push(Frame { steps, at: 0, now: Arc::new(now), at_head: None });
            }
        }
    }

    /// Replaces variables of the trace that are equal to something by that.
    fn solve_equations(&self, store: &TermStore, node: &mut Node<'w>) {
        let solved = |term: TermId| {
            let (Op::Eq, [left, right]) = store.view(term) else { return None };
            let own = |side: TermId, other: TermId| match store.op(side) {
                Op::Var(symbol) if symbol.index() > self.mark => {
                    (store.free_vars(other).binary_search(&symbol).is_err())
                        .then_some((symbol, other))
                }
                _ => None,
            };
            own(*left, *right).or_else(|| own(*right, *left))
        };
        while let Some((symbol, term)) = node.relevant.iter().find_map(|term| solved(*term)) {
            let by = Replacements::from_iter([(symbol, term)]);
            node.relevant = store.substitute_all(&node.relevant, &by);
            node.relevant.retain(|term| store.as_bool(*term) != Some(true));
            for frame in &mut node.frames {
                for value in Arc::make_mut(&mut frame.now).values_mut() {
                    *value = store.substitute(*value, &by);
                }
                if let Some(head) = &mut frame.at_head {
                    head.values = store.substitute_all(&head.values, &by);
                }
            }
        }
    }

    /// What the future of a node depends on, with the variables of the trace named by their order; forgets conditions that are about nothing of that.
    fn key(&self, store: &TermStore, node: &mut Node<'w>) -> Vec<TermId> {
        self.solve_equations(store, node);
        let mut key = Vec::new();
        for frame in &node.frames {
            let mut now: Vec<(SymbolId, TermId)> =
                frame.now.iter().map(|(symbol, term)| (*symbol, *term)).collect();
            now.sort_unstable();
            key.push(store.bv_const(64, frame.at as u64));
            key.extend(now.into_iter().map(|(_, term)| term));
            if let Some(head) = &frame.at_head {
                key.push(store.bv_const(64, head.path as u64));
                key.extend(&head.values);
                if self.told.is_some() {
                    key.extend(head.counts.iter().map(|count| store.bv_const(64, *count)));
                }
            }
        }
        let alive: FxHashSet<SymbolId> = store.free_vars_of(&key).into_iter().collect();
        let matters = |symbol: &SymbolId| symbol.index() <= self.mark || alive.contains(symbol);
        node.relevant = relevant(store, std::mem::take(&mut node.relevant), &matters);
        key.push(store.and(&node.relevant));
        let mut canonical = Replacements::default();
        for symbol in store.free_vars_of(&key) {
            if symbol.index() > self.mark {
                let sort = store.symbol_sort(symbol);
                let name = format!("slot {} {sort:?}!!", canonical.len());
                canonical.insert(symbol, store.var(&name, sort));
            }
        }
        store.substitute_all(&key, &canonical)
    }
}

/// The conditions that are about variables that matter, directly or not. Conditions about others only are satisfiable, whatever those that matter are.
fn relevant(
    store: &TermStore,
    conditions: Vec<TermId>,
    matters: &dyn Fn(&SymbolId) -> bool,
) -> Vec<TermId> {
    let mut left: Vec<(TermId, Vec<SymbolId>)> =
        conditions.into_iter().map(|term| (term, store.free_vars(term))).collect();
    // A variable that only has to differ from something can, as long as it has more values than that.
    loop {
        let mut differs: FxHashMap<SymbolId, u32> = FxHashMap::default();
        for (term, symbols) in &left {
            let side = different_sides(store, *term);
            for symbol in symbols {
                let number = differs.entry(*symbol).or_default();
                *number = if side.contains(symbol) { number.saturating_add(1) } else { u32::MAX };
            }
        }
        let enough = |symbol: &SymbolId, number: u32| match store.symbol_sort(*symbol) {
            Sort::BitVec(width) => u64::from(number) < 1 << width.min(31),
            _ => false,
        };
        let free = |symbol: &SymbolId| {
            !matters(symbol) && differs.get(symbol).is_some_and(|number| enough(symbol, *number))
        };
        let before = left.len();
        left.retain(|(_, symbols)| !symbols.iter().any(free));
        if left.len() == before {
            break;
        }
    }
    let mut alive: FxHashSet<SymbolId> = FxHashSet::default();
    let mut kept = Vec::new();
    loop {
        let (used, unused): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, symbols)| {
            symbols.iter().any(|symbol| matters(symbol) || alive.contains(symbol))
        });
        left = unused;
        if used.is_empty() {
            return kept;
        }
        for (term, symbols) in used {
            alive.extend(symbols);
            kept.push(term);
        }
    }
}

/// The variables that a condition says to differ from something they are not a part of.
fn different_sides(store: &TermStore, term: TermId) -> Vec<SymbolId> {
    let (Op::Not, [equal]) = store.view(term) else { return Vec::new() };
    let (Op::Eq, [left, right]) = store.view(*equal) else { return Vec::new() };
    let own = |side: TermId, other: TermId| match store.op(side) {
        Op::Var(symbol) => store.free_vars(other).binary_search(&symbol).is_err().then_some(symbol),
        _ => None,
    };
    own(*left, *right).into_iter().chain(own(*right, *left)).collect()
}

/// The input of a trace that is at its end. The node's model is about what is relevant only.
fn traced(store: &TermStore, solver: &mut Solver, node: &Node<'_>) -> Option<Traced> {
    let mut solve = |same: &Replacements| {
        let conditions = store.substitute_all(&node.conditions, same);
        let model = solver.check_sat(&conditions).into_model().ok().flatten()?;
        let mut inputs = node.inputs.clone();
        for input in &mut inputs {
            input.bytes = store.substitute_all(&input.bytes, same);
        }
        let input = TestInput::new(store, &model, &inputs);
        Some(Traced { input, model })
    };
    if node.renamed.len() <= MANY_VARIABLES {
        return solve(&Replacements::default());
    }
    // Many variables in one condition are hard to choose; often all iterations but a few can do the same.
    let mut first: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut later: FxHashMap<TermId, usize> = FxHashMap::default();
    let mut same = Replacements::default();
    for (original, own) in node.renamed.iter().rev() {
        let number = later.entry(*original).or_default();
        *number += 1;
        if *number > DIFFERENT_ITERATIONS {
            let one = *first.entry(*original).or_insert(*own);
            same.insert(symbol_of(store, *own), one);
        }
    }
    solve(&same).or_else(|| solve(&Replacements::default()))
}

/// A trace with more variables than this is first tried with iterations that read the same.
const MANY_VARIABLES: usize = 40;

/// Iterations at the end that may read something else.
const DIFFERENT_ITERATIONS: usize = 4;

/// Replaces what a loop's summary says by what the trace has, and gives what is left to be tied by conditions.
fn leave(store: &TermStore, head: &Head<'_>, now: &mut Replacements) -> Vec<TermId> {
    let applied = head.applied;
    let memory = &applied.summary.memory;
    for (counter, count) in applied.counters.iter().zip(&head.counts) {
        now.insert(symbol_of(store, *counter), store.bv_const(COUNTER_BITS, *count));
    }
    for (iterated, value) in memory.values.iter().zip(&head.values) {
        if let Iterated::Unknown { star, .. } = iterated {
            now.insert(symbol_of(store, *star), *value);
        }
    }
    let choices: Vec<SymbolId> =
        memory.choices.iter().map(|choice| symbol_of(store, choice.term)).collect();
    let mut links = Vec::new();
    for (iterated, value) in memory.values.iter().zip(&head.values) {
        let Iterated::Known { value: closed, .. } = iterated else { continue };
        // Without a choice a closed form is exact by itself.
        let chosen = store.free_vars(*closed).iter().any(|symbol| choices.contains(symbol));
        if chosen && !matches!(store.sort(*value), Sort::Array(_)) {
            let at_entry = store.substitute(*closed, &applied.entry);
            let link = store.eq(store.substitute(at_entry, now), *value);
            if store.as_bool(link) != Some(true) {
                links.push(link);
            }
        }
    }
    links
}

/// Nodes that a search for short traces looks at, and one that is to be thorough.
const FEW_NODES: usize = 300;
const MANY_NODES: usize = 6000;

/// The most iterations along one path of the models that searches are told to follow.
const TOLD: [u64; 4] = [8, 60, 500, 4000];

/// The traces of a way, in the order in which they are worth trying: short ones, those that models of its condition suggest, and long ones.
pub(crate) struct TraceCandidates<'w> {
    way: &'w Way,
    stage: usize,
    free: Traces<'w>,
    nodes: usize,
    /// Numbers of iterations that were followed.
    followed: Vec<FxHashMap<TermId, u64>>,
}

impl<'w> TraceCandidates<'w> {
    /// The traces of this way.
    pub(crate) fn new(way: &'w Way) -> TraceCandidates<'w> {
        let free = Traces::new(way);
        TraceCandidates { way, stage: 0, free, nodes: FEW_NODES, followed: Vec::new() }
    }

    /// The next trace. These counters are zero if possible.
    pub(crate) fn next(
        &mut self,
        store: &TermStore,
        solver: &mut Solver,
        zero: &FxHashSet<TermId>,
        until: Option<Instant>,
    ) -> Option<Traced> {
        self.free.until = until;
        loop {
            let stage = self.stage;
            if stage == 0 || stage == TOLD.len() + 1 {
                let traced = self.free.next(store, solver, &mut self.nodes);
                if traced.is_some() {
                    return traced;
                }
                self.nodes = MANY_NODES;
                self.stage += 1;
            } else if let Some(most) = TOLD.get(stage - 1) {
                self.stage += 1;
                let traced = self.follow(store, solver, zero, *most, until);
                if traced.is_some() {
                    return traced;
                }
            } else {
                return None;
            }
        }
    }

    /// A trace with the numbers of iterations of a model of the way's condition.
    fn follow(
        &mut self,
        store: &TermStore,
        solver: &mut Solver,
        zero: &FxHashSet<TermId>,
        most: u64,
        until: Option<Instant>,
    ) -> Option<Traced> {
        let counters: Vec<TermId> =
            self.way.loops.iter().flat_map(|applied| applied.counters.iter().copied()).collect();
        let bounds: Vec<TermId> = counters
            .iter()
            .map(|counter| {
                let most = if zero.contains(counter) { 0 } else { most };
                store.bv_ule(*counter, store.bv_const(COUNTER_BITS, most))
            })
            .collect();
        let model = solver.check(&self.way.state.path, store.and(&bounds)).into_model().ok()??;
        let count = |counter: &TermId| match model.value(store, symbol_of(store, *counter)) {
            Value::BitVec(bits) => bits.to_u64().map(|count| (*counter, count)),
            _ => None,
        };
        let counts: FxHashMap<TermId, u64> = counters.iter().filter_map(count).collect();
        if self.followed.contains(&counts) {
            return None;
        }
        self.followed.push(counts.clone());
        let mut nodes = counts.values().sum::<u64>() as usize * 2 + FEW_NODES;
        let mut told = Traces { told: Some(counts), until, ..Traces::new(self.way) };
        told.next(store, solver, &mut nodes)
    }
}
