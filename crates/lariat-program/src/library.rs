//! What functions outside the program do with memory: the one table of library functions that analyses know.
//!
//! A function that is not in the table may do anything with what it is given: keep it, write it, call it. A function in the table
//! keeps nothing. Its effects are written in a small language, one word per effect, arguments counted from 0:
//!
//! | word | meaning |
//! | --- | --- |
//! | `r1` | reads what argument 1 points to |
//! | `w0` | writes what argument 0 points to; no addresses of the program |
//! | `x0` | writes what argument 0 points to, with data from outside that may be taken for addresses |
//! | `c01` | copies what argument 1 points to into what argument 0 points to (implies reading and writing) |
//! | `s10` | stores argument 0 itself into what argument 1 points to |
//! | `n0` | stores the address of a new object into what argument 0 points to |
//! | `=0` | returns argument 0, or a pointer into the same object |
//! | `=new` | returns a new object |
//! | `=copy0` | returns a new object with a copy of what argument 0 points to |
//! | `=ext` | returns an address from outside |
//! | `f1` | argument 1 is a `printf` format; with a `%n` (or if it is not constant) anything may happen |
//! | `scan` | reads what all arguments point to and writes, like `x`, what they point to |
//!
//! Only what the C standard or POSIX promises is used. Functions that call back into the program (`qsort`, `bsearch`, `atexit`,
//! `pthread_create`) are left out on purpose: what is unknown is treated as the worst case.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// One thing a library function does. Numbers are arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LibraryEffect {
    /// Reads what the argument points to.
    Read(u8),
    /// Writes what the argument points to, with no address.
    Write(u8),
    /// Writes what the argument points to, with data from outside.
    WriteExternal(u8),
    /// Copies memory.
    Copy {
        /// Where to.
        target: u8,
        /// Where from.
        source: u8,
    },
    /// Stores an argument's value.
    StoreArgument {
        /// Where to.
        target: u8,
        /// What.
        value: u8,
    },
    /// Stores the address of a new object.
    StoreNew(u8),
    /// Returns an argument or a pointer into the same object.
    ReturnArgument(u8),
    /// Returns a new object.
    ReturnNew,
    /// Returns a new object with a copy of what the argument points to.
    ReturnCopy(u8),
    /// Returns an address from outside.
    ReturnExternal,
    /// The argument is a `printf` format that must be harmless for the other effects to be all.
    Format(u8),
    /// Reads and writes what all arguments point to.
    ScanArguments,
}

