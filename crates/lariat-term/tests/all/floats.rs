//! Floating-point values against the processor's own arithmetic, against exact rational arithmetic, and x87 values against
//! hand-computed bits.

use lariat_term::{BitVec, Float, FloatFormat, RoundingMode};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use proptest::prelude::*;

const NEAREST: RoundingMode = RoundingMode::NearestEven;

fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        (-100i32..100).prop_map(f64::from),
        (-1e3..1e3f64),
        prop::sample::select(vec![
            0.0,
            -0.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            1.5,
            2.5,
            -0.5,
        ]),
        (any::<u64>(), -60i32..60).prop_map(|(bits, e)| {
            f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | (((1023 + e) as u64) << 52))
        }),
    ]
}

fn single() -> impl Strategy<Value = f32> {
    prop_oneof![any::<u32>().prop_map(f32::from_bits), double().prop_map(|x| x as f32)]
}

fn rounding() -> impl Strategy<Value = RoundingMode> {
    prop::sample::select(RoundingMode::ALL.to_vec())
}

fn float_of(format: FloatFormat) -> impl Strategy<Value = Float> {
    let bits = any::<u128>().prop_map(move |bits| Float::from_bits(format, bits));
    let near_one = (any::<u128>(), -8i32..8, any::<bool>()).prop_map(move |(bits, e, negative)| {
        let bias = (1i64 << (format.exponent_bits() - 1)) - 1;
        let fraction = bits & ((1 << (format.significand_bits() - 1)) - 1);
        Float::from_fields(format, negative, (bias + i64::from(e)) as u128, fraction)
    });
    let tiny = (any::<u128>(), 0u128..3, any::<bool>()).prop_map(move |(bits, e, negative)| {
        let fraction = bits & ((1 << (format.significand_bits() - 1)) - 1);
        Float::from_fields(format, negative, e, fraction)
    });
    let special = prop::sample::select(vec![
        Float::zero(format, false),
        Float::zero(format, true),
        Float::infinity(format, false),
        Float::infinity(format, true),
        Float::nan(format),
        Float::largest(format, false),
    ]);
    prop_oneof![bits, near_one, tiny, special]
}

fn any_format() -> impl Strategy<Value = FloatFormat> {
    prop::sample::select(FloatFormat::ALL.to_vec())
}

fn two_floats() -> impl Strategy<Value = (Float, Float, Float)> {
    any_format().prop_flat_map(|f| (float_of(f), float_of(f), float_of(f)))
}

/// A fraction numerator/denominator with a positive denominator.
type Fraction = (BigInt, BigInt);

/// The exact value of a finite float, read off its fields.
fn exact(x: Float) -> Fraction {
    let format = x.format();
    let (negative, exponent, fraction) = x.fields();
    let field = exponent.to_u64().expect("an exponent is short") as i64;
    let fraction = BigInt::from(fraction.to_biguint());
    let hidden =
        if field == 0 { BigInt::zero() } else { BigInt::one() << (format.significand_bits() - 1) };
    let significand = fraction + hidden;
    let significand = if negative { -significand } else { significand };
    let bias = (1i64 << (format.exponent_bits() - 1)) - 1;
    let power = field.max(1) - bias - (i64::from(format.significand_bits()) - 1);
    if power >= 0 {
        (significand << power as u64, BigInt::one())
    } else {
        (significand, BigInt::one() << power.unsigned_abs())
    }
}

fn compare(a: &Fraction, b: &Fraction) -> std::cmp::Ordering {
    (&a.0 * &b.1).cmp(&(&b.0 * &a.1))
}

/// The neighbour in the direction of larger magnitude, infinity included.
fn away(x: Float) -> Float {
    let step = if x.format() == FloatFormat::X87 && x.bits() & ((1 << 63) - 1) == (1 << 63) - 1 {
        // The integer bit is stored: the carry goes through it.
        if (x.bits() >> 63) & 1 == 1 || (x.bits() >> 64) & 0x7fff != 0 { (1 << 63) + 1 } else { 1 }
    } else {
        1
    };
    Float::from_bits(x.format(), x.bits() + step)
}

