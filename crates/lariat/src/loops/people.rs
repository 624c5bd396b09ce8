//! What each loop does and how long, as a table: under which condition, how many iterations, with
//! which result.

use std::fmt::Write as _;

use lariat_loop::{LoopReport, Outcome, ReportedBound, ReportedCase};
use lariat_program::Program;

use super::verbose::COLUMNS;
use super::{Report, Told};
use crate::guide::place_of;

/// The first two columns are no wider than this; what is longer has lines of its own.
const WIDEST: [usize; 2] = [44, 40];

/// Between columns.
const GAP: usize = 3;

/// A line of the table.
type Row = [String; 3];

/// All loops.
pub(super) fn text(program: &Program, reports: &[Report]) -> String {
    let mut text = String::new();
    for (number, report) in reports.iter().enumerate() {
        if number > 0 && report.depth == 1 {
            text.push('\n');
        }
        let indent = 2 * (report.depth as usize - 1);
        let what = match report.depth {
            1 => report.function.clone(),
            _ => "inner loop".to_owned(),
        };
        let name = format!("{what} ({})", short_place(reports, &report.place));
        match &report.outcome {
            Err(why) => {
                line(&mut text, indent, &name);
                line(&mut text, indent + 2, &format!("not analysed: {why}"));
            }
            Ok(told) => {
                let total = total_of(program, reports, number);
                let assumed = assumptions(reports, number);
                one_loop(&mut text, indent, name, told, (total, &assumed));
            }
        }
    }
    if reports.is_empty() {
        text.push_str("no loops\n");
    }
    text
}

/// The file and line of a loop, with the column if there is another loop on the line.
fn short_place(reports: &[Report], place: &str) -> String {
    let line = |place: &str| place.rsplit_once(':').map(|(line, _)| line.to_owned());
    let own = line(place);
    let alone = reports.iter().filter(|report| line(&report.place) == own).count() < 2;
    own.filter(|_| alone).unwrap_or_else(|| place.to_owned())
}

/// How often a loop runs in all, if a loop around it says so.
fn total_of(program: &Program, reports: &[Report], number: usize) -> Option<String> {
    let own = &reports[number];
    // The outermost of the loops around it is the first one before it at depth 1.
    let around = reports[..number].iter().rev().find(|report| report.depth < own.depth)?;
    if around.depth != 1 {
        return None;
    }
    let told = around.outcome.as_ref().ok()?;
    let totals = &told.loop_.found.inner_totals;
    let (_, variable) =
        totals.iter().find(|(location, _)| place_of(program, *location) == own.place)?;
    let total = told.report.totals.iter().find(|(other, _)| other == variable);
    total.map(|(_, total)| shown(&told.report, total).to_owned())
}

/// A bound as it is shown: below zero where a line says that the loop is not entered then.
fn shown<'a>(report: &LoopReport, bound: &'a ReportedBound) -> &'a str {
    let none = |case: &ReportedCase| matches!(case.count.as_str(), "not entered" | "0 iterations");
    match &bound.if_entered {
        Some(entered) if report.exact && report.cases.iter().any(none) => entered,
        _ => &bound.text,
    }
}

/// What all that is said of a loop rests on.
pub(super) fn assumptions(reports: &[Report], number: usize) -> Vec<&'static str> {
    let told = reports[number].outcome.as_ref().ok();
    let fails = |case: &ReportedCase| matches!(case.outcome, Outcome::Fails(_));
    let mut all = Vec::new();
    if let Some(told) = told.filter(|told| told.loop_.found.ends_inside) {
        all.push(match told.report.cases.iter().any(fails) {
            true => "no iteration ends in an error or by exit, unless a line says so",
            false => "no iteration ends in an error or by exit",
        });
    }
    if !inner_loops_end(reports, number) {
        all.push("the loops within end");
    }
    all
}

/// Whether all loops within a loop are known to end.
fn inner_loops_end(reports: &[Report], number: usize) -> bool {
    let inside = reports[number + 1..].iter().take_while(|r| r.depth > reports[number].depth);
    inside.into_iter().all(|report| {
        report.outcome.as_ref().is_ok_and(|told| {
            let bound = told.report.bound.as_ref().is_some_and(|bound| bound.given.is_none());
            let ends = |case: &ReportedCase| {
                matches!(case.outcome, Outcome::Leaves(_) | Outcome::Fails(_))
            };
            bound || told.report.exact && told.report.cases.iter().all(ends)
        })
    })
}

