//! Intrinsics: builtins that compute.

use std::sync::Arc;

use lariat_program::{BinaryOp, IntPredicate, Intrinsic, Type, TypeId};
use lariat_term::{RoundingMode, TermId, TermStore};

use crate::bug::EndReason;
use crate::code::{float_format, scalar_width};
use crate::executor::{Executor, Step};
use crate::floats::Floats;
use crate::memory::Place;
use crate::state::State;
use crate::value::{Value, mask, signed};

/// Computes an intrinsic.
pub(crate) fn run(
    executor: &mut Executor<'_>,
    state: &mut State,
    op: Intrinsic,
    args: &[Value],
    types: &[TypeId],
    result: Option<TypeId>,
) -> Step<Value> {
    use Intrinsic as I;
    let Some(&first) = types.first() else { return nullary(executor, state, op, result) };
    match op {
        I::Expect | I::ThreadLocalAddress => Ok(args[0].clone()),
        I::IsConstant => Ok(Value::Word(0)),
        I::ObjectSize => Ok(object_size(executor, state, args)),
        I::SAddOverflow
        | I::UAddOverflow
        | I::SSubOverflow
        | I::USubOverflow
        | I::SMulOverflow
        | I::UMulOverflow => Ok(with_overflow(executor, op, args, first)),
        I::ReduceAdd
        | I::ReduceMul
        | I::ReduceAnd
        | I::ReduceOr
        | I::ReduceXor
        | I::ReduceSMax
        | I::ReduceSMin
        | I::ReduceUMax
        | I::ReduceUMin => reduce(executor, state, op, &args[0], first),
        I::ReduceFAdd | I::ReduceFMul => {
            let op = if op == I::ReduceFAdd { BinaryOp::FAdd } else { BinaryOp::FMul };
            let mut total = args[0].clone();
            if let Some(Value::Many(parts)) = args.get(1) {
                for part in parts.iter() {
                    total = executor.combine_scalars(state, op, first, &total, part)?;
                }
            }
            Ok(total)
        }
        I::PtrMask => {
            let bits = executor.machine.pointer_bits;
            let store = &executor.store;
            Ok(match (args[0].bits(store, bits), args[1].bits(store, bits)) {
                (Some(a), Some(b)) => Value::from_term(store, store.bv_and(a, b)),
                _ => Value::Poison,
            })
        }
        I::FrExp
        | I::LdExp
        | I::PowI
        | I::Sin
        | I::Cos
        | I::Tan
        | I::Exp
        | I::Exp2
        | I::Exp10
        | I::Log
        | I::Log2
        | I::Log10
        | I::Pow => math(executor, state, op, args, types, result),
        I::FrameAddress | I::ReturnAddress => unsupported(executor, state, op),
        _ => {
            let element = result.map(|ty| match executor.machine.program.types.get(ty) {
                Type::Vector { element, .. } => *element,
                _ => ty,
            });
            executor.each_element(
                state,
                first,
                args,
                &mut |executor, state, ty, args| match scalar(executor, op, ty, args, element) {
                    Some(value) => Ok(value),
                    None => unsupported(executor, state, op),
                },
            )
        }
    }
}

fn unsupported(executor: &Executor<'_>, state: &State, op: Intrinsic) -> Step<Value> {
    let what = format!("builtin {}", op.name());
    Err(EndReason::Unsupported { what, site: executor.site(state) }.into())
}

fn nullary(
    executor: &Executor<'_>,
    state: &State,
    op: Intrinsic,
    result: Option<TypeId>,
) -> Step<Value> {
    match (op, result) {
        (Intrinsic::GetRounding, _) => Ok(Value::Word(1)),
        (Intrinsic::CycleCounter, Some(ty)) => Ok(executor.arbitrary(ty, "cycles")),
        _ => unsupported(executor, state, op),
    }
}

fn object_size(executor: &Executor<'_>, state: &State, args: &[Value]) -> Value {
    let bits = executor.machine.pointer_bits;
    let minimum = args.get(1) == Some(&Value::Word(1));
    let unknown = Value::Word(if minimum { 0 } else { crate::value::mask(bits) });
    let Value::Word(address) = args[0] else { return unknown };
    match state.memory.find(address) {
        Place::Inside(handle) => match state.memory.get(handle) {
            Some(object) if object.symbolic_size.is_none() => {
                Value::Word(object.bytes.size() - (address - object.base))
            }
            _ => unknown,
        },
        _ => unknown,
    }
}

