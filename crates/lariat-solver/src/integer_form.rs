//! A query about bit-vectors as one about mathematical integers.
//!
//! Counters of loops are wide and occur in sums and comparisons only. Bit by bit such a query is large, and a proof that needs `2·κ ≠ 2·λ + 1` or a
//! sum of three counters is hard to find; over the integers it is a line. So each bit-vector gets the integer its unsigned reading has,
//! with these rules:
//!
//! - sums, products and complements are those of the integers, known modulo 2^width, together with the range they are in;
//! - where the value itself is needed (comparisons, extensions, quotients, indexes) it is brought into range: not at all if it is there already,
//!   by one case distinction if one multiple of 2^width has to be told from the next, by `mod` otherwise;
//! - an array from bit-vectors to bit-vectors is one from integers to integers, whose elements are brought into range;
//! - bounded quantifiers stay;
//! - everything else (bitwise operations on unknown bits, floating point, λ-arrays) becomes an arbitrary number in range.
//!
//! All rules but the last are exact; the last one makes the form weaker. So if the form is unsatisfiable, the query is. A model of
//! the form is only a suggestion for the query, to be checked by evaluation.

use std::collections::BTreeMap;
use std::sync::Arc;

use lariat_term::{
    ArrayValue, BitVec, Evaluator, Model, Op, Sort, SymbolId, TermId, TermStore, Value,
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use crate::backend::Answer;
use crate::contexts::BackendAnswer;
use crate::evaluate::{holds, put};

/// What a term becomes.
#[derive(Clone, Debug)]
enum Image {
    /// A bit-vector: an integer congruent to its value, and the range it is in.
    Number(Number),
    /// A truth value or integer.
    Plain(TermId),
    /// An array of integers.
    Array(TermId),
    /// An array that is not followed.
    Unknown,
}

#[derive(Clone, Debug)]
struct Number {
    term: TermId,
    least: BigInt,
    greatest: BigInt,
}

/// A query over the integers.
pub(crate) struct IntegerForm {
    /// What is to be decided.
    pub(crate) constraints: Vec<TermId>,
    /// Terms that are not followed, and the arbitrary values in their place. If there are none the form says exactly what the query does.
    arbitrary: Vec<(TermId, TermId)>,
    /// The query's variables and those that stand for them.
    variables: BTreeMap<SymbolId, TermId>,
}

/// Why a query has no form.
struct NotFollowed;

struct Builder<'s> {
    store: &'s TermStore,
    done: FxHashMap<TermId, Image>,
    variables: BTreeMap<SymbolId, TermId>,
    /// What holds of the variables: their ranges.
    ranges: Vec<TermId>,
    /// Variables that stand for those of the quantifiers around.
    bound: Vec<SymbolId>,
    arbitrary: Vec<(TermId, TermId)>,
    /// Whether elements of arrays are followed.
    arrays: bool,
}

fn power(width: u32) -> BigInt {
    BigInt::one() << width
}

impl IntegerForm {
    /// The form of these constraints, if there is one.
    pub(crate) fn of(store: &TermStore, constraints: &[TermId]) -> Option<IntegerForm> {
        IntegerForm::with(store, constraints, true)
    }

    /// A weaker form in which elements of arrays are arbitrary. What contradicts itself whatever is in the arrays is easier to see then.
    pub(crate) fn without_arrays(store: &TermStore, constraints: &[TermId]) -> Option<IntegerForm> {
        IntegerForm::with(store, constraints, false)
    }

