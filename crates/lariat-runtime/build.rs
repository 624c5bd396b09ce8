//! Compiles the C library models in `runtime/` to one bitcode file per data model, the library for native replay to one object, and
//! the helper that starts native programs in a sandbox.
//!
//! The flags are those the front end gives a user's program, so that the models are checked like the program itself. Every
//! definition is then made `linkonce`: LLVM's linker takes such a definition only when the program refers to it and
//! does not define it itself, which is what a linker does with an archive.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const DATA_MODELS: [(&str, &str); 2] = [("lp64", "-m64"), ("ilp32", "-m32")];

/// What the library for native replay is made of, compiled as one file.
const REPLAY_PARTS: [&str; 4] =
    ["native/replay.c", "native/random.c", "native/checked.c", "native/printed.c"];

/// The helper for native programs.
const SANDBOX: &str = "native/sandbox.c";

const FLAGS: [&str; 23] = [
    "-std=gnu17",
    "-D_GNU_SOURCE",
    "-U_FORTIFY_SOURCE",
    "-ffreestanding",
    "-fno-builtin",
    // A square root is one instruction; with errno it would be a call of the very function being defined.
    "-fno-math-errno",
    "-fno-stack-protector",
    "-fno-pic",
    "-ffp-contract=off",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-disable-llvm-passes",
    "-g",
    "-gcolumn-info",
    "-fno-discard-value-names",
    "-c",
    "-emit-llvm",
    "-Iinclude",
];

fn main() -> Result<()> {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    let runtime = manifest.join("../../runtime").canonicalize()?;
    let clang = std::env::var("LARIAT_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
    for watched in ["LARIAT_CLANG", "LLVM_SYS_191_PREFIX"] {
        println!("cargo::rerun-if-env-changed={watched}");
    }
    println!("cargo::rerun-if-changed={}", runtime.join("include").display());
    println!("cargo::rerun-if-changed={}", runtime.display());
    for part in REPLAY_PARTS.into_iter().chain([SANDBOX]) {
        println!("cargo::rerun-if-changed={}", runtime.join(part).display());
    }
    let mut helper = Command::new(&clang);
    helper.current_dir(&runtime).args([
        "-std=gnu17",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Werror",
        SANDBOX,
    ]);
    run(helper.arg("-o").arg(out.join("sandbox")))?;
    let sources = sources(&runtime)?;
    for source in &sources {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    for (name, flag) in DATA_MODELS {
        let directory = out.join(name);
        fs::create_dir_all(&directory)?;
        let modules = sources
            .iter()
            .map(|source| compile(&clang, flag, &runtime, source, &directory))
            .collect::<Result<Vec<_>>>()?;
        // Linked while the definitions are still strong: the linker would leave out what nobody refers to.
        let linked = directory.join("linked.ll");
        run(Command::new(llvm_tool("llvm-link")).arg("-S").args(&modules).arg("-o").arg(&linked))?;
        fs::write(&linked, replaceable(&fs::read_to_string(&linked)?))?;
        let bitcode = out.join(format!("{name}.bc"));
        run(Command::new(llvm_tool("llvm-as")).arg(&linked).arg("-o").arg(&bitcode))?;
        fs::write(out.join(format!("{name}.symbols")), symbols(&bitcode)?)?;
        let object = out.join(format!("{name}.replay.o"));
        if replay_library(&clang, flag, &runtime, &object).is_err() {
            // Without the system's headers for this machine there is no object, and who needs one compiles it then.
            fs::write(&object, [])?;
        }
    }
    Ok(())
}

fn variable(name: &str) -> Result<String> {
    std::env::var(name).map_err(|_| format!("{name} is not set; is this run by cargo?").into())
}

fn sources(runtime: &Path) -> Result<Vec<PathBuf>> {
    let mut sources: Vec<PathBuf> = fs::read_dir(runtime)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    Ok(sources)
}

/// An LLVM tool of the right version: beside the library the front end is linked to, or by Debian's versioned name.
fn llvm_tool(name: &str) -> PathBuf {
    let beside = std::env::var("LLVM_SYS_191_PREFIX")
        .map(|prefix| Path::new(&prefix).join("bin").join(name))
        .unwrap_or_default();
    if beside.is_file() { beside } else { PathBuf::from(format!("{name}-19")) }
}

fn compile(
    clang: &str,
    data_model: &str,
    runtime: &Path,
    source: &Path,
    directory: &Path,
) -> Result<PathBuf> {
    let file_name = source.file_name().ok_or("a source without a name")?;
    let module = directory.join(file_name).with_extension("bc");
    let mut command = Command::new(clang);
    command.current_dir(runtime).arg(data_model).args(FLAGS);
    // Call stacks show `lariat-runtime/string.c`, wherever Lariat was built.
    command.arg(format!("-ffile-prefix-map={}=lariat-runtime", runtime.display()));
    command.arg("-fdebug-compilation-dir=lariat-runtime");
    run(command.arg(file_name).arg("-o").arg(&module))?;
    Ok(module)
}

/// The library that natively compiled programs are linked with.
fn replay_library(clang: &str, data_model: &str, runtime: &Path, object: &Path) -> Result<()> {
    let directory = object.with_extension("source");
    fs::create_dir_all(&directory)?;
    // The name that reports of sanitizers are searched for.
    let mut source = String::new();
    for part in REPLAY_PARTS {
        source.push_str(&fs::read_to_string(runtime.join(part))?);
    }
    fs::write(directory.join("lariat_replay.c"), source)?;
    let mut command = Command::new(clang);
    command.current_dir(&directory).arg(data_model).args(["-O0", "-gline-tables-only", "-w", "-c"]);
    command.arg("-fdebug-compilation-dir=lariat-runtime");
    run(command.arg("lariat_replay.c").arg("-o").arg(object))?;
    Ok(())
}

/// The module with `linkonce` on every definition that other modules can see.
fn replaceable(module: &str) -> String {
    let mut result = String::with_capacity(module.len() + 4096);
    for line in module.lines() {
        let visible = ["global", "constant"].map(|kind| format!(" = dso_local {kind} "));
        if let Some(rest) = line.strip_prefix("define dso_local ") {
            result.push_str("define linkonce dso_local ");
            result.push_str(rest);
        } else if line.starts_with('@') && visible.iter().any(|words| line.contains(words.as_str()))
        {
            result.push_str(&line.replacen(" = dso_local ", " = linkonce dso_local ", 1));
        } else {
            result.push_str(line);
        }
        result.push('\n');
    }
    result
}

/// The names the models define, one per line, sorted.
fn symbols(module: &Path) -> Result<String> {
    let listing = |extra: &[&str]| -> Result<Vec<String>> {
        let mut command = Command::new(llvm_tool("llvm-nm"));
        command.args(["--defined-only", "--extern-only"]).args(extra).arg(module);
        let output = run(&mut command)?;
        let text = String::from_utf8(output.stdout)?;
        Ok(text.lines().map(str::to_owned).filter(|line| !line.is_empty()).collect())
    };
    // In the long form the kind of a symbol is a letter: W and V are those that a program may define itself.
    for line in listing(&[])? {
        if !line.contains(" W ") && !line.contains(" V ") {
            return Err(format!("a definition of the models cannot be replaced: {line}").into());
        }
    }
    let mut names = listing(&["--format=just-symbols"])?;
    names.sort();
    names.dedup();
    Ok(names.join("\n"))
}

fn run(command: &mut Command) -> Result<Output> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| {
        format!("{program} cannot be run ({error}); run scripts/setup.sh first")
    })?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{program} failed on the C library models:\n{message}").into());
    }
    Ok(output)
}
