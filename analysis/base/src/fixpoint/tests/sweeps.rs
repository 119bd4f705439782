//! Tests of the results of the iterative strategy, round by round.

use super::super::{Graph, Limits, Order, Rounds, Stop, Sweep, sweep};
use super::interval::{FAR, Program, Range, Step};
use crate::budget::Steps;

struct Counting<'p> {
    program: &'p Program,
    graph: Graph,
    order: Order,
    heads: Vec<Range>,
}

impl Sweep for Counting<'_> {
    type State = Range;

    fn incoming(&mut self, node: usize, states: &[Range], limits: &mut Limits) -> Result<Range, Stop> {
        limits.take(1)?;
        let edges = self.graph.entering(node).map(|edge| self.program.edges[edge]);
        let comes = edges.filter_map(|(from, _, step)| states[from].and_then(|range| step.of(range)));
        Ok(comes.reduce(|one, two| (one.0.min(two.0), one.1.max(two.1))))
    }

    fn grow(&mut self, node: usize, round: usize, known: &Range, comes: Range) -> Option<Range> {
        let next = match (*known, comes) {
            (Some(known), Some(comes)) if self.order.is_head(node) && round > 1 => {
                Some((known.0.min(comes.0), if comes.1 > known.1 { FAR } else { known.1 }))
            }
            _ => comes,
        };
        (next != *known).then_some(next)
    }

    fn narrow(&mut self, _: usize, _: &Range, again: Range) -> Range {
        again
    }

    fn finished(&mut self, states: &[Range]) {
        self.heads.push(states[1]);
    }
}

fn swept(rounds: Rounds) -> (Result<Vec<Range>, Stop>, Vec<Range>) {
    let edges =
        [(0, 1, Step::Set(0)), (1, 2, Step::AtMost(9)), (2, 1, Step::Add(1)), (1, 3, Step::AtLeast(10))];
    let program = Program::new(4, &edges);
    let graph = program.graph();
    let order = Order::of_sequence(&graph, 1..4);
    let mut counting =
        Counting { program: &program, graph: program.graph(), order: order.clone(), heads: Vec::new() };
    let mut first = vec![None; 4];
    first[0] = Some((-FAR, FAR));
    let mut steps = Steps::new(1000);
    let result = sweep((&graph, &order), rounds, &mut counting, first, &mut Limits::of(&mut steps));
    (result, counting.heads)
}

#[test]
fn every_round_is_told_and_the_last_changes_nothing() {
    let (result, heads) = swept(Rounds { most: 10, narrowing: 0 });
    assert_eq!(heads, [Some((0, 0)), Some((0, FAR)), Some((0, FAR))]);
    assert_eq!(result.expect("it ends")[3], Some((10, FAR)));
}

#[test]
fn rounds_narrow_the_result() {
    let (result, _) = swept(Rounds { most: 10, narrowing: 1 });
    assert_eq!(result.expect("it ends")[1..], [(0, 10), (0, 9), (10, 10)].map(Some));
}

#[test]
fn too_many_rounds_leave_no_result() {
    assert_eq!(swept(Rounds { most: 2, narrowing: 0 }).0, Err(Stop::Exhausted));
}
