//! What techniques can do at the hook points: loops left in one step, residues unrolled, states pruned, contents read and written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::common::Loaded;
use lariat_exec::{
    AtBlock, BlockHook, BugKind, ConcreteRunner, Coverage, EndReason, EngineConfig, ExecutorConfig,
    Finding, Goes, HookContext, Hooks, Incomplete, Machine, Sink, State, TestInput, TestObject,
    Totals, explore, initial_state,
};
use lariat_program::cfg::Cfg;
use lariat_program::loops::LoopForest;
use lariat_program::{BlockId, DataModel, FunctionId, ValueId};
use lariat_term::{Sort, TermId, TermStore};
use parking_lot::Mutex;

/// Counts to n by ones and by twos, and traps for n = 12.
const COUNTING: &str = "
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int main(void) {
  unsigned n, i = 0, sum = 0;
  klee_make_symbolic(&n, sizeof n, \"n\");
  klee_assume(n <= 20);
  while (i < n) { i++; sum += 2; }
  if (sum == 24) __builtin_trap();
  return 0;
}";

#[derive(Default)]
struct Heard {
    bugs: Mutex<Vec<(BugKind, TestInput, bool)>>,
    store: Option<Arc<TermStore>>,
}

impl Sink for Heard {
    fn found(&self, finding: Finding) -> bool {
        let store = self.store.as_ref().expect("set before the run");
        let input = TestInput::new(store, &finding.model, &finding.inputs);
        self.bugs.lock().push((finding.bug.kind, input, finding.approximations.over));
        true
    }

    fn ended(&self, _: &State, _: &EndReason, _: &lariat_exec::Coverage) {}
}

/// The only loop of `main`: its header, the edge it is left by, and the values it carries by name.
struct TheLoop {
    function: FunctionId,
    header: BlockId,
    exit: Goes,
    phis: Vec<(String, ValueId)>,
}

impl TheLoop {
    fn of(loaded: &Loaded) -> TheLoop {
        let function = loaded.function("main");
        let body = loaded.program.functions[function].body.as_ref().expect("a body");
        let forest = LoopForest::of_body(body);
        let (_, only) = forest.iter().next().expect("a loop");
        let edge = Cfg::new(body).edge(only.exit_edges[0]);
        let successors = body.blocks[edge.source].terminator.successors();
        let successor = successors.into_iter().position(|to| to == edge.target).expect("there");
        let name = |value| body.value_name(value).unwrap_or_default().to_owned();
        TheLoop {
            function,
            header: only.header,
            exit: Goes::Along { from: edge.source, successor },
            phis: only.state(body).iter().map(|phi| (name(phi.result), phi.result)).collect(),
        }
    }

    fn value(&self, name: &str) -> ValueId {
        self.phis.iter().find(|(known, _)| known == name).expect("a variable of the loop").1
    }
}

/// What the hook does with a state at the head of the loop.
type Action = dyn Fn(&TheLoop, &mut State, &mut HookContext<'_>) -> AtBlock + Send + Sync;

struct AtTheLoop {
    the_loop: TheLoop,
    visits: AtomicUsize,
    action: Box<Action>,
}

impl BlockHook for AtTheLoop {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        (function, block) == (self.the_loop.function, self.the_loop.header)
    }

    fn at_block(&self, state: &mut State, context: &mut HookContext<'_>) -> AtBlock {
        self.visits.fetch_add(1, Ordering::Relaxed);
        (self.action)(&self.the_loop, state, context)
    }
}

struct Result {
    totals: Totals,
    bugs: Vec<(BugKind, TestInput, bool)>,
    visits: usize,
}

fn run_at_loop(
    text: &str,
    action: impl Fn(&TheLoop, &mut State, &mut HookContext<'_>) -> AtBlock + Send + Sync + 'static,
) -> Result {
    let loaded = Loaded::from_text(text, DataModel::Lp64);
    let hook = Arc::new(AtTheLoop {
        the_loop: TheLoop::of(&loaded),
        visits: AtomicUsize::new(0),
        action: Box::new(action),
    });
    let (totals, bugs) = run(&loaded, hook.clone());
    Result { totals, bugs, visits: hook.visits.load(Ordering::Relaxed) }
}

fn run(loaded: &Loaded, hook: Arc<dyn BlockHook>) -> (Totals, Vec<(BugKind, TestInput, bool)>) {
    let hooks = Hooks { block: vec![hook], ..Hooks::default() };
    let machine = Machine::new(Arc::clone(&loaded.program), Arc::new(TermStore::new()), hooks)
        .expect("ready");
    let main = loaded.function("main");
    let initial = initial_state(&machine, main, Vec::new()).expect("a body");
    let heard = Heard { store: Some(Arc::clone(&machine.store)), ..Heard::default() };
    let coverage = Coverage::new(&loaded.program);
    let config = EngineConfig::default();
    let totals = explore(&machine, &coverage, initial, &config, &AtomicBool::new(false), &heard);
    (totals, heard.bugs.into_inner())
}

fn input(name: &str, bytes: &[u8]) -> TestInput {
    TestInput { objects: vec![TestObject { name: name.into(), bytes: bytes.to_vec() }] }
}

/// The state at the end of the counting loop: it ran `rounds` times.
fn counted(the_loop: &TheLoop, state: &mut State, machine: &Machine, n: TermId, rounds: TermId) {
    let store = &machine.store;
    state.set_register(machine, the_loop.value("i"), n).expect("32 bits");
    let sum = store.bv_mul(rounds, store.bv_const(32, 2));
    state.set_register(machine, the_loop.value("sum"), sum).expect("32 bits");
}

/// The variable `n` of the counting program.
fn counting_input(state: &State, store: &TermStore) -> TermId {
    store.symbol_term(store.free_vars(state.inputs[0].bytes[0])[0])
}

#[test]
fn a_loop_can_be_left_in_one_step() {
    let unrolled = run_at_loop(COUNTING, |_, _, _| AtBlock::GoOn);
    assert_eq!((unrolled.totals.paths, unrolled.bugs.len()), (21, 1));
    let summarised = run_at_loop(COUNTING, |the_loop, state, context| {
        let store = Arc::clone(&context.machine.store);
        let zero = store.bv_const(32, 0);
        assert_eq!(state.register_term(context.machine, the_loop.value("i")), Some(zero));
        assert_eq!(state.register_term(context.machine, the_loop.value("sum")), Some(zero));
        let n = counting_input(state, &store);
        let case = context.successor(state, store.tt(), the_loop.exit).expect("decided");
        let mut case = case.expect("true can hold");
        counted(the_loop, &mut case.state, context.machine, n, n);
        AtBlock::Replace(vec![case])
    });
    assert!(summarised.totals.complete, "{:?}", summarised.totals.incomplete);
    assert_eq!((summarised.totals.paths, summarised.visits), (2, 1));
    assert_eq!(summarised.bugs, unrolled.bugs, "the same input shows it");
    assert_eq!(summarised.bugs[0], (BugKind::Abort, input("n", &[12, 0, 0, 0]), false));
}

#[test]
fn a_residue_is_unrolled() {
    /// The state is in the residue of a summary, which is not tried again.
    struct InResidue;
    // The case says what happens for n ≤ 10, through a counter of sort Int.
    let result = run_at_loop(COUNTING, |the_loop, state, context| {
        if state.note::<InResidue>().is_some() {
            return AtBlock::GoOn;
        }
        let store = Arc::clone(&context.machine.store);
        let n = counting_input(state, &store);
        let counter = context.fresh("rounds", Sort::Int);
        let in_range = store.and(&[
            store.int_le(store.int_const(0), counter),
            store.int_le(counter, store.int_const(10)),
        ]);
        let few = store.and(&[in_range, store.eq(store.bv_to_int(n), counter)]);
        let case = context.successor(state, few, the_loop.exit).expect("decided");
        let mut case = case.expect("few rounds are possible");
        let rounds = store.int_to_bv(32, counter);
        counted(the_loop, &mut case.state, context.machine, n, rounds);
        let many = store.bv_ult(store.bv_const(32, 10), n);
        let residue = context.successor(state, many, Goes::On).expect("decided");
        let mut residue = residue.expect("more rounds are possible");
        residue.state.set_note(InResidue);
        AtBlock::Replace(vec![case, residue])
    });
    assert!(result.totals.complete, "{:?}", result.totals.incomplete);
    assert_eq!(result.totals.paths, 1 + 10, "the case, and n from 11 to 20");
    assert_eq!(result.bugs, [(BugKind::Abort, input("n", &[12, 0, 0, 0]), false)]);
}

#[test]
fn memory_is_read_and_written_as_an_array() {
    let text = "
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assert(int);
int main(void) {
  unsigned char v, a[20], j;
  klee_make_symbolic(&v, 1, \"v\");
  klee_make_symbolic(&j, 1, \"j\");
  a[19] = 7;
  for (int i = 0; i < 19; i++) a[i] = v + i;
  if (j < 19) klee_assert(a[j] == (unsigned char)(v + j));
  klee_assert(a[19] == 7);
  return 0;
}";
    let result = run_at_loop(text, |the_loop, state, context| {
        let machine = context.machine;
        let store = Arc::clone(&machine.store);
        let objects: Vec<_> =
            state.memory.handles().map(|(handle, object)| (handle, object.bytes.size())).collect();
        let (array, _) = *objects.iter().find(|(_, size)| *size == 20).expect("a");
        let base = state.memory.get(array).expect("it lives").base;
        assert_eq!(state.object_at(base + 3), Some((array, 3)));
        assert_eq!(state.scalar_at(machine, array, 19, 1), Some(store.bv_const(8, 7)));
        assert_eq!(state.scalar_at(machine, array, 18, 1), None, "never written");
        assert_eq!(state.scalar_at(machine, array, 19, 2), None, "out of bounds");
        let old = state.content(machine, array).expect("it lives");
        assert_eq!(store.select(old, store.bv_const(64, 19)), store.bv_const(8, 7));
        let v = store.var("v", Sort::BitVec(8));
        let new = store.lambda(Sort::BitVec(64), |index| {
            let written = store.bv_ult(index, store.bv_const(64, 19));
            let value = store.bv_add(v, store.extract(7, 0, index));
            store.ite(written, value, store.select(old, index))
        });
        let mut case = context
            .successor(state, store.tt(), the_loop.exit)
            .expect("decided")
            .expect("possible");
        let wrong = case.state.set_content(machine, array, v).expect_err("no array");
        assert_eq!(wrong.given, Sort::BitVec(8));
        case.state.set_content(machine, array, new).expect("an array of bytes");
        case.state
            .set_register(machine, the_loop.value("i"), store.bv_const(32, 19))
            .expect("an int");
        assert!(case.state.set_register(machine, the_loop.value("i"), v).is_err());
        // Written as a whole, and one number again on its own.
        assert!(case.state.set_scalar_at(machine, array, 19, store.bv_const(8, 7)));
        assert!(!case.state.set_scalar_at(machine, array, 19, store.bv_const(16, 7)));
        case.state.set_content(machine, array, new).expect("an array of bytes");
        AtBlock::Replace(vec![case])
    });
    assert_eq!(result.bugs, [], "the assertions hold");
    assert!(result.totals.complete, "{:?}", result.totals.incomplete);
    assert_eq!(result.visits, 1);
}

#[test]
fn a_state_that_cannot_get_to_the_target_is_pruned() {
    let result = run_at_loop(COUNTING, |_, state, context| {
        let store = Arc::clone(&context.machine.store);
        let n = counting_input(state, &store);
        if context.rules_out(state, store.eq(n, store.bv_const(32, 12))) {
            return AtBlock::Prune;
        }
        AtBlock::GoOn
    });
    assert!(result.totals.complete, "{:?}", result.totals.incomplete);
    // Paths split at the header's test; those that leave the loop early end behind it, all others go on to 12 rounds.
    assert_eq!((result.totals.pruned, result.bugs.len()), (1, 1));
    assert_eq!(result.totals.paths, 13, "n from 0 to 12; 13 and more is pruned at the next visit");
}

#[test]
fn what_a_technique_invents_is_not_taken_for_real() {
    // The value after the loop is forgotten: any sum is possible.
    let result = run_at_loop(COUNTING, |the_loop, state, context| {
        let machine = context.machine;
        let store = Arc::clone(&machine.store);
        let mut case = context
            .successor(state, store.tt(), the_loop.exit)
            .expect("decided")
            .expect("possible");
        let anything = context.fresh("sum", Sort::BitVec(32));
        case.state.set_register(machine, the_loop.value("sum"), anything).expect("32 bits");
        case.state.approximations.over = true;
        AtBlock::Replace(vec![case])
    });
    assert_eq!(result.bugs.len(), 1);
    assert!(result.bugs[0].2, "the finding says so");
    // The same, but half of the cases are forgotten: the answer is not complete.
    let result = run_at_loop(COUNTING, |the_loop, state, context| {
        let store = Arc::clone(&context.machine.store);
        let n = counting_input(state, &store);
        let few = store.bv_ult(n, store.bv_const(32, 5));
        let mut case =
            context.successor(state, few, the_loop.exit).expect("decided").expect("possible");
        counted(the_loop, &mut case.state, context.machine, n, n);
        case.state.approximations.under = true;
        AtBlock::Replace(vec![case])
    });
    assert!(result.totals.incomplete.contains_key(&Incomplete::UnderApproximated));
}

#[test]
fn a_state_can_go_on_at_any_block() {
    // The head is entered with i = 0; it goes on in the body as if i were 4 already, and is offered to the hook again after that round.
    let result = run_at_loop(COUNTING, |the_loop, state, context| {
        let machine = context.machine;
        let store = Arc::clone(&machine.store);
        let zero = store.bv_const(32, 0);
        if state.register_term(machine, the_loop.value("i")) != Some(zero) {
            return AtBlock::GoOn;
        }
        let n = counting_input(state, &store);
        let four = store.bv_const(32, 4);
        let mut case = context
            .successor(state, store.bv_ult(four, n), Goes::To(the_loop.header))
            .expect("decided")
            .expect("possible");
        counted(the_loop, &mut case.state, machine, four, four);
        AtBlock::Replace(vec![case])
    });
    assert_eq!(result.totals.paths, 16, "n from 5 to 20");
    assert_eq!(result.bugs, [(BugKind::Abort, input("n", &[12, 0, 0, 0]), false)]);
}

#[test]
fn calls_are_offered_at_the_start_of_the_function() {
    struct AtCalls(FunctionId, BlockId, AtomicUsize);
    impl BlockHook for AtCalls {
        fn watches(&self, function: FunctionId, block: BlockId) -> bool {
            (function, block) == (self.0, self.1)
        }
        fn at_block(&self, state: &mut State, _: &mut HookContext<'_>) -> AtBlock {
            assert_eq!((state.frame.function, state.callers.len()), (self.0, 1));
            self.2.fetch_add(1, Ordering::Relaxed);
            AtBlock::Prune
        }
    }
    let text = "
int called(int x) { return x + 1; }
int main(void) { return called(3); }";
    let loaded = Loaded::from_text(text, DataModel::Lp64);
    let called = loaded.function("called");
    let entry = loaded.program.functions[called].body.as_ref().expect("a body").entry();
    let hook = Arc::new(AtCalls(called, entry, AtomicUsize::new(0)));
    let (totals, _) = run(&loaded, hook.clone());
    assert_eq!((hook.2.load(Ordering::Relaxed), totals.pruned, totals.paths), (1, 1, 0));
}

#[test]
fn an_input_can_be_tried_from_inside_a_hook() {
    let loaded = Loaded::from_text(COUNTING, DataModel::Lp64);
    let main = loaded.function("main");
    let body = loaded.program.functions[main].body.as_ref().expect("a body");
    let trap = body
        .blocks
        .iter()
        .find(|(_, block)| {
            block.insts().any(|inst| matches!(body.inst(inst), lariat_program::Inst::Trap))
        })
        .map(|(id, _)| id)
        .or_else(|| {
            body.blocks
                .keys()
                .find(|id| body.blocks[*id].terminator.successors().into_iter().next().is_none())
        })
        .expect("where it traps");
    let result = run_at_loop(COUNTING, move |_, state, context| {
        let machine = context.machine;
        let start = machine.start().expect("the run has begun").clone();
        let store = Arc::clone(&machine.store);
        let n = counting_input(state, &store);
        let stop = AtomicBool::new(false);
        let mut runner =
            ConcreteRunner::new(machine, start, vec![(main, trap)], ExecutorConfig::default());
        for number in [11u8, 12, 13] {
            let wanted = store.eq(n, store.bv_const(32, u64::from(number)));
            let model = context.feasible(state, wanted).expect("decided").expect("possible");
            let by_model = runner.run_model(&model, &stop);
            let by_test = runner.run_test(&input("n", &[number, 0, 0, 0]), &stop);
            for run in [by_model, by_test] {
                assert!(run.exact);
                assert_eq!(run.reached.is_some(), number == 12);
                assert_eq!(run.findings.len(), usize::from(number == 12));
            }
        }
        assert!(matches!(
            runner.run_test(&input("n", &[21, 0, 0, 0]), &stop).end,
            Some(EndReason::AssumptionFailed)
        ));
        AtBlock::Prune
    });
    assert_eq!((result.visits, result.totals.pruned), (1, 1), "the runs are not offered");
}
