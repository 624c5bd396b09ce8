//! Which state runs next.
//!
//! A [`Searcher`] holds the waiting states of one worker. Depth and breadth first are two ends of a queue; random path is a
//! [walk](crate::walk) down the execution tree; coverage and directed search take states by their [distance](crate::distance) to
//! uncovered or wanted code. For the latter, states are grouped by where they are (the places on their stack): all states of a group are
//! equally far, so there are as many distances to look after as there are places, however many states. One of the nearest groups is
//! chosen, the nearest with one half, the second with one quarter, and so on, and in it a random state: a loop whose way to
//! uncovered code is not feasible does not take all the time.
//!
//! Nothing depends on time or addresses: the same states in the same order and the same seed give the same choices.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use lariat_program::{BlockId, FunctionId};
use rustc_hash::FxHashMap;

use crate::coverage::Coverage;
use crate::distance::{Distances, FAR, FlowMap, Place};
use crate::machine::Machine;
use crate::state::State;
use crate::walk::Walk;

/// A way to search.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// Depth first: the newest state.
    Dfs,
    /// Breadth first: the oldest state.
    Bfs,
    /// A random walk down the execution tree.
    RandomPath,
    /// A state that covered something new, or one near to code nobody has covered.
    CovNew,
    /// Random path and coverage in turn.
    Interleaved,
    /// A state near one of these blocks, and random path in turn.
    Directed(Arc<[(FunctionId, BlockId)]>),
}

impl Search {
    /// The ways a user can choose, with their names on the command line.
    pub const ALL: &'static [(&'static str, Search)] = &[
        ("dfs", Search::Dfs),
        ("bfs", Search::Bfs),
        ("random-path", Search::RandomPath),
        ("covnew", Search::CovNew),
        ("interleaved", Search::Interleaved),
    ];

    pub(crate) fn uses_distance(&self) -> bool {
        matches!(self, Search::CovNew | Search::Interleaved | Search::Directed(_))
    }

    fn uses_order(&self) -> bool {
        matches!(self, Search::Dfs | Search::Bfs)
    }
}

/// xorshift64*: enough to choose states, and the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        // The state must not be zero; neighbouring seeds are spread apart.
        Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        // The low bits of the product are the weak ones.
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_right(32)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Where the states of a group are.
#[derive(Clone, PartialEq, Eq, Hash)]
struct GroupKey {
    /// Whether they covered something new themselves.
    covered_new: bool,
    /// The innermost place first.
    stack: Vec<Place>,
}

struct Group {
    key: GroupKey,
    members: Vec<u32>,
    distance: u32,
}

/// A waiting state and where it is in the structures that choose.
struct Waiting {
    state: State,
    leaf: u32,
    group: u32,
    /// Its place among the group's members.
    member: u32,
}

const NONE: u32 = u32::MAX;

/// So many places of a stack tell groups apart: deep recursion makes no groups of its own.
const PLACES: usize = 12;

/// The groups by distance.
struct Nearest {
    map: Arc<FlowMap>,
    /// Where directed search wants to go; none for coverage.
    targets: Option<Arc<[Place]>>,
    distances: Distances,
    groups: Vec<Group>,
    known: FxHashMap<GroupKey, u32>,
    /// The groups that have members.
    order: BTreeSet<(u32, u32)>,
    /// What was covered when the distances were computed.
    covered: usize,
    picks: usize,
}

impl Nearest {
    fn new(map: Arc<FlowMap>, targets: Option<Arc<[Place]>>, coverage: &Coverage) -> Nearest {
        let distances = match &targets {
            Some(targets) => map.distances(targets.iter().copied()),
            None => map.distances(coverage.uncovered().into_iter()),
        };
        let covered = coverage.covered_count();
        Nearest {
            map,
            targets,
            distances,
            groups: Vec::new(),
            known: FxHashMap::default(),
            order: BTreeSet::new(),
            covered,
            picks: 0,
        }
    }

    fn measure(&self, key: &GroupKey) -> u32 {
        if key.covered_new && self.targets.is_none() {
            return 0;
        }
        self.map.of_stack(&self.distances, key.stack.iter().copied())
    }

    fn group(&mut self, key: GroupKey) -> u32 {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let number = self.groups.len() as u32;
        let distance = self.measure(&key);
        self.known.insert(key.clone(), number);
        self.groups.push(Group { key, members: Vec::new(), distance });
        number
    }

    /// Adds a member; its group and its place there.
    fn add(&mut self, key: GroupKey, slot: u32) -> (u32, u32) {
        let number = self.group(key);
        let group = &mut self.groups[number as usize];
        group.members.push(slot);
        if group.members.len() == 1 {
            self.order.insert((group.distance, number));
        }
        (number, (self.groups[number as usize].members.len() - 1) as u32)
    }

