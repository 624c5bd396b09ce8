//! What was executed: blocks and edges of the control flow, each marked once, by all workers together.
//!
//! An edge is a way from one block to another. Cases of a switch that lead to the same block are one edge, since nothing the
//! program does can tell them apart. The sides of a branch are the edges of a block that has more than one.
//!
//! Functions that were called and sides of [conditions](crate::conditions) that are no branches are numbered behind the edges; all
//! of these are *ways*. What is wanted of a run is not that it takes a way but that a test does. So a state keeps the ways it took
//! that no test takes yet, and the way is *settled* when one does.
//!
//! Marking happens on every edge the interpreter follows, so the common case, a settled edge, is one load and one test.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use lariat_program::{BlockId, FileId, FunctionId, LocationId, Program, Terminator};

use crate::code::Edge;
use crate::conditions::Conditions;

/// Blocks and edges executed so far.
pub struct Coverage {
    /// Where a function's blocks start in the numbering of all blocks.
    first_block: SecondaryMap<FunctionId, u32>,
    /// Where a function's edges start in the numbering of all edges.
    first_edge: SecondaryMap<FunctionId, u32>,
    blocks: Vec<AtomicU64>,
    /// Ways: first the edges.
    edges: Vec<AtomicU64>,
    /// Ways that need no test any more: one takes them, or nobody wants one.
    settled: Vec<AtomicU64>,
    /// Ways that tests are wanted for.
    wanted: Vec<u64>,
    /// Number of edges; functions are numbered behind them.
    edge_count: usize,
    /// Where conditions start in the numbering of all ways.
    condition_start: usize,
    /// Where a function's conditions start there.
    first_condition: SecondaryMap<FunctionId, u32>,
    /// For each side of a condition how often the solver was asked for an input in vain.
    asked: Vec<AtomicU32>,
    /// Blocks that nothing reaches: nobody need look for a way there.
    unreachable: Vec<AtomicU64>,
    /// Edges that nothing takes.
    never_taken: Vec<AtomicU64>,
    covered: AtomicUsize,
    total: usize,
    /// For each block its function and the first of its edges; one entry more than there are blocks.
    places: Vec<(FunctionId, u32)>,
    /// The functions that count.
    counted: Vec<FunctionId>,
}

/// Ways that a state took and no test takes yet. Copies of the state share them until one takes another way.
#[derive(Clone, Debug, Default)]
pub struct Untested {
    ways: Option<Arc<Vec<u64>>>,
    /// Whether some are only what a technique says of the code it did not execute.
    pub said: bool,
}

impl Untested {
    fn insert(&mut self, way: usize, words: usize) {
        let ways = self.ways.get_or_insert_with(|| Arc::new(vec![0; words]));
        let (word, bit) = (way / 64, 1u64 << (way % 64));
        if ways[word] & bit == 0 {
            Arc::make_mut(ways)[word] |= bit;
        }
    }
}

/// A side of a condition that is no branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionSide {
    /// The function.
    pub function: FunctionId,
    /// The condition's number there.
    pub condition: u32,
    /// Whether it holds.
    pub holds: bool,
}

/// An edge of the control flow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FlowEdge {
    /// Where it starts.
    pub from: BlockId,
    /// Where it leads.
    pub to: BlockId,
}

/// Blocks and edges that were executed, apart from the run they were executed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Executed {
    blocks: Vec<u64>,
    edges: Vec<u64>,
}

impl Executed {
    /// Whether all that is in another one is in this one.
    pub fn contains(&self, other: &Executed) -> bool {
        let all = |mine: &[u64], theirs: &[u64]| mine.iter().zip(theirs).all(|(a, b)| b & !a == 0);
        all(&self.blocks, &other.blocks) && all(&self.edges, &other.edges)
    }
}

/// Marks a bit; whether it was new.
#[inline]
fn mark(words: &[AtomicU64], number: usize) -> bool {
    let bit = 1u64 << (number % 64);
    let word = &words[number / 64];
    word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
}

