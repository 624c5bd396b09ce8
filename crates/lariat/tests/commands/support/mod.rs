//! Running the binary in a directory of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A temporary directory in which `lariat` runs.
pub(crate) struct Place {
    directory: tempfile::TempDir,
}

/// What a run gave.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ran {
    /// Demands an exit code; shows everything if it is another.
    pub(crate) fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    /// Standard output as a JSON document.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}:\n{}", self.out))
    }
}

impl Place {
    pub(crate) fn new() -> Place {
        Place { directory: tempfile::tempdir().expect("a temporary directory") }
    }

    pub(crate) fn path(&self) -> PathBuf {
        // The system's own directory may be a link.
        self.directory.path().canonicalize().expect("it is there")
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path().join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }

    /// `lariat` with these words, to be started in this directory.
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
        command.args(shell_words::split(words).expect("balanced quotes"));
        command.current_dir(self.path()).stdin(Stdio::null());
        command.env_remove("NO_COLOR");
        command
    }

    pub(crate) fn lariat(&self, words: &str) -> Ran {
        self.command(words).output().expect("lariat runs").into()
    }

    /// All files below a directory, as paths from it, in order.
    pub(crate) fn files(&self, name: &str) -> Vec<String> {
        fn collect(root: &Path, directory: &Path, files: &mut Vec<String>) {
            for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    collect(root, &path, files);
                } else {
                    files.push(path.strip_prefix(root).expect("below").display().to_string());
                }
            }
        }
        let root = self.path().join(name);
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        files.sort();
        files
    }

    /// Demands that no file is half-written.
    pub(crate) fn is_whole(&self, name: &str) {
        let files = self.files(name);
        assert!(!files.iter().any(|file| file.contains("unfinished")), "{files:?}");
        for file in files.iter().filter(|file| file.ends_with(".json")) {
            self.json(&format!("{name}/{file}"));
        }
        for file in files.iter().filter(|file| file.ends_with(".ktest")) {
            let bytes = std::fs::read(self.path().join(name).join(file)).expect("a file");
            lariat_output::KTest::from_bytes(&bytes)
                .unwrap_or_else(|error| panic!("{file}: {error}"));
        }
    }
}
