//! Calls and returns.

use std::sync::Arc;

use lariat_program::{Call, CallId, Callee, Function, FunctionId, Operand, Passing, Type, TypeId};
use lariat_term::Sort;

use super::{Access, Aim, Executor, Halt, Offset, Resolved, Step, set};
use crate::bug::{BugKind, EndReason};
use crate::memory::Region;
use crate::object::{Bytes, Origin};
use crate::state::{Frame, State, VariableArg};
use crate::value::Value;

/// Frames kept for later calls.
const MOST_SPARE_FRAMES: usize = 64;

impl<'m> Executor<'m> {
    /// Executes a call instruction: enters the callee, or does what a function of the engine does and goes on behind it.
    pub(super) fn call(&mut self, state: &mut State, call: CallId) -> Step<()> {
        let body = self.body(state.frame.function);
        let call: &'m Call = &body.calls[call];
        let callee = match call.callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer) => {
                let pointer = self.fetch(state, pointer);
                let known = match pointer {
                    Value::Word(address) => Aim::At(address),
                    _ => self.aim(state, &pointer, |executor, _| executor.machine.callable())?,
                };
                let (Aim::At(address) | Aim::Astray { address, .. }) = known;
                let is_open = pointer
                    .bits(&self.store, self.machine.pointer_bits)
                    .is_some_and(|term| self.is_uninitialised(state, term));
                match self.machine.function_at(address) {
                    Some(function) if matches!(known, Aim::At(_)) => function,
                    _ => {
                        let kind = if address == 0 && !is_open {
                            BugKind::NullDereference
                        } else {
                            BugKind::InvalidCall
                        };
                        let detail = match is_open {
                            true => "the pointer is uninitialised".to_owned(),
                            false => format!("a call of address {address:#x}"),
                        };
                        let mut bug = self.bug(state, kind, detail);
                        bug.may_go_on = matches!(known, Aim::Astray { or_others: true, .. });
                        return Err(self.fatal(state, bug));
                    }
                }
            }
        };
        self.check_call_type(state, callee, call);
        // Calls take their arguments in turn, so one list serves them all.
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        args.extend(call.args.iter().map(|arg| self.fetch(state, *arg)));
        let done = self.call_with(state, callee, call, &mut args);
        self.args = args;
        done
    }

    /// A function of the program that is called as another type, as far as the machine sees a difference: another number of
    /// arguments, other kinds of registers. That is undefined, and the state goes on with what the registers hold.
    fn check_call_type(&mut self, state: &mut State, callee: FunctionId, call: &Call) {
        let functions = &self.machine.program.functions;
        let function = &functions[callee];
        let body = self.body(state.frame.function);
        // A call without a prototype is one with any arguments.
        let is_any = call.fixed_args.is_some() || function.variadic;
        let is_foreign = function.body.is_none()
            || function.library
            || functions[state.frame.function].library
            || self.machine.builtin(callee).is_some();
        if !self.config.check_call_types || is_any || is_foreign || state.approximations.over {
            return;
        }
        let given = call.args.iter().map(|arg| self.machine.program.operand_type(body, *arg));
        if call.result == function.result && given.eq(function.params.iter().map(|param| param.ty))
        {
            return;
        }
        let name = function.source_name.as_ref().unwrap_or(&function.name);
        let bug = self.bug(state, BugKind::InvalidCall, format!("{name} is of another type"));
        self.report(state, bug, Arc::clone(&state.model));
    }

    /// Numbers and pointers that the program gives to the C library are used there: they are printed, or they are sizes.
    fn check_arguments(&mut self, state: &mut State, callee: FunctionId, args: &[Value]) {
        let functions = &self.machine.program.functions;
        let function = &functions[callee];
        // These ask about a value, or say something about it.
        let is_ours = ["lariat_", "klee_", "__VERIFIER_", "llvm."]
            .iter()
            .any(|prefix| function.name.starts_with(prefix));
        let is_library = function.library || self.machine.builtin(callee).is_some();
        if is_ours || !is_library || functions[state.frame.function].library {
            return;
        }
        for arg in args {
            if let Value::Term(term) = arg {
                self.check_initialised(state, *term);
            }
        }
    }

    fn call_with(
        &mut self,
        state: &mut State,
        callee: FunctionId,
        call: &'m Call,
        args: &mut Vec<Value>,
    ) -> Step<()> {
        let function = &self.machine.program.functions[callee];
        if self.config.check_uninitialised && state.approximations.uninitialised {
            self.check_arguments(state, callee, args);
        }
        if let Some(builtin) = self.machine.builtin(callee) {
            let result = crate::builtins::run(self, state, builtin, (callee, call), args)?;
            self.finish_builtin(state, result);
            return Ok(());
        }
        if function.body.is_none() {
            return self.unknown_function(state, callee, call, args);
        }
        self.fit_arguments(state, call, function, args);
        let result = self.result_register(state);
        self.enter(state, callee, args, Some(call), result)
    }

    /// Arguments as the callee finds them when it was called as another type, as C before prototypes could not help: what is missing
    /// is whatever was in the registers, what is too much nobody looks at.
    fn fit_arguments(
        &self,
        state: &mut State,
        call: &Call,
        function: &Function,
        args: &mut Vec<Value>,
    ) {
        let body = self.body(state.frame.function);
        for (position, param) in function.params.iter().enumerate() {
            let wanted = param.ty;
            let given =
                call.args.get(position).map(|arg| self.machine.program.operand_type(body, *arg));
            let fitted = match given {
                Some(given) if given == wanted => continue,
                Some(given) if matches!(param.passing, Passing::Direct) => {
                    self.refit(&args[position], given, wanted)
                }
                _ => None,
            };
            let value = fitted.unwrap_or_else(|| {
                state.approximations.uninitialised = true;
                self.arbitrary(wanted, "unpassed")
            });
            match args.get_mut(position) {
                Some(slot) => *slot = value,
                None => args.push(value),
            }
        }
    }

    /// A value passed or returned as one type and taken as another: integers and pointers share registers, of which a
    /// narrower type sees the low bits and a wider one has arbitrary high bits.
    fn refit(&self, value: &Value, given: TypeId, wanted: TypeId) -> Option<Value> {
        let program = &self.machine.program;
        let whole = |ty: TypeId| match program.types.get(ty) {
            Type::Float(_) => None,
            _ => self.value_width(ty),
        };
        let (from, to) = (whole(given)?, whole(wanted)?);
        let bits = value.bits(&self.store, from)?;
        let term = if to <= from {
            self.store.extract(to - 1, 0, bits)
        } else {
            let high = self.store.fresh_var("unpassed", Sort::BitVec(to - from));
            self.store.concat(high, bits)
        };
        Some(Value::from_term(&self.store, term))
    }

    /// The register the call instruction being executed puts its result in.
    fn result_register(&self, state: &State) -> Option<lariat_program::ValueId> {
        let inst = self.code(state.frame.function).insts[state.frame.pc as usize]?;
        self.body(state.frame.function).result(inst)
    }

    /// The register width of a type; none if it is no scalar.
    pub fn value_width(&self, ty: lariat_program::TypeId) -> Option<u32> {
        crate::code::scalar_width(&self.machine.program, ty)
    }

    /// The width of an argument of a call being executed.
    pub fn argument_width(&self, state: &State, call: &Call, position: usize) -> Option<u32> {
        let body = self.body(state.frame.function);
        self.value_width(self.machine.program.operand_type(body, *call.args.get(position)?))
    }

    /// The name of a function called directly.
    pub fn callee_name(&self, call: &Call) -> Option<String> {
        match call.callee {
            Callee::Direct(function) => Some(self.machine.program.functions[function].name.clone()),
            Callee::Indirect(_) => None,
        }
    }

    /// Puts the result of a function of the engine where it belongs and goes on behind the call.
    pub(crate) fn finish_builtin(&mut self, state: &mut State, result: Option<Value>) {
        if let Some(target) = self.result_register(state) {
            set(state, target, result.unwrap_or(Value::Word(0)));
        }
        state.frame.pc += 1;
        state.steps += 1;
    }

    /// A function without body and model.
    fn unknown_function(
        &mut self,
        state: &mut State,
        callee: FunctionId,
        call: &Call,
        args: &[Value],
    ) -> Step<()> {
        let name = self.machine.program.functions[callee].name.clone();
        if !self.config.havoc_unknown || call.no_return {
            let site = self.site(state);
            return Err(EndReason::NoModel { function: name, site }.into());
        }
        crate::havoc::forget_reachable(self, state, &name, args);
        if let Some(target) = self.result_register(state) {
            let value = self.arbitrary(call.result, &name);
            set(state, target, value);
        }
        state.frame.pc += 1;
        Ok(())
    }

    /// Enters a function. `call` tells how arguments are passed.
    pub fn enter(
        &mut self,
        state: &mut State,
        callee: FunctionId,
        args: &mut Vec<Value>,
        call: Option<&Call>,
        result: Option<lariat_program::ValueId>,
    ) -> Step<()> {
        if state.callers.len() >= self.config.max_call_depth {
            let bug = self.bug(
                state,
                BugKind::StackExhaustion,
                format!("{} calls deep", state.callers.len()),
            );
            return Err(self.fatal(state, bug));
        }
        let function = &self.machine.program.functions[callee];
        let code = self.code(callee);
        let stack_mark = state.memory.stack_mark();
        for (position, param) in function.params.iter().enumerate() {
            if let Passing::ByValue { ty, .. } = param.passing {
                args[position] = self.copy_argument(state, callee, &args[position], ty)?;
            }
        }
        let fixed = function.params.len();
        let variable_args = match call {
            Some(call) if function.variadic && args.len() > fixed => {
                let body = self.body(state.frame.function);
                let mut extra = Vec::with_capacity(args.len() - fixed);
                for (offset, value) in args.drain(fixed..).enumerate() {
                    extra.push(match call.passing.get(fixed + offset) {
                        Some(&Passing::ByValue { ty, align }) => {
                            let value = self.copy_argument(state, callee, &value, ty)?;
                            VariableArg { value, ty, by_value: Some(align) }
                        }
                        _ => {
                            let operand = call.args[fixed + offset];
                            let ty = self.machine.program.operand_type(body, operand);
                            VariableArg { value, ty, by_value: None }
                        }
                    });
                }
                Some(Arc::new(extra))
            }
            _ => None,
        };
        // Frames of calls that returned are used again: a call allocates nothing once its depth has been reached before.
        let mut slot = self.spare_frames.pop().unwrap_or_default();
        if Arc::get_mut(&mut slot).is_none() {
            slot = Arc::default();
        }
        if let Some(frame) = Arc::get_mut(&mut slot) {
            frame.registers.clear();
            frame.registers.extend(args.drain(..).take(fixed));
            frame.registers.resize(code.registers, Value::Word(0));
            frame.function = callee;
            frame.pc = code.starts[self.body(callee).entry()];
            frame.stack_mark = stack_mark;
            frame.variable_args = variable_args;
            frame.result = result;
            std::mem::swap(&mut state.frame, frame);
        }
        state.callers.push(slot);
        state.steps += u64::from(code.entry_steps);
        state.block = self.body(callee).entry();
        if self.coverage.call(callee, state.block, &mut state.untested) {
            state.covered_new = true;
        }
        self.at_block(state, code.entry_watched)
    }

    /// A copy of an argument passed by value, which belongs to the callee.
    fn copy_argument(
        &mut self,
        state: &mut State,
        callee: FunctionId,
        pointer: &Value,
        ty: lariat_program::TypeId,
    ) -> Step<Value> {
        let size = self.machine.program.types.info(ty).alloc_size;
        let source = self.resolve(state, pointer, size, Access::Read)?;
        let bytes = match source.offset {
            Offset::Concrete(offset) => self.read_bytes(state, source.handle, offset, size),
            Offset::Term(_) => {
                let mut bytes = Vec::new();
                for position in 0..size {
                    let place = self.moved(source, position);
                    let value = self.read_scalar(state, place, 1, 8)?;
                    let content = crate::object::split(&self.store, &value, 8, 1);
                    bytes.extend(content.unwrap_or_default());
                }
                bytes
            }
        };
        let copy = state
            .memory
            .allocate(Region::Stack, Bytes::uninitialised(size), Origin::Argument(callee), true)
            .ok_or(EndReason::AddressSpace)?;
        self.write_bytes(state, Resolved { handle: copy, offset: Offset::Concrete(0) }, &bytes)?;
        let base = state.memory.get(copy).map_or(0, |object| object.base);
        Ok(Value::Word(base))
    }

    /// Returns from the function being executed.
    pub(super) fn return_from(&mut self, state: &mut State, value: Option<Operand>) -> Step<()> {
        let result = value.map(|value| self.fetch(state, value));
        if state.callers.is_empty() {
            return self.finish(state, result);
        }
        self.keep_arguments(state);
        let Some(caller) = state.callers.pop() else { return Ok(()) };
        state.memory.pop_stack(state.frame.stack_mark);
        let (callee, wants_result) = (state.frame.function, state.frame.result);
        self.leave_frame(state, caller);
        if let Some(target) = wants_result {
            let given = self.machine.program.functions[callee].result;
            let wanted = self.body(state.frame.function).values[target].ty;
            let fitted = match result {
                Some(value) if given == wanted => Some(value),
                Some(value) => self.refit(&value, given, wanted),
                None => None,
            };
            let value = fitted.unwrap_or_else(|| {
                state.approximations.uninitialised = true;
                self.arbitrary(wanted, "unreturned")
            });
            set(state, target, value);
        }
        state.frame.pc += 1;
        state.block = self.code(state.frame.function).blocks[state.frame.pc as usize];
        Ok(())
    }

    /// Goes back to the caller's frame; the other one is kept to be used again.
    fn leave_frame(&mut self, state: &mut State, mut caller: Arc<Frame>) {
        match Arc::get_mut(&mut caller) {
            Some(frame) => {
                std::mem::swap(&mut state.frame, frame);
                frame.variable_args = None;
                if self.spare_frames.len() < MOST_SPARE_FRAMES {
                    self.spare_frames.push(caller);
                }
            }
            // Another state has it too.
            None => state.frame.clone_from(&caller),
        }
    }

    /// The outermost function returned.
    fn finish(&mut self, state: &mut State, result: Option<Value>) -> Step<()> {
        self.ask_pending(state)?;
        // Nothing of it is there any more that could lead to memory.
        state.memory.pop_stack(state.frame.stack_mark);
        state.frame.registers.fill(Value::Word(0));
        let status = match result {
            Some(Value::Word(word)) => Some(word as i32),
            _ => None,
        };
        self.end_of_program(state, EndReason::Exit(status))
    }

    /// What is checked when the program ends normally.
    pub fn end_of_program(&mut self, state: &mut State, reason: EndReason) -> Step<()> {
        self.ask_pending(state)?;
        if self.config.check_leaks {
            crate::leaks::check(self, state)?;
        }
        Err(Halt::End(reason))
    }
}
