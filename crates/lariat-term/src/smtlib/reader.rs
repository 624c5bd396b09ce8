//! Reading scripts: commands and sorts.

use rustc_hash::FxHashMap;

use super::lexer::{ExpressionId, Expressions, ParseError, read};
use super::names::decode;
use super::operators::{WIDEST, format_of};
use crate::op::Op;
use crate::sort::{FloatFormat, Sort};
use crate::store::{SymbolId, TermId, TermStore};

/// A command of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `set-logic`.
    SetLogic(String),
    /// `declare-const`, `declare-fun` without arguments.
    Declare(SymbolId),
    /// `assert`, with the name a `:named` gave.
    Assert(TermId, Option<String>),
    /// `check-sat`.
    CheckSat,
    /// `check-sat-assuming`.
    CheckSatAssuming(Vec<TermId>),
    /// `push`.
    Push(u32),
    /// `pop`.
    Pop(u32),
    /// Another command, by its name; it changes nothing here.
    Other(String),
}

/// A script that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The commands in order.
    pub commands: Vec<Command>,
}

impl Script {
    /// The logic, if the script sets one.
    pub fn logic(&self) -> Option<&str> {
        self.commands.iter().rev().find_map(|command| match command {
            Command::SetLogic(logic) => Some(logic.as_str()),
            _ => None,
        })
    }

    /// What is asserted at the end, after every `pop`.
    pub fn assertions(&self) -> Vec<TermId> {
        let mut terms = Vec::new();
        let mut marks = Vec::new();
        for command in &self.commands {
            match command {
                Command::Assert(term, _) => terms.push(*term),
                Command::Push(levels) => marks.extend((0..*levels).map(|_| terms.len())),
                Command::Pop(levels) => {
                    for _ in 0..*levels {
                        terms.truncate(marks.pop().unwrap_or(0));
                    }
                }
                _ => {}
            }
        }
        terms
    }
}

/// Reads a script.
pub fn parse_script(store: &TermStore, text: &str) -> Result<Script, ParseError> {
    let (expressions, commands) = read(text)?;
    let mut reader = Reader::new(store, &expressions);
    let mut script = Script::default();
    for command in commands {
        reader.command(command, &mut script)?;
    }
    Ok(script)
}

/// Reads one term over the given variables.
pub fn parse_term(
    store: &TermStore,
    variables: &[TermId],
    text: &str,
) -> Result<TermId, ParseError> {
    let (expressions, terms) = read(text)?;
    let mut reader = Reader::new(store, &expressions);
    for &variable in variables {
        if let Op::Var(symbol) = store.op(variable) {
            reader.define(store.symbol_name(symbol), Meaning::Term(variable));
        }
    }
    match terms[..] {
        [term] => reader.term(term),
        _ => Err(ParseError { line: 1, column: 1, message: "expected one term".into() }),
    }
}

/// What a symbol stands for.
#[derive(Clone)]
pub(super) enum Meaning {
    Term(TermId),
    /// A defined function: its parameters and its body over them.
    Function(Vec<TermId>, TermId),
}

pub(super) struct Reader<'a> {
    pub(super) store: &'a TermStore,
    pub(super) expressions: &'a Expressions,
    /// What each symbol means, the innermost scope last.
    scope: FxHashMap<String, Vec<Meaning>>,
    sorts: FxHashMap<String, Sort>,
    /// The last `:named`, for the assertion it stands in.
    pub(super) named: Option<String>,
}

