//! Arrays that one path writes with a step that is no constant: `a[i * s] = …`, or `a[x] = …; x += s`.
//!
//! The written element has c cells (bytes), at the offsets b + s·τ to b + s·τ + c − 1 in iteration τ, where s is a loop invariant. If s is at least c, and in no
//! iteration so large that the next element would wrap around, then no two iterations write the same cell, and cell χ was written in iteration (χ − b)/s if that is below κ and
//! the remainder is below c: the remainder says which cell of the element it is. A cell below b is not, because b + s·κ does not wrap: its distance from b is
//! too large. Written values must not depend on the array itself.

use lariat_term::{BitVec, Sort};

use super::array::{chain, counter_from};
use super::{Attempt, Rule};
use crate::body::{COUNTER_BITS, counter_as};
use crate::polynomial::Polynomial;
use crate::progress::Progress;

/// The rule.
pub(super) fn strided_write(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let array = progress.symbol(variable);
    let Some((Sort::BitVec(index_bits), Sort::BitVec(_))) = store.sort(array).array_parts() else {
        return Err("is not an array of numbers".to_owned());
    };
    let [path] = progress.setters(variable)[..] else {
        return Err("is written on several paths".to_owned());
    };
    if index_bits > COUNTER_BITS {
        return Err("has too wide an index".to_owned());
    }
    let mut writes = chain(store, array, progress.after(path, variable))
        .ok_or_else(|| "is replaced, not written".to_owned())?;
    let counter = counter_as(store, index_bits, progress.counters[path]);
    let not_affine = || "is written at an offset that is not affine in the counter".to_owned();
    let mut places: Vec<Polynomial> = Vec::new();
    for &(offset, _) in &writes {
        let offset = progress.widened_at_start(path, offset, None)?;
        places.push(Polynomial::of(store, offset, index_bits).ok_or_else(not_affine)?);
    }
    // The cells of one element, in their order.
    let lowest = (0..places.len())
        .find(|&low| {
            (0..places.len() as u128).all(|cell| {
                let at = |place: &Polynomial| place.sub(&places[low]).as_constant() == Some(cell);
                places.iter().filter(|place| at(place)).count() == 1
            })
        })
        .ok_or_else(|| "is written at several places in one iteration".to_owned())?;
    let low = places[lowest].clone();
    let cell = |place: &Polynomial| place.sub(&low).as_constant();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&write| cell(&places[write]));
    let low_offset = writes[lowest].0;
    writes = order.into_iter().map(|write| writes[write]).collect();
    let (step, base) = (low.coefficient(counter, 1), low.coefficient(counter, 0));
    let hidden = |part: &Polynomial| {
        part.atoms().into_iter().any(|atom| !progress.counters_in(atom).is_empty())
    };
    if low.degree(counter) != 1 || hidden(&step) || hidden(&base) {
        return Err(not_affine());
    }
    let (step, base) = (step.term(store), base.term(store));
    let mut values = Vec::new();
    for &(_, value) in &writes {
        let value = progress.at_start(value)?;
        if progress.counters_in(value).iter().any(|&other| other != path) {
            return Err("is written with a value that depends on other paths".to_owned());
        }
        values.push(value);
    }
    // The step is at least an element, and behind each element there is room for one more step.
    let number = |value: u128| store.bv_value(&BitVec::from_u128(index_bits, value));
    let cells = number(writes.len() as u128);
    let last = number(if index_bits < 128 { (1 << index_bits) - 1 } else { u128::MAX });
    let room = store.bv_add(step, cells);
    let apart = [
        store.bv_ule(cells, step),
        store.bv_ule(step, number(1 << (index_bits - 1))),
        store.bv_ule(low_offset, store.bv_sub(last, room)),
    ];
    if !progress.holds_cheaply_on(path, store.and(&apart)) {
        return Err("is written at offsets that may meet".to_owned());
    }
    let total = progress.counters[path];
    let value = store.lambda(Sort::BitVec(index_bits), |cell| {
        let way = store.bv_sub(cell, base);
        let iteration = counter_from(store, store.bv_udiv(way, step));
        let part = store.bv_urem(way, step);
        let old = store.select(array, cell);
        let new = (values.iter().enumerate().rev()).fold(old, |otherwise, (place, &value)| {
            let value = progress.with_counters(value, [(path, iteration)]);
            store.ite(store.eq(part, number(place as u128)), value, otherwise)
        });
        store.ite(store.bv_ult(iteration, total), new, old)
    });
    Ok((value, Rule::StridedWrite))
}
