//! Building the program natively, with what makes its errors or its coverage visible.
//!
//! - *Sanitized*: clang's AddressSanitizer and UndefinedBehaviorSanitizer. Undefined behaviour is reported and the program goes on
//!   (`-fsanitize-recover`): the bug to be confirmed may come after a harmless overflow, and all reports are looked at.
//! - *Memory*: MemorySanitizer, for the use of uninitialised memory only. It exists for 64 bits only. The program goes on after a report, too.
//! - *Checked*: UndefinedBehaviorSanitizer only, with the C library's own functions and allocator. It also says where a signal came from.
//! - *Plain*: nothing added, at fixed addresses, for breakpoints.
//! - *Fast*: nothing added, and optimised, which spares loops of billions of iterations. Whether an error function is called is all that is asked then.
//! - *Coverage*: clang's source-based coverage, with counters in a mapped file so that a crash does not lose them.
//!
//! Each of them exists once more with uninitialised local variables that a test has values for, see [`indeterminate`]. There the
//! allocation functions are the replay library's, too, because new memory may have such values.
//!
//! The error functions of the competitions often have an empty body in the program. In the sanitized build the program's own
//! definitions are made weak, and those of the replay library, which is linked first, win. Where the call of an error function is
//! not what is asked about, the program's own stay.
//!
//! Functions that are inputs, like `time`, come from the replay library: their names are changed in the program's object files, which works
//! for bitcode as well. What the program defines itself stays its own. An allocator of its own is renamed, too, because the sanitizer and
//! the C library would use it for themselves. Functions that no sanitizer looks into, like `fgets`, come from the replay library as
//! well: they make the same accesses by way of functions that sanitizers look at.
//!
//! Functions that the program calls and nobody defines do not keep the rest from being built: the linker is asked a second time
//! to leave them out, and a test that calls one crashes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use lariat_program::DataModel;

use crate::replay::declared_inputs;
use crate::replay::driver::{EntryDriver, including};
use crate::replay::indeterminate::{self, Marks};
use crate::replay::process::{Until, finish, parallel, tool};
use crate::replay::sources::{ProgramSources, Unit};
use crate::replay::volatile;

/// What a build is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Flavour {
    Sanitized,
    Memory,
    Coverage,
    Plain,
    Fast,
    Checked,
}

impl Flavour {
    /// How many there are.
    pub(crate) const COUNT: usize = 6;

    fn name(self) -> &'static str {
        match self {
            Flavour::Sanitized => "sanitized",
            Flavour::Memory => "memory",
            Flavour::Coverage => "coverage",
            Flavour::Plain => "plain",
            Flavour::Fast => "fast",
            Flavour::Checked => "checked",
        }
    }

    fn compile_flags(self) -> &'static [&'static str] {
        match self {
            Flavour::Sanitized => &[
                "-fsanitize=address,undefined",
                "-fsanitize-recover=undefined",
                "-fsanitize-address-use-after-scope",
                // Otherwise accesses are taken to be aligned, and only the first byte of one that is not is looked at.
                "-fmax-type-align=1",
            ],
            Flavour::Checked => &["-fsanitize=undefined", "-fsanitize-recover=undefined"],
            Flavour::Memory => &[
                "-fsanitize=memory",
                "-fsanitize-memory-track-origins",
                "-fsanitize-recover=memory",
            ],
            Flavour::Coverage => &[
                "-fprofile-instr-generate",
                "-fcoverage-mapping",
                "-mllvm",
                "-runtime-counter-relocation",
            ],
            Flavour::Plain => &["-fno-pie"],
            // What C leaves undefined, and the optimiser would use, is what the machine does.
            Flavour::Fast => &[
                "-fno-pie",
                "-fwrapv",
                "-fno-strict-aliasing",
                "-fno-finite-loops",
                "-fno-delete-null-pointer-checks",
            ],
        }
    }

    /// How much is optimised.
    fn level(self) -> &'static str {
        if self == Flavour::Fast { "-O1" } else { "-O0" }
    }

    fn link_flags(self) -> &'static [&'static str] {
        match self {
            Flavour::Sanitized => &["-fsanitize=address,undefined"],
            Flavour::Memory => &["-fsanitize=memory"],
            Flavour::Checked => &["-fsanitize=undefined"],
            Flavour::Coverage => &["-fprofile-instr-generate"],
            Flavour::Plain | Flavour::Fast => &["-no-pie"],
        }
    }
}

