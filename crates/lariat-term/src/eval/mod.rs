//! Evaluation of terms under a model.
//!
//! Terms can be far deeper than the stack, so the evaluator keeps its own: tasks to do and values they leave. What a task
//! does with values is said in [`semantics`](crate::semantics); here is only the order in which things are evaluated,
//! and what is not evaluated at all: the other branch of an ite, what follows a decided conjunct, and arrays.
//!
//! An array is evaluated at the indexes that are read, not as a whole: its value is the term with the values of the bound
//! variables around it, until it is compared or returned. Only then it is written out, which works for every array over a
//! small index sort and for those made of constants, variables and stores. Two λ-arrays over a large index sort are
//! compared at a few indexes, which may show that they differ; otherwise the answer is [`EvalError::Undecided`].

mod arrays;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::arrays::{Probing, Table, Writing, array_parts};
use self::words::{WordFrame, is_word_operation, word_of, word_value};
use crate::bitvec::BitVec;
use crate::model::Model;
use crate::op::Op;
use crate::semantics::apply;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};
use crate::value::{ArrayValue, Value};

/// Why a term has no value here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    /// Two arrays could not be compared, or an array could not be written out.
    #[error("the elements of an array cannot be enumerated")]
    Undecided,
    /// Quantifiers range over more values than the budget allows.
    #[error("the iteration budget of the evaluator is used up")]
    Budget,
    /// The term has a bound variable without its binder.
    #[error("the term has a bound variable outside its binder")]
    Open,
}

/// Evaluates one term under a model.
pub fn eval(store: &TermStore, model: &Model, term: TermId) -> Result<Value, EvalError> {
    Evaluator::new(model.clone()).eval(store, term)
}

/// Evaluates terms of one store under one model and remembers what it found, so that a second term costs only what is new
/// in it.
pub struct Evaluator {
    model: Arc<Model>,
    /// Values of closed terms of sort Bool or of at most 64 bits: nearly all there are.
    words: FxHashMap<TermId, u64>,
    /// Values of other closed terms.
    closed: FxHashMap<TermId, Lazy>,
    /// Values of terms with bound variables, by the innermost frame.
    open: FxHashMap<u64, FxHashMap<TermId, Lazy>>,
    /// Elements of closed λ-arrays.
    applications: FxHashMap<(TermId, Value), Lazy>,
    frames: u64,
    budget: u64,
    left: u64,
    tasks: Vec<Task>,
    values: Vec<Lazy>,
    /// Emptied stacks for the next evaluation of words.
    spare: Vec<Vec<WordFrame>>,
}

/// The values of the bound variables around a term: the innermost, and the rest.
#[derive(Debug)]
struct Frame {
    id: u64,
    value: Value,
    outer: Environment,
}

type Environment = Option<Arc<Frame>>;

/// Frames are as many as binders are nested; dropping them one inside the other would need as much stack.
impl Drop for Frame {
    fn drop(&mut self) {
        let mut outer = self.outer.take();
        while let Some(frame) = outer {
            outer = Arc::try_unwrap(frame).ok().and_then(|mut frame| frame.outer.take());
        }
    }
}

/// A term with the values of its bound variables.
#[derive(Clone, Debug)]
struct Closure {
    term: TermId,
    environment: Environment,
}

/// A value, or an array not evaluated yet.
#[derive(Clone, Debug)]
enum Lazy {
    Value(Value),
    Array(Closure),
    /// An array that cannot be written out, and indexes at which it is worth looking.
    Opaque(Closure, Arc<Vec<Value>>),
}

/// A quantifier being run through.
struct Iteration {
    closure: Closure,
    body: TermId,
    current: Value,
    end: Value,
    is_forall: bool,
}

