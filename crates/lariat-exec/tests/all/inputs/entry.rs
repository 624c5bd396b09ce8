//! Functions whose parameters are inputs.

use lariat_exec::{EntryPlan, Leaf, PlanLimits, Start, StartError, Target};
use lariat_program::DataModel;

use super::support::{Case, Run, bytes, number};

fn enter(source: &str, function: &str) -> Run {
    Case::new(source).enter(function)
}

/// The inputs of the one path that found a bug of this kind.
#[track_caller]
fn names(run: &Run) -> Vec<String> {
    run.ends[0].1.objects.iter().map(|object| object.name.clone()).collect()
}

#[test]
fn scalars_are_any_value_of_their_type() {
    let run = enter(
        r#"
        #include <assert.h>
        enum color { RED, GREEN = 5 };
        void f(char c, unsigned short s, int i, long l, _Bool b, enum color color, float x, double y) {
            assert(b == 0 || b == 1);
            if (c == -3) if (s == 65535) if (i == -7) if (l == 1L << 40) if (b) if (color == GREEN) if (x == 0.5f) if (y < -1e300)
                assert(0);
        }"#,
        "f",
    );
    run.assert_bugs(&[("assertion-failure", 7)]);
    let input = &run.bugs[0].input;
    let values = ["c", "i", "l", "b", "color"].map(|name| number(input, name));
    assert_eq!(values, [-3, -7, 1 << 40, 1, 5]);
    assert_eq!(bytes(input, "s"), [255, 255]);
    assert_eq!(bytes(input, "x"), 0.5f32.to_le_bytes());
    assert!(f64::from_le_bytes(bytes(input, "y").try_into().unwrap()) < -1e300);
}

#[test]
fn structs_are_passed_however_the_machine_likes() {
    let source = r#"
        #include <assert.h>
        struct small { int a; char b; };
        struct mixed { double d; int i; };
        struct floats { float x, y, z; };
        struct big { long a[3]; char c; };
        struct odd { char c[5]; };
        struct result { long v[4]; };
        struct result f(struct small s, struct mixed m, struct floats v, struct big g, struct odd o, int last) {
            struct result r = {{0}};
            if (s.a == 1) if (s.b == 2) if (m.d == 3.0) if (m.i == 4) if (v.x == 5) if (v.z == 6)
                if (g.a[2] == 7) if (g.c == 8) if (o.c[4] == 9) if (last == 10)
                    assert(0);
            return r;
        }"#;
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let mut case = Case::new(source);
        case.data_model = Some(data_model);
        let run = case.enter("f");
        run.assert_bugs(&[("assertion-failure", 13)]);
        let input = &run.bugs[0].input;
        let values = ["s.a", "s.b", "m.i", "g.c", "last"].map(|name| number(input, name));
        assert_eq!(values, [1, 2, 4, 8, 10]);
        assert_eq!(bytes(input, "v.z"), 6f32.to_le_bytes());
        assert_eq!(bytes(input, "m.d"), 3f64.to_le_bytes());
        assert_eq!(bytes(input, "o.c")[4], 9);
        let long = bytes(input, "g.a").len() / 3;
        assert_eq!(bytes(input, "g.a")[2 * long], 7);
    }
}

#[test]
fn a_pointer_to_numbers_is_a_buffer_of_any_length() {
    let run = enter(
        r#"
        int f(const int *numbers, unsigned count) {
            int found = 0;
            for (unsigned i = 0; i < count && i < 4; i++)
                if (numbers[i] == 77) found = 1;
            return found;
        }"#,
        "f",
    );
    run.assert_bugs(&[("out-of-bounds-read", 5)]);
    let input = &run.bugs[0].input;
    let length = number(input, "numbers.length");
    assert!((1..4).contains(&length) && number(input, "count") > length, "{input:?}");
    assert_eq!(bytes(input, "numbers").len(), 24);
    assert_eq!(names(&run), ["numbers.length", "numbers", "count"]);
}