    /// Takes a member out; the slot of the one that took its place.
    fn remove(&mut self, group: u32, member: u32) -> Option<u32> {
        let number = group;
        let group = &mut self.groups[number as usize];
        group.members.swap_remove(member as usize);
        if group.members.is_empty() {
            self.order.remove(&(group.distance, number));
        }
        group.members.get(member as usize).copied()
    }

    /// Computes distances anew if coverage has grown. That takes time in proportion to the program and the groups, so it is
    /// done once in as many picks at most.
    fn refresh(&mut self, coverage: &Coverage) {
        self.picks += 1;
        if self.targets.is_some()
            || coverage.covered_count() == self.covered
            || self.picks * 16 < self.map.blocks() + self.groups.len()
        {
            return;
        }
        self.picks = 0;
        self.covered = coverage.covered_count();
        self.distances = self.map.distances(coverage.uncovered().into_iter());
        self.order.clear();
        for number in 0..self.groups.len() {
            let distance = self.measure(&self.groups[number].key);
            let group = &mut self.groups[number];
            group.distance = distance;
            if !group.members.is_empty() {
                self.order.insert((distance, number as u32));
            }
        }
    }

    /// A random state of one of the nearest groups; none if no state has a way to go.
    fn pick(&mut self, random: &mut Random) -> Option<u32> {
        let skip = random.next().trailing_ones() as usize;
        let near = |entry: &&(u32, u32)| entry.0 != FAR;
        let chosen = self.order.iter().take_while(near).nth(skip);
        let (_, group) = chosen.or_else(|| self.order.first().filter(|entry| near(entry)))?;
        let members = &self.groups[*group as usize].members;
        Some(members[random.below(members.len())])
    }
}

/// The waiting states of a worker.
pub(crate) struct Searcher<'m> {
    machine: &'m Machine,
    search: Search,
    states: Vec<Option<Waiting>>,
    free: Vec<u32>,
    waiting: usize,
    random: Random,
    /// Picks and splits by random walk and by distance.
    spent: [u64; 2],
    by_distance: bool,
    order: VecDeque<u32>,
    walk: Walk,
    nearest: Option<Nearest>,
    /// The leaf of the state that was taken last: what splits off from it is put beside it.
    running: u32,
}