/// Given before the user's flags, as the front end does.
const DEFAULTS: [&str; 1] = ["-ffp-contract=off"];

/// Given after them.
const REQUIRED: [&str; 7] = [
    "-O0",
    "-g",
    "-gcolumn-info",
    "-fno-omit-frame-pointer",
    "-fno-color-diagnostics",
    "-Qunused-arguments",
    "-c",
];

/// Warnings are the front end's to show. These errors are warnings for it too.
const ACCEPTED: [&str; 6] = [
    "-w",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
];

const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// The name of the program's own `main` when something else starts it.
pub(crate) const RENAMED_MAIN: &str = "lariat_program_main";

/// What the names of the program's own allocation functions begin with. A program may define them; sanitizers and the C library must not
/// take them for theirs.
const RENAMED_PREFIX: &str = "lariat_program_";

/// Functions that replace the C library's allocator in a program that defines them.
const ALLOCATOR: [&str; 11] = [
    "aligned_alloc",
    "calloc",
    "cfree",
    "free",
    "malloc",
    "malloc_usable_size",
    "memalign",
    "posix_memalign",
    "pvalloc",
    "realloc",
    "valloc",
];

/// A program that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Build {
    pub(crate) executable: PathBuf,
    /// The names of uninitialised variables that it takes from a test.
    pub(crate) variables: BTreeSet<String>,
}

/// Builds the program in a directory of its own.
pub(crate) fn build(
    sources: &ProgramSources,
    entry: Option<&EntryDriver>,
    (flavour, filled): (Flavour, bool),
    directory: &Path,
    until: &Until,
) -> Result<Build, String> {
    if flavour == Flavour::Memory && sources.is_32_bit {
        return Err("uninitialised memory cannot be seen natively in 32-bit programs".to_owned());
    }
    let directory =
        directory.join(format!("{}{}", flavour.name(), if filled { "-filled" } else { "" }));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let builder = Builder { sources, entry, flavour, filled, directory: &directory, until };
    let driven = entry.map(|entry| builder.driven_unit(entry)).transpose()?;
    let mut jobs = Vec::new();
    // Before the replay library, which has some of these functions with types that are only usual.
    if !sources.inputs.is_empty() {
        jobs.push(Job::DeclaredInputs);
    }
    jobs.push(Job::ReplayLibrary);
    jobs.extend((0..sources.units.len()).map(Job::Unit));
    let objects = parallel(&jobs, |job| match *job {
        Job::DeclaredInputs => builder.declared_inputs(),
        Job::ReplayLibrary => builder.replay_library(),
        Job::Unit(number) => builder.unit(number, driven == Some(number)),
    });
    let objects: Vec<PathBuf> = objects.into_iter().collect::<Result<_, _>>()?;
    builder.rename(&objects)?;
    let variables = builder.variables();
    let executable = directory.join("program");
    builder.link(&objects, &executable)?;
    Ok(Build { executable, variables })
}

/// An object file to make.
enum Job {
    DeclaredInputs,
    ReplayLibrary,
    Unit(usize),
}

struct Builder<'b> {
    sources: &'b ProgramSources,
    entry: Option<&'b EntryDriver>,
    flavour: Flavour,
    /// Whether uninitialised local variables have values from the test.
    filled: bool,
    directory: &'b Path,
    until: &'b Until,
}

