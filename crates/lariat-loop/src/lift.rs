//! Machine integers as mathematical ones, wrap-around as alternatives.
//!
//! A bit-vector gets the value its signed or unsigned reading has in ℤ. Sums, differences and products are then congruent to those of the
//! values, and where the value itself is needed — in a comparison, an extension, a loop variable's next value — one alternative per
//! multiple of 2^width that may have to be added says in which range the sum is. Alternatives exclude each other, as do the
//! disjuncts of conditions, so what becomes of exclusive guards is exclusive.

use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::integers::{Constraint, Form};

/// More alternatives of one term are not made.
const MOST_ALTERNATIVES: usize = 32;

/// A bit-vector or truth value with its integer.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// The bit-vector or truth value.
    pub(crate) term: TermId,
    pub(crate) signed: bool,
    /// The integer variable that stands for its value.
    pub(crate) integer: TermId,
    pub(crate) least: BigInt,
    pub(crate) greatest: BigInt,
}

/// Something under a condition.
#[derive(Clone, Debug)]
pub(crate) struct Alternative<T> {
    pub(crate) when: Vec<Constraint>,
    pub(crate) value: T,
}

/// Turns terms over bit-vectors into forms over integers.
pub(crate) struct Lifter<'s> {
    pub(crate) store: &'s TermStore,
    pub(crate) atoms: Vec<Atom>,
    by_term: FxHashMap<TermId, usize>,
    by_integer: FxHashMap<TermId, usize>,
    /// What the loop changes; terms without it are invariant.
    changing: FxHashSet<SymbolId>,
    /// What must not occur: inputs of the iteration, and variables without a closed form.
    pub(crate) excluded: FxHashSet<SymbolId>,
    signed: FxHashSet<SymbolId>,
    /// Reads of memory and parts of numbers that are compared as signed numbers.
    signed_reads: FxHashSet<TermId>,
    /// What nobody compares by size.
    undecided: FxHashSet<SymbolId>,
    /// Whether sums are assumed to stay in the ranges of their types.
    no_wrap: bool,
    /// Whether divisions by constants are read, and the ranges of those that were.
    quotients: Option<FxHashMap<TermId, (BigInt, BigInt)>>,
}

fn power(width: u32) -> BigInt {
    BigInt::one() << width
}

/// The least and greatest value of a reading.
fn limits(width: u32, signed: bool) -> (BigInt, BigInt) {
    let one = BigInt::one();
    if signed {
        (-power(width - 1), power(width - 1) - one)
    } else {
        (BigInt::zero(), power(width) - one)
    }
}

/// The variables of a term that have its width, without those that only say where something is read: how a number is compared says nothing
/// about the signs of narrower ones that were widened before.
fn numbers_in(store: &TermStore, term: TermId) -> FxHashSet<SymbolId> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut work = vec![term];
    while let Some(part) = work.pop() {
        if !seen.insert(part) {
            continue;
        }
        let (op, args) = store.view(part);
        match op {
            Op::Var(symbol) => {
                found.insert(symbol);
            }
            Op::Select => {}
            Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { .. } | Op::Concat
                if part != term => {}
            _ => work.extend(args),
        }
    }
    found
}

