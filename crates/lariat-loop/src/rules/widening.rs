//! Numbers that are extended to more bits, such as an `int` index of an array in a 64-bit address space.
//!
//! `sext(i₀ + κ)` is not a sum of its parts, because the sum in brackets wraps. But if i is a progression whose steps do not wrap, then
//! in every real execution the extended value is the sum of the extended parts. So before an offset or a step is looked at, each
//! extension of such a variable is replaced by a variable of its own that stands for the extended progression, and so is the extension
//! of such a variable times a constant plus a constant (`a[2 * i + 1]`) if the guard implies that this does not wrap either.

use lariat_term::{Op, SymbolId, TermId};
use rustc_hash::FxHashMap;

use crate::body::{counter_as, symbol_of};
use crate::polynomial::Polynomial;
use crate::progress::Progress;

/// The term with extended progressions replaced, and what stands for them.
pub(crate) fn widened(
    progress: &mut Progress<'_>,
    path: usize,
    term: TermId,
) -> (TermId, FxHashMap<SymbolId, TermId>) {
    let store = progress.store;
    let mut values = FxHashMap::default();
    let mut replaced: FxHashMap<TermId, TermId> = FxHashMap::default();
    for part in store.parts(&[term]) {
        let (op, args) = store.view(part);
        let extended = match op {
            Op::SignExtend(bits) => extension(progress, path, args[0], bits, true, &mut values),
            Op::ZeroExtend(bits) => extension(progress, path, args[0], bits, false, &mut values),
            _ => None,
        };
        if let Some(extended) = extended {
            replaced.insert(part, extended);
        } else if args.iter().any(|arg| replaced.contains_key(arg)) {
            let new: Vec<TermId> =
                args.iter().map(|arg| replaced.get(arg).copied().unwrap_or(*arg)).collect();
            replaced.insert(part, store.rebuild(part, &new));
        }
    }
    (replaced.get(&term).copied().unwrap_or(term), values)
}

/// The extension of a progression, or of one plus a constant, that does not wrap.
fn extension(
    progress: &mut Progress<'_>,
    path: usize,
    narrow: TermId,
    bits: u32,
    signed: bool,
    values: &mut FxHashMap<SymbolId, TermId>,
) -> Option<TermId> {
    let store = progress.store;
    let Linear { symbol, factor, added } = Linear::of(progress, narrow)?;
    let variable = progress.body.variable_of(symbol)?;
    let steps = progress.steps[variable].clone()?;
    if !progress.no_wrap[variable][usize::from(!signed)] {
        return None;
    }
    let extend = |term: TermId, signed: bool| match signed {
        true => store.sign_extend(bits, term),
        false => store.zero_extend(bits, term),
    };
    let wide = store.sort(symbol).width() + bits;
    let applied = |symbol: TermId| {
        let product = store.bv_mul(extend(factor, true), symbol);
        store.bv_add(product, extend(added, true))
    };
    if narrow != symbol {
        let sum = applied(extend(symbol, signed));
        let same = store.eq(extend(narrow, signed), sum);
        let holds = match store.as_bv(factor) {
            Some(_) => progress.holds_on(path, same),
            // A product of two variables is hard to say anything about.
            None => progress.holds_cheaply_on(path, same),
        };
        if !holds {
            return None;
        }
    }
    let name = &progress.body.variables[variable].name;
    let stands = store.fresh_var(&format!("wide.{name}"), lariat_term::Sort::BitVec(wide));
    let value = steps.iter().fold(extend(symbol, signed), |sum, &(path, step)| {
        let counter = counter_as(store, wide, progress.counters[path]);
        store.bv_add(sum, store.bv_mul(extend(step, true), counter))
    });
    values.insert(symbol_of(store, stands)?, value);
    Some(applied(stands))
}

/// A variable times an invariant plus an invariant.
struct Linear {
    symbol: TermId,
    factor: TermId,
    added: TermId,
}

impl Linear {
    fn of(progress: &Progress<'_>, term: TermId) -> Option<Linear> {
        let store = progress.store;
        let width = store.sort(term).width();
        let sum = Polynomial::of(store, term, width)?;
        let atoms = sum.atoms();
        let mut variables =
            atoms.iter().copied().filter(|&atom| progress.body.variable_of(atom).is_some());
        let (Some(symbol), None) = (variables.next(), variables.next()) else { return None };
        let invariant = |atom: TermId| {
            progress.body.variables.iter().all(|v| !progress.mentions(atom, v.symbol))
                && progress.determined(atom).is_ok()
                && progress.counters_in(atom).is_empty()
        };
        if sum.degree(symbol) != 1 || !atoms.iter().all(|&atom| atom == symbol || invariant(atom)) {
            return None;
        }
        let [added, factor] = [0, 1].map(|power| sum.coefficient(symbol, power).term(store));
        Some(Linear { symbol, factor, added })
    }
}

impl Progress<'_> {
    /// [`at_start`](Progress::at_start) of a term on a path, with extended progressions as sums.
    pub(crate) fn widened_at_start(
        &mut self,
        path: usize,
        term: TermId,
        keep: Option<usize>,
    ) -> Result<TermId, String> {
        let (term, values) = widened(self, path, term);
        let mut map = self.start_map();
        map.extend(values);
        // A variable to keep stands for its value at loop entry.
        if let Some(symbol) = keep.and_then(|kept| symbol_of(self.store, self.symbol(kept))) {
            map.insert(symbol, self.store.symbol_term(symbol));
        }
        self.at_start_with(term, &map)
    }
}
