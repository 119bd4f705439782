//! Tests of graphs in which calls are replaced by the bodies of small callees.

use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, action_text, dump, edge_text};

use super::{Bodies, Body, Inlined, inlined};
use crate::lower::{UnitContext, lower_function};

/// More edges than any of the graphs has.
const ENOUGH: usize = 500;

/// The graphs of the functions of a text, each with its source.
fn graphs(text: &str) -> Vec<(Cfg, String)> {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    let lower = |item| lower_function(&unit, &context, &item).expect("the tests write what is understood");
    let functions = unit.functions().into_iter();
    functions
        .map(|item| (item.span.range(), lower(item)))
        .map(|(at, cfg)| (cfg, text[at].to_owned()))
        .collect()
}

/// Replaces the calls in the last function of a text by the bodies of all functions of the text.
fn inside(text: &str, most_edges: usize) -> Inlined {
    let graphs = graphs(text);
    let bodies: Bodies =
        graphs.iter().map(|(cfg, text)| (cfg.function.as_str(), Body { cfg, text })).collect();
    let (root, _) = graphs.last().expect("the text has functions");
    inlined(root.clone(), &bodies, most_edges)
}

/// Returns the actions of all edges that do something.
fn actions(inlined: &Inlined) -> Vec<String> {
    let cfg = &inlined.cfg;
    let texts = cfg.edges.iter().map(|edge| action_text(cfg, edge));
    texts.filter(|text| text != "skip").collect()
}

#[test]
fn a_call_becomes_arguments_body_and_result() {
    let found = inside("int half(int n) { return n / 2; } int f(int a) { return half(a + 1); }", ENOUGH);
    let expected = [
        "0 -> 4: skip",
        "2 -> exit: return half(a + 1)",
        "4 -> 8: n = a + 1",
        "8 -> 5: skip",
        // The edge that writes is the only one into its end; the body's `return` then leads to its exit.
        "5 -> 9: half(a + 1) = n / 2",
        "9 -> 6: skip",
        "6 -> 2: skip",
    ];
    assert_eq!(dump(&found.cfg).lines().collect::<Vec<_>>(), expected);
    assert_eq!(found.left, [""; 0]);
}

#[test]
fn arguments_and_results_are_converted_to_the_declared_types() {
    let text = "char low(char c) { return c; } int f(void) { return low(300); }";
    assert_eq!(actions(&inside(text, ENOUGH)), ["return low(300)", "c = 44", "low(300) = c"]);
}

#[test]
fn a_copied_edge_knows_its_original_and_its_statement() {
    let text = "int half(int n) { return n / 2; } int f(int a) { return half(a); }";
    let found = inside(text, ENOUGH);
    let graphs = graphs(text);
    let (half, _) = &graphs[0];
    let shown: Vec<String> = found
        .copies
        .iter()
        .filter(|copied| action_text(half, half.edge(copied.original)) != "skip")
        .map(|copied| {
            let original = action_text(half, half.edge(copied.original));
            format!("{}: {original}, shown as {}", copied.function, edge_text(&found.cfg, "", copied.edge))
        })
        .collect();
    assert_eq!(shown, ["half: return n / 2, shown as return n / 2"]);
    assert!(found.copies.is_sorted_by_key(|copied| copied.edge));
}

#[test]
fn locals_become_variables_of_their_own_and_globals_are_shared() {
    let text = "int total; void add(int n) { int a = n; total = total + a; }\n\
                void f(int a) { total = 0; add(1); add(a); }";
    let found = inside(text, ENOUGH);
    let names: Vec<&str> = found.cfg.vars.iter().map(|var| var.name.as_str()).collect();
    // The second call uses the variables of the first again.
    assert_eq!(names, ["a", "total", "n", "a"]);
}

#[test]
fn an_object_of_the_callee_has_the_name_of_the_callee() {
    let text = "void use(int *); void g(void) { int a[2]; use(a); } void f(void) { int a[2]; use(a); g(); }";
    let calls: Vec<String> =
        actions(&inside(text, ENOUGH)).into_iter().filter(|text| text.starts_with("call use")).collect();
    assert_eq!(calls, ["call use(a)", "call use(g.a)"]);
}

#[test]
fn a_callee_that_returns_nothing_gives_any_value() {
    let text = "int g(int n) { if (n) return 1; } int f(int a) { return g(a); }";
    let assigned: Vec<String> =
        actions(&inside(text, ENOUGH)).into_iter().filter(|text| text.starts_with("g(a)")).collect();
    assert_eq!(assigned, ["g(a) = 1", "g(a) = any value"]);
}

#[test]
fn calls_in_bodies_are_replaced_too_except_recursive_ones() {
    let text = "int odd(int n);\n\
                int even(int n) { return n ? odd(n - 1) : 1; }\n\
                int odd(int n) { return n ? even(n - 1) : 0; }\n\
                int f(int a) { return even(a); }";
    let found = inside(text, ENOUGH);
    assert_eq!(found.left, ["even"]);
    let functions: Vec<&str> = found.copies.iter().map(|copied| &*copied.function).collect();
    assert!(functions.contains(&"even") && functions.contains(&"odd"));
}

#[test]
fn a_function_that_calls_itself_is_left() {
    let found = inside("int f(int n) { return n ? f(n - 1) : 0; }", ENOUGH);
    assert_eq!(found.left, ["f"]);
    assert_eq!(found.copies, []);
}

#[test]
fn a_call_that_would_make_the_graph_too_large_is_left() {
    let text = "int half(int n) { return n / 2; } int f(int a) { return half(a); }";
    let graphs = graphs(text);
    let most = graphs[0].0.edges.len() + graphs[1].0.edges.len();
    assert_eq!(inside(text, most).left, [""; 0]);
    let found = inside(text, most - 1);
    assert_eq!(found.left, ["half"]);
    assert_eq!(dump(&found.cfg), dump(&graphs[1].0));
}

#[test]
fn a_body_takes_only_calls_that_fit_it() {
    let left = |callee: &str, call: &str| {
        inside(&format!("{callee} int f(int a) {{ return {call}; }}"), ENOUGH).left
    };
    assert_eq!(left("int g(int n) { return n; }", "g(a)"), [""; 0]);
    assert_eq!(left("int n; int g() { n++; return n; }", "g(a)"), ["g"]);
    assert_eq!(left("int g(int n, ...) { return n; }", "g(a, 1)"), [""; 0]);
    assert_eq!(left("int g(int n) { static int last; last = n; return last; }", "g(a)"), ["g"]);
}

#[test]
fn what_is_written_behind_a_reference_is_the_variable() {
    let text = "void set(int *to, int n) { if (*to < n) *to = n; } int f(int a) { int b = 1; set(&b, a); return b; }";
    let expected = "b = 1, return b, to = &b, n = a, misuse null &b, read *&b, assume b < a, assume not b < a, misuse null &b, \
                    write *&b, b = a";
    assert_eq!(actions(&inside(text, ENOUGH)).join(", "), expected);
}

#[test]
fn a_parameter_that_changes_is_no_reference() {
    let text = "void set(int *to, int *other) { if (!*to) to = other; *to = 1; }\n\
                int f(int *a) { int b = 1; set(&b, a); return b; }";
    assert!(actions(&inside(text, ENOUGH)).contains(&"*to = 1".to_owned()));
}
