//! Arrays that one path writes at offsets b + s·τ (the long version's Table 2).
//!
//! An iteration may write several elements; an element of several bytes is several writes. All offsets must advance by the same
//! constant step s and be a constant distance apart. Then the τ in which a given cell χ was written by one of the writes is
//! (χ − b)/s, if s divides it and it is below κ; and if two writes of the body hit the same cell in different iterations, the number of
//! iterations between is the same for all cells, so it is known which one is the later. That gives nested conditions, the latest
//! write first, without a quantifier.
//!
//! Offsets are machine integers. With κ·|s| plus the distance between the outermost offsets at most 2^bits no two iterations that must be
//! told apart are the same modulo 2^bits. The solver has to prove that from the guard (no offset is so high that the next one wraps), or
//! a counter's bound implies it.
//!
//! A written value may read the array itself:
//! - a cell that no earlier iteration has written: the cell at loop entry is read;
//! - a cell that was written m iterations earlier, plus an invariant f (`a[i] = a[i-5] + 1`): the cells form m interleaved arithmetic
//!   progressions (second case of the paper's δ);
//! - with s = 0 the cell itself plus an invariant: an arithmetic progression (first case).

use lariat_term::{Op, Sort, TermId, TermStore};

use super::{Attempt, Rule};
use crate::body::{COUNTER_BITS, MAX_COUNT, counter_as, positive, predecessor};
use crate::polynomial::Polynomial;
use crate::progress::Progress;

/// An offset b + s·κ, as a distance from the first write's offset.
#[derive(Clone, Copy)]
struct Distance(i128);

/// The writes of one iteration, first to last.
struct Writes {
    path: usize,
    offsets: Vec<TermId>,
    values: Vec<TermId>,
    /// The common step.
    step: i128,
    /// The first write's offset at loop entry.
    base: TermId,
    distances: Vec<Distance>,
}

/// The writes that make `after` from `array`, first to last.
pub(crate) fn chain(
    store: &TermStore,
    array: TermId,
    after: TermId,
) -> Option<Vec<(TermId, TermId)>> {
    let mut writes = Vec::new();
    let mut reached = after;
    while reached != array {
        let (Op::Store, &[below, offset, value]) = store.view(reached) else { return None };
        writes.push((offset, value));
        reached = below;
    }
    writes.reverse();
    Some(writes)
}

/// The rule.
pub(super) fn array_write(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let array = progress.symbol(variable);
    let Some((Sort::BitVec(index_bits), Sort::BitVec(_))) = store.sort(array).array_parts() else {
        return Err("is not an array of numbers".to_owned());
    };
    if index_bits > COUNTER_BITS {
        return Err("has too wide an index".to_owned());
    }
    let [path] = progress.setters(variable)[..] else {
        return Err("is written on several paths".to_owned());
    };
    let writes = chain(store, array, progress.after(path, variable))
        .ok_or_else(|| "is replaced, not written".to_owned())?;
    let writes = affine(progress, path, writes, index_bits)?;
    if writes.step == 0 {
        return one_place(progress, variable, &writes);
    }
    match values_from_entry(progress, variable, &writes, index_bits) {
        Ok(values) => {
            let value = written(progress, array, &writes, index_bits, &values);
            Ok((value, Rule::ArrayWrite))
        }
        Err(reason) => lines(progress, variable, &writes, index_bits).map_err(|_| reason),
    }
}

/// A path's offset as step and offset at loop entry.
fn affine_offset(
    progress: &mut Progress<'_>,
    path: usize,
    offset: TermId,
    index_bits: u32,
) -> Result<(i128, Polynomial), String> {
    let store = progress.store;
    let counter = counter_as(store, index_bits, progress.counters[path]);
    let offset = progress.widened_at_start(path, offset, None)?;
    let not_affine = || "is written at an offset that is not affine in the counter".to_owned();
    let offset = Polynomial::of(store, offset, index_bits).ok_or_else(not_affine)?;
    let step = offset.coefficient(counter, 1).as_constant().ok_or_else(not_affine)?;
    let base = offset.coefficient(counter, 0);
    let hidden = base.atoms().into_iter().any(|atom| !progress.counters_in(atom).is_empty());
    if offset.degree(counter) > 1 || hidden {
        return Err(not_affine());
    }
    Ok((signed(step, index_bits), base))
}

