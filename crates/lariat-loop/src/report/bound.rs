//! How often a loop runs at most, in words: a number that is never negative, read with the types of the source.

use lariat_solver::Solver;
use lariat_term::{Op, Sort, TermId, TermStore};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::draft::{Draft, Value};
use super::facts::{self, Facts};
use super::words::unbracketed;
use super::{LONGEST, Leaves, LoopInput, LoopReport, Outcome, ReportedBound, data, is_readable};
use crate::analysis::Bound;
use crate::cases::End;
use crate::integers::{Constraint, Form};

/// More numbers of which a bound is the greatest are no answer.
const MOST_NUMBERS: usize = 3;

impl Bound {
    /// The bound in words, never below zero.
    pub fn at_least_zero(&self, store: &TermStore) -> String {
        let forms = self.term.map_or_else(Vec::new, |term| greatest(store, term));
        let below = |form: &Form| least(store, form).is_none_or(|least| least.is_negative());
        if self.text.contains(" (the ") || !forms.iter().any(below) {
            return self.text.clone();
        }
        largest_of(&["0".to_owned(), self.text.clone()])
    }
}

/// The largest of several numbers in words, each once; some may be the largest of several themselves.
pub(crate) fn largest_of(texts: &[String]) -> String {
    let mut all: Vec<&str> = Vec::new();
    for text in texts {
        let inside = text.strip_prefix("max(").and_then(|text| text.strip_suffix(')'));
        let Some(inside) = inside else {
            all.push(text);
            continue;
        };
        let (mut open, mut start) = (0_usize, 0);
        for (place, letter) in inside.char_indices() {
            match letter {
                '(' => open += 1,
                ')' => open = open.saturating_sub(1),
                ',' if open == 0 => {
                    all.push(inside[start..place].trim());
                    start = place + 1;
                }
                _ => {}
            }
        }
        all.push(inside[start..].trim());
    }
    let mut once: Vec<&str> = Vec::new();
    let most = all.iter().filter_map(|text| text.parse::<u64>().ok()).max();
    for text in all {
        let number = text.parse::<u64>().ok();
        if !once.contains(&text) && (number.is_none() || number == most) {
            once.push(text);
        }
    }
    // A number that is known comes first.
    once.sort_by_key(|text| text.parse::<u64>().is_err());
    match once.as_slice() {
        [one] => (*one).to_owned(),
        _ => format!("max({})", once.join(", ")),
    }
}

/// A bound in words.
pub(crate) fn bound(input: &LoopInput<'_>, solver: &mut Solver) -> Option<ReportedBound> {
    let bound = input.analysis.bound.as_ref()?;
    let words = input.words();
    let more = input.leaving.iter().any(|exit| exit.leaves == Leaves::AfterBody);
    let least = i64::from(more).to_string();
    let full = (0..input.exits.len()).any(|exit| input.begins(exit));
    let exact = bound.exact && !input.leaving.iter().any(|exit| exit.leaves == Leaves::WithinBody);
    let forms = bound.term.map(|term| greatest(input.store, term));
    let elements = facts::elements(input.store, bound.term.as_slice(), input.types);
    let counted = |form: &Form| {
        let form = facts::counted(input.store, &elements, form.clone());
        facts::divided_out(input.store, &form)
    };
    let mut if_entered = None;
    let text = match forms.as_deref() {
        Some([]) => Some(least),
        Some(forms) => {
            let number = |form: &Form| match form.as_constant() {
                Some(none) if none.is_negative() => least.clone(),
                _ => {
                    let text = words.form(&counted(form).plus(i64::from(more)));
                    unbracketed(&text).to_owned()
                }
            };
            let mut texts: Vec<String> = forms.iter().map(number).collect();
            let entered = largest_of(&texts);
            if may_be_negative(input, solver, forms) {
                texts.insert(0, least.clone());
                if_entered = (!more).then_some(entered);
            }
            Some(largest_of(&texts)).filter(|text| is_readable(text))
        }
        None => None,
    };
    let plain = || if more { format!("{} + 1", bound.text) } else { bound.text.clone() };
    // A text of its own says what the number is, `32 (the bits of n)`.
    let text = match (bound.text.split_once(" (the "), text) {
        (Some((_, what)), Some(text)) if more => {
            format!("{text} (the {}, and one more)", what.trim_end_matches(')'))
        }
        (Some(_), _) => plain(),
        (None, Some(text)) => text,
        // Terms know nothing of the size of an object, which is none below zero.
        (None, None) if bound.term.is_none() => plain(),
        (None, None) => return None,
    };
    // That nothing happens if something else does not is no bound.
    let unsaid = !is_readable(&text) || text.contains('?');
    if unsaid || text.chars().count() > LONGEST || (text == "0" && bound.given.is_some()) {
        return None;
    }
    let given = bound.given.as_deref().map(data::in_words);
    // The analysis counts bytes.
    let in_iterations = given.as_deref().is_some_and(|given| given.contains("in every iteration"));
    let all = [input.entry, bound.term.as_slice()].concat();
    if in_iterations && !facts::elements(input.store, &all, input.types).is_empty() {
        return None;
    }
    if given.as_deref().is_some_and(|given| !is_readable(given)) {
        return None;
    }
    Some(ReportedBound { text, if_entered, exact, full, given })
}

