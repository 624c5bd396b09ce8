//! Cases while they are made readable: conditions on one number as intervals, the others as they
//! are; cases that say the same made one.

use lariat_term::{Op, Sort, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::facts::{Facts, divided_out, numbers_in};
use super::ranges::{Interval, common, complement, joined, solved, without_quotient};
use super::reading::{Read, all_but};
use super::words::Words;
use crate::cases::{Case, End};
use crate::integers::{Assignment, Constraint, Form};

/// Conditions that may describe several cases together are looked for among so many.
const MOST_CANDIDATES: usize = 48;

/// The value of a variable when the loop is left.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    /// This number, modulo 2^width.
    Number(Form, u32),
    /// Something else.
    Term(TermId),
}

/// A case.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// For each number that is restricted alone, where it is.
    pub(crate) ranges: Vec<(TermId, Vec<Interval>)>,
    /// Conditions on several numbers.
    pub(crate) rest: Vec<Constraint>,
    /// Conditions that are not on integers.
    pub(crate) other: Vec<TermId>,
    /// A number of iterations that the conditions determine, without a closed form.
    pub(crate) open: Option<TermId>,
    /// What becomes of the loop: cases of different kinds are never made one.
    pub(crate) kind: usize,
    pub(crate) end: End,
    /// Whether this is the end of an execution: then values do not matter.
    pub(crate) fails: bool,
    pub(crate) iterations: Option<Form>,
    pub(crate) after: Vec<Option<Value>>,
}

/// A bit-vector that a case gives a variable, as a number.
pub(crate) fn value_of(facts: &Facts<'_>, term: TermId, signed: bool) -> Value {
    let Sort::BitVec(width) = facts.store.sort(term) else { return Value::Term(term) };
    Value::Number(facts.readings.congruent(facts.store, term, signed), width)
}

impl Draft {
    /// A case before anything is done about it.
    pub(crate) fn new(
        facts: &Facts<'_>,
        case: &Case,
        (kind, fails): (usize, bool),
        after: Vec<Option<Value>>,
    ) -> Draft {
        let store = facts.store;
        let mut draft = Draft {
            ranges: Vec::new(),
            rest: Vec::new(),
            other: Vec::new(),
            open: case.counters.first().copied(),
            kind,
            end: case.end,
            fails,
            iterations: case.iterations.map(|term| Form::of(store, term)),
            after,
        };
        draft.iterations = draft.iterations.map(|form| facts.in_elements(form));
        for value in draft.after.iter_mut().flatten() {
            if let Value::Number(form, _) = value {
                *form = facts.in_elements(form.clone());
            }
        }
        for &condition in case.condition.iter().chain(&facts.arrival) {
            match facts.readings.condition(store, condition) {
                Read::All(constraints) => {
                    let constraints =
                        constraints.into_iter().map(|c| facts.constraint_in_elements(c));
                    draft.rest.extend(constraints.filter(|c| c.decided() != Some(true)));
                }
                Read::Not(atom, number) if Some(atom) != draft.open => {
                    draft.restrict(atom, &all_but(&number, &facts.range(atom)));
                }
                Read::Outside(atom, places) => {
                    let outside = complement(&[places], &facts.range(atom));
                    draft.restrict(atom, &outside);
                }
                _ => draft.other.push(condition),
            }
        }
        for constraint in &facts.arrival_constraints {
            draft.rest.push(facts.constraint_in_elements(constraint.clone()));
        }
        if let (Some(counter), Some(limit)) = (draft.open, &case.counter_limit) {
            draft.settle(store, counter, &(BigInt::default(), limit.clone()));
        }
        draft
    }

    /// Replaces a counter that conditions on it alone determine.
    fn settle(&mut self, store: &TermStore, counter: TermId, within: &Interval) {
        let mut places = vec![within.clone()];
        for constraint in &self.rest {
            if let Some(found) = solved(store, constraint, counter, within) {
                places = common(&places, &found);
            }
        }
        if let [(low, high)] = places.as_slice()
            && low == high
            && let Some(changed) = self.with(store, counter, &Form::constant(low.clone()))
        {
            *self = Draft { open: None, ..changed };
        }
    }