enum Task {
    /// Leaves the term's value; arrays stay unevaluated.
    Eval(Closure),
    /// Leaves the term's value although it is an array.
    Compute(Closure),
    /// Applies the operation to the values its arguments left.
    Apply(Closure),
    /// Remembers the value on top as the term's.
    Remember(Closure),
    /// Remembers the value on top as a λ-array's element.
    RememberElement(TermId, Value),
    /// Forgets what was found under a frame that is left.
    Leave(u64),
    /// After argument `position - 1` of a conjunction, disjunction or implication.
    Junction(Closure, usize),
    Branch(Closure),
    /// The index of a `select` is on top.
    SelectIndex(Closure),
    /// The array to read is on top.
    SelectFrom(Value),
    /// Reads an array term at an index.
    Walk(Closure, Value),
    WalkStore(Closure, Value),
    WalkBranch(Closure, Value),
    /// Writes the array on top out, if that is possible.
    Force,
    Write(Box<Writing>, Closure),
    WriteStore(Box<Writing>, Closure),
    WriteConst(Box<Writing>),
    WriteBranch(Box<Writing>, Closure),
    WriteRest(Box<Writing>),
    Tabulate(Box<Table>),
    /// Compares the two arrays on top.
    EqualArrays(Closure),
    Probe(Box<Probing>),
    QuantifierStart(Closure),
    QuantifierNext(Box<Iteration>),
    /// Goes on with words after the value one of them needed.
    Words(Vec<WordFrame>),
}

/// How many elements of λ-arrays are remembered; a quantifier over a large range would fill the memory with them.
const MOST_APPLICATIONS: usize = 1 << 20;

