//! How the files of a program are compiled, for those who want to compile them themselves: a native build of the same program.

use std::path::{Path, PathBuf};

use crate::error::FrontendError;
use crate::files;
use crate::load::{Input, inputs};
use crate::options::LoadOptions;

/// How one file is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileUnit {
    /// The file, as the compiler is told it.
    pub path: PathBuf,
    /// Where the compiler runs, as an absolute path.
    pub directory: PathBuf,
    /// Flags of the compilation database. Some may be unknown to clang.
    pub flags: Vec<String>,
}

/// The files of a program in order.
///
/// # Errors
/// If one cannot be read or the compilation database does not know it.
pub fn compile_units(options: &LoadOptions) -> Result<Vec<CompileUnit>, FrontendError> {
    let here = files::absolute(Path::new("."));
    let unit = |input| match input {
        Input::C(job) => CompileUnit {
            path: job.source,
            directory: job.directory.unwrap_or_else(|| here.clone()),
            flags: job.project_flags,
        },
        Input::Module { path, .. } => {
            CompileUnit { path, directory: here.clone(), flags: Vec::new() }
        }
    };
    Ok(inputs(options)?.into_iter().map(unit).collect())
}

/// The user's own flags for all C files: directories of headers as absolute paths, macros, others.
pub fn user_flags(options: &LoadOptions) -> Vec<String> {
    let here = files::absolute(Path::new("."));
    let directory = |path: &PathBuf| format!("-I{}", here.join(path).display());
    let mut flags: Vec<String> = options.include_dirs.iter().map(directory).collect();
    flags.extend(options.defines.iter().map(|define| format!("-D{define}")));
    flags.extend(options.undefines.iter().map(|undefine| format!("-U{undefine}")));
    flags.extend(options.cflags.iter().cloned());
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_the_files_with_their_flags() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        std::fs::write(root.join("a.c"), "int a;").unwrap();
        std::fs::write(root.join("b.bc"), b"BC\xc0\xde").unwrap();
        let database = format!(
            "[{{\"directory\": {root:?}, \"file\": \"a.c\", \"arguments\": [\"gcc\", \"-O2\", \"-DX=1\", \"-c\", \"a.c\"]}}]"
        );
        std::fs::write(root.join("compile_commands.json"), database).unwrap();
        let mut options =
            LoadOptions { inputs: vec![root.join("a.c"), root.join("b.bc")], ..Default::default() };
        let plain = compile_units(&options).unwrap();
        assert_eq!(plain[0].path, root.join("a.c"));
        assert!(plain[0].directory.is_absolute() && plain[0].flags.is_empty());
        assert_eq!(plain[1].path, root.join("b.bc"));
        options.inputs.truncate(1);
        options.compile_commands = Some(root.join("compile_commands.json"));
        let known = compile_units(&options).unwrap();
        assert_eq!(known[0].flags, ["-DX=1"]);
        assert_eq!(known[0].directory, root);
    }

    #[test]
    fn flags_are_those_of_the_user_with_absolute_directories() {
        let options = LoadOptions {
            include_dirs: vec!["include".into(), "/abs".into()],
            defines: vec!["A=1".into()],
            undefines: vec!["B".into()],
            cflags: vec!["-fwrapv".into()],
            ..Default::default()
        };
        let flags = user_flags(&options);
        assert!(flags[0].starts_with("-I/") && flags[0].ends_with("/include"));
        assert_eq!(flags[1..], ["-I/abs", "-DA=1", "-UB", "-fwrapv"]);
    }
}
