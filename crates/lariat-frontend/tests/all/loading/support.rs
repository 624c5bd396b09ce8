//! A directory of files to load from.

use std::path::{Path, PathBuf};
use std::process::Command;

use lariat_frontend::{FrontendError, LoadOptions, Loaded, load};
use lariat_program::{Function, Global, Program};

/// A directory that goes away with the test.
pub(crate) struct Files {
    directory: tempfile::TempDir,
}

impl Files {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let files_made = Files { directory: tempfile::tempdir().unwrap() };
        for (name, content) in files {
            files_made.write(name, content.as_bytes());
        }
        files_made
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn root(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn options(&self, inputs: &[&str]) -> LoadOptions {
        let inputs = inputs.iter().map(|name| self.path(name)).collect();
        LoadOptions { inputs, ..LoadOptions::default() }
    }

    pub(crate) fn load(&self, inputs: &[&str]) -> Result<Loaded, FrontendError> {
        load(&self.options(inputs))
    }

    /// Loads what must load, into a well-formed program.
    pub(crate) fn program(&self, inputs: &[&str]) -> Program {
        program(&self.options(inputs))
    }

    /// The sentence a user sees.
    pub(crate) fn error(&self, inputs: &[&str]) -> String {
        error(&self.options(inputs))
    }

    /// Runs clang in the directory.
    pub(crate) fn clang(&self, arguments: &[&str]) {
        let output =
            Command::new("clang-19").args(arguments).current_dir(self.root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Everything in the directory, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.root())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Loads what must load, into a well-formed program.
pub(crate) fn program(options: &LoadOptions) -> Program {
    let loaded = load(options).unwrap_or_else(|error| panic!("{error}"));
    let errors = lariat_program::verify::verify(&loaded.program);
    assert!(errors.is_empty(), "{errors:#?}");
    loaded.program
}

/// The sentence a user sees.
pub(crate) fn error(options: &LoadOptions) -> String {
    match load(options) {
        Ok(loaded) => panic!("{} was loaded", loaded.program.name),
        Err(error) => error.to_string(),
    }
}

pub(crate) fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    &program.functions[program.function_named(name).unwrap_or_else(|| panic!("no {name}"))]
}

pub(crate) fn global<'p>(program: &'p Program, name: &str) -> &'p Global {
    &program.globals[program.global_named(name).unwrap_or_else(|| panic!("no {name}"))]
}

/// The bytes a global starts with.
pub(crate) fn bytes<'p>(program: &'p Program, name: &str) -> &'p [u8] {
    &global(program, name)
        .initializer
        .as_ref()
        .unwrap_or_else(|| panic!("{name} is declared only"))
        .bytes
}
