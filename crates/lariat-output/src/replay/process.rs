//! Running other programs: LLVM's tools, and the program under test with limits on its time and on what it may write.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use wait_timeout::ChildExt as _;

use crate::replay::delivery::Delivery;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeEnd {
    /// With an exit status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// It took too long and was killed.
    TimedOut,
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

/// Sets limits and becomes the program. Virtual memory is not limited: sanitizers reserve a large part of the address space.
/// A limit that the machine's own is below already is left as it is.
const LIMITED: &str = "ulimit -c 0; ulimit -s 8192 2>/dev/null; ulimit -t \"$1\" 2>/dev/null; \
    ulimit -f 262144 2>/dev/null; shift; exec \"$@\"";

/// A program to run with limits.
pub(crate) struct Limited<'r> {
    pub(crate) executable: &'r Path,
    pub(crate) arguments: &'r [Vec<u8>],
    pub(crate) environment: Vec<(&'static str, std::ffi::OsString)>,
    /// Where it runs, and where it may leave files.
    pub(crate) directory: &'r Path,
    /// Where its messages go.
    pub(crate) messages: PathBuf,
    pub(crate) time: Duration,
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
        use std::os::unix::ffi::OsStrExt as _;
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(LIMITED).arg("sh");
        command.arg((self.time.as_secs() + 1).to_string()).arg(self.executable);
        command.args(self.arguments.iter().map(|bytes| std::ffi::OsStr::from_bytes(bytes)));
        command.current_dir(self.directory).env_clear().envs(self.environment.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&self.messages)?);
        // In a group of its own, so that what it starts is ended with it.
        command.process_group(0);
        let mut child = command.spawn()?;
        let started = Instant::now();
        let status = loop {
            let left = self.time.saturating_sub(started.elapsed());
            let status = child.wait_timeout(left.min(self.until.pause()))?;
            if status.is_some() || left.is_zero() || self.until.over().is_some() {
                break status;
            }
        };
        kill_group(&child);
        let end = match status {
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => NativeEnd::Exit(code),
                (None, signal) => NativeEnd::Signal(signal.unwrap_or(0)),
            },
            None => {
                child.wait()?;
                // A run that was cut short has not shown that it takes long.
                if started.elapsed() < self.time
                    && let Some(why) = self.until.over()
                {
                    return Err(io::Error::other(why));
                }
                NativeEnd::TimedOut
            }
        };
        let mut messages = Vec::new();
        File::open(&self.messages)?.take(MESSAGE_LIMIT).read_to_end(&mut messages)?;
        let _ = fs::remove_file(&self.messages);
        let messages = String::from_utf8_lossy(&messages).into_owned();
        Ok(NativeRun { end, messages, delivery: Delivery::default() })
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

/// Where LLVM's symbolizer is; without it sanitizers cannot say lines.
pub(crate) fn symbolizer() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|directory| directory.join("llvm-symbolizer-19"))
        .find(|file| file.is_file())
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
