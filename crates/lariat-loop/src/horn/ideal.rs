//! Clauses on mathematical integers, as Spacer likes them.
//!
//! Every machine integer is an integer here, signed or unsigned as it is used. Sums and products do not wrap, or at most once, where a loop's
//! variables get their values and where sums are compared; what has no simple meaning on integers is any value. So this is only about the same program.
//! That is enough: the invariants found here are candidates, which are proved on the machine's integers.

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::symbol_of;

/// Translates terms.
pub(super) struct Ideal<'s> {
    store: &'s TermStore,
    wraps: bool,
    /// Symbols that are compared as unsigned numbers only.
    unsigned: FxHashSet<SymbolId>,
    done: FxHashMap<(TermId, bool), TermId>,
    /// The integer for each symbol, and back.
    pub(super) integers: FxHashMap<SymbolId, TermId>,
    pub(super) machine: FxHashMap<SymbolId, SymbolId>,
    /// Variables that stand for what has no meaning here.
    pub(super) unknown: FxHashSet<SymbolId>,
}

/// Deeper terms are any value.
const DEEPEST: u32 = 200;

impl<'s> Ideal<'s> {
    /// A translator for a program with these terms in it.
    pub(super) fn new(store: &'s TermStore, terms: &[TermId], wraps: bool) -> Ideal<'s> {
        let mut signed: FxHashSet<SymbolId> = FxHashSet::default();
        let mut unsigned: FxHashSet<SymbolId> = FxHashSet::default();
        for part in store.parts(terms) {
            let (op, args) = store.view(part);
            let set = match op {
                Op::BvUlt | Op::BvUle | Op::BvUdiv | Op::BvUrem | Op::ZeroExtend(_) => {
                    &mut unsigned
                }
                Op::Extract { lo: 1.., .. } => &mut unsigned,
                Op::BvSlt | Op::BvSle | Op::BvSdiv | Op::BvSrem | Op::SignExtend(_) => &mut signed,
                _ => continue,
            };
            for &arg in args {
                set.extend(summands(store, arg));
            }
        }
        unsigned.retain(|symbol| !signed.contains(symbol));
        Ideal {
            store,
            wraps,
            unsigned,
            done: FxHashMap::default(),
            integers: FxHashMap::default(),
            machine: FxHashMap::default(),
            unknown: FxHashSet::default(),
        }
    }

    pub(super) fn is_unsigned(&self, symbol: SymbolId) -> bool {
        self.unsigned.contains(&symbol)
    }

    /// What is known of the values of these integers: their range.
    pub(super) fn range(&self, integer: SymbolId) -> Option<TermId> {
        let store = self.store;
        let symbol = *self.machine.get(&integer)?;
        let Sort::BitVec(width) = store.symbol_sort(symbol) else { return None };
        let (low, high) = self.ends(width, self.is_unsigned(symbol));
        let term = store.symbol_term(integer);
        Some(store.and(&[store.int_le(low, term), store.int_le(term, high)]))
    }

    fn ends(&self, width: u32, unsigned: bool) -> (TermId, TermId) {
        let store = self.store;
        let power = |bits: u32| BigInt::from(1) << bits;
        let (low, high) = if unsigned {
            (BigInt::from(0), power(width) - 1)
        } else {
            (-power(width - 1), power(width - 1) - 1)
        };
        (store.int_value(&low), store.int_value(&high))
    }

    /// A value that a variable gets.
    pub(super) fn value(&mut self, variable: SymbolId, value: TermId) -> TermId {
        match self.store.symbol_sort(variable) {
            Sort::BitVec(width) => {
                let unsigned = self.is_unsigned(variable);
                let ideal = self.number(value, unsigned, 0);
                self.wrapped(value, ideal, width, unsigned)
            }
            _ => self.truth(value, 0),
        }
    }

    /// The number reduced into its range, if it can be outside of it and that is asked for.
    fn wrapped(&self, machine: TermId, ideal: TermId, width: u32, unsigned: bool) -> TermId {
        let store = self.store;
        if !self.wraps || !matches!(store.op(machine), Op::BvAdd | Op::BvMul | Op::BvNeg) {
            return ideal;
        }
        let (low, high) = self.ends(width, unsigned);
        let all = store.int_value(&(BigInt::from(1) << width));
        let below = store.ite(store.int_lt(ideal, low), store.int_add(ideal, all), ideal);
        store.ite(store.int_lt(high, ideal), store.int_sub(ideal, all), below)
    }

    fn unknown(&mut self, sort: Sort) -> TermId {
        let fresh = self.store.fresh_var("any", sort);
        self.unknown.extend(symbol_of(self.store, fresh));
        fresh
    }

    /// The integer for a symbol.
    pub(super) fn symbol(&mut self, symbol: SymbolId) -> TermId {
        if let Some(&known) = self.integers.get(&symbol) {
            return known;
        }
        let store = self.store;
        let sort = match store.symbol_sort(symbol) {
            Sort::BitVec(_) => Sort::Int,
            Sort::Bool => Sort::Bool,
            _ => return self.unknown(Sort::Int),
        };
        let name: String =
            store.symbol_name(symbol).chars().filter(char::is_ascii_alphanumeric).collect();
        let integer = store.fresh_var(&format!("v{name}"), sort);
        self.integers.insert(symbol, integer);
        self.machine.extend(symbol_of(store, integer).map(|integer| (integer, symbol)));
        integer
    }

    /// A condition.
    pub(super) fn condition(&mut self, term: TermId) -> TermId {
        self.truth(term, 0)
    }

    fn truth(&mut self, term: TermId, depth: u32) -> TermId {
        if let Some(&known) = self.done.get(&(term, false)) {
            return known;
        }
        let store = self.store;
        let (op, args) = store.view(term);
        let deeper = depth + 1;
        let result = match (op, args) {
            _ if depth > DEEPEST => self.unknown(Sort::Bool),
            (Op::BoolConst(value), _) => store.bool_const(value),
            (Op::Var(symbol), _) => self.symbol(symbol),
            (Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies, args) => {
                let args: Vec<TermId> = args.iter().map(|&arg| self.truth(arg, deeper)).collect();
                store.mk(op, &args)
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition, deeper);
                let (then, otherwise) = (self.truth(then, deeper), self.truth(otherwise, deeper));
                store.ite(condition, then, otherwise)
            }
            (Op::Eq, &[a, b]) => match store.sort(a) {
                Sort::Bool => {
                    let (a, b) = (self.truth(a, deeper), self.truth(b, deeper));
                    store.eq(a, b)
                }
                Sort::BitVec(_) => {
                    let unsigned = [a, b].iter().any(|&side| {
                        summands(store, side).iter().any(|symbol| self.is_unsigned(*symbol))
                    });
                    let (a, b) = self.sides(a, b, unsigned, deeper);
                    store.eq(a, b)
                }
                _ => self.unknown(Sort::Bool),
            },
            (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[a, b]) => {
                let unsigned = matches!(op, Op::BvUlt | Op::BvUle);
                let (a, b) = self.sides(a, b, unsigned, deeper);
                match op {
                    Op::BvUlt | Op::BvSlt => store.int_lt(a, b),
                    _ => store.int_le(a, b),
                }
            }
            _ => self.unknown(Sort::Bool),
        };
        self.done.insert((term, false), result);
        result
    }

