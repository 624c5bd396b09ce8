//! Calls of all kinds, variable arguments, inline assembly and other things that are unsupported.

use lariat_program::{Call, Callee, Inst, Intrinsic, Passing, Terminator};

use super::support::*;

fn calls<'p>(program: &'p Lowered, name: &str) -> Vec<&'p Call> {
    program.body(name).calls.values().collect()
}

#[test]
fn direct_indirect_and_variadic_calls() {
    let program = c(r#"
        int printf(const char *, ...);
        int g(int);
        int f(int x, int (*p)(int)) { return g(x) + p(x) + printf("%d", x, 1.0); }"#);
    let calls = calls(&program, "f");
    let id = |name: &str| program.program.function_named(name).unwrap();
    assert_eq!(calls[0].callee, Callee::Direct(id("g")));
    assert!(matches!(calls[1].callee, Callee::Indirect(p) if p.value().is_some()));
    assert_eq!(calls[2].callee, Callee::Direct(id("printf")));
    assert_eq!(calls[2].fixed_args, Some(1));
    assert_eq!(calls[2].args.len(), 3);
    assert_eq!(calls[0].fixed_args, None);
    assert!(program.function("printf").variadic && program.function("printf").body.is_none());
}

#[test]
fn structs_by_value_and_as_result() {
    let program = c("
        struct big { long a[8]; };
        struct big make(struct big b) { b.a[0] = 1; return b; }
        long use(struct big *p) { return make(*p).a[3]; }");
    let params = &program.function("make").params;
    let size = |ty| program.program.types.info(ty).alloc_size;
    assert!(matches!(params[0].passing, Passing::Result { ty } if size(ty) == 64));
    assert!(matches!(params[1].passing, Passing::ByValue { ty, align: 8 } if size(ty) == 64));
    assert_eq!(params[1].name.as_deref(), Some("b"));
    let call = calls(&program, "use")[0];
    assert_eq!(call.passing, [params[0].passing, params[1].passing]);
}

#[test]
fn calls_that_do_not_come_back_or_come_back_twice() {
    let program = c("
        #include <setjmp.h>
        _Noreturn void stop(void);
        jmp_buf b;
        int f(int x) { if (setjmp(b)) return 1; if (x) stop(); return 0; }");
    let calls = calls(&program, "f");
    assert!(calls[0].returns_twice && !calls[0].no_return);
    assert!(calls[1].no_return && !calls[1].returns_twice);
    assert!(program.function("stop").no_return);
}

#[test]
fn variable_arguments() {
    let program = c("
        #include <stdarg.h>
        int sum(int n, ...) {
          va_list a, b; va_start(a, n); va_copy(b, a);
          int s = va_arg(a, int) + va_arg(b, int);
          va_end(b); va_end(a); return s; }");
    assert!(program.has("sum", |inst| matches!(inst, Inst::VaStart { .. })));
    assert!(program.has("sum", |inst| matches!(inst, Inst::VaCopy { .. })));
    let ends = program.insts("sum").into_iter().filter(|i| matches!(i, Inst::VaEnd { .. })).count();
    assert_eq!(ends, 2);
    assert!(program.function("sum").variadic);
    let instruction = ll("define i32 @f(ptr %l) { %1 = va_arg ptr %l, i32\n ret i32 %1 }");
    assert!(instruction.has("f", |inst| matches!(inst, Inst::VaArg { .. })));
}

#[test]
fn old_style_calls() {
    let program = with_flags(
        "int old(); int f(int x) { return old(x, 2); } int old(a, b) int a, b; { return a + b; }",
        &["-std=c89"],
        None,
    );
    let call = calls(&program, "f")[0];
    assert!(matches!(call.callee, Callee::Direct(_)));
    assert_eq!(call.args.len(), 2);
    let names: Vec<_> =
        program.function("old").source_params.iter().map(|p| p.name.as_deref()).collect();
    assert_eq!(names, [Some("a"), Some("b")]);
}

#[test]
fn assembly_is_unsupported_with_its_place() {
    let program = c(r#"
int f(int x) {
  int y;
  __asm__("incl %0" : "=r"(y) : "0"(x));
  return y;
}"#);
    let (id, args) = program.find("f", |inst| match inst {
        Inst::Unsupported { args, .. } => Some(args),
        _ => None,
    });
    assert_eq!(program.location("f", id).line, 4);
    assert_eq!(args.length, 1);
    assert!(program.reasons("f")[0].contains("incl"));
    assert!(program.body("f").result(id).is_some());
}

#[test]
fn assembly_without_instructions_is_only_a_barrier() {
    let program = c(r#"
        void barrier(void) { __asm__ volatile("" ::: "memory"); }
        int hide(int x) { __asm__ volatile("" : "+r"(x)); return x; }
        int make(void) { int x; __asm__ volatile("" : "=r"(x)); return x; }"#);
    assert_eq!(program.insts("barrier"), [Inst::Fence]);
    assert!(program.has("hide", |i| matches!(i, Inst::Intrinsic { op: Intrinsic::Expect, .. })));
    assert!(program.has("make", |i| matches!(i, Inst::Unsupported { .. })));
}

#[test]
fn assembly_with_jumps_ends_a_block() {
    let program = c(r#"
        int f(int x) { asm goto("jmp %l0" :::: away); return x; away: return 2; }"#);
    let body = program.body("f");
    let found = body.blocks.values().find_map(|block| match &block.terminator {
        Terminator::Unsupported { reason, successors } => Some((reason, successors)),
        _ => None,
    });
    let (reason, successors) = found.expect("an unsupported end");
    assert!(reason.contains("callbr"), "{reason}");
    assert_eq!(successors.len(), 2);
}

#[test]
fn exceptions_are_unsupported_but_local() {
    let program = with_flags(
        "void stop(int *); void g(void); int f(void) { int x __attribute__((cleanup(stop))) = 1; g(); return x; }
         int plain(int x) { return x; }",
        &["-fexceptions"],
        None,
    );
    assert!(program.reasons("f").iter().any(|reason| reason.contains("invoke")));
    assert!(program.reasons("plain").is_empty());
}

#[test]
fn machine_instructions_and_scalable_vectors_are_unsupported() {
    let program = ll("
        declare <16 x i8> @llvm.x86.sse2.packsswb.128(<8 x i16>, <8 x i16>)
        declare void @llvm.x86.sse2.pause()
        define <16 x i8> @f(<8 x i16> %x) {
          call void @llvm.x86.sse2.pause()
          %1 = call <16 x i8> @llvm.x86.sse2.packsswb.128(<8 x i16> %x, <8 x i16> %x)
          ret <16 x i8> %1
        }
        define void @g(ptr %p) {
          %1 = load <vscale x 4 x i32>, ptr %p
          %2 = add <vscale x 4 x i32> %1, %1
          store <vscale x 4 x i32> %2, ptr %p
          ret void
        }
        define <2 x ptr> @h(<2 x ptr> %p) {
          %1 = getelementptr i8, <2 x ptr> %p, i64 1
          ret <2 x ptr> %1
        }");
    assert_eq!(program.insts("f").len(), 1);
    assert!(program.reasons("f")[0].contains("llvm.x86.sse2.packsswb"));
    assert!(program.insts("g").iter().all(|inst| matches!(inst, Inst::Unsupported { .. })));
    assert!(program.reasons("g")[0].contains("vscale"));
    assert!(program.reasons("h")[0].contains("vectors"));
}

#[test]
fn hints_leave_nothing_behind() {
    let program = c("
        void f(char *p) { __builtin_prefetch(p); __builtin_assume_aligned(p, 16); }
        int g(int x) { return __builtin_annotation(x, \"note\"); }");
    assert!(program.reasons("f").is_empty());
    assert!(program.reasons("g").is_empty());
}
