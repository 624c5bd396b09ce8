//! Running other programs: LLVM's tools, and the program under test with limits on its time and on what it may write.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use wait_timeout::ChildExt as _;

use crate::replay::delivery::Delivery;
use crate::replay::sandbox::{Answer, Sandbox, Start, excess};

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeEnd {
    /// With an exit status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// It took too long and was killed.
    TimedOut,
    /// It used too much of something and was killed; this says of what, as a clause.
    Excess(&'static str),
}

/// What running a program gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeRun {
    /// How it ended.
    pub end: NativeEnd,
    /// What it wrote to standard error, up to a limit.
    pub messages: String,
    /// Which inputs it got.
    pub delivery: Delivery,
}

/// Messages are read up to this size. The first error is what counts.
const MESSAGE_LIMIT: u64 = 1 << 20;

/// A program to run with limits.
pub(crate) struct Limited<'r> {
    pub(crate) sandbox: &'r Sandbox,
    pub(crate) executable: &'r Path,
    pub(crate) arguments: &'r [Vec<u8>],
    pub(crate) environment: &'r [(&'static str, OsString)],
    /// Where it runs, and where it may leave files.
    pub(crate) directory: &'r Path,
    /// What it may read, besides the system's files.
    pub(crate) reads: &'r [&'r Path],
    /// Which files it may write. They exist.
    pub(crate) writes: &'r [PathBuf],
    /// Where its messages go.
    pub(crate) messages: PathBuf,
    pub(crate) time: Duration,
    /// Bytes that all its processes may use together.
    pub(crate) memory: u64,
    /// Ends the run from outside.
    pub(crate) until: &'r Until,
}

/// When everything has to end, whatever it is: a tool, or a run of the program.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// Set to end it.
    pub cancel: Arc<AtomicBool>,
    /// When it ends by itself.
    pub deadline: Option<Instant>,
}

impl Until {
    /// Why it has to end now, as a clause; none if it may go on.
    pub fn over(&self) -> Option<&'static str> {
        if self.cancel.load(Ordering::Relaxed) {
            Some("it was interrupted")
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(TIME_IS_UP)
        } else {
            None
        }
    }

    /// How long to wait before looking again.
    fn pause(&self) -> Duration {
        let left = self.deadline.map(|deadline| deadline.duration_since(Instant::now()));
        left.map_or(LOOK, |left| left.min(LOOK))
    }
}

/// What is said of what the whole command's time limit ends.
pub(crate) const TIME_IS_UP: &str = "the time is up";

/// How often a run looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);

impl Limited<'_> {
    pub(crate) fn run(&self) -> io::Result<NativeRun> {
        let mut running = self.sandbox.start(Start {
            executable: self.executable,
            arguments: self.arguments,
            environment: self.environment,
            work: self.directory,
            reads: self.reads,
            writes: self.writes,
            messages: File::create(&self.messages)?.into(),
            time: self.time,
        })?;
        let started = Instant::now();
        let mut files: Vec<&Path> = Vec::new();
        if !self.sandbox.limits_files() {
            files.push(self.directory);
        }
        // Why it did not end by itself.
        let stopped = loop {
            let left = self.time.saturating_sub(started.elapsed());
            if running.child.wait_timeout(left.min(self.until.pause()))?.is_some() {
                break None;
            }
            if left.is_zero() || self.until.over().is_some() {
                break Some(NativeEnd::TimedOut);
            }
            if let Some(what) = excess(running.child.id(), &files, self.memory) {
                break Some(NativeEnd::Excess(what));
            }
        };
        if stopped.is_some() {
            running.end()?;
            // A run that was cut short has not shown that it takes long.
            if started.elapsed() < self.time
                && let Some(why) = self.until.over()
            {
                return Err(io::Error::other(why));
            }
        }
        let answer = running.answer()?;
        let end = match (stopped, answer) {
            (Some(stopped), _) => stopped,
            (None, Answer::Exit(status)) => NativeEnd::Exit(status),
            (None, Answer::Signal(signal)) => NativeEnd::Signal(signal),
            (None, Answer::Failed(reason)) => {
                return Err(io::Error::other(format!("the sandbox failed: {reason}")));
            }
            (None, Answer::Nothing) => {
                return Err(io::Error::other("the sandbox was ended from outside"));
            }
        };
        let mut messages = Vec::new();
        File::open(&self.messages)?.take(MESSAGE_LIMIT).read_to_end(&mut messages)?;
        let _ = fs::remove_file(&self.messages);
        let messages = String::from_utf8_lossy(&messages).into_owned();
        Ok(NativeRun { end, messages, delivery: Delivery::default() })
    }
}

