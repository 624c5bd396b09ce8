//! Polynomials over mathematical integers.
//!
//! The path dependency automaton reasons about machine integers by giving each of them its value in ℤ: a sum is then a sum, and the number
//! of iterations until a bound is passed is a division. An atom is an integer variable or a quotient `floor(form / form)`.

use std::collections::BTreeMap;

use lariat_term::{Op, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// Forms with more monomials than this are not worked with.
const MOST_MONOMIALS: usize = 48;

/// Factors in order, repeated for powers.
type Monomial = Vec<TermId>;

/// A polynomial with integer coefficients.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Form {
    monomials: BTreeMap<Monomial, BigInt>,
}

/// Forms for integer variables.
pub(crate) type Assignment = FxHashMap<TermId, Form>;

impl Form {
    pub(crate) fn constant(value: impl Into<BigInt>) -> Form {
        let mut form = Form::default();
        form.put(Vec::new(), value.into());
        form
    }

    pub(crate) fn atom(atom: TermId) -> Form {
        let mut form = Form::default();
        form.put(vec![atom], BigInt::one());
        form
    }

    fn put(&mut self, monomial: Monomial, coefficient: BigInt) {
        let entry = self.monomials.entry(monomial.clone()).or_default();
        *entry += coefficient;
        if entry.is_zero() {
            self.monomials.remove(&monomial);
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.monomials.is_empty()
    }

    /// The value, if there is no atom.
    pub(crate) fn as_constant(&self) -> Option<BigInt> {
        match self.monomials.len() {
            0 => Some(BigInt::zero()),
            1 => self.monomials.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The constant in the sum.
    pub(crate) fn constant_part(&self) -> BigInt {
        self.monomials.get(&Vec::new()).cloned().unwrap_or_default()
    }

    pub(crate) fn add(&self, other: &Form) -> Form {
        let mut result = self.clone();
        for (monomial, coefficient) in &other.monomials {
            result.put(monomial.clone(), coefficient.clone());
        }
        result
    }

    pub(crate) fn plus(&self, constant: i64) -> Form {
        self.add(&Form::constant(constant))
    }

    pub(crate) fn scaled(&self, by: &BigInt) -> Form {
        if by.is_zero() {
            return Form::default();
        }
        let scale =
            |(monomial, coefficient): (&Monomial, &BigInt)| (monomial.clone(), coefficient * by);
        Form { monomials: self.monomials.iter().map(scale).collect() }
    }

    pub(crate) fn negated(&self) -> Form {
        self.scaled(&-BigInt::one())
    }

    pub(crate) fn sub(&self, other: &Form) -> Form {
        self.add(&other.negated())
    }

    pub(crate) fn mul(&self, other: &Form) -> Option<Form> {
        let mut result = Form::default();
        for (a, left) in &self.monomials {
            for (b, right) in &other.monomials {
                let mut product = [a.as_slice(), b.as_slice()].concat();
                product.sort_unstable();
                result.put(product, left * right);
            }
        }
        (result.monomials.len() <= MOST_MONOMIALS).then_some(result)
    }

    /// Products of atoms with their factors, the constant with no atom.
    pub(crate) fn monomials(&self) -> impl Iterator<Item = (&[TermId], &BigInt)> {
        self.monomials.iter().map(|(monomial, by)| (monomial.as_slice(), by))
    }

    /// The form with these products of atoms.
    pub(crate) fn of_monomials(parts: impl IntoIterator<Item = (Vec<TermId>, BigInt)>) -> Form {
        let mut form = Form::default();
        for (mut monomial, by) in parts {
            monomial.sort_unstable();
            form.put(monomial, by);
        }
        form
    }

    /// The atoms, each once.
    pub(crate) fn atoms(&self) -> Vec<TermId> {
        let mut atoms: Vec<TermId> = self.monomials.keys().flatten().copied().collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// Whether the variable occurs, also inside of quotients.
    pub(crate) fn mentions(&self, store: &TermStore, variable: TermId) -> bool {
        self.atoms().into_iter().any(|atom| occurs(store, atom, variable))
    }

    /// The form as coefficients of the powers of a variable; none if it occurs inside of a quotient.
    pub(crate) fn powers(&self, store: &TermStore, variable: TermId) -> Option<Vec<Form>> {
        let mut powers: Vec<Form> = vec![Form::default()];
        for (monomial, coefficient) in &self.monomials {
            let power = monomial.iter().filter(|&&factor| factor == variable).count();
            let rest: Monomial =
                monomial.iter().copied().filter(|&factor| factor != variable).collect();
            if rest.iter().any(|&factor| occurs(store, factor, variable)) {
                return None;
            }
            if powers.len() <= power {
                powers.resize(power + 1, Form::default());
            }
            powers[power].put(rest, coefficient.clone());
        }
        Some(powers)
    }

    /// The form with others in place of variables.
    pub(crate) fn substitute(&self, store: &TermStore, by: &Assignment) -> Option<Form> {
        let mut result = Form::default();
        for (monomial, coefficient) in &self.monomials {
            let mut product = Form::constant(coefficient.clone());
            for &factor in monomial {
                product = product.mul(&substituted_atom(store, factor, by)?)?;
            }
            result = result.add(&product);
        }
        (result.monomials.len() <= MOST_MONOMIALS).then_some(result)
    }

    /// The form with another one in place of one variable.
    pub(crate) fn with(&self, store: &TermStore, variable: TermId, by: &Form) -> Option<Form> {
        self.substitute(store, &[(variable, by.clone())].into_iter().collect())
    }

    /// `floor(self / divisor)`, where the divisor is thought to be positive.
    pub(crate) fn quotient(&self, store: &TermStore, divisor: &Form) -> Form {
        if divisor.as_constant().is_some_and(|divisor| divisor.is_one()) {
            return self.clone();
        }
        Form::of(store, store.int_div(self.term(store), divisor.term(store)))
    }

    /// The form as an integer term.
    pub(crate) fn term(&self, store: &TermStore) -> TermId {
        let mut sum = store.int_const(0);
        for (monomial, coefficient) in &self.monomials {
            let mut product = store.int_value(coefficient);
            for &factor in monomial {
                product = store.int_mul(product, factor);
            }
            sum = store.int_add(sum, product);
        }
        sum
    }

    /// An integer term as a form.
    pub(crate) fn of(store: &TermStore, term: TermId) -> Form {
        if let Some(value) = store.as_int(term) {
            return Form::constant(value);
        }
        let (op, args) = store.view(term);
        match op {
            Op::IntAdd => {
                args.iter().fold(Form::default(), |sum, &arg| sum.add(&Form::of(store, arg)))
            }
            Op::IntMul => args
                .iter()
                .try_fold(Form::constant(1), |product, &arg| product.mul(&Form::of(store, arg)))
                .unwrap_or_else(|| Form::atom(term)),
            _ => Form::atom(term),
        }
    }

    /// The sum of the form over `variable` = 0, 1, …, count − 1; up to the third power.
    pub(crate) fn sum(&self, store: &TermStore, variable: TermId, count: &Form) -> Option<Form> {
        let powers = self.powers(store, variable)?;
        let less = count.plus(-1);
        let pairs = || Some(count.mul(&less)?.quotient(store, &Form::constant(2)));
        let mut result = Form::default();
        for (power, coefficient) in powers.iter().enumerate() {
            if coefficient.is_zero() {
                continue;
            }
            let sum = match power {
                0 => count.clone(),
                1 => pairs()?,
                2 => {
                    let odd = count.scaled(&BigInt::from(2)).plus(-1);
                    count.mul(&less)?.mul(&odd)?.quotient(store, &Form::constant(6))
                }
                _ => return None,
            };
            result = result.add(&coefficient.mul(&sum)?);
        }
        Some(result)
    }

    /// The least and the greatest value, given those of the atoms.
    pub(crate) fn range(
        &self,
        of: &dyn Fn(TermId) -> Option<(BigInt, BigInt)>,
    ) -> Option<(BigInt, BigInt)> {
        let (mut least, mut greatest) = (BigInt::zero(), BigInt::zero());
        for (monomial, coefficient) in &self.monomials {
            let (mut low, mut high) = (coefficient.clone(), coefficient.clone());
            for &factor in monomial {
                let (a, b) = of(factor)?;
                let ends = [&low * &a, &low * &b, &high * &a, &high * &b];
                low = ends.iter().min().cloned()?;
                high = ends.iter().max().cloned()?;
            }
            least += low;
            greatest += high;
        }
        Some((least, greatest))
    }

    /// A form with the same remainder modulo 2^width, and the smallest numbers in it.
    pub(crate) fn modulo(&self, store: &TermStore, width: u32) -> Form {
        self.reduced(store, &(BigInt::one() << width))
    }

    /// A form with the same remainder modulo a number. In a quotient by d it is one modulo d times as much.
    fn reduced(&self, store: &TermStore, all: &BigInt) -> Form {
        let half: BigInt = all >> 1;
        let smallest = |by: &BigInt| match by.mod_floor(all) {
            rest if rest > half => rest - all,
            rest => rest,
        };
        let mut sum = Form::default();
        for (monomial, by) in self.monomials() {
            let divisor = match monomial {
                &[one] if store.op(one) == Op::IntDiv => store.as_int(store.args(one)[1]),
                _ => None,
            };
            let part = match divisor.filter(BigInt::is_positive) {
                Some(divisor) => {
                    let numerator = Form::of(store, store.args(monomial[0])[0]);
                    let numerator = numerator.reduced(store, &(all * &divisor));
                    numerator.quotient(store, &Form::constant(divisor)).scaled(&smallest(by))
                }
                None => Form::of_monomials([(monomial.to_vec(), smallest(by))]),
            };
            sum = sum.add(&part);
        }
        sum
    }

    /// A quotient by a constant plus something else as one quotient: h + floor(g / c) is floor((c·h + g) / c), and h - floor(g / c) is floor((c·h - g + c - 1) / c).
    pub(crate) fn as_one_quotient(&self, store: &TermStore) -> Option<Form> {
        let is_quotient = |(monomial, coefficient): &(&Vec<TermId>, &BigInt)| {
            matches!(monomial.as_slice(), [factor] if store.op(*factor) == Op::IntDiv)
                && coefficient.abs().is_one()
        };
        let mut quotients = self.monomials.iter().filter(is_quotient);
        let (monomial, sign) = quotients.next()?;
        let summands = |form: &Form| form.monomials.keys().filter(|m| !m.is_empty()).count();
        let args = store.args(monomial[0]);
        let divisor = store.as_int(args[1]).filter(BigInt::is_positive)?;
        if quotients.next().is_some() || summands(self) < 2 {
            return None;
        }
        let mut numerator = Form::of(store, args[0]);
        if sign.is_negative() {
            numerator = Form::constant(&divisor - 1).sub(&numerator);
        }
        for (other, coefficient) in self.monomials.iter().filter(|(other, _)| *other != monomial) {
            if other.iter().any(|factor| store.op(*factor) == Op::IntDiv) {
                return None;
            }
            numerator.put(other.clone(), coefficient * &divisor);
        }
        Some(numerator.quotient(store, &Form::constant(divisor))).filter(|form| summands(form) < 2)
    }

    /// The form as text.
    pub(crate) fn text(&self, store: &TermStore, name: &dyn Fn(TermId) -> String) -> String {
        if let Some(whole) = self.as_one_quotient(store) {
            return whole.text(store, name);
        }
        let mut parts: Vec<(bool, String)> = Vec::new();
        let mut constant = self.constant_part();
        for (monomial, coefficient) in self.monomials.iter().filter(|(m, _)| !m.is_empty()) {
            let factors: Vec<String> = monomial
                .iter()
                .map(|&factor| {
                    let (op, args) = store.view(factor);
                    if op != Op::IntDiv {
                        return name(factor);
                    }
                    let mut numerator = Form::of(store, args[0]);
                    let divisor = Form::of(store, args[1]);
                    let alone = monomial.len() == 1 && coefficient.is_one();
                    // floor((g + c·d) / d) is floor(g / d) + c.
                    if let (true, Op::Var(_)) = (alone, store.op(args[1]))
                        && let Some(times) = numerator.monomials.remove(&vec![args[1]])
                    {
                        constant += times;
                    }
                    // floor(g / d) + 1 is ceil((g + 1) / d).
                    let up = alone && constant.is_positive();
                    if up {
                        numerator = numerator.plus(1);
                        constant -= 1;
                    }
                    let bracket = |form: &Form| match form.text(store, name) {
                        text if text.contains(' ') => format!("({text})"),
                        text => text,
                    };
                    let word = if up { "ceil" } else { "floor" };
                    format!("{word}({}/{})", bracket(&numerator), bracket(&divisor))
                })
                .collect();
            let product = factors.join("*");
            let size = coefficient.abs();
            let size = match near_power(&size) {
                Some((power, rest)) if rest.is_zero() => format!("2^{power}"),
                _ => size.to_string(),
            };
            let text = if size == "1" { product } else { format!("{size}*{product}") };
            parts.push((coefficient.is_negative(), text));
        }
        // What is added comes before what is taken away.
        parts.sort_by_key(|(negative, _)| *negative);
        if !constant.is_zero() || parts.is_empty() {
            let negative = constant.is_negative();
            match near_power(&constant.abs()) {
                Some((power, rest)) => {
                    parts.push((negative, format!("2^{power}")));
                    if !rest.is_zero() {
                        parts.push((negative != rest.is_negative(), rest.abs().to_string()));
                    }
                }
                None => parts.push((negative, constant.abs().to_string())),
            }
        }
        let mut text = String::new();
        for (number, (negative, part)) in parts.into_iter().enumerate() {
            text += match (number, negative) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            text += &part;
        }
        text
    }
}

/// The numbers of values that the integers of programs have, and half of them, are told from their digits by nobody: such a power of two, and what is to
/// be added to it.
fn near_power(number: &BigInt) -> Option<(u32, BigInt)> {
    [31_u32, 32, 63, 64].into_iter().find_map(|power| {
        let rest: BigInt = number - (BigInt::one() << power);
        (rest.bits() <= 16).then_some((power, rest))
    })
}

fn occurs(store: &TermStore, atom: TermId, variable: TermId) -> bool {
    atom == variable || (store.op(atom) == Op::IntDiv && store.parts(&[atom]).contains(&variable))
}

fn substituted_atom(store: &TermStore, atom: TermId, by: &Assignment) -> Option<Form> {
    if let Some(form) = by.get(&atom) {
        return Some(form.clone());
    }
    if store.op(atom) != Op::IntDiv
        || !store.parts(&[atom]).iter().any(|part| by.contains_key(part))
    {
        return Some(Form::atom(atom));
    }
    let args = store.args(atom);
    let numerator = Form::of(store, args[0]).substitute(store, by)?;
    let divisor = Form::of(store, args[1]).substitute(store, by)?;
    Some(Form::of(store, store.int_div(numerator.term(store), divisor.term(store))))
}

/// A condition on integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Constraint {
    /// The form is at least zero.
    NonNegative(Form),
    /// The form is zero.
    Zero(Form),
}

impl Constraint {
    pub(crate) fn form(&self) -> &Form {
        match self {
            Constraint::NonNegative(form) | Constraint::Zero(form) => form,
        }
    }

    /// `a ≤ b`.
    pub(crate) fn le(a: &Form, b: &Form) -> Constraint {
        Constraint::NonNegative(b.sub(a)).tightened()
    }

    /// `a < b`.
    pub(crate) fn lt(a: &Form, b: &Form) -> Constraint {
        Constraint::NonNegative(b.sub(a).plus(-1)).tightened()
    }

    /// The same without a factor that all unknowns have: of integers, `2·x ≥ 3` is `x ≥ 2`.
    pub(crate) fn tightened(self) -> Constraint {
        let form = self.form();
        let unknowns = form.monomials.iter().filter(|(monomial, _)| !monomial.is_empty());
        let factor = unknowns.fold(BigInt::zero(), |factor, (_, by)| factor.gcd(by));
        let constant = form.constant_part();
        if factor <= BigInt::one()
            || (matches!(self, Constraint::Zero(_)) && !constant.is_multiple_of(&factor))
        {
            return self;
        }
        let monomials = form
            .monomials
            .iter()
            .map(|(monomial, by)| (monomial.clone(), by.div_floor(&factor)))
            .filter(|(_, by)| !by.is_zero())
            .collect();
        let form = Form { monomials };
        match self {
            Constraint::NonNegative(_) => Constraint::NonNegative(form),
            Constraint::Zero(_) => Constraint::Zero(form),
        }
    }

    pub(crate) fn map(&self, f: impl FnOnce(&Form) -> Option<Form>) -> Option<Constraint> {
        Some(match self {
            Constraint::NonNegative(form) => Constraint::NonNegative(f(form)?).tightened(),
            Constraint::Zero(form) => Constraint::Zero(f(form)?).tightened(),
        })
    }

    /// Whether it holds, if that does not depend on anything.
    pub(crate) fn decided(&self) -> Option<bool> {
        let value = self.form().as_constant()?;
        Some(match self {
            Constraint::NonNegative(_) => !value.is_negative(),
            Constraint::Zero(_) => value.is_zero(),
        })
    }

    pub(crate) fn term(&self, store: &TermStore) -> TermId {
        let zero = store.int_const(0);
        match self {
            Constraint::NonNegative(form) => store.int_le(zero, form.term(store)),
            Constraint::Zero(form) => store.eq(form.term(store), zero),
        }
    }

    /// The condition as text, what is counted positively on the left.
    pub(crate) fn text(&self, store: &TermStore, name: &dyn Fn(TermId) -> String) -> String {
        let form = self.form();
        let (mut left, mut right) = (Form::default(), Form::default());
        for (monomial, coefficient) in &form.monomials {
            if coefficient.is_negative() {
                right.put(monomial.clone(), -coefficient);
            } else {
                left.put(monomial.clone(), coefficient.clone());
            }
        }
        let one = Form::constant(1);
        let text = |form: &Form| form.text(store, name);
        match self {
            Constraint::Zero(_) => format!("{} = {}", text(&left), text(&right)),
            // a - b - 1 ≥ 0 is b < a.
            Constraint::NonNegative(_) if right.constant_part().is_one() && right != one => {
                format!("{} < {}", text(&right.plus(-1)), text(&left))
            }
            Constraint::NonNegative(_) => format!("{} ≤ {}", text(&right), text(&left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_term::Sort;

    #[test]
    fn common_factors_are_left_out() {
        let store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| Form::atom(store.var(name, Sort::Int)));
        let text = |constraint: &Constraint| {
            constraint.text(&store, &|term| store.display(term).to_string())
        };
        let [two_x, four_y] = [x.scaled(&2.into()), y.scaled(&4.into())];
        assert_eq!(text(&Constraint::le(&Form::constant(3), &two_x)), "2 ≤ x");
        assert_eq!(text(&Constraint::le(&two_x, &Form::constant(3))), "x ≤ 1");
        assert_eq!(text(&Constraint::lt(&two_x, &four_y)), "x < 2*y");
        assert_eq!(text(&Constraint::le(&two_x, &y.plus(3))), "2*x ≤ y + 3");
        let odd = Constraint::Zero(two_x.plus(1)).tightened();
        assert_eq!(odd, Constraint::Zero(two_x.plus(1)));
        let even = Constraint::Zero(two_x.plus(-6)).tightened();
        assert_eq!(even, Constraint::Zero(x.plus(-3)));
        assert_eq!(Constraint::le(&Form::constant(3), &Form::constant(2)).decided(), Some(false));
    }

    #[test]
    fn numbers_at_the_ends_of_types_are_powers() {
        let store = TermStore::new();
        let x = Form::atom(store.var("x", Sort::Int));
        let text = |form: &Form| form.text(&store, &|_| "x".to_owned());
        let power = |bits: u32| BigInt::one() << bits;
        assert_eq!(text(&x.add(&Form::constant(power(64)))), "x + 2^64");
        assert_eq!(text(&x.add(&Form::constant(2 - power(64)))), "x - 2^64 + 2");
        assert_eq!(text(&x.add(&Form::constant(power(31) - 1))), "x + 2^31 - 1");
        assert_eq!(text(&Form::constant(-power(63))), "-2^63");
        assert_eq!(text(&x.scaled(&power(32))), "2^32*x");
        assert_eq!(text(&Form::constant(4_000_000_000u64)), "4000000000");
        assert_eq!(text(&x.negated().add(&Form::constant(65_536))), "-x + 65536");
        let quotient = store.int_div(x.term(&store), Form::constant(power(64) - 2).term(&store));
        assert_eq!(text(&Form::atom(quotient)), "floor(x/(2^64 - 2))");
    }
}
