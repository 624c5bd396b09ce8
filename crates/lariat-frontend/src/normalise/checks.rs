//! Checks that clang knows of and the instructions do not show.
//!
//! clang folds operations on constants while it builds them: of `INT_MAX + 1` only a number is left, of `1 / 0` and `1 << 40` an
//! undefined value, and nobody sees that the program did something undefined. Other rules have no instruction at all: a
//! variable length array has at least one element, `__builtin_clz` does not like zero. So files are compiled with some checks of
//! UndefinedBehaviorSanitizer, which clang never folds, and this pass reads them:
//!
//! ```text
//! %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)       %2 = add nsw i32 %a, 1
//! %2 = extractvalue { i32, i1 } %1, 0
//! %3 = extractvalue { i32, i1 } %1, 1                                ⟶
//! %4 = xor i1 %3, true
//! br i1 %4, label %cont, label %handler.add_overflow
//!
//! br i1 %5, label %cont, label %handler.vla_bound_not_positive       ⟶    call void @lariat.rule.array_length(i1 %5)
//! ```
//!
//! - Overflow checks become the operation with its `nsw` mark again, which is how overflow is found everywhere else. Constant
//!   operands are frozen, or the builder would fold them.
//! - The check of what a left shift gives becomes a mark of the shift, see [`shift_base`].
//! - Checks of divisions, shifts and conversions of floating-point values go: the executor looks at every one. Only if the operands are
//!   constants there is nothing left to look at, and the check stays as a rule. An amount of a wider type than what is shifted is
//!   cut off by clang behind the check; instead of one that is too large, the shift gets one that is.
//! - What remains is a call of a marker, which the lowering turns into [`lariat_program::Inst::Assume`].
//!
//! The block behind a check is then joined with the one before it, so the control flow is that of the source. Bitcode of
//! others that was compiled with `-fno-sanitize-recover` is read in the same way.

use std::ffi::CStr;

use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMAddFunction, LLVMBasicBlockAsValue, LLVMBuildCall2, LLVMBuildFreeze, LLVMBuildICmp,
    LLVMBuildNSWAdd, LLVMBuildNSWMul, LLVMBuildNSWSub, LLVMBuildSelect, LLVMConstInt,
    LLVMConstIntGetZExtValue, LLVMCreateBuilderInContext, LLVMDeleteBasicBlock, LLVMDeleteFunction,
    LLVMDeleteGlobal, LLVMDisposeBuilder, LLVMFunctionType, LLVMGetCalledValue, LLVMGetFirstGlobal,
    LLVMGetFirstInstruction, LLVMGetFirstUse, LLVMGetICmpPredicate, LLVMGetIndices,
    LLVMGetInitializer, LLVMGetIntTypeWidth, LLVMGetLinkage, LLVMGetNamedFunction,
    LLVMGetNextGlobal, LLVMGetPreviousInstruction, LLVMGetUndef, LLVMInsertIntoBuilder,
    LLVMInstructionEraseFromParent, LLVMInstructionRemoveFromParent, LLVMInt1TypeInContext,
    LLVMIsAConstant, LLVMIsAConstantInt, LLVMIsAGlobalValue, LLVMIsConditional,
    LLVMPositionBuilderAtEnd, LLVMPositionBuilderBefore, LLVMReplaceAllUsesWith,
    LLVMSetCurrentDebugLocation2, LLVMSetOperand, LLVMTypeOf, LLVMValueAsBasicBlock,
    LLVMVoidTypeInContext,
};
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMBuilderRef, LLVMModuleRef, LLVMValueRef};
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMTypeKind};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue};
use lariat_program::Rule;

use super::instructions::{blocks, opcode, operand, operand_count, terminator, users, value_name};
use super::shift_base;

/// What clang is asked to check.
pub(crate) const SANITIZERS: &str =
    "integer-divide-by-zero,shift,vla-bound,builtin,float-cast-overflow,signed-integer-overflow";

/// The same where signed arithmetic wraps.
pub(crate) const SANITIZERS_WITH_WRAPPING: &str =
    "integer-divide-by-zero,shift-exponent,vla-bound,builtin,float-cast-overflow";

/// What the names of the functions start with that clang calls if a check fails.
const HANDLER: &str = "__ubsan_handle_";

/// What the names of the markers start with; the rule's name follows.
pub(crate) const MARKER: &str = "lariat.rule.";

