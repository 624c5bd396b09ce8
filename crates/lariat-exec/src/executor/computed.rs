//! What an operation computes, for the reports of overflows, divisions and shifts.

use std::sync::Arc;

use lariat_program::{BinaryOp, Inst, Operand};
use lariat_term::{Model, Value as TermValue};

use super::Executor;
use crate::bug::Site;
use crate::ints;
use crate::state::Operation;

impl Executor<'_> {
    /// What an operation computes for the input of a model.
    pub(super) fn computed_with(
        &self,
        site: Site,
        operation: Operation,
        model: &Arc<Model>,
    ) -> String {
        let mut evaluator = lariat_term::Evaluator::new(Arc::clone(model));
        let mut word = |term| match evaluator.eval(&self.store, term) {
            Ok(TermValue::BitVec(bits)) => bits.to_u64(),
            _ => None,
        };
        let Operation { op, width, operands: [a, b] } = operation;
        match (word(a), word(b)) {
            (Some(a), Some(b)) if width <= 64 => self.computed(site, op, width, a, b),
            _ => String::new(),
        }
    }

    /// What an operation computes, in the source's names and in numbers.
    pub(super) fn computed(&self, site: Site, op: BinaryOp, width: u32, a: u64, b: u64) -> String {
        let Some(sign) = ints::sign(op) else { return String::new() };
        let is_unsigned = matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr);
        let ty = match width {
            // Whether what is shifted to the left has a sign is not known.
            width if op == BinaryOp::Shl => format!("{width} bits"),
            8 => "char".to_owned(),
            16 => "short".to_owned(),
            32 => "int".to_owned(),
            64 if self.machine.pointer_bits == 64 => "long".to_owned(),
            64 => "long long".to_owned(),
            width => format!("{width} bits"),
        };
        let ty = match is_unsigned && matches!(width, 8 | 16 | 32 | 64) {
            true => format!("unsigned {ty}"),
            false => ty,
        };
        let number = |word: u64| match is_unsigned {
            true => word.to_string(),
            false => crate::value::signed(word, width).to_string(),
        };
        let is_negation = op == BinaryOp::Sub && a == 0;
        let numbers = match is_negation {
            true => format!("-({}) in {ty}", number(b)),
            false => format!("{} {sign} {} in {ty}", number(a), number(b)),
        };
        let body = self.body(site.function);
        let inst = self.code(site.function).insts[site.pc as usize].map(|inst| body.inst(inst));
        let Some(Inst::Binary { lhs, rhs, .. }) = inst else { return numbers };
        let name = |operand: Operand, word: u64| match operand.value() {
            Some(value) => body.value_name(value).map(str::to_owned),
            None => Some(number(word)),
        };
        match (name(lhs, a), name(rhs, b)) {
            (_, Some(b)) if is_negation && lhs.value().is_none() && rhs.value().is_some() => {
                format!("-{b} is {numbers}")
            }
            (Some(a), Some(b)) if lhs.value().is_some() || rhs.value().is_some() => {
                format!("{a} {sign} {b} is {numbers}")
            }
            _ => numbers,
        }
    }
}
