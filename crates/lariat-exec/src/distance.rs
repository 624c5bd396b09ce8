//! How far a state is from code somebody wants to get to, in blocks.
//!
//! The map is the control flow of all functions joined by calls: a block leads to its successors and to the entries of what it
//! calls, and going on after a call costs what the shortest way through the callee costs. From a block the way may also
//! lead out of the function and on in the callers; those are taken from the state's own stack, so a helper that is called
//! from everywhere is not taken for a short cut between its callers.
//!
//! What does not depend on the goals is computed once and shared by all workers; distances to goals are one run of Dijkstra's algorithm
//! backwards from them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cranelift_entity::{EntityRef, SecondaryMap};
use lariat_program::callgraph::address_taken;
use lariat_program::{BlockId, Callee, FunctionId, Inst, Program, Terminator};

/// No way leads there.
pub(crate) const FAR: u32 = u32::MAX;

/// A block of any function.
pub(crate) type Place = (FunctionId, BlockId);

/// The control flow of a whole program.
pub(crate) struct FlowMap {
    first_block: SecondaryMap<FunctionId, u32>,
    /// The ways into a block: the block before it and the length.
    before: Vec<Vec<(u32, u32)>>,
    /// The successors and callees of a block, for going on in the middle of it.
    after: Vec<Vec<(u32, u32)>>,
    /// Shortest way from a block out of its function.
    out: Vec<u32>,
}

fn plus(a: u32, b: u32) -> u32 {
    a.saturating_add(b)
}

impl FlowMap {
    /// Reads a program.
    pub(crate) fn new(program: &Program) -> FlowMap {
        let mut first_block = SecondaryMap::new();
        let mut total = 0u32;
        for (id, function) in &program.functions {
            first_block[id] = total;
            total += function.body.as_ref().map_or(0, |body| body.blocks.len() as u32);
        }
        let number =
            |function: FunctionId, block: BlockId| first_block[function] + block.index() as u32;
        let has_body = |function: &FunctionId| program.functions[*function].body.is_some();
        let taken: Vec<FunctionId> = address_taken(program).into_iter().filter(has_body).collect();
        // The calls of each block, and what comes after it.
        let mut calls: Vec<Vec<Vec<FunctionId>>> = vec![Vec::new(); total as usize];
        let mut successors: Vec<Vec<u32>> = vec![Vec::new(); total as usize];
        let mut returns = vec![false; total as usize];
        for (id, function) in &program.functions {
            let Some(body) = &function.body else { continue };
            for (block_id, block) in &body.blocks {
                let here = number(id, block_id) as usize;
                returns[here] = matches!(block.terminator, Terminator::Return(_));
                successors[here] = (block.terminator.successors().into_iter())
                    .map(|successor| number(id, successor))
                    .collect();
                successors[here].sort_unstable();
                successors[here].dedup();
                for inst in block.insts() {
                    let Inst::Call(call) = body.inst(inst) else { continue };
                    match body.calls[call].callee {
                        Callee::Direct(callee) if has_body(&callee) => {
                            calls[here].push(vec![callee])
                        }
                        Callee::Direct(_) => {}
                        Callee::Indirect(_) => calls[here].push(taken.clone()),
                    }
                }
            }
        }
        let mut map = FlowMap {
            before: vec![Vec::new(); total as usize],
            after: vec![Vec::new(); total as usize],
            out: vec![FAR; total as usize],
            first_block,
        };
        map.measure_functions(&calls, &successors, &returns);
        for here in 0..total as usize {
            let entries = calls[here].iter().flatten().map(|callee| map.first_block[*callee]);
            let mut ways: Vec<(u32, u32)> = entries.map(|entry| (entry, 1)).collect();
            let length = map.cost(&calls[here]);
            if length != FAR {
                ways.extend(successors[here].iter().map(|successor| (*successor, length)));
            }
            for (to, length) in &ways {
                map.before[*to as usize].push((here as u32, *length));
            }
            map.after[here] = ways;
        }
        map
    }

    /// The cost of a block: one, and the shortest ways through what it calls.
    fn cost(&self, calls: &[Vec<FunctionId>]) -> u32 {
        calls.iter().fold(1, |cost, callees| {
            let through = callees.iter().map(|callee| self.out[self.first_block[*callee] as usize]);
            plus(cost, through.min().unwrap_or(0))
        })
    }

    /// The shortest way out of each block. Functions need each other's, so it is repeated until nothing changes.
    fn measure_functions(
        &mut self,
        calls: &[Vec<Vec<FunctionId>>],
        successors: &[Vec<u32>],
        returns: &[bool],
    ) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for here in (0..successors.len()).rev() {
                let cost = self.cost(&calls[here]);
                let next = successors[here].iter().map(|next| self.out[*next as usize]).min();
                let rest = if returns[here] { 0 } else { next.unwrap_or(FAR) };
                let out = plus(cost, rest);
                if out < self.out[here] {
                    self.out[here] = out;
                    changed = true;
                }
            }
        }
    }

    /// Number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.out.len()
    }

    fn number(&self, (function, block): Place) -> u32 {
        self.first_block[function] + block.index() as u32
    }

    /// Distances from every block to the nearest goal.
    pub(crate) fn distances(&self, goals: impl Iterator<Item = Place>) -> Distances {
        let mut near = vec![FAR; self.out.len()];
        let mut queue = BinaryHeap::new();
        for goal in goals {
            let goal = self.number(goal);
            near[goal as usize] = 0;
            queue.push(Reverse((0u32, goal)));
        }
        while let Some(Reverse((distance, block))) = queue.pop() {
            if distance > near[block as usize] {
                continue;
            }
            for (before, length) in &self.before[block as usize] {
                let longer = plus(distance, *length);
                if longer < near[*before as usize] {
                    near[*before as usize] = longer;
                    queue.push(Reverse((longer, *before)));
                }
            }
        }
        Distances { near }
    }

    /// How far a state with this stack is, the innermost place first.
    pub(crate) fn of_stack(
        &self,
        distances: &Distances,
        stack: impl Iterator<Item = Place>,
    ) -> u32 {
        let mut least = FAR;
        let mut way_here = 0u32;
        for (depth, place) in stack.enumerate() {
            let block = self.number(place) as usize;
            let near = match depth {
                0 => distances.near[block],
                // In the middle of the block, at a call: the block itself is not entered again.
                _ => (self.after[block].iter())
                    .map(|(to, length)| plus(distances.near[*to as usize], *length))
                    .min()
                    .unwrap_or(FAR),
            };
            least = least.min(plus(way_here, near));
            way_here = plus(way_here, self.out[block]);
            if way_here == FAR || way_here >= least {
                break;
            }
        }
        least
    }
}

/// Distances from every block to a set of goals.
pub(crate) struct Distances {
    near: Vec<u32>,
}
