//! Everything about one loop: its type, its automaton, its cases, its bounds.
//!
//! Types are those of the Proteus paper: all conditions are about induction variables (types 1 and 2) or not (3 and 4), and the paths follow each
//! other in sequence or periodically (1 and 3) or irregularly (2 and 4).

use std::fmt::Write as _;

use lariat_solver::Solver;
use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Origin, Step};
use crate::body::{COUNTER_BITS, ExitPath, LoopBody, symbol_of};
use crate::bounds::{Assumed, ranked};
use crate::cases::{Case, End, Residue, Walk, Walked};
use crate::descent;
use crate::hints::Hints;
use crate::infix::{KAPPA, infix, plain_name};
use crate::integers::{Assignment, Constraint, Form};
use crate::repeated_guard;

/// The paper's types of loops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LoopType {
    /// Conditions on induction variables, in regular order.
    Type1,
    /// Conditions on induction variables, in irregular order.
    Type2,
    /// Other conditions, in regular order.
    Type3,
    /// Other conditions, in irregular order.
    Type4,
}

impl LoopType {
    /// The type's number.
    pub fn number(self) -> u32 {
        match self {
            LoopType::Type1 => 1,
            LoopType::Type2 => 2,
            LoopType::Type3 => 3,
            LoopType::Type4 => 4,
        }
    }
}

/// In which order the paths follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interleaving {
    /// No path comes again after another one.
    Sequential,
    /// Cycles repeat with the same counts.
    Periodic,
    /// Neither.
    Irregular,
}

impl Interleaving {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Interleaving::Sequential => "sequential",
            Interleaving::Periodic => "periodic",
            Interleaving::Irregular => "irregular",
        }
    }
}

/// What a condition depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionKind {
    /// Induction variables only.
    Induction,
    /// Inputs, or the contents of memory.
    Input,
    /// A variable that only grows, or only shrinks.
    Monotone,
    /// A pointer that walks through a data structure.
    Traversal,
    /// Anything else.
    Other,
}

impl ConditionKind {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            ConditionKind::Induction => "induction variables",
            ConditionKind::Input => "inputs or memory contents",
            ConditionKind::Monotone => "a variable that only grows or only shrinks",
            ConditionKind::Traversal => "a walk through a data structure",
            ConditionKind::Other => "a variable without a closed form",
        }
    }
}

/// A condition of a path.
#[derive(Clone, Debug)]
pub struct ConditionInfo {
    /// The condition.
    pub term: TermId,
    /// What it depends on.
    pub kind: ConditionKind,
}

/// A variable of the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableInfo {
    /// Its name.
    pub name: String,
    /// Whether every path adds something invariant to it.
    pub induction: bool,
    /// Whether the conditions depend on it.
    pub relevant: bool,
}

/// A state of the automaton, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateInfo {
    /// Which path it belongs to.
    pub origin: Origin,
    /// The conjuncts of its guard.
    pub guard: Vec<String>,
    /// What it changes.
    pub update: Vec<(String, String)>,
    /// Whether the loop can stay in it for ever.
    pub terminal: bool,
}

/// A transition of the automaton, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransitionInfo {
    /// From this state …
    pub from: usize,
    /// … to this one.
    pub to: usize,
    /// How often the first state is passed, per alternative; none if there is no closed form.
    pub counts: Option<Vec<String>>,
}

/// What bounds assume of loops some of whose exact cases never end.
pub(crate) const SOME_END: &str = "none of the cases that never end applies";

/// What bounds assume that take machine integers for those of mathematics.
pub const NO_WRAP: &str = "no number leaves the range of its type";

/// A bound of the number of iterations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The bound in terms of the values at the entry.
    pub text: String,
    /// The bound as an integer; none if it is about something terms do not know, like the size of an object.
    pub term: Option<TermId>,
    /// Whether it is reached.
    pub exact: bool,
    /// What must hold for it, beyond that the program's behaviour is defined.
    pub given: Option<String>,
    /// Whether it says no more than that something moves, and the range of its type is finite.
    pub by_type: bool,
}

