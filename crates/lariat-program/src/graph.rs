//! Strongly connected components, for graphs given as functions.
//!
//! Several analyses need them on graphs that are never stored as such (the blocks of a loop without its back edges, calls between
//! functions, pointer constraints), so the graph is a closure here. The search keeps its own stack: the graphs of generated code
//! are deep enough to overflow the machine's.

/// The strongly connected components of the graph on `0..nodes`. A component comes after all components it leads to (callees
/// before callers); the nodes of a component are sorted.
pub fn strongly_connected_components<I>(
    nodes: usize,
    mut successors: impl FnMut(usize) -> I,
) -> Vec<Vec<usize>>
where
    I: Iterator<Item = usize>,
{
    const NEW: u32 = u32::MAX;
    let mut number = vec![NEW; nodes];
    let mut lowest = vec![0u32; nodes];
    let mut open = vec![false; nodes];
    let mut open_stack = Vec::new();
    let mut components = Vec::new();
    let mut clock = 0;
    for root in 0..nodes {
        if number[root] != NEW {
            continue;
        }
        let mut stack = Vec::new();
        let mut entered = Some(root);
        loop {
            if let Some(node) = entered.take() {
                number[node] = clock;
                lowest[node] = clock;
                clock += 1;
                open[node] = true;
                open_stack.push(node);
                stack.push((node, successors(node)));
            }
            let Some((node, rest)) = stack.last_mut() else { break };
            let node = *node;
            match rest.next() {
                Some(target) if number[target] == NEW => entered = Some(target),
                Some(target) => {
                    if open[target] {
                        lowest[node] = lowest[node].min(number[target]);
                    }
                }
                None => {
                    stack.pop();
                    if let Some((above, _)) = stack.last() {
                        lowest[*above] = lowest[*above].min(lowest[node]);
                    }
                    if lowest[node] == number[node] {
                        let start = open_stack.iter().rposition(|n| *n == node).unwrap_or(0);
                        let mut component = open_stack.split_off(start);
                        component.iter().for_each(|n| open[*n] = false);
                        component.sort_unstable();
                        components.push(component);
                    }
                }
            }
        }
    }
    components
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::cfg::Cfg;
    use crate::ids::BlockId;
    use cranelift_entity::EntityRef;
    use proptest::prelude::*;

    /// Graphs of up to so many blocks, with up to three edges out of each.
    pub(crate) fn random_graph(blocks: usize) -> impl Strategy<Value = Cfg> {
        (1..=blocks)
            .prop_flat_map(|n| {
                prop::collection::vec(prop::collection::vec(0..n as u32, 0..4), n..=n)
            })
            .prop_map(|successors| {
                Cfg::from_successors(successors.len(), |block| {
                    successors[block.index()].iter().map(|b| BlockId::from_u32(*b)).collect()
                })
            })
    }

    /// Whether there is a path that does not touch `without`.
    pub(crate) fn reaches_without(cfg: &Cfg, from: BlockId, to: BlockId, without: BlockId) -> bool {
        let mut seen = vec![false; cfg.block_count()];
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            if block == without || std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            if block == to {
                return true;
            }
            work.extend(cfg.successors(block));
        }
        false
    }

    proptest! {
        #[test]
        fn components_are_mutual_reachability(cfg in random_graph(10)) {
            let reaches = |from: usize, to: usize| {
                let mut seen = vec![false; cfg.block_count()];
                let mut work = vec![from];
                while let Some(node) = work.pop() {
                    if std::mem::replace(&mut seen[node], true) {
                        continue;
                    }
                    work.extend(cfg.successors(BlockId::new(node)).map(|b| b.index()));
                }
                seen[to]
            };
            let components = strongly_connected_components(cfg.block_count(), |n| {
                cfg.successors(BlockId::new(n)).map(|b| b.index()).collect::<Vec<_>>().into_iter()
            });
            let place = |node: usize| components.iter().position(|c| c.contains(&node)).unwrap();
            for a in 0..cfg.block_count() {
                for b in 0..cfg.block_count() {
                    let together = reaches(a, b) && reaches(b, a);
                    prop_assert_eq!(place(a) == place(b), together || a == b);
                    if reaches(a, b) {
                        prop_assert!(place(b) <= place(a));
                    }
                }
            }
        }
    }
}