/// Whether one of some numbers may be negative when the loop is reached; yes if that is not known.
fn may_be_negative(input: &LoopInput<'_>, solver: &mut Solver, forms: &[Form]) -> bool {
    let store = input.store;
    let mut open = forms.iter().filter(|form| {
        let least = least(store, form);
        least.is_none_or(|least| least.is_negative())
    });
    let Some(first) = open.next() else { return false };
    let all: Vec<&Form> = std::iter::once(first).chain(open).collect();
    let terms: Vec<TermId> = all.iter().map(|form| form.term(store)).collect();
    let mut facts = Facts::new(store, solver, input.context, &terms, input.types);
    let negative = |form: &&Form| {
        let conclusion = facts.constraint(&Constraint::NonNegative((**form).clone()));
        !conclusion.is_some_and(|conclusion| facts.follows(&[], conclusion))
    };
    all.iter().any(negative)
}

/// What a number is at least, by the types of what it is made of.
fn least(store: &TermStore, form: &Form) -> Option<BigInt> {
    fn range(store: &TermStore, atom: TermId) -> Option<(BigInt, BigInt)> {
        let (op, args) = store.view(atom);
        match op {
            Op::BvToNat => {
                Some((BigInt::zero(), (BigInt::one() << store.sort(args[0]).width()) - 1))
            }
            Op::BvToInt => {
                let half = BigInt::one() << (store.sort(args[0]).width() - 1);
                Some((-&half, half - 1))
            }
            Op::IntDiv => {
                let by = store.as_int(args[1]).filter(BigInt::is_positive)?;
                let (low, high) = Form::of(store, args[0]).range(&|atom| range(store, atom))?;
                Some((low.div_floor(&by), high.div_floor(&by)))
            }
            _ => None,
        }
    }
    form.range(&|atom| range(store, atom)).map(|(low, _)| low)
}

