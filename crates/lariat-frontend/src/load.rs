//! The way from files to a program, stage by stage.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use inkwell::module::Module;
use lariat_program::{Function, Program};
use rustc_hash::FxHashSet;

use crate::compile::{Job, compile_all, compile_with_inline_bodies};
use crate::compile_commands::Database;
use crate::diagnostics::Session;
use crate::error::FrontendError;
use crate::files::{self, InputKind};
use crate::inline::InlineBodies;
use crate::link::{self, Part};
use crate::lower::lower;
use crate::options::{LoadOptions, Loaded, Timings, Warning};
use crate::suggest::most_similar;
use crate::{flags, inline, library, normalise, read, target};

/// Loads a program.
///
/// # Errors
/// If the input cannot be read, compiled, linked or represented, or has no such entry function.
pub fn load(options: &LoadOptions) -> Result<Loaded, FrontendError> {
    load_with(options, lower)
}

/// Loads a program, given what is made of the module in normal form.
pub(crate) fn load_with(
    options: &LoadOptions,
    lower: impl FnOnce(&Module<'_>, &str) -> Result<Program, FrontendError>,
) -> Result<Loaded, FrontendError> {
    let session = Session::new();
    let mut warnings = Vec::new();
    let mut timings = Timings::default();

    let inputs = inputs(options)?;
    let name = main_name(&inputs);
    let mut sources = timed(&mut timings.compile, || compile(inputs, options, &mut warnings))?;
    let mut module = linked(&session, &sources, options, &mut warnings, &mut timings)?;
    let inline_bodies = timed(&mut timings.compile, || {
        let Some(provided) = options.provided else { return Ok(Vec::new()) };
        let mut missing = inline::missing(&module);
        missing.retain(|name| !provided(name));
        add_inline_bodies(&session, &mut sources, options, &missing)
    })?;
    if !inline_bodies.is_empty() {
        // What there was to say about the files was said the first time.
        module = linked(&session, &sources, options, &mut Vec::new(), &mut timings)?;
    }
    timed(&mut timings.normalise, || normalise::normalise(&module))?;
    let program = timed(&mut timings.lower, || lower(&module, &name))?;
    tracing::debug!(?timings, functions = program.functions.len(), "loaded {name}");
    Ok(Loaded { program, warnings, timings, inline_bodies })
}

/// One module of all sources and what they need of the library.
fn linked<'s>(
    session: &'s Session,
    sources: &[Source],
    options: &LoadOptions,
    warnings: &mut Vec<Warning>,
    timings: &mut Timings,
) -> Result<Module<'s>, FrontendError> {
    let parts = timed(&mut timings.parse, || parse(session, sources, options, warnings))?;
    let module = timed(&mut timings.link, || link::link(session, parts, warnings))?;
    if let Some(entry) = &options.entry {
        check_entry(&module, entry)?;
    }
    if let Some(library) = &options.library {
        timed(&mut timings.library, || library::add(session, &module, library))?;
    }
    Ok(module)
}

/// Compiles files once more that may have bodies of functions which are missing, and puts those in the sources' places that do.
fn add_inline_bodies(
    session: &Session,
    sources: &mut [Source],
    options: &LoadOptions,
    missing: &FxHashSet<String>,
) -> Result<Vec<InlineBodies>, FrontendError> {
    let mut found = Vec::new();
    if missing.is_empty() {
        return Ok(found);
    }
    for source in sources {
        let Some(job) = &source.job else { continue };
        let Some(compiled) = compile_with_inline_bodies(job, options)? else { continue };
        let module = read::bitcode(session, &source.path, &compiled)?;
        let functions = inline::keep(&module, missing);
        if !functions.is_empty() {
            source.content = module.write_bitcode_to_memory().as_slice().to_vec();
            found.push(InlineBodies { path: source.path.clone(), functions });
        }
    }
    Ok(found)
}

/// A file that is part of the program.
pub(crate) enum Input {
    /// To be compiled.
    C(Job),
    /// To be parsed as it is.
    Module { path: PathBuf, kind: InputKind, content: Vec<u8> },
}

/// A module's text or bitcode.
struct Source {
    path: PathBuf,
    kind: InputKind,
    content: Vec<u8>,
    /// How clang has written it just now; none if it was there before.
    job: Option<Job>,
}

/// Looks at every input before anything expensive starts.
pub(crate) fn inputs(options: &LoadOptions) -> Result<Vec<Input>, FrontendError> {
    let database = options.compile_commands.as_deref().map(Database::read).transpose()?;
    if options.inputs.is_empty() {
        let Some(database) = &database else {
            return Err(FrontendError::NoInput);
        };
        let mut inputs = Vec::new();
        for command in database.all_c()? {
            files::check_readable(&command.file)?;
            inputs.push(Input::C(Job::from_command(&command.file, command)));
        }
        return Ok(inputs);
    }
    options.inputs.iter().map(|path| input(path, database.as_ref())).collect()
}

