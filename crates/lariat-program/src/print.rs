//! The readable listing behind `lariat show`: a whole program, one function, or the loops of each function.
//!
//! The listing is for people who know the C source. Every line carries its `line:column` on the left, values their source names
//! (see [`names`](crate::names)), blocks say where control comes from, and a block that is a loop's header says so.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::*;
use crate::loops::{Loop, LoopForest, LoopKind};
use crate::names::*;
use crate::print_inst::InstPrinter;
use crate::program::{Body, Function, Global, Linkage, Program};

/// What to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// Only the function of this source or linker name, and nothing else.
    pub function: Option<String>,
}

impl PrintOptions {
    /// The functions with a body that are to be listed.
    pub fn selected<'p>(
        &'p self,
        program: &'p Program,
    ) -> impl Iterator<Item = (FunctionId, &'p Function, &'p Body)> {
        program
            .functions
            .iter()
            .filter(|(_, function)| self.matches(function))
            .filter_map(|(id, function)| Some((id, function, function.body.as_ref()?)))
    }

    fn matches(&self, function: &Function) -> bool {
        let Some(wanted) = &self.function else { return true };
        function.name == *wanted || function.source_name.as_ref() == Some(wanted)
    }
}

/// The widest line the loop listing makes.
const COLUMNS: usize = 100;

/// The whole program, or the function asked for.
pub fn program(program: &Program, options: &PrintOptions) -> String {
    let mut text = String::new();
    if options.function.is_none() {
        let bits = program.target.pointer_bits;
        text += &format!("program {}, {} ({bits}-bit)\n", program.name, program.target.triple);
        globals(program, &mut text);
        declarations(program, &mut text);
        if !program.module_assembly.is_empty() {
            text += "\n; assembly outside of functions is ignored\n";
        }
    }
    for (id, ..) in options.selected(program) {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &function(program, id);
    }
    text
}

fn globals(program: &Program, text: &mut String) {
    if !program.globals.is_empty() {
        text.push('\n');
    }
    for global in program.globals.values() {
        let mut line = String::new();
        line += match (global.linkage, global.initializer.is_some()) {
            (Linkage::Weak, false) => "extern weak ",
            (_, false) => "extern ",
            (Linkage::Internal, true) => "static ",
            (Linkage::Weak, true) => "weak ",
            _ => "",
        };
        if global.thread_local {
            line += "thread_local ";
        }
        if global.constant {
            line += "constant ";
        }
        let name = format!("@{}", global.name);
        line += &declaration(program, global.source_type, global.ty, Some(&name));
        if let Some(content) = initial_content(program, global) {
            line += &format!(" = {content}");
        }
        *text += &line;
        if let Some(location) = global.location {
            *text += &format!("    ; {}", location_text(program, program.locations.get(location)));
        }
        text.push('\n');
    }
}

/// A short description of what a global holds at the start.
fn initial_content(program: &Program, global: &Global) -> Option<String> {
    let initializer = global.initializer.as_ref()?;
    let bytes = &initializer.bytes;
    if !initializer.relocations.is_empty() {
        let addresses = initializer
            .relocations
            .iter()
            .map(|r| (r.offset, InstPrinter::constant(program, r.value)));
        let numbers = bytes_that_are_set(bytes)
            .map(|(offset, set)| (offset as u64, format!("bytes {}", hexadecimal(set))));
        let mut parts: Vec<(u64, String)> = addresses.take(5).chain(numbers.take(5)).collect();
        parts.sort_by_key(|(offset, _)| *offset);
        let more = if parts.len() > 4 { ", …" } else { "" };
        let shown: Vec<String> =
            parts.iter().take(4).map(|(offset, part)| format!("[{offset}]: {part}")).collect();
        return Some(format!("{{{}{more}}}", shown.join(", ")));
    }
    if bytes.iter().all(|byte| *byte == 0) {
        return (global.size <= 8).then(|| "0".into()).or_else(|| Some("{0}".into()));
    }
    let text = bytes
        .strip_suffix(&[0])
        .filter(|text| text.iter().all(|byte| matches!(byte, 0x20..0x7f | b'\n' | b'\t' | b'\r')));
    match (text, program.types.int_width(global.ty)) {
        (_, Some(width)) if width <= 64 => {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let shift = 64 - 8 * bytes.len() as u32;
            Some(((i64::from_le_bytes(word) << shift) >> shift).to_string())
        }
        (Some(text), _) => Some(string_text(text, 60)),
        (None, _) => Some(format!("bytes {}", hexadecimal(bytes))),
    }
}

