//! Native replay: the real program, compiled by the real compiler, run on a test.
//!
//! It decides whether a bug may be called confirmed. It trusts nothing that Lariat believes about
//! the program: clang compiles the sources again, the inputs come from a file, and a sanitizer says
//! what happened.

mod breakpoint;
mod build;
mod coverage;
mod declared_inputs;
mod delivery;
mod driver;
mod indeterminate;
mod process;
mod sandbox;
mod sources;
mod symptoms;
mod verdict;
mod volatile;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use lariat_exec::BugKind;

use crate::bugs::{BugReport, Place, Verdict};
use crate::ktest::KTest;

use breakpoint::Breakpoints;
use build::{Build, Flavour};
use coverage::Recorded;
use process::{Limited, parallel};
use sandbox::Sandbox;
use verdict::Judgement;

pub use coverage::{CoverageReport, CoverageRequest, FileCoverage};
pub use declared_inputs::{DeclaredInput, InputKind};
pub(crate) use declared_inputs::{PREFIX, kinds};
pub use delivery::Delivery;
pub use driver::EntryDriver;
pub use process::{NativeEnd, NativeRun, Until};
pub use sandbox::HELPER;
pub use sources::{ProgramSources, Unit};

/// Why a replay was not possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The program cannot be built natively.
    #[error("the program cannot be built natively: {0}")]
    Build(String),
    /// A test cannot be run.
    #[error("the native program cannot be run: {0}")]
    Run(String),
    /// Coverage cannot be measured.
    #[error("coverage cannot be measured: {0}")]
    Coverage(String),
}

/// What a test did when it was run natively.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestRun {
    /// How it ended, and what was printed.
    pub run: NativeRun,
    /// The same as a clause, e.g. `ran to the end with status 0`.
    pub description: String,
    /// Whether a sanitizer, an assertion or a crash showed an error.
    pub shows_error: bool,
}

/// What running the program on a bug's test showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// Whether it showed the bug.
    pub verdict: Verdict,
    /// A bug of the same kind at another place, with what was seen: a bug of its own.
    pub elsewhere: Option<(Place, String)>,
}

impl Confirmation {
    fn of(judgement: Judgement) -> Confirmation {
        let elsewhere = match &judgement {
            Judgement::Elsewhere { evidence, place } => Some((place.clone(), evidence.clone())),
            _ => None,
        };
        Confirmation { verdict: judgement.into(), elsewhere }
    }

    /// What is known where the program was not run.
    pub fn without_run(verdict: Verdict) -> Confirmation {
        Confirmation { verdict, elsewhere: None }
    }
}

/// Breakpoints with the places that they are for.
type PlacedBreakpoints = (Vec<Place>, Breakpoints);

/// Runs tests on the natively compiled program. Builds are made when they are first needed and kept until the end.
#[derive(Debug)]
pub struct Replayer {
    sources: ProgramSources,
    entry: Option<EntryDriver>,
    time: Duration,
    directory: tempfile::TempDir,
    runs: AtomicU64,
    /// For each flavour without and with filled variables.
    builds: [[OnceLock<Result<Build, String>>; 2]; Flavour::COUNT],
    /// For both kinds of the plain one.
    breakpoints: [Mutex<Option<PlacedBreakpoints>>; 2],
    until: Until,
    unsandboxed: bool,
    /// Bytes that a run may use.
    memory: u64,
    /// Made when something is first run.
    sandbox: OnceLock<Result<Sandbox, String>>,
}

impl Replayer {
    /// A replayer for a program; each test may take the time given. It runs in a sandbox, or not at all.
    ///
    /// # Errors
    /// If there is no place for temporary files.
    pub fn new(
        sources: ProgramSources,
        entry: Option<EntryDriver>,
        time: Duration,
    ) -> Result<Replayer, ReplayError> {
        // Without links in its name, because it is found under the same name inside the sandbox.
        let directory = tempfile::env::temp_dir().canonicalize().and_then(|parent| {
            tempfile::Builder::new().prefix("lariat-replay-").tempdir_in(parent)
        });
        let directory = directory.map_err(|error| ReplayError::Build(error.to_string()))?;
        Ok(Replayer {
            sources,
            entry,
            time,
            directory,
            runs: AtomicU64::new(0),
            builds: Default::default(),
            breakpoints: Default::default(),
            until: Until::default(),
            unsandboxed: false,
            memory: sandbox::LIMITS.memory,
            sandbox: OnceLock::new(),
        })
    }

