//! The search for a shortest path that shows a goal: breadth first over states and remaining goals.

use rustc_hash::FxHashSet;

use super::{
    Evidence, Kripke, Satisfied, StateId,
    cycle::shortest_cycle,
    goal::{Goal, Goals, Task},
};

/// A state and a goal that is true of it and still to be shown.
#[derive(Clone, Copy)]
struct Node {
    state: StateId,
    goal: Goal,
    parent: Option<usize>,
    /// Whether the node is one step after its parent. If false, it is another goal at the state of its
    /// parent.
    is_step: bool,
}

/// The shortest path found so far that shows the goal: a path to a node, perhaps with a cycle from that node.
struct Best {
    steps: usize,
    node: usize,
    /// The states of the cycle. Empty if the path is finite.
    cycle: Vec<StateId>,
}

pub(super) struct WitnessSearch<'a> {
    kripke: &'a Kripke,
    known: &'a Satisfied,
    goals: &'a Goals<'a>,
    nodes: Vec<Node>,
    seen: FxHashSet<(StateId, Goal)>,
    /// The nodes to visit next, one step further on the path.
    next: Vec<Node>,
    best: Option<Best>,
}

impl<'a> WitnessSearch<'a> {
    pub(super) fn new(kripke: &'a Kripke, known: &'a Satisfied, goals: &'a Goals<'a>) -> Self {
        let (nodes, seen) = (Vec::new(), FxHashSet::default());
        Self { kripke, known, goals, nodes, seen, next: Vec::new(), best: None }
    }

    /// Finds a path that shows a goal which is true of the initial state. Every node can be completed to a
    /// path that shows the goal, because the goal of a node is true of its state. So the search only has to
    /// find the node with the shortest completion.
    pub(super) fn run(mut self, goal: Goal) -> Option<Evidence> {
        self.next.push(Node { state: self.kripke.initial(), goal, parent: None, is_step: false });
        let mut steps = 0;
        let mut at = 0;
        while !self.next.is_empty() && self.best.as_ref().is_none_or(|best| steps < best.steps) {
            for node in std::mem::take(&mut self.next) {
                self.add(node);
            }
            while at < self.nodes.len() {
                self.expand(at, steps);
                at += 1;
            }
            steps += 1;
        }
        self.best.take().map(|best| self.evidence(best))
    }

    fn add(&mut self, node: Node) {
        if self.seen.insert((node.state, node.goal)) {
            self.nodes.push(node);
        }
    }

    fn expand(&mut self, at: usize, steps: usize) {
        let Node { state, goal, .. } = self.nodes[at];
        match self.goals.task(goal) {
            Task::Stay => self.offer(Best { steps, node: at, cycle: Vec::new() }),
            Task::Both(a, b) => self.reduce(at, if self.goals.is_shown(a) { a } else { b }),
            Task::Either(a, b) => {
                self.reduce(at, a);
                self.reduce(at, b);
            }
            Task::Next(after) => self.step(at, after),
            Task::Until(before, end) => {
                self.reduce(at, end);
                if self.known.meets(state, before) {
                    self.step(at, goal);
                }
            }
            Task::Always(_) => {
                self.close(at, steps);
                self.step(at, goal);
            }
        }
    }

    fn offer(&mut self, found: Best) {
        if self.best.as_ref().is_none_or(|best| found.steps < best.steps) {
            self.best = Some(found);
        }
    }

    /// Adds a child of node `at` to the search tree: the same state with the subgoal `goal`. Adds nothing if
    /// the subgoal is false in that state.
    fn reduce(&mut self, at: usize, goal: Goal) {
        let state = self.nodes[at].state;
        if self.known.meets(state, goal) {
            self.add(Node { state, goal, parent: Some(at), is_step: false });
        }
    }

    /// Adds a node for every successor of which a goal is true.
    fn step(&mut self, at: usize, goal: Goal) {
        for &state in self.kripke.successors(self.nodes[at].state) {
            if self.known.meets(state, goal) {
                self.next.push(Node { state, goal, parent: Some(at), is_step: true });
            }
        }
    }

    /// Completes the path to this node with a cycle, if the result is shorter than the best path so far.
    /// Cycles are tried where `EG` begins, or where another path leads into the cycle. Anywhere else, the
    /// same cycle was found at the state before.
    fn close(&mut self, at: usize, steps: usize) {
        let Node { state, goal, parent, is_step } = self.nodes[at];
        let within = self.known.of(goal.formula);
        let begins = !is_step || parent.is_none_or(|parent| self.nodes[parent].goal != goal);
        let ways = self.kripke.predecessors(state).iter().filter(|from| within.contains(**from)).count();
        let limit = self.best.as_ref().map_or(self.kripke.len(), |best| best.steps.saturating_sub(steps + 1));
        if (begins || ways > 1)
            && let Some(cycle) = shortest_cycle(self.kripke, within, state, limit)
        {
            self.offer(Best { steps: steps + cycle.len(), node: at, cycle });
        }
    }

    fn evidence(&self, best: Best) -> Evidence {
        let mut nodes = vec![self.nodes[best.node]];
        while let Some(parent) = nodes.last().and_then(|node| node.parent) {
            nodes.push(self.nodes[parent]);
        }
        nodes.reverse();
        let entered = nodes.iter().enumerate().filter(|(position, node)| *position == 0 || node.is_step);
        let mut states: Vec<StateId> = entered.map(|(_, node)| node.state).collect();
        let loops_to = (!best.cycle.is_empty()).then(|| states.len() - 1);
        states.extend(best.cycle.into_iter().skip(1));
        let complete = (0..nodes.len()).all(|at| self.shows_all(&nodes[at], nodes.get(at + 1)));
        Evidence { states, loops_to, complete }
    }

    /// Returns whether the path shows everything about the goal of a node, labels aside. `next` is the node
    /// after it.
    fn shows_all(&self, node: &Node, next: Option<&Node>) -> bool {
        match self.goals.task(node.goal) {
            Task::Stay => self.goals.is_plain(node.goal),
            Task::Both(a, b) => self.goals.is_plain(if self.goals.is_shown(a) { b } else { a }),
            Task::Until(before, _) => {
                next.is_none_or(|next| next.goal != node.goal) || self.goals.is_plain(before)
            }
            Task::Always(inner) => self.goals.is_plain(inner),
            Task::Either(..) | Task::Next(_) => true,
        }
    }
}
