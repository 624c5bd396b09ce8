//! Several files, one program.

use lariat_program::Linkage;

use super::support::{Files, bytes, function, global, program};

#[test]
fn calls_and_variables_find_each_other() {
    let files = Files::new(&[
        ("a.c", "extern int shared; int twice(int); int main(void) { return twice(shared); }"),
        ("b.c", "int shared = 21; int twice(int x) { return 2 * x; }"),
    ]);
    let loaded = files.program(&["a.c", "b.c"]);
    assert!(function(&loaded, "twice").body.is_some());
    assert_eq!(bytes(&loaded, "shared")[0], 21);
    assert!(loaded.name.ends_with("a.c"), "{}", loaded.name);
    let declared_only = files.program(&["a.c"]);
    assert!(function(&declared_only, "twice").body.is_none());
    assert!(global(&declared_only, "shared").initializer.is_none());
}

#[test]
fn static_names_do_not_clash() {
    let file = |n: u32| {
        format!(
            "static int state = {n}; static int get(void) {{ return state; }} int get{n}(void) {{ return get(); }}"
        )
    };
    let files = Files::new(&[]);
    files.write("a.c", file(1));
    files.write("b.c", file(2));
    let loaded = files.program(&["a.c", "b.c"]);
    let named =
        loaded.functions.values().filter(|function| function.source_name.as_deref() == Some("get"));
    assert_eq!(named.count(), 2);
    let mut first_bytes: Vec<u8> = loaded
        .globals
        .values()
        .map(|global| global.initializer.as_ref().unwrap().bytes[0])
        .collect();
    first_bytes.sort();
    assert_eq!(first_bytes, [1, 2]);
}

#[test]
fn the_same_name_twice() {
    let files = Files::new(&[
        ("a.c", "int f(void) { return 1; } int x = 1;"),
        ("b.c", "int f(void) { return 2; }"),
        ("c.c", "int x = 2;"),
    ]);
    for (second, symbol) in [("b.c", "f"), ("c.c", "x")] {
        let message = files.error(&["a.c", second]);
        let expected = format!(
            "`{symbol}` is defined in {} and again in {}",
            files.path("a.c").display(),
            files.path(second).display()
        );
        assert_eq!(message, expected);
    }
}

#[test]
fn tentative_definitions() {
    let files = Files::new(&[("a.c", "int x; int y = 4;"), ("b.c", "int x = 5; int y;")]);
    assert!(
        files.error(&["a.c", "b.c"]).starts_with("`x` is defined"),
        "as every linker says today"
    );
    let mut options = files.options(&["a.c", "b.c"]);
    options.cflags = vec!["-fcommon".to_owned()];
    let loaded = program(&options);
    assert_eq!(bytes(&loaded, "x")[0], 5);
    assert_eq!(bytes(&loaded, "y")[0], 4);
    assert_eq!(loaded.globals.len(), 2);
}

#[test]
fn weak_definitions_give_way() {
    let files = Files::new(&[
        (
            "a.c",
            "__attribute__((weak)) int level = 1; __attribute__((weak)) int hook(void) { return 0; } int main(void) { return hook(); }",
        ),
        ("b.c", "int level = 2; int hook(void) { return 7; }"),
        ("c.c", "__attribute__((weak)) int level = 3;"),
    ]);
    for order in [["a.c", "b.c"], ["b.c", "a.c"]] {
        let loaded = files.program(&order);
        assert_eq!(bytes(&loaded, "level")[0], 2);
        assert_eq!(function(&loaded, "hook").linkage, Linkage::External);
    }
    let loaded = files.program(&["a.c", "c.c"]);
    assert_eq!(bytes(&loaded, "level")[0], 1, "the first of two weak ones stays");
    assert_eq!(global(&loaded, "level").linkage, Linkage::Weak);
}

#[test]
fn inline_functions_of_a_header() {
    let files = Files::new(&[
        (
            "h.h",
            "static inline int s(int x) { return x; }\ninline int i(int x) { return x + 1; }\n",
        ),
        ("a.c", "#include \"h.h\"\nextern inline int i(int); int a(void) { return s(1) + i(1); }"),
        ("b.c", "#include \"h.h\"\nint b(void) { return s(2) + i(2); }"),
    ]);
    let loaded = files.program(&["a.c", "b.c"]);
    assert!(function(&loaded, "i").body.is_some());
    assert_eq!(
        loaded.functions.values().filter(|f| f.source_name.as_deref() == Some("s")).count(),
        2
    );
}

#[test]
fn different_ideas_of_a_prototype_are_linked_all_the_same() {
    let files = Files::new(&[
        ("a.c", "int f(); int main(void) { return f(1, 2L); }"),
        ("b.c", "int f(char *p, long n) { return p[n]; }"),
    ]);
    assert!(function(&files.program(&["a.c", "b.c"]), "f").body.is_some());
}

#[test]
fn c_and_bitcode_and_assembly_together() {
    let files = Files::new(&[
        ("a.c", "int b(void); int c(void); int main(void) { return b() + c(); }"),
        ("b.c", "int b(void) { return 1; }"),
        ("c.c", "int c(void) { return 2; }"),
    ]);
    files.clang(&["-c", "-g", "-emit-llvm", "b.c", "-o", "b.bc"]);
    files.clang(&["-S", "-g", "-emit-llvm", "c.c", "-o", "c.ll"]);
    let loaded = files.program(&["b.bc", "a.c", "c.ll"]);
    for name in ["main", "b", "c"] {
        assert!(function(&loaded, name).body.is_some(), "{name}");
    }
    assert!(loaded.name.ends_with("b.bc"));
}

#[test]
fn different_targets_do_not_mix() {
    let files = Files::new(&[("a.c", "int a;"), ("b.c", "int b;")]);
    files.clang(&["-c", "-emit-llvm", "-m32", "b.c", "-o", "b.bc"]);
    let message = files.error(&["a.c", "b.bc"]);
    assert!(message.contains("b.bc is for the target i386-"), "{message}");
    assert!(message.contains("a.c is for x86_64-"), "{message}");
    // Another vendor's name for the same machine is no difference.
    files.clang(&["-c", "-emit-llvm", "--target=x86_64-unknown-linux-musl", "b.c", "-o", "b.bc"]);
    assert!(
        files
            .load(&["a.c", "b.bc"])
            .unwrap()
            .warnings
            .iter()
            .all(|w| !w.to_string().contains("LLVM warns"))
    );
}

#[test]
fn constructors_of_all_files_are_kept() {
    let file = |n: u32| {
        format!("int r{n}; __attribute__((constructor)) static void init(void) {{ r{n} = 1; }}")
    };
    let files = Files::new(&[]);
    files.write("a.c", file(1));
    files.write("b.c", file(2));
    assert_eq!(files.program(&["a.c", "b.c"]).constructors.len(), 2);
}
