//! A loop read from its code alone, for a program nobody runs: a library, a file of a package, a function no start leads to.
//!
//! The [explorer](crate::Explorer) finds a loop's body by running an iteration, which needs a state to start from, and so a way to the loop. Here
//! the blocks of one iteration are walked instead and their instructions written as terms. The loop's variables are the header's phis
//! and the [cells](crate::code_cells) of memory it uses like variables. Values from before the loop are invariant symbols; memory that the loop does not
//! write is one unknown array; what calls return, what inner loops leave behind and what is read from memory that
//! the loop may write is *new in each iteration*. So the paths allow all that the program does, and perhaps more. The conditions of
//! C hold: a signed sum that overflows ends the iteration.
//!
//! Only the [slice](LoopSlice) that matters for the loop's exits, and for variables asked for, is written down.

use lariat_exec::{compare_integers, integer_operation, scalar_width, signed_overflow};
use lariat_loop::{ExitPath, IterationPath, LoopBody, Variable};
use lariat_program::callgraph::CallGraph;
use lariat_program::effects::Effects;
use lariat_program::loops::{Loop, LoopForest, LoopKind};
use lariat_program::points_to::{PointsTo, World};
use lariat_program::slice::LoopSlice;
use lariat_program::{
    BinaryOp, BlockId, Body, Call, Callee, CastOp, ConstantData, ConstantId, Definition, Flags,
    FunctionId, Inst, InstId, LocationId, LoopId, Operand, OperandKind, Phi, Program, Terminator,
    Type, TypeId, ValueData, ValueId,
};
use lariat_term::{Op, Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code_cells::{Cell, Cells};
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
    /// That, and the source variables of these names.
    Variables(&'a [String]),
    /// Everything.
    All,
}

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

    /// Reads a loop of a function.
    ///
    /// # Errors
    /// Why it has no body of this form.
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
        let cells = Cells::new(self.program, function, body, this, self.points_to, &self.effects);
        let slice = match keep {
            Keep::All => LoopSlice::whole(body, this),
            Keep::Exits => LoopSlice::new(body, this, &[], &|inst| cells.stores_to(inst)),
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
            memory: FxHashMap::default(),
            locals: FxHashSet::default(),
            cell_symbols: Vec::new(),
            overflows: false,
            symbols: Vec::new(),
            called: Vec::new(),
            steps: 0,
        };
        reader.read(function, id)
    }
}

/// The most paths through a body that are written down.
const MOST_PATHS: usize = 64;

/// The most blocks passed on all paths together.
const MOST_STEPS: usize = 20_000;

/// Calls are followed so deep.
const DEEPEST_CALL: usize = 4;

/// A place on a way through the body.
#[derive(Clone)]
struct At {
    block: BlockId,
    values: FxHashMap<ValueId, TermId>,
    cells: FxHashMap<Cell, TermId>,
    guard: Vec<TermId>,
    /// Headers of inner loops that were passed.
    inner: Vec<BlockId>,
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
    /// Memory that the loop does not write, as numbers of each width: that a long number is made of short ones is not known.
    memory: FxHashMap<Sort, TermId>,
    /// What is new in each iteration.
    locals: FxHashSet<TermId>,
    /// The cells met, with their symbols.
    cell_symbols: Vec<(Cell, TermId)>,
    /// Whether some overflow ends an iteration.
    overflows: bool,
    /// The header's phis at the start of an iteration.
    symbols: Vec<TermId>,
    /// The functions that are being passed.
    called: Vec<FunctionId>,
    steps: usize,
}

