//! Programs as flowgraphs: nodes are program locations, every edge carries one assumption or one assignment.
//!
//! This is the view of "Abstracting Path Conditions" (Strejček and Trtík, ISSTA 2012), section 3.1: a finite directed graph with a
//! start node, target nodes and a label on each edge. Its algorithm works on graphs cut out of graphs: the loop along a backbone
//! becomes a graph of its own, whose loops become graphs again. So a [`Flowgraph`] is plain data that can be built, cut, joined
//! and searched here, and remembers for each node and edge where in the program it comes from.
//!
//! Deviations from the paper: a branching node may have more than two successors (switch); the case edges then carry one
//! assumption each and the default edge that none of them holds. All phis of a block are one assignment. There may be several
//! target nodes. A node carries a *call context*, so that the graph of a callee can be joined in at each call.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use fixedbitset::FixedBitSet;

use crate::cfg::Cfg;
use crate::graph::strongly_connected_components;
use crate::ids::*;
use crate::inst::{Operand, Terminator};
use crate::program::{Body, Program};

/// A node of a flowgraph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);
entity_impl!(NodeId, "n");

/// An edge of a flowgraph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FlowEdgeId(u32);
entity_impl!(FlowEdgeId, "fe");

/// Which activation of a function a node belongs to. The graph's owner gives the numbers their meaning; 0 is the function the
/// graph was made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct CallContext(pub u32);

/// The program location a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// Before an instruction of a block; for the block's end, before its terminator.
    Before(FunctionId, BlockId, InstId),
    /// On an edge between two blocks, after the decision to take it and before the phis.
    OnEdge(FunctionId, EdgeId),
    /// After the function has returned.
    Returned(FunctionId),
    /// No location; made by whoever built the graph.
    Synthetic,
}

/// A node's data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FlowNode {
    /// Where in the program.
    pub place: Place,
    /// In which activation.
    pub context: CallContext,
}

/// What holds if an edge is taken.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Assumption {
    /// The branch condition is (not) set.
    Condition {
        /// The condition.
        condition: Operand,
        /// Whether it is set.
        holds: bool,
    },
    /// The switch value is that of a case.
    Case {
        /// The block that ends in the switch.
        block: BlockId,
        /// The number of the case.
        case: u32,
    },
    /// The switch value is that of no case.
    NoCase {
        /// The block that ends in the switch.
        block: BlockId,
    },
    /// The computed jump goes to this block.
    Jumps {
        /// The address jumped to.
        address: Operand,
        /// The block.
        target: BlockId,
    },
    /// Something that cannot be expressed; it may hold or not.
    Unknown,
}

/// What is done on an edge.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Assignment {
    /// Instructions of one block, from the first up to but without the second. May be a call.
    Insts(InstId, InstId),
    /// The phis of the block an edge leads to, all at once, as this edge sets them.
    Phis(EdgeId),
    /// The function returns what the block's terminator says.
    Return(BlockId),
    /// The callee's parameters get the arguments of a call in the function of the edge; the callee's nodes follow.
    EnterCall {
        /// The call.
        inst: InstId,
        /// The function called.
        callee: FunctionId,
    },
    /// The result of a call gets what the callee returned; the callee's nodes come before.
    LeaveCall {
        /// The call.
        inst: InstId,
        /// The function called.
        callee: FunctionId,
    },
}

/// What an edge carries. Operands and ids are those of [`FlowEdge::function`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// Nothing.
    Skip,
    /// A condition for taking it.
    Assume(Assumption),
    /// Something done on the way.
    Assign(Assignment),
}

/// An edge's data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FlowEdge {
    /// Where it starts.
    pub source: NodeId,
    /// Where it leads.
    pub target: NodeId,
    /// The function whose values and instructions the label names.
    pub function: FunctionId,
    /// The label.
    pub label: Label,
}

/// How finely a function is divided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Granularity {
    /// A node before every instruction, so that every location can be a target.
    #[default]
    Instructions,
    /// One edge for all instructions of a block.
    Blocks,
}

/// A flowgraph. Node and edge ids are stable while things are added; cutting makes a new graph with new ids.
#[derive(Clone, Debug)]
pub struct Flowgraph {
    nodes: PrimaryMap<NodeId, FlowNode>,
    edges: PrimaryMap<FlowEdgeId, FlowEdge>,
    outgoing: SecondaryMap<NodeId, Vec<FlowEdgeId>>,
    incoming: SecondaryMap<NodeId, Vec<FlowEdgeId>>,
    start: NodeId,
    targets: Vec<NodeId>,
}

