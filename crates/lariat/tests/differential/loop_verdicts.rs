//! `lariat reach` and `lariat verify` on programs of loops whose every input can be tried.
//!
//! The native program counts the values it comes by, over all inputs. The engine is then asked for single ones: for the rarest, which is the
//! hardest to find and must never be called unreachable, for another one, and for one that is not there but next to one that is.

use std::path::Path;
use std::process::Command;

use lariat_program::DataModel;

use crate::compare::Compared;
use crate::native;
use crate::random::Random;

/// How long the engine may look for an answer.
const TIME: &str = "2s";

/// A verdict that something is or is not reached must be what trying all inputs shows. `unknown` is always right: with a
/// limit of a few seconds a loaded machine gives it now and then.
pub(crate) fn compare(file: &Path, model: DataModel, seed: u64) -> Result<Compared, String> {
    let binary = file.with_extension("native");
    native::compile(file, &binary, model, &[])?.finish()?;
    let Some((printed, _)) = native::run(&binary, 20)? else { return Ok(Compared::Left) };
    let printed = String::from_utf8_lossy(&printed);
    let mut seen: Vec<u64> =
        printed.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    let (Some(cut_off), 256) = (seen.pop(), seen.len()) else {
        return Err(format!("the native program prints {printed}"));
    };
    let mut random = Random::new(seed);
    let mut asked: Vec<(usize, bool)> = Vec::new();
    let mut met: Vec<usize> = (0..256).filter(|value| seen[*value] > 0).collect();
    met.sort_by_key(|value| seen[*value]);
    asked.extend(met.first().map(|value| (*value, true)));
    if met.len() > 1 {
        asked.push((*random.pick(&met[1..]), true));
    }
    // Where runs were cut off, nobody knows what they come by later.
    if cut_off == 0 && random.percent(50) {
        let near = |value: &usize| seen[(value + 1) % 256] > 0 || seen[(value + 255) % 256] > 0;
        let missed: Vec<usize> = (0..256).filter(|value| seen[*value] == 0).filter(near).collect();
        if !missed.is_empty() {
            asked.push((*random.pick(&missed), false));
        }
    }
    let mut known = asked.is_empty();
    for (value, there) in asked {
        let verify = random.percent(50);
        let verdict = ask(file, model, verify, value)?;
        let says = match verdict.as_str() {
            "verdict: reached" | "verdict: false" => true,
            "verdict: unreachable" | "verdict: true" => false,
            unknown if unknown.starts_with("verdict: unknown (") => continue,
            other => return Err(format!("verify: {verify}: -DWANT={value}: `{other}`")),
        };
        known = true;
        if says != there {
            return Err(format!(
                "verify: {verify}: -DWANT={value}: `{verdict}`, but runs on all inputs come by it {} times",
                seen[value]
            ));
        }
    }
    Ok(if known { Compared::Yes } else { Compared::Open })
}

/// The last line that a command prints.
fn ask(file: &Path, model: DataModel, verify: bool, value: usize) -> Result<String, String> {
    let (command, flags): (&str, &[&str]) = match verify {
        true => ("verify", &["-DVERIFY"]),
        false => ("reach", &["--target", "bad"]),
    };
    let name = match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .arg(command)
        .arg(file)
        .args(flags)
        .arg(format!("-DWANT={value}"))
        .args(["--cflags=-w", "--quiet", "--time", TIME, "--data-model", name, "--out"])
        .arg(file.with_extension(command))
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    match text.lines().last() {
        Some(verdict) => Ok(verdict.to_owned()),
        None => Err(format!(
            "{command} -DWANT={value} ends with {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}