#[test]
fn a_pointer_to_char_is_a_text() {
    let source = r#"
        #include <string.h>
        #include <assert.h>
        void f(const char *text, char *other) {
            unsigned long length = strlen(text);
            assert(length < 6);
            if (length == 3) if (text[0] == 'y' && text[2] == '!') assert(0);
            other[strlen(other)] = 'x';
        }"#;
    let run = enter(source, "f");
    run.assert_bugs(&[("assertion-failure", 7)]);
    let input = &run.bugs[0].input;
    assert_eq!(number(input, "text.length"), 3);
    let text = bytes(input, "text");
    assert_eq!((text.len(), text[0], text[2], text[3]), (6, b'y', b'!', 0));
    assert!(text[1] != 0);
}

#[test]
fn the_end_of_a_text_is_the_end_of_its_memory() {
    let run =
        enter("char f(const char *text) { if (text[0] != 'a') return 0; return text[2]; }", "f");
    run.assert_bugs(&[("out-of-bounds-read", 1)]);
    assert_eq!(number(&run.bugs[0].input, "text.length"), 1);
    assert_eq!(bytes(&run.bugs[0].input, "text")[..2], *b"a\0");
}

#[test]
fn pointers_may_be_null_by_option() {
    let source = "int f(int *p) { return *p; }";
    enter(source, "f").assert_ends(&[("exit", 1)]);
    let mut case = Case::new(source);
    case.limits.null_pointers = true;
    let run = case.enter("f");
    run.assert_bugs(&[("null-dereference", 1)]);
    assert_eq!(bytes(&run.bugs[0].input, "p.null"), [1]);
    assert_eq!(run.end_counts()["exit"], 1);
}

#[test]
fn lists_have_an_end() {
    let run = enter(
        r#"
        #include <assert.h>
        struct node { int value; struct node *next; };
        void f(struct node *list) {
            int sum = 0, count = 0;
            for (struct node *n = list; n; n = n->next) { sum += n->value & 15; count++; }
            assert(count >= 1 && count <= 3);
            if (count == 2) assert(sum != 30);
        }"#,
        "f",
    );
    run.assert_bugs(&[("assertion-failure", 8)]);
    let input = &run.bugs[0].input;
    assert_eq!(bytes(input, "list->next.null"), [0]);
    assert_eq!(bytes(input, "list->next->next.null"), [1]);
    assert_eq!(number(input, "list->value") & 15, 15);
    assert_eq!(number(input, "list->next->value") & 15, 15);
    assert!(run.totals.paths >= 3);
}

#[test]
fn what_a_struct_points_to() {
    let run = enter(
        r#"
        #include <assert.h>
        struct point { short x, y; };
        struct shape { const char *name; struct point *corners; unsigned char count, flags : 3, kind : 5; void *data; };
        void f(struct shape *shape, struct point points[]) {
            if (shape->name[0] == 'b' && shape->corners[1].y == 9 && shape->kind == 6 && points->x == 4)
                if (((unsigned char *)shape->data)[0] == 200) assert(0);
        }"#,
        "f",
    );
    assert_eq!(run.bug_list(), [("assertion-failure", 7), ("out-of-bounds-read", 6)]);
    let bug = run.bugs.iter().find(|bug| bug.kind == "assertion-failure").unwrap();
    let input = &bug.input;
    assert_eq!(bytes(input, "shape->name")[0], b'b');
    assert!(number(input, "shape->corners.length") >= 2);
    assert_eq!(number(input, "shape->corners[1].y"), 9);
    assert_eq!(bytes(input, "shape->flags+kind")[0] >> 3, 6);
    assert_eq!(number(input, "points[0].x"), 4);
    assert_eq!(bytes(input, "shape->data")[0], 200);
}

#[test]
fn a_function_may_free_what_it_gets() {
    enter(
        r#"
        #include <stdlib.h>
        struct node { int value; struct node *next; };
        void f(struct node *list) {
            while (list) { struct node *next = list->next; free(list); list = next; }
        }"#,
        "f",
    )
    .assert_ends(&[("exit", 3)]);
}

