//! Operations on scalars of any type, and on vectors element by element: arithmetic, comparisons, conversions, atomic updates.

use std::sync::Arc;

use lariat_program::{AtomicOp, BinaryOp, CastOp, Flags, IntPredicate, Type, TypeId};

use super::{Executor, Step};
use crate::aggregate;
use crate::bug::{BugKind, EndReason};
use crate::code::{float_format, scalar_width};
use crate::floats::Floats;
use crate::ints;
use crate::state::State;
use crate::value::Value;

/// What is done with each element of vectors: the element's type and one element of each operand.
pub(crate) type ScalarOperation<'a, 'm> =
    dyn FnMut(&mut Executor<'m>, &mut State, TypeId, &[Value]) -> Step<Value> + 'a;

impl<'m> Executor<'m> {
    /// Applies a scalar operation to each element of vectors, or to scalars.
    pub(super) fn each(
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

    pub(super) fn scalar_binary(
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

    pub(super) fn scalar_compare(
        &mut self,
        predicate: IntPredicate,
        ty: TypeId,
        a: &Value,
        b: &Value,
    ) -> Value {
        let Some(width) = scalar_width(&self.machine.program, ty) else { return Value::Poison };
        self.compare(predicate, width, a, b)
    }

    pub(super) fn cast(
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
        flags: Flags,
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
        if flags != Flags::NONE
            && let Some(bits) = value.bits(&store, from_width)
            && let Some(broken) = ints::broken_cast(&store, op, flags, bits, to_width)
            && self.decide(state, broken)?
        {
            return Ok(Value::Poison);
        }
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
                // The arbitrary result would be one more variable; where values can be tried it is better to know that there is none.
                if self.solver.has_few_values(&state.path, violation)
                    && matches!(self.feasible(state, violation), Ok(None))
                {
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
        let (packed, undefined) = match (from_lanes, value) {
            (Some(_), Value::Many(parts)) => {
                let is_undefined = |part: &Value| matches!(part, Value::Poison);
                let undefined: Vec<bool> = parts.iter().map(is_undefined).collect();
                let any = |part: &Value| match part {
                    Value::Poison => Value::Word(0),
                    other => other.clone(),
                };
                let parts: Vec<Value> = parts.iter().map(any).collect();
                (aggregate::pack(&self.store, &parts, from_width), undefined)
            }
            _ => (value.clone(), Vec::new()),
        };
        // What has bits of an undefined element is undefined, and nothing else.
        let is_undefined = |low: u32, width: u32| {
            let from = |lane: usize| lane as u32 * from_width;
            let overlaps = |lane: usize| from(lane) < low + width && low < from(lane) + from_width;
            undefined.iter().enumerate().any(|(lane, undefined)| *undefined && overlaps(lane))
        };
        let Some(length) = to_lanes else {
            return if is_undefined(0, to_width) { Value::Poison } else { packed };
        };
        let mut result = aggregate::unpack(&self.store, &packed, length, to_width);
        if undefined.contains(&true)
            && let Value::Many(parts) = &mut result
        {
            for (lane, part) in Arc::make_mut(parts).iter_mut().enumerate() {
                if is_undefined(lane as u32 * to_width, to_width) {
                    *part = Value::Poison;
                }
            }
        }
        result
    }

    /// Poison replaced by arbitrary values.
    pub(super) fn freeze(&self, value: &Value, ty: TypeId) -> Value {
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

    pub(super) fn atomic(
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
