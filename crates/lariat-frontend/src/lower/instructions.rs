//! Instructions other than calls, phis and terminators.

use lariat_program::{
    Access, AtomicOp, BinaryOp, CastOp, Flags, FloatPredicate, Inst, IntPredicate, Intrinsic,
    Operand, PoolRange, ScaledIndex,
};

use super::function::FunctionLowering;
use super::raw::{self, Opcode, Ordering, Predicate, RealPredicate, TypeKind, UpdateOp, Value};
use super::terminators::opcode_name;
use crate::normalise::shift_base::FITS;

impl FunctionLowering<'_> {
    /// Appends what an instruction becomes.
    pub(super) fn lower_instruction(&mut self, instruction: Value, opcode: Opcode) {
        if opcode == Opcode::LLVMCall {
            return self.lower_call(instruction);
        }
        let inst = match self.odd_type(instruction) {
            Some(reason) => self.unsupported(reason, instruction),
            None => self.plain_instruction(instruction, opcode),
        };
        let location = self.lowering.location(instruction);
        self.emit(inst, instruction, location);
    }

    /// Why the types of an instruction make it unsupported.
    pub(super) fn odd_type(&mut self, instruction: Value) -> Option<String> {
        if self.lowering.odd_types.is_empty() {
            return None;
        }
        let mut types = vec![raw::type_of(instruction)];
        for index in 0..raw::operand_count(instruction).max(0) as u32 {
            types.push(raw::type_of(raw::operand(instruction, index)));
        }
        for ty in types {
            let is_data = !matches!(
                raw::type_kind(ty),
                TypeKind::LLVMLabelTypeKind | TypeKind::LLVMMetadataTypeKind
            );
            if is_data {
                let id = self.lowering.ty(ty);
                if self.lowering.is_odd(id) {
                    return Some(format!("the type {}", raw::print_type(ty)));
                }
            }
        }
        None
    }

    /// Whether an operand's type makes what uses it unsupported.
    pub(super) fn is_odd_operand(&self, operand: Operand) -> bool {
        let ty = self.lowering.program.operand_type(&self.body, operand);
        self.lowering.is_odd(ty)
    }

    fn plain_instruction(&mut self, instruction: Value, opcode: Opcode) -> Inst {
        if let Some(op) = binary_op(opcode) {
            let flags = binary_flags(instruction, op);
            let lhs = self.operand_at(instruction, 0);
            let rhs = self.operand_at(instruction, 1);
            return Inst::Binary { op, flags, lhs, rhs };
        }
        if let Some(op) = cast_op(opcode) {
            let flags = cast_flags(instruction, op);
            return Inst::Cast { op, flags, arg: self.operand_at(instruction, 0) };
        }
        match opcode {
            Opcode::LLVMFNeg => {
                let arg = self.operand_at(instruction, 0);
                let args = self.operand_list(&[arg]);
                Inst::Intrinsic { op: Intrinsic::FNeg, flags: float_flags(instruction), args }
            }
            Opcode::LLVMICmp => Inst::Compare {
                predicate: int_predicate(raw::int_predicate(instruction)),
                lhs: self.operand_at(instruction, 0),
                rhs: self.operand_at(instruction, 1),
            },
            Opcode::LLVMFCmp => Inst::FloatCompare {
                predicate: real_predicate(raw::real_predicate(instruction)),
                flags: float_flags(instruction),
                lhs: self.operand_at(instruction, 0),
                rhs: self.operand_at(instruction, 1),
            },
            Opcode::LLVMSelect => Inst::Select {
                condition: self.operand_at(instruction, 0),
                then: self.operand_at(instruction, 1),
                otherwise: self.operand_at(instruction, 2),
            },
            Opcode::LLVMFreeze => self.lower_freeze(instruction),
            Opcode::LLVMAlloca => self.lower_alloca(instruction),
            Opcode::LLVMLoad => {
                Inst::Load { pointer: self.operand_at(instruction, 0), access: access(instruction) }
            }
            Opcode::LLVMStore => Inst::Store {
                value: self.operand_at(instruction, 0),
                pointer: self.operand_at(instruction, 1),
                access: access(instruction),
            },
            Opcode::LLVMGetElementPtr => self.lower_pointer_add(instruction),
            Opcode::LLVMVAArg => Inst::VaArg { list: self.operand_at(instruction, 0) },
            Opcode::LLVMFence => Inst::Fence,
            Opcode::LLVMAtomicCmpXchg => Inst::CompareExchange {
                pointer: self.operand_at(instruction, 0),
                expected: self.operand_at(instruction, 1),
                new: self.operand_at(instruction, 2),
                align: raw::alignment(instruction),
                weak: raw::is_weak(instruction),
            },
            Opcode::LLVMAtomicRMW => Inst::AtomicUpdate {
                op: atomic_op(raw::update_op(instruction)),
                pointer: self.operand_at(instruction, 0),
                value: self.operand_at(instruction, 1),
                access: Access {
                    align: raw::alignment(instruction),
                    volatile: raw::is_volatile(instruction),
                    atomic: true,
                },
            },
            _ => self.aggregate_instruction(instruction, opcode),
        }
    }

    fn aggregate_instruction(&mut self, instruction: Value, opcode: Opcode) -> Inst {
        match opcode {
            Opcode::LLVMExtractValue => Inst::ExtractValue {
                aggregate: self.operand_at(instruction, 0),
                path: self.index_list(raw::indices(instruction).iter().copied()),
            },
            Opcode::LLVMInsertValue => Inst::InsertValue {
                aggregate: self.operand_at(instruction, 0),
                value: self.operand_at(instruction, 1),
                path: self.index_list(raw::indices(instruction).iter().copied()),
            },
            Opcode::LLVMExtractElement => Inst::ExtractElement {
                vector: self.operand_at(instruction, 0),
                index: self.operand_at(instruction, 1),
            },
            Opcode::LLVMInsertElement => Inst::InsertElement {
                vector: self.operand_at(instruction, 0),
                value: self.operand_at(instruction, 1),
                index: self.operand_at(instruction, 2),
            },
            Opcode::LLVMShuffleVector => Inst::Shuffle {
                lhs: self.operand_at(instruction, 0),
                rhs: self.operand_at(instruction, 1),
                // A poison element is -1, which is the model's own mark as well.
                mask: self.index_list(
                    (0..raw::mask_length(instruction))
                        .map(|index| raw::mask_element(instruction, index) as u32),
                ),
            },
            _ => self.unsupported(format!("the instruction {}", opcode_name(opcode)), instruction),
        }
    }

    fn lower_alloca(&mut self, instruction: Value) -> Inst {
        let element = raw::allocated_type(instruction);
        if !self.lowering.is_laid_out(element) {
            return self.unsupported(format!("the type {}", raw::print_type(element)), instruction);
        }
        Inst::Alloca {
            element: self.lowering.ty(element),
            count: self.operand_at(instruction, 0),
            align: raw::alignment(instruction),
        }
    }

    /// The normaliser freezes undef where a local variable is read before it is set.
    fn lower_freeze(&mut self, instruction: Value) -> Inst {
        use raw::ValueKind;
        match raw::value_kind(raw::operand(instruction, 0)) {
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                Inst::Uninitialised
            }
            _ => Inst::Freeze { arg: self.operand_at(instruction, 0) },
        }
    }

    fn lower_pointer_add(&mut self, instruction: Value) -> Inst {
        let is_scalar = raw::type_kind(raw::type_of(instruction)) == TypeKind::LLVMPointerTypeKind;
        let steps = if is_scalar { self.lowering.pointer_steps(instruction) } else { None };
        let Some(steps) = steps else {
            return self.unsupported(
                "pointer arithmetic on vectors or types of unknown size",
                instruction,
            );
        };
        let base = self.operand_at(instruction, 0);
        let start = self.body.scaled_indexes.len() as u32;
        for &(index, scale) in &steps.variable {
            let index = self.operand(index);
            self.body.scaled_indexes.push(ScaledIndex { index, scale });
        }
        let indexes = PoolRange { start, length: steps.variable.len() as u32 };
        Inst::PointerAdd { base, offset: steps.offset, indexes, flags: pointer_flags(instruction) }
    }
}

