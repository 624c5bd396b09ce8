//! What the embedded bitcode is, and that linking it works like an archive.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{clang, run};
use lariat_program::DataModel;

const MODELS: [(DataModel, &str); 2] = [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")];

fn names(module: &Path, which: &str) -> BTreeSet<String> {
    let mut command = Command::new("llvm-nm-19");
    let output = run(command.args([which, "--extern-only", "--format=just-symbols"]).arg(module));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn the_list_of_symbols_is_sorted_and_has_what_programs_need() {
    for (model, _) in MODELS {
        let symbols: Vec<&str> = lariat_runtime::symbols(model).collect();
        assert!(symbols.is_sorted());
        let expected = [
            "strlen",
            "printf",
            "__isoc99_sscanf",
            "__isoc23_strtol",
            "__ctype_b_loc",
            "__errno_location",
            "stdin",
            "__assert_fail",
            "__fprintf_chk",
            "_IO_getc",
            "getopt_long",
            "optarg",
            "klee_make_symbolic",
            "reach_error",
        ];
        for name in expected.iter().chain(&lariat_runtime::SETUP_FUNCTIONS) {
            assert!(symbols.binary_search(name).is_ok(), "{name}");
        }
    }
}

#[test]
fn the_models_need_nothing_but_the_engine() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (model, _) in MODELS {
        let module = directory.path().join("models.bc");
        fs::write(&module, lariat_runtime::bitcode(model)).expect("the module");
        let engine: BTreeSet<String> =
            lariat_runtime::ENGINE_FUNCTIONS.iter().map(|name| (*name).to_owned()).collect();
        let mut needed = names(&module, "--undefined-only");
        // llvm-nm adds this one of its own for every 32-bit module.
        needed.remove("_GLOBAL_OFFSET_TABLE_");
        assert_eq!(needed, engine);
    }
}

#[test]
fn linking_adds_what_is_missing_and_replaces_nothing() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = |name: &str| directory.path().join(name);
    fs::write(
        file("program.c"),
        "#include <string.h>\nsize_t strlen(const char *s) { return s[0]; }\nint main(int c, char **v) { return strcasecmp(v[0], v[1]) + (int)strlen(v[0]); }",
    )
    .expect("the program");
    for (model, flag) in MODELS {
        fs::write(file("models.bc"), lariat_runtime::bitcode(model)).expect("the module");
        let mut compile = clang();
        compile.args([flag, "-O0", "-w", "-fno-pic", "-fno-builtin", "-c", "-emit-llvm"]);
        run(compile.arg(file("program.c")).arg("-o").arg(file("program.bc")));
        let mut link = Command::new("llvm-link-19");
        link.arg(file("program.bc")).arg(file("models.bc"));
        run(link.arg("-o").arg(file("linked.bc")));
        let expected = ["main", "strcasecmp", "strlen"].map(str::to_owned);
        assert_eq!(names(&file("linked.bc"), "--defined-only"), BTreeSet::from(expected));
    }
}

#[test]
fn no_path_of_the_machine_is_in_the_bitcode() {
    for (model, _) in MODELS {
        let bytes = lariat_runtime::bitcode(model);
        let manifest = env!("CARGO_MANIFEST_DIR").as_bytes();
        assert!(!bytes.windows(manifest.len()).any(|window| window == manifest));
    }
}
