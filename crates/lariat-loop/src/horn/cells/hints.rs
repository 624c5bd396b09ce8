//! Candidates for invariants about cells, and what holds for any element as a statement about one that is read.

use lariat_term::{Op, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

use super::terms::split_constant;
use super::{Cells, Choice, Family, Read};
use crate::body::symbol_of;
use crate::horn::{HornSystem, LastStep};

/// Most variables that say how far a loop has come, and most candidates of a loop.
const MOST_GUARDS: usize = 8;
const MOST_HINTS: usize = 200;

/// Most conditions of the way from one loop to the next that are put before what is wanted.
const MOST_FLAGS: usize = 2;

impl Cells<'_> {
    /// What a way to the goal finds wrong with the elements it reads must not be wrong with any element, or with any that a loop has dealt with: candidates
    /// for the loops before the goal.
    pub(super) fn add_hints(
        &mut self,
        goal: &LastStep,
        about: &[TermId],
        chosen: &[Choice],
        result: &mut HornSystem,
    ) {
        let store = self.store;
        let Some(source) = goal.source else { return };
        result.hints.resize(result.loops.len(), Vec::new());
        // The cells for the elements, and places for what a loop has its index for.
        let mut becomes: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut where_read = Vec::new();
        for Choice { place, begin, at } in chosen {
            let numbers = self.numbers(*begin, *at);
            let own = numbers.and_then(|(index, offset)| {
                let symbol = symbol_of(store, index)?;
                let variables = &result.loops[source].variables;
                let is_own = variables.iter().any(|variable| variable.symbol == index);
                (is_own && !becomes.contains_key(&symbol)).then_some((symbol, offset))
            });
            match own {
                Some((symbol, offset)) => {
                    becomes.insert(symbol, store.bv_sub(*place, offset));
                }
                None => where_read.push(store.eq(*begin, *at)),
            }
        }
        // An element that is read is the cell if the places are the same.
        let mut elements: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        for symbol in store.free_vars_of(about) {
            let Some(&Read { array, at, family }) = self.reads.get(&symbol) else { continue };
            let Some(variable) = symbol_of(store, array) else { continue };
            let cell = (0..self.families[family].places.len()).find(|&cell| {
                let begin = self.begin(family, cell);
                chosen.iter().any(|choice| choice.begin == begin && choice.at == at)
            });
            if let Some(cell) = cell {
                elements.insert(symbol, self.cell(variable, cell));
            }
        }
        let about = store.substitute_all(about, &elements);
        let mut terms = store.substitute_all(&about, &becomes);
        let is_cell = |term: TermId| {
            let free = store.free_vars(term);
            free.iter().any(|symbol| {
                self.cells.values().flatten().any(|cell| symbol_of(store, *cell) == Some(*symbol))
            })
        };
        where_read = store.substitute_all(&where_read, &becomes);
        terms.extend(&where_read);
        terms.retain(|&term| store.as_bool(term) != Some(true));
        let strong: Vec<TermId> = (terms.iter().copied())
            .filter(|&term| is_cell(term) || where_read.contains(&term))
            .collect();
        if strong.is_empty() {
            return;
        }
        let mut wanted = vec![store.not(store.and(&terms)), store.not(store.and(&strong))];
        wanted.dedup();
        // Back over the loops before it: what is wanted when one is entered is wanted after the one before it.
        let places: Vec<TermId> = chosen.iter().map(|choice| choice.place).collect();
        for number in result.chain(Some(source)) {
            for &wanted in &wanted {
                let mut hints = vec![wanted];
                // Variables that run over the elements.
                let variables: Vec<TermId> = (result.chain(Some(number)).into_iter())
                    .flat_map(|number| result.loops[number].variables.iter())
                    .map(|variable| variable.symbol)
                    .filter(|symbol| !self.cells.values().flatten().any(|cell| cell == symbol))
                    .take(MOST_GUARDS)
                    .collect();
                for &place in &places {
                    for &variable in &variables {
                        if store.sort(variable) == store.sort(place) {
                            hints.extend(guarded(store, place, variable, wanted));
                            if !where_read.is_empty() {
                                // A loop that stops at the element has not passed it.
                                let here = store.and(&where_read);
                                let orders = guarded(store, place, variable, store.ff());
                                hints.extend(orders.map(|order| store.implies(here, order)));
                            }
                        }
                    }
                }
                let list = &mut result.hints[number];
                for hint in hints {
                    if list.len() < MOST_HINTS && !list.contains(&hint) {
                        list.push(hint);
                    }
                }
            }
            let entered = &result.loops[number];
            let entry = result.becomes(store, number, &entered.entry);
            wanted = store.substitute_all(&wanted, &entry);
            // It is wanted only where the way to this loop is taken: a flag may be what tells that all elements are as they should be.
            let ways: Vec<TermId> = (entered.context[entered.known..].iter().copied())
                .filter(|&condition| entered.source.is_some() && is_flag(store, condition))
                .take(MOST_FLAGS)
                .collect();
            for condition in ways {
                let strong = wanted.first().copied();
                wanted.extend(strong.map(|wanted| store.implies(condition, wanted)));
            }
            wanted.retain(|&term| store.as_bool(term) != Some(true));
        }
    }

    /// For every element that is read, what has to be put for places and cells so that a statement about a cell is about this element.
    pub(super) fn elements(&mut self) -> FxHashMap<SymbolId, Vec<FxHashMap<SymbolId, TermId>>> {
        let store = self.store;
        let mut read: Vec<(SymbolId, Read)> = self.reads.iter().map(|(&s, &r)| (s, r)).collect();
        read.retain(|(_, read)| symbol_of(store, read.array).is_some());
        read.sort_by_key(|(symbol, _)| symbol.index());
        let mut arrays: Vec<SymbolId> = self.cells.keys().copied().collect();
        arrays.sort_by_key(|symbol| symbol.index());
        let mut result = FxHashMap::default();
        for (symbol, Read { at, family, .. }) in read {
            let Family { bytes, index, places } = &self.families[family];
            let shift = store.bv_const(index.width(), bytes.trailing_zeros().into());
            let number = store.bv_lshr(at, shift);
            let places = places.clone();
            let mut maps = Vec::new();
            for place in &places {
                let mut map: FxHashMap<SymbolId, TermId> = FxHashMap::default();
                map.extend(symbol_of(store, *place).map(|place| (place, number)));
                for &array in &arrays {
                    let of = self.family_of[&array];
                    let cell = self.families[of].places.iter().position(|other| other == place);
                    let Some(cell) = cell else { continue };
                    let element = self.word_at(store.symbol_term(array), at, of);
                    map.extend(symbol_of(store, self.cells[&array][cell]).map(|c| (c, element)));
                }
                maps.push(map);
            }
            result.insert(symbol, maps);
        }
        result
    }

    /// A place that an element begins at as the element's number, with a constant to be added to it.
    fn numbers(&self, begin: TermId, at: TermId) -> Option<(TermId, TermId)> {
        let store = self.store;
        let width = store.sort(at).width();
        let family = self.families.iter().enumerate().find(|(number, family)| {
            (0..family.places.len()).any(|cell| self.begin(*number, cell) == begin)
        });
        let bytes = family?.1.bytes;
        let (base, constant) = split_constant(store, at);
        let &[base] = &base[..] else { return None };
        let index = if bytes == 1 {
            base
        } else {
            match store.view(base) {
                (Op::BvMul, &[a, b]) if store.as_word(a) == Some(bytes) => b,
                (Op::BvMul, &[a, b]) if store.as_word(b) == Some(bytes) => a,
                (Op::BvShl, &[a, b]) if store.as_word(b) == Some(bytes.trailing_zeros().into()) => {
                    a
                }
                (Op::Concat, &[high, low]) if store.as_word(low) == Some(0) => {
                    // A shift by a constant, simplified: the upper bits of the number do not matter.
                    match store.view(high) {
                        (Op::Extract { lo: 0, .. }, &[a])
                            if store.sort(low).width() == bytes.trailing_zeros() =>
                        {
                            a
                        }
                        // The upper bits are zero.
                        _ if store.sort(low).width() == bytes.trailing_zeros() => {
                            store.zero_extend(bytes.trailing_zeros(), high)
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            }
        };
        // Constants are signed.
        let half = 1u64 << (width - 1);
        let signed = if constant >= half && width < 64 {
            constant as i64 - (1i64 << width)
        } else {
            constant as i64
        };
        let offset =
            store.bv_const(width, (signed / bytes as i64) as u64 & (u64::MAX >> (64 - width)));
        (store.sort(index) == store.sort(at)).then_some((index, offset))
    }
}

/// Whether a condition compares a variable with a constant for equality.
fn is_flag(store: &TermStore, condition: TermId) -> bool {
    let (op, args) = store.view(condition);
    match (op, args) {
        (Op::Not, &[inner]) => is_flag(store, inner),
        (Op::Eq, &[a, b]) => {
            let is_variable = |term| symbol_of(store, term).is_some();
            (is_variable(a) && store.as_bv(b).is_some())
                || (is_variable(b) && store.as_bv(a).is_some())
        }
        (Op::Var(_), _) => true,
        _ => false,
    }
}

/// A condition for the places before or behind a variable only.
fn guarded(store: &TermStore, place: TermId, variable: TermId, wanted: TermId) -> [TermId; 4] {
    let before = store.bv_slt(place, variable);
    let behind = store.bv_slt(variable, place);
    let not_behind = store.bv_sle(place, variable);
    let not_before = store.bv_sle(variable, place);
    [before, behind, not_behind, not_before].map(|guard| store.implies(guard, wanted))
}
