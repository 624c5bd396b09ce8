//! Invariants of a loop, and its body walked again with them.
//!
//! The generic iteration starts in a state of which nothing is known but what the loop does not change. So it goes ways that no real iteration goes, and the
//! loops inside it start from anything. Invariants that are proved from these paths hold in every real iteration; with them in the generic state's path
//! condition the walk finds fewer paths, and inner loops know more.

use std::sync::Arc;

use lariat_loop::{InvariantQuestion, LoopBody, invariants, model_at_entry};
use lariat_term::{Sort, TermId};

use crate::body::{Changes, Generic};
use crate::explorer::{Explorer, GiveUp, Scope, Walker};
use crate::found::FoundBody;

impl Explorer<'_> {
    /// The generic state and the body with the invariants that were found.
    pub(crate) fn strengthened(
        &mut self,
        walker: &Walker,
        scope: &Scope,
        mut generic: Generic,
        mut found: FoundBody,
    ) -> Result<(Generic, FoundBody), GiveUp> {
        // One path without anything unknown in it has closed forms if there are any.
        let simple = |found: &FoundBody| {
            matches!(&found.paths[..], [only] if only.inner.is_empty() && only.path.locals.is_empty())
                && found.goals.is_empty()
        };
        if !self.config.invariants || simple(&found) || self.late() {
            return Ok((generic, found));
        }
        let store = Arc::clone(self.store());
        let proved = self.invariants(walker, &generic, &found);
        if proved.is_empty() {
            return Ok((generic, found));
        }
        let values = generic.carriers.iter().map(|carrier| (carrier.symbol, carrier.entry));
        let model = model_at_entry(&store, &generic.state.model, values);
        let nested = found.paths.iter().any(|found| !found.path.locals.is_empty());
        if let (true, Some(model)) = (nested || found.paths.len() > 1, model) {
            generic.state.path.extend(proved.iter().copied());
            generic.state.model = Arc::new(model);
            let mut changes = Changes::of(&generic);
            if let Some(again) = self.body_paths(walker, scope, &generic, &mut changes)? {
                found = again;
                found.invariants = proved;
                if found.paths.is_empty() {
                    return Ok((generic, found));
                }
                // With fewer paths more can be proved.
                let more = self.invariants(walker, &generic, &found);
                found.invariants.extend(more);
            } else {
                found.invariants = proved;
            }
        } else {
            found.invariants = proved;
        }
        for path in &mut found.paths {
            path.path.guard.extend(&found.invariants);
        }
        Ok((generic, found))
    }

    /// What holds whenever the header is reached, over the loop's symbols.
    fn invariants(&mut self, walker: &Walker, generic: &Generic, found: &FoundBody) -> Vec<TermId> {
        let store = Arc::clone(self.store());
        let mut paths: Vec<_> = found.paths.iter().map(|found| found.path.clone()).collect();
        for path in &mut paths {
            path.guard.extend(&found.invariants);
        }
        let body = LoopBody { variables: generic.variables(), paths };
        let entry: Vec<TermId> = generic.carriers.iter().map(|carrier| carrier.entry).collect();
        // That the goal is not reached in the next iteration, whatever is read in it.
        let mut wanted = Vec::new();
        for goal in &found.goals {
            if !goal.is_empty() {
                wanted.push(store.not(store.and(goal)));
            }
        }
        // Arrays are too much for questions of this kind.
        let plain = |term: &TermId| {
            !store
                .parts(&[*term])
                .into_iter()
                .any(|part| matches!(store.sort(part), Sort::Array(_)))
        };
        wanted.retain(plain);
        let question = InvariantQuestion {
            context: &walker.state.path,
            body: &body,
            entry: &entry,
            wanted: &wanted,
        };
        invariants(&store, &mut self.executor.solver, &question)
    }
}
