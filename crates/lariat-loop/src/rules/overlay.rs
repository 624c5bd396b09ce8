//! Arrays of which one path replaces a piece, such as a row of a matrix by an inner loop.
//!
//! In terms of an index χ the array after an iteration is `ite(H, V, A[χ])`, where H and V depend on χ and on the number τ of iterations
//! before, but not on the array. After κ iterations the cell has the V of the last τ with H, or its old value.
//! - If H(τ, χ) holds for at most one τ, which is then (χ − b)/s — the pieces are apart and advance by s — the cell is asked about that τ
//!   alone. The solver has to show that χ − b − s·τ is below s whenever H holds, and that s·τ does not wrap.
//! - If V does not depend on τ it does not matter which iteration wrote the cell, only that one did: ∃τ < κ. H.
//! - V may depend on τ through something that the cell itself tells. A row r(τ) of s cells that is chosen by data, say, is χ/s for every cell of
//!   it. With that in its place V depends on χ alone (Example 4 of the long version: `A[id][j] = B[id*(n+1)+j+2]`).

use lariat_term::{BitVec, Op, Sort, TermId, TermStore};
use rustc_hash::FxHashMap;

use super::array::largest_count;
use super::{Attempt, Rule};
use crate::body::{COUNTER_BITS, counter_as, symbol_of};
use crate::polynomial::Polynomial;
use crate::progress::Progress;
use crate::summary::conjuncts;

/// The rule.
pub(super) fn overlay(progress: &mut Progress<'_>, variable: usize) -> Attempt {
    let store = progress.store;
    let array = progress.symbol(variable);
    let Some((Sort::BitVec(index_bits), _)) = store.sort(array).array_parts() else {
        return Err("is not an array".to_owned());
    };
    let [path] = progress.setters(variable)[..] else {
        return Err("is written on several paths".to_owned());
    };
    if index_bits > COUNTER_BITS {
        return Err("has too wide an index".to_owned());
    }
    let none = || "is replaced in a way that is not understood".to_owned();
    let index = store.fresh_var("index", Sort::BitVec(index_bits));
    let cell = cell_of(store, progress.after(path, variable), index);
    let pieces = pieces(store, store.select(array, index), cell).ok_or_else(none)?;
    let (hits, values): (Vec<TermId>, Vec<TermId>) = pieces.into_iter().unzip();
    let Some((&last, earlier)) = values.split_last() else { return Err(none()) };
    let value = (hits.iter().zip(earlier).rev())
        .fold(last, |otherwise, (&hit, &value)| store.ite(hit, value, otherwise));
    let written = Written { path, index, index_bits, hit: store.or(&hits), value };
    let hit = progress.widened_at_start(path, written.hit, None)?;
    let value = progress.at_start(value)?;
    let foreign = |term: TermId| progress.counters_in(term).iter().any(|&other| other != path);
    if foreign(hit) || foreign(value) {
        return Err("is replaced in a way that depends on other paths".to_owned());
    }
    let overlaid = Overlaid { path, array, index, index_bits, hit, value };
    if let Some(iteration) = overlaid.only_iteration(progress) {
        return Ok((overlaid.written_in(progress, iteration), Rule::ArrayOverlay));
    }
    if progress.counters_in(value).is_empty() {
        return Ok((overlaid.written_in_some(progress), Rule::ArrayOverlay));
    }
    if let Some(value) = written.value_by_cell(progress)
        && let Ok(value) = progress.at_start(value)
        && progress.counters_in(value).is_empty()
    {
        let overlaid = Overlaid { value, ..overlaid };
        return Ok((overlaid.written_in_some(progress), Rule::ArrayOverlay));
    }
    Err("is written in pieces that may overlap".to_owned())
}

/// An array's element at an index, looking through writes.
fn cell_of(store: &TermStore, array: TermId, index: TermId) -> TermId {
    match store.view(array) {
        (Op::Store, &[below, at, element]) => {
            store.ite(store.eq(index, at), element, cell_of(store, below, index))
        }
        (Op::Ite, &[condition, a, b]) => {
            store.ite(condition, cell_of(store, a, index), cell_of(store, b, index))
        }
        _ => store.select(array, index),
    }
}

