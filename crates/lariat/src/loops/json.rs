//! Everything about loops, for tools.

use lariat_loop::{End, LoopReport, Origin, Outcome, USES};
use lariat_program::Program;
use lariat_summary::CHOICES_AT_ONCE;
use serde_json::json;

use super::{Analysed, ByChoices, Report, Sliced, exit_place, inner_totals, people};

pub(super) fn document(program: &Program, reports: &[Report], stopped: Option<&str>) -> String {
    let loops: Vec<serde_json::Value> = reports
        .iter()
        .enumerate()
        .map(|(number, report)| {
            let mut value = json!({
                "function": report.function,
                "location": report.place,
                "header": report.header.to_string(),
                "seconds": report.time.as_secs_f64(),
                "fromCode": report.from_code.is_some(),
                "sliced": report.from_code == Some(Sliced::Yes),
                "notMet": report.not_met,
            });
            match &report.outcome {
                Err(why) => value["notAnalysed"] = json!(why),
                Ok(told) => {
                    value["analysis"] = loop_json(program, &told.loop_, &told.report);
                    let others =
                        told.others.iter().map(|other| loop_json(program, other, &told.report));
                    let when = told.arrivals.iter().map(|when| json!(when));
                    let all = std::iter::once(value["analysis"].clone()).chain(others);
                    value["arrivals"] = when
                        .zip(all)
                        .map(|(when, analysis)| json!({ "when": when, "analysis": analysis }))
                        .collect();
                    let assumes = people::assumptions(reports, number);
                    value["report"] = report_json(&told.report, &assumes);
                }
            }
            value
        })
        .collect();
    format!("{:#}\n", json!({ "program": program.name, "loops": loops, "stopped": stopped }))
}

fn loop_json(program: &Program, one: &Analysed, report: &LoopReport) -> serde_json::Value {
    let Analysed { found, analysis, approximated, chosen, store, .. } = one;
    let named = |pairs: &[(String, String)]| -> serde_json::Value {
        pairs
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let end = |end: End| match end {
        End::Exit(exit) => exit_place(program, found, exit),
        End::Endless => "never".to_owned(),
    };
    json!({
        "type": analysis.loop_type.number(),
        "order": analysis.interleaving.name(),
        "reason": analysis.reason,
        "endsInside": found.ends_inside,
        "innerLoops": found.inner_loops,
        "mergedWays": found.merged_ways,
        "variables": analysis.variables.iter().map(|variable| json!({
            "name": variable.name,
            "induction": variable.induction,
            "inConditions": variable.relevant,
        })).collect::<Vec<_>>(),
        "states": analysis.states.iter().map(|state| json!({
            "exit": matches!(state.origin, Origin::Exit(_)),
            "guard": state.guard,
            "update": named(&state.update),
            "terminal": state.terminal,
        })).collect::<Vec<_>>(),
        "transitions": analysis.transitions.iter().map(|transition| json!({
            "from": transition.from,
            "to": transition.to,
            "counts": transition.counts,
        })).collect::<Vec<_>>(),
        "cases": analysis.cases.iter().map(|case| json!({
            "word": case.text.word,
            "condition": case.text.condition,
            "end": end(case.end),
            "after": named(&case.text.after),
            "pathCounts": case.text.counts,
            "iterations": case.text.iterations,
        })).collect::<Vec<_>>(),
        "residue": analysis.residue.iter().map(|residue| json!({
            "condition": residue.text,
            "reason": residue.reason,
        })).collect::<Vec<_>>(),
        "approximation": approximated.as_ref().map(|approximated| json!({
            "uses": USES,
            "after": named(&approximated.after),
            "unknown": named(&approximated.unknown),
            "exits": approximated.exits.iter().enumerate().map(|(exit, conditions)| json!({
                "end": end(End::Exit(exit)),
                "onlyIf": conditions,
            })).collect::<Vec<_>>(),
        })),
        "choices": chosen.as_ref().map(|chosen| match chosen {
            Ok(ByChoices { until, update }) => json!({
                "exactUpTo": CHOICES_AT_ONCE,
                "until": until,
                "update": named(update),
            }),
            Err(why) => json!({ "necessaryOnly": why }),
        }),
        "innerTotals": inner_totals(program, found, report).iter().map(|(place, total)| json!({
            "loop": place,
            "iterations": total,
        })).collect::<Vec<_>>(),
        "bound": analysis.bound.as_ref().map(|bound| json!({
            "iterations": bound.at_least_zero(store),
            "exact": bound.exact,
            "given": bound.given,
            "byType": bound.by_type,
        })),
    })
}

/// What people are told, as data.
fn report_json(report: &LoopReport, assumes: &[&str]) -> serde_json::Value {
    let outcome = |outcome: &Outcome| match outcome {
        Outcome::Leaves(place) => json!({ "leaves": place }),
        Outcome::Fails(what) => json!({ "fails": what }),
        Outcome::Never => json!("never ends"),
        Outcome::NeverUnlessFails => json!("never ends, unless an access fails"),
        Outcome::NeverUnlessError => json!("never ends, unless an error or exit ends it"),
    };
    json!({
        "exact": report.exact,
        "stops": report.stops,
        "cases": report.cases.iter().map(|case| json!({
            "when": case.when,
            "iterations": case.count,
            "outcome": outcome(&case.outcome),
            "values": case.values.iter().map(|(name, value)| (name.clone(), json!(value)))
                .collect::<serde_json::Map<_, _>>(),
        })).collect::<Vec<_>>(),
        "moreCases": report.unreadable,
        "bound": report.bound.as_ref().map(|bound| json!({
            "iterations": bound.text,
            "exact": bound.exact,
            "fullOnly": bound.full,
            "given": bound.given,
        })),
        "assumes": assumes,
        "iteration": report.iteration,
        "variables": report.variables,
        "noClosedFormFor": report.open,
        "why": report.why,
    })
}