/// A graph cut out of another, with the ids its nodes and edges had there.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The new graph.
    pub graph: Flowgraph,
    /// For each new node the old one.
    pub nodes: PrimaryMap<NodeId, NodeId>,
    /// For each new edge the old one.
    pub edges: PrimaryMap<FlowEdgeId, FlowEdgeId>,
}

impl Flowgraph {
    /// A graph of one node, which is its start.
    pub fn new(start: FlowNode) -> Flowgraph {
        let mut nodes = PrimaryMap::new();
        let start = nodes.push(start);
        Flowgraph {
            nodes,
            edges: PrimaryMap::new(),
            outgoing: SecondaryMap::new(),
            incoming: SecondaryMap::new(),
            start,
            targets: Vec::new(),
        }
    }

    /// The graph of a function from its entry; the target is the place after it returned. None if it is only declared.
    pub fn of_function(
        program: &Program,
        function: FunctionId,
        granularity: Granularity,
    ) -> Option<Flowgraph> {
        let body = program.functions[function].body.as_ref()?;
        Some(FunctionGraph::build(function, body, granularity))
    }

    /// Adds a node.
    pub fn add_node(&mut self, node: FlowNode) -> NodeId {
        self.nodes.push(node)
    }

    /// Adds an edge.
    pub fn add_edge(&mut self, edge: FlowEdge) -> FlowEdgeId {
        let (source, target) = (edge.source, edge.target);
        let id = self.edges.push(edge);
        self.outgoing[source].push(id);
        self.incoming[target].push(id);
        id
    }

    /// Makes a node the start.
    pub fn set_start(&mut self, start: NodeId) {
        self.start = start;
    }

    /// Makes nodes the targets.
    pub fn set_targets(&mut self, targets: Vec<NodeId>) {
        self.targets = targets;
    }

    /// The start node.
    pub fn start(&self) -> NodeId {
        self.start
    }

    /// The target nodes.
    pub fn targets(&self) -> &[NodeId] {
        &self.targets
    }

    /// A node.
    pub fn node(&self, node: NodeId) -> FlowNode {
        self.nodes[node]
    }

    /// An edge.
    pub fn edge(&self, edge: FlowEdgeId) -> &FlowEdge {
        &self.edges[edge]
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, FlowNode)> {
        self.nodes.iter().map(|(id, node)| (id, *node))
    }

    /// All edges in order.
    pub fn edges(&self) -> impl Iterator<Item = (FlowEdgeId, &FlowEdge)> {
        self.edges.iter()
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The edges that leave a node, in the order they were added.
    pub fn outgoing(&self, node: NodeId) -> &[FlowEdgeId] {
        &self.outgoing[node]
    }

    /// The edges that enter a node, in the order they were added.
    pub fn incoming(&self, node: NodeId) -> &[FlowEdgeId] {
        &self.incoming[node]
    }

    /// The nodes after a node, one entry per edge.
    pub fn successors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.outgoing[node].iter().map(|edge| self.edges[*edge].target)
    }

