//! `lariat reach` through loops. The necessary condition for reaching a place proves that no input
//! does, gives inputs to try, or prunes the search.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use lariat_exec::{AnySize, AtBlock, BlockHook, BugKind, HookContext, State, TestInput};
use lariat_loop::{HornEffort, prove};
use lariat_output::Place;
use lariat_program::loops::LoopForest;
use lariat_program::{BlockId, FunctionId, LocationId};
use lariat_solver::CancelToken;
use lariat_summary::{Candidates, Explorer, ExplorerConfig, Gap, Goal, Ground, Way};
use lariat_term::{TermId, TermStore};
use rustc_hash::FxHashSet;

use crate::explain;
use crate::session::Session;
use crate::target::reporters;
use crate::unrolling::{Unrolls, least_iterations};

/// What the necessary condition said.
pub(crate) enum Guidance {
    /// An input gets there; it was run.
    Reached,
    /// It is unsatisfiable: nothing gets there.
    Unreachable {
        /// What that rests on.
        assumptions: Vec<String>,
    },
    /// It is satisfiable, but no input it gave reaches the target; or it is incomplete, and then it
    /// cannot prune.
    Open(Option<Pruning>),
}

/// The part of the time limit that necessary conditions may take before the search starts: the first walk with closed forms alone, trying the inputs
/// it gives, then with invariants.
const SHARE_OF_FIRST_WALK: u32 = 6;
const SHARE_OF_UNROLLING: u32 = 8;
const SHARE_OF_MUCH_UNROLLING: u32 = 16;
const SHARE_OF_CLOSED_FORMS: u32 = 6;
const SHARE_OF_INVARIANTS: u32 = 4;

/// The part that looking for invariants of all loops together may take, before inputs are tried and after that.
const SHARE_OF_PROOF: u32 = 12;
const SHARE_OF_CLAUSES: u32 = 3;

/// The part for a proof that signed overflow would break.
const SHARE_WITHOUT_OVERFLOW: u32 = 6;

/// The part that is left for the search in any case.
const SHARE_OF_SEARCH: u32 = 10;

/// Candidates to try per path: in the first round and in the last.
const FEW_CANDIDATES: usize = 4;
const MOST_CANDIDATES: usize = 12;

/// Paths whose easy candidates are tried while other paths are still looked for. Such an input
/// needs no earlier attempt at a proof.
const EASY_WAYS: usize = 4;

/// The work that questions of the first walk may take, in the backend's own unit.
const EASY_TO_FOLLOW: u32 = 1_000_000;

/// Which candidates of a way are tried.
#[derive(Clone, Copy)]
enum Effort {
    /// One that is easy to find, of the first ways.
    Easy,
    /// So many.
    Most(usize),
}

/// What a walk to the target has found.
struct Walk {
    /// An input that gets there.
    reached: Option<TestInput>,
    ways: Vec<Way>,
    /// Paths that unfolding their loops has refuted.
    refuted: Vec<Way>,
    gaps: Vec<Gap>,
    /// The first undefined behaviour on a path.
    undefined: Option<String>,
    /// Whether an actual run has it.
    surely_undefined: bool,
}

impl Walk {
    /// Whether invariants may settle what is open.
    fn is_open(&self) -> bool {
        !self.surely_undefined
            && (!self.gaps.is_empty() || self.ways.iter().any(|way| !way.loops.is_empty()))
    }

    /// Whether invariants may settle anything, possibly undefined behaviour behind a loop included.
    fn needs_invariants(&self) -> bool {
        self.is_open() || (self.undefined.is_some() && !self.surely_undefined)
    }
}

/// Computes the necessary condition of a target.
pub(crate) struct Guide<'a> {
    pub(crate) session: &'a Session,
    /// The time limit of the whole run.
    pub(crate) time: Duration,
    pub(crate) blocks: &'a [(FunctionId, BlockId)],
    /// Bugs that count as getting there.
    pub(crate) bugs: &'a [BugKind],
    /// What to do with the condition itself.
    pub(crate) show: Show,
}

/// What to show of the condition.
#[derive(Clone, Default)]
pub(crate) struct Show {
    /// The file it is written to.
    pub(crate) condition: Option<PathBuf>,
    /// Instances of looping conditions written with it.
    pub(crate) unfold: Option<u64>,
    /// Whether the loops are explained.
    pub(crate) explain: bool,
}