/// What is known about a loop.
#[derive(Clone, Debug)]
pub struct LoopAnalysis {
    /// Its type.
    pub loop_type: LoopType,
    /// In which order its paths follow each other.
    pub interleaving: Interleaving,
    /// Why it has this type.
    pub reason: String,
    /// Its variables.
    pub variables: Vec<VariableInfo>,
    /// The conditions of its paths.
    pub conditions: Vec<ConditionInfo>,
    /// The automaton's states.
    pub states: Vec<StateInfo>,
    /// The automaton's transitions.
    pub transitions: Vec<TransitionInfo>,
    /// Exact cases; they exclude each other.
    pub cases: Vec<Case>,
    /// Entry states about which nothing is said. Together with the cases it is everything.
    pub residue: Vec<Residue>,
    /// A bound for all executions.
    pub bound: Option<Bound>,
}

/// Values without a closed form are shown up to so many characters.
const LONGEST_VALUE: usize = 60;

/// Analyses a loop. `entry` are the variables' values when it is entered, their own symbols if nothing is known; `context` holds then.
pub fn analyse(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    exits: &[ExitPath],
    entry: &[TermId],
) -> LoopAnalysis {
    analyse_with(store, solver, context, body, exits, entry, &Hints::default())
}

/// [`analyse`] with what else is known about the iterations.
pub fn analyse_with(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    exits: &[ExitPath],
    entry: &[TermId],
    hints: &Hints,
) -> LoopAnalysis {
    let names: Vec<String> = body.variables.iter().map(|v| v.name.clone()).collect();
    let everything = |reason: String| Residue {
        condition: Vec::new(),
        counters: Vec::new(),
        reason,
        text: Vec::new(),
    };
    let mut automaton = match Automaton::new(store, solver, context, body, exits, entry) {
        Ok(automaton) => automaton,
        Err(reason) => {
            return LoopAnalysis {
                loop_type: LoopType::Type4,
                interleaving: Interleaving::Irregular,
                reason: reason.clone(),
                variables: (body.variables.iter())
                    .map(|variable| VariableInfo {
                        name: variable.name.clone(),
                        induction: false,
                        relevant: true,
                    })
                    .collect(),
                conditions: Vec::new(),
                states: Vec::new(),
                transitions: Vec::new(),
                cases: Vec::new(),
                residue: vec![everything(reason)],
                bound: other_bound(store, solver, context, body, exits, entry, hints),
            };
        }
    };
    let conditions = conditions(store, solver, body, exits, &automaton);
    let (states, transitions) = describe(&mut automaton, solver, body, exits, &names);
    let variables = variables(store, body, &automaton);
    let exclusive = drop_input_exits(&mut automaton, solver) && covers(&automaton, solver);
    let cycles = has_cycle(&automaton);
    let walked = Walk::new(&mut automaton, solver, body, exits).run();
    let interleaving = if walked.irregular || (!walked.residue.is_empty() && cycles) {
        Interleaving::Irregular
    } else if walked.periodic {
        Interleaving::Periodic
    } else {
        Interleaving::Sequential
    };
    let induction_only = automaton.outside.is_empty();
    let loop_type = match (induction_only, interleaving) {
        (true, Interleaving::Irregular) => LoopType::Type2,
        (true, _) => LoopType::Type1,
        (false, Interleaving::Irregular) => LoopType::Type4,
        (false, _) => LoopType::Type3,
    };
    let reason = reason(&conditions, interleaving);
    let bound = match exclusive {
        true => case_bound(&mut automaton, solver, &walked, &names),
        false => None,
    };
    let (mut cases, residue, bound) = if induction_only {
        let Walked { cases, residue, .. } = walked;
        (cases, residue, bound)
    } else {
        // What really happens is a beginning of what happens without the inputs that end the loop.
        let bound = bound.map(|bound| Bound { exact: false, ..bound });
        match repeated_guard::cases(store, body, exits, entry) {
            Some(mut cases) => {
                // Their words are about the body's paths, and a path may be several states.
                if states.len() != body.paths.len() + exits.len() {
                    for case in cases.iter_mut().filter(|case| case.text.word.contains(KAPPA)) {
                        case.text.word = format!("(any)^{KAPPA}");
                    }
                }
                (cases, Vec::new(), bound)
            }
            None => {
                let why = "a condition depends on more than induction variables; necessary conditions \
                           are all that is known";
                (Vec::new(), vec![everything(why.to_owned())], bound)
            }
        }
    };
    let bound = bound.or_else(|| other_bound(store, solver, context, body, exits, entry, hints));
    // A loop with a bound ends.
    if !induction_only && bound.as_ref().is_some_and(|bound| bound.given.is_none()) {
        cases.retain(|case| case.end != End::Endless);
    }
    LoopAnalysis {
        loop_type,
        interleaving,
        reason,
        variables,
        conditions,
        states,
        transitions,
        cases,
        residue,
        bound,
    }
}

