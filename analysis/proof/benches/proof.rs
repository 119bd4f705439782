//! Measures the time to check certificates.

use csieve_proof::check;

const INTERVALS: &str = "\
csieve intervals 1
x1 in 10 <- 10 ; x: line 4: x = 10
x2 in [1,10] <- (meet x1 [1,inf]) or (meet x3 [1,inf]) ; x: line 5: x > 0
x3 in [0,9] <- (- x2 1) ; x: line 6: x--
x4 in 0 <- (meet x3 [-inf,0]) ; x: line 5: x <= 0
x5 in empty <- (meet x4 1) ; x: line 7: x == 1
empty x5
";

/// A script that is unsatisfiable because no square of an integer leaves the remainder 2 when divided by 4.
const BITS: &str = "\
(set-logic QF_BV)
(declare-const x_1 (_ BitVec 32))
(assert (= (bvurem (bvmul x_1 x_1) #x00000004) #x00000002))
(check-sat)
";

fn main() {
    divan::main();
}

#[divan::bench]
fn intervals() {
    assert_eq!(check(INTERVALS), Ok(()));
}

#[divan::bench]
fn bits() {
    assert_eq!(check(BITS), Ok(()));
}