impl Guide<'_> {
    /// Looks for paths to the target with every loop summarised, and tries the inputs they give.
    pub(crate) fn run(
        &self,
        tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
    ) -> anyhow::Result<Guidance> {
        let session = self.session;
        let goal = Goal {
            blocks: self.blocks.to_vec(),
            bugs: self.bugs.to_vec(),
            reporters: if self.bugs.is_empty() { Vec::new() } else { reporters(&session.program) },
        };
        let mut ground = Ground::new(&session.program, &session.store, &goal)?;
        ground.name_uninitialised();
        let initial = session.initial_state(ground.machine())?;
        // The search keeps its share of the time.
        let end = (session.search_ends() - self.time / SHARE_OF_SEARCH)
            .min(Instant::now() + self.time * 3 / 4);
        let config = |share: u32| {
            let mut config = ExplorerConfig {
                deadline: Some(end.min(Instant::now() + self.time / share)),
                interrupted: Some(session.interrupted()),
                ..session.explorer_config()
            };
            config.executor.any_size = AnySize::All;
            config
        };
        // Properties usually hold, so a proof is tried first: it is quick or fails. A requested
        // target is usually reachable, and an easy input is found even faster. `--explain` and
        // `--emit-condition` need the whole condition.
        let shows = self.show.condition.is_some() || self.show.explain;
        let proof_first = !shows && !self.bugs.is_empty();
        let little = || {
            let config = config(SHARE_OF_PROOF);
            self.proved_by_clauses(&ground, &initial, HornEffort::Little, config)
        };
        if proof_first && let Some(assumptions) = little() {
            return Ok(Guidance::Unreachable { assumptions });
        }
        let until = |share: u32| Some(end.min(Instant::now() + self.time / share));
        let mut unrolls = Unrolls::new(&ground, &initial, config(SHARE_OF_UNROLLING));
        let nested = unrolls.nested() && !shows;
        if nested && unrolls.quickly(0, until(SHARE_OF_UNROLLING), tries).is_some() {
            return Ok(Guidance::Reached);
        }
        // Hard paths wait until the other strategies have been tried. `--explain` and
        // `--emit-condition` need all of the condition.
        let mut first = config(SHARE_OF_FIRST_WALK);
        if !shows {
            first.solver.limit_work(EASY_TO_FOLLOW);
            first.light = true;
            first.whole = false;
        }
        let mut explorer = Explorer::new(&ground, first, CancelToken::new());
        let mut walk = self.walk(&mut explorer, initial.clone(), Effort::Easy, tries)?;
        let open = |walk: &Walk| walk.reached.is_none() && walk.is_open();
        if open(&walk) && !nested {
            let least = least_iterations(&mut explorer, &walk.ways, &walk.gaps);
            walk.reached = unrolls.quickly(least, until(SHARE_OF_UNROLLING), tries);
        }
        if !proof_first
            && open(&walk)
            && let Some(assumptions) = little()
        {
            self.show_condition(&walk.ways, &walk.refuted, &walk.gaps)?;
            return Ok(Guidance::Unreachable { assumptions });
        }
        // The full summaries of outer loops may refute paths.
        if open(&walk) && (nested || !walk.gaps.is_empty()) && !shows {
            explorer = Explorer::new(&ground, config(SHARE_OF_FIRST_WALK), CancelToken::new());
            walk = self.walk(&mut explorer, initial.clone(), Effort::Easy, tries)?;
        }
        let limits = (Effort::Most(FEW_CANDIDATES), until(SHARE_OF_CLOSED_FORMS));
        self.try_ways(&mut explorer, &mut walk, limits, tries);
        if open(&walk) {
            walk.reached = unrolls.thoroughly(until(SHARE_OF_MUCH_UNROLLING), tries);
        }
        if walk.reached.is_none() && walk.needs_invariants() {
            if walk.is_open()
                && let Some(assumptions) = self.proved_by_clauses(
                    &ground,
                    &initial,
                    HornEffort::Full,
                    config(SHARE_OF_CLAUSES),
                )
            {
                self.show_condition(&walk.ways, &walk.refuted, &walk.gaps)?;
                return Ok(Guidance::Unreachable { assumptions });
            }
            // Invariants settle what closed forms leave open, but take longer to find.
            let config = ExplorerConfig { invariants: true, ..config(SHARE_OF_INVARIANTS) };
            let mut explorer = Explorer::new(&ground, config, CancelToken::new());
            let again =
                self.walk(&mut explorer, initial.clone(), Effort::Most(MOST_CANDIDATES), tries)?;
            let better = again.gaps.is_empty() || !walk.gaps.is_empty();
            let proof = |walk: &Walk| walk.ways.is_empty() && walk.gaps.is_empty();
            // Never replace a proof by a weaker result.
            if again.reached.is_some() || (better && (!proof(&walk) || proof(&again))) {
                walk = again;
            }
        }
        // Last resort: a proof that assumes that no signed operation overflows.
        if proof_first && walk.reached.is_none() && walk.is_open() {
            let mut config = config(SHARE_OF_CLAUSES);
            config.deadline = Some(session.within(self.time / SHARE_WITHOUT_OVERFLOW));
            config.executor.check_overflow = true;
            if let Some(assumptions) =
                self.proved_by_clauses(&ground, &initial, HornEffort::Full, config)
            {
                return Ok(Guidance::Unreachable { assumptions });
            }
        }
        let Walk { reached, ways, refuted, gaps, undefined, surely_undefined } = walk;
        self.show_condition(&ways, &refuted, &gaps)?;
        for gap in &gaps {
            tracing::debug!("{}", self.describe(gap));
        }
        Ok(match reached {
            Some(_) => Guidance::Reached,
            // Nothing is known about a run after undefined behaviour, so this is no proof. The
            // search goes on.
            None if surely_undefined => Guidance::Open(None),
            None if ways.is_empty() && gaps.is_empty() => {
                Guidance::Unreachable { assumptions: assumptions(undefined) }
            }
            None if gaps.is_empty() => Guidance::Open(Some(Pruning::new(session, &ways))),
            None => Guidance::Open(None),
        })
    }

    /// Tries to prove the target unreachable, with invariants of all loops together. Returns the
    /// proof's assumptions.
    fn proved_by_clauses(
        &self,
        ground: &Ground,
        initial: &State,
        effort: HornEffort,
        config: ExplorerConfig,
    ) -> Option<Vec<String>> {
        let end = config.deadline?;
        let mut explorer = Explorer::new(ground, config, CancelToken::new());
        let system = match explorer.clauses(initial, false) {
            Ok(clauses) => clauses.system,
            Err(reason) => {
                tracing::debug!("no clauses: {reason}");
                return None;
            }
        };
        if explorer.surely_undefined() {
            return None;
        }
        let undefined = self.undefined(&explorer);
        let store = Arc::clone(explorer.store());
        let proof = prove(&store, explorer.solver(), &system, effort, end);
        proof.map(|_| assumptions(undefined))
    }

    /// The first undefined behaviour on a path.
    fn undefined(&self, explorer: &Explorer<'_>) -> Option<String> {
        explorer.undefined().map(|(kind, location)| match location {
            Some(location) => {
                format!("{kind} at {}", Place::new(&self.session.program, location))
            }
            None => kind.to_owned(),
        })
    }

    /// Looks for an input that reaches the target on a path, among its first candidates.
    fn tried(
        &self,
        explorer: &mut Explorer<'_>,
        way: &Way,
        (effort, until): (Effort, Option<Instant>),
        tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
    ) -> Tried {
        let store = Arc::clone(explorer.store());
        let candidates = Candidates::new(way).until(until);
        let (mut candidates, most_candidates) = match effort {
            Effort::Easy => (candidates.easy(), 1),
            Effort::Most(most) => (candidates, most),
        };
        for _ in 0..most_candidates {
            let Some(candidate) = candidates.next(&store, explorer.solver()) else { break };
            if tries(&candidate.input, way) {
                return Tried::Reached(candidate.input);
            }
        }
        if candidates.is_dead() { Tried::Refuted } else { Tried::Open }
    }

    /// Looks for an input on the paths that a walk has found, and drops refuted paths.
    fn try_ways(
        &self,
        explorer: &mut Explorer<'_>,
        walk: &mut Walk,
        limits: (Effort, Option<Instant>),
        tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
    ) {
        explorer.solver().set_deadline(limits.1);
        for way in std::mem::take(&mut walk.ways) {
            let tried = match walk.reached {
                None => self.tried(explorer, &way, limits, tries),
                Some(_) => Tried::Open,
            };
            match tried {
                Tried::Refuted => walk.refuted.push(way),
                Tried::Reached(input) => {
                    walk.reached = Some(input);
                    walk.ways.push(way);
                }
                Tried::Open => walk.ways.push(way),
            }
        }
    }

    /// Walks to the target once, and tries some inputs per path.
    fn walk(
        &self,
        explorer: &mut Explorer<'_>,
        initial: State,
        effort: Effort,
        tries: &mut dyn FnMut(&TestInput, &Way) -> bool,
    ) -> anyhow::Result<Walk> {
        let until = explorer.deadline();
        let mut visited = 0;
        let mut reached = None;
        let (mut ways, mut refuted) = (Vec::new(), Vec::new());
        // `--explain` and `--emit-condition` need the whole condition.
        let show = self.show.condition.is_some() || self.show.explain;
        let mut visit = |explorer: &mut Explorer<'_>, way: Way| {
            visited += 1;
            let left_out = matches!(effort, Effort::Easy) && visited > EASY_WAYS;
            let tried = match reached {
                None if !left_out => self.tried(explorer, &way, (effort, until), tries),
                _ => Tried::Open,
            };
            match tried {
                Tried::Refuted => refuted.push(way),
                Tried::Reached(input) => {
                    reached = Some(input);
                    ways.push(way);
                }
                Tried::Open => ways.push(way),
            }
            if reached.is_some() && !show {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let gaps = explorer.explore(initial, &mut visit);
        if let [first, ..] = explorer.wrong_summaries() {
            anyhow::bail!("a loop's summary is wrong, please report this: {first}");
        }
        let undefined = self.undefined(explorer);
        let surely_undefined = explorer.surely_undefined();
        Ok(Walk { reached, ways, refuted, gaps, undefined, surely_undefined })
    }

    /// Writes and prints what was asked for.
    fn show_condition(&self, ways: &[Way], refuted: &[Way], gaps: &[Gap]) -> anyhow::Result<()> {
        let ways = &[refuted, ways].concat();
        let program = &self.session.program;
        let store = &self.session.store;
        if let Some(file) = &self.show.condition {
            let script = explain::script(program, store, ways, gaps, self.show.unfold);
            std::fs::write(file, script)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        if self.show.explain {
            let mut text = explain::loops(program, store, ways);
            for gap in gaps {
                let _ = writeln!(text, "not followed: {}", self.describe(gap));
            }
            // Standard output is for the answer, and in JSON for nothing else.
            // Nothing sensible can be done if standard error is closed.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
        }
        Ok(())
    }

    /// A gap in words.
    fn describe(&self, gap: &Gap) -> String {
        match gap.location {
            Some(location) => {
                format!("{} at {}", gap.reason, Place::new(&self.session.program, location))
            }
            None => gap.reason.clone(),
        }
    }
}

/// The result of looking for an input that takes a path.
enum Tried {
    /// This one reaches the target.
    Reached(TestInput),
    /// No input takes the path.
    Refuted,
    /// None was found.
    Open,
}

/// What a proof by necessary conditions rests on.
pub(crate) fn assumptions(undefined: Option<String>) -> Vec<String> {
    let mut assumptions = vec!["assuming that no loop runs more than 2^64 times".to_owned()];
    if let Some(first) = undefined {
        assumptions.push(format!(
            "assuming that the program's behaviour is not undefined on the way (it may be: {first})"
        ));
    }
    assumptions
}

/// Drops states of the search from which the target cannot be reached any more.
pub(crate) struct Pruning {
    necessary: TermId,
    headers: FxHashSet<(FunctionId, BlockId)>,
}

impl Pruning {
    fn new(session: &Session, ways: &[Way]) -> Pruning {
        let store: &TermStore = &session.store;
        let condition = |way: &Way| {
            // An uncertain input may be any input of a run, so it may have any value.
            let uncertain = &way.state.inputs[way.certain_inputs..];
            let bytes: Vec<TermId> =
                uncertain.iter().flat_map(|input| input.bytes.iter().copied()).collect();
            let open = |symbol| (symbol, store.fresh_var("later", store.symbol_sort(symbol)));
            let renamed = store.free_vars_of(&bytes).into_iter().map(open).collect();
            store.substitute(store.and(&way.state.path), &renamed)
        };
        let ways: Vec<TermId> = ways.iter().map(condition).collect();
        let mut headers = FxHashSet::default();
        for (id, function) in &session.program.functions {
            if let Some(body) = &function.body {
                let forest = LoopForest::of_body(body);
                headers.extend(forest.iter().map(|(_, found)| (id, found.header)));
            }
        }
        Pruning { necessary: store.or(&ways), headers }
    }
}

impl BlockHook for Pruning {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.headers.contains(&(function, block))
    }

    fn must_see(&self, _: FunctionId, _: BlockId) -> bool {
        false
    }

    fn at_block(&self, state: &mut State, context: &mut HookContext<'_>) -> AtBlock {
        // The condition is about the inputs: it says something new only when the path has grown.
        if state.path.len().is_power_of_two() && context.rules_out(state, self.necessary) {
            AtBlock::Prune
        } else {
            AtBlock::GoOn
        }
    }
}

/// The location of a way's loop, for people.
pub(crate) fn place_of(session: &lariat_program::Program, location: Option<LocationId>) -> String {
    location.map_or_else(|| "?".to_owned(), |location| Place::new(session, location).to_string())
}
