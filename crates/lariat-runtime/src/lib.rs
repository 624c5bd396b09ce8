//! The C library models, as bitcode.
//!
//! A program that calls `strlen` without defining it gets ours, written in C in `runtime/` and executed like the rest of the
//! program: every access it makes is checked. What the models themselves need is a handful of functions of the engine, which
//! `runtime/include/lariat_engine.h` declares.
//!
//! # Linking
//!
//! Every definition in the bitcode has `linkonce` linkage. Linking it *into* a program with LLVM's linker therefore adds what
//! the program leaves undefined, and what that needs, and nothing else; a function that the program defines itself
//! stays the program's. The functions of [`SETUP_FUNCTIONS`] are called by the engine and not by the program: a declaration of
//! each that will be called has to be in the program before it is linked.

use std::path::Path;
use std::{fs, io};

use lariat_program::DataModel;

/// What the engine calls before `main`, once per thing the user asked for. See `lariat_engine.h` for their parameters.
pub const SETUP_FUNCTIONS: [&str; 3] =
    ["lariat_setup_symbolic_file", "lariat_setup_concrete_file", "lariat_setup_environment"];

/// The functions that the models expect from the engine.
pub const ENGINE_FUNCTIONS: [&str; 26] = [
    "free",
    "lariat_abort_now",
    "lariat_assume",
    "lariat_declared",
    "lariat_distance",
    "lariat_each",
    "lariat_exit_now",
    "lariat_fixed",
    "lariat_is_readable",
    "lariat_is_symbolic",
    "lariat_make_symbolic",
    "lariat_math1",
    "lariat_math2",
    "lariat_object_size",
    "lariat_output",
    "lariat_output_is_kept",
    "lariat_pick",
    "lariat_report",
    "lariat_report_at",
    "lariat_require_disjoint",
    "lariat_require_readable",
    "lariat_result_is_used",
    "lariat_select",
    "lariat_shown",
    "malloc",
    "realloc",
];

static LP64: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lp64.bc"));
static ILP32: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ilp32.bc"));
static LP64_SYMBOLS: &str = include_str!(concat!(env!("OUT_DIR"), "/lp64.symbols"));
static ILP32_SYMBOLS: &str = include_str!(concat!(env!("OUT_DIR"), "/ilp32.symbols"));

/// All models for a data model, as one LLVM bitcode module.
pub fn bitcode(model: DataModel) -> &'static [u8] {
    match model {
        DataModel::Lp64 => LP64,
        DataModel::Ilp32 => ILP32,
    }
}

/// The names of the functions and variables that the models define, in alphabetical order.
pub fn symbols(model: DataModel) -> impl Iterator<Item = &'static str> {
    let text = match model {
        DataModel::Lp64 => LP64_SYMBOLS,
        DataModel::Ilp32 => ILP32_SYMBOLS,
    };
    text.lines()
}

/// Headers for users' programs: `lariat.h`, `klee/klee.h`, `lariat_verifier.h`, each with its text.
pub const USER_HEADERS: [(&str, &str); 3] = [
    ("lariat.h", include_str!("../../../runtime/include/lariat.h")),
    ("klee/klee.h", include_str!("../../../runtime/include/klee/klee.h")),
    ("lariat_verifier.h", include_str!("../../../runtime/include/lariat_verifier.h")),
];

/// Writes the headers for users' programs below a directory, to be given to the compiler with `-I`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_headers(directory: &Path) -> io::Result<()> {
    for (name, text) in USER_HEADERS {
        let path = directory.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}

/// The source of the library that a program is linked with natively to take its inputs from a test file.
pub const REPLAY_SOURCE: &str = concat!(
    include_str!("../../../runtime/native/replay.c"),
    include_str!("../../../runtime/native/random.c"),
    include_str!("../../../runtime/native/checked.c"),
    include_str!("../../../runtime/native/printed.c")
);

/// A program for this machine that starts others in a sandbox. Its source, `runtime/native/sandbox.c`, says how.
pub static SANDBOX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sandbox"));

