//! Tests of what is counted, and of what follows from it.

use csieve_frontend::syntax::Unit;

use super::{Habit, Uses, uses_in};

/// Returns what a function with this body does with the results of `get`.
fn uses(body: &str) -> Uses {
    let unit = Unit::parse(format!("int f(struct s *q) {{ struct s *p; {body} }}"));
    let all = uses_in(&unit);
    all.into_iter().find(|(name, _)| &**name == "get").map(|(_, uses)| uses).unwrap_or_default()
}

/// Returns how many results of `get` are tested, accessed without a test, and passed on.
fn counts(body: &str) -> [u32; 3] {
    let Uses { tested, untested, passed, .. } = uses(body);
    [tested, untested, passed]
}

#[test]
fn tests_before_accesses_count() {
    for tested in [
        "p = get(1); if (!p) return 0; return p->n;",
        "p = get(1); if (p == NULL) return 0;",
        "p = get(1); if (((void *) 0) == p) return 0;",
        "p = get(1); if (p != (struct s *) 0) return p->n;",
        "if ((p = get(1)) == 0) return 0; return p->n;",
        "if (q && (p = get(1))) return p->n;",
        "struct s *r = get(1); return r ? r->n : 0;",
        "q->next = get(1); if (!q->next) return 0; return q->next->n;",
        "p = (struct s *) get(1); if (__builtin_expect(!!(p == ((void *) 0)), 0)) return 0;",
        "p = get(1); note(p); if (p) return 1;",
    ] {
        assert_eq!(counts(tested), [1, 0, 0], "{tested}");
    }
}

#[test]
fn accesses_before_tests_count() {
    for untested in [
        "p = get(1); return p->n;",
        "return get(1)->n;",
        "p = get(1); q = &p[2]; if (p) return 1;",
        "p = get(1); if (q && p->n) return 1;",
    ] {
        assert_eq!(counts(untested), [0, 1, 0], "{untested}");
    }
    for passed in ["use(get(1));", "p = get(1); use(p);", "p = get(1); use(p); return p->n;"] {
        assert_eq!(counts(passed), [0, 0, 1], "{passed}");
    }
}

#[test]
fn what_says_nothing_does_not_count() {
    for nothing in [
        "while ((p = get(1))) use(p->n);",
        "for (p = get(1); p; p = p->next) use(p->n);",
        "p = get(1); ((p) ? (void) 0 : __assert_fail(\"p\")); return p->n;",
        "p = get(1); return p;",
        "return get(1);",
        "if (get(1)) return 1;",
        "get(1);",
        "p = get(1); p = q; if (p) return 1;",
        "p = get(1); q->next = p; if (p) return 1;",
        "n = sizeof(get(1)->n);",
    ] {
        assert_eq!(counts(nothing), [0, 0, 0], "{nothing}");
    }
}

#[test]
fn the_last_use_releases() {
    let released = uses("p = get(1); if (!p) return 0; use(p->n); drop(q, p);").released;
    assert_eq!(released, [("drop".into(), 1, 1)]);
    assert_eq!(uses("p = get(1); if (!p) return 0; use(p->n);").kept, 1);
    for given in
        ["p = get(1); q->next = p; drop(p);", "p = get(1); return p;", "q->next = get(1); drop(q->next);"]
    {
        let uses = uses(given);
        assert_eq!((uses.kept, uses.released), (0, Vec::new()), "{given}");
    }
}

/// Returns what follows from these numbers of tested results and of results that are accessed without a test.
fn habit(tested: u32, untested: u32) -> Option<Habit> {
    Habit::of(&Uses { tested, untested, ..Uses::default() })
}

#[test]
fn a_few_exceptions_leave_a_habit() {
    let may_be_null = |tested, untested| habit(tested, untested).is_some_and(|habit| habit.may_be_null);
    assert!(may_be_null(4, 0) && may_be_null(4, 1) && may_be_null(8, 2) && may_be_null(400, 100));
    assert!(!may_be_null(3, 0) && !may_be_null(4, 2) && !may_be_null(400, 101));
    assert_eq!((habit(3, 0), habit(3, 1), habit(0, 9)), (None, None, None));
}

#[test]
fn one_more_use_seldom_changes_a_habit() {
    let shown = |tested, untested| habit(tested, untested).map(|habit| habit.tests.to_string());
    assert_eq!(shown(4, 1).as_deref(), Some("4 of 5 uses"));
    assert_eq!(shown(39, 2).as_deref(), Some("at least 95 % of more than 40 uses"));
    assert_eq!(shown(41, 2), shown(39, 2));
    assert_eq!(shown(950, 3).as_deref(), Some("at least 95 % of more than 900 uses"));
}

#[test]
fn counts_are_sums() {
    let one = uses("p = get(1); if (!p) return 0; drop(p);");
    let other = uses("p = get(2); if (!p) return 0; other(p);");
    let mut both = one.clone();
    both.add(&other);
    assert_eq!((both.tested, both.literals.len(), both.released.len()), (2, 2, 2));
    both.subtract(&one);
    assert_eq!(both, other);
}

#[test]
fn code_without_end_is_no_habit() {
    const MANY: usize = 20_000;
    let (open, close) = ("(q && ".repeat(MANY), ")".repeat(MANY));
    assert_eq!(counts(&format!("p = get(1); if ({open}p{close}) return 1;")), [1, 0, 0]);
    assert_eq!(counts(&format!("p = get(1); if ({}p) return 1;", "(int)".repeat(MANY))), [0, 0, 0]);
    assert_eq!(counts(&format!("q{} = get(1); return 1;", "->n".repeat(MANY))), [0, 0, 0]);
    assert_eq!(
        counts(&format!("p = get({}1{}); if (p) return 1;", "(".repeat(MANY), ")".repeat(MANY))),
        [1, 0, 0]
    );
}