impl Reader<'_> {
    fn read(&mut self, function: FunctionId, id: LoopId) -> Result<StudiedLoop, String> {
        let header = self.this.header;
        let kept: Vec<&Phi> = (self.body.blocks[header].phis.iter())
            .filter(|phi| self.slice.has_value(phi.result))
            .collect();
        let mut start = At {
            block: header,
            values: FxHashMap::default(),
            cells: FxHashMap::default(),
            guard: Vec::new(),
            inner: Vec::new(),
        };
        let mut symbols = Vec::new();
        for phi in &kept {
            let name = self.body.value_name(phi.result).unwrap_or("value");
            let sort = self.sort(self.body.values[phi.result].ty);
            let symbol = self.store.fresh_var(name, sort.unwrap_or(Sort::Bool));
            if sort.is_none() {
                // Nothing is known about a vector or a structure.
                self.locals.insert(symbol);
            }
            start.values.insert(phi.result, symbol);
            symbols.push(symbol);
        }
        self.symbols.clone_from(&symbols);
        let (mut ends, mut exits) = (Vec::new(), Vec::new());
        let mut work = vec![start];
        while let Some(at) = work.pop() {
            self.steps += 1;
            if ends.len() + exits.len() > MOST_PATHS || self.steps > MOST_STEPS {
                return Err("its body has too many paths".into());
            }
            self.step(at, &kept, &mut work, &mut ends, &mut exits)?;
        }
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
        let after = |at: &At, values: Vec<TermId>| -> Vec<TermId> {
            let cells = (self.cell_symbols.iter())
                .map(|(cell, symbol)| at.cells.get(cell).copied().unwrap_or(*symbol));
            values.into_iter().chain(cells).collect()
        };
        let mut paths: Vec<IterationPath> = Vec::new();
        for (at, values) in ends {
            let after = after(&at, values);
            let twin = paths.iter_mut().find(|other| other.after == after);
            let guard = match twin {
                Some(other) => match self.either(&other.guard, &at.guard) {
                    Some(guard) => {
                        other.locals = self.locals_in(&guard, &after);
                        other.guard = guard;
                        continue;
                    }
                    None => at.guard,
                },
                None => at.guard,
            };
            let locals = self.locals_in(&guard, &after);
            paths.push(IterationPath { guard, after, locals });
        }
        let mut found_exits = Vec::new();
        let mut exit_locations = Vec::new();
        for (at, target) in exits {
            let after = after(&at, symbols.clone());
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
            entry,
            context: Vec::new(),
            ends_inside: self.overflows,
            inner_loops: !lines.children.is_empty(),
        })
    }

    /// Passes one block.
    #[allow(clippy::type_complexity, reason = "what is found on the way")]
    fn step(
        &mut self,
        mut at: At,
        kept: &[&Phi],
        work: &mut Vec<At>,
        ends: &mut Vec<(At, Vec<TermId>)>,
        exits: &mut Vec<(At, BlockId)>,
    ) -> Result<(), String> {
        let block = at.block;
        let data = &self.body.blocks[block];
        for inst in data.insts() {
            if !self.inst(inst, &mut at) {
                // The program ends here.
                return Ok(());
            }
        }
        let ways: Vec<(BlockId, Option<TermId>)> = match &data.terminator {
            Terminator::Jump(target) => vec![(*target, None)],
            Terminator::Return(_) | Terminator::Unreachable => return Ok(()),
            terminator if !self.slice.has_branch(block) => {
                debug_assert!(!terminator.successors().is_empty());
                match self.slice.meeting_point(block) {
                    Some(meeting) => return self.enter(at, None, meeting, work),
                    None => {
                        let values = self.values_after(&at, None, kept)?;
                        ends.push((at, values));
                        return Ok(());
                    }
                }
            }
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.truth(*condition, &at);
                vec![(*then, Some(condition)), (*otherwise, Some(self.store.not(condition)))]
            }
            Terminator::Switch { value, cases, default } => {
                let Some(term) = self.operand(*value, &at.values) else {
                    return Err("it decides on something that is no number".into());
                };
                let equals = |case: &lariat_program::SwitchCase| {
                    let constant = self.store.bv_value(&case.value);
                    match self.store.sort(term) {
                        Sort::Bool => {
                            let one = self.store.bv_const(1, 1);
                            if constant == one { term } else { self.store.not(term) }
                        }
                        _ => self.store.eq(term, constant),
                    }
                };
                // The cases that go the same way are one way.
                let mut ways: Vec<(BlockId, Vec<TermId>)> = Vec::new();
                let mut none = Vec::new();
                for case in cases {
                    let holds = equals(case);
                    none.push(self.store.not(holds));
                    match ways.iter_mut().find(|(target, _)| *target == case.target) {
                        Some((_, holding)) => holding.push(holds),
                        None => ways.push((case.target, vec![holds])),
                    }
                }
                let none = self.store.and(&none);
                match ways.iter_mut().find(|(target, _)| target == default) {
                    Some((_, holding)) => holding.push(none),
                    None => ways.push((*default, vec![none])),
                }
                ways.into_iter()
                    .map(|(target, holding)| (target, Some(self.store.or(&holding))))
                    .collect()
            }
            Terminator::IndirectJump { targets, .. }
            | Terminator::Unsupported { successors: targets, .. } => {
                let mut targets = targets.clone();
                targets.dedup();
                targets.into_iter().map(|target| (target, Some(self.new_truth()))).collect()
            }
        };
        for (target, condition) in ways {
            let mut next = at.clone();
            if let Some(condition) = condition {
                match self.store.as_bool(condition) {
                    Some(false) => continue,
                    Some(true) => {}
                    None => next.guard.push(condition),
                }
            }
            if target == self.this.header {
                let values = self.values_after(&next, Some(block), kept)?;
                ends.push((next, values));
            } else if self.this.contains(target) {
                self.enter(next, Some(block), target, work)?;
            } else {
                exits.push((next, target));
            }
        }
        Ok(())
    }

    /// Goes on at another block, from a certain one or past branches that do not matter.
    fn enter(
        &mut self,
        mut at: At,
        from: Option<BlockId>,
        target: BlockId,
        work: &mut Vec<At>,
    ) -> Result<(), String> {
        if let Some(inner) = self.forest.headed_by(target) {
            let inner = self.forest.get(inner);
            if inner.kind == LoopKind::Irreducible {
                return Err("there is a loop with several entries in it".into());
            }
            if at.inner.contains(&target) {
                // What follows the last time the inner loop is at its header is walked already.
                return Ok(());
            }
            at.inner.push(target);
            for phi in &self.body.blocks[target].phis {
                if self.slice.has_value(phi.result) {
                    let unknown = self.unknown(self.body.values[phi.result].ty);
                    at.values.insert(phi.result, unknown);
                }
            }
            for &block in &inner.blocks {
                for inst in self.body.blocks[block].insts() {
                    if let Some((cell, _)) = self.stored_cell(inst) {
                        let symbol = self.cell_symbol(&cell, inst);
                        let unknown = self.new_local(self.store.sort(symbol));
                        at.cells.insert(cell, unknown);
                    }
                }
            }
        } else {
            let mut assigned = Vec::new();
            for phi in &self.body.blocks[target].phis {
                if self.slice.has_value(phi.result) {
                    let operand = chosen(phi, from, |block| self.this.contains(block))?;
                    let ty = self.body.values[phi.result].ty;
                    let term = self.operand(operand, &at.values);
                    assigned.push((phi.result, term.unwrap_or_else(|| self.unknown(ty))));
                }
            }
            at.values.extend(assigned);
        }
        at.block = target;
        work.push(at);
        Ok(())
    }

    /// The header's phis at the end of an iteration.
    fn values_after(
        &mut self,
        at: &At,
        from: Option<BlockId>,
        kept: &[&Phi],
    ) -> Result<Vec<TermId>, String> {
        let mut values = Vec::new();
        for phi in kept {
            let operand = chosen(phi, from, |block| self.this.contains(block))?;
            let ty = self.body.values[phi.result].ty;
            let sort = self.sort(ty).unwrap_or(Sort::Bool);
            let term = self.operand(operand, &at.values);
            values.push(
                term.filter(|term| self.store.sort(*term) == sort)
                    .unwrap_or_else(|| self.new_local(sort)),
            );
        }
        Ok(values)
    }

    /// Writes an instruction down, if it matters. False if the program does not go on after it.
    fn inst(&mut self, inst: InstId, at: &mut At) -> bool {
        let what = self.body.inst(inst);
        match what {
            Inst::Trap => return false,
            Inst::Call(call) if self.body.calls[call].no_return => return false,
            Inst::Store { value, .. } if self.slice.has_store(inst) => {
                if let Some((cell, ty)) = self.stored_cell(inst) {
                    let symbol = self.cell_symbol(&cell, inst);
                    let term = self.operand(value, &at.values);
                    let term = term.unwrap_or_else(|| self.unknown(ty));
                    let sort = self.store.sort(symbol);
                    let term =
                        if self.store.sort(term) == sort { term } else { self.new_local(sort) };
                    at.cells.insert(cell, term);
                }
                return true;
            }
            _ => {}
        }
        let Some(result) = self.body.result(inst) else { return true };
        if !self.slice.has_value(result) {
            return true;
        }
        let ty = self.body.values[result].ty;
        let term = self.computed(inst, what, ty, at).unwrap_or_else(|| self.unknown(ty));
        at.values.insert(result, term);
        true
    }

    /// What an instruction computes, if it is a number made from numbers.
    fn computed(&mut self, inst: InstId, what: Inst, ty: TypeId, at: &mut At) -> Option<TermId> {
        let store = self.store;
        let sort = self.sort(ty)?;
        match what {
            Inst::Binary { op, flags, lhs, rhs } => {
                let (a, b) = (self.operand(lhs, &at.values)?, self.operand(rhs, &at.values)?);
                if sort == Sort::Bool {
                    return match op {
                        BinaryOp::And => Some(store.and(&[a, b])),
                        BinaryOp::Or => Some(store.or(&[a, b])),
                        BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => Some(store.ne(a, b)),
                        _ => None,
                    };
                }
                if let Some(overflow) = signed_overflow(store, op, flags, a, b) {
                    self.overflows = true;
                    if store.as_bool(overflow) != Some(false) {
                        at.guard.push(store.not(overflow));
                    }
                }
                integer_operation(store, op, a, b)
            }
            Inst::Compare { predicate, lhs, rhs } => {
                let (a, b) = (self.operand(lhs, &at.values)?, self.operand(rhs, &at.values)?);
                let (a, b) = (self.bits(a), self.bits(b));
                Some(compare_integers(store, predicate, a, b))
            }
            Inst::Cast { op, arg, .. } => self.cast(op, arg, sort, at),
            Inst::Select { condition, then, otherwise } => {
                let condition = self.truth(condition, at);
                let (a, b) =
                    (self.operand(then, &at.values)?, self.operand(otherwise, &at.values)?);
                Some(store.ite(condition, a, b))
            }
            Inst::Freeze { arg } => self.operand(arg, &at.values),
            Inst::PointerAdd { base, offset, indexes, flags } => {
                let width = self.program.target.pointer_bits;
                let mut sum = self.operand(base, &at.values)?;
                sum = store.bv_add(sum, self.number(width, offset));
                if indexes.length == 0 && flags.contains(Flags::INBOUNDS) && offset != 0 {
                    // A pointer that leaves its object is undefined, and no object goes around the end of memory.
                    let start = self.operand(base, &at.values)?;
                    let (low, high) = if offset > 0 { (start, sum) } else { (sum, start) };
                    let stays = store.bv_ult(low, high);
                    if self.moves(start) {
                        at.guard.push(stays);
                    }
                }
                for scaled in self.body.scaled_indexes(indexes).to_vec() {
                    let index = self.operand(scaled.index, &at.values)?;
                    let index = self.fitted(index, width, true);
                    sum = store.bv_add(sum, store.bv_mul(index, self.number(width, scaled.scale)));
                }
                Some(sum)
            }
            Inst::Call(call) => self.call(&self.body.calls[call].clone(), sort, at),
            Inst::Load { pointer, access } => {
                let size = self.program.types.info(ty).store_size;
                let ordinary = !access.volatile && !access.atomic;
                if ordinary
                    && self.called.is_empty()
                    && let Some(cell) = self.cells.written_at(pointer, size).cloned()
                {
                    let symbol = self.cell_symbol(&cell, inst);
                    let now = at.cells.get(&cell).copied().unwrap_or(symbol);
                    return (store.sort(now) == sort).then_some(now);
                }
                if !matches!(sort, Sort::BitVec(_)) {
                    return None;
                }
                let address = self.operand(pointer, &at.values)?;
                let written = match self.called.last() {
                    Some(&function) => self.cells.object_is_written(function, pointer),
                    None => self.cells.may_be_written(pointer, size),
                };
                let memory = Sort::array(store.sort(address), sort);
                // What may be written is unknown in each iteration, but where it was read is worth knowing.
                let memory = match ordinary && !written {
                    true => *(self.memory.entry(sort))
                        .or_insert_with(|| store.fresh_var("memory", memory)),
                    false => self.new_local(memory),
                };
                Some(store.select(memory, address))
            }
            _ => None,
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

    /// Whether a term is about a variable of the loop, so that it may get to the end of its range in the end.
    fn moves(&self, term: TermId) -> bool {
        let free = self.store.free_vars(term);
        free.iter().any(|&symbol| self.symbols.contains(&self.store.symbol_term(symbol)))
    }

    /// What a call returns, if it goes to a function without branches: such functions are macros in other clothes.
    fn call(&mut self, call: &Call, sort: Sort, at: &mut At) -> Option<TermId> {
        let Callee::Direct(function) = call.callee else { return None };
        let program = self.program;
        let body = program.functions[function].body.as_ref()?;
        let block = &body.blocks[body.entry()];
        let Terminator::Return(Some(result)) = block.terminator else { return None };
        if self.called.len() >= DEEPEST_CALL || program.functions[function].variadic {
            return None;
        }
        let mut values = FxHashMap::default();
        for (number, &argument) in call.args.iter().enumerate() {
            let term = self.operand(argument, &at.values);
            let defined = |(_, data): &(ValueId, &ValueData)| {
                data.definition == Definition::Param(number as u32)
            };
            if let (Some(term), Some((param, _))) = (term, body.values.iter().find(defined)) {
                values.insert(param, term);
            }
        }
        let outer = std::mem::replace(&mut self.body, body);
        self.called.push(function);
        let mut inside = At { values, cells: FxHashMap::default(), ..at.clone() };
        for inst in block.insts() {
            if let Some(value) = body.result(inst) {
                let ty = body.values[value].ty;
                let known = self.computed(inst, body.inst(inst), ty, &mut inside);
                let term = known.unwrap_or_else(|| self.unknown(ty));
                inside.values.insert(value, term);
            }
        }
        let term = self.operand(result, &inside.values);
        self.called.pop();
        self.body = outer;
        at.guard = inside.guard;
        term.filter(|term| self.store.sort(*term) == sort)
    }

    fn cast(&mut self, op: CastOp, arg: Operand, sort: Sort, at: &At) -> Option<TermId> {
        let store = self.store;
        let term = self.operand(arg, &at.values)?;
        if store.sort(term) == sort {
            return Some(term);
        }
        let width = match sort {
            Sort::Bool => 1,
            Sort::BitVec(width) => width,
            _ => return None,
        };
        let signed = match op {
            CastOp::SExt => true,
            CastOp::ZExt
            | CastOp::Trunc
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::AddressSpace => false,
            _ => return None,
        };
        let bits = self.bits(term);
        let term = self.fitted(bits, width, signed);
        Some(if sort == Sort::Bool { store.eq(term, store.bv_const(1, 1)) } else { term })
    }

    /// A term of another width.
    fn fitted(&self, term: TermId, width: u32, signed: bool) -> TermId {
        let store = self.store;
        let term = self.bits(term);
        let own = store.sort(term).width();
        match own {
            _ if own >= width => store.extract(width - 1, 0, term),
            _ if signed => store.sign_extend(width - own, term),
            _ => store.zero_extend(width - own, term),
        }
    }

    /// A truth value as one bit.
    fn bits(&self, term: TermId) -> TermId {
        let store = self.store;
        match store.sort(term) {
            Sort::Bool => store.ite(term, store.bv_const(1, 1), store.bv_const(1, 0)),
            _ => term,
        }
    }

    fn number(&self, width: u32, value: i64) -> TermId {
        self.fitted(self.store.bv_const(64, value as u64), width, true)
    }

    fn truth(&mut self, operand: Operand, at: &At) -> TermId {
        let term = self.operand(operand, &at.values);
        term.filter(|term| self.store.sort(*term) == Sort::Bool).unwrap_or_else(|| self.new_truth())
    }

    fn new_truth(&mut self) -> TermId {
        self.new_local(Sort::Bool)
    }

    fn new_local(&mut self, sort: Sort) -> TermId {
        let local = self.store.fresh_var("new", sort);
        self.locals.insert(local);
        local
    }

    /// Something new in each iteration.
    fn unknown(&mut self, ty: TypeId) -> TermId {
        let sort = self.sort(ty).unwrap_or(Sort::Bool);
        self.new_local(sort)
    }

    /// The term of an operand; none if it is no number.
    fn operand(&mut self, operand: Operand, values: &FxHashMap<ValueId, TermId>) -> Option<TermId> {
        match operand.kind() {
            OperandKind::Value(value) => {
                if let Some(&term) = values.get(&value) {
                    let numeric = self.sort(self.body.values[value].ty).is_some();
                    return numeric.then_some(term);
                }
                let sort = self.sort(self.body.values[value].ty)?;
                if !self.called.is_empty() {
                    return None;
                }
                let inside = match self.body.values[value].definition {
                    Definition::Param(_) => false,
                    Definition::Phi(block, _) => self.this.contains(block),
                    Definition::Inst(inst) => self.this.blocks.iter().any(|&block| {
                        let block = &self.body.blocks[block];
                        (block.first.as_u32()..block.end.as_u32()).contains(&inst.as_u32())
                    }),
                };
                if inside {
                    return None;
                }
                let (store, body) = (self.store, self.body);
                let name = body.value_name(value).unwrap_or("value");
                Some(*self.outside.entry(value).or_insert_with(|| store.fresh_var(name, sort)))
            }
            OperandKind::Constant(constant) => self.constant(constant),
        }
    }

    fn constant(&mut self, id: ConstantId) -> Option<TermId> {
        let constant = self.program.constants.get(id);
        let sort = self.sort(constant.ty)?;
        let store = self.store;
        match &constant.data {
            ConstantData::Int(value) if sort == Sort::Bool => {
                let one = store.bv_value(value) == store.bv_const(1, 1);
                Some(if one { store.tt() } else { store.ff() })
            }
            ConstantData::Int(value) => Some(store.bv_value(value)),
            ConstantData::Null => Some(store.bv_const(sort.width(), 0)),
            ConstantData::Undef | ConstantData::Poison => None,
            // An address: some number, always the same.
            _ => {
                Some(*self.constants.entry(id).or_insert_with(|| store.fresh_var("address", sort)))
            }
        }
    }

    /// The sort of a number's terms.
    fn sort(&self, ty: TypeId) -> Option<Sort> {
        if matches!(self.program.types.get(ty), Type::Float(_)) {
            return None;
        }
        match scalar_width(self.program, ty)? {
            1 => Some(Sort::Bool),
            width => Some(Sort::BitVec(width)),
        }
    }

    /// The cell that an instruction stores to, with the type of what is stored.
    fn stored_cell(&self, inst: InstId) -> Option<(Cell, TypeId)> {
        let Inst::Store { pointer, value, .. } = self.body.inst(inst) else { return None };
        let ty = self.program.operand_type(self.body, value);
        let size = self.program.types.info(ty).store_size;
        Some((self.cells.written_at(pointer, size)?.clone(), ty))
    }

    fn cell_symbol(&mut self, cell: &Cell, inst: InstId) -> TermId {
        if let Some((_, symbol)) = self.cell_symbols.iter().find(|(other, _)| other == cell) {
            return *symbol;
        }
        let ty = match self.body.inst(inst) {
            Inst::Store { value, .. } => self.program.operand_type(self.body, value),
            _ => self.body.result(inst).map_or_else(
                || unreachable!("a load has a result"),
                |value| self.body.values[value].ty,
            ),
        };
        let sort = self.sort(ty).unwrap_or(Sort::Bool);
        let symbol = self.store.fresh_var(&self.cell_name(cell), sort);
        if self.sort(ty).is_none() {
            self.locals.insert(symbol);
        }
        self.cell_symbols.push((cell.clone(), symbol));
        symbol
    }

    fn cell_name(&self, cell: &Cell) -> String {
        cell.address.name(self.program, self.body)
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

/// What a phi takes: from a certain block, or from wherever in the loop if that makes no difference.
fn chosen(
    phi: &Phi,
    from: Option<BlockId>,
    inside: impl Fn(BlockId) -> bool,
) -> Result<Operand, String> {
    let mut candidates = phi
        .incoming
        .iter()
        .filter(|incoming| match from {
            Some(from) => incoming.block == from,
            None => inside(incoming.block),
        })
        .map(|incoming| incoming.value);
    let first = candidates.next().ok_or("a value comes from nowhere")?;
    match candidates.all(|other| other == first) {
        true => Ok(first),
        false => Err("a value depends on a branch that was left out".into()),
    }
}
