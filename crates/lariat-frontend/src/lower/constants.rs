//! Constants of instructions and of initialisers.

use lariat_program::{BinaryOp, CastOp, Constant, ConstantData, ConstantId, ConstantOp, TypeId};
use lariat_term::BitVec;

use super::Lowering;
use super::numbers::{float_constant, int_constant, scalar_bits, signed_word};
use super::raw::{self, Opcode, Ty, TypeKind, Value, ValueKind};

/// What the operands of a pointer computation come to.
pub(super) struct Steps {
    /// The constant part in bytes.
    pub(super) offset: i64,
    /// Indexes that are no constant numbers, with the bytes per step.
    pub(super) variable: Vec<(Value, i64)>,
}

impl Lowering {
    /// The program's constant for one of LLVM's.
    pub(super) fn constant(&mut self, value: Value) -> ConstantId {
        if let Some(&id) = self.constants.get(&value) {
            return id;
        }
        let ty = self.ty(raw::type_of(value));
        let data = self.constant_data(value);
        let id = self.program.constants.intern(Constant { ty, data });
        self.constants.insert(value, id);
        id
    }

    /// An integer constant.
    pub(super) fn int(&mut self, ty: TypeId, value: i64) -> ConstantId {
        let width = self.program.types.int_width(ty).unwrap_or(64);
        let data = ConstantData::Int(BitVec::from_bigint(width, &value.into()));
        self.program.constants.intern(Constant { ty, data })
    }

    fn constant_data(&mut self, value: Value) -> ConstantData {
        match raw::value_kind(value) {
            ValueKind::LLVMConstantIntValueKind => match int_constant(value) {
                Some(bits) => ConstantData::Int(bits),
                None => unsupported(value),
            },
            ValueKind::LLVMConstantFPValueKind => match float_constant(self.context, value) {
                Some(bits) => ConstantData::Float(bits),
                None => unsupported(value),
            },
            ValueKind::LLVMConstantPointerNullValueKind => ConstantData::Null,
            ValueKind::LLVMConstantAggregateZeroValueKind => ConstantData::Zero,
            ValueKind::LLVMUndefValueValueKind => ConstantData::Undef,
            ValueKind::LLVMPoisonValueKind => ConstantData::Poison,
            ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => self.data_sequence(value),
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind => ConstantData::Aggregate(
                (0..raw::operand_count(value) as u32)
                    .map(|index| self.constant(raw::operand(value, index)))
                    .collect(),
            ),
            ValueKind::LLVMGlobalVariableValueKind => match self.globals.get(&value) {
                Some(&global) => ConstantData::Global { global, offset: 0 },
                None => unsupported(value),
            },
            ValueKind::LLVMFunctionValueKind => match self.functions.get(&value) {
                Some(&function) => ConstantData::Function { function, offset: 0 },
                None => {
                    ConstantData::Unsupported(format!("the address of {}", raw::value_name(value)))
                }
            },
            ValueKind::LLVMGlobalAliasValueKind => {
                let target = self.constant(raw::aliasee(value));
                self.program.constants.get(target).data.clone()
            }
            ValueKind::LLVMGlobalIFuncValueKind => ConstantData::Unsupported(format!(
                "the function {} that is chosen when the program is loaded (ifunc)",
                raw::value_name(value)
            )),
            ValueKind::LLVMBlockAddressValueKind => self.block_address(value),
            ValueKind::LLVMConstantExprValueKind => self.expression(value),
            _ => unsupported(value),
        }
    }

