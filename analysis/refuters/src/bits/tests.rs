//! Tests of what the path formula says about C's integers. Each path that is refuted has a neighbour with
//! another constant or type that some run takes; its values are the only ones.

use csieve_graph::condition_of;

use super::{Bits, Weakening, weaker};
use crate::{
    Reasoning,
    tests::{Said, asked},
};

/// Returns the facts of the conflict on the path of a function without loops, one text for each statement, or
/// the values with which a run takes the path.
fn facts(text: &str, wrapv: bool) -> Said {
    asked(&Bits, (text, 0, wrapv), |_, proof, _| {
        let Reasoning::Bits(conflict) = &proof.reasoning else { panic!("{:?}", proof.reasoning) };
        conflict.clauses.iter().map(|clause| clause.says.clone()).collect()
    })
}

/// Returns the conditions that only just rule out the path, each with the change that lets a run pass.
fn nearby(text: &str) -> Vec<String> {
    let said = asked(&Bits, (text, 0, false), |path, proof, _| {
        let changes = weaker(path, proof).into_iter().map(|one| {
            let condition = condition_of(path.function.cfg, one.edge);
            match one.how {
                Weakening::OrEqual => format!("{condition}, or equal"),
                Weakening::Moved(by) => format!("{condition}, moved by {by}"),
                Weakening::Dropped => format!("{condition}, dropped"),
            }
        });
        changes.collect()
    });
    let Said::Refuted(changes, _) = said else { panic!("{said:?}") };
    changes
}

fn refuted(facts: &[&str]) -> Said {
    Said::Refuted(facts.iter().map(|fact| (*fact).to_owned()).collect(), vec![true])
}

fn feasible(values: &str) -> Said {
    Said::Feasible(values.to_owned())
}

#[test]
fn unsigned_sums_wrap_and_signed_sums_do_not() {
    let unsigned = "void f(unsigned n) { if (n + 1 < n) reached(); }";
    assert_eq!(facts(unsigned, false), feasible("n = 4294967295"));
    let signed = "void f(int n) { if (n + 1 < n) reached(); }";
    // The first fact says that the sum has the same value with one bit more: it does not overflow.
    assert_eq!(facts(signed, false), refuted(&["(n#1 + 1) = (n#1 + 1), (n#1 + 1) < n#1"]));
    assert_eq!(facts(signed, true), feasible("n = 2147483647"), "with -fwrapv");
}

#[test]
fn no_square_ends_in_the_bits_10() {
    let text = "void f(unsigned n) { unsigned s = n * n; if (n < 2 && (s & 3) == 2) reached(); }";
    assert_eq!(facts(text, false), refuted(&["(n#1 * n#1) = s#1", "(s#1 & 3) = 2"]));
    assert_eq!(facts(&text.replace("== 2", "== 1"), false), feasible("n = 1"));
}

#[test]
fn a_shift_to_the_left_leaves_a_zero_bit() {
    let text = "void f(unsigned n) { if (((n << 1) & 1) == 1) reached(); }";
    assert_eq!(facts(text, false), refuted(&["((n#1 << 1) & 1) = 1"]));
    let highest = "void f(unsigned n) { if (n != 0 && (n << 1) == 0) reached(); }";
    assert_eq!(facts(highest, false), feasible("n = 2147483648"));
}

#[test]
fn a_shift_to_the_right_keeps_the_sign_of_signed_numbers() {
    let signed = "void f(int n) { if (n < -1 && (n >> 31) == 1) reached(); }";
    assert_eq!(facts(signed, false), refuted(&["(n#1 >> 31) = 1"]));
    let unsigned = "void f(unsigned n) { if ((n >> 31) == 1 && (n & 0x7fffffff) == 0) reached(); }";
    assert_eq!(facts(unsigned, false), feasible("n = 2147483648"));
}

#[test]
fn small_types_are_promoted_before_they_are_computed_with() {
    let int = "void f(unsigned char c) { if ((c << 8) == 256) reached(); }";
    assert_eq!(facts(int, false), feasible("c = 1"));
    let byte = "void f(unsigned char c) { if ((unsigned char)(c << 8) != 0) reached(); }";
    assert_eq!(facts(byte, false), refuted(&["u8(c#1 << 8) ≠ 0"]));
}

#[test]
fn memory_keeps_its_value_until_something_may_write_it() {
    let text = "void f(struct item *i, int n) {
            if (i->value == 3) {
                n = 1;
                if (i->value == 4)
                    reached();
            }
        }";
    assert_eq!(facts(text, false), refuted(&["i->value#1 = 3", "i->value#1 = 4"]));
    let said = facts(&text.replace("n = 1;", "ask();"), false);
    assert!(matches!(said, Said::Feasible(_)), "{said:?}");
}

#[test]
fn the_observer_rejects_the_facts_with_anything_but_a_write_in_between() {
    let text = "void f(unsigned n, int m) {
            unsigned s = n * n;
            if (m == 0) {
                m = 1;
            } else if (m == 1) {
                m = 2;
            } else {
                m = 3;
                s = n;
            }
            if ((s & 3) == 2)
                reached();
        }";
    let conflict = ["(n#1 * n#1) = s#1", "(s#1 & 3) = 2"].map(str::to_owned);
    assert_eq!(facts(text, false), Said::Refuted(conflict.to_vec(), vec![true, true, false]));
}

#[test]
fn the_nearest_change_lets_a_run_pass() {
    let text = "void f(int n) { if (n > 10) if (n < 11) reached(); }";
    assert_eq!(nearby(text), ["n > 10, or equal", "n < 11, or equal"]);
    assert_eq!(facts(&text.replace("n < 11", "n <= 11"), false), feasible("n = 11"));
    let far = "void f(int n) { if (n > 10) if (n < 5) reached(); }";
    assert_eq!(nearby(far), [""; 0], "no small change of one condition suffices");
}