impl<'m> Searcher<'m> {
    /// Without states.
    pub(crate) fn new(
        machine: &'m Machine,
        search: &Search,
        seed: u64,
        map: Option<Arc<FlowMap>>,
        coverage: &Coverage,
    ) -> Searcher<'m> {
        let targets = match search {
            Search::Directed(targets) => Some(Arc::clone(targets)),
            _ => None,
        };
        Searcher {
            machine,
            nearest: map
                .filter(|_| search.uses_distance())
                .map(|map| Nearest::new(map, targets, coverage)),
            search: search.clone(),
            states: Vec::new(),
            free: Vec::new(),
            waiting: 0,
            random: Random::new(seed),
            spent: [0; 2],
            by_distance: false,
            order: VecDeque::new(),
            walk: Walk::default(),
            running: NONE,
        }
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.waiting
    }

    /// Adds a state that comes from elsewhere.
    pub(crate) fn add(&mut self, state: State) {
        let slot = self.place(state);
        if !self.search.uses_order() {
            let leaf = self.walk.insert(slot);
            self.set_leaf(slot, leaf);
        }
    }

    /// Adds the states that split off from the one taken last.
    pub(crate) fn split_off(&mut self, forks: impl Iterator<Item = State>) {
        for fork in forks {
            self.spent[usize::from(self.by_distance)] += 1;
            let slot = self.place(fork);
            if self.running != NONE {
                let leaf = self.walk.split(self.running, slot);
                self.set_leaf(slot, leaf);
            }
        }
    }

    /// What became of the state taken last: itself, or nothing if it ended.
    pub(crate) fn finish(&mut self, state: Option<State>) {
        let leaf = std::mem::replace(&mut self.running, NONE);
        match state {
            Some(state) => {
                let slot = self.place(state);
                if leaf != NONE {
                    self.walk.set_item(leaf, slot);
                    self.set_leaf(slot, leaf);
                }
            }
            None if leaf != NONE => self.walk.remove(leaf),
            None => {}
        }
    }

    fn set_leaf(&mut self, slot: u32, leaf: u32) {
        if let Some(waiting) = &mut self.states[slot as usize] {
            waiting.leaf = leaf;
        }
    }

    fn place(&mut self, state: State) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.states.push(None);
            (self.states.len() - 1) as u32
        });
        let (mut group, mut member) = (NONE, NONE);
        if let Some(nearest) = &mut self.nearest {
            let stack = state.places(self.machine).take(PLACES).collect();
            let key = GroupKey { covered_new: state.covered_new, stack };
            (group, member) = nearest.add(key, slot);
        }
        if self.search.uses_order() {
            self.order.push_back(slot);
        }
        self.states[slot as usize] = Some(Waiting { state, leaf: NONE, group, member });
        self.waiting += 1;
        slot
    }

    /// Takes the state to run next.
    pub(crate) fn take(&mut self, coverage: &Coverage) -> Option<State> {
        if self.waiting == 0 {
            return None;
        }
        let by_distance = match &self.search {
            Search::Dfs | Search::Bfs | Search::RandomPath => false,
            Search::CovNew => true,
            // Both get the same share of splits, whatever the number of picks that takes.
            Search::Interleaved | Search::Directed(_) => self.spent[1] <= self.spent[0],
        };
        self.by_distance = by_distance;
        self.spent[usize::from(by_distance)] += 1;
        let mut chosen = match self.search {
            Search::Dfs => self.order.pop_back(),
            Search::Bfs => self.order.pop_front(),
            _ => None,
        };
        if by_distance && let Some(nearest) = &mut self.nearest {
            nearest.refresh(coverage);
            chosen = nearest.pick(&mut self.random);
        }
        let slot = chosen.or_else(|| self.walk.pick(&mut self.random))?;
        let waiting = self.lift(slot)?;
        self.running = waiting.leaf;
        Some(waiting.state)
    }

    /// Whether the state taken last was chosen to be followed for a while.
    pub(crate) fn follows(&self) -> bool {
        !self.by_distance && !self.search.uses_order()
    }

    /// Takes a state out of the slots and its group; its leaf stays in the walk.
    fn lift(&mut self, slot: u32) -> Option<Waiting> {
        let waiting = self.states[slot as usize].take()?;
        self.free.push(slot);
        self.waiting -= 1;
        if let Some(nearest) = &mut self.nearest
            && let Some(moved) = nearest.remove(waiting.group, waiting.member)
            && let Some(moved) = &mut self.states[moved as usize]
        {
            moved.member = waiting.member;
        }
        Some(waiting)
    }

    fn remove(&mut self, slot: u32) -> Option<State> {
        let waiting = self.lift(slot)?;
        if waiting.leaf != NONE {
            self.walk.remove(waiting.leaf);
        }
        Some(waiting.state)
    }

    /// Takes up to so many states for another worker: those with most of the tree below them, so that it is busy for long.
    pub(crate) fn give_away(&mut self, count: usize) -> Vec<State> {
        let mut given = Vec::new();
        while given.len() < count && self.waiting > 0 {
            let slot = match self.search.uses_order() {
                true => self.order.pop_front(),
                false => self.walk.pick(&mut self.random),
            };
            let Some(state) = slot.and_then(|slot| self.remove(slot)) else { break };
            given.push(state);
        }
        given
    }

    /// Takes the deepest states, so many: what is below them is the smallest part of the tree.
    pub(crate) fn drop_deepest(&mut self, count: usize) -> Vec<State> {
        let mut slots: Vec<(u32, u32)> = (self.states.iter().enumerate())
            .filter_map(|(slot, waiting)| Some((waiting.as_ref()?.state.depth, slot as u32)))
            .collect();
        slots.sort_unstable_by(|a, b| b.cmp(a));
        slots.truncate(count);
        let dropped: Vec<State> =
            slots.into_iter().filter_map(|(_, slot)| self.remove(slot)).collect();
        let states = &self.states;
        self.order.retain(|slot| states[*slot as usize].is_some());
        dropped
    }

    /// All states.
    pub(crate) fn states(&self) -> impl Iterator<Item = &State> {
        self.states.iter().flatten().map(|waiting| &waiting.state)
    }

    /// What holds all states, to be dropped elsewhere: they may be too many to be moved.
    pub(crate) fn into_states(self) -> impl Send + 'static {
        self.states
    }

    /// Bytes the waiting states take, and the structures that choose among them.
    pub(crate) fn footprint(&self) -> usize {
        let states: usize =
            self.states.iter().flatten().map(|waiting| waiting.state.footprint()).sum();
        states + self.states.capacity() * (size_of::<Option<Waiting>>() - size_of::<State>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_numbers_are_spread_and_repeatable() {
        let mut first = Random::new(0);
        let mut second = Random::new(0);
        let mut other = Random::new(1);
        let numbers: Vec<u64> = (0..100).map(|_| first.next()).collect();
        assert!(numbers.iter().all(|number| *number == second.next()));
        assert_ne!(numbers[0], other.next());
        let ones: u32 = numbers.iter().map(|number| number.count_ones()).sum();
        assert!((2900..3500).contains(&ones), "{ones} of 6400 bits are set");
        assert!((0..1000).all(|_| first.below(7) < 7));
    }
}