    fn sides(&mut self, a: TermId, b: TermId, unsigned: bool, depth: u32) -> (TermId, TermId) {
        let width = self.store.sort(a).width();
        let mut side = |term| {
            let ideal = self.number(term, unsigned, depth);
            self.wrapped(term, ideal, width, unsigned)
        };
        (side(a), side(b))
    }

    fn number(&mut self, term: TermId, unsigned: bool, depth: u32) -> TermId {
        if let Some(&known) = self.done.get(&(term, unsigned)) {
            return known;
        }
        let result =
            if depth > DEEPEST { None } else { self.simple_number(term, unsigned, depth + 1) };
        let result = result.unwrap_or_else(|| self.unknown(Sort::Int));
        self.done.insert((term, unsigned), result);
        result
    }

    fn simple_number(&mut self, term: TermId, unsigned: bool, depth: u32) -> Option<TermId> {
        let store = self.store;
        let (op, args) = store.view(term);
        let constant = |term: TermId, unsigned: bool| -> Option<BigInt> {
            let bits = store.as_bv(term)?;
            let value = BigInt::from(bits.to_biguint());
            let half = BigInt::from(1) << (bits.width() - 1);
            let too_large = !unsigned && value >= half;
            Some(if too_large { value - (half << 1) } else { value })
        };
        if let Some(value) = constant(term, unsigned) {
            return Some(store.int_value(&value));
        }
        Some(match (op, args) {
            (Op::Var(symbol), _) => self.symbol(symbol),
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition, depth);
                let then = self.number(then, unsigned, depth);
                let otherwise = self.number(otherwise, unsigned, depth);
                store.ite(condition, then, otherwise)
            }
            (Op::BvAdd, args) => {
                let mut sum = store.int_const(0);
                for &arg in args {
                    let part = match constant(arg, false) {
                        Some(value) => store.int_value(&value),
                        None => self.number(arg, unsigned, depth),
                    };
                    sum = store.int_add(sum, part);
                }
                sum
            }
            (Op::BvNeg, &[a]) => store.int_neg(self.number(a, unsigned, depth)),
            (Op::BvMul, &[a, b]) => {
                let (factor, other) = match (constant(a, false), constant(b, false)) {
                    (Some(factor), _) => (store.int_value(&factor), b),
                    (_, Some(factor)) => (store.int_value(&factor), a),
                    _ => (self.number(a, unsigned, depth), b),
                };
                store.int_mul(factor, self.number(other, unsigned, depth))
            }
            (Op::BvShl, &[a, b]) => {
                let bits = store.as_word(b).filter(|bits| *bits < 32)?;
                let factor = store.int_const(1 << bits);
                store.int_mul(self.number(a, unsigned, depth), factor)
            }
            (Op::BvLshr | Op::BvAshr, &[a, b]) => {
                let bits = store.as_word(b).filter(|bits| *bits < 32)?;
                let divisor = store.int_const(1 << bits);
                store.int_div(self.number(a, op == Op::BvLshr, depth), divisor)
            }
            (Op::BvUdiv | Op::BvUrem, &[a, b]) => {
                let divisor = store.int_value(&constant(b, true).filter(|d| *d > BigInt::from(0))?);
                let a = self.number(a, true, depth);
                match op {
                    Op::BvUdiv => store.int_div(a, divisor),
                    _ => store.int_mod(a, divisor),
                }
            }
            (Op::BvSdiv | Op::BvSrem, &[a, b]) => {
                let divisor =
                    store.int_value(&constant(b, false).filter(|d| *d > BigInt::from(0))?);
                let a = self.number(a, false, depth);
                let is_negative = store.int_lt(a, store.int_const(0));
                let minus = store.int_neg(a);
                match op {
                    Op::BvSdiv => store.ite(
                        is_negative,
                        store.int_neg(store.int_div(minus, divisor)),
                        store.int_div(a, divisor),
                    ),
                    _ => store.ite(
                        is_negative,
                        store.int_neg(store.int_mod(minus, divisor)),
                        store.int_mod(a, divisor),
                    ),
                }
            }
            (Op::BvAnd, &[a, b]) => {
                let (mask, other) = match (constant(a, true), constant(b, true)) {
                    (Some(mask), _) => (mask, b),
                    (_, Some(mask)) => (mask, a),
                    _ => return None,
                };
                let next: BigInt = mask + 1;
                let is_power = next.magnitude().count_ones() == 1;
                let next = is_power.then(|| store.int_value(&next))?;
                store.int_mod(self.number(other, unsigned, depth), next)
            }
            (Op::Extract { hi, lo: 0 }, &[a]) => {
                let whole = self.number(a, unsigned, depth);
                // A number is mostly small enough for a smaller type; a few bits of it are what is asked for.
                if hi + 1 < 8 || (self.wraps && unsigned) {
                    store.int_mod(whole, store.int_value(&(BigInt::from(1) << (hi + 1))))
                } else {
                    whole
                }
            }
            // The upper bits are a quotient, which is how divisions by powers of two are written.
            (Op::Extract { hi, lo }, &[a]) => {
                let quotient = store.int_div(
                    self.number(a, true, depth),
                    store.int_value(&(BigInt::from(1) << lo)),
                );
                if hi + 1 == store.sort(a).width() {
                    quotient
                } else {
                    let range = store.int_value(&(BigInt::from(1) << (hi + 1 - lo)));
                    store.int_mod(quotient, range)
                }
            }
            (Op::ZeroExtend(_), &[a]) => self.number(a, true, depth),
            (Op::SignExtend(_), &[a]) => self.number(a, false, depth),
            (Op::Concat, &[high, low]) if store.as_word(high) == Some(0) => {
                self.number(low, true, depth)
            }
            _ => return None,
        })
    }
}

/// The symbols that are summands, or the term itself, with simple things around them.
fn summands(store: &TermStore, term: TermId) -> Vec<SymbolId> {
    let mut found = Vec::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        let (op, args) = store.view(term);
        match op {
            Op::Var(symbol) => found.push(symbol),
            Op::BvAdd | Op::BvMul | Op::BvNeg => work.extend(args),
            _ => {}
        }
    }
    found
}
