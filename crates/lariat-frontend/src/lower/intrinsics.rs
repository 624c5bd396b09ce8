//! LLVM's own functions: what a call of each becomes.
//!
//! What a call of an intrinsic does is looked up once per declaration, by the intrinsic's name without its type suffix.

use lariat_program::{BinaryOp, CastOp, Flags, FloatPredicate, Inst, Intrinsic, Operand, Rule};

use super::function::FunctionLowering;
use super::instructions::float_flags;
use super::raw::{self, Value, ValueKind};
use crate::normalise::checks::MARKER;

/// What a call of an intrinsic becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Nothing: a hint to the compiler.
    Ignore,
    /// A computation.
    Compute(Intrinsic),
    /// The first operand.
    Copy,
    /// One of `memcpy` and `memmove`.
    MemoryCopy {
        may_overlap: bool,
    },
    /// `memset`.
    MemorySet,
    /// A stack object comes or goes.
    Lifetime {
        start: bool,
    },
    StackSave,
    StackRestore,
    VaStart,
    VaEnd,
    VaCopy,
    Assume(Rule),
    Trap,
    Fence,
    /// Where a variable lives.
    DebugDeclare,
    /// What a variable's value is.
    DebugValue,
    /// A label of the source.
    DebugLabel,
    /// An operation that names its rounding mode and its exceptions, by the operation's name.
    Constrained(String),
    /// Something Lariat cannot execute, by name.
    Unsupported(String),
}

impl Action {
    /// What calls of a marker become that stands for a rule.
    pub(super) fn of_marker(name: &str) -> Option<Action> {
        let name = name.strip_prefix(MARKER)?;
        Rule::ALL.into_iter().find(|rule| rule.name() == name).map(Action::Assume)
    }

    /// What calls of an intrinsic become.
    pub(super) fn of(function: Value) -> Action {
        let full = match raw::intrinsic_id(function) {
            0 => return Action::Unsupported(raw::value_name(function)),
            id => raw::intrinsic_base_name(id),
        };
        let name = full.strip_prefix("llvm.").unwrap_or(&full);
        if let Some(operation) = name.strip_prefix("experimental.constrained.") {
            return Action::Constrained(operation.to_owned());
        }
        match name {
            "dbg.declare" => Action::DebugDeclare,
            "dbg.value" | "dbg.assign" => Action::DebugValue,
            "dbg.label" => Action::DebugLabel,
            "memcpy" | "memcpy.inline" => Action::MemoryCopy { may_overlap: false },
            "memmove" => Action::MemoryCopy { may_overlap: true },
            "memset" | "memset.inline" => Action::MemorySet,
            "lifetime.start" => Action::Lifetime { start: true },
            "lifetime.end" => Action::Lifetime { start: false },
            "stacksave" => Action::StackSave,
            "stackrestore" => Action::StackRestore,
            "va_start" => Action::VaStart,
            "va_end" => Action::VaEnd,
            "va_copy" => Action::VaCopy,
            "assume" => Action::Assume(Rule::Promise),
            "trap" | "debugtrap" | "ubsantrap" => Action::Trap,
            "x86.sse2.mfence" | "x86.sse2.lfence" | "x86.sse.sfence" => Action::Fence,
            "annotation"
            | "ptr.annotation"
            | "ssa.copy"
            | "arithmetic.fence"
            | "launder.invariant.group"
            | "strip.invariant.group" => Action::Copy,
            "donothing"
            | "prefetch"
            | "sideeffect"
            | "pseudoprobe"
            | "var.annotation"
            | "codeview.annotation"
            | "experimental.noalias.scope.decl"
            | "clear_cache"
            | "pcmarker"
            | "x86.sse2.pause" => Action::Ignore,
            _ => match computation(name) {
                Some(op) => Action::Compute(op),
                None => Action::Unsupported(full),
            },
        }
    }
}

/// The computation of an intrinsic, if the model has it.
fn computation(name: &str) -> Option<Intrinsic> {
    Some(match name {
        // Those whose name in the model would mean something else in LLVM.
        "trunc" => Intrinsic::FTrunc,
        "llround" => Intrinsic::LRound,
        "llrint" => Intrinsic::LRint,
        "expect.with.probability" => Intrinsic::Expect,
        "readsteadycounter" => Intrinsic::CycleCounter,
        "fneg" | "ftrunc" => return None,
        _ => *Intrinsic::ALL.iter().find(|op| op.name() == name)?,
    })
}

