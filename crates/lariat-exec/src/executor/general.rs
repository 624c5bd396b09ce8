//! Instructions that have no operation of their own: floats, wide integers, vectors, aggregates, memory blocks, atomics.

use std::sync::Arc;

use lariat_program::{CastOp, Inst, InstId, IntPredicate, Intrinsic, Operand, Rule, Type, TypeId};

use lariat_term::FloatFormat;

use super::blocks::{Filling, SamePlace};
use super::{AnySize, Executor, Step, set};
use crate::aggregate;
use crate::assumption::Assumption;
use crate::bug::{BugKind, EndReason};
use crate::code::{float_format, scalar_width};
use crate::floats::Floats;
use crate::indeterminate;
use crate::inputs;
use crate::memory::{Place, Region};
use crate::object::{Bytes, Origin, object_name};
use crate::state::State;
use crate::value::Value;

/// What a test calls the reads of volatile objects.
pub const VOLATILE_INPUT: &str = "volatile";

impl Executor<'_> {
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

    /// What a read of a volatile object gives: an input, or what the program wrote there.
    fn volatile(&mut self, state: &mut State, pointer: &Value, ty: TypeId, value: Value) -> Value {
        let program = &self.machine.program;
        if program.functions[state.frame.function].library {
            return value;
        }
        let size = match program.types.get(ty) {
            Type::Int(8 | 16 | 32 | 64)
            | Type::Float(FloatFormat::Single | FloatFormat::Double) => {
                program.types.info(ty).store_size
            }
            _ => 0,
        };
        if !self.config.volatile_inputs || size == 0 {
            self.assume_unchanged(state, pointer);
            return value;
        }
        let bytes = inputs::make(self.machine, state, VOLATILE_INPUT, &[size]);
        match inputs::whole(&self.store, &bytes) {
            Some(term) => Value::from_term(&self.store, term),
            None => value,
        }
    }

    /// A volatile object is taken to hold what the program wrote there.
    fn assume_unchanged(&self, state: &State, pointer: &Value) {
        if self.machine.program.functions[state.frame.function].library {
            return;
        }
        let object = match pointer {
            Value::Word(address) => match state.memory.find(*address) {
                Place::Inside(handle) => state.memory.get(handle),
                _ => None,
            },
            _ => None,
        };
        let name = match object.map(|object| object_name(&self.machine.program, object.origin)) {
            Some(name) => format!("the volatile object {name}"),
            None => "volatile objects".to_owned(),
        };
        let what = format!("nothing but the program changed {name}, read");
        let instead = "--volatile-inputs makes each read of a number an input".to_owned();
        self.assume_fixed(state, Assumption::Environment { what, instead });
    }

    pub(super) fn type_of(&self, state: &State, operand: Operand) -> TypeId {
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
                self.each(state, of, &[a, b], &mut |this, state, element, args| {
                    this.needs_own_address(state, &args[0])?;
                    this.needs_own_address(state, &args[1])?;
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
                let program = &self.machine.program;
                let is_cut = op == CastOp::PtrToInt
                    && scalar_width(program, to) != Some(self.machine.pointer_bits);
                let function = state.frame.function;
                if is_cut || self.machine.derived.is_derived(program, function, arg) {
                    self.watch_number(state, &value);
                }
                self.cast(state, op, flags, from, to, &value)?
            }
            Inst::Intrinsic { op, args, .. } => {
                let operands: Vec<Operand> = body.operands(args).to_vec();
                if !matches!(op, Intrinsic::Expect | Intrinsic::IsConstant) {
                    for operand in &operands {
                        let function = state.frame.function;
                        let program = &self.machine.program;
                        if self.machine.derived.is_derived(program, function, *operand) {
                            let value = self.fetch(state, *operand);
                            self.watch_number(state, &value);
                        }
                    }
                }
                return self.intrinsic(state, op, &operands, ty).map(Some);
            }
            Inst::Select { condition, then, otherwise } => {
                let condition = self.fetch(state, condition);
                let (a, b) = (self.fetch(state, then), self.fetch(state, otherwise));
                let Some(ty) = ty else { return Ok(None) };
                match (&condition, &a, &b) {
                    (Value::Many(conditions), Value::Many(a), Value::Many(b)) => {
                        let types = aggregate::element_types(&self.machine.program, ty);
                        let mut parts = Vec::with_capacity(types.len());
                        let sides = a.iter().zip(b.iter());
                        for ((condition, (a, b)), ty) in conditions.iter().zip(sides).zip(types) {
                            parts.push(self.choose(state, condition, a, b, ty)?);
                        }
                        Value::Many(Arc::new(parts))
                    }
                    _ => self.choose(state, &condition, &a, &b, ty)?,
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
                    Some(ty) => indeterminate::scalar(self.machine, state, id, ty)
                        .unwrap_or_else(|| self.arbitrary(ty, "uninitialised")),
                    None => return Ok(None),
                }
            }
            Inst::Alloca { element, count, .. } => {
                let size = self.machine.program.types.info(element).alloc_size;
                let width =
                    scalar_width(&self.machine.program, self.type_of(state, count)).unwrap_or(64);
                let count = self.fetch(state, count);
                if self.config.any_size == AnySize::All
                    && let Some(base) = self.any_local_array(state, id, &count, width, size)?
                {
                    return Ok(Some(Value::Word(base)));
                }
                self.prefer_small(state, &count, width, size);
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
            Inst::Load { pointer, access } => {
                let pointer = self.fetch(state, pointer);
                let Some(ty) = ty else { return Ok(None) };
                let value = self.load(state, &pointer, ty)?;
                if access.volatile { self.volatile(state, &pointer, ty, value) } else { value }
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
                self.symbolic_pointer_add(state, base, &indexes, offset)?
            }
            Inst::MemoryCopy { target, source, length, may_overlap, volatile } => {
                let width = self.machine.pointer_bits;
                let length_width = scalar_width(&self.machine.program, self.type_of(state, length))
                    .unwrap_or(width);
                let length = self.fetch(state, length);
                let (target, source) = (self.fetch(state, target), self.fetch(state, source));
                if volatile {
                    self.assume_unchanged(state, &source);
                }
                let from = Filling::Copy(&source);
                if !self.fill_guarded(state, &target, from, &length, length_width)? {
                    let length = self.one_word(state, &length, length_width)?;
                    self.copy_memory(state, &target, &source, length)?;
                }
                if !may_overlap {
                    let (to, from) = ((&target, &length), (&source, &length));
                    self.forbid_overlap(state, to, from, length_width, SamePlace::Allowed)?;
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
                self.mark_life(state, pointer, start)?;
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
                let of = self.type_of(state, vector);
                let vector = self.fetch(state, vector);
                self.extract_element(state, (vector, of), index)?
            }
            Inst::InsertElement { vector, value, index } => {
                let of = self.type_of(state, vector);
                let (vector, value) = (self.fetch(state, vector), self.fetch(state, value));
                self.insert_element(state, (vector, of), &value, index)?
            }
            Inst::Shuffle { lhs, rhs, mask } => {
                let of = self.type_of(state, lhs);
                let both = (self.fetch(state, lhs), self.fetch(state, rhs));
                self.shuffle(both, of, body.indexes(mask))
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
                let is_pointer = *self.machine.program.types.get(of) == Type::Pointer;
                self.watch_compare(state, IntPredicate::Eq, is_pointer, (&old, &expected));
                let equal = self.scalar_compare(IntPredicate::Eq, of, &old, &expected);
                let kept = self.select(&equal, &new, &old, of);
                self.store_value(state, &pointer, &kept, of)?;
                Value::Many(Arc::new(vec![old, equal]))
            }
            Inst::Assume { condition, rule } => {
                let condition = self.fetch(state, condition);
                let condition = self.branch_condition(state, &condition)?;
                let violation = self.store.not(condition);
                if let Some((kind, detail)) = self.broken(rule) {
                    self.forbid(state, violation, kind, || detail.into())?;
                } else if self.store.as_bool(condition) != Some(true) {
                    match rule {
                        Rule::EmptyArray => self.assume_fixed(state, Assumption::EmptyArray),
                        Rule::Block => self.assume_fixed(state, Assumption::Block),
                        _ => {}
                    }
                }
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

    /// What it is called to break a rule; none if nobody wants to know.
    fn broken(&self, rule: Rule) -> Option<(BugKind, &'static str)> {
        Some(match rule {
            Rule::Promise => {
                (BugKind::UnreachableReached, "an assumption given to the compiler does not hold")
            }
            Rule::SignedOverflow => (BugKind::SignedOverflow, "an operation on constants"),
            Rule::DivisionByZero => (BugKind::DivisionByZero, "of a constant"),
            Rule::Shift if !self.config.check_overflow => return None,
            Rule::Shift => (BugKind::InvalidShift, "of a constant"),
            Rule::ArrayLength => (BugKind::InvalidLength, ""),
            Rule::EmptyArray if !self.config.check_empty_arrays => return None,
            Rule::EmptyArray => (BugKind::InvalidLength, "zero"),
            Rule::BuiltinArgument => (BugKind::InvalidArgument, "zero"),
            Rule::Conversion if !self.config.check_overflow => return None,
            Rule::Conversion => {
                (BugKind::SignedOverflow, "a constant does not fit the integer it is converted to")
            }
            Rule::Block => return None,
            Rule::Alignment => {
                (BugKind::InvalidArgument, "the pointer is not aligned as the compiler is told")
            }
        })
    }

    /// `base + offset + Σ index·scale` on terms.
    pub(super) fn symbolic_pointer_add(
        &mut self,
        state: &mut State,
        base: Operand,
        indexes: &[(Operand, u32, i64)],
        offset: i64,
    ) -> Step<Value> {
        let store = &self.store;
        let bits = self.machine.pointer_bits;
        let base = self.fetch(state, base);
        let Some(start) = base.bits(store, bits) else { return Ok(Value::Poison) };
        let mut address = start;
        for (index, width, scale) in indexes {
            if *scale == 0 {
                continue;
            }
            let index = self.fetch(state, *index);
            let Some(index) = index.bits(store, *width) else { return Ok(Value::Poison) };
            let index = if *width < bits {
                store.sign_extend(bits - width, index)
            } else {
                store.extract(bits - 1, 0, index)
            };
            let scale = store.bv_const(bits, *scale as u64);
            address = store.bv_add(address, store.bv_mul(index, scale));
        }
        let address = store.bv_add(address, store.bv_const(bits, offset as u64));
        match state.memory.keeps_object(store, start, address) {
            true => Ok(Value::from_term(store, address)),
            false => Err(self.crowded(state)),
        }
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
}
