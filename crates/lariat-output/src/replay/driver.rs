//! A `main` for a program that is tested from one of its functions.
//!
//! The driver includes the C file that defines the function, so it sees the same types and may call a `static` function. It follows the plan
//! that the engine followed ([`EntryPlan`]): the same inputs by the same names, put at the same places of equally large memory,
//! and then the function is called. Memory behind pointers has exactly the size that the test says, so that a step
//! beyond its end is noticed.

use std::fmt::Write as _;
use std::path::Path;

use lariat_exec::{EntryPlan, Leaf, MemoryPlan, PointerPlan, Target};
use lariat_program::{Linkage, Program, SourceType};
use serde::{Deserialize, Serialize};

use crate::replay::build::RENAMED_MAIN;

/// A function to be started instead of `main`, with what makes its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryDriver {
    /// Its name in the source.
    pub function: String,
    /// The file that defines it, as the compiler was given it.
    pub file: Option<String>,
    /// The `main` that calls it, in C.
    pub main: String,
}

/// Functions of the driver. What it allocates stays known, so that it is not taken for a leak of the program.
const HELPERS: &str = r#"
void lariat_make_symbolic(void *, __SIZE_TYPE__, const char *);
void *lariat_driver_allocate(__SIZE_TYPE__);
void free(void *);

static void lariat_driver_fill(char *memory, __SIZE_TYPE__ total, __SIZE_TYPE__ offset, __SIZE_TYPE__ size, const char *name)
{
    char *bytes = (char *)lariat_driver_allocate(size);
    lariat_make_symbolic(bytes, size, name);
    for (__SIZE_TYPE__ i = 0; i < size && offset < total && i < total - offset; i++)
        memory[offset + i] = bytes[i];
    free(bytes);
}

static __SIZE_TYPE__ lariat_driver_length(__SIZE_TYPE__ fewest, __SIZE_TYPE__ most, const char *name)
{
    __SIZE_TYPE__ length = 0;
    lariat_make_symbolic(&length, sizeof length, name);
    return length < fewest ? fewest : length > most ? most : length;
}

static int lariat_driver_is_null(const char *name)
{
    char is_null = 0;
    lariat_make_symbolic(&is_null, 1, name);
    return is_null != 0;
}

static unsigned lariat_driver_choice(const char *name)
{
    unsigned char choice = 0;
    lariat_make_symbolic(&choice, 1, name);
    return choice;
}

static char *lariat_driver_block(char **slot, __SIZE_TYPE__ size)
{
    *slot = (char *)lariat_driver_allocate(size);
    for (__SIZE_TYPE__ i = 0; i < size; i++)
        (*slot)[i] = 0;
    return *slot;
}

static void lariat_driver_point(char *memory, __SIZE_TYPE__ total, __SIZE_TYPE__ offset, void *pointer)
{
    char *bytes = (char *)&pointer;
    for (__SIZE_TYPE__ i = 0; i < sizeof pointer && offset < total && i < total - offset; i++)
        memory[offset + i] = bytes[i];
}

static int lariat_driver_unknown_function(void) { return 0; }
"#;

impl EntryDriver {
    /// The driver for a plan; none if a parameter's type is not known, because there is no debug information, or cannot be
    /// written in C, because it has no name.
    pub fn new(program: &Program, plan: &EntryPlan) -> Option<EntryDriver> {
        let function = &program.functions[program.function_named(&plan.function)?];
        let file = function
            .location
            .map(|location| program.files[program.locations.get(location).file].path.clone());
        let name = function.source_name.as_ref().unwrap_or(&function.name).clone();
        let mut writer = Writer { text: String::new(), names: Vec::new(), depth: 1 };
        for (position, parameter) in plan.parameters.iter().enumerate() {
            let mut ty = parameter.source_type?;
            while let SourceType::Qualified { target, .. } = program.source_types.get(ty) {
                ty = *target;
            }
            let variable = argument(position);
            let declaration = program.source_types.declaration(ty, &variable);
            if declaration.contains('…') {
                return None;
            }
            writer.line(&format!("{declaration};"));
            writer.line(&format!("__builtin_memset((void *)&{variable}, 0, sizeof {variable});"));
            let memory = format!("(char *)&{variable}");
            writer.memory(&parameter.layout, &memory, &format!("sizeof {variable}"));
        }
        let mut declarations = String::new();
        for global in &plan.globals {
            let (name, ty) = (&global.name, global.source_type?);
            let data = &program.globals[program.global_named(name)?];
            // The file that defines the function may not know the variables of the others.
            if data.linkage != Linkage::Internal {
                let _ = writeln!(
                    declarations,
                    "extern {};",
                    program.source_types.declaration(ty, name)
                );
            }
            writer.line(&format!("__builtin_memset((void *)&{name}, 0, sizeof {name});"));
            writer.memory(&global.layout, &format!("(char *)&{name}"), &format!("sizeof {name}"));
        }
        let arguments: Vec<String> = (0..plan.parameters.len()).map(argument).collect();
        writer.line(&format!("{name}({});", arguments.join(", ")));
        let blocks = writer.names.len().max(1);
        let main = format!(
            "{HELPERS}\n{declarations}static char *lariat_driver_blocks[{blocks}];\nstatic void *lariat_driver_pointers[{blocks}];\n\nint main(void)\n{{\n{}    return 0;\n}}\n",
            writer.text
        );
        Some(EntryDriver { function: name, file, main })
    }

