//! Native runs happen in a sandbox: an input that Lariat finds is meant to be dangerous, and the program is run on it.
//!
//! # What is promised
//!
//! Whatever the program does before, during and after a bug:
//!
//! 1. It changes no file but its own: those in its working directory, in a `/tmp` of its own, and the record of the run. All are new, and
//!    gone after the run.
//! 2. It reads system files and its own, and none of a user's: no home directories, no keys, no passwords.
//! 3. It speaks to no network and to no other process: no sockets but pairs, no signals, no looking into others, no shared memory.
//! 4. It gains no rights: programs that run as another user (setuid) do not, and there are no capabilities to use.
//! 5. It gets no open file of Lariat's or of whoever started Lariat, except for the file that takes its messages.
//! 6. It is limited: time, memory, processes, open files, the size of a file and of all files ([`Limits`]).
//! 7. When the run ends, everything that it started ends, also what has left its session.
//! 8. If any of this cannot be set up, the program is not started.
//!
//! Sanitizers keep what they need: `/proc/self`, the symbolizer and a process for it, `ptrace` among the program's own processes (that is how
//! LeakSanitizer works), and as much address space as they like. That is why memory is limited by what is used, not by what is mapped.
//!
//! # How it is kept
//!
//! A small helper, `runtime/native/sandbox.c`, is compiled into Lariat. It sets everything up in a process of its own, which has one thread, and
//! then becomes the program. The mechanisms, the strongest that works first:
//!
//! | | namespaces | Landlock |
//! | --- | --- | --- |
//! | needs | Linux 5.14, and root or user namespaces | Linux 5.13 |
//! | 1, 2 files | a new root: read-only mounts of [`view`]'s list, file systems in memory | rules for the same list |
//! | 3 network | no network there; filter | filter |
//! | 3 processes | none there | Landlock: `ptrace`, and signals since 6.12; before, the filter |
//! | 4 rights | no new privileges, no capabilities; root becomes a user that nobody is | the same |
//! | 5 open files | closed | closed |
//! | 6 processes | limit, for a user of its own or in a user namespace of its own | limit above what the user has |
//! | 6 files | size of the file systems | looked at 20 times a second |
//! | 7 the end | the kernel ends a namespace with its first process | orphans come to the helper, which ends them |
//!
//! *Filter* is a system call filter, [`filter`](self::filter::filter); both have one. It also refuses what could weaken the rest: mounts, namespaces,
//! `io_uring`, keys, modules, BPF. Landlock alone does not protect modes, owners and times, so there the filter does.
//!
//! If Lariat ends in any way, also by SIGKILL, the helper ends the run.
//!
//! Landlock differs for a user in this: there is no `/tmp` of its own, so programs cannot write there; names, sizes and dates of all files can
//! be seen (not their contents), and so can the command lines of other processes; and if the helper itself is killed from outside, what the
//! program has started runs on.
//! In a chroot there are no user namespaces, and in most containers neither; there it is Landlock.
//!
//! What is trusted: the kernel, the helper, and that nobody else is the user that a run of root's becomes. The compiler runs outside.

mod filter;
mod ruleset;
mod tree;
mod view;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use view::Part;

pub(crate) use tree::excess;

/// How much a native run may use, all its processes together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// Processes and threads. A sanitizer needs three, and programs that fork a handful. 256 end a fork bomb within milliseconds.
    pub(crate) processes: u64,
    /// Bytes of one file, as before there was a sandbox.
    pub(crate) file_size: u64,
    /// Bytes in the working directory, and in `/tmp`. No program of the tests writes more than 1 MB.
    pub(crate) written: u64,
    /// Bytes of memory, at most. A sanitizer's own limit (`hard_rss_limit_mb`) is lower and should be the one that is met first.
    pub(crate) memory: u64,
    /// Open sockets and pipes. Their buffers are memory that counts for no process, up to 400 KB for each; this keeps them below 2 GB.
    pub(crate) buffers: usize,
    /// Files in the working directory, where nothing else limits them.
    pub(crate) files: u64,
}

/// The limits of all native runs.
pub(crate) const LIMITS: Limits = Limits {
    processes: 256,
    file_size: 128 << 20,
    written: 256 << 20,
    memory: 4 << 30,
    buffers: 4096,
    files: 16_384,
};

