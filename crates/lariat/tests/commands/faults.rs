//! What happens when something goes wrong around a run: limits, signals, disks, hostile programs. There is a clear message and the
//! right exit code, everything found so far is on disk, and nothing is half-written.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Place, Ran};
use rustix::process::{Pid, Signal, kill_process};

/// Forks without end, after a bug that is found at once.
const ENDLESS: &str = r#"
#include <klee/klee.h>
int main(void)
{
    unsigned char text[64];
    unsigned sum = 0;
    klee_make_symbolic(text, sizeof text, "text");
    if (text[0] == 'a') {
        int *nothing = 0;
        *nothing = 1;
    }
    for (unsigned i = 0; i < sizeof text; i++)
        for (unsigned j = 0; j < sizeof text; j++)
            if (text[i] > text[j])
                sum = sum * 3 + i;
    return (int)(sum % 2);
}
"#;

/// Waits until something is there; ten minutes are long enough on any machine.
fn wait_for(mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(600), "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn start(place: &Place, words: &str) -> Child {
    let mut command = place.command(words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("lariat runs")
}

fn send(child: &Child, signal: Signal) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("a process");
    kill_process(pid, signal).expect("it can be signalled");
}

fn end(child: Child) -> Ran {
    child.wait_with_output().expect("it ends").into()
}

fn has_bug(place: &Place) -> bool {
    place.files("lariat-out").iter().any(|file| file.ends_with("report.json"))
}

fn reasons(stats: &serde_json::Value) -> Vec<&str> {
    let left_out = stats["left_out"].as_array().expect("a list");
    left_out.iter().filter_map(|left_out| left_out["name"].as_str()).collect()
}

#[test]
fn interrupts_end_a_run_with_everything_written() {
    for signal in [Signal::INT, Signal::TERM] {
        let place = Place::new();
        place.write("endless.c", ENDLESS);
        let child = start(&place, "test endless.c --time 10m");
        // The bug is there before the run ends, for whoever looks and whatever happens next.
        wait_for(|| has_bug(&place));
        send(&child, signal);
        let ran = end(child).exits(1);
        assert!(ran.out.contains("the run was interrupted"), "{}", ran.out);
        assert!(ran.err.contains("lariat: stopping"), "{}", ran.err);
        place.is_whole("lariat-out");
        let stats = place.json("lariat-out/stats.json");
        assert_eq!(reasons(&stats), ["interrupted"]);
        assert_eq!(stats["bugs"][0]["verdict"]["result"], "confirmed");
        assert!(place.read("lariat-out/run.log").contains("null-dereference"));
        let ran = place.lariat("replay lariat-out").exits(1);
        assert!(ran.out.contains("bug-001-null-dereference: confirmed"), "{}", ran.out);
    }
}

/// The solver works on one question, and nobody else has anything to do.
const HARD: &str = r#"
#include <klee/klee.h>
int main(void)
{
    unsigned long a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    if (a > 1 && b > 1 && a < b && b < 0x100000000 && a * b == 0xfffffff3a000007bul)
        return 1;
    while (a * a * b + a != b * b + 7 && a * b != 0x123456789abcdef1ul)
        a = a * b * b + 1;
    return 0;
}
"#;

#[test]
fn interrupts_are_heard_while_the_solver_works() {
    let commands = [
        "test hard.c --no-coverage",
        "verify hard.c --property no-overflow --json",
        "verify hard.c --property termination",
        "reach hard.c --target hard.c:9",
    ];
    for command in commands {
        let place = Place::new();
        place.write("hard.c", HARD);
        // If it is not heard, the reason is another one.
        let child = start(&place, &format!("{command} --time 60s --query-time 60s"));
        wait_for(|| place.path().join("lariat-out/run.log").is_file());
        std::thread::sleep(Duration::from_millis(200));
        send(&child, Signal::INT);
        let ran = end(child).exits(3);
        assert!(ran.out.contains("the run was interrupted"), "{command}: {}", ran.out);
        place.is_whole("lariat-out");
    }
}

/// Natively nothing is symbolic, so this hangs where Lariat goes on.
const HANGS: &str = r#"
#include <klee/klee.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 7) {
        while (!klee_is_symbolic(x)) {
        }
        int *nothing = 0;
        *nothing = 1;
    }
    return 0;
}
"#;

#[test]
fn a_second_interrupt_skips_the_native_replay() {
    let place = Place::new();
    place.write("hangs.c", HANGS);
    let child = start(&place, "test hangs.c --replay-time 10m");
    wait_for(|| has_bug(&place));
    send(&child, Signal::INT);
    // Two signals that are sent too quickly are one.
    std::thread::sleep(Duration::from_millis(300));
    send(&child, Signal::INT);
    let ran = end(child).exits(3);
    assert!(ran.out.contains("it was interrupted"), "{}", ran.out);
    place.is_whole("lariat-out");
    assert!(has_bug(&place));
}