    /// The nodes before a node, one entry per edge.
    pub fn predecessors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.incoming[node].iter().map(|edge| self.edges[*edge].source)
    }

    /// The nodes of a program location, in any context.
    pub fn nodes_at(&self, place: Place) -> impl Iterator<Item = NodeId> {
        self.nodes.iter().filter(move |(_, node)| node.place == place).map(|(id, _)| id)
    }

    /// An empty set of nodes.
    pub fn no_nodes(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.nodes.len())
    }

    /// The nodes that paths from these nodes lead to, themselves included, without entering `avoid`.
    pub fn reachable_from(&self, from: &[NodeId], avoid: &FixedBitSet) -> FixedBitSet {
        self.search(from, avoid, |node| self.successors(node).collect())
    }

    /// The nodes with paths to these nodes, themselves included, without touching `avoid`.
    pub fn reaching(&self, to: &[NodeId], avoid: &FixedBitSet) -> FixedBitSet {
        self.search(to, avoid, |node| self.predecessors(node).collect())
    }

    fn search(
        &self,
        from: &[NodeId],
        avoid: &FixedBitSet,
        next: impl Fn(NodeId) -> Vec<NodeId>,
    ) -> FixedBitSet {
        let mut seen = self.no_nodes();
        let mut work = from.to_vec();
        while let Some(node) = work.pop() {
            if !avoid.contains(node.index()) && !seen.put(node.index()) {
                work.extend(next(node));
            }
        }
        seen
    }

    /// The strongly connected components, each after all components it leads to.
    pub fn components(&self) -> Vec<Vec<NodeId>> {
        let successors = |node: usize| self.successors(NodeId::new(node)).map(|n| n.index());
        strongly_connected_components(self.nodes.len(), successors)
            .into_iter()
            .map(|component| component.into_iter().map(NodeId::new).collect())
            .collect()
    }

    /// The nodes of all paths from `entry` back to `entry` that do not touch `avoid`: with the part of a backbone before its
    /// node `entry` as `avoid`, the loop along the backbone at `entry`. Empty if there is no such path.
    pub fn loop_at(&self, entry: NodeId, avoid: &FixedBitSet) -> FixedBitSet {
        let mut nodes = self.reachable_from(&[entry], avoid);
        nodes.intersect_with(&self.reaching(&[entry], avoid));
        let cyclic = self.successors(entry).any(|next| nodes.contains(next.index()));
        if cyclic { nodes } else { self.no_nodes() }
    }

    /// The part of the graph on these nodes; the start must be one of them, targets that are not are dropped.
    pub fn restrict(&self, nodes: &FixedBitSet) -> Option<Cut> {
        if !nodes.contains(self.start.index()) {
            return None;
        }
        let targets: Vec<NodeId> =
            self.targets.iter().copied().filter(|node| nodes.contains(node.index())).collect();
        Some(self.cut(nodes, self.start, &targets, |_| true))
    }

    /// The graph without some edges.
    pub fn without_edges(&self, edges: &FixedBitSet) -> Cut {
        let mut all = self.no_nodes();
        all.insert_range(..);
        self.cut(&all, self.start, &self.targets, |edge| !edges.contains(edge.index()))
    }

    /// The flowgraph induced by a loop and its entry, P(C, v) in the paper: the part on the loop's nodes that starts at the
    /// entry; all edges back to the entry lead to a new node instead, the target. None if the entry is not in the loop.
    pub fn induced_by_loop(&self, nodes: &FixedBitSet, entry: NodeId) -> Option<Cut> {
        if !nodes.contains(entry.index()) {
            return None;
        }
        let into_entry: Vec<FlowEdgeId> = self.incoming[entry]
            .iter()
            .copied()
            .filter(|edge| nodes.contains(self.edges[*edge].source.index()))
            .collect();
        let mut cut = self.cut(nodes, entry, &[], |edge| self.edges[edge].target != entry);
        let target = cut.graph.add_node(self.nodes[entry]);
        cut.nodes.push(entry);
        cut.graph.set_targets(vec![target]);
        let new_id = |old: NodeId| cut.nodes.iter().find(|(_, o)| **o == old).map(|(new, _)| new);
        let back: Vec<(FlowEdgeId, Option<NodeId>)> =
            into_entry.iter().map(|edge| (*edge, new_id(self.edges[*edge].source))).collect();
        for (old, source) in back {
            let Some(source) = source else { continue };
            cut.graph.add_edge(FlowEdge { source, target, ..self.edges[old].clone() });
            cut.edges.push(old);
        }
        Some(cut)
    }

    fn cut(
        &self,
        nodes: &FixedBitSet,
        start: NodeId,
        targets: &[NodeId],
        keep: impl Fn(FlowEdgeId) -> bool,
    ) -> Cut {
        let mut old_nodes = PrimaryMap::new();
        let mut new_of: SecondaryMap<NodeId, Option<NodeId>> = SecondaryMap::new();
        let mut graph = Flowgraph::new(self.nodes[start]);
        // The start gets the first id, the others follow in their old order.
        new_of[start] = Some(graph.start);
        old_nodes.push(start);
        for old in nodes.ones().map(NodeId::new).filter(|node| *node != start) {
            new_of[old] = Some(graph.add_node(self.nodes[old]));
            old_nodes.push(old);
        }
        let mut old_edges = PrimaryMap::new();
        for (old, edge) in self.edges.iter().filter(|(old, _)| keep(*old)) {
            if let (Some(source), Some(target)) = (new_of[edge.source], new_of[edge.target]) {
                graph.add_edge(FlowEdge { source, target, ..edge.clone() });
                old_edges.push(old);
            }
        }
        graph.targets = targets.iter().filter_map(|node| new_of[*node]).collect();
        Cut { graph, nodes: old_nodes, edges: old_edges }
    }

    /// Adds a copy of another graph, all its nodes in the given context; returns the new id of each of its nodes. Start and
    /// targets stay what they were: edges to and from the copy join the two.
    pub fn append(
        &mut self,
        other: &Flowgraph,
        context: CallContext,
    ) -> PrimaryMap<NodeId, NodeId> {
        let mut new_of = PrimaryMap::new();
        for node in other.nodes.values() {
            new_of.push(self.add_node(FlowNode { context, ..*node }));
        }
        for edge in other.edges.values() {
            let (source, target) = (new_of[edge.source], new_of[edge.target]);
            self.add_edge(FlowEdge { source, target, ..edge.clone() });
        }
        new_of
    }

    /// All paths from the start to a target that visit no node twice, as lists of edges: the backbones. The number of them
    /// can be exponential, so they come one by one, in the order of the edges.
    pub fn acyclic_paths(&self) -> AcyclicPaths<'_> {
        let useful = self.reaching(&self.targets, &self.no_nodes());
        let mut is_target = self.no_nodes();
        is_target.extend(self.targets.iter().map(|node| node.index()));
        let mut on_path = self.no_nodes();
        on_path.insert(self.start.index());
        AcyclicPaths {
            graph: self,
            useful,
            is_target,
            on_path,
            path: Vec::new(),
            stack: vec![(self.start, 0)],
            report: true,
        }
    }
}

