//! Lives of objects that clang does not mark, by their blocks of the source.
//!
//! clang marks no lives of variables that are declared after some label of the function, nor of variables that a jump leads around the
//! declaration of, nor of compound literals. Such an object lives as long as the block of the source that it is in is
//! executed. Debug information tells of most instructions which block they are from. So a life begins before the first
//! instruction from the block that comes after one from elsewhere, and ends before the first one from elsewhere that comes
//! after one from the block. Where a life may have begun already or not, the object gets no marks: a mark would make it
//! indeterminate. Where a block is entered at a place that the block itself also leads to (a `case` that the one before falls into), the
//! mark is put on the way from outside.
//!
//! clang tells of no block around a statement without braces, which C has there: see [`super::bodies`]. Nor does it tell where a variable is
//! declared whose declaration is never reached, as in `switch (n) { int x; case 1: ... }`. Such a variable is taken to live in the
//! innermost block that all instructions are from that name it. That is a guess, so a rule is marked whose breach is an
//! assumption of the answer ([`Rule::Block`]). The same holds for functions without debug information.

use std::cell::RefCell;

use inkwell::attributes::AttributeLoc;
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBuildBr, LLVMBuildCall2, LLVMConstInt, LLVMCreateBuilderInContext, LLVMDisposeBuilder,
    LLVMGetInstructionParent, LLVMGetIntrinsicDeclaration, LLVMGetMDNodeNumOperands,
    LLVMGetMDNodeOperands, LLVMGetNumSuccessors, LLVMGetSuccessor, LLVMGlobalGetValueType,
    LLVMInsertBasicBlockInContext, LLVMInt1TypeInContext, LLVMInt64TypeInContext,
    LLVMIsAConstantInt, LLVMMetadataAsValue, LLVMPointerTypeInContext, LLVMPositionBuilderAtEnd,
    LLVMPositionBuilderBefore, LLVMSetCurrentDebugLocation2, LLVMSetSuccessor, LLVMValueAsMetadata,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMDILocationGetScope, LLVMGetMetadataKind, LLVMGetSubprogram, LLVMInstructionGetDebugLoc,
    LLVMMetadataKind,
};
use inkwell::llvm_sys::prelude::{
    LLVMBasicBlockRef, LLVMBuilderRef, LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMValueRef,
};
use inkwell::values::{AsValueRef, FunctionValue};
use lariat_program::Rule;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::library;

use super::bodies::{LoopBody, loop_bodies};
use super::checks::mark;
use super::instructions::{
    Intrinsics, Promotion, blocks, instructions, opcode, operand, successors, terminator, users,
    value_name,
};
use super::lifetimes::declared;

/// What clang calls the memory of a compound literal.
const COMPOUND_LITERAL: &str = ".compoundliteral";

/// What clang calls memory of its own, besides names that are none in C.
const TEMPORARIES: [&str; 5] = ["retval", "tmp", "coerce", "saved_stack", "temp"];

/// Marks the lives of objects that are kept in memory and that clang has not marked.
pub(super) fn mark_blocks(module: LLVMModuleRef, function: FunctionValue<'_>) {
    let intrinsics = Intrinsics::new();
    let value = function.as_value_ref();
    let context = function.get_type().get_context();
    let context = context.as_ctx_ref();
    let Some(entry) = blocks(value).next() else { return };
    let mut declarations: Option<FxHashMap<LLVMValueRef, LLVMMetadataRef>> = None;
    let mut bodies: Option<Vec<LoopBody>> = None;
    // SAFETY: the value is a function.
    let is_described = unsafe { !LLVMGetSubprogram(value).is_null() };
    let is_library =
        function.get_string_attribute(AttributeLoc::Function, library::ATTRIBUTE).is_some();
    let objects: Vec<LLVMValueRef> = instructions(entry)
        .filter(|instruction| opcode(*instruction) == Some(LLVMOpcode::LLVMAlloca))
        .collect();
    for object in objects {
        // Arrays of variable length are made and freed where they live.
        // SAFETY: the operand of an alloca is its number of elements.
        let is_variable = unsafe { LLVMIsAConstantInt(operand(object, 0)).is_null() };
        if is_variable
            || intrinsics.promotion(object) == Promotion::Sure
            || users(object).any(|user| intrinsics.is_lifetime_end(user))
        {
            continue;
        }
        let name = value_name(object);
        let guess = || {
            // SAFETY: the users of an alloca are instructions of the module.
            users(object).last().into_iter().for_each(|user| unsafe {
                mark_guess(module, context, user);
            });
        };
        let declared = declarations.get_or_insert_with(|| declared_in(value, intrinsics));
        let declared = declared.get(&object).copied();
        // Bitcode of others need not have names. What has none may be a variable.
        if declared.is_none() && (!is_described || name.is_empty()) {
            if !is_library && (name.is_empty() || !is_temporary(&name)) {
                guess();
            }
            continue;
        }
        let is_literal = name.starts_with(COMPOUND_LITERAL);
        let (scope, is_known) = match declared {
            Some(scope) => (Some(scope), true),
            None if is_literal => (scope_around(context, object), true),
            None if is_temporary(&name) => continue,
            None => (scope_around(context, object), false),
        };
        let Some(scope) = scope else { continue };
        let bodies = bodies.get_or_insert_with(|| loop_bodies(value));
        let body =
            is_literal.then(|| bodies.iter().find(|body| is_around(context, body, object, scope)));
        let region = match body.flatten() {
            Some(body) => Region::Body(&body.blocks),
            None if is_block(scope) => Region::Scope(scope, RefCell::default()),
            None => Region::Function,
        };
        let is_in_endless =
            || bodies.iter().any(|body| body.condition.is_none() && is_inside_of(body, object));
        if !is_known || (is_literal && is_in_endless() && comes_again(context, &region, object)) {
            guess();
        }
        if matches!(region, Region::Function) {
            continue;
        }
        match marks(context, entry, &region) {
            Some(marks) => insert(module, context, intrinsics, object, marks),
            None => guess(),
        }
    }
}

