//! The directory a run leaves behind.
//!
//! ```text
//! lariat-out/
//!   .made-by-lariat             says that the next run may replace all this
//!   run.json                    how the program was compiled: what a replay needs
//!   tests/test000001.ktest      one file per test
//!   tests/test000001.stdout     what it prints, if asked for; also test000001.stderr
//!   test-suite/                 the same tests for Test-Comp's tools, if asked for
//!   bug-001-null-dereference/   input.ktest, report.txt, report.json
//!   stats.json                  what the run did: the same for the same seed and one thread
//!   time.json                   how long it took, which is never the same
//!   run.log
//! ```
//!
//! A file is written under another name and renamed when it is complete, so that whoever looks, and whatever ends the run,
//! there are no half-written files. A directory that Lariat did not make is never touched. A run that has to end while a thread still
//! works is ended by another thread, which [seals](OutputDirectory::seal) the directory first.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use serde::{Deserialize, Serialize};

use crate::bugs::BugReport;
use crate::error::OutputError;
use crate::ktest::KTest;
use crate::replay::{EntryDriver, InputKind, ProgramSources, kinds};
use crate::summary::Summary;
use crate::testcomp::{TestSuite, TestSuiteMetadata};

/// The file that marks a directory as made by Lariat.
pub const MARKER: &str = ".made-by-lariat";

const MARKER_TEXT: &str =
    "Lariat made this directory and the next run may replace everything in it.\n";
const RUN: &str = "run.json";
const LOG: &str = "run.log";
const STATISTICS: &str = "stats.json";
const TIME: &str = "time.json";
const TESTS: &str = "tests";
const SUITE: &str = "test-suite";

/// What is needed to replay the tests of a run later.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedRun {
    /// How the program is compiled.
    pub sources: ProgramSources,
    /// What starts the program if it is not `main`.
    pub entry: Option<EntryDriver>,
    /// The functions that can be called from there, by their names in the source: coverage is of them.
    #[serde(default)]
    pub functions: Vec<String>,
}

/// A directory of results. All methods may be called by several threads.
#[derive(Debug)]
pub struct OutputDirectory {
    path: PathBuf,
    log: Mutex<File>,
    tests: AtomicU64,
    bugs: AtomicU64,
    has_suite: bool,
    /// The only thread that may still write, if it is sealed; locked by whoever writes.
    writer: Mutex<Option<ThreadId>>,
    /// What the inputs of these names are.
    inputs: HashMap<String, InputKind>,
}

impl OutputDirectory {
    /// Makes the directory, or empties it if Lariat made it before.
    ///
    /// # Errors
    /// If something else is there, or the system refuses; nothing is removed in the first case.
    pub fn create(
        path: &Path,
        run: &SavedRun,
        suite: Option<&TestSuiteMetadata>,
    ) -> Result<OutputDirectory, OutputError> {
        claim(path)?;
        write(&path.join(MARKER), MARKER_TEXT.as_bytes())?;
        clear(path)?;
        make_directory(&path.join(TESTS))?;
        write_json(&path.join(RUN), run)?;
        if let Some(metadata) = suite {
            let file = path.join(SUITE).join("metadata.xml");
            make_directory(&path.join(SUITE))?;
            let text = TestSuite::metadata(metadata)
                .map_err(|error| OutputError::system(&file, "written", &error))?;
            write(&file, text.as_bytes())?;
        }
        OutputDirectory::with_log(path, suite.is_some(), run, 0, 0)
    }

    /// Opens the results of an earlier run, to read them and to add to them.
    ///
    /// # Errors
    /// If there are none, or the system refuses.
    pub fn open(path: &Path) -> Result<OutputDirectory, OutputError> {
        if !path.join(MARKER).is_file() || !path.join(RUN).is_file() {
            return Err(OutputError::NoRun { path: path.to_owned() });
        }
        let tests = last_number(&entries(&path.join(TESTS))?, "test");
        let bugs = last_number(&entries(path)?, "bug-");
        let run = read_json(&path.join(RUN))?;
        OutputDirectory::with_log(path, path.join(SUITE).is_dir(), &run, tests, bugs)
    }

    fn with_log(
        path: &Path,
        has_suite: bool,
        run: &SavedRun,
        tests: u64,
        bugs: u64,
    ) -> Result<Self, OutputError> {
        let log = path.join(LOG);
        let file = OpenOptions::new().create(true).append(true).open(&log);
        let file = file.map_err(|error| OutputError::system(&log, "written", &error))?;
        Ok(OutputDirectory {
            path: path.to_owned(),
            log: Mutex::new(file),
            tests: AtomicU64::new(tests),
            bugs: AtomicU64::new(bugs),
            has_suite,
            writer: Mutex::default(),
            inputs: kinds(&run.sources.inputs),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// From now on only this thread writes. What another one is writing is complete when this returns.
    pub fn seal(&self) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        *writer = Some(std::thread::current().id());
    }

    /// What this thread needs to write.
    fn writing(&self) -> Result<MutexGuard<'_, Option<ThreadId>>, OutputError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        match *writer {
            Some(only) if only != std::thread::current().id() => {
                Err(OutputError::Sealed { path: self.path.clone() })
            }
            _ => Ok(writer),
        }
    }

