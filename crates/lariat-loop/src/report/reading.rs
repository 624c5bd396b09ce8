//! Terms over machine integers as forms over mathematical ones.
//!
//! The simplifier writes `1 ≤ n` over the integer that `n` is as the comparison of machine integers
//! that it is. Here both become the same again.

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

use super::TypeOf;
use super::ranges::Interval;
use crate::infix::plain_name;
use crate::integers::{Constraint, Form};

/// Which numbers have signs: those that are compared as such more often than not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readings {
    votes: FxHashMap<SymbolId, i32>,
    /// What the source says.
    declared: FxHashMap<SymbolId, bool>,
}

/// A condition on integers.
pub(crate) enum Read {
    /// All of these.
    All(Vec<Constraint>),
    /// This number is not that one.
    Not(TermId, BigInt),
    /// This number is outside of these ones.
    Outside(TermId, Interval),
    /// Something else.
    Other,
}

impl Readings {
    /// As these terms use them.
    pub(crate) fn new(store: &TermStore, terms: &[TermId], types: TypeOf<'_>) -> Readings {
        let mut votes: FxHashMap<SymbolId, i32> = FxHashMap::default();
        for part in store.parts(terms) {
            let vote = match store.op(part) {
                Op::BvSlt | Op::BvSle | Op::SignExtend(_) | Op::BvToInt => 1,
                Op::BvUlt | Op::BvUle | Op::ZeroExtend(_) | Op::BvToNat => -1,
                _ => continue,
            };
            for symbol in store.free_vars(part) {
                *votes.entry(symbol).or_default() += vote;
            }
        }
        let declared = store.free_vars_of(terms).into_iter().filter_map(|symbol| {
            let name = plain_name(store.symbol_name(symbol)).replace("[]", "");
            Some((symbol, types(&name)?.signed))
        });
        Readings { votes, declared: declared.collect() }
    }

    fn has_sign(&self, store: &TermStore, term: TermId) -> bool {
        let symbols = store.free_vars(term);
        if let [only] = symbols.as_slice()
            && let Some(&signed) = self.declared.get(only)
        {
            return signed;
        }
        symbols.into_iter().map(|symbol| self.votes.get(&symbol).copied().unwrap_or(0)).sum::<i32>()
            >= 0
    }

    /// The integer that a machine number is.
    fn number(&self, store: &TermStore, term: TermId, signed: bool) -> Form {
        Form::of(store, if signed { store.bv_to_int(term) } else { store.bv_to_nat(term) })
    }

    /// A condition as constraints.
    pub(crate) fn condition(&self, store: &TermStore, term: TermId) -> Read {
        let all = |constraint: Constraint| Read::All(vec![constraint]);
        let (negated, term) = match store.view(term) {
            (Op::Not, args) => (true, args[0]),
            _ => (false, term),
        };
        let (op, args) = store.view(term);
        let sides = |signed: bool| {
            (self.number(store, args[0], signed), self.number(store, args[1], signed))
        };
        let (left, right, strict) = match op {
            Op::BoolConst(value) if value != negated => return Read::All(Vec::new()),
            Op::And if !negated => {
                let mut found = Vec::new();
                for &arg in args {
                    match self.condition(store, arg) {
                        Read::All(constraints) => found.extend(constraints),
                        _ => return Read::Other,
                    }
                }
                return Read::All(found);
            }
            Op::Eq => return self.equation(store, args, negated),
            Op::BvSmulOverflow => return self.product(store, args, negated),
            Op::IntLe => (Form::of(store, args[0]), Form::of(store, args[1]), false),
            Op::IntLt => (Form::of(store, args[0]), Form::of(store, args[1]), true),
            Op::BvSle | Op::BvUle => {
                let (left, right) = sides(op == Op::BvSle);
                (left, right, false)
            }
            Op::BvSlt | Op::BvUlt => {
                let (left, right) = sides(op == Op::BvSlt);
                (left, right, true)
            }
            _ => return Read::Other,
        };
        match (negated, strict) {
            (false, false) => all(Constraint::le(&left, &right)),
            (false, true) => all(Constraint::lt(&left, &right)),
            (true, false) => all(Constraint::lt(&right, &left)),
            (true, true) => all(Constraint::le(&right, &left)),
        }
    }

