//! Candidates from Z3's solver for Horn clauses, which works on integers: the clauses written as a script, and what it finds read back.

use std::fmt::Write as _;
use std::time::Instant;

use lariat_solver::{Limits, horn_model};
use lariat_term::smtlib::{ScriptPrinter, parse_script};
use lariat_term::{Op, Sort, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::HornSystem;
use super::ideal::Ideal;
use super::machine;
use crate::body::symbol_of;

/// What Spacer says.
pub(super) enum Answer {
    /// The goal is unreachable on integers, by these conditions: candidates per loop.
    Candidates(Vec<Vec<TermId>>),
    /// It is reachable on integers, and nothing was left out there.
    Reachable,
    /// Nothing of use.
    Unknown,
}

/// Asks Spacer.
pub(super) fn candidates(
    store: &TermStore,
    system: &HornSystem,
    wraps: bool,
    deadline: Instant,
) -> Answer {
    let mut clauses = Clauses::new(store, system, wraps);
    clauses.find_arguments();
    let script = clauses.script();
    tracing::debug!("clauses on integers:\n{script}");
    let limits = Limits { deadline: Some(deadline), ..Limits::default() };
    match horn_model(&script, limits) {
        Ok(Some(model)) => {
            tracing::debug!("Spacer's invariants:\n{model}");
            Answer::Candidates(clauses.read(&model))
        }
        Ok(None) if clauses.ideal.unknown.is_empty() => Answer::Reachable,
        Ok(None) => Answer::Unknown,
        Err(reason) => {
            tracing::debug!("Spacer: {reason}");
            Answer::Unknown
        }
    }
}

/// One clause on integers.
struct Clause {
    source: Option<usize>,
    target: Option<usize>,
    conditions: Vec<TermId>,
    /// The values of the target's variables.
    values: Vec<(SymbolId, TermId)>,
    /// The machine's symbols that are new on the way.
    locals: FxHashSet<SymbolId>,
    mark: usize,
}

struct Clauses<'c> {
    store: &'c TermStore,
    system: &'c HornSystem,
    ideal: Ideal<'c>,
    clauses: Vec<Clause>,
    /// Per loop what its condition is about: symbols of integers.
    arguments: Vec<Vec<SymbolId>>,
}