fn reason(conditions: &[ConditionInfo], interleaving: Interleaving) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for condition in conditions {
        let name = condition.kind.name();
        if condition.kind != ConditionKind::Induction && !kinds.contains(&name) {
            kinds.push(name);
        }
    }
    let on = match kinds.is_empty() {
        true => "all conditions are on induction variables".to_owned(),
        false => format!("a condition is on {}", kinds.join(", one on ")),
    };
    let order = match interleaving {
        Interleaving::Sequential => "no path comes again after another one",
        Interleaving::Periodic => "the paths repeat with constant counts",
        Interleaving::Irregular => "the paths follow each other in no regular order",
    };
    format!("{on}; {order}")
}

/// Whether an iteration path can come again after another one.
fn has_cycle(automaton: &Automaton<'_>) -> bool {
    let count = automaton.states.len();
    let mut reach = vec![vec![false; count]; count];
    for transition in &automaton.transitions {
        reach[transition.from][transition.to] = true;
    }
    for middle in 0..count {
        for from in 0..count {
            if reach[from][middle] {
                let row = reach[middle].clone();
                for (to, &there) in row.iter().enumerate() {
                    reach[from][to] |= there;
                }
            }
        }
    }
    (0..count).any(|state| reach[state][state])
}

fn conditions(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    exits: &[ExitPath],
    automaton: &Automaton<'_>,
) -> Vec<ConditionInfo> {
    let locals = crate::automaton::locals(store, body, exits);
    let mut monotone: FxHashMap<usize, bool> = FxHashMap::default();
    let mut infos: Vec<ConditionInfo> = Vec::new();
    let guards = body.paths.iter().map(|path| &path.guard).chain(exits.iter().map(|e| &e.guard));
    for &term in guards.flatten() {
        if infos.iter().any(|info| info.term == term) {
            continue;
        }
        let outside = automaton.outside.iter().any(|(_, other)| *other == term);
        let kind = match outside {
            false => ConditionKind::Induction,
            true => kind_of(store, solver, body, &locals, &mut monotone, term),
        };
        infos.push(ConditionInfo { term, kind });
    }
    infos
}

fn kind_of(
    store: &TermStore,
    solver: &mut Solver,
    body: &LoopBody,
    locals: &rustc_hash::FxHashSet<SymbolId>,
    known_monotone: &mut FxHashMap<usize, bool>,
    term: TermId,
) -> ConditionKind {
    let free = store.free_vars(term);
    let inside: Vec<usize> = (0..body.variables.len())
        .filter(|&v| {
            symbol_of(store, body.variables[v].symbol)
                .is_some_and(|symbol| free.binary_search(&symbol).is_ok())
        })
        .collect();
    let walks = |&v: &usize| {
        let symbol = symbol_of(store, body.variables[v].symbol);
        body.paths.iter().any(|path| {
            store.parts(&[path.after[v]]).into_iter().any(|part| {
                store.op(part) == Op::Select
                    && symbol.is_some_and(|s| store.free_vars(part).binary_search(&s).is_ok())
            })
        })
    };
    if inside.iter().any(walks) {
        return ConditionKind::Traversal;
    }
    let reads = store.parts(&[term]).into_iter().any(|part| store.op(part) == Op::Select);
    if reads || free.iter().any(|symbol| locals.contains(symbol)) {
        return ConditionKind::Input;
    }
    let mut monotone = |&v: &usize| {
        if let Some(&known) = known_monotone.get(&v) {
            return known;
        }
        let symbol = body.variables[v].symbol;
        let found = matches!(store.sort(symbol), Sort::BitVec(_))
            && [true, false].into_iter().any(|grows| {
                body.paths.iter().all(|path| {
                    let (a, b) =
                        if grows { (symbol, path.after[v]) } else { (path.after[v], symbol) };
                    solver.must_be_true(&path.guard, store.bv_sle(a, b)) == Ok(true)
                })
            });
        known_monotone.insert(v, found);
        found
    };
    if !inside.is_empty() && inside.iter().all(&mut monotone) {
        return ConditionKind::Monotone;
    }
    // A variable that is an input in each iteration.
    let fed = |&v: &usize| {
        body.paths
            .iter()
            .any(|path| store.free_vars(path.after[v]).iter().any(|symbol| locals.contains(symbol)))
    };
    if inside.iter().any(fed) { ConditionKind::Input } else { ConditionKind::Other }
}