    /// A run may use as much memory as this, but at least as much as a sanitizer needs, and never more than without this.
    pub fn limit_memory(&mut self, bytes: u64) {
        self.memory = bytes.clamp(sandbox::LEAST_MEMORY, sandbox::LIMITS.memory);
    }

    /// Lets the program do what it likes. For users who say so.
    pub fn without_sandbox(&mut self) {
        self.unsandboxed = true;
    }

    /// Whether programs can be run at all.
    ///
    /// # Errors
    /// If there is no sandbox, and there must be one.
    pub fn can_run(&self) -> Result<(), ReplayError> {
        self.sandbox().map(drop)
    }

    fn sandbox(&self) -> Result<&Sandbox, ReplayError> {
        let make = || {
            let symbolizer = process::symbolizer();
            Sandbox::new(self.directory.path(), symbolizer.as_deref(), self.unsandboxed)
        };
        let made = self.sandbox.get_or_init(make).as_ref();
        made.map_err(|message| ReplayError::Run(message.clone()))
    }

    /// Native runs and builds end then, and no more are begun.
    pub fn end_with(&mut self, until: Until) {
        self.until = until;
    }

    /// Whether the natively compiled program shows the bug on this test.
    pub fn confirm(&self, report: &BugReport, test: &KTest) -> Verdict {
        self.try_out(report, test).verdict
    }

    /// What running the program on a bug's test shows.
    fn try_out(&self, report: &BugReport, test: &KTest) -> Confirmation {
        let sanitized = match report.kind {
            BugKind::UninitialisedBranch => Flavour::Memory,
            _ => Flavour::Sanitized,
        };
        let directories = self.directories();
        let judged = |flavour| -> Result<_, ReplayError> {
            let run = self.run(flavour, test, report.kind == BugKind::MemoryLeak, None)?;
            Ok((verdict::judge(report, &run, self.time, &directories), run))
        };
        let (mut judgement, run) = match judged(sanitized) {
            Ok(judged) => judged,
            Err(error) => return Confirmation::of(Judgement::No { reason: error.to_string() }),
        };
        // With AddressSanitizer the program has another allocator and other versions of library functions.
        let is_other = matches!(report.kind, BugKind::UninitialisedBranch | BugKind::MemoryLeak);
        if !matches!(judgement, Judgement::Confirmed { .. })
            && !is_other
            && !verdict::is_crash(&run)
            && let Ok((again, _)) = judged(Flavour::Checked)
            && (matches!(again, Judgement::Confirmed { .. })
                || matches!(
                    (&judgement, &again),
                    (Judgement::No { .. }, Judgement::Elsewhere { .. })
                ))
        {
            judgement = again;
        }
        Confirmation::of(judgement)
    }

    /// Whether the natively compiled program executes a line on this test. A replayer is asked about one place only.
    ///
    /// # Errors
    /// If the program cannot be built or run, or has no code at the line.
    pub fn reaches(&self, places: &[Place], test: &KTest) -> Result<Option<Place>, ReplayError> {
        let breakpoints = {
            let filled = is_filled(test);
            let build = self.built(Flavour::Plain, filled)?;
            let mut known = self.breakpoints[usize::from(filled)]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            match &*known {
                Some((known, breakpoints)) if known == places => breakpoints.clone(),
                Some(_) => {
                    return Err(ReplayError::Run(
                        "the breakpoint is set at a different line".to_owned(),
                    ));
                }
                None => {
                    let set = Breakpoints::set(&build.executable, places, &self.directories());
                    let breakpoints = set.map_err(ReplayError::Run)?;
                    *known = Some((places.to_vec(), breakpoints.clone()));
                    breakpoints
                }
            }
        };
        let run = self.run(Flavour::Plain, test, false, None)?;
        let hit = breakpoints.hit(&run.messages).filter(|_| run.delivery.is_repeatable());
        Ok(hit.cloned())
    }

