//! Floating point: natively on concrete `float` and `double`, as terms otherwise. Constants fold in the terms, so `long double` and
//! friends are exact and concrete too. Every operation rounds to nearest even, which is what C programs get unless they ask
//! for something else.

use lariat_program::{BinaryOp, CastOp, FloatPredicate, Intrinsic};
use lariat_term::{FloatFormat, RoundingMode, TermId, TermStore};

use crate::value::{Value, mask, signed};

/// Terms of one store with the usual rounding mode.
pub(crate) struct Floats<'s> {
    store: &'s TermStore,
}

fn single(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

fn double(word: u64) -> f64 {
    f64::from_bits(word)
}

/// NaN results are made canonical, as terms have one NaN.
fn from_single(number: f32) -> Value {
    Value::Word(u64::from(if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() }))
}

fn from_double(number: f64) -> Value {
    Value::Word(if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() })
}

/// The NaN that the machine makes of an operation without a result, whose sign depends on the machine.
fn invalid(format: FloatFormat) -> Option<u64> {
    let minus = std::hint::black_box(-1.0f64);
    match format {
        FloatFormat::Double => Some(minus.sqrt().to_bits()),
        FloatFormat::Single => Some(u64::from((minus as f32).sqrt().to_bits())),
        _ => None,
    }
}

/// A concrete `float` or `double` as a number.
fn native(format: FloatFormat, value: &Value) -> Option<f64> {
    match (format, value) {
        (FloatFormat::Single, Value::Word(word)) => Some(f64::from(single(*word))),
        (FloatFormat::Double, Value::Word(word)) => Some(double(*word)),
        _ => None,
    }
}