fn variables(store: &TermStore, body: &LoopBody, automaton: &Automaton<'_>) -> Vec<VariableInfo> {
    let info = |(v, variable): (usize, &crate::Variable)| {
        let iterations =
            automaton.states.iter().filter(|state| matches!(state.origin, Origin::Iteration(_)));
        let mut steps = iterations.map(|state| &state.steps[v]);
        VariableInfo {
            name: variable.name.clone(),
            induction: matches!(store.sort(variable.symbol), Sort::BitVec(_))
                && steps.all(|step| matches!(step, Step::Add(_))),
            relevant: automaton.relevant[v],
        }
    };
    body.variables.iter().enumerate().map(info).collect()
}

fn describe(
    automaton: &mut Automaton<'_>,
    solver: &mut Solver,
    body: &LoopBody,
    exits: &[ExitPath],
    names: &[String],
) -> (Vec<StateInfo>, Vec<TransitionInfo>) {
    let store = automaton.lifter.store;
    let generic: Vec<Option<Form>> =
        automaton.integers.iter().map(|integer| integer.map(Form::atom)).collect();
    let mut states = Vec::new();
    for number in 0..automaton.states.len() {
        let iteration = matches!(automaton.states[number].origin, Origin::Iteration(_));
        let forever = if iteration { automaton.forever(number, &generic) } else { None };
        let terminal = automaton.states[number].other.is_empty()
            && forever.is_some_and(|forever| automaton.feasible(solver, &[], &forever));
        let state = &automaton.states[number];
        let name = |atom: TermId| automaton.name_of(atom, names);
        let text = |form: &Form| form.text(store, &name);
        let needed = without_ranges(automaton, solver, &state.guard);
        let mut guard: Vec<String> = needed.iter().map(|c| c.text(store, &name)).collect();
        // How often loops within go round means nothing to a reader.
        let counts = |term: &&TermId| {
            let mut free = store.free_vars(**term).into_iter();
            free.any(|symbol| store.symbol_sort(symbol) == Sort::BitVec(COUNTER_BITS))
        };
        let other = state.other.iter().filter(|term| !counts(term));
        guard.extend(other.map(|&term| infix(store, term)));
        let after = automaton.once(number, &generic);
        let written = match state.origin {
            Origin::Iteration(path) => &body.paths[path].after,
            Origin::Exit(exit) => &exits[exit].after,
        };
        let update = (0..names.len())
            .filter(|&v| after[v] != generic[v] && written[v] != body.variables[v].symbol)
            .map(|v| {
                let known = after[v].as_ref().map(text);
                (names[v].clone(), known.unwrap_or_else(|| short_text(store, written[v])))
            })
            .collect();
        states.push(StateInfo { origin: state.origin, guard, update, terminal });
    }
    let name = |atom: TermId| automaton.name_of(atom, names);
    let transitions = (automaton.transitions.iter())
        .map(|transition| TransitionInfo {
            from: transition.from,
            to: transition.to,
            counts: (transition.plans.as_ref())
                .map(|plans| plans.iter().map(|plan| plan.count.text(store, &name)).collect()),
        })
        .collect();
    (states, transitions)
}

/// Constraints without those that say that a number does not leave its type's range, if that follows from the others.
fn without_ranges(
    automaton: &Automaton<'_>,
    solver: &mut Solver,
    guard: &[Constraint],
) -> Vec<Constraint> {
    let store = automaton.lifter.store;
    let mut kept = guard.to_vec();
    for constraint in guard.iter().rev() {
        let Constraint::NonNegative(form) = constraint else { continue };
        if kept.len() < 2 || form.atoms().len() != 1 || form.constant_part().bits() < 7 {
            continue;
        }
        let others = kept.iter().filter(|other| *other != constraint);
        let mut terms = automaton.base.clone();
        terms.extend(others.map(|other| other.term(store)));
        if solver.must_be_true(&terms, constraint.term(store)) == Ok(true) {
            kept.retain(|other| other != constraint);
        }
    }
    kept
}