/// The conditions under which a cell changes with its new values: the first that holds decides.
fn pieces(store: &TermStore, old: TermId, cell: TermId) -> Option<Vec<(TermId, TermId)>> {
    if cell == old {
        return Some(Vec::new());
    }
    let (Op::Ite, &[condition, a, b]) = store.view(cell) else { return None };
    let (hit, value, rest) = match a == old {
        true => (store.not(condition), b, a),
        false => (condition, a, b),
    };
    // A value that is itself a choice between the old and a new one.
    if let (Op::Ite, &[inner, c, d]) = store.view(value)
        && (c == old || d == old)
    {
        let (inner, new) = if d == old { (inner, c) } else { (store.not(inner), d) };
        if rest == old {
            return Some(vec![(store.and(&[hit, inner]), new)]);
        }
        return None;
    }
    let mut all = vec![(hit, value)];
    all.extend(pieces(store, old, rest)?);
    Some(all)
}

struct Overlaid {
    path: usize,
    array: TermId,
    /// The free variable that stands for the index.
    index: TermId,
    index_bits: u32,
    /// Whether iteration number κ, the counter, replaces the cell.
    hit: TermId,
    /// What it replaces it by.
    value: TermId,
}

impl Overlaid {
    /// The array with these conditions and values in terms of an index.
    fn lambda(&self, progress: &Progress<'_>, hit: TermId, value: TermId) -> TermId {
        let store = progress.store;
        let cell = store.ite(hit, value, store.select(self.array, self.index));
        store.lambda(Sort::BitVec(self.index_bits), |bound| {
            let map = symbol_of(store, self.index).map(|symbol| (symbol, bound));
            store.substitute(cell, &map.into_iter().collect())
        })
    }

    fn written_in(&self, progress: &Progress<'_>, iteration: TermId) -> TermId {
        let store = progress.store;
        let counter = progress.counters[self.path];
        let at = |term: TermId| progress.with_counters(term, [(self.path, iteration)]);
        let hit = store.and(&[store.bv_ult(iteration, counter), at(self.hit)]);
        self.lambda(progress, hit, at(self.value))
    }

    fn written_in_some(&self, progress: &Progress<'_>) -> TermId {
        let store = progress.store;
        let counter = progress.counters[self.path];
        let some = store.exists(store.int_const(0), store.bv_to_nat(counter), |iteration| {
            let iteration = store.int_to_bv(COUNTER_BITS, iteration);
            progress.with_counters(self.hit, [(self.path, iteration)])
        });
        self.lambda(progress, some, self.value)
    }

    /// The iteration that can replace the cell, in terms of the index, if there is at most one.
    fn only_iteration(&self, progress: &mut Progress<'_>) -> Option<TermId> {
        let store = progress.store;
        let counter = counter_as(store, self.index_bits, progress.counters[self.path]);
        let limit = 1u128 << self.index_bits;
        let mut tried = Vec::new();
        for part in store.parts(&[self.hit]) {
            if store.sort(part) != Sort::BitVec(self.index_bits) || store.loose_bound(part) > 0 {
                continue;
            }
            let Some(way) = Polynomial::of(store, part, self.index_bits) else { continue };
            let index = way.coefficient(self.index, 1).as_constant();
            let step = way.scaled(u128::MAX).coefficient(counter, 1).as_constant();
            let base = way.scaled(u128::MAX).coefficient(counter, 0).coefficient(self.index, 0);
            let (Some(1), Some(step)) = (index, step) else { continue };
            let hidden =
                base.atoms().into_iter().any(|atom| !progress.counters_in(atom).is_empty());
            if step == 0 || step >= limit / 2 || hidden || way.degree(self.index) > 1 {
                continue;
            }
            // The iterations' numbers times the step do not wrap.
            let bound = largest_count(progress, self.path).checked_mul(step);
            if bound.is_none_or(|bound| bound > limit) || tried.contains(&(step, base.clone())) {
                continue;
            }
            tried.push((step, base.clone()));
            let size = store.bv_value(&BitVec::from_u128(self.index_bits, step));
            let from_start = store.bv_sub(self.index, base.term(store));
            let rest = store.bv_sub(from_start, store.bv_mul(size, counter));
            if self.always(progress, store.bv_ult(rest, size)) {
                let number = store.bv_udiv(from_start, size);
                return Some(store.zero_extend(COUNTER_BITS - self.index_bits, number));
            }
        }
        None
    }