fn signed(value: u128, bits: u32) -> i128 {
    if bits < 128 && value >> (bits - 1) != 0 {
        (value as i128) - (1i128 << bits)
    } else {
        value as i128
    }
}

fn affine(
    progress: &mut Progress<'_>,
    path: usize,
    writes: Vec<(TermId, TermId)>,
    index_bits: u32,
) -> Result<Writes, String> {
    let mut bases: Vec<Polynomial> = Vec::new();
    let mut steps = Vec::new();
    for &(offset, _) in &writes {
        let (step, base) = affine_offset(progress, path, offset, index_bits)?;
        steps.push(step);
        bases.push(base);
    }
    let step = steps[0];
    if steps.iter().any(|&other| other != step) {
        return Err("is written at offsets that advance differently".to_owned());
    }
    let distances = if step == 0 {
        // Not needed: the writes are simply repeated.
        vec![Distance(0); writes.len()]
    } else {
        (bases.iter())
            .map(|base| base.sub(&bases[0]).as_constant())
            .map(|constant| constant.map(|value| Distance(signed(value, index_bits))))
            .collect::<Option<_>>()
            .ok_or_else(|| "is written at offsets an unknown distance apart".to_owned())?
    };
    let (offsets, values) = writes.into_iter().unzip();
    let base = bases[0].term(progress.store);
    Ok(Writes { path, offsets, values, step, base, distances })
}

/// The same places are written in every iteration.
fn one_place(progress: &mut Progress<'_>, variable: usize, writes: &Writes) -> Attempt {
    let store = progress.store;
    let array = progress.symbol(variable);
    let counter = progress.counters[writes.path];
    let mut offsets = Vec::new();
    for &offset in &writes.offsets {
        offsets.push(progress.at_start(offset)?);
    }
    let rewritten = |progress: &Progress<'_>, values: &[TermId]| {
        (offsets.iter().zip(values))
            .fold(array, |array, (&offset, &value)| progress.store.store(array, offset, value))
    };
    let constant_offsets = offsets.iter().all(|&offset| progress.counters_in(offset).is_empty());
    if !constant_offsets {
        return Err("is written at an offset that is not affine in the counter".to_owned());
    }
    let values: Result<Vec<TermId>, String> =
        writes.values.iter().map(|&value| progress.at_start(value)).collect();
    if let Ok(values) = values {
        if values.iter().any(|&v| progress.counters_in(v).iter().any(|&c| c != writes.path)) {
            return Err("is set to a value that depends on other paths".to_owned());
        }
        let last: Vec<TermId> = (values.iter())
            .map(|&value| {
                progress.with_counters(value, [(writes.path, predecessor(store, counter))])
            })
            .collect();
        let after = rewritten(progress, &last);
        return Ok((store.ite(positive(store, counter), after, array), Rule::ArrayWrite));
    }
    // A cell plus an invariant.
    let (cells, value, low) = element(progress, writes)?;
    let read = read_element(store, array, low, cells);
    let added = store.bv_sub(value, read);
    if progress.mentions(added, array) {
        return Err("is written with something that depends on its own cells".to_owned());
    }
    let added = progress.at_start(added)?;
    if !progress.counters_in(added).is_empty() {
        return Err("what is added to a cell changes from iteration to iteration".to_owned());
    }
    let low = progress.at_start(low)?;
    let width = store.sort(value).width();
    let steps = store.bv_mul(added, counter_as(store, width, counter));
    let total = store.bv_add(read_element(store, array, low, cells), steps);
    let value = write_element(store, array, low, cells, total);
    Ok((value, Rule::ArrayProgression))
}