/// A conditional branch to a block that does nothing but complain.
pub(super) struct Check {
    pub(super) branch: LLVMValueRef,
    /// True if all is well.
    pub(super) condition: LLVMValueRef,
    pub(super) next: LLVMBasicBlockRef,
    handler: LLVMBasicBlockRef,
    /// The call that complains.
    pub(super) call: LLVMValueRef,
}

/// What becomes of a check.
enum Reading {
    /// The operation that is checked, and what it is computed with.
    Operation { call: LLVMValueRef, build: Build, name: &'static CStr },
    /// The instruction that follows is looked at anyway.
    Superfluous,
    /// The shift that follows gets only a part of the amount that is checked.
    CutOff { shift: LLVMValueRef },
    /// A rule with no instruction of its own.
    Rule(Rule),
}

type Build = unsafe extern "C" fn(
    LLVMBuilderRef,
    LLVMValueRef,
    LLVMValueRef,
    *const std::ffi::c_char,
) -> LLVMValueRef;

/// Reads the checks of all functions.
pub(super) fn read(module: &Module<'_>) {
    let raw = module.as_mut_ptr();
    let mut any = false;
    for function in module.get_functions() {
        any |= read_function(raw, function);
    }
    if any {
        remove_leftovers(module);
    }
}

fn read_function(module: LLVMModuleRef, function: FunctionValue<'_>) -> bool {
    // Each block takes in those behind its checks, so the list below would go stale: the next block is found anew.
    let mut any = false;
    let mut at = 0;
    while let Some(block) = blocks(function.as_value_ref()).nth(at) {
        let mut joined = false;
        loop {
            shift_base::read(module, function.get_type().get_context(), block);
            let Some(check) = check_at(block) else { break };
            let Some(reading) = reading(&check) else { break };
            replace(module, function, block, &check, &reading);
            joined = true;
        }
        any |= joined;
        at += 1;
    }
    any
}

/// The check that a block ends with.
pub(super) fn check_at(block: LLVMBasicBlockRef) -> Option<Check> {
    let branch = terminator(block)?;
    // SAFETY: the value is a branch; the operands behind the condition of a conditional one are blocks, the one for false first.
    unsafe {
        if opcode(branch) != Some(LLVMOpcode::LLVMBr) || LLVMIsConditional(branch) == 0 {
            return None;
        }
        let handler = LLVMValueAsBasicBlock(operand(branch, 1));
        let next = LLVMValueAsBasicBlock(operand(branch, 2));
        let end = terminator(handler)?;
        let call = LLVMGetPreviousInstruction(end);
        let complains = opcode(end) == Some(LLVMOpcode::LLVMUnreachable)
            && !call.is_null()
            && opcode(call) == Some(LLVMOpcode::LLVMCall)
            && handler_name(call).is_some();
        // Both blocks must be there for this check only.
        let is_alone = |block| users(LLVMBasicBlockAsValue(block)).count() == 1;
        let has_phi = opcode(LLVMGetFirstInstruction(next)) == Some(LLVMOpcode::LLVMPHI);
        (complains && handler != next && is_alone(handler) && is_alone(next) && !has_phi)
            .then(|| Check { branch, condition: operand(branch, 0), next, handler, call })
    }
}

/// What is checked, by the name of the function that complains.
pub(super) fn handler_name(call: LLVMValueRef) -> Option<String> {
    // SAFETY: the value is a call.
    let name = value_name(unsafe { LLVMGetCalledValue(call) });
    Some(name.strip_prefix(HANDLER)?.strip_suffix("_abort")?.to_owned())
}

fn reading(check: &Check) -> Option<Reading> {
    let name = handler_name(check.call)?;
    let operation = |build: Build, name: &'static CStr| {
        let call = overflow_call(check.condition)?;
        Some(Reading::Operation { call, build, name })
    };
    // The handler gets the operands behind a description.
    let both_constant = || {
        // SAFETY: any value may be asked.
        (1..3).all(|number| unsafe { !LLVMIsAConstant(operand(check.call, number)).is_null() })
    };
    let rule_for_constants =
        |rule| if both_constant() { Reading::Rule(rule) } else { Reading::Superfluous };
    match name.as_str() {
        "add_overflow" => operation(LLVMBuildNSWAdd, c"add"),
        "sub_overflow" | "negate_overflow" => operation(LLVMBuildNSWSub, c"sub"),
        "mul_overflow" => operation(LLVMBuildNSWMul, c"mul"),
        "divrem_overflow" => {
            let divisor = operand(check.call, 2);
            // SAFETY: any value may be asked; the number is asked of a constant.
            let is_zero = unsafe {
                !LLVMIsAConstantInt(divisor).is_null() && LLVMConstIntGetZExtValue(divisor) == 0
            };
            Some(rule_for_constants(if is_zero {
                Rule::DivisionByZero
            } else {
                Rule::SignedOverflow
            }))
        }
        "shift_out_of_bounds" => Some(match shift_behind(check) {
            _ if both_constant() => Reading::Rule(Rule::Shift),
            Some(shift) if is_cut_off(check, shift) => Reading::CutOff { shift },
            Some(_) => Reading::Superfluous,
            // Constants of wide types, which are in memory.
            None => Reading::Rule(Rule::Shift),
        }),
        // A conversion of a constant is folded, and so is its check.
        "float_cast_overflow" => {
            // SAFETY: any value may be asked.
            let is_folded = unsafe { !LLVMIsAConstant(check.condition).is_null() };
            Some(if is_folded { Reading::Rule(Rule::Conversion) } else { Reading::Superfluous })
        }
        "vla_bound_not_positive" => Some(Reading::Rule(Rule::ArrayLength)),
        "invalid_builtin" => Some(Reading::Rule(Rule::BuiltinArgument)),
        _ => None,
    }
}

