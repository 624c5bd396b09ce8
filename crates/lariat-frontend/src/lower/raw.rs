//! LLVM's C interface as plain functions, so that the lowering reads as a walk over a module and not as a list of
//! unsafe blocks.
//!
//! Everything here works on pointers into one module that [`lower`](super::lower()) borrows for as long as the lowering
//! runs, so all of them are live. LLVM checks the kind of what it is given in debug builds only: each function is to be
//! called with the kind of value its name says. None of these is visible outside of the lowering.

use std::ffi::{CStr, c_char, c_uint};

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
pub(super) use inkwell::llvm_sys::debuginfo::LLVMMetadataKind as MetadataKind;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
pub(super) use inkwell::llvm_sys::{
    LLVMAtomicOrdering as Ordering, LLVMAtomicRMWBinOp as UpdateOp, LLVMIntPredicate as Predicate,
    LLVMLinkage as RawLinkage, LLVMOpcode as Opcode, LLVMRealPredicate as RealPredicate,
    LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};

pub(super) type Value = LLVMValueRef;
pub(super) type Ty = LLVMTypeRef;
pub(super) type RawBlock = LLVMBasicBlockRef;
pub(super) type Metadata = LLVMMetadataRef;
pub(super) type Layout = LLVMTargetDataRef;
pub(super) type RawModule = LLVMModuleRef;
pub(super) type RawContext = LLVMContextRef;
pub(super) type Attribute = LLVMAttributeRef;

macro_rules! calls {
    ($($name:ident = $function:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)?;)+) => {$(
        #[inline]
        pub(super) fn $name($($arg: $ty),*) $(-> $result)? {
            // SAFETY: the pointers are live and of the kind asked for, see the module comment.
            unsafe { $function($($arg),*) }
        }
    )+};
}

macro_rules! tests {
    ($($name:ident = $function:ident($($arg:ident: $ty:ty),*);)+) => {$(
        #[inline]
        pub(super) fn $name($($arg: $ty),*) -> bool {
            // SAFETY: the pointers are live and of the kind asked for, see the module comment.
            unsafe { $function($($arg),*) != 0 }
        }
    )+};
}

