//! Programs that run on the C library models, alone and in the environment they find.

use lariat_exec::{Environment, Start, StartError, SymbolicArguments};

use super::support::{Case, bytes, number, run};

fn with_input(source: &str, size: u64) -> Case {
    let mut case = Case::new(source);
    case.environment.standard_input = Some(size);
    case
}

#[test]
fn printing_numbers_and_texts() {
    run(r#"
        #include <stdio.h>
        #include <string.h>
        #include <lariat.h>
        int main(void) {
            char buffer[40];
            int count = snprintf(buffer, sizeof buffer, "%d %s %05.1f %x|%-4c|", -12, "abc", 2.25, 255u, 'z');
            if (strcmp(buffer, "-12 abc 002.2 ff|z   |") != 0) return 1;
            if (count != (int)strlen(buffer)) return 2;
            int x = lariat_int("x");
            printf("%d\n", x);
            puts("done");
            fprintf(stderr, "%s %d\n", "error", 3);
            return 0;
        }"#)
    .assert_ends(&[("exit 0", 1)]);
}

#[test]
fn strlen_of_a_symbolic_text() {
    let run = run(r#"
        #include <string.h>
        #include <klee/klee.h>
        int main(void) {
            char text[5];
            klee_make_symbolic(text, sizeof text, "text");
            text[4] = 0;
            switch (strlen(text)) { case 0: return 0; case 1: return 1; case 2: return 2; case 3: return 3; case 4: return 4; }
            return 9;
        }"#);
    run.assert_ends(&[("exit 0", 1), ("exit 1", 1), ("exit 2", 1), ("exit 3", 1), ("exit 4", 1)]);
}

#[test]
fn a_bug_inside_a_model_is_the_callers() {
    let run = run(r#"
        #include <string.h>
        #include <klee/klee.h>
        int main(void) {
            char text[3], copy[3];
            klee_make_symbolic(text, sizeof text, "text");
            if (text[0] == 'x')
                strlen(text);
            else
                strcpy(copy, text);
            char *end = strcpy(copy, "abc");
            return end != copy;
        }"#);
    assert_eq!(
        run.bug_list(),
        [("out-of-bounds-read", 8), ("out-of-bounds-read", 10), ("out-of-bounds-write", 11)]
    );
}

#[test]
fn sorting_and_searching() {
    let run = run(r#"
        #include <stdlib.h>
        #include <klee/klee.h>
        #include <assert.h>
        static int compare(const void *a, const void *b) {
            return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
        }
        int main(void) {
            int a[3];
            klee_make_symbolic(a, sizeof a, "a");
            qsort(a, 3, sizeof *a, compare);
            assert(a[0] <= a[1] && a[1] <= a[2]);
            int key = a[1];
            assert(bsearch(&key, a, 3, sizeof *a, compare) != NULL);
            return 0;
        }"#);
    assert!(run.bugs.is_empty(), "{:?}", run.bugs);
    assert!(run.totals.complete && run.totals.paths >= 6);
}

#[test]
fn numbers_from_text() {
    let run = run(r#"
        #include <stdlib.h>
        #include <errno.h>
        #include <klee/klee.h>
        int main(void) {
            char text[4], *end;
            klee_make_symbolic(text, sizeof text, "text");
            text[3] = 0;
            errno = 0;
            long value = strtol(text, &end, 10);
            if (errno) return 2;
            if (value == -42 && end == text + 3) return 1;
            return 0;
        }"#);
    assert!(run.bugs.is_empty() && run.totals.complete, "{:?}", run.totals);
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 1").unwrap();
    assert_eq!(&bytes(input, "text")[..3], b"-42");
    assert!(!run.end_counts().contains_key("exit 2"));
}

#[test]
fn lines_of_symbolic_standard_input() {
    let run = with_input(
        r#"
        #include <stdio.h>
        #include <string.h>
        int main(void) {
            char line[8];
            if (fgets(line, sizeof line, stdin) == NULL) return 1;
            if (strcmp(line, "hi\n") == 0) return 2;
            return 0;
        }"#,
        4,
    )
    .run();
    assert!(run.bugs.is_empty() && run.totals.complete, "{:?}", run.totals);
    let (_, empty) = run.ends.iter().find(|(end, _)| end == "exit 1").unwrap();
    assert_eq!(number(empty, "stdin-size"), 0);
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 2").unwrap();
    assert_eq!(&bytes(input, "stdin")[..3], b"hi\n");
    assert!(number(input, "stdin-size") >= 3);
}

#[test]
fn without_symbolic_input_standard_input_is_empty() {
    run("#include <stdio.h>\nint main(void) { return getchar() == EOF ? 0 : 1; }")
        .assert_ends(&[("exit 0", 1)]);
}

#[test]
fn a_symbolic_file() {
    let mut case = Case::new(
        r#"
        #include <stdio.h>
        int main(void) {
            FILE *file = fopen("data.txt", "r");
            if (file == NULL) return 1;
            if (fopen("other.txt", "r") != NULL) return 2;
            unsigned char header[2];
            if (fread(header, 1, 2, file) != 2) return 3;
            fclose(file);
            if (header[0] == 0x7f && header[1] == 'E') return 4;
            return 0;
        }"#,
    );
    case.environment.files = vec![("data.txt".into(), 3)];
    let run = case.run();
    assert!(run.bugs.is_empty() && run.totals.complete, "{:?}", run.totals);
    let counts = run.end_counts();
    assert!(!counts.contains_key("exit 1") && !counts.contains_key("exit 2"));
    assert!(counts.contains_key("exit 3"));
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 4").unwrap();
    assert_eq!(&bytes(input, "file:data.txt")[..2], b"\x7fE");
}

#[test]
fn options_among_symbolic_arguments() {
    let mut case = Case::new(
        r#"
        #include <unistd.h>
        #include <stdlib.h>
        #include <string.h>
        int main(int argc, char **argv) {
            int option, verbose = 0, size = 0;
            if (strcmp(argv[0], "program") != 0 || argv[argc] != NULL) return 9;
            while ((option = getopt(argc, argv, "vn:")) != -1) {
                switch (option) {
                case 'v': verbose = 1; break;
                case 'n': size = atoi(optarg); break;
                default: return 2;
                }
            }
            if (verbose && size == 7) return 1;
            return 0;
        }"#,
    );
    case.environment.symbolic_arguments = Some(SymbolicArguments { fewest: 0, most: 2, length: 3 });
    let run = case.run();
    assert!(run.bugs.is_empty(), "{:?}", run.bugs);
    assert!(run.totals.complete, "{:?}", run.totals);
    let counts = run.end_counts();
    assert!(!counts.contains_key("exit 9"), "{counts:?}");
    assert!(counts.contains_key("exit 2"));
    let (_, input) = run.ends.iter().find(|(end, _)| end == "exit 1").unwrap();
    let arguments = [bytes(input, "arg00"), bytes(input, "arg01")];
    assert_eq!(arguments.map(<[u8]>::len), [4, 4]);
    assert!(number(input, "n_args") >= 1 && arguments[0][0] == b'-', "{input:?}");
}

#[test]
fn known_arguments_come_first() {
    let mut case = Case::new(
        r#"
        #include <string.h>
        int main(int argc, char **argv, char **envp) {
            if (argc != 3 || strcmp(argv[1], "--fast") || envp[0] || argv[3]) return 1;
            if (argv[2][0] == 'q') return 2;
            return 0;
        }"#,
    );
    case.environment.arguments = vec!["--fast".into()];
    case.environment.symbolic_arguments = Some(SymbolicArguments { fewest: 1, most: 1, length: 2 });
    case.run().assert_ends(&[("exit 0", 1), ("exit 2", 1)]);
}

#[test]
fn handlers_constructors_and_destructors_run_in_order() {
    for ending in ["return 0;", "exit(0);"] {
        run(&format!(
            r#"
            #include <stdlib.h>
            #include <assert.h>
            static int step;
            __attribute__((constructor(101))) static void first(void) {{ assert(step++ == 0); }}
            __attribute__((constructor(102))) static void second(void) {{ assert(step++ == 1); }}
            __attribute__((destructor(102))) static void earlier(void) {{ assert(step++ == 5); }}
            __attribute__((destructor(101))) static void last(void) {{ assert(step++ == 6); _Exit(33); }}
            static void one(void) {{ assert(step++ == 4); }}
            static void two(void) {{ assert(step++ == 3); }}
            int main(void) {{
                assert(step++ == 2);
                atexit(one);
                atexit(two);
                {ending}
            }}"#
        ))
        .assert_ends(&[("exit 33", 1)]);
    }
}

#[test]
fn a_programs_own_functions_are_its_own() {
    run(r#"
        #include <string.h>
        unsigned long strlen(const char *text) { return 77 + (text[0] == 'x'); }
        void *malloc(unsigned long size) { static char pool[100]; (void)size; return pool; }
        int main(void) {
            char *p = malloc(3);
            strcpy(p, "abc");
            if (strlen(p) != 77 || malloc(4) != p) return 1;
            return 0;
        }"#)
    .assert_ends(&[("exit 0", 1)]);
}

#[test]
fn mathematics_is_exact_or_says_why_not() {
    let run = run(r#"
        #include <math.h>
        #include <lariat.h>
        int main(void) {
            if (sqrt(2.25) != 1.5 || floor(-1.5) != -2 || fabs(-3.0) != 3) return 1;
            if (pow(2, 10) != 1024 || cos(0) != 1 || fabs(sin(1) - 0.8414709848) > 1e-9) return 2;
            if (fabs(lgamma(5) - log(24)) > 1e-12 || fabsf(expf(1) - 2.7182817f) > 1e-6f) return 3;
            double x = lariat_double("x");
            if (x > 3 && (fabs(-x) < 1 || floor(x) < 3)) return 4;
            if (x == 1) return (int)sin(x);
            return 0;
        }"#);
    let counts = run.end_counts();
    assert!(run.bugs.is_empty(), "{:?}", run.bugs);
    assert_eq!(counts["unsupported: the function sin of a symbolic number"], 1);
    assert!(counts.keys().all(|end| !end.starts_with("exit") || *end == "exit 0"), "{counts:?}");
}

#[test]
fn a_start_that_cannot_be() {
    let library = Case::new("int helper(void) { return 1; }");
    let error = Start::at_main(&mut library.load(), Environment::default()).unwrap_err();
    assert_eq!(error, StartError::NoMain);
    let plain = Case::new("int main(void) { return 0; }");
    let none = SymbolicArguments { fewest: 3, most: 2, length: 1 };
    let environment = Environment { symbolic_arguments: Some(none), ..Environment::default() };
    let error = Start::at_main(&mut plain.load(), environment).unwrap_err();
    assert_eq!(error, StartError::NoArguments(3, 2));
}

#[test]
fn inputs_are_no_leaks() {
    let source = "#include <stdlib.h>\n\
                  int f(const char *text) { return text[0] == 'm' ? malloc(3) != 0 : 0; }\n\
                  int main(void) { return f(\"x\"); }";
    let mut case = with_input(source, 4);
    case.config.executor.check_leaks = true;
    case.run().assert_ends(&[("exit 0", 1)]);
    let entered = case.enter("f");
    assert_eq!(entered.bugs.len(), 1);
    assert_eq!(entered.bugs[0].kind, "memory-leak");
    assert_eq!(bytes(&entered.bugs[0].input, "text")[0], b'm');
}
