//! Which types an instruction takes and gives: the part of the verifier that knows each instruction.
//!
//! The rules say what the model promises to an executor, not everything LLVM promises: calls may pass other types than their
//! callee declares (C programs do), and the many small intrinsics are not taken apart.

use crate::ids::{InstId, TypeId};
use crate::inst::{BinaryOp, CastOp, Inst, Operand};
use crate::program::Body;
use crate::types::Type;
use crate::verify::Checker;

/// What a type is made of, elementwise for vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int(u32),
    Float(u32),
    Pointer,
    Other,
}

struct Types<'c, 'p> {
    checker: &'c mut Checker<'p>,
    body: &'c Body,
}

/// Checks the types of one instruction.
pub(crate) fn check_inst_types(checker: &mut Checker<'_>, body: &Body, inst: InstId) {
    Types { checker, body }.inst(inst);
}

impl Types<'_, '_> {
    fn of(&self, operand: Operand) -> TypeId {
        self.checker.program.operand_type(self.body, operand)
    }

    fn get(&self, ty: TypeId) -> &Type {
        self.checker.program.types.get(ty)
    }

    fn kind(&self, ty: TypeId) -> Kind {
        match self.get(ty) {
            Type::Int(width) => Kind::Int(*width),
            Type::Float(format) => Kind::Float(format.bits()),
            Type::Pointer => Kind::Pointer,
            Type::Vector { element, .. } => self.kind(*element),
            _ => Kind::Other,
        }
    }

    /// Number of elements; none for what is not a vector.
    fn length(&self, ty: TypeId) -> Option<u32> {
        match self.get(ty) {
            Type::Vector { length, .. } => Some(*length),
            _ => None,
        }
    }

    fn require(&mut self, holds: bool, message: &str) {
        self.checker.require(holds, || message.into());
    }

    fn pointer(&mut self, operand: Operand) {
        let good = matches!(self.get(self.of(operand)), Type::Pointer);
        self.require(good, "an address is not a pointer");
    }

    fn integer(&mut self, operand: Operand) {
        let good = matches!(self.get(self.of(operand)), Type::Int(_));
        self.require(good, "a length, count or index is not an integer");
    }

    fn inst(&mut self, id: InstId) {
        let inst = self.body.inst(id);
        let result = self.body.result(id).map(|value| self.body.values[value].ty);
        match (gives_result(self, inst), result) {
            (Some(true), None) => return self.checker.error("it gives a value but has none"),
            (Some(false), Some(_)) => return self.checker.error("it gives no value but has one"),
            _ => {}
        }
        match result {
            Some(result) => self.value(inst, result),
            None => self.effect(inst),
        }
    }

    /// Instructions without a value.
    fn effect(&mut self, inst: Inst) {
        match inst {
            Inst::Store { pointer, .. } | Inst::Lifetime { pointer, .. } => self.pointer(pointer),
            Inst::MemoryCopy { target, source, length, .. } => {
                self.pointer(target);
                self.pointer(source);
                self.integer(length);
            }
            Inst::MemorySet { target, value, length, .. } => {
                self.pointer(target);
                self.integer(length);
                let byte = self.kind(self.of(value)) == Kind::Int(8);
                self.require(byte, "memory is filled with something else than a byte");
            }
            Inst::VaStart { list } | Inst::VaEnd { list } => self.pointer(list),
            Inst::VaCopy { target, source } => {
                self.pointer(target);
                self.pointer(source);
            }
            Inst::Assume { condition, .. } => {
                let bit = self.kind(self.of(condition)) == Kind::Int(1);
                self.require(bit, "an assumption is not one bit");
            }
            _ => {}
        }
    }

