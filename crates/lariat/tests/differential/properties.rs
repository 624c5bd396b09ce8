//! `lariat verify`, `test` and `reach` on programs with a planted mistake, beside native runs on all inputs.

use std::path::Path;
use std::process::Command;

use lariat_program::DataModel;

use crate::compare::Compared;
use crate::planted::{self, Planted, Property};
use crate::random::Random;
use crate::truth::{self, Event, Truth};

/// How long a command may take. It only ends what hangs: `unknown` is never wrong.
const TIME: &str = "5s";

/// Makes the program of a seed, tries all its inputs natively, and asks the engine.
///
/// `true` is wrong if an input violates the property, or does something else undefined, and `false` if none violates it.
/// `lariat test` must not claim to have seen everything and no bug, and `lariat reach` must be right about the label.
pub(crate) fn compare(
    file: &Path,
    model: DataModel,
    property: Property,
    seed: u64,
) -> Result<Compared, String> {
    let planted = planted::program(seed, property);
    let write = |text: &str| std::fs::write(file, text).map_err(|error| error.to_string());
    write(&planted.text)?;
    let binary = file.with_extension("native");
    truth::compile(file, &binary, &planted, model)?;
    let run = |want| truth::run(&binary, planted.inputs, want);
    // No key is so large, so nothing is planted yet.
    let Some(without) = run(1 << 20)? else { return Ok(Compared::Left) };
    let want = wanted(&without, &mut Random::new(seed));
    write(&format!("#define WANT {want}u\n{}", planted.text))?;
    let Some(truth) = run(want)? else { return Ok(Compared::Left) };
    let question = Question { file, model, planted: &planted };
    let mut compared = verified(&question, property, &truth)?;
    match seed % 3 {
        0 => tested(&question, &truth)?,
        1 if property == Property::UnreachCall && reached(&question, &truth)? == Compared::Yes => {
            compared = Compared::Yes;
        }
        _ => {}
    }
    Ok(compared)
}

/// The event that violates a property.
fn violation(property: Property) -> Event {
    match property {
        Property::UnreachCall => Event::Error,
        Property::NoOverflow => Event::Overflow,
        Property::ValidMemsafety => Event::Memory,
        Property::Termination => Event::Long,
    }
}

/// The rarest key, or one that no input has and that is next to one.
fn wanted(truth: &Truth, random: &mut Random) -> u32 {
    if random.percent(50) {
        let next: Vec<u32> = truth
            .keys
            .keys()
            .flat_map(|key| [key + 1, key.wrapping_sub(1)])
            .filter(|key| *key < 1 << 16 && !truth.keys.contains_key(key))
            .collect();
        if !next.is_empty() {
            return *random.pick(&next);
        }
    }
    let rarest = truth.keys.values().min().copied().unwrap_or_default();
    let rare: Vec<u32> =
        truth.keys.iter().filter(|(_, count)| **count == rarest).map(|(key, _)| *key).collect();
    if rare.is_empty() { 0 } else { *random.pick(&rare) }
}

fn verified(
    question: &Question<'_>,
    property: Property,
    truth: &Truth,
) -> Result<Compared, String> {
    let answer = question.ask("verify", &["--property", property.name()])?;
    let violated = truth.events.contains(&violation(property));
    let undefined =
        truth.events.iter().any(|event| matches!(event, Event::Memory | Event::Undefined));
    match (answer.last.as_str(), answer.code) {
        ("verdict: true", Some(0)) if violated => answer.is_wrong("a wrong proof", truth),
        // The proof that loops end names what is undefined as an assumption.
        ("verdict: true", Some(0)) if undefined && property != Property::Termination => {
            answer.is_wrong("a proof past undefined behaviour", truth)
        }
        ("verdict: false", Some(1)) if !violated && !truth.partial => {
            answer.is_wrong("a wrong accusation", truth)
        }
        ("verdict: true", Some(0)) | ("verdict: false", Some(1)) => Ok(Compared::Yes),
        (line, Some(3)) if line.starts_with("verdict: unknown (") => Ok(Compared::Open),
        _ => answer.is_wrong("no verdict", truth),
    }
}

fn tested(question: &Question<'_>, truth: &Truth) -> Result<(), String> {
    let answer = question.ask("test", &[])?;
    match answer.code {
        Some(0) if !truth.events.is_empty() => {
            answer.is_wrong("everything was explored and nothing found", truth).map(|_| ())
        }
        Some(1) if truth.events.is_empty() && !truth.partial => {
            answer.is_wrong("a wrong accusation", truth).map(|_| ())
        }
        Some(0 | 1 | 3) => Ok(()),
        _ => answer.is_wrong("no answer", truth).map(|_| ()),
    }
}

/// The label is where the error function is called.
fn reached(question: &Question<'_>, truth: &Truth) -> Result<Compared, String> {
    let answer = question.ask("reach", &["--target", "label:bad"])?;
    let there = truth.events.contains(&Event::Error);
    match (answer.last.as_str(), answer.code) {
        ("verdict: reached", Some(0)) if !there && !truth.partial => {
            answer.is_wrong("reached what no input reaches", truth)
        }
        ("verdict: unreachable", Some(0)) if there => {
            answer.is_wrong("unreachable, and an input reaches it", truth)
        }
        ("verdict: reached" | "verdict: unreachable", Some(0)) => Ok(Compared::Yes),
        (line, Some(3)) if line.starts_with("verdict: unknown (") => Ok(Compared::Open),
        _ => answer.is_wrong("no verdict", truth),
    }
}

/// A program to ask about.
struct Question<'a> {
    file: &'a Path,
    model: DataModel,
    planted: &'a Planted,
}

/// What a command says.
struct Answer {
    command: String,
    last: String,
    code: Option<i32>,
    text: String,
}

impl Question<'_> {
    fn ask(&self, command: &str, more: &[&str]) -> Result<Answer, String> {
        let model = match self.model {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        };
        let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
            .arg(command)
            .arg(self.file)
            .args(more)
            .args(["--cflags=-w", "--quiet", "--time", TIME, "--data-model", model])
            .args(["--entry", self.planted.entry, "--out"])
            .arg(self.file.with_extension(command))
            .output()
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(Answer {
            command: format!("{command} {} --entry {}", more.join(" "), self.planted.entry),
            last: text.lines().last().unwrap_or_default().to_owned(),
            code: output.status.code(),
            text: format!("{text}{}", String::from_utf8_lossy(&output.stderr)),
        })
    }
}

impl Answer {
    fn is_wrong(&self, problem: &str, truth: &Truth) -> Result<Compared, String> {
        Err(format!(
            "lariat {}: {problem}: `{}`, status {:?}; trying all inputs shows {:?}\n{}",
            self.command, self.last, self.code, truth.evidence, self.text
        ))
    }
}
