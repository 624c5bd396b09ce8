//! Bytes and words: extract, concat, the two extensions, and putting a word together from shifted pieces.
//!
//! C code takes words apart into bytes and puts them together again, by memory accesses and by shifts. These rules let the
//! pieces find each other, so that what was a word is that word again.

use smallvec::SmallVec;

use super::{Rewriter, Rule, mask};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermId;

/// A concatenation with more parts is not regrouped.
const LONGEST_CONCAT: usize = 16;

pub(super) fn extract(rw: &Rewriter<'_>, hi: u32, lo: u32, a: TermId) -> TermId {
    let width = rw.width(a);
    if lo == 0 && hi == width - 1 {
        return rw.rule(Rule::ExtractAll, a);
    }
    match rw.view(a) {
        (Op::Extract { lo: inner_lo, .. }, &[inner]) => {
            rw.rule(Rule::ExtractExtract, rw.extract(hi + inner_lo, lo + inner_lo, inner))
        }
        (Op::Concat, &[upper, lower]) => {
            rw.rule(Rule::ExtractConcat, extract_concat(rw, hi, lo, upper, lower))
        }
        (Op::ZeroExtend(_), &[inner]) => {
            rw.rule(Rule::ExtractZeroExtend, extract_zero_extend(rw, hi, lo, inner))
        }
        (Op::SignExtend(_), &[inner]) => {
            rw.rule(Rule::ExtractSignExtend, extract_sign_extend(rw, hi, lo, inner))
        }
        (Op::BvNot, &[inner]) => {
            rw.rule(Rule::ExtractNot, rw.mk(Op::BvNot, &[rw.extract(hi, lo, inner)]))
        }
        (op @ (Op::BvAnd | Op::BvOr | Op::BvXor), &[b, c])
            if shrinks(rw, hi, lo, b) || shrinks(rw, hi, lo, c) =>
        {
            let parts = [rw.extract(hi, lo, b), rw.extract(hi, lo, c)];
            rw.rule(Rule::ExtractBitwise, rw.mk(op, &parts))
        }
        (Op::Ite, &[condition, b, c]) if shrinks(rw, hi, lo, b) && shrinks(rw, hi, lo, c) => {
            let parts = [rw.extract(hi, lo, b), rw.extract(hi, lo, c)];
            rw.rule(Rule::ExtractIte, rw.ite(condition, parts[0], parts[1]))
        }
        (op @ (Op::BvAdd | Op::BvMul), args)
            if lo == 0 && args.iter().all(|&arg| low_part_shrinks(rw, hi, arg)) =>
        {
            let parts: SmallVec<[TermId; 8]> =
                args.iter().map(|&arg| rw.extract(hi, 0, arg)).collect();
            rw.rule(Rule::ExtractArithmetic, rw.mk(op, &parts))
        }
        (Op::BvMul, &[factor, inner]) => match power_of_two(rw, factor) {
            Some(shift) => rw.rule(Rule::ExtractShifted, extract_shifted(rw, hi, lo, shift, inner)),
            None => rw.intern(Op::Extract { hi, lo }, Sort::BitVec(hi - lo + 1), &[a]),
        },
        _ => rw.intern(Op::Extract { hi, lo }, Sort::BitVec(hi - lo + 1), &[a]),
    }
}

/// The exponent of a constant that is a power of two.
pub(super) fn power_of_two(rw: &Rewriter<'_>, term: TermId) -> Option<u32> {
    let value = rw.word(term)?;
    value.is_power_of_two().then(|| value.trailing_zeros())
}

/// Whether extracting these bits of the term gives something no larger than the term.
fn shrinks(rw: &Rewriter<'_>, hi: u32, lo: u32, term: TermId) -> bool {
    match rw.view(term) {
        (op, _) if op.is_const() => true,
        (Op::Extract { .. }, _) => true,
        (Op::ZeroExtend(_), &[inner]) => lo == 0 || hi < rw.width(inner) || lo >= rw.width(inner),
        (Op::SignExtend(_), &[inner]) => hi < rw.width(inner),
        (Op::Concat, &[_, lower]) => hi < rw.width(lower) || lo >= rw.width(lower),
        _ => false,
    }
}