/// Functions whose calls in a natively built program are renamed, `time` to `lariat_replay_time`, unless the program defines
/// them itself. The first ones are inputs for the models; a sanitizer has its own versions of some of them, and whose would be
/// linked is a matter of luck. The sanitizers' versions of `strcmp` and its relatives give other results than the C library
/// does, and they do not look into those for wide characters, `fgets`, `stpcpy` and others. A failed assertion is written
/// where messages go, even if standard error is somewhere else. Files of a test that are not below the working directory are found under other names.
pub const REPLAYED_FUNCTIONS: [&str; 55] = [
    "getpid",
    "getppid",
    "getpgrp",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getcwd",
    "gethostname",
    "__assert",
    "__assert_fail",
    "__assert_perror_fail",
    "access",
    "fopen",
    "fopen64",
    "freopen",
    "lstat",
    "open",
    "stat",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
    "clock",
    "clock_gettime",
    "getentropy",
    "getrandom",
    "gettimeofday",
    "rand_r",
    "time",
    "times",
    "timespec_get",
    "strcasecmp",
    "strcmp",
    "strncasecmp",
    "strncmp",
    "wcscpy",
    "wcsncpy",
    "wmemcpy",
    "wmemmove",
    "wmemset",
    "explicit_bzero",
    "fgets",
    "fgets_unlocked",
    "fgetws",
    "memccpy",
    "stpcpy",
    "stpncpy",
    "swprintf",
    "vswprintf",
    "wcschr",
    "wcscmp",
    "wcsncmp",
    "wmemchr",
    "wmemcmp",
    "wmempcpy",
];

/// The same where allocations may fail because a test says so, where a test says what new memory holds, or where
/// AddressSanitizer looks at accesses: for it, a block of no bytes has one.
pub const REPLAYED_ALLOCATIONS: [&str; 10] = [
    "aligned_alloc",
    "calloc",
    "malloc",
    "memalign",
    "posix_memalign",
    "realloc",
    "reallocarray",
    "strdup",
    "strndup",
    "valloc",
];

/// The same for MemorySanitizer, which does not look at strings that are printed.
pub const REPLAYED_PRINTING: [&str; 8] =
    ["fprintf", "printf", "snprintf", "sprintf", "vfprintf", "vprintf", "vsnprintf", "vsprintf"];

/// What the names of those in the library begin with.
pub const REPLAYED_PREFIX: &str = "lariat_replay_";

static LP64_REPLAY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lp64.replay.o"));
static ILP32_REPLAY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ilp32.replay.o"));

/// The same library as an object file, so that nobody need compile it for every replay. None if Lariat was built where no programs of
/// this kind can be compiled.
pub fn replay_object(model: DataModel) -> Option<&'static [u8]> {
    let object = match model {
        DataModel::Lp64 => LP64_REPLAY,
        DataModel::Ilp32 => ILP32_REPLAY,
    };
    (!object.is_empty()).then_some(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of all models that make inputs behind the program's back.
    const MODELS: [&str; 2] =
        [include_str!("../../../runtime/time.c"), include_str!("../../../runtime/random.c")];

    #[test]
    fn the_replay_library_has_every_renamed_function() {
        for name in REPLAYED_FUNCTIONS.iter().chain(&REPLAYED_ALLOCATIONS) {
            let definition = format!("{REPLAYED_PREFIX}{name}(");
            assert!(REPLAY_SOURCE.contains(&definition), "{name}");
        }
    }

    #[test]
    fn inputs_of_the_models_are_handed_out_natively() {
        let made = MODELS.iter().flat_map(|text| text.split("lariat_make_symbolic(").skip(1));
        let names = made.filter_map(|call| call.split(';').next()?.split('"').nth(1));
        let mut count = 0;
        for name in names {
            count += 1;
            assert!(REPLAY_SOURCE.contains(&format!("\"{name}\"")), "{name}");
        }
        assert!(count > 5);
    }
}
