//! Everything about loops, for people: automaton, cases, residue, approximation.

use std::fmt::Write as _;

use lariat_loop::{End, LoopReport, Origin, USES};
use lariat_program::Program;
use lariat_summary::{CHOICES_AT_ONCE, StudiedLoop};

use super::{
    Analysed, Approximated, ByChoices, Report, Sliced, case_totals, exit_place, inner_totals,
    is_total,
};

/// Lines are no longer than this, as far as words can be broken.
pub(super) const COLUMNS: usize = 100;

/// Conditions are shown up to so many characters.
const LONGEST_CONDITION: usize = 160;

/// A line, broken between words; what follows is indented more.
fn wrapped(text: &mut String, indent: usize, line: &str) {
    let mut column = indent;
    let _ = write!(text, "{}", " ".repeat(indent));
    for (number, word) in line.split(' ').enumerate() {
        let width = word.chars().count();
        if number > 0 && column + 1 + width > COLUMNS {
            let _ = write!(text, "\n{}", " ".repeat(indent + 4));
            column = indent + 4;
        } else if number > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}

/// Conditions on memory can be as long as the memory; people want to see that there is one.
fn shortened(part: &str) -> String {
    if part.chars().count() <= LONGEST_CONDITION {
        return part.to_owned();
    }
    let start: String = part.chars().take(LONGEST_CONDITION).collect();
    format!("{start}…")
}

fn joined(parts: &[String]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| shortened(part)).collect();
    if parts.is_empty() { "always".to_owned() } else { parts.join(" and ") }
}

pub(super) fn text(program: &Program, reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        let _ = writeln!(text, "{} in {}", report.place, report.function);
        match &report.outcome {
            Err(why) => wrapped(&mut text, 2, &format!("not analysed: {why}")),
            Ok(told) => {
                let note = match report.from_code {
                    None => None,
                    Some(Sliced::No) => Some("read from the code: what calls return is unknown"),
                    Some(Sliced::Yes) => {
                        Some("read from the code, and sliced: what calls return is unknown")
                    }
                };
                let why = report.not_met.as_ref();
                if let Some(note) = note {
                    let why = why.map_or_else(String::new, |why| format!(" ({why})"));
                    wrapped(&mut text, 2, &format!("{note}{why}"));
                }
                let all = std::iter::once(&*told.loop_).chain(&told.others);
                for (number, one) in all.enumerate() {
                    if let Some(when) = told.arrivals.get(number) {
                        wrapped(&mut text, 2, &format!("reached when {}:", joined(when)));
                    }
                    loop_text(program, one, &told.report, &mut text);
                }
            }
        }
        let _ = writeln!(text, "  time {:.3} s\n", report.time.as_secs_f64());
    }
    if reports.is_empty() {
        text.push_str("no loops\n");
    }
    text
}

