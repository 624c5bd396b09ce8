//! `compile_commands.json`.

use std::path::Path;

use lariat_frontend::{LoadOptions, Warning, load};

use super::support::{Files, bytes, error, function, program};

/// A project with two files, one entry with `command` and one with `arguments`.
fn project() -> Files {
    let files = Files::new(&[
        (
            "src/a.c",
            "#include \"config.h\"\nint from_header = CONFIG; int value = VALUE; int main(void) { return 0; }",
        ),
        ("src/b.c", "int other = VALUE; int text = sizeof(TEXT);"),
        ("src/c.cpp", "class c {};"),
        ("include/config.h", "#define CONFIG 11\n"),
        ("build/keep", ""),
    ]);
    let root = files.root().display();
    files.write(
        "build/compile_commands.json",
        format!(
            r#"[
  {{ "directory": "{root}/build",
    "command": "/usr/bin/cc -DVALUE=3 -I../include -O2 -g0 -Wall -Werror -flto -fsanitize=address -MD -MF a.d -o a.o -c ../src/a.c",
    "file": "../src/a.c", "output": "a.o" }},
  {{ "directory": "{root}",
    "arguments": ["ccache", "gcc", "-c", "-DVALUE=4", "-DTEXT=\"a b\"", "-fconserve-stack", "-o", "b.o", "src/b.c"],
    "file": "{root}/src/b.c" }},
  {{ "directory": "{root}", "command": "c++ -c src/c.cpp", "file": "src/c.cpp" }}
]"#
        ),
    );
    files
}

fn with_database(files: &Files, inputs: &[&str]) -> LoadOptions {
    LoadOptions {
        compile_commands: Some(files.path("build/compile_commands.json")),
        ..files.options(inputs)
    }
}

#[test]
fn both_forms_of_an_entry_are_followed() {
    let files = project();
    let a = program(&with_database(&files, &["src/a.c"]));
    assert_eq!((bytes(&a, "from_header")[0], bytes(&a, "value")[0]), (11, 3));
    let b = program(&with_database(&files, &["src/b.c"]));
    assert_eq!((bytes(&b, "other")[0], bytes(&b, "text")[0]), (4, 4));
    assert_eq!(files.names(), ["build", "include", "src"]);
    let built: Vec<_> = std::fs::read_dir(files.path("build")).unwrap().collect();
    assert_eq!(built.len(), 2, "no object, no dependency file: {built:?}");
}

#[test]
fn without_inputs_all_c_files_are_meant() {
    let files = project();
    let loaded = load(&with_database(&files, &[])).unwrap();
    assert!(function(&loaded.program, "main").body.is_some());
    assert_eq!(bytes(&loaded.program, "other")[0], 4);
    assert!(loaded.program.name.ends_with("src/a.c"), "{}", loaded.program.name);
}

#[test]
fn debug_information_and_errors_are_as_usual() {
    let files = project();
    let loaded = program(&with_database(&files, &["src/a.c"]));
    assert!(function(&loaded, "main").location.is_some(), "-g0 of the project does not count");
    files.write("src/a.c", "int main(void) { return }");
    assert!(error(&with_database(&files, &["src/a.c"])).contains("error: expected expression"));
}

#[test]
fn flags_of_another_compiler_are_left_out_with_a_warning() {
    let files = project();
    let text = std::fs::read_to_string(files.path("build/compile_commands.json")).unwrap();
    files
        .write("build/compile_commands.json", text.replace("-fconserve-stack", "-fnever-heard-of"));
    let loaded = load(&with_database(&files, &["src/b.c"])).unwrap();
    let expected = Warning::UnknownFlags {
        path: files.path("src/b.c"),
        flags: vec!["-fnever-heard-of".to_owned()],
    };
    assert!(loaded.warnings.contains(&expected), "{:?}", loaded.warnings);
}

#[test]
fn flags_of_the_user_come_on_top() {
    let files = project();
    let mut options = with_database(&files, &["src/b.c"]);
    options.undefines = vec!["VALUE".to_owned()];
    options.cflags = vec!["-DVALUE=9".to_owned()];
    assert_eq!(bytes(&program(&options), "other")[0], 9);
}

#[test]
fn an_input_that_is_not_in_it() {
    let files = project();
    files.write("src/d.c", "int d;");
    let message = error(&with_database(&files, &["src/d.c"]));
    let start = format!(
        "{}: has no entry in {}; there is `",
        files.path("src/d.c").display(),
        files.path("build/compile_commands.json").display()
    );
    assert!(message.starts_with(&start), "{message}");
}

#[test]
fn databases_that_are_none() {
    let bad = |text: &str| {
        let files = Files::new(&[("db.json", text), ("a.c", "int x;")]);
        let database = Some(files.path("db.json"));
        let message = error(&LoadOptions { compile_commands: database, ..files.options(&["a.c"]) });
        message
            .strip_prefix(&format!(
                "{}: is not a compilation database: ",
                files.path("db.json").display()
            ))
            .unwrap_or(&message)
            .to_owned()
    };
    assert_eq!(bad("not json"), "expected ident at line 1 column 2");
    assert!(bad("{}").contains("expected a sequence"));
    assert!(bad("[{\"file\": \"a.c\"}]").contains("missing field `directory`"));
    assert_eq!(
        bad("[{\"directory\": \"/\", \"file\": \"a.c\"}]"),
        "entry 1 (a.c) has neither `command` nor `arguments`"
    );
    assert!(
        bad("[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": \"cc 'open\"}]")
            .contains("the command of a.c")
    );
    let files = Files::new(&[("db.json", "[]")]);
    let options =
        LoadOptions { compile_commands: Some(files.path("db.json")), ..LoadOptions::default() };
    assert!(error(&options).ends_with("it has no entry for a C file"));
    let absent =
        LoadOptions { compile_commands: Some("absent.json".into()), ..LoadOptions::default() };
    assert_eq!(
        error(&absent),
        format!("{}: there is no such file", Path::new("absent.json").display())
    );
}

#[test]
fn a_directory_that_is_gone() {
    let files = project();
    let text = std::fs::read_to_string(files.path("build/compile_commands.json")).unwrap();
    files.write("build/compile_commands.json", text.replace("/build\"", "/gone\""));
    let message = error(&with_database(&files, &["src/a.c"]));
    assert!(
        message.contains("its directory in the compilation database")
            && message.ends_with("is not there"),
        "{message}"
    );
}