impl<'s> Floats<'s> {
    /// For terms of a store.
    pub(crate) fn new(store: &'s TermStore) -> Floats<'s> {
        Floats { store }
    }

    fn nearest(&self) -> TermId {
        self.store.rounding(RoundingMode::NearestEven)
    }

    /// A register content as a floating-point term.
    pub(crate) fn read(&self, format: FloatFormat, value: &Value) -> Option<TermId> {
        Some(self.store.fp_from_bits(format, value.bits(self.store, format.bits())?))
    }

    /// A floating-point term as a register content.
    pub(crate) fn write(&self, term: TermId) -> Value {
        Value::from_term(self.store, self.store.fp_to_bits(term))
    }

    /// Arithmetic.
    pub(crate) fn binary(&self, op: BinaryOp, format: FloatFormat, a: &Value, b: &Value) -> Value {
        if let (Value::Word(a), Value::Word(b)) = (a, b) {
            match format {
                FloatFormat::Single => {
                    let (a, b) = (single(*a), single(*b));
                    return from_single(match op {
                        BinaryOp::FAdd => a + b,
                        BinaryOp::FSub => a - b,
                        BinaryOp::FMul => a * b,
                        BinaryOp::FDiv => a / b,
                        _ => a % b,
                    });
                }
                FloatFormat::Double => {
                    let (a, b) = (double(*a), double(*b));
                    return from_double(match op {
                        BinaryOp::FAdd => a + b,
                        BinaryOp::FSub => a - b,
                        BinaryOp::FMul => a * b,
                        BinaryOp::FDiv => a / b,
                        _ => a % b,
                    });
                }
                _ => {}
            }
        }
        let (Some(a), Some(b)) = (self.read(format, a), self.read(format, b)) else {
            return Value::Poison;
        };
        let (store, mode) = (self.store, self.nearest());
        self.write(match op {
            BinaryOp::FAdd => store.fp_add(mode, a, b),
            BinaryOp::FSub => store.fp_sub(mode, a, b),
            BinaryOp::FMul => store.fp_mul(mode, a, b),
            BinaryOp::FDiv => store.fp_div(mode, a, b),
            _ => self.modulo(a, b),
        })
    }

    /// C's `fmod` from IEEE's remainder: the nearest multiple taken off, and put back if that was one too many. Both steps are
    /// exact.
    fn modulo(&self, a: TermId, b: TermId) -> TermId {
        let (store, mode) = (self.store, self.nearest());
        let (size, step) = (store.fp_abs(a), store.fp_abs(b));
        let nearest = store.fp_rem(size, step);
        let below =
            store.and(&[store.fp_is_negative(nearest), store.not(store.fp_is_zero(nearest))]);
        let rest = store.fp_abs(store.ite(below, store.fp_add(mode, nearest, step), nearest));
        store.ite(store.fp_is_negative(a), store.fp_neg(rest), rest)
    }

    /// A comparison as a one-bit value.
    pub(crate) fn compare(
        &self,
        predicate: FloatPredicate,
        format: FloatFormat,
        a: &Value,
        b: &Value,
    ) -> Value {
        use FloatPredicate as P;
        if let (Value::Word(a), Value::Word(b)) = (a, b)
            && let Some(order) = match format {
                FloatFormat::Single => Some(single(*a).partial_cmp(&single(*b))),
                FloatFormat::Double => Some(double(*a).partial_cmp(&double(*b))),
                _ => None,
            }
        {
            use std::cmp::Ordering::{Equal, Greater, Less};
            let truth = match predicate {
                P::False => false,
                P::Oeq => order == Some(Equal),
                P::Ogt => order == Some(Greater),
                P::Oge => matches!(order, Some(Greater | Equal)),
                P::Olt => order == Some(Less),
                P::Ole => matches!(order, Some(Less | Equal)),
                P::One => matches!(order, Some(Less | Greater)),
                P::Ord => order.is_some(),
                P::Uno => order.is_none(),
                P::Ueq => matches!(order, None | Some(Equal)),
                P::Ugt => matches!(order, None | Some(Greater)),
                P::Uge => matches!(order, None | Some(Greater | Equal)),
                P::Ult => matches!(order, None | Some(Less)),
                P::Ule => matches!(order, None | Some(Less | Equal)),
                P::Une => order != Some(Equal),
                P::True => true,
            };
            return Value::Word(u64::from(truth));
        }
        let (Some(a), Some(b)) = (self.read(format, a), self.read(format, b)) else {
            return Value::Poison;
        };
        let store = self.store;
        let unordered = || store.or(&[store.fp_is_nan(a), store.fp_is_nan(b)]);
        let or_unordered = |term: TermId| store.or(&[unordered(), term]);
        let term = match predicate {
            P::False => store.ff(),
            P::Oeq => store.fp_eq(a, b),
            P::Ogt => store.fp_lt(b, a),
            P::Oge => store.fp_le(b, a),
            P::Olt => store.fp_lt(a, b),
            P::Ole => store.fp_le(a, b),
            P::One => store.or(&[store.fp_lt(a, b), store.fp_lt(b, a)]),
            P::Ord => store.not(unordered()),
            P::Uno => unordered(),
            P::Ueq => or_unordered(store.fp_eq(a, b)),
            P::Ugt => or_unordered(store.fp_lt(b, a)),
            P::Uge => or_unordered(store.fp_le(b, a)),
            P::Ult => or_unordered(store.fp_lt(a, b)),
            P::Ule => or_unordered(store.fp_le(a, b)),
            P::Une => store.not(store.fp_eq(a, b)),
            P::True => store.tt(),
        };
        Value::from_term(store, term)
    }

    /// Conversions between formats.
    pub(crate) fn convert(&self, from: FloatFormat, to: FloatFormat, value: &Value) -> Value {
        match (from, to, value) {
            (FloatFormat::Single, FloatFormat::Double, Value::Word(word)) => {
                from_double(f64::from(single(*word)))
            }
            (FloatFormat::Double, FloatFormat::Single, Value::Word(word)) => {
                from_single(double(*word) as f32)
            }
            _ => match self.read(from, value) {
                Some(term) => self.write(self.store.fp_to_fp(to, self.nearest(), term)),
                None => Value::Poison,
            },
        }
    }

    /// Conversion from an integer.
    pub(crate) fn int_to_float(
        &self,
        op: CastOp,
        format: FloatFormat,
        width: u32,
        value: &Value,
    ) -> Value {
        if let Value::Word(word) = *value
            && width <= 64
        {
            let number = signed(word, width);
            match (format, op) {
                (FloatFormat::Double, CastOp::SiToFp) => return from_double(number as f64),
                (FloatFormat::Double, _) => return from_double(word as f64),
                (FloatFormat::Single, CastOp::SiToFp) => return from_single(number as f32),
                (FloatFormat::Single, _) => return from_single(word as f32),
                _ => {}
            }
        }
        let Some(bits) = value.bits(self.store, width) else { return Value::Poison };
        let mode = self.nearest();
        self.write(match op {
            CastOp::SiToFp => self.store.fp_from_signed(format, mode, bits),
            _ => self.store.fp_from_unsigned(format, mode, bits),
        })
    }

    /// Conversion to an integer, toward zero, and whether the value does not fit, which is undefined in C.
    pub(crate) fn to_int(
        &self,
        signed: bool,
        format: FloatFormat,
        width: u32,
        value: &Value,
    ) -> Option<(Value, TermId)> {
        let store = self.store;
        if let Some(number) = native(format, value)
            && width <= 64
        {
            let whole = number.trunc();
            let high = 2f64.powi(width as i32 - i32::from(signed));
            let low = if signed { -high } else { 0.0 };
            let fits = low <= whole && whole < high;
            let integer = if signed { whole as i64 as u64 } else { whole as u64 };
            return Some((Value::Word(integer & mask(width)), store.bool_const(!fits)));
        }
        let float = self.read(format, value)?;
        let mode = store.rounding(RoundingMode::TowardZero);
        let integer = if signed {
            store.fp_to_signed(width, mode, float)
        } else {
            store.fp_to_unsigned(width, mode, float)
        };
        // In range exactly if the truncated value lies strictly between the two bounds.
        let whole = store.fp_round_to_integral(mode, float);
        let (low, high) = self.bounds(signed, format, width);
        let fits = store.and(&[store.fp_le(low, whole), store.fp_lt(whole, high)]);
        Some((Value::from_term(store, integer), store.not(fits)))
    }

    /// The smallest value of an integer type and the one after its largest. Both are powers of two (or zero) and exact, or infinite
    /// where the format does not reach that far, which is right too.
    fn bounds(&self, signed: bool, format: FloatFormat, width: u32) -> (TermId, TermId) {
        let store = self.store;
        let mode = store.rounding(RoundingMode::NearestEven);
        let power = |exponent: u32| {
            let wide = exponent + 2;
            let one = store.bv_const(wide, 1);
            let shifted = store.bv_shl(one, store.bv_const(wide, u64::from(exponent)));
            store.fp_from_unsigned(format, mode, shifted)
        };
        if signed {
            let high = power(width - 1);
            (store.fp_neg(high), high)
        } else {
            (store.fp_from_unsigned(format, mode, store.bv_const(2, 0)), power(width))
        }
    }

    /// Intrinsics on floats that give a float; `None` if it is another.
    pub(crate) fn intrinsic(
        &self,
        op: Intrinsic,
        format: FloatFormat,
        args: &[Value],
    ) -> Option<Value> {
        let store = self.store;
        let mode = self.nearest();
        let bits = |position: usize| args.get(position)?.bits(store, format.bits());
        let float = |position: usize| self.read(format, args.get(position)?);
        let rounded = |mode: RoundingMode| {
            if let Some(number) = native(format, args.first()?) {
                let whole = match mode {
                    RoundingMode::TowardNegative => number.floor(),
                    RoundingMode::TowardPositive => number.ceil(),
                    RoundingMode::TowardZero => number.trunc(),
                    RoundingMode::NearestAway => number.round(),
                    RoundingMode::NearestEven => number.round_ties_even(),
                };
                // Rounding to a whole number is exact in either format.
                return Some(match format {
                    FloatFormat::Single => from_single(whole as f32),
                    _ => from_double(whole),
                });
            }
            Some(self.write(store.fp_round_to_integral(store.rounding(mode), float(0)?)))
        };
        let width = format.bits();
        if let (Some(Value::Word(word)), true) = (args.first(), width <= 64) {
            let sign = 1u64 << (width - 1);
            match (op, args.get(1)) {
                (Intrinsic::FNeg, _) => return Some(Value::Word(word ^ sign)),
                (Intrinsic::FAbs, _) => return Some(Value::Word(word & !sign)),
                (Intrinsic::CopySign, Some(Value::Word(from))) => {
                    return Some(Value::Word((word & !sign) | (from & sign)));
                }
                _ => {}
            }
        }
        match op {
            // Signs are bits: NaNs keep their payload.
            Intrinsic::FNeg => {
                let sign = store
                    .bv_shl(store.bv_const(width, 1), store.bv_const(width, u64::from(width - 1)));
                Some(Value::from_term(store, store.bv_xor(bits(0)?, sign)))
            }
            Intrinsic::FAbs => {
                let rest = store.extract(width - 2, 0, bits(0)?);
                Some(Value::from_term(store, store.zero_extend(1, rest)))
            }
            Intrinsic::CopySign => {
                let rest = store.extract(width - 2, 0, bits(0)?);
                let sign = store.extract(width - 1, width - 1, bits(1)?);
                Some(Value::from_term(store, store.concat(sign, rest)))
            }
            Intrinsic::Canonicalize => Some(self.write(float(0)?)),
            Intrinsic::Fma => Some(self.write(store.fp_fma(mode, float(0)?, float(1)?, float(2)?))),
            // Not fused, as clang does for x86 without FMA instructions.
            Intrinsic::FMulAdd => {
                let product = store.fp_mul(mode, float(0)?, float(1)?);
                Some(self.write(store.fp_add(mode, product, float(2)?)))
            }
            Intrinsic::MinNum => Some(self.write(store.fp_min(float(0)?, float(1)?))),
            Intrinsic::MaxNum => Some(self.write(store.fp_max(float(0)?, float(1)?))),
            Intrinsic::Sqrt => {
                match (format, native(format, args.first()?)) {
                    (FloatFormat::Double, Some(number)) if number >= 0.0 => {
                        return Some(from_double(number.sqrt()));
                    }
                    (FloatFormat::Single, Some(number)) if number >= 0.0 => {
                        return Some(from_single((number as f32).sqrt()));
                    }
                    _ => {}
                }
                let (argument, nan) = (float(0)?, invalid(format));
                let root = self.write(store.fp_sqrt(mode, argument));
                let Some(nan) = nan else { return Some(root) };
                // Programs print this one and look at its sign.
                let zero = store.float_const(format, 0);
                let below = store.fp_lt(argument, zero);
                let (nan, root) = (store.bv_const(width, nan), root.bits(store, width)?);
                Some(Value::from_term(store, store.ite(below, nan, root)))
            }
            Intrinsic::Floor => rounded(RoundingMode::TowardNegative),
            Intrinsic::Ceil => rounded(RoundingMode::TowardPositive),
            Intrinsic::FTrunc => rounded(RoundingMode::TowardZero),
            Intrinsic::Rint | Intrinsic::NearbyInt | Intrinsic::RoundEven => {
                rounded(RoundingMode::NearestEven)
            }
            Intrinsic::Round => rounded(RoundingMode::NearestAway),
            _ => None,
        }
    }

    /// The class test of `is.fpclass`.
    pub(crate) fn class(&self, format: FloatFormat, value: &Value, mask: u64) -> Option<Value> {
        let store = self.store;
        let bits = value.bits(store, format.bits())?;
        let float = store.fp_from_bits(format, bits);
        let negative = store
            .eq(store.extract(format.bits() - 1, format.bits() - 1, bits), store.bv_const(1, 1));
        let positive = store.not(negative);
        let nan = store.fp_is_nan(float);
        let quiet_bit = format.significand_bits() - 2;
        let quiet = store.eq(store.extract(quiet_bit, quiet_bit, bits), store.bv_const(1, 1));
        let signed = |class: TermId, sign: TermId| store.and(&[class, sign]);
        let (infinite, normal) = (store.fp_is_infinite(float), store.fp_is_normal(float));
        let (subnormal, zero) = (store.fp_is_subnormal(float), store.fp_is_zero(float));
        let classes = [
            signed(nan, store.not(quiet)),
            signed(nan, quiet),
            signed(infinite, negative),
            signed(normal, negative),
            signed(subnormal, negative),
            signed(zero, negative),
            signed(zero, positive),
            signed(subnormal, positive),
            signed(normal, positive),
            signed(infinite, positive),
        ];
        let wanted: Vec<TermId> = classes
            .iter()
            .enumerate()
            .filter(|(bit, _)| mask >> bit & 1 == 1)
            .map(|(_, class)| *class)
            .collect();
        Some(Value::from_term(store, store.or(&wanted)))
    }
}
