//! Solves inclusion constraints: which objects each node may point to.
//!
//! The method is wave propagation (Pereira and Berlin, "Wave Propagation and Deep Propagation for Pointer Analysis", 2009): collapse
//! the cycles of the graph of copies, push what is new along the now acyclic graph in topological order, then let loads, stores
//! and calls through what they newly point to add edges; repeat until nothing changes. Nodes of a cycle have equal
//! sets, so they become one.
//!
//! One node stands for the content of everything outside the program. When the address of an object gets there, the object has
//! *escaped*: unknown code may read and write it, so from then on its content and the outside's content are one node.
//! That node's set is kept as just the external object, which by definition stands for all escaped ones. This keeps the sets of
//! programs small that pass most of their data through unknown functions.

use cranelift_entity::EntityRef;

use super::{ObjectId, ObjectSet};
use crate::graph::strongly_connected_components;

/// A node of the constraint graph: anything that can hold addresses.
pub(super) type Node = u32;

/// What happens with each object that a node points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Through {
    /// `to` may get what is in the object.
    Load { to: Node },
    /// The object may get what `from` holds.
    Store { from: Node },
    /// The call site of this number may call the object.
    Call { site: u32 },
}

/// Tells the owner of the constraints what the solver found, so that it adds more.
pub(super) trait Discover {
    /// A call through a pointer may go to this object.
    fn called(&mut self, solver: &mut Solver, site: u32, object: ObjectId);
    /// An object's address has become known to unknown code.
    fn escaped(&mut self, solver: &mut Solver, object: ObjectId);
}

#[derive(Clone, Default, Debug)]
struct NodeData {
    targets: ObjectSet,
    /// The part of `targets` that was pushed along the edges.
    pushed: ObjectSet,
    /// The part of `targets` that `through` was applied to.
    applied: ObjectSet,
    edges: Vec<Node>,
    through: Vec<Through>,
    /// How many entries of `through` were applied to all of `applied`.
    settled: usize,
}

/// The constraint graph.
#[derive(Clone, Debug)]
pub(super) struct Solver {
    nodes: Vec<NodeData>,
    representative: Vec<Node>,
    /// Content nodes of objects.
    contents: Vec<Node>,
    /// Objects whose address unknown code has.
    pub(super) escaped: ObjectSet,
    external_content: Node,
    pub(super) waves: u32,
}

impl Solver {
    /// A graph with the external object and its content.
    pub(super) fn new() -> Solver {
        let mut solver = Solver {
            nodes: Vec::new(),
            representative: Vec::new(),
            contents: Vec::new(),
            escaped: ObjectSet::default(),
            external_content: 0,
            waves: 0,
        };
        solver.external_content = solver.node();
        solver.contents.push(solver.external_content);
        solver.point_to(solver.external_content, ObjectId::EXTERNAL);
        solver
    }

    /// A new node that points to nothing.
    pub(super) fn node(&mut self) -> Node {
        let node = self.nodes.len() as Node;
        self.nodes.push(NodeData::default());
        self.representative.push(node);
        node
    }

    /// A content node for the next object.
    pub(super) fn object(&mut self) {
        let node = self.node();
        self.contents.push(node);
    }

    /// The node that holds what is in an object.
    pub(super) fn content(&self, object: ObjectId) -> Node {
        self.contents[object.index()]
    }

    /// The content of everything outside.
    pub(super) fn external_content(&self) -> Node {
        self.external_content
    }

    fn find(&self, mut node: Node) -> Node {
        while self.representative[node as usize] != node {
            node = self.representative[node as usize];
        }
        node
    }

    /// What a node points to.
    pub(super) fn targets(&self, node: Node) -> &ObjectSet {
        &self.nodes[self.find(node) as usize].targets
    }

    /// A node points to an object.
    pub(super) fn point_to(&mut self, node: Node, object: ObjectId) {
        let node = self.find(node);
        self.nodes[node as usize].targets.insert(object);
    }

    /// `to` points to whatever `from` points to.
    pub(super) fn copy(&mut self, from: Node, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to {
            return;
        }
        // A set of edges would be exact; checking the few latest catches most repetitions and the waves remove the rest.
        let edges = &mut self.nodes[from as usize].edges;
        if edges.iter().rev().take(16).any(|edge| *edge == to) {
            return;
        }
        edges.push(to);
        let pushed = std::mem::take(&mut self.nodes[from as usize].pushed);
        self.nodes[to as usize].targets.union(&pushed);
        self.nodes[from as usize].pushed = pushed;
    }

    /// Says what happens with each object a node points to.
    pub(super) fn through(&mut self, node: Node, through: Through) {
        let node = self.find(node);
        self.nodes[node as usize].through.push(through);
    }

