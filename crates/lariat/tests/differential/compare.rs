//! What must hold of a program that runs natively and in the engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lariat_exec::{BugKind, EndReason, Incomplete, PrintedByte};
use lariat_program::DataModel;
use lariat_term::{BitVec, Evaluator, Model, Op, Sort, SymbolId, Value};

use crate::engine::{self, Explored, ExploredPath, Limits};
use crate::native;
use crate::program::Program;
use crate::random::Random;

/// What came of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compared {
    Yes,
    /// It is too large or undefined.
    Left,
    /// There was no answer in time, which says nothing about the program: a busy machine has more of these.
    Open,
}

/// A program without inputs prints the same bytes and ends alike. Floats that do not fit an integer may be all right.
pub(crate) fn concrete(
    file: &Path,
    model: DataModel,
    flags: &[String],
    floats_fit: bool,
) -> Result<Compared, String> {
    let binary = file.with_extension("native");
    let build = native::compile(file, &binary, model, flags)?;
    let limits = Limits { time: Duration::from_secs(600), steps: 3_000_000, seed: 0 };
    let explored = engine::run(file, model, flags, &limits);
    build.finish()?;
    let explored = explored?;
    if explored.incomplete.contains(&Incomplete::StepLimit) {
        return Ok(Compared::Left);
    }
    let Some((expected, status)) = native::run(&binary, 10)? else {
        return Ok(Compared::Left);
    };
    let [path] = explored.paths.as_slice() else {
        return Err(format!("{} paths: {}", explored.paths.len(), reasons(&explored)));
    };
    if let EndReason::Bug(bug) = &path.reason
        && bug.kind == BugKind::SignedOverflow
        && bug.detail.contains("floating-point value does not fit")
        && !floats_fit
    {
        return Ok(Compared::Left);
    }
    if !matches!(path.reason, EndReason::Exit(Some(code)) if code == status) {
        return Err(format!("ends with {:?}, natively with {status}", path.reason));
    }
    if !explored.bugs.is_empty() || !explored.incomplete.is_empty() {
        return Err(reasons(&explored));
    }
    let mut printed = Vec::new();
    for byte in &path.printed {
        match byte {
            PrintedByte::Known(byte) => printed.push(*byte),
            PrintedByte::Symbolic(_) => return Err("prints something symbolic".to_owned()),
        }
    }
    if printed != expected {
        return Err(format!(
            "prints {:?}, natively {:?}",
            String::from_utf8_lossy(&printed),
            String::from_utf8_lossy(&expected)
        ));
    }
    Ok(Compared::Yes)
}

fn reasons(explored: &Explored) -> String {
    let ends: Vec<String> =
        explored.paths.iter().take(5).map(|path| format!("{:?}", path.reason)).collect();
    format!("bugs {:?}, left out {:?}, paths end with {ends:?}", explored.bugs, explored.incomplete)
}

/// What the native program did on one input.
struct Record {
    printed: [u8; 16],
    stopped: u32,
}

/// What the native program did on all inputs, and the kinds and lines of what went wrong.
pub(crate) struct Native {
    records: Vec<Record>,
    pub(crate) bugs: Vec<(BugKind, u32)>,
}

/// Runs the native program on all its inputs. None if that takes too long.
pub(crate) fn enumerate(binary: &Path, inputs: usize) -> Result<Option<Native>, String> {
    match native::run(binary, 20)? {
        Some((bytes, 0)) => read_native(&bytes, inputs).map(Some),
        Some((_, status)) => Err(format!("the native program ends with status {status}")),
        None => Ok(None),
    }
}

const RECORD: usize = 20;

