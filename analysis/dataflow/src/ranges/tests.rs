//! Tests of the forward pass: which edges of small functions no run takes.

use csieve_graph::{Cfg, EdgeId, action_text};

use super::{Ranges, loops};
use crate::tests::{derived, graph};

/// More steps than any of the functions takes.
const ENOUGH: u32 = 100_000;

fn ranges(cfg: &Cfg) -> Ranges {
    Ranges::of(cfg, &derived(cfg), ENOUGH).expect("the function is small")
}

/// Returns the conditions of the last function of a text that no run finds true where it comes to them.
fn never(text: &str) -> Vec<String> {
    let cfg = graph(text);
    never_in(&cfg, &ranges(&cfg))
}

fn never_in(cfg: &Cfg, ranges: &Ranges) -> Vec<String> {
    let untaken = cfg.edge_ids().filter(|id| ranges.reaches(cfg.edge(*id).from) && !ranges.takes(*id));
    untaken.map(|id| action_text(cfg, cfg.edge(id))).collect()
}

/// Returns the first edge with this action.
fn edge(cfg: &Cfg, action: &str) -> EdgeId {
    let is_it = |id: &EdgeId| action_text(cfg, cfg.edge(*id)) == action;
    cfg.edge_ids().find(is_it).expect("there is such an edge")
}

#[test]
fn behind_a_loop_the_counter_is_at_its_bound() {
    let text = "void f(void) { int i; for (i = 0; i < 1000; i++) ; if (i != 1000) ; }";
    assert_eq!(never(text), ["assume i != 1000"]);
}

#[test]
fn a_counter_of_larger_steps_may_pass_its_bound_by_less_than_a_step() {
    let behind = |test: &str| {
        never(&format!("void f(void) {{ int i; for (i = 0; i < 1000; i += 3) ; if ({test}) ; }}"))
    };
    assert_eq!(behind("i > 1002"), ["assume i > 1002"]);
    assert_eq!(behind("i < 1000"), ["assume i < 1000"]);
    // The interval does not know that i is a multiple of 3.
    assert_eq!(behind("i == 1000"), [""; 0]);
}

#[test]
fn a_loop_to_an_unknown_bound_may_have_any_number_of_rounds() {
    let text = "void f(int n) { int i; for (i = 0; i < n; i++) if (i < 0) ; if (i > 7) ; if (!i) ; }";
    assert_eq!(never(text), ["assume i < 0"]);
}

#[test]
fn an_unsigned_counter_never_falls_below_zero() {
    let text = "void f(void) { for (unsigned u = 9; u >= 0; u--) ; }";
    assert_eq!(never(text), ["assume not u >= 0"]);
    let text = "void f(void) { for (int i = 9; i >= 0; i--) ; }";
    assert_eq!(never(text), [""; 0]);
}

#[test]
fn what_two_branches_agree_on_holds_where_they_meet() {
    let text = "void f(int n) { int a; if (n) a = 1; else a = 5; if (a > 5) ; if (a < 1) ; if (a == 3) ; }";
    assert_eq!(never(text), ["assume a > 5", "assume a < 1"]);
}

#[test]
fn the_pass_goes_on_behind_an_edge_with_what_holds_there() {
    let cfg = graph("void f(int n) { if (n > 3) n = n - 1; if (n < 2) ; }");
    let automaton = derived(&cfg);
    let behind = |action| Ranges::behind(&cfg, &automaton, edge(&cfg, action), ENOUGH).expect("it is small");
    assert_eq!(never_in(&cfg, &behind("n = n - 1")), ["assume n < 2"]);
    assert_eq!(never_in(&cfg, &behind("assume not n > 3")), [""; 0]);
    assert!(!behind("n = n - 1").reaches(cfg.entry));
}

#[test]
fn behind_an_edge_that_no_run_takes_nothing_is_reached() {
    let cfg = graph("void f(void) { int n = 1; if (n > 3) n = 2; }");
    let untaken = edge(&cfg, "assume n > 3");
    let ranges = Ranges::behind(&cfg, &derived(&cfg), untaken, ENOUGH).expect("it is small");
    assert!(!ranges.reaches(cfg.edge(untaken).to));
    assert!(!ranges.reaches(cfg.exit));
}

#[test]
fn without_enough_steps_there_is_no_result() {
    let cfg = graph("void f(int n) { while (n > 0) n--; }");
    assert!(Ranges::of(&cfg, &derived(&cfg), 3).is_none());
    assert!(Ranges::of(&cfg, &derived(&cfg), ENOUGH).is_some());
}

#[test]
fn a_loop_is_known_by_its_head_and_left_on_its_exits() {
    let cfg =
        graph("int f(int n) { while (n > 0) { while (n > 9) n--; if (n == 5) return 1; n--; } return 0; }");
    let exits = |one: &super::Loop| -> Vec<String> {
        one.exits.iter().map(|id| action_text(&cfg, cfg.edge(*id))).collect()
    };
    let ranges = ranges(&cfg);
    let found = ranges.loops(&cfg);
    let mut shown: Vec<Vec<String>> = found.iter().map(exits).collect();
    shown.sort();
    assert_eq!(shown, [vec!["assume not n > 0", "assume n == 5"], vec!["assume not n > 9"]]);
    let outer = found.iter().max_by_key(|one| one.body.count_ones(..)).expect("there are two");
    let inner = found.iter().min_by_key(|one| one.body.count_ones(..)).expect("there are two");
    assert!(inner.body.is_subset(&outer.body));
    assert!(outer.always_passes(&cfg, inner.head));
    assert!(!outer.always_passes(&cfg, cfg.edge(edge(&cfg, "assume n > 9")).to));
}

#[test]
fn a_loop_that_is_entered_in_its_middle_has_no_head() {
    let found = |text: &str| {
        let cfg = graph(text);
        loops(&cfg, &cfg.reverse_postorder()).len()
    };
    assert_eq!(found("void f(int n) { if (n > 9) goto middle; again: n--; middle: if (n) goto again; }"), 0);
    assert_eq!(found("void f(int n) { if (n > 9) n = 9; again: n--; if (n) goto again; }"), 1);
}
