//! Running clang, so that the module still says what the C said.
//!
//! A checker wants the program as written, with every undefined operation still visible; a compiler is free to use
//! undefined behaviour as a promise long before we could look. So clang's front end writes the module and none of LLVM's
//! passes touch it. The flags, and why:
//!
//! - `-O0 -Xclang -disable-llvm-passes`: no optimisation. Even at `-O0` LLVM would inline `always_inline` functions; the call
//!   is what the source says. `-Xclang -disable-O0-optnone` leaves out the mark that would keep *our* passes away.
//! - `-g -gcolumn-info -fno-discard-value-names`: file, line, column and names for everything we report.
//! - `-Xclang -fsanitize-address-use-after-scope`: makes clang mark where a local variable's life begins and ends, which it
//!   otherwise does only when optimising. It adds no instrumentation by itself. Use after scope can then be
//!   found, and a variable declared in a loop is a new one in each iteration.
//! - `-msse2 -mfpmath=sse`: on 32 bits, too, floats are computed as wide as their type, and not in the wider registers of old.
//!   The engine and the native builds do the same; `FLT_EVAL_METHOD` says so to the program.
//! - `-ffp-contract=off`: `a * b + c` is two roundings, as written, and as it is on the machine a test is replayed on.
//!
//! Deliberately *not* given:
//!
//! - `-fwrapv`: signed arithmetic must keep its `nsw` mark, because that is how overflow is checked. A user whose program is
//!   built with `-fwrapv` passes it, and the marks, with the check, go.
//! - `-fno-delete-null-pointer-checks`: it would drop the `nonnull` marks of declared-nonnull parameters. Without passes
//!   nothing is deleted because of them.
//! - `-fno-builtin`: clang would stop knowing `alloca`, and `memcpy` would be a call into a model instead of an instruction.
//! - `-fno-strict-aliasing`: aliasing marks are written only when optimising.
//! - `-D_FORTIFY_SOURCE` is inert without optimisation, so it may stay in the user's flags.
//!
//! - `-fsanitize=` some checks, `-fno-sanitize-recover=all`: clang folds operations on constants while it builds them, `INT_MAX + 1` to a number,
//!   `1 / 0` to `poison`. It never folds a sanitizer's check, and [`crate::normalise::checks`] reads them. Where the user asks for signed
//!   arithmetic that wraps (`-fwrapv`), overflow is not among them.
//!
//! - `-Winteger-overflow` and the like: constant expressions of initialisers and enumerators are in no instruction. clang's warnings are
//!   all that tells of an overflow there. `-w`, which would hide them, is left out, and then other warnings are. Those that clang does
//!   not give by default are not shown.
//!
//! Old C is accepted: what clang 16 and later reject as errors by default (implicit function declarations, implicit `int`,
//! pointer and integer mixed up) is turned back into warnings.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use lariat_program::DataModel;
use parking_lot::Mutex;

use crate::compile_commands::{CompileCommand, Database};
use crate::error::FrontendError;
use crate::files;
use crate::flags;
use crate::inline;
use crate::normalise::checks::{SANITIZERS, SANITIZERS_WITH_WRAPPING};
use crate::options::{LoadOptions, Warning};

/// Given before the user's flags, which may overrule them.
const DEFAULTS: [&str; 8] = [
    "-ffp-contract=off",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-#warnings",
    "-Qunused-arguments",
];

/// Given after the flags of the user, unless these name a target: where clang does not know these, it says nothing else.
const FLOATING_POINT: [&str; 2] = ["-msse2", "-mfpmath=sse"];

/// Given after the user's flags, so that nothing overrules them.
const REQUIRED: [&str; 25] = [
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-g",
    "-gcolumn-info",
    "-fno-discard-value-names",
    "-fno-sanitize-recover=all",
    "-fno-color-diagnostics",
    "-Winteger-overflow",
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
    "-Wdivision-by-zero",
    "-Wshift-overflow",
    "-Wshift-sign-overflow",
    "-Wno-error=shift-sign-overflow",
    "-Wshift-negative-value",
    "-Wno-error=shift-negative-value",
    "-Wgnu-folding-constant",
    "-Wno-error=gnu-folding-constant",
    "-emit-llvm",
    "-c",
];

