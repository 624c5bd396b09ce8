//! A loop that is reached in several ways: what is said of each, put together.

use super::bound::largest_of;
use super::{LoopReport, Outcome, ReportedBound, ReportedCase};

/// One report for all ways that lead to a loop. Each says in its lines when it applies; where they say the same, that is of no interest and `plain` has
/// what is said of a way without it. None if they cannot be told in one table.
pub fn joined(reports: Vec<LoopReport>, plain: &dyn Fn(usize) -> LoopReport) -> Option<LoopReport> {
    if reports.len() == 1 {
        return reports.into_iter().next();
    }
    let all: Vec<LoopReport> = (0..reports.len()).map(plain).collect();
    if say_the_same(&all) {
        return all.into_iter().next();
    }
    let mut reports = reports.into_iter();
    let mut joint = reports.next()?;
    for other in reports {
        if joint.stops != other.stops || joint.totals != other.totals {
            return None;
        }
        joint.exact &= other.exact;
        joint.unreadable += other.unreadable;
        joint.cases.extend(other.cases);
        joint.bound = match (joint.bound, other.bound) {
            (Some(one), Some(other)) => larger(one, other),
            _ => None,
        };
        for (own, others) in
            [(&mut joint.iteration, other.iteration), (&mut joint.variables, other.variables)]
        {
            if *own != others {
                own.clear();
            }
        }
        joint.open.extend(other.open);
        joint.open.sort_unstable();
        joint.open.dedup();
        joint.why = joint.why.or(other.why);
    }
    joint.cases.sort_by_key(|case| match case.outcome {
        Outcome::Leaves(_) => 0,
        Outcome::Never | Outcome::NeverUnlessFails | Outcome::NeverUnlessError => 1,
        Outcome::Fails(_) => 2,
    });
    (joint.cases.len() <= super::MOST_CASES).then_some(joint)
}

/// Whether several reports are one.
pub fn say_the_same(reports: &[LoopReport]) -> bool {
    reports.windows(2).all(|pair| said(&pair[0]) == said(&pair[1]))
}

/// All that is said.
fn said(report: &LoopReport) -> impl PartialEq {
    let case = |case: &ReportedCase| {
        (case.when.clone(), case.count.clone(), case.outcome.clone(), case.values.clone())
    };
    (
        (report.exact, report.stops.clone(), report.unreadable, report.bound.clone()),
        report.cases.iter().map(case).collect::<Vec<_>>(),
        (report.iteration.clone(), report.variables.clone(), report.open.clone()),
        (report.totals.clone(), report.why.clone()),
    )
}

/// The larger one of two bounds.
fn larger(one: ReportedBound, other: ReportedBound) -> Option<ReportedBound> {
    if one.given != other.given {
        return None;
    }
    if one == other {
        return Some(one);
    }
    let entered =
        |bound: &ReportedBound| bound.if_entered.clone().unwrap_or_else(|| bound.text.clone());
    let text = largest_of(&[one.text.clone(), other.text.clone()]);
    let if_entered = Some(largest_of(&[entered(&one), entered(&other)]));
    let if_entered = if_entered.filter(|entered| *entered != text);
    let short = text.chars().count() <= super::LONGEST && !text.contains(" (the ");
    let exact = one.exact && other.exact && one.text == other.text;
    let full = one.full || other.full;
    short.then_some(ReportedBound { text, if_entered, exact, full, given: one.given })
}