/// The writes as one of a wider element: how many cells, its value, and the lowest offset. Little-endian.
fn element(progress: &Progress<'_>, writes: &Writes) -> Result<(u32, TermId, TermId), String> {
    let store = progress.store;
    let cells = writes.offsets.len();
    let none = || "is written with something that depends on its own cells".to_owned();
    for &low in &writes.offsets {
        let places: Option<Vec<usize>> = (0..cells)
            .map(|place| {
                let wanted = cell_at(store, low, place as u32);
                writes.offsets.iter().position(|&offset| offset == wanted)
            })
            .collect();
        if let Some(places) = places {
            let value = (places.iter().skip(1)).fold(writes.values[places[0]], |low, &place| {
                store.concat(writes.values[place], low)
            });
            return Ok((cells as u32, value, low));
        }
    }
    Err(none())
}

fn cell_at(store: &TermStore, low: TermId, place: u32) -> TermId {
    let width = store.sort(low).width();
    store.bv_add(low, store.bv_const(width, u64::from(place)))
}

fn read_element(store: &TermStore, array: TermId, low: TermId, cells: u32) -> TermId {
    (1..cells).fold(store.select(array, low), |value, place| {
        store.concat(store.select(array, cell_at(store, low, place)), value)
    })
}

fn cell_of(store: &TermStore, value: TermId, place: u32, cells: u32) -> TermId {
    let bits = store.sort(value).width() / cells;
    store.extract((place + 1) * bits - 1, place * bits, value)
}

fn write_element(
    store: &TermStore,
    array: TermId,
    low: TermId,
    cells: u32,
    value: TermId,
) -> TermId {
    (0..cells).fold(array, |array, place| {
        let cell = cell_of(store, value, place, cells);
        store.store(array, cell_at(store, low, place), cell)
    })
}

/// The reads of the array itself in the written values, as distances from the first write's offset.
fn own_reads(
    progress: &mut Progress<'_>,
    array: TermId,
    writes: &Writes,
    index_bits: u32,
) -> Result<Vec<(TermId, Distance)>, String> {
    let store = progress.store;
    let first = affine_offset(progress, writes.path, writes.offsets[0], index_bits)?;
    let mut reads = Vec::new();
    for part in store.parts(&writes.values) {
        let (op, args) = store.view(part);
        if op != Op::Select {
            if args.contains(&array) {
                return Err("is written with something that depends on all of it".to_owned());
            }
            continue;
        }
        if args[0] != array {
            continue;
        }
        if store.loose_bound(args[1]) > 0 {
            return Err("is read under a binder".to_owned());
        }
        let (step, base) = affine_offset(progress, writes.path, args[1], index_bits)?;
        let distance = base.sub(&first.1).as_constant();
        let distance = distance
            .filter(|_| step == writes.step)
            .ok_or_else(|| "is written with its own cells from an unknown distance".to_owned())?;
        reads.push((args[1], Distance(signed(distance, index_bits))));
    }
    Ok(reads)
}

/// Whether no two iterations that must be told apart use the same offset modulo 2^bits.
fn offsets_do_not_wrap(
    progress: &mut Progress<'_>,
    writes: &Writes,
    reads: &[(TermId, Distance)],
    index_bits: u32,
) -> bool {
    let store = progress.store;
    let all = || writes.distances.iter().chain(reads.iter().map(|(_, distance)| distance));
    let lowest = all().map(|d| d.0).min().unwrap_or(0);
    let highest = all().map(|d| d.0).max().unwrap_or(0);
    let (span, size) = ((highest - lowest) as u128, writes.step.unsigned_abs());
    let limit = 1u128 << index_bits;
    let bound = largest_count(progress, writes.path);
    if bound.checked_mul(size).and_then(|x| x.checked_add(span)).is_some_and(|x| x <= limit) {
        return true;
    }
    let Some(room) = size.checked_add(span).filter(|&room| room < limit) else { return false };
    let constant = |value: u128| {
        store.bv_value(&lariat_term::BitVec::from_u128(index_bits, value & (limit - 1)))
    };
    let low = store.bv_add(writes.offsets[0], constant(lowest as u128));
    // In every iteration the lowest offset leaves room for all others and for one more step.
    let room_above = |room: u128| store.bv_ule(low, constant(limit - 1 - room));
    if writes.step > 0 {
        progress.holds_on(writes.path, room_above(room))
    } else {
        let below = store.bv_ule(constant(size), low);
        progress.holds_on(writes.path, store.and(&[below, room_above(span)]))
    }
}

