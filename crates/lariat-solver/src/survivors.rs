//! The values that a path leaves for variables that have few together, constraint by constraint.
//!
//! Where variables have few [joint values](JointValues), a *row* is one of them, and a constraint is evaluated on all rows at
//! once. The rows that satisfy the constraints of a path so far are kept at a node of a tree: the next constraint is evaluated
//! on those only, and paths that begin alike share their nodes. So a branch costs one evaluation of its condition per row that
//! is left. The words of every part of a constraint are kept at the node as a column; further down they are looked up for the
//! rows that are left there. So a loop of a hundred iterations costs a hundred times the operations of one.
//!
//! Both answers are final: rows are left or none are. Everything depends on exact evaluation; where a part of a constraint has
//! no value for a row there is no answer. What is kept is bounded; what was forgotten is computed again, for fewer rows.

use std::sync::Arc;

use lariat_term::{
    ArrayValue, Evaluator, Model, Op, Sort, SymbolId, TermId, TermStore, Words,
    is_operation_on_words, is_word_sort, value_of_word, word_of_value, words_of_operation,
};
use rustc_hash::FxHashMap;

use crate::backend::Limits;
use crate::cancel::CancelToken;
use crate::few_values::JointValues;

/// What it costs to evaluate a part in a row that is no operation on words, in such operations.
const PART_OF_ANOTHER_KIND: u64 = 64;

/// What a node or a column takes besides its words.
const OVERHEAD: usize = 16;

/// The words of a term in the rows of a node.
type Column = Arc<[u64]>;

struct Root {
    joint: JointValues,
    node: u32,
}

struct Node {
    parent: Option<u32>,
    /// Numbers of joint values, in ascending order.
    rows: Arc<[u32]>,
    columns: FxHashMap<TermId, Column>,
}

/// A tree of comparisons of one word with constants, as a table: the result from each word on.
struct Table {
    key: TermId,
    starts: Vec<u64>,
    results: Vec<u64>,
}

/// What a walk may still do.
struct Budget<'a> {
    work: u64,
    limits: Limits,
    cancel: &'a CancelToken,
}

impl Budget<'_> {
    fn spend(&mut self, work: u64) -> Option<()> {
        self.work = self.work.checked_sub(work)?;
        (!self.cancel.is_cancelled() && !self.limits.expired()).then_some(())
    }
}

/// The rows that constraints leave.
pub(crate) struct Left {
    /// How many there are.
    pub(crate) count: usize,
    /// The first, as a number of the joint values it was found among.
    pub(crate) first: Option<(JointValues, u64)>,
}

/// The trees.
#[derive(Default)]
pub(crate) struct Survivors {
    roots: Vec<Root>,
    /// The roots for some variables.
    of_symbols: FxHashMap<Vec<SymbolId>, Vec<usize>>,
    nodes: Vec<Node>,
    children: FxHashMap<(u32, TermId), u32>,
    tables: FxHashMap<TermId, Option<Arc<Table>>>,
    /// Arrays without variables, written out.
    arrays: FxHashMap<TermId, Option<ArrayValue>>,
    /// Words kept, overhead included.
    held: usize,
}

impl Survivors {
    /// Forgets columns once more than `capacity` words are kept, and everything if that is not enough.
    pub(crate) fn make_room(&mut self, capacity: usize) {
        if self.held <= capacity {
            return;
        }
        self.tables = FxHashMap::default();
        self.arrays = FxHashMap::default();
        let mut held = 0;
        for node in &mut self.nodes {
            node.columns = FxHashMap::default();
            held += node.rows.len() / 2 + OVERHEAD;
        }
        self.held = held;
        if held > capacity / 2 {
            *self = Survivors::default();
        }
    }

    /// The rows that satisfy all constraints. None if that takes more work than `most`, or there is no value for a row.
    pub(crate) fn left(
        &mut self,
        store: &TermStore,
        joint: &JointValues,
        constraints: &[TermId],
        most: u64,
        limits: Limits,
        cancel: &CancelToken,
    ) -> Option<Left> {
        let mut budget = Budget { work: most, limits, cancel };
        let root = self.root(joint);
        let mut node = self.roots[root].node;
        for &constraint in constraints {
            if self.nodes[node as usize].rows.is_empty() {
                break;
            }
            node = match self.children.get(&(node, constraint)) {
                Some(&child) => child,
                None => self.child(store, root, node, constraint, &mut budget)?,
            };
        }
        let rows = &self.nodes[node as usize].rows;
        let first = rows.first().map(|&row| (self.roots[root].joint.clone(), u64::from(row)));
        Some(Left { count: rows.len(), first })
    }