fn is_marked(words: &[AtomicU64], number: usize) -> bool {
    words[number / 64].load(Ordering::Relaxed) >> (number % 64) & 1 == 1
}

fn words(bits: usize) -> Vec<AtomicU64> {
    (0..bits.div_ceil(64)).map(|_| AtomicU64::new(0)).collect()
}

/// The blocks a terminator leads to, each once, in the order of its successors.
pub(crate) fn distinct_successors(terminator: &Terminator) -> Vec<BlockId> {
    let mut distinct: Vec<BlockId> = Vec::new();
    for successor in terminator.successors() {
        if !distinct.contains(&successor) {
            distinct.push(successor);
        }
    }
    distinct
}

impl Coverage {
    /// Nothing executed yet; every function with a body counts.
    pub fn new(program: &Program) -> Coverage {
        let mut first_block = SecondaryMap::new();
        let mut first_edge = SecondaryMap::new();
        let mut places = Vec::new();
        let mut edges = 0u32;
        for (id, function) in &program.functions {
            first_block[id] = places.len() as u32;
            first_edge[id] = edges;
            for block in function.body.iter().flat_map(|body| body.blocks.values()) {
                places.push((id, edges));
                edges += distinct_successors(&block.terminator).len() as u32;
            }
        }
        let total = places.len();
        places.push((FunctionId::new(0), edges));
        let mut ways = edges as usize + program.functions.len();
        let condition_start = ways;
        let mut first_condition = SecondaryMap::new();
        for (id, function) in &program.functions {
            first_condition[id] = ways as u32;
            ways += 2 * Conditions::new(program, function).count as usize;
        }
        let with_body = |id: &FunctionId| program.functions[*id].body.is_some();
        Coverage {
            first_block,
            first_edge,
            blocks: words(total),
            edges: words(ways),
            settled: words(ways),
            wanted: vec![0; ways.div_ceil(64)],
            edge_count: edges as usize,
            condition_start,
            first_condition,
            asked: (condition_start..ways).map(|_| AtomicU32::new(0)).collect(),
            unreachable: words(total),
            never_taken: words(edges as usize),
            covered: AtomicUsize::new(0),
            total,
            places,
            counted: program.functions.keys().filter(with_body).collect(),
        }
    }

    /// The same, where only these functions count: those the entry reaches. Their ways want tests.
    pub fn of_functions(program: &Program, functions: &[FunctionId]) -> Coverage {
        let mut coverage = Coverage::new(program);
        coverage.counted.retain(|function| functions.contains(function));
        for function in coverage.counted.clone() {
            let blocks = coverage.block_range(function, program);
            let edges = blocks.flat_map(|block| coverage.edge_range(block));
            let first = coverage.first_condition[function] as usize;
            let conditions = Conditions::new(program, &program.functions[function]).count as usize;
            let ways: Vec<usize> = edges
                .chain([coverage.edge_count + function.index()])
                .chain(first..first + 2 * conditions)
                .collect();
            for way in ways {
                coverage.wanted[way / 64] |= 1 << (way % 64);
            }
        }
        coverage
    }

    /// No way wants a test.
    pub fn forgo_tests(&mut self) {
        self.wanted.fill(0);
    }

    /// Forgets what was executed.
    pub fn clear(&mut self) {
        for word in self.blocks.iter_mut().chain(&mut self.edges).chain(&mut self.settled) {
            *word.get_mut() = 0;
        }
        *self.covered.get_mut() = 0;
    }

    /// Marks an edge and the block it leads to; whether either was new.
    #[inline]
    pub fn enter_edge(&self, function: FunctionId, edge: &Edge, untested: &mut Untested) -> bool {
        let number = self.first_edge[function] as usize + edge.number as usize;
        if is_marked(&self.settled, number) {
            return false;
        }
        let block = self.enter(function, edge.to);
        self.take(number, untested) | block
    }

