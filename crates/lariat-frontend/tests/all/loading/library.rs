//! Library models come into a program where it needs them.

use lariat_frontend::{Library, LoadOptions};
use lariat_program::{DataModel, Program};

use super::support::{Files, function, program};

fn library(roots: &'static [&'static str]) -> Library {
    Library {
        lp64: lariat_runtime::bitcode(DataModel::Lp64),
        ilp32: lariat_runtime::bitcode(DataModel::Ilp32),
        roots,
    }
}

fn with_library(source: &str, options: LoadOptions) -> Program {
    let files = Files::new(&[("a.c", source)]);
    let inputs = vec![files.path("a.c")];
    let library = options.library.or(Some(library(&[])));
    program(&LoadOptions { inputs, library, ..options })
}

/// The functions with a body, those of the library and the others.
fn defined(program: &Program) -> (Vec<&str>, Vec<&str>) {
    let names = |library: bool| {
        let mut names: Vec<&str> = program
            .functions
            .values()
            .filter(|function| function.body.is_some() && function.library == library)
            .map(|function| function.name.as_str())
            .collect();
        names.sort();
        names
    };
    (names(true), names(false))
}

#[test]
fn a_program_gets_what_it_calls_and_what_that_needs() {
    let source = "#include <string.h>\nint main(int argc, char **argv) { return strlen(argv[0]); }";
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let options = LoadOptions { data_model: Some(data_model), ..LoadOptions::default() };
        let program = with_library(source, options);
        assert_eq!(defined(&program), (vec!["strlen"], vec!["main"]));
    }
    let source = "#include <stdio.h>\nint main(void) { return printf(\"%d\", 1); }";
    let program = with_library(source, LoadOptions::default());
    let (models, own) = defined(&program);
    assert_eq!(own, ["main"]);
    assert!(models.contains(&"printf") && models.contains(&"lariat_format"), "{models:?}");
    assert!(!models.contains(&"qsort") && !models.contains(&"scanf"), "{models:?}");
    assert!(function(&program, "printf").location.is_some());
}

#[test]
fn a_program_that_needs_nothing_gets_nothing() {
    let program = with_library("int main(void) { return 0; }", LoadOptions::default());
    assert_eq!(defined(&program), (vec![], vec!["main"]));
    assert!(program.globals.is_empty());
}

#[test]
fn roots_are_there_without_being_called() {
    let options =
        LoadOptions { library: Some(library(&["strlen", "nowhere"])), ..LoadOptions::default() };
    let program = with_library("int main(void) { return 0; }", options);
    assert_eq!(defined(&program).0, ["strlen"]);
    assert_eq!(function(&program, "strlen").params.len(), 1);
    assert!(function(&program, "nowhere").body.is_none());
}

#[test]
fn a_programs_own_definition_stays() {
    let source = "unsigned long strlen(const char *s) { return *s; }\nint atoi(const char *);\n\
                  static int strtol(int x) { return x; }\n\
                  int main(int argc, char **argv) { return strlen(argv[0]) + strtol(3) + atoi(argv[1]); }";
    let program = with_library(source, LoadOptions::default());
    let (models, own) = defined(&program);
    assert!(own.contains(&"strlen") && own.contains(&"main"), "{own:?}");
    assert!(!models.contains(&"strlen") && models.contains(&"atoi"), "{models:?}");
    // The static function and the library's of the same name are both there, and told apart.
    let named = |library| {
        program
            .functions
            .values()
            .filter(|f| f.source_name.as_deref() == Some("strtol") && f.library == library)
            .count()
    };
    assert_eq!(named(false), 1);
}

#[test]
fn static_variables_of_models_come_along() {
    let source = "#include <stdlib.h>\nint main(void) { srand(3); return rand(); }";
    let program = with_library(source, LoadOptions::default());
    assert!(defined(&program).0.contains(&"rand"));
    assert!(program.globals.values().all(|global| global.initializer.is_some()));
}
