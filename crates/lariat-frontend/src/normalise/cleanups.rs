//! Leaving a scope early, as a jump.
//!
//! Where a scope holds variables whose life ends with it, clang sends every way out of the scope (falling through,
//! `break`, `continue`, `goto`, `return`) through one clean-up block. Each way first stores a number into a slot; the clean-up block
//! ends the lives and switches on the number:
//!
//! ```text
//! if.then:   store i32 1, ptr %cleanup.dest.slot        ; return
//!            br label %cleanup
//! if.end:    store i32 0, ptr %cleanup.dest.slot        ; fall through
//!            br label %cleanup
//! cleanup:   call void @llvm.lifetime.end(ptr %x)
//!            %cleanup.dest = load i32, ptr %cleanup.dest.slot
//!            switch i32 %cleanup.dest, label %return [ i32 0, label %cleanup.cont ]
//! ```
//!
//! The program has no such switch, and it hurts: a loop body with a `return` in it gets paths that cannot happen (in by one
//! way, out by another), and its exit condition becomes a question about the slot. So each way that is known to bring a
//! constant gets its own copy of the clean-up and jumps where the switch would have gone. This runs before mem2reg, where a copy
//! needs no phis. A clean-up block is copied only if it does nothing but end lives and restore the stack.

use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMCreateBuilderInContext, LLVMDeleteBasicBlock, LLVMDisposeBuilder,
    LLVMGetFirstInstruction, LLVMGetFirstUse, LLVMGetInstructionParent, LLVMGetNumSuccessors,
    LLVMGetPreviousInstruction, LLVMGetSuccessor, LLVMInsertIntoBuilder, LLVMInstructionClone,
    LLVMIsAConstantInt, LLVMIsConditional, LLVMPositionBuilderBefore, LLVMSetCurrentDebugLocation2,
    LLVMSetOperand, LLVMSetSuccessor, LLVMValueAsBasicBlock,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMBuilderRef, LLVMValueRef};
use inkwell::values::{AsValueRef, FunctionValue};
use rustc_hash::FxHashMap;

use super::instructions::{
    Intrinsics, Promotion, blocks, instructions, opcode, operand, operand_count, terminator, users,
};

/// A block that ends lives and then switches on a slot, or, where all ways go on to the same outer clean-up, jumps there.
struct Cleanup {
    block: LLVMBasicBlockRef,
    /// The switch or the jump.
    last: LLVMValueRef,
    slot: LLVMValueRef,
    /// What is copied, in order: everything but the switch and the load of the slot.
    work: Vec<LLVMValueRef>,
}

/// Replaces detours through clean-up switches by jumps.
pub(super) fn straighten(function: FunctionValue<'_>) {
    let mut cleanups = find_cleanups(function);
    if cleanups.is_empty() {
        return;
    }
    let context = function.get_type().get_context();
    // SAFETY: the builder is of the function's context and disposed of below.
    let builder = unsafe { LLVMCreateBuilderInContext(context.as_ctx_ref()) };
    // A way out of nested scopes goes through several clean-ups: each round takes every way one further. A way visits a
    // clean-up at most once unless clean-ups form a cycle, which this bound cuts.
    for _ in 0..=cleanups.len() {
        let moved = cleanups.iter().map(|cleanup| redirect_all(cleanup, builder)).sum::<usize>();
        if moved == 0 {
            break;
        }
    }
    // SAFETY: it was created above.
    unsafe { LLVMDisposeBuilder(builder) };
    // An inner clean-up uses the outer ones for as long as it is there.
    let mut left = usize::MAX;
    while left != cleanups.len() {
        left = cleanups.len();
        cleanups.retain(|cleanup| !remove_if_unused(cleanup));
    }
}

