//! Each function through which a program gets inputs or talks to the engine.

use lariat_program::DataModel;

use super::support::{Case, Run, bytes, number, run};

#[test]
fn klee_make_symbolic_takes_memory_of_any_kind() {
    let run = run(r#"
        #include <klee/klee.h>
        struct pair { char tag; int value; } pair;
        int main(void) {
            int x;
            char text[3];
            klee_make_symbolic(&x, sizeof x, "x");
            klee_make_symbolic(&pair, sizeof pair, "pair");
            klee_make_symbolic(text, sizeof text, "text");
            if (x == 7 && pair.tag == 'p' && pair.value == -5 && text[2] == 'z') return 1;
            return 0;
        }"#);
    run.assert_ends(&[("exit 0", 4), ("exit 1", 1)]);
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 1").unwrap();
    assert_eq!(number(input, "x"), 7);
    assert_eq!(bytes(input, "pair")[0], b'p');
    assert_eq!(bytes(input, "pair")[4..], (-5i32).to_le_bytes());
    assert_eq!(bytes(input, "text")[2], b'z');
}

#[test]
fn inputs_of_one_name_are_different_inputs() {
    let run = run(r#"
        #include <klee/klee.h>
        int main(void) {
            int a = klee_int("x"), b = klee_int("x");
            if (a == 1 && b == 2) return 1;
            return 0;
        }"#);
    run.assert_ends(&[("exit 0", 2), ("exit 1", 1)]);
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 1").unwrap();
    let values: Vec<_> = input.objects.iter().map(|o| (o.name.as_str(), o.bytes[0])).collect();
    assert_eq!(values, [("x", 1), ("x", 2)]);
}

#[test]
fn assumptions_and_ranges_bound_inputs() {
    run(r#"
        #include <klee/klee.h>
        #include <lariat.h>
        #include <assert.h>
        int main(void) {
            int a = klee_range(3, 6, "a"), b = lariat_range(3, 6, "b");
            uintptr_t c = klee_choose(4);
            int d = klee_int("d");
            klee_assume(d > 10);
            unsigned e = lariat_uint("e");
            lariat_assume(e < 5);
            assert(a >= 3 && a < 6 && b >= 3 && b <= 6 && c < 4 && d > 10 && e < 5);
            if (a == 6) return 1;
            if (b == 6) return 2;
            return 0;
        }"#)
    .assert_ends(&[("exit 0", 1), ("exit 2", 1)]);
}

#[test]
fn an_assumption_that_cannot_hold_ends_the_path() {
    run("#include <lariat.h>\nint main(void) { int x = lariat_int(\"x\"); lariat_assume(x > 5); lariat_assume(x < 5); return 1; }")
        .assert_ends(&[("AssumptionFailed", 1)]);
}

#[test]
fn every_nondet_function_has_its_type() {
    let types = [
        ("bool", "_Bool", 1),
        ("_Bool", "_Bool", 1),
        ("char", "char", 1),
        ("schar", "signed char", 1),
        ("uchar", "unsigned char", 1),
        ("unsigned_char", "unsigned char", 1),
        ("short", "short", 2),
        ("ushort", "unsigned short", 2),
        ("int", "int", 4),
        ("uint", "unsigned", 4),
        ("unsigned", "unsigned", 4),
        ("unsigned_int", "unsigned", 4),
        ("long", "long", 8),
        ("ulong", "unsigned long", 8),
        ("longlong", "long long", 8),
        ("ulonglong", "unsigned long long", 8),
        ("size_t", "unsigned long", 8),
        ("float", "float", 4),
        ("double", "double", 8),
        ("pointer", "void *", 8),
        ("charp", "char *", 8),
        ("pchar", "char *", 8),
        ("loff_t", "long long", 8),
        ("sector_t", "unsigned long", 8),
        ("pthread_t", "unsigned long", 8),
        ("s8", "signed char", 1),
        ("u8", "unsigned char", 1),
        ("u16", "unsigned short", 2),
        ("u32", "unsigned", 4),
        ("u64", "unsigned long", 8),
        ("int128", "__int128", 16),
        ("uint128", "unsigned __int128", 16),
    ];
    let mut source = String::new();
    let mut body = String::new();
    for (name, ty, _) in types {
        source += &format!("extern {ty} __VERIFIER_nondet_{name}(void);\n");
        body += &format!("    {{ {ty} v = __VERIFIER_nondet_{name}(); (void)v; }}\n");
    }
    let run = run(&format!("{source}int main(void) {{\n{body} return 0; }}"));
    run.assert_ends(&[("exit 0", 1)]);
    let made: Vec<_> =
        run.ends[0].1.objects.iter().map(|o| (o.name.clone(), o.bytes.len())).collect();
    let expected: Vec<_> =
        types.iter().map(|(name, _, size)| (format!("__VERIFIER_nondet_{name}"), *size)).collect();
    assert_eq!(made, expected);
}

#[test]
fn a_symbolic_bool_is_zero_or_one() {
    run(r#"
        #include <lariat.h>
        extern _Bool __VERIFIER_nondet_bool(void);
        int main(void) {
            _Bool a = __VERIFIER_nondet_bool(), b = lariat_bool("b");
            int sum = a + b;
            switch (sum) { case 0: return 0; case 1: return 1; case 2: return 2; }
            return 3;
        }"#)
    .assert_ends(&[("exit 0", 1), ("exit 1", 1), ("exit 2", 1)]);
}

#[test]
fn inputs_of_lariat_h_have_their_types() {
    let run = run(r#"
        #include <lariat.h>
        int main(void) {
            char c = lariat_char("c"); unsigned char uc = lariat_uchar("uc");
            short s = lariat_short("s"); unsigned short us = lariat_ushort("us");
            long l = lariat_long("l"); unsigned long ul = lariat_ulong("ul");
            long long ll = lariat_longlong("ll"); unsigned long long ull = lariat_ulonglong("ull");
            size_t z = lariat_size("z"); float f = lariat_float("f"); double d = lariat_double("d");
            int block[2];
            lariat_make_symbolic(block, sizeof block, "block");
            lariat_prefer(c == 1);
            if (!lariat_is_symbolic(l) || lariat_is_symbolic(3)) return 9;
            if (c < 0 && s < 0 && l < 0 && ll < 0 && f < 0 && d > 1e100 && block[1] == 3
                && uc > 200 && us > 60000 && ul > 1ul << 63 && ull > 1ull << 63 && z == 77) return 1;
            return 0;
        }"#);
    assert!(run.bugs.is_empty() && run.totals.complete, "{run:?}");
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 1").unwrap();
    assert!(number(input, "c") < 0 && number(input, "s") < 0 && number(input, "z") == 77);
    let double = f64::from_le_bytes(bytes(input, "d").try_into().unwrap());
    assert!(double > 1e100, "{double}");
    assert_eq!(bytes(input, "block")[4..], [3, 0, 0, 0]);
    assert!(!run.ends.iter().any(|(end, _)| end == "exit 9"));
}

#[test]
fn ways_to_end_a_path() {
    let run = run(r#"
        #include <klee/klee.h>
        #include <stdlib.h>
        int main(void) {
            switch (klee_int("x")) {
            case 1: klee_silent_exit(3);
            case 2: klee_report_error("f.c", 9, "bad things", "err");
            case 3: abort();
            case 4: exit(4);
            case 5: _Exit(5);
            case 6: klee_abort();
            }
            return 0;
        }"#);
    run.assert_bugs(&[("abort", 8), ("abort", 11), ("reported", 7)]);
    assert_eq!(run.bugs.iter().find(|bug| bug.kind == "reported").unwrap().detail, "bad things");
    let counts = run.end_counts();
    assert_eq!(counts["SilentExit"], 1);
    assert_eq!((counts["exit 0"], counts["exit 4"], counts["exit 5"]), (1, 1, 1));
}

#[test]
fn failed_assertions_of_every_spelling() {
    run(r#"
        #include <assert.h>
        #include <lariat.h>
        extern void __VERIFIER_error(void);
        void reach_error(void) { }
        void klee_assert(int);
        int main(void) {
            int x = lariat_int("x");
            if (x == 1) assert(x != 1);
            if (x == 2) lariat_assert(x != 2);
            if (x == 3) reach_error();
            if (x == 4) __VERIFIER_error();
            klee_assert(x != 5);
            return 0;
        }"#)
    .assert_bugs(&[
        ("assertion-failure", 9),
        ("assertion-failure", 10),
        ("assertion-failure", 13),
        ("error-reached", 11),
        ("error-reached", 12),
    ]);
}

#[test]
fn hints_are_accepted() {
    run(r#"
        #include <klee/klee.h>
        int main(void) {
            int x = klee_int("x");
            klee_open_merge(); klee_close_merge(); klee_prefer_cex(&x, x == 3);
            klee_print_expr("x", x); klee_warning("w"); klee_warning_once("w"); klee_set_forking(0);
            klee_mark_global(&x); klee_print_range("x", x); klee_stack_trace();
            return klee_is_symbolic(x) && !klee_is_symbolic(1) && klee_get_obj_size(&x) == 4 && !klee_is_replay();
        }"#)
    .assert_ends(&[("exit 1", 1)]);
}

#[test]
fn a_picked_value_is_concrete_and_the_run_no_proof() {
    let run = run(r#"
        #include <klee/klee.h>
        int main(void) {
            int x = klee_range(5, 50, "x");
            int y = klee_get_value_i32(x);
            double d = klee_get_valued(2.5);
            if (x != y) return 1;
            return klee_is_symbolic(y) + (y < 5) + (d != 2.5);
        }"#);
    assert_eq!(run.end_counts().into_iter().collect::<Vec<_>>(), [("exit 0", 1)]);
    assert!(!run.totals.complete);
}

#[test]
fn nondet_memory_and_32_bit_sizes() {
    let mut case = Case::new(
        r#"
        extern void __VERIFIER_nondet_memory(void *, unsigned);
        extern long __VERIFIER_nondet_long(void);
        extern void *__VERIFIER_nondet_pointer(void);
        int main(void) {
            char block[5];
            __VERIFIER_nondet_memory(block, 5);
            long l = __VERIFIER_nondet_long();
            void *p = __VERIFIER_nondet_pointer();
            if (block[4] == 3 && l == 1 && p == 0) return 1;
            return 0;
        }"#,
    );
    case.data_model = Some(DataModel::Ilp32);
    let run = case.run();
    assert!(run.bugs.is_empty() && run.totals.complete);
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 1").unwrap();
    let sizes: Vec<_> = input.objects.iter().map(|object| object.bytes.len()).collect();
    assert_eq!(sizes, [5, 4, 4]);
}

#[test]
fn allocation_by_the_rules() {
    run(r#"
        #include <stdlib.h>
        #include <stdint.h>
        #include <string.h>
        int main(void) {
            char *none = malloc(0), *other = malloc(0);
            if (!none || !other || none == other) return 1;
            free(none); free(other); free(0);
            int *zeros = calloc(4, sizeof *zeros);
            if (zeros[0] | zeros[3]) return 2;
            if (calloc(SIZE_MAX, 2) || malloc(SIZE_MAX)) return 3;
            char *text = realloc(0, 4);
            strcpy(text, "abc");
            text = realloc(text, 10);
            if (strcmp(text, "abc")) return 4;
            text = realloc(text, 2);
            if (text[0] != 'a' || text[1] != 'b') return 5;
            if (realloc(text, 0)) return 6;
            char *aligned = aligned_alloc(64, 128);
            if ((uintptr_t)aligned % 64) return 7;
            void *memory;
            if (posix_memalign(&memory, 32, 100) || (uintptr_t)memory % 32) return 8;
            memset(memory, 1, 100);
            free(aligned); free(memory); free(zeros);
            return 0;
        }"#)
    .assert_ends(&[("exit 0", 1)]);
}

#[test]
fn misuse_of_allocation_is_found() {
    run(r#"
        #include <stdlib.h>
        #include <lariat.h>
        int main(int argc, char **argv) {
            char *p = malloc(4), local[4];
            switch (lariat_int("x")) {
            case 0: free(p); free(p); break;
            case 1: free(p + 1); break;
            case 2: free(local); break;
            case 3: p = realloc(p, 8); p[8] = 1; break;
            case 4: realloc(p, 8); return *p;
            case 5: free(argv[0]); break;
            case 6: p = realloc(local, 8); break;
            case 7: p = calloc(2, 2); return p[4];
            }
            return 0;
        }"#)
    .assert_bugs(&[
        ("double-free", 7),
        ("invalid-free", 8),
        ("invalid-free", 9),
        ("invalid-free", 12),
        ("invalid-free", 13),
        ("out-of-bounds-read", 14),
        ("out-of-bounds-write", 10),
        ("use-after-free", 11),
    ]);
}

#[test]
fn memory_of_symbolic_size() {
    let run = run(r#"
        #include <stdlib.h>
        #include <lariat.h>
        int main(void) {
            unsigned char n = lariat_range(1, 8, "n");
            char *p = malloc(n);
            for (int i = 0; i < n; i++) p[i] = i;
            if (p[n - 1] != n - 1) return 1;
            p[5] = 1;
            return 0;
        }"#);
    run.assert_bugs(&[("out-of-bounds-write", 9)]);
    assert!(number(&run.bugs[0].input, "n") <= 5);
    assert!(run.ends.iter().all(|(end, _)| end == "exit 0"));
    assert_eq!(run.ends.len(), 3);
}

/// Runs a program with memory of any size.
fn any_size(source: &str, any: lariat_exec::AnySize) -> Run {
    let mut case = Case::new(source);
    case.config.executor.any_size = any;
    case.config.executor.check_empty_arrays = false;
    case.run()
}

#[test]
fn memory_of_any_size() {
    let source = r#"
        #include <stdlib.h>
        #include <lariat.h>
        int main(void) {
            unsigned n = lariat_range(100, 1000000, "n");
            unsigned i = lariat_range(0, 1000000, "i");
            char *p = malloc(n);
            if (i >= n) return 0;
            p[i] = 7;
            if (p[i] != 7) return 1;
            p[n - 1] = 3;
            if (i == n - 1 ? p[i] != 3 : p[i] != 7) return 2;
            p[n] = 1;
            return 3;
        }"#;
    for any in [lariat_exec::AnySize::Heap, lariat_exec::AnySize::All] {
        let run = any_size(source, any);
        run.assert_bugs(&[("out-of-bounds-write", 13)]);
        let ends: Vec<&str> = run.ends.iter().map(|(end, _)| end.as_str()).collect();
        assert!(ends.contains(&"exit 0"), "{ends:?}");
        assert!(!ends.contains(&"exit 1") && !ends.contains(&"exit 2"), "{ends:?}");
        assert!(!ends.contains(&"exit 3"), "{ends:?}");
    }
}

#[test]
fn sizes_that_no_machine_has_give_no_memory() {
    let run = any_size(
        r#"
        #include <stdlib.h>
        #include <lariat.h>
        int main(void) {
            unsigned long n;
            lariat_make_symbolic(&n, sizeof n, "n");
            char *p = malloc(n);
            if (!p) {
                if (n > 0x7fffffffffffffff) return 1;
                return 2;
            }
            if (n > 0x7fffffffffffffff) return 3;
            return 4;
        }"#,
        lariat_exec::AnySize::All,
    );
    let mut ends: Vec<&str> = run.ends.iter().map(|(end, _)| end.as_str()).collect();
    ends.sort_unstable();
    assert_eq!(ends, ["exit 1", "exit 4"]);
}

#[test]
fn sizes_within_the_capacity_are_a_path_of_their_own() {
    let run = any_size(
        r#"
        #include <stdlib.h>
        #include <lariat.h>
        int main(void) {
            unsigned n = lariat_range(1, 1000, "n");
            char *p = calloc(n, 1);
            return p[n - 1];
        }"#,
        lariat_exec::AnySize::Heap,
    );
    assert_eq!(run.ends.len(), 2);
    assert!(run.ends.iter().all(|(end, _)| end == "exit 0"));
}

#[test]
fn local_arrays_of_any_length() {
    let source = r#"
        #include <lariat.h>
        int main(void) {
            int n;
            lariat_make_symbolic(&n, sizeof n, "n");
            int a[n];
            if (n < 1) return 5;
            a[n / 2] = 4;
            return a[n / 2];
        }"#;
    let run = any_size(source, lariat_exec::AnySize::All);
    let mut ends: Vec<&str> = run.ends.iter().map(|(end, _)| end.as_str()).collect();
    ends.sort_unstable();
    // None of no elements is left: a negative length is more than any memory has.
    assert_eq!(ends, ["exit 4", "exit 5"]);
}

#[test]
fn an_object_of_any_size_has_no_addresses_to_compare() {
    let run = any_size(
        r#"
        #include <stdlib.h>
        #include <lariat.h>
        int main(void) {
            unsigned long n, i;
            lariat_make_symbolic(&n, sizeof n, "n");
            lariat_make_symbolic(&i, sizeof i, "i");
            char *p = malloc(n), *q = malloc(1);
            if (!p || i >= n) return 0;
            return p + i == q;
        }"#,
        lariat_exec::AnySize::All,
    );
    assert!(run.ends.iter().all(|(end, _)| end == "exit 0" || end.contains("any size")));
    assert!(run.ends.iter().any(|(end, _)| end.contains("any size")));
}

#[test]
fn malloc_fails_only_by_option() {
    let source = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; return 0; }";
    run(source).assert_ends(&[("exit 0", 1)]);
    let mut case = Case::new(source);
    case.config.executor.failing_malloc = true;
    let failing = case.run();
    assert_eq!(failing.bug_list(), [("null-dereference", 2)]);
    assert_eq!(bytes(&failing.bugs[0].input, "malloc_fails"), [1]);
}

#[test]
fn unknown_functions_end_the_path_with_their_name() {
    let source = r#"
        extern int mystery(int *, const int *);
        int shared = 1;
        int main(void) {
            int x = 1, y = 2, kept = 3;
            int r = mystery(&x, &y);
            if (kept != 3) return 9;
            if (x == 5) return 1;
            if (r == 8) return 2;
            return 0;
        }"#;
    let stopped = run(source);
    assert_eq!(stopped.end_counts().into_iter().collect::<Vec<_>>(), [("no model: mystery", 1)]);
    assert!(!stopped.totals.complete);
    let mut case = Case::new(source);
    case.config.executor.havoc_unknown = true;
    let havocked = case.run();
    assert!(havocked.bugs.is_empty());
    assert!(!havocked.totals.complete);
    let counts = havocked.end_counts();
    assert_eq!(
        counts.into_iter().collect::<Vec<_>>(),
        [("exit 0", 1), ("exit 1", 1), ("exit 2", 1)]
    );
}
