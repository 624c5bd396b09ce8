//! How long loading a large module takes, beside what LLVM itself needs to parse it and run the same passes.
//!
//! `cargo bench -p lariat-frontend --bench load -- FILE.c`: the file is compiled once; then both ways are run on its bitcode in
//! one process, in thread CPU time, and the best of several rounds counts.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use inkwell::context::Context;
use inkwell::llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use lariat_frontend::{LoadOptions, load};

const ROUNDS: usize = 5;

fn main() {
    let files: Vec<PathBuf> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).map(PathBuf::from).collect();
    if files.is_empty() {
        print(format_args!("load: give C files to measure on (make bench does)\n"));
        return;
    }
    let header = format!(
        "{:<14} {:>8} {:>12} {:>12} {:>8}   stages of the best load",
        "file", "bitcode", "LLVM alone", "Lariat", "ratio"
    );
    print(format_args!(
        "== Loading a large module (goal: at most 1.5 times LLVM's own parse and passes) ==\n"
    ));
    print(format_args!("{header}\n"));
    for file in files {
        measure(&file);
    }
}

fn measure(file: &Path) {
    let work = tempfile::tempdir().expect("a temporary directory");
    let bitcode = work.path().join("module.bc");
    let clang = std::env::var("LARIAT_CLANG").unwrap_or_else(|_| "clang-19".into());
    let status = std::process::Command::new(clang)
        .args([
            "-O0",
            "-Xclang",
            "-disable-O0-optnone",
            "-Xclang",
            "-disable-llvm-passes",
            "-g",
            "-w",
        ])
        .args(["-gcolumn-info", "-fno-discard-value-names", "-emit-llvm", "-c", "-o"])
        .arg(&bitcode)
        .arg(file)
        .status()
        .expect("clang runs");
    assert!(status.success(), "{} compiles", file.display());
    let size = std::fs::metadata(&bitcode).map_or(0, |data| data.len());
    let options = LoadOptions { inputs: vec![bitcode.clone()], ..LoadOptions::default() };
    let mut llvm = Duration::MAX;
    let mut lariat = Duration::MAX;
    let mut stages = String::new();
    // LLVM first: loading switches off, for the whole process, the check of debug information that LLVM makes by default
    // when it parses, because it aborts on broken input; the front end makes its own instead.
    for _ in 0..ROUNDS {
        let start = cpu_time();
        llvm_alone(&bitcode);
        llvm = llvm.min(cpu_time() - start);
    }
    for _ in 0..ROUNDS {
        let start = cpu_time();
        let loaded = load(&options).expect("the module loads");
        let took = cpu_time() - start;
        if took < lariat {
            lariat = took;
            let timings = &loaded.timings;
            stages = format!(
                "parse {:.2} s, link {:.2} s, normalise {:.2} s, lower {:.2} s",
                timings.parse.as_secs_f64(),
                timings.link.as_secs_f64(),
                timings.normalise.as_secs_f64(),
                timings.lower.as_secs_f64()
            );
        }
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    print(format_args!(
        "{name:<14} {:>6.1}MB {:>10.3} s {:>10.3} s {:>8.2}   {stages}\n",
        size as f64 / 1e6,
        llvm.as_secs_f64(),
        lariat.as_secs_f64(),
        lariat.as_secs_f64() / llvm.as_secs_f64()
    ));
}

/// What any user of LLVM pays: parsing and the passes of the normal form.
fn llvm_alone(bitcode: &Path) {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(bitcode).expect("the bitcode is readable");
    let module =
        Module::parse_bitcode_from_buffer(&buffer, &context).expect("the bitcode is valid");
    // SAFETY: the module and the options live over the call, and these passes need no target machine.
    let error = unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let passes = c"function(loop-simplify,mem2reg,lcssa)";
        let error =
            LLVMRunPasses(module.as_mut_ptr(), passes.as_ptr(), std::ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        error
    };
    assert!(error.is_null(), "the passes run");
}

/// CPU time of this thread, so that what other processes do to the machine does not count; wall time where the system does not tell.
fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn print(text: std::fmt::Arguments<'_>) {
    use std::io::Write;
    // A closed standard output is the reader's wish.
    let _ = std::io::stdout().write_fmt(text);
}