fn find_cleanups(function: FunctionValue<'_>) -> Vec<Cleanup> {
    let intrinsics = Intrinsics::new();
    let mut cleanups: Vec<Cleanup> = Vec::new();
    let mut slots: FxHashMap<LLVMBasicBlockRef, LLVMValueRef> = FxHashMap::default();
    let candidates: Vec<LLVMBasicBlockRef> = blocks(function.as_value_ref()).collect();
    let mut known = usize::MAX;
    // A block that jumps to a known clean-up may be one itself, so this goes on until nothing is found any more. Outer
    // clean-ups mostly come later in the function, so backwards it takes few rounds.
    while known != cleanups.len() {
        known = cleanups.len();
        // The entry block cannot be jumped to.
        for block in candidates.iter().skip(1).rev() {
            if !slots.contains_key(block)
                && let Some(cleanup) = recognise(*block, intrinsics, &slots)
            {
                slots.insert(*block, cleanup.slot);
                cleanups.push(cleanup);
            }
        }
    }
    cleanups
}

fn recognise(
    block: LLVMBasicBlockRef,
    intrinsics: Intrinsics,
    known: &FxHashMap<LLVMBasicBlockRef, LLVMValueRef>,
) -> Option<Cleanup> {
    let last = terminator(block)?;
    let (slot, number) = match opcode(last) {
        Some(LLVMOpcode::LLVMSwitch) => slot_of(last, block, intrinsics)?,
        Some(LLVMOpcode::LLVMBr) if is_plain_jump(last) => {
            // SAFETY: the operand of a plain jump is a block.
            let target = unsafe { LLVMValueAsBasicBlock(operand(last, 0)) };
            (*known.get(&target)?, last)
        }
        _ => return None,
    };
    let mut work = Vec::new();
    for instruction in instructions(block) {
        if instruction == last || instruction == number {
            continue;
        }
        let is_load = opcode(instruction) == Some(LLVMOpcode::LLVMLoad);
        let stays_inside = || {
            users(instruction)
                // SAFETY: users of an instruction are instructions.
                .all(|user| unsafe { LLVMGetInstructionParent(user) } == block)
        };
        let allowed = intrinsics.is_lifetime_end(instruction)
            || intrinsics.is_stack_restore(instruction)
            || (is_load && stays_inside());
        if !allowed {
            return None;
        }
        work.push(instruction);
    }
    Some(Cleanup { block, last, slot, work })
}

/// The slot that a block's switch asks, and the load of it.
fn slot_of(
    switch: LLVMValueRef,
    block: LLVMBasicBlockRef,
    intrinsics: Intrinsics,
) -> Option<(LLVMValueRef, LLVMValueRef)> {
    let number = operand(switch, 0);
    let slot = (opcode(number) == Some(LLVMOpcode::LLVMLoad)).then(|| operand(number, 0))?;
    // SAFETY: `number` is an instruction.
    let loaded_here = unsafe { LLVMGetInstructionParent(number) } == block;
    (loaded_here
        && opcode(slot) == Some(LLVMOpcode::LLVMAlloca)
        && intrinsics.promotion(slot) == Promotion::Sure
        && users(number).count() == 1)
        .then_some((slot, number))
}

/// Takes every way that is known to bring a constant one step further. Returns how many there were.
fn redirect_all(cleanup: &Cleanup, builder: LLVMBuilderRef) -> usize {
    // SAFETY: the block is alive; its users are collected before any of them changes.
    let block_value = unsafe { LLVMBasicBlockAsValue(cleanup.block) };
    let jumps: Vec<LLVMValueRef> = users(block_value).filter(|user| is_plain_jump(*user)).collect();
    let mut moved = 0;
    for jump in jumps {
        let Some(number) = stored_before(jump, cleanup.slot) else { continue };
        let target = target_for(cleanup.last, number);
        // SAFETY: blocks and instructions are alive; a block has at least its terminator.
        let first = unsafe { LLVMGetFirstInstruction(target) };
        if target == cleanup.block || opcode(first) == Some(LLVMOpcode::LLVMPHI) {
            continue;
        }
        copy_work(cleanup, jump, builder);
        // SAFETY: the jump has one successor.
        unsafe { LLVMSetSuccessor(jump, 0, target) };
        moved += 1;
    }
    moved
}