    /// The whole driver in C, for the file that defines the function.
    pub(crate) fn source(&self, file: &Path, more: &str) -> String {
        let file = including(file, "");
        format!("#define main {RENAMED_MAIN}\n{file}#undef main\n{more}{}", self.main)
    }
}

/// A file with something behind its end.
pub(crate) fn including(file: &Path, more: &str) -> String {
    let file = file.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    format!("#include \"{file}\"\n{more}")
}

fn argument(position: usize) -> String {
    format!("lariat_argument{position}")
}

/// A string literal. Whatever is not plain ASCII is written as its octal bytes, which end by themselves.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', char::from(byte)]),
            b' '..=b'~' => literal.push(char::from(byte)),
            _ => {
                let _ = write!(literal, "\\{byte:03o}");
            }
        }
    }
    literal.push('"');
    literal
}

/// Writes the statements that make the arguments.
struct Writer {
    text: String,
    /// The names of the pointers so far.
    names: Vec<String>,
    depth: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(self.depth));
    }

    /// Fills memory at an address, of which only a part may be there.
    fn memory(&mut self, plan: &MemoryPlan, memory: &str, total: &str) {
        for leaf in &plan.leaves {
            match leaf {
                Leaf::Bytes { name, offset, size, .. } => {
                    let name = quoted(name);
                    self.line(&format!(
                        "lariat_driver_fill({memory}, {total}, {offset}, {size}, {name});"
                    ));
                }
                Leaf::Pointer(pointer) => self.pointer(pointer, memory, total),
            }
        }
    }

    fn pointer(&mut self, pointer: &PointerPlan, memory: &str, total: &str) {
        let number = self.names.len();
        self.names.push(pointer.name.clone());
        let (block, size) = (format!("block{number}"), format!("size{number}"));
        self.line("{");
        self.depth += 1;
        let is_null = match pointer.may_be_null {
            true => format!("lariat_driver_is_null({})", quoted(&format!("{}.null", pointer.name))),
            false => "0".to_owned(),
        };
        self.line(&format!("int is_null{number} = {is_null};"));
        if !pointer.aliases.is_empty() {
            let name = quoted(&format!("{}.alias", pointer.name));
            self.line(&format!("unsigned alias{number} = lariat_driver_choice({name});"));
        }
        let length = quoted(&format!("{}.length", pointer.name));
        let allocate = |writer: &mut Writer, bytes: &str| {
            writer.line(&format!("__SIZE_TYPE__ {size} = {bytes};"));
            writer.line(&format!(
                "char *{block} = lariat_driver_block(&lariat_driver_blocks[{number}], {size});"
            ));
        };
        let target = match &pointer.target {
            Target::Null => "(void *)0".to_owned(),
            Target::Elements { element_size, fewest, most, memory } => {
                let count = match fewest == most {
                    true => most.to_string(),
                    false => format!("lariat_driver_length({fewest}, {most}, {length})"),
                };
                allocate(self, &format!("{element_size} * (__SIZE_TYPE__){count}"));
                self.memory(memory, &block, &size);
                block.clone()
            }
            Target::Text { most, .. } => {
                allocate(self, &format!("1 + lariat_driver_length(0, {most}, {length})"));
                let name = quoted(&pointer.name);
                self.line(&format!("lariat_driver_fill({block}, {size}, 0, {most} + 1, {name});"));
                block.clone()
            }
            Target::Function { .. } => "(void *)lariat_driver_unknown_function".to_owned(),
        };
        let mut value = format!("is_null{number} ? (void *)0 : ");
        for (choice, other) in pointer.aliases.iter().enumerate() {
            if let Some(other) = self.names.iter().position(|name| name == other) {
                let _ = write!(
                    value,
                    "alias{number} == {} ? lariat_driver_pointers[{other}] : ",
                    choice + 1
                );
            }
        }
        let _ = write!(value, "(void *){target}");
        self.line(&format!("lariat_driver_pointers[{number}] = {value};"));
        let value = format!("lariat_driver_pointers[{number}]");
        self.line(&format!("lariat_driver_point({memory}, {total}, {}, {value});", pointer.offset));
        self.depth -= 1;
        self.line("}");
    }
}