    /// Instructions with a value of type `result`.
    fn value(&mut self, inst: Inst, result: TypeId) {
        match inst {
            Inst::Binary { op, lhs, rhs, .. } => {
                let same = self.of(lhs) == result && self.of(rhs) == result;
                self.require(same, "operands and result have different types");
                let float = op >= BinaryOp::FAdd;
                let fits = match self.kind(result) {
                    Kind::Int(_) => !float,
                    Kind::Float(_) => float,
                    _ => false,
                };
                self.require(fits, "the operation does not work on this type");
            }
            Inst::Compare { lhs, rhs, .. } => {
                let kind = self.kind(self.of(lhs));
                self.require(
                    matches!(kind, Kind::Int(_) | Kind::Pointer),
                    "neither integers nor pointers are compared",
                );
                self.comparison(lhs, rhs, result);
            }
            Inst::FloatCompare { lhs, rhs, .. } => {
                let kind = self.kind(self.of(lhs));
                self.require(matches!(kind, Kind::Float(_)), "no floats are compared");
                self.comparison(lhs, rhs, result);
            }
            Inst::Cast { op, arg, .. } => self.cast(op, self.of(arg), result),
            Inst::Select { condition, then, otherwise } => {
                let same = self.of(then) == result && self.of(otherwise) == result;
                self.require(same, "both sides and the result have different types");
                let condition = self.of(condition);
                let length = self.length(condition);
                let fits = self.kind(condition) == Kind::Int(1)
                    && (length.is_none() || length == self.length(result));
                self.require(fits, "the condition is not one bit (or one per element)");
            }
            Inst::Freeze { arg } => {
                self.require(self.of(arg) == result, "operand and result have different types");
            }
            Inst::Alloca { count, .. } => {
                self.integer(count);
                let pointer = matches!(self.get(result), Type::Pointer);
                self.require(pointer, "the result is not a pointer");
            }
            Inst::Load { pointer, .. } => self.pointer(pointer),
            Inst::VaArg { list } => self.pointer(list),
            Inst::PointerAdd { base, indexes, .. } => {
                let pointers =
                    self.kind(result) == Kind::Pointer && self.kind(self.of(base)) == Kind::Pointer;
                self.require(pointers, "base or result is not a pointer");
                for scaled in self.body.scaled_indexes(indexes) {
                    let integer = matches!(self.kind(self.of(scaled.index)), Kind::Int(_));
                    self.require(integer, "an index is not an integer");
                }
            }
            Inst::ExtractValue { aggregate, path } => {
                let part = self.part(self.of(aggregate), self.body.indexes(path));
                self.require(part == Some(result), "the path leads to another type");
            }
            Inst::InsertValue { aggregate, value, path } => {
                let part = self.part(self.of(aggregate), self.body.indexes(path));
                self.require(part == Some(self.of(value)), "the path leads to another type");
                self.require(self.of(aggregate) == result, "the result is of another type");
            }
            Inst::ExtractElement { vector, index } => {
                self.integer(index);
                let element = self.element(self.of(vector));
                self.require(element == Some(result), "the result is not an element");
            }
            Inst::InsertElement { vector, value, index } => {
                self.integer(index);
                let element = self.element(self.of(vector));
                self.require(element == Some(self.of(value)), "the value is not an element");
                self.require(self.of(vector) == result, "the result is of another type");
            }
            Inst::Shuffle { lhs, rhs, mask } => {
                self.shuffle(lhs, rhs, self.body.indexes(mask), result)
            }
            Inst::AtomicUpdate { pointer, value, .. } => {
                self.pointer(pointer);
                self.require(self.of(value) == result, "operand and result have different types");
            }
            Inst::CompareExchange { pointer, expected, new, .. } => {
                self.pointer(pointer);
                let same = self.of(expected) == self.of(new);
                self.require(same, "expected and new value have different types");
                let old = self.part(result, &[0]);
                self.require(
                    old == Some(self.of(new)),
                    "the result does not start with the old value",
                );
            }
            Inst::Call(call) => {
                let same = self.body.calls[call].result == result;
                self.require(same, "the call's result type and its value's type differ");
            }
            _ => {}
        }
    }

    fn comparison(&mut self, lhs: Operand, rhs: Operand, result: TypeId) {
        let ty = self.of(lhs);
        self.require(ty == self.of(rhs), "the operands have different types");
        let fits = self.kind(result) == Kind::Int(1) && self.length(result) == self.length(ty);
        self.require(fits, "the result is not one bit (or one per element)");
    }

    fn cast(&mut self, op: CastOp, from: TypeId, to: TypeId) {
        use Kind::{Float, Int, Pointer};
        let fits = match (op, self.kind(from), self.kind(to)) {
            (CastOp::Trunc, Int(wide), Int(narrow)) => wide > narrow,
            (CastOp::ZExt | CastOp::SExt, Int(narrow), Int(wide)) => narrow < wide,
            (CastOp::FpTrunc, Float(wide), Float(narrow)) => wide > narrow,
            (CastOp::FpExt, Float(narrow), Float(wide)) => narrow < wide,
            (CastOp::FpToUi | CastOp::FpToSi, Float(_), Int(_)) => true,
            (CastOp::UiToFp | CastOp::SiToFp, Int(_), Float(_)) => true,
            (CastOp::PtrToInt, Pointer, Int(_)) | (CastOp::IntToPtr, Int(_), Pointer) => true,
            (CastOp::AddressSpace, Pointer, Pointer) => true,
            (CastOp::Bitcast, _, _) => {
                let types = &self.checker.program.types;
                types.info(from).store_size == types.info(to).store_size
            }
            _ => false,
        };
        self.require(fits, "the cast does not go from this type to that");
        if op != CastOp::Bitcast {
            let same = self.length(from) == self.length(to);
            self.require(same, "the cast changes the number of elements");
        }
    }

    fn part(&self, mut ty: TypeId, path: &[u32]) -> Option<TypeId> {
        for index in path {
            ty = match self.get(ty) {
                Type::Struct { fields, .. } => fields.get(*index as usize)?.ty,
                Type::Array { length, element } if u64::from(*index) < *length => *element,
                _ => return None,
            };
        }
        Some(ty)
    }

    fn element(&self, ty: TypeId) -> Option<TypeId> {
        match self.get(ty) {
            Type::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    fn shuffle(&mut self, lhs: Operand, rhs: Operand, mask: &[u32], result: TypeId) {
        let ty = self.of(lhs);
        self.require(ty == self.of(rhs), "the operands have different types");
        let element = self.element(ty);
        self.require(
            element.is_some() && element == self.element(result),
            "the elements have different types",
        );
        self.require(
            self.length(result) == Some(mask.len() as u32),
            "the mask does not have one entry per element",
        );
        let limit = self.length(ty).unwrap_or(0).saturating_mul(2);
        let inside = mask.iter().all(|index| *index < limit || *index == u32::MAX);
        self.require(inside, "the mask names an element that is not there");
    }
}

/// Whether an instruction gives a value; none if it may or may not.
fn gives_result(types: &Types<'_, '_>, inst: Inst) -> Option<bool> {
    match inst {
        Inst::Store { .. }
        | Inst::MemoryCopy { .. }
        | Inst::MemorySet { .. }
        | Inst::Lifetime { .. }
        | Inst::StackRestore { .. }
        | Inst::VaStart { .. }
        | Inst::VaEnd { .. }
        | Inst::VaCopy { .. }
        | Inst::Fence
        | Inst::Assume { .. }
        | Inst::Trap => Some(false),
        Inst::Unsupported { .. } => None,
        Inst::Call(call) => Some(!matches!(types.get(types.body.calls[call].result), Type::Void)),
        _ => Some(true),
    }
}