    /// Joint values that contain the given ones, and whose number is no larger than is allowed.
    fn root(&mut self, joint: &JointValues) -> usize {
        let known = self.of_symbols.entry(joint.symbols()).or_default();
        if let Some(&known) = known.iter().find(|root| self.roots[**root].joint.contains(joint)) {
            return known;
        }
        known.push(self.roots.len());
        let rows: Arc<[u32]> = (0..joint.count() as u32).collect();
        let node = self.add(None, rows);
        self.roots.push(Root { joint: joint.clone(), node });
        self.roots.len() - 1
    }

    fn add(&mut self, parent: Option<u32>, rows: Arc<[u32]>) -> u32 {
        self.held += rows.len() / 2 + OVERHEAD;
        self.nodes.push(Node { parent, rows, columns: FxHashMap::default() });
        (self.nodes.len() - 1) as u32
    }

    fn child(
        &mut self,
        store: &TermStore,
        root: usize,
        node: u32,
        constraint: TermId,
        budget: &mut Budget<'_>,
    ) -> Option<u32> {
        let column = self.column(store, root, node, constraint, budget)?;
        let rows = &self.nodes[node as usize].rows;
        let kept = rows.iter().zip(column.iter()).filter(|(_, word)| **word != 0);
        let kept: Arc<[u32]> = kept.map(|(row, _)| *row).collect();
        let child = match kept.len() == rows.len() {
            // Nothing changes, and neither do the columns.
            true => node,
            false => self.add(Some(node), kept),
        };
        self.children.insert((node, constraint), child);
        Some(child)
    }

    /// The words of a term in the rows of a node.
    fn column(
        &mut self,
        store: &TermStore,
        root: usize,
        node: u32,
        wanted: TermId,
        budget: &mut Budget<'_>,
    ) -> Option<Column> {
        let mut stack = vec![wanted];
        while let Some(&term) = stack.last() {
            if self.known(node, term).is_some() || constant(store, term).is_some() {
                stack.pop();
                continue;
            }
            let table = self.table(store, term);
            let needed: Vec<TermId> = match (&table, store.view(term)) {
                (Some(table), _) => vec![table.key],
                (None, (Op::Select, [array, index])) if self.array(store, *array, *index) => {
                    vec![*index]
                }
                (None, (_, args)) if is_operation_on_words(store, term) => {
                    args.iter().copied().filter(|arg| is_word_sort(store.sort(*arg))).collect()
                }
                _ => Vec::new(),
            };
            let depth = stack.len();
            for part in needed {
                if self.known(node, part).is_none() && constant(store, part).is_none() {
                    stack.push(part);
                }
            }
            if stack.len() > depth {
                continue;
            }
            stack.pop();
            let words = self.compute(store, root, node, term, table.as_deref(), budget)?;
            self.keep(node, term, words.into());
        }
        match self.known(node, wanted) {
            Some(column) => Some(column),
            None => {
                let rows = self.nodes[node as usize].rows.len();
                Some(vec![constant(store, wanted)?; rows].into())
            }
        }
    }

    fn keep(&mut self, node: u32, term: TermId, column: Column) {
        self.held += column.len() + OVERHEAD;
        self.nodes[node as usize].columns.insert(term, column);
    }

    /// The column of a term if it is known at the node or above it.
    fn known(&mut self, node: u32, term: TermId) -> Option<Column> {
        let mut at = node;
        let above = loop {
            let here = &self.nodes[at as usize];
            if let Some(column) = here.columns.get(&term) {
                if at == node {
                    return Some(Arc::clone(column));
                }
                break Arc::clone(column);
            }
            at = here.parent?;
        };
        let of = &self.nodes[at as usize].rows;
        let rows = &self.nodes[node as usize].rows;
        let mut from = 0;
        let few = rows.len() * 16 < of.len();
        let words: Column = rows
            .iter()
            .map(|row| {
                from += match few {
                    true => of[from..].partition_point(|other| other < row),
                    false => of[from..].iter().take_while(|other| *other < row).count(),
                };
                above[from]
            })
            .collect();
        self.keep(node, term, Arc::clone(&words));
        Some(words)
    }

