//! Deciding: branches, checks and choices.
//!
//! Every state carries a model of its path condition. A condition is first evaluated on it: that side is feasible for sure, and only the
//! other side costs a query. Checks that the machine would not notice (overflow) are collected and asked together before the
//! next branch, so they cost one query per branch and not one per operation.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use lariat_program::{BinaryOp, BlockId, Flags, SwitchCase};
use lariat_solver::UnknownReason;
use lariat_term::{Model, SymbolId, TermId, Value as TermValue};
use rustc_hash::FxHashMap;

use super::{Executor, Finding, Halt, OVERFLOWED, Step};
use crate::assumption::Assumption;
use crate::bug::{Bug, BugKind, EndReason, Site};
use crate::code::{Code, EdgeId};
use crate::indeterminate::UNINITIALISED_INPUT;
use crate::ints;
use crate::state::{Operation, Pending, State};
use crate::totals::Gap;
use crate::value::Value;

/// A solver's answer to a yes-or-no question: a model for yes.
type Feasible = Result<Option<Arc<Model>>, UnknownReason>;

/// What a check was about, for its report.
#[derive(Clone, Copy, Default)]
struct Asked<'a> {
    /// The operation and its place.
    operation: Option<(Site, Operation)>,
    /// The arguments of the calls that the state has returned from since, the innermost first.
    left: &'a [Box<[Value]>],
}

