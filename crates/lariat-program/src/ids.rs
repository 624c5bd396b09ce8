//! Typed dense ids. An id means something together with the table it indexes, which its documentation names.

use cranelift_entity::entity_impl;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )+};
}

ids! {
    /// A function of a program.
    FunctionId "f";
    /// A global variable of a program.
    GlobalId "g";
    /// A type of a program's [`TypeTable`](crate::TypeTable).
    TypeId "ty";
    /// A type as the source wrote it, of a program's [`SourceTypeTable`](crate::SourceTypeTable).
    SourceTypeId "ct";
    /// A constant of a program's [`ConstantTable`](crate::ConstantTable).
    ConstantId "c";
    /// A location of a program's [`LocationTable`](crate::LocationTable).
    LocationId "loc";
    /// A source file of a program.
    FileId "file";
    /// A basic block of one function.
    BlockId "bb";
    /// An instruction of one function. The instructions of a block are consecutive.
    InstId "i";
    /// A value of one function: a parameter, a phi or an instruction's result.
    ValueId "v";
    /// A call of one function: the parts of a call instruction that do not fit in [`Inst`](crate::Inst).
    CallId "call";
    /// A source variable of one function.
    VariableId "var";
    /// An edge of one function's [`Cfg`](crate::cfg::Cfg): one way a block can be left. Two edges may join the same blocks.
    EdgeId "e";
    /// A loop of one function's loop forest.
    LoopId "loop";
}
