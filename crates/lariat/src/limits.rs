//! The limits of a command: its time, its memory, and the patience of its user.
//!
//! A command works in a thread of its own. The main thread waits for it, and looks at the clock, at the memory of the process and for interrupts. When one of
//! them says so, everything is asked to stop: the search by its flag, the solver by [`lariat_solver::stop_all`]. Nobody can make a thread stop, though. The solver can be
//! deaf, an algorithm can forget to look, and letting go of a million states takes seconds. So the main thread waits a little longer, then leaves the
//! thread behind and ends the command with what is there: found bugs are run natively, files are written and the summary is printed, as after any other run.
//!
//! The times of a command with the limit T, in their order:
//!
//! - the search ends: a tenth of T is left for native runs, 20 s at most;
//! - the main thread goes on without the search;
//! - native runs end, a little after T;
//! - the last words are printed, if even that does not help.
//!
//! All of it is before T + 1 s + T/10. What the process has leaked by then is the system's to clean up: it ends without letting go of anything.

use std::ffi::OsStr;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use lariat_exec::{Incomplete, resident_bytes};
use lariat_output::replay::Until;
use parking_lot::Mutex;
use rustix::process::{Pid, Signal};

use crate::interrupts::Interrupts;
use crate::{EXIT_LIMIT, Printed, write_out};

/// The part of the time that is left for native runs, and the most it can be.
const RESERVE: u32 = 10;
const LONGEST_RESERVE: Duration = Duration::from_secs(20);

/// How often the main thread looks.
const TICK: Duration = Duration::from_millis(5);

/// How long work may go on after an interrupt before it is left behind.
const PATIENCE: Duration = Duration::from_secs(1);

/// The stack of the thread that works. Only what is used of it takes memory.
const STACK: usize = 64 << 20;

/// How long is waited for the ends of processes, and for the removal of files, before this process ends. Both go on without it.
const LONGEST_END: Duration = Duration::from_millis(150);

/// Longer than any run.
const FOR_EVER: Duration = Duration::from_secs(1 << 32);

/// Why a command has to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Time,
    Memory,
    Interrupted,
}

impl Cause {
    /// The same in the engine's words.
    pub(crate) fn incomplete(self) -> Incomplete {
        match self {
            Cause::Time => Incomplete::Time,
            Cause::Memory => Incomplete::Memory,
            Cause::Interrupted => Incomplete::Interrupted,
        }
    }

    /// Why a program was not read, as a clause.
    pub(crate) fn before_reading(self) -> String {
        let more = match self {
            Cause::Memory => "; it takes more than --memory allows",
            Cause::Time | Cause::Interrupted => "",
        };
        format!("{} while the program was read{more}", self.clause())
    }

    /// As a clause.
    pub(crate) fn clause(self) -> &'static str {
        match self {
            Cause::Time => "the time was up",
            Cause::Memory => "memory ran low",
            Cause::Interrupted => "the run was interrupted",
        }
    }
}

/// When work is asked to stop, and when it is left behind.
#[derive(Clone, Copy)]
pub(crate) struct Phase {
    stops: Instant,
    is_left: Instant,
}

/// The limits of this command.
pub(crate) struct Limits {
    pub(crate) began: Instant,
    time: Duration,
    memory: Option<usize>,
    pub(crate) interrupts: Interrupts,
    /// Everything temporary is in here.
    scratch: PathBuf,
    cause: Mutex<Option<Cause>>,
    /// Set when work was left behind.
    left_behind: AtomicBool,
    /// Whether nobody prints yet.
    is_silent: AtomicBool,
    /// What is printed if nothing else helps.
    last_words: Mutex<Option<Printed>>,
}

