//! Laws of the fixpoint engine, tested on random graphs.

use proptest::prelude::*;

use super::super::{Chains, Graph, Limits, NEVER, Order, Plan, Stop, Transfer, Worklist, solve};
use super::interval::{Program, Step};
use crate::budget::Steps;

const NODES: usize = 9;

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        Just(Step::Keep),
        (-9..9_i64).prop_map(Step::Set),
        (-3..4_i64).prop_map(Step::Add),
        (-20..20_i64).prop_map(Step::AtMost),
        (-20..20_i64).prop_map(Step::AtLeast),
    ]
}

fn program() -> impl Strategy<Value = Program> {
    let edges = prop::collection::vec((0..NODES, 1..NODES, step()), 1..24);
    let thresholds = prop::collection::vec(-25..25_i64, 0..4);
    (edges, thresholds).prop_map(|(edges, thresholds)| Program { nodes: NODES, edges, thresholds })
}

fn edges() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..NODES, 0..NODES), 0..24)
}

/// An analysis over a finite domain of bit sets. For each edge, it has a pair of sets: the bits that the edge
/// adds and the bits that the edge removes.
struct Bits<'e>(&'e [(u64, u64)]);

impl Transfer for Bits<'_> {
    type State = Option<u64>;
    type Change = u64;

    fn start(&self, _: usize) -> Option<u64> {
        None
    }

    fn along(&mut self, edge: usize, from: &Option<u64>, limits: &mut Limits) -> Result<Option<u64>, Stop> {
        limits.take(1)?;
        let (added, taken) = self.0[edge];
        Ok(Some(from.unwrap_or_default() & !taken | added))
    }

    fn join(&mut self, _: usize, known: &mut Option<u64>, comes: u64) -> Result<bool, Stop> {
        let joined = known.unwrap_or_default() | comes;
        Ok(known.replace(joined) != Some(joined))
    }
}

/// The same analysis over chains.
struct BitsAlong<'e>(Bits<'e>, &'e Chains);

impl Transfer for BitsAlong<'_> {
    type State = Option<u64>;
    type Change = u64;

    fn start(&self, node: usize) -> Option<u64> {
        self.0.start(node)
    }

    fn along(&mut self, chain: usize, from: &Option<u64>, limits: &mut Limits) -> Result<Option<u64>, Stop> {
        let mut bits = *from;
        for edge in self.1.edges(chain) {
            bits = self.0.along(edge, &bits, limits)?;
        }
        Ok(bits)
    }

    fn join(&mut self, node: usize, known: &mut Option<u64>, comes: u64) -> Result<bool, Stop> {
        self.0.join(node, known, comes)
    }
}

/// Returns the solution of `Bits` at all nodes. `number` gives the nodes other numbers during the iteration.
fn bits(edges: &[(usize, usize)], effects: &[(u64, u64)], number: &[usize], order: Kind) -> Vec<Option<u64>> {
    let graph = Graph::new(NODES, edges.iter().map(|(from, to)| (number[*from], number[*to])));
    let order = match order {
        Kind::Weak => Order::weak(&graph, 0..NODES),
        Kind::Sequence => Order::of_sequence(&graph, 0..NODES),
    };
    let plan = Plan { delay: NEVER, narrowing: 0 };
    let mut steps = Steps::new(1_000_000);
    let states = solve((&graph, &order), plan, &mut Bits(effects), 0..NODES, &mut Limits::of(&mut steps));
    let states = states.expect("a finite domain ends");
    number.iter().map(|number| states[*number]).collect()
}

#[derive(Clone, Copy)]
enum Kind {
    Weak,
    Sequence,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn results_are_post_fixpoints(program in program(), delay in 0..8_u32, narrowing in 0..4_u32) {
        let ranges = program.solved(Plan { delay, narrowing });
        prop_assert!(program.is_solved_by(&ranges), "{ranges:?}");
    }

    #[test]
    fn a_finite_domain_has_one_result(
        edges in edges(),
        effects in prop::collection::vec((any::<u64>(), any::<u64>()), 24),
        number in Just((0..NODES).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let same: Vec<usize> = (0..NODES).collect();
        let result = bits(&edges, &effects, &same, Kind::Weak);
        prop_assert_eq!(&result, &bits(&edges, &effects, &number, Kind::Weak));
        prop_assert_eq!(&result, &bits(&edges, &effects, &number, Kind::Sequence));
    }

    #[test]
    fn chains_have_the_result_of_their_edges(
        edges in edges(),
        effects in prop::collection::vec((any::<u64>(), any::<u64>()), 24),
        asked in 0..NODES,
    ) {
        let graph = Graph::new(NODES, edges.iter().copied());
        let chains = Chains::of(&graph, |node| node == asked);
        let order = Order::weak(chains.graph(), 0..NODES);
        let (plan, mut steps) = (Plan { delay: NEVER, narrowing: 0 }, Steps::new(1_000_000));
        let mut along = BitsAlong(Bits(&effects), &chains);
        let limits = &mut Limits::of(&mut steps);
        let states = solve((chains.graph(), &order), plan, &mut along, 0..NODES, limits);
        let states = states.expect("a finite domain ends");
        let same: Vec<usize> = (0..NODES).collect();
        let result = bits(&edges, &effects, &same, Kind::Weak);
        for node in (0..NODES).filter(|node| *node == asked || graph.passed_by(*node).is_none()) {
            prop_assert_eq!(states[node], result[node], "{}", node);
        }
        let mut taken: Vec<usize> = (0..chains.len()).flat_map(|chain| chains.edges(chain)).collect();
        taken.sort_unstable();
        prop_assert!(taken.windows(2).all(|two| two[0] != two[1]), "an edge is in two chains");
    }

    #[test]
    fn weak_orders_are_what_the_paper_says(edges in edges()) {
        let graph = Graph::new(NODES, edges.iter().copied());
        let order = Order::weak(&graph, [0]);
        for (from, to) in edges {
            let (Some(from_at), Some(to_at)) = (order.position(from), order.position(to)) else {
                prop_assert_eq!(order.position(from), None);
                continue;
            };
            if to_at <= from_at {
                let mut around = order.around(Some(from_at));
                prop_assert!(order.is_head(to), "{to} is no head");
                let is_inside = around.any(|(start, _)| start as usize == to_at);
                prop_assert!(is_inside, "{from} is not in the loop of {to}");
            }
        }
        for position in 0..order.len() {
            let mut around = order.around(Some(position));
            prop_assert!(around.all(|(start, end)| (start..end).contains(&(position as u32))));
        }
    }

    #[test]
    fn everything_that_waits_comes_once(edges in edges(), waiting in prop::collection::vec(0..NODES, 0..12)) {
        let graph = Graph::new(NODES, edges);
        let order = Order::weak(&graph, 0..NODES);
        let mut list = Worklist::new(&order);
        for node in &waiting {
            list.add(*node);
        }
        let mut taken: Vec<usize> = std::iter::from_fn(|| list.take()).collect();
        taken.sort_unstable();
        let mut waiting = waiting;
        waiting.sort_unstable();
        waiting.dedup();
        prop_assert_eq!(taken, waiting);
    }
}
