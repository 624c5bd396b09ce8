//! Arrays: reading one element, writing a whole array out, comparing two.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;

use super::{Closure, EvalError, Evaluator, Lazy, Task};
use crate::bitvec::BitVec;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{TermId, TermStore};
use crate::value::{ArrayValue, Value};

/// An array being written out: the stores passed so far, outermost first.
pub(super) struct Writing {
    pub(super) origin: Closure,
    pub(super) entries: BTreeMap<Value, Value>,
}

/// A λ-array being tabulated.
pub(super) struct Table {
    pub(super) writing: Writing,
    pub(super) lambda: Closure,
    pub(super) body: TermId,
    pub(super) indexes: std::vec::IntoIter<Value>,
    pub(super) at: Option<Value>,
    pub(super) table: BTreeMap<Value, Value>,
}

/// Two arrays being compared at some indexes.
pub(super) struct Probing {
    pub(super) closure: Closure,
    pub(super) left: Lazy,
    pub(super) right: Lazy,
    pub(super) indexes: Vec<Value>,
}

/// The largest index sort over which a λ-array is written out.
const TABLE_LIMIT: u64 = 1 << 16;

impl Evaluator {
    /// One step down an array term towards the element at `index`.
    pub(super) fn walk(
        &mut self,
        store: &TermStore,
        closure: Closure,
        index: Value,
    ) -> Result<(), EvalError> {
        let (op, args) = store.view(closure.term);
        match op {
            Op::Store => {
                let at = Self::part(store, &closure, args[1]);
                self.tasks.push(Task::WalkStore(closure, index));
                self.tasks.push(Task::Force);
                self.tasks.push(Task::Eval(at));
            }
            Op::ConstArray => self.tasks.push(Task::Eval(Self::part(store, &closure, args[0]))),
            Op::Ite => {
                let condition = Self::part(store, &closure, args[0]);
                self.tasks.push(Task::WalkBranch(closure, index));
                self.tasks.push(Task::Eval(condition));
            }
            Op::Lambda => {
                if closure.environment.is_none() {
                    let key = (closure.term, index);
                    if let Some(element) = self.applications.get(&key) {
                        let element = element.clone();
                        self.values.push(element);
                        return Ok(());
                    }
                    self.tasks.push(Task::RememberElement(key.0, key.1.clone()));
                    return self.enter_lambda(store, &closure, args[0], key.1);
                }
                return self.enter_lambda(store, &closure, args[0], index);
            }
            _ => {
                self.tasks.push(Task::SelectFrom(index));
                self.tasks.push(Task::Compute(closure));
            }
        }
        Ok(())
    }

    pub(super) fn enter_lambda(
        &mut self,
        store: &TermStore,
        lambda: &Closure,
        body: TermId,
        index: Value,
    ) -> Result<(), EvalError> {
        let body = self.enter(store, lambda, body, index);
        if let Some(frame) = &body.environment {
            self.tasks.push(Task::Leave(frame.id));
        }
        self.tasks.push(Task::Eval(body));
        Ok(())
    }

    /// One step down an array term that is written out as a whole.
    pub(super) fn write(
        &mut self,
        store: &TermStore,
        writing: Box<Writing>,
        closure: Closure,
    ) -> Result<(), EvalError> {
        let (op, args) = store.view(closure.term);
        let part = |position: usize| Self::part(store, &closure, args[position]);
        match op {
            Op::Store => {
                let (at, element) = (part(1), part(2));
                self.tasks.push(Task::WriteStore(writing, closure));
                self.tasks.push(Task::Force);
                self.tasks.push(Task::Eval(element));
                self.tasks.push(Task::Force);
                self.tasks.push(Task::Eval(at));
            }
            Op::ConstArray => {
                self.tasks.push(Task::WriteConst(writing));
                self.tasks.push(Task::Force);
                self.tasks.push(Task::Eval(part(0)));
            }
            Op::Lambda if store.loose_bound(args[0]) == 0 => {
                self.tasks.push(Task::WriteConst(writing));
                self.tasks.push(Task::Force);
                self.tasks.push(Task::Eval(part(0)));
            }
            Op::Lambda => {
                let (index, _) = array_parts(store, &closure);
                match index.cardinality_up_to(TABLE_LIMIT) {
                    None => self.give_up(*writing),
                    Some(_) => {
                        let indexes = index.values().into_iter();
                        let body = args[0];
                        let table = Table {
                            writing: *writing,
                            lambda: closure,
                            body,
                            indexes,
                            at: None,
                            table: BTreeMap::new(),
                        };
                        self.tabulate(store, Box::new(table))?;
                    }
                }
            }
            Op::Ite => {
                let condition = part(0);
                self.tasks.push(Task::WriteBranch(writing, closure));
                self.tasks.push(Task::Eval(condition));
            }
            _ => {
                self.tasks.push(Task::WriteRest(writing));
                self.tasks.push(Task::Compute(closure));
            }
        }
        Ok(())
    }

    /// Leaves the array unwritten, with the indexes of its stores as places to look at.
    pub(super) fn give_up(&mut self, writing: Writing) {
        let indexes = writing.entries.into_keys().collect();
        self.values.push(Lazy::Opaque(writing.origin, Arc::new(indexes)));
    }