/// Whether the lowest bits of an operand of a sum or product are something smaller than the operand.
fn low_part_shrinks(rw: &Rewriter<'_>, hi: u32, term: TermId) -> bool {
    match rw.view(term) {
        (Op::BvMul, &[factor, inner]) => {
            rw.is_const(factor) && (shrinks(rw, hi, 0, inner) || low_part_shrinks(rw, hi, inner))
        }
        (Op::BvNot, &[inner]) => shrinks(rw, hi, 0, inner),
        _ => shrinks(rw, hi, 0, term),
    }
}

fn extract_concat(rw: &Rewriter<'_>, hi: u32, lo: u32, upper: TermId, lower: TermId) -> TermId {
    let split = rw.width(lower);
    if lo >= split {
        rw.extract(hi - split, lo - split, upper)
    } else if hi < split {
        rw.extract(hi, lo, lower)
    } else {
        let parts = [rw.extract(hi - split, 0, upper), rw.extract(split - 1, lo, lower)];
        rw.mk(Op::Concat, &parts)
    }
}

fn extract_zero_extend(rw: &Rewriter<'_>, hi: u32, lo: u32, inner: TermId) -> TermId {
    let split = rw.width(inner);
    if lo >= split {
        zeros(rw, hi - lo + 1)
    } else if hi < split {
        rw.extract(hi, lo, inner)
    } else {
        rw.zero_extend(hi + 1 - split, rw.extract(split - 1, lo, inner))
    }
}

fn extract_sign_extend(rw: &Rewriter<'_>, hi: u32, lo: u32, inner: TermId) -> TermId {
    let split = rw.width(inner);
    if hi < split {
        return rw.extract(hi, lo, inner);
    }
    let lowest = lo.min(split - 1);
    let kept = rw.extract(split - 1, lowest, inner);
    rw.sign_extend(hi - lo - (split - 1 - lowest), kept)
}

/// Bits of `inner` shifted left.
fn extract_shifted(rw: &Rewriter<'_>, hi: u32, lo: u32, shift: u32, inner: TermId) -> TermId {
    if lo >= shift {
        rw.extract(hi - shift, lo - shift, inner)
    } else if hi < shift {
        zeros(rw, hi - lo + 1)
    } else {
        let kept = rw.extract(hi - shift, 0, inner);
        rw.mk(Op::Concat, &[kept, zeros(rw, shift - lo)])
    }
}

fn zeros(rw: &Rewriter<'_>, width: u32) -> TermId {
    rw.store.bv_const(width, 0)
}

fn is_zero(rw: &Rewriter<'_>, term: TermId) -> bool {
    rw.store.as_bv(term).is_some_and(|value| value.is_zero())
}

pub(super) fn concat(rw: &Rewriter<'_>, upper: TermId, lower: TermId) -> TermId {
    let sort = Sort::BitVec(rw.width(upper) + rw.width(lower));
    if is_zero(rw, upper) {
        return rw.rule(Rule::ConcatZeros, rw.zero_extend(rw.width(upper), lower));
    }
    match rw.view(upper) {
        (Op::ZeroExtend(bits), &[inner]) => {
            let rest = rw.mk(Op::Concat, &[inner, lower]);
            return rw.rule(Rule::ConcatZeroExtend, rw.zero_extend(bits, rest));
        }
        (Op::Concat, &[first, second]) if parts_of_concat(rw, upper) <= LONGEST_CONCAT => {
            let rest = rw.mk(Op::Concat, &[second, lower]);
            return rw.rule(Rule::ConcatRight, rw.mk(Op::Concat, &[first, rest]));
        }
        _ => {}
    }
    if let Some(joined) = join(rw, upper, lower) {
        return rw.rule(Rule::ConcatJoin, joined);
    }
    if let (Op::Concat, &[first, rest]) = rw.view(lower)
        && let Some(joined) = join(rw, upper, first)
    {
        return rw.rule(Rule::ConcatJoin, rw.mk(Op::Concat, &[joined, rest]));
    }
    rw.intern(Op::Concat, sort, &[upper, lower])
}

