//! Random programs natively and in the engine: the machine is always right.
//!
//! - `csmith/…`: programs of csmith print the same checksum.
//! - `values/…`: so do programs of an own generator, which is biased to loops, memory and the C library.
//! - `paths/…`: programs with one or two bytes of input are run natively on every input there is; the engine must find exactly
//!   the paths, values and bugs that this shows.
//! - `verdicts/…`: such programs are given to `lariat verify`; its verdict must be the one that trying all inputs gives.
//! - `loops/…`: programs that are mostly loops, with few inputs, are given to `lariat reach` and `lariat verify`.
//! - `unreach-call/…`, `no-overflow/…`, `valid-memsafety/…`, `termination/…`: programs of many features with a planted mistake that few inputs
//!   make, or none, are given to `lariat verify`, `test` and `reach`; sanitizers say natively, on every input, what is true.
//!
//! The number in a name is the seed. `DIFFERENTIAL_SEED` sets the first one (`make fuzz` takes new ones each round) and
//! `DIFFERENTIAL_COUNT` how many of each kind there are, in percent of what `make test` runs. With `DIFFERENTIAL_KEEP` all
//! programs stay below the target directory, not only those that show a difference.

#![allow(clippy::print_stderr)] // This is the runner itself; it has nothing else to speak with.

#[path = "differential/compare.rs"]
mod compare;
#[path = "differential/csmith.rs"]
mod csmith;
#[path = "differential/engine.rs"]
mod engine;
#[path = "differential/expressions.rs"]
mod expressions;
#[path = "differential/fragments.rs"]
mod fragments;
#[path = "differential/library.rs"]
mod library;
#[path = "differential/loop_verdicts.rs"]
mod loop_verdicts;
#[path = "differential/loops.rs"]
mod loops;
#[path = "differential/native.rs"]
mod native;
#[path = "differential/planted.rs"]
mod planted;
#[path = "differential/program.rs"]
mod program;
#[path = "differential/properties.rs"]
mod properties;
#[path = "differential/random.rs"]
mod random;
#[path = "differential/truth.rs"]
mod truth;
#[path = "differential/types.rs"]
mod types;
#[path = "differential/verdicts.rs"]
mod verdicts;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use compare::Compared;
use lariat_program::DataModel;
use libtest_mimic::{Arguments, Trial};
use planted::Property;

/// A kind of programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Csmith,
    Values,
    Paths,
    Verdicts,
    Loops,
    Planted(Property),
}

/// The kinds, their names and how many programs `make test` runs of each.
const KINDS: [(Kind, &str, u64); 9] = [
    (Kind::Csmith, "csmith", 40),
    (Kind::Values, "values", 40),
    (Kind::Paths, "paths", 50),
    (Kind::Verdicts, "verdicts", 6),
    (Kind::Loops, "loops", 24),
    (Kind::Planted(Property::UnreachCall), "unreach-call", 14),
    (Kind::Planted(Property::NoOverflow), "no-overflow", 14),
    (Kind::Planted(Property::ValidMemsafety), "valid-memsafety", 14),
    (Kind::Planted(Property::Termination), "termination", 8),
];

fn main() {
    let args = Arguments::from_args();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("DIFFERENTIAL_SEED").unwrap_or(1);
    let percent = number("DIFFERENTIAL_COUNT").unwrap_or(100);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential");
    std::fs::create_dir_all(&directory).expect("the directory for programs can be made");
    let left = Arc::new(AtomicUsize::new(0));
    let mut trials = Vec::new();
    for (kind, name, count) in KINDS {
        for seed in first..first + (count * percent).div_ceil(100) {
            let (directory, left) = (directory.clone(), Arc::clone(&left));
            trials.push(Trial::test(format!("{name}/{seed}"), move || {
                let compared = check(kind, name, seed, &directory)?;
                if compared == Compared::Left {
                    left.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            }));
        }
    }
    let conclusion = libtest_mimic::run(&args, trials);
    let count = left.load(Ordering::Relaxed);
    if count > 0 {
        eprintln!("{count} programs were too large to be compared, or undefined");
    }
    // If this happens the generators have lost their measure, and the tests would test nothing.
    if count > 2 && count as u64 * 5 > conclusion.num_passed + conclusion.num_failed {
        eprintln!("that is too many");
        std::process::exit(101);
    }
    conclusion.exit();
}

/// Makes a program and compares it. Its file stays if they differ.
fn check(kind: Kind, name: &str, seed: u64, directory: &Path) -> Result<Compared, String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = work.path().join(format!("{name}-{seed}.c"));
    let model = if seed % 4 == 1 { DataModel::Ilp32 } else { DataModel::Lp64 };
    let compared = compare(kind, seed, model, &file);
    if std::env::var_os("DIFFERENTIAL_KEEP").is_some() {
        let _ = std::fs::copy(&file, directory.join(file.file_name().unwrap_or_default()));
    }
    compared.map_err(|problem| {
        let kept: PathBuf = directory.join(file.file_name().unwrap_or_default());
        let _ = std::fs::copy(&file, &kept);
        format!(
            "{problem}\nthe program, for {model:?}: {}\nto repeat: DIFFERENTIAL_SEED={seed} DIFFERENTIAL_COUNT=1 \
             cargo test -p lariat --test differential -- {name}/",
            kept.display()
        )
    })
}

fn compare(kind: Kind, seed: u64, model: DataModel, file: &Path) -> Result<Compared, String> {
    let write = |text: &str| std::fs::write(file, text).map_err(|error| error.to_string());
    match kind {
        Kind::Csmith => {
            csmith::generate(seed, file.parent().unwrap_or(file), file)?;
            let include = csmith::include_directory()?;
            compare::concrete(
                file,
                model,
                &["-w".into(), format!("-I{}", include.display())],
                false,
            )
        }
        Kind::Values => {
            write(&program::concrete(seed).text)?;
            compare::concrete(file, model, &["-w".into()], true)
        }
        Kind::Paths => {
            let program = program::symbolic(seed);
            write(&program.text)?;
            compare::symbolic(file, model, &program, seed)
        }
        Kind::Loops => {
            write(&loops::program(seed))?;
            loop_verdicts::compare(file, model, seed)
        }
        Kind::Planted(property) => properties::compare(file, model, property, seed),
        Kind::Verdicts => {
            let program = program::symbolic(seed);
            write(&program.text)?;
            verdicts::compare(file, model, &program)
        }
    }
}