impl Executor<'_> {
    /// Whether a condition can hold in a state: a model of path and condition, if it can.
    pub fn feasible(&mut self, state: &State, condition: TermId) -> Feasible {
        match self.store.as_bool(condition) {
            Some(true) => return Ok(Some(Arc::clone(&state.model))),
            Some(false) => return Ok(None),
            None => {}
        }
        if self.holds_in_model(state, condition) == Some(true) {
            return Ok(Some(Arc::clone(&state.model)));
        }
        for hook in &self.machine.hooks.branch {
            if hook.can_hold(state, condition) == Some(false) {
                return Ok(None);
            }
        }
        let answer =
            self.solver.check_extending(&state.path, condition, &state.model).into_model()?;
        if answer.is_none() {
            for hook in &self.machine.hooks.branch {
                hook.proved_infeasible(state, condition);
            }
        }
        Ok(answer)
    }

    /// Whether a condition holds for the state's own input.
    pub fn holds_in_model(&mut self, state: &State, condition: TermId) -> Option<bool> {
        match self.evaluate(state, condition)? {
            TermValue::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// Adds a condition that the given model satisfies together with the path.
    pub fn assume(&self, state: &mut State, condition: TermId, model: Arc<Model>) {
        if self.store.as_bool(condition) != Some(true) {
            state.path.push(condition);
        }
        state.model = model;
    }

    /// Adds a condition; the state ends if it cannot hold.
    pub fn require(
        &mut self,
        state: &mut State,
        condition: TermId,
        otherwise: EndReason,
    ) -> Step<()> {
        match self.feasible(state, condition) {
            Ok(Some(model)) => {
                self.note_end(state, Some(self.store.not(condition)));
                self.assume(state, condition, model);
                Ok(())
            }
            Ok(None) => Err(otherwise.into()),
            Err(reason) => Err(EndReason::SolverUnknown(reason).into()),
        }
    }

    /// Notes where a path ends, if that is wanted: here, or here under one more condition.
    pub(super) fn note_end(&mut self, state: &State, condition: Option<TermId>) {
        if let Some(ends) = &mut self.ends {
            let conditions = state.path.iter().copied().chain(condition).collect();
            ends.push((conditions, Arc::clone(&state.inputs)));
        }
    }

    /// A copy of a state under one more condition.
    pub fn fork(&self, state: &State, condition: TermId, model: Arc<Model>) -> State {
        let mut copy = state.clone();
        copy.id = self.ids.fetch_add(1, Ordering::Relaxed);
        copy.covered_new = false;
        copy.node = self.tree.lock().split(state.node, self.site(state), condition);
        self.assume(&mut copy, condition, model);
        copy
    }

    /// [`fork`](Executor::fork) unless the program wants the state to go one way; then the other is left out.
    pub(crate) fn split(
        &mut self,
        state: &mut State,
        condition: TermId,
        model: Arc<Model>,
    ) -> Option<State> {
        if state.stays_whole {
            self.leave_out(state, Gap::NotForked);
            return None;
        }
        Some(self.fork(state, condition, model))
    }

    /// The condition of a branch as a term; poison there is a bug.
    pub(super) fn branch_condition(
        &mut self,
        state: &mut State,
        condition: &Value,
    ) -> Step<TermId> {
        match condition.truth(&self.store) {
            Some(term) => Ok(term),
            None => Err(self.poison_used(state)),
        }
    }

    /// Poison reached a place where it must not be.
    pub(super) fn poison_used(&mut self, state: &mut State) -> Halt {
        let bug = self.bug(state, BugKind::PoisonUse, String::new());
        self.fatal(state, bug)
    }

    /// Decides a symbolic branch: the state goes one way (the answer), a copy of it the other if that is possible too.
    pub(super) fn symbolic_branch(
        &mut self,
        state: &mut State,
        condition: TermId,
        code: &Code,
        then: EdgeId,
        otherwise: EdgeId,
    ) -> Step<bool> {
        if let Some(truth) = self.store.as_bool(condition) {
            return Ok(truth);
        }
        self.ask_pending(state)?;
        self.check_initialised(state, condition);
        let taken = self
            .holds_in_model(state, condition)
            .ok_or(EndReason::SolverUnknown(UnknownReason::ModelRejected))?;
        if self.is_determined(state, condition) {
            return Ok(taken);
        }
        let negated = self.store.not(condition);
        let (here, there) = if taken { (condition, negated) } else { (negated, condition) };
        match self.feasible(state, there) {
            Ok(None) => {}
            Ok(Some(model)) => {
                if state.depth >= self.config.max_depth {
                    return Err(EndReason::DepthLimit.into());
                }
                state.depth += 1;
                if let Some(other) = self.split(state, there, model) {
                    self.send(other, code.edge(if taken { otherwise } else { then }));
                }
                let model = Arc::clone(&state.model);
                self.assume(state, here, model);
            }
            // The run is being stopped: the state stays in front of the branch.
            Err(UnknownReason::Cancelled) => return Err(EndReason::Stopped.into()),
            Err(reason) => {
                // The other side is left out, and the run must say so; this side is fine.
                state.approximations.under = true;
                tracing::debug!(?reason, "branch not decided");
                self.undecided.push((self.site(state), reason));
                let model = Arc::clone(&state.model);
                self.assume(state, here, model);
            }
        }
        Ok(taken)
    }

    /// Reports a decision that depends on memory never written, if that is asked for. The state goes on: its value is arbitrary.
    ///
    /// What was read at a symbolic place has everything in it that may be there, also what is not there for any input. So the
    /// decision depends on such memory only if there are two contents of it with which it differs, the inputs being the same.
    pub(crate) fn check_initialised(&mut self, state: &mut State, decision: TermId) {
        if !self.config.check_uninitialised || !state.approximations.uninitialised {
            return;
        }
        let store = Arc::clone(&self.store);
        let open = |symbol: &SymbolId| is_open(store.symbol_name(*symbol));
        let others: FxHashMap<SymbolId, TermId> = (store.free_vars(decision).into_iter())
            .filter(open)
            .map(|symbol| (symbol, store.fresh_var("otherwise", store.symbol_sort(symbol))))
            .collect();
        let kind = BugKind::UninitialisedBranch;
        if others.is_empty() || self.is_reported(state, kind, self.site(state)) {
            return;
        }
        let differs = store.ne(decision, store.substitute(decision, &others));
        if let Some(model) = self.possibly(state, differs) {
            let bug = self.bug(state, kind, String::new());
            self.report(state, bug, model);
        }
    }

    /// Whether a value speaks of memory never written.
    pub(super) fn is_uninitialised(&self, state: &State, value: TermId) -> bool {
        let is_open = |symbol| is_open(self.store.symbol_name(symbol));
        state.approximations.uninitialised && self.store.free_vars(value).into_iter().any(is_open)
    }

    /// Decides a symbolic switch: one successor for this state, copies for the others that are possible.
    pub(super) fn symbolic_switch(
        &mut self,
        state: &mut State,
        code: &Code,
        block: BlockId,
        content: &Value,
        cases: &[SwitchCase],
    ) -> Step<usize> {
        self.ask_pending(state)?;
        let width = cases.first().map_or(1, |case| case.value.width());
        let value = match content.bits(&self.store, width) {
            Some(value) => value,
            None => return Err(self.poison_used(state)),
        };
        self.check_initialised(state, value);
        // Cases that lead to the same block are one condition.
        let mut targets: Vec<(usize, BlockId, Vec<TermId>)> = Vec::new();
        for (position, case) in cases.iter().enumerate() {
            let equal = self.store.eq(value, self.store.bv_value(&case.value));
            match targets.iter_mut().find(|(_, target, _)| *target == case.target) {
                Some((_, _, conditions)) => conditions.push(equal),
                None => targets.push((position, case.target, vec![equal])),
            }
        }
        let mut ways: Vec<(usize, TermId)> = targets
            .iter()
            .map(|(position, _, conditions)| (*position, self.store.or(conditions)))
            .collect();
        let none: Vec<TermId> =
            ways.iter().map(|(_, condition)| self.store.not(*condition)).collect();
        ways.push((cases.len(), self.store.and(&none)));
        let mut mine = None;
        let depth = state.depth;
        for (successor, condition) in ways {
            if mine.is_none() && self.holds_in_model(state, condition) == Some(true) {
                mine = Some((successor, condition));
                continue;
            }
            match self.feasible(state, condition) {
                Ok(None) => {}
                Ok(Some(model)) => {
                    if depth >= self.config.max_depth {
                        return Err(EndReason::DepthLimit.into());
                    }
                    state.depth = depth + 1;
                    if let Some(other) = self.split(state, condition, model) {
                        self.send(other, code.edge(code.edge_of(block, successor)));
                    }
                }
                Err(reason) => {
                    self.leave_undecided(state, reason);
                }
            }
        }
        let (successor, condition) =
            mine.ok_or(EndReason::SolverUnknown(UnknownReason::ModelRejected))?;
        let model = Arc::clone(&state.model);
        self.assume(state, condition, model);
        Ok(successor)
    }

    /// Whether a bug was reported with a witness at least as good as this state: one of each kind and place is enough.
    pub(super) fn is_reported(&self, state: &State, kind: BugKind, site: Site) -> bool {
        let known = |weak| self.reported.lock().contains(&(kind, site, weak));
        !self.config.report_all && (known(false) || (known(true) && self.is_weak(state)))
    }

    /// Whether what the state shows may not be what a real run does: it went through something that no run does, or got here
    /// because of a value that nobody gave.
    fn is_weak(&self, state: &State) -> bool {
        let depends = |condition: &TermId| self.depends_on_nobodys(*condition);
        state.approximations.over
            || (state.approximations.uninitialised && state.path.iter().any(depends))
    }

    /// Whether a value depends on one that nobody gave.
    pub(crate) fn depends_on_nobodys(&self, term: TermId) -> bool {
        let symbols = self.store.free_vars(term).into_iter();
        symbols.map(|symbol| self.store.symbol_name(symbol)).any(is_nobodys)
    }

    /// Records a bug that the given model shows, unless it is known.
    pub fn report(&mut self, state: &State, bug: Bug, model: Arc<Model>) {
        self.report_if(state, bug, model, None, Asked::default());
    }

    /// [`report`](Executor::report) of a bug that happens on the state's path if something is violated.
    fn report_if(
        &mut self,
        state: &State,
        mut bug: Bug,
        model: Arc<Model>,
        violation: Option<TermId>,
        asked: Asked<'_>,
    ) {
        if self.is_reported(state, bug.kind, bug.site) {
            return;
        }
        let model = match state.preferences.is_empty() {
            true => model,
            false => crate::klee::preferred(self, state, violation, model),
        };
        let mut conditions = Vec::new();
        if self.config.report_all {
            conditions.extend(state.path.iter().copied().chain(violation));
        }
        let small = self.small_witness(state, &model, violation);
        let needs_room = small.is_none();
        let weak = self.is_weak(state) || needs_room;
        // One witness that the native program may have no room for is enough; a better one may still come.
        let is_new = self.reported.lock().insert((bug.kind, bug.site, weak));
        if needs_room && !is_new && !self.config.report_all {
            return;
        }
        let model = small.unwrap_or(model);
        if let Some((site, operation)) = asked.operation {
            bug.detail = self.computed_with(site, operation, &model);
        }
        self.note_arguments(state, asked.left, &mut bug, &model);
        self.findings.push(Finding {
            bug,
            model,
            inputs: Arc::clone(&state.inputs),
            approximations: state.approximations,
            node: state.node,
            conditions,
            needs_room,
        });
    }

    /// A bug that the state cannot avoid: reported, and the end.
    pub fn fatal(&mut self, state: &State, bug: Bug) -> Halt {
        self.report(state, bug.clone(), Arc::clone(&state.model));
        EndReason::Bug(Box::new(bug)).into()
    }

    /// Makes sure that a violation does not happen: if it can, it is reported; the state goes on where it does not.
    pub fn forbid(
        &mut self,
        state: &mut State,
        violation: TermId,
        kind: BugKind,
        detail: impl FnOnce() -> String,
    ) -> Step<()> {
        self.forbid_in(state, violation, kind, detail, Asked::default())
    }

    /// [`forbid`](Executor::forbid) of an operation that the input of the report is put into.
    fn forbid_operation(
        &mut self,
        state: &mut State,
        violation: TermId,
        kind: BugKind,
        operation: Operation,
    ) -> Step<()> {
        let asked = Asked { operation: Some((self.place(state), operation)), left: &[] };
        self.forbid_in(state, violation, kind, String::new, asked)
    }

    fn forbid_in(
        &mut self,
        state: &mut State,
        violation: TermId,
        kind: BugKind,
        detail: impl FnOnce() -> String,
        asked: Asked<'_>,
    ) -> Step<()> {
        match self.store.as_bool(violation) {
            Some(false) => return Ok(()),
            Some(true) => {
                let bug = self.bug(state, kind, detail());
                let model = Arc::clone(&state.model);
                self.report_if(state, bug.clone(), model, None, asked);
                return Err(EndReason::Bug(Box::new(bug)).into());
            }
            None => {}
        }
        let negated = self.store.not(violation);
        if self.holds_in_model(state, violation) == Some(true) {
            let bug = self.bug(state, kind, detail());
            let model = Arc::clone(&state.model);
            self.report_if(state, bug.clone(), model, Some(violation), asked);
            return self.go_on_without(state, negated, bug);
        }
        // Known already: no need to show it again, but the state goes on without it. Inputs that show it again may be
        // left behind, and whether there are any is not worth a question.
        if !self.is_reported(state, kind, self.site(state)) {
            match self.feasible(state, violation) {
                Ok(None) => return Ok(()),
                Ok(Some(model)) => {
                    let bug = self.bug(state, kind, detail());
                    self.behind_bugs += u64::from(bug.has_rest());
                    self.report_if(state, bug, model, Some(violation), asked);
                }
                Err(reason) => {
                    self.leave_undecided(state, reason);
                }
            }
        } else {
            self.behind_bugs += u64::from(self.has_rest(state, kind));
        }
        let model = Arc::clone(&state.model);
        self.assume(state, negated, model);
        Ok(())
    }

    /// Goes on with the inputs that do not show a bug, if there are any.
    fn go_on_without(&mut self, state: &mut State, negated: TermId, bug: Bug) -> Step<()> {
        let has_rest = bug.has_rest();
        self.require(state, negated, EndReason::Bug(Box::new(bug)))?;
        self.behind_bugs += u64::from(has_rest);
        Ok(())
    }

    /// Remembers a check that the machine would not notice.
    fn check_later(
        &mut self,
        state: &mut State,
        condition: TermId,
        kind: BugKind,
        operation: Operation,
    ) {
        if self.config.wrapping.is_at(self.site(state)) {
            return;
        }
        if self.store.as_bool(condition) != Some(false) {
            let site = self.place(state);
            let calls = || self.places_of_callers(state);
            // Checks of one call share the list of its callers.
            let callers = match state.pending.last() {
                Some(last) if last.callers.iter().copied().eq(calls()) => Arc::clone(&last.callers),
                _ => calls().collect(),
            };
            let left = Vec::new();
            state.pending.push(Pending { condition, kind, operation, site, callers, left });
        }
    }

    /// Asks all remembered checks in one question; bugs are reported until none is left. Where all bugs are told apart, they are
    /// asked in the order of execution: what fails a check does not come to a later one.
    pub fn ask_pending(&mut self, state: &mut State) -> Step<()> {
        while !state.pending.is_empty() {
            let at_once = if self.config.report_all { 1 } else { state.pending.len() };
            let conditions: Vec<TermId> =
                state.pending.iter().take(at_once).map(|check| check.condition).collect();
            let any = self.store.or(&conditions);
            match self.feasible(state, any) {
                Ok(None) => drop(state.pending.drain(..at_once)),
                Ok(Some(model)) => self.report_pending(state, model)?,
                Err(reason) => {
                    self.leave_undecided(state, reason);
                    state.pending.clear();
                }
            }
        }
        Ok(())
    }

    /// The model violates at least one remembered check: reports the first. From now on it is excluded, or what the machine
    /// computes is the result.
    fn report_pending(&mut self, state: &mut State, model: Arc<Model>) -> Step<()> {
        let mut evaluator = lariat_term::Evaluator::new(Arc::clone(&model));
        let violated = state
            .pending
            .iter()
            .position(|check| evaluator.eval_bool(&self.store, check.condition).unwrap_or(false));
        let Some(position) = violated else {
            state.pending.clear();
            return Ok(());
        };
        let check = state.pending.remove(position);
        let (site, callers) = (check.site, check.callers.iter().copied());
        let bug = self.bug_at(check.kind, String::new(), site, callers);
        let asked = Asked { operation: Some((site, check.operation)), left: &check.left };
        self.report_if(state, bug.clone(), model, Some(check.condition), asked);
        if self.config.goes_on_behind_overflow {
            self.wraps_at(&bug);
            state.pending.retain(|other| other.site != site);
            return Ok(());
        }
        let negated = self.store.not(check.condition);
        self.go_on_without(state, negated, bug)
    }

    /// What a word operation gives that breaks a rule: the machine's result if the check is off or harmless.
    pub(super) fn violated(
        &mut self,
        state: &mut State,
        kind: BugKind,
        op: BinaryOp,
        width: u32,
        a: u64,
        b: u64,
    ) -> Step<Value> {
        if kind == BugKind::PoisonUse {
            return Ok(Value::Poison);
        }
        let harmless =
            kind == BugKind::SignedOverflow && !matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let wrapped = ints::word(op, width, Flags::NONE, a, b).unwrap_or(0);
        if harmless && !self.config.check_overflow {
            // Every compiler defines what a shift gives.
            return Ok(match self.config.arbitrary_overflow && op != BinaryOp::Shl {
                true => self.overflowed(state, width),
                false => Value::Word(wrapped),
            });
        }
        if harmless && self.config.wrapping.is_at(self.site(state)) {
            return Ok(Value::Word(wrapped));
        }
        let detail = self.computed(self.place(state), op, width, a, b);
        let bug = self.bug(state, kind, detail);
        if !harmless || !self.config.goes_on_behind_overflow {
            return Err(self.fatal(state, bug));
        }
        self.report(state, bug.clone(), Arc::clone(&state.model));
        self.wraps_at(&bug);
        Ok(Value::Word(wrapped))
    }

    /// The result of an operation that overflows, where that is no bug and may be anything.
    fn overflowed(&mut self, state: &State, width: u32) -> Value {
        self.assume_fixed(state, Assumption::ArbitraryOverflow);
        let sort = lariat_term::Sort::BitVec(width);
        Value::from_term(&self.store, self.store.fresh_var(OVERFLOWED, sort))
    }

    /// What follows an overflow that was reported is explored with the result that the machine computes. It is not asked about again,
    /// unless the witness may not be what a real run does.
    fn wraps_at(&self, overflow: &Bug) {
        self.config.assumptions.add(Assumption::Wraps, overflow.location);
        if self.reported.lock().contains(&(overflow.kind, overflow.site, false)) {
            self.config.wrapping.add(overflow.site);
        }
    }

    /// Integer arithmetic on any scalars of a width, with its checks.
    pub fn integer(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        width: u32,
        flags: Flags,
        a: &Value,
        b: &Value,
    ) -> Step<Value> {
        if let (Value::Word(a), Value::Word(b)) = (a, b)
            && width <= 64
        {
            return match ints::word(op, width, flags, *a, *b) {
                Ok(word) => Ok(Value::Word(word)),
                Err(kind) => self.violated(state, kind, op, width, *a, *b),
            };
        }
        let divides =
            matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
        let store = Arc::clone(&self.store);
        let (Some(a), Some(b)) = (a.bits(&store, width), b.bits(&store, width)) else {
            return if divides { Err(self.poison_used(state)) } else { Ok(Value::Poison) };
        };
        if width == 1
            && let Some(truth) = boolean(&store, op, a, b)
        {
            return Ok(Value::from_term(&store, truth));
        }
        let operation = Operation { op, width, operands: [a, b] };
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            let zero = store.eq(b, store.bv_const(width, 0));
            self.forbid_operation(state, zero, BugKind::DivisionByZero, operation)?;
            let overflow = ints::division_overflow(&store, a, b);
            self.forbid_operation(state, overflow, BugKind::SignedOverflow, operation)?;
        } else if let Some((violation, kind)) = ints::violation(&store, op, flags, a, b) {
            match kind {
                BugKind::SignedOverflow if self.config.check_overflow => {
                    self.check_later(state, violation, kind, operation);
                }
                BugKind::SignedOverflow if self.config.arbitrary_overflow => {
                    if !matches!(self.feasible(state, violation), Ok(None)) {
                        let anything = self.overflowed(state, width);
                        let wrapped = ints::term(&store, op, a, b);
                        let anything = anything.bits(&store, width).unwrap_or(wrapped);
                        let result = store.ite(violation, anything, wrapped);
                        return Ok(Value::from_term(&store, result));
                    }
                }
                BugKind::SignedOverflow => {}
                _ => self.forbid_operation(state, violation, kind, operation)?,
            }
        }
        if self.config.check_overflow
            && let Some(overflow) = ints::shift_overflow(&store, op, flags, a, b)
        {
            self.check_later(state, overflow, BugKind::SignedOverflow, operation);
        }
        // Where a promise is broken the result is poison, and a state of its own goes on with that.
        if let Some(broken) = ints::broken_promise(&store, op, flags, a, b)
            && self.decide(state, broken)?
        {
            return Ok(Value::Poison);
        }
        Ok(Value::from_term(&store, ints::term(&store, op, a, b)))
    }

    /// `condition ? then : otherwise` for values of any type and a scalar condition.
    pub fn select(
        &self,
        condition: &Value,
        then: &Value,
        otherwise: &Value,
        ty: lariat_program::TypeId,
    ) -> Value {
        let store = &self.store;
        let Some(condition) = condition.truth(store) else { return Value::Poison };
        match store.as_bool(condition) {
            Some(true) => return then.clone(),
            Some(false) => return otherwise.clone(),
            None => {}
        }
        let program = &self.machine.program;
        if let Some(width) = crate::code::scalar_width(program, ty) {
            let (a, b) = if width == 1 {
                (then.truth(store), otherwise.truth(store))
            } else {
                (then.bits(store, width), otherwise.bits(store, width))
            };
            // Poison may be taken for any value, so also for the one of the other side.
            return match (a, b) {
                (Some(a), Some(b)) => Value::from_term(store, store.ite(condition, a, b)),
                (Some(term), None) | (None, Some(term)) => Value::from_term(store, term),
                (None, None) => Value::Poison,
            };
        }
        let condition = Value::Term(condition);
        match (then, otherwise) {
            (Value::Many(a), Value::Many(b)) => {
                let types = crate::aggregate::element_types(program, ty);
                let parts = a
                    .iter()
                    .zip(b.iter())
                    .zip(types)
                    .map(|((a, b), ty)| self.select(&condition, a, b, ty))
                    .collect();
                Value::Many(Arc::new(parts))
            }
            _ => Value::Poison,
        }
    }

    /// The solver did not answer a question that the path depends on: what lies behind it is left out.
    pub fn leave_undecided(&mut self, state: &mut State, reason: UnknownReason) {
        state.approximations.under = true;
        self.undecided.push((self.site(state), reason));
    }

    /// Something else is left out.
    pub fn leave_out(&mut self, state: &mut State, gap: Gap) {
        state.approximations.under = true;
        self.gaps.push((self.site(state), gap));
    }

    /// Whether a condition holds; where both are possible a copy of the state stays behind for the other answer.
    pub fn decide(&mut self, state: &mut State, condition: TermId) -> Step<bool> {
        match self.store.as_bool(condition) {
            Some(truth) => Ok(truth),
            None => Ok(self.one_word(state, &Value::Term(condition), 1)? == 1),
        }
    }

    /// The word a value must be for the state to go on: if it is symbolic, a copy of the state stays behind for each other
    /// value, one at a time.
    pub fn one_word(&mut self, state: &mut State, value: &Value, width: u32) -> Step<u64> {
        if let Value::Word(word) = value {
            return Ok(*word);
        }
        let Some(term) = value.bits(&self.store, width) else {
            return Err(self.poison_used(state));
        };
        self.ask_pending(state)?;
        let word = match self.evaluate(state, term) {
            Some(TermValue::BitVec(bits)) => bits.to_u64(),
            _ => None,
        };
        let word = word.ok_or(EndReason::SolverUnknown(UnknownReason::ModelRejected))?;
        if self.is_determined(state, term) {
            return Ok(word);
        }
        let equal = self.store.eq(term, self.store.bv_const(width, word));
        match self.feasible(state, self.store.not(equal)) {
            Ok(None) => {}
            Ok(Some(model)) => {
                let other = self.split(state, self.store.not(equal), model);
                self.forks.extend(other);
            }
            Err(reason) => {
                self.leave_undecided(state, reason);
            }
        }
        let model = Arc::clone(&state.model);
        self.assume(state, equal, model);
        Ok(word)
    }
}

/// Whether a variable stands for memory that nobody has written.
fn is_open(name: &str) -> bool {
    name.starts_with("uninitialised!") || name.starts_with(UNINITIALISED_INPUT)
}

/// Whether a variable stands for a value that nobody gave.
pub(super) fn is_nobodys(name: &str) -> bool {
    ["uninitialised!", "unpassed!", "unreturned!", "frozen!"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// One-bit arithmetic as logic; none for division and shifts.
fn boolean(store: &lariat_term::TermStore, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
    let one = store.bv_const(1, 1);
    let (a, b) = (store.eq(a, one), store.eq(b, one));
    Some(match op {
        BinaryOp::And | BinaryOp::Mul => store.and(&[a, b]),
        BinaryOp::Or => store.or(&[a, b]),
        BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => store.xor(a, b),
        _ => return None,
    })
}
