//! The check that a left shift has a value that its type can represent.
//!
//! clang looks at the bits that are shifted out only if the amount is in range, so this check has branches of its own in front of
//! the one that complains:
//!
//! ```text
//! %1 = icmp ule i32 %n, 31                                           %1 = icmp ule i32 %n, 31
//! br i1 %1, label %check, label %cont                                br i1 %1, label %cont1, label %handler
//!
//! check:
//! %shl.zeros = sub nuw nsw i32 31, %n
//! %shl.check = lshr i32 %x, %shl.zeros
//! %2 = icmp eq i32 %shl.check, 0                                ⟶
//! br label %cont
//!
//! cont:
//! %3 = phi i1 [ true, %entry ], [ %2, %check ]
//! %4 = and i1 %1, %3
//! br i1 %4, label %cont1, label %handler
//!
//! cont1:                                                             cont1:
//! %shl = shl i32 %x, %n                                              %shl = shl i32 %x, %n, !lariat.fits
//! ```
//!
//! LLVM's `nsw` would say less than C: that a negative number may be shifted as long as the value fits. So the mark is one of our own,
//! which the lowering turns into [`lariat_program::Flags::FITS`]. What is left is the check of the amount. Of a shift of constants only
//! its value is there, so the marked operation is put in front of it.

use inkwell::context::AsContextRef;
use inkwell::context::ContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMBuildFreeze, LLVMBuildShl, LLVMConstInt, LLVMConstIntGetZExtValue,
    LLVMCountIncoming, LLVMCreateBuilderInContext, LLVMDeleteBasicBlock, LLVMDisposeBuilder,
    LLVMGetFirstInstruction, LLVMGetIncomingBlock, LLVMGetIncomingValue, LLVMGetInitializer,
    LLVMGetMDKindIDInContext, LLVMGetNextInstruction, LLVMInstructionEraseFromParent,
    LLVMInt1TypeInContext, LLVMIntTypeInContext, LLVMIsAConstantInt, LLVMIsAConstantStruct,
    LLVMIsAGlobalVariable, LLVMIsConditional, LLVMMDNodeInContext2, LLVMMetadataAsValue,
    LLVMPositionBuilderBefore, LLVMReplaceAllUsesWith, LLVMSetCurrentDebugLocation2,
    LLVMSetMetadata, LLVMTypeOf, LLVMValueAsBasicBlock,
};
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::{
    LLVMBasicBlockRef, LLVMBuilderRef, LLVMContextRef, LLVMModuleRef, LLVMValueRef,
};
use lariat_program::Rule;

use super::checks::{Check, check_at, handler_name, join, mark};
use super::instructions::{instructions, opcode, operand, operand_count, terminator, users};

/// The kind of metadata by which a shift is marked.
pub(crate) const FITS: &str = "lariat.fits";

/// What a block with this check ends with.
struct Base {
    /// The branch to where the bits are looked at.
    branch: LLVMValueRef,
    /// Where they are.
    inner: LLVMBasicBlockRef,
    /// Where both ways meet.
    meeting: LLVMBasicBlockRef,
    /// What was found there.
    phi: LLVMValueRef,
    /// The check that follows.
    check: Check,
}

/// Reads the check that a block ends with, if it does: the block then ends with the check of the amount.
pub(super) fn read(module: LLVMModuleRef, context: ContextRef<'_>, block: LLVMBasicBlockRef) {
    let Some(base) = base_at(block) else { return };
    let Base { branch, inner, meeting, phi, check } = base;
    // SAFETY: the builder is of the function's context and disposed of below; every value is erased only after its last use.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context.as_ctx_ref());
        let shift = LLVMGetFirstInstruction(check.next);
        match found_of_constants(phi, inner) {
            None if opcode(shift) == Some(LLVMOpcode::LLVMShl) => {
                demand_fit(context.as_ctx_ref(), shift);
            }
            Some(false) => {
                LLVMPositionBuilderBefore(builder, check.branch);
                LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(check.branch));
                match Constants::of(check.call) {
                    Some(constants) => constants.build(context, builder),
                    None => mark(module, builder, Rule::SignedOverflow, boolean(context, false)),
                }
            }
            // Nothing is lost, or the amount is too large, which the other check is about.
            Some(true) | None => {}
        }
        if opcode(check.condition) == Some(LLVMOpcode::LLVMAnd) {
            let other = u32::from(operand(check.condition, 0) == phi);
            LLVMReplaceAllUsesWith(check.condition, operand(check.condition, other));
            LLVMInstructionEraseFromParent(check.condition);
        }
        LLVMReplaceAllUsesWith(phi, boolean(context, true));
        LLVMInstructionEraseFromParent(phi);
        LLVMInstructionEraseFromParent(branch);
        LLVMDeleteBasicBlock(inner);
        join(builder, block, meeting);
        LLVMDisposeBuilder(builder);
    }
}

fn boolean(context: ContextRef<'_>, value: bool) -> LLVMValueRef {
    // SAFETY: the type is of the context.
    unsafe { LLVMConstInt(LLVMInt1TypeInContext(context.as_ctx_ref()), u64::from(value), 0) }
}

/// Marks a shift.
///
/// # Safety
/// The shift is of the context.
unsafe fn demand_fit(context: LLVMContextRef, shift: LLVMValueRef) {
    // SAFETY: the name is as long as is said; an empty node is of the context.
    unsafe {
        let kind = LLVMGetMDKindIDInContext(context, FITS.as_ptr().cast(), FITS.len() as u32);
        let node = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
        LLVMSetMetadata(shift, kind, LLVMMetadataAsValue(context, node));
    }
}