/// Number of parts of a concatenation that nests to the right, as far as it matters.
fn parts_of_concat(rw: &Rewriter<'_>, mut term: TermId) -> usize {
    let mut parts = 1;
    while let (Op::Concat, &[_, rest]) = rw.view(term) {
        parts += 1;
        term = rest;
        if parts > LONGEST_CONCAT {
            break;
        }
    }
    parts
}

/// Two neighbours as one term: two constants, or adjacent bits of one term.
fn join(rw: &Rewriter<'_>, upper: TermId, lower: TermId) -> Option<TermId> {
    if rw.is_const(upper) && rw.is_const(lower) {
        return Some(rw.mk(Op::Concat, &[upper, lower]));
    }
    match (rw.view(upper), rw.view(lower)) {
        ((Op::Extract { hi, lo: middle }, &[a]), (Op::Extract { hi: below, lo }, &[b]))
            if a == b && middle == below + 1 =>
        {
            Some(rw.extract(hi, lo, a))
        }
        _ => None,
    }
}

pub(super) fn zero_extend(rw: &Rewriter<'_>, bits: u32, a: TermId) -> TermId {
    match rw.view(a) {
        _ if bits == 0 => rw.rule(Rule::ExtendByNothing, a),
        (Op::ZeroExtend(inner_bits), &[inner]) => {
            rw.rule(Rule::ExtendExtend, rw.zero_extend(bits + inner_bits, inner))
        }
        _ => rw.intern(Op::ZeroExtend(bits), Sort::BitVec(rw.width(a) + bits), &[a]),
    }
}

pub(super) fn sign_extend(rw: &Rewriter<'_>, bits: u32, a: TermId) -> TermId {
    match rw.view(a) {
        _ if bits == 0 => rw.rule(Rule::ExtendByNothing, a),
        (Op::SignExtend(inner_bits), &[inner]) => {
            rw.rule(Rule::ExtendExtend, rw.sign_extend(bits + inner_bits, inner))
        }
        (Op::ZeroExtend(inner_bits), &[inner]) if inner_bits > 0 => {
            rw.rule(Rule::SignExtendPositive, rw.zero_extend(bits + inner_bits, inner))
        }
        _ if rw.signed_range(a).is_some_and(|(low, _)| low >= 0) => {
            rw.rule(Rule::SignExtendPositive, rw.zero_extend(bits, a))
        }
        _ => rw.intern(Op::SignExtend(bits), Sort::BitVec(rw.width(a) + bits), &[a]),
    }
}

/// A piece of a word: so many bits of a term, or zeros.
#[derive(Clone, Copy)]
struct Piece {
    width: u32,
    term: Option<TermId>,
}

type Pieces = SmallVec<[Piece; 8]>;

/// The word as pieces, the least significant first; `None` if it is not made of pieces.
fn pieces(rw: &Rewriter<'_>, term: TermId) -> Option<Pieces> {
    let mut list = Pieces::new();
    collect_pieces(rw, term, &mut list, 8).then_some(list)
}

/// Appends the pieces of a term; whether that worked within the limit.
fn collect_pieces(rw: &Rewriter<'_>, term: TermId, list: &mut Pieces, depth: u32) -> bool {
    let width = rw.width(term);
    if list.len() >= LONGEST_CONCAT || depth == 0 {
        return false;
    }
    match rw.view(term) {
        (Op::ZeroExtend(bits), &[inner]) => {
            let done = collect_pieces(rw, inner, list, depth - 1);
            if bits > 0 {
                list.push(Piece { width: bits, term: None });
            }
            done
        }
        (Op::Concat, &[upper, lower]) => {
            collect_pieces(rw, lower, list, depth - 1) && collect_pieces(rw, upper, list, depth - 1)
        }
        (Op::BvMul, &[factor, inner]) => {
            let Some(shift) = power_of_two(rw, factor) else {
                list.push(Piece { width, term: Some(term) });
                return true;
            };
            list.push(Piece { width: shift, term: None });
            // Only if nothing but zeros is shifted out do the pieces stay what they are.
            collect_pieces(rw, inner, list, depth - 1) && drop_top_zeros(list, shift)
        }
        _ if is_zero(rw, term) => {
            list.push(Piece { width, term: None });
            true
        }
        _ => {
            list.push(Piece { width, term: Some(term) });
            true
        }
    }
}