impl<'c> Clauses<'c> {
    fn new(store: &'c TermStore, system: &'c HornSystem, wraps: bool) -> Clauses<'c> {
        let mut terms: Vec<TermId> = Vec::new();
        for entered in &system.loops {
            terms.extend(entered.context.iter().chain(&entered.entry));
        }
        for step in &system.steps {
            terms.extend(step.conditions.iter().chain(&step.values));
        }
        for goal in &system.goals {
            terms.extend(&goal.conditions);
        }
        let ideal = Ideal::new(store, &terms, wraps);
        let arguments = vec![Vec::new(); system.loops.len()];
        let mut this = Clauses { store, system, ideal, clauses: Vec::new(), arguments };
        for (number, entered) in system.loops.iter().enumerate() {
            let conditions = &entered.context[entered.known..];
            this.add(entered.source, Some(number), conditions, &entered.entry, &entered.locals);
        }
        for step in &system.steps {
            let (source, target) = (Some(step.source), Some(step.target));
            this.add(source, target, &step.conditions, &step.values, &step.locals);
        }
        for goal in &system.goals {
            this.add(goal.source, None, &goal.conditions, &[], &goal.locals);
        }
        this
    }

    fn add(
        &mut self,
        source: Option<usize>,
        target: Option<usize>,
        conditions: &[TermId],
        values: &[TermId],
        locals: &[TermId],
    ) {
        let store = self.store;
        let conditions = conditions.iter().map(|&term| self.ideal.condition(term)).collect();
        let mut given = Vec::new();
        if let Some(target) = target {
            for (variable, &value) in self.system.loops[target].variables.iter().zip(values) {
                let Some(symbol) = symbol_of(store, variable.symbol) else { continue };
                if let Sort::BitVec(_) | Sort::Bool = store.symbol_sort(symbol) {
                    let integer = self.ideal.symbol(symbol);
                    let value = self.ideal.value(symbol, value);
                    given.extend(symbol_of(store, integer).map(|integer| (integer, value)));
                }
            }
        }
        let locals = locals.iter().filter_map(|&term| symbol_of(store, term)).collect();
        let mark = source.map_or(0, |source| self.system.loops[source].mark);
        self.clauses.push(Clause { source, target, conditions, values: given, locals, mark });
    }

    /// What a clause needs: its conditions and the arguments it passes on.
    fn needed(&self, clause: &Clause) -> Vec<SymbolId> {
        let mut terms = clause.conditions.clone();
        if let Some(target) = clause.target {
            terms.extend(self.passed(clause, target));
        }
        self.store.free_vars_of(&terms)
    }

    /// The arguments that a clause passes to its target.
    fn passed(&self, clause: &Clause, target: usize) -> Vec<TermId> {
        let values: FxHashMap<SymbolId, TermId> = clause.values.iter().copied().collect();
        let argument = |symbol: &SymbolId| {
            values.get(symbol).copied().unwrap_or_else(|| self.store.symbol_term(*symbol))
        };
        self.arguments[target].iter().map(argument).collect()
    }

    /// Whether a clause gives an integer any value that its conditions allow.
    fn is_local(&self, clause: &Clause, integer: SymbolId) -> bool {
        match self.ideal.machine.get(&integer) {
            None => true,
            Some(symbol) => {
                clause.source.is_none()
                    || self.system.made(*symbol) > clause.mark
                    || clause.locals.contains(symbol)
            }
        }
    }

    fn find_arguments(&mut self) {
        loop {
            let mut changed = false;
            for clause in &self.clauses {
                let Some(source) = clause.source else { continue };
                for integer in self.needed(clause) {
                    if !self.is_local(clause, integer) && !self.arguments[source].contains(&integer)
                    {
                        self.arguments[source].push(integer);
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn script(&self) -> String {
        let mut terms: Vec<TermId> = Vec::new();
        for clause in &self.clauses {
            terms.extend(&clause.conditions);
            terms.extend(clause.values.iter().map(|&(_, value)| value));
        }
        for arguments in &self.arguments {
            terms.extend(arguments.iter().map(|&symbol| self.store.symbol_term(symbol)));
        }
        let printer = ScriptPrinter::new(self.store, &terms);
        let mut text = String::new();
        for (number, arguments) in self.arguments.iter().enumerate() {
            let sorts: Vec<String> =
                arguments.iter().map(|&s| self.store.symbol_sort(s).to_string()).collect();
            let _ = writeln!(text, "(declare-fun P{number} ({}) Bool)", sorts.join(" "));
        }
        for clause in &self.clauses {
            let _ = writeln!(text, "{}", self.clause(&printer, clause));
        }
        text
    }

    fn clause(&self, printer: &ScriptPrinter<'_>, clause: &Clause) -> String {
        let store = self.store;
        let print = |term: TermId| {
            let mut out = String::new();
            // Writing to a string does not fail.
            let _ = printer.term(term, &mut out);
            out
        };
        let mut symbols = self.needed(clause);
        let mut body = String::new();
        if let Some(source) = clause.source {
            let arguments = self.arguments[source].iter().map(|&s| store.symbol_term(s));
            let arguments: Vec<TermId> = arguments.collect();
            symbols = store.free_vars_of(
                &symbols
                    .iter()
                    .map(|&s| store.symbol_term(s))
                    .chain(arguments.clone())
                    .collect::<Vec<_>>(),
            );
            body.push_str(&applied(source, arguments.into_iter().map(print)));
        }
        for &condition in &clause.conditions {
            let _ = write!(body, " {}", print(condition));
        }
        for &symbol in &symbols {
            if let Some(range) = self.ideal.range(symbol) {
                let _ = write!(body, " {}", print(range));
            }
        }
        let head = match clause.target {
            Some(target) => applied(target, self.passed(clause, target).into_iter().map(print)),
            None => "false".to_owned(),
        };
        let rule = format!("(=> (and true {body}) {head})");
        if symbols.is_empty() {
            return format!("(assert {rule})");
        }
        let bound: Vec<String> = (symbols.iter())
            .map(|&symbol| {
                format!("({} {})", print(store.symbol_term(symbol)), store.symbol_sort(symbol))
            })
            .collect();
        format!("(assert (forall ({}) {rule}))", bound.join(" "))
    }

    /// Spacer's conditions, as candidates on machine integers.
    fn read(&self, model: &str) -> Vec<Vec<TermId>> {
        let store = self.store;
        let mut result = Vec::new();
        for (number, arguments) in self.arguments.iter().enumerate() {
            let names: Vec<TermId> = (arguments.iter().enumerate())
                .map(|(position, &s)| {
                    store.fresh_var(&format!("argument{position}"), store.symbol_sort(s))
                })
                .collect();
            let printer = ScriptPrinter::new(store, &names);
            let mut script = String::new();
            let _ = printer.declarations(&mut script);
            script.push_str(model);
            let texts = names.iter().filter_map(|&name| printer.symbol(symbol_of(store, name)?));
            let _ = writeln!(script, "(assert {})", applied(number, texts.map(str::to_owned)));
            let mut candidates = Vec::new();
            match parse_script(store, &script) {
                Ok(read) => {
                    let back: FxHashMap<SymbolId, TermId> = (names.iter().zip(arguments))
                        .filter_map(|(&name, &s)| {
                            Some((symbol_of(store, name)?, store.symbol_term(s)))
                        })
                        .collect();
                    for term in read.assertions() {
                        let term = store.substitute(term, &back);
                        for part in conjuncts(store, term) {
                            candidates.extend(machine::condition(store, &self.ideal, part));
                        }
                    }
                }
                Err(error) => tracing::debug!("Spacer's answer for loop {number}: {error}"),
            }
            result.push(candidates);
        }
        result
    }
}

fn applied(number: usize, arguments: impl Iterator<Item = String>) -> String {
    let arguments: Vec<String> = arguments.collect();
    if arguments.is_empty() {
        format!("P{number}")
    } else {
        format!("(P{number} {})", arguments.join(" "))
    }
}

fn conjuncts(store: &TermStore, term: TermId) -> Vec<TermId> {
    let mut result = Vec::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        match store.view(term) {
            (Op::And, args) => work.extend(args.iter().rev()),
            (Op::Not, &[inner]) => match store.view(inner) {
                (Op::Or, args) => work.extend(args.iter().rev().map(|&arg| store.not(arg))),
                _ => result.push(term),
            },
            _ => result.push(term),
        }
    }
    result
}