/// A value without a closed form, if it can be said in a few words.
fn short_text(store: &TermStore, term: TermId) -> String {
    let text = infix(store, term);
    let unclear = text.chars().count() > LONGEST_VALUE || text.contains(['…', '!', '?']);
    if unclear { "?".to_owned() } else { text }
}

/// The bound from the cases, if all of them end: a number of iterations that no case exceeds.
fn case_bound(
    automaton: &mut Automaton<'_>,
    solver: &mut Solver,
    walked: &Walked,
    names: &[String],
) -> Option<Bound> {
    let store = automaton.lifter.store;
    if !walked.residue.is_empty() {
        return None;
    }
    let ends = |number: &usize| walked.cases[*number].end != End::Endless;
    let ending: Vec<usize> = (0..walked.cases.len()).filter(ends).collect();
    let endless = ending.len() < walked.cases.len();
    // Without the exits that inputs decide about, a case may seem to be endless that is left by one of them.
    if ending.is_empty() || endless && !automaton.outside.is_empty() {
        return None;
    }
    // What is about the other cases is about executions that end.
    let given = endless.then(|| SOME_END.to_owned());
    let ended: Vec<(Vec<Constraint>, Option<Form>)> =
        ending.iter().map(|&number| walked.iterations[number].clone()).collect();
    let mut forms: Vec<Form> = Vec::new();
    for (_, form) in &ended {
        let form = form.as_ref()?;
        let open = walked.counters.iter().any(|&counter| form.mentions(store, counter));
        if !open && !form.is_zero() && !forms.contains(form) {
            forms.push(form.clone());
        }
    }
    if forms.is_empty() && given.is_some() {
        return None;
    }
    let entry = automaton.at_entry.clone();
    let mut single = None;
    'candidates: for candidate in &forms {
        let mut exact = true;
        for (conditions, form) in &ended {
            let form = form.as_ref()?;
            if form == candidate || form.is_zero() {
                continue;
            }
            let (own, other) = (form.term(store), candidate.term(store));
            if !automaton.implied(solver, &entry, conditions, store.int_le(own, other)) {
                continue 'candidates;
            }
            exact &= automaton.implied(solver, &entry, conditions, store.eq(own, other));
        }
        single = Some((candidate.clone(), exact));
        break;
    }
    let (forms, exact) = match single {
        Some((form, exact)) => (vec![form], exact),
        None if !walked.counters.is_empty() => return None,
        None => (largest(automaton, solver, &ended, forms)?, false),
    };
    let (forms, exact) = match plain_number(automaton, solver, &ended, &forms) {
        Some(plain) => (vec![plain], true),
        None => (forms, exact),
    };
    if forms.len() > 3 {
        return None;
    }
    // Where nothing happens, the number is none above zero if it is to be reached.
    let exact = exact
        && ended.iter().all(|(conditions, form)| {
            let unused = form.as_ref().is_some_and(Form::is_zero);
            let below = |form: &Form| store.int_le(form.term(store), store.int_const(0));
            let none = store.and(&forms.iter().map(below).collect::<Vec<_>>());
            !unused || automaton.implied(solver, &entry, conditions, none)
        });
    let name = |atom: TermId| automaton.name_of(atom, names);
    let readings = automaton.lifter.readings();
    let term = forms.iter().fold(store.int_const(0), |most, form| {
        let term = store.substitute(form.term(store), &readings);
        store.ite(store.int_lt(most, term), term, most)
    });
    let texts: Vec<String> = forms.iter().map(|form| form.text(store, &name)).collect();
    let (text, exact) = match texts.as_slice() {
        [] => ("0".to_owned(), true),
        [only] => (only.clone(), exact),
        _ => (format!("max({})", texts.join(", ")), false),
    };
    let exact = exact && given.is_none();
    Some(Bound { text, term: Some(term), exact, given, by_type: false })
}

/// The value at the entry that quotients in the numbers of iterations come down to in every case, if there is one: `n` for `2*floor(n/2)` and `2*floor(n/2) + 1`.
fn plain_number(
    automaton: &mut Automaton<'_>,
    solver: &mut Solver,
    walked: &[(Vec<Constraint>, Option<Form>)],
    forms: &[Form],
) -> Option<Form> {
    let store = automaton.lifter.store;
    let quotients = forms.iter().flat_map(Form::atoms).filter(|a| store.op(*a) == Op::IntDiv);
    let mut atoms: Vec<TermId> =
        quotients.flat_map(|quotient| Form::of(store, store.args(quotient)[0]).atoms()).collect();
    atoms.sort_unstable();
    atoms.dedup();
    let entry = automaton.at_entry.clone();
    atoms.into_iter().filter(|atom| store.op(*atom) != Op::IntDiv).map(Form::atom).find(|plain| {
        walked.iter().all(|(conditions, form)| {
            form.as_ref().is_some_and(|form| {
                let same = store.eq(form.term(store), plain.term(store));
                form.is_zero() || automaton.implied(solver, &entry, conditions, same)
            })
        })
    })
}