/// The first bytes of a list.
fn hexadecimal(bytes: &[u8]) -> String {
    let shown: Vec<String> = bytes.iter().take(16).map(|b| format!("{b:02x}")).collect();
    let more = if bytes.len() > 16 { " …" } else { "" };
    format!("{}{more}", shown.join(" "))
}

/// The runs of bytes that are not zero, each with its place.
fn bytes_that_are_set(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = 0;
    (bytes.split(|byte| *byte == 0))
        .map(move |run| {
            let start = next;
            next += run.len() + 1;
            (start, run)
        })
        .filter(|(_, run)| !run.is_empty())
}

fn declarations(program: &Program, text: &mut String) {
    let mut first = true;
    for function in program.functions.values().filter(|function| function.body.is_none()) {
        if std::mem::take(&mut first) {
            text.push('\n');
        }
        let weak = if function.linkage == Linkage::Weak { "weak " } else { "" };
        *text += &format!("extern {weak}{}\n", signature(program, function));
    }
}

/// One function.
pub fn function(program: &Program, id: FunctionId) -> String {
    let function = &program.functions[id];
    let mut text = if function.linkage == Linkage::Internal { "static " } else { "" }.to_owned();
    text += &signature(program, function);
    if let Some(location) = function.location {
        text += &format!("    ; {}", location_text(program, program.locations.get(location)));
    }
    text.push('\n');
    if let Some(body) = &function.body {
        let file = function.location.map(|location| program.locations.get(location).file);
        FunctionPrinter::new(program, body, file).blocks(&mut text);
    }
    text
}

struct FunctionPrinter<'p> {
    program: &'p Program,
    body: &'p Body,
    file: Option<FileId>,
    names: Names,
    cfg: Cfg,
    loops: LoopForest,
}

impl<'p> FunctionPrinter<'p> {
    fn new(program: &'p Program, body: &'p Body, file: Option<FileId>) -> FunctionPrinter<'p> {
        let cfg = Cfg::new(body);
        let loops = LoopForest::new(&cfg, &Dominators::new(&cfg));
        FunctionPrinter { program, body, file, names: Names::new(body), cfg, loops }
    }

    fn blocks(&self, text: &mut String) {
        let printer = InstPrinter { program: self.program, body: self.body, names: &self.names };
        for (id, block) in self.body.blocks.iter() {
            *text += &format!("{}{}\n", self.names.block(id), self.block_comment(id));
            for phi in &block.phis {
                let ty = type_text(self.program, self.body.values[phi.result].ty);
                self.line(text, phi.location, &format!("{} : {ty}", printer.phi(phi)));
            }
            for inst in block.insts() {
                self.line(text, self.body.location(inst), &printer.inst(inst));
            }
            for line in printer.terminator(&block.terminator) {
                self.line(text, block.terminator_location, &line);
            }
        }
    }

    /// What follows a block's name: its labels, predecessors and loop.
    fn block_comment(&self, id: BlockId) -> String {
        let block = &self.body.blocks[id];
        let mut notes = Vec::new();
        if !block.labels.is_empty() {
            notes.push(format!("label {}", block.labels.join(", ")));
        }
        let mut predecessors: Vec<&str> =
            self.cfg.predecessors(id).map(|before| self.names.block(before)).collect();
        predecessors.dedup();
        if !predecessors.is_empty() {
            notes.push(format!("from {}", predecessors.join(", ")));
        } else if id != self.body.entry() {
            notes.push("never reached".into());
        }
        for (loop_id, this) in self.loops.iter().filter(|(_, this)| this.header == id) {
            notes.push(self.loop_note(loop_id, this));
        }
        if notes.is_empty() { ":".into() } else { format!(":    ; {}", notes.join("; ")) }
    }

    fn loop_note(&self, id: LoopId, this: &Loop) -> String {
        let lines = match self.loops.lines(self.program, self.body, id) {
            Some(lines) if lines.start == lines.end => format!(", line {}", lines.start),
            Some(lines) => format!(", lines {}–{}", lines.start, lines.end),
            None => String::new(),
        };
        match this.kind {
            LoopKind::Natural => format!("loop of depth {}{lines}", this.depth),
            LoopKind::Irreducible => {
                let entries: Vec<_> = this.entries.iter().map(|b| self.names.block(*b)).collect();
                format!("irreducible cycle entered at {}{lines}", entries.join(", "))
            }
        }
    }

    fn line(&self, text: &mut String, location: Option<LocationId>, line: &str) {
        let location = location.map(|location| self.program.locations.get(location));
        let gutter = match location {
            // Column 0 is unknown: what the compiler made for a whole statement.
            Some(location) if location.line != 0 && location.column == 0 => {
                format!("{:>6}     ", location.line)
            }
            Some(location) if location.line != 0 => {
                format!("{:>6}:{:<4}", location.line, location.column)
            }
            _ => " ".repeat(11),
        };
        *text += &format!("{gutter} {line}");
        if let Some(location) = location
            && self.file.is_some_and(|file| file != location.file)
        {
            *text += &format!("    ; {}", file_name(self.program, location.file));
        }
        text.push('\n');
    }
}

