//! The command line's arguments.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use lariat_exec::Search;
use lariat_frontend::LoadOptions;
use lariat_program::DataModel;

use crate::units;

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

    /// Explore a program on symbolic inputs: tests that cover it, bugs with inputs that trigger them
    #[command(after_help = TEST_EXAMPLES)]
    Test(TestArgs),

    /// Find an input that reaches a place, or show that none does
    #[command(after_help = REACH_EXAMPLES)]
    Reach(ReachArgs),

    /// Decide whether a property holds: true, false with an input, or unknown with the reason
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),

    /// Say what each loop does: its type, its paths and their order, exact cases, bounds
    #[command(after_help = LOOPS_EXAMPLES)]
    Loops(LoopsArgs),

    /// Run the tests of an earlier run natively: confirm bugs, measure coverage
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
}

const TEST_EXAMPLES: &str = "\
Examples:
  lariat test parser.c                         a program whose main reads klee_* or __VERIFIER_* inputs
  lariat test parser.c --entry parse           one function; its parameters are the inputs
  lariat test tool.c --sym-args 1 3 8 --sym-stdin 32
                                               a whole program: 1 to 3 arguments of up to 8 characters, 32 bytes of input
  lariat test prog.bc --time 10m --threads 2   bitcode, ten minutes, two threads
  lariat test parser.c --all-paths --keep-output
                                               a test for every path, and what the program prints on each

What comes out is in lariat-out: tests (.ktest and a Test-Comp suite), a directory per bug, stats.json, time.json, run.log.
Exit codes: 0 finished without bug, 1 a bug, 2 wrong usage or unreadable input, 3 stopped by a limit.";

const REACH_EXAMPLES: &str = "\
Examples:
  lariat reach prog.c --target prog.c:87       an input that gets to line 87
  lariat reach prog.c --target handle_error    an input that calls a function
  lariat reach prog.c --target label:fail      an input that gets to a label

The last line is the verdict: reached (the input was run natively and got there), unreachable, or unknown with the reason.
Exit codes: 0 reached or unreachable, 2 wrong usage or unreadable input, 3 unknown.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  lariat verify task.c                         can reach_error() or __VERIFIER_error() be called, or an assertion fail?
  lariat verify task.i --data-model ILP32 --property no-overflow

The last line is the verdict: true, false (the input was run natively and shows it), or unknown with the reason.
Exit codes: 0 true, 1 false, 2 wrong usage or unreadable input, 3 unknown.";

