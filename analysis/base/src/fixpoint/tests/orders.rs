//! Tests of weak topological orders and of the worklist.

use super::super::{Graph, Order, Worklist};

/// The example graph of figure 1 of the paper (Bourdoncle 1993), with nodes numbered from 0.
const PAPER: &[(usize, usize)] =
    &[(0, 1), (1, 2), (1, 7), (2, 3), (3, 4), (3, 6), (4, 5), (5, 4), (5, 6), (6, 2), (6, 7)];

fn text(graph: &Graph, order: &Order) -> String {
    let mut text = String::new();
    for (position, node) in order.nodes().enumerate() {
        let begins = order.around(Some(position)).filter(|(start, _)| *start as usize == position).count();
        let ends = order.around(Some(position)).filter(|(_, end)| *end as usize == position + 1).count();
        // `around` also yields the range of the whole order, which is not a component.
        let begins = begins - usize::from(position == 0);
        let ends = ends - usize::from(position + 1 == order.len());
        text += &[" ", &"(".repeat(begins), &node.to_string(), &")".repeat(ends)].concat();
    }
    assert!((0..graph.node_count()).all(|node| order.position(node).is_none_or(|at| order.node(at) == node)));
    text.trim_start().to_owned()
}

#[test]
fn the_example_of_the_paper_has_two_loops() {
    let graph = Graph::new(8, PAPER.iter().copied());
    let order = Order::weak(&graph, [0]);
    assert_eq!(text(&graph, &order), "0 1 (2 3 (4 5) 6) 7");
    let heads: Vec<_> = (0..8).filter(|node| order.is_head(*node)).collect();
    assert_eq!(heads, [2, 4]);
}

#[test]
fn a_diamond_has_no_loop() {
    let graph = Graph::new(4, [(0, 1), (0, 2), (1, 3), (2, 3)]);
    let order = Order::weak(&graph, [0]);
    assert_eq!(text(&graph, &order), "0 2 1 3");
}

#[test]
fn what_is_behind_a_loop_comes_after_it() {
    let graph = Graph::new(4, [(0, 1), (1, 2), (2, 1), (1, 3)]);
    assert_eq!(text(&graph, &Order::weak(&graph, [0])), "0 (1 2) 3");
    let graph = Graph::new(4, [(0, 1), (1, 3), (1, 2), (2, 1)]);
    assert_eq!(text(&graph, &Order::weak(&graph, [0])), "0 (1 2) 3");
}

#[test]
fn a_loop_with_two_entries_has_one_head() {
    let graph = Graph::new(3, [(0, 1), (0, 2), (1, 2), (2, 1)]);
    assert_eq!(text(&graph, &Order::weak(&graph, [0])), "0 (1 2)");
}

#[test]
fn a_node_may_lead_to_itself() {
    let graph = Graph::new(2, [(0, 0), (0, 1)]);
    assert_eq!(text(&graph, &Order::weak(&graph, [0])), "(0) 1");
}

#[test]
fn what_no_root_leads_to_is_not_in_the_order() {
    let graph = Graph::new(3, [(0, 1), (2, 1)]);
    let order = Order::weak(&graph, [0]);
    assert_eq!((order.len(), order.position(2)), (2, None));
    assert_eq!(Order::weak(&graph, [0, 2]).len(), 3);
}

#[test]
fn a_long_chain_needs_no_deep_stack() {
    let length = 100_000;
    let graph = Graph::new(length + 1, (0..length).map(|node| (node, node + 1)));
    assert_eq!(Order::weak(&graph, [0]).len(), length + 1);
}

#[test]
fn loops_in_loops_are_told_apart_down_to_a_depth() {
    let depth = 1_000;
    let graph = Graph::new(depth + 1, (0..depth).flat_map(|node| [(node, node + 1), (node + 1, node)]));
    let order = Order::weak(&graph, [0]);
    assert!((0..depth).all(|node| order.node(node) == node && order.is_head(node)));
    // The loops that are told apart, the one with all others inside, and the whole order.
    assert_eq!(order.around(Some(depth)).count(), 32 + 2);
}

fn wait(list: &mut Worklist, nodes: &[usize]) {
    for node in nodes {
        list.add(*node);
    }
}

#[test]
fn inner_loops_come_before_their_surroundings() {
    let graph = Graph::new(8, PAPER.iter().copied());
    let order = Order::weak(&graph, [0]);
    let mut waiting = Worklist::new(&order);
    wait(&mut waiting, &[5, 7]);
    assert_eq!(waiting.take(), Some(5));
    wait(&mut waiting, &[2, 4, 6]);
    let rest: Vec<_> = std::iter::from_fn(|| waiting.take()).collect();
    assert_eq!(rest, [4, 6, 2, 7]);
}

#[test]
fn a_sequence_is_gone_round_as_a_whole() {
    let graph = Graph::new(8, PAPER.iter().copied());
    let order = Order::of_sequence(&graph, 0..7);
    assert!(order.is_head(2) && order.is_head(4) && !order.is_head(6));
    let mut waiting = Worklist::new(&order);
    wait(&mut waiting, &[5, 7]);
    assert_eq!(waiting.take(), Some(5));
    wait(&mut waiting, &[2, 4, 6]);
    let rest: Vec<_> = std::iter::from_fn(|| waiting.take()).collect();
    assert_eq!(rest, [6, 2, 4]);
}