impl<'s> Lifter<'s> {
    /// A lifter for these terms. Numbers that are compared as signed ones more often than as unsigned ones are read as signed.
    pub(crate) fn new(
        store: &'s TermStore,
        terms: &[TermId],
        changing: FxHashSet<SymbolId>,
        excluded: FxHashSet<SymbolId>,
    ) -> Lifter<'s> {
        let mut votes: FxHashMap<SymbolId, i32> = FxHashMap::default();
        let mut places = FxHashSet::default();
        for part in store.parts(terms) {
            let vote = match store.op(part) {
                Op::BvSlt | Op::BvSle | Op::SignExtend(_) | Op::BvSmulOverflow => 1,
                Op::BvUlt | Op::BvUle | Op::ZeroExtend(_) => -1,
                Op::Select => {
                    places.extend(store.free_vars(part));
                    continue;
                }
                _ => continue,
            };
            for symbol in numbers_in(store, part) {
                *votes.entry(symbol).or_default() += vote;
            }
        }
        // Where nothing else is known, numbers that places depend on are no negative ones.
        for symbol in places {
            let own = votes.entry(symbol).or_default();
            if *own == 0 {
                *own = -1;
            }
        }
        // What is read from memory and parts of numbers have a sign if they are compared as if they had one.
        let mut signed_reads = FxHashSet::default();
        for part in store.parts(terms) {
            let (op, args) = store.view(part);
            if matches!(op, Op::BvSlt | Op::BvSle | Op::SignExtend(_)) {
                let reads = args
                    .iter()
                    .filter(|&&arg| matches!(store.op(arg), Op::Select | Op::Extract { .. }));
                signed_reads.extend(reads.copied());
            }
        }
        let votes_of = |symbol: &SymbolId| votes.get(symbol).copied().unwrap_or(0);
        let free = store.free_vars_of(terms);
        let signed = free.iter().copied().filter(|symbol| votes_of(symbol) >= 0).collect();
        let undecided = free.into_iter().filter(|symbol| votes_of(symbol) == 0).collect();
        Lifter {
            store,
            atoms: Vec::new(),
            by_term: FxHashMap::default(),
            by_integer: FxHashMap::default(),
            changing,
            excluded,
            signed,
            signed_reads,
            undecided,
            no_wrap: false,
            quotients: None,
        }
    }

    /// From now on divisions of changing numbers by constants are quotients of integers. These are not linear, so closed forms have no use
    /// for them.
    pub(crate) fn read_quotients(&mut self) {
        self.quotients = Some(FxHashMap::default());
    }

    /// What a division by a positive constant gives; none if that is not what the term is.
    fn divided(&mut self, term: TermId) -> Option<Vec<Alternative<Form>>> {
        self.quotients.as_ref()?;
        let store = self.store;
        let (op, args) = store.view(term);
        let (signed, divisor) = match op {
            Op::BvUdiv => (false, store.as_bv(args[1])?.to_biguint().into()),
            Op::BvSdiv => (true, store.as_bv(args[1])?.to_bigint()),
            Op::BvLshr | Op::BvAshr => {
                let by = u32::try_from(store.as_word(args[1])?).ok()?;
                (op == Op::BvAshr, (by < store.sort(term).width()).then(|| power(by))?)
            }
            _ => return None,
        };
        if divisor <= BigInt::zero() || self.invariant(term) {
            return None;
        }
        let by = Form::constant(divisor.clone());
        let mut result = Vec::new();
        for Alternative { when, value } in self.value(args[0], signed)? {
            // Division rounds towards zero, a shift down.
            let zero = Form::default();
            let parts = match op == Op::BvSdiv {
                false => vec![(when, value, false)],
                true => {
                    let above = [when.as_slice(), &[Constraint::le(&zero, &value)]].concat();
                    let below = [when.as_slice(), &[Constraint::lt(&value, &zero)]].concat();
                    vec![(above, value.clone(), false), (below, value.negated(), true)]
                }
            };
            for (when, value, negative) in parts {
                let (low, high) = value.range(&|integer| self.range_of(integer))?;
                let quotient = value.quotient(store, &by);
                let ends = (floor(&low, &divisor), floor(&high, &divisor));
                if let (Some(known), [atom]) = (self.quotients.as_mut(), &*quotient.atoms()) {
                    known.insert(*atom, ends);
                }
                let value = if negative { quotient.negated() } else { quotient };
                result.push(Alternative { when, value });
            }
        }
        (result.len() <= MOST_ALTERNATIVES).then_some(result)
    }

    fn range_of(&self, integer: TermId) -> Option<(BigInt, BigInt)> {
        if let Some(atom) = self.atom_of(integer) {
            return Some((atom.least.clone(), atom.greatest.clone()));
        }
        self.quotients.as_ref()?.get(&integer).cloned()
    }

    /// Reads the value a variable starts with like the variable, unless it is compared itself.
    pub(crate) fn read_alike(&mut self, variable: TermId, entry: TermId) {
        if let (Op::Var(variable), Op::Var(entry)) = (self.store.op(variable), self.store.op(entry))
            && self.undecided.contains(&entry)
            && !self.signed.contains(&variable)
        {
            self.signed.remove(&entry);
        }
    }

    /// From now on sums are taken to stay in the ranges of their types. Numbers that nobody compares as signed ones are read as unsigned.
    pub(crate) fn assume_no_wrap(&mut self) {
        self.no_wrap = true;
        self.signed.retain(|symbol| !self.undecided.contains(symbol));
    }

    /// Whether a form is about something that the loop changes.
    pub(crate) fn changes(&self, form: &Form) -> bool {
        form.atoms().into_iter().any(|atom| match self.atom_of(atom) {
            Some(atom) => !self.invariant(atom.term),
            None => true,
        })
    }

    /// The atom of a term: a variable, or something invariant.
    pub(crate) fn atom(&mut self, term: TermId) -> Option<&Atom> {
        let signed = match self.store.op(term) {
            Op::Var(symbol) => self.signed.contains(&symbol),
            Op::Select | Op::Extract { .. } => self.signed_reads.contains(&term),
            op => !matches!(op, Op::BvUdiv | Op::BvUrem | Op::BvLshr),
        };
        self.atom_read(term, signed)
    }

    /// The atom of a term, read as a signed number or not if nobody has asked for it before.
    pub(crate) fn atom_read(&mut self, term: TermId, signed: bool) -> Option<&Atom> {
        if let Some(&known) = self.by_term.get(&term) {
            return Some(&self.atoms[known]);
        }
        let (signed, (least, greatest)) = match self.store.sort(term) {
            Sort::BitVec(width) => (signed, limits(width, signed)),
            Sort::Bool => (false, (BigInt::zero(), BigInt::one())),
            _ => return None,
        };
        let integer = self.store.fresh_var("z", Sort::Int);
        let number = self.atoms.len();
        self.by_term.insert(term, number);
        self.by_integer.insert(integer, number);
        self.atoms.push(Atom { term, signed, integer, least, greatest });
        self.atoms.last()
    }

    /// The atom an integer variable stands for.
    pub(crate) fn atom_of(&self, integer: TermId) -> Option<&Atom> {
        self.by_integer.get(&integer).map(|&number| &self.atoms[number])
    }

    /// The ranges of all atoms.
    pub(crate) fn ranges(&self) -> Vec<Constraint> {
        self.atoms
            .iter()
            .flat_map(|atom| {
                let value = Form::atom(atom.integer);
                [
                    Constraint::le(&Form::constant(atom.least.clone()), &value),
                    Constraint::le(&value, &Form::constant(atom.greatest.clone())),
                ]
            })
            .collect()
    }

    /// What the integers stand for, to put them back into terms.
    pub(crate) fn readings(&self) -> FxHashMap<SymbolId, TermId> {
        let store = self.store;
        let reading = |atom: &Atom| {
            let Op::Var(symbol) = store.op(atom.integer) else { return None };
            let value = match (store.sort(atom.term), atom.signed) {
                (Sort::Bool, _) => store.ite(atom.term, store.int_const(1), store.int_const(0)),
                (_, true) => store.bv_to_int(atom.term),
                (_, false) => store.bv_to_nat(atom.term),
            };
            Some((symbol, value))
        };
        self.atoms.iter().filter_map(reading).collect()
    }

    fn invariant(&self, term: TermId) -> bool {
        self.store
            .free_vars(term)
            .iter()
            .all(|symbol| !self.changing.contains(symbol) && !self.excluded.contains(symbol))
    }

    /// The term as an atom, if it is invariant.
    fn opaque(&mut self, term: TermId) -> Option<Vec<Alternative<Form>>> {
        if !self.invariant(term) {
            return None;
        }
        let integer = self.atom(term)?.integer;
        Some(plain(Form::atom(integer)))
    }

    /// A form that is congruent to a bit-vector modulo 2^width.
    pub(crate) fn congruent(&mut self, term: TermId) -> Option<Vec<Alternative<Form>>> {
        let store = self.store;
        let (op, args) = store.view(term);
        let width = store.sort(term).width();
        match op {
            Op::BvConst(_) | Op::WideBvConst(_) => {
                let value = store.as_bv(term)?.to_bigint();
                Some(plain(Form::constant(value)))
            }
            Op::Var(symbol) => {
                if self.excluded.contains(&symbol) {
                    return None;
                }
                let integer = self.atom(term)?.integer;
                Some(plain(Form::atom(integer)))
            }
            Op::BvAdd => args.iter().try_fold(plain(Form::default()), |sum, &arg| {
                let next = self.congruent(arg)?;
                combined(&sum, &next, |a, b| Some(a.add(b)))
            }),
            Op::BvMul => {
                let (a, b) = (self.congruent(args[0])?, self.congruent(args[1])?);
                combined(&a, &b, Form::mul)
            }
            Op::BvNeg => Some(mapped(self.congruent(args[0])?, Form::negated)),
            Op::BvNot => Some(mapped(self.congruent(args[0])?, |form| form.negated().plus(-1))),
            Op::BvShl if store.as_word(args[1]).is_some_and(|by| by < u64::from(width)) => {
                let by = power(store.as_word(args[1])? as u32);
                Some(mapped(self.congruent(args[0])?, |form| form.scaled(&by)))
            }
            // The low bits of something that stays as it is are one number; to tell where it wraps around would take many cases.
            Op::Extract { lo: 0, .. } => match self.opaque(term) {
                Some(number) => Some(number),
                None => self.congruent(args[0]),
            },
            Op::ZeroExtend(_) => self.value(args[0], false),
            Op::SignExtend(_) => self.value(args[0], true),
            Op::Ite => {
                let mut result = Vec::new();
                for (holds, arm) in [(true, args[1]), (false, args[2])] {
                    let conditions = self.condition(args[0], holds)?;
                    let values = self.congruent(arm)?;
                    for when in conditions {
                        for value in &values {
                            let when = [when.as_slice(), value.when.as_slice()].concat();
                            result.push(Alternative { when, value: value.value.clone() });
                        }
                    }
                }
                (result.len() <= MOST_ALTERNATIVES).then_some(result)
            }
            _ => match self.divided(term) {
                Some(quotients) => Some(quotients),
                None => self.opaque(term),
            },
        }
    }

    /// The value of a bit-vector in a reading.
    pub(crate) fn value(&mut self, term: TermId, signed: bool) -> Option<Vec<Alternative<Form>>> {
        let width = self.store.sort(term).width();
        let (least, greatest) = limits(width, signed);
        let period = power(width);
        let mut result = Vec::new();
        for Alternative { when, value } in self.congruent(term)? {
            let (low, high) = value.range(&|integer| self.range_of(integer))?;
            if low >= least && high <= greatest {
                result.push(Alternative { when, value });
                continue;
            }
            let mut shift = ceiling(&(&least - &high), &period);
            let last = floor(&(&greatest - &low), &period);
            if self.no_wrap && shift <= BigInt::zero() && last >= BigInt::zero() {
                let mut when = when;
                when.push(Constraint::le(&Form::constant(least.clone()), &value));
                when.push(Constraint::le(&value, &Form::constant(greatest.clone())));
                result.push(Alternative { when, value });
                continue;
            }
            while shift <= last {
                let shifted = value.add(&Form::constant(&shift * &period));
                let mut when = when.clone();
                // Only what the ranges do not say anyway.
                let moved = &shift * &period;
                if &low + &moved < least {
                    when.push(Constraint::le(&Form::constant(least.clone()), &shifted));
                }
                if &high + &moved > greatest {
                    when.push(Constraint::le(&shifted, &Form::constant(greatest.clone())));
                }
                result.push(Alternative { when, value: shifted });
                if result.len() > MOST_ALTERNATIVES {
                    return None;
                }
                shift += 1;
            }
        }
        Some(result)
    }

    /// The value of a loop variable's next content, in the variable's own reading.
    pub(crate) fn next(
        &mut self,
        variable: TermId,
        after: TermId,
    ) -> Option<Vec<Alternative<Form>>> {
        match self.store.sort(variable) {
            Sort::BitVec(_) => {
                let signed = self.atom(variable)?.signed;
                self.value(after, signed)
            }
            Sort::Bool => {
                let mut result = Vec::new();
                for (holds, number) in [(true, 1), (false, 0)] {
                    for when in self.condition(after, holds)? {
                        result.push(Alternative { when, value: Form::constant(number) });
                    }
                }
                // A flag that keeps its value has the same form in both alternatives.
                if after == variable {
                    let integer = self.atom(variable)?.integer;
                    return Some(plain(Form::atom(integer)));
                }
                Some(result)
            }
            _ => None,
        }
    }

    /// When a condition holds or does not: disjuncts that exclude each other.
    pub(crate) fn condition(&mut self, term: TermId, holds: bool) -> Option<Vec<Vec<Constraint>>> {
        let store = self.store;
        let (op, args) = store.view(term);
        match op {
            Op::BoolConst(value) => {
                Some(if value == holds { vec![Vec::new()] } else { Vec::new() })
            }
            Op::Not => self.condition(args[0], !holds),
            Op::And | Op::Or => {
                let all = (op == Op::And) == holds;
                let mut done = Vec::new();
                let mut prefix = vec![Vec::new()];
                for &arg in args {
                    if !all {
                        done.extend(crossed(&prefix, &self.condition(arg, holds)?)?);
                        prefix = crossed(&prefix, &self.condition(arg, !holds)?)?;
                    } else {
                        prefix = crossed(&prefix, &self.condition(arg, holds)?)?;
                    }
                }
                if all {
                    done = prefix;
                }
                (done.len() <= MOST_ALTERNATIVES).then_some(done)
            }
            Op::Implies => {
                let either = store.or(&[store.not(args[0]), args[1]]);
                self.condition(either, holds)
            }
            Op::Xor => self.same(args[0], args[1], !holds),
            Op::Eq if store.sort(args[0]) == Sort::Bool => self.same(args[0], args[1], holds),
            Op::Ite => {
                let mut result = Vec::new();
                for (chosen, arm) in [(true, args[1]), (false, args[2])] {
                    let condition = self.condition(args[0], chosen)?;
                    result.extend(crossed(&condition, &self.condition(arm, holds)?)?);
                }
                Some(result)
            }
            Op::Var(symbol) => {
                if self.excluded.contains(&symbol) {
                    return None;
                }
                self.flag(term, holds)
            }
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
                let signed = matches!(op, Op::BvSlt | Op::BvSle);
                let strict = matches!(op, Op::BvUlt | Op::BvSlt);
                let (a, b) = (self.value(args[0], signed)?, self.value(args[1], signed)?);
                compared(&a, &b, |a, b| {
                    vec![match (holds, strict) {
                        (true, true) => Constraint::lt(a, b),
                        (true, false) => Constraint::le(a, b),
                        (false, true) => Constraint::le(b, a),
                        (false, false) => Constraint::lt(b, a),
                    }]
                })
            }
            Op::Eq if matches!(store.sort(args[0]), Sort::BitVec(_)) => {
                let signed =
                    store.free_vars(term).iter().any(|symbol| self.signed.contains(symbol));
                let (a, b) = (self.value(args[0], signed)?, self.value(args[1], signed)?);
                compared(&a, &b, |a, b| match holds {
                    true => vec![Constraint::Zero(a.sub(b))],
                    false => vec![Constraint::lt(a, b), Constraint::lt(b, a)],
                })
            }
            _ if self.invariant(term) => self.flag(term, holds),
            _ => None,
        }
    }

    fn flag(&mut self, term: TermId, holds: bool) -> Option<Vec<Vec<Constraint>>> {
        let integer = self.atom(term)?.integer;
        let value = Form::atom(integer).plus(if holds { -1 } else { 0 });
        Some(vec![vec![Constraint::Zero(value)]])
    }

    /// Whether two conditions agree, or do not.
    fn same(&mut self, a: TermId, b: TermId, agree: bool) -> Option<Vec<Vec<Constraint>>> {
        let mut result = Vec::new();
        for first in [true, false] {
            let left = self.condition(a, first)?;
            result.extend(crossed(&left, &self.condition(b, first == agree)?)?);
        }
        Some(result)
    }
}