    /// Makes two nodes one.
    pub(super) fn unify(&mut self, a: Node, b: Node) -> Node {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return a;
        }
        // The external content stays its own representative, so that it is recognised.
        let external = self.find(self.external_content);
        let (keep, drop) = if b == external || (a != external && b < a) { (b, a) } else { (a, b) };
        self.representative[drop as usize] = keep;
        let dropped = std::mem::take(&mut self.nodes[drop as usize]);
        let kept = &mut self.nodes[keep as usize];
        kept.targets.union(&dropped.targets);
        // What one of the two has not pushed or applied yet must be done again for both.
        kept.pushed = ObjectSet::default();
        kept.applied = ObjectSet::default();
        kept.settled = 0;
        kept.edges.extend(dropped.edges);
        kept.through.extend(dropped.through);
        keep
    }

    /// Runs to the end.
    pub(super) fn solve(&mut self, discover: &mut impl Discover) {
        loop {
            self.waves += 1;
            let order = self.collapse_cycles();
            let changed = self.push_all(&order, discover);
            let applied = self.apply_all(discover);
            if !changed && !applied {
                break;
            }
        }
    }

    /// Makes each cycle of copies one node; returns the nodes in topological order, sources first.
    fn collapse_cycles(&mut self) -> Vec<Node> {
        for node in 0..self.nodes.len() as Node {
            self.representative[node as usize] = self.find(node);
        }
        let representative = &self.representative;
        let nodes = &mut self.nodes;
        for (index, data) in nodes.iter_mut().enumerate() {
            for edge in &mut data.edges {
                *edge = representative[*edge as usize];
            }
            data.edges.sort_unstable();
            data.edges.dedup();
            data.edges.retain(|edge| *edge as usize != index);
        }
        let edges = |node: usize| nodes[node].edges.iter().map(|edge| *edge as usize);
        let components = strongly_connected_components(nodes.len(), edges);
        let mut order = Vec::with_capacity(components.len());
        for component in components.into_iter().rev() {
            let mut kept = component[0] as Node;
            for member in &component[1..] {
                kept = self.unify(kept, *member as Node);
            }
            order.push(kept);
        }
        order
    }

    /// Pushes what is new along the edges.
    fn push_all(&mut self, order: &[Node], discover: &mut impl Discover) -> bool {
        let mut changed = false;
        for &node in order {
            if self.representative[node as usize] != node {
                continue;
            }
            if node == self.find(self.external_content) {
                self.escape_all(node, discover);
            }
            let data = &mut self.nodes[node as usize];
            let new = data.targets.minus(&data.pushed);
            if new.is_empty() {
                continue;
            }
            data.pushed = data.targets.clone();
            changed = true;
            let edges = std::mem::take(&mut data.edges);
            for &edge in &edges {
                let target = self.find(edge);
                self.nodes[target as usize].targets.union(&new);
            }
            let data = &mut self.nodes[node as usize];
            // Escaping objects may have added edges meanwhile; they come with what was pushed.
            let added = std::mem::replace(&mut data.edges, edges);
            data.edges.extend(added);
        }
        changed
    }

    /// Everything whose address the outside's content holds has escaped.
    fn escape_all(&mut self, external: Node, discover: &mut impl Discover) {
        let data = &mut self.nodes[external as usize];
        let objects: Vec<ObjectId> =
            data.targets.iter().filter(|object| *object != ObjectId::EXTERNAL).collect();
        if objects.is_empty() {
            return;
        }
        data.targets = ObjectSet::of(&[ObjectId::EXTERNAL]);
        for object in objects {
            if self.escaped.insert(object) {
                self.unify(external, self.content(object));
                discover.escaped(self, object);
            }
        }
        // What the contents just joined hold is outside now, too.
        self.escape_all(external, discover);
    }

    /// Applies loads, stores and calls to what their pointers newly point to.
    fn apply_all(&mut self, discover: &mut impl Discover) -> bool {
        let mut changed = false;
        for node in 0..self.nodes.len() as Node {
            let data = &mut self.nodes[node as usize];
            if data.through.is_empty() || self.representative[node as usize] != node {
                continue;
            }
            let new = data.targets.minus(&data.applied);
            if new.is_empty() && data.settled == data.through.len() {
                continue;
            }
            changed = true;
            let all = data.targets.clone();
            let through = data.through.clone();
            let settled = std::mem::replace(&mut data.settled, through.len());
            data.applied = all.clone();
            for (index, through) in through.into_iter().enumerate() {
                let objects = if index < settled { &new } else { &all };
                for object in objects.iter() {
                    self.apply(through, object, discover);
                }
            }
        }
        changed
    }

    fn apply(&mut self, through: Through, object: ObjectId, discover: &mut impl Discover) {
        match through {
            Through::Load { to } => self.copy(self.content(object), to),
            Through::Store { from } => self.copy(from, self.content(object)),
            Through::Call { site } => discover.called(self, site, object),
        }
    }
}
