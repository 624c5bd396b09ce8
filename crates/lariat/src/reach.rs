//! `lariat reach`: an input that gets to a place, or a proof that none does.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use lariat_exec::{
    AtBlock, BlockHook, EndReason, Finding, HookContext, Hooks, Search, Sink, State, TestInput,
};
use lariat_output::replay::{ReplayError, Replayer};
use lariat_output::{KTest, OutputDirectory, Place, describe_object};
use lariat_program::{BlockId, FunctionId};
use lariat_term::TermStore;

use crate::args::ReachArgs;
use crate::session::Session;
use crate::target::Target;
use crate::test::{self, REPLAY_TIME};
use crate::{EXIT_LIMIT, Printed};

/// Stops at the target's blocks and tries the input natively.
struct Watch {
    target: Target,
    replayer: Replayer,
    store: Arc<TermStore>,
    reached: Mutex<Option<KTest>>,
    /// Inputs that should get there and natively did not, with what was seen.
    failed: Mutex<Vec<String>>,
    done: AtomicBool,
}

/// Inputs tried natively before the search gives up on confirming.
const MOST_TRIES: usize = 20;

impl BlockHook for Watch {
    fn watches(&self, function: FunctionId, block: BlockId) -> bool {
        self.target.blocks.contains(&(function, block))
    }

    fn at_block(&self, state: &mut State, _context: &mut HookContext<'_>) -> AtBlock {
        let tries = self.failed.lock().map_or(0, |failed| failed.len());
        if self.done.load(Ordering::Relaxed) || tries >= MOST_TRIES {
            return AtBlock::GoOn;
        }
        let test = KTest::new(Vec::new(), TestInput::new(&self.store, &state.model, &state.inputs));
        let outcome = executes(&self.replayer, &self.target.place, &test);
        match outcome {
            Ok(true) => {
                if let Ok(mut reached) = self.reached.lock() {
                    reached.get_or_insert(test);
                }
                self.done.store(true, Ordering::Relaxed);
            }
            Ok(false) => self.note("the native program did not get there".to_owned()),
            Err(error) => self.note(error.to_string()),
        }
        AtBlock::GoOn
    }
}

/// Whether the natively compiled program executes a line on this test.
fn executes(replayer: &Replayer, place: &Place, test: &KTest) -> Result<bool, ReplayError> {
    let coverage = replayer.coverage(std::slice::from_ref(test))?;
    let mut in_file = false;
    for record in coverage.lcov.lines() {
        if let Some(file) = record.strip_prefix("SF:") {
            in_file = std::path::Path::new(file).ends_with(&place.file) || file == place.file;
        }
        if in_file
            && let Some((line, count)) =
                record.strip_prefix("DA:").and_then(|data| data.split_once(','))
            && line.parse() == Ok(place.line)
        {
            return Ok(count.split(',').next().is_some_and(|count| count != "0"));
        }
    }
    Ok(false)
}

impl Watch {
    fn note(&self, what: String) {
        if let Ok(mut failed) = self.failed.lock() {
            failed.push(what);
        }
    }
}

/// The engine's reports do not matter here, only whether the target was reached.
struct Quiet<'a>(&'a Watch);

impl Sink for Quiet<'_> {
    fn found(&self, _: Finding) -> bool {
        true
    }

    fn ended(&self, _: &State, _: &EndReason) {}

    fn enough(&self) -> bool {
        self.0.done.load(Ordering::Relaxed)
    }
}

pub(crate) fn run(args: &ReachArgs) -> anyhow::Result<Printed> {
    let session = Session::load(&args.input, &args.run)?;
    let target = Target::find(&session.program, &args.target)?;
    let blocks = target.blocks.clone();
    let place = target.place.clone();
    let output = OutputDirectory::create(&args.run.out, &session.saved, None)?;
    let watch = Arc::new(Watch {
        target,
        replayer: Replayer::new(
            session.saved.sources.clone(),
            session.saved.entry.clone(),
            REPLAY_TIME,
        )?,
        store: Arc::clone(&session.store),
        reached: Mutex::default(),
        failed: Mutex::default(),
        done: AtomicBool::new(false),
    });
    let hooks = Hooks { block: vec![Arc::clone(&watch) as Arc<dyn BlockHook>], ..Hooks::default() };
    let search = Search::Directed(Arc::from(blocks));
    let progress = || format!("searching for {place}");
    let explored = session.explore(hooks, search, |_| {}, &Quiet(&watch), &progress)?;
    let complete = explored.totals.complete;
    let mut summary = session.summary(&explored);
    let reached = watch.reached.lock().map_or(None, |mut reached| reached.take());
    let failed = watch.failed.lock().map_or_else(|_| Vec::new(), |failed| failed.clone());
    let mut text = String::new();
    let (verdict, code) = match (reached, failed.first()) {
        (Some(test), _) => {
            output.write_test(&test, false)?;
            summary.tests = 1;
            text += &format!("an input that reaches {place}:\n");
            for object in &test.input.objects {
                text += &format!("  {}\n", describe_object(object));
            }
            ("reached".to_owned(), ExitCode::SUCCESS)
        }
        (None, Some(reason)) => {
            (format!("unknown (an input was found, but: {reason})"), ExitCode::from(EXIT_LIMIT))
        }
        (None, None) if complete => ("unreachable".to_owned(), ExitCode::SUCCESS),
        (None, None) => {
            (format!("unknown ({})", explored.why_incomplete()), ExitCode::from(EXIT_LIMIT))
        }
    };
    summary.time.total = session.elapsed().as_secs_f64();
    summary.directory = Some(args.run.out.display().to_string());
    output.write_document("stats.json", &summary)?;
    let text = if args.run.json {
        test::document(&summary, complete, Some(&verdict))?
    } else {
        format!("{text}verdict: {verdict}\n")
    };
    Ok(Printed { text, code })
}
