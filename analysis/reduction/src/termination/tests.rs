//! Tests of loops that rounds bring to an end, and of loops for which no such proof exists.

use csieve_base::{options::Options, rule::Rule};
use csieve_dataflow::ranges::loops;
use csieve_graph::VarId;
use csieve_modelcheck::model::Function;
use csieve_reports::finding::Conflict;

use super::{LoopCone, is_given};
use crate::tests::File;

/// Returns what is known about the end of the loops of a function: "no suspect" if their shape shows it, the
/// proof as "REFUTER: SENTENCE", or "no proof".
fn end(text: &str, wrapv: bool) -> String {
    let file = File::with(text, Options { rules: vec![Rule::InfiniteLoop], wrapv, ..Options::default() });
    let (findings, suspects) = file.findings();
    let conflicts = findings.iter().filter(|finding| finding.is_refuted()).map(|finding| {
        let [Conflict { refuter, sentence, .. }] = finding.rounds[0].conflicts.as_slice() else {
            panic!("a proof of termination is one conflict")
        };
        format!("{}: {}", refuter.as_str(), file.told(sentence))
    });
    let mut said: Vec<String> = conflicts.collect();
    said.extend(suspects.iter().map(|_| "no proof".to_owned()));
    if said.is_empty() { "no suspect".to_owned() } else { said.join("; ") }
}

#[test]
fn a_counter_that_every_round_moves_is_no_suspect() {
    let every = "int f(const int *a, int n) {
            int i = 0, sum = 0;
            while (i < n) {
                if (a[i] < 0)
                    sum++;
                i++;
            }
            return sum;
        }";
    assert_eq!(end(every, false), "no suspect");
    assert_eq!(end(&every.replace("sum++;", "continue;"), false), "no proof");
}

#[test]
fn two_bounds_that_approach_each_other_fall_one_after_the_other() {
    let both = "int f(const int *a, int n) {
            int lo = 0, hi = n - 1;
            while (lo < hi) {
                if (a[lo] < a[hi])
                    lo++;
                else
                    hi--;
            }
            return lo;
        }";
    let proof = "ranking: no run goes round for ever on line 3: \
                 every round makes `lo` greater, or else makes `hi` smaller";
    assert_eq!(end(both, false), proof);
    assert_eq!(end(&both.replace("hi--", "a++"), false), "no proof");
    assert_eq!(end(&both.replace("hi--", "lo--"), false), "no proof");
}

#[test]
fn a_flag_ends_the_loop_after_a_counter() {
    let text = "int f(const int *a, int n) {
            int done = 0, i = 0;
            while (!done) {
                if (i >= n || a[i] == 0)
                    done = 1;
                else
                    i++;
            }
            return i;
        }";
    let proof = "ranking: no run goes round for ever on line 3: \
                 every round makes `done` greater, or else makes `i` greater";
    assert_eq!(end(text, false), proof);
    assert_eq!(end(&text.replace("i++", "i = 0"), false), "no proof");
}

#[test]
fn a_round_that_no_other_can_follow_is_the_last() {
    let once = "int f(int n) {
            int again = 1;
            while (again) {
                again = 0;
                if (n > 3)
                    n = 0;
            }
            return n;
        }";
    let proof = "unwinding: no run goes round for ever on line 3: every round is the last";
    assert_eq!(end(once, false), proof);
    assert_eq!(end(&once.replace("    n = 0;", "    again = 1;"), false), "no proof");
}

#[test]
fn a_counter_may_step_over_its_bound_only_if_it_wraps() {
    let signed = "int f(int n) { int i = 0; while (i != n) i += 2; return i; }";
    let proof = "ranking: no run goes round for ever on line 1: every round makes `i` greater";
    assert_eq!(end(signed, false), proof);
    assert_eq!(end(signed, true), "no proof", "with -fwrapv");
    assert_eq!(end(&signed.replace("int i", "unsigned i"), false), "no proof");
}

#[test]
fn the_end_depends_on_what_computes_its_conditions() {
    let file = File::new(
        "int f(int n, int from) {
             int i = from, step = 1, sum = 0;
             while (i != n) {
                 i = i + step;
                 step = step + 1;
                 sum = sum + i;
             }
             return sum;
         }",
    );
    let cfg = file.cfg();
    let function = Function::new(&cfg);
    let [one] = loops(&cfg, &cfg.reverse_postorder()).try_into().expect("the function has one loop");
    let names = |vars: Vec<VarId>| {
        let mut names: Vec<&str> = vars.into_iter().map(|var| cfg.var(var).name.as_str()).collect();
        names.sort_unstable();
        names.join(" ")
    };
    let concern = LoopCone::of(&function, &one);
    let all: Vec<VarId> = concern.vars.iter().map(|(var, _)| *var).collect();
    let given = all.iter().copied().filter(|var| is_given(&cfg, &one, *var)).collect();
    assert_eq!(names(all), "i n step", "not `sum`, which decides nothing");
    assert_eq!(names(given), "i n", "not `step`, which begins with 1");
}
