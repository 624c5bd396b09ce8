//! What a register holds: a machine word until something symbolic touches it.

use std::sync::Arc;

use lariat_term::{BitVec, Sort, TermId, TermStore};

/// The content of a register.
///
/// Scalars are bits: integers, addresses, and floating-point numbers in their register encoding. A symbolic scalar is a
/// bit-vector term of the type's width, except that a symbolic `i1` is a Boolean term, because that is what comparisons
/// make and branches use.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A concrete scalar of at most 64 bits; higher bits are zero.
    Word(u64),
    /// A symbolic scalar.
    Term(TermId),
    /// A concrete scalar of more than 64 bits.
    Wide(Arc<BitVec>),
    /// The elements of a vector, array or struct.
    Many(Arc<Vec<Value>>),
    /// The result of an operation whose rules were broken.
    Poison,
}

const _: () = assert!(size_of::<Value>() == 16, "a register is two machine words");

/// The lowest `width` bits set, for widths from 1 to 64.
#[inline]
pub(crate) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A word of `width` bits as a signed number.
#[inline]
pub(crate) fn signed(word: u64, width: u32) -> i64 {
    ((word << (64 - width)) as i64) >> (64 - width)
}

impl Value {
    /// A concrete scalar of any width.
    pub fn concrete(bits: &BitVec) -> Value {
        match bits.to_u64() {
            Some(word) if bits.width() <= 64 => Value::Word(word),
            _ => Value::Wide(Arc::new(bits.clone())),
        }
    }

    /// The word, if this is one.
    #[inline]
    pub fn word(&self) -> Option<u64> {
        match self {
            Value::Word(word) => Some(*word),
            _ => None,
        }
    }

    /// Whether a term is involved.
    pub fn is_symbolic(&self) -> bool {
        match self {
            Value::Term(_) => true,
            Value::Many(values) => values.iter().any(Value::is_symbolic),
            _ => false,
        }
    }

    /// Whether poison is involved.
    pub fn has_poison(&self) -> bool {
        match self {
            Value::Poison => true,
            Value::Many(values) => values.iter().any(Value::has_poison),
            _ => false,
        }
    }

    /// A scalar term as a register content: constants become concrete, Boolean constants a word.
    pub fn from_term(store: &TermStore, term: TermId) -> Value {
        if let Some(truth) = store.as_bool(term) {
            return Value::Word(u64::from(truth));
        }
        if let Some(word) = store.as_word(term) {
            return Value::Word(word);
        }
        match store.as_bv(term) {
            Some(bits) => Value::concrete(&bits),
            None => match store.sort(term) {
                // One bit is always Boolean in a register.
                Sort::BitVec(1) => Value::Term(store.eq(term, store.bv_const(1, 1))),
                _ => Value::Term(term),
            },
        }
    }

    /// A scalar as a bit-vector term of `width` bits; `None` for poison and for what is no scalar.
    pub fn bits(&self, store: &TermStore, width: u32) -> Option<TermId> {
        match self {
            Value::Word(word) => Some(store.bv_const(width, *word)),
            Value::Wide(bits) => Some(store.bv_value(bits)),
            Value::Term(term) => Some(match store.sort(*term) {
                Sort::Bool => store.ite(*term, store.bv_const(1, 1), store.bv_const(1, 0)),
                _ => *term,
            }),
            Value::Many(_) | Value::Poison => None,
        }
    }

    /// An `i1` as a Boolean term; `None` for poison and for what is no scalar.
    pub fn truth(&self, store: &TermStore) -> Option<TermId> {
        match self {
            Value::Word(word) => Some(store.bool_const(*word & 1 == 1)),
            Value::Term(term) => Some(match store.sort(*term) {
                Sort::Bool => *term,
                _ => store.eq(*term, store.bv_const(1, 1)),
            }),
            Value::Wide(_) | Value::Many(_) | Value::Poison => None,
        }
    }
}
