//! Source names, types and places.

use lariat_program::{Bound, Definition, Inst, Member, SourceEncoding, SourceType, SourceTypeId};

use super::support::*;

fn param_type(program: &Lowered, function: &str, index: usize) -> SourceTypeId {
    program.function(function).source_params[index].ty
}

#[test]
fn parameters_have_names_and_types() {
    let program = c("
        struct point { int x, y; }; typedef unsigned long size;
        int f(const char *text, size n, struct point p, int (*compare)(const void *, const void *), ...) { return 0; }
        void g(void) {}
        int h(int, int named) { return named; }");
    let f = program.function("f");
    let found: Vec<_> = f
        .source_params
        .iter()
        .map(|param| (param.name.as_deref().unwrap(), program.spelling(param.ty)))
        .collect();
    let expected = [
        ("text", "const char *"),
        ("n", "size"),
        ("p", "struct point"),
        ("compare", "int (*)(const void *, const void *)"),
    ];
    let found: Vec<_> = found.iter().map(|(name, ty)| (*name, ty.as_str())).collect();
    assert_eq!(found, expected);
    assert_eq!(program.spelling(f.source_result.unwrap()), "int");
    let machine: Vec<_> = f.params.iter().map(|param| param.name.as_deref()).collect();
    assert_eq!(machine, [Some("text"), Some("n"), Some("p"), Some("compare")]);
    let g = program.function("g");
    assert_eq!(program.spelling(g.source_result.unwrap()), "void");
    assert!(g.source_params.is_empty());
    let names: Vec<_> =
        program.function("h").source_params.iter().map(|p| p.name.as_deref()).collect();
    assert_eq!(names, [None, Some("named")]);
}

#[test]
fn values_and_phis_are_named_after_variables() {
    let program = c("
        int f(int n) {
          int sum = 0;
          for (int i = 0; i < n; i++) sum += i;
          return sum;
        }");
    let body = program.body("f");
    let mut phis: Vec<_> = body
        .blocks
        .values()
        .flat_map(|block| &block.phis)
        .map(|phi| body.value_name(phi.result))
        .collect();
    phis.sort();
    // The last one is the one LCSSA makes for the loop's result.
    assert_eq!(phis, [Some("i"), Some("sum"), Some("sum")]);
    let names: Vec<_> = body.values.keys().filter_map(|value| body.value_name(value)).collect();
    assert_eq!(names[0], "n");
    assert_eq!(body.variables.values().filter(|v| v.parameter == Some(0)).count(), 1);
    let constants = body.bindings.iter().filter(|binding| match binding.bound {
        Bound::Value(operand) => operand.constant().is_some(),
        _ => false,
    });
    assert_eq!(constants.count(), 2, "sum and i start as constants");
}

#[test]
fn memory_objects_are_named() {
    let program = c("
void use(void *);
void f(int n) {
  int array[4];
  struct { int x; } s;
  use(array);
  use(&s);
  use(&n);
}");
    let body = program.body("f");
    let names: Vec<_> = body
        .values
        .iter()
        .filter(|(_, data)| match data.definition {
            Definition::Inst(inst) => matches!(body.inst(inst), Inst::Alloca { .. }),
            _ => false,
        })
        .filter_map(|(value, _)| body.value_name(value))
        .collect();
    assert_eq!(names, ["n", "array", "s"]);
    let array = body.variables.values().find(|v| v.name == "array").unwrap();
    assert_eq!(program.spelling(array.ty.unwrap()), "int[4]");
    let place = program.program.locations.get(array.location.unwrap());
    assert_eq!((place.line, place.column), (4, 7));
    assert!(body.bindings.iter().any(|b| {
        body.variables[b.variable].name == "array" && matches!(b.bound, Bound::Memory(_))
    }));
}

#[test]
fn globals_have_source_names() {
    let program = c("
int visible;
int f(void) {
  static int counter = 5;
  return ++counter;
}");
    let counter = program.global("f.counter");
    assert_eq!(counter.source_name.as_deref(), Some("counter"));
    assert_eq!(program.spelling(counter.source_type.unwrap()), "int");
    let place = program.program.locations.get(counter.location.unwrap());
    assert_eq!(place.line, 4);
    assert_eq!(program.global("visible").source_name.as_deref(), Some("visible"));
}

#[test]
fn instructions_have_file_line_and_column() {
    let program = c("
int f(int a, int b) {
  return a /
         b;
}");
    let (id, _) = program.find("f", |inst| matches!(inst, Inst::Binary { .. }).then_some(()));
    let place = program.location("f", id);
    assert_eq!((place.line, place.column), (3, 12));
    let file = &program.program.files[place.file];
    assert!(file.path.ends_with("test.c"), "{file:?}");
    let function = program.program.locations.get(program.function("f").location.unwrap());
    assert_eq!(function.line, 2);
    let end = program.body("f").blocks.values().next().unwrap().terminator_location.unwrap();
    assert_eq!(program.program.locations.get(end).line, 3);
}

#[test]
fn inlined_code_remembers_where_it_was_inlined() {
    let program = ll(r#"
        define i32 @f(i32 %x) !dbg !4 {
          %1 = add i32 %x, 1, !dbg !9
          ret i32 %1, !dbg !10
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "p", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
        !1 = !DIFile(filename: "a.c", directory: "/d")
        !2 = !{i32 2, !"Debug Info Version", i32 3}
        !3 = !DISubroutineType(types: !{null})
        !4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 7, type: !3, unit: !0, spFlags: DISPFlagDefinition)
        !5 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
        !9 = !DILocation(line: 2, column: 3, scope: !5, inlinedAt: !10)
        !10 = !DILocation(line: 8, column: 5, scope: !4)"#);
    let (id, ()) = program.find("f", |inst| matches!(inst, Inst::Binary { .. }).then_some(()));
    let place = program.location("f", id);
    assert_eq!((place.line, place.column), (2, 3));
    let outer = program.program.locations.get(place.inlined_at.expect("inlined"));
    assert_eq!((outer.line, outer.column, outer.inlined_at), (8, 5, None));
    let file = &program.program.files[place.file];
    assert_eq!((file.path.as_str(), file.directory.as_str()), ("a.c", "/d"));
}

#[test]
fn structs_unions_enums_and_bit_fields() {
    let program = c("
        enum color { RED, GREEN = -5, BLUE = 7 };
        struct list { struct list *next; enum color c; unsigned a : 3; unsigned b : 5;
          union { int i; float f; }; volatile int grid[2][3]; double d; _Bool flag; };
        struct hidden;
        int f(struct list *l, struct hidden *h) { return l->i; }");
    let types = &program.program.source_types;
    let target = |id| match types.get(id) {
        SourceType::Pointer(target) => *target,
        other => panic!("{other:?}"),
    };
    let list = target(param_type(&program, "f", 0));
    let SourceType::Struct { name, size, members } = types.get(list) else { panic!("a struct") };
    assert_eq!((name.as_deref(), *size), (Some("list"), 64));
    let names: Vec<_> = members.iter().map(|m| m.name.as_deref()).collect();
    let expected = ["next", "c", "a", "b", "", "grid", "d", "flag"];
    assert_eq!(names, expected.map(|name| Some(name).filter(|name| !name.is_empty())));
    assert_eq!(target(members[0].ty), list, "the list refers to itself");
    let place = |m: &Member| (m.bit_offset, m.bits, m.bit_field);
    assert_eq!(place(&members[2]), (96, 3, true));
    assert_eq!(place(&members[3]), (99, 5, true));
    assert_eq!(place(&members[6]), (384, 64, false));
    let SourceType::Enum { enumerators, bits: 32, .. } = types.get(members[1].ty) else {
        panic!("an enum")
    };
    let values: Vec<_> = enumerators.iter().map(|e| (e.name.as_str(), e.value)).collect();
    assert_eq!(values, [("RED", 0), ("GREEN", -5), ("BLUE", 7)]);
    assert!(
        matches!(types.get(members[4].ty), SourceType::Union { name: None, members, .. } if members.len() == 2)
    );
    let SourceType::Array { element, dimensions } = types.get(members[5].ty) else {
        panic!("an array")
    };
    assert_eq!(*dimensions, [Some(2), Some(3)]);
    assert!(matches!(types.get(*element), SourceType::Qualified { qualifier: "volatile", .. }));
    assert!(matches!(
        types.get(members[6].ty),
        SourceType::Basic { encoding: SourceEncoding::Float, bits: 64, .. }
    ));
    assert!(matches!(
        types.get(members[7].ty),
        SourceType::Basic { encoding: SourceEncoding::Bool, .. }
    ));
    let hidden = target(param_type(&program, "f", 1));
    assert!(
        matches!(types.get(hidden), SourceType::Struct { size: 0, members, .. } if members.is_empty())
    );
}

#[test]
fn qualified_and_basic_types() {
    let program = c("
        void f(signed char a, unsigned char b, char c, unsigned long d, _Complex double e, char *restrict p,
               _Atomic int *q, int v[const 5], void *w, __int128 x) {}");
    let spelled: Vec<_> =
        program.function("f").source_params.iter().map(|p| program.spelling(p.ty)).collect();
    assert_eq!(spelled[..4], ["signed char", "unsigned char", "char", "unsigned long"]);
    assert_eq!(spelled[8], "void *");
    let encoding = |index| match program.program.source_types.get(param_type(&program, "f", index))
    {
        SourceType::Basic { encoding, .. } => *encoding,
        other => panic!("{other:?}"),
    };
    assert_eq!(encoding(0), SourceEncoding::SignedChar);
    assert_eq!(encoding(1), SourceEncoding::UnsignedChar);
    assert_eq!(encoding(3), SourceEncoding::Unsigned);
    assert_eq!(encoding(4), SourceEncoding::ComplexFloat);
    assert_eq!(encoding(9), SourceEncoding::Signed);
    let qualified = |index| match program.program.source_types.get(param_type(&program, "f", index))
    {
        SourceType::Qualified { qualifier, .. } => *qualifier,
        other => panic!("{other:?}"),
    };
    assert_eq!(qualified(5), "restrict");
}

#[test]
fn variable_length_arrays_have_no_length() {
    let program = c("void use(void *); void f(int n) { int v[n][3]; use(v); }");
    let body = program.body("f");
    let v = body.variables.values().find(|v| v.name == "v").unwrap();
    let SourceType::Array { dimensions, .. } = program.program.source_types.get(v.ty.unwrap())
    else {
        panic!("an array")
    };
    assert_eq!(*dimensions, [None, Some(3)]);
}

#[test]
fn labels_lead_to_blocks() {
    let program = c("int f(int x) { again: if (x-- > 3) goto again; return x; }");
    let body = program.body("f");
    let labels: Vec<_> = body.blocks.values().flat_map(|block| &block.labels).collect();
    assert_eq!(labels, ["again"]);
}

#[test]
fn uninitialised_variables_are_one_value() {
    let program = c("int f(int x) { int y; if (x) y = 1; return y + y; }");
    let uninitialised = |inst| (inst == Inst::Uninitialised).then_some(());
    let (id, ()) = program.find("f", uninitialised);
    let body = program.body("f");
    let value = body.result(id).unwrap();
    let incoming = body.blocks.values().flat_map(|block| &block.phis).flat_map(|phi| &phi.incoming);
    assert_eq!(incoming.filter(|incoming| incoming.value.value() == Some(value)).count(), 1);
}

#[test]
fn code_without_debug_information_loads() {
    let program = ll("
        @g = global i32 1
        define i32 @f(i32 %x) { %1 = load i32, ptr @g\n %2 = add i32 %1, %x\n ret i32 %2 }");
    assert!(program.body("f").variables.is_empty());
    assert!(program.function("f").location.is_none());
    assert!(program.function("f").source_params.is_empty());
}

#[test]
fn everything_has_a_place() {
    let program = c("int f(int n, int *a)
{
    int best = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > best)
            best = a[i];
        else
            ;
        if (n > 3 && best)
            continue;
        switch (a[i]) {
        case 1: best++; break;
        default: break;
        }
    }
    return best;
}");
    let body = program.body("f");
    for (_, block) in &body.blocks {
        assert!(block.phis.iter().all(|phi| phi.location.is_some()), "phis of {}", block.name);
        assert!(block.insts().all(|inst| body.location(inst).is_some()), "code of {}", block.name);
        assert!(block.terminator_location.is_some(), "the end of {}", block.name);
    }
}
