//! Lives of objects that clang does not mark, by their blocks of the source.
//!
//! clang marks no lives of variables that are declared after some label of the function, nor of variables that a jump leads around the
//! declaration of, nor of compound literals. Such an object lives as long as the block of the source that it is in is
//! executed. Debug information tells of most instructions which block they are from. So a life begins before the first
//! instruction from the block that comes after one from elsewhere, and ends before the first one from elsewhere that comes
//! after one from the block. Where a life may have begun already or not, the object gets no marks: a mark would make it
//! indeterminate. clang tells of no block around a statement without braces, which C has there.

use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBuildCall2, LLVMConstInt, LLVMCreateBuilderInContext, LLVMDisposeBuilder,
    LLVMGetIntrinsicDeclaration, LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands,
    LLVMGetValueName2, LLVMGlobalGetValueType, LLVMInt64TypeInContext, LLVMIsAConstantInt,
    LLVMMetadataAsValue, LLVMPointerTypeInContext, LLVMPositionBuilderBefore,
    LLVMSetCurrentDebugLocation2, LLVMValueAsMetadata,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMDILocationGetScope, LLVMGetMetadataKind, LLVMInstructionGetDebugLoc, LLVMMetadataKind,
};
use inkwell::llvm_sys::prelude::{
    LLVMBasicBlockRef, LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMValueRef,
};
use inkwell::values::{AsValueRef, FunctionValue};
use rustc_hash::FxHashMap;

use super::instructions::{
    Intrinsics, Promotion, blocks, instructions, opcode, operand, successors, users,
};
use super::lifetimes::declared;

/// What clang calls the memory of a compound literal.
const COMPOUND_LITERAL: &[u8] = b".compoundliteral";

/// Marks the lives of objects that are kept in memory and that clang has not marked.
pub(super) fn mark_blocks(module: LLVMModuleRef, function: FunctionValue<'_>) {
    let intrinsics = Intrinsics::new();
    let value = function.as_value_ref();
    let context = function.get_type().get_context();
    let context = context.as_ctx_ref();
    let Some(entry) = blocks(value).next() else { return };
    let mut declarations: Option<FxHashMap<LLVMValueRef, LLVMMetadataRef>> = None;
    for object in instructions(entry)
        .filter(|instruction| opcode(*instruction) == Some(LLVMOpcode::LLVMAlloca))
    {
        // Arrays of variable length are made and freed where they live.
        // SAFETY: the operand of an alloca is its number of elements.
        let is_variable = unsafe { LLVMIsAConstantInt(operand(object, 0)).is_null() };
        if is_variable
            || intrinsics.promotion(object) == Promotion::Sure
            || users(object).any(|user| intrinsics.is_lifetime_end(user))
        {
            continue;
        }
        let scope = if is_compound_literal(object) {
            scope_around(context, object)
        } else {
            let all = declarations.get_or_insert_with(|| declared_in(value, intrinsics));
            all.get(&object).copied()
        };
        let Some(scope) = scope.filter(|scope| is_block(*scope)) else { continue };
        if let Some(marks) = marks(context, entry, scope) {
            insert(module, context, intrinsics, object, &marks);
        }
    }
}

fn is_compound_literal(object: LLVMValueRef) -> bool {
    let mut length = 0;
    // SAFETY: the name is of the length and lives as long as the value is not renamed.
    let name = unsafe {
        let start = LLVMGetValueName2(object, &mut length);
        std::slice::from_raw_parts(start.cast::<u8>(), length)
    };
    name.starts_with(COMPOUND_LITERAL)
}

/// The variables of a function and the scopes that they are declared in.
fn declared_in(
    function: LLVMValueRef,
    intrinsics: Intrinsics,
) -> FxHashMap<LLVMValueRef, LLVMMetadataRef> {
    blocks(function)
        .flat_map(instructions)
        .filter(|instruction| intrinsics.is_declaration(*instruction))
        .filter_map(|call| Some((declared(call)?, scope_of(call)?)))
        .collect()
}

/// The innermost scope that all instructions are from that name an object.
fn scope_around(context: LLVMContextRef, object: LLVMValueRef) -> Option<LLVMMetadataRef> {
    let mut scopes = users(object).filter_map(scope_of);
    let first = scopes.next()?;
    scopes.try_fold(first, |around, other| {
        let outer: Vec<LLVMMetadataRef> = chain(context, other).collect();
        chain(context, around).find(|scope| outer.contains(scope))
    })
}

