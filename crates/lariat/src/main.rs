//! The command line of Lariat: arguments, wiring, messages and exit codes. Algorithms live in the other crates.

mod args;
mod collector;
mod ending;
mod endless;
mod explain;
mod folded;
mod guide;
mod interrupts;
mod jump;
mod limits;
mod loops;
mod reach;
mod rehearsal;
mod replay;
mod rerun;
mod session;
mod show;
mod stopwatch;
mod target;
mod termination;
mod test;
mod units;
mod unrolling;
mod verify;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use lariat_output::Paint;

/// Done, and nothing is wrong.
const EXIT_SUCCESS: u8 = 0;
/// A bug or violation was found.
const EXIT_BUG: u8 = 1;
/// Wrong usage or unreadable input.
const EXIT_USAGE: u8 = 2;
/// No answer, or stopped by a limit.
const EXIT_LIMIT: u8 = 3;

/// Said at the first interrupt.
const STOPPING: &str = "stopping; what was found is run natively (interrupt again to skip that)";

/// What a command prints, and how the process ends.
#[derive(Clone)]
struct Printed {
    text: String,
    code: u8,
}

fn main() -> ExitCode {
    let began = Instant::now();
    // A thread that is left behind may use it until the process ends, and so may all that is leaked below.
    let cli: &'static args::Cli = Box::leak(Box::new(args::Cli::parse()));
    // https://no-color.org: any value but the empty one.
    let colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let paint = Paint { colours: !colourless && io::stdout().is_terminal() };
    let limits = match limits_of(began, &cli.command) {
        Ok(limits) => limits,
        Err(error) => return ExitCode::from(complain(&error)),
    };
    let result = match &cli.command {
        args::Command::Show(args) => show::run(limits, args),
        args::Command::Loops(args) => loops::run(limits, args),
        args::Command::Test(args) => test::run(limits, args, paint),
        args::Command::Reach(args) => reach::run(limits, args, paint),
        args::Command::Verify(args) => verify::run(limits, args, paint),
        args::Command::Replay(args) => replay::run(limits, args, paint),
    };
    limits.speak();
    let code = match result {
        Ok(printed) => write_out(&printed),
        Err(error) => complain(&error),
    };
    limits.exit(code)
}

/// The limits that a command is given.
fn limits_of(began: Instant, command: &args::Command) -> anyhow::Result<&'static limits::Limits> {
    let (time, memory, message) = match command {
        args::Command::Show(args) => (args.time, None, ""),
        args::Command::Replay(args) => (args.time, None, ""),
        args::Command::Loops(args) => (Some(args.time), Some(args.memory), ""),
        args::Command::Test(args) => of_run(&args.run),
        args::Command::Reach(args) => of_run(&args.run),
        args::Command::Verify(args) => of_run(&args.run),
    };
    limits::Limits::new(began, time, memory, message)
}

fn of_run(run: &args::RunArgs) -> (Option<std::time::Duration>, Option<u64>, &'static str) {
    (Some(run.time), Some(run.memory), if run.quiet { "" } else { STOPPING })
}

/// Says what is wrong with the command, or with what it was given.
fn complain(error: &anyhow::Error) -> u8 {
    // Nothing sensible can be done if standard error is closed.
    let _ = writeln!(io::stderr(), "lariat: {error:#}");
    EXIT_USAGE
}

/// Writes a result to standard output; the code to end with. A reader that stops reading (`lariat show … | head`) is no error.
fn write_out(printed: &Printed) -> u8 {
    let mut out = io::stdout().lock();
    match out.write_all(printed.text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => printed.code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => printed.code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "lariat: cannot write the result: {error}");
            EXIT_USAGE
        }
    }
}
