//! `lariat verify --property termination`: `true` if a search has ended every path ([`crate::ending`]), or if every loop on every path has a quantity that
//! forbids endless iterations and every call comes back.
//!
//! Neither answer rests on a signed overflow: C does not say what follows it.
//!
//! What is not proved is `false` if there is an input on which a run comes back to a state that it has been in, or for which it is proved that no end is
//! reachable ([`crate::endless`]), and `unknown` otherwise, with a loop that may not end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_exec::{AnySize, Assumption, Assumptions, BugKind, OVERFLOWED, TestInput};
use lariat_loop::{HornEffort, HornSystem, prove, terminates};
use lariat_output::{Paint, Place};
use lariat_program::LocationId;
use lariat_solver::CancelToken;
use lariat_summary::{Explorer, Goal, Ground};
use lariat_term::{SymbolId, TermId, TermStore};
use rustc_hash::FxHashSet;

use crate::args::VerifyArgs;
use crate::ending;
use crate::endless::{self, Endless, Rounds, Shown};
use crate::limits::{Cause, Limits};
use crate::session::{Explored, Session};
use crate::{EXIT_BUG, EXIT_LIMIT, EXIT_SUCCESS, Printed, test, verify};

/// What is kept of the time for watching a native run.
const WATCHING: Duration = Duration::from_secs(3);

/// What came of looking.
struct Decided {
    answer: Answer,
    /// What a proof rests on.
    assumptions: Vec<String>,
}

enum Answer {
    /// Every run ends: a search has seen the ends, or there is a proof.
    Ends(Option<Box<Explored>>),
    /// There is an input on which it does not.
    Endless(Box<Endless>),
    /// Neither is shown, and why.
    Open(String),
}

pub(crate) fn run(
    limits: &'static Limits,
    args: &'static VerifyArgs,
    paint: Paint,
) -> anyhow::Result<Printed> {
    let begun = verify::begin(limits, (&args.input, &args.run), paint, |program| {
        program.runs_error_functions = true;
        Ok(())
    })?;
    let (session, (), output) = match begun {
        Ok(begun) => begun,
        Err(printed) => return Ok(printed),
    };
    let decided = session.work(limits.deciding(), output, move || decide(args, session));
    let Decided { mut answer, mut assumptions } = match decided {
        Ok(decided) => decided?,
        Err(cause) => {
            Decided { answer: Answer::Open(cause.clause().to_owned()), assumptions: Vec::new() }
        }
    };
    if let Some(cause) = limits.cause().filter(|cause| *cause != Cause::Time)
        && let Answer::Open(reason) = &mut answer
    {
        *reason = cause.clause().to_owned();
    }
    let mut trouble = None;
    let mut summary = match &answer {
        Answer::Ends(Some(explored)) => session.summary(explored),
        _ => session.summary_without_search(),
    };
    summary.assumptions.append(&mut assumptions);
    let (verdict, code) = match answer {
        Answer::Ends(_) => ("true".to_owned(), EXIT_SUCCESS),
        Answer::Endless(endless) => {
            // What a proof of the opposite would rest on does not matter any more.
            summary.assumptions.clear();
            let written = output.write_test(&endless.test, true);
            summary.tests = u64::from(written.is_ok());
            trouble = written.err();
            summary.assumptions.push(never_ends(session, &endless));
            ("false".to_owned(), EXIT_BUG)
        }
        Answer::Open(reason) => (format!("unknown ({reason})"), EXIT_LIMIT),
    };
    summary.directory = Some(args.run.out.display().to_string());
    test::finish(session, output, &mut summary, trouble);
    let complete = code != EXIT_LIMIT;
    let text = test::answer(&summary, complete, Some(&verdict), args.run.json, paint)?;
    Ok(Printed { text, code })
}

/// Searches, and proves the one or the other.
fn decide(args: &VerifyArgs, session: &Session) -> anyhow::Result<Decided> {
    let mut assumptions = Vec::new();
    if session.wraps() {
        assumptions.push("signed arithmetic wraps (--wrapv)".to_owned());
    }
    let answer = answer(args, session, &mut assumptions)?;
    Ok(Decided { answer, assumptions })
}

fn answer(
    args: &VerifyArgs,
    session: &Session,
    assumptions: &mut Vec<String>,
) -> anyhow::Result<Answer> {
    let kept = WATCHING.min(args.run.time / 2);
    let end = session.search_ends().min(session.limits.ends() - kept);
    let rounds = |inputs: &[TestInput]| session.timed(|| Rounds::new(session, inputs, end));
    let first = ending::first(args, session)?;
    if first.is_through() {
        return Ok(Answer::Ends(first.through()));
    }
    let mut tried = rounds(&first.running)?;
    // If a run goes on and on, the proof has its turn before others are looked for.
    if tried.endless.is_none()
        && tried.going.is_empty()
        && let Some(second) = ending::of_few_inputs(args, session, &first)?
    {
        if second.is_through() {
            return Ok(Answer::Ends(second.through()));
        }
        tried = rounds(&second.running)?;
    }
    if let Some(endless) = tried.endless {
        return Ok(Answer::Endless(Box::new(endless)));
    }
    if let Some(third) = ending::without_inputs(args, session, &first)?
        && third.is_through()
    {
        return Ok(Answer::Ends(third.through()));
    }
    session.timed(|| prove_either(args, session, &tried.going, assumptions, end))
}

