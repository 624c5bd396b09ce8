//! Programs that several tests use.

use crate::builder::ProgramBuilder;
use crate::inst::{BinaryOp, Flags, IntPredicate};
use crate::program::{Linkage, Program};

/// ```c
/// int sum(int n) {
///   int s = 0;
///   for (int i = 0; i < n; i++)
///     s += i;
///   return s;
/// }
/// ```
pub(crate) fn sum() -> Program {
    let mut builder = ProgramBuilder::new("sum.c");
    let int = builder.int(32);
    let zero = builder.number(32, 0);
    let one = builder.number(32, 1);
    let sum = builder.declare("sum", int, &[("n", int)], Linkage::External);
    let location = builder.location(1, 5);
    builder.program.functions[sum].location = Some(location);
    let mut f = builder.define(sum);
    let entry = f.block("entry");
    let head = f.block("for.cond");
    let body = f.block("for.body");
    let end = f.block("for.end");
    let (s_name, i_name) = (f.variable("s"), f.variable("i"));
    f.at(3, 8);
    f.jump(head);
    f.at(3, 12);
    let i = f.phi(head, int);
    let s = f.phi(head, int);
    f.switch_to(head);
    f.at(3, 21);
    let more = f.compare(IntPredicate::Slt, i, f.param(0));
    f.branch(more, body, end);
    f.switch_to(body);
    f.at(4, 7);
    let s_next = f.binary(BinaryOp::Add, Flags::NSW, s, i);
    f.at(3, 27);
    let i_next = f.binary(BinaryOp::Add, Flags::NSW, i, one);
    f.jump(head);
    for (phi, next, name) in [(i, i_next, i_name), (s, s_next, s_name)] {
        f.incoming(phi, entry, zero);
        f.incoming(phi, body, next);
        f.name(phi, name);
        f.name(next, name);
    }
    f.switch_to(end);
    f.at(5, 3);
    f.ret(Some(s));
    f.finish();
    builder.program
}
