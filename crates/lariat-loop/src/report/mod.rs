//! What a loop does and how long, for people: a few cases in the function's own terms.
//!
//! The cases of the analysis are exact and come with everything that was needed to find them. Here
//! they are made short: what types and what holds before the loop imply is left out, conditions on
//! one number become intervals, numbers of iterations that are determined become numbers, and cases
//! with the same outcome become one. None of this is guessed: intervals are computed exactly
//! (`ranges.rs`), and what is left out or joined was proved to be the same (`facts.rs`,
//! `draft.rs`). `check.rs` compares the result with executions.

mod arrivals;
mod bound;
mod changes;
mod check;
mod data;
mod disequality;
mod draft;
mod facts;
mod geometric;
mod ranges;
mod reading;
mod words;

use lariat_solver::Solver;
use lariat_term::{Op, Sort, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::One;

pub use self::arrivals::{joined, say_the_same};
pub use self::check::check_report;
pub use self::data::conjuncts;
use self::draft::{Draft, Value, merged, stays, value_of};
use self::facts::Facts;
pub use self::geometric::multiplies;
use self::words::{Words, unbracketed};
use crate::analysis::{ConditionKind, Interleaving, LoopAnalysis, analyse};
use crate::body::{ExitPath, IterationPath, LoopBody};
use crate::cases::{Case, End};
use crate::exact::{relevant, values_at_entry};
use crate::infix::KAPPA;
use crate::integers::{Constraint, Form};

/// Longer conditions and values help nobody; such cases are counted only.
const LONGEST: usize = 64;

/// Longer numbers of iterations before an error are not said.
const LONGEST_FAILING: usize = 24;

/// More cases are no answer to what a loop does.
const MOST_CASES: usize = 10;

/// So many cases are better than one that leaves something out.
const FEW_CASES: usize = 3;

/// What the source says of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberType {
    /// Whether it has a sign.
    pub signed: bool,
    /// For a pointer, the size in bytes of what it points to, if that is known.
    pub element: Option<u64>,
    /// Whether its bits are those of a floating-point number.
    pub float: bool,
}

/// The type of a place as the source writes it, `n` or `v->len`; none if it is not known.
pub type TypeOf<'a> = &'a dyn Fn(&str) -> Option<NumberType>;

/// Where in an iteration a loop is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// By the test in front of the body.
    BeforeBody,
    /// By a test behind the body, which has run once more.
    AfterBody,
    /// In the middle.
    WithinBody,
    /// Not at all: the execution ends there.
    Fails,
}

/// What is known of a way out of a loop besides its condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitInfo {
    /// Where in an iteration it is.
    pub leaves: Leaves,
    /// Where it leads, or what goes wrong, for people.
    pub place: String,
    /// Variables whose value there is not the one that is known.
    pub unknown: Vec<usize>,
}

/// A loop to report on.
#[derive(Clone, Copy)]
pub struct LoopInput<'a> {
    /// The terms.
    pub store: &'a TermStore,
    /// What holds when the loop is entered.
    pub context: &'a [TermId],
    /// The part of it that holds on one of several ways to the loop only: every line says so.
    pub arrival: &'a [TermId],
    /// The ways through an iteration.
    pub body: &'a LoopBody,
    /// The ways out.
    pub exits: &'a [ExitPath],
    /// The variables' values when it is entered.
    pub entry: &'a [TermId],
    /// What was found out.
    pub analysis: &'a LoopAnalysis,
    /// About each way out.
    pub leaving: &'a [ExitInfo],
    /// What each way through an iteration writes to memory that is no variable, where that is known.
    pub writes: &'a [Option<Vec<(TermId, TermId)>>],
    /// Variables that are none of the program's.
    pub hidden: &'a [usize],
    /// Whether an iteration may end in an error or by `exit`, and no way out says so.
    pub ends_inside: bool,
    /// What ends the loop where its cases say that nothing does, if something is known to: an error that is none of the ways out.
    pub ends: Option<&'a str>,
    /// Whether each variable has a sign.
    pub signed: &'a [bool],
    /// The types of the source's places.
    pub types: TypeOf<'a>,
    /// Whether `long` has 64 bits.
    pub long_is_64: bool,
}

