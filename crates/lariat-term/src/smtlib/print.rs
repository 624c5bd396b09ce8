//! Printing terms and scripts.
//!
//! A term is a graph, and written as a tree it can be exponentially larger. So every part that is used more than once is
//! named by a `let`: closed parts in front of the whole term, parts with bound variables inside the innermost binder
//! around them. Terms can be deeper than the stack; the printer keeps its own.

use std::fmt;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::symbol;
use super::written_out::{Piece, head, written_out};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{SymbolId, TermId, TermStore};

/// Prints terms and scripts over one set of variables.
pub struct ScriptPrinter<'a> {
    store: &'a TermStore,
    symbols: Vec<SymbolId>,
    names: FxHashMap<SymbolId, String>,
    /// In front of the numbers of names the printer makes up; no variable's name starts with it.
    fresh: String,
}

/// A binder's body: the names of the bound variables and of the parts that a `let` names here.
struct Scope {
    bound: Vec<String>,
    lets: FxHashMap<TermId, String>,
}

enum Output {
    Text(String),
    Term(TermId, Rc<Scope>),
    /// The term itself although it has a name.
    Definition(TermId, Rc<Scope>),
    /// A body with the `let`s it needs.
    Body(TermId, Vec<String>),
}

struct Writer<'a, 'w> {
    printer: &'a ScriptPrinter<'a>,
    out: &'w mut dyn fmt::Write,
    top: Rc<Scope>,
    /// What is left to write, the next last.
    stack: Vec<Output>,
    made_up: usize,
}

impl<'a> ScriptPrinter<'a> {
    /// A printer for terms with these free variables among them.
    pub fn new(store: &'a TermStore, terms: &[TermId]) -> ScriptPrinter<'a> {
        let symbols = store.free_vars_of(terms);
        let mut copies: FxHashMap<&str, usize> = FxHashMap::default();
        let mut names = FxHashMap::default();
        for &id in &symbols {
            let name = store.symbol_name(id);
            let copy = copies.entry(name).or_default();
            *copy += 1;
            names.insert(id, symbol(name, *copy));
        }
        let mut fresh = "?".to_owned();
        while names.values().any(|name| name.trim_start_matches('|').starts_with(&fresh)) {
            fresh.push('?');
        }
        ScriptPrinter { store, symbols, names, fresh }
    }

    /// Declarations of the variables, one per line.
    pub fn declarations(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for symbol in &self.symbols {
            let sort = self.store.symbol_sort(*symbol);
            writeln!(out, "(declare-const {} {sort})", self.names[symbol])?;
        }
        Ok(())
    }

    /// A term.
    pub fn term(&self, term: TermId, out: &mut impl fmt::Write) -> fmt::Result {
        let top = Rc::new(Scope { bound: Vec::new(), lets: FxHashMap::default() });
        Writer { printer: self, out, top, stack: Vec::new(), made_up: 0 }.write(term)
    }

    /// The symbol a variable is printed as.
    pub fn symbol(&self, symbol: SymbolId) -> Option<&str> {
        self.names.get(&symbol).map(String::as_str)
    }
}

impl Writer<'_, '_> {
    fn write(mut self, term: TermId) -> fmt::Result {
        self.stack.push(Output::Body(term, Vec::new()));
        while let Some(output) = self.stack.pop() {
            match output {
                Output::Text(text) => self.out.write_str(&text)?,
                Output::Term(term, scope) => match self.name(term, &scope) {
                    Some(name) => self.out.write_str(&name)?,
                    None => self.node(term, scope)?,
                },
                Output::Definition(term, scope) => self.node(term, scope)?,
                Output::Body(term, bound) => self.body(term, bound),
            }
        }
        Ok(())
    }

    /// The name that a `let` in sight gives to the term.
    fn name(&self, term: TermId, scope: &Scope) -> Option<String> {
        let closed = self.printer.store.loose_bound(term) == 0;
        let lets = if closed { &self.top.lets } else { &scope.lets };
        lets.get(&term).cloned()
    }

    fn make_up(&mut self) -> String {
        self.made_up += 1;
        format!("{}{}", self.printer.fresh, self.made_up)
    }

    fn text(&mut self, text: impl Into<String>) {
        self.stack.push(Output::Text(text.into()));
    }

    /// Schedules a body: its `let`s, the term, and the closing brackets.
    fn body(&mut self, term: TermId, bound: Vec<String>) {
        let store = self.printer.store;
        let at_top = bound.is_empty();
        let shared = if at_top { shared_closed(store, term) } else { shared_open(store, term) };
        let lets: FxHashMap<TermId, String> =
            shared.iter().map(|&part| (part, self.make_up())).collect();
        let names: Vec<String> = shared.iter().map(|part| lets[part].clone()).collect();
        let scope = Rc::new(Scope { bound, lets });
        if at_top {
            self.top = scope.clone();
        }
        self.text(")".repeat(shared.len()));
        self.stack.push(Output::Term(term, scope.clone()));
        for (part, name) in shared.into_iter().zip(names).rev() {
            self.text(")) ");
            self.stack.push(Output::Definition(part, scope.clone()));
            self.text(format!("(let (({name} "));
        }
    }

