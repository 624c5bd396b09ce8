//! The content of a memory object: bytes that are concrete until something symbolic is written, and an array term once
//! something is written at a symbolic place of a large object.
//!
//! Reads and writes of a word are concrete-first: an object without a symbolic byte is a plain byte vector. A symbolic offset
//! into a small object becomes an `ite` over the places it can mean, which keeps array theory away from the solver; large
//! objects become array terms. Objects of more than 64 KB are kept in pages that are made when they are first written, so that a
//! huge array costs what the program uses of it, and a write copies one page and not the whole object.

use std::sync::Arc;

use lariat_term::{BitVec, Sort, TermId, TermStore};

use crate::addresses::Holds;
use crate::cow::CowVec;
use crate::value::Value;

/// What one byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Byte {
    /// A number.
    Concrete(u8),
    /// A term of 8 bits.
    Term(TermId),
    /// Never written.
    Uninitialised,
}

/// Which bytes are not concrete.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Marks {
    /// None.
    Concrete,
    /// All of them are uninitialised.
    Uninitialised,
    /// Each on its own.
    Each(Vec<Mark>),
}

/// A byte's mark, in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Concrete,
    Uninitialised,
    Term(TermId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Bytes {
        bytes: Vec<u8>,
        marks: Marks,
    },
    /// Pages of a large object; one that is missing is all zero, or all uninitialised.
    Pages {
        pages: CowVec<Option<Arc<Bytes>>>,
        zero: bool,
    },
    Array(TermId),
}

/// The bytes of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bytes {
    size: u64,
    content: Content,
}

/// Objects of up to so many places are read and written at symbolic offsets place by place; larger ones become arrays.
pub(crate) const MOST_PLACES: u64 = 128;

/// Bytes of a page.
const PAGE: u64 = 4096;

/// Objects of more bytes are kept in pages.
const LARGE: u64 = 1 << 16;

impl Bytes {
    /// Bytes that were never written.
    pub fn uninitialised(size: u64) -> Bytes {
        if size > LARGE { Bytes::paged(size, false) } else { Bytes::flat(size, false) }
    }

    /// Bytes that are all zero.
    pub fn zero(size: u64) -> Bytes {
        if size > LARGE { Bytes::paged(size, true) } else { Bytes::flat(size, true) }
    }

    /// The bytes of an array term.
    pub fn of_array(size: u64, array: TermId) -> Bytes {
        Bytes { size, content: Content::Array(array) }
    }

    fn flat(size: u64, zero: bool) -> Bytes {
        let marks = if zero { Marks::Concrete } else { Marks::Uninitialised };
        Bytes { size, content: Content::Bytes { bytes: vec![0; size as usize], marks } }
    }

    fn paged(size: u64, zero: bool) -> Bytes {
        let pages = CowVec::filled(None, size.div_ceil(PAGE) as usize);
        Bytes { size, content: Content::Pages { pages, zero } }
    }

    /// Writes concrete bytes at an offset in bounds.
    pub fn write_slice(&mut self, store: &TermStore, index: Sort, offset: u64, content: &[u8]) {
        for (position, byte) in content.iter().enumerate() {
            self.set_byte(store, index, offset + position as u64, Byte::Concrete(*byte));
        }
    }

    /// Concrete bytes.
    pub fn concrete(bytes: Vec<u8>) -> Bytes {
        Bytes {
            size: bytes.len() as u64,
            content: Content::Bytes { bytes, marks: Marks::Concrete },
        }
    }

    /// Number of bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Heap memory it takes, roughly.
    pub fn footprint(&self) -> usize {
        match &self.content {
            Content::Bytes { bytes, marks: Marks::Each(marks) } => {
                bytes.len() + marks.len() * size_of::<Mark>()
            }
            Content::Bytes { bytes, .. } => bytes.len(),
            Content::Pages { pages, .. } => {
                pages.iter().flatten().map(|page| page.footprint()).sum()
            }
            Content::Array(_) => 0,
        }
    }

    /// Whether every byte is a number.
    pub fn is_concrete(&self) -> bool {
        matches!(self.content, Content::Bytes { marks: Marks::Concrete, .. })
    }

