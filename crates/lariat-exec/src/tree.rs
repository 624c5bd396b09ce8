//! The execution tree: how the states of a run came out of each other.
//!
//! A node is the life of one state, from where it split off (the branch, and the condition it took) to its end; its children are
//! the states that split off from it, and it goes on itself on the other side of each split. So a run of n states has n nodes and
//! not 2n, and splitting costs one node whatever the number of sides.
//!
//! Reports that show the tree keep all of it. Otherwise a node goes as soon as its state has ended and nothing below it lives, so
//! the tree is as large as the set of live states and the ways to them. Numbers of dropped nodes are used again.

use lariat_term::TermId;

use crate::bug::{EndReason, Site};

/// How the state of a node stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// It has not ended.
    Live,
    /// It was followed to its end.
    Finished,
    /// It ended at a bug.
    Bug,
    /// It ended early; part of what it does is not explored.
    LeftOut,
}

impl From<&EndReason> for Standing {
    fn from(reason: &EndReason) -> Standing {
        match reason {
            EndReason::Bug(_) => Standing::Bug,
            reason if reason.is_complete() => Standing::Finished,
            _ => Standing::LeftOut,
        }
    }
}

/// Where a state split off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The state it came from.
    pub parent: u32,
    /// The operation at which they parted.
    pub site: Site,
    /// What holds on this side and not on the parent's.
    pub condition: TermId,
}

/// The life of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// Where it split off; none for the first state.
    pub split: Option<Split>,
    /// How it stands.
    pub standing: Standing,
    /// States that split off from it and are still in the tree.
    pub children: u32,
}

/// The execution tree of a run. Node 0 is the first state.
#[derive(Debug)]
pub struct ExecutionTree {
    nodes: Vec<Option<Node>>,
    free: Vec<u32>,
    keep: bool,
    dropped: u64,
}

impl ExecutionTree {
    /// The tree of one state. With `keep`, nodes stay when nothing below them lives.
    pub fn new(keep: bool) -> ExecutionTree {
        let root = Node { split: None, standing: Standing::Live, children: 0 };
        ExecutionTree { nodes: vec![Some(root)], free: Vec::new(), keep, dropped: 0 }
    }

    /// A state splits off; its node.
    pub fn split(&mut self, parent: u32, site: Site, condition: TermId) -> u32 {
        if let Some(Some(node)) = self.nodes.get_mut(parent as usize) {
            node.children += 1;
        }
        let split = Some(Split { parent, site, condition });
        let node = Some(Node { split, standing: Standing::Live, children: 0 });
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

    /// The state of a node has ended.
    pub fn end(&mut self, node: u32, standing: Standing) {
        if let Some(Some(ended)) = self.nodes.get_mut(node as usize) {
            ended.standing = standing;
        }
        let mut number = node;
        while !self.keep
            && let Some(Some(candidate)) = self.nodes.get(number as usize)
            && candidate.standing != Standing::Live
            && candidate.children == 0
            && let Some(split) = candidate.split
        {
            self.nodes[number as usize] = None;
            self.free.push(number);
            self.dropped += 1;
            if let Some(Some(parent)) = self.nodes.get_mut(split.parent as usize) {
                parent.children -= 1;
            }
            number = split.parent;
        }
    }

    /// A node; none if it was dropped.
    pub fn get(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize)?.as_ref()
    }

    /// The splits that lead to a node, the first one first.
    pub fn way(&self, node: u32) -> Vec<Split> {
        let mut way: Vec<Split> =
            std::iter::successors(self.get(node).and_then(|node| node.split), |split| {
                self.get(split.parent).and_then(|node| node.split)
            })
            .collect();
        way.reverse();
        way
    }

    /// All nodes in the tree, by number.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, &Node)> {
        let numbered = self.nodes.iter().enumerate();
        numbered.filter_map(|(number, node)| Some((number as u32, node.as_ref()?)))
    }

    /// Number of nodes in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Whether there is no node; the first one always is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of nodes that were dropped because nothing below them lived.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Bytes the tree takes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Option<Node>>() + self.free.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cranelift_entity::EntityRef;
    use lariat_program::FunctionId;
    use lariat_term::TermStore;

    fn site(pc: u32) -> Site {
        Site { function: FunctionId::new(0), pc }
    }

    #[test]
    fn dead_branches_go_and_their_numbers_are_used_again() {
        let truth = TermStore::new().tt();
        let mut tree = ExecutionTree::new(false);
        let a = tree.split(0, site(1), truth);
        let b = tree.split(a, site(2), truth);
        let c = tree.split(a, site(3), truth);
        tree.end(a, Standing::Finished);
        assert_eq!(tree.len(), 4, "a has living children");
        assert_eq!(tree.way(c).iter().map(|s| s.site.pc).collect::<Vec<_>>(), [1, 3]);
        tree.end(b, Standing::Bug);
        assert!(tree.get(b).is_none());
        tree.end(c, Standing::LeftOut);
        assert_eq!((tree.len(), tree.dropped()), (1, 3), "only the first state is left");
        assert!([a, b, c].contains(&tree.split(0, site(4), truth)));
    }

    #[test]
    fn a_kept_tree_remembers_how_states_ended() {
        let truth = TermStore::new().tt();
        let mut tree = ExecutionTree::new(true);
        let a = tree.split(0, site(1), truth);
        tree.end(a, Standing::Bug);
        assert_eq!(tree.get(a).map(|node| node.standing), Some(Standing::Bug));
        assert_eq!(tree.nodes().count(), 2);
    }
}
