//! Native runs are kept in: programs that try to do harm do none, with each mechanism that this machine has, and their bugs are still
//! confirmed. All harm is aimed at what these tests have made, and would show there.

use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::support::{Place, Ran};

/// All mechanisms, by the names that the environment variable has for them.
const MECHANISMS: [&str; 3] = ["namespaces", "user-namespaces", "landlock"];

/// What a run says where a mechanism does not work.
const NO_SANDBOX: &str = "this system has no sandbox for it";

fn lariat(place: &Place, mechanism: &str, words: &str) -> Ran {
    let mut command = place.command(words);
    command.env("LARIAT_SANDBOX", mechanism).env("HOME", place.path().join("victim/home"));
    command.output().expect("lariat runs").into()
}

/// A process that the program is to leave alone.
struct Bystander(Child);

impl Bystander {
    fn new(directory: &Path) -> Bystander {
        let mut command = Command::new("sleep");
        let child = command.arg("600").current_dir(directory).env("SECRET", "secret").spawn();
        Bystander(child.expect("a process"))
    }

    fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Bystander {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Everything about the files below a directory that a program could change.
fn state(directory: &Path) -> Vec<(PathBuf, u32, u64, i64, Vec<u8>)> {
    let mut all = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(path) = open.pop() {
        let status = path.symlink_metadata().expect("it is there");
        let mut bytes = Vec::new();
        if status.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a directory");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if status.is_file() {
            bytes = std::fs::read(&path).expect("a file");
        }
        all.push((path, status.mode(), status.uid().into(), status.mtime_nsec(), bytes));
    }
    all.sort();
    all
}

/// How many processes have a name.
fn named(name: &str) -> usize {
    let entries = std::fs::read_dir("/proc").expect("processes").flatten();
    let names = entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("comm")).ok());
    names.filter(|own| own.trim() == name).count()
}