impl<'a> Reader<'a> {
    fn new(store: &'a TermStore, expressions: &'a Expressions) -> Reader<'a> {
        Reader {
            store,
            expressions,
            scope: FxHashMap::default(),
            sorts: FxHashMap::default(),
            named: None,
        }
    }

    pub(super) fn error(&self, at: ExpressionId, message: impl Into<String>) -> ParseError {
        self.expressions.position(at).error(message)
    }

    pub(super) fn define(&mut self, name: &str, meaning: Meaning) {
        self.scope.entry(name.to_owned()).or_default().push(meaning);
    }

    pub(super) fn forget(&mut self, names: &[String]) {
        for name in names {
            if let Some(meanings) = self.scope.get_mut(name) {
                meanings.pop();
            }
        }
    }

    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.scope.get(name)?.last()
    }

    pub(super) fn list(
        &self,
        at: ExpressionId,
        what: &str,
    ) -> Result<&'a [ExpressionId], ParseError> {
        self.expressions.list(at).ok_or_else(|| self.error(at, format!("expected {what}")))
    }

    pub(super) fn symbol(&self, at: ExpressionId, what: &str) -> Result<&'a str, ParseError> {
        self.expressions.symbol(at).ok_or_else(|| self.error(at, format!("expected {what}")))
    }

    pub(super) fn number(&self, at: ExpressionId) -> Result<u32, ParseError> {
        (self.expressions.numeral(at).and_then(|digits| digits.parse().ok()))
            .ok_or_else(|| self.error(at, "expected a number"))
    }

    // Commands.

    fn command(&mut self, at: ExpressionId, script: &mut Script) -> Result<(), ParseError> {
        let items = self.list(at, "a command in brackets")?;
        let Some((&name_at, args)) = items.split_first() else {
            return Err(self.error(at, "an empty command"));
        };
        let name = self.symbol(name_at, "the name of a command")?;
        let command = match (name, args) {
            ("set-logic", &[logic]) => {
                Command::SetLogic(self.symbol(logic, "the name of a logic")?.to_owned())
            }
            ("declare-const", &[name, sort]) => self.declare(name, sort)?,
            ("declare-fun", &[name, parameters, sort]) => {
                if !self.list(parameters, "a list of sorts")?.is_empty() {
                    return Err(
                        self.error(parameters, "functions with arguments cannot be declared")
                    );
                }
                self.declare(name, sort)?
            }
            ("define-const", &[name, sort, body]) => self.define_function(name, &[], sort, body)?,
            ("define-fun", &[name, parameters, sort, body]) => {
                let parameters = self.list(parameters, "a list of parameters")?;
                self.define_function(name, parameters, sort, body)?
            }
            ("define-sort", &[name_at, parameters, sort]) => {
                if !self.list(parameters, "a list of parameters")?.is_empty() {
                    return Err(self.error(parameters, "sorts with parameters cannot be defined"));
                }
                let name = self.symbol(name_at, "the name of a sort")?;
                let sort = self.sort(sort)?;
                self.sorts.insert(name.to_owned(), sort);
                Command::Other("define-sort".into())
            }
            ("assert", &[body]) => {
                self.named = None;
                let term = self.term_of_sort(body, Sort::Bool)?;
                Command::Assert(term, self.named.take())
            }
            ("check-sat", []) => Command::CheckSat,
            ("check-sat-assuming", &[assumptions]) => {
                let assumptions = self.list(assumptions, "a list of assumptions")?;
                let terms = assumptions.iter().map(|&a| self.term_of_sort(a, Sort::Bool));
                Command::CheckSatAssuming(terms.collect::<Result<_, _>>()?)
            }
            ("push" | "pop", []) => self.level(name, 1),
            ("push" | "pop", &[levels]) => {
                let levels = self.number(levels)?;
                if levels > 100_000 {
                    return Err(self.error(at, "too many levels"));
                }
                self.level(name, levels)
            }
            (
                "assert" | "set-logic" | "declare-const" | "declare-fun" | "define-fun"
                | "define-const" | "define-sort" | "check-sat" | "check-sat-assuming" | "push"
                | "pop",
                _,
            ) => {
                return Err(self.error(at, format!("'{name}' has another form")));
            }
            (
                "declare-sort" | "declare-datatype" | "declare-datatypes" | "define-fun-rec"
                | "define-funs-rec",
                _,
            ) => return Err(self.error(at, format!("'{name}' is not supported"))),
            _ => Command::Other(name.to_owned()),
        };
        script.commands.push(command);
        Ok(())
    }

    fn level(&self, name: &str, levels: u32) -> Command {
        if name == "push" { Command::Push(levels) } else { Command::Pop(levels) }
    }

    fn declare(&mut self, name: ExpressionId, sort: ExpressionId) -> Result<Command, ParseError> {
        let symbol = self.symbol(name, "the name of a variable")?;
        let sort = self.sort(sort)?;
        let term = self.store.var(&decode(symbol), sort);
        self.define(symbol, Meaning::Term(term));
        match self.store.op(term) {
            Op::Var(symbol) => Ok(Command::Declare(symbol)),
            other => unreachable!("a variable is {other:?}"),
        }
    }

    fn define_function(
        &mut self,
        name: ExpressionId,
        parameters: &[ExpressionId],
        sort: ExpressionId,
        body: ExpressionId,
    ) -> Result<Command, ParseError> {
        let name = self.symbol(name, "the name of a function")?;
        let sort = self.sort(sort)?;
        let (names, variables) = self.enter(parameters)?;
        let term = self.term_of_sort(body, sort);
        self.forget(&names);
        let term = term?;
        let meaning = if variables.is_empty() {
            Meaning::Term(term)
        } else {
            Meaning::Function(variables, term)
        };
        self.define(name, meaning);
        Ok(Command::Other("define-fun".into()))
    }

    /// Gives each `(name sort)` a fresh variable.
    pub(super) fn enter(
        &mut self,
        parameters: &[ExpressionId],
    ) -> Result<(Vec<String>, Vec<TermId>), ParseError> {
        let mut declared = Vec::new();
        for &parameter in parameters {
            let &[name, sort] = self.list(parameter, "a variable and its sort")? else {
                return Err(self.error(parameter, "expected a variable and its sort"));
            };
            declared.push((self.symbol(name, "the name of a variable")?, self.sort(sort)?));
        }
        let (mut names, mut variables) = (Vec::new(), Vec::new());
        for (name, sort) in declared {
            let variable = self.store.fresh_var(name, sort);
            self.define(name, Meaning::Term(variable));
            names.push(name.to_owned());
            variables.push(variable);
        }
        Ok((names, variables))
    }

    // Sorts.

    pub(super) fn sort(&self, at: ExpressionId) -> Result<Sort, ParseError> {
        self.sort_within(at, 0)
    }

    fn sort_within(&self, at: ExpressionId, depth: u32) -> Result<Sort, ParseError> {
        if depth > 50 {
            return Err(self.error(at, "a sort nested too deeply"));
        }
        if let Some(name) = self.expressions.symbol(at) {
            return Ok(match name {
                "Bool" => Sort::Bool,
                "Int" => Sort::Int,
                "RoundingMode" => Sort::RoundingMode,
                "Float16" => Sort::Float(FloatFormat::Half),
                "Float32" => Sort::Float(FloatFormat::Single),
                "Float64" => Sort::Float(FloatFormat::Double),
                "Float128" => Sort::Float(FloatFormat::Quad),
                _ => {
                    return (self.sorts.get(name).copied())
                        .ok_or_else(|| self.error(at, format!("unknown sort '{name}'")));
                }
            });
        }
        let items = self.list(at, "a sort")?;
        let head = items.first().and_then(|&head| self.expressions.symbol(head));
        let kind = items.get(1).and_then(|&kind| self.expressions.symbol(kind));
        match (head, kind, items) {
            (Some("_"), Some("BitVec"), &[_, _, width]) => match self.number(width)? {
                0 => Err(self.error(width, "a bit-vector has at least one bit")),
                n if n > WIDEST => {
                    Err(self.error(width, "a bit-vector this long is not supported"))
                }
                n => Ok(Sort::BitVec(n)),
            },
            (Some("_"), Some("FloatingPoint"), &[_, _, exponent, significand]) => {
                let format = format_of(self.number(exponent)?, self.number(significand)?);
                Ok(Sort::Float(format.map_err(|message| self.error(at, message))?))
            }
            (Some("Array"), _, &[_, index, element]) => Ok(Sort::array(
                self.sort_within(index, depth + 1)?,
                self.sort_within(element, depth + 1)?,
            )),
            _ => Err(self.error(at, "unknown sort")),
        }
    }
}
