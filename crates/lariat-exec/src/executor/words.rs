//! The fast part of the interpreter: operations on words, and nothing else.
//!
//! The loop here knows registers and memory as machine words. It builds no terms, allocates nothing and touches the state only where
//! an operation says so. Whatever is not that simple — a term, poison, an overflow, an access out of bounds, a call, a watched
//! block — it leaves exactly as it is to the careful part in `mod.rs`, which does one operation and comes back.

use lariat_program::{BinaryOp, CastOp, Flags, ValueId};

use super::Executor;
use crate::code::{Binary, Code, Comparison, EdgeId, Op, Slot, Watched};
use crate::coverage::ConditionSide;
use crate::ints;
use crate::state::State;
use crate::value::{Value, mask, signed};

/// Why the loop stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// The operation at the program counter needs care.
    Care,
    /// So many instructions were executed.
    Limit,
}

/// The content of a slot.
#[inline(always)]
fn content<'a>(registers: &'a [Value], constants: &'a [Value], slot: Slot) -> Option<&'a Value> {
    let index = slot.0 as usize;
    match registers.get(index) {
        Some(value) => Some(value),
        None => constants.get(index - registers.len()),
    }
}

#[inline(always)]
fn word(registers: &[Value], constants: &[Value], slot: Slot) -> Option<u64> {
    match content(registers, constants, slot) {
        Some(Value::Word(word)) => Some(*word),
        _ => None,
    }
}

/// Writes a word; where a word was, only its number changes.
#[inline(always)]
fn put(registers: &mut [Value], target: ValueId, word: u64) {
    if let Some(register) = registers.get_mut(target.as_u32() as usize) {
        match register {
            Value::Word(old) => *old = word,
            other => *other = Value::Word(word),
        }
    }
}

#[inline(always)]
fn top_bit(bits: u64, width: u32) -> bool {
    (bits >> (width - 1)) & 1 == 1
}