/// The shift that is checked.
fn shift_behind(check: &Check) -> Option<LLVMValueRef> {
    // SAFETY: the block has instructions.
    let shift = unsafe { LLVMGetFirstInstruction(check.next) };
    let shifts = matches!(
        opcode(shift),
        Some(LLVMOpcode::LLVMShl | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr)
    );
    shifts.then_some(shift)
}

/// Whether the amount that is checked is of a wider type than what is shifted.
fn is_cut_off(check: &Check, shift: LLVMValueRef) -> bool {
    // SAFETY: clang compares integers, and shifts integers.
    let width = |value| unsafe { LLVMGetIntTypeWidth(LLVMTypeOf(value)) };
    opcode(check.condition) == Some(LLVMOpcode::LLVMICmp)
        && width(operand(check.condition, 0)) > width(shift)
}

/// The call of `llvm.*.with.overflow` whose second result is negated in a condition.
fn overflow_call(condition: LLVMValueRef) -> Option<LLVMValueRef> {
    let overflowed =
        (opcode(condition) == Some(LLVMOpcode::LLVMXor)).then(|| operand(condition, 0))?;
    let call = (opcode(overflowed) == Some(LLVMOpcode::LLVMExtractValue))
        .then(|| operand(overflowed, 0))?;
    // SAFETY: the value is a call.
    let is_checked = opcode(call) == Some(LLVMOpcode::LLVMCall)
        && value_name(unsafe { LLVMGetCalledValue(call) }).contains(".with.overflow.");
    is_checked.then_some(call)
}

fn replace(
    module: LLVMModuleRef,
    function: FunctionValue<'_>,
    block: LLVMBasicBlockRef,
    check: &Check,
    reading: &Reading,
) {
    let context = function.get_type().get_context();
    // SAFETY: the builder is of the function's context and disposed of below; every value is erased only after its last use.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context.as_ctx_ref());
        match reading {
            Reading::Operation { call, build, name } => {
                build_operation(builder, *call, *build, name);
            }
            Reading::Superfluous => {}
            Reading::CutOff { shift } => {
                let ty = LLVMTypeOf(*shift);
                let too_large = LLVMConstInt(ty, u64::from(LLVMGetIntTypeWidth(ty)), 0);
                LLVMPositionBuilderBefore(builder, *shift);
                LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(*shift));
                let part = operand(*shift, 1);
                let amount =
                    LLVMBuildSelect(builder, check.condition, part, too_large, c"".as_ptr());
                LLVMSetOperand(*shift, 1, amount);
            }
            Reading::Rule(rule) => {
                if LLVMIsAConstantInt(check.condition).is_null()
                    || LLVMConstIntGetZExtValue(check.condition) == 0
                {
                    LLVMPositionBuilderBefore(builder, check.branch);
                    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(check.branch));
                    if *rule == Rule::ArrayLength {
                        mark_length(module, builder, check.condition);
                    } else {
                        mark(module, builder, *rule, check.condition);
                    }
                }
            }
        }
        LLVMInstructionEraseFromParent(check.branch);
        LLVMDeleteBasicBlock(check.handler);
        erase_unused(check.condition);
        join(builder, block, check.next);
        LLVMDisposeBuilder(builder);
    }
}

