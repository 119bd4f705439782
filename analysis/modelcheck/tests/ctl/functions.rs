//! Tests of functions as Kripke structures: the program and the formula of [PR], and the labels of edges.

use csieve_base::cancel::Never;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, action_text};
use csieve_lowering::lower::{UnitContext, lower_function};
use csieve_modelcheck::{
    checks::UseAfterFree,
    ctl::{Formulas, FunctionStructure, TooManyStates, counterexample, of_function, parse},
    model::{Function, candidates},
};
use proptest::prelude::*;

/// The formula for use-after-free in [PR], section 2.3.
const USE_AFTER_FREE: &str = "AG (malloc_p -> AG (free_p -> !EF used_p))";

fn lower(text: &str) -> Cfg {
    let unit = Unit::parse(text);
    let function = unit.functions().pop().expect("there is a function");
    lower_function(&unit, &UnitContext::new(&unit), &function).expect("it is lowered")
}

fn structure(cfg: &Cfg) -> FunctionStructure {
    of_function(cfg, 10_000).expect("it is small")
}

/// Returns the counterexample to a formula in the last function of a text, as statements without joins.
/// `None` if the function satisfies the formula.
fn violation(text: &str, formula: &str) -> Option<Vec<String>> {
    let cfg = lower(text);
    let structure = structure(&cfg);
    let mut formulas = Formulas::default();
    let formula = parse(&mut formulas, formula).expect("it is a formula");
    let found = counterexample(&structure.kripke, &formulas, formula)?;
    assert!(found.complete, "the word shows it all");
    let edges = structure.word(&found).into_iter().map(|edge| action_text(&cfg, cfg.edge(edge)));
    Some(edges.filter(|action| action != "skip").collect())
}

/// Returns the names in the labels of one kind (`free` in `free_p`) on the edges with an action, on any path.
fn labels(text: &str, kind: &str, action: &str) -> Vec<String> {
    let cfg = lower(text);
    let structure = structure(&cfg);
    let is_there =
        |state: usize| structure.edges[state].is_some_and(|edge| action_text(&cfg, cfg.edge(edge)) == action);
    let states: Vec<usize> = (0..structure.edges.len()).filter(|state| is_there(*state)).collect();
    assert!(!states.is_empty(), "there is an edge `{action}`");
    let names = structure.kripke.labels().filter_map(|label| label.strip_prefix(kind)?.strip_prefix('_'));
    let here = |name: &&str| {
        let set = structure.kripke.labelled(&format!("{kind}_{name}"));
        states.iter().any(|state| set.contains(*state))
    };
    names.filter(here).map(str::to_owned).collect()
}

/// Returns the program in figure 1 of [PR]: memory is copied to `a` several times and freed in the last
/// iteration.
fn figure_1(body: &str) -> String {
    format!(
        "void foo(void) {{\n  int x, *a;\n  int *p = malloc(sizeof(int));\n  \
         for (x = 10; x > 0; x--) {{\n    {body}\n  }}\n}}"
    )
}