/// Iterator over the acyclic paths of a flowgraph, see [`Flowgraph::acyclic_paths`].
#[derive(Clone, Debug)]
pub struct AcyclicPaths<'g> {
    graph: &'g Flowgraph,
    /// Nodes from which a target can be reached.
    useful: FixedBitSet,
    is_target: FixedBitSet,
    on_path: FixedBitSet,
    path: Vec<FlowEdgeId>,
    /// The nodes of the path, each with its next edge to try.
    stack: Vec<(NodeId, usize)>,
    /// Whether the last node was just reached.
    report: bool,
}

impl Iterator for AcyclicPaths<'_> {
    type Item = Vec<FlowEdgeId>;

    fn next(&mut self) -> Option<Vec<FlowEdgeId>> {
        while let Some((node, next)) = self.stack.last_mut() {
            let node = *node;
            if std::mem::take(&mut self.report) && self.is_target.contains(node.index()) {
                return Some(self.path.clone());
            }
            let Some(&edge) = self.graph.outgoing[node].get(*next) else {
                self.on_path.set(node.index(), false);
                self.stack.pop();
                self.path.pop();
                continue;
            };
            *next += 1;
            let target = self.graph.edges[edge].target;
            if self.useful.contains(target.index()) && !self.on_path.put(target.index()) {
                self.path.push(edge);
                self.stack.push((target, 0));
                self.report = true;
            }
        }
        None
    }
}

/// Builds the graph of one function.
struct FunctionGraph<'b> {
    function: FunctionId,
    body: &'b Body,
    cfg: Cfg,
    graph: Flowgraph,
    /// The node at the start of each block, after its phis.
    block_start: PrimaryMap<BlockId, NodeId>,
}