    fn with(store: &TermStore, constraints: &[TermId], arrays: bool) -> Option<IntegerForm> {
        let mut builder = Builder {
            store,
            done: FxHashMap::default(),
            variables: BTreeMap::new(),
            ranges: Vec::new(),
            bound: Vec::new(),
            arbitrary: Vec::new(),
            arrays,
        };
        let mut form = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            form.push(builder.truth(constraint).ok()?);
        }
        let Builder { variables, ranges, arbitrary, .. } = builder;
        form.extend(ranges);
        Some(IntegerForm { constraints: form, arbitrary, variables })
    }

    /// What an answer about the form says about the query; `None` if nothing.
    pub(crate) fn answer(
        &self,
        store: &TermStore,
        constraints: &[TermId],
        outcome: BackendAnswer,
    ) -> Option<BackendAnswer> {
        match outcome.answer {
            Answer::Unsat => Some(BackendAnswer { core: None, ..outcome }),
            Answer::Sat => {
                let model = Arc::new(self.model(store, outcome.model.as_ref()?)?);
                let mut evaluator = Evaluator::new(Arc::clone(&model));
                if !constraints.iter().all(|&term| holds(store, &mut evaluator, term)) {
                    if self.arbitrary.is_empty() {
                        tracing::debug!("a model over the integers is none of the query");
                    }
                    return None;
                }
                let model = Some(Model::clone(&model));
                Some(BackendAnswer { answer: Answer::Sat, model, core: None, work: outcome.work })
            }
            Answer::Unknown(_) => None,
        }
    }

    /// The values a model of the form gives to the variables of the query.
    pub(crate) fn model(&self, store: &TermStore, model: &Model) -> Option<Model> {
        let mut result = Model::new();
        for (&symbol, &variable) in &self.variables {
            let Op::Var(integer) = store.op(variable) else { return None };
            let value = model.value(store, integer);
            let value = match (store.symbol_sort(symbol), value) {
                (Sort::BitVec(width), Value::Int(value)) => {
                    Value::BitVec(BitVec::from_bigint(width, &value))
                }
                (Sort::Array(_), Value::Array(array)) => {
                    Value::Array(array_of_words(store.symbol_sort(symbol), &array)?)
                }
                (_, value) => value,
            };
            put(store, &mut result, symbol, value);
        }
        Some(result)
    }
}

/// An array of integers as one of words.
fn array_of_words(sort: Sort, array: &ArrayValue) -> Option<ArrayValue> {
    let (Sort::BitVec(index), Sort::BitVec(element)) = sort.array_parts()? else { return None };
    let word = |value: &Value, width: u32| {
        Some(Value::BitVec(BitVec::from_bigint(width, value.as_int()?)))
    };
    let mut entries = BTreeMap::new();
    for (at, value) in array.entries() {
        let place = at.as_int()?;
        // What is not an index of the query's array is nobody's element.
        if *place >= BigInt::zero() && *place < power(index) {
            entries.insert(word(at, index)?, word(value, element)?);
        }
    }
    let default = word(array.default_element(), element)?;
    Some(ArrayValue::new(Sort::BitVec(index), default, entries))
}

