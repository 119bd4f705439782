//! Tests of scripts in SMT-LIB.

use super::is;
use crate::bits::{BinaryOp, Comparison, Terms, script};

#[test]
fn a_script() {
    let mut terms = Terms::default();
    let names = ["n", "p->n", "and", "n", "bvadd", "9"];
    let symbols = names.map(|_| terms.symbol(12).1);
    let [n, member, and, other, add, nine] = symbols;
    let sum = terms.binary(BinaryOp::Add, n, member);
    let below = terms.compare(Comparison::Slt, sum, and);
    let above = terms.compare(Comparison::Ule, add, sum);
    let either = terms.or(below, above);
    let wide = terms.extend(other, 16, true);
    let part = terms.extract(wide, 3, 1);
    let mixed = terms.and(either, part);
    let small = terms.extend(either, 12, false);
    let choice = terms.ite(mixed, small, nine);
    let assertions = [mixed, is(&mut terms, choice, 7), terms.not(either)];
    let text = script(&terms, &assertions, &|symbol| names[symbol.0 as usize].to_owned());
    insta::assert_snapshot!(text);
    assert_eq!(script(&terms, &[], &|_| String::new()), "(set-logic QF_BV)\n(check-sat)\n");
}
