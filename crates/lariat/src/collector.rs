//! What a run finds, as it comes: tests and bugs are written at once, so that whatever ends the run they are there.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lariat_exec::{
    Bug, BugKind, Coverage, EndReason, Finding, Printed, Sink, State, TestInput, Witness,
};
use lariat_output::replay::Replayer;
use lariat_output::{BugReport, InputTypes, KTest, OutputDirectory, OutputError, Verdict};
use lariat_program::Program;
use lariat_term::TermStore;
use parking_lot::Mutex;

use crate::rerun::Reruns;
use crate::session::Session;

/// How long the end of a run waits for somebody who adds to what was found.
const A_MOMENT: Duration = Duration::from_millis(100);

/// A bug and the input that shows it.
pub(crate) struct FoundBug {
    pub(crate) report: BugReport,
    pub(crate) test: KTest,
    /// Whether the native program may have no room for its objects.
    needs_room: bool,
    /// Where its report is; none if it could not be written or is not wanted.
    pub(crate) directory: Option<PathBuf>,
}

/// Which tests are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tests {
    /// None.
    None,
    /// For paths that cover something new.
    Covering,
    /// For every path.
    All,
}

/// Hears from the engine.
pub(crate) struct Collector<'a> {
    session: &'a Session,
    program: Arc<Program>,
    store: Arc<TermStore>,
    /// What the program is started with, for the tests.
    arguments: Vec<Vec<u8>>,
    output: &'a OutputDirectory,
    tests: Tests,
    max_tests: u64,
    written: AtomicU64,
    bugs: Mutex<Vec<FoundBug>>,
    error: Mutex<Option<OutputError>>,
    /// Ends the run at the first bug of one of these kinds.
    enough: Vec<BugKind>,
    satisfied: AtomicBool,
    /// Shows bugs natively if the first one ends the run.
    stops_at_first: Option<Replayer>,
    started: Instant,
    /// What the program has said to its user, each text once.
    said: Mutex<BTreeSet<String>>,
    is_quiet: bool,
    reruns: Reruns<'a>,
    types: InputTypes<'a>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(
        session: &'a Session,
        output: &'a OutputDirectory,
        tests: Tests,
        max_tests: Option<u64>,
        enough: Vec<BugKind>,
    ) -> Collector<'a> {
        Collector {
            session,
            program: Arc::clone(&session.program),
            store: Arc::clone(&session.store),
            arguments: session.arguments(),
            output,
            tests,
            max_tests: max_tests.unwrap_or(u64::MAX),
            written: AtomicU64::new(0),
            bugs: Mutex::default(),
            error: Mutex::default(),
            enough,
            satisfied: AtomicBool::new(false),
            stops_at_first: None,
            started: Instant::now(),
            said: Mutex::default(),
            is_quiet: session.is_quiet(),
            reruns: Reruns::new(session),
            types: session.input_types(),
        }
    }

    /// Passes on what the program says (`klee_warning` and the like): to the log, and to the terminal unless that is to be quiet.
    fn say(&self, message: &str) {
        let is_new = self.said.lock().insert(message.to_owned());
        if !is_new {
            return;
        }
        if let Err(error) = self.output.log(message) {
            self.error.lock().get_or_insert(error);
        }
        if !self.is_quiet {
            // Nothing sensible can be done if standard error is closed.
            let _ = writeln!(io::stderr(), "lariat: {message}");
        }
    }

    /// The first bug that a native run shows ends the run.
    pub(crate) fn stop_at_first_bug(&mut self, replayer: Replayer) {
        self.stops_at_first = Some(replayer);
    }

    /// Number of tests written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// Number of bugs found so far.
    pub(crate) fn bug_count(&self) -> usize {
        self.bugs.lock().len()
    }

    /// The bugs. Who still looks for some has been told to end, and adds none any more.
    pub(crate) fn bugs(&self) -> Vec<FoundBug> {
        self.bugs
            .try_lock_for(A_MOMENT)
            .map_or_else(Vec::new, |mut bugs| std::mem::take(&mut *bugs))
    }

    /// The first error of writing if there was one.
    pub(crate) fn trouble(&self) -> Option<OutputError> {
        self.error.try_lock_for(A_MOMENT)?.take()
    }

    /// Writes the test of a state. What it executes needs no other test then.
    fn write(&self, state: &State, covers_error: bool, coverage: &Coverage) {
        let input = TestInput::new(&self.store, &state.model, &state.inputs);
        let executed = state.untested.said.then(|| self.reruns.executed(&input)).flatten();
        match executed {
            Some(executed) => coverage.settle_executed(&executed),
            None => coverage.settle(&state.untested),
        }
        let written = self
            .output
            .write_test(&KTest::new(self.arguments.clone(), input), covers_error)
            .and_then(|number| self.write_printed(number, state));
        match written {
            Ok(()) => {
                self.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => self.failed(error),
        }
    }

    /// A test that was found otherwise than by the search.
    pub(crate) fn jumped(&self, input: &TestInput) {
        if self.tests == Tests::None || self.written() >= self.max_tests {
            return;
        }
        match self.output.write_test(&KTest::new(self.arguments.clone(), input.clone()), false) {
            Ok(_) => {
                self.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => self.failed(error),
        }
    }

    /// Says in the log when a bug was found. The log is no reason to end a run.
    fn log_bug(&self, report: &BugReport) {
        let place = report.place.as_ref().map_or(String::new(), |place| format!(" at {place}"));
        let seconds = self.started.elapsed().as_secs_f64();
        let _ = self.output.log(&format!("{seconds:.2} s: {}{place}", report.kind.name()));
    }

    /// What cannot be written ends the run; the first reason is told.
    fn failed(&self, error: OutputError) {
        self.error.lock().get_or_insert(error);
        self.satisfied.store(true, Ordering::Relaxed);
    }
}

impl Collector<'_> {
    /// What the test prints, if states keep it and there is any.
    fn write_printed(&self, number: u64, state: &State) -> Result<(), OutputError> {
        for (stream, name) in
            [(Printed::STANDARD_OUTPUT, "stdout"), (Printed::STANDARD_ERROR, "stderr")]
        {
            let bytes = state.printed.under(&self.store, &state.model, stream);
            if !bytes.is_empty() {
                self.output.write_printed(number, name, &bytes)?;
            }
        }
        Ok(())
    }
}

