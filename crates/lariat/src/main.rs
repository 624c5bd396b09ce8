//! The command line of Lariat: arguments, wiring, messages and exit codes. Algorithms live in the other crates.

mod args;
mod collector;
mod endless;
mod explain;
mod guide;
mod interrupts;
mod jump;
mod loops;
mod reach;
mod rehearsal;
mod replay;
mod rerun;
mod session;
mod show;
mod target;
mod termination;
mod test;
mod units;
mod unrolling;
mod verify;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use lariat_output::Paint;

/// A bug or violation was found.
const EXIT_BUG: u8 = 1;
/// Wrong usage or unreadable input.
const EXIT_USAGE: u8 = 2;
/// No answer, or stopped by a limit.
const EXIT_LIMIT: u8 = 3;

/// What a command prints, and how the process ends.
struct Printed {
    text: String,
    code: ExitCode,
}

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    // https://no-color.org: any value but the empty one.
    let colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let paint = Paint { colours: !colourless && io::stdout().is_terminal() };
    let result = match cli.command {
        args::Command::Show(args) => {
            show::run(&args).map(|text| Printed { text, code: ExitCode::SUCCESS })
        }
        args::Command::Loops(args) => {
            loops::run(&args).map(|text| Printed { text, code: ExitCode::SUCCESS })
        }
        args::Command::Test(args) => test::run(&args, paint),
        args::Command::Reach(args) => reach::run(&args, paint),
        args::Command::Verify(args) => verify::run(&args, paint),
        args::Command::Replay(args) => replay::run(&args, paint),
    };
    match result {
        Ok(printed) => print(&printed),
        Err(error) => {
            // Nothing sensible can be done if standard error is closed.
            let _ = writeln!(io::stderr(), "lariat: {error:#}");
            ExitCode::from(EXIT_USAGE)
        }
    }
}

/// Writes a result to standard output. A reader that stops reading (`lariat show … | head`) is no error.
fn print(printed: &Printed) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(printed.text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => printed.code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => printed.code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "lariat: cannot write the result: {error}");
            ExitCode::from(EXIT_USAGE)
        }
    }
}
