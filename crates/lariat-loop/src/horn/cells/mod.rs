//! Clauses about arrays as clauses about one element, or two, at places that may be anything.
//!
//! What a loop does to an array is mostly a statement about all its elements: all before i are at most m, all before n are copies. Invariants with quantifiers
//! are hard to find and to prove. But a statement about all elements is the same statement about one element whose place is not known. So a place is chosen before the
//! program starts, and the array becomes what is at this place, its *cell*: a write there changes the cell, a write elsewhere does not, a read there gives it,
//! and a read elsewhere gives any value. The result has numbers only, and for every choice of the place it has at least the runs of the program.
//!
//! A way to the goal that reads elements is about these: whoever gets to the goal in the program gets there for the choice of just these places as well. So it
//! is enough that no run gets to the goal where the places are the ones that were read (D. Monniaux, L. Gonnord: Cell morphing, SAS 2016).
//! There are two cells per array if two of its elements are compared on a way to the goal.
//!
//! Memory is bytes here, and a cell is as many bytes as all accesses are aligned to.

mod hints;
mod terms;

use std::collections::BTreeMap;

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{HornLoop, HornSystem, LastStep, Step};
use crate::body::{Variable, symbol_of};
use terms::{runs, split_constant, table_at, trailing_zeros, whole_comparisons};

/// Most elements that are written one after the other between two heads.
const MOST_WRITES: usize = 64;

/// Largest element, as a power of two.
const LARGEST: u32 = 3;

/// Most cells of an array.
const MOST_CELLS: usize = 2;

/// Largest system.
const MOST_PARTS: usize = 20_000;

/// The clauses with cells instead of arrays; none if there are no arrays, or nothing that could be said about them.
pub(super) fn system(store: &TermStore, system: &HornSystem) -> Option<HornSystem> {
    let terms = all_terms(system);
    let parts = store.parts(&terms);
    if parts.len() > MOST_PARTS
        || !parts.iter().any(|&part| matches!(store.sort(part), Sort::Array(_)))
    {
        return None;
    }
    let mut cells = Cells::new(store, system, &parts)?;
    cells.rewrite(&parts);
    Some(cells.run(system))
}

fn all_terms(system: &HornSystem) -> Vec<TermId> {
    let mut terms = Vec::new();
    for entered in &system.loops {
        terms.extend(entered.context.iter().chain(&entered.entry));
        terms.extend(entered.variables.iter().map(|variable| variable.symbol));
    }
    for step in &system.steps {
        terms.extend(step.conditions.iter().chain(&step.values));
    }
    for goal in &system.goals {
        terms.extend(&goal.conditions);
    }
    terms
}

/// Arrays that elements are passed between as a whole: the contents of one object at different times.
struct Family {
    /// Bytes per element.
    bytes: u64,
    /// The sort of places.
    index: Sort,
    /// The places of the cells, in elements.
    places: Vec<TermId>,
}

/// What is read somewhere in an array.
#[derive(Clone, Copy)]
struct Read {
    array: TermId,
    /// Where the element starts.
    at: TermId,
    family: usize,
}

/// Where a cell is on a way to the goal.
struct Choice {
    place: TermId,
    begin: TermId,
    at: TermId,
}

struct Cells<'c> {
    store: &'c TermStore,
    families: Vec<Family>,
    family_of: FxHashMap<SymbolId, usize>,
    /// One of the variables that an array is made of.
    roots: FxHashMap<TermId, SymbolId>,
    /// The families of arrays without variables.
    constants: FxHashMap<TermId, usize>,
    /// The cells of arrays that are variables.
    cells: FxHashMap<SymbolId, Vec<TermId>>,
    /// Terms that are not arrays, and what became of them.
    done: FxHashMap<TermId, TermId>,
    /// Symbols for what is read.
    symbols: FxHashMap<(TermId, TermId), TermId>,
    reads: FxHashMap<SymbolId, Read>,
    since: FxHashMap<SymbolId, usize>,
}