    /// An array or vector of numbers.
    fn data_sequence(&mut self, value: Value) -> ConstantData {
        let ty = raw::type_of(value);
        let element = raw::element_type(ty);
        let Some(bits) = scalar_bits(element) else { return unsupported(value) };
        let bytes = raw::raw_data(value);
        let is_array = raw::type_kind(ty) == TypeKind::LLVMArrayTypeKind;
        if is_array && bits == 8 {
            return ConstantData::Bytes(bytes.to_vec());
        }
        let is_int = raw::type_kind(element) == TypeKind::LLVMIntegerTypeKind;
        let element = self.ty(element);
        let elements = bytes
            .chunks_exact(bits as usize / 8)
            .map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                let number = BitVec::new(bits, u64::from_le_bytes(word));
                let data =
                    if is_int { ConstantData::Int(number) } else { ConstantData::Float(number) };
                self.program.constants.intern(Constant { ty: element, data })
            })
            .collect();
        ConstantData::Aggregate(elements)
    }

    fn block_address(&mut self, value: Value) -> ConstantData {
        let llvm_function = raw::block_address_function(value);
        let block = raw::block_address_block(value);
        let Some(&function) = self.functions.get(&llvm_function) else {
            return unsupported(value);
        };
        match self.block_numbers(llvm_function).get(&block) {
            Some(&block) => ConstantData::Block { function, block },
            None => unsupported(value),
        }
    }

    fn expression(&mut self, value: Value) -> ConstantData {
        let binary = |op| ConstantOp::Binary(op);
        let cast = |op| ConstantOp::Cast(op);
        let op = match raw::constant_opcode(value) {
            Opcode::LLVMGetElementPtr => return self.pointer_expression(value),
            Opcode::LLVMAdd => binary(BinaryOp::Add),
            Opcode::LLVMSub => binary(BinaryOp::Sub),
            Opcode::LLVMMul => binary(BinaryOp::Mul),
            Opcode::LLVMXor => binary(BinaryOp::Xor),
            Opcode::LLVMAnd => binary(BinaryOp::And),
            Opcode::LLVMOr => binary(BinaryOp::Or),
            Opcode::LLVMShl => binary(BinaryOp::Shl),
            Opcode::LLVMLShr => binary(BinaryOp::LShr),
            Opcode::LLVMAShr => binary(BinaryOp::AShr),
            Opcode::LLVMTrunc => cast(CastOp::Trunc),
            Opcode::LLVMZExt => cast(CastOp::ZExt),
            Opcode::LLVMSExt => cast(CastOp::SExt),
            Opcode::LLVMPtrToInt => cast(CastOp::PtrToInt),
            Opcode::LLVMIntToPtr => cast(CastOp::IntToPtr),
            Opcode::LLVMBitCast => cast(CastOp::Bitcast),
            Opcode::LLVMAddrSpaceCast => cast(CastOp::AddressSpace),
            _ => return unsupported(value),
        };
        let args = (0..raw::operand_count(value) as u32)
            .map(|index| self.constant(raw::operand(value, index)))
            .collect();
        ConstantData::Expression { op, args }
    }

    fn pointer_expression(&mut self, value: Value) -> ConstantData {
        if raw::type_kind(raw::type_of(value)) != TypeKind::LLVMPointerTypeKind {
            return unsupported(value);
        }
        let Some(steps) = self.pointer_steps(value) else { return unsupported(value) };
        let pointer = self.ty(raw::type_of(value));
        let base = self.constant(raw::operand(value, 0));
        let mut data = self.program.constants.get(base).data.clone();
        let fixed = self.wrap_offset(steps.offset);
        match &mut data {
            ConstantData::Global { offset, .. } | ConstantData::Function { offset, .. } => {
                *offset = self.wrap_offset(offset.wrapping_add(fixed));
            }
            _ if fixed == 0 => {}
            _ => {
                let address = self.address_type();
                let bytes = self.int(address, fixed);
                data = add_bytes(base, bytes);
            }
        }
        for (index, scale) in steps.variable {
            let base = self.program.constants.intern(Constant { ty: pointer, data });
            let bytes = self.scaled_constant(index, scale);
            data = add_bytes(base, bytes);
        }
        data
    }

    /// `index * scale` as an integer of an address's width.
    fn scaled_constant(&mut self, index: Value, scale: i64) -> ConstantId {
        let address = self.address_type();
        let mut index_id = self.constant(index);
        let width = raw::int_width(raw::type_of(index));
        let op = match width.cmp(&self.program.target.pointer_bits) {
            std::cmp::Ordering::Less => Some(CastOp::SExt),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(CastOp::Trunc),
        };
        if let Some(op) = op {
            let data = ConstantData::Expression { op: ConstantOp::Cast(op), args: vec![index_id] };
            index_id = self.program.constants.intern(Constant { ty: address, data });
        }
        let scale = self.int(address, scale);
        let op = ConstantOp::Binary(BinaryOp::Mul);
        let data = ConstantData::Expression { op, args: vec![index_id, scale] };
        self.program.constants.intern(Constant { ty: address, data })
    }

    /// An offset modulo the width of an address.
    fn wrap_offset(&self, offset: i64) -> i64 {
        if self.program.target.pointer_bits == 32 { i64::from(offset as i32) } else { offset }
    }

    /// The way of a `getelementptr`, instruction or constant, through the type it names; nothing if it works on
    /// vectors or the type's size is not known.
    pub(super) fn pointer_steps(&mut self, gep: Value) -> Option<Steps> {
        let mut steps = Steps { offset: 0, variable: Vec::new() };
        let mut ty = raw::gep_source_type(gep);
        if !self.is_laid_out(ty) {
            return None;
        }
        for index in 1..raw::operand_count(gep) as u32 {
            let operand = raw::operand(gep, index);
            if raw::type_kind(raw::type_of(operand)) != TypeKind::LLVMIntegerTypeKind {
                return None;
            }
            if index > 1 {
                match raw::type_kind(ty) {
                    TypeKind::LLVMStructTypeKind => {
                        let field = raw::constant_word(operand) as u32;
                        let offset = raw::field_offset(self.layout, ty, field);
                        steps.offset = steps.offset.wrapping_add(offset as i64);
                        ty = raw::field_type(ty, field);
                        continue;
                    }
                    TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
                        ty = raw::element_type(ty);
                    }
                    _ => return None,
                }
            }
            self.add_step(&mut steps, operand, ty)?;
        }
        Some(steps)
    }

    fn add_step(&mut self, steps: &mut Steps, index: Value, ty: Ty) -> Option<()> {
        let scale = raw::alloc_size(self.layout, ty) as i64;
        if raw::is_a_constant_int(index).is_null() {
            if scale != 0 {
                steps.variable.push((index, scale));
            }
        } else {
            let number = signed_word(index)?;
            steps.offset = steps.offset.wrapping_add(number.wrapping_mul(scale));
        }
        Some(())
    }
}

fn add_bytes(base: ConstantId, bytes: ConstantId) -> ConstantData {
    ConstantData::Expression { op: ConstantOp::PointerAdd, args: vec![base, bytes] }
}

fn unsupported(value: Value) -> ConstantData {
    let mut text = raw::print_value(value);
    if text.len() > 200 {
        text = text.chars().take(200).chain(['…']).collect();
    }
    ConstantData::Unsupported(format!("the constant {text}"))
}
