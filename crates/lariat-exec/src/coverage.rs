//! What was executed: blocks and edges of the control flow, each marked once, by all workers together.
//!
//! An edge is a way from one block to another. Cases of a switch that lead to the same block are one edge, since nothing the
//! program does can tell them apart. The sides of a branch are the edges of a block that has more than one.
//!
//! Marking happens on every edge the interpreter follows, so the common case, an edge known already, is one load and one test.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use lariat_program::{BlockId, FileId, FunctionId, LocationId, Program, Terminator};

use crate::code::Edge;

/// Blocks and edges executed so far.
pub struct Coverage {
    /// Where a function's blocks start in the numbering of all blocks.
    first_block: SecondaryMap<FunctionId, u32>,
    /// Where a function's edges start in the numbering of all edges.
    first_edge: SecondaryMap<FunctionId, u32>,
    blocks: Vec<AtomicU64>,
    edges: Vec<AtomicU64>,
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
        let with_body = |id: &FunctionId| program.functions[*id].body.is_some();
        Coverage {
            first_block,
            first_edge,
            blocks: words(total),
            edges: words(edges as usize),
            unreachable: words(total),
            never_taken: words(edges as usize),
            covered: AtomicUsize::new(0),
            total,
            places,
            counted: program.functions.keys().filter(with_body).collect(),
        }
    }

    /// The same, where only these functions count: those the entry reaches.
    pub fn of_functions(program: &Program, functions: &[FunctionId]) -> Coverage {
        let mut coverage = Coverage::new(program);
        coverage.counted.retain(|function| functions.contains(function));
        coverage
    }

    /// Forgets what was executed.
    pub fn clear(&mut self) {
        for word in self.blocks.iter_mut().chain(&mut self.edges) {
            *word.get_mut() = 0;
        }
        *self.covered.get_mut() = 0;
    }

    /// Marks an edge and the block it leads to; whether the block was new.
    #[inline]
    pub fn enter_edge(&self, function: FunctionId, edge: &Edge) -> bool {
        let number = self.first_edge[function] as usize + edge.number as usize;
        if is_marked(&self.edges, number) {
            return false;
        }
        mark(&self.edges, number);
        self.enter(function, edge.to)
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

    /// Nothing takes this edge.
    pub fn prove_never_taken(&self, program: &Program, function: FunctionId, way: FlowEdge) {
        if let Some(edge) = self.edge_number(program, function, way) {
            mark(&self.never_taken, edge);
        }
    }

    /// The sides of branches in counted functions that were not taken, though both their ends were executed, without those that
    /// were proved never to be taken.
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
                    let open = !is_marked(&self.edges, edge) && !is_marked(&self.never_taken, edge);
                    if open && self.is_covered(function, to) {
                        ways.push((function, FlowEdge { from, to }));
                    }
                }
            }
        }
        ways
    }

    /// Adds what another run of the same program has executed.
    pub fn absorb(&self, other: &Coverage) {
        self.add(&other.executed());
    }

    /// What was executed so far.
    pub fn executed(&self) -> Executed {
        let read = |words: &[AtomicU64]| {
            words.iter().map(|word| word.load(Ordering::Relaxed)).collect::<Vec<u64>>()
        };
        Executed { blocks: read(&self.blocks), edges: read(&self.edges) }
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
