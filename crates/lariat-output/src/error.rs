//! What can go wrong while results are written or read, each as one sentence that says what and where.

use std::io;
use std::path::{Path, PathBuf};

use crate::ktest::KTestError;

/// Why results could not be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// Something else is where the results should go.
    #[error(
        "{}: is not a directory that Lariat made, so it is left alone: give another one with --out, or remove it", path.display()
    )]
    NotOurs {
        /// The directory.
        path: PathBuf,
    },

    /// There are no results of a run there.
    #[error("{}: there are no results of a Lariat run here", path.display())]
    NoRun {
        /// The directory.
        path: PathBuf,
    },

    /// Another thread ends the run, and this one is too late.
    #[error("{}: the run has ended", path.display())]
    Sealed {
        /// The directory.
        path: PathBuf,
    },

    /// The operating system refuses.
    #[error("{}: cannot be {action}: {reason}{}", path.display(), advice(*kind))]
    System {
        /// The file or directory.
        path: PathBuf,
        /// What was tried, as a participle.
        action: &'static str,
        /// The system's words.
        reason: String,
        /// The system's error.
        kind: io::ErrorKind,
    },

    /// A test file that is none.
    #[error("{}: {error}", path.display())]
    BadTest {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: KTestError,
    },

    /// A file of ours that cannot be understood.
    #[error("{}: is damaged or was written by another version of Lariat: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

fn advice(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "; what was written before is kept"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; give another directory with --out"
        }
        _ => "",
    }
}

impl OutputError {
    pub(crate) fn system(path: &Path, action: &'static str, error: &io::Error) -> Self {
        OutputError::System {
            path: path.to_owned(),
            action,
            reason: error.to_string(),
            kind: error.kind(),
        }
    }
}
