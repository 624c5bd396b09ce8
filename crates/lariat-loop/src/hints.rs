//! What is known about a loop's body besides its formulas: which places every iteration touches, and which functions gave which values.
//!
//! Bounds come from such facts where no quantity moves: a string that is read further and further ends with its object, a file that
//! is read further and further ends.

use lariat_term::TermId;

/// What is known about a body besides its guards and values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// By iteration path: addresses that are read or written on it, over the variables' symbols.
    pub accesses: Vec<Vec<TermId>>,
    /// By iteration path: what is written to memory that is no variable, in order, the address and the value. None where that is not known.
    pub writes: Vec<Option<Vec<(TermId, TermId)>>>,
    /// What calls gave.
    pub calls: Vec<CallResult>,
}

/// What a call gave in an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallResult {
    /// What it returned: a local of the paths it is on.
    pub result: TermId,
    /// The called function.
    pub name: String,
    /// Whether that is a pointer.
    pub pointer: bool,
    /// What it was called with, as far as these are numbers.
    pub args: Vec<TermId>,
}

/// Functions that deliver one thing after the other, with what they return when there is no more, or when it went wrong.
const READERS: &[(&[&str], &[i64])] = &[
    (
        &[
            "getc",
            "fgetc",
            "getchar",
            "_IO_getc",
            "getc_unlocked",
            "fgetc_unlocked",
            "getchar_unlocked",
            "getwc",
            "fgetwc",
            "getwchar",
            "getw",
            "__uflow",
        ],
        &[-1],
    ),
    (&["getline", "getdelim", "__getdelim"], &[-1]),
    (&["getopt", "getopt_long", "getopt_long_only"], &[-1]),
    (&["fgets", "fgets_unlocked", "fgetws", "strsep"], &[0]),
    (&["readdir", "readdir64", "fts_read", "getmntent", "getutxent", "getutent"], &[0]),
    (&["getpwent", "getgrent", "gethostent", "getservent", "getprotoent"], &[0]),
    (&["fread", "fread_unlocked"], &[0]),
    (&["read", "recv", "recvfrom", "pread", "pread64", "readv"], &[0, -1]),
];

/// What a function returns when it has nothing more to deliver, if it is one that delivers things.
pub(crate) fn ends_of(name: &str) -> Option<&'static [i64]> {
    READERS.iter().find(|(names, _)| names.contains(&name)).map(|(_, ends)| *ends)
}

/// Whether a function of the library delivers one thing after the other until there is no more.
pub fn is_reader(name: &str) -> bool {
    ends_of(name).is_some()
}