    /// That the product of a number and a constant is too large for its type, or that it is not.
    fn product(&self, store: &TermStore, args: &[TermId], negated: bool) -> Read {
        let (by, other) = match (store.as_bv(args[0]), store.as_bv(args[1])) {
            (Some(by), None) => (by.to_bigint(), args[1]),
            (None, Some(by)) => (by.to_bigint(), args[0]),
            _ => return Read::Other,
        };
        let number = self.number(store, other, true);
        let [atom] = number.atoms()[..] else { return Read::Other };
        if by.is_zero() || number != Form::atom(atom) {
            return Read::Other;
        }
        let half = BigInt::one() << (store.sort(other).width() - 1);
        let (least, greatest): (BigInt, BigInt) = (-&half, &half - 1);
        let (low, high) = match by.is_negative() {
            false => (least.div_ceil(&by), greatest.div_floor(&by)),
            true => (greatest.div_ceil(&by), least.div_floor(&by)),
        };
        match negated {
            true => {
                let [low, high] = [low, high].map(Form::constant);
                Read::All(vec![Constraint::le(&low, &number), Constraint::le(&number, &high)])
            }
            false => Read::Outside(atom, (low, high)),
        }
    }

    fn equation(&self, store: &TermStore, args: &[TermId], negated: bool) -> Read {
        let (left, right) = match store.sort(args[0]) {
            Sort::Int => (Form::of(store, args[0]), Form::of(store, args[1])),
            Sort::BitVec(_) => {
                let signed =
                    args.iter().all(|&arg| store.as_bv(arg).is_some() || self.has_sign(store, arg));
                (self.number(store, args[0], signed), self.number(store, args[1], signed))
            }
            _ => return Read::Other,
        };
        let difference = left.sub(&right);
        if !negated {
            return Read::All(vec![Constraint::Zero(difference).tightened()]);
        }
        let (number, other) = match (left.as_constant(), right.as_constant()) {
            (Some(number), _) => (number, right),
            (_, Some(number)) => (number, left),
            _ => return Read::Other,
        };
        match other.atoms()[..] {
            [atom] if other == Form::atom(atom) && store.op(atom) != Op::IntDiv => {
                Read::Not(atom, number)
            }
            _ => Read::Other,
        }
    }

    /// A form with the same remainder modulo 2^width.
    pub(crate) fn congruent(&self, store: &TermStore, term: TermId, signed: bool) -> Form {
        if let Some(bits) = store.as_bv(term) {
            let number = if signed { bits.to_bigint() } else { bits.to_biguint().into() };
            return Form::constant(number);
        }
        let (op, args) = store.view(term);
        let part = |term: TermId| self.congruent(store, term, true);
        match op {
            Op::IntToBv(_) => Form::of(store, args[0]),
            Op::BvAdd => args.iter().fold(Form::default(), |sum, &arg| sum.add(&part(arg))),
            // The low bits are those of the whole.
            Op::Extract { lo: 0, .. } => part(args[0]),
            Op::ZeroExtend(_) => self.number(store, args[0], false),
            Op::SignExtend(_) => self.number(store, args[0], true),
            Op::BvNeg => part(args[0]).negated(),
            Op::BvNot => part(args[0]).negated().plus(-1),
            Op::BvMul => args
                .iter()
                .try_fold(Form::constant(1), |product, &arg| product.mul(&part(arg)))
                .unwrap_or_else(|| self.number(store, term, signed)),
            _ => {
                let own = match op {
                    Op::Var(_) => self.has_sign(store, term),
                    _ => signed,
                };
                self.number(store, term, own)
            }
        }
    }
}

/// All numbers in a range but one.
pub(crate) fn all_but(number: &BigInt, within: &Interval) -> Vec<Interval> {
    let (low, high) = within;
    let below = (low.clone(), number - BigInt::one());
    let above = (number + BigInt::one(), high.clone());
    [below, above].into_iter().filter(|(low, high)| low <= high).collect()
}
