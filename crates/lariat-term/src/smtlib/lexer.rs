//! Characters to tokens to s-expressions.
//!
//! S-expressions live in one vector and refer to each other by position, so a text nested a million levels deep is read
//! and dropped without recursion.

use super::names::is_symbol_character;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// A place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Position {
    pub(super) fn error(self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Atom {
    Symbol(String),
    Keyword(String),
    Numeral(String),
    Decimal(String),
    Hexadecimal(String),
    Binary(String),
    String(String),
}

/// The position of an expression in an [`Expressions`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExpressionId(usize);

#[derive(Clone, Debug)]
pub(super) enum Expression {
    Atom(Atom),
    List(Vec<ExpressionId>),
}

/// The expressions of a text.
#[derive(Default)]
pub(super) struct Expressions {
    nodes: Vec<(Expression, Position)>,
}

impl Expressions {
    pub(super) fn get(&self, id: ExpressionId) -> &Expression {
        &self.nodes[id.0].0
    }

    pub(super) fn position(&self, id: ExpressionId) -> Position {
        self.nodes[id.0].1
    }

    pub(super) fn list(&self, id: ExpressionId) -> Option<&[ExpressionId]> {
        match self.get(id) {
            Expression::List(items) => Some(items),
            Expression::Atom(_) => None,
        }
    }

    pub(super) fn symbol(&self, id: ExpressionId) -> Option<&str> {
        match self.get(id) {
            Expression::Atom(Atom::Symbol(symbol)) => Some(symbol),
            _ => None,
        }
    }

    pub(super) fn numeral(&self, id: ExpressionId) -> Option<&str> {
        match self.get(id) {
            Expression::Atom(Atom::Numeral(digits)) => Some(digits),
            _ => None,
        }
    }

    fn push(&mut self, expression: Expression, position: Position) -> ExpressionId {
        self.nodes.push((expression, position));
        ExpressionId(self.nodes.len() - 1)
    }
}

struct Lexer<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    position: Position,
}

enum Token {
    Open,
    Close,
    Atom(Atom),
}

impl Lexer<'_> {
    fn next_char(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.position.line += 1;
            self.position.column = 1;
        } else {
            self.position.column += 1;
        }
        Some(c)
    }

    fn while_matching(&mut self, accept: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.rest.next_if(|&c| accept(c)) {
            self.position.column += 1;
            text.push(c);
        }
        text
    }

    fn skip_space_and_comments(&mut self) {
        while let Some(&c) = self.rest.peek() {
            if c == ';' {
                self.while_matching(|c| c != '\n');
            } else if c.is_whitespace() {
                self.next_char();
            } else {
                return;
            }
        }
    }

    /// Up to the closing mark; a doubled mark stands for itself if `doubled`.
    fn quoted(
        &mut self,
        mark: char,
        doubled: bool,
        start: Position,
        what: &str,
    ) -> Result<String, ParseError> {
        let mut text = String::new();
        loop {
            match self.next_char() {
                None => {
                    return Err(start.error(format!("the {what} that starts here does not end")));
                }
                Some(c) if c == mark => {
                    if doubled && self.rest.peek() == Some(&mark) {
                        self.next_char();
                        text.push(mark);
                    } else {
                        return Ok(text);
                    }
                }
                Some('\\') if !doubled => {
                    return Err(start.error("a quoted symbol cannot contain a backslash"));
                }
                Some(c) => text.push(c),
            }
        }
    }

    fn token(&mut self) -> Result<Option<(Token, Position)>, ParseError> {
        self.skip_space_and_comments();
        let start = self.position;
        let Some(&first) = self.rest.peek() else { return Ok(None) };
        let atom = match first {
            '(' | ')' => {
                self.next_char();
                let token = if first == '(' { Token::Open } else { Token::Close };
                return Ok(Some((token, start)));
            }
            '|' => {
                self.next_char();
                Atom::Symbol(self.quoted('|', false, start, "quoted symbol")?)
            }
            '"' => {
                self.next_char();
                Atom::String(self.quoted('"', true, start, "string")?)
            }
            '#' => {
                self.next_char();
                let kind = self.next_char();
                let digits = self.while_matching(is_symbol_character);
                match kind {
                    Some('x') if all_digits(&digits, 16) => Atom::Hexadecimal(digits),
                    Some('b') if all_digits(&digits, 2) => Atom::Binary(digits),
                    _ => return Err(start.error("not a literal: expected #x… or #b… with digits")),
                }
            }
            ':' => {
                self.next_char();
                Atom::Keyword(self.while_matching(is_symbol_character))
            }
            '0'..='9' => {
                let text = self.while_matching(is_symbol_character);
                match text.split_once('.') {
                    None if all_digits(&text, 10) => Atom::Numeral(text),
                    Some((whole, part)) if all_digits(whole, 10) && all_digits(part, 10) => {
                        Atom::Decimal(text)
                    }
                    _ => return Err(start.error(format!("'{text}' is not a number"))),
                }
            }
            c if is_symbol_character(c) => Atom::Symbol(self.while_matching(is_symbol_character)),
            c => return Err(start.error(format!("unexpected character '{c}'"))),
        };
        Ok(Some((Token::Atom(atom), start)))
    }
}

fn all_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_digit(radix))
}

/// Reads all expressions of a text.
pub(super) fn read(text: &str) -> Result<(Expressions, Vec<ExpressionId>), ParseError> {
    let mut lexer =
        Lexer { rest: text.chars().peekable(), position: Position { line: 1, column: 1 } };
    let mut expressions = Expressions::default();
    let mut top = Vec::new();
    let mut open: Vec<(Vec<ExpressionId>, Position)> = Vec::new();
    while let Some((token, position)) = lexer.token()? {
        let done = match token {
            Token::Open => {
                open.push((Vec::new(), position));
                continue;
            }
            Token::Close => {
                let (items, start) =
                    open.pop().ok_or_else(|| position.error("this ')' closes nothing"))?;
                expressions.push(Expression::List(items), start)
            }
            Token::Atom(atom) => expressions.push(Expression::Atom(atom), position),
        };
        open.last_mut().map_or(&mut top, |(items, _)| items).push(done);
    }
    match open.last() {
        Some((_, start)) => Err(start.error("this '(' is never closed")),
        None => Ok((expressions, top)),
    }
}