fn is_plain_jump(user: LLVMValueRef) -> bool {
    // SAFETY: the value is a branch.
    opcode(user) == Some(LLVMOpcode::LLVMBr) && unsafe { LLVMIsConditional(user) } == 0
}

/// The constant that the jump's own block leaves in the slot.
fn stored_before(jump: LLVMValueRef, slot: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: walks back through the live block of the jump.
    let previous = |instruction| unsafe { LLVMGetPreviousInstruction(instruction) };
    let mut instruction = previous(jump);
    while !instruction.is_null() {
        if opcode(instruction) == Some(LLVMOpcode::LLVMStore) && operand(instruction, 1) == slot {
            let stored = operand(instruction, 0);
            // SAFETY: any value may be asked.
            return (unsafe { !LLVMIsAConstantInt(stored).is_null() }).then_some(stored);
        }
        instruction = previous(instruction);
    }
    None
}

/// Where a clean-up goes for a constant. LLVM keeps each constant once, so identity is equality.
fn target_for(last: LLVMValueRef, number: LLVMValueRef) -> LLVMBasicBlockRef {
    // A jump has its target as the only operand; a switch has the default after the number, then pairs.
    let place = if opcode(last) == Some(LLVMOpcode::LLVMSwitch) {
        let case = (2..operand_count(last)).step_by(2).find(|case| operand(last, *case) == number);
        case.map_or(1, |case| case + 1)
    } else {
        0
    };
    // SAFETY: these operands of a switch or a jump are blocks.
    unsafe { LLVMValueAsBasicBlock(operand(last, place)) }
}

fn copy_work(cleanup: &Cleanup, jump: LLVMValueRef, builder: LLVMBuilderRef) {
    let mut copies: Vec<(LLVMValueRef, LLVMValueRef)> = Vec::new();
    for original in &cleanup.work {
        // SAFETY: the copy is inserted before it is used; its operands are values that live in the whole function, or copies made
        // just before. Without a location of the builder's own the copy keeps the original's.
        unsafe {
            LLVMPositionBuilderBefore(builder, jump);
            LLVMSetCurrentDebugLocation2(builder, std::ptr::null_mut());
            let copy = LLVMInstructionClone(*original);
            LLVMInsertIntoBuilder(builder, copy);
            for number in 0..operand_count(copy) {
                if let Some((_, new)) = copies.iter().find(|(old, _)| *old == operand(copy, number))
                {
                    LLVMSetOperand(copy, number, *new);
                }
            }
            copies.push((*original, copy));
        }
    }
}

/// Removes a clean-up that nobody jumps to any more, and the `unreachable` block that was its switch's default. Returns
/// whether it did.
fn remove_if_unused(cleanup: &Cleanup) -> bool {
    // SAFETY: a terminator's successors are blocks.
    let targets: Vec<LLVMBasicBlockRef> = unsafe {
        (0..LLVMGetNumSuccessors(cleanup.last))
            .map(|number| LLVMGetSuccessor(cleanup.last, number))
            .collect()
    };
    let phi_follows = targets.iter().any(|target| {
        // SAFETY: a live block has an instruction.
        opcode(unsafe { LLVMGetFirstInstruction(*target) }) == Some(LLVMOpcode::LLVMPHI)
    });
    if phi_follows || is_used(cleanup.block) {
        return false;
    }
    // SAFETY: nobody uses the block, nor, as `recognise` made sure, the values in it.
    unsafe { LLVMDeleteBasicBlock(cleanup.block) };
    let default = targets[0];
    // SAFETY: the default is another block (a block that is its own successor is used), alive, and has an instruction.
    let first = unsafe { LLVMGetFirstInstruction(default) };
    if opcode(first) == Some(LLVMOpcode::LLVMUnreachable) && !is_used(default) {
        // SAFETY: nobody uses it.
        unsafe { LLVMDeleteBasicBlock(default) };
    }
    true
}

fn is_used(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: the block is alive.
    unsafe { !LLVMGetFirstUse(LLVMBasicBlockAsValue(block)).is_null() }
}
