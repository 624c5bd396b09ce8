//! A loop that was met on a walk once more, exactly: what an iteration does on machine integers with every check, and loops within by their exact cases.
//!
//! The walk of `study.rs` may forget things, as it is for necessary conditions: what a loop within leaves is known by its counters only, and where a check fails
//! the execution is not followed. Here the iteration is run as for the [search](crate::taking), which forgets nothing or gives up. So a loop within that has exact cases is ways
//! through the body of this one, an overflow is an end of the loop like others, and what is left of the guards is no part of any execution.

use std::sync::Arc;

use lariat_exec::{ExecutorConfig, State};
use lariat_loop::{ExitPath, IterationPath, LoopBody, Variable, ways_out, without_integers};
use lariat_program::{
    BlockId, ConstantData, FunctionId, LocationId, Operand, OperandKind, Program,
};
use lariat_solver::CancelToken;
use lariat_term::{Evaluator, Op, Sort, TermId, TermStore};

use crate::body::Place;
use crate::iteration::{InnerCounts, Laboratory, Scope};
use crate::leaving::{Leaving, LoopExits};
use crate::study::{StudiedBug, StudiedLoop};
use crate::taker::Taker;

/// The width of how often loops within go round.
const TOTAL_BITS: u32 = 64;

/// Runs iterations of loops exactly.
pub struct ExactStudy {
    program: Arc<Program>,
    store: Arc<TermStore>,
    taker: Arc<Taker>,
    laboratory: Laboratory,
}

impl ExactStudy {
    /// For the loops of a program.
    ///
    /// # Errors
    /// If the program cannot be executed.
    pub fn new(
        program: &Arc<Program>,
        store: &Arc<TermStore>,
        config: ExecutorConfig,
    ) -> Result<ExactStudy, String> {
        let taker = Taker::new(program, store, &[], false);
        taker.configure(config.clone());
        let inside = (Arc::downgrade(&taker), 0);
        let laboratory = Laboratory::new(program, store, &Arc::from([]), config, inside)
            .map_err(|error| error.to_string())?
            .with_exits();
        Ok(ExactStudy { program: Arc::clone(program), store: Arc::clone(store), taker, laboratory })
    }

    /// The loop with the body that an exact iteration has.
    ///
    /// # Errors
    /// If the iteration cannot be told exactly: the reason.
    pub fn study(&mut self, found: &StudiedLoop) -> Result<StudiedLoop, String> {
        let state = found.at_head.as_ref().ok_or("it was not met")?;
        let blocks = self.taker.headers.loop_at(found.function, found.header).ok_or("no loop")?;
        let scope = Arc::new(Scope {
            function: found.function,
            header: found.header,
            blocks: blocks.to_vec(),
            depth: state.callers.len(),
        });
        if !state.pending.is_empty() {
            return Err("checks are open before the loop".into());
        }
        let cancel = CancelToken::new();
        let iteration = self.laboratory.iteration(state, &scope, &cancel)?;
        let (mut body, mut exits, mut exit_locations) = (iteration.body, Vec::new(), Vec::new());
        let unchanged: Vec<TermId> = body.variables.iter().map(|v| v.symbol).collect();
        let mut inner = iteration.inner;
        let code = self.program.functions[found.function].body.as_ref().ok_or("no body")?;
        let out = LoopExits::new(code, found.header, blocks.iter().copied());
        let mut leaving = Vec::new();
        let mut outside = Vec::new();
        for (mut left, guard) in iteration.left {
            outside.push(left.note::<InnerCounts>().cloned().unwrap_or_default());
            let target = left.block;
            let mut unknown = Vec::new();
            let after = match iteration.generic.after(self.laboratory.machine(), &mut left) {
                Ok(mut after) => {
                    for (number, carrier) in iteration.generic.carriers.iter().enumerate() {
                        let &Place::Register { value, from, .. } = &carrier.place else { continue };
                        let now = out.current(target, value);
                        if now == Some(value.into()) {
                            continue;
                        }
                        let term = now.and_then(|now| self.number(&left, now));
                        match term.filter(|_| from.is_none()) {
                            Some(term)
                                if self.store.sort(term) == self.store.sort(after[number]) =>
                            {
                                after[number] = term;
                            }
                            _ => unknown.push(number),
                        }
                    }
                    after
                }
                Err(_) => {
                    unknown.extend(0..unchanged.len());
                    unchanged.clone()
                }
            };
            leaving.push(Leaving { leaves: out.leaves(target), unknown });
            let exit = left.block.as_u32() as usize;
            exits.push(ExitPath { guard, after, locals: Vec::new(), exit });
            exit_locations.push(self.location(&left));
        }
        let mut entry: Vec<TermId> =
            iteration.generic.carriers.iter().map(|carrier| carrier.entry).collect();
        // What neither comes back nor leaves ends inside.
        let first_end = exits.len();
        let going = exits.iter().map(|exit| IterationPath {
            guard: exit.guard.clone(),
            after: exit.after.clone(),
            locals: Vec::new(),
        });
        let all = LoopBody {
            variables: body.variables.clone(),
            paths: body.paths.iter().cloned().chain(going).collect(),
        };
        let solver = self.laboratory.solver(&cancel);
        for mut end in ways_out(&self.store, solver, &state.path, &all)? {
            let terms = [state.path.as_slice(), &end.guard].concat();
            if matches!(solver.model_for(&terms), Ok(None)) {
                continue;
            }
            end.exit = usize::MAX;
            exits.push(end);
            exit_locations.push(None);
            leaving.push(Leaving::failing());
            outside.push(InnerCounts::default());
        }
        inner.extend(outside);
        let guards = body.paths.iter_mut().map(|path| &mut path.guard);
        for guard in guards.chain(exits.iter_mut().map(|exit| &mut exit.guard)) {
            self.shorten(guard);
        }
        let inner_totals = self.totals(&mut body, &mut exits, &mut entry, &inner);
        let solver = self.laboratory.solver(&cancel);
        let mut bugs: Vec<StudiedBug> = Vec::new();
        for (bug, model, conditions) in &iteration.bugs {
            let mut evaluator = Evaluator::new(Arc::clone(model));
            let mut holds = |guard: &[TermId]| {
                guard.iter().all(|part| evaluator.eval_bool(&self.store, *part) == Ok(true))
            };
            // Several checks may fail in one iteration, so a single model does not tell all.
            let mut may_be = |guard: &[TermId]| {
                let terms = [conditions.as_slice(), guard].concat();
                !conditions.is_empty() && !matches!(solver.model_for(&terms), Ok(None))
            };
            let own: Vec<usize> = (first_end..exits.len())
                .filter(|exit| holds(&exits[*exit].guard) || may_be(&exits[*exit].guard))
                .collect();
            match bugs.iter_mut().find(|o| o.kind == bug.kind && o.location == bug.location) {
                Some(known) => known.exits.extend(own),
                None => {
                    bugs.push(StudiedBug { kind: bug.kind, location: bug.location, exits: own });
                }
            }
        }
        Ok(StudiedLoop {
            body,
            ends_inside: false,
            exits,
            exit_locations,
            leaving,
            entry,
            context: state.path.clone(),
            first_end,
            bugs,
            inner_totals,
            merged_ways: false,
            ..found.clone()
        })
    }

