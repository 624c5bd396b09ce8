//! Choosing a state by a random walk down the execution tree.
//!
//! Each inner node stands for a split, and the walk takes either side with equal chance, so a state is chosen with the
//! probability 2^-depth: a loop that makes thousands of states deep down gets no more time than the one state beside it.
//! Sides with no state left are cut out at once, so every inner node has two living sides. The expected length of a walk is then the
//! entropy of the choice, at most log2 of the number of states.

use crate::search::Random;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    /// Both sides of a split; `NONE` for a leaf.
    sides: [u32; 2],
    /// What a leaf stands for.
    item: u32,
}

/// A binary tree whose leaves are states.
pub(crate) struct Walk {
    nodes: Vec<Node>,
    free: Vec<u32>,
    root: u32,
}

impl Default for Walk {
    fn default() -> Self {
        Walk { nodes: Vec::new(), free: Vec::new(), root: NONE }
    }
}

impl Walk {
    fn make(&mut self, node: Node) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.nodes[number as usize] = node;
                number
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        }
    }

    /// Adds a leaf beside everything that is there.
    pub(crate) fn insert(&mut self, item: u32) -> u32 {
        if self.root == NONE {
            self.root = self.make(Node { parent: NONE, sides: [NONE; 2], item });
            return self.root;
        }
        self.split(self.root, item)
    }

    /// Adds a leaf beside a node: both are now below a new split in its place.
    pub(crate) fn split(&mut self, beside: u32, item: u32) -> u32 {
        let parent = self.nodes[beside as usize].parent;
        let leaf = self.make(Node { parent: NONE, sides: [NONE; 2], item });
        let inner = self.make(Node { parent, sides: [beside, leaf], item: NONE });
        self.nodes[leaf as usize].parent = inner;
        self.nodes[beside as usize].parent = inner;
        self.put_below(parent, beside, inner);
        leaf
    }

    fn put_below(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
            return;
        }
        let sides = &mut self.nodes[parent as usize].sides;
        sides[usize::from(sides[0] != old)] = new;
    }

    /// Takes a leaf out; the other side takes the place of their split.
    pub(crate) fn remove(&mut self, leaf: u32) {
        let parent = self.nodes[leaf as usize].parent;
        self.free.push(leaf);
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let Node { parent: above, sides, .. } = self.nodes[parent as usize];
        let other = sides[usize::from(sides[0] == leaf)];
        self.nodes[other as usize].parent = above;
        self.put_below(above, parent, other);
        self.free.push(parent);
    }

    /// Says what a leaf stands for from now on.
    pub(crate) fn set_item(&mut self, leaf: u32, item: u32) {
        self.nodes[leaf as usize].item = item;
    }

    /// The item at the end of a random walk.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<u32> {
        let mut node = self.nodes.get(self.root as usize)?;
        let (mut bits, mut left) = (0u64, 0u32);
        while node.sides[0] != NONE {
            if left == 0 {
                (bits, left) = (random.next(), 64);
            }
            node = &self.nodes[node.sides[(bits & 1) as usize] as usize];
            bits >>= 1;
            left -= 1;
        }
        Some(node.item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_state_beside_many_gets_half_of_the_picks() {
        let mut walk = Walk::default();
        let shallow = walk.insert(0);
        let mut deep = walk.split(shallow, 1);
        for item in 2..100 {
            deep = walk.split(deep, item);
        }
        let mut random = Random::new(7);
        let hits = (0..10_000).filter(|_| walk.pick(&mut random) == Some(0)).count();
        assert!((4_700..5_300).contains(&hits), "{hits} of 10000");
    }

    proptest! {
        #[test]
        fn holds_exactly_what_was_put_in(
            operations in prop::collection::vec((0u8..3, any::<prop::sample::Index>()), 0..200),
        ) {
            let mut walk = Walk::default();
            let mut leaves: BTreeMap<u32, u32> = BTreeMap::new();
            for (number, (kind, which)) in operations.into_iter().enumerate() {
                let item = number as u32;
                let chosen = (!leaves.is_empty())
                    .then(|| *leaves.keys().nth(which.index(leaves.len())).expect("in range"));
                match (kind, chosen) {
                    (0, Some(beside)) => { let leaf = walk.split(beside, item); leaves.insert(leaf, item); }
                    (1, Some(leaf)) => { walk.remove(leaf); leaves.remove(&leaf); }
                    _ => { let leaf = walk.insert(item); leaves.insert(leaf, item); }
                }
                let mut random = Random::new(u64::from(item) + 1);
                match walk.pick(&mut random) {
                    Some(picked) => prop_assert!(leaves.values().any(|item| *item == picked)),
                    None => prop_assert!(leaves.is_empty()),
                }
            }
            // Every item is reached by some walk, and nothing else.
            let mut found: Vec<u32> = Vec::new();
            let mut random = Random::new(3);
            while let Some(item) = walk.pick(&mut random) {
                found.push(item);
                let leaf = *leaves.iter().find(|(_, known)| **known == item).expect("known").0;
                walk.remove(leaf);
                leaves.remove(&leaf);
            }
            prop_assert!(leaves.is_empty());
        }
    }
}