calls! {
    module_context = LLVMGetModuleContext(module: RawModule) -> RawContext;
    module_layout = LLVMGetModuleDataLayout(module: RawModule) -> Layout;
    first_function = LLVMGetFirstFunction(module: RawModule) -> Value;
    next_function = LLVMGetNextFunction(function: Value) -> Value;
    first_global = LLVMGetFirstGlobal(module: RawModule) -> Value;
    next_global = LLVMGetNextGlobal(global: Value) -> Value;
    first_alias = LLVMGetFirstGlobalAlias(module: RawModule) -> Value;
    next_alias = LLVMGetNextGlobalAlias(alias: Value) -> Value;
    aliasee = LLVMAliasGetAliasee(alias: Value) -> Value;
    linkage = LLVMGetLinkage(symbol: Value) -> RawLinkage;
    global_value_type = LLVMGlobalGetValueType(symbol: Value) -> Ty;
    global_initializer = LLVMGetInitializer(global: Value) -> Value;
    preferred_global_align = LLVMPreferredAlignmentOfGlobal(layout: Layout, global: Value) -> c_uint;
    alignment = LLVMGetAlignment(value: Value) -> c_uint;

    value_kind = LLVMGetValueKind(value: Value) -> ValueKind;
    type_of = LLVMTypeOf(value: Value) -> Ty;
    type_kind = LLVMGetTypeKind(ty: Ty) -> LLVMTypeKind;
    int_width = LLVMGetIntTypeWidth(ty: Ty) -> c_uint;
    element_type = LLVMGetElementType(ty: Ty) -> Ty;
    array_length = LLVMGetArrayLength2(ty: Ty) -> u64;
    vector_length = LLVMGetVectorSize(ty: Ty) -> c_uint;
    address_space = LLVMGetPointerAddressSpace(ty: Ty) -> c_uint;
    field_count = LLVMCountStructElementTypes(ty: Ty) -> c_uint;
    field_type = LLVMStructGetTypeAtIndex(ty: Ty, index: c_uint) -> Ty;
    field_offset = LLVMOffsetOfElement(layout: Layout, ty: Ty, index: c_uint) -> u64;
    alloc_size = LLVMABISizeOfType(layout: Layout, ty: Ty) -> u64;
    store_size = LLVMStoreSizeOfType(layout: Layout, ty: Ty) -> u64;
    abi_align = LLVMABIAlignmentOfType(layout: Layout, ty: Ty) -> c_uint;
    pointer_size = LLVMPointerSize(layout: Layout) -> c_uint;
    return_type = LLVMGetReturnType(function_type: Ty) -> Ty;
    parameter_count = LLVMCountParamTypes(function_type: Ty) -> c_uint;
    int_type = LLVMIntTypeInContext(context: RawContext, width: c_uint) -> Ty;

    operand_count = LLVMGetNumOperands(value: Value) -> i32;
    operand = LLVMGetOperand(value: Value, index: c_uint) -> Value;
    constant_opcode = LLVMGetConstOpcode(expression: Value) -> Opcode;
    constant_word = LLVMConstIntGetZExtValue(constant: Value) -> u64;
    constant_signed_word = LLVMConstIntGetSExtValue(constant: Value) -> i64;
    constant_bitcast = LLVMConstBitCast(constant: Value, ty: Ty) -> Value;
    aggregate_element = LLVMGetAggregateElement(constant: Value, index: c_uint) -> Value;
    block_address_function = LLVMGetBlockAddressFunction(address: Value) -> Value;
    block_address_block = LLVMGetBlockAddressBasicBlock(address: Value) -> RawBlock;
    is_a_constant_int = LLVMIsAConstantInt(value: Value) -> Value;
    is_a_block_address = LLVMIsABlockAddress(value: Value) -> Value;

    parameter = LLVMGetParam(function: Value, index: c_uint) -> Value;
    first_block = LLVMGetFirstBasicBlock(function: Value) -> RawBlock;
    next_block = LLVMGetNextBasicBlock(block: RawBlock) -> RawBlock;
    block_terminator = LLVMGetBasicBlockTerminator(block: RawBlock) -> Value;
    block_value = LLVMBasicBlockAsValue(block: RawBlock) -> Value;
    first_instruction = LLVMGetFirstInstruction(block: RawBlock) -> Value;
    next_instruction = LLVMGetNextInstruction(instruction: Value) -> Value;
    first_use = LLVMGetFirstUse(value: Value) -> LLVMUseRef;
    next_use = LLVMGetNextUse(value: LLVMUseRef) -> LLVMUseRef;
    use_user = LLVMGetUser(value: LLVMUseRef) -> Value;
    opcode = LLVMGetInstructionOpcode(instruction: Value) -> Opcode;
    successor_count = LLVMGetNumSuccessors(terminator: Value) -> c_uint;
    successor = LLVMGetSuccessor(terminator: Value, index: c_uint) -> RawBlock;
    branch_condition = LLVMGetCondition(branch: Value) -> Value;
    incoming_count = LLVMCountIncoming(phi: Value) -> c_uint;
    incoming_value = LLVMGetIncomingValue(phi: Value, index: c_uint) -> Value;
    incoming_block = LLVMGetIncomingBlock(phi: Value, index: c_uint) -> RawBlock;
    int_predicate = LLVMGetICmpPredicate(compare: Value) -> Predicate;
    real_predicate = LLVMGetFCmpPredicate(compare: Value) -> RealPredicate;
    fast_math_flags = LLVMGetFastMathFlags(instruction: Value) -> c_uint;
    gep_flags = LLVMGEPGetNoWrapFlags(gep: Value) -> c_uint;
    gep_source_type = LLVMGetGEPSourceElementType(gep: Value) -> Ty;
    allocated_type = LLVMGetAllocatedType(alloca: Value) -> Ty;
    ordering = LLVMGetOrdering(access: Value) -> Ordering;
    update_op = LLVMGetAtomicRMWBinOp(update: Value) -> UpdateOp;
    mask_length = LLVMGetNumMaskElements(shuffle: Value) -> c_uint;
    mask_element = LLVMGetMaskValue(shuffle: Value, index: c_uint) -> i32;
    called_value = LLVMGetCalledValue(call: Value) -> Value;
    called_type = LLVMGetCalledFunctionType(call: Value) -> Ty;
    argument_count = LLVMGetNumArgOperands(call: Value) -> c_uint;
    intrinsic_id = LLVMGetIntrinsicID(function: Value) -> c_uint;
    call_attribute = LLVMGetCallSiteEnumAttribute(call: Value, index: c_uint, kind: c_uint) -> Attribute;
    function_attribute = LLVMGetEnumAttributeAtIndex(function: Value, index: c_uint, kind: c_uint) -> Attribute;
    attribute_type = LLVMGetTypeAttributeValue(attribute: Attribute) -> Ty;
    attribute_number = LLVMGetEnumAttributeValue(attribute: Attribute) -> u64;
    instruction_metadata = LLVMGetMetadata(instruction: Value, kind: c_uint) -> Value;

    debug_location = LLVMInstructionGetDebugLoc(instruction: Value) -> Metadata;
    location_line = LLVMDILocationGetLine(location: Metadata) -> c_uint;
    location_column = LLVMDILocationGetColumn(location: Metadata) -> c_uint;
    location_scope = LLVMDILocationGetScope(location: Metadata) -> Metadata;
    location_inlined_at = LLVMDILocationGetInlinedAt(location: Metadata) -> Metadata;
    scope_file = LLVMDIScopeGetFile(scope: Metadata) -> Metadata;
    subprogram = LLVMGetSubprogram(function: Value) -> Metadata;
    subprogram_line = LLVMDISubprogramGetLine(subprogram: Metadata) -> c_uint;
    variable_line = LLVMDIVariableGetLine(variable: Metadata) -> c_uint;
    variable_file = LLVMDIVariableGetFile(variable: Metadata) -> Metadata;
    described_variable = LLVMDIGlobalVariableExpressionGetVariable(expression: Metadata) -> Metadata;
    metadata_kind = LLVMGetMetadataKind(metadata: Metadata) -> MetadataKind;
    metadata_tag = LLVMGetDINodeTag(metadata: Metadata) -> u16;
    type_bits = LLVMDITypeGetSizeInBits(ty: Metadata) -> u64;
    type_bit_offset = LLVMDITypeGetOffsetInBits(ty: Metadata) -> u64;
    type_flags = LLVMDITypeGetFlags(ty: Metadata) -> i32;
    metadata_value = LLVMMetadataAsValue(context: RawContext, metadata: Metadata) -> Value;
    value_metadata = LLVMValueAsMetadata(value: Value) -> Metadata;
}

