//! What instructions compute, as terms.

use lariat_exec::{compare_integers, integer_operation, scalar_width, signed_overflow};
use lariat_loop::{CallResult, is_reader};
use lariat_program::{
    BinaryOp, Call, Callee, CastOp, ConstantData, ConstantId, Definition, Flags, FunctionId,
    GlobalId, Inst, InstId, Operand, OperandKind, Terminator, Type, TypeId, ValueData, ValueId,
};
use lariat_term::{Sort, TermId};
use rustc_hash::FxHashMap;

use super::cells::Cell;
use super::places::Base;
use super::{At, Reader};

/// Calls are followed so deep.
const DEEPEST_CALL: usize = 4;

/// What is new in each iteration has no name of its own.
const NEW: &str = "new";

impl Reader<'_> {
    /// Writes an instruction down, if it matters. False if the program does not go on after it.
    pub(super) fn inst(&mut self, inst: InstId, at: &mut At) -> bool {
        let what = self.body.inst(inst);
        match what {
            Inst::Trap => {
                self.ends_inside = true;
                return false;
            }
            Inst::Call(call) if self.body.calls[call].no_return => {
                self.ends_inside = true;
                return false;
            }
            Inst::Store { pointer, value, .. } if self.slice.has_store(inst) => {
                if let Some(address) = self.operand(pointer, &at.values) {
                    at.accesses.push(address);
                }
                if let Some((cell, ty)) = self.stored_cell(inst) {
                    let symbol = self.cell_symbol(&cell, inst);
                    let term = self.operand(value, &at.values);
                    let term = term.unwrap_or_else(|| self.unknown(ty));
                    let sort = self.store.sort(symbol);
                    let term =
                        if self.store.sort(term) == sort { term } else { self.new_local(sort) };
                    at.cells.insert(cell, term);
                } else {
                    let address = self.operand(pointer, &at.values);
                    let written = address.zip(self.operand(value, &at.values));
                    at.writes = at.writes.take().zip(written).map(|(mut all, written)| {
                        all.push(written);
                        all
                    });
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
                    self.ends_inside = true;
                    if store.as_bool(overflow) != Some(false) {
                        at.checks.push(store.not(overflow));
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
                    // The place of a member is on no variable's way.
                    let result =
                        self.body.result(inst).map(|value| self.body.values[value].variable);
                    if result.is_some_and(|variable| variable.is_some()) && self.moves(start) {
                        at.checks.push(stays);
                    }
                }
                for scaled in self.body.scaled_indexes(indexes).to_vec() {
                    let index = self.operand(scaled.index, &at.values)?;
                    let index = self.fitted(index, width, true);
                    sum = store.bv_add(sum, store.bv_mul(index, self.number(width, scaled.scale)));
                }
                Some(sum)
            }
            Inst::Call(call) => {
                let call = self.body.calls[call].clone();
                let known = self.call(&call, sort, at);
                known.or_else(|| self.remembered(&call, ty, at))
            }
            Inst::Load { pointer, access } => {
                let size = self.program.types.info(ty).store_size;
                let ordinary = !access.volatile && !access.atomic;
                if let Some(address) = self.operand(pointer, &at.values) {
                    at.accesses.push(address);
                }
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
                let kind = self.place_kind(address, size);
                let name = kind.as_ref().map(|(kind, _)| kind.name());
                let places = Sort::array(store.sort(address), sort);
                // What may be written is unknown in each iteration, but where it was read is worth knowing.
                let memory = match ordinary && !written {
                    true => {
                        let name = name.unwrap_or_else(|| "memory".to_owned());
                        *(self.memory.entry((sort, name.clone())))
                            .or_insert_with(|| store.fresh_var(&name, places))
                    }
                    false => self.new_local_named(name.as_deref().unwrap_or(NEW), places),
                };
                let read = store.select(memory, address);
                if let Some((_, leaf)) = kind {
                    self.remember_pointer(read, leaf);
                }
                Some(read)
            }
            _ => None,
        }
    }

    /// Whether an address is a variable of the loop and a constant, so that it may get to the end of memory in the end. About the
    /// places of elements, `start + 16 * i`, nothing is said that way: what `i` may be says more.
    fn moves(&self, address: TermId) -> bool {
        let free = self.store.free_vars(address);
        let [symbol] = free[..] else { return false };
        let variable = self.store.symbol_term(symbol);
        self.symbols.contains(&variable)
            && self.store.sort(variable) == self.store.sort(address)
            && self.store.as_bv(self.store.bv_sub(address, variable)).is_some()
    }

    /// What a call returns, if it goes to a function without branches: such functions are macros in other clothes.
    fn call(&mut self, call: &Call, sort: Sort, at: &mut At) -> Option<TermId> {
        let Callee::Direct(function) = call.callee else { return None };
        let program = self.program;
        if is_reader(self.name_of(function)) {
            return None;
        }
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
        at.checks = inside.checks;
        at.accesses = inside.accesses;
        at.writes = inside.writes;
        term.filter(|term| self.store.sort(*term) == sort)
    }

    /// Something new that a call gives, with the call.
    fn remembered(&mut self, call: &Call, ty: TypeId, at: &At) -> Option<TermId> {
        let Callee::Direct(function) = call.callee else { return None };
        let args: Vec<TermId> =
            call.args.iter().filter_map(|&arg| self.operand(arg, &at.values)).collect();
        let name = self.name_of(function).to_owned();
        let pointer = matches!(self.program.types.get(ty), Type::Pointer);
        let result = self.unknown(ty);
        self.calls.push(CallResult { result, name, pointer, args });
        Some(result)
    }

    fn name_of(&self, function: FunctionId) -> &str {
        let function = &self.program.functions[function];
        function.source_name.as_ref().unwrap_or(&function.name)
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

    pub(super) fn truth(&mut self, operand: Operand, at: &At) -> TermId {
        let term = self.operand(operand, &at.values);
        term.filter(|term| self.store.sort(*term) == Sort::Bool).unwrap_or_else(|| self.new_truth())
    }

    pub(super) fn new_truth(&mut self) -> TermId {
        self.new_local(Sort::Bool)
    }

    pub(super) fn new_local(&mut self, sort: Sort) -> TermId {
        self.new_local_named(NEW, sort)
    }

    fn new_local_named(&mut self, name: &str, sort: Sort) -> TermId {
        let local = self.store.fresh_var(name, sort);
        self.locals.insert(local);
        local
    }

    /// Something new in each iteration.
    pub(super) fn unknown(&mut self, ty: TypeId) -> TermId {
        let sort = self.sort(ty).unwrap_or(Sort::Bool);
        self.new_local(sort)
    }

    /// The term of an operand; none if it is no number.
    pub(super) fn operand(
        &mut self,
        operand: Operand,
        values: &FxHashMap<ValueId, TermId>,
    ) -> Option<TermId> {
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
                if let Some(&symbol) = self.outside.get(&value) {
                    return Some(symbol);
                }
                let known = self.computed_before(value, sort);
                let term = known.unwrap_or_else(|| self.named_symbol(value, sort));
                self.outside.insert(value, term);
                Some(term)
            }
            OperandKind::Constant(constant) => self.constant(constant),
        }
    }

    /// A number that was computed from others before the loop, `n - 1`, is said by these.
    fn computed_before(&mut self, value: ValueId, sort: Sort) -> Option<TermId> {
        let data = self.body.values[value];
        let Definition::Inst(inst) = data.definition else { return None };
        if !matches!(sort, Sort::BitVec(_))
            || !matches!(self.program.types.get(data.ty), Type::Int(_))
        {
            return None;
        }
        let (store, none) = (self.store, FxHashMap::default());
        match self.body.inst(inst) {
            Inst::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), flags, lhs, rhs } => {
                let (a, b) = (self.operand(lhs, &none)?, self.operand(rhs, &none)?);
                // It was computed, so it has not overflowed.
                if let Some(overflow) = signed_overflow(store, op, flags, a, b) {
                    self.before.push(store.not(overflow));
                }
                integer_operation(store, op, a, b)
            }
            Inst::Cast { op: op @ (CastOp::SExt | CastOp::ZExt), arg, .. } => {
                let term = self.operand(arg, &none)?;
                let fits = matches!(store.sort(term), Sort::BitVec(_));
                fits.then(|| self.fitted(term, sort.width(), op == CastOp::SExt))
            }
            _ => None,
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
            &ConstantData::Global { global, offset } => {
                let start = match self.globals.get(&global) {
                    Some(&start) => start,
                    None => self.global(global, sort),
                };
                Some(store.bv_add(start, self.number(sort.width(), offset)))
            }
            // An address: some number, always the same.
            _ => {
                Some(*self.constants.entry(id).or_insert_with(|| store.fresh_var("address", sort)))
            }
        }
    }

    /// The address of a global variable: some number, always the same.
    fn global(&mut self, id: GlobalId, sort: Sort) -> TermId {
        let global = &self.program.globals[id];
        let name = global.source_name.as_ref().map(|name| format!("&{name}"));
        let address = self.store.fresh_var(name.as_deref().unwrap_or("address"), sort);
        if let (Some(name), Some(ty)) = (name, global.source_type) {
            self.bases.insert(address, Base { name: Some(name), ty, many: false });
        }
        self.globals.insert(id, address);
        address
    }

    /// Whether a value is the address of a local variable.
    pub(super) fn is_alloca(&self, value: ValueId) -> bool {
        let Definition::Inst(inst) = self.body.values[value].definition else { return false };
        matches!(self.body.inst(inst), Inst::Alloca { .. })
    }

    /// The sort of a number's terms.
    pub(super) fn sort(&self, ty: TypeId) -> Option<Sort> {
        if matches!(self.program.types.get(ty), Type::Float(_)) {
            return None;
        }
        match scalar_width(self.program, ty)? {
            1 => Some(Sort::Bool),
            width => Some(Sort::BitVec(width)),
        }
    }

    /// The cell that an instruction stores to, with the type of what is stored.
    pub(super) fn stored_cell(&self, inst: InstId) -> Option<(Cell, TypeId)> {
        let Inst::Store { pointer, value, .. } = self.body.inst(inst) else { return None };
        let ty = self.program.operand_type(self.body, value);
        let size = self.program.types.info(ty).store_size;
        Some((self.cells.written_at(pointer, size)?.clone(), ty))
    }

    pub(super) fn cell_symbol(&mut self, cell: &Cell, inst: InstId) -> TermId {
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

    pub(super) fn cell_name(&self, cell: &Cell) -> String {
        self.place_name(&cell.address, cell.size)
            .unwrap_or_else(|| cell.address.name(self.program, self.body))
    }
}