/// Puts the operation with its mark in the place of its checked form.
///
/// # Safety
/// The call is one of `llvm.*.with.overflow` with two operands.
unsafe fn build_operation(builder: LLVMBuilderRef, call: LLVMValueRef, build: Build, name: &CStr) {
    // SAFETY: the operands live before the call; the results of the call are read by `extractvalue` only.
    unsafe {
        LLVMPositionBuilderBefore(builder, call);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
        let (mut a, b) = (operand(call, 0), operand(call, 1));
        if !LLVMIsAConstant(a).is_null() && !LLVMIsAConstant(b).is_null() {
            a = LLVMBuildFreeze(builder, a, c"constant".as_ptr());
        }
        let result = build(builder, a, b, name.as_ptr());
        let values: Vec<LLVMValueRef> = users(call)
            .filter(|user| {
                opcode(*user) == Some(LLVMOpcode::LLVMExtractValue) && *LLVMGetIndices(*user) == 0
            })
            .collect();
        for value in values {
            LLVMReplaceAllUsesWith(value, result);
            LLVMInstructionEraseFromParent(value);
        }
    }
}

/// Marks what must hold of the length of an array, given the comparison with zero that clang checks. An array without elements is
/// undefined, too, but compilers make one, so it has a rule of its own.
///
/// # Safety
/// The builder has a position in a function of the module.
unsafe fn mark_length(module: LLVMModuleRef, builder: LLVMBuilderRef, condition: LLVMValueRef) {
    // SAFETY: the operands of the comparison live before it.
    unsafe {
        if opcode(condition) != Some(LLVMOpcode::LLVMICmp) {
            return mark(module, builder, Rule::ArrayLength, condition);
        }
        let (length, zero) = (operand(condition, 0), operand(condition, 1));
        let compare = |predicate, rule| {
            let holds = LLVMBuildICmp(builder, predicate, length, zero, c"".as_ptr());
            mark(module, builder, rule, holds);
        };
        if LLVMGetICmpPredicate(condition) == LLVMIntPredicate::LLVMIntSGT {
            compare(LLVMIntPredicate::LLVMIntSGE, Rule::ArrayLength);
        }
        compare(LLVMIntPredicate::LLVMIntNE, Rule::EmptyArray);
    }
}

/// Calls the marker of a rule.
///
/// # Safety
/// The builder has a position in a function of the module.
pub(super) unsafe fn mark(
    module: LLVMModuleRef,
    builder: LLVMBuilderRef,
    rule: Rule,
    condition: LLVMValueRef,
) {
    let mut name = format!("{MARKER}{}", rule.name()).into_bytes();
    name.push(0);
    // SAFETY: the name ends with a zero; the type is of the module's context.
    unsafe {
        let context = inkwell::llvm_sys::core::LLVMGetModuleContext(module);
        let mut parameter = LLVMInt1TypeInContext(context);
        let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), &mut parameter, 1, 0);
        let mut marker = LLVMGetNamedFunction(module, name.as_ptr().cast());
        if marker.is_null() {
            marker = LLVMAddFunction(module, name.as_ptr().cast(), ty);
        }
        let mut argument = condition;
        LLVMBuildCall2(builder, ty, marker, &mut argument, 1, c"".as_ptr());
    }
}

/// Erases an instruction that nothing uses, and then what only it has used.
fn erase_unused(value: LLVMValueRef) {
    // SAFETY: any value may be asked for its uses.
    let is_unused = unsafe { LLVMGetFirstUse(value).is_null() };
    let is_pure = match opcode(value) {
        Some(
            LLVMOpcode::LLVMXor
            | LLVMOpcode::LLVMAnd
            | LLVMOpcode::LLVMOr
            | LLVMOpcode::LLVMICmp
            | LLVMOpcode::LLVMFCmp
            | LLVMOpcode::LLVMExtractValue,
        ) => true,
        Some(LLVMOpcode::LLVMCall) => {
            // SAFETY: the value is a call.
            value_name(unsafe { LLVMGetCalledValue(value) }).contains(".with.overflow.")
        }
        _ => false,
    };
    if !is_unused || !is_pure {
        return;
    }
    let operands: Vec<LLVMValueRef> =
        (0..operand_count(value)).map(|number| operand(value, number)).collect();
    // SAFETY: nothing uses it.
    unsafe { LLVMInstructionEraseFromParent(value) };
    let mut last = None;
    for operand in operands {
        if last.replace(operand) != Some(operand) {
            erase_unused(operand);
        }
    }
}

