//! Tests of the graphs of functions in which somebody types.

use csieve_base::library::Library;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, dump};

use crate::{
    lower::{Skipped, Start, UnitContext, lower_half_typed},
    summary::Summaries,
};
use insta::assert_snapshot;

fn half_typed(text: &str) -> Result<Cfg, Skipped> {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    let function = unit.functions().pop().expect("the text has a function");
    let (library, summaries) = (Library::built_in(), &Summaries::default());
    lower_half_typed(Start { unit: &unit, context: &context, library, summaries }, &function)
}

/// Returns the lines of a text, the parts that its gaps leave open in brackets.
fn marked(text: &str) -> String {
    let cfg = half_typed(text).unwrap_or_else(|skipped| panic!("{text}: {skipped:?}"));
    let mut marked = text.to_owned();
    for open in cfg.left_open(text.len() as u32).iter().rev() {
        marked.insert(open.end as usize, ']');
        marked.insert(open.start as usize, '[');
    }
    marked
}

fn with_graph(text: &str) -> String {
    let cfg = half_typed(text).unwrap_or_else(|skipped| panic!("{text}: {skipped:?}"));
    format!("{}\n----\n{}", marked(text), dump(&cfg))
}

#[test]
fn what_stands_before_an_error_has_its_edges() {
    assert_snapshot!(with_graph("void f(int *p, int a) {\n  *p = 1;\n  a = (;\n  *p = 2;\n}"));
}

#[test]
fn a_gap_ends_with_its_block_and_leads_anywhere() {
    assert_snapshot!(with_graph(
        "int f(int *p, int a) {\n  if (a > 3) goto out;\n  while (a) {\n    *p = 1;\n    if (*p) {\n      a = ;\n    \
         }\n    a--;\n  }\nout:\n  return a;\n}"
    ));
}

#[test]
fn jumps_into_a_gap_end_there() {
    assert_snapshot!(with_graph("int f(int a) {\n  if (a)\n    goto out;\n  a +;\nout:\n  return a;\n}"));
}

#[test]
fn what_may_be_a_part_of_the_error_belongs_to_the_gap() {
    for (text, expected) in [
        // What stands behind an unfinished condition may depend on it.
        ("void f(int a) { a = 1; if (a  a = 2; }", "void f(int a) { a = 1; [if (a  a = 2; }]"),
        // An error in a `switch` may be a case.
        (
            "void f(int a) { a = 1; switch (a) { case 1: a = ; } a = 3; }",
            "void f(int a) { a = 1; [switch (a) { case 1: a = ; } a = 3; }]",
        ),
        // So may one in the value of an expression.
        (
            "void f(int a) { a = 1; a = ({ int b = ; b; }); }",
            "void f(int a) { a = 1; [a = ({ int b = ; b; }); }]",
        ),
        // The parser takes the brace for a part of the unfinished statement.
        (
            "void f(int a) { if (a) { a = 1; a = f(2 } a = 3; }",
            "void f(int a) { if (a) { a = 1; [a = f(2 }] [a = 3]; [}]",
        ),
        // A statement without braces ends somewhere in the block around it.
        (
            "void f(int a) { a = 1; if (a) a = ; else a = 3; }",
            "void f(int a) { a = 1; [if (a) a = ; else a = 3; }]",
        ),
    ] {
        assert_eq!(marked(text), expected);
    }
}

#[test]
fn code_beside_a_gap_is_open_only_where_the_gap_leads() {
    let text = "void f(int a) { if (a) { a = 1; return; } else { a = 2; } a = 3; { a = ( } }";
    assert_eq!(
        marked(text),
        "void f(int a) { if (a) { a = 1; return; } else { a = 2; } a = 3; { [a = ( }] [}]"
    );
}

#[test]
fn nothing_is_certain_if_what_the_gap_hides_may_change_the_rest() {
    for text in [
        // The gap may write what nothing else writes.
        "static int n; void f(int a) { if (n) a = 1; a = ; }",
        "void f(int a) { static int n; if (n) a = 1; a = ; }",
        "void f(int a) { static int n[2] = { 1, 2 }; if (n[a]) a = 1; a = ; }",
        // The function as it was is not the one that it calls.
        "void f(int a) { f(1); a = ; }",
    ] {
        assert_eq!(marked(text), format!("[{text}]"));
    }
    let constant = "static const int n = 1; void f(int a) { if (n) a = 1; a = ; }";
    assert_ne!(marked(constant), format!("[{constant}]"));
}

#[test]
fn functions_whose_shape_is_not_certain_are_skipped() {
    for text in [
        "void f(int a, int +) { a = 1; }",
        "void f(int a) { a = 1; if (a) { a = ; }",
        "void f(int a) { if (setjmp(env)) return; a = ; }",
    ] {
        let skipped = half_typed(text).expect_err(text);
        assert_eq!(skipped.what, "syntax error", "{text}");
    }
}

#[test]
fn without_errors_the_graph_is_the_usual_one() {
    let text = "int f(int *p) { if (p) return *p; goto out; out: return 0; }";
    let cfg = half_typed(text).expect("it is C");
    assert!(cfg.gaps.all.is_empty() && cfg.left_open(text.len() as u32).is_empty());
    assert_eq!(dump(&cfg), super::lowered(text));
}