/// Some of the forms, of which one is at least as large as that of the case, whichever applies.
fn largest(
    automaton: &mut Automaton<'_>,
    solver: &mut Solver,
    walked: &[(Vec<Constraint>, Option<Form>)],
    mut forms: Vec<Form>,
) -> Option<Vec<Form>> {
    let store = automaton.lifter.store;
    let entry = automaton.at_entry.clone();
    let mut number = 0;
    while number < forms.len() && forms.len() > 1 {
        let mut rest = forms.clone();
        rest.remove(number);
        let mut needed = false;
        // Every case must be below what is left, those of forms that were removed before as well.
        for (conditions, form) in walked {
            let form = form.as_ref()?;
            if form.is_zero() || rest.contains(form) {
                continue;
            }
            let below = |other: &Form| store.int_le(form.term(store), other.term(store));
            let below: Vec<TermId> = rest.iter().map(below).collect();
            if !automaton.implied(solver, &entry, conditions, store.or(&below)) {
                needed = true;
                break;
            }
        }
        if needed {
            number += 1;
        } else {
            forms = rest;
        }
    }
    Some(forms)
}

/// Whether one of the guards always holds. Otherwise executions may end within an iteration, in a bug say, and the cases do not bound these.
fn covers(automaton: &Automaton<'_>, solver: &mut Solver) -> bool {
    let store = automaton.lifter.store;
    let mut terms = automaton.base.clone();
    for state in &automaton.states {
        let guard: Vec<TermId> = state.guard.iter().map(|guard| guard.term(store)).collect();
        terms.push(store.not(store.and(&guard)));
    }
    matches!(solver.model_for(&terms), Ok(None))
}

/// Leaves out the exits that inputs decide about, which can only end the loop earlier. Whether the remaining guards exclude each other: then
/// the order of the paths is determined without the inputs.
fn drop_input_exits(automaton: &mut Automaton<'_>, solver: &mut Solver) -> bool {
    if automaton.outside.is_empty() {
        return true;
    }
    let kept: Vec<bool> = (automaton.states.iter())
        .map(|state| matches!(state.origin, Origin::Iteration(_)) || state.other.is_empty())
        .collect();
    let new_number = |state: usize| kept[..state].iter().filter(|&&kept| kept).count();
    let transitions = std::mem::take(&mut automaton.transitions);
    automaton.transitions = (transitions.into_iter())
        .filter(|transition| kept[transition.from] && kept[transition.to])
        .map(|mut transition| {
            transition.from = new_number(transition.from);
            transition.to = new_number(transition.to);
            transition
        })
        .collect();
    let mut number = 0;
    automaton.states.retain(|_| {
        number += 1;
        kept[number - 1]
    });
    for a in 0..automaton.states.len() {
        for b in a + 1..automaton.states.len() {
            let (first, second) = (&automaton.states[a].guard, &automaton.states[b].guard);
            let both = [first.as_slice(), second.as_slice()].concat();
            if automaton.feasible(solver, &[], &both) {
                return false;
            }
        }
    }
    true
}

/// A bound that does not need the cases. What needs no assumption comes first, what says only that something moves comes last.
fn other_bound(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    exits: &[ExitPath],
    entry: &[TermId],
    hints: &Hints,
) -> Option<Bound> {
    let rank = |solver: &mut Solver, assumed| {
        rank_bound(store, solver, context, body, exits, entry, assumed)
    };
    // What is halved ends sooner than what only becomes smaller.
    if let Some(bound) = descent::halved(store, solver, body) {
        return Some(bound);
    }
    let plain = rank(solver, Assumed::default());
    if plain.as_ref().is_some_and(|bound| !bound.by_type) {
        return plain;
    }
    if let Some(bound) = descent::bound(store, solver, body, hints, entry) {
        return Some(bound);
    }
    let assumptions = [
        Assumed { steps: true, ..Assumed::default() },
        Assumed { steps: true, not_passed: true, no_wrap: false },
        Assumed { steps: true, not_passed: false, no_wrap: true },
        Assumed { steps: true, not_passed: true, no_wrap: true },
    ];
    let mut tries = assumptions.into_iter();
    let found = tries.find_map(|assumed| rank(solver, assumed).filter(|bound| !bound.by_type));
    found.or(plain)
}