const LOOPS_EXAMPLES: &str = "\
Examples:
  lariat loops prog.c                          every loop of every function of the program
  lariat loops prog.c --function parse --dot automata
                                               one function, with its path dependency automata as pictures
  lariat loops prog.c --slice=i,total          what matters for the exits and for these variables
  lariat loops lib/*.c --from-code --json      all loops of a package, for other tools

A case says under which condition the loop ends where, and with which values; the cases of a loop exclude each other. Values are those
before the loop, and in cases those of its last test.
Exit codes: 0 done, 2 wrong usage or unreadable input.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  lariat replay lariat-out                     run every test, confirm every bug, show line and branch coverage
  lariat replay lariat-out --lcov cov.info     and write the coverage for other tools

Exit codes: 0 done, 1 a bug was confirmed, 2 wrong usage or unreadable input.";

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

/// What the front end is asked to load, and the headers it finds without being told where.
pub(crate) struct Request {
    pub(crate) options: LoadOptions,
    /// The same without the headers, for who brings their own.
    pub(crate) as_given: LoadOptions,
    /// Removed when it goes out of scope.
    _headers: tempfile::TempDir,
}

impl InputArgs {
    /// What the front end is asked to load, with `lariat.h` and `klee/klee.h` where the user's own directories have none.
    pub(crate) fn request(&self) -> anyhow::Result<Request> {
        let as_given = self.load_options()?;
        let headers = tempfile::Builder::new()
            .prefix("lariat-include-")
            .tempdir()
            .and_then(|directory| {
                lariat_runtime::write_headers(directory.path())?;
                Ok(directory)
            })
            .context("cannot write header files to the temporary directory")?;
        let mut options = as_given.clone();
        options.cflags.push(format!("-idirafter{}", headers.path().display()));
        Ok(Request { options, as_given, _headers: headers })
    }

    /// What the user has asked for.
    fn load_options(&self) -> anyhow::Result<LoadOptions> {
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

/// What to say about loops.
#[derive(Args, Debug)]
pub(crate) struct LoopsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Only the loops of this function
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,

    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,

    /// Write each loop's automaton for Graphviz into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) dot: Option<PathBuf>,

    /// Read the loops from the code alone, without executing a way to them: fast, for whole packages
    #[arg(long)]
    pub(crate) from_code: bool,

    /// Read the loops from the code alone, sliced to what decides how they are left and to these variables, e.g. --slice=i,sum
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) slice: Option<String>,

    /// How long to look for the loops of one function, e.g. 10s
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    pub(crate) time: Duration,

    /// Do not print warnings
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How to explore.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArgs {
    /// Do not take loops in one step; only search
    #[arg(long)]
    pub(crate) no_summaries: bool,

    /// Compare what is said about each loop with concrete executions of its body
    #[arg(long)]
    pub(crate) self_check: bool,

    /// Directory for what is left behind
    #[arg(long, value_name = "DIR", default_value = "lariat-out")]
    pub(crate) out: PathBuf,

    /// How long to explore, e.g. 60s, 10m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::duration, help_heading = "Limits")]
    pub(crate) time: Duration,

    /// Memory to use at most, e.g. 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = units::bytes, help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Longest path, in instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_steps: Option<u64>,

    /// Most symbolic branches on a path
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_depth: Option<u32>,

    /// Time for a single solver query
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration, help_heading = "Limits")]
    pub(crate) query_time: Duration,

    /// Time for a native run of a test
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration, help_heading = "Limits")]
    pub(crate) replay_time: Duration,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Search")]
    pub(crate) threads: u16,

    /// Decides what is left to chance: the same seed and one thread give the same tests
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub(crate) seed: u64,

    /// Which state runs next: dfs, bfs, random-path, covnew or interleaved
    #[arg(long, value_name = "NAME", default_value = "interleaved", value_parser = search, help_heading = "Search")]
    pub(crate) search: Search,

    /// Longest buffer or string a pointer parameter points to, and largest allocation of symbolic size
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Inputs")]
    pub(crate) capacity: u64,

    /// Pointer parameters may be NULL
    #[arg(long, help_heading = "Inputs")]
    pub(crate) null_pointers: bool,

    /// Symbolic arguments of main: at least MIN and at most MAX of up to LEN characters
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"], help_heading = "Inputs")]
    pub(crate) sym_args: Vec<u32>,

    /// Symbolic standard input of up to N bytes
    #[arg(long, value_name = "N", help_heading = "Inputs")]
    pub(crate) sym_stdin: Option<u64>,

    /// A symbolic file of up to N bytes
    #[arg(long, num_args = 2, value_names = ["NAME", "N"], help_heading = "Inputs")]
    pub(crate) sym_file: Vec<String>,

    /// What a function without body and model does
    #[arg(long, value_enum, default_value_t = External::Stop, help_heading = "Semantics")]
    pub(crate) external: External,

    /// Do not treat signed overflow as a bug
    #[arg(long, help_heading = "Semantics")]
    pub(crate) no_overflow_check: bool,

    /// A branch on uninitialised memory is a bug
    #[arg(long, help_heading = "Semantics")]
    pub(crate) check_uninitialised: bool,

    /// malloc, calloc and realloc may fail
    #[arg(long, help_heading = "Semantics")]
    pub(crate) failing_malloc: bool,

    /// Memory lost at exit is a bug
    #[arg(long, help_heading = "Semantics")]
    pub(crate) check_leaks: bool,

    /// Write every solver query as SMT-LIB into a directory
    #[arg(long, value_name = "DIR")]
    pub(crate) log_queries: Option<PathBuf>,

    /// One JSON document on standard output
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress, no warnings
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What a function without body and model does.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum External {
    /// The path ends there, and the run says so
    Stop,
    /// It returns and writes arbitrary values, and the run is marked
    WarnHavoc,
}

fn search(name: &str) -> Result<Search, String> {
    Search::ALL
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, search)| search.clone())
        .ok_or_else(|| {
            let names: Vec<&str> = Search::ALL.iter().map(|(name, _)| *name).collect();
            format!("use one of {}", names.join(", "))
        })
}

/// Arguments of `lariat test`.
#[derive(Args, Clone, Debug)]
pub(crate) struct TestArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    /// A test for every path, not only for those that cover something new
    #[arg(long)]
    pub(crate) all_paths: bool,

    /// Keep what the program prints beside each test, as test000001.stdout and test000001.stderr; numbers that depend
    /// on the input are printed as `?`
    #[arg(long)]
    pub(crate) keep_output: bool,

    /// Stop after so many tests
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_tests: Option<u64>,
}

/// Arguments of `lariat reach`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReachArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Where to get: FILE:LINE, the name of a function, or label:NAME
    #[arg(long, value_name = "PLACE")]
    pub(crate) target: String,

    /// Write the necessary condition to get there to a file, as SMT-LIB
    #[arg(long, value_name = "FILE")]
    pub(crate) emit_condition: Option<PathBuf>,

    /// Add the first K instances of every looping condition to the condition written
    #[arg(long, value_name = "K", requires = "emit_condition")]
    pub(crate) unfold: Option<u64>,

    /// Print what was found out about the loops on the way
    #[arg(long)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// A property to decide.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Property {
    /// reach_error() and __VERIFIER_error() are never called, and no assertion fails
    UnreachCall,
    /// No signed operation overflows
    NoOverflow,
    /// No invalid memory access, free or leak of validity
    ValidMemsafety,
    /// Every run ends (refuted by an input for which it is proved that no end is reachable)
    Termination,
}

/// Arguments of `lariat verify`.
#[derive(Args, Clone, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The property
    #[arg(long, value_enum, default_value_t = Property::UnreachCall)]
    pub(crate) property: Property,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Arguments of `lariat replay`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReplayArgs {
    /// The directory an earlier run left behind
    #[arg(value_name = "DIR", default_value = "lariat-out")]
    pub(crate) directory: PathBuf,

    /// Time for a native run of a test
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    pub(crate) replay_time: Duration,

    /// Write the coverage in lcov's format
    #[arg(long, value_name = "FILE")]
    pub(crate) lcov: Option<PathBuf>,

    /// One JSON document on standard output
    #[arg(long)]
    pub(crate) json: bool,
}
