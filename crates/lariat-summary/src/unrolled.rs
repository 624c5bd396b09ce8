//! Ways with their loops unrolled, all runs of up to so many iterations at once.
//!
//! A way says which loops there are before the goal and what one iteration of each of them does. Where a goal asks for many iterations of several kinds, like
//! "more than four rows with more than five large elements each", the numbers of iterations do not say which iteration is of which kind, and the
//! traces are too many to be tried one by one. But they have much in common: after an iteration a counter is what it was or one more, and what is read next is
//! at the same place in either case. So here the paths of an iteration are *joined* after it: a variable has one value, which chooses among those of the
//! paths by truth values that say which path was taken. If all paths agree, as they do about the loop's index, the value stays what it is, a constant, as a
//! rule, and elements are read at known places. Where they do not agree about a constant, the value is one of a few [cases](crate::cases), and conditions
//! are about truth values only. One question then decides about all runs with up to K iterations of each loop, and a model of it is an
//! input that goes one of them.
//!
//! Paths of a body share what they do before they part, the loops inside included, and so do ways. So each body is a tree of steps, and a step is taken once
//! per iteration, not once per path.
//!
//! A model is as good as the bodies are: nothing but what the generic iteration could not express is lost. Inputs are run all the same before anybody is told.

use std::fmt;
use std::sync::Arc;

use lariat_exec::TestInput;
use lariat_loop::{COUNTER_BITS, Iterated};
use lariat_program::{BlockId, FunctionId};
use lariat_solver::Solver;
use lariat_term::{Model, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;

use crate::cases::Cases;
use crate::found::{Replacements, symbol_of};
use crate::traces::{Step, Traces, steps};
use crate::unfolding::{AppliedLoop, like};
use crate::way::Way;

/// What several lists of steps have in common, and how they go on.
struct Tree<'w> {
    /// What all of them begin with.
    trunk: Vec<Step<'w>>,
    /// The lists that end here, by their numbers.
    ends: Vec<usize>,
    branches: Vec<Tree<'w>>,
}