tests! {
    is_declaration = LLVMIsDeclaration(symbol: Value);
    is_thread_local = LLVMIsThreadLocal(global: Value);
    is_global_constant = LLVMIsGlobalConstant(global: Value);
    is_constant = LLVMIsConstant(value: Value);
    is_sized = LLVMTypeIsSized(ty: Ty);
    is_variadic = LLVMIsFunctionVarArg(function_type: Ty);
    has_nsw = LLVMGetNSW(instruction: Value);
    has_nuw = LLVMGetNUW(instruction: Value);
    is_exact = LLVMGetExact(instruction: Value);
    is_nneg = LLVMGetNNeg(instruction: Value);
    is_disjoint = LLVMGetIsDisjoint(instruction: Value);
    can_be_fast = LLVMCanValueUseFastMathFlags(instruction: Value);
    is_volatile = LLVMGetVolatile(access: Value);
    is_weak = LLVMGetWeak(compare_exchange: Value);
    is_conditional = LLVMIsConditional(branch: Value);
    has_metadata = LLVMHasMetadata(instruction: Value);
}

/// Whether an instruction has metadata of a kind.
pub(super) fn has_named_metadata(instruction: Value, kind: &str) -> bool {
    // SAFETY: the instruction is live, and the name as long as is said.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(instruction));
        let kind = LLVMGetMDKindIDInContext(context, kind.as_ptr().cast(), kind.len() as c_uint);
        !LLVMGetMetadata(instruction, kind).is_null()
    }
}

