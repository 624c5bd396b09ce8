//! How the program is compiled: what the front end was told, kept so that the same program can be built natively, now or later.

use std::path::{Path, PathBuf};

use crate::replay::declared_inputs::DeclaredInput;
use serde::{Deserialize, Serialize};

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// The `.c`, `.i`, `.bc` or `.ll` file, as the compiler was told it.
    pub path: PathBuf,
    /// Where the compiler runs.
    pub directory: PathBuf,
    /// Flags for this file only, from a compilation database.
    pub flags: Vec<String>,
    /// Inline functions in it that nobody else defines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inline: Vec<String>,
    /// Whether signed arithmetic wraps by its flags.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wraps: bool,
}

/// A program's files and how they are compiled.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProgramSources {
    /// The files.
    pub units: Vec<Unit>,
    /// Flags for all C files: `-I` with absolute paths, `-D`, `-U` and others.
    pub flags: Vec<String>,
    /// Whether it is built for the 32-bit machine.
    pub is_32_bit: bool,
    /// Libraries and other flags for the linker.
    pub link_flags: Vec<String>,
    /// Input functions that the program declares and nobody defines.
    #[serde(default)]
    pub inputs: Vec<DeclaredInput>,
    /// Whether the program's own definitions of error functions are run, and not those of the replay library.
    #[serde(default)]
    pub runs_error_functions: bool,
    /// Whether a test says which allocations fail.
    #[serde(default)]
    pub failing_allocations: bool,
}

impl ProgramSources {
    /// Remembers that inline functions of a file have no other definition.
    pub fn define_inline(&mut self, path: &Path, functions: Vec<String>) {
        let full = |directory: &Path, path: &Path| directory.join(path).canonicalize().ok();
        let wanted = path.canonicalize().ok();
        let unit = self.units.iter_mut().find(|unit| {
            unit.path == path || (wanted.is_some() && full(&unit.directory, &unit.path) == wanted)
        });
        if let Some(unit) = unit {
            unit.inline = functions;
            // Every file that includes a header with such a function defines it, all in the same way.
            let several = "-Wl,--allow-multiple-definition";
            if !self.link_flags.iter().any(|flag| flag == several) {
                self.link_flags.push(several.to_owned());
            }
        }
    }
}

impl Unit {
    /// Declarations that make clang write the inline functions down: one that is `extern` does so in C99, one that is not in gnu89.
    pub(crate) fn inline_definitions(&self) -> String {
        let declare = |name: &String| {
            let declaration = format!("__typeof__({name}) {name};");
            format!("extern {declaration} inline {declaration}\n")
        };
        self.inline.iter().map(declare).collect()
    }

    /// Whether this is LLVM code rather than C. Sanitizers that work on C cannot see into it.
    pub(crate) fn is_llvm(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "bc" || extension == "ll")
    }
}

impl ProgramSources {
    /// The flags for the machine the program is for. On 32 bits floats are computed as wide as their type, as the engine does, and not in the wider
    /// registers of old.
    pub(crate) fn machine_flags(&self) -> &'static [&'static str] {
        if self.is_32_bit { &["-m32", "-msse2", "-mfpmath=sse"] } else { &["-m64"] }
    }
}