    /// The concrete word of `count` (1 to 8) bytes at an offset in bounds, if all its bytes are numbers.
    #[inline]
    pub fn read_word(&self, offset: u64, count: usize) -> Option<u64> {
        let Content::Bytes { bytes, marks } = &self.content else {
            return self.read_word_in_page(offset, count);
        };
        let start = offset as usize;
        match marks {
            Marks::Concrete => {}
            Marks::Uninitialised => return None,
            Marks::Each(marks) => {
                if !marks[start..start + count].iter().all(|mark| *mark == Mark::Concrete) {
                    return None;
                }
            }
        }
        Some(word_of(&bytes[start..start + count]))
    }

    /// A word inside one page.
    fn read_word_in_page(&self, offset: u64, count: usize) -> Option<u64> {
        let Content::Pages { pages, zero } = &self.content else { return None };
        if offset % PAGE + count as u64 > PAGE {
            return None;
        }
        match pages.get((offset / PAGE) as usize)? {
            Some(page) => page.read_word(offset % PAGE, count),
            None => zero.then_some(0),
        }
    }

    /// The page of an offset in bounds, made if it was missing.
    fn page_mut(
        pages: &mut CowVec<Option<Arc<Bytes>>>,
        zero: bool,
        size: u64,
        offset: u64,
    ) -> Option<&mut Bytes> {
        let start = offset / PAGE * PAGE;
        let slot = pages.get_mut((offset / PAGE) as usize)?;
        Some(Arc::make_mut(
            slot.get_or_insert_with(|| Arc::new(Bytes::flat(PAGE.min(size - start), zero))),
        ))
    }

    /// Writes a concrete word of `count` (1 to 8) bytes at an offset in bounds. False if it must be written byte by byte.
    #[inline]
    pub fn write_word(&mut self, offset: u64, count: usize, word: u64) -> bool {
        let (bytes, marks) = match &mut self.content {
            Content::Bytes { bytes, marks } => (bytes, marks),
            Content::Pages { pages, zero } if offset % PAGE + count as u64 <= PAGE => {
                return Bytes::page_mut(pages, *zero, self.size, offset)
                    .is_some_and(|page| page.write_word(offset % PAGE, count, word));
            }
            _ => return false,
        };
        let start = offset as usize;
        put_word(&mut bytes[start..start + count], word);
        match marks {
            Marks::Concrete => {}
            Marks::Uninitialised if start == 0 && count == bytes.len() => *marks = Marks::Concrete,
            Marks::Uninitialised => {
                let mut each = vec![Mark::Uninitialised; bytes.len()];
                each[start..start + count].fill(Mark::Concrete);
                *marks = Marks::Each(each);
            }
            Marks::Each(each) => each[start..start + count].fill(Mark::Concrete),
        }
        true
    }

    /// The byte at an offset in bounds. `index` is the sort of addresses.
    pub fn byte(&self, store: &TermStore, index: Sort, offset: u64) -> Byte {
        match &self.content {
            Content::Bytes { bytes, marks } => {
                let mark = match marks {
                    Marks::Concrete => Mark::Concrete,
                    Marks::Uninitialised => Mark::Uninitialised,
                    Marks::Each(each) => each[offset as usize],
                };
                match mark {
                    Mark::Concrete => Byte::Concrete(bytes[offset as usize]),
                    Mark::Uninitialised => Byte::Uninitialised,
                    Mark::Term(term) => Byte::Term(term),
                }
            }
            Content::Pages { pages, zero } => match pages.get((offset / PAGE) as usize) {
                Some(Some(page)) => page.byte(store, index, offset % PAGE),
                _ if *zero => Byte::Concrete(0),
                _ => Byte::Uninitialised,
            },
            Content::Array(array) => {
                let term = store.select(*array, store.bv_const(index.width(), offset));
                match store.as_word(term) {
                    Some(word) => Byte::Concrete(word as u8),
                    None => Byte::Term(term),
                }
            }
        }
    }

