//! Machine terms as C reads them: names, elements, conversions, and which sign a text has by itself.

use lariat_term::{Op, Sort, TermId};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};

use super::{UNSAID, Words, is_sum, is_whole};
use crate::infix::{infix, plain_name};
use crate::integers::Form;
use crate::places::linear_parts;
use crate::report::data::{self, condition_text, read_text};
use crate::report::reading::Readings;

impl Words<'_> {
    pub(super) fn named(&self, term: TermId) -> String {
        match self.store.op(term) {
            Op::Var(symbol) => plain_name(self.store.symbol_name(symbol)).replace("[]", ""),
            _ => infix(self.store, term),
        }
    }

    /// What is read at a place behind a pointer to such things, as an element: `p[k]`.
    pub(super) fn element(&self, term: TermId) -> Option<String> {
        let store = self.store;
        let (Op::Select, &[_, address]) = (store.op(term), store.args(term)) else { return None };
        let bytes = u64::from(store.sort(term).width()) / 8;
        let (parts, _) = linear_parts(store, address);
        let points = |&(factor, part): &(i64, TermId)| {
            let pointer = factor == 1 && matches!(store.op(part), Op::Var(_));
            let ty = (self.types)(&self.named(part)).filter(|_| pointer)?;
            (ty.element == Some(bytes)).then_some(part)
        };
        let pointer = parts.iter().find_map(points)?;
        let offset = store.bv_sub(address, pointer);
        let form = Readings::new(store, &[offset], self.types).congruent(store, offset, true);
        let size = BigInt::from(bytes);
        if form.monomials().any(|(_, by)| !by.is_multiple_of(&size)) {
            return None;
        }
        let index = form.monomials().map(|(monomial, by)| (monomial.to_vec(), by / &size));
        let index = Form::of_monomials(index);
        Some(match index.is_zero() {
            true => format!("*{}", self.named(pointer)),
            false => format!("{}[{}]", self.named(pointer), self.form(&index)),
        })
    }

    /// A value that is no number, or none that has a form.
    pub(crate) fn other(&self, term: TermId) -> String {
        match self.store.sort(term) {
            Sort::BitVec(_) => self.own(term).0,
            _ => data::in_words(&infix(self.store, term)),
        }
    }

    /// A machine number as an expression of C with the value that the bits have when they are read with a sign, or without.
    pub(crate) fn read(&self, term: TermId, signed: bool) -> String {
        if let Some(bits) = self.store.as_bv(term) {
            let number = if signed { bits.to_bigint() } else { bits.to_biguint().into() };
            return self.number(&number);
        }
        let width = self.store.sort(term).width();
        let (op, args) = self.store.view(term);
        if matches!(op, Op::Extract { hi: 7 | 15 | 31, lo: 0 }) {
            return self.cast(width, signed, &self.own(args[0]).0);
        }
        let (text, own) = self.own(term);
        match own {
            Some(own) if own != signed => self.cast(width, signed, &text),
            // C's unsigned numbers wrap around, those of mathematics do not.
            Some(false) if is_sum(op) => format!("{} mod 2^{width}", self.bracketed(&text)),
            _ => text,
        }
    }

    /// Whether C gives a number a sign; none if its value is the same with and without one, or if that is not known.
    pub(crate) fn own_sign(&self, term: TermId) -> Option<bool> {
        match self.store.as_bv(term) {
            Some(_) => None,
            None => self.own(term).1,
        }
    }

    /// A number converted to the type of a width, with a sign or without.
    pub(crate) fn cast(&self, width: u32, signed: bool, text: &str) -> String {
        let long = if self.long[0] == "LONG_MAX" { "long" } else { "long long" };
        let name = match width {
            8 => "char",
            16 => "short",
            32 => "int",
            64 => long,
            _ => return UNSAID.to_owned(),
        };
        let of = match is_whole(text) && !text.starts_with('-') {
            true => text.to_owned(),
            false => format!("({text})"),
        };
        match (signed, name) {
            (true, _) => format!("({name}){of}"),
            (false, "int") => format!("(unsigned){of}"),
            (false, _) => format!("(unsigned {name}){of}"),
        }
    }

    /// A machine number as an expression of C, and whether C gives it a sign; none if its value is the same with and without one, or if that is not known.
    pub(super) fn own(&self, term: TermId) -> (String, Option<bool>) {
        let store = self.store;
        let width = store.sort(term).width();
        let (op, args) = store.view(term);
        let one = |text: String| if is_whole(&text) { text } else { format!("({text})") };
        let operand = |arg: TermId, signed: bool| match (store.as_bv(arg), self.own(arg)) {
            (None, (text, Some(own))) if own == signed => one(text),
            _ => one(self.read(arg, signed)),
        };
        let both = |signed: bool, sign: &str| {
            let [a, b] = [args[0], args[1]].map(|arg| operand(arg, signed));
            format!("{a} {sign} {b}")
        };
        let number = |place: usize| store.as_bv(args[place]).map(|bits| bits.to_bigint());
        match op {
            Op::Var(_) => {
                let name = self.named(term);
                let signed = (self.types)(&name).map(|ty| ty.signed);
                (name, signed)
            }
            Op::BvConst(_) | Op::WideBvConst(_) => (self.read(term, true), Some(true)),
            Op::ZeroExtend(_) => (self.read(args[0], false), None),
            Op::SignExtend(_) => (self.read(args[0], true), Some(true)),
            Op::Extract { hi: 7 | 15 | 31, lo: 0 } => {
                let (text, _) = self.own(args[0]);
                // Which of the two it is is seen where it is read.
                (self.cast(width, true, &text), Some(true))
            }
            Op::Extract { hi, lo } => {
                let whole = hi + 1 == store.sort(args[0]).width();
                let mask = (BigInt::one() << (hi - lo + 1)) - 1;
                let text = match lo {
                    0 => one(self.own(args[0]).0),
                    _ => format!("{} >> {lo}", one(self.read(args[0], false))),
                };
                match (whole, lo) {
                    (true, _) => (text, None),
                    (false, 0) => (format!("{text} & {mask}"), None),
                    (false, _) => (format!("({text}) & {mask}"), None),
                }
            }
            Op::BvLshr if number(1).is_some_and(|by| by.is_positive()) => (both(false, ">>"), None),
            Op::BvLshr => (both(false, ">>"), Some(false)),
            Op::BvAshr => {
                let by = self.read(args[1], false);
                (format!("{} >> {}", one(self.read(args[0], true)), one(by)), Some(true))
            }
            Op::BvUdiv if number(1).is_some_and(|by| by > BigInt::one()) => {
                (both(false, "/"), None)
            }
            Op::BvUrem if number(1).is_some_and(|by| by.is_positive()) => (both(false, "%"), None),
            Op::BvUdiv => (both(false, "/"), Some(false)),
            Op::BvUrem => (both(false, "%"), Some(false)),
            Op::BvSdiv => (both(true, "/"), Some(true)),
            Op::BvSrem => (both(true, "%"), Some(true)),
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl if args.len() == 2 => {
                let sign = match op {
                    Op::BvAnd => "&",
                    Op::BvOr => "|",
                    Op::BvXor => "^",
                    _ => "<<",
                };
                let mask = args.iter().find(|&&arg| store.as_bv(arg).is_some());
                let positive = mask.is_some_and(|&mask| {
                    store.as_bv(mask).is_some_and(|bits| !bits.to_bigint().is_negative())
                });
                let own =
                    args.iter().filter(|&&arg| Some(&arg) != mask).map(|&arg| self.own(arg).1);
                let signed = own.clone().all(|own| own == Some(true));
                let text = match (op, mask) {
                    // The number behind what it is put upon.
                    (Op::BvAnd | Op::BvOr | Op::BvXor, Some(&mask)) => {
                        let other = if args[0] == mask { args[1] } else { args[0] };
                        let own = self.own(other).1.unwrap_or(signed);
                        let mask = one(self.read(mask, own));
                        format!("{} {sign} {mask}", one(self.read(other, own)))
                    }
                    _ => both(signed, sign),
                };
                let same = op == Op::BvAnd && positive;
                (text, (!same).then_some(signed))
            }
            op if is_sum(op) => {
                let readings = Readings::new(store, &[term], self.types);
                let form = readings.congruent(store, term, false);
                // What overflows is no number, so a sum of numbers with a sign is what it says.
                let with_sign = |atom: TermId| match store.view(atom) {
                    (Op::BvToInt, args) => self.own_sign(args[0]) != Some(false),
                    (Op::BvToNat, args) => self.own_sign(args[0]).is_none(),
                    (Op::Var(_), _) => true,
                    _ => false,
                };
                let signed = form.atoms().into_iter().all(with_sign);
                (self.form(&form), Some(signed))
            }
            Op::Ite => {
                let arms = [self.own(args[1]).1, self.own(args[2]).1];
                let signed = !arms.contains(&Some(false));
                let [a, b] = [args[1], args[2]].map(|arm| self.read(arm, signed));
                (format!("({} ? {a} : {b})", condition_text(self, args[0])), Some(signed))
            }
            Op::Select | Op::Concat | Op::IntToBv(_) => {
                let text = self.element(term).unwrap_or_else(|| read_text(store, term));
                let signed = (self.types)(&text).map(|ty| ty.signed);
                (text, signed)
            }
            Op::FpToBits => (data::in_words(&infix(store, term)), None),
            _ => (UNSAID.to_owned(), None),
        }
    }
}