fn read_native(bytes: &[u8], inputs: usize) -> Result<Native, String> {
    let count = 1usize << (8 * inputs);
    let (records, notes) = bytes
        .split_at_checked(RECORD * count)
        .ok_or_else(|| format!("the native program prints only {} bytes", bytes.len()))?;
    let number =
        |bytes: &[u8]| bytes.iter().rev().fold(0u32, |sum, byte| sum << 8 | u32::from(*byte));
    let records = records
        .chunks(RECORD)
        .map(|record| Record {
            printed: std::array::from_fn(|index| record[index]),
            stopped: number(&record[16..]),
        })
        .collect();
    let mut bugs = Vec::new();
    for note in notes.chunks(4).map(number) {
        let kind = match note >> 16 {
            1 => BugKind::AssertionFailure,
            2 => BugKind::DivisionByZero,
            3 => BugKind::OutOfBoundsRead,
            4 => BugKind::OutOfBoundsWrite,
            5 => BugKind::SignedOverflow,
            6 => BugKind::InvalidShift,
            7 => BugKind::NullDereference,
            8 => BugKind::UseAfterFree,
            9 => BugKind::DoubleFree,
            other => return Err(format!("the native program notes {other}")),
        };
        bugs.push((kind, note & 0xffff));
    }
    bugs.sort();
    Ok(Native { records, bugs })
}

/// A program with inputs is tried on every input there is. The paths of the engine are exactly those the native program takes;
/// each input is on one path only, and what that path prints under this input is what the native program prints; the bugs
/// are exactly those that some input shows.
pub(crate) fn symbolic(
    file: &Path,
    model: DataModel,
    program: &Program,
    seed: u64,
) -> Result<Compared, String> {
    let binary = file.with_extension("native");
    let build = native::compile(file, &binary, model, &[])?;
    let limits = Limits { time: Duration::from_secs(30), steps: 2_000_000, seed };
    let explored = engine::run(file, model, &["-w".to_owned()], &limits);
    build.finish()?;
    let explored = explored?;
    let late =
        |reason: &Incomplete| matches!(reason, Incomplete::SolverUnknown { .. } | Incomplete::Time);
    if explored.incomplete.contains(&Incomplete::StepLimit) {
        return Ok(Compared::Left);
    }
    if explored.incomplete.iter().any(late) {
        return Ok(Compared::Open);
    }
    if !explored.incomplete.is_empty() {
        return Err(reasons(&explored));
    }
    let Some(native) = enumerate(&binary, program.inputs)? else { return Ok(Compared::Left) };
    // Far outside of an object there is none: such a pointer is invalid, whatever it was made from.
    let outside = |line: u32| {
        let mut bugs = native.bugs.iter();
        bugs.find(|(kind, at)| {
            *at == line && matches!(kind, BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite)
        })
    };
    let mut bugs = explored.bugs.clone();
    for bug in &mut bugs {
        if bug.0 == BugKind::InvalidPointer
            && let Some(native) = outside(bug.1)
        {
            *bug = *native;
        }
    }
    bugs.sort();
    bugs.dedup();
    if bugs != native.bugs {
        return Err(format!("bugs {bugs:?}, natively {:?}", native.bugs));
    }
    compare_paths(&explored, &native, program)?;
    Ok(Compared::Yes)
}

