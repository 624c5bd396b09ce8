//! What C code compiles to, and what must be left of it.

use lariat_term::{Op, Rule, Sort, TermId, TermStore};

const BYTE: Sort = Sort::BitVec(8);
const WORD: Sort = Sort::BitVec(32);

fn word(store: &TermStore, name: &str) -> TermId {
    store.var(name, WORD)
}

fn truth_as_number(store: &TermStore, width: u32, condition: TermId) -> TermId {
    store.ite(condition, store.bv_const(width, 1), store.bv_const(width, 0))
}

#[test]
fn truth_values_made_numbers_and_back_are_truth_values() {
    let store = TermStore::new();
    let less = store.bv_slt(word(&store, "a"), word(&store, "b"));
    // if ((a < b) != 0), where the comparison is an i1, extended to an int.
    let int = store.zero_extend(31, truth_as_number(&store, 1, less));
    let zero = store.bv_const(32, 0);
    assert_eq!(store.ne(int, zero), less);
    assert_eq!(store.eq(int, zero), store.not(less));
    // !!x
    let negated = truth_as_number(&store, 32, store.eq(int, zero));
    assert_eq!(store.eq(negated, zero), less);
    // (a < b) ^ 1, as clang writes the negation of an i1.
    let bit = truth_as_number(&store, 1, less);
    let flipped = store.bv_xor(bit, store.bv_const(1, 1));
    assert_eq!(store.eq(flipped, store.bv_const(1, 1)), store.not(less));
    // (a < b) == (c < d)
    let other = store.bv_slt(word(&store, "c"), word(&store, "d"));
    let both = store.bv_and(int, store.zero_extend(31, truth_as_number(&store, 1, other)));
    assert_eq!(store.ne(both, zero), store.and(&[less, other]));
    assert_eq!(store.bv_slt(zero, both), store.and(&[less, other]));
}

#[test]
fn a_value_computed_by_cases_is_compared_by_cases() {
    let store = TermStore::new();
    let x = word(&store, "x");
    let is = |value| store.eq(x, store.bv_const(32, value));
    let constant = |value| store.bv_const(32, value);
    let switch = store.ite(is(1), constant(10), store.ite(is(2), constant(20), constant(30)));
    assert_eq!(store.eq(switch, constant(10)), is(1));
    assert_eq!(store.eq(switch, constant(30)), store.and(&[store.not(is(1)), store.not(is(2))]));
    assert_eq!(store.eq(switch, constant(40)), store.ff());
}

#[test]
fn a_word_taken_apart_and_put_together_is_the_word() {
    let store = TermStore::new();
    let x = word(&store, "x");
    let byte = |i: u32| store.extract(8 * i + 7, 8 * i, x);
    let loaded = (1..4).fold(byte(0), |low, i| store.concat(byte(i), low));
    assert_eq!(loaded, x);
    let left = (0..3).rev().fold(byte(3), |high, i| store.concat(high, byte(i)));
    assert_eq!(left, x);
    // b0 | b1 << 8 | b2 << 16 | b3 << 24
    let shifted = |i: u32| {
        let wide = store.zero_extend(24, byte(i));
        store.bv_shl(wide, store.bv_const(32, u64::from(8 * i)))
    };
    let assembled = (1..4).fold(shifted(0), |word, i| store.bv_or(word, shifted(i)));
    assert_eq!(assembled, x);
    // The bytes as memory has them, by shifting and truncating.
    for i in 0..4 {
        let shifted = store.bv_lshr(x, store.bv_const(32, u64::from(8 * i)));
        assert_eq!(store.extract(7, 0, shifted), byte(i));
    }
}

#[test]
fn bytes_of_different_terms_are_compared_one_by_one() {
    let store = TermStore::new();
    let bytes: Vec<TermId> = (0..4).map(|i| store.var(&format!("b{i}"), BYTE)).collect();
    let loaded = (1..4).fold(bytes[0], |low, i| store.concat(bytes[i], low));
    let magic = store.bv_const(32, 0x464c_457f);
    let each: Vec<TermId> = [0x7f, 0x45, 0x4c, 0x46]
        .iter()
        .zip(&bytes)
        .map(|(&value, &byte)| store.eq(byte, store.bv_const(8, value)))
        .collect();
    assert_eq!(store.eq(loaded, magic), store.and(&each));
}

#[test]
fn characters_are_compared_as_characters() {
    let store = TermStore::new();
    let c = store.var("c", BYTE);
    let signed = store.sign_extend(24, c);
    assert_eq!(store.eq(signed, store.bv_const(32, 0x41)), store.eq(c, store.bv_const(8, 0x41)));
    assert_eq!(store.eq(signed, store.bv_const(32, 0x141)), store.ff());
    let below = store.bv_slt(signed, store.bv_const(32, 0x3a));
    assert_eq!(below, store.bv_slt(c, store.bv_const(8, 0x3a)));
    // (unsigned char)(c + 1): the sum at eight bits.
    let sum = store.bv_add(signed, store.bv_const(32, 1));
    assert_eq!(store.extract(7, 0, sum), store.bv_add(c, store.bv_const(8, 1)));
    // c - '0' < 10, on the digit's value, cannot wrap in an int.
    let digit = store.bv_sub(signed, store.bv_const(32, 0x30));
    let small = store.bv_slt(digit, store.bv_const(32, 10));
    assert_eq!(small, store.bv_slt(c, store.bv_const(8, 0x3a)));
}

