//! Lives of local variables that mem2reg would lose.
//!
//! **Accesses after the end.** In `int *p; { int x = 1; p = &x; } return *p;` mem2reg promotes `p`, then finds that all accesses of `x` name
//! it and promotes `x`, too. That `x` was gone is forgotten. So a variable whose address is kept somewhere stays in memory,
//! where the executor looks at each access, if after the end of its life, and before the next one begins, anything is
//! accessed whose address is computed. Variables that live as long as their function, which is most of them, are promoted
//! as before.
//!
//! **Accesses in the next life.** In `int *p = 0; for (...) { int x = 1; if (p) use(*p); p = &x; }` the pointer is to the `x` of the
//! round before, and not to the one that lives. The executor tells them apart by their addresses. So a pointer that is read
//! after the variable began to live, and before the pointer is set again, stays in memory along with the variable: else
//! mem2reg might take it for the variable's address of now.
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
    LLVMGetMDNodeOperands, LLVMGetNamedFunction, LLVMGetNextInstruction, LLVMGlobalGetValueType,
    LLVMInstructionEraseFromParent, LLVMInt64TypeInContext, LLVMIsAGlobalValue,
    LLVMPointerTypeInContext, LLVMPositionBuilderBefore, LLVMSetCurrentDebugLocation2,
    LLVMVoidTypeInContext,
};
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue};
use rustc_hash::FxHashSet;

use super::instructions::{
    Intrinsics, Promotion, blocks, instructions, opcode, operand, successors, users,
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
pub(super) fn declared(call: LLVMValueRef) -> Option<LLVMValueRef> {
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
    let kept: FxHashSet<LLVMValueRef> = instructions(entry)
        .filter(|instruction| opcode(*instruction) == Some(LLVMOpcode::LLVMAlloca))
        // One whose accesses all name it is accessed in its life only.
        .filter(|alloca| intrinsics.promotion(*alloca) != Promotion::Sure)
        .flat_map(|alloca| {
            let mut kept = read_in_next_life(alloca, intrinsics);
            if !kept.is_empty() || may_outlive(alloca, intrinsics) {
                kept.push(alloca);
            }
            kept
        })
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
    comes_to_access(&ends, |instruction| {
        if intrinsics.is_lifetime_start(instruction)
            && underlying_object(operand(instruction, 1)) == variable
        {
            return Scan::Stop;
        }
        let address = match opcode(instruction) {
            Some(LLVMOpcode::LLVMLoad) => operand(instruction, 0),
            Some(LLVMOpcode::LLVMStore) => operand(instruction, 1),
            // A variable whose address is given to anything else is never promoted.
            _ => return Scan::Through,
        };
        let object = underlying_object(address);
        // SAFETY: any value may be asked.
        let is_named = opcode(object) == Some(LLVMOpcode::LLVMAlloca)
            || unsafe { !LLVMIsAGlobalValue(object).is_null() };
        if !is_named || object == variable { Scan::Access } else { Scan::Through }
    })
}

/// The pointers that may have the address of a variable's life before and are read in the next one.
fn read_in_next_life(variable: LLVMValueRef, intrinsics: Intrinsics) -> Vec<LLVMValueRef> {
    let starts: Vec<LLVMValueRef> =
        users(variable).filter(|user| intrinsics.is_lifetime_start(*user)).collect();
    // One that never ends within its call is the same all the time.
    if !users(variable).any(|user| intrinsics.is_lifetime_end(user)) {
        return Vec::new();
    }
    let is_start = |instruction| {
        if starts.contains(&instruction) { Scan::Access } else { Scan::Through }
    };
    if !comes_to_access(&starts, is_start) {
        return Vec::new();
    }
    let is_read = |pointer: &LLVMValueRef| {
        comes_to_access(&starts, |instruction| match opcode(instruction) {
            Some(LLVMOpcode::LLVMLoad) if operand(instruction, 0) == *pointer => Scan::Access,
            Some(LLVMOpcode::LLVMStore) if operand(instruction, 1) == *pointer => Scan::Stop,
            Some(LLVMOpcode::LLVMCall)
                if intrinsics.is_lifetime_start(instruction)
                    && operand(instruction, 1) == *pointer =>
            {
                Scan::Stop
            }
            _ => Scan::Through,
        })
    };
    holders(variable).into_iter().filter(is_read).collect()
}

/// The variables that a variable's address may be stored in, directly or from one to the next.
fn holders(variable: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<LLVMValueRef> = FxHashSet::from_iter([variable]);
    let mut open = vec![variable];
    while let Some(value) = open.pop() {
        for user in users(value) {
            match opcode(user) {
                Some(LLVMOpcode::LLVMStore) if operand(user, 0) == value => {
                    let holder = operand(user, 1);
                    if opcode(holder) == Some(LLVMOpcode::LLVMAlloca) && !found.contains(&holder) {
                        found.push(holder);
                        let is_load =
                            |user: &LLVMValueRef| opcode(*user) == Some(LLVMOpcode::LLVMLoad);
                        open.extend(
                            users(holder).filter(is_load).filter(|load| seen.insert(*load)),
                        );
                    }
                }
                Some(
                    LLVMOpcode::LLVMGetElementPtr
                    | LLVMOpcode::LLVMBitCast
                    | LLVMOpcode::LLVMAddrSpaceCast
                    | LLVMOpcode::LLVMPHI
                    | LLVMOpcode::LLVMSelect,
                ) if seen.insert(user) => open.push(user),
                _ => {}
            }
        }
    }
    found
}

/// What an instruction means to who looks for an access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scan {
    /// It is one.
    Access,
    /// What comes after it does not matter.
    Stop,
    /// Neither.
    Through,
}

/// Whether some way from behind one of these instructions comes to an access.
fn comes_to_access(from: &[LLVMValueRef], scan: impl Fn(LLVMValueRef) -> Scan) -> bool {
    let first_of = |run: &mut dyn Iterator<Item = LLVMValueRef>| {
        run.map(&scan).find(|found| *found != Scan::Through).unwrap_or(Scan::Through)
    };
    let mut seen: FxHashSet<LLVMBasicBlockRef> = FxHashSet::default();
    let mut open: Vec<LLVMBasicBlockRef> = Vec::new();
    for start in from {
        let rest = std::iter::successors(Some(*start), |at| {
            // SAFETY: walks on through the live block of the marker.
            let next = unsafe { LLVMGetNextInstruction(*at) };
            (!next.is_null()).then_some(next)
        });
        match first_of(&mut rest.skip(1)) {
            Scan::Access => return true,
            Scan::Stop => {}
            // SAFETY: a marker is in a block.
            Scan::Through => open.extend(successors(unsafe { LLVMGetInstructionParent(*start) })),
        }
    }
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        match first_of(&mut instructions(block)) {
            Scan::Access => return true,
            Scan::Stop => {}
            Scan::Through => open.extend(successors(block)),
        }
    }
    false
}