    /// The case with a form in place of a number.
    fn with(&self, store: &TermStore, atom: TermId, by: &Form) -> Option<Draft> {
        let by: Assignment = [(atom, by.clone())].into_iter().collect();
        let put = |form: &Form| form.substitute(store, &by);
        let mut changed = self.clone();
        changed.rest.clear();
        for constraint in &self.rest {
            let constraint = constraint.map(put)?;
            if constraint.decided() != Some(true) {
                changed.rest.push(constraint);
            }
        }
        changed.iterations = match &self.iterations {
            Some(form) => Some(put(form)?),
            None => None,
        };
        for value in changed.after.iter_mut().flatten() {
            if let Value::Number(form, _) = value {
                *form = put(form)?;
            }
        }
        Some(changed)
    }

    /// Makes intervals of the conditions on one number.
    pub(crate) fn split(&mut self, facts: &Facts<'_>) {
        let store = facts.store;
        let mut rest = Vec::new();
        for constraint in std::mem::take(&mut self.rest) {
            let plain = match &constraint {
                Constraint::NonNegative(form) => without_quotient(store, form),
                Constraint::Zero(_) => None,
            };
            let constraint = match plain {
                Some(form) => Constraint::NonNegative(form).tightened(),
                None => {
                    (constraint.map(|form| Some(divided_out(store, form)))).unwrap_or(constraint)
                }
            };
            let atoms = numbers_in(store, constraint.form());
            let found = match atoms[..] {
                [atom] if Some(atom) != self.open => {
                    let places = solved(store, &constraint, atom, &facts.range(atom));
                    places.map(|places| (atom, places))
                }
                _ => None,
            };
            match found {
                Some((atom, places)) => self.restrict(atom, &places),
                None => rest.push(constraint),
            }
        }
        self.rest = rest;
        self.equate();
        self.ranges.retain(|(atom, places)| *places != [facts.range(*atom)]);
        self.ranges.sort_by_key(|(atom, _)| *atom);
    }

    /// Numbers that the source declares with another sign than they are read with, as it declares them, where the condition tells which they are.
    pub(crate) fn read_as_declared(&mut self, facts: &Facts<'_>, words: &Words<'_>) {
        let store = facts.store;
        let numbers = self.after.iter().flatten().filter_map(|value| match value {
            Value::Number(form, _) => Some(form),
            Value::Term(_) => None,
        });
        let forms = self.rest.iter().map(Constraint::form).chain(&self.iterations).chain(numbers);
        let mut atoms: Vec<TermId> = forms.flat_map(|form| numbers_in(store, form)).collect();
        atoms.extend(self.ranges.iter().map(|(atom, _)| *atom));
        atoms.sort_unstable();
        atoms.dedup();
        for atom in atoms {
            let (op, args) = store.view(atom);
            let signed = op == Op::BvToInt;
            if !matches!(op, Op::BvToInt | Op::BvToNat) || words.own_sign(args[0]) != Some(!signed)
            {
                continue;
            }
            let own = if signed { store.bv_to_nat(args[0]) } else { store.bv_to_int(args[0]) };
            let ends = |atom: TermId| {
                let (_, places) = self.ranges.iter().find(|(other, _)| *other == atom)?;
                Some((places.first()?.0.clone(), places.last()?.1.clone()))
            };
            let (zero, all) = (BigInt::default(), BigInt::one() << store.sort(args[0]).width());
            let half = &all >> 1;
            // Whether the highest bit is set, by either reading.
            let is_set = |(low, high): (BigInt, BigInt), with_sign: bool| match with_sign {
                true if low >= zero => Some(false),
                true if high < zero => Some(true),
                false if high < half => Some(false),
                false if low >= half => Some(true),
                _ => None,
            };
            let set = ends(atom).and_then(|ends| is_set(ends, signed));
            let set = set.or_else(|| ends(own).and_then(|ends| is_set(ends, !signed)));
            let offset = match (set, signed) {
                (None, _) => continue,
                (Some(false), _) => zero,
                (Some(true), true) => -all,
                (Some(true), false) => all,
            };
            let by = Form::atom(own).add(&Form::constant(offset.clone()));
            let Some(changed) = self.with(store, atom, &by) else { continue };
            *self = changed;
            if let Some(place) = self.ranges.iter().position(|(other, _)| *other == atom) {
                let (_, places) = self.ranges.remove(place);
                let moved = places.iter().map(|(low, high)| (low - &offset, high - &offset));
                self.restrict(own, &moved.collect::<Vec<_>>());
            }
        }
        self.split(facts);
        self.round(facts);
    }

