//! Reading scripts: commands, sorts, and terms with their scopes.
//!
//! Terms are read with a stack of their own, since printed terms are as deep as the graph they came from. Quantifiers here
//! have bounds, SMT-LIB's have not: [`bounds`](super::bounds) finds them.

use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::bounds::{Quantifier, bounded};
use super::lexer::{Atom, Expression, ExpressionId, Expressions, ParseError, read};
use super::names::decode;
use super::operators::{Head, apply, constant, format_of, rounding_mode};
use crate::bitvec::BitVec;
use crate::float::Float;
use crate::op::{Op, RoundingMode};
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
enum Meaning {
    Term(TermId),
    /// A defined function: its parameters and its body over them.
    Function(Vec<TermId>, TermId),
}

struct Reader<'a> {
    store: &'a TermStore,
    expressions: &'a Expressions,
    /// What each symbol means, the innermost scope last.
    scope: FxHashMap<String, Vec<Meaning>>,
    sorts: FxHashMap<String, Sort>,
    /// The last `:named`, for the assertion it stands in.
    named: Option<String>,
}

enum Task {
    Term(ExpressionId),
    /// Applies a function to the last so many values.
    Apply(ExpressionId, Head, usize),
    /// Makes a constant array of the last value.
    ConstArray(ExpressionId, Sort),
    /// Gives the values of a `let` their names and goes on with its body.
    Let(ExpressionId),
    /// Ends a scope.
    Forget(Vec<String>),
    /// Binds variables in the last value.
    Bind(ExpressionId, Binder, Vec<TermId>),
    /// Names the last value.
    Named(String),
}

#[derive(Clone, Copy)]
enum Binder {
    Lambda,
    Quantifier(Quantifier),
}