/// What a native run may use even if Lariat itself may not. Sanitizer and symbolizer take 200 MB with a program of 10 000 lines.
pub(crate) const LEAST_MEMORY: u64 = 512 << 20;

/// What keeps a program in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mechanism {
    /// Namespaces made by root; the program is a user of its own.
    Namespaces,
    /// Namespaces made by anybody.
    UserNamespaces,
    /// Landlock of a version. The program is the user that runs Lariat, or one of its own.
    Landlock { version: u32, own_user: bool },
    /// Nothing: the user has allowed it.
    Unsandboxed,
}

/// Says which mechanisms may be used, for tests: `namespaces`, `user-namespaces`, `landlock` or `none`. It can only take away.
const ONLY: &str = "LARIAT_SANDBOX";

/// The name of the helper in a replayer's directory, and as a process.
pub const HELPER: &str = "sandbox";

/// Runs programs so that they do no harm.
#[derive(Debug)]
pub(crate) struct Sandbox {
    helper: PathBuf,
    mechanism: Mechanism,
    filter: PathBuf,
    /// An empty directory, where the program's root is put together.
    root: PathBuf,
    parts: Vec<Part>,
}

/// A program to run.
pub(crate) struct Start<'s> {
    pub(crate) executable: &'s Path,
    pub(crate) arguments: &'s [Vec<u8>],
    pub(crate) environment: &'s [(&'static str, OsString)],
    /// Its working directory. It exists and is empty.
    pub(crate) work: &'s Path,
    /// Files and directories that it may read, besides the system's.
    pub(crate) reads: &'s [&'s Path],
    /// Files that it may write. They exist.
    pub(crate) writes: &'s [PathBuf],
    pub(crate) messages: Stdio,
    pub(crate) time: Duration,
}

impl Sandbox {
    /// Prepares a sandbox with the strongest mechanism there is, in a directory of a replayer.
    pub(crate) fn new(
        directory: &Path,
        tool: Option<&Path>,
        unsandboxed: bool,
    ) -> Result<Sandbox, String> {
        let failed = |error: io::Error| format!("the sandbox cannot be prepared: {error}");
        let helper = directory.join(HELPER);
        let root = directory.join("root");
        fs::write(&helper, lariat_runtime::SANDBOX).map_err(failed)?;
        open_to_all(&helper).map_err(failed)?;
        // Whoever runs the program may go through, and sees only what is named.
        fs::set_permissions(directory, fs::Permissions::from_mode(0o711)).map_err(failed)?;
        fs::create_dir(&root).map_err(failed)?;
        let mut sandbox = Sandbox {
            helper,
            mechanism: Mechanism::Unsandboxed,
            filter: directory.join("filter"),
            root,
            parts: view::system(tool),
        };
        if unsandboxed {
            return Ok(sandbox);
        }
        // What a system offers does not change while Lariat runs.
        static FOUND: OnceLock<Result<Mechanism, String>> = OnceLock::new();
        sandbox.mechanism = FOUND.get_or_init(|| sandbox.find(directory)).clone()?;
        fs::write(&sandbox.filter, filter::filter(sandbox.mechanism)).map_err(failed)?;
        Ok(sandbox)
    }

    /// Tries the mechanisms, the strongest first, on a program that does nothing.
    fn find(&self, directory: &Path) -> Result<Mechanism, String> {
        let only = std::env::var(ONLY).unwrap_or_default();
        let mut reasons = Vec::new();
        for mechanism in self.candidates() {
            let name = mechanism.name();
            if !only.is_empty() && only != name {
                continue;
            }
            match self.try_out(mechanism, directory) {
                Ok(()) => {
                    tracing::debug!(?mechanism, "native runs are kept in");
                    return Ok(mechanism);
                }
                Err(reason) => reasons.push(format!("{name}: {reason}")),
            }
        }
        let reasons = match reasons.is_empty() {
            true => "neither namespaces nor Landlock".to_owned(),
            false => reasons.join("; "),
        };
        Err(format!(
            "this system has no sandbox for it ({reasons}); --unsandboxed runs it without one"
        ))
    }