impl FunctionGraph<'_> {
    fn build(function: FunctionId, body: &Body, granularity: Granularity) -> Flowgraph {
        let at = |block: BlockId, inst: InstId| FlowNode {
            place: Place::Before(function, block, inst),
            context: CallContext::default(),
        };
        let entry = body.entry();
        let mut graph = Flowgraph::new(at(entry, body.blocks[entry].first));
        let mut block_start = PrimaryMap::new();
        for (id, block) in body.blocks.iter() {
            let start = if id == entry { graph.start } else { graph.add_node(at(id, block.first)) };
            block_start.push(start);
        }
        let mut this = FunctionGraph { function, body, cfg: Cfg::new(body), graph, block_start };
        let returned = this.graph.add_node(FlowNode {
            place: Place::Returned(function),
            context: CallContext::default(),
        });
        this.graph.set_targets(vec![returned]);
        for (id, block) in body.blocks.iter() {
            let mut node = this.block_start[id];
            let steps: Vec<(InstId, InstId)> = match granularity {
                Granularity::Instructions => {
                    block.insts().map(|inst| (inst, InstId::from_u32(inst.as_u32() + 1))).collect()
                }
                Granularity::Blocks if block.first == block.end => Vec::new(),
                Granularity::Blocks => vec![(block.first, block.end)],
            };
            for (first, end) in steps {
                let next = this.graph.add_node(at(id, end));
                this.edge(node, next, Label::Assign(Assignment::Insts(first, end)));
                node = next;
            }
            this.terminator(id, node, returned);
        }
        this.graph
    }

    fn edge(&mut self, source: NodeId, target: NodeId, label: Label) {
        self.graph.add_edge(FlowEdge { source, target, function: self.function, label });
    }

    fn terminator(&mut self, block: BlockId, node: NodeId, returned: NodeId) {
        let terminator = &self.body.blocks[block].terminator;
        if let Terminator::Return(_) = terminator {
            self.edge(node, returned, Label::Assign(Assignment::Return(block)));
        }
        let edges: Vec<EdgeId> = self.cfg.outgoing(block).collect();
        for edge in edges {
            let label = assumption(terminator, block, self.cfg.edge(edge).index)
                .map_or(Label::Skip, Label::Assume);
            let target = self.cfg.edge(edge).target;
            let start = self.block_start[target];
            if self.body.blocks[target].phis.is_empty() {
                self.edge(node, start, label);
                continue;
            }
            let phis = Label::Assign(Assignment::Phis(edge));
            if label == Label::Skip {
                self.edge(node, start, phis);
                continue;
            }
            let between = self.graph.add_node(FlowNode {
                place: Place::OnEdge(self.function, edge),
                context: CallContext::default(),
            });
            self.edge(node, between, label);
            self.edge(between, start, phis);
        }
    }
}