    /// Marks the call of a function; whether it was new.
    #[inline]
    pub fn call(&self, function: FunctionId, entry: BlockId, untested: &mut Untested) -> bool {
        let number = self.edge_count + function.index();
        if is_marked(&self.settled, number) {
            return false;
        }
        let block = self.enter(function, entry);
        self.take(number, untested) | block
    }

    /// Marks a side of a condition; whether it was new.
    #[inline]
    pub fn decide(&self, side: ConditionSide, untested: &mut Untested) -> bool {
        let number = self.side(side);
        !is_marked(&self.settled, number) && self.take(number, untested)
    }

    /// Marks a way, and notes it if it wants a test; whether it was new.
    fn take(&self, way: usize, untested: &mut Untested) -> bool {
        if self.wanted[way / 64] >> (way % 64) & 1 == 1 {
            untested.insert(way, self.wanted.len());
        } else {
            mark(&self.settled, way);
        }
        mark(&self.edges, way)
    }

    fn side(&self, side: ConditionSide) -> usize {
        let first = self.first_condition[side.function] as usize;
        first + 2 * side.condition as usize + usize::from(side.holds)
    }

    /// Whether a test is wanted for a side of a condition.
    pub fn wants(&self, side: ConditionSide) -> bool {
        let number = self.side(side);
        self.wanted[number / 64] >> (number % 64) & 1 == 1 && !is_marked(&self.settled, number)
    }

    /// Whether the solver should be asked for an input that takes a side, which it was asked for in vain before: the first times,
    /// and then each time twice as many states have been there.
    pub(crate) fn asks_again(&self, side: ConditionSide, first_times: u32) -> bool {
        let asked = &self.asked[self.side(side) - self.condition_start];
        let times = asked.fetch_add(1, Ordering::Relaxed);
        times < first_times || times.is_power_of_two()
    }

    /// Whether a test of a state would take a way that no test takes.
    pub fn is_wanted(&self, untested: &Untested) -> bool {
        let Some(ways) = &untested.ways else { return false };
        ways.iter()
            .zip(&self.settled)
            .any(|(ways, settled)| ways & !settled.load(Ordering::Relaxed) != 0)
    }

    /// There is a test of a state now.
    pub fn settle(&self, untested: &Untested) {
        for (ways, settled) in untested.ways.iter().flat_map(|ways| ways.iter()).zip(&self.settled)
        {
            settled.fetch_or(*ways, Ordering::Relaxed);
        }
    }

    /// There is a test now that executes this.
    pub fn settle_executed(&self, executed: &Executed) {
        self.add(executed);
        for (ways, settled) in executed.edges.iter().zip(&self.settled) {
            settled.fetch_or(*ways, Ordering::Relaxed);
        }
    }

    /// There is a test now that takes a side of a condition.
    pub fn settle_side(&self, side: ConditionSide) {
        let number = self.side(side);
        mark(&self.edges, number);
        mark(&self.settled, number);
    }

    /// Marks a block; whether it was new.
    #[inline]
    pub fn enter(&self, function: FunctionId, block: BlockId) -> bool {
        let new = mark(&self.blocks, self.number(function, block));
        if new {
            self.covered.fetch_add(1, Ordering::Relaxed);
        }
        new
    }

    fn number(&self, function: FunctionId, block: BlockId) -> usize {
        self.first_block[function] as usize + block.index()
    }

    fn edge_range(&self, block: usize) -> std::ops::Range<usize> {
        self.places[block].1 as usize..self.places[block + 1].1 as usize
    }

    fn block_range(&self, function: FunctionId, program: &Program) -> std::ops::Range<usize> {
        let first = self.first_block[function] as usize;
        let count = program.functions[function].body.as_ref().map_or(0, |body| body.blocks.len());
        first..first + count
    }

    /// Whether a block was executed.
    pub fn is_covered(&self, function: FunctionId, block: BlockId) -> bool {
        is_marked(&self.blocks, self.number(function, block))
    }

