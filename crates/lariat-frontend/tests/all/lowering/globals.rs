//! Global variables, their images, linkage, aliases, constructors.

use lariat_program::{
    BinaryOp, Callee, CastOp, ConstantData, ConstantOp, Initializer, Inst, Linkage, Type,
};

use super::support::*;

fn image<'p>(program: &'p Lowered, name: &str) -> &'p Initializer {
    program.global(name).initializer.as_ref().expect("an initialiser")
}

#[test]
fn numbers_lie_in_memory_order() {
    let program = c(r#"
        char text[8] = "hey";
        short table[] = { 1, -2, 0x1234 };
        struct { char c; int i; double d; _Bool b; } s = { 'x', 0x01020304, 1.0, 1 };
        long double l = 1.0L;
        __int128 w = (__int128)1 << 100;
        float m[2][2] = { { 1, 2 }, { 3, 4 } };
        int zero[100];
        struct { unsigned a : 3, b : 5; } bits = { 5, 17 };
        struct tail { int n; char rest[]; } tail = { 2, "ab" };"#);
    assert_eq!(image(&program, "text").bytes, b"hey\0\0\0\0\0");
    assert_eq!(image(&program, "table").bytes, [1, 0, 0xfe, 0xff, 0x34, 0x12]);
    let mut s = vec![b'x', 0, 0, 0, 4, 3, 2, 1];
    s.extend(1.0_f64.to_le_bytes());
    s.extend([1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(image(&program, "s").bytes, s);
    let long = image(&program, "l");
    assert_eq!(long.bytes[..10], [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f]);
    assert_eq!(long.bytes.len(), 16);
    assert_eq!(image(&program, "w").bytes[12], 1 << 4);
    let floats: Vec<u8> = [1.0_f32, 2.0, 3.0, 4.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(image(&program, "m").bytes, floats);
    assert_eq!(image(&program, "zero").bytes, [0; 400]);
    assert_eq!(image(&program, "bits").bytes[0], 5 | 17 << 3);
    assert_eq!(image(&program, "tail").bytes[..7], [2, 0, 0, 0, b'a', b'b', 0]);
}

#[test]
fn addresses_are_relocations() {
    let program = c(r#"
        extern int outside; int a[4]; int f(void) { return 0; }
        struct { int n; int *p; int (*f)(void); char *s; int *o; } s = { 1, &a[2], f, "text" + 1, &outside };
        long number = (long)&a[1];
        int *none = 0;"#);
    let s = image(&program, "s");
    let places: Vec<_> = s.relocations.iter().map(|r| (r.offset, r.size)).collect();
    assert_eq!(places, [(8, 8), (16, 8), (24, 8), (32, 8)]);
    let data: Vec<_> =
        s.relocations.iter().map(|r| program.program.constants.get(r.value).data.clone()).collect();
    let global = |name: &str| program.program.global_named(name).unwrap();
    assert_eq!(data[0], ConstantData::Global { global: global("a"), offset: 8 });
    assert!(matches!(data[1], ConstantData::Function { offset: 0, .. }));
    assert!(matches!(data[2], ConstantData::Global { offset: 1, .. }));
    assert_eq!(data[3], ConstantData::Global { global: global("outside"), offset: 0 });
    assert_eq!(s.bytes[0], 1);
    assert!(s.bytes[8..].iter().all(|&byte| byte == 0));
    let number = image(&program, "number");
    assert!(matches!(
        program.program.constants.get(number.relocations[0].value).data,
        ConstantData::Expression { op: ConstantOp::Cast(CastOp::PtrToInt), .. }
    ));
    assert!(image(&program, "none").relocations.is_empty());
    assert!(program.global("outside").initializer.is_none());
}

#[test]
fn differences_of_addresses() {
    let program = c("
        int f(int x) {
          static const int table[] = { &&a - &&b, 0 };
          goto *(&&b + table[x]);
          a: return 1;
          b: return 2;
        }");
    let table = image(&program, "f.table");
    let [relocation] = table.relocations[..] else { panic!("{table:?}") };
    assert_eq!((relocation.offset, relocation.size), (0, 4));
    let data = |id| program.program.constants.get(id).data.clone();
    let ConstantData::Expression { op: ConstantOp::Cast(CastOp::Trunc), args } =
        data(relocation.value)
    else {
        panic!("{:?}", data(relocation.value))
    };
    assert!(matches!(
        data(args[0]),
        ConstantData::Expression { op: ConstantOp::Binary(BinaryOp::Sub), .. }
    ));
}

#[test]
fn undefined_bytes() {
    let program = ll("
        @u = global { i32, [4 x i8], i16 } { i32 1, [4 x i8] undef, i16 poison }
        @v = global <4 x i1> <i1 true, i1 false, i1 true, i1 true>
        @p = global <2 x ptr> <ptr @u, ptr null>");
    let undefined = &image(&program, "u").undefined;
    assert_eq!((undefined.len(), undefined[0].clone()), (1, 4..10));
    assert_eq!(image(&program, "v").bytes[0], 0b1101);
    assert_eq!(image(&program, "p").relocations.len(), 1);
}

#[test]
fn arrays_larger_than_the_machine() {
    let program = c("
        char heap[1UL << 44];
        int table[1L << 40] = { 1, 2 };
        struct { char room[1UL << 40]; char last; } far = { .last = 1 };
        struct { char *name; char room[1UL << 40]; } s = { heap + 3 };");
    assert_eq!(program.global("heap").size, 1 << 44);
    assert!(image(&program, "heap").bytes.is_empty());
    assert_eq!(image(&program, "table").bytes, [1, 0, 0, 0, 2, 0, 0, 0]);
    let [relocation] = image(&program, "far").relocations[..] else { panic!("one relocation") };
    assert_eq!((relocation.offset, relocation.size), (1 << 40, 1));
    assert_eq!(image(&program, "s").relocations.len(), 1);
}

#[test]
fn linkage_and_layout() {
    let program = c("
        int plain = 1; static int hidden = 2; __attribute__((weak)) int weak = 3;
        extern int declared; extern __attribute__((weak)) int maybe;
        const int fixed = 4; _Alignas(64) char wide[3];
        __attribute__((weak)) int weak_function(void) { return 1; }
        static int local_function(void) { return 2; }
        int use(void) { return hidden + declared + (&maybe != 0) + local_function(); }");
    let linkage = |name| program.global(name).linkage;
    assert_eq!(linkage("plain"), Linkage::External);
    assert_eq!(linkage("hidden"), Linkage::Internal);
    assert_eq!(linkage("weak"), Linkage::Weak);
    assert_eq!(linkage("maybe"), Linkage::Weak);
    assert!(program.global("maybe").initializer.is_none());
    assert!(program.global("fixed").constant && !program.global("plain").constant);
    assert_eq!((program.global("wide").align, program.global("wide").size), (64, 3));
    assert_eq!(program.function("weak_function").linkage, Linkage::Weak);
    assert_eq!(program.function("local_function").linkage, Linkage::Internal);
    let common = with_flags("int tentative;", &["-fcommon"], None);
    assert_eq!(common.global("tentative").linkage, Linkage::Shared);
}

#[test]
fn aliases_are_what_they_stand_for() {
    let program = c(r#"
        int real(void) { return 1; } int other(void) __attribute__((alias("real")));
        int variable[2]; extern int again[2] __attribute__((weak, alias("variable")));
        int call(void) { return other(); }
        int *address(void) { return &again[1]; }"#);
    let real = program.program.function_named("real").unwrap();
    let call = &program.body("call").calls.values().next().unwrap();
    assert_eq!(call.callee, Callee::Direct(real));
    let variable = program.program.global_named("variable").unwrap();
    assert_eq!(
        program.returned("address").data,
        ConstantData::Global { global: variable, offset: 4 }
    );
    let names: Vec<_> =
        program.program.aliases.iter().map(|alias| (alias.name.as_str(), alias.linkage)).collect();
    assert_eq!(names, [("other", Linkage::External), ("again", Linkage::Weak)]);
}

#[test]
fn indirect_functions_are_named() {
    let program = c(r#"
        static int one(void) { return 1; }
        static void *choose(void) { return one; }
        int chosen(void) __attribute__((ifunc("choose")));
        int call(void) { return chosen(); }"#);
    let call = &program.body("call").calls.values().next().unwrap();
    let Callee::Indirect(operand) = call.callee else { panic!("{call:?}") };
    assert!(
        matches!(&program.constant(operand).data, ConstantData::Unsupported(r) if r.contains("chosen"))
    );
}

#[test]
fn constructors_in_order() {
    let program = c("
        __attribute__((constructor)) static void late(void) {}
        __attribute__((constructor(200))) static void second(void) {}
        __attribute__((constructor(101))) static void first(void) {}
        __attribute__((destructor(101))) static void last(void) {}
        __attribute__((destructor)) static void before(void) {}");
    let names = |list: &[lariat_program::FunctionId]| {
        list.iter().map(|id| program.program.functions[*id].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&program.program.constructors), ["first", "second", "late"]);
    assert_eq!(names(&program.program.destructors), ["before", "last"]);
    assert!(program.program.globals.values().all(|global| !global.name.starts_with("llvm.")));
}

#[test]
fn assembly_outside_of_functions_is_kept() {
    let program = c(r#"__asm__(".globl marker"); int f(void) { return 0; }"#);
    assert!(program.program.module_assembly.contains(".globl marker"));
}

#[test]
fn struct_types_have_tags_and_offsets() {
    let program = c(
        "struct node { char c; struct node *next; short s; } n; union u { int i; char c[7]; } u;",
    );
    let Type::Struct { name, fields } = program.program.types.get(program.global("n").ty) else {
        panic!("a struct")
    };
    assert_eq!(name.as_deref(), Some("node"));
    assert_eq!(fields.iter().map(|f| f.offset).collect::<Vec<_>>(), [0, 8, 16]);
    assert_eq!(program.global("n").size, 24);
    assert_eq!(program.global("u").size, 8);
}

#[test]
fn thirty_two_bits() {
    let program = c32("
        struct s { char c; long long l; void *p; } s = { 1, 2, &s };
        long f(long *p, int i) { return p[i]; }
        struct big { int a[5]; };
        struct big g(struct big b) { return b; }");
    assert_eq!(program.program.target.pointer_bits, 32);
    assert_eq!(program.program.target.data_model, lariat_program::DataModel::Ilp32);
    let s = program.global("s");
    assert_eq!((s.size, s.align), (16, 4));
    let [relocation] = image(&program, "s").relocations[..] else { panic!("one relocation") };
    assert_eq!((relocation.offset, relocation.size), (12, 4));
    let (_, indexes) = program.find("f", |inst| match inst {
        Inst::PointerAdd { indexes, .. } => Some(indexes),
        _ => None,
    });
    assert_eq!(program.body("f").scaled_indexes(indexes)[0].scale, 4);
    let passing: Vec<_> = program.function("g").params.iter().map(|p| p.passing).collect();
    assert!(matches!(
        passing[..],
        [lariat_program::Passing::Result { .. }, lariat_program::Passing::ByValue { align: 4, .. }]
    ));
}