/// The bound that the cases themselves are, where they are all there are and the analysis has none without a condition.
pub(crate) fn improve(input: &LoopInput<'_>, found: &mut LoopReport) {
    // A pointer that is behind where it is to go leaves its array, which is no case.
    let pointer = |name: &str| (input.types)(name).is_some_and(|ty| ty.element.is_some());
    let number = |term: TermId| matches!(input.store.sort(term), Sort::BitVec(_));
    if input.body.variables.iter().any(|v| number(v.symbol) && pointer(&v.name)) {
        return;
    }
    // The analysis may read a number with another sign than the source.
    let casts = ["(char)", "(short)", "(int)", "(long)"];
    let known = found.bound.as_ref().is_some_and(|bound| {
        bound.given.is_none() && !casts.iter().any(|cast| bound.text.contains(cast))
    });
    if known || !found.exact || found.unreadable > 0 || found.cases.is_empty() {
        return;
    }
    let mut counts: Vec<String> = Vec::new();
    let mut full = false;
    for case in &found.cases {
        let ends = matches!(case.outcome, Outcome::Leaves(_) | Outcome::Fails(_));
        if !ends || case.iterations.is_none() || !case.counters.is_empty() {
            return;
        }
        let count = case.count.trim_end_matches('s').strip_suffix(" iteration");
        let count = match (case.count.as_str(), count) {
            ("not entered" | "first iteration", _) => "0",
            (_, Some(count)) => count,
            (_, None) => return,
        };
        let own = count.trim_end_matches(" full");
        full |= own != count;
        if own != "0" && !counts.iter().any(|other| other == own) {
            counts.push(own.to_owned());
        }
    }
    if counts.len() > MOST_NUMBERS || counts.iter().any(|count| count.contains(" mod ")) {
        return;
    }
    let entered = largest_of(&counts);
    let single = found.cases.len() == 1 || counts.is_empty();
    let number = |text: &String| text.parse::<u64>().is_ok();
    let (text, if_entered) = match () {
        () if counts.is_empty() => ("0".to_owned(), None),
        () if single || counts.iter().all(number) => (entered, None),
        () => (largest_of(&["0".to_owned(), entered.clone()]), Some(entered)),
    };
    if text.chars().count() <= LONGEST {
        found.bound = Some(ReportedBound { text, if_entered, exact: single, full, given: None });
    }
}

/// The forms of which a bound is the greatest, or zero. Bounds choose between terms for no other
/// reason.
fn greatest(store: &TermStore, term: TermId) -> Vec<Form> {
    if store.as_int(term).is_some_and(|number| number.is_zero()) {
        return Vec::new();
    }
    let (op, args) = store.view(term);
    if op != Op::Ite {
        return vec![Form::of(store, term)];
    }
    let mut forms = greatest(store, args[1]);
    for form in greatest(store, args[2]) {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Whether the largest of some numbers is none below zero under a condition.
fn stays(facts: &mut Facts<'_>, forms: &[Form], condition: TermId) -> bool {
    forms.iter().any(|form| {
        let conclusion = facts.constraint(&Constraint::NonNegative(form.clone()));
        conclusion.is_some_and(|conclusion| facts.follows(&[condition], conclusion))
    })
}

/// How often loops within run in all, in executions in which nothing goes wrong.
pub(crate) fn totals(
    input: &LoopInput<'_>,
    drafts: &[Draft],
    facts: &mut Facts<'_>,
    whole: bool,
) -> Vec<(usize, ReportedBound)> {
    let words = input.words();
    if !whole || drafts.iter().any(|draft| draft.end == End::Endless && !draft.fails) {
        return Vec::new();
    }
    let mut totals = Vec::new();
    for &variable in input.hidden {
        let mut forms: Vec<Form> = Vec::new();
        let mut known = true;
        for draft in drafts.iter().filter(|draft| !draft.fails) {
            match &draft.after[variable] {
                Some(Value::Number(form, _)) if form.is_zero() || forms.contains(form) => {}
                Some(Value::Number(form, _)) => forms.push(form.clone()),
                _ => known = false,
            }
        }
        let texts: Vec<String> = forms.iter().map(|form| words.form(form)).collect();
        let entered = if texts.is_empty() { "0".to_owned() } else { largest_of(&texts) };
        if !known || texts.len() > MOST_NUMBERS || entered.contains(['?', 'κ', '!']) {
            continue;
        }
        let always = forms.is_empty() || stays(facts, &forms, input.store.tt());
        let entering = |draft: &&Draft| {
            !draft.fails && draft.iterations.as_ref().is_none_or(|count| !count.is_zero())
        };
        let conditions: Vec<Option<TermId>> =
            drafts.iter().filter(entering).map(|draft| draft.condition(facts)).collect();
        let if_entered = always
            || conditions.into_iter().all(|condition| {
                condition.is_some_and(|condition| stays(facts, &forms, condition))
            });
        let text = match always {
            true => entered.clone(),
            false => largest_of(&["0".to_owned(), entered.clone()]),
        };
        let if_entered = (if_entered && !always).then_some(entered);
        totals.push((
            variable,
            ReportedBound { text, if_entered, exact: false, full: false, given: None },
        ));
    }
    totals
}