const TABLE: &[(&str, &str)] = &[
    // Memory management. `free` ends an object's life, which is a write to it.
    ("malloc", "=new"),
    ("calloc", "=new"),
    ("aligned_alloc", "=new"),
    ("memalign", "=new"),
    ("valloc", "=new"),
    ("realloc", "=copy0 =0 w0"),
    ("reallocarray", "=copy0 =0 w0"),
    ("posix_memalign", "n0"),
    ("free", "w0"),
    ("malloc_usable_size", ""),
    // Strings and memory.
    ("strdup", "=copy0"),
    ("strndup", "=copy0"),
    ("strlen", "r0"),
    ("strnlen", "r0"),
    ("strcmp", "r0 r1"),
    ("strncmp", "r0 r1"),
    ("strcasecmp", "r0 r1"),
    ("strncasecmp", "r0 r1"),
    ("strcoll", "r0 r1"),
    ("memcmp", "r0 r1"),
    ("bcmp", "r0 r1"),
    ("strchr", "r0 =0"),
    ("strrchr", "r0 =0"),
    ("strchrnul", "r0 =0"),
    ("index", "r0 =0"),
    ("rindex", "r0 =0"),
    ("memchr", "r0 =0"),
    ("memrchr", "r0 =0"),
    ("rawmemchr", "r0 =0"),
    ("strstr", "r0 r1 =0"),
    ("strcasestr", "r0 r1 =0"),
    ("memmem", "r0 r2 =0"),
    ("strpbrk", "r0 r1 =0"),
    ("strspn", "r0 r1"),
    ("strcspn", "r0 r1"),
    ("memcpy", "c01 =0"),
    ("memmove", "c01 =0"),
    ("mempcpy", "c01 =0"),
    ("strcpy", "c01 =0"),
    ("strncpy", "c01 =0"),
    ("stpcpy", "c01 =0"),
    ("stpncpy", "c01 =0"),
    ("strcat", "c01 r0 =0"),
    ("strncat", "c01 r0 =0"),
    ("bcopy", "c10"),
    ("memset", "w0 =0"),
    ("bzero", "w0"),
    ("explicit_bzero", "w0"),
    ("strerror", "=ext"),
    // Numbers.
    ("atoi", "r0"),
    ("atol", "r0"),
    ("atoll", "r0"),
    ("atof", "r0"),
    ("strtol", "r0 s10"),
    ("strtoll", "r0 s10"),
    ("strtoul", "r0 s10"),
    ("strtoull", "r0 s10"),
    ("strtod", "r0 s10"),
    ("strtof", "r0 s10"),
    ("strtold", "r0 s10"),
    ("abs", ""),
    ("labs", ""),
    ("llabs", ""),
    ("rand", ""),
    ("srand", ""),
    ("random", ""),
    ("srandom", ""),
    // Characters. The tables that `<ctype.h>` returns belong to the library.
    ("isalnum", ""),
    ("isalpha", ""),
    ("isascii", ""),
    ("isblank", ""),
    ("iscntrl", ""),
    ("isdigit", ""),
    ("isgraph", ""),
    ("islower", ""),
    ("isprint", ""),
    ("ispunct", ""),
    ("isspace", ""),
    ("isupper", ""),
    ("isxdigit", ""),
    ("tolower", ""),
    ("toupper", ""),
    ("__ctype_b_loc", "=ext"),
    ("__ctype_tolower_loc", "=ext"),
    ("__ctype_toupper_loc", "=ext"),
    ("__errno_location", "=ext"),
    // Mathematics.
    ("sin", ""),
    ("cos", ""),
    ("tan", ""),
    ("asin", ""),
    ("acos", ""),
    ("atan", ""),
    ("atan2", ""),
    ("sinh", ""),
    ("cosh", ""),
    ("tanh", ""),
    ("exp", ""),
    ("exp2", ""),
    ("log", ""),
    ("log2", ""),
    ("log10", ""),
    ("pow", ""),
    ("sqrt", ""),
    ("cbrt", ""),
    ("hypot", ""),
    ("fabs", ""),
    ("floor", ""),
    ("ceil", ""),
    ("round", ""),
    ("trunc", ""),
    ("fmod", ""),
    ("ldexp", ""),
    ("frexp", "w1"),
    ("modf", "w1"),
    // Output. A stream belongs to the library, so writing to one shows as a write to what its pointer points to.
    ("printf", "r0 f0"),
    ("fprintf", "x0 r1 f1"),
    ("dprintf", "r1 f1"),
    ("sprintf", "w0 r1 f1"),
    ("snprintf", "w0 r2 f2"),
    ("__printf_chk", "r1 f1"),
    ("__fprintf_chk", "x0 r2 f2"),
    ("__sprintf_chk", "w0 r3 f3"),
    ("__snprintf_chk", "w0 r4 f4"),
    ("puts", "r0"),
    ("fputs", "r0 x1"),
    ("putchar", ""),
    ("fputc", "x1"),
    ("putc", "x1"),
    ("perror", "r0"),
    ("fwrite", "r0 x3"),
    ("write", "r1"),
    ("fflush", "x0"),
    // Input.
    ("fgets", "x0 x2 =0"),
    ("fread", "x0 x3"),
    ("read", "x1"),
    ("getchar", ""),
    ("fgetc", "x0"),
    ("getc", "x0"),
    ("ungetc", "x1"),
    ("scanf", "scan"),
    ("fscanf", "scan"),
    ("sscanf", "scan"),
    ("__isoc99_scanf", "scan"),
    ("__isoc99_fscanf", "scan"),
    ("__isoc99_sscanf", "scan"),
    ("__isoc23_scanf", "scan"),
    ("__isoc23_fscanf", "scan"),
    ("__isoc23_sscanf", "scan"),
    // Files, time, the process.
    ("fopen", "r0 r1 =ext"),
    ("fdopen", "r1 =ext"),
    ("fclose", "x0"),
    ("feof", "r0"),
    ("ferror", "r0"),
    ("fileno", "r0"),
    ("fseek", "x0"),
    ("ftell", "r0"),
    ("rewind", "x0"),
    ("open", "r0"),
    ("close", ""),
    ("lseek", ""),
    ("access", "r0"),
    ("unlink", "r0"),
    ("remove", "r0"),
    ("rename", "r0 r1"),
    ("mkdir", "r0"),
    ("rmdir", "r0"),
    ("stat", "r0 x1"),
    ("fstat", "x1"),
    ("lstat", "r0 x1"),
    ("time", "w0"),
    ("gettimeofday", "w0 w1"),
    ("clock", ""),
    ("clock_gettime", "w1"),
    ("getpid", ""),
    ("getenv", "r0 =ext"),
    ("sleep", ""),
    ("usleep", ""),
    ("exit", ""),
    ("_exit", ""),
    ("_Exit", ""),
    ("abort", ""),
    ("__assert_fail", "r0 r1 r3"),
    ("__assert", "r0 r1"),
    // Test inputs.
    ("lariat_make_symbolic", "x0 r2"),
    ("lariat_require_readable", "r0"),
    ("lariat_require_disjoint", ""),
    ("lariat_is_readable", ""),
    ("lariat_object_size", ""),
    ("klee_make_symbolic", "x0 r2"),
    ("klee_assume", ""),
    ("klee_range", "r2"),
    ("klee_int", "r0"),
    ("klee_silent_exit", ""),
    ("klee_report_error", "r0 r2 r3"),
    ("reach_error", ""),
    ("__VERIFIER_error", ""),
    ("__VERIFIER_assert", ""),
    ("__VERIFIER_assume", ""),
];