fn access(instruction: Value) -> Access {
    Access {
        align: raw::alignment(instruction),
        volatile: raw::is_volatile(instruction),
        atomic: raw::ordering(instruction) != Ordering::LLVMAtomicOrderingNotAtomic,
    }
}

fn binary_op(opcode: Opcode) -> Option<BinaryOp> {
    Some(match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::UDiv,
        Opcode::LLVMSDiv => BinaryOp::SDiv,
        Opcode::LLVMURem => BinaryOp::URem,
        Opcode::LLVMSRem => BinaryOp::SRem,
        Opcode::LLVMShl => BinaryOp::Shl,
        Opcode::LLVMLShr => BinaryOp::LShr,
        Opcode::LLVMAShr => BinaryOp::AShr,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        Opcode::LLVMXor => BinaryOp::Xor,
        Opcode::LLVMFAdd => BinaryOp::FAdd,
        Opcode::LLVMFSub => BinaryOp::FSub,
        Opcode::LLVMFMul => BinaryOp::FMul,
        Opcode::LLVMFDiv => BinaryOp::FDiv,
        Opcode::LLVMFRem => BinaryOp::FRem,
        _ => return None,
    })
}

fn cast_op(opcode: Opcode) -> Option<CastOp> {
    Some(match opcode {
        Opcode::LLVMTrunc => CastOp::Trunc,
        Opcode::LLVMZExt => CastOp::ZExt,
        Opcode::LLVMSExt => CastOp::SExt,
        Opcode::LLVMFPTrunc => CastOp::FpTrunc,
        Opcode::LLVMFPExt => CastOp::FpExt,
        Opcode::LLVMFPToUI => CastOp::FpToUi,
        Opcode::LLVMFPToSI => CastOp::FpToSi,
        Opcode::LLVMUIToFP => CastOp::UiToFp,
        Opcode::LLVMSIToFP => CastOp::SiToFp,
        Opcode::LLVMPtrToInt => CastOp::PtrToInt,
        Opcode::LLVMIntToPtr => CastOp::IntToPtr,
        Opcode::LLVMBitCast => CastOp::Bitcast,
        Opcode::LLVMAddrSpaceCast => CastOp::AddressSpace,
        _ => return None,
    })
}

