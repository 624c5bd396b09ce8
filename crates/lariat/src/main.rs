//! The command line of Lariat: arguments, wiring, messages and exit codes. Algorithms live in the other crates.

mod args;
mod show;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

/// Wrong usage or unreadable input.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    let result = match cli.command {
        args::Command::Show(args) => show::run(&args),
    };
    match result {
        Ok(text) => print(&text),
        Err(error) => {
            // Nothing sensible can be done if standard error is closed.
            let _ = writeln!(io::stderr(), "lariat: {error:#}");
            ExitCode::from(EXIT_USAGE)
        }
    }
}

/// Writes a result to standard output. A reader that stops reading (`lariat show … | head`) is no error.
fn print(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "lariat: cannot write the result: {error}");
            ExitCode::from(EXIT_USAGE)
        }
    }
}
