//! What an inner loop does to a variable that it only counts up: it leaves it no smaller than it was.
//!
//! An inner loop's results are unknown to the outer one. But most inner loops skip something: `while (s[i] == ' ') i++` in a loop that moves `i` on itself. That
//! `i` is not smaller afterwards is what the outer loop's bound needs. It is read from the code: every way around the inner loop adds
//! something that is not negative, and C forbids it to wrap around.

use lariat_program::loops::Loop;
use lariat_program::{
    BinaryOp, BlockId, ConstantData, Definition, Flags, Inst, Operand, OperandKind, Phi, ValueId,
};
use lariat_term::TermId;
use rustc_hash::FxHashSet;

use super::walk::chosen;
use super::{At, Reader};

/// In which direction, and read how, a value moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Direction {
    up: bool,
    signed: bool,
}

impl Reader<'_> {
    /// Writes down what an inner loop that is entered does to one of its phis, `left` being the phi at the last visit of the inner header.
    pub(super) fn add_fact_of_inner(
        &mut self,
        inner: &Loop,
        phi: &Phi,
        from: Option<BlockId>,
        left: TermId,
        at: &mut At,
    ) {
        let Ok(first) =
            chosen(phi, from, |block| self.this.contains(block) && !inner.contains(block))
        else {
            return;
        };
        let Some(direction) = self.direction(inner, phi) else { return };
        let Some(entry) = self.operand(first, &at.values) else { return };
        let store = self.store;
        if store.sort(entry) != store.sort(left) {
            return;
        }
        let (low, high) = if direction.up { (entry, left) } else { (left, entry) };
        at.guard.push(match direction.signed {
            true => store.bv_sle(low, high),
            false => store.bv_ule(low, high),
        });
    }

    fn direction(&self, inner: &Loop, phi: &Phi) -> Option<Direction> {
        let mut found = None;
        let mut seen = FxHashSet::default();
        for incoming in phi.incoming.iter().filter(|incoming| inner.contains(incoming.block)) {
            if !self.moves_on(inner, phi.result, incoming.value, &mut found, &mut seen) {
                return None;
            }
        }
        found
    }

    /// Whether a value is the phi's, moved in the direction that was found, or finds.
    fn moves_on(
        &self,
        inner: &Loop,
        phi: ValueId,
        operand: Operand,
        found: &mut Option<Direction>,
        seen: &mut FxHashSet<ValueId>,
    ) -> bool {
        let OperandKind::Value(value) = operand.kind() else { return false };
        if value == phi || !seen.insert(value) {
            return true;
        }
        let mut agrees = |direction: Direction| *found.get_or_insert(direction) == direction;
        match self.body.values[value].definition {
            Definition::Param(_) => false,
            Definition::Phi(block, number) => {
                let inside = inner.contains(block);
                let phis = &self.body.blocks[block].phis;
                inside
                    && phis[number as usize]
                        .incoming
                        .iter()
                        .all(|incoming| self.moves_on(inner, phi, incoming.value, found, seen))
            }
            Definition::Inst(inst) => match self.body.inst(inst) {
                Inst::Binary { op: BinaryOp::Add, flags, lhs, rhs } => {
                    let Some(step) = self.small(rhs) else { return false };
                    let signed = flags.contains(Flags::NSW);
                    let stays = signed || flags.contains(Flags::NUW) && step > 0;
                    stays
                        && agrees(Direction { up: step > 0, signed })
                        && self.moves_on(inner, phi, lhs, found, seen)
                }
                Inst::PointerAdd { base, offset, indexes, flags }
                    if indexes.length == 0 && flags.contains(Flags::INBOUNDS) =>
                {
                    (offset == 0 || agrees(Direction { up: offset > 0, signed: false }))
                        && self.moves_on(inner, phi, base, found, seen)
                }
                Inst::Select { then, otherwise, .. } => [then, otherwise]
                    .into_iter()
                    .all(|arm| self.moves_on(inner, phi, arm, found, seen)),
                _ => false,
            },
        }
    }

    /// A constant that is no larger than people count by.
    fn small(&self, operand: Operand) -> Option<i64> {
        let OperandKind::Constant(constant) = operand.kind() else { return None };
        let ConstantData::Int(value) = &self.program.constants.get(constant).data else {
            return None;
        };
        i64::try_from(value.to_bigint()).ok().filter(|step| step.abs() < i64::from(i32::MAX))
    }
}