/// The loop forest of each function that has loops.
pub fn loops(program: &Program, options: &PrintOptions) -> String {
    let mut text = String::new();
    let (mut functions, mut natural, mut irreducible) = (0, 0, 0);
    for (_, function, body) in options.selected(program) {
        let file = function.location.map(|location| program.locations.get(location).file);
        let printer = FunctionPrinter::new(program, body, file);
        if printer.loops.is_empty() {
            continue;
        }
        functions += 1;
        let place = function.location.map(|l| location_text(program, program.locations.get(l)));
        let place = place.map_or_else(String::new, |place| format!("  ({place})"));
        text += &format!("{}{place}\n", function.name);
        for root in printer.loops.roots() {
            loop_tree(&printer, root, &mut text);
        }
        text.push('\n');
        let is_natural = |this: &Loop| this.kind == LoopKind::Natural;
        natural += printer.loops.iter().filter(|(_, this)| is_natural(this)).count();
        irreducible += printer.loops.iter().filter(|(_, this)| !is_natural(this)).count();
    }
    text += &format!("{} in {}", count(natural, "loop"), count(functions, "function"));
    if irreducible > 0 {
        text += &format!(", {}", count(irreducible, "irreducible cycle"));
    }
    text.push('\n');
    text
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn loop_tree(printer: &FunctionPrinter<'_>, root: LoopId, text: &mut String) {
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        let this = printer.loops.get(id);
        stack.extend(this.children.iter().rev());
        loop_entry(printer, id, this, text);
    }
}

fn loop_entry(printer: &FunctionPrinter<'_>, id: LoopId, this: &Loop, text: &mut String) {
    let indent = "  ".repeat(this.depth as usize);
    let lines = match printer.loops.lines(printer.program, printer.body, id) {
        Some(lines) if lines.start == lines.end => format!("line {}", lines.start),
        Some(lines) => format!("lines {}–{}", lines.start, lines.end),
        None => "no lines known".into(),
    };
    let kind = match this.kind {
        LoopKind::Natural => "loop",
        LoopKind::Irreducible => "irreducible cycle",
    };
    let mut head = vec![
        format!("depth {}", this.depth),
        format!("header {}", printer.names.block(this.header)),
        count(this.blocks.len(), "block"),
    ];
    match this.latches.len() {
        1 => head.push("1 latch".into()),
        latches => head.push(format!("{latches} latches")),
    }
    wrap(text, &format!("{indent}{kind} at {lines}: "), &indent, &head, ", ");
    let detail = format!("{indent}  ");
    if this.kind == LoopKind::Irreducible {
        let entries: Vec<String> =
            this.entries.iter().map(|b| printer.names.block(*b).to_owned()).collect();
        wrap(text, &format!("{detail}entries: "), &detail, &entries, ", ");
    }
    let state = state_names(printer.body, &printer.names, this);
    if !state.is_empty() {
        wrap(text, &format!("{detail}state: "), &detail, &state, ", ");
    }
    let exits: Vec<String> = this
        .exit_edges
        .iter()
        .map(|edge| {
            let edge = printer.cfg.edge(*edge);
            let names = [edge.source, edge.target].map(|block| printer.names.block(block));
            match exit_line(printer.program, printer.body, edge.source) {
                Some(line) => format!("line {line} ({} → {})", names[0], names[1]),
                None => format!("{} → {}", names[0], names[1]),
            }
        })
        .collect();
    match exits[..] {
        [] => *text += &format!("{detail}exits: none\n"),
        _ => wrap(text, &format!("{detail}exits: "), &detail, &exits, ", "),
    }
}