    /// Quotients that are one number wherever the case applies, as that number.
    fn round(&mut self, facts: &Facts<'_>) {
        let store = facts.store;
        let place = |atom: TermId, ranges: &[(TermId, Vec<Interval>)]| {
            let own = ranges.iter().find(|(other, _)| *other == atom);
            match own.and_then(|(_, places)| Some((places.first()?, places.last()?))) {
                Some(((low, _), (_, high))) => (low.clone(), high.clone()),
                None => facts.range(atom),
            }
        };
        let ranges = self.ranges.clone();
        let rounded = |form: &Form| {
            let mut sum = form.clone();
            for (monomial, by) in form.monomials() {
                let &[quotient] = monomial else { continue };
                if store.op(quotient) != Op::IntDiv {
                    continue;
                }
                let args = store.args(quotient);
                let divisor = store.as_int(args[1]).filter(|by| *by > BigInt::default());
                let known =
                    |atom: TermId| (store.op(atom) != Op::IntDiv).then(|| place(atom, &ranges));
                let within = Form::of(store, args[0]).range(&known);
                if let Some((divisor, (low, high))) = divisor.zip(within)
                    && low.div_floor(&divisor) == high.div_floor(&divisor)
                {
                    let number = Form::constant(low.div_floor(&divisor));
                    sum = sum.sub(&Form::atom(quotient).scaled(by)).add(&number.scaled(by));
                }
            }
            sum
        };
        self.iterations = self.iterations.as_ref().map(&rounded);
        for value in self.after.iter_mut().flatten() {
            if let Value::Number(form, width) = value {
                *form = rounded(&form.modulo(store, *width));
            }
        }
    }

    /// What is neither above nor below is the same.
    fn equate(&mut self) {
        let mut place = 0;
        while place < self.rest.len() {
            if let Constraint::NonNegative(form) = &self.rest[place] {
                let opposite = Constraint::NonNegative(form.negated());
                if let Some(other) = self.rest.iter().position(|other| *other == opposite)
                    && other != place
                {
                    self.rest[place] = Constraint::Zero(form.clone());
                    self.rest.remove(other);
                    continue;
                }
            }
            place += 1;
        }
    }

    fn restrict(&mut self, atom: TermId, places: &[Interval]) {
        match self.ranges.iter_mut().find(|(other, _)| *other == atom) {
            Some((_, own)) => *own = common(own, places),
            None => self.ranges.push((atom, places.to_vec())),
        }
    }

    /// The condition over the facts' variables; none if it is about more than integers.
    pub(crate) fn condition(&self, facts: &mut Facts<'_>) -> Option<TermId> {
        if !self.other.is_empty() || self.open.is_some() {
            return None;
        }
        let mut terms = vec![facts.all(&self.rest)?];
        for (atom, places) in &self.ranges {
            terms.push(inside(facts, *atom, places)?);
        }
        Some(facts.store.and(&terms))
    }

    /// Leaves out conditions that follow from the others: long ones first.
    pub(crate) fn shorten(&mut self, facts: &mut Facts<'_>) {
        for place in (0..self.rest.len()).rev() {
            let mut fewer = self.clone();
            fewer.open = None;
            let removed = fewer.rest.remove(place);
            if let (Some(condition), Some(conclusion)) =
                (fewer.condition(facts), facts.constraint(&removed))
                && facts.follows(&[condition], conclusion)
            {
                self.rest.remove(place);
            }
        }
        for place in (0..self.ranges.len()).rev() {
            let (atom, places) = self.ranges[place].clone();
            let all = facts.range(atom);
            let (Some(first), Some(last)) = (places.first(), places.last()) else { continue };
            let (low, high) = (first.0.clone(), last.1.clone());
            let gaps = complement(&places, &(low.clone(), high.clone()));
            // Each end is tried alone, as the range of the type may be what one of them says.
            for (low, high) in [(all.0.clone(), high.clone()), (low.clone(), all.1.clone())] {
                let wider: Vec<Interval> = complement(&gaps, &(low, high));
                let mut fewer = self.clone();
                fewer.open = None;
                fewer.ranges[place].1 = wider.clone();
                let own = self.ranges[place].1.clone();
                if wider == own {
                    continue;
                }
                if let (Some(condition), Some(conclusion)) =
                    (fewer.condition(facts), inside(facts, atom, &own))
                    && facts.follows(&[condition], conclusion)
                {
                    self.ranges[place].1 = wider;
                    break;
                }
            }
            if self.ranges[place].1 == [all] {
                self.ranges.remove(place);
            }
        }
    }