fn rank_bound(
    store: &TermStore,
    solver: &mut Solver,
    context: &[TermId],
    body: &LoopBody,
    exits: &[ExitPath],
    entry: &[TermId],
    assumed: Assumed,
) -> Option<Bound> {
    let found = ranked(store, solver, context, body, exits, assumed)?;
    let by_type = found.quantity.constant_part().abs() > BigInt::from(i32::MAX / 2);
    let at_entry: FxHashMap<SymbolId, TermId> = (body.variables.iter().zip(entry))
        .filter_map(|(variable, &value)| Some((symbol_of(store, variable.symbol)?, value)))
        .collect();
    let readings = found.lifter.readings();
    // What is constant at the entry is part of the number.
    let known: Assignment = (found.quantity.atoms().into_iter())
        .filter_map(|atom| {
            let reading = *readings.get(&symbol_of(store, atom)?)?;
            let value = store.as_int(store.substitute(reading, &at_entry))?;
            Some((atom, Form::constant(value)))
        })
        .collect();
    let quantity = found.quantity.substitute(store, &known)?;
    let step = Form::constant(found.step);
    let count = quantity.quotient(store, &step).plus(1);
    let name = |atom: TermId| match found.lifter.atom_of(atom).map(|atom| atom.term) {
        Some(term) => match body.variable_of(term) {
            Some(variable) => body.variables[variable].name.clone(),
            None => match store.op(term) {
                Op::Var(symbol) => plain_name(store.symbol_name(symbol)).to_owned(),
                _ => infix(store, term),
            },
        },
        None => "?".to_owned(),
    };
    let text = count.text(store, &name);
    let mut given: Vec<String> = Vec::new();
    if assumed.no_wrap {
        given.push(NO_WRAP.to_owned());
    }
    if assumed.not_passed {
        let stays = Constraint::NonNegative(found.quantity.plus(1));
        given.push(format!("{} in every iteration", stays.text(store, &name)));
    }
    given.extend(found.needed.iter().map(|constraint| constraint.text(store, &name)));
    let term = store.substitute(count.term(store), &readings);
    let term = store.substitute(term, &at_entry);
    let zero = store.int_const(0);
    let term = store.ite(store.int_lt(term, zero), zero, term);
    let given = (!given.is_empty()).then(|| given.join(" and "));
    // That nothing happens if something else does not is no bound.
    let nothing = store.as_int(term).is_some_and(|term| term.is_zero());
    if nothing && given.is_some() {
        return None;
    }
    let text = if nothing { "0".to_owned() } else { text };
    Some(Bound { text, term: Some(term), exact: false, given, by_type })
}

impl LoopAnalysis {
    /// The automaton in the language of Graphviz.
    pub fn dot(&self, title: &str) -> String {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut dot = format!("digraph \"{}\" {{\n  node [shape=box];\n", quoted(title));
        for (number, state) in self.states.iter().enumerate() {
            let mut label = vec![format!("s{}", number + 1)];
            label.extend(state.guard.iter().cloned());
            label.extend(state.update.iter().map(|(name, value)| format!("{name} := {value}")));
            let shape = match (state.origin, state.terminal) {
                (Origin::Exit(_), _) => ", peripheries=2",
                (_, true) => ", style=bold",
                _ => "",
            };
            let label: Vec<String> = label.iter().map(|line| quoted(line)).collect();
            let _ = writeln!(dot, "  s{} [label=\"{}\"{shape}];", number + 1, label.join("\\n"));
        }
        for transition in &self.transitions {
            let label = match &transition.counts {
                Some(counts) => format!("k = {}", counts.join(" or ")),
                None => "k ≥ 1".to_owned(),
            };
            let (from, to) = (transition.from + 1, transition.to + 1);
            let _ = writeln!(dot, "  s{from} -> s{to} [label=\"{}\"];", quoted(&label));
        }
        dot += "}\n";
        dot
    }
}