    /// Writes one byte at an offset in bounds.
    pub fn set_byte(&mut self, store: &TermStore, index: Sort, offset: u64, byte: Byte) {
        match &mut self.content {
            Content::Bytes { bytes, marks } => {
                let mark = match byte {
                    Byte::Concrete(number) => {
                        bytes[offset as usize] = number;
                        Mark::Concrete
                    }
                    Byte::Term(term) => Mark::Term(term),
                    Byte::Uninitialised => Mark::Uninitialised,
                };
                let everywhere = match marks {
                    Marks::Concrete => Mark::Concrete,
                    Marks::Uninitialised => Mark::Uninitialised,
                    Marks::Each(each) => {
                        each[offset as usize] = mark;
                        return;
                    }
                };
                if mark != everywhere {
                    let mut each = vec![everywhere; bytes.len()];
                    each[offset as usize] = mark;
                    *marks = Marks::Each(each);
                }
            }
            Content::Pages { pages, zero } => {
                if let Some(page) = Bytes::page_mut(pages, *zero, self.size, offset) {
                    page.set_byte(store, index, offset % PAGE, byte);
                }
            }
            Content::Array(array) => {
                let term = match byte {
                    Byte::Concrete(number) => store.bv_const(8, u64::from(number)),
                    Byte::Term(term) => term,
                    Byte::Uninitialised => store.fresh_var("uninitialised", Sort::BitVec(8)),
                };
                *array = store.store(*array, store.bv_const(index.width(), offset), term);
            }
        }
    }

    /// Turns the content into an array term. Uninitialised bytes become fresh variables.
    pub fn as_array_term(&mut self, store: &TermStore, index: Sort) -> TermId {
        if let Content::Array(array) = self.content {
            return array;
        }
        // What was never written is an arbitrary array, everything else a store on top; all zero, which is frequent, is a constant array.
        let zero = match &self.content {
            Content::Bytes { marks: Marks::Uninitialised, .. } => false,
            Content::Pages { zero, .. } => *zero,
            _ => true,
        };
        let elements = self.elements_of(store, index);
        let mut array = match elements {
            Some(array) => array,
            None if zero => store.const_array(index, store.bv_const(8, 0)),
            None => store.fresh_var("uninitialised", Sort::array(index, Sort::BitVec(8))),
        };
        let zero = zero && elements.is_none();
        for offset in self.written() {
            let term = match self.byte(store, index, offset) {
                Byte::Term(term)
                    if elements.is_some_and(|array| is_element(store, array, offset, term)) =>
                {
                    continue;
                }
                Byte::Concrete(0) if zero => continue,
                Byte::Concrete(number) => store.bv_const(8, u64::from(number)),
                Byte::Term(term) => term,
                Byte::Uninitialised if !zero && elements.is_none() => continue,
                Byte::Uninitialised => store.fresh_var("uninitialised", Sort::BitVec(8)),
            };
            array = store.store(array, store.bv_const(index.width(), offset), term);
        }
        self.content = Content::Array(array);
        array
    }

    /// Whether the content is best read as an array, whatever its size: a variable, a λ-term, or the elements of a variable.
    pub(crate) fn is_plain_array(&self, store: &TermStore, index: Sort) -> bool {
        match self.content {
            Content::Array(array) => {
                matches!(store.op(array), lariat_term::Op::Var(_) | lariat_term::Op::Lambda)
            }
            _ => self.elements_of(store, index).is_some(),
        }
    }

    /// An array whose elements the object's bytes are, each at its own offset, though perhaps not all of them: then it is that array with a few
    /// stores. Large inputs are such.
    fn elements_of(&self, store: &TermStore, index: Sort) -> Option<TermId> {
        let Content::Bytes { marks: Marks::Each(each), .. } = &self.content else { return None };
        let array_of = |offset: usize| match each[offset] {
            Mark::Term(term) => match store.view(term) {
                (lariat_term::Op::Select, args) => Some(args[0])
                    .filter(|array| is_element(store, *array, offset as u64, term))
                    .filter(|array| store.sort(*array) == Sort::array(index, Sort::BitVec(8))),
                _ => None,
            },
            _ => None,
        };
        // What most bytes are is told by a few of them.
        let step = (each.len() / 4).max(1);
        (0..each.len()).step_by(step).find_map(array_of)
    }