    /// Whether this case's numbers are those of another one wherever this one applies.
    fn agrees(&self, other: &Draft, facts: &mut Facts<'_>) -> bool {
        if self.fails {
            return true;
        }
        let Some(condition) = self.condition(facts) else { return false };
        let mut same = |one: &Form, other: &Form| {
            one == other || {
                let difference = facts.constraint(&Constraint::Zero(one.sub(other)));
                difference.is_some_and(|zero| facts.follows(&[condition], zero))
            }
        };
        let iterations = match (&self.iterations, &other.iterations) {
            (None, None) => true,
            (Some(one), Some(other)) => same(one, other),
            _ => false,
        };
        iterations
            && self.after.iter().zip(&other.after).all(|pair| match pair {
                (Some(Value::Number(one, _)), Some(Value::Number(other, _))) => same(one, other),
                (one, other) => one == other,
            })
    }

    /// The number of iterations of another case, if this one's is the same wherever it applies.
    fn same_count(&self, other: &Draft, facts: &mut Facts<'_>) -> Option<Form> {
        let (own, others) = (self.iterations.as_ref()?, other.iterations.as_ref()?);
        let equal = facts.constraint(&Constraint::Zero(own.sub(others)));
        let condition = self.condition(facts);
        let same = equal
            .zip(condition)
            .is_some_and(|(equal, condition)| own == others || facts.follows(&[condition], equal));
        same.then(|| others.clone())
    }

    /// Numbers that the condition determines, put in their places.
    pub(crate) fn with_points(mut self, facts: &mut Facts<'_>) -> Draft {
        let store = facts.store;
        for (atom, places) in self.ranges.clone() {
            if let [(low, high)] = places.as_slice()
                && low == high
                && let Some(mut changed) = self.with(store, atom, &Form::constant(low.clone()))
            {
                changed.rest.clone_from(&self.rest);
                self = changed;
            }
        }
        for constraint in self.rest.clone() {
            if let Some((quotient, by)) = only_quotient(store, constraint.form())
                && is_equation(facts, &constraint)
            {
                self.put(quotient, &by, constraint.form());
            }
        }
        self
    }

    /// Takes a quotient out of values by what is known to be zero.
    fn put(&mut self, quotient: TermId, by: &BigInt, zero: &Form) {
        let numbers = self.after.iter_mut().flatten().filter_map(|value| match value {
            Value::Number(form, _) => Some(form),
            Value::Term(_) => None,
        });
        for form in numbers {
            let monomials = form.monomials().filter(|(monomial, _)| *monomial == [quotient]);
            let own: BigInt = monomials.map(|(_, own)| own.clone()).sum();
            if own.is_multiple_of(by) {
                *form = form.sub(&zero.scaled(&(own / by)));
            }
        }
    }
}

/// The only quotient of a form, and its factor.
fn only_quotient(store: &TermStore, form: &Form) -> Option<(TermId, BigInt)> {
    let is_quotient = |monomial: &[TermId]| monomial.iter().any(|a| store.op(*a) == Op::IntDiv);
    let mut quotients = form.monomials().filter(|(monomial, _)| is_quotient(monomial));
    match (quotients.next(), quotients.next()) {
        (Some((&[quotient], by)), None) => Some((quotient, by.clone())),
        _ => None,
    }
}

