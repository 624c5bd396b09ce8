//! Bit-vector values against plain big-integer arithmetic, on words and on wide values alike.

use lariat_term::BitVec;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Signed, Zero};
use proptest::prelude::*;

fn unsigned(value: &BitVec) -> BigInt {
    BigInt::from_biguint(Sign::Plus, value.to_biguint())
}

fn bits(width: u32, value: &BigInt) -> BitVec {
    BitVec::from_bigint(width, value)
}

/// Two values of one width, with small and extreme values more likely than by chance.
fn pair() -> impl Strategy<Value = (BitVec, BitVec)> {
    let width = prop_oneof![1u32..=8, Just(31), Just(32), Just(63), Just(64), 65u32..=140];
    let word =
        prop_oneof![Just(0u64), Just(1), Just(u64::MAX), Just(1 << 63), 0u64..70, any::<u64>()];
    (width, prop::collection::vec(word, 6)).prop_map(|(width, words)| {
        (BitVec::from_words(width, &words[..3]), BitVec::from_words(width, &words[3..]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(lariat_term::testing::cases(2000)))]

    #[test]
    fn arithmetic_is_modulo_two_to_the_width((a, b) in pair()) {
        let w = a.width();
        let (ua, ub) = (unsigned(&a), unsigned(&b));
        prop_assert_eq!(a.add(&b), bits(w, &(&ua + &ub)));
        prop_assert_eq!(a.sub(&b), bits(w, &(&ua - &ub)));
        prop_assert_eq!(a.mul(&b), bits(w, &(&ua * &ub)));
        prop_assert_eq!(a.neg(), bits(w, &-&ua));
        prop_assert_eq!(a.not(), bits(w, &(-&ua - 1)));
        prop_assert_eq!(a.and(&b), bits(w, &(&ua & &ub)));
        prop_assert_eq!(a.or(&b), bits(w, &(&ua | &ub)));
        prop_assert_eq!(a.xor(&b), bits(w, &(&ua ^ &ub)));
        prop_assert_eq!(a.umul_overflow(&b), &ua * &ub >= BigInt::one() << w);
        let (sa, sb) = (a.to_bigint(), b.to_bigint());
        let product = &sa * &sb;
        let limit = BigInt::one() << (w - 1);
        prop_assert_eq!(a.smul_overflow(&b), product < -&limit || product >= limit);
    }

    #[test]
    fn division_follows_smt_lib((a, b) in pair()) {
        let w = a.width();
        let (ua, ub) = (unsigned(&a), unsigned(&b));
        let (sa, sb) = (a.to_bigint(), b.to_bigint());
        if b.is_zero() {
            prop_assert_eq!(a.udiv(&b), BitVec::ones(w));
            prop_assert_eq!(a.urem(&b), a.clone());
            let quotient = if sa.is_negative() { BitVec::new(w, 1) } else { BitVec::ones(w) };
            prop_assert_eq!(a.sdiv(&b), quotient);
            prop_assert_eq!(a.srem(&b), a.clone());
            prop_assert_eq!(a.smod(&b), a.clone());
        } else {
            prop_assert_eq!(a.udiv(&b), bits(w, &(&ua / &ub)));
            prop_assert_eq!(a.urem(&b), bits(w, &(&ua % &ub)));
            prop_assert_eq!(a.sdiv(&b), bits(w, &(&sa / &sb)));
            prop_assert_eq!(a.srem(&b), bits(w, &(&sa % &sb)));
            let remainder = &sa % &sb;
            let modulo = if !remainder.is_zero() && remainder.is_negative() != sb.is_negative() {
                remainder + &sb
            } else {
                remainder
            };
            prop_assert_eq!(a.smod(&b), bits(w, &modulo));
        }
    }

    #[test]
    fn shifts_and_rotations((a, b) in pair(), small in 0u64..150) {
        let w = a.width();
        for amount in [b, BitVec::new(w, small)] {
            match amount.to_u64().filter(|&n| n < u64::from(w)) {
                Some(n) => {
                    prop_assert_eq!(a.shl(&amount), bits(w, &(unsigned(&a) << n)));
                    prop_assert_eq!(a.lshr(&amount), bits(w, &(unsigned(&a) >> n)));
                    prop_assert_eq!(a.ashr(&amount), bits(w, &(a.to_bigint() >> n)));
                }
                None => {
                    prop_assert!(a.shl(&amount).is_zero());
                    prop_assert!(a.lshr(&amount).is_zero());
                    let fill = if a.is_negative() { BitVec::ones(w) } else { BitVec::zero(w) };
                    prop_assert_eq!(a.ashr(&amount), fill);
                }
            }
        }
        let rotated = a.rotate_left(small as u32);
        for bit in 0..w {
            prop_assert_eq!(rotated.bit((bit + small as u32) % w), a.bit(bit));
        }
    }

    #[test]
    fn cutting_and_joining((a, b) in pair(), hi in 0u32..140, lo in 0u32..140, more in 0u32..80) {
        let w = a.width();
        let joined = a.concat(&b);
        prop_assert_eq!(joined.extract(w - 1, 0), b.clone());
        prop_assert_eq!(joined.extract(2 * w - 1, w), a.clone());
        let (hi, lo) = (hi.max(lo) % w, hi.min(lo) % w);
        let (hi, lo) = (hi.max(lo), hi.min(lo));
        prop_assert_eq!(a.extract(hi, lo), bits(hi - lo + 1, &(unsigned(&a) >> lo)));
        prop_assert_eq!(unsigned(&a.zero_extend(more)), unsigned(&a));
        prop_assert_eq!(a.sign_extend(more).to_bigint(), a.to_bigint());
        prop_assert_eq!(a.count_ones(), (0..w).filter(|&i| a.bit(i)).count() as u32);
        prop_assert_eq!(a.trailing_zeros(), (0..w).find(|&i| a.bit(i)).unwrap_or(w));
        prop_assert_eq!(BitVec::from_words(w, &a.to_words()), a);
    }

    #[test]
    fn order((a, b) in pair()) {
        prop_assert_eq!(a.ucmp(&b), unsigned(&a).cmp(&unsigned(&b)));
        prop_assert_eq!(a.scmp(&b), a.to_bigint().cmp(&b.to_bigint()));
        prop_assert_eq!(a.is_ones(), unsigned(&a) + 1 == BigInt::one() << a.width());
    }

    #[test]
    fn literals_read_back((a, _) in pair()) {
        let text = a.to_string();
        let read = match text.strip_prefix("#x") {
            Some(digits) => BitVec::parse_hex(digits),
            None => text.strip_prefix("#b").and_then(BitVec::parse_binary),
        };
        prop_assert_eq!(read, Some(a.clone()));
        let decimal = a.to_biguint().to_string();
        prop_assert_eq!(BitVec::parse_decimal(a.width(), &decimal), Some(a));
    }
}

#[test]
fn digits_that_are_none_are_refused() {
    assert_eq!(BitVec::parse_hex(""), None);
    assert_eq!(BitVec::parse_hex("+1"), None);
    assert_eq!(BitVec::parse_hex("1_0"), None);
    assert_eq!(BitVec::parse_binary("12"), None);
    assert_eq!(BitVec::parse_decimal(8, "-1"), None);
    assert_eq!(BitVec::parse_decimal(0, "1"), None);
    assert_eq!(
        BitVec::parse_hex("ffffffffffffffffff"),
        Some(BitVec::from_biguint(72, &((BigUint::one() << 72u32) - 1u32)))
    );
}