/// Removes a run's directory, also if the program has closed parts of it to itself.
pub(crate) fn remove(directory: &Path) {
    fn reopen(directory: &Path) {
        let _ = fs::set_permissions(directory, fs::Permissions::from_mode(0o700));
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                reopen(&entry.path());
            }
        }
    }
    if fs::remove_dir_all(directory).is_err() {
        reopen(directory);
        // What is left goes with the replayer's directory, or stays.
        let _ = fs::remove_dir_all(directory);
    }
}

/// A tool of LLVM, by its versioned name.
pub(crate) fn tool(name: &str) -> Command {
    let mut command = if name == "clang" {
        let clang = std::env::var_os("LARIAT_CLANG").filter(|program| !program.is_empty());
        Command::new(clang.unwrap_or_else(|| "clang-19".into()))
    } else {
        Command::new(format!("{name}-19"))
    };
    // In a group of its own: Ctrl-C is for Lariat, which ends tools when it wants to.
    command.env("LC_ALL", "C").stdin(Stdio::null()).process_group(0);
    command
}

/// Where LLVM's symbolizer really is; without it sanitizers cannot say lines.
pub(crate) fn symbolizer() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|directory| directory.join("llvm-symbolizer-19"))
        .find(|file| file.is_file())
        .and_then(|file| file.canonicalize().ok())
}

/// Ends a process and what it has started.
fn kill_group(child: &Child) {
    if let Ok(group) = i32::try_from(child.id())
        && let Some(group) = rustix::process::Pid::from_raw(group)
    {
        // Fails if the whole group has ended, which is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Runs a tool to its end; its complaint is the error.
pub(crate) fn finish(command: &mut Command, until: &Until) -> Result<Output, String> {
    tracing::debug!(?command, "running a tool");
    if let Some(why) = until.over() {
        return Err(why.to_owned());
    }
    let program = command.get_program().to_string_lossy().into_owned();
    let failed =
        |error: io::Error| format!("{program} could not be run ({error}); run `make setup`");
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let stdout = scope.spawn(|| read_all(stdout));
        let stderr = scope.spawn(|| read_all(stderr));
        let status = loop {
            match child.wait_timeout(until.pause()).map_err(failed)? {
                Some(status) => break Ok(status),
                None => {
                    if let Some(why) = until.over() {
                        kill_group(&child);
                        let _ = child.wait();
                        break Err(why.to_owned());
                    }
                }
            }
        };
        // A reader ends with the tool; one that panics has read nothing.
        let (stdout, stderr) =
            (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default());
        let status = status?;
        if status.success() {
            return Ok(Output { status, stdout, stderr });
        }
        let messages = String::from_utf8_lossy(&stderr);
        Err(format!("{program} failed ({status}): {}", messages.trim()))
    })
}

/// Everything that comes through a pipe.
fn read_all(pipe: Option<impl io::Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // What could be read is all there is.
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

/// Applies a function to all items, several at a time. The results are in the order of the items.
pub(crate) fn parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((number, item)) = {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    items.get(number).map(|item| (number, item))
                } {
                    let result = work(item);
                    *results[number].lock().unwrap_or_else(|poison| poison.into_inner()) =
                        Some(result);
                }
            });
        }
    });
    let result =
        |slot: Mutex<Option<R>>| slot.into_inner().unwrap_or_else(|poison| poison.into_inner());
    // A worker that panics makes the scope panic, so every item has its result here.
    results.into_iter().filter_map(result).collect()
}
