//! A loop read from its code alone, for a program nobody runs: a library, a file of a package, a function no start leads to.
//!
//! The [explorer](crate::Explorer) finds a loop's body by running an iteration, which needs a state to start from, and so a way to the loop. Here
//! the blocks of one iteration are walked instead and their instructions written as terms. The loop's variables are the header's phis
//! and the [cells] of memory it uses like variables. Values from before the loop are invariant symbols; memory that the loop does not
//! write is one unknown array; what calls return, what inner loops leave behind and what is read from memory that
//! the loop may write is *new in each iteration*. So the paths allow all that the program does, and perhaps more. The conditions of
//! C hold: a signed sum that overflows ends the iteration.
//!
//! Only the [slice](LoopSlice) that matters for the loop's exits, and for variables asked for, is written down.

mod cells;
mod joined;
mod monotone;
mod places;
mod values;
mod walk;

use lariat_loop::{CallResult, ExitPath, Hints, IterationPath, LoopBody, Variable};
use lariat_program::callgraph::CallGraph;
use lariat_program::effects::{Effect, Effects};
use lariat_program::loops::{Loop, LoopForest, LoopKind};
use lariat_program::points_to::{Object, PointsTo, World};
use lariat_program::slice::LoopSlice;
use lariat_program::{
    BlockId, Body, Callee, ConstantId, Definition, FunctionId, GlobalId, Inst, InstId, LocationId,
    LoopId, Operand, Passing, Phi, Program, ValueId,
};
use lariat_term::{Op, Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use self::cells::{Cell, Cells, Trust};
use self::places::Base;
use crate::leaving::{Leaving, LoopExits};
use crate::study::StudiedLoop;

/// A program whose loops are read.
pub struct Code<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    effects: Effects<'p>,
}

/// What is to be kept of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep<'a> {
    /// What decides its exits.
    Exits,
    /// What decides its exits, trusting that calls and writes through other pointers leave alone what the loop reads at a place that is the same in
    /// every iteration. What is found out must be given with this [assumption](TRUSTED).
    TrustedExits,
    /// What decides its exits, with ways that meet made one: for bodies with too many of them.
    JoinedExits,
    /// Both.
    TrustedJoinedExits,
    /// What decides its exits, and the source variables of these names.
    Variables(&'a [String]),
    /// Everything.
    All,
}

/// What is assumed about a loop that is read with [`Keep::TrustedExits`], if it makes a difference.
pub const TRUSTED: &str = "calls and other pointers leave what the conditions read alone";

/// What programs are analysed with before their loops are read.
pub struct CodeGround {
    points_to: PointsTo,
    graph: CallGraph,
}

impl CodeGround {
    /// Analyses a program of which any function may be called.
    pub fn new(program: &Program) -> CodeGround {
        let points_to = PointsTo::new(program, &World::Open);
        let graph = CallGraph::new(program, &points_to);
        CodeGround { points_to, graph }
    }
}