/// Takes `bits` zeros off the topmost piece; whether it has that many.
fn drop_top_zeros(list: &mut Pieces, bits: u32) -> bool {
    let Some(top) = list.pop() else { return false };
    if top.term.is_some() || top.width < bits {
        return false;
    }
    if top.width > bits {
        list.push(Piece { width: top.width - bits, term: None });
    }
    true
}

/// `a | b` (or `a ^ b`) where no bit can be set in both, as a concatenation of the pieces.
pub(super) fn merge_pieces(rw: &Rewriter<'_>, a: TermId, b: TermId) -> Option<TermId> {
    let made_of_pieces = |term: TermId| match rw.view(term) {
        (Op::ZeroExtend(_) | Op::Concat, _) => true,
        (Op::BvMul, &[factor, _]) => power_of_two(rw, factor).is_some(),
        _ => false,
    };
    if !made_of_pieces(a) || !made_of_pieces(b) {
        return None;
    }
    let (mut left, mut right) = (pieces(rw, a)?, pieces(rw, b)?);
    left.reverse();
    right.reverse();
    let mut merged = Pieces::new();
    while let (Some(l), Some(r)) = (left.pop(), right.pop()) {
        let (zero, other, shorter, longer) =
            if l.width <= r.width { (l, r, l, &mut right) } else { (r, l, r, &mut left) };
        let width = shorter.width;
        let rest = other.width - width;
        match (zero.term, other.term) {
            // The longer of the two is zero there: cut it.
            (term, None) => {
                merged.push(Piece { width, term });
                if rest > 0 {
                    longer.push(Piece { width: rest, term: None });
                }
            }
            // The shorter is zero; more zeros must follow below the rest of the other.
            (None, Some(_)) if rest == 0 => merged.push(other),
            (None, Some(_)) => {
                let zero_list = if l.width <= r.width { &mut left } else { &mut right };
                let next = zero_list.pop()?;
                if next.term.is_some() {
                    return None;
                }
                zero_list.push(Piece { width: next.width + width, term: None });
                let other_list = if l.width <= r.width { &mut right } else { &mut left };
                other_list.push(other);
            }
            (Some(_), Some(_)) => return None,
        }
    }
    let term_of = |piece: Piece| piece.term.unwrap_or_else(|| zeros(rw, piece.width));
    let mut parts = merged.into_iter().map(term_of);
    let lowest = parts.next()?;
    Some(parts.fold(lowest, |lower, upper| rw.mk(Op::Concat, &[upper, lower])))
}

/// `x & constant` where the constant keeps the lowest or drops the lowest bits.
pub(super) fn and_mask(rw: &Rewriter<'_>, constant: u128, a: TermId) -> Option<TermId> {
    let width = rw.width(a);
    let ones = mask(width);
    let kept = constant.trailing_ones().min(width);
    if constant == mask(kept) && kept > 0 && kept < width {
        let low = rw.extract(kept - 1, 0, a);
        return Some(rw.rule(Rule::AndLowMask, rw.zero_extend(width - kept, low)));
    }
    let dropped = constant.trailing_zeros();
    if dropped > 0 && dropped < width && constant == ones & !mask(dropped) {
        let high = rw.extract(width - 1, dropped, a);
        let result = rw.mk(Op::Concat, &[high, zeros(rw, dropped)]);
        return Some(rw.rule(Rule::AndHighMask, result));
    }
    None
}