/// How a case ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The loop is left: to there.
    Leaves(String),
    /// Something goes wrong: this.
    Fails(String),
    /// Never.
    Never,
    /// Never, unless an access goes wrong before.
    NeverUnlessFails,
    /// Never, unless an error or `exit` ends it.
    NeverUnlessError,
}

/// A case for people.
#[derive(Clone, Debug)]
pub struct ReportedCase {
    /// When it applies, over what holds values when the loop is entered: all of these.
    pub condition: Vec<TermId>,
    /// Integers that the condition determines.
    pub counters: Vec<TermId>,
    /// The condition in words; empty if it always applies.
    pub when: String,
    /// How often the loop goes round to its head, as an integer.
    pub iterations: Option<TermId>,
    /// Whether the body runs once more than that.
    pub last_pass: bool,
    /// The number of iterations in words.
    pub count: String,
    /// How it ends.
    pub outcome: Outcome,
    /// Values of variables when the loop is left.
    pub after: Vec<(usize, TermId)>,
    /// The same in words, those that are of interest.
    pub values: Vec<(String, String)>,
}

/// How often a loop runs at most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedBound {
    /// The number, in words; it is never negative.
    pub text: String,
    /// The same number if the loop is entered, and perhaps below zero if it is not, where that is shorter.
    pub if_entered: Option<String>,
    /// Whether it is the number itself.
    pub exact: bool,
    /// Whether a last pass may begin after so many.
    pub full: bool,
    /// What must hold for it.
    pub given: Option<String>,
}

impl ReportedBound {
    /// A number without conditions.
    fn number(most: u64) -> ReportedBound {
        let text = most.to_string();
        ReportedBound { text, if_entered: None, exact: false, full: false, given: None }
    }
}

/// What is said of a loop.
#[derive(Clone, Debug)]
pub struct LoopReport {
    /// Whether the cases say all of it.
    pub exact: bool,
    /// Where it stops, if data decides that.
    pub stops: Option<String>,
    /// What it does when, from small to large.
    pub cases: Vec<ReportedCase>,
    /// Cases that are too long to be read.
    pub unreadable: usize,
    /// How often it runs at most.
    pub bound: Option<ReportedBound>,
    /// How often loops within run in all, at most: the variable, and the number.
    pub totals: Vec<(usize, ReportedBound)>,
    /// What iterations do, if there are no cases for all of it.
    pub iteration: Vec<String>,
    /// What is known of variables then.
    pub variables: Vec<String>,
    /// Variables whose values afterwards the cases do not say.
    pub open: Vec<String>,
    /// Why there is no more.
    pub why: Option<String>,
}

impl LoopInput<'_> {
    /// Whether a variable is one of the program's and its value at an exit the one that is known.
    fn is_shown(&self, variable: usize, exit: &ExitInfo) -> bool {
        !self.hidden.contains(&variable) && !exit.unknown.contains(&variable)
    }

    /// Whether the last pass has changed something before it leaves the loop by an exit in the middle.
    fn begins(&self, exit: usize) -> bool {
        let mut variables = self.body.variables.iter().zip(&self.exits[exit].after);
        self.leaving[exit].leaves == Leaves::WithinBody
            && variables.any(|(variable, after)| variable.symbol != *after)
    }

    /// A value with what the variables are at the entry.
    fn at_entry(&self, term: TermId) -> TermId {
        let values = values_at_entry(self.store, self.body, self.entry);
        self.store.substitute(term, &values)
    }

    fn words(&self) -> Words<'_> {
        let long = match self.long_is_64 {
            true => ["LONG_MAX", "LONG_MIN", "ULONG_MAX"],
            false => ["LLONG_MAX", "LLONG_MIN", "ULLONG_MAX"],
        };
        Words { store: self.store, long, types: self.types }
    }

    /// What holds whichever way the loop is reached.
    fn always(&self) -> Vec<TermId> {
        let own = |term: &&TermId| !self.arrival.contains(term);
        self.context.iter().filter(own).copied().collect()
    }

    /// The condition under which it is reached in this way, in words.
    fn arrival_text(&self) -> String {
        let words = self.words();
        let texts: Vec<String> =
            self.arrival.iter().map(|term| data::condition_text(&words, *term)).collect();
        texts.join(" and ")
    }
}

