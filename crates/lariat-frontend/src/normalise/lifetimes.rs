//! Lives of local variables that mem2reg would lose.
//!
//! **Accesses after the end.** In `int *p; { int x = 1; p = &x; } return *p;` mem2reg promotes `p`, then finds that all accesses of `x` name
//! it and promotes `x`, too. That `x` was gone is forgotten. So a variable whose address is kept somewhere stays in memory,
//! where the executor looks at each access, if after the end of its life, and before the next one begins, anything is
//! accessed whose address is computed. Variables that live as long as their function, which is most of them, are promoted
//! as before.
//!
//! **Declarations reached again.** clang marks no lives where a label comes before the declaration in its scope. `again: ; int x;` then has the
//! value of the last time when `goto again` comes back. But each time a declaration is reached, its variable is
//! indeterminate again. Where clang has no mark, the place of the declaration, which debug information tells, gets one.

use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMAddFunction, LLVMBuildCall2, LLVMConstInt, LLVMCreateBuilderInContext, LLVMDeleteFunction,
    LLVMDisposeBuilder, LLVMFunctionType, LLVMGetCalledValue, LLVMGetFirstUse,
    LLVMGetInstructionParent, LLVMGetIntrinsicDeclaration, LLVMGetMDNodeNumOperands,
    LLVMGetMDNodeOperands, LLVMGetNamedFunction, LLVMGetNextInstruction, LLVMGetNumSuccessors,
    LLVMGetSuccessor, LLVMGlobalGetValueType, LLVMInstructionEraseFromParent,
    LLVMInt64TypeInContext, LLVMIsAGlobalValue, LLVMPointerTypeInContext,
    LLVMPositionBuilderBefore, LLVMSetCurrentDebugLocation2, LLVMVoidTypeInContext,
};
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue};
use rustc_hash::FxHashSet;

use super::instructions::{
    Intrinsics, Promotion, blocks, instructions, opcode, operand, terminator, users,
};
use super::uninitialised::underlying_object;

/// The function that is called with the address of a variable that shall stay in memory.
const KEPT: &std::ffi::CStr = c"lariat.kept";

/// Marks the beginning of lives at declarations that clang has not marked and that can be reached more than once.
pub(super) fn mark_declarations(module: LLVMModuleRef, function: FunctionValue<'_>) {
    let intrinsics = Intrinsics::new();
    let value = function.as_value_ref();
    // The first block is executed once. Parameters are declared there, too.
    let declarations: Vec<(LLVMValueRef, LLVMValueRef)> = blocks(value)
        .skip(1)
        .flat_map(instructions)
        .filter(|instruction| intrinsics.is_declaration(*instruction))
        .filter_map(|call| Some((call, declared(call)?)))
        .filter(|(_, variable)| {
            opcode(*variable) == Some(LLVMOpcode::LLVMAlloca)
                && !users(*variable).any(|user| intrinsics.is_lifetime_start(user))
        })
        .collect();
    if declarations.is_empty() {
        return;
    }
    let context = function.get_type().get_context();
    // SAFETY: the builder is of the function's context; a declaration is no terminator, so an instruction follows it.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context.as_ctx_ref());
        let mut pointer = LLVMPointerTypeInContext(context.as_ctx_ref(), 0);
        let start =
            LLVMGetIntrinsicDeclaration(module, intrinsics.lifetime_start(), &mut pointer, 1);
        // The whole variable, whatever its size.
        let size = LLVMConstInt(LLVMInt64TypeInContext(context.as_ctx_ref()), u64::MAX, 0);
        for (call, variable) in declarations {
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
            LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
            let ty = LLVMGlobalGetValueType(start);
            LLVMBuildCall2(builder, ty, start, [size, variable].as_mut_ptr(), 2, c"".as_ptr());
        }
        LLVMDisposeBuilder(builder);
    }
}

/// The address that a `dbg.declare` speaks of.
fn declared(call: LLVMValueRef) -> Option<LLVMValueRef> {
    let wrapped = operand(call, 0);
    // SAFETY: the first operand is metadata around one value, or a list of so many.
    unsafe {
        let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(wrapped) as usize];
        LLVMGetMDNodeOperands(wrapped, operands.as_mut_ptr());
        operands.first().copied().filter(|value| !value.is_null())
    }
}

