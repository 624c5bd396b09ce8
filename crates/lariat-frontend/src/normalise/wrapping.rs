//! Code of others whose signed arithmetic wraps because the user says so.
//!
//! Of C files clang leaves out the marks `nsw` itself, by which overflow is checked. In bitcode and assembly they are there already.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::LLVMSetNSW;
use inkwell::module::Module;
use inkwell::values::AsValueRef;

use super::instructions::{blocks, instructions, opcode};

/// Removes the marks that signed arithmetic does not overflow.
pub(crate) fn let_wrap(module: &Module<'_>) {
    let functions = module.get_functions();
    for instruction in
        functions.flat_map(|function| blocks(function.as_value_ref())).flat_map(instructions)
    {
        let is_marked = matches!(
            opcode(instruction),
            Some(
                LLVMOpcode::LLVMAdd
                    | LLVMOpcode::LLVMSub
                    | LLVMOpcode::LLVMMul
                    | LLVMOpcode::LLVMShl
            )
        );
        if is_marked {
            // SAFETY: the instruction is alive and of a kind that can have the mark.
            unsafe { LLVMSetNSW(instruction, 0) };
        }
    }
}