    /// What the natively compiled program, without sanitizers, says when it calls an error function
    /// on this test; none if it does not. It is much faster than [`confirm`](Replayer::confirm),
    /// which matters where a loop runs for billions of iterations. It does not check where the
    /// function is called from.
    ///
    /// # Errors
    /// If the program cannot be built or run.
    pub fn calls_error(&self, test: &KTest) -> Result<Option<String>, ReplayError> {
        for flavour in [Flavour::Fast, Flavour::Plain] {
            let run = self.run(flavour, test, false, None)?;
            let found = symptoms::read(&run.messages);
            let is_error =
                |symptom: &&symptoms::Symptom| symptom.kind == symptoms::SymptomKind::ErrorReached;
            if let Some(error) = found.iter().find(is_error)
                && run.delivery.is_repeatable()
            {
                return Ok(Some(error.describe()));
            }
            if run.end == NativeEnd::TimedOut {
                break;
            }
        }
        Ok(None)
    }

    /// Whether the natively compiled program, with sanitizers, is still running on this test when its time is up, without having said anything.
    ///
    /// # Errors
    /// If the program cannot be built or run.
    pub fn goes_on(&self, test: &KTest) -> Result<bool, ReplayError> {
        let run = self.run(Flavour::Sanitized, test, false, None)?;
        let is_quiet = symptoms::read(&run.messages).is_empty();
        Ok(run.end == NativeEnd::TimedOut && is_quiet && run.delivery.is_repeatable())
    }

    fn directories(&self) -> Vec<PathBuf> {
        let mut directories: Vec<PathBuf> =
            self.sources.units.iter().map(|unit| unit.directory.clone()).collect();
        directories.dedup();
        directories
    }

    /// Confirms several bugs, several at a time.
    pub fn confirm_all(&self, bugs: &[(BugReport, KTest)]) -> Vec<Confirmation> {
        parallel(bugs, |(report, test)| self.try_out(report, test))
    }

    /// Runs all tests with sanitizers, several at a time. There is nothing for those that were not run to their end when everything had to end.
    ///
    /// # Errors
    /// If the program cannot be built or a test not be started.
    pub fn run_all(&self, tests: &[KTest]) -> Result<Vec<Option<TestRun>>, ReplayError> {
        if let Err(error) = self.built(Flavour::Sanitized, false) {
            return self.unless_over(Err(error)).map(|_: Option<()>| vec![None; tests.len()]);
        }
        let describe = |test: &KTest| {
            let run = self.run(Flavour::Sanitized, test, false, None);
            let Some(run) = self.unless_over(run)? else { return Ok(None) };
            let symptoms = symptoms::read(&run.messages);
            let description = verdict::describe_end(&run, self.time, &symptoms, "shows an error");
            let shows_error = !symptoms.is_empty() || matches!(run.end, NativeEnd::Signal(_));
            Ok(Some(TestRun { run, description, shows_error }))
        };
        parallel(tests, describe).into_iter().collect()
    }