/// What holds if a block is left by its terminator's successor of this number; none if there is nothing to decide.
fn assumption(terminator: &Terminator, block: BlockId, index: u32) -> Option<Assumption> {
    match terminator {
        Terminator::Branch { condition, .. } => {
            Some(Assumption::Condition { condition: *condition, holds: index == 0 })
        }
        Terminator::Switch { cases, .. } if index as usize == cases.len() => {
            Some(Assumption::NoCase { block })
        }
        Terminator::Switch { .. } => Some(Assumption::Case { block, case: index }),
        Terminator::IndirectJump { address, targets } => {
            Some(Assumption::Jumps { address: *address, target: targets[index as usize] })
        }
        Terminator::Unsupported { .. } => Some(Assumption::Unknown),
        Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::sum;

    /// A graph of synthetic nodes; node 0 is the start and the last one the target.
    fn graph(edges: &[(u32, u32)]) -> Flowgraph {
        let node = FlowNode { place: Place::Synthetic, context: CallContext::default() };
        let mut graph = Flowgraph::new(node);
        let last = edges.iter().flat_map(|(a, b)| [*a, *b]).max().unwrap_or(0);
        (0..last).for_each(|_| {
            graph.add_node(node);
        });
        for (source, target) in edges {
            graph.add_edge(FlowEdge {
                source: NodeId::from_u32(*source),
                target: NodeId::from_u32(*target),
                function: FunctionId::from_u32(0),
                label: Label::Skip,
            });
        }
        graph.set_targets(vec![NodeId::from_u32(last)]);
        graph
    }

    fn node_lists(graph: &Flowgraph) -> Vec<Vec<u32>> {
        let nodes = |path: Vec<FlowEdgeId>| {
            let targets = path.iter().map(|edge| graph.edge(*edge).target.as_u32());
            [graph.start().as_u32()].into_iter().chain(targets).collect()
        };
        graph.acyclic_paths().map(nodes).collect()
    }

    fn ones(set: &FixedBitSet) -> Vec<usize> {
        set.ones().collect()
    }

    /// Figure 3 of the paper: l_s = 0, a = 1, b = 2, c = 3, d = 4, l_t = 5.
    fn figure_3() -> Flowgraph {
        graph(&[(0, 1), (0, 2), (1, 2), (2, 3), (3, 2), (2, 4), (4, 1), (4, 5)])
    }

    #[test]
    fn backbones_and_loops_of_figure_3() {
        let graph = figure_3();
        let mut paths = node_lists(&graph);
        paths.sort();
        assert_eq!(paths, [vec![0, 1, 2, 4, 5], vec![0, 2, 4, 5]]);
        let avoid = |nodes: &[usize]| {
            let mut set = graph.no_nodes();
            set.extend(nodes.iter().copied());
            set
        };
        let loop_at = |entry: u32, before: &[usize]| {
            ones(&graph.loop_at(NodeId::from_u32(entry), &avoid(before)))
        };
        // Along l_s b d l_t: one loop {a, b, c, d} at b.
        assert_eq!(loop_at(2, &[0]), [1, 2, 3, 4]);
        assert!(loop_at(4, &[0, 2]).is_empty());
        // Along l_s a b d l_t: {a, b, c, d} at a and {b, c} at b.
        assert_eq!(loop_at(1, &[0]), [1, 2, 3, 4]);
        assert_eq!(loop_at(2, &[0, 1]), [2, 3]);
    }

    #[test]
    fn graph_induced_by_a_loop() {
        let graph = figure_3();
        let nodes = graph.loop_at(NodeId::from_u32(2), &graph.no_nodes());
        let cut = graph.induced_by_loop(&nodes, NodeId::from_u32(2)).unwrap();
        assert_eq!(cut.nodes[cut.graph.start()], NodeId::from_u32(2));
        let target = cut.graph.targets()[0];
        assert_eq!(cut.nodes[target], NodeId::from_u32(2));
        assert!(cut.graph.incoming(cut.graph.start()).is_empty());
        let mut paths: Vec<Vec<u32>> = cut
            .graph
            .acyclic_paths()
            .map(|path| {
                path.iter().map(|e| cut.nodes[cut.graph.edge(*e).target].as_u32()).collect()
            })
            .collect();
        paths.sort();
        assert_eq!(paths, [vec![3, 2], vec![4, 1, 2]]);
        assert_eq!(cut.edges.len(), cut.graph.edges().count());
    }

    #[test]
    fn self_loop_is_a_loop() {
        let graph = graph(&[(0, 1), (1, 1), (1, 2)]);
        assert_eq!(ones(&graph.loop_at(NodeId::from_u32(1), &graph.no_nodes())), [1]);
        assert_eq!(node_lists(&graph), [[0, 1, 2]]);
    }

    #[test]
    fn labels_of_a_function() {
        let program = sum();
        let function = FunctionId::from_u32(0);
        let graph = Flowgraph::of_function(&program, function, Granularity::Instructions).unwrap();
        assert!(graph.incoming(graph.start()).is_empty());
        let labels: Vec<&Label> = graph.edges().map(|(_, edge)| &edge.label).collect();
        let count = |wanted: fn(&Label) -> bool| labels.iter().filter(|l| wanted(l)).count();
        assert_eq!(count(|l| matches!(l, Label::Assign(Assignment::Phis(_)))), 2);
        assert_eq!(count(|l| matches!(l, Label::Assign(Assignment::Insts(..)))), 3);
        assert_eq!(count(|l| matches!(l, Label::Assume(Assumption::Condition { .. }))), 2);
        assert_eq!(count(|l| matches!(l, Label::Assign(Assignment::Return(_)))), 1);
        // One backbone: entry, condition, exit, return.
        assert_eq!(graph.acyclic_paths().count(), 1);
        let head = Place::Before(function, BlockId::from_u32(1), InstId::from_u32(0));
        let head = graph.nodes_at(head).next().unwrap();
        assert!(!graph.loop_at(head, &graph.no_nodes()).is_clear());
        let coarse = Flowgraph::of_function(&program, function, Granularity::Blocks).unwrap();
        assert!(coarse.node_count() < graph.node_count());
    }

    #[test]
    fn a_callee_can_be_joined_in() {
        let callee = graph(&[(0, 1)]);
        let mut caller = graph(&[(0, 1), (1, 2)]);
        let ids = caller.append(&callee, CallContext(7));
        assert_eq!(caller.node(ids[callee.start()]).context, CallContext(7));
        let function = FunctionId::from_u32(0);
        let join = |source, target| FlowEdge { source, target, function, label: Label::Skip };
        let mut edges = FixedBitSet::with_capacity(3);
        edges.insert(1);
        caller.add_edge(join(NodeId::from_u32(1), ids[callee.start()]));
        caller.add_edge(join(ids[callee.targets()[0]], NodeId::from_u32(2)));
        let joined = caller.without_edges(&edges);
        assert_eq!(joined.graph.acyclic_paths().map(|p| p.len()).collect::<Vec<_>>(), [4]);
        let mut some = joined.graph.no_nodes();
        some.extend([0, 1]);
        assert_eq!(joined.graph.restrict(&some).unwrap().graph.node_count(), 2);
    }
}
