//! Tests of what holds in every round of a loop. A path goes round twice; the proof holds for any number of
//! rounds. Each has a neighbour with one statement that breaks what held.

use super::{Conditions, Relations, Values};
use crate::{
    Reasoning, Refuter,
    tests::{Said, asked, statement},
};

/// Returns what the rules of the proof establish, as "STATEMENT: PREDICATE, PREDICATE"; the statement that no
/// run gets past has none.
fn kept(refuter: &dyn Refuter, text: &str) -> Said {
    asked(refuter, (text, 2, false), |path, proof, own| {
        let Reasoning::Assertions(conflict) = &proof.reasoning else { panic!("rules are expected") };
        assert_eq!(csieve_proof::check(&conflict.script), Ok(()));
        let clauses = conflict.clauses.iter();
        clauses
            .map(|clause| format!("{}: {}", statement(path, own, clause.edge), clause.holds.join(", ")))
            .collect()
    })
}

/// The expected answer about a path that is refuted for zero, one and two rounds.
fn refuted(clauses: &[&str]) -> Said {
    Said::Refuted(clauses.iter().map(|clause| (*clause).to_owned()).collect(), vec![true; 3])
}

#[test]
fn a_relation_that_both_counters_keep() {
    let text = "void f(void) {
            int pairs = 0, ones = 0;
            while (ask()) {
                pairs = pairs + 1;
                ones = ones + 2;
            }
            if (ones != 2 * pairs)
                reached();
        }";
    assert_eq!(
        kept(&Relations, text),
        refuted(&[
            "pairs = 0: pairs == 0",
            "ones = 0: ones == 0",
            "while (ask()): ones == 2 * pairs",
            "pairs = pairs + 1: ones == 2 * pairs - 2",
            "ones = ones + 2: ones == 2 * pairs",
            "ones != 2 * pairs: "
        ])
    );
    let not_always = text.replace("ones = ones + 2;", "if (ask()) ones = ones + 2;");
    assert_eq!(kept(&Relations, &not_always), Said::Unknown);
    let narrow = text.replace("int pairs = 0, ones", "unsigned char pairs = 0; int ones");
    assert_eq!(kept(&Relations, &narrow), Said::Unknown, "`pairs` wraps");
}

#[test]
fn a_condition_of_the_program_that_every_round_keeps() {
    let text = "void f(void) {
            unsigned odd = 1;
            while (ask())
                odd = odd + 2;
            if ((odd & 1) == 0)
                reached();
        }";
    assert_eq!(kept(&Conditions, text), refuted(&["odd = 1: !((odd & 1) == 0)", "(odd & 1) == 0: "]));
    assert_eq!(kept(&Conditions, &text.replace("odd + 2", "odd + 1")), Said::Unknown);
}

#[test]
fn a_value_that_no_round_changes() {
    let text = "void f(void) {
            int failed = 0, rounds = 0;
            while (ask())
                rounds = rounds + 1;
            if (failed != 0)
                reached();
        }";
    assert_eq!(kept(&Values, text), refuted(&["failed = 0: failed == 0", "failed != 0: "]));
    let may_fail = text.replace("rounds = rounds + 1;", "if (ask()) failed = 1; else rounds = 1;");
    assert_eq!(kept(&Values, &may_fail), Said::Unknown);
}

#[test]
fn a_bound_on_one_side_of_which_a_counter_stays() {
    let text = "void f(void) {
            int i = 5;
            while (ask()) {
                if (i < 5)
                    reached();
                i = i + 1;
            }
        }";
    assert_eq!(
        kept(&Values, text),
        refuted(&["i = 5: i >= 5", "i = i + 1: i >= 6", "while (ask()): i >= 5", "i < 5: "])
    );
    assert_eq!(kept(&Values, &text.replace("int i", "unsigned char i")), Said::Unknown, "it wraps");
    assert_eq!(kept(&Values, &text.replace("i + 1", "i - 1")), Said::Unknown);
}

#[test]
fn a_cell_that_calls_without_its_address_leave_alone() {
    let text = "void f(void) {
            int state = 0;
            while (ask())
                free(0);
            if (state != 0)
                reached();
        }";
    assert_eq!(kept(&Values, text), refuted(&["state = 0: state == 0", "state != 0: "]));
    assert_eq!(kept(&Values, &text.replace("free(0)", "use(&state)")), Said::Unknown);
}
