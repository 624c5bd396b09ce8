//! Arithmetic, comparisons, casts, vectors, aggregates, control flow.

use lariat_program::{
    BinaryOp, BlockId, CastOp, Flags, FloatPredicate, Inst, IntPredicate, Intrinsic, Terminator,
    Type,
};

use super::support::*;

fn binary(program: &Lowered, name: &str) -> Vec<(BinaryOp, Flags)> {
    let pick = |inst| match inst {
        Inst::Binary { op, flags, .. } => Some((op, flags)),
        _ => None,
    };
    program.insts(name).into_iter().filter_map(pick).collect()
}

fn casts(program: &Lowered, name: &str) -> Vec<CastOp> {
    let pick = |inst| match inst {
        Inst::Cast { op, .. } => Some(op),
        _ => None,
    };
    program.insts(name).into_iter().filter_map(pick).collect()
}

fn intrinsics(program: &Lowered, name: &str) -> Vec<(Intrinsic, usize)> {
    let pick = |inst| match inst {
        Inst::Intrinsic { op, args, .. } => Some((op, args.length as usize)),
        _ => None,
    };
    program.insts(name).into_iter().filter_map(pick).collect()
}

#[test]
fn signed_arithmetic_promises_not_to_wrap_and_unsigned_does_not() {
    let program = c("int s(int a, int b) { return ((a + b) - a * b) << 1; }
                     unsigned u(unsigned a, unsigned b) { return (a + b) - a * b; }");
    let signed = [
        (BinaryOp::Add, Flags::NSW),
        (BinaryOp::Mul, Flags::NSW),
        (BinaryOp::Sub, Flags::NSW),
        (BinaryOp::Shl, Flags::FITS),
    ];
    assert_eq!(binary(&program, "s"), signed);
    let unsigned =
        [(BinaryOp::Add, Flags::NONE), (BinaryOp::Mul, Flags::NONE), (BinaryOp::Sub, Flags::NONE)];
    assert_eq!(binary(&program, "u"), unsigned);
}

#[test]
fn every_binary_operation() {
    let program = c("
        int i(int a, int b) { return (a / b) ^ (a % b) ^ (a >> b) ^ (a & b) ^ (a | b); }
        unsigned u(unsigned a, unsigned b) { return (a / b) ^ (a % b) ^ (a >> b); }
        double d(double a, double b) { return a + b - a * b / a; }");
    use BinaryOp::*;
    let ops = |name| binary(&program, name).into_iter().map(|(op, _)| op).collect::<Vec<_>>();
    assert_eq!(ops("i"), [SDiv, SRem, Xor, AShr, Xor, And, Xor, Or, Xor]);
    assert_eq!(ops("u"), [UDiv, URem, Xor, LShr, Xor]);
    assert_eq!(ops("d"), [FAdd, FMul, FDiv, FSub]);
}

#[test]
fn flags_that_only_other_compilers_set() {
    let program = ll("
        define i32 @f(i32 %a, i32 %b, i8 %c, double %x) {
          %1 = add nuw nsw i32 %a, %b
          %2 = udiv exact i32 %1, %b
          %3 = or disjoint i32 %2, %a
          %4 = zext nneg i8 %c to i32
          %5 = lshr exact i32 %3, %4
          %6 = trunc nuw nsw i32 %5 to i16
          %7 = fadd nnan ninf nsz double %x, %x
          %8 = uitofp nneg i32 %5 to double
          %9 = fcmp nnan olt double %7, %8
          %10 = frem double %7, %8
          %11 = sext i16 %6 to i32
          ret i32 %11
        }");
    let both = Flags::NUW.union(Flags::NSW);
    let fast = Flags::NO_NAN.union(Flags::NO_INF).union(Flags::RELAXED);
    use BinaryOp::*;
    assert_eq!(
        binary(&program, "f"),
        [
            (Add, both),
            (UDiv, Flags::EXACT),
            (Or, Flags::DISJOINT),
            (LShr, Flags::EXACT),
            (FAdd, fast),
            (FRem, Flags::NONE),
        ]
    );
    let flagged = |inst| match inst {
        Inst::Cast { op, flags, .. } => Some((op, flags)),
        _ => None,
    };
    let casts: Vec<_> = program.insts("f").into_iter().filter_map(flagged).collect();
    assert_eq!(
        casts,
        [
            (CastOp::ZExt, Flags::NNEG),
            (CastOp::Trunc, both),
            (CastOp::UiToFp, Flags::NNEG),
            (CastOp::SExt, Flags::NONE),
        ]
    );
    let compare = |inst| match inst {
        Inst::FloatCompare { predicate, flags, .. } => Some((predicate, flags)),
        _ => None,
    };
    assert_eq!(program.find("f", compare).1, (FloatPredicate::Olt, Flags::NO_NAN));
}

#[test]
fn comparisons() {
    let program = c("
        int i(int a, int b) { return (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b); }
        int u(unsigned a, unsigned b) { return (a < b) + (a <= b) + (a > b) + (a >= b); }
        int p(char *a, char *b) { return a < b; }
        int d(double a, double b) { return (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b)
            + __builtin_isunordered(a, b) + __builtin_islessgreater(a, b); }");
    let ints = |name| {
        let pick = |inst| match inst {
            Inst::Compare { predicate, .. } => Some(predicate),
            _ => None,
        };
        program.insts(name).into_iter().filter_map(pick).collect::<Vec<_>>()
    };
    use IntPredicate as I;
    assert_eq!(ints("i"), [I::Slt, I::Sle, I::Sgt, I::Sge, I::Eq, I::Ne]);
    assert_eq!(ints("u"), [I::Ult, I::Ule, I::Ugt, I::Uge]);
    assert_eq!(ints("p"), [I::Ult]);
    let pick = |inst| match inst {
        Inst::FloatCompare { predicate, .. } => Some(predicate),
        _ => None,
    };
    let floats: Vec<_> = program.insts("d").into_iter().filter_map(pick).collect();
    use FloatPredicate as F;
    assert_eq!(floats, [F::Olt, F::Ole, F::Ogt, F::Oge, F::Oeq, F::Une, F::Uno, F::One]);
}

#[test]
fn conversions() {
    let program = c("
        long a(int x) { return x; }
        unsigned long b(unsigned x) { return x; }
        char c(int x) { return x; }
        float d(double x) { return x; }
        long double e(double x) { return x; }
        int f(double x) { return x; }
        unsigned g(double x) { return x; }
        double h(int x) { return x; }
        double i(unsigned x) { return x; }
        unsigned long j(void *x) { return (unsigned long)x; }
        void *k(unsigned long x) { return (void *)x; }");
    let expected = [
        ("a", CastOp::SExt),
        ("b", CastOp::ZExt),
        ("c", CastOp::Trunc),
        ("d", CastOp::FpTrunc),
        ("e", CastOp::FpExt),
        ("f", CastOp::FpToSi),
        ("g", CastOp::FpToUi),
        ("h", CastOp::SiToFp),
        ("i", CastOp::UiToFp),
        ("j", CastOp::PtrToInt),
        ("k", CastOp::IntToPtr),
    ];
    for (name, op) in expected {
        assert_eq!(casts(&program, name), [op], "{name}");
    }
}

#[test]
fn overflow_and_bit_builtins() {
    let program = c("
        int add(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }
        int mul(unsigned a, unsigned b, unsigned *r) { return __builtin_mul_overflow(a, b, r); }
        int sub(long a, long b, long *r) { return __builtin_sub_overflow(a, b, r); }
        int bits(unsigned x) { return __builtin_clz(x) + __builtin_ctz(x) + __builtin_popcount(x); }
        unsigned swap(unsigned x) { return __builtin_bswap32(x) ^ __builtin_bitreverse32(x); }
        unsigned turn(unsigned x) { return __builtin_rotateleft32(x, 3) ^ __builtin_rotateright32(x, 3); }
        int expect(int x) { return __builtin_expect(x, 1); }
        int absolute(int x) { return __builtin_elementwise_abs(x); }");
    use Intrinsic::*;
    assert_eq!(intrinsics(&program, "add"), [(SAddOverflow, 2)]);
    assert_eq!(intrinsics(&program, "mul"), [(UMulOverflow, 2)]);
    assert_eq!(intrinsics(&program, "sub"), [(SSubOverflow, 2)]);
    assert_eq!(intrinsics(&program, "bits"), [(CtLz, 2), (CtTz, 2), (CtPop, 1)]);
    assert_eq!(intrinsics(&program, "swap"), [(BSwap, 1), (BitReverse, 1)]);
    assert_eq!(intrinsics(&program, "turn"), [(FShl, 3), (FShr, 3)]);
    assert_eq!(intrinsics(&program, "absolute"), [(Abs, 2)]);
    assert!(program.reasons("expect").is_empty());
}

#[test]
fn floating_point_builtins() {
    let program = c("
        double f(double x, double y) {
          return -x + __builtin_fabs(x) + __builtin_copysign(x, y) + __builtin_fma(x, y, x)
            + __builtin_fmin(x, y) + __builtin_fmax(x, y) + __builtin_floor(x) + __builtin_ceil(x)
            + __builtin_trunc(x) + __builtin_rint(x) + __builtin_nearbyint(x) + __builtin_round(x)
            + __builtin_roundeven(x) + __builtin_canonicalize(x) + __builtin_powi(x, 3); }
        int class(double x) { return __builtin_isnan(x) + __builtin_isinf(x) + __builtin_isnormal(x); }");
    use Intrinsic::*;
    let expected = [
        (FNeg, 1),
        (FAbs, 1),
        (CopySign, 2),
        (Fma, 3),
        (MinNum, 2),
        (MaxNum, 2),
        (Floor, 1),
        (Ceil, 1),
        (FTrunc, 1),
        (Rint, 1),
        (NearbyInt, 1),
        (Round, 1),
        (RoundEven, 1),
        (Canonicalize, 1),
        (PowI, 2),
    ];
    let found = intrinsics(&program, "f");
    for intrinsic in expected {
        assert!(found.contains(&intrinsic), "{intrinsic:?} in {found:?}");
    }
    assert_eq!(found.len(), expected.len());
    assert!(intrinsics(&program, "class").iter().all(|(op, _)| *op == IsFpClass));
}

#[test]
fn explicit_rounding_is_plain_in_the_default_mode_only() {
    let program = ll(r#"
        declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
        declare double @llvm.experimental.constrained.trunc.f64(double, metadata)
        declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
        declare i32 @llvm.experimental.constrained.fptosi.i32.f64(double, metadata)
        define i32 @near(double %x) strictfp {
          %1 = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !"round.tonearest", metadata !"fpexcept.strict")
          %2 = call double @llvm.experimental.constrained.trunc.f64(double %1, metadata !"fpexcept.strict")
          %3 = call i1 @llvm.experimental.constrained.fcmp.f64(double %1, double %2, metadata !"ogt", metadata !"fpexcept.strict")
          %4 = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %2, metadata !"fpexcept.strict")
          ret i32 %4
        }
        define double @any(double %x) strictfp {
          %1 = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !"round.dynamic", metadata !"fpexcept.strict")
          ret double %1
        }"#);
    let insts = program.insts("near");
    assert!(matches!(insts[0], Inst::Binary { op: BinaryOp::FAdd, .. }));
    assert!(matches!(insts[1], Inst::Intrinsic { op: Intrinsic::FTrunc, .. }));
    assert!(matches!(insts[2], Inst::FloatCompare { predicate: FloatPredicate::Ogt, .. }));
    assert!(matches!(insts[3], Inst::Cast { op: CastOp::FpToSi, .. }));
    assert!(matches!(program.insts("any")[0], Inst::Unsupported { .. }));
    assert!(program.reasons("any")[0].contains("dynamic"), "{:?}", program.reasons("any"));
}

#[test]
fn switch_keeps_order_and_width() {
    let program = c("
        int f(long x) { switch (x) { case 5: return 1; case -1: return 2; case 3: case 4: return 3; default: return 4; } }
        int wide(__int128 x) { switch (x) { case ((__int128)1 << 100): return 1; case -1: return 2; } return 0; }");
    let switch = |name| {
        let body = program.body(name);
        let found = body.blocks.values().find_map(|block| match &block.terminator {
            Terminator::Switch { value, cases, default } => Some((*value, cases, *default)),
            _ => None,
        });
        found.expect("a switch")
    };
    let (_, cases, _) = switch("f");
    let numbers: Vec<_> = cases.iter().map(|case| case.value.to_i64().unwrap()).collect();
    assert_eq!(numbers, [5, -1, 3, 4]);
    assert!(cases.iter().all(|case| case.value.width() == 64));
    assert_eq!(cases[2].target, cases[3].target);
    let (_, cases, _) = switch("wide");
    assert_eq!(cases[0].value.to_biguint().bits(), 101);
    assert!(cases[0].value.bit(100));
    assert_eq!(cases[1].value.to_biguint().count_ones(), 128);
}

#[test]
fn computed_goto_and_block_addresses() {
    let program = c("
        int f(int x) {
          static void *table[] = { &&one, &&two };
          goto *table[x];
        one: return 1;
        two: return 2;
        }");
    let body = program.body("f");
    let (address, targets) = body
        .blocks
        .values()
        .find_map(|block| match &block.terminator {
            Terminator::IndirectJump { address, targets } => Some((address, targets)),
            _ => None,
        })
        .expect("an indirect jump");
    assert!(address.value().is_some());
    assert_eq!(targets.len(), 2);
    let table = program.global("f.table").initializer.as_ref().unwrap();
    let id = program.program.function_named("f").unwrap();
    let mut labels = Vec::new();
    for relocation in &table.relocations {
        match program.program.constants.get(relocation.value).data {
            lariat_program::ConstantData::Block { function, block } => {
                assert_eq!(function, id);
                labels.push(body.blocks[block].labels.clone());
            }
            ref other => panic!("{other:?}"),
        }
    }
    assert_eq!(labels, [["one"], ["two"]]);
}

#[test]
fn unreachable_blocks_are_dropped_with_their_phi_entries() {
    let program = ll("
        define i32 @f(i1 %c, i32 %x) {
        entry:
          br i1 %c, label %end, label %other
        dead:
          %y = add i32 %y, 1
          br label %end
        other:
          br label %end
        end:
          %r = phi i32 [ 1, %entry ], [ %y, %dead ], [ %x, %other ]
          ret i32 %r
        }");
    let body = program.body("f");
    assert_eq!(body.blocks.len(), 3);
    let end = &body.blocks[BlockId::from_u32(2)];
    assert_eq!(end.name, "end");
    assert_eq!(end.phis[0].incoming.len(), 2);
}

#[test]
fn blocks_used_before_their_definition_in_the_list() {
    let program = ll("
        define i32 @f(i32 %x) {
        entry:
          br label %second
        first:
          %b = add i32 %a, 1
          ret i32 %b
        second:
          %a = mul i32 %x, 2
          br label %first
        }");
    assert_eq!(program.body("f").insts.len(), 2);
}

#[test]
fn aggregates_and_complex_numbers() {
    let program = c("
        struct pair { long a, b; };
        struct pair make(long a) { struct pair p = { a, a + 1 }; return p; }
        long use(long x) { struct pair p = make(x); return p.b; }
        _Complex double square(_Complex double z) { return z * z; }");
    assert!(program.reasons("use").is_empty());
    assert!(program.reasons("square").is_empty());
    let body = program.body("use");
    let (_, path) = program.find("use", |inst| match inst {
        Inst::ExtractValue { path, .. } => Some(path),
        _ => None,
    });
    assert_eq!(body.indexes(path), [0]);
    let values = ll("
        define { i32, [2 x i8] } @f({ i32, [2 x i8] } %s, i8 %x) {
          %1 = insertvalue { i32, [2 x i8] } %s, i8 %x, 1, 1
          ret { i32, [2 x i8] } %1
        }");
    let (_, path) = values.find("f", |inst| match inst {
        Inst::InsertValue { path, .. } => Some(path),
        _ => None,
    });
    assert_eq!(values.body("f").indexes(path), [1, 1]);
}

#[test]
fn vectors() {
    let program = c("
        typedef int v4 __attribute__((vector_size(16)));
        v4 add(v4 a, v4 b) { return a + b; }
        int get(v4 a, int i) { return a[i]; }
        v4 put(v4 a, int i, int x) { a[i] = x; return a; }
        v4 mix(v4 a, v4 b) { return __builtin_shufflevector(a, b, 0, 5, -1, 7); }
        v4 less(v4 a, v4 b) { return a < b; }
        int sum(v4 a) { return __builtin_reduce_add(a); }
        int most(v4 a) { return __builtin_reduce_max(a); }");
    let (id, _) = program.find("add", |inst| match inst {
        Inst::Binary { op: BinaryOp::Add, .. } => Some(()),
        _ => None,
    });
    let body = program.body("add");
    let ty = body.values[body.result(id).unwrap()].ty;
    assert!(matches!(program.program.types.get(ty), Type::Vector { length: 4, .. }));
    assert!(program.has("get", |inst| matches!(inst, Inst::ExtractElement { .. })));
    assert!(program.has("put", |inst| matches!(inst, Inst::InsertElement { .. })));
    let (_, mask) = program.find("mix", |inst| match inst {
        Inst::Shuffle { mask, .. } => Some(mask),
        _ => None,
    });
    assert_eq!(program.body("mix").indexes(mask), [0, 5, u32::MAX, 7]);
    assert_eq!(casts(&program, "less"), [CastOp::SExt]);
    assert_eq!(intrinsics(&program, "sum"), [(Intrinsic::ReduceAdd, 1)]);
    assert_eq!(intrinsics(&program, "most"), [(Intrinsic::ReduceSMax, 1)]);
}

#[test]
fn selection_and_freezing() {
    let program = ll("
        define i32 @f(i1 %c, i32 %x) {
          %1 = select i1 %c, i32 %x, i32 7
          %2 = freeze i32 %1
          %3 = freeze i32 undef
          %4 = freeze i32 poison
          %5 = add i32 %3, %4
          %6 = add i32 %5, %2
          ret i32 %6
        }");
    let insts = program.insts("f");
    assert!(matches!(insts[0], Inst::Select { otherwise, .. } if program.number(otherwise) == 7));
    assert!(matches!(insts[1], Inst::Freeze { .. }));
    assert_eq!(insts[2..4], [Inst::Uninitialised, Inst::Uninitialised]);
}

#[test]
fn loop_pragmas_and_extent() {
    let program = c("
int f(int n) {
  int s = 0;
  #pragma clang loop unroll_count(4) vectorize(disable)
  for (int i = 0; i < n; i++) {
    s += i;
  }
  return s;
}");
    let body = program.body("f");
    let hints: Vec<_> = body.blocks.values().filter_map(|b| b.loop_hints.as_ref()).collect();
    let [hints] = hints[..] else { panic!("{hints:?}") };
    let place = |id| {
        let location = program.program.locations.get(id);
        (location.line, location.column)
    };
    assert_eq!(hints.start.map(place), Some((5, 3)));
    assert_eq!(hints.end.map(place), Some((7, 3)));
    assert!(hints.must_progress);
    assert!(hints.properties.contains(&("unroll.count".to_owned(), Some(4))), "{hints:?}");
}
