//! The term store: hash-consing, symbols, and access to nodes.
//!
//! Nodes live in an append-only vector that is read without locks; what is looked up to find an existing node is split into
//! shards with a lock each, so threads rarely meet. Ids are given out in the order of creation: one thread, one order.

use std::fmt;
use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::simplify::RuleCounters;
use crate::sort::{FloatFormat, Sort};
use crate::table::IdTable;

/// A term of a [`TermStore`]. Equal ids mean equal terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);

impl TermId {
    /// The term's number, dense from 0: for tables indexed by term.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A free variable's name and sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(u32);

impl SymbolId {
    /// The symbol's number, dense from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constant that does not fit in a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WideId(u32);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Wide {
    Bits(BitVec),
    Int(BigInt),
}

struct Symbol {
    name: String,
    sort: Sort,
    term: TermId,
}

struct Node {
    op: Op,
    args: Args,
    sort: Sort,
    /// One more than the largest de Bruijn index that points out of this term; 0 for a closed term.
    loose: u32,
}

/// A node's arguments. Nearly all nodes have at most three, which are kept in the node; the rest are behind one thin
/// pointer, so that a node stays within a cache line.
enum Args {
    None,
    One([TermId; 1]),
    Two([TermId; 2]),
    Three([TermId; 3]),
    #[allow(clippy::box_collection, reason = "a thin pointer keeps the node small")]
    Many(Box<Vec<TermId>>),
}

impl Args {
    fn new(args: &[TermId]) -> Args {
        match *args {
            [] => Args::None,
            [a] => Args::One([a]),
            [a, b] => Args::Two([a, b]),
            [a, b, c] => Args::Three([a, b, c]),
            _ => Args::Many(Box::new(args.to_vec())),
        }
    }

