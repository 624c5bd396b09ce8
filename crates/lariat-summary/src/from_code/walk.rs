//! The ways through one iteration, block by block.

use lariat_program::loops::{Loop, LoopKind};
use lariat_program::{BlockId, Operand, Phi, Terminator};
use lariat_term::{Sort, TermId};

use super::{At, MOST_PATHS, MOST_STEPS, Reader, TOO_MANY, Ways};

impl Reader<'_> {
    /// Walks every way by itself.
    pub(super) fn walk(&mut self, start: At, kept: &[&Phi]) -> Result<Ways, String> {
        let mut ways = Ways::default();
        let mut work = vec![start];
        while let Some(at) = work.pop() {
            self.steps += 1;
            if ways.ends.len() + ways.exits.len() > MOST_PATHS || self.steps > MOST_STEPS {
                return Err(TOO_MANY.into());
            }
            self.step(at, kept, &mut work, &mut ways)?;
        }
        Ok(ways)
    }

    /// Passes one block.
    pub(super) fn step(
        &mut self,
        mut at: At,
        kept: &[&Phi],
        work: &mut Vec<At>,
        ways: &mut Ways,
    ) -> Result<(), String> {
        let block = at.block;
        let data = &self.body.blocks[block];
        for inst in data.insts() {
            if !self.inst(inst, &mut at) {
                // The program ends here.
                return Ok(());
            }
        }
        let branches: Vec<(BlockId, Option<TermId>)> = match &data.terminator {
            Terminator::Jump(target) => vec![(*target, None)],
            Terminator::Return(_) | Terminator::Unreachable => return Ok(()),
            terminator if !self.slice.has_branch(block) => {
                debug_assert!(!terminator.successors().is_empty());
                match self.slice.meeting_point(block) {
                    Some(meeting) => return self.enter(at, None, meeting, work),
                    None => {
                        let values = self.values_after(&at, None, kept)?;
                        ways.ends.push((at, values));
                        return Ok(());
                    }
                }
            }
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.truth(*condition, &at);
                vec![(*then, Some(condition)), (*otherwise, Some(self.store.not(condition)))]
            }
            Terminator::Switch { value, cases, default } => {
                let Some(term) = self.operand(*value, &at.values) else {
                    return Err("it decides on something that is no number".into());
                };
                let equals = |case: &lariat_program::SwitchCase| {
                    let constant = self.store.bv_value(&case.value);
                    match self.store.sort(term) {
                        Sort::Bool => {
                            let one = self.store.bv_const(1, 1);
                            if constant == one { term } else { self.store.not(term) }
                        }
                        _ => self.store.eq(term, constant),
                    }
                };
                // The cases that go the same way are one way.
                let mut found: Vec<(BlockId, Vec<TermId>)> = Vec::new();
                let mut none = Vec::new();
                for case in cases {
                    let holds = equals(case);
                    none.push(self.store.not(holds));
                    match found.iter_mut().find(|(target, _)| *target == case.target) {
                        Some((_, holding)) => holding.push(holds),
                        None => found.push((case.target, vec![holds])),
                    }
                }
                let none = self.store.and(&none);
                match found.iter_mut().find(|(target, _)| target == default) {
                    Some((_, holding)) => holding.push(none),
                    None => found.push((*default, vec![none])),
                }
                found
                    .into_iter()
                    .map(|(target, holding)| (target, Some(self.store.or(&holding))))
                    .collect()
            }
            Terminator::IndirectJump { targets, .. }
            | Terminator::Unsupported { successors: targets, .. } => {
                let mut targets = targets.clone();
                targets.dedup();
                targets.into_iter().map(|target| (target, Some(self.new_truth()))).collect()
            }
        };
        for (target, condition) in branches {
            let mut next = at.clone();
            if let Some(condition) = condition {
                match self.store.as_bool(condition) {
                    Some(false) => continue,
                    Some(true) => {}
                    // That an inner loop is left in the end is no decision.
                    None if self.is_only_way_out(block, target) => next.checks.push(condition),
                    None => next.guard.push(condition),
                }
            }
            if target == self.this.header {
                let values = self.values_after(&next, Some(block), kept)?;
                ways.ends.push((next, values));
            } else if self.this.contains(target) {
                self.enter(next, Some(block), target, work)?;
            } else {
                ways.exits.push((next, target));
            }
        }
        Ok(())
    }

    /// Whether a branch leaves an inner loop, and such a loop is left nowhere else.
    fn is_only_way_out(&self, from: BlockId, target: BlockId) -> bool {
        let mut left = (self.forest.iter()).map(|(_, inner)| inner).filter(|inner| {
            inner.header != self.this.header
                && self.this.contains(inner.header)
                && inner.contains(from)
                && !inner.contains(target)
        });
        let has_one = |inner: &Loop| inner.exit_edges.len() == 1;
        left.next().is_some_and(has_one) && left.all(has_one)
    }

    /// Goes on at another block, from a certain one or past branches that do not matter.
    fn enter(
        &mut self,
        mut at: At,
        from: Option<BlockId>,
        target: BlockId,
        work: &mut Vec<At>,
    ) -> Result<(), String> {
        if let Some(inner) = self.forest.headed_by(target) {
            let inner = self.forest.get(inner);
            if inner.kind == LoopKind::Irreducible {
                return Err("there is a loop with several entries in it".into());
            }
            if at.inner.contains(&target) {
                // What follows the last time the inner loop is at its header is walked already.
                return Ok(());
            }
            at.inner.push(target);
            let mut left = Vec::new();
            for phi in &self.body.blocks[target].phis {
                if self.slice.has_value(phi.result) {
                    let unknown = self.unknown(self.body.values[phi.result].ty);
                    left.push((phi.result, unknown));
                    if self.with_facts {
                        self.add_fact_of_inner(inner, phi, from, unknown, &mut at);
                    }
                }
            }
            at.values.extend(left);
            for &block in &inner.blocks {
                for inst in self.body.blocks[block].insts() {
                    if let Some((cell, _)) = self.stored_cell(inst) {
                        let symbol = self.cell_symbol(&cell, inst);
                        let unknown = self.new_local(self.store.sort(symbol));
                        at.cells.insert(cell, unknown);
                    }
                }
            }
        } else {
            let mut assigned = Vec::new();
            for phi in &self.body.blocks[target].phis {
                if self.slice.has_value(phi.result) {
                    let operand = chosen(phi, from, |block| self.this.contains(block))?;
                    let ty = self.body.values[phi.result].ty;
                    let term = self.operand(operand, &at.values);
                    assigned.push((phi.result, term.unwrap_or_else(|| self.unknown(ty))));
                }
            }
            at.values.extend(assigned);
        }
        at.block = target;
        work.push(at);
        Ok(())
    }

    /// The header's phis at the end of an iteration.
    fn values_after(
        &mut self,
        at: &At,
        from: Option<BlockId>,
        kept: &[&Phi],
    ) -> Result<Vec<TermId>, String> {
        let mut values = Vec::new();
        for phi in kept {
            let operand = chosen(phi, from, |block| self.this.contains(block))?;
            let ty = self.body.values[phi.result].ty;
            let sort = self.sort(ty).unwrap_or(Sort::Bool);
            let term = self.operand(operand, &at.values);
            values.push(
                term.filter(|term| self.store.sort(*term) == sort)
                    .unwrap_or_else(|| self.new_local(sort)),
            );
        }
        Ok(values)
    }
}

/// What a phi takes: from a certain block, or from wherever in the loop if that makes no difference.
pub(super) fn chosen(
    phi: &Phi,
    from: Option<BlockId>,
    inside: impl Fn(BlockId) -> bool,
) -> Result<Operand, String> {
    let mut candidates = phi
        .incoming
        .iter()
        .filter(|incoming| match from {
            Some(from) => incoming.block == from,
            None => inside(incoming.block),
        })
        .map(|incoming| incoming.value);
    let first = candidates.next().ok_or("a value comes from nowhere")?;
    match candidates.all(|other| other == first) {
        true => Ok(first),
        false => Err("a value depends on a branch that was left out".into()),
    }
}
