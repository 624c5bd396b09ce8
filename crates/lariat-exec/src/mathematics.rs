//! Functions of `<math.h>` that have no exact description in bit-vectors: on numbers the machine's own library computes them, as
//! it will when a test is replayed; on symbolic arguments the path ends with a reason, or goes on with any result if unknown
//! functions do.

use std::ffi::c_int;

use lariat_program::Call;

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
    let (name, result) = match (args.len(), numbers.as_slice()) {
        (1, [x]) if number == LGAMMA => ("", Some(lgamma(*x, single))),
        (1, _) if number == LGAMMA => ("lgamma", None),
        (1, numbers) => match (ONE.get(number), numbers) {
            (Some((_, _, float)), [x]) if single => ("", Some(f64::from(float(*x as f32)))),
            (Some((_, double, _)), [x]) => ("", Some(double(*x))),
            (known, _) => (known.map_or("", |(name, _, _)| name), None),
        },
        (_, numbers) => match (TWO.get(number), numbers) {
            (Some((_, _, float)), [x, y]) if single => {
                ("", Some(f64::from(float(*x as f32, *y as f32))))
            }
            (Some((_, double, _)), [x, y]) => ("", Some(double(*x, *y))),
            (known, _) => (known.map_or("", |(name, _, _)| name), None),
        },
    };
    match result {
        Some(result) => Ok(Value::Word(result.to_bits())),
        None if executor.config.havoc_unknown => {
            havoc::forget_reachable(executor, state, name, &[]);
            Ok(executor.arbitrary(call.result, name))
        }
        None => {
            let what = format!("the function {name} of a symbolic number");
            Err(EndReason::Unsupported { what, site: executor.site(state) }.into())
        }
    }
}