/// What clang found itself out about bits that are shifted out.
fn found_of_constants(phi: LLVMValueRef, inner: LLVMBasicBlockRef) -> Option<bool> {
    // SAFETY: the phi has two incoming values; only a constant is asked for its number.
    unsafe {
        let number = (0..2).find(|number| LLVMGetIncomingBlock(phi, *number) == inner)?;
        let value = LLVMGetIncomingValue(phi, number);
        (!LLVMIsAConstantInt(value).is_null()).then(|| LLVMConstIntGetZExtValue(value) != 0)
    }
}

fn base_at(block: LLVMBasicBlockRef) -> Option<Base> {
    let branch = terminator(block)?;
    let is_branch = |value| opcode(value) == Some(LLVMOpcode::LLVMBr);
    // SAFETY: the values are branches; the operands behind the condition of a conditional one are blocks, the one for false first.
    unsafe {
        if !is_branch(branch) || LLVMIsConditional(branch) == 0 {
            return None;
        }
        let meeting = LLVMValueAsBasicBlock(operand(branch, 1));
        let inner = LLVMValueAsBasicBlock(operand(branch, 2));
        let end = terminator(inner)?;
        let meets = is_branch(end)
            && LLVMIsConditional(end) == 0
            && LLVMValueAsBasicBlock(operand(end, 0)) == meeting;
        let users_of = |block| users(LLVMBasicBlockAsValue(block)).count();
        if !meets || inner == meeting || users_of(inner) != 1 || users_of(meeting) != 2 {
            return None;
        }
        let phi = LLVMGetFirstInstruction(meeting);
        let is_phi = |value| opcode(value) == Some(LLVMOpcode::LLVMPHI);
        if !is_phi(phi) || LLVMCountIncoming(phi) != 2 || is_phi(LLVMGetNextInstruction(phi)) {
            return None;
        }
        let check = check_at(meeting)?;
        let looks_only = instructions(inner).all(|instruction| {
            matches!(
                opcode(instruction),
                Some(
                    LLVMOpcode::LLVMSub
                        | LLVMOpcode::LLVMLShr
                        | LLVMOpcode::LLVMICmp
                        | LLVMOpcode::LLVMBr
                )
            )
        });
        let is_asked = check.condition == phi
            || opcode(check.condition) == Some(LLVMOpcode::LLVMAnd)
                && (0..2).any(|number| operand(check.condition, number) == phi)
                && users(check.condition).count() == 1;
        let is_it = looks_only
            && is_asked
            && users(phi).count() == 1
            && handler_name(check.call).as_deref() == Some("shift_out_of_bounds");
        is_it.then_some(Base { branch, inner, meeting, phi, check })
    }
}

/// A shift of constants.
struct Constants {
    width: u32,
    base: LLVMValueRef,
    amount: u64,
}

impl Constants {
    /// What the function that complains gets: a description of the place and both types, and both numbers.
    fn of(call: LLVMValueRef) -> Option<Constants> {
        // SAFETY: any value may be asked what it is, and is asked for more only if it is that.
        let number = |value: LLVMValueRef| unsafe {
            (!LLVMIsAConstantInt(value).is_null()).then(|| LLVMConstIntGetZExtValue(value))
        };
        // SAFETY: as above.
        let members = |value: LLVMValueRef, count: u32| unsafe {
            let is_global = !LLVMIsAGlobalVariable(value).is_null();
            let content = is_global.then(|| LLVMGetInitializer(value))?;
            let is_struct = !content.is_null()
                && !LLVMIsAConstantStruct(content).is_null()
                && operand_count(content) >= count;
            is_struct.then_some(content)
        };
        let description = members(operand(call, 0), 3)?;
        let ty = members(operand(description, 1), 2)?;
        // An integer is of kind 0, with the logarithm of its width above a bit for its sign.
        let (kind, info) = (number(operand(ty, 0))?, number(operand(ty, 1))?);
        let width = 1u32.checked_shl(u32::try_from(info >> 1).ok()?)?;
        let base = given(operand(call, 1));
        let amount = number(given(operand(call, 2)))?;
        // SAFETY: as above.
        let is_constant = unsafe { !LLVMIsAConstantInt(base).is_null() };
        (kind == 0 && info & 1 == 1 && is_constant).then_some(Constants { width, base, amount })
    }

    /// Builds the marked operation. The constant is frozen, or the builder would fold it.
    ///
    /// # Safety
    /// The builder has a position in a function of the context.
    unsafe fn build(&self, context: ContextRef<'_>, builder: LLVMBuilderRef) {
        // SAFETY: the type and the constants are of the context; only what is not as wide as the type is in 64 bits.
        unsafe {
            let ty = LLVMIntTypeInContext(context.as_ctx_ref(), self.width);
            let base = match LLVMTypeOf(self.base) == ty {
                true => self.base,
                false => LLVMConstInt(ty, LLVMConstIntGetZExtValue(self.base), 0),
            };
            let base = LLVMBuildFreeze(builder, base, c"constant".as_ptr());
            let amount = LLVMConstInt(ty, self.amount, 0);
            let shift = LLVMBuildShl(builder, base, amount, c"shl".as_ptr());
            demand_fit(context.as_ctx_ref(), shift);
        }
    }
}

/// A number that a function gets, which is in memory if its type is wide.
fn given(argument: LLVMValueRef) -> LLVMValueRef {
    if opcode(argument) != Some(LLVMOpcode::LLVMPtrToInt) {
        return argument;
    }
    let place = operand(argument, 0);
    let is_stored = |user: &LLVMValueRef| {
        opcode(*user) == Some(LLVMOpcode::LLVMStore) && operand(*user, 1) == place
    };
    users(place).find(is_stored).map_or(argument, |store| operand(store, 0))
}
