//! Reading `compile_commands.json`: how a project's own build compiles each file.
//!
//! The format is clang's "JSON compilation database". An entry has a directory, a file, and either `arguments` (a list) or
//! `command` (one string quoted for a shell). Paths are relative to the entry's directory.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::FrontendError;
use crate::files::{self, tidy};
use crate::suggest::most_similar;

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// How one file is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CompileCommand {
    /// Where the compiler runs.
    pub(crate) directory: PathBuf,
    /// The file, as an absolute path unless the database's own place is unknown.
    pub(crate) file: PathBuf,
    /// The file as the database writes it.
    pub(crate) written: PathBuf,
    /// The compiler's arguments without the compiler.
    pub(crate) arguments: Vec<String>,
}

/// A compilation database.
pub(crate) struct Database {
    path: PathBuf,
    commands: Vec<CompileCommand>,
}

impl Database {
    pub(crate) fn read(path: &Path) -> Result<Self, FrontendError> {
        let text = files::read(path)?;
        let bad =
            |reason: String| FrontendError::BadCompileCommands { path: path.to_owned(), reason };
        let entries: Vec<Entry> =
            serde_json::from_slice(&text).map_err(|error| bad(error.to_string()))?;
        let base = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        let mut commands = Vec::with_capacity(entries.len());
        for (number, entry) in entries.into_iter().enumerate() {
            let arguments = match (entry.arguments, entry.command) {
                (Some(arguments), _) => arguments,
                (None, Some(command)) => shell_words::split(&command).map_err(|error| {
                    bad(format!("the command of {}: {error}", entry.file.display()))
                })?,
                (None, None) => {
                    return Err(bad(format!(
                        "entry {} ({}) has neither `command` nor `arguments`",
                        number + 1,
                        entry.file.display()
                    )));
                }
            };
            let directory = files::absolute(&base.join(&entry.directory));
            commands.push(CompileCommand {
                file: tidy(&directory.join(&entry.file)),
                written: entry.file,
                arguments: without_compiler(arguments),
                directory,
            });
        }
        Ok(Database { path: path.to_owned(), commands })
    }

    /// All entries for C files, each file once.
    pub(crate) fn all_c(&self) -> Result<Vec<&CompileCommand>, FrontendError> {
        let mut chosen: Vec<&CompileCommand> = Vec::new();
        let mut known = rustc_hash::FxHashSet::default();
        for command in &self.commands {
            if files::is_c_source(&command.file) && known.insert(&command.file) {
                chosen.push(command);
            }
        }
        if chosen.is_empty() {
            let reason = "it has no entry for a C file".to_owned();
            return Err(FrontendError::BadCompileCommands { path: self.path.clone(), reason });
        }
        Ok(chosen)
    }

    /// The entry for a file: the same path, seen from the current directory, or as written in the database.
    pub(crate) fn find(&self, input: &Path) -> Result<&CompileCommand, FrontendError> {
        let absolute = tidy(&files::absolute(input));
        let canonical = absolute.canonicalize().ok();
        self.commands
            .iter()
            .find(|command| command.file == absolute)
            .or_else(|| self.commands.iter().find(|command| command.written == input))
            .or_else(|| {
                // A link on the way may make the same file look different.
                let canonical = canonical.as_ref()?;
                self.commands.iter().find(|command| {
                    command.file.file_name() == canonical.file_name()
                        && command.file.canonicalize().ok().as_ref() == Some(canonical)
                })
            })
            .ok_or_else(|| FrontendError::NoCompileCommand {
                input: input.to_owned(),
                database: self.path.clone(),
                similar: most_similar(
                    &input.to_string_lossy(),
                    self.commands.iter().map(|command| command.written.to_string_lossy()),
                ),
            })
    }
}

/// Drops the compiler, and a launcher such as ccache in front of it.
fn without_compiler(mut arguments: Vec<String>) -> Vec<String> {
    const LAUNCHERS: [&str; 5] = ["ccache", "sccache", "distcc", "icecc", "buildcache"];
    let launched = arguments
        .first()
        .and_then(|first| Path::new(first).file_name().and_then(OsStr::to_str))
        .is_some_and(|name| LAUNCHERS.contains(&name))
        && arguments.get(1).is_some_and(|second| !second.starts_with('-'));
    arguments.drain(..arguments.len().min(if launched { 2 } else { 1 }));
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_and_its_launcher_are_dropped() {
        let split = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(without_compiler(split("cc -c a.c")), split("-c a.c"));
        assert_eq!(without_compiler(split("/usr/bin/ccache gcc -c a.c")), split("-c a.c"));
        assert_eq!(without_compiler(split("ccache -c a.c")), split("-c a.c"));
        assert!(without_compiler(Vec::new()).is_empty());
    }

    #[test]
    fn paths_are_compared_without_detours() {
        assert_eq!(tidy(Path::new("/a/./b/../c.c")), Path::new("/a/c.c"));
        assert_eq!(tidy(Path::new("../c.c")), Path::new("../c.c"));
    }
}