    /// Writes a test; returns its number, counted from 1.
    ///
    /// # Errors
    /// If the system refuses. What was written before stays.
    pub fn write_test(&self, test: &KTest, covers_error: bool) -> Result<u64, OutputError> {
        let _writing = self.writing()?;
        let number = self.tests.fetch_add(1, Ordering::Relaxed) + 1;
        write_ktest(&self.path.join(TESTS).join(format!("test{number:06}.ktest")), test)?;
        if self.has_suite {
            let file = self.path.join(SUITE).join(format!("testcase-{number}.xml"));
            let text = TestSuite::test_case(&test.input, &self.inputs, covers_error)
                .map_err(|error| OutputError::system(&file, "written", &error))?;
            write(&file, text.as_bytes())?;
        }
        Ok(number)
    }

    /// Writes what a test prints on a stream, beside the test.
    ///
    /// # Errors
    /// If the system refuses. What was written before stays.
    pub fn write_printed(
        &self,
        number: u64,
        stream: &str,
        bytes: &[u8],
    ) -> Result<(), OutputError> {
        let _writing = self.writing()?;
        write(&self.path.join(TESTS).join(format!("test{number:06}.{stream}")), bytes)
    }

    /// Writes the directory of a bug; returns its path.
    ///
    /// # Errors
    /// If the system refuses. What was written before stays.
    pub fn write_bug(&self, report: &BugReport, test: &KTest) -> Result<PathBuf, OutputError> {
        let _writing = self.writing()?;
        let number = self.bugs.fetch_add(1, Ordering::Relaxed) + 1;
        let directory = self.path.join(report.directory_name(number as usize));
        let unfinished = unfinished(&directory);
        let result = make_directory(&unfinished)
            .and_then(|()| write_ktest(&unfinished.join("input.ktest"), test))
            .and_then(|()| write_report(&unfinished, report))
            .and_then(|()| {
                fs::rename(&unfinished, &directory)
                    .map_err(|error| OutputError::system(&directory, "written", &error))
            });
        if result.is_err() {
            let _ = fs::remove_dir_all(&unfinished);
        }
        result.map(|()| directory)
    }

    /// Writes the report of a bug again, for instance after it was replayed.
    ///
    /// # Errors
    /// If the system refuses; the old report is still there then.
    pub fn rewrite_bug(&self, directory: &Path, report: &BugReport) -> Result<(), OutputError> {
        let _writing = self.writing()?;
        write_report(directory, report)
    }

    /// Writes a bug again with another input.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn replace_bug(
        &self,
        directory: &Path,
        report: &BugReport,
        test: &KTest,
    ) -> Result<(), OutputError> {
        let _writing = self.writing()?;
        write_ktest(&directory.join("input.ktest"), test)
            .and_then(|()| write_report(directory, report))
    }

    /// Writes a document, e.g. `stats.json`.
    ///
    /// # Errors
    /// If the system refuses; an older version of the file is still there then.
    pub fn write_document(&self, name: &str, value: &impl Serialize) -> Result<(), OutputError> {
        let _writing = self.writing()?;
        write_json(&self.path.join(name), value)
    }

    /// Writes what a run found: `stats.json`, and the times apart from it in `time.json`, so that equal runs leave equal statistics.
    ///
    /// # Errors
    /// If the system refuses; an older version of the file is still there then.
    pub fn write_summary(&self, summary: &Summary) -> Result<(), OutputError> {
        let _writing = self.writing()?;
        let path = self.path.join(STATISTICS);
        let value = serde_json::to_value(summary);
        let mut value =
            value.map_err(|error| OutputError::system(&path, "written", &error.into()))?;
        if let Some(members) = value.as_object_mut() {
            members.remove("time");
        }
        write_json(&path, &value)?;
        write_json(&self.path.join(TIME), &summary.time)
    }

    /// Adds a line to `run.log`.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn log(&self, line: &str) -> Result<(), OutputError> {
        // A thread that panicked while logging has at worst left half a line.
        let mut file = self.log.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let result = file.write_all(format!("{line}\n").as_bytes());
        result.map_err(|error| OutputError::system(&self.path.join(LOG), "written", &error))
    }

    /// How the program was compiled.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn run(&self) -> Result<SavedRun, OutputError> {
        read_json(&self.path.join(RUN))
    }

    /// All tests with their files, in order.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn tests(&self) -> Result<Vec<(PathBuf, KTest)>, OutputError> {
        let directory = self.path.join(TESTS);
        let names = entries(&directory)?;
        let files = names.iter().filter(|name| name.ends_with(".ktest") && !name.starts_with('.'));
        files
            .map(|name| {
                let path = directory.join(name);
                read_ktest(&path).map(|test| (path, test))
            })
            .collect()
    }

    /// All bugs with their directories and inputs, in order.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn bugs(&self) -> Result<Vec<(PathBuf, BugReport, KTest)>, OutputError> {
        let names = entries(&self.path)?;
        let directories = names.iter().filter(|name| name.starts_with("bug-"));
        directories
            .map(|name| {
                let path = self.path.join(name);
                let report = read_json(&path.join("report.json"))?;
                let test = read_ktest(&path.join("input.ktest"))?;
                Ok((path, report, test))
            })
            .collect()
    }
}

