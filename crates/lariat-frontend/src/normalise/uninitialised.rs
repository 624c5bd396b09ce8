//! Uninitialised locals, made arbitrary but fixed.
//!
//! mem2reg replaces a read of a variable that was never written by `undef`, and `undef` may be a different value at each
//! use: `int x; if (x > 0 && x < 0) bug();` would reach the bug, and passes may choose whatever value suits them. What
//! a C programmer sees on a machine is some value that stays until it is overwritten. So before mem2reg runs,
//! every variable that it will promote is given `freeze undef`, one arbitrary value, where its life begins: at the
//! alloca, and again at each `llvm.lifetime.start`, that is, each time its declaration is reached. mem2reg then has an ordinary value to propagate, and
//! two reads of the variable see the same one. Freezes that nothing reads are removed afterwards; those that
//! remain are exactly the values that an execution may read before anybody wrote them, which is also how
//! such reads can be reported.
//!
//! A variable that a `goto` or a `case` label jumps past the declaration of gets no lifetime marker from clang; it has one
//! arbitrary value per call of the function, as on a machine.

use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBuildFreeze, LLVMBuildStore, LLVMCreateBuilderInContext, LLVMDisposeBuilder,
    LLVMGetAllocatedType, LLVMGetFirstUse, LLVMGetNextInstruction, LLVMGetUndef, LLVMGetValueName2,
    LLVMInstructionEraseFromParent, LLVMIsUndef, LLVMPositionBuilderBefore,
    LLVMSetCurrentDebugLocation2,
};
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::values::{AsValueRef, FunctionValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::instructions::{Intrinsics, Promotion, blocks, instructions, opcode, operand, users};

/// What the inserted values are called in LLVM's assembly; a number may follow.
const NAME: &std::ffi::CStr = c"uninitialised";

/// Gives every variable that mem2reg will promote an arbitrary value where its life begins.
pub(super) fn insert_freezes(function: FunctionValue<'_>) {
    let points = points(function.as_value_ref());
    if points.is_empty() {
        return;
    }
    let context = function.get_type().get_context();
    // SAFETY: the builder is of the function's context, every point is an alloca of this function and an instruction that is no
    // terminator, so there is an instruction after it.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context.as_ctx_ref());
        for (alloca, after) in points {
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(after));
            // The declaration's place, not that of whatever comes next.
            LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(after));
            let undef = LLVMGetUndef(LLVMGetAllocatedType(alloca));
            let arbitrary = LLVMBuildFreeze(builder, undef, NAME.as_ptr());
            LLVMBuildStore(builder, arbitrary, alloca);
        }
        LLVMDisposeBuilder(builder);
    }
}

/// Allocas and the instructions after which their life begins, except where the block itself goes on to write before it
/// reads, as it does for parameters and initialised variables. That can be told only if all accesses name the variable.
fn points(function: LLVMValueRef) -> Vec<(LLVMValueRef, LLVMValueRef)> {
    let intrinsics = Intrinsics::new();
    let mut points: Vec<Option<(LLVMValueRef, LLVMValueRef)>> = Vec::new();
    // For each variable the points of the current block that no access was seen after yet.
    let mut open: FxHashMap<LLVMValueRef, Vec<usize>> = FxHashMap::default();
    let mut hidden: FxHashSet<LLVMValueRef> = FxHashSet::default();
    let mut block_start = 0;
    for (number, block) in blocks(function).enumerate() {
        for instruction in instructions(block) {
            match opcode(instruction) {
                // mem2reg looks for variables in the entry block only.
                Some(LLVMOpcode::LLVMAlloca) if number == 0 => {
                    match intrinsics.promotion(instruction) {
                        Promotion::Sure => {
                            open.insert(instruction, vec![points.len()]);
                        }
                        Promotion::Later => {
                            hidden.insert(instruction);
                        }
                        Promotion::Never => continue,
                    }
                    points.push(Some((instruction, instruction)));
                }
                Some(LLVMOpcode::LLVMStore) => {
                    if let Some(waiting) = open.get_mut(&operand(instruction, 1)) {
                        waiting.drain(..).for_each(|point| points[point] = None);
                    }
                }
                Some(LLVMOpcode::LLVMLoad) => {
                    if let Some(waiting) = open.get_mut(&operand(instruction, 0)) {
                        waiting.clear();
                    }
                }
                Some(LLVMOpcode::LLVMCall) if intrinsics.is_lifetime_start(instruction) => {
                    let variable = underlying_object(operand(instruction, 1));
                    if let Some(waiting) = open.get_mut(&variable) {
                        waiting.push(points.len());
                        points.push(Some((variable, instruction)));
                    } else if hidden.contains(&variable) {
                        points.push(Some((variable, instruction)));
                    }
                }
                _ => {}
            }
        }
        // Beyond the block's end anything may happen first. Only variables with a point in this block can be waiting.
        for (variable, _) in points[block_start..].iter().flatten() {
            if let Some(waiting) = open.get_mut(variable) {
                waiting.clear();
            }
        }
        block_start = points.len();
    }
    points.into_iter().flatten().collect()
}

/// Older bitcode has a cast between a variable and its lifetime marker.
pub(super) fn underlying_object(mut pointer: LLVMValueRef) -> LLVMValueRef {
    while let Some(
        LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast | LLVMOpcode::LLVMGetElementPtr,
    ) = opcode(pointer)
    {
        pointer = operand(pointer, 0);
    }
    pointer
}

/// Removes the freezes that nothing reads. Should mem2reg have left a variable alone after all, the store we added goes
/// too, so that its memory is uninitialised again.
pub(super) fn remove_unused_freezes(function: FunctionValue<'_>) {
    for block in blocks(function.as_value_ref()) {
        let freezes: Vec<LLVMValueRef> = instructions(block).filter(|i| is_ours(*i)).collect();
        for freeze in freezes {
            let stores: Vec<LLVMValueRef> = users(freeze)
                .filter(|user| {
                    opcode(*user) == Some(LLVMOpcode::LLVMStore)
                        && operand(*user, 0) == freeze
                        && opcode(operand(*user, 1)) == Some(LLVMOpcode::LLVMAlloca)
                        // SAFETY: both are instructions of the same live function.
                        && unsafe { LLVMGetNextInstruction(freeze) } == *user
                })
                .collect();
            // SAFETY: a store has no users; the freeze is erased only when nothing uses it.
            unsafe {
                stores.into_iter().for_each(|store| LLVMInstructionEraseFromParent(store));
                if LLVMGetFirstUse(freeze).is_null() {
                    LLVMInstructionEraseFromParent(freeze);
                }
            }
        }
    }
}

fn is_ours(instruction: LLVMValueRef) -> bool {
    if opcode(instruction) != Some(LLVMOpcode::LLVMFreeze) {
        return false;
    }
    let mut length = 0;
    // SAFETY: the name belongs to the instruction and is looked at at once.
    let name = unsafe {
        let name = LLVMGetValueName2(instruction, &mut length);
        std::slice::from_raw_parts(name.cast::<u8>(), length)
    };
    // SAFETY: a freeze has one operand.
    name.starts_with(NAME.to_bytes()) && unsafe { LLVMIsUndef(operand(instruction, 0)) != 0 }
}