/// Proves that the program ends, or that it does not on one of these inputs or another one.
fn prove_either(
    args: &VerifyArgs,
    session: &Session,
    running: &[TestInput],
    assumptions: &mut Vec<String>,
    end: Instant,
) -> anyhow::Result<Answer> {
    let why_not = why_not(args, session, assumptions)?;
    let endless = match why_not {
        Some(WhyNot::MayNotEnd(_)) => endless::find(session, running, end)?,
        // Runs without overflow end.
        Some(WhyNot::Overflow(_)) | None => None,
    };
    Ok(match (why_not, endless) {
        (None, _) => Answer::Ends(None),
        (Some(_), Some(endless)) => Answer::Endless(Box::new(endless)),
        (Some(why_not), None) => Answer::Open(why_not.reason()),
    })
}

/// What is claimed about an input.
fn never_ends(session: &Session, endless: &Endless) -> String {
    let place = endless.location.map(|location| Place::new(&session.program, location));
    let from =
        place.as_ref().map(|place| format!(" (the first loop is at {place})")).unwrap_or_default();
    let at = place.as_ref().map(|place| format!(" (at {place})")).unwrap_or_default();
    match endless.shown {
        Shown::ByProof { zeros: true } => format!(
            "on the test the program never ends{from}: with these inputs no end is reachable, with zero for every input that a loop reads"
        ),
        Shown::ByProof { zeros: false } => format!(
            "on the test the program never ends{from}: with these inputs no end is reachable, whatever inputs loops read"
        ),
        Shown::ByRepetition { zeros: true } => format!(
            "on the test the program never ends: with zero for every input that a loop reads, it comes back to the same state again and again{at}"
        ),
        Shown::ByRepetition { zeros: false } => format!(
            "on the test the program never ends: it comes back to the same state again and again{at}"
        ),
    }
}

/// The part of the time for showing that it ends.
const SHARE_OF_PROOF: u32 = 2;

/// Why it is not shown that the program ends.
enum WhyNot {
    /// There may be an endless run.
    MayNotEnd(String),
    /// Runs end unless something overflows, which may happen.
    Overflow(String),
}

impl WhyNot {
    fn reason(self) -> String {
        match self {
            WhyNot::MayNotEnd(reason) | WhyNot::Overflow(reason) => reason,
        }
    }
}

/// The longest time for showing that nothing overflows. What can be shown takes less than a second nearly always.
const LONGEST_PROOF: Duration = Duration::from_secs(4);

/// Why it is not shown that the program ends; nothing if it is.
///
/// A proof may not rest on signed arithmetic that overflows. So the result of an overflow is anything and must not decide anything, unless the user says
/// that it wraps.
fn why_not(
    args: &VerifyArgs,
    session: &Session,
    assumptions: &mut Vec<String>,
) -> anyhow::Result<Option<WhyNot>> {
    let end = session.within(args.run.time / SHARE_OF_PROOF);
    if session.wraps() {
        return Ok(attempt(session, Overflow::Wraps, end, assumptions)?.why_not());
    }
    let mut rests_on = Vec::new();
    let attempted = attempt(session, Overflow::Arbitrary, end, &mut rests_on)?;
    let Some(first) = attempted.overflow else {
        assumptions.extend(rests_on);
        return Ok(attempted.why_not());
    };
    let Err(_) = attempted.proof else {
        // It holds in any case. If it is easily seen that nothing overflows there is nothing to say about it.
        assumptions.extend(rests_on);
        if !never_overflows(session, HornEffort::Little, end)? {
            session.assume(Assumption::ArbitraryOverflow, first);
        }
        return Ok(None);
    };
    // Perhaps nothing overflows; then it does not matter what comes out.
    let mut rests_on = Vec::new();
    let wrapping = attempt(session, Overflow::Wraps, end, &mut rests_on)?;
    if wrapping.proof.is_err() {
        return Ok(wrapping.why_not());
    }
    if never_overflows(session, HornEffort::Full, end)? {
        assumptions.extend(rests_on);
        return Ok(None);
    }
    let kind = BugKind::SignedOverflow.name();
    let place = first.map(|first| format!(" at {}", Place::new(&session.program, first)));
    let place = place.unwrap_or_default();
    Ok(Some(WhyNot::Overflow(format!("undefined behaviour on the way: {kind}{place}"))))
}

/// What signed arithmetic gives that overflows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overflow {
    Arbitrary,
    Wraps,
}

