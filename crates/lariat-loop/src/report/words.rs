//! Numbers, polynomials and conditions as C programmers write them on paper: `n(n-1)/2`, `⌈n/2⌉`,
//! `1 ≤ n ≤ 65536`, `INT_MAX - 1`.

mod atoms;

use lariat_term::{Op, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::TypeOf;
use super::data::condition_text;
use super::ranges::Interval;
use super::reading::Readings;
use crate::infix::is_one_thing;
use crate::integers::{Assignment, Constraint, Form};

/// A number so close to the end of a type is said by its distance from there.
const NEAR: u32 = 255;

/// Whether a quotient is exact is tried for so many remainders.
const MOST_REMAINDERS: u32 = 4096;

/// Above this, `n > 65536` is easier to compare with other cases than `n ≥ 65537`.
const SMALL: u32 = 1000;

/// How numbers are said.
pub(crate) struct Words<'s> {
    pub(crate) store: &'s TermStore,
    /// The names of the largest and the least number of 64 bits, and of the largest one without a
    /// sign.
    pub(crate) long: [&'static str; 3],
    /// The types of the source's places.
    pub(crate) types: TypeOf<'s>,
}

/// A text that stands for nothing that can be said.
const UNSAID: &str = "…";

/// One summand: whether it is taken away, and what.
type Summand = (bool, String);

impl Words<'_> {
    /// That a number is in one of some intervals. If it is read with another sign than C does, and the intervals are about numbers that are the same in both
    /// readings, it is the source's number.
    pub(crate) fn in_places(&self, atom: TermId, places: &[Interval], range: &Interval) -> String {
        let (op, args) = self.store.view(atom);
        let signed = op == Op::BvToInt;
        if matches!(op, Op::BvToInt | Op::BvToNat)
            && self.own_sign(args[0]) == Some(!signed)
            && let (Some((low, _)), Some((_, high))) = (places.first(), places.last())
        {
            let half = BigInt::one() << (self.store.sort(args[0]).width() - 1);
            if !low.is_negative() && *high < half {
                let range = match signed {
                    true => (BigInt::zero(), &half * 2 - 1),
                    false => (-&half, half - 1),
                };
                return self.within(&compared(self.read(args[0], !signed)), places, &range);
            }
        }
        self.within(&compared(self.atom(atom)), places, range)
    }

    /// What an atom is called.
    pub(crate) fn atom(&self, atom: TermId) -> String {
        let (op, args) = self.store.view(atom);
        match op {
            Op::BvToInt => self.read(args[0], true),
            Op::BvToNat => self.read(args[0], false),
            // C's value of a condition.
            Op::Ite => match (self.store.as_int(args[1]), self.store.as_int(args[2])) {
                (Some(one), Some(zero)) if one.is_one() && zero.is_zero() => {
                    condition_text(self, args[0])
                }
                _ => {
                    let [then, otherwise] =
                        [args[1], args[2]].map(|arm| self.form(&Form::of(self.store, arm)));
                    format!("({} ? {then} : {otherwise})", condition_text(self, args[0]))
                }
            },
            _ => self.named(atom),
        }
    }

    /// A number that is the end of a type's range, or close to it: the end's name and the distance.
    fn near_end(&self, number: &BigInt) -> Option<(&'static str, BigInt)> {
        let [long_max, long_min, ulong_max] = self.long;
        let ends: [(&'static str, BigInt); 6] = [
            ("INT_MAX", (BigInt::one() << 31) - 1),
            ("INT_MIN", -BigInt::one() << 31),
            ("UINT_MAX", (BigInt::one() << 32) - 1),
            (long_max, (BigInt::one() << 63) - 1),
            (long_min, -BigInt::one() << 63),
            (ulong_max, (BigInt::one() << 64) - 1),
        ];
        ends.into_iter().find_map(|(name, end)| {
            let distance = number - end;
            (distance.abs() <= BigInt::from(NEAR)).then_some((name, distance))
        })
    }

    /// A number alone.
    pub(crate) fn number(&self, number: &BigInt) -> String {
        match self.near_end(number) {
            Some((name, distance)) if distance.is_zero() => name.to_owned(),
            Some((name, distance)) if distance.is_negative() => {
                format!("{name} - {}", distance.abs())
            }
            // One more than the largest number without a sign.
            Some((name, one)) if one.is_one() && name == "UINT_MAX" => "2^32".to_owned(),
            Some((name, one)) if one.is_one() && name == self.long[2] => "2^64".to_owned(),
            Some((name, distance)) => format!("{name} + {distance}"),
            None => self.between_ends(number).unwrap_or_else(|| number.to_string()),
        }
    }

    /// A number whose distance from an end of the largest type is the end of a smaller one.
    fn between_ends(&self, number: &BigInt) -> Option<String> {
        let ends = [(self.long[0], BigInt::one() << 63), (self.long[2], BigInt::one() << 64)];
        ends.into_iter().find_map(|(name, behind)| {
            let below = behind - 1 - number;
            let (end, distance) = self.near_end(&below).filter(|_| below.bits() <= 33)?;
            Some(match distance {
                none if none.is_zero() => format!("{name} - {end}"),
                more if more.is_positive() => format!("{name} - {end} - {more}"),
                less => format!("{name} - {end} + {}", less.abs()),
            })
        })
    }

    /// A number that is added, as summands.
    fn summands(&self, number: &BigInt) -> Vec<Summand> {
        let negative = number.is_negative();
        match self.near_end(&number.abs()) {
            Some((name, distance)) => {
                let mut parts = vec![(negative, name.to_owned())];
                if !distance.is_zero() {
                    let off = (negative != distance.is_negative(), distance.abs().to_string());
                    parts.push(off);
                }
                parts
            }
            None => vec![(negative, number.abs().to_string())],
        }
    }

    /// A polynomial in which sums of numbers with a sign are sums, as what overflows is no number.
    fn without_sums(&self, form: &Form) -> Option<Form> {
        let store = self.store;
        let mut by = Assignment::default();
        for atom in form.atoms() {
            if let (Op::BvToInt, &[term]) = (store.op(atom), store.args(atom))
                && is_sum(store.op(term))
                && self.own(term).1 == Some(true)
            {
                let readings = Readings::new(store, &[term], self.types);
                by.insert(atom, readings.congruent(store, term, true));
            }
        }
        if by.is_empty() { None } else { form.substitute(store, &by) }
    }

    /// A polynomial.
    pub(crate) fn form(&self, form: &Form) -> String {
        if let Some(sums) = self.without_sums(form) {
            return self.form(&sums);
        }
        if let Some(exact) = self.exact_sum(form) {
            return exact;
        }
        if let Some(whole) = form.as_one_quotient(self.store) {
            return self.form(&whole);
        }
        if let Some(number) = form.as_constant() {
            return self.number(&number);
        }
        let is_quotient = |monomial: &[TermId]| {
            monomial.iter().any(|factor| self.store.op(*factor) == Op::IntDiv)
        };
        let mut constant = form.constant_part();
        let mut parts: Vec<Summand> = Vec::new();
        // The part without quotients may be a product as a whole.
        let plain = Form::of_monomials(
            (form.monomials())
                .filter(|(monomial, _)| !monomial.is_empty() && !is_quotient(monomial))
                .map(|(monomial, by)| (monomial.to_vec(), by.clone())),
        );
        let has_quotients = form.monomials().any(|(monomial, _)| is_quotient(monomial));
        let with_constant = plain.add(&Form::constant(constant.clone()));
        if !has_quotients && let Some(product) = self.product(&with_constant) {
            return product;
        }
        match self.product(&plain).filter(|_| plain.monomials().count() > 1) {
            Some(product) => {
                let negative = product.strip_prefix('-').map(str::to_owned);
                parts.push((negative.is_some(), negative.unwrap_or(product)));
            }
            None => parts.extend(
                (plain.monomials())
                    .map(|(monomial, by)| (by.is_negative(), self.monomial(&by.abs(), monomial))),
            ),
        }
        for (monomial, by) in form.monomials().filter(|(monomial, _)| is_quotient(monomial)) {
            // What is added may become a part of the quotient: 3*floor(n/3) + 3 is 3*floor((n + 3)/3).
            let alone = matches!(monomial, [_]) && constant.is_multiple_of(by);
            let mut share = if alone { &constant / by } else { BigInt::zero() };
            let factors: Vec<String> = (monomial.iter())
                .map(|&factor| match self.store.op(factor) {
                    Op::IntDiv if alone => self.quotient(factor, Some(&mut share)),
                    Op::IntDiv => self.quotient(factor, None),
                    _ => self.factor(factor),
                })
                .collect();
            if alone {
                constant = share * by;
            }
            let text = match by.abs() {
                size if size.is_one() => factors.join("*"),
                size => format!("{}*{}", self.bracketed(&self.number(&size)), factors.join("*")),
            };
            parts.push((by.is_negative(), text));
        }
        if !constant.is_zero() {
            let own = self.summands(&constant);
            // A positive number before what is taken from it.
            match constant.is_positive() && parts.iter().all(|(negative, _)| *negative) {
                true => parts.splice(0..0, own),
                false => {
                    let end = parts.len();
                    parts.splice(end..end, own)
                }
            };
        }
        // C programmers write a pointer in front of what is added to it.
        let is_pointer = |name: &str| (self.types)(name).is_some_and(|ty| ty.element.is_some());
        parts.sort_by_key(|(negative, part)| (*negative, !is_pointer(part)));
        sum(&parts)
    }

    /// A sum with quotients that are all exact, as one fraction and what is whole: `c + n(n+1)/2`.
    fn exact_sum(&self, form: &Form) -> Option<String> {
        let divided = |atom: TermId| {
            let (Op::IntDiv, &[numerator, by]) = (self.store.op(atom), self.store.args(atom))
            else {
                return None;
            };
            let by = self.store.as_int(by).filter(BigInt::is_positive)?;
            Some((Form::of(self.store, numerator), by))
        };
        let is_quotient = |atom: &TermId| self.store.op(*atom) == Op::IntDiv;
        let mut below = BigInt::one();
        for (monomial, _) in form.monomials() {
            match monomial {
                &[atom] if is_quotient(&atom) => {
                    let (numerator, by) = divided(atom)?;
                    if !self.is_multiple(&numerator, &by) {
                        return None;
                    }
                    below = below.lcm(&by);
                }
                others if others.iter().any(is_quotient) => return None,
                _ => {}
            }
        }
        if below.is_one() {
            return None;
        }
        let mut above = Form::default();
        for (monomial, by) in form.monomials() {
            above = above.add(&match monomial {
                &[atom] if is_quotient(&atom) => {
                    let (numerator, own) = divided(atom)?;
                    numerator.scaled(&(by * (&below / own)))
                }
                _ => Form::of_monomials([(monomial.to_vec(), by * &below)]),
            });
        }
        let shared = above.monomials().fold(below.clone(), |shared, (_, by)| shared.gcd(by));
        let part = |keep: &dyn Fn(&[TermId], &BigInt) -> bool, by: &BigInt| {
            let kept = above.monomials().filter(|(monomial, number)| keep(monomial, number));
            Form::of_monomials(kept.map(|(monomial, number)| (monomial.to_vec(), number / by)))
        };
        // What only some numbers of the fraction are about is whole if its factors are.
        let mut atoms: Vec<TermId> = above.atoms();
        atoms.retain(|atom| {
            let powers = above.monomials().filter(|(monomial, _)| monomial.contains(atom));
            !powers.into_iter().all(|(_, by)| by.is_multiple_of(&below))
        });
        let is_whole = |monomial: &[TermId], number: &BigInt| {
            number.is_multiple_of(&below) && !monomial.iter().any(|atom| atoms.contains(atom))
        };
        let whole = part(&is_whole, &below);
        let rest = part(&|monomial, number| !is_whole(monomial, number), &shared);
        let below = &below / &shared;
        let (negative, rest) = match rest.monomials().last().is_some_and(|(_, by)| by.is_negative())
        {
            true => (true, rest.negated()),
            false => (false, rest),
        };
        let fraction = match below.is_one() {
            true => self.operand(&rest),
            false => format!("{}/{below}", self.operand(&rest)),
        };
        if rest.is_zero() {
            return Some(self.form(&whole));
        }
        let constant = whole.as_constant();
        Some(match (constant, negative) {
            (Some(none), false) if none.is_zero() => fraction,
            (Some(constant), false) => {
                let own = self.summands(&constant).into_iter();
                sum(&std::iter::once((false, fraction)).chain(own).collect::<Vec<_>>())
            }
            (Some(none), true) if none.is_zero() => format!("-{fraction}"),
            (_, false) => format!("{} + {fraction}", self.form(&whole)),
            (_, true) => format!("{} - {fraction}", self.form(&whole)),
        })
    }

    /// What a number is modulo 2^width.
    pub(crate) fn modulo(&self, form: &Form, width: u32) -> String {
        if let Some(number) = form.as_constant() {
            return self.number(&number.mod_floor(&(BigInt::one() << width)));
        }
        let text = self.form(&form.modulo(self.store, width));
        format!("{} mod 2^{width}", self.bracketed(&text))
    }

    /// A quotient, as one that is exact, or rounded up or down; a number that is added to it may
    /// become part of it, or be changed.
    fn quotient(&self, quotient: TermId, constant: Option<&mut BigInt>) -> String {
        let mut nothing = BigInt::zero();
        let (alone, constant) = match constant {
            Some(constant) => (true, constant),
            None => (false, &mut nothing),
        };
        let args = self.store.args(quotient);
        let mut numerator = Form::of(self.store, args[0]);
        let divisor = Form::of(self.store, args[1]);
        let Some(by) = divisor.as_constant().filter(BigInt::is_positive) else {
            // floor((g + c·d) / d) is floor(g / d) + c.
            if let [factor] = divisor.atoms()[..]
                && alone
                && divisor == Form::atom(factor)
            {
                let monomials = numerator.monomials();
                let times = monomials.filter(|(m, _)| *m == [factor]).map(|(_, by)| by.clone());
                let times: BigInt = times.sum();
                numerator = numerator.sub(&divisor.scaled(&times));
                *constant += times;
            }
            let (up, numerator) = match constant.is_positive() {
                true => {
                    *constant -= 1;
                    (true, numerator.plus(1))
                }
                false => (false, numerator),
            };
            let inside = format!("{}/{}", self.operand(&numerator), self.operand(&divisor));
            return if up { format!("⌈{inside}⌉") } else { format!("⌊{inside}⌋") };
        };
        numerator = numerator.add(&Form::constant(&*constant * &by));
        *constant = BigInt::zero();
        if self.is_multiple(&numerator, &by) {
            return format!("{}/{by}", self.operand(&numerator));
        }
        // What is a few above a multiple is that multiple when it is rounded down. How many is seen where all numbers are zero.
        let above = numerator.constant_part().mod_floor(&by);
        let multiple = numerator.sub(&Form::constant(above));
        if self.is_multiple(&multiple, &by) {
            return format!("{}/{by}", self.operand(&multiple));
        }
        let own = numerator.constant_part();
        let raised: BigInt = &own - &by + 1;
        if raised.abs() < own.abs() {
            let numerator = numerator.add(&Form::constant(1 - &by));
            return format!("⌈{}/{by}⌉", self.operand(&numerator));
        }
        format!("⌊{}/{by}⌋", self.operand(&numerator))
    }

    /// Whether a polynomial is a multiple of a number whatever its atoms are: this is so if it is
    /// for all their remainders.
    fn is_multiple(&self, form: &Form, by: &BigInt) -> bool {
        let atoms = form.atoms();
        let Some(by) = by.to_u32().filter(|by| *by > 0) else { return false };
        let nested = atoms.iter().any(|atom| self.store.op(*atom) == Op::IntDiv);
        let combinations = by.checked_pow(atoms.len() as u32);
        if nested || combinations.is_none_or(|all| all > MOST_REMAINDERS) {
            return false;
        }
        (0..combinations.unwrap_or(0)).all(|mut choice| {
            let mut values = Vec::new();
            for &atom in &atoms {
                values.push((atom, Form::constant(choice % by)));
                choice /= by;
            }
            let value = form.substitute(self.store, &values.into_iter().collect());
            value.and_then(|value| value.as_constant()).is_some_and(|value| (value % by).is_zero())
        })
    }

    /// A polynomial as a product, if it is one of several factors.
    fn product(&self, form: &Form) -> Option<String> {
        let mut factor: Option<BigInt> = None;
        let mut shared: Option<Vec<TermId>> = None;
        for (monomial, by) in form.monomials() {
            factor = Some(factor.map_or_else(|| by.abs(), |factor| factor.gcd(by)));
            shared = Some(match shared {
                None => monomial.to_vec(),
                Some(shared) => {
                    let mut others = monomial.to_vec();
                    let keep = |atom: &TermId| {
                        let place = others.iter().position(|other| other == atom);
                        place.map(|place| others.remove(place)).is_some()
                    };
                    let mut keep = keep;
                    shared.into_iter().filter(|atom| keep(atom)).collect()
                }
            });
        }
        let (factor, shared) = (factor?, shared?);
        if form.monomials().count() < 2 {
            return None;
        }
        let rest = Form::of_monomials(form.monomials().map(|(monomial, by)| {
            let mut monomial = monomial.to_vec();
            for atom in &shared {
                if let Some(place) = monomial.iter().position(|other| other == atom) {
                    monomial.remove(place);
                }
            }
            (monomial, by / &factor)
        }));
        let (factor, rest) = match rest.monomials().last().is_some_and(|(_, by)| by.is_negative()) {
            true => (-factor, rest.negated()),
            false => (factor, rest),
        };
        let linear = self.linear_factors(&rest);
        if shared.is_empty() && linear.len() < 2 {
            return None;
        }
        let mut text = match factor {
            factor if factor.is_one() => String::new(),
            factor if (-&factor).is_one() => "-".to_owned(),
            factor => format!("{factor}*"),
        };
        let simple = shared.iter().all(|atom| {
            self.atom(*atom).chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        });
        text += &self.powers(&shared);
        if !shared.is_empty() && !simple {
            text.push('*');
        }
        let mut last = String::new();
        for form in linear {
            let factor = format!("({})", self.form(&form).replace(' ', ""));
            match factor == last && !text.ends_with(['²', '³']) {
                true => text.push('²'),
                false => text += &factor,
            }
            last = factor;
        }
        Some(text)
    }

    /// A polynomial in one atom as linear factors and a rest, those that are easy to find.
    fn linear_factors(&self, form: &Form) -> Vec<Form> {
        let [atom] = form.atoms()[..] else { return vec![form.clone()] };
        let Some(powers) = form.powers(self.store, atom) else { return vec![form.clone()] };
        let Some(mut rest) = powers.iter().map(Form::as_constant).collect::<Option<Vec<BigInt>>>()
        else {
            return vec![form.clone()];
        };
        let mut factors = Vec::new();
        let candidates = (1..=3).flat_map(|slope| (-6..=6).map(move |root| (slope, root)));
        for (slope, root) in candidates {
            // Divides by slope·x - root as long as nothing is left.
            while rest.len() > 2
                && let Some(quotient) = divided(&rest, &BigInt::from(slope), &BigInt::from(root))
            {
                factors.push(Form::atom(atom).scaled(&slope.into()).plus(-root));
                rest = quotient;
            }
        }
        let rest = rest.into_iter().enumerate().map(|(power, by)| (vec![atom; power], by));
        factors.push(Form::of_monomials(rest));
        factors
    }

    /// A product of atoms with a factor that is not negative.
    fn monomial(&self, by: &BigInt, monomial: &[TermId]) -> String {
        let product = self.powers(monomial);
        match by.is_one() {
            true => product,
            false => format!("{}*{product}", self.bracketed(&self.number(by))),
        }
    }

    fn powers(&self, atoms: &[TermId]) -> String {
        let mut parts: Vec<(TermId, usize)> = Vec::new();
        for &atom in atoms {
            match parts.iter_mut().find(|(other, _)| *other == atom) {
                Some((_, power)) => *power += 1,
                None => parts.push((atom, 1)),
            }
        }
        let parts: Vec<String> = (parts.into_iter())
            .map(|(atom, power)| match power {
                1 => self.factor(atom),
                2 => format!("{}²", self.factor(atom)),
                3 => format!("{}³", self.factor(atom)),
                _ => vec![self.factor(atom); power].join("*"),
            })
            .collect();
        parts.join("*")
    }

    fn factor(&self, atom: TermId) -> String {
        self.bracketed(&self.atom(atom))
    }

    pub(crate) fn bracketed(&self, text: &str) -> String {
        if is_whole(text) { text.to_owned() } else { format!("({text})") }
    }

    /// A polynomial in front of or behind a division.
    fn operand(&self, form: &Form) -> String {
        match self.form(form) {
            text if is_whole(&text) && !text.starts_with('-') => text,
            text if text.contains([' ', '/']) || text.starts_with('-') => format!("({text})"),
            text => text,
        }
    }

    /// A condition that depends on the remainder of a number only: `n is even`.
    fn remainders(&self, constraint: &Constraint) -> Option<String> {
        let store = self.store;
        let form = constraint.form();
        let quotients = form.atoms().into_iter().filter(|atom| store.op(*atom) == Op::IntDiv);
        let quotients: Vec<TermId> = quotients.collect();
        let &[quotient] = quotients.as_slice() else { return None };
        let by = store.as_int(store.args(quotient)[1]).filter(BigInt::is_positive)?.to_u32()?;
        let numbers = super::facts::numbers_in(store, form);
        let &[number] = numbers.as_slice() else { return None };
        if by > SMALL {
            return None;
        }
        let at = |value: i64| {
            let at = form.with(store, number, &Form::constant(value))?;
            at.as_constant()
        };
        // A sum of the number and its quotient that is the same one period later is so always.
        let powers = form.sub(&Form::atom(quotient).scaled(&self.coefficient(form, quotient)));
        let linear = powers.powers(store, number)?.len() <= 2
            && Form::of(store, store.args(quotient)[0]).powers(store, number)?.len() <= 2;
        let by = i64::from(by);
        if !linear || (0..by).any(|rest| at(rest).is_none() || at(rest) != at(rest + by)) {
            return None;
        }
        let holds: Vec<i64> = (0..by)
            .filter(|&rest| {
                let with = |form: &Form| form.with(store, number, &Form::constant(rest));
                constraint.map(with).and_then(|at| at.decided()) == Some(true)
            })
            .collect();
        let name = self.atom(number);
        let rest = |number: &i64| number.to_string();
        Some(match (by, holds.as_slice()) {
            (_, []) => return None,
            (2, [0]) => format!("{name} is even"),
            (2, [1]) => format!("{name} is odd"),
            (_, [0]) => format!("{name} is a multiple of {by}"),
            (_, others) if others.len() as i64 == by - 1 && !others.contains(&0) => {
                format!("{name} is no multiple of {by}")
            }
            (_, others) if others.len() <= 3 => {
                let others: Vec<String> = others.iter().map(rest).collect();
                format!("{name} mod {by} is {}", others.join(" or "))
            }
            _ => return None,
        })
    }

    fn coefficient(&self, form: &Form, atom: TermId) -> BigInt {
        form.monomials().filter(|(m, _)| *m == [atom]).map(|(_, by)| by.clone()).sum()
    }

    /// A condition.
    pub(crate) fn constraint(&self, constraint: &Constraint) -> String {
        if let Some(text) = self.remainders(constraint) {
            return text;
        }
        if let Some(text) = self.multiple(constraint) {
            return text;
        }
        let form = &self.rounded(constraint);
        let constant = form.constant_part();
        let side = |wanted: bool| {
            Form::of_monomials(
                (form.monomials())
                    .filter(|(monomial, by)| !monomial.is_empty() && by.is_negative() == wanted)
                    .map(|(monomial, by)| (monomial.to_vec(), by.abs())),
            )
        };
        let (mut left, mut right) = (side(false), side(true));
        match constraint {
            Constraint::NonNegative(_) if right.is_zero() => {
                return self.at_least(&self.form(&left), &-constant);
            }
            // A number below which something stays.
            Constraint::NonNegative(_) if left.is_zero() => {
                return format!("{} ≤ {}", self.form(&right), self.number(&constant));
            }
            _ if constant.is_negative() => right = right.add(&Form::constant(-constant)),
            _ => left = left.add(&Form::constant(constant)),
        }
        let sign = match constraint {
            Constraint::Zero(_) => "=",
            // Just below a number that has a name, or below another one.
            _ if right.constant_part().is_one() || self.is_end(&(right.constant_part() - 1)) => {
                right = right.plus(-1);
                "<"
            }
            _ if self.is_end(&(left.constant_part() + 1)) => {
                left = left.plus(1);
                "<"
            }
            _ => "≤",
        };
        match constraint {
            Constraint::Zero(_) => format!("{} = {}", self.form(&left), self.form(&right)),
            _ => format!("{} {sign} {}", self.form(&right), self.form(&left)),
        }
    }

    /// Two conditions of which one says what a number is at least, and the other one what it is at most.
    pub(crate) fn between(&self, one: &Constraint, other: &Constraint) -> String {
        let [a, b] = [one, other].map(Constraint::form);
        let first = |form: &Form| {
            let mut monomials = form.monomials().filter(|(monomial, _)| !monomial.is_empty());
            monomials.next().is_some_and(|(_, by)| by.is_negative())
        };
        let both = matches!((one, other), (Constraint::NonNegative(_), Constraint::NonNegative(_)));
        let positive = |form: &Form| {
            form.monomials().all(|(monomial, by)| monomial.is_empty() || by.is_positive())
        };
        let (low, high) = if first(a) { (b, a) } else { (a, b) };
        if !both || !positive(low) {
            return format!("{} and {}", self.constraint(one), self.constraint(other));
        }
        let number = low.sub(&Form::constant(low.constant_part()));
        let (least, most) = (-low.constant_part(), high.constant_part());
        format!("{} ≤ {} ≤ {}", self.number(&least), self.form(&number), self.number(&most))
    }

    /// That a sum is a multiple of a number: what it is rounded to is the sum itself.
    fn multiple(&self, constraint: &Constraint) -> Option<String> {
        let Constraint::Zero(form) = constraint else { return None };
        let quotient = form.atoms().into_iter().find(|atom| self.store.op(*atom) == Op::IntDiv)?;
        let by = self.store.as_int(self.store.args(quotient)[1]).filter(BigInt::is_positive)?;
        let numerator = Form::of(self.store, self.store.args(quotient)[0]);
        let rest = Form::atom(quotient).scaled(&by).sub(&numerator);
        let linear = numerator.monomials().all(|(monomial, _)| monomial.len() < 2);
        if !linear || *form != rest && *form != rest.negated() {
            return None;
        }
        let text = self.form(&numerator);
        Some(match by == BigInt::from(2) {
            true => format!("{text} is even"),
            false => format!("{text} is a multiple of {by}"),
        })
    }

    /// The same condition, with the number in it the end of a type if moving some of it into a quotient makes it one.
    fn rounded(&self, constraint: &Constraint) -> Form {
        let form = constraint.form();
        let quotients: Vec<TermId> =
            form.atoms().into_iter().filter(|atom| self.store.op(*atom) == Op::IntDiv).collect();
        let &[quotient] = quotients.as_slice() else { return form.clone() };
        let by = self.coefficient(form, quotient);
        let divisor = self.store.as_int(self.store.args(quotient)[1]);
        let Some(divisor) = divisor.filter(|_| !by.is_zero()) else { return form.clone() };
        let constant = form.constant_part();
        let is_end = |number: &BigInt| {
            self.is_end(number) || self.is_end(&-number) || self.is_end(&(-number - 1))
        };
        if is_end(&constant) {
            return form.clone();
        }
        let moved = [1, -1].into_iter().find_map(|one| {
            let rest: BigInt = &constant - &by * one;
            let numerator = Form::of(self.store, self.store.args(quotient)[0]);
            let numerator = numerator.add(&Form::constant(&divisor * one));
            let other = numerator.quotient(self.store, &Form::constant(divisor.clone()));
            let without = form.sub(&Form::atom(quotient).scaled(&by));
            is_end(&rest).then(|| without.sub(&Form::constant(&by * one)).add(&other.scaled(&by)))
        });
        moved.unwrap_or_else(|| form.clone())
    }

    /// Whether a number is the end of a type.
    fn is_end(&self, number: &BigInt) -> bool {
        self.near_end(number).is_some_and(|(_, distance)| distance.is_zero())
    }

    fn at_least(&self, what: &str, number: &BigInt) -> String {
        let before: BigInt = number - 1;
        match self.is_end(&before) || number.abs() > BigInt::from(SMALL) {
            true => format!("{what} > {}", self.number(&before)),
            false => format!("{what} ≥ {}", self.number(number)),
        }
    }

    /// That a number is in one of some intervals, in a range that it is in anyway. Empty if it
    /// always is.
    pub(crate) fn within(&self, what: &str, intervals: &[Interval], all: &Interval) -> String {
        if intervals.is_empty() {
            return "never".to_owned();
        }
        let rest = super::ranges::complement(intervals, all);
        if let ([(low, high)], true) = (rest.as_slice(), intervals.len() > 1)
            && low == high
        {
            return format!("{what} ≠ {}", self.number(low));
        }
        let texts: Vec<String> = (intervals.iter())
            .map(|(low, high)| match (*low == all.0, *high == all.1) {
                (true, true) => String::new(),
                _ if low == high => format!("{what} = {}", self.number(low)),
                (true, false) => format!("{what} ≤ {}", self.number(high)),
                (false, true) => self.at_least(what, low),
                (false, false) => format!("{} ≤ {what} ≤ {}", self.number(low), self.number(high)),
            })
            .collect();
        texts.join(" or ")
    }
}

/// A polynomial, lowest coefficient first, divided by `slope·x - root`; none if something is left.
fn divided(polynomial: &[BigInt], slope: &BigInt, root: &BigInt) -> Option<Vec<BigInt>> {
    let mut rest = polynomial.to_vec();
    let mut quotient = vec![BigInt::zero(); rest.len() - 1];
    for power in (1..rest.len()).rev() {
        if !rest[power].is_multiple_of(slope) {
            return None;
        }
        let by = &rest[power] / slope;
        rest[power - 1] += &by * root;
        quotient[power - 1] = by;
    }
    rest[0].is_zero().then_some(quotient)
}

/// A side of a comparison: C compares before it looks at bits.
pub(crate) fn compared(text: String) -> String {
    let bits = [" & ", " | ", " ^ "].iter().any(|sign| text.contains(sign));
    if bits && !is_whole(&text) { format!("({text})") } else { text }
}

/// Operations whose results wrap around.
fn is_sum(op: Op) -> bool {
    matches!(op, Op::BvAdd | Op::BvMul | Op::BvNeg | Op::BvNot)
}

/// Whether a text needs no brackets whatever stands around it: one thing, a cast of one thing, or something in brackets.
pub(crate) fn is_whole(text: &str) -> bool {
    if is_one_thing(text) {
        return true;
    }
    // What is rounded stands between brackets of its own.
    for (open, close) in [('⌈', '⌉'), ('⌊', '⌋')] {
        let inside = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if inside.is_some_and(|inside| !inside.contains(close)) {
            return true;
        }
    }
    match closing(text) {
        Some(end) if end + 1 == text.len() => true,
        Some(end) if is_cast(&text[1..end]) => is_whole(&text[end + 1..]),
        _ => false,
    }
}

/// A text without brackets around the whole of it.
pub(crate) fn unbracketed(text: &str) -> &str {
    match closing(text) {
        Some(end) if end + 1 == text.len() => &text[1..end],
        _ => text,
    }
}

/// Where the bracket that a text begins with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    let closes = |&(_, letter): &(usize, char)| {
        match letter {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    };
    let mut closes = closes;
    text.starts_with('(').then(|| text.char_indices().find(|at| closes(at)))?.map(|(end, _)| end)
}

/// The floating-point number whose bits a number is; none if it is not known, or of another size.
pub(crate) fn float_text(bits: &Form, width: u32) -> Option<String> {
    let bits = bits.as_constant()?.mod_floor(&(BigInt::one() << width)).to_u64()?;
    match width {
        32 => Some(f32::from_bits(u32::try_from(bits).ok()?).to_string()),
        64 => Some(f64::from_bits(bits).to_string()),
        _ => None,
    }
}

fn is_cast(name: &str) -> bool {
    let name = name.strip_prefix("unsigned ").unwrap_or(name);
    matches!(name, "char" | "short" | "int" | "long" | "long long" | "unsigned")
}

fn sum(parts: &[Summand]) -> String {
    let mut text = String::new();
    for (number, (negative, part)) in parts.iter().enumerate() {
        text += match (number, negative) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        text += part;
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests;
