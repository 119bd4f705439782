//! Tests of the objects and sizes that are asked about, and of the edges that the questions become.

use csieve_graph::{EdgeId, action_text, dump};

use super::{NONE, suspected};
use crate::{bounds::guard, tests::graph};

#[test]
fn an_index_that_is_always_outside_needs_no_reason() {
    let above = "`a[10]` lies past the end of `a`, which has 40 bytes: always";
    assert_eq!(suspected("void f(void) { int a[10]; a[10] = 0; }"), [above]);
}

#[test]
fn the_size_of_allocated_memory_is_compared_in_the_variables_of_the_program() {
    let text = "void *malloc(unsigned long);\n\
                void f(int n) {\n\
                  int *p = malloc(n * sizeof *p);\n\
                  if (p) for (int i = 0; i <= n; i++) p[i] = 0;\n\
                }";
    let above = "`p[i]` can lie past the end of the object of `p`, which has `n * 4` bytes: \
                 condition at `assume i <= n`";
    assert_eq!(suspected(text), [above]);
    assert_eq!(suspected(&text.replace("i <= n", "i < n")), NONE);
}

#[test]
fn a_size_that_may_not_fit_its_type_is_asked_about_if_it_comes_from_outside() {
    let with = |n: &str| {
        suspected(&format!(
            "int atoi(const char *); char *getenv(const char *); void *malloc(unsigned long);\n\
             void *f(unsigned given) {{ unsigned n = {n}; return malloc(n * 8); }}"
        ))
    };
    let above = "`n * 8` can overflow in the size for `malloc`: \
                 n from atoi at `n = library atoi(getenv(\"N\"))`";
    assert_eq!(with("atoi(getenv(\"N\"))"), [above]);
    assert_eq!(with("given"), NONE);
}

#[test]
fn behind_an_access_its_misuse_is_known_not_to_happen() {
    let cfg = guard(graph("void f(int n) { int a[10]; if (n <= 10) a[n] = 0; }"), false);
    let is_asked = |id: &EdgeId| cfg.limits.of.contains_key(id);
    let asked: Vec<EdgeId> = cfg.edge_ids().filter(is_asked).collect();
    let ways = asked.iter().map(|misuse| {
        let ways = cfg.siblings(*misuse).iter().map(|id| action_text(&cfg, cfg.edge(*id)));
        ways.collect::<Vec<_>>().join(" or ")
    });
    // Both sides of a place with a reason are asked about.
    let expected = ["misuse bounds n < 0 or assume not n < 0", "misuse bounds n >= 10 or assume not n >= 10"];
    assert_eq!(ways.collect::<Vec<_>>(), expected);
    assert!(asked.iter().all(|misuse| cfg.successors[cfg.edge(*misuse).to.index()].is_empty()));
}

#[test]
fn without_a_reason_the_graph_stays_the_same() {
    let cfg = graph("void f(int n) { int a[10]; a[n] = 0; }");
    let guarded = guard(cfg.clone(), false);
    assert_eq!(dump(&guarded), dump(&cfg));
    assert!(guarded.limits.of.is_empty() && guarded.limits.reasons.is_empty());
}