/// Makes the report of a loop.
pub fn report(input: &LoopInput<'_>, solver: &mut Solver) -> LoopReport {
    let LoopInput { store, analysis, .. } = *input;
    let exact = analysis.residue.is_empty() && !analysis.cases.is_empty();
    let mut found = LoopReport {
        exact,
        stops: None,
        cases: Vec::new(),
        unreadable: 0,
        bound: bound::bound(input, solver),
        totals: Vec::new(),
        iteration: Vec::new(),
        variables: Vec::new(),
        open: Vec::new(),
        why: None,
    };
    let quantified = analysis.cases.iter().any(|case| data::is_quantified(store, case));
    let by_disequality = disequality::described(input);
    if let Some((stops, cases)) = by_disequality {
        let mut numbers = found.clone();
        (found.exact, found.stops, found.cases) = (true, stops, cases);
        found.bound = None;
        say_arrival(input, &mut found.cases);
        // Sums of what is counted may have closed forms that this one has no words for.
        if exact && !open_variables(input, &found).is_empty() {
            counted(input, solver, &mut numbers);
            let whole = numbers.unreadable == 0 && open_variables(input, &numbers).is_empty();
            if whole && numbers.cases.len() <= FEW_CASES {
                found = numbers;
            }
        }
    } else if !exact
        && !quantified
        && let Some((cases, bound)) = geometric::described(input, solver)
    {
        (found.exact, found.cases, found.bound) = (true, cases, Some(bound));
        say_arrival(input, &mut found.cases);
    } else if (quantified || !exact)
        && let Some(counter) = Counter::new(input, solver)
        && !counter.analysis.cases.iter().any(|case| data::is_quantified(store, case))
    {
        found.exact = true;
        counted(&counter.input(input), solver, &mut found);
        for (variable, _) in found.cases.iter_mut().flat_map(|case| &mut case.after) {
            *variable = counter.numbers[*variable];
        }
    } else if quantified {
        match data::described(input, solver) {
            Some(stopped) => {
                (found.stops, found.cases) = (Some(stopped.sentence), stopped.cases);
                say_arrival(input, &mut found.cases);
                let more = input.leaving.iter().any(|exit| exit.leaves == Leaves::AfterBody);
                if let Some(most) = stopped.at_most {
                    found.bound = Some(ReportedBound::number(most + u64::from(more)));
                }
            }
            None => found.unreadable = analysis.cases.len(),
        }
    } else {
        counted(input, solver, &mut found);
    }
    bound::improve(input, &mut found);
    found.open = open_variables(input, &found);
    if !found.exact || found.cases.is_empty() || found.unreadable > 0 {
        found.iteration = changes::ways(input);
        found.variables = changes::variables(input, solver);
        found.why = Some(why(input));
    } else if !found.open.is_empty() || changes::writes(input) {
        found.iteration = changes::ways(input);
    }
    found
}

/// Adds the condition under which the loop is reached to its cases.
fn say_arrival(input: &LoopInput<'_>, cases: &mut [ReportedCase]) {
    let arrival = input.arrival_text();
    for case in cases.iter_mut().filter(|_| !arrival.is_empty()) {
        case.condition.extend(input.arrival);
        case.when = match case.when.is_empty() {
            true => arrival.clone(),
            false => format!("{arrival} and {}", case.when),
        };
    }
}

/// Variables whose values some case does not say.
fn open_variables(input: &LoopInput<'_>, found: &LoopReport) -> Vec<String> {
    let body = input.body;
    let leaves = |case: &&ReportedCase| matches!(case.outcome, Outcome::Leaves(_));
    let is_open = |variable: &usize| {
        let own = &body.variables[*variable];
        let changes = body.paths.iter().any(|path| path.after[*variable] != own.symbol);
        let array = matches!(input.store.sort(own.symbol), Sort::Array(_));
        let said = |case: &ReportedCase| case.after.iter().any(|(other, _)| other == variable);
        changes
            && !array
            && !input.hidden.contains(variable)
            && own.name != "value"
            && !found.cases.iter().filter(leaves).all(said)
    };
    let open = (0..body.variables.len()).filter(is_open);
    open.map(|variable| body.variables[variable].name.clone()).collect()
}

