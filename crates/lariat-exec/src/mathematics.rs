//! Functions of `<math.h>` that have no exact description in bit-vectors: on numbers the machine's own library computes them, as
//! it will when a test is replayed. Where inputs with few values decide the arguments, all of them are computed: as a table, or
//! each on a path of its own. On other symbolic arguments the path ends with a reason, or goes on with any result if unknown
//! functions do.

use std::ffi::{CString, c_char, c_int, c_void};
use std::mem::transmute;
use std::sync::{Arc, LazyLock};

use lariat_program::Call;
use lariat_solver::JointValues;
use lariat_term::{Evaluator, Sort, SymbolId, TermId, TermStore, Value as TermValue};

use crate::bug::EndReason;
use crate::executor::{Executor, Step};
use crate::havoc;
use crate::state::State;
use crate::value::Value;

unsafe extern "C" {
    fn dlopen(file: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

type OneDouble = unsafe extern "C" fn(f64) -> f64;
type OneSingle = unsafe extern "C" fn(f32) -> f32;
type TwoDoubles = unsafe extern "C" fn(f64, f64) -> f64;
type TwoSingles = unsafe extern "C" fn(f32, f32) -> f32;
type GammaDouble = unsafe extern "C" fn(f64, *mut c_int) -> f64;
type GammaSingle = unsafe extern "C" fn(f32, *mut c_int) -> f32;

// In the order of the enumerations in `lariat_models.h`.
const ONE: [&str; 24] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "cbrt", "erf", "erfc",
    "tgamma",
];
const TWO: [&str; 3] = ["pow", "atan2", "hypot"];

/// The number behind those of one argument: `lgamma`, which reports a sign besides its result.
const LGAMMA: usize = ONE.len();

/// The functions of the C library, found by name at run time. Were they linked, the definitions that Rust's own runtime has for some
/// of them would win, and those round differently.
#[derive(Default)]
struct Library {
    one: Vec<Option<(OneDouble, OneSingle)>>,
    two: Vec<Option<(TwoDoubles, TwoSingles)>>,
    gamma: Option<(GammaDouble, GammaSingle)>,
}

impl Library {
    fn open() -> Library {
        const NOW: c_int = 2;
        // SAFETY: the name ends with a zero, and the library's initialisers are the C library's own.
        let library = unsafe { dlopen(c"libm.so.6".as_ptr(), NOW) };
        if library.is_null() {
            return Library::default();
        }
        let find = |name: String| {
            let name = CString::new(name).ok()?;
            // SAFETY: the library is open and stays so, and the name ends with a zero.
            let function = unsafe { dlsym(library, name.as_ptr()) };
            (!function.is_null()).then_some(function)
        };
        let pair = |name: &str, variant: &str| {
            Some((find(format!("{name}{variant}"))?, find(format!("{name}f{variant}"))?))
        };
        // SAFETY: C's standard gives the functions of these names these types.
        unsafe {
            let one = |name: &&str| {
                let (double, single) = pair(name, "")?;
                Some((
                    transmute::<*mut c_void, OneDouble>(double),
                    transmute::<*mut c_void, OneSingle>(single),
                ))
            };
            let two = |name: &&str| {
                let (double, single) = pair(name, "")?;
                Some((
                    transmute::<*mut c_void, TwoDoubles>(double),
                    transmute::<*mut c_void, TwoSingles>(single),
                ))
            };
            let gamma = pair("lgamma", "_r").map(|(double, single)| {
                (
                    transmute::<*mut c_void, GammaDouble>(double),
                    transmute::<*mut c_void, GammaSingle>(single),
                )
            });
            Library {
                one: ONE.iter().map(one).collect(),
                two: TWO.iter().map(two).collect(),
                gamma,
            }
        }
    }
}

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::open);

/// Added to a function's number if the variant for `float` is meant.
const SINGLE: u64 = 256;