/// A bound on how often a path runs, from the progressions that do not wrap.
pub(super) fn largest_count(progress: &Progress<'_>, path: usize) -> u128 {
    let mut bound = MAX_COUNT;
    for (variable, steps) in progress.steps.iter().enumerate() {
        let Some(steps) = steps else { continue };
        if progress.no_wrap[variable] == [false; 2] {
            continue;
        }
        let width = progress.store.sort(progress.symbol(variable)).width();
        let constants: Option<Vec<(usize, i128)>> = (steps.iter())
            .map(|&(path, step)| {
                let value = progress.store.as_bv(step)?.to_u128()?;
                Some((path, signed(value, width)))
            })
            .collect();
        let Some(constants) = constants.filter(|_| width < 127) else { continue };
        let same_sign =
            constants.iter().all(|(_, s)| *s > 0) || constants.iter().all(|(_, s)| *s < 0);
        if let (true, Some((_, step))) = (same_sign, constants.iter().find(|(p, _)| *p == path)) {
            bound = bound.min(((1u128 << width) - 1) / step.unsigned_abs());
        }
    }
    bound
}

/// The written values in terms of the array at loop entry, if no read sees an earlier iteration's write.
fn values_from_entry(
    progress: &mut Progress<'_>,
    variable: usize,
    writes: &Writes,
    index_bits: u32,
) -> Result<Vec<TermId>, String> {
    let array = progress.symbol(variable);
    let reads = own_reads(progress, array, writes, index_bits)?;
    for (_, read) in &reads {
        for write in &writes.distances {
            let apart = read.0 - write.0;
            if apart % writes.step == 0 && apart / writes.step < 0 {
                return Err("is written with cells that earlier iterations wrote".to_owned());
            }
        }
    }
    if !offsets_do_not_wrap(progress, writes, &reads, index_bits) {
        return Err("is written at offsets that may wrap around".to_owned());
    }
    let mut values = Vec::new();
    for &value in &writes.values {
        let mut map = progress.start_map();
        if let Some(symbol) = crate::body::symbol_of(progress.store, array) {
            map.insert(symbol, array);
        }
        let value = progress.at_start_with(value, &map)?;
        if progress.counters_in(value).iter().any(|&counter| counter != writes.path) {
            return Err("is written with a value that depends on other paths".to_owned());
        }
        values.push(value);
    }
    Ok(values)
}

/// The λ-term: the latest write to a cell, or the old cell.
fn written(
    progress: &Progress<'_>,
    array: TermId,
    writes: &Writes,
    index_bits: u32,
    values: &[TermId],
) -> TermId {
    let store = progress.store;
    let counter = progress.counters[writes.path];
    // Of two writes to one cell the one with the offset that is further behind happens later.
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&write| (-writes.distances[write].0 * writes.step.signum(), write));
    store.lambda(Sort::BitVec(index_bits), |cell| {
        order.iter().fold(store.select(array, cell), |otherwise, &write| {
            let (hit, iteration) = iteration_of(store, writes, write, index_bits, cell);
            let in_range = store.bv_ult(iteration, counter);
            let value = progress.with_counters(values[write], [(writes.path, iteration)]);
            store.ite(store.and(&[hit, in_range]), value, otherwise)
        })
    })
}

