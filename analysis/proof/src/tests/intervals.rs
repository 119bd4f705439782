//! Tests certificates over intervals that are written by hand.

use super::{check, refused};

/// The certificate of `x = 10; while (x > 0) x--; if (x == 1)`, for a path with one iteration of the loop.
const LOOP: &str = "\
csieve intervals 1
x1 in 10 <- 10 ; x: line 4: x = 10
x2 in [1,10] <- (meet x1 [1,inf]) or (meet x3 [1,inf]) ; x: line 5: x > 0
x3 in [0,9] <- (- x2 1) ; x: line 6: x--
x4 in 0 <- (meet x3 [-inf,0]) ; x: line 5: x <= 0
x5 in empty <- (meet x4 1) ; x: line 7: x == 1
empty x5
";

const FREE: &str = "\
csieve intervals 1
q1 in [-2147483648,2147483647] ; n
q2 in [0,255] ; buffer[0]
x1 in [101,2147483647] <- (meet q1 [101,inf])
x2 in empty <- (within-u8 (meet q2 100) x1)
empty x2
";

#[test]
fn valid_ones() {
    for certificate in [LOOP, FREE] {
        assert_eq!(check(certificate), Ok(()), "{certificate}");
    }
}

#[test]
fn values_may_be_larger_than_they_have_to() {
    assert_eq!(check(&LOOP.replace("x3 in [0,9]", "x3 in [0,10]")), Ok(()));
}

#[test]
fn a_bound_off_by_one() {
    for (right, wrong) in
        [("x1 in 10", "x1 in 11"), ("x2 in [1,10]", "x2 in [1,9]"), ("x3 in [0,9]", "x3 in [1,9]")]
    {
        let why = refused(&LOOP.replace(right, wrong));
        assert!(why.ends_with("the right-hand side gives more than the value claimed"), "{why}");
    }
}

#[test]
fn a_wrong_operator() {
    assert_eq!(
        refused(&LOOP.replace("(- x2 1)", "(+ x2 1)")),
        "line 4: the right-hand side gives more than the value claimed"
    );
    assert_eq!(
        refused(&LOOP.replace("(- x2 1)", "(minus x2 1)")),
        "line 4: `minus` with 2 operands is no operator"
    );
    assert_eq!(refused(&LOOP.replace("(- x2 1)", "(- x2)")), "line 4: `-` with 1 operands is no operator");
    assert_eq!(refused(&FREE.replace("within-u8", "within-u08")), "line 5: `u08` is no type");
    assert_eq!(refused(&FREE.replace("within-u8", "within-u65")), "line 5: `u65` is no type");
    assert_eq!(
        refused(&FREE.replace("(meet q1 [101,inf])", "(inward q1 0)")),
        "line 4: the factor of `inward` is 0"
    );
    assert_eq!(
        refused(&FREE.replace("(meet q1 [101,inf])", "(inward q1 q1)")),
        "line 4: a number is missing"
    );
    assert_eq!(
        refused(&FREE.replace("(meet q1", "((_ meet 1) q1")),
        "line 4: operators here have no numbers"
    );
}

#[test]
fn a_missing_equation() {
    let without = |number: usize, text: &str| -> String {
        let kept = text.lines().enumerate().filter(|(index, _)| *index != number);
        kept.flat_map(|(_, line)| [line, "\n"]).collect()
    };
    assert_eq!(refused(&without(3, LOOP)), "line 4: `x4` is not the name that comes next");
    assert_eq!(refused(&without(5, LOOP)), "there is no equation `x5`");
    assert_eq!(refused(&without(6, LOOP)), "no line says which equation is empty");
    assert_eq!(refused(&without(1, FREE)), "line 2: `q2` is not the name that comes next");
    assert_eq!(
        refused(&without(2, FREE)),
        "line 4: `q2` is neither a name nor a number that is not too large"
    );
    assert_eq!(refused(&without(0, FREE)), "the first line names no form of proof that is known");
}

#[test]
fn nothing_is_empty() {
    assert_eq!(refused(&LOOP.replace("empty x5", "empty x4")), "the value of `x4` is not empty");
    assert_eq!(refused(&LOOP.replace("empty x5", "empty x6")), "there is no equation `x6`");
    assert_eq!(refused(&LOOP.replace("empty x5", "empty q1")), "there is no equation `q1`");
    let claimed = LOOP.replace("x5 in empty <- (meet x4 1)", "x5 in empty <- (meet x4 0)");
    assert_eq!(refused(&claimed), "line 6: the right-hand side gives more than the value claimed");
    // A certificate cannot claim that a quantity has no value.
    let nothing = FREE.replace("q2 in [0,255]", "q2 in empty");
    assert_eq!(refused(&nothing), "line 3: a quantity that no equation gives must not be empty");
    assert_eq!(refused(&FREE.replace("empty x2", "empty q1")), "there is no equation `q1`");
}

