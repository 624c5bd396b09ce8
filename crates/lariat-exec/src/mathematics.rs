//! Functions of `<math.h>` that have no exact description in bit-vectors: on numbers the machine's own library computes them, as
//! it will when a test is replayed. Where inputs with few values decide the arguments, all of them are computed: as a table, or
//! each on a path of its own. On other symbolic arguments the path ends with a reason, or goes on with any result if unknown
//! functions do.

use std::ffi::c_int;
use std::sync::Arc;

use lariat_program::Call;
use lariat_solver::JointValues;
use lariat_term::{Evaluator, Sort, SymbolId, TermId, TermStore, Value as TermValue};

use crate::bug::EndReason;
use crate::executor::{Executor, Step};
use crate::havoc;
use crate::state::State;
use crate::value::Value;

unsafe extern "C" {
    safe fn sin(x: f64) -> f64;
    safe fn sinf(x: f32) -> f32;
    safe fn cos(x: f64) -> f64;
    safe fn cosf(x: f32) -> f32;
    safe fn tan(x: f64) -> f64;
    safe fn tanf(x: f32) -> f32;
    safe fn asin(x: f64) -> f64;
    safe fn asinf(x: f32) -> f32;
    safe fn acos(x: f64) -> f64;
    safe fn acosf(x: f32) -> f32;
    safe fn atan(x: f64) -> f64;
    safe fn atanf(x: f32) -> f32;
    safe fn sinh(x: f64) -> f64;
    safe fn sinhf(x: f32) -> f32;
    safe fn cosh(x: f64) -> f64;
    safe fn coshf(x: f32) -> f32;
    safe fn tanh(x: f64) -> f64;
    safe fn tanhf(x: f32) -> f32;
    safe fn asinh(x: f64) -> f64;
    safe fn asinhf(x: f32) -> f32;
    safe fn acosh(x: f64) -> f64;
    safe fn acoshf(x: f32) -> f32;
    safe fn atanh(x: f64) -> f64;
    safe fn atanhf(x: f32) -> f32;
    safe fn exp(x: f64) -> f64;
    safe fn expf(x: f32) -> f32;
    safe fn exp2(x: f64) -> f64;
    safe fn exp2f(x: f32) -> f32;
    safe fn exp10(x: f64) -> f64;
    safe fn exp10f(x: f32) -> f32;
    safe fn expm1(x: f64) -> f64;
    safe fn expm1f(x: f32) -> f32;
    safe fn log(x: f64) -> f64;
    safe fn logf(x: f32) -> f32;
    safe fn log2(x: f64) -> f64;
    safe fn log2f(x: f32) -> f32;
    safe fn log10(x: f64) -> f64;
    safe fn log10f(x: f32) -> f32;
    safe fn log1p(x: f64) -> f64;
    safe fn log1pf(x: f32) -> f32;
    safe fn cbrt(x: f64) -> f64;
    safe fn cbrtf(x: f32) -> f32;
    safe fn erf(x: f64) -> f64;
    safe fn erff(x: f32) -> f32;
    safe fn erfc(x: f64) -> f64;
    safe fn erfcf(x: f32) -> f32;
    safe fn tgamma(x: f64) -> f64;
    safe fn tgammaf(x: f32) -> f32;
    safe fn pow(x: f64, y: f64) -> f64;
    safe fn powf(x: f32, y: f32) -> f32;
    safe fn atan2(x: f64, y: f64) -> f64;
    safe fn atan2f(x: f32, y: f32) -> f32;
    safe fn hypot(x: f64, y: f64) -> f64;
    safe fn hypotf(x: f32, y: f32) -> f32;
    fn lgamma_r(x: f64, sign: *mut c_int) -> f64;
    fn lgammaf_r(x: f32, sign: *mut c_int) -> f32;
}