/// What function number `which` gives for one or two numbers; none if there is no such function.
fn compute(number: usize, single: bool, numbers: &[f64]) -> Option<f64> {
    // SAFETY: the functions take numbers; the one that writes to a sign gets one that lives over the call.
    unsafe {
        match *numbers {
            [x] if number == LGAMMA => {
                let (of_double, of_single) = LIBRARY.gamma?;
                let mut sign = 0;
                Some(match single {
                    true => f64::from(of_single(x as f32, &mut sign)),
                    false => of_double(x, &mut sign),
                })
            }
            [x] => {
                let (of_double, of_single) = LIBRARY.one.get(number).copied().flatten()?;
                Some(if single { f64::from(of_single(x as f32)) } else { of_double(x) })
            }
            [x, y] => {
                let (of_double, of_single) = LIBRARY.two.get(number).copied().flatten()?;
                Some(match single {
                    true => f64::from(of_single(x as f32, y as f32)),
                    false => of_double(x, y),
                })
            }
            _ => None,
        }
    }
}

fn name(number: usize, arguments: usize) -> &'static str {
    let known = match arguments {
        1 if number == LGAMMA => Some("lgamma"),
        1 => ONE.get(number).copied(),
        _ => TWO.get(number).copied(),
    };
    known.unwrap_or_default()
}

/// Arguments that inputs with no more values than this decide become a table of results, which a solver's backend can work with.
const MOST_IN_A_TABLE: u64 = 1 << 10;

/// Arguments that inputs with no more values than this decide become a table as well if these inputs, and all that depend on them, have
/// few values together: then they are decided by trying these. Otherwise they are taken one by one, each on a path of its own.
const MOST_ARGUMENTS: u64 = 1 << 16;

/// Calls function number `which` on one or two `double`s.
pub(crate) fn call(
    executor: &mut Executor<'_>,
    state: &mut State,
    call: &Call,
    which: &Value,
    args: &[Value],
) -> Step<Value> {
    let which = which.word().unwrap_or(u64::MAX);
    let (number, single) = ((which % SINGLE) as usize, which & SINGLE != 0);
    let numbers: Vec<f64> = args.iter().filter_map(|arg| arg.word().map(f64::from_bits)).collect();
    if numbers.len() == args.len()
        && let Some(result) = compute(number, single, &numbers)
    {
        return Ok(Value::Word(result.to_bits()));
    }
    if let Some(joint) = few_values(executor, state, args) {
        let small = joint.1.count() <= MOST_IN_A_TABLE;
        if (small || are_tried(executor, state, args))
            && let Some(table) = table(executor, number, single, args, &joint)
        {
            executor.solver.decide_by_values(&joint.0);
            return Ok(table);
        }
        let mut numbers = Vec::with_capacity(args.len());
        for arg in args {
            numbers.push(f64::from_bits(executor.one_word(state, arg, 64)?));
        }
        if let Some(result) = compute(number, single, &numbers) {
            return Ok(Value::Word(result.to_bits()));
        }
    }
    let name = name(number, args.len());
    if executor.config.havoc_unknown {
        havoc::forget_reachable(executor, state, name, &[]);
        return Ok(executor.arbitrary(call.result, name));
    }
    let what = format!("the function {name} of a symbolic number");
    Err(EndReason::Unsupported { what, site: executor.site(state) }.into())
}

/// Inputs that decide the arguments, and the values they have together on this path.
type Few = (Vec<SymbolId>, JointValues);

fn few_values(executor: &mut Executor<'_>, state: &State, args: &[Value]) -> Option<Few> {
    let store = Arc::clone(&executor.store);
    let mut symbols = Vec::new();
    for arg in args {
        symbols.extend(store.free_vars(arg.bits(&store, 64)?));
    }
    symbols.sort_unstable();
    symbols.dedup();
    let joint = executor.solver.joint_values(&state.path, &symbols, MOST_ARGUMENTS)?;
    Some((symbols, joint))
}

/// Whether questions about the arguments are decided by trying values.
fn are_tried(executor: &mut Executor<'_>, state: &State, args: &[Value]) -> bool {
    let store = Arc::clone(&executor.store);
    let terms = args.iter().filter_map(|arg| arg.bits(&store, 64));
    let all = terms.reduce(|high, low| store.concat(high, low));
    all.is_some_and(|all| executor.solver.has_few_values(&state.path, all))
}

