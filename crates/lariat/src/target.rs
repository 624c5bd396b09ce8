//! What `--target` means: blocks of the program, and the source line that a native run must show.

use anyhow::{Context, bail};
use lariat_output::Place;
use lariat_program::{BlockId, Body, FunctionId, Location, LocationId, Program};

use crate::session::find_function;

/// A place to be reached.
pub(crate) struct Target {
    /// The blocks that must be entered to get there.
    pub(crate) blocks: Vec<(FunctionId, BlockId)>,
    /// The line that is executed when one is there.
    pub(crate) place: Place,
}

impl Target {
    /// Finds `FILE:LINE`, a function or `label:NAME`.
    pub(crate) fn find(program: &Program, text: &str) -> anyhow::Result<Target> {
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

/// All locations of a block, in order.
fn locations(body: &Body, block: BlockId) -> impl Iterator<Item = LocationId> + '_ {
    let block = &body.blocks[block];
    block.insts().filter_map(|inst| body.location(inst)).chain(block.terminator_location)
}

fn bodies(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    program
        .functions
        .iter()
        .filter(|(_, function)| !function.library)
        .filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
}

fn by_line(program: &Program, file: &str, line: u32) -> anyhow::Result<Target> {
    let is_file = |location: &Location| {
        let path = std::path::Path::new(&program.files[location.file].path);
        path.ends_with(file) || std::path::Path::new(file).ends_with(path)
    };
    let mut blocks = Vec::new();
    let mut place = None;
    let mut nearest: Option<u32> = None;
    let mut known_file = false;
    for (function, body) in bodies(program) {
        for (block, _) in &body.blocks {
            for id in locations(body, block) {
                let location = program.locations.get(id);
                if !is_file(&location) {
                    continue;
                }
                known_file = true;
                if location.line == line {
                    blocks.push((function, block));
                    place.get_or_insert_with(|| Place::new(program, id));
                    break;
                }
                if location.line > line && nearest.is_none_or(|nearest| location.line < nearest) {
                    nearest = Some(location.line);
                }
            }
        }
    }
    match place {
        Some(place) => Ok(Target { blocks, place }),
        None if !known_file => bail!("{file} is not a file of the program"),
        None => match nearest {
            Some(next) => {
                bail!("there is no code at {file}:{line}; the next line with code is {next}")
            }
            None => bail!("there is no code at {file}:{line} or behind it"),
        },
    }
}

fn by_function(program: &Program, name: &str) -> anyhow::Result<Target> {
    let function = find_function(program, name)
        .with_context(|| format!("`{name}` is neither FILE:LINE, a function nor label:NAME"))?;
    let body = program.functions[function]
        .body
        .as_ref()
        .with_context(|| format!("`{name}` is only declared; name a place that calls it"))?;
    let first = body.blocks.keys().find_map(|block| locations(body, block).next());
    let first = first.with_context(|| format!("`{name}` has no line numbers; compile with -g"))?;
    Ok(Target { blocks: vec![(function, body.entry())], place: Place::new(program, first) })
}

fn by_label(program: &Program, label: &str) -> anyhow::Result<Target> {
    for (function, body) in bodies(program) {
        for (block, data) in &body.blocks {
            if data.labels.iter().any(|name| name == label) {
                let first = locations(body, block).next();
                let first = first.with_context(|| format!("label `{label}` has no line number"))?;
                return Ok(Target {
                    blocks: vec![(function, block)],
                    place: Place::new(program, first),
                });
            }
        }
    }
    bail!("there is no label `{label}`")
}
