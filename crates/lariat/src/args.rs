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
#[command(after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find bugs and write tests: explore a program on all its inputs
    #[command(after_help = TEST_EXAMPLES)]
    Test(TestArgs),

    /// Find an input that reaches a place, or prove that none does
    #[command(after_help = REACH_EXAMPLES)]
    Reach(ReachArgs),

    /// Decide a property: true, false with an input, or unknown with a reason
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),

    /// Describe loops: what each one computes and how often it runs
    #[command(after_help = LOOPS_EXAMPLES)]
    Loops(LoopsArgs),

    /// Run the tests and bugs of an earlier run natively, and measure coverage
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),

    /// Print a program as Lariat reads it: functions, loops, source names and lines
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
}

const EXAMPLES: &str = "\
Examples:
  lariat test parser.c --entry parse           find bugs in one function, and write tests for it
  lariat reach prog.c --target prog.c:87       find an input that reaches line 87
  lariat verify task.c                         prove that no assertion can fail
  lariat loops prog.c                          describe every loop
  lariat replay lariat-out                     run the tests that `lariat test` has written

`lariat COMMAND --help` shows the options of a command, with examples.";

const TEST_EXAMPLES: &str = "\
Examples:
  lariat test parser.c --entry parse           one function; its parameters are the inputs
  lariat test prog.c                           a main that reads klee_* or __VERIFIER_* inputs
  lariat test tool.c --sym-args 1 3 8 --sym-stdin 32
                                               a whole program: 1 to 3 arguments of up to
                                               8 characters, and 32 bytes of standard input
  lariat test prog.bc --time 10m --threads 2   bitcode, ten minutes, two threads
  lariat test parser.c --all-paths --keep-output
                                               a test for each path, and what it prints

The results are in lariat-out: tests, a directory per bug, statistics and a log.
Exit codes: 0 no bug and everything explored, 1 a confirmed bug, 2 wrong usage or unreadable input,
3 no confirmed bug, but something was left out or not confirmed.";

const REACH_EXAMPLES: &str = "\
Examples:
  lariat reach prog.c --target prog.c:87       an input that reaches line 87
  lariat reach prog.c --target handle_error    an input that calls a function
  lariat reach prog.c --target label:fail      an input that reaches a label

The last line is the verdict: reached (a native run on the input reached the place), unreachable
(proved), or unknown with the reason.
Exit codes: 0 reached or unreachable, 2 wrong usage or unreadable input, 3 unknown.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  lariat verify task.c                         no assertion fails, no error function is called
  lariat verify task.i --data-model ILP32 --property no-overflow
                                               no signed overflow in a 32-bit program

The last line is the verdict: true (proved), false (a native run on the input shows it), or unknown
with the reason.
Exit codes: 0 true, 1 false, 2 wrong usage or unreadable input, 3 unknown.";

