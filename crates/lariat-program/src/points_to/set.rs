//! Sets of objects: sparse bit sets.
//!
//! Most sets hold a handful of the tens of thousands of objects of a large program, and neighbours tend to be numbered close
//! together. So a set is a sorted list of 64-bit words that are not zero, each with its index.

use cranelift_entity::EntityRef;

use super::ObjectId;

/// A set of abstract objects. If it holds [`ObjectId::EXTERNAL`] it means all escaped objects as well; see
/// [`PointsTo::expand`](super::PointsTo::expand).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ObjectSet {
    words: Vec<(u32, u64)>,
}

impl ObjectSet {
    /// The set of these objects.
    pub fn of(objects: &[ObjectId]) -> ObjectSet {
        let mut set = ObjectSet::default();
        objects.iter().for_each(|object| {
            set.insert(*object);
        });
        set
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// Whether an object is a member itself.
    pub fn contains(&self, object: ObjectId) -> bool {
        let (index, bit) = place(object.index());
        match self.words.binary_search_by_key(&index, |(index, _)| *index) {
            Ok(at) => self.words[at].1 & bit != 0,
            Err(_) => false,
        }
    }

    /// Adds an object; says whether it is new.
    pub fn insert(&mut self, object: ObjectId) -> bool {
        let (index, bit) = place(object.index());
        match self.words.binary_search_by_key(&index, |(index, _)| *index) {
            Ok(at) => {
                let new = self.words[at].1 & bit == 0;
                self.words[at].1 |= bit;
                new
            }
            Err(at) => {
                self.words.insert(at, (index, bit));
                true
            }
        }
    }

    /// Takes an object out.
    pub fn remove(&mut self, object: ObjectId) {
        let (index, bit) = place(object.index());
        if let Ok(at) = self.words.binary_search_by_key(&index, |(index, _)| *index) {
            self.words[at].1 &= !bit;
            if self.words[at].1 == 0 {
                self.words.remove(at);
            }
        }
    }

    /// Adds all members of another set; says whether any is new.
    pub fn union(&mut self, other: &ObjectSet) -> bool {
        if other.is_subset(self) {
            return false;
        }
        let mut merged = Vec::with_capacity(self.words.len() + other.words.len());
        let (mut left, mut right) = (self.words.iter().peekable(), other.words.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    merged.push((a.0, a.1 | b.1));
                    left.next();
                    right.next();
                }
                (Some(a), Some(b)) if a.0 < b.0 => merged.extend(left.next()),
                (Some(_), None) => merged.extend(left.next()),
                (_, Some(_)) => merged.extend(right.next()),
                (None, None) => break,
            }
        }
        self.words = merged;
        true
    }

    /// Whether all members are in another set too.
    pub fn is_subset(&self, other: &ObjectSet) -> bool {
        let mut rest = &other.words[..];
        self.words.iter().all(|(index, bits)| {
            let at = rest.partition_point(|(other, _)| other < index);
            rest = &rest[at..];
            matches!(rest.first(), Some((other, mask)) if other == index && bits & !mask == 0)
        })
    }

    /// Whether both have a member in common, taken literally.
    pub fn intersects(&self, other: &ObjectSet) -> bool {
        let mut rest = &other.words[..];
        self.words.iter().any(|(index, bits)| {
            let at = rest.partition_point(|(other, _)| other < index);
            rest = &rest[at..];
            matches!(rest.first(), Some((other, mask)) if other == index && bits & mask != 0)
        })
    }

    /// The members that are not in another set.
    #[must_use]
    pub fn minus(&self, other: &ObjectSet) -> ObjectSet {
        let mut rest = &other.words[..];
        let mut words = Vec::new();
        for (index, bits) in &self.words {
            let at = rest.partition_point(|(other, _)| other < index);
            rest = &rest[at..];
            let mask = match rest.first() {
                Some((other, mask)) if other == index => *mask,
                _ => 0,
            };
            if bits & !mask != 0 {
                words.push((*index, bits & !mask));
            }
        }
        ObjectSet { words }
    }

    /// All members in order.
    pub fn iter(&self) -> impl Iterator<Item = ObjectId> {
        self.words.iter().flat_map(|&(index, bits)| {
            (0..64)
                .filter(move |bit| bits >> bit & 1 == 1)
                .map(move |bit| ObjectId::new(index as usize * 64 + bit))
        })
    }
}

fn place(index: usize) -> (u32, u64) {
    ((index / 64) as u32, 1 << (index % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(numbers: &BTreeSet<usize>) -> ObjectSet {
        let objects: Vec<ObjectId> = numbers.iter().map(|n| ObjectId::new(*n)).collect();
        ObjectSet::of(&objects)
    }

    fn numbers(set: &ObjectSet) -> BTreeSet<usize> {
        set.iter().map(|object| object.index()).collect()
    }

    proptest! {
        #[test]
        fn behaves_like_a_set(
            a in prop::collection::btree_set(0..300usize, 0..20),
            b in prop::collection::btree_set(0..300usize, 0..20),
        ) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(numbers(&x), a.clone());
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(numbers(&x.minus(&y)), a.difference(&b).copied().collect::<BTreeSet<_>>());
            let mut union = x.clone();
            prop_assert_eq!(union.union(&y), !b.is_subset(&a));
            prop_assert_eq!(numbers(&union), a.union(&b).copied().collect::<BTreeSet<_>>());
            for n in &b {
                union.remove(ObjectId::new(*n));
                prop_assert!(!union.contains(ObjectId::new(*n)));
            }
            prop_assert_eq!(union, x.minus(&y));
        }
    }
}