fn with_overflow(executor: &Executor<'_>, op: Intrinsic, args: &[Value], ty: TypeId) -> Value {
    use Intrinsic as I;
    let store = &executor.store;
    let width = scalar_width(&executor.machine.program, ty);
    if let (Some(width), Value::Word(a), Value::Word(b)) = (width, &args[0], &args[1])
        && width <= 64
    {
        let (sa, sb) = (i128::from(signed(*a, width)), i128::from(signed(*b, width)));
        let (ua, ub) = (i128::from(*a), i128::from(*b));
        let (exact, is_signed) = match op {
            I::SAddOverflow => (sa + sb, true),
            I::SSubOverflow => (sa - sb, true),
            I::SMulOverflow => (sa * sb, true),
            I::UAddOverflow => (ua + ub, false),
            I::USubOverflow => (ua - ub, false),
            // The product of two unsigned words may exceed the signed range, which is an overflow as well.
            _ => (ua.wrapping_mul(ub), false),
        };
        let result = exact as u64 & mask(width);
        let fits = if is_signed {
            exact == i128::from(signed(result, width))
        } else {
            exact == i128::from(result)
        };
        return Value::Many(Arc::new(vec![Value::Word(result), Value::Word(u64::from(!fits))]));
    }
    let operands =
        width.and_then(|width| Some((args[0].bits(store, width)?, args[1].bits(store, width)?)));
    let Some((a, b)) = operands else {
        return Value::Many(Arc::new(vec![Value::Poison, Value::Poison]));
    };
    let (result, overflow) = match op {
        I::SAddOverflow => (store.bv_add(a, b), store.bv_sadd_overflow(a, b)),
        I::UAddOverflow => (store.bv_add(a, b), store.bv_uadd_overflow(a, b)),
        I::SSubOverflow => (store.bv_sub(a, b), store.bv_ssub_overflow(a, b)),
        I::USubOverflow => (store.bv_sub(a, b), store.bv_usub_overflow(a, b)),
        I::SMulOverflow => (store.bv_mul(a, b), store.bv_smul_overflow(a, b)),
        _ => (store.bv_mul(a, b), store.bv_umul_overflow(a, b)),
    };
    Value::Many(Arc::new(vec![Value::from_term(store, result), Value::from_term(store, overflow)]))
}

fn reduce(
    executor: &mut Executor<'_>,
    state: &mut State,
    op: Intrinsic,
    vector: &Value,
    ty: TypeId,
) -> Step<Value> {
    use Intrinsic as I;
    let Type::Vector { element, .. } = *executor.machine.program.types.get(ty) else {
        return Ok(Value::Poison);
    };
    let Value::Many(parts) = vector else { return Ok(Value::Poison) };
    let mut parts = parts.iter();
    let Some(mut total) = parts.next().cloned() else { return Ok(Value::Poison) };
    for part in parts {
        let pick = |executor: &mut Executor<'_>, total: &Value, predicate| {
            let keep = executor.compare_scalars(predicate, element, total, part);
            executor.select(&keep, total, part, element)
        };
        total = match op {
            I::ReduceAdd => {
                executor.combine_scalars(state, BinaryOp::Add, element, &total, part)?
            }
            I::ReduceMul => {
                executor.combine_scalars(state, BinaryOp::Mul, element, &total, part)?
            }
            I::ReduceAnd => {
                executor.combine_scalars(state, BinaryOp::And, element, &total, part)?
            }
            I::ReduceOr => executor.combine_scalars(state, BinaryOp::Or, element, &total, part)?,
            I::ReduceXor => {
                executor.combine_scalars(state, BinaryOp::Xor, element, &total, part)?
            }
            I::ReduceSMax => pick(executor, &total, IntPredicate::Sge),
            I::ReduceSMin => pick(executor, &total, IntPredicate::Sle),
            I::ReduceUMax => pick(executor, &total, IntPredicate::Uge),
            _ => pick(executor, &total, IntPredicate::Ule),
        };
    }
    Ok(total)
}