    fn candidates(&self) -> Vec<Mechanism> {
        let is_root = rustix::process::geteuid().is_root();
        let version = Command::new(&self.helper).arg("landlock-version").output();
        let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        let version: u32 = version.ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let mut all = Vec::new();
        if is_root {
            all.push(Mechanism::Namespaces);
        }
        all.push(Mechanism::UserNamespaces);
        if version > 0 {
            if is_root {
                all.push(Mechanism::Landlock { version, own_user: false });
            }
            all.push(Mechanism::Landlock { version, own_user: true });
        }
        all
    }

    fn try_out(&self, mechanism: Mechanism, directory: &Path) -> Result<(), String> {
        let filter = directory.join(format!("filter-{mechanism:?}"));
        let work = directory.join("trial");
        let sandbox = Sandbox {
            mechanism,
            filter: filter.clone(),
            helper: self.helper.clone(),
            root: self.root.clone(),
            parts: self.parts.clone(),
        };
        let result = (|| {
            fs::write(&filter, filter::filter(mechanism))?;
            fs::create_dir(&work)?;
            let start = Start {
                executable: &self.helper,
                arguments: &[b"nothing".to_vec()],
                environment: &[],
                work: &work,
                reads: &[&self.helper],
                writes: &[],
                messages: Stdio::null(),
                time: Duration::from_secs(10),
            };
            let mut running = sandbox.start(start)?;
            running.child.wait()?;
            running.answer()
        })();
        let _ = fs::remove_dir_all(&work);
        let _ = fs::remove_file(&filter);
        match result {
            Ok(Answer::Exit(0)) => Ok(()),
            Ok(Answer::Failed(reason)) => Err(reason),
            Ok(answer) => Err(format!("a trial ended with {answer:?}")),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Whether there is a limit on what is written, without looking.
    pub(crate) fn limits_files(&self) -> bool {
        matches!(self.mechanism, Mechanism::Namespaces | Mechanism::UserNamespaces)
    }

    /// Starts a program.
    pub(crate) fn start(&self, start: Start<'_>) -> io::Result<Running> {
        use std::os::unix::ffi::OsStrExt as _;
        let user = self.mechanism.other_user().then(next_user);
        let owner = user.unwrap_or_else(|| rustix::process::geteuid().as_raw());
        self.hand_over(&start, user)?;
        let mut command = Command::new(&self.helper);
        let mut say = |word: &str, value: &OsStr| {
            command.arg(word).arg(value);
        };
        let mut number = |word: &str, value: u64| say(word, value.to_string().as_ref());
        number("owner", owner.into());
        number("size", LIMITS.written);
        number("cpu", start.time.as_secs() + 1);
        number("file-size", LIMITS.file_size);
        if let Some(most) = self.most_processes() {
            number("processes", most);
        }
        if let Some(user) = user {
            number("user", user.into());
        }
        say("kind", self.mechanism.name().as_ref());
        if self.mechanism != Mechanism::Unsandboxed {
            say("filter", self.filter.as_ref());
        }
        if self.limits_files() {
            say("root", self.root.as_ref());
            for part in &self.parts {
                match part {
                    Part::Read(path) => say("read", path.as_ref()),
                    Part::Link(path) => say("link", path.as_ref()),
                }
            }
            for device in view::DEVICES.into_iter().filter(|path| Path::new(path).exists()) {
                say("device", device.as_ref());
            }
            for stream in view::STREAMS {
                say("alias", stream.as_ref());
            }
            say("new", "/tmp".as_ref());
            for path in ["/var/tmp", "/dev/shm"] {
                say("stands", path.as_ref());
            }
            for path in start.reads {
                say("read", path.as_ref());
            }
            for path in start.writes {
                say("write", path.as_ref());
            }
        }
        say("work", start.work.as_ref());
        command.arg("--").arg(start.executable);
        command.args(start.arguments.iter().map(|bytes| OsStr::from_bytes(bytes)));
        command.env_clear().envs(start.environment.iter().cloned());
        // Ctrl-C is for Lariat, which ends a run when it wants to.
        command.process_group(0).stdout(Stdio::piped()).stderr(start.messages);
        command.stdin(match self.mechanism {
            Mechanism::Landlock { .. } => {
                ruleset::make(&self.parts, start.reads, start.writes, start.work)?
            }
            _ => Stdio::null(),
        });
        Ok(Running { child: spawn(&mut command)? })
    }

    /// Gives a user of its own what it needs.
    fn hand_over(&self, start: &Start<'_>, user: Option<u32>) -> io::Result<()> {
        let Some(user) = user else { return Ok(()) };
        let own = |path: &Path| std::os::unix::fs::chown(path, Some(user), Some(user));
        own(start.work)?;
        start.writes.iter().try_for_each(|path| own(path))?;
        start.reads.iter().try_for_each(|path| open_to_all(path))?;
        open_to_all(start.executable)
    }

    /// The kernel counts what a user has. With a user of its own, or in a user namespace, that is the program's.
    fn most_processes(&self) -> Option<u64> {
        match self.mechanism {
            Mechanism::Landlock { own_user: true, .. } => {
                Some(LIMITS.processes + tree::of_user(rustix::process::geteuid().as_raw()))
            }
            Mechanism::Unsandboxed => None,
            _ => Some(LIMITS.processes),
        }
    }
}

impl Mechanism {
    /// What the helper calls it, too.
    fn name(self) -> &'static str {
        match self {
            Mechanism::Namespaces => "namespaces",
            Mechanism::UserNamespaces => "user-namespaces",
            Mechanism::Landlock { .. } => "landlock",
            Mechanism::Unsandboxed => "none",
        }
    }

    /// Whether the program is not the user that runs Lariat.
    fn other_user(self) -> bool {
        matches!(self, Mechanism::Namespaces | Mechanism::Landlock { own_user: false, .. })
    }
}

/// A user that nobody is, another one for each run. Systems give out numbers below 2^30 at most; those of other processes of Lariat differ.
fn next_user() -> u32 {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let process = std::process::id() % (1 << 22);
    0x6000_0000 + process * 256 + RUNS.fetch_add(1, Ordering::Relaxed) % 256
}

/// Lets everybody read a file or enter a directory, and run it if somebody can.
fn open_to_all(path: &Path) -> io::Result<()> {
    let is_helper = path.file_name().is_some_and(|name| name == HELPER);
    let mode = fs::metadata(path)?.mode() & 0o777;
    let wanted = mode | if is_helper || mode & 0o100 != 0 { 0o555 } else { 0o444 };
    match wanted == mode {
        true => Ok(()),
        false => fs::set_permissions(path, fs::Permissions::from_mode(wanted)),
    }
}

/// Another thread may be starting something at this moment with the helper's file still open; that is over soon.
fn spawn(command: &mut Command) -> io::Result<Child> {
    for _ in 0..1000 {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(Duration::from_millis(1));
            }
            result => return result,
        }
    }
    command.spawn()
}

