//! The memory image a global variable starts with.
//!
//! Numbers are written as bytes, everything that depends on an address becomes a relocation, and undefined parts are
//! remembered as ranges. Padding is zero, which is what the assembler puts there.

use lariat_program::{Initializer, Relocation};

use super::Lowering;
use super::numbers::{float_constant, int_constant, little_endian, scalar_bits};
use super::raw::{self, Opcode, TypeKind, Value, ValueKind};

/// Images up to this size are given with all bytes. Programs have arrays larger than the machine's memory; of those only
/// what is not zero is kept.
const WHOLE_IMAGE: u64 = 1 << 20;

/// Numbers that come after so many bytes are kept as relocations, lest one of them makes an image of zeros.
const FAR_AWAY: u64 = 1 << 28;

impl Lowering {
    /// The image of a constant.
    pub(super) fn image(&mut self, value: Value) -> Initializer {
        let size = raw::alloc_size(self.layout, raw::type_of(value));
        let mut image = Initializer::default();
        self.write_image(&mut image, value, 0);
        if size <= WHOLE_IMAGE {
            image.bytes.resize(size as usize, 0);
        }
        image
    }

    fn write_image(&mut self, image: &mut Initializer, value: Value, offset: u64) {
        let kind = raw::value_kind(value);
        let is_number = matches!(
            kind,
            ValueKind::LLVMConstantIntValueKind
                | ValueKind::LLVMConstantFPValueKind
                | ValueKind::LLVMConstantDataArrayValueKind
                | ValueKind::LLVMConstantDataVectorValueKind
        );
        if is_number && offset >= FAR_AWAY {
            return self.relocate(image, value, offset);
        }
        match kind {
            ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind => {}
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                let size = raw::store_size(self.layout, raw::type_of(value));
                add_undefined(image, offset, size);
            }
            ValueKind::LLVMConstantIntValueKind => match int_constant(value) {
                Some(bits) => {
                    let size = bits.width().div_ceil(8) as usize;
                    write_bytes(image, offset, &little_endian(&bits, size));
                }
                None => self.relocate(image, value, offset),
            },
            ValueKind::LLVMConstantFPValueKind => match float_constant(self.context, value) {
                Some(bits) => {
                    let size = bits.width().div_ceil(8) as usize;
                    write_bytes(image, offset, &little_endian(&bits, size));
                }
                None => self.relocate(image, value, offset),
            },
            ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => {
                write_bytes(image, offset, raw::raw_data(value));
            }
            ValueKind::LLVMConstantStructValueKind => {
                let ty = raw::type_of(value);
                for index in 0..raw::operand_count(value) as u32 {
                    let field = raw::field_offset(self.layout, ty, index);
                    self.write_image(image, raw::operand(value, index), offset + field);
                }
            }
            ValueKind::LLVMConstantArrayValueKind => {
                let element = raw::element_type(raw::type_of(value));
                let stride = raw::alloc_size(self.layout, element);
                for index in 0..raw::operand_count(value) as u32 {
                    let place = offset + u64::from(index) * stride;
                    self.write_image(image, raw::operand(value, index), place);
                }
            }
            ValueKind::LLVMConstantVectorValueKind => self.write_vector(image, value, offset),
            ValueKind::LLVMConstantExprValueKind if self.fixed_address(value).is_some() => {
                let number = self.fixed_address(value).unwrap_or_default();
                let size = self.program.target.pointer_bits.div_ceil(8) as usize;
                write_bytes(image, offset, &number.to_le_bytes()[..size.min(8)]);
            }
            _ => self.relocate(image, value, offset),
        }
    }

    /// The number behind a pointer to a fixed address, such as `(void *)0x1000`, which no loader changes.
    fn fixed_address(&self, value: Value) -> Option<u64> {
        if raw::constant_opcode(value) != Opcode::LLVMIntToPtr {
            return None;
        }
        let number = raw::operand(value, 0);
        if raw::is_a_constant_int(number).is_null() {
            return None;
        }
        int_constant(number)?.to_u64()
    }

    /// The elements of a vector lie bit by bit one after the other, the first one lowest.
    fn write_vector(&mut self, image: &mut Initializer, value: Value, offset: u64) {
        let element = raw::element_type(raw::type_of(value));
        let bits = match raw::type_kind(element) {
            TypeKind::LLVMPointerTypeKind => self.program.target.pointer_bits,
            _ => scalar_bits(element).unwrap_or(0),
        };
        if bits == 0 {
            return self.relocate(image, value, offset);
        }
        for index in 0..raw::operand_count(value) as u32 {
            let part = raw::operand(value, index);
            let bit = u64::from(index) * u64::from(bits);
            if bits % 8 == 0 {
                self.write_image(image, part, offset + bit / 8);
            } else if let Some(number) =
                (!raw::is_a_constant_int(part).is_null()).then(|| int_constant(part)).flatten()
            {
                for position in (0..bits).filter(|&position| number.bit(position)) {
                    let target = bit + u64::from(position);
                    bytes_at(image, offset + target / 8, 1)[0] |= 1 << (target % 8);
                }
            }
        }
    }

    fn relocate(&mut self, image: &mut Initializer, value: Value, offset: u64) {
        let size = raw::store_size(self.layout, raw::type_of(value)) as u32;
        let value = self.constant(value);
        image.relocations.push(Relocation { offset, size, value });
    }
}

fn write_bytes(image: &mut Initializer, offset: u64, bytes: &[u8]) {
    // Zeros are there anyway, and a zero far behind must not make the image long.
    if bytes.iter().any(|byte| *byte != 0) {
        bytes_at(image, offset, bytes.len()).copy_from_slice(bytes);
    }
}

/// A part of the image, which grows to hold it.
fn bytes_at(image: &mut Initializer, offset: u64, length: usize) -> &mut [u8] {
    let start = offset as usize;
    if image.bytes.len() < start + length {
        image.bytes.resize(start + length, 0);
    }
    &mut image.bytes[start..start + length]
}

fn add_undefined(image: &mut Initializer, offset: u64, size: u64) {
    if size == 0 {
        return;
    }
    match image.undefined.last_mut() {
        Some(last) if last.end == offset => last.end = offset + size,
        _ => image.undefined.push(offset..offset + size),
    }
}
