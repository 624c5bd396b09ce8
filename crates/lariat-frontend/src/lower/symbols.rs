//! Global variables, functions, aliases, constructors: what has a name in the linker.

use lariat_program::{
    Alias, ConstantData, Extension, Function, FunctionId, Global, GlobalId, Linkage, Param,
    Passing, SourceParam,
};

use super::Lowering;
use super::intrinsics::Action;
use super::raw::{self, RawLinkage, TypeKind, Value};
use crate::library;

/// The place of the attributes of what a function returns.
const RESULT_ATTRIBUTES: u32 = 0;

/// The place of a function's own attributes.
pub(super) const FUNCTION_ATTRIBUTES: u32 = u32::MAX;

// Positions of operands of a `DISubprogram` and a `DIGlobalVariable`.
const SUBPROGRAM_NAME: usize = 2;
const SUBPROGRAM_TYPE: usize = 4;
const VARIABLE_NAME: usize = 1;
const VARIABLE_TYPE: usize = 3;

/// The numbers LLVM gave the attributes that we look for.
pub(super) struct AttributeKinds {
    pub(super) by_value: u32,
    pub(super) result: u32,
    pub(super) align: u32,
    pub(super) no_return: u32,
    pub(super) returns_twice: u32,
    pub(super) sign_extended: u32,
    pub(super) zero_extended: u32,
}

impl AttributeKinds {
    pub(super) fn new() -> AttributeKinds {
        AttributeKinds {
            by_value: raw::attribute_kind("byval"),
            result: raw::attribute_kind("sret"),
            align: raw::attribute_kind("align"),
            no_return: raw::attribute_kind("noreturn"),
            returns_twice: raw::attribute_kind("returns_twice"),
            sign_extended: raw::attribute_kind("signext"),
            zero_extended: raw::attribute_kind("zeroext"),
        }
    }
}

impl Lowering {
    /// Lowers everything but the bodies of functions.
    pub(super) fn lower_symbols(&mut self) {
        let mut global = raw::first_global(self.module);
        let mut globals = Vec::new();
        while !global.is_null() {
            // Lists for the linker and the compiler, not variables.
            if !raw::value_name(global).starts_with("llvm.") {
                globals.push(global);
                self.globals.insert(global, GlobalId::from_u32(globals.len() as u32 - 1));
            }
            global = raw::next_global(global);
        }
        let mut function = raw::first_function(self.module);
        while !function.is_null() {
            self.lower_function_head(function);
            function = raw::next_function(function);
        }
        for global in globals {
            let lowered = self.lower_global(global);
            self.program.globals.push(lowered);
        }
        self.lower_aliases();
        self.lower_constructors();
    }

    fn lower_global(&mut self, global: Value) -> Global {
        let llvm_type = raw::global_value_type(global);
        let ty = self.ty(llvm_type);
        let size = self.program.types.info(ty).alloc_size;
        let mut align = raw::alignment(global);
        if align == 0 {
            // LLVM lays out its own definitions with more care than the ABI asks of others.
            let is_ours = !raw::is_declaration(global) && self.is_laid_out(llvm_type);
            let abi = self.program.types.info(ty).align;
            align = if is_ours { raw::preferred_global_align(self.layout, global) } else { abi };
        }
        let initializer = raw::global_initializer(global);
        let mut lowered = Global {
            name: raw::value_name(global),
            source_name: None,
            source_type: None,
            ty,
            size,
            align,
            constant: raw::is_global_constant(global),
            thread_local: raw::is_thread_local(global),
            linkage: linkage(global),
            initializer: (!initializer.is_null()).then(|| self.image(initializer)),
            location: None,
        };
        if let Some(expression) = raw::global_metadata(global, self.debug.attachment) {
            let variable = raw::described_variable(expression);
            let node = self.node(variable);
            lowered.source_name = node.string(VARIABLE_NAME);
            lowered.source_type = Some(self.source_type(node.metadata(VARIABLE_TYPE)));
            lowered.location =
                self.line(raw::variable_file(variable), raw::variable_line(variable));
        }
        lowered
    }