#[test]
fn sums_have_one_form() {
    let store = TermStore::new();
    let (x, y) = (word(&store, "x"), word(&store, "y"));
    let constant = |value| store.bv_const(32, value);
    let one = store.bv_add(store.bv_add(x, constant(3)), store.bv_sub(y, constant(1)));
    let other = store.bv_add(y, store.bv_add(constant(2), x));
    assert_eq!(one, other);
    assert_eq!(store.bv_sub(one, one), constant(0));
    assert_eq!(store.bv_sub(one, y), store.bv_add(constant(2), x));
    assert_eq!(store.bv_shl(x, constant(2)), store.bv_mul(x, constant(4)));
    assert_eq!(store.bv_add(x, x), store.bv_mul(constant(2), x));
    assert_eq!(store.eq(one, store.bv_add(y, constant(7))), store.eq(x, constant(5)));
    // Odd factors can be divided by, even ones only if they divide.
    assert_eq!(store.eq(store.bv_mul(x, constant(3)), constant(12)), store.eq(x, constant(4)));
    assert_eq!(store.eq(store.bv_mul(x, constant(2)), constant(7)), store.ff());
}

#[test]
fn integer_inequalities_have_one_form() {
    let store = TermStore::new();
    let (n, m) = (store.var("n", Sort::Int), store.var("m", Sort::Int));
    let plus = |term, value| store.int_add(term, store.int_const(value));
    assert_eq!(store.int_lt(n, m), store.int_le(plus(n, 1), m));
    assert_eq!(store.int_lt(n, m), store.not(store.int_le(m, n)));
    // 2n ≤ 7 is n ≤ 3.
    let double = store.int_mul(store.int_const(2), n);
    assert_eq!(store.int_le(double, store.int_const(7)), store.int_le(n, store.int_const(3)));
    assert_eq!(store.int_le(plus(n, 2), plus(n, 1)), store.ff());
    let x = word(&store, "x");
    let nat = store.bv_to_nat(x);
    assert_eq!(store.int_le(store.int_const(0), nat), store.tt());
    assert_eq!(store.int_to_bv(32, plus(nat, 1)), store.bv_add(x, store.bv_const(32, 1)));
}

#[test]
fn reads_find_their_writes() {
    let store = TermStore::new();
    let array = store.var("a", Sort::array(WORD, BYTE));
    let (i, v) = (word(&store, "i"), store.var("v", BYTE));
    let at = |offset| store.bv_add(i, store.bv_const(32, offset));
    let written = store.store(store.store(array, at(0), v), at(1), store.bv_const(8, 1));
    assert_eq!(store.select(written, at(0)), v);
    assert_eq!(store.select(written, at(2)), store.select(array, at(2)));
    let undecided = store.select(written, word(&store, "j"));
    assert_eq!(store.op(undecided), Op::Select);
    let shifted = store.lambda(WORD, |k| store.select(array, store.bv_add(k, i)));
    assert_eq!(store.select(shifted, store.bv_const(32, 1)), store.select(array, at(1)));
}

#[test]
fn binders_leave_no_symbols_behind() {
    let store = TermStore::new();
    let array = store.var("a", Sort::array(Sort::Int, Sort::Int));
    let zero = store.int_const(0);
    let sorted = |end: i64| {
        store.forall(zero, store.int_const(end), |i| {
            store.exists(zero, i, |j| store.int_le(store.select(array, j), store.select(array, i)))
        })
    };
    let first = sorted(10);
    let names = |store: &TermStore| {
        let probe = store.fresh_var("probe", Sort::Int);
        match store.op(probe) {
            Op::Var(symbol) => symbol.index(),
            other => panic!("{other:?} is not a variable"),
        }
    };
    let before = names(&store);
    for end in 11..500 {
        sorted(end);
    }
    assert_eq!(names(&store), before + 1);
    assert_eq!(sorted(10), first);
    assert_eq!(store.free_vars(first).len(), 1, "only the array is free");
}

#[test]
fn threads_share_terms_and_no_count_is_lost() {
    let store = TermStore::new();
    let build = || {
        let words: Vec<TermId> = (0..50).map(|i| word(&store, &format!("w{i}"))).collect();
        let mut made = Vec::new();
        for &a in &words {
            for &b in &words {
                made.push(store.bv_add(a, b));
                made.push(store.bv_xor(a, a));
            }
        }
        made
    };
    let results: Vec<Vec<TermId>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..20).map(|_| scope.spawn(build)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(results.iter().all(|made| *made == results[0]));
    assert!(store.rule_hits().contains(&(Rule::BitwiseSame, 20 * 50 * 50)));
}
