//! Calls of functions and inline assembly.

use lariat_program::{Call, Callee, ConstantData, Flags, Inst, Intrinsic, Passing};

use super::function::FunctionLowering;
use super::raw::{self, TypeKind, Value, ValueKind};
use super::symbols::FUNCTION_ATTRIBUTES;

impl FunctionLowering<'_> {
    /// Appends what a call becomes.
    pub(super) fn lower_call(&mut self, call: Value) {
        let called = raw::called_value(call);
        if let Some(action) = self.lowering.intrinsics.get(&called) {
            let action = action.clone();
            return self.lower_intrinsic(call, &action);
        }
        let inst = match self.odd_type(call) {
            Some(reason) => self.unsupported(reason, call),
            None if raw::value_kind(called) == ValueKind::LLVMInlineAsmValueKind => {
                self.lower_assembly(call, called)
            }
            None => self.plain_call(call, called),
        };
        let location = self.lowering.location(call);
        self.emit(inst, call, location);
    }

    fn plain_call(&mut self, call: Value, called: Value) -> Inst {
        let callee = self.callee(called);
        let ty = raw::called_type(call);
        let count = raw::argument_count(call);
        let mut args = Vec::with_capacity(count as usize);
        let mut passing = Vec::with_capacity(count as usize);
        for index in 0..count {
            let argument = raw::operand(call, index);
            args.push(self.operand(argument));
            passing.push(self.argument_passing(call, callee, index, argument));
        }
        let kinds = &self.lowering.attributes;
        let attribute = |kind| !raw::call_attribute(call, FUNCTION_ATTRIBUTES, kind).is_null();
        let mut no_return = attribute(kinds.no_return);
        let mut returns_twice = attribute(kinds.returns_twice);
        if let Callee::Direct(function) = callee {
            no_return |= self.lowering.program.functions[function].no_return;
            returns_twice |= self.lowering.returning_twice.contains(&function);
        }
        let result = self.lowering.ty(raw::return_type(ty));
        let fixed_args = raw::is_variadic(ty).then(|| raw::parameter_count(ty));
        let id = self.body.calls.push(Call {
            callee,
            args,
            passing,
            result,
            fixed_args,
            no_return,
            returns_twice,
        });
        Inst::Call(id)
    }

    fn callee(&mut self, called: Value) -> Callee {
        if let Some(&function) = self.lowering.functions.get(&called) {
            return Callee::Direct(function);
        }
        let operand = self.operand(called);
        // An alias of a function is that function.
        if let Some(constant) = operand.constant()
            && let ConstantData::Function { function, offset: 0 } =
                self.lowering.program.constants.get(constant).data
        {
            return Callee::Direct(function);
        }
        Callee::Indirect(operand)
    }

    /// How an argument is passed: what the call says, else what the function says.
    fn argument_passing(
        &mut self,
        call: Value,
        callee: Callee,
        index: u32,
        argument: Value,
    ) -> Passing {
        if raw::type_kind(raw::type_of(argument)) != TypeKind::LLVMPointerTypeKind {
            return Passing::Direct;
        }
        let here = self.lowering.passing(|kind| raw::call_attribute(call, index + 1, kind));
        match callee {
            Callee::Direct(function) if here == Passing::Direct => {
                let params = &self.lowering.program.functions[function].params;
                params.get(index as usize).map_or(here, |param| param.passing)
            }
            _ => here,
        }
    }

    /// Assembly without instructions only keeps the compiler from moving things; all other is unsupported.
    fn lower_assembly(&mut self, call: Value, assembly: Value) -> Inst {
        let text = raw::asm_text(assembly);
        if is_empty(&text) {
            if raw::type_kind(raw::type_of(call)) == TypeKind::LLVMVoidTypeKind {
                return Inst::Fence;
            }
            let argument = handed_through(&raw::asm_constraints(assembly))
                .filter(|&index| index < raw::argument_count(call))
                .map(|index| raw::operand(call, index))
                .filter(|&argument| raw::type_of(argument) == raw::type_of(call));
            if let Some(argument) = argument {
                let argument = self.operand(argument);
                let args = self.operand_list(&[argument]);
                return Inst::Intrinsic { op: Intrinsic::Expect, flags: Flags::NONE, args };
            }
        }
        self.unsupported(format!("inline assembly \"{}\"", text.escape_debug()), call)
    }
}

/// Whether assembly has no instructions, only comments.
fn is_empty(text: &str) -> bool {
    text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

/// The argument that is handed through to the result: the one in the register of the only output.
///
/// Outputs come first and start with `=`; with a `*` they are memory, whose address is an argument. An input in the same
/// register as an output has the output's number.
fn handed_through(constraints: &str) -> Option<u32> {
    let mut output = None;
    let mut argument = 0;
    let mut handed = None;
    let places = constraints.split(',').filter(|part| !part.starts_with('~'));
    for (number, part) in places.enumerate() {
        if part.starts_with('=') && !part.contains('*') {
            if output.replace(number).is_some() {
                return None;
            }
            continue;
        }
        if output.is_some_and(|output| part.parse() == Ok(output)) {
            handed = Some(argument);
        }
        argument += 1;
    }
    handed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_handed_through_by_empty_assembly() {
        assert_eq!(handed_through("=r,0,~{memory}"), Some(0));
        assert_eq!(handed_through("=*m,=r,*m,1,~{cc}"), Some(2));
        assert_eq!(handed_through("=r,r"), None);
        assert_eq!(handed_through("=r,=r,0,1"), None);
        assert_eq!(handed_through("~{memory}"), None);
    }

    #[test]
    fn comments_are_no_instructions() {
        assert!(is_empty(" # only this\n\n"));
        assert!(!is_empty("# this\nnop"));
    }
}