    /// Leaves out alternatives of which the guard says itself that one holds.
    fn shorten(&self, guard: &mut Vec<TermId>) {
        let (store, all) = (&self.store, guard.clone());
        guard.retain(|&condition| {
            let (op, alternatives) = store.view(condition);
            op != Op::Or || !alternatives.iter().any(|alternative| all.contains(alternative))
        });
    }

    /// Adds variables for how often the loops within go round in all. The counts are those of the paths, then those of the exits.
    fn totals(
        &self,
        body: &mut LoopBody,
        exits: &mut [ExitPath],
        entry: &mut Vec<TermId>,
        inner: &[InnerCounts],
    ) -> Vec<(Option<LocationId>, usize)> {
        let store = &self.store;
        let mut places: Vec<(FunctionId, BlockId)> =
            inner.iter().flat_map(|counts| counts.0.iter().map(|(place, _)| *place)).collect();
        places.sort_unstable();
        places.dedup();
        let mut totals = Vec::new();
        for place in places {
            let counts: Option<Vec<TermId>> =
                inner.iter().map(|counts| self.total_of(counts, place)).collect();
            let Some(counts) = counts else { continue };
            let location = self.program.functions[place.0].body.as_ref().and_then(|code| {
                let block = &code.blocks[place.1];
                block.insts().find_map(|inst| code.location(inst)).or(block.terminator_location)
            });
            let symbol = store.fresh_var("total", Sort::BitVec(TOTAL_BITS));
            totals.push((location, body.variables.len()));
            body.variables.push(Variable { name: format!("total{}", totals.len()), symbol });
            entry.push(store.bv_const(TOTAL_BITS, 0));
            let after = body.paths.iter_mut().map(|path| &mut path.after);
            let after = after.chain(exits.iter_mut().map(|exit| &mut exit.after));
            for (after, count) in after.zip(counts) {
                after.push(store.bv_add(symbol, count));
            }
        }
        totals
    }

    /// How often a loop within goes round on a path; none if that has no closed form.
    fn total_of(&self, counts: &InnerCounts, place: (FunctionId, BlockId)) -> Option<TermId> {
        let store = &self.store;
        let own = counts.0.iter().find(|(other, _)| *other == place);
        let mut total = store.bv_const(TOTAL_BITS, 0);
        for count in own.map_or(&[][..], |(_, counts)| counts) {
            let count = without_integers(store, store.int_to_bv(TOTAL_BITS, (*count)?))?;
            total = store.bv_add(total, count);
        }
        Some(total)
    }

    /// A number of the function in a state.
    fn number(&self, state: &State, operand: Operand) -> Option<TermId> {
        match operand.kind() {
            OperandKind::Value(value) => state.register_term(self.laboratory.machine(), value),
            OperandKind::Constant(id) => match &self.program.constants.get(id).data {
                ConstantData::Int(number) => Some(self.store.bv_value(number)),
                _ => None,
            },
        }
    }

    fn location(&self, state: &State) -> Option<LocationId> {
        let code = self.program.functions[state.frame.function].body.as_ref()?;
        let block = &code.blocks[state.block];
        block.insts().find_map(|inst| code.location(inst)).or(block.terminator_location)
    }
}