impl<'p> Code<'p> {
    /// Makes a program ready.
    pub fn new(program: &'p Program, ground: &'p CodeGround) -> Code<'p> {
        let effects = Effects::new(program, &ground.points_to, &ground.graph);
        Code { program, points_to: &ground.points_to, effects }
    }

    /// Whether a function, or one that it calls, uses memory that was there before it: what its arguments point to, or variables of the whole program.
    /// The library's own do not count.
    pub fn uses_memory_of_others(&self, function: FunctionId) -> bool {
        let mut functions = vec![function];
        let mut next = 0;
        while let Some(&caller) = functions.get(next) {
            next += 1;
            let Some(body) = &self.program.functions[caller].body else { continue };
            for inst in body.blocks.values().flat_map(|block| block.insts()) {
                if let Inst::Call(call) = body.inst(inst) {
                    if let Callee::Direct(callee) = body.calls[call].callee
                        && !self.program.functions[callee].library
                        && !functions.contains(&callee)
                    {
                        functions.push(callee);
                    }
                    continue;
                }
                if self.is_in_own_argument(caller, inst) {
                    continue;
                }
                let Effect { reads, writes } = self.effects.inst(caller, inst);
                let mut used = reads.iter().chain(writes.iter());
                let of_others = |object| match self.points_to.object(object) {
                    Object::Global(global) => !self.program.globals[global].constant,
                    Object::Stack(maker, _) | Object::Heap(maker, _) => !functions.contains(&maker),
                    Object::Function(_) => false,
                    _ => true,
                };
                if used.any(of_others) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether an instruction reads or writes a parameter that was passed by value through memory: the callee's own copy.
    fn is_in_own_argument(&self, function: FunctionId, inst: InstId) -> bool {
        let function = &self.program.functions[function];
        let Some(body) = &function.body else { return false };
        let (Inst::Load { pointer, .. } | Inst::Store { pointer, .. }) = body.inst(inst) else {
            return false;
        };
        let mut pointer = pointer.value();
        while let Some(value) = pointer {
            match body.values[value].definition {
                Definition::Param(number) => {
                    let passing = function.params.get(number as usize).map(|param| param.passing);
                    return matches!(passing, Some(Passing::ByValue { .. }));
                }
                Definition::Inst(inst) => match body.inst(inst) {
                    Inst::PointerAdd { base, .. } => pointer = base.value(),
                    _ => return false,
                },
                Definition::Phi(..) => return false,
            }
        }
        false
    }

    /// Reads a loop of a function.
    ///
    /// # Errors
    /// Why it has no body of this form. Also if others were to be trusted and that makes no difference.
    pub fn read(
        &self,
        store: &TermStore,
        function: FunctionId,
        forest: &LoopForest,
        id: LoopId,
        keep: Keep<'_>,
    ) -> Result<StudiedLoop, String> {
        let body = self.program.functions[function].body.as_ref().ok_or("it has no body")?;
        let this = forest.get(id);
        if this.kind == LoopKind::Irreducible {
            return Err("it is entered at several places".into());
        }
        let trust = match keep {
            Keep::TrustedExits | Keep::TrustedJoinedExits => Trust::Others,
            _ => Trust::Nobody,
        };
        let cells =
            Cells::new(self.program, function, body, this, self.points_to, &self.effects, trust);
        let slice = match keep {
            Keep::All => LoopSlice::whole(body, this),
            Keep::Exits | Keep::TrustedExits | Keep::JoinedExits | Keep::TrustedJoinedExits => {
                LoopSlice::new(body, this, &[], &|inst| cells.stores_to(inst))
            }
            Keep::Variables(names) => {
                let wanted = |phi: &&Phi| {
                    let name = body.value_name(phi.result);
                    name.is_some_and(|name| names.iter().any(|wanted| wanted == name))
                };
                let phis = this.state(body).iter().filter(wanted);
                let values: Vec<ValueId> = phis.map(|phi| phi.result).collect();
                LoopSlice::new(body, this, &values, &|inst| cells.stores_to(inst))
            }
        };
        let mut reader = Reader {
            program: self.program,
            body,
            store,
            forest,
            this,
            slice,
            cells,
            outside: FxHashMap::default(),
            constants: FxHashMap::default(),
            globals: FxHashMap::default(),
            bases: FxHashMap::default(),
            memory: FxHashMap::default(),
            locals: FxHashSet::default(),
            cell_symbols: Vec::new(),
            ends_inside: false,
            symbols: Vec::new(),
            before: Vec::new(),
            called: Vec::new(),
            calls: Vec::new(),
            with_facts: keep != Keep::All,
            with_checks: keep != Keep::All,
            steps: 0,
        };
        let joins = matches!(keep, Keep::JoinedExits | Keep::TrustedJoinedExits);
        let found = reader.read(function, id, joins)?;
        if trust == Trust::Others && !reader.cells.relied_on_others() {
            return Err("nobody has to be trusted".into());
        }
        Ok(found)
    }
}

/// Whether a condition is about sums with constant factors. Of others, such as `n * i` not overflowing, nothing follows for closed forms, and
/// they are no conditions of the program.
fn is_linear(store: &TermStore, condition: TermId) -> bool {
    store.parts(&[condition]).into_iter().all(|part| {
        let (op, args) = store.view(part);
        match op {
            Op::BvMul => args.iter().filter(|&&arg| store.as_bv(arg).is_none()).count() <= 1,
            Op::BvUdiv | Op::BvSdiv | Op::BvUrem | Op::BvSrem => false,
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvLshr | Op::BvAshr => false,
            Op::BvShl => store.as_bv(args[1]).is_some(),
            Op::BvSmulOverflow => args.iter().any(|&arg| store.as_bv(arg).is_some()),
            _ => true,
        }
    })
}

/// Why a loop is not read if there are more.
const TOO_MANY: &str = "its body has too many paths";

/// The most paths through a body that are written down.
const MOST_PATHS: usize = 64;

/// The most blocks passed on all paths together.
const MOST_STEPS: usize = 20_000;

/// A place on a way through the body.
#[derive(Clone)]
struct At {
    block: BlockId,
    values: FxHashMap<ValueId, TermId>,
    cells: FxHashMap<Cell, TermId>,
    guard: Vec<TermId>,
    /// What holds because the program's behaviour would be undefined otherwise: sums that do not overflow, pointers that stay in their objects.
    checks: Vec<TermId>,
    /// Headers of inner loops that were passed.
    inner: Vec<BlockId>,
    /// Addresses that were read or written.
    accesses: Vec<TermId>,
    /// What was written to memory that is no variable; none if that is not known.
    writes: Option<Vec<(TermId, TermId)>>,
}

/// The ways through an iteration that were walked.
#[derive(Default)]
struct Ways {
    /// Those to the next iteration, with the header's phis then.
    ends: Vec<(At, Vec<TermId>)>,
    /// Those out of the loop, with where to.
    exits: Vec<(At, BlockId)>,
}

struct Reader<'a> {
    program: &'a Program,
    body: &'a Body,
    store: &'a TermStore,
    forest: &'a LoopForest,
    this: &'a Loop,
    slice: LoopSlice,
    cells: Cells<'a>,
    /// Values from before the loop.
    outside: FxHashMap<ValueId, TermId>,
    /// Constants without a number.
    constants: FxHashMap<ConstantId, TermId>,
    /// The addresses of global variables.
    globals: FxHashMap<GlobalId, TermId>,
    /// What is known to be at an address.
    bases: FxHashMap<TermId, Base>,
    /// Memory that the loop does not write, as numbers of each width and by kind of place: that a long number is made of short ones is not known.
    memory: FxHashMap<(Sort, String), TermId>,
    /// What is new in each iteration.
    locals: FxHashSet<TermId>,
    /// The cells met, with their symbols.
    cell_symbols: Vec<(Cell, TermId)>,
    /// Whether an overflow, or a call that does not return, may end an iteration.
    ends_inside: bool,
    /// The header's phis at the start of an iteration.
    symbols: Vec<TermId>,
    /// What holds because something was computed before the loop.
    before: Vec<TermId>,
    /// The functions that are being passed.
    called: Vec<FunctionId>,
    /// What other calls gave.
    calls: Vec<CallResult>,
    /// Whether what is true of inner loops' results is written down. It is no condition of the program's, so not when these are counted.
    with_facts: bool,
    /// Whether every check is written down, or only those about what the conditions depend on.
    with_checks: bool,
    steps: usize,
}

impl Reader<'_> {
    fn read(
        &mut self,
        function: FunctionId,
        id: LoopId,
        joins: bool,
    ) -> Result<StudiedLoop, String> {
        let header = self.this.header;
        let kept: Vec<&Phi> = (self.body.blocks[header].phis.iter())
            .filter(|phi| self.slice.has_value(phi.result))
            .collect();
        let mut start = At {
            block: header,
            values: FxHashMap::default(),
            cells: FxHashMap::default(),
            guard: Vec::new(),
            checks: Vec::new(),
            inner: Vec::new(),
            accesses: Vec::new(),
            writes: Some(Vec::new()),
        };
        let mut symbols = Vec::new();
        for phi in &kept {
            let sort = self.sort(self.body.values[phi.result].ty);
            let symbol = self.named_symbol(phi.result, sort.unwrap_or(Sort::Bool));
            if sort.is_none() {
                // Nothing is known about a vector or a structure.
                self.locals.insert(symbol);
            }
            start.values.insert(phi.result, symbol);
            symbols.push(symbol);
        }
        self.symbols.clone_from(&symbols);
        let mut ways = match joins {
            true => self.walk_joined(start, &kept)?,
            false => self.walk(start, &kept)?,
        };
        if ways.ends.len() + ways.exits.len() > MOST_PATHS {
            return Err(TOO_MANY.into());
        }
        self.note_invariant_checks(&symbols, &ways);
        self.add_checks(&symbols, &mut ways);
        let Ways { ends, exits } = ways;
        let mut variables: Vec<Variable> = (kept.iter().zip(&symbols))
            .map(|(phi, &symbol)| {
                let name = self.body.value_name(phi.result).unwrap_or("value").to_owned();
                Variable { name, symbol }
            })
            .collect();
        for (cell, symbol) in &self.cell_symbols {
            variables.push(Variable { name: self.cell_name(cell), symbol: *symbol });
        }
        let mut entry: Vec<TermId> = Vec::new();
        for phi in &kept {
            let before: Vec<Operand> = (phi.incoming.iter())
                .filter(|incoming| !self.this.contains(incoming.block))
                .map(|incoming| incoming.value)
                .collect();
            let sort = self.sort(self.body.values[phi.result].ty).unwrap_or(Sort::Bool);
            entry.push(match before.as_slice() {
                [first, rest @ ..] if rest.iter().all(|other| other == first) => {
                    let known = self.operand(*first, &FxHashMap::default());
                    let fits = |term: &TermId| self.store.sort(*term) == sort;
                    known.filter(fits).unwrap_or_else(|| self.store.fresh_var("entry", sort))
                }
                _ => self.store.fresh_var("entry", sort),
            });
        }
        let cell_entries: Vec<TermId> = (self.cell_symbols.iter())
            .map(|(cell, symbol)| {
                self.store.fresh_var(&self.cell_name(cell), self.store.sort(*symbol))
            })
            .collect();
        entry.extend(cell_entries);
        let after = |this: &Self, at: &At, values: Vec<TermId>| -> Vec<TermId> {
            let cells = (this.cell_symbols.iter())
                .map(|(cell, symbol)| at.cells.get(cell).copied().unwrap_or(*symbol));
            values.into_iter().chain(cells).collect()
        };
        let mut paths: Vec<IterationPath> = Vec::new();
        let mut hints =
            Hints { accesses: Vec::new(), writes: Vec::new(), calls: self.calls.clone() };
        let mut merged_ways = false;
        for (at, values) in ends {
            let after = after(self, &at, values);
            let twin = paths.iter().position(|other| other.after == after);
            let merged =
                twin.and_then(|twin| Some((twin, self.either(&paths[twin].guard, &at.guard)?)));
            if let Some((twin, guard)) = merged {
                merged_ways = true;
                paths[twin].locals = self.locals_in(&guard, &after);
                paths[twin].guard = guard;
                hints.accesses[twin].retain(|address| at.accesses.contains(address));
                if hints.writes[twin] != at.writes {
                    hints.writes[twin] = None;
                }
                continue;
            }
            let locals = self.locals_in(&at.guard, &after);
            paths.push(IterationPath { guard: at.guard, after, locals });
            hints.accesses.push(at.accesses);
            // What loops within write is not followed.
            hints.writes.push(at.writes.filter(|_| at.inner.is_empty()));
        }
        let mut found_exits = Vec::new();
        let mut exit_locations = Vec::new();
        let ways_out = LoopExits::new(self.body, header, self.this.blocks.iter().copied());
        let mut leaving = Vec::new();
        for (at, target) in exits {
            let (mut now, mut unknown) = (symbols.clone(), Vec::new());
            for (number, phi) in kept.iter().enumerate() {
                match ways_out.current(target, phi.result) {
                    Some(same) if same == phi.result.into() => {}
                    current => {
                        let term = current.and_then(|current| self.operand(current, &at.values));
                        let sort = self.store.sort(symbols[number]);
                        match term.filter(|term| self.store.sort(*term) == sort) {
                            Some(term) => now[number] = term,
                            None => unknown.push(number),
                        }
                    }
                }
            }
            leaving.push(Leaving { leaves: ways_out.leaves(target), unknown });
            let after = after(self, &at, now);
            let locals = self.locals_in(&at.guard, &after);
            let exit = target.as_u32() as usize;
            found_exits.push(ExitPath { guard: at.guard, after, locals, exit });
            exit_locations.push(self.location(target));
        }
        let lines = self.forest.get(id);
        Ok(StudiedLoop {
            function,
            header,
            location: self.location(header),
            body: LoopBody { variables, paths },
            exits: found_exits,
            exit_locations,
            leaving,
            entry,
            context: std::mem::take(&mut self.before),
            ends_inside: self.ends_inside,
            inner_loops: !lines.children.is_empty(),
            hints,
            merged_ways,
            first_end: usize::MAX,
            bugs: Vec::new(),
            inner_totals: Vec::new(),
            at_head: None,
        })
    }

    /// Checks that every way makes and that are the same in every iteration hold before the loop
    /// already, as far as nothing goes wrong in it.
    fn note_invariant_checks(&mut self, symbols: &[TermId], ways: &Ways) {
        let all = ways.ends.iter().map(|(at, _)| at).chain(ways.exits.iter().map(|(at, _)| at));
        let all: Vec<&At> = all.collect();
        let Some(first) = all.first() else { return };
        let cells = self.cell_symbols.iter().map(|(_, symbol)| symbol);
        let changing: FxHashSet<TermId> =
            symbols.iter().chain(cells).chain(&self.locals).copied().collect();
        let invariant = |check: &TermId| {
            let free = self.store.free_vars(*check).into_iter();
            !free.map(|symbol| self.store.symbol_term(symbol)).any(|term| changing.contains(&term))
                && is_linear(self.store, *check)
        };
        let shared = first
            .checks
            .iter()
            .filter(|check| invariant(check) && all.iter().all(|at| at.checks.contains(check)));
        let shared: Vec<TermId> = shared.copied().collect();
        self.before.extend(shared);
    }

    /// Makes the checks part of the guards. That a sum nobody compares does not overflow is no condition of the loop's, so if everything is
    /// kept these are left out.
    fn add_checks(&self, symbols: &[TermId], ways: &mut Ways) {
        let Ways { ends, exits } = ways;
        let store = self.store;
        let cells: Vec<TermId> = self.cell_symbols.iter().map(|(_, symbol)| *symbol).collect();
        let all: Vec<TermId> = symbols.iter().chain(&cells).copied().collect();
        let mentioned = |terms: &[TermId]| -> Vec<TermId> {
            let free = store.free_vars_of(terms);
            let terms = free.into_iter().map(|symbol| store.symbol_term(symbol));
            terms.filter(|term| all.contains(term)).collect()
        };
        let guards = ends.iter().map(|(at, _)| at).chain(exits.iter().map(|(at, _)| at));
        let guards: Vec<TermId> = guards.flat_map(|at| at.guard.iter().copied()).collect();
        let mut relevant = mentioned(&guards);
        let mut next = 0;
        while let Some(&variable) = relevant.get(next) {
            next += 1;
            for (at, values) in ends.iter() {
                let after = match symbols.iter().position(|&symbol| symbol == variable) {
                    Some(number) => Some(values[number]),
                    None => (self.cell_symbols.iter())
                        .find(|(_, symbol)| *symbol == variable)
                        .and_then(|(cell, _)| at.cells.get(cell).copied()),
                };
                for more in after.map_or_else(Vec::new, |after| mentioned(&[after])) {
                    if !relevant.contains(&more) {
                        relevant.push(more);
                    }
                }
            }
        }
        let counts = |&check: &TermId| {
            let about = mentioned(&[check]);
            let reads =
                || store.parts(&[check]).into_iter().any(|part| store.op(part) == Op::Select);
            self.with_checks
                || !about.is_empty()
                    && about.iter().all(|variable| relevant.contains(variable))
                    && self.locals_in(&[check], &[]).is_empty()
                    && !reads()
                    && is_linear(store, check)
        };
        let ways = ends.iter_mut().map(|(at, _)| at).chain(exits.iter_mut().map(|(at, _)| at));
        for at in ways {
            for check in std::mem::take(&mut at.checks).into_iter().filter(counts) {
                if !at.guard.contains(&check) {
                    at.guard.push(check);
                }
            }
        }
    }

    /// One guard for two ways with the same effect, if they differ in conditions on data only: `s[i] == 'a' || s[i] == 'b'`. Conditions on
    /// variables stay apart, as the order of ways can be told from them.
    fn either(&self, one: &[TermId], other: &[TermId]) -> Option<Vec<TermId>> {
        let store = self.store;
        let rest = |guard: &[TermId], common: &[TermId]| -> Vec<TermId> {
            guard.iter().copied().filter(|term| !common.contains(term)).collect()
        };
        let mut both: Vec<TermId> =
            one.iter().copied().filter(|term| other.contains(term)).collect();
        let (mine, theirs) = (rest(one, &both), rest(other, &both));
        let on_data = |&term: &TermId| {
            let reads = store.parts(&[term]).into_iter().any(|part| store.op(part) == Op::Select);
            reads || !self.locals_in(&[term], &[]).is_empty()
        };
        if !mine.iter().chain(&theirs).all(on_data) {
            return None;
        }
        let either = store.or(&[store.and(&mine), store.and(&theirs)]);
        if store.as_bool(either) != Some(true) {
            both.push(either);
        }
        Some(both)
    }

    fn locals_in(&self, guard: &[TermId], after: &[TermId]) -> Vec<TermId> {
        let terms: Vec<TermId> = guard.iter().chain(after).copied().collect();
        let free = self.store.free_vars_of(&terms).into_iter();
        free.map(|symbol| self.store.symbol_term(symbol))
            .filter(|term| self.locals.contains(term))
            .collect()
    }

    fn location(&self, block: BlockId) -> Option<LocationId> {
        let block = &self.body.blocks[block];
        let insts = block.insts().find_map(|inst| self.body.location(inst));
        insts.or(block.terminator_location)
    }
}