fn compare_paths(explored: &Explored, native: &Native, program: &Program) -> Result<(), String> {
    let mut by_trace: BTreeMap<Vec<u8>, Vec<&ExploredPath>> = BTreeMap::new();
    for path in &explored.paths {
        match &path.reason {
            EndReason::Exit(Some(0)) => {
                let known = |byte: &PrintedByte| match byte {
                    PrintedByte::Known(byte) => Ok(*byte),
                    PrintedByte::Symbolic(_) => Err("the way of a path is not known".to_owned()),
                };
                let trace = path.printed.iter().take(8).map(known).collect::<Result<_, _>>()?;
                by_trace.entry(trace).or_default().push(path);
            }
            EndReason::Bug(_) => {}
            other => return Err(format!("a path ends with {other:?}")),
        }
    }
    let taken: BTreeSet<Vec<u8>> = native
        .records
        .iter()
        .filter(|record| record.stopped == 0)
        .map(|record| record.printed[..8].to_vec())
        .collect();
    let found: BTreeSet<Vec<u8>> = by_trace.keys().cloned().collect();
    if let Some(missing) = taken.difference(&found).next() {
        let input = native.records.iter().position(|record| record.printed[..8] == missing[..]);
        return Err(format!(
            "{} paths, natively {}: that of input {input:?} is missing",
            found.len(),
            taken.len()
        ));
    }
    if let Some(invented) = found.difference(&taken).next() {
        return Err(format!(
            "{} paths, natively {}: no input takes {invented:x?}",
            found.len(),
            taken.len()
        ));
    }
    if !program.splits
        && let Some((trace, paths)) = by_trace.iter().find(|(_, paths)| paths.len() > 1)
    {
        return Err(format!("{} tests take the same path {trace:x?}", paths.len()));
    }
    // All inputs of one byte; of two bytes a part, chosen so that every path is met.
    let mut random = Random::new(native.records.len() as u64);
    let mut seen = BTreeSet::new();
    for (input, record) in native.records.iter().enumerate() {
        let first = seen.insert(&record.printed[..8]);
        if first || native.records.len() <= 256 || random.below(64) == 0 {
            let everywhere = native.records.len() <= 256 || random.below(8) == 0;
            compare_input(explored, &by_trace, input, record, everywhere)?;
        }
    }
    Ok(())
}

fn compare_input(
    explored: &Explored,
    by_trace: &BTreeMap<Vec<u8>, Vec<&ExploredPath>>,
    input: usize,
    record: &Record,
    everywhere: bool,
) -> Result<(), String> {
    let store = &explored.store;
    let mut evaluator = Evaluator::new(Arc::new(model_of(explored, input)?));
    let mut holds = |path: &ExploredPath| {
        path.condition.iter().all(|term| evaluator.eval(store, *term) == Ok(Value::Bool(true)))
    };
    let trace = &record.printed[..8];
    let mut own: Vec<&ExploredPath> = Vec::new();
    for (other, paths) in by_trace {
        if everywhere || other.as_slice() == trace {
            own.extend(paths.iter().copied().filter(|path| holds(path)));
        }
    }
    let expected = usize::from(record.stopped == 0);
    if own.len() != expected {
        return Err(format!("input {input:#x} is on {} paths instead of {expected}", own.len()));
    }
    for path in own {
        let mut printed = Vec::new();
        for byte in &path.printed {
            printed.push(match byte {
                PrintedByte::Known(byte) => *byte,
                PrintedByte::Symbolic(term) => match evaluator.eval(store, *term) {
                    Ok(Value::BitVec(bits)) => bits.to_u64().unwrap_or(0) as u8,
                    other => return Err(format!("what is printed evaluates to {other:?}")),
                },
            });
        }
        if printed != record.printed {
            return Err(format!(
                "on input {input:#x} prints {printed:x?}, natively {:x?}",
                record.printed
            ));
        }
    }
    Ok(())
}

/// An input as a model. A byte is a variable or a part of one.
fn model_of(explored: &Explored, input: usize) -> Result<Model, String> {
    let store = &explored.store;
    let mut words: BTreeMap<SymbolId, u64> = BTreeMap::new();
    for (index, term) in explored.input.iter().enumerate() {
        let byte = ((input >> (8 * index)) & 0xff) as u64;
        let (op, args) = store.view(*term);
        let (variable, low) = match op {
            Op::Extract { lo, .. } => (store.op(args[0]), lo),
            other => (other, 0),
        };
        let Op::Var(symbol) = variable else {
            return Err("an input byte is no variable".to_owned());
        };
        *words.entry(symbol).or_default() |= byte << low;
    }
    let mut model = Model::new();
    for (symbol, word) in words {
        let Sort::BitVec(width) = store.symbol_sort(symbol) else { continue };
        model.set(store, symbol, Value::BitVec(BitVec::new(width, word)));
    }
    Ok(model)
}
