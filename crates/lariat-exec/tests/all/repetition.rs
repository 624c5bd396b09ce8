//! Whether runs on given inputs come back to a state.

use std::sync::atomic::AtomicBool;

use crate::common::Loaded;
use lariat_exec::{
    ComesBack, ConcreteRun, ConcreteRunner, EndReason, ExecutorConfig, TestInput, TestObject,
    initial_state,
};
use lariat_program::DataModel;

const DECLARATIONS: &str = "
void klee_make_symbolic(void *, unsigned long, const char *);
static unsigned char input(void) { unsigned char c; klee_make_symbolic(&c, 1, \"c\"); return c; }
static void set(unsigned *to, unsigned value) { *to = value; }
";

fn run(loaded: &Loaded, bytes: &[u8]) -> ConcreteRun {
    let start = initial_state(&loaded.machine, loaded.function("main"), Vec::new());
    let config = ExecutorConfig { max_steps: 20_000, ..ExecutorConfig::default() };
    let mut runner =
        ConcreteRunner::new(&loaded.machine, start.expect("a body"), Vec::new(), config);
    let objects = bytes.iter().map(|byte| TestObject { name: "c".into(), bytes: vec![*byte] });
    let test = TestInput { objects: objects.collect() };
    runner.run_in_circles(&test, &AtomicBool::new(false))
}

fn loaded(main: &str) -> Loaded {
    Loaded::from_text(&format!("{DECLARATIONS}int main(void) {{ {main} }}"), DataModel::Lp64)
}

#[test]
fn a_walk_through_a_table_comes_back_if_it_does_not_end() {
    let walk = loaded(
        "unsigned char table[5];
         for (int i = 0; i < 5; i++) table[i] = input() % 6;
         unsigned at = 0, copy;
         while (at < 5) { set(&copy, at); at = table[copy]; }
         return 0;",
    );
    let mut endless = 0;
    for number in 0..300u32 {
        let table: Vec<u8> =
            (0..5).map(|place| (number * 7919 / 6u32.pow(place) % 6) as u8).collect();
        let mut at = 0;
        let ends = (0..5).any(|_| {
            at = usize::from(table[at]);
            at == 5
        });
        let run = run(&walk, &table);
        assert!(run.exact);
        assert_eq!(matches!(run.end, Some(EndReason::Exit(_))), ends, "{table:?}");
        let expected = (!ends).then_some(ComesBack::WithoutInputs);
        assert_eq!(run.comes_back, expected, "{table:?}");
        endless += u32::from(!ends);
    }
    assert!((50..250).contains(&endless), "both are tried");
}

#[test]
fn what_changes_is_no_repetition() {
    // The number of rounds is only in memory, in a register, or in the depth of calls.
    for text in [
        "unsigned n[1] = { 0 }; unsigned *p = n; for (;;) set(p, *p + 1);",
        "unsigned n = 1; while (n) n += 2; return 0;",
        "unsigned n = 0; for (;;) { n++; if (n == 4000000000u) return 1; }",
    ] {
        let run = run(&loaded(text), &[]);
        assert!(
            run.comes_back.is_none() && matches!(run.end, Some(EndReason::StepLimit)),
            "{text}"
        );
    }
}

#[test]
fn inputs_behind_the_test_are_zero() {
    let text = "while (input() != 5) ; return 0;";
    assert_eq!(run(&loaded(text), &[1]).comes_back, Some(ComesBack::WithZeros));
    // As long as the test has something, what comes is not the same.
    let zeros = vec![0; 200];
    assert_eq!(run(&loaded(text), &zeros).comes_back, Some(ComesBack::WithZeros));
    let ends = run(&loaded(text), &[zeros, vec![5]].concat());
    assert!(ends.comes_back.is_none() && matches!(ends.end, Some(EndReason::Exit(_))));
}
