//! The cases of every loop of the program files against executions of the loop: from an entry state exactly one case applies, or the residue, and it
//! says what happens; a bound is not exceeded.
//!
//! Loops are read from the code, so that each of them is met whatever leads to it. Entry states are random numbers, small ones and those near the ends of their
//! ranges more often than others; nothing here uses a solver, apart from the analysis itself.

mod files;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lariat_frontend::LoadOptions;
use lariat_loop::case_check::{Applies, check_approximation, check_entry};
use lariat_loop::check::CheckError;
use lariat_loop::{ExitInfo, LoopInput, analyse, approximation, check_report, report};
use lariat_program::loops::LoopForest;
use lariat_solver::{Solver, SolverConfig};
use lariat_summary::{Code, CodeGround, Keep, StudiedLoop};
use lariat_term::{BitVec, Evaluator, Model, Op, Sort, TermId, TermStore, Value};
use libtest_mimic::Arguments;

/// Entry states that are tried for each loop.
const ENTRIES: u64 = 24;

/// Iterations that are executed from each.
const ITERATIONS: usize = 40;

/// Entry states from which a case was compared with an execution.
static COMPARED: AtomicUsize = AtomicUsize::new(0);

/// Values that an approximation says and an execution agreed with.
static APPROXIMATED: AtomicUsize = AtomicUsize::new(0);

/// How many entry states had a line in the report for people.
static REPORTED: AtomicUsize = AtomicUsize::new(0);

/// Where `klee/klee.h` and the others are found.
const HEADERS: &str = concat!("-idirafter", env!("CARGO_MANIFEST_DIR"), "/../../runtime/include");

fn main() {
    let args = Arguments::from_args();
    let trials = files::trials("", |file, text| {
        let is_c = file.extension().is_some_and(|extension| extension == "c");
        let has_loop = ["for", "while", "goto"].iter().any(|word| text.contains(word));
        let file = file.to_owned();
        (is_c && has_loop).then_some(move || check(&file).map_err(Into::into))
    });
    let all = args.filter.is_none() && args.skip.is_empty() && !args.list;
    let conclusion = libtest_mimic::run(&args, trials);
    let compared = COMPARED.load(Ordering::Relaxed);
    assert!(!all || compared > 2_000, "cases apply in {compared} entry states only");
    let reported = REPORTED.load(Ordering::Relaxed);
    assert!(!all || reported > 2_000, "lines apply in {reported} entry states only");
    let approximated = APPROXIMATED.load(Ordering::Relaxed);
    assert!(!all || approximated > 10_000, "only {approximated} values of approximations");
    conclusion.exit();
}

fn check(file: &Path) -> Result<(), String> {
    let options = LoadOptions {
        inputs: vec![file.to_owned()],
        cflags: vec![HEADERS.into()],
        ..LoadOptions::default()
    };
    // Files that do not compile on purpose.
    let Ok(loaded) = lariat_frontend::load(&options) else { return Ok(()) };
    let program = loaded.program;
    let ground = CodeGround::new(&program);
    let code = Code::new(&program, &ground);
    for (id, function) in program.functions.iter().filter(|(_, function)| !function.library) {
        let Some(body) = &function.body else { continue };
        let forest = LoopForest::of_body(body);
        for (number, this) in forest.iter() {
            let store = Arc::new(TermStore::new());
            let Ok(found) = code.read(&store, id, &forest, number, Keep::All) else { continue };
            check_loop(&store, &found)
                .map_err(|error| format!("{}, {}: {error}", function.name, this.header))?;
        }
    }
    Ok(())
}