/// Longer bit-vectors are taken for a mistake; they would take gigabytes.
const WIDEST: u32 = 1 << 24;

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

    fn error(&self, at: ExpressionId, message: impl Into<String>) -> ParseError {
        self.expressions.position(at).error(message)
    }

    fn define(&mut self, name: &str, meaning: Meaning) {
        self.scope.entry(name.to_owned()).or_default().push(meaning);
    }

    fn forget(&mut self, names: &[String]) {
        for name in names {
            if let Some(meanings) = self.scope.get_mut(name) {
                meanings.pop();
            }
        }
    }

    fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.scope.get(name)?.last()
    }

    fn list(&self, at: ExpressionId, what: &str) -> Result<&'a [ExpressionId], ParseError> {
        self.expressions.list(at).ok_or_else(|| self.error(at, format!("expected {what}")))
    }

    fn symbol(&self, at: ExpressionId, what: &str) -> Result<&'a str, ParseError> {
        self.expressions.symbol(at).ok_or_else(|| self.error(at, format!("expected {what}")))
    }

    fn number(&self, at: ExpressionId) -> Result<u32, ParseError> {
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
    fn enter(
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

    fn sort(&self, at: ExpressionId) -> Result<Sort, ParseError> {
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

    // Terms.

    fn term_of_sort(&mut self, at: ExpressionId, sort: Sort) -> Result<TermId, ParseError> {
        let term = self.term(at)?;
        if self.store.sort(term) == sort {
            Ok(term)
        } else {
            let found = self.store.sort(term);
            Err(self.error(at, format!("expected a term of sort {sort}, found {found}")))
        }
    }

    fn term(&mut self, at: ExpressionId) -> Result<TermId, ParseError> {
        let mut tasks = vec![Task::Term(at)];
        let mut values: Vec<TermId> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Term(at) => match self.expressions.get(at) {
                    Expression::Atom(atom) => values.push(self.atom(at, atom)?),
                    Expression::List(items) => {
                        self.start(at, items, &mut tasks, &mut values)?;
                    }
                },
                Task::Apply(at, head, count) => {
                    let args = values.split_off(values.len() - count);
                    values.push(self.apply(at, &head, &args)?);
                }
                Task::ConstArray(at, sort) => {
                    let element = values.pop().expect("the element was read");
                    match sort.array_parts() {
                        Some((index, sort)) if sort == self.store.sort(element) => {
                            values.push(self.store.const_array(index, element));
                        }
                        _ => return Err(self.error(at, "the element is not of the array's sort")),
                    }
                }
                Task::Let(at) => {
                    let items = self.list(at, "a let")?;
                    let bindings = self.list(items[1], "bindings")?;
                    let bound = values.split_off(values.len() - bindings.len());
                    let mut names = Vec::new();
                    for (&binding, value) in bindings.iter().zip(bound) {
                        let name = self.list(binding, "a binding")?[0];
                        let name = self.symbol(name, "a name")?;
                        self.define(name, Meaning::Term(value));
                        names.push(name.to_owned());
                    }
                    tasks.push(Task::Forget(names));
                    tasks.push(Task::Term(items[2]));
                }
                Task::Forget(names) => self.forget(&names),
                Task::Bind(at, binder, variables) => {
                    let body = values.pop().expect("the body was read");
                    values.push(self.bind(at, binder, &variables, body)?);
                }
                Task::Named(name) => {
                    let value = *values.last().expect("the term was read");
                    self.define(&name, Meaning::Term(value));
                    self.named = Some(name);
                }
            }
        }
        Ok(values.pop().expect("a term leaves its value"))
    }

    fn atom(&self, at: ExpressionId, atom: &Atom) -> Result<TermId, ParseError> {
        let store = self.store;
        match atom {
            Atom::Symbol(name) => {
                if let Some(meaning) = self.meaning(name) {
                    return match meaning {
                        Meaning::Term(term) => Ok(*term),
                        Meaning::Function(..) => {
                            Err(self.error(at, format!("'{name}' needs arguments")))
                        }
                    };
                }
                let head = Head { name: name.clone(), numbers: Vec::new() };
                match constant(store, &head) {
                    Some(result) => result.map_err(|message| self.error(at, message)),
                    None => Err(self.error(at, format!("'{name}' is not declared"))),
                }
            }
            Atom::Numeral(digits) => {
                let value = BigInt::parse_bytes(digits.as_bytes(), 10)
                    .ok_or_else(|| self.error(at, "not a number"))?;
                Ok(store.int_value(&value))
            }
            Atom::Hexadecimal(digits) => (BitVec::parse_hex(digits).map(|v| store.bv_value(&v)))
                .ok_or_else(|| self.error(at, "not a hexadecimal number")),
            Atom::Binary(digits) => (BitVec::parse_binary(digits).map(|v| store.bv_value(&v)))
                .ok_or_else(|| self.error(at, "not a binary number")),
            Atom::Decimal(_) => {
                Err(self.error(at, "real numbers are supported inside 'to_fp' only"))
            }
            Atom::String(_) => Err(self.error(at, "strings are not supported")),
            Atom::Keyword(_) => Err(self.error(at, "expected a term, found a keyword")),
        }
    }

    /// The function at the head of a list, if it is one: a symbol, or `(_ symbol numbers…)`.
    fn head(&self, at: ExpressionId) -> Result<Head, ParseError> {
        if let Some(name) = self.expressions.symbol(at) {
            return Ok(Head { name: name.to_owned(), numbers: Vec::new() });
        }
        let items = self.list(at, "a function")?;
        match items {
            [underscore, name, numbers @ ..]
                if self.expressions.symbol(*underscore) == Some("_") =>
            {
                let name = self.symbol(*name, "the name of a function")?.to_owned();
                let numbers = numbers.iter().map(|&n| self.number(n)).collect::<Result<_, _>>()?;
                Ok(Head { name, numbers })
            }
            _ => Err(self.error(at, "expected a function")),
        }
    }

    fn start(
        &mut self,
        at: ExpressionId,
        items: &'a [ExpressionId],
        tasks: &mut Vec<Task>,
        values: &mut Vec<TermId>,
    ) -> Result<(), ParseError> {
        let Some((&first, args)) = items.split_first() else {
            return Err(self.error(at, "expected a term, found ()"));
        };
        match (self.expressions.symbol(first), args) {
            (Some("let"), &[bindings, _]) => {
                tasks.push(Task::Let(at));
                for &binding in self.list(bindings, "bindings")?.iter().rev() {
                    let &[name, value] = self.list(binding, "a name and a term")? else {
                        return Err(self.error(binding, "expected a name and a term"));
                    };
                    self.symbol(name, "a name")?;
                    tasks.push(Task::Term(value));
                }
            }
            (Some("forall" | "exists" | "lambda"), &[parameters, body]) => {
                let (names, variables) = self.enter(self.list(parameters, "variables")?)?;
                if variables.is_empty() {
                    return Err(self.error(parameters, "a binder needs a variable"));
                }
                let binder = match self.expressions.symbol(first) {
                    Some("forall") => Binder::Quantifier(Quantifier::ForAll),
                    Some("exists") => Binder::Quantifier(Quantifier::Exists),
                    _ => Binder::Lambda,
                };
                tasks.push(Task::Bind(at, binder, variables));
                tasks.push(Task::Forget(names));
                tasks.push(Task::Term(body));
            }
            (Some("!"), [body, attributes @ ..]) => {
                for pair in attributes.chunks(2) {
                    if let [key, value] = pair
                        && let Expression::Atom(Atom::Keyword(key)) = self.expressions.get(*key)
                        && key == "named"
                    {
                        let name = self.symbol(*value, "a name")?.to_owned();
                        tasks.push(Task::Named(name));
                    }
                }
                tasks.push(Task::Term(*body));
            }
            (Some("_"), _) => {
                let head = self.head(at)?;
                match constant(self.store, &head) {
                    Some(result) => {
                        values.push(result.map_err(|message| self.error(at, message))?);
                    }
                    None => return Err(self.error(at, format!("unknown constant '{}'", head.name))),
                }
            }
            (Some("let" | "forall" | "exists" | "lambda" | "!"), _) => {
                return Err(self.error(at, "wrong number of parts"));
            }
            _ => self.start_application(at, first, args, tasks, values)?,
        }
        Ok(())
    }

    fn start_application(
        &mut self,
        at: ExpressionId,
        first: ExpressionId,
        args: &[ExpressionId],
        tasks: &mut Vec<Task>,
        values: &mut Vec<TermId>,
    ) -> Result<(), ParseError> {
        if let Some(&[word, name, sort]) = self.expressions.list(first)
            && self.expressions.symbol(word) == Some("as")
        {
            let &[element] = args else {
                return Err(self.error(at, "a constant array has one element"));
            };
            if self.expressions.symbol(name) != Some("const") {
                return Err(self.error(name, "only 'const' can be qualified by a sort"));
            }
            tasks.push(Task::ConstArray(at, self.sort(sort)?));
            tasks.push(Task::Term(element));
            return Ok(());
        }
        let head = self.head(first)?;
        if args.is_empty() {
            return Err(self.error(at, format!("'{}' is applied to nothing", head.name)));
        }
        if head.name == "to_fp"
            && let (&[exponent, significand], &[mode, number]) = (&head.numbers[..], args)
            && let Some((numerator, denominator)) = self.real(number)
        {
            let mode = (self.expressions.symbol(mode).and_then(rounding_mode))
                .ok_or_else(|| self.error(mode, "expected a rounding mode"))?;
            let format = format_of(exponent, significand);
            let format = format.map_err(|message| self.error(at, message))?;
            values.push(self.real_constant(at, format, mode, &numerator, &denominator)?);
            return Ok(());
        }
        tasks.push(Task::Apply(at, head, args.len()));
        tasks.extend(args.iter().rev().map(|&arg| Task::Term(arg)));
        Ok(())
    }

    fn real_constant(
        &self,
        at: ExpressionId,
        format: FloatFormat,
        mode: RoundingMode,
        numerator: &BigInt,
        denominator: &BigInt,
    ) -> Result<TermId, ParseError> {
        if denominator.is_zero() {
            return Err(self.error(at, "division by zero"));
        }
        Ok(self.store.float_value(Float::from_ratio(format, mode, numerator, denominator)))
    }

    /// The value of a real literal: a number, a quotient of such, a negated one.
    fn real(&self, at: ExpressionId) -> Option<(BigInt, BigInt)> {
        match self.expressions.get(at) {
            Expression::Atom(Atom::Numeral(digits)) => {
                Some((BigInt::parse_bytes(digits.as_bytes(), 10)?, BigInt::from(1)))
            }
            Expression::Atom(Atom::Decimal(text)) => {
                let (whole, part) = text.split_once('.')?;
                let digits = format!("{whole}{part}");
                let scale = BigInt::from(10).pow(u32::try_from(part.len()).ok()?);
                Some((BigInt::parse_bytes(digits.as_bytes(), 10)?, scale))
            }
            Expression::List(items) => match items[..] {
                [minus, value] if self.expressions.symbol(minus) == Some("-") => {
                    let (numerator, denominator) = self.simple_real(value)?;
                    Some((-numerator, denominator))
                }
                [slash, a, b] if self.expressions.symbol(slash) == Some("/") => {
                    let ((an, ad), (bn, bd)) = (self.simple_real(a)?, self.simple_real(b)?);
                    Some((an * bd, ad * bn))
                }
                _ => None,
            },
            Expression::Atom(_) => None,
        }
    }

    /// A number, or a negated number, or a quotient of numbers; nested once, which is all that literals need.
    fn simple_real(&self, at: ExpressionId) -> Option<(BigInt, BigInt)> {
        match self.expressions.get(at) {
            Expression::Atom(_) => self.real(at),
            Expression::List(items) if items.len() <= 3 => {
                let inner = items.get(1..)?;
                let atoms =
                    inner.iter().all(|&i| matches!(self.expressions.get(i), Expression::Atom(_)));
                if atoms { self.real(at) } else { None }
            }
            Expression::List(_) => None,
        }
    }

    fn apply(&self, at: ExpressionId, head: &Head, args: &[TermId]) -> Result<TermId, ParseError> {
        match self.meaning(&head.name) {
            Some(Meaning::Function(parameters, body)) if head.numbers.is_empty() => {
                let fits = parameters.len() == args.len()
                    && (parameters.iter().zip(args))
                        .all(|(&p, &a)| self.store.sort(p) == self.store.sort(a));
                if !fits {
                    return Err(self.error(at, format!("wrong arguments for '{}'", head.name)));
                }
                let replacements = (parameters.iter().zip(args))
                    .filter_map(|(&parameter, &arg)| match self.store.op(parameter) {
                        Op::Var(symbol) => Some((symbol, arg)),
                        _ => None,
                    })
                    .collect();
                Ok(self.store.substitute_raw(*body, &replacements))
            }
            Some(Meaning::Term(_)) => {
                Err(self.error(at, format!("'{}' takes no arguments", head.name)))
            }
            _ => apply(self.store, head, args).map_err(|message| self.error(at, message)),
        }
    }

    fn bind(
        &self,
        at: ExpressionId,
        binder: Binder,
        variables: &[TermId],
        body: TermId,
    ) -> Result<TermId, ParseError> {
        match binder {
            Binder::Lambda => match variables {
                &[variable] => {
                    let sort = Sort::array(self.store.sort(variable), self.store.sort(body));
                    let body = self.store.abstract_var_raw(body, variable);
                    Ok(self.store.intern(Op::Lambda, sort, &[body]))
                }
                _ => Err(self.error(at, "a lambda has one variable")),
            },
            Binder::Quantifier(quantifier) => {
                if self.store.sort(body) != Sort::Bool {
                    return Err(self.error(at, "the body of a quantifier is of sort Bool"));
                }
                bounded(self.store, quantifier, variables, body)
                    .map_err(|message| self.error(at, message))
            }
        }
    }
}