fn floor(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    if (a % b).sign() == num_bigint::Sign::Minus { quotient - 1 } else { quotient }
}

fn ceiling(a: &BigInt, b: &BigInt) -> BigInt {
    -floor(&-a, b)
}

fn plain(value: Form) -> Vec<Alternative<Form>> {
    vec![Alternative { when: Vec::new(), value }]
}

fn mapped(
    alternatives: Vec<Alternative<Form>>,
    f: impl Fn(&Form) -> Form,
) -> Vec<Alternative<Form>> {
    let map = |Alternative { when, value }| Alternative { when, value: f(&value) };
    alternatives.into_iter().map(map).collect()
}

fn combined(
    a: &[Alternative<Form>],
    b: &[Alternative<Form>],
    f: impl Fn(&Form, &Form) -> Option<Form>,
) -> Option<Vec<Alternative<Form>>> {
    if a.len() * b.len() > MOST_ALTERNATIVES {
        return None;
    }
    let mut result = Vec::new();
    for left in a {
        for right in b {
            let when = [left.when.as_slice(), right.when.as_slice()].concat();
            result.push(Alternative { when, value: f(&left.value, &right.value)? });
        }
    }
    Some(result)
}

/// All conjunctions of one disjunct of each.
pub(crate) fn crossed(
    a: &[Vec<Constraint>],
    b: &[Vec<Constraint>],
) -> Option<Vec<Vec<Constraint>>> {
    if a.len() * b.len() > MOST_ALTERNATIVES {
        return None;
    }
    let pair = |left: &Vec<Constraint>| {
        let left = left.clone();
        b.iter().map(move |right| [left.as_slice(), right.as_slice()].concat())
    };
    Some(a.iter().flat_map(pair).collect())
}

fn compared(
    a: &[Alternative<Form>],
    b: &[Alternative<Form>],
    f: impl Fn(&Form, &Form) -> Vec<Constraint>,
) -> Option<Vec<Vec<Constraint>>> {
    let mut result = Vec::new();
    for left in a {
        for right in b {
            for constraint in f(&left.value, &right.value) {
                let mut when = [left.when.as_slice(), right.when.as_slice()].concat();
                when.push(constraint);
                when.retain(|constraint| constraint.decided() != Some(true));
                if !when.iter().any(|constraint| constraint.decided() == Some(false)) {
                    result.push(when);
                }
            }
        }
    }
    (result.len() <= MOST_ALTERNATIVES).then_some(result)
}