impl FunctionLowering<'_> {
    /// Appends what a call of an intrinsic becomes.
    pub(super) fn lower_intrinsic(&mut self, call: Value, action: &Action) {
        match action {
            Action::Ignore => return,
            Action::DebugDeclare => return self.lower_declare(call),
            Action::DebugValue => return self.lower_debug_value(call),
            Action::DebugLabel => return self.lower_label(call),
            _ => {}
        }
        let inst = match self.odd_type(call) {
            Some(reason) => self.unsupported(reason, call),
            None => self.intrinsic_instruction(call, action),
        };
        let location = self.lowering.location(call);
        self.emit(inst, call, location);
    }

    fn intrinsic_instruction(&mut self, call: Value, action: &Action) -> Inst {
        match action {
            Action::Compute(op) => {
                let args = self.arguments(call, raw::argument_count(call));
                self.compute(call, *op, &args)
            }
            Action::Copy => {
                let args = self.arguments(call, 1);
                self.compute(call, Intrinsic::Expect, &args)
            }
            Action::MemoryCopy { may_overlap } => Inst::MemoryCopy {
                target: self.operand_at(call, 0),
                source: self.operand_at(call, 1),
                length: self.operand_at(call, 2),
                may_overlap: *may_overlap,
                volatile: is_true(raw::operand(call, 3)),
            },
            Action::MemorySet => Inst::MemorySet {
                target: self.operand_at(call, 0),
                value: self.operand_at(call, 1),
                length: self.operand_at(call, 2),
                volatile: is_true(raw::operand(call, 3)),
            },
            Action::Lifetime { start } => {
                Inst::Lifetime { pointer: self.operand_at(call, 1), start: *start }
            }
            Action::StackSave => Inst::StackSave,
            Action::StackRestore => Inst::StackRestore { saved: self.operand_at(call, 0) },
            Action::VaStart => Inst::VaStart { list: self.operand_at(call, 0) },
            Action::VaEnd => Inst::VaEnd { list: self.operand_at(call, 0) },
            Action::VaCopy => {
                Inst::VaCopy { target: self.operand_at(call, 0), source: self.operand_at(call, 1) }
            }
            Action::Assume(rule) => {
                Inst::Assume { condition: self.operand_at(call, 0), rule: *rule }
            }
            Action::Trap => Inst::Trap,
            Action::Fence => Inst::Fence,
            Action::Constrained(operation) => self.constrained(call, operation),
            Action::Unsupported(name) => self.unsupported(format!("the intrinsic {name}"), call),
            Action::Ignore | Action::DebugDeclare | Action::DebugValue | Action::DebugLabel => {
                unreachable!("these make no instruction")
            }
        }
    }

    fn arguments(&mut self, call: Value, count: u32) -> Vec<Operand> {
        (0..count).map(|index| self.operand_at(call, index)).collect()
    }

    fn compute(&mut self, call: Value, op: Intrinsic, args: &[Operand]) -> Inst {
        let flags = if raw::can_be_fast(call) { float_flags(call) } else { Flags::NONE };
        Inst::Intrinsic { op, flags, args: self.operand_list(args) }
    }

    /// An operation with explicit rounding mode. In the default mode it is the plain operation; exceptions are not modelled.
    fn constrained(&mut self, call: Value, operation: &str) -> Inst {
        let mut args = Vec::new();
        let mut words = Vec::new();
        for index in 0..raw::argument_count(call) {
            let argument = raw::operand(call, index);
            if raw::value_kind(argument) == ValueKind::LLVMMetadataAsValueValueKind {
                words.push(raw::metadata_string(argument));
            } else {
                args.push(self.operand(argument));
            }
        }
        let rounding = words.iter().find_map(|word| word.strip_prefix("round."));
        if rounding.is_none_or(|mode| mode == "tonearest")
            && let Some(inst) = self.unconstrained(call, operation, &args, &words)
        {
            return inst;
        }
        let mode = rounding.map(|mode| format!(", rounding {mode}")).unwrap_or_default();
        self.unsupported(
            format!("the intrinsic llvm.experimental.constrained.{operation}{mode}"),
            call,
        )
    }

    fn unconstrained(
        &mut self,
        call: Value,
        operation: &str,
        args: &[Operand],
        words: &[String],
    ) -> Option<Inst> {
        let named = |op: &&BinaryOp| op.name() == operation;
        if let (Some(&op), &[lhs, rhs]) = (BinaryOp::ALL.iter().find(named), args) {
            return Some(Inst::Binary { op, flags: float_flags(call), lhs, rhs });
        }
        // Before the casts: rounding toward zero and dropping bits have the same name.
        if let Some(op) = computation(operation) {
            return Some(self.compute(call, op, args));
        }
        if let ("fcmp" | "fcmps", &[lhs, rhs]) = (operation, args) {
            let predicate = FloatPredicate::ALL
                .iter()
                .find(|predicate| words.iter().any(|word| word == predicate.name()))?;
            return Some(Inst::FloatCompare {
                predicate: *predicate,
                flags: Flags::NONE,
                lhs,
                rhs,
            });
        }
        match (CastOp::ALL.iter().find(|op| op.name() == operation), args) {
            (Some(&op), &[arg]) => Some(Inst::Cast { op, flags: Flags::NONE, arg }),
            _ => None,
        }
    }
}

/// Whether a constant is a set bit.
fn is_true(value: Value) -> bool {
    !raw::is_a_constant_int(value).is_null() && raw::constant_word(value) != 0
}
