//! Limits are kept: every command, on programs that are hard in every way, ends with its summary after little more work than its time allows.
//!
//! Measured is the time that processors worked, which does not depend on what else the machine does.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Place, Ran};

/// The limit of each command. Reading the largest program takes longer.
const TIME: &str = "500ms";

/// Seconds of work after which a limit of half a second is certainly not kept. Two threads, a compiler and a native run work at the same time.
const MOST_SECONDS: f64 = 12.0;

/// Forks without end.
const FORKS: &str = r#"
#include <klee/klee.h>
void reach_error(void);
void goal(void) { reach_error(); }
int main(void)
{
    unsigned char text[64];
    unsigned sum = 0;
    klee_make_symbolic(text, sizeof text, "text");
    for (unsigned i = 0; i < sizeof text; i++)
        for (unsigned j = 0; j < sizeof text; j++)
            if (text[i] > text[j])
                sum = sum * 3 + i;
    if (sum == 77)
        goal();
    return 0;
}
"#;

/// Questions that take years: products, and floating point.
const HARD: &str = r#"
#include <klee/klee.h>
void reach_error(void);
void goal(void) { reach_error(); }
int main(void)
{
    unsigned long a, b;
    double x, y;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    if (x * x * y + y * y * x == 1234.5678 && x / y + y / x == 2.718281828)
        return 3;
    if (a > 1 && b > 1 && a < b && b < 0x100000000 && a * b == 0xfffffff3a000007bul)
        goal();
    for (unsigned long i = a; i != b; i = i * i * b + 1)
        if (i * a * b == 0x123456789abcdef1ul)
            goal();
    return 0;
}
"#;

/// Loops of which nobody knows what they do, many of them and within each other.
const LOOPS: &str = r#"
#include <klee/klee.h>
void reach_error(void);
void goal(void) { reach_error(); }
#define LOOP(n) for (int i##n = 0; i##n < m; i##n++) { a[i##n & 63] ^= a[(i##n * n) & 63] + i##n; s += a[s & 63] * n; if (s % 7 == n % 7) s -= a[n]; }
int work(int *a, int m, unsigned s)
{
    LOOP(1) LOOP(2) LOOP(3) LOOP(4) LOOP(5) LOOP(6) LOOP(7) LOOP(8)
    while (s != 1) {
        for (int j = 0; j < m; j++)
            for (int k = j; k < m; k += a[k & 63] & 3)
                s ^= a[j & 63] * k;
        s = s % 2 ? 3 * s + 1 : s / 2;
    }
    return (int)s;
}
int main(void)
{
    int a[64], m;
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(&m, sizeof m, "m");
    if (work(a, m, 27) == 99)
        goal();
    return 0;
}
"#;

/// Bugs whose native runs hang, in different ways.
const HANGS: &str = r#"
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
void goal(void) { reach_error(); }
static int x;
static void hang(void)
{
    while (!klee_is_symbolic(x)) {
    }
}
int main(void)
{
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1)
        atexit(hang);
    if (x == 2)
        hang();
    if (x == 3)
        while (!klee_is_symbolic(x))
            puts("again and again");
    if (x > 0 && x < 4)
        goal();
    int *nothing = 0;
    return x == 5 ? *nothing : 0;
}
"#;

/// A heap that is larger than any limit, and a recursion that is deeper.
const LARGE: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void);
void goal(void) { reach_error(); }
static unsigned sum(const unsigned char *p, unsigned n)
{
    return n == 0 ? 0 : *p + sum(p + 1, n - 1);
}
int main(void)
{
    unsigned char c;
    size_t size = 60 << 20;
    klee_make_symbolic(&c, sizeof c, "c");
    for (int i = 0; i < 1000; i++) {
        unsigned char *p = malloc(size);
        memset(p, i, size);
        p[c] = c;
        if (sum(p, 5000000u) == 7)
            goal();
    }
    return 0;
}
"#;

/// A program that takes long to be read.
fn huge() -> String {
    let mut text =
        "#include <klee/klee.h>\nvoid reach_error(void);\nvoid goal(void) { reach_error(); }\n"
            .to_owned();
    for number in 0..6_000 {
        text += &format!(
            "int f{number}(int a, int b) {{ int s = {number}; for (int i = 0; i < a; i++) \
             s += i * b; if (s == a) s = b; else s += a / (b | 1); return s; }}\n"
        );
    }
    text + "int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); \
            if (f7(x, 3) == 5) goal(); return 0; }\n"
}