/// Keeps mem2reg from variables that may be accessed after the end of their lives.
pub(super) fn keep_in_memory(module: LLVMModuleRef, function: FunctionValue<'_>) {
    let intrinsics = Intrinsics::new();
    let value = function.as_value_ref();
    let Some(entry) = blocks(value).next() else { return };
    let kept: Vec<LLVMValueRef> = instructions(entry)
        .filter(|instruction| opcode(*instruction) == Some(LLVMOpcode::LLVMAlloca))
        // One whose accesses all name it is accessed in its life only.
        .filter(|alloca| intrinsics.promotion(*alloca) != Promotion::Sure)
        .filter(|alloca| may_outlive(*alloca, intrinsics))
        .collect();
    if kept.is_empty() {
        return;
    }
    let context = function.get_type().get_context();
    // SAFETY: the builder is of the function's context; an alloca is no terminator, so an instruction follows it.
    unsafe {
        let context = context.as_ctx_ref();
        let builder = LLVMCreateBuilderInContext(context);
        let mut pointer = LLVMPointerTypeInContext(context, 0);
        let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), &mut pointer, 1, 0);
        let mut marker = LLVMGetNamedFunction(module, KEPT.as_ptr());
        if marker.is_null() {
            marker = LLVMAddFunction(module, KEPT.as_ptr(), ty);
        }
        for mut variable in kept {
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
            LLVMBuildCall2(builder, ty, marker, &mut variable, 1, c"".as_ptr());
        }
        LLVMDisposeBuilder(builder);
    }
}

/// Removes what [`keep_in_memory`] has added.
pub(super) fn forget_kept(module: &Module<'_>) {
    // SAFETY: calls of the marker have no users; it is deleted when nothing calls it any more.
    unsafe {
        let marker = LLVMGetNamedFunction(module.as_mut_ptr(), KEPT.as_ptr());
        if marker.is_null() {
            return;
        }
        let calls: Vec<LLVMValueRef> =
            users(marker).filter(|user| LLVMGetCalledValue(*user) == marker).collect();
        calls.into_iter().for_each(|call| LLVMInstructionEraseFromParent(call));
        if LLVMGetFirstUse(marker).is_null() {
            LLVMDeleteFunction(marker);
        }
    }
}

/// Whether something at a computed address is accessed after a variable's life has ended and before it begins again.
fn may_outlive(variable: LLVMValueRef, intrinsics: Intrinsics) -> bool {
    let ends: Vec<LLVMValueRef> =
        users(variable).filter(|user| intrinsics.is_lifetime_end(*user)).collect();
    let mut seen: FxHashSet<LLVMBasicBlockRef> = FxHashSet::default();
    let mut open: Vec<LLVMBasicBlockRef> = Vec::new();
    for end in ends {
        let rest = std::iter::successors(Some(end), |at| {
            // SAFETY: walks on through the live block of the marker.
            let next = unsafe { LLVMGetNextInstruction(*at) };
            (!next.is_null()).then_some(next)
        });
        match scan(rest.skip(1), variable, intrinsics) {
            Scan::Access => return true,
            Scan::Reborn => {}
            // SAFETY: a marker is in a block.
            Scan::Through => open.extend(successors(unsafe { LLVMGetInstructionParent(end) })),
        }
    }
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        match scan(instructions(block), variable, intrinsics) {
            Scan::Access => return true,
            Scan::Reborn => {}
            Scan::Through => open.extend(successors(block)),
        }
    }
    false
}

/// What a run of instructions does first.
enum Scan {
    /// Something at a computed address is accessed.
    Access,
    /// The variable begins to live again.
    Reborn,
    /// Neither.
    Through,
}

fn scan(
    run: impl Iterator<Item = LLVMValueRef>,
    variable: LLVMValueRef,
    intrinsics: Intrinsics,
) -> Scan {
    for instruction in run {
        if intrinsics.is_lifetime_start(instruction)
            && underlying_object(operand(instruction, 1)) == variable
        {
            return Scan::Reborn;
        }
        let address = match opcode(instruction) {
            Some(LLVMOpcode::LLVMLoad) => operand(instruction, 0),
            Some(LLVMOpcode::LLVMStore) => operand(instruction, 1),
            // A variable whose address is given to anything else is never promoted.
            _ => continue,
        };
        let object = underlying_object(address);
        // SAFETY: any value may be asked.
        let is_named = opcode(object) == Some(LLVMOpcode::LLVMAlloca)
            || unsafe { !LLVMIsAGlobalValue(object).is_null() };
        if !is_named || object == variable {
            return Scan::Access;
        }
    }
    Scan::Through
}

fn successors(block: LLVMBasicBlockRef) -> Vec<LLVMBasicBlockRef> {
    let Some(last) = terminator(block) else { return Vec::new() };
    // SAFETY: a terminator's successors are blocks.
    unsafe {
        (0..LLVMGetNumSuccessors(last)).map(|number| LLVMGetSuccessor(last, number)).collect()
    }
}
