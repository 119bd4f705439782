//! The search in depth that finds the components of a graph, and those inside them (Bourdoncle 1993, figure
//! 4).

use super::Graph;

/// The number of a node that is placed already.
const PLACED: u32 = u32::MAX;

/// Nodes in a weak topological order.
pub(super) struct Nested {
    /// The nodes.
    pub nodes: Vec<u32>,
    /// The components as positions, from the head to an end that is not included; ascending by their heads.
    pub components: Vec<(u32, u32)>,
}

/// Puts the nodes that some roots lead to into a weak topological order.
pub(super) fn nested(graph: &Graph, roots: impl IntoIterator<Item = usize>) -> Nested {
    let mut walk = Walk {
        graph,
        numbers: vec![0; graph.node_count()],
        counted: 0,
        unplaced: Vec::new(),
        frames: Vec::new(),
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
    // From the end, a component begins where its last node was placed and ends with its head.
    let mut components: Vec<_> =
        walk.components.into_iter().map(|(first, head)| (all - 1 - head, all - first)).collect();
    components.sort_unstable();
    Nested { nodes: walk.placed, components }
}

/// The search, with a stack of its own in place of the calls of the paper.
struct Walk<'g> {
    graph: &'g Graph,
    /// When each node was entered, from 1 on; 0 if it has not been, or has to be once more inside a
    /// component.
    numbers: Vec<u32>,
    counted: u32,
    /// The nodes that were entered and are not known to belong to a component.
    unplaced: Vec<u32>,
    frames: Vec<Frame>,
    /// The order from its end.
    placed: Vec<u32>,
    /// Where every component begins and ends among these; it ends with its head.
    components: Vec<(u32, u32)>,
}

/// A node whose successors are being looked at.
struct Frame {
    node: u32,
    /// How many of its edges were looked at.
    next: usize,
    kind: Kind,
}

enum Kind {
    /// Looks for the component of the node (`visit` of the paper).
    Visit {
        /// The earliest node that it is known to lead back to.
        head: u32,
        is_loop: bool,
    },
    /// Puts what is inside the component of the node into order (`component` of the paper).
    Inside {
        /// Where the component begins among those placed.
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
                    self.placed.push(node);
                    self.components.push((first, self.placed.len() as u32 - 1));
                }
            }
        }
    }

    /// All that a node leads to was looked at.
    fn visited(&mut self, node: u32, head: u32, is_loop: bool) {
        if head == self.numbers[node as usize] {
            self.numbers[node as usize] = PLACED;
            while let Some(inside) = self.unplaced.pop_if(|inside| *inside != node) {
                self.numbers[inside as usize] = 0;
            }
            self.unplaced.pop();
            if is_loop {
                self.open(node, Kind::Inside { first: self.placed.len() as u32 });
            } else {
                self.placed.push(node);
            }
        } else if let Some(outer) = self.frames.last_mut() {
            outer.leads_to(head);
        }
    }
}

impl Frame {
    /// Takes in a node that was entered before, by its number.
    fn leads_to(&mut self, number: u32) {
        if let Kind::Visit { head, is_loop } = &mut self.kind
            && number <= *head
        {
            *head = number;
            *is_loop = true;
        }
    }
}
