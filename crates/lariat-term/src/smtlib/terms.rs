//! Reading terms, with their scopes.
//!
//! Terms are read with a stack of their own, since printed terms are as deep as the graph they came from. Quantifiers here
//! have bounds, SMT-LIB's have not: [`bounds`](super::bounds) finds them.

use num_bigint::BigInt;
use num_traits::Zero;

use super::bounds::{Quantifier, bounded};
use super::lexer::{Atom, Expression, ExpressionId, ParseError};
use super::operators::{Head, apply, constant, format_of, rounding_mode};
use super::reader::{Meaning, Reader};
use crate::bitvec::BitVec;
use crate::float::Float;
use crate::op::{Op, RoundingMode};
use crate::sort::{FloatFormat, Sort};
use crate::store::TermId;

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

impl<'a> Reader<'a> {
    pub(super) fn term_of_sort(
        &mut self,
        at: ExpressionId,
        sort: Sort,
    ) -> Result<TermId, ParseError> {
        let term = self.term(at)?;
        if self.store.sort(term) == sort {
            Ok(term)
        } else {
            let found = self.store.sort(term);
            Err(self.error(at, format!("expected a term of sort {sort}, found {found}")))
        }
    }

    pub(super) fn term(&mut self, at: ExpressionId) -> Result<TermId, ParseError> {
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