    /// Blocks executed and blocks in all.
    pub fn blocks(&self) -> (usize, usize) {
        (self.covered_count(), self.total)
    }

    /// Number of blocks executed.
    pub fn covered_count(&self) -> usize {
        self.covered.load(Ordering::Relaxed)
    }

    /// The blocks of counted functions that were not executed and may be; if there are none, the blocks of which not every way was taken.
    pub(crate) fn uncovered(&self) -> Vec<(FunctionId, BlockId)> {
        let last = self.counted.iter().map(|function| function.index() + 1).max();
        let mut counted = FixedBitSet::with_capacity(last.unwrap_or(0));
        counted.extend(self.counted.iter().map(|function| function.index()));
        let of_counted = |wanted: &dyn Fn(usize) -> bool| -> Vec<(FunctionId, BlockId)> {
            (0..self.total)
                .filter(|block| counted.contains(self.places[*block].0.index()) && wanted(*block))
                .map(|block| {
                    let function = self.places[block].0;
                    (function, BlockId::new(block - self.first_block[function] as usize))
                })
                .collect()
        };
        let blocks = of_counted(&|block| {
            !is_marked(&self.blocks, block) && !is_marked(&self.unreachable, block)
        });
        if !blocks.is_empty() {
            return blocks;
        }
        of_counted(&|block| {
            !is_marked(&self.unreachable, block)
                && self.edge_range(block).any(|edge| {
                    !is_marked(&self.edges, edge) && !is_marked(&self.never_taken, edge)
                })
        })
    }

    /// Nothing reaches this block: it is not to be covered any more.
    pub fn prove_unreachable(&self, function: FunctionId, block: BlockId) {
        mark(&self.unreachable, self.number(function, block));
    }

    /// The blocks of counted functions that were not executed, without those that were proved to be unreachable.
    pub fn unentered(&self) -> Vec<(FunctionId, BlockId)> {
        let mut blocks = self.uncovered();
        blocks.retain(|(function, block)| !self.is_covered(*function, *block));
        blocks
    }

    fn edge_number(&self, program: &Program, function: FunctionId, way: FlowEdge) -> Option<usize> {
        let body = program.functions[function].body.as_ref()?;
        let successors = distinct_successors(&body.blocks[way.from].terminator);
        let position = successors.iter().position(|successor| *successor == way.to)?;
        Some(self.edge_range(self.number(function, way.from)).start + position)
    }

    /// Whether an edge was taken.
    pub fn is_taken(&self, program: &Program, function: FunctionId, way: FlowEdge) -> bool {
        self.edge_number(program, function, way).is_some_and(|edge| is_marked(&self.edges, edge))
    }

    /// Whether a test takes an edge.
    pub fn is_tested(&self, program: &Program, function: FunctionId, way: FlowEdge) -> bool {
        self.edge_number(program, function, way).is_some_and(|edge| is_marked(&self.settled, edge))
    }

    /// Nothing takes this edge.
    pub fn prove_never_taken(&self, program: &Program, function: FunctionId, way: FlowEdge) {
        if let Some(edge) = self.edge_number(program, function, way) {
            mark(&self.never_taken, edge);
        }
    }

    /// The sides of branches in counted functions that no test takes, though both their ends were executed, without those that
    /// were proved never to be taken. Those that no state took either come first.
    pub fn untaken(&self, program: &Program) -> Vec<(FunctionId, FlowEdge)> {
        let mut ways = Vec::new();
        for &function in &self.counted {
            let Some(body) = &program.functions[function].body else { continue };
            for (from, block) in &body.blocks {
                let successors = distinct_successors(&block.terminator);
                if successors.len() < 2 || !self.is_covered(function, from) {
                    continue;
                }
                let edges = self.edge_range(self.number(function, from));
                for (edge, to) in edges.zip(successors) {
                    let open =
                        !is_marked(&self.settled, edge) && !is_marked(&self.never_taken, edge);
                    if open && self.is_covered(function, to) {
                        ways.push((function, FlowEdge { from, to }));
                    }
                }
            }
        }
        ways.sort_by_key(|(function, way)| self.is_taken(program, *function, *way));
        ways
    }

