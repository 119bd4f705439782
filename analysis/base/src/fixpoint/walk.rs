//! The depth-first search that finds the strongly connected components of a graph and, recursively, the
//! components inside them (Bourdoncle 1993, figure 4).

use super::Graph;

/// The visit number that marks a node that already has its place in the order.
const PLACED: u32 = u32::MAX;

/// The number of components inside each other that are told apart. Each level costs a visit of all nodes inside, and
/// a graph of jumps may have as many levels as nodes. The nodes of a component on the last level are in the reverse
/// order of their ends in a depth-first search; then edges may lead back to nodes that are no heads.
const MAX_NESTING: usize = 32;

/// A weak topological order: nodes and their nested components.
pub(super) struct Nested {
    /// The nodes, in the order in which an iteration visits them.
    pub nodes: Vec<u32>,
    /// The components as half-open ranges of positions in `nodes`, sorted by their first position, which is
    /// that of the loop head.
    pub components: Vec<(u32, u32)>,
}

/// Computes a weak topological order of all nodes that are reachable from `roots`.
pub(super) fn nested(graph: &Graph, roots: impl IntoIterator<Item = usize>) -> Nested {
    let mut walk = Walk {
        graph,
        numbers: vec![0; graph.node_count()],
        counted: 0,
        unplaced: Vec::new(),
        frames: Vec::new(),
        nesting: 0,
        placed: Vec::new(),
        components: Vec::new(),
    };
    for root in roots {
        if walk.numbers[root] == 0 {
            walk.enter(root);
            walk.run();
        }
    }
    let all = walk.placed.len() as u32;
    walk.placed.reverse();
    // `placed` is the order reversed: there, a component starts with its last node and ends with its head.
    let mut components: Vec<_> =
        walk.components.into_iter().map(|(first, head)| (all - 1 - head, all - first)).collect();
    components.sort_unstable();
    Nested { nodes: walk.placed, components }
}

/// The state of the depth-first search. An explicit stack replaces the recursion in the paper (Bourdoncle
/// 1993).
struct Walk<'g> {
    graph: &'g Graph,
    /// The visit number of each node, from 1. It is 0 for a node that was not visited yet, or that has to be
    /// visited again inside a component. It is `PLACED` for a node that has its place in the order.
    numbers: Vec<u32>,
    counted: u32,
    /// The visited nodes whose strongly connected component is not known yet, as a stack.
    unplaced: Vec<u32>,
    frames: Vec<Frame>,
    /// The number of components whose insides are being ordered.
    nesting: usize,
    /// The nodes of the order found so far, last node first.
    placed: Vec<u32>,
    /// For every component, the indices in `placed` of its first and its last node, inclusive. The last node
    /// is the loop head.
    components: Vec<(u32, u32)>,
}

/// An entry of the search stack: a node whose successors are being visited.
struct Frame {
    node: u32,
    /// The number of edges that leave `node` and were followed already.
    next: usize,
    kind: Kind,
}

enum Kind {
    /// Finds the strongly connected component of the frame's node (`visit` in the paper).
    Visit {
        /// The smallest visit number of the nodes that this node is known to reach.
        head: u32,
        is_loop: bool,
    },
    /// Orders the nodes inside the component whose head is the frame's node (`component` in the paper).
    Inside {
        /// The index in `placed` at which the component's nodes start.
        first: u32,
    },
}

impl Walk<'_> {
    fn enter(&mut self, node: usize) {
        self.counted += 1;
        self.numbers[node] = self.counted;
        self.unplaced.push(node as u32);
        self.open(node as u32, Kind::Visit { head: self.counted, is_loop: false });
    }

    fn open(&mut self, node: u32, kind: Kind) {
        self.frames.push(Frame { node, next: 0, kind });
    }

    fn run(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            if let Some(to) = self.graph.successor(frame.node as usize, frame.next) {
                frame.next += 1;
                match self.numbers[to] {
                    0 => self.enter(to),
                    number => frame.leads_to(number),
                }
                continue;
            }
            let Some(Frame { node, kind, .. }) = self.frames.pop() else { return };
            match kind {
                Kind::Visit { head, is_loop } => self.visited(node, head, is_loop),
                Kind::Inside { first } => {
                    self.nesting -= 1;
                    self.close(node, first);
                }
            }
        }
    }

    /// Places the head of a component behind the component's other nodes.
    fn close(&mut self, head: u32, first: u32) {
        self.placed.push(head);
        self.components.push((first, self.placed.len() as u32 - 1));
    }

    /// Places the nodes of a component whose head is placed last, without components inside it.
    fn flatten(&mut self, head: u32) {
        let mut path = vec![(head, 0)];
        while let Some((node, next)) = path.last_mut() {
            match self.graph.successor(*node as usize, *next) {
                Some(to) => {
                    *next += 1;
                    // All other nodes that are reached have numbers.
                    if self.numbers[to] == 0 {
                        self.numbers[to] = PLACED;
                        path.push((to as u32, 0));
                    }
                }
                None => {
                    let (node, _) = (*node, path.pop());
                    if node != head {
                        self.placed.push(node);
                    }
                }
            }
        }
    }

    /// Ends the visit of a node whose successors have all been visited.
    fn visited(&mut self, node: u32, head: u32, is_loop: bool) {
        if head == self.numbers[node as usize] {
            self.numbers[node as usize] = PLACED;
            while let Some(inside) = self.unplaced.pop_if(|inside| *inside != node) {
                self.numbers[inside as usize] = 0;
            }
            self.unplaced.pop();
            let first = self.placed.len() as u32;
            if is_loop && self.nesting < MAX_NESTING {
                self.nesting += 1;
                self.open(node, Kind::Inside { first });
            } else if is_loop {
                self.flatten(node);
                self.close(node, first);
            } else {
                self.placed.push(node);
            }
        } else if let Some(outer) = self.frames.last_mut() {
            outer.leads_to(head);
        }
    }
}

impl Frame {
    /// Records that the frame's node reaches a node with the visit number `number`.
    fn leads_to(&mut self, number: u32) {
        if let Kind::Visit { head, is_loop } = &mut self.kind
            && number <= *head
        {
            *head = number;
            *is_loop = true;
        }
    }
}
