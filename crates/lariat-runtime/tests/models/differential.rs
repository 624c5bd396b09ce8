//! The models against the machine's own C library.
//!
//! The models are compiled natively with every symbol they define renamed to `model_NAME`, linked with the programs in
//! `runtime/tests/`, which draw random arguments and compare result, memory, errno and end pointers. Three ways: with address
//! and undefined-behaviour sanitizers, which show that a model touches no byte it should not; plain, where the comparison is
//! not disturbed by the sanitizers' own versions of C functions; and as 32-bit code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{clang, run, runtime_directory};
use lariat_program::DataModel;

/// The test programs, with the rounds that take about a second each.
const PROGRAMS: [(&str, u32); 11] = [
    ("test_ctype", 1),
    ("test_math", 2000),
    ("test_misc", 1),
    ("test_number", 3000),
    ("test_printf", 4000),
    ("test_scanf", 20000),
    ("test_stdio", 2000),
    ("test_stdlib", 2000),
    ("test_string", 2000),
    ("test_time", 1000),
    ("test_wchar", 3000),
];

/// Where the random arguments begin: always at the same, and with `FUZZ_SEED` at others.
fn seed() -> u32 {
    std::env::var("FUZZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

struct Build {
    directory: tempfile::TempDir,
    flags: Vec<&'static str>,
    objects: Vec<PathBuf>,
}

impl Build {
    fn new(flags: &[&'static str], model: DataModel) -> Build {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let names = directory.path().join("names");
        let renamings: Vec<String> =
            lariat_runtime::symbols(model).map(|name| format!("{name} model_{name}\n")).collect();
        fs::write(&names, renamings.concat()).expect("the list of names");
        let mut build = Build { directory, flags: flags.to_vec(), objects: Vec::new() };
        let mut sources: Vec<PathBuf> = fs::read_dir(runtime_directory())
            .expect("the models")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
            .collect();
        sources.sort();
        for source in sources {
            let object =
                build.object(&source, &["-std=gnu17", "-DLARIAT_NATIVE_TEST", "-ffreestanding"]);
            let mut renaming = Command::new("llvm-objcopy-19");
            run(renaming.arg(format!("--redefine-syms={}", names.display())).arg(&object));
            build.objects.push(object);
        }
        let engine = build.object(&runtime_directory().join("tests/engine.c"), &[]);
        build.objects.push(engine);
        build
    }

    fn object(&self, source: &Path, extra: &[&str]) -> PathBuf {
        let name = source.file_stem().expect("a name");
        let object = self.directory.path().join(name).with_extension("o");
        let mut command = clang();
        command.args(&self.flags).args(extra).args(["-g", "-O0", "-fno-builtin", "-D_GNU_SOURCE"]);
        command.arg("-I").arg(runtime_directory().join("include"));
        run(command.arg("-c").arg(source).arg("-o").arg(&object));
        object
    }

    fn executable(&self, program: &str) -> PathBuf {
        let source = runtime_directory().join("tests").join(program).with_extension("c");
        let object = self.object(&source, &[]);
        let executable = self.directory.path().join(program);
        let mut link = clang();
        link.args(&self.flags).arg(object).args(&self.objects).arg("-lm");
        run(link.arg("-o").arg(&executable));
        executable
    }

    fn check(&self, program: &str, rounds: u32) {
        let executable = self.executable(program);
        let mut command = Command::new(&executable);
        command.args([rounds.to_string(), seed().to_string()]);
        // Test programs keep what they allocate; what the models allocate is the program's as in the C library.
        run(command.env("ASAN_OPTIONS", "detect_leaks=0").env("LC_ALL", "C"));
    }

    /// Each wrong use of the library is noticed at the first byte behind the memory.
    fn check_misuse(&self) {
        let executable = self.executable("misuse");
        for case in 0.. {
            let mut command = Command::new(&executable);
            let output = command.arg(case.to_string()).output().expect("the program runs");
            if output.status.code() == Some(9) {
                assert!(case > 20, "only {case} cases of misuse");
                break;
            }
            let report = String::from_utf8_lossy(&output.stderr);
            assert!(
                report.contains("heap-buffer-overflow")
                    && report.contains("located 0 bytes after 4-byte region"),
                "misuse {case} was not noticed: {report}"
            );
        }
    }

    fn check_all(&self) {
        for (program, rounds) in PROGRAMS {
            self.check(program, rounds);
        }
    }
}

#[test]
fn models_agree_with_the_c_library() {
    Build::new(&["-m64"], DataModel::Lp64).check_all();
}

#[test]
fn models_agree_with_the_c_library_in_32_bits() {
    Build::new(&["-m32"], DataModel::Ilp32).check_all();
}

#[test]
fn models_stay_in_bounds_and_defined() {
    let sanitizers = ["-m64", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let build = Build::new(&sanitizers, DataModel::Lp64);
    build.check_all();
    build.check_misuse();
}