impl<'c> Cells<'c> {
    fn new(store: &'c TermStore, system: &HornSystem, parts: &[TermId]) -> Option<Cells<'c>> {
        // One number per array symbol; arrays in the same term belong together.
        let is_array = |term: TermId| match store.sort(term) {
            Sort::Array(_) => store.sort(term).array_parts(),
            _ => None,
        };
        let mut group: FxHashMap<SymbolId, SymbolId> = FxHashMap::default();
        let mut join = |symbols: &[SymbolId]| {
            for &symbol in symbols {
                group.entry(symbol).or_insert(symbol);
            }
            let Some((&first, rest)) = symbols.split_first() else { return };
            let to = group[&first];
            let from: FxHashSet<SymbolId> = rest.iter().map(|other| group[other]).collect();
            for value in group.values_mut().filter(|value| from.contains(value)) {
                *value = to;
            }
        };
        let mut roots: FxHashMap<TermId, SymbolId> = FxHashMap::default();
        for &part in parts.iter().filter(|part| is_array(**part).is_some()) {
            let inner: Vec<SymbolId> = match store.view(part) {
                (Op::Var(symbol), _) => vec![symbol],
                (Op::Store, args) => roots.get(&args[0]).copied().into_iter().collect(),
                (Op::Ite, args) => {
                    args[1..].iter().filter_map(|arg| roots.get(arg).copied()).collect()
                }
                _ => Vec::new(),
            };
            join(&inner);
            roots.extend(inner.first().map(|&root| (part, root)));
        }
        let becomes = (system.loops.iter())
            .map(|entered| (entered, &entered.entry))
            .chain(system.steps.iter().map(|step| (&system.loops[step.target], &step.values)));
        for (target, values) in becomes {
            for (variable, &value) in target.variables.iter().zip(values) {
                if is_array(variable.symbol).is_some() {
                    let symbols = [variable.symbol, value].map(|array| roots.get(&array).copied());
                    join(&symbols.into_iter().flatten().collect::<Vec<_>>());
                }
            }
        }
        let mut ordered: Vec<SymbolId> = group.keys().copied().collect();
        ordered.sort_by_key(|symbol| symbol.index());
        let mut numbers: FxHashMap<SymbolId, usize> = FxHashMap::default();
        let mut families = Vec::new();
        let mut family_of = FxHashMap::default();
        for symbol in ordered {
            let (index, element) = store.symbol_sort(symbol).array_parts()?;
            if element != Sort::BitVec(8) || !matches!(index, Sort::BitVec(8..=64)) {
                return None;
            }
            let number = *numbers.entry(group[&symbol]).or_insert_with(|| {
                families.push(Family { bytes: 0, index, places: Vec::new() });
                families.len() - 1
            });
            if families[number].index != index {
                return None;
            }
            family_of.insert(symbol, number);
        }
        // Arrays without a variable in them: one family for all that is written over the same beginning.
        let mut constants: FxHashMap<TermId, usize> = FxHashMap::default();
        for &part in parts {
            let Some((index, Sort::BitVec(8))) = is_array(part) else { continue };
            if roots.contains_key(&part) || !matches!(index, Sort::BitVec(8..=64)) {
                continue;
            }
            let (op, args) = store.view(part);
            let below = match op {
                Op::Store => constants.get(&args[0]).filter(|_| {
                    // The first write is where a family begins.
                    store.op(args[0]) == Op::Store
                }),
                Op::Ite => args[1..].iter().find_map(|arg| constants.get(arg)),
                _ => None,
            };
            let family = below.copied().unwrap_or_else(|| {
                families.push(Family { bytes: 0, index, places: Vec::new() });
                families.len() - 1
            });
            constants.insert(part, family);
        }
        if families.is_empty() {
            return None;
        }
        let mut cells = Cells {
            store,
            families,
            family_of,
            roots,
            constants,
            cells: FxHashMap::default(),
            done: FxHashMap::default(),
            symbols: FxHashMap::default(),
            reads: FxHashMap::default(),
            since: FxHashMap::default(),
        };
        cells.find_sizes(parts);
        Some(cells)
    }

    /// How large elements are: all accesses whose place is not a constant are aligned to it.
    fn find_sizes(&mut self, parts: &[TermId]) {
        let store = self.store;
        let mut aligned = vec![LARGEST + 1; self.families.len()];
        for &part in parts {
            let (op, args) = store.view(part);
            if !matches!(op, Op::Select | Op::Store) || store.as_word(args[1]).is_some() {
                continue;
            }
            let (base, _) = split_constant(store, args[1]);
            let zeros = base.iter().map(|&term| trailing_zeros(store, term)).min();
            if let Some(family) = self.family(args[0]) {
                aligned[family] = aligned[family].min(zeros.unwrap_or(0));
            }
        }
        for (family, zeros) in self.families.iter_mut().zip(aligned) {
            // Most arrays whose elements are accessed one by one only are arrays of int.
            family.bytes = if zeros > LARGEST { 4 } else { 1 << zeros };
        }
    }

    /// Rewrites all terms that are no arrays. Parts come before what they are part of.
    fn rewrite(&mut self, parts: &[TermId]) {
        let store = self.store;
        for &part in parts {
            if matches!(store.sort(part), Sort::Array(_)) || store.loose_bound(part) > 0 {
                continue;
            }
            let (op, args) = store.view(part);
            let result = match op {
                Op::Select => self.read(args[0], args[1]),
                Op::ForAll | Op::Exists => store.fresh_var("any", Sort::Bool),
                _ if args.iter().any(|arg| !self.done.contains_key(arg)) => {
                    // About arrays as a whole.
                    store.fresh_var("any", store.sort(part))
                }
                _ if args.is_empty() => part,
                _ => {
                    let args: Vec<TermId> = args.iter().map(|arg| self.done[arg]).collect();
                    let whole = if op == Op::And { whole_comparisons(store, &args) } else { None };
                    whole.unwrap_or_else(|| store.rebuild(part, &args))
                }
            };
            self.done.insert(part, result);
        }
    }

    /// Where the element begins that contains the byte at a place, and which byte of it that is; none if it cannot be told.
    fn element(&self, family: usize, place: TermId) -> Option<(TermId, u64)> {
        let store = self.store;
        let bytes = self.families[family].bytes;
        let (base, constant) = split_constant(store, place);
        let zeros = base.iter().map(|&term| trailing_zeros(store, term)).min();
        if zeros.is_some_and(|zeros| zeros < bytes.trailing_zeros()) {
            return None;
        }
        let byte = constant % bytes;
        let width = store.sort(place).width();
        Some((store.bv_sub(place, store.bv_const(width, byte)), byte))
    }

    fn family(&self, array: TermId) -> Option<usize> {
        let known = self.roots.get(&array).map(|symbol| self.family_of[symbol]);
        known.or_else(|| self.constants.get(&array).copied())
    }

    /// A byte that is read.
    fn read(&mut self, array: TermId, place: TermId) -> TermId {
        let store = self.store;
        let (Some(family), Some(&place)) = (self.family(array), self.done.get(&place)) else {
            // A constant array or a table: what the simplifier has left of it.
            return store.fresh_var("any", Sort::BitVec(8));
        };
        match self.element(family, place) {
            None => store.fresh_var("any", Sort::BitVec(8)),
            Some((at, byte)) => {
                let word = self.word_at(array, at, family);
                let low = byte as u32 * 8;
                store.extract(low + 7, low, word)
            }
        }
    }

    /// The symbol for the element of an array that begins at a place.
    fn word_at(&mut self, array: TermId, at: TermId, family: usize) -> TermId {
        if let Some(&symbol) = self.symbols.get(&(array, at)) {
            return symbol;
        }
        let width = self.families[family].bytes as u32 * 8;
        let symbol = self.store.fresh_var("element", Sort::BitVec(width));
        self.symbols.insert((array, at), symbol);
        let read = Read { array, at, family };
        self.reads.extend(symbol_of(self.store, symbol).map(|symbol| (symbol, read)));
        symbol
    }

    /// The element of an array at a place, with what `base` says for arrays that are variables.
    fn content(
        &mut self,
        array: TermId,
        (at, family): (TermId, usize),
        base: &mut dyn FnMut(&mut Self, TermId) -> TermId,
    ) -> TermId {
        let store = self.store;
        let bytes = self.families[family].bytes;
        let unknown = || store.fresh_var("any", Sort::BitVec(bytes as u32 * 8));
        // From outside to inside; writes to the same element are one.
        let mut writes: Vec<(Option<TermId>, FxHashMap<u64, TermId>, TermId)> = Vec::new();
        let mut inner = array;
        let word = loop {
            let (op, args) = store.view(inner);
            match (op, args) {
                (Op::Store, &[rest, place, value]) => {
                    let (Some(&place), Some(&value)) =
                        (self.done.get(&place), self.done.get(&value))
                    else {
                        break unknown();
                    };
                    let element = self.element(family, place);
                    match (element, writes.last_mut()) {
                        (Some((begin, byte)), Some((Some(same), values, _))) if *same == begin => {
                            values.entry(byte).or_insert(value);
                        }
                        (Some((begin, byte)), _) => {
                            writes.push((
                                Some(begin),
                                [(byte, value)].into_iter().collect(),
                                place,
                            ));
                        }
                        (None, _) => {
                            writes.push((None, [(0, value)].into_iter().collect(), place));
                        }
                    }
                    inner = rest;
                }
                (Op::ConstArray, &[value]) => match self.done.get(&value) {
                    Some(&value) => {
                        break (1..bytes).fold(value, |word, _| store.concat(word, value));
                    }
                    None => break unknown(),
                },
                (Op::Ite, &[condition, then, otherwise]) => {
                    let Some(&condition) = self.done.get(&condition) else { break unknown() };
                    let then = self.content(then, (at, family), base);
                    let otherwise = self.content(otherwise, (at, family), base);
                    break store.ite(condition, then, otherwise);
                }
                (Op::Var(_), _) => break base(self, inner),
                _ => break unknown(),
            }
        };
        let byte_of = |word: TermId, byte: u64| {
            let low = byte as u32 * 8;
            store.extract(low + 7, low, word)
        };
        let whole = |values: &mut dyn FnMut(u64) -> TermId| {
            let first = values(0);
            (1..bytes).fold(first, |word, byte| store.concat(values(byte), word))
        };
        let mut word = word;
        // Writes to constant places, the later ones instead of the earlier ones.
        let mut table: BTreeMap<u64, TermId> = BTreeMap::new();
        let mut many = 0;
        for (begin, values, place) in writes.into_iter().rev() {
            let constant = begin.and_then(|begin| store.as_word(begin));
            if let Some(constant) = constant {
                // What it was before, if that is the same whatever is asked for.
                let before = (table.get(&constant).copied())
                    .or_else(|| store.as_bv(word).is_some().then_some(word));
                if before.is_some() || (0..bytes).all(|byte| values.contains_key(&byte)) {
                    let new = whole(&mut |byte| match (values.get(&byte), before) {
                        (Some(&value), _) => value,
                        (None, Some(before)) => byte_of(before, byte),
                        (None, None) => unreachable!("all bytes are given"),
                    });
                    table.insert(constant, new);
                    continue;
                }
            }
            (word, many) =
                (table_at(store, &table, bytes, at, word), many + runs(&table, bytes) + 1);
            table.clear();
            word = match begin {
                Some(begin) => {
                    let new = whole(&mut |byte| {
                        values.get(&byte).copied().unwrap_or_else(|| byte_of(word, byte))
                    });
                    store.ite(store.eq(begin, at), new, word)
                }
                None => whole(&mut |byte| {
                    let width = store.sort(at).width();
                    let here = store.bv_add(at, store.bv_const(width, byte));
                    store.ite(store.eq(place, here), values[&0], byte_of(word, byte))
                }),
            };
        }
        if many + runs(&table, bytes) > MOST_WRITES {
            // What was never written has a value of its own for every byte. Here it is asked for one element only.
            let any = unknown();
            for value in table.values_mut().filter(|value| store.as_bv(**value).is_none()) {
                *value = any;
            }
            if many + runs(&table, bytes) > MOST_WRITES {
                return unknown();
            }
        }
        table_at(store, &table, bytes, at, word)
    }

    /// Where a cell begins.
    fn begin(&self, family: usize, cell: usize) -> TermId {
        let Family { bytes, index, places } = &self.families[family];
        self.store.bv_mul(places[cell], self.store.bv_const(index.width(), *bytes))
    }

    /// The cell of an array that is a variable.
    fn cell(&mut self, symbol: SymbolId, number: usize) -> TermId {
        let store = self.store;
        let family = &self.families[self.family_of[&symbol]];
        let sort = Sort::BitVec(family.bytes as u32 * 8);
        let count = family.places.len();
        let list = self.cells.entry(symbol).or_insert_with(|| {
            (0..count).map(|_| store.fresh_var(store.symbol_name(symbol), sort)).collect()
        });
        for cell in list.iter() {
            self.since.extend(symbol_of(store, *cell).map(|cell| (cell, symbol.index())));
        }
        list[number]
    }

    /// What is known about the elements that these terms read, and about those that this depends on.
    fn known(&mut self, terms: &[TermId], seen: &mut FxHashSet<SymbolId>) -> Vec<TermId> {
        let store = self.store;
        let mut result = Vec::new();
        let mut work = store.free_vars_of(terms);
        while let Some(symbol) = work.pop() {
            let Some(&Read { array, at, family }) = self.reads.get(&symbol) else { continue };
            if !seen.insert(symbol) {
                continue;
            }
            let element = store.symbol_term(symbol);
            let mut conditions = Vec::new();
            match symbol_of(store, array) {
                Some(variable) => {
                    for cell in 0..self.families[family].places.len() {
                        let is_here = store.eq(at, self.begin(family, cell));
                        let value = self.cell(variable, cell);
                        conditions.push(store.implies(is_here, store.eq(element, value)));
                    }
                }
                None => {
                    let content = self.content(array, (at, family), &mut |this, inner| {
                        this.word_at(inner, at, family)
                    });
                    conditions.push(store.eq(element, content));
                }
            }
            work.extend(store.free_vars_of(&conditions));
            result.extend(conditions);
        }
        result
    }

    /// What became of conditions, with what is known about the elements they read.
    fn conditions(&mut self, terms: &[TermId], seen: &mut FxHashSet<SymbolId>) -> Vec<TermId> {
        let mut result = Vec::new();
        for term in terms {
            let term = self.done[term];
            result.extend(self.known(&[term], seen));
            result.push(term);
        }
        result.retain(|&term| self.store.as_bool(term) != Some(true));
        result
    }

    /// What became of the values of a loop's variables.
    fn values(&mut self, variables: &[Variable], values: &[TermId]) -> Vec<TermId> {
        let mut result = Vec::new();
        for (variable, value) in variables.iter().zip(values) {
            let array = symbol_of(self.store, variable.symbol)
                .and_then(|symbol| self.family_of.get(&symbol).copied());
            match array {
                None => result.push(self.done[value]),
                Some(family) => {
                    for cell in 0..self.families[family].places.len() {
                        let begin = self.begin(family, cell);
                        result.push(self.content(*value, (begin, family), &mut |this, inner| {
                            match symbol_of(this.store, inner) {
                                Some(symbol) => this.cell(symbol, cell),
                                None => this.word_at(inner, begin, family),
                            }
                        }));
                    }
                }
            }
        }
        result
    }

    fn locals(&mut self, locals: &[TermId]) -> Vec<TermId> {
        let mut result = Vec::new();
        for &local in locals {
            let symbol = symbol_of(self.store, local);
            match symbol.filter(|symbol| self.family_of.contains_key(symbol)) {
                Some(symbol) => {
                    for cell in 0..self.families[self.family_of[&symbol]].places.len() {
                        result.push(self.cell(symbol, cell));
                    }
                }
                None => result.push(local),
            }
        }
        result
    }

    /// The elements that a way to the goal reads, per family: the last ones first.
    fn read_by(&mut self, goal: &LastStep) -> Vec<Vec<TermId>> {
        let store = self.store;
        let mut places: Vec<Vec<TermId>> = vec![Vec::new(); self.families.len()];
        for condition in goal.conditions.iter().rev() {
            let mut work = store.free_vars(self.done[condition]).to_vec();
            let mut seen = FxHashSet::default();
            while let Some(symbol) = work.pop() {
                let Some(&Read { array, at, family }) = self.reads.get(&symbol) else { continue };
                if !seen.insert(symbol) {
                    continue;
                }
                if symbol_of(store, array).is_some() {
                    if !places[family].contains(&at) {
                        places[family].push(at);
                    }
                } else {
                    let content = self.content(array, (at, family), &mut |this, inner| {
                        this.word_at(inner, at, family)
                    });
                    work.extend(store.free_vars(content).iter());
                }
            }
        }
        places
    }

    /// Places that are written from the start, for ways to the goal that read nothing: the first constant ones of each family.
    fn written(&self, system: &HornSystem) -> Vec<Option<TermId>> {
        let store = self.store;
        let mut result = vec![None; self.families.len()];
        let entries: Vec<TermId> =
            system.loops.iter().rev().flat_map(|entered| entered.entry.iter().copied()).collect();
        for entry in entries {
            let (Sort::Array(_), (Op::Store, args)) = (store.sort(entry), store.view(entry)) else {
                continue;
            };
            let (Some(family), Some(&place)) = (self.family(entry), self.done.get(&args[1])) else {
                continue;
            };
            if result[family].is_none() {
                result[family] = self.element(family, place).map(|(begin, _)| begin);
            }
        }
        result
    }

    fn run(mut self, system: &HornSystem) -> HornSystem {
        let store = self.store;
        let read: Vec<Vec<Vec<TermId>>> =
            system.goals.iter().map(|goal| self.read_by(goal)).collect();
        let written = self.written(system);
        let order = self.choose_places(&read);
        let chosen: Vec<Vec<Choice>> =
            read.iter().map(|places| self.chosen(places, &written)).collect();
        let mut result = HornSystem::default();
        for entered in &system.loops {
            let mut seen = FxHashSet::default();
            let mut context = order.clone();
            context.extend(self.conditions(&entered.context[..entered.known], &mut seen));
            let known = if entered.source.is_some() { context.len() } else { 0 };
            context.extend(self.conditions(&entered.context[entered.known..], &mut seen));
            let entry = self.values(&entered.variables, &entered.entry);
            context.extend(self.known(&entry, &mut seen));
            let mut variables = Vec::new();
            for variable in &entered.variables {
                let symbols = self.locals(&[variable.symbol]);
                let named = |symbol| Variable { name: variable.name.clone(), symbol };
                variables.extend(symbols.into_iter().map(named));
            }
            let locals = self.locals(&entered.locals);
            let (source, mark) = (entered.source, entered.mark);
            result.loops.push(HornLoop { variables, entry, context, known, source, mark, locals });
        }
        for step in &system.steps {
            let mut seen = FxHashSet::default();
            let mut conditions = self.conditions(&step.conditions, &mut seen);
            let values = self.values(&system.loops[step.target].variables, &step.values);
            conditions.extend(self.known(&values, &mut seen));
            let locals = self.locals(&step.locals);
            let Step { source, target, .. } = *step;
            result.steps.push(Step { source, target, conditions, values, locals });
        }
        for (goal, chosen) in system.goals.iter().zip(chosen) {
            let mut seen = FxHashSet::default();
            let mut conditions = if goal.source.is_none() { order.clone() } else { Vec::new() };
            let about = self.conditions(&goal.conditions, &mut seen);
            self.add_hints(goal, &about, &chosen, &mut result);
            conditions.extend(about);
            conditions.extend(chosen.iter().map(|choice| store.eq(choice.begin, choice.at)));
            let locals = self.locals(&goal.locals);
            result.goals.push(LastStep { source: goal.source, conditions, locals });
        }
        result.elements = self.elements();
        result.since = self.since;
        result.hints.resize(system.loops.len(), Vec::new());
        result
    }

    /// Makes symbols for the places of the cells; what is known about them. Arrays that are read at the same places have their cells at the same
    /// places, which makes it easy to say that one is a copy of the other.
    fn choose_places(&mut self, read: &[Vec<Vec<TermId>>]) -> Vec<TermId> {
        let store = self.store;
        let most = |family: usize| {
            read.iter().map(|places| places[family].len()).max().unwrap_or(0).clamp(1, MOST_CELLS)
        };
        // Those that the goal is about come first, the others follow one of these.
        let mut families: Vec<usize> = (0..self.families.len()).collect();
        let is_read = |family: usize| read.iter().any(|places| !places[family].is_empty());
        families.sort_by_key(|&family| !is_read(family));
        let mut known = Vec::new();
        let mut leaders: Vec<usize> = Vec::new();
        for family in families {
            let alike = |leader: usize| {
                let (one, other) = (&self.families[leader], &self.families[family]);
                one.bytes == other.bytes
                    && one.index == other.index
                    && (!is_read(family)
                        || read.iter().all(|places| {
                            let (one, other) = (&places[leader], &places[family]);
                            one == other || one.is_empty() || other.is_empty()
                        }))
            };
            if let Some(&leader) = leaders.iter().find(|&&leader| alike(leader)) {
                self.families[family].places = self.families[leader].places.clone();
                continue;
            }
            leaders.push(family);
            // Those that follow may need more cells.
            let cells = (0..self.families.len()).map(most).max().unwrap_or(1);
            let cells = if leaders.len() == 1 { cells } else { most(family) };
            let Family { bytes, index, places } = &mut self.families[family];
            for _ in 0..cells {
                let place = store.fresh_var("place", *index);
                places.push(place);
                self.since.extend(symbol_of(store, place).map(|place| (place, 0)));
                // Every element has its number.
                let shift = bytes.trailing_zeros();
                if shift > 0 {
                    let end = store.bv_const(index.width(), 1 << (index.width() - shift));
                    known.push(store.bv_ult(place, end));
                }
            }
        }
        known
    }

    /// The conditions that say where the cells are on a way to the goal. Each place is chosen once: families may share it.
    fn chosen(&self, read: &[Vec<TermId>], written: &[Option<TermId>]) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut free: FxHashSet<TermId> =
            self.families.iter().flat_map(|family| family.places.iter().copied()).collect();
        let written: Vec<Vec<TermId>> =
            written.iter().map(|place| place.iter().copied().collect()).collect();
        for choice in [read, &written] {
            for (family, wanted) in choice.iter().enumerate() {
                let mut wanted = wanted.iter();
                for (cell, place) in self.families[family].places.iter().enumerate() {
                    if free.contains(place)
                        && let Some(&at) = wanted.next()
                    {
                        free.remove(place);
                        choices.push(Choice { place: *place, begin: self.begin(family, cell), at });
                    }
                }
            }
        }
        choices
    }
}