#[test]
fn harm_is_not_done_and_bugs_are_confirmed() {
    let mut working = 0;
    for mechanism in MECHANISMS {
        let place = Place::new();
        // Everybody may do everything there: only the sandbox is in the way.
        for (name, text) in [("file", "dear"), ("home/.ssh/id_ed25519", "key"), ("open", "open")] {
            let file = place.write(&format!("victim/{name}"), text);
            std::fs::set_permissions(file, PermissionsExt::from_mode(0o666)).unwrap();
        }
        let victim = place.path().join("victim");
        std::fs::create_dir(victim.join("empty")).unwrap();
        for directory in ["", "home", "home/.ssh", "empty"].map(|name| victim.join(name)) {
            std::fs::set_permissions(directory, PermissionsExt::from_mode(0o777)).unwrap();
        }
        std::fs::set_permissions(place.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let bystander = Bystander::new(&victim);
        let network = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = network.local_addr().unwrap().port();
        let packets = UdpSocket::bind(("127.0.0.1", port)).expect("the same port");
        let local = UnixListener::bind(victim.join("socket")).expect("a socket");
        let hidden = SocketAddr::from_abstract_name(format!("lariat-{port}")).unwrap();
        let hidden = UnixListener::bind_addr(&hidden).expect("a hidden socket");
        network.set_nonblocking(true).unwrap();
        packets.set_nonblocking(true).unwrap();
        local.set_nonblocking(true).unwrap();
        hidden.set_nonblocking(true).unwrap();
        let is_root = rustix::process::geteuid().is_root();
        let has_limit = !(is_root && mechanism == "user-namespaces");
        let program = include_str!("attacks/everything.c")
            .replace("@VICTIM@", &victim.display().to_string())
            .replace("@PROCESS@", &bystander.id().to_string())
            .replace("@PORT@", &port.to_string())
            .replace("@HAS_TMP@", if mechanism == "landlock" { "0" } else { "1" })
            .replace("@HAS_LIMIT@", if has_limit { "1" } else { "0" });
        place.write("harm.c", &program);
        let before = state(&victim);
        // With a file open that Lariat knows nothing of.
        let script = "exec \"$0\" test harm.c --replay-time 10m 9<>victim/open";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_lariat")])
            .current_dir(place.path())
            .env("LARIAT_SANDBOX", mechanism)
            .env("HOME", victim.join("home"))
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let ran = Ran::from(output);
        assert_eq!(before, state(&victim), "{mechanism}: {}", ran.out);
        let nobody = |kind| assert_eq!(kind, ErrorKind::WouldBlock, "{mechanism}");
        nobody(network.accept().expect_err("a connection").kind());
        nobody(packets.recv(&mut [0; 8]).expect_err("a packet").kind());
        nobody(local.accept().expect_err("a local connection").kind());
        nobody(hidden.accept().expect_err("a hidden connection").kind());
        assert_eq!(named(&format!("stay{}", bystander.id())), 0, "{mechanism}");
        let files = std::fs::read_to_string(format!("/proc/{}/limits", bystander.id())).unwrap();
        assert!(!files.contains("Max open files            0 "), "{mechanism}: {files}");
        assert!(named("sleep") > 0);
        if ran.out.contains(NO_SANDBOX) {
            continue;
        }
        working += 1;
        let ran = ran.exits(1);
        assert!(ran.out.contains("confirmed"), "{mechanism}: {}", ran.out);
        // The bug's line in the summary, after all that was tried while the sanitizer reported it.
        let stats = place.json("lariat-out/stats.json");
        assert_eq!(stats["bugs"][0]["verdict"]["result"], "confirmed", "{mechanism}: {}", ran.out);
    }
    assert!(working > 0, "no mechanism works on this machine");
}

/// Leaves a process behind that has left its session, and does not end itself.
const HANGS: &str = r#"
#include <klee/klee.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 7) {
        if (!klee_is_symbolic(x)) {
            if (fork() == 0) {
                setsid();
                if (fork() == 0)
                    prctl(PR_SET_NAME, "@NAME@");
            }
            sleep(120);
        }
        int *nothing = 0;
        *nothing = 1;
    }
    return 0;
}
"#;

#[test]
fn the_end_of_the_time_ends_all_processes() {
    for mechanism in MECHANISMS {
        let place = Place::new();
        let name = format!("hang{}{}", std::process::id() % 100_000, &mechanism[..1]);
        place.write("hangs.c", &HANGS.replace("@NAME@", &name));
        let ran = lariat(&place, mechanism, "test hangs.c --replay-time 1s --no-coverage").exits(3);
        let is_stopped = ran.out.contains("not confirmed: timed out after 1 s");
        assert!(is_stopped || ran.out.contains(NO_SANDBOX), "{mechanism}: {}", ran.out);
        assert_eq!(named(&name), 0, "{mechanism}");
    }
}

/// Leaves processes behind that fork and end all the time, so that none of them is there for long. They stop by themselves some day.
const COMETS: &str = r#"
#include <klee/klee.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 7) {
        if (!klee_is_symbolic(x)) {
            for (int i = 0; i < 4; i++) {
                if (fork() == 0) {
                    prctl(PR_SET_NAME, "@NAME@");
                    prctl(PR_SET_PDEATHSIG, 0);
                    signal(SIGTERM, SIG_IGN);
                    for (int j = 0; j < 100000; j++) {
                        setsid();
                        if (fork() > 0)
                            _exit(0);
                    }
                    _exit(0);
                }
            }
        }
        int *nothing = 0;
        *nothing = 1;
    }
    return 0;
}
"#;

