//! Values: what a closed term stands for.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Zero;

use crate::bitvec::BitVec;
use crate::float::Float;
use crate::op::{Op, RoundingMode};
use crate::sort::Sort;
use crate::store::{TermId, TermStore};

/// A value of some sort. Equality is the sort's own: two values are equal exactly if no operation tells them apart.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVec),
    /// An integer.
    Int(BigInt),
    /// A floating-point number.
    Float(Float),
    /// A rounding mode.
    Rounding(RoundingMode),
    /// An array.
    Array(ArrayValue),
}

/// An array that differs from one default element at finitely many indexes.
///
/// It is kept in a form that depends on the function only, not on how it was made: the default is the element that most
/// indexes have (the smallest one of several), and no entry equals it. Over an infinite index sort that is the element
/// nearly all indexes have; over a finite one a default that few indexes have is replaced. So `==` is extensional.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    index: Sort,
    default: Arc<Value>,
    entries: Arc<BTreeMap<Value, Value>>,
}

impl ArrayValue {
    /// The array with the same element everywhere.
    pub fn constant(index: Sort, default: Value) -> ArrayValue {
        ArrayValue { index, default: Arc::new(default), entries: Arc::default() }
    }

    /// The array with the given entries and the default everywhere else.
    pub fn new(index: Sort, default: Value, mut entries: BTreeMap<Value, Value>) -> ArrayValue {
        entries.retain(|_, element| *element != default);
        let mut array =
            ArrayValue { index, default: Arc::new(default), entries: Arc::new(entries) };
        array.normalise();
        array
    }

    /// The index sort.
    pub fn index_sort(&self) -> Sort {
        self.index
    }

    /// The element that indexes without an entry have.
    pub fn default_element(&self) -> &Value {
        &self.default
    }

    /// The indexes with another element than the default, in order.
    pub fn entries(&self) -> &BTreeMap<Value, Value> {
        &self.entries
    }

    /// The element at an index.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with one element replaced.
    pub fn set(&self, index: Value, element: Value) -> ArrayValue {
        let mut array = self.clone();
        if element == *array.default {
            if array.entries.contains_key(&index) {
                Arc::make_mut(&mut array.entries).remove(&index);
            }
        } else {
            Arc::make_mut(&mut array.entries).insert(index, element);
            array.normalise();
        }
        array
    }

    /// Replaces the default if it is not the most frequent element. That needs a look only if at least half of all indexes
    /// have entries.
    fn normalise(&mut self) {
        let limit = 2 * self.entries.len() as u64;
        let Some(count) = self.index.cardinality_up_to(limit) else { return };
        let mut frequency: BTreeMap<&Value, u64> = BTreeMap::new();
        for element in self.entries.values() {
            *frequency.entry(element).or_default() += 1;
        }
        let defaults = count - self.entries.len() as u64;
        if defaults > 0 {
            *frequency.entry(&self.default).or_default() += defaults;
        }
        let most = frequency.values().copied().max().unwrap_or(0);
        let Some(default) =
            frequency.iter().find(|(_, count)| **count == most).map(|(value, _)| (*value).clone())
        else {
            return;
        };
        if default == *self.default {
            return;
        }
        let entries = (self.index.values().into_iter())
            .map(|index| (self.get(&index).clone(), index))
            .filter(|(element, _)| *element != default)
            .map(|(element, index)| (index, element))
            .collect();
        self.default = Arc::new(default);
        self.entries = Arc::new(entries);
    }
}