    /// What was executed so far.
    pub fn executed(&self) -> Executed {
        let read = |words: &[AtomicU64]| {
            words.iter().map(|word| word.load(Ordering::Relaxed)).collect::<Vec<u64>>()
        };
        Executed { blocks: read(&self.blocks), edges: read(&self.edges) }
    }

    /// Adds what a technique says that a state executes; whether blocks of it are new.
    pub fn add_said(&self, executed: &Executed, untested: &mut Untested) -> bool {
        for (word, ways) in executed.edges.iter().enumerate() {
            let settled = self.settled[word].load(Ordering::Relaxed);
            let mut open = ways & self.wanted[word] & !settled;
            while open != 0 {
                untested.insert(word * 64 + open.trailing_zeros() as usize, self.wanted.len());
                untested.said = true;
                open &= open - 1;
            }
        }
        self.add(executed)
    }

    /// Adds what was executed of the same program; whether blocks of it are new.
    pub fn add(&self, other: &Executed) -> bool {
        let add = |mine: &[AtomicU64], theirs: &[u64]| -> usize {
            let pairs = mine.iter().zip(theirs).filter(|(_, theirs)| **theirs != 0);
            pairs
                .map(|(mine, theirs)| {
                    (theirs & !mine.fetch_or(*theirs, Ordering::Relaxed)).count_ones() as usize
                })
                .sum()
        };
        let new = add(&self.blocks, &other.blocks);
        self.covered.fetch_add(new, Ordering::Relaxed);
        add(&self.edges, &other.edges);
        new > 0
    }

    /// The numbers.
    pub fn report(&self, program: &Program) -> CoverageReport {
        let mut report = CoverageReport::default();
        for function in &self.counted {
            for block in self.block_range(*function, program) {
                report.blocks.add(is_marked(&self.blocks, block));
                let edges = self.edge_range(block);
                if edges.len() > 1 {
                    edges.for_each(|edge| report.branches.add(is_marked(&self.edges, edge)));
                }
            }
            self.add_lines(program, *function, &mut report.lines);
        }
        report
    }

    fn add_lines(&self, program: &Program, function: FunctionId, files: &mut LinesByFile) {
        let Some(body) = &program.functions[function].body else { return };
        for (id, block) in &body.blocks {
            let covered = self.is_covered(function, id);
            let of_insts = block.insts().map(|inst| body.location(inst));
            for location in of_insts.chain([block.terminator_location]).flatten() {
                let (file, line) = line_of(program, location);
                // The compiler gives line 0 to code that belongs to no line.
                if line > 0 {
                    *files.entry(file).or_default().entry(line).or_default() |= covered;
                }
            }
        }
    }
}

/// The line a place belongs to; code that was inlined counts where it was written.
fn line_of(program: &Program, location: LocationId) -> (FileId, u32) {
    let location = program.locations.get(location);
    (location.file, location.line)
}

/// Lines with code by file, and whether each was executed.
pub type LinesByFile = BTreeMap<FileId, BTreeMap<u32, bool>>;

/// So many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// Executed.
    pub covered: usize,
    /// In all.
    pub total: usize,
}

impl Share {
    fn add(&mut self, covered: bool) {
        self.total += 1;
        self.covered += usize::from(covered);
    }
}

/// What was executed of the functions that count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoverageReport {
    /// Blocks.
    pub blocks: Share,
    /// Sides of branches and of switches.
    pub branches: Share,
    /// Source lines by file.
    pub lines: LinesByFile,
}

impl CoverageReport {
    /// The lines of all files together.
    pub fn all_lines(&self) -> Share {
        let mut share = Share::default();
        for covered in self.lines.values().flat_map(BTreeMap::values) {
            share.add(*covered);
        }
        share
    }
}