#[test]
fn processes_that_flee_are_ended_and_no_file_is_left() {
    for mechanism in MECHANISMS.into_iter().chain(["none"]) {
        let place = Place::new();
        let name = format!("comet{}{}", std::process::id() % 100_000, &mechanism[..1]);
        place.write("comets.c", &COMETS.replace("@NAME@", &name));
        let temporary = place.path().join("temporary");
        std::fs::create_dir(&temporary).unwrap();
        std::fs::set_permissions(place.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let more = if mechanism == "none" { " --unsandboxed" } else { "" };
        let mut command = place.command(&format!("test comets.c{more}"));
        command.env("LARIAT_SANDBOX", mechanism).env("TMPDIR", &temporary);
        let ran = Ran::from(command.output().expect("lariat runs"));
        assert_eq!(named(&name), 0, "{mechanism}");
        assert_eq!(place.files("temporary"), Vec::<String>::new(), "{mechanism}");
        assert!(std::fs::read_dir(&temporary).unwrap().next().is_none(), "{mechanism}");
        let is_confirmed = ran.out.contains("    confirmed: ");
        assert!(is_confirmed || ran.out.contains(NO_SANDBOX), "{mechanism}: {}", ran.out);
    }
}

#[test]
fn if_lariat_is_killed_native_runs_end() {
    for mechanism in MECHANISMS {
        let place = Place::new();
        let name = format!("left{}{}", std::process::id() % 100_000, &mechanism[..1]);
        place.write("hangs.c", &HANGS.replace("@NAME@", &name));
        let mut command = place.command("test hangs.c --replay-time 100s --no-coverage");
        command.env("LARIAT_SANDBOX", mechanism).stdout(Stdio::null()).stderr(Stdio::null());
        let mut lariat = command.spawn().expect("lariat runs");
        let pause = || std::thread::sleep(std::time::Duration::from_millis(10));
        // Where the mechanism does not work, it ends by itself.
        while named(&name) == 0 && lariat.try_wait().expect("a process").is_none() {
            pause();
        }
        lariat.kill().expect("a process");
        lariat.wait().expect("a process");
        // If nobody ends them, they end themselves, after more looks than these.
        let looks = (0..3000).take_while(|_| {
            pause();
            named(&name) > 0
        });
        assert!(looks.count() < 3000, "{mechanism}");
    }
}

/// Leaves a mark where it was run.
const MARKS: &str = r#"
#include <fcntl.h>
#include <klee/klee.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!klee_is_symbolic(x))
        creat("@MARK@", 0600);
    if (x == 7) {
        int *nothing = 0;
        *nothing = 1;
    }
    return 0;
}
"#;

#[test]
fn without_a_sandbox_nothing_is_run_unless_the_user_says_so() {
    let place = Place::new();
    let mark = place.path().join("mark");
    place.write("marks.c", &MARKS.replace("@MARK@", &mark.display().to_string()));
    let commands = [
        "test marks.c",
        "reach marks.c --target marks.c:12",
        "verify marks.c --property valid-memsafety",
        "replay lariat-out",
    ];
    for command in commands {
        if command.starts_with("replay") {
            lariat(&place, "none", "test marks.c").exits(3);
        }
        let ran = lariat(&place, "none", command);
        assert!(matches!(ran.code, Some(2 | 3)), "{command}: {}{}", ran.out, ran.err);
        assert!((ran.out.clone() + &ran.err).contains(NO_SANDBOX), "{command}: {}", ran.out);
        assert!(
            ran.out.contains("--unsandboxed") || ran.err.contains("--unsandboxed"),
            "{command}"
        );
        assert!(!mark.exists(), "{command}");
        if command.starts_with("replay") {
            lariat(&place, "none", "test marks.c --unsandboxed").exits(1);
            std::fs::remove_file(&mark).expect("the mark");
        }
        // With a sandbox the answer is there, and the mark is not.
        let code = if command.starts_with("reach") { 0 } else { 1 };
        place.lariat(command).exits(code);
        assert!(!mark.exists(), "{command}");
        lariat(&place, "none", &format!("{command} --unsandboxed")).exits(code);
        assert!(mark.exists(), "{command}");
        std::fs::remove_file(&mark).expect("the mark");
    }
}
