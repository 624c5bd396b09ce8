//! Exact values of constant numbers.
//!
//! The C interface gives integers of up to 64 bits and floats as the nearest double. Wider integers are read from LLVM's
//! decimal spelling; floats that a double cannot carry exactly, signs and payloads of NaNs included, are first turned into
//! an integer of the same bits, which LLVM folds at once.

use lariat_term::BitVec;
use num_bigint::BigInt;

use super::raw::{self, RawContext, Ty, TypeKind, Value};

/// The value of a `ConstantInt`.
pub(super) fn int_constant(constant: Value) -> Option<BitVec> {
    let ty = raw::type_of(constant);
    if raw::type_kind(ty) != TypeKind::LLVMIntegerTypeKind {
        return None;
    }
    let width = raw::int_width(ty);
    if width <= 64 {
        return Some(BitVec::new(width, raw::constant_word(constant)));
    }
    let text = raw::print_value(constant);
    let (_, digits) = text.split_once(' ')?;
    let value: BigInt = digits.trim().parse().ok()?;
    Some(BitVec::from_bigint(width, &value))
}

/// The bits of a `ConstantFP`.
pub(super) fn float_constant(context: RawContext, constant: Value) -> Option<BitVec> {
    let kind = raw::type_kind(raw::type_of(constant));
    match kind {
        TypeKind::LLVMDoubleTypeKind => {
            Some(BitVec::new(64, raw::constant_double(constant).to_bits()))
        }
        TypeKind::LLVMFloatTypeKind if !raw::constant_double(constant).is_nan() => {
            let single = raw::constant_double(constant) as f32;
            Some(BitVec::new(32, u64::from(single.to_bits())))
        }
        _ => {
            let ty = raw::int_type(context, float_bits(kind)?);
            let bits = raw::constant_bitcast(constant, ty);
            if raw::is_a_constant_int(bits).is_null() { None } else { int_constant(bits) }
        }
    }
}

/// The width of a floating-point type whose format we know.
pub(super) fn float_bits(kind: TypeKind) -> Option<u32> {
    match kind {
        TypeKind::LLVMHalfTypeKind | TypeKind::LLVMBFloatTypeKind => Some(16),
        TypeKind::LLVMFloatTypeKind => Some(32),
        TypeKind::LLVMDoubleTypeKind => Some(64),
        TypeKind::LLVMX86_FP80TypeKind => Some(80),
        TypeKind::LLVMFP128TypeKind => Some(128),
        _ => None,
    }
}

/// The width of a number type that can be an element of a data sequence.
pub(super) fn scalar_bits(ty: Ty) -> Option<u32> {
    match raw::type_kind(ty) {
        TypeKind::LLVMIntegerTypeKind => Some(raw::int_width(ty)),
        kind => float_bits(kind),
    }
}

/// The low 64 bits of an integer constant as a signed number.
pub(super) fn signed_word(constant: Value) -> Option<i64> {
    if raw::int_width(raw::type_of(constant)) <= 64 {
        return Some(raw::constant_signed_word(constant));
    }
    let value = int_constant(constant)?;
    value.to_i64().or_else(|| value.to_biguint().iter_u64_digits().next().map(|word| word as i64))
}

/// The bytes of a value as they lie in memory.
pub(super) fn little_endian(value: &BitVec, size: usize) -> Vec<u8> {
    let mut bytes = match value.to_u64() {
        Some(word) => word.to_le_bytes().to_vec(),
        None => value.to_biguint().to_bytes_le(),
    };
    bytes.resize(size, 0);
    bytes
}
