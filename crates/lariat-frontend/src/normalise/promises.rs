//! Promises to the compiler that have no condition.
//!
//! Of `__builtin_assume_aligned(p, 16)` clang makes `call void @llvm.assume(i1 true) ["align"(ptr %p, i64 16)]`: what is promised stands
//! beside the call. This pass writes it as a rule whose condition can be looked at:
//!
//! ```text
//! %1 = ptrtoint ptr %p to i64
//! %2 = and i64 %1, 15
//! %3 = icmp eq i64 %2, 0
//! call void @lariat.rule.alignment(i1 %3)
//! ```

use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMIntPredicate;
use inkwell::llvm_sys::core::{
    LLVMBuildAnd, LLVMBuildICmp, LLVMBuildIntCast2, LLVMBuildPtrToInt, LLVMBuildSub, LLVMConstInt,
    LLVMConstNull, LLVMCreateBuilderInContext, LLVMDisposeBuilder, LLVMDisposeOperandBundle,
    LLVMGetNumOperandBundleArgs, LLVMGetNumOperandBundles, LLVMGetOperandBundleArgAtIndex,
    LLVMGetOperandBundleAtIndex, LLVMGetOperandBundleTag, LLVMPositionBuilderBefore,
    LLVMSetCurrentDebugLocation2, LLVMTypeOf,
};
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use inkwell::values::{AsValueRef, FunctionValue};
use lariat_program::Rule;

use super::checks::mark;
use super::instructions::{Intrinsics, blocks, instructions};

/// Writes the promises of a function as rules.
pub(super) fn write_out(module: LLVMModuleRef, function: FunctionValue<'_>) {
    let intrinsics = Intrinsics::new();
    let calls: Vec<LLVMValueRef> = blocks(function.as_value_ref())
        .flat_map(instructions)
        .filter(|instruction| intrinsics.is_assume(*instruction))
        .collect();
    let context = function.get_type().get_context();
    for call in calls {
        // SAFETY: the value is a call; a bundle is disposed of after its arguments, which are values of the function, were read.
        unsafe {
            for number in 0..LLVMGetNumOperandBundles(call) {
                let bundle = LLVMGetOperandBundleAtIndex(call, number);
                let mut length = 0;
                let tag = LLVMGetOperandBundleTag(bundle, &mut length);
                let is_alignment = std::slice::from_raw_parts(tag.cast::<u8>(), length) == b"align";
                let arguments: Vec<LLVMValueRef> = (0..LLVMGetNumOperandBundleArgs(bundle))
                    .map(|index| LLVMGetOperandBundleArgAtIndex(bundle, index))
                    .collect();
                LLVMDisposeOperandBundle(bundle);
                if let [pointer, alignment, distance @ ..] = arguments.as_slice()
                    && is_alignment
                {
                    let builder = LLVMCreateBuilderInContext(context.as_ctx_ref());
                    LLVMPositionBuilderBefore(builder, call);
                    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
                    let ty = LLVMTypeOf(*alignment);
                    let mut address = LLVMBuildPtrToInt(builder, *pointer, ty, c"".as_ptr());
                    if let [distance, ..] = distance {
                        let distance = LLVMBuildIntCast2(builder, *distance, ty, 1, c"".as_ptr());
                        address = LLVMBuildSub(builder, address, distance, c"".as_ptr());
                    }
                    let one = LLVMConstInt(ty, 1, 0);
                    let mask = LLVMBuildSub(builder, *alignment, one, c"".as_ptr());
                    let rest = LLVMBuildAnd(builder, address, mask, c"".as_ptr());
                    let is_aligned = LLVMBuildICmp(
                        builder,
                        LLVMIntPredicate::LLVMIntEQ,
                        rest,
                        LLVMConstNull(ty),
                        c"".as_ptr(),
                    );
                    mark(module, builder, Rule::Alignment, is_aligned);
                    LLVMDisposeBuilder(builder);
                }
            }
        }
    }
}
