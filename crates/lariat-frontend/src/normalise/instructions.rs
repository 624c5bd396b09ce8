//! Walking LLVM's instructions through its C interface, for the passes beside this file.
//!
//! All functions take values of one live module and only look, so each is sound as long as its argument is of the kind it says.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMGetAllocatedType, LLVMGetBasicBlockTerminator, LLVMGetCalledValue,
    LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetFirstUse, LLVMGetInstructionOpcode,
    LLVMGetIntrinsicID, LLVMGetNextBasicBlock, LLVMGetNextInstruction, LLVMGetNextUse,
    LLVMGetNumOperands, LLVMGetNumSuccessors, LLVMGetOperand, LLVMGetSuccessor, LLVMGetUser,
    LLVMGetValueName2, LLVMGetVolatile, LLVMIsAFunction, LLVMIsAInstruction, LLVMLookupIntrinsicID,
    LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

/// The blocks of a function.
pub(super) fn blocks(function: LLVMValueRef) -> impl Iterator<Item = LLVMBasicBlockRef> {
    // SAFETY: see the module comment.
    let first = unsafe { LLVMGetFirstBasicBlock(function) };
    std::iter::successors(non_null(first), |block| {
        // SAFETY: as above.
        non_null(unsafe { LLVMGetNextBasicBlock(*block) })
    })
}

/// The instructions of a block.
pub(super) fn instructions(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: see the module comment.
    let first = unsafe { LLVMGetFirstInstruction(block) };
    std::iter::successors(non_null(first), |instruction| {
        // SAFETY: as above.
        non_null(unsafe { LLVMGetNextInstruction(*instruction) })
    })
}

/// What uses a value, once per use.
pub(super) fn users(value: LLVMValueRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: see the module comment.
    let first = unsafe { LLVMGetFirstUse(value) };
    // SAFETY: as above.
    std::iter::successors(non_null(first), |one| non_null(unsafe { LLVMGetNextUse(*one) }))
        // SAFETY: as above.
        .map(|one| unsafe { LLVMGetUser(one) })
}

fn non_null<T>(pointer: *mut T) -> Option<*mut T> {
    (!pointer.is_null()).then_some(pointer)
}

/// The opcode of an instruction; none if the value is no instruction.
pub(super) fn opcode(value: LLVMValueRef) -> Option<LLVMOpcode> {
    // SAFETY: see the module comment; the opcode is asked of instructions only.
    unsafe { (!LLVMIsAInstruction(value).is_null()).then(|| LLVMGetInstructionOpcode(value)) }
}

/// Operand number n.
pub(super) fn operand(value: LLVMValueRef, number: u32) -> LLVMValueRef {
    // SAFETY: see the module comment; callers know the instruction's shape.
    unsafe { LLVMGetOperand(value, number) }
}

/// How many operands there are.
pub(super) fn operand_count(value: LLVMValueRef) -> u32 {
    // SAFETY: see the module comment.
    u32::try_from(unsafe { LLVMGetNumOperands(value) }).unwrap_or(0)
}

/// The name of a value; empty if it has none.
pub(super) fn value_name(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the name belongs to the value and is copied at once.
    unsafe {
        let name = LLVMGetValueName2(value, &mut length);
        String::from_utf8_lossy(std::slice::from_raw_parts(name.cast::<u8>(), length)).into_owned()
    }
}

/// The name of a block; empty if it has none.
pub(super) fn block_name(block: LLVMBasicBlockRef) -> String {
    // SAFETY: a block is a value.
    value_name(unsafe { LLVMBasicBlockAsValue(block) })
}

/// The last instruction of a block.
pub(super) fn terminator(block: LLVMBasicBlockRef) -> Option<LLVMValueRef> {
    // SAFETY: see the module comment.
    non_null(unsafe { LLVMGetBasicBlockTerminator(block) })
}

/// The blocks that a block may lead to.
pub(super) fn successors(block: LLVMBasicBlockRef) -> Vec<LLVMBasicBlockRef> {
    let Some(last) = terminator(block) else { return Vec::new() };
    // SAFETY: a terminator's successors are blocks.
    unsafe {
        (0..LLVMGetNumSuccessors(last)).map(|number| LLVMGetSuccessor(last, number)).collect()
    }
}

/// The intrinsics that the passes know, by LLVM's numbers.
#[derive(Clone, Copy)]
pub(super) struct Intrinsics {
    lifetime_start: u32,
    lifetime_end: u32,
    stack_restore: u32,
    assume: u32,
    declare: u32,
}