/// The flags that hold, out of a list of conditions.
fn flags(list: &[(bool, Flags)]) -> Flags {
    list.iter().filter(|(holds, _)| *holds).fold(Flags::NONE, |all, (_, flag)| all.union(*flag))
}

fn wrap_flags(instruction: Value) -> Flags {
    flags(&[(raw::has_nsw(instruction), Flags::NSW), (raw::has_nuw(instruction), Flags::NUW)])
}

fn binary_flags(instruction: Value, op: BinaryOp) -> Flags {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => wrap_flags(instruction),
        BinaryOp::Shl => {
            let fits = raw::has_named_metadata(instruction, FITS);
            wrap_flags(instruction).union(flags(&[(fits, Flags::FITS)]))
        }
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => {
            flags(&[(raw::is_exact(instruction), Flags::EXACT)])
        }
        BinaryOp::Or => flags(&[(raw::is_disjoint(instruction), Flags::DISJOINT)]),
        BinaryOp::URem | BinaryOp::SRem | BinaryOp::And | BinaryOp::Xor => Flags::NONE,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            float_flags(instruction)
        }
    }
}

fn cast_flags(instruction: Value, op: CastOp) -> Flags {
    match op {
        CastOp::Trunc => wrap_flags(instruction),
        CastOp::ZExt | CastOp::UiToFp => flags(&[(raw::is_nneg(instruction), Flags::NNEG)]),
        _ => Flags::NONE,
    }
}

/// Fast-math promises of an instruction that can have them.
pub(super) fn float_flags(instruction: Value) -> Flags {
    use inkwell::llvm_sys::{LLVMFastMathNoInfs, LLVMFastMathNoNaNs};
    let bits = raw::fast_math_flags(instruction);
    flags(&[
        (bits & LLVMFastMathNoNaNs != 0, Flags::NO_NAN),
        (bits & LLVMFastMathNoInfs != 0, Flags::NO_INF),
        (bits & !(LLVMFastMathNoNaNs | LLVMFastMathNoInfs) != 0, Flags::RELAXED),
    ])
}

