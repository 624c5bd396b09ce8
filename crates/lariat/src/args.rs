//! The command line's arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use lariat_frontend::LoadOptions;
use lariat_program::DataModel;

/// Symbolic execution for C that gets past loops.
#[derive(Parser, Debug)]
#[command(name = "lariat", version, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Print a program as Lariat sees it: functions, loops, source names and lines
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
}

const SHOW_EXAMPLES: &str = "\
Examples:
  lariat show parser.c                         every function, with source names and lines
  lariat show parser.c --function parse        one function
  lariat show parser.c lexer.c -I include --loops
                                               the loops of a program of two files
  lariat show parser.c --dot | dot -Tsvg >parser.svg
                                               its control flow as a picture
  lariat show --compile-commands build/compile_commands.json --json
                                               a whole project, for other tools

Exit codes: 0 done, 2 wrong usage or unreadable input.";

/// The program to work on.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// C files (.c, .i) that make up the program, or LLVM bitcode (.bc) or assembly (.ll)
    #[arg(value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Add a directory to look for header files in
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiling")]
    pub(crate) include: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Compiling")]
    pub(crate) define: Vec<String>,

    /// More options for clang, in one word, e.g. --cflags='-std=c11 -include config.h'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, help_heading = "Compiling")]
    pub(crate) cflags: Vec<String>,

    /// Take each file's options from a compile_commands.json; without FILE arguments, take all its files
    #[arg(long, value_name = "JSON", help_heading = "Compiling")]
    pub(crate) compile_commands: Option<PathBuf>,

    /// Sizes of C's types: ILP32 (as with -m32) or LP64 [default: LP64, or what the bitcode says]
    #[arg(long, value_name = "MODEL", ignore_case = true, help_heading = "Compiling")]
    pub(crate) data_model: Option<Model>,

    /// The function to start from
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) entry: Option<String>,
}

/// The spelling of data models on the command line.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub(crate) enum Model {
    /// `int`, `long` and pointers have 32 bits
    #[value(name = "ILP32")]
    Ilp32,
    /// `int` has 32 bits, `long` and pointers 64
    #[value(name = "LP64")]
    Lp64,
}

impl InputArgs {
    /// What the front end is asked to load.
    pub(crate) fn load_options(&self) -> anyhow::Result<LoadOptions> {
        let mut cflags = Vec::new();
        for words in &self.cflags {
            let words = shell_words::split(words)
                .map_err(|error| anyhow::anyhow!("--cflags '{words}': {error}"))?;
            cflags.extend(words);
        }
        Ok(LoadOptions {
            inputs: self.inputs.clone(),
            include_dirs: self.include.clone(),
            defines: self.define.clone(),
            cflags,
            compile_commands: self.compile_commands.clone(),
            data_model: self.data_model.map(|model| match model {
                Model::Ilp32 => DataModel::Ilp32,
                Model::Lp64 => DataModel::Lp64,
            }),
            entry: self.entry.clone(),
            ..LoadOptions::default()
        })
    }
}

/// Arguments of `lariat show`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Show only this function
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,

    /// Show the loops: headers, exits, depth, source lines
    #[arg(long)]
    pub(crate) loops: bool,

    /// Write the control flow for Graphviz
    #[arg(long, conflicts_with_all = ["json", "loops"])]
    pub(crate) dot: bool,

    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,

    /// Do not print warnings
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
