//! Tests of graphs: their text, the order of their edges, and changes of finished graphs.

use csieve_base::text::Span;

use super::Built;
use crate::{Action, BinaryOp, Cfg, CfgBuilder, EdgeId, ExprId, Loc, MisuseKind, dump};

/// Returns the graph of `while (a > 0) a = a - 1; return;`, with the condition.
fn countdown() -> (Cfg, ExprId) {
    let mut of = Built::new();
    let (zero, one) = (of.number(0), of.number(1));
    let cond = of.binary(of.a, BinaryOp::Gt, zero);
    let value = of.binary(of.a, BinaryOp::Sub, one);
    let (entry, exit, span) = (of.graph.entry(), of.graph.exit(), Span::default());
    let head = of.graph.step(entry, Action::Skip, span);
    let body = of.graph.step(head, Action::Assume { cond, holds: true }, span);
    let behind = of.graph.step(head, Action::Assume { cond, holds: false }, span);
    let counted = of.graph.step(body, Action::Assign { var: Built::A, value }, span);
    of.graph.edge(counted, head, Action::Skip, span);
    of.graph.edge(behind, exit, Action::Return(None), span);
    (of.graph.finish(), cond)
}

fn lines(cfg: &Cfg) -> Vec<String> {
    dump(cfg).lines().map(str::to_owned).collect()
}

fn locations(numbers: impl IntoIterator<Item = u32>) -> Vec<Loc> {
    numbers.into_iter().map(Loc).collect()
}

#[test]
fn a_graph_is_shown_with_one_line_for_each_edge_in_order_of_creation() {
    let expected = [
        "0 -> 2: skip",
        "2 -> 3: assume a > 0",
        "2 -> 4: assume not a > 0",
        "3 -> 5: a = a - 1",
        "5 -> 2: skip",
        "4 -> exit: return",
    ];
    assert_eq!(lines(&countdown().0), expected);
}

#[test]
fn edges_leave_a_location_in_the_order_in_which_they_were_added() {
    let (cfg, _) = countdown();
    assert_eq!(*cfg.successors[2], [EdgeId(1), EdgeId(2)]);
    assert_eq!(cfg.siblings(EdgeId(2)), [EdgeId(1), EdgeId(2)]);
    assert!(cfg.successors[cfg.exit.index()].is_empty());
}

#[test]
fn in_reverse_postorder_only_back_edges_lead_backwards() {
    let (cfg, _) = countdown();
    let mut graph = CfgBuilder::reopen(cfg);
    let unreachable = graph.location();
    let cfg = graph.finish();
    let order = cfg.reverse_postorder();
    assert_eq!(order, locations([0, 2, 4, 1, 3, 5]));
    let ranks = cfg.ranks(&order);
    assert_eq!(ranks, [0, 3, 1, 4, 2, 5, u32::MAX]);
    assert_eq!(ranks[unreachable.index()], u32::MAX);
    let rank = |loc: Loc| ranks[loc.index()];
    let backwards = cfg.edge_ids().filter(|id| rank(cfg.edge(*id).to) <= rank(cfg.edge(*id).from));
    assert_eq!(backwards.collect::<Vec<_>>(), [EdgeId(4)]);
}

#[test]
fn a_loop_consists_of_the_locations_that_reach_each_other() {
    let (cfg, _) = countdown();
    let mut loops = cfg.loops();
    for one in &mut loops {
        one.sort_unstable();
    }
    assert_eq!(loops, [locations([2, 3, 5])]);
    assert_eq!(cfg.cyclic().ones().collect::<Vec<_>>(), [2, 3, 5]);
}

#[test]
fn a_location_with_an_edge_to_itself_is_no_loop() {
    let mut of = Built::new();
    let (entry, span) = (of.graph.entry(), Span::default());
    let again = of.graph.step(entry, Action::Skip, span);
    of.graph.edge(again, again, Action::Skip, span);
    assert_eq!(of.cfg().cyclic().ones().count(), 0);
}

#[test]
fn what_is_reached_depends_on_the_edges_that_are_open() {
    let (cfg, _) = countdown();
    let shown = |set: fixedbitset::FixedBitSet| set.ones().collect::<Vec<_>>();
    assert_eq!(shown(cfg.reached_from(Loc(4))), [1, 4]);
    assert_eq!(shown(cfg.reached_from(Loc(3))), [1, 2, 3, 4, 5]);
    // Without the edge on which the condition is false, no run leaves the loop.
    assert_eq!(shown(cfg.reached_along(Loc(0), |edge| edge != EdgeId(2))), [0, 2, 3, 5]);
    assert_eq!(shown(cfg.leading_to([cfg.exit], |edge| edge != EdgeId(2))), [1, 4]);
    assert_eq!(shown(cfg.leading_to([Loc(5)], |_| true)), [0, 2, 3, 5]);
}

#[test]
fn misuses_are_inserted_in_sequence_behind_an_edge() {
    let (cfg, operand) = countdown();
    let mut graph = CfgBuilder::reopen(cfg);
    let misuse = Action::Misuse { kind: MisuseKind::OutOfBounds, operand };
    let passed = Action::Assume { cond: operand, holds: false };
    let added = graph.insert_after(EdgeId(3), vec![(misuse.clone(), Some(passed)), (misuse, None)]);
    assert_eq!(added, [EdgeId(6), EdgeId(8)]);
    let expected = [
        "0 -> 2: skip",
        "2 -> 3: assume a > 0",
        "2 -> 4: assume not a > 0",
        "3 -> 6: a = a - 1",
        "5 -> 2: skip",
        "4 -> exit: return",
        "6 -> 7: misuse bounds a > 0",
        "6 -> 8: assume not a > 0",
        "8 -> 9: misuse bounds a > 0",
        "8 -> 5: skip",
    ];
    let cfg = graph.finish();
    assert_eq!(lines(&cfg), expected);
    // The condition of such an edge is no branch of the program.
    let implied: Vec<u32> = cfg.edge_ids().filter(|id| cfg.is_implied(*id)).map(|id| id.0).collect();
    assert_eq!(implied, [6, 7, 8, 9]);
}

#[test]
fn an_edge_that_runs_first_is_not_part_of_a_loop_around_the_entry() {
    let mut of = Built::new();
    let (entry, cond, span) = (of.graph.entry(), of.a, Span::default());
    let next = of.graph.step(entry, Action::Assume { cond, holds: true }, span);
    of.graph.edge(next, entry, Action::Skip, span);
    of.graph.first(Action::Declare(Built::A), span);
    let expected = ["3 -> 2: assume a", "2 -> 3: skip", "0 -> 3: declare a"];
    assert_eq!(lines(of.cfg()), expected);
    let successors: Vec<&[EdgeId]> = of.cfg().successors.iter().map(AsRef::as_ref).collect();
    assert_eq!(successors, [&[EdgeId(2)][..], &[], &[EdgeId(1)], &[EdgeId(0)]]);
}

#[test]
fn a_variable_is_forgotten_right_behind_an_edge() {
    let (cfg, _) = countdown();
    let mut graph = CfgBuilder::reopen(cfg);
    graph.forget_behind(EdgeId(3), &[Built::A]);
    let cfg = graph.finish();
    assert_eq!(lines(&cfg)[3], "3 -> 6: a = a - 1");
    assert_eq!(lines(&cfg)[6..], ["6 -> 7: a = any value", "7 -> 5: skip"]);
}
