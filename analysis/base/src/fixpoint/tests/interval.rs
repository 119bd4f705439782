//! A program with one integer variable, and its interval analysis.

use super::super::{Graph, Limits, Order, Plan, Stop, Transfer, solve};
use crate::budget::Steps;

/// The inclusive bounds of the variable, or `None` at an unreachable node.
pub(super) type Range = Option<(i64, i64)>;

/// The bound that stands for infinity. `-FAR` stands for minus infinity.
pub(super) const FAR: i64 = 1_000_000;

/// The effect of an edge on the variable.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Keep,
    Set(i64),
    Add(i64),
    AtMost(i64),
    AtLeast(i64),
}

impl Step {
    pub fn of(self, (low, high): (i64, i64)) -> Range {
        let shift =
            |bound: i64, by: i64| if bound.abs() == FAR { bound } else { (bound + by).clamp(-FAR, FAR) };
        let (low, high) = match self {
            Self::Keep => (low, high),
            Self::Set(number) => (number, number),
            Self::Add(by) => (shift(low, by), shift(high, by)),
            Self::AtMost(most) => (low, high.min(most)),
            Self::AtLeast(least) => (low.max(least), high),
        };
        (low <= high).then_some((low, high))
    }
}

/// An edge: its start node, its end node and its effect.
pub(super) type Edge = (usize, usize, Step);

/// A program that starts at node 0 with any value of its variable.
#[derive(Clone, Debug)]
pub struct Program {
    pub nodes: usize,
    pub edges: Vec<Edge>,
    /// The thresholds of widening: a bound that grows is widened to the next threshold instead of to
    /// infinity.
    pub thresholds: Vec<i64>,
}

impl Program {
    pub fn new(nodes: usize, edges: &[Edge]) -> Self {
        Self { nodes, edges: edges.to_vec(), thresholds: Vec::new() }
    }

    pub fn graph(&self) -> Graph {
        Graph::new(self.nodes, self.edges.iter().map(|edge| (edge.0, edge.1)))
    }

    /// Returns the ranges at all nodes, computed with a budget that is large enough.
    pub fn solved(&self, plan: Plan) -> Vec<Range> {
        self.within(plan, 100_000).expect("steps are enough")
    }

    /// Returns the ranges at all nodes, computed with a budget of `steps` steps.
    pub fn within(&self, plan: Plan, steps: u32) -> Result<Vec<Range>, Stop> {
        let graph = self.graph();
        let order = Order::weak(&graph, [0]);
        let mut steps = Steps::new(steps);
        solve((&graph, &order), plan, &mut { self }, [0], &mut Limits::of(&mut steps))
    }

    /// Returns whether `ranges`, one for each node, is a post-fixpoint: the range at the end of every edge
    /// includes the edge's effect on the range at its start.
    pub fn is_solved_by(&self, ranges: &[Range]) -> bool {
        let holds = |&(from, to, step): &Edge| match ranges[from].and_then(|range| step.of(range)) {
            Some(comes) => ranges[to].is_some_and(|range| range.0 <= comes.0 && comes.1 <= range.1),
            None => true,
        };
        ranges[0] == Some((-FAR, FAR)) && self.edges.iter().all(holds)
    }
}

impl Transfer for &Program {
    type State = Range;
    type Change = (i64, i64);

    fn start(&self, node: usize) -> Range {
        (node == 0).then_some((-FAR, FAR))
    }

    fn along(&mut self, edge: usize, from: &Range, limits: &mut Limits) -> Result<Option<(i64, i64)>, Stop> {
        limits.take(1)?;
        Ok(from.and_then(|range| self.edges[edge].2.of(range)))
    }

    fn join(&mut self, _: usize, known: &mut Range, (low, high): (i64, i64)) -> Result<bool, Stop> {
        let joined = known.map_or((low, high), |known| (known.0.min(low), known.1.max(high)));
        Ok(known.replace(joined) != Some(joined))
    }

    fn widen(&mut self, _: usize, known: &mut Range, (low, high): (i64, i64)) -> Result<bool, Stop> {
        let widened = known.map_or((low, high), |known| {
            let below = self.thresholds.iter().copied().filter(|bound| *bound <= low).max().unwrap_or(-FAR);
            let above = self.thresholds.iter().copied().filter(|bound| *bound >= high).min().unwrap_or(FAR);
            (if low < known.0 { below } else { known.0 }, if high > known.1 { above } else { known.1 })
        });
        Ok(known.replace(widened) != Some(widened))
    }
}