/// Text that LLVM owns, with its length.
fn text(start: *const c_char, length: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gave the start and the length of a string that lives as long as the module.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Text that LLVM made for us, which is copied and given back.
fn message(start: *mut c_char) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM made a string that ends in zero and is ours to dispose of.
    unsafe {
        let copy = CStr::from_ptr(start).to_string_lossy().into_owned();
        LLVMDisposeMessage(start);
        copy
    }
}

/// Text that LLVM owns and that ends in zero.
fn c_text(start: *const c_char) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gave a string that ends in zero.
    unsafe { CStr::from_ptr(start) }.to_string_lossy().into_owned()
}

macro_rules! texts {
    ($($name:ident = $function:ident($arg:ident: $ty:ty, $length:ty);)+) => {$(
        pub(super) fn $name($arg: $ty) -> String {
            let mut length: $length = 0;
            // SAFETY: the pointer is live and of the kind asked for, see the module comment.
            let start = unsafe { $function($arg, &mut length) };
            text(start, length as usize)
        }
    )+};
}

texts! {
    value_name = LLVMGetValueName2(value: Value, usize);
    module_assembly = LLVMGetModuleInlineAsm(module: RawModule, usize);
    asm_text = LLVMGetInlineAsmAsmString(asm: Value, usize);
    asm_constraints = LLVMGetInlineAsmConstraintString(asm: Value, usize);
    file_name = LLVMDIFileGetFilename(file: Metadata, c_uint);
    file_directory = LLVMDIFileGetDirectory(file: Metadata, c_uint);
    source_type_name = LLVMDITypeGetName(ty: Metadata, usize);
    metadata_string = LLVMGetMDString(value: Value, c_uint);
    intrinsic_base_name = LLVMIntrinsicGetName(id: c_uint, usize);
}

/// The name of a block.
pub(super) fn block_name(block: RawBlock) -> String {
    // SAFETY: see the module comment.
    c_text(unsafe { LLVMGetBasicBlockName(block) })
}

/// The module's target triple.
pub(super) fn triple(module: RawModule) -> String {
    // SAFETY: see the module comment.
    c_text(unsafe { LLVMGetTarget(module) })
}

/// The module's data layout.
pub(super) fn data_layout_text(module: RawModule) -> String {
    // SAFETY: see the module comment.
    c_text(unsafe { LLVMGetDataLayoutStr(module) })
}

/// The tag of a struct type, if it has one.
pub(super) fn struct_name(ty: Ty) -> Option<String> {
    // SAFETY: see the module comment.
    Some(c_text(unsafe { LLVMGetStructName(ty) })).filter(|name| !name.is_empty())
}

/// LLVM's spelling of a type.
pub(super) fn print_type(ty: Ty) -> String {
    // SAFETY: see the module comment.
    message(unsafe { LLVMPrintTypeToString(ty) })
}

/// LLVM's spelling of a value. For a value inside a module this numbers the whole module: only for constants and for
/// metadata that no instruction uses.
pub(super) fn print_value(value: Value) -> String {
    // SAFETY: see the module comment.
    message(unsafe { LLVMPrintValueToString(value) })
}

/// The elements of a constant array or vector of numbers as they lie in memory.
///
/// The interface documents this for strings only, but what it does is the same for all element types; a build of LLVM with
/// internal checks would stop here, none that is installed has them. The caller checks the length.
pub(super) fn raw_data<'module>(constant: Value) -> &'module [u8] {
    let mut length = 0;
    // SAFETY: the constant is a data sequence; its bytes live as long as the context.
    unsafe {
        let start = LLVMGetAsString(constant, &mut length);
        if start.is_null() || length == 0 {
            &[]
        } else {
            std::slice::from_raw_parts(start.cast(), length)
        }
    }
}

/// The nearest double of a floating-point constant.
pub(super) fn constant_double(constant: Value) -> f64 {
    let mut loses = 0;
    // SAFETY: see the module comment.
    unsafe { LLVMConstRealGetDouble(constant, &mut loses) }
}

