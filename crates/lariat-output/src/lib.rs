//! What a run leaves behind, and how it is checked against the real program.
//!
//! Tests as `.ktest` files and as a Test-Comp suite, a directory per bug, statistics, the summary a person reads, and the native
//! replay that decides which bugs may be called confirmed. Plain data comes in, files and text come out. This crate knows
//! nothing of how a program is executed symbolically, and no command line.

mod bugs;
mod directory;
mod error;
mod input_types;
mod ktest;
mod paint;
pub mod replay;
mod summary;
mod testcomp;
mod time_split;
mod values;

pub use bugs::{Argument, BugReport, CallSite, Place, Verdict};
pub use directory::{MARKER, OutputDirectory, SavedRun, files_below};
pub use error::OutputError;
pub use input_types::{InputTypes, Typed};
pub use ktest::{KTest, KTestError};
pub use paint::Paint;
pub use summary::{BugLine, CoverageCount, LeftOut, LoopCounts, QueryCounts, Summary};
pub use testcomp::{TestSuite, TestSuiteMetadata, program_hash};
pub use time_split::TimeSplit;
pub use values::NamedValue;