impl Executor<'_> {
    /// Executes operations on words until one needs care or `limit` instructions of the state's path are done.
    pub(super) fn words(&mut self, state: &mut State, code: &Code, limit: u64) -> Pause {
        let constants = code.constant_values.as_slice();
        let ops = code.ops.as_slice();
        let pointer_mask = mask(self.machine.pointer_bits);
        let layout = state.memory.layout();
        let repeats_literals = self.machine.derived.repeats_literals();
        let function = state.frame.function;
        let mut pc = state.frame.pc as usize;
        let mut steps = state.steps;
        let registers = state.frame.registers.as_mut_slice();
        let memory = &mut state.memory;
        // Words do not add to the path.
        let (news, path_length) = (state.news, state.path.len());

        macro_rules! words {
            ($operands:expr) => {{
                let operands = $operands;
                match (
                    word(registers, constants, operands.lhs),
                    word(registers, constants, operands.rhs),
                ) {
                    (Some(a), Some(b)) => (a, b),
                    _ => break Pause::Care,
                }
            }};
        }
        // An operation that no promise makes more difficult than a formula.
        macro_rules! plain {
            ($binary:expr, |$a:ident, $b:ident, $width:ident| $result:expr) => {{
                let binary: &Binary = $binary;
                let ($a, $b) = words!(binary);
                let $width = u32::from(binary.width);
                let result = if binary.flags == Flags::NONE {
                    $result
                } else {
                    let Some((op, _)) = ops[pc].binary() else { break Pause::Care };
                    match ints::word(op, $width, binary.flags, $a, $b) {
                        Ok(word) => word,
                        Err(_) => break Pause::Care,
                    }
                };
                put(registers, binary.target, result);
            }};
        }
        // A sum, difference or product: the only promise C makes is that there is no signed overflow.
        macro_rules! signed {
            ($binary:expr, |$a:ident, $b:ident, $width:ident| $result:expr, |$r:ident| $overflow:expr) => {{
                let binary: &Binary = $binary;
                if binary.flags == Flags::NSW {
                    let ($a, $b) = words!(binary);
                    let $width = u32::from(binary.width);
                    let $r = $result;
                    if $overflow {
                        break Pause::Care;
                    }
                    put(registers, binary.target, $r);
                } else {
                    plain!(binary, |$a, $b, $width| $result);
                }
            }};
        }
        macro_rules! compare {
            ($comparison:expr, |$a:ident, $b:ident, $width:ident| $truth:expr) => {{
                let comparison: &Comparison = $comparison;
                let ($a, $b) = words!(comparison);
                let $width = u32::from(comparison.width);
                put(registers, comparison.target, u64::from($truth));
            }};
        }
        macro_rules! follow {
            ($edge:expr) => {{
                let edge = code.edge($edge);
                if edge.takes_undef
                    || (edge.conditions.iter())
                        .any(|(source, _)| word(registers, constants, *source).is_none())
                    || edge.watched == Watched::Always
                    || (edge.watched == Watched::WithNews && news.since(path_length, steps))
                {
                    break Pause::Care;
                }
                for (source, number) in &edge.conditions {
                    let holds = word(registers, constants, *source).is_some_and(|bit| bit & 1 == 1);
                    let side = ConditionSide { function, condition: *number, holds };
                    state.covered_new |= self.coverage.decide(side, &mut state.untested);
                }
                match edge.moves.as_slice() {
                    [] => {}
                    moves if edge.overlapping => {
                        self.scratch.extend(moves.iter().map(|(_, source)| {
                            content(registers, constants, *source).cloned().unwrap_or(Value::Poison)
                        }));
                        for ((target, _), value) in moves.iter().zip(self.scratch.drain(..)) {
                            registers[target.as_u32() as usize] = value;
                        }
                    }
                    moves => {
                        for (target, source) in moves {
                            match content(registers, constants, *source) {
                                Some(Value::Word(word)) => {
                                    let word = *word;
                                    put(registers, *target, word);
                                }
                                Some(other) => {
                                    let value = other.clone();
                                    registers[target.as_u32() as usize] = value;
                                }
                                None => break,
                            }
                        }
                    }
                }
                pc = edge.pc as usize;
                steps += u64::from(edge.steps);
                state.came_from = edge.from;
                state.block = edge.to;
                if self.coverage.enter_edge(function, edge, &mut state.untested) {
                    state.covered_new = true;
                }
                if steps >= limit {
                    break Pause::Limit;
                }
                continue;
            }};
        }

        let pause = loop {
            match &ops[pc] {
                Op::Add(binary) => signed!(
                    binary,
                    |a, b, width| a.wrapping_add(b) & mask(width),
                    |sum| top_bit((a ^ sum) & (b ^ sum), width)
                ),
                Op::Sub(binary) => signed!(
                    binary,
                    |a, b, width| a.wrapping_sub(b) & mask(width),
                    |rest| top_bit((a ^ b) & (a ^ rest), width)
                ),
                Op::Mul(binary) => signed!(
                    binary,
                    |a, b, width| a.wrapping_mul(b) & mask(width),
                    |product| signed(a, width).checked_mul(signed(b, width))
                        != Some(signed(product, width))
                ),
                Op::And(binary) => plain!(binary, |a, b, _width| a & b),
                Op::Or(binary) => plain!(binary, |a, b, _width| a | b),
                Op::Xor(binary) => plain!(binary, |a, b, _width| a ^ b),
                Op::Shl(binary) if binary.flags == Flags::FITS => {
                    let (a, b) = words!(binary);
                    let width = u64::from(binary.width);
                    if b >= width || a >> (width - 1 - b) != 0 {
                        break Pause::Care;
                    }
                    put(registers, binary.target, a << b);
                }
                Op::Shl(binary) => plain!(binary, |a, b, width| if b < u64::from(width) {
                    (a << b) & mask(width)
                } else {
                    break Pause::Care;
                }),
                Op::LShr(binary) => plain!(binary, |a, b, width| if b < u64::from(width) {
                    a >> b
                } else {
                    break Pause::Care;
                }),
                Op::AShr(binary) => plain!(binary, |a, b, width| if b < u64::from(width) {
                    (signed(a, width) >> b) as u64 & mask(width)
                } else {
                    break Pause::Care;
                }),
                Op::UDiv(binary) => plain!(binary, |a, b, _width| match a.checked_div(b) {
                    Some(quotient) => quotient,
                    None => break Pause::Care,
                }),
                Op::URem(binary) => plain!(binary, |a, b, _width| match a.checked_rem(b) {
                    Some(rest) => rest,
                    None => break Pause::Care,
                }),
                Op::SDiv(binary) | Op::SRem(binary) => {
                    let (a, b) = words!(binary);
                    let Some((op, _)) = ops[pc].binary() else { break Pause::Care };
                    match ints::word(op, u32::from(binary.width), binary.flags, a, b) {
                        Ok(word) => put(registers, binary.target, word),
                        Err(_) => break Pause::Care,
                    }
                }
                Op::Equal(comparison) => compare!(comparison, |a, b, _width| a == b),
                Op::NotEqual(comparison) => compare!(comparison, |a, b, _width| a != b),
                Op::Below(comparison) => compare!(comparison, |a, b, _width| a < b),
                Op::BelowOrEqual(comparison) => compare!(comparison, |a, b, _width| a <= b),
                Op::Less(comparison) => {
                    compare!(comparison, |a, b, width| signed(a, width) < signed(b, width))
                }
                Op::LessOrEqual(comparison) => {
                    compare!(comparison, |a, b, width| signed(a, width) <= signed(b, width))
                }
                Op::Convert { op, from, to, target, arg } => {
                    let Some(arg) = word(registers, constants, *arg) else { break Pause::Care };
                    put(registers, *target, convert(*op, u32::from(*from), u32::from(*to), arg));
                }
                Op::Select { target, condition, then, otherwise, number } => {
                    let Some(condition) = word(registers, constants, *condition) else {
                        break Pause::Care;
                    };
                    if let Some(number) = number {
                        let holds = condition & 1 == 1;
                        let side = ConditionSide { function, condition: *number, holds };
                        state.covered_new |= self.coverage.decide(side, &mut state.untested);
                    }
                    let chosen = if condition & 1 == 1 { *then } else { *otherwise };
                    match content(registers, constants, chosen) {
                        Some(Value::Word(word)) => {
                            let word = *word;
                            put(registers, *target, word);
                        }
                        _ => break Pause::Care,
                    }
                }
                // What C does not say about addresses is looked at with more care.
                Op::AddressCompare(predicate, comparison) => {
                    let (a, b) = words!(comparison);
                    if (!layout.is_same_slot(a, b) || (repeats_literals && a == b))
                        && (memory.may_be_address(a) || memory.may_be_address(b))
                    {
                        break Pause::Care;
                    }
                    let truth = ints::compare_words(*predicate, u32::from(comparison.width), a, b);
                    put(registers, comparison.target, u64::from(truth));
                }
                Op::AddressBinary(op, binary) => {
                    let (a, b) = words!(binary);
                    let is_difference = *op == BinaryOp::Sub && layout.is_same_slot(a, b);
                    if !is_difference && (memory.may_be_address(a) || memory.may_be_address(b)) {
                        break Pause::Care;
                    }
                    match ints::word(*op, u32::from(binary.width), binary.flags, a, b) {
                        Ok(word) => put(registers, binary.target, word),
                        Err(_) => break Pause::Care,
                    }
                }
                Op::Load { target, pointer, bytes, width, reads } => {
                    let Some(address) = word(registers, constants, *pointer) else {
                        break Pause::Care;
                    };
                    match memory.read_word(&mut self.hints, address, usize::from(*bytes), *reads) {
                        Some(word) => put(registers, *target, word & mask(u32::from(*width))),
                        None => break Pause::Care,
                    }
                }
                Op::Store { pointer, value, bytes, .. } => {
                    let (Some(address), Some(value)) =
                        (word(registers, constants, *pointer), word(registers, constants, *value))
                    else {
                        break Pause::Care;
                    };
                    if !memory.write_word(&mut self.hints, address, usize::from(*bytes), value) {
                        break Pause::Care;
                    }
                }
                // Where objects have fewer addresses than bytes, it is seen to that none is left.
                Op::PointerAdd { .. } if memory.is_crowded() => break Pause::Care,
                Op::PointerAdd { target, base, index, index_width, scale, offset } => {
                    let (Some(base), Some(index)) =
                        (word(registers, constants, *base), word(registers, constants, *index))
                    else {
                        break Pause::Care;
                    };
                    let distance = signed(index, u32::from(*index_width))
                        .wrapping_mul(i64::from(*scale))
                        .wrapping_add(i64::from(*offset));
                    put(registers, *target, base.wrapping_add(distance as u64) & pointer_mask);
                }
                Op::Jump(edge) => follow!(*edge),
                Op::Branch { condition, then, otherwise } => {
                    let Some(condition) = word(registers, constants, *condition) else {
                        break Pause::Care;
                    };
                    let edge: EdgeId = if condition & 1 == 1 { *then } else { *otherwise };
                    follow!(edge)
                }
                _ => break Pause::Care,
            }
            pc += 1;
        };
        state.frame.pc = pc as u32;
        state.steps = steps;
        pause
    }
}

/// A conversion of a word.
#[inline]
pub(super) fn convert(op: CastOp, from: u32, to: u32, word: u64) -> u64 {
    match op {
        CastOp::SExt => signed(word, from) as u64 & mask(to),
        _ => word & mask(to),
    }
}