fn one_loop(
    text: &mut String,
    indent: usize,
    name: String,
    told: &Told,
    (total, assumed): (Option<String>, &[&str]),
) {
    let Told { loop_, report, .. } = told;
    let kind = loop_.analysis.loop_type.number();
    let exact = match (report.exact, report.open.is_empty() && report.unreadable == 0) {
        (true, true) => "exact",
        (true, false) if !report.cases.is_empty() => "exact count",
        _ => "approximate",
    };
    let mut bound = match &report.bound {
        Some(bound) if bound.given.is_some() => String::new(),
        Some(bound) => {
            let before =
                if bound.exact && bound.text.parse::<u64>().is_ok() { "" } else { "at most " };
            iterations(shown(report, bound), before, bound.full)
        }
        None if report.exact && report.cases.iter().any(|case| case.outcome == Outcome::Never) => {
            "no bound".to_owned()
        }
        None if report.cases.is_empty()
            || report.unreadable > 0
            || report.cases.iter().any(|case| case.iterations.is_none())
            || !report.exact =>
        {
            "no bound known".to_owned()
        }
        None => String::new(),
    };
    if let Some(total) = total {
        let between = if bound.is_empty() { "" } else { ", " };
        let _ = write!(bound, "{between}in all at most {total}");
    }
    let head = [name, format!("type {kind}, {exact}"), bound];
    let places = leaving_places(report);
    let rows: Vec<Row> = report.cases.iter().map(|case| row(case, places.len() > 1)).collect();
    let widths = widths(&head, &rows);
    let mut wide = [widths[0] + 2, widths[1]];
    // A long bound is worth more than its place below the others.
    if indent + wide[0] + wide[1] + 2 * GAP + length(&head[2]) > COLUMNS {
        wide = [length(&head[0]), length(&head[1])];
    }
    write_row(text, indent, &head, &wide);
    if let Some(stops) = &report.stops {
        line(text, indent + 2, stops);
    }
    for row in &rows {
        write_row(text, indent + 2, row, &widths);
    }
    if report.unreadable == 0 && !report.exact && !rows.is_empty() {
        let otherwise = ["otherwise".to_owned(), String::new(), "no closed form".to_owned()];
        write_row(text, indent + 2, &otherwise, &widths);
    }
    notes(text, indent + 2, told);
    for assumed in assumed {
        line(text, indent + 2, &format!("assuming that {assumed}"));
    }
}

/// What does not fit into a table.
fn notes(text: &mut String, indent: usize, told: &Told) {
    let report = &told.report;
    match report.unreadable {
        0 => {}
        1 => line(text, indent, "1 more case; --verbose shows it"),
        more => line(text, indent, &format!("{more} more cases; --verbose shows them")),
    }
    if let Some(bound) = &report.bound
        && let Some(given) = &bound.given
    {
        let most = iterations(shown(report, bound), "at most ", bound.full);
        line(text, indent, &format!("{most}, if {given}"));
    }
    for sentence in &report.iteration {
        line(text, indent, sentence);
    }
    if !report.variables.is_empty() {
        line(text, indent, &report.variables.join("; "));
    }
    if report.exact && !report.open.is_empty() {
        line(text, indent, &format!("no closed form for {}", report.open.join(", ")));
    }
    if let Some(why) = &report.why {
        line(text, indent, &format!("no closed form: {why}"));
    }
}

fn iterations(number: &str, before: &str, full: bool) -> String {
    let full_text = if full { " full" } else { "" };
    if number.starts_with("as often as") {
        return format!("iterations: {before}{number}");
    }
    if number.starts_with("size of") || number.starts_with("length of") {
        return format!("iterations: {before}the {number}");
    }
    if let Some((number, what)) = number.split_once(" (the ") {
        let what = format!("the {what}");
        return format!("{} ({what}", iterations(number, before, full));
    }
    match number {
        "1" => format!("{before}1{full_text} iteration"),
        _ => format!("{before}{number}{full_text} iterations"),
    }
}