    fn node(&mut self, term: TermId, scope: Rc<Scope>) -> fmt::Result {
        let store = self.printer.store;
        let (op, args) = store.view(term);
        match op {
            Op::Var(symbol) => return self.out.write_str(&self.printer.names[&symbol]),
            Op::Bound(index) => {
                let position = scope.bound.len().checked_sub(index as usize + 1);
                return match position.map(|position| &scope.bound[position]) {
                    Some(name) => self.out.write_str(name),
                    // A part of a term printed on its own: there is no name for it.
                    None => {
                        let outside = index as usize - scope.bound.len();
                        write!(self.out, "{}bound{outside}", self.printer.fresh)
                    }
                };
            }
            _ if op.is_leaf() => {
                let value = store.value_of(term).expect("every other leaf is a constant");
                return write!(self.out, "{value}");
            }
            Op::Lambda => {
                let (index, _) = store.sort(term).array_parts().expect("a λ is an array");
                let name = self.make_up();
                self.text(")");
                self.push_body(args[0], &scope, name.clone());
                return write!(self.out, "(lambda (({name} {index})) ");
            }
            Op::ForAll | Op::Exists => return self.quantifier(op, args, scope),
            _ => {}
        }
        match written_out(store, term) {
            Some(pieces) => {
                for piece in pieces.into_iter().rev() {
                    match piece {
                        Piece::Text(text) => self.text(text),
                        Piece::Argument(position) => {
                            self.stack.push(Output::Term(args[position], scope.clone()));
                        }
                    }
                }
            }
            None => {
                self.text(")");
                for &arg in args.iter().rev() {
                    self.stack.push(Output::Term(arg, scope.clone()));
                    self.text(" ");
                }
                write!(self.out, "({}", head(op, store.sort(term)))?;
            }
        }
        Ok(())
    }

    fn push_body(&mut self, body: TermId, scope: &Scope, name: String) {
        let mut bound = scope.bound.clone();
        bound.push(name);
        self.stack.push(Output::Body(body, bound));
    }

    fn quantifier(&mut self, op: Op, args: &[TermId], scope: Rc<Scope>) -> fmt::Result {
        let sort = self.printer.store.sort(args[0]);
        let name = self.make_up();
        let (le, lt) = if sort == Sort::Int { ("<=", "<") } else { ("bvule", "bvult") };
        let (open, close) = if op == Op::ForAll { ("(=> (and ", ") ") } else { ("(and ", " ") };
        self.text("))");
        self.push_body(args[2], &scope, name.clone());
        self.text(format!("){close}"));
        self.stack.push(Output::Term(args[1], scope.clone()));
        self.text(format!(" {name}) ({lt} {name} "));
        self.stack.push(Output::Term(args[0], scope));
        write!(self.out, "({} (({name} {sort})) {open}({le} ", op.name())
    }
}

/// How often the printed node mentions each argument.
fn mentions(store: &TermStore, term: TermId) -> Vec<TermId> {
    let args = store.args(term);
    match written_out(store, term) {
        None => args.to_vec(),
        Some(pieces) => (pieces.iter())
            .filter_map(|piece| match piece {
                Piece::Argument(position) => Some(args[*position]),
                Piece::Text(_) => None,
            })
            .collect(),
    }
}

/// Counts how often parts are mentioned and returns those that are worth a name, parts before what they are part of.
#[derive(Default)]
struct Mentions {
    once: FxHashSet<TermId>,
    often: FxHashSet<TermId>,
}

impl Mentions {
    fn count(&mut self, store: &TermStore, term: TermId) {
        if !store.op(term).is_leaf() && !self.once.insert(term) {
            self.often.insert(term);
        }
    }

    fn sorted(self) -> Vec<TermId> {
        let mut shared: Vec<TermId> = self.often.into_iter().collect();
        shared.sort_unstable();
        shared
    }
}

/// The closed parts that are mentioned more than once, wherever they are.
fn shared_closed(store: &TermStore, term: TermId) -> Vec<TermId> {
    let mut counts = Mentions::default();
    for part in store.parts(&[term]) {
        for mention in mentions(store, part) {
            if store.loose_bound(mention) == 0 {
                counts.count(store, mention);
            }
        }
    }
    counts.sorted()
}

/// The parts of a binder's body with bound variables that are mentioned more than once, not below another binder.
fn shared_open(store: &TermStore, body: TermId) -> Vec<TermId> {
    let mut counts = Mentions::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(part) = stack.pop() {
        if !seen.insert(part) {
            continue;
        }
        let (op, args) = store.view(part);
        let above_binder = if matches!(op, Op::Lambda | Op::ForAll | Op::Exists) {
            (args.iter().enumerate()).filter(|(i, _)| !op.binds(*i)).map(|(_, &arg)| arg).collect()
        } else {
            mentions(store, part)
        };
        for mention in above_binder {
            if store.loose_bound(mention) > 0 {
                counts.count(store, mention);
                stack.push(mention);
            }
        }
    }
    counts.sorted()
}

impl TermStore {
    /// The term in SMT-LIB syntax.
    pub fn to_smtlib(&self, term: TermId) -> String {
        self.display(term).to_string()
    }

    /// The term in SMT-LIB syntax, for formatting.
    pub fn display(&self, term: TermId) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| ScriptPrinter::new(self, &[term]).term(term, f))
    }

    /// A whole script: the logic if given, declarations, assertions and `(check-sat)`.
    pub fn smtlib_script(&self, logic: Option<&str>, assertions: &[TermId]) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_script(logic, assertions, &mut text);
        text
    }

    fn write_script(
        &self,
        logic: Option<&str>,
        assertions: &[TermId],
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        if let Some(logic) = logic {
            writeln!(out, "(set-logic {logic})")?;
        }
        let printer = ScriptPrinter::new(self, assertions);
        printer.declarations(out)?;
        for &assertion in assertions {
            write!(out, "(assert ")?;
            printer.term(assertion, out)?;
            writeln!(out, ")")?;
        }
        writeln!(out, "(check-sat)")
    }
}
