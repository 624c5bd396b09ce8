//! The hash table behind hash-consing: from a hash to the ids of terms with that hash.
//!
//! Finding a term is dominated by memory that is not in the cache. A general hash table keeps control bytes and entries in
//! different places and reads both; here one line of memory holds hash and id side by side, so a search that finds nothing
//! touches one place, and one that finds something touches that and the node. Entries are never removed, which leaves
//! open addressing with linear probing nothing to go wrong. Growing reads no node, because hashes are kept.

/// No term has this id.
const EMPTY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    id: u32,
}

/// A set of ids with their hashes.
#[derive(Default)]
pub(crate) struct IdTable {
    /// A power of two of slots, or none.
    slots: Vec<Slot>,
    used: usize,
}

impl IdTable {
    /// The id with this hash that `same` accepts.
    #[inline]
    pub(crate) fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut position = hash as usize & mask;
        while let Some(slot) = self.slots.get(position) {
            if slot.id == EMPTY {
                return None;
            }
            if slot.hash == hash && same(slot.id) {
                return Some(slot.id);
            }
            position = (position + 1) & mask;
        }
        None
    }

    /// Adds an id that is not there.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u32, id: u32) {
        assert_ne!(id, EMPTY, "fewer than 2^32 - 1 terms");
        if self.used * 3 >= self.slots.len() * 2 {
            self.grow();
        }
        self.put(Slot { hash, id });
        self.used += 1;
    }

    fn put(&mut self, new: Slot) {
        let mask = self.slots.len() - 1;
        let mut position = new.hash as usize & mask;
        while self.slots[position].id != EMPTY {
            position = (position + 1) & mask;
        }
        self.slots[position] = new;
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let old = std::mem::replace(&mut self.slots, vec![Slot { hash: 0, id: EMPTY }; size]);
        for slot in old {
            if slot.id != EMPTY {
                self.put(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_inserted_even_with_equal_hashes() {
        let mut table = IdTable::default();
        assert_eq!(table.find(7, |_| true), None);
        for id in 0..10_000 {
            table.insert(id % 100, id);
        }
        for id in 0..10_000 {
            assert_eq!(table.find(id % 100, |other| other == id), Some(id));
        }
        assert_eq!(table.find(5, |other| other == 6), None, "that one has another hash");
        assert_eq!(table.find(100, |_| true), None);
    }
}
