//! Tests certificates over integers.

use proptest::prelude::*;

use super::{check, refused};

/// The contradiction of `x <= y`, `y <= 2` and `x >= 3`.
const CLASH: &str = "\
(set-logic QF_LIA)
(declare-const v_x.1 Int)
(declare-const v_y.1 Int)
(assert (<= (+ (* 1 v_x.1) (* (- 1) v_y.1) 0) 0)) ; 1
(assert (<= (+ (* 1 v_y.1) (- 2)) 0)) ; 1
(assert (<= (+ (* (- 1) v_x.1) 3) 0)) ; 1
(check-sat)
";

#[test]
fn sums_that_contradict_each_other_are_a_proof() {
    assert_eq!(check(CLASH), Ok(()));
    assert_eq!(check(&format!("{CLASH}(reset)\n{CLASH}")), Ok(()));
    assert_eq!(check("(set-logic QF_LIA)\n(assert (<= (+ 0 1) 0)) ; 1\n(check-sat)\n"), Ok(()));
}

#[test]
fn sums_that_do_not_are_none() {
    assert!(refused(&CLASH.replace("(- 2)", "(- 3)")).contains("do not add up"));
    assert!(refused(&CLASH.replace("3) 0)) ; 1", "3) 0)) ; 2")).contains("do not add up"));
    assert!(refused(&CLASH.replace("0) 0)) ; 1", "0) 0)) ; -1")).contains("negative"));
    assert!(refused(&CLASH.replace("(declare-const v_y.1 Int)\n", "")).contains("not declared"));
    assert!(refused(&CLASH.replace("(check-sat)\n", "")).contains("do not add up"));
    assert!(refused(&format!("{CLASH}(check-sat)\n")).contains("stands behind"));
    assert!(refused(&CLASH.replace("(+ (* 1 v_y.1)", "(+ (^ 1 v_y.1)")).contains("no assertion"));
    assert!(refused(&CLASH.replace("; 1", "; 99999999999999999999999999999999999999")).contains("too large"));
    assert!(
        refused(&format!("{CLASH}(reset)\n{}", CLASH.replace("(- 2)", "(- 3)"))).contains("do not add up")
    );
}

/// An assertion `by * x + constant <= 0`: `by`, `constant`, and the factor of the assertion.
type Row = (i64, i64, i64);

fn text(rows: &[Row]) -> String {
    let number = |number: i64| if number < 0 { format!("(- {})", -number) } else { number.to_string() };
    let row = |(by, constant, times): &Row| {
        format!("(assert (<= (+ (* {} x) {}) 0)) ; {times}\n", number(*by), number(*constant))
    };
    let rows: String = rows.iter().map(row).collect();
    format!("(set-logic QF_LIA)\n(declare-const x Int)\n{rows}(check-sat)\n")
}

proptest! {
    #[test]
    fn what_is_accepted_has_no_solution(
        rows in prop::collection::vec((-3..4_i64, -6..7_i64, 0..4_i64), 1..4),
    ) {
        let holds = |x: i64| rows.iter().all(|(by, constant, _)| by * x + constant <= 0);
        prop_assert!(check(&text(&rows)).is_err() || !(-30..=30).any(holds));
    }
}