/// Intrinsics on scalars, as terms; constants fold. `None` if there is no term for it.
fn scalar(
    executor: &Executor<'_>,
    op: Intrinsic,
    ty: TypeId,
    args: &[Value],
    result: Option<TypeId>,
) -> Option<Value> {
    use Intrinsic as I;
    let program = &executor.machine.program;
    let store = &executor.store;
    if let Some(format) = float_format(program, ty) {
        let floats = Floats::new(store);
        return match op {
            I::IsFpClass => floats.class(format, &args[0], args.get(1)?.word()?),
            I::FpToSiSat | I::FpToUiSat => {
                saturating(store, op, format, &args[0], scalar_width(program, result?)?)
            }
            I::LRound | I::LRint => {
                let mode = if op == I::LRound {
                    RoundingMode::NearestAway
                } else {
                    RoundingMode::NearestEven
                };
                let float = floats.read(format, &args[0])?;
                let width = scalar_width(program, result?)?;
                Some(Value::from_term(
                    store,
                    store.fp_to_signed(width, store.rounding(mode), float),
                ))
            }
            I::Minimum | I::Maximum => {
                let (a, b) = (floats.read(format, &args[0])?, floats.read(format, &args[1])?);
                let nan = store.or(&[store.fp_is_nan(a), store.fp_is_nan(b)]);
                let zeros = store.and(&[store.fp_is_zero(a), store.fp_is_zero(b)]);
                let (picked, sign) = if op == I::Minimum {
                    (store.fp_min(a, b), store.fp_is_negative(a))
                } else {
                    (store.fp_max(a, b), store.fp_is_positive(a))
                };
                let picked = store.ite(zeros, store.ite(sign, a, b), picked);
                let undefined = store.float_value(lariat_term::Float::nan(format));
                Some(floats.write(store.ite(nan, undefined, picked)))
            }
            _ => floats.intrinsic(op, format, args),
        };
    }
    let width = scalar_width(program, ty)?;
    if let Some(word) = scalar_word(op, width, args) {
        return Some(Value::Word(word));
    }
    let bits = |position: usize| args.get(position)?.bits(store, width);
    let constant = |value: u64| store.bv_const(width, value);
    let a = bits(0)?;
    let term = match op {
        I::SMin => store.ite(store.bv_sle(a, bits(1)?), a, bits(1)?),
        I::SMax => store.ite(store.bv_sle(a, bits(1)?), bits(1)?, a),
        I::UMin => store.ite(store.bv_ule(a, bits(1)?), a, bits(1)?),
        I::UMax => store.ite(store.bv_ule(a, bits(1)?), bits(1)?, a),
        I::Abs => store.ite(store.bv_slt(a, constant(0)), store.bv_neg(a), a),
        I::CtPop => (0..width).fold(constant(0), |sum, bit| {
            store.bv_add(sum, store.zero_extend(width - 1, store.extract(bit, bit, a)))
        }),
        I::CtLz => zeros(store, a, width, (0..width).collect()),
        I::CtTz => zeros(store, a, width, (0..width).rev().collect()),
        I::BSwap => (0..width / 8)
            .map(|byte| store.extract(byte * 8 + 7, byte * 8, a))
            .reduce(|high, low| store.concat(high, low))?,
        I::BitReverse => (0..width)
            .map(|bit| store.extract(bit, bit, a))
            .reduce(|high, low| store.concat(high, low))?,
        I::FShl | I::FShr => {
            let both = store.concat(a, bits(1)?);
            let amount = store.bv_urem(bits(2)?, constant(u64::from(width)));
            let amount = store.zero_extend(width, amount);
            if op == I::FShl {
                store.extract(2 * width - 1, width, store.bv_shl(both, amount))
            } else {
                store.extract(width - 1, 0, store.bv_lshr(both, amount))
            }
        }
        I::SAddSat | I::SSubSat => {
            let b = bits(1)?;
            let (result, overflow) = if op == I::SAddSat {
                (store.bv_add(a, b), store.bv_sadd_overflow(a, b))
            } else {
                (store.bv_sub(a, b), store.bv_ssub_overflow(a, b))
            };
            store.ite(overflow, limit(store, a, width), result)
        }
        I::UAddSat => {
            let b = bits(1)?;
            let largest = store.bv_not(constant(0));
            store.ite(store.bv_uadd_overflow(a, b), largest, store.bv_add(a, b))
        }
        I::USubSat => {
            let b = bits(1)?;
            store.ite(store.bv_ult(a, b), constant(0), store.bv_sub(a, b))
        }
        I::SShlSat | I::UShlSat => {
            let b = bits(1)?;
            let shifted = store.bv_shl(a, b);
            let signed = op == I::SShlSat;
            let back = if signed { store.bv_ashr(shifted, b) } else { store.bv_lshr(shifted, b) };
            let most = if signed { limit(store, a, width) } else { store.bv_not(constant(0)) };
            store.ite(store.eq(back, a), shifted, most)
        }
        _ => return None,
    };
    Some(Value::from_term(store, term))
}

/// The frequent intrinsics on words of at most 64 bits; `None` for others and for what is no word.
fn scalar_word(op: Intrinsic, width: u32, args: &[Value]) -> Option<u64> {
    use Intrinsic as I;
    if width > 64 {
        return None;
    }
    let a = args.first()?.word()?;
    let b = || args.get(1)?.word();
    let (spare, all) = (64 - width, mask(width));
    let less = |a: u64, b: u64| signed(a, width) < signed(b, width);
    Some(match op {
        I::SMin => {
            if less(b()?, a) {
                b()?
            } else {
                a
            }
        }
        I::SMax => {
            if less(a, b()?) {
                b()?
            } else {
                a
            }
        }
        I::UMin => a.min(b()?),
        I::UMax => a.max(b()?),
        I::Abs => signed(a, width).unsigned_abs() & all,
        I::CtPop => u64::from(a.count_ones()),
        I::CtLz => u64::from(a.leading_zeros() - spare),
        I::CtTz => u64::from(a.trailing_zeros().min(width)),
        I::BSwap => a.swap_bytes() >> spare,
        I::BitReverse => a.reverse_bits() >> spare,
        I::FShl | I::FShr => {
            let amount = (args.get(2)?.word()? % u64::from(width)) as u32;
            let both = (u128::from(a) << width) | u128::from(b()?);
            let shifted = if op == I::FShl { (both << amount) >> width } else { both >> amount };
            shifted as u64 & all
        }
        _ => return None,
    })
}