impl Evaluator {
    /// An evaluator for a model, with a budget of a million iterations per term.
    pub fn new(model: impl Into<Arc<Model>>) -> Evaluator {
        Evaluator {
            model: model.into(),
            words: FxHashMap::default(),
            closed: FxHashMap::default(),
            open: FxHashMap::default(),
            applications: FxHashMap::default(),
            frames: 0,
            budget: 1_000_000,
            left: 0,
            tasks: Vec::new(),
            values: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// The evaluator with another budget: how many values quantifiers and tabulated arrays may run through per term.
    pub fn with_budget(mut self, budget: u64) -> Evaluator {
        self.budget = budget;
        self
    }

    /// How many values it remembers. Who keeps an evaluator for long replaces it when there are too many.
    pub fn remembered_values(&self) -> usize {
        self.words.len() + self.closed.len() + self.applications.len()
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The term's value. Always pass the same store.
    pub fn eval(&mut self, store: &TermStore, term: TermId) -> Result<Value, EvalError> {
        if let Some(&word) = self.words.get(&term) {
            return Ok(word_value(store.sort(term), word));
        }
        if let Some(Lazy::Value(value)) = self.closed.get(&term) {
            return Ok(value.clone());
        }
        if store.loose_bound(term) > 0 {
            return Err(EvalError::Open);
        }
        self.left = self.budget;
        let force = matches!(store.sort(term), Sort::Array(_));
        let result = self.run(store, Closure { term, environment: None }, force);
        self.tasks.clear();
        self.values.clear();
        self.open.clear();
        match result? {
            Lazy::Value(value) => {
                if force {
                    self.closed.insert(term, Lazy::Value(value.clone()));
                }
                Ok(value)
            }
            _ => Err(EvalError::Undecided),
        }
    }

    /// The value of a term of sort Bool.
    ///
    /// # Panics
    /// If the term is of another sort.
    pub fn eval_bool(&mut self, store: &TermStore, term: TermId) -> Result<bool, EvalError> {
        let value = self.eval(store, term)?;
        Ok(value.as_bool().unwrap_or_else(|| panic!("{value} is not a truth value")))
    }

    fn run(&mut self, store: &TermStore, root: Closure, force: bool) -> Result<Lazy, EvalError> {
        if force {
            self.tasks.push(Task::Force);
        }
        self.tasks.push(Task::Eval(root));
        while let Some(task) = self.tasks.pop() {
            self.step(store, task)?;
        }
        Ok(self.pop())
    }

    fn pop(&mut self) -> Lazy {
        self.values.pop().expect("every task finds the values it waits for")
    }

    fn pop_value(&mut self) -> Result<Value, EvalError> {
        match self.pop() {
            Lazy::Value(value) => Ok(value),
            _ => Err(EvalError::Undecided),
        }
    }

    fn pop_bool(&mut self) -> Result<bool, EvalError> {
        let value = self.pop_value()?;
        Ok(value.as_bool().expect("a condition is of sort Bool"))
    }

    fn push_value(&mut self, value: Value) {
        self.values.push(Lazy::Value(value));
    }

    fn spend(&mut self) -> Result<(), EvalError> {
        self.left = self.left.checked_sub(1).ok_or(EvalError::Budget)?;
        Ok(())
    }

    /// A part of a closure's term, which sees the same bound variables, or none if it needs none.
    fn part(store: &TermStore, closure: &Closure, term: TermId) -> Closure {
        let environment =
            if store.loose_bound(term) == 0 { None } else { closure.environment.clone() };
        Closure { term, environment }
    }

    fn enter(&mut self, store: &TermStore, outer: &Closure, body: TermId, value: Value) -> Closure {
        if store.loose_bound(body) == 0 {
            return Closure { term: body, environment: None };
        }
        self.frames += 1;
        let frame = Frame { id: self.frames, value, outer: outer.environment.clone() };
        Closure { term: body, environment: Some(Arc::new(frame)) }
    }

    fn remembered(&self, store: &TermStore, closure: &Closure) -> Option<Lazy> {
        match &closure.environment {
            None => match self.words.get(&closure.term) {
                Some(&word) => Some(Lazy::Value(word_value(store.sort(closure.term), word))),
                None => self.closed.get(&closure.term).cloned(),
            },
            Some(frame) => self.open.get(&frame.id)?.get(&closure.term).cloned(),
        }
    }

    fn remember(&mut self, closure: &Closure, value: Lazy) {
        match (&closure.environment, word_of(&value)) {
            (None, Some(word)) => {
                self.words.insert(closure.term, word);
            }
            (None, None) => {
                self.closed.insert(closure.term, value);
            }
            (Some(frame), _) => {
                self.open.entry(frame.id).or_default().insert(closure.term, value);
            }
        }
    }

    fn finish(&mut self, closure: &Closure, value: Value) {
        self.remember(closure, Lazy::Value(value.clone()));
        self.push_value(value);
    }

    fn step(&mut self, store: &TermStore, task: Task) -> Result<(), EvalError> {
        match task {
            Task::Eval(closure) => self.start(store, closure, true)?,
            Task::Compute(closure) => self.start(store, closure, false)?,
            Task::Apply(closure) => {
                let count = store.args(closure.term).len();
                let from = self.values.len() - count;
                let args: SmallVec<[Value; 3]> =
                    (from..from + count).map(|_| self.pop_value()).collect::<Result<_, _>>()?;
                // The arguments were evaluated last to first, so the first one is on top.
                let value = apply(store.op(closure.term), store.sort(closure.term), &args);
                self.finish(&closure, value);
            }
            Task::Remember(closure) => {
                let value = self.pop();
                self.remember(&closure, value.clone());
                self.values.push(value);
            }
            Task::RememberElement(lambda, index) => {
                let value = self.pop();
                if self.applications.len() >= MOST_APPLICATIONS {
                    self.applications.clear();
                }
                self.applications.insert((lambda, index), value.clone());
                self.values.push(value);
            }
            Task::Leave(frame) => {
                self.open.remove(&frame);
            }
            Task::Junction(closure, position) => self.junction(store, closure, position)?,
            Task::Branch(closure) => {
                let branch = if self.pop_bool()? { 1 } else { 2 };
                let branch = Self::part(store, &closure, store.args(closure.term)[branch]);
                self.tasks.push(Task::Remember(closure));
                self.tasks.push(Task::Eval(branch));
            }
            Task::SelectIndex(closure) => {
                let index = self.pop_value()?;
                let array = Self::part(store, &closure, store.args(closure.term)[0]);
                self.tasks.push(Task::Remember(closure));
                self.tasks.push(Task::SelectFrom(index));
                self.tasks.push(Task::Eval(array));
            }
            Task::SelectFrom(index) => match self.pop() {
                Lazy::Value(Value::Array(array)) => self.push_value(array.get(&index).clone()),
                Lazy::Value(other) => unreachable!("select from {other}"),
                Lazy::Array(closure) | Lazy::Opaque(closure, _) => {
                    self.tasks.push(Task::Walk(closure, index));
                }
            },
            Task::Walk(closure, index) => self.walk(store, closure, index)?,
            Task::WalkStore(closure, index) => {
                let at = self.pop_value()?;
                let args = store.args(closure.term);
                if at == index {
                    self.tasks.push(Task::Eval(Self::part(store, &closure, args[2])));
                } else {
                    self.tasks.push(Task::Walk(Self::part(store, &closure, args[0]), index));
                }
            }
            Task::WalkBranch(closure, index) => {
                let branch = if self.pop_bool()? { 1 } else { 2 };
                let branch = Self::part(store, &closure, store.args(closure.term)[branch]);
                self.tasks.push(Task::Walk(branch, index));
            }
            Task::Force => match self.pop() {
                Lazy::Array(origin) => {
                    let writing =
                        Box::new(Writing { origin: origin.clone(), entries: BTreeMap::new() });
                    self.tasks.push(Task::Write(writing, origin));
                }
                done => self.values.push(done),
            },
            Task::Write(writing, closure) => self.write(store, writing, closure)?,
            Task::WriteStore(mut writing, closure) => {
                let (element, at) = (self.pop(), self.pop());
                match (at, element) {
                    (Lazy::Value(at), Lazy::Value(element)) => {
                        writing.entries.entry(at).or_insert(element);
                        let below = Self::part(store, &closure, store.args(closure.term)[0]);
                        self.tasks.push(Task::Write(writing, below));
                    }
                    _ => self.give_up(*writing),
                }
            }
            Task::WriteConst(writing) => match self.pop() {
                Lazy::Value(default) => {
                    let (index, _) = array_parts(store, &writing.origin);
                    let array = ArrayValue::new(index, default, writing.entries);
                    self.push_value(Value::Array(array));
                }
                _ => self.give_up(*writing),
            },
            Task::WriteBranch(writing, closure) => {
                let branch = if self.pop_bool()? { 1 } else { 2 };
                let branch = Self::part(store, &closure, store.args(closure.term)[branch]);
                self.tasks.push(Task::Write(writing, branch));
            }
            Task::WriteRest(writing) => match self.pop() {
                Lazy::Value(Value::Array(array)) => {
                    let mut entries = array.entries().clone();
                    entries.extend(writing.entries);
                    let default = array.default_element().clone();
                    let array = ArrayValue::new(array.index_sort(), default, entries);
                    self.push_value(Value::Array(array));
                }
                Lazy::Array(closure) => self.tasks.push(Task::Write(writing, closure)),
                Lazy::Value(_) | Lazy::Opaque(..) => self.give_up(*writing),
            },
            Task::Tabulate(table) => self.tabulate(store, table)?,
            Task::EqualArrays(closure) => self.equal_arrays(store, closure)?,
            Task::Probe(probing) => self.probe(probing)?,
            Task::QuantifierStart(closure) => {
                let (end, current) = (self.pop_value()?, self.pop_value()?);
                let (op, args) = store.view(closure.term);
                let body = args[2];
                let is_forall = op == Op::ForAll;
                let iteration = Iteration { closure, body, current, end, is_forall };
                self.iterate(store, Box::new(iteration))?;
            }
            Task::Words(stack) => {
                let value = self.pop();
                let word = word_of(&value).expect("a word's argument is a word");
                self.run_words(store, stack, Some(word));
            }
            Task::QuantifierNext(mut iteration) => {
                if self.pop_bool()? != iteration.is_forall {
                    self.finish(&iteration.closure, Value::Bool(!iteration.is_forall));
                } else {
                    iteration.current = successor(&iteration.current);
                    self.iterate(store, iteration)?;
                }
            }
        }
        Ok(())
    }

    /// Begins the evaluation of a term; leaves and what is remembered are done at once.
    fn start(&mut self, store: &TermStore, closure: Closure, lazy: bool) -> Result<(), EvalError> {
        let (op, args) = store.view(closure.term);
        if op.is_leaf() {
            let value = self.leaf(store, &closure)?;
            self.push_value(value);
            return Ok(());
        }
        if let Some(value) = self.remembered(store, &closure) {
            self.values.push(value);
            return Ok(());
        }
        if closure.environment.is_none() && is_word_operation(store, closure.term) {
            let mut stack = self.spare.pop().unwrap_or_default();
            stack.push(WordFrame::new(closure.term));
            self.run_words(store, stack, None);
            return Ok(());
        }
        if lazy && matches!(store.sort(closure.term), Sort::Array(_)) {
            self.values.push(Lazy::Array(closure));
            return Ok(());
        }
        let part = |position: usize| Self::part(store, &closure, args[position]);
        match op {
            Op::And | Op::Or | Op::Implies => {
                let first = part(0);
                self.tasks.push(Task::Junction(closure, 1));
                self.tasks.push(Task::Eval(first));
            }
            Op::Ite => {
                let condition = part(0);
                self.tasks.push(Task::Branch(closure));
                self.tasks.push(Task::Eval(condition));
            }
            Op::Select => {
                let index = part(1);
                self.tasks.push(Task::SelectIndex(closure));
                self.tasks.push(Task::Force);
                self.tasks.push(Task::Eval(index));
            }
            Op::Eq if matches!(store.sort(args[0]), Sort::Array(_)) => {
                let (left, right) = (part(0), part(1));
                self.tasks.push(Task::EqualArrays(closure));
                self.tasks.push(Task::Eval(right));
                self.tasks.push(Task::Eval(left));
            }
            Op::ForAll | Op::Exists => {
                let (low, high) = (part(0), part(1));
                self.tasks.push(Task::QuantifierStart(closure));
                self.tasks.push(Task::Eval(high));
                self.tasks.push(Task::Eval(low));
            }
            _ => {
                let parts: SmallVec<[Closure; 4]> = (0..args.len()).map(part).collect();
                self.tasks.push(Task::Apply(closure));
                self.tasks.extend(parts.into_iter().map(Task::Eval));
            }
        }
        Ok(())
    }

    fn leaf(&self, store: &TermStore, closure: &Closure) -> Result<Value, EvalError> {
        match store.op(closure.term) {
            Op::Var(symbol) => Ok(self.model.value(store, symbol)),
            Op::Bound(index) => {
                let mut frame = closure.environment.as_ref();
                for _ in 0..index {
                    frame = frame.and_then(|frame| frame.outer.as_ref());
                }
                Ok(frame.ok_or(EvalError::Open)?.value.clone())
            }
            _ => Ok(store.value_of(closure.term).expect("every other leaf is a constant")),
        }
    }

    /// Goes on with a conjunction, disjunction or implication unless the last argument decided it.
    fn junction(
        &mut self,
        store: &TermStore,
        closure: Closure,
        position: usize,
    ) -> Result<(), EvalError> {
        let value = self.pop_bool()?;
        let (op, args) = store.view(closure.term);
        let decided = match op {
            Op::And => (!value).then_some(false),
            Op::Or => value.then_some(true),
            _ => (position == 1 && !value).then_some(true),
        };
        if decided.is_some() || position == args.len() {
            self.finish(&closure, Value::Bool(decided.unwrap_or(value)));
        } else {
            let next = Self::part(store, &closure, args[position]);
            self.tasks.push(Task::Junction(closure, position + 1));
            self.tasks.push(Task::Eval(next));
        }
        Ok(())
    }

    /// Evaluates a quantifier's body at the current value, or ends if the range is through.
    fn iterate(&mut self, store: &TermStore, iteration: Box<Iteration>) -> Result<(), EvalError> {
        let in_range = match (&iteration.current, &iteration.end) {
            (Value::Int(current), Value::Int(end)) => current < end,
            (Value::BitVec(current), Value::BitVec(end)) => current.ult(end),
            (current, end) => unreachable!("a quantifier from {current} to {end}"),
        };
        if !in_range {
            self.finish(&iteration.closure, Value::Bool(iteration.is_forall));
            return Ok(());
        }
        self.spend()?;
        if store.loose_bound(iteration.body) == 0 {
            // The body does not depend on the variable and the range is not empty.
            let body = Closure { term: iteration.body, environment: None };
            self.tasks.push(Task::Remember(iteration.closure));
            self.tasks.push(Task::Eval(body));
            return Ok(());
        }
        let body = self.enter(store, &iteration.closure, iteration.body, iteration.current.clone());
        let frame = body.environment.as_ref().map(|frame| frame.id);
        self.tasks.push(Task::QuantifierNext(iteration));
        self.tasks.extend(frame.map(Task::Leave));
        self.tasks.push(Task::Eval(body));
        Ok(())
    }
}

fn successor(value: &Value) -> Value {
    match value {
        Value::Int(value) => Value::Int(value + BigInt::one()),
        Value::BitVec(value) => Value::BitVec(value.add(&BitVec::new(value.width(), 1))),
        other => unreachable!("{other} has no successor"),
    }
}
