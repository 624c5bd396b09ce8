//! What `--target` means: blocks of the program, and the source line that a native run must show.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use lariat_output::Place;
use lariat_program::{
    BlockId, Body, Callee, Function, FunctionId, Inst, InstId, Location, LocationId, Program,
};

/// A place to be reached.
pub(crate) struct Target {
    /// The blocks that must be entered to get there.
    pub(crate) blocks: Vec<(FunctionId, BlockId)>,
    /// The lines of which one is executed when one is there: a label and a static function may be there more than once.
    pub(crate) places: Vec<Place>,
}

impl Target {
    /// Finds `FILE:LINE`, a function or `label:NAME`. A line in the middle of a block becomes the start of a block of its own, for
    /// entering the block is not reaching the line: a call in between may never come back.
    pub(crate) fn find(program: &mut Program, text: &str) -> anyhow::Result<Target> {
        let mut target = Target::find_exactly(program, text)?;
        // It is the line that is reached, not a column.
        target.places.iter_mut().for_each(|place| place.column = 0);
        let mut seen = BTreeSet::new();
        target.places.retain(|place| seen.insert((place.file.clone(), place.line)));
        Ok(target)
    }

    /// The lines in words.
    pub(crate) fn describe(&self) -> String {
        self.places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
    }

    fn find_exactly(program: &mut Program, text: &str) -> anyhow::Result<Target> {
        if let Some(label) = text.strip_prefix("label:") {
            return by_label(program, label);
        }
        if let Some((file, line)) = text.rsplit_once(':')
            && let Ok(line) = line.parse()
        {
            return by_line(program, file, line);
        }
        by_function(program, text)
    }
}

/// Functions whose call violates `unreach-call`.
const ERRORS: [&str; 6] = [
    "reach_error",
    "__VERIFIER_error",
    "__assert_fail",
    "__assert",
    "__assert_rtn",
    "lariat_assertion_failed",
];

/// Functions of the engine that fail an assertion themselves.
const ASSERTIONS: [&str; 3] = ["klee_assert", "lariat_assert", "lariat_report"];

/// Functions whose call may violate `unreach-call`.
pub(crate) fn reporters(program: &Program) -> Vec<FunctionId> {
    let reports = |name: &str| ERRORS.contains(&name) || ASSERTIONS.contains(&name);
    let functions = program.functions.iter().filter(|(_, function)| reports(&function.name));
    functions.map(|(id, _)| id).collect()
}

/// The blocks that start with the call of an error function; they are made such.
pub(crate) fn error_calls(program: &mut Program) -> Vec<(FunctionId, BlockId)> {
    let is_error =
        |function: FunctionId| ERRORS.contains(&program.functions[function].name.as_str());
    let mut starts = Vec::new();
    for (id, function) in &program.functions {
        let Some(body) = &function.body else { continue };
        // What an error function does itself is not executed.
        if is_error(id) {
            continue;
        }
        for (block, data) in &body.blocks {
            let calls = data.insts().filter(|inst| match body.inst(*inst) {
                Inst::Call(call) => match body.calls[call].callee {
                    Callee::Direct(callee) => is_error(callee),
                    Callee::Indirect(_) => false,
                },
                _ => false,
            });
            // Nothing behind the first one is reached.
            starts.extend(calls.take(1).map(|inst| (id, block, inst)));
        }
    }
    split(program, &starts)
}

/// The instructions of a block with a location, in order; the terminator is the one behind the last.
fn places(body: &Body, block: BlockId) -> impl Iterator<Item = (InstId, LocationId)> + '_ {
    let block = &body.blocks[block];
    let end = block.terminator_location.map(|location| (block.end, location));
    // A declaration alone is no code: no native instruction comes from it.
    let is_code = |inst: &InstId| {
        !matches!(body.insts[*inst].inst, Inst::Alloca { .. } | Inst::Lifetime { .. })
    };
    block.insts().filter(is_code).filter_map(|inst| Some((inst, body.location(inst)?))).chain(end)
}

/// All locations of a block, in order.
fn locations(body: &Body, block: BlockId) -> impl Iterator<Item = LocationId> + '_ {
    places(body, block).map(|(_, location)| location)
}