/// The places that the cases leave the loop to, each once.
fn leaving_places(report: &LoopReport) -> Vec<&str> {
    let mut places: Vec<&str> = (report.cases.iter())
        .filter_map(|case| match &case.outcome {
            Outcome::Leaves(place) => Some(place.as_str()),
            _ => None,
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}

fn row(case: &ReportedCase, with_place: bool) -> Row {
    let when = if case.when.is_empty() { "always".to_owned() } else { case.when.clone() };
    let values: Vec<String> =
        case.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let mut outcome = values.join(", ");
    match &case.outcome {
        Outcome::Leaves(place) if with_place && !place.is_empty() => {
            let between = if outcome.is_empty() { "" } else { ", " };
            let _ = write!(outcome, "{between}to {place}");
        }
        Outcome::Leaves(_) | Outcome::Never => {}
        Outcome::NeverUnlessFails => outcome = "unless an access fails".to_owned(),
        Outcome::NeverUnlessError => outcome = "unless an error or exit ends it".to_owned(),
        Outcome::Fails(what) if what.is_empty() => outcome = "ends in an error or exit".to_owned(),
        Outcome::Fails(what) => outcome = without_hyphens(what),
    }
    let count = match (&case.outcome, case.count.is_empty()) {
        (Outcome::Fails(_), true) => "ends early".to_owned(),
        _ => case.count.clone(),
    };
    [when, count, outcome]
}

/// The name of an error as words, and where it is as it is: `signed overflow at a-b.c:3:4`.
fn without_hyphens(errors: &str) -> String {
    let words = |error: &str| match error.split_once(" at ") {
        Some((name, place)) => format!("{} at {place}", name.replace('-', " ")),
        None => error.replace('-', " "),
    };
    let mut kind = String::new();
    let several = errors.split(" or ").map(|error| {
        let text = words(error);
        // The name of an error is said once.
        let (name, place) = text.split_once(" at ").unwrap_or((&text, ""));
        let shown = if name == kind && !place.is_empty() { place.to_owned() } else { text.clone() };
        kind = name.to_owned();
        shown
    });
    several.collect::<Vec<_>>().join(" or ")
}

/// `line 12` for `file.c:12:5`.
pub(super) fn line_of(place: &str) -> String {
    match place.rsplit(':').nth(1) {
        Some(line) => format!("line {line}"),
        None => place.to_owned(),
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// The widths of the first two columns: what most lines need.
fn widths(head: &Row, rows: &[Row]) -> [usize; 2] {
    let widest = |column: usize, extra: usize| {
        let own = rows.iter().map(|row| length(&row[column]));
        let all = own.chain([length(&head[column]).saturating_sub(extra)]);
        all.filter(|width| *width <= WIDEST[column]).max().unwrap_or(0)
    };
    // The head is not indented as much as the rows.
    [widest(0, 2), widest(1, 0)]
}

/// One line, or several if it is too long.
fn write_row(text: &mut String, indent: usize, row: &Row, widths: &[usize; 2]) {
    let mut out = " ".repeat(indent);
    let mut column = indent;
    let starts = [indent, indent + widths[0] + GAP, indent + widths[0] + widths[1] + 2 * GAP];
    for (part, &start) in row.iter().zip(&starts) {
        if part.is_empty() {
            continue;
        }
        if column > start || (column == start && start > indent && !out.trim().is_empty()) {
            out = format!("{}\n", out.trim_end());
            text.push_str(&out);
            out = String::new();
            column = 0;
        }
        out += &" ".repeat(start.saturating_sub(column));
        column = start;
        for (number, word) in part.split(' ').enumerate() {
            let width = length(word);
            if number > 0 && column + 1 + width > COLUMNS {
                text.push_str(out.trim_end());
                text.push('\n');
                out = " ".repeat(start + 2);
                column = start + 2;
            } else if number > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += width;
        }
    }
    text.push_str(out.trim_end());
    text.push('\n');
}

fn line(text: &mut String, indent: usize, sentence: &str) {
    write_row(text, indent, &[sentence.to_owned(), String::new(), String::new()], &[0, 0]);
}