fn input(path: &Path, database: Option<&Database>) -> Result<Input, FrontendError> {
    let content = files::read(path)?;
    Ok(match files::kind(path, &content)? {
        InputKind::C => Input::C(Job::new(path, database)?),
        kind => Input::Module { path: path.to_owned(), kind, content },
    })
}

/// The program is called after its first file.
fn main_name(inputs: &[Input]) -> String {
    inputs.first().map_or_else(String::new, |input| match input {
        Input::C(job) => job.path.display().to_string(),
        Input::Module { path, .. } => path.display().to_string(),
    })
}

fn compile(
    inputs: Vec<Input>,
    options: &LoadOptions,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Source>, FrontendError> {
    let mut jobs = Vec::new();
    let mut sources: Vec<Option<Source>> = Vec::with_capacity(inputs.len());
    for input in inputs {
        match input {
            Input::C(job) => {
                jobs.push(job);
                sources.push(None);
            }
            Input::Module { path, kind, content } => {
                sources.push(Some(Source { path, kind, content, job: None }));
            }
        }
    }
    let mut compiled = Vec::with_capacity(jobs.len());
    for (result, job) in compile_all(&jobs, options)?.into_iter().zip(jobs) {
        warnings.extend(result.warnings);
        let content = result.bitcode;
        let path = job.path.clone();
        compiled.push(Source { path, kind: InputKind::Bitcode, content, job: Some(job) });
    }
    // Each file keeps its place among the inputs: the order decides which of several weak definitions is taken.
    let mut compiled = compiled.into_iter();
    Ok(sources.into_iter().filter_map(|source| source.or_else(|| compiled.next())).collect())
}

fn parse<'s>(
    session: &'s Session,
    sources: &[Source],
    options: &LoadOptions,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Part<'s>>, FrontendError> {
    let mut parts = Vec::with_capacity(sources.len());
    for source in sources {
        let module = match source.kind {
            InputKind::Assembly => read::assembly(session, &source.path, &source.content)?,
            InputKind::C | InputKind::Bitcode => {
                read::bitcode(session, &source.path, &source.content)?
            }
        };
        let path = source.path.clone();
        warnings.extend(
            session
                .take_warnings()
                .into_iter()
                .map(|text| Warning::Llvm { path: path.clone(), text }),
        );
        if source.job.is_none() || cfg!(debug_assertions) {
            read::verify(&module, &path)?;
        }
        if source.job.is_none() && flags::wraps(&options.cflags) {
            normalise::wrapping::let_wrap(&module);
        }
        let target = target::settle(&module, &path, warnings)?;
        if let Some(wanted) = options.data_model
            && wanted != target.data_model
        {
            return Err(FrontendError::WrongDataModel { path, found: target.data_model, wanted });
        }
        if source.job.is_none() && lacks_debug_info(&module) {
            warnings.push(Warning::NoDebugInfo { path: path.clone() });
        }
        parts.push(Part { path, module, target });
    }
    Ok(parts)
}

/// Whether there is code and none of it knows where it comes from.
fn lacks_debug_info(module: &Module<'_>) -> bool {
    let mut defined =
        module.get_functions().filter(|function| function.count_basic_blocks() > 0).peekable();
    defined.peek().is_some() && defined.all(|function| function.get_subprogram().is_none())
}

/// Makes sure that a program has a function with a body of this source or linker name.
pub fn check_function(program: &Program, name: &str) -> Result<(), FrontendError> {
    let is_named = |function: &&Function| {
        function.name == name || function.source_name.as_deref() == Some(name)
    };
    let functions = || program.functions.values();
    if functions().filter(is_named).any(|function| function.body.is_some()) {
        return Ok(());
    }
    let declared = functions().any(|function| is_named(&function));
    let names = functions()
        .filter(|function| function.body.is_some())
        .map(|function| function.source_name.as_ref().unwrap_or(&function.name));
    let similar = most_similar(name, names);
    Err(FrontendError::MissingFunction { name: name.to_owned(), declared, similar })
}

fn check_entry(module: &Module<'_>, entry: &str) -> Result<(), FrontendError> {
    let found = module.get_function(entry);
    if found.is_some_and(|function| function.count_basic_blocks() > 0) {
        return Ok(());
    }
    let names = module
        .get_functions()
        .filter(|function| function.count_basic_blocks() > 0)
        .map(|function| function.get_name().to_string_lossy().into_owned());
    let similar = most_similar(entry, names);
    Err(FrontendError::MissingEntry { entry: entry.to_owned(), declared: found.is_some(), similar })
}

/// Adds the time `work` takes.
fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}