/// Whether a condition says that its form is zero: it may be none above zero anyway.
fn is_equation(facts: &mut Facts<'_>, constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Zero(_) => true,
        Constraint::NonNegative(form) => {
            let above = facts.constraint(&Constraint::NonNegative(form.negated()));
            above.is_some_and(|above| facts.follows(&[], above))
        }
    }
}

/// That a number is in one of some intervals.
pub(crate) fn inside(facts: &mut Facts<'_>, atom: TermId, places: &[Interval]) -> Option<TermId> {
    let number = facts.term(&Form::atom(atom))?;
    let store = facts.store;
    let inside = places.iter().map(|(low, high)| {
        let (low, high) = (store.int_value(low), store.int_value(high));
        store.and(&[store.int_le(low, number), store.int_le(number, high)])
    });
    let inside: Vec<TermId> = inside.collect();
    Some(store.or(&inside))
}

/// Makes one case of those that say the same. `whole` if the cases are all there are.
pub(crate) fn merged(mut drafts: Vec<Draft>, facts: &mut Facts<'_>, whole: bool) -> Vec<Draft> {
    // Neighbours first.
    let mut refused = Vec::new();
    let mut changed = true;
    while changed {
        changed = false;
        'pairs: for a in 0..drafts.len() {
            for b in (0..drafts.len()).filter(|&b| b != a) {
                let (one, other) = (&drafts[a], &drafts[b]);
                if one.kind != other.kind || one.open.is_some() || other.open.is_some() {
                    continue;
                }
                // The values of `other` are those of both.
                let tried = [a, b].map(|number| signature(&drafts[number]));
                if refused.contains(&tried) || !one.agrees(other, facts) {
                    refused.push(tried);
                    continue;
                }
                let together = union(one, other, facts).or_else(|| {
                    let joint = described(&drafts, &[a, b], facts, false)?;
                    Some((joint.ranges, joint.rest))
                });
                if together.is_none() {
                    refused.push(tried);
                }
                if let Some((ranges, rest)) = together {
                    let iterations = match one.fails {
                        true => one.same_count(other, facts).or(other.same_count(one, facts)),
                        false => other.iterations.clone(),
                    };
                    drafts[b] = Draft { ranges, rest, iterations, ..other.clone() };
                    drafts.remove(a);
                    changed = true;
                    break 'pairs;
                }
            }
        }
    }
    // Executions that end in the same way, by whatever describes them together.
    let mut kinds: Vec<usize> =
        drafts.iter().filter(|draft| draft.fails).map(|draft| draft.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let members: Vec<usize> = (0..drafts.len()).filter(|&d| drafts[d].kind == kind).collect();
        let open = members.iter().any(|&member| drafts[member].open.is_some());
        if members.len() < 2 && !open {
            continue;
        }
        if let Some(joint) = described(&drafts, &members, facts, whole) {
            let mut rest: Vec<Draft> = (drafts.into_iter().enumerate())
                .filter(|(number, _)| !members.contains(number))
                .map(|(_, draft)| draft)
                .collect();
            rest.push(joint);
            drafts = rest;
        }
    }
    drafts
}

/// What tells a case from others.
fn signature(draft: &Draft) -> (Vec<(TermId, Vec<Interval>)>, Vec<Constraint>) {
    (draft.ranges.clone(), draft.rest.clone())
}

type Described = (Vec<(TermId, Vec<Interval>)>, Vec<Constraint>);

/// The conditions of two cases as one, if these differ in one number's place only.
fn union(one: &Draft, other: &Draft, facts: &Facts<'_>) -> Option<Described> {
    if !one.other.is_empty() || one.other != other.other {
        return None;
    }
    let same_rest = one.rest.len() == other.rest.len()
        && one.rest.iter().all(|constraint| other.rest.contains(constraint));
    if !same_rest {
        return None;
    }
    let mut atoms: Vec<TermId> =
        one.ranges.iter().chain(&other.ranges).map(|(atom, _)| *atom).collect();
    atoms.sort_unstable();
    atoms.dedup();
    let place = |draft: &Draft, atom: TermId| {
        let own = draft.ranges.iter().find(|(other, _)| *other == atom);
        own.map_or_else(|| vec![facts.range(atom)], |(_, places)| places.clone())
    };
    let mut ranges = Vec::new();
    let mut different = 0;
    for atom in atoms {
        let (own, others) = (place(one, atom), place(other, atom));
        different += usize::from(own != others);
        let both = joined([own, others].concat());
        if both != [facts.range(atom)] {
            ranges.push((atom, both));
        }
    }
    (different <= 1).then(|| (ranges, one.rest.clone()))
}

