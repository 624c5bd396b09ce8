//! What a caller says about the program to load, and what it gets back.

use std::path::PathBuf;
use std::time::Duration;

use lariat_program::{DataModel, Program};

use crate::inline::InlineBodies;

/// What to load and how to compile it.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// `.c`, `.i`, `.bc` and `.ll` files, to be linked. May be empty if there is a compilation database: then all of
    /// its C files are meant.
    pub inputs: Vec<PathBuf>,
    /// Directories with header files (`-I`).
    pub include_dirs: Vec<PathBuf>,
    /// Macros to define (`-D`): `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Macros to undefine (`-U`).
    pub undefines: Vec<String>,
    /// Other flags for clang, one per element.
    pub cflags: Vec<String>,
    /// A `compile_commands.json` that says how each C file is compiled.
    pub compile_commands: Option<PathBuf>,
    /// Sizes of C's types; clang's default, or what the flags say, if none.
    pub data_model: Option<DataModel>,
    /// The function that must be there to start at; not checked if none.
    pub entry: Option<String>,
    /// What provides the library functions that the program calls and does not define.
    pub library: Option<Library>,
    /// Tells functions that need no body, because whoever runs the program does what they do. If other functions are missing,
    /// bodies of inline functions are looked for.
    pub provided: Option<fn(&str) -> bool>,
}

/// Models of library functions, as bitcode for each data model.
///
/// The definitions must have `linkonce` linkage: then the program gets what it leaves undefined, what that needs, and
/// nothing else, and what it defines itself stays its own.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// For programs with 64-bit pointers.
    pub lp64: &'static [u8],
    /// For programs with 32-bit pointers.
    pub ilp32: &'static [u8],
    /// Functions to be there even if the program does not refer to them.
    pub roots: &'static [&'static str],
}

/// A program and what came up while loading it.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// What the user should know, though it did not stop us.
    pub warnings: Vec<Warning>,
    /// How long each stage took.
    pub timings: Timings,
    /// Inline functions that a native build needs definitions of.
    pub inline_bodies: Vec<InlineBodies>,
}

/// Something noticed while loading that may explain a surprise later.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// clang's own warnings about a file, verbatim.
    #[error("{}: clang warns:\n{text}", path.display())]
    Compiler {
        /// The file.
        path: PathBuf,
        /// What clang printed.
        text: String,
    },
    /// What clang says about constant expressions and only we have asked for. Users are not told.
    #[error("{}: clang says:\n{text}", path.display())]
    Unasked {
        /// The file.
        path: PathBuf,
        /// The lines that matter of what clang printed.
        text: String,
    },
    /// Flags of a compilation database that clang does not know.
    #[error("{}: flags that clang 19 does not know were left out: {}", path.display(), flags.join(" "))]
    UnknownFlags {
        /// The file.
        path: PathBuf,
        /// The flags.
        flags: Vec<String>,
    },
    /// Functions without debug information: no lines and no source names in anything we say about them.
    #[error("{}: has no debug information; compile it with -g to see lines and variable names", path.display())]
    NoDebugInfo {
        /// The file.
        path: PathBuf,
    },
    /// A module that does not say which machine it is for.
    #[error("{}: names no target; {assumed} is assumed", path.display())]
    AssumedTarget {
        /// The file.
        path: PathBuf,
        /// What we take it to be.
        assumed: String,
    },
    /// LLVM's own warnings, for instance from linking.
    #[error("{}: LLVM warns: {text}", path.display())]
    Llvm {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        text: String,
    },
}

impl Warning {
    /// Whether users are told.
    pub fn is_shown(&self) -> bool {
        !matches!(self, Warning::Unasked { .. })
    }
}

/// Wall-clock time per stage of loading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Timings {
    /// Running clang on all C files.
    pub compile: Duration,
    /// Reading bitcode and text IR into LLVM's memory.
    pub parse: Duration,
    /// Linking the modules.
    pub link: Duration,
    /// Adding what the program needs of the library.
    pub library: Duration,
    /// Bringing the module into normal form.
    pub normalise: Duration,
    /// Building the program model.
    pub lower: Duration,
}

impl Timings {
    /// All stages together.
    pub fn total(&self) -> Duration {
        self.compile + self.parse + self.link + self.library + self.normalise + self.lower
    }
}