/// Checks that `result` is what rounding the exact value gives, from the definition of rounding alone.
fn check_rounded(value: &Fraction, result: Float, mode: RoundingMode) -> Result<(), TestCaseError> {
    let negative = value.0.is_negative();
    prop_assert!(!result.is_nan());
    if value.0.is_zero() {
        prop_assert!(result.is_zero());
        return Ok(());
    }
    prop_assert_eq!(result.is_negative(), negative);
    let target: Fraction = (value.0.abs(), value.1.clone());
    // Bracket the magnitude between two neighbours by looking around the result.
    let magnitude = result.abs();
    let largest = Float::largest(result.format(), false);
    let below = if magnitude.is_infinite() || compare(&exact(magnitude), &target).is_gt() {
        // The result was rounded up: the lower neighbour is one step down.
        let mut low = if magnitude.is_infinite() { largest } else { step_down(magnitude) };
        if compare(&exact(low), &target).is_gt() {
            low = step_down(low);
        }
        low
    } else {
        magnitude
    };
    prop_assert!(compare(&exact(below), &target).is_le());
    if compare(&exact(below), &target).is_eq() {
        prop_assert_eq!(magnitude, below);
        return Ok(());
    }
    let above = away(below);
    // Beyond the largest number IEEE rounds as if the exponent went on.
    let upper = if above.is_infinite() {
        let (n, d) = exact(below);
        let (m, e) = exact(step_down(below));
        (&n * &e * 2 - &m * &d, d * e)
    } else {
        exact(above)
    };
    if !above.is_infinite() {
        prop_assert!(compare(&upper, &target).is_gt());
    }
    let (ln, ld) = exact(below);
    let doubled: Fraction = (&target.0 * 2, target.1.clone());
    let middle: Fraction = (&ln * &upper.1 + &upper.0 * &ld, &ld * &upper.1);
    let up = match mode {
        RoundingMode::TowardZero => false,
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
        RoundingMode::NearestEven => match compare(&doubled, &middle) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => below.bits() & 1 == 1,
        },
        RoundingMode::NearestAway => compare(&doubled, &middle).is_ge(),
    };
    prop_assert_eq!(magnitude, if up { above } else { below });
    Ok(())
}

fn step_down(x: Float) -> Float {
    let all_zero_fraction = x.bits() & ((1 << 63) - 1) == 0;
    let x87_borrow =
        x.format() == FloatFormat::X87 && all_zero_fraction && (x.bits() >> 64) & 0x7fff > 1;
    Float::from_bits(x.format(), x.bits() - if x87_borrow { (1 << 63) + 1 } else { 1 })
}

fn finite(x: Float) -> bool {
    !x.is_nan() && !x.is_infinite()
}

