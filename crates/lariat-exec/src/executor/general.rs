//! Instructions that have no operation of their own: floats, wide integers, vectors, aggregates, memory blocks, atomics.

use std::sync::Arc;

use lariat_program::{
    AtomicOp, BinaryOp, CastOp, Flags, Inst, InstId, IntPredicate, Intrinsic, Operand, Type, TypeId,
};

use lariat_term::Sort;

use super::{Access, Executor, Offset, Resolved, Step, set};
use crate::aggregate;
use crate::bug::{BugKind, EndReason};
use crate::code::{float_format, scalar_width};
use crate::floats::Floats;
use crate::memory::{Place, Region};
use crate::object::{Byte, Bytes, Origin, split};
use crate::state::State;
use crate::value::Value;

/// Most bytes a copy of symbolic length may reach to be done in one state.
const MOST_GUARDED: u64 = 256;

/// What is done with each element of vectors: the element's type and one element of each operand.
pub(crate) type ScalarOperation<'a, 'm> =
    dyn FnMut(&mut Executor<'m>, &mut State, TypeId, &[Value]) -> Step<Value> + 'a;

/// What a block of memory is filled with.
#[derive(Clone, Copy)]
enum Filling<'a> {
    /// The bytes at a pointer.
    Copy(&'a Value),
    /// One byte.
    Set(&'a Value),
}

/// A place in a live object and the bytes from there to its end.
#[derive(Clone, Copy)]
struct Room {
    place: Resolved,
    room: u64,
    writable: bool,
}

/// The room behind an address in an object of known size.
fn room(state: &State, address: u64) -> Option<Room> {
    let Place::Inside(handle) = state.memory.find(address) else { return None };
    let object = state.memory.get(handle)?;
    if object.out_of_scope || object.symbolic_size.is_some() {
        return None;
    }
    let offset = address - object.base;
    Some(Room {
        place: Resolved { handle, offset: Offset::Concrete(offset) },
        room: object.bytes.size() - offset,
        writable: object.writable,
    })
}

impl<'m> Executor<'m> {
    /// Executes an instruction and puts its result into its register.
    pub(super) fn general(&mut self, state: &mut State, id: InstId) -> Step<()> {
        let body = self.body(state.frame.function);
        let result = body.result(id);
        let ty = result.map(|value| body.values[value].ty);
        if let Some(value) = self.instruction(state, id, ty)?
            && let Some(target) = result
        {
            set(state, target, value);
        }
        Ok(())
    }

    fn type_of(&self, state: &State, operand: Operand) -> TypeId {
        self.machine.program.operand_type(self.body(state.frame.function), operand)
    }

    fn instruction(
        &mut self,
        state: &mut State,
        id: InstId,
        ty: Option<TypeId>,
    ) -> Step<Option<Value>> {
        let body = self.body(state.frame.function);
        let inst = body.inst(id);
        let value = match inst {
            Inst::Binary { op, flags, lhs, rhs } => {
                let of = self.type_of(state, lhs);
                let (a, b) = (self.fetch(state, lhs), self.fetch(state, rhs));
                self.each(state, of, &[a, b], &mut |this, state, element, args| {
                    this.scalar_binary(state, op, flags, element, &args[0], &args[1])
                })?
            }
            Inst::Compare { predicate, lhs, rhs } => {
                let of = self.type_of(state, lhs);
                let (a, b) = (self.fetch(state, lhs), self.fetch(state, rhs));
                self.each(state, of, &[a, b], &mut |this, _, element, args| {
                    Ok(this.scalar_compare(predicate, element, &args[0], &args[1]))
                })?
            }
            Inst::FloatCompare { predicate, lhs, rhs, .. } => {
                let of = self.type_of(state, lhs);
                let (a, b) = (self.fetch(state, lhs), self.fetch(state, rhs));
                self.each(state, of, &[a, b], &mut |this, _, element, args| {
                    Ok(match float_format(&this.machine.program, element) {
                        Some(format) => {
                            Floats::new(&this.store).compare(predicate, format, &args[0], &args[1])
                        }
                        None => Value::Poison,
                    })
                })?
            }
            Inst::Cast { op, arg, flags } => {
                let from = self.type_of(state, arg);
                let value = self.fetch(state, arg);
                let Some(to) = ty else { return Ok(None) };
                self.cast(state, op, flags, from, to, &value)?
            }
            Inst::Intrinsic { op, args, .. } => {
                let operands: Vec<Operand> = body.operands(args).to_vec();
                return self.intrinsic(state, op, &operands, ty).map(Some);
            }
            Inst::Select { condition, then, otherwise } => {
                let condition = self.fetch(state, condition);
                let (a, b) = (self.fetch(state, then), self.fetch(state, otherwise));
                let Some(ty) = ty else { return Ok(None) };
                match (&condition, &a, &b) {
                    (Value::Many(conditions), Value::Many(a), Value::Many(b)) => {
                        let types = aggregate::element_types(&self.machine.program, ty);
                        let parts = conditions
                            .iter()
                            .zip(a.iter().zip(b.iter()))
                            .zip(types)
                            .map(|((condition, (a, b)), ty)| self.select(condition, a, b, ty))
                            .collect();
                        Value::Many(Arc::new(parts))
                    }
                    _ => self.select(&condition, &a, &b, ty),
                }
            }
            Inst::Freeze { arg } => {
                let value = self.fetch(state, arg);
                match ty {
                    Some(ty) => self.freeze(&value, ty),
                    None => value,
                }
            }
            Inst::Uninitialised => {
                state.approximations.uninitialised = true;
                match ty {
                    Some(ty) => self.arbitrary(ty, "uninitialised"),
                    None => return Ok(None),
                }
            }
            Inst::Alloca { element, count, .. } => {
                let size = self.machine.program.types.info(element).alloc_size;
                let width =
                    scalar_width(&self.machine.program, self.type_of(state, count)).unwrap_or(64);
                let count = self.fetch(state, count);
                let count = self.one_word(state, &count, width)?;
                let total = size
                    .checked_mul(count)
                    .filter(|total| *total <= self.config.max_object)
                    .ok_or(EndReason::AddressSpace)?;
                let origin = Origin::Stack(state.frame.function, id);
                let handle = state
                    .memory
                    .allocate(Region::Stack, Bytes::uninitialised(total), origin, true)
                    .ok_or(EndReason::AddressSpace)?;
                Value::Word(state.memory.get(handle).map_or(0, |object| object.base))
            }
            Inst::Load { pointer, .. } => {
                let pointer = self.fetch(state, pointer);
                match ty {
                    Some(ty) => self.load(state, &pointer, ty)?,
                    None => return Ok(None),
                }
            }
            Inst::Store { pointer, value, .. } => {
                let of = self.type_of(state, value);
                let (pointer, value) = (self.fetch(state, pointer), self.fetch(state, value));
                self.store_value(state, &pointer, &value, of)?;
                return Ok(None);
            }
            Inst::PointerAdd { base, offset, indexes, .. } => {
                let indexes: Vec<(Operand, u32, i64)> = body
                    .scaled_indexes(indexes)
                    .iter()
                    .map(|scaled| {
                        let of = self.type_of(state, scaled.index);
                        let width = scalar_width(&self.machine.program, of).unwrap_or(64);
                        (scaled.index, width, scaled.scale)
                    })
                    .collect();
                self.symbolic_pointer_add(state, base, &indexes, offset)
            }
            Inst::MemoryCopy { target, source, length, .. } => {
                let width = self.machine.pointer_bits;
                let length_width = scalar_width(&self.machine.program, self.type_of(state, length))
                    .unwrap_or(width);
                let length = self.fetch(state, length);
                let (target, source) = (self.fetch(state, target), self.fetch(state, source));
                let from = Filling::Copy(&source);
                if !self.fill_guarded(state, &target, from, &length, length_width)? {
                    let length = self.one_word(state, &length, length_width)?;
                    self.copy_memory(state, &target, &source, length)?;
                }
                return Ok(None);
            }
            Inst::MemorySet { target, value, length, .. } => {
                let length_width = scalar_width(&self.machine.program, self.type_of(state, length))
                    .unwrap_or(self.machine.pointer_bits);
                let length = self.fetch(state, length);
                let (target, value) = (self.fetch(state, target), self.fetch(state, value));
                let with = Filling::Set(&value);
                if !self.fill_guarded(state, &target, with, &length, length_width)? {
                    let length = self.one_word(state, &length, length_width)?;
                    self.set_memory(state, &target, &value, length)?;
                }
                return Ok(None);
            }
            Inst::Lifetime { pointer, start } => {
                let pointer = self.fetch(state, pointer);
                let address = self.one_word(state, &pointer, self.machine.pointer_bits)?;
                // The marker is about a whole local variable; a pointer to anything else says nothing.
                if let Place::Inside(handle) = state.memory.find(address)
                    && let Some(object) = state.memory.get_mut(handle)
                    && object.base == address
                    && matches!(object.origin, Origin::Stack(..))
                {
                    object.out_of_scope = !start;
                    object.bytes.forget();
                }
                return Ok(None);
            }
            Inst::StackSave => Value::Word(state.memory.stack_mark() as u64),
            Inst::StackRestore { saved } => {
                if let Value::Word(mark) = self.fetch(state, saved) {
                    state.memory.pop_stack(mark as usize);
                }
                return Ok(None);
            }
            Inst::VaStart { list } => {
                let list = self.fetch(state, list);
                crate::varargs::start(self, state, &list)?;
                return Ok(None);
            }
            Inst::VaEnd { .. } | Inst::Fence => return Ok(None),
            Inst::VaCopy { target, source } => {
                let (target, source) = (self.fetch(state, target), self.fetch(state, source));
                let size = crate::varargs::list_size(self.machine.pointer_bits);
                self.copy_memory(state, &target, &source, size)?;
                return Ok(None);
            }
            Inst::VaArg { list } => {
                let list = self.fetch(state, list);
                match ty {
                    Some(ty) => crate::varargs::next(self, state, &list, ty)?,
                    None => return Ok(None),
                }
            }
            Inst::ExtractValue { aggregate, path } => {
                let path = body.indexes(path).to_vec();
                aggregate::extract(&self.fetch(state, aggregate), &path)
            }
            Inst::InsertValue { aggregate, value, path } => {
                let path = body.indexes(path).to_vec();
                let part = self.fetch(state, value);
                aggregate::insert(&self.fetch(state, aggregate), &path, part)
            }
            Inst::ExtractElement { vector, index } => {
                let vector = self.fetch(state, vector);
                let index = self.element_index(state, index)?;
                aggregate::extract(&vector, &[index])
            }
            Inst::InsertElement { vector, value, index } => {
                let (vector, value) = (self.fetch(state, vector), self.fetch(state, value));
                let index = self.element_index(state, index)?;
                aggregate::insert(&vector, &[index], value)
            }
            Inst::Shuffle { lhs, rhs, mask } => {
                let (a, b) = (self.fetch(state, lhs), self.fetch(state, rhs));
                let (Value::Many(a), Value::Many(b)) = (a, b) else {
                    return Ok(Some(Value::Poison));
                };
                let parts = body
                    .indexes(mask)
                    .iter()
                    .map(|index| {
                        let index = *index as usize;
                        a.get(index)
                            .or_else(|| b.get(index.checked_sub(a.len())?))
                            .cloned()
                            .unwrap_or(Value::Poison)
                    })
                    .collect();
                Value::Many(Arc::new(parts))
            }
            Inst::AtomicUpdate { op, pointer, value, .. } => {
                let of = self.type_of(state, value);
                let (pointer, value) = (self.fetch(state, pointer), self.fetch(state, value));
                let old = self.load(state, &pointer, of)?;
                let new = self.atomic(state, op, of, &old, &value)?;
                self.store_value(state, &pointer, &new, of)?;
                old
            }
            Inst::CompareExchange { pointer, expected, new, .. } => {
                let of = self.type_of(state, new);
                let pointer = self.fetch(state, pointer);
                let (expected, new) = (self.fetch(state, expected), self.fetch(state, new));
                let old = self.load(state, &pointer, of)?;
                let equal = self.scalar_compare(IntPredicate::Eq, of, &old, &expected);
                let kept = self.select(&equal, &new, &old, of);
                self.store_value(state, &pointer, &kept, of)?;
                Value::Many(Arc::new(vec![old, equal]))
            }
            Inst::Assume { condition } => {
                let condition = self.fetch(state, condition);
                let condition = self.branch_condition(state, &condition)?;
                let violation = self.store.not(condition);
                self.forbid(state, violation, BugKind::UnreachableReached, || {
                    "an assumption given to the compiler does not hold".into()
                })?;
                return Ok(None);
            }
            Inst::Trap => {
                let bug = self.bug(state, BugKind::Abort, "a trap".into());
                return Err(self.fatal(state, bug));
            }
            Inst::Unsupported { reason, .. } => {
                let what = body.reasons[reason as usize].clone();
                return Err(EndReason::Unsupported { what, site: self.site(state) }.into());
            }
            Inst::Call(_) => unreachable!("calls have an operation of their own"),
        };
        Ok(Some(value))
    }

    /// Applies a scalar operation to each element of vectors, or to scalars.
    fn each(
        &mut self,
        state: &mut State,
        ty: TypeId,
        args: &[Value],
        operation: &mut ScalarOperation<'_, 'm>,
    ) -> Step<Value> {
        let Type::Vector { length, element } = *self.machine.program.types.get(ty) else {
            return operation(self, state, ty, args);
        };
        let mut parts = Vec::with_capacity(length as usize);
        for index in 0..length as usize {
            let lane: Vec<Value> = args
                .iter()
                .map(|arg| match arg {
                    Value::Many(parts) => parts.get(index).cloned().unwrap_or(Value::Poison),
                    other => other.clone(),
                })
                .collect();
            parts.push(operation(self, state, element, &lane)?);
        }
        Ok(Value::Many(Arc::new(parts)))
    }

    fn scalar_binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        flags: Flags,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Step<Value> {
        if let Some(format) = float_format(&self.machine.program, ty) {
            return Ok(Floats::new(&self.store).binary(op, format, a, b));
        }
        match scalar_width(&self.machine.program, ty) {
            Some(width) => self.integer(state, op, width, flags, a, b),
            None => Ok(Value::Poison),
        }
    }

    fn scalar_compare(
        &mut self,
        predicate: IntPredicate,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Value {
        let Some(width) = scalar_width(&self.machine.program, ty) else { return Value::Poison };
        self.compare(predicate, width, a, b)
    }

    fn cast(
        &mut self,
        state: &mut State,
        op: CastOp,
        flags: Flags,
        from: TypeId,
        to: TypeId,
        value: &Value,
    ) -> Step<Value> {
        if op == CastOp::Bitcast {
            return Ok(self.bitcast(value, from, to));
        }
        let program = Arc::clone(&self.machine.program);
        let element = match program.types.get(to) {
            Type::Vector { element, .. } => *element,
            _ => to,
        };
        self.each(state, from, std::slice::from_ref(value), &mut |this, state, from, args| {
            this.scalar_cast(state, op, flags, from, element, &args[0])
        })
    }

    fn scalar_cast(
        &mut self,
        state: &mut State,
        op: CastOp,
        _flags: Flags,
        from: TypeId,
        to: TypeId,
        value: &Value,
    ) -> Step<Value> {
        let program = Arc::clone(&self.machine.program);
        let store = Arc::clone(&self.store);
        let floats = Floats::new(&store);
        let (Some(from_width), Some(to_width)) =
            (scalar_width(&program, from), scalar_width(&program, to))
        else {
            return Ok(Value::Poison);
        };
        Ok(match op {
            CastOp::FpTrunc | CastOp::FpExt => {
                match (float_format(&program, from), float_format(&program, to)) {
                    (Some(from), Some(to)) => floats.convert(from, to, value),
                    _ => Value::Poison,
                }
            }
            CastOp::FpToSi | CastOp::FpToUi => {
                let Some(format) = float_format(&program, from) else { return Ok(Value::Poison) };
                let signed = op == CastOp::FpToSi;
                let Some((integer, violation)) = floats.to_int(signed, format, to_width, value)
                else {
                    return Ok(Value::Poison);
                };
                // In C a value that does not fit is undefined behaviour of the conversion, which counts as an overflow.
                if self.config.check_overflow {
                    self.forbid(state, violation, BugKind::SignedOverflow, || {
                        "a floating-point value does not fit the integer it is converted to".into()
                    })?;
                    return Ok(integer);
                }
                let arbitrary = self.arbitrary(to, "conversion");
                self.select(&Value::from_term(&store, violation), &arbitrary, &integer, to)
            }
            CastOp::SiToFp | CastOp::UiToFp => match float_format(&program, to) {
                Some(format) => floats.int_to_float(op, format, from_width, value),
                None => Value::Poison,
            },
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::SExt
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::AddressSpace
            | CastOp::Bitcast => {
                let Some(bits) = value.bits(&store, from_width) else { return Ok(Value::Poison) };
                let term = if to_width <= from_width {
                    store.extract(to_width - 1, 0, bits)
                } else if op == CastOp::SExt {
                    store.sign_extend(to_width - from_width, bits)
                } else {
                    store.zero_extend(to_width - from_width, bits)
                };
                Value::from_term(&store, term)
            }
        })
    }

    /// The same bits as another type: scalars and vectors of equal size.
    fn bitcast(&self, value: &Value, from: TypeId, to: TypeId) -> Value {
        let program = &self.machine.program;
        let lanes = |ty: TypeId| match program.types.get(ty) {
            Type::Vector { length, element } => {
                scalar_width(program, *element).map(|width| (Some(*length), width))
            }
            _ => scalar_width(program, ty).map(|width| (None, width)),
        };
        let (Some((from_lanes, from_width)), Some((to_lanes, to_width))) = (lanes(from), lanes(to))
        else {
            return Value::Poison;
        };
        let packed = match (from_lanes, value) {
            (Some(_), Value::Many(parts)) => aggregate::pack(&self.store, parts, from_width),
            _ => value.clone(),
        };
        match to_lanes {
            Some(length) => aggregate::unpack(&self.store, &packed, length, to_width),
            None => packed,
        }
    }

    /// Poison replaced by arbitrary values.
    fn freeze(&self, value: &Value, ty: TypeId) -> Value {
        match value {
            Value::Poison => self.arbitrary(ty, "frozen"),
            Value::Many(parts) => {
                let types = aggregate::element_types(&self.machine.program, ty);
                let parts =
                    parts.iter().zip(types).map(|(part, ty)| self.freeze(part, ty)).collect();
                Value::Many(Arc::new(parts))
            }
            other => other.clone(),
        }
    }

    fn element_index(&mut self, state: &mut State, index: Operand) -> Step<u32> {
        let width = scalar_width(&self.machine.program, self.type_of(state, index)).unwrap_or(64);
        let index = self.fetch(state, index);
        Ok(self.one_word(state, &index, width)? as u32)
    }

    /// `base + offset + Σ index·scale` on terms.
    pub(super) fn symbolic_pointer_add(
        &mut self,
        state: &State,
        base: Operand,
        indexes: &[(Operand, u32, i64)],
        offset: i64,
    ) -> Value {
        let store = &self.store;
        let bits = self.machine.pointer_bits;
        let base = self.fetch(state, base);
        let Some(mut address) = base.bits(store, bits) else { return Value::Poison };
        for (index, width, scale) in indexes {
            if *scale == 0 {
                continue;
            }
            let index = self.fetch(state, *index);
            let Some(index) = index.bits(store, *width) else { return Value::Poison };
            let index = if *width < bits {
                store.sign_extend(bits - width, index)
            } else {
                store.extract(bits - 1, 0, index)
            };
            let scale = store.bv_const(bits, *scale as u64);
            address = store.bv_add(address, store.bv_mul(index, scale));
        }
        let address = store.bv_add(address, store.bv_const(bits, offset as u64));
        Value::from_term(store, address)
    }

    /// `memcpy` and `memmove` of a known number of bytes.
    pub fn copy_memory(
        &mut self,
        state: &mut State,
        target: &Value,
        source: &Value,
        length: u64,
    ) -> Step<()> {
        if length == 0 {
            return Ok(());
        }
        let from = self.resolve(state, source, length, Access::Read)?;
        let to = self.resolve(state, target, length, Access::Write)?;
        let content = self.bytes_at(state, from, length)?;
        self.write_bytes(state, to, &content)
    }

    /// `memcpy`, `memmove` and `memset` of a symbolic number of bytes between known places, without a path for each length: every
    /// byte that can be reached becomes `position < length ? new : old`. False if the places are not that simple, or far too
    /// many bytes can be reached; nothing was done then.
    fn fill_guarded(
        &mut self,
        state: &mut State,
        target: &Value,
        filling: Filling<'_>,
        length: &Value,
        width: u32,
    ) -> Step<bool> {
        let (Value::Term(_), Value::Word(to)) = (length, target) else { return Ok(false) };
        let Some(to) = room(state, *to) else { return Ok(false) };
        let from = match filling {
            Filling::Copy(Value::Word(from)) => match room(state, *from) {
                Some(from) => Some(from),
                None => return Ok(false),
            },
            Filling::Copy(_) => return Ok(false),
            Filling::Set(_) => None,
        };
        let store = Arc::clone(&self.store);
        let Some(length) = length.bits(&store, width) else { return Ok(false) };
        let limit = from.map_or(to.room, |from| from.room.min(to.room));
        let most = store.unsigned_range(length).map_or(u128::MAX, |(_, high)| high);
        let reached = u64::try_from(most).unwrap_or(u64::MAX).min(limit);
        if reached > MOST_GUARDED || !to.writable {
            return Ok(false);
        }
        self.ask_pending(state)?;
        let beyond = |room: u64| {
            if width < 64 && room >> width != 0 {
                return store.ff();
            }
            store.bv_ult(store.bv_const(width, room), length)
        };
        let detail = |room: u64| move || format!("{room} bytes are there");
        if let Some(from) = from {
            let room = from.room;
            self.forbid(state, beyond(room), BugKind::OutOfBoundsRead, detail(room))?;
        }
        self.forbid(state, beyond(to.room), BugKind::OutOfBoundsWrite, detail(to.room))?;
        let new: Vec<Byte> = match (filling, from) {
            (Filling::Set(value), _) => {
                let byte = split(&store, value, 8, 1).and_then(|bytes| bytes.first().copied());
                vec![byte.unwrap_or(Byte::Uninitialised); reached as usize]
            }
            (Filling::Copy(_), Some(from)) => self.bytes_at(state, from.place, reached)?,
            (Filling::Copy(_), None) => return Ok(false),
        };
        let old = self.bytes_at(state, to.place, reached)?;
        let term = |byte: &Byte| match byte {
            Byte::Concrete(number) => store.bv_const(8, u64::from(*number)),
            Byte::Term(term) => *term,
            Byte::Uninitialised => store.fresh_var("uninitialised", Sort::BitVec(8)),
        };
        let mixed: Vec<Byte> = new
            .iter()
            .zip(&old)
            .enumerate()
            .map(|(position, (new, old))| {
                if new == old {
                    return *new;
                }
                let guard = store.bv_ult(store.bv_const(width, position as u64), length);
                let merged = store.ite(guard, term(new), term(old));
                store.as_word(merged).map_or(Byte::Term(merged), |w| Byte::Concrete(w as u8))
            })
            .collect();
        self.write_bytes(state, to.place, &mixed)?;
        Ok(true)
    }

    /// Bytes at a place in bounds, as they are: uninitialised ones stay so.
    pub fn bytes_at(&mut self, state: &mut State, at: Resolved, length: u64) -> Step<Vec<Byte>> {
        let index = self.machine.pointer_sort();
        match at.offset {
            Offset::Concrete(offset) => {
                let Some(object) = state.memory.get(at.handle) else { return Ok(Vec::new()) };
                Ok((offset..offset + length)
                    .map(|position| object.bytes.byte(&self.store, index, position))
                    .collect())
            }
            Offset::Term(_) => {
                let mut content = Vec::with_capacity(length as usize);
                for position in 0..length {
                    let value = self.read_scalar(state, self.moved(at, position), 1, 8)?;
                    content.extend(split(&self.store, &value, 8, 1).unwrap_or_default());
                }
                Ok(content)
            }
        }
    }

    /// `memset` of a known number of bytes.
    pub fn set_memory(
        &mut self,
        state: &mut State,
        target: &Value,
        value: &Value,
        length: u64,
    ) -> Step<()> {
        if length == 0 {
            return Ok(());
        }
        let to = self.resolve(state, target, length, Access::Write)?;
        let byte = split(&self.store, value, 8, 1)
            .and_then(|bytes| bytes.first().copied())
            .unwrap_or(Byte::Uninitialised);
        self.write_bytes(state, to, &vec![byte; length as usize])
    }

    fn atomic(
        &mut self,
        state: &mut State,
        op: AtomicOp,
        ty: TypeId,
        old: &Value,
        value: &Value,
    ) -> Step<Value> {
        let pick = |this: &mut Self, predicate: IntPredicate| {
            let keep = this.scalar_compare(predicate, ty, old, value);
            this.select(&keep, old, value, ty)
        };
        let binary = |this: &mut Self, state: &mut State, op: BinaryOp| {
            this.scalar_binary(state, op, Flags::NONE, ty, old, value)
        };
        Ok(match op {
            AtomicOp::Exchange => value.clone(),
            AtomicOp::Add => binary(self, state, BinaryOp::Add)?,
            AtomicOp::Sub => binary(self, state, BinaryOp::Sub)?,
            AtomicOp::And => binary(self, state, BinaryOp::And)?,
            AtomicOp::Or => binary(self, state, BinaryOp::Or)?,
            AtomicOp::Xor => binary(self, state, BinaryOp::Xor)?,
            AtomicOp::Nand => {
                let both = binary(self, state, BinaryOp::And)?;
                let ones = self
                    .machine
                    .filled(ty, &|width| Value::concrete(&lariat_term::BitVec::ones(width)));
                self.scalar_binary(state, BinaryOp::Xor, Flags::NONE, ty, &both, &ones)?
            }
            AtomicOp::Max => pick(self, IntPredicate::Sge),
            AtomicOp::Min => pick(self, IntPredicate::Sle),
            AtomicOp::UMax => pick(self, IntPredicate::Uge),
            AtomicOp::UMin => pick(self, IntPredicate::Ule),
            AtomicOp::FAdd => binary(self, state, BinaryOp::FAdd)?,
            AtomicOp::FSub => binary(self, state, BinaryOp::FSub)?,
            AtomicOp::FMax | AtomicOp::FMin | AtomicOp::UIncWrap | AtomicOp::UDecWrap => {
                let what = format!("atomic {}", op.name());
                return Err(EndReason::Unsupported { what, site: self.site(state) }.into());
            }
        })
    }

    fn intrinsic(
        &mut self,
        state: &mut State,
        op: Intrinsic,
        operands: &[Operand],
        ty: Option<TypeId>,
    ) -> Step<Value> {
        let args: Vec<Value> = operands.iter().map(|operand| self.fetch(state, *operand)).collect();
        let types: Vec<TypeId> =
            operands.iter().map(|operand| self.type_of(state, *operand)).collect();
        crate::intrinsics::run(self, state, op, &args, &types, ty)
    }

    /// Applies an intrinsic to each element of its vector operands.
    pub fn each_element(
        &mut self,
        state: &mut State,
        ty: TypeId,
        args: &[Value],
        operation: &mut ScalarOperation<'_, 'm>,
    ) -> Step<Value> {
        self.each(state, ty, args, operation)
    }

    /// Compares two scalars of a type.
    pub fn compare_scalars(
        &mut self,
        predicate: IntPredicate,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Value {
        self.scalar_compare(predicate, ty, a, b)
    }

    /// Combines two scalars of a type.
    pub fn combine_scalars(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Step<Value> {
        self.scalar_binary(state, op, Flags::NONE, ty, a, b)
    }
}