    /// The offsets that may differ from what the object was made with: all of them, or those of the pages that are there.
    fn written(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match &self.content {
            Content::Pages { pages, .. } => {
                Box::new(pages.iter().enumerate().filter(|(_, page)| page.is_some()).flat_map(
                    |(number, _)| {
                        let start = number as u64 * PAGE;
                        start..(start + PAGE).min(self.size)
                    },
                ))
            }
            Content::Bytes { marks: Marks::Uninitialised, .. } => Box::new(std::iter::empty()),
            _ => Box::new(0..self.size),
        }
    }

    /// Whether some byte was never written. An array term has none: what was open became variables when it was made.
    pub fn has_uninitialised(&self) -> bool {
        match &self.content {
            Content::Bytes { marks: Marks::Concrete, .. } | Content::Array(_) => false,
            Content::Bytes { marks: Marks::Uninitialised, .. } => true,
            Content::Bytes { marks: Marks::Each(each), .. } => each.contains(&Mark::Uninitialised),
            Content::Pages { pages, zero } => {
                !zero || pages.iter().flatten().any(|page| page.has_uninitialised())
            }
        }
    }

    /// Whether some byte is a term.
    pub(crate) fn has_terms(&self) -> bool {
        match &self.content {
            Content::Bytes { marks: Marks::Each(each), .. } => {
                each.iter().any(|mark| matches!(mark, Mark::Term(_)))
            }
            Content::Bytes { .. } => false,
            Content::Pages { pages, .. } => pages.iter().flatten().any(|page| page.has_terms()),
            Content::Array(_) => true,
        }
    }

    /// Replaces every term by the number it stands for.
    pub(crate) fn concretise(
        &mut self,
        store: &TermStore,
        index: Sort,
        number: &mut dyn FnMut(TermId) -> u8,
    ) {
        if !self.has_terms() {
            return;
        }
        let terms: Vec<(u64, TermId)> = self
            .written()
            .filter_map(|offset| match self.byte(store, index, offset) {
                Byte::Term(term) => Some((offset, term)),
                _ => None,
            })
            .collect();
        if let Content::Array(_) = self.content {
            let bytes = (0..self.size).map(|offset| match self.byte(store, index, offset) {
                Byte::Concrete(number) => number,
                _ => 0,
            });
            *self = Bytes::concrete(bytes.collect());
        }
        for (offset, term) in terms {
            self.set_byte(store, index, offset, Byte::Concrete(number(term)));
        }
    }

    /// Gives every byte that was never written a variable of its own.
    pub(crate) fn name_uninitialised(&mut self, store: &TermStore, index: Sort) {
        if matches!(self.content, Content::Pages { .. }) {
            self.as_array_term(store, index);
            return;
        }
        for offset in 0..self.size {
            if self.byte(store, index, offset) == Byte::Uninitialised {
                let fresh = Byte::Term(store.fresh_var("uninitialised", Sort::BitVec(8)));
                self.set_byte(store, index, offset, fresh);
            }
        }
    }