/// The indexes of an `extractvalue` or `insertvalue`.
pub(super) fn indices<'module>(instruction: Value) -> &'module [u32] {
    // SAFETY: LLVM gives the start and the number of the instruction's indexes, which live as long as it does.
    unsafe {
        let length = LLVMGetNumIndices(instruction) as usize;
        if length == 0 {
            return &[];
        }
        std::slice::from_raw_parts(LLVMGetIndices(instruction), length)
    }
}

/// The operands of a metadata node; a missing one is null.
pub(super) fn node_operands(node: Value) -> Vec<Value> {
    // SAFETY: the node is a metadata node; the list is as long as LLVM says.
    unsafe {
        let length = LLVMGetMDNodeNumOperands(node) as usize;
        let mut operands = vec![std::ptr::null_mut(); length];
        if length > 0 {
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
        }
        operands
    }
}

/// The number of an attribute's name.
pub(super) fn attribute_kind(name: &str) -> c_uint {
    // SAFETY: the name is given with its length.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// Whether a function has an attribute that is a text of somebody's own and not one of LLVM's.
pub(super) fn has_text_attribute(function: Value, name: &str) -> bool {
    const FUNCTION: c_uint = c_uint::MAX;
    // SAFETY: the function is one, and the name is given with its length.
    let attribute = unsafe {
        LLVMGetStringAttributeAtIndex(
            function,
            FUNCTION,
            name.as_ptr().cast(),
            name.len() as c_uint,
        )
    };
    !attribute.is_null()
}

/// The number of a metadata kind's name.
pub(super) fn metadata_kind_number(context: RawContext, name: &str) -> c_uint {
    // SAFETY: the name is given with its length.
    unsafe { LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as c_uint) }
}

/// The metadata of one kind attached to a global variable.
pub(super) fn global_metadata(global: Value, kind: c_uint) -> Option<Metadata> {
    let mut length = 0;
    // SAFETY: LLVM makes a list of so many entries, which is ours to dispose of.
    unsafe {
        let entries = LLVMGlobalCopyAllMetadata(global, &mut length);
        let found = (0..length as c_uint)
            .find(|&index| LLVMValueMetadataEntriesGetKind(entries, index) == kind)
            .map(|index| LLVMValueMetadataEntriesGetMetadata(entries, index));
        LLVMDisposeValueMetadataEntries(entries);
        found
    }
}

/// Turns debug records into calls, which can be walked.
pub(super) fn use_debug_calls(module: RawModule) {
    // SAFETY: see the module comment.
    unsafe {
        if LLVMIsNewDbgInfoFormat(module) != 0 {
            LLVMSetIsNewDbgInfoFormat(module, 0);
        }
    }
}

/// Makes debug metadata, to compare it with what is there: equal nodes are the same node.
pub(super) struct DebugBuilder(LLVMDIBuilderRef);

impl DebugBuilder {
    pub(super) fn new(module: RawModule) -> DebugBuilder {
        // SAFETY: see the module comment.
        DebugBuilder(unsafe { LLVMCreateDIBuilderDisallowUnresolved(module) })
    }

    /// A location expression.
    pub(super) fn expression(&self, words: &[u64]) -> Metadata {
        let mut words = words.to_vec();
        // SAFETY: the words are given with their number.
        unsafe { LLVMDIBuilderCreateExpression(self.0, words.as_mut_ptr(), words.len()) }
    }

    /// A parameter.
    pub(super) fn parameter(
        &self,
        scope: Metadata,
        name: &str,
        number: u32,
        file: Metadata,
        line: u32,
        ty: Metadata,
    ) -> Metadata {
        // SAFETY: scope, file and type come from an existing variable; the name is given with its length.
        unsafe {
            LLVMDIBuilderCreateParameterVariable(
                self.0,
                scope,
                name.as_ptr().cast(),
                name.len(),
                number,
                file,
                line,
                ty,
                0,
                0,
            )
        }
    }
}

impl Drop for DebugBuilder {
    fn drop(&mut self) {
        // SAFETY: made by `new` and not disposed of before.
        unsafe { LLVMDisposeDIBuilder(self.0) }
    }
}
