//! A program with its loops as Horn clauses: the executor walks from one loop head to the next.
//!
//! At the head of a loop that is entered, everything the loop changes becomes a fresh symbol, as in the [generic iteration](crate::body) of a summary. But
//! nothing is said about these symbols: which values they may have is the unknown condition of that loop, which `lariat-loop` looks for. The
//! walk goes on from there through the body and out of the loop, up to heads that are entered already (the same loop's, or those around it), to further
//! loops, and to the goal. Every such stretch is a clause.
//!
//! Symbols never change: what was a loop's variable when the walk left it is a constant for everything behind. So the path condition at
//! a loop's head stays true as long as the walk is behind it.
//!
//! If some part cannot be followed there are no clauses: a proof needs them all.

use std::sync::Arc;

use lariat_exec::{Halt, Input, State};
use lariat_loop::{HornLoop, HornSystem, LastStep, Step};
use lariat_program::{BlockId, LocationId};
use lariat_term::{SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{After, Changes, Generic, changed_objects};
use crate::explorer::{Explorer, GiveUp, Stack, stack_of};
use crate::found::last_symbol;
use crate::tangle::MetLoop;

/// Most loops, each counted as often as it is entered on different ways.
const MOST_LOOPS: usize = 24;

/// Most ways.
const MOST_STEPS: usize = 600;

/// Rounds in which it turns out that loops change more than was thought.
const MOST_ROUNDS: usize = 24;

/// A program as clauses, and where its loops are.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The clauses.
    pub system: HornSystem,
    /// Per loop where it is.
    pub locations: Vec<Option<LocationId>>,
    /// Per loop the inputs that were read on the way to it.
    pub inputs: Vec<Arc<Vec<Input>>>,
}

/// A loop that was entered.
struct Head {
    stack: Stack,
    found: MetLoop,
    generic: Generic,
}

/// A state on its way from a head.
struct Leg {
    state: State,
    source: Option<usize>,
    /// The loops it is in, the innermost last.
    open: Vec<usize>,
}

/// What loops were found to change, per place.
type Known = FxHashMap<(Stack, BlockId), Changes>;

/// Why a round did not give clauses.
enum Stop {
    /// A loop changes more than was known.
    Again,
    GiveUp(GiveUp),
}

impl From<GiveUp> for Stop {
    fn from(reason: GiveUp) -> Stop {
        Stop::GiveUp(reason)
    }
}

