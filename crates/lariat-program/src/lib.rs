//! What a program is to Lariat: functions, blocks and instructions in a compact SSA form, with source names and locations,
//! and the analyses every later stage relies on.
//!
//! This crate knows neither LLVM nor solvers. A front end builds a [`Program`]; executors and loop analyses read it.
//! Things are numbered densely and refer to each other by typed ids ([`FunctionId`], [`BlockId`], [`ValueId`], …).

pub mod builder;
pub mod callgraph;
pub mod cfg;
mod constant;
pub mod dominators;
pub mod dot;
pub mod effects;
pub mod flowgraph;
pub mod graph;
mod ids;
mod inst;
pub mod json;
mod json_inst;
pub mod library;
pub mod liveness;
pub mod lives;
mod location;
pub mod loops;
pub mod names;
mod operation;
pub mod points_to;
pub mod print;
mod print_inst;
mod program;
pub mod slice;
mod source_type;
mod split;
#[cfg(test)]
mod test_programs;
mod types;
pub mod verify;
mod verify_types;

pub use constant::{Constant, ConstantData, ConstantOp, ConstantTable};
pub use ids::*;
pub use inst::*;
pub use location::{Location, LocationTable, SourceFile};
pub use program::*;
pub use source_type::{Enumerator, Member, SourceEncoding, SourceType, SourceTypeTable};
pub use types::{Field, FloatFormat, Type, TypeInfo, TypeTable};
