//! Terms for elements of arrays: places, tables of elements, comparisons byte by byte.

use std::collections::BTreeMap;

use lariat_term::{Op, TermId, TermStore};

/// How many runs of the same value there are in a table.
pub(super) fn runs(table: &BTreeMap<u64, TermId>, bytes: u64) -> usize {
    let mut last = None;
    (table.iter())
        .filter(|&(&at, &value)| {
            let goes_on = last == Some((at.wrapping_sub(bytes), value));
            last = Some((at, value));
            !goes_on
        })
        .count()
}

/// The element at a place that begins an element, in an array with some elements given.
pub(super) fn table_at(
    store: &TermStore,
    table: &BTreeMap<u64, TermId>,
    bytes: u64,
    at: TermId,
    otherwise: TermId,
) -> TermId {
    let width = store.sort(at).width();
    let number = |value: u64| store.bv_const(width, value);
    let mut result = otherwise;
    let mut entries = table.iter().peekable();
    while let Some((&first, &value)) = entries.next() {
        let mut last = first;
        while entries.next_if(|&(&next, &same)| next == last + bytes && same == value).is_some() {
            last += bytes;
        }
        let is_here = if first == last {
            store.eq(at, number(first))
        } else {
            let (low, high) = (number(first), number(last));
            store.and(&[store.bv_ule(low, at), store.bv_ule(at, high)])
        };
        result = store.ite(is_here, value, result);
    }
    result
}

/// The highest bit of a part of a number, the constant it is compared with, and the comparison.
type Part = (u32, TermId, TermId);

/// Bytes of a number that are compared one by one, as one comparison.
pub(super) fn whole_comparisons(store: &TermStore, args: &[TermId]) -> Option<TermId> {
    let mut of: Vec<(TermId, BTreeMap<u32, Part>)> = Vec::new();
    for &arg in args {
        let (Op::Eq, &[a, b]) = store.view(arg) else { continue };
        let (part, value) = if store.as_bv(a).is_some() { (b, a) } else { (a, b) };
        let (Op::Extract { hi, lo }, &[number]) = store.view(part) else { continue };
        if store.as_bv(value).is_none() {
            continue;
        }
        let position = of.iter().position(|(known, _)| *known == number).unwrap_or_else(|| {
            of.push((number, BTreeMap::new()));
            of.len() - 1
        });
        of[position].1.insert(lo, (hi, value, arg));
    }
    let mut changed = false;
    let mut result = args.to_vec();
    for (number, parts) in of {
        let mut next = 0;
        let mut whole: Option<TermId> = None;
        for (&lo, &(hi, value, _)) in &parts {
            if lo != next {
                break;
            }
            whole = Some(whole.map_or(value, |low| store.concat(value, low)));
            next = hi + 1;
        }
        if let Some(whole) = whole
            && next == store.sort(number).width()
            && parts.len() > 1
        {
            changed = true;
            result.retain(|term| !parts.values().any(|(_, _, part)| part == term));
            result.push(store.eq(number, whole));
        }
    }
    changed.then(|| store.and(&result))
}

/// The summands of a number that are not constant, and the constant.
pub(super) fn split_constant(store: &TermStore, term: TermId) -> (Vec<TermId>, u64) {
    if let Some(word) = store.as_word(term) {
        return (Vec::new(), word);
    }
    match store.view(term) {
        (Op::BvAdd, args) => {
            let mut constant: u64 = 0;
            let mut others = Vec::new();
            for &arg in args {
                match store.as_word(arg) {
                    Some(word) => constant = constant.wrapping_add(word),
                    None => others.push(arg),
                }
            }
            (others, constant)
        }
        _ => (vec![term], 0),
    }
}

/// Low bits that are certainly zero.
pub(super) fn trailing_zeros(store: &TermStore, term: TermId) -> u32 {
    let width = store.sort(term).width();
    if let Some(word) = store.as_word(term) {
        return word.trailing_zeros().min(width);
    }
    let zeros = |term: TermId| trailing_zeros(store, term);
    let (op, args) = store.view(term);
    let found = match (op, args) {
        (Op::BvShl, &[a, b]) => match store.as_word(b) {
            Some(bits) => zeros(a).saturating_add(bits.min(64) as u32),
            None => zeros(a),
        },
        (Op::BvMul, args) => args.iter().map(|&arg| zeros(arg)).sum(),
        (Op::BvAdd | Op::BvOr | Op::BvXor, args) => {
            args.iter().map(|&arg| zeros(arg)).min().unwrap_or(0)
        }
        (Op::BvAnd, args) => args.iter().map(|&arg| zeros(arg)).max().unwrap_or(0),
        (Op::Ite, &[_, a, b]) => zeros(a).min(zeros(b)),
        (Op::BvNeg | Op::ZeroExtend(_) | Op::SignExtend(_), &[a]) => zeros(a),
        (Op::Extract { lo: 0, .. }, &[a]) => zeros(a),
        (Op::Concat, &[high, low]) => {
            let of_low = zeros(low);
            if of_low == store.sort(low).width() { of_low + zeros(high) } else { of_low }
        }
        _ => 0,
    };
    found.min(width)
}