impl Limits {
    /// The limits of a command that began then. They hold until the process ends.
    pub(crate) fn new(
        began: Instant,
        time: Option<Duration>,
        memory: Option<u64>,
        message: &'static str,
    ) -> anyhow::Result<&'static Limits> {
        let scratch = tempfile::Builder::new()
            .prefix("lariat-")
            // Programs under test may be another user, and go through to what they are told of.
            .permissions(std::fs::Permissions::from_mode(0o711))
            .tempdir()
            .context("cannot make a temporary directory")?
            .keep();
        // Nobody else has set it.
        let _ = tempfile::env::override_temp_dir(&scratch);
        let limits = Limits {
            began,
            time: time.unwrap_or(FOR_EVER),
            memory: memory.and_then(|memory| usize::try_from(memory).ok()),
            interrupts: Interrupts::default(),
            scratch,
            cause: Mutex::default(),
            left_behind: AtomicBool::new(false),
            is_silent: AtomicBool::new(true),
            last_words: Mutex::default(),
        };
        let limits: &'static Limits = Box::leak(Box::new(limits));
        limits.interrupts.listen(message, || limits.exit(EXIT_LIMIT))?;
        Ok(limits)
    }

    /// When the time is up.
    pub(crate) fn ends(&self) -> Instant {
        self.began + self.time
    }

    /// When searching and proving ends.
    pub(crate) fn search_ends(&self) -> Instant {
        self.ends() - (self.time / RESERVE).min(LONGEST_RESERVE)
    }

    /// When native runs end.
    pub(crate) fn native_ends(&self) -> Instant {
        self.ends() + Duration::from_millis(300) + self.time / 20
    }

    /// When the last words are printed.
    fn is_over(&self) -> Instant {
        self.ends() + Duration::from_millis(700) + self.time / 13
    }

    /// Work that is followed by native runs.
    pub(crate) fn searching(&self) -> Phase {
        let stops = self.search_ends();
        Phase { stops, is_left: stops + Duration::from_millis(100) + self.time / 20 }
    }

    /// Work that runs programs natively itself, and is followed by next to nothing.
    pub(crate) fn deciding(&self) -> Phase {
        let is_left = self.native_ends() + Duration::from_millis(100) + self.time / 100;
        Phase { stops: self.search_ends(), is_left }
    }

    /// Work that nothing follows.
    pub(crate) fn everything(&self) -> Phase {
        Phase { stops: self.ends(), is_left: self.ends() + Duration::from_millis(300) }
    }

    /// When native runs end: by the clock, or by an interrupt.
    pub(crate) fn native(&self, cancel: &Arc<AtomicBool>) -> Until {
        Until { cancel: Arc::clone(cancel), deadline: Some(self.native_ends()) }
    }

    /// Why everything was asked to stop, if it was.
    pub(crate) fn cause(&self) -> Option<Cause> {
        *self.cause.lock()
    }

    /// Does something in a thread of its own, and waits for it. If it has to be left behind, that is why.
    pub(crate) fn watch<T: Send + 'static>(
        &'static self,
        phase: Phase,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Cause> {
        let (sender, receiver) = sync_channel(1);
        let worker = std::thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(
            move || {
                // Nobody listens to what was left behind.
                let _ = sender.send(work());
            },
        );
        let worker = match worker {
            Ok(worker) => worker,
            Err(_) => return Err(self.stop(Cause::Memory)),
        };
        let mut is_left = phase.is_left;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => {}
                // It has panicked, and so does this thread.
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return Err(self.stop(Cause::Interrupted)),
                },
            }
            let now = Instant::now();
            if let Some(cause) = self.to_stop(phase, now)
                && self.cause().is_none()
            {
                self.stop(cause);
                if cause != Cause::Time {
                    is_left = is_left.min(now + PATIENCE);
                }
            }
            if let Some(cause) = self.cause()
                && (now >= is_left || self.needs_too_much())
            {
                self.left_behind.store(true, Ordering::Relaxed);
                return Err(cause);
            }
        }
    }

    /// Why work has to stop now.
    fn to_stop(&self, phase: Phase, now: Instant) -> Option<Cause> {
        if self.interrupts.search.load(Ordering::Relaxed) {
            Some(Cause::Interrupted)
        } else if now >= phase.stops {
            Some(Cause::Time)
        } else {
            let limit = self.memory?;
            (resident_bytes()? >= limit).then_some(Cause::Memory)
        }
    }

    /// Asks everything to stop.
    fn stop(&self, cause: Cause) -> Cause {
        let cause = *self.cause.lock().get_or_insert(cause);
        if cause == Cause::Memory {
            // By the clock, the search ends by itself.
            self.interrupts.search.store(true, Ordering::Relaxed);
        }
        lariat_solver::stop_all();
        cause
    }

    /// Whether memory grows although everything was asked to stop.
    fn needs_too_much(&self) -> bool {
        let most = self.memory.map(|limit| limit + limit / 32);
        most.is_some_and(|most| resident_bytes().is_some_and(|size| size > most))
    }

    /// What is printed if the command does not come to its end in time after all.
    pub(crate) fn set_last_words(&'static self, words: Printed) {
        if self.last_words.lock().replace(words).is_some() {
            return;
        }
        // Without a thread, there is no such promise.
        let _ = std::thread::Builder::new().name("last-words".to_owned()).spawn(|| {
            while Instant::now() < self.is_over() {
                std::thread::sleep(TICK);
                if self.left_behind.load(Ordering::Relaxed) && self.needs_too_much() {
                    break;
                }
            }
            if !self.is_silent.swap(false, Ordering::Relaxed) {
                return;
            }
            let Some(words) = self.last_words.lock().take() else { return };
            self.exit(write_out(&words));
        });
    }

    /// From now on this thread alone prints. If the last words are being printed, it comes too late, and waits for the end of the process.
    pub(crate) fn speak(&self) {
        while !self.is_silent.swap(false, Ordering::Relaxed) {
            std::thread::sleep(FOR_EVER);
        }
    }

    /// Ends the process, and what it has started. Nothing is let go of: that can take long, and threads may still use it.
    pub(crate) fn exit(&'static self, code: u8) -> ! {
        end_children();
        remove(&self.scratch);
        let _ = std::io::stdout().flush();
        signal_hook::low_level::exit(code.into())
    }
}

