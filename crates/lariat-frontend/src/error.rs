//! What can be wrong with the input, each as one sentence that says what, where, and what to do about it.
//!
//! Everything here is the user's to repair; the command line prints it and exits with code 2. Instructions that
//! Lariat does not know are no errors: they become `Unsupported` instructions of the program.

use std::path::PathBuf;

use lariat_program::DataModel;

/// Why a program could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrontendError {
    /// No files were given.
    #[error("no input: give one or more .c, .i, .bc or .ll files, or a compile_commands.json")]
    NoInput,

    /// There is no such file.
    #[error("{}: there is no such file", path.display())]
    MissingFile {
        /// The file.
        path: PathBuf,
    },

    /// A directory was given where a file is needed.
    #[error("{}: this is a directory; give the files in it that belong to the program", path.display())]
    IsDirectory {
        /// The directory.
        path: PathBuf,
    },

    /// The operating system does not let us read it.
    #[error("{}: cannot be read: {reason}", path.display())]
    UnreadableFile {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },

    /// The file is of a kind that we cannot start from.
    #[error("{}: this is {what}; {advice}", path.display())]
    WrongKind {
        /// The file.
        path: PathBuf,
        /// What it seems to be, as a noun phrase.
        what: String,
        /// What to give instead, as a clause.
        advice: String,
    },

    /// clang could not be started.
    #[error(
        "the compiler {program} could not be run ({reason}): run `make setup` to install clang 19, or set LARIAT_CLANG"
    )]
    CompilerMissing {
        /// The name or path tried.
        program: String,
        /// The system's reason.
        reason: String,
    },

    /// clang rejected a file. The message is clang's own.
    #[error("{}: does not compile; clang says:\n{message}", path.display())]
    DoesNotCompile {
        /// The file.
        path: PathBuf,
        /// What clang printed.
        message: String,
    },

    /// clang itself crashed or was killed.
    #[error("{}: clang ended with {status} and no error message{}", path.display(), quoted_output(output))]
    CompilerCrashed {
        /// The file.
        path: PathBuf,
        /// How it ended.
        status: String,
        /// What it printed before.
        output: String,
    },

    /// Bitcode written by a newer LLVM than ours.
    #[error(
        "{}: this bitcode was written by {producer}, which LLVM 19 cannot read ({message}): compile it again with clang 19 or older",
        path.display()
    )]
    BitcodeTooNew {
        /// The file.
        path: PathBuf,
        /// Who wrote it.
        producer: String,
        /// LLVM's message.
        message: String,
    },

    /// Damaged bitcode.
    #[error("{}: this bitcode is damaged or cut short: {message}", path.display())]
    BadBitcode {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },

    /// Text IR that LLVM cannot parse. The message is LLVM's own and has line and column.
    #[error("{}: is not valid LLVM 19 assembly: {message}", path.display())]
    BadAssembly {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },

    /// A module that breaks LLVM's own rules.
    #[error("{}: LLVM's verifier rejects this module: {message}", path.display())]
    InvalidModule {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },

    /// A machine that we do not know.
    #[error(
        "{}: is for the target {triple:?}; Lariat handles x86-64 and 32-bit x86 ELF targets only so far",
        path.display()
    )]
    UnsupportedTarget {
        /// The file.
        path: PathBuf,
        /// Its target triple.
        triple: String,
    },

    /// Files for different machines.
    #[error(
        "{} is for the target {second_target} but {} is for {first_target}: all files of a program must be for the same target",
        second.display(),
        first.display()
    )]
    MixedTargets {
        /// A file.
        first: PathBuf,
        /// Its target.
        first_target: String,
        /// Another file.
        second: PathBuf,
        /// Its target.
        second_target: String,
    },

    /// A module whose data model is not the one asked for.
    #[error(
        "{}: was compiled for {}, but {} was asked for: compile it again with {}",
        path.display(),
        data_model_name(*found),
        data_model_name(*wanted),
        if matches!(wanted, DataModel::Ilp32) { "-m32" } else { "-m64" }
    )]
    WrongDataModel {
        /// The file.
        path: PathBuf,
        /// What it is for.
        found: DataModel,
        /// What was asked for.
        wanted: DataModel,
    },

    /// Two files define the same symbol.
    #[error("`{symbol}` is defined in {} and again in {}", first.display(), second.display())]
    DuplicateSymbol {
        /// The symbol.
        symbol: String,
        /// Where it was defined first.
        first: PathBuf,
        /// Where it is defined again.
        second: PathBuf,
    },

    /// Files cannot be linked for another reason.
    #[error("{}: cannot be linked with the files before it: {message}", path.display())]
    CannotLink {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },

    /// A compile_commands.json that is none.
    #[error("{}: is not a compilation database: {reason}", path.display())]
    BadCompileCommands {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },

    /// A file that the compilation database does not know.
    #[error(
        "{}: has no entry in {}{}",
        input.display(),
        database.display(),
        did_you_mean(similar)
    )]
    NoCompileCommand {
        /// The file.
        input: PathBuf,
        /// The database.
        database: PathBuf,
        /// Files of the database with a similar name.
        similar: Vec<String>,
    },

    /// There is no function of the name given with `--entry`.
    #[error("there is no function `{entry}` to start at{}{}", if *declared { ": it is declared but has no body in the files given" } else { "" }, did_you_mean(similar))]
    MissingEntry {
        /// The name.
        entry: String,
        /// Whether it is at least declared.
        declared: bool,
        /// Functions that are there, the most similar names first.
        similar: Vec<String>,
    },

    /// There is no function of a name asked for.
    #[error("there is no function `{name}`{}{}", if *declared { " with a body: it is only declared in the files given" } else { "" }, did_you_mean(similar))]
    MissingFunction {
        /// The name.
        name: String,
        /// Whether it is at least declared.
        declared: bool,
        /// Functions that are there, the most similar names first.
        similar: Vec<String>,
    },

    /// LLVM's passes failed; this is a bug of ours or of LLVM's.
    #[error("LLVM could not bring the program into normal form: {message}")]
    Normalise {
        /// LLVM's message.
        message: String,
    },

    /// Something in the module that the program model cannot say at all.
    #[error("the program cannot be represented: {message}")]
    Lower {
        /// What.
        message: String,
    },
}

/// The name users know a data model by.
pub(crate) fn data_model_name(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Ilp32 => "ILP32 (32-bit)",
        DataModel::Lp64 => "LP64 (64-bit)",
    }
}

fn did_you_mean(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        names => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("; there is {}", names.join(", "))
        }
    }
}

fn quoted_output(output: &str) -> String {
    if output.is_empty() { String::new() } else { format!("; its output was:\n{output}") }
}
