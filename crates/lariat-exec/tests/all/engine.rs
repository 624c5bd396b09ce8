//! The search: every way of searching sees the same paths, runs repeat themselves, limits end them and say so, and hooks are called.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::Loaded;
use lariat_exec::{
    AtBlock, BlockHook, BranchHook, BugKind, Coverage, EndHook, EndReason, EngineConfig, Finding,
    HookContext, Hooks, Incomplete, Machine, Search, Sink, Standing, State, TestInput, Totals,
    explore, initial_state, resident_bytes,
};
use lariat_program::loops::LoopForest;
use lariat_program::{BlockId, DataModel, FunctionId};
use lariat_term::{Evaluator, TermId, TermStore};
use parking_lot::Mutex;

const MERGE: &str = "
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a[4], b[4], c[8];
  klee_make_symbolic(a, sizeof a, \"a\");
  klee_make_symbolic(b, sizeof b, \"b\");
  int i = 0, j = 0, k = 0;
  while (i < 4 && j < 4) {
    if (a[i] < b[j]) c[k++] = a[i++];
    else c[k++] = b[j++];
  }
  return i;
}";

/// The ways to merge two lists of four until one is used up.
const MERGES: u64 = 70;

const ENDLESS: &str = "
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned bits, n = 0;
  klee_make_symbolic(&bits, sizeof bits, \"bits\");
  for (;;) {
    if (bits >> (n % 32) & 1) n += 3;
    n++;
    unsigned char more;
    klee_make_symbolic(&more, 1, \"more\");
    if (more == 7) n += 2;
  }
}";

/// What a run told its sink.
#[derive(Default)]
struct Heard {
    inputs: Mutex<Vec<TestInput>>,
    reasons: Mutex<Vec<String>>,
    bugs: Mutex<Vec<BugKind>>,
    /// Enough after so many ended states.
    enough_after: Option<usize>,
    store: Option<Arc<TermStore>>,
}

impl Sink for Heard {
    fn found(&self, finding: Finding) -> bool {
        self.bugs.lock().push(finding.bug.kind);
        false
    }

    fn ended(&self, state: &State, reason: &EndReason, _: &lariat_exec::Coverage) {
        if let Some(store) = &self.store {
            self.inputs.lock().push(TestInput::new(store, &state.model, &state.inputs));
        }
        self.reasons.lock().push(format!("{reason:?}"));
    }

    fn enough(&self) -> bool {
        self.enough_after.is_some_and(|count| self.reasons.lock().len() >= count)
    }
}

fn load(text: &str) -> Loaded {
    Loaded::from_text(text, DataModel::Lp64)
}

fn with_hooks(loaded: &Loaded, hooks: Hooks) -> Machine {
    Machine::new(Arc::clone(&loaded.program), Arc::new(TermStore::new()), hooks).expect("ready")
}

fn run_machine(machine: &Machine, config: &EngineConfig, sink: &Heard) -> Totals {
    let coverage = Coverage::new(&machine.program);
    let main = machine.program.function_named("main").expect("main");
    let initial = initial_state(machine, main, Vec::new()).expect("a body");
    explore(machine, &coverage, initial, config, &AtomicBool::new(false), sink)
}

fn run(text: &str, config: &EngineConfig) -> (Totals, Heard) {
    let loaded = load(text);
    let heard = Heard { store: Some(Arc::clone(&loaded.machine.store)), ..Heard::default() };
    let totals = run_machine(&loaded.machine, config, &heard);
    (totals, heard)
}

fn searches() -> impl Iterator<Item = Search> {
    Search::ALL.iter().map(|(_, search)| search.clone())
}

#[test]
fn every_search_explores_everything() {
    let mut seen = BTreeSet::new();
    for search in searches() {
        let (totals, heard) = run(MERGE, &EngineConfig { search, ..EngineConfig::default() });
        assert!(totals.complete, "{:?}", totals.incomplete);
        assert_eq!((totals.paths, totals.forks, totals.left), (MERGES, MERGES - 1, 0));
        assert_eq!(totals.tree.len(), 1, "dead branches are dropped");
        let inputs: BTreeSet<String> =
            heard.inputs.lock().iter().map(|input| format!("{input:?}")).collect();
        assert_eq!(inputs.len() as u64, MERGES, "each path has an input of its own");
        seen.insert(totals.paths);
    }
    assert_eq!(seen.len(), 1);
}

#[test]
fn one_thread_and_one_seed_repeat_themselves() {
    for search in searches() {
        let config = EngineConfig { search, seed: 5, ..EngineConfig::default() };
        let ((first, first_heard), (second, second_heard)) =
            (run(MERGE, &config), run(MERGE, &config));
        assert_eq!(*first_heard.inputs.lock(), *second_heard.inputs.lock(), "in the same order");
        let numbers = |totals: &Totals| {
            let solver = &totals.solver;
            let most = totals.most_states;
            (totals.steps, most, solver.queries, solver.sat, totals.backend_queries())
        };
        assert_eq!(numbers(&first), numbers(&second));
    }
}

#[test]
fn another_seed_takes_another_order() {
    let order = |seed| {
        let config = EngineConfig { search: Search::RandomPath, seed, ..EngineConfig::default() };
        run(MERGE, &config).1.inputs.lock().clone()
    };
    assert_ne!(order(1), order(2));
}

#[test]
fn threads_share_the_work_and_lose_nothing() {
    for (threads, search) in [(2, Search::Interleaved), (4, Search::Dfs), (3, Search::RandomPath)] {
        let config = EngineConfig { threads, search, ..EngineConfig::default() };
        let (totals, heard) = run(MERGE, &config);
        assert!(totals.complete, "{:?}", totals.incomplete);
        assert_eq!(totals.paths, MERGES);
        assert_eq!(heard.reasons.lock().len() as u64, MERGES);
    }
}

/// Only ends what hangs, on a busy machine as well.
const LONGEST: Duration = Duration::from_secs(600);

/// The same work is done however fast the machine is.
#[test]
fn a_limit_of_work_ends_a_run_at_the_same_place() {
    let config =
        EngineConfig { most_work: Some(500), time: Some(LONGEST), ..EngineConfig::default() };
    let [one, other] = [(); 2].map(|()| run(ENDLESS, &config).0);
    assert!(one.incomplete.contains_key(&Incomplete::Work), "{:?}", one.incomplete);
    assert_eq!((one.steps, one.paths, one.left), (other.steps, other.paths, other.left));
}

#[test]
fn limits_end_a_run_and_are_named() {
    let base = EngineConfig { time: Some(LONGEST), ..EngineConfig::default() };
    let mut steps = base.clone();
    steps.executor.max_steps = 500;
    steps.search = Search::Dfs;
    let mut depth = base.clone();
    depth.executor.max_depth = 3;
    let short = EngineConfig { time: Some(Duration::from_millis(50)), ..base.clone() };
    let little = EngineConfig { most_work: Some(100), ..base.clone() };
    let limits =
        [(depth, Incomplete::DepthLimit), (short, Incomplete::Time), (little, Incomplete::Work)];
    for (config, expected) in limits {
        let (totals, _) = run(ENDLESS, &config);
        assert!(!totals.complete);
        assert!(totals.incomplete[&expected] > 0, "{expected}: {:?}", totals.incomplete);
    }
    let once = "int main(void) { volatile int n = 0; for (;;) n = 1 - n; }";
    let (totals, _) = run(once, &steps);
    assert_eq!(totals.incomplete.into_iter().collect::<Vec<_>>(), [(Incomplete::StepLimit, 1)]);
}

#[test]
fn states_are_dropped_when_memory_runs_low() {
    for (search, threads) in [(Search::Interleaved, 1), (Search::Dfs, 1), (Search::CovNew, 2)] {
        // Little is left, so states are dropped at every look while the process grows.
        let size = resident_bytes().expect("the system says it");
        let config = EngineConfig {
            search,
            threads,
            memory: Some(size + size / 10),
            most_work: Some(20_000),
            time: Some(LONGEST),
            ..EngineConfig::default()
        };
        let (totals, heard) = run(ENDLESS, &config);
        let dropped = totals.incomplete.get(&Incomplete::Memory).copied().unwrap_or(0);
        assert!(dropped >= totals.dropped && totals.dropped > 0, "{:?}", totals.incomplete);
        assert!(!totals.complete);
        let told = heard.reasons.lock().iter().filter(|reason| *reason == "MemoryLimit").count();
        assert_eq!(told as u64, totals.dropped, "the sink hears of each");
    }
}

#[test]
fn a_run_ends_where_memory_ends() {
    // The process is larger than this already.
    let config =
        EngineConfig { memory: Some(1 << 20), time: Some(LONGEST), ..EngineConfig::default() };
    let (totals, _) = run(ENDLESS, &config);
    assert!(!totals.complete && totals.incomplete[&Incomplete::Memory] > 0);
}

#[test]
fn a_stop_from_outside_is_heard_at_once_even_in_a_query() {
    // Whether x³ + y³ + z³ can be 33, with numbers too large for overflow to help: more than the solver does in a test.
    let hard = "
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned __int128 x, y, z;
  klee_make_symbolic(&x, 16, \"x\");
  klee_make_symbolic(&y, 16, \"y\");
  klee_make_symbolic(&z, 16, \"z\");
  if (x * x * x + y * y * y * 7 == z * z * z * 3 + 33 && x * y % 1000003 == 77 && y * z % 999983 == 5) return 1;
  return 0;
}";
    let loaded = load(hard);
    let main = loaded.function("main");
    let initial = initial_state(&loaded.machine, main, Vec::new()).expect("a body");
    let stop = AtomicBool::new(false);
    let mut config = EngineConfig::default();
    config.solver.time_limit = None;
    let start = Instant::now();
    let totals = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        explore(&loaded.machine, &loaded.coverage, initial, &config, &stop, &Heard::default())
    });
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
    assert!(totals.incomplete.contains_key(&Incomplete::Interrupted), "{:?}", totals.incomplete);
    assert_eq!(totals.undecided, 0, "a question given up by stopping is not the solver's fault");
}

#[test]
fn a_run_ends_when_enough_was_found() {
    let loaded = load(MERGE);
    let heard = Heard { enough_after: Some(5), ..Heard::default() };
    let totals = run_machine(&loaded.machine, &EngineConfig::default(), &heard);
    assert_eq!(totals.paths, 5);
    assert_eq!(totals.incomplete[&Incomplete::Enough], totals.left as u64);
}

#[test]
fn the_first_bug_can_end_a_run() {
    let text = "
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int x; klee_make_symbolic(&x, 4, \"x\");
  if (x == 77) __builtin_trap();
  while (x != 5) klee_make_symbolic(&x, 4, \"x\");
}";
    let config =
        EngineConfig { stop_at_first: true, time: Some(LONGEST), ..EngineConfig::default() };
    let (totals, heard) = run(text, &config);
    assert_eq!(heard.bugs.lock().len(), 1);
    assert!(totals.incomplete.contains_key(&Incomplete::Enough));
}

#[test]
fn what_is_not_supported_is_counted_by_name() {
    let text = "
void klee_make_symbolic(void *, unsigned long, const char *);
int mystery(int);
int main(void) {
  int x; klee_make_symbolic(&x, 4, \"x\");
  if (x > 3) return mystery(x);
  return 0;
}";
    let (totals, _) = run(text, &EngineConfig::default());
    let reasons: Vec<(Incomplete, u64)> = totals.incomplete.into_iter().collect();
    assert_eq!(reasons, [(Incomplete::NoModel { function: "mystery".into() }, 1)]);
}

#[test]
fn coverage_counts_blocks_branches_and_lines() {
    let text = "
void klee_make_symbolic(void *, unsigned long, const char *);
static int unused(int x) { return x ? 1 : 2; }
int main(void) {
  int x;
  klee_make_symbolic(&x, 4, \"x\");
  if (x == 3) {
    if (x == 4)
      return 9;
    return 1;
  }
  return unused == 0;
}";
    let loaded = load(text);
    let main = loaded.function("main");
    let coverage = Coverage::of_functions(&loaded.program, &[main]);
    let initial = initial_state(&loaded.machine, main, Vec::new()).expect("a body");
    let config = EngineConfig::default();
    let stop = AtomicBool::new(false);
    let totals = explore(&loaded.machine, &coverage, initial, &config, &stop, &Heard::default());
    assert!(totals.complete);
    let branches = totals.coverage.branches;
    assert_eq!((branches.covered, branches.total), (3, 4), "x == 4 is never true");
    let lines = totals.coverage.lines.values().next().expect("one file");
    assert_eq!(lines.get(&9), Some(&false));
    assert_eq!(lines.get(&10), Some(&true));
    assert!(!lines.contains_key(&3), "a function that does not count");
    let all = totals.coverage.all_lines();
    assert_eq!(all.total - all.covered, 1);
}

#[test]
fn directed_search_goes_to_its_target() {
    // The target is behind one side of a branch; the other side has 2^12 paths.
    let text = "
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) { __builtin_trap(); }
static int crowd(const unsigned char *s) {
  int n = 0;
  for (int i = 0; i < 12; i++) if (s[i] > 100) n++;
  return n;
}
static void way(const unsigned char *s) {
  if (s[0] == 'a') if (s[1] == 'b') if (s[2] == 'c') if (s[3] == 'd') target();
}
int main(void) {
  unsigned char s[12];
  klee_make_symbolic(s, sizeof s, \"s\");
  if (s[11] < 200) return crowd(s);
  way(s);
  return 0;
}";
    let loaded = load(text);
    let target = loaded.function("target");
    let entry = loaded.program.functions[target].body.as_ref().expect("a body").entry();
    let paths = |search| {
        let config =
            EngineConfig { search, stop_at_first: true, batch: 1, ..EngineConfig::default() };
        let heard = Heard::default();
        let totals = run_machine(&loaded.machine, &config, &heard);
        assert_eq!(*heard.bugs.lock(), [BugKind::Abort]);
        totals.forks
    };
    let directed = paths(Search::Directed(Arc::from([(target, entry)])));
    let breadth = paths(Search::Bfs);
    assert!(directed < 40, "{directed} splits");
    assert!(directed < breadth, "{directed} against {breadth}");
}

#[test]
fn the_tree_tells_the_way_to_each_end() {
    let loaded = load(MERGE);
    let config = EngineConfig { keep_tree: true, ..EngineConfig::default() };
    struct Ends(Mutex<Vec<(u32, Arc<lariat_term::Model>)>>);
    impl Sink for Ends {
        fn found(&self, _: Finding) -> bool {
            true
        }
        fn ended(&self, state: &State, _: &EndReason, _: &lariat_exec::Coverage) {
            self.0.lock().push((state.node, Arc::clone(&state.model)));
        }
    }
    let ends = Ends(Mutex::default());
    let main = loaded.function("main");
    let initial = initial_state(&loaded.machine, main, Vec::new()).expect("a body");
    let stop = AtomicBool::new(false);
    let totals = explore(&loaded.machine, &loaded.coverage, initial, &config, &stop, &ends);
    assert_eq!(totals.tree.len() as u64, MERGES, "one node for each state");
    assert!(totals.tree.nodes().all(|(_, node)| node.standing == Standing::Finished));
    for (node, model) in ends.0.into_inner() {
        let mut evaluator = Evaluator::new(model);
        for split in totals.tree.way(node) {
            assert_eq!(evaluator.eval_bool(&loaded.machine.store, split.condition), Ok(true));
        }
    }
}

/// Watches loop heads; keeps every state once, and gives it back.
struct AtLoops {
    heads: Vec<(FunctionId, BlockId)>,
    visits: AtomicUsize,
    kept: Mutex<Vec<State>>,
    keep: bool,
}

impl BlockHook for AtLoops {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.heads.contains(&(function, block))
    }

    fn at_block(&self, state: &mut State, _context: &mut HookContext<'_>) -> AtBlock {
        assert!(self.heads.contains(&(state.frame.function, state.block)));
        let first = self.visits.fetch_add(1, Ordering::Relaxed) == 0;
        if self.keep && first {
            self.kept.lock().push(state.clone());
            return AtBlock::Taken;
        }
        AtBlock::GoOn
    }

    fn release(&self) -> Vec<State> {
        std::mem::take(&mut *self.kept.lock())
    }

    fn kept(&self) -> usize {
        self.kept.lock().len()
    }
}

#[derive(Default)]
struct AtBranches {
    asked: AtomicUsize,
    infeasible: AtomicUsize,
    store: Mutex<Option<Arc<TermStore>>>,
}

impl BranchHook for AtBranches {
    fn can_hold(&self, state: &State, condition: TermId) -> Option<bool> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let store = self.store.lock().clone().expect("set before the run");
        let mut evaluator = Evaluator::new(Arc::clone(&state.model));
        for term in &state.path {
            assert_eq!(evaluator.eval_bool(&store, *term), Ok(true), "a model of the path");
        }
        assert_eq!(evaluator.eval_bool(&store, condition), Ok(false), "else nobody is asked");
        None
    }

    fn proved_infeasible(&self, _state: &State, _condition: TermId) {
        self.infeasible.fetch_add(1, Ordering::Relaxed);
    }
}

#[derive(Default)]
struct AtEnds(AtomicUsize);

impl EndHook for AtEnds {
    fn state_ended(&self, _state: &State, reason: &EndReason) {
        assert!(matches!(reason, EndReason::Exit(_)));
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn loop_heads(loaded: &Loaded) -> Vec<(FunctionId, BlockId)> {
    let main = loaded.function("main");
    let body = loaded.program.functions[main].body.as_ref().expect("a body");
    let forest = LoopForest::of_body(body);
    forest.iter().map(|(_, each)| (main, each.header)).collect()
}

#[test]
fn hooks_are_called_with_the_states_that_are_there() {
    let loaded = load(MERGE);
    let heads = loop_heads(&loaded);
    assert_eq!(heads.len(), 1);
    for keep in [false, true] {
        let blocks = Arc::new(AtLoops {
            heads: heads.clone(),
            visits: AtomicUsize::new(0),
            kept: Mutex::default(),
            keep,
        });
        let branches = Arc::new(AtBranches::default());
        let ends = Arc::new(AtEnds::default());
        let hooks = Hooks {
            branch: vec![branches.clone()],
            block: vec![blocks.clone()],
            end: vec![ends.clone()],
        };
        let machine = with_hooks(&loaded, hooks);
        *branches.store.lock() = Some(Arc::clone(&machine.store));
        let totals = run_machine(&machine, &EngineConfig::default(), &Heard::default());
        assert!(totals.complete, "{:?}", totals.incomplete);
        assert_eq!(totals.paths, MERGES);
        assert_eq!(ends.0.load(Ordering::Relaxed) as u64, MERGES);
        assert_eq!(branches.asked.load(Ordering::Relaxed) as u64, totals.solver.queries);
        let unsat = branches.infeasible.load(Ordering::Relaxed) as u64;
        assert_eq!(unsat, totals.solver.unsat);
        assert!(blocks.visits.load(Ordering::Relaxed) as u64 > MERGES);
    }
}

#[test]
fn states_a_hook_never_gives_back_are_left_out() {
    struct Keeper(Mutex<usize>, BlockId);
    impl BlockHook for Keeper {
        fn watches(&self, _: FunctionId, block: BlockId) -> bool {
            block == self.1
        }
        fn at_block(&self, _: &mut State, _: &mut HookContext<'_>) -> AtBlock {
            *self.0.lock() += 1;
            AtBlock::Taken
        }
        fn kept(&self) -> usize {
            *self.0.lock()
        }
    }
    let loaded = load(MERGE);
    let head = loop_heads(&loaded)[0].1;
    let hooks = Hooks { block: vec![Arc::new(Keeper(Mutex::new(0), head))], ..Hooks::default() };
    let totals =
        run_machine(&with_hooks(&loaded, hooks), &EngineConfig::default(), &Heard::default());
    assert_eq!((totals.paths, totals.left, totals.complete), (0, 1, false));
}

#[test]
fn hooks_that_watch_nothing_leave_the_code_as_it_is() {
    let loaded = load(MERGE);
    let watching = |heads: Vec<(FunctionId, BlockId)>| {
        let hook =
            AtLoops { heads, visits: AtomicUsize::new(0), kept: Mutex::default(), keep: false };
        with_hooks(&loaded, Hooks { block: vec![Arc::new(hook)], ..Hooks::default() })
    };
    let code = |machine: &Machine| format!("{:?}", machine.code);
    assert_eq!(code(&loaded.machine), code(&watching(Vec::new())));
    assert_ne!(code(&loaded.machine), code(&watching(loop_heads(&loaded))));
}