fn pointer_flags(instruction: Value) -> Flags {
    use inkwell::llvm_sys::{LLVMGEPFlagInBounds, LLVMGEPFlagNUSW, LLVMGEPFlagNUW};
    let bits = raw::gep_flags(instruction);
    flags(&[
        (bits & LLVMGEPFlagInBounds != 0, Flags::INBOUNDS),
        (bits & LLVMGEPFlagNUSW != 0, Flags::NUSW),
        (bits & LLVMGEPFlagNUW != 0, Flags::NUW),
    ])
}

fn int_predicate(predicate: Predicate) -> IntPredicate {
    match predicate {
        Predicate::LLVMIntEQ => IntPredicate::Eq,
        Predicate::LLVMIntNE => IntPredicate::Ne,
        Predicate::LLVMIntUGT => IntPredicate::Ugt,
        Predicate::LLVMIntUGE => IntPredicate::Uge,
        Predicate::LLVMIntULT => IntPredicate::Ult,
        Predicate::LLVMIntULE => IntPredicate::Ule,
        Predicate::LLVMIntSGT => IntPredicate::Sgt,
        Predicate::LLVMIntSGE => IntPredicate::Sge,
        Predicate::LLVMIntSLT => IntPredicate::Slt,
        Predicate::LLVMIntSLE => IntPredicate::Sle,
    }
}

fn real_predicate(predicate: RealPredicate) -> FloatPredicate {
    match predicate {
        RealPredicate::LLVMRealPredicateFalse => FloatPredicate::False,
        RealPredicate::LLVMRealOEQ => FloatPredicate::Oeq,
        RealPredicate::LLVMRealOGT => FloatPredicate::Ogt,
        RealPredicate::LLVMRealOGE => FloatPredicate::Oge,
        RealPredicate::LLVMRealOLT => FloatPredicate::Olt,
        RealPredicate::LLVMRealOLE => FloatPredicate::Ole,
        RealPredicate::LLVMRealONE => FloatPredicate::One,
        RealPredicate::LLVMRealORD => FloatPredicate::Ord,
        RealPredicate::LLVMRealUNO => FloatPredicate::Uno,
        RealPredicate::LLVMRealUEQ => FloatPredicate::Ueq,
        RealPredicate::LLVMRealUGT => FloatPredicate::Ugt,
        RealPredicate::LLVMRealUGE => FloatPredicate::Uge,
        RealPredicate::LLVMRealULT => FloatPredicate::Ult,
        RealPredicate::LLVMRealULE => FloatPredicate::Ule,
        RealPredicate::LLVMRealUNE => FloatPredicate::Une,
        RealPredicate::LLVMRealPredicateTrue => FloatPredicate::True,
    }
}

fn atomic_op(op: UpdateOp) -> AtomicOp {
    match op {
        UpdateOp::LLVMAtomicRMWBinOpXchg => AtomicOp::Exchange,
        UpdateOp::LLVMAtomicRMWBinOpAdd => AtomicOp::Add,
        UpdateOp::LLVMAtomicRMWBinOpSub => AtomicOp::Sub,
        UpdateOp::LLVMAtomicRMWBinOpAnd => AtomicOp::And,
        UpdateOp::LLVMAtomicRMWBinOpNand => AtomicOp::Nand,
        UpdateOp::LLVMAtomicRMWBinOpOr => AtomicOp::Or,
        UpdateOp::LLVMAtomicRMWBinOpXor => AtomicOp::Xor,
        UpdateOp::LLVMAtomicRMWBinOpMax => AtomicOp::Max,
        UpdateOp::LLVMAtomicRMWBinOpMin => AtomicOp::Min,
        UpdateOp::LLVMAtomicRMWBinOpUMax => AtomicOp::UMax,
        UpdateOp::LLVMAtomicRMWBinOpUMin => AtomicOp::UMin,
        UpdateOp::LLVMAtomicRMWBinOpFAdd => AtomicOp::FAdd,
        UpdateOp::LLVMAtomicRMWBinOpFSub => AtomicOp::FSub,
        UpdateOp::LLVMAtomicRMWBinOpFMax => AtomicOp::FMax,
        UpdateOp::LLVMAtomicRMWBinOpFMin => AtomicOp::FMin,
        UpdateOp::LLVMAtomicRMWBinOpUIncWrap => AtomicOp::UIncWrap,
        UpdateOp::LLVMAtomicRMWBinOpUDecWrap => AtomicOp::UDecWrap,
    }
}