    /// The content as an array term, if it is one.
    pub fn array(&self) -> Option<TermId> {
        match self.content {
            Content::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Replaces the content by an array term.
    pub fn set_array(&mut self, array: TermId) {
        self.content = Content::Array(array);
    }

    /// Makes every byte uninitialised, as when a stack object comes into scope.
    pub fn forget(&mut self) {
        *self = Bytes::uninitialised(self.size);
    }
}

/// Whether a term is the element of an array at an offset.
fn is_element(store: &TermStore, array: TermId, offset: u64, term: TermId) -> bool {
    match store.view(term) {
        (lariat_term::Op::Select, args) => {
            args[0] == array && store.as_word(args[1]) == Some(offset)
        }
        _ => false,
    }
}

/// Bytes in memory order as one scalar of `width` bits.
pub(crate) fn join(store: &TermStore, bytes: &[Byte], width: u32) -> Option<Value> {
    if let Some(numbers) = bytes
        .iter()
        .map(|byte| match byte {
            Byte::Concrete(number) => Some(*number),
            _ => None,
        })
        .collect::<Option<Vec<u8>>>()
    {
        let mut words = vec![0u64; numbers.len().div_ceil(8)];
        for (position, number) in numbers.iter().enumerate() {
            words[position / 8] |= u64::from(*number) << (position % 8 * 8);
        }
        return Some(Value::concrete(&BitVec::from_words(width, &words)));
    }
    let mut term: Option<TermId> = None;
    for byte in bytes {
        let high = match byte {
            Byte::Concrete(number) => store.bv_const(8, u64::from(*number)),
            Byte::Term(term) => *term,
            Byte::Uninitialised => return None,
        };
        term = Some(term.map_or(high, |low| store.concat(high, low)));
    }
    let term = term?;
    let have = store.sort(term).width();
    let term = if have > width { store.extract(width - 1, 0, term) } else { term };
    Some(Value::from_term(store, term))
}

/// A scalar of `width` bits as `count` bytes in memory order; bits beyond the width are zero.
pub(crate) fn split(
    store: &TermStore,
    value: &Value,
    width: u32,
    count: usize,
) -> Option<Vec<Byte>> {
    let bits = match value {
        Value::Word(word) if count <= 8 => {
            return Some(word.to_le_bytes()[..count].iter().map(|b| Byte::Concrete(*b)).collect());
        }
        Value::Word(word) => BitVec::new(width, *word),
        Value::Wide(bits) => (**bits).clone(),
        Value::Term(_) => {
            let term = value.bits(store, width)?;
            let total = count as u32 * 8;
            let term = store.zero_extend(total - width, term);
            return Some(
                (0..count as u32)
                    .map(|position| {
                        let byte = store.extract(position * 8 + 7, position * 8, term);
                        match store.as_word(byte) {
                            Some(number) => Byte::Concrete(number as u8),
                            None => Byte::Term(byte),
                        }
                    })
                    .collect(),
            );
        }
        Value::Many(_) | Value::Poison => return None,
    };
    let mut bytes = bits.to_biguint().to_bytes_le();
    bytes.resize(count, 0);
    Some(bytes.into_iter().map(Byte::Concrete).collect())
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A global variable.
    Global(lariat_program::GlobalId),
    /// A function, which has an address but no content.
    Function(lariat_program::FunctionId),
    /// A block of a function, for computed gotos.
    Block(lariat_program::FunctionId, lariat_program::BlockId),
    /// A local variable: the function and the instruction.
    Stack(lariat_program::FunctionId, lariat_program::InstId),
    /// A copy of an argument passed by value, or other memory that belongs to a call.
    Argument(lariat_program::FunctionId),
    /// Allocated by the program: the function and the calling instruction.
    Heap(lariat_program::FunctionId, lariat_program::InstId),
    /// Made by Lariat: arguments of `main`, input buffers.
    Input,
}

/// A memory object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Address of the first byte.
    pub base: u64,
    /// The content, as large as the object can be.
    pub bytes: Bytes,
    /// The size, if it is symbolic; never more than that of the content.
    pub symbolic_size: Option<TermId>,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether it may be written.
    pub writable: bool,
    /// Whether a stack object is out of scope.
    pub out_of_scope: bool,
    /// Whether it holds addresses.
    pub holds: Holds,
    /// Where the memory of an input ends that could go on.
    pub ends: Option<Arc<Ends>>,
    /// For memory of the heap, which allocations its bytes come from, in the order of the bytes.
    pub supplies: Option<Arc<[Supply]>>,
}

/// Pointers of an input that are null only because what is behind an argument ends somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// Where they are.
    pub offsets: Vec<u64>,
    /// How many pointers were followed one after the other.
    pub depth: u32,
}

/// The bytes of an object that one allocation brought. `realloc` brings those at the end only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Supply {
    /// The first of them.
    pub from: u64,
    /// The number of the allocation among those of the program; none for those that nobody counts.
    pub allocation: Option<u32>,
}

impl Object {
    /// An address of so many bytes is written at an offset.
    #[inline]
    pub(crate) fn hold(&mut self, offset: u64, size: u64) {
        let place = if offset.is_multiple_of(size) { Holds::Aligned } else { Holds::Anywhere };
        self.holds = self.holds.max(place);
    }

