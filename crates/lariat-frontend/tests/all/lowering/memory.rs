//! Loads, stores, pointers, stack objects, atomics, memory functions.

use lariat_program::{AtomicOp, ConstantData, Flags, Inst, Type};

use super::support::*;

/// The parts of a pointer computation: constant bytes, scales of its indexes, promises.
fn pointer(program: &Lowered, name: &str) -> (i64, Vec<i64>, Flags) {
    let (_, (offset, indexes, flags)) = program.find(name, |inst| match inst {
        Inst::PointerAdd { offset, indexes, flags, .. } => Some((offset, indexes, flags)),
        _ => None,
    });
    let body = program.body(name);
    (offset, body.scaled_indexes(indexes).iter().map(|s| s.scale).collect(), flags)
}

#[test]
fn pointer_arithmetic_is_bytes() {
    let program = ll("
        %s = type { i8, [10 x { i16, i32 }], i64 }
        define ptr @walk(ptr %p, i64 %i, i32 %j) {
          %1 = getelementptr inbounds %s, ptr %p, i64 %i, i32 1, i32 %j, i32 1
          ret ptr %1
        }
        define ptr @back(ptr %p) {
          %1 = getelementptr i32, ptr %p, i64 -3
          ret ptr %1
        }
        define ptr @promises(ptr %p, i64 %i) {
          %1 = getelementptr nusw nuw i8, ptr %p, i64 %i
          ret ptr %1
        }");
    // The struct has 96 bytes; the array starts at 4 and its elements have 8 bytes, their second field at 4.
    let inbounds = Flags::INBOUNDS.union(Flags::NUSW);
    assert_eq!(pointer(&program, "walk"), (8, vec![96, 8], inbounds));
    assert_eq!(pointer(&program, "back"), (-12, vec![], Flags::NONE));
    assert_eq!(pointer(&program, "promises"), (0, vec![1], Flags::NUSW.union(Flags::NUW)));
}

#[test]
fn c_arrays_and_structs() {
    let program = c("
        struct s { char c; int a[3][5]; };
        int *at(struct s *p, long i, long j) { return &p[2].a[i][j]; }
        int read(struct s *p) { return p->a[1][2]; }");
    let offsets: Vec<i64> = program
        .insts("at")
        .into_iter()
        .filter_map(|inst| match inst {
            Inst::PointerAdd { offset, .. } => Some(offset),
            _ => None,
        })
        .collect();
    assert_eq!(offsets.iter().sum::<i64>(), 2 * 64 + 4);
    assert!(
        program.has("read", |inst| matches!(inst, Inst::Load { access, .. } if access.align == 4))
    );
}

#[test]
fn accesses_say_how() {
    let program = c("
        volatile int v;
        _Atomic int a;
        struct __attribute__((packed)) p { char c; int x; };
        int f(struct p *p) { v = 1; a = 2; return p->x + v; }");
    let stores: Vec<_> = program
        .insts("f")
        .into_iter()
        .filter_map(|inst| match inst {
            Inst::Store { access, .. } => Some((access.volatile, access.atomic, access.align)),
            _ => None,
        })
        .collect();
    assert_eq!(stores, [(true, false, 4), (false, true, 4)]);
    let loads: Vec<_> = program
        .insts("f")
        .into_iter()
        .filter_map(|inst| match inst {
            Inst::Load { access, .. } => Some((access.volatile, access.align)),
            _ => None,
        })
        .collect();
    assert_eq!(loads, [(false, 1), (true, 4)]);
}

#[test]
fn atomics() {
    let program = c("
        int add(int *p) { return __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
        int nand(int *p) { return __atomic_fetch_nand(p, 1, __ATOMIC_RELAXED); }
        int swap(int *p) { return __atomic_exchange_n(p, 1, __ATOMIC_ACQUIRE); }
        int cas(int *p, int *e) { return __atomic_compare_exchange_n(p, e, 3, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); }
        void fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }");
    let op = |name| {
        let pick = |inst| match inst {
            Inst::AtomicUpdate { op, access, .. } => Some((op, access.atomic, access.align)),
            _ => None,
        };
        program.find(name, pick).1
    };
    assert_eq!(op("add"), (AtomicOp::Add, true, 4));
    assert_eq!(op("nand"), (AtomicOp::Nand, true, 4));
    assert_eq!(op("swap"), (AtomicOp::Exchange, true, 4));
    let (_, weak) = program.find("cas", |inst| match inst {
        Inst::CompareExchange { weak, .. } => Some(weak),
        _ => None,
    });
    assert!(weak);
    assert_eq!(program.insts("fence"), [Inst::Fence]);
}

#[test]
fn memory_functions() {
    let program = c("
        struct big { int a[100]; };
        void copy(struct big *a, struct big *b) { *a = *b; }
        void move(char *a, char *b, unsigned long n) { __builtin_memmove(a, b, n); }
        void fill(char *a, unsigned long n) { __builtin_memset(a, 7, n); }
        void quick(volatile struct big *a, volatile struct big *b) { *a = *b; }");
    let (_, (length, overlap, volatile)) = program.find("copy", |inst| match inst {
        Inst::MemoryCopy { length, may_overlap, volatile, .. } => {
            Some((length, may_overlap, volatile))
        }
        _ => None,
    });
    assert_eq!((program.number(length), overlap, volatile), (400, false, false));
    assert!(program.has("move", |inst| matches!(inst, Inst::MemoryCopy { may_overlap: true, .. })));
    assert!(program.has(
        "fill",
        |inst| matches!(inst, Inst::MemorySet { value, .. } if program.number(value) == 7)
    ));
    assert!(program.has("quick", |inst| matches!(inst, Inst::MemoryCopy { volatile: true, .. })));
}

#[test]
fn stack_objects_and_variable_lengths() {
    let program = c("
        void use(void *);
        void f(int n) { { int a[10]; use(a); } { long v[n]; use(v); } use(__builtin_alloca(n)); }");
    let allocas: Vec<_> = program
        .insts("f")
        .into_iter()
        .filter_map(|inst| match inst {
            Inst::Alloca { element, count, align } => Some((element, count, align)),
            _ => None,
        })
        .collect();
    let array = allocas
        .iter()
        .find(|(element, ..)| {
            matches!(program.program.types.get(*element), Type::Array { length: 10, .. })
        })
        .expect("the array");
    assert_eq!((program.number(array.1), array.2), (1, 16));
    assert!(allocas.iter().any(|(element, count, _)| {
        *program.program.types.get(*element) == Type::Int(64) && count.value().is_some()
    }));
    assert!(program.has("f", |inst| inst == Inst::StackSave));
    assert!(program.has("f", |inst| matches!(inst, Inst::StackRestore { .. })));
    for start in [true, false] {
        assert!(
            program.has("f", |inst| matches!(inst, Inst::Lifetime { start: s, .. } if s == start))
        );
    }
}

#[test]
fn thread_locals() {
    let program = c("_Thread_local int t = 3; int f(void) { return t; }");
    assert!(program.global("t").thread_local);
    let (_, args) = program.find("f", |inst| match inst {
        Inst::Intrinsic { op: lariat_program::Intrinsic::ThreadLocalAddress, args, .. } => {
            Some(args)
        }
        _ => None,
    });
    let constant = program.constant(program.body("f").operands(args)[0]);
    assert!(matches!(constant.data, ConstantData::Global { offset: 0, .. }));
}

#[test]
fn assumptions_and_traps() {
    let program = c("
        int f(int x) { __builtin_assume(x > 3); return x; }
        void g(void) { __builtin_trap(); }
        int h(int x) { if (x) __builtin_unreachable(); return x; }");
    assert!(program.has("f", |inst| matches!(inst, Inst::Assume { .. })));
    assert_eq!(program.insts("g"), [Inst::Trap]);
    let ends: Vec<_> = program.body("h").blocks.values().map(|block| &block.terminator).collect();
    assert!(ends.contains(&&lariat_program::Terminator::Unreachable));
}

#[test]
fn another_address_space_is_unsupported() {
    let program = c("
        int f(int __attribute__((address_space(256))) *p) { return *p; }
        int g(int *p) { return *p; }");
    assert!(program.has("f", |inst| matches!(inst, Inst::Unsupported { .. })));
    assert!(program.reasons("f")[0].contains("addrspace(256)"));
    assert!(program.reasons("g").is_empty());
}