impl Builder<'_> {
    fn finish(&self, command: &mut Command) -> Result<Output, String> {
        finish(command, self.until)
    }

    fn replay_library(&self) -> Result<PathBuf, String> {
        let object = self.directory.join("lariat_replay.o");
        let model = if self.sources.is_32_bit { DataModel::Ilp32 } else { DataModel::Lp64 };
        // Memory that the library writes must be known to be written, so for that one it is compiled anew.
        let ready = lariat_runtime::replay_object(model);
        if let Some(ready) = ready.filter(|_| self.flavour != Flavour::Memory) {
            fs::write(&object, ready).map_err(|error| format!("{}: {error}", object.display()))?;
            return Ok(object);
        }
        let source = self.write("lariat_replay.c", lariat_runtime::REPLAY_SOURCE)?;
        let mut command = tool("clang");
        command.args(self.sources.machine_flags()).args(["-O0", "-gline-tables-only", "-w", "-c"]);
        if self.flavour == Flavour::Memory {
            command.args(self.flavour.compile_flags());
        }
        self.finish(command.arg(&source).arg("-o").arg(&object))?;
        Ok(object)
    }

    fn declared_inputs(&self) -> Result<PathBuf, String> {
        let object = self.directory.join("lariat_inputs.o");
        let is_memory = self.flavour == Flavour::Memory;
        let attribute = if is_memory { "sanitize_memory" } else { "" };
        let text =
            declared_inputs::assembly(&self.sources.inputs, self.sources.is_32_bit, attribute);
        let assembly = self.write("lariat_inputs.ll", &text)?;
        let mut command = tool("clang");
        command.args(self.sources.machine_flags()).args(["-O0", "-w", "-c"]);
        if is_memory {
            command.args(self.flavour.compile_flags());
        }
        self.finish(command.arg(&assembly).arg("-o").arg(&object))?;
        Ok(object)
    }

    fn unit(&self, number: usize, is_driven: bool) -> Result<PathBuf, String> {
        let unit = &self.sources.units[number];
        let object = self.directory.join(format!("unit{number}.o"));
        if unit.is_llvm() {
            self.compile_llvm(unit, number, &object)?;
        } else {
            self.compile_c(unit, number, is_driven, &object)?;
        }
        let is_checked =
            matches!(self.flavour, Flavour::Sanitized | Flavour::Memory | Flavour::Checked);
        if is_checked && !self.sources.runs_error_functions {
            let weaken = ERROR_FUNCTIONS.map(|name| format!("--weaken-symbol={name}"));
            self.finish(tool("llvm-objcopy").args(weaken).arg(&object))?;
        }
        Ok(object)
    }

    /// Lets the program's calls of functions that are inputs go to the replay library.
    fn rename(&self, objects: &[PathBuf]) -> Result<(), String> {
        let is_program = |object: &&PathBuf| {
            object.file_name().is_some_and(|name| name.to_string_lossy().starts_with("unit"))
        };
        let objects: Vec<&PathBuf> = objects.iter().filter(is_program).collect();
        let mut listing = tool("llvm-nm");
        listing.args(["--defined-only", "--extern-only", "--format=just-symbols"]);
        let listing = self.finish(listing.args(&objects))?;
        let defined = String::from_utf8_lossy(&listing.stdout).into_owned();
        let is_sanitized = self.flavour == Flavour::Sanitized;
        let allocations = match self.sources.failing_allocations || self.filled || is_sanitized {
            true => &lariat_runtime::REPLAYED_ALLOCATIONS[..],
            false => &[],
        };
        let printing = match self.flavour == Flavour::Memory {
            true => &lariat_runtime::REPLAYED_PRINTING[..],
            false => &[],
        };
        let names = lariat_runtime::REPLAYED_FUNCTIONS.iter().chain(allocations).chain(printing);
        let is_own = |name: &&&str| defined.lines().any(|line| line == **name);
        let replayed = names
            .filter(|name| !is_own(name))
            .map(|name| format!("--redefine-sym={name}={}{name}", lariat_runtime::REPLAYED_PREFIX));
        let own = ALLOCATOR
            .iter()
            .filter(is_own)
            .map(|name| format!("--redefine-sym={name}={RENAMED_PREFIX}{name}"));
        let names: Vec<String> = replayed.chain(own).collect();
        for object in objects {
            self.finish(tool("llvm-objcopy").args(&names).arg(object))?;
        }
        Ok(())
    }

    /// The names of variables that the program takes from a test.
    fn variables(&self) -> BTreeSet<String> {
        if !self.filled {
            return BTreeSet::new();
        }
        let assembly = |number: usize| self.directory.join(format!("unit{number}.ll"));
        (0..self.sources.units.len())
            .filter_map(|number| fs::read_to_string(assembly(number)).ok())
            .flat_map(|text| indeterminate::names(&text))
            .collect()
    }

    fn compile_c(
        &self,
        unit: &Unit,
        number: usize,
        is_driven: bool,
        object: &Path,
    ) -> Result<(), String> {
        let headers = self.directory.join(format!("include{number}"));
        lariat_runtime::write_headers(&headers)
            .map_err(|error| format!("{}: {error}", headers.display()))?;
        let mut source = unit.path.clone();
        if let (Some(entry), true) = (self.entry, is_driven) {
            let text = entry.source(&unit.directory.join(&unit.path), &unit.inline_definitions());
            source = self.write(&format!("driver{number}.c"), &text)?;
        } else if !unit.inline.is_empty() {
            let text = including(&unit.directory.join(&unit.path), &unit.inline_definitions());
            source = self.write(&format!("inline{number}.c"), &text)?;
        }
        let compile = |flags: &[String]| {
            let mut command = tool("clang");
            command.current_dir(&unit.directory).args(DEFAULTS).args(flags);
            command.args(&self.sources.flags).args(self.sources.machine_flags());
            // After the user's own directories: theirs win.
            command.arg("-idirafter").arg(&headers);
            if self.entry.is_some() && !is_driven {
                command.arg(format!("-Dmain={RENAMED_MAIN}"));
            }
            command.args(self.flavour.compile_flags()).args(REQUIRED).args(ACCEPTED);
            if unit.wraps {
                // Otherwise clang reports overflow even where it is defined.
                command.arg("-fno-sanitize=signed-integer-overflow");
            }
            if !self.filled {
                command.arg(self.flavour.level());
                return self.finish(command.arg("-o").arg(object).arg("--").arg(&source)).map(drop);
            }
            let assembly = self.directory.join(format!("unit{number}.ll"));
            command.args(indeterminate::FLAGS);
            if self.flavour == Flavour::Fast {
                command.args(["-Xclang", "-disable-O0-optnone"]);
            }
            self.finish(command.arg("-o").arg(&assembly).arg("--").arg(&source))?;
            self.compile_filled(&assembly, object)
        };
        compile(&unit.flags).or_else(|message| {
            // A project built with gcc may use flags that clang has never heard of.
            let is_known = |flag: &&String| !message.contains(&format!("'{flag}'"));
            let known: Vec<String> = unit.flags.iter().filter(is_known).cloned().collect();
            if known.len() < unit.flags.len() { compile(&known) } else { Err(message) }
        })
    }

    /// Compiles what clang made of a C file, with uninitialised variables filled.
    fn compile_filled(&self, assembly: &Path, object: &Path) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", assembly.display());
        let text = fs::read_to_string(assembly).map_err(failed)?;
        let text = indeterminate::fill(&text, self.sources.is_32_bit, Marks::AutoInit);
        fs::write(assembly, volatile::deliver(&text, self.sources.is_32_bit)).map_err(failed)?;
        let mut command = tool("clang");
        command.args(self.sources.machine_flags()).args(self.flavour.compile_flags());
        command.arg(self.flavour.level());
        command.args(["-g", "-w", "-c", "-fno-omit-frame-pointer", "-Qunused-arguments"]);
        self.finish(command.arg("-o").arg(object).arg(assembly)).map(drop)
    }

    /// LLVM code gets the mark that makes the sanitizer look at it; what clang would have to add to the C is not to be had.
    fn compile_llvm(&self, unit: &Unit, number: usize, object: &Path) -> Result<(), String> {
        let mut source = unit.directory.join(&unit.path);
        if self.filled {
            let filled = self.directory.join(format!("unit{number}.ll"));
            self.finish(tool("opt").arg("-S").arg(&source).arg("-o").arg(&filled))?;
            let failed = |error: std::io::Error| format!("{}: {error}", filled.display());
            let text = fs::read_to_string(&filled).map_err(failed)?;
            let text = indeterminate::fill(&text, self.sources.is_32_bit, Marks::Declarations);
            let text = volatile::deliver(&text, self.sources.is_32_bit);
            fs::write(&filled, text).map_err(failed)?;
            source = filled;
        }
        let attribute = match self.flavour {
            Flavour::Sanitized => Some("sanitize_address"),
            Flavour::Memory => Some("sanitize_memory"),
            Flavour::Coverage | Flavour::Plain | Flavour::Fast | Flavour::Checked => None,
        };
        if let Some(attribute) = attribute {
            let marked = self.directory.join(format!("unit{number}.bc"));
            let mut command = tool("opt");
            command.arg("-passes=forceattrs").arg(format!("-force-attribute={attribute}"));
            self.finish(command.arg(&source).arg("-o").arg(&marked))?;
            source = marked;
        }
        let mut command = tool("clang");
        command.args(self.sources.machine_flags()).args(self.flavour.link_flags());
        command.arg(self.flavour.level());
        command.args(["-g", "-w", "-c", "-fno-omit-frame-pointer", "-Qunused-arguments"]);
        self.finish(command.arg("-o").arg(object).arg(&source))?;
        if self.entry.is_some() {
            self.finish(
                tool("llvm-objcopy").arg(format!("--redefine-sym=main={RENAMED_MAIN}")).arg(object),
            )?;
        }
        Ok(())
    }

    fn link(&self, objects: &[PathBuf], executable: &Path) -> Result<(), String> {
        let attempt = |extra: &[&str]| {
            let mut command = tool("clang");
            command.args(self.sources.machine_flags()).args(self.flavour.link_flags());
            command.args(extra).args(objects).args(&self.sources.link_flags).arg("-lm");
            self.finish(command.arg("-o").arg(executable))
        };
        match attempt(&[]) {
            Err(message) if message.contains("undefined reference") => {
                tracing::debug!(message, "linking again without what is missing");
                attempt(&["-Wl,--unresolved-symbols=ignore-all", "-no-pie"]).map(drop)
            }
            result => result.map(drop),
        }
    }

    /// The C file that has the entry function in it: the driver becomes part of it, so that it sees the file's types and may
    /// call a `static` function.
    fn driven_unit(&self, entry: &EntryDriver) -> Result<usize, String> {
        let units = &self.sources.units;
        let is_c = |number: &usize| !units[*number].is_llvm();
        let named = (0..units.len()).filter(is_c).find(|number| {
            let unit = &units[*number];
            let full = |path: &Path| unit.directory.join(path).canonicalize().ok();
            entry.file.as_ref().is_some_and(|file| {
                unit.path == Path::new(file)
                    || full(&unit.path).is_some_and(|path| Some(path) == full(Path::new(file)))
            })
        });
        let same_name = || {
            let name = Path::new(entry.file.as_ref()?).file_name()?;
            (0..units.len())
                .filter(is_c)
                .find(|number| units[*number].path.file_name() == Some(name))
        };
        let only = || (units.len() == 1 && is_c(&0)).then_some(0);
        named.or_else(same_name).or_else(only).ok_or_else(|| {
            format!("a native program that calls `{}` needs its C file", entry.function)
        })
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.directory.join(name);
        let parent = path.parent().unwrap_or(self.directory);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}