impl Collector<'_> {
    /// A bug that a native run has shown already.
    pub(crate) fn confirmed(&self, bug: &Bug, input: TestInput, evidence: String) {
        let mut report = BugReport::new(&self.program, bug, &input, &self.types);
        report.verdict = Verdict::Confirmed { evidence };
        self.add(report, input, false);
    }

    /// The input as a test of the program.
    pub(crate) fn test(&self, input: TestInput) -> KTest {
        KTest::new(self.arguments.clone(), input)
    }

    /// Says whether to go on. A bug whose input may be too large for the machine is kept, and a better input looked for.
    fn add(&self, mut report: BugReport, input: TestInput, mut needs_room: bool) -> bool {
        let mut wanted = self.enough.contains(&report.kind);
        // One report per kind and place: the first input that shows it.
        let (kind, place) = (report.kind, report.place.clone());
        let is_same = |bug: &FoundBug| bug.report.kind == kind && bug.report.place == place;
        let test = self.test(input);
        if let Some(replayer) = &self.stops_at_first
            && !self.bugs.lock().iter().any(is_same)
        {
            // Others may add bugs meanwhile.
            report.verdict = self.session.replaying(|| replayer.confirm(&report, &test));
            wanted |= report.verdict.is_confirmed();
            needs_room &= !report.verdict.is_confirmed();
        }
        let mut bugs = self.bugs.lock();
        if let Some(known) = bugs.iter_mut().find(|bug| is_same(bug)) {
            if known.needs_room && !needs_room {
                known.test = test;
                known.report = report;
                known.needs_room = false;
                if let Some(directory) = &known.directory
                    && let Err(error) =
                        self.output.replace_bug(directory, &known.report, &known.test)
                {
                    self.failed(error);
                }
            }
        } else {
            let mut directory = None;
            if self.enough.is_empty() || wanted {
                match self.output.write_bug(&report, &test) {
                    Ok(path) => {
                        self.log_bug(&report);
                        directory = Some(path);
                    }
                    Err(error) => self.failed(error),
                }
            }
            bugs.push(FoundBug { report, test, needs_room, directory });
        }
        let is_enough = wanted && !needs_room;
        if is_enough {
            self.satisfied.store(true, Ordering::Relaxed);
        }
        !is_enough
    }
}

impl Sink for Collector<'_> {
    fn found(&self, finding: Finding) -> bool {
        let input = TestInput::new(&self.store, &finding.model, &finding.inputs);
        let report = BugReport::new(&self.program, &finding.bug, &input, &self.types);
        self.add(report, input, finding.needs_room)
    }

    fn ended(&self, state: &State, reason: &EndReason, coverage: &Coverage) {
        let wanted = match self.tests {
            Tests::None => false,
            // The states that take its place have taken the same ways.
            Tests::Covering if matches!(reason, EndReason::Covered) => false,
            Tests::Covering => coverage.is_wanted(&state.untested),
            Tests::All => reason.is_complete(),
        };
        // What a technique invented no input does.
        if wanted
            && !state.approximations.over
            && !matches!(reason, EndReason::AssumptionFailed | EndReason::SilentExit)
            && self.written() < self.max_tests
        {
            self.write(state, matches!(reason, EndReason::Bug(_)), coverage);
        }
    }

    fn said(&self, message: &str) {
        self.say(message);
    }

    fn witnessed(&self, witness: &Witness, coverage: &Coverage) {
        let input = TestInput::new(&self.store, &witness.model, &witness.inputs);
        if let Some(executed) = self.reruns.executed(&input) {
            coverage.settle_executed(&executed);
        }
        self.jumped(&input);
    }

    fn wants_tests(&self) -> bool {
        self.tests != Tests::None
    }

    fn enough(&self) -> bool {
        self.satisfied.load(Ordering::Relaxed) || self.written() >= self.max_tests
    }
}
