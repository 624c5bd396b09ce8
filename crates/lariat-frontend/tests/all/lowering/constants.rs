//! Constants of every kind, bit for bit.

use lariat_program::{CastOp, ConstantData, ConstantOp, Inst, Terminator, Type};
use lariat_term::{BitVec, FloatFormat};

use super::support::*;

fn int(program: &Lowered, name: &str) -> BitVec {
    match &program.returned(name).data {
        ConstantData::Int(value) => value.clone(),
        other => panic!("{other:?}"),
    }
}

fn float(program: &Lowered, name: &str) -> BitVec {
    match &program.returned(name).data {
        ConstantData::Float(value) => value.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn integers_of_every_width() {
    let program = ll("
        define i1 @a() { ret i1 true }
        define i7 @b() { ret i7 -3 }
        define i64 @c() { ret i64 -1 }
        define i65 @d() { ret i65 -1 }
        define i128 @e() { ret i128 170141183460469231731687303715884105728 }
        define i200 @f() { ret i200 1267650600228229401496703205376 }
        define i128 @g() { ret i128 0 }");
    assert_eq!(int(&program, "a"), BitVec::new(1, 1));
    assert_eq!(int(&program, "b"), BitVec::new(7, 125));
    assert_eq!(int(&program, "c"), BitVec::ones(64));
    assert_eq!(int(&program, "d"), BitVec::ones(65));
    assert_eq!(int(&program, "e"), BitVec::from_words(128, &[0, 1 << 63]));
    assert_eq!(int(&program, "f"), BitVec::from_words(200, &[0, 1 << 36]));
    assert_eq!(int(&program, "g"), BitVec::zero(128));
}

#[test]
fn wide_integers_of_c() {
    let program = c("
        __int128 f(void) { return ((__int128)0x0123456789abcdef << 64) | 0xfedcba9876543210; }
        _BitInt(200) g(void) { return -(_BitInt(200))5 << 150; }
        unsigned _BitInt(17) h(void) { return 0x1ffffwb; }");
    assert_eq!(int(&program, "h"), BitVec::new(17, 0x1ffff));
    // Wide values are returned through memory.
    let stored = |name| {
        let (_, stored) = program.find(name, |inst| match inst {
            Inst::Store { value, .. } => Some(value),
            _ => None,
        });
        match &program.constant(stored).data {
            ConstantData::Int(value) => value.clone(),
            other => panic!("{other:?}"),
        }
    };
    let words = [0xfedc_ba98_7654_3210, 0x0123_4567_89ab_cdef];
    assert_eq!(stored("f"), BitVec::from_words(128, &words));
    let minus_five = BitVec::from_bigint(256, &(-5_i32).into()).to_bigint();
    assert_eq!(stored("g").to_bigint(), minus_five << 150);
}

#[test]
fn floats_keep_every_bit() {
    let program = ll("
        define float @a() { ret float 0x3FB99999A0000000 }
        define float @signalling() { ret float 0x7FF4000000000000 }
        define float @payload() { ret float 0xFFF8000020000000 }
        define double @b() { ret double 0x7FF0000000000001 }
        define double @minus_zero() { ret double -0.0 }
        define half @c() { ret half 0xH7E01 }
        define bfloat @d() { ret bfloat 0xR3F80 }
        define x86_fp80 @e() { ret x86_fp80 0xK4000C90FDAA22168C235 }
        define x86_fp80 @pseudo() { ret x86_fp80 0xKFFFFC000000000000123 }
        define fp128 @f() { ret fp128 0xL0123456789ABCDEF3FFF000000000000 }");
    assert_eq!(float(&program, "a"), BitVec::new(32, u64::from(0.1_f32.to_bits())));
    assert_eq!(float(&program, "signalling"), BitVec::new(32, 0x7fa0_0000));
    assert_eq!(float(&program, "payload"), BitVec::new(32, 0xffc0_0001));
    assert_eq!(float(&program, "b"), BitVec::new(64, 0x7ff0_0000_0000_0001));
    assert_eq!(float(&program, "minus_zero"), BitVec::new(64, 1 << 63));
    assert_eq!(float(&program, "c"), BitVec::new(16, 0x7e01));
    assert_eq!(float(&program, "d"), BitVec::new(16, 0x3f80));
    assert_eq!(float(&program, "e"), BitVec::from_words(80, &[0xc90f_daa2_2168_c235, 0x4000]));
    assert_eq!(float(&program, "pseudo"), BitVec::from_words(80, &[0xc000_0000_0000_0123, 0xffff]));
    assert_eq!(
        float(&program, "f"),
        BitVec::from_words(128, &[0x0123_4567_89ab_cdef, 0x3fff_0000_0000_0000])
    );
    let ty = program.returned("e").ty;
    assert_eq!(*program.program.types.get(ty), Type::Float(FloatFormat::X87));
    assert_eq!(program.program.types.info(ty).alloc_size, 16);
    assert_eq!(program.program.types.info(ty).store_size, 10);
}

#[test]
fn undefined_and_aggregate_constants() {
    let program = ll(r#"
        define i32 @undef() { ret i32 undef }
        define ptr @poison() { ret ptr poison }
        define ptr @null() { ret ptr null }
        define [3 x i8] @bytes() { ret [3 x i8] c"ab\00" }
        define [2 x i32] @array() { ret [2 x i32] [i32 1, i32 -2] }
        define <2 x float> @vector() { ret <2 x float> <float 1.0, float 2.0> }
        define { i8, ptr } @struct() { ret { i8, ptr } { i8 4, ptr null } }
        define { i8, i64 } @zero() { ret { i8, i64 } zeroinitializer }"#);
    assert_eq!(program.returned("undef").data, ConstantData::Undef);
    assert_eq!(program.returned("poison").data, ConstantData::Poison);
    assert_eq!(program.returned("null").data, ConstantData::Null);
    assert_eq!(program.returned("bytes").data, ConstantData::Bytes(b"ab\0".to_vec()));
    assert_eq!(program.returned("zero").data, ConstantData::Zero);
    let elements = |name| match &program.returned(name).data {
        ConstantData::Aggregate(parts) => {
            parts.iter().map(|part| program.program.constants.get(*part).data.clone()).collect()
        }
        other => panic!("{other:?}"),
    };
    let parts: Vec<_> = elements("array");
    let number = |value| ConstantData::Int(BitVec::new(32, value));
    assert_eq!(parts, [number(1), number(0xffff_fffe)]);
    let single = |value: f32| ConstantData::Float(BitVec::new(32, u64::from(value.to_bits())));
    assert_eq!(elements("vector"), [single(1.0), single(2.0)]);
    assert_eq!(elements("struct"), [ConstantData::Int(BitVec::new(8, 4)), ConstantData::Null]);
}

#[test]
fn addresses() {
    let program = c("
        int a[10]; static struct { char c; int x[4]; } s;
        int g(void) { return 0; }
        int *inside(void) { return &a[3]; }
        int *deep(void) { return &s.x[2]; }
        void *function(void) { return g; }
        unsigned long number(void) { return (unsigned long)&a[1]; }
        char *offset(void) { return (char *)0 + 16; }");
    let global = |name: &str| program.program.global_named(name).unwrap();
    assert_eq!(
        program.returned("inside").data,
        ConstantData::Global { global: global("a"), offset: 12 }
    );
    assert_eq!(
        program.returned("deep").data,
        ConstantData::Global { global: global("s"), offset: 12 }
    );
    let function = program.program.function_named("g").unwrap();
    assert_eq!(program.returned("function").data, ConstantData::Function { function, offset: 0 });
    let ConstantData::Expression { op, args } = &program.returned("number").data else {
        panic!("{:?}", program.returned("number"))
    };
    assert_eq!(*op, ConstantOp::Cast(CastOp::PtrToInt));
    assert_eq!(
        program.program.constants.get(args[0]).data,
        ConstantData::Global { global: global("a"), offset: 4 }
    );
}

#[test]
fn negative_and_computed_constant_offsets() {
    let program = ll("
        @a = global [10 x i32] zeroinitializer
        define ptr @below() { ret ptr getelementptr (i8, ptr @a, i64 -8) }
        define ptr @from_null() { ret ptr getelementptr (i8, ptr null, i64 8) }
        define ptr @odd() { ret ptr getelementptr (i32, ptr @a, i64 ptrtoint (ptr @a to i64)) }
        define ptr @number() { ret ptr inttoptr (i64 4096 to ptr) }");
    assert!(matches!(program.returned("below").data, ConstantData::Global { offset: -8, .. }));
    for name in ["from_null", "odd"] {
        assert!(
            matches!(
                program.returned(name).data,
                ConstantData::Expression { op: ConstantOp::PointerAdd, .. }
            ),
            "{name}"
        );
    }
    assert!(matches!(
        program.returned("number").data,
        ConstantData::Expression { op: ConstantOp::Cast(CastOp::IntToPtr), .. }
    ));
    assert!(matches!(
        program.body("odd").blocks.values().next().unwrap().terminator,
        Terminator::Return(Some(_))
    ));
}
