//! One instruction, phi or terminator as a line of text.

use crate::ids::{BlockId, InstId};
use crate::inst::*;
use crate::names::{Names, constant_text, type_text};
use crate::program::{Body, Program};

/// Writes instructions of one function.
#[derive(Clone, Copy)]
pub(crate) struct InstPrinter<'p> {
    pub(crate) program: &'p Program,
    pub(crate) body: &'p Body,
    pub(crate) names: &'p Names,
}

impl InstPrinter<'_> {
    fn operand(&self, operand: Operand) -> String {
        self.names.operand(self.program, operand)
    }

    fn list(&self, operands: &[Operand]) -> String {
        let texts: Vec<_> = operands.iter().map(|operand| self.operand(*operand)).collect();
        texts.join(", ")
    }

    fn type_of(&self, operand: Operand) -> String {
        type_text(self.program, self.program.operand_type(self.body, operand))
    }

    /// `i.2 = φ [entry: 0] [for.inc: i.3]`
    pub(crate) fn phi(&self, phi: &Phi) -> String {
        let mut text = format!("{} = φ", self.names.value(phi.result));
        for incoming in &phi.incoming {
            let value = self.operand(incoming.value);
            text += &format!(" [{}: {value}]", self.names.block(incoming.block));
        }
        text
    }

    /// An instruction with its result.
    pub(crate) fn inst(&self, id: InstId) -> String {
        let text = self.computation(id);
        match self.body.result(id) {
            Some(result) => format!("{} = {text}", self.names.value(result)),
            None => text,
        }
    }

    fn computation(&self, id: InstId) -> String {
        let result = || {
            self.body
                .result(id)
                .map_or_else(String::new, |v| type_text(self.program, self.body.values[v].ty))
        };
        match self.body.inst(id) {
            Inst::Binary { op, flags, lhs, rhs } => {
                let unsigned = matches!(op, BinaryOp::UDiv | BinaryOp::URem);
                let text = |operand| self.names.operand_as(self.program, operand, unsigned);
                format!("{} {}, {}", with_flags(op.name(), flags), text(lhs), text(rhs))
            }
            Inst::Compare { predicate, lhs, rhs } => {
                let (sign, unsigned) = comparison(predicate);
                let text = |operand| self.names.operand_as(self.program, operand, unsigned);
                format!("{} {sign} {}", text(lhs), text(rhs))
            }
            Inst::FloatCompare { predicate, flags, lhs, rhs } => {
                let name = with_flags(&format!("fcmp {}", predicate.name()), flags);
                format!("{name} {}, {}", self.operand(lhs), self.operand(rhs))
            }
            Inst::Cast { op, flags, arg } => {
                let name = with_flags(op.name(), flags);
                format!("{name} {} {} to {}", self.type_of(arg), self.operand(arg), result())
            }
            Inst::Intrinsic { op, flags, args } => {
                format!("{}({})", with_flags(op.name(), flags), self.list(self.body.operands(args)))
            }
            Inst::Select { condition, then, otherwise } => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|operand| self.operand(operand));
                format!("{condition} ? {then} : {otherwise}")
            }
            Inst::Freeze { arg } => format!("freeze {}", self.operand(arg)),
            Inst::Uninitialised => format!("uninitialised {}", result()),
            Inst::Alloca { element, count, align } => {
                let count = match self.operand(count) {
                    one if one == "1" => String::new(),
                    count => format!(" × {count}"),
                };
                format!("alloca {}{count}, align {align}", type_text(self.program, element))
            }
            Inst::Load { pointer, access } => {
                format!("load {}{} {}", access_text(access), result(), self.operand(pointer))
            }
            Inst::Store { pointer, value, access } => {
                let ty = self.type_of(value);
                let (value, pointer) = (self.operand(value), self.operand(pointer));
                format!("store {}{ty} {value} → {pointer}", access_text(access))
            }
            Inst::PointerAdd { base, offset, indexes, flags } => {
                self.pointer_add(base, offset, indexes, flags)
            }
            Inst::MemoryCopy { target, source, length, may_overlap, volatile } => {
                let name = if may_overlap { "memmove" } else { "memcpy" };
                self.memory(name, volatile, &[target, source, length])
            }
            Inst::MemorySet { target, value, length, volatile } => {
                self.memory("memset", volatile, &[target, value, length])
            }
            Inst::Lifetime { pointer, start } => {
                let what = if start { "starts" } else { "ends" };
                format!("lifetime {what} {}", self.operand(pointer))
            }
            Inst::StackSave => "stack save".into(),
            Inst::StackRestore { saved } => format!("stack restore {}", self.operand(saved)),
            Inst::Call(call) => self.call(&self.body.calls[call]),
            Inst::VaStart { list } => format!("va_start {}", self.operand(list)),
            Inst::VaEnd { list } => format!("va_end {}", self.operand(list)),
            Inst::VaCopy { target, source } => {
                format!("va_copy {} ← {}", self.operand(target), self.operand(source))
            }
            Inst::VaArg { list } => format!("va_arg {}, {}", self.operand(list), result()),
            Inst::ExtractValue { aggregate, path } => {
                format!("{}{}", self.operand(aggregate), self.path(path))
            }
            Inst::InsertValue { aggregate, value, path } => {
                let (aggregate, value) = (self.operand(aggregate), self.operand(value));
                format!("{aggregate} with {} = {value}", self.path(path))
            }
            Inst::ExtractElement { vector, index } => {
                format!("{}[{}]", self.operand(vector), self.operand(index))
            }
            Inst::InsertElement { vector, value, index } => {
                let [vector, value, index] = [vector, value, index].map(|o| self.operand(o));
                format!("{vector} with [{index}] = {value}")
            }
            Inst::Shuffle { lhs, rhs, mask } => {
                let mask = self.body.indexes(mask).iter().map(|index| match *index {
                    u32::MAX => "poison".to_owned(),
                    index => index.to_string(),
                });
                let mask: Vec<_> = mask.collect();
                let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
                format!("shuffle {lhs}, {rhs}, <{}>", mask.join(", "))
            }
            Inst::AtomicUpdate { op, pointer, value, access } => {
                let volatile = if access.volatile { "volatile " } else { "" };
                let (pointer, value) = (self.operand(pointer), self.operand(value));
                format!("atomic {volatile}{} {pointer}, {} {value}", op.name(), result())
            }
            Inst::CompareExchange { pointer, expected, new, weak, .. } => {
                let weak = if weak { " weak" } else { "" };
                let [pointer, expected, new] = [pointer, expected, new].map(|o| self.operand(o));
                format!("compare exchange{weak} {pointer}: {expected} → {new}")
            }
            Inst::Fence => "fence".into(),
            Inst::Assume { condition, rule: Rule::Promise } => {
                format!("assume {}", self.operand(condition))
            }
            Inst::Assume { condition, rule } => {
                format!("rule {} {}", rule.name(), self.operand(condition))
            }
            Inst::Trap => "trap".into(),
            Inst::Unsupported { reason, args } => {
                let reason = &self.body.reasons[reason as usize];
                format!("UNSUPPORTED {reason} ({})", self.list(self.body.operands(args)))
            }
        }
    }

    /// `&a + 4*i.1 + 8`
    fn pointer_add(&self, base: Operand, offset: i64, indexes: PoolRange, flags: Flags) -> String {
        let mut text = self.operand(base);
        for scaled in self.body.scaled_indexes(indexes) {
            let index = self.operand(scaled.index);
            let index = if index.contains(' ') { format!("({index})") } else { index };
            text += &match scaled.scale {
                1 => format!(" + {index}"),
                -1 => format!(" - {index}"),
                scale if scale < 0 => format!(" - {}*{index}", scale.unsigned_abs()),
                scale => format!(" + {scale}*{index}"),
            };
        }
        if offset < 0 {
            text += &format!(" - {}", offset.unsigned_abs());
        } else if offset > 0 || indexes.length == 0 {
            text += &format!(" + {offset}");
        }
        for name in flags.names() {
            text += " ";
            text += name;
        }
        text
    }

    fn memory(&self, name: &str, volatile: bool, args: &[Operand]) -> String {
        format!("{}{name}({})", if volatile { "volatile " } else { "" }, self.list(args))
    }

    fn path(&self, path: PoolRange) -> String {
        self.body.indexes(path).iter().map(|index| format!(".{index}")).collect()
    }

    fn call(&self, call: &Call) -> String {
        let callee = match call.callee {
            Callee::Direct(function) => self.program.functions[function].name.clone(),
            Callee::Indirect(pointer) => format!("(*{})", self.operand(pointer)),
        };
        let args = call.args.iter().zip(&call.passing).map(|(arg, passing)| match passing {
            Passing::Direct => self.operand(*arg),
            Passing::ByValue { .. } => format!("copy of *{}", self.operand(*arg)),
            Passing::Result { .. } => format!("result in {}", self.operand(*arg)),
        });
        let args: Vec<_> = args.collect();
        let mut text = format!("call {callee}({})", args.join(", "));
        if call.no_return {
            text += " noreturn";
        }
        if call.returns_twice {
            text += " returns_twice";
        }
        text
    }

    /// The lines of a terminator; a switch takes one per case.
    pub(crate) fn terminator(&self, terminator: &Terminator) -> Vec<String> {
        let block = |block: BlockId| self.names.block(block);
        let blocks = |list: &[BlockId]| -> String {
            list.iter().map(|b| block(*b)).collect::<Vec<_>>().join(", ")
        };
        match terminator {
            Terminator::Jump(target) => vec![format!("goto {}", block(*target))],
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.operand(*condition);
                vec![format!("if {condition} goto {} else {}", block(*then), block(*otherwise))]
            }
            Terminator::Switch { value, cases, default } => {
                let mut lines = vec![format!("switch {}", self.operand(*value))];
                for case in cases {
                    let value = match case.value.width() {
                        1 => case.value.bit(0).to_string(),
                        _ => case.value.to_bigint().to_string(),
                    };
                    lines.push(format!("  case {value}: goto {}", block(case.target)));
                }
                lines.push(format!("  default: goto {}", block(*default)));
                lines
            }
            Terminator::IndirectJump { address, targets } => {
                vec![format!("goto *{} one of {}", self.operand(*address), blocks(targets))]
            }
            Terminator::Return(Some(value)) => vec![format!("return {}", self.operand(*value))],
            Terminator::Return(None) => vec!["return".into()],
            Terminator::Unreachable => vec!["unreachable".into()],
            Terminator::Unsupported { reason, successors } => match successors[..] {
                [] => vec![format!("UNSUPPORTED {reason}")],
                _ => vec![format!("UNSUPPORTED {reason}, goes to {}", blocks(successors))],
            },
        }
    }

    /// What is on each edge that leaves by a terminator: `T`, `F`, a case's value, `default`, or nothing.
    pub(crate) fn edge_labels(&self, terminator: &Terminator) -> Vec<String> {
        match terminator {
            Terminator::Branch { .. } => vec!["T".into(), "F".into()],
            Terminator::Switch { cases, .. } => cases
                .iter()
                .map(|case| case.value.to_bigint().to_string())
                .chain(["default".to_owned()])
                .collect(),
            other => vec![String::new(); other.successors().len()],
        }
    }

    /// The initial content of a global's relocation.
    pub(crate) fn constant(program: &Program, constant: crate::ids::ConstantId) -> String {
        constant_text(program, constant, false)
    }
}

