//! Puts the summary of a loop into the state that enters it.
//!
//! Without closed forms (`ExplorerConfig::closed_forms`) the values after a loop are just unknown, and nothing is asked: what comes out is the *skeleton*
//! of the ways to the goal, with the bodies of all loops on them, which is what [unrolling](mod@crate::unrolled) needs.

use std::sync::Arc;

use lariat_exec::Value;
use lariat_loop::{
    COUNTER_BITS, Conditions, Iterated, IteratedMemory, LoopBody, PASSES, Summary, Variable,
    iterate,
};
use lariat_term::{Sort, TermId, TermStore};

use crate::body::{Generic, LEAVES_ADDRESSES, Place, put_number};
use crate::explorer::{Explorer, GiveUp, Scope, Stack, Walker};
use crate::found::{FoundBody, symbol_of};
use crate::inner_counts::{ClosedCounts, is_multiplied};
use crate::self_check;
use crate::traces::Taken;
use crate::unfolding::AppliedLoop;

impl Explorer<'_> {
    /// Adds what is known about the counters of loops that were left: how often they ran may follow from that. It is worth asking where counters are
    /// multiplied, which the solver has trouble with; otherwise it sees by itself what follows.
    pub(crate) fn close_counts(&mut self, walker: &mut Walker, stack: &Stack) {
        let block = walker.state.block;
        let left = |(_, scope): &(usize, Arc<Scope>)| scope.is_left(stack, block);
        let store = Arc::clone(self.store());
        while let Some((number, _)) = walker.open.pop_if(|open| left(open)) {
            let applied = &walker.loops[number..=number];
            let [AppliedLoop { counters, .. }] = applied else { continue };
            let registers = walker.state.frame.registers.iter();
            if !is_multiplied(&store, registers, counters) {
                continue;
            }
            let solver = &mut self.executor.solver;
            let closed = ClosedCounts::new(&store, solver, &walker.state, applied, counters);
            let location = applied[0].location;
            for value in &mut walker.state.frame.registers {
                if let Value::Term(term) = value {
                    *value = Value::from_term(&store, closed.in_closed_form(&store, *term));
                }
            }
            walker.state.path.extend(closed.equations);
            walker.origins.resize(walker.state.path.len(), location);
        }
    }

    /// The summary of a loop whose body was walked.
    pub(crate) fn make_summary(
        &mut self,
        walker: &Walker,
        scope: &Scope,
        generic: &Generic,
        found: FoundBody,
    ) -> AppliedLoop {
        let store = Arc::clone(self.store());
        let reads = found.paths.iter().any(|found| found.reads);
        let traces = found.paths.iter().map(|found| found.trace.clone()).collect();
        let (paths, inner): (Vec<_>, Vec<_>) =
            found.paths.into_iter().map(|found| (found.path, found.inner)).unzip();
        let counters: Vec<TermId> =
            paths.iter().map(|_| store.fresh_var(PASSES, Sort::BitVec(COUNTER_BITS))).collect();
        let body = LoopBody { variables: generic.variables(), paths };
        let context = &walker.state.path;
        let mut memory = match self.config.closed_forms {
            true => iterate(&store, &mut self.executor.solver, context, &body, &counters),
            false => unknown(&store, &body, &counters),
        };
        memory.add_invariants(&store, &body, &found.invariants);
        let summary = Summary::new(body, memory);
        if self.config.self_check {
            let model = &walker.state.model;
            match self_check::check(&store, &summary, generic, model, &found.invariants) {
                Ok(0) => {}
                Ok(_) => self.checked.push((scope.function, scope.header)),
                Err(error) => self.wrong.push(format!("{error} (loop in block {})", scope.header)),
            }
        }
        let entry = generic
            .carriers
            .iter()
            .map(|carrier| (symbol_of(&store, carrier.symbol), carrier.entry))
            .collect();
        let nested = inner.iter().any(|inner: &Vec<AppliedLoop>| !inner.is_empty());
        let endpoints = match self.config.closed_forms {
            true if nested && self.config.light => summary.endpoints_without_locals(&store),
            true => summary.endpoints(&store),
            false => Conditions::default(),
        };
        AppliedLoop {
            endpoints,
            summary: Arc::new(summary),
            counters,
            entry,
            inner,
            reads,
            traces,
            taken: Taken::default(),
            function: scope.function,
            header: scope.header,
            location: self.location(&walker.state),
        }
    }

    /// Takes a loop with its summary; none if the loop cannot be left in this way.
    pub(crate) fn apply(
        &mut self,
        mut walker: Walker,
        mut applied: AppliedLoop,
        generic: &Generic,
    ) -> Result<Option<Walker>, GiveUp> {
        let store = Arc::clone(self.store());
        let machine = &self.ground.machine;
        let state = &mut walker.state;
        for (carrier, iterated) in generic.carriers.iter().zip(&applied.summary.memory.values) {
            let value = store.substitute(iterated.term(), &applied.entry);
            let from = carrier.place.starts_from();
            let whole = |value| from.map_or(value, |from| store.bv_add(from, value));
            if !state.memory.keeps_object(&store, whole(carrier.entry), whole(value)) {
                return Err(LEAVES_ADDRESSES.to_owned());
            }
            match &carrier.place {
                Place::Register { value: register, .. } => {
                    let term = whole(value);
                    state.frame.registers[register.as_u32() as usize] =
                        Value::from_term(&store, term);
                }
                Place::Number { handle, offset, bytes } => {
                    let object = state.memory.get_mut(*handle).ok_or("an object is gone")?;
                    put_number(machine, &mut object.bytes, *offset, *bytes, value);
                }
                Place::Array { handle } => {
                    let object = state.memory.get_mut(*handle).ok_or("an object is gone")?;
                    object.bytes.set_array(value);
                }
            }
        }
        state.approximations.over = true;
        if applied.reads {
            walker.certain_inputs.get_or_insert(walker.state.inputs.len());
        }
        let conditions = match self.config.closed_forms {
            true => applied.necessary(&store),
            false => Vec::new(),
        };
        let location = applied.location;
        let known = walker.state.path.len();
        applied.taken = Taken {
            conditions: known..known + conditions.len(),
            inputs: walker.state.inputs.len(),
        };
        walker.loops.push(applied);
        if conditions.is_empty() {
            return Ok(Some(walker));
        }
        let all = store.and(&conditions);
        let model = Arc::clone(&walker.state.model);
        let answer =
            self.executor.solver.check_extending(&walker.state.path, all, &model).into_model();
        match answer {
            Ok(None) => Ok(None),
            Ok(Some(model)) => {
                walker.state.path.extend(conditions);
                walker.origins.resize(walker.state.path.len(), location);
                walker.state.model = model;
                Ok(Some(walker))
            }
            Err(reason) => Err(format!("the solver did not decide a looping condition: {reason}")),
        }
    }
}

/// The memory of which nothing is known.
fn unknown(store: &TermStore, body: &LoopBody, counters: &[TermId]) -> IteratedMemory {
    let star = |variable: &Variable| Iterated::Unknown {
        reason: "it was not asked for".to_owned(),
        star: store.fresh_var(&variable.name, store.sort(variable.symbol)),
    };
    IteratedMemory {
        counters: counters.to_vec(),
        values: body.variables.iter().map(star).collect(),
        choices: Vec::new(),
        facts: Vec::new(),
        order: None,
    }
}