    /// Whether a condition holds whenever an iteration takes place and replaces the cell.
    fn always(&self, progress: &mut Progress<'_>, condition: TermId) -> bool {
        let store = progress.store;
        let mut known = progress.context.clone();
        for conjunct in conjuncts(store, &progress.body.paths[self.path].guard) {
            known.extend(progress.widened_at_start(self.path, conjunct, None));
        }
        known.push(self.hit);
        progress.solver.must_be_true(&known, condition) == Ok(true)
    }
}

/// What one iteration does with the cell at an index, in terms of the iteration's symbols.
struct Written {
    path: usize,
    index: TermId,
    index_bits: u32,
    hit: TermId,
    value: TermId,
}

impl Written {
    /// The value with something that changes from iteration to iteration replaced by what the index says about it.
    fn value_by_cell(&self, progress: &mut Progress<'_>) -> Option<TermId> {
        let store = progress.store;
        let changes = |progress: &Progress<'_>, term: TermId| {
            let symbols = progress.body.variables.iter().map(|variable| variable.symbol);
            symbols.into_iter().any(|symbol| progress.mentions(term, symbol))
        };
        let limit = 1u128 << self.index_bits;
        for part in store.parts(&[self.hit]) {
            if store.sort(part) != Sort::BitVec(self.index_bits) || store.loose_bound(part) > 0 {
                continue;
            }
            let Some(way) = Polynomial::of(store, part, self.index_bits) else { continue };
            let way = match way.coefficient(self.index, 1).as_constant() {
                Some(1) if way.degree(self.index) == 1 => way,
                Some(factor) if factor == limit - 1 && way.degree(self.index) == 1 => {
                    way.scaled(u128::MAX)
                }
                _ => continue,
            };
            // The index is size·row + base + a rest.
            let negated = way.scaled(u128::MAX);
            for row in way.atoms() {
                let size = negated.coefficient(row, 1).as_constant().filter(|size| *size > 0);
                let base = negated.coefficient(row, 0).coefficient(self.index, 0).term(store);
                let Some(size) = size.filter(|size| *size < limit / 2) else { continue };
                let usable = row != self.index && way.degree(row) == 1 && changes(progress, row);
                if !usable || changes(progress, base) {
                    continue;
                }
                let constant =
                    |value: u128| store.bv_value(&BitVec::from_u128(self.index_bits, value));
                let from_base = store.bv_sub(self.index, base);
                let rest = store.bv_sub(from_base, store.bv_mul(constant(size), row));
                let inside = store.bv_ult(rest, constant(size));
                let no_wrap = store.bv_ule(row, constant(limit / size - 1));
                let condition = store.implies(self.hit, store.and(&[inside, no_wrap]));
                if progress.holds_on(self.path, condition) {
                    let number = store.bv_udiv(from_base, constant(size));
                    return Some(replaced(store, self.value, row, number));
                }
            }
        }
        None
    }
}

/// A term with a part replaced; if that extends something narrower, that is replaced wherever it is.
fn replaced(store: &TermStore, term: TermId, part: TermId, by: TermId) -> TermId {
    let (part, by) = match store.view(part) {
        (Op::SignExtend(_) | Op::ZeroExtend(_), &[narrow]) => {
            (narrow, store.extract(store.sort(narrow).width() - 1, 0, by))
        }
        _ => (part, by),
    };
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    new.insert(part, by);
    for other in store.parts(&[term]) {
        let (_, args) = store.view(other);
        if other != part && args.iter().any(|arg| new.contains_key(arg)) {
            let args: Vec<TermId> =
                args.iter().map(|arg| new.get(arg).copied().unwrap_or(*arg)).collect();
            new.insert(other, store.rebuild(other, &args));
        }
    }
    new.get(&term).copied().unwrap_or(term)
}