/// Makes blocks start at these instructions, blocks that edges lead to.
fn split(
    program: &mut Program,
    starts: &[(FunctionId, BlockId, InstId)],
) -> Vec<(FunctionId, BlockId)> {
    let split = |&(function, block, inst): &(FunctionId, BlockId, InstId)| {
        let block = match &mut program.functions[function].body {
            Some(body) if block == body.entry() || inst != body.blocks[block].first => {
                body.split_block(block, inst)
            }
            _ => block,
        };
        (function, block)
    };
    starts.iter().map(split).collect()
}

fn bodies(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    program
        .functions
        .iter()
        .filter(|(_, function)| !function.library)
        .filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
}

fn by_line(program: &mut Program, file: &str, line: u32) -> anyhow::Result<Target> {
    let wanted: PathBuf =
        Path::new(file).components().filter(|part| *part != Component::CurDir).collect();
    let is_file = |location: &Location| {
        let path = Path::new(&program.files[location.file].path);
        path.ends_with(&wanted) || wanted.ends_with(path)
    };
    let mut starts = Vec::new();
    let mut place = None;
    let mut nearest: Option<u32> = None;
    let mut known_file = false;
    let mut files = BTreeSet::new();
    for (function, body) in bodies(program) {
        for (block, _) in &body.blocks {
            for (inst, id) in places(body, block) {
                let location = program.locations.get(id);
                if !is_file(&location) {
                    continue;
                }
                known_file = true;
                if location.line == line {
                    starts.push((function, block, inst));
                    files.insert(program.files[location.file].path.clone());
                    place.get_or_insert_with(|| Place::new(program, id));
                    break;
                }
                if location.line > line && nearest.is_none_or(|nearest| location.line < nearest) {
                    nearest = Some(location.line);
                }
            }
        }
    }
    if files.len() > 1 {
        let files: Vec<String> = files.into_iter().collect();
        bail!("{file}:{line} can mean {}; write more of the path", files.join(" or "));
    }
    match place {
        Some(place) => Ok(Target { blocks: split(program, &starts), places: vec![place] }),
        None if !known_file => bail!("{file} is not a file of the program"),
        None => match nearest {
            Some(next) => {
                bail!("there is no code at {file}:{line}; the next line with code is {next}")
            }
            None => bail!("there is no code at {file}:{line} or behind it"),
        },
    }
}

/// All functions of this name: those of several files may be called the same.
fn by_function(program: &mut Program, name: &str) -> anyhow::Result<Target> {
    let is_called = |function: &Function| {
        function.name == name || function.source_name.as_deref() == Some(name)
    };
    if !program.functions.values().any(is_called) {
        bail!("`{name}` is neither FILE:LINE, a function nor label:NAME");
    }
    let (mut starts, mut places) = (Vec::new(), Vec::new());
    let mut has_body = false;
    for (function, body) in bodies(program).filter(|(id, _)| is_called(&program.functions[*id])) {
        has_body = true;
        let first = body.blocks.keys().find_map(|block| locations(body, block).next());
        let Some(first) = first else { continue };
        places.push(Place::new(program, first));
        starts.push((function, body.entry(), body.blocks[body.entry()].first));
    }
    if !has_body {
        bail!("`{name}` is not a function of the program itself; name a place that calls it");
    }
    if starts.is_empty() {
        bail!("`{name}` has no line numbers; compile with -g");
    }
    Ok(Target { blocks: split(program, &starts), places })
}

/// All labels of this name: each function has its own.
fn by_label(program: &Program, label: &str) -> anyhow::Result<Target> {
    let (mut blocks, mut places) = (Vec::new(), Vec::new());
    for (function, body) in bodies(program) {
        for (block, data) in &body.blocks {
            if data.labels.iter().any(|name| name == label) {
                let first = locations(body, block).next();
                let first = first.with_context(|| format!("label `{label}` has no line number"))?;
                blocks.push((function, block));
                places.push(Place::new(program, first));
            }
        }
    }
    if blocks.is_empty() {
        bail!("there is no label `{label}`");
    }
    Ok(Target { blocks, places })
}
