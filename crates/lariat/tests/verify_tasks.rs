//! The tasks of `tests/verify/`: small programs with loops whose verdict is known.
//!
//! The first line says it: `//@ verify: true` or `//@ verify: false`; a second line `//@ property: NAME` if it is not about calls of error functions. A wrong verdict fails the test, and so does `unknown`, unless the line ends in
//! `unknown-ok`: then the task is known to take long or to be out of reach, and it is only seen that a short run says nothing wrong.

mod files;

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};

/// What is asked of a task.
struct Expected {
    verdict: String,
    may_be_unknown: bool,
    property: String,
}

fn main() {
    let args = Arguments::from_args();
    let mut trials = files::trials("verify", |file, text| {
        let (file, text) = (file.to_owned(), text.to_owned());
        Some(move || check(&file, &text))
    });
    let number = trials.len();
    trials.push(Trial::test("there are enough tasks", move || match number {
        200.. => Ok(()),
        _ => Err(format!("only {number}").into()),
    }));
    libtest_mimic::run(&args, trials).exit();
}

fn expected(text: &str) -> Option<Expected> {
    let mut lines = text.lines();
    let line = lines.next()?.strip_prefix("//@ verify: ")?;
    let property = lines.next().and_then(|line| line.strip_prefix("//@ property: "));
    let property = property.unwrap_or("unreach-call").to_owned();
    let mut words = line.split_whitespace();
    let verdict = words.next().filter(|word| matches!(*word, "true" | "false"))?.to_owned();
    match (words.next(), words.next()) {
        (None, _) => Some(Expected { verdict, may_be_unknown: false, property }),
        (Some("unknown-ok"), None) => Some(Expected { verdict, may_be_unknown: true, property }),
        _ => None,
    }
}

fn check(file: &Path, text: &str) -> Result<(), Failed> {
    let expected = expected(text).ok_or("the first line does not say the verdict")?;
    let directory = tempfile::tempdir()?;
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .arg("verify")
        .arg(file)
        .args(["--data-model", "ILP32", "--property", &expected.property, "--quiet", "--out"])
        .arg(directory.path().join("out"))
        // What is decided is decided in a second; a busy machine gets more.
        .args(["--time", if expected.may_be_unknown { "1s" } else { "60s" }])
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let verdict = printed.lines().last().unwrap_or_default().strip_prefix("verdict: ");
    let is_right = match verdict {
        Some(verdict) if verdict.starts_with("unknown") => expected.may_be_unknown,
        Some(verdict) => verdict == expected.verdict,
        None => false,
    };
    if is_right {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!("expected {}\n{printed}{errors}", expected.verdict).into())
}