/// What the helper says of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Exit(i32),
    Signal(i32),
    /// The program was not started.
    Failed(String),
    /// The run was ended.
    Nothing,
}

/// A program that runs, and the helper that waits for it.
pub(crate) struct Running {
    pub(crate) child: Child,
}

impl Running {
    /// Ends the program and everything that it has started.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        use wait_timeout::ChildExt as _;
        if let Some(helper) =
            i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            // Fails if it has ended, which is what is wanted.
            let _ = rustix::process::kill_process(helper, rustix::process::Signal::TERM);
        }
        // The helper has only to wait until the others are gone.
        if self.child.wait_timeout(Duration::from_secs(10))?.is_none() {
            self.child.kill()?;
            self.child.wait()?;
        }
        Ok(())
    }

    /// What the helper has said, after it has ended.
    pub(crate) fn answer(&mut self) -> io::Result<Answer> {
        let mut text = String::new();
        if let Some(stdout) = self.child.stdout.take() {
            stdout.take(4096).read_to_string(&mut text)?;
        }
        let line = text.lines().next().unwrap_or_default();
        let (word, rest) = line.split_once(' ').unwrap_or_default();
        Ok(match (word, rest.parse()) {
            ("exit", Ok(status)) => Answer::Exit(status),
            ("signal", Ok(signal)) => Answer::Signal(signal),
            ("failed", _) => Answer::Failed(rest.to_owned()),
            _ => Answer::Nothing,
        })
    }
}