/// The counterexample in [PR], section 4.1: "initialize x to 10 in line 4, enter the for-loop, take the
/// if-branch, free p in line 7, decrement x, return to the beginning of the for-loop, and then to use p in
/// line 5".
#[test]
fn the_papers_program_has_the_papers_counterexample() {
    let before = ["declare x", "declare a", "p = malloc()", "x = 10", "assume x > 0"];
    let word = |between: &[&str], after: &[&str]| {
        let parts = [&before[..], between, &["assume x == 1", "free(p)", "x = x - 1", "assume x > 0"], after];
        Some(parts.concat().into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    let found = violation(&figure_1("a = p; if (x == 1) free(p);"), USE_AFTER_FREE);
    assert_eq!(found, word(&["a = p"], &["a = p"]));
    let found = violation(&figure_1("a = p; *a = x; if (x == 1) free(p);"), USE_AFTER_FREE);
    assert_eq!(found, word(&["a = p", "write *a", "*a = x"], &["a = p"]));
    let found = violation(&figure_1("*p = x; if (x == 1) free(p);"), USE_AFTER_FREE);
    assert_eq!(found, word(&["write *p", "*p = x"], &["write *p"]));
    assert_eq!(
        violation(&figure_1("a = p; *a = x; if (x == 1) free(p);"), "AG (free_p -> !EF malloc_p)"),
        None
    );
}

#[test]
fn copies_share_the_object() {
    for misuse in [
        "a = p; free(p); *a = 1;",
        "a = p; free(a); *p = 1;",
        "a = p; free(p); p = 0; *a = 1;",
        "a = p; p = 0; free(a); *a = 1;",
        "a = p + 1; free(p); *a = 1;",
        "a = (int *)(char *)p; free((void *)a); x = *p;",
        "p = x ? malloc(1) : malloc(2); a = p; free(a); *p = 1;",
        "a = p; b = a; a = b; free(b); *p = 1;",
        "int *c = b; a = p; free(a); *p = 1; *c = 1;",
        "s->f = p; free(s->f); *p = 1;",
        "a = p; free(p); g(a);",
    ] {
        let text = format!("void f(int x, int *b, struct s *s) {{ int *a, *p = malloc(9); {misuse} }}");
        assert!(violation(&text, USE_AFTER_FREE).is_some(), "{misuse}");
    }
    for harmless in [
        "a = b; free(p); *a = 1;",
        "a = p; a = b; free(p); *a = 1;",
        "a = p; p = b; free(p); *a = 1;",
        "if (x) { a = p; *a = 1; return; } a = b; free(p); *a = 1;",
        "free(p); if (p == 0) x = 1;",
        "free(p); p = 0;",
    ] {
        let text = format!("void f(int x, int *b) {{ int *a, *p = malloc(9); {harmless} }}");
        assert_eq!(violation(&text, USE_AFTER_FREE), None, "{harmless}");
    }
    let text = "void f(int x, int *b) { int *a, *p = malloc(9); if (x) a = b; else a = p; free(p); *a = 1; }";
    let found = violation(text, USE_AFTER_FREE).expect("one way leads there");
    assert!(found.contains(&"a = p".to_owned()), "it is known for each path: {found:?}");
}

#[test]
fn everything_that_gives_a_value_is_an_assignment() {
    let text = "int *g(void);\nvoid f(struct s *s, int *q) {\n  int *p;\n  p = g(); p = 0; p = s->f; p = q; p = malloc(1);\n  \
         p = strchr(q, 1); s->f = p;\n}";
    for action in ["declare p", "p = call g()", "p = NULL", "p = s->f", "p = q", "p = malloc()"] {
        assert_eq!(labels(text, "assign", action), ["p"], "{action}");
    }
    assert_eq!(labels(text, "assign", "p = NULL from malloc()"), ["p"]);
    assert_eq!(labels(text, "assign", "p = library strchr(q, 1)"), ["p"]);
    assert_eq!(labels(text, "assign", "s->f = p"), ["s->f"]);
    let guarded = "AG (free_p -> !E[!assign_p U used_p])";
    assert!(violation("void f(int *p) { p = g(); free(p); *p = 1; }", guarded).is_some());
    let text = "int *g(void);\nvoid f(int *p) { do { *p = 1; free(p); p = g(); } while (p); }";
    assert_eq!(violation(text, guarded), None, "what `g` returns is another object");
    assert!(violation(text, "AG (free_p -> !EF used_p)").is_some(), "unless nobody asks");
}

#[test]
fn a_variable_in_an_inner_scope_has_a_name_of_its_own() {
    let text =
        "void f(int c) {\n  int *p = malloc(1);\n  if (c) { int *p = malloc(2); free(p); }\n  *p = 1;\n}";
    assert_eq!(violation(text, USE_AFTER_FREE), None);
    let inner = "AG (malloc_p#2 -> AG (free_p#2 -> !EF used_p#2))";
    assert_eq!(violation(text, inner), None);
    assert_eq!(labels(text, "free", "free(p)"), ["p#2"]);
    assert_eq!(labels(text, "accessed", "write *p"), ["p"]);
    let text = "void f(int c) {\n  int *p = malloc(1);\n  { int *p = malloc(2); free(p); *p = 1; }\n}";
    assert_eq!(violation(text, USE_AFTER_FREE), None);
    assert!(violation(text, inner).is_some());
    let text =
        "int *p;\nvoid f(void) { { int *p = malloc(1); free(p); } { char *p = malloc(2); *p = 1; } p = 0; }";
    assert_eq!(labels(text, "assign", "p = NULL"), ["p"], "the file's variable is the outermost");
    assert_eq!(
        (labels(text, "free", "free(p)"), labels(text, "used", "write *p")),
        (vec!["p#2".into()], vec!["p#3".into()])
    );
}

#[test]
fn memory_cells_have_labels_too() {
    let text = "void f(struct s *s) { s->f = malloc(1); free(s->f); *s->f = 1; }";
    assert!(violation(text, r#"AG ("malloc_s->f" -> AG ("free_s->f" -> !EF "used_s->f"))"#).is_some());
}

#[test]
fn a_pointer_that_is_null_frees_nothing() {
    let text = "void f(int *p, int *q) { p = q; p = 0; free(p); *q = 1; }";
    assert_eq!(violation(text, USE_AFTER_FREE), None);
    assert_eq!(violation(text, "AG (free_p -> !E[!assign_p U accessed_p])"), None);
}

#[test]
fn too_many_states() {
    let copies: Vec<String> = (0..20).map(|i| format!("int *a{i}, *b{i}; if (c) a{i} = b{i};")).collect();
    let cfg = lower(&format!("void f(int c) {{ {} }}", copies.join("\n")));
    assert_eq!(of_function(&cfg, 10_000).err(), Some(TooManyStates));
    let cfg = lower("void f(void) { }");
    assert_eq!(of_function(&cfg, 1).err(), Some(TooManyStates));
    assert!(of_function(&cfg, 2).is_ok());
}

const POINTERS: [&str; 4] = ["p", "q", "r", "s"];

fn statements() -> impl Strategy<Value = String> {
    let pointer = || prop::sample::select(POINTERS.to_vec());
    let leaf = prop_oneof![
        pointer().prop_map(|p| format!("{p} = malloc(4);")),
        pointer().prop_map(|p| format!("{p} = 0;")),
        pointer().prop_map(|p| format!("{p} = g();")),
        (pointer(), pointer()).prop_map(|(p, q)| format!("{p} = {q};")),
        pointer().prop_map(|p| format!("free({p});")),
        pointer().prop_map(|p| format!("*{p} = 1;")),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let block = prop::collection::vec(inner, 1..4).prop_map(|all| all.join(" "));
        prop_oneof![
            3 => block.clone(),
            1 => (block.clone(), block.clone()).prop_map(|(a, b)| format!("if (c) {{ {a} }} else {{ {b} }}")),
            1 => block.prop_map(|body| format!("while (c) {{ {body} }}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// The check use-after-free reports a misuse where the logic requires one: a freed pointer is accessed
    /// before it is assigned. The check reports none where the logic excludes one: neither a freed pointer
    /// nor a copy of it is used.
    #[test]
    fn the_logic_and_the_check_agree(body in statements()) {
        let text = format!("int *g(void);\nvoid f(int c, int *p, int *q, int *r, int *s) {{ {body} }}");
        let cfg = lower(&text);
        let structure = structure(&cfg);
        let violated = |formula: &str| POINTERS.iter().any(|name| {
            let mut formulas = Formulas::default();
            let formula = parse(&mut formulas, &formula.replace('P', name)).expect("it is a formula");
            counterexample(&structure.kripke, &formulas, formula).is_some()
        });
        let function = Function::new(&cfg);
        let found = candidates(&function, &UseAfterFree, 100_000, &Never).expect("nobody cancels");
        let found = found.ones().next().is_some();
        prop_assert!(found || !violated("AG (free_P -> !E[!assign_P U accessed_P])"), "the check misses it: {}", text);
        prop_assert!(!found || violated("AG (free_P -> !EF used_P)"), "the logic misses it: {}", text);
    }
}
