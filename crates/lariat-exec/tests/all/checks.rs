//! Every check: `checks.c` has functions that are wrong and functions that are the same without the mistake. A comment
//! `BUG kind` marks each line a bug must be reported at; nothing else may be reported.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::Loaded;
use lariat_exec::{EndReason, EngineConfig, Finding, Sink, State, explore, initial_state};
use lariat_program::DataModel;
use parking_lot::Mutex;

type Bugs = BTreeSet<(String, u32)>;

/// The functions of the file, with the bugs their comments announce. Those of a static function belong to the next one that is not.
fn announced(text: &str) -> Vec<(String, Bugs)> {
    let mut functions: Vec<(String, Bugs)> = Vec::new();
    let mut bugs = Bugs::new();
    let mut helper = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.ends_with('{') && !line.starts_with(' ') {
            helper = line.starts_with("static");
        }
        if let Some(kind) = line.split("BUG ").nth(1).filter(|_| !line.starts_with("/*")) {
            bugs.insert((kind.trim_end_matches("*/").trim().to_owned(), number));
        }
        if let Some(rest) = line.strip_prefix("void ").filter(|_| line.ends_with('{')) {
            let name = rest.split('(').next().unwrap_or_default();
            functions.push((name.to_owned(), Bugs::new()));
        }
        if line.starts_with('}')
            && let Some((_, known)) = functions.last_mut()
            && !helper
        {
            known.append(&mut bugs);
        }
    }
    functions
}

struct Collected<'a> {
    loaded: &'a Loaded,
    bugs: Mutex<Vec<(String, u32)>>,
    odd: Mutex<Vec<String>>,
}

impl Sink for Collected<'_> {
    fn found(&self, finding: Finding) -> bool {
        let location = finding.bug.location.map(|id| self.loaded.program.locations.get(id));
        let line = location.map_or(0, |location| location.line);
        self.bugs.lock().push((finding.bug.kind.name().to_owned(), line));
        true
    }

    fn ended(&self, _: &State, reason: &EndReason, _: &lariat_exec::Coverage) {
        if !reason.is_complete() {
            self.odd.lock().push(format!("{reason:?}"));
        }
    }
}

fn check(model: DataModel) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checks/checks.c");
    let text = std::fs::read_to_string(&path).expect("the file of checks is there");
    let loaded = Loaded::new(&path, model);
    let mut problems = Vec::new();
    for (name, expected) in announced(&text) {
        let initial = initial_state(&loaded.machine, loaded.function(&name), Vec::new());
        let initial = initial.expect("the function has a body");
        let sink = Collected { loaded: &loaded, bugs: Mutex::default(), odd: Mutex::default() };
        let mut config = EngineConfig::default();
        config.executor.check_leaks = name.starts_with("leak");
        config.executor.check_uninitialised = name.starts_with("uninitialised");
        config.executor.max_call_depth = 500;
        let stop = AtomicBool::new(false);
        let totals = explore(&loaded.machine, &loaded.coverage, initial, &config, &stop, &sink);
        let found = sink.bugs.into_inner();
        let kinds: Bugs = found.iter().cloned().collect();
        let odd = sink.odd.into_inner();
        if kinds != expected || found.len() != expected.len() || !odd.is_empty() || !totals.complete
        {
            problems.push(format!("{name}: {found:?} instead of {expected:?}; {odd:?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_check_finds_its_bug_and_nothing_else_on_64_bits() {
    check(DataModel::Lp64);
}

#[test]
fn every_check_finds_its_bug_and_nothing_else_on_32_bits() {
    check(DataModel::Ilp32);
}