#[test]
fn truncated() {
    for text in [LOOP, FREE] {
        for end in 0..text.len() {
            refused(&text[..end]);
        }
    }
}

#[test]
fn garbage() {
    let cases = [
        ("x1 in 10 <- 10", "x1 in 10 <- 10 10", "line 2: `10` is too much"),
        ("x1 in 10 <- 10", "x1 in 10 <- )", "line 2: `)` closes nothing"),
        ("x1 in 10 <- 10", "x1 in 10 <- (", "line 2: a name is missing before the end"),
        ("x1 in 10 <- 10", "x1 in 10 <- (meet 10", "line 2: an expression is not finished"),
        ("x1 in 10 <- 10", "x1 in 10 <- 10 or", "line 2: an expression is not finished"),
        ("x1 in 10 <- 10", "x1 in 10 <- ()", "line 2: a name is missing before `)`"),
        ("x1 in 10 <- 10", "x1 in 10", "line 2: `<-` is missing before the end"),
        ("x1 in 10 <- 10", "x1 is 10 <- 10", "line 2: `in` is missing before `is`"),
        ("x1 in 10 <- 10", "", "line 2: a name is missing before the end"),
        ("x1 in 10 <- 10", "x1 in [10] <- 10", "line 2: `[10]` has not two bounds"),
        ("x1 in 10 <- 10", "x1 in [11,10] <- 10", "line 2: in `[11,10]` the lower bound comes last"),
        (
            "x1 in 10 <- 10",
            "x1 in 10 <- t1",
            "line 2: `t1` is neither a name nor a number that is not too large",
        ),
        (
            "x1 in 10 <- 10",
            "x1 in 10 <- (t1= t1)",
            "line 2: `t1` is neither a name nor a number that is not too large",
        ),
        ("x1 in 10 <- 10", "x1 in 10 <- (+ (t1= 5) (t1= 5))", "line 2: `t1` cannot be named here"),
        ("empty x5\n", "empty x5\nempty x5\n", "line 8: nothing may follow `empty`"),
        ("empty x5\n", "empty x5 x5\n", "line 7: `x5` is too much"),
        (
            "x1 in 10 <- 10",
            "x1 in \u{2205} <- 10",
            "line 2: `\u{2205}` is neither a name nor a number that is not too large",
        ),
    ];
    for (right, wrong, why) in cases {
        assert_eq!(refused(&LOOP.replacen(right, wrong, 1)), why, "{wrong}");
    }
    refused("");
    refused("\n");
    refused("csieve intervals 1\n");
    refused("csieve intervals 2\nempty x1\n");
    refused("\0\0\0\u{1F600}\n");
}

#[test]
fn parts_with_names() {
    let text =
        "csieve intervals 1\nq1 in [0,3]\nx1 in empty <- (meet (* (t1= (+ q1 1)) t1) [17,inf])\nempty x1\n";
    assert_eq!(check(text), Ok(()));
    refused(&text.replace("17", "16"));
}

#[test]
fn enormous_numbers() {
    let largest = i128::MAX.to_string();
    let with = |value: &str, right: &str| {
        format!("csieve intervals 1\nx1 in {value} <- {right}\nx2 in empty <- (meet x1 3)\nempty x2\n")
    };
    let beyond = format!("{largest}0");
    assert!(refused(&with(&beyond, &beyond)).contains("too large"));
    assert!(
        refused(&with("[0,99999999999999999999999999999999999999999999999999]", "0")).contains("too large")
    );
    let sides = [
        format!("(+ {largest} {largest})"),
        format!("(* {largest} {largest})"),
        format!("(- -{largest} {largest})"),
    ];
    for (side, claim) in sides.iter().zip([&largest, &largest, &format!("-{largest}")]) {
        refused(&with(claim, side));
    }
    assert_eq!(check(&with(&format!("[{largest},inf]"), &sides[0])), Ok(()));
    for operator in ["/", "%", "<<", ">>", "&", "|", "^", "inward", "<", "=="] {
        for (a, b) in [(i128::MIN, -1), (i128::MAX, i128::MIN), (i128::MIN, i128::MIN), (-1, i128::MAX)] {
            let _ = check(&with("[-inf,inf]", &format!("({operator} {a} {b})")));
        }
    }
}

#[test]
fn deep_expressions_take_no_stack() {
    let depth = 200_000;
    let deep = format!("{}5{}", "(+ 0 ".repeat(depth), ")".repeat(depth));
    assert_eq!(check(&format!("csieve intervals 1\nx1 in empty <- (meet 4 {deep})\nempty x1\n")), Ok(()));
}