/// The flag by which a user hears no warnings.
const SILENT: &str = "-w";

/// How the warnings end that are needed all the same.
const NEEDED: [&str; 7] = [
    "[-Winteger-overflow]",
    "[-Wshift-overflow]",
    "[-Wshift-sign-overflow]",
    "[-Wshift-negative-value]",
    "[-Wshift-count-overflow]",
    "[-Wshift-count-negative]",
    "[-Wdivision-by-zero]",
];

/// What notes say that are needed: why clang folds an enumerator that is no constant expression.
const NEEDED_NOTES: [&str; 3] = [
    ": note: left shift of negative value",
    ": note: shift count ",
    ": note: negative shift count ",
];

/// How the warnings end that clang is asked for only because they are needed. Nobody else wants to hear of every `1 << 31`.
const UNASKED: [&str; 3] = [
    "[-Wshift-sign-overflow]",
    "[-Wshift-negative-value]",
    "expression is not an integer constant expression; folding it to a constant is a GNU extension \
     [-Wgnu-folding-constant]",
];

/// One file to be compiled.
#[derive(Debug)]
pub(crate) struct Job {
    /// The file as the user names it, for messages.
    pub(crate) path: PathBuf,
    /// The file as clang is told.
    pub(crate) source: PathBuf,
    /// Where clang runs; the current directory if none.
    pub(crate) directory: Option<PathBuf>,
    /// Flags of the compilation database, of which unknown ones may be left out.
    pub(crate) project_flags: Vec<String>,
}

/// What clang made of a file.
pub(crate) struct Compiled {
    pub(crate) bitcode: Vec<u8>,
    pub(crate) warnings: Vec<Warning>,
}

impl Job {
    /// A file compiled with the user's flags only.
    pub(crate) fn plain(path: &Path) -> Self {
        Job {
            path: path.to_owned(),
            source: path.to_owned(),
            directory: None,
            project_flags: Vec::new(),
        }
    }

    /// A file compiled as a compilation database says.
    pub(crate) fn from_command(path: &Path, command: &CompileCommand) -> Self {
        let is_input = |argument: &str| {
            !argument.starts_with('-')
                && (Path::new(argument) == command.written
                    || command.directory.join(argument) == command.file
                    || Path::new(argument).file_name() == command.file.file_name())
        };
        Job {
            path: path.to_owned(),
            source: command.file.clone(),
            directory: Some(command.directory.clone()),
            project_flags: flags::relevant(&command.arguments, is_input),
        }
    }

    /// A file compiled as the database says, if there is one.
    pub(crate) fn new(path: &Path, database: Option<&Database>) -> Result<Self, FrontendError> {
        match database {
            Some(database) => Ok(Job::from_command(path, database.find(path)?)),
            None => Ok(Job::plain(path)),
        }
    }
}

/// Compiles files, several at a time. The results are in the order of the jobs, and so is the error that is returned.
pub(crate) fn compile_all(
    jobs: &[Job],
    options: &LoadOptions,
) -> Result<Vec<Compiled>, FrontendError> {
    let clang = Clang::new(options);
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(usize::MAX);
    let results: Vec<Mutex<Option<Result<Compiled, FrontendError>>>> =
        jobs.iter().map(|_| Mutex::new(None)).collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // A failed file ends the load, so only the files before it still matter.
                    if number >= jobs.len() || number > failed.load(Ordering::Relaxed) {
                        break;
                    }
                    let result = clang.compile(&jobs[number]);
                    if result.is_err() {
                        failed.fetch_min(number, Ordering::Relaxed);
                    }
                    *results[number].lock() = Some(result);
                }
            });
        }
    });
    // Up to the first failure every job has a result; nothing after it is looked at.
    results.into_iter().filter_map(Mutex::into_inner).collect()
}

/// Compiles a file so that bodies of inline functions are there that nobody else may define; none if that fails.
pub(crate) fn compile_with_inline_bodies(
    job: &Job,
    options: &LoadOptions,
) -> Result<Option<Vec<u8>>, FrontendError> {
    let output = Clang::new(options).run(job, &job.project_flags, &inline::FLAGS)?;
    Ok(output.status.success().then_some(output.stdout))
}