fn with_flags(name: &str, flags: Flags) -> String {
    flags.names().fold(name.to_owned(), |text, flag| text + " " + flag)
}

fn access_text(access: Access) -> &'static str {
    match (access.volatile, access.atomic) {
        (false, false) => "",
        (true, false) => "volatile ",
        (false, true) => "atomic ",
        (true, true) => "volatile atomic ",
    }
}

/// The comparison sign; unsigned ones carry a `u`.
fn comparison(predicate: IntPredicate) -> (&'static str, bool) {
    match predicate {
        IntPredicate::Eq => ("==", false),
        IntPredicate::Ne => ("!=", false),
        IntPredicate::Ult => ("<u", true),
        IntPredicate::Ule => ("<=u", true),
        IntPredicate::Ugt => (">u", true),
        IntPredicate::Uge => (">=u", true),
        IntPredicate::Slt => ("<", false),
        IntPredicate::Sle => ("<=", false),
        IntPredicate::Sgt => (">", false),
        IntPredicate::Sge => (">=", false),
    }
}

/// The kind of an instruction, one word, stable for programs that read the JSON output.
pub(crate) fn kind_name(inst: Inst) -> &'static str {
    match inst {
        Inst::Binary { op, .. } => op.name(),
        Inst::Compare { .. } => "compare",
        Inst::FloatCompare { .. } => "float_compare",
        Inst::Cast { op, .. } => op.name(),
        Inst::Intrinsic { .. } => "intrinsic",
        Inst::Select { .. } => "select",
        Inst::Freeze { .. } => "freeze",
        Inst::Uninitialised => "uninitialised",
        Inst::Alloca { .. } => "alloca",
        Inst::Load { .. } => "load",
        Inst::Store { .. } => "store",
        Inst::PointerAdd { .. } => "pointer_add",
        Inst::MemoryCopy { may_overlap: true, .. } => "memmove",
        Inst::MemoryCopy { .. } => "memcpy",
        Inst::MemorySet { .. } => "memset",
        Inst::Lifetime { .. } => "lifetime",
        Inst::StackSave => "stack_save",
        Inst::StackRestore { .. } => "stack_restore",
        Inst::Call(_) => "call",
        Inst::VaStart { .. } => "va_start",
        Inst::VaEnd { .. } => "va_end",
        Inst::VaCopy { .. } => "va_copy",
        Inst::VaArg { .. } => "va_arg",
        Inst::ExtractValue { .. } => "extract_value",
        Inst::InsertValue { .. } => "insert_value",
        Inst::ExtractElement { .. } => "extract_element",
        Inst::InsertElement { .. } => "insert_element",
        Inst::Shuffle { .. } => "shuffle",
        Inst::AtomicUpdate { .. } => "atomic_update",
        Inst::CompareExchange { .. } => "compare_exchange",
        Inst::Fence => "fence",
        Inst::Assume { .. } => "assume",
        Inst::Trap => "trap",
        Inst::Unsupported { .. } => "unsupported",
    }
}

/// The kind of a terminator, one word, stable like [`kind_name`].
pub(crate) fn terminator_kind(terminator: &Terminator) -> &'static str {
    match terminator {
        Terminator::Jump(_) => "jump",
        Terminator::Branch { .. } => "branch",
        Terminator::Switch { .. } => "switch",
        Terminator::IndirectJump { .. } => "indirect_jump",
        Terminator::Return(_) => "return",
        Terminator::Unreachable => "unreachable",
        Terminator::Unsupported { .. } => "unsupported",
    }
}
