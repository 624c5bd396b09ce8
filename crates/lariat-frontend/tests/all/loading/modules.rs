//! Modules that others compiled, and the normal form as the program model sees it.

use lariat_frontend::{LoadOptions, Warning, load};
use lariat_program::loops::{LoopForest, LoopKind};
use lariat_program::{DataModel, Inst, Operand, Program};

use super::support::{Files, function};

const CODE: &str = "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }";

#[test]
fn bitcode_and_assembly_are_read() {
    let files = Files::new(&[("a.c", CODE)]);
    files.clang(&["-c", "-g", "-O0", "-emit-llvm", "a.c", "-o", "a.bc"]);
    files.clang(&["-S", "-g", "-O0", "-emit-llvm", "a.c", "-o", "a.ll"]);
    std::fs::copy(files.path("a.bc"), files.path("a.o")).unwrap();
    for name in ["a.bc", "a.ll", "a.o"] {
        let loaded = files.load(&[name]).unwrap();
        assert_eq!(loaded.warnings, [], "{name}");
        // Though clang marked it to be left alone, its variables are values now.
        let body = function(&loaded.program, "f").body.as_ref().unwrap();
        assert!(
            body.insts.values().all(|data| !matches!(data.inst, Inst::Alloca { .. })),
            "{name}"
        );
        assert_eq!(LoopForest::of_body(body).len(), 1);
    }
}

#[test]
fn optimised_bitcode_is_read() {
    let files = Files::new(&[("a.c", CODE)]);
    for level in ["-O1", "-O2", "-O3", "-Os"] {
        files.clang(&["-c", "-g", level, "-emit-llvm", "a.c", "-o", "a.bc"]);
        assert!(function(&files.program(&["a.bc"]), "f").body.is_some());
    }
}

#[test]
fn bitcode_in_a_wrapper_is_read() {
    let files = Files::new(&[("a.c", CODE)]);
    files.clang(&["-c", "-g", "-emit-llvm", "a.c", "-o", "a.bc"]);
    let bitcode = std::fs::read(files.path("a.bc")).unwrap();
    let mut wrapped = Vec::new();
    for word in [0x0B17_C0DE, 0, 20, bitcode.len() as u32, 7] {
        wrapped.extend(u32::to_le_bytes(word));
    }
    wrapped.extend(bitcode);
    files.write("wrapped.bc", wrapped);
    assert!(function(&files.program(&["wrapped.bc"]), "f").body.is_some());
}

#[test]
fn missing_debug_information_is_mentioned() {
    let files = Files::new(&[("a.c", CODE)]);
    files.clang(&["-c", "-emit-llvm", "a.c", "-o", "a.bc"]);
    let loaded = files.load(&["a.bc"]).unwrap();
    assert_eq!(loaded.warnings, [Warning::NoDebugInfo { path: files.path("a.bc") }]);
}

#[test]
fn broken_debug_information_is_dropped() {
    let text = "target triple = \"x86_64-pc-linux-gnu\"\n\
        define i32 @f() !dbg !1 {\n  ret i32 0\n}\n\
        !llvm.module.flags = !{!0}\n\
        !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !1 = distinct !DISubprogram(name: \"f\", unit: !2)\n\
        !2 = !{}\n";
    let files = Files::new(&[("a.ll", text)]);
    let loaded = files.load(&["a.ll"]).unwrap();
    assert_eq!(loaded.warnings, [Warning::NoDebugInfo { path: files.path("a.ll") }]);
}

#[test]
fn a_module_without_target_is_assumed_to_be_for_linux() {
    let files = Files::new(&[
        ("a.ll", "define ptr @f() { ret ptr null }"),
        ("b.ll", "target datalayout = \"e-p:32:32\"\ndefine ptr @f() { ret ptr null }"),
    ]);
    for (name, data_model, bits) in [("a.ll", DataModel::Lp64, 64), ("b.ll", DataModel::Ilp32, 32)]
    {
        let loaded = files.load(&[name]).unwrap();
        assert_eq!(loaded.program.target.data_model, data_model);
        assert_eq!(loaded.program.target.pointer_bits, bits);
        assert!(
            matches!(&loaded.warnings[0], Warning::AssumedTarget { .. }),
            "{:?}",
            loaded.warnings
        );
    }
}

#[test]
fn programs_load_in_several_threads_at_once() {
    let files = Files::new(&[("a.c", CODE), ("bad.ll", "garbage")]);
    files.clang(&["-c", "-g", "-emit-llvm", "a.c", "-o", "a.bc"]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    assert!(
                        load(&LoadOptions {
                            inputs: vec![files.path("a.bc")],
                            ..Default::default()
                        })
                        .is_ok()
                    );
                    assert!(files.load(&["bad.ll"]).is_err());
                }
            });
        }
    });
}

#[test]
fn an_uninitialised_variable_is_one_value() {
    let files = Files::new(&[("a.c", "int f(void) { int x; return x - x; }")]);
    let loaded = files.program(&["a.c"]);
    let body = function(&loaded, "f").body.as_ref().unwrap();
    let arbitrary: Vec<_> =
        body.insts.iter().filter(|(_, data)| matches!(data.inst, Inst::Uninitialised)).collect();
    let [(id, _)] = arbitrary[..] else { panic!("{:?}", body.insts) };
    let value = Operand::from(body.result(id).unwrap());
    let read_twice = body.insts.values().any(
        |data| matches!(data.inst, Inst::Binary { lhs, rhs, .. } if lhs == value && rhs == value),
    );
    assert!(read_twice, "{:?}", body.insts);
    assert_eq!(body.value_name(body.result(id).unwrap()), Some("x"));
}

/// The loops of every function: preheader, one latch, exits of their own.
fn check_loops(program: &Program, expected: usize) {
    let mut seen = 0;
    for function in program.functions.values() {
        let Some(body) = &function.body else { continue };
        let cfg = lariat_program::cfg::Cfg::new(body);
        for (_, found) in LoopForest::of_body(body).iter() {
            seen += 1;
            assert_eq!(found.kind, LoopKind::Natural);
            assert!(found.preheader.is_some(), "{}", function.name);
            assert!(found.single_latch().is_some(), "{}", function.name);
            for exit in &found.exit_blocks {
                assert!(
                    cfg.predecessors(*exit).all(|from| found.contains(from)),
                    "{}",
                    function.name
                );
            }
        }
    }
    assert_eq!(seen, expected);
}

#[test]
fn loops_arrive_in_normal_form() {
    let files = Files::new(&[(
        "a.c",
        "int g(int);
         int nested(int n) { for (int i = 0; i < n; i++) { int j = i; while (j) { if (g(j)) return j; if (g(i)) break; j--; } } return 0; }
         int search(const char *s, int c) { while (*s) { if (*s == c) return 1; if (*s == '\\\\') { s += 2; continue; } s++; } return 0; }
         int twice(int n) { do { if (n == 3) continue; n--; } while (n > 0); for (;;) { if (g(n++)) goto out; } out: return n; }
         int label(int n) { top: if (g(n)) { n++; goto top; } if (n < 7) { n += 2; goto top; } return n; }",
    )]);
    check_loops(&files.program(&["a.c"]), 6);
}