/// A loop reduced to what decides how long it runs, where data decides only what else it does.
struct Counter {
    body: LoopBody,
    exits: Vec<ExitPath>,
    entry: Vec<TermId>,
    leaving: Vec<ExitInfo>,
    signed: Vec<bool>,
    analysis: LoopAnalysis,
    /// Which variable of the whole loop each of its variables is.
    numbers: Vec<usize>,
}

impl Counter {
    fn new(input: &LoopInput<'_>, solver: &mut Solver) -> Option<Counter> {
        let LoopInput { store, body, exits, entry, .. } = *input;
        let locals = crate::automaton::locals(store, body, exits);
        let guards: Vec<TermId> = exits.iter().map(|exit| store.and(&exit.guard)).collect();
        let reads = store.parts(&guards).into_iter().any(|part| store.op(part) == Op::Select);
        if reads || store.free_vars_of(&guards).iter().any(|symbol| locals.contains(symbol)) {
            return None;
        }
        // What every way through an iteration changes alike, from what such variables are.
        let mut kept: Vec<usize> = (0..body.variables.len())
            .filter(|&v| body.paths.iter().all(|path| path.after[v] == body.paths[0].after[v]))
            .collect();
        loop {
            let others: Vec<TermId> = (0..body.variables.len())
                .filter(|v| !kept.contains(v))
                .map(|v| body.variables[v].symbol)
                .collect();
            let before = kept.len();
            kept.retain(|&v| {
                let free = store.free_vars(body.paths[0].after[v]).into_iter();
                !free.into_iter().any(|symbol| {
                    locals.contains(&symbol) || others.contains(&store.symbol_term(symbol))
                })
            });
            if kept.len() == before {
                break;
            }
        }
        let known: Vec<TermId> = kept.iter().map(|&v| body.variables[v].symbol).collect();
        let all: Vec<TermId> = body.variables.iter().map(|variable| variable.symbol).collect();
        let free = store.free_vars_of(&guards).into_iter().map(|symbol| store.symbol_term(symbol));
        if free.into_iter().any(|term| all.contains(&term) && !known.contains(&term)) {
            return None;
        }
        let pick = |values: &[TermId]| kept.iter().map(|&v| values[v]).collect::<Vec<_>>();
        let small = LoopBody {
            variables: kept.iter().map(|&v| body.variables[v].clone()).collect(),
            paths: vec![IterationPath {
                guard: guards.iter().map(|&guard| store.not(guard)).collect(),
                after: pick(&body.paths[0].after),
                locals: Vec::new(),
            }],
        };
        let small_exits: Vec<ExitPath> = (exits.iter())
            .map(|exit| ExitPath { after: pick(&exit.after), ..exit.clone() })
            .collect();
        let small_entry = pick(entry);
        let analysis = analyse(store, solver, input.context, &small, &small_exits, &small_entry);
        let exact = analysis.residue.is_empty() && !analysis.cases.is_empty();
        let known = |variable: usize| kept.iter().position(|&other| other == variable);
        let leaving = (input.leaving.iter())
            .map(|exit| ExitInfo {
                unknown: exit.unknown.iter().filter_map(|&variable| known(variable)).collect(),
                ..exit.clone()
            })
            .collect();
        let signed = kept.iter().map(|&v| input.signed[v]).collect();
        exact.then_some(Counter {
            body: small,
            exits: small_exits,
            entry: small_entry,
            leaving,
            signed,
            analysis,
            numbers: kept,
        })
    }

    fn input<'a>(&'a self, whole: &LoopInput<'a>) -> LoopInput<'a> {
        LoopInput {
            body: &self.body,
            exits: &self.exits,
            entry: &self.entry,
            leaving: &self.leaving,
            signed: &self.signed,
            analysis: &self.analysis,
            hidden: &[],
            ..*whole
        }
    }
}

