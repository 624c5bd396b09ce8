use lariat_program::{BinaryOp, Flags, Inst};

use crate::support::*;

#[test]
fn arithmetic_has_its_flags() {
    let program =
        c("int f(int a, int b) { return a + b; } unsigned g(unsigned a) { return a * 3u; }");
    let flags_of = |name| {
        program.find(name, |inst| match inst {
            Inst::Binary { op: BinaryOp::Add | BinaryOp::Mul, flags, .. } => Some(flags),
            _ => None,
        })
    };
    assert_eq!(flags_of("f").1, Flags::NSW);
    assert_eq!(flags_of("g").1, Flags::NONE);
}