#[test]
fn a_callback_ends_the_path_with_its_name() {
    let run = enter(
        "int f(int (*compare)(int, int), int a) { if (a == 3) return compare(a, 4); return 0; }",
        "f",
    );
    assert!(run.bugs.is_empty());
    let counts = run.end_counts();
    assert_eq!(
        counts.into_iter().collect::<Vec<_>>(),
        [("exit", 1), ("no model: callback compare", 1)]
    );
}

#[test]
fn without_debug_information_parameters_are_what_the_machine_sees() {
    let mut case = Case::new(
        "int f(int a, unsigned char *p, double d) { if (a == 4) if (d == 2) return p[5] == 3; return 0; }",
    );
    case.debug_info = false;
    let run = case.enter("f");
    assert_eq!(run.bugs.len(), 1);
    assert_eq!(run.bugs[0].kind, "out-of-bounds-read");
    assert_eq!(names(&run), ["arg0", "arg1.length", "arg1", "arg2"]);
}

#[test]
fn globals_are_initialised_and_constructors_run() {
    enter(
        r#"
        #include <assert.h>
        static int ready, table[3] = { 1, 2, 3 };
        __attribute__((constructor)) static void set_up(void) { ready = table[2]; }
        void f(void) { assert(ready == 3); }"#,
        "f",
    )
    .assert_ends(&[("exit", 1)]);
}

#[test]
fn the_plan_says_where_everything_is() {
    let case = Case::new(
        r#"
        struct item { char tag; union { int number; float real; } value; const char *label; };
        int f(struct item item, int grid[][3], char **texts, long double wide) { return 0; }"#,
    );
    let program = case.load();
    let function = &program.functions[program.function_named("f").unwrap()];
    let limits = PlanLimits { capacity: 5, ..PlanLimits::default() };
    let plan = EntryPlan::new(&program, function, limits);
    let sizes: Vec<u64> = plan.parameters.iter().map(|parameter| parameter.layout.size).collect();
    assert_eq!(sizes, [16, 8, 8, 16]);
    assert_eq!(plan.parameters[2].spelling.as_deref(), Some("char **"));
    let places: Vec<(String, u64, u64)> = plan.parameters[0]
        .layout
        .leaves
        .iter()
        .map(|leaf| match leaf {
            Leaf::Bytes { name, offset, size, .. } => (name.clone(), *offset, *size),
            Leaf::Pointer(pointer) => (pointer.name.clone(), pointer.offset, 8),
        })
        .collect();
    let expected = [("item.tag", 0, 1), ("item.value", 4, 4), ("item.label", 8, 8)];
    assert_eq!(places, expected.map(|(name, offset, size)| (name.to_owned(), offset, size)));
    let Leaf::Pointer(grid) = &plan.parameters[1].layout.leaves[0] else { panic!("a pointer") };
    let Target::Elements { element_size, fewest, most, memory } = &grid.target else {
        panic!("{grid:?}")
    };
    assert_eq!((*element_size, *fewest, *most, memory.size), (12, 1, 5, 60));
    let Leaf::Pointer(texts) = &plan.parameters[2].layout.leaves[0] else { panic!("a pointer") };
    let Target::Elements { most: 1, memory, .. } = &texts.target else { panic!("{texts:?}") };
    let Leaf::Pointer(first) = &memory.leaves[0] else { panic!("a pointer") };
    assert_eq!(first.name, "texts[0]");
    assert_eq!(first.target, Target::Text { most: 4, no_zero_inside: false });
    assert!(matches!(plan.parameters[3].layout.leaves[0], Leaf::Bytes { size: 10, .. }));
}

#[test]
fn a_declaration_is_nothing_to_start_at() {
    let case = Case::new("int missing(int); int main(void) { return missing(1); }");
    let mut program = case.load();
    let missing = program.function_named("missing").unwrap();
    let error = Start::at_function(&mut program, missing, PlanLimits::default()).unwrap_err();
    assert_eq!(error, StartError::NoBody("missing".into()));
}
