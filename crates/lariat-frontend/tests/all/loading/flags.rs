//! What the user says about compiling, and what old C gets away with.

use lariat_frontend::Warning;
use lariat_program::{DataModel, Inst};

use super::support::{Files, bytes, error, function, global, program};

#[test]
fn include_directories_macros_and_other_flags_arrive() {
    let files = Files::new(&[
        (
            "a.c",
            "#include \"h.h\"\nint defined = WITH_VALUE;\nint plain = PLAIN;\n#ifdef GONE\n#error\n#endif\nchar c = HEADER;\nint sign = (char)255 < 0;\n",
        ),
        ("inc/h.h", "#define HEADER 'h'\n"),
    ]);
    let mut options = files.options(&["a.c"]);
    options.include_dirs = vec![files.path("inc")];
    options.defines = vec!["WITH_VALUE=7".to_owned(), "PLAIN".to_owned()];
    options.undefines = vec!["GONE".to_owned()];
    options.cflags = vec!["-funsigned-char".to_owned(), "-DGONE".to_owned(), "-UGONE".to_owned()];
    let loaded = program(&options);
    assert_eq!(bytes(&loaded, "defined"), [7, 0, 0, 0]);
    assert_eq!(bytes(&loaded, "plain"), [1, 0, 0, 0]);
    assert_eq!(bytes(&loaded, "c"), [b'h']);
    assert_eq!(bytes(&loaded, "sign"), [0, 0, 0, 0]);
}

#[test]
fn data_models() {
    let files = Files::new(&[(
        "a.c",
        "#include <stdint.h>\nlong l; char *p; int pointer_size = sizeof(void *);\n",
    )]);
    for (data_model, flag, size) in [
        (None, None, 8u8),
        (Some(DataModel::Lp64), None, 8),
        (Some(DataModel::Ilp32), None, 4),
        (None, Some("-m32"), 4),
        (Some(DataModel::Lp64), Some("-m32"), 8),
    ] {
        let mut options = files.options(&["a.c"]);
        options.data_model = data_model;
        options.cflags.extend(flag.map(str::to_owned));
        let loaded = program(&options);
        assert_eq!(loaded.target.pointer_bits, u32::from(size) * 8);
        let expected = if size == 4 { DataModel::Ilp32 } else { DataModel::Lp64 };
        assert_eq!(loaded.target.data_model, expected);
        assert_eq!(global(&loaded, "l").size, u64::from(size));
        assert_eq!(bytes(&loaded, "pointer_size")[0], size);
    }
}

#[test]
fn overflow_stays_checkable_unless_the_user_says_wrapv() {
    let files = Files::new(&[("a.c", "int f(int x) { return x + 1; }")]);
    let flagged = |flags: &[&str]| {
        let mut options = files.options(&["a.c"]);
        options.cflags = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let loaded = program(&options);
        let body = function(&loaded, "f").body.as_ref().unwrap();
        format!("{:?}", body.insts.values().map(|data| data.inst).collect::<Vec<Inst>>())
    };
    assert_ne!(flagged(&[]), flagged(&["-fwrapv"]));
    assert_eq!(flagged(&[]), flagged(&["-O2"]), "asking for optimisation changes nothing");
}

#[test]
fn preprocessed_files_are_c() {
    let files = Files::new(&[("a.i", "# 1 \"original.c\"\nint f(void) { return 3; }\n")]);
    let loaded = files.program(&["a.i"]);
    let file = loaded.files.values().find(|file| file.path.ends_with("original.c"));
    assert!(file.is_some(), "line markers are believed: {:?}", loaded.files);
}

#[test]
fn old_c_loads_with_a_warning() {
    let files = Files::new(&[("old.c", "f(a, b) int a; char *b; { return g(a) + strange; }\n")]);
    assert!(files.error(&["old.c"]).contains("strange"), "real mistakes are still mistakes");
    files.write(
        "old.c",
        "extern int printf();\n\
         static counter;\n\
         add(a, b) int a; char *b; { counter++; return undeclared(a) + *b; }\n\
         int *mixed(int x) { int *p = x; return p; }\n\
         int main() { printf(\"%d\\n\", add(1, \"x\")); }\n",
    );
    let loaded = files.load(&["old.c"]).unwrap();
    let [Warning::Compiler { text, .. }] = &loaded.warnings[..] else {
        panic!("{:?}", loaded.warnings)
    };
    assert!(text.contains("call to undeclared function 'undeclared'"), "{text}");
    assert!(text.contains("type specifier missing, defaults to 'int'"), "{text}");
    assert!(function(&loaded.program, "undeclared").body.is_none());
}

#[test]
fn a_user_may_still_ask_for_errors() {
    let files = Files::new(&[("a.c", "int f(void) { return g(); }")]);
    let mut options = files.options(&["a.c"]);
    options.cflags = vec!["-Werror=implicit-function-declaration".to_owned()];
    assert!(error(&options).contains("error: call to undeclared function 'g'"));
}

#[test]
fn floating_point_is_computed_as_written() {
    let files =
        Files::new(&[("a.c", "double f(double a, double b, double c) { return a * b + c; }")]);
    let loaded = files.program(&["a.c"]);
    let body = function(&loaded, "f").body.as_ref().unwrap();
    assert_eq!(body.insts.len(), 2, "a product and a sum: {:?}", body.insts);
}

#[test]
fn stages_are_timed() {
    let files = Files::new(&[("a.c", "int f(int x) { return x; }")]);
    let timings = files.load(&["a.c"]).unwrap().timings;
    assert!(
        timings.compile > timings.parse && !timings.lower.is_zero() && !timings.normalise.is_zero()
    );
    assert!(timings.total() >= timings.compile + timings.lower);
}