impl<'w> Tree<'w> {
    /// Of lists of steps with their numbers.
    fn new(mut lists: Vec<(usize, &[Step<'w>])>) -> Tree<'w> {
        let mut trunk = Vec::new();
        while let [(_, [first, ..]), ..] = lists.as_slice()
            && lists.iter().all(|(_, list)| list.first().is_some_and(|step| same(step, first)))
        {
            trunk.push(*first);
            lists.iter_mut().for_each(|(_, list)| *list = &list[1..]);
        }
        let mut ends = Vec::new();
        let mut groups: Vec<Vec<(usize, &[Step<'w>])>> = Vec::new();
        for (number, list) in lists {
            let Some(first) = list.first() else {
                ends.push(number);
                continue;
            };
            let alike = |group: &&mut Vec<(usize, &[Step<'w>])>| same(&group[0].1[0], first);
            match groups.iter_mut().find(alike) {
                Some(group) => group.push((number, list)),
                None => groups.push(vec![(number, list)]),
            }
        }
        let branches = groups.into_iter().map(Tree::new).collect();
        Tree { trunk, ends, branches }
    }
}

/// Whether two steps are the same one, on different paths.
fn same(one: &Step<'_>, other: &Step<'_>) -> bool {
    match (one, other) {
        (Step::Condition(one), Step::Condition(other)) => one == other,
        // Counters belong to one place of one backbone.
        (Step::Loop(one), Step::Loop(other)) => one.counters == other.counters,
        (Step::Read(one), Step::Read(other)) => one.number == other.number,
        _ => false,
    }
}

/// The most conditions that are made.
const MOST_CONDITIONS: usize = 60_000;

/// How far loops are unrolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unrolling {
    /// The most iterations of each loop that is inside no other one, then of those inside one, and so on. The last number is for all that are deeper.
    pub iterations: Vec<usize>,
    /// The most work the question may take, in the backend's own unit.
    pub effort: u32,
}

/// What came of it.
pub enum Unrolled {
    /// An input that should get to the goal on the way of this number.
    Input(TestInput, usize),
    /// No input does with so few iterations, as far as bodies tell.
    None,
    /// The question is too large or too hard.
    Open,
}

impl fmt::Display for Unrolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unrolled::Input(..) => "an input",
            Unrolled::None => "no input",
            Unrolled::Open => "not decided",
        })
    }
}

/// How deep the loops on these ways are nested: how many are around each of them, at most.
fn depths(ways: &[Way]) -> FxHashMap<(FunctionId, BlockId), usize> {
    fn note(
        loops: &[AppliedLoop],
        around: usize,
        depths: &mut FxHashMap<(FunctionId, BlockId), usize>,
    ) {
        for applied in loops {
            let depth = depths.entry((applied.function, applied.header)).or_default();
            *depth = around.max(*depth);
            applied.inner.iter().for_each(|inner| note(inner, around + 1, depths));
        }
    }
    let mut depths = FxHashMap::default();
    ways.iter().for_each(|way| note(&way.loops, 0, &mut depths));
    depths
}

/// How deep loops on these ways are nested.
pub fn nesting(ways: &[Way]) -> usize {
    depths(ways).values().map(|around| around + 1).max().unwrap_or(0)
}

/// Looks for an input that goes one of the ways with a limited number of iterations of each loop.
pub fn unrolled(
    ways: &[Way],
    store: &TermStore,
    solver: &mut Solver,
    unrolling: &Unrolling,
) -> Unrolled {
    // What is read in loops has an order that this does not know.
    let known = ways.iter().enumerate().filter(|(_, way)| !Traces::matter(way));
    let lists: Vec<(usize, Vec<Step<'_>>)> = known
        .map(|(number, way)| (number, steps(&way.state.path, &[], &way.loops, (0, 0))))
        .collect();
    if lists.is_empty() {
        return Unrolled::Open;
    }
    let tree = Tree::new(lists.iter().map(|(number, list)| (*number, &**list)).collect());
    let mut unroller = Unroller {
        store,
        iterations: &unrolling.iterations,
        depths: depths(ways),
        bodies: FxHashMap::default(),
        cases: Cases::new(store),
        conditions: Vec::new(),
        cut: false,
    };
    let mut ends = Vec::new();
    let root = store.tt();
    if unroller.follow(&tree, Replacements::default(), root, &mut ends).is_none() {
        ends.clear();
    }
    if unroller.cut {
        return Unrolled::Open;
    }
    let reached: Vec<TermId> = ends.iter().map(|end| end.active).collect();
    let mut conditions = unroller.conditions;
    conditions.push(store.or(&reached));
    solver.set_effort(Some(unrolling.effort));
    let result = solver.check_sat(&conditions);
    solver.set_effort(None);
    match result.into_model() {
        Ok(None) => Unrolled::None,
        Ok(Some(model)) => {
            let taken = |end: &&End| is_true(store, &model, end.active);
            match ends.iter().find(taken).or(ends.first()) {
                Some(end) => {
                    let inputs = &ways[end.number].state.inputs;
                    Unrolled::Input(TestInput::new(store, &model, inputs), end.number)
                }
                None => Unrolled::None,
            }
        }
        Err(_) => Unrolled::Open,
    }
}

fn is_true(store: &TermStore, model: &Model, term: TermId) -> bool {
    match store.as_bool(term) {
        Some(truth) => truth,
        None => matches!(model.value(store, symbol_of(store, term)), Value::Bool(true)),
    }
}

/// The end of a list of steps.
struct End {
    number: usize,
    /// Whether the run comes here.
    active: TermId,
    /// What variables are there.
    now: Replacements,
}

/// The steps of an iteration.
struct Body<'w> {
    tree: Tree<'w>,
    /// What is new in every iteration.
    fresh: Vec<TermId>,
}

struct Unroller<'a, 'w> {
    store: &'a TermStore,
    iterations: &'a [usize],
    /// How many loops there are around each one.
    depths: FxHashMap<(FunctionId, BlockId), usize>,
    /// The body of every loop, by its address.
    bodies: FxHashMap<usize, Arc<Body<'w>>>,
    cases: Cases<'a>,
    conditions: Vec<TermId>,
    /// Whether there are too many conditions.
    cut: bool,
}

impl<'w> Unroller<'_, 'w> {
    /// Adds a condition that holds if the run comes here, which may settle values. None if it cannot come here, as far as that is seen at once.
    fn must(&mut self, active: TermId, condition: TermId, now: &mut Replacements) -> Option<()> {
        let store = self.store;
        let Some(possible) = self.cases.expanded(condition) else {
            let condition = self.cases.flat(condition);
            self.add(&[active], condition);
            return Some(());
        };
        if possible.iter().all(|case| store.as_bool(case.term) == Some(false)) {
            return None;
        }
        for case in &possible {
            let mut premises = case.guards.clone();
            premises.push(active);
            self.add(&premises, case.term);
        }
        // Where a value has to be one of a few, it is one of these from here on.
        for (symbol, left) in self.cases.left(condition, &possible) {
            let by = Replacements::from_iter([(symbol, left)]);
            for value in now.values_mut() {
                *value = store.substitute(*value, &by);
            }
        }
        Some(())
    }

    /// Adds that something follows.
    fn add(&mut self, premises: &[TermId], conclusion: TermId) {
        let store = self.store;
        let mut parts: Vec<TermId> = premises.iter().map(|premise| store.not(*premise)).collect();
        parts.push(conclusion);
        let term = store.or(&parts);
        if store.as_bool(term) != Some(true) {
            self.conditions.push(term);
        }
    }

    /// A truth value that is only true if the run comes here.
    fn within(&mut self, active: TermId) -> TermId {
        let part = self.store.fresh_var("taken", Sort::Bool);
        self.add(&[part], active);
        part
    }

    /// Exactly one of these if the run comes here.
    fn one_of(&mut self, active: TermId, parts: &[TermId]) {
        for (number, part) in parts.iter().enumerate() {
            for other in &parts[..number] {
                self.add(&[*part, *other], self.store.ff());
            }
        }
        self.add(&[active], self.store.or(parts));
    }

    /// Goes through a tree. None if the run cannot come here.
    fn follow(
        &mut self,
        tree: &Tree<'w>,
        mut now: Replacements,
        active: TermId,
        ends: &mut Vec<End>,
    ) -> Option<()> {
        for step in &tree.trunk {
            match step {
                Step::Condition(condition) => {
                    let condition = self.store.substitute(*condition, &now);
                    self.must(active, condition, &mut now)?;
                }
                Step::Loop(applied) => self.take(applied, &mut now, active),
                Step::Read(_) => {}
            }
            self.cut |= self.conditions.len() > MOST_CONDITIONS;
            if self.cut {
                return None;
            }
        }
        let branches: Vec<&Tree<'w>> =
            tree.branches.iter().filter(|branch| self.is_possible(branch, &now)).collect();
        match (branches.as_slice(), tree.ends.first()) {
            ([], None) => None,
            ([only], None) => self.follow(only, now, active, ends),
            ([], Some(end)) => {
                ends.push(End { number: *end, active, now });
                Some(())
            }
            (_, end) => self.part(&branches, end.copied(), now, active, ends),
        }
    }

    /// Goes on along one of the branches, or ends.
    fn part(
        &mut self,
        branches: &[&Tree<'w>],
        end: Option<usize>,
        now: Replacements,
        active: TermId,
        ends: &mut Vec<End>,
    ) -> Option<()> {
        let mut taken = Vec::new();
        for branch in branches {
            let part = self.within(active);
            match self.follow(branch, now.clone(), part, ends) {
                Some(()) => taken.push(part),
                None => self.add(&[part], self.store.ff()),
            }
        }
        if let Some(number) = end {
            let part = self.within(active);
            ends.push(End { number, active: part, now });
            taken.push(part);
        }
        if taken.is_empty() {
            return None;
        }
        self.one_of(active, &taken);
        Some(())
    }

    /// Whether nothing that a branch begins with is false.
    fn is_possible(&self, branch: &Tree<'w>, now: &Replacements) -> bool {
        let conditions = branch.trunk.iter().map_while(|step| match step {
            Step::Condition(condition) => Some(*condition),
            _ => None,
        });
        let mut truths = conditions.map(|condition| self.store.substitute(condition, now));
        truths.all(|condition| self.store.as_bool(condition) != Some(false))
    }

    /// Goes through a loop, if the run comes to it.
    fn take(&mut self, applied: &'w AppliedLoop, now: &mut Replacements, active: TermId) {
        let store = self.store;
        let variables = &applied.summary.body.variables;
        let symbols: Vec<SymbolId> =
            variables.iter().map(|variable| symbol_of(store, variable.symbol)).collect();
        let entry: Vec<TermId> = (variables.iter().zip(&symbols))
            .map(|(variable, symbol)| applied.entry.get(symbol).copied().unwrap_or(variable.symbol))
            .collect();
        let body = self.body(applied);
        let mut values = store.substitute_all(&entry, now);
        let mut alive = active;
        // Whether the loop is left after so many iterations, and the values then.
        let mut exits = Vec::new();
        let depth = self.depths.get(&(applied.function, applied.header)).copied().unwrap_or(0);
        let most = self.iterations.get(depth).or(self.iterations.last()).copied().unwrap_or(0);
        for _ in 0..most {
            let stays = store.fresh_var("stays", Sort::Bool);
            let mut inside = now.clone();
            inside.extend(symbols.iter().copied().zip(values.iter().copied()));
            for local in &body.fresh {
                inside.insert(symbol_of(store, *local), like(store, *local));
            }
            let mut ends = Vec::new();
            let before = self.conditions.len();
            if self.follow(&body.tree, inside, stays, &mut ends).is_none() {
                self.conditions.truncate(before);
                break;
            }
            self.add(&[stays], alive);
            let leaves = self.within(alive);
            self.one_of(alive, &[stays, leaves]);
            let after = ends.into_iter().map(|End { number, active, now }| {
                let after = &applied.summary.body.paths[number].after;
                (active, store.substitute_all(after, &now))
            });
            let after = self.joined(after.collect());
            exits.push((leaves, std::mem::replace(&mut values, after)));
            alive = stays;
        }
        exits.push((alive, values));
        let values = self.joined(exits);
        for (iterated, value) in applied.summary.memory.values.iter().zip(values) {
            if let Iterated::Unknown { star, .. } = iterated {
                now.insert(symbol_of(store, *star), value);
            }
        }
        // Nobody asks for the numbers of iterations where there are no closed forms.
        let zero = store.bv_const(COUNTER_BITS, 0);
        now.extend(applied.counters.iter().map(|counter| (symbol_of(store, *counter), zero)));
    }

    /// The values of variables where several runs meet, of which one at most comes here.
    fn joined(&mut self, runs: Vec<(TermId, Vec<TermId>)>) -> Vec<TermId> {
        let count = runs.first().map_or(0, |(_, values)| values.len());
        let mut values = Vec::with_capacity(count);
        for variable in 0..count {
            let own: Vec<(TermId, TermId)> =
                runs.iter().map(|(active, values)| (*active, values[variable])).collect();
            let (value, definitions) = self.cases.joined(&own);
            self.conditions.extend(definitions);
            values.push(value);
        }
        values
    }

    fn body(&mut self, applied: &'w AppliedLoop) -> Arc<Body<'w>> {
        let address = std::ptr::from_ref(applied).addr();
        let known = self.bodies.entry(address);
        Arc::clone(known.or_insert_with(|| {
            let paths = applied.summary.body.paths.iter().enumerate();
            let lists: Vec<Vec<Step<'w>>> = paths
                .map(|(path, found)| {
                    steps(&found.guard, &[], &applied.inner[path], applied.traces[path].start)
                })
                .collect();
            let lists = lists.iter().enumerate().map(|(path, list)| (path, &**list)).collect();
            let mut fresh: Vec<TermId> =
                applied.traces.iter().flat_map(|trace| trace.fresh.iter().copied()).collect();
            fresh.sort_unstable();
            fresh.dedup();
            Arc::new(Body { tree: Tree::new(lists), fresh })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_share_what_they_begin_with() {
        let store = TermStore::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| store.var(name, Sort::Bool));
        let lists = [vec![a, b, c], vec![a, b, d], vec![a], vec![a, d]];
        let lists: Vec<Vec<Step<'_>>> =
            lists.into_iter().map(|list| list.into_iter().map(Step::Condition).collect()).collect();
        let tree = Tree::new(lists.iter().enumerate().map(|(at, list)| (at, &**list)).collect());
        assert_eq!((tree.trunk.len(), tree.ends.as_slice()), (1, [2].as_slice()));
        let [long, short] = tree.branches.as_slice() else { panic!("b and d follow a") };
        assert_eq!((long.trunk.len(), long.branches.len()), (1, 2));
        assert_eq!((short.trunk.len(), short.ends.as_slice()), (1, [3].as_slice()));
    }
}
