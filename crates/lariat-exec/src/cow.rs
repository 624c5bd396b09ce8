//! A vector that many states share and each may change: chunks are copied when they are written to while shared.

use std::sync::Arc;

const CHUNK: usize = 64;

/// A vector with cheap clones and copy on write in chunks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CowVec<T> {
    chunks: Vec<Arc<Vec<T>>>,
    length: usize,
}

impl<T> Default for CowVec<T> {
    fn default() -> Self {
        CowVec { chunks: Vec::new(), length: 0 }
    }
}

impl<T: Clone> CowVec<T> {
    /// So many times the same element, at the cost of one chunk of them.
    pub(crate) fn filled(element: T, length: usize) -> CowVec<T> {
        let whole = Arc::new(vec![element.clone(); CHUNK.min(length)]);
        let mut chunks = vec![whole; length / CHUNK];
        if !length.is_multiple_of(CHUNK) {
            chunks.push(Arc::new(vec![element; length % CHUNK]));
        }
        CowVec { chunks, length }
    }

    /// Number of elements.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// An element.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    /// An element to be changed; its chunk is copied if another state has it too.
    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.length {
            return None;
        }
        let chunk = &mut self.chunks[index / CHUNK];
        Arc::make_mut(chunk).get_mut(index % CHUNK)
    }

    /// Adds an element at the end.
    pub(crate) fn push(&mut self, element: T) {
        let chunks = &mut self.chunks;
        if self.length.is_multiple_of(CHUNK) {
            chunks.push(Arc::new(Vec::with_capacity(CHUNK.min(self.length + 4))));
        }
        let last = chunks.last_mut().expect("a chunk with room was just made");
        Arc::make_mut(last).push(element);
        self.length += 1;
    }

    /// Drops everything from `length` on.
    pub(crate) fn truncate(&mut self, length: usize) {
        if length >= self.length {
            return;
        }
        let chunks = &mut self.chunks;
        chunks.truncate(length.div_ceil(CHUNK));
        if !length.is_multiple_of(CHUNK)
            && let Some(last) = chunks.last_mut()
        {
            Arc::make_mut(last).truncate(length % CHUNK);
        }
        self.length = length;
    }

    /// All elements in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_like_a_vector(operations in prop::collection::vec((0u8..4, 0usize..300), 0..400)) {
            let (mut cow, mut plain) = (CowVec::default(), Vec::new());
            let mut kept = Vec::new();
            for (kind, number) in operations {
                match kind {
                    0 | 1 => { cow.push(number); plain.push(number); }
                    3 if number % 11 == 0 => { cow = CowVec::filled(7, number); plain = vec![7; number]; }
                    2 => if let Some(element) = cow.get_mut(number) { *element += 1; plain[number] += 1; },
                    _ => if number % 7 == 0 { cow.truncate(number); plain.truncate(number); }
                         else { kept.push((cow.clone(), plain.clone())); },
                }
                prop_assert_eq!(cow.len(), plain.len());
            }
            kept.push((cow, plain));
            for (cow, plain) in kept {
                prop_assert_eq!(cow.iter().copied().collect::<Vec<_>>(), plain);
            }
        }
    }
}