/// One case for several by conditions that hold in all of them and in no other.
fn described(
    drafts: &[Draft],
    members: &[usize],
    facts: &mut Facts<'_>,
    whole: bool,
) -> Option<Draft> {
    let store = facts.store;
    let first = &drafts[members[0]];
    let own: Option<Vec<TermId>> =
        members.iter().map(|&member| drafts[member].condition(facts)).collect();
    let others = (0..drafts.len()).filter(|number| !members.contains(number));
    let others: Option<Vec<TermId>> = others.map(|other| drafts[other].condition(facts)).collect();
    // Where the cases are all there are, the rest is what the others leave.
    let together = match (own, others) {
        (Some(own), _) => store.or(&own),
        (None, Some(others)) if whole => store.not(store.or(&others)),
        _ => return None,
    };
    let mut candidates: Vec<Constraint> = Vec::new();
    for draft in drafts.iter().filter(|draft| draft.other.is_empty()) {
        for constraint in &draft.rest {
            let open = draft.open.is_some_and(|open| constraint.form().mentions(store, open));
            if let (false, Constraint::NonNegative(form)) = (open, constraint) {
                candidates.push(constraint.clone());
                let negated = Constraint::NonNegative(form.negated().plus(-1));
                candidates.push(negated.tightened());
            }
        }
        for (atom, places) in &draft.ranges {
            for (low, high) in places {
                let number = Form::atom(*atom);
                let (low, high) = (Form::constant(low.clone()), Form::constant(high.clone()));
                candidates.push(Constraint::le(&low, &number));
                candidates.push(Constraint::le(&number, &high));
                candidates.push(Constraint::lt(&number, &low));
                candidates.push(Constraint::lt(&high, &number));
            }
        }
    }
    let mut kept: Vec<Constraint> = Vec::new();
    for candidate in candidates.into_iter().take(MOST_CANDIDATES) {
        if kept.contains(&candidate) {
            continue;
        }
        let term = facts.constraint(&candidate)?;
        if facts.follows(&[together], term) {
            kept.push(candidate);
        }
    }
    let all = facts.all(&kept)?;
    if !facts.follows(&[all], together) {
        return None;
    }
    let iterations = first.iterations.clone().filter(|own| {
        members.iter().all(|&member| drafts[member].iterations.as_ref() == Some(own))
            && first.open.is_none()
    });
    let mut joint =
        Draft { ranges: Vec::new(), rest: kept, open: None, iterations, ..first.clone() };
    joint.split(facts);
    joint.shorten(facts);
    Some(joint)
}

/// Whether a value stays in the range of its type, so that it is what the form says.
pub(crate) fn stays(
    draft: &Draft,
    facts: &mut Facts<'_>,
    form: &Form,
    (width, signed): (u32, bool),
) -> bool {
    let place = |atom: TermId, facts: &Facts<'_>| -> Interval {
        let own = draft.ranges.iter().find(|(other, _)| *other == atom);
        match own.and_then(|(_, places)| Some((places.first()?, places.last()?))) {
            Some(((low, _), (_, high))) => (low.clone(), high.clone()),
            None => facts.range(atom),
        }
    };
    let half = BigInt::one() << (width - 1);
    let (least, greatest) = match signed {
        true => (-&half, &half - 1),
        false => (BigInt::default(), &half * 2 - 1),
    };
    if let Some((low, high)) =
        form.range(&|atom| (facts.store.op(atom) != Op::IntDiv).then(|| place(atom, facts)))
        && least <= low
        && high <= greatest
    {
        return true;
    }
    let mut plain = draft.clone();
    plain.open = None;
    let Some(condition) = plain.condition(facts) else { return false };
    let above = Constraint::le(&Form::constant(least), form);
    let below = Constraint::le(form, &Form::constant(greatest));
    facts.all(&[above, below]).is_some_and(|inside| facts.follows(&[condition], inside))
}