/// The code that an object lives in.
enum Region<'b> {
    Function,
    /// A block of the source, and which scopes are known to be in it or not.
    Scope(LLVMMetadataRef, RefCell<FxHashMap<LLVMMetadataRef, bool>>),
    /// The body of a loop.
    Body(&'b FxHashSet<LLVMBasicBlockRef>),
}

impl Region<'_> {
    /// Whether an instruction is in the region. None if that is not known, and before a phi nothing can be put.
    fn has(&self, context: LLVMContextRef, instruction: LLVMValueRef) -> Option<bool> {
        if opcode(instruction) == Some(LLVMOpcode::LLVMPHI) {
            return None;
        }
        match self {
            Region::Function => Some(true),
            Region::Scope(scope, known) => {
                let of = scope_of(instruction)?;
                let is_inside = || chain(context, of).any(|around| around == *scope);
                Some(*known.borrow_mut().entry(of).or_insert_with(is_inside))
            }
            Region::Body(blocks) => {
                // SAFETY: an instruction is in a block.
                let block = unsafe { LLVMGetInstructionParent(instruction) };
                Some(blocks.contains(&block))
            }
        }
    }
}

/// Whether an object has a name that no variable of the source has.
fn is_temporary(name: &str) -> bool {
    let base = name.trim_end_matches(|character: char| character.is_ascii_digit());
    name.contains(['.', '-']) || TEMPORARIES.contains(&base)
}

/// Whether a loop's body without braces is the innermost block around all instructions that name an object, which are from a scope.
fn is_around(
    context: LLVMContextRef,
    body: &LoopBody,
    object: LLVMValueRef,
    scope: LLVMMetadataRef,
) -> bool {
    let of_loop = body.condition.and_then(terminator).and_then(scope_of);
    is_inside_of(body, object)
        && of_loop.is_some_and(|of_loop| chain(context, of_loop).any(|around| around == scope))
}

/// Whether the place where an object is made may be reached again without leaving a region.
fn comes_again(context: LLVMContextRef, region: &Region<'_>, object: LLVMValueRef) -> bool {
    let Some(user) = users(object).next() else { return false };
    // SAFETY: the users of an alloca are instructions, which are in blocks.
    let start = unsafe { LLVMGetInstructionParent(user) };
    let stays = |block: LLVMBasicBlockRef| {
        instructions(block).all(|instruction| region.has(context, instruction) != Some(false))
    };
    let mut seen: FxHashSet<LLVMBasicBlockRef> = FxHashSet::default();
    let mut open = successors(start);
    while let Some(block) = open.pop() {
        if block == start {
            return stays(start);
        }
        if seen.insert(block) && stays(block) {
            open.extend(successors(block));
        }
    }
    false
}

/// Whether all instructions that name an object are in a loop's body.
fn is_inside_of(body: &LoopBody, object: LLVMValueRef) -> bool {
    // SAFETY: the users of an alloca are instructions, which are in blocks.
    users(object).all(|user| body.blocks.contains(&unsafe { LLVMGetInstructionParent(user) }))
}

