//! What programs do natively on all their inputs, as the sanitizers see it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use lariat_program::DataModel;

use crate::planted::Planted;

/// Something that happens on some input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Event {
    /// An error function is called.
    Error,
    /// A signed operation overflows.
    Overflow,
    /// An access or a free is not valid.
    Memory,
    /// Something else that is undefined.
    Undefined,
    /// A run did not end in millions of steps. The pieces have no loop that ends so late.
    Long,
}

/// What happens on all inputs.
pub(crate) struct Truth {
    pub(crate) events: BTreeSet<Event>,
    /// Lines of reports, one of each kind, for people.
    pub(crate) evidence: Vec<String>,
    /// The keys, and how many inputs have each.
    pub(crate) keys: BTreeMap<u32, usize>,
    /// Whether inputs were left out, because too many runs died.
    pub(crate) partial: bool,
}

/// Compiles a program for runs on all inputs. The text has `WANT` as a variable.
pub(crate) fn compile(
    file: &Path,
    binary: &Path,
    planted: &Planted,
    model: DataModel,
) -> Result<(), String> {
    let machine = match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let variant = match (planted.entry, planted.text.contains("work(signed char a)")) {
        ("main", _) => 0,
        (_, false) => 1,
        (_, true) => 2,
    };
    let object = harness(variant, machine)?;
    // Overflow wraps and the run goes on, as the engine sees it; everything else ends a run.
    build(
        Command::new("clang-19")
            .args([machine, "-O0", "-g", "-w", "-fgnu89-inline", "-DNATIVE", "-Dmain=program_main"])
            .args(["-msse2", "-mfpmath=sse", "-ffp-contract=off", "-fno-omit-frame-pointer"])
            .arg("-fsanitize=address,undefined,float-cast-overflow")
            .args([
                "-fno-sanitize-recover=all",
                "-fsanitize-recover=signed-integer-overflow,float-cast-overflow",
            ])
            .args([
                "-fsanitize-address-use-after-scope",
                "-fsanitize-address-use-after-return=always",
            ])
            .args(["-fsanitize-coverage=trace-pc-guard", "-shared-libasan", "-o"])
            .arg(binary)
            .arg(file)
            .arg(&object)
            .args(["-Wl,-rpath,/usr/lib/llvm-19/lib/clang/19/lib/linux", "-lm"]),
    )
}

fn build(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("clang-19: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("clang-19 fails: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The compiled harness, which all programs share: there are only a few variants of it.
fn harness(variant: usize, machine: &str) -> Result<PathBuf, String> {
    static MADE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential");
    let object = directory.join(format!("truth{machine}-{variant}.o"));
    let mut made = MADE.lock().map_err(|error| error.to_string())?;
    if made.contains(&object) {
        return Ok(object);
    }
    // Another process may be doing the same.
    let source = directory.join(format!("truth-{}.c", std::process::id()));
    let result = source.with_extension("o");
    std::fs::write(&source, include_str!("truth.c")).map_err(|error| error.to_string())?;
    let defines: &[&str] = [&[][..], &["-DENTRY"], &["-DENTRY", "-DENTRY_SIGNED"]][variant];
    let flags = [machine, "-O1", "-fno-builtin", "-w", "-c", "-o"];
    build(Command::new("clang-19").args(flags).arg(&result).args(defines).arg(&source))?;
    std::fs::rename(&result, &object).map_err(|error| error.to_string())?;
    std::fs::remove_file(&source).map_err(|error| error.to_string())?;
    made.insert(object.clone());
    Ok(object)
}

/// Runs a program on all inputs. None if that takes too long.
pub(crate) fn run(binary: &Path, inputs: usize, want: u32) -> Result<Option<Truth>, String> {
    let options = "detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=0:symbolize=0:\
                   allocator_may_return_null=1:quarantine_size_mb=4:print_legend=0";
    let output = Command::new("timeout")
        .arg("40")
        .arg(binary)
        .args([inputs.to_string(), want.to_string()])
        .env("ASAN_OPTIONS", options)
        .env("UBSAN_OPTIONS", "print_stacktrace=0:symbolize=0")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(0) => {}
        Some(124) => return Ok(None),
        _ => {
            return Err(format!(
                "the native program ends with {}\n{}",
                output.status,
                String::from_utf8_lossy(&output.stderr).chars().take(2000).collect::<String>()
            ));
        }
    }
    let mut truth = Truth {
        events: BTreeSet::new(),
        evidence: Vec::new(),
        keys: BTreeMap::new(),
        partial: false,
    };
    for key in output.stdout.chunks_exact(4) {
        let key = u32::from_le_bytes([key[0], key[1], key[2], key[3]]);
        // An input whose run ended before it had a key.
        if key != u32::MAX {
            *truth.keys.entry(key).or_default() += 1;
        }
    }
    let mut explained = true;
    let mut last = "";
    let text = String::from_utf8_lossy(&output.stderr);
    for line in text.lines() {
        let event = if let Some(note) = line.strip_prefix("@@ ") {
            match note.split(' ').next() {
                Some("error") => Event::Error,
                Some("long") => Event::Long,
                Some("stopped") => {
                    truth.partial = true;
                    continue;
                }
                _ if explained => {
                    explained = false;
                    continue;
                }
                _ => return Err(format!("a native run dies for no reason: {line}\n{last}")),
            }
        } else if let Some((_, what)) = line.split_once(": runtime error: ") {
            explained = true;
            event_of(what)
        } else if line.contains("ERROR: AddressSanitizer") {
            explained = true;
            Event::Memory
        } else {
            last = line;
            continue;
        };
        explained |= event == Event::Error;
        if truth.events.insert(event) {
            truth.evidence.push(line.to_owned());
        }
    }
    Ok(Some(truth))
}

/// What a report of the sanitizer of undefined behaviour is about.
fn event_of(report: &str) -> Event {
    if report.starts_with("signed integer overflow")
        || report.starts_with("negation of ")
        || report.starts_with("division of ")
        || report.contains("is outside the range of representable values")
    {
        return Event::Overflow;
    }
    let memory = ["null pointer", "member access within", "out of bounds for type"];
    if memory.iter().any(|text| report.contains(text)) { Event::Memory } else { Event::Undefined }
}