    fn as_slice(&self) -> &[TermId] {
        match self {
            Args::None => &[],
            Args::One(args) => args,
            Args::Two(args) => args,
            Args::Three(args) => args,
            Args::Many(args) => args,
        }
    }
}

/// A shard on cache lines of its own, so that locking one does not slow its neighbours down.
#[repr(align(128))]
#[derive(Default)]
struct Shard(Mutex<IdTable>);

const SHARDS: usize = 64;

/// The shard comes from the highest bits, the place in it from the lowest.
fn shard_of(hash: u32) -> usize {
    (hash >> 26) as usize % SHARDS
}

fn node_hash(op: Op, sort: Sort, args: &[TermId]) -> u32 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    // The sort of a node with arguments nearly always follows from them.
    if args.is_empty() {
        sort.hash(&mut hasher);
    }
    for arg in args {
        hasher.write_u32(arg.0);
    }
    // The hasher's low bits depend on little of its input; one more multiplication mixes them.
    let hash = hasher.finish();
    ((hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

fn symbol_hash(name: &str, sort: Sort) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    sort.hash(&mut hasher);
    hasher.finish()
}

/// Makes terms and owns them. See the crate documentation.
pub struct TermStore {
    nodes: boxcar::Vec<Node>,
    shards: Box<[Shard; SHARDS]>,
    symbols: boxcar::Vec<Symbol>,
    symbol_table: Mutex<HashTable<SymbolId>>,
    /// See [`TermStore::binder_var`].
    binder_variables: Mutex<FxHashMap<(u32, Sort), TermId>>,
    wide: boxcar::Vec<Wide>,
    wide_table: Mutex<FxHashMap<Wide, WideId>>,
    /// The two truth values, which simplification returns all the time.
    truth: [TermId; 2],
    simplifying: bool,
    pub(crate) counters: RuleCounters,
}

impl Default for TermStore {
    fn default() -> Self {
        TermStore::new()
    }
}

impl TermStore {
    /// An empty store.
    pub fn new() -> TermStore {
        TermStore::with_simplifier(true)
    }

    /// An empty store whose constructors simplify, or do not: then [`TermStore::mk`] is [`TermStore::raw`].
    pub fn with_simplifier(simplifying: bool) -> TermStore {
        let mut store = TermStore {
            nodes: boxcar::Vec::new(),
            shards: Box::new(std::array::from_fn(|_| Shard::default())),
            symbols: boxcar::Vec::new(),
            symbol_table: Mutex::default(),
            binder_variables: Mutex::default(),
            wide: boxcar::Vec::new(),
            wide_table: Mutex::default(),
            truth: [TermId(0), TermId(1)],
            simplifying,
            counters: RuleCounters::default(),
        };
        store.truth =
            [false, true].map(|value| store.intern(Op::BoolConst(value), Sort::Bool, &[]));
        store
    }

    /// Whether constructors simplify.
    pub fn simplifies(&self) -> bool {
        self.simplifying
    }

    /// Number of terms made so far.
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Whether no term has been made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The term's operation.
    #[inline]
    pub fn op(&self, term: TermId) -> Op {
        self.node(term).op
    }

    /// The term's arguments.
    #[inline]
    pub fn args(&self, term: TermId) -> &[TermId] {
        self.node(term).args.as_slice()
    }

    /// The term's sort.
    #[inline]
    pub fn sort(&self, term: TermId) -> Sort {
        self.node(term).sort
    }

    /// Operation and sort at once.
    #[inline]
    pub(crate) fn op_and_sort(&self, term: TermId) -> (Op, Sort) {
        let node = self.node(term);
        (node.op, node.sort)
    }

    /// Operation and arguments at once, for matching.
    #[inline]
    pub fn view(&self, term: TermId) -> (Op, &[TermId]) {
        let node = self.node(term);
        (node.op, node.args.as_slice())
    }

    /// One more than the largest de Bruijn index pointing out of the term; 0 if none does.
    pub fn loose_bound(&self, term: TermId) -> u32 {
        self.node(term).loose
    }

    /// A term exactly as given: no simplification. The sort is the operation's; panics if the arguments do not fit.
    pub fn raw(&self, op: Op, args: &[TermId]) -> TermId {
        self.intern(op, self.sort_of(op, args), args)
    }

    /// The sort of a node; panics if the arguments do not fit.
    #[inline]
    pub(crate) fn sort_of(&self, op: Op, args: &[TermId]) -> Sort {
        use Op::*;
        // The operations that are built most, without copying sorts around.
        if let [a, b] = *args {
            let (left, right) = (self.sort(a), self.sort(b));
            if left == right && matches!(left, Sort::BitVec(_)) {
                match op {
                    BvAdd | BvAnd | BvOr | BvXor | BvMul => return left,
                    Eq | BvUlt | BvUle | BvSlt | BvSle => return Sort::Bool,
                    _ => {}
                }
            }
        }
        let sorts: SmallVec<[Sort; 4]> = args.iter().map(|&a| self.sort(a)).collect();
        op.result_sort(&sorts)
            .unwrap_or_else(|| panic!("{op:?} does not take arguments of sorts {sorts:?}"))
    }

    /// A node whose sort the caller knows: leaves, constant arrays, lambdas. No simplification.
    pub(crate) fn intern(&self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let hash = node_hash(op, sort, args);
        let mut shard = self.shards[shard_of(hash)].0.lock();
        let same = |id: u32| {
            let node = self.node(TermId(id));
            node.op == op && node.sort == sort && node.args.as_slice() == args
        };
        if let Some(id) = shard.find(hash, same) {
            return TermId(id);
        }
        let loose = match op {
            Op::Bound(index) => index + 1,
            _ => (args.iter().enumerate())
                .map(|(i, &arg)| {
                    let loose = self.loose_bound(arg);
                    if op.binds(i) { loose.saturating_sub(1) } else { loose }
                })
                .max()
                .unwrap_or(0),
        };
        let id = self.nodes.push(Node { op, sort, args: Args::new(args), loose });
        let id = u32::try_from(id).expect("fewer than 2^32 terms");
        shard.insert(hash, id);
        TermId(id)
    }

    #[inline]
    fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// The variable of this name and sort, always the same one.
    pub fn var(&self, name: &str, sort: Sort) -> TermId {
        let mut table = self.symbol_table.lock();
        match self.find_symbol(&table, name, sort) {
            Some(symbol) => self.symbols[symbol.index()].term,
            None => self.add_symbol(&mut table, name.to_owned(), sort),
        }
    }

    /// A variable that did not exist before; its name starts with `prefix`.
    pub fn fresh_var(&self, prefix: &str, sort: Sort) -> TermId {
        let mut table = self.symbol_table.lock();
        let mut number = self.symbols.count();
        loop {
            let name = format!("{prefix}!{number}");
            if self.find_symbol(&table, &name, sort).is_none() {
                return self.add_symbol(&mut table, name, sort);
            }
            number += 1;
        }
    }

    /// The variable that stands for the bound one while the body of a binder at this nesting depth is built.
    pub(crate) fn binder_var(&self, depth: u32, sort: Sort) -> TermId {
        let mut known = self.binder_variables.lock();
        *known.entry((depth, sort)).or_insert_with(|| {
            // It is not in the table of names: a variable of the same name is another one.
            let _table = self.symbol_table.lock();
            self.new_symbol(format!("binder!{depth}"), sort).1
        })
    }

    fn find_symbol(&self, table: &HashTable<SymbolId>, name: &str, sort: Sort) -> Option<SymbolId> {
        let same = |id: &SymbolId| {
            let symbol = &self.symbols[id.index()];
            symbol.sort == sort && symbol.name == name
        };
        table.find(symbol_hash(name, sort), same).copied()
    }

    fn add_symbol(&self, table: &mut HashTable<SymbolId>, name: String, sort: Sort) -> TermId {
        let hash = symbol_hash(&name, sort);
        let (symbol, term) = self.new_symbol(name, sort);
        table.insert_unique(hash, symbol, |id| {
            let symbol = &self.symbols[id.index()];
            symbol_hash(&symbol.name, symbol.sort)
        });
        term
    }

    /// Called with the table of names locked, which keeps symbols and their numbers together.
    fn new_symbol(&self, name: String, sort: Sort) -> (SymbolId, TermId) {
        let symbol =
            SymbolId(u32::try_from(self.symbols.count()).expect("fewer than 2^32 symbols"));
        let term = self.intern(Op::Var(symbol), sort, &[]);
        self.symbols.push(Symbol { name, sort, term });
        (symbol, term)
    }

    /// A symbol's name.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// A symbol's sort.
    pub fn symbol_sort(&self, symbol: SymbolId) -> Sort {
        self.symbols[symbol.index()].sort
    }

    /// The term that stands for a symbol.
    pub fn symbol_term(&self, symbol: SymbolId) -> TermId {
        self.symbols[symbol.index()].term
    }

    fn wide(&self, value: Wide) -> WideId {
        let mut table = self.wide_table.lock();
        if let Some(&id) = table.get(&value) {
            return id;
        }
        let id = WideId(u32::try_from(self.wide.push(value.clone())).expect("fewer than 2^32"));
        table.insert(value, id);
        id
    }

    /// A truth value.
    pub fn bool_const(&self, value: bool) -> TermId {
        self.truth[usize::from(value)]
    }

    /// A bit-vector constant, `value` modulo 2^width.
    pub fn bv_const(&self, width: u32, value: u64) -> TermId {
        if width <= 64 {
            let value = value & crate::bitvec::word_mask(width);
            self.intern(Op::BvConst(value), Sort::BitVec(width), &[])
        } else {
            self.bv_value(&BitVec::new(width, value))
        }
    }

    /// A bit-vector constant of any width.
    pub fn bv_value(&self, value: &BitVec) -> TermId {
        let width = value.width();
        if width <= 64 {
            return self
                .bv_const(width, value.to_u64().expect("a value of at most 64 bits is a word"));
        }
        let id = self.wide(Wide::Bits(value.clone()));
        self.intern(Op::WideBvConst(id), Sort::BitVec(width), &[])
    }

    /// An integer constant.
    pub fn int_const(&self, value: i64) -> TermId {
        self.intern(Op::IntConst(value), Sort::Int, &[])
    }

    /// An integer constant of any size.
    pub fn int_value(&self, value: &BigInt) -> TermId {
        match value.to_i64() {
            Some(small) => self.int_const(small),
            None => {
                let id = self.wide(Wide::Int(value.clone()));
                self.intern(Op::BigIntConst(id), Sort::Int, &[])
            }
        }
    }

    /// The value of a bit-vector constant.
    pub fn as_bv(&self, term: TermId) -> Option<BitVec> {
        match self.op(term) {
            Op::BvConst(value) => Some(BitVec::new(self.sort(term).width(), value)),
            Op::WideBvConst(id) => Some(self.wide_bits(id).clone()),
            _ => None,
        }
    }

    /// The value of a bit-vector constant of at most 64 bits.
    pub fn as_word(&self, term: TermId) -> Option<u64> {
        match self.op(term) {
            Op::BvConst(value) => Some(value),
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub fn as_int(&self, term: TermId) -> Option<BigInt> {
        match self.op(term) {
            Op::IntConst(value) => Some(BigInt::from(value)),
            Op::BigIntConst(id) => match &self.wide[id.0 as usize] {
                Wide::Int(value) => Some(value.clone()),
                Wide::Bits(_) => unreachable!("an integer constant holds an integer"),
            },
            _ => None,
        }
    }

    /// The value of a truth constant.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.op(term) {
            Op::BoolConst(value) => Some(value),
            _ => None,
        }
    }

    /// Format and register bits of a floating-point constant.
    pub fn as_float(&self, term: TermId) -> Option<(FloatFormat, BitVec)> {
        match (self.op(term), self.sort(term)) {
            (Op::FloatConst(id), Sort::Float(format)) => Some((format, self.wide_bits(id).clone())),
            _ => None,
        }
    }

    /// A floating-point constant from register bits that are already canonical (one NaN, no odd x87 encodings).
    pub(crate) fn float_canonical(&self, format: FloatFormat, bits: &BitVec) -> TermId {
        let id = self.wide(Wide::Bits(bits.clone()));
        self.intern(Op::FloatConst(id), Sort::Float(format), &[])
    }

    fn wide_bits(&self, id: WideId) -> &BitVec {
        match &self.wide[id.0 as usize] {
            Wide::Bits(bits) => bits,
            Wide::Int(_) => unreachable!("a bit-vector constant holds bits"),
        }
    }
}