/// The cases in which numbers decide, made readable.
fn counted(input: &LoopInput<'_>, solver: &mut Solver, found: &mut LoopReport) {
    let LoopInput { store, analysis, body, exits, entry, .. } = *input;
    let guards = body.paths.iter().flat_map(|path| &path.guard);
    let guards = guards.chain(exits.iter().flat_map(|exit| &exit.guard));
    let cases = analysis.cases.iter().flat_map(|case| &case.condition);
    let guards: Vec<TermId> = guards.chain(cases).copied().collect();
    let at_entry: Vec<TermId> = guards.iter().map(|&guard| input.at_entry(guard)).collect();
    let guards = [guards, at_entry].concat();
    let context = relevant(store, &input.always(), body, entry);
    let guards = [guards.as_slice(), entry, input.arrival].concat();
    let mut facts = Facts::new(store, solver, &context, &guards, input.types);
    facts.arrive(input.arrival);
    let words = input.words();
    let mut kinds: Vec<Outcome> = Vec::new();
    let mut drafts = Vec::new();
    for case in &analysis.cases {
        let outcome = outcome_of(input, case);
        let leaves = leaves_of(input, case);
        let key = match (&outcome, leaves) {
            // Cases that count differently are different ones, although they lead to the same
            // place.
            (Outcome::Leaves(place), Some(Leaves::AfterBody)) => {
                Outcome::Leaves(format!("{place} after the body"))
            }
            _ => outcome.clone(),
        };
        let kind = kinds.iter().position(|other| *other == key).unwrap_or_else(|| {
            kinds.push(key);
            kinds.len() - 1
        });
        let fails = matches!(outcome, Outcome::Fails(_));
        let values = (case.after.iter().enumerate()).map(|(variable, value)| {
            let own = value.map(|value| input.at_entry(value))?;
            let array = matches!(store.sort(own), Sort::Array(_));
            (!array).then(|| value_of(&facts, own, input.signed[variable]))
        });
        let mut draft = Draft::new(&facts, case, (kind, fails), values.collect());
        draft.split(&facts);
        draft.read_as_declared(&facts, &words);
        // A case that needs a number outside its type's range is none.
        let condition = draft.condition(&mut facts);
        if condition.is_some_and(|condition| facts.follows(&[condition], store.ff())) {
            continue;
        }
        draft.shorten(&mut facts);
        drafts.push(draft);
    }
    let drafts = merged(drafts, &mut facts, found.exact);
    let changing: Vec<bool> = (0..body.variables.len())
        .map(|variable| {
            body.paths.iter().any(|path| path.after[variable] != body.variables[variable].symbol)
        })
        .collect();
    found.totals = bound::totals(input, &drafts, &mut facts, found.exact);
    let mut drafts: Vec<Draft> =
        drafts.into_iter().map(|draft| draft.with_points(&mut facts)).collect();
    sort(&mut drafts, &facts);
    for draft in drafts {
        let case = reported(input, &draft, &mut facts, &changing);
        let longest = (case.values.iter())
            .map(|(_, value)| value.chars().count())
            .chain([case.when.chars().count() * 2 / 3, case.count.chars().count()])
            .max();
        let readable = is_readable(&case.when)
            && is_readable(&case.count)
            && case.values.iter().all(|(_, value)| is_readable(value));
        if !readable
            || longest.is_some_and(|longest| longest > LONGEST)
            || found.cases.len() >= MOST_CASES
        {
            found.unreadable += 1;
        } else {
            found.cases.push(case);
        }
    }
}

/// Names and operations of the analysis, of which the source knows nothing.
const INTERNAL: [&str; 5] = ["bvs", "bvu", "constant(", "concat(", "memory["];

/// Whether a text speaks of nothing but the source and mathematics.
pub(crate) fn is_readable(text: &str) -> bool {
    !text.contains(['…', 'κ', 'τ', 'π', '@', '!'])
        && !INTERNAL.iter().any(|part| text.contains(part))
}

fn outcome_of(input: &LoopInput<'_>, case: &Case) -> Outcome {
    match case.end {
        End::Endless => never(input),
        End::Exit(exit) => match &input.leaving[exit] {
            ExitInfo { leaves: Leaves::Fails, place, .. } => Outcome::Fails(place.clone()),
            ExitInfo { place, .. } => Outcome::Leaves(place.clone()),
        },
    }
}