    /// Whether an access in bounds needs no more thought.
    #[inline]
    pub fn is_simple(&self) -> bool {
        !self.out_of_scope && self.symbolic_size.is_none() && self.ends.is_none()
    }
}

/// The number in 1 to 8 bytes. The usual sizes are one access of the machine instead of a call.
#[inline]
fn word_of(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }
    }
}

/// Writes a number to 1 to 8 bytes.
#[inline]
fn put_word(bytes: &mut [u8], word: u64) {
    let word = word.to_le_bytes();
    match bytes.len() {
        1 => bytes.copy_from_slice(&word[..1]),
        2 => bytes.copy_from_slice(&word[..2]),
        4 => bytes.copy_from_slice(&word[..4]),
        8 => bytes.copy_from_slice(&word),
        count => bytes.copy_from_slice(&word[..count]),
    }
}

/// The name the source has for an object, or what it is.
pub fn object_name(program: &lariat_program::Program, origin: Origin) -> String {
    match origin {
        Origin::Global(global) => {
            let global = &program.globals[global];
            global.source_name.as_ref().unwrap_or(&global.name).clone()
        }
        Origin::Function(function) => program.functions[function].name.clone(),
        Origin::Block(..) => "label".to_owned(),
        Origin::Stack(function, inst) => {
            let body = program.functions[function].body.as_ref();
            let name =
                body.and_then(|body| body.result(inst).and_then(|value| body.value_name(value)));
            name.unwrap_or("local").to_owned()
        }
        Origin::Argument(_) => "argument".to_owned(),
        Origin::Heap(..) => "memory".to_owned(),
        Origin::Input => "input".to_owned(),
    }
}

/// A shared object.
pub(crate) type ObjectRef = Arc<Object>;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const INDEX: Sort = Sort::BitVec(64);

    proptest! {
        /// Small objects and objects in pages behave like a plain array of bytes, some of which were never written.
        #[test]
        fn behaves_like_an_array(
            large in any::<bool>(),
            zero in any::<bool>(),
            operations in prop::collection::vec((0u8..4, any::<u32>(), 1usize..=8, any::<u64>()), 0..80),
        ) {
            let store = TermStore::new();
            let size = if large { LARGE + 5000 } else { 40 };
            let mut bytes = if zero { Bytes::zero(size) } else { Bytes::uninitialised(size) };
            let mut plain = vec![zero.then_some(0u8); size as usize];
            for (kind, place, count, word) in operations {
                // Large objects are mostly touched around the border of two pages.
                let offset = u64::from(place) % 24 + if large && place % 3 != 0 { PAGE - 12 } else { 0 };
                let range = offset as usize..offset as usize + count;
                match kind {
                    0 => {
                        let numbers = word.to_le_bytes();
                        if !bytes.write_word(offset, count, word) {
                            bytes.write_slice(&store, INDEX, offset, &numbers[..count]);
                        }
                        for (slot, number) in plain[range].iter_mut().zip(numbers) {
                            *slot = Some(number);
                        }
                    }
                    1 => {
                        bytes.set_byte(&store, INDEX, offset, Byte::Uninitialised);
                        plain[offset as usize] = None;
                    }
                    2 => if let Some(word) = bytes.read_word(offset, count) {
                        let wanted: Option<Vec<u8>> = plain[range].iter().copied().collect();
                        prop_assert_eq!(Some(word.to_le_bytes()[..count].to_vec()), wanted);
                    },
                    _ => {
                        let wanted = plain[offset as usize].map_or(Byte::Uninitialised, Byte::Concrete);
                        prop_assert_eq!(bytes.byte(&store, INDEX, offset), wanted);
                    }
                }
            }
            prop_assert_eq!(bytes.has_uninitialised(), plain.contains(&None));
            bytes.as_array_term(&store, INDEX);
            for offset in (0..40).chain(if large { PAGE - 12..PAGE + 12 } else { 0..0 }) {
                if let Some(number) = plain[offset as usize] {
                    prop_assert_eq!(bytes.byte(&store, INDEX, offset), Byte::Concrete(number));
                }
            }
        }
    }
}