/// Puts the instructions of a block that only this one leads to at this one's end.
///
/// # Safety
/// The block has no terminator, and the next one neither phis nor other predecessors.
pub(super) unsafe fn join(
    builder: LLVMBuilderRef,
    block: LLVMBasicBlockRef,
    next: LLVMBasicBlockRef,
) {
    // SAFETY: replacing a block also replaces it in the phis of its successors; an instruction is removed before it is inserted.
    unsafe {
        LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(next), LLVMBasicBlockAsValue(block));
        // Without a location of the builder's own an instruction keeps its own.
        LLVMSetCurrentDebugLocation2(builder, std::ptr::null_mut());
        LLVMPositionBuilderAtEnd(builder, block);
        loop {
            let instruction = LLVMGetFirstInstruction(next);
            if instruction.is_null() {
                break;
            }
            let name = value_name(instruction);
            LLVMInstructionRemoveFromParent(instruction);
            if name.is_empty() {
                LLVMInsertIntoBuilder(builder, instruction);
            } else {
                let name = std::ffi::CString::new(name).unwrap_or_default();
                inkwell::llvm_sys::core::LLVMInsertIntoBuilderWithName(
                    builder,
                    instruction,
                    name.as_ptr(),
                );
            }
        }
        LLVMDeleteBasicBlock(next);
    }
}

/// Removes the functions that complained and the descriptions that they got, as far as nothing uses them any more.
fn remove_leftovers(module: &Module<'_>) {
    for function in module.get_functions() {
        let value = function.as_value_ref();
        // SAFETY: a function without uses and body can be deleted; the iterator has gone on before.
        unsafe {
            if value_name(value).starts_with(HANDLER)
                && function.count_basic_blocks() == 0
                && LLVMGetFirstUse(value).is_null()
            {
                LLVMDeleteFunction(value);
            }
        }
    }
    // A description names others, so this goes on until nothing is left to remove.
    loop {
        let mut removed = false;
        // SAFETY: the next global is asked for before one is deleted; only private ones without uses are.
        unsafe {
            let mut global = LLVMGetFirstGlobal(module.as_mut_ptr());
            while !global.is_null() {
                let next = LLVMGetNextGlobal(global);
                if is_description(global) && is_unused(global) {
                    // The constants that only it was made for stay behind in LLVM's tables.
                    LLVMReplaceAllUsesWith(global, LLVMGetUndef(LLVMTypeOf(global)));
                    LLVMDeleteGlobal(global);
                    removed = true;
                }
                global = next;
            }
        }
        if !removed {
            break;
        }
    }
}

/// Whether a global is a sanitizer's: its place in a file, a type's name. They are private; clang gives none but the file's a name.
fn is_description(global: LLVMValueRef) -> bool {
    let name = value_name(global);
    let number = |text: &str| text.is_empty() || text.bytes().all(|byte| byte.is_ascii_digit());
    let is_file =
        name.strip_prefix(".src").is_some_and(|rest| number(rest.trim_start_matches('.')));
    // SAFETY: the value is a global variable.
    unsafe {
        LLVMGetLinkage(global) == LLVMLinkage::LLVMPrivateLinkage
            && !LLVMGetInitializer(global).is_null()
            && (is_file || number(&name))
            && (is_file || is_struct(global))
    }
}

/// Whether nothing but constants that nothing uses mentions a value.
fn is_unused(value: LLVMValueRef) -> bool {
    // SAFETY: any value may be asked.
    users(value).all(|user| unsafe {
        !LLVMIsAConstant(user).is_null() && LLVMIsAGlobalValue(user).is_null() && is_unused(user)
    })
}

fn is_struct(global: LLVMValueRef) -> bool {
    // SAFETY: the value is a global variable.
    unsafe {
        let ty = inkwell::llvm_sys::core::LLVMGlobalGetValueType(global);
        inkwell::llvm_sys::core::LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind
    }
}