fn never(input: &LoopInput<'_>) -> Outcome {
    match input.ends {
        Some(what) => Outcome::Fails(what.to_owned()),
        None if input.ends_inside => Outcome::NeverUnlessError,
        None => Outcome::Never,
    }
}

fn leaves_of(input: &LoopInput<'_>, case: &Case) -> Option<Leaves> {
    match case.end {
        End::Exit(exit) => Some(input.leaving[exit].leaves),
        End::Endless => None,
    }
}

/// Small numbers first, and what goes wrong last.
fn sort(drafts: &mut [Draft], facts: &Facts<'_>) {
    let mut atoms: Vec<TermId> =
        drafts.iter().flat_map(|draft| draft.ranges.iter().map(|(atom, _)| *atom)).collect();
    atoms.sort_unstable();
    atoms.dedup();
    let key = |draft: &Draft| {
        let lows: Vec<BigInt> = (atoms.iter())
            .map(|atom| {
                let own = draft.ranges.iter().find(|(other, _)| other == atom);
                let low = own.and_then(|(_, places)| places.first().map(|(low, _)| low.clone()));
                low.unwrap_or_else(|| facts.range(*atom).0)
            })
            .collect();
        let entered = draft.iterations.as_ref().is_none_or(|count| !count.is_zero());
        (draft.fails, draft.end == End::Endless, entered, lows)
    };
    drafts.sort_by_cached_key(key);
}