fn loop_text(program: &Program, one: &Analysed, report: &LoopReport, text: &mut String) {
    let Analysed { found, analysis, approximated, chosen, store, .. } = one;
    let order = analysis.interleaving.name();
    let kind = analysis.loop_type.number();
    wrapped(text, 2, &format!("type {kind}, {order}: {}", analysis.reason));
    for (number, state) in analysis.states.iter().enumerate() {
        let what = match state.origin {
            Origin::Iteration(path) => format!("path {}", path + 1),
            Origin::Exit(exit) => format!("exit {}", exit_place(program, found, exit)),
        };
        let updates: Vec<String> = (state.update.iter())
            .filter(|(name, _)| !is_total(found, name))
            .map(|(name, value)| format!("{name} := {value}"))
            .collect();
        let updates = match updates.is_empty() {
            true => String::new(),
            false => format!("; {}", updates.join(", ")),
        };
        let guard = joined(&state.guard);
        let endless = if state.terminal { "; may stay for ever" } else { "" };
        wrapped(text, 2, &format!("s{} = {what}: {guard}{updates}{endless}", number + 1));
    }
    for transition in &analysis.transitions {
        let (from, to) = (transition.from + 1, transition.to + 1);
        let count = match &transition.counts {
            Some(counts) => format!("after {}", counts.join(" or ")),
            None => "after 1 or more".to_owned(),
        };
        wrapped(text, 2, &format!("s{from} -> s{to} {count}"));
    }
    for case in &analysis.cases {
        let end = match case.end {
            End::Exit(exit) => exit_place(program, found, exit),
            End::Endless => "never ends".to_owned(),
        };
        let after: Vec<String> = (case.text.after.iter())
            .filter(|(name, _)| !is_total(found, name))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let after =
            if after.is_empty() { String::new() } else { format!("; {}", after.join(", ")) };
        let condition = joined(&case.text.condition);
        wrapped(text, 2, &format!("case {}: {condition} => {end}{after}", case.text.word));
        if let Some(iterations) = &case.text.iterations {
            let mut line = format!("iterations: {iterations}");
            for (place, total) in case_totals(program, found, case) {
                let _ = write!(line, "; of the loop at {place} in all: {total}");
            }
            wrapped(text, 6, &line);
        }
    }
    for residue in &analysis.residue {
        let condition = joined(&residue.text);
        let reason = match chosen {
            Some(Ok(_)) => residue.reason.split(';').next().unwrap_or_default(),
            _ => &residue.reason,
        };
        let what = if matches!(chosen, Some(Ok(_))) { "no closed form" } else { "not summarised" };
        wrapped(text, 2, &format!("{what}: {condition} ({reason})"));
    }
    match chosen {
        Some(Ok(ByChoices { until, update })) => {
            let update: Vec<String> =
                update.iter().map(|(name, value)| format!("{name} := {value}")).collect();
            let (most, update) = (CHOICES_AT_ONCE, update.join(", "));
            let until = if until.is_empty() { "for ever".to_owned() } else { until.join(" or ") };
            let line = format!("exact up to {most} iterations by choices: {update}, until {until}");
            wrapped(text, 2, &line);
        }
        Some(Err(why)) => wrapped(text, 2, &format!("a necessary condition only: {why}")),
        None => {}
    }
    if let Some(approximated) = approximated {
        approximated_text(program, found, approximated, text);
    }
    match &analysis.bound {
        Some(bound) if bound.exact => {
            wrapped(text, 2, &format!("iterations: {}", bound.at_least_zero(store)));
        }
        Some(bound) => {
            let given =
                bound.given.as_ref().map_or_else(String::new, |given| format!(", if {given}"));
            wrapped(text, 2, &format!("iterations: at most {}{given}", bound.at_least_zero(store)));
        }
        None => wrapped(text, 2, "iterations: no bound known"),
    }
    for (place, total) in inner_totals(program, found, report) {
        wrapped(text, 2, &format!("iterations of the loop at {place} in all: at most {total}"));
    }
    if found.inner_loops {
        wrapped(text, 2, "executions that stay in an inner loop for ever are no part of this");
    }
    if found.ends_inside {
        wrapped(
            text,
            2,
            "executions that end within the loop, in a bug or by exit, are no part of this",
        );
    }
}

fn approximated_text(
    program: &Program,
    found: &StudiedLoop,
    approximated: &Approximated,
    text: &mut String,
) {
    let counts: Vec<String> = (1..=found.body.paths.len())
        .map(|path| format!("κ{path} iterations along path {path}"))
        .collect();
    let after: Vec<String> =
        approximated.after.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let after = if after.is_empty() { "nothing is known".to_owned() } else { after.join(", ") };
    let uses = USES.join(" and ");
    let counts = counts.join(", ");
    wrapped(text, 2, &format!("approximation (for {uses} only): after {counts}: {after}"));
    for (name, reason) in &approximated.unknown {
        wrapped(text, 6, &format!("{name} may be anything: {reason}"));
    }
    for (exit, conditions) in approximated.exits.iter().enumerate() {
        if !conditions.is_empty() {
            let place = exit_place(program, found, exit);
            wrapped(text, 6, &format!("left {place} only if {}", joined(conditions)));
        }
    }
}