impl Intrinsics {
    pub(super) fn new() -> Self {
        // SAFETY: the names are valid for their lengths.
        let number =
            |name: &str| unsafe { LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len()) };
        Intrinsics {
            lifetime_start: number("llvm.lifetime.start"),
            lifetime_end: number("llvm.lifetime.end"),
            stack_restore: number("llvm.stackrestore"),
            assume: number("llvm.assume"),
            declare: number("llvm.dbg.declare"),
        }
    }

    /// The number of `llvm.lifetime.start`.
    pub(super) fn lifetime_start(self) -> u32 {
        self.lifetime_start
    }

    /// The number of `llvm.lifetime.end`.
    pub(super) fn lifetime_end(self) -> u32 {
        self.lifetime_end
    }

    /// Whether this says where a variable of the source is.
    pub(super) fn is_declaration(self, value: LLVMValueRef) -> bool {
        called_intrinsic(value) == Some(self.declare)
    }

    /// Whether this is a promise to the compiler.
    pub(super) fn is_assume(self, value: LLVMValueRef) -> bool {
        called_intrinsic(value) == Some(self.assume)
    }

    pub(super) fn is_lifetime_start(self, value: LLVMValueRef) -> bool {
        called_intrinsic(value) == Some(self.lifetime_start)
    }

    pub(super) fn is_lifetime_end(self, value: LLVMValueRef) -> bool {
        called_intrinsic(value) == Some(self.lifetime_end)
    }

    pub(super) fn is_stack_restore(self, value: LLVMValueRef) -> bool {
        called_intrinsic(value) == Some(self.stack_restore)
    }

    /// What mem2reg removes along with a variable.
    fn is_marker(self, value: LLVMValueRef) -> bool {
        called_intrinsic(value).is_some_and(|number| {
            [self.lifetime_start, self.lifetime_end, self.assume].contains(&number)
        })
    }

    /// Whether mem2reg will turn this alloca into SSA values: the conditions of LLVM's `isAllocaPromotable`. They need not agree to
    /// the letter: see [`super::uninitialised::remove_unused_freezes`]. A variable whose address is kept in another one may
    /// become promotable when that one was promoted.
    pub(super) fn promotion(self, alloca: LLVMValueRef) -> Promotion {
        let mut is_kept = false;
        // SAFETY: `alloca` is an alloca; types are compared by identity, as LLVM does.
        let ty = unsafe { LLVMGetAllocatedType(alloca) };
        let promotable = users(alloca).all(|user| match opcode(user) {
            // SAFETY: the value is a load, which may be volatile and has a type.
            Some(LLVMOpcode::LLVMLoad) => unsafe {
                LLVMGetVolatile(user) == 0 && LLVMTypeOf(user) == ty
            },
            Some(LLVMOpcode::LLVMStore) => {
                let stored = operand(user, 0);
                if stored == alloca {
                    is_kept = true;
                    return opcode(operand(user, 1)) == Some(LLVMOpcode::LLVMAlloca);
                }
                // SAFETY: the value is a store.
                unsafe { LLVMGetVolatile(user) == 0 && LLVMTypeOf(stored) == ty }
            }
            Some(LLVMOpcode::LLVMCall) => self.is_marker(user),
            Some(
                LLVMOpcode::LLVMBitCast
                | LLVMOpcode::LLVMAddrSpaceCast
                | LLVMOpcode::LLVMGetElementPtr,
            ) => users(user).all(|marker| self.is_marker(marker)),
            _ => false,
        });
        match (promotable, is_kept) {
            (false, _) => Promotion::Never,
            (true, false) => Promotion::Sure,
            (true, true) => Promotion::Later,
        }
    }
}

/// Whether mem2reg will promote a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Promotion {
    Sure,
    /// Perhaps, after others. Until then there are accesses to it that do not name it.
    Later,
    Never,
}

fn called_intrinsic(value: LLVMValueRef) -> Option<u32> {
    if opcode(value) != Some(LLVMOpcode::LLVMCall) {
        return None;
    }
    // SAFETY: the value is a call; only functions have intrinsic numbers.
    unsafe {
        let callee = LLVMGetCalledValue(value);
        (!callee.is_null() && !LLVMIsAFunction(callee).is_null())
            .then(|| LLVMGetIntrinsicID(callee))
            .filter(|number| *number != 0)
    }
}
