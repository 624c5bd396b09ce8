//! The fast path: closed terms of sort Bool and of bit-vectors of at most 64 bits.
//!
//! Most terms of a program are made of these. Their values are kept as plain words, and a whole tree of them is evaluated
//! in one go; only where something else is needed (an element of an array, a float) the general evaluator is asked. What an
//! operation means is still said by [`apply`] alone.

use super::{Closure, Evaluator, Lazy, Task};
use crate::bitvec::BitVec;
use crate::op::Op;
use crate::semantics::apply;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};
use crate::value::Value;

/// A term being evaluated.
pub(super) struct WordFrame {
    term: TermId,
    /// The argument evaluated next.
    next: usize,
    /// What the arguments before it come to.
    first: u64,
}

impl WordFrame {
    pub(super) fn new(term: TermId) -> WordFrame {
        WordFrame { term, next: 0, first: 0 }
    }

    /// Takes the value of the next argument; the term's value if that decides it.
    fn deliver(&mut self, store: &TermStore, word: u64) -> Option<u64> {
        let (op, args) = store.view(self.term);
        let position = self.next;
        let is_last = position + 1 == args.len();
        self.next += 1;
        match op {
            Op::And => (is_last || word == 0).then_some(word),
            Op::Or => (is_last || word != 0).then_some(word),
            Op::Implies if position == 0 => (word == 0).then_some(1),
            Op::Implies => Some(word),
            Op::Ite if position == 0 => {
                self.next = if word != 0 { 1 } else { 2 };
                None
            }
            Op::Ite => Some(word),
            _ => {
                let sort = store.sort(self.term);
                let value = |arg: TermId, word| word_value(store.sort(arg), word);
                let result = if args.len() == 1 {
                    apply(op, sort, &[value(args[0], word)])
                } else if position == 0 {
                    self.first = word;
                    return None;
                } else {
                    // Only sums have more than two arguments, and those are added up one by one.
                    apply(op, sort, &[value(args[0], self.first), value(args[position], word)])
                };
                self.first = plain_word(&result).expect("an operation on words gives a word");
                is_last.then_some(self.first)
            }
        }
    }
}

fn is_word_sort(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::BitVec(..=64))
}

/// Whether the operation takes words and gives a word.
pub(super) fn is_word_operation(store: &TermStore, term: TermId) -> bool {
    use Op::*;
    if !is_word_sort(store.sort(term)) {
        return false;
    }
    let (op, args) = store.view(term);
    match op {
        And | Or | Implies | Ite | Not | Xor => true,
        BvNot | BvNeg | BvAnd | BvOr | BvXor | BvAdd | BvMul | BvUdiv | BvUrem | BvSdiv
        | BvSrem | BvSmod | BvShl | BvLshr | BvAshr | Concat | ZeroExtend(_) | SignExtend(_) => {
            true
        }
        Eq | Extract { .. } | BvUlt | BvUle | BvSlt | BvSle | BvUmulOverflow | BvSmulOverflow => {
            is_word_sort(store.sort(args[0]))
        }
        _ => false,
    }
}

fn plain_word(value: &Value) -> Option<u64> {
    match value {
        Value::Bool(value) => Some(u64::from(*value)),
        Value::BitVec(bits) => bits.as_word(),
        _ => None,
    }
}

/// The word of a value that is one.
pub(super) fn word_of(value: &Lazy) -> Option<u64> {
    match value {
        Lazy::Value(value) => plain_word(value),
        Lazy::Array(_) | Lazy::Opaque(..) => None,
    }
}

/// The value of a word of the sort.
pub(super) fn word_value(sort: Sort, word: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(word != 0),
        other => Value::BitVec(BitVec::new(other.width(), word)),
    }
}

impl Evaluator {
    /// Evaluates the terms on the stack, the innermost last, and leaves the value of the outermost; `incoming` is the
    /// value of the argument that the innermost waits for. If something else is needed first, both are left as tasks.
    pub(super) fn run_words(
        &mut self,
        store: &TermStore,
        mut stack: Vec<WordFrame>,
        mut incoming: Option<u64>,
    ) {
        let outermost = stack[0].term;
        while let Some(frame) = stack.last_mut() {
            if let Some(result) = incoming.take().and_then(|word| frame.deliver(store, word)) {
                self.words.insert(frame.term, result);
                stack.pop();
                incoming = Some(result);
                continue;
            }
            let arg = store.args(frame.term)[frame.next];
            incoming = self.known_word(store, arg);
            if incoming.is_some() {
                continue;
            }
            if !is_word_operation(store, arg) {
                self.tasks.push(Task::Words(stack));
                self.tasks.push(Task::Eval(Closure { term: arg, environment: None }));
                return;
            }
            stack.push(WordFrame::new(arg));
        }
        self.spare.push(stack);
        let word = incoming.expect("the outermost term left its value");
        self.push_value(word_value(store.sort(outermost), word));
    }

    /// The value of a constant, a variable, or a term evaluated before.
    fn known_word(&self, store: &TermStore, term: TermId) -> Option<u64> {
        match store.op(term) {
            Op::BvConst(word) => Some(word),
            Op::BoolConst(value) => Some(u64::from(value)),
            Op::Var(symbol) => match self.model.get(symbol) {
                Some(value) => plain_word(value),
                None => is_word_sort(store.sort(term)).then_some(0),
            },
            _ => self.words.get(&term).copied(),
        }
    }
}