#[test]
fn native_runs_that_hang_or_die_confirm_nothing() {
    let place = Place::new();
    place.write("hangs.c", HANGS);
    let ran = place.lariat("test hangs.c --replay-time 200ms").exits(3);
    assert!(ran.out.contains("not confirmed: timed out after 0.2 s"), "{}", ran.out);
    assert!(ran.out.contains("no confirmed bugs"), "{}", ran.out);

    let dies = HANGS.replace("while", "if").replace("{\n        }", "raise(9);");
    place.write("dies.c", &format!("#include <signal.h>\n{dies}"));
    let ran = place.lariat("test dies.c --external warn-havoc").exits(3);
    assert!(ran.out.contains("not confirmed: ended by signal 9"), "{}", ran.out);
    place.is_whole("lariat-out");
}

#[test]
fn questions_that_take_too_much_work_are_left_out_and_named() {
    let place = Place::new();
    place.write(
        "hard.c",
        r#"
#include <klee/klee.h>
void __VERIFIER_error(void);
int main(void)
{
    unsigned long a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    if (a > 1 && b > 1 && a < b && b < 0x100000000 && a * b == 0xfffffff3a000007bul)
        __VERIFIER_error();
    return 0;
}
"#,
    );
    let ran = place.lariat("test hard.c --query-work 1000").exits(3);
    assert!(ran.out.contains("the solver did not decide a question"), "{}", ran.out);
    assert!(ran.out.contains("--query-work"), "{}", ran.out);
    assert!(reasons(&place.json("lariat-out/stats.json")).contains(&"solver-unknown"));
    let ran = place.lariat("verify hard.c --query-work 1000").exits(3);
    assert!(ran.out.contains("verdict: unknown (the solver"), "{}", ran.out);
}

#[test]
fn when_memory_runs_low_states_are_dropped_and_counted() {
    let place = Place::new();
    place.write("endless.c", &ENDLESS.replace("*nothing = 1;", "sum = 1;"));
    let ran = place.lariat("test endless.c --memory 256M --max-work 50000 --time 10m").exits(3);
    assert!(ran.out.contains("memory ran low"), "{}", ran.out);
    assert!(reasons(&place.json("lariat-out/stats.json")).contains(&"memory"));
    place.is_whole("lariat-out");
    assert!(!place.files("lariat-out/tests").is_empty());
}

#[test]
fn a_directory_with_other_files_is_left_alone() {
    let place = Place::new();
    place.write("prog.c", "int main(void) { return 0; }\n");
    place.write("precious/letter.txt", "dear reader\n");
    let ran = place.lariat("test prog.c --out precious").exits(2);
    assert!(ran.out.is_empty(), "{}", ran.out);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("precious") && ran.err.contains("--out"), "{}", ran.err);
    assert_eq!(place.files("precious"), ["letter.txt"]);
    // A file where the directory should be.
    place.write("file", "");
    for out in ["file", "file/below"] {
        let ran = place.lariat(&format!("test prog.c --out {out}")).exits(2);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    // One of ours is replaced, as often as wanted.
    for _ in 0..2 {
        place.lariat("test prog.c --out precious/out").exits(0);
    }
    assert_eq!(place.files("precious/out/tests"), ["test000001.ktest"]);
}

#[test]
fn a_directory_that_cannot_be_written_is_said_at_once() {
    let place = Place::new();
    place.write("prog.c", "int main(void) { return 0; }\n");
    // Nobody may make directories there, not even the administrator.
    for command in ["test", "verify", "reach --target main"] {
        let ran = place.lariat(&format!("{command} prog.c --out /proc/lariat")).exits(2);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.contains("/proc/lariat: cannot be created"), "{}", ran.err);
        assert!(ran.out.is_empty(), "{}", ran.out);
    }
}

#[test]
fn a_full_disk_ends_the_run_and_keeps_what_is_there() {
    let place = Place::new();
    // The second test and the bug's input are larger than a file may be.
    place.write(
        "large.c",
        r#"
#include <klee/klee.h>
static char large[100000];
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1)
        return 1;
    klee_make_symbolic(large, sizeof large, "large");
    if (x == 2 && large[77777] == 'x') {
        int *nothing = 0;
        *nothing = 1;
    }
    return 0;
}
"#,
    );
    let lariat = env!("CARGO_BIN_EXE_lariat");
    // A write beyond the limit is an error rather than a signal. The unit is 512 bytes or 1024, as the shell likes.
    let script = format!(
        "trap '' XFSZ; ulimit -f 40; exec '{lariat}' test large.c --search dfs --all-paths"
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(place.path())
        .output()
        .expect("a shell");
    let ran = Ran::from(output).exits(3);
    assert!(ran.out.contains("stopped: lariat-out/"), "{}", ran.out);
    assert!(ran.out.contains("File too large"), "{}", ran.out);
    assert!(ran.out.contains("what was written before is kept"), "{}", ran.out);
    place.is_whole("lariat-out");
    assert!(place.json("lariat-out/stats.json")["stopped"].is_string());
    let tests = place.files("lariat-out/tests");
    assert!(tests.len() <= 1, "{tests:?}");
}