struct Clang<'o> {
    program: std::ffi::OsString,
    options: &'o LoadOptions,
    working_directory: PathBuf,
}

impl<'o> Clang<'o> {
    fn new(options: &'o LoadOptions) -> Self {
        let program = std::env::var_os("LARIAT_CLANG")
            .filter(|program| !program.is_empty())
            .unwrap_or_else(|| "clang-19".into());
        Clang { program, options, working_directory: files::absolute(Path::new(".")) }
    }

    fn compile(&self, job: &Job) -> Result<Compiled, FrontendError> {
        let mut project_flags = job.project_flags.clone();
        let mut warnings = Vec::new();
        let mut output = self.run(job, &project_flags, &[])?;
        if !output.status.success() {
            // A project built with gcc may use flags that clang has never heard of.
            let unknown = flags::unknown_in(&String::from_utf8_lossy(&output.stderr));
            let known = project_flags.len();
            project_flags.retain(|flag| !unknown.contains(flag));
            if project_flags.len() < known {
                output = self.run(job, &project_flags, &[])?;
                warnings.push(Warning::UnknownFlags { path: job.path.clone(), flags: unknown });
            }
        }
        let mut text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        if !output.status.success() {
            return Err(failure(job, &output, text));
        }
        let mut flags = project_flags.iter().chain(&self.options.cflags);
        if flags.any(|flag| flag == SILENT) {
            text = needed(&text);
        }
        if hides_warnings(job) {
            let hidden = self.hidden(job, &project_flags)?;
            let hidden = hidden.lines().filter(|line| !text.contains(line));
            let hidden: Vec<&str> = hidden.collect();
            text = [text.as_str(), &hidden.join("\n")].join("\n").trim().to_owned();
        }
        let (text, unasked) = without_unasked(&text);
        let path = || job.path.clone();
        if !text.is_empty() {
            warnings.push(Warning::Compiler { path: path(), text });
        }
        if !unasked.is_empty() {
            warnings.push(Warning::Unasked { path: path(), text: unasked });
        }
        Ok(Compiled { bitcode: output.stdout, warnings })
    }

    /// The warnings that are needed and that pragmas of the file hide: those about the preprocessed text without these pragmas.
    fn hidden(&self, job: &Job, project_flags: &[String]) -> Result<String, FrontendError> {
        let output = self.run(job, project_flags, &["-E"])?;
        let text = String::from_utf8_lossy(&output.stdout);
        let hides =
            |line: &str| line.trim_start().starts_with("#pragma") && line.contains("diagnostic");
        let shown = |line| if hides(line) { "" } else { line };
        let text: String = text.lines().flat_map(|line| [shown(line), "\n"]).collect();
        let Ok(directory) = tempfile::tempdir() else { return Ok(String::new()) };
        let source = directory.path().join("preprocessed.i");
        if std::fs::write(&source, text).is_err() {
            return Ok(String::new());
        }
        let job = Job { source, directory: job.directory.clone(), ..Job::plain(&job.path) };
        let output = self.run(&job, project_flags, &["-fsyntax-only"])?;
        Ok(needed(&String::from_utf8_lossy(&output.stderr)))
    }