/// Says that the life of an object is a guess, where an instruction names it.
///
/// # Safety
/// The instruction is of the module.
unsafe fn mark_guess(module: LLVMModuleRef, context: LLVMContextRef, user: LLVMValueRef) {
    // SAFETY: nothing can be put before a phi; allocas are no phis and have an instruction behind them.
    unsafe {
        if opcode(user) == Some(LLVMOpcode::LLVMPHI) {
            return;
        }
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, user);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(user));
        mark(module, builder, Rule::Block, LLVMConstInt(LLVMInt1TypeInContext(context), 0, 0));
        LLVMDisposeBuilder(builder);
    }
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

/// Where lives begin (true) and end.
type Marks = Vec<(At, bool)>;

/// A place for a mark.
#[derive(Clone, Copy)]
enum At {
    Before(LLVMValueRef),
    /// On the way from a block to another one.
    Way(LLVMBasicBlockRef, LLVMBasicBlockRef),
}

/// Whether the last instruction with a known place was from a region, as far as known.
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

/// Where execution enters and leaves a region. None if it is not clear of some place whether it enters there.
fn marks(context: LLVMContextRef, entry: LLVMBasicBlockRef, region: &Region<'_>) -> Option<Marks> {
    let is_inside = |instruction: LLVMValueRef| region.has(context, instruction);
    let mut before: FxHashMap<LLVMBasicBlockRef, Was> = FxHashMap::default();
    let mut ways: FxHashMap<LLVMBasicBlockRef, Vec<(LLVMBasicBlockRef, Was)>> =
        FxHashMap::default();
    before.insert(entry, Was::one(false));
    let mut order = vec![entry];
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        let last = instructions(block).filter_map(is_inside).last();
        let after = last.map_or(before[&block], Was::one);
        for next in successors(block) {
            let here = ways.entry(next).or_default();
            here.retain(|way| way.0 != block);
            here.push((block, after));
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
                true if was == Was::one(false) => marks.push((At::Before(instruction), true)),
                true if was.outside => {
                    // Entered from outside and reached from inside. A block with phis would need them changed.
                    let has_phi =
                        instructions(block).next().and_then(opcode) == Some(LLVMOpcode::LLVMPHI);
                    for (from, after) in ways.get(&block)? {
                        match (after.inside, after.outside) {
                            (true, false) => {}
                            (false, true) if !has_phi => marks.push((At::Way(*from, block), true)),
                            _ => return None,
                        }
                    }
                }
                false if was.inside => marks.push((At::Before(instruction), false)),
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
    marks: Marks,
) {
    // SAFETY: everything is of the function's context; the markers come before instructions of it that are no phis.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context);
        let mut pointer = LLVMPointerTypeInContext(context, 0);
        // The whole object, whatever its size.
        let size = LLVMConstInt(LLVMInt64TypeInContext(context), u64::MAX, 0);
        for (at, begins) in marks {
            let instruction = match at {
                At::Before(instruction) => instruction,
                At::Way(from, to) => block_between(context, builder, from, to),
            };
            let number =
                if begins { intrinsics.lifetime_start() } else { intrinsics.lifetime_end() };
            let marker = LLVMGetIntrinsicDeclaration(module, number, &mut pointer, 1);
            LLVMPositionBuilderBefore(builder, instruction);
            LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
            let ty = LLVMGlobalGetValueType(marker);
            LLVMBuildCall2(builder, ty, marker, [size, object].as_mut_ptr(), 2, c"".as_ptr());
        }
        LLVMDisposeBuilder(builder);
    }
}

/// Puts a block on the way from a block to another one without phis. Returns the jump that it consists of.
///
/// # Safety
/// The blocks are of one function, and the first one leads to the second.
unsafe fn block_between(
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
    from: LLVMBasicBlockRef,
    to: LLVMBasicBlockRef,
) -> LLVMValueRef {
    // SAFETY: see above; a terminator's successors are changed to a block that leads to where they were.
    unsafe {
        let between = LLVMInsertBasicBlockInContext(context, to, c"entered".as_ptr());
        LLVMPositionBuilderAtEnd(builder, between);
        let place = instructions(to).find(|instruction| scope_of(*instruction).is_some());
        let location = place.map_or(std::ptr::null_mut(), |at| LLVMInstructionGetDebugLoc(at));
        LLVMSetCurrentDebugLocation2(builder, location);
        let jump = LLVMBuildBr(builder, to);
        if let Some(last) = terminator(from) {
            for number in 0..LLVMGetNumSuccessors(last) {
                if LLVMGetSuccessor(last, number) == to {
                    LLVMSetSuccessor(last, number, between);
                }
            }
        }
        jump
    }
}