fn reduced(fraction: Fraction) -> Fraction {
    let divisor = fraction.0.gcd(&fraction.1);
    (fraction.0 / &divisor, fraction.1 / divisor)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(2000)))]

    #[test]
    fn doubles_like_the_processor(x in double(), y in double(), z in double()) {
        let (a, b, c) = (Float::from_f64(x), Float::from_f64(y), Float::from_f64(z));
        prop_assert_eq!(a.add(NEAREST, b), Float::from_f64(x + y));
        prop_assert_eq!(a.sub(NEAREST, b), Float::from_f64(x - y));
        prop_assert_eq!(a.mul(NEAREST, b), Float::from_f64(x * y));
        prop_assert_eq!(a.div(NEAREST, b), Float::from_f64(x / y));
        prop_assert_eq!(a.fma(NEAREST, b, c), Float::from_f64(x.mul_add(y, z)));
        prop_assert_eq!(a.sqrt(NEAREST), Float::from_f64(x.sqrt()));
        prop_assert_eq!(a.compare(b), x.partial_cmp(&y));
        prop_assert_eq!(a.abs(), Float::from_f64(x.abs()));
        prop_assert_eq!(a.negate(), Float::from_f64(-x));
        prop_assert_eq!(a.is_normal(), x.is_normal());
        prop_assert_eq!(a.is_subnormal(), x.is_subnormal());
        prop_assert_eq!(a.round_to_integral(RoundingMode::NearestEven), Float::from_f64(x.round_ties_even()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::NearestAway), Float::from_f64(x.round()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::TowardPositive), Float::from_f64(x.ceil()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::TowardNegative), Float::from_f64(x.floor()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::TowardZero), Float::from_f64(x.trunc()));
        prop_assert_eq!(a.convert(NEAREST, FloatFormat::Single), Float::from_f32(x as f32));
        if !x.is_nan() {
            prop_assert_eq!(a.to_f64().to_bits(), x.to_bits());
        }
    }

    #[test]
    fn singles_like_the_processor(x in single(), y in single(), z in single()) {
        let (a, b, c) = (Float::from_f32(x), Float::from_f32(y), Float::from_f32(z));
        prop_assert_eq!(a.add(NEAREST, b), Float::from_f32(x + y));
        prop_assert_eq!(a.sub(NEAREST, b), Float::from_f32(x - y));
        prop_assert_eq!(a.mul(NEAREST, b), Float::from_f32(x * y));
        prop_assert_eq!(a.div(NEAREST, b), Float::from_f32(x / y));
        prop_assert_eq!(a.fma(NEAREST, b, c), Float::from_f32(x.mul_add(y, z)));
        prop_assert_eq!(a.sqrt(NEAREST), Float::from_f32(x.sqrt()));
        prop_assert_eq!(a.compare(b), x.partial_cmp(&y));
        prop_assert_eq!(a.convert(NEAREST, FloatFormat::Double), Float::from_f64(f64::from(x)));
    }

    #[test]
    fn conversions_like_the_processor(x in double(), n in any::<i64>(), shift in 0u32..64) {
        let n = n >> shift;
        let signed = BitVec::new(64, n as u64);
        prop_assert_eq!(
            Float::from_int(FloatFormat::Double, NEAREST, &signed.to_bigint()),
            Float::from_f64(n as f64)
        );
        prop_assert_eq!(
            Float::from_int(FloatFormat::Single, NEAREST, &signed.to_bigint()),
            Float::from_f32(n as f32)
        );
        prop_assert_eq!(
            Float::from_int(FloatFormat::Double, NEAREST, &BigInt::from(n as u64)),
            Float::from_f64(n as u64 as f64)
        );
        let zero = RoundingMode::TowardZero;
        let whole = x.trunc();
        let in_i32 = (-2147483648.0..=2147483647.0).contains(&whole);
        let expected = if in_i32 { BitVec::new(32, x as i32 as u32 as u64) } else { BitVec::zero(32) };
        prop_assert_eq!(Float::from_f64(x).to_signed(zero, 32), expected);
        let in_u16 = (0.0..=65535.0).contains(&whole);
        let expected = if in_u16 { BitVec::new(16, x as u16 as u64) } else { BitVec::zero(16) };
        prop_assert_eq!(Float::from_f64(x).to_unsigned(zero, 16), expected);
        let in_i128 = (-1.7e38..=1.7e38).contains(&whole);
        if in_i128 {
            let expected = BitVec::from_bigint(128, &BigInt::from(x as i128));
            prop_assert_eq!(Float::from_f64(x).to_signed(zero, 128), expected);
        }
    }

    #[test]
    fn every_format_and_mode_rounds_the_exact_value((a, b, c) in two_floats(), mode in rounding()) {
        if finite(a) && finite(b) && finite(c) {
            let ((an, ad), (bn, bd), (cn, cd)) = (exact(a), exact(b), exact(c));
            let sum = reduced((&an * &bd + &bn * &ad, &ad * &bd));
            check_rounded(&sum, a.add(mode, b), mode)?;
            let difference = reduced((&an * &bd - &bn * &ad, &ad * &bd));
            check_rounded(&difference, a.sub(mode, b), mode)?;
            let product = reduced((&an * &bn, &ad * &bd));
            check_rounded(&product, a.mul(mode, b), mode)?;
            let fused = reduced((&an * &bn * &cd + &cn * &ad * &bd, &ad * &bd * &cd));
            check_rounded(&fused, a.fma(mode, b, c), mode)?;
            if !bn.is_zero() {
                let (n, d) = (&an * &bd, &ad * &bn);
                let quotient = reduced(if d.is_negative() { (-n, -d) } else { (n, d) });
                check_rounded(&quotient, a.div(mode, b), mode)?;
            }
        }
    }

    #[test]
    fn square_roots_bracket_the_value((a, _, _) in two_floats(), mode in rounding()) {
        let root = a.sqrt(mode);
        if finite(a) && !a.is_negative() && !a.is_zero() {
            let (n, d) = exact(a);
            // Squared, the comparison with a candidate is exact: build the rounding question on squares.
            let square = |x: Float| { let (n, d) = exact(x); (&n * &n, &d * &d) };
            let low = if compare(&square(root), &(n.clone(), d.clone())).is_gt() { step_down(root) } else { root };
            prop_assert!(compare(&square(low), &(n.clone(), d.clone())).is_le());
            let high = away(low);
            prop_assert!(compare(&square(high), &(n.clone(), d.clone())).is_gt());
            if compare(&square(low), &(n.clone(), d.clone())).is_eq() {
                prop_assert_eq!(root, low);
            } else {
                let ((ln, ld), (hn, hd)) = (exact(low), exact(high));
                let (mn, md) = (&ln * &hd + &hn * &ld, &ld * &hd * 2);
                // The middle of two neighbours is never a square root of a float, so there are no ties.
                let nearest_up = compare(&(&mn * &mn, &md * &md), &(n, d)).is_lt();
                let expected = match mode {
                    RoundingMode::TowardPositive => high,
                    RoundingMode::TowardZero | RoundingMode::TowardNegative => low,
                    _ => if nearest_up { high } else { low },
                };
                prop_assert_eq!(root, expected);
            }
        } else if a.is_zero() {
            prop_assert_eq!(root, a);
        } else if a.is_nan() || a.is_negative() {
            prop_assert!(root.is_nan());
        }
    }

    #[test]
    fn remainder_is_exact_and_nearest((a, b, _) in two_floats()) {
        let result = a.remainder(b);
        if a.is_nan() || b.is_nan() || a.is_infinite() || b.is_zero() {
            prop_assert!(result.is_nan());
        } else if b.is_infinite() {
            prop_assert_eq!(result, a);
        } else {
            let ((an, ad), (bn, bd), (rn, rd)) = (exact(a), exact(b), exact(result));
            // n = (a - r) / b must be an integer, |r| at most |b|/2, and n even on a tie.
            let numerator = (&an * &rd - &rn * &ad) * &bd;
            let denominator = &ad * &rd * &bn;
            let (n, rest) = numerator.div_rem(&denominator);
            prop_assert!(rest.is_zero());
            let order = compare(&(rn.abs() * 2, rd), &(bn.abs(), bd));
            prop_assert!(order.is_le());
            if order.is_eq() {
                prop_assert!(n.is_even());
            }
            if result.is_zero() {
                prop_assert_eq!(result.is_negative(), a.is_negative());
            }
        }
    }

    #[test]
    fn conversions_round_the_exact_value(
        (a, _, _) in two_floats(),
        format in any_format(),
        mode in rounding(),
        words in prop::collection::vec(any::<u64>(), 5),
        width in 1u32..300,
    ) {
        if finite(a) {
            check_rounded(&exact(a), a.convert(mode, format), mode)?;
            prop_assert_eq!(a.convert(mode, format).is_negative(), a.is_negative());
        }
        let integer = BitVec::from_words(width, &words);
        let value = integer.to_bigint();
        check_rounded(&(value.clone(), BigInt::one()), Float::from_int(format, mode, &value), mode)?;
        let back = a.to_signed(mode, width);
        match a.to_int(mode) {
            Some(whole) if whole >= -(BigInt::one() << (width - 1)) && whole < BigInt::one() << (width - 1) => {
                prop_assert_eq!(back.to_bigint(), whole);
            }
            _ => prop_assert!(back.is_zero()),
        }
    }

    #[test]
    fn register_bits_are_canonical(format in any_format(), bits in any::<u128>()) {
        let x = Float::from_bits(format, bits);
        prop_assert_eq!(Float::from_bits(format, x.bits()), x);
        prop_assert_eq!(Float::from_bitvec(format, &x.to_bitvec()), x);
        let (negative, exponent, fraction) = x.fields();
        prop_assert_eq!(
            Float::from_fields(format, negative, exponent.to_u128().unwrap(), fraction.to_u128().unwrap()),
            x
        );
    }
}