    fn compute(
        &mut self,
        store: &TermStore,
        root: usize,
        node: u32,
        term: TermId,
        table: Option<&Table>,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<u64>> {
        let count = self.nodes[node as usize].rows.len();
        let rows = count as u64;
        let (op, args) = store.view(term);
        if let Op::Var(symbol) = op {
            budget.spend(rows)?;
            let joint = &self.roots[root].joint;
            let of_rows = &self.nodes[node as usize].rows;
            return joint.column(symbol, of_rows);
        }
        if let Some(table) = table {
            budget.spend(rows * 8)?;
            let keys = self.words(store, node, table.key)?;
            let result = |key: u64| {
                let place = table.starts.partition_point(|start| *start <= key);
                table.results[place.saturating_sub(1)]
            };
            return Some((0..count).map(|row| result(keys.at(row))).collect());
        }
        if let (Op::Select, [array, index]) = (op, args)
            && self.array(store, *array, *index)
        {
            budget.spend(rows * PART_OF_ANOTHER_KIND)?;
            let sort = store.sort(*index);
            let indexes = self.words(store, node, *index)?;
            let elements = self.arrays.get(array)?.as_ref()?;
            let element = |row| word_of_value(elements.get(&value_of_word(sort, indexes.at(row))));
            return (0..count).map(element).collect();
        }
        if is_operation_on_words(store, term) {
            budget.spend(rows)?;
            let columns: Vec<Known> = args
                .iter()
                .map(|arg| match is_word_sort(store.sort(*arg)) {
                    true => self.words(store, node, *arg),
                    false => Some(Known::Constant(0)),
                })
                .collect::<Option<_>>()?;
            let words: Vec<Words<'_>> = columns.iter().map(Known::words).collect();
            let computed = words_of_operation(store, term, &words, count);
            budget.spend(rows * (computed.cost - 1))?;
            return Some(computed.words);
        }
        self.evaluated(store, root, node, term, budget)
    }

    /// The words of a part whose operation is about something else than words, row by row.
    fn evaluated(
        &self,
        store: &TermStore,
        root: usize,
        node: u32,
        term: TermId,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<u64>> {
        let joint = &self.roots[root].joint;
        let mut words = Vec::new();
        for &row in self.nodes[node as usize].rows.iter() {
            let mut evaluator = Evaluator::new(joint.model(store, u64::from(row)));
            let value = evaluator.eval(store, term).ok()?;
            budget.spend((evaluator.remembered_values() as u64 + 1) * PART_OF_ANOTHER_KIND)?;
            words.push(word_of_value(&value)?);
        }
        Some(words)
    }

    /// The words of a part that was computed.
    fn words(&mut self, store: &TermStore, node: u32, term: TermId) -> Option<Known> {
        match constant(store, term) {
            Some(word) => Some(Known::Constant(word)),
            None => self.known(node, term).map(Known::Column),
        }
    }

    /// Whether an array has no variables and is read at a word.
    fn array(&mut self, store: &TermStore, array: TermId, index: TermId) -> bool {
        let elements = store.sort(array).array_parts();
        if !elements.is_some_and(|(_, element)| is_word_sort(element))
            || !is_word_sort(store.sort(index))
        {
            return false;
        }
        if !self.arrays.contains_key(&array) {
            let closed = store.loose_bound(array) == 0 && store.free_vars(array).is_empty();
            let value = closed.then(|| Evaluator::new(Model::new()).eval(store, array).ok());
            let value = value.flatten().and_then(|value| value.as_array().cloned());
            let entries = value.as_ref().map_or(0, |value| value.entries().len());
            self.held += OVERHEAD * (entries + 1);
            self.arrays.insert(array, value);
        }
        matches!(self.arrays.get(&array), Some(Some(_)))
    }

    fn table(&mut self, store: &TermStore, term: TermId) -> Option<Arc<Table>> {
        if !matches!(store.op(term), Op::Ite) || !is_word_sort(store.sort(term)) {
            return None;
        }
        if let Some(known) = self.tables.get(&term) {
            return known.clone();
        }
        let table = Table::read(store, term).map(Arc::new);
        self.held += OVERHEAD + table.as_ref().map_or(0, |table| 2 * table.starts.len());
        self.tables.insert(term, table.clone());
        table
    }
}

/// The words of an argument.
enum Known {
    Column(Column),
    Constant(u64),
}

impl Known {
    fn words(&self) -> Words<'_> {
        match self {
            Known::Column(column) => Words::Column(column),
            Known::Constant(word) => Words::Constant(*word),
        }
    }

    fn at(&self, row: usize) -> u64 {
        self.words().at(row)
    }
}

impl Table {
    /// Reads comparisons `key < c` and `key = c` of one key with constants inside of each other, with constants at the ends. Fewer than
    /// a handful are as quick one by one.
    fn read(store: &TermStore, term: TermId) -> Option<Table> {
        const FEWEST: usize = 8;
        const MOST_STEPS: u32 = 1 << 20;
        let key = match store.view(store.args(term)[0]) {
            (Op::BvUlt | Op::BvUle | Op::Eq, [a, b]) => {
                if constant(store, *a).is_some() {
                    *b
                } else {
                    *a
                }
            }
            _ => return None,
        };
        let Sort::BitVec(width @ ..=64) = store.sort(key) else { return None };
        let largest = u64::MAX >> (64 - width);
        let (mut starts, mut results) = (Vec::new(), Vec::new());
        // Ranges of the key from the lowest on, and the term that has the result there.
        let mut stack = vec![(0, largest, term)];
        let mut steps = 0;
        while let Some((low, high, term)) = stack.pop() {
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            if let Some(word) = constant(store, term) {
                starts.push(low);
                results.push(word);
                continue;
            }
            let (Op::Ite, [condition, then, otherwise]) = store.view(term) else { return None };
            let (op, [a, b]) = store.view(*condition) else { return None };
            let (least, most) = match (op, constant(store, *a), constant(store, *b)) {
                (Op::BvUlt, None, Some(0)) => return None,
                (Op::BvUlt, None, Some(end)) if *a == key => (0, end - 1),
                (Op::BvUle, None, Some(end)) if *a == key => (0, end),
                (Op::BvUlt, Some(start), None) if *b == key && start < largest => {
                    (start + 1, largest)
                }
                (Op::BvUle, Some(start), None) if *b == key => (start, largest),
                (Op::Eq, None, Some(word)) if *a == key => (word, word),
                (Op::Eq, Some(word), None) if *b == key => (word, word),
                _ => return None,
            };
            // Above what fulfils the condition, within, and below; the lowest is looked at next.
            if most < high {
                stack.push((low.max(most + 1), high, *otherwise));
            }
            if least.max(low) <= most.min(high) {
                stack.push((least.max(low), most.min(high), *then));
            }
            if least > low {
                stack.push((low, high.min(least - 1), *otherwise));
            }
        }
        (starts.len() >= FEWEST && starts.is_sorted()).then_some(Table { key, starts, results })
    }
}

/// The word of a constant.
fn constant(store: &TermStore, term: TermId) -> Option<u64> {
    match store.op(term) {
        Op::BvConst(word) => Some(word),
        Op::BoolConst(value) => Some(u64::from(value)),
        op if op.is_const() && is_word_sort(store.sort(term)) => {
            store.value_of(term).as_ref().and_then(word_of_value)
        }
        _ => None,
    }
}

/// Which variables are decided by their values.
#[derive(Default)]
pub(crate) struct Enumerated {
    /// What backends did in queries about few values of a variable.
    spent: FxHashMap<SymbolId, u64>,
    /// Whether a variable is decided by its values: not if that was tried and took too much.
    chosen: FxHashMap<SymbolId, bool>,
}

impl Enumerated {
    /// Whether no variable is.
    pub(crate) fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Whether a query about these variables is decided by their values.
    pub(crate) fn has_any(&self, symbols: &[SymbolId]) -> bool {
        let of = |symbol| self.chosen.get(symbol).copied();
        symbols.iter().any(|symbol| of(symbol) == Some(true))
            && symbols.iter().all(|symbol| of(symbol) != Some(false))
    }

    /// Whether that was tried with one of these variables, and took too much.
    pub(crate) fn is_hopeless(&self, symbols: &[SymbolId]) -> bool {
        symbols.iter().any(|symbol| self.chosen.get(symbol) == Some(&false))
    }

    /// What backends did in queries about one of these variables.
    pub(crate) fn spent(&self, symbols: &[SymbolId]) -> u64 {
        symbols.iter().filter_map(|symbol| self.spent.get(symbol)).copied().max().unwrap_or(0)
    }

    /// A backend did so much in a query about these variables.
    pub(crate) fn add_work(&mut self, symbols: &[SymbolId], work: u64) {
        for &symbol in symbols {
            *self.spent.entry(symbol).or_default() += work;
        }
    }

    /// From now on these variables are decided by their values, or never.
    pub(crate) fn choose(&mut self, symbols: &[SymbolId], chosen: bool) {
        for &symbol in symbols {
            let known = self.chosen.entry(symbol).or_insert(chosen);
            *known &= chosen;
        }
    }
}