    /// Takes the element found last and asks for the next one.
    pub(super) fn tabulate(
        &mut self,
        store: &TermStore,
        mut table: Box<Table>,
    ) -> Result<(), EvalError> {
        if let Some(at) = table.at.take() {
            match self.pop() {
                Lazy::Value(element) => table.table.insert(at, element),
                _ => {
                    self.give_up(table.writing);
                    return Ok(());
                }
            };
        }
        match table.indexes.next() {
            Some(index) => {
                self.spend()?;
                table.at = Some(index.clone());
                let (lambda, body) = (table.lambda.clone(), table.body);
                self.tasks.push(Task::Tabulate(table));
                self.tasks.push(Task::Force);
                self.enter_lambda(store, &lambda, body, index)
            }
            None => {
                let (index, element) = array_parts(store, &table.lambda);
                let mut entries = table.table;
                entries.extend(table.writing.entries);
                let array = ArrayValue::new(index, Value::default_of(element), entries);
                self.push_value(Value::Array(array));
                Ok(())
            }
        }
    }

    /// First called with the arrays unevaluated, then with both written out as far as possible.
    pub(super) fn equal_arrays(
        &mut self,
        store: &TermStore,
        closure: Closure,
    ) -> Result<(), EvalError> {
        let (right, left) = (self.pop(), self.pop());
        match (left, right) {
            (Lazy::Value(left), Lazy::Value(right)) => {
                self.finish(&closure, Value::Bool(left == right));
            }
            (left @ Lazy::Array(_), right) | (left, right @ Lazy::Array(_)) => {
                if let (Lazy::Array(a), Lazy::Array(b)) = (&left, &right) {
                    let same_frame = a.environment.as_ref().map(|frame| frame.id)
                        == b.environment.as_ref().map(|frame| frame.id);
                    if a.term == b.term && same_frame {
                        self.finish(&closure, Value::Bool(true));
                        return Ok(());
                    }
                }
                // The one that comes first on the stack is written out first and then swapped with the other by
                // coming back here: equality does not mind the order.
                let (first, second) =
                    if matches!(left, Lazy::Array(_)) { (right, left) } else { (left, right) };
                self.values.push(first);
                self.values.push(second);
                self.tasks.push(Task::EqualArrays(closure));
                self.tasks.push(Task::Force);
            }
            (left, right) => {
                let (_, element) = array_parts(
                    store,
                    &Closure { term: store.args(closure.term)[0], environment: None },
                );
                if matches!(element, Sort::Array(_)) {
                    return Err(EvalError::Undecided);
                }
                let indexes = probes(store, &closure, &left, &right);
                self.tasks.push(Task::Probe(Box::new(Probing { closure, left, right, indexes })));
                // The first look has nothing to compare yet.
                self.push_value(Value::Bool(true));
                self.push_value(Value::Bool(true));
            }
        }
        Ok(())
    }

    /// Compares the two elements on top and asks for the next two. Running out of indexes decides nothing.
    pub(super) fn probe(&mut self, mut probing: Box<Probing>) -> Result<(), EvalError> {
        if self.pop_value()? != self.pop_value()? {
            self.finish(&probing.closure, Value::Bool(false));
            return Ok(());
        }
        let index = probing.indexes.pop().ok_or(EvalError::Undecided)?;
        let (left, right) = (probing.left.clone(), probing.right.clone());
        self.tasks.push(Task::Probe(probing));
        for array in [left, right] {
            match array {
                Lazy::Value(Value::Array(array)) => self.push_value(array.get(&index).clone()),
                Lazy::Value(other) => unreachable!("{other} is compared as an array"),
                Lazy::Array(closure) | Lazy::Opaque(closure, _) => {
                    self.tasks.push(Task::Walk(closure, index.clone()));
                }
            }
        }
        Ok(())
    }
}

pub(super) fn array_parts(store: &TermStore, closure: &Closure) -> (Sort, Sort) {
    store.sort(closure.term).array_parts().expect("a term of an array sort")
}

/// Indexes at which two arrays may differ: those that stores and entries name, and the ends of the index sort.
fn probes(store: &TermStore, closure: &Closure, left: &Lazy, right: &Lazy) -> Vec<Value> {
    const MOST: usize = 64;
    let mut indexes = Vec::new();
    for array in [left, right] {
        match array {
            Lazy::Value(Value::Array(array)) => {
                indexes.extend(array.entries().keys().take(MOST).cloned());
            }
            Lazy::Opaque(_, stores) => indexes.extend(stores.iter().take(MOST).cloned()),
            _ => {}
        }
    }
    let array = Closure { term: store.args(closure.term)[0], environment: None };
    let (index, _) = array_parts(store, &array);
    indexes.push(Value::default_of(index));
    match index {
        Sort::Int => indexes.extend([-1, 1, 2].map(|n| Value::Int(BigInt::from(n)))),
        Sort::BitVec(width) => indexes.extend([
            Value::BitVec(BitVec::new(width, 1)),
            Value::BitVec(BitVec::ones(width)),
            Value::BitVec(BitVec::signed_min(width)),
        ]),
        _ => {}
    }
    indexes.sort();
    indexes.dedup();
    indexes
}
