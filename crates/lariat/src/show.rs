//! `lariat show`: a program as Lariat sees it.

use std::io::{self, Write};

use lariat_frontend::{Loaded, check_function};
use lariat_program::{dot, json, print};

use crate::args::ShowArgs;

/// Loads the program and renders what was asked for.
pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<String> {
    let Loaded { program, warnings, .. } = lariat_frontend::load(&args.input.request()?.options)?;
    if let Some(name) = &args.function {
        check_function(&program, name)?;
    }
    if !args.quiet {
        for warning in warnings {
            // Nothing sensible can be done if standard error is closed.
            let _ = writeln!(io::stderr(), "lariat: warning: {warning}");
        }
    }
    let options = print::PrintOptions { function: args.function.clone() };
    Ok(match (args.dot, args.json, args.loops) {
        (true, ..) => dot::program(&program, &options),
        (_, true, true) => json::loops(&program, &options),
        (_, true, false) => json::program(&program, &options),
        (_, false, true) => print::loops(&program, &options),
        (_, false, false) => print::program(&program, &options),
    })
}