/// The largest or smallest signed value, by the sign of a term.
fn limit(store: &TermStore, a: TermId, width: u32) -> TermId {
    let one = store.bv_const(width, 1);
    let smallest = store.bv_shl(one, store.bv_const(width, u64::from(width - 1)));
    store.ite(store.bv_slt(a, store.bv_const(width, 0)), smallest, store.bv_not(smallest))
}

/// The number of zeros before the first one, looking from the end of `order`.
fn zeros(store: &TermStore, a: TermId, width: u32, order: Vec<u32>) -> TermId {
    let mut count = store.bv_const(width, u64::from(width));
    for (position, bit) in order.iter().enumerate() {
        let distance = u64::from(width) - 1 - position as u64;
        let set = store.eq(store.extract(*bit, *bit, a), store.bv_const(1, 1));
        count = store.ite(set, store.bv_const(width, distance), count);
    }
    count
}

fn saturating(
    store: &TermStore,
    op: Intrinsic,
    format: lariat_term::FloatFormat,
    value: &Value,
    width: u32,
) -> Option<Value> {
    let floats = Floats::new(store);
    let signed = op == Intrinsic::FpToSiSat;
    let float = floats.read(format, value)?;
    let (integer, outside) = floats.to_int(signed, format, width, value)?;
    let integer = integer.bits(store, width)?;
    let one = store.bv_const(width, 1);
    let (smallest, largest) = if signed {
        let smallest = store.bv_shl(one, store.bv_const(width, u64::from(width - 1)));
        (smallest, store.bv_not(smallest))
    } else {
        let zero = store.bv_const(width, 0);
        (zero, store.bv_not(zero))
    };
    let edge = store.ite(store.fp_is_negative(float), smallest, largest);
    let outside_value = store.ite(store.fp_is_nan(float), store.bv_const(width, 0), edge);
    Some(Value::from_term(store, store.ite(outside, outside_value, integer)))
}

/// Functions without an exact term: natively on concrete values of `float` and `double`.
fn math(
    executor: &mut Executor<'_>,
    state: &mut State,
    op: Intrinsic,
    args: &[Value],
    types: &[TypeId],
    _result: Option<TypeId>,
) -> Step<Value> {
    use Intrinsic as I;
    let format = float_format(&executor.machine.program, types[0]);
    let (Some(format), Value::Word(x)) = (format, &args[0]) else {
        return unsupported(executor, state, op);
    };
    let second = args.get(1).and_then(Value::word);
    let compute = |x: f64, y: f64| match op {
        I::Sin => Some(x.sin()),
        I::Cos => Some(x.cos()),
        I::Tan => Some(x.tan()),
        I::Exp => Some(x.exp()),
        I::Exp2 => Some(x.exp2()),
        I::Exp10 => Some(10f64.powf(x)),
        I::Log => Some(x.ln()),
        I::Log2 => Some(x.log2()),
        I::Log10 => Some(x.log10()),
        I::Pow => Some(x.powf(y)),
        _ => None,
    };
    let value = match format {
        lariat_term::FloatFormat::Double => {
            let y = second.map_or(0.0, f64::from_bits);
            match op {
                I::LdExp => second.map(|n| scale(f64::from_bits(*x), n as u32 as i32)),
                I::PowI => second.map(|n| f64::from_bits(*x).powi(n as u32 as i32)),
                _ => compute(f64::from_bits(*x), y),
            }
            .map(|number| Value::Word(number.to_bits()))
        }
        lariat_term::FloatFormat::Single => {
            let x = f32::from_bits(*x as u32);
            let y = second.map_or(0.0, |word| f32::from_bits(word as u32));
            compute(f64::from(x), f64::from(y))
                .map(|number| Value::Word(u64::from((number as f32).to_bits())))
        }
        _ => None,
    };
    match value {
        Some(value) => Ok(value),
        None => unsupported(executor, state, op),
    }
}

/// x·2^n without rounding twice.
fn scale(mut x: f64, mut n: i32) -> f64 {
    while n > 1000 {
        x *= 2f64.powi(1000);
        n -= 1000;
        if x.is_infinite() {
            return x;
        }
    }
    while n < -1000 {
        x *= 2f64.powi(-500);
        n += 500;
        if x == 0.0 {
            return x;
        }
    }
    x * 2f64.powi(n)
}
