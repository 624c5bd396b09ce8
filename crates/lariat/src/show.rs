//! `lariat show`: a program as Lariat sees it.

use std::io::{self, Write};

use lariat_frontend::{Loaded, check_function};
use lariat_program::{dot, json, print};

use crate::args::ShowArgs;
use crate::limits::Limits;
use crate::{EXIT_LIMIT, EXIT_SUCCESS, Printed};

pub(crate) fn run(limits: &'static Limits, args: &'static ShowArgs) -> anyhow::Result<Printed> {
    match limits.watch(limits.everything(), || shown(args)) {
        Ok(text) => Ok(Printed { text: text?, code: EXIT_SUCCESS }),
        Err(cause) => {
            // Half a program is worse than none: other tools read it.
            let text = match args.json {
                true => format!("{:#}\n", serde_json::json!({ "stopped": cause.clause() })),
                false => format!("stopped: {}\n", cause.clause()),
            };
            Ok(Printed { text, code: EXIT_LIMIT })
        }
    }
}

/// Loads the program and renders what was asked for.
fn shown(args: &ShowArgs) -> anyhow::Result<String> {
    let Loaded { program, warnings, .. } = lariat_frontend::load(&args.input.request()?.options)?;
    if let Some(name) = &args.function {
        check_function(&program, name)?;
    }
    if !args.quiet {
        for warning in warnings.iter().filter(|warning| warning.is_shown()) {
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