    /// Everything about a function but its body.
    fn lower_function_head(&mut self, function: Value) {
        // The name is LLVM's own even if this version of LLVM does not know the function.
        if raw::intrinsic_id(function) != 0 || raw::value_name(function).starts_with("llvm.") {
            self.intrinsics.insert(function, Action::of(function));
            return;
        }
        if let Some(action) = Action::of_marker(&raw::value_name(function)) {
            self.intrinsics.insert(function, action);
            return;
        }
        let ty = raw::global_value_type(function);
        let params =
            (0..raw::parameter_count(ty)).map(|index| self.lower_param(function, index)).collect();
        let attribute =
            |kind| !raw::function_attribute(function, FUNCTION_ATTRIBUTES, kind).is_null();
        let no_return = attribute(self.attributes.no_return);
        let returns_twice = attribute(self.attributes.returns_twice);
        let of_result =
            |kind| !raw::function_attribute(function, RESULT_ATTRIBUTES, kind).is_null();
        let result_extension = if of_result(self.attributes.sign_extended) {
            Some(Extension::Sign)
        } else {
            of_result(self.attributes.zero_extended).then_some(Extension::Zero)
        };
        let mut lowered = Function {
            name: raw::value_name(function),
            source_name: None,
            result: self.ty(raw::return_type(ty)),
            result_extension,
            source_result: None,
            params,
            source_params: Vec::new(),
            variadic: raw::is_variadic(ty),
            linkage: linkage(function),
            no_return,
            library: raw::has_text_attribute(function, library::ATTRIBUTE),
            location: None,
            body: None,
        };
        let subprogram = raw::subprogram(function);
        if !subprogram.is_null() {
            let node = self.node(subprogram);
            lowered.source_name = node.string(SUBPROGRAM_NAME);
            lowered.location =
                self.line(raw::scope_file(subprogram), raw::subprogram_line(subprogram));
            let signature = self.signature(node.metadata(SUBPROGRAM_TYPE));
            lowered.source_result = Some(signature.result);
            lowered.source_params =
                signature.parameters.into_iter().map(|ty| SourceParam { name: None, ty }).collect();
        }
        let id = self.program.functions.push(lowered);
        if returns_twice {
            self.returning_twice.insert(id);
        }
        self.functions.insert(function, id);
    }

    fn lower_param(&mut self, function: Value, index: u32) -> Param {
        let ty = raw::type_of(raw::parameter(function, index));
        let passing = if raw::type_kind(ty) == TypeKind::LLVMPointerTypeKind {
            self.passing(|kind| raw::function_attribute(function, index + 1, kind))
        } else {
            Passing::Direct
        };
        Param { ty: self.ty(ty), name: None, passing }
    }

    /// How a pointer is passed, from the attributes of a parameter or argument.
    pub(super) fn passing(&mut self, attribute: impl Fn(u32) -> raw::Attribute) -> Passing {
        let by_value = attribute(self.attributes.by_value);
        if !by_value.is_null() {
            let ty = raw::attribute_type(by_value);
            let align = attribute(self.attributes.align);
            let align = if align.is_null() {
                raw::abi_align(self.layout, ty)
            } else {
                raw::attribute_number(align) as u32
            };
            return Passing::ByValue { ty: self.ty(ty), align };
        }
        let result = attribute(self.attributes.result);
        if !result.is_null() {
            return Passing::Result { ty: self.ty(raw::attribute_type(result)) };
        }
        Passing::Direct
    }

    fn lower_aliases(&mut self) {
        let mut alias = raw::first_alias(self.module);
        while !alias.is_null() {
            let target = self.constant(raw::aliasee(alias));
            let name = raw::value_name(alias);
            self.program.aliases.push(Alias { name, target, linkage: linkage(alias) });
            alias = raw::next_alias(alias);
        }
    }

    /// Constructors run by ascending priority. Destructors are sorted the same way and run backwards.
    fn lower_constructors(&mut self) {
        let mut global = raw::first_global(self.module);
        while !global.is_null() {
            match raw::value_name(global).as_str() {
                "llvm.global_ctors" => self.program.constructors = self.priority_list(global),
                "llvm.global_dtors" => {
                    let mut list = self.priority_list(global);
                    list.reverse();
                    self.program.destructors = list;
                }
                _ => {}
            }
            global = raw::next_global(global);
        }
    }

    fn priority_list(&mut self, global: Value) -> Vec<FunctionId> {
        let list = raw::global_initializer(global);
        let mut entries = Vec::new();
        if list.is_null() {
            return entries;
        }
        let mut with_priority = Vec::new();
        for index in 0..raw::operand_count(list).max(0) as u32 {
            let entry = raw::aggregate_element(list, index);
            let priority = raw::aggregate_element(entry, 0);
            let function = raw::aggregate_element(entry, 1);
            if priority.is_null()
                || function.is_null()
                || raw::is_a_constant_int(priority).is_null()
            {
                continue;
            }
            let function = self.constant(function);
            if let ConstantData::Function { function, .. } =
                self.program.constants.get(function).data
            {
                with_priority.push((raw::constant_word(priority), function));
            }
        }
        with_priority.sort_by_key(|(priority, _)| *priority);
        entries.extend(with_priority.into_iter().map(|(_, function)| function));
        entries
    }
}

fn linkage(symbol: Value) -> Linkage {
    match raw::linkage(symbol) {
        RawLinkage::LLVMInternalLinkage
        | RawLinkage::LLVMPrivateLinkage
        | RawLinkage::LLVMLinkerPrivateLinkage
        | RawLinkage::LLVMLinkerPrivateWeakLinkage => Linkage::Internal,
        RawLinkage::LLVMWeakAnyLinkage
        | RawLinkage::LLVMLinkOnceAnyLinkage
        | RawLinkage::LLVMExternalWeakLinkage => Linkage::Weak,
        RawLinkage::LLVMWeakODRLinkage
        | RawLinkage::LLVMLinkOnceODRLinkage
        | RawLinkage::LLVMCommonLinkage
        | RawLinkage::LLVMAvailableExternallyLinkage => Linkage::Shared,
        _ => Linkage::External,
    }
}
