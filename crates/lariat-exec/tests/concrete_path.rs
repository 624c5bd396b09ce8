//! The concrete path: while nothing symbolic is touched, the interpreter builds no term and allocates nothing.
//!
//! An allocator that counts is this whole test's; there is one test, so nothing else allocates meanwhile.

#[path = "all/common/mod.rs"]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use common::Loaded;
use lariat_exec::{
    EndReason, ExecutionTree, Executor, ExecutorConfig, Outcome, Shared, initial_state,
};
use lariat_program::DataModel;
use lariat_solver::{Solver, SolverConfig};
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps what the trait asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// All that runs on words: arithmetic with and without promises, comparisons, conversions, memory of globals, the stack and the heap,
/// phis that swap, branches, calls and recursion. The symbolic input is there and is not touched in the loop.
const PROGRAM: &str = "
void klee_make_symbolic(void *, unsigned long, const char *);
void *malloc(unsigned long);
unsigned table[64];
struct pair { short small; long large; } pairs[8];
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static unsigned mix(unsigned a, unsigned b) { return (a << 5 | a >> 27) ^ b; }
int main(void) {
  int secret;
  klee_make_symbolic(&secret, sizeof secret, \"secret\");
  unsigned char local[256];
  long *heap = malloc(32 * sizeof *heap);
  for (int i = 0; i < 256; i++) local[i] = (unsigned char)i;
  for (int i = 0; i < 32; i++) heap[i] = i;
  unsigned a = 1, b = 2, sum = 0;
  for (unsigned long round = 0;; round++) {
    unsigned swapped = a; a = b; b = swapped;
    sum = mix(sum, a + (unsigned)round);
    table[sum % 64] += sum / ((unsigned)round % 7 + 1);
    local[(unsigned char)sum] ^= (unsigned char)(sum >> 8);
    heap[sum & 31] = heap[(sum >> 5) & 31] + (long)(signed char)sum;
    pairs[sum & 7].small = (short)sum;
    pairs[sum & 7].large = -(long)round;
    sum += (unsigned)fib((int)(round % 6));
    if ((int)sum < 0 && round % 3 == 0) sum -= 1; else sum |= 1;
  }
}";

#[test]
fn the_concrete_path_builds_no_terms_and_allocates_nothing() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let loaded = Loaded::from_text(PROGRAM, model);
        let (stop, ids) = (AtomicBool::new(false), AtomicU64::new(1));
        let reported = Mutex::new(FxHashSet::default());
        let tree = Mutex::new(ExecutionTree::new(false));
        let shared = Shared {
            machine: &loaded.machine,
            coverage: &loaded.coverage,
            stop: &stop,
            ids: &ids,
            reported: &reported,
            tree: &tree,
        };
        let store = Arc::clone(&loaded.machine.store);
        let solver = Solver::new(Arc::clone(&store), SolverConfig::default());
        let mut executor = Executor::new(&shared, solver, ExecutorConfig::default());
        let main = loaded.function("main");
        let mut state = initial_state(&loaded.machine, main, Vec::new()).expect("a body");
        // The way into the loop, and the first time at every depth of calls.
        let outcome = executor.run(&mut state, 300_000);
        assert!(matches!(outcome, Outcome::OutOfFuel), "{outcome:?}");
        let (terms, allocations) = (store.len(), ALLOCATIONS.load(Ordering::Relaxed));
        let steps = state.steps;
        let outcome = executor.run(&mut state, 3_000_000);
        let allocated = ALLOCATIONS.load(Ordering::Relaxed) - allocations;
        assert!(matches!(outcome, Outcome::OutOfFuel), "{outcome:?}");
        assert!(state.steps - steps >= 3_000_000);
        assert_eq!((store.len() - terms, allocated), (0, 0), "{model:?}");
        // Ending the run is seen between two operations.
        stop.store(true, Ordering::Relaxed);
        let outcome = executor.run(&mut state, 1000);
        assert!(matches!(outcome, Outcome::Ended(EndReason::Stopped)));
    }
}