/// The line on which a block decides where to go.
pub(crate) fn exit_line(program: &Program, body: &Body, block: BlockId) -> Option<u32> {
    let block = &body.blocks[block];
    let last = || block.insts().rev().find_map(|inst| body.location(inst));
    let location = block.terminator_location.or_else(last)?;
    Some(program.locations.get(location).line).filter(|line| *line != 0)
}

/// The source names of what a loop carries from one iteration to the next; values without one by their listing name.
pub(crate) fn state_names(body: &Body, names: &Names, this: &Loop) -> Vec<String> {
    let name = |phi: &crate::inst::Phi| match body.value_name(phi.result) {
        Some(name) => name.to_owned(),
        None => names.value(phi.result).to_owned(),
    };
    this.state(body).iter().map(name).collect()
}

/// Writes parts after a head, continued on indented lines where they would be too long.
fn wrap(text: &mut String, head: &str, indent: &str, parts: &[String], separator: &str) {
    let mut line = head.to_owned();
    for (index, part) in parts.iter().enumerate() {
        let last = index + 1 == parts.len();
        let separator = if last { "" } else { separator };
        let width = line.chars().count() + part.chars().count() + separator.trim_end().len();
        if width > COLUMNS && index > 0 {
            *text += line.trim_end();
            text.push('\n');
            line = format!("{indent}  ");
        }
        line += part;
        line += separator;
    }
    *text += line.trim_end();
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::sum;

    #[test]
    fn listing_of_a_function() {
        let expected = "\
i32 sum(i32 n)    ; sum.c:1:5
entry:
     3:8    goto for.cond
for.cond:    ; from entry, for.body; loop of depth 1, lines 3–4
     3:12   i.1 = φ [entry: 0] [for.body: i.2] : i32
     3:12   s.1 = φ [entry: 0] [for.body: s.2] : i32
     3:21   %1 = i.1 < n
     3:21   if %1 goto for.body else for.end
for.body:    ; from for.cond
     4:7    s.2 = add nsw s.1, i.1
     3:27   i.2 = add nsw i.1, 1
     3:27   goto for.cond
for.end:    ; from for.cond
     5:3    return s.1
";
        let options = PrintOptions { function: Some("sum".into()) };
        assert_eq!(program(&sum(), &options), expected);
    }

    #[test]
    fn listing_of_loops() {
        let expected = "\
sum  (sum.c:1:5)
  loop at lines 3–4: depth 1, header for.cond, 2 blocks, 1 latch
    state: i, s
    exits: line 3 (for.cond → for.end)

1 loop in 1 function
";
        assert_eq!(loops(&sum(), &PrintOptions::default()), expected);
    }

    #[test]
    fn long_lists_are_wrapped() {
        let parts: Vec<String> = (0..40).map(|n| format!("part{n}")).collect();
        let mut text = String::new();
        wrap(&mut text, "  exits: ", "  ", &parts, ", ");
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS));
        let words: Vec<String> =
            text.replace("exits:", "").split(',').map(|w| w.trim().to_owned()).collect();
        assert_eq!(words, parts);
    }

    #[test]
    fn unknown_function_lists_nothing() {
        let options = PrintOptions { function: Some("other".into()) };
        assert_eq!(program(&sum(), &options), "");
    }
}
