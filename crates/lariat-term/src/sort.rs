//! Sorts: what kind of value a term stands for.

use std::fmt;

use parking_lot::Mutex;

/// A sort. Small and `Copy`; array sorts are interned once per process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width, at least 1.
    BitVec(u32),
    /// Mathematical integers.
    Int,
    /// IEEE 754 rounding modes.
    RoundingMode,
    /// Floating-point numbers of one format.
    Float(FloatFormat),
    /// Total maps from an index sort to an element sort.
    Array(ArraySort),
}

/// The floating-point formats C programs meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatFormat {
    /// IEEE binary16 (`_Float16`).
    Half,
    /// The upper half of a binary32 (`__bf16`).
    BFloat,
    /// IEEE binary32 (`float`).
    Single,
    /// IEEE binary64 (`double`).
    Double,
    /// IEEE binary128 (`__float128`).
    Quad,
    /// x86_fp80 (`long double`): 15 exponent bits and a 64-bit significand whose integer bit is stored.
    X87,
}

impl FloatFormat {
    /// Number of exponent bits.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 5,
            FloatFormat::BFloat | FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::Quad | FloatFormat::X87 => 15,
        }
    }

    /// Number of significand bits, the hidden (or, for x87, stored) integer bit included.
    pub fn significand_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 11,
            FloatFormat::BFloat => 8,
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::Quad => 113,
            FloatFormat::X87 => 64,
        }
    }

    /// Number of bits of a value of this format in a register.
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::X87 => 80,
            _ => self.exponent_bits() + self.significand_bits(),
        }
    }
}

/// An interned pair of index and element sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArraySort(u32);

/// Index and element sort of every array sort. Read without a lock, because reading is on the way of every `select`.
static ARRAY_SORTS: boxcar::Vec<(Sort, Sort)> = boxcar::Vec::new();

/// Held while an array sort is added, so that no pair is added twice.
static ADDING_ARRAY_SORT: Mutex<()> = Mutex::new(());

impl ArraySort {
    /// The sort's index and element sorts.
    pub fn parts(self) -> (Sort, Sort) {
        ARRAY_SORTS[self.0 as usize]
    }
}

impl Sort {
    /// The sort of arrays from `index` to `element`.
    pub fn array(index: Sort, element: Sort) -> Sort {
        // Programs have a handful of array sorts: a scan is faster than hashing.
        let find =
            || ARRAY_SORTS.iter().find(|(_, pair)| **pair == (index, element)).map(|(i, _)| i);
        let position = find().unwrap_or_else(|| {
            let _guard = ADDING_ARRAY_SORT.lock();
            find().unwrap_or_else(|| ARRAY_SORTS.push((index, element)))
        });
        Sort::Array(ArraySort(position as u32))
    }

    /// The width of a bit-vector sort.
    ///
    /// # Panics
    /// If this is not a bit-vector sort.
    pub fn width(self) -> u32 {
        match self {
            Sort::BitVec(width) => width,
            other => panic!("{other} has no width"),
        }
    }

    /// Index and element sort of an array sort.
    pub fn array_parts(self) -> Option<(Sort, Sort)> {
        match self {
            Sort::Array(array) => Some(array.parts()),
            _ => None,
        }
    }

    /// The format of a floating-point sort.
    pub fn float_format(self) -> Option<FloatFormat> {
        match self {
            Sort::Float(format) => Some(format),
            _ => None,
        }
    }
}

/// SMT-LIB syntax.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Int => write!(f, "Int"),
            Sort::RoundingMode => write!(f, "RoundingMode"),
            Sort::Float(format) => write!(
                f,
                "(_ FloatingPoint {} {})",
                format.exponent_bits(),
                format.significand_bits()
            ),
            Sort::Array(array) => {
                let (index, element) = array.parts();
                write!(f, "(Array {index} {element})")
            }
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