    /// A failure that is due to the end of everything is none.
    fn unless_over<T>(&self, result: Result<T, ReplayError>) -> Result<Option<T>, ReplayError> {
        match result {
            Ok(done) => Ok(Some(done)),
            Err(_) if self.until.over().is_some() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Runs all tests and measures what they cover.
    ///
    /// # Errors
    /// If the program cannot be built, a test not be started, or LLVM's tools fail.
    pub fn coverage(
        &self,
        tests: &[KTest],
        request: &CoverageRequest<'_>,
    ) -> Result<CoverageReport, ReplayError> {
        // All tests are run by one program, so that their counters can be added.
        let build = self.built(Flavour::Coverage, tests.iter().any(is_filled))?;
        let run = |test: &KTest| {
            if request.until.is_some_and(|until| Instant::now() >= until) {
                return Ok(None);
            }
            let number = self.runs.fetch_add(1, Ordering::Relaxed);
            let profile = self.directory.path().join(format!("profile-{number}.profraw"));
            let run = self.run_in(build, Flavour::Coverage, test, false, Some(&profile));
            Ok(self.unless_over(run)?.map(|_| profile))
        };
        let profiles = parallel(tests, run).into_iter().collect::<Result<Vec<_>, _>>()?;
        let is_written =
            |path: &PathBuf| std::fs::metadata(path).is_ok_and(|status| status.len() > 0);
        let written: Vec<PathBuf> = profiles.into_iter().flatten().filter(is_written).collect();
        if let Some(why) = self.until.over().filter(|_| written.is_empty()) {
            return Err(ReplayError::Coverage(why.to_owned()));
        }
        if written.is_empty() {
            return Err(ReplayError::Coverage("no test left a record".to_owned()));
        }
        let recorded = Recorded {
            executable: &build.executable,
            profiles: &written,
            directory: self.directory.path(),
            units: &self.sources.units,
            until: &self.until,
        };
        let report = coverage::read(&recorded, request);
        for profile in written {
            let _ = std::fs::remove_file(profile);
        }
        report.map_err(ReplayError::Coverage)
    }

    /// Builds what coverage is measured with, so that it is there when tests are.
    pub fn prepare_coverage(&self) {
        // What went wrong is said when coverage is asked for.
        let _ = self.built(Flavour::Coverage, false);
    }

    /// Nothing is built that cannot be run.
    fn built(&self, flavour: Flavour, filled: bool) -> Result<&Build, ReplayError> {
        self.sandbox()?;
        let slot = &self.builds[flavour as usize][usize::from(filled)];
        let entry = self.entry.as_ref();
        let directory = self.directory.path();
        let build =
            || build::build(&self.sources, entry, (flavour, filled), directory, &self.until);
        slot.get_or_init(build).as_ref().map_err(|message| ReplayError::Build(message.clone()))
    }

    fn run(
        &self,
        flavour: Flavour,
        test: &KTest,
        leaks: bool,
        profile: Option<&Path>,
    ) -> Result<NativeRun, ReplayError> {
        let build = self.built(flavour, is_filled(test))?;
        self.run_in(build, flavour, test, leaks, profile)
    }

    fn run_in(
        &self,
        build: &Build,
        flavour: Flavour,
        test: &KTest,
        leaks: bool,
        profile: Option<&Path>,
    ) -> Result<NativeRun, ReplayError> {
        if let Some(why) = self.until.over() {
            return Err(ReplayError::Run(why.to_owned()));
        }
        let failed = |error: std::io::Error| ReplayError::Run(error.to_string());
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        // Each run has a directory of its own: programs leave files where they are.
        let directory = self.directory.path().join(format!("run-{number}"));
        std::fs::create_dir(&directory).map_err(failed)?;
        let file = self.directory.path().join(format!("run-{number}.ktest"));
        let record = self.directory.path().join(format!("run-{number}.record"));
        let bytes = test.to_bytes().map_err(|error| ReplayError::Run(error.to_string()))?;
        std::fs::write(&file, bytes).map_err(failed)?;
        let mut writes = vec![record.clone()];
        writes.extend(profile.map(Path::to_path_buf));
        for file in &writes {
            std::fs::File::create(file).map_err(failed)?;
        }
        let mut environment: Vec<(&'static str, OsString)> = vec![
            ("PATH", "/usr/local/bin:/usr/bin:/bin".into()),
            ("LC_ALL", "C".into()),
            ("LARIAT_TEST", file.clone().into()),
            ("LARIAT_TEST_DIR", directory.clone().into()),
            ("LARIAT_RECORD", record.clone().into()),
        ];
        if self.sources.failing_allocations {
            environment.push(("LARIAT_FAILING_ALLOCATIONS", "1".into()));
        }
        match flavour {
            Flavour::Plain => environment.push(("LARIAT_BREAKPOINTS", "1".into())),
            Flavour::Fast => {}
            _ => environment.extend(sanitizer_options(leaks, self.memory)),
        }
        if let Some(profile) = profile {
            environment.push(("LLVM_PROFILE_FILE", format!("{}%c", profile.display()).into()));
        }
        let built_in = build.executable.parent().unwrap_or(&build.executable);
        let limited = Limited {
            sandbox: self.sandbox()?,
            executable: &build.executable,
            arguments: &arguments(test),
            environment: &environment,
            directory: &directory,
            reads: &[built_in, &file],
            writes: &writes,
            messages: self.directory.path().join(format!("run-{number}.messages")),
            time: self.time,
            memory: self.memory,
            until: &self.until,
        };
        let run = limited.run().map_err(failed).map(|run| {
            let delivery = Delivery::read(&record, &test.input.objects, &build.variables);
            NativeRun { delivery, ..run }
        });
        process::remove(&directory);
        let _ = std::fs::remove_file(&file);
        let _ = std::fs::remove_file(&record);
        run
    }
}

/// Leaks are looked for only when one is to be confirmed: they come last and would hide how the program ended. What is left of
/// old stack frames would make lost memory look known, so they are not kept then, and the stack is no place to look for pointers:
/// whether a local variable still leads to the memory is for the engine to know.
fn sanitizer_options(leaks: bool, memory: u64) -> [(&'static str, OsString); 4] {
    // A colon ends an option; a path with one in it cannot be given.
    let path = process::symbolizer().map(|path| path.display().to_string());
    let symbolizer = match path.filter(|path| !path.contains(':')) {
        Some(path) => format!("external_symbolizer_path={path}"),
        None => "symbolize=1".to_owned(),
    };
    let end = verdict::SANITIZER_END;
    // The sanitizer's own limit is to be met first: it says what the program did.
    let most = (memory >> 20) / 4 * 3;
    let address = format!(
        "exitcode={end}:handle_abort=1:handle_sigfpe=1:handle_sigill=1:handle_sigtrap=1:\
         detect_stack_use_after_return={}:allocator_may_return_null=1:detect_odr_violation=0:\
         hard_rss_limit_mb={most}:redzone=256:detect_leaks={}:\
         fast_unwind_on_malloc={}:{symbolizer}",
        u8::from(!leaks),
        u8::from(leaks),
        // The C library has no frame pointers, and it allocates for the program: `asprintf`, `getline`.
        u8::from(!leaks)
    );
    let undefined = format!(
        "print_stacktrace=1:exitcode={end}:handle_abort=1:handle_sigfpe=1:handle_sigill=1:\
         handle_sigtrap=1:{symbolizer}"
    );
    let memory = format!(
        "exitcode={end}:halt_on_error=0:strict_string_checks=1:hard_rss_limit_mb={most}:{symbolizer}"
    );
    [
        ("ASAN_OPTIONS", address.into()),
        ("UBSAN_OPTIONS", undefined.into()),
        ("MSAN_OPTIONS", memory.into()),
        ("LSAN_OPTIONS", "use_stacks=0:use_registers=0".into()),
    ]
}

/// What the program is started with: the arguments that the test records, then the objects `arg00`, `arg01`, … up to their first
/// NUL, as many as the object `n_args` says.
fn arguments(test: &KTest) -> Vec<Vec<u8>> {
    let object = |name: &str| test.input.objects.iter().find(|object| object.name == name);
    let number = |bytes: &[u8]| {
        let shifted = |value: usize| value.saturating_mul(256);
        bytes.iter().rev().fold(0, |value, byte| shifted(value).saturating_add((*byte).into()))
    };
    let count = object("n_args").map_or(usize::MAX, |object| number(&object.bytes));
    let symbolic = (0..count)
        .map_while(|number| object(&format!("arg{number:02}")))
        .map(|object| object.bytes.split(|byte| *byte == 0).next().unwrap_or_default().to_vec());
    test.arguments.iter().skip(1).cloned().chain(symbolic).collect()
}

/// Whether a test has values for uninitialised variables, or for reads of volatile objects.
fn is_filled(test: &KTest) -> bool {
    indeterminate::is_in(test) || volatile::is_in(test)
}