/// What a library function does, if it is known.
pub fn library_effects(name: &str) -> Option<&'static [LibraryEffect]> {
    static PARSED: OnceLock<FxHashMap<&str, Vec<LibraryEffect>>> = OnceLock::new();
    let parsed = PARSED.get_or_init(|| {
        let effects = |words: &str| words.split_whitespace().filter_map(parse).collect();
        TABLE.iter().map(|(name, words)| (*name, effects(words))).collect()
    });
    let known = parsed.get(name).map(Vec::as_slice);
    known.or_else(|| name.starts_with("__VERIFIER_nondet_").then_some(&INPUT_FUNCTION[..]))
}

/// What an input function of the competitions does, whatever its type: its result comes from outside, a large one by way of
/// memory that the caller gives as argument 0, as `__VERIFIER_nondet_memory` is given some.
const INPUT_FUNCTION: [LibraryEffect; 2] =
    [LibraryEffect::WriteExternal(0), LibraryEffect::ReturnExternal];

fn parse(word: &str) -> Option<LibraryEffect> {
    let digit = |at: usize| word.as_bytes().get(at).map(|byte| byte.wrapping_sub(b'0'));
    Some(match word {
        "=new" => LibraryEffect::ReturnNew,
        "=ext" => LibraryEffect::ReturnExternal,
        "=copy0" => LibraryEffect::ReturnCopy(0),
        "scan" => LibraryEffect::ScanArguments,
        _ => match word.as_bytes().first()? {
            b'r' => LibraryEffect::Read(digit(1)?),
            b'w' => LibraryEffect::Write(digit(1)?),
            b'x' => LibraryEffect::WriteExternal(digit(1)?),
            b'c' => LibraryEffect::Copy { target: digit(1)?, source: digit(2)? },
            b's' => LibraryEffect::StoreArgument { target: digit(1)?, value: digit(2)? },
            b'n' => LibraryEffect::StoreNew(digit(1)?),
            b'f' => LibraryEffect::Format(digit(1)?),
            b'=' => LibraryEffect::ReturnArgument(digit(1)?),
            _ => return None,
        },
    })
}

/// Whether a `printf` format writes through an argument (`%n`).
pub fn format_writes(format: &[u8]) -> bool {
    let mut bytes = format.iter().copied().take_while(|byte| *byte != 0);
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            // Flags, width, precision and length come before the letter that says what to print.
            let skipped = |byte: &u8| b"-+ #0123456789.*'$hlLqjztI".contains(byte);
            if bytes.by_ref().find(|byte| !skipped(byte)) == Some(b'n') {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_is_understood() {
        for (name, words) in TABLE {
            for word in words.split_whitespace() {
                let effect = parse(word);
                assert!(effect.is_some(), "{name}: {word}");
                if let Some(LibraryEffect::Read(n) | LibraryEffect::Write(n)) = effect {
                    assert!(n < 10, "{name}: {word}");
                }
            }
        }
        assert_eq!(TABLE.len(), {
            let mut names: Vec<_> = TABLE.iter().map(|(name, _)| name).collect();
            names.sort_unstable();
            names.dedup();
            names.len()
        });
    }

    #[test]
    fn formats_that_write() {
        assert!(format_writes(b"%d%n\0"));
        assert!(format_writes(b"%-08hhn\0"));
        assert!(!format_writes(b"100%% new: %s %n"[..13].as_ref()));
        assert!(!format_writes(b"%%n\0"));
        assert!(!format_writes(b"done\n\0%n"));
    }
}