fn x87(sign_and_exponent: u128, significand: u128) -> u128 {
    (sign_and_exponent << 64) | significand
}

#[test]
fn x87_numbers_have_the_bits_of_the_manual() {
    let of = |n: i64| Float::from_int(FloatFormat::X87, NEAREST, &BigInt::from(n));
    assert_eq!(of(1).bits(), x87(0x3fff, 1 << 63));
    assert_eq!(of(-2).bits(), x87(0xc000, 1 << 63));
    assert_eq!(of(10).bits(), x87(0x4002, 0xa000_0000_0000_0000));
    assert_eq!(of(i64::MAX).bits(), x87(0x403d, 0xffff_ffff_ffff_fffe));
    // One third, the square root of two and one tenth, each rounded to 64 bits.
    let third = of(1).div(NEAREST, of(3));
    assert_eq!(third.bits(), x87(0x3ffd, 0xaaaa_aaaa_aaaa_aaab));
    assert_eq!(of(2).sqrt(NEAREST).bits(), x87(0x3fff, 0xb504_f333_f9de_6484));
    let tenth = of(1).div(NEAREST, of(10));
    assert_eq!(tenth.bits(), x87(0x3ffb, 0xcccc_cccc_cccc_cccd));
}

#[test]
fn x87_odd_encodings() {
    let read = |bits| Float::from_bits(FloatFormat::X87, bits);
    let top = 1u128 << 63;
    assert!(read(x87(0x7fff, top)).is_infinite());
    assert!(read(x87(0x7fff, 0)).is_nan(), "pseudo-infinity");
    assert!(read(x87(0x7fff, 1)).is_nan(), "pseudo-NaN");
    assert!(read(x87(0x7fff, top | 1)).is_nan(), "signalling NaN");
    assert!(read(x87(0x3fff, 1)).is_nan(), "unnormal");
    assert!(read(x87(1, 0)).is_nan(), "unnormal zero");
    // A pseudo-denormal is the smallest normal number.
    assert_eq!(read(x87(0, top | 5)).bits(), x87(1, top | 5));
    assert!(read(x87(0, top)).is_normal());
    assert!(read(x87(0, top - 1)).is_subnormal());
    assert!(read(x87(0x8000, 0)).is_zero());
    assert_eq!(read(x87(0xffff, top | 7)).bits(), x87(0x7fff, 0b11 << 62), "one NaN");
}

#[test]
fn minimum_and_maximum() {
    let f = Float::from_f64;
    assert_eq!(f(1.0).min(f(f64::NAN)), f(1.0));
    assert_eq!(f(f64::NAN).max(f(2.0)), f(2.0));
    assert_eq!(f(0.0).min(f(-0.0)), f(-0.0));
    assert_eq!(f(-0.0).min(f(0.0)), f(0.0));
    assert_eq!(f(-0.0).max(f(0.0)), f(0.0));
    assert_eq!(f(0.0).max(f(-0.0)), f(-0.0));
    assert_eq!(f(3.0).min(f(2.0)), f(2.0));
    assert_eq!(f(3.0).max(f(2.0)), f(3.0));
}

#[test]
fn signs_of_zero_follow_the_rounding_mode() {
    let f = Float::from_f64;
    for mode in RoundingMode::ALL {
        let zero = f(1.5).add(mode, f(-1.5));
        assert_eq!(zero.is_negative(), mode == RoundingMode::TowardNegative);
        assert_eq!(f(-0.0).add(mode, f(-0.0)), f(-0.0));
        assert_eq!(f(-0.25).round_to_integral(RoundingMode::TowardZero), f(-0.0));
    }
}