fn reported(
    input: &LoopInput<'_>,
    draft: &Draft,
    facts: &mut Facts<'_>,
    changing: &[bool],
) -> ReportedCase {
    let (store, words) = (input.store, input.words());
    let mut parts: Vec<String> = Vec::new();
    let mut condition = Vec::new();
    for (atom, places) in &draft.ranges {
        let range = facts.range(*atom);
        parts.push(words.in_places(*atom, places, &range));
        let number = Form::atom(*atom).term(store);
        let inside = places.iter().map(|(low, high)| {
            let (low, high) = (store.int_value(low), store.int_value(high));
            store.and(&[store.int_le(low, number), store.int_le(number, high)])
        });
        let inside: Vec<TermId> = inside.collect();
        condition.push(facts.in_bytes(store.or(&inside)));
    }
    for (place, constraint) in draft.rest.iter().enumerate() {
        condition.push(facts.in_bytes(constraint.term(store)));
        // Two ends of one number are said at once.
        let opposite = |other: &Constraint| other.form().add(constraint.form()).as_constant();
        let earlier = draft.rest[..place].iter().any(|other| opposite(other).is_some());
        let later = draft.rest[place + 1..].iter().find(|other| opposite(other).is_some());
        match later {
            _ if earlier => {}
            Some(later) => parts.push(words.between(constraint, later)),
            None => parts.push(words.constraint(constraint)),
        }
    }
    for &other in &draft.other {
        parts.push(data::condition_text(&words, other));
        condition.push(other);
    }
    let (leaves, info) = match draft.end {
        End::Exit(exit) => (Some(input.leaving[exit].leaves), Some(&input.leaving[exit])),
        End::Endless => (None, None),
    };
    let last_pass = leaves == Some(Leaves::AfterBody);
    let iterations = draft.iterations.as_ref();
    // What the last pass has done before it left the loop is no iteration.
    let began = matches!(draft.end, End::Exit(exit) if input.begins(exit));
    let full = if began { " full" } else { "" };
    let count = match (draft.end, iterations) {
        (End::Endless, _) if draft.fails => String::new(),
        (End::Endless, _) => "never ends".to_owned(),
        (_, None) => String::new(),
        (_, Some(count)) if count.is_zero() && leaves == Some(Leaves::BeforeBody) => {
            "not entered".to_owned()
        }
        (_, Some(count)) if draft.fails && count.is_zero() => "first iteration".to_owned(),
        (_, Some(count)) => {
            let count = if last_pass { count.plus(1) } else { count.clone() };
            let text = words.form(&count);
            match count.as_constant() {
                Some(one) if one.is_one() => format!("1{full} iteration"),
                // When something goes wrong is of less interest.
                _ if draft.fails && text.chars().count() > LONGEST_FAILING => String::new(),
                _ => format!("{}{full} iterations", unbracketed(&text)),
            }
        }
    };
    let mut after = Vec::new();
    let mut values = Vec::new();
    if let (Some(info), false) = (info, draft.fails) {
        for (variable, value) in draft.after.iter().enumerate() {
            let Some(value) = value else { continue };
            let own = &input.body.variables[variable];
            if !input.is_shown(variable, info) {
                continue;
            }
            let float = (input.types)(&own.name).is_some_and(|ty| ty.float);
            let (term, text) = match value {
                Value::Term(term) => (*term, words.other(*term)),
                Value::Number(form, width) if float => {
                    let term = store.int_to_bv(*width, form.term(store));
                    (term, words::float_text(form, *width).unwrap_or_else(|| words.form(form)))
                }
                Value::Number(form, width) => {
                    let term = store.int_to_bv(*width, facts.in_bytes(form.term(store)));
                    let signed = input.signed[variable];
                    let element = (input.types)(&own.name).and_then(|ty| ty.element);
                    let text = match element {
                        Some(1) => words.form(form),
                        Some(size) => {
                            let elements = form.quotient(store, &Form::constant(size));
                            words.form(&facts::divided_out(store, &elements))
                        }
                        None if stays(draft, facts, form, (*width, signed)) => words.form(form),
                        None if signed => {
                            words.cast(*width, true, &words.form(&form.modulo(store, *width)))
                        }
                        None => words.modulo(form, *width),
                    };
                    (term, unbracketed(&text).to_owned())
                }
            };
            after.push((variable, term));
            let unclear = text.contains(['…', '!', '@']);
            if changing[variable] && text != own.name && !unclear && own.name != "value" {
                values.push((own.name.clone(), text));
            }
        }
    }
    let outcome = match draft.end {
        End::Endless => never(input),
        End::Exit(exit) => match draft.fails {
            true => Outcome::Fails(input.leaving[exit].place.clone()),
            false => Outcome::Leaves(input.leaving[exit].place.clone()),
        },
    };
    let several = parts.len() > 1;
    for part in parts.iter_mut().filter(|part| several && part.contains(" or ")) {
        *part = format!("({part})");
    }
    let mut when = parts.join(" and ");
    let mut count = count;
    if draft.open.is_some() {
        let letter = data::letter(input);
        let named = |text: &str| text.replace(KAPPA, letter);
        (when, count) = (format!("for the {letter} with {}", named(&when)), named(&count));
        for (_, value) in &mut values {
            *value = named(value);
        }
    }
    ReportedCase {
        condition,
        counters: draft.open.into_iter().collect(),
        when,
        iterations: iterations.map(|count| facts.in_bytes(count.term(store))),
        last_pass,
        count,
        outcome,
        after,
        values,
    }
}

/// Why there is no more, in one sentence.
fn why(input: &LoopInput<'_>) -> String {
    let (store, analysis) = (input.store, input.analysis);
    let guards: Vec<TermId> = input.exits.iter().flat_map(|exit| exit.guard.clone()).collect();
    let float = |part: &TermId| matches!(store.sort(*part), Sort::Float(_));
    let floats = store.parts(&guards).iter().any(float);
    let kinds = |wanted: ConditionKind| analysis.conditions.iter().any(|c| c.kind == wanted);
    let data = if floats {
        Some("a condition is on a floating-point number")
    } else if kinds(ConditionKind::Traversal) {
        Some("where it goes next is read from memory")
    } else if kinds(ConditionKind::Input) {
        Some("what an iteration does depends on data that is read on the way")
    } else if kinds(ConditionKind::Monotone) {
        Some("a condition is on a variable that moves by different amounts")
    } else if kinds(ConditionKind::Other) {
        Some("a condition is on a variable that has no closed form")
    } else {
        None
    };
    match (data, analysis.interleaving) {
        (Some(data), _) => data.to_owned(),
        (None, Interleaving::Irregular) => {
            "the ways through an iteration follow each other in no regular order".to_owned()
        }
        (None, _) => match analysis.residue.first() {
            Some(residue) => residue.reason.clone(),
            None => "its cases are too long to be read".to_owned(),
        },
    }
}