impl Value {
    /// The value of a variable nobody gave one: zero, false, an array of such.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVec::zero(width)),
            Sort::Int => Value::Int(BigInt::zero()),
            Sort::RoundingMode => Value::Rounding(RoundingMode::NearestEven),
            Sort::Float(format) => Value::Float(Float::zero(format, false)),
            Sort::Array(array) => {
                let (index, element) = array.parts();
                Value::Array(ArrayValue::constant(index, Value::default_of(element)))
            }
        }
    }

    /// The value's sort.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::BitVec(bits) => Sort::BitVec(bits.width()),
            Value::Int(_) => Sort::Int,
            Value::Rounding(_) => Sort::RoundingMode,
            Value::Float(float) => Sort::Float(float.format()),
            Value::Array(array) => Sort::array(array.index, array.default.sort()),
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bitvec(&self) -> Option<&BitVec> {
        match self {
            Value::BitVec(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The float, if it is one.
    pub fn as_float(&self) -> Option<Float> {
        match self {
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(value) => Some(value),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<BitVec> for Value {
    fn from(value: BitVec) -> Value {
        Value::BitVec(value)
    }
}

impl From<BigInt> for Value {
    fn from(value: BigInt) -> Value {
        Value::Int(value)
    }
}

impl From<Float> for Value {
    fn from(value: Float) -> Value {
        Value::Float(value)
    }
}

impl Sort {
    /// The number of values of the sort if it is at most `limit`.
    pub fn cardinality_up_to(self, limit: u64) -> Option<u64> {
        let count = match self {
            Sort::Bool => 2,
            Sort::BitVec(width) => 1u64.checked_shl(width)?,
            Sort::Int => return None,
            Sort::RoundingMode => RoundingMode::ALL.len() as u64,
            Sort::Float(format) => {
                // Two signs, all exponents but the highest, and two infinities and one NaN.
                let fraction = format.significand_bits() - 1;
                let finite = ((1u64 << format.exponent_bits()) - 1).checked_shl(fraction + 1)?;
                if finite >> (fraction + 1) != (1u64 << format.exponent_bits()) - 1 {
                    return None;
                }
                finite.checked_add(3)?
            }
            Sort::Array(array) => {
                let (index, element) = array.parts();
                match element.cardinality_up_to(limit)? {
                    1 => 1,
                    elements => {
                        elements.checked_pow(u32::try_from(index.cardinality_up_to(64)?).ok()?)?
                    }
                }
            }
        };
        (count <= limit).then_some(count)
    }

    /// Every value of a finite sort. Only for sorts known to be small.
    pub(crate) fn values(self) -> Vec<Value> {
        match self {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::BitVec(width) => {
                (0..1u64 << width).map(|n| Value::BitVec(BitVec::new(width, n))).collect()
            }
            Sort::Int => panic!("there is no list of all integers"),
            Sort::RoundingMode => RoundingMode::ALL.into_iter().map(Value::Rounding).collect(),
            Sort::Float(format) => {
                let mut values: Vec<Value> = (0..1u128 << format.bits())
                    .map(|bits| Value::Float(Float::from_bits(format, bits)))
                    .collect();
                values.sort();
                values.dedup();
                values
            }
            Sort::Array(array) => {
                let (index, element) = array.parts();
                let elements = element.values();
                let start = ArrayValue::constant(index, Value::default_of(element));
                index.values().into_iter().fold(vec![Value::Array(start)], |arrays, at| {
                    (arrays.iter())
                        .filter_map(Value::as_array)
                        .flat_map(|array| {
                            elements.iter().map(|e| Value::Array(array.set(at.clone(), e.clone())))
                        })
                        .collect()
                })
            }
        }
    }
}

/// SMT-LIB syntax.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::BitVec(value) => write!(f, "{value}"),
            Value::Int(value) if value < &BigInt::zero() => write!(f, "(- {})", value.magnitude()),
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value}"),
            Value::Rounding(mode) => write!(f, "{mode}"),
            Value::Array(array) => {
                for _ in array.entries.iter() {
                    write!(f, "(store ")?;
                }
                write!(f, "((as const {}) {})", self.sort(), array.default)?;
                for (index, element) in array.entries.iter() {
                    write!(f, " {index} {element})")?;
                }
                Ok(())
            }
        }
    }
}

/// SMT-LIB's short name.
impl fmt::Display for RoundingMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RoundingMode::NearestEven => "RNE",
            RoundingMode::NearestAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        })
    }
}

impl TermStore {
    /// The value of a constant: a leaf, or an array built by stores of constants into a constant array.
    pub fn value_of(&self, term: TermId) -> Option<Value> {
        Some(match self.op(term) {
            Op::BoolConst(value) => Value::Bool(value),
            Op::BvConst(_) | Op::WideBvConst(_) => Value::BitVec(self.as_bv(term)?),
            Op::IntConst(_) | Op::BigIntConst(_) => Value::Int(self.as_int(term)?),
            Op::FloatConst(_) => Value::Float(self.as_float_value(term)?),
            Op::RoundingConst(mode) => Value::Rounding(mode),
            Op::ConstArray | Op::Store => Value::Array(self.array_value_of(term)?),
            _ => return None,
        })
    }

    fn array_value_of(&self, term: TermId) -> Option<ArrayValue> {
        let (index, _) = self.sort(term).array_parts()?;
        let mut entries = BTreeMap::new();
        let mut array = term;
        loop {
            match self.view(array) {
                (Op::Store, &[below, at, element]) => {
                    // Outer stores come first and win.
                    let at = self.value_of(at)?;
                    if let std::collections::btree_map::Entry::Vacant(entry) = entries.entry(at) {
                        entry.insert(self.value_of(element)?);
                    }
                    array = below;
                }
                (Op::ConstArray, &[element]) => {
                    return Some(ArrayValue::new(index, self.value_of(element)?, entries));
                }
                _ => return None,
            }
        }
    }

    /// The constant term of a value. Arrays become stores into a constant array, in the order of their indexes.
    ///
    /// # Panics
    /// If the value is not of the sort.
    pub fn constant(&self, value: &Value, sort: Sort) -> TermId {
        match (value, sort) {
            (Value::Bool(value), Sort::Bool) => self.bool_const(*value),
            (Value::BitVec(value), Sort::BitVec(width)) if value.width() == width => {
                self.bv_value(value)
            }
            (Value::Int(value), Sort::Int) => self.int_value(value),
            (Value::Rounding(mode), Sort::RoundingMode) => self.rounding(*mode),
            (Value::Float(value), Sort::Float(format)) if value.format() == format => {
                self.float_value(*value)
            }
            (Value::Array(value), Sort::Array(array)) => {
                let (index, element) = array.parts();
                let start =
                    self.const_array(index, self.constant(value.default_element(), element));
                value.entries().iter().fold(start, |array, (at, value)| {
                    let (at, value) = (self.constant(at, index), self.constant(value, element));
                    self.raw(Op::Store, &[array, at, value])
                })
            }
            (value, sort) => panic!("{value} is not of sort {sort}"),
        }
    }
}