/// The results for all values, chosen among by the inputs side by side: a tree of comparisons.
fn table(
    executor: &Executor<'_>,
    number: usize,
    single: bool,
    args: &[Value],
    (symbols, joint): &Few,
) -> Option<Value> {
    let store = &executor.store;
    let widths = symbols.iter().map(|symbol| match store.symbol_sort(*symbol) {
        Sort::BitVec(width) => Some(width),
        _ => None,
    });
    let widths: Vec<u32> = widths.collect::<Option<_>>()?;
    let total: u32 = widths.iter().sum();
    if total > 64 {
        return None;
    }
    let terms = symbols.iter().map(|symbol| store.symbol_term(*symbol));
    let key = terms.reduce(|high, low| store.concat(high, low))?;
    let mut rows = Vec::new();
    for row in 0..joint.count() {
        let mut evaluator = Evaluator::new(joint.model(store, row));
        let mut numbers = Vec::with_capacity(args.len());
        for arg in args {
            match evaluator.eval(store, arg.bits(store, 64)?).ok()? {
                TermValue::BitVec(bits) => numbers.push(f64::from_bits(bits.to_u64()?)),
                _ => return None,
            }
        }
        let result = compute(number, single, &numbers)?;
        let words = joint.words(row);
        let place = words.iter().zip(&widths).fold(0, |place, (word, width)| {
            if *width == 64 { *word } else { place << width | word }
        });
        rows.push((place, store.bv_const(64, result.to_bits())));
    }
    rows.sort_unstable_by_key(|(place, _)| *place);
    Some(Value::from_term(store, tree(store, key, total, &rows)?))
}

/// The result of the last row whose place is not above the key.
fn tree(store: &TermStore, key: TermId, width: u32, rows: &[(u64, TermId)]) -> Option<TermId> {
    let (low, high) = rows.split_at(rows.len() / 2);
    match (low, high) {
        (_, []) => None,
        ([], [(_, result)]) => Some(*result),
        (low, high) => {
            let below = store.bv_ult(key, store.bv_const(width, high[0].0));
            let (then, otherwise) = (tree(store, key, width, low)?, tree(store, key, width, high)?);
            Some(store.ite(below, then, otherwise))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::process::Command;

    use super::*;

    /// Every function on many numbers, bit by bit as a program that clang compiles has it.
    #[test]
    fn results_are_those_of_native_programs() {
        let special = [0.0, -0.0, 1.0, -1.0, 216.0, 0.1, -2.5, 1e300, 5e-324, f64::INFINITY, 1e-9];
        let numbers: Vec<f64> =
            special.into_iter().chain((1..60).map(|i| f64::from(i) * 0.37)).collect();
        let mut calls = Vec::new();
        for x in &numbers {
            calls.extend((0..=LGAMMA).map(|which| (which, vec![*x])));
            for y in [0.5, 3.0, -1.25] {
                calls.extend((0..TWO.len()).map(|which| (which, vec![*x, y])));
            }
        }
        let mut program = String::from(
            "#define _GNU_SOURCE\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\n\
             static void say(double d) { unsigned long n; memcpy(&n, &d, 8); printf(\"%lx\\n\", n); }\n\
             static double number(unsigned long n) { double d; memcpy(&d, &n, 8); return d; }\n\
             int main(void)\n{\n",
        );
        for (which, arguments) in &calls {
            let name = name(*which, arguments.len());
            for suffix in ["", "f"] {
                let arguments: Vec<String> =
                    arguments.iter().map(|x| format!("number({}ul)", x.to_bits())).collect();
                let _ = writeln!(program, "    say({name}{suffix}({}));", arguments.join(", "));
            }
        }
        program.push_str("    return 0;\n}\n");
        let directory = tempfile::tempdir().expect("a directory");
        let (source, binary) = (directory.path().join("p.c"), directory.path().join("p"));
        std::fs::write(&source, program).expect("written");
        let clang = std::env::var("LARIAT_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
        let mut compile = Command::new(clang);
        compile.args(["-O0", "-fno-builtin", "-o"]).arg(&binary).arg(&source).arg("-lm");
        assert!(compile.status().expect("clang runs").success());
        let output = Command::new(&binary).output().expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut lines = text.lines();
        for (which, arguments) in &calls {
            for single in [false, true] {
                let native = u64::from_str_radix(lines.next().expect("a line"), 16).expect("bits");
                let found = compute(*which, single, arguments).expect("a function").to_bits();
                let name = name(*which, arguments.len());
                assert_eq!(found, native, "{name} of {arguments:?}, float: {single}");
            }
        }
    }
}
