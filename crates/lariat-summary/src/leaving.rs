//! Where in an iteration a loop is left, and what the source's variables are there.
//!
//! A loop variable is a phi of the header. Where a loop is left in the middle of an iteration, or
//! behind the body, the source's variable may have got another value since; debug information says
//! which.

use lariat_loop::Leaves;
use lariat_program::{BlockId, Body, Bound, Operand, ValueId, VariableId};
use rustc_hash::FxHashSet;

/// What is known of a way out of a loop besides its condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaving {
    /// Where in an iteration it is.
    pub leaves: Leaves,
    /// Variables whose value there is not the one that is given.
    pub unknown: Vec<usize>,
}

impl Leaving {
    /// For executions that end within a loop.
    pub(crate) fn failing() -> Leaving {
        Leaving { leaves: Leaves::Fails, unknown: Vec::new() }
    }
}

/// A loop with the ways out of it.
pub(crate) struct LoopExits<'a> {
    body: &'a Body,
    header: BlockId,
    inside: FxHashSet<BlockId>,
}

impl<'a> LoopExits<'a> {
    pub(crate) fn new(
        body: &'a Body,
        header: BlockId,
        blocks: impl IntoIterator<Item = BlockId>,
    ) -> LoopExits<'a> {
        LoopExits { body, header, inside: blocks.into_iter().collect() }
    }

    /// The blocks of the loop that lead to a block.
    fn sources(&self, target: BlockId) -> Vec<BlockId> {
        let leads = |block: &BlockId| {
            let terminator = &self.body.blocks[*block].terminator;
            terminator.successors().contains(&target)
        };
        let mut sources: Vec<BlockId> = self.inside.iter().copied().filter(leads).collect();
        sources.sort_unstable();
        sources
    }

    /// Where in an iteration the loop is left to a block.
    pub(crate) fn leaves(&self, target: BlockId) -> Leaves {
        let (sources, latches) = (self.sources(target), self.sources(self.header));
        let all = |wanted: &[BlockId]| {
            !sources.is_empty() && sources.iter().all(|source| wanted.contains(source))
        };
        if all(&latches) {
            Leaves::AfterBody
        } else if all(&[self.header]) && (!self.assigns(self.header) || self.tests(&latches)) {
            Leaves::BeforeBody
        } else {
            Leaves::WithinBody
        }
    }

    /// Whether the header is the loop's own test, as in `while (n-- > 0)`: compilers say that it is where the iterations come back from.
    fn tests(&self, latches: &[BlockId]) -> bool {
        let location = |block: BlockId| self.body.blocks[block].terminator_location;
        let own = location(self.header);
        own.is_some()
            && latches.iter().all(|latch| *latch != self.header && location(*latch) == own)
    }

    /// Whether a block gives variables of the source other values than its phis.
    fn assigns(&self, block: BlockId) -> bool {
        let phis = &self.body.blocks[block].phis;
        self.body.bindings.iter().filter(|binding| binding.block == block).any(|binding| {
            let is_phi = |operand: Operand| phis.iter().any(|phi| operand == phi.result.into());
            !matches!(binding.bound, Bound::Value(operand) if is_phi(operand))
        })
    }

    /// What the source variable that a phi of the header holds is where the loop is left to a
    /// block; none if that is not known.
    pub(crate) fn current(&self, target: BlockId, phi: ValueId) -> Option<Operand> {
        let Some(variable) = self.body.values[phi].variable.expand() else {
            return Some(phi.into());
        };
        let mut found: Option<Operand> = None;
        let mut seen = FxHashSet::default();
        let mut work = self.sources(target);
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            let here = match self.last_binding(block, variable) {
                Some(Bound::Value(operand)) => operand,
                Some(_) => return None,
                None if block == self.header => phi.into(),
                None => {
                    work.extend(self.sources(block));
                    continue;
                }
            };
            if found.is_some_and(|found| found != here) {
                return None;
            }
            found = Some(here);
        }
        found
    }

    fn last_binding(&self, block: BlockId, variable: VariableId) -> Option<Bound> {
        let own = self.body.bindings.iter().filter(|b| b.block == block && b.variable == variable);
        own.max_by_key(|binding| binding.before).map(|binding| binding.bound)
    }

    /// The variables of these names that are not what the header's phis are.
    pub(crate) fn changed(&self, target: BlockId, names: &[String]) -> Vec<usize> {
        let phis = &self.body.blocks[self.header].phis;
        let changed = |name: &String| {
            phis.iter().any(|phi| {
                self.body.value_name(phi.result) == Some(name.as_str())
                    && self.current(target, phi.result) != Some(phi.result.into())
            })
        };
        (0..names.len()).filter(|&number| changed(&names[number])).collect()
    }
}