/// What came out of an attempt to show that the program ends.
struct Attempt {
    proof: Result<(), String>,
    /// The first place where something may overflow, if that matters.
    overflow: Option<Option<LocationId>>,
}

impl Attempt {
    fn why_not(self) -> Option<WhyNot> {
        self.proof.err().map(WhyNot::MayNotEnd)
    }
}

/// Tries to show that the program ends. What that rests on is added to the assumptions.
fn attempt(
    session: &Session,
    overflow: Overflow,
    end: Instant,
    assumptions: &mut Vec<String>,
) -> anyhow::Result<Attempt> {
    let ground = Ground::new(&session.program, &session.store, &Goal::default())?;
    let initial = session.initial_state(ground.machine())?;
    let mut config = session.explorer_config();
    config.deadline = Some(end);
    config.interrupted = Some(session.interrupted());
    config.executor.any_size = AnySize::All;
    config.executor.arbitrary_overflow = overflow == Overflow::Arbitrary;
    let assumed = Assumptions::default();
    config.executor.assumptions = assumed.clone();
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let clauses = explorer.clauses(&initial, true);
    let is_overflow = |known: &Assumption| *known == Assumption::ArbitraryOverflow;
    // What follows from that is said by the caller.
    let first = assumed.take(is_overflow).map(|places| places.first().copied());
    session.adopt(&assumed);
    let failed = |reason| Ok(Attempt { proof: Err(reason), overflow: first });
    let clauses = match clauses {
        Ok(clauses) => clauses,
        Err(reason) => return failed(reason),
    };
    let place = |location| Place::new(&session.program, location).to_string();
    let undefined = explorer.undefined().map(|(kind, location)| match location {
        Some(location) => format!("{kind} at {}", place(location)),
        None => kind.to_owned(),
    });
    if let Some(first) = undefined {
        if explorer.surely_undefined() {
            return failed(format!("undefined behaviour on the way: {first}"));
        }
        assumptions.push(format!(
            "assuming that the program's behaviour is not undefined on the way (it may be: {first})"
        ));
    }
    let store = Arc::clone(explorer.store());
    if first.is_some() && decides(&store, &clauses.system) {
        return failed("what an overflow gives decides what happens".to_owned());
    }
    match terminates(&store, explorer.solver(), &clauses.system, end) {
        Ok(()) => Ok(Attempt { proof: Ok(()), overflow: first }),
        Err(number) => failed(match clauses.locations.get(number).copied().flatten() {
            Some(location) => format!("the loop at {} may not end", place(location)),
            None => "a loop may not end".to_owned(),
        }),
    }
}

/// Whether anything depends on what an overflow gives, be it some iterations later.
fn decides(store: &TermStore, system: &HornSystem) -> bool {
    let mut symbols: FxHashSet<SymbolId> = FxHashSet::default();
    let depends = |symbols: &FxHashSet<SymbolId>, terms: &[TermId]| {
        let is_one = |symbol: &SymbolId| {
            symbols.contains(symbol) || store.symbol_name(*symbol).starts_with(OVERFLOWED)
        };
        store.free_vars_of(terms).iter().any(is_one)
    };
    loop {
        let before = symbols.len();
        let entries = system.loops.iter().map(|entered| (entered, &entered.entry));
        let steps = system.steps.iter().map(|step| (&system.loops[step.target], &step.values));
        for (target, values) in entries.chain(steps) {
            for (variable, value) in target.variables.iter().zip(values) {
                if depends(&symbols, &[*value]) {
                    symbols.extend(store.free_vars(variable.symbol).iter().copied());
                }
            }
        }
        if symbols.len() == before {
            break;
        }
    }
    system.loops.iter().any(|entered| depends(&symbols, &entered.context))
        || system.steps.iter().any(|step| depends(&symbols, &step.conditions))
}

/// Tries to prove that no signed operation overflows.
fn never_overflows(session: &Session, effort: HornEffort, end: Instant) -> anyhow::Result<bool> {
    let goal = Goal { bugs: vec![BugKind::SignedOverflow], ..Goal::default() };
    let ground = Ground::new(&session.program, &session.store, &goal)?;
    let initial = session.initial_state(ground.machine())?;
    let mut config = session.explorer_config();
    config.deadline = Some(end);
    config.interrupted = Some(session.interrupted());
    config.executor.any_size = AnySize::All;
    config.executor.check_overflow = true;
    let mut explorer = Explorer::new(&ground, config, CancelToken::new());
    let Ok(clauses) = explorer.clauses_of_checks(&initial) else { return Ok(false) };
    if explorer.surely_undefined() {
        return Ok(false);
    }
    let store = Arc::clone(explorer.store());
    let end = end.min(Instant::now() + LONGEST_PROOF);
    let proof = prove(&store, explorer.solver(), &clauses.system, effort, end);
    Ok(proof.is_some())
}