fn check_loop(store: &Arc<TermStore>, found: &StudiedLoop) -> Result<(), String> {
    let config =
        SolverConfig { resource_limit: Some(200_000), race: false, ..SolverConfig::default() };
    let mut solver = Solver::new(Arc::clone(store), config);
    let StudiedLoop { body, exits, entry, context, .. } = found;
    let analysis = analyse(store, &mut solver, context, body, exits, entry);
    let approximated = approximation(store, &mut solver, context, body, exits);
    let leaving: Vec<ExitInfo> = (found.leaving.iter().zip(exits))
        .map(|(leaving, exit)| ExitInfo {
            leaves: leaving.leaves,
            place: format!("block {}", exit.exit),
            unknown: leaving.unknown.clone(),
        })
        .collect();
    let signed = vec![true; body.variables.len()];
    let input = LoopInput {
        store,
        context,
        body,
        exits,
        entry,
        analysis: &analysis,
        leaving: &leaving,
        hidden: &[],
        ends_inside: false,
        ends: None,
        writes: &[],
        signed: &signed,
        arrival: &[],
        types: &|_| None,
        long_is_64: true,
    };
    let told = report(&input, &mut solver);
    let mut random = 0x2545_f491_4f6c_dd1du64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    let mut terms: Vec<TermId> = context.iter().chain(entry).copied().collect();
    terms.extend(body.paths.iter().flat_map(|path| path.guard.iter().chain(&path.after)));
    terms.extend(exits.iter().flat_map(|exit| exit.guard.iter().chain(&exit.after)));
    let symbols = store.free_vars_of(&terms);
    for number in 0..ENTRIES {
        let mut model = Model::new();
        for &symbol in &symbols {
            let sort = store.sort(store.symbol_term(symbol));
            model.set(store, symbol, value(sort, number, next()));
        }
        for (variable, &term) in body.variables.iter().zip(entry) {
            let Op::Var(symbol) = store.op(variable.symbol) else { continue };
            match Evaluator::new(Arc::new(model.clone())).eval(store, term) {
                Ok(value) => model.set(store, symbol, value),
                Err(_) => return Ok(()),
            }
        }
        let mut evaluator = Evaluator::new(Arc::new(model.clone()));
        if !context.iter().all(|&term| evaluator.eval_bool(store, term) == Ok(true)) {
            continue;
        }
        let mut new_value = |sort: Sort| value(sort, number, next());
        let checked = check_approximation(
            store,
            body,
            exits,
            &approximated,
            &model,
            ITERATIONS,
            &mut new_value,
        );
        match checked {
            Ok(values) => {
                APPROXIMATED.fetch_add(values, Ordering::Relaxed);
            }
            Err(CheckError::Evaluation(_) | CheckError::Overlap(..)) => {}
            Err(wrong) => return Err(format!("{wrong}\n{approximated:?}")),
        }
        match check_report(&input, &told, &model, ITERATIONS, &mut new_value) {
            Ok(applying) => {
                REPORTED.fetch_add(usize::from(applying.is_some()), Ordering::Relaxed);
            }
            Err(CheckError::Evaluation(_) | CheckError::Overlap(..)) => {}
            Err(wrong) => return Err(format!("{wrong}\n{:#?}", told.cases)),
        }
        match check_entry(store, body, exits, &analysis, &model, ITERATIONS, &mut new_value) {
            Ok(Applies::Case(_)) => {
                COMPARED.fetch_add(1, Ordering::Relaxed);
            }
            Ok(Applies::Residue | Applies::Undecided | Applies::Inside) => {}
            Err(CheckError::Evaluation(_) | CheckError::Overlap(..)) => {}
            Err(wrong) => {
                let values: Vec<String> = (body.variables.iter())
                    .map(|variable| {
                        let value =
                            Evaluator::new(Arc::new(model.clone())).eval(store, variable.symbol);
                        format!("{} = {value:?}", variable.name)
                    })
                    .collect();
                let cases: Vec<_> = analysis.cases.iter().map(|case| &case.text).collect();
                return Err(format!("{wrong}\nentry: {}\n{cases:#?}", values.join(", ")));
            }
        }
    }
    Ok(())
}

/// A value of a sort: small numbers, those near the ends, or any.
fn value(sort: Sort, number: u64, bits: u64) -> Value {
    match sort {
        Sort::BitVec(width) => {
            let half = 1u64 << (width.min(64) - 1);
            let bits = match (number + (bits >> 32)) % 6 {
                0 => bits,
                1..=3 => bits % 24,
                4 => (bits % 24).wrapping_sub(12),
                _ => half.wrapping_add(bits % 24).wrapping_sub(12),
            };
            let bits = if width < 64 { bits & ((1 << width) - 1) } else { bits };
            Value::BitVec(BitVec::new(width, bits))
        }
        Sort::Bool => Value::Bool(bits & 1 == 1),
        sort => Value::default_of(sort),
    }
}