/// All files below a directory of results, with their paths, in alphabetical order.
pub fn files_below(path: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for name in entries(path).unwrap_or_default() {
        let entry = path.join(&name);
        if entry.is_dir() {
            files.extend(files_below(&entry));
        } else if name != MARKER {
            files.push(entry);
        }
    }
    files
}

/// Makes sure that the directory is there, is ours and can be written, before anything is removed.
fn claim(path: &Path) -> Result<(), OutputError> {
    match fs::read_dir(path) {
        Ok(mut entries) => {
            if entries.next().is_some() && !path.join(MARKER).is_file() {
                return Err(OutputError::NotOurs { path: path.to_owned() });
            }
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(path).map_err(|error| OutputError::system(path, "created", &error))
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(OutputError::NotOurs { path: path.to_owned() })
        }
        Err(error) => Err(OutputError::system(path, "read", &error)),
    }
}

/// Removes everything but the marker, so that the directory stays ours if this is interrupted.
fn clear(path: &Path) -> Result<(), OutputError> {
    for name in entries(path)? {
        let entry = path.join(&name);
        if name == MARKER {
            continue;
        }
        let is_directory = fs::symlink_metadata(&entry).is_ok_and(|metadata| metadata.is_dir());
        let removed =
            if is_directory { fs::remove_dir_all(&entry) } else { fs::remove_file(&entry) };
        removed.map_err(|error| OutputError::system(&entry, "removed", &error))?;
    }
    Ok(())
}

/// The names in a directory in alphabetical order; those that are not UTF-8 are not ours and are left out.
fn entries(path: &Path) -> Result<Vec<String>, OutputError> {
    let failed = |error: io::Error| OutputError::system(path, "read", &error);
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        names.extend(entry.map_err(failed)?.file_name().into_string());
    }
    names.sort();
    Ok(names)
}

fn last_number(names: &[String], prefix: &str) -> u64 {
    let number = |name: &String| {
        let rest = name.strip_prefix(prefix)?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok()
    };
    names.iter().filter_map(number).max().unwrap_or(0)
}

fn make_directory(path: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(path).map_err(|error| OutputError::system(path, "created", &error))
}

/// The name a file or directory has until it is complete.
fn unfinished(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".unfinished-{name}"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let unfinished = unfinished(path);
    let result = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    result.map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        OutputError::system(path, "written", &error)
    })
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), OutputError> {
    let mut text = serde_json::to_vec_pretty(value)
        .map_err(|error| OutputError::system(path, "written", &io::Error::from(error)))?;
    text.push(b'\n');
    write(path, &text)
}

fn write_ktest(path: &Path, test: &KTest) -> Result<(), OutputError> {
    let bytes =
        test.to_bytes().map_err(|error| OutputError::BadTest { path: path.to_owned(), error })?;
    write(path, &bytes)
}

fn write_report(directory: &Path, report: &BugReport) -> Result<(), OutputError> {
    write(&directory.join("report.txt"), report.text().as_bytes())?;
    write_json(&directory.join("report.json"), report)
}

fn read(path: &Path) -> Result<Vec<u8>, OutputError> {
    fs::read(path).map_err(|error| OutputError::system(path, "read", &error))
}

fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, OutputError> {
    serde_json::from_slice(&read(path)?)
        .map_err(|error| OutputError::Damaged { path: path.to_owned(), reason: error.to_string() })
}

fn read_ktest(path: &Path) -> Result<KTest, OutputError> {
    KTest::from_bytes(&read(path)?)
        .map_err(|error| OutputError::BadTest { path: path.to_owned(), error })
}
