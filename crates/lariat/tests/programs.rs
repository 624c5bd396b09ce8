//! The one runner of `tests/programs/`: every C, LLVM or JSON file there that carries `//@` comments is a test. What the
//! comments mean is written in `runner/mod.rs`; a new case is one file.

mod files;
mod runner;

use libtest_mimic::Arguments;

fn main() {
    let args = Arguments::from_args();
    let mut trials = files::trials("programs", |file, text| {
        let cases = match runner::parse(text) {
            Ok(cases) if cases.is_empty() => return None,
            other => other,
        };
        let file = file.to_owned();
        Some(move || runner::check(&file, &cases?).map_err(Into::into))
    });
    trials.extend(runner::self_tests());
    libtest_mimic::run(&args, trials).exit();
}