fn scope_of(instruction: LLVMValueRef) -> Option<LLVMMetadataRef> {
    // SAFETY: the value is an instruction; its location has a scope.
    unsafe {
        let location = LLVMInstructionGetDebugLoc(instruction);
        (!location.is_null()).then(|| LLVMDILocationGetScope(location))
    }
}

fn is_block(scope: LLVMMetadataRef) -> bool {
    // SAFETY: a scope is metadata.
    let kind = unsafe { LLVMGetMetadataKind(scope) };
    matches!(kind, LLVMMetadataKind::LLVMDILexicalBlockMetadataKind)
}

/// A scope and those around it, up to the function.
fn chain(context: LLVMContextRef, scope: LLVMMetadataRef) -> impl Iterator<Item = LLVMMetadataRef> {
    std::iter::successors(Some(scope), move |scope| {
        // SAFETY: scopes are nodes; the second operand of a block is the scope around it.
        unsafe {
            match LLVMGetMetadataKind(*scope) {
                LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
                | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind => {}
                _ => return None,
            }
            let node = LLVMMetadataAsValue(context, *scope);
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
            let around = operands.get(1).copied().filter(|around| !around.is_null())?;
            Some(LLVMValueAsMetadata(around))
        }
    })
}

/// Before which instructions lives begin (true) and end.
type Marks = Vec<(LLVMValueRef, bool)>;

/// Whether the last instruction with a known place was from a block of the source, as far as known.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Was {
    inside: bool,
    outside: bool,
}

impl Was {
    fn one(inside: bool) -> Was {
        Was { inside, outside: !inside }
    }
}

/// Where execution enters and leaves a block of the source. None if it is not clear of some place whether it enters there.
fn marks(
    context: LLVMContextRef,
    entry: LLVMBasicBlockRef,
    scope: LLVMMetadataRef,
) -> Option<Marks> {
    let mut known: FxHashMap<LLVMMetadataRef, bool> = FxHashMap::default();
    let mut is_inside = |instruction: LLVMValueRef| {
        // Nothing can be put before a phi.
        let of =
            scope_of(instruction).filter(|_| opcode(instruction) != Some(LLVMOpcode::LLVMPHI))?;
        Some(*known.entry(of).or_insert_with(|| chain(context, of).any(|around| around == scope)))
    };
    let mut before: FxHashMap<LLVMBasicBlockRef, Was> = FxHashMap::default();
    before.insert(entry, Was::one(false));
    let mut order = vec![entry];
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        let last = instructions(block).filter_map(&mut is_inside).last();
        let after = last.map_or(before[&block], Was::one);
        for next in successors(block) {
            let old = before.get(&next).copied();
            let was = old.unwrap_or_default();
            let new =
                Was { inside: was.inside || after.inside, outside: was.outside || after.outside };
            if old.is_none() {
                order.push(next);
            }
            if old != Some(new) {
                before.insert(next, new);
                open.push(next);
            }
        }
    }
    let mut marks = Marks::new();
    for block in order {
        let mut was = before[&block];
        for instruction in instructions(block) {
            let Some(inside) = is_inside(instruction) else { continue };
            match inside {
                true if was == Was::one(false) => marks.push((instruction, true)),
                true if was.outside => return None,
                false if was.inside => marks.push((instruction, false)),
                _ => {}
            }
            was = Was::one(inside);
        }
    }
    Some(marks)
}

fn insert(
    module: LLVMModuleRef,
    context: LLVMContextRef,
    intrinsics: Intrinsics,
    object: LLVMValueRef,
    marks: &Marks,
) {
    // SAFETY: everything is of the function's context; the markers come before instructions of it that are no phis.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context);
        let mut pointer = LLVMPointerTypeInContext(context, 0);
        // The whole object, whatever its size.
        let size = LLVMConstInt(LLVMInt64TypeInContext(context), u64::MAX, 0);
        for (instruction, begins) in marks {
            let number =
                if *begins { intrinsics.lifetime_start() } else { intrinsics.lifetime_end() };
            let marker = LLVMGetIntrinsicDeclaration(module, number, &mut pointer, 1);
            LLVMPositionBuilderBefore(builder, *instruction);
            LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(*instruction));
            let ty = LLVMGlobalGetValueType(marker);
            LLVMBuildCall2(builder, ty, marker, [size, object].as_mut_ptr(), 2, c"".as_ptr());
        }
        LLVMDisposeBuilder(builder);
    }
}