const LOOPS_EXAMPLES: &str = "\
Examples:
  lariat loops prog.c                          every loop of the program
  lariat loops prog.c --function parse --dot automata
                                               one function, with its automata as pictures
  lariat loops prog.c --slice=i,total          what decides the exits and these variables
  lariat loops lib/*.c --from-code --json      all loops of a package, for other tools

Each line of a loop says when it applies, how many iterations there are then, and what the
variables are afterwards. Exactly one line applies. Names stand for values when the loop is
reached. docs/loops.md explains the rest.
Exit codes: 0 done, 2 wrong usage or unreadable input, 3 stopped by a limit.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  lariat replay                                run everything in lariat-out
  lariat replay out2 --lcov cov.info           another directory; write coverage for other tools

Exit codes: 0 no bug confirmed, 1 a bug confirmed, 2 wrong usage or unreadable input, 3 not
everything could be run and measured.";

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

Exit codes: 0 done, 2 wrong usage or unreadable input, 3 stopped by a limit.";

/// The program to work on.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// The files of the program: C (.c, .i), LLVM bitcode (.bc) or assembly (.ll)
    #[arg(value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Start at this function; its parameters are the inputs [default: main]
    #[arg(long, value_name = "FUNCTION", help_heading = "Input")]
    pub(crate) entry: Option<String>,

    /// Search this directory for header files
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiler")]
    pub(crate) include: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Compiler")]
    pub(crate) define: Vec<String>,

    /// Pass options to clang, e.g. --cflags='-std=c11 -include config.h'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, help_heading = "Compiler")]
    pub(crate) cflags: Vec<String>,

    /// Signed arithmetic wraps, as with the compiler's -fwrapv; overflow is no bug then
    #[arg(long, help_heading = "Compiler")]
    pub(crate) wrapv: bool,

    /// Take each file's compiler options from a compile_commands.json; without FILE, take all its files
    #[arg(long, value_name = "JSON", help_heading = "Compiler")]
    pub(crate) compile_commands: Option<PathBuf>,

    /// Sizes of C's types [default: LP64, or that of the bitcode]
    #[arg(long, value_name = "MODEL", ignore_case = true, help_heading = "Compiler")]
    pub(crate) data_model: Option<Model>,
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
        cflags.extend(self.wrapv.then(|| "-fwrapv".to_owned()));
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

    /// Print only this function
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,

    /// Print only the loops: headers, exits, depth, source lines
    #[arg(long)]
    pub(crate) loops: bool,

    /// Print the control flow for Graphviz
    #[arg(long, conflicts_with_all = ["json", "loops"])]
    pub(crate) dot: bool,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,

    /// Time for the whole command, e.g. 10s [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,

    /// Print no warnings
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Arguments of `lariat loops`.
#[derive(Args, Debug)]
pub(crate) struct LoopsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Describe only the loops of this function
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,

    /// Show everything: the paths of an iteration, their order, each exact case, and
    /// approximations
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) verbose: bool,

    /// Write each loop's automaton for Graphviz into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) dot: Option<PathBuf>,

    /// Read loops from the code alone, without executing what leads to them; fast, for whole packages
    #[arg(long)]
    pub(crate) from_code: bool,

    /// Read loops from the code, and only what decides the exits and these variables, e.g. --slice=i,sum
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) slice: Option<String>,

    /// Time for the whole command, e.g. 60s, 10m
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = units::duration)]
    pub(crate) time: Duration,

    /// Time for the loops of one function
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    pub(crate) function_time: Duration,

    /// Memory for the whole command, e.g. 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = units::memory)]
    pub(crate) memory: u64,

    /// Print no warnings
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How to explore.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArgs {
    /// Most elements of a buffer or bytes of a string behind a pointer parameter, and most bytes of
    /// an allocation whose size is an input
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Input")]
    pub(crate) capacity: u64,

    /// Pointer parameters may be NULL
    #[arg(long, help_heading = "Input")]
    pub(crate) null_pointers: bool,

    /// With --entry, so many pointers are followed one after the other; behind that they are NULL
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Input")]
    pub(crate) pointer_depth: u32,

    /// With --entry, pointer arguments may point to the same object
    #[arg(long, help_heading = "Input")]
    pub(crate) aliases: bool,

    /// With --entry, global variables start with any value
    #[arg(long, help_heading = "Input")]
    pub(crate) symbolic_globals: bool,

    /// Each read of a volatile number is an input
    #[arg(long, help_heading = "Input")]
    pub(crate) volatile_inputs: bool,

    /// The environment variable NAME has up to N characters; may be repeated
    #[arg(long, num_args = 2, value_names = ["NAME", "N"], help_heading = "Input")]
    pub(crate) sym_env: Vec<String>,

    /// The numbers of the process, its parent and its group are inputs
    #[arg(long, help_heading = "Input")]
    pub(crate) sym_pid: bool,

    /// The numbers of the user and of the user's group are inputs
    #[arg(long, help_heading = "Input")]
    pub(crate) sym_uid: bool,

    /// The working directory has up to N characters behind the first slash
    #[arg(long, value_name = "N", help_heading = "Input")]
    pub(crate) sym_cwd: Option<u64>,

    /// The name of the machine has up to N characters
    #[arg(long, value_name = "N", help_heading = "Input")]
    pub(crate) sym_hostname: Option<u64>,

    /// The clock shows any time from 1970 to 9999, and not only one between 2001 and 2038
    #[arg(long, help_heading = "Input")]
    pub(crate) any_time: bool,

    /// main gets MIN to MAX arguments of up to LEN characters
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"], help_heading = "Input")]
    pub(crate) sym_args: Vec<u32>,

    /// Standard input has up to N bytes
    #[arg(long, value_name = "N", help_heading = "Input")]
    pub(crate) sym_stdin: Option<u64>,

    /// The file NAME exists and has up to N bytes; may be repeated
    #[arg(long, num_args = 2, value_names = ["NAME", "N"], help_heading = "Input")]
    pub(crate) sym_file: Vec<String>,

    /// malloc and the other functions that allocate may return NULL
    #[arg(long, help_heading = "Input")]
    pub(crate) failing_malloc: bool,

    /// What a call does if the function has no body and no model
    #[arg(long, value_enum, default_value_t = External::Stop, help_heading = "Input")]
    pub(crate) external: External,

    /// Signed overflow is no bug
    #[arg(long, help_heading = "Checks")]
    pub(crate) no_overflow_check: bool,

    /// A use of uninitialised memory is a bug: in a branch, as an address, for a library function
    #[arg(long, help_heading = "Checks")]
    pub(crate) check_uninitialised: bool,

    /// Memory that is lost at exit is a bug
    #[arg(long, help_heading = "Checks")]
    pub(crate) check_leaks: bool,

    /// How to choose the next state: dfs, bfs, random-path, covnew or interleaved
    #[arg(long, value_name = "NAME", default_value = "interleaved", value_parser = search, help_heading = "Search")]
    pub(crate) search: Search,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Search")]
    pub(crate) threads: u16,

    /// Seed of random choices; with one thread, the same seed gives the same tests
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub(crate) seed: u64,

    /// Time for the whole command, e.g. 60s, 10m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::duration, help_heading = "Limits")]
    pub(crate) time: Duration,

    /// Work for the whole search: like --time, but the same on every machine. A unit is an easy
    /// solver query or 5000 instructions; a hard query counts by what the solver does for it
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_work: Option<u64>,

    /// Memory for the whole command, e.g. 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = units::memory, help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Time for one solver query
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration, help_heading = "Limits")]
    pub(crate) query_time: Duration,

    /// Work for one solver query, in the solver's own count: like --query-time, but the same on
    /// every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits")]
    pub(crate) query_work: Option<u32>,

    /// Time for one native run of a test
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration, help_heading = "Limits")]
    pub(crate) replay_time: Duration,

    /// Run the program natively without a sandbox: it can do whatever you can
    #[arg(long, help_heading = "Expert")]
    pub(crate) unsandboxed: bool,

    /// Instructions on one path
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_steps: Option<u64>,

    /// Symbolic branches on one path
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_depth: Option<u32>,

    /// Directory for the results
    #[arg(long, value_name = "DIR", default_value = "lariat-out", help_heading = "Output")]
    pub(crate) out: PathBuf,

    /// Print one JSON document instead of text
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Print no progress and no warnings
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Unroll loops; never summarise them
    #[arg(long, help_heading = "Expert")]
    pub(crate) no_summaries: bool,

    /// Check each loop summary against concrete executions of the loop
    #[arg(long, help_heading = "Expert")]
    pub(crate) self_check: bool,

    /// Write every solver query to this directory, as SMT-LIB
    #[arg(long, value_name = "DIR", help_heading = "Expert")]
    pub(crate) log_queries: Option<PathBuf>,
}

/// What a call does if the function has no body and no model.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum External {
    /// The path ends there, and the summary says so
    Stop,
    /// The function returns and writes arbitrary values, and the summary says so
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

    /// Write a test for every path, not only for paths that cover something new
    #[arg(long, help_heading = "Output")]
    pub(crate) all_paths: bool,

    /// Write what the program prints beside each test (.stdout, .stderr); a number that depends on
    /// the input is printed as `?`
    #[arg(long, help_heading = "Output")]
    pub(crate) keep_output: bool,

    /// Do not run the tests natively to measure what they cover
    #[arg(long, help_heading = "Output")]
    pub(crate) no_coverage: bool,

    /// Number of tests, after which the run stops
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_tests: Option<u64>,

    /// Stop when the first bug is found
    #[arg(long, help_heading = "Limits")]
    pub(crate) stop_at_first_bug: bool,
}

/// Arguments of `lariat reach`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReachArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The place to reach: FILE:LINE, a function's name, or label:NAME; all of that name count
    #[arg(long, value_name = "PLACE", help_heading = "Input")]
    pub(crate) target: String,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    /// Write the necessary condition for reaching the place to this file, as SMT-LIB
    #[arg(long, value_name = "FILE", help_heading = "Expert")]
    pub(crate) emit_condition: Option<PathBuf>,

    /// Add the first K instances of each looping condition to that file
    #[arg(long, value_name = "K", requires = "emit_condition", help_heading = "Expert")]
    pub(crate) unfold: Option<u64>,

    /// Print the summaries of the loops on the way
    #[arg(long, help_heading = "Output")]
    pub(crate) explain: bool,
}

/// A property to decide.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Property {
    /// No assertion fails; reach_error() and __VERIFIER_error() are never called
    UnreachCall,
    /// No signed operation overflows
    NoOverflow,
    /// All accesses and frees are valid (leaks are not checked)
    ValidMemsafety,
    /// Every run ends
    Termination,
}

/// Arguments of `lariat verify`.
#[derive(Args, Clone, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The property to decide
    #[arg(long, value_enum, default_value_t = Property::UnreachCall, help_heading = "Checks")]
    pub(crate) property: Property,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Arguments of `lariat replay`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReplayArgs {
    /// The directory with the results of an earlier run
    #[arg(value_name = "DIR", default_value = "lariat-out")]
    pub(crate) directory: PathBuf,

    /// Time for one native run of a test
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    pub(crate) replay_time: Duration,

    /// Time for the whole command, e.g. 60s [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,

    /// Run the program without a sandbox: it can do whatever you can
    #[arg(long)]
    pub(crate) unsandboxed: bool,

    /// Write the coverage to this file, in lcov's format
    #[arg(long, value_name = "FILE")]
    pub(crate) lcov: Option<PathBuf>,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}
