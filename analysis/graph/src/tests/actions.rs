//! Tests of the text of actions.

use csieve_base::text::Span;

use super::Built;
use crate::{Access, Action, CallTarget, Freeing, MisuseKind, action_text, edge_text};

/// Returns the text of an action as the only edge of a graph.
fn text(mut of: Built, action: Action) -> String {
    let (entry, exit) = (of.graph.entry(), of.graph.exit());
    let edge = of.graph.edge(entry, exit, action, Span::default());
    action_text(of.cfg(), of.cfg().edge(edge))
}

#[test]
fn accesses_are_shown_as_what_is_accessed() {
    let of = Built::new();
    let (a, pointer) = (of.a, of.p);
    assert_eq!(text(of, Action::Deref { pointer, access: Access::ReadWrite }), "readwrite *p");
    assert_eq!(text(Built::new(), Action::Store { pointer, value: a }), "*p = a");
    let mut of = Built::new();
    let pointer = of.member(of.p, "count");
    assert_eq!(text(of, Action::Store { pointer, value: a }), "p->count = a");
}

#[test]
fn an_allocation_and_its_failure_are_two_actions() {
    let (var, callee) = (Built::P, "malloc".to_owned());
    assert_eq!(text(Built::new(), Action::Alloc { var, callee: callee.clone() }), "p = malloc()");
    assert_eq!(text(Built::new(), Action::AllocFail { var, callee }), "p = NULL from malloc()");
}

#[test]
fn a_free_says_whether_it_is_certain() {
    let free = |freeing, callee: &str| {
        let of = Built::new();
        let pointer = of.p;
        text(of, Action::Free { pointer, callee: callee.to_owned(), freeing })
    };
    assert_eq!(free(Freeing::Certain, "free"), "free(p)");
    assert_eq!(free(Freeing::ToNothing, "realloc"), "realloc to nothing(p)");
    let of = Built::new();
    let pointer = of.p;
    assert_eq!(text(of, Action::FreeNull { pointer }), "free of NULL p");
}

#[test]
fn a_call_says_how_much_is_known_of_its_callee() {
    let of = Built::new();
    let (args, p) = (vec![of.a, of.b], of.p);
    let call = |target, result| {
        let args = args.clone();
        text(Built::new(), Action::Call { target, args, result })
    };
    assert_eq!(call(CallTarget::Named("g".to_owned()), Some(Built::A)), "a = call g(a, b)");
    assert_eq!(call(CallTarget::MaybeMacro("G".to_owned()), None), "call unknown G(a, b)");
    assert_eq!(call(CallTarget::Pointer(p), None), "call *p(a, b)");
    let library = |range, writes_memory| {
        let (args, result) = (args.clone(), Some(Built::A));
        let callee = "abs".to_owned();
        text(Built::new(), Action::LibraryCall { callee, args, result, range, writes_memory })
    };
    assert_eq!(library(Some((0, 9)), false), "a = library abs(a, b) in 0..9");
    assert_eq!(library(None, true), "a = writing abs(a, b)");
}

#[test]
fn a_misuse_is_named_by_one_word_and_for_readers_by_its_condition() {
    let misuse = |kind| {
        let mut of = Built::new();
        let operand = of.binary(of.a, crate::BinaryOp::Gt, of.b);
        let (entry, exit) = (of.graph.entry(), of.graph.exit());
        let edge = of.graph.edge(entry, exit, Action::Misuse { kind, operand }, Span::default());
        [action_text(of.cfg(), of.cfg().edge(edge)), edge_text(of.cfg(), "", edge)]
    };
    // The first two happen where the operand is 0, the other two where it is true.
    assert_eq!(misuse(MisuseKind::NullDereference), ["misuse null a > b", "a <= b"]);
    assert_eq!(misuse(MisuseKind::DivisionByZero), ["misuse zero a > b", "a <= b"]);
    assert_eq!(misuse(MisuseKind::OutOfBounds), ["misuse bounds a > b", "a > b"]);
    assert_eq!(misuse(MisuseKind::IntegerOverflow), ["misuse overflow a > b", "a > b"]);
}

#[test]
fn facts_and_cases_show_their_values() {
    let of = Built::new();
    let value = of.a;
    assert_eq!(text(of, Action::Learn { value, low: 1, high: 9 }), "learn a in [1, 9]");
    assert_eq!(text(Built::new(), Action::AssumeNone { value, cases: vec![1, 2] }), "assume a not in [1, 2]");
    assert_eq!(text(Built::new(), Action::Opaque { vars: vec![Built::A, Built::P] }), "opaque [a, p]");
    assert_eq!(text(Built::new(), Action::Return(Some(value))), "return a");
}

#[test]
fn the_text_of_a_statement_is_on_one_line_and_at_most_60_characters_long() {
    let text = "a =\n        b;";
    let mut of = Built::new();
    let (entry, exit, value) = (of.graph.entry(), of.graph.exit(), of.b);
    let action = Action::Assign { var: Built::A, value };
    let edge = of.graph.edge(entry, exit, action, Span::new(0, text.len()));
    assert_eq!(edge_text(of.cfg(), text, edge), "a = b");
    let long = format!("a = b{:80};", "").replace("  ", " +");
    let edge = of.graph.edge(entry, exit, Action::Skip, Span::new(0, long.len()));
    let shown = edge_text(of.cfg(), &long, edge);
    assert_eq!(shown.chars().count(), 60);
    assert!(shown.ends_with('…'), "{shown}");
}
