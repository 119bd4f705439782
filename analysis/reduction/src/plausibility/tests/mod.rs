//! Tests of the hints. Each test has a function that the hint doubts, and a neighbour that differs in what
//! the hint looks at, so that the finding there is evidence.

mod losses;
mod values;

use csieve_base::{options::Options, rule::Rule};

use super::HINTS;
use crate::tests::File;

/// Returns the findings of a rule in the last function of a file, each as its subject with the doubt:
/// "SUBJECT: HINT, REASON". Refuted findings are left out.
fn left(text: &str, rule: Rule) -> Vec<String> {
    let file = File::checked(text, rule);
    let (findings, _) = file.findings();
    let kept = findings.into_iter().filter(|finding| !finding.is_refuted());
    kept.map(|finding| match finding.doubt() {
        Some(doubt) => {
            format!("{}: {}, {}", finding.subject, doubt.hint.as_str(), file.told(&doubt.sentence))
        }
        None => format!("{}: no doubt", finding.subject),
    })
    .collect()
}

#[test]
fn every_hint_has_another_name() {
    let mut names: Vec<&str> = HINTS.iter().map(|hint| hint.id.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), HINTS.len());
}

#[test]
fn a_doubt_never_refutes() {
    let file = File::checked(
        "char f(struct set *s) {
             char *name = NULL;
             if (s->has_name)
                 name = s->name;
             return name[0];
         }",
        Rule::NullDereference,
    );
    let (findings, _) = file.findings();
    let verdicts: Vec<&str> = findings.iter().map(|finding| finding.verdict.as_str()).collect();
    assert_eq!(verdicts, ["unrefuted"]);
}

#[test]
fn what_a_stopped_search_leaves_is_a_guess() {
    let text = "char f(int n, char *given) {
            char *p = given;
            if (!given)
                return 0;
            if (n == 1 || n == 2)
                p = NULL;
            if (n > 5)
                return *p;
            return 0;
        }";
    let doubts = |max_rounds| {
        let rules = vec![Rule::NullDereference];
        let file = File::with(text, Options { rules, max_rounds, ..Options::default() });
        let (findings, _) = file.findings();
        let doubts = findings.iter().filter_map(|finding| finding.doubt());
        doubts.map(|doubt| format!("{}, {}", doubt.hint.as_str(), file.told(&doubt.sentence))).collect()
    };
    let stopped: Vec<String> = doubts(1);
    assert_eq!(stopped, ["stopped-search, the search was stopped after one round"]);
    let complete: Vec<String> = doubts(60);
    assert_eq!(complete, [""; 0], "both ways to NULL are refuted");
}

#[test]
fn the_first_use_of_what_a_failed_allocation_gave_is_no_guess() {
    let text = "char *malloc(unsigned long);
        int f(int n) {
            char *p = malloc(4);
            int k = 0;
            if (n == 1)
                k = 1;
            if (k == 2 || n > 7)
                return *p;
            if (k == 3 || n < -7)
                return p[1];
            return 0;
        }";
    let rules = vec![Rule::NullDereference];
    let file = File::with(text, Options { rules, max_rounds: 1, ..Options::default() });
    let (findings, _) = file.findings();
    let hints: Vec<_> =
        findings.iter().map(|finding| finding.doubt().map(|doubt| doubt.hint.as_str())).collect();
    assert_eq!(hints, [None, Some("stopped-search")]);
}

#[test]
fn the_first_hint_of_the_table_names_the_reason() {
    let both = "#define GIT_ASSERT(x) do { if (!(x)) return -1; } while (0)
        int f(int n) {
            char *p = malloc(4);
            if (!p)
                return 0;
            /* no need to free it */
            GIT_ASSERT(n > 0);
            free(p);
            return 1;
        }";
    let failed = "p: failed-assertion, only if what line 6 asserts does not hold";
    assert_eq!(left(both, Rule::MemoryLeak), [failed]);
    let comment = both.replace("GIT_ASSERT", "GIT_CHECK");
    let intended = "p: comment-on-loss, this may be intended: the comment on line 5 mentions it";
    assert_eq!(left(&comment, Rule::MemoryLeak), [intended]);
}