/// Whether a cell is at one of a write's offsets, and the iteration in which it is.
fn iteration_of(
    store: &TermStore,
    writes: &Writes,
    write: usize,
    index_bits: u32,
    cell: TermId,
) -> (TermId, TermId) {
    let constant = |value: i128| {
        let bits = if index_bits < 128 { (1u128 << index_bits) - 1 } else { u128::MAX };
        store.bv_value(&lariat_term::BitVec::from_u128(index_bits, value as u128 & bits))
    };
    let offset = store.bv_add(writes.base, constant(writes.distances[write].0));
    let way = match writes.step > 0 {
        true => store.bv_sub(cell, offset),
        false => store.bv_sub(offset, cell),
    };
    let size = writes.step.unsigned_abs();
    let zero = constant(0);
    let (hit, iteration) = if size == 1 {
        (store.tt(), way)
    } else {
        let size = constant(size as i128);
        (store.eq(store.bv_urem(way, size), zero), store.bv_udiv(way, size))
    };
    (hit, counter_from(store, iteration))
}

/// An iteration's number as a counter.
pub(super) fn counter_from(store: &TermStore, number: TermId) -> TermId {
    store.zero_extend(COUNTER_BITS - store.sort(number).width(), number)
}

/// Cells that are cells written m iterations earlier plus an invariant.
fn lines(
    progress: &mut Progress<'_>,
    variable: usize,
    writes: &Writes,
    index_bits: u32,
) -> Attempt {
    let store = progress.store;
    let array = progress.symbol(variable);
    let none = || "is written with cells that earlier iterations wrote".to_owned();
    let (cells, value, low) = element(progress, writes)?;
    let reads = own_reads(progress, array, writes, index_bits)?;
    let low_place = writes.offsets.iter().position(|&offset| offset == low).ok_or_else(none)?;
    let low_distance = writes.distances[low_place].0;
    if u128::from(cells) > writes.step.unsigned_abs() {
        return Err(none());
    }
    let lowest = reads.iter().min_by_key(|(_, distance)| distance.0).ok_or_else(none)?;
    let (read_at, Distance(read_distance)) = *lowest;
    let apart = low_distance - read_distance;
    if apart % writes.step != 0 || apart / writes.step <= 0 {
        return Err(none());
    }
    let lag = (apart / writes.step) as u128;
    let added = store.bv_sub(value, read_element(store, array, read_at, cells));
    if progress.mentions(added, array) {
        return Err(none());
    }
    let added = progress.at_start(added)?;
    if !progress.counters_in(added).is_empty()
        || !offsets_do_not_wrap(progress, writes, &reads, index_bits)
        || lag >= 1 << index_bits.min(63)
    {
        return Err(none());
    }
    // The value that iteration τ wrote, in terms of τ: the counter stands for it.
    let iteration = progress.counters[writes.path];
    let lag = store.bv_const(COUNTER_BITS, lag as u64);
    let line = store.bv_urem(iteration, lag);
    let number = store.bv_add(store.bv_udiv(iteration, lag), store.bv_const(COUNTER_BITS, 1));
    let width = store.sort(value).width();
    let constant = |value: i128| {
        let bits = (1u128 << index_bits) - 1;
        store.bv_value(&lariat_term::BitVec::from_u128(index_bits, value as u128 & bits))
    };
    let first = store.bv_add(writes.base, constant(read_distance));
    let advanced = store.bv_mul(constant(writes.step), counter_as(store, index_bits, line));
    let at = store.bv_add(first, advanced);
    let start = read_element(store, array, at, cells);
    let total = store.bv_add(start, store.bv_mul(added, counter_as(store, width, number)));
    let values: Vec<TermId> = (writes.distances.iter())
        .map(|distance| cell_of(store, total, (distance.0 - low_distance) as u32, cells))
        .collect();
    Ok((written(progress, array, writes, index_bits, &values), Rule::ArrayProgression))
}