    /// The module comes back through a pipe, so that there is no file to be left behind.
    fn run(
        &self,
        job: &Job,
        project_flags: &[String],
        more: &[&str],
    ) -> Result<Output, FrontendError> {
        let mut command = Command::new(&self.program);
        let is_heard = |flag: &&String| flag.as_str() != SILENT;
        command.args(DEFAULTS).args(project_flags.iter().filter(is_heard));
        for directory in &self.options.include_dirs {
            // The user means their own directory, not that of the database's entry.
            command.arg("-I").arg(self.working_directory.join(directory));
        }
        command.args(self.options.defines.iter().map(|define| format!("-D{define}")));
        command.args(self.options.undefines.iter().map(|undefine| format!("-U{undefine}")));
        command.args(self.options.cflags.iter().filter(is_heard));
        match self.options.data_model {
            Some(DataModel::Ilp32) => command.arg("-m32"),
            Some(DataModel::Lp64) => command.arg("-m64"),
            None => &mut command,
        };
        let own = || project_flags.iter().chain(&self.options.cflags);
        if !own().any(|flag| flag.starts_with("--target") || flag == "-target") {
            command.args(FLOATING_POINT);
        }
        let checks = if flags::wraps(own()) { SANITIZERS_WITH_WRAPPING } else { SANITIZERS };
        command.arg("-fno-sanitize=all").arg(format!("-fsanitize={checks}"));
        command.args(REQUIRED).args(more).arg("-o").arg("-").arg("--").arg(&job.source);
        if let Some(directory) = &job.directory {
            command.current_dir(directory);
        }
        // clang's messages are read by us and by users: the language of the machine must not decide their wording.
        command.env("LC_ALL", "C").stdin(Stdio::null());
        tracing::debug!(?command, "running clang");
        command.output().map_err(|error| match &job.directory {
            Some(directory) if !directory.is_dir() => FrontendError::UnreadableFile {
                path: job.path.clone(),
                reason: format!(
                    "its directory in the compilation database, {}, is not there",
                    directory.display()
                ),
            },
            _ => FrontendError::CompilerMissing {
                program: self.program.to_string_lossy().into_owned(),
                reason: error.to_string(),
            },
        })
    }
}

/// Those of clang's lines that are needed even if nobody wants to see them.
fn needed(text: &str) -> String {
    text.lines().filter(|line| is_needed(line)).collect::<Vec<_>>().join("\n")
}

fn is_needed(line: &str) -> bool {
    NEEDED.iter().any(|name| line.ends_with(name))
        || NEEDED_NOTES.iter().any(|note| line.contains(note))
}

/// clang's messages without those that only we have asked for, and what is needed of these.
fn without_unasked(text: &str) -> (String, String) {
    let (mut shown, mut unasked, mut before) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_unasked = false;
    for line in text.lines() {
        // How a file came to be included is said in front of the message, notes and the source behind it.
        if line.starts_with("In file included from ") {
            before.push(line);
            continue;
        }
        if line.contains(": warning: ") || line.contains(": error: ") {
            is_unasked = UNASKED.iter().any(|name| line.ends_with(name));
        }
        if line.ends_with(" generated.") && !line.starts_with(' ') {
            is_unasked = !unasked.is_empty();
        }
        if is_unasked {
            before.clear();
            unasked.extend(is_needed(line).then_some(line));
        } else {
            shown.append(&mut before);
            shown.push(line);
        }
    }
    (shown.join("\n"), unasked.join("\n"))
}

/// Whether a file switches warnings off.
fn hides_warnings(job: &Job) -> bool {
    let directory = job.directory.clone().unwrap_or_default();
    let text = std::fs::read(directory.join(&job.source)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.contains("diagnostic") && text.contains("ragma")
}

fn failure(job: &Job, output: &Output, text: String) -> FrontendError {
    let path = job.path.clone();
    if output.status.code() == Some(1) && !text.is_empty() {
        FrontendError::DoesNotCompile { path, message: text }
    } else {
        FrontendError::CompilerCrashed { path, status: output.status.to_string(), output: text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_that_only_we_ask_for_are_apart() {
        let sign = "a.h:3:9: warning: signed shift result (0x80000000) sets the sign bit [-Wshift-sign-overflow]";
        let fold = format!("a.c:7:12: warning: {}", UNASKED[2]);
        let note = "a.c:7:15: note: left shift of negative value -1";
        let other = "a.h:5:1: warning: type specifier missing, defaults to 'int' [-Wimplicit-int]";
        let text = format!(
            "In file included from a.c:1:\n{sign}\n    3 | 1 << 31\n      |   ^\nIn file included from a.c:1:\n{other}\n    \
             5 | x\n{fold}\n    7 | B\n{note}\n    7 | B\n3 warnings generated."
        );
        let (shown, unasked) = without_unasked(&text);
        assert_eq!(shown, format!("In file included from a.c:1:\n{other}\n    5 | x"));
        assert_eq!(unasked, format!("{sign}\n{note}"));
        let all = format!("{other}\n1 warning generated.");
        assert_eq!(without_unasked(&all), (all, String::new()));
    }
}