/// What is asked about each program.
const QUESTIONS: [&str; 7] = [
    "test",
    "verify",
    "verify --property no-overflow",
    "verify --property valid-memsafety",
    "verify --property termination",
    "reach --target goal",
    "loops",
];

/// What a command gave, and the seconds that it and what it started have worked.
fn measured(place: &Place, words: &str) -> (Ran, f64) {
    let words = format!("{} {words}", env!("CARGO_BIN_EXE_lariat"));
    let output = Command::new("sh")
        .args(["-c", &format!("{words}; code=$?; times >times; exit $code")])
        .current_dir(place.path())
        .output()
        .expect("a shell");
    // The second line is of the processes that the shell has started: minutes and seconds of programs, and of the system for them.
    let times = place.read("times");
    let line = times.lines().nth(1).expect("two lines");
    let seconds = line.split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').expect("minutes");
        minutes.parse::<f64>().expect("minutes") * 60.0 + seconds.parse::<f64>().expect("seconds")
    });
    (Ran::from(output), seconds.sum())
}

fn kept(place: &Place, command: &str) {
    let (ran, seconds) = measured(place, command);
    assert!(seconds < MOST_SECONDS, "{command}: {seconds} s of work\n{}{}", ran.out, ran.err);
    let ended = ran.code.is_some_and(|code| [0, 1, 3].contains(&code));
    assert!(ended, "{command}: {:?}\n{}{}", ran.code, ran.out, ran.err);
    let json = command.contains("--json");
    let document = if json {
        serde_json::from_str::<serde_json::Value>(&ran.out).expect(command)
    } else {
        serde_json::Value::Null
    };
    let word = command.split(' ').next().unwrap_or_default();
    match (word, json) {
        ("verify" | "reach", false) => {
            assert!(ran.out.contains("verdict: "), "{command}: {}", ran.out)
        }
        ("verify" | "reach", true) => {
            assert!(document["verdict"].is_string(), "{command}: {}", ran.out)
        }
        ("test", false) => assert!(ran.out.contains("time       "), "{command}: {}", ran.out),
        ("test", true) => assert!(document["time"]["total"].is_number(), "{command}: {}", ran.out),
        _ => assert!(!ran.out.is_empty(), "{command}: {}", ran.err),
    }
    if let Some(times) = document["time"].as_object() {
        let seconds = |name: &str| times[name].as_f64().expect("a number");
        let parts: f64 =
            times.keys().filter(|name| *name != "total").map(|name| seconds(name)).sum();
        assert!((parts - seconds("total")).abs() < 1e-6, "{command}: {times:?}");
    }
    if place.path().join("lariat-out").is_dir() {
        place.is_whole("lariat-out");
    }
}

#[test]
fn every_command_ends_in_time_with_its_summary() {
    let programs = [
        ("forks.c", FORKS.to_owned()),
        ("hard.c", HARD.to_owned()),
        ("loops.c", LOOPS.to_owned()),
        ("hangs.c", HANGS.to_owned()),
        ("large.c", LARGE.to_owned()),
    ];
    let mut commands: Vec<(&str, String, String)> = Vec::new();
    for (number, (name, text)) in programs.iter().enumerate() {
        for (question, words) in QUESTIONS.iter().enumerate() {
            let more = match (number + question) % 3 {
                0 => " --json",
                1 if !words.starts_with("loops") => " --threads 2",
                _ => "",
            };
            commands.push((*name, text.clone(), format!("{words} {name} --time {TIME}{more}")));
        }
    }
    for words in ["test", "loops --from-code --json", "show", "verify --json"] {
        commands.push(("huge.c", huge(), format!("{words} huge.c --time {TIME}")));
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, text, command)) =
                    commands.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let place = Place::new();
                    place.write(name, text);
                    kept(&place, command);
                    if command.starts_with("test hangs.c") {
                        kept(&place, &format!("replay --time {TIME}"));
                    }
                }
            });
        }
    });
}