impl Builder<'_> {
    fn int(&self, value: &BigInt) -> TermId {
        self.store.int_value(value)
    }

    /// A truth value's form.
    fn truth(&mut self, term: TermId) -> Result<TermId, NotFollowed> {
        match self.image(term)? {
            Image::Plain(image) => Ok(image),
            _ => Err(NotFollowed),
        }
    }

    fn image(&mut self, root: TermId) -> Result<Image, NotFollowed> {
        let mut stack = vec![(root, false)];
        while let Some((term, arguments_done)) = stack.pop() {
            if self.done.contains_key(&term) {
                continue;
            }
            let (op, args) = self.store.view(term);
            // The body of a quantifier is looked at where its variable is known.
            let quantified = matches!(op, Op::ForAll | Op::Exists);
            let inner = match op {
                Op::ForAll | Op::Exists => &args[..2],
                Op::Lambda => &[],
                Op::Select if !self.arrays => &[],
                _ => args,
            };
            if !arguments_done && !inner.is_empty() {
                stack.push((term, true));
                stack.extend(inner.iter().map(|&arg| (arg, false)));
                continue;
            }
            let image = if quantified {
                self.quantifier(term)?
            } else {
                match self.node(term, op, args)? {
                    Some(image) => image,
                    None => self.arbitrary(term)?,
                }
            };
            self.done.insert(term, image);
        }
        Ok(self.done[&root].clone())
    }

    fn quantifier(&mut self, term: TermId) -> Result<Image, NotFollowed> {
        let store = self.store;
        let (op, &[low, high, body]) = store.view(term) else { return Err(NotFollowed) };
        let sort = store.sort(low);
        let (lo, hi) = match sort {
            Sort::Int => (self.plain(low)?, self.plain(high)?),
            _ => (self.value(low)?.term, self.value(high)?.term),
        };
        let variable = store.fresh_var("bound", sort);
        let Op::Var(symbol) = store.op(variable) else { return Err(NotFollowed) };
        let instance = store.instantiate(body, variable);
        self.bound.push(symbol);
        let mut outcome = Err(NotFollowed);
        let inside = |index: TermId| {
            let image = match sort {
                // Whatever the range is, the variable is one of its kind.
                Sort::BitVec(width) => Image::Number(Number {
                    term: index,
                    least: BigInt::zero(),
                    greatest: power(width) - 1,
                }),
                _ => Image::Plain(index),
            };
            self.done.insert(variable, image);
            outcome = self.truth(instance);
            *outcome.as_ref().unwrap_or(&store.ff())
        };
        let result = match op {
            Op::ForAll => store.forall(lo, hi, inside),
            _ => store.exists(lo, hi, inside),
        };
        self.bound.pop();
        outcome?;
        Ok(Image::Plain(result))
    }

    fn depends_on_bound(&self, term: TermId) -> bool {
        !self.bound.is_empty()
            && self.store.free_vars(term).iter().any(|symbol| self.bound.contains(symbol))
    }

    /// A variable for a term that is not followed.
    fn arbitrary(&mut self, term: TermId) -> Result<Image, NotFollowed> {
        if self.store.sort(term).array_parts().is_some() {
            return Ok(Image::Unknown);
        }
        if self.depends_on_bound(term) {
            return Err(NotFollowed);
        }
        let image = self.fresh(self.store.sort(term))?;
        if let Image::Number(Number { term: variable, .. }) | Image::Plain(variable) = &image {
            self.arbitrary.push((term, *variable));
        }
        Ok(image)
    }

    fn fresh(&mut self, sort: Sort) -> Result<Image, NotFollowed> {
        let store = self.store;
        match sort {
            Sort::Bool | Sort::Int => Ok(Image::Plain(store.fresh_var("any", sort))),
            Sort::BitVec(width) => {
                let term = store.fresh_var("z", Sort::Int);
                let greatest = power(width) - 1;
                self.ranges.push(store.int_le(store.int_const(0), term));
                self.ranges.push(store.int_le(term, store.int_value(&greatest)));
                Ok(Image::Number(Number { term, least: BigInt::zero(), greatest }))
            }
            Sort::Array(array) => match array.parts() {
                (Sort::BitVec(_), Sort::BitVec(_)) => {
                    let sort = Sort::array(Sort::Int, Sort::Int);
                    Ok(Image::Array(store.fresh_var("za", sort)))
                }
                _ => Ok(Image::Unknown),
            },
            // Terms of these sorts occur below terms that are arbitrary themselves.
            _ => Ok(Image::Unknown),
        }
    }

    fn variable(&mut self, symbol: SymbolId, term: TermId) -> Result<Image, NotFollowed> {
        let sort = self.store.symbol_sort(symbol);
        let image = match sort {
            Sort::Bool | Sort::Int => Image::Plain(term),
            sort => self.fresh(sort)?,
        };
        match &image {
            Image::Number(Number { term, .. }) | Image::Plain(term) | Image::Array(term) => {
                self.variables.insert(symbol, *term);
            }
            Image::Unknown => {}
        }
        Ok(image)
    }

    fn plain(&self, term: TermId) -> Result<TermId, NotFollowed> {
        match self.done.get(&term) {
            Some(Image::Plain(image)) => Ok(*image),
            _ => Err(NotFollowed),
        }
    }

    fn width(&self, term: TermId) -> u32 {
        match self.store.sort(term) {
            Sort::BitVec(width) => width,
            _ => 0,
        }
    }

    /// An integer congruent to a bit-vector's value. A constant is the nearest to zero.
    fn congruent(&self, term: TermId) -> Result<Number, NotFollowed> {
        if let Some(value) = self.store.as_bv(term) {
            let value = value.to_bigint();
            return Ok(Number { term: self.int(&value), least: value.clone(), greatest: value });
        }
        match self.done.get(&term) {
            Some(Image::Number(number)) => Ok(number.clone()),
            _ => Err(NotFollowed),
        }
    }

    /// A bit-vector's unsigned value.
    fn value(&self, term: TermId) -> Result<Number, NotFollowed> {
        match self.done.get(&term) {
            Some(Image::Number(number)) => Ok(self.reduced(number.clone(), self.width(term))),
            _ => Err(NotFollowed),
        }
    }

    /// A bit-vector's signed value.
    fn signed(&self, term: TermId) -> Result<Number, NotFollowed> {
        let width = self.width(term);
        let half = power(width - 1);
        let number = self.congruent(term)?;
        let store = self.store;
        // Shifted by half of the values the signed range is the unsigned one.
        let shifted = Number {
            term: store.int_add(number.term, self.int(&half)),
            least: number.least + &half,
            greatest: number.greatest + &half,
        };
        let reduced = self.reduced(shifted, width);
        Ok(Number {
            term: store.int_sub(reduced.term, self.int(&half)),
            least: reduced.least - &half,
            greatest: reduced.greatest - &half,
        })
    }

    /// The number modulo 2^width.
    fn reduced(&self, number: Number, width: u32) -> Number {
        let store = self.store;
        let modulus = power(width);
        let (first, last) = (number.least.div_floor(&modulus), number.greatest.div_floor(&modulus));
        let without =
            |multiple: &BigInt| store.int_sub(number.term, store.int_value(&(multiple * &modulus)));
        let full = || (BigInt::zero(), power(width) - 1);
        if first == last {
            let offset = &first * &modulus;
            let (least, greatest) = (&number.least - &offset, &number.greatest - &offset);
            return Number { term: without(&first), least, greatest };
        }
        let (least, greatest) = full();
        if &first + 1 == last {
            let border = store.int_value(&(&last * &modulus));
            let below = store.int_lt(number.term, border);
            return Number {
                term: store.ite(below, without(&first), without(&last)),
                least,
                greatest,
            };
        }
        let term = store.int_mod(number.term, store.int_value(&modulus));
        Number { term, least, greatest }
    }

    fn sum(&self, numbers: &[Number]) -> Number {
        let terms: Vec<TermId> = numbers.iter().map(|number| number.term).collect();
        Number {
            term: self.store.int_sum(&terms),
            least: numbers.iter().map(|number| &number.least).sum(),
            greatest: numbers.iter().map(|number| &number.greatest).sum(),
        }
    }

    fn product(&self, a: &Number, b: &Number) -> Number {
        let corners = [
            &a.least * &b.least,
            &a.least * &b.greatest,
            &a.greatest * &b.least,
            &a.greatest * &b.greatest,
        ];
        let least = corners.iter().min().cloned().unwrap_or_default();
        let greatest = corners.iter().max().cloned().unwrap_or_default();
        Number { term: self.store.int_mul(a.term, b.term), least, greatest }
    }

    fn scaled(&self, number: &Number, by: &BigInt) -> Number {
        let factor = Number { term: self.int(by), least: by.clone(), greatest: by.clone() };
        self.product(&factor, number)
    }

    /// The number without its last bits, rounded down.
    fn divided(&self, number: &Number, by: &BigInt) -> Number {
        Number {
            term: self.store.int_div(number.term, self.int(by)),
            least: number.least.div_floor(by),
            greatest: number.greatest.div_floor(by),
        }
    }

    /// C's quotient or remainder by a positive constant: rounded towards zero, with the sign of the dividend.
    fn truncating(&self, op: Op, number: &Number, by: BigInt) -> Number {
        let store = self.store;
        let divisor = self.int(&by);
        let part = |term: TermId| match op {
            Op::BvSdiv => store.int_div(term, divisor),
            _ => store.int_mod(term, divisor),
        };
        let negative = store.int_neg(part(store.int_neg(number.term)));
        let term = match (number.least >= BigInt::zero(), number.greatest < BigInt::zero()) {
            (true, _) => part(number.term),
            (_, true) => negative,
            _ => {
                let sign = store.int_lt(number.term, store.int_const(0));
                store.ite(sign, negative, part(number.term))
            }
        };
        let (least, greatest) = match op {
            Op::BvSdiv => (&number.least / &by, &number.greatest / &by),
            _ => (BigInt::one() - &by, by - 1),
        };
        Number { term, least, greatest }
    }

    /// What an operation becomes, its arguments being known; `None` if it is not followed.
    fn node(
        &mut self,
        term: TermId,
        op: Op,
        args: &[TermId],
    ) -> Result<Option<Image>, NotFollowed> {
        let store = self.store;
        if let Op::Var(symbol) = op {
            return self.variable(symbol, term).map(Some);
        }
        if let Some(value) = store.as_bv(term) {
            let value = BigInt::from(value.to_biguint());
            let number = Number { term: self.int(&value), least: value.clone(), greatest: value };
            return Ok(Some(Image::Number(number)));
        }
        Ok(match store.sort(term) {
            Sort::BitVec(width) => self.word(width, op, args)?.map(Image::Number),
            Sort::Bool => self.condition(term, op, args)?.map(Image::Plain),
            Sort::Int => match op {
                Op::BvToNat => Some(Image::Plain(self.value(args[0])?.term)),
                Op::BvToInt => Some(Image::Plain(self.signed(args[0])?.term)),
                Op::Select => None,
                _ => self.rebuilt(term, args).map(Image::Plain),
            },
            Sort::Array(_) => self.array(op, args)?,
            _ => Some(Image::Unknown),
        })
    }

    /// The same operation on truth values and integers.
    fn rebuilt(&self, term: TermId, args: &[TermId]) -> Option<TermId> {
        if args.is_empty() {
            return Some(term);
        }
        let new: Option<Vec<TermId>> = args.iter().map(|&arg| self.plain(arg).ok()).collect();
        Some(self.store.rebuild(term, &new?))
    }

    fn word(&mut self, width: u32, op: Op, args: &[TermId]) -> Result<Option<Number>, NotFollowed> {
        let store = self.store;
        let constant =
            |at: usize| store.as_bv(args[at]).map(|value| BigInt::from(value.to_biguint()));
        Ok(Some(match op {
            Op::BvAdd => {
                let numbers: Result<Vec<Number>, _> =
                    args.iter().map(|&arg| self.congruent(arg)).collect();
                self.sum(&numbers?)
            }
            Op::BvMul => {
                let mut product = self.congruent(args[0])?;
                for &arg in &args[1..] {
                    let other = self.congruent(arg)?;
                    product = self.product(&product, &other);
                    if product.greatest.bits() > 4 * u64::from(width) {
                        product = self.reduced(product, width);
                    }
                }
                product
            }
            Op::BvNeg => self.scaled(&self.congruent(args[0])?, &BigInt::from(-1)),
            Op::BvNot => {
                let negated = self.scaled(&self.congruent(args[0])?, &BigInt::from(-1));
                let one = BigInt::from(-1);
                let one = Number { term: self.int(&one), least: one.clone(), greatest: one };
                self.sum(&[negated, one])
            }
            Op::ZeroExtend(_) => self.value(args[0])?,
            Op::SignExtend(_) => self.signed(args[0])?,
            Op::Extract { lo: 0, .. } => self.congruent(args[0])?,
            Op::Extract { lo, .. } => self.divided(&self.value(args[0])?, &power(lo)),
            Op::Concat => {
                let low = self.value(args[1])?;
                let high = self.congruent(args[0])?;
                self.sum(&[self.scaled(&high, &power(self.width(args[1]))), low])
            }
            Op::BvUdiv => match constant(1) {
                Some(by) if !by.is_zero() => self.divided(&self.value(args[0])?, &by),
                _ => return Ok(None),
            },
            Op::BvUrem => match constant(1) {
                Some(by) if !by.is_zero() => {
                    let number = self.value(args[0])?;
                    let term = store.int_mod(number.term, self.int(&by));
                    Number { term, least: BigInt::zero(), greatest: by - 1 }
                }
                _ => return Ok(None),
            },
            Op::BvSdiv | Op::BvSrem => match store.as_bv(args[1]).map(|by| by.to_bigint()) {
                Some(by) if by > BigInt::zero() => self.truncating(op, &self.signed(args[0])?, by),
                _ => return Ok(None),
            },
            Op::BvShl => match constant(1).and_then(|by| u32::try_from(by).ok()) {
                Some(by) if by < width => self.scaled(&self.congruent(args[0])?, &power(by)),
                _ => return Ok(None),
            },
            Op::BvLshr => match constant(1).and_then(|by| u32::try_from(by).ok()) {
                Some(by) if by < width => self.divided(&self.value(args[0])?, &power(by)),
                _ => return Ok(None),
            },
            Op::BvAshr => match constant(1).and_then(|by| u32::try_from(by).ok()) {
                Some(by) if by < width => self.divided(&self.signed(args[0])?, &power(by)),
                _ => return Ok(None),
            },
            Op::BvAnd if args.len() == 2 => {
                // The last bits of a number are a remainder.
                let mask = [(0, 1), (1, 0)].into_iter().find_map(|(mask, other)| {
                    let bits: BigInt = constant(mask)? + 1;
                    let exponent = bits.bits() - 1;
                    (bits == BigInt::one() << exponent).then_some((args[other], exponent as u32))
                });
                match mask {
                    Some((other, bits)) => self.reduced(self.congruent(other)?, bits),
                    None => return Ok(None),
                }
            }
            Op::Ite => {
                let condition = self.plain(args[0])?;
                let (a, b) = (self.congruent(args[1])?, self.congruent(args[2])?);
                Number {
                    term: store.ite(condition, a.term, b.term),
                    least: a.least.min(b.least),
                    greatest: a.greatest.max(b.greatest),
                }
            }
            Op::IntToBv(_) => {
                let modulus = self.int(&power(width));
                let term = store.int_mod(self.plain(args[0])?, modulus);
                Number { term, least: BigInt::zero(), greatest: power(width) - 1 }
            }
            Op::Select => return self.element(width, args),
            _ => return Ok(None),
        }))
    }

    fn element(&mut self, width: u32, args: &[TermId]) -> Result<Option<Number>, NotFollowed> {
        let store = self.store;
        if !self.arrays {
            return Ok(None);
        }
        let Some(Image::Array(array)) = self.done.get(&args[0]).cloned() else { return Ok(None) };
        let index = self.value(args[1])?;
        let term = store.select(array, index.term);
        let (least, greatest) = (BigInt::zero(), power(width) - 1);
        if self.depends_on_bound(args[0]) || self.depends_on_bound(args[1]) {
            let term = store.int_mod(term, self.int(&power(width)));
            return Ok(Some(Number { term, least, greatest }));
        }
        self.ranges.push(store.int_le(store.int_const(0), term));
        self.ranges.push(store.int_le(term, self.int(&greatest)));
        Ok(Some(Number { term, least, greatest }))
    }

    fn array(&mut self, op: Op, args: &[TermId]) -> Result<Option<Image>, NotFollowed> {
        let store = self.store;
        let of = |builder: &Self, term: TermId| match builder.done.get(&term) {
            Some(Image::Array(array)) => Some(*array),
            _ => None,
        };
        Ok(match op {
            Op::Store => of(self, args[0]).and_then(|array| {
                let index = self.value(args[1]).ok()?.term;
                let element = self.value(args[2]).ok()?.term;
                Some(Image::Array(store.store(array, index, element)))
            }),
            Op::Ite => {
                let condition = self.plain(args[0])?;
                of(self, args[1])
                    .zip(of(self, args[2]))
                    .map(|(a, b)| Image::Array(store.ite(condition, a, b)))
            }
            _ => None,
        })
    }

    fn condition(
        &mut self,
        term: TermId,
        op: Op,
        args: &[TermId],
    ) -> Result<Option<TermId>, NotFollowed> {
        let store = self.store;
        let compared = |a: Number, b: Number, strict: bool| match strict {
            true => store.int_lt(a.term, b.term),
            false => store.int_le(a.term, b.term),
        };
        Ok(match op {
            Op::BvUlt | Op::BvUle => {
                Some(compared(self.value(args[0])?, self.value(args[1])?, op == Op::BvUlt))
            }
            Op::BvSlt | Op::BvSle => {
                Some(compared(self.signed(args[0])?, self.signed(args[1])?, op == Op::BvSlt))
            }
            Op::Eq if matches!(store.sort(args[0]), Sort::BitVec(_)) => {
                Some(store.eq(self.value(args[0])?.term, self.value(args[1])?.term))
            }
            Op::BvUmulOverflow => {
                let product = self.product(&self.value(args[0])?, &self.value(args[1])?);
                Some(store.int_le(self.int(&power(self.width(args[0]))), product.term))
            }
            Op::BvSmulOverflow => {
                let product = self.product(&self.signed(args[0])?, &self.signed(args[1])?);
                let half = power(self.width(args[0]) - 1);
                let above = store.int_le(self.int(&half), product.term);
                let below = store.int_lt(product.term, self.int(&-half));
                Some(store.or(&[above, below]))
            }
            _ => self.rebuilt(term, args),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Features, Limits};
    use crate::cancel::CancelToken;
    use crate::contexts::check_fresh;
    use crate::facts::TermFacts;
    use lariat_term::eval;
    use lariat_term::testing::{Generator, TermShape, seeds};
    use std::time::Duration;

    fn integer(value: &Value) -> Value {
        match value {
            Value::BitVec(bits) => Value::Int(BigInt::from(bits.to_biguint())),
            Value::Array(array) => {
                let entries = array.entries().iter();
                let entries = entries.map(|(at, value)| (integer(at), integer(value))).collect();
                let default = integer(array.default_element());
                Value::Array(ArrayValue::new(Sort::Int, default, entries))
            }
            other => other.clone(),
        }
    }

    /// The model of the form that says what a model of the query does.
    fn lifted(store: &TermStore, form: &IntegerForm, model: &Model) -> Option<Model> {
        let mut result = Model::new();
        let mut set = |variable: TermId, value: Value| {
            if let Op::Var(symbol) = store.op(variable) {
                result.set(store, symbol, value);
            }
        };
        for (&symbol, &variable) in &form.variables {
            set(variable, integer(&model.value(store, symbol)));
        }
        for &(term, variable) in &form.arbitrary {
            set(variable, integer(&eval(store, model, term).ok()?));
        }
        Some(result)
    }

    /// A form has the value of its query, whatever the variables are.
    #[test]
    fn forms_have_the_value_of_their_terms() {
        let shape = TermShape {
            depth: 5,
            floats: false,
            lambdas: false,
            widths: vec![1, 3, 8],
            variables: 2,
            ..TermShape::default()
        };
        let (mut forms, mut exact, mut quantified) = (0, 0, 0);
        for seed in seeds(0..3000) {
            let store = TermStore::new();
            let mut generator = Generator::new(&store, shape.clone(), seed);
            let term = generator.term(Sort::Bool);
            let Some(form) = IntegerForm::of(&store, &[term]) else { continue };
            forms += 1;
            exact += u32::from(form.arbitrary.is_empty());
            let features = TermFacts::default().features(&store, term);
            quantified += u32::from(features.intersects(Features::QUANTIFIERS));
            for _ in 0..6 {
                let model = generator.model(&[term]);
                let Ok(expected) = eval(&store, &model, term) else { continue };
                let Some(lifted) = lifted(&store, &form, &model) else { continue };
                for (position, &constraint) in form.constraints.iter().enumerate() {
                    // Ranges always hold.
                    let expected = if position == 0 { expected.clone() } else { Value::Bool(true) };
                    let Ok(value) = eval(&store, &lifted, constraint) else { continue };
                    assert_eq!(value, expected, "seed {seed}, constraint {position}");
                }
                // And back, if all variables have their counterparts.
                let known = |symbol: &SymbolId| form.variables.contains_key(symbol);
                if store.free_vars(term).iter().all(known) {
                    let back = form.model(&store, &lifted).expect("a model");
                    assert_eq!(eval(&store, &back, term), Ok(expected), "seed {seed}");
                }
            }
        }
        assert!(forms > 1500 && exact > 500, "{forms} forms, {exact} of them exact");
        assert!(quantified > 50, "only {quantified} have quantifiers");
    }

    /// Decided over the integers, bit by bit, and by trying all values.
    #[test]
    fn both_encodings_agree_with_all_values() {
        let shape = TermShape {
            depth: 3,
            integers: false,
            floats: false,
            arrays: false,
            lambdas: false,
            quantifiers: false,
            nonlinear: false,
            widths: vec![3],
            variables: 2,
            ..TermShape::default()
        };
        let (mut sat, mut unsat) = (0, 0);
        for seed in seeds(0..700) {
            let store = Arc::new(TermStore::new());
            let mut generator = Generator::new(&store, shape.clone(), seed);
            let query: Vec<TermId> = (0..3).map(|_| generator.term(Sort::Bool)).collect();
            let symbols = store.free_vars_of(&query);
            let words: Vec<SymbolId> = (symbols.iter().copied())
                .filter(|symbol| store.symbol_sort(*symbol) != Sort::Bool)
                .collect();
            let flags: Vec<SymbolId> = (symbols.iter().copied())
                .filter(|symbol| store.symbol_sort(*symbol) == Sort::Bool)
                .collect();
            let small = |symbol: &SymbolId| store.symbol_sort(*symbol) == Sort::BitVec(3);
            if words.len() > 3 || flags.len() > 3 || !words.iter().all(small) {
                continue;
            }
            let possible = (0..8u64.pow(words.len() as u32) << flags.len()).any(|number| {
                let mut model = Model::new();
                let mut rest = number;
                for &word in &words {
                    model.set(&store, word, Value::BitVec(BitVec::new(3, rest % 8)));
                    rest /= 8;
                }
                for &flag in &flags {
                    model.set(&store, flag, Value::Bool(rest % 2 == 1));
                    rest /= 2;
                }
                query.iter().all(|&term| eval(&store, &model, term) == Ok(Value::Bool(true)))
            });
            let limits = Limits::within(Duration::from_secs(5));
            let ask = |terms: &[TermId]| {
                let symbols = store.free_vars_of(terms);
                let symbols: Vec<SymbolId> = symbols.into_iter().collect();
                check_fresh(&store, Features::ALL, terms, &symbols, limits, &CancelToken::new())
            };
            let expected = if possible { Answer::Sat } else { Answer::Unsat };
            assert_eq!(ask(&query).answer, expected, "seed {seed}, bit by bit");
            let form = IntegerForm::of(&store, &query).expect("a form");
            let exact = form.arbitrary.is_empty();
            match form.answer(&store, &query, ask(&form.constraints)) {
                Some(outcome) => {
                    assert_eq!(outcome.answer, expected, "seed {seed}, integers");
                    sat += u32::from(possible);
                    unsat += u32::from(!possible);
                }
                None => assert!(!exact, "seed {seed}: an exact form was not decided"),
            }
        }
        assert!(sat > 25 && unsat > 40, "{sat} sat, {unsat} unsat");
    }
}
