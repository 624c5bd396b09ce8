//! Where hooks get states: at blocks somebody watches.
//!
//! Hooks decide, and the executor acts on it when they are done, so no hook is ever called from inside another one.

use std::sync::atomic::Ordering;

use super::{Executor, Halt, Step};
use crate::bug::{EndReason, Site};
use crate::code::{Edge, Watched};
use crate::hooks::{AtBlock, Goes, HookContext, Successor};
use crate::state::State;

impl Executor<'_> {
    /// Offers the state to the hooks that watch the block it is about to execute, if there are any.
    #[inline]
    pub(super) fn at_block(&mut self, state: &mut State, watched: Watched) -> Step<()> {
        match watched {
            Watched::Never => Ok(()),
            Watched::WithNews if !state.has_news() => Ok(()),
            _ => self.at_watched_block(state),
        }
    }

    fn at_watched_block(&mut self, state: &mut State) -> Step<()> {
        if !self.config.offer_to_hooks {
            return Ok(());
        }
        for hook in &self.machine.hooks.block {
            let skips = hook.waits_for_news() && !state.has_news();
            if skips || !hook.watches(state.frame.function, state.block) {
                continue;
            }
            if !state.pending.is_empty() && hook.wants_checks_asked(state) {
                self.ask_pending(state)?;
            }
            let mut context = HookContext {
                machine: self.machine,
                coverage: self.coverage,
                solver: &mut self.solver,
            };
            match hook.at_block(state, &mut context) {
                AtBlock::GoOn => {}
                AtBlock::Taken => return Err(Halt::Taken),
                AtBlock::Prune => return Err(EndReason::Pruned.into()),
                AtBlock::Replace(successors) => {
                    let site = self.site(state);
                    for successor in successors {
                        self.replace(state, successor, site);
                    }
                    return Err(EndReason::Covered.into());
                }
            }
        }
        Ok(())
    }

    /// Puts one of the states that take another one's place where it goes on.
    fn replace(&mut self, replaced: &State, successor: Successor, site: Site) {
        let Successor { mut state, condition, goes } = successor;
        state.id = self.ids.fetch_add(1, Ordering::Relaxed);
        state.node = self.tree.lock().split(replaced.node, site, condition);
        let code = self.code(state.frame.function);
        match goes {
            Goes::On => self.forks.push(state),
            Goes::Nowhere => self.ended.push((state, EndReason::Endless)),
            Goes::To(block) => {
                state.frame.pc = code.starts[block];
                state.block = block;
                if self.coverage.enter(state.frame.function, block) {
                    state.covered_new = true;
                }
                self.forks.push(state);
            }
            Goes::Along { from, successor } => {
                let edge = code.edge(code.edge_of(from, successor));
                self.send(state, edge);
            }
        }
    }

    /// Sends a new state along an edge and puts it with the others. A hook may take, end or replace it.
    pub(super) fn send(&mut self, mut other: State, edge: &Edge) {
        match self.follow(&mut other, edge) {
            Ok(()) => self.forks.push(other),
            Err(Halt::Taken) => {}
            Err(Halt::End(reason)) => self.ended.push((other, reason)),
        }
    }
}