/// A function by name, for `double` and for `float`.
type One = (&'static str, fn(f64) -> f64, fn(f32) -> f32);
type Two = (&'static str, fn(f64, f64) -> f64, fn(f32, f32) -> f32);

// In the order of the enumerations in `lariat_engine.h`.
const ONE: [One; 24] = [
    ("sin", |x| sin(x), |x| sinf(x)),
    ("cos", |x| cos(x), |x| cosf(x)),
    ("tan", |x| tan(x), |x| tanf(x)),
    ("asin", |x| asin(x), |x| asinf(x)),
    ("acos", |x| acos(x), |x| acosf(x)),
    ("atan", |x| atan(x), |x| atanf(x)),
    ("sinh", |x| sinh(x), |x| sinhf(x)),
    ("cosh", |x| cosh(x), |x| coshf(x)),
    ("tanh", |x| tanh(x), |x| tanhf(x)),
    ("asinh", |x| asinh(x), |x| asinhf(x)),
    ("acosh", |x| acosh(x), |x| acoshf(x)),
    ("atanh", |x| atanh(x), |x| atanhf(x)),
    ("exp", |x| exp(x), |x| expf(x)),
    ("exp2", |x| exp2(x), |x| exp2f(x)),
    ("exp10", |x| exp10(x), |x| exp10f(x)),
    ("expm1", |x| expm1(x), |x| expm1f(x)),
    ("log", |x| log(x), |x| logf(x)),
    ("log2", |x| log2(x), |x| log2f(x)),
    ("log10", |x| log10(x), |x| log10f(x)),
    ("log1p", |x| log1p(x), |x| log1pf(x)),
    ("cbrt", |x| cbrt(x), |x| cbrtf(x)),
    ("erf", |x| erf(x), |x| erff(x)),
    ("erfc", |x| erfc(x), |x| erfcf(x)),
    ("tgamma", |x| tgamma(x), |x| tgammaf(x)),
];
const TWO: [Two; 3] = [
    ("pow", |x, y| pow(x, y), |x, y| powf(x, y)),
    ("atan2", |x, y| atan2(x, y), |x, y| atan2f(x, y)),
    ("hypot", |x, y| hypot(x, y), |x, y| hypotf(x, y)),
];

/// The number behind those of one argument: `lgamma`, which reports a sign besides its result.
const LGAMMA: usize = ONE.len();

fn lgamma(x: f64, single: bool) -> f64 {
    let mut sign = 0;
    // SAFETY: the functions write to the sign, which lives over the call, and to nothing else.
    unsafe {
        if single { f64::from(lgammaf_r(x as f32, &mut sign)) } else { lgamma_r(x, &mut sign) }
    }
}

/// Added to a function's number if the variant for `float` is meant.
const SINGLE: u64 = 256;

/// What function number `which` gives for one or two numbers; none if there is no such function.
fn compute(number: usize, single: bool, numbers: &[f64]) -> Option<f64> {
    match numbers {
        [x] if number == LGAMMA => Some(lgamma(*x, single)),
        [x] => ONE.get(number).map(
            |(_, double, float)| {
                if single { f64::from(float(*x as f32)) } else { double(*x) }
            },
        ),
        [x, y] => TWO.get(number).map(|(_, double, float)| {
            if single { f64::from(float(*x as f32, *y as f32)) } else { double(*x, *y) }
        }),
        _ => None,
    }
}

fn name(number: usize, arguments: usize) -> &'static str {
    let known = match arguments {
        1 if number == LGAMMA => Some("lgamma"),
        1 => ONE.get(number).map(|(name, _, _)| *name),
        _ => TWO.get(number).map(|(name, _, _)| *name),
    };
    known.unwrap_or_default()
}

/// Arguments that inputs with no more values than this decide become a table of results.
const MOST_IN_A_TABLE: u64 = 1 << 10;

/// Arguments that inputs with no more values than this decide are taken one by one, each on a path of its own.
const MOST_ONE_BY_ONE: u64 = 1 << 16;

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
        if let Some(table) = table(executor, number, single, args, &joint) {
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
    let joint = executor.solver.joint_values(&state.path, &symbols, MOST_ONE_BY_ONE)?;
    Some((symbols, joint))
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
    if joint.count() > MOST_IN_A_TABLE || total > 64 {
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