/// Removes a directory, also if somebody still writes to it. A program can leave so much that it takes long; then another process does it.
fn remove(directory: &'static Path) {
    let (sender, receiver) = sync_channel(1);
    let work = move || {
        let is_done = (0..3).any(|_| std::fs::remove_dir_all(directory).is_ok());
        // Nobody listens if it took too long.
        let _ = sender.send(is_done);
    };
    let started = std::thread::Builder::new().spawn(work).is_ok();
    if started && receiver.recv_timeout(LONGEST_END) == Ok(true) {
        return;
    }
    // What cannot be removed stays.
    let _ = Command::new("rm")
        .args([OsStr::new("-rf"), OsStr::new("--"), directory.as_ref()])
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

/// Ends the processes that this one has started, with those that they have started.
fn end_children() {
    for (child, name) in children() {
        if name == lariat_output::replay::HELPER {
            // It ends what it has started, which may have left its group.
            let _ = rustix::process::kill_process(child, Signal::TERM);
        } else {
            // Whatever else is started leads a group of its own.
            let _ = rustix::process::kill_process_group(child, Signal::KILL);
            let _ = rustix::process::kill_process(child, Signal::KILL);
        }
    }
    let asked = Instant::now();
    while asked.elapsed() < LONGEST_END && !children().is_empty() {
        std::thread::sleep(TICK);
    }
}

/// The processes that this one has started and that have not ended, with their names.
fn children() -> Vec<(Pid, String)> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let child = |process: std::fs::DirEntry| {
        let number = process.file_name().to_string_lossy().parse().ok();
        let status = std::fs::read_to_string(process.path().join("stat")).ok()?;
        let (name, parent) = child_in(&status)?;
        (parent == own).then_some((Pid::from_raw(number?)?, name.to_owned()))
    };
    processes.filter_map(child).collect()
}

/// The name of a process that has not ended, and its parent, in a line of `/proc/PID/stat`. The name may have any characters.
fn child_in(status: &str) -> Option<(&str, i32)> {
    let (before, after) = status.rsplit_once(')')?;
    let mut words = after.split_whitespace();
    let has_ended = matches!(words.next()?, "Z" | "X");
    let parent = words.next()?.parse().ok()?;
    (!has_ended).then_some((before.split_once('(')?.1, parent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_of_a_process_with_a_strange_name() {
        assert_eq!(child_in("17 (a) b 3) S 42 17 17 0 -1"), Some(("a) b 3", 42)));
        assert_eq!(child_in("17 (sandbox) Z 42 17 17 0 -1"), None);
        assert_eq!(child_in(""), None);
    }

    #[test]
    fn the_times_of_a_command_are_in_order() {
        for seconds in [1, 2, 10, 60, 600, 86_400] {
            let time = Duration::from_secs(seconds);
            let began = Instant::now();
            let limits = Limits {
                began,
                time,
                memory: None,
                interrupts: Interrupts::default(),
                scratch: PathBuf::new(),
                cause: Mutex::default(),
                left_behind: AtomicBool::new(false),
                is_silent: AtomicBool::new(true),
                last_words: Mutex::default(),
            };
            let end = began + time + time / 10 + Duration::from_secs(1);
            assert!(began < limits.search_ends() && limits.search_ends() < limits.ends());
            assert!(limits.searching().is_left < limits.native_ends());
            assert!(limits.native_ends() < limits.deciding().is_left);
            assert!(limits.deciding().is_left < limits.is_over());
            assert!(limits.everything().is_left < limits.is_over());
            assert!(limits.is_over() + Duration::from_millis(200) < end);
        }
    }
}