impl Explorer<'_> {
    /// When it gives up.
    pub fn deadline(&self) -> Option<std::time::Instant> {
        self.config.deadline
    }

    /// The program from a state on as clauses: what leads to the goal, or everything.
    ///
    /// # Errors
    /// If some part of it cannot be followed.
    pub fn clauses(&mut self, initial: &State, everything: bool) -> Result<Clauses, String> {
        // What is said about elements is said about any of them: an array is no list of its elements.
        self.executor.config.keep_arrays = true;
        let clauses = self.clauses_in_rounds(initial, everything);
        self.executor.config.keep_arrays = false;
        clauses
    }

    fn clauses_in_rounds(&mut self, initial: &State, everything: bool) -> Result<Clauses, String> {
        let mut known = Known::default();
        for _ in 0..MOST_ROUNDS {
            match self.clauses_with(initial.clone(), everything, &mut known) {
                Ok(clauses) => return Ok(clauses),
                Err(Stop::Again) => {}
                Err(Stop::GiveUp(reason)) => return Err(reason),
            }
        }
        Err("what the loops change could not be told".into())
    }

    /// The program from a state on as clauses, with all [bugs that are goals](crate::Goal::bugs) as ways to the goal.
    ///
    /// # Errors
    /// If some part of it cannot be followed.
    pub fn clauses_of_checks(&mut self, initial: &State) -> Result<Clauses, String> {
        self.executor.config.report_all = true;
        self.checks = Some(Vec::new());
        let clauses = self.clauses(initial, true);
        self.checks = None;
        self.executor.config.report_all = false;
        clauses
    }

    /// The program from a state on as clauses, with everything that ends a run as a way to the goal: exits, bugs, and assumptions that do not hold. All bugs
    /// must be [goals](crate::Goal::bugs).
    ///
    /// # Errors
    /// If some part of it cannot be followed.
    pub fn clauses_of_ends(&mut self, initial: &State) -> Result<Clauses, String> {
        self.executor.ends = Some(Vec::new());
        let clauses = self.clauses_of_checks(initial);
        self.executor.ends = None;
        clauses
    }

    fn clauses_with(
        &mut self,
        initial: State,
        everything: bool,
        known: &mut Known,
    ) -> Result<Clauses, Stop> {
        self.checks.iter_mut().for_each(Vec::clear);
        self.executor.ends.iter_mut().for_each(Vec::clear);
        let mut clauses = Clauses::default();
        let mut heads: Vec<Head> = Vec::new();
        let mut work = vec![Leg { state: initial, source: None, open: Vec::new() }];
        while let Some(leg) = work.pop() {
            let advance = self.advance(leg.state);
            if let Some(reason) = advance.gave_up {
                return Err(reason.into());
            }
            let mut checks = self.checks.as_mut().map(std::mem::take).unwrap_or_default();
            checks.extend(self.executor.ends.iter_mut().flat_map(std::mem::take));
            for (conditions, inputs) in checks {
                self.add_check(&mut clauses, &heads, leg.source, (conditions, &inputs));
            }
            for state in advance.stopped {
                let leg = Leg { state, source: leg.source, open: leg.open.clone() };
                let goes_on = self.at_stop(leg, everything, &mut clauses, &mut heads, known)?;
                work.extend(goes_on);
            }
            if clauses.system.steps.len() + clauses.system.goals.len() > MOST_STEPS {
                return Err("there are too many ways".to_owned().into());
            }
        }
        Ok(clauses)
    }

    /// What becomes of a leg at a stop: where it goes on.
    fn at_stop(
        &mut self,
        mut leg: Leg,
        everything: bool,
        clauses: &mut Clauses,
        heads: &mut Vec<Head>,
        known: &mut Known,
    ) -> Result<Option<Leg>, Stop> {
        let ground = self.ground;
        let flow = &ground.flow;
        if self.checks.is_some() {
            // Checks that were put off are asked here: all of them are ways to the goal.
            for check in std::mem::take(&mut leg.state.pending) {
                if !ground.bugs.contains(&check.kind) {
                    return Err("checks are open at a loop".to_owned().into());
                }
                let mut conditions = leg.state.path.to_vec();
                conditions.push(check.condition);
                self.add_check(clauses, heads, leg.source, (conditions, &leg.state.inputs));
            }
        } else if !self.checks_pass(&mut leg.state)? {
            return Ok(None);
        }
        let (function, block) = (leg.state.frame.function, leg.state.block);
        let stack = stack_of(&leg.state);
        leg.open.retain(|&number| {
            let Head { stack: of_head, found, .. } = &heads[number];
            stack.starts_with(of_head) && (stack != *of_head || found.contains(block))
        });
        let conditions = |heads: &[Head]| {
            let from = leg.source.map_or(0, |source| heads[source].generic.state.path.len());
            leg.state.path[from..].to_vec()
        };
        if flow.is_goal(function, block) {
            let locals = self.read_since(heads, leg.source, &leg.state);
            let conditions = conditions(heads);
            clauses.system.goals.push(LastStep { source: leg.source, conditions, locals });
            return Ok(None);
        }
        let is_at = |number: usize, block: BlockId| {
            heads[number].found.header == block && heads[number].stack == stack
        };
        if let Some(&target) = leg.open.iter().rev().find(|number| is_at(**number, block)) {
            let head = &heads[target];
            let machine = ground.machine();
            let changed = changed_objects(machine, &head.generic.state, &leg.state)
                .ok_or_else(|| "a loop makes or frees objects".to_owned())?;
            let changes = known.entry((stack, block)).or_default();
            let before = changes.objects.len();
            for handle in changed {
                if !changes.objects.contains(&handle) {
                    changes.objects.push(handle);
                }
            }
            if changes.objects.len() > before {
                return Err(Stop::Again);
            }
            let values = match head.generic.after(machine, &mut leg.state.clone()) {
                Ok(values) => values,
                Err(After::Wanders(value)) => {
                    changes.wandering.push(value);
                    return Err(Stop::Again);
                }
                Err(After::GiveUp(reason)) => return Err(reason.into()),
            };
            // A way back starts at a head: the target itself is open.
            let source = leg.source.unwrap_or(target);
            let locals = self.read_since(heads, leg.source, &leg.state);
            let conditions = conditions(heads);
            clauses.system.steps.push(Step { source, target, conditions, values, locals });
            return Ok(None);
        }
        let machine = ground.machine();
        let is_lost =
            !flow.can_reach(machine, &leg.state) || ground.ahead.is_lost(machine, flow, &leg.state);
        if !everything && is_lost {
            return Ok(None);
        }
        let passed = |block| leg.open.iter().any(|&number| is_at(number, block));
        match flow.loop_at(function, block, &passed) {
            None => Ok(Some(leg)),
            Some(found) => self.enter(leg, (stack, found), clauses, heads, known).map(Some),
        }
    }

    /// Asks the checks that were put off, as if the executor had: the state goes on where none of them fails, if that is possible.
    fn checks_pass(&mut self, state: &mut State) -> Result<bool, Stop> {
        if state.pending.is_empty() {
            return Ok(true);
        }
        // What was told about another state counts for this one too.
        self.ground.reported.lock().clear();
        let asked = self.executor.ask_pending(state);
        let findings = self.executor.findings.drain(..);
        for finding in findings.filter(|finding| !finding.bug.ends_program()) {
            self.surely_undefined |= !finding.approximations.over;
            self.undefined.get_or_insert((finding.bug.kind, finding.bug.location));
        }
        if !self.executor.undecided.is_empty() {
            self.executor.undecided.clear();
            return Err("the solver did not decide a question".to_owned().into());
        }
        match asked {
            Ok(()) => Ok(true),
            Err(Halt::End(reason)) if reason.is_complete() => Ok(false),
            Err(_) => Err("a path could not be followed".to_owned().into()),
        }
    }

    /// A bug as a way to the goal.
    fn add_check(
        &self,
        clauses: &mut Clauses,
        heads: &[Head],
        source: Option<usize>,
        (conditions, inputs): (Vec<TermId>, &[Input]),
    ) {
        let from = source.map_or(0, |source| heads[source].generic.state.path.len());
        let conditions = conditions[from..].to_vec();
        let locals = self.symbols_since(heads, source, inputs);
        clauses.system.goals.push(LastStep { source, conditions, locals });
    }

    /// A leg at the head of a loop that it has not entered.
    fn enter(
        &mut self,
        mut leg: Leg,
        (stack, found): (Stack, MetLoop),
        clauses: &mut Clauses,
        heads: &mut Vec<Head>,
        known: &Known,
    ) -> Result<Leg, Stop> {
        let ground = self.ground;
        let function = leg.state.frame.function;
        if let Some(after) = self.run_through(&leg.state, &stack, &found) {
            leg.state = after;
            return Ok(leg);
        }
        if heads.len() >= MOST_LOOPS {
            return Err("there are too many loops".to_owned().into());
        }
        if !leg.state.pending.is_empty() {
            return Err("checks are open before a loop".to_owned().into());
        }
        let header = leg.state.block;
        let machine = ground.machine();
        let body = machine.program.functions[function].body.as_ref();
        let body = body.ok_or_else(|| "no body".to_owned())?;
        let mut changes = known.get(&(stack.clone(), header)).cloned().unwrap_or_default();
        changes.objects.retain(|handle| leg.state.memory.get(*handle).is_some());
        let registers = found.registers(body);
        let generic = Generic::new(machine, body, &registers, &leg.state, &changes)?;
        let locals = self.read_since(heads, leg.source, &leg.state);
        clauses.locations.push(self.location(&leg.state));
        clauses.inputs.push(Arc::clone(&leg.state.inputs));
        clauses.system.loops.push(HornLoop {
            variables: generic.variables(),
            entry: generic.carriers.iter().map(|carrier| carrier.entry).collect(),
            context: generic.state.path.clone(),
            known: leg.source.map_or(0, |source| heads[source].generic.state.path.len()),
            source: leg.source,
            mark: last_symbol(self.store()),
            locals,
        });
        let number = heads.len();
        let state = generic.state.clone();
        heads.push(Head { stack, found, generic });
        leg.open.push(number);
        Ok(Leg { state, source: Some(number), open: leg.open })
    }

    /// Executes a loop from its head to where it is left, if nothing in it is symbolic and it is not too long.
    fn run_through(&mut self, start: &State, stack: &Stack, found: &MetLoop) -> Option<State> {
        let mut state = start.clone();
        let limit = start.steps + self.config.peel_steps;
        while state.steps < limit {
            let asked = self.solver().statistics().queries;
            let stops_left = self.stops_left;
            let advance = self.advance(state);
            self.stops_left = stops_left;
            // What goes wrong here is found again when the loop is walked.
            let checks = self.checks.as_mut().map(std::mem::take).unwrap_or_default();
            let ends = self.executor.ends.as_mut().map(std::mem::take).unwrap_or_default();
            let is_plain = checks.is_empty()
                && ends.is_empty()
                && !advance.branched
                && advance.gave_up.is_none()
                && self.solver().statistics().queries == asked;
            let mut stopped = advance.stopped;
            state = stopped.pop().filter(|_| is_plain && stopped.is_empty())?;
            let now = stack_of(&state);
            if now.len() < stack.len() || (now == *stack && !found.contains(state.block)) {
                return Some(state);
            }
        }
        None
    }

    /// The symbols of the inputs that were read since a head.
    fn read_since(&self, heads: &[Head], source: Option<usize>, state: &State) -> Vec<TermId> {
        self.symbols_since(heads, source, &state.inputs)
    }

    fn symbols_since(
        &self,
        heads: &[Head],
        source: Option<usize>,
        inputs: &[Input],
    ) -> Vec<TermId> {
        let store = Arc::clone(self.store());
        let from = source.map_or(0, |source| heads[source].generic.state.inputs.len());
        let bytes: Vec<TermId> =
            inputs[from..].iter().flat_map(|input| input.bytes.iter().copied()).collect();
        let symbols: FxHashSet<SymbolId> = store.free_vars_of(&bytes).into_iter().collect();
        let mut symbols: Vec<SymbolId> = symbols.into_iter().collect();
        symbols.sort();
        symbols.into_iter().map(|symbol| store.symbol_term(symbol)).collect()
    }
}
