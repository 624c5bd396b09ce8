//! Every query as a file that any SMT-LIB solver can read, with what became of it written on top.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lariat_term::{TermId, TermStore};

use crate::backend::Answer;

/// A directory of query files, numbered in the order in which they were answered. Solvers of several threads share one.
#[derive(Debug)]
pub struct QueryLog {
    directory: PathBuf,
    next: AtomicU64,
}

impl QueryLog {
    /// Opens a log in a directory, which is made if it is not there.
    pub fn create(directory: &Path) -> io::Result<QueryLog> {
        std::fs::create_dir_all(directory)?;
        Ok(QueryLog { directory: directory.to_owned(), next: AtomicU64::new(1) })
    }

    /// Number of files written.
    pub fn written(&self) -> u64 {
        self.next.load(Ordering::Relaxed) - 1
    }

    /// Writes a query: `kind` says where it was seen, `layer` who answered it. A file that cannot be written is reported and
    /// left out, for a log must not stop the search.
    pub(crate) fn write(
        &self,
        store: &TermStore,
        constraints: &[TermId],
        kind: &str,
        answer: &Answer,
        layer: &str,
        time: Duration,
    ) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let status = match answer {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let script = store.smtlib_script(None, constraints);
        let text = format!(
            "; {kind} {number}\n; answer: {answer}\n; answered by: {layer}\n; time: {:.6} s\n\
             (set-info :status {status})\n{script}",
            time.as_secs_f64()
        );
        let path = self.directory.join(format!("{number:06}-{kind}.smt2"));
        if let Err(error) = std::fs::write(&path, text) {
            tracing::warn!("{} cannot be written: {error}", path.display());
        }
    }
}
